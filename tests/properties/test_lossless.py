"""Losslessness, visible edits and clean refusals, on generated programs."""

from __future__ import annotations

from dataclasses import fields, is_dataclass, replace
from typing import Any, NamedTuple, TypeVar

from hypothesis import given, settings
from hypothesis import strategies as st

from pyptx.emitter import emit
from pyptx.errors import ParseError
from pyptx.ir import (
    Address,
    Block,
    Function,
    Guard,
    Instruction,
    Literal,
    Module,
    Name,
    Operand,
    Pair,
    Statement,
    Vector,
)
from pyptx.parser import parse, parse_statements
from pyptx.parser.module import ModuleReader
from pyptx.parser.statements import Body

GAPS = st.sampled_from(["", "", "", " ", " ", "\t", " \t", "\n\t", " /* c; */ ", " // c {\n", "\r\n"])
SPACES = st.sampled_from([" ", " ", "\t", " \t", "\n\t", "\n\t// begin\n\t", " /* c; */ ", "\r\n\t"])
NAMES = st.sampled_from(["%r1", "%rd12", "%f3", "%p1", "a", "$L__BB0_1", "_", "%tid.x", "%r1.b0"])
NUMBERS = st.sampled_from(["0", "5", "-1", "0x10U", "0f3F800000", "2.5", "017"])


@st.composite
def _listed(draw: st.DrawFn, items: st.SearchStrategy[str], opening: str, closing: str) -> str:
    parts = draw(st.lists(items, min_size=1, max_size=4))
    comma = draw(st.sampled_from([", ", ", ", ",", " , "]))
    return f"{opening}{draw(GAPS)}{comma.join(parts)}{draw(GAPS)}{closing}"


@st.composite
def _address(draw: st.DrawFn) -> str:
    offset = draw(st.sampled_from(["", "+4", "+-8", " + 0", "+ %r2", "-4", "+4*2"]))
    rest = draw(st.sampled_from(["", "", ", {a, b}", ",s, {x}"]))
    gap = draw(st.sampled_from(["", "", " "]))
    return f"[{gap}{draw(NAMES)}{offset}{rest}{gap}]"


OPERANDS = st.one_of(
    NAMES,
    NAMES,
    NUMBERS,
    _address(),
    _listed(st.one_of(NAMES, NUMBERS), "{", "}"),
    st.sampled_from(["!%p1", "%p1|%p2", "a + 4", "2*(1+2)", "a[2]", "-%r1", "12 / 4"]),
)


class Pieces(NamedTuple):
    """An instruction in pieces, so that the text after an edit is known in advance."""

    guard: str
    guard_gap: str
    opcode: str
    modifiers: tuple[str, ...]
    operands_gap: str
    operands: tuple[str, ...]
    comma: str
    end: str

    def text(self) -> str:
        guard = f"{self.guard}{self.guard_gap}" if self.guard else ""
        head = ".".join((self.opcode, *self.modifiers))
        body = f"{self.operands_gap}{self.comma.join(self.operands)}" if self.operands else ""
        return f"{guard}{head}{body}{self.end};"


@st.composite
def pieces(draw: st.DrawFn) -> Pieces:
    head = draw(st.sampled_from(["add.s32", "ld.global.v2.f32", "ret", "mma.sync.aligned.m16n8k16", "call"]))
    opcode, *modifiers = head.split(".")
    return Pieces(
        draw(st.sampled_from(["", "", "@%p1", "@!%p1", "@ !%p1"])),
        draw(SPACES),
        opcode,
        tuple(modifiers),
        draw(SPACES),
        tuple(draw(st.lists(OPERANDS, max_size=4))),
        draw(st.sampled_from([", ", ", ", ", ", ",", ",\t", " , ", ", // c\n"])),
        draw(st.sampled_from(["", "", " "])),
    )


INSTRUCTIONS = pieces().map(Pieces.text)

