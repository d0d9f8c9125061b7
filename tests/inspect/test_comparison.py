"""Comparison of programs regardless of names."""

from __future__ import annotations

import itertools
import random
import re
import zlib
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from pyptx import Tile, kernel, ptx, reg
from pyptx.codegen import ptx_to_python
from pyptx.codegen.proof import require_same_program, retraced
from pyptx.errors import ParseError
from pyptx.inspect import diff
from pyptx.ir import Declaration, Function, Instruction, Label
from pyptx.ir.visit import walk
from pyptx.parser import parse
from pyptx.types import f32

if TYPE_CHECKING:
    from pyptx.specs import TensorSpec

CORPUS = sorted((Path(__file__).resolve().parents[1] / "corpus" / "ptx").rglob("*.ptx"))
SAMPLE = sorted(CORPUS, key=lambda path: zlib.crc32(path.stem.encode()))
"""All files in an order of their own, of which the first stay the first as others join."""

HEAD = ".version 8.0\n.target sm_80\n.address_size 64\n"
BODY = """.visible .entry scale(.param .u64 out, .param .u32 n)
{
    .reg .pred %p<2>;
    .reg .b32 %r<4>;
    .reg .f32 %f<4>;
    .reg .b64 %rd<4>;
    .shared .f32 tile[32];
    ld.param.u64 %rd1, [out];
    ld.param.u32 %r1, [n];
    mov.u32 %r2, %tid.x;
    setp.ge.u32 %p1, %r2, %r1;
    @%p1 bra $done;
    mul.wide.u32 %rd2, %r2, 4;
    add.s64 %rd3, %rd1, %rd2;
    ld.global.f32 %f1, [%rd3];
    mul.f32 %f2, %f1, 0f40000000;
    st.shared.f32 [tile+4], %f2;
    st.global.f32 [%rd3], %f2;
$done:
    ret;
}
"""
TEXT = HEAD + BODY


def kinds(first: str, second: str) -> dict[str, int]:
    found = diff(first, second)
    counted = {"changed": 0, "removed": 0, "added": 0}
    for function in found.functions:
        for kind, count in function.counts().items():
            counted[kind] += count
    assert found.same == (not any(counted.values()))
    return counted


def renamed(text: str, seed: int) -> str:
    """A text with other names for everything that functions declare inside, and other spacing."""
    chosen = random.Random(seed)
    names: dict[str, str] = {}
    module = parse(text)
    for function in module.items:
        if not isinstance(function, Function):
            continue
        found = {
            declarator.name
            for node in walk(function.body or ())
            if isinstance(node, Declaration) and node.space == "reg"
            for declarator in node.declarators
            if declarator.count is None
        } | {node.name for node in walk(function.body or ()) if isinstance(node, Label)}
        numbered = {
            declarator.name
            for node in walk(function.body or ())
            if isinstance(node, Declaration)
            for declarator in node.declarators
            if declarator.count is not None
        }
        found = {name for name in found if name.rstrip("0123456789") not in numbered}
        for name in sorted(found | numbered):
            names.setdefault(name, f"q{chosen.randrange(10**9)}_{len(names)}_")
    stems = {name for name in names if re.search(rf"{re.escape(name)}<", text)}

    def replaced(match: re.Match[str]) -> str:
        word = match[0]
        if word in names:
            return names[word]
        stem = word.rstrip("0123456789")
        return names[stem] + word[len(stem) :] if stem in stems else word

    text = re.sub(r"//[^\n]*", "", text)
    return re.sub(r"(?<![\w$%.\"])[%$A-Za-z_][\w$]*", replaced, text).replace("\t", "  ")


@pytest.mark.parametrize("path", SAMPLE[:12], ids=lambda path: path.stem)
def test_other_names_are_no_difference(path: Path) -> None:
    text = path.read_text()
    other = renamed(text, 3)
    found = diff(text, other)
    assert other != text
    assert found.same, str(found)[:600]
    assert str(found) == ""


