"""Shadows in tensor memory: MMAs of every kind and layout without rounding, loads, stores, slices."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from pyptx.layouts.descriptors import TCGEN05_MATRIX, Major
from pyptx.program import from_ptx
from pyptx.sim.shadow.nibbles import numbers_of_four_bits
from tests.sim.shadow_engines import simulate_both as simulate
from tests.sim.tensor_cores import OFF, Case, Kernel

if TYPE_CHECKING:
    from collections.abc import Callable

    from pyptx.sim.shadow.report import ShadowReport

K, MN = Major.K, Major.MN

CASES = [
    Case("f16", a="bf16", b="f16"),
    Case("f16", a="f16", b="f16", d="f16"),
    Case("f8f6f4", a="e4m3", b="e5m2"),
    Case("tf32", a="tf32", b="tf32"),
    Case("f8f6f4", a="e2m3", b="e3m2"),
    Case("f8f6f4", a="e2m1", b="e4m3"),
    Case("f8f6f4", a="e3m2", b="e2m1", tensor_a=True),
    Case("f16", majors=(MN, K), swizzles=("128B", "32B")),
    Case("f8f6f4", a="e4m3", b="e4m3", majors=(K, MN), swizzles=("NONE", "64B"), n=128),
    Case(m=64, lane=16),
    Case(m=32, n=256, ws=True),
    Case(m=64, tensor_a=True, lane=16),
    Case(m=64, n=128, ws=True, tensor_a=True),
    Case("tf32", a="tf32", b="tf32", tensor_a=True),
    Case(m=256, group=2),
    Case(m=128, group=2, options={"negate_a": True}),
]


def name(case: Case) -> str:
    words = ("ws" * case.ws, "a-in-tensor-memory" * case.tensor_a, "negated" * bool(case.options))
    return "-".join(filter(None, (f"{case.a}x{case.b}-{case.d}-m{case.m}-group{case.group}", *words)))


def launched(
    case: Case, shadow: Any = True, products: int = 2, **options: Any
) -> tuple[ShadowReport, Any, Any]:
    """Run A * B, or twice that; return the report, the shadows of D and the exact product."""
    kernel = Kernel(case.group, columns=512 if case.tensor_a or case.n > 128 else 256)
    left, right = case.operands()
    names = case.lay_out(kernel, left, right)
    kernel.products += [case.mma(names), case.mma(names, enable="1")][:products]
    halves = 2 if case.d == "f16" else 1
    image = np.arange(kernel.tensor.size, dtype=np.uint32).reshape(kernel.tensor.shape)
    found = kernel.shadows(halves=halves, shadow=shadow, **options)
    places = case.d_of(image).astype(np.int64) * halves
    return found, found.output("out").shadow.reshape(-1)[places], case.exact(left, right)


@pytest.mark.parametrize("case", CASES, ids=name)
def test_an_mma_adds_products_without_rounding(case: Case) -> None:
    report, shadow, product = launched(case)
    wanted = -2 * product if case.options else 2 * product
    np.testing.assert_allclose(shadow, wanted, rtol=0, atol=1e-12 * np.abs(product).max())
    assert not report.restarted
    output = report.output("out")
    assert (np.abs(output.error) <= output.bound + 1e-12)[output.known].all()
    assert output.known.sum() == product.size


OFF_CASES = [
    Case("f16", a="f16", b="f16", d="f16"),
    Case("f16", a="bf16", b="bf16", options={"negate_a": True}),
    Case("f16", a="f16", b="f16", majors=(MN, K), swizzles=("128B", "32B")),
    Case("f8f6f4", a="e4m3", b="e4m3", majors=(K, MN), swizzles=("NONE", "64B"), n=128),
    Case("f8f6f4", a="e5m2", b="e5m2", tensor_a=True),
    Case(m=64, a="bf16", b="bf16", lane=16),
    Case(m=64, a="bf16", b="bf16", n=128, ws=True, tensor_a=True),
    Case(m=256, a="bf16", b="bf16", group=2),
]


@pytest.mark.parametrize("case", OFF_CASES, ids=name)
def test_operands_of_an_mma_have_shadows(case: Case) -> None:
    kernel = Kernel(case.group, columns=512 if case.tensor_a or case.n > 128 else 256)
    left, right = case.operands()
    names = case.lay_out(kernel, left, right)
    kernel.products += [case.mma(names), case.mma(names, enable="1")]
    halves = 2 if case.d == "f16" else 1
    image = np.arange(kernel.tensor.size, dtype=np.uint32).reshape(kernel.tensor.shape)
    report = kernel.shadows(halves=halves, held=case.a, tensor=True)
    found = report.output("out").shadow.reshape(-1)[case.d_of(image).astype(np.int64) * halves]
    product = case.exact(left, right) * 2 * OFF**2
    wanted = -product if case.options else product
    np.testing.assert_allclose(found, wanted, rtol=0, atol=1e-12 * np.abs(product).max())
    assert not report.restarted


def test_a_slice_of_tensor_memory_has_the_lines_of_both_mmas() -> None:
    report, _, product = launched(Case("f16", n=32), "slices")
    output = report.output("out")
    place = tuple(map(int, np.argwhere(output.nodes)[5]))
    lines = report.slice(place, "out").lines
    assert len(lines) == 2
    one, _, _ = launched(Case("f16", n=32), "slices", products=1)
    assert lines[0] in one.slice(place, "out").lines
    assert (output.nodes > 0).sum() == product.size  # those below 0 are contents that no thread stored


def test_stores_and_loads_carry_shadows_and_packed_halves() -> None:
    text = """.version 9.1
