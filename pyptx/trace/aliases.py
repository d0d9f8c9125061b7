"""Two Python names of one register, one of which is assigned while the other is read later.

``y = x; y += 1`` reads as if `x` stayed, but an augmented assignment writes the register, which both name.
Another name of it in the author's frames is refused if bytecode says that it is read later, and so is a copy
of the list, dictionary or object that holds it. Python's count of references says at once that there is none.
"""

from __future__ import annotations

import sys
from itertools import repeat
from operator import is_
from typing import TYPE_CHECKING, Any, NamedTuple, NoReturn

from pyptx.errors import TraceError
from pyptx.trace.bytecode import bytecode_of
from pyptx.trace.rebinding import Container, Contents, author_frames, containers_in, names_of, references
from pyptx.trace.source import at, caller, is_inside

if TYPE_CHECKING:
    from types import CodeType, FrameType

    from pyptx.trace.body import Trace


class Target(NamedTuple):
    """The target of an augmented assignment.

    Attributes:
        offset: Offset of the store.
        name: The name; None for an element or an attribute.
        root: The name that leads to an element or an attribute.
    """

    offset: int
    name: str | None
    root: str | None


def check_augmented(register: object, trace: Trace | None) -> None:
    """Refuse an augmented assignment to a register that has another name, which is read later.

    Args:
        register: The register that the author's line writes.
        trace: The function being traced.

    Raises:
        TraceError: It has.
    """
    others = sys.getrefcount(register) - _ALONE
    if others <= 0 or trace is None:
        return
    frame = sys._getframe(2)  # noqa: SLF001 - that of the statement, behind the method of the operator
    key = id(frame.f_code), frame.f_lasti
    known = _TARGETS.get(key)
    if known is None:
        if len(_TARGETS) >= _MOST:
            _TARGETS.clear()
        known = _TARGETS[key] = frame.f_code, _target(frame.f_code, frame.f_lasti)
    target = known[1]
    if target is None or others <= references(trace, register):
        return
    _check_names(trace, target, register)
    if target.name is None:
        _check_copies(trace, frame, target, register)


def check_assigned(register: object, trace: Trace | None) -> None:
    """Refuse an assignment on the GPU to a register that has two names, which are both read later.

    Args:
        register: The register that the author's line writes.
        trace: The function being traced.

    Raises:
        TraceError: It has.
    """
    if trace is None:
        return
    frame = author_frames(trace)[0]
    names = _named(trace, frame, register)
    if len(names) > 1:
        code = bytecode_of(frame.f_code)
        read = [name for name in names if code.is_live_after(frame.f_lasti, name)]
        if len(read) > 1:
            first, second = read[:2]
            _refuse(
                f"`{first}` and `{second}` are one register, and both are read later: ptx.mov writes both",
                f"make one a copy: {second} = +{first}",
            )


def _check_names(trace: Trace, target: Target, register: object) -> None:
    """Refuse another name of the register, in the frame of the assignment or in those that called it."""
    frame, *callers = author_frames(trace)
    code = frame.f_code
    written = target.name or "the element"
    decoded = bytecode_of(code)
    loops = decoded.loop_names()
    for name in _named(trace, frame, register):
        if name != target.name and name not in loops and decoded.is_live_after(target.offset, name):
            _refuse(
                f"`{written}` and `{name}` are one register, and `{name}` is read later: the assignment "
                f"to `{written}` changes both",
                f"make one a copy: {target.name or 'x'} = +{name}",
            )
    own = target.name or target.root
    if target.name is None and not (code.co_flags & _KEYWORDS and own == _keywords(frame)):
        return
    for outer in callers:
        for name in _named(trace, outer, register):
            if name == own and name in code.co_freevars:
                continue  # the same variable
            if bytecode_of(outer.f_code).is_live_after(outer.f_lasti, name):
                _refuse(
                    f"`{own}` is the register that the caller names `{name}` and reads later: the "
                    "assignment changes it there",
                    f"start from a copy, {own} = +{own}; an instruction writes the caller's "
                    "register: ptx.mov(dst, value)",
                )


