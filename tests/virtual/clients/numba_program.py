"""Numba-CUDA: kernels of Python, shared memory, atomics, device functions, matrices. Prints what it found."""

import sys
import warnings

import numpy as np
from numba import cuda, float32

warnings.simplefilter("ignore")


@cuda.jit(device=True)
def scaled(a, x):
    return a * x


@cuda.jit(lineinfo=True)
def axpy(a, x, y):
    i = cuda.grid(1)
    if i < x.size:
        y[i] += scaled(a, x[i])


@cuda.jit(lineinfo=True)
def total(x, out):
    parts = cuda.shared.array(128, float32)
    t = cuda.threadIdx.x
    parts[t] = 0
    for i in range(cuda.grid(1), x.size, cuda.gridsize(1)):
        parts[t] += x[i]
    half = 64
    while half:
        cuda.syncthreads()
        if t < half:
            parts[t] += parts[t + half]
        half //= 2
    if t == 0:
        cuda.atomic.add(out, 0, parts[0])


@cuda.jit(lineinfo=True)
def product(a, b, c):
    i, j = cuda.grid(2)
    if i < c.shape[0] and j < c.shape[1]:
        sum_ = 0.0
        for k in range(a.shape[1]):
            sum_ += a[i, k] * b[k, j]
        c[i, j] = sum_


@cuda.jit(lineinfo=True)
def beyond(y):
    y[cuda.threadIdx.x + y.size - 3] = 1.0


x = np.arange(1000, dtype=np.float32)
on_device, y = cuda.to_device(x), cuda.to_device(x)
axpy[8, 128](2.0, on_device, y)
print("> axpy", (y.copy_to_host() == 3 * x).all())
out = cuda.to_device(np.zeros(1, np.float32))
total[4, 128](on_device, out)
print("> total", out.copy_to_host()[0] == x.sum())
a, b = np.arange(12.0).reshape(3, 4), np.arange(20.0).reshape(4, 5)
c = np.zeros((3, 5))
product[(1, 1), (8, 8)](a, b, c)
print("> product", (c == a @ b).all())
print("> reduce", cuda.reduce(lambda a, b: a + b)(on_device, init=np.float32(7)) == x.sum() + 7)
if len(sys.argv) > 1:
    beyond[1, 32](y)
    cuda.synchronize()
