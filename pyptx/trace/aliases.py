"""Two Python names of one register, one of which is assigned while the other is read later.

``y = x; y += 1`` reads as if `x` stayed, but an augmented assignment writes the register, which both name.
Another name of it in the author's frames is refused if bytecode says that it is read later, and so is a copy
of the list, dictionary or object that holds it. Python's count of references says at once that there is none.
"""

from __future__ import annotations

import sys
from itertools import repeat
from operator import is_
from typing import TYPE_CHECKING, NamedTuple, NoReturn

from pyptx.errors import TraceError
from pyptx.trace.bytecode import bytecode_of
from pyptx.trace.rebinding import author_frames
from pyptx.trace.rebinding.contents import (
    Container,
    collect_containers,
    find_value,
    is_array,
    is_register,
    may_hold,
    read_sequence,
)
from pyptx.trace.rebinding.functions import is_read_after
from pyptx.trace.source import at, caller, is_inside

if TYPE_CHECKING:
    from collections.abc import Sequence
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
    count = sys.getrefcount(register)
    is_alone = count <= _ALONE
    if trace is None or (is_alone and not _BORROWS):
        return
    frame = sys._getframe(2)  # noqa: SLF001 - that of the statement, behind the method of the operator
    key = id(frame.f_code), frame.f_lasti
    known = _TARGETS.get(key)
    if known is None:
        if len(_TARGETS) >= _MOST:
            _TARGETS.clear()
        known = _TARGETS[key] = frame.f_code, _target(frame.f_code, frame.f_lasti)
    target = known[1]
    if target is None or (is_alone and target.name not in _parameters(frame.f_code)):
        return
    _check_names(trace, target, register)
    if target.name is None:
        _check_copies(trace, target, register)
    else:
        _check_holders(trace, target, register, count)


def check_written(value: object, frame: FrameType) -> None:
    """Refuse a call that writes a register which has a second name in its frame, read later.

    Registers that a helper or a loop over a list writes are named there once more on purpose.

    Args:
        value: The destination of the instruction: a register, or several in a list, an array or ``p | q``.
        frame: The author's frame.

    Raises:
        TraceError: It has.
    """
    code, offset = bytecode_of(frame.f_code), frame.f_lasti
    candidates = code.second_names(offset)
    if not candidates:
        return
    names = frame.f_locals
    if is_register(value) and not any(map(is_, map(names.get, candidates), repeat(value))):
        return
    loops = code.loop_names
    for second in sorted(candidates):
        register = names.get(second)
        if not hasattr(type(register), "plain_operand") or not _is_or_has(value, register):
            continue
        loaded = [(name, names.get(name)) for name in code.loads(offset)]
        name, holder = next((each for each in loaded if _is_or_has(each[1], register)), (second, None))
        if name == second or name in loops or not code.is_live_after(offset, second):
            continue
        written = name if holder is register else f"an element of {name}"
        _refuse(
            f"`{written}` and `{second}` are one register, and `{second}` is read later: the instruction "
            "writes both",
            f"make one a copy before: {second} = +{second}",
        )


def check_distinct(destinations: Sequence[object], frame: FrameType) -> None:
    """Refuse a list of destinations that has one register more often than the call writes its name.

    Raises:
        TraceError: It has one.
    """
    registers = [each for each in destinations if hasattr(type(each), "plain_operand")]
    if len(set(map(id, registers))) == len(registers):
        return
    names = frame.f_locals
    loaded = [names.get(name) for name in bytecode_of(frame.f_code).loads(frame.f_lasti)]
    for register in registers:
        count = sum(map(is_, registers, repeat(register)))
        if count > max(1, sum(_is_or_has(each, register) for each in loaded)):
            _refuse(
                f"{register} is among the destinations {count} times, and keeps the last value only",
                f"make a register for each: [reg.scalar({_type_of(register)}) for _ in "
                f"range({len(registers)})], or reg.array",
            )


def _is_or_has(value: object, register: object) -> bool:
    """Whether a value is a register, or holds it: a list, a dictionary, an array, ``p | q``."""
    if value is register:
        return True
    if isinstance(value, (list, tuple, dict)):
        return any(map(is_, value.values() if isinstance(value, dict) else value, repeat(register)))
    if is_array(value):
        return register in value  # type: ignore[operator]
    return register is getattr(value, "left", None) or register is getattr(value, "right", None)


def _check_names(trace: Trace, target: Target, register: object) -> None:
    """Refuse another name of the register, in the frame of the assignment or in those that called it."""
    frame, *callers = author_frames(trace)
    code = frame.f_code
    written = target.name or f"{target.root}[...]"
    loops = bytecode_of(code).loop_names
    for name in _named(frame, register):
        if name != target.name and name not in loops and is_read_after(frame, target.offset, name):
            _refuse(
                f"`{written}` and `{name}` are one register, and `{name}` is read later: the assignment "
                f"to `{written}` changes both",
                f"make one a copy: {target.name or 'x'} = +{name}",
            )
    own = target.name or target.root
    if target.name is None and not (code.co_flags & _KEYWORDS and own == _keywords(frame)):
        return
    for outer in callers:
        for name in _named(outer, register):
            if name == own and name in code.co_freevars:
                continue  # the same variable
            if is_read_after(outer, outer.f_lasti, name):
                copied = f"{own} = +{own}" if target.name else f"{name} = +{name} before the call"
                _refuse(
                    f"`{written}` is the register that the caller names `{name}` and reads later: the "
                    "assignment changes it there",
                    f"start from a copy, {copied}; an instruction writes the caller's "
                    "register: ptx.mov(dst, value)",
                )


