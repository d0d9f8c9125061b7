"""Text that is not PTX is refused with its place, and in bounded time and depth."""

from __future__ import annotations

import time

import pytest

from pyptx.errors import ParseError
from pyptx.parser import parse, parse_statements
from pyptx.parser.lexer import LexError, tokenize


@pytest.mark.parametrize("word", ["visible", "extern", "weak", "common", "const", "global", "shared", "tex"])
@pytest.mark.parametrize("text", [".reg .{} %r<3>;", ".reg .{} %r;", ".global .{} x;"])
def test_linkage_and_state_spaces_are_not_types(text: str, word: str) -> None:
    with pytest.raises(ParseError, match=f'expected a name, found ".{word}"'):
        parse_statements(text.format(word))


@pytest.mark.parametrize(
    ("text", "line", "col", "expected"),
    [
        ("hello", 1, 1, "expected a directive, a variable or a function"),
        (".version", 1, 9, "expected a number after .version"),
        ("\n  .target ,", 2, 11, "expected a name after .target"),
        (".entry", 1, 7, "expected the name of the .entry"),
        (".entry k(.u32 a) {}", 1, 10, 'expected a parameter such as ".param .u64 name"'),
        (".entry k() {\n  ret;\n", 1, 12, 'this "{" is never closed'),
        (".entry k() {\n  {\n  ret;\n", 2, 3, 'this "{" is never closed'),
        (".entry k() {\n  add.u32 a b;\n}", 2, 13, 'expected "," or ";" after the operand, found "b"'),
        (".entry k() {\n\tadd.u32 a, ;\n}", 2, 13, 'expected an operand, found ";"'),
        (".entry k() { mov.u32 .5, a; }", 1, 24, 'expected an operand, found ","'),
        (".entry k() { mov.u32 a, 12abc; }", 1, 25, "expected a constant"),
        (".entry k() { @p }", 1, 17, "expected an instruction after the guard"),
        (".entry k() { ld.u32 r, [a; }", 1, 26, 'expected "+", "," or "]" in the address'),
        (".entry k() { ret }", 1, 18, 'expected an operand, found "}"'),
        (".entry k() { .visible .entry j() {} }", 1, 23, 'expected "}" before the next function'),
        (".entry k() { %r1 = 5; }", 1, 14, "expected an instruction"),
        ("}", 1, 1, "expected a directive"),
        (".entry k() {} }", 1, 15, "expected a directive"),
        (".global u32 x;", 1, 9, "expected a type such as .u32 before the name"),
        (".global .u32 x y;", 1, 16, 'expected "," or ";" after the declared name'),
        (".glbal .u32 x;", 1, 8, "expected a state space"),
        (".global .u32 .u33 x;", 1, 14, "expected a name"),
        (".global .u32 x = {1,};", 1, 21, "expected an operand"),
        (".global .u32 x[r];", 1, 16, "expected the size of the array"),
        (".global .u32 x[1.5];", 1, 16, "expected the size of the array"),
        (".global .u32 x[-4];", 1, 16, "expected the size of the array"),
        (".global .align 4 .align 4 .u32 x;", 1, 18, "two words for its align"),
        (".global .v2 .align 8 .u32 x;", 1, 13, ".align must come before the type"),
        (".shared .u32 .align 8 x;", 1, 14, ".align must come before the type"),
        (".align 8 .v2 .global .u32 x;", 1, 14, ".global must come before the type"),
        (".global .u32 .attribute(.managed) x;", 1, 14, ".attribute must come before the type"),
        (".reg .u32 %r<x>;", 1, 14, 'expected the number of registers, as in "%r<8>"'),
        (".pragma 5;", 1, 9, 'expected a string after .pragma, found "5"'),
        ('.pragma "a"', 1, 12, 'expected ";" to end .pragma'),
        (".version 8.0 8.1", 1, 14, 'expected a directive, a variable or a function, found "8.1"'),
        (".address_size 64\nx", 2, 1, "expected a directive"),
        (".global .align 4 x;", 1, 18, "expected a type such as .u32 before the name"),
        (".section .debug_str { .b8 1", 1, 28, 'expected data or "}" to end the section'),
        (".nv_intermediate_source_section { { }", 1, 33, 'this "{" is never closed'),
        (".global .u32 x = (1 2);", 1, 21, 'expected an operator or ")", found "2"'),
        (".global .u32 x = a[1 2];", 1, 22, 'expected an operator or "]", found "2"'),
        (".global .u64 x = generic(x y);", 1, 28, 'expected an operator or ")", found "y"'),
        (".global .u32 x = (1)(2);", 1, 21, 'expected "," or ";" after the declared name, found "("'),
        (".global .u32 x = a[1](2);", 1, 22, 'expected "," or ";" after the declared name, found "("'),
        (".global .u32 x = a(1)[2];", 1, 22, 'expected "," or ";" after the declared name, found "["'),
        (".global .u32 x = (1;", 1, 20, 'expected an operator or ")", found ";"'),
        (".global .u32 x = (1 + );", 1, 23, 'expected a name or a constant, found ")"'),
        (".global .u32 x = (.s64 5);", 1, 24, 'expected ")" after the type of a cast, found "5"'),
        (".global .u32 x = 1 ? 2;", 1, 23, 'expected an operator or the ":" of the choice, found ";"'),
        (".global .u32 x = 1 ? 2 : ;", 1, 26, 'expected a name or a constant, found ";"'),
        (".global .u32 x = 1 : 2;", 1, 20, 'expected "," or ";" after the declared name, found ":"'),
        (".entry k() { add.s32 a|, b; }", 1, 24, 'expected a name or a constant, found ","'),
        (".entry k() { mov.b32 {a}|5, c; }", 1, 26, 'expected the predicate after the |, found "5"'),
        (".global .attribute .managed .u32 x;", 1, 20, 'expected "(" after .attribute, found ".managed"'),
        (".global .attribute[.managed] .u32 x;", 1, 19, 'expected "(" after .attribute, found "["'),
        (".global .attribute!.managed) .u32 x;", 1, 19, 'expected "(" after .attribute, found "!"'),
        (
            ".global .attribute(managed) .u32 x;",
            1,
            20,
            'expected an attribute such as ".managed" or ")", found "managed"',
        ),
        (
            ".global .attribute(.managed",
            1,
            28,
            'expected an attribute such as ".managed" or ")", found the end of the text',
        ),
        (
            ".global .attribute(.unified(1)",
            1,
            31,
            'expected an attribute such as ".managed" or ")", found the end of the text',
        ),
        (".global .align x .u32 y;", 1, 16, 'expected the number of bytes to align to, found "x"'),
        (".global .align 08 .u32 y;", 1, 16, 'expected the number of bytes to align to, found "08"'),
        (
            ".entry k(.param .u64 .ptr .align x a) {}",
            1,
            34,
            'expected the number of bytes to align to, found "x"',
        ),
        (".reg .b32 %r<5;", 1, 15, 'expected ">", found ";"'),
        (".reg .b32 %r<08>;", 1, 14, 'expected the number of registers, as in "%r<8>", found "08"'),
        (".global .u32 x[4);", 1, 17, 'expected "]", found ")"'),
        (".global .u32 x[4 5];", 1, 18, 'expected "]", found "5"'),
        (".reg .b32 5;", 1, 11, 'expected the name to declare, found "5"'),
        (".reg .b32 a, ;", 1, 14, 'expected the name to declare, found ";"'),
        (".reg .b32 a, .b;", 1, 14, 'expected the name to declare, found ".b"'),
        (".u32 x;", 1, 1, 'expected a state space such as .global before the type, found ".u32"'),
        (".b8 x;", 1, 1, 'expected a state space such as .global before the type, found ".b8"'),
        (".pred p;", 1, 1, 'expected a state space such as .global before the type, found ".pred"'),
        (".v4 .f32 x;", 1, 1, 'expected a state space such as .global before the type, found ".v4"'),
        (".section 5 {}", 1, 10, 'expected the name of a section, found "5"'),
        (".section { }", 1, 10, 'expected the name of a section, found "{"'),
        (".section x 5", 1, 12, 'expected "{" to begin the section, found "5"'),
        (".section x { { }", 1, 14, 'expected data or "}" to end the section, found "{"'),
        (".section x { ; }", 1, 14, 'expected data or "}" to end the section, found ";"'),
        ('.file 1 "a", ;', 1, 14, 'expected an argument of .file after ",", found ";"'),
        (".file 1,", 1, 9, 'expected an argument of .file after ",", found the end of the text'),
        (".loc 1 2 3, function_name f +, inlined_at 1 2 3", 1, 30, 'expected a number after "+", found ","'),
        (".loc 1 2 3, function_name f + x", 1, 31, 'expected a number after "+", found "x"'),
        (".visible 5;", 1, 10, 'expected .entry, .func or a state space such as .global, found "5"'),
        (".visible x;", 1, 10, 'expected .entry, .func or a state space such as .global, found "x"'),
        (
            ".visible",
            1,
            9,
            "expected .entry, .func or a state space such as .global, found the end of the text",
        ),
        (".entry k() 5", 1, 12, 'expected "{" or ";" after the head of the function, found "5"'),
        (
            ".entry k(.param .u32 a",
            1,
            23,
            'expected "," or ")" after the parameter, found the end of the text',
        ),
        (
            ".entry k(.param .u32 a .param .u32 b) {}",
            1,
            24,
            'expected "," or ")" after the parameter, found ".param"',
        ),
        (".entry k(.param .u32 a,) {}", 1, 24, 'expected a parameter such as ".param .u64 name", found ")"'),
        (".entry 5() {}", 1, 8, 'expected the name of the .entry, found "5"'),
        (".func (.param .u32 r) (.param .u32 a) {}", 1, 23, 'expected the name of the .func, found "("'),
        (
            ".nv_intermediate_source_section x",
            1,
            33,
            'expected "{" after .nv_intermediate_source_section, found "x"',
        ),
        (".alias f, g }", 1, 13, 'expected ";" to end .alias, found "}"'),
        (".alias f, g", 1, 12, 'expected ";" to end .alias, found the end of the text'),
        (".branchtargets a", 1, 17, 'expected ";" to end .branchtargets, found the end of the text'),
        (".entry k() { @ ret; }", 1, 19, 'expected an instruction after the guard, found ";"'),
        (".entry k() { @!; }", 1, 16, 'expected the predicate of the guard, found ";"'),
        (".entry k() { @5 ret; }", 1, 15, 'expected the predicate of the guard, found "5"'),
        (".entry k() { 5; }", 1, 14, 'expected a statement, found "5"'),
        (".entry k() { , }", 1, 14, 'expected a statement, found ","'),
        (".entry k() { $L; }", 1, 14, 'expected an instruction, found "$L"'),
        (".entry k() { ld.u32 r, [a,; }", 1, 27, 'expected an operand, found ";"'),
        (".entry k() { ld.u32 r, [; }", 1, 25, 'expected an operand, found ";"'),
        (".entry k() { ld.u32 r, [a+]; }", 1, 27, 'expected an operand, found "]"'),
        (".entry k() { mov.b32 {a, b|c, d; }", 1, 32, 'expected "," or "}", found ";"'),
        (".entry k() { mov.b32 {a, b, c; }", 1, 30, 'expected "," or "}", found ";"'),
        (".entry k() { call (r, f; }", 1, 24, 'expected "," or ")", found ";"'),
        ("@@;", 1, 3, 'expected "@@DWARF", found ";"'),
        ("@@.b", 1, 3, 'expected "@@DWARF", found ".b"'),
        ('@@"s"', 1, 3, 'expected "@@DWARF", found ""s""'),
        (".version x", 1, 10, 'expected a number after .version, found "x"'),
        ('.version "8"', 1, 10, 'expected a number after .version, found ""8""'),
        (".target 5", 1, 9, 'expected a name after .target, found "5"'),
        (".maxntid x", 1, 10, 'expected a number after .maxntid, found "x"'),
        (".pragma x;", 1, 9, 'expected a string after .pragma, found "x"'),
        (".address_size x", 1, 15, 'expected a number after .address_size, found "x"'),
        (".loc x", 1, 6, 'expected a number after .loc, found "x"'),
        ('.file "a"', 1, 7, 'expected a number after .file, found ""a""'),
        ("/* abc", 1, 1, "this comment is never closed"),
        ('.file 1 "abc', 1, 9, "this string is never closed"),
        (".entry k() { \x01 }", 1, 14, "begins no word of PTX"),
        (".version 8.0\0.target sm_90", 1, 13, "a NUL character inside the text"),
        (".entry k() { add.s32 é; }", 1, 22, "begins no word of PTX"),
    ],
)
def test_message(text: str, line: int, col: int, expected: str) -> None:
    with pytest.raises(ParseError) as caught:
        parse(text)
    report = str(caught.value)
    assert expected in report
    assert (caught.value.line, caught.value.col) == (line, col)
    head, shown, caret = report.split("\n")
    assert head.startswith(f"line {line}, column {col}: ")
    assert shown == f"  {text.splitlines()[line - 1]}".split("\0" if text.endswith("\0") else "\n")[0]
    assert caret.index("^") == col + 1


