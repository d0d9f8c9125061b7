"""Shadow values: what each family of instructions computes without rounding, and what the report says."""

import json
import math
import textwrap
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from pyptx.errors import LaunchError
from pyptx.program import from_ptx
from pyptx.sim import SimReport
from pyptx.sim import simulate as simulate_once
from pyptx.sim.shadow.report import ShadowReport
from tests.sim.shadow_engines import simulate_both as simulate

LANES = 32
Array = NDArray[Any]

HEAD = """
.version 8.6
.target {target}
.address_size 64
{before}
.visible .entry k(.param .u64 a, .param .u64 b, .param .u64 out) {{
    .reg .pred %p<4>;
    .reg .b16 %h<16>;
    .reg .b32 %r<16>;
    .reg .f32 %f<32>;
    .reg .f64 %d<8>;
    .reg .b64 %q<16>;
    {declared}
    ld.param.u64 %q0, [a];
    ld.param.u64 %q1, [b];
    ld.param.u64 %q2, [out];
    mov.u32 %r0, %tid.x;
    mul.wide.u32 %q3, %r0, 4;
    add.u64 %q0, %q0, %q3;
    add.u64 %q1, %q1, %q3;
    add.u64 %q2, %q2, %q3;
    ld.global.f32 %f0, [%q0];
    ld.global.f32 %f1, [%q1];
    {body}
    st.global.f32 [%q2], %f9;
    ret;
}}
"""


def run(
    body: str,
    a: Array,
    b: Array | None = None,
    *,
    declared: str = "",
    before: str = "",
    target: str = "sm_89",
) -> SimReport:
    """Run a body on lanes whose inputs are rounded to f32: from %f0 and %f1 to %f9."""
    b = np.ones(LANES) if b is None else b
    text = HEAD.format(body=textwrap.dedent(body), declared=declared, before=before, target=target)
    arrays = [each.astype(np.float32) for each in (a, b)]
    out = np.zeros(LANES, np.float32)
    return simulate(
        from_ptx(text), (*arrays, out), grid=(1, 1, 1), block=(LANES, 1, 1), shadow={"a": a, "b": b}
    )


def shadow(body: str, a: Array, b: Array | None = None, **more: str) -> ShadowReport:
    found = run(body, a, b, **more).shadow
    assert found is not None
    return found


def numbers(seed: int = 0, low: float = 0.1, high: float = 2.0) -> Array:
    return np.random.default_rng(seed).uniform(low, high, LANES)


A, B = numbers(1), numbers(2)

BARRIER = (
    "mov.u32 %r4, s; add.u32 %r4, %r4, 512; setp.eq.u32 %p0, %r0, 0; @%p0 mbarrier.init.shared.b64 [%r4], 1;"
    "bar.sync 0; @%p0 mbarrier.arrive.expect_tx.shared.b64 _, [%r4], 256;"
)
WAITING = "WAIT: mbarrier.try_wait.parity.shared.b64 %p1, [%r4], 0; @!%p1 bra WAIT;"
TO_SHARED = (
    "mov.u32 %r3, s; shl.b32 %r1, %r0, 2; add.u32 %r2, %r3, %r1; st.shared.f32 [%r2], %f0;"
    "fence.proxy.async; bar.sync 0; setp.eq.u32 %p0, %r0, 0; ld.param.u64 %q5, [b];"
)
GROUP = "@%p0 cp.async.bulk.commit_group; @%p0 cp.async.bulk.wait_group 0; fence.proxy.async; bar.sync 0;"
ROWS = (
    "mov.u32 %r2, s; and.b32 %r3, %r0, 7; shl.b32 %r3, %r3, 4; add.u32 %r3, %r2, %r3; shl.b32 %r1, %r0, 2;"
    "add.u32 %r2, %r2, %r1;"
)
NEWER = ("multimem", "st.async", "bulk", "stmatrix")

FORMATS = "setp.lt.f32 %p0, %f0, %f1; cvt.rn.bf16x2.f32 %r1, %f0, %f1; cvt.rn.f16x2.f32 %r2, %f0, %f1;"
EITHER_FORMAT = "mov.b32 {%h0, %h1}, %r3; @%p0 cvt.f32.bf16 %f9, %h0; @!%p0 cvt.f32.f16 %f9, %h0;"

