"""Kernels in Triton: elementwise, reductions, matrix products, attention, scans, atomics."""

import triton
import triton.language as tl


@triton.jit
def add(x, y, out, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    inside = at < n
    tl.store(out + at, tl.load(x + at, mask=inside) + tl.load(y + at, mask=inside), mask=inside)


@triton.jit
def softmax(x, out, columns, stride, BLOCK: tl.constexpr):
    row, at = tl.program_id(0), tl.arange(0, BLOCK)
    values = tl.load(x + row * stride + at, mask=at < columns, other=-float("inf")).to(tl.float32)
    values = tl.exp(values - tl.max(values, axis=0))
    tl.store(out + row * stride + at, values / tl.sum(values, axis=0), mask=at < columns)


@triton.jit
def matmul(
    a, b, c, M, N, K, stride_a, stride_b, stride_c, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr
):
    rows = tl.program_id(0) * BM + tl.arange(0, BM)
    columns = tl.program_id(1) * BN + tl.arange(0, BN)
    inner = tl.arange(0, BK)
    a += rows[:, None] * stride_a + inner[None, :]
    b += inner[:, None] * stride_b + columns[None, :]
    total = tl.zeros((BM, BN), dtype=tl.float32)
    for k in range(0, K, BK):
        left = tl.load(a, mask=inner[None, :] < K - k, other=0.0)
        right = tl.load(b, mask=inner[:, None] < K - k, other=0.0)
        total = tl.dot(left, right, total)
        a += BK
        b += BK * stride_b
    inside = (rows[:, None] < M) & (columns[None, :] < N)
    tl.store(c + rows[:, None] * stride_c + columns[None, :], total.to(c.dtype.element_ty), mask=inside)


@triton.jit
def matmul_of_bytes(a, b, c, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    rows, columns, inner = tl.arange(0, BM), tl.arange(0, BN), tl.arange(0, BK)
    total = tl.zeros((BM, BN), dtype=tl.int32)
    for k in range(0, K, BK):
        left = tl.load(a + rows[:, None] * K + inner[None, :] + k)
        total += tl.dot(left, tl.load(b + (inner[:, None] + k) * BN + columns[None, :]))
    tl.store(c + rows[:, None] * BN + columns[None, :], total)


@triton.jit
def matmul_by_descriptor(a, b, c, M, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    left = tl.make_tensor_descriptor(a, [M, K], [K, 1], [BM, BK])
    right = tl.make_tensor_descriptor(b, [N, K], [K, 1], [BN, BK])
    out = tl.make_tensor_descriptor(c, [M, N], [N, 1], [BM, BN])
    row, column = tl.program_id(0) * BM, tl.program_id(1) * BN
    total = tl.zeros((BM, BN), dtype=tl.float32)
    for k in range(0, K, BK):
        total = tl.dot(left.load([row, k]), right.load([column, k]).T, total)
    out.store([row, column], total.to(c.dtype.element_ty))


@triton.jit
def attention(q, k, v, out, length, scale, D: tl.constexpr, BM: tl.constexpr, BN: tl.constexpr):
    rows, depth, columns = tl.program_id(0) * BM + tl.arange(0, BM), tl.arange(0, D), tl.arange(0, BN)
    query = tl.load(q + rows[:, None] * D + depth[None, :])
    top = tl.full((BM,), -float("inf"), dtype=tl.float32)
    weight = tl.zeros((BM,), dtype=tl.float32)
    total = tl.zeros((BM, D), dtype=tl.float32)
    for start in range(0, length, BN):
        keys = tl.load(k + (start + columns)[None, :] * D + depth[:, None])
        scores = tl.dot(query, keys) * scale
        scores = tl.where(rows[:, None] >= start + columns[None, :], scores, -1.0e6)
        new_top = tl.maximum(top, tl.max(scores, 1))
        scores = tl.exp2(scores - new_top[:, None])
        old = tl.exp2(top - new_top)
        weight = weight * old + tl.sum(scores, 1)
        values = tl.load(v + (start + columns)[:, None] * D + depth[None, :])
        total = tl.dot(scores.to(values.dtype), values, total * old[:, None])
        top = new_top
    tl.store(out + rows[:, None] * D + depth[None, :], (total / weight[:, None]).to(out.dtype.element_ty))


@triton.jit
def layer_norm(x, w, b, out, columns, eps, BLOCK: tl.constexpr):
    row, at = tl.program_id(0), tl.arange(0, BLOCK)
    inside = at < columns
    values = tl.load(x + row * columns + at, mask=inside, other=0.0).to(tl.float32)
    mean = tl.sum(values, axis=0) / columns
    centred = tl.where(inside, values - mean, 0.0)
    scale = tl.rsqrt(tl.sum(centred * centred, axis=0) / columns + eps)
    values = centred * scale * tl.load(w + at, mask=inside) + tl.load(b + at, mask=inside)
    tl.store(out + row * columns + at, values, mask=inside)


@triton.jit
def dropout(x, out, n, seed, p, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    kept = tl.rand(seed, at) > p
    values = tl.load(x + at, mask=at < n, eviction_policy="evict_first")
    tl.store(out + at, tl.where(kept, values / (1 - p), 0.0), mask=at < n, cache_modifier=".cs")


@triton.jit
def plus(a, b):
    return a + b


@triton.jit
def scans(x, out, counts, BLOCK: tl.constexpr):
    at = tl.arange(0, BLOCK)
    values = tl.load(x + at)
    tl.store(out + at, tl.associative_scan(values, 0, plus) + tl.cumsum(values, 0))
    tl.store(counts + tl.arange(0, 64), tl.histogram(values.to(tl.int32), 64))
    tl.store(out + BLOCK + at, tl.sort(values))


@triton.jit
def atomics(keys, sums, locks, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    key = tl.load(keys + at, mask=at < n, other=0)
    tl.atomic_add(sums + key, 1.0, mask=at < n)
    while tl.atomic_cas(locks, 0, 1, sem="acquire", scope="gpu") == 1:
        pass
    tl.atomic_max(locks + 1, tl.max(key, axis=0))
    tl.atomic_xchg(locks, 0, sem="release")


@triton.jit
def conversions(f, h, b, q, i, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    values = tl.load(f + at)
    tl.store(h + at, values.to(tl.float16))
    tl.store(b + at, values.to(tl.bfloat16))
    tl.store(q + at, values.to(tl.float8e5))
    tl.store(i + at, (tl.load(h + at).to(tl.float32) * 3.5).to(tl.int64) // 7 + tl.load(b + at).to(tl.int8))


@triton.jit
def told(x, n, BLOCK: tl.constexpr):
    at = tl.arange(0, BLOCK)
    values = tl.load(x + at)
    tl.device_print("values", values)
    tl.device_assert(values < n, "too large")
    bits = tl.inline_asm_elementwise(
        "shl.b32 $0, $1, 3;", "=r,r", [values], dtype=tl.int32, is_pure=True, pack=1
    )
    tl.debug_barrier()
    tl.store(x + at, bits)


TILES = {"BM": 64, "BN": 64, "BK": 32}
SIZES = "M:i32 N:i32 K:i32 stride_a:i32 stride_b:i32 stride_c:i32"

VARIANTS = {
    "add": (add, "x:*fp32 y:*fp32 out:*fp32 n:i32", {"BLOCK": 1024}, 4),
    "softmax": (softmax, "x:*fp16 out:*fp32 columns:i32 stride:i32", {"BLOCK": 1024}, 4),
    "matmul_f16": (matmul, f"a:*fp16 b:*fp16 c:*fp16 {SIZES}", TILES, 4),
    "matmul_bf16": (matmul, f"a:*bf16 b:*bf16 c:*fp32 {SIZES}", TILES, 4),
    "matmul_tf32": (matmul, f"a:*fp32 b:*fp32 c:*fp32 {SIZES}", {"BM": 32, "BN": 32, "BK": 32}, 4),
    "matmul_e5m2": (matmul, f"a:*fp8e5 b:*fp8e5 c:*fp32 {SIZES}", TILES, 4),
    "matmul_of_bytes": (matmul_of_bytes, "a:*i8 b:*i8 c:*i32 K:i32", {"BM": 32, "BN": 32, "BK": 64}, 4),
    "matmul_by_descriptor": (
        matmul_by_descriptor,
        "a:*fp16 b:*fp16 c:*fp16 M:i32 N:i32 K:i32",
        {"BM": 128, "BN": 64, "BK": 64},
        4,
    ),
    "attention": (
        attention,
        "q:*fp16 k:*fp16 v:*fp16 out:*fp16 length:i32 scale:fp32",
        {"D": 64, "BM": 64, "BN": 32},
        4,
    ),
    "layer_norm": (layer_norm, "x:*bf16 w:*fp32 b:*fp32 out:*fp32 columns:i32 eps:fp32", {"BLOCK": 512}, 2),
    "dropout": (dropout, "x:*fp32 out:*fp32 n:i32 seed:i32 p:fp32", {"BLOCK": 256}, 2),
    "scans": (scans, "x:*fp32 out:*fp32 counts:*i32", {"BLOCK": 128}, 1),
    "atomics": (atomics, "keys:*i32 sums:*fp32 locks:*i32 n:i32", {"BLOCK": 128}, 4),
    "conversions": (conversions, "f:*fp32 h:*fp16 b:*bf16 q:*fp8e5 i:*i64 n:i32", {"BLOCK": 256}, 2),
    "told": (told, "x:*i32 n:i32", {"BLOCK": 64}, 1),
}
"""A compilation: the kernel, the types of its arguments, its constants and its warps."""
