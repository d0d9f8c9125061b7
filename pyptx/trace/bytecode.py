"""Bytecode of the author's functions: their names, and which of them are read later.

`Bytecode.is_live_after` is the question: does a path from here read the value that a name has now? Its tables
are made fast, because the first trace of a kernel needs them. `accesses` reads parts of values, too. Nothing
here needs the source file.

Offsets are in bytes, as frames have them; units are instructions with their arguments, two bytes each. The
caches after an instruction are units that read as zeros.
"""

from __future__ import annotations

import opcode
import re
import sys
from bisect import bisect_left, bisect_right
from functools import cached_property
from types import CodeType
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

Event: TypeAlias = tuple[str, str]
"""An access of an instruction to a name: ``"load"`` or ``"store"``, and the name."""


def numbers_of(prefixes: str, *others: str) -> frozenset[int]:
    """The numbers of the operations whose names start with one of some words, and of others."""
    starts = tuple(prefixes.split())
    return frozenset(
        number for name, number in opcode.opmap.items() if name in others or name.startswith(starts)
    )


def one_of(numbers: Iterable[int]) -> bytes:
    """A pattern for one of some operations; those beyond a byte are the compiler's own."""
    return b"[" + b"".join(b"\\x%02x" % number for number in numbers if number < _BYTE) + b"]"


def positions(
    of: re.Pattern[bytes], operations: bytes, first: int = 0, last: int = sys.maxsize
) -> Iterator[int]:
    """The units with an operation of a class, from one unit up to another."""
    return (match.start() for match in of.finditer(operations, first, last))


