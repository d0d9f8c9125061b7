"""The clusters of a grid that have not started yet: the next batch starts them, or a request cancels them."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(slots=True)
class Unstarted:
    """The CTAs of a grid from a place of the launch order on.

    Attributes:
        next: Place of the first of them.
        end: Place after the last.
        size: CTAs of a cluster.

    >>> left = Unstarted(0, 6, 2)
    >>> left.start(2), left.cancel(), left.start(2), left.cancel()
    ((0, 2), 2, (4, 2), None)
    """

    next: int
    end: int
    size: int

    def start(self, most: int) -> tuple[int, int]:
        """Start some CTAs, whole clusters: the place of the first, and how many."""
        first, count = self.next, min(most, self.end - self.next)
        self.next += count
        return first, count

    def cancel(self) -> int | None:
        """Cancel a cluster: the place of its first CTA; None where all have started or are cancelled."""
        if self.next == self.end:
            return None
        self.next += self.size
        return self.next - self.size
