"""The longest common subsequence of two sequences, near enough linear in their length."""

from __future__ import annotations

from bisect import bisect_left
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator, Sequence

T = TypeVar("T", bound="Hashable")

CELLS = 1 << 27
"""Up to this product of lengths the subsequence is the longest; it takes one bit of memory for each cell."""
WINDOWS = (1, 4, 16, 64)
"""Lengths of the runs at which longer sequences are split."""


def align(first: Sequence[T], second: Sequence[T]) -> list[tuple[int, int]]:
    """Return the positions of equal members, in order, as many as there can be.

    >>> align("kitten", "sitting")
    [(1, 1), (2, 2), (3, 3), (5, 5)]

    Longer sequences are split first at members that occur once in each of them, or in the middle.
    """
    pairs: list[tuple[int, int]] = []
    waiting = [(0, len(first), 0, len(second))]
    while waiting:
        a, a_end, b, b_end = waiting.pop()
        while a < a_end and b < b_end and first[a] == second[b]:
            pairs.append((a, b))
            a, b = a + 1, b + 1
        while a < a_end and b < b_end and first[a_end - 1] == second[b_end - 1]:
            a_end, b_end = a_end - 1, b_end - 1
            pairs.append((a_end, b_end))
        if (a_end - a) * (b_end - b) <= CELLS:
            pairs += ((a + i, b + j) for i, j in _longest(first[a:a_end], second[b:b_end]))
            continue
        anchors = [(a + i, b + j) for i, j in _anchors(first[a:a_end], second[b:b_end])]
        anchors = anchors or [((a + a_end) // 2, (b + b_end) // 2)]
        starts, ends = [(a, b), *anchors], [*anchors, (a_end, b_end)]
        waiting += ((i, i_end, j, j_end) for (i, j), (i_end, j_end) in zip(starts, ends, strict=True))
    return sorted(pairs)


def _longest(first: Sequence[T], second: Sequence[T]) -> Iterator[tuple[int, int]]:
    """The longest common subsequence from its end; bit `i` of a row is clear where it grows at `first[i]`."""
    places: dict[T, int] = {}
    for position, member in enumerate(first):
        places[member] = places.get(member, 0) | 1 << position
    whole = (1 << len(first)) - 1
    row = whole
    rows = [row]
    for member in second:
        common = row & places.get(member, 0)
        row = ((row + common) | (row - common)) & whole
        rows.append(row)
    i, j = len(first), len(second)
    while i and j:
        if rows[j] >> (i - 1) & 1:
            i -= 1
        elif not rows[j - 1] >> (i - 1) & 1:
            j -= 1
        else:
            i, j = i - 1, j - 1
            yield i, j


def _anchors(first: Sequence[T], second: Sequence[T]) -> list[tuple[int, int]]:
    """Split positions: the shortest runs that occur once in each text, in the same order."""
    for size in WINDOWS:
        once, other = _unique_runs(first, size), _unique_runs(second, size)
        pairs = sorted((place, other[run]) for run, place in once.items() if run in other)
        if pairs:
            return _rising(pairs)
    return []


def _unique_runs(members: Sequence[T], size: int) -> dict[tuple[T, ...], int]:
    """Return the position of each run of `size` members that occurs once."""
    runs: dict[tuple[T, ...], int] = {}
    for position, run in enumerate(zip(*(members[start:] for start in range(size)), strict=False)):
        runs[run] = -1 if run in runs else position
    return {run: position for run, position in runs.items() if position >= 0}


def _rising(pairs: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """The longest part of pairs in order of their first whose second rise, too."""
    ends: list[int] = []
    last: list[int] = []
    before: list[int] = []
    for index, (_, second) in enumerate(pairs):
        length = bisect_left(ends, second)
        before.append(last[length - 1] if length else -1)
        if length == len(ends):
            ends.append(second)
            last.append(index)
        else:
            ends[length], last[length] = second, index
    found: list[tuple[int, int]] = []
    index = last[-1]
    while index >= 0:
        found.append(pairs[index])
        index = before[index]
    return found[::-1]
