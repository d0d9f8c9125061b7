"""Two Python names of one register, one of which is written while the other is read later.

``y = x; y += 1`` reads as if `x` stayed, but an augmented assignment writes the register, which both name.
The places of a register are those that the names of the author's frames lead to: names, elements, attributes,
variables of functions. A second one is refused if its name is read later in the bytecode. Python's reference
count shows at once that there is none.
"""

from __future__ import annotations

import sys
from itertools import repeat
from operator import is_
from types import FunctionType
from typing import TYPE_CHECKING, NamedTuple, NoReturn

from pyptx.errors import TraceError
from pyptx.trace.accesses import accesses_of
from pyptx.trace.author_names import author_frames
from pyptx.trace.bytecode import bytecode_of
from pyptx.trace.contents import READERS, Holder, element_name, read_iterator, reads_first, walk
from pyptx.trace.operands import is_array, is_register
from pyptx.trace.source import at, caller, is_inside

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from types import CodeType, FrameType

    from pyptx.trace.body import Trace


class Target(NamedTuple):
    """The target of an augmented assignment.

    Attributes:
        offset: Offset of the store.
        name: The name; None for an element or an attribute.
        root: The name that it starts with.
    """

    offset: int
    name: str | None
    root: str | None


class Place(NamedTuple):
    """A place that has a register.

    Attributes:
        frame: The frame whose name leads to it.
        root: The name.
        label: How the author writes the place.
        holder: The list, array, dictionary, object or function that has the register; None for a name.
    """

    frame: FrameType
    root: str
    label: str
    holder: Holder | None = None

    def __str__(self) -> str:
        is_variable = not self.label.startswith(self.root)
        return f"the variable `{self.label}` of `{self.root}`" if is_variable else f"`{self.label}`"


def check_augmented(register: object, trace: Trace | None) -> None:
    """Refuse an augmented assignment to a register that has another place, which is read later.

    Args:
        register: The register that the author's line writes.
        trace: The function being traced.

    Raises:
        TraceError: The register is read later under another name.
    """
    is_alone = sys.getrefcount(register) <= _ALONE
    if trace is None or (is_alone and not _BORROWS):
        return
    frame = sys._getframe(2)  # noqa: SLF001 - that of the statement, which called the operator
    code = frame.f_code
    key = id(code), frame.f_lasti
    known = _TARGETS.get(key)
    if known is None:
        if len(_TARGETS) >= _MOST:
            _TARGETS.clear()
        known = _TARGETS[key] = code, _target(code, frame.f_lasti)
    target = known[1]
    parameters = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
    if target is None or (is_alone and target.name not in parameters):
        return
    places = [place for each in author_frames(trace) for place in _places(each, register)]
    own = [each for each in places if each.frame is frame and each.root == target.root]
    for place in own if target.name is None else ():
        _check_repeated(place.holder, register)
    written = target.name or f"{target.root}[...]"
    for place in places:
        offset = target.offset if place.frame is frame else place.frame.f_lasti
        is_live = bytecode_of(place.frame.f_code).is_live_after
        if _is_second(place, target, frame, own, register) and is_live(offset, place.root):
            advice = f"copy the register where it gets its second name: `+{target.name or place.label}`"
            if target.name is None and place.holder is not None:
                advice = f"copy the registers: {place.root} = copy.deepcopy({target.root})"
            elif place.frame is not frame:
                advice = f"start from a copy, {target.name} = +{target.name}"
            _refuse(
                f"`{written}` and {place} are one register, and `{place.root}` is read later: the assignment "
                "changes both",
                advice,
            )


def _is_second(place: Place, target: Target, frame: FrameType, own: list[Place], register: object) -> bool:
    """Whether a place that holds the register of an augmented assignment differs from its target.

    The variable of a `for` statement is a view of the list that it iterates over, as in NumPy, and so is a
    part of a list. A function writes the element that it is given.
    """
    is_own = place.frame is frame
    if place.label == target.name and (is_own or place.label in frame.f_code.co_freevars):
        return False
    if place.holder is None:
        loops = bytecode_of(place.frame.f_code).loop_names
        return place.root not in loops and (is_own or target.name is not None)
    if target.name is not None:
        return target.name not in bytecode_of(frame.f_code).loop_names
    return not (is_own and place.root == target.root) and any(
        _is_copy(each.holder, place, register) for each in own if each.holder is not None
    )


def _check_repeated(holder: Holder | None, register: object) -> None:
    """Refuse to write an element or an attribute whose register another one of the same value is."""
    count = 0 if holder is None else sum(map(is_, holder.contents.values(), repeat(register)))
    if holder is not None and count > 1:
        one = f"reg.scalar({getattr(register, 'dtype', 'f32')})"
        _refuse(
            f"parts of `{holder.label}` are one register: what writes one changes all of them",
            f"make a register for each: {one}, or reg.array",
        )


