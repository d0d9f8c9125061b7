"""The profile: banks, sectors, bytes and waits of small kernels whose numbers can be counted by hand."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pyptx import Tile, intrinsic, kernel, ptx, reg
from pyptx.sim import simulate
from pyptx.sim.native import MISSING
from pyptx.sim.profile import Profile, Traffic, sectors, wavefronts
from pyptx.types import u32

if TYPE_CHECKING:
    from collections.abc import Callable

    from pyptx.program import Program
    from pyptx.sim.profile import LineProfile
    from pyptx.specs import TensorSpec

# Thread t writes and reads `width` bytes at t * stride of shared memory, and at t * step of global memory.
STRIDES = """
    .shared .align 16 .b8 tile[16384];
    ld.param.u64 %rd1, [x];
    mov.u32 %r1, %tid.x;
    mul.lo.u32 %r2, %r1, STRIDE;
    mov.u32 %r3, tile;
    add.u32 %r2, %r2, %r3;
    mul.wide.u32 %rd2, %r1, STEP;
    add.s64 %rd2, %rd1, %rd2;
    ld.global.TYPE [%rd2];
    st.shared.TYPE [%r2];
    ret;
"""
TYPES = {4: ("u32", "%r4"), 8: ("v2.u32", "{%r4, %r5}"), 16: ("v4.u32", "{%r4, %r5, %r6, %r7}")}


def line(profile: Profile, start: str) -> LineProfile:
    (found,) = [line for line in profile.lines if line.instruction.startswith(start)]
    return found


def strides(run: Callable[..., Any], width: int, stride: int, step: int) -> Profile:
    type_, registers = TYPES[width]
    body = STRIDES.replace("ld.global.TYPE [%rd2]", f"ld.global.{type_} {registers}, [%rd2]")
    body = body.replace("st.shared.TYPE [%r2]", f"st.shared.{type_} [%r2], {registers}")
    body = body.replace("STRIDE", str(stride)).replace("STEP", str(step))
    profile = run(body, x=np.zeros(4096, np.uint32), block=32, profile=True).profile
    assert isinstance(profile, Profile)
    return profile


@pytest.mark.parametrize(
    ("width", "stride", "step", "passes", "touched"),
    [
        (4, 4, 4, 1, 4),
        (4, 0, 4, 1, 4),
        (4, 8, 8, 2, 8),
        (4, 128, 128, 32, 32),
        (4, 132, 0, 1, 1),
        (8, 8, 8, 2, 8),
        (8, 16, 32, 4, 32),
        (16, 16, 16, 4, 16),
        (16, 64, 64, 16, 32),
        (16, 144, 16, 4, 16),
    ],
)
def test_banks_and_sectors(
    run: Callable[..., Any], width: int, stride: int, step: int, passes: int, touched: int
) -> None:
    profile = strides(run, width, stride, step)
    store = line(profile, "st.shared").traffic["shared"]
    load = line(profile, "ld.global").traffic["global"]
    assert (store.wavefronts, store.written, store.read, store.accesses) == (passes, 32 * width, 0, 1)
    assert (load.sectors, load.read, load.written, load.wavefronts) == (touched, 32 * width, 0, 0)
    least = 1 if stride == 0 else width // 4
    assert (store.fewest_wavefronts, store.conflicts) == (least, passes - least)
    assert load.fewest_sectors == (1 if step == 0 else width)
    assert profile.traffic == {"global": load, "shared": store}


@pytest.mark.parametrize(("ranks", "stride", "passes"), [(4, 0, 4), (4, 128, 32), (1, 0, 1), (4, 4, 4)])
def test_each_cta_of_a_cluster_has_banks(
    run: Callable[..., Any], ranks: int, stride: int, passes: int
) -> None:
    """Lanes of the same number in different CTAs access the same bank number, and no bank twice."""
    body = f"""
    .shared .align 16 .b8 tile[16384];
    mov.u32 %r1, %tid.x;
    and.b32 %r2, %r1, {ranks - 1};
    mul.lo.u32 %r3, %r1, {stride};
    mov.u32 %r4, tile;
    add.u32 %r3, %r3, %r4;
    mapa.shared::cluster.u32 %r3, %r3, %r2;
    st.shared::cluster.u32 [%r3], {7};
    barrier.cluster.arrive;
    barrier.cluster.wait;
    ret;
    """
    profile = run(body, grid=4, cluster=(4, 1, 1), block=32, profile=True).profile
    store = line(profile, "st.shared::cluster").traffic["shared"]
    assert (store.wavefronts, store.fewest_wavefronts) == (4 * passes, 4 * ranks)


def banks_by_hand(offsets: list[int], size: int, lanes: list[bool]) -> int:
    together = 32 // max(size // 4, 1)
    total = 0
    for start in range(0, 32, together):
        words: dict[int, set[int]] = {}
        for lane in range(start, start + together):
            for word in range(offsets[lane] // 4, offsets[lane] // 4 + max(size // 4, 1)):
                if lanes[lane]:
                    words.setdefault(word % 32, set()).add(word)
        total += max(map(len, words.values()), default=0)
    return total


@given(
    st.sampled_from([1, 2, 4, 8, 16]),
    st.lists(st.integers(0, 200), min_size=32, max_size=32),
    st.lists(st.booleans(), min_size=32, max_size=32),
)
def test_the_count_is_that_of_the_rule(size: int, places: list[int], lanes: list[bool]) -> None:
    offsets = [place * size for place in places]
    mask = np.array(lanes)
    found, least = wavefronts(np.array(offsets), size, mask)
    assert found == banks_by_hand(offsets, size, lanes)
    assert least <= found
    touched, full = sectors(np.array(offsets), size, mask)
    assert touched == len({offset // 32 for offset, lane in zip(offsets, lanes, strict=True) if lane})
    assert full <= touched


LOOP = """
    ld.param.u64 %rd1, [x];
    mov.u32 %r1, %tid.x;
    mov.u32 %r2, 0;
    setp.lt.u32 %p2, %r1, 32;
    @!%p2 bra AGAIN;
