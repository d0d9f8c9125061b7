"""Python statements that a block of the GPU cannot follow, found in bytecode and refused.

`return`, `break` and `continue` that leave the `with` statement of a block end its tracing; `list`, `sum` and
comprehensions over `ptx.range_` see one value of it.
"""

from __future__ import annotations

import linecache
import re
from functools import lru_cache
from typing import TYPE_CHECKING, NoReturn

from pyptx.errors import TraceError
from pyptx.trace.bytecode import ALWAYS, CACHES, LOOPS, Bytecode, bytecode_of, numbers_of, one_of, positions
from pyptx.trace.source import at, is_inside, source_in

if TYPE_CHECKING:
    from types import CodeType, FrameType


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

    A generator function may hold the statement; then the code that runs the generator is checked.

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
        "`ptx.range_` is a loop of the GPU: Python runs its body once, with a register. Comprehensions, "
        "list, sum, zip, enumerate, map and * take that register as the only value\n  write a statement, "
        "`for i in ptx.range_(...):`, and add up in a register: `total += ...`; Python's range(...) unrolls"
        f"{at(source_in(frame.f_code, frame.f_lasti))}"
    )


def check_left(frame: FrameType, entered: int, what: str) -> None:
    """Refuse a jump out of a `with` statement that skips code after it.

    Args:
        frame: The frame, which calls ``__exit__``.
        entered: Offset of the call of ``__enter__``.
        what: The text of the statement.

    Raises:
        TraceError: There is one.
    """
    jump = _find_jump(bytecode_of(frame.f_code), entered, frame.f_lasti)
    if jump is not None:
        word, offset = jump
        source = source_in(frame.f_code, offset)
        words = linecache.getline(source.file, source.line).replace(";", " ").split()
        word = next((each for each in words if each in ("return", "break", "continue")), word)
        raise TraceError(
            f"`{word}` inside `{what}` ends the tracing: what comes after is lost for every thread\n"
            "  threads leave a block by its handle: `with ptx.block() as rest:` around the loop and "
            f"rest.skip(p) for break, around its body for continue; ptx.ret(pred=p) ends them{at(source)}"
        )


@lru_cache(maxsize=4096)
def _find_jump(code: Bytecode, entered: int, left: int) -> tuple[str, int] | None:
    """The `return`, `break` or `continue`, and the offset of an instruction on its line.

    None where the statement is left by its end, or nothing is skipped.
    """
    start, place = code.unit(entered), code.unit(left)
    end = _end_of_with(code, start)
    if end is None or start == place or code.target(place) is not None:
        return None
    here = _past_idle(code, code.next_unit(place))
    if here == _past_idle(code, end):
        return None
    tail, tail_of_end = _tail(code, here), _tail(code, end)
    ends = all(tuple(opname for opname, _ in each) in _RETURNS for each in (tail, tail_of_end))
    if tail == tail_of_end or (ends and _loads_none(code, tail_of_end[0])):
        return None
    while code.opname(here) in _LEAVING | _IDLE:
        here = code.following(here)[-1]
    opname = code.opname(here)
    word = "return" if opname.startswith("RETURN_") else "continue" if opname == "FOR_ITER" else "break"
    line = code.previous_unit(place)
    while line > 0 and code.opname(line) in _LEAVING:
        line = code.previous_unit(line)
    return word, line * 2


def _end_of_with(code: Bytecode, entered: int) -> int | None:
    """The place where a `with` statement continues if ``__exit__`` suppressed an exception."""
    if CACHES:
        body = code.next_unit(entered)
        table = _exception_table(code.code)
        handler = next((target for start, end, target in table if start <= body < end), None)
        if handler is None or code.opname(code.next_unit(handler)) != "WITH_EXCEPT_START":
            return None
    else:
        handler = code.target(entered) if code.opname(entered) == "SETUP_WITH" else None
        if handler is None:
            return None
    while not ("JUMP" in code.opname(handler) and "TRUE" in code.opname(handler)):
        handler = code.next_unit(handler)
    return code.target(handler)


@lru_cache(maxsize=256)
def _exception_table(code: CodeType) -> list[tuple[int, int, int]]:
    """Start, end and target of each entry, in units; numbers have six bits a byte."""
    numbers: list[int] = []
    number = 0
    for byte in code.co_exceptiontable:
        number = number << 6 | byte & 63
        if not byte & 64:
            numbers.append(number)
            number = 0
    return [
        (start, start + length, target) for start, length, target, _ in zip(*[iter(numbers)] * 4, strict=True)
    ]


def _past_idle(code: Bytecode, unit: int) -> int:
    """The first instruction from a unit on that does something."""
    while code.opname(unit) in _IDLE:
        unit = code.following(unit)[-1]
    return unit


def _tail(code: Bytecode, unit: int) -> list[tuple[str, object]]:
    """The instructions up to a `return`, of which the compiler makes copies, or up to a place far away.

    Copies may load a name in other ways.
    """
    tail: list[tuple[str, object]] = []
    while len(tail) < _SMALL:
        unit = _past_idle(code, unit)
        following = code.following(unit)
        if len(following) > 1:
            break
        tail += code.events.get(unit) or [(code.opname(unit), code.argument(unit))]
        if not following:
            return tail
        unit = following[0]
    return [*tail, ("", unit)]


def _loads_none(code: Bytecode, step: tuple[str, object]) -> bool:
    """Whether an instruction loads or returns None."""
    opname, argument = step
    return opname.endswith("_CONST") and code.code.co_consts[argument] is None  # type: ignore[call-overload]


_ADDING = re.compile(one_of(numbers_of("", "LIST_APPEND", "SET_ADD", "MAP_ADD")))
_GENERATOR = 0x20
"""A flag of code, of which `inspect` has the name; that module takes long to load."""
_SMALL = 16
_RETURNS = {("RETURN_VALUE",), ("RETURN_CONST",), ("LOAD_CONST", "RETURN_VALUE")}
_IDLE = frozenset({"NOP", "POP_TOP", "POP_EXCEPT", "NOT_TAKEN", "END_FOR", "POP_ITER", *ALWAYS})
_LEAVING = frozenset(
    {"LOAD_CONST", "CALL", "PRECALL", "CALL_FUNCTION", "POP_TOP", "POP_BLOCK", "SWAP", "PUSH_NULL",
     "ROT_TWO", "DUP_TOP", "COPY"}
)  # fmt: skip