def test_long_lines_are_shown_around_the_place() -> None:
    with pytest.raises(ParseError) as caught:
        parse_statements("mov.u32 a, b; " * 100 + "mov.u32 a b;")
    _, shown, caret = str(caught.value).split("\n")
    assert len(shown) <= 122
    assert shown[caret.index("^")] == "b"


def test_words_of_a_section_stand_apart() -> None:
    with pytest.raises(ParseError, match='expected a space or "," after 67'):
        parse(".version 8.0\n.target sm_80\n.section .debug_info {\n.b8 1,67$L__tmp1\n}")


def test_lexer_errors_are_parse_errors() -> None:
    with pytest.raises(LexError) as caught:
        tokenize("add \x02")
    assert isinstance(caught.value, ParseError)
    assert (caught.value.line, caught.value.col) == (1, 5)


def test_tokens_join_to_the_text() -> None:
    text = '\t@!%p1 ld.shared::cta.f32 %f1, [a+4]; // "c"\n.file 1 "x\\"y"\r\n/* z */ 0x1F 1.5e-3 .5\0\n'
    tokens = tokenize(text)
    assert "".join(token.gap + token.text for token in tokens) == text
    assert tokens[-1].kind == "end"
    assert [token.text for token in tokens if token.kind == "number"] == ["4", "1", "0x1F", "1.5e-3"]
    file = next(token for token in tokens if token.text == ".file")
    assert (file.line, file.col) == (2, 1)


