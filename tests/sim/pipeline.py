"""Kernels with placeholders: correct ones, and the same with common mistakes."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import pytest

from pyptx.errors import SimFault

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

SCHEDULES = [("late", 0), ("early", 0), ("random", 1)]


@dataclass(frozen=True)
class Pipeline:
    """A kernel with placeholders, and their contents in the correct kernel.

    Attributes:
        lines: The kernel; ``<name>`` is a place.
        right: What stands in each.
        variants: Others that are right, too.
        mistakes: What stands in some places instead, the rules that may say so, a part of the report.
        launch: Grid, block, cluster.
        arguments: Makes them.
        wanted: Whether they are as they should be afterwards.
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


def each(kernels: Mapping[str, Pipeline], kind: str) -> list[Any]:
    """Return the correct kernels, or the mistakes, under every schedule."""
    found = []
    for name, kernel in kernels.items():
        whats = ("", *kernel.variants) if kind == "right" else tuple(kernel.mistakes)
        for schedule, seed in SCHEDULES:
            options = {"schedule": schedule, "seed": seed}
            found += [
                pytest.param(kernel, what, options, id=f"{name}: {what or 'right'}-{schedule}")
                for what in whats
            ]
    return found


def runs_clean(run: Callable[..., Any], kernel: Pipeline, what: str, options: dict[str, Any]) -> None:
    """Check that nothing is reported, and that the results are as they should be."""
    arguments = kernel.arguments()
    body = kernel.body(kernel.variants[what] if what else {})
    run(body, **arguments, **kernel.launch, checks="all", **options)
    assert kernel.wanted(arguments)


def is_reported(run: Callable[..., Any], kernel: Pipeline, what: str, options: dict[str, Any]) -> None:
    """Check that a mistake is reported, and by which rule."""
    change, rules, line = kernel.mistakes[what]
    with pytest.raises(SimFault) as caught:
        run(
            kernel.body(change),
            **kernel.arguments(),
            **kernel.launch,
            checks="all",
            max_steps=1_000_000,
            **options,
        )
    fault = caught.value
    assert fault.rule in rules.split()
    assert line in str(fault)
