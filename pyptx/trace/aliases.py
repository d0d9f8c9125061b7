"""Two Python names of one register, one of which is assigned while the other is read later.

``y = x; y += 1`` reads as if `x` stayed, but an augmented assignment writes the register, which both name. So
at each one the names of the author's frame are compared: another name of the register is refused if bytecode
says that it is read later. Of a parameter the names of the calling function are, too.
"""

from __future__ import annotations

import opcode
import sys
from itertools import repeat
from operator import is_
from typing import TYPE_CHECKING, NamedTuple, NoReturn

from pyptx.errors import TraceError
from pyptx.trace.bytecode import bytecode_of
from pyptx.trace.source import at, caller, is_inside

if TYPE_CHECKING:
    from collections.abc import Collection
    from types import CodeType, FrameType

    from pyptx.trace.bytecode import Bytecode


class Copies(NamedTuple):
    """What a function does that can give one register two names.

    Attributes:
        names: Names that are assigned something other than what a call or an operator gives.
        parameters: Its parameters.
        loops: Variables of its `for` statements.
        stores: The augmented assignments seen: offset of the store and the name; None of an element.
    """

    names: frozenset[str]
    parameters: frozenset[str]
    loops: frozenset[str]
    stores: dict[int, tuple[int, str | None] | None]


def check_augmented(register: object) -> None:
    """Refuse an augmented assignment to a register that has another name, which is read later.

    Args:
        register: The register that the author's line writes.

    Raises:
        TraceError: It has.
    """
    found = _assigning(sys._getframe(1))  # noqa: SLF001 - the caller, in this package
    if found is None:
        return
    frame, copies = found
    stores, here = copies.stores, frame.f_lasti
    store = (
        stores[here] if here in stores else stores.setdefault(here, _store(bytecode_of(frame.f_code), here))
    )
    if store is None:
        return
    offset, target = store
    if target in copies.loops and not bytecode_of(frame.f_code).is_live_after(offset, target):
        return  # `for r in (a, b): r += 1` names the register for nothing but this
    if copies.names or target is None:
        _check_frame(frame, (offset, target), register, copies.loops)
    if target in copies.parameters:
        _check_caller(_author(frame.f_back), target, register)


def check_assigned(register: object) -> None:
    """Refuse an assignment on the GPU to a register that has two names, which are both read later.

    Args:
        register: The register that the author's line writes.

    Raises:
        TraceError: It has.
    """
    found = _assigning(sys._getframe(1))  # noqa: SLF001 - the caller, in this package
    if found is None or not found[1].names:
        return
    frame = found[0]
    names = [name for name, value in frame.f_locals.items() if value is register]
    if len(names) > 1:
        code = bytecode_of(frame.f_code)
        read = [name for name in names if code.is_live_after(frame.f_lasti, name)]
        if len(read) > 1:
            first, second = read[:2]
            _refuse(
                f"`{first}` and `{second}` are one register, and both are read later: ptx.mov writes both",
                f"make one a copy: {second} = +{first}",
            )


def _check_frame(
    frame: FrameType, store: tuple[int, str | None], register: object, loops: Collection[str]
) -> None:
    """Refuse another name of the register in the frame of the assignment, or another place in a list.

    Variables of `for` statements are no second names: raised Python goes over registers that a round assigns.
    """
    offset, target = store
    written, code = target or "the element", bytecode_of(frame.f_code)
    lists: dict[int, str] = {}
    for name, value in frame.f_locals.items():
        if value is register:
            if name != target and name not in loops and code.is_live_after(offset, name):
                _refuse(
                    f"`{written}` and `{name}` are one register, and `{name}` is read later: the assignment "
                    f"to `{written}` changes both",
                    f"make one a copy: {target or 'x'} = +{name}",
                )
        elif target is None and type(value) in (list, tuple):
            count = sum(map(is_, value, repeat(register)))
            if count > 1:
                _refuse(
                    f"elements of `{name}` are one register: the assignment to one changes all of them",
                    f"make a register for each: {name} = [reg.scalar(f32) for _ in range({len(value)})]",
                )
            if count and code.is_live_after(offset, name):
                lists[id(value)] = name
    if len(lists) > 1:
        first, second = list(lists.values())[:2]
        _refuse(
            f"an element of `{first}` is a register of `{second}`, too, and both are read later: the "
            "assignment changes both",
            f"copy the registers: {second} = copy.deepcopy({first})",
        )