LONG = 100_000


@pytest.mark.parametrize(
    "text",
    [
        "{" * LONG,
        "}" * LONG,
        "a" * LONG,
        "a " * LONG,
        "add" + " " * LONG,
        "add " + "(" * LONG + ";",
        "call " + "(" * LONG + ";",
        "add " + "[" * LONG + ";",
        "add " + "{" * LONG + ";",
        "add " + "!" * LONG + "p;",
        "add " + "-" * LONG + "1;",
        "add " + "a[" * LONG + ";",
        "add %r" + ".x" * LONG + ";",
        "add " + "a?b:" * LONG + "c;",
        "add " + "a," * LONG + "b;",
        "add {" + "a, " * LONG + "b};",
        "add " + "{a, b}, " * LONG + "c;",
        "/*" * LONG,
        '"' * LONG,
        "// ;\n" * LONG,
        "@" * LONG,
        "@%p " * LONG,
        ".loc 1 2 3" + "\n//" * LONG,
        "add.s32 a, b /**/" * LONG,
        ".reg .b32 " + "a," * LONG + "b;",
    ],
    ids=lambda text: text[:12],
)
def test_hostile_text_is_read_or_refused_at_once(text: str) -> None:
    start = time.process_time()
    for wrapped in (text, f".global .u32 x = {text}", f".entry k() {{ {text}"):
        try:
            parse(wrapped)
            parse_statements(text)
        except ParseError:
            pass
    assert time.process_time() - start < 5


