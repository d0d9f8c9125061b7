"""Kernels in Numba: loops, shared and local memory, atomics, math, warps, device functions."""

import math

import numpy as np
from numba import complex64, cuda, float32, float64, int8, int32, int64, types, uint64, void

WEIGHTS = np.array([1, 4, 6, 4, 1], dtype=np.float32)


def saxpy(n, a, x, y):
    for i in range(cuda.grid(1), n, cuda.gridsize(1)):
        y[i] = a * x[i] + y[i]


def matmul(a, b, c):
    left = cuda.shared.array((16, 16), float32)
    right = cuda.shared.array((16, 16), float32)
    x, y = cuda.grid(2)
    tx, ty = cuda.threadIdx.x, cuda.threadIdx.y
    total = float32(0)
    for k in range(a.shape[1] // 16):
        left[tx, ty] = a[x, ty + k * 16]
        right[tx, ty] = b[tx + k * 16, y]
        cuda.syncthreads()
        for j in range(16):
            total += left[tx, j] * right[j, ty]
        cuda.syncthreads()
    c[x, y] = total


def atomics(i, f, d, u):
    at = cuda.threadIdx.x
    cuda.atomic.add(i, at, 1)
    cuda.atomic.sub(i, at, 2)
    cuda.atomic.max(d, 0, d[at])
    cuda.atomic.min(f, 0, f[at])
    cuda.atomic.add(f, 1, f[at])
    cuda.atomic.add(d, 2, 3.5)
    cuda.atomic.xor(i, 1, 7)
    cuda.atomic.inc(u, 0, 100)
    cuda.atomic.exch(i, 3, 4)
    i[5] = cuda.atomic.cas(i, 4, 0, 1)
    cuda.threadfence()


def functions(x, y, out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = math.sin(x[i]) * math.exp(y[i]) + math.pow(x[i], y[i]) + math.log(x[i]) + math.sqrt(y[i])
        out[i] += math.atan2(x[i], y[i]) + math.floor(x[i]) + math.tanh(y[i]) + math.fabs(x[i]) + x[i] % y[i]


def warps(x, out):
    value = x[cuda.threadIdx.x]
    mask = cuda.activemask()
    value += cuda.shfl_down_sync(mask, value, 16)
    value += cuda.shfl_xor_sync(mask, value, 1)
    out[0] = cuda.ballot_sync(mask, value > 3)
    out[1] = (
        cuda.all_sync(mask, value > 3)
        + cuda.popc(value)
        + cuda.clz(value)
        + cuda.brev(value)
        + cuda.ffs(value)
    )
    out[2] = cuda.laneid + cuda.syncthreads_count(value)
    cuda.syncwarp(mask)
    cuda.nanosleep(32)


def filtered(x, out):
    weights = cuda.const.array_like(WEIGHTS)
    window = cuda.local.array(5, float32)
    i = cuda.grid(1)
    for j in range(5):
        window[j] = x[min(max(i + j - 2, 0), x.size - 1)]
    total = float32(0)
    for j in range(5):
        total += weights[j] * window[j]
    out[i] = total


def mandelbrot(out, limit):
    x, y = cuda.grid(2)
    if x < out.shape[0] and y < out.shape[1]:
        c = complex(x / out.shape[0] - 0.5, y / out.shape[1] - 0.5)
        z, n = 0j, 0
        while n < limit and z.real * z.real + z.imag * z.imag < 4:
            z, n = z * z + c, n + 1
        out[x, y] = n


def divided(a, b, out):
    i = cuda.grid(1)
    out[i] = a[i] // b[i] + a[i] % b[i]


def told(x):
    print("thread", cuda.threadIdx.x, "of", x.size, x[0])


def dynamic(x):
    shared = cuda.shared.array(0, float64)
    shared[cuda.threadIdx.x] = x[cuda.threadIdx.x]
    cuda.syncthreads()
    x[cuda.threadIdx.x] = shared[cuda.blockDim.x - 1 - cuda.threadIdx.x]


def polynomial(x, y):
    return (x * y + 3) * x - y / 7


KERNELS = {
    "saxpy": (saxpy, void(int32, float32, float32[::1], float32[::1])),
    "matmul": (matmul, void(float32[:, ::1], float32[:, ::1], float32[:, ::1])),
    "atomics": (atomics, void(int32[::1], float32[::1], float64[::1], types.uint32[::1])),
    "functions32": (functions, void(float32[::1], float32[::1], float32[::1])),
    "functions64": (functions, void(float64[::1], float64[::1], float64[::1])),
    "warps": (warps, void(int32[::1], int32[::1])),
    "filtered": (filtered, void(float32[:], float32[:])),
    "mandelbrot": (mandelbrot, void(int32[:, :], int32)),
    "divided": (divided, void(int64[::1], int64[::1], int64[::1])),
    "told": (told, void(float32[::1])),
    "dynamic": (dynamic, void(float64[::1])),
}
"""Each kernel and its signature."""

DEVICE_FUNCTIONS = {
    "polynomial32": (polynomial, float32(float32, float32)),
    "polynomial_int": (polynomial, float64(int8, uint64)),
    "polynomial_complex": (polynomial, complex64(complex64, complex64)),
}
"""Each device function and its signature."""