OTHERS = st.sampled_from(
    [
        "L:",
        "L :",
        ";",
        ".loc 1 2 3",
        ".loc\t1 2 3, function_name $L0, inlined_at 1 2 3",
        ".reg .b32 \t%r<5>;",
        ".reg .pred p, q;",
        ".reg.v4.f32 v;",
        '.pragma "nounroll";',
        ".shared .align 16 .b8 s[4][2];",
        ".local .u32 x = 5;",
        "p: .callprototype _ (.param .b32 _);",
    ]
)


@st.composite
def _block(draw: st.DrawFn, inner: st.SearchStrategy[str]) -> str:
    return f"{{{''.join(f'{draw(SPACES)}{part}' for part in draw(st.lists(inner, max_size=3)))}{draw(GAPS)}}}"


STATEMENTS = st.recursive(st.one_of(INSTRUCTIONS, INSTRUCTIONS, OTHERS), _block, max_leaves=6)


@st.composite
def programs(draw: st.DrawFn) -> str:
    body = "".join(f"{draw(SPACES)}{part}" for part in draw(st.lists(STATEMENTS, max_size=8)))
    params = draw(
        st.sampled_from(
            ["", "()", "(\n\t.param .u64 a,\n\t.param .u64 .ptr .align 1 b\n)", " ( .reg .u32 a )"]
        )
    )
    head = draw(st.sampled_from([".visible .entry k", ".entry k", ".weak .func (.param .b32 r) k"]))
    before = draw(st.sampled_from(["", ".version 8.0\n.target sm_90\n", ".global .b8 t[2] = {1, 2};\n"]))
    return f"{before}{head}{params}{draw(SPACES)}{{{body}{draw(SPACES)}}}{draw(GAPS)}"


@given(programs())
@settings(max_examples=100)
def test_emit_gives_the_text_back_and_both_roads_build_the_same_tree(text: str) -> None:
    """A tree without its spacing prints as equivalent PTX."""
    module = parse(text)
    assert emit(module) == text
    assert repr(module) == repr(ModuleReader(Body(text, short=False)).read())
    again = parse(emit(_without_gaps(module)))
    assert again == replace(module, tail="\n")
    assert _recorded(again) == []


NEW_OPERANDS: tuple[tuple[Operand, str], ...] = (
    (Name("%new"), "%new"),
    (Literal("77"), "77"),
    (Address(Name("%new"), Literal("4")), "[%new+4]"),
    (Vector((Name("%new"), Literal("1"))), "{%new, 1}"),
    (Pair(Name("%p7"), Name("%p8")), "%p7|%p8"),
)


@given(st.tuples(pieces(), pieces(), pieces()), st.tuples(SPACES, SPACES, SPACES), st.data())
@settings(max_examples=200)
def test_an_edit_shows_and_nothing_else_changes(
    three: tuple[Pieces, Pieces, Pieces], leads: tuple[str, str, str], data: st.DataObject
) -> None:
    text = "".join(lead + part.text() for lead, part in zip(leads, three, strict=True))
    before, node, after = parse_statements(text)
    assert isinstance(node, Instruction)
    edited, expected = data.draw(st.sampled_from(_edits(node, three[1])))
    out = _emit_body((before, edited, after))
    assert out == leads[0] + three[0].text() + leads[1] + expected.text() + leads[2] + three[2].text()


PATCHES = st.one_of(st.sampled_from([*'{}[]()<>,;:.@!|"/*%$\0é', "/*", "//", "::"]), st.text(max_size=3))


DAMAGES = st.tuples(st.integers(0, 10**6), st.integers(0, 5), PATCHES)
"""A place modulo the length of a program, the number of characters removed there, and the text put there."""