def test_blocks_nest_to_a_limit() -> None:
    head, most = ".version 8.0\n.target sm_80\n.entry k() ", 128
    parse(head + "{" * most + "}" * most)
    with pytest.raises(ParseError, match=f"blocks nest deeper than {most}"):
        parse(head + "{" * (most + 2) + "}" * (most + 2))


@pytest.mark.parametrize(("opening", "closing"), [("{", "}"), ("{a, ", "}"), ("[a, ", "]")])
def test_operands_nest_to_a_limit(opening: str, closing: str) -> None:
    most = 64
    parse_statements(f"add {opening * most}p{closing * most};")
    with pytest.raises(ParseError, match=f"operands nest deeper than {most}"):
        parse_statements(f"add {opening * (most + 1)}p{closing * (most + 1)};")


@pytest.mark.parametrize("text", ["@@", "@@ DWARF", "@@5"])
def test_two_signs_begin_dwarf_lines_only(text: str) -> None:
    with pytest.raises(ParseError, match='expected "@@DWARF"'):
        parse(f".version 8.0\n.target sm_80\n.entry k() {{\n{text}\n}}\n")


@pytest.mark.parametrize("text", ["@ @DWARF", "@DWARF", "@!DWARF"])
def test_a_guard_cannot_begin_an_item_of_a_module(text: str) -> None:
    with pytest.raises(ParseError, match='expected "@@DWARF"'):
        parse(text)


@pytest.mark.parametrize("before", [10, 79, 80, 81, 300])
def test_of_a_long_line_the_part_around_the_error_is_shown(before: int) -> None:
    line = f"{' ' * before}%{'r, ' * 100}"
    with pytest.raises(ParseError) as caught:
        parse_statements(line)
    _, shown, pointer = str(caught.value).split("\n")
    at = pointer.index("^")
    assert shown[at:].startswith("%r, r, ")
    assert at == 2 + min(before, 80)
    assert len(shown) == 2 + min(120, len(line) - max(before - 80, 0))
