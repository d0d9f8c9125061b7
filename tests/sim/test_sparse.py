"""`mma.sp` against NumPy: a half of A is chosen at random, stored with its metadata, and multiplied."""

from __future__ import annotations

from typing import Any

import ml_dtypes
import numpy as np
import pytest

from pyptx.layouts.fragments import mma_fragment, mma_shape
from pyptx.layouts.sparsity import chunk_columns, indices, metadata_fragment
from pyptx.program import from_ptx
from pyptx.sim import SimFault
from tests.sim.conftest import on_both, text

DTYPES: dict[str, Any] = {
    "f16": np.float16, "bf16": ml_dtypes.bfloat16, "tf32": np.float32, "e4m3": ml_dtypes.float8_e4m3fn,
    "e5m2": ml_dtypes.float8_e5m2, "s8": np.int8, "u8": np.uint8,
}  # fmt: skip


def pack(fragment: Any, matrix: np.ndarray) -> np.ndarray:
    """The registers of the lanes that hold a matrix."""
    size = matrix.dtype.itemsize
    raw = matrix.view(f"u{size}").astype(np.uint64)
    registers = np.zeros((32, fragment.registers), np.uint32)
    for (lane, register, element), (_, row, column) in fragment.places():
        registers[lane, register] |= np.uint32(int(raw[row, column]) << 8 * size * element)
    return registers


def product(
    sp: str, shape: str, type_: str, selector: int, *, spoil: bool = False
) -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(selector)
    m, n, k = mma_shape(shape)
    whole = rng.integers(0 if type_ == "u8" else -4, 5, (m, k)).astype(np.float32).astype(DTYPES[type_])
    b = rng.integers(0 if type_ == "u8" else -4, 5, (k, n)).astype(np.float32).astype(DTYPES[type_])
    wide = chunk_columns(type_)
    stored, chosen = np.zeros((m, k // 2), whole.dtype), np.zeros((m, k), bool)
    said: dict[tuple[int, int], int] = {}
    for row in range(m):
        for chunk in range(k // wide):
            parts = rng.choice(wide, wide // 2, replace=False).tolist()
            parts = tuple(parts if sp == "sp" else sorted(parts))
            said[row, chunk] = indices(parts, type_)
            for number, part in enumerate(parts):
                stored[row, chunk * wide // 2 + number] = whole[row, chunk * wide + part]
                chosen[row, chunk * wide + part] = True
    meta = rng.integers(0, 1 << 31, 32).astype(np.uint32)
    fragment = metadata_fragment(shape, type_, selector)
    for lane in fragment.lanes:
        meta[lane] = sum(said[fragment.at(lane, 0, e)] << 4 * e for e in range(8))
    if spoil:
        meta[fragment.lanes[3]] = 0
    a_regs = pack(mma_fragment(shape, "a", type_, sparse=True), stored)
    b_regs = pack(mma_fragment(shape, "b", type_), b)
    integer = type_ in ("s8", "u8")
    d_type, host = ("s32", np.int32) if integer else ("f32", np.float32)
    given = np.concatenate([a_regs, b_regs, meta[:, None]], axis=1)
    out = np.zeros((32, 4), host)
    width = given.shape[1]
    na, nb = a_regs.shape[1], b_regs.shape[1]
    braces = [", ".join(f"%v{i}" for i in part) for part in (range(na), range(na, na + nb))]
    loads = "\n".join(f"ld.global.u32 %v{i}, [%rd1+{4 * i}];" for i in range(width))
    kind = ".f32" if not integer else ".s32"
    body = f"""
        .reg .b32 %v<{width}>;
        .reg {kind} %d<4>;
        .reg {kind} %c<4>;
        ld.param.u64 %rd1, [given];
        ld.param.u64 %rd2, [out];
        mov.u32 %r1, %tid.x;
        mad.wide.u32 %rd1, %r1, {4 * width}, %rd1;
        mad.wide.u32 %rd2, %r1, 16, %rd2;
        {loads}
        mov.b32 %c0, 0; mov.b32 %c1, 0; mov.b32 %c2, 0; mov.b32 %c3, 0;
        mma.{sp}.sync.aligned.{shape}.row.col.{d_type}.{type_}.{type_}.{d_type}
            {{%d0, %d1, %d2, %d3}}, {{{braces[0]}}}, {{{braces[1]}}},
            {{%c0, %c1, %c2, %c3}}, %v{width - 1}, {selector};
        st.global.b32 [%rd2], %d0;
        st.global.b32 [%rd2+4], %d1;
        st.global.b32 [%rd2+8], %d2;
        st.global.b32 [%rd2+12], %d3;
    """
    program = from_ptx(text(body, params=".param .u64 given, .param .u64 out"))
    on_both(program, (given, out), grid=(1, 1, 1), block=(32, 1, 1))
    found = np.zeros((m, n), host)
    for (lane, register, _), (_, row, column) in mma_fragment(shape, "d", d_type).places():
        found[row, column] = out[lane, register]
    expected = np.where(chosen, whole.astype(np.float64), 0) @ b.astype(np.float64)
    return found, expected.astype(host)


@pytest.mark.parametrize("sp", ["sp", "sp::ordered_metadata"])
@pytest.mark.parametrize(
    ("shape", "type_", "selector"),
    [
        ("m16n8k16", "f16", 3), ("m16n8k32", "f16", 1), ("m16n8k16", "bf16", 0), ("m16n8k32", "bf16", 0),
        ("m16n8k8", "tf32", 2), ("m16n8k16", "tf32", 1), ("m16n8k64", "e4m3", 0), ("m16n8k64", "e5m2", 0),
        ("m16n8k32", "s8", 1), ("m16n8k64", "u8", 0),
    ],
)  # fmt: skip
def test_sparse_products(sp: str, shape: str, type_: str, selector: int) -> None:
    found, expected = product(sp, shape, type_, selector)
    assert np.array_equal(found, expected)


def test_metadata_that_says_nothing() -> None:
    with pytest.raises(SimFault, match="names no half") as caught:
        product("sp::ordered_metadata", "m16n8k32", "f16", 0, spoil=True)
    assert caught.value.rule == "sparse-metadata"