FUNCTIONS: dict[str, tuple[str, Callable[[Array, Array], Array]]] = {
    "add": ("add.rz.f32 %f9, %f0, %f1;", lambda a, b: a + b),
    "sub": ("sub.f32 %f9, %f0, %f1;", lambda a, b: a - b),
    "mul": ("mul.rn.ftz.f32 %f9, %f0, %f1;", lambda a, b: a * b),
    "fma": ("fma.rn.f32 %f9, %f0, %f1, %f0;", lambda a, b: a * b + a),
    "sat": ("add.sat.f32 %f9, %f0, %f1;", lambda a, b: np.clip(a + b, 0, 1)),
    "div": ("div.rn.f32 %f9, %f0, %f1;", lambda a, b: a / b),
    "div.approx": ("div.approx.f32 %f9, %f0, %f1;", lambda a, b: a / b),
    "rcp": ("rcp.approx.f32 %f9, %f0;", lambda a, b: 1 / a),
    "sqrt": ("sqrt.rn.f32 %f9, %f0;", lambda a, b: np.sqrt(a)),
    "rsqrt": ("rsqrt.approx.f32 %f9, %f0;", lambda a, b: 1 / np.sqrt(a)),
    "sin": ("sin.approx.f32 %f9, %f0;", lambda a, b: np.sin(a)),
    "cos": ("cos.approx.f32 %f9, %f0;", lambda a, b: np.cos(a)),
    "lg2": ("lg2.approx.f32 %f9, %f0;", lambda a, b: np.log2(a)),
    "ex2": ("ex2.approx.f32 %f9, %f0;", lambda a, b: np.exp2(a)),
    "tanh": ("tanh.approx.f32 %f9, %f0;", lambda a, b: np.tanh(a)),
    "min": ("min.f32 %f9, %f0, %f1;", np.minimum),
    "max": ("max.f32 %f9, %f0, %f1;", np.maximum),
    "neg abs": ("neg.f32 %f2, %f0; abs.f32 %f9, %f2;", lambda a, b: a),
    "copysign": ("neg.f32 %f2, %f1; copysign.f32 %f9, %f2, %f0;", lambda a, b: -a),
    "f64": (
        "cvt.f64.f32 %d0, %f0; cvt.f64.f32 %d1, %f1; mul.f64 %d0, %d0, %d1; cvt.rn.f32.f64 %f9, %d0;",
        lambda a, b: a * b,
    ),
    "f16": (
        "cvt.rn.f16.f32 %h0, %f0; cvt.rn.f16.f32 %h1, %f1; sub.f16 %h0, %h0, %h1; cvt.f32.f16 %f9, %h0;",
        lambda a, b: a - b,
    ),
    "bf16x2": (
        "cvt.rn.bf16x2.f32 %r1, %f0, %f1; fma.rn.bf16x2 %r1, %r1, %r1, %r1; mov.b32 {%h0, %h1}, %r1;"
        "cvt.f32.bf16 %f2, %h0; cvt.f32.bf16 %f3, %h1; mul.f32 %f9, %f2, %f3;",
        lambda a, b: (a * a + a) * (b * b + b),
    ),
    "tf32": ("cvt.rna.tf32.f32 %r1, %f0; mov.b32 %f2, %r1; add.f32 %f9, %f2, %f1;", lambda a, b: a + b),
    "e4m3": (
        "cvt.rn.satfinite.e4m3x2.f32 %h0, %f0, %f1; cvt.rn.f16x2.e4m3x2 %r1, %h0; mov.b32 {%h1, %h2}, %r1;"
        "cvt.f32.f16 %f2, %h1; cvt.f32.f16 %f3, %h2; fma.rn.f32 %f9, %f2, 0f40000000, %f3;",
        lambda a, b: 2 * b + a,
    ),
    "relu": ("cvt.rn.relu.f16.f32 %h0, %f0; cvt.f32.f16 %f9, %h0;", lambda a, b: np.maximum(a, 0)),
    "selp": ("setp.lt.f32 %p0, %f0, %f1; selp.f32 %f9, %f0, %f1, %p0;", np.minimum),
    "selp of a constant and a value": (
        "setp.lt.f32 %p0, %f0, %f1; selp.f32 %f2, 0f40000000, %f0, %p0; selp.f32 %f3, %f1, 0f40400000, %p0;"
        "mul.f32 %f9, %f2, %f3;",
        lambda a, b: np.where(a < b, 2 * b, 3 * a),
    ),
    "selp of two formats": (
        f"{FORMATS} selp.b32 %r3, %r1, %r2, %p0; {EITHER_FORMAT}",
        lambda a, b: b,
    ),
    "prmt of two formats": (
        f"{FORMATS} selp.b32 %r4, 0x1032, 0x7654, %p0; prmt.b32 %r3, %r1, %r2, %r4; {EITHER_FORMAT}",
        lambda a, b: np.where(a < b, a, b),
    ),
    "guard": (
        "mov.f32 %f9, %f1; setp.lt.f32 %p0, %f0, %f1; @%p0 add.f32 %f9, %f0, %f1;",
        lambda a, b: np.where(a < b, a + b, b),
    ),
    "shfl": (
        "shfl.sync.bfly.b32 %f2, %f0, 1, 31, -1; add.f32 %f9, %f0, %f2;",
        lambda a, b: a + a.reshape(-1, 2)[:, ::-1].reshape(-1),
    ),
    "prmt": (
        "cvt.rn.f16x2.f32 %r1, %f0, %f1; prmt.b32 %r2, %r1, %r1, 0x1032; mov.b32 {%h0, %h1}, %r2;"
        "cvt.f32.f16 %f9, %h0;",
        lambda a, b: a,
    ),
    "shl of bf16": (
        "cvt.rn.bf16.f32 %h0, %f0; cvt.u32.u16 %r1, %h0; shl.b32 %r1, %r1, 16; mov.b32 %f9, %r1;",
        lambda a, b: a,
    ),
    "halves by masks": (
        "cvt.rn.bf16x2.f32 %r1, %f0, %f1; and.b32 %r2, %r1, 0xFFFF0000; shl.b32 %r3, %r1, 16;"
        "mov.b32 %f2, %r2; mov.b32 %f3, %r3; fma.rn.f32 %f9, %f2, 0f40000000, %f3;",
        lambda a, b: 2 * a + b,
    ),
    "halves by shifts": (
        "cvt.rn.f16x2.f32 %r1, %f0, %f1; cvt.u16.u32 %h0, %r1; shr.s32 %r2, %r1, 16; cvt.u16.u32 %h1, %r2;"
        "shf.r.wrap.b32 %r3, %r1, %r1, 16; mov.b32 {%h2, %h3}, %r3; cvt.f32.f16 %f2, %h0;"
        "cvt.f32.f16 %f3, %h1; cvt.f32.f16 %f4, %h2; add.f32 %f3, %f3, %f4; sub.f32 %f9, %f3, %f2;",
        lambda a, b: 2 * a - b,
    ),
    "halves put together": (
        "cvt.rn.f16.f32 %h0, %f0; cvt.rn.f16.f32 %h1, %f1; cvt.u32.u16 %r1, %h0; cvt.u32.u16 %r2, %h1;"
        "shl.b32 %r2, %r2, 16; or.b32 %r3, %r1, %r2; bfi.b32 %r4, %r1, %r3, 16, 16; mov.b32 {%h2, %h3}, %r3;"
        "mov.b32 {%h4, %h5}, %r4; cvt.f32.f16 %f2, %h2; cvt.f32.f16 %f3, %h3; cvt.f32.f16 %f4, %h5;"
        "mul.f32 %f2, %f2, %f3; mul.f32 %f9, %f2, %f4;",
        lambda a, b: a * b * a,
    ),
    "signs": (
        "mov.b32 %r1, %f0; xor.b32 %r2, %r1, 0x80000000; mov.b32 %f2, %r2; and.b32 %r3, %r2, 0x7FFFFFFF;"
        "mov.b32 %f3, %r3; mov.b32 %r4, %f1; lop3.b32 %r5, %r4, 0x80000000, 0, 0xFC; mov.b32 %f4, %r5;"
        "fma.rn.f32 %f9, %f3, 0f40000000, %f2; add.f32 %f9, %f9, %f4;",
        lambda a, b: a - b,
    ),
    "exponent": (
        "mov.b32 %r1, %f0; shl.b32 %r2, %r0, 23; add.s32 %r1, %r1, %r2; mad.lo.s32 %r1, %r0, 0xFF800000, %r1;"
        "sub.s32 %r1, %r1, 0x01000000; mov.b32 %f9, %r1;",
        lambda a, b: a / 4,
    ),
    "exponent of f64": (
        "cvt.f64.f32 %d0, %f0; mul.f64 %d0, %d0, 0d3FF8000000000000; mov.b64 %q5, %d0;"
        "add.s64 %q5, %q5, 0x0010000000000000; mov.b64 %d1, %q5; cvt.rn.f32.f64 %f9, %d1;",
        lambda a, b: 3 * a,
    ),
    "integer by a large sum": (
        "mul.f32 %f2, %f0, 0f41200000; add.f32 %f3, %f2, 0f4B400000; sub.f32 %f9, %f3, 0f4B400000;",
        lambda a, b: np.rint(10 * a),
    ),
    "integer below by a large sum": (
        "fma.rm.f32 %f3, %f0, 0f41200000, 0f4B400001; add.f32 %f9, %f3, 0fCB400001;",
        lambda a, b: np.floor(10 * a),
    ),
    "exponential of nvcc": (
        "fma.rn.sat.f32 %f2, %f0, 0f3BBB989D, 0f3F000000; fma.rm.f32 %f3, %f2, 0f437C0000, 0f4B400001;"
        "add.f32 %f4, %f3, 0fCB40007F; neg.f32 %f4, %f4; fma.rn.f32 %f5, %f0, 0f3FB8AA3B, %f4;"
        "fma.rn.f32 %f5, %f0, 0f32A57060, %f5; mov.b32 %r1, %f3; shl.b32 %r1, %r1, 23; mov.b32 %f6, %r1;"
        "ex2.approx.ftz.f32 %f7, %f5; mul.f32 %f9, %f7, %f6;",
        lambda a, b: np.exp(a),
    ),
    "vector": (
        "mov.b64 %q5, {%f0, %f1}; mov.b64 {%f2, %f3}, %q5; sub.f32 %f9, %f3, %f2;",
        lambda a, b: b - a,
    ),
    "shared": (
        "mov.u32 %r2, s; shl.b32 %r1, %r0, 3; add.u32 %r2, %r2, %r1; st.shared.v2.f32 [%r2], {%f0, %f1};"
        "ld.shared.b64 %q5, [%r2]; mov.b64 {%f2, %f3}, %q5; mul.f32 %f9, %f2, %f3;",
        lambda a, b: a * b,
    ),
    "local": (
        "mov.u32 %r2, l; st.local.f32 [%r2+4], %f0; ld.local.f32 %f9, [%r2+4];",
        lambda a, b: a,
    ),
    "atomic": (
        "setp.eq.u32 %p0, %r0, 0; mov.u32 %r2, s; @%p0 st.shared.f32 [%r2], 0f00000000; bar.sync 0;"
        "red.shared.add.f32 [%r2], %f0; bar.sync 0; ld.shared.f32 %f9, [%r2];",
        lambda a, b: np.full(LANES, a.sum()),
    ),
    "cp.async": (
        "mov.u32 %r2, s; shl.b32 %r1, %r0, 2; add.u32 %r2, %r2, %r1;"
        "cp.async.ca.shared.global [%r2], [%q0], 4;"
        "cp.async.wait_all; ld.shared.f32 %f9, [%r2];",
        lambda a, b: a,
    ),
    "movmatrix": (
        "cvt.rn.f16x2.f32 %r1, %f1, %f0; movmatrix.sync.aligned.m8n8.trans.b16 %r1, %r1;"
        "movmatrix.sync.aligned.m8n8.trans.b16 %r1, %r1; mov.b32 {%h0, %h1}, %r1; cvt.f32.f16 %f9, %h1;",
        lambda a, b: b,
    ),
    "stmatrix ldmatrix": (
        "cvt.rn.f16x2.f32 %r1, %f1, %f0; mov.u32 %r2, s; and.b32 %r3, %r0, 7; shl.b32 %r3, %r3, 4;"
        "add.u32 %r2, %r2, %r3; stmatrix.sync.aligned.m8n8.x1.trans.shared.b16 [%r2], {%r1};"
        "ldmatrix.sync.aligned.m8n8.x1.trans.shared.b16 {%r4}, [%r2]; mov.b32 {%h0, %h1}, %r4;"
        "cvt.f32.f16 %f9, %h1;",
        lambda a, b: b,
    ),
    "stmatrix ldmatrix of words": (
        f"{ROWS} mov.b32 %r4, %f1; stmatrix.sync.aligned.m8n8.x1.shared.b16 [%r3], {{%r4}};"
        "ld.shared.f32 %f2, [%r2]; st.shared.f32 [%r2], %f0;"
        "ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%r4}, [%r3]; mov.b32 %f3, %r4; sub.f32 %f9, %f3, %f2;",
        lambda a, b: a - b,
    ),
    "multimem.ld_reduce": ("multimem.ld_reduce.relaxed.sys.global.add.f32 %f9, [%q0];", lambda a, b: a),
    "st.async": (
        f"{BARRIER} mov.u32 %r2, s; shl.b32 %r1, %r0, 3; add.u32 %r2, %r2, %r1;"
        "cvt.rn.f16x2.f32 %r5, %f0, %f1;"
        "st.async.shared::cluster.mbarrier::complete_tx::bytes.v2.b32 [%r2], {%f0, %r5}, [%r4];"
        f"{WAITING} ld.shared.f32 %f2, [%r2]; ld.shared.b32 %r5, [%r2+4]; mov.b32 {{%h0, %h1}}, %r5;"
        "cvt.f32.f16 %f3, %h0; mul.f32 %f9, %f2, %f3;",
        lambda a, b: a * b,
    ),
    "cp.reduce.async.bulk": (
        f"{TO_SHARED} @%p0 cp.reduce.async.bulk.global.shared::cta.bulk_group.add.f32 [%q5], [%r3], 128;"
        f"{GROUP} ld.global.f32 %f9, [%q1];",
        lambda a, b: a + b,
    ),
    "a bulk reduction of f16": (
        "cvt.rn.f16x2.f32 %r5, %f0, %f1; st.global.b32 [%q1], %r5; mov.b32 %f0, %r5;"
        f"{TO_SHARED} @%p0 cp.reduce.async.bulk.global.shared::cta.bulk_group.add.noftz.f16 [%q5], [%r3], 64;"
        f"{GROUP} ld.global.b32 %r5, [%q1]; mov.b32 {{%h0, %h1}}, %r5; cvt.f32.f16 %f9, %h0;",
        lambda a, b: b * np.where(np.arange(LANES) < 16, 2, 1),
    ),
    "two bulk reductions of f16": (
        "cvt.rn.f16x2.f32 %r5, %f0, %f1; st.global.b32 [%q1], %r5; add.f32 %f2, %f0, %f0;"
        "cvt.rn.f16x2.f32 %r5, %f2, %f1; mov.b32 %f0, %r5;"
        f"{TO_SHARED} @%p0 cp.reduce.async.bulk.global.shared::cta.bulk_group.max.f16 [%q5], [%r3], 128;"
        f"{GROUP} @%p0 cp.reduce.async.bulk.global.shared::cta.bulk_group.add.noftz.f16 [%q5], [%r3], 64;"
        f"{GROUP} ld.global.b32 %r5, [%q1]; mov.b32 {{%h0, %h1}}, %r5; cvt.f32.f16 %f2, %h0;"
        "cvt.f32.f16 %f3, %h1; sub.f32 %f9, %f3, %f2;",
        lambda a, b: (2 * a - b) * np.where(np.arange(LANES) < 16, 2, 1),
    ),
}  # fmt: skip

