"""Loads, stores, copies and shifts of tensor memory, and its allocation: values and rules."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from pyptx.errors import SimFault
from pyptx.layouts.descriptors import TCGEN05_MATRIX
from pyptx.program import from_ptx
from pyptx.sim import simulate
from pyptx.sim.native import MISSING
from tests.sim.conftest import on_both, text
from tests.sim.tensor_cores import VERSION, Kernel

if TYPE_CHECKING:
    from collections.abc import Callable

FRAME = """
    .shared .align 4 .b32 slot;
    .shared .align 8 .b64 done;
    .reg .b32 %v<128>;
    .reg .b32 %w<128>;
    mov.u32 %r1, %tid.x;
    setp.lt.u32 %p1, %r1, 32;
    setp.eq.u32 %p2, %r1, 0;
    @%p1 tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [slot], 128;
    tcgen05.fence::before_thread_sync;
    bar.sync 0;
    tcgen05.fence::after_thread_sync;
    ld.shared.b32 %r2, [slot];
    and.b32 %r3, %r1, 96;
    shl.b32 %r3, %r3, 16;
    add.u32 %r4, %r2, %r3;
    ld.param.u64 %rd1, [x];
    ld.param.u64 %rd2, [out];
    mul.wide.u32 %rd3, %r1, 512;
    add.u64 %rd1, %rd1, %rd3;
    add.u64 %rd2, %rd2, %rd3;
    {body}
    tcgen05.fence::before_thread_sync;
    bar.sync 0;
    tcgen05.fence::after_thread_sync;
    @%p1 tcgen05.dealloc.cta_group::1.sync.aligned.b32 %r2, 128;