.target sm_100a
.address_size 64
.visible .entry k(.param .u64 x, .param .u64 y)
{
    .shared .align 4 .b32 slot;
    .reg .b32 %r<9>; .reg .b16 %h<3>; .reg .f32 %f<9>; .reg .b64 %q<5>;
    tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [slot], 32;
    bar.sync 0;
    ld.shared.b32 %r1, [slot];
    ld.param.u64 %q1, [x]; ld.param.u64 %q2, [y];
    mov.u32 %r2, %tid.x; mul.wide.u32 %q3, %r2, 8;
    add.u64 %q1, %q1, %q3; add.u64 %q2, %q2, %q3;
    ld.global.v2.f32 {%f1, %f2}, [%q1];
    mul.f32 %f1, %f1, 0f40400000;
    cvt.rn.bf16x2.f32 %r3, %f2, %f1;
    mov.b32 %r4, %f1;
    tcgen05.st.sync.aligned.32x32b.x2.b32 [%r1], {%r3, %r4};
    tcgen05.wait::st.sync.aligned;
    tcgen05.ld.sync.aligned.32x32b.x2.b32 {%r5, %r6}, [%r1];
    tcgen05.wait::ld.sync.aligned;
    mov.b32 {%h1, %h2}, %r5;
    cvt.f32.bf16 %f3, %h2;
    mov.b32 %f4, %r6;
    st.global.v2.f32 [%q2], {%f3, %f4};
    tcgen05.dealloc.cta_group::1.sync.aligned.b32 %r1, 32;
    ret;
}
"""
    x = np.random.default_rng(1).uniform(-1, 1, (32, 2)).astype(np.float32)
    y = np.zeros_like(x)
    found = simulate(from_ptx(text), (x, y), grid=(1, 1, 1), block=(32, 1, 1), shadow=True).shadow
    assert found is not None
    output = found.output("y")
    np.testing.assert_array_equal(output.shadow[:, 0], x[:, 1].astype(float))
    np.testing.assert_array_equal(output.shadow[:, 1], 3 * x[:, 0].astype(float))
    assert output.error[:, 0].any()
    assert not found.restarted


def run_with_errors(kernel: Kernel, exact: dict[str, Any]) -> ShadowReport:
    """Run a kernel whose contents are rounded numbers, and give it the numbers themselves."""
    for name, numbers in exact.items():
        held = getattr(kernel, name)
        setattr(kernel, name, numbers.astype(np.float32).view(held.dtype).reshape(held.shape))
    data, tensor = (
        getattr(kernel, name).view(np.float32) if name in exact else getattr(kernel, name)
        for name in ("shared", "tensor")
    )
    names = {"shared": "data", "tensor": "tensor"}
    found = simulate(
        kernel.program(),
        (data, tensor, np.zeros(kernel.tensor.shape, np.float32)),
        grid=(1, 1, 1),
        block=(128, 1, 1),
        checks=(),
        shadow={names[name]: numbers for name, numbers in exact.items()},
    ).shadow
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("words", "lanes"),
    [("128x128b", range(128)), ("32x128b.warpx4", range(32)), ("64x128b.warpx2::02_13", range(64))],
)
def test_a_copy_to_tensor_memory_carries_shadows(words: str, lanes: range) -> None:
    kernel = Kernel(columns=32, smem=4096)
    kernel.known = {0}
    exact = np.random.default_rng(1).uniform(1, 2, (1, 1024))
    name = kernel.constant("%d0", TCGEN05_MATRIX.encode(address=0, leading=2048, stride=128, version=1))
    kernel.products.append(f"tcgen05.cp.cta_group::1.{words} [%taddr+4], {name};")
    found = run_with_errors(kernel, {"shared": exact}).output("out")
    rows = exact.reshape(-1, 4)[: len(lanes)]
    copies = np.tile(rows, (128 // len(lanes), 1))
    np.testing.assert_array_equal(found.shadow[0, :, 4:8], copies)
    assert (found.error[0, :, 4:8] != 0).mean() > 0.9


def test_a_shift_carries_shadows() -> None:
    kernel = Kernel(columns=32, smem=4096)
    kernel.known = {0}
    exact = np.random.default_rng(2).uniform(1, 2, (1, 128, 32))
    kernel.products.append(f"tcgen05.shift.cta_group::1.down [%taddr+{(32 << 16) + 8}];")
    found = run_with_errors(kernel, {"tensor": exact}).output("out")
    expected = exact.copy()
    expected[0, 32:63, 8:16] = exact[0, 33:64, 8:16]
    np.testing.assert_array_equal(found.shadow, expected)
    assert (found.error != 0).mean() > 0.9


def test_an_mma_of_packed_elements_of_4_bits_multiplies_without_rounding() -> None:
    case = Case("mxf4", a="e2m1", b="e2m1", options={"sfa_id": 0, "sfb_id": 0})
    kernel = Kernel(columns=256)
    left, right = case.operands()
    names = case.lay_out(kernel, left, right)
    kernel.tensor[..., 64:96] = 0x7F7F7F7F  # factors of 1
    kernel.known.add(2)
    line = case.mma(names, words=".block_scale").replace(", %p7;", ", [%taddr+64], [%taddr+64], %p7;")
    kernel.products.append(line)
    exact = numbers_of_four_bits(kernel.shared).astype(np.float64) * OFF
    image = np.arange(kernel.tensor.size, dtype=np.uint32).reshape(kernel.tensor.shape)
    report = kernel.shadows(shadow={"data": exact})
    found = report.output("out").shadow.reshape(-1)[case.d_of(image).astype(np.int64)]
    np.testing.assert_allclose(found, case.exact(left, right) * OFF**2, rtol=1e-12)
    assert not report.restarted


@pytest.mark.parametrize(
    ("words", "choose"),
    [
        ("min.f32", lambda x: x.min(-1)),
        ("max.f32", lambda x: x.max(-1)),
        ("max.abs.f32", lambda x: abs(x).max(-1)),
    ],
)
def test_a_load_with_a_reduction_carries_shadows(words: str, choose: Callable[[Any], Any]) -> None:
    text = f""".version 9.1
