"""Mangled names: Python reads the kernel's own, PTX keeps the other."""

from __future__ import annotations

import ast
import builtins
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from pyptx.codegen import ptx_to_python
from pyptx.codegen.operands import identifier
from pyptx.codegen.proof import require_same_program, require_same_tokens, retraced
from pyptx.codegen.selection import select_entries
from pyptx.errors import CodegenError
from pyptx.parser import parse
from tests.codegen.proved import proved_python

if TYPE_CHECKING:
    from collections.abc import Callable

    from pyptx import Module

RAISED = Path(__file__).resolve().parents[1] / "golden" / "codegen" / "raised"
HEAD = ".version 8.0\n.target sm_80\n.address_size 64\n"
LONG = "_Z6launch" + "I" + "N3abc6policyILi1EEE" * 200 + "EvT_"
TEXT = """.version 8.0
.target sm_80
.address_size 64
.func _Z4testv() { ret; }
.visible .entry _Z5scaleIfEvPT_(.param .u64 _Z5scaleIfEvPT__param_0) { ret; }
.visible .entry _Z5scaleIiEvPT_(.param .u64 _Z5scaleIiEvPT__param_0) { ret; }
.visible .entry scale_2() { ret; }
.visible .entry _ZN3ptx3ptxEv() { ret; }
.visible .entry _Zli3_kgy() { ret; }
"""


@pytest.mark.demangler
def test_functions_have_names_for_people(executed: Callable[[str], Module]) -> None:
    python = ptx_to_python(TEXT)
    assert '\ndef scale(_Z5scaleIfEvPT__param_0):\n    """void scale<float>(float*)"""\n' in python
    assert "\ndef scale_2(_Z5scaleIiEvPT__param_0):\n" in python
    assert "\ndef scale_2_2():\n" in python
    assert '\ndef test():\n    """test()"""\n' in python
    assert '\ndef ptx_():\n    """ptx::ptx()"""\n' in python
    require_same_tokens(TEXT, executed(python).ptx())


@pytest.mark.demangler
def test_a_name_of_pages_is_cut(executed: Callable[[str], Module]) -> None:
    text = f".version 8.0\n.target sm_80\n.address_size 64\n.entry {LONG}() {{ ret; }}\n"
    python = ptx_to_python(text)
    docstring = python.split('"""')[3].splitlines()
    assert docstring[0].startswith("void launch<abc::policy<1>, ")
    assert len(docstring) == 5
    assert docstring[3].endswith(" …")
    assert max(map(len, docstring)) <= 110
    require_same_tokens(text, executed(python).ptx())


@pytest.mark.demangler
@pytest.mark.parametrize(
    ("pattern", "chosen"),
    [
        ("scale", ["_Z5scaleIfEvPT_", "_Z5scaleIiEvPT_"]),
        ("scale<int>(int*)", ["_Z5scaleIiEvPT_"]),
        ("*<float*", ["_Z5scaleIfEvPT_"]),
        ("ptx()", ["_ZN3ptx3ptxEv"]),
        ("ptx::*", ["_ZN3ptx3ptxEv"]),
        ("_Z5scaleIi*", ["_Z5scaleIiEvPT_"]),
        ("s*", ["_Z5scaleIfEvPT_", "_Z5scaleIiEvPT_", "scale_2"]),
    ],
)
def test_patterns_match_either_name(pattern: str, chosen: list[str]) -> None:
    names = [getattr(item, "name", "") for item in select_entries(parse(TEXT), [pattern]).items]
    assert names == ["version", "target", "address_size", *chosen]


@pytest.mark.demangler
def test_an_unknown_name_is_told_the_others() -> None:
    with pytest.raises(
        CodegenError,
        match=r"no entry 'scales'; there are scale<float>\(float\*\), .*, scale_2, ptx, .*; did you mean",
    ):
        select_entries(parse(TEXT), ["scales"])
    many = ".version 8.0 .target sm_80 " + " ".join(f".entry k{n}() {{ ret; }}" for n in range(99))
    with pytest.raises(CodegenError, match="k19, 79 others"):
        select_entries(parse(many), ["nothing"])