class Bytecode:
    """The instructions of a function; each table is made when it is first needed.

    Attributes:
        code: The function.
        operations: The number of each unit's operation.
        arguments: The argument of each unit, without those of the prefixes before it.
    """

    def __init__(self, code: CodeType) -> None:
        self.code = code
        units = code.co_code
        self.operations, self.arguments = units[::2], units[1::2]
        self._live: dict[int, int] = {}
        self._seconds: dict[int, tuple[list[str], list[str]]] = {}

    # -- instructions

    def opname(self, unit: int) -> str:
        """The name of an instruction."""
        return opcode.opname[self.operations[unit]]

    def argument(self, unit: int) -> int:
        """The argument of an instruction, with those of the prefixes before it."""
        found, shift = self.arguments[unit], 8
        while unit and self.operations[unit - 1] == EXTENDED:
            unit -= 1
            found |= self.arguments[unit] << shift
            shift += 8
        return found

    def unit(self, offset: int) -> int:
        """The instruction that a frame is in; some name its last cache, those of 3.10 its first prefix."""
        unit = offset // 2
        while not self.operations[unit]:
            unit -= 1
        while self.operations[unit] == EXTENDED:
            unit += 1
        return unit

    def next_unit(self, unit: int) -> int:
        """The instruction after one."""
        return self._first_from(unit + 1)

    def _first_from(self, unit: int) -> int:
        """The first instruction from a unit on."""
        operations = self.operations
        while unit < len(operations) and operations[unit] in _PREFIXES:
            unit += 1
        return unit

    def previous_unit(self, unit: int) -> int:
        """The instruction before one."""
        unit -= 1
        while unit >= 0 and self.operations[unit] in _UNSEEN:
            unit -= 1
        return unit

    def target(self, unit: int) -> int | None:
        """The instruction that a jump leads to; None for other instructions."""
        operations, number = self.operations, self.operations[unit]
        if number in _ABSOLUTE:
            return self._first_from(self.argument(unit))
        if number not in _RELATIVE:
            return None
        after, last = unit + 1, len(operations)
        while after < last and not operations[after]:
            after += 1
        distance = self.argument(unit)
        return self._first_from(after - distance if number in _BACKWARD else after + distance)

    def following(self, unit: int) -> tuple[int, ...]:
        """The instructions that may run next, the target of a jump last; exceptions aside."""
        number = self.operations[unit]
        after = () if number in _STOPPING else (self._first_from(unit + 1),)
        target = None if number in _SETUPS else self.target(unit)
        return after if target is None else (*after, target)

    def block(self, entered: int, left: int) -> range:
        """The units of a block that was entered at one offset and left at another.

        A `for` statement is entered and left at the same one.
        """
        first, last = self.unit(entered), self.unit(left)
        if first == last and self.operations[first] == FOR_ITER:
            last = self.target(first) or last
        return range(first + 1, last)

    def loads_constant(self, unit: int, value: object) -> bool:
        """Whether an instruction loads a constant."""
        opname = self.opname(unit)
        if opname == "LOAD_SMALL_INT":
            return self.argument(unit) == value
        return opname == "LOAD_CONST" and self.code.co_consts[self.argument(unit)] == value

    def has_constant(self, offset: int, number: int) -> bool:
        """Whether an operator or a call has a constant as its last operand, or as the one before a name."""
        last = self.previous_unit(self.unit(offset))
        return self.loads_constant(last, number) or (
            last in self.events and self.loads_constant(self.previous_unit(last), number)
        )

    @cached_property
    def _last_texts(self) -> dict[object, int]:
        """The last instruction that loads each text."""
        units, consts = positions(_CONSTANTS, self.operations), self.code.co_consts
        found = ((consts[self.argument(unit)], unit) for unit in units)
        return {text: unit for text, unit in found if type(text) is str}

    def may_go_back(self, offset: int, label: str) -> bool:
        """Whether the function may branch back to the label that it places here.

        It does not if the label is a constant here, and no instruction after this one loads that constant.
        """
        before = self.previous_unit(self.unit(offset))
        return not self.loads_constant(before, label) or self._last_texts[label] > offset // 2

    # -- names

    @cached_property
    def events(self) -> dict[int, list[Event]]:
        """The accesses of instructions to names, by unit.

        A comprehension that is compiled into its function sets a variable of the same name aside, and stores
        it back at its end: between, the name is another variable's, and is left out.
        """
        lists, aside = _name_lists(self.code), dict[str, int]()
        found: dict[int, list[Event]] = {}
        operations, arguments = self.operations, self.arguments
        for unit in positions(_NAMING, operations):
            names, kinds = _ACTIONS[operations[unit]]
            argument = self.argument(unit) if operations[unit - 1] == EXTENDED else arguments[unit]
            if len(kinds) == 1:
                events = [(kinds[0], lists[names][argument])]
            else:
                events = [(kinds[0], lists[names][argument >> 4]), (kinds[1], lists[names][argument & 15])]
            if aside or kinds == ("set-aside",):
                events = [event for event in events if not self._is_aside(event, unit, aside)]
            if events:
                found[unit] = events
        return found

    def _is_aside(self, event: Event, unit: int, aside: dict[str, int]) -> bool:
        """Whether an access is to a variable of a comprehension; `aside` has the ends of those loops."""
        kind, name = event
        if kind == "set-aside":
            loop = next(positions(LOOPS, self.operations, unit))
            aside.setdefault(name, self.target(loop) or unit)
        elif name not in aside:
            return False
        elif kind == "store" and unit >= aside[name]:
            del aside[name]
        return True

    @cached_property
    def _units(self) -> list[int]:
        return list(self.events)

    @cached_property
    def _liveness(self) -> tuple[list[int], list[int], int, dict[str, int]]:
        """Starts of basic blocks, names that are read later at their ends and at the entry, bits of names."""
        operations = self.operations
        jumps = {unit: self.following(unit) for unit in positions(_JUMPING, operations)}
        targets = {target for following in jumps.values() for target in following}
        starts = sorted({0, *targets, *map(self.next_unit, jumps)} - {len(operations)})
        bits: dict[str, int] = {}
        loaded, kept = [0] * len(starts), [-1] * len(starts)
        events, block = self.events, len(starts) - 1
        for unit in reversed(self._units):
            while unit < starts[block]:
                block -= 1
            for kind, name in reversed(events[unit]):
                bit = bits.get(name)
                if bit is None:
                    bit = bits[name] = 1 << len(bits)
                if kind == "load":
                    loaded[block] |= bit
                else:
                    loaded[block] &= ~bit
                    kept[block] &= ~bit
        ends = [*starts[1:], len(operations)]
        last = {bisect_right(starts, unit) - 1: following for unit, following in jumps.items()}
        number = {start: block for block, start in enumerate(starts)}
        rows = [
            (block, [number[each] for each in last.get(block, (ends[block],)) if each in number])
            for block in reversed(range(len(starts)))
        ]
        before, behind = [0] * len(starts), [0] * len(starts)
        changed = True
        while changed:
            changed = False
            for block, following in rows:
                live = 0
                for each in following:
                    live |= before[each]
                behind[block] = live
                live = live & kept[block] | loaded[block]
                changed = changed or live != before[block]
                before[block] = live
        return starts, behind, before[0], bits

    def _live_after(self, unit: int) -> int:
        """The names whose values after an instruction are read later, as bits."""
        live = self._live.get(unit)
        if live is None:
            starts, behind, _, bits = self._liveness
            block = bisect_right(starts, unit)
            end = starts[block] if block < len(starts) else len(self.operations)
            live = behind[block - 1]
            units = self._units
            for each in reversed(units[bisect_right(units, unit) : bisect_left(units, end)]):
                for kind, name in reversed(self.events[each]):
                    live = live | bits[name] if kind == "load" else live & ~bits[name]
            self._live[unit] = live
        return live

    def is_live_after(self, offset: int, name: str) -> bool:
        """Whether a path from after the instruction at an offset reads the value that a name has there."""
        return bool(self._live_after(self.unit(offset)) & self._liveness[3].get(name, 0))

    def is_live(self, name: str) -> bool:
        """Whether the function reads the value that a name has when it is called."""
        return bool(self._liveness[2] & self._liveness[3].get(name, 0))

    @cached_property
    def _statements(self) -> list[int]:
        return list(positions(_STATEMENT_ENDS, self.operations))

    def _naming(self, offset: int) -> list[int]:
        """The units that access names in the statement of an instruction, before it."""
        unit, units = offset // 2, self._units
        end = bisect_left(self._statements, unit)
        start = self._statements[end - 1] if end else 0
        return units[bisect_left(units, start) : bisect_left(units, unit)]

    def loads(self, offset: int) -> list[str]:
        """The names that the statement of an instruction loads before it, in order."""
        return [name for each in self._naming(offset) for kind, name in self.events[each] if kind == "load"]

    @cached_property
    def loop_names(self) -> frozenset[str]:
        """The variables of `for` statements."""
        found: set[str] = set()
        for unit in map(self.next_unit, positions(LOOPS, self.operations)):
            kinds: tuple[str, ...] = ()
            while self.operations[unit] in _TARGETS and "load" not in kinds:
                events = self.events.get(unit, ())
                kinds = tuple(kind for kind, _ in events)
                found.update(name for kind, name in events if kind == "store")
                unit = self.next_unit(unit)
        return frozenset(found)

    @cached_property
    def _renamed(self) -> frozenset[str]:
        """The names that stores may give to a value that has a name."""
        units = [
            match.start(1)
            for match in RENAMING.finditer(self.operations)
            if self.operations[match.start()] != _BINARY or self.arguments[match.start()] == SUBSCRIPT
        ]
        return self._stored_by(units) | self.repeated

    @cached_property
    def repeated(self) -> frozenset[str]:
        """The names of lists that have a register more than once."""
        return self._stored_by(match.start(1) for match in REPEATING.finditer(self.operations))

    def _stored_by(self, units: Iterable[int]) -> frozenset[str]:
        events = [event for unit in units for event in self.events.get(unit, ())]
        return frozenset(name for kind, name in events if kind == "store")

    def second_names(self, offset: int) -> tuple[list[str], list[str]]:
        """The names that may be second ones of a register in the arguments of a call.

        An instruction of another kind has none, nor has a method whose first argument is the variable of a
        loop. The second result is the names that the statement loads.
        """
        known = self._seconds.get(offset)
        if known is None:
            names, loads = self._renamed, self.loads(offset)
            before = [self.opname(self.previous_unit(each)) for each in self._naming(offset)[:1]]
            is_method = before in (["LOAD_METHOD"], ["LOAD_ATTR"], ["PUSH_NULL"])
            is_call = self.opname(self.unit(offset)).startswith("CALL")
            if not is_call or (is_method and loads[0] in self.loop_names):
                names = frozenset()
            elif not names.isdisjoint(loads):
                names = frozenset(name for events in self.events.values() for _, name in events)
            known = self._seconds[offset] = sorted(names - self.loop_names), loads
        return known