def _check_caller(frame: FrameType | None, parameter: str | None, register: object) -> None:
    """Refuse a name of the register that the calling function reads later."""
    if frame is None:
        return
    code = bytecode_of(frame.f_code)
    for name, value in frame.f_locals.items():
        if value is register and code.is_live_after(frame.f_lasti, name):
            _refuse(
                f"`{parameter}` is the register that the caller names `{name}` and reads later: the "
                "assignment changes it there",
                f"start from a copy, {parameter} = +{parameter}; an instruction writes the caller's "
                "register: ptx.mov(dst, value)",
            )


def _refuse(said: str, instead: str) -> NoReturn:
    raise TraceError(f"{said}; {instead}{at(caller())}")


def _author(frame: FrameType | None) -> FrameType | None:
    """The innermost frame outside this package."""
    while frame is not None and is_inside(frame.f_code):
        frame = frame.f_back
    return frame


def _assigning(frame: FrameType | None) -> tuple[FrameType, Copies] | None:
    """The innermost frame outside this package, and what its function copies."""
    while frame is not None:
        code = frame.f_code
        copies = (_COPIES.get(id(code)) or _remember(code))[1]
        if copies is not None:
            return frame, copies
        frame = frame.f_back
    return None


def _store(code: Bytecode, offset: int) -> tuple[int, str | None] | None:
    """Where the augmented assignment at an offset stores, and in which name; None for no such assignment."""
    step = code.step(code.start(offset))
    if not step.opname.startswith(("BINARY_OP", "INPLACE_")):
        return None
    after = step.following[0]
    while code.step(after).opname in _SHUFFLES:
        after = code.step(after).following[0]
    store = code.step(after)
    if not store.opname.startswith("STORE_"):
        return None
    return after, next((event.name for event in store.events if event.kind.startswith("store")), None)


def _remember(code: CodeType) -> tuple[CodeType, Copies | None]:
    """The copies of a function, remembered while there are not too many functions; None of this package."""
    if len(_COPIES) >= _MOST:
        _COPIES.clear()
    known = _COPIES[id(code)] = code, None if is_inside(code) else _copies(code)
    return known


def _copies(code: CodeType) -> Copies:
    """The names that may be given a register which has one already."""
    raw, decoded = code.co_code, bytecode_of(code)
    names: set[str] = set()
    joins: set[int | None] = set()
    loops: set[str] = set()
    before, unpacked, looped = 0, False, False
    for offset in range(0, len(raw), 2):
        number = raw[offset]
        if number in _PADDING:
            continue
        if number in _STORES:
            if looped:
                events = decoded.step(offset).events
                loops.update(event.name for event in events if event.kind.startswith("store"))
            fresh = before in _FRESH and before not in _ELEMENTS and offset not in joins
            if not (unpacked or fresh):
                events = decoded.step(offset).events
                names.update(event.name for event in events if event.kind.startswith("store"))
            if unpacked:
                continue
        elif number == _UNPACK:
            unpacked = before in _CALLS
        elif number == _JUMP:
            joins.add(decoded.step(offset).target)
        else:
            unpacked, looped = False, number == _FOR
        before = _ELEMENT if number == _BINARY and raw[offset + 1] == _SUBSCRIPT else number
    parameters = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
    return Copies(frozenset(names), frozenset(parameters), frozenset(loops), {})


def _opcodes(*starts: str) -> frozenset[int]:
    return frozenset(number for name, number in opcode.opmap.items() if name.startswith(starts))


_FRESH = _opcodes(
    "CALL",
    "BINARY_",
    "INPLACE_",
    "UNARY_",
    "COMPARE_",
    "LOAD_CONST",
    "LOAD_SMALL_INT",
    "BUILD_",
    "MAKE_",
    "IMPORT_",
)
_CALLS = _opcodes("CALL")
_ELEMENT, _SUBSCRIPT = -1, 26
"""A subscript in CPython 3.14: operator 26 of `BINARY_OP`, behind the 13 binary ones and those in place."""
_BINARY = opcode.opmap.get("BINARY_OP")
_ELEMENTS = _opcodes("BINARY_SUBSCR", "BINARY_SLICE") | {_ELEMENT}
_STORES = _opcodes("STORE_FAST", "STORE_DEREF", "STORE_NAME", "STORE_GLOBAL")
_PADDING = _opcodes("CACHE", "EXTENDED_ARG", "NOP", "PRECALL") | {0}
_FOR = opcode.opmap["FOR_ITER"]
_UNPACK, _JUMP = opcode.opmap["UNPACK_SEQUENCE"], opcode.opmap["JUMP_FORWARD"]
_SHUFFLES = frozenset({"CACHE", "SWAP", "ROT_TWO", "ROT_THREE", "ROT_FOUR", "COPY", "NOP", "EXTENDED_ARG"})
_COPIES: dict[int, tuple[CodeType, Copies | None]] = {}
"""By the identity of a function's code, which the value keeps alive."""
_MOST = 1024
