"""Arrays that the native engine uses where the caller has them: nothing but what a kernel stores changes."""

from __future__ import annotations

import gc
import resource
import signal
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from pyptx.program import from_ptx
from pyptx.sim import Device, SimFault, native, simulate
from tests.sim.conftest import text

if TYPE_CHECKING:
    from collections.abc import Callable

needs_native = pytest.mark.skipif(bool(native.MISSING), reason=native.MISSING)

ELEMENTS = """
    ld.param.u64 %rd1, [x];
    ld.param.u64 %rd2, [y];
    mov.u32 %r1, %tid.x;
    mul.wide.u32 %rd3, %r1, 4;
    add.u64 %rd4, %rd1, %rd3;
    add.u64 %rd5, %rd2, %rd3;
"""
"""Each thread points to its element of `x` and of `y`."""

PLACES = f"""{ELEMENTS}    and.b32 %r2, %r1, 1;
    setp.eq.u32 %p1, %r2, 0;
    selp.b64 %rd6, %rd4, %rd5, %p1;
    selp.b64 %rd7, %rd5, %rd4, %p1;
"""
"""Even lanes point into `x` with one register and into `y` with the other, odd lanes the other way round."""


@pytest.mark.parametrize("space", ["", ".global"])
@pytest.mark.parametrize("guard", ["", "@%p2 "])
def test_lanes_reach_several_arrays_at_once(run: Callable[..., object], space: str, guard: str) -> None:
    lane = np.arange(32, dtype=np.uint32)
    x, y = lane.copy(), lane + 100
    body = f"""
        setp.lt.u32 %p2, %r1, 9;
        {guard}ld{space}.u32 %r3, [%rd6];
        {guard}st{space}.u32 [%rd7], %r3;
    """
    run(PLACES + body, x=x, y=y)
    moved = (lane < 9) | (guard == "")
    even = lane % 2 == 0
    np.testing.assert_array_equal(x, np.where(moved & ~even, lane + 100, lane))
    np.testing.assert_array_equal(y, np.where(moved & even, lane, lane + 100))


def test_atomics_reach_several_arrays_at_once(run: Callable[..., object]) -> None:
    lane = np.arange(32, dtype=np.uint32)
    x, y, old = lane.copy(), lane + 100, np.zeros(32, np.uint32)
    body = """
        atom.global.add.u32 %r3, [%rd6], 1000;
        ld.param.u64 %rd8, [old];
        add.u64 %rd9, %rd8, %rd3;
        st.global.u32 [%rd9], %r3;
    """
    run(PLACES + body, x=x, y=y, old=old)
    even = lane % 2 == 0
    np.testing.assert_array_equal(x, np.where(even, lane + 1000, lane))
    np.testing.assert_array_equal(y, np.where(even, lane + 100, lane + 1100))
    np.testing.assert_array_equal(old, np.where(even, lane, lane + 100))


ADD = f"""{ELEMENTS}    ld.global.u32 %r2, [%rd4];
    add.u32 %r2, %r2, 1;
    st.global.u32 [%rd4], %r2;
    ld.global.u32 %r3, [%rd5];
    add.u32 %r3, %r3, 10;
    st.global.u32 [%rd5], %r3;
"""
"""`x += 1`, then `y += 10`, of the first 32 elements."""


@pytest.mark.parametrize("start", [0, 1, 4])
def test_arrays_start_anywhere_in_host_memory(run: Callable[..., object], start: int) -> None:
    """Arrays without the alignment of the widest access are copied; the bytes around them stay unchanged."""
    room = np.full((2, 64), 5, np.uint32)
    x, y = (row[start : start + 32] for row in room)
    run(ADD, x=x, y=y)
    around = np.r_[0:start, start + 32 : 64]
    assert (room[:, around] == 5).all()
    assert (x == 6).all()
    assert (y == 15).all()


@needs_native
@pytest.mark.parametrize("apart", [0, 4, 8, 16])
def test_arrays_that_overlap_are_one(apart: int) -> None:
    room = np.zeros(64, np.uint32)
    found = from_ptx(text(ADD, params=".param .u64 x, .param .u64 y"))
    arrays = room[:32], room[apart : apart + 32]
    simulate(found, arrays, grid=(1, 1, 1), block=(32, 1, 1), native=True)
    expected = np.zeros(64, np.uint32)
    expected[:32] += 1
    expected[apart : apart + 32] += 10
    np.testing.assert_array_equal(room, expected)


