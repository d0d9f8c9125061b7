"""The Python of a PTX text, executed, traces to the tokens of the text."""

# ruff: noqa: E501 - PTX texts

from __future__ import annotations

import os
import pathlib
from collections.abc import Callable
from runpy import run_path

import pytest

from pyptx import Module
from pyptx.codegen import ir_to_python, ptx_to_python
from pyptx.parser import parse
from pyptx.parser.lexer import tokenize

EXAMPLES = pathlib.Path(__file__).resolve().parents[2] / "examples" / "ampere"
FOLDER = os.environ.get("PYPTX_CORPUS")
HEAD = ".version 8.7\n.target sm_90a\n.address_size 64\n"

Executed = Callable[[str], Module]


def words(text: str) -> list[str]:
    return [token.text for token in tokenize(text)]


def body(*statements: str, params: str = "", directives: str = "") -> str:
    inside = "\n".join(statements)
    return f"{HEAD}.visible .entry k({params}) {directives} {{ {inside} ret; }}"


MODULES = {
    "linkage": f"{HEAD}.entry k() {{ ret; }}",
    "weak linkage": f"{HEAD}.weak .entry k() {{ ret; }}",
    "debug target": ".version 8.0 .target sm_80, debug .address_size 64 .visible .entry k() { ret; }",
    "name": f"{HEAD}.visible .entry _ZN1k$x() {{ ret; }}",
    "keyword": f"{HEAD}.visible .entry ptx() {{ ret; }}",
    "params": body(
        params=".param .u64 .ptr .global .align 16 a, .param .align 8 .b8 s[24], .param .u32 n,"
        ".param .u64 out, .param .f16 h, .param .align 64 .b8 map[128]"
    ),
    "reqntid": body(directives=".reqntid 128, 1, 1"),
    "one number": body(directives=".reqntid 128"),
    "directives": body(directives='.maxntid 256, 1, 1 .minnctapersm 2 .maxnreg 64 .pragma "nounroll";'),
    "cluster": body(directives=".explicitcluster .reqnctapercluster 2, 1, 1 .reqntid 64, 1, 1"),
    "module variables": f"{HEAD}.global .align 4 .b8 t[16]; .const .f32 c[2] = {{0f3F800000, 2.5}};"
    ".extern .shared .align 16 .b8 smem[]; .visible .global .u32 flag; .shared .b8 m[32];"
    '.file 1 "a b.cu" .entry k() { .reg .b64 %rd; mov.u64 %rd, t; mov.u64 %rd, smem; ret; }',
    "after the kernel": f"{HEAD}.entry k() {{ $L__begin: ret; $L__end: }}\n"
    '.file 1 "k.cu"\n.section .debug_abbrev { .b8 1 .b8 17 .b32 $L__end-$L__begin }',
    "label after the end": body("bra DONE; DONE:"),
    "several kernels": f"{HEAD}.entry a() {{ ret; }} .visible .entry b(.param .u32 n) {{ ret; }}",
    "functions": f"{HEAD}.func (.param .b32 r) f(.param .b32 a, .param .align 8 .b8 s[16]);"
    ".extern .func (.param .b32 r) vprintf(.param .b64 a, .param .b64 b); .visible .func g() { ret; }"
    ".func (.param .b32 r) f(.param .b32 a, .param .align 8 .b8 s[16]) { .reg .b32 t; ld.param.b32 t, [a];"
    " st.param.b32 [r], t; ret; } .entry k() { .reg .b32 x; { .param .b32 p0; .param .align 8 .b8 p1[16];"
    " .param .b32 q; st.param.b32 [p0], x; call.uni (q), f, (p0, p1); ld.param.b32 x, [q]; } call g; ret; }",
    "functions in registers": f"{HEAD}.func (.reg .b32 r) f(.reg .b32 a, .reg .f32 %b) {{ mov.b32 r, a; ret; }}"
    ".entry k() { .reg .b32 x, y; .reg .f32 z; call (x), f, (y, z); ret; }",
    "attributes": f"{HEAD}.func .attribute(.unified(1, 2)) f() {{ ret; }} .weak .func w() {{ ret; }}",
    "no parentheses": f"{HEAD}.func f {{ ret; }} .entry k {{ ret; }}",
    "prototypes without end": ".version 2.1 .target sm_20 .visible .func (.param .s32 r) f(.param .s32 a)"
    " .visible .func g() .entry k() { ret; }",
    "indirect calls": f"{HEAD}.func (.param .b32 r) f(.param .b32 a) {{ ret; }} .global .u64 table[2] = {{f, f}};"
    ".entry k() { .reg .b64 %rd1; .param .b32 a, r; mov.b64 %rd1, f; p: .callprototype (.param .b32 _) _"
    " (.param .b32 _); call (r), %rd1, (a), p; t: .calltargets f; call (r), %rd1, (a), t;"
    " call (r), %rd1, (a), table; ret; }",
    "recursion": f"{HEAD}.func (.param .b32 r) f(.param .b32 a) {{ call (r), f, (a); ret; }}",
    "without a return": f"{HEAD}.func f() .noreturn {{ trap; }} .entry k() {{ call.uni f; }}",
    "alias": f"{HEAD}.func f() {{ ret; }} .func g(); .alias g, f; .entry k() {{ call g; ret; }}",
    "no address size": ".version 1.4 .target sm_10, map_f64_to_f32 .entry k() { ret; }",
    "32 bits": ".version 3.0 .target sm_20 .address_size 32 .entry k(.param .u32 p) { ret; }",
    "address size later": '.version 3.0 .target sm_20 .file 1 "a.cu" .address_size 64 .entry k() { ret; }',
    "data": f"{HEAD}.global .align 1 .b8 s[6] = {{104, 101, 108, 108, 111, 0}}; .const .s16 c[2][2] ="
    " {{1, -2}, {3}}; .global .u32 h = 0x10; .global .u64 a[2] = {s, generic(s)+4}; .weak .global .f64 d ="
    " 0d3FF0000000000000; .common .global .u32 z; .global .v4 .f32 v; .global .u8 m[2] = {0xFF(s), 0xFF00(s)};",
    "opaque": f"{HEAD}.global .texref t; .global .samplerref s = {{ addr_mode_0 = clamp_to_edge,"
    " filter_mode = nearest }; .global .surfref u; .entry k(.param .texref p) { ret; }",
    "words in another order": f"{HEAD}.visible .align 4 .global .b8 x[4]; .entry k() {{ .reg .v2 .u32 %v; ret; }}",
    "module pragma": f"{HEAD}.pragma \"nounroll\"; .entry k() .pragma \"a b\"; {{ ret; }}",
    "prototype of an entry": f"{HEAD}.entry k(); .entry k() {{ ret; }}",
    "hexadecimal directives": body(directives=".maxntid 0x80, 1, 1 .minnctapersm 2"),
    "many threads": body(directives=".maxntid 4096"),
    "comments": f"// first\n{HEAD}// before\n.entry k() {{ // in /* the */ body\n membar.gl; /* two\n lines */"
    " ret; // last\n} // end\n",
    "nothing": f"{HEAD}.entry k() {{ ret; }} .global .u32 x;",
}  # fmt: skip

