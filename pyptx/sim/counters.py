"""Counts of the instructions of a launch."""

from __future__ import annotations


class Counters:
    """Instructions executed, over all batches of a launch.

    Attributes:
        steps: Instructions issued, each for all lanes that were together.
        issues: Times each block ran.
        lanes: Lanes it ran for, summed over those times.
        cancelled: Clusters that did not start, because others took their work; the native engine counts them.
        limit: Steps after which the watchdog stops the launch.
        levels: The fidelity of instructions, by name, whose operands lowered it.
    """

    def __init__(self, blocks: int, limit: int) -> None:
        self.steps = 0
        self.issues = [0] * blocks
        self.lanes = [0] * blocks
        self.cancelled = 0
        self.limit = limit
        self.levels: dict[str, str] = {}

    def lower_level(self, name: str, level: str) -> None:
        """Note that operands of an instruction lowered its fidelity; "unconfirmed" is the lowest level."""
        if level == "unconfirmed":
            self.levels[name] = level
        elif level:
            self.levels.setdefault(name, level)

    def issue(self, place: int, lanes: int, steps: int) -> None:
        """Count one run of a block of this many instructions for this many lanes."""
        self.issues[place] += 1
        self.lanes[place] += lanes
        self.steps += steps

    def charge(self, steps: int) -> None:
        """Let the watchdog count this many more steps, which are not issued."""
        self.limit -= steps
