"""The symbols of the lines of `pyptx.isa.examples`.

>>> symbol("%b32_7")
Symbol(kind='reg', type='b32', space='', elements=1)
"""

from __future__ import annotations

import re
from functools import cache, lru_cache
from typing import TYPE_CHECKING

from pyptx.errors import ParseError
from pyptx.ir import Instruction
from pyptx.isa import examples
from pyptx.isa.operand import OPAQUE
from pyptx.parser import parse_statements
from pyptx.verify import Symbol

if TYPE_CHECKING:
    from collections.abc import Callable

VARIABLES = tuple(f"in_{space}" for space in ("global", "shared", "const", "local", "param", *sorted(OPAQUE)))
"""The variables of example lines, named after their state space or opaque type."""

OTHERS = ("parameter", "table_00", "callee_00", "done", "prototype_00")
"""A kernel parameter, a call table, a function, a label and a prototype of example lines."""

_REGISTER = re.compile(r"%(\w+)_(\d+)\Z")


def symbol(name: str) -> Symbol | None:
    """Return the symbol of a name; None for special registers and undeclared names."""
    register = _REGISTER.match(name)
    if register is not None:
        return Symbol("reg", register[1]) if register[1] in examples.REGISTER_TYPES else None
    return _NAMED.get(name)


@cache
def scope(target: str, version: tuple[int, int]) -> Callable[[str], Symbol | None]:
    """Return the resolver of names for modules of a target and version: before 8.3 there is no ``%b128_0``.

    >>> [scope(target, (8, 3))("%b128_0") is not None for target in ("sm_60", "sm_70")]
    [False, True]
    """
    head, end = examples.frame(target + examples.INDEPENDENT, version)
    declared = frozenset(word for line in (*head, *end) for word in re.findall(r"%\w+_|\w+", line))

    def declared_symbol(name: str) -> Symbol | None:
        return symbol(name) if name.rstrip("0123456789") in declared or name in declared else None

    return declared_symbol


def _variable(space: str) -> Symbol:
    """Return the symbol of a variable in a state space, or of an opaque type."""
    if space in OPAQUE:
        return Symbol("var", space, "global")
    return Symbol("param" if space == "param" else "var", "b8", space)


_SIGNATURES = ("00", "01", "10", "11")
"""Whether a function of example lines has a result, and whether it has a parameter."""

_NAMED = {
    **{name: _variable(name.removeprefix("in_")) for name in VARIABLES},
    "parameter": Symbol("param", "b8", "param", role="entry"),
    **{f"table_{signature}": Symbol("var", "u64", "global") for signature in _SIGNATURES},
    **{f"callee_{signature}": Symbol("function") for signature in _SIGNATURES},
    **{f"prototype_{signature}": Symbol("label", "callprototype") for signature in _SIGNATURES},
    "done": Symbol("label", "code"),
    "targets": Symbol("label", "branchtargets"),
}


@lru_cache(maxsize=65536)
def read(line: str) -> Instruction:
    """Read the instruction of an example line.

    Raises:
        ParseError: The line is not PTX.
        TypeError: The line is not an instruction.
    """
    (instruction,) = parse_statements(line)
    if not isinstance(instruction, Instruction):
        raise TypeError(f"{line!r} is not an instruction")
    return instruction


def read_or_none(line: str) -> Instruction | None:
    """Read the instruction of a line; None if it is not one."""
    try:
        return read(line)
    except ParseError:
        return None
