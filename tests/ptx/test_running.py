"""Results of the wrappers on the simulator."""

from __future__ import annotations

from typing import Any

import ml_dtypes
import numpy as np
import pytest

from pyptx import Tile, kernel, ptx, reg, smem
from pyptx.types import bf16, f16, f32, f64, from_name, s32, u32, u64

LANES = 32


def reduced(values: np.ndarray, op: str, width: int) -> np.ndarray:
    """Each group of `width` reduced, in place of each of its members."""
    groups = values.reshape(-1, width).astype(np.float64 if values.dtype.kind != "i" else np.int64)
    combine: Any = {"sum": np.sum, "max": np.max, "min": np.min}[op]
    result = combine(groups, axis=1, keepdims=True)
    return np.broadcast_to(result, groups.shape).reshape(values.shape)


@pytest.mark.parametrize(
    "name", ["s32", "u32", "f32", "s64", "u64", "f64", "f16", "bf16", "s16", "u16", "s8", "u8"]
)
@pytest.mark.parametrize("op", ["sum", "max", "min"])
@pytest.mark.parametrize("width", [32, 4])
def test_warps_reduce(name: str, op: str, width: int) -> None:
    dtype = from_name(name)

    @kernel(in_specs=(Tile(LANES, dtype),), out_specs=(Tile(LANES, dtype),), grid=(1,), block=(LANES, 1, 1))
    def warp_reduce(x: Any, y: Any) -> None:
        px, py = ptx.global_ptrs(x, y)
        offset = reg.from_(ptx.special.tid.x(), u32) * dtype.bytes
        value = reg.scalar(dtype)
        ptx.ld(dtype, value, ptx.addr(px + offset))
        getattr(ptx.warp, f"reduce_{op}")(value, width=width)
        ptx.st(dtype, ptx.addr(py + offset), value)

    numpy_type = np.dtype(ml_dtypes.bfloat16 if name == "bf16" else dtype.numpy)
    signed = dtype.kind != "u"
    values = (np.arange(LANES) * 7 % LANES - (16 if signed else 0)).astype(numpy_type)
    if dtype.bits <= 8:
        values = (values % 3).astype(numpy_type)
    expected = reduced(values, op, width)
    np.testing.assert_array_equal(
        np.asarray(warp_reduce(values)).astype(np.float64), expected.astype(np.float64)
    )


@pytest.mark.parametrize(("threads", "groups"), [(32, 3), (64, 1), (96, 2), (160, 1), (256, 4), (1024, 1)])
@pytest.mark.parametrize("dtype", [f32, s32, f64, u64], ids=str)
@pytest.mark.parametrize("op", ["sum", "max", "min"])
def test_ctas_reduce_in_a_loop(threads: int, groups: int, dtype: Any, op: str) -> None:
    rounds = 3
    size = threads * groups

    @kernel(
        in_specs=(Tile(rounds, size, dtype),),
        out_specs=(Tile(rounds, size, dtype),),
        grid=(1,),
        block=(threads, groups, 1),
    )
    def cta_reduce(x: Any, y: Any) -> None:
        px, py = ptx.global_ptrs(x, y)
        thread = ptx.mad(ptx.special.tid.y(), threads, ptx.special.tid.x())
        for i in ptx.range_(0, rounds):
            offset = (thread + i * size) * dtype.bytes
            value = reg.scalar(dtype)
            ptx.ld(dtype, value, ptx.addr(px, offset))
            getattr(ptx.cta, f"reduce_{op}")(value, threads=threads, groups=groups)
            ptx.st(dtype, ptx.addr(py, offset), value)

    rng = np.random.default_rng(1)
    low = 0 if dtype.kind == "u" else -50
    values = rng.integers(low, 50, (rounds, size)).astype(dtype.numpy)
    expected = np.stack([reduced(row, op, threads) for row in values])
    np.testing.assert_array_equal(cta_reduce(values).astype(np.float64), expected.astype(np.float64))


