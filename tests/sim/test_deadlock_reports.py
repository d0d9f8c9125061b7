"""Reports of deadlocks, word for word; `--update` rewrites the golden files."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from pyptx import kernel, ptx, smem
from pyptx.errors import SimFault
from tests.sim import broken_ring

if TYPE_CHECKING:
    from collections.abc import Callable

GOLDEN = Path(__file__).resolve().parents[1] / "golden" / "deadlocks"
X = np.random.default_rng(0).uniform(-1, 1, (6, 64)).astype(np.float32)


def test_the_ring_without_a_mistake_ends() -> None:
    got = broken_ring.broken_ring()(X)
    np.testing.assert_allclose(got, np.tile(np.roll(X.sum(0), 32), (2, 1)), rtol=1e-5)


@pytest.mark.parametrize("mistake", broken_ring.MISTAKES)
def test_report(mistake: str, *, update: bool) -> None:
    with pytest.raises(SimFault) as caught:
        broken_ring.broken_ring(mistake)(X)
    report = str(caught.value).replace(f"{Path(broken_ring.__file__).parent}/", "") + "\n"
    file = GOLDEN / f"{mistake.replace(' ', '_')}.txt"
    if update:
        file.write_text(report)
    assert report == file.read_text()


class Barriers:
    """Barriers as attributes."""

    attribute: Any


def make(count: int) -> Any:
    return ptx.mbarrier.array(smem.mbarrier(count), 0, count)


@pytest.mark.parametrize(
    "name", ["allocated[0]", "made[0]", "attribute[1]", "one", "listed[0][1]", 'unnamed["key"][0]']
)
def test_mbarriers_have_the_names_of_the_author(name: str) -> None:
    @kernel(grid=(1,), block=(1,), arch="sm_90a")
    def waits() -> None:
        held = Barriers()
        allocated = smem.mbarrier(1)
        made = make(1)
        held.attribute = make(2)
        (one,) = make(1)
        listed = [make(2)]
        unnamed = {"key": make(1)}
        chosen = {
            "allocated[0]": allocated[0],
            "made[0]": made[0],
            "attribute[1]": held.attribute[1],
            "one": one,
            "listed[0][1]": listed[0][1],
            'unnamed["key"][0]': unnamed["key"][0],
        }[name]
        ptx.mbarrier.init(chosen, 3)
        ptx.mbarrier.wait(chosen, 0)

    with pytest.raises(SimFault) as caught:
        waits()
    assert str(caught.value).startswith(f"deadlock: {name} expected 3 arrivals")


def test_lanes_of_a_warp_wait_for_mbarriers_of_their_own(run: Callable[..., Any]) -> None:
    """Four lanes poll four mbarriers in one loop; two of these complete."""
    body = """
        .shared .align 8 .b64 full[4];
        mov.u32 %r1, %tid.x;
        mov.u32 %r2, full;
        mad.lo.u32 %r2, %r1, 8, %r2;
        mbarrier.init.shared.b64 [%r2], 2;
        and.b32 %r3, %r1, 1;
        add.u32 %r3, %r3, {count};
        mbarrier.arrive.shared.b64 _, [%r2], %r3;
    WAIT:
        mbarrier.try_wait.parity.shared::cta.b64 %p1, [%r2], 0;
        @!%p1 bra WAIT;
    """
    run(body.format(count=1).replace("and.b32 %r3, %r1, 1", "mov.u32 %r3, 1"), block=4)
    with pytest.raises(SimFault) as caught:
        run(body.format(count=1), block=4)
    report = str(caught.value)
    assert "warp 0, lane 0 of CTA (0, 0, 0) waits at" in report
    assert "warp 0, lane 2 of CTA (0, 0, 0) waits at" in report
    assert "full lacks 1 of 2 arrivals" in report
    assert "full+16 lacks 1 of 2 arrivals" in report
