"""The comparison of the author's names at the end of a block with those at its start.

A `State` has the author's names at one moment, as tables: the names of each frame, global names, and what
lists, dictionaries, objects and functions hold that names lead to. A `Watch` takes one at the start of a
block, and at its end reads the same tables again. A value that changed is refused if

* the next iteration reads the old one: bytecode says that it reads the name which leads to the table;
* threads that pass over the block read the new one after it;
* a second iteration would change it once more, and it is read after the loop.
"""

from __future__ import annotations

import sys
from collections import deque
from types import FunctionType
from typing import TYPE_CHECKING, Any, NamedTuple

from pyptx.errors import TraceError
from pyptx.ir import Instruction
from pyptx.ir.visit import walk
from pyptx.trace.bytecode import bytecode_of
from pyptx.trace.operands import mentioned_names, since, written_names
from pyptx.trace.rebinding.contents import (
    MISSING,
    PARTED,
    READERS,
    Change,
    Container,
    Contents,
    Tables,
    changed_elements,
    collect_containers,
    element_name,
    find_value,
    is_array,
    is_register,
    is_same,
    is_unchanged,
    is_value,
    kind_of,
    read_iterator,
    read_sequence,
)
from pyptx.trace.rebinding.functions import (
    Seen,
    Space,
    asks_for,
    block_of,
    called_in,
    find_store,
    functions_of,
    loaded_in,
    reached_globals,
    reads_first,
    root_of,
    uses_iterator,
)
from pyptx.trace.rebinding.leaving import check_left
from pyptx.trace.rebinding.wording import HATCH, Limits, describe, describe_block, is_meant
from pyptx.trace.source import at, is_inside, source_in

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import FrameType

    from pyptx.ir import Source
    from pyptx.trace.body import Opened, Trace


class Snapshot(NamedTuple):
    """One frame of the author at one moment.

    Attributes:
        frame: The frame.
        offset: Where it was.
        names: The values of its names.
        holders: The names whose values hold others, and these values.
        containers: The containers that they lead to.
    """

    frame: FrameType
    offset: int
    names: dict[str, Any]
    holders: list[tuple[str, Any]]
    containers: list[Container]


class State(NamedTuple):
    """The author's frames, from the innermost to the one that started the trace, and the global names.

    Attributes:
        snapshots: The frames.
        globals: Global names, the names of their modules, and the values.
        containers: The containers that these lead to.
    """

    snapshots: list[Snapshot]
    globals: list[tuple[str, Space, Any]]
    containers: list[Container]


class Memory:
    """The names of frames, as long as they stay, and global names, for all snapshots of one trace.

    Attributes:
        unheld: Since the last look: registers that no container held, by their identity, with the identity
            of the frame that wrote them and the count of their references then.
    """

    def __init__(self) -> None:
        self.unheld: dict[int, tuple[int, int]] = {}
        self._snapshots: dict[int, Snapshot] = {}
        self._entered: Seen = {}
        self._reached: Seen = {}
        self._globals: dict[tuple[str, int], Space] = {}
        self._tables: Tables = {}

    def look(self, trace: Trace) -> State:
        """Look at the author's frames; what was remembered of others is forgotten."""
        self.unheld.clear()
        frames = author_frames(trace)
        made = [self._snapshot(frame, dict(frame.f_locals)) for frame in frames]
        self._snapshots = {id(snapshot.frame): snapshot for snapshot in made}
        if not self._globals:
            return State(made, [], [])
        found = [(name, space, space[name]) for (name, _), space in self._globals.items() if name in space]
        values = ((name, value) for name, _, value in found)
        containers = collect_containers(values, are_global=True, tables=self._tables)
        return State(made, found, containers)

    def _snapshot(self, frame: FrameType, names: dict[str, Any]) -> Snapshot:
        last = self._snapshots.get(id(frame))
        if last is not None and is_unchanged(last.names, names):
            names, holders = last.names, last.holders
        else:
            holders = _holders(names)
        if id(frame.f_code) not in self._entered:
            self._entered[id(frame.f_code)] = frame.f_code
            for name, space in reached_globals(frame, names, self._reached):
                self._globals[name, id(space)] = space
        containers = collect_containers(holders, tables=self._tables) if holders else []
        return Snapshot(frame, frame.f_lasti, names, holders, containers)


def _holders(names: dict[str, Any]) -> list[tuple[str, Any]]:
    """The names whose values hold others, and these values."""
    return [(name, value) for name, value in names.items() if READERS[type(value)] is not None]


