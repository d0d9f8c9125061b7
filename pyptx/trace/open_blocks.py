"""The blocks that Python has made or entered, and not yet left, while a kernel is traced."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pyptx.errors import TraceError
from pyptx.record import record
from pyptx.trace.source import at, caller

if TYPE_CHECKING:
    from pyptx.ir import Source
    from pyptx.trace.watch import Watch


@record(slots=True)
class Opened:
    """A block that Python has entered and not yet left.

    Attributes:
        what: Its Python text.
        source: File and line of the ``with``.
        block: The object that traces it, for blocks that a statement inside may describe further.
        watch: The comparison of the author's names at its end with those at its start.
    """

    what: str
    source: Source
    block: object = None
    watch: Watch | None = None


class OpenBlocks:
    """The blocks of one trace, from the time they are made until Python leaves them."""

    def __init__(self) -> None:
        self._made: list[Opened] = []
        self._entered: list[Opened] = []
        self._broken: str | None = None

    def expect(self, what: str) -> Opened:
        """Note that a block or loop has been made, which Python is yet to enter."""
        made = Opened(what, caller())
        self._made.append(made)
        return made

    def entered(self, made: Opened) -> None:
        """Note that Python enters a block that was made."""
        self._made = [other for other in self._made if other is not made]

    def open(self, what: str) -> Opened:
        """Note that Python has entered a block; `what` is how the user wrote it."""
        opened = Opened(what, caller())
        self._entered.append(opened)
        return opened

    @property
    def innermost(self) -> Opened | None:
        """The innermost block that Python has entered and not yet left."""
        return self._entered[-1] if self._entered else None

    def is_open(self, opened: Opened) -> bool:
        """Whether Python is inside a block of this kernel."""
        return any(each is opened for each in self._entered)

    def close(self, opened: Opened) -> None:
        """Note that Python has left a block by its end.

        Raises:
            TraceError: A block inside it was left by `break` or `return`.
        """
        if self._entered and self._entered[-1] is opened:
            self._entered.pop()
            return
        self._check_left(inside=opened)
        raise TraceError(f"`{opened.what}` is closed twice{at(opened.source)}")

    def abandon(self, opened: Opened, error: BaseException) -> None:
        """Note that an exception has left a block: the trace is of no use any more."""
        if opened in self._entered:
            del self._entered[self._entered.index(opened) :]
        if self._broken is None:
            left = f"`{opened.what}` was left by {type(error).__name__}: its end is missing"
            self._broken = f"{left}{at(opened.source)}"

    def check_ended(self) -> None:
        """Refuse a trace with a block that Python never entered, or left before its end.

        Raises:
            TraceError: There is one.
        """
        self._check_left()
        for made in self._made:
            alone = made.what.removeprefix("with ").removeprefix("for i in ")
            raise TraceError(f"`{alone}` alone traces nothing; write `{made.what}:`{at(made.source)}")
        if self._broken is not None:
            raise TraceError(self._broken)

    def _check_left(self, inside: Opened | None = None) -> None:
        """Report the innermost block that Python left without reaching its end."""
        if self._entered and self._entered[-1] is not inside:
            left = self._entered[-1]
            raise TraceError(
                f"`{left.what}` was left by `break` or `return` while tracing: its end is missing\n"
                "  the body is traced once; to leave it on the GPU use ptx.bra(label, pred=...)"
                f"{at(left.source)}"
            )
