"""Short names for instructions with long ones, such as `mma`."""

from __future__ import annotations

import re
from collections import Counter
from itertools import chain, count
from operator import attrgetter
from typing import TYPE_CHECKING

from pyptx.codegen.operands import RESERVED
from pyptx.codegen.raising.mentioned import bound_by
from pyptx.codegen.tree import (
    Assign,
    Call,
    Def,
    Name,
    Text,
    expressions_of,
    map_expressions,
    parts_of,
    rebuilt,
    walk_statements,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pyptx.codegen.raising.facts import Facts
    from pyptx.codegen.tree import Body, Expr

OFTEN = 2
"""Calls from which on an instruction has a short name."""


def write_aliases(body: Body, facts: Facts) -> Body:
    """Give instructions of matrix products, tensor copies and lanes that a body repeats a name at its head.

    The type and the shape are then written once.

    >>> from pyptx.codegen.raising.facts import Facts
    >>> from pyptx.codegen.tree import Do
    >>> from pyptx.codegen.writer import render_body
    >>> from pyptx.ir import Instruction
    >>> call = Call("ptx.inst.mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32", (Name("d"),))
    >>> product = Do(call, (Instruction("mma"),))
    >>> print(render_body(write_aliases((product,) * 2, Facts())))
    mma = ptx.inst.mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32
    mma(d)
    mma(d)
    """
    if _OPCODES.isdisjoint(facts.opcodes_of(body)):
        return body
    statements = [
        each for each in walk_statements(body) if not _OPCODES.isdisjoint(map(_opcode, each.stands_for))
    ]
    expressions = chain.from_iterable(map(expressions_of, statements))
    counts = Counter(each for expr in expressions for each in _functions_in(expr))
    found = {each: stem for each, often in counts.items() if often >= OFTEN and (stem := _stem(each))}
    if not found:
        return body
    taken = {*facts.taken, *RESERVED, *facts.mentioned.all_names(body)}
    taken.update(name for each in walk_statements(body) for name in bound_by(each))
    names: dict[str, str] = {}
    for each, stem in found.items():
        alike = [other for other, its in found.items() if its == stem]
        stems = chain((_with_differences(each, stem, alike),), (f"{stem}_{number}" for number in count(2)))
        names[each] = next(name for name in stems if not (name in taken or facts.is_taken(name)))
        taken.add(names[each])
    made = map_expressions(body, lambda expr: _renamed(expr, names))
    at = next((at for at, each in enumerate(made) if each.stands_for or isinstance(each, Def)), 0)
    aliases = [Assign(Name(name), Text(function)) for function, name in names.items()]
    return (*made[:at], *aliases, *made[at:])


def _functions_in(expr: Expr) -> Iterator[str]:
    """Yield the functions that an expression calls."""
    if type(expr) is Call:
        yield expr.function
    for part in parts_of(expr):
        yield from _functions_in(part)


def _renamed(expr: Expr, names: dict[str, str]) -> Expr:
    made = rebuilt(expr, lambda part: _renamed(part, names))
    if type(made) is Call and made.function in names:
        return made._replace(function=names[made.function])
    return made


def _stem(function: str) -> str:
    """Return the short name of an instruction; empty for one that has none."""
    for pattern, stem in _STEMS:
        found = pattern.match(function)
        if found:
            return stem.format(*found.groups())
    return ""


def _with_differences(function: str, stem: str, alike: Sequence[str]) -> str:
    """Return a short name with the modifiers that not all instructions of that name have.

    >>> _with_differences("ptx.inst.mma.m8n8k4", "mma", ["ptx.inst.mma.m8n8k4", "ptx.inst.mma.m8n8k16"])
    'mma_m8n8k4'
    """
    words = [re.findall(r"\w+", each) for each in alike]
    shared = set.intersection(*map(set, words))
    return "_".join([stem, *[word for word in words[alike.index(function)] if word not in shared]])


_opcode = attrgetter("opcode")
_OPCODES = frozenset({"cp", "ldmatrix", "mma", "shfl", "stmatrix", "tcgen05", "wgmma"})
_STEMS = (
    (re.compile(r"ptx\.inst\.(?:wgmma\.mma_async|mma|tcgen05\.mma)\."), "mma"),
    (re.compile(r"ptx\.inst(?:\.|\[\")(ldmatrix|stmatrix)\."), "{}"),
    (re.compile(r"ptx\.inst\.tcgen05\.(ld|st|commit)\."), "tcgen05_{}"),
    (re.compile(r"ptx\.inst\.shfl\.sync\.(idx|bfly|up|down)\.b32"), "shfl_{}"),
    (re.compile(r"ptx\.cp\.async_\.bulk\.tensor\.tile_\dd"), "load_tile"),
    (re.compile(r"ptx\.cp\.async_\.bulk\.tensor\.store_\dd"), "store_tile"),
)
"""Instructions that have short names, and these."""
