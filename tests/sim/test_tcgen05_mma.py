"""Products of tensor cores against NumPy, bit for bit: kinds, majors, swizzles, layouts of D, places of A."""

from __future__ import annotations

from contextlib import nullcontext
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pyptx.errors import SimFault
from pyptx.layouts.descriptors import Major
from pyptx.sim import simulate
from pyptx.sim.native import MISSING
from tests.sim.tensor_cores import BITS, Case, Kernel, encoded

K, MN = Major.K, Major.MN

KINDS = [
    Case("f16", a="f16", b="f16"),
    Case("f16", a="bf16", b="f16"),
    Case("f16", a="f16", b="f16", d="f16"),
    Case("f16", a="bf16", b="bf16", n=256),
    Case("tf32", a="tf32", b="tf32"),
    Case("f8f6f4", a="e4m3", b="e5m2"),
    Case("f8f6f4", a="e5m2", b="e4m3", d="f16"),
    Case("f8f6f4", a="e2m3", b="e3m2"),
    Case("f8f6f4", a="e2m1", b="e4m3"),
    Case("f8f6f4", a="e3m2", b="e2m1"),
    Case("i8", a="s8", b="u8", d="s32"),
    Case("i8", a="u8", b="s8", d="s32", n=24),
]


def name(case: Case) -> str:
    return f"{case.kind}-{case.a}-{case.b}-{case.d}-{case.m}x{case.n}-{'-'.join(case.swizzles)}"


def check(case: Case, **options: Any) -> None:
    """Run one product, and the same added to it, and compare."""
    kernel = Kernel(case.group, columns=512 if case.tensor_a or case.n > 128 else 256)
    left, right = case.operands()
    names = case.lay_out(kernel, left, right)
    kernel.products += [case.mma(names), case.mma(names, enable="1")]
    out, _ = kernel.run(**options)
    once = case.product(left, right)
    first = once.astype({"f32": np.float32, "f16": np.float16, "s32": np.int32}[case.d])
    with np.errstate(over="ignore"):
        np.testing.assert_array_equal(case.d_of(out), encoded(case.d, case.product(left, right, first)))


@pytest.mark.skipif(bool(MISSING), reason=MISSING)
@pytest.mark.parametrize(
    ("options", "engine"),
    [({}, "native"), ({"checks": ("races",)}, "native"), ({"order": "hardware"}, "native")],
    ids=["default", "races", "hardware"],
)
def test_the_engine_of_a_launch(options: dict[str, Any], engine: str) -> None:
    kernel, case = Kernel(columns=256), Case()
    names = case.lay_out(kernel, *case.operands())
    kernel.products.append(case.mma(names))
    args = kernel.shared, kernel.tensor, np.zeros_like(kernel.tensor)
    report = simulate(kernel.program(), args, grid=(1, 1, 1), block=(128, 1, 1), **{"checks": (), **options})
    assert report.engine == engine


@pytest.mark.parametrize("case", KINDS, ids=name)
def test_kinds(case: Case) -> None:
    check(case)


@pytest.mark.parametrize("swizzle", ["NONE", "32B", "64B", "128B"])
@pytest.mark.parametrize("major", [K, MN], ids=["K", "MN"])
def test_a_with_every_swizzle(swizzle: str, major: Major) -> None:
    check(Case(majors=(major, K), swizzles=(swizzle, "32B")))


@pytest.mark.parametrize("swizzle", ["NONE", "32B", "64B", "128B"])
@pytest.mark.parametrize("major", [K, MN], ids=["K", "MN"])
def test_b_with_every_swizzle(swizzle: str, major: Major) -> None:
    check(Case("f8f6f4", a="e4m3", b="e4m3", majors=(K, major), swizzles=("NONE", swizzle), n=128))


def test_tf32_that_is_mn_major_moves_32_bytes_at_a_time() -> None:
    check(Case("tf32", a="tf32", b="tf32", majors=(MN, MN), swizzles=("128B_32B", "128B_32B")))