ON_THE_REFERENCE_ENGINE = (
    "movmatrix",
    "two bulk reductions of f16",
    "selp of two formats",
    "prmt of two formats",
)
SPACES = ".shared .align 16 .b8 s[1024]; .local .align 16 .b8 l[64];"


def test_the_error_of_one_element_has_its_line() -> None:
    a = np.ones(LANES)
    a[0] = np.float32(1 / 3)
    (output,) = shadow("mul.rn.f32 %f9, %f0, %f0;", a).outputs
    assert [share.share for share in output.shares] == [1.0]


@pytest.mark.parametrize("name", FUNCTIONS)
def test_instruction_computes_its_function_without_rounding(name: str) -> None:
    body, function = FUNCTIONS[name]
    target = "sm_90a" if any(word in name for word in NEWER) else "sm_89"
    report = run(body, A, B, declared=SPACES, target=target)
    found = report.shadow
    assert found is not None
    assert (report.engine == "native") == (name not in ON_THE_REFERENCE_ENGINE)
    verdict = found.compare(function(A, B), "out", tolerance=1e-14)
    assert verdict, verdict
    assert found.output("out").known.all()
    assert not found.restarted


MAGNITUDES: dict[str, tuple[str, Callable[[Array, Array], Array]]] = {
    "sum": ("sub.f32 %f2, %f0, %f1; add.f32 %f9, %f2, %f1;", lambda a, b: a + 2 * b),
    "product": ("mul.f32 %f9, %f0, %f1;", lambda a, b: 2 * a * b),
    "almost cancelled": ("fma.rn.f32 %f2, %f0, 0f35800000, %f0; sub.f32 %f9, %f2, %f0;", lambda a, b: 2 * a),
    "cancelled": ("sub.f32 %f9, %f0, %f0;", lambda a, b: 2 * a * 2.0**-13),
    "root": ("sqrt.rn.f32 %f9, %f0;", lambda a, b: np.sqrt(a)),
    "power": (
        "mul.f32 %f2, %f0, 0f42000000; ex2.approx.f32 %f9, %f2;",
        lambda a, b: 2 ** (32 * a) * 64 * a * np.log(2),
    ),
    "saturated": ("add.sat.f32 %f9, %f0, 0f41200000;", lambda a, b: a + 10),
    "maximum": ("max.f32 %f9, %f0, %f0;", lambda a, b: 2 * a),
}


