"""Solutions of the exercises of ``docs/learn``, by the number of the lesson."""

from __future__ import annotations

import math
from itertools import product
from typing import TYPE_CHECKING

from pyptx import Layout, Module, Tile, kernel, ptx, reg, smem
from pyptx.types import b8, b32, b64, bf16, f16, f32, pred, s32, s64, u16, u32

if TYPE_CHECKING:
    from collections.abc import Callable

    from pyptx.kernel import Kernel

vector = Tile("N", f32)
ALL = 0xFFFFFFFF


def vector_addition() -> Kernel:
    @kernel(in_specs=(vector, vector), out_specs=(vector,), grid=lambda N: (-(-N // 256),), block=(128, 1, 1))
    def add(X, Y, Z):
        first = reg.from_(ptx.special.ctaid.x(), u32) * 256 + ptx.special.tid.x()
        for offset in (0, 128):
            i = first + offset
            with ptx.if_(i < X.shape[0]):
                px, py, pz = (pointer + i * 4 for pointer in ptx.global_ptrs(X, Y, Z))
                x, y = reg.scalar(f32), reg.scalar(f32)
                ptx.inst.ld.global_.f32(x, ptx.addr(px))
                ptx.inst.ld.global_.f32(y, ptx.addr(py))
                ptx.inst.st.global_.f32(ptx.addr(pz), x + y)

    return add


def predicates() -> Kernel:
    @kernel(in_specs=(vector,), out_specs=(vector,), grid=lambda N: (-(-N // 128),), block=(128, 1, 1))
    def leaky_relu(X, Y):
        i = reg.from_(ptx.special.ctaid.x(), u32) * 128 + ptx.special.tid.x()
        with ptx.if_(i < X.shape[0]):
            px, py = (pointer + i * 4 for pointer in ptx.global_ptrs(X, Y))
            x, y = reg.scalar(f32), reg.scalar(f32)
            ptx.inst.ld.global_.f32(x, ptx.addr(px))
            ptx.selp(f32, y, x * 0.125, x, x < 0.0)
            ptx.inst.st.global_.f32(ptx.addr(py), y)

    return leaky_relu


def row_sum() -> Kernel:
    matrix, column = Tile("M", "N", f32), Tile("M", f32)

    @kernel(in_specs=(matrix,), out_specs=(column,), grid=lambda M, N: (M,), block=(128, 1, 1))
    def row_max(X, S):
        px, ps = ptx.global_ptrs(X, S)
        tid = reg.from_(ptx.special.tid.x(), u32)
        row = reg.from_(ptx.special.ctaid.x(), u32)
        largest = reg.scalar(f32, init=float("-inf"))
        for column in ptx.range_(tid, X.shape[1], 128):
            value = reg.scalar(f32)
            ptx.inst.ld.global_.f32(value, ptx.addr(px + (row * X.shape[1] + column) * 4))
            ptx.max(f32, largest, largest, value)
        parts = smem.alloc(f32, (128,))
        parts[tid] = largest
        for half in (64, 32, 16, 8, 4, 2, 1):
            ptx.bar.sync(0)
            with ptx.if_(tid < half):
                parts[tid] = parts[tid].max(parts[tid + half])
        with ptx.if_(tid == 0):
            ptx.inst.st.global_.f32(ptx.addr(ps + row * 4), parts[tid])

    return row_max


def shuffles() -> Kernel:
    row = Tile("M", 32, f32)

    @kernel(in_specs=(row,), out_specs=(row,), grid=lambda M: (M,), block=(32, 1, 1))
    def scan(X, Y):
        px, py = ptx.global_ptrs(X, Y)
        place = (reg.from_(ptx.special.ctaid.x(), u32) * 32 + ptx.special.tid.x()) * 4
        total = reg.scalar(f32)
        ptx.inst.ld.global_.f32(total, ptx.addr(px + place))
        for distance in (1, 2, 4, 8, 16):
            other, valid = reg.scalar(f32), reg.scalar(pred)
            ptx.inst.shfl.sync.up.b32(other | valid, total, distance, 0, ALL)
            with ptx.if_(valid):
                total += other
        ptx.inst.st.global_.f32(ptx.addr(py + place), total)

    return scan


def transpose() -> Kernel:
    @kernel(
        in_specs=(Tile("M", "N", f32),),
        out_specs=(Tile("N", "M", f32),),
        grid=lambda M, N: (N // 32, M // 32),
        block=(32, 8, 1),
    )
    def swizzled(X, Y):
        px, py = ptx.global_ptrs(X, Y)
        lane = reg.from_(ptx.special.tid.x(), u32)
        warp = reg.from_(ptx.special.tid.y(), u32)
        column = reg.from_(ptx.special.ctaid.x(), u32) * 32
        row = reg.from_(ptx.special.ctaid.y(), u32) * 32
        tile = smem.alloc(f32, (32, 32), name="tile")
        for first in range(0, 32, 8):
            line = warp + first
            value = reg.scalar(f32)
            ptx.inst.ld.global_.f32(value, ptx.addr(px + ((row + line) * X.shape[1] + column + lane) * 4))
            tile[line, lane ^ line] = value
        ptx.bar.sync(0)
        for first in range(0, 32, 8):
            line = warp + first
            place = (column + line) * X.shape[0] + row + lane
            ptx.inst.st.global_.f32(ptx.addr(py + place * 4), tile[lane, line ^ lane])

    return swizzled


def asynchronous_copies() -> Kernel:
    @kernel(in_specs=(Tile("M", 64, f32),), out_specs=(Tile(64, f32),), grid=(1,), block=(64, 1, 1))
    def of_neighbour(X, S):
        px, ps = ptx.global_ptrs(X, S)
        tid = reg.from_(ptx.special.tid.x(), u32)
        ring = smem.alloc(f32, (2, 64))
        source = px + tid * 4

        def fetch(row):
            if row < X.shape[0]:
                target = ptx.addr(ring.address(row % 2, tid))
                ptx.inst.cp.async_.ca.shared.global_(target, ptx.addr(source, row * 256), 4)
            ptx.cp.async_.commit_group()

        fetch(0)
        total = reg.scalar(f32, init=0.0)
        for row in range(X.shape[0]):
            fetch(row + 1)
            ptx.cp.async_.wait_group(1)
            ptx.bar.sync(0)  # the copies of all threads have landed
            total += ring[row % 2, (tid + 1) % 64]
            ptx.bar.sync(0)  # all have read the stage that is filled next
        ptx.inst.st.global_.f32(ptx.addr(ps + tid * 4), total)

    return of_neighbour


def tensor_cores() -> Kernel:
    @kernel(
        in_specs=(Tile(16, 64, f16), Tile(64, 8, f16)),
        out_specs=(Tile(16, 8, f32),),
        grid=(1,),
        block=(32, 1, 1),
    )
    def multiply(A, B, D):
        pa, pb, pd = ptx.global_ptrs(A, B, D)
        lane = reg.from_(ptx.special.tid.x(), u32)
        tile_a, tile_b = smem.alloc(f16, (16, 64)), smem.alloc(f16, (64, 8))
        for tile, source, chunks in ((tile_a, pa, 128), (tile_b, pb, 64)):
            for first in range(0, chunks, 32):
                words = reg.array(b32, 4)
                ptx.inst.ld.global_.v4.b32(words, ptx.addr(source + (lane + first) * 16))
                target = reg.from_(tile.address(0, 0), u32) + (lane + first) * 16
                ptx.inst.st.shared.v4.b32(ptx.addr(target), words)
        ptx.bar.warp.sync(ALL)
        d = reg.array(f32, 4)
        for value in d:
            ptx.inst.mov.f32(value, 0.0)
        for k in range(0, 64, 16):
            a, b = reg.array(b32, 4), reg.array(b32, 2)
            left = tile_a.address(lane % 16, lane // 16 * 8 + k)
            ptx.inst.ldmatrix.sync.aligned.m8n8.x4.shared.b16(a, ptx.addr(left))
            right = tile_b.address(lane % 16 + k, 0)
            ptx.inst.ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16(b, ptx.addr(right))
            ptx.inst.mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32(d, a, b, d)
        place = pd + (lane // 4 * 8 + lane % 4 * 2) * 4
        ptx.inst.st.global_.v2.f32(ptx.addr(place), [d[0], d[1]])
        ptx.inst.st.global_.v2.f32(ptx.addr(place, 256), [d[2], d[3]])

    return multiply


def tensor_copies() -> Kernel:
    matrix = Tile("M", "N", f32, Layout.TMA_128B, tma_box=(8, 32))

    @kernel(
        in_specs=(matrix,),
        out_specs=(matrix,),
        grid=lambda M, N: (N // 32, M // 16),
        block=(32, 1, 1),
        arch="sm_90a",
    )
    def double(X, Y):
        lane = reg.from_(ptx.special.tid.x(), u32)
        column = reg.from_(ptx.special.ctaid.x(), u32) * 32
        tile, full = smem.alloc(f32, (8, 32), swizzle="128B"), smem.mbarrier(1)
        with ptx.if_(lane == 0):
            ptx.mbarrier.init(full[0], 1)
            ptx.fence.mbarrier_init()
        ptx.bar.sync(0)
        for box in range(2):
            row = reg.from_(ptx.special.ctaid.y(), u32) * 16 + 8 * box
            with ptx.if_(lane == 0):
                ptx.mbarrier.arrive_expect_tx(full[0], 1024)
                ptx.cp.async_.bulk.tensor_2d(dst=tile, src=X.tma_desc(), coord=(column, row), mbar=full[0])
            ptx.mbarrier.wait(full[0], box)
            for line in range(8):
                value = tile[line, lane]
                tile[line, lane] = value + value
            ptx.fence.proxy_async()
            ptx.bar.sync(0)
            with ptx.if_(lane == 0):
                ptx.cp.async_.bulk.tensor_2d.store(dst=Y.tma_desc(), src=tile, coord=(column, row))
                ptx.cp.async_.bulk.commit_group()
                ptx.cp.async_.bulk.wait_group.read(0)
        with ptx.if_(lane == 0):
            ptx.cp.async_.bulk.wait_group(0)

    return double


def warpgroup_products() -> Kernel:
    operand = Tile(64, 128, bf16, Layout.TMA_128B, tma_box=(64, 64))

    @kernel(
        in_specs=(operand, operand),
        out_specs=(Tile(64, 64, f32),),
        grid=(1,),
        block=(128, 1, 1),
        arch="sm_90a",
    )
    def multiply(A, B, D):
        (pd,) = ptx.global_ptrs(D)
        tid = reg.from_(ptx.special.tid.x(), u32)
        parts = [(smem.wgmma_tile(bf16, (64, 64)), smem.wgmma_tile(bf16, (64, 64))) for _ in range(2)]
        full = smem.mbarrier(1)
        with ptx.if_(tid == 0):
            ptx.mbarrier.init(full[0], 1)
            ptx.fence.mbarrier_init()
            ptx.mbarrier.arrive_expect_tx(full[0], 4 * 64 * 64 * 2)
            for k, part in enumerate(parts):
                for tile, source in zip(part, (A, B), strict=True):
                    ptx.cp.async_.bulk.tensor_2d(
                        dst=tile, src=source.tma_desc(), coord=(64 * k, 0), mbar=full[0]
                    )
        ptx.bar.sync(0)
        ptx.mbarrier.wait(full[0], 0)
        acc = reg.wgmma_frag(m=64, n=64, dtype=f32)
        ptx.wgmma.fence()
        for number, (a, b) in enumerate(parts):
            for k in range(0, 64, 16):
                ptx.wgmma.mma_async(
                    shape=(64, 64, 16), dtype_d=f32, dtype_a=bf16, dtype_b=bf16, d=acc, a=a, b=b,
                    a_k_offset=2 * k, b_k_offset=2 * k, scale_d=number + k > 0,
                )  # fmt: skip
        ptx.wgmma.commit_group()
        ptx.wgmma.wait_group(0)
        row, column = tid // 32 * 16 + tid % 32 // 4, tid % 4 * 2
        for pair in range(0, len(acc), 2):
            place = pd + ((row + 8 * (pair // 2 % 2)) * 64 + column + 8 * (pair // 4)) * 4
            ptx.inst.st.global_.v2.f32(ptx.addr(place), [acc[pair], acc[pair + 1]])

    return multiply


def swizzles() -> Kernel:
    @kernel(
        in_specs=(Tile("M", "N", 4, f32),),
        out_specs=(Tile("N", "M", 4, f32),),
        grid=lambda M, N: (N // 4, M // 32),
        block=(128, 1, 1),
    )
    def by_hand(X, Y):
        px, py = ptx.global_ptrs(X, Y)
        tid = reg.from_(ptx.special.tid.x(), u32)
        first_row = reg.from_(ptx.special.ctaid.y(), u32) * 32
        first_chunk = reg.from_(ptx.special.ctaid.x(), u32) * 4
        tile = smem.alloc(f32, (32, 16), name="tile")
        values = reg.array(f32, 4)

        def place(row, chunk):
            return ptx.addr(tile.address(row, (chunk ^ (row // 2 % 4)) * 4))

        row, chunk = tid // 4, tid % 4
        source = px + ((first_row + row) * X.shape[1] + first_chunk + chunk) * 16
        ptx.inst.ld.global_.v4.f32(values, ptx.addr(source))
        ptx.inst.st.shared.v4.f32(place(row, chunk), values)
        ptx.bar.sync(0)
        chunk, row = tid // 32, tid % 32
        ptx.inst.ld.shared.v4.f32(values, place(row, chunk))
        target = py + ((first_chunk + chunk) * X.shape[0] + first_row + row) * 16
        ptx.inst.st.global_.v4.f32(ptx.addr(target), values)

    return by_hand


def ampere_gemm() -> Kernel:
    @kernel(
        in_specs=(Tile("M", "K", f16), Tile("N", "K", f16)),
        out_specs=(Tile("M", "N", f32),),
        grid=lambda M, N: (N // 64, M // 64),
        block=(128, 1, 1),
    )
    def gemm(A, B, D):
        pa, pb, pd = ptx.global_ptrs(A, B, D)
        tid = reg.from_(ptx.special.tid.x(), u32)
        lane, warp = tid % 32, tid // 32
        first_row = reg.from_(ptx.special.ctaid.y(), u32) * 64
        first_column = reg.from_(ptx.special.ctaid.x(), u32) * 64
        width, depth = D.shape[1], A.shape[1]
        ring_a, ring_b = (smem.alloc(f16, (4, 64, 32), swizzle="64B") for _ in range(2))
        line, chunk = tid // 4, tid % 4 * 8
        copies = [
            (ring, line + half, source + ((first + line + half) * depth + chunk) * 2)
            for ring, source, first in ((ring_a, pa, first_row), (ring_b, pb, first_column))
            for half in (0, 32)
        ]
        copied = +chunk

        def fetch(step):
            size = reg.scalar(u32)
            ptx.selp(u32, size, 16, 0, copied < depth)
            for ring, row, source in copies:
                target = ring[step & 3].address(row, chunk)
                ptx.inst.cp.async_.cg.shared.global_(ptx.addr(target), ptx.addr(source), 16, size)
                source += 64
            ptx.inst.add.u32(copied, copied, 32)
            ptx.cp.async_.commit_group()

        row, column = warp // 2 * 32, warp % 2 * 32
        acc = [[reg.array(f32, 4) for _ in range(4)] for _ in range(2)]
        for value in (value for tiles in acc for tile in tiles for value in tile):
            ptx.inst.mov.f32(value, 0.0)
        a, b = ([reg.array(b32, 4) for _ in range(2)] for _ in range(2))
        ahead = reg.scalar(u32, init=0)
        for _ in range(3):
            fetch(ahead)
            ahead += 1
        for step in ptx.range_(0, -(-depth // 32)):
            ptx.cp.async_.wait_group(2)
            ptx.bar.sync(0)
            fetch(ahead)
            ahead += 1
            stage_a, stage_b = ring_a[step & 3], ring_b[step % 4]
            for k in (0, 16):
                for i in range(2):
                    left = stage_a.address(row + 16 * i + lane % 16, k + lane // 16 * 8)
                    ptx.ldmatrix(dst=a[i], src=ptx.addr(left))
                    right = stage_b.address(
                        column + 16 * i + lane // 16 * 8 + lane % 8, k + lane // 8 % 2 * 8
                    )
                    ptx.ldmatrix(dst=b[i], src=ptx.addr(right))
                for i, j in product(range(2), range(4)):
                    ptx.inst.mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32(
                        acc[i][j], a[i], b[j // 2][j % 2 * 2 : j % 2 * 2 + 2], acc[i][j]
                    )
        place = pd + ((first_row + row + lane // 4) * width + first_column + column + lane % 4 * 2) * 4
        for i, j, half in product(range(2), range(4), range(2)):
            offset = ((16 * i + 8 * half) * width + 8 * j) * 4
            ptx.inst.st.global_.v2.f32(ptx.addr(place, offset), acc[i][j][2 * half : 2 * half + 2])

    return gemm


def mbarriers() -> Kernel:
    @kernel(
        in_specs=(Tile("M", 32, f32),),
        out_specs=(Tile(2, 32, f32),),
        grid=(1,),
        block=(96, 1, 1),
        arch="sm_90",
    )
    def sums_and_maxima(X, S):
        px, ps = ptx.global_ptrs(X, S)
        tid = reg.from_(ptx.special.tid.x(), u32)
        lane = tid % 32
        ring = smem.alloc(f32, (2, 32))
        full, empty = (ptx.mbarrier.array(smem.mbarrier(2), 0, 2) for _ in range(2))
        with ptx.if_(tid == 0):
            full.init_all(32)
            empty.init_all(64)
        ptx.bar.sync(0)
        turns = ptx.pipeline(2)
        with ptx.if_(tid < 32):
            for row in ptx.range_(0, X.shape[0]):
                stage, parity = turns.advance()
                empty.at(stage).wait(parity ^ 1)
                value = reg.scalar(f32)
                ptx.inst.ld.global_.f32(value, ptx.addr(px + (row * 32 + lane) * 4))
                ring[stage, lane] = value
                full.at(stage).arrive()
        with ptx.else_():
            total, largest = reg.scalar(f32, init=0.0), reg.scalar(f32, init=float("-inf"))
            for _ in ptx.range_(0, X.shape[0]):
                stage, parity = turns.advance()
                full.at(stage).wait(parity)
                value = ring[stage, lane]
                total += value
                ptx.max(f32, largest, largest, value)
                empty.at(stage).arrive()
            ptx.selp(f32, total, total, largest, tid < 64)
            ptx.inst.st.global_.f32(ptx.addr(ps + (tid - 32) * 4), total)

    return sums_and_maxima


def proxies_and_fences() -> Kernel:
    @kernel(
        in_specs=(Tile("N", f32), Tile("P", f32), Tile(1, u32)),
        out_specs=(Tile(1, f32),),
        mutates=("Parts", "Count"),
        grid=lambda P: (P,),
        block=(32, 1, 1),
    )
    def total(X, Parts, Count, S):
        px, pp, pc, ps = ptx.global_ptrs(X, Parts, Count, S)
        lane = reg.from_(ptx.special.tid.x(), u32)
        cta = reg.from_(ptx.special.ctaid.x(), u32)
        value = reg.scalar(f32)
        ptx.inst.ld.global_.f32(value, ptx.addr(px + (cta * 32 + lane) * 4))
        ptx.warp.reduce_sum(value)
        with ptx.if_(lane == 0):
            ptx.inst.st.global_.f32(ptx.addr(pp + cta * 4), value)
            ticket, part = reg.scalar(u32), reg.scalar(f32)
            ptx.inst.atom.acq_rel.gpu.global_.add.u32(ticket, ptx.addr(pc), 1)
            with ptx.if_(ticket == Parts.shape[0] - 1):
                result = reg.scalar(f32, init=0.0)
                for number in ptx.range_(0, Parts.shape[0]):
                    ptx.inst.ld.global_.f32(part, ptx.addr(pp + number * 4))
                    result += part
                ptx.inst.st.global_.f32(ptx.addr(ps), result)

    return total


def store_accumulator(D, acc, first_row, first_column, thread):
    """Store a 64-row accumulator of a warpgroup."""
    (pd,) = ptx.global_ptrs(D)
    row, column = first_row + thread // 32 * 16 + thread % 32 // 4, first_column + thread % 4 * 2
    for pair in range(0, len(acc), 2):
        place = pd + ((row + 8 * (pair // 2 % 2)) * D.shape[1] + column + 8 * (pair // 4)) * 4
        ptx.inst.st.global_.v2.f32(ptx.addr(place), [acc[pair], acc[pair + 1]])


def multiply_stage(acc, a, b):
    """Add the product of two tiles of 64 columns, and wait for it."""
    ptx.wgmma.fence()
    for part in range(0, 128, 32):
        ptx.wgmma.mma_async(
            shape=(64, 64, 16), dtype_d=f32, dtype_a=bf16, dtype_b=bf16, d=acc, a=a, b=b,
            a_k_offset=part, b_k_offset=part, scale_d=True,
        )  # fmt: skip
    ptx.wgmma.commit_group()
    ptx.wgmma.wait_group(0)


def warp_roles() -> Kernel:
    @kernel(
        in_specs=(Tile("M", "K", bf16), Tile("N", "K", bf16)),
        out_specs=(Tile("M", "N", f32),),
        grid=lambda M, N: (N // 64, M // 128),
        block=(384, 1, 1),
        arch="sm_90a",
        raw_directives=[("maxnreg", 168)],
    )
    def gemm(A, B, D):
        tid = reg.from_(ptx.special.tid.x(), u32)
        first_row = reg.from_(ptx.special.ctaid.y(), u32) * 128
        first_column = reg.from_(ptx.special.ctaid.x(), u32) * 64
        map_a = A.tma_desc(box=(64, 64), swizzle="128B")
        upper, lower, ring_b = (smem.alloc(bf16, (3, 64, 64), swizzle="128B") for _ in range(3))
        full, empty = (ptx.mbarrier.array(smem.mbarrier(3), 0, 3) for _ in range(2))
        with ptx.if_(tid == 0):
            full.init_all(1)
            empty.init_all(2)
            ptx.fence.mbarrier_init()
        ptx.bar.sync(0)
        turns = ptx.pipeline(3)

        def consume(ring_a, first, thread):
            ptx.setmaxnreg_inc(232)
            acc = reg.wgmma_frag(m=64, n=64, dtype=f32)
            for value in acc:
                ptx.inst.mov.f32(value, 0.0)
            for _ in ptx.range_(0, A.shape[1], 64):
                stage, parity = turns.advance()
                full.at(stage).wait(parity)
                multiply_stage(acc, ring_a[stage], ring_b[stage])
                with ptx.if_(thread == 0):
                    empty.at(stage).arrive()
            store_accumulator(D, acc, first, first_column, thread)

        with ptx.if_(tid < 128):
            consume(upper, first_row, tid)
        with ptx.else_(), ptx.if_(tid < 256):
            consume(lower, first_row + 64, tid - 128)
        with ptx.if_(tid >= 256):
            ptx.setmaxnreg_dec(40)
            with ptx.if_(tid == 256):
                for k in ptx.range_(0, A.shape[1], 64):
                    stage, parity = turns.advance()
                    empty.at(stage).wait(parity ^ 1)
                    full.at(stage).arrive_expect_tx(3 * 8192)
                    for ring, tensor, first in (
                        (upper, map_a, first_row),
                        (lower, map_a, first_row + 64),
                        (ring_b, B, first_column),
                    ):
                        ptx.cp.async_.bulk.tensor_2d(
                            dst=ring[stage], src=tensor, coord=(k, first), mbar=full.at(stage)
                        )

    return gemm


def clusters() -> Kernel:
    @kernel(
        in_specs=(Tile("M", "K", bf16), Tile("N", "K", bf16)),
        out_specs=(Tile("M", "N", f32),),
        grid=lambda M, N: (M // 64, N // 64),
        block=(256, 1, 1),
        cluster=(2, 2, 1),
        arch="sm_90a",
        raw_directives=[("maxnreg", 136)],
    )
    def gemm(A, B, D):
        tid = reg.from_(ptx.special.tid.x(), u32)
        x = reg.from_(ptx.special.cluster_ctaid.x(), u32)
        y = reg.from_(ptx.special.cluster_ctaid.y(), u32)
        first_row = reg.from_(ptx.special.ctaid.x(), u32) * 64
        first_column = reg.from_(ptx.special.ctaid.y(), u32) * 64
        map_a, map_b = (tensor.tma_desc(box=(32, 64), swizzle="128B") for tensor in (A, B))
        ring_a, ring_b = (smem.alloc(bf16, (3, 64, 64), swizzle="128B") for _ in range(2))
        full, empty = (ptx.mbarrier.array(smem.mbarrier(3), 0, 3) for _ in range(2))
        with ptx.if_(tid == 0):
            full.init_all(1)
            empty.init_all(3)
            ptx.fence.mbarrier_init()
        ptx.cluster.sync()
        turns = ptx.pipeline(3)
        with ptx.if_(tid < 128):
            ptx.setmaxnreg_inc(232)
            acc = reg.wgmma_frag(m=64, n=64, dtype=f32)
            for value in acc:
                ptx.inst.mov.f32(value, 0.0)
            for _ in ptx.range_(0, A.shape[1], 64):
                stage, parity = turns.advance()
                full.at(stage).wait(parity)
                multiply_stage(acc, ring_a[stage], ring_b[stage])
                with ptx.if_((tid < 4) & (tid != 3 - x - 2 * y)):  # all but the one across
                    empty.at(stage).arrive_remote(tid)
            store_accumulator(D, acc, first_row, first_column, tid)
        with ptx.else_():
            ptx.setmaxnreg_dec(40)
            mask_a, mask_b = (ptx.inst.shl.b32(u32, *shift) for shift in ((0b101, x), (0b11, 2 * y)))
            with ptx.if_(tid == 128):
                for k in ptx.range_(0, A.shape[1], 64):
                    stage, parity = turns.advance()
                    empty.at(stage).wait(parity ^ 1)
                    full.at(stage).arrive_expect_tx(2 * 8192)
                    for ring, tensor, first, half, mask in (
                        (ring_a, map_a, first_row, y * 32, mask_a),
                        (ring_b, map_b, first_column, x * 32, mask_b),
                    ):
                        ptx.cp.async_.bulk.tensor_2d(
                            dst=ptx.addr(ring.address(stage, half, 0)),
                            src=tensor,
                            coord=(k, first + half),
                            mbar=full.at(stage),
                            multicast_mask=reg.from_(mask, u16),
                        )
        ptx.cluster.sync()

    return gemm


def persistent() -> Kernel:
    @kernel(
        in_specs=(Tile("M", "K", bf16), Tile("N", "K", bf16)),
        out_specs=(Tile("M", "N", bf16),),
        grid=(2,),
        block=(256, 1, 1),
        arch="sm_90a",
        raw_directives=[("maxnreg", 136)],
    )
    def gemm(A, B, D):
        tid = reg.from_(ptx.special.tid.x(), u32)
        lane, first = tid % 32, reg.from_(ptx.special.ctaid.x(), u32)
        across = D.shape[1] // 64
        tiles = D.shape[0] // 64 * across
        ring_a, ring_b = (smem.alloc(bf16, (3, 64, 64), swizzle="128B") for _ in range(2))
        panels = smem.alloc(bf16, (2, 64, 64), swizzle="128B")
        full, empty = (ptx.mbarrier.array(smem.mbarrier(3), 0, 3) for _ in range(2))
        with ptx.if_(tid == 0):
            full.init_all(1)
            empty.init_all(1)
            ptx.fence.mbarrier_init()
        ptx.bar.sync(0)
        turns = ptx.pipeline(3)
        with ptx.if_(tid < 128):
            ptx.setmaxnreg_inc(232)
            acc, panel = reg.wgmma_frag(m=64, n=64, dtype=f32), reg.scalar(u32, init=0)
            for tile in ptx.range_(first, tiles, 2):
                for value in acc:
                    ptx.inst.mov.f32(value, 0.0)
                for _ in ptx.range_(0, A.shape[1], 64):
                    stage, parity = turns.advance()
                    full.at(stage).wait(parity)
                    multiply_stage(acc, ring_a[stage], ring_b[stage])
                    with ptx.if_(tid == 0):
                        empty.at(stage).arrive()
                with ptx.if_(tid == 0):
                    ptx.cp.async_.bulk.wait_group.read(1)
                ptx.bar.sync(1, 128)
                for column in range(0, 64, 16):
                    words = reg.array(b32, 4)
                    for i, word in enumerate(words):
                        first_of_pair = column // 2 + 2 * i
                        ptx.inst.cvt.rn.bf16x2.f32(word, acc[first_of_pair + 1], acc[first_of_pair])
                    target = panels.address(panel, tid // 32 * 16 + lane % 16, column + lane // 16 * 8)
                    ptx.stmatrix(smem=ptx.addr(target), regs=words)
                ptx.fence.proxy_async()
                ptx.bar.sync(1, 128)
                with ptx.if_(tid == 0):
                    corner = (tile % across * 64, tile // across * 64)
                    ptx.cp.async_.bulk.tensor_2d.store(dst=D, src=panels[panel], coord=corner)
                    ptx.cp.async_.bulk.commit_group()
                panel ^= 1
            with ptx.if_(tid == 0):
                ptx.cp.async_.bulk.wait_group(0)
        with ptx.else_():
            ptx.setmaxnreg_dec(40)
            with ptx.if_(tid == 128):
                for tile in ptx.range_(first, tiles, 2):
                    for k in ptx.range_(0, A.shape[1], 64):
                        stage, parity = turns.advance()
                        empty.at(stage).wait(parity ^ 1)
                        full.at(stage).arrive_expect_tx(2 * 8192)
                        for ring, tensor, place in ((ring_a, A, tile // across), (ring_b, B, tile % across)):
                            ptx.cp.async_.bulk.tensor_2d(
                                dst=ring[stage], src=tensor, coord=(k, place * 64), mbar=full.at(stage)
                            )

    return gemm


def attention() -> Kernel:
    tall = Tile("M", 64, bf16)

    @kernel(
        in_specs=(tall, tall, tall),
        out_specs=(Tile("M", 64, f32),),
        grid=lambda M: (M // 64,),
        block=(128, 1, 1),
        arch="sm_90a",
    )
    def causal(Q, K, V, Out):
        tid = reg.from_(ptx.special.tid.x(), u32)
        first_row = reg.from_(ptx.special.ctaid.x(), u32) * 64
        row, column = tid // 32 * 16 + tid % 32 // 4, tid % 4 * 2
        queries, keys = (smem.wgmma_tile(bf16, (64, 64)) for _ in range(2))
        values = smem.wgmma_tile(bf16, (64, 64), major="MN")
        loaded = smem.mbarrier(1)
        with ptx.if_(tid == 0):
            ptx.mbarrier.init(loaded[0], 1)
            ptx.fence.mbarrier_init()
            ptx.mbarrier.expect_tx(loaded[0], 8192)
            ptx.cp.async_.bulk.tensor_2d(dst=queries, src=Q, coord=(0, first_row), mbar=loaded[0])
        ptx.bar.sync(0)
        scores, out = (reg.wgmma_frag(m=64, n=64, dtype=f32) for _ in range(2))
        for value in out:
            ptx.inst.mov.f32(value, 0.0)
        largest = [reg.scalar(f32, init=-math.inf) for _ in range(2)]
        total = [reg.scalar(f32, init=0.0) for _ in range(2)]
        parity = reg.scalar(u32, init=0)

        def of_row(accumulator, lower):
            return [value for i, value in enumerate(accumulator) if i // 2 % 2 == lower]

        for block in ptx.range_(0, first_row + 64, 64):
            with ptx.if_(tid == 0):
                ptx.mbarrier.arrive_expect_tx(loaded[0], 2 * 8192)
                for tile, source in ((keys, K), (values, V)):
                    ptx.cp.async_.bulk.tensor_2d(dst=tile, src=source, coord=(0, block), mbar=loaded[0])
            ptx.mbarrier.wait(loaded[0], parity)
            parity ^= 1
            for value in scores:
                ptx.inst.mov.f32(value, 0.0)
            multiply_stage(scores, queries, keys)
            for lower in range(2):
                line = of_row(scores, lower)
                for i, score in enumerate(line):
                    key = block + column + (i // 2 * 8 + i % 2)
                    ptx.inst.mov.f32(score, -math.inf, pred=first_row + row + 8 * lower < key)
                top = +largest[lower]
                for score in line:
                    ptx.inst.max.f32(top, top, score)
                ptx.warp.reduce_max(top, width=4)
                scale = math.log2(math.e) / 8
                factor, below = reg.scalar(f32), -(top * scale)
                ptx.inst.fma.rn.f32(factor, largest[lower], scale, below)
                ptx.inst.ex2.approx.ftz.f32(factor, factor)
                ptx.mov(largest[lower], top)
                total[lower] *= factor
                for value in of_row(out, lower):
                    value *= factor
                for score in line:
                    ptx.inst.fma.rn.f32(score, score, scale, below)
                    ptx.inst.ex2.approx.ftz.f32(score, score)
                    total[lower] += score
            weights = [reg.array(b32, 4) for _ in range(4)]
            for part, i in product(range(4), range(4)):
                first = 8 * part + 2 * i
                ptx.inst.cvt.rn.bf16x2.f32(weights[part][i], scores[first + 1], scores[first])
            ptx.wgmma.fence()
            for part, operand in enumerate(weights):
                ptx.wgmma.mma_async(
                    shape=(64, 64, 16), dtype_d=f32, dtype_a=bf16, dtype_b=bf16, d=out,
                    a=operand, b=values, b_k_offset=part * 2048, scale_d=True,
                )  # fmt: skip
            ptx.wgmma.commit_group()
            ptx.wgmma.wait_group(0)
        for lower in range(2):
            ptx.warp.reduce_sum(total[lower], width=4)
            for value in of_row(out, lower):
                ptx.inst.div.rn.f32(value, value, total[lower])
        store_accumulator(Out, out, first_row, 0, tid)

    return causal


def tensor_memory() -> Kernel:
    @kernel(
        in_specs=(Tile(128, 64, bf16), Tile(64, 64, bf16), Tile(128, 64, f32)),
        out_specs=(Tile(128, 64, f32),),
        grid=(1,),
        block=(128, 1, 1),
        arch="sm_100a",
    )
    def multiply(A, B, C, D):
        tid = reg.from_(ptx.special.tid.x(), u32)
        tile_a, tile_b = (smem.alloc(bf16, (rows, 64), swizzle="128B") for rows in (128, 64))
        (loaded, multiplied), address = smem.mbarrier(2), smem.alloc(b32, (1,))

        def meet():
            ptx.tcgen05.fence_before_thread_sync()
            ptx.bar.sync(0)
            ptx.tcgen05.fence_after_thread_sync()

        with ptx.if_(tid == 0):
            ptx.mbarrier.init(loaded, 1)
            ptx.mbarrier.init(multiplied, 1)
            ptx.fence.mbarrier_init()
        with ptx.if_(tid < 32):
            ptx.tcgen05.alloc(address, 64)
            ptx.tcgen05.relinquish_alloc_permit()
        meet()
        accumulator = address[0]
        lanes = ptx.tcgen05.address(accumulator + tid // 32 * (32 << 16))
        pc, pd = ptx.global_ptrs(C, D)
        row = reg.array(f32, 64)
        for column in range(0, 64, 4):
            ptx.inst.ld.global_.v4.f32(row[column : column + 4], ptx.addr(pc + tid * 256, column * 4))
        ptx.tcgen05.st(lanes, row, shape="32x32b", count=64)
        ptx.tcgen05.wait_st()
        meet()
        with ptx.if_(tid == 0):
            ptx.mbarrier.arrive_expect_tx(loaded, tile_a.nbytes + tile_b.nbytes)
            for tile, source in ((tile_a, A), (tile_b, B)):
                ptx.cp.async_.bulk.tensor_2d(dst=tile, src=source, coord=(0, 0), mbar=loaded)
            ptx.mbarrier.wait(loaded, 0)
            shape = ptx.tcgen05.make_instr_desc("f16", m=128, n=64, a=bf16, d=f32)
            for part in range(0, 128, 32):
                ptx.tcgen05.mma(
                    accumulator, tile_a, tile_b, shape,
                    a_k_offset=part, b_k_offset=part, enable_input_d=True,
                )  # fmt: skip
            ptx.tcgen05.commit(multiplied)
        ptx.mbarrier.wait(multiplied, 0)
        ptx.tcgen05.fence_after_thread_sync()
        ptx.tcgen05.ld(row, lanes, shape="32x32b", count=64)
        ptx.tcgen05.wait_ld()
        for column in range(0, 64, 4):
            ptx.inst.st.global_.v4.f32(ptx.addr(pd + tid * 256, column * 4), row[column : column + 4])
        meet()
        with ptx.if_(tid < 32):
            ptx.tcgen05.dealloc(accumulator, 64)

    return multiply


def pair_gemm() -> Kernel:
    @kernel(
        in_specs=(Tile("M", "K", bf16), Tile("N", "K", bf16)),
        out_specs=(Tile("M", "N", f32),),
        grid=lambda M, N: (M // 128, N // 128),
        block=(192, 1, 1),
        cluster=(2, 1, 1),
        arch="sm_100a",
    )
    def gemm(A, B, D):
        tid = reg.from_(ptx.special.tid.x(), u32)
        rank = reg.from_(ptx.special.cluster_ctarank(), u32)
        first_row = reg.from_(ptx.special.ctaid.x(), u32) * 128
        first_column = reg.from_(ptx.special.ctaid.y(), u32) * 128
        ring_a, ring_b = (smem.alloc(bf16, (3, rows, 64), swizzle="128B") for rows in (128, 32))
        full, empty = (ptx.mbarrier.array(smem.mbarrier(3), 0, 3) for _ in range(2))
        ready, address = smem.mbarrier(2), smem.alloc(b32, (1,))

        def meet():
            ptx.tcgen05.fence_before_thread_sync()
            ptx.cluster.sync()
            ptx.tcgen05.fence_after_thread_sync()

        with ptx.if_(tid == 0):
            full.init_all(1)
            empty.init_all(1)
            ptx.mbarrier.array(ready, 0, 2).init_all(1)
            ptx.fence.mbarrier_init()
        with ptx.if_(tid < 32):
            ptx.tcgen05.alloc(address, 128, cta_group=2)
            ptx.tcgen05.relinquish_alloc_permit(cta_group=2)
        meet()
        accumulators = [address[0] + 64 * tile for tile in range(2)]
        turns = ptx.pipeline(3)
        with ptx.if_(tid < 128):
            (pd,) = ptx.global_ptrs(D)
            line = pd + ((first_row + tid) * D.shape[1] + first_column) * 4
            for tile, accumulator in enumerate(accumulators):
                ptx.mbarrier.wait(ready[tile], 0)
                ptx.tcgen05.fence_after_thread_sync()
                row = reg.array(f32, 64)
                lanes = ptx.tcgen05.address(accumulator + tid // 32 * (32 << 16))
                ptx.tcgen05.ld(row, lanes, shape="32x32b", count=64)
                ptx.tcgen05.wait_ld()
                for column in range(0, 64, 4):
                    place = ptx.addr(line, (64 * tile + column) * 4)
                    ptx.inst.st.global_.v4.f32(place, row[column : column + 4])
        with ptx.if_(tid == 128):
            leaders = ptx.mbarrier.array(ptx.cluster.map_shared_u32(full[0], 0), 0, 3)
            for tile in range(2):
                for k in ptx.range_(0, A.shape[1], 64):
                    stage, parity = turns.advance()
                    empty.at(stage).wait(parity ^ 1)
                    full.at(stage).arrive_expect_tx(2 * (ring_a[0].nbytes + ring_b[0].nbytes), pred=rank == 0)
                    for ring, tensor, first in (
                        (ring_a, A, first_row),
                        (ring_b, B, first_column + (64 * tile + rank * 32)),
                    ):
                        ptx.cp.async_.bulk.tensor_2d(
                            dst=ring[stage], src=tensor, coord=(k, first), mbar=leaders.at(stage), cta_group=2
                        )
        with ptx.if_((tid == 160) & (rank == 0)):
            shape = ptx.tcgen05.make_instr_desc("f16", m=256, n=64, a=bf16, d=f32, cta_group=2)
            for tile, accumulator in enumerate(accumulators):
                for k in ptx.range_(0, A.shape[1], 64):
                    stage, parity = turns.advance()
                    full.at(stage).wait(parity)
                    for part in range(0, 128, 32):
                        ptx.tcgen05.mma(
                            accumulator, ring_a[stage], ring_b[stage], shape, cta_group=2,
                            a_k_offset=part, b_k_offset=part, enable_input_d=k > 0 if part == 0 else True,
                        )  # fmt: skip
                    ptx.tcgen05.commit(empty.at(stage), cta_group=2, multicast=True, multicast_mask=0b11)
                ptx.tcgen05.commit(ready[tile], cta_group=2, multicast=True, multicast_mask=0b11)
        meet()
        with ptx.if_(tid < 32):
            ptx.tcgen05.dealloc(accumulators[0], 128, cta_group=2)

    return gemm


def compiled_kernels() -> Kernel:
    module = Module(arch="sm_80", version=(8, 0))

    @module.kernel(raw_params=[("u64", "src"), ("u64", "dst")], reqntid=())
    def row_sums(src, dst):
        ptx.var("shared", b8, "parts", size=16, align=4)
        src_ptr = ptx.inst.ld.param.u64(b64, ptx.addr(src))
        dst_ptr = ptx.inst.ld.param.u64(b64, ptx.addr(dst))
        src_at = ptx.inst.cvta.to.global_.u64(s64, src_ptr)
        dst_at = ptx.inst.cvta.to.global_.u64(s64, dst_ptr)
        tid_x = ptx.inst.mov.u32(s32, ptx.special.tid.x())
        ctaid_x = reg.from_(ptx.special.ctaid.x(), u32)
        offset = ptx.inst.mul.wide.u32(s64, ptx.inst.add.s32(u32, ctaid_x << 7, tid_x), 4)
        total = ptx.inst.ld.global_.f32(f32, ptx.addr(src_at + offset))
        for distance in (16, 8, 4, 2, 1):
            total = total + ptx.inst.shfl.sync.bfly.b32(f32, total, distance, 31, -1)
        with ptx.if_((tid_x & 31) == 0, inverted=True):
            part = ptx.inst.shr.u32(u32, tid_x, 5) << 2
            ptx.inst.st.shared.f32(ptx.addr(ptx.inst.mov.u32(s32, "parts") + part), total)
        ptx.bar.sync(0)
        with ptx.if_(~(tid_x != 0)):
            parts = [ptx.inst.ld.shared.f32(f32, ptx.addr("parts", 4 * warp)) for warp in range(4)]
            total = parts[0] + parts[1] + parts[2] + parts[3]
            ptx.inst.st.global_.f32(ptx.addr(dst_at + ptx.inst.mul.wide.u32(s64, ctaid_x, 4)), total)

    return row_sums


SOLUTIONS: dict[str, Callable[[], Kernel]] = {
    "01_vector_addition": vector_addition,
    "02_predicates": predicates,
    "03_row_sum": row_sum,
    "04_shuffles": shuffles,
    "05_transpose": transpose,
    "06_swizzles": swizzles,
    "07_asynchronous_copies": asynchronous_copies,
    "08_tensor_cores": tensor_cores,
    "09_ampere_gemm": ampere_gemm,
    "10_mbarriers": mbarriers,
    "11_tensor_copies": tensor_copies,
    "12_proxies_and_fences": proxies_and_fences,
    "13_warpgroup_products": warpgroup_products,
    "14_warp_roles": warp_roles,
    "15_clusters": clusters,
    "16_persistent": persistent,
    "17_attention": attention,
    "18_tensor_memory": tensor_memory,
    "19_pair_gemm": pair_gemm,
    "20_compiled_kernels": compiled_kernels,
}