def gives_second_names(code: CodeType) -> bool:
    """Whether a function may give a register a second name, or a list one register twice."""
    operations = code.co_code[::2]
    return RENAMING.search(operations) is not None or REPEATING.search(operations) is not None


def functions_inside(code: CodeType) -> list[CodeType]:
    """The functions, lambdas and classes that a function defines."""
    return [each for each in code.co_consts if type(each) is CodeType]


def stored_globals(code: CodeType) -> Iterator[str]:
    """The names that a function stores as global ones."""
    if _STORE_GLOBAL in code.co_code[::2]:
        found = bytecode_of(code)
        units = (unit for unit, number in enumerate(found.operations) if number == _STORE_GLOBAL)
        yield from (code.co_names[found.argument(unit)] for unit in units)


def _name_lists(code: CodeType) -> dict[str, tuple[str, ...]]:
    """The lists of names that the arguments of instructions number."""
    if not CACHES:
        cells = (*code.co_cellvars, *code.co_freevars)
        return {"fast": code.co_varnames, "cells": cells, "names": code.co_names}
    own = [name for name in code.co_cellvars if name not in code.co_varnames]
    fast = (*code.co_varnames, *own, *code.co_freevars)
    return {"fast": fast, "cells": fast, "names": code.co_names}


def bytecode_of(code: CodeType) -> Bytecode:
    """The decoded instructions of a function, remembered while there are not too many functions."""
    known = _KNOWN.get(id(code))
    if known is None:
        if len(_KNOWN) >= _MOST:
            _KNOWN.clear()
        known = _KNOWN[id(code)] = Bytecode(code)
    return known