@pytest.mark.parametrize("swizzle", [None, "32B", "64B", "128B"])
@pytest.mark.parametrize("bytes_asked", [0, 60000])
def test_tiles_keep_what_was_stored(swizzle: str | None, bytes_asked: int) -> None:
    """Written by register indices, read transposed by mixed ones, beside a neighbour that must stay."""

    @kernel(
        in_specs=(Tile(2, 32, 32, f16),),
        out_specs=(Tile(2, 32, 32, f16),),
        grid=(1,),
        block=(32, 1, 1),
        smem=bytes_asked,
    )
    def transpose(x: Any, y: Any) -> None:
        px, py = ptx.global_ptrs(x, y)
        before = smem.alloc(f16, (3, 32))
        tiles = smem.alloc(f16, (2, 32, 32), swizzle=swizzle)
        lane = reg.from_(ptx.special.tid.x(), u32)
        before[1, lane] = 7.0
        value = reg.scalar(f16)
        for stage in ptx.range_(0, 2):
            for row in range(32):
                ptx.ld(f16, value, ptx.addr(px, (stage * 1024 + row * 32 + lane) * 2))
                tiles[stage][row, lane] = value
        ptx.bar.sync()
        for half in range(2):
            for column in range(32):
                ptx.st(f16, ptx.addr(py, (lane * 32 + (half * 1024 + column)) * 2), tiles[half, column][lane])
        kept = before[1, lane] == 7.0
        ptx.inst.trap(pred=~kept)

    values = np.random.default_rng(2).standard_normal((2, 32, 32)).astype(np.float16)
    np.testing.assert_array_equal(transpose(values), values.transpose(0, 2, 1))


def test_ldmatrix_reads_a_swizzled_tile_by_element_addresses() -> None:
    @kernel(
        in_specs=(Tile(64, 64, bf16),), out_specs=(Tile(LANES, 4, 2, bf16),), grid=(1,), block=(LANES, 1, 1)
    )
    def fragments(x: Any, y: Any) -> None:
        px, py = ptx.global_ptrs(x, y)
        tile = smem.alloc(bf16, (64, 64), swizzle="128B")
        lane = reg.from_(ptx.special.tid.x(), u32)
        for chunk in range(16):
            where = lane + chunk * LANES
            ptx.cp.async_.cg(
                ptx.addr(tile.address(where >> 3, (where & 7) << 3)), ptx.addr(px, where * 16), 16
            )
        ptx.cp.async_.wait_all()
        ptx.bar.sync()
        registers = reg.array(from_name("b32"), 4)
        ptx.ldmatrix(dst=registers, src=tile.address((lane & 15) + 16, ((lane >> 4) << 3) + 32))
        ptx.st(from_name("b32"), ptx.addr(py, lane * 16), registers, vec=4)

    values = np.arange(64 * 64).reshape(64, 64).astype(np.float32).astype(ml_dtypes.bfloat16)
    block = values[16:32, 32:48].astype(np.float32)
    quarters = [block[:8, :8], block[8:, :8], block[:8, 8:], block[8:, 8:]]
    expected = np.stack([quarter.reshape(LANES, 2) for quarter in quarters], axis=1)
    np.testing.assert_array_equal(np.asarray(fragments(values)).astype(np.float32), expected)


@pytest.mark.parametrize("extern", [True, "pool"])
def test_a_kernel_lays_out_its_own_array_beside_allocated_ones(extern: bool | str) -> None:
    @kernel(out_specs=(Tile(2, 64, u32),), grid=(1,), block=(64, 1, 1), smem=64 * 1024, extern_smem=extern)
    def layout(y: Any) -> None:
        (py,) = ptx.global_ptrs(y)
        thread = reg.from_(ptx.special.tid.x(), u32)
        own = smem.base() + (60 * 1024 + 256)
        handed_out = smem.alloc(u32, 64)
        handed_out[thread] = thread
        smem.store(u32, ptx.addr(own, thread * 4), thread + 100)
        ptx.bar.sync()
        other = 63 - thread
        ptx.st(u32, ptx.addr(py, thread * 4), handed_out[other])
        ptx.st(u32, ptx.addr(py, thread * 4 + 256), smem.load(u32, ptx.addr(own, other * 4)))

    backward = np.arange(64)[::-1]
    np.testing.assert_array_equal(layout(), [backward, backward + 100])