JOIN:
    bar.sync 0;
    atom.global.add.u32 %r4, [%rd1], %r2;
    ret;
AGAIN:
    add.u32 %r2, %r2, 1;
    setp.lt.u32 %p1, %r2, 10;
    @%p1 bra AGAIN;
    bra JOIN;
"""


def test_executions_and_waits(run: Callable[..., Any]) -> None:
    x = np.zeros(1, np.uint32)
    report = run(LOOP, x=x, block=96, grid=2, profile=True)
    assert x[0] == 2 * 64 * 10
    profile = report.profile
    assert line(profile, "add.u32 %r2").executions == 2 * 64 * 10
    assert line(profile, "setp.lt.u32 %p2").executions == 2 * 96
    barrier = line(profile, "bar.sync")
    assert (barrier.executions, barrier.waits) == (2 * 96, 2)
    atom = line(profile, "atom").traffic["global"]
    assert (atom.read, atom.written, atom.sectors) == (2 * 96 * 4, 2 * 96 * 4, 2 * 3)
    assert sum(entry.executions for entry in profile.lines) == report.lane_instructions
    text = str(profile)
    assert "bar.sync 0;  (PTX line" in text
    assert json.loads(json.dumps(profile.to_json()))["traffic"]["global"]["sectors"] == 6


COPY = """
    .shared .align 8 .b64 full;
    .shared .align 128 .b8 tile[256];
    ld.param.u64 %rd1, [x];
    mbarrier.init.shared::cta.b64 [full], 1;
    mbarrier.arrive.expect_tx.shared::cta.b64 _, [full], 256;
    cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [tile], [%rd1], 256, [full];
