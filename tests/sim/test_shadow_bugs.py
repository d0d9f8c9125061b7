"""Bugs smaller than the rounding: shadows refuse each kernel that has one, and no right variant of it.

A tolerance would accept every wrong kernel here: its results are about as close to the reference as the right
ones.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import ml_dtypes
import numpy as np
import pytest

from pyptx import Tile, kernel, ptx, reg
from pyptx.types import b32, bf16, f32, u8, u16, u32
from tests.sim.row_kernels import ANGLE, LOG2_E, layer_norm, rotated, rows_of, silu, softmax
from tests.sim.shadow_engines import assert_same

if TYPE_CHECKING:
    from collections.abc import Callable

    from pyptx.kernel import Kernel
    from pyptx.sim.shadow.report import Verdict

Array = np.ndarray[Any, Any]
WORDS = 8
"""Words of 32 bits in a row of A or B that one `mma` reads, in every format."""


@dataclass(frozen=True)
class Numbers:
    """A format of matrices: its type in NumPy, bits, target, and the fields of its `mma`."""

    dtype: Any
    bits: int
    arch: str
    mma: Callable[..., Any]

    def words(self, array: Array) -> Array:
        """The rows of an array of this format, packed into words."""
        codes = array.astype(self.dtype).view(f"u{max(self.bits // 8, 1)}")
        if self.bits == 4:
            codes = codes[:, ::2] | codes[:, 1::2] << 4
        return np.ascontiguousarray(codes).view(np.uint32)


MMA = ptx.inst.mma.sync.aligned
FORMATS = {
    "bf16": Numbers(ml_dtypes.bfloat16, 16, "sm_80", MMA.m16n8k16.row.col.f32.bf16.bf16.f32),
    "fp8": Numbers(ml_dtypes.float8_e4m3fn, 8, "sm_89", MMA.m16n8k32.row.col.f32.e4m3.e4m3.f32),
    "nvfp4": Numbers(
        ml_dtypes.float4_e2m1fn,
        4,
        "sm_120a",
        MMA.m16n8k64.row.col.kind__mxf4nvf4.block_scale.scale_vec__4X.f32.e2m1.e2m1.f32.ue4m3,
    ),
}
BLOCK = 16
"""Elements with one scale factor in nvfp4."""


def gemm(
    numbers: str,
    depth: int,
    *,
    dropped: int = 0,
    masked: int = 0,
    start: float = 0.0,
    shifted: int = 0,
    chains: int = 1,
) -> Kernel:
    """Multiply 16 rows of A by 8 rows of B in one warp, and round to bf16.

    Args:
        numbers: Format of A and B. Rows and columns of fp8 have scales in f32, blocks of nvfp4 too.
        depth: Elements of K.
        dropped: Last elements of K that are left out, fewer than those of a word.
        masked: Last words of the rows of A from 8 on that are left out.
        start: Contents of the accumulators at first.
        shifted: Rows by which scales of A are off: those of the last tile in nvfp4.
        chains: Accumulators, which tiles use in turn.
    """
    form = FORMATS[numbers]
    width = depth * form.bits // 32
    tiles = range(0, width, WORDS)
    factors, per = (u8, depth // BLOCK) if numbers == "nvfp4" else (f32, 1)

    @kernel(
        in_specs=(Tile(16, width, u32), Tile(8, width, u32), Tile(16, per, factors), Tile(8, per, factors)),
        out_specs=(Tile(16, 8, bf16),),
        grid=1,
        block=32,
        arch=form.arch,
    )
    def product(A: Any, B: Any, SA: Any, SB: Any, D: Any) -> None:
        pa, pb, psa, psb, pd = ptx.global_ptrs(A, B, SA, SB, D)
        lane = ptx.special.tid.x()
        row, quad = lane >> 2, lane & 3
        sums = [[reg.scalar(f32, start if k == 0 else 0.0) for _ in range(4)] for k in range(chains)]

        def word(base: Any, of: Any, at: int) -> Any:
            held = reg.scalar(b32)
            ptx.inst.ld.global_.b32(held, ptx.addr(base + (of * width + quad) * 4 + 4 * at))
            if dropped and at + 4 == width:
                with ptx.if_(quad == 3):
                    ptx.inst.and_.b32(held, held, 0xFFFFFFFF >> dropped * form.bits)
            return held

        def masked_word(of: Any, at: int) -> Any:
            held = word(pa, of, at)
            if at + 4 > width - masked:
                with ptx.if_(quad + at >= width - masked):
                    ptx.inst.mov.b32(held, 0)
            return held

        for number, tile in enumerate(tiles):
            a = [word(pa, row, tile), masked_word(row + 8, tile), word(pa, row, tile + 4)]
            a.append(masked_word(row + 8, tile + 4))
            b = [word(pb, row, tile), word(pb, row, tile + 4)]
            c = sums[number % chains]
            more: list[Any] = []
            if numbers == "nvfp4":
                off = shifted if tile + WORDS == width else 0
                given = ((psa, (row + (lane & 1) * 8 + off) & 15), (psb, row))
                for base, of in given:
                    held, zero = reg.scalar(b32), reg.scalar(u16, 0)
                    ptx.inst.ld.global_.b32(held, ptx.addr(base + of * per + tile // 2))
                    more += [held, [zero, zero]]
            form.mma(c, a, b, c, *more)
        total = sums[0]
        for other in sums[1:]:
            total = [one + two for one, two in zip(total, other, strict=True)]
        for half in range(2):
            values = total[2 * half : 2 * half + 2]
            if numbers == "fp8":
                scale, column = reg.scalar(f32), [reg.scalar(f32) for _ in range(2)]
                ptx.inst.ld.global_.f32(scale, ptx.addr(psa + ((row + 8 * half + shifted) & 15) * 4))
                for k in range(2):
                    ptx.inst.ld.global_.f32(column[k], ptx.addr(psb + quad * 8 + 4 * k))
                values = [value * (scale * column[k]) for k, value in enumerate(values)]
            packed = reg.scalar(b32)
            ptx.inst.cvt.rn.bf16x2.f32(packed, values[1], values[0])
            ptx.inst.st.global_.b32(ptx.addr(pd + (row + 8 * half) * 16 + quad * 4), packed)

    return product


def matrices(numbers: str, depth: int) -> tuple[tuple[Array, ...], Array]:
    """Arguments of `gemm`, and the product in float64: the last elements of K are small."""
    rng, form = np.random.default_rng(3), FORMATS[numbers]
    small = {"bf16": 2.0**-9, "fp8": 2.0**-8, "nvfp4": 0.5}[numbers]
    a, b = (rng.uniform(0.5, 4, (rows, depth)).astype(form.dtype).astype(np.float64) for rows in (16, 8))
    a[:, -32 // form.bits :] = small
    if numbers == "nvfp4":
        codes = [rng.integers(0x38, 0x40, (rows, depth // BLOCK)).astype(np.uint8) for rows in (16, 8)]
        codes[0][:, -4:] = 1 + np.arange(16)[:, None] % 3  # of 2 to the power of -9, in the last tile
        factors = [each.view(ml_dtypes.float8_e4m3fn).astype(np.float64) for each in codes]
        scaled = [each * np.repeat(factor, BLOCK, 1) for each, factor in zip((a, b), factors, strict=True)]
        return (form.words(a), form.words(b), *codes), scaled[0] @ scaled[1].T
    scales = [np.ones((rows, 1), np.float32) for rows in (16, 8)]
    if numbers == "fp8":
        scales[0] += (np.arange(16, dtype=np.float32) * 2.0**-14)[:, None]
    exact = a @ b.T * scales[0].astype(np.float64) * scales[1].astype(np.float64).T
    return (form.words(a), form.words(b), *scales), exact


# Rows, by a thread each


def softmax_of(x: Array) -> Array:
    powers = np.exp(x - x.max(1, keepdims=True))
    return np.asarray(powers / powers.sum(1, keepdims=True))


def layer_norm_of(x: Array) -> Array:
    centred = x - x.mean(1, keepdims=True)
    return np.asarray(centred / np.sqrt(x.var(1, keepdims=True) + 1e-5))


def rotation_of(x: Array) -> Array:
    turned = (x[:, ::2] + 1j * x[:, 1::2]) * np.exp(1j * ANGLE)
    return np.stack((turned.real, turned.imag), 2).reshape(x.shape)


ROW_FUNCTIONS: dict[str, tuple[Callable[..., list[Any]], Callable[[Array], Array]]] = {
    "softmax": (softmax, softmax_of),
    "layer norm": (layer_norm, layer_norm_of),
    "silu": (silu, lambda x: x / (1 + np.exp(-x))),
    "rotation": (rotated, rotation_of),
}
COLUMNS = 16


def rows() -> Array:
    """Numbers of which the last one of a row is far below the others."""
    x = np.random.default_rng(5).uniform(-1, 1, (32, COLUMNS))
    x[:, -1] = -9
    return x.astype(ml_dtypes.bfloat16)


# Pairs of a right kernel and a wrong one


@dataclass(frozen=True)
class Variant:
    """A kernel with its options."""

    family: str
    options: dict[str, Any] = field(default_factory=dict)

    def __str__(self) -> str:
        return "-".join((self.family, *(f"{name}={value:.3g}" for name, value in self.options.items())))

    def verdict(self) -> tuple[Verdict, float]:
        """The verdict of the shadows, the same on both engines, and the largest error of a result."""
        if self.family in FORMATS:
            depth = 5 * WORDS * 32 // FORMATS[self.family].bits
            built = gemm(self.family, depth, **self.options)
            arrays, exact = matrices(self.family, depth)
        else:
            compute, reference = ROW_FUNCTIONS[self.family]
            built = rows_of(COLUMNS, lambda values: compute(values, **self.options))
            arrays = (rows(),)
            exact = reference(arrays[0].astype(np.float64))
        result, report = built.run(*arrays, shadow=True)
        assert report is not None
        found = report.detail.shadow
        if report.detail.engine == "native":
            other = built.run(*arrays, shadow=True, native=False).report
            assert other is not None
            assert_same(found, other.detail.shadow)
        return found.compare(exact), float(np.abs(result.astype(np.float64) - exact).max())


RIGHT = [
    *(Variant(numbers, options) for numbers in FORMATS for options in ({}, {"chains": 2})),
    Variant("softmax"),
    Variant("softmax", {"online": True}),
    Variant("softmax", {"seen": 1}),  # any number that is not far from the maximum gives the same quotients
    Variant("layer norm"),
    Variant("layer norm", {"one_pass": True}),
    Variant("silu"),
    Variant("rotation"),
]
WRONG = [
    *(
        Variant(numbers, options)
        for numbers in FORMATS
        for options in ({"dropped": 1}, {"masked": 1}, {"start": 1e-3})
    ),
    Variant("fp8", {"shifted": 1}),
    Variant("nvfp4", {"shifted": 1}),
    Variant("softmax", {"summed": 1}),
    Variant("softmax", {"start": 1e-6}),
    Variant("softmax", {"log2_e": float(np.float16(LOG2_E))}),
    Variant("softmax", {"log2_e": float(np.nextafter(np.float32(LOG2_E), 2, dtype=np.float32)) + 1e-6}),
    Variant("layer norm", {"epsilon": 1e-6}),
    Variant("layer norm", {"outside": True}),
    Variant("silu", {"log2_e": 1.4427}),
    Variant("silu", {"start": 1 + 2.0**-13}),
    Variant("rotation", {"cosine": 1.0}),
    Variant("rotation", {"angle": 1.01 * ANGLE}),
]


@pytest.mark.parametrize("right", RIGHT, ids=str)
def test_a_right_variant_is_not_refused(right: Variant) -> None:
    verdict, _ = right.verdict()
    assert verdict, verdict


@pytest.mark.parametrize("wrong", WRONG, ids=str)
def test_a_bug_smaller_than_the_rounding_is_refused(wrong: Variant) -> None:
    verdict, error = wrong.verdict()
    assert not verdict.right, verdict
    assert not verdict.ended
    assert verdict.difference < verdict.rounding
    _, usual = Variant(wrong.family).verdict()
    assert error < 2 * usual, "a tolerance finds this bug, too"


def test_a_maximum_over_too_few_keys_is_refused_where_it_matters() -> None:
    x = rows()
    x[5, -1] = 120
    exact = softmax_of(x.astype(np.float64))
    for seen, right in ((0, True), (1, False)):
        built = rows_of(COLUMNS, lambda values, seen=seen: softmax(values, seen=seen))  # type: ignore[misc]
        report = built.run(x, shadow=True).report
        assert report is not None
        verdict = report.detail.shadow.compare(exact)
        assert verdict.right, "it is the same function of real numbers"
        assert bool(verdict) == right
        assert (verdict.excess is not None) == (not right)
