"""Kernels with placeholders: correct ones, and the same with common mistakes."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from pyptx.errors import SimFault

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

SCHEDULES = [("late", 0), ("early", 0), ("random", 1)]


@dataclass(frozen=True)
class Pipeline:
    """A kernel with placeholders, and their contents in the correct kernel.

    Attributes:
        lines: The kernel; ``<name>`` is a place.
        right: The contents of each placeholder.
        variants: Other contents that are right, too.
        mistakes: Wrong contents of some placeholders, the rules that may report them, a part of the report.
        launch: Grid, block, cluster.
        arguments: Function that makes the arguments.
        wanted: Predicate: whether the arguments are correct after the launch.
    """

    lines: str
    right: dict[str, str]
    mistakes: dict[str, tuple[dict[str, str], str, str]]
    launch: dict[str, Any]
    arguments: Callable[[], dict[str, Any]]
    wanted: Callable[[dict[str, Any]], bool]
    variants: dict[str, dict[str, str]] = field(default_factory=dict)

    def body(self, change: dict[str, str]) -> str:
        found = self.lines
        for name, text in (self.right | change).items():
            found = found.replace(f"<{name}>", text)
        return found


def wait(object_: str, parity: str, label: str) -> str:
    return f"{label}: mbarrier.try_wait.parity.shared::cta.b64 %p6, [{object_}], {parity}; @!%p6 bra {label};"


def words(count: int) -> np.ndarray[Any, Any]:
    return np.arange(count, dtype=np.uint32)


def pair_of_tests(
    kernels: Mapping[str, Pipeline], schedules: Sequence[tuple[str, int]] = SCHEDULES
) -> tuple[Callable[..., None], Callable[..., None]]:
    """Return the tests that correct kernels run clean, and that mistakes are reported, under schedules.

    Args:
        kernels: The kernels by name.
        schedules: Each with its seed.
    """

    def cases(whats: Callable[[Pipeline], Iterable[str]]) -> pytest.MarkDecorator:
        found = [
            pytest.param(kernel, what, schedule, seed, id=f"{name}: {what or 'right'}-{schedule}")
            for name, kernel in kernels.items()
            for schedule, seed in schedules
            for what in whats(kernel)
        ]
        return pytest.mark.parametrize(("kernel", "what", "schedule", "seed"), found)

    @cases(lambda kernel: ("", *kernel.variants))
    def right_kernels(run: Callable[..., Any], kernel: Pipeline, what: str, schedule: str, seed: int) -> None:
        arguments = kernel.arguments()
        body = kernel.body(kernel.variants[what] if what else {})
        run(body, **arguments, **kernel.launch, checks="all", schedule=schedule, seed=seed)
        assert kernel.wanted(arguments)

    @cases(lambda kernel: kernel.mistakes)
    def mistakes(run: Callable[..., Any], kernel: Pipeline, what: str, schedule: str, seed: int) -> None:
        change, rules, line = kernel.mistakes[what]
        options = {"checks": "all", "max_steps": 1_000_000, "schedule": schedule, "seed": seed}
        with pytest.raises(SimFault) as caught:
            run(kernel.body(change), **kernel.arguments(), **kernel.launch, **options)
        assert caught.value.rule in rules.split()
        assert line in str(caught.value)

    return right_kernels, mistakes
