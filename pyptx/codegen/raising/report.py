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
    constants: int = 0
    unread: int = 0
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
        """A sentence.

        >>> Report(loops=2, functions=1).text()
        'Raised: 2 loops, 1 function.'
        """
        counts = ", ".join(f"{count} {one if count == 1 else more}" for count, one, more in (
            (self.parameters, "parameter named", "parameters named"),
            (self.addresses, "address shortened", "addresses shortened"),
            (self.labels, "label shortened", "labels shortened"),
            (self.dropped, "label left out", "labels left out"),
            (self.scopes, "scope opened", "scopes opened"),
            (self.constants, "constant written where it is used", "constants written where they are used"),
            (self.unread, "move of an unread value left out", "moves of unread values left out"),
            (self.loops, "loop", "loops"),
            (self.counted, "of them counted", "of them counted"),
            (self.waits, "wait", "waits"),
            (self.conditionals, "conditional", "conditionals"),
            (self.spans, "block left early", "blocks left early"),
            (self.variables, "register as a variable", "registers as variables"),
            (self.expressions, "expression", "expressions"),
            (self.arrays, "array", "arrays"),
            (self.repeats, "repetition", "repetitions"),
            (self.functions, "function", "functions"),
        ) if count)  # fmt: skip
        left = f"; {self.locations} line marks are comments" if self.locations else ""
        left += f"; {self.sections} debug sections left out" if self.sections else ""
        return f"Raised: {counts or 'nothing'}{left}."