@pytest.mark.parametrize("engine", [pytest.param(True, marks=needs_native), False])
def test_arrays_that_overlap_are_one_wherever_an_empty_one_points(engine: bool) -> None:
    room = np.zeros(64, np.uint32)
    found = from_ptx(text(ADD, params=".param .u64 x, .param .u64 y, .param .u64 empty"))
    arrays = room[:32], room[8:40], room[4:8][:0]
    simulate(found, arrays, grid=(1, 1, 1), block=(32, 1, 1), native=engine)
    expected = np.zeros(64, np.uint32)
    expected[:32] += 1
    expected[8:40] += 10
    np.testing.assert_array_equal(room, expected)


@needs_native
@pytest.mark.parametrize("uninitialized", [(), ("y",)])
def test_a_launch_that_runs_again_starts_from_what_was_given(uninitialized: tuple[str, ...]) -> None:
    """Both engines meet the broken rule of an mbarrier, one after the other, and `x` counts once."""
    lacking = """
        .shared .align 8 .b64 full;
        setp.eq.u32 %p1, %r1, 0;
        @%p1 mbarrier.init.shared.b64 [full], 1;
        bar.sync 0;
        @%p1 mbarrier.arrive.expect_tx.shared.b64 _, [full], 16;
    WAIT:
        mbarrier.try_wait.parity.shared.b64 %p2, [full], 0;
        @!%p2 bra WAIT;
    """
    body = ADD.replace("ld.global.u32 %r3, [%rd5];", "mov.u32 %r3, 32;") + lacking
    found = from_ptx(text(body, params=".param .u64 x, .param .u64 y"))
    x, y = np.zeros(32, np.uint32), np.zeros(40, np.uint32)
    with pytest.raises(SimFault) as caught:
        simulate(found, (x, y), grid=(1, 1, 1), block=(32, 1, 1), native=True, uninitialized=uninitialized)
    assert caught.value.rule == "deadlock"
    assert (x == 1).all()
    assert (y[:32] == 42).all()
    assert (y[32:] == (0xFFFF_FFFF if uninitialized else 0)).all()


@needs_native
@pytest.mark.parametrize(
    "undefined",
    [
        ".shared .align 4 .b32 room; ld.shared.u32 %r5, [room];",
        ".local .align 4 .b32 room; ld.local.u32 %r5, [room];",
        "setp.lt.u32 %p1, %r1, 40; @!%p1 mov.u32 %r5, 1; add.u32 %r6, %r5, 1;",
    ],
)
def test_a_launch_that_comes_upon_what_nobody_defined_counts_once(undefined: str) -> None:
    """The native engine starts again with what follows the value, which goes nowhere."""
    found = from_ptx(text(ADD + undefined, params=".param .u64 x, .param .u64 y"))
    x, y = np.zeros(32, np.uint32), np.zeros(32, np.uint32)
    for launches in (1, 2):
        report = simulate(found, (x, y), grid=(1, 1, 1), block=(32, 1, 1))
        assert report.engine == "native"
        assert (x == launches).all()
        assert (y == 10 * launches).all()


STRIDED = """
    ld.param.u64 %rd1, [out];
    mov.u32 %r1, %tid.x;
    ld.param.u32 %r2, [step];
    mul.wide.u32 %rd2, %r1, %r2;
    add.u64 %rd3, %rd1, %rd2;
    ld.param.u32 %r3, [count];
    setp.lt.u32 %p1, %r1, %r3;
"""
"""Each thread points to its own place in `out`; `%p1` says whether it is one of the first."""


@pytest.mark.parametrize("engine", [pytest.param(True, marks=needs_native), False])
@pytest.mark.parametrize("count", [0, 1, 5, 31, 32])
@pytest.mark.parametrize("places", [1, 3])
@pytest.mark.parametrize("size", [1, 2, 4, 8])
def test_bytes_that_nobody_wrote_are_told_apart_one_by_one(
    engine: bool, size: int, places: int, count: int
) -> None:
    """In an output at any offset, stored bytes may be read, and their neighbours may not."""
    step, register = size * places, {1: "%r4", 2: "%h1", 4: "%r4", 8: "%rd4"}[size]
    params = ".param .u64 out, .param .u32 step, .param .u32 count"
    store = f"""{STRIDED}
        cvt.u{8 * max(size, 2)}.u32 {register}, %r1;
        @%p1 st.global.u{8 * size} [%rd3+{size}], {register};
        bar.sync 0;
    """
    read = f"@%p1 ld.global.u{8 * size} {register}, [%rd3+{size}];"
    beyond = f"ld.global.u8 %r5, [%rd3+{size - 1}];"
    room = np.full(step * 33 + 64, 7, np.uint8)
    out = room[16 : 16 + step * 32 + size + 3]
    found = from_ptx(text(store + read, params=params))
    simulate(
        found, (out, step, count), grid=(1, 1, 1), block=(32, 1, 1), native=engine, uninitialized=("out",)
    )
    expected = np.full(out.shape, 0xFF, np.uint8)
    for thread in range(count):
        first = step * thread + size
        expected[first : first + size] = np.frombuffer(thread.to_bytes(8, "little"), np.uint8)[:size]
    np.testing.assert_array_equal(out, expected)
    assert (room[:16] == 7).all()
    assert (room[16 + len(out) :] == 7).all()
    if places == 1 and count == 32:
        beyond = f"ld.global.u8 %r5, [%rd1+{step * 32 + size}];"
    found = from_ptx(text(store + beyond, params=params))
    with pytest.raises(SimFault) as caught:
        simulate(
            found, (out, step, count), grid=(1, 1, 1), block=(32, 1, 1), native=engine, uninitialized=("out",)
        )
    assert caught.value.rule == "uninitialized-memory"


