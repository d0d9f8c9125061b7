"""Observers: a new one is a class and its registration, whatever other observers are on."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from pyptx.errors import LaunchError
from pyptx.program import Program, from_ptx
from pyptx.sim import simulate
from pyptx.sim.observers import Observer, Observers

if TYPE_CHECKING:
    from pyptx.sim.machine import Machine

PTX = """
.version 8.0
.target sm_80
.address_size 64
.visible .entry reverse(.param .u64 out) {
    .reg .pred %p<2>;
    .reg .b32 %r<6>;
    .reg .b64 %rd<4>;
    .shared .align 4 .b8 buffer[256];
    ld.param.u64 %rd1, [out];
    mov.u32 %r1, %tid.x;
    shl.b32 %r2, %r1, 2;
    mov.u32 %r3, buffer;
    add.u32 %r4, %r3, %r2;
    st.shared.u32 [%r4], %r1;
    bar.sync 0;
    sub.u32 %r5, 252, %r2;
    add.u32 %r5, %r3, %r5;
    ld.shared.u32 %r1, [%r5];
    cvt.u64.u32 %rd2, %r2;
    add.u64 %rd3, %rd1, %rd2;
    setp.lt.u32 %p1, %r2, 128;
    @%p1 st.global.u32 [%rd3], %r1;
    ret;
}
"""


class StoresBySpace(Observer):
    """Counts the bytes that threads store to shared and to global memory."""

    def __init__(self, machine: Machine) -> None:
        self.machine = machine
        self.bytes = {"shared": 0, "global": 0}
        made.append(self)

    def stored(self, index: Any, size: int, mask: Any, values: Any) -> None:
        """Count a store."""
        lanes = self.machine.executing() if mask is None else mask
        for at in index[lanes].tolist():
            self.bytes["shared" if self.machine.memory.is_shared(at) else "global"] += size


made: list[StoresBySpace] = []


@pytest.fixture
def program() -> Program:
    made.clear()
    return from_ptx(PTX)


@pytest.mark.parametrize("profile", [False, True])
@pytest.mark.parametrize("timeline", [False, True])
def test_a_new_observer_works_beside_the_others(program: Program, profile: bool, timeline: bool) -> None:
    out = np.zeros(64, np.uint32)
    report = simulate(
        program, (out,), grid=(1, 1, 1), block=(64, 1, 1), profile=profile, timeline=timeline,
        checks="all", observers=[StoresBySpace],
    )  # fmt: skip
    assert out.tolist() == [*range(63, 31, -1), *[0] * 32]
    assert [each.bytes for each in made] == [{"shared": 256, "global": 128}]
    assert (report.profile is not None, report.timeline is not None) == (profile, timeline)
    if report.profile is not None:
        assert report.profile.traffic["shared"].written == 256
    if report.timeline is not None:
        assert {"X", "M"} <= {event["ph"] for event in report.timeline.events}


def test_each_batch_has_an_observer_of_its_own(program: Program) -> None:
    out = np.zeros(64, np.uint32)
    report = simulate(program, (out,), grid=(1024, 1, 1), block=(64, 1, 1), observers=[StoresBySpace])
    assert len(made) == report.batches > 1
    assert sum(each.bytes["global"] for each in made) == 1024 * 128


def test_observers_run_on_the_numpy_engine(program: Program) -> None:
    out = np.zeros(64, np.uint32)
    report = simulate(program, (out,), grid=(1, 1, 1), block=(64, 1, 1), observers=[StoresBySpace])
    assert report.engine == "numpy"
    with pytest.raises(LaunchError, match="observers="):
        simulate(program, (out,), grid=(1, 1, 1), block=(64, 1, 1), observers=[StoresBySpace], native=True)


def test_a_hook_without_an_observer_has_no_one_to_call() -> None:
    observers = Observers([Observer()])
    assert observers.stored == ()
    assert not observers.work_started


def test_a_hook_that_does_not_exist_is_an_error() -> None:
    with pytest.raises(AttributeError, match="strored"):
        _ = Observers().strored