@pytest.mark.parametrize(
    "address",
    [
        "mad.wide.s32 %rd2, %r1, 2, %rd1;",
        "mul.wide.s32 %rd3, %r1, 2; add.s64 %rd2, %rd1, %rd3;",
        "cvt.s64.s32 %rd3, %r1; add.s64 %rd2, %rd3, %rd1;",
    ],
)
@pytest.mark.parametrize("copy", ["", "cp.async.cg.shared.global [%r1], [%rd2], 16;"])
def test_an_index_is_no_pointer(address: str, copy: str) -> None:
    python = ptx_to_python(
        f"{HEAD}.entry k(.param .u64 k_param_0, .param .u32 k_param_1, .param .u64 k_param_2)"
        " { .reg .b64 %rd<9>; .reg .b32 %r<9>; ld.param.b64 %rd1, [k_param_0]; ld.param.b32 %r1, [k_param_1];"
        f" ld.param.b64 %rd5, [k_param_2]; {address} {copy} ld.global.b32 %r2, [%rd2];"
        " st.global.b32 [%rd5], %r2; ret; }",
        sugar=True,
    )
    assert "def k(src, arg, dst):" in python


@pytest.mark.parametrize(
    ("declared", "expected"), [(".u32 k_param_1", "limit"), (".align 4 .b8 k_param_1[64]", "arg")]
)
def test_a_compared_field_is_not_the_name_of_its_structure(declared: str, expected: str) -> None:
    python = ptx_to_python(
        f"{HEAD}.entry k(.param .u64 k_param_0, .param {declared}) {{ .reg .b64 %rd1; .reg .b32 %r1;"
        " .reg .pred %p1; ld.param.b64 %rd1, [k_param_0]; ld.param.b32 %r1, [k_param_1];"
        " setp.lt.s32 %p1, %r1, 8; @%p1 st.global.b32 [%rd1], %r1; ret; }",
        sugar=True,
    )
    assert f"def k(dst, {expected}):" in python


@pytest.mark.parametrize("name", [None, "k", "other"])
def test_the_kernel_of_a_file_with_one_is_called_k(name: str | None) -> None:
    text = f"{HEAD}.func f() {{ ret; }} .entry scale(.param .u64 a) {{ ret; }}"
    names: dict[str, Any] = {}
    exec(ptx_to_python(text, kernel_name=name), names)
    require_same_tokens(text, names["k"].ptx())


def test_k_is_what_the_source_calls_so() -> None:
    python = ptx_to_python(f"{HEAD}.func k() {{ ret; }} .entry scale() {{ ret; }}")
    assert "def k():" in python
    assert "k = " not in python
    assert "k = " not in ptx_to_python(f"{HEAD}.entry a() {{ ret; }} .entry b() {{ ret; }}")


def test_registers_of_one_block_of_inline_assembly_have_names_of_their_own() -> None:
    block = (
        "{ .reg .b16 h; .reg .b32 w; mov.b16 h, %rs1; cvt.u32.u16 w, h; "
        "st.global.u16 [%rd1], h; mov.b32 %r1, w; }"
    )
    text = (
        ".version 8.0\n.target sm_80\n.address_size 64\n.visible .entry k(.param .u64 p)\n{\n"
        ".reg .b16 %rs<2>; .reg .b32 %r<2>; .reg .b64 %rd<2>;\nld.param.u64 %rd1, [p];\n"
        f"ld.global.u16 %rs1, [%rd1];\n{block}\n{block}\nst.global.u32 [%rd1], %r1;\nret;\n}}\n"
    )
    require_same_program(text, retraced(ptx_to_python(text, sugar=True)))


MANGLED = """.version 8.0
.target sm_80
.address_size 64
.shared .align 4 .b8 _ZN3M124smemE[64];
.global .align 4 .u32 _ZN3M127unusedE;
.visible .entry _Z4copyPf(.param .u64 _Z4copyPf_param_0)
{
    .reg .b64 %rd<3>;
    .reg .f32 %f<2>;
    .shared .align 4 .b8 _ZZ4copyPfE4tile[64];
    ld.param.u64 %rd1, [_Z4copyPf_param_0];
    ld.shared.f32 %f1, [_ZN3M124smemE+4];
    st.shared.f32 [_ZZ4copyPfE4tile], %f1;
    st.global.f32 [%rd1], %f1;
    ret;
}
"""


@pytest.mark.demangler
def test_raised_code_calls_variables_by_their_demangled_names() -> None:
    python = ptx_to_python(MANGLED, sugar=True)
    body = python[python.index("def ") :]
    assert "ptx.addr(smem, 4)" in body
    assert "ptx.addr(tile)" in body
    assert body.count('"_Z') == 1, "the declaration keeps the exact name"
    require_same_program(MANGLED, retraced(python))


