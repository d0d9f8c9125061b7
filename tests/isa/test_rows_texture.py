"""The rows of textures, surfaces, video instructions, the stack and call tables."""

from __future__ import annotations

import pytest

from pyptx.arch import arch
from pyptx.errors import VerifyError
from pyptx.ir import Instruction
from pyptx.isa import examples, lookup, opcodes
from pyptx.parser import parse_statements
from pyptx.verify import Symbol, Verifier

SCOPE = {
    "image": Symbol("var", "texref", "global"),
    "sampler": Symbol("var", "samplerref", "global"),
    "canvas": Symbol("var", "surfref", "global"),
    "bytes": Symbol("var", "b8", "global"),
    "table": Symbol("var", "u64", "global"),
    **{f"%f{n}": Symbol("reg", "f32") for n in range(8)},
    **{f"%r{n}": Symbol("reg", "b32") for n in range(8)},
    **{f"%s{n}": Symbol("reg", "s32") for n in range(8)},
    **{f"%d{n}": Symbol("reg", "u64") for n in range(4)},
    "%p": Symbol("reg", "pred"),
}
TEXEL = "{%f0, %f1, %f2, %f3}"


def verify(text: str) -> None:
    """Find the row of an instruction, on any target."""
    (instruction,) = parse_statements(text)
    assert isinstance(instruction, Instruction)
    Verifier(None).verify(instruction, SCOPE.get)


@pytest.mark.parametrize(
    "text",
    [
        f"tex.1d.v4.f32.s32 {TEXEL}, [image, {{%s0}}];",
        f"tex.1d.v4.f32.f32 {TEXEL}, [image, %f4];",
        f"tex.1d.v4.f32.f32 {TEXEL}, [image, sampler, {{%f4}}];",
        f"tex.2d.v4.f32.f32 {TEXEL}, [%d0, {{%f4, %f5}}];",
        f"tex.2d.v4.f32.f32 {TEXEL}, [image, {{%f4, %f5, %f6, %f7}}];",
        f"tex.2d.v4.f32.f32 {TEXEL}|%p, [image, {{%f4, %f5}}], {{%s0, %s1}}, %f6;",
        f"tex.a1d.v4.f32.f32 {TEXEL}, [image, {{%r0, %f4}}];",
        f"tex.a2d.v4.f32.f32 {TEXEL}, [image, sampler, {{%r0, %f4, %f5, %f6}}];",
        "tex.3d.v2.f16x2.f32 {%r0, %r1}, [image, {%f4, %f5, %f6, %f7}];",
        f"tex.level.cube.v4.f32.f32 {TEXEL}, [image, {{%f4, %f5, %f6, %f7}}], %f0;",
        f"tex.grad.a1d.v4.f32.f32 {TEXEL}, [image, {{%r0, %f4}}], {{%f5}}, {{%f6}};",
        "tex.2dms.v4.s32.s32 {%s0, %s1, %s2, %s3}, [image, {%r0, %s4, %s5, %s6}];",
        f"tld4.a.2d.v4.f32.f32 {TEXEL}, [image, {{%f4, %f5}}];",
        "txq.level.width.b32 %r0, [image], 1;",
        "txq.force_unnormalized_coords.b32 %r0, [sampler];",
        "istypep.surfref %p, %d0;",
        "suld.b.2d.v2.b32.trap {%r0, %r1}, [canvas, {%s0, %s1}];",
        "suld.b.1d.b8.zero %r0, [canvas, %s0];",
        "sust.p.1d.v4.b32.clamp [%d0, {%s0}], {%f0, %f1, %f2, %f3};",
        "sured.b.min.1d.s64.trap [canvas, {%s0}], %d1;",
        "suq.width.b32 %r0, [canvas];",
        "vadd.s32.u32.s32.sat %s0, %r1.b0, %s2.h1;",
        "vabsdiff.s32.s32.s32 %s0.h0, %s1.b3, 5, %s2;",
        "vshl.u32.u32.u32.clamp.min %r0, %r1, %r2, %r3;",
        "vmad.s32.s32.u32.sat %s0, %s1, %r2, -%s3;",
        "vmad.s32.s32.u32.shr7 %s0, -%s1.b0, %r2, %s3;",
        "vset4.u32.u32.lt.add %r0.b310, %r1.b7654, %r2, %r3;",
        "vavrg2.s32.s32.u32 %s0.h10, %s1.h32, %r2.h01, %s3;",
        "stacksave.u64 %d0;",
        "stackrestore.u64 %d0;",
        "alloca.u64 %d0, 64, 16;",
        "call (%r0), %d0, (%r1), table;",
    ],
)
def test_what_exists(text: str) -> None:
    verify(text)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (f"tex.2d.v4.f32.f32 {TEXEL}, [image, {{%f4, %f5, %f6}}];", "further operands|3 of them|must be"),
        (f"tex.1d.v4.f32.f32 {TEXEL}, [image, sampler, {{%f4, %f5}}];", "2 further operands"),
        (f"tex.2d.v4.f32.f32 {TEXEL}, [bytes, {{%f4, %f5}}];", "variable in .global"),
        (f"tex.2d.v4.f32.f32 {TEXEL}, [canvas, {{%f4, %f5}}];", "variable in .global"),
        (f"tex.2d.v4.f32.f32 {TEXEL}, [%r0, {{%f4, %f5}}];", "register of type .b32"),
        (f"tex.2d.v4.f32.f32 {TEXEL}, [%d0+8, {{%f4, %f5}}];", "must be"),
        (f"tex.a1d.v4.f32.f32 {TEXEL}, [image, {{%f3, %f4}}];", "%f3"),
        (f"tex.3d.v4.f32.f32 {TEXEL}, [image, {TEXEL}], %f0;", "must be"),
        ("tex.1d.v2.f32.f32 {%f0, %f1}, [image, {%f4}];", "v4"),
        (f"tex.cube.v4.f32.s32 {TEXEL}, [image, {{%s0, %s1, %s2, %s3}}];", "f32"),
        ("suld.b.1d.b32 %r0, [canvas, {%s0}];", "trap clamp zero|.trap .clamp .zero"),
        ("sured.b.add.1d.s64.trap [canvas, {%s0}], %d1;", "u32 s32 u64"),
        ("sured.b.and.1d.u32.trap [canvas, {%s0}], %r1;", "b32"),
        ("vadd.s32.u32.s32 %s0, %r1.b4, %s2;", ".b0 .b1 .b2 .b3 .h0 .h1"),
        ("vadd.s32.u32.s32 %s0.b0, %r1, %s2;", "must be|takes"),
        ("vadd.s32.u32.s32 %s0, -%r1, %s2;", "must be"),
        ("vadd2.s32.s32.u32 %s0.h01, %s1, %r2, %s3;", ".h0 .h1 .h10"),
        ("vmad.s32.s32.u32 %s0, -%s1, %r2, -%s3;", "must be"),
        ("add.s32 %s0, %s1.b0, %s2;", "s1.b0|%s1"),
        ("alloca.u64 %d0, 64, 3;", "immAlign is 3"),
        ("stackrestore.u64 5;", "constant"),
        ("call %d0, %r0;", "a variable in .global or .const that holds functions|a label"),
    ],
)
def test_what_does_not(text: str, said: str) -> None:
    with pytest.raises(VerifyError) as caught:
        verify(text)
    assert any(part in str(caught.value) for part in said.split("|")), str(caught.value)