@pytest.mark.parametrize("name", MAGNITUDES)
def test_a_magnitude_is_the_sum_of_those_of_the_terms(name: str) -> None:
    body, expected = MAGNITUDES[name]
    found = shadow(body, A, B).output()
    wanted = np.maximum(expected(A, B), abs(found.shadow))
    np.testing.assert_allclose(found.magnitude, wanted, rtol=2.0**-6)


def test_an_error_stays_below_its_bound_and_uses_a_part_of_it() -> None:
    for body in ("add.f32 %f9, %f0, %f1;", "fma.rz.f32 %f2, %f0, %f1, %f0; div.rn.f32 %f9, %f2, %f1;"):
        found = shadow(body, A.astype(np.float32).astype(float), B.astype(np.float32).astype(float)).output()
        assert (abs(found.error) <= found.bound).all()
        assert (abs(found.error) >= found.bound / 64).any()


BEYOND = {
    "overflow": "mul.f32 %f2, %f0, 0f47C35000; cvt.rn.f16.f32 %h0, %f2; cvt.f32.f16 %f9, %h0;",
    "saturation": (
        "mul.f32 %f2, %f0, 0f447A0000; cvt.rn.satfinite.e4m3x2.f32 %h0, %f2, %f2;"
        "cvt.rn.f16x2.e4m3x2 %r1, %h0; mov.b32 {%h1, %h2}, %r1; cvt.f32.f16 %f9, %h1;"
    ),
}


@pytest.mark.parametrize("name", BEYOND)
def test_a_result_that_no_rounding_explains_is_an_excess(name: str) -> None:
    found = shadow(BEYOND[name], np.full(LANES, 1.5))
    verdict = found.compare(found.output().shadow)
    assert verdict.right
    assert verdict.excess is not None
    assert not verdict
    assert "is not a rounding of the shadow" in str(verdict)
    assert "allow an error of" in str(verdict)


def test_flushed_subnormal_numbers_are_rounding() -> None:
    tiny = A * 1e-39
    found = shadow("mul.ftz.f32 %f9, %f0, 0f3F000000;", tiny.astype(np.float32).astype(float))
    assert not found.output().value.any()
    verdict = found.compare(found.output().shadow)
    assert verdict, verdict