@pytest.mark.demangler
@pytest.mark.parametrize("param", ["smem", "tile"])
def test_a_parameter_keeps_a_name_that_a_variable_has_too(param: str) -> None:
    text = MANGLED.replace("_Z4copyPf_param_0", param)
    proved_python(text)


@pytest.mark.parametrize("name", [None, "k", "copied"])
def test_a_module_that_is_one_kernel_is_a_plain_kernel(name: str | None) -> None:
    text = """.version 8.0
.target sm_80
.address_size 64
.visible .entry copy(.param .u64 p)
{
    .reg .b64 %rd<2>;
    ld.param.u64 %rd1, [p];
    st.global.f32 [%rd1], 0f00000000;
    ret;
}
"""
    python = ptx_to_python(text, sugar=True, kernel_name=name)
    names: dict[str, Any] = {"__name__": "my_kernel"}
    exec(python, names)
    assert "Module" not in names
    assert names["k"] is names[name or "copy"]
    require_same_program(text, names["k"].ptx())


def test_a_module_keeps_the_options_that_a_kernel_has_not() -> None:
    text = """.version 8.0
.target sm_80
.address_size 64
.extern .shared .align 16 .b8 buffer[];
.visible .entry copy()
{
    st.shared.f32 [buffer], 0f00000000;
    ret;
}
"""
    python = ptx_to_python(text, sugar=True)
    assert "module = Module(" in python
    require_same_program(text, retraced(python))


