"""The shadows of numbers of four bits: a byte has those of two, which move together."""

from __future__ import annotations

import tracemalloc
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import pyptx
from pyptx import Tile
from pyptx.equivalence import Search
from pyptx.errors import LaunchError
from pyptx.program import Program, from_ptx
from pyptx.types import f32
from tests.sim.shadow_engines import simulate_both

if TYPE_CHECKING:
    from pyptx.sim.shadow.report import ShadowReport

PAIRS = 8

TEXT = """
.version 8.8
.target sm_120a
.address_size 64
.visible .entry k(.param .u64 x, .param .u64 packed, .param .u64 y)
{{
    .reg .b64 %q<9>; .reg .f32 %f<5>; .reg .b8 %b<5>; .reg .b16 %h<5>; .reg .b32 %r<9>;
    ld.param.u64 %q1, [x]; ld.param.u64 %q2, [packed]; ld.param.u64 %q3, [y];
    mov.u32 %r1, %tid.x; cvt.u64.u32 %q4, %r1; mul.wide.u32 %q5, %r1, 8;
    add.u64 %q1, %q1, %q5; add.u64 %q2, %q2, %q4; add.u64 %q3, %q3, %q5;
    {body}
    ret;
}}
"""
PACK = """ld.global.v2.f32 {{%f1, %f2}}, [%q1]; mul.f32 %f1, %f1, {scale};
    cvt.rn.satfinite.e2m1x2.f32 %b1, %f2, %f1; st.global.b8 [%q2], %b1;"""
UNPACK = """ld.global.b8 %b2, [%q2]; {change}
    cvt.rn.f16x2.e2m1x2 %r2, %b2; mov.b32 {{%h1, %h2}}, %r2; cvt.f32.f16 %f3, %h1; cvt.f32.f16 %f4, %h2;
    st.global.v2.f32 [%q3], {{%f3, %f4}};"""
FOUR = "{%f4, %f3, %f2, %f1}"
HALF, LESS = "0f3F000000", "0f3EFFBE77"  # 0.5 and 0.4995


def numbers() -> Any:
    return np.random.default_rng(0).uniform(-5, 5, (PAIRS, 2)).astype(np.float32)


def program(*, scale: str = HALF, change: str = "", parts: str = PACK + UNPACK) -> Program:
    return from_ptx(TEXT.format(body=parts.format(scale=scale, change=change)))


def launched(shadow: Any = True, **options: str) -> ShadowReport:
    """Round numbers to four bits, and convert the bytes back."""
    x = numbers()
    report = program(**options).launch(
        x, np.zeros(PAIRS, np.uint8), np.zeros_like(x), grid=1, block=PAIRS, engine="sim", shadow=shadow
    )
    found: ShadowReport = report.detail.shadow
    return found


def expected(scale: float = 0.5) -> Any:
    return numbers().astype(np.float64) * [scale, 1.0]


@pytest.mark.parametrize("shadow", [True, "double-double", "slices"])
def test_a_rounding_to_four_bits_keeps_the_shadows_of_both_numbers(shadow: Any) -> None:
    found = launched(shadow)
    for name, shape in (("y", (PAIRS, 2)), ("packed", (2 * PAIRS,))):
        verdict = found.compare(expected().reshape(shape), name)
        assert verdict
        assert verdict.difference == 0
        assert 0.1 < verdict.rounding <= 1
        assert not found.compare(expected(0.4999).reshape(shape), name)
    assert not found.restarted
    if shadow == "slices":
        assert str(found.slice((7, 1), "y").reads["x"]) == "[7, 1]"


@pytest.mark.parametrize(
    "change",
    [
        "cvt.u16.u8 %h3, %b2; shr.b16 %h3, %h3, 4; cvt.u8.u16 %b2, %h3;",
        "cvt.u16.u8 %h3, %b2; xor.b16 %h3, %h3, 128; cvt.u8.u16 %b2, %h3;",
    ],
)
def test_instructions_that_change_half_of_a_byte_end_its_shadows(change: str) -> None:
    found = launched(change=change)
    assert len(found.restarted) == 1
    output = found.output("y")
    np.testing.assert_array_equal(output.shadow, output.value)