def test_a_sum_that_cancels_is_not_wrong_and_a_small_element_is() -> None:
    a = np.where(np.arange(LANES) % 2, 1e-20, 1e3) * A
    found = shadow("add.f32 %f2, %f0, %f1; sub.f32 %f9, %f2, %f1;", a, B * 0)
    assert found.compare(a)
    assert not found.compare(a * (1 + np.where(np.arange(LANES) % 2, 1e-6, 0)))
    found = shadow("add.f32 %f2, %f0, %f1; sub.f32 %f9, %f2, %f1;", a, B * 1e9)
    assert found.compare(a * (1 + np.where(np.arange(LANES) % 2, 1e-6, 0)))


@pytest.mark.parametrize("scale", ["mov.f32 %f3, %f0;", "mul.f32 %f3, %f0, 0f3DCCCCCD;"])
def test_a_compensated_sum_is_compared_as_a_plain_one(scale: str) -> None:
    step = "sub.f32 %f4, %f3, %f6; add.f32 %f7, %f5, %f4; sub.f32 %f8, %f7, %f5; sub.f32 %f6, %f8, %f4;"
    body = f"{scale} mov.f32 %f5, 0f00000000; mov.f32 %f6, %f5; {f'{step} mov.f32 %f5, %f7; ' * 20}"
    found = shadow(f"{body} mov.f32 %f9, %f5;", A)
    exact = 20 * A * (float(np.float32(0.1)) if "mul" in scale else 1.0)
    assert found.compare(exact)
    assert not found.compare(exact * (1 + 2e-5))


def test_a_long_compensated_sum_is_compared_as_a_plain_one() -> None:
    body = """
    mov.f32 %f5, 0f00000000; mov.f32 %f6, %f5; mov.u32 %r1, 0;
    NEXT: setp.lt.u32 %p0, %r1, 300; selp.f32 %f3, %f0, %f1, %p0;
    sub.f32 %f4, %f3, %f6; add.f32 %f7, %f5, %f4; sub.f32 %f8, %f7, %f5; sub.f32 %f6, %f8, %f4;
    mov.f32 %f5, %f7; add.u32 %r1, %r1, 1; setp.lt.u32 %p0, %r1, 600; @%p0 bra NEXT;
    mov.f32 %f9, %f5;
    """
    program = from_ptx(HEAD.format(body=body, declared="", before="", target="sm_89"))
    large, small = (A * 50).astype(np.float32), (B * 1e-4).astype(np.float32)
    arrays = large, small, np.zeros(LANES, np.float32)
    found = simulate_once(program, arrays, grid=(1, 1, 1), block=(LANES, 1, 1), shadow=True).shadow
    assert found is not None
    exact = 300 * large.astype(float) + 300 * small.astype(float)
    assert found.compare(exact)
    assert not found.compare(exact * (1 + 1e-8))
    assert (found.output().magnitude < 1.5 * exact).all()


OPERATIONS: dict[str, tuple[str, Callable[..., float]]] = {
    "add": ("add.f32 {d}, {a}, {b};", lambda a, b: a + b),
    "sub": ("sub.rz.f32 {d}, {a}, {b};", lambda a, b: a - b),
    "mul": ("mul.f32 {d}, {a}, {b};", lambda a, b: a * b),
    "max": ("max.f32 {d}, {a}, {b};", max),
    "half": ("cvt.rn.bf16.f32 %h0, {a}; cvt.f32.bf16 {d}, %h0;", lambda a, b: a),
    "packed": (
        "cvt.rn.f16x2.f32 %r1, {a}, {b}; mov.b32 {{%h0, %h1}}, %r1; cvt.f32.f16 {d}, %h0;",
        lambda a, b: b,
    ),
}


@st.composite
def expressions(draw: st.DrawFn) -> list[tuple[str, int, int]]:
    """A list of operations on the results before them, of which the first two are the inputs."""
    length = draw(st.integers(1, 6))
    names = st.sampled_from(sorted(OPERATIONS))
    return [(draw(names), draw(st.integers(0, k + 1)), draw(st.integers(0, k + 1))) for k in range(length)]


@given(expressions(), st.integers(0, 1000))
@settings(max_examples=25)
def test_shadow_of_an_expression_is_its_value_in_float64(
    expression: list[tuple[str, int, int]], seed: int
) -> None:
    a, b = numbers(seed, -2, 2), numbers(seed + 1, -2, 2)
    places, values, body = ["%f0", "%f1"], [a, b], ""
    for name, x, y in expression:
        text, function = OPERATIONS[name]
        places.append(f"%f{len(places) + 10}")
        body += text.format(d=places[-1], a=places[x], b=places[y]) + "\n"
        values.append(np.array([function(u, v) for u, v in zip(values[x], values[y], strict=True)]))
    found = shadow(body + f"mov.f32 %f9, {places[-1]};", a, b)
    assert found.compare(values[-1], tolerance=1e-12)
    output = found.output()
    np.testing.assert_array_equal(output.value - output.shadow, output.error)


def test_shares_name_the_line_that_rounds_most() -> None:
    found = shadow("mul.f32 %f2, %f0, %f1;\ncvt.rn.bf16.f32 %h0, %f2;\ncvt.f32.bf16 %f9, %h0;", A, B)
    output = found.output()
    assert output.shares[0].line == "PTX line 25"
    assert output.shares[0].share > 0.99
    assert math.isclose(sum(share.share for share in output.shares), 1)
    np.testing.assert_allclose(output.by_line.sum(0), output.error, atol=1e-12)


def test_lines_of_narrow_formats_have_shares_in_long_programs() -> None:
    many = "\n".join(["mul.f32 %f0, %f0, 0f3F7FFFFE;"] * 40)
    shares = shadow(f"{many}\ncvt.rn.bf16.f32 %h0, %f0;\ncvt.f32.bf16 %f9, %h0;", A).output().shares
    assert "other lines" in [each.line for each in shares]
    assert shares[0].line != "other lines"
    assert shares[0].share > 0.9


def test_rounding_of_inputs_is_told_from_that_of_the_kernel() -> None:
    output = shadow("mov.f32 %f9, %f0;", A).output()
    assert [share.line for share in output.shares] == ["rounding of the inputs"]
    np.testing.assert_array_equal(output.error, A.astype(np.float32) - A)