"""


def names(register: str, count: int) -> str:
    return "{" + ", ".join(f"%{register}{i}" for i in range(count)) + "}"


def from_global(register: str, count: int) -> str:
    return "\n".join(f"ld.global.u32 %{register}{i}, [%rd1+{4 * i}];" for i in range(count))


def to_global(register: str, count: int) -> str:
    return "\n".join(f"st.global.u32 [%rd2+{4 * i}], %{register}{i};" for i in range(count))


STORE_ALL = f"""
{from_global("v", 128)}
tcgen05.st.sync.aligned.32x32b.x128.b32 [%r4], {names("v", 128)};
tcgen05.wait::st.sync.aligned;
"""
LOAD_ALL = f"""
tcgen05.ld.sync.aligned.32x32b.x128.b32 {names("v", 128)}, [%r4];
tcgen05.wait::ld.sync.aligned;
{to_global("v", 128)}
"""


def launch(body: str, x: Any, target: str = "sm_100a", **options: Any) -> Any:
    """Run a body in its frame; `out`, 128 words for each thread."""
    source = text(
        FRAME.format(body=body), params=".param .u64 x, .param .u64 out", target=target, version=VERSION
    )
    out = np.zeros((128, 128), np.uint32)
    go = simulate if "native" in options else on_both
    go(from_ptx(source), (x, out), **{"grid": (1, 1, 1), "block": (128, 1, 1), "checks": "all", **options})
    return out


def image() -> Any:
    return np.random.default_rng(0).integers(0, 1 << 32, (128, 128), dtype=np.uint32)


def place(shape: str, t: int, r: int, split: int = 0) -> tuple[int, int]:
    """Lane from that of the address on, and column, of a register of a thread."""
    return {
        "32x32b": (t, r),
        "16x64b": ((t >> 2) + 8 * (t & 1), 2 * r + (t >> 1 & 1)),
        "16x128b": ((t >> 2) + 8 * (r & 1), (t & 3) + 4 * (r >> 1)),
        "16x256b": ((t >> 2) + 8 * (r >> 1 & 1), 2 * (t & 3) + (r & 1) + 8 * (r >> 2)),
        "16x32bx2": (t & 15, r + (split if t >= 16 else 0)),
    }[shape]


SHAPES = [
    # shape, repetitions, registers, columns between the halves
    ("32x32b", 1, 1, 0),
    ("32x32b", 16, 16, 0),
    ("16x64b", 8, 8, 0),
    ("16x128b", 4, 8, 0),
    ("16x256b", 2, 8, 0),
    ("16x32bx2", 4, 4, 40),
]


@pytest.mark.parametrize(
    ("shape", "num", "count", "split", "lane"),
    [(*each, lane) for each in SHAPES for lane in ((0,) if each[0] == "32x32b" else (0, 16))],
)
def test_loads(shape: str, num: int, count: int, split: int, lane: int) -> None:
    x, half = image(), f", {split}" if split else ""
    at = f"%r4+{(lane << 16) + 3}"
    body = f"{STORE_ALL} tcgen05.ld.sync.aligned.{shape}.x{num}.b32 {names('w', count)}, [{at}]{half};"
    out = launch(f"{body}\ntcgen05.wait::ld.sync.aligned;\n{to_global('w', count)}", x)
    for thread in range(128):
        for register in range(count):
            row, column = place(shape, thread % 32, register, split)
            row += thread // 32 * 32 + lane
            assert out[thread, register] == x[row, 3 + column]


@pytest.mark.parametrize("native", [False, None])
@pytest.mark.parametrize("split", [(1 << 32) + 40, (1 << 63) + 40, -1, (1 << 64) - 1])
def test_columns_between_halves_have_32_bits(split: int, native: bool | None) -> None:
    x = image()
    load = f"tcgen05.ld.sync.aligned.16x32bx2.x4.b32 {names('w', 4)}, [%r4], {split};"
    body = f"{STORE_ALL} {load}\ntcgen05.wait::ld.sync.aligned;\n{to_global('w', 4)}"
    if split in (-1, (1 << 64) - 1):
        with pytest.raises(SimFault) as caught:
            launch(body, x, native=native)
        assert caught.value.rule == "tensor-memory-bounds"
    else:
        assert (launch(body, x, native=native)[16:32, :4] == x[:16, 40:44]).all()


ENGINES = pytest.mark.parametrize(
    "native", [False, pytest.param(True, marks=pytest.mark.skipif(bool(MISSING), reason=MISSING))]
)


def moved(at: str) -> str:
    """Store the number of each thread to tensor memory and load it again."""
    return f"""
        tcgen05.st.sync.aligned.16x64b.x1.b32 [{at}], {{%r1}};
        tcgen05.wait::st.sync.aligned;
        tcgen05.ld.sync.aligned.16x64b.x1.b32 {{%w0}}, [{at}];
        tcgen05.wait::ld.sync.aligned;
        st.global.u32 [%rd2], %w0;
    """


@ENGINES
@pytest.mark.parametrize("checks", ["all", None])
@pytest.mark.parametrize("lane", [0, 16])
def test_an_address_in_the_first_window_is_in_the_own_window(
    lane: int, checks: str | None, native: bool
) -> None:
    """With race checking on, only if it is a constant, as in compiled kernels."""
    at = f"%r2+{(lane << 16) + 3}"
    if checks:
        at = "%r3"
    body = f"mov.b32 %r3, {(lane << 16) + 3}; {moved(at)}"
    assert launch(body, image(), native=native, checks=checks)[:, 0].tolist() == list(range(128))


OWN_WINDOWS = [
    "add.u32 %r6, %r2, %r3;",
    "mov.u32 %r6, %warpid; shl.b32 %r6, %r6, 21; or.b32 %r6, %r6, %r2;",
    "shfl.sync.idx.b32 %r6, %r4, 0, 31, -1;",
    "st.shared.b32 [slots], %r4; bar.warp.sync -1; add.u32 %r5, %r5, 0; ld.shared.b32 %r6, [%r5];",
    ".local .align 4 .b32 kept; add.u32 %r6, %r2, %r3; st.local.b32 [kept], %r6; ld.local.b32 %r6, [kept];",
    """.local .align 4 .b32 kept; .reg .b64 %kept; add.u32 %r6, %r2, %r3; st.local.b32 [kept], %r6;
        mov.b64 %kept, kept; cvta.local.u64 %kept, %kept; ld.b32 %r6, [%kept];""",
    "mov.u32 %r6, %r2; @%p1 bra IN; and.b32 %r5, %r1, 96; shl.b32 %r5, %r5, 16; or.b32 %r6, %r2, %r5; IN:",
]
NO_WINDOWS = [
    "mov.u32 %r6, %r2;",
    "add.u32 %r6, %r2, 3;",
    "mov.u32 %r5, 8; mad.lo.u32 %r6, %r5, 4, %r2;",
    "shfl.sync.idx.b32 %r6, %r2, 0, 31, -1;",
]


@ENGINES
@pytest.mark.parametrize("lines", OWN_WINDOWS)
def test_windows_of_warps(lines: str, native: bool) -> None:
    body = f".shared .align 4 .b32 slots[128]; mov.u32 %r5, slots; mad.lo.u32 %r5, %r1, 4, %r5; {lines}"
    body = body.replace("[slots]", "[%r5]")
    assert launch(body + moved("%r6"), image(), native=native)[:, 0].tolist() == list(range(128))


@ENGINES
@pytest.mark.parametrize("schedule", ["late", "early", "random"])
@pytest.mark.parametrize("lines", NO_WINDOWS)
def test_a_forgotten_window(lines: str, schedule: str, native: bool) -> None:
    with pytest.raises(SimFault) as caught:
        launch(lines + moved("%r6"), image(), native=native, schedule=schedule, seed=3)
    assert caught.value.rule == "tensor-memory-lane"
    assert caught.value.thread is not None
    warp = caught.value.thread["tid"][0] // 32
    assert (
        f"is the address of lane 0 of tensor memory, but warp {warp} of four has lanes {32 * warp} to "
        f"{32 * warp + 31}: add the window of the warp to the allocated address, {32 * warp << 16:#x} here"
    ) in str(caught.value)


@pytest.mark.parametrize(("shape", "num", "count", "split"), SHAPES)
@pytest.mark.parametrize("schedule", ["late", "early", "random"])
def test_stores(shape: str, num: int, count: int, split: int, schedule: str) -> None:
    x, half = image(), f", {split}" if split else ""
    values = "\n".join(f"ld.global.u32 %w{i}, [%rd1+{64 + 4 * i}];" for i in range(count))
    stored = f"tcgen05.st.sync.aligned.{shape}.x{num}.b32 [%r4+5]{half}, {names('w', count)};"
    body = f"{STORE_ALL}\n{values}\n{stored}"
    out = launch(f"{body}\ntcgen05.wait::st.sync.aligned;\n{LOAD_ALL}", x, schedule=schedule, seed=1)
    expected = x.copy()
    for thread in range(128):
        for register in range(count):
            row, column = place(shape, thread % 32, register, split)
            expected[row + thread // 32 * 32, 5 + column] = x[thread, 16 + register]
    np.testing.assert_array_equal(out, expected)


PACKED = [
    # shape, repetitions, registers, columns between the halves
    ("32x32b", 8, 8, 0),
    ("16x64b", 4, 4, 0),
    ("16x128b", 4, 8, 0),
    ("16x256b", 2, 8, 0),
    ("16x32bx2", 4, 4, 40),
]


def packed_place(shape: str, thread: int, register: int, split: int) -> tuple[int, int]:
    """Lane and first column of the two columns of a register; the split counts columns of 32 bits."""
    row, column = place(shape, thread % 32, register)
    return row + thread // 32 * 32, 2 * column + (split if thread % 32 >= 16 else 0)


@pytest.mark.parametrize(("shape", "num", "count", "split"), PACKED)
def test_packed_loads_take_the_low_halves_of_two_columns(
    shape: str, num: int, count: int, split: int
) -> None:
    x, half = image(), f", {split}" if split else ""
    body = f"tcgen05.ld.sync.aligned.{shape}.x{num}.pack::16b.b32 {names('w', count)}, [%r4]{half};"
    out = launch(f"{STORE_ALL}{body}tcgen05.wait::ld.sync.aligned;{to_global('w', count)}", x)
    for thread in range(128):
        for register in range(count):
            row, column = packed_place(shape, thread, register, split)
            low, high = x[row, column : column + 2] & 0xFFFF
            assert out[thread, register] == low | high << 16


@pytest.mark.parametrize(("shape", "num", "count", "split"), PACKED)
def test_unpacked_stores_are_the_inverse(shape: str, num: int, count: int, split: int) -> None:
    x, half = image(), f", {split}" if split else ""
    body = f"""{STORE_ALL}
    {from_global("w", count)}
    tcgen05.st.sync.aligned.{shape}.x{num}.unpack::16b.b32 [%r4]{half}, {names("w", count)};
    tcgen05.wait::st.sync.aligned;
    {LOAD_ALL}"""
    out = launch(body, x)
    written = np.zeros((128, 128), np.bool_)
    for thread in range(128):
        for register in range(count):
            row, column = packed_place(shape, thread, register, split)
            low, high = out[row, column : column + 2] & 0xFFFF
            assert x[thread, register] == low | high << 16
            written[row, column : column + 2] = True
    np.testing.assert_array_equal(out[~written], x[~written])


@pytest.mark.parametrize("operation", ["min", "max"])
@pytest.mark.parametrize("words", ["f32", "abs.f32", "NaN.f32", "u32", "s32"])
def test_reductions(operation: str, words: str) -> None:
    x = image()
    numbers = x.view(np.float32)
    if "f32" in words:
        numbers = np.random.default_rng(0).normal(size=(128, 128)).astype(np.float32)
        numbers[3, 2] = np.nan
        x = numbers.view(np.uint32)
    head = f"tcgen05.ld.red.sync.aligned.32x32b.x8.{operation}.{words}"
    body = f"{head} {names('w', 8)}, %r20, [%r4]; tcgen05.wait::ld.sync.aligned; st.global.u32 [%rd2], %r20;"
    out = launch(STORE_ALL + body, x, target="sm_103a")[:, 0]
    if "f32" in words:
        values = np.abs(numbers[:, :8]) if "abs" in words else numbers[:, :8]
        reduce = getattr(np, f"f{operation}" if "NaN" not in words else f"{operation}imum").reduce
        np.testing.assert_array_equal(out.view(np.float32), reduce(values, axis=1))
    else:
        kind = np.int32 if words == "s32" else np.uint32
        reduced = getattr(x[:, :8].view(kind), operation)(1)
        np.testing.assert_array_equal(out.view(kind), reduced)


@pytest.mark.parametrize("words", ["min.s32", "max.f32"])
def test_reductions_of_both_halves(words: str) -> None:
    """A thread reduces what it loads: the manual leaves open whether the halves of a lane are combined."""
    x, kind = image() & np.uint32(0xFF7F_FFFF), np.int32 if "s32" in words else np.float32
    head = f"tcgen05.ld.red.sync.aligned.16x32bx2.x4.{words}"
    body = (
        f"{head} {names('w', 4)}, %r20, [%r4], 40; tcgen05.wait::ld.sync.aligned; st.global.u32 [%rd2], %r20;"
    )
    out = launch(STORE_ALL + body, x, target="sm_103a")[:, 0].view(kind)
    for thread in range(128):
        row, column = place("16x32bx2", thread % 32, 0, 40)
        loaded = x[row + thread // 32 * 32, column : column + 4].view(kind)
        assert out[thread] == (loaded.min() if "min" in words else loaded.max())


@pytest.mark.skipif(bool(MISSING), reason=MISSING)
@pytest.mark.parametrize(
    "words", ["min.f32", "max.f32", "min.abs.f32", "max.NaN.f32", "min.NaN.abs.f32", "max.s32"]
)
@pytest.mark.parametrize("count", [2, 4, 128])
def test_reductions_of_edge_values_on_both_engines(words: str, count: int) -> None:
    edges = np.array(
        [0, 1 << 31, 0x7FC0_0001, 0xFF80_0000, 0x7F80_0000, 1, 0x8000_0001, 0x3F80_0000], np.uint32
    )
    x = np.random.default_rng(2).choice(edges, (128, 128))
    body = f"""{STORE_ALL}
    tcgen05.ld.red.sync.aligned.32x32b.x{count}.{words} {names("w", count)}, %w1, [%r4];
    tcgen05.wait::ld.sync.aligned; st.global.u32 [%rd2], %w1; st.global.u32 [%rd2+4], %w0;"""
    native, reference = (launch(body, x, target="sm_103a", native=native) for native in (True, False))
    np.testing.assert_array_equal(native, reference)
    np.testing.assert_array_equal(native[:, 1], x[:, 0])


# Copies and shifts


def copied(shape: str, words: str, rows: int, row_bytes: int, group: int = 1) -> tuple[Any, Any]:
    """Tensor memory of each CTA after a copy, and the rows that it read."""
    kernel = Kernel(group, columns=64, smem=8192)
    data = np.random.default_rng(1).integers(0, 256, (group, rows, row_bytes), dtype=np.uint8)
    for row in range(rows):
        for byte in range(row_bytes):
            at = 1024 * (byte // 16 % 2) * 4 + row // 8 * 128 + row % 8 * 16 + byte % 16
            kernel.shared[:, at] = data[:, row, byte]
    descriptor = TCGEN05_MATRIX.encode(address=0, leading=4096, stride=128, version=1)
    kernel.tensor[...] = 0x5A5A5A5A
    kernel.known = {0, 1}
    name = kernel.constant("%d0", descriptor)
    kernel.products.append(f"tcgen05.cp.cta_group::{group}.{shape}{words} [%taddr+4], {name};")
    return kernel.run()[0], data


COPIES: dict[str, tuple[int, int, Callable[[int], list[int]]]] = {
    "128x256b": (128, 32, lambda row: [row]),
    "128x128b": (128, 16, lambda row: [row]),
    "64x128b.warpx2::02_13": (64, 16, lambda row: [row, row + 64]),
    "64x128b.warpx2::01_23": (64, 16, lambda row: [row % 32 + 64 * (row // 32) + part for part in (0, 32)]),
    "32x128b.warpx4": (32, 16, lambda row: [row + 32 * warp for warp in range(4)]),
    "4x256b": (4, 32, lambda row: [32 * row]),
}


@pytest.mark.parametrize("group", [1, 2])
@pytest.mark.parametrize("shape", COPIES)
def test_copies(shape: str, group: int) -> None:
    rows, row_bytes, lanes = COPIES[shape]
    found, data = copied(shape, "", rows, row_bytes, group)
    expected = np.full((group, 128, 64), 0x5A5A5A5A, np.uint32)
    for row in range(rows):
        for lane in lanes(row):
            expected[:, lane, 4 : 4 + row_bytes // 4] = data[:, row].view(np.uint32)
    np.testing.assert_array_equal(found, expected)


@pytest.mark.parametrize("shape", COPIES)
@pytest.mark.parametrize(("source", "bits", "shift"), [("b4x16_p64", 4, 2), ("b6x16_p32", 6, 0)])
def test_copies_that_decompress(source: str, bits: int, shift: int, shape: str) -> None:
    rows, row_bytes, lanes = COPIES[shape]
    found, data = copied(shape, f".b8x16.{source}", rows, row_bytes)
    for row in range(rows):
        for chunk in range(row_bytes // 16):
            number = int.from_bytes(data[0, row, 16 * chunk : 16 * chunk + 16].tobytes(), "little")
            elements = [(number >> bits * place & (1 << bits) - 1) << shift for place in range(16)]
            for lane in lanes(row):
                assert found[0, lane, 4 + 4 * chunk : 8 + 4 * chunk].view(np.uint8).tolist() == elements


@pytest.mark.parametrize("group", [1, 2])
def test_a_shift_moves_31_of_32_lanes(group: int) -> None:
    kernel = Kernel(group, columns=64, smem=4096)
    kernel.tensor[...] = np.arange(group * 128 * 64, dtype=np.uint32).reshape(group, 128, 64)
    kernel.known = {0, 1}
    kernel.products.append(f"tcgen05.shift.cta_group::{group}.down [%taddr+{(32 << 16) + 8}];")
    out, report = kernel.run()
    expected = kernel.tensor.copy()
    expected[:, 32:63, 8:16] = expected[:, 33:64, 8:16]
    np.testing.assert_array_equal(out, expected)
    level = next(entry.level for entry in report.fidelity if "shift" in entry.instruction)
    assert level == "unconfirmed"


@pytest.mark.parametrize(
    ("lane", "column", "said"),
    [
        (1, 8, "a lane that is a multiple of 32, not 1"),
        (31, 8, "a lane that is a multiple of 32, not 31"),
        (128, 8, "tensor memory has 128 lanes"),
        (160, 8, "tensor memory has 128 lanes"),
        (0, 64, "it holds columns 0 to 63"),
    ],
)
def test_a_shift_begins_at_a_warp_within_the_allocation(lane: int, column: int, said: str) -> None:
    kernel = Kernel(columns=64, smem=4096)
    kernel.known = {0, 1}
    kernel.products.append(f"tcgen05.shift.cta_group::1.down [%taddr+{(lane << 16) + column}];")
    with pytest.raises(SimFault, match=said):
        kernel.run()


# Allocation


ALLOC = """
    .shared .align 4 .b32 slot[4];
    ld.param.u64 %rd1, [out];
    {lines}
    ld.shared.b32 %r1, [slot];
    ld.shared.b32 %r2, [slot+4];
    st.global.v2.u32 [%rd1], {{%r1, %r2}};