def _running(trace: Trace) -> set[int]:
    """The identities of the frames up to the one that started the trace."""
    frame: FrameType | None = sys._getframe(1)  # noqa: SLF001 - of this package
    found: set[int] = set()
    while frame is not None:
        found.add(id(frame))
        frame = None if frame is trace.outermost else frame.f_back
    return found


def author_frames(trace: Trace) -> list[FrameType]:
    """The author's frames, from the innermost to the one that started the trace."""
    frame: FrameType | None = sys._getframe(2)  # noqa: SLF001 - those before are of this package
    found: list[FrameType] = []
    while frame is not None:
        if not is_inside(frame.f_code):
            found.append(frame)
        if frame is trace.outermost:
            return found
        frame = frame.f_back
    return found[:1]


class Watch:
    """The author's names at the start of a block, which are compared with those at its end."""

    __slots__ = ("_before", "_kept", "_skips", "opened", "trace")

    def __init__(self, trace: Trace, opened: Opened, body: Callable[[], object] | None = None) -> None:
        """Look at all frames between the innermost one and the one that started the trace.

        Args:
            trace: The function being traced.
            opened: The block.
            body: The function that traces the body, where that is not in a frame.
        """
        self.trace = trace
        self.opened = opened
        self._before = trace.memory.look(trace)
        self._skips: list[State] = []
        name = getattr(body, "__name__", "body")
        self._kept = collect_containers([(name, body)], are_global=True) if body is not None else []

    def note_skip(self) -> None:
        """Record that threads leave the block here: they see the names as they are now."""
        self._skips.append(self.trace.memory.look(self.trace))

    def check(self, *, again: str | None = None, skipped: bool = False, leaves: bool = False) -> None:
        """Compare the names with those at the start of the block.

        Args:
            again: The label at the top of a body that is repeated.
            skipped: Whether threads may pass over the block.
            leaves: Whether a `with` statement is left here.

        Raises:
            TraceError: A name has changed that is read in the next iteration, or after the block by threads
                that passed over it; or `return`, `break` or `continue` leaves the statement.
        """
        frames = _running(self.trace)
        if leaves:
            for snapshot in self._before.snapshots:
                if id(snapshot.frame) in frames and snapshot.frame.f_lasti != snapshot.offset:
                    check_left(snapshot.frame, snapshot.offset, self.opened.what)
        comparison = _Comparison(self, self._before, frames, again, skipped=skipped)
        comparison.run()
        for kept in self._kept:
            comparison.compare_contents(kept, None, of_body=True)
        for state in self._skips:
            _Comparison(self, state, frames, None, skipped=True).run()


