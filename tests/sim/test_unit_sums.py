"""``order="hardware"`` on both engines: the same bits, for zeros, subnormals, NaN and sums that cancel."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from pyptx.program import from_ptx
from pyptx.sim import simulate
from pyptx.sim.native import MISSING
from tests.sim.conftest import text
from tests.sim.tensor_cores import Case, Kernel
from tests.sim.test_tcgen05_options import SCALED, SFA, SFB, factors

pytestmark = pytest.mark.skipif(bool(MISSING), reason=MISSING)

FIELDS = {
    "f32": (8, 23), "tf32": (8, 23), "bf16": (8, 7), "f16": (5, 10), "e5m2": (5, 2), "e4m3": (4, 3),
    "e2m1": (2, 1),
}  # fmt: skip
"""Bits of the exponent and of the fraction."""
KINDS = ("random", "special", "cancelling", "close", "subnormal")


def codes_of(rng: np.random.Generator, type_: str, shape: tuple[int, ...], kind: str) -> Any:
    """Encodings of a type: any bits, special values, pairs that cancel over all exponents, subnormals."""
    exponent, fraction = FIELDS[type_]
    bits = 1 + exponent + fraction
    dtype = f"u{max(bits, 8) // 8}"
    drawn = rng.integers(0, 1 << bits, shape, np.uint64)
    sign, top = 1 << (bits - 1), ((1 << exponent) - 1) << fraction
    if kind == "special":
        values = [0, sign, 1, sign + 1, top - 1, sign + top - 1, (top >> 1) & ~((1 << fraction) - 1)]
        rare = np.where(rng.random(shape) < 0.02, rng.choice([top, sign + top, top + 1], shape), 0)
        drawn = np.where(rare, rare, rng.choice(values, shape)).astype(np.uint64)
    elif kind == "cancelling":  # finite, and every second one is the negative of the one before
        drawn = np.where(drawn & top == top, drawn & ~np.uint64(1 << fraction), drawn)
        flat = drawn.reshape(-1, 2)
        flat[:, 1] = np.where(rng.random(len(flat)) < 0.8, flat[:, 0] ^ sign, flat[:, 1])
    elif kind == "close":
        drawn = drawn & ~np.uint64(top) | np.uint64((top >> 1) & top) & ~np.uint64((1 << fraction) - 1)
    elif kind == "subnormal":
        drawn = np.where(rng.random(shape) < 0.7, drawn & ~np.uint64(top), drawn & ~np.uint64(top >> 1 & top))
    return drawn.astype(dtype)


def same_on_both(body: str, params: str, args: tuple[Any, ...], out: Any, order: str, **header: str) -> None:
    """Run a program for one CTA on both engines, and compare the bits that it writes."""
    program = from_ptx(text(body, params=params, **header))
    made = []
    for native in (True, False):
        out[...] = 0
        report = simulate(
            program, (*args, out), grid=(1, 1, 1), block=(128, 1, 1), native=native, order=order
        )
        assert {entry.level for entry in report.fidelity if ".sync.aligned.m" in entry.instruction} == {
            "hardware"
        }
        made.append(out.copy())
    np.testing.assert_array_equal(*made)


WGMMA = """
    .shared .align 128 .b8 tile[4096];
    .reg .b32 %d<16>;
    ld.param.u64 %rd1, [data];
    ld.param.u64 %rd2, [initial];
    ld.param.u64 %rd3, [out];
    mov.u32 %r1, %tid.x;
    mov.u32 %r2, tile;
    mul.wide.u32 %rd4, %r1, 32;
    add.u64 %rd4, %rd1, %rd4;
    mad.lo.u32 %r3, %r1, 32, %r2;
    ld.global.v4.u32 {{%r4, %r5, %r6, %r7}}, [%rd4];
    st.shared.v4.u32 [%r3], {{%r4, %r5, %r6, %r7}};
    ld.global.v4.u32 {{%r4, %r5, %r6, %r7}}, [%rd4+16];
    st.shared.v4.u32 [%r3+16], {{%r4, %r5, %r6, %r7}};
    fence.proxy.async.shared::cta;
    bar.sync 0;
    shr.u32 %r3, %r2, 4;
    cvt.u64.u32 %rd5, %r3;
    or.b64 %rd5, %rd5, 0x0000001000080000;
    add.u64 %rd6, %rd5, 128;
    mul.wide.u32 %rd4, %r1, {bytes};
    add.u64 %rd2, %rd2, %rd4;
    add.u64 %rd3, %rd3, %rd4;
    {loads}
    wgmma.fence.sync.aligned;
    {word} {{{d}}}, %rd5, %rd6, 1, 1, {sign}{majors};
    {word} {{{d}}}, %rd5, %rd6, 1, 1, 1{majors};
    wgmma.commit_group.sync.aligned;
    wgmma.wait_group.sync.aligned 0;
    {stores}