"""
ALLOCATE = "tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32"
FREE = "tcgen05.dealloc.cta_group::1.sync.aligned.b32"
LOAD = "ld.shared.b32 %r1, [slot]; ld.shared.b32 %r2, [slot+4];"
PERMIT = "tcgen05.relinquish_alloc_permit.cta_group::1.sync.aligned;"
TWO = f"{ALLOCATE} [slot], 128; {ALLOCATE} [slot+4], 64; {LOAD}"


def allocate(lines: str, version: str = VERSION, target: str = "sm_100a", **options: Any) -> Any:
    out = np.zeros(2, np.uint32)
    source = text(ALLOC.format(lines=lines), params=".param .u64 out", target=target, version=version)
    on_both(from_ptx(source), (out,), grid=(1, 1, 1), block=(32, 1, 1), **options)
    return out.tolist()


def test_allocations_follow_each_other() -> None:
    assert allocate(f"{TWO} {PERMIT} {FREE} %r1, 128; {FREE} %r2, 64;") == [0, 128]


def test_exclusive_allocations_take_multiples_of_32() -> None:
    words = "exclusive.cta_group::1.sync.aligned"
    lines = f"tcgen05.alloc.{words}.shared::cta.b32 [slot], %r3; st.shared.b32 [slot+4], %r3;"
    lines = f"mov.u32 %r3, 96; {lines} {LOAD} tcgen05.dealloc.{words}.b32 %r1, %r3;"
    assert allocate(lines, version="9.4") == [0, 96]
    with pytest.raises(SimFault) as caught:
        allocate(lines.replace("%r3, 96", "%r3, 80"), version="9.4")
    assert caught.value.rule == "tensor-memory-size"


@pytest.mark.parametrize(
    ("target", "columns", "rule"),
    [
        ("sm_100a", 544, "tensor-memory-size"),
        ("sm_107a", 576, "unmodelled"),
        ("sm_107a", 608, "tensor-memory-size"),
    ],
)
def test_columns_that_a_target_does_not_have(target: str, columns: int, rule: str) -> None:
    """`.exclusive` may allocate 576 columns on sm_107, of which 512 are simulated."""
    words = "exclusive.cta_group::1.sync.aligned.shared::cta.b32"
    line = f"mov.u32 %r3, {columns}; tcgen05.alloc.{words} [slot], %r3;"
    with pytest.raises(SimFault) as caught:
        allocate(line, version="9.4", target=target)
    assert caught.value.rule == rule


@pytest.mark.parametrize(
    ("lines", "rule", "said"),
    [
        (f"mov.u32 %r3, 48; {ALLOCATE} [slot], %r3;", "tensor-memory-size", "not 48"),
        (f"{ALLOCATE} [slot], 64; {ALLOCATE} [slot+4], 128;", "tensor-memory-growth", "after one of 64"),
        (f"{PERMIT} {ALLOCATE} [slot], 64;", "tensor-memory-permit", "relinquish"),
        (f"{TWO} {FREE} %r1, 128;", "tensor-memory-leak", "64 columns"),
        (f"{TWO} {FREE} %r1, 128; {FREE} %r1, 128;", "tensor-memory-free", "not the address"),
        (f"{TWO} {FREE} %r1, 64;", "tensor-memory-free", "has 128"),
        (f"{ALLOCATE} [slot], 512; {ALLOCATE} [slot+4], 32;", "deadlock", "32 columns of tensor memory"),
        (
            f"{ALLOCATE} [slot], 64; tcgen05.relinquish_alloc_permit.cta_group::2.sync.aligned;",
            "cta-group",
            "cta_group::2",
        ),
    ],
)
def test_rules_of_allocation(lines: str, rule: str, said: str) -> None:
    with pytest.raises(SimFault) as caught:
        allocate(lines)
    assert caught.value.rule == rule
    assert said in str(caught.value)


@ENGINES
def test_ctas_of_a_multiprocessor_share_its_columns(native: bool) -> None:
    """The 149th CTA of a grid runs beside the first, whose columns it waits for."""
    body = f"""
    .shared .align 4 .b32 slot;
    {ALLOCATE} [slot], 512;
    ld.shared.b32 %r1, [slot];
    ld.param.u64 %rd1, [out];
    mov.u32 %r2, %ctaid.x;
    mul.wide.u32 %rd2, %r2, 4;
    add.u64 %rd2, %rd1, %rd2;
    mov.u32 %r3, 1;
    st.global.u32 [%rd2], %r3;
    WAITS
    {FREE} %r1, 512;
    """
    out = np.zeros(149, np.uint32)

    def run(waits: str, max_steps: int | None = None) -> None:
        lines = body.replace("WAITS", waits)
        source = text(lines, params=".param .u64 out", target="sm_100a", version=VERSION)
        report = simulate(
            from_ptx(source), (out,), grid=(149, 1, 1), block=(32, 1, 1), schedule="random", native=native,
            max_steps=max_steps,
        )  # fmt: skip
        assert (report.engine == "native") == native

    run("")
    assert out.all()
    out[...] = 0
    polls = "L: ld.relaxed.gpu.global.u32 %r3, [%rd1+592]; setp.eq.u32 %p1, %r3, 0; @%p1 bra L;"
    with pytest.raises(SimFault) as caught:  # every CTA waits for the last, which waits for columns
        run(polls, max_steps=2000 if native else None)
    assert caught.value.rule == "livelock"
    assert any("512 columns of tensor memory" in str(entry["waits_for"]) for entry in caught.value.waiting)


CONTENDED = """
    .shared .align 4 .b32 slot;
    {alloc} [slot], {columns};
    bar.warp.sync -1;
    ld.shared.b32 %r1, [slot];
    ld.param.u64 %rd1, [out];
    mov.u32 %r2, %ctaid.x;
    mul.wide.u32 %rd2, %r2, 4;
    add.u64 %rd2, %rd1, %rd2;
    tcgen05.st.sync.aligned.32x32b.x1.b32 [%r1], {{%r2}};
    tcgen05.wait::st.sync.aligned;
    tcgen05.ld.sync.aligned.32x32b.x1.b32 {{%r3}}, [%r1];
    tcgen05.wait::ld.sync.aligned;
    st.global.u32 [%rd2], %r3;
    {free} %r1, {columns};
