"""Layout of trees that no source has spaced, edits of trees that one has, and line numbers."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pyptx.emitter import emit, emit_statement, emit_with_lines
from pyptx.ir import (
    Address,
    Block,
    Declaration,
    Declarator,
    Directive,
    Expression,
    Function,
    Group,
    Guard,
    Instruction,
    Item,
    Label,
    Literal,
    Module,
    Name,
    Negated,
    Pair,
    Section,
    Vector,
)
from pyptx.ir.visit import walk
from pyptx.parser import parse, parse_statements

BY_HAND = Module(
    (
        Directive("version", ("8.0",)),
        Directive("target", ("sm_90a", ",", "debug")),
        Directive("address_size", ("64",)),
        Declaration("shared", "b8", (Declarator("smem", dims=(Literal("1024"),)),), align=16),
        Declaration("global", "u32", (Declarator("t", initializer=Literal("1")),), ("visible",), vector="v2"),
        Function(
            "func",
            "f",
            (Declaration("param", "b32", (Declarator("a"),)),),
            (Declaration("reg", "b32", (Declarator("r"),)),),
            linkage=("extern",),
        ),
        Function(
            "entry",
            "k",
            (
                Declaration("param", "u64", (Declarator("a"),), pointer=("global", "align", "16")),
                Declaration("param", "b8", (Declarator("b", dims=(Literal("4"),)),), align=8),
            ),
            directives=(Directive("reqntid", ("128", ",", "1")),),
            linkage=("visible",),
            body=(
                Declaration("reg", "b32", (Declarator("%r", 5),)),
                Instruction("mov", ("u32",), (Name("%r1"), Name("%tid.x"))),
                Label("L"),
                Directive("loc", ("1", "2", "3", ",", "function_name", "M", "+", "5")),
                Instruction("bra", ("uni",), (Name("L"),), Guard("%p1", negated=True)),
                Block((Instruction("ret"),)),
                Instruction("call", (), (Group((Name("r"),)), Name("f"), Group((Name("a"), Literal("4"))))),
                Instruction("x", ("y",), (Address(Name("a"), Literal("-4"), (Vector((Name("b"),)),)),)),
                Instruction(
                    "z", (), (Pair(Name("p"), Name("q")), Negated(Name("p")), Expression(("a", "%", "b")))
                ),
            ),
        ),
        Section(".debug_x", ("a", ":", ".b8", "1", ",", "2", ".b32", ".debug_y")),
    )
)

PRINTED = """\
.version 8.0
.target sm_90a, debug
.address_size 64

.shared .align 16 .b8 smem[1024];
.visible .global .v2 .u32 t = 1;

.extern .func (.reg .b32 r) f(
	.param .b32 a
);

.visible .entry k(
	.param .u64 .ptr .global .align 16 a,
	.param .align 8 .b8 b[4]
)
.reqntid 128, 1
{
	.reg .b32 %r<5>;
	mov.u32 %r1, %tid.x;
L:
	.loc 1 2 3, function_name M+5
	@!%p1 bra.uni L;
	{
		ret;
	}
	call (r), f, (a, 4);
	x.y [a+-4, {b}];
	z p|q, !p, a % b;
}

.section .debug_x
{
a:
.b8 1,2
.b32 .debug_y
}
"""


def test_by_hand() -> None:
    assert emit(BY_HAND) == PRINTED
    assert parse(PRINTED) == BY_HAND


def test_lines() -> None:
    text, lines = emit_with_lines(BY_HAND)
    assert text == PRINTED
    prototype, entry = lines
    assert prototype == ()
    function = BY_HAND.items[6]
    assert isinstance(function, Function)
    assert function.body is not None
    rows = text.splitlines()
    for line, node in zip(entry, walk(function.body), strict=True):
        words = emit_statement(node).splitlines()[0]
        assert rows[line - 1].strip() == words.strip()


def test_lines_of_parsed_text() -> None:
    text = ".entry k()\n{ // c\n\n ret; /* a\n b */ exit;\n{\nL: trap; }\n}\n.entry j() { ret; }"
    out, lines = emit_with_lines(parse(text))
    assert out == text
    assert lines == ((4, 5, 6, 7, 7), (9,))


def test_statement_has_no_lead() -> None:
    (node,) = parse_statements("\n\t// comment\n\tadd.s32 \t%r1,%r2, 5 ;")
    assert emit_statement(node) == "add.s32 \t%r1,%r2, 5 ;"


def edited(text: str, **changes: object) -> str:
    module = parse(text)
    item: Item = replace(module.items[0], **changes)  # type: ignore[arg-type]
    return emit(replace(module, items=(item, *module.items[1:])))


@pytest.mark.parametrize(
    ("text", "changes", "expected"),
    [
        ("// a\n.global  .u32\tx ;\n", {"type": "f32"}, "// a\n.global  .f32\tx ;\n"),
        ("// a\n.global  .u32\tx ;\n", {"align": 8}, "// a\n.global .align 8  .u32\tx ;\n"),
        (".global  .align  4 .u32\tx;", {"align": None}, ".global .u32\tx;"),
        ("\n.global .u32 x;", {"linkage": ("visible",)}, "\n.visible .global .u32 x;"),
        ("\n.visible  .global .u32 x;", {"linkage": ()}, "\n.global .u32 x;"),
        (".align 4  .global  .u32 x;", {"vector": "v2"}, ".align 4  .global .v2  .u32 x;"),
        (".reg .b32 \ta , b;", {"declarators": (Declarator("q", 9),)}, ".reg .b32 \tq<9>;"),
        (".target  sm_80 // c\n", {"words": ("sm_90", ",", "debug")}, ".target  sm_90, debug // c\n"),
        (
            ".visible  .entry /*n*/ k ( .param .u64 a )\n\n{ ret; }",
            {"name": "other"},
            ".visible  .entry /*n*/ other ( .param .u64 a )\n\n{ ret; }",
        ),
        (
            ".func (.reg .b8 a ,.reg .b8 b  ,.reg .b8 c) f(.reg .b8 d  ,.reg .b8 e ,.reg .b8 g) { }",
            {"name": "other"},
            ".func (.reg .b8 a ,.reg .b8 b  ,.reg .b8 c) other(.reg .b8 d  ,.reg .b8 e ,.reg .b8 g) { }",
        ),
        (".visible  .entry k()\n\n{ ret; }", {"linkage": ()}, ".entry k()\n\n{ ret; }"),
        (
            ".entry k() { ret; }",
            {"directives": (Directive("maxnreg", ("32",)),)},
            ".entry k()\n.maxnreg 32 { ret; }",
        ),
        (".section .a { .b8 1, 2 }", {"words": (".b8", "1", ",", "3")}, ".section .a { .b8 1, 3 }"),
    ],
)
def test_edit_of_an_item(text: str, changes: dict[str, object], expected: str) -> None:
    assert edited(text, **changes) == expected


def test_words_never_grow_together() -> None:
    (call,) = parse_statements("call(r), f;")
    assert isinstance(call, Instruction)
    assert emit_statement(replace(call, operands=(Name("f"),))) == "call f;"
    module = parse(".entry k(){ret;}")
    function = module.items[0]
    assert isinstance(function, Function)
    assert function.body is not None
    body = (Directive("loc", ("1", "2", "3")), *function.body)
    assert emit(replace(module, items=(replace(function, body=body),))) == ".entry k(){\n\t.loc 1 2 3\nret;}"


def test_not_an_operand() -> None:
    with pytest.raises(TypeError, match="is not an operand"):
        emit_statement(Instruction("add", (), ("%r1",)))  # type: ignore[arg-type]