def test_a_changed_line_has_the_names_of_the_first_program() -> None:
    one = HEAD + ".func f() { .reg .b32 a, b; add.u32 a, b, b; xor.b32 a, a, b; sub.u32 a, b, 1; }"
    other = HEAD + ".func f() { .reg .b32 b, c, a, d; add.u32 b, c, c; xor.b32 b, b, c; sub.u32 b, a, d; }"
    (change,) = (change for part in diff(one, other).functions for change in part.changes if not change.same)
    assert change.kind == "changed"
    assert change.renamed == "sub.u32 a, a', d;"  # its a is not the first program's; that has no d


@pytest.mark.parametrize(("first", "second"), [("a", "b"), ("b", "a"), ("a", "a")])
def test_a_function_with_another_name_has_both(first: str, second: str) -> None:
    texts = (f"{HEAD}.func {name}() {{ {rest} ret; }}" for name, rest in ((first, ""), (second, "trap;")))
    found = str(diff(*texts)).splitlines()
    assert found[0] == (first if first == second else f"{first}, {second} in the second")


def test_blocks_of_one_function_do_not_change_the_next() -> None:
    """Names with equal votes are paired if they are spelled alike; `a` and `b` have equal votes here."""
    one = ".func last() { .reg .b32 a, b; add.u32 a, b, b; }"
    other = one.replace("a, b, b;", "b, a, b;")
    block = "{ .reg .b32 x; mov.u32 x, 1; }"
    lines = [
        [line for line in str(diff(HEAD + first + one, HEAD + second + other)).splitlines() if "add." in line]
        for first, second in (("", ""), (".func first() { }", f".func first() {{ {block} }}"))
    ]
    assert lines[0] == lines[1] != []


@pytest.mark.parametrize("path", SAMPLE[:6], ids=lambda path: path.stem)
def test_one_instruction_is_a_difference_of_one_line(path: Path) -> None:
    chosen = random.Random(path.stem)
    text = path.read_text()
    lines = text.splitlines()
    candidates = [
        number
        for number, line in enumerate(lines)
        if re.match(r"\s+(add|mul|ld|st|mov|setp)[.\w]* [^{]*;$", line.replace("\t", " "))
    ]
    if not candidates:
        pytest.skip("no plain instruction")
    number = chosen.choice(candidates)
    gone = renamed("\n".join([*lines[:number], *lines[number + 1 :]]) + "\n", 5)
    assert kinds(text, gone) == {"changed": 0, "removed": 1, "added": 0}
    assert kinds(gone, text) == {"changed": 0, "removed": 0, "added": 1}
    other = lines[number].replace(";", ", 77;", 1)
    assert kinds(text, "\n".join([*lines[:number], other, *lines[number + 1 :]])) == {
        "changed": 1, "removed": 0, "added": 0,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("[tile+4]", "[tile + 4]"),
        ("0f40000000", "0F40000000"),
        ("%r2, 4", "%r2, 0x4"),
        (".b32 %r<4>", ".u32 %r<9>"),
        ("    ret;", "    // the end\n    .loc 1 2 3\n    ret;"),
        ("$done:", "$done:\n$other:"),
        ("    mov.u32", "$nothing:\n    mov.u32"),
        (".shared .f32 tile[32]", ".shared .align 4 .f32 tile[32]"),
    ],
)
def test_what_is_said_otherwise(before: str, after: str) -> None:
    assert before in TEXT
    same = "align" not in after
    assert diff(TEXT, TEXT.replace(before, after)).same == same


def test_a_register_where_another_stood_is_a_change() -> None:
    other = TEXT.replace("mul.f32 %f2, %f1, 0f4", "mul.f32 %f2, %f2, 0f4")
    assert kinds(TEXT, other) == {"changed": 1, "removed": 0, "added": 0}
    assert "+ mul.f32 %f2, %f2, 0f40000000;" in str(diff(TEXT, other)).splitlines()


