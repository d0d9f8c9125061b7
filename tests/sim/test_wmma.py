"""`wmma` against NumPy: every shape, type and layout, and what lanes must have alike."""

from __future__ import annotations

from itertools import product
from typing import Any

import ml_dtypes
import numpy as np
import pytest

from pyptx.errors import SimFault
from pyptx.isa.shapes import wmma_fragment
from pyptx.program import from_ptx
from pyptx.sim import simulate
from tests.sim.conftest import on_both, text

DTYPES: dict[str, Any] = {
    "f16": np.float16,
    "bf16": ml_dtypes.bfloat16,
    "tf32": np.float32,
    "f32": np.float32,
    "f64": np.float64,
    "s8": np.int8,
    "u8": np.uint8,
    "s32": np.int32,
}
SPARE = 16  # elements between the end of a line and the next


def extents(shape: str) -> tuple[int, int, int]:
    m, _, rest = shape[1:].partition("n")
    n, _, k = rest.partition("k")
    return int(m), int(n), int(k)


def stored(matrix: np.ndarray, layout: str, bits: int) -> tuple[np.ndarray, int]:
    """A matrix in memory with spare room after each line, and its stride; narrow elements packed."""
    lines = matrix if layout == "row" else matrix.T
    spare = SPARE if bits >= 8 else 0
    wide = np.zeros((len(lines), lines.shape[1] + spare), matrix.dtype)
    wide[:, : lines.shape[1]] = lines
    if bits >= 8:
        return wide, wide.shape[1]
    each = 8 // bits
    packed = (wide.astype(np.uint8) & (1 << bits) - 1).reshape(len(wide), -1, each)
    shifts = np.arange(each, dtype=np.uint8) * np.uint8(bits)
    return np.bitwise_or.reduce(packed << shifts, axis=2).astype(np.uint8), wide.shape[1]


def registers(shape: str, matrix: str, type_: str, start: int) -> tuple[str, str, int]:
    """Declaration and braces of a fragment."""
    kind, count = wmma_fragment({"shape": shape, f"{matrix}type": type_}, matrix)
    assert count is not None
    width = {"f32": "f32", "f64": "f64"}.get(kind, "b32")
    names = ", ".join(f"%{matrix}{i}" for i in range(count))
    return f".reg .{width} %{matrix}<{count + start}>;", f"{{{names}}}", count


def run(
    shape: str,
    types: tuple[str, str, str],
    layouts: tuple[str, str, str],
    middle: str,
    matrices: Any,
    **o: Any,
) -> np.ndarray:
    """Load A, B and C in two warps, multiply, and store a D of each; nothing races."""
    ab_type, _, c_type = types
    bits = {"s4": 4, "u4": 4, "b1": 1}.get(ab_type, 8)
    args, loads = [], []
    declared: list[str] = []
    stride = 0
    for name, matrix, layout in zip("abc", matrices, layouts, strict=True):
        type_ = c_type if name == "c" else ab_type
        held, stride = stored(matrix, layout, bits if name != "c" else 8)
        args.append(held)
        declare, braces, _ = registers(shape, name, type_, 0)
        declared.append(declare)
        loads.append(
            f"ld.param.u64 %rd1, [{name}];\n"
            f"wmma.load.{name}.sync.aligned.{layout}.{shape}.global.{type_} {braces}, [%rd1], {stride};"
        )
    declare, d_braces, _ = registers(shape, "d", c_type, 0)
    declared.append(declare)
    a_braces, b_braces, c_braces = (
        registers(shape, name, c_type if name == "c" else ab_type, 0)[1] for name in "abc"
    )
    made = np.zeros((2, *args[2].shape), args[2].dtype)
    body = "\n".join(
        (
            *declared,
            *loads,
            f"{middle} {d_braces}, {a_braces}, {b_braces}, {c_braces};",
            "ld.param.u64 %rd1, [made]; mov.u32 %r1, %tid.x; shr.u32 %r1, %r1, 5;",
            f"mul.wide.u32 %rd2, %r1, {made[0].nbytes}; add.u64 %rd1, %rd1, %rd2;",
            f"wmma.store.d.sync.aligned.{layouts[2]}.{shape}.global.{c_type} [%rd1], {d_braces}, {stride};",
        )
    )
    params = ", ".join(f".param .u64 {name}" for name in ("a", "b", "c", "made"))
    program = from_ptx(text(body, params=params))
    on_both(program, (*args, made), grid=(1, 1, 1), block=(64, 1, 1), **o)
    simulate(program, (*args, made), grid=(1, 1, 1), block=(64, 1, 1), checks="all", **o)
    np.testing.assert_array_equal(made[0], made[1])
    lines: np.ndarray = made[0][:, : made.shape[2] - SPARE]
    return lines if layouts[2] == "row" else lines.T


WIDE = ("m16n16k16", "m8n32k16", "m32n8k16")
FLOATS = [(shape, types) for shape in WIDE for types in (("f16", "f16", "f32"), ("f16", "f16", "f16"))]
FLOATS += [(shape, ("bf16", "bf16", "f32")) for shape in WIDE]
FLOATS += [("m16n16k8", ("tf32", "tf32", "f32")), ("m8n8k4", ("f64", "f64", "f64"))]
LAYOUTS = list(product(("row", "col"), repeat=3))