def test_inputs_of_four_bits_have_exact_values() -> None:
    exact = np.random.default_rng(1).uniform(-4, 4, 2 * PAIRS)
    arguments = np.zeros((PAIRS, 2), np.float32), np.zeros(PAIRS, np.uint8), np.zeros((PAIRS, 2), np.float32)
    options: dict[str, Any] = {"grid": 1, "block": PAIRS, "engine": "sim"}
    unpack = program(parts=UNPACK)
    report = unpack.launch(*arguments, **options, shadow={"packed": exact}).detail
    np.testing.assert_array_equal(report.shadow.output("y").shadow.reshape(-1), exact)
    assert "inputs of 4 bits" in report.reason
    with pytest.raises(LaunchError, match="two numbers of 4 bits for each byte"):
        unpack.launch(*arguments, **options, shadow={"packed": exact[:PAIRS]})
    words = arguments[0], np.zeros(2, np.int32), arguments[2]
    with pytest.raises(LaunchError, match=r"'packed'; .* arrays are: x, y; .* 4 bits, are: none"):
        unpack.launch(*words, **options, shadow={"packed": exact})


def test_shadows_of_four_bits_pass_from_launch_to_launch() -> None:
    unpack = program(parts=UNPACK)

    def side(scale: str) -> Any:
        def quantise(x: Any) -> Any:
            packed, y = np.zeros(PAIRS, np.uint8), np.zeros_like(x)
            program(scale=scale, parts=PACK).launch(x, packed, y, grid=1, block=PAIRS)
            unpack.launch(x, packed, y, grid=1, block=PAIRS)
            return packed, y

        return quantise

    search = Search(kinds=("uniform",), draws=1)
    tile = Tile(PAIRS, 2, f32)
    given: dict[str, Any] = {"search": search, "prove": True}
    half = pyptx.equal(side(HALF), lambda x: ((x * [0.5, 1]).reshape(-1), x * [0.5, 1]), tile, **given)
    assert half.verdict == "proved over the reals", half
    assert pyptx.equal(side(HALF), side(LESS), tile, **given).verdict == "refuted"


def test_bytes_without_shadows_are_equal_or_undecided() -> None:
    def packed_by(body: str) -> Any:
        def quantise(x: Any) -> Any:
            packed = np.zeros(PAIRS, np.uint8)
            from_ptx(TEXT.format(body=body)).launch(x, packed, np.zeros_like(x), grid=1, block=PAIRS)
            return packed

        return quantise

    kept = PACK.format(scale=HALF)
    # The byte is put together again out of its halves, which ends its shadows.
    ended = kept.replace("st.global", "cvt.u16.u8 %h3, %b1; shl.b16 %h4, %h3, 4; shr.b16 %h3, %h3, 4; "
        "or.b16 %h3, %h3, %h4; shl.b16 %h4, %h3, 4; shr.b16 %h3, %h3, 4; and.b16 %h3, %h3, 15; "
        "or.b16 %h3, %h3, %h4; cvt.u8.u16 %b1, %h3; st.global")  # fmt: skip
    search, tile = Search(kinds=("uniform",), draws=1), Tile(PAIRS, 2, f32)
    assert pyptx.equal(packed_by(kept), packed_by(ended), tile, search=search).verdict == "equal"
    other = packed_by(ended.replace(HALF, "0f3F400000"))
    assert pyptx.equal(packed_by(kept), other, tile, search=search).verdict == "undecided"


@pytest.mark.parametrize(
    ("type_", "register", "sources", "back"),
    [
        ("satfinite.e2m1x4", "%h1", FOUR, "mov.b16 {%b1, %b2}, %h1; cvt.rn.f16x2.e2m1x2 %r2, %b1;"),
        ("satfinite.e4m3x4", "%r3", FOUR, "mov.b32 {%h1, %h2}, %r3; cvt.rn.f16x2.e4m3x2 %r2, %h1;"),
        ("f16x2", "%r2", "%f2, %f1", ""),
    ],
)
def test_conversions_with_random_bits_keep_shadows(
    type_: str, register: str, sources: str, back: str
) -> None:
    body = f"""ld.global.v2.f32 {{%f1, %f2}}, [%q1]; mul.f32 %f1, %f1, {HALF};
        mov.f32 %f3, %f2; mov.f32 %f4, %f1;
        cvt.rs.{type_}.f32 {register}, {sources}, %r1; {back}
        mov.b32 {{%h1, %h2}}, %r2; cvt.f32.f16 %f3, %h1; cvt.f32.f16 %f4, %h2;
        st.global.v2.f32 [%q3], {{%f3, %f4}};"""
    x = numbers()
    arguments = x, np.zeros(PAIRS, np.uint8), np.zeros_like(x)
    report = simulate_both(
        from_ptx(TEXT.replace("sm_120a", "sm_100a").format(body=body)),
        arguments,
        grid=(1, 1, 1),
        block=(PAIRS, 1, 1),
        shadow=True,
    )
    assert report.shadow is not None
    assert report.shadow.compare(expected(), "y").difference == 0
    assert report.engine == ("numpy" if "e2m1" in type_ else "native")


