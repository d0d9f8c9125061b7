"""Bytecode of the author's functions: which names they read and write, and which are read later.

Nothing here needs the source file.
"""

from __future__ import annotations

import opcode
import re
import sys
from bisect import bisect_left, bisect_right
from functools import cached_property
from types import CodeType
from typing import TYPE_CHECKING, TypeAlias

from pyptx.trace.instructions import (
    CACHES,
    EXTENDED,
    JUMPING,
    LOOPS,
    Instructions,
    numbers_of,
    one_of,
    positions,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator


Event: TypeAlias = tuple[str, str]
"""An access of an instruction to a name: ``"load"`` or ``"store"``, and the name."""


class Bytecode(Instructions):
    """The names in the instructions of a function; each table is made when it is first needed."""

    def __init__(self, code: CodeType) -> None:
        super().__init__(code)
        self._seconds: dict[int, frozenset[str]] = {}

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

    def only_appends(self, name: str) -> bool:
        """Whether the function loads a name only to append to its list."""
        return "append" in self.code.co_names and all(
            len(self.events[unit]) == 1 and self._appends(unit)
            for unit, kind in self._accesses.get(name, ())
            if kind == "load"
        )

    @cached_property
    def _liveness(self) -> tuple[list[int], list[int], list[int], dict[str, int]]:
        """The starts of basic blocks, the names read later at the start and the end of each, their bits."""
        operations = self.operations
        jumps = {unit: self.following(unit) for unit in positions(JUMPING, operations)}
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
        return starts, before, behind, bits

    @cached_property
    def _accesses(self) -> dict[str, list[tuple[int, str]]]:
        """The units that access each name, and how."""
        found: dict[str, list[tuple[int, str]]] = {}
        for unit, events in self.events.items():
            for kind, name in events:
                found.setdefault(name, []).append((unit, kind))
        return found

    def is_live_after(self, offset: int, name: str) -> bool:
        """Whether a path from behind the instruction at an offset reads the value that a name has there."""
        starts, _, behind, bits = self._liveness
        unit = self.unit(offset)
        block = bisect_right(starts, unit) - 1
        end = starts[block + 1] if block + 1 < len(starts) else len(self.operations)
        accesses = self._accesses.get(name, [])
        following = bisect_left(accesses, (unit + 1, ""))
        if following < len(accesses) and accesses[following][0] < end:
            return accesses[following][1] == "load"
        return bool(behind[block] & bits.get(name, 0))

    def is_live(self, name: str) -> bool:
        """Whether the function reads the value that a name has when it is called."""
        _, before, _, bits = self._liveness
        return bool(before[0] & bits.get(name, 0))

    @cached_property
    def _statements(self) -> list[int]:
        return list(positions(_STATEMENT_ENDS, self.operations))

    def _statement(self, unit: int) -> int:
        """The start of the statement of an instruction."""
        last = bisect_left(self._statements, unit)
        return self._statements[last - 1] if last else 0

    def loads(self, offset: int) -> list[str]:
        """The names that the statement of an instruction loads before it, in order."""
        unit, units = offset // 2, self._units
        between = units[bisect_left(units, self._statement(unit)) : bisect_left(units, unit)]
        return [name for each in between for kind, name in self.events[each] if kind == "load"]

    def stores(self, units: Iterable[int] | None = None) -> Iterator[tuple[int, str]]:
        """The targets of stores: names, ``.attribute``, and ``[]`` for elements and `append`."""
        for unit in range(len(self.operations)) if units is None else units:
            opname = self.opname(unit)
            if opname == "STORE_ATTR":
                yield unit, f".{self.code.co_names[self.argument(unit)]}"
            elif opname in ("STORE_SUBSCR", "STORE_SLICE") or self._is_append(unit):
                yield unit, "[]"
            for kind, name in self.events.get(unit, ()):
                if kind == "store":
                    yield unit, name

    def operator(self, unit: int, name: str) -> str:
        """The operator whose result a store stores, where the name is its operand."""
        previous = self.previous_unit(unit)
        symbol = _OLD_OPERATORS.get(self.opname(previous), "")
        if self.opname(previous) == "BINARY_OP" and self.argument(previous) < len(_OPERATORS):
            symbol = _OPERATORS[self.argument(previous)]
        stored = self.events.get(unit, ())
        if len(stored) > 1 and stored[0][1] != name:
            return ""
        loads = self.loads(unit * 2)
        return symbol if name in (loads if symbol in _COMMUTING else loads[:1]) else ""

    def global_loads(self, units: Iterable[int]) -> Iterator[tuple[int, str]]:
        """The global names that instructions load."""
        for unit in units:
            if self.operations[unit] in _GLOBAL_LOADS:
                yield unit, self.code.co_names[self.argument(unit) >> _GLOBAL_LOADS[self.operations[unit]]]

    def reads_global(self, name: str) -> bool:
        """Whether the function loads a global name, other than to append to its list."""
        loads = self.global_loads(positions(_GLOBALS, self.operations)) if name in self.code.co_names else ()
        return any(loaded == name and not self._appends(unit) for unit, loaded in loads)

    def _appends(self, unit: int) -> bool:
        """Whether the instruction behind a load reads the method `append` of the value."""
        return self._is_append(self.next_unit(unit))

    def _is_append(self, unit: int) -> bool:
        """Whether an instruction reads a method `append`."""
        if self.opname(unit) not in ("LOAD_METHOD", "LOAD_ATTR"):
            return False
        return self.code.co_names[self.argument(unit) >> _METHOD_BITS] == "append"

    def loaded_functions(self, units: range) -> list[CodeType]:
        """The functions inside this one that some units define, comprehensions among them."""
        found = positions(_CONSTANTS, self.operations, units.start, units.stop)
        consts = [self.code.co_consts[self.argument(unit)] for unit in found]
        return [each for each in consts if type(each) is CodeType]

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
            if self.operations[match.start()] != _BINARY or self.arguments[match.start()] == _SUBSCRIPT
        ]
        events = [event for unit in units for event in self.events.get(unit, ())]
        return frozenset(name for kind, name in events if kind == "store")

    @cached_property
    def _renamed_loads(self) -> list[int]:
        """The units that load a name of those."""
        return [
            unit
            for unit, events in self.events.items()
            for kind, name in events
            if name in self._renamed and kind == "load"
        ]

    def second_names(self, offset: int) -> frozenset[str]:
        """The names that may be second ones of a register in the arguments of a call.

        An instruction of another kind has none, nor has one that writes the variable of a loop.
        """
        known = self._seconds.get(offset)
        if known is None:
            known, unit = self._renamed, self.unit(offset)
            if not self.opname(unit).startswith("CALL") or self._first_argument(unit) in self.loop_names:
                known = frozenset()
            elif bisect_left(self._renamed_loads, self._statement(unit)) < bisect_left(
                self._renamed_loads, unit
            ):
                known = frozenset(name for events in self.events.values() for _, name in events)
            known = self._seconds[offset] = known - self.loop_names
        return known

    def _first_argument(self, unit: int) -> str | None:
        """The name that is the first argument of a method's call; None if the call is not that simple."""
        units = self._units
        first = units[min(bisect_left(units, self._statement(unit)), len(units) - 1)]
        kind, name = self.events[first][0]
        between = range(self.next_unit(first), unit)
        is_simple = kind == "load" and self.opname(self.previous_unit(first)) in ("LOAD_ATTR", "LOAD_METHOD")
        return name if is_simple and not any(self.operations[each] in _MAKING for each in between) else None

    # -- statements

    def tests_part(self, part: str, units: range | None = None) -> bool:
        """Whether the function, or an instruction of some units, tests what may be a part that is None.

        Tests for None count, and truth tests of the attribute or of an element. Tests of other attributes do
        not, nor do tests of its own parameters in a function that assigns the part.

        Args:
            part: The attribute; empty for an element.
            units: The instructions; all if not given.
        """
        code = self.code
        options: tuple[str, ...] = ()
        if units is None and any(target == (f".{part}" if part else "[]") for _, target in self.stores()):
            options = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
        first, last = (0, sys.maxsize) if units is None else (units.start, units.stop)
        for unit in positions(_TESTS, self.operations, first, last):
            before = self.previous_unit(unit)
            while self.opname(before) in _COPIES:
                before = self.previous_unit(before)
            is_for_none = self.opname(unit).endswith("_NONE")
            if self.operations[unit] in _COMPARING:
                is_for_none = self.loads_constant(before, None)
                before = self.previous_unit(before)
            opname = self.opname(before)
            if opname == "LOAD_ATTR":
                is_part = code.co_names[self.argument(before) >> _METHOD_BITS] == part
            elif opname == _SUBSCRIPTS:
                is_part = not part
            else:
                is_part = is_for_none and all(name not in options for _, name in self.events.get(before, ()))
            if is_part and (is_for_none or self.operations[unit] not in _COMPARING):
                return True
        return False

    def asks_for(self, key: object, word: str, units: range | None = None) -> set[str]:
        """How code asks if a container has a key: by ``in``, or a function or method.

        ``"default"`` is among them if it names what to take where there is none, as ``d.get(key, 0)`` does.

        Args:
            key: The key.
            word: The variable or attribute that is the container.
            units: The instructions; all if not given.
        """
        names, found = self.code.co_names, set[str]()
        first, last = (0, sys.maxsize) if units is None else (units.start, units.stop)
        for unit in positions(_ASKING, self.operations, first, last):
            number = self.operations[unit]
            if number == _CONTAINS:
                asked, is_asked = "in", self._is_word(self.previous_unit(unit), word)
            else:
                asked = names[self.argument(unit) >> _GLOBAL_LOADS.get(number, _METHOD_BITS)]
                if number in _GLOBAL_LOADS:
                    is_asked = asked in ("hasattr", "getattr") and key in self.code.co_consts
                else:
                    is_asked = asked in ("get", "setdefault") and self._is_word(
                        self.previous_unit(unit), word
                    )
            if is_asked:
                found.add(asked)
                call = next(positions(_CALLS, self.operations, unit), unit)
                is_none = self.loads_constant(self.previous_unit(call), None)
                if self.argument(call) == {"get": 2, "getattr": 3}.get(asked) and not is_none:
                    found.add("default")
        return found

    def _is_word(self, unit: int, word: str) -> bool:
        """Whether an instruction loads a variable or an attribute of a name."""
        if self.opname(unit) == "LOAD_ATTR":
            return self.code.co_names[self.argument(unit) >> _METHOD_BITS] == word
        if self.operations[unit] in _GLOBAL_LOADS:
            return self.code.co_names[self.argument(unit) >> _GLOBAL_LOADS[self.operations[unit]]] == word
        return any(kind == "load" and name == word for kind, name in self.events.get(unit, ())[-1:])

    def assigns_first(self, name: str, units: range) -> bool | None:
        """Whether the first instruction that loads a name assigns a part of its value; None if it may.

        ``x[j] = value`` and ``x.field = value`` do, a call with ``x`` as an argument may.
        """
        unit = next((each for each in units if ("load", name) in self.events.get(each, ())), None)
        if unit is None:
            return None
        names = [each for _, each in self.events[unit]]
        depth, is_whole = len(names) - names.index(name), True
        while True:
            unit = self.next_unit(unit)
            opname = self.opname(unit)
            if opname.startswith("LOAD_") and opname not in _PASSED:
                depth += len(self.events.get(unit, " "))
            elif opname.startswith(("BINARY_", "BUILD_SLICE")):
                depth, is_whole = depth - 1, False
            elif opname not in _PASSED:
                break
        if depth == _ASSIGNING.get(opname):
            return True
        return None if is_whole and "CALL" in opname else False

    @cached_property
    def _last_texts(self) -> dict[object, int]:
        """The last instruction that loads each text."""
        units, consts = positions(_CONSTANTS, self.operations), self.code.co_consts
        found = ((consts[self.argument(unit)], unit) for unit in units)
        return {text: unit for text, unit in found if type(text) is str}

    def may_go_back(self, offset: int, label: str) -> bool:
        """Whether the function may branch back to the label that it places here.

        It does not if the label is a constant here, and no instruction behind this one loads that constant.
        """
        before = self.previous_unit(self.unit(offset))
        return not self.loads_constant(before, label) or self._last_texts[label] > offset // 2

    def has_constant(self, offset: int, number: int) -> bool:
        """Whether an operator or a call has a constant as its last operand, or as the one before a name."""
        last = self.previous_unit(self.unit(offset))
        return self.loads_constant(last, number) or (
            last in self.events and self.loads_constant(self.previous_unit(last), number)
        )

    def loads_constant(self, unit: int, value: object) -> bool:
        """Whether an instruction loads a constant."""
        opname = self.opname(unit)
        if opname == "LOAD_SMALL_INT":
            return self.argument(unit) == value
        return opname == "LOAD_CONST" and self.code.co_consts[self.argument(unit)] == value


