"""The comparison of the author's names at the end of a block with those at its start."""

from __future__ import annotations

import linecache
from types import FunctionType
from typing import TYPE_CHECKING

from pyptx.errors import TraceError
from pyptx.trace.bytecode import bytecode_of
from pyptx.trace.rebinding.comparison import Comparison
from pyptx.trace.rebinding.contents import READERS, Container, collect_containers
from pyptx.trace.rebinding.functions import reads_through
from pyptx.trace.rebinding.registers import Mentioned
from pyptx.trace.rebinding.snapshots import Snapshot, author_frames, snapshots
from pyptx.trace.source import at, source_in

if TYPE_CHECKING:
    from collections.abc import Callable

    from pyptx.trace.body import Opened, Trace


class Watch:
    """The author's frames at the start of a block, which are compared with those at its end."""

    __slots__ = ("_body", "_kept", "opened", "skips", "snapshots", "trace")

    def __init__(self, trace: Trace, opened: Opened, body: Callable[[], object] | None = None) -> None:
        """Look at all frames between the innermost one and the one that started the trace.

        Args:
            trace: The function being traced.
            opened: The block.
            body: The function that traces the body, where that is not in a frame.
        """
        self.trace = trace
        self.opened = opened
        self.snapshots = snapshots(trace)
        self.skips: list[list[Snapshot]] = []
        self._body = body
        self._kept: list[Container] = []
        read = READERS[type(body)] if body is not None else None
        if read is not None:
            collect_containers(self._kept, "", getattr(body, "__name__", "body"), body, read, set())

    def note_skip(self) -> None:
        """Record that threads leave the block here: they see the names as they are now."""
        self.skips.append(snapshots(self.trace))

    def check(self, *, again: str | None = None, skipped: bool = False) -> None:
        """Compare the frames with those at the start of the block.

        Args:
            again: The label at the top of a body that is repeated.
            skipped: Whether threads may pass over the block.

        Raises:
            TraceError: A name has changed that is read in the next iteration, or after the block by threads
                that passed over it.
        """
        used = Mentioned(self.trace, again) if again is not None else None
        frames = {id(frame): frame for frame in author_frames(self.trace)}
        for snapshot in self.snapshots:
            if id(snapshot.frame) in frames:
                self._comparison(snapshot, used, skipped=skipped).run()
        for left in self.skips:
            for snapshot in left:
                if id(snapshot.frame) in frames:
                    self._comparison(snapshot, None, skipped=True).run()
        if self._kept and used is not None and self.snapshots:
            comparison = self._comparison(self.snapshots[0], used, skipped=skipped)
            for kept in self._kept:
                comparison.compare_contents(kept, again=True)

    def check_left(self) -> None:
        """Refuse `return`, `break` and `continue` that leave the `with` statement of the block.

        Raises:
            TraceError: One does.
        """
        frames = {id(frame) for frame in author_frames(self.trace)}
        for snapshot in self.snapshots:
            if id(snapshot.frame) in frames:
                self._refuse_jump(snapshot)

    def _comparison(self, snapshot: Snapshot, used: Mentioned | None, *, skipped: bool) -> Comparison:
        return Comparison(self, snapshot, used, skipped=skipped)

    def is_read_through(self, name: str) -> tuple[bool, bool]:
        """Whether functions that are called in the next iteration, or after the block, read a variable."""
        again = isinstance(self._body, FunctionType) and reads_through(self._body, name)
        after = False
        for snapshot in self.snapshots:
            for function, value in snapshot.names.items():
                if type(value) is FunctionType and reads_through(value, name):
                    repeated, later = snapshot.is_read(function)
                    again, after = again or repeated, after or later
        return again, after

    def _refuse_jump(self, snapshot: Snapshot) -> None:
        """Refuse `return`, `break` and `continue` that leave the `with` statement of the block."""
        code = bytecode_of(snapshot.frame.f_code) if snapshot.frame.f_lasti != snapshot.offset else None
        jump = code.jump(snapshot.offset, snapshot.frame.f_lasti) if code is not None else None
        if jump is not None:
            word, offset = jump
            source = source_in(snapshot.frame.f_code, offset)
            written_words = linecache.getline(source.file, source.line).replace(";", " ").split()
            word = next((each for each in written_words if each in ("return", "break", "continue")), word)
            raise TraceError(
                f"`{word}` inside `{self.opened.what}` ends the tracing: what comes after is lost for every "
                "thread\n  use ptx.ret() to end the threads, ptx.bra(label) to go elsewhere"
                f"{at(source)}"
            )
