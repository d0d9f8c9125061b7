"""Kernels of which words were changed at random: they run, or are refused, and nothing else ever happens."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest

from pyptx.errors import PtxError
from pyptx.program import from_ptx
from pyptx.sim import simulate
from tests.sim import test_cooperation, test_handing_over, test_pipelines
from tests.sim.conftest import text

KERNELS = {**test_cooperation.KERNELS, **test_handing_over.KERNELS, **test_pipelines.PIPELINES}
NUMBER = re.compile(r"(?<![%\w.$])-?\d+(?![\w.])")
REGISTER = re.compile(r"%(?:rd|r|p|h|f)\d+")
WILD = (
    "0", "1", "-1", "3", "8", "31", "33", "64", "4096", "65535", "-16", "-65536", "0x7fffffff", "0x80000000",
    "0xffffffff", "16777216", "0x7f0000000100", "0x7fffffffffffffff", "0xffffffffffffffff", "9" * 30,
)  # fmt: skip


def changed(body: str, rng: random.Random) -> str:
    """A body with a few other numbers, registers and lines."""
    lines = body.split("\n")
    code = [at for at, line in enumerate(lines) if ";" in line and ".align" not in line]
    for _ in range(rng.choice((1, 1, 2, 5))):
        at = rng.choice(code)
        how, line = rng.random(), lines[at]
        found = list((NUMBER if how < 0.5 else REGISTER).finditer(line))
        if how < 0.8 and found:
            word = rng.choice(found)
            others = [other for other in REGISTER.findall(body) if other[:2] == word.group()[:2]]
            put = rng.choice(WILD) if how < 0.5 else rng.choice(others)
            lines[at] = line[: word.start()] + put + line[word.end() :]
        elif how < 0.9:
            lines[at] = ""
        else:
            lines[at] = line + "\n" + lines[rng.choice(code)]
    return "\n".join(lines)


def three(size: int | tuple[int, int, int]) -> tuple[int, int, int]:
    return size if isinstance(size, tuple) else (size, 1, 1)


@pytest.mark.parametrize("name", sorted(KERNELS))
def test_what_was_changed_is_reported_or_runs(name: str) -> None:
    kernel = KERNELS[name]
    for seed in range(12):
        rng = random.Random(f"{name} {seed}")
        arguments = kernel.arguments()
        params = ", ".join(f".param .u64 {each}" for each in arguments)
        sizes: dict[str, Any] = {each: three(size) for each, size in kernel.launch.items()}
        options: dict[str, Any] = {
            "checks": rng.choice(((), "all")),
            "schedule": rng.choice(("late", "early")),
        }
        try:
            program = from_ptx(text(changed(kernel.body({}), rng), params=params))
            simulate(program, tuple(arguments.values()), **sizes, **options, max_steps=2_000)
            rule = ""
        except PtxError as error:
            rule = getattr(error, "rule", "")
        assert rule != "internal", seed