_KNOWN: dict[int, Bytecode] = {}
"""By the identity of a function's code, which its instructions keep alive: code is slow to hash."""
_MOST = 1024
_BYTE = 256
CACHES = sys.version_info >= (3, 11)
"""Whether instructions have caches after them."""
EXTENDED = opcode.EXTENDED_ARG
FOR_ITER = opcode.opmap["FOR_ITER"]
LOOPS = re.compile(one_of([FOR_ITER]))
METHOD_BITS = int(sys.version_info >= (3, 12))
"""Number of bits of the argument of `LOAD_ATTR` after the number of the name."""
PUSHING_NOTHING = (
    "POP_", "STORE_", "DELETE_", "JUMP_", "FOR_ITER", "END_FOR", "LIST_", "SET_ADD", "SET_UPDATE", "MAP_ADD",
    "DICT_", "PRECALL", "NOP", "NOT_TAKEN", "RESUME", "KW_NAMES", "GEN_START", "MAKE_CELL", "COPY_FREE_VARS",
    "SETUP_",
)  # fmt: skip
"""Beginnings of the names of instructions that push nothing; others push one value at least."""
ALWAYS = frozenset({"JUMP_FORWARD", "JUMP_ABSOLUTE", "JUMP_BACKWARD", "JUMP_BACKWARD_NO_INTERRUPT"})
_UNSEEN = numbers_of("", "CACHE", "EXTENDED_ARG", "PRECALL")
_PREFIXES = frozenset({0, EXTENDED})
_ABSOLUTE, _RELATIVE = frozenset(opcode.hasjabs), frozenset(opcode.hasjrel)
_BACKWARD, _SETUPS = numbers_of("JUMP_BACKWARD POP_JUMP_BACKWARD"), numbers_of("SETUP_")
_ENDING = numbers_of("RETURN_VALUE RETURN_CONST RAISE_VARARGS RERAISE")
_STOPPING = _ENDING | numbers_of("", *ALWAYS)
_JUMPING = re.compile(one_of((_ABSOLUTE | _RELATIVE | _ENDING) - _SETUPS))
_TARGETS = numbers_of("STORE_FAST UNPACK_", "STORE_DEREF", "STORE_NAME", "NOP")
_CONSTANTS = re.compile(one_of([opcode.opmap["LOAD_CONST"]]))
_STORE_GLOBAL = opcode.opmap["STORE_GLOBAL"]
_STATEMENT_ENDS = re.compile(one_of(numbers_of("STORE_ POP_TOP POP_JUMP FOR_ITER RESUME")))
_BINARY, SUBSCRIPT = opcode.opmap.get("BINARY_OP"), 26
"""The operation that is a subscript in CPython 3.14, and its argument there."""
_SUBSCRIPTS = "BINARY_SUBSCR" if "BINARY_SUBSCR" in opcode.opmap else "BINARY_OP"
_HELD = numbers_of("LOAD_FAST LOAD_DEREF STORE_FAST_LOAD_FAST", "COPY", "DUP_TOP", "LOAD_NAME", _SUBSCRIPTS)
_BETWEEN = one_of(numbers_of("CACHE EXTENDED_ARG SWAP ROT_")) + b"*"
_STORED = b"(?=" + _BETWEEN + b"(" + one_of(numbers_of("STORE_FAST", "STORE_DEREF", "STORE_NAME")) + b"))"
REPEATING = re.compile(
    one_of(numbers_of("", "BUILD_LIST")) + one_of(numbers_of("LOAD_")) + _BETWEEN
    + one_of(numbers_of("", "BINARY_OP", "BINARY_MULTIPLY")) + _STORED
)  # fmt: skip
"""A list of one value that is multiplied, and after it the store that gives it a name."""
RENAMING = re.compile(
    b"(?<!" + one_of(numbers_of("", "BUILD_SLICE")) + b")"
    + one_of(_HELD - numbers_of("LOAD_FAST_AND_CLEAR")) + _STORED
)  # fmt: skip
"""A value that may have a name, and after it the store that gives it another. A slice is a new list."""
_EVENTS = """
    fast  load       LOAD_FAST LOAD_FAST_BORROW LOAD_FAST_CHECK
    fast  set-aside  LOAD_FAST_AND_CLEAR
    fast  store      STORE_FAST DELETE_FAST STORE_FAST_MAYBE_NULL
    fast  load,load  LOAD_FAST_LOAD_FAST LOAD_FAST_BORROW_LOAD_FAST_BORROW
    fast  store,load   STORE_FAST_LOAD_FAST
    fast  store,store  STORE_FAST_STORE_FAST
    cells load       LOAD_DEREF LOAD_CLOSURE LOAD_CLASSDEREF LOAD_FROM_DICT_OR_DEREF
    cells store      STORE_DEREF DELETE_DEREF
    names load       LOAD_NAME
    names store      STORE_NAME DELETE_NAME STORE_GLOBAL
"""
"""Accesses of instructions to names, by the list that has these."""
_ACTIONS = {
    opcode.opmap[word]: (names, tuple(kinds.split(",")))
    for names, kinds, *words in map(str.split, _EVENTS.strip().splitlines())
    for word in words
    if word in opcode.opmap
}
_NAMING = re.compile(one_of(_ACTIONS))