class _Comparison:
    """The names at the end of a block and an earlier state; global names have no snapshot of a frame."""

    def __init__(
        self, watch: Watch, state: State, frames: set[int], again: str | None, *, skipped: bool
    ) -> None:
        self._watch = watch
        self._trace = watch.trace
        self._state = state
        self._snapshots = [each for each in state.snapshots if id(each.frame) in frames]
        self._again = again
        self._skipped = skipped
        self._mentioned: set[str] | None = None
        self._replaced: set[int] = set()

    def run(self) -> None:
        """Compare names, containers and iterators."""
        for snapshot in self._snapshots:
            now = snapshot.frame.f_locals
            if not is_unchanged(snapshot.names, now):
                changed = [old for name, old in snapshot.names.items() if now.get(name, old) is not old]
                self._replaced = set(map(id, filter(is_register, changed)))
                for name, old in snapshot.names.items():
                    new = now.get(name, old)
                    if new is not old:
                        self._judge(_changed_parts(name, old, new, snapshot.containers), name, snapshot)
            for kept in snapshot.containers:
                self.compare_contents(kept, snapshot)
        for name, space, old in self._state.globals:
            new = space.get(name, old)
            if new is not old and not is_same(old, new):
                self._judge([Change(name, old, new)], name, None)
        for kept in self._state.containers:
            self.compare_contents(kept, None)

    def compare_contents(self, kept: Container, snapshot: Snapshot | None, *, of_body: bool = False) -> None:
        """Compare a container with its earlier contents.

        Args:
            kept: The container.
            snapshot: The frame whose names lead to it; None for a global one.
            of_body: Whether the function that traces the body of the block has it.
        """
        read = READERS[type(kept.value)]
        assert read is not None
        if read is read_iterator:
            self._compare_iterator(kept, snapshot, of_body=of_body)
            return
        new = read(kept.value)
        if is_unchanged(kept.contents, new):
            return
        changes = changed_elements(kept.label, kept.value, kept.contents, new)
        if isinstance(kept.value, FunctionType):
            changes = [change for change in changes if reads_first(kept.value, change.label)]
        changes = [each for each in changes if each.old is not None or not self._is_filled(each, kept)]
        changes += self._kept_keys(kept, new)
        if changes:
            grows = read is read_sequence and all(change.old is MISSING for change in changes)
            reached = self._is_reached(snapshot, kept, grows=grows)
            self._judge(changes, kept.root, snapshot, read=reached)

    def _compare_iterator(self, kept: Container, snapshot: Snapshot | None, *, of_body: bool) -> None:
        """Refuse an iterator that the block advances and that is advanced again."""
        again, after = self._is_reached(snapshot, kept)
        if not ((self._again is not None and again) or (self._skipped and after)):
            return
        names = [kept.label] if snapshot is None else _names_of(snapshot, kept)
        lines = [self._watch.opened.source] if of_body else []
        lines += [
            source_in(each.frame.f_code, unit * 2)
            for each in ([snapshot] if snapshot is not None else self._snapshots)
            for unit, name, value in loaded_in(each)
            if name in names or uses_iterator(value, kept)
        ]
        if lines:
            what = f"{kept.label} is a Python iterator: {self._where()}, where its value stays the same"
            advice = "count in a register: stage = reg.scalar(u32, init=0)"
            self._refuse(lines[-1], what, advice, names=(kept.root, kept.label))

    def _is_reached(
        self, snapshot: Snapshot | None, kept: Container, *, grows: bool = False
    ) -> tuple[bool, bool]:
        """Whether one of the names that lead to a container is read in the next iteration, and after.

        A global name is. A container that `grows` is not read by what only appends to it.
        """
        if snapshot is None:
            is_read = not grows or any(
                bytecode_of(code).reads_global(root_of(kept.label))
                for each in self._snapshots
                for code, _ in functions_of(each.frame, each.names)
            )
            return is_read, is_read
        code = bytecode_of(snapshot.frame.f_code)
        names = [name for name in _names_of(snapshot, kept) if not (grows and code.only_appends(name))]
        reads = [_is_live(snapshot, name) for name in names]
        return any(again for again, _ in reads), any(after for _, after in reads)

    def _judge(
        self,
        changes: list[Change],
        root: str,
        snapshot: Snapshot | None,
        *,
        read: tuple[bool, bool] | None = None,
    ) -> None:
        """Refuse the changes that matter.

        Args:
            changes: The changes.
            root: The name that leads to them.
            snapshot: The frame of the name; None for a global one.
            read: Whether they are read in the next iteration, and after the block, if not as the name is.
        """
        again, after = read or ((True, True) if snapshot is None else _is_live(snapshot, root))
        replaced = self._replaced.union(id(each.old) for each in changes if is_register(each.old))
        for change in changes:
            if self._again is not None and again and self._is_carried(change):
                self._refuse_change(change, root, snapshot)
            elif self._skipped and after:
                self._refuse_after(change, root, snapshot)
            elif self._again is not None and after and self._moves_on(change, replaced):
                self._refuse_change(change, root, snapshot)

    @staticmethod
    def _moves_on(change: Change, replaced: set[int]) -> bool:
        """Whether a second iteration would change it once more: a list grows, registers change places."""
        return (change.old is MISSING and is_value(change.new)) or id(change.new) in replaced

    def _is_filled(self, change: Change, kept: Container) -> bool:
        """Whether a place that held None is filled before it is read.

        It is if the block begins to use the container by an assignment to a part of it, or if nothing that
        runs in the block tests such a part.
        """
        names = [(each, name) for each in self._snapshots for name in _names_of(each, kept)]
        first = {bytecode_of(each.frame.f_code).assigns_first(name, block_of(each)) for each, name in names}
        if True in first:
            return False not in first
        part = "" if change.label.endswith("]") else change.label.rpartition(".")[2]
        return not any(
            bytecode_of(each.frame.f_code).tests_part(part, block_of(each))
            or any(bytecode_of(code).tests_part(part) for code, _ in called_in(each))
            for each in self._snapshots
        )

    def _kept_keys(self, kept: Container, new: Contents) -> list[Change]:
        """The new keys of a container for which the next iteration asks, or the code behind the block.

        A register that each iteration gives the same value is as good as one that was kept.
        """
        if isinstance(kept.value, (list, deque, set)):
            return []
        word, changes = kept.label.rpartition(".")[2], []
        for key in [key for key in new if key not in kept.contents and is_value(new[key])]:
            value = new[key]
            asked = key.rpartition(".")[2] if isinstance(kept.value, FunctionType) else key
            asks = asks_for(self._snapshots, asked, word, repeated=self._again is not None)
            parts = value if isinstance(value, (list, tuple)) or is_array(value) else [value]
            registers = [each for each in parts if is_register(each)]
            if registers and self._again is not None:
                matters = bool(asks) and not all(map(self._is_constant, registers))
            else:
                matters = "default" in asks or (isinstance(value, bool) and bool(asks - {"setdefault"}))
            if matters or ("setdefault" in asks and isinstance(value, list)):
                label = element_name(kept.label, kept.value, key)
                changes.append(Change(label, MISSING, value, kind_of(kept.value)))
        return changes

    def _is_constant(self, register: Any) -> bool:
        """Whether each iteration gives a register the same value."""
        assert self._again is not None
        body = list(walk(since(self._trace.body, self._again)))
        written = [name for statement in body for name in written_names(statement)]
        ends = next((each for each in body if isinstance(each, Instruction) and each.opcode == "setp"), None)
        changing = {*written, *(mentioned_names([ends]) if ends is not None else ())}
        makers = [each for each in body if register.name in written_names(each)]
        return written.count(register.name) == 1 and changing.isdisjoint(
            mentioned_names(makers) - {register.name}
        )

    def _is_carried(self, change: Change) -> bool:
        """Whether the next iteration would read what this one made."""
        if change.old is MISSING:
            return is_value(change.new)
        if not is_register(change.old):
            return True
        if self._mentioned is None:
            assert self._again is not None
            self._mentioned = mentioned_names(since(self._trace.body, self._again))
        return change.old.name in self._mentioned

    def _refuse_after(self, change: Change, root: str, snapshot: Snapshot | None) -> None:
        """Refuse a value that threads read after a block which they passed over.

        A register that the block made is refused where it is used: it may never be.
        """
        if change.old is MISSING and not is_value(change.new):
            return
        if not is_register(change.new) or self._is_known(change.new):
            self._refuse_change(change, root, snapshot)
        elif change.old is not MISSING:
            source, operator = self._place(change, root, snapshot)
            if not self._is_fixed(source, root, change.label):
                said = "\n  ".join(describe(change, operator, self._where()))
                change.new.owner = Limits(self._trace, reading=said, source=source)

    def _is_known(self, register: Any) -> bool:
        """Whether a register was there before the block."""
        state = self._state
        held = [*state.containers, *(kept for each in state.snapshots for kept in each.containers)]
        values = [value for each in state.snapshots for value in each.names.values()]
        values += [value for kept in held for value in kept.contents.values()]
        return any(is_register(value) and value.name == register.name for value in values)

    def _refuse_change(self, change: Change, root: str, snapshot: Snapshot | None) -> None:
        source, operator = self._place(change, root, snapshot)
        self._refuse(source, *describe(change, operator, self._where()), names=(root, change.label))

    def _place(self, change: Change, root: str, snapshot: Snapshot | None) -> tuple[Source, str]:
        """Return the line of a change, else that of the block, and the operator before the store."""
        for each in [snapshot] if snapshot is not None else self._snapshots:
            source, operator = find_store(each.frame, each.offset, each.names, change, root)
            if source is not None:
                return source, operator
        return self._watch.opened.source, ""

    def _where(self) -> str:
        """Describe the block, and why Python reads differently."""
        return describe_block(self._watch.opened.what, repeated=self._again is not None)

    def _refuse(self, source: Source, what: str, advice: str, *, names: tuple[str, ...]) -> None:
        if not self._is_fixed(source, *names):
            raise TraceError(f"{what}\n  {advice}\n  {HATCH}{at(source)}")

    def _is_fixed(self, source: Source, *names: str) -> bool:
        """Whether the author says that the value of the trace is meant."""
        return any(root_of(name) in self._trace.fixed for name in names) or is_meant(source)


def _names_of(snapshot: Snapshot, kept: Container) -> list[str]:
    """The names that lead to a container, before the block and now."""
    now = snapshot.frame.f_locals
    return [
        name
        for name, value in snapshot.holders
        if now.get(name) is value and find_value(name, value, kept.value) is not None
    ]


def _is_live(snapshot: Snapshot, name: str) -> tuple[bool, bool]:
    """Whether the frame itself reads a name in the next iteration, and after the block."""
    code = bytecode_of(snapshot.frame.f_code)
    return code.is_live_after(snapshot.offset, name), code.is_live_after(snapshot.frame.f_lasti, name)


def _changed_parts(label: str, old: Any, new: Any, containers: list[Container]) -> list[Change]:
    """The parts that changed of a name which has another value now; the old one is as it was then."""
    read = READERS[type(old)]
    if type(old) is type(new) and read in PARTED:
        contents = next((kept.contents for kept in containers if kept.value is old), None)
        return changed_elements(label, old, read(old) if contents is None else contents, read(new))
    return [] if is_same(old, new) else [Change(label, old, new)]
