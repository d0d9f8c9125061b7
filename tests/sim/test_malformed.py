"""Kernels of which words were changed at random: they run, or are refused, and nothing else ever happens."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest

from pyptx.errors import LaunchError, PtxError, VerifyError
from pyptx.program import from_ptx
from pyptx.sim import simulate
from tests.sim import test_cooperation, test_handing_over, test_pipelines
from tests.sim.conftest import text

KERNELS = {**test_cooperation.KERNELS, **test_handing_over.KERNELS, **test_pipelines.PIPELINES}
NUMBER = re.compile(r"(?<![%\w.$])-?\d+(?![\w.])")
REGISTER = re.compile(r"%(?:rd|r|p|h|f)\d+")
WILD = (
    "0", "1", "-1", "3", "8", "31", "33", "64", "4096", "65535", "-16", "-65536", "0x7fffffff", "0x80000000",
    "0xffffffff", "16777216", "0x700000000100", "0x7fffffffffffffff", "0xffffffffffffffff", "9" * 30,
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


@pytest.mark.parametrize(
    ("body", "module", "said"),
    [
        (".reg .b32 %q<4000000000>;", "", "%q<4000000000> is more"),
        (".reg .b32 %q<200000>; .reg .b32 %s<200000>;", "", "%s<200000> is more"),
        ("", ".shared .b8 s<4000000000>;", "is more than 262144 variables"),
        ("", ".global .b8 s[1000000000000];", "a variable has at most"),
        ("", ".shared .b8 s[1 - 5];", "s has -4 bytes"),
        ("mov.u32 %r1, " + "9" * 100_000 + ";", "", "99 ... 99"),
        ("mov.u32 %" + "a" * 100_000 + ", 1;", "", "aa ... "),
    ],
)
def test_what_asks_for_too_much_is_refused_in_few_words(body: str, module: str, said: str) -> None:
    with pytest.raises(VerifyError) as caught:
        simulate(from_ptx(text(body, module=module)), (), grid=(1, 1, 1), block=(32, 1, 1))
    assert said in str(caught.value)
    assert len(str(caught.value)) < 6_000


def test_a_guard_is_one_register() -> None:
    body = ".reg .v2 .pred %q; @%q mov.u32 %r1, 2;"
    with pytest.raises(VerifyError, match="the guard %q is a vector of 2 registers"):
        simulate(from_ptx(text(body)), (), grid=(1, 1, 1), block=(32, 1, 1))


def test_what_the_machine_has_not_the_memory_for_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    def none_left(*_: object, **__: object) -> None:
        raise MemoryError

    monkeypatch.setattr("pyptx.sim.memory.Memory.build", none_left)
    with pytest.raises(LaunchError, match="lacks the memory"):
        simulate(from_ptx(text("")), (), grid=(1, 1, 1), block=(32, 1, 1))
