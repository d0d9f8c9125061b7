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
    with pytest.raises(SimFault, match="selects no half") as caught:
        product("sp::ordered_metadata", "m16n8k32", "f16", 0, spoil=True)
    assert caught.value.rule == "sparse-metadata"


NARROW: dict[str, Any] = {
    "e4m3": ml_dtypes.float8_e4m3fn, "e5m2": ml_dtypes.float8_e5m2, "e3m2": ml_dtypes.float6_e3m2fn,
    "e2m3": ml_dtypes.float6_e2m3fn, "e2m1": ml_dtypes.float4_e2m1fn,
}  # fmt: skip


def codes_in(fragment: Any, type_: str, values: np.ndarray) -> np.ndarray:
    """Registers that hold numbers of a narrow type; one of 4 bits in a byte is in bits 2 to 5."""
    codes = values.astype(NARROW[type_]).view(np.uint8).astype(np.uint32)
    codes <<= 2 if type_ == "e2m1" and fragment.bits == 8 else 0
    registers = np.zeros((32, fragment.registers), np.uint32)
    for (lane, register, element), (_, row, column) in fragment.places():
        registers[lane, register] |= codes[row, column] << np.uint32(fragment.bits * element)
    return registers


def halved(rng: np.random.Generator, a: np.ndarray, wide: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Keep half of each chunk: A with zeros, the half, and which parts of the chunk were kept.

    Chunks of eight keep pairs.
    """
    pair = 2 if wide == 8 else 1
    whole, stored = np.zeros_like(a), np.zeros((a.shape[0], a.shape[1] // 2))
    parts = np.zeros((a.shape[0], a.shape[1] // wide, 2), int)
    for row, chunk in np.ndindex(parts.shape[:2]):
        parts[row, chunk] = np.sort(rng.choice(4, 2, replace=False))
        columns = [chunk * wide + pair * part + k for part in parts[row, chunk] for k in range(pair)]
        whole[row, columns] = a[row, columns]
        stored[row, chunk * wide // 2 : (chunk + 1) * wide // 2] = a[row, columns]
    return whole, stored, parts


@pytest.mark.parametrize(
    ("kind", "shape", "types", "scale", "count"),
    [
        ("kind::f8f6f4", "m16n8k64", ("e4m3", "e5m2"), "", 0),
        ("kind::f8f6f4", "m16n8k64", ("e2m1", "e3m2"), "", 0),
        ("kind::mxf8f6f4", "m16n8k64", ("e2m3", "e4m3"), ".block_scale", 1),
        ("kind::mxf8f6f4", "m16n8k64", ("e2m1", "e2m1"), ".block_scale.scale_vec::1X", 1),
        ("kind::mxf4", "m16n8k128", ("e2m1", "e2m1"), ".block_scale", 2),
        ("kind::mxf4nvf4", "m16n8k128", ("e2m1", "e2m1"), ".block_scale.scale_vec::4X", 4),
    ],
)
def test_sparse_products_of_narrow_types(
    kind: str, shape: str, types: tuple[str, str], scale: str, count: int
) -> None:
    rng = np.random.default_rng(count)
    _, _, k = mma_shape(shape)
    numbers = np.array([-2, -1, 0, 0.5, 1, 1.5])
    whole, stored, parts = halved(rng, rng.choice(numbers, (16, k)), chunk_columns(types[0], kind))
    b = rng.choice(numbers, (k, 8))
    meta = np.zeros(32, np.uint32)
    fragment = metadata_fragment(shape, types[0], 0, kind)
    for lane in fragment.lanes:
        for element in range(8):
            first, second = parts[fragment.at(lane, 0, element)]
            meta[lane] |= np.uint32((int(first) | int(second) << 2) << 4 * element)
    a_regs = codes_in(mma_fragment(shape, "a", types[0], kind=kind, sparse=True), types[0], stored)
    b_regs = codes_in(mma_fragment(shape, "b", types[1], kind=kind), types[1], b)
    given = [a_regs, b_regs, meta[:, None]]
    expected, ids = whole, (2 if count == 1 else 0, 1, 3)  # first byte, and threads that hold the factors
    if count:
        exponents = rng.integers(-2, 3, (16, count)), rng.integers(-2, 3, (8, count))
        words = np.zeros((32, 2), np.uint32)
        for block in range(count):
            shift = np.uint32(8 * (ids[0] + block))
            for row in range(16):
                words[row % 8 * 4 + 2 * ids[1] + row // 8, 0] |= (
                    np.uint32(exponents[0][row, block] + 127) << shift
                )
            for column in range(8):
                words[column * 4 + ids[2], 1] |= np.uint32(exponents[1][column, block] + 127) << shift
        given.append(words)
        block = k // count
        expected = whole * np.exp2(np.repeat(exponents[0], block, axis=1))
        b = b * np.exp2(np.repeat(exponents[1], block, axis=1)).T
    inputs, out = np.concatenate(given, axis=1), np.zeros((32, 4), np.float32)
    width, na, nb = inputs.shape[1], a_regs.shape[1], b_regs.shape[1]
    braces = [", ".join(f"%v{i}" for i in part) for part in (range(na), range(na, na + nb))]
    loads = "\n".join(f"ld.global.u32 %v{i}, [%rd1+{4 * i}];" for i in range(width))
    scales = ""
    if count:
        scales = f", %v{width - 2}, {{{ids[0]}, {ids[1]}}}, %v{width - 1}, {{{ids[0]}, {ids[2]}}}"
    body = f"""
        .reg .b32 %v<{width}>;
        .reg .f32 %d<4>;
        ld.param.u64 %rd1, [given];
        ld.param.u64 %rd2, [out];
        mov.u32 %r1, %tid.x;
        mad.wide.u32 %rd1, %r1, {4 * width}, %rd1;
        mad.wide.u32 %rd2, %r1, 16, %rd2;
        {loads}
        mov.b32 %f0, 0;
        mma.sp::ordered_metadata.sync.aligned.{shape}.row.col.{kind}{scale}.f32.{types[0]}.{types[1]}.f32{".ue8m0" if count else ""}
            {{%d0, %d1, %d2, %d3}}, {{{braces[0]}}}, {{{braces[1]}}}, {{%f0, %f0, %f0, %f0}}, %v{na + nb}, 0{scales};
        st.global.v4.f32 [%rd2], {{%d0, %d1, %d2, %d3}};
    """  # noqa: E501
    header = {"target": "sm_120a", "version": "9.1"}
    program = from_ptx(text(body, params=".param .u64 given, .param .u64 out", **header))
    report = on_both(program, (inputs, out), grid=(1, 1, 1), block=(32, 1, 1))
    found = np.zeros((16, 8), np.float32)
    for (lane, register, _), (_, row, column) in mma_fragment(shape, "d", "f32").places():
        found[row, column] = out[lane, register]
    np.testing.assert_array_equal(found, (expected @ b).astype(np.float32))
    levels = {entry.level for entry in report.fidelity if entry.instruction.startswith("mma")}
    assert levels == {"unconfirmed" if k == 128 else "approximate"}