@pytest.mark.parametrize("swizzle", ["32B", "64B", "128B"])
@pytest.mark.parametrize("major", [K, MN], ids=["K", "MN"])
@pytest.mark.parametrize("base", range(8))
def test_patterns_that_start_between_multiples_of_their_period(swizzle: str, major: Major, base: int) -> None:
    check(Case(majors=(major, K), swizzles=(swizzle, swizzle), bases=(base, (3 * base + 5) % 8)))


@pytest.mark.parametrize("claimed", [(0, 0), (3, 0), (0, 6), (4, 6)])
def test_a_wrong_base_offset_gives_wrong_values(claimed: tuple[int, int]) -> None:
    with pytest.raises(AssertionError, match="not equal"):
        check(Case(swizzles=("128B", "128B"), bases=(3, 6), claimed=claimed))


def test_tf32_whose_pattern_starts_between_multiples_of_its_period() -> None:
    swizzles = "128B_32B", "128B_32B"
    check(Case("tf32", a="tf32", b="tf32", majors=(MN, MN), swizzles=swizzles, bases=(1, 3)))


@pytest.mark.parametrize(
    "case",
    [
        Case(m=64, n=64),
        Case(m=64, n=64, lane=16),
        Case(m=128, n=64, ws=True),
        Case(m=64, n=128, ws=True),
        Case(m=32, n=256, ws=True),
        Case("i8", m=32, n=64, a="s8", b="s8", d="s32", ws=True),
    ],
    ids=lambda case: f"{case.m}x{case.n}-{'ws-' * case.ws}{case.lane}",
)
def test_layouts_of_d(case: Case) -> None:
    check(case)


@pytest.mark.parametrize(
    "case",
    [
        Case(tensor_a=True),
        Case(m=64, tensor_a=True, lane=16),
        Case("tf32", a="tf32", b="tf32", tensor_a=True),
        Case("f8f6f4", a="e4m3", b="e5m2", tensor_a=True),
        Case("f8f6f4", a="e2m1", b="e3m2", tensor_a=True),
        Case("i8", a="s8", b="s8", d="s32", tensor_a=True),
        Case(m=128, ws=True, tensor_a=True),
        Case(m=64, ws=True, tensor_a=True),
        Case("i8", m=32, a="s8", b="u8", d="s32", ws=True, tensor_a=True),
    ],
    ids=name,
)
def test_a_in_tensor_memory(case: Case) -> None:
    check(case)


@pytest.mark.parametrize(
    "case",
    [
        Case(m=256, n=128, group=2),
        Case(m=128, n=128, group=2),
        Case(m=256, n=128, group=2, tensor_a=True),
        Case(m=128, n=128, group=2, tensor_a=True),
        Case("f8f6f4", m=256, n=64, a="e4m3", b="e4m3", group=2, majors=(K, MN), swizzles=("128B", "32B")),
    ],
    ids=name,
)
def test_pairs(case: Case) -> None:
    check(case)


@pytest.mark.parametrize(
    "case",
    [
        Case(),
        Case("f16", d="f16"),
        Case("tf32", a="tf32", b="tf32", n=24),
        Case("i8", a="s8", b="u8", d="s32"),
        Case(tensor_a=True),
        Case(m=256, n=128, group=2),
    ],
    ids=name,
)
def test_d_is_rounded_after_each_of_many_products(case: Case) -> None:
    negated = replace(case, options={"negate_a": True})
    kernel = Kernel(case.group, columns=512)
    left, right = case.operands()
    names = case.lay_out(kernel, left, right)
    type_ = {"f32": np.float32, "f16": np.float16, "s32": np.int32}[case.d]
    held: Any = np.zeros((case.m, case.n), type_)
    for number in range(20):
        minus = number % 3 == 2 and case.d != "s32"
        adds = number > 1  # the second replaces what the first made
        kernel.products.append((negated if minus else case).mma(names, enable=str(int(adds))))
        held = held if adds else np.zeros_like(held)
        held = -case.product(left, right, -held) if minus else case.product(left, right, held)
        held = held.astype(type_)
    out, _ = kernel.run()
    np.testing.assert_array_equal(case.d_of(out), encoded(case.d, held.astype(np.float64)))