def _check_copies(trace: Trace, frame: FrameType, target: Target, register: object) -> None:
    """Refuse a copy of the list, dictionary or object with the register, and a list that has it twice.

    A list with only some of its registers is a view, as a slice: its elements are written on purpose.
    """
    code, names = bytecode_of(frame.f_code), names_of(frame, trace)
    holders: dict[str, list[Any]] = {}
    tuples = [
        Container(name, name, value, Contents((), list(value)))
        for name, value in names.items()
        if isinstance(value, tuple)
    ]
    for held in (*containers_in(names, trace), *tuples):
        count = sum(map(is_, held.contents.values, repeat(register)))
        if count > 1 and isinstance(held.value, (list, tuple, dict)):
            _refuse(
                f"elements of `{held.label}` are one register: the assignment to one changes all of them",
                f"make a register for each: {held.label} = [reg.scalar(f32) for _ in "
                f"range({len(held.value)})]",
            )
        if count:
            holders[held.label] = [held.root, held.contents.values]
    mine = [values for root, values in holders.values() if root == target.root]
    for label, (root, values) in holders.items():
        if (
            root != target.root
            and any(len(own) == len(values) and all(map(is_, own, values)) for own in mine)
            and code.is_live_after(target.offset, root)
        ):
            _refuse(
                f"an element of `{target.root}` is a register of `{label}`, too, which is read later: the "
                "assignment changes both",
                f"copy the registers: {root} = copy.deepcopy({target.root})",
            )


def _named(trace: Trace, frame: FrameType, register: object) -> list[str]:
    """The names of a register in a frame."""
    return [name for name, value in names_of(frame, trace).items() if value is register]


def _keywords(frame: FrameType) -> str:
    """The name of the parameter that has the other keyword arguments."""
    code = frame.f_code
    return code.co_varnames[code.co_argcount + code.co_kwonlyargcount + bool(code.co_flags & _ARGUMENTS)]


def _refuse(said: str, instead: str) -> NoReturn:
    raise TraceError(f"{said}; {instead}{at(caller())}")


def _target(function: CodeType, offset: int) -> Target | None:
    """Return the target of the augmented assignment at an offset; None if no name needs a check.

    That is the case without such a statement of the author, and in ``for r in (a, b): r += 1``, whose name of
    the register has no other use.
    """
    if is_inside(function):
        return None
    code = bytecode_of(function)
    step = code.step(code.start(offset))
    if not step.opname.startswith(("BINARY_OP", "INPLACE_")):
        return None
    after = step.following[0]
    while code.step(after).opname in _SHUFFLES:
        after = code.step(after).following[0]
    store = code.step(after)
    if not store.opname.startswith("STORE_"):
        return None
    name = next((event.name for event in store.events if event.kind.startswith("store")), None)
    if name in code.loop_names() and not code.is_live_after(after, name):
        return None
    return Target(after, name, None if name else code.first_load(offset))


def _alone() -> int:
    """How many references there are, seen from where the check is, to what has one name only."""

    class Counted:
        def __iadd__(self, counts: list[int]) -> Counted:  # noqa: PYI034 - a name of Python 3.11
            count(self, counts)
            return self

    def count(counted: object, counts: list[int]) -> None:
        counts.append(sys.getrefcount(counted))

    only = Counted()
    counts: list[int] = []
    only += counts
    return counts[0]


_ALONE = _alone()
_ARGUMENTS, _KEYWORDS = 0x4, 0x8
"""Flags of code, of which `inspect` has the names; that module takes long to load."""
_TARGETS: dict[tuple[int, int], tuple[CodeType, Target | None]] = {}
"""By the identity of a function's code, which the value keeps alive, and the offset of the operator."""
_MOST = 4096
_SHUFFLES = frozenset({"CACHE", "SWAP", "ROT_TWO", "ROT_THREE", "ROT_FOUR", "COPY", "NOP", "EXTENDED_ARG"})
