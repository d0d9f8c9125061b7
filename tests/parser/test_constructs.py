"""Every construct of PTX becomes the node it is, and comes back byte for byte."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pyptx.emitter import emit, emit_statement
from pyptx.errors import ParseError
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
    Name,
    Negated,
    Operand,
    Pair,
    Section,
    Statement,
    Vector,
)
from pyptx.parser import parse, parse_statements
from pyptx.parser.lexer import tokenize
from pyptx.parser.tables import MOST_SPELLINGS, spellings


def item(text: str) -> Item:
    module = parse(text)
    assert emit(module) == text
    assert len(module.items) == 1
    return module.items[0]


def statements(text: str) -> tuple[Statement, ...]:
    source = f".entry k() {{{text}}}"
    function = item(source)
    assert isinstance(function, Function)
    assert function.body is not None
    assert function.body == parse_statements(text)
    return function.body


def statement(text: str) -> Statement:
    (found,) = statements(text)
    assert emit_statement(found) == text.strip()
    return found


def operand(text: str) -> Operand:
    found = statement(f" op.b32 a, {text};")
    assert isinstance(found, Instruction)
    _, node = found.operands
    return node


@pytest.mark.parametrize(
    ("text", "node"),
    [
        (" ret;", Instruction("ret")),
        (" exit ;", Instruction("exit")),
        ("add.s32 \t%r1, %r2, -5;", Instruction("add", ("s32",), (Name("%r1"), Name("%r2"), Literal("-5")))),
        ("add.s32 a,b,c;", Instruction("add", ("s32",), (Name("a"), Name("b"), Name("c")))),
        ("@%p1 bra L;", Instruction("bra", (), (Name("L"),), Guard("%p1"))),
        ("@ ! %p1 bra.uni L;", Instruction("bra", ("uni",), (Name("L"),), Guard("%p1", negated=True))),
        (
            "ld .global.L2::128B .u32 %r1, [a];",
            Instruction("ld", ("global", "L2::128B", "u32"), (Name("%r1"), Address(Name("a")))),
        ),
        ("ld.const[2].b32 r, [c];", Instruction("ld", ("const[2]", "b32"), (Name("r"), Address(Name("c"))))),
        (
            "call (r), f, (a, 4);",
            Instruction("call", (), (Group((Name("r"),)), Name("f"), Group((Name("a"), Literal("4"))))),
        ),
        (
            "call.uni\n(\nr\n)\n,f,\n();",
            Instruction("call", ("uni",), (Group((Name("r"),)), Name("f"), Group(()))),
        ),
        ("L:", Label("L")),
        ("$L__BB0_1 :", Label("$L__BB0_1")),
        ("{}", Block(())),
        ("{ ret; { exit; } }", Block((Instruction("ret"), Block((Instruction("exit"),))))),
        (";", Directive("", (), semicolon=True)),
        (".loc 1 2 3", Directive("loc", ("1", "2", "3"))),
        (
            ".loc 1 2 3, function_name L+5, inlined_at 4 5 6",
            Directive(
                "loc",
                ("1", "2", "3", ",", "function_name", "L", "+", "5", ",", "inlined_at", "4", "5", "6"),
            ),
        ),
        ('.pragma "nounroll", "x";', Directive("pragma", ('"nounroll"', ",", '"x"'), semicolon=True)),
        (".branchtargets L1, L2;", Directive("branchtargets", ("L1", ",", "L2"), semicolon=True)),
        (
            ".callprototype (.param .b32 _) _ (.param .b64 _);",
            Directive(
                "callprototype",
                ("(", ".param", ".b32", "_", ")", "_", "(", ".param", ".b64", "_", ")"),
                semicolon=True,
            ),
        ),
        (".reg .pred p;", Declaration("reg", "pred", (Declarator("p"),))),
        (".reg .b32 \t%r<5>;", Declaration("reg", "b32", (Declarator("%r", 5),))),
        (".reg.f32 a, b<3>;", Declaration("reg", "f32", (Declarator("a"), Declarator("b", 3)))),
        (".reg .v4 .f32 v;", Declaration("reg", "f32", (Declarator("v"),), vector="v4")),
        (
            ".local .align 8 .b8 d[16];",
            Declaration("local", "b8", (Declarator("d", dims=(Literal("16"),)),), align=8),
        ),
    ],
)
def test_statement(text: str, node: Statement) -> None:
    assert statement(text) == node


@pytest.mark.parametrize(
    ("text", "node"),
    [
        ("%tid.x", Name("%tid.x")),
        ("%r1.b0", Name("%r1.b0")),
        ("_", Name("_")),
        ("0x3340U", Literal("0x3340U")),
        ("0f3F800000", Literal("0f3F800000")),
        ("0dBFF0000000000000", Literal("0dBFF0000000000000")),
        ("-1.5e-3", Literal("-1.5e-3")),
        (".5", Literal(".5")),
        ("!%p1", Negated(Name("%p1"))),
        ("! %p1", Negated(Name("%p1"))),
        ("!WARP_SIZE", Negated(Name("WARP_SIZE"))),
        ("!5", Expression(("!", "5"))),
        ("!.5", Expression(("!", ".5"))),
        ("!WARP_SZ", Expression(("!", "WARP_SZ"))),
        ("!(1+2)", Expression(("!", "(", "1", "+", "2", ")"))),
        ("!-1", Expression(("!", "-", "1"))),
        ("!~2", Expression(("!", "~", "2"))),
        ("!!3", Expression(("!", "!", "3"))),
        ("%p1|%p2", Pair(Name("%p1"), Name("%p2"))),
        ("%p1 | _", Pair(Name("%p1"), Name("_"))),
        ("1|2", Expression(("1", "|", "2"))),
        ("- 5", Expression(("-", "5"))),
        ("-%r2", Expression(("-", "%r2"))),
        ("table+4", Expression(("table", "+", "4"))),
        ("table + 1", Expression(("table", "+", "1"))),
        ("a[2]", Expression(("a", "[", "2", "]"))),
        ("a[N-1][2]", Expression(("a", "[", "N", "-", "1", "]", "[", "2", "]"))),
        ("(1+2)*3", Expression(("(", "1", "+", "2", ")", "*", "3"))),
        ("(.s64)5", Expression(("(", ".s64", ")", "5"))),
        ("a ? 1 : 2", Expression(("a", "?", "1", ":", "2"))),
        ("12 / 4", Expression(("12", "/", "4"))),
        ("generic(x)", Expression(("generic", "(", "x", ")"))),
        ("0xFF(x)", Expression(("0xFF", "(", "x", ")"))),
        ("{a, b}", Vector((Name("a"), Name("b")))),
        ("{ a , _ }", Vector((Name("a"), Name("_")))),
        ("{}", Vector(())),
        ("[%rd1]", Address(Name("%rd1"))),
        ("[%rd1+4]", Address(Name("%rd1"), Literal("4"))),
        ("[ %rd1 + 0 ]", Address(Name("%rd1"), Literal("0"))),
        ("[a+-8]", Address(Name("a"), Literal("-8"))),
        ("[64]", Address(Literal("64"))),
        ("[%r1+%r2]", Address(Name("%r1"), Name("%r2"))),
        ("[a+4-4]", Address(Name("a"), Expression(("4", "-", "4")))),
        ("[a-4]", Address(Expression(("a", "-", "4")))),
        ("[a-4+8]", Address(Expression(("a", "-", "4", "+", "8")))),
        ("[-4+8]", Address(Literal("-4"), Literal("8"))),
        ("[- 4+8]", Address(Expression(("-", "4", "+", "8")))),
        ("[~4+8]", Address(Expression(("~", "4", "+", "8")))),
        ("[map, {c0, c1}]", Address(Name("map"), rest=(Vector((Name("c0"), Name("c1"))),))),
        ("[t, s, {x, y}]", Address(Name("t"), rest=(Name("s"), Vector((Name("x"), Name("y")))))),
        (".5e+3", Literal(".5e+3")),
        ("-.5", Literal("-.5")),
    ],
)
def test_operand(text: str, node: Operand) -> None:
    assert operand(text) == node


@pytest.mark.parametrize(
    ("text", "node"),
    [
        (".version 1.4", Directive("version", ("1.4",))),
        (".version 1.4;", Directive("version", ("1.4",), semicolon=True)),
        ('.file 1 "a.cu" ;', Directive("file", ("1", '"a.cu"'), semicolon=True)),
        (
            ".entry k() .maxnreg 32;",
            Function("entry", "k", (), directives=(Directive("maxnreg", ("32",)),)),
        ),
        (".target sm_10, map_f64_to_f32", Directive("target", ("sm_10", ",", "map_f64_to_f32"))),
        ('.file 1 "a b.cu", 12, 34', Directive("file", ("1", '"a b.cu"', ",", "12", ",", "34"))),
        (".version\n1.4", Directive("version", ("1.4",))),
        (".target\n\tsm_10", Directive("target", ("sm_10",))),
        ('.file\n1\n"a.cu"', Directive("file", ("1", '"a.cu"'))),
        (".alias f, g;", Directive("alias", ("f", ",", "g"), semicolon=True)),
        ("@@DWARF .4byte 5, .L-4", Directive("@@DWARF", (".4byte", "5", ",", ".L", "-", "4"))),
        (
            ".extern .shared .align 16 .b8 buffer[];",
            Declaration("shared", "b8", (Declarator("buffer", dims=(None,)),), ("extern",), 16),
        ),
        (
            ".global .u32 x[2][2] = {{1,2}, {3, 4}}, y = 5;",
            Declaration(
                "global",
                "u32",
                (
                    Declarator(
                        "x",
                        dims=(Literal("2"), Literal("2")),
                        initializer=Vector(
                            (Vector((Literal("1"), Literal("2"))), Vector((Literal("3"), Literal("4"))))
                        ),
                    ),
                    Declarator("y", initializer=Literal("5")),
                ),
            ),
        ),
        (
            ".global .u64 p[2] = {x+4, generic(x)};",
            Declaration(
                "global",
                "u64",
                (
                    Declarator(
                        "p",
                        dims=(Literal("2"),),
                        initializer=Vector(
                            (Expression(("x", "+", "4")), Expression(("generic", "(", "x", ")")))
                        ),
                    ),
                ),
            ),
        ),
        (
            ".global .samplerref s = { addr_mode_0 = wrap };",
            Declaration(
                "global",
                "samplerref",
                (Declarator("s", initializer=Vector((Expression(("addr_mode_0", "=", "wrap")),))),),
            ),
        ),
        (".tex .u32 t;", Declaration("tex", "u32", (Declarator("t"),))),
        (".const[2] .u32 b[];", Declaration("const[2]", "u32", (Declarator("b", dims=(None,)),))),
        (".align 4 .global .u32 x;", Declaration("global", "u32", (Declarator("x"),), align=4)),
        (".global .align 0x10 .u32 x;", Declaration("global", "u32", (Declarator("x"),), align=16)),
        (
            ".global .attribute(.managed) .u32 x;",
            Declaration("global", "u32", (Declarator("x"),), attributes=("managed",)),
        ),
        (
            ".section .debug_str { L: .b8 1,2\n.b32 .debug_abbrev\n.b64 L+4 }",
            Section(
                ".debug_str",
                ("L", ":", ".b8", "1", ",", "2", ".b32", ".debug_abbrev", ".b64", "L", "+", "4"),
            ),
        ),
        (
            ".extern .func (.param .b32 r) vprintf (.param .b64 a, .param .b64 b);",
            Function(
                "func",
                "vprintf",
                (
                    Declaration("param", "b64", (Declarator("a"),)),
                    Declaration("param", "b64", (Declarator("b"),)),
                ),
                (Declaration("param", "b32", (Declarator("r"),)),),
                linkage=("extern",),
            ),
        ),
        (".extern .func f", Function("func", "f", linkage=("extern",), semicolon=False)),
        (
            ".func .attribute(.unified(0x1, 2)) f() .noreturn { }",
            Function(
                "func",
                "f",
                (),
                directives=(Directive("noreturn"),),
                body=(),
                attributes=("unified", "(", "0x1", ",", "2", ")"),
            ),
        ),
        (
            ".visible .entry k(.param .u64 .ptr .global .align 8 a, .param .u64 .ptr .align 1 b)\n"
            '.maxntid 16,1\n.pragma "x"; .minnctapersm 2\n{ ret; }',
            Function(
                "entry",
                "k",
                (
                    Declaration("param", "u64", (Declarator("a"),), pointer=("global", "align", "8")),
                    Declaration("param", "u64", (Declarator("b"),), pointer=("align", "1")),
                ),
                directives=(
                    Directive("maxntid", ("16", ",", "1")),
                    Directive("pragma", ('"x"',), semicolon=True),
                    Directive("minnctapersm", ("2",)),
                ),
                body=(Instruction("ret"),),
                linkage=("visible",),
            ),
        ),
        (".entry old { ret; }", Function("entry", "old", body=(Instruction("ret"),))),
    ],
)
def test_item(text: str, node: Item) -> None:
    assert item(text) == node


@pytest.mark.parametrize(
    "text",
    [
        ".align 8 .global .v2 .u32 x;\n",
        ".attribute(.managed) .global .align 8 .u32 x;\n",
        ".global .align 8 .attribute(.managed) .v2 .u32 x;\n",
        ".entry k(.param .b8 .align 8 x[8], .align 8 .param .b8 y[8], .param .u64 .ptr .align 4 z) {}\n",
    ],
)
def test_words_that_may_change_places(text: str) -> None:
    assert emit(parse(text)) == text


def test_labels_before_directives() -> None:
    label, directive = statements(" proto : .callprototype _ (.param .b32 _) ;")
    assert label == Label("proto")
    assert isinstance(directive, Directive)
    assert directive.name == "callprototype"


def test_many_statements_on_one_line() -> None:
    found = statements("{ .reg .pred p; @p bra L; }{ret;}L:bar.sync 0;.loc 1 2 3 exit;")
    assert [type(node).__name__ for node in found] == [
        "Block",
        "Block",
        "Label",
        "Instruction",
        "Directive",
        "Instruction",
    ]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "\n",
        "// only a comment",
        "/* one */ // two\n\n",
        "\0",
        ".version 8.0\n\0",
        ".version 8.0 .target sm_90 .address_size 64",
        ".version 8.0\r\n.target sm_90\r\n.entry k()\r\n{\r\n\tret;\r\n}\r\n",
        '# 3 "kernel.cu"\n.version 8.0\n# 4 "kernel.cu" 2\n',
        ".entry k() { add.s32 /* a ; } */ %r1, // b ; }\n %r2 /**/ , %r3 /* c */ ; }",
        ".entry k /*a*/ ( /*b*/ .param /*c*/ .u32 /*d*/ a /*e*/ ) /*f*/ { /*g*/ } /*h*/",
        ".global /*a*/ .align /*b*/ 4 /*c*/ "
        ".u32 /*d*/ x /*e*/ [ /*f*/ 2 /*g*/ ] /*h*/ = /*i*/ { 1 /*j*/, 2 } ;",
    ],
)
def test_gaps_of_every_kind(text: str) -> None:
    assert emit(parse(text)) == text


@pytest.mark.parametrize(
    "text",
    [
        "@!%p1 add.cc.s32 %r1, {a, b}, [%rd1+4], %p1|%p2, !%p3, -5;",
        "shfl.sync.down.b32 {%r1, %r2}|%p1, a[N-1][2], (1+2)*3, a ? 1 : 2;",
        "tex.2d.v4.f32.f32 {a, b, c, d}, [t, s, {x, y}], (.s64)5;",
        "call.uni (r, q), f, (a, 4), proto;",
        ".reg .v4 .f32 a, b<3>;",
        ".local .align 8 .b8 d[16][2], e = 5;",
        '.pragma "x", "y";',
        "L: .branchtargets L, M;",
        "{ ret; { exit; } }",
    ],
)
def test_each_gap_is_kept_at_its_own_place(text: str) -> None:
    """A comment of its own goes before each word, or between all words at once where that is legal."""
    words = [token.text for token in tokenize(text)]
    marked = ["".join(f"/*{n}*/{word}" for n, word in enumerate(words))]
    for place in range(len(words)):
        marked.append("".join(f"/*{n}*/{w}" if n == place else f" {w}" for n, w in enumerate(words)))
    kept = 0
    for source in marked:
        try:
            found = parse(f".entry k() {{{source}}}")
        except ParseError:
            continue
        assert emit(found) == f".entry k() {{{source}}}"
        kept += 1
    assert kept > len(words) // 2


def test_offset_and_selectors_are_not_split() -> None:
    assert operand("[a + b * 4]") == Address(Name("a"), Expression(("b", "*", "4")))
    assert operand("%v.x.y") == Name("%v.x.y")


def test_spelled_integers_are_integers() -> None:
    found = statement(".reg .b32 q<0x3>;")
    assert isinstance(found, Declaration)
    assert found.declarators[0].count == 3


def test_operands_are_shared_but_statements_are_not() -> None:
    first, second = parse_statements("mov.u32 %r1, %r2; mov.u32 %r1, %r2;")
    assert isinstance(first, Instruction)
    assert isinstance(second, Instruction)
    assert first is not second
    assert first.operands[0] is second.operands[0]


def test_spellings_are_remembered_up_to_a_bound() -> None:
    text = "".join(f"mov.u32 %r{n}, {n};\n" for n in range(MOST_SPELLINGS))
    assert len(parse_statements(text)) == MOST_SPELLINGS
    (first,), (second,) = parse_statements("neg.s32 %r1, %r2;"), parse_statements("neg.s32 %r1, %r2;")
    assert first == second
    assert sum(len(table) for table in (spellings().operands, spellings().prefixes)) < 8


def test_source_text_of_another_language_is_one_word() -> None:
    text = """.nv_intermediate_source_section {
    .code_block {
        .ir_name:        "Tile{IR"
        .sourceFileName: 2 // }
        .source_begin
            it's } "odd { `text` of é
        .source_end
    }
}"""
    directive = item(text)
    assert isinstance(directive, Directive)
    assert directive.words == (text.partition(" ")[2],)
    assert [type(each) for each in parse(f"{text}\n.global .u32 x;").items] == [Directive, Declaration]


def test_an_inlined_place_may_be_in_a_section() -> None:
    (found,) = statements("\n .loc 1 15 3, function_name .debug_str+16, inlined_at 1 10 5\n")
    assert isinstance(found, Directive)
    assert found.words[4:8] == ("function_name", ".debug_str", "+", "16")


@pytest.mark.parametrize(
    "text",
    [
        "ld.v2.u32 {%r1,%r2}, [%r3];",
        "ld.v2.u32 { %r1,%r2 }, [%r3];",
        "ld.v2.u32 {%r1, %r2}, [%r3];",
        "ld.v2.u32 {%r1,%r2},[%r3];",
        "mov.b32 {%r1}, %r2;",
        "mov.b32 { %r1 }, %r2;",
        "add.s32 %r1, %r2, - 4;",
        "add.s32 %r1, %r2, -4;",
        "add.s32 %r1, %r2, -4+5;",
    ],
)
def test_gaps_stay_when_a_statement_is_edited(text: str) -> None:
    (found,) = parse_statements(text)
    assert isinstance(found, Instruction)
    edited = replace(found, opcode="other")
    assert emit_statement(edited).strip() == "other" + text[text.index(".") :]
    assert emit_statement(found).strip() == text
