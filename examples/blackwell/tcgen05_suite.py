"""Thirteen small kernels, one for each primitive of tensor memory: the first thing to run on a new card.

Each probe checks itself against NumPy or against the layouts that the manual defines. A probe that fails
names the primitive to look at, before a whole GEMM fails for an unknown reason.

Run all of them with ``pyptx run examples/blackwell/tcgen05_suite.py``, or some with their names after it;
``--arch sm_103a`` is for a B300.
"""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import ml_dtypes
import numpy as np

from pyptx import Tile, kernel, ptx, reg, smem
from pyptx.kernel import Kernel
from pyptx.layouts.scaling import atom_offset
from pyptx.layouts.sparsity import tensor_metadata
from pyptx.layouts.tensor_memory import transfer_fragment
from pyptx.runtime import trial
from pyptx.types import PtxType, b8, b32, bf16, e4m3, f32, s8, s32, u32

LANES = 128
ROW_BYTES = 128  # one row of a tile that is swizzled by 128 bytes
STEP_BYTES = 32  # of a row of A and of B, in one product
STEPS = ROW_BYTES // STEP_BYTES
BF16 = ml_dtypes.bfloat16


@dataclass(frozen=True)
class Probe:
    """A kernel of one CTA or one pair, its inputs and its expected outputs.

    Attributes:
        kernel: The kernel.
        inputs: NumPy arrays.
        expected: The output, computed by NumPy.
        tolerance: Largest error allowed; the probes use numbers whose sums are exact.
    """

    kernel: Kernel
    inputs: tuple[Any, ...]
    expected: Any
    tolerance: float = 0.0


def synchronise(*, cta_group: int = 1) -> None:
    """Order tensor memory before and after a barrier of the CTA, or of the pair."""
    ptx.tcgen05.fence_before_thread_sync()
    ptx.cluster.sync() if cta_group == 2 else ptx.bar.sync(0)
    ptx.tcgen05.fence_after_thread_sync()


@contextlib.contextmanager
def tensor_memory(columns: int, *, cta_group: int = 1) -> Iterator[tuple[Any, Any]]:
    """Allocate columns, give the thread's number and their address, and free the columns at the end."""
    tid = reg.from_(ptx.special.tid.x(), u32)
    address = smem.alloc(b32, (1,))
    with ptx.if_(tid < 32):
        ptx.tcgen05.alloc(address, columns, cta_group=cta_group)
        ptx.tcgen05.relinquish_alloc_permit(cta_group=cta_group)
    synchronise(cta_group=cta_group)
    base = address[0]
    yield tid, base
    synchronise(cta_group=cta_group)
    with ptx.if_(tid < 32):
        ptx.tcgen05.dealloc(base, columns, cta_group=cta_group)


def barrier(tid: Any, *, cta_group: int = 1) -> Any:
    """Initialise one mbarrier for one arrival, visible to all threads and to the copies; the threads meet."""
    made = smem.mbarrier(1)
    with ptx.if_(tid == 0):
        ptx.mbarrier.init(made[0], 1)
        ptx.fence.mbarrier_init()
    ptx.cluster.sync() if cta_group == 2 else ptx.bar.sync(0)
    return made[0]


