"""The names to which the author of a kernel assigns the result of a call.

They are read from the bytecode after the call: the value is followed along the stack, into tuples, lists and
comprehensions, through `return` to the caller, and out of a sequence that several names unpack. A value that
goes another way is looked up when the kernel is traced, among the variables of the functions that made it:
``tiles["a"]``, ``stage.full``.
"""

from __future__ import annotations

import dis
import re
from collections import Counter
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from pyptx.record import replace
from pyptx.trace.bytecode import ALWAYS, FOR_ITER, LOOPS, PUSHING_NOTHING, bytecode_of, positions
from pyptx.trace.contents import element_name, walk
from pyptx.trace.source import author, is_inside

if TYPE_CHECKING:
    from types import FrameType

    from pyptx.layouts.shared_names import SharedName
    from pyptx.trace.bytecode import Bytecode

Places: TypeAlias = "tuple[int | None, ...]"
"""The indices of a value in the sequences that hold it, outermost first; None for a comprehension's."""


class SharedNames(list["SharedName"]):
    """The author's names of arrays in shared memory; of two for one array the later counts."""

    def __init__(self) -> None:
        super().__init__()
        self._made: Counter[object] = Counter()
        self._assigned: list[_Assigned] = []

    def add(self, array: SharedName, value: Any, *, is_named: bool = False) -> None:
        """Add an array under the names to which the author assigns it.

        Elements of a comprehension are numbered through the kernel.

        Args:
            array: The array; one without a name is left out if it is not assigned to one.
            value: The value that the author assigns.
            is_named: Whether the author chose its name.
        """
        if is_named:
            self.append(array)
            return
        frame, _ = author()
        names = _assigned(frame, self._made)
        is_known = None in names
        array = replace(array, name=names.pop(None, array.name))
        self._assigned.append(_Assigned(array, value, _frames(frame), is_known, len(self)))
        if array.name:
            self.append(array)
        if not array.row_bytes:
            part = replace(array, shape=array.shape[1:])
            for index, name in names.items():
                offset = array.offset + (index or 0) * part.bytes
                self.append(replace(part, name=name, offset=offset))

    def resolve(self) -> None:
        """Look up the arrays that no name was found for, and those whose name several arrays have.

        The functions that made them have ended, and their variables hold what they assigned.
        """
        homes: dict[str, set[str]] = {}
        for each in self:
            homes.setdefault(each.name, set()).add(each.variable)
        for array, value, frames, is_known, place in reversed(self._assigned):
            several = len(homes.get(array.name, ())) > 1
            if is_known and not several:
                continue
            paths = [path for frame in frames if (path := _path_to(value, frame)) not in ("", array.name)]
            path = next((path for path in paths if not path.startswith("self.")), paths[0] if paths else "")
            if path and array.name:
                self[place] = replace(array, name=path)
            elif path:
                self.insert(place, replace(array, name=path))
        self._assigned.clear()


class _Assigned(NamedTuple):
    """An array, until its names are resolved.

    Attributes:
        array: The array, under the name that was found first.
        value: The value that the author assigns.
        frames: The author's functions that made it, the innermost first.
        is_known: Whether the author assigned it to that name.
        place: Its place among the names.
    """

    array: SharedName
    value: Any
    frames: tuple[FrameType, ...]
    is_known: bool
    place: int


def _frames(frame: FrameType | None) -> tuple[FrameType, ...]:
    """The frames of the author's functions from one to the kernel's."""
    found = []
    while frame is not None and not is_inside(frame.f_code):
        found.append(frame)
        frame = frame.f_back
    return tuple(found)


def _path_to(wanted: Any, frame: FrameType) -> str:
    """Return the expression by which a function's author reaches a value from its variables, or ''."""
    for name, value in frame.f_locals.items():
        if value is wanted:
            return name
    for holder in walk(frame.f_locals.items()):
        for key, part in holder.contents.items():
            if part is wanted:
                return re.sub(r"\['(\w*)'\]", r'["\1"]', element_name(holder.label, holder.value, key))
    return ""


def _assigned(frame: FrameType | None, made: Counter[object]) -> dict[int | None, str]:
    """The names of a call's result (by None) and, if names unpack it, of its elements by their index."""
    places: Places = ()
    ended = "returns"
    while frame is not None and ended and not is_inside(frame.f_code):
        code = bytecode_of(frame.f_code)
        unit = code.unit(frame.f_lasti)
        if ended == "returns":
            unit = code.next_unit(unit)
        elif code.opname(unit) == "UNPACK_SEQUENCE":  # it unpacks a generator, which counts its values
            place = code.code, unit
            places = (made[place] % code.argument(unit), *places)
            made[place] += 1
        else:
            break
        value = _Value(code, unit, places)
        names = value.names()
        if names:
            return {index: _numbered(*name, made) for index, name in names.items()}
        places, ended, frame = value.places, value.ended, frame.f_back
    return {}