def test_a_branch_to_another_place_is_a_change() -> None:
    text = (
        HEAD + ".entry k() { .reg .pred p; @p bra A; @p bra A; nanosleep.u32 1; A: nanosleep.u32 2; B: ret; }"
    )
    other = text.replace("@p bra A; @p bra A;", "@p bra A; @p bra B;")
    assert not diff(text, other).same
    assert diff(text, text.replace("A", "x").replace("B:", "C:")).same


def test_scopes_hide_names() -> None:
    text = HEAD + ".entry k() { .reg .b32 r; { .reg .b32 r; not.b32 r, r; } clz.b32 r, r; }"
    same = HEAD + ".entry k() { .reg .b32 a; { .reg .b32 b; not.b32 b, b; } clz.b32 a, a; }"
    outer = HEAD + ".entry k() { .reg .b32 a; { .reg .b32 b; not.b32 a, a; } clz.b32 a, a; }"
    assert diff(text, same).same
    assert not diff(text, outer).same


def test_lines_are_shown_in_the_names_of_the_first() -> None:
    other = renamed(TEXT.replace("0f40000000", "0f40400000"), 1)
    assert str(diff(TEXT, other)).splitlines() == [
        "scale",
        "@@ 16, 16 @@",
        "  mul.wide.u32 %rd2, %r2, 4;",
        "  add.s64 %rd3, %rd1, %rd2;",
        "  ld.global.f32 %f1, [%rd3];",
        "- mul.f32 %f2, %f1, 0f40000000;",
        "+ mul.f32 %f2, %f1, 0f40400000;",
        "  st.shared.f32 [tile+4], %f2;",
        "  st.global.f32 [%rd3], %f2;",
        "  $done:",
        "(1 changed)",
    ]
    added = TEXT.replace("    ret;", "    mov.u32 %r3, %laneid;\n    st.shared.u32 [tile], %r3;\n    ret;")
    assert "+ mov.u32 %r3, %laneid;" in str(diff(TEXT, added)).splitlines()


def test_moves_that_are_left_aside_are_counted() -> None:
    text = TEXT.replace(
        "mul.wide.u32 %rd2, %r2, 4;", "mov.u32 %r3, 4; mul.wide.u32 %rd2, %r2, %r3; mov.u32 %r1, %r3;"
    )
    assert (diff(text, text).moves, diff(text, text).note) == ((0, 0), "")
    note = (
        "compared without moves of numbers that their uses may have and of values that nothing reads: "
        "2 of the first program, 0 of the second"
    )
    found = diff(text, TEXT)
    assert (found.same, found.moves, found.note, str(found)) == (True, (2, 0), note, "")
    assert diff(TEXT, text).moves == (0, 2)
    changed = diff(text, TEXT.replace("0f40000000", "0f40400000"))
    assert not changed.same
    assert str(changed).splitlines()[-1] == f"({note})"
    assert changed.to_json()["moves"] == [2, 0]


def test_a_move_of_an_unread_value_is_a_line_where_the_other_program_reads_it() -> None:
    """Numbers stand in place of registers all the same."""
    moved = TEXT.replace("%rd2, %r2, 4;", "%rd2, %r2, %r3;").replace(
        "ld.param.u32", "mov.u32 %r3, 4; ld.param.u32"
    )
    unread = "mov.u32 %r1, %laneid; ret;"
    read = unread.replace("ret;", "st.shared.u32 [tile], %r1; ret;")
    found = diff(moved.replace("ret;", read), TEXT.replace("ret;", unread))
    assert found.moves == (1, 0)
    changed = [change for function in found.functions for change in function.changes if not change.same]
    assert [(change.kind, change.first and change.first.kind) for change in changed] == [("removed", "st")]


def test_functions_are_found_under_other_names() -> None:
    text = HEAD + ".func f() { ret; }\n" + BODY
    other = HEAD + BODY.replace("scale", "_Z5scalePfj") + ".func g() { ret; }\n"
    found = diff(text, other)
    assert [(each.first, each.second) for each in found.functions] == [
        (None, None),
        ("f", "g"),
        ("scale", "_Z5scalePfj"),
    ]
    assert found.same
    calls = HEAD + ".func f() { ret; } .func g() { trap; ret; } .entry k() { call f; ret; }"
    assert not diff(calls, calls.replace("call f", "call g")).same