BODIES = {
    "groups": ".reg .pred %p<3>; .reg .b32 %r<12>; mov.b32 %r11, %r0;",
    "single registers": ".reg .f32 a; .reg .b64 %SP; mov.f32 a, 0f3DCCCCCD; mov.b64 %SP, 7;",
    "several names": ".reg .b32 lo, hi; .reg .b64 %rd1; mov.b64 {lo, hi}, %rd1;",
    "python names": ".reg .b32 in, ptx, u32, %r, r; add.s32 in, ptx, u32; add.s32 %r, r, in;",
    "locals before registers": ".local .align 8 .b8 depot[16]; .reg .b64 %SP; mov.b64 %SP, depot;",
    "late registers": ".reg .b32 %r<2>; mov.b32 %r0, 1; .reg .b32 late; mov.b32 late, %r0;",
    "late variables": ".reg .b32 %r<2>; mov.b32 %r0, 1; .shared .b32 x[4]; ld.shared.b32 %r1, [x+4];",
    "memory of blocks": ".reg .b32 %r<2>; { .local .b32 x; st.local.b32 [x], %r0; } { .local .b32 x[4];"
    " ld.local.b32 %r0, [x]; } { .reg .b32 x; mov.b32 x, %r0; mov.b32 %r1, x; }",
    "initialized": ".reg .b32 %r<2>; .global .u32 x = 5; ld.global.u32 %r1, [x];",
    "two dimensions": ".shared .align 16 .b32 x[4][8]; .reg .b32 r; st.shared.b32 [x+16], r;",
    "guards": ".reg .pred %p<3>; L: @%p1 bra L; @!%p2 bra.uni L;",
    "literals": ".reg .b32 %r<2>; mov.b32 %r1, 0x1F; add.u32 %r1, %r1, 017; and.b32 %r1, %r1, 0b11;"
    "add.s32 %r1, %r1, -1; mov.b32 %r1, 4294967295; mov.b32 %r0, 0x10U;",
    "floats": ".reg .f32 f; .reg .f64 d; mov.f32 f, 0f7F800000; mov.f32 f, 0f3f800000; add.f32 f, f, 2.5;"
    "mov.f64 d, 0d3FF0000000000000; add.f64 d, d, 0d7FF8000000000001; mul.f32 f, f, 0f80000000;",
    "addresses": ".shared .b32 x[4]; .reg .b64 %rd<2>; .reg .b32 r; ld.global.b32 r, [%rd1];"
    "ld.global.b32 r, [%rd1+0]; ld.global.b32 r, [%rd1+-4]; ld.global.b32 r, [%rd1+0x10];"
    "ld.shared.b32 r, [x]; ld.shared.b32 r, [x+4+4]; ld.shared.b32 r, [16]; ld.shared.b32 r, [x+12];",
    "vectors": ".reg .f32 %f<9>; .reg .b64 a; ld.global.v4.f32 {%f1, %f2, %f3, %f4}, [a];"
    "st.global.v2.f32 [a+8], {%f2, %f1}; st.global.v2.f32 [a], {%f2, 0f00000000};"
    "ld.global.v4.f32 {%f1, _, %f3, _}, [a];",
    "pairs": ".reg .pred p, q; .reg .b32 %r<4>; setp.lt.s32 p|q, %r1, %r2;"
    "shfl.sync.bfly.b32 %r1|p, %r2, 1, 31, -1; setp.eq.and.s32 p, %r1, 0, !q;",
    "special registers": ".reg .b32 r; .reg .b64 %rd1; mov.u32 r, %tid.x; mov.u32 r, %laneid;"
    "mov.u64 %rd1, %clock64; mov.u32 r, %ctaid.z; mov.u32 r, %lanemask_lt;",
    "special registers elsewhere": ".reg .b32 r; add.u32 r, %tid.x, 1; cvt.u32.u32 r, %ntid.y;",
    "blocks": ".reg .b32 %r<3>; { .reg .b32 t; mov.b32 t, %r1; { .reg .pred p; @p bra IN; IN: } }"
    "{ .reg .b32 t; .reg .b32 %q<2>; mov.b32 t, %q1; } { }",
    "hidden names": ".reg .b32 %r<3>; { .reg .f32 %r1; mov.f32 %r1, 0f00000000; } mov.b32 %r1, 0;",
    "deep blocks": "{ " * 40 + "membar.gl; " + "} " * 40,
    "lines": '.pragma "nounroll"; .loc 1 5 3 .loc 1 0 0 membar.gl;'
    " .loc 1 8 1, function_name $L_n, inlined_at 1 7 2",
    "targets": ".reg .b32 r; A: B: T: .branchtargets A, B; brx.idx r, T;",
    "unknown": ".reg .b32 r; frobnicate.x.b32 r, 1; mov.b32.fast r, 2;",
    "shadows": ".reg .b32 %r<3>; .reg .b32 %q<40>; .reg .pred p; { .reg .b32 p; mov.b32 p, %r1; { .reg .b64 %r<20>;"
    " mov.b64 %r19, 1; } mov.b32 %r1, %q39; } { .reg .f32 %q<30>; mov.f32 %q3, %q29; } mov.b32 %q3, 1; @p bra L; L:",
    "labels in blocks": "{ bra L; L: } { L: bra L; } .reg .pred p; { { @p bra OUT; } OUT: }",
    "no way back": "trap; } .entry other() { membar.gl; } .entry third() { membar.gl; ",
    "nowhere": "bra NOWHERE;",
    "twice": ".reg .b32 a; .reg .b32 a; L: L:",
    "vector registers": ".reg .v4 .f32 %v; .reg .f32 f; mov.f32 f, %v.x; mov.v4.f32 %v, {f, f, f, f};",
    "names of the DSL": ".reg .b32 module, kernel, reg, print, Module, def, lambda, None, self, f32, b32_, u32;"
    " mov.b32 module, kernel; mov.b32 reg, print; mov.b32 Module, def; mov.b32 lambda, None; mov.b32 f32, b32_;"
    " .reg .b32 $x, %x, _x, x_2, $x$; mov.b32 $x, %x; mov.b32 _x, x_2; mov.b32 $x$, $x;",
    "so many registers": ".reg .b32 %r<9000000>; .reg .b64 a; mov.b32 %r8999999, %r0; { .reg .b32 %t<70000>;"
    " mov.b32 %t69999, %r1; } mov.b32 %r5, %r8999999;",
    "zero registers": ".reg .b32 %r<0>; .reg .pred %p<1>; @%p0 bra L; L:",
    "modifiers": ".reg .b64 a, b; .reg .b32 r; cp.async.ca.shared::cta.global.L2::128B [r], [a], 16;",
}  # fmt: skip


