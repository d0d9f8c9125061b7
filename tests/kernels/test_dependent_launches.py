"""Kernels of the library that start before the kernel before them has ended."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from pyptx import ptx
from pyptx.errors import SimFault
from pyptx.kernels import build_attention_backward_hopper, build_attention_decode
from pyptx.runtime.simulation import simulating
from pyptx.trace import current
from pyptx.types import f16
from tests.kernels.test_attention_backward_hopper import Problem

if TYPE_CHECKING:
    from collections.abc import Callable


class Decode:
    """Attention with three splits."""

    def __init__(self, arch: str = "sm_90a") -> None:
        found = build_attention_decode(64, dtype=f16, arch=arch)
        assert found.combine is not None
        self.kernels = found.attend, found.combine
        rng = np.random.default_rng(0)
        self.q, self.k, self.v = (
            rng.standard_normal((2, rows, 2, 64)).astype(np.float16) for rows in (1, 150, 150)
        )

    def launches(self) -> list[Callable[[Any], Any]]:
        """Return the launches, each a function of what the one before it returned."""
        attend, combine = self.kernels
        return [
            lambda _: attend(self.q, self.k, self.v, scale=1 / 8, splits=3),
            lambda made: combine(*made),
        ]

    def check(self, made: Any) -> None:
        q, k, v = (x.astype(float) for x in (self.q, self.k, self.v))
        weights = np.exp(np.einsum("bqhd,bkhd->bhqk", q, k) / 8)
        wanted = np.einsum("bhqk,bkhd->bqhd", weights / weights.sum(3, keepdims=True), v)
        np.testing.assert_allclose(made[0], wanted, atol=2e-3)


class Backward:
    """Gradients of attention: the sums of dQ, then dQ."""

    def __init__(self) -> None:
        self.problem = Problem(1, 140, 70, 2, 1, 64, dtype=f16)
        found = build_attention_backward_hopper(64, dtype=f16)
        self.kernels = found.prepare, found.gradients, found.finish

    def launches(self) -> list[Callable[[Any], Any]]:
        """Return the launches, each a function of what the one before it returned."""
        given = self.problem
        scale: dict[str, Any] = {"scale": given.scale}
        prepare, gradients, finish = self.kernels

        def add(made: Any) -> Any:
            gradients(given.q, given.k, given.v, given.do, *made, **scale)
            return made[1]

        return [
            lambda _: prepare(given.out, given.do, given.lse, given.dlse, blocks=2),
            add,
            lambda sums: finish(sums, queries=140, **scale),
        ]

    def check(self, made: Any) -> None:
        wanted = self.problem.expected[0]
        assert np.abs(made.astype(float) - wanted).max() < 4e-3 * np.abs(wanted).max()


def run_overlapped(launches: list[Callable[[Any], Any]]) -> tuple[Any, list[Any]]:
    """Run each launch as if it started before the one before it has ended; return the result and reports."""
    made: Any = None
    details: list[Any] = []
    for launch in launches:
        before = details[-1] if details else None
        with simulating(checks="all", footprint=True, after=before) as reports:
            made = launch(made)
        (report,) = reports
        details.append(report.detail)
    return made, details


@pytest.mark.parametrize("chain", [Decode, Backward])
def test_dependent_kernels_are_right_when_they_overlap(chain: Any) -> None:
    found = chain()
    made, details = run_overlapped(found.launches())
    found.check(made)
    assert all("griddepcontrol.launch_dependents" in detail.histogram for detail in details[:-1])
    assert [kernel.program().pdl for kernel in found.kernels] == [False] + [True] * (len(details) - 1)


@pytest.mark.parametrize(
    ("chain", "name"),
    [
        (Decode, "attention_decode_combine"),
        (Backward, "attention_backward"),
        (Backward, "attention_backward_finish"),
    ],
)
def test_a_missing_wait_is_reported(chain: Any, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    write = type(ptx.griddepcontrol).wait

    def wait(self: Any, **options: Any) -> None:
        if current().name != name:
            write(self, **options)

    monkeypatch.setattr(type(ptx.griddepcontrol), "wait", wait)
    with pytest.raises(
        SimFault, match=r"^grid-dependency: .*which (the grid before this one|an earlier grid) wrote"
    ):
        run_overlapped(chain().launches())


def test_older_targets_have_no_dependent_launches() -> None:
    found = Decode("sm_80")
    assert [kernel.program().pdl for kernel in found.kernels] == [False, False]
    assert all("griddepcontrol" not in kernel.ptx() for kernel in found.kernels)