@given(programs(), st.lists(DAMAGES, min_size=4, max_size=4))
@settings(max_examples=60)
def test_damaged_text_is_refused_cleanly(text: str, damages: list[tuple[int, int, str]]) -> None:
    """Several damages of each program: most of the time goes into making one."""
    for place, length, patch in damages:
        start = place % (len(text) + 1)
        damaged = text[:start] + patch + text[start + length :]
        try:
            module = parse(damaged)
        except ParseError as error:
            assert 1 <= error.line <= damaged.count("\n") + 1  # noqa: PT017 - not raising is right too
            assert "^" in str(error)  # noqa: PT017
        else:
            assert emit(module) == damaged


@given(st.text(max_size=60))
@settings(max_examples=200)
def test_any_text_is_read_or_refused(text: str) -> None:
    for read in (parse, parse_statements):
        try:
            read(text)
        except ParseError as error:
            assert error.col >= 1  # noqa: PT017 - not raising is right too


def _edits(node: Instruction, old: Pieces) -> list[tuple[Instruction, Pieces]]:
    """Every one-field edit of a node, with what the text must become."""
    edits = [
        (replace(node, opcode="xor"), old._replace(opcode="xor")),
        (replace(node, modifiers=(*node.modifiers, "sat")), old._replace(modifiers=(*old.modifiers, "sat"))),
        (replace(node, modifiers=node.modifiers[1:]), old._replace(modifiers=old.modifiers[1:])),
        (replace(node, modifiers=("x", *node.modifiers)), old._replace(modifiers=("x", *old.modifiers))),
        (replace(node, operands=node.operands[:-1]), old._replace(operands=old.operands[:-1])),
        (replace(node, guard=None), old._replace(guard="")),
    ]
    if not old.guard:
        edits.append((replace(node, guard=Guard("%p9")), old._replace(guard="@%p9", guard_gap=" ")))
    if old.guard == "@!%p1":
        edits.append((replace(node, guard=Guard("%p9")), old._replace(guard="@%p9")))
    for operand, spelled in NEW_OPERANDS:
        for index in range(len(old.operands)):
            edits.append(
                (
                    replace(node, operands=_put(node.operands, index, operand)),
                    old._replace(operands=_put(old.operands, index, spelled)),
                )
            )
        if len(old.operands) > 1 and old.comma in {", ", ",", ",\t"}:
            more = old._replace(operands=(*old.operands, spelled))
            edits.append((replace(node, operands=(*node.operands, operand)), more))
        elif not old.operands:
            more = old._replace(operands=(spelled,), operands_gap=" ")
            edits.append((replace(node, operands=(operand,)), more))
    return edits


Item = TypeVar("Item")


def _put(items: tuple[Item, ...], index: int, item: Item) -> tuple[Item, ...]:
    return (*items[:index], item, *items[index + 1 :])


def _emit_body(body: tuple[Statement, ...]) -> str:
    function = parse(".entry k(){}").items[0]
    assert isinstance(function, Function)
    text = emit(Module((replace(function, body=body),), tail=""))
    return text.removeprefix(".entry k(){").removesuffix("}")


def _recorded(node: Any) -> list[str]:
    """The nodes that record a gap other than their lead; the brace of a nested block has an indentation."""
    if isinstance(node, tuple) and not hasattr(node, "_fields"):
        return [found for item in node for found in _recorded(item)]
    if not is_dataclass(node):
        return []
    gaps = getattr(node, "gaps", None)
    own = [str(node)] if gaps and gaps.rest and not isinstance(node, Block) else []
    return own + [found for field in fields(node) for found in _recorded(getattr(node, field.name))]


def _without_gaps(node: Any) -> Any:
    """The tree with every gap forgotten."""
    if isinstance(node, tuple):
        return tuple(map(_without_gaps, node))
    if not is_dataclass(node) or isinstance(node, type):
        return node
    changes = {field.name: _without_gaps(getattr(node, field.name)) for field in fields(node)}
    changes.update({name: {"gaps": None, "tail": "\n"}[name] for name in changes if name in {"gaps", "tail"}})
    return replace(node, **changes)
