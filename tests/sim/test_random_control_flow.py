"""Random nests of branches and loops, against the same program run thread by thread in Python."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import numpy as np
import pytest

if TYPE_CHECKING:
    from collections.abc import Callable

WORD = 0xFFFF_FFFF
THREADS = 70
CTAS = 3

_OPERATIONS = {
    "add.u32": lambda a, b: a + b,
    "xor.b32": lambda a, b: a ^ b,
    "mul.lo.u32": lambda a, b: a * b,
}


class Generator:
    """Writes a statement list twice: as PTX lines and as a Python function on four values."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)
        self.labels = 0

    def body(self, depth: int) -> tuple[list[str], Callable[[list[int]], None]]:
        parts = [self._statement(depth) for _ in range(self.rng.randint(1, 4))]

        def run(values: list[int]) -> None:
            for _, execute in parts:
                execute(values)

        return [line for lines, _ in parts for line in lines], run

    def _statement(self, depth: int) -> tuple[list[str], Callable[[list[int]], None]]:
        choice = self.rng.random()
        if depth == 0 or choice < 0.45:
            return self._arithmetic()
        self.labels += 1
        return self._branch(depth, self.labels) if choice < 0.75 else self._loop(depth, self.labels)

    def _arithmetic(self) -> tuple[list[str], Callable[[list[int]], None]]:
        d, a, c = self.rng.randrange(4), self.rng.randrange(4), self.rng.randrange(1, 9)
        name = self.rng.choice(list(_OPERATIONS))

        def run(values: list[int]) -> None:
            values[d] = _OPERATIONS[name](values[a], c) & WORD

        return [f"{name} %v{d}, %v{a}, {c};"], run

    def _branch(self, depth: int, n: int) -> tuple[list[str], Callable[[list[int]], None]]:
        a, mask = self.rng.randrange(4), self.rng.randrange(1, 4)
        (then, run_then), (other, run_other) = self.body(depth - 1), self.body(depth - 1)
        lines = [
            f"and.b32 %t, %v{a}, {mask};",
            "setp.eq.u32 %q, %t, 0;",
            f"@%q bra ELSE{n};",
            *then,
            f"bra JOIN{n};",
            f"ELSE{n}:",
            *other,
            f"JOIN{n}:",
        ]

        def run(values: list[int]) -> None:
            (run_then if values[a] & mask else run_other)(values)

        return lines, run

    def _loop(self, depth: int, n: int) -> tuple[list[str], Callable[[list[int]], None]]:
        a = self.rng.randrange(4)
        inner, run_inner = self.body(depth - 1)
        lines = [
            f".reg .b32 %i{n}, %n{n};",
            f"and.b32 %n{n}, %v{a}, 3;",
            f"mov.u32 %i{n}, 0;",
            f"WHILE{n}:",
            f"setp.ge.u32 %q, %i{n}, %n{n};",
            f"@%q bra DONE{n};",
            *inner,
            f"add.u32 %i{n}, %i{n}, 1;",
            f"bra WHILE{n};",
            f"DONE{n}:",
        ]

        def run(values: list[int]) -> None:
            for _ in range(values[a] & 3):
                run_inner(values)

        return lines, run


@pytest.mark.parametrize("seed", range(25))
def test_lanes_go_their_own_ways(run: Callable[..., object], own: str, seed: int) -> None:
    lines, execute = Generator(seed).body(3)
    out = np.zeros((CTAS * THREADS, 4), np.uint32)
    body = [
        ".reg .b32 %v<4>, %t;",
        ".reg .pred %q;",
        "mov.u32 %v0, %r33;",
        "mul.lo.u32 %v1, %r33, 7;",
        "xor.b32 %v2, %r33, 5;",
        "mov.u32 %v3, 1;",
        *lines,
        "bar.sync 0;",
        "shl.b32 %r1, %r33, 4;",
        "cvt.u64.u32 %rd1, %r1;",
        "add.u64 %rd1, %rd30, %rd1;",
        "st.global.u32 [%rd1], %v0;",
        "st.global.u32 [%rd1+4], %v1;",
        "st.global.u32 [%rd1+8], %v2;",
        "st.global.u32 [%rd1+12], %v3;",
    ]
    run(own + "\n".join(body), grid=CTAS, block=THREADS, out=out)
    for thread, row in enumerate(out.tolist()):
        values = [thread, thread * 7, thread ^ 5, 1]
        execute(values)
        assert row == values