def _places(frame: FrameType, register: object) -> Iterator[Place]:
    """The places of a register that the names of a frame lead to.

    A variable that a function shares is one if the function reads it.
    """
    for name, value in frame.f_locals.items():
        if value is register:
            yield Place(frame, name, name)
        arrays = [Holder(name, name, value, dict(enumerate(value)))] if _has(value, register) else []
        for holder in (*arrays, *walk([(name, value)])):
            function = holder.value if isinstance(holder.value, FunctionType) else None
            if READERS[type(holder.value)] is read_iterator:
                continue
            for key, part in holder.contents.items():
                is_it = part is register or _has(part, register)
                if is_it and (function is None or reads_first(function, key)):
                    label = f"{name}[{key}]" if arrays else element_name(holder.label, holder.value, key)
                    if part is not register:
                        at = next(index for index, each in enumerate(part) if each is register)
                        label = f"{label}[{at}]"
                    yield Place(frame, name, label, holder)


def _has(value: object, register: object) -> bool:
    """Whether an array has a register."""
    return is_array(value) and register in value  # type: ignore[operator]


def _is_copy(own: Holder, place: Place, register: object) -> bool:
    """Whether a place is in a copy of a value with the same registers; its numbers may be others.

    A dictionary, or an object of the same class, has the register under the same key; what else is there may
    differ. Objects of two classes may share their registers, and a slice of an array is a view of it.
    """
    other = place.holder
    if other is None or own.value is other.value:
        return False
    is_alike = type(own.value) is type(other.value)
    if not is_alike and not isinstance(other.value, (list, tuple, dict)):
        return False
    if is_alike and not isinstance(own.value, (list, tuple)):
        mine = own.contents
        return any(mine.get(key) is register for key, each in other.contents.items() if each is register)
    if is_array(own.value):  # its registers are a view, `acc[:]` and `acc.regs()`, but not in a new list
        accesses = accesses_of(place.frame.f_code)
        made = {each.value for each in accesses if each.kind == "store" and each.path == place.root}
        if made.isdisjoint({"list()", "tuple()", "()", ""}):
            return False
    values, others = own.contents.values(), other.contents.values()
    return len(values) == len(others) and all(
        mine is its or (isinstance(mine, _NUMBERS) and isinstance(its, _NUMBERS))
        for mine, its in zip(values, others, strict=True)
    )


def check_written(value: object, frame: FrameType) -> None:
    """Refuse a call that writes a register which has a second name in its frame, read later.

    Registers that a helper or a loop over a list writes are named there once more on purpose.

    Args:
        value: The destination of the instruction: a register, or several in a list, an array or ``p | q``.
        frame: The author's frame.

    Raises:
        TraceError: The register is read later under another name.
    """
    code = bytecode_of(frame.f_code)
    seconds, loads = code.second_names(frame.f_lasti)
    if not seconds:
        return
    names = frame.f_locals
    for name in code.repeated:
        if isinstance(names.get(name), list):
            _check_repeated(Holder(name, name, names[name], dict(enumerate(names[name]))), value)
    if is_register(value):
        seconds = [name for name in seconds if names.get(name) is value]
    for second in seconds:
        register = names.get(second)
        if is_register(register) and _is_or_has(value, register):
            name = next((each for each in loads if _is_or_has(names.get(each), register)), second)
            is_second = name != second and name not in code.loop_names
            if is_second and code.is_live_after(frame.f_lasti, second):
                written = name if names[name] is register else f"an element of {name}"
                _refuse(
                    f"`{written}` and `{second}` are one register, and `{second}` is read later: the "
                    "instruction writes both",
                    f"make one a copy before: {second} = +{second}",
                )


def check_distinct(destinations: Sequence[object], frame: FrameType) -> None:
    """Refuse a list of destinations that has one register more often than the call writes its name.

    Raises:
        TraceError: A register occurs too often.
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


def _type_of(register: object) -> object:
    """The type of a register, for a declaration."""
    return getattr(register, "dtype", "f32")


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
    """Number of references, seen from the place of the check, to a value that has one name only."""

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
_TARGETS: dict[tuple[int, int], tuple[CodeType, Target | None]] = {}
"""By the identity of a function's code, which the value keeps alive, and the offset of the operator."""
_MOST = 4096
_SHUFFLES = frozenset({"SWAP", "ROT_TWO", "ROT_THREE", "ROT_FOUR", "COPY", "NOP"})