def test_coordinates_of_each_geometry() -> None:
    counts = {}
    for geometry in ("1d", "2d", "3d", "a1d", "a2d", "cube", "acube"):
        candidate, _ = lookup("tex", (geometry, "v4", "f32", "f32"))
        counts[geometry] = candidate.operands[1].rest[-1].count
    assert counts == {"1d": None, "2d": 2, "3d": 4, "a1d": 2, "a2d": 4, "cube": 4, "acube": 4}


def test_examples_of_coordinates_have_each_length_each_type_and_a_constant() -> None:
    lines = examples.variants(lookup("suld", ("b", "a1d", "b32", "trap"))[0])
    assert [line.partition("surf")[2] for line in lines if "%b32_0, [in_surf" in line] == [
        "ref, {%s32_2, %s32_3}];",
        "ref, {%b32_2, %b32_3}];",
        "ref, {%u32_2, %u32_3}];",
        "ref, {%s32_2, %s32_3, %s32_4, %s32_5}];",
        "ref, {1, %s32_3}];",
    ]


def test_every_video_instruction_has_rows() -> None:
    assert {
        "vadd", "vsub", "vabsdiff", "vmin", "vmax", "vshl", "vshr", "vmad", "vset",
        *(f"{operation}{width}" for operation in ("vadd", "vsub", "vavrg", "vabsdiff", "vmin", "vmax", "vset")
          for width in "24"),
    } <= opcodes()  # fmt: skip


@pytest.mark.parametrize(
    ("operands", "target", "version", "needs"),
    [
        (f"{TEXEL}, [image, {{%f4, %f5}}]", "sm_10", (1, 5), None),
        (f"{TEXEL}, [image, {{%f4, %f5, %f6, %f7}}]", "sm_20", (2, 1), None),
        (f"{TEXEL}, [%d0, {{%f4, %f5}}]", "sm_20", (2, 1), "a needs PTX >= 3.1 on sm_20"),
        (f"{TEXEL}, [image, {{%f4, %f5}}], {{%s0, %s1}}", "sm_20", (4, 3), "e needs PTX >= .* and sm_30"),
        (f"{TEXEL}|%p, [image, {{%f4, %f5}}]", "sm_52", (9, 0), "p needs PTX >= 7.1 and sm_60 or newer"),
        (f"{TEXEL}|%p, [image, {{%f4, %f5}}]", "sm_60", (7, 0), "p needs PTX >= 7.1 on sm_60"),
        (f"{TEXEL}|%p, [image, {{%f4, %f5}}]", "sm_60", (7, 1), None),
    ],
)
def test_operands_that_may_be_absent_have_versions_of_their_own(
    operands: str, target: str, version: tuple[int, int], needs: str | None
) -> None:
    (instruction,) = parse_statements(f"tex.2d.v4.f32.f32 {operands};")
    assert isinstance(instruction, Instruction)
    verifier = Verifier(arch(target), version)
    if needs is None:
        assert verifier.verify(instruction, SCOPE.get).since <= version
        return
    with pytest.raises(VerifyError, match=needs):
        verifier.verify(instruction, SCOPE.get)