def _check_holders(trace: Trace, target: Target, register: object, count: int) -> None:
    """Refuse an assignment to a name whose register a list, a dictionary or an object has, too.

    The variable of a loop is a view of the list, as in NumPy. The search for a register that nothing
    held is not repeated before the next block while the count of its references stays.

    Args:
        trace: The function being traced.
        target: The target.
        register: The register.
        count: How many references to it there are.
    """
    frame, *callers = author_frames(trace)
    unheld = trace.memory.unheld
    if unheld.get(id(register)) == (id(frame), count) or (
        target.name in bytecode_of(frame.f_code).loop_names
    ):
        return
    is_held = False
    for each in (frame, *callers):
        code = bytecode_of(each.f_code)
        offset = target.offset if each is frame else each.f_lasti
        for root, value in each.f_locals.items():
            label = find_value(root, value, register) if may_hold(value) else None
            is_held |= label is not None
            if label is not None and code.is_live_after(offset, root):
                is_element = label.startswith(root)
                held = f"`{label}`" if is_element else f"the variable `{label}` of `{root}`"
                _refuse(
                    f"`{target.name}` is the register of {held}, and `{root}` is read later: the "
                    f"assignment to `{target.name}` changes both",
                    f"copy the register where it gets its second name, `+{target.name}`"
                    + (f", or write it there: `{label} += ...`" if is_element else ""),
                )
    if not is_held:
        unheld[id(register)] = id(frame), count


def _check_copies(trace: Trace, target: Target, register: object) -> None:
    """Refuse a copy of the list, dictionary or object with the register, and a list that has it twice.

    A list with only some of its registers is a view, as a slice: its elements are written on purpose.
    """
    frame, *callers = author_frames(trace)
    holders = _holders(frame, register)
    for held in holders:
        if isinstance(held.value, (list, tuple, dict)):
            count = sum(map(is_, held.contents.values(), repeat(register)))
            if count > 1:
                _refuse(
                    f"elements of `{held.label}` are one register: the assignment to one changes all of them",
                    f"make a register for each: {held.label} = [reg.scalar({_type_of(register)}) for _ in "
                    f"range({len(held.value)})]",
                )
    mine = [held for held in holders if held.root == target.root]
    others = [(held, frame, target.offset) for held in holders if held.root != target.root]
    others += [(held, each, each.f_lasti) for each in callers for held in _holders(each, register)]
    for held, each, offset in others:
        if any(_is_copy(own, held, register) for own in mine) and bytecode_of(each.f_code).is_live_after(
            offset, held.root
        ):
            _refuse(
                f"an element of `{target.root}` is a register of `{held.label}`, too, which is read later: "
                "the assignment changes both",
                f"copy the registers: {held.root} = copy.deepcopy({target.root})",
            )


def _holders(frame: FrameType, register: object) -> list[Container]:
    """The containers of a frame that have a register, and its tuples that have it."""
    names = dict(frame.f_locals)
    tuples = [
        Container(name, name, value, read_sequence(value))
        for name, value in names.items()
        if isinstance(value, tuple)
    ]
    held = (*collect_containers(names.items()), *tuples)
    return [each for each in held if any(map(is_, each.contents.values(), repeat(register)))]


def _is_copy(own: Container, other: Container, register: object) -> bool:
    """Whether another container with a register has the same registers; its numbers may be others.

    A dictionary, or an object of the same class, has it under the same key; what else is there may differ.
    Objects of two classes may share their registers.
    """
    if own.value is other.value:
        return False
    if type(own.value) is not type(other.value) and not isinstance(other.value, (list, tuple, dict)):
        return False
    if not isinstance(own.value, (list, tuple)) and type(own.value) is type(other.value):
        mine = own.contents
        return any(mine.get(key) is register for key, each in other.contents.items() if each is register)
    values, others = own.contents.values(), other.contents.values()
    return len(values) == len(others) and all(
        mine is its or (isinstance(mine, _NUMBERS) and isinstance(its, _NUMBERS))
        for mine, its in zip(values, others, strict=True)
    )


def _type_of(register: object) -> object:
    """The type of a register, for a declaration."""
    return getattr(register, "dtype", "f32")


def _named(frame: FrameType, register: object) -> list[str]:
    """The names of a register in a frame."""
    return [name for name, value in frame.f_locals.items() if value is register]


def _parameters(code: CodeType) -> tuple[str, ...]:
    """The positional and keyword parameters of a function."""
    return code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]


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
    unit = code.unit(offset)
    if not code.opname(unit).startswith(("BINARY_OP", "INPLACE_")):
        return None
    unit = code.next_unit(unit)
    while code.opname(unit) in _SHUFFLES:
        unit = code.next_unit(unit)
    if not code.opname(unit).startswith("STORE_"):
        return None
    name = next((name for kind, name in code.events.get(unit, ()) if kind == "store"), None)
    if name in code.loop_names and not code.is_live_after(unit * 2, name):
        return None
    return Target(unit * 2, name, None if name else next(iter(code.loads(offset)), None))


def _count_of_one_name() -> int:
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


_ALONE = _count_of_one_name()
_BORROWS = sys.version_info >= (3, 14)
"""Whether a call lends names of the caller to parameters, which are not counted then."""
_NUMBERS = (bool, int, float, str, type(None))
_ARGUMENTS, _KEYWORDS = 0x4, 0x8
"""Flags of code, of which `inspect` has the names; that module takes long to load."""
_TARGETS: dict[tuple[int, int], tuple[CodeType, Target | None]] = {}
"""By the identity of a function's code, which the value keeps alive, and the offset of the operator."""
_MOST = 4096
_SHUFFLES = frozenset({"SWAP", "ROT_TWO", "ROT_THREE", "ROT_FOUR", "COPY", "NOP"})
