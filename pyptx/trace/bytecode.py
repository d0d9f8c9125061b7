"""Bytecode of the author's functions: which names are read later, and how a statement is left.

Nothing here needs the source file. A function is decoded once, the first time that something is asked of it.
"""

from __future__ import annotations

import opcode
import sys
from typing import TYPE_CHECKING, NamedTuple

from pyptx.record import record

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from types import CodeType


class Event(NamedTuple):
    """An access of an instruction to a name: ``"load"``, ``"store"``, or ``"set aside"``.

    A comprehension that is compiled into its function sets a variable of the same name aside, and stores it
    back at its end.
    """

    kind: str
    name: str


@record(slots=True)
class Step:
    """One instruction.

    Attributes:
        opname: Its name.
        argument: Its argument.
        events: What it does with names, in order.
        following: Offsets of the instructions that may run next; exceptions aside.
        target: Where it jumps to, or None.
    """

    opname: str
    argument: int
    events: tuple[Event, ...]
    following: tuple[int, ...]
    target: int | None


class Bytecode:
    """The instructions of a code object, by their offset; each is decoded when first asked for."""

    def __init__(self, code: CodeType) -> None:
        self.code = code
        self._raw = code.co_code
        self._names = _Names(code)
        self._steps: dict[int, Step] = {}
        self._live: dict[tuple[int, str], bool] = {}
        self._handlers: list[tuple[int, int, int]] | None = None
        self._jumps: dict[tuple[int, int], tuple[str, int] | None] = {}
        self._loop_names: frozenset[str] | None = None
        self._loads: dict[int, list[str]] = {}
        self._seconds: dict[int, tuple[str, ...]] = {}
        self._last_texts: dict[object, int] | None = None

    def step(self, offset: int) -> Step:
        """The instruction at an offset; that of a prefix does nothing."""
        known = self._steps.get(offset)
        if known is None:
            known = self._steps[offset] = self._decoded(offset)
        return known

    def _decoded(self, offset: int) -> Step:
        raw = self._raw
        number, argument, shift = raw[offset], raw[offset + 1], 8
        prefix = offset - 2
        while prefix >= 0 and raw[prefix] == _EXTENDED:
            argument |= raw[prefix + 1] << shift
            shift, prefix = shift + 8, prefix - 2
        opname, after = opcode.opname[number], self._next_offset(offset)
        target = None
        if number in _ABSOLUTE:
            target = argument * 2
        elif number in _RELATIVE:
            target = after + argument * 2 * (-1 if "BACKWARD" in opname else 1)
        following: tuple[int, ...] = () if opname in _ENDING else (after,)
        if target is not None and not opname.startswith("SETUP_"):
            following = (target,) if opname in _ALWAYS else (after, target)
        return Step(opname, argument, self._names.events(number, argument), following, target)

    def _next_offset(self, offset: int) -> int:
        """The offset behind an instruction and its caches."""
        return self._skip_caches(offset + 2)

    def _skip_caches(self, offset: int) -> int:
        """The first instruction from an offset on."""
        raw = self._raw
        if _CACHES:
            end = len(raw)
            while offset < end and not raw[offset]:
                offset += 2
        return offset

    def start(self, offset: int) -> int:
        """Offset of the instruction that a frame is in; some frames name its last cache entry."""
        while _CACHES and not self._raw[offset]:
            offset -= 2
        return offset

    def steps(self, first: int = 0, last: int | None = None) -> Iterator[tuple[int, Step]]:
        """The instructions from one offset up to another, in order."""
        last = len(self._raw) if last is None else last
        while first < last:
            yield first, self.step(first)
            first = self._next_offset(first)

    def is_live_after(self, offset: int, name: str) -> bool:
        """Whether a path from behind an instruction reads the value that a name has there."""
        return any(self.is_live(following, name) for following in self.step(self.start(offset)).following)

    def is_live(self, offset: int, name: str) -> bool:
        """Whether a path from an instruction on reads the value that a name has there."""
        key = (offset, name)
        if key not in self._live:
            self._live[key] = self._reads(offset, name)
        return self._live[key]

    def _reads(self, offset: int, name: str) -> bool:
        pending, seen, steps = [(offset, False)], set(), self._steps
        while pending:
            place = pending.pop()
            if place in seen:
                continue
            seen.add(place)
            here, aside = place
            step = steps.get(here) or self.step(here)
            for event in step.events:
                if event.name != name:
                    continue
                if event.kind == "load":
                    return True
                if event.kind == "set aside":
                    pending.append((self._end_of_loop(here), True))
                    break
                if not aside:
                    break
                aside = False  # the old value is back
            else:
                for following in step.following:
                    pending.append((following, aside))
        return False

    def _end_of_loop(self, offset: int) -> int:
        """Return the end of the next loop after an instruction."""
        target = next(step.target for _, step in self.steps(offset) if step.opname == "FOR_ITER")
        assert target is not None
        return target

    def between(self, first: int, last: int) -> Iterator[tuple[int, Step]]:
        """The instructions of a block that was entered at one offset and left at another.

        A `for` statement is entered and left at the same one.
        """
        first, last = self.start(first), self.start(last)
        step = self.step(first)
        if first == last and step.opname == "FOR_ITER" and step.target is not None:
            last = step.target
        return self.steps(self._next_offset(first), last)

    def second_names(self, offset: int, renamings: Iterable[int]) -> tuple[str, ...]:
        """The names that are read after a call, and may be second ones of a register in its arguments.

        Args:
            offset: The call; an instruction of another kind has none.
            renamings: The stores that may give a value a second name.
        """
        known = self._seconds.get(offset)
        if known is None:
            names = {event.name for at in renamings for event in self.step(at).events}
            if not names.isdisjoint(self.loads(offset)):
                names = {event.name for _, step in self.steps() for event in step.events}
            if not self.step(self.start(offset)).opname.startswith("CALL"):
                names.clear()
            names -= self.loop_names()
            known = self._seconds[offset] = tuple(
                sorted(name for name in names if self.is_live_after(offset, name))
            )
        return known

    def may_go_back(self, offset: int, label: str) -> bool:
        """Whether the function may branch back to the label that it places here.

        It does not if the label is a constant here, and no instruction behind this one loads that constant.
        """
        consts = self.code.co_consts
        if self._last_texts is None:
            self._last_texts = {}
            for at, step in self.steps():
                if step.opname == "LOAD_CONST" and type(consts[step.argument]) is str:
                    self._last_texts[consts[step.argument]] = at
        before = self.start(offset) - 2
        while opcode.opname[self._raw[before]] in ("CACHE", "PRECALL"):
            before -= 2
        step = self.step(before)
        is_constant = step.opname == "LOAD_CONST" and consts[step.argument] == label
        return not is_constant or self._last_texts[label] > offset

    def loop_names(self) -> frozenset[str]:
        """The variables of `for` statements."""
        if self._loop_names is None:
            raw, found = self._raw, set()
            for offset in (at for at in range(0, len(raw), 2) if raw[at] == _FOR_ITER):
                offset, wanted = self._next_offset(offset), 1
                while wanted:
                    step = self.step(offset)
                    stored = [event.name for event in step.events if event.kind == "store"]
                    if step.opname == "UNPACK_SEQUENCE":
                        wanted += step.argument - 1
                    elif not stored and step.opname not in _IDLE:
                        break
                    found.update(stored[:wanted])
                    wanted -= min(wanted, len(stored))
                    offset = self._next_offset(offset)
            self._loop_names = frozenset(found)
        return self._loop_names

    def loads(self, offset: int) -> list[str]:
        """The names that the statement of an instruction loads before it, in order."""
        known = self._loads.get(offset)
        if known is None:
            first = offset
            while first > 0 and self._raw[first - 2] not in _STATEMENT_ENDS:
                first -= 2
            steps = self.steps(self._skip_caches(first), offset)
            known = [event.name for _, step in steps for event in step.events if event.kind == "load"]
            self._loads[offset] = known
        return known

    def is_in_comprehension(self, offset: int) -> bool:
        """Whether a `FOR_ITER` belongs to a list, set or dict comprehension."""
        if self.code.co_name in ("<listcomp>", "<setcomp>", "<dictcomp>"):
            return True
        if _ADDING.isdisjoint(self._raw[::2]):
            return False
        offset = self.start(offset)
        ends: list[int] = []
        for at, step in self.steps(offset, self.step(offset).target):
            while ends and at >= ends[-1]:
                ends.pop()
            if step.opname == "FOR_ITER" and step.target is not None:
                ends.append(step.target)
            if self._raw[at] in _ADDING and len(ends) < step.argument:
                return True
        return False

    def jump(self, entered: int, left: int) -> tuple[str, int] | None:
        """The `return`, `break` or `continue` that leaves a `with` statement and skips code behind it.

        Args:
            entered: Offset of the call of ``__enter__``.
            left: Offset of the call of ``__exit__``.

        Returns:
            The word, and the offset of an instruction on its line; None where the statement is left by its
            end, or nothing is skipped.
        """
        key = entered, left
        if key not in self._jumps:
            self._jumps[key] = self._jump(self.start(entered), self.start(left))
        return self._jumps[key]

    def _jump(self, entered: int, left: int) -> tuple[str, int] | None:
        handler = self._handler(entered)
        if handler is None or entered == left or self.step(left).target is not None:
            return None
        end = self._landing(self._after_handler(handler))
        here = self._landing(self.step(left).following[0])
        if here == end or (self._returns(here) and self._is_end(end)):
            return None
        copied = self._tail(end)
        if copied is not None and copied == self._tail(here):
            return None
        return self._word(here), self._jump_line(left)

    def _word(self, offset: int) -> str:
        """The statement that goes on at an instruction, behind the ends of the blocks around it."""
        while self.step(offset).opname in _LEAVING | _IDLE and self.step(offset).following:
            offset = self.step(offset).following[-1]
        opname = self.step(offset).opname
        return "return" if opname.startswith("RETURN_") else "continue" if opname == "FOR_ITER" else "break"

    def _handler(self, entered: int) -> int | None:
        """Return the handler of the body of a `with` statement, after the call of ``__enter__``."""
        if not _CACHES:
            step = self.step(entered)
            return step.target if step.opname == "SETUP_WITH" else None
        body = self._next_offset(entered)
        if self._handlers is None:
            self._handlers = list(_exception_table(self.code.co_exceptiontable))
        for start, end, target in self._handlers:
            if start <= body < end:
                after = self.step(target).following
                return target if after and self.step(after[0]).opname == "WITH_EXCEPT_START" else None
        return None

    def _after_handler(self, handler: int) -> int:
        """Return where a `with` statement continues if ``__exit__`` suppressed an exception."""
        for _, step in self.steps(handler):
            if "JUMP" in step.opname and "TRUE" in step.opname and step.target is not None:
                return step.target
        raise AssertionError("a with statement without an end")

    def _landing(self, offset: int) -> int:
        """The first instruction that does something, from an offset on."""
        while self.step(offset).opname in _IDLE and self.step(offset).following:
            offset = self.step(offset).following[-1]
        return offset

    def _tail(self, offset: int) -> list[tuple[str, object]] | None:
        """The instructions up to a `return`, of which the compiler makes copies; None if it is far.

        Copies may load a name in other ways.
        """
        tail: list[tuple[str, object]] = []
        while len(tail) < _SMALL:
            step = self.step(offset)
            tail.extend(step.events or [(step.opname, step.argument)])
            if not step.following:
                return tail
            if len(step.following) > 1:
                return None
            offset = self._landing(step.following[0])
        return None

    def _returns(self, offset: int) -> bool:
        """Whether the function ends here, perhaps with a constant."""
        step = self.step(offset)
        if step.opname == "LOAD_CONST":
            step = self.step(self._landing(step.following[0]))
        return step.opname.startswith("RETURN_")

    def _is_end(self, offset: int) -> bool:
        """Whether the function ends here without a value."""
        step = self.step(offset)
        return (
            step.opname in ("LOAD_CONST", "RETURN_CONST")
            and self.code.co_consts[step.argument] is None
            and self._returns(offset)
        )

    def _jump_line(self, left: int) -> int:
        """An instruction on the line of the jump that leads to a call of ``__exit__``."""
        before = [at for at, _ in self.steps(0, left)]
        while before and self.step(before[-1]).opname in _LEAVING:
            before.pop()
        return before[-1] if before else left