WAIT:
    mbarrier.try_wait.parity.shared::cta.b64 %p1, [full], 0;
    @!%p1 bra WAIT;
    cp.async.ca.shared.global [tile], [%rd1], 16;
    cp.async.wait_all;
    ret;
"""


@pytest.mark.parametrize(("schedule", "polled"), [("late", True), ("early", False)])
def test_copies_count_for_the_line_that_starts_them(
    run: Callable[..., Any], schedule: str, polled: bool
) -> None:
    profile = run(COPY, x=np.zeros(64, np.uint32), block=1, profile=True, schedule=schedule).profile
    bulk, asynchronous = line(profile, "cp.async.bulk").traffic, line(profile, "cp.async.ca").traffic
    assert (bulk["global"].read, bulk["shared"].written) == (256, 256)
    assert bulk["shared"].wavefronts == 0
    assert (asynchronous["global"].read, asynchronous["shared"].written) == (16, 16)
    assert (line(profile, "mbarrier.try_wait").polls > 0) == polled


@pytest.mark.skipif(bool(MISSING), reason=MISSING)
@pytest.mark.parametrize(("schedule", "polled"), [("late", True), ("early", False)])
def test_the_native_engine_counts_polls_that_fail(
    program: Callable[..., Program], schedule: str, polled: bool
) -> None:
    code = program(COPY, ".param .u64 x")
    launch: dict[str, Any] = {"grid": (1, 1, 1), "block": (1, 1, 1), "schedule": schedule}
    report = simulate(code, (np.zeros(64, np.uint32),), profile=True, native=True, **launch)
    assert report.profile is not None
    assert (line(report.profile, "mbarrier.try_wait").polls > 0) == polled


def test_it_is_off_unless_asked_for(run: Callable[..., Any]) -> None:
    assert run(LOOP, x=np.zeros(1, np.uint32), block=96).profile is None


def test_sums() -> None:
    total = Traffic()
    total.add(Traffic(read=3, sectors=2))
    total.add(Traffic(read=4, wavefronts=5, fewest_wavefronts=2))
    assert total == Traffic(read=7, sectors=2, wavefronts=5, fewest_wavefronts=2)
    assert total.conflicts == 3


def test_totals_of_named_scopes() -> None:
    @intrinsic
    def double(x: reg.Reg) -> None:
        ptx.inst.add.u32(x, x, x)

    @kernel(in_specs=(Tile(64, u32),), out_specs=(Tile(64, u32),), block=64, arch="sm_80")
    def work(X: TensorSpec, Y: TensorSpec) -> None:
        px, py = ptx.global_ptrs(X, Y)
        offset = reg.from_(ptx.special.tid.x(), u32) * 4
        value = reg.scalar(u32)
        with ptx.scope("load and double"):
            ptx.inst.ld.global_.u32(value, ptx.addr(px + offset))
            double(value)
            ptx.bar.sync(0)
        for _ in ptx.range_(3):
            double(value)
        ptx.inst.st.global_.u32(ptx.addr(py + offset), value)

    x, y = np.arange(64, dtype=np.uint32), np.zeros(64, np.uint32)
    profile = work.program().launch(x, y, grid=1, block=64, profile=True).detail.profile
    np.testing.assert_array_equal(y, 16 * x)
    load, doubled = profile.scopes
    assert (load.name, load.executions) == ("load and double", 5 * 64)
    assert load.traffic == {"global": line(profile, "ld.global").traffic["global"]}
    assert (doubled.name, doubled.executions, doubled.traffic) == ("double", 4 * 64, {})
    inner, outer = (line for line in profile.lines if line.instruction.startswith("add.u32"))
    assert (inner.scopes, outer.scopes) == (("load and double", "double"), ("double",))
    said = profile.to_json()
    assert [scope["name"] for scope in said["scopes"]] == ["load and double", "double"]
    assert json.loads(json.dumps(said))["scopes"][1]["executions"] == 256
    assert any(row.split() == ["256", "double"] for row in str(profile).splitlines())
