"""The reports of a device: broken rules, warnings, refused functions, and the launches of each kernel."""

from __future__ import annotations

from collections import Counter
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from pyptx.virtual.sites import Sites

if TYPE_CHECKING:
    from collections.abc import Callable

    from pyptx.sim.timeline import Timeline
    from pyptx.virtual.clocks import Operation


@dataclass(slots=True)
class Launches:
    """Launches of a kernel: count, time, the reason for the slower engine, and the profile of the first."""

    launches: int = 0
    seconds: float = 0.0
    slow: str = ""
    profile: str = ""


class Reports:
    """The reports of a device.

    Attributes:
        write: Takes the text of each report.
        sites: The lines of the program that call.
        kernels: Launches, by kernel.
        faults: Broken rules: ``rule``, ``message``, the ``kernel`` or ``call``, and the ``line`` where known.
        refused: Functions that are not built, with the number of calls.
        warnings: Copies of undefined bytes to the host.
        timelines: Timelines of the launches that have one.
    """

    def __init__(self, write: Callable[[str], object]) -> None:
        self.write = write
        self.sites = Sites()
        self.kernels: dict[str, Launches] = {}
        self.faults: list[dict[str, Any]] = []
        self.refused: Counter[str] = Counter()
        self.warnings: list[str] = []
        self.timelines: list[Timeline] = []
        self._warned: set[str] = set()
        self._races: set[tuple[tuple[str, str, int], ...]] = set()

    def add(self, fault: dict[str, Any], site: int) -> None:
        """Keep a broken rule, and write it.

        Args:
            fault: The rule, the message, and the kernel or the call.
            site: The number of the line that made the call.
        """
        line = self.sites.line(site)
        fault = {**fault, "message": self.sites.readable(fault["message"])}
        if line:
            fault["line"] = line
        self.faults.append(fault)
        where = fault.get("kernel") or fault.get("call")
        at = f" at {line}" if line else ""
        self.write(f"pyptx gpu: {where}{at}: {fault['message']}\n")

    def warn(self, subject: str, said: str) -> None:
        """Keep a warning, and write it, if it is the first about its subject."""
        if subject not in self._warned:
            self._warned.add(subject)
            self.warnings.append(self.sites.readable(said))
            self.write(f"pyptx gpu: warning: {self.warnings[-1]}\n")

    def refuse(self, function: str, instead: str, site: int) -> None:
        """Count a call of a function that is not built; write what the program can do instead, once."""
        self.refused[function] += 1
        if instead and self.refused[function] == 1:
            at = f" at {line}" if (line := self.sites.line(site)) else ""
            self.write(f"pyptx gpu: {function}{at} is not supported: {instead}\n")

    def is_new_race(self, operations: tuple[Operation, ...]) -> bool:
        """Whether no race between these lines, in any turn of their loops, came before; note this one."""
        seen = tuple(each.in_loop for each in operations)
        is_new = seen not in self._races
        self._races.add(seen)
        return is_new

    def as_json(self) -> dict[str, Any]:
        """Return the reports, for the summary at the end."""
        return {
            "kernels": {name: asdict(each) for name, each in self.kernels.items()},
            "faults": self.faults,
            "refused": dict(self.refused),
            "warnings": self.warnings,
        }
