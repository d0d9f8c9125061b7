"""Counts of raised constructs, for the head of the file."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(slots=True)
class Report:
    """Number of places that each pass raised."""

    parameters: int = 0
    addresses: int = 0
    labels: int = 0
    dropped: int = 0
    scopes: int = 0
    loops: int = 0
    counted: int = 0
    waits: int = 0
    conditionals: int = 0
    spans: int = 0
    variables: int = 0
    expressions: int = 0
    arrays: int = 0
    repeats: int = 0
    functions: int = 0
    locations: int = 0
    sections: int = 0

    def text(self) -> str:
        """A sentence."""
        counts = ", ".join(f"{count} {name}" for name, count in (
            ("parameters named", self.parameters),
            ("addresses shortened", self.addresses),
            ("labels shortened", self.labels),
            ("labels left out", self.dropped),
            ("scopes opened", self.scopes),
            ("loops", self.loops),
            ("of them counted", self.counted),
            ("waits", self.waits),
            ("conditionals", self.conditionals),
            ("blocks left early", self.spans),
            ("registers as variables", self.variables),
            ("expressions", self.expressions),
            ("arrays", self.arrays),
            ("repetitions", self.repeats),
            ("functions", self.functions),
        ) if count)  # fmt: skip
        left = f"; {self.locations} line marks are comments" if self.locations else ""
        left += f"; {self.sections} debug sections left out" if self.sections else ""
        return f"Raised: {counts or 'nothing'}{left}."
