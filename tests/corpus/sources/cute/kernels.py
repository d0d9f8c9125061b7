"""Kernels of CuTe DSL: ``python kernels.py`` compiles them for the target that ``CUTE_DSL_ARCH`` names."""

from __future__ import annotations

import cutlass
from cutlass import cute
from cutlass.cute.runtime import make_fake_compact_tensor

ROWS, COLUMNS, SIDE = 64, 512, 32


@cute.kernel
def axpy_of(x: cute.Tensor, y: cute.Tensor, alpha: cutlass.Float32, n: cutlass.Int32):
    thread, _, _ = cute.arch.thread_idx()
    block, _, _ = cute.arch.block_idx()
    threads, _, _ = cute.arch.block_dim()
    i = block * threads + thread
    if i < n:
        y[i] = x[i] * alpha + y[i]


@cute.jit
def axpy(x: cute.Tensor, y: cute.Tensor, alpha: cutlass.Float32, n: cutlass.Int32):
    axpy_of(x, y, alpha, n).launch(grid=[16, 1, 1], block=[128, 1, 1])


@cute.kernel
def row_sum_of(x: cute.Tensor, sums: cute.Tensor):
    lane, _, _ = cute.arch.thread_idx()
    row, _, _ = cute.arch.block_idx()
    total = cutlass.Float32(0.0)
    for column in cutlass.range(lane, x.shape[1], 32):
        total += x[row, column]
    for step in cutlass.range_constexpr(5):
        total += cute.arch.shuffle_sync_bfly(total, offset=1 << step)
    if lane == 0:
        sums[row] = total


@cute.jit
def row_sum(x: cute.Tensor, sums: cute.Tensor):
    row_sum_of(x, sums).launch(grid=[ROWS, 1, 1], block=[32, 1, 1])


@cute.kernel
def transpose_of(x: cute.Tensor, y: cute.Tensor):
    column, row, _ = cute.arch.thread_idx()
    block_x, block_y, _ = cute.arch.block_idx()
    storage = cutlass.memory.SmemAllocator()
    tile = storage.allocate_tensor(cutlass.Float32, cute.make_layout((SIDE, SIDE), stride=(SIDE + 1, 1)), 16)
    for step in cutlass.range_constexpr(4):
        tile[row + 8 * step, column] = x[block_y * SIDE + row + 8 * step, block_x * SIDE + column]
    cute.arch.sync_threads()
    for step in cutlass.range_constexpr(4):
        y[block_x * SIDE + row + 8 * step, block_y * SIDE + column] = tile[column, row + 8 * step]


@cute.jit
def transpose(x: cute.Tensor, y: cute.Tensor):
    transpose_of(x, y).launch(grid=[COLUMNS // SIDE, ROWS // SIDE, 1], block=[SIDE, 8, 1])


def tensor(*shape):
    """A tensor of f32, innermost dimension last."""
    return make_fake_compact_tensor(cutlass.Float32, shape, stride_order=tuple(reversed(range(len(shape)))))


if __name__ == "__main__":
    cute.compile(axpy, tensor(2048), tensor(2048), cutlass.Float32(2.0), cutlass.Int32(2048))
    cute.compile(row_sum, tensor(ROWS, COLUMNS), tensor(ROWS))
    cute.compile(transpose, tensor(ROWS, COLUMNS), tensor(COLUMNS, ROWS))
