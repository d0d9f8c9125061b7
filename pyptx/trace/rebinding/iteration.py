"""Refusal of iterations over `ptx.range_` without a `for` statement."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NoReturn

from pyptx.errors import TraceError
from pyptx.trace.bytecode import Bytecode, bytecode_of
from pyptx.trace.instructions import LOOPS, numbers_of, one_of, positions
from pyptx.trace.source import at, is_inside, source_in

if TYPE_CHECKING:
    from types import FrameType


def check_iterator(frame: FrameType) -> None:
    """Refuse a loop of the GPU that is not the iterable of a `for` statement.

    Args:
        frame: The frame that requests an iterator.

    Raises:
        TraceError: It is an argument of `list`, `sum`, `zip`, `enumerate` and the like.
    """
    code = bytecode_of(frame.f_code)
    if code.opname(code.unit(frame.f_lasti)) not in ("GET_ITER", "GET_YIELD_FROM_ITER"):
        _refuse_iteration(frame)


def check_statement(frame: FrameType) -> None:
    """Refuse a loop of the GPU that Python runs in other ways than by a `for` statement.

    A generator function may hold the statement; what runs the generator is checked then.

    Args:
        frame: The frame that requests the next value.

    Raises:
        TraceError: The iteration is a comprehension, or a generator for `sum` or a similar function.
    """
    inner: FrameType | None = frame
    while inner is not None and not is_inside(inner.f_code):
        code = bytecode_of(inner.f_code)
        opname = code.opname(code.unit(inner.f_lasti))
        if opname not in ("FOR_ITER", "SEND", "YIELD_FROM"):
            _refuse_iteration(inner)
        if opname == "FOR_ITER" and _is_in_comprehension(code, code.unit(inner.f_lasti)):
            _refuse_iteration(inner)
        inner = inner.f_back if inner.f_code.co_flags & _GENERATOR else None


def _is_in_comprehension(code: Bytecode, loop: int) -> bool:
    """Whether a `FOR_ITER` belongs to a list, set or dict comprehension."""
    if code.code.co_name in ("<listcomp>", "<setcomp>", "<dictcomp>"):
        return True
    return any(
        sum(unit < (code.target(inner) or 0) for inner in positions(LOOPS, code.operations, loop, unit))
        < code.argument(unit)
        for unit in positions(_ADDING, code.operations, loop, code.target(loop) or loop)
    )


def _refuse_iteration(frame: FrameType) -> NoReturn:
    raise TraceError(
        "`ptx.range_` is a loop of the GPU: Python sees one value of it, a register. Comprehensions, list, "
        "sum, zip, enumerate, map and * see that once\n  write a statement, `for i in ptx.range_(...):`, and "
        "add up in a register: `total += ...`; Python's range(...) unrolls"
        f"{at(source_in(frame.f_code, frame.f_lasti))}"
    )


_ADDING = re.compile(one_of(numbers_of("", "LIST_APPEND", "SET_ADD", "MAP_ADD")))
_GENERATOR = 0x20
"""A flag of code, of which `inspect` has the name; that module takes long to load."""