@pytest.mark.parametrize("name", MODULES)
def test_modules(name: str, executed: Executed) -> None:
    text = MODULES[name]
    assert words(executed(ptx_to_python(text)).ptx()) == words(text)


@pytest.mark.parametrize("name", BODIES)
def test_bodies(name: str, executed: Executed) -> None:
    text = body(BODIES[name])
    assert words(executed(ptx_to_python(text)).ptx()) == words(text)


@pytest.mark.parametrize(
    ("count", "written"),
    [(0, 'ptx.declare(".reg .b32 %r<0>;")'), (1, 'reg.array(b32, 1, name="%r")')],
)
def test_a_range_of_registers_is_an_array(count: int, written: str) -> None:
    assert written in ptx_to_python(body(f".reg .b32 %r<{count}>;"))


@pytest.mark.parametrize("type_", ["b8", "u8", "s16", "f16", "b32", "f64"])
def test_a_parameter_of_a_plain_type_is_a_type_and_a_name(type_: str) -> None:
    assert f'("{type_}", "n")' in ptx_to_python(body(params=f".param .{type_} n"))


@pytest.mark.parametrize(
    ("file", "sizes"),
    [
        ("vector_add", (1000,)),
        ("rms_norm", (4, 512)),
        ("layer_norm", (4, 512)),
        ("softmax", (4, 512)),
        ("swiglu", (4, 512)),
        ("gemm", (128, 128, 128)),
        ("gemm_pipelined", (128, 128, 128)),
        ("gemm_highperf_ampere", (128, 128, 128)),
    ],
)
def test_kernels_of_the_examples(file: str, sizes: tuple[int, ...], executed: Executed) -> None:
    names = run_path(str(EXAMPLES / f"{file}.py"))
    (builder,) = [found for name, found in names.items() if name.startswith("build_")]
    text = builder(*sizes).ptx()
    python = ptx_to_python(text)
    assert executed(python).ptx() == text
    assert "kept as PTX text: nothing" in python


def test_trees_without_text(executed: Executed) -> None:
    text = MODULES["module variables"]
    python = ir_to_python(parse(text))
    assert python == ptx_to_python(text)
    traced = executed(python).tree()
    assert executed(ir_to_python(traced)).tree() == traced


def test_files_come_through(executed: Executed) -> None:
    if not FOLDER:
        pytest.skip("PYPTX_CORPUS names no folder of .ptx files")
    different = []
    for file in sorted(pathlib.Path(FOLDER).rglob("*.ptx")):
        text = file.read_bytes().decode("utf-8", "replace")
        if words(executed(ptx_to_python(text)).ptx()) != words(text):
            different.append(file.name)
    assert different == []
