"""One frame of the author, compared at the end of a block with its snapshot."""

from __future__ import annotations

from operator import is_
from types import FunctionType
from typing import TYPE_CHECKING, Any

from pyptx.errors import TraceError
from pyptx.trace.bytecode import bytecode_of
from pyptx.trace.rebinding.changes import (
    MISSING,
    Change,
    changed_elements,
    changed_parts,
    is_register,
    is_same,
    is_value,
)
from pyptx.trace.rebinding.contents import READERS, Container, Contents, read_iterator
from pyptx.trace.rebinding.functions import loads_through, place, reachable_functions, reads_first
from pyptx.trace.rebinding.wording import HATCH, Limits, describe, describe_block, is_meant
from pyptx.trace.source import at, source_in

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pyptx.ir import Source
    from pyptx.trace.rebinding.registers import Mentioned
    from pyptx.trace.rebinding.snapshots import Snapshot
    from pyptx.trace.rebinding.watch import Watch


class Comparison:
    """One frame, at the end of a block."""

    def __init__(self, watch: Watch, snapshot: Snapshot, used: Mentioned | None, *, skipped: bool) -> None:
        self._watch = watch
        self._trace = watch.trace
        self._opened = watch.opened
        self._snapshot = snapshot
        self._used = used
        self._skipped = skipped
        self._now = snapshot.frame.f_locals

    def run(self) -> None:
        """Compare names, containers and iterators."""
        snapshot, now = self._snapshot, self._now
        for name, old in snapshot.names.items():
            new = now.get(name, old)
            if new is not old:
                self._compare_name(name, old, new)
        space = snapshot.frame.f_globals
        for name, old in snapshot.globals.items():
            new = space.get(name, old)
            if new is not old and not is_same(old, new):
                self._judge([Change(name, old, new)], name, again=True, after=True)
        for kept in snapshot.containers:
            self.compare_contents(kept)

    def compare_contents(self, kept: Container, *, again: bool = False) -> None:
        """Compare a container with its earlier contents."""
        read = READERS[type(kept.value)]
        assert read is not None
        if read is read_iterator:
            self._compare_iterator(kept, again=again)
            return
        keys, values = read(kept.value)
        old = kept.contents
        if len(values) == len(old.values) and all(map(is_, values, old.values)) and keys == old.keys:
            return
        changes = [
            change
            for change in changed_elements(kept.label, kept.value, old, Contents(keys, values))
            if not isinstance(kept.value, FunctionType) or reads_first(kept.value, change.label)
        ]
        if changes and (kept.root == "" or self._now.get(kept.root) is self._snapshot.names.get(kept.root)):
            always = again or kept.root == ""
            self._judge(changes, kept.root, again=always or None, after=always or None)

    def _compare_name(self, name: str, old: Any, new: Any) -> None:
        if is_same(old, new):
            return
        self._judge(changed_parts(name, old, new), name, again=None, after=None)

    def _compare_iterator(self, kept: Container, *, again: bool) -> None:
        """Refuse an iterator that the block advances and that is advanced again.

        Args:
            kept: The iterator.
            again: Whether the function that traces the body of the block has it.
        """
        frame = self._snapshot.frame
        inside = [
            offset
            for offset, step in bytecode_of(frame.f_code).between(self._snapshot.offset, frame.f_lasti)
            if any(event.name == kept.root and event.kind == "load" for event in step.events)
            or (kept.root == "" and loads_through(frame, self._snapshot.names, step, kept.label))
        ]
        if not inside and not again:
            return
        repeated, later = self._is_read(kept.root) if kept.root else (True, True)
        if (self._used is not None and repeated) or (self._skipped and later):
            self._refuse(
                kept.root or kept.label,
                source_in(frame.f_code, inside[-1]) if inside else self._opened.source,
                f"{kept.label} is a Python iterator: {self._where()}, where its value stays the same",
                "count in a register: stage = reg.scalar(u32, init=0)",
            )

    def _is_read(self, name: str) -> tuple[bool, bool]:
        """Whether a name is read in the next iteration, and after the block."""
        again, after = self._snapshot.is_read(name)
        code = self._snapshot.frame.f_code
        if not (again and after) and (name in code.co_cellvars or name in code.co_freevars):
            through = self._watch.is_read_through(name)
            return again or through[0], after or through[1]
        return again, after

    def _judge(self, changes: Iterable[Change], root: str, *, again: bool | None, after: bool | None) -> None:
        """Refuse the changes that matter; None where the bytecode says whether the name is read."""
        found = list(changes)
        read = None
        if again is None or after is None:
            read = self._is_read(root)
            again, after = read
        for change in found:
            if change.old is None and change.label != root and not self._tests_none():
                continue  # a place that is filled before it is read
            if self._used is not None and again and self._is_carried(change):
                self._refuse_change(change, root)
            elif self._skipped and after:
                self._refuse_after(change, root)
            elif self._used is not None and after and change.old is MISSING and is_value(change.new):
                self._refuse_change(change, root)

    def _tests_none(self) -> bool:
        """Whether the body of the block, or a function that it can call, compares with None."""
        frame = self._snapshot.frame
        inside = [step for _, step in bytecode_of(frame.f_code).between(self._snapshot.offset, frame.f_lasti)]
        for code in reachable_functions(frame, self._snapshot):
            inside += [step for _, step in bytecode_of(code).steps()]
        return any(step.opname == "IS_OP" or step.opname.endswith("_NONE") for step in inside)

    def _is_carried(self, change: Change) -> bool:
        """Whether the next iteration would read what this one made."""
        assert self._used is not None
        if change.old is MISSING:
            return is_value(change.new)
        return not is_register(change.old) or change.old.name in self._used

    def _refuse_after(self, change: Change, root: str) -> None:
        """Refuse a value that threads read after a block which they passed over.

        A register that the block made is refused where it is used: it may never be.
        """
        if change.old is MISSING and not is_value(change.new):
            return
        if is_register(change.new) and not self._is_known(change.new):
            source, operator = place(change, root, self._snapshot, self._opened.source)
            if change.old is not MISSING and not self._is_fixed(root or change.label, source):
                said = "\n  ".join(describe(change, operator, self._where()))
                change.new.owner = Limits(self._trace, reading=said, source=source)
            return
        self._refuse_change(change, root)

    def _is_known(self, register: Any) -> bool:
        """Whether a register was there before the block."""
        values = [*self._snapshot.names.values()]
        for kept in self._snapshot.containers:
            values += kept.contents.values
        return any(is_register(value) and value.name == register.name for value in values)

    def _refuse_change(self, change: Change, root: str) -> None:
        source, operator = place(change, root, self._snapshot, self._opened.source)
        what, advice = describe(change, operator, self._where())
        self._refuse(root or change.label, source, what, advice)

    def _where(self) -> str:
        """Describe the block, and why Python reads differently."""
        return describe_block(self._opened.what, repeated=self._used is not None)

    def _refuse(self, name: str, source: Source, what: str, advice: str) -> None:
        if not self._is_fixed(name, source):
            raise TraceError(f"{what}\n  {advice}\n  {HATCH}{at(source)}")

    def _is_fixed(self, name: str, source: Source) -> bool:
        """Whether the author says that the value of the trace is meant."""
        return name.partition(".")[0].partition("[")[0] in self._trace.fixed or is_meant(source)