def test_functions_that_only_one_has() -> None:
    found = diff(HEAD + BODY, HEAD + BODY + ".func f() { ret; }\n")
    assert [each.name for each in found.functions if not each.same] == ["f, only in the second"]
    back = diff(HEAD + BODY + ".func f() { ret; }\n", HEAD + BODY)
    assert "f, only in the first" in str(back)
    assert back.to_json()["functions"][-1]["removed"] == 2


def test_what_stands_outside_functions() -> None:
    text = HEAD + ".global .align 4 .u32 table[2] = {1, 2};\n" + BODY
    found = diff(text, text.replace("{1, 2}", "{1, 3}").replace("8.0", "8.1"))
    assert str(found).splitlines()[0] == "the module"
    assert found.functions[0].counts() == {"changed": 2, "removed": 0, "added": 0}
    assert diff(text, text.replace("table", "numbers")).same
    uses = ".func f() { ret; } .entry k() { .reg .b32 r; ld.global.u32 r, [table]; call f; }"
    text = f"{HEAD}.global .u32 table[2]; {uses}"
    assert diff(text, text.replace("table", "numbers").replace(" f", " g")).same


def test_programs_and_json() -> None:
    @kernel(in_specs=(Tile("N", f32),), grid=lambda N: 1, block=(32,), arch="sm_80")
    def fill(X: TensorSpec, *, value: float = 1.0) -> None:
        (px,) = ptx.global_ptrs(X)
        ptx.inst.st.global_.f32(ptx.addr(px), reg.scalar(f32, init=value))

    found = diff(fill.program(N=64), fill.module(N=64, value=2.0)).to_json()
    assert not found["same"]
    (change,) = found["functions"][1]["changes"]
    assert change["kind"] == "changed"
    assert change["first"]["text"].endswith("0f3F800000;")
    text = fill.ptx(N=64).splitlines()
    assert text[change["first"]["line"] - 1].strip() == change["first"]["text"]
    with pytest.raises(ParseError):
        diff("nonsense", fill.program(N=64))


def test_every_line_is_told_once() -> None:
    chosen = random.Random(2)
    path = next(path for path in CORPUS if "attention" in path.stem)
    text = path.read_text()
    lines = text.splitlines(keepends=True)
    places = [
        number for number, line in enumerate(lines) if line.strip().startswith(("add.", "mul.", "fma."))
    ]
    for number in chosen.sample(places, 12):
        lines[number] = lines[number].replace("add", "sub") * 2
    found = diff(text, "".join(lines))
    for function, of_text in ((each, parse(text)) for each in found.functions if each.first):
        item = next(x for x in of_text.items if isinstance(x, Function) and x.name == function.first)
        written = [node for node in walk(item.body or ()) if isinstance(node, Instruction)]
        compared = [
            change.first.node
            for change in function.changes
            if change.first is not None and isinstance(change.first.node, Instruction)
        ]
        assert compared == written


def differing(first: str, second: str) -> int:
    """Count the lines that differ."""
    return sum(not each.same for function in diff(first, second).functions for each in function.changes)


@pytest.mark.parametrize("between", ["", ".loc 1 2 3;"])
def test_a_label_at_the_end_of_braces_is_that_behind_them(between: str) -> None:
    head = HEAD + ".visible .entry k(.param .u32 n) { .reg .pred %p<3>; .reg .b32 %r<3>;"
    start = "ld.param.u32 %r1, [n]; setp.eq.u32 %p1, %r1, 1; @%p1 bra $behind; {"
    ask = "wait: setp.eq.u32 %p2, %r1, 2; @%p2 bra {label}; bra wait;"
    own, end = ask.format(label="done"), "$behind: st.shared.u32 [0], %r1; ret; }"
    one = f"{head} {start} {ask.format(label='$behind')} }} {end}"
    assert differing(f"{head} {start} {own} done: {between} }} {end}", one) == 0
    assert differing(f"{head} {start} {{ {own} done: }} {between} }} {end}", one) == 0
    assert differing(f"{head} {start} {own} done: }} bar.sync 0; {end}", one) == 3