.target sm_103a
.address_size 64
.visible .entry k(.param .u64 x, .param .u64 y)
{{
    .shared .align 4 .b32 slot;
    .reg .b32 %r<9>; .reg .b64 %q<5>;
    tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [slot], 32;
    bar.sync 0;
    ld.shared.b32 %r1, [slot];
    ld.param.u64 %q1, [x]; ld.param.u64 %q2, [y];
    mov.u32 %r2, %tid.x; mul.wide.u32 %q3, %r2, 16; add.u64 %q1, %q1, %q3;
    mul.wide.u32 %q3, %r2, 4; add.u64 %q2, %q2, %q3;
    ld.global.v4.b32 {{%r3, %r4, %r5, %r6}}, [%q1];
    tcgen05.st.sync.aligned.32x32b.x4.b32 [%r1], {{%r3, %r4, %r5, %r6}};
    tcgen05.wait::st.sync.aligned;
    tcgen05.ld.red.sync.aligned.32x32b.x4.{words} {{%r3, %r4, %r5, %r6}}, %r7, [%r1];
    tcgen05.wait::ld.sync.aligned;
    st.global.b32 [%q2], %r7;
    tcgen05.dealloc.cta_group::1.sync.aligned.b32 %r1, 32;
    ret;
}}
"""
    exact = np.random.default_rng(3).uniform(-2, 2, (32, 4))
    x, y = exact.astype(np.float32), np.zeros(32, np.float32)
    report = simulate(from_ptx(text), (x, y), grid=(1, 1, 1), block=(32, 1, 1), shadow={"x": exact})
    assert report.shadow is not None
    output = report.shadow.output("y")
    np.testing.assert_array_equal(output.shadow, choose(exact))
    assert (output.error != 0).mean() > 0.9
    assert (np.abs(output.error) <= output.bound).all()
    assert not report.shadow.restarted