VALUES = [
    ("setp.lt.u32 %p1, %r3, %r4; bar.sync 0; selp.b32 %r1, %r3, 4, %p1;",
     ["tid_x_below_n = tid_x < n_value"]),
    ("setp.eq.s32 %p1, %r4, 0; bar.sync 0; selp.b32 %r1, %r3, %r4, %p1;",
     ["n_is_0 =", "result ="]),
    ("xor.b32 %r2, %r5, 5; bar.sync 0; setp.ne.s32 %p1, %r2, 0; bar.sync 0; selp.b32 %r1, 1, 0, %p1;",
     ["bits =", "is_nonzero ="]),
    ("add.s32 %r1, %r4, -1;",
     ["n_minus_1 = "]),
    ("neg.s32 %r2, 8; bar.sync 0; st.shared.v2.u32 [m], {%r2, %r2};",
     ["negative = "]),
    ("add.s32 %r1, %r3, 1;",
     ["next_tid_x = "]),
    ("and.b32 %r2, %r3, 96; or.b32 %r1, %r2, %r3; st.shared.u32 [m+64], %r2;",
     ["tid_x_bits =", "tid_x_part ="]),
    ("mul.lo.s32 %r1, %r4, %r3;",
     ["n_times_tid_x = "]),
    ("mov.u32 %r2, %ctaid.x; shl.b32 %r2, %r2, 7;",
     ["ctaid_x ="]),
    ("ld.param.u32 %r1, [s+12];",
     ["s_field_12 = "]),
    ("mov.b64 %rd2, s; ld.param.u32 %r2, [%rd2]; ld.param.u32 %r1, [%rd2+12]; bar.sync 0;"
     "st.shared.v2.u32 [m], {%r2, %r1};",
     ["s_value = ", "s_field_12 = "]),
    ("mov.b64 %w0, s; add.s64 %w1, %w0, 12; ld.param.u32 %r1, [%w1+-4]; ld.param.u32 %r2, [%w1]; bar.sync 0;"
     "st.shared.v2.u32 [m], {%r2, %r1};",
     ["s_field_8 = ", "s_field_12 = "]),
    ("mov.b64 %rd2, s; add.s64 %rd2, %rd2, 4; ld.param.u32 %r1, [%rd2+8];",
     ["s_field = "]),
    ("mov.b64 %w0, s+8; add.s64 %w1, 0xFFFFFFFFFFFFFFFC, %w0; sub.s64 %rd2, %w1, -8;"
     "ld.param.u32 %r1, [%rd2]; ld.param.u32 %r2, [s+0x8]; bar.sync 0; st.shared.v2.u32 [m], {%r2, %r1};",
     ["s_field_8 = ", "s_field_12 = "]),
    ("add.s64 %rd2, %rd1, 64; bar.sync 0; ld.global.u32 %r1, [%rd2];",
     ["p_at = p_ptr + 64", "p_value ="]),
    ("ld.global.u32 %r2, [%rd1]; setp.eq.s32 %p1, %r2, 0; bar.sync 0; selp.b32 %r1, 1, 0, %p1;",
     ["p_value_is_0 ="]),
    *(
        (f"mul.hi.u32 %r2, %r5, %r5; setp.{relation}.s32 %p1, %r5, {right}; bar.sync 0;"
         "selp.b32 %r1, 1, 0, %p1;", [f"{name} = "])
        for right, names in (
            ("%r2", ("equal", "differs", "is_below", "is_at_most", "is_above", "is_at_least")),
            ("0", ("is_zero", "is_nonzero", "is_negative", "is_at_most_0", "is_positive", "is_at_least_0")),
            ("7", ("is_7", "is_not_7", "is_below_7", "is_at_most_7", "is_above_7", "is_at_least_7")),
        )
        for relation, name in zip(("eq", "ne", "lt", "le", "gt", "ge"), names, strict=True)
    ),
    ("cvt.rn.f32.u32 %f0, %r5; setp.nan.f32 %p1, %f0, %f0; bar.sync 0; selp.b32 %r1, 1, 0, %p1;",
     ["is_nan = "]),
    ("mov.b32 %r1, 0; setp.lt.u32 %p1, %r3, %r4; @%p1 mov.b32 %r1, 7;",
     ["choice = "]),
    ("mov.b32 %r1, 0; setp.lt.u32 %p1, %r3, %r4; @%p1 min.s32 %r1, %r5, %r3;",
     ["minimum = "]),
    ("setp.lt.u32 %p1, %r3, 8; setp.gt.u32 %p2, %r4, 9; and.pred %p3, %p1, %p2; @%p3 bar.sync 0; @%p3 ret;",
     ["both = "]),
    ("sub.s32 %r2, %r5, 7; bar.sync 0; xor.b32 %r1, %r2, %r5; st.shared.u32 [m+64], %r2;",
     ["difference = ", "result = "]),
    ("setp.lt.u32 %p1, %r3, 8; selp.b32 %r2, 1, 0, %p1; bar.sync 0; xor.b32 %r1, %r2, %r5;"
     "st.shared.u32 [m+64], %r2;",
     ["flag = "]),
    ("mov.u32 %r1, %ctaid.x; mov.u32 %r2, %ntid.x; mul.wide.u32 %rd2, %r2, %r1;"
     "cvt.u64.u32 %w0, %r3; add.s64 %w1, %rd2, %w0; st.global.v2.u64 [%rd1+16], {%rd2, %w1};"
     "st.global.u64 [%rd1+32], %w1;",
     ["start_x = ", "index_x = "]),
    ("shr.u32 %c0, %r3, 3; and.b32 %c1, %r3, 7; st.shared.u32 [m+64], %c0;"
     "mad.lo.s32 %c2, %c0, %r4, %c1; mul.wide.s32 %w0, %c2, 4; add.s64 %w1, %rd1, %w0; mov.b32 %r1, 0;"
     "st.global.u32 [%w1], %c1; st.global.u32 [%w1+4], %c1;",
     ["row = ", "column = "]),
    ("cvt.rn.f32.u32 %f0, %r3; mov.f32 %f1, 0f3E000000; fma.rn.f32 %f2, %f0, %f0, %f1;"
     "fma.rn.f32 %f3, %f2, %f0, 0f3F800000; mul.f32 %f4, %f3, %f1; ex2.approx.f32 %f5, %f4; bar.sync 0;"
     "st.shared.v4.f32 [m], {%f1, %f2, %f5, %f5}; mov.b32 %r1, 0;",
     ["coefficient = ", "polynomial = ", "exponent = ", "exp2 = "]),
    ("cvt.rn.f32.u32 %f0, %r5; mul.f32 %f1, %f0, %f0; bar.sync 0; rcp.approx.f32 %f2, %f1;"
     "st.shared.v2.f32 [m], {%f1, %f2}; mov.b32 %r1, 0;",
     ["denominator = "]),
]  # fmt: skip


