"""The result of a simulated launch."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from pyptx.errors import counted
from pyptx.notebook import Displayed, html_of
from pyptx.record import record

if TYPE_CHECKING:
    from pyptx.sim.footprint import Footprint
    from pyptx.sim.profile import Profile
    from pyptx.sim.shadow.report import ShadowReport
    from pyptx.sim.timeline import Timeline

SHOWN = 8
"""Instructions of a kind in the text of a report."""


@dataclass(frozen=True, slots=True)
class Fidelity:
    """The fidelity of an executed instruction to hardware.

    >>> import numpy as np
    >>> from pyptx import Tile, kernel, ptx, reg
    >>> from pyptx.program import directing
    >>> from pyptx.types import f32
    >>> @kernel(in_specs=(Tile(1, f32),), out_specs=(Tile(1, f32),), grid=1, block=1)
    ... def exponential(X, Y):
    ...     px, py = ptx.global_ptrs(X, Y)
    ...     x = reg.scalar(f32)
    ...     ptx.inst.ld.global_.f32(x, ptx.addr(px))
    ...     ptx.inst.ex2.approx.f32(x, x)
    ...     ptx.inst.st.global_.f32(ptx.addr(py), x)
    >>> with directing("sim") as reports:
    ...     exponential(np.array([0.3], np.float32))
    array([1.2311444], dtype=float32)
    >>> [each.instruction for each in reports[0].detail.fidelity if each.level == "rounded"]
    ['ex2.approx.f32']

    Attributes:
        instruction: Opcode and modifiers.
        level: ``"exact"``: hardware gives these very bits; ``"hardware"``: a sum of products, rounded as the
            matrix units of a target were measured to do it; ``"rounded"``: an approximate function, rounded
            correctly (to the last bit of float64's own), where hardware errs within the manual's bound;
            ``"approximate"``: a sum of products in another order or precision; ``"unconfirmed"``: the manual
            leaves out where a value lies or what becomes of it, and at most one other source says it.
    """

    instruction: str
    level: str


@record(frozen=True, slots=True)
class SimReport(Displayed):
    """Results of a simulated launch.

    Attributes:
        steps: Instructions issued, each for all lanes that were together: of a batch of CTAs on the NumPy
            engine, of a warp on the native one.
        lane_instructions: Instructions executed, counted once per thread.
        histogram: Executions by opcode and modifiers, counted once per thread; predicated-off ones count too.
        fidelity: Every executed instruction and whether its result is exact.
        threads: Threads launched.
        batches: Batches of CTAs they ran in.
        seconds: Wall time, decoding included.
        profile: Counts of each line; None unless `profile=True`.
        engine: The engine that ran: ``"native"`` or ``"numpy"``.
        reason: Why the reference engine (``"numpy"``) ran; empty if the native engine did.
        timeline: The timeline; None unless `timeline=True`.
        footprint: Global memory that the grid accessed, for `after=`; None unless `footprint=True`.
        shadow: Rounding errors; None unless `shadow=` was given.
    """

    steps: int
    lane_instructions: int
    histogram: dict[str, int]
    fidelity: tuple[Fidelity, ...]
    threads: int
    batches: int
    seconds: float
    engine: str
    reason: str = ""
    profile: Profile | None = None
    timeline: Timeline | None = None
    footprint: Footprint | None = None
    shadow: ShadowReport | None = None

    @property
    def approximate(self) -> tuple[str, ...]:
        """The executed instructions for which hardware may give other bits."""
        sure = ("exact", "hardware")
        return tuple(entry.instruction for entry in self.fidelity if entry.level not in sure)

    def _picture(self) -> str:
        """The timeline and the profile, if they were requested."""
        parts = (part for part in (self.timeline, self.profile) if part is not None)
        return "".join(map(html_of, parts))

    def __str__(self) -> str:
        rows = [
            f"{self.engine} engine: {counted(self.steps, 'instruction')} issued, "
            f"{self.lane_instructions:,} executed by {counted(self.threads, 'thread')} "
            f"in {counted(self.batches, 'batch')} of CTAs, {self.seconds:.3g} s"
        ]
        rows += [f"  not on the native engine: {self.reason}"] if self.reason else []
        most = sorted(self.histogram.items(), key=lambda entry: -entry[1])
        rows += [f"  {count:14,}  {instruction}" for instruction, count in most[:SHOWN]]
        if len(most) > SHOWN:
            others = sum(count for _, count in most[SHOWN:])
            rows.append(f"  {others:14,}  {len(most) - SHOWN} other instructions: see histogram")
        rows += [f"  not exact: {instruction}" for instruction in self.approximate[:SHOWN]]
        if len(self.approximate) > SHOWN:
            rows.append(f"  not exact: {len(self.approximate) - SHOWN} more: see approximate")
        return "\n".join(rows)