class _Names:
    """Names of the arguments of a function's instructions."""

    def __init__(self, code: CodeType) -> None:
        self.names = code.co_names
        cells = (*code.co_cellvars, *code.co_freevars)
        if sys.version_info >= (3, 11):
            own = [name for name in code.co_cellvars if name not in code.co_varnames]
            self.fast = self.cells = (*code.co_varnames, *own, *code.co_freevars)
        else:
            self.fast, self.cells = code.co_varnames, cells

    def events(self, number: int, argument: int) -> tuple[Event, ...]:
        """Return the accesses of an instruction to names."""
        action = _ACTIONS.get(number)
        if action is None:
            return ()
        names = getattr(self, action[0])
        kinds = action[1]
        if len(kinds) == 1:
            return (Event(kinds[0], names[argument]),)
        return Event(kinds[0], names[argument >> 4]), Event(kinds[1], names[argument & 15])


def _exception_table(table: bytes) -> Iterator[tuple[int, int, int]]:
    """Start, end and target of each entry: numbers of six bits a byte, in CPython 3.11 and later."""
    numbers: list[int] = []
    number = 0
    for byte in table:
        number = number << 6 | byte & 63
        if not byte & 64:
            numbers.append(number)
            number = 0
    for start, length, target, _ in zip(*[iter(numbers)] * 4, strict=True):
        yield start * 2, (start + length) * 2, target * 2


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
_MOST = 256
_SMALL = 16
_CACHES = sys.version_info >= (3, 11)
"""Whether instructions have caches behind them, which read as zeros."""
_EXTENDED = opcode.EXTENDED_ARG
_ADDING = frozenset(opcode.opmap[name] for name in ("LIST_APPEND", "SET_ADD", "MAP_ADD"))
_ABSOLUTE, _RELATIVE = frozenset(opcode.hasjabs), frozenset(opcode.hasjrel)
_ALWAYS = frozenset({"JUMP_FORWARD", "JUMP_ABSOLUTE", "JUMP_BACKWARD", "JUMP_BACKWARD_NO_INTERRUPT"})
_ENDING = frozenset({"RETURN_VALUE", "RETURN_CONST", "RAISE_VARARGS", "RERAISE"})
_IDLE = frozenset(
    {"NOP", "POP_TOP", "POP_EXCEPT", "EXTENDED_ARG", "NOT_TAKEN", "END_FOR", "POP_ITER", *_ALWAYS}
)
_LEAVING = frozenset(
    {"LOAD_CONST", "PRECALL", "CALL", "CALL_FUNCTION", "POP_TOP", "POP_BLOCK", "SWAP", "PUSH_NULL",
     "ROT_TWO", "DUP_TOP", "EXTENDED_ARG", "COPY"}
)  # fmt: skip
_FOR_ITER = opcode.opmap["FOR_ITER"]
_STATEMENT_ENDS = frozenset(
    number
    for name, number in opcode.opmap.items()
    if name.startswith(("STORE_", "POP_TOP", "POP_JUMP", "FOR_ITER", "RESUME"))
    and not name.startswith("STORE_FAST_LOAD")
)
_EVENTS: dict[str, tuple[str, ...]] = {
    "fast LOAD_FAST":                             ("load",),
    "fast LOAD_FAST_BORROW":                      ("load",),
    "fast LOAD_FAST_CHECK":                       ("load",),
    "fast LOAD_FAST_AND_CLEAR":                   ("set aside",),
    "fast STORE_FAST":                            ("store",),
    "fast DELETE_FAST":                           ("store",),
    "fast STORE_FAST_MAYBE_NULL":                 ("store",),
    "fast LOAD_FAST_LOAD_FAST":                   ("load", "load"),
    "fast LOAD_FAST_BORROW_LOAD_FAST_BORROW":     ("load", "load"),
    "fast STORE_FAST_LOAD_FAST":                  ("store", "load"),
    "fast STORE_FAST_STORE_FAST":                 ("store", "store"),
    "cells LOAD_DEREF":                           ("load",),
    "cells LOAD_CLOSURE":                         ("load",),
    "cells LOAD_CLASSDEREF":                      ("load",),
    "cells LOAD_FROM_DICT_OR_DEREF":              ("load",),
    "cells STORE_DEREF":                          ("store",),
    "cells DELETE_DEREF":                         ("store",),
    "names LOAD_NAME":                            ("load",),
    "names STORE_NAME":                           ("store",),
    "names DELETE_NAME":                          ("store",),
    "names STORE_GLOBAL":                         ("store global",),
}  # fmt: skip
"""Accesses of instructions to names, by list of `_Names` and opcode."""
_ACTIONS: dict[int, tuple[str, tuple[str, ...]]] = {}
for _words, _kinds in _EVENTS.items():
    _names, _, _name = _words.partition(" ")
    if _name in opcode.opmap:
        _ACTIONS[opcode.opmap[_name]] = _names, _kinds
