"""The bytes that a launch reads and writes, on both engines, against the addresses that its threads have."""

from __future__ import annotations

import struct

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pyptx.errors import SimFault
from pyptx.program import Program, from_ptx
from pyptx.sim import simulate
from pyptx.sim.device_memory import DeviceMemory
from pyptx.sim.touched import Touched

ENGINES = pytest.mark.parametrize("native", [None, False])


def program(body: str, target: str = "sm_80") -> Program:
    return from_ptx(f"""
.version 8.0
.target {target}
.address_size 64
.visible .entry f(.param .u64 x, .param .u64 y, .param .u32 step) {{
    .reg .b32 %r<9>; .reg .b64 %rd<9>; .reg .f32 %f<9>; .reg .pred %p<3>;
    .shared .align 128 .b8 tile[256]; .shared .align 8 .b64 full;
    ld.param.u64 %rd1, [x]; ld.param.u64 %rd2, [y]; ld.param.u32 %r1, [step];
    mov.u32 %r2, %tid.x;
    mul.lo.u32 %r3, %r2, %r1;
    cvt.u64.u32 %rd3, %r3;
    add.u64 %rd4, %rd1, %rd3; add.u64 %rd5, %rd2, %rd3;
    {body}
    ret;
}}""")


COPY = "ld.global.u8 %r4, [%rd4]; st.global.u8 [%rd5+1], %r4;"
WIDE = "ld.global.v4.u32 {%r4, %r5, %r6, %r7}, [%rd4]; st.global.u32 [%rd5+4], %r5;"
ADD = "atom.global.add.u32 %r4, [%rd4], 1; red.global.add.u32 [%rd5], 1;"
SOME = "setp.lt.u32 %p1, %r2, 5; @%p1 ld.global.u32 %r4, [%rd4]; @!%p1 st.global.u32 [%rd5], %r2;"
LATER = """
    mov.u32 %r4, tile; shl.b32 %r5, %r2, 2; add.u32 %r4, %r4, %r5;
    cp.async.ca.shared.global [%r4], [%rd4], 4; cp.async.wait_all;
    ld.shared.u32 %r6, [%r4]; st.global.u32 [%rd5], %r6;
"""
BULK = """
    setp.ne.u32 %p1, %r2, 0; @%p1 bra END;
    mbarrier.init.shared.b64 [full], 1; fence.proxy.async;
    mbarrier.arrive.expect_tx.shared.b64 _, [full], 48;
    cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [tile], [%rd1], 48, [full];
L:  mbarrier.try_wait.parity.shared.b64 %p2, [full], 0; @!%p2 bra L;
    cp.async.bulk.global.shared::cta.bulk_group [%rd2+16], [tile], 32;
    cp.async.bulk.commit_group; cp.async.bulk.wait_group 0;
END:
"""


NONE: set[int] = set()


def spread(step: int, size: int, first: int = 0, threads: range = range(40)) -> set[int]:
    return {first + k * step + byte for k in threads for byte in range(size)}