"""


@ENGINES
@pytest.mark.parametrize("checks", [None, "all"])
@pytest.mark.parametrize(("words", "cluster"), [("", 1), ("", 2), ("exclusive.", 1), ("exclusive.", 2)])
def test_ctas_that_contend_for_columns_take_turns(
    words: str, cluster: int, checks: str | None, native: bool
) -> None:
    """Three CTAs on each multiprocessor, of which two, or one, hold columns at a time."""
    ctas, columns, group = 3 * 148, 256, f"{words}cta_group::{cluster}.sync.aligned"
    lines = CONTENDED.format(
        alloc=f"tcgen05.alloc.{group}.shared::cta.b32", free=f"tcgen05.dealloc.{group}.b32", columns=columns
    )
    out = np.zeros(ctas, np.uint32)
    source = text(lines, params=".param .u64 out", target="sm_100a", version="9.4" if words else VERSION)
    report = simulate(
        from_ptx(source), (out,), grid=(ctas, 1, 1), block=(32, 1, 1), cluster=(cluster, 1, 1),
        schedule="random", seed=1, checks=checks, native=native,
    )  # fmt: skip
    assert (report.engine == "native") == native
    assert out.tolist() == list(range(ctas))


# Rules of accesses


@pytest.mark.parametrize(
    ("body", "rule", "said"),
    [
        (
            "tcgen05.ld.sync.aligned.32x32b.x1.b32 {%w0}, [%r2+2097152]; tcgen05.wait::ld.sync.aligned;",
            "tensor-memory-lane",
            "lane 32 of tensor memory; warp 0 of four reaches lanes 0 to 31",
        ),
        (
            "tcgen05.ld.sync.aligned.32x32b.x1.b32 {%w0}, [%r4+128]; tcgen05.wait::ld.sync.aligned;",
            "tensor-memory-bounds",
            "not allocated 128",
        ),
        (
            "tcgen05.ld.sync.aligned.32x32b.x1.b32 {%w0}, [%r4+7]; tcgen05.wait::ld.sync.aligned;"
            "st.global.u32 [%rd2], %w0;",
            "uninitialized-tensor-memory",
            "column 7",
        ),
    ],
)
def test_rules_of_accesses(body: str, rule: str, said: str) -> None:
    with pytest.raises(SimFault) as caught:
        launch(body, image())
    assert caught.value.rule == rule
    assert said in str(caught.value)


def test_words_that_were_never_written_may_be_loaded() -> None:
    loads = "tcgen05.ld.sync.aligned.32x32b.x1.b32 {%w0}, [%r4+7]; tcgen05.wait::ld.sync.aligned;"
    launch(loads, image())


@pytest.fixture
def faults() -> Callable[..., str]:
    def found(body: str, **options: Any) -> str:
        try:
            launch(body, image(), **options)
        except SimFault as fault:
            return fault.rule
        return ""

    return found


@pytest.mark.parametrize("checks", ["all", ("uninitialized",)])
@pytest.mark.parametrize("count", [1, 4])
def test_words_that_were_never_written_may_not_be_used(
    faults: Callable[..., str], count: int, checks: str | tuple[str, ...]
) -> None:
    stores = "".join(
        f"tcgen05.st.sync.aligned.32x32b.x1.b32 [%r4+{column}], {{%r1}};" for column in range(count - 1)
    )
    load = f"tcgen05.ld.sync.aligned.32x32b.x{count}.b32 {names('w', count)}, [%r4];"
    body = stores + "tcgen05.wait::st.sync.aligned;" + load + "tcgen05.wait::ld.sync.aligned;"
    for used in range(count):
        rule = "uninitialized-tensor-memory" if used == count - 1 else ""
        assert faults(f"{body} st.global.u32 [%rd2], %w{used};", checks=checks) == rule


ST = "tcgen05.st.sync.aligned.32x32b.x1.b32 [%r4], {%r1};"
LD = "tcgen05.ld.sync.aligned.32x32b.x1.b32 {%w0}, [%r4];"
WAIT_ST, WAIT_LD = "tcgen05.wait::st.sync.aligned;", "tcgen05.wait::ld.sync.aligned;"


@pytest.mark.parametrize("schedule", ["late", "early", "random"])
def test_transfers_of_a_warp_wait_for_each_other(faults: Callable[..., str], schedule: str) -> None:
    assert faults(ST + WAIT_ST + LD + WAIT_LD + ST + WAIT_ST, schedule=schedule) == ""
    assert faults(ST + LD + WAIT_LD, schedule=schedule) == "tensor-wait-st"
    assert faults(ST + WAIT_ST + LD + ST + WAIT_ST, schedule=schedule) == "tensor-wait-ld"


USES = "\n".join(
    f"tcgen05.ld.sync.aligned.32x32b.x1.b32 {{%w{i}}}, [%r4+{i}]; st.global.u32 [%rd2+{4 * i}], %w{i};"
    for i in range(3)
)


@pytest.mark.parametrize("native", [True, False])
@pytest.mark.parametrize("schedule", ["late", "early", "random"])
def test_registers_of_a_load_may_be_used_before_the_wait(schedule: str, native: bool) -> None:
    """Manual section 9.7.18.6.4.5: a true register dependency is respected; kernels of Triton rely on it."""
    x = image()
    out = launch(STORE_ALL + USES + WAIT_LD + ST + WAIT_ST, x, schedule=schedule, native=native)
    np.testing.assert_array_equal(out[:, :3], x[:, :3])


@pytest.mark.parametrize("native", [True, False])
@pytest.mark.parametrize("schedule", ["late", "early", "random"])
def test_a_use_of_its_registers_does_not_complete_a_load(schedule: str, native: bool) -> None:
    for after in (ST + WAIT_ST, ""):  # a store to the column, or only dealloc
        with pytest.raises(SimFault, match="even where the loaded registers have been used") as caught:
            launch(STORE_ALL + USES + after, image(), schedule=schedule, native=native)
        assert caught.value.rule == "tensor-wait-ld"


BEFORE, AFTER = "tcgen05.fence::before_thread_sync;", "tcgen05.fence::after_thread_sync;"
MEET = "bar.sync 0;"


def shift(thread: int, parity: int) -> str:
    """Lines by which a thread shifts the lanes of the second warp, and all threads wait for it."""
    commit = "tcgen05.commit.cta_group::1.mbarrier::arrive::one.shared::cluster.b64 [done];"
    return f"""
    setp.eq.u32 %p3, %r1, {thread};
    @%p3 tcgen05.shift.cta_group::1.down [%r2+{32 << 16}];
    @%p3 {commit}