def test_a_label_at_the_start_of_braces_is_that_before_them() -> None:
    head = HEAD + ".visible .entry k() { .reg .pred %p; .reg .b32 %r; outer:"
    loop, end = "add.s32 %r, %r, 1; @%p bra outer;", "@%p bra outer; ret; }"
    inner = f"inner: {loop.replace('outer', 'inner')}"
    one = f"{head} {loop} {end}"
    assert differing(f"{head} {{ .reg .b32 t; {{ {inner} }} }} {end}", one) == 0
    assert differing(f"{head} {{ first: }} {{ {inner} }} {end}", one) == 0
    assert differing(f"{head} {{ add.s32 %r, %r, 1; {inner} }} {end}", one) == 3
    assert differing(f"{head} {{ .param .b32 m; {inner} }} {end}", one) > 0


def nested_program(seed: int) -> str:
    """A random program of blocks in blocks that declare registers, some of them again, and labels."""
    chosen = random.Random(seed)
    visible = [[f"%r{number}" for number in range(6)]]
    numbers = itertools.count()

    def register() -> str:
        return chosen.choice([name for names in visible for name in names])

    def statements(depth: int) -> str:
        lines: list[str] = []
        label = ""
        for _ in range(chosen.randrange(2, 7)):
            kind = chosen.randrange(8)
            if kind == 6:
                label = f"L{next(numbers)}"
                lines.append(f"{label}:")
            elif kind == 7:
                lines += [f"@%p bra {label};"] if label else []
            elif kind < 2:
                source = chosen.choice([register(), register(), "%tid.x", "7"])
                lines.append(f"mov.u32 {register()}, {source};")
            elif kind == 2:
                lines.append(f"add.s32 {register()}, {register()}, {register()};")
            elif kind == 3:
                lines.append(f"st.shared.u32 [s], {register()};")
            elif kind == 4:
                lines.append(f"mov.b64 %d, {{{register()}, {register()}}};")
            elif depth < 3:
                names = chosen.sample(["%r1", "%r2", "x", "y"], 2)
                visible.append(names)
                memory = chosen.choice(["", ".param .b32 m;"])
                lines.append(f"{{ .reg .b32 {names[0]}, {names[1]}; {memory} {statements(depth + 1)} }}")
                visible.pop()
        return " ".join(lines)

    return (
        f"{HEAD}.entry k() {{ .reg .pred %p; .reg .b32 %r<6>; .reg .b64 %d; .shared .b8 s[64];"
        f" {statements(0)} st.shared.u32 [s], %r1; ret; }}"
    )


@pytest.mark.parametrize("seed", range(20))
def test_registers_of_blocks_are_compared_as_raised_files_have_them(seed: int) -> None:
    text = nested_program(seed)
    made = retraced(ptx_to_python(text, sugar=True))
    require_same_program(text, made)
    assert diff(text, made).same


def test_a_move_to_a_register_of_a_block_is_left_aside() -> None:
    head = HEAD + ".entry k() { .reg .b32 %r<2>; .shared .b32 s;"
    text = f"{head} {{ .reg .b32 t; mov.b32 t, %r1; }} st.shared.u32 [s], %r1; ret; }}"
    found = diff(text, f"{head} st.shared.u32 [s], %r1; ret; }}")
    assert (found.same, found.moves) == (True, (1, 0))


@pytest.mark.parametrize("source", SAMPLE[:12], ids=lambda path: path.stem)
def test_a_raised_file_differs_in_nothing(source: Path) -> None:
    text = source.read_text()
    made = retraced(ptx_to_python(text, sugar=True))
    assert differing(text, made) == 0