@ENGINES
@pytest.mark.parametrize(
    ("body", "step", "reads", "writes", "atomics"),
    [
        (COPY, 1, [spread(1, 1), NONE], [NONE, spread(1, 1, 1)], [NONE, NONE]),
        (COPY, 3, [spread(3, 1), NONE], [NONE, spread(3, 1, 1)], [NONE, NONE]),
        (WIDE, 16, [spread(16, 16), NONE], [NONE, spread(16, 4, 4)], [NONE, NONE]),
        (WIDE, 0, [spread(0, 16), NONE], [NONE, spread(0, 4, 4)], [NONE, NONE]),
        (ADD, 4, [NONE, NONE], [NONE, NONE], [spread(4, 4), spread(4, 4)]),
        (ADD, 8, [NONE, NONE], [NONE, NONE], [spread(8, 4), spread(8, 4)]),
        (SOME, 4, [spread(4, 4, 0, range(5)), NONE], [NONE, spread(4, 4, 0, range(5, 40))], [NONE, NONE]),
        (LATER, 4, [spread(4, 4), NONE], [NONE, spread(4, 4)], [NONE, NONE]),
        (BULK, 4, [set(range(48)), NONE], [NONE, set(range(16, 48))], [NONE, NONE]),
    ],
)
def test_what_threads_access_is_recorded(
    body: str,
    step: int,
    reads: list[set[int]],
    writes: list[set[int]],
    atomics: list[set[int]],
    native: bool | None,
) -> None:
    gpu = DeviceMemory(np.zeros(1 << 20, np.uint8), 1 << 18)
    gpu.record_accesses()
    arrays = [gpu.allocate(1024, name=name, initialised=True) for name in "xy"]
    made = program(body, "sm_90")
    for _ in range(2):
        given_ = [struct.pack("<Q", each) for each in arrays]
        simulate(
            made, [*given_, struct.pack("<I", step)], grid=(1, 1, 1), block=(40, 1, 1), device=gpu,
            native=native,
        )  # fmt: skip
        found = {
            each.name: [
                {k - each.offset for first, end in zip(*spans, strict=True) for k in range(first, end)}
                for spans in accesses
            ]
            for each, accesses in gpu.accesses()
        }
        for place, expected in enumerate((reads, writes, atomics)):
            assert [found.get(name, [NONE] * 3)[place] for name in "xy"] == expected
        assert not list(gpu.accesses())


@settings(deadline=None)
@given(st.lists(st.tuples(st.integers(0, 1 << 22), st.integers(1, 9000))))
def test_spans_are_the_runs_of_bytes(runs: list[tuple[int, int]]) -> None:
    end = (1 << 22) + 9000
    touched = Touched(end)
    expected: set[int] = set()
    for first, size in runs:
        touched.note("reads", first, size)
        expected.update(range(first, first + size))
    accesses = touched.take(end)
    if not runs:
        assert accesses is None
        return
    assert accesses is not None
    reads, writes, _ = accesses
    found = [k for first, end in zip(*reads, strict=True) for k in range(first, end)]
    assert found == sorted(expected)
    assert (reads.end[:-1] < reads.first[1:]).all()
    assert not len(writes.first)
    assert touched.take(end) is None
    assert not any(bits.any() for bits in (*touched.bits.values(), touched.pages))


@ENGINES
def test_accesses_are_those_of_each_of_many_allocations(native: bool | None) -> None:
    gpu = DeviceMemory(np.zeros(1 << 22, np.uint8), 1 << 20)
    gpu.record_accesses()
    arrays = [gpu.allocate(40, name=f"a{k}", initialised=True) for k in range(500)]
    some = struct.pack("<Q", arrays[17]), struct.pack("<Q", arrays[480])
    simulate(
        program(COPY), [*some, struct.pack("<I", 1)], grid=(1, 1, 1), block=(32, 1, 1), device=gpu,
        native=native,
    )  # fmt: skip
    found = {each.name: accesses for each, accesses in gpu.accesses()}
    assert list(found) == ["a17", "a480"]
    assert (found["a17"].reads.end - found["a17"].reads.first).tolist() == [32]
    assert (found["a480"].writes.end - found["a480"].writes.first).tolist() == [32]
    assert not len(found["a17"].writes.first)


def test_accesses_of_a_launch_that_failed_can_be_forgotten() -> None:
    gpu = DeviceMemory(np.zeros(1 << 20, np.uint8), 1 << 18)
    gpu.record_accesses()
    x, y = (gpu.allocate(31, name=name, initialised=True) for name in "xy")
    given_ = [struct.pack("<Q", x), struct.pack("<Q", y), struct.pack("<I", 1)]
    with pytest.raises(SimFault, match="out-of-bounds"):
        simulate(program(COPY), given_, grid=(1, 1, 1), block=(32, 1, 1), device=gpu)
    gpu.forget_accesses()
    assert not list(gpu.accesses())