def tiles(tid: Any, *matrices: Any, part: Any = 0, parts: int = 1) -> list[Any]:
    """Copy matrices to shared memory, in rows of 128 swizzled bytes; wait for the copies, return the tiles.

    Args:
        tid: Number of the thread.
        matrices: Inputs whose rows are 128 bytes.
        part: Part of the rows of each matrix that is copied.
        parts: Equal parts into which the rows of each matrix are divided.
    """
    shared = []
    for matrix in matrices:
        rows, elements = matrix.shape
        shared.append(smem.alloc(matrix.dtype, (rows // parts, elements), "128B"))
    loaded = barrier(tid)
    with ptx.if_(tid == 0):
        ptx.mbarrier.arrive_expect_tx(loaded, sum(tile.nbytes for tile in shared))
        for tile, matrix in zip(shared, matrices, strict=True):
            first = part * tile.shape[0]
            ptx.cp.async_.bulk.tensor_2d(dst=tile, src=matrix, coord=(0, first), mbar=loaded)
    ptx.mbarrier.wait(loaded, 0)
    return shared


def finish(tid: Any, issue: Callable[[], None]) -> None:
    """Let one thread issue asynchronous operations, and wait until they have completed.

    The threads meet before: the operations may read shared memory that they wrote before a proxy fence.
    """
    done = barrier(tid)
    with ptx.if_(tid == 0):
        issue()
        ptx.tcgen05.commit(done)
    ptx.mbarrier.wait(done, 0)
    ptx.tcgen05.fence_after_thread_sync()


def multiply(d: Any, a: Any, b: Any, shapes: Sequence[int], **options: Any) -> None:
    """Multiply rows of 128 bytes of A and B into D: 32 bytes along K an instruction, each with its shape."""
    for step, shape in enumerate(shapes):
        at = STEP_BYTES * step
        ptx.tcgen05.mma(d, a, b, shape, a_k_offset=at, b_k_offset=at, enable_input_d=step > 0, **options)


def address_of_row(tensor: Any, row: Any, row_bytes: int) -> Any:
    """The global address of a row of a tensor."""
    (start,) = ptx.global_ptrs(tensor)
    line = reg.scalar(start.dtype)
    ptx.inst.mad.wide.u32(line, row, row_bytes, start)
    return line


def load_row(source: Any, row: Any, count: int) -> Any:
    """Load one row of 32-bit words of an input into registers."""
    line, words, most = address_of_row(source, row, 4 * count), reg.array(u32, count), min(count, 4)
    for first in range(0, count, most):
        ptx.ld(u32, words[first : first + most], ptx.addr(line, 4 * first), vec=most)
    return words


def store_row(target: Any, row: Any, values: Any, dtype: PtxType = f32) -> None:
    """Store the registers of a thread as one row of an output."""
    line = address_of_row(target, row, 4 * len(values))
    for first in range(0, len(values), 4):
        ptx.st(dtype, ptx.addr(line, 4 * first), values[first : first + 4], vec=4)


def window(base: Any, tid: Any, column: int = 0) -> Any:
    """The address of a warp's own 32 lanes, at some column."""
    return ptx.tcgen05.address(base + ((tid >> 5) << 21), column=column)


def read_lane(base: Any, tid: Any, count: int, *, dtype: PtxType = f32) -> Any:
    """Load `count` columns of a thread's own lane."""
    values = reg.array(dtype, count)
    ptx.tcgen05.ld(values, window(base, tid), shape="32x32b", count=count)
    ptx.tcgen05.wait_ld()
    return values


def write_lane(base: Any, tid: Any, values: Any, *, column: int = 0) -> None:
    """Store registers to the columns of a thread's own lane."""
    ptx.tcgen05.st(window(base, tid, column), values, shape="32x32b", count=len(values))
    ptx.tcgen05.wait_st()


def small(rng: np.random.Generator, shape: tuple[int, ...], dtype: Any) -> np.ndarray:
    """Small integers, whose products and sums every type holds exactly."""
    return rng.integers(-3, 4, shape).astype(dtype)


def operands(seed: int, rows: int, columns: int, depth: int = 64, dtype: Any = BF16) -> list[np.ndarray]:
    """A and B_T of a product."""
    rng = np.random.default_rng(seed)
    return [small(rng, (count, depth), dtype) for count in (rows, columns)]


def product(a: np.ndarray, b_t: np.ndarray, sums: Any = np.float32) -> np.ndarray:
    """A B in NumPy."""
    return a.astype(sums) @ b_t.astype(sums).T


def allocation(*, arch: str = "sm_100a") -> Probe:
    """Two allocations of one CTA do not overlap."""

    @kernel(out_specs=(Tile(1, u32),), grid=(1,), block=(LANES, 1, 1), arch=arch)
    def tcgen05_allocation(Y):
        tid = reg.from_(ptx.special.tid.x(), u32)
        addresses = smem.alloc(b32, (2,))
        with ptx.if_(tid < 32):
            for index, columns in enumerate((64, 32)):
                ptx.tcgen05.alloc(ptx.addr(addresses, 4 * index), columns)
            ptx.tcgen05.relinquish_alloc_permit()
        ptx.bar.sync(0)
        first, second = reg.from_(addresses[0], u32), reg.from_(addresses[1], u32)
        (py,) = ptx.global_ptrs(Y)
        apart = reg.scalar(u32, init=0)
        with ptx.if_((second >= first + 64) | (first >= second + 32)):
            ptx.mov(apart, 1)
        with ptx.if_(tid == 0):
            ptx.st(u32, ptx.addr(py), apart)
        with ptx.if_(tid < 32):
            ptx.tcgen05.dealloc(second, 32)
            ptx.tcgen05.dealloc(first, 64)

    return Probe(tcgen05_allocation, (), np.ones(1, np.uint32))


def transfers(shape: str = "16x256b", count: int = 2, *, arch: str = "sm_100a") -> Probe:
    """A load of one shape gives each thread the lanes and columns that the manual's figure gives it."""
    fragment = transfer_fragment(shape, count)
    registers, columns, halves = fragment.registers, 32, 1 if fragment.rows == 32 else 2

    @kernel(out_specs=(Tile(LANES, halves * registers, u32),), grid=(1,), block=(LANES, 1, 1), arch=arch)
    def tcgen05_transfers(Y):
        with tensor_memory(columns) as (tid, base):
            pattern = reg.array(u32, columns)
            for column in range(columns):
                ptx.mov(pattern[column], tid * 256 + column)
            write_lane(base, tid, pattern)
            values = reg.array(u32, halves * registers)
            for half in range(halves):
                ptx.tcgen05.ld(
                    values[half * registers : (half + 1) * registers],
                    ptx.tcgen05.address(window(base, tid), lane=16 * half),
                    shape=shape,
                    count=count,
                )
            ptx.tcgen05.wait_ld()
            store_row(Y, tid, values, u32)

    expected = np.zeros((LANES, halves * registers), np.uint32)
    for thread in range(LANES):
        for register in range(registers):
            lane, column = fragment.at(thread % 32, register, 0)
            for half in range(halves):
                expected[thread, half * registers + register] = (
                    thread // 32 * 32 + 16 * half + lane
                ) * 256 + column
    return Probe(tcgen05_transfers, (), expected)


def packing(*, arch: str = "sm_100a") -> Probe:
    """Halves of a register that `unpack::16b` spreads over two columns come back with `pack::16b`."""

    @kernel(out_specs=(Tile(LANES, 16, u32),), grid=(1,), block=(LANES, 1, 1), arch=arch)
    def tcgen05_packing(Y):
        with tensor_memory(32) as (tid, base):
            values, back = reg.array(u32, 16), reg.array(u32, 16)
            for index in range(16):
                ptx.mov(values[index], tid * 0x20003 + index * 0x10007)
            ptx.tcgen05.st(window(base, tid), values, shape="32x32b", count=16, unpack=True)
            ptx.tcgen05.wait_st()
            ptx.tcgen05.ld(back, window(base, tid), shape="32x32b", count=16, pack=True)
            ptx.tcgen05.wait_ld()
            store_row(Y, tid, back, u32)

    thread, index = np.meshgrid(np.arange(LANES), np.arange(16), indexing="ij")
    return Probe(tcgen05_packing, (), (thread * 0x20003 + index * 0x10007).astype(np.uint32))


def copying(*, arch: str = "sm_100a") -> Probe:
    """`tcgen05.cp` takes 128 rows of 32 bytes from shared memory, each to its own lane."""
    chunk, group = 8 * 16, 2 * 8 * 16  # bytes from chunk to chunk of a row, and from 8 rows to the next 8

    @kernel(
        in_specs=(Tile(LANES, 8, u32),), out_specs=(Tile(LANES, 8, u32),),
        grid=(1,), block=(LANES, 1, 1), arch=arch,
    )  # fmt: skip
    def tcgen05_copying(X, Y):
        with tensor_memory(32) as (tid, base):
            rows, source = smem.alloc(b8, (LANES * 32,), align=128), load_row(X, tid, 8)
            for part in range(2):
                place = reg.from_(rows, u32) + (tid >> 3) * group + (tid & 7) * 16 + part * chunk
                ptx.st(u32, ptx.addr(place), source[4 * part : 4 * part + 4], vec=4, space="shared")
            ptx.fence.proxy_async_shared_cta()
            matrix = ptx.tcgen05.descriptor(rows, stride_bytes=group, leading_bytes=chunk, swizzle="NONE")
            finish(tid, lambda: ptx.tcgen05.cp(base, matrix, size="128x256b"))
            store_row(Y, tid, read_lane(base, tid, 8, dtype=u32), u32)

    x = np.random.default_rng(0).integers(0, 1 << 32, (LANES, 8), np.uint32)
    return Probe(tcgen05_copying, (x,), x)


def multiplication(kind: str = "f16", *, arch: str = "sm_100a") -> Probe:
    """One row of swizzled bytes of A and B is multiplied, from shared memory, in any unscaled kind."""
    type_, sums, element = {
        "f16": (bf16, f32, BF16),
        "tf32": (f32, f32, np.float32),
        "f8f6f4": (e4m3, f32, ml_dtypes.float8_e4m3fn),
        "i8": (s8, s32, np.int8),
    }[kind]
    columns, depth = 64, ROW_BYTES // type_.bytes
    shape = ptx.tcgen05.make_instr_desc(
        kind, m=LANES, n=columns, a="tf32" if kind == "tf32" else type_, d=sums
    )

    @kernel(
        in_specs=(Tile(LANES, depth, type_), Tile(columns, depth, type_)),
        out_specs=(Tile(LANES, columns, sums),), grid=(1,), block=(LANES, 1, 1), arch=arch,
    )  # fmt: skip
    def tcgen05_multiplication(A, B_T, D):
        with tensor_memory(columns) as (tid, base):
            a, b = tiles(tid, A, B_T)
            finish(tid, lambda: multiply(base, a, b, [shape] * STEPS, kind=kind))
            store_row(D, tid, read_lane(base, tid, columns, dtype=sums), sums)

    a, b_t = operands(1, LANES, columns, depth, element)
    return Probe(tcgen05_multiplication, (a, b_t), product(a, b_t, np.int32 if kind == "i8" else np.float32))


def from_tensor_memory(*, arch: str = "sm_100a") -> Probe:
    """A product reads A from tensor memory: two 16-bit numbers a column, packed from the low bits on."""
    columns, depth = 64, 16
    shape = ptx.tcgen05.make_instr_desc("f16", m=LANES, n=columns, a=bf16)

    @kernel(
        in_specs=(Tile(LANES, depth // 2, u32), Tile(columns, 64, bf16)),
        out_specs=(Tile(LANES, columns, f32),), grid=(1,), block=(LANES, 1, 1), arch=arch,
    )  # fmt: skip
    def tcgen05_from_tensor_memory(A, B_T, D):
        with tensor_memory(2 * columns) as (tid, base):
            write_lane(base, tid, load_row(A, tid, depth // 2), column=columns)
            (b,) = tiles(tid, B_T)
            synchronise()
            left = ptx.tcgen05.address(base, column=columns)
            finish(tid, lambda: ptx.tcgen05.mma(base, left, b, shape, a_is_tmem=True, enable_input_d=False))
            store_row(D, tid, read_lane(base, tid, columns))

    a, b_t = operands(2, LANES, columns)
    a = np.ascontiguousarray(a[:, :depth])
    return Probe(tcgen05_from_tensor_memory, (a.view(np.uint32), b_t), product(a, b_t[:, :depth]))


def ordering(*, arch: str = "sm_100a") -> Probe:
    """Two threads multiply into one accumulator: a commit, a barrier and the fences order them."""
    columns, depth = 64, 64
    shape = ptx.tcgen05.make_instr_desc("f16", m=LANES, n=columns, a=bf16)

    @kernel(
        in_specs=(Tile(LANES, depth, bf16), Tile(columns, depth, bf16)),
        out_specs=(Tile(LANES, columns, f32),), grid=(1,), block=(LANES, 1, 1), arch=arch,
    )  # fmt: skip
    def tcgen05_ordering(A, B_T, D):
        with tensor_memory(columns) as (tid, base):
            a, b = tiles(tid, A, B_T)
            done = barrier(tid)
            for turn, thread in enumerate((0, 32)):
                with ptx.if_(tid == thread):
                    for step in (2 * turn, 2 * turn + 1):
                        at = STEP_BYTES * step
                        ptx.tcgen05.mma(
                            base, a, b, shape, a_k_offset=at, b_k_offset=at, enable_input_d=step > 0
                        )
                    ptx.tcgen05.commit(done)
                ptx.mbarrier.wait(done, turn)
                synchronise()
            store_row(D, tid, read_lane(base, tid, columns))

    a, b_t = operands(3, LANES, columns)
    return Probe(tcgen05_ordering, (a, b_t), product(a, b_t))


def shifting(*, arch: str = "sm_100a") -> Probe:
    """`tcgen05.shift` gives 31 of 32 lanes the eight columns of the next lane."""

    @kernel(out_specs=(Tile(LANES, 8, u32),), grid=(1,), block=(LANES, 1, 1), arch=arch)
    def tcgen05_shifting(Y):
        with tensor_memory(32) as (tid, base):
            values = reg.array(u32, 8)
            for column in range(8):
                ptx.mov(values[column], tid * 256 + column)
            write_lane(base, tid, values)
            synchronise()
            finish(tid, lambda: ptx.tcgen05.shift(ptx.tcgen05.address(base, lane=32)))
            store_row(Y, tid, read_lane(base, tid, 8, dtype=u32), u32)

    lane, column = np.meshgrid(np.arange(LANES), np.arange(8), indexing="ij")
    shifted = np.where((lane >= 32) & (lane < 63), lane + 1, lane)  # the window of the address: 32 lanes
    return Probe(tcgen05_shifting, (), (shifted * 256 + column).astype(np.uint32))


def scaling(*, arch: str = "sm_100a") -> Probe:
    """Each 32 elements along K have a factor: a power of two for each row of A and of B."""
    columns, depth = 128, 128  # four products along K, each with one factor a row
    shapes = [
        ptx.tcgen05.make_instr_desc("mxf8f6f4", m=LANES, n=columns, a=e4m3, sfa_id=step, sfb_id=step)
        for step in range(STEPS)
    ]

    @kernel(
        in_specs=(Tile(LANES, depth, e4m3), Tile(columns, depth, e4m3), Tile(LANES, 2, u32)),
        out_specs=(Tile(LANES, columns, f32),), grid=(1,), block=(LANES, 1, 1), arch=arch,
    )  # fmt: skip
    def tcgen05_scaling(A, B_T, F, D):
        with tensor_memory(256) as (tid, base):
            atoms, words = smem.alloc(u32, (2, LANES), align=128), load_row(F, tid, 2)
            for matrix in range(2):
                place = reg.from_(atoms, u32) + tid * 4
                ptx.inst.st.shared.u32(ptx.addr(place, atoms[0].nbytes * matrix), words[matrix])
            ptx.fence.proxy_async_shared_cta()
            a, b = tiles(tid, A, B_T)
            sfa, sfb = (ptx.tcgen05.address(base, column=columns + 4 * matrix) for matrix in range(2))

            def issue():
                for matrix, place in enumerate((sfa, sfb)):
                    atom = ptx.tcgen05.descriptor(atoms[matrix], stride_bytes=128, swizzle="NONE")
                    ptx.tcgen05.cp(place, atom, size="32x128b")
                multiply(base, a, b, shapes, kind="mxf8f6f4", scale_vec="1X", sfa=sfa, sfb=sfb)

            finish(tid, issue)
            store_row(D, tid, read_lane(base, tid, columns))

    rng = np.random.default_rng(4)
    a, b_t = operands(4, LANES, columns, depth, ml_dtypes.float8_e4m3fn)
    exponents = rng.integers(-2, 3, (2, LANES, STEPS))
    atoms = np.zeros((2, 4 * LANES), np.uint8)
    for matrix, row, factor in np.ndindex(exponents.shape):
        atoms[matrix, atom_offset(row, factor)] = exponents[matrix, row, factor] + 127
    factors = np.ascontiguousarray(atoms.view(np.uint32).T)  # a thread's word of each atom
    scaled = [
        values.astype(np.float32) * np.exp2(np.repeat(powers, 32, axis=1)).astype(np.float32)
        for values, powers in zip((a, b_t), exponents, strict=True)
    ]
    return Probe(tcgen05_scaling, (a, b_t, factors), product(*scaled))


def sparsity(*, arch: str = "sm_100a") -> Probe:
    """Two of every four elements of A are stored; metadata in tensor memory gives their positions."""
    columns, depth = 64, 32  # a sparse product of 16-bit types has 32 elements along K
    shape = ptx.tcgen05.make_instr_desc("f16", m=LANES, n=columns, a=bf16, sparse=True)

    @kernel(
        in_specs=(Tile(LANES, 64, bf16), Tile(columns, 64, bf16), Tile(LANES, 1, u32)),
        out_specs=(Tile(LANES, columns, f32),), grid=(1,), block=(LANES, 1, 1), arch=arch,
    )  # fmt: skip
    def tcgen05_sparsity(A, B_T, E, D):
        with tensor_memory(2 * columns) as (tid, base):
            write_lane(base, tid, load_row(E, tid, 1), column=columns)
            a, b = tiles(tid, A, B_T)
            synchronise()
            metadata = ptx.tcgen05.address(base, column=columns)
            finish(tid, lambda: multiply(base, a, b, [shape], sparse=True, sparse_metadata=metadata))
            store_row(D, tid, read_lane(base, tid, columns))

    rng = np.random.default_rng(5)
    dense = np.zeros((LANES, depth), np.float32)
    stored, b_t = operands(5, LANES, columns)
    metadata = np.zeros((LANES, 1), np.uint32)
    for row, chunk in np.ndindex(LANES, depth // 4):
        kept = np.sort(rng.choice(4, 2, replace=False))
        dense[row, 4 * chunk + kept] = stored[row, 2 * chunk : 2 * chunk + 2]
        lane, _, bit = tensor_metadata("bf16", row, chunk)
        metadata[lane, 0] |= np.uint32((kept[0] | kept[1] << 2) << bit)
    return Probe(tcgen05_sparsity, (stored, b_t, metadata), product(dense, b_t[:, :depth]))


def weight_stationary(rows: int = 32, *, arch: str = "sm_100a") -> Probe:
    """`tcgen05.mma.ws` with 32 or 64 rows spreads the columns of D over the lanes."""
    columns, depth = 128, 64
    bands = LANES // rows
    shape = ptx.tcgen05.make_instr_desc("f16", m=rows, n=columns, a=bf16, ws=True)

    @kernel(
        in_specs=(Tile(rows, depth, bf16), Tile(columns, depth, bf16)),
        out_specs=(Tile(LANES, columns // bands, f32),), grid=(1,), block=(LANES, 1, 1), arch=arch,
    )  # fmt: skip
    def tcgen05_weight_stationary(A, B_T, D):
        with tensor_memory(columns) as (tid, base):
            a, b = tiles(tid, A, B_T)
            finish(tid, lambda: multiply(base, a, b, [shape] * STEPS, ws=True))
            store_row(D, tid, read_lane(base, tid, columns // bands))

    a, b_t = operands(6, rows, columns)
    spread = np.concatenate(np.split(product(a, b_t), bands, axis=1))
    return Probe(tcgen05_weight_stationary, (a, b_t), spread)


def masking(*, arch: str = "sm_100a") -> Probe:
    """A product leaves out the lanes that a mask names, and halves D before it adds."""
    columns, depth = 64, 64
    shape = ptx.tcgen05.make_instr_desc("f16", m=LANES, n=columns, a=bf16)

    @kernel(
        in_specs=(Tile(LANES, depth, bf16), Tile(columns, depth, bf16)),
        out_specs=(Tile(LANES, columns, f32),), grid=(1,), block=(LANES, 1, 1), arch=arch,
    )  # fmt: skip
    def tcgen05_masking(A, B_T, D):
        with tensor_memory(columns) as (tid, base):
            a, b = tiles(tid, A, B_T)
            odd = [reg.scalar(b32, init=0xAAAAAAAA) for _ in range(4)]

            def issue():
                ptx.tcgen05.mma(base, a, b, shape, enable_input_d=False)
                ptx.tcgen05.mma(base, a, b, shape, disable_output_lane=odd, scale_c=1)

            finish(tid, issue)
            store_row(D, tid, read_lane(base, tid, columns))

    a, b_t = operands(7, LANES, columns)
    once = product(a[:, :16], b_t[:, :16])
    factor = np.where(np.arange(LANES) % 2, 1.0, 1.5).astype(np.float32)
    return Probe(tcgen05_masking, (a, b_t), once * factor[:, None])


def pairing(*, arch: str = "sm_100a") -> Probe:
    """Two CTAs multiply 256 rows: each holds its rows of A and D, and half of the rows of B_T."""
    columns, depth = 128, 64
    shape = ptx.tcgen05.make_instr_desc("f16", m=2 * LANES, n=columns, a=bf16, cta_group=2)

    @kernel(
        in_specs=(Tile(2 * LANES, depth, bf16), Tile(columns, depth, bf16)),
        out_specs=(Tile(2 * LANES, columns, f32),), grid=(2,), block=(LANES, 1, 1), cluster=(2, 1, 1),
        arch=arch,
    )  # fmt: skip
    def tcgen05_pairing(A, B_T, D):
        with tensor_memory(columns, cta_group=2) as (tid, base):
            rank = reg.from_(ptx.special.cluster_ctarank(), u32)
            a, b = tiles(tid, A, B_T, part=rank, parts=2)
            done = barrier(tid, cta_group=2)
            with ptx.if_((rank == 0) & (tid == 0)):
                multiply(base, a, b, [shape] * STEPS, cta_group=2)
                ptx.tcgen05.commit(done, cta_group=2, multicast=True, multicast_mask=0b11)
            ptx.mbarrier.wait(done, 0)
            ptx.tcgen05.fence_after_thread_sync()
            store_row(D, rank * LANES + tid, read_lane(base, tid, columns))

    a, b_t = operands(8, 2 * LANES, columns)
    return Probe(tcgen05_pairing, (a, b_t), product(a, b_t))


PROBES: dict[str, Callable[..., Probe]] = {
    probe.__name__: probe
    for probe in (
        allocation, transfers, packing, copying, multiplication, from_tensor_memory, ordering, shifting,
        scaling, sparsity, weight_stationary, masking, pairing,
    )
}  # fmt: skip
"""Every probe, by name."""


def main(*names: str, arch: str = "sm_100a") -> None:
    """Run the probes with these names, or all."""
    for name in names or PROBES:
        probe = PROBES[name](arch=arch)
        trial(probe.kernel, probe.inputs, expected=probe.expected, tolerance=probe.tolerance)


if __name__ == "__main__":
    main(*sys.argv[1:])