def functions_inside(code: CodeType) -> list[CodeType]:
    """The functions, lambdas and classes that a function defines."""
    return [each for each in code.co_consts if type(each) is CodeType]


def stored_globals(code: CodeType) -> Iterator[str]:
    """The names that a function, or one inside it, stores as global ones."""
    if _STORE_GLOBAL in code.co_code[::2]:
        found = bytecode_of(code)
        units = (unit for unit, number in enumerate(found.operations) if number == _STORE_GLOBAL)
        yield from (code.co_names[found.argument(unit)] for unit in units)
    for inner in functions_inside(code):
        yield from stored_globals(inner)


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
_TARGETS = numbers_of("STORE_FAST UNPACK_", "STORE_DEREF", "STORE_NAME", "NOP")
_GLOBAL_LOADS = {opcode.opmap["LOAD_GLOBAL"]: int(CACHES), opcode.opmap["LOAD_NAME"]: 0}
"""Operations that load a global name, and the bits that their arguments have behind its number."""
_CONSTANTS = re.compile(one_of([opcode.opmap["LOAD_CONST"]]))
_STORE_GLOBAL = opcode.opmap["STORE_GLOBAL"]
_CONTAINS = opcode.opmap["CONTAINS_OP"]
_CALLS = re.compile(one_of(numbers_of("CALL_", "CALL")))
_MAKING = numbers_of("CALL_ BINARY_", "CALL LOAD_ATTR LOAD_METHOD")
"""Operations that make a value of others."""
_ASKING = re.compile(one_of({_CONTAINS, *_GLOBAL_LOADS} | numbers_of("", "LOAD_ATTR", "LOAD_METHOD")))
_COMPARING = numbers_of("", "IS_OP", "COMPARE_OP")
_TESTS = re.compile(one_of(_COMPARING | numbers_of("POP_JUMP_ JUMP_IF_", "UNARY_NOT")))
_GLOBALS = re.compile(one_of(_GLOBAL_LOADS))
_METHOD_BITS = int(sys.version_info >= (3, 12))
_COPIES = frozenset({"COPY", "DUP_TOP", "TO_BOOL", "NOT_TAKEN"})
_ASSIGNING = {"STORE_ATTR": 1, "STORE_SUBSCR": 2, "STORE_SLICE": 3}
"""Operations that assign a part of a value, and how many operands they have from that value on."""
_PASSED = frozenset({"LOAD_ATTR", "LOAD_METHOD", "KW_NAMES", "PUSH_NULL"})
_STATEMENT_ENDS = re.compile(one_of(numbers_of("STORE_ POP_TOP POP_JUMP FOR_ITER RESUME")))
_SUBSCRIPTS = "BINARY_SUBSCR" if "BINARY_SUBSCR" in opcode.opmap else "BINARY_OP"
_BINARY, _SUBSCRIPT = opcode.opmap.get("BINARY_OP"), 26
"""The operation that is a subscript in CPython 3.14, and its argument there."""
_HELD = numbers_of("LOAD_FAST LOAD_DEREF STORE_FAST_LOAD_FAST", "COPY", "DUP_TOP", "LOAD_NAME", _SUBSCRIPTS)
RENAMING = re.compile(
    b"(?<!" + one_of(numbers_of("", "BUILD_SLICE")) + b")"
    + one_of(_HELD - numbers_of("LOAD_FAST_AND_CLEAR"))
    + b"(?=" + one_of(numbers_of("CACHE EXTENDED_ARG SWAP ROT_")) + b"*"
    + b"(" + one_of(numbers_of("STORE_FAST", "STORE_DEREF", "STORE_NAME")) + b"))"
)  # fmt: skip
"""A value that may have a name, and behind it the store that gives it another. A slice is a new list."""
_COMMUTING = frozenset("+*&|^")
_OPERATORS = ("+", "&", "//", "<<", "@", "*", "%", "|", "**", ">>", "-", "/", "^")
_OLD_OPERATORS = {
    "BINARY_ADD": "+", "BINARY_SUBTRACT": "-", "BINARY_MULTIPLY": "*", "BINARY_TRUE_DIVIDE": "/",
    "BINARY_FLOOR_DIVIDE": "//", "BINARY_MODULO": "%", "BINARY_LSHIFT": "<<", "BINARY_RSHIFT": ">>",
    "BINARY_AND": "&", "BINARY_OR": "|", "BINARY_XOR": "^",
}  # fmt: skip
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
