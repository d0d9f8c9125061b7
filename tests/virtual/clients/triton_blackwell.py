"""Triton for Blackwell: matrix products by tcgen05, with tensor maps and with warps of their own for them."""

import sys

import numpy as np
import triton
import triton.language as tl
from triton_device import OnDevice, Room, activate

activate()
triton.set_allocator(lambda size, align, stream: Room(size))


@triton.jit
def tiled(a, b, c, N, K, ROWS: tl.constexpr, COLUMNS: tl.constexpr, PART: tl.constexpr):
    i, j = tl.program_id(0) * ROWS + tl.arange(0, ROWS), tl.arange(0, COLUMNS)
    total = tl.zeros((ROWS, COLUMNS), tl.float32)
    for k in tl.range(0, K, PART, num_stages=3):
        q = k + tl.arange(0, PART)
        total = tl.dot(tl.load(a + i[:, None] * K + q), tl.load(b + j[None, :] * K + q[:, None]), total)
    tl.store(c + i[:, None] * N + j[None, :], total)


@triton.jit
def by_tma(
    a, b, c, M, N, K, ROWS: tl.constexpr, COLUMNS: tl.constexpr, PART: tl.constexpr, ALONE: tl.constexpr
):
    of_a = tl.make_tensor_descriptor(a, [M, K], [K, 1], [ROWS, PART])
    of_b = tl.make_tensor_descriptor(b, [N, K], [K, 1], [COLUMNS, PART])
    of_c = tl.make_tensor_descriptor(c, [M, N], [N, 1], [ROWS, COLUMNS])
    row = tl.program_id(0) * ROWS
    total = tl.zeros((ROWS, COLUMNS), tl.float32)
    for k in tl.range(0, K, PART, warp_specialize=ALONE):
        total = tl.dot(of_a.load([row, k]), of_b.load([0, k]).T, total)
    of_c.store([row, 0], total)


M, N, K = 256, 128, 192
random = np.random.default_rng(0)
a, b = (random.standard_normal(shape).astype(np.float16) for shape in ((M, K), (N, K)))
exact = a.astype(np.float32) @ b.astype(np.float32).T


def check(name, launch, instructions):
    """Launch a kernel; print whether it has some instructions and the right result."""
    out = OnDevice(np.zeros((M, N), np.float32))
    text = launch(OnDevice(a), OnDevice(b), out).asm["ptx"]
    right = all(each in text for each in instructions) and np.abs(out.get() - exact).max() < 1e-2
    print(f"> {name}", right, flush=True)


check("tiled", lambda *x: tiled[(2,)](*x, N, K, 128, 128, 64), ["tcgen05.mma", "tcgen05.ld"])
check("tma", lambda *x: by_tma[(2,)](*x, M, N, K, 128, 128, 64, ALONE=False), ["tcgen05.mma", "bulk.tensor"])
check("alone", lambda *x: by_tma[(2,)](*x, M, N, K, 128, 128, 64, ALONE=True), ["tcgen05.mma", "setmaxnreg"])
if len(sys.argv) > 1:
    check("broken", lambda *x: tiled[(3,)](*x, N, K, 128, 128, 64), [])
