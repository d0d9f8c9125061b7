"""Pairs of programs: one reads differently in Python from what runs on the GPU, its twin does not.

Each is the body of ``def body(tid, n):``. `tid` is a register from 0 to 7, `n` one that holds 4; what it
returns is stored for each thread. A pair is one text, whose first two columns mark the lines:

======  ====================================================================
``! ``  a line of the wrong program, which its message names
``- ``  another line of the wrong program
``+ ``  a line of the right program
``= ``  a line of both, which the message names
======  ====================================================================
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable


class Pair(NamedTuple):
    """A wrong program and its right twin.

    Attributes:
        wrong: Body that is refused.
        said: What the message says.
        line: Line of the body that it names, from 1 on.
        right: Body that runs.
        expected: The result of a thread.
    """

    wrong: str
    said: str
    line: int
    right: str
    expected: Callable[[int], int]


class Pairs(dict[str, Pair]):
    """Pairs by name."""

    def add(self, name: str, said: str, both: str, expected: Callable[[int], int]) -> None:
        """Add the pair of a text."""
        assert name not in self
        lines = [(line[4:6].ljust(2), line[6:]) for line in both.strip("\n").splitlines()[:-1]]
        wrong = [(mark, line) for mark, line in lines if mark != "+ "]
        right = [line for mark, line in lines if mark not in ("! ", "- ")]
        (named,) = (number for number, (mark, _) in enumerate(wrong, 1) if mark in ("! ", "= "))
        self[name] = Pair("\n".join(line for _, line in wrong), said, named, "\n".join(right), expected)