@needs_native
def test_a_fault_leaves_what_was_written_before_it() -> None:
    body = ADD.replace("st.global.u32 [%rd5], %r3;", "st.global.u32 [%rd5+4096], %r3;")
    found = from_ptx(text(body, params=".param .u64 x, .param .u64 y"))
    x, y = np.zeros(32, np.uint32), np.zeros(32, np.uint32)
    with pytest.raises(SimFault, match=r"y\+4096"):
        simulate(found, (x, y), grid=(1, 1, 1), block=(32, 1, 1), native=True)
    assert (x == 1).all()
    assert (y == 0).all()


ENDLESS = f"""{ADD}
AGAIN:
    ld.global.u32 %r2, [%rd4];
    add.u32 %r2, %r2, 1;
    st.global.u32 [%rd4], %r2;
    bra AGAIN;
"""


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="nothing here interrupts a thread in time")
@pytest.mark.parametrize("engine", [pytest.param(True, marks=needs_native), False])
@pytest.mark.parametrize("checks", [(), ("races",)])
@pytest.mark.parametrize("uninitialized", [(), ("y",)])
def test_an_interrupt_leaves_what_was_written_before_it(
    engine: bool, checks: tuple[str, ...], uninitialized: tuple[str, ...]
) -> None:
    body = ENDLESS.replace("ld.global.u32 %r3, [%rd5];", "mov.u32 %r3, 32;")
    found = from_ptx(text(body, params=".param .u64 x, .param .u64 y"))
    x, y = np.zeros(32, np.uint32), np.zeros(32, np.uint32)
    options: dict[str, Any] = {"checks": checks, "uninitialized": uninitialized, "native": engine}

    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGALRM, interrupt)
    gc.disable()  # an exception in a callback of the collector, such as that of hypothesis, would be lost
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.3)
        with pytest.raises(KeyboardInterrupt):
            simulate(found, (x, y), grid=(1, 1, 1), block=(32, 1, 1), max_steps=1 << 60, **options)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
        gc.enable()
    assert (x > 1).all()
    assert (y == 42).all()


@needs_native
def test_launches_at_once_share_what_they_read() -> None:
    body = """
        ld.param.u64 %rd1, [x];
        ld.param.u64 %rd2, [out];
        mov.u32 %r1, %ctaid.x;
        mov.u32 %r3, %tid.x;
        mad.lo.u32 %r2, %r1, 32, %r3;
        mul.wide.u32 %rd3, %r2, 4;
        add.u64 %rd4, %rd1, %rd3;
        add.u64 %rd5, %rd2, %rd3;
        ld.global.u32 %r4, [%rd4];
        ld.param.u32 %r5, [n];
        mad.lo.u32 %r4, %r4, %r5, 1;
        st.global.u32 [%rd5], %r4;
    """
    found = from_ptx(text(body, params=".param .u64 x, .param .u64 out, .param .u32 n"))
    x = np.arange(32 * 512, dtype=np.uint32)
    kept = x.copy()

    def scales(factor: int) -> bool:
        out = np.empty_like(x)
        for _ in range(5):
            out[...] = 0
            simulate(
                found, (x, out, factor), grid=(512, 1, 1), block=(32, 1, 1),
                native=True, threads=2, uninitialized=("out",),
            )  # fmt: skip
        return np.array_equal(out, kept * np.uint32(factor) + 1)

    with ThreadPoolExecutor(4) as pool:
        assert all(pool.map(scales, range(2, 10)))
    np.testing.assert_array_equal(x, kept)


