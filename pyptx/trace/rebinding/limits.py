"""Registers that instructions may not use as any other."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pyptx.errors import TraceError
from pyptx.trace.rebinding.wording import HATCH, is_meant
from pyptx.trace.source import at, caller

if TYPE_CHECKING:
    from pyptx.ir import Source
    from pyptx.trace.body import Trace


class Limits:
    """The owner of a register that instructions may not use as any other.

    Attributes:
        trace: The function it is declared in.
        reading: The error of its use, or None.
        writing: The error of an instruction that writes it, or None.
        source: The line that is to blame; None for that of the instruction.
    """

    __slots__ = ("reading", "source", "trace", "writing")

    def __init__(
        self,
        trace: Trace,
        *,
        reading: str | None = None,
        writing: str | None = None,
        source: Source | None = None,
    ) -> None:
        self.trace = trace
        self.reading = reading
        self.writing = writing
        self.source = source

    def check(self, *, writes: bool) -> None:
        """Refuse a use, unless its line says that it is meant.

        Raises:
            TraceError: The register may not be used so.
        """
        said = self.reading or (self.writing if writes else None)
        if said is None:
            return
        source = self.source or caller()
        if not is_meant(source):
            raise TraceError(f"{said}\n  {HATCH}{at(source)}")