WAIT{parity}: mbarrier.try_wait.parity.shared::cta.b64 %p4, [done], {parity};
    @!%p4 bra WAIT{parity};
    """


@pytest.mark.parametrize("native", [True, False])
@pytest.mark.parametrize(
    ("between", "again", "rule"),
    [
        (BEFORE + MEET + AFTER, AFTER, ""),
        (MEET + BEFORE + MEET + AFTER, AFTER, ""),
        # the fence after a barrier is for what an earlier fence released
        (MEET + BEFORE + AFTER + MEET, AFTER, "tensor-fence"),
        (MEET + AFTER + BEFORE + MEET, AFTER, "tensor-fence"),
        # pipelined operations of two threads need no wait, but the fence
        (BEFORE + MEET + AFTER, "", "tensor-fence"),
    ],
)
def test_fences_stand_on_both_sides_of_a_barrier(
    faults: Callable[..., str], between: str, again: str, rule: str, native: bool
) -> None:
    init = "@%p2 mbarrier.init.shared::cta.b64 [done], 1;"
    body = init + STORE_ALL + between + shift(0, 0) + again + shift(64, 1) + AFTER
    assert faults(body, native=native) == rule


OVERWRITTEN = """
    .shared .align 128 .b8 room[128];
    .shared .align 8 .b64 full;
    mov.u32 %r1, %tid.x;
    mov.u32 %r2, room;
    setp.eq.u32 %p1, %r1, 0;
    @%p1 mbarrier.init.shared::cta.b64 [full], 1;
    tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [%r2], 32;
    tcgen05.relinquish_alloc_permit.cta_group::1.sync.aligned;
    {write}
    bar.sync 0;
    ld.shared.b32 %r3, [%r2];
    bar.sync 0;
    ld.param.u64 %rd1, [x];
    @%p1 mbarrier.arrive.expect_tx.shared::cta.b64 _, [full], 128;
    @%p1 cp.async.bulk.shared::cta.global.mbarrier::complete_tx::bytes [%r2], [%rd1], 128, [full];
