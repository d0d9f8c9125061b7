"""Verification of whole modules."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

from pyptx.arch import arch
from pyptx.emitter import emit_with_lines
from pyptx.parser import parse
from pyptx.verify import verify_module

INTEGERS = [f"{sign}{bits}" for sign in "us" for bits in (8, 16, 32, 64)]
HEADER = ".version 8.0\n.target sm_90a\n.address_size 64\n"


def findings(body: str, *, before: str = "") -> list[tuple[int | None, str]]:
    module = parse(f"{HEADER}{before}.visible .entry k(.param .u64 A)\n{{\n{body}\n}}\n")
    lines = emit_with_lines(module)[1]
    return [(found.line, found.message.splitlines()[0]) for found in verify_module(module, lines=lines)]


def test_names_of_all_kinds_resolve() -> None:
    assert findings(
        before=(
            ".global .align 4 .f32 table[16];\n.extern .shared .align 16 .b8 dynamic[];\n"
            ".func (.reg .u32 out) twice(.reg .u32 in) { add.u32 out, in, in; ret; }\n"
        ),
        body="""
        .reg .u64 %rd<3>; .reg .u32 %r<9>, count; .reg .v4 .f32 %v; .reg .f32 %f; .reg .pred p;
        .shared .u32 tile[4];
        ld.param.u64 %rd0, [A];
        mov.u64 %rd1, table;
        mov.u32 count, dynamic;
        ld.global.v4.f32 %v, [%rd0+16];
        add.f32 %f, %v.x, %v.w;
        st.shared.u32 [tile+8], %r8;
        setp.eq.u32 p, count, 0;
        @p bra after;
        { .reg .f32 inner; mov.f32 inner, %f; bra after; }
        call (%r1), twice, (%r2);
        after: ret;""",
    ) == []  # fmt: skip


def test_findings_tell_the_line() -> None:
    body = ".reg .u32 %r<3>;\nadd.u32 %r0, %r1, %r2;\n{\nadd.u33 %r0, %r1, %r2;\n}\nadd.u32 %r0, %r1;"
    assert [line for line, _ in findings(body)] == [9, 11]


def test_names_end_with_their_scope() -> None:
    assert [said for _, said in findings("{ .reg .u32 a; mov.u32 a, 1; } mov.u32 a, 2; ret;")] == [
        "mov.u32 a, 2: a is not declared"
    ]


def test_a_name_in_an_expression_is_that_of_its_scope() -> None:
    table, value = ".global .b32 table[4];\n", ".reg .u64 a; mov.u64 a, table+4;"
    assert findings(value, before=table) == []
    ((_, said),) = findings(value + "{ .reg .u64 table; mov.u64 a, table+4; }", before=table)
    assert "an expression with a register of type .u64" in said
    assert [said for _, said in findings(".reg .u64 a; mov.u64 a, nowhere+table;", before=table)] == [
        "mov.u64 a, nowhere + table: nowhere is not declared"
    ]


@pytest.mark.parametrize(("space", "hinted"), [("global", True), ("shared", False)])
def test_a_pointer_parameter_is_loaded_first(space: str, hinted: bool) -> None:
    ((_, said),) = findings(f".reg .u32 a; ld.{space}.u32 a, [A]; ret;")
    assert f"must be in .{space}" in said
    assert ("load the address that it holds, ptx.global_ptrs(A)" in said) is hinted


def value_range(type_: str) -> tuple[int, int]:
    """The least and the largest value of an integer type."""
    bits = int(type_[1:])
    return (0, 2**bits - 1) if type_[0] == "u" else (-(2 ** (bits - 1)), 2 ** (bits - 1) - 1)


@pytest.mark.parametrize("to", INTEGERS)
def test_saturation_of_integers_is_for_values_that_do_not_fit(to: str) -> None:
    (least, most), lines = value_range(to), ".reg .{0} a; .reg .{1} b; cvt.sat.{0}.{1} a, b;"
    legal = [of for of in INTEGERS if value_range(of)[0] < least or value_range(of)[1] > most]
    assert [of for of in INTEGERS if not findings(lines.format(to, of))] == legal


def test_numbered_names_end_with_their_count() -> None:
    assert [said for _, said in findings(".reg .u32 %r<10>; mov.u32 %r9, %r10; mov.u32 %r09, 1;")] == [
        "mov.u32 %r9, %r10: %r10 is not declared",
        "mov.u32 %r09, 1: %r09 is not declared",
    ]


def test_labels_must_exist() -> None:
    assert [said for _, said in findings("bra nowhere; ret;")] == ["bra nowhere: there is no label nowhere"]
    assert findings("bra end; end: ret;") == []


def test_unknown_opcodes_are_findings() -> None:
    assert [said for _, said in findings("frobnicate.b32; ret;")] == [
        "frobnicate.b32: PTX has no instruction frobnicate"
    ]


def test_any_order_that_ptxas_takes() -> None:
    assert findings(".reg .f32 %f<3>; add.f32.rn.ftz %f0, %f1, %f2;") == []


@pytest.mark.parametrize(
    ("line", "legal"),
    [
        ("cvt.sat.s16.u8 %h0, %h1", False),
        ("cvt.sat.u8.s16 %h0, %h1", True),
        ("cvt.sat.s32.u16 %r0, %r1", False),
        ("cvt.sat.u16.s32 %r0, %r1", True),
        ("cvt.s32.sat.u64 %r0, %d1", True),
    ],
)
def test_types_are_not_reordered(line: str, legal: bool) -> None:
    """The types are not exchanged if ``.sat`` would have no effect."""
    found = findings(f".reg .b16 %h<3>; .reg .b32 %r<3>; .reg .b64 %d<3>; {line};")
    assert [said.partition(":")[0] for _, said in found] == ([] if legal else [line])


CALLED = """
.func none() { ret; }
.func (.reg .b32 r) some { ret; }
.func (.reg .b32 r) twice(.reg .f32 x, .param .b64 y) { ret; }
.func record(.param .align 8 .b8 x[16]) { ret; }
.func table(.param .b32 x[8]) { ret; }
.func open(.param .b8 x[]) { ret; }
.func pair(.reg .v2 .b32 x) { ret; }
.func numbers(.reg .u32 i, .reg .s32 j, .reg .b32 k) { ret; }
.entry k() {
    .reg .b32 %r<3>; .reg .b64 %d<3>; .reg .f32 %f<3>;
    .param .b64 p64; .param .align 8 .b8 p16[16]; .param .align 4 .b8 q16[16]; .param .align 8 .b8 p8[8];
    .param .b32 p32x8[8]; .param .b64 p64x4[4]; .param .b32 p32x6[6]; .param .align 16 .b8 w16[16];
    .reg .v2 .b32 %v<2>; .reg .u32 %u<2>;
    proto: .callprototype (.param .b32 _) _ (.param .b32 _, .param .align 8 .b8 _[16]);
    array: .callprototype (.param .align 8 .b8 _[16]) _ ();
    open_array: .callprototype _ (.param .b8 _[]);
    .param .b32 p32;
"""


@pytest.mark.parametrize(
    ("call", "said"),
    [
        ("call none;", None),
        ("call none, ();", None),
        ("call none, (%r1);", "none takes no arguments; 1 is given"),
        ("call (%r1), some;", None),
        ("call (%r1), some, (%r1);", "some takes no arguments; 1 is given"),
        ("call (%r1), twice;", "twice takes 2 arguments: x, y; 0 are given"),
        ("call (%r1), twice, (%f1, %d1);", None),
        ("call (%r1), twice, (1.5, p64);", None),
        ("call (_), twice, (%r1, p64);", None),
        ("call (%r1), twice, (%f1);", "twice takes 2 arguments: x, y; 1 is given"),
        ("call twice, (%f1, %d1);", "twice gives 1 result: r; 0 are given"),
        ("call (%d1), twice, (%f1, %d1);", "%d1 is a .b64; r must be .b32"),
        ("call (%r1), twice, (%f1, %r1);", "%r1 is a .b32; y must be .b64"),
        ("call (%r1), twice, (5, %d1);", "5 is an integer; x must be .f32"),
        ("call record, (p16);", None),
        ("call record, (p8);", "p8 is .align 8 .b8 of 8 elements; x must be .align 8 .b8 of 16 elements"),
        ("call record, (q16);", "q16 is .align 4 .b8 of 16 elements; x must be .align 8 .b8 of 16 elements"),
        ("call record, (%d1);", "%d1 is .b64; x must be .align 8 .b8 of 16 elements"),
        ("call record, (w16);", None),
        ("call record, (5);", "5 is an integer; x must be .align 8 .b8 of 16 elements"),
        ("call table, (p32x8);", None),
        ("call table, (p64x4);", None),
        ("call table, (p32x6);", "p32x6 is .b32 of 6 elements; x must be .b32 of 8 elements"),
        ("call open, (p16);", None),
        ("call open, (p32);", None),
        ("call pair, (%v1);", None),
        ("call pair, (p64);", None),
        ("call numbers, (%u1, %r1, 7);", None),
        ("call numbers, (1, -1, 1.5);", None),
        ("call numbers, (%u1, %f1, %f2);", "%f1 is a .f32; j must be .s32"),
        ("call numbers, (1.5, 1, 1);", "1.5 is a fraction; i must be .u32"),
        ("call numbers, (1, 1.5, 1);", "1.5 is a fraction; j must be .s32"),
        ("call numbers, (1, 0f3F800000, 1);", "0f3F800000 is a fraction; j must be .s32"),
        ("call (p16), %d1, (), array;", None),
        (
            "call (p8), %d1, (), array;",
            "p8 is .align 8 .b8 of 8 elements; it must be .align 8 .b8 of 16 elements",
        ),
        ("call %d1, (), array;", "%d1 gives 1 result; 0 are given"),
        ("call %d1, (p8), open_array;", None),
        ("call %d1, (p8, p8), open_array;", "%d1 takes 1 argument; 2 are given"),
        ("call (p32), %d1, (p32, p16), proto;", None),
        ("call (p32), %d1, (p32), proto;", "%d1 takes 2 arguments; 1 is given"),
        ("call (p64), %d1, (p32, p16), proto;", "p64 is a .b64; it must be .b32"),
    ],
)
def test_calls_give_what_functions_take(call: str, said: str | None) -> None:
    text = f".version 8.0\n.target sm_90a\n.address_size 64\n{CALLED}{call}\nret; }}"
    found = [finding.message for finding in verify_module(parse(text))]
    assert found == ([] if said is None else [f"{call[:-1]}: {said}"])


@pytest.mark.parametrize("size", ["16", "16U", "0x10", "020", "0b10000"])
def test_sizes_of_what_a_call_passes(size: str) -> None:
    text = f"""{HEADER}.func f(.param .align 010 .b8 x[{size}]) {{ ret; }}
    .entry k(.param .b8 x[{size}]) {{
        .param .align 8 .b8 p16[16]; .param .align 8 .b8 p15[15]; .reg .b64 %d;
        proto: .callprototype _ (.param .align 010 .b8 _[{size}]);
        call f, (p16); call %d, (p16), proto; call f, (p15); call %d, (p15), proto;
    }}"""
    found = [finding.message for finding in verify_module(parse(text))]
    said = "p15 is .align 8 .b8 of 15 elements; {} .b8 of 16 elements"
    expected = [said.format(what) for what in ("x must be .align 010", "it must be .align 8")]
    assert [each.partition(": ")[2] for each in found] == expected


EXPRESSION = (
    "a parameter of .callprototype has an expression as its size; the size of an array is a number",
)


@pytest.mark.parametrize(
    ("parameter", "said"),
    [(".b8 _[4*4]", EXPRESSION), (".b8 _[x]", EXPRESSION), (".align x .b8 _[16]", ())],
)
def test_sizes_of_a_prototype_that_are_not_one_number_fit_every_argument(
    parameter: str, said: tuple[str, ...]
) -> None:
    text = f"""{HEADER}.entry k() {{ .param .b8 p[16]; .reg .b64 %d;
        proto: .callprototype _ (.param {parameter});
        call %d, (p), proto;
    }}"""
    assert tuple(finding.message for finding in verify_module(parse(text))) == said


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("mov.v4.u32 {%r0, %r1, %r2, _}, %tid;", None),
        (
            "mov.v2.u32 {%r0, %r1}, %tid;",
            "a is %tid, 4 special registers of type .u32; it must be 2 registers",
        ),
        ("mov.v4.u32 {%r0, %r1, %r2, %r3}, %laneid;", "a is %laneid, not in braces"),
        ("mov.u32 %r0, %tid;", "%tid is not declared; its parts are %tid.x %tid.y %tid.z %tid.w"),
        ("mov.v4.u32 {%r0, %r1, %r2, %r3}, %clusterid;", "%clusterid needs PTX >= 7.8 and sm_90 or newer"),
    ],
)
def test_vectors_of_special_registers(line: str, said: str | None) -> None:
    text = f".version 8.0\n.target sm_80\n.entry k() {{ .reg .b32 %r<4>; {line} ret; }}"
    found = [finding.message.splitlines()[0].partition(": ")[2] for finding in verify_module(parse(text))]
    assert found == [] if said is None else found[0].startswith(said)


def test_the_target_may_be_another() -> None:
    text = f"{HEADER}.entry k() {{ .reg .b16 %h<3>; add.bf16 %h0, %h1, %h2; ret; }}"
    assert verify_module(parse(text)) == []
    (found,) = verify_module(parse(text), arch("sm_80"))
    assert "this kernel targets sm_80" in found.message


def old_findings(version: str, target: str, body: str) -> list[str]:
    """Return the findings in a module of another version, without the operands of instructions."""
    text = f".version {version}\n.target {target}\n.entry k() {{ {REGISTERS} {body} exit; }}"
    return [re.sub(r" %.*?:", ":", finding.message.splitlines()[0]) for finding in verify_module(parse(text))]


REGISTERS = ".reg .f32 %f<4>; .reg .b32 %r<4>; .reg .pred %p<4>; .reg .b64 %d<4>;"


@pytest.mark.parametrize(
    ("version", "target", "body", "said"),
    [
        ("1.4", "sm_10", "mad.f32 %f0, %f1, %f2, %f3;", []),
        ("1.3", "sm_13", "sin.f32 %f0, %f1; div.f32 %f0, %f1, %f2;", []),
        ("1.4", "sm_13", "sin.f32 %f0, %f1;",
         ["sin.f32: was removed in PTX 1.4; what approximates says so; write .approx"]),
        ("4.1", "sm_52", "shfl.up.b32 %r0, %r1, 1, 0; vote.all.pred %p0, %p1;", []),
        ("9.5", "sm_60", "shfl.up.b32 %r0, %r1, 1, 0;", []),
        ("6.3", "sm_70", "shfl.up.b32 %r0, %r1, 1, 0;", []),
        (
            "6.4", "sm_70", "shfl.up.b32 %r0, %r1, 1, 0;",
            ["shfl.up.b32: was removed in PTX 6.4 for sm_70 or newer; it assumes that the lanes of a warp "
             "run together, which sm_70 and newer do not; use shfl.sync"],
        ),
        (
            "5.0", "sm_60", "shfl.sync.up.b32 %r0, %r1, 1, 0, -1;",
            ["shfl.sync.up.b32: needs PTX >= 5.1 on sm_60; this kernel targets sm_60 and says PTX 5.0"],
        ),
        (
            "3.1", "sm_20", "shfl.up.b32 %r0, %r1, 1, 0;",
            ["shfl.up.b32: needs PTX >= 3.0 and sm_30 to sm_75; this kernel targets sm_20 and says PTX 3.1"],
        ),
        (
            "7.0", "sm_80", ".shared .b64 bar; mbarrier.arrive.shared.b64 _, [bar];",
            ["mbarrier.arrive.shared.b64 _, [bar]: state as _ needs PTX >= 7.1 on sm_80; this kernel targets "
             "sm_80 and says PTX 7.0"],
        ),
        ("8.6", "sm_101a", "tcgen05.fence::before_thread_sync; add.rn.f32x2 %d0, %d1, %d2;", []),
    ],
)  # fmt: skip
def test_modules_of_other_times(version: str, target: str, body: str, said: list[str]) -> None:
    assert old_findings(version, target, body) == said


@pytest.mark.parametrize(
    ("head", "said"),
    [
        (".version 8.0\n.target sm_9000", ".target sm_9000: no target 'sm_9000'"),
        (".version 5.7\n.target sm_60", ".version 5.7: no such PTX version"),
        (".version 4.0\n.target sm_52", ".target sm_52 needs PTX >= 4.1; this module says PTX 4.0"),
    ],
)
def test_what_no_module_can_say_of_itself(head: str, said: str) -> None:
    (finding,) = verify_module(parse(f"{head}\n.entry k() {{ exit; }}"))
    assert finding.message.startswith(said)


def test_a_type_that_ptx_does_not_have_is_said_where_it_is_declared() -> None:
    text = f"{HEADER}.global .b3295 x;\n.entry k(.param .u6 n)\n{{\n.reg .u33 %r;\nmov.u32 %r, 1;\nret;\n}}"
    module = parse(text)
    found = verify_module(module, lines=emit_with_lines(module)[1])
    assert [item.message.partition(";")[0] for item in found[:3]] == [
        "x is declared as .b3295",
        "n is declared as .u6",
        "%r is declared as .u33",
    ]
    assert found[2].line == text[: text.index(".reg")].count("\n") + 1
    assert "mov.u32 %r, 1" in found[3].message


WITHOUT_ROWS = ("no instruction `", ".bulk cannot stand here", ".reduce cannot stand here")


@pytest.mark.skipif(
    not os.environ.get("PYPTX_CORPUS"), reason="needs real files: set PYPTX_CORPUS to their folder"
)
def test_real_files_have_no_findings() -> None:
    wrong = []
    for path in sorted(Path(os.environ["PYPTX_CORPUS"]).rglob("*.ptx")):
        module = parse(path.read_text(encoding="utf-8", errors="surrogateescape"))
        said = (found.message.splitlines()[0] for found in verify_module(module))
        wrong += [(path.name, line) for line in said if not any(words in line for words in WITHOUT_ROWS)]
    assert wrong == []


def test_the_instructions_of_a_function_agree_on_who_uses_tensor_memory() -> None:
    text = (
        ".version 8.6\n.target sm_100a\n.address_size 64\n.entry k()\n{\n.reg .b32 %r;\n"
        "tcgen05.shift.cta_group::1.down [%r];\n{ tcgen05.shift.cta_group::2.down [%r]; }\nret;\n}\n"
        ".entry other()\n{\n.reg .b32 %r;\ntcgen05.shift.cta_group::2.down [%r];\nret;\n}\n"
    )
    (finding,) = verify_module(parse(text))
    assert ".cta_group::2 beside .cta_group::1 of tcgen05.shift" in finding.message
