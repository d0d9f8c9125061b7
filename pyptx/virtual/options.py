"""The options of a device."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from pyptx.sim.checks import selected

if TYPE_CHECKING:
    from pyptx.arch import Arch


@dataclass(frozen=True, slots=True)
class Options:
    """The options of a device.

    Attributes:
        arch: Its target.
        checks: Optional checks of the simulator.
        memory: Bytes of its memory.
        threads: Threads of the simulator.
        late: Whether the work of streams takes effect only when something waits for it.
        schedule: Schedule of the simulator.
        seed: Seed of the random schedule.
        profile: Whether the first launch of each kernel is profiled.
        trace: Whether launches have timelines.
        quiet: Whether launches that take more than a second are not shown on stderr.

    Raises:
        LaunchError: There is no such check, or it needs another one.
    """

    arch: Arch
    checks: tuple[str, ...] | None = None
    memory: int = 1 << 30
    threads: int = 1
    late: bool = False
    schedule: str = "late"
    seed: int = 0
    profile: bool = False
    trace: bool = False
    quiet: bool = False

    def __post_init__(self) -> None:
        selected(self.checks)