WAIT:
    mbarrier.try_wait.parity.shared::cta.b64 %p2, [full], 0;
    @!%p2 bra WAIT;
    shl.b32 %r4, %r1, 2;
    add.u32 %r4, %r4, %r2;
    ld.shared.u32 %r5, [%r4];
    ld.param.u64 %rd2, [out];
    mul.wide.u32 %rd3, %r1, 4;
    add.u64 %rd2, %rd2, %rd3;
    st.global.u32 [%rd2], %r5;
    bar.sync 0;
    tcgen05.dealloc.cta_group::1.sync.aligned.b32 %r3, 32;
"""


@pytest.mark.parametrize(
    ("write", "rule"),
    [
        ("", ""),
        ("fence.proxy.async.shared::cta; @%p1 st.shared.b32 [%r2+64], %r1;", "proxy-fence"),
        ("fence.proxy.async.shared::cta; @%p1 st.shared.b32 [%r2], 0;", "proxy-fence"),
    ],
)
def test_a_copy_may_overwrite_the_address_of_an_allocation(
    run: Callable[..., Any], write: str, rule: str
) -> None:
    """Without a proxy fence, as in the kernels of Triton; the writes of other instructions need one."""
    x, out = np.arange(7, 39, dtype=np.uint32), np.zeros(32, np.uint32)
    options = {"target": "sm_100a", "version": VERSION, "checks": "all", "x": x, "out": out}
    if not rule:
        run(OVERWRITTEN.format(write=write), **options)
        np.testing.assert_array_equal(out, x)
        return
    with pytest.raises(SimFault) as caught:
        run(OVERWRITTEN.format(write=write), **options)
    assert caught.value.rule == rule
