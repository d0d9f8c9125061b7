"""Alignment: the longest common subsequence, and something near it where that would take too long."""

from __future__ import annotations

import itertools
import random
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pyptx.inspect import alignment
from pyptx.inspect.alignment import align

MEMBERS = st.lists(st.integers(0, 4), max_size=24)


def longest(first: list[int], second: list[int]) -> int:
    table = [[0] * (len(second) + 1) for _ in range(len(first) + 1)]
    for i, one in enumerate(first):
        for j, other in enumerate(second):
            nearby = max(table[i][j + 1], table[i + 1][j])
            table[i + 1][j + 1] = table[i][j] + 1 if one == other else nearby
    return table[-1][-1]


def check(first: list[int], second: list[int], pairs: list[tuple[int, int]]) -> None:
    assert all(first[i] == second[j] for i, j in pairs)
    assert all(i < k and j < m for (i, j), (k, m) in itertools.pairwise(pairs))


@given(MEMBERS, MEMBERS)
def test_it_is_the_longest(first: list[int], second: list[int]) -> None:
    pairs = align(first, second)
    check(first, second, pairs)
    assert len(pairs) == longest(first, second)


@given(MEMBERS, MEMBERS)
def test_split_it_is_still_common(first: list[int], second: list[int]) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(alignment, "CELLS", 8)
        pairs = align(first, second)
    check(first, second, pairs)
    assert len(pairs) <= longest(first, second)
    assert first != second or len(pairs) == len(first)


def test_what_is_long_takes_seconds() -> None:
    chosen = random.Random(7)
    first = [chosen.randrange(60) for _ in range(100_000)]
    second = list(first)
    for _ in range(300):
        place = chosen.randrange(len(second))
        second[place : place + 1] = [chosen.randrange(60)] * chosen.randrange(3)
    start = time.process_time()
    pairs = align(first, second)
    assert time.process_time() - start < 30
    check(first, second, pairs)
    assert len(pairs) > 99_000