"""


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(
    ("a", "b", "d"),
    [
        ("f16", "f16", "f32"), ("bf16", "bf16", "f32"), ("tf32", "tf32", "f32"), ("e4m3", "e5m2", "f32"),
        ("e5m2", "e5m2", "f32"), ("f16", "f16", "f16"), ("e4m3", "e4m3", "f16"),
    ],
)  # fmt: skip
def test_wgmma(a: str, b: str, d: str, kind: str) -> None:
    rng = np.random.default_rng(KINDS.index(kind))
    wide = 1 if sum(FIELDS[a]) < 8 else 4 if a == "tf32" else 2
    left, right = (codes_of(rng, type_, (2048 // wide,), kind).view(np.uint8) for type_ in (a, b))
    count, k = (12 if d == "f32" else 6), 32 // wide
    initial = codes_of(rng, d, (128 * 12,), kind).view(np.uint32).reshape(128, -1)
    d_type = ".reg .f32 %f<16>;" if d == "f32" else ""
    names = [f"%{'f' if d == 'f32' else 'd'}{n}" for n in range(count)]
    body = WGMMA.format(
        bytes=4 * count,
        loads=d_type.replace("%f<16>", "%e<16>")
        + "\n".join(f"ld.global.b32 {name}, [%rd2+{4 * n}];" for n, name in enumerate(names)),
        word=f"wgmma.mma_async.sync.aligned.m64n24k{k}.{d}.{a}.{b}",
        d=", ".join(names),
        sign=-1 if kind == "cancelling" else 1,
        majors=", 0, 0" if a in ("f16", "bf16") else "",
        stores="\n".join(f"st.global.b32 [%rd3+{4 * n}], {name};" for n, name in enumerate(names)),
    )
    params = ".param .u64 data, .param .u64 initial, .param .u64 out"
    same_on_both(body, params, (np.concatenate([left, right]), initial), np.zeros_like(initial), "hardware")


MMA = """
    .reg .b32 %a<4>;
    .reg .b32 %b<2>;
    .reg .b32 %c<4>;
    .reg .f32 %g<4>;
    .reg .u16 %z<2>;
    ld.param.u64 %rd1, [data];
    ld.param.u64 %rd2, [out];
    mov.u32 %r1, %tid.x;
    mul.wide.u32 %rd3, %r1, 48;
    add.u64 %rd1, %rd1, %rd3;
    mul.wide.u32 %rd3, %r1, 16;
    add.u64 %rd2, %rd2, %rd3;
    ld.global.v4.u32 {{%a0, %a1, %a2, %a3}}, [%rd1];
    ld.global.v2.u32 {{%b0, %b1}}, [%rd1+16];
    ld.global.v4.b32 {{{d_loaded}}}, [%rd1+32];
    ld.global.v2.u32 {{%r2, %r3}}, [%rd1+24];
    {word} {{{d}}}, {{{a}}}, {{{b}}}, {{{d}}}{scales};
    st.global.v4.b32 [%rd2], {{{d_loaded}}};
