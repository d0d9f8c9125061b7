"""Statements that compilers write are looked up, not read word by word; both paths build the same tree."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from pyptx.emitter import emit_statement
from pyptx.errors import ParseError
from pyptx.ir import Instruction
from pyptx.parser import parse, parse_statements
from pyptx.parser.cursor import Cursor
from pyptx.parser.module import ModuleReader
from pyptx.parser.statements import Body

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import FrameType

CORPUS = Path(__file__).parents[1] / "corpus" / "ptx"
REPEATED = 40

USUAL = [
    "\tadd.s32 \t%r#, %r2, 5;\n",
    "\tadd.s32 %r#,%r2,-5;\n",
    "\tmov.u32 %r#, %tid.x;\n",
    "\tld.global.f32 \t%f#, [%rd#+8];\n",
    "\tld.global.f32 %f1,[ %rd# ];\n",
    "\tld.global.f32 %f1, [%rd# + 8];\n",
    "\tld.global.f32 %f1, [%rd#+-8];\n",
    "\tld.global.v2.f32 \t{%f#, %f2}, [%rd1];\n",
    "\tld.global.v2.f32 {%f#,%f2},[%rd1];\n",
    "\tld.global.v2.f32 { %f#, %f2 }, [ %rd1 + 0 ];\n",
    "\tmov.b64 %rd1, {%r#};\n",
    "\t@%p1 bra \t$L__BB0_#;\n",
    "\t@!%p1 bra $L__BB0_#;\n",
    "\t@%p1\tadd.u32 %r#, %r2, 0x1F;\n",
    "// comment\n\tneg.s32 %r#, %r2;\n",
    "$L__BB0_#:\n",
    "\t.loc\t1 # 2\n\tret;\n",
    "\t.loc 1 # 2, function_name $L__info_string0, inlined_at 1 3 4\n\tret;\n",
    "\t.reg .b32 \t%r#;\n",
    "\t.reg .pred %p#<5>;\n",
    "\t.reg\t.b32 %r<1#>;\n",
    "\tret;\n",
    "\t@%p# ret;\n",
    "\t{ // begin\n\tneg.s32 %r#, %r2;\n\t}\n",
    "\tfma.rn.f32 %f1, %f#, %f2, %f3, " + ", ".join(f"%f{n}" for n in range(900)) + ";\n",
]


@pytest.mark.parametrize("text", USUAL)
def test_usual_statements_are_not_read_word_by_word(text: str) -> None:
    many = "".join(text.replace("#", str(number)) for number in range(REPEATED))
    few = 4 + _words_read("ret;")
    assert _words_read(many) <= few


@pytest.mark.parametrize("text", USUAL)
def test_both_paths_build_the_same_statements(text: str) -> None:
    text = text.replace("#", "7")
    fast, slow = (repr(Body(text, short=short).read(0, closed=False)) for short in (True, False))
    assert fast == slow


@pytest.mark.parametrize(
    "text",
    [
        "mov.b64 %rd1, {%r1, %r2 };",
        "mov.b64 %rd1, { %r1,%r2 };",
        "mov.b64 %rd1, {%r1 ,%r2};",
        "mov.b64 %rd1, {%r1,%r2, %r3};",
        "mov.b64 %rd1, {%r1,  %r2};",
        "mov.b64 %rd1, { {a, b}, {c, d} };",
        "mov.b64 %rd1, {-1, - 2};",
        "mov.b64 %rd1, {a+1, b[2]};",
        "mov.b64 %rd1, {};",
        "mov.b64 %rd1, { };",
        "mov.b64 %rd1, {%r1,};",
        "tex.2d.v4.f32.f32 {a, b, c, d}, [t, {x,y}];",
        "tex.2d.v4.f32.f32 {a,b}, [t, {x, y}];",
        "add.s32 a,b, c;",
        "add.s32 a, b,c;",
        "add.s32  a ,b;",
        "add.s32 .5, b;",
        "add .s32 a, b;",
        "@ %p1 add.s32 a, b;",
        "@%p1\nadd.s32 a, b;",
        "@%p1add.s32 a, b;",
        "call f, (a, b);",
        "call (r), f, (a);",
        "ret ;",
        "ret",
        "ld.global.f32 f, [a + 1 + 2];",
        "ld.global.f32 f, [a\t+ 1];",
        "ld.global.f32 f, [08];",
        "mov.u32 a, 08;",
        "mov.u32 a, 0x;",
        "mov.u32 a, 5U;",
        "mov.u32 a, a.b.c;",
        "mov.u32 a, %;",
        "5: ret;",
        "%: ret;",
        "L :: ret;",
        ".reg .v4 %r1;",
        ".reg .ptr %r1;",
        ".reg .b32 %r<0>;",
        ".reg .b32 %r<05>;",
        ".reg .b32 5;",
        ".loc 1 2 3 4",
        ".loc 1 2 3 ret;",
        ".loc 1 2 3, function_name L+4, inlined_at 1 2 3",
    ],
)
def test_unusual_statements_are_the_same_on_both_paths(text: str) -> None:
    outcomes = []
    for short in (True, False):
        try:
            outcomes.append(repr(Body(text, short=short).read(0, closed=False)))
        except ParseError as error:
            outcomes.append(str(error))
    assert outcomes[0] == outcomes[1]


def test_both_paths_agree_on_the_output_of_compilers() -> None:
    files = [file for file in sorted(CORPUS.rglob("*.ptx")) if file.stat().st_size < 6_000]
    assert len(files) > 20
    for file in files:
        text = file.read_text(encoding="utf-8")
        assert repr(parse(text)) == repr(ModuleReader(Body(text, short=False)).read()), file.name


def test_an_instruction_longer_than_the_window_keeps_its_place() -> None:
    operands = ", ".join(f"%r{number}" for number in range(1_000))
    found = parse_statements(f"add.s32 {operands};neg.s32 %r1, %r2;@%p1 not.b32 %r3, {operands}; ret;")
    assert [node.opcode for node in found if isinstance(node, Instruction)] == ["add", "neg", "not", "ret"]
    assert emit_statement(found[0]) == f"add.s32 {operands};"


def test_rows_of_data_are_not_read_word_by_word() -> None:
    def section(rows: int) -> str:
        return ".section .debug_str\n{\n" + "".join(f"\t.b8 {row},{row},1\n" for row in range(rows)) + "}\n"

    assert _words_read(section(REPEATED), parse) == _words_read(section(2), parse)


def _words_read(text: str, read: Callable[[str], object] = parse_statements) -> int:
    """How many words the parser reads one by one; the tables know the text's operands only by halves."""
    count = 0
    codes = {Cursor.advance.__code__, Cursor.seek.__code__}

    def note(frame: FrameType, event: str, argument: object) -> None:
        nonlocal count
        count += event == "call" and frame.f_code in codes

    sys.setprofile(note)
    try:
        read(text)
    finally:
        sys.setprofile(None)
    return count