def test_integer_tricks_on_floating_bits_restart_the_shadow_and_are_listed() -> None:
    found = shadow("mov.b32 %r1, %f0; xor.b32 %r1, %r1, 1; mov.b32 %f9, %r1;", A)
    (line,) = found.restarted
    assert line.instruction == "xor.b32"
    actual = (A.astype(np.float32).view(np.uint32) ^ np.uint32(1)).view(np.float32)
    np.testing.assert_array_equal(found.output().shadow, actual.astype(np.float64))
    assert "xor.b32" in str(found)


def test_bits_without_an_error_lose_nothing() -> None:
    found = shadow(
        "mov.b32 %r1, %f0; xor.b32 %r1, %r1, 1; mov.b32 %f9, %r1;", A.astype(np.float32).astype(float)
    )
    assert not found.restarted


def test_an_exponent_that_leaves_the_range_ends_the_shadow() -> None:
    found = shadow("mov.b32 %r1, %f0; sub.s32 %r1, %r1, 0x40000000; mov.b32 %f9, %r1;", A)
    assert [line.instruction for line in found.restarted] == ["sub.s32"]
    np.testing.assert_array_equal(found.output().shadow, found.output().value)


def transposed(words: Array) -> Array:
    """Words of which a transposing matrix access takes each half for a number."""
    return np.ascontiguousarray(words.view(np.uint16).reshape(8, 8).T).view(np.float32).reshape(-1)