@pytest.mark.parametrize("mask", [0, 1], ids=["all lanes", "but one"])
def test_lanes_that_no_product_wrote_stay_undefined(mask: int) -> None:
    case, kernel = Case(), Kernel(columns=256, only=(0, 0))
    names = case.lay_out(kernel, *case.operands())
    kernel.products.append(f"mov.b32 %r20, {mask}; mov.b32 %r21, 0;")
    lanes = ", {%r20, %r21, %r21, %r21}, %p7;"
    kernel.products += [case.mma(names, enable=enable).replace(", %p7;", lanes) for enable in "01"]
    with (
        pytest.raises(SimFault, match="lane 0, column 0 of tensor memory, which is read here")
        if mask
        else nullcontext()
    ):
        kernel.run(checks=("uninitialized",))


@pytest.mark.parametrize("schedule", ["late", "early", "random"])
def test_every_schedule_gives_the_same(schedule: str) -> None:
    check(Case(m=256, n=128, group=2), schedule=schedule, seed=3)
    check(Case(), schedule=schedule, seed=3)


TYPES = {
    "f16": ("f16", "bf16"),
    "tf32": ("tf32",),
    "f8f6f4": ("e4m3", "e5m2", "e2m3", "e3m2", "e2m1"),
    "i8": ("s8", "u8"),
}
RESULTS = {"f16": ("f32", "f16"), "tf32": ("f32",), "f8f6f4": ("f32", "f16"), "i8": ("s32",)}
ROWS = {"one": (64, 128), "pair": (128, 256), "ws": (32, 64, 128)}
SWIZZLE_BYTES = {"NONE": 16, "32B": 32, "64B": 64, "128B": 128}


def places_of(draw: st.DrawFn, type_: str, extent: int, *, may_turn: bool) -> tuple[Major, str]:
    """A major and a swizzle of a matrix with so many rows or columns in a CTA."""
    size = {"f16": 2, "bf16": 2, "tf32": 4}.get(type_, 1)
    fits = [swizzle for swizzle, width in SWIZZLE_BYTES.items() if extent * size % width == 0]
    if type_ == "tf32":
        fits = ["128B_32B"] * (extent * size % 128 == 0)
    if may_turn and fits and type_ not in BITS and draw(st.booleans()):
        return MN, draw(st.sampled_from(fits))
    return K, draw(st.sampled_from(list(SWIZZLE_BYTES)))


@st.composite
def products(draw: st.DrawFn) -> Case:
    """Any dense product without scale factors."""
    kind, mode = draw(st.sampled_from(list(TYPES))), draw(st.sampled_from(list(ROWS)))
    a, b = (draw(st.sampled_from(TYPES[kind])) for _ in "ab")
    d = draw(st.sampled_from(RESULTS[kind]))
    if kind == "f16" and d == "f16":
        a = b = "f16"
    group, m, step = 1 + (mode == "pair"), draw(st.sampled_from(ROWS[mode])), 16
    if kind == "i8" or mode == "pair":
        step = 32
    n = draw(st.sampled_from((64, 128, 256) if mode == "ws" else range(step, 257, step)))
    tensor_a = draw(st.booleans())
    left = places_of(draw, a, m // group, may_turn=not tensor_a)
    right = places_of(draw, b, n // group, may_turn=True)
    lane = draw(st.sampled_from((0, 16))) if (mode, m) == ("one", 64) else 0
    return Case(
        kind, m=m, n=n, a=a, b=b, d=d, majors=(left[0], right[0]), swizzles=(left[1], right[1]), group=group,
        ws=mode == "ws", lane=lane, tensor_a=tensor_a, seed=draw(st.integers(0, 99)),
    )  # fmt: skip


@settings(max_examples=8, deadline=None)
@given(products(), st.sampled_from(["late", "early", "random"]), st.sampled_from([(), ("races",)]))
def test_any_product(case: Case, schedule: str, checks: tuple[str, ...]) -> None:
    check(case, schedule=schedule, seed=3, checks=checks)