@needs_native
def test_neighbours_that_several_threads_write_are_all_noted() -> None:
    """Bytes beside each other belong to different CTAs, which two threads of the system run."""
    body = """
        ld.param.u64 %rd1, [out];
        mov.u32 %r1, %ctaid.x;
        mov.u32 %r3, %tid.x;
        mov.u32 %r4, %nctaid.x;
        mad.lo.u32 %r2, %r3, %r4, %r1;
        cvt.u64.u32 %rd2, %r2;
        add.u64 %rd3, %rd1, %rd2;
        and.b32 %r5, %r2, 63;
        st.global.u8 [%rd3], %r5;
    """
    found = from_ptx(text(body, params=".param .u64 out"))
    expected = np.arange(32 * 1024) % 64
    for _ in range(5):
        out = np.zeros(32 * 1024, np.uint8)
        simulate(
            found, (out,), grid=(1024, 1, 1), block=(32, 1, 1), native=True, threads=2, uninitialized=("out",)
        )
        np.testing.assert_array_equal(out, expected)


PEAK = """
from pathlib import Path
import numpy as np
from pyptx.program import from_ptx
from pyptx.sim import simulate

program = from_ptx({ptx!r})
x, y = np.zeros(1 << 28, np.uint32), np.zeros(32, np.uint32)
simulate(program, (x, y), grid=(1, 1, 1), block=(32, 1, 1), native=True)
assert (y == 10).all()
status = dict(line.split(":", 1) for line in Path("/proc/self/status").read_text().splitlines())
print(status["VmHWM"].split()[0])
"""


@needs_native
@pytest.mark.skipif(sys.platform != "linux", reason="the peak of memory is read from /proc")
def test_what_a_kernel_does_not_access_takes_no_memory() -> None:
    """An array of 1 GiB that no one ever wrote has no pages; a copy of it would."""
    body = ADD.replace("st.global.u32 [%rd4], %r2;", "")
    ptx = text(body, params=".param .u64 x, .param .u64 y")
    done = subprocess.run(
        [sys.executable, "-c", PEAK.format(ptx=ptx)], capture_output=True, text=True, check=True
    )
    assert int(done.stdout) * 1024 < 1 << 29


ADD_ONE = """
.version 8.0
.target sm_80
.address_size 64
.visible .entry add_one(.param .u64 x, .param .u64 y, .param .u32 stride) {
    .shared .b32 tile[1];
    .reg .b32 %r<5>;
    .reg .b64 %rd<5>;
    ld.param.u64 %rd1, [x];
    ld.param.u64 %rd4, [y];
    ld.param.u32 %r4, [stride];
    mov.u32 %r1, %tid.x;
    mul.wide.u32 %rd2, %r1, %r4;
    add.u64 %rd3, %rd1, %rd2;
    ld.global.u32 %r2, [%rd3];
    add.u32 %r2, %r2, 1;
    st.global.u32 [%rd3], %r2;
    st.shared.u32 [tile], %r2;
    ld.global.u32 %r3, [%rd4];
    st.global.u32 [%rd4], %r1;
    ret;
}
"""


@pytest.mark.parametrize("on_device", [False, True])
@pytest.mark.parametrize("undefined", [False, True])
@pytest.mark.parametrize("stride", [4, 60, 4096, 5000])
def test_a_launch_that_runs_again_starts_from_the_same_memory(
    stride: int, *, on_device: bool, undefined: bool
) -> None:
    """A launch with a race ends on the reference engine: nothing is added twice."""
    program, gpu = from_ptx(ADD_ONE), Device()
    results = []
    for engine in (None, False):
        values, flags = np.arange(50_000, dtype=np.uint32), np.zeros(1, np.uint32)
        x, y = (gpu.array(values), gpu.array(flags)) if on_device else (values, flags)
        if undefined and on_device:
            x = gpu.empty(50_000, np.uint32)
            gpu.write(x[:-7], values[:-7])
        before = x.copy()
        with pytest.raises(SimFault) as fault:
            program.launch(
                x, y, stride, grid=1, block=32, device=gpu, native=engine, checks="all", schedule="random"
            )
        assert fault.value.rule == "race"
        added = np.flatnonzero(x != before)
        assert (x[added] == before[added] + 1).all()
        results.append(added.tolist())
        if undefined and on_device:
            with pytest.raises(SimFault, match="28 of them were never written"):
                gpu.read(x)
    assert results[0] == results[1]


def test_a_launch_that_may_run_again_copies_only_what_it_overwrites() -> None:
    program, gpu = from_ptx(ADD_ONE), Device()
    x = gpu.array(np.zeros(1 << 26, np.uint32), name="x")
    y = gpu.array(np.zeros(32, np.uint32))
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    program.launch(x[-32:], y, 4, grid=1, block=1, device=gpu, checks="all")
    with pytest.raises(SimFault, match=r"x\+268435456"):
        program.launch(x[-31:], y, 4, grid=1, block=32, device=gpu)
    assert x[-32] == 1
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 1 << 16