def _numbered(name: str, places: Places, made: Counter[object]) -> str:
    """A name with the indices of a value, of which one may count the values of a comprehension."""
    number = made[name, places]
    made[name, places] += 1
    return name + "".join(f"[{number if index is None else index}]" for index in places)


class _Value:
    """A value on the stack of a function, followed from an instruction on.

    Attributes:
        places: Its indices in the sequences that hold it.
        ended: ``"returns"`` or ``"yields"`` if the function gives it to its caller, else empty.
    """

    def __init__(self, code: Bytecode, unit: int, places: Places, above: int = 0) -> None:
        self.places = places
        self.ended = ""
        self._code, self._unit = code, unit
        self._above = above

    def names(self) -> dict[int | None, tuple[str, Places]]:
        """The names that store the value and, if it is unpacked, its elements by their index."""
        for _ in range(_MOST):
            opname, argument = self._code.opname(self._unit), self._code.argument(self._unit)
            if opname.startswith("STORE") and opname not in _OTHER_STORES:
                if (name := self._store(opname, argument)) is not None:
                    return {None: (name, self.places)}
            elif self._above or opname not in _LEAVING:
                if opname == "UNPACK_SEQUENCE" and not self._above and not self.places:
                    return self._names_of_elements(argument)
                if not self._run(opname, argument):
                    break
            else:
                self.ended = _LEAVING[opname]
                break
        return {}

    def _names_of_elements(self, count: int) -> dict[int | None, tuple[str, Places]]:
        after = self._code.next_unit(self._unit)
        found = ((index, _Value(self._code, after, (), index).names()) for index in range(count))
        return {index: names[None] for index, names in found if None in names}

    def _store(self, opname: str, argument: int) -> str | None:
        """Run an instruction that stores; return the name if it stores the value."""
        code = self._code
        names = [name for kind, name in code.events.get(self._unit, ()) if kind == "store"]
        if opname == "STORE_ATTR":
            self._above -= 1  # the object of the attribute
            names = [code.code.co_names[argument]]
        for name in names or [""]:
            if not self._above:
                return name or None
            self._above -= 1
        self._above += opname.endswith("LOAD_FAST")
        self._unit = code.next_unit(self._unit)
        return None

    def _run(self, opname: str, argument: int) -> bool:
        """Run an instruction that stores nothing; False if it uses the value in another way."""
        code, unit, above = self._code, self._unit, self._above
        following = code.next_unit(unit)
        if opname == "UNPACK_EX" and not above:
            return False
        if opname in ("BUILD_TUPLE", "BUILD_LIST") and above < argument:
            self._above, self.places = 0, (argument - 1 - above, *self.places)
        elif opname == "LIST_APPEND" and not above and None not in self.places:
            loops = positions(LOOPS, code.operations, 0, unit)
            around = [loop for loop in loops if unit < (code.target(loop) or 0)]
            self._above, self.places, following = 1, (None, *self.places), around[1 - argument]
        elif opname == "UNPACK_SEQUENCE" and not above and self.places[0] is not None:
            self._above, *rest = self.places  # type: ignore[assignment]  # no None is first
            self.places = tuple(rest)
        elif opname in _TURNING:
            size = _TURNING[opname] or argument
            top, inner = {0: size - 1}, {k: k - 1 for k in range(1, size)}
            ends = top | ({size - 1: 0} if opname == "SWAP" else inner)
            self._above = ends.get(above, above)
        else:
            leaves = opname in ALWAYS or code.operations[unit] == FOR_ITER
            given = argument if code.operations[unit] >= dis.HAVE_ARGUMENT else None
            effect = dis.stack_effect(code.operations[unit], given, jump=leaves)
            if above < (not opname.startswith(PUSHING_NOTHING)) - effect:
                return False
            self._above += effect
            following = code.target(unit) or following if leaves else following
        self._unit = following
        return True


_MOST = 1000
"""Most instructions over which a value is tracked."""
_LEAVING = {"RETURN_VALUE": "returns", "YIELD_VALUE": "yields"}
_OTHER_STORES = ("STORE_SUBSCR", "STORE_SLICE")
"""Instructions that store in a container, whose index no name has."""
_TURNING = {"SWAP": 0, "ROT_TWO": 2, "ROT_THREE": 3, "ROT_FOUR": 4, "ROT_N": 0}
"""Instructions that rotate values at the top of the stack, and how many; 0 if the argument says it."""