@pytest.mark.parametrize(("shift", "ends"), [(24, False), (28, True)])
def test_a_shift_that_would_leave_an_exponent_moves_a_byte_or_ends_its_shadows(
    shift: int, ends: bool
) -> None:
    change = f"mov.b16 %h1, {{{{%b1, %b1}}}}; mov.b32 %r2, {{{{%h1, %h1}}}}; shr.u32 %r2, %r2, {shift};"
    parts = PACK.replace("st.global", f"{change} cvt.u8.u32 %b1, %r2; st.global")
    found = launched(parts=parts + UNPACK)
    assert not found.decided
    assert bool(found.restarted) == ends
    if not ends:
        assert found.compare(expected(), "y").difference == 0


@pytest.mark.parametrize(
    "change", ["shr.u32 %r2, %r2, 24;", "and.b32 %r2, %r2, -16777216; shr.u32 %r2, %r2, 24;"]
)
def test_a_number_of_eight_bits_keeps_its_shadow_if_its_byte_is_taken_from_a_word(change: str) -> None:
    body = f"""ld.global.v2.f32 {{%f1, %f2}}, [%q1]; mul.f32 %f2, %f2, {HALF};
        cvt.rn.satfinite.e4m3x2.f32 %h1, %f2, %f1; mov.b32 %r2, {{%h1, %h1}}; {change}
        cvt.u16.u32 %h2, %r2; cvt.rn.f16x2.e4m3x2 %r2, %h2; mov.b32 {{%h1, %h2}}, %r2;
        cvt.f32.f16 %f3, %h1; st.global.f32 [%q3], %f3;"""
    x = numbers()
    arguments = x, np.zeros(PAIRS, np.uint8), np.zeros_like(x)
    report = simulate_both(
        from_ptx(TEXT.format(body=body)), arguments, grid=(1, 1, 1), block=(PAIRS, 1, 1), shadow=True
    )
    assert report.engine == "native"
    assert report.shadow is not None
    np.testing.assert_array_equal(report.shadow.output("y").shadow[:, 0], x[:, 1] * 0.5)


def test_a_report_takes_little_memory_for_an_output_of_integers() -> None:
    indices = np.zeros(1 << 16, np.int32)
    tracemalloc.start()
    try:
        report = program(parts="st.global.b8 [%q2], %r1;").launch(
            numbers(), indices, numbers(), grid=1, block=PAIRS, engine="sim", shadow="slices"
        )
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert not report.detail.shadow.outputs
    assert report.detail.shadow.written == ("packed",)
    assert peak < 100 * indices.nbytes  # of which the program itself has less than half


def test_conversions_in_a_loop_take_no_more_memory_than_one() -> None:
    loop = f"""again: {PACK.format(scale=HALF)}
        add.u32 %r4, %r4, 1; setp.lt.u32 %p1, %r4, %r5; @%p1 bra again;"""
    body = f".reg .pred %p<2>; ld.param.u32 %r5, [n]; mov.u32 %r4, 0; {loop}"
    text = TEXT.replace(".param .u64 y)", ".param .u64 y, .param .u32 n)").format(body=body)
    looping, lanes = from_ptx(text), 1024
    arrays = np.ones((lanes, 2), np.float32), np.zeros(lanes, np.uint8), np.ones((lanes, 2), np.float32)
    options: dict[str, Any] = {"grid": 1, "block": lanes, "engine": "sim", "shadow": True}
    looping.launch(*arrays, 1, **options)  # decodes the program
    peaks = []
    for count in (1, 50):
        tracemalloc.start()
        try:
            looping.launch(*arrays, count, **options)
            peaks.append(tracemalloc.get_traced_memory()[1])
        finally:
            tracemalloc.stop()
    assert peaks[1] < 1.5 * peaks[0]
