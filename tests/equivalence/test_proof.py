"""Proofs over the real numbers: right variants are proved, and bugs are refuted by an input."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

import pyptx
from pyptx import Tile, kernel, ptx, reg
from pyptx.equivalence import Search
from pyptx.kernels import (
    build_attention_hopper,
    build_fused_silu_mul,
    build_gemm_ampere,
    build_gemm_hopper,
    build_layer_norm,
    build_rms_norm,
    build_softmax,
)
from pyptx.types import b32, bf16, f32, s32

Array = np.ndarray[Any, Any]
QUICK = Search(kinds=("uniform",), draws=1, tries=6)
LOG2_E = math.log2(math.e)
WARP = 32


def prove(first: Any, second: Any, *inputs: Any, **options: Any) -> Any:
    return pyptx.equal(first, second, *inputs, search=QUICK, prove=True, **options)


def lane_kernel(compute: Any, *, inputs: int = 1) -> Any:
    """A kernel of one warp: `compute` makes an element of the output from those of the inputs."""

    def body(*tensors: Any) -> None:
        *sources, target = ptx.global_ptrs(*tensors)
        lane = ptx.special.tid.x()
        values = []
        for source in sources:
            value = reg.scalar(f32)
            ptx.ld(f32, value, ptx.addr(source + lane * 4))
            values.append(value)
        ptx.st(f32, ptx.addr(target + lane * 4), compute(*values))

    bodies: dict[int, Any] = {1: lambda X, Y: body(X, Y), 2: lambda X, V, Y: body(X, V, Y)}
    made = kernel(in_specs=(Tile(WARP, f32),) * inputs, out_specs=(Tile(WARP, f32),), grid=1, block=WARP)
    return made(bodies[inputs])


def exchanged(value: Any, distance: int) -> Any:
    other = reg.scalar(b32)
    ptx.inst.shfl.sync.bfly.b32(other, value, distance, 31, 0xFFFFFFFF)
    return _as_f32(other)


def _as_f32(bits: Any) -> Any:
    value = reg.scalar(f32)
    ptx.inst.mov.b32(value, bits)
    return value


def power(x: Any) -> Any:
    made = reg.scalar(f32)
    ptx.inst.ex2.approx.f32(made, x)
    return made


def softmax(x: Array) -> Array:
    e = np.exp(x - x.max(-1, keepdims=True))
    return (
        np.asarray(e / e.sum(-1, keepdims=True))
        if isinstance(e, np.ndarray)
        else e / e.sum(-1, keepdims=True)
    )


def butterfly_sum(x: Any) -> Any:
    for distance in (16, 8, 4, 2, 1):
        x = x + exchanged(x, distance)
    return x


def serial_sum(x: Any) -> Any:
    total = reg.scalar(f32, 0.0)
    for lane in range(WARP):
        other = reg.scalar(b32)
        ptx.inst.shfl.sync.idx.b32(other, x, lane, 31, 0xFFFFFFFF)
        total = total + _as_f32(other)
    return total


def test_orders_of_a_reduction() -> None:
    found = prove(lane_kernel(butterfly_sum), lane_kernel(serial_sum))
    assert found, found
    assert found.verdict == "proved over the reals"
    assert found.proof.elements == WARP
    assert prove(lane_kernel(serial_sum), lambda x: x.sum() + 0 * x)


@pytest.mark.parametrize(
    ("operation", "mask", "verdict"),
    [
        ("max", 0xFFFFFFFF, "proved over the reals"),
        ("min", 0xFFFFFFFF, "refuted"),
        ("max", 0xFFFFFFFE, "refuted"),
    ],
)
def test_extrema_of_a_warp(operation: str, mask: int, verdict: str) -> None:
    def extremum(x: Any) -> Any:
        found = reg.scalar(f32, 0.0)
        with ptx.if_(ptx.special.tid.x() >= WARP - mask.bit_count()):
            getattr(ptx.inst.redux.sync, operation).f32(found, x, mask)
        return found

    found = prove(lane_kernel(extremum), lambda x: x.max() + 0 * x)
    assert found.verdict == verdict, found


def test_the_rescaled_sum_of_the_online_softmax_is_that_of_the_plain_one() -> None:
    def online(x: Any, v: Any, *, rescale: bool = True) -> Any:
        """Each lane makes the whole sum, four elements after four, with the largest one so far."""
        top, total, made = reg.scalar(f32, -math.inf), reg.scalar(f32, 0.0), reg.scalar(f32, 0.0)
        for block in range(0, 12, 4):
            scores: list[Any] = []
            values: list[Any] = []
            for lane in range(block, block + 4):
                for source, taken in ((x, scores), (v, values)):
                    other = reg.scalar(b32)
                    ptx.inst.shfl.sync.idx.b32(other, source, lane, 31, 0xFFFFFFFF)
                    taken.append(_as_f32(other))
            before = reg.from_(top, f32)
            for score in scores:
                ptx.inst.max.f32(top, top, score)
            if rescale:
                factor = power((before - top) * LOG2_E)
                ptx.inst.mul.f32(total, total, factor)
                ptx.inst.mul.f32(made, made, factor)
            for score, value in zip(scores, values, strict=True):
                weight = power((score - top) * LOG2_E)
                ptx.inst.add.f32(total, total, weight)
                ptx.inst.fma.rn.f32(made, weight, value, made)
        inverse = reg.scalar(f32)
        ptx.inst.rcp.approx.f32(inverse, total)
        return made * inverse

    def reference(x: Any, v: Any) -> Any:
        return (softmax(x[:12]) * v[:12]).sum() + 0 * v

    found = prove(lane_kernel(online, inputs=2), reference)
    assert found, found
    assert "1.44269502 as log2(e)" in str(found)
    wrong = prove(lane_kernel(lambda x, v: online(x, v, rescale=False), inputs=2), reference)
    assert wrong.verdict == "refuted", wrong
    assert wrong.example is not None


def rms_norm(x: Any, w: Any) -> Any:
    return x * w / np.sqrt((x * x).mean(-1, keepdims=True) + 1e-6)


def layer_norm(x: Any, w: Any, b: Any) -> Any:
    mean = x.mean(-1, keepdims=True)
    return (x - mean) / np.sqrt(x.var(-1, keepdims=True) + 1e-5) * w + b


def layer_norm_by_moments(x: Any, w: Any, b: Any) -> Any:
    mean = x.mean(-1, keepdims=True)
    return (x - mean) * ((x * x).mean(-1, keepdims=True) - mean**2 + 1e-5) ** -0.5 * w + b


def swiglu(gate: Any, up: Any) -> Any:
    return gate / (1 + np.exp(-gate)) * up


def with_logarithms(x: Any) -> Any:
    return softmax(x), np.log(np.exp(x).sum(-1))


def attention(q: Any, k: Any, v: Any) -> Any:
    return softmax(q @ np.swapaxes(k, -1, -2) / np.sqrt(96)) @ v


ROWS = {"B": 2}
PROVED = {
    "softmax": (build_softmax(40), softmax, ROWS),
    "softmax with logarithms": (build_softmax(24, statistics=True), with_logarithms, ROWS),
    "rms norm": (build_rms_norm(40), rms_norm, ROWS),
    "layer norm": (build_layer_norm(16), layer_norm, ROWS),
    "layer norm by moments": (build_layer_norm(16), layer_norm_by_moments, ROWS),
    "swiglu": (build_fused_silu_mul(2, 16), swiglu, {"M": 2, "F": 16}),
    "mma": (build_gemm_ampere(), lambda a, b: a @ b.T, {"M": 8, "N": 8, "K": 24}),
    "wgmma and mma": (build_gemm_hopper(), build_gemm_ampere(), {"M": 8, "N": 8, "K": 24}),
    "attention": (build_attention_hopper(64, sizes=(1, 1, 1, 12), scale=96**-0.5), attention, {}),
}


@pytest.mark.parametrize("name", PROVED)
def test_kernels_of_the_library_are_proved(name: str) -> None:
    first, second, sizes = PROVED[name]
    found = prove(first, second, sizes=sizes)
    assert found, found
    assert found.verdict == "proved over the reals"
    assert found.proof.elements > 0


REFUTED = {
    "one element of K dropped": ("mma", lambda a, b: a[:, :-1] @ b[:, :-1].T),
    "a scale off by a row": (
        "rms norm",
        lambda x, w: x * w / np.sqrt((x * x).mean(-1, keepdims=True)[::-1] + 1e-6),
    ),
    "a mask off by one": ("softmax", lambda x: np.concatenate((softmax(x[:, :-1]), 0 * x[:, -1:]), axis=1)),
    "no maximum of the row": (
        "softmax",
        lambda x: np.exp(x) / np.exp(x - x.max(-1, keepdims=True)).sum(-1, keepdims=True),
    ),
    "another epsilon": ("layer norm", lambda x, w, b: layer_norm(x, w, b) * (1 + 1e-7)),
    "the scale forgotten": ("attention", lambda q, k, v: softmax(q @ np.swapaxes(k, -1, -2)) @ v),
}


@pytest.mark.parametrize("bug", REFUTED)
def test_bugs_are_refuted_by_an_input(bug: str) -> None:
    name, wrong = REFUTED[bug]
    first, _, sizes = PROVED[name]
    found = prove(first, wrong, sizes=sizes)
    assert not found
    assert found.verdict == "refuted", found
    assert found.example is not None
    assert found.to_json()["proof"] is None


# Outside the fragment


def relu_by_comparison(x: Any) -> Any:
    made = reg.scalar(f32, 0.0)
    ptx.inst.mov.f32(made, x, pred=x > 0.0)
    return made


def relu_by_maximum(x: Any) -> Any:
    made = reg.scalar(f32)
    ptx.inst.max.f32(made, x, 0.0)
    return made


def masked(x: Any, *, mask: Any = 0x7FFFFFFF, operation: str = "and_") -> Any:
    bits = reg.scalar(b32)
    ptx.inst.mov.b32(bits, x)
    getattr(ptx.inst, operation).b32(bits, bits, mask)
    return _as_f32(bits)


def sign_of_another(x: Any) -> Any:
    """The sign of a sum of lanes, in the place of the own one."""
    bits = reg.scalar(b32)
    ptx.inst.mov.b32(bits, x + exchanged(x, 1))
    ptx.inst.and_.b32(bits, bits, 0x80000000)
    return masked(x, mask=bits, operation="xor")


def rounded_to_whole(x: Any) -> Any:
    made = reg.scalar(f32)
    ptx.inst.cvt.rni.f32.f32(made, x)
    return made


def saturated(x: Any) -> Any:
    made = reg.scalar(f32)
    ptx.inst.add.sat.f32(made, x, 0.0)
    return made


@pytest.mark.parametrize(
    ("compute", "instruction"),
    [
        (relu_by_comparison, "setp.gt.f32"),
        (sign_of_another, "and.b32"),
        (rounded_to_whole, "cvt.rni.f32.f32"),
    ],
)
def test_decisions_by_data_leave_the_fragment_with_their_line(compute: Any, instruction: str) -> None:
    found = prove(lane_kernel(compute), lane_kernel(compute))
    assert not found
    assert found.verdict == "outside the fragment"
    line = compute.__code__.co_firstlineno
    lines = [f"test_proof.py:{number}" for number in range(line, line + 5)]
    assert any(each in found.proof.outside for each in lines), found
    assert instruction in found.proof.outside


@pytest.mark.parametrize(
    ("compute", "function"),
    [
        (masked, np.abs),
        (lambda x: masked(x, mask=0x80000000, operation="xor"), np.negative),
        (lambda x: masked(x, mask=0x80000000, operation="or_"), lambda x: -abs(x)),
        (saturated, lambda x: np.clip(x, 0, 1)),
    ],
)
def test_signs_by_bits_and_saturation_are_proved(compute: Any, function: Any) -> None:
    found = prove(lane_kernel(compute), function)
    assert found.verdict == "proved over the reals", found


def test_relu_by_a_maximum_is_proved() -> None:
    assert prove(lane_kernel(relu_by_maximum), lambda x: np.maximum(x, 0))
    assert prove(lane_kernel(relu_by_maximum), lambda x: (x + abs(x)) / 2)
    assert prove(lane_kernel(relu_by_maximum), lambda x: x + np.maximum(-x, 0))


@pytest.mark.parametrize(
    ("function", "reason"),
    [
        (lambda x: np.where(x > 0, x, 0), "numpy.greater decides"),
        (lambda x: np.array([math.exp(each) for each in x]), "numbers"),
        (lambda x: x.sum(dtype=int), "sum(dtype=…) is not a reduction of the fragment"),
        (lambda x: np.cumsum(x, dtype=int), "cumsum(dtype=…) is not a reduction of the fragment"),
        (lambda x: np.cbrt(x), "numpy.cbrt is not an operation of the fragment"),
        (lambda x: x[np.argsort(x)], "numpy.argsort is not an operation"),
    ],
)
def test_functions_of_numpy_leave_the_fragment_by_name(function: Any, reason: str) -> None:
    found = prove(function, function, Tile(4, f32))
    assert found.verdict == "outside the fragment", found
    assert reason in found.proof.outside


COMPOSED: dict[str, tuple[Any, Any]] = {
    "cumsum": (lambda x: np.cumsum(x)[1:], lambda x: np.stack([x[:2].sum(), x[:3].sum(), x.sum()])),
    "cumsum of rows": (lambda x: np.cumsum(x.reshape(2, 2), axis=1)[:, 1], lambda x: x[::2] + x[1::2]),
    "cumsum with a type": (lambda x: np.cumsum(x, dtype=np.float64), lambda x: x.cumsum()),
    "clip with keywords": (lambda x: np.clip(x, a_min=0, a_max=0.5), lambda x: x.clip(0, max=0.5)),
    "clip of one side": (lambda x: x.clip(min=0), lambda x: np.clip(x, 0, None)),
    "a softplus": (lambda x: np.log1p(np.exp(x)), lambda x: np.logaddexp(x, 0)),
    "exponentials less one": (lambda x: np.expm1(x) + 1, lambda x: np.cosh(x) + np.sinh(x)),
    "a power": (lambda x: (x * x + 1) ** 1.7, lambda x: np.exp2(np.log2(x * x + 1) * 1.7)),
    "a root of 96 in float64": (lambda x: x * 96**-0.5, lambda x: x / np.sqrt(96)),
    "a folded constant of GELU": (
        lambda x: x * np.float64(np.float32(math.sqrt(2 / math.pi) * 0.044715 * 2 * LOG2_E)),
        lambda x: 2 * LOG2_E * (math.sqrt(2 / math.pi) * 0.044715 * x),
    ),
}


@pytest.mark.parametrize("name", COMPOSED)
def test_functions_and_constants_that_are_read_as_others(name: str) -> None:
    search = Search(kinds=("uniform",), draws=1, tolerance=1e-6)
    found = pyptx.equal(*COMPOSED[name], Tile(4, f32), search=search, prove=True)
    assert found.verdict == "proved over the reals", found


def test_an_array_that_is_filled_in_parts_is_one_of_terms() -> None:
    def turned(x: Any, *, made: Any = np.empty_like) -> Any:
        result = made(x)
        result[:2] = x[2:]
        result[2:] = -x[:2]
        return result

    assert prove(turned, lambda x: np.concatenate((x[2:], -x[:2])), Tile(4, f32))
    found = prove(lambda x: np.ones_like(x) + np.zeros_like(x), lambda x: np.full_like(x, 1), Tile(4, f32))
    assert found, found


def test_a_power_of_zero_has_the_shape_of_its_base() -> None:
    assert prove(lambda x: x**0, lambda x: 0 * x + 1, Tile(4, f32))


def test_integers_that_vary_leave_the_fragment_and_fixed_ones_do_not() -> None:
    def scaled(x: Any, n: Array) -> Any:
        return x * n

    def gathered(x: Any, index: Array) -> Any:
        return x[index]

    found = prove(scaled, scaled, Tile(4, f32), Tile(4, s32))
    assert found.verdict == "outside the fragment"
    assert "int32" in found.proof.outside
    index = np.array([2, 0, 1, 1], np.int32)
    assert prove(gathered, lambda x, index: x[[2, 0, 1, 1]], Tile(4, f32), index)


def test_forms_that_differ_without_an_input_that_shows_it_are_not_proved() -> None:
    found = prove(lambda x: np.sin(x) ** 2 + np.cos(x) ** 2, lambda x: 0 * x + 1, Tile(4, f32))
    assert found.verdict == "not proved"
    assert "output[0]" in str(found)


def test_a_difference_smaller_than_the_tolerance_of_inputs_is_not_proved() -> None:
    found = prove(lambda x: x, lambda x: x * (1 + 2.0**-40), Tile(4, f32))
    assert found.verdict == "not proved"


def test_a_kernel_that_reads_its_input_only_at_first_is_not_proved() -> None:
    def frozen(x: Array) -> Array:
        """NumPy between two launches: the second one gets numbers, whose terms are lost."""
        made: Array = doubled(np.asarray(doubled(x)) + np.float32(0))
        return made

    doubled = lane_kernel(lambda x: x * 2.0)
    found = prove(frozen, lambda x: 4 * x, Tile(WARP, f32))
    assert found.verdict == "outside the fragment"
    assert "another function on other inputs" in found.proof.outside


def test_launches_that_follow_each_other_are_proved() -> None:
    doubled = lane_kernel(lambda x: x * 2.0)
    found = prove(lambda x: doubled(doubled(x)), lambda x: 4 * x, Tile(WARP, f32))
    assert found
    assert "assumed: the Python code of " in str(found)
    (assumption,) = found.proof.assumptions
    assert assumption.endswith("decides nothing by the contents of arrays")
    assert not prove(doubled, lambda x: x + x, Tile(WARP, f32)).proof.assumptions


def test_a_proof_as_json() -> None:
    found = prove(build_softmax(8), softmax, sizes={"B": 1})
    proof = found.to_json()["proof"]
    assert proof["elements"] == 8
    assert {"constant": float(np.float32(LOG2_E)), "reads": "log2(e)"} in proof["readings"]
    assert proof["sizes"] == {"B": 1}
    assert not proof["outside"]


def test_formats_are_the_identity_over_the_reals() -> None:
    def narrowed(x: Any) -> Any:
        half = reg.scalar(bf16)
        ptx.inst.cvt.rn.bf16.f32(half, x)
        made = reg.scalar(f32)
        ptx.inst.cvt.f32.bf16(made, half)
        return made

    assert prove(lane_kernel(narrowed), lambda x: x)