def test_a_ring_of_three() -> None:
    @kernel(out_specs=(Tile(8, 2, u32),), grid=(1,), block=(1, 1, 1))
    def ring(y: Any) -> None:
        (py,) = ptx.global_ptrs(y)
        pipe = ptx.pipeline(3)
        for i in ptx.range_(0, 8):
            stage, phase = pipe.advance()
            ptx.st(u32, ptx.addr(py, i * 8), (stage, phase))

    assert ring().tolist() == [[i % 3, i // 3 % 2] for i in range(8)]


def test_atomics_and_selections() -> None:
    @kernel(out_specs=(Tile(2, u64),), grid=(1,), block=(64, 1, 1))
    def count(y: Any) -> None:
        (py,) = ptx.global_ptrs(y)
        first = reg.from_(ptx.special.tid.x(), u32) == 0
        ptx.st(u64, py, (0, 0), pred=first)
        ptx.bar.sync()
        step = reg.scalar(u64)
        ptx.selp(u64, step, 100, 1, ~first)
        ptx.red("add", u64, py, step)
        ptx.atom("max", u64, None, ptx.addr(py, 8), step)

    assert count().tolist() == [63 * 100 + 1, 100]


def test_an_accumulator_arrives_transposed() -> None:
    """Two groups of eight registers of one warpgroup: 64 rows, 32 columns."""

    @kernel(
        in_specs=(Tile(128, 16, f32),),
        out_specs=(Tile(32, 64, bf16),),
        grid=(1,),
        block=(128, 1, 1),
        arch="sm_90a",
    )
    def epilogue(x: Any, y: Any) -> None:
        px, py = ptx.global_ptrs(x, y)
        tile = smem.alloc(bf16, (32, 72))
        thread = reg.from_(ptx.special.tid.x(), u32)
        acc = reg.array(f32, 16)
        for i in range(0, 16, 4):
            ptx.ld(f32, acc[i : i + 4], ptx.addr(px, thread * 64 + i * 4), vec=4)
        ptx.stmatrix_x4_trans_f32_bf16(frag=acc, smem_base=tile, lane=thread, row_stride=72)
        ptx.bar.sync()
        for column in range(32):
            with ptx.if_(thread < 64):
                ptx.st(bf16, ptx.addr(py, thread * 2 + column * 128), tile[column, thread])

    matrix = np.random.default_rng(3).standard_normal((64, 32)).astype(np.float32)
    thread = np.arange(128)
    rows = (thread // 32 * 16 + thread % 32 // 4)[:, None] + np.array([0, 0, 8, 8] * 4)
    columns = (thread % 4 * 2)[:, None] + np.array([i // 4 * 8 + i % 2 for i in range(16)])
    result = np.asarray(epilogue(matrix[rows, columns].astype(np.float32)))
    np.testing.assert_array_equal(
        result.astype(np.float32), matrix.T.astype(ml_dtypes.bfloat16).astype(np.float32)
    )


@pytest.mark.parametrize("space", ["const", "global"])
@pytest.mark.parametrize(
    ("dtype", "values"),
    [
        (f32, np.array([1.5, -2.0, np.inf], np.float32)),
        (f16, np.array([0.1, -65504.0], np.float16)),
        (bf16, np.array([0.1, 1e30], ml_dtypes.bfloat16)),
        (f64, np.array([0.1, -1e300])),
        (s32, np.array([-1, 2**31 - 1], np.int32)),
        (u64, np.array([2**64 - 1], np.uint64)),
    ],
)
def test_tables_start_with_their_values(space: str, dtype: Any, values: np.ndarray) -> None:
    bits = from_name(f"b{dtype.bits}")

    @kernel(out_specs=(Tile(4, dtype),), grid=(1,), arch="sm_90a")
    def read(y: Any) -> None:
        (py,) = ptx.global_ptrs(y)
        table = ptx.var(space, dtype, "table", size=4, init=values)
        for i in range(4):
            value = reg.scalar(bits)
            ptx.ld(bits, value, ptx.addr(table, i * dtype.bytes), space=space)
            ptx.st(bits, ptx.addr(py, i * dtype.bytes), value)

    expected = np.zeros(4, values.dtype)
    expected[: len(values)] = values
    np.testing.assert_array_equal(read(), expected)


def test_a_variable_may_start_with_the_address_of_another() -> None:
    @kernel(out_specs=(Tile(1, u32),), grid=(1,), arch="sm_90a")
    def follow(y: Any) -> None:
        (py,) = ptx.global_ptrs(y)
        home = ptx.var("global", u32, "home", init=41)
        pointer, value = reg.scalar(u64), reg.scalar(u32)
        ptx.ld(u64, pointer, ptx.addr(ptx.var("global", u64, "table", init=[home])))
        ptx.inst.ld.u32(value, ptx.addr(pointer))
        ptx.st(u32, ptx.addr(py), value + 1)

    assert list(follow()) == [42]
