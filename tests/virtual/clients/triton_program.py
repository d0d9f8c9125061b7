"""Triton without torch: a sum with a mask, a softmax, a matrix product, attention. Prints what it found."""

import sys

import numpy as np
import triton
import triton.language as tl
from triton_device import OnDevice, activate

activate()


@triton.jit
def add(x, y, z, n, more, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    inside = at < n + more
    tl.store(z + at, tl.load(x + at, mask=inside) + tl.load(y + at, mask=inside), mask=inside)


@triton.jit
def softmax(x, z, n, BLOCK: tl.constexpr):
    row, at = tl.program_id(0), tl.arange(0, BLOCK)
    values = tl.load(x + row * n + at, mask=at < n, other=float("-inf"))
    powers = tl.exp(values - tl.max(values, 0))
    tl.store(z + row * n + at, powers / tl.sum(powers, 0), mask=at < n)


@triton.jit
def product(a, b, c, M: tl.constexpr, N: tl.constexpr, K: tl.constexpr, PART: tl.constexpr):
    i, j = tl.arange(0, M), tl.arange(0, N)
    total = tl.zeros((M, N), tl.float32)
    for k in range(0, K, PART):
        q = k + tl.arange(0, PART)
        total += tl.dot(tl.load(a + i[:, None] * K + q[None, :]), tl.load(b + q[:, None] * N + j[None, :]))
    tl.store(c + i[:, None] * N + j[None, :], total)


@triton.jit
def attention(q, k, v, out, N: tl.constexpr, D: tl.constexpr, PART: tl.constexpr):
    rows, columns = tl.program_id(0) * PART + tl.arange(0, PART), tl.arange(0, D)
    queries = tl.load(q + rows[:, None] * D + columns[None, :])
    most = tl.full((PART,), float("-inf"), tl.float32)
    total = tl.zeros((PART,), tl.float32)
    result = tl.zeros((PART, D), tl.float32)
    for start in range(0, N, PART):
        keys = start + tl.arange(0, PART)
        scores = tl.dot(queries, tl.load(k + columns[:, None] + keys[None, :] * D))
        new = tl.maximum(most, tl.max(scores, 1))
        powers = tl.exp(scores - new[:, None])
        shrink = tl.exp(most - new)
        total = total * shrink + tl.sum(powers, 1)
        values = tl.load(v + keys[:, None] * D + columns[None, :])
        result = result * shrink[:, None] + tl.dot(powers.to(tl.float16), values)
        most = new
    tl.store(out + rows[:, None] * D + columns[None, :], result / total[:, None])


def softmax_of(x):
    powers = np.exp(x - x.max(1, keepdims=True))
    return powers / powers.sum(1, keepdims=True)


random = np.random.default_rng(0)
x, z = np.arange(1000, dtype=np.float32), np.zeros(1000, np.float32)
out = OnDevice(z)
add[(4,)](OnDevice(x), OnDevice(x), out, 1000, 0, 256)
print("> add", (out.get() == 2 * x).all())
rows = random.standard_normal((8, 200)).astype(np.float32)
out = OnDevice(np.zeros_like(rows))
softmax[(8,)](OnDevice(rows), out, 200, 256)
print("> softmax", np.abs(out.get() - softmax_of(rows)).max() < 1e-6)
a, b = (random.standard_normal(shape).astype(np.float16) for shape in ((64, 128), (128, 64)))
out = OnDevice(np.zeros((64, 64), np.float32))
product[(1,)](OnDevice(a), OnDevice(b), out, 64, 64, 128, 32)
print("> product", np.abs(out.get() - a.astype(np.float32) @ b.astype(np.float32)).max() < 1e-3)
q, k, v = (random.standard_normal((128, 32)).astype(np.float16) for _ in range(3))
out = OnDevice(np.zeros((128, 32), np.float32))
attention[(2,)](OnDevice(q), OnDevice(k), OnDevice(v), out, 128, 32, 64)
exact = softmax_of(q.astype(np.float32) @ k.astype(np.float32).T) @ v.astype(np.float32)
print("> attention", np.abs(out.get() - exact).max() < 1e-2)
if len(sys.argv) > 1:
    add[(5,)](OnDevice(x), OnDevice(x), OnDevice(z), 1000, 100, 256)