TRUNCATED = (A.astype(np.float32).view(np.uint32) & 0xFFFF0000).view(np.float32)
LOST = {
    "atom": (
        "mov.u32 %r2, s; shl.b32 %r1, %r0, 2; add.u32 %r2, %r2, %r1; st.shared.f32 [%r2], %f0;"
        "atom.shared.add.f32 %f9, [%r2], %f1;",
        A.astype(np.float32),
    ),
    "ld": (
        "mov.u32 %r2, s; shl.b32 %r1, %r0, 2; add.u32 %r2, %r2, %r1; st.shared.f32 [%r2], %f0;"
        "ld.shared.b16 %h0, [%r2+2]; cvt.f32.bf16 %f9, %h0;",
        TRUNCATED,
    ),
    "st": (
        "mov.u32 %r2, s; shl.b32 %r1, %r0, 2; add.u32 %r2, %r2, %r1; mov.b32 %r3, %f0;"
        "st.shared.f32 [%r2], 0f00000000; st.shared.b16 [%r2], %r3; ld.shared.b32 %r4, [%r2];"
        "cvt.rn.f32.u32 %f9, %r4;",
        A.astype(np.float32).view(np.uint32) & 0xFFFF,
    ),
    "ldmatrix": (
        f"{ROWS} st.shared.f32 [%r2], %f0;"
        "ldmatrix.sync.aligned.m8n8.x1.trans.shared.b16 {%r4}, [%r3]; mov.b32 %f9, %r4;",
        transposed(A.astype(np.float32)),
    ),
    "stmatrix": (
        f"{ROWS} mov.b32 %r4, %f0; stmatrix.sync.aligned.m8n8.x1.trans.shared.b16 [%r3], {{%r4}};"
        "ld.shared.f32 %f9, [%r2];",
        transposed(A.astype(np.float32)),
    ),
    "prmt": (
        "mov.b32 %r1, %f0; prmt.b32 %r1, %r1, 0, 0x0123; mov.b32 %f9, %r1;",
        A.astype(">f4").view("<f4"),
    ),
    "cp.reduce.async.bulk.global.shared::cta.bulk_group.add.u32": (
        f"{TO_SHARED} @%p0 cp.reduce.async.bulk.global.shared::cta.bulk_group.add.u32 [%q5], [%r3], 128;"
        f"{GROUP} ld.global.f32 %f9, [%q1];",
        (A.astype(np.float32).view(np.uint32) + B.astype(np.float32).view(np.uint32)).view(np.float32),
    ),
    "cp.reduce.async.bulk.global.shared::cta.bulk_group.add.f32": (
        "cvt.rn.f16x2.f32 %r5, %f0, %f1; mov.b32 %f0, %r5; st.global.f32 [%q1], 0f00000000;"
        f"{TO_SHARED} @%p0 cp.reduce.async.bulk.global.shared::cta.bulk_group.add.f32 [%q5], [%r3], 128;"
        f"{GROUP} ld.global.f32 %f9, [%q1];",
        np.stack([B, A], axis=1).astype(np.float16).view(np.float32)[:, 0],
    ),
    "fma.rn.oob": (
        "cvt.rn.f16.f32 %h0, %f0; mov.b16 %h1, 0x7ff7; fma.rn.oob.f16 %h2, %h0, %h1, %h0;"
        "cvt.f32.f16 %f9, %h2;",
        np.zeros(LANES),
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", LOST)
def test_a_result_that_shadows_do_not_follow_is_listed(name: str) -> None:
    body, value = LOST[name]
    found = shadow(body, A, B, declared=SPACES, target="sm_90")
    assert {line.instruction.startswith(name) for line in found.restarted} == {True}
    np.testing.assert_array_equal(found.output("out").shadow, value)


def test_the_last_of_several_lanes_that_store_decides_the_shadow() -> None:
    body = """
    mov.u32 %r2, s; setp.lt.u32 %p0, %r0, 16; mov.b32 %f2, 0x40e00000; @%p0 add.f32 %f2, %f0, %f1;
    st.shared.f32 [%r2], %f2; bar.sync 0; ld.shared.f32 %f9, [%r2];
    """
    assert shadow(body, A, B, declared=SPACES).compare(np.full(LANES, 7.0))


def test_a_register_moved_to_itself_in_some_lanes_keeps_its_shadow() -> None:
    body = "setp.lt.u32 %p0, %r0, 16; @%p0 mov.f32 %f0, %f0; mov.f32 %f9, %f0;"
    assert shadow(body, A).compare(A, tolerance=1e-14)


def test_relu_of_nan_is_nan() -> None:
    body = "sqrt.rn.f32 %f2, 0fBF800000; cvt.rn.relu.f16.f32 %h0, %f2; cvt.f32.f16 %f9, %h0;"
    assert shadow(body, A).compare(np.full(LANES, np.nan))


WITH_NAN: dict[str, Callable[[Array, Array], Array]] = {
    "add": np.add,
    "mul": np.multiply,
    "div.rn": np.divide,
    "max": np.fmax,
    "min": np.fmin,
    "max.NaN": np.maximum,
    "min.NaN": np.minimum,
}


@pytest.mark.parametrize("name", WITH_NAN)
def test_inputs_that_are_not_numbers_are_compared(name: str) -> None:
    a, b = A.copy(), B.copy()
    a[[3, 4, 5, 7]] = np.nan, np.inf, -np.inf, np.inf
    b[[5, 6, 7, 8]] = np.inf, np.nan, 0.0, np.inf
    with np.errstate(invalid="ignore"):
        exact = WITH_NAN[name](a, b)
    found = shadow(f"{name}.f32 %f9, %f0, %f1;", a, b)
    verdict = found.compare(exact)
    assert verdict, verdict
    assert found.first_broken is None, "no finite shadow became infinite or NaN"
    (output,) = found.outputs
    assert np.isfinite(output.bound).all(), "an infinite input has no rounding error"
    exact[3] = 1.0 if np.isnan(exact[3]) else np.nan
    assert not found.compare(exact)


def test_a_saturated_infinite_product_has_no_rounding_error() -> None:
    a = np.where(np.arange(LANES) % 2, np.inf, A)
    (output,) = shadow("mul.sat.f32 %f9, %f0, %f1;", a, B).outputs
    assert (output.bound < 1e-6).all()


def test_magnitudes_excuse_no_difference_that_they_do_not_explain() -> None:
    found = shadow("add.f32 %f9, %f0, %f1;", A, B)
    with pytest.raises(ValueError, match="-1"):
        found.compare(A + B, magnitude=np.full(LANES, -1.0))
    assert found.compare(A + B, magnitude=np.full(LANES, np.inf))
    assert not found.compare(A + B + 1, magnitude=np.full(LANES, np.inf))


CALLEES = """
.func (.param .f32 r) twice(.param .f32 x) {
    .reg .f32 %f<3>;
    ld.param.f32 %f1, [x]; add.f32 %f2, %f1, %f1; st.param.f32 [r], %f2; ret;
}
.func (.param .f32 r) half(.param .f32 x) {
    .reg .f32 %f<3>;
    ld.param.f32 %f1, [x]; mul.f32 %f2, %f1, 0f3F000000; st.param.f32 [r], %f2; ret;
}
.func (.reg .f32 q) thrice(.reg .f32 y) {
    .reg .f32 %f<2>;
    add.f32 %f1, y, y; add.f32 q, %f1, y; ret;
}
.func (.reg .f32 q) product(.reg .f32 y, .reg .f32 z, .reg .u32 n) {
    mul.f32 q, y, z; ret;
}
.func (.param .align 8 .b8 r[8]) swapped(.param .align 8 .b8 x[8]) {
    .reg .f32 %f<3>;
    ld.param.v2.f32 {%f1, %f2}, [x]; st.param.v2.f32 [r], {%f2, %f1}; ret;
}
"""
POWER = """
.func (.reg .f32 q) power(.reg .f32 y, .reg .u32 n) {
    .reg .f32 %f<2>; .reg .u32 %r<2>; .reg .pred %p;
    mov.f32 q, y; setp.le.u32 %p, n, 1; @%p ret;
    sub.u32 %r1, n, 1; add.f32 %f1, y, 0f3F800000; call (q), power, (y, %r1);
    mul.f32 q, q, %f1; ret;
}
"""
CALLS: dict[str, tuple[str, Callable[[Array, Array], Array]]] = {
    "variables and registers": (
        "st.param.f32 [px], %f0; call (pr), twice, (px); ld.param.f32 %f2, [pr]; call (%f3), thrice, (%f2);"
        "mul.f32 %f9, %f3, %f3;",
        lambda a, b: (6 * a) ** 2,
    ),
    "some lanes": (
        "setp.lt.f32 %p0, %f0, %f1; mov.f32 %f9, %f0; @%p0 call (%f9), thrice, (%f1);",
        lambda a, b: np.where(a < b, 3 * b, a),
    ),
    "by address": (
        "setp.lt.f32 %p0, %f0, %f1; mov.u64 %q5, twice; mov.u64 %q6, half; selp.b64 %q5, %q5, %q6, %p0;"
        "st.param.f32 [px], %f0; call (pr), %q5, (px), those; ld.param.f32 %f9, [pr];",
        lambda a, b: np.where(a < b, 2 * a, a / 2),
    ),
    "recursion": (
        "add.u32 %r1, %r0, 1; min.u32 %r1, %r1, 4; call (%f9), power, (%f0, %r1);",
        lambda a, b: a * (a + 1) ** np.minimum(np.arange(LANES), 3),
    ),
    "structure": (
        "st.param.v2.f32 [sx], {%f0, %f1}; call (sr), swapped, (sx); ld.param.v2.f32 {%f2, %f3}, [sr];"
        "fma.rn.f32 %f9, %f2, 0f40000000, %f3;",
        lambda a, b: 2 * b + a,
    ),
    "literals": (
        "call (%f2), product, (%f0, 0f3FB8AA3B, 5); ex2.approx.f32 %f9, %f2;",
        lambda a, b: np.exp(a),
    ),
    "no result": ("call (_), thrice, (%f0); mov.f32 %f9, %f1;", lambda a, b: b),
    "formats of lanes": (
        "setp.lt.f32 %p0, %f0, %f1; cvt.rn.f16x2.f32 %r1, %f1, %f0;"
        "st.param.b32 [px], %r1; @%p0 st.param.f32 [px], %f0;"
        "call (%f9), thrice, (px); @!%p0 mov.f32 %f9, %f1;",
        lambda a, b: np.where(a < b, 3 * a, b),
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", CALLS)
def test_shadows_go_through_calls(name: str) -> None:
    body, function = CALLS[name]
    declared = (
        ".param .f32 px; .param .f32 pr; .param .align 8 .b8 sx[8]; .param .align 8 .b8 sr[8];"
        "those: .callprototype (.param .f32 _) _ (.param .f32 _);"
    )
    report = run(body, A, B, declared=declared, before=CALLEES + POWER * (name == "recursion"))
    handed_over = ("recursion", "by address", "literals", "formats of lanes")
    assert report.engine == ("numpy" if name in handed_over else "native")
    found = report.shadow
    assert found is not None
    verdict = found.compare(function(A, B), tolerance=1e-12)
    assert verdict, verdict
    assert bool(found.restarted) == (name == "formats of lanes")


def test_a_verdict_on_shadows_that_ended_says_so() -> None:
    body = "mov.b32 %r1, %f0; xor.b32 %r1, %r1, 1; mov.b32 %f9, %r1;"
    verdict = shadow(body, A).compare(A)
    assert not verdict
    assert "this may be rounding, because shadows ended at PTX line" in str(verdict)


def test_a_narrow_write_ends_the_shadow_of_the_whole_value() -> None:
    body = """
    mov.u32 %r2, s; shl.b32 %r1, %r0, 2; add.u32 %r2, %r2, %r1; st.shared.f32 [%r2], %f0;
    mov.u16 %h0, 16256; st.shared.b16 [%r2+2], %h0; ld.shared.f32 %f9, [%r2];
    """
    output = shadow(body, A, declared=SPACES).output()
    np.testing.assert_array_equal(output.shadow, output.value)


def test_decisions_that_the_shadows_take_otherwise_are_counted() -> None:
    a = np.full(LANES, 1 + 2.0**-30)
    found = shadow("setp.gt.f32 %p0, %f0, 0f3F800000; selp.f32 %f9, 0f3F800000, %f0, %p0;", a)
    assert [line.disagreements for line in found.lines if line.disagreements] == [LANES]


@pytest.mark.parametrize("operands", ["%f0, %f1", "%f1, %f0"])
def test_powers_of_two_that_the_shadows_round_to_otherwise_are_counted(operands: str) -> None:
    body = f"cvt.rp.satfinite.ue8m0x2.f32 %h0, {operands}; mov.f32 %f9, %f0;"
    same = shadow(body, np.full(LANES, 3 + 2.0**-30), np.full(LANES, 4 - 2.0**-30), target="sm_100a")
    assert not any(line.disagreements for line in same.lines)
    assert not same.restarted
    other = shadow(body, np.full(LANES, 3.0), np.full(LANES, 4 + 2.0**-30), target="sm_100a")
    assert [line.disagreements for line in other.lines if line.disagreements] == [LANES]


def test_first_result_that_is_infinite_is_named() -> None:
    found = shadow("mul.f32 %f2, %f0, 0f7F000000; mul.f32 %f3, %f2, 0f40800000; rcp.rn.f32 %f9, %f3;", A + 2)
    assert found.first_broken is not None
    assert found.first_broken.instruction == "mul.f32"
    assert found.first_broken.overflows == LANES
    assert "first infinite or NaN result" in str(found)


def test_cancellations_and_subnormal_losses_are_counted() -> None:
    found = shadow("sub.f32 %f9, %f0, %f1;", A, A + 1e-5)
    assert sum(line.cancellations for line in found.lines) > LANES / 2
    tiny = shadow("mul.f32 %f2, %f0, 0f00800000; mul.f32 %f9, %f2, 0f33800000;", A)
    assert sum(line.subnormal_losses for line in tiny.lines) > LANES / 2


def test_a_constant_may_stand_for_what_it_rounds() -> None:
    body = "mul.f32 %f2, %f0, 0f3FB8AA3B; ex2.approx.f32 %f9, %f2;"
    assert shadow(body, A).compare(np.exp(A))
    assert not shadow(body, A).compare(np.exp(A) * (1 + 1e-6))


def test_a_report_is_text_json_and_html() -> None:
    report = run("add.f32 %f9, %f0, %f1;", A, B)
    assert report.engine == "native"
    found = report.shadow
    assert found is not None
    made = json.loads(json.dumps(found.to_json()))
    assert made["outputs"][0]["name"] == "out"
    assert made["outputs"][0]["largest"] == found.output().largest
    assert "out: largest error" in str(found)
    assert "out: largest error" in found._repr_mimebundle_()["text/html"]
    verdict = found.compare(A + B + 1e-3 * (np.arange(LANES) == 5))
    assert not verdict
    assert verdict.element == (5,)
    assert "out is wrong at [5]" in str(verdict)


def test_a_heat_map_shows_where_errors_are() -> None:
    body = "setp.lt.u32 %p0, %r0, 8; add.f32 %f9, %f0, 0f00000000; @%p0 add.f32 %f9, %f0, 0f4B000000;"
    found = shadow(body, np.arange(LANES) + 0.25 + 0.25 * (np.arange(LANES) == 5))
    shown = found.heat_map()
    assert shown.splitlines()[1] == "  |" + "*" * 5 + "#" + "*" * 2 + " " * 24 + "|"
    assert shown.svg.count("<rect") == LANES
    assert shown.svg in found._repr_mimebundle_()["text/html"]
    assert [str(each) for each in found.heat_maps()] == [str(shown)]
    broken = shadow("mul.f32 %f9, %f0, 0f7F000000;", A * 100).heat_map()
    assert "!" in broken.splitlines()[1]


def test_inputs_that_do_not_fit_are_refused() -> None:
    text = HEAD.format(body="mov.f32 %f9, %f0;", declared="", before="", target="sm_89")
    arrays = [np.zeros(LANES, np.float32) for _ in range(3)]
    for given_, said in (
        ({"c": A}, "'c'"),
        ({"a": A[:5]}, r"\(5,\)"),
        ({"a": A.astype(np.float32)}, "float32"),
    ):
        with pytest.raises(LaunchError, match=said):
            simulate(from_ptx(text), arrays, grid=(1, 1, 1), block=(LANES, 1, 1), shadow=given_)


def test_slices_have_no_native_engine() -> None:
    text = HEAD.format(body="mov.f32 %f9, %f0;", declared="", before="", target="sm_89")
    arrays = [np.zeros(LANES, np.float32) for _ in range(3)]
    options: dict[str, Any] = {"grid": (1, 1, 1), "block": (LANES, 1, 1), "shadow": "slices"}
    with pytest.raises(LaunchError, match="shadow= with slices"):
        simulate(from_ptx(text), arrays, **options, native=True)
    assert simulate(from_ptx(text), arrays, **options).reason == "shadow= with slices or terms"