"""


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(
    ("target", "order", "shape", "a", "b", "d", "scale"),
    [
        ("sm_90a", "sm_70", "m16n8k8", "f16", "f16", "f32", ""),
        ("sm_90a", "sm_75", "m16n8k8", "f16", "f16", "f16", ""),
        ("sm_90a", "sm_80", "m16n8k16", "bf16", "bf16", "f32", ""),
        ("sm_90a", "hardware", "m16n8k16", "f16", "f16", "f32", ""),
        ("sm_90a", "sm_80", "m16n8k8", "tf32", "tf32", "f32", ""),
        ("sm_90a", "sm_89", "m16n8k32", "e4m3", "e5m2", "f32", ""),
        ("sm_90a", "hardware", "m16n8k32", "e5m2", "e4m3", "f32", ""),
        (
            "sm_120a",
            "hardware",
            "m16n8k32",
            "e4m3",
            "e5m2",
            "f32",
            "mxf8f6f4.block_scale.scale_vec::1X ue8m0",
        ),
        ("sm_120a", "hardware", "m16n8k64", "e2m1", "e2m1", "f32", "mxf4.block_scale.scale_vec::2X ue8m0"),
        (
            "sm_120a",
            "hardware",
            "m16n8k64",
            "e2m1",
            "e2m1",
            "f32",
            "mxf4nvf4.block_scale.scale_vec::4X ue4m3",
        ),
    ],
)
def test_mma(target: str, order: str, shape: str, a: str, b: str, d: str, scale: str, kind: str) -> None:
    rng = np.random.default_rng(KINDS.index(kind))
    per = 32 // (1 + sum(FIELDS[a]))
    k = int(shape.partition("k")[2])
    data = np.zeros((128, 12), np.uint32)
    for first, count, type_ in ((0, 4, a), (4, 2, b), (8, 4, d)):
        bits = 1 + sum(FIELDS[type_])
        found = codes_of(rng, type_, (128, count * 32 // bits), kind)
        data[:, first : first + count] = (
            (found[:, ::2] | found[:, 1::2] << 4).view(np.uint32) if bits == 4 else found.view(np.uint32)
        )
    data[:, 6:8] = rng.integers(0, 2**32, (128, 2)) if kind == "random" else 0x7F7E8078
    kind_of, _, type_of = scale.partition(" ")
    number, factors = KINDS.index(kind) + 1, int(kind_of[-2]) if scale else 1
    of_a = f"{{{number * factors % 4}, {number % 2}}}"
    of_b = f"{{{(number + 1) * factors % 4}, {(number + 1) % 4}}}"
    word = f"mma.sync.aligned.{shape}.row.col.{f'kind::{kind_of}.' if scale else ''}{d}.{a}.{b}.{d}"
    registers = [f"%{'g' if d == 'f32' else 'c'}{n}" for n in range(4)]
    body = MMA.format(
        word=word + (f".{type_of}" if scale else ""),
        d=", ".join(registers[: 4 if d == "f32" else 2]),
        d_loaded=", ".join(registers),
        a=", ".join(f"%a{n}" for n in range(16 * k // 32 // per)),
        b=", ".join(f"%b{n}" for n in range(8 * k // 32 // per)),
        scales=f", %r2, {of_a}, %r3, {of_b}" if scale else "",
    )
    header = {"target": target, "version": "8.8"}
    out = np.zeros((128, 4), np.uint32)
    same_on_both(body, ".param .u64 data, .param .u64 out", (data,), out, order, **header)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(
    "case",
    [
        Case("f16", a="bf16", b="bf16"), Case("f16", a="f16", b="f16", d="f16"),
        Case("tf32", a="tf32", b="tf32"),
        Case("f8f6f4", a="e4m3", b="e5m2", tensor_a=True), Case("f16", a="f16", b="f16", m=64, n=24 * 2),
    ],
    ids=lambda case: f"{case.a}-{case.d}-{case.m}",
)  # fmt: skip
def test_tcgen05(case: Case, kind: str) -> None:
    kernel = Kernel(columns=512 if case.tensor_a else 256)
    rng = np.random.default_rng(KINDS.index(kind))
    names = case.lay_out(
        kernel, codes_of(rng, case.a, (case.m, case.k), kind), codes_of(rng, case.b, (case.n, case.k), kind)
    )
    case.put_d(kernel, codes_of(rng, case.d, (case.m, case.n), kind))
    kernel.products += [case.mma(names, enable="1")] * 2
    _, report = kernel.run(order="hardware")
    assert {entry.level for entry in report.fidelity if "tcgen05.mma" in entry.instruction} == {"hardware"}


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(("block", "words", "count", "type_", "ids"), SCALED[::2])
def test_tcgen05_with_scale_factors(
    block: str, words: str, count: int, type_: str, ids: tuple[int, int], kind: str
) -> None:
    element = "e2m1" if block != "mxf8f6f4" else "e4m3"
    case = Case(
        block, a=element, b=element, options={"scale_type": type_, "sfa_id": ids[0], "sfb_id": ids[1]}
    )
    kernel = Kernel(columns=256)
    rng = np.random.default_rng(KINDS.index(kind))
    names = case.lay_out(
        kernel, codes_of(rng, element, (case.m, case.k), kind), codes_of(rng, element, (case.n, case.k), kind)
    )
    low, high = (0, 0x80) if type_ == "ue4m3" else (0, 256)
    for rows, column, id_ in ((case.m, SFA, ids[0]), (case.n, SFB, ids[1])):
        factors(kernel, rng.integers(low, high, (rows, count)).astype(np.uint8), column, id_)
    line = case.mma(names, words=f".block_scale{words}")
    kernel.products.append(line.replace(", %p7;", f", [%taddr+{SFA}], [%taddr+{SFB}], %p7;"))
    _, report = kernel.run(order="hardware")
    assert {entry.level for entry in report.fidelity if "tcgen05.mma" in entry.instruction} == {"hardware"}