@pytest.mark.parametrize("layouts", [LAYOUTS[0], LAYOUTS[3], LAYOUTS[5]], ids="-".join)
@pytest.mark.parametrize(("shape", "types"), FLOATS)
def test_floats(shape: str, types: tuple[str, str, str], layouts: tuple[str, str, str]) -> None:
    rng = np.random.default_rng(1)
    m, n, k = extents(shape)
    ab_type, _, c_type = types
    a, b = (rng.integers(-8, 8, s).astype(DTYPES[ab_type]) for s in ((m, k), (k, n)))
    c = rng.integers(-8, 8, (m, n)).astype(DTYPES[c_type])
    head = f"wmma.mma.sync.aligned.{layouts[0]}.{layouts[1]}.{shape}"
    tail = f"{c_type}.{c_type}" if ab_type == "f16" else f"{c_type}.{ab_type}.{ab_type}.{c_type}"
    out = run(shape, types, layouts, f"{head}.{tail}", (a, b, c))
    np.testing.assert_array_equal(out.astype(float), a.astype(float) @ b.astype(float) + c.astype(float))


@pytest.mark.parametrize("saturates", [False, True])
@pytest.mark.parametrize(
    ("shape", "type_"), [*product(WIDE, ("s8", "u8")), ("m8n8k32", "s4"), ("m8n8k32", "u4")]
)
def test_integers(shape: str, type_: str, *, saturates: bool) -> None:
    rng = np.random.default_rng(2)
    m, n, k = extents(shape)
    narrow = type_ in ("s4", "u4")
    low, high = {"s4": (-8, 8), "u4": (0, 16), "s8": (-128, 128), "u8": (0, 256)}[type_]
    a, b = (rng.integers(low, high, s).astype(np.int64) for s in ((m, k), (k, n)))
    c = rng.choice([2**31 - 1, -(2**31), 5], (m, n)).astype(np.int32)
    layouts = ("row", "col", "row")
    if not narrow:
        a, b = a.astype(DTYPES[type_]), b.astype(DTYPES[type_])
    middle = f"wmma.mma.sync.aligned.row.col.{shape}.s32.{type_}.{type_}.s32"
    out = run(shape, (type_, type_, "s32"), layouts, middle + ".satfinite" * saturates, (a, b, c))
    total = a.astype(np.int64) @ b.astype(np.int64) + c
    wanted = np.clip(total, -(2**31), 2**31 - 1) if saturates else total.astype(np.int32)
    np.testing.assert_array_equal(out, wanted)


@pytest.mark.parametrize("op", ["xor", "and"])
def test_bits(op: str) -> None:
    rng = np.random.default_rng(3)
    a, b = rng.integers(0, 2, (8, 128)), rng.integers(0, 2, (128, 8))
    c = rng.integers(-100, 100, (8, 8)).astype(np.int32)
    middle = f"wmma.mma.{op}.popc.sync.aligned.row.col.m8n8k128.s32.b1.b1.s32"
    out = run("m8n8k128", ("b1", "b1", "s32"), ("row", "col", "col"), middle, (a, b, c))
    both = a @ b
    wanted = both if op == "and" else a.sum(1)[:, None] + b.sum(0)[None] - 2 * both
    np.testing.assert_array_equal(out, wanted + c)


LOAD = """
    .reg .b32 %a<8>;
    ld.param.u64 %rd1, [x];
    mov.u32 %r1, %tid.x;
    and.b32 %r1, %r1, MASK;
    cvt.u64.u32 %rd2, %r1;
    add.u64 %rd1, %rd1, %rd2;
    wmma.load.a.sync.aligned.row.m16n16k16.global.f16
        {%a0, %a1, %a2, %a3, %a4, %a5, %a6, %a7}, [%rd1], STRIDE;
"""
STORE = (
    LOAD[: LOAD.index("wmma")]
    + """
    mov.b32 %a0, 0; mov.b32 %a1, 0; mov.b32 %a2, 0; mov.b32 %a3, 0;
    wmma.store.d.sync.aligned.row.m16n16k16.global.f16 [%rd1], {%a0, %a1, %a2, %a3}, STRIDE;
"""
)


@pytest.mark.parametrize(
    ("mask", "stride", "rule", "said"),
    [
        ("1", "16", "wmma-operand", "the address must be the same in all threads of the warp"),
        ("0", "%r1", "", ""),
        ("0", "20", "misaligned", "its lines are apart by 0x28 bytes; it must be a multiple of 16"),
        ("0", "32", "out-of-bounds", "x"),
    ],
)
@pytest.mark.parametrize("body", [LOAD, STORE], ids=["load", "store"])
def test_what_must_hold(body: str, mask: str, stride: str, rule: str, said: str) -> None:
    program = from_ptx(text(body.replace("MASK", mask).replace("STRIDE", stride), params=".param .u64 x"))

    def access() -> None:
        on_both(program, (np.zeros((16, 16), np.float16),), grid=(1, 1, 1), block=(32, 1, 1))

    if not rule:  # a stride of zero: the same line again
        access()
        return
    with pytest.raises(SimFault, match=said) as caught:
        access()
    assert caught.value.rule == rule


def test_a_matrix_is_not_stored_to_a_constant_array() -> None:
    program = from_ptx(text(STORE.replace("MASK", "0").replace("STRIDE", "16"), params=".param .u64 x"))
    x = np.zeros((16, 16), np.float16)
    x.flags.writeable = False
    with pytest.raises(SimFault) as caught:
        on_both(program, (x,), grid=(1, 1, 1), block=(32, 1, 1))
    assert caught.value.rule == "read-only"


def test_a_matrix_that_starts_between_fragments() -> None:
    body = LOAD.replace("MASK", "0").replace("STRIDE", "16").replace("[%rd1], 16", "[%rd1+16], 16")
    program = from_ptx(text(body, params=".param .u64 x"))
    with pytest.raises(SimFault, match="must be a multiple of 32") as caught:
        on_both(program, (np.zeros((17, 16), np.float16),), grid=(1, 1, 1), block=(32, 1, 1))
    assert caught.value.rule == "misaligned"