@pytest.mark.parametrize(("body", "expected"), VALUES)
def test_a_variable_is_named_after_its_value(body: str, expected: list[str]) -> None:
    text = f"""{HEAD}.shared .align 4 .b8 m[256];
        .visible .entry k(.param .u64 p, .param .u32 n, .param .align 4 .b8 s[16])
        {{ .reg .b32 %r<6>; .reg .b64 %rd<3>; .reg .pred %p<4>; .reg .b32 %c<3>; .reg .b64 %w<2>;
        .reg .f32 %f<6>; ld.param.u64 %rd1, [p]; ld.param.u32 %r4, [n];
        mov.u32 %r3, %tid.x; mul.hi.u32 %r5, %r3, %r4;
        {body} st.global.u32 [%rd1], %r1; st.global.u32 [%rd1+4], %r1; st.global.u32 [%rd1+8], %r3; ret; }}"""
    python = ptx_to_python(text, sugar=True)
    for line in expected:
        assert f"    {line}" in python
    require_same_program(text, retraced(python))


@pytest.mark.parametrize("path", sorted(RAISED.glob("*.ptx")), ids=lambda path: path.stem)
def test_no_variable_hides_a_name_of_python(path: Path) -> None:
    python = ptx_to_python(path.read_text(), sugar=True)
    source = {identifier(word) for word in re.findall(r"[\w$%]+", path.read_text())}
    bound = {
        node.id
        for node in ast.walk(ast.parse(python))
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
    }
    assert not (bound - source) & {*dir(builtins), "ptx", "reg", "module", "kernel"} - {"module"}
    assert python == ptx_to_python(path.read_text(), sugar=True)


@pytest.mark.demangler
@pytest.mark.parametrize("plain", ["k", "ptx", "reg", "f32", "module", "range", "class", "k_2"])
def test_a_variable_takes_no_name_that_the_file_needs(plain: str) -> None:
    text = MANGLED.replace("3M124smem", f"3M12{len(plain)}{plain}")
    names: dict[str, Any] = {"__name__": "my_kernel"}
    exec(ptx_to_python(text, sugar=True), names)
    assert names["k"].__name__ == "_Z4copyPf"
    require_same_program(text, names["module"].ptx())


@pytest.mark.parametrize(
    ("constant", "name", "written"),
    [
        (1152921504606846976, "evict_normal", "0x1000000000000000"),
        (0x12F0000000000000, "evict_first", "0x12f0000000000000"),
        (0x14F0000000000000, "evict_last", "0x14f0000000000000"),
        (4294967297, "policy", "4294967297"),
    ],
)
def test_cache_policies_have_their_names(constant: int, name: str, written: str) -> None:
    copy = "cp.async.bulk.prefetch.L2.global.L2::cache_hint [%rd1], 128, %rd2;"
    text = (
        ".version 8.0 .target sm_90a .address_size 64 .entry k(.param .u64 p) { .reg .b64 %rd<3>;"
        f" ld.param.u64 %rd1, [p]; mov.u64 %rd2, {constant}; {copy} {copy} ret; }}"
    )
    python = ptx_to_python(text, sugar=True)
    assert f" {name} = ptx.inst.mov.u64(b64, {written})\n" in python
    assert python.count(f"cache_hint={name}") + python.count(f", {name})") == 2
    require_same_program(text, retraced(python))


@pytest.mark.parametrize(
    ("body", "scopes"),
    [
        (
            "{ .shared .b32 s; st.shared.u32 [s], 1; } { .shared .b32 s; st.shared.u32 [s], 2; }",
            [False, True],
        ),
        (
            "{ .shared .b32 s; st.shared.u32 [s], 1; } { .shared .b32 t; st.shared.u32 [t], 2; }",
            [False, False],
        ),
        ("{ .reg .b32 s; mov.b32 s, 1; } { .reg .b32 s; mov.b32 s, 2; }", [False, False]),
        ("{ .shared .b32 s; { .shared .b32 s; st.shared.u32 [s], 2; } }", [False, True]),
        (".reg .b32 s; mov.b32 s, 1; { .reg .b32 s; mov.b32 s, 2; }", [True]),
    ],
)
def test_a_block_that_declares_a_name_again_hides_it(body: str, scopes: list[bool]) -> None:
    text = f".version 8.0\n.target sm_80\n.address_size 64\n.visible .entry k() {{ {body} ret; }}"
    python = ptx_to_python(text)
    assert ["hides" in line for line in python.splitlines() if "ptx.scope(" in line] == scopes
    require_same_tokens(text, retraced(python))
