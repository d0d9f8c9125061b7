"""Walking and rewriting trees."""

from __future__ import annotations

from dataclasses import fields, is_dataclass, replace
from typing import TYPE_CHECKING, Any

import pytest

from pyptx.emitter import emit
from pyptx.ir import Address, Block, Instruction, Label, Name, Statement
from pyptx.ir.visit import entries, find_function, functions, map_bodies, map_statements, operand_names, walk
from pyptx.parser import parse, parse_statements

if TYPE_CHECKING:
    from collections.abc import Iterator

TEXT = """.version 8.0
.target sm_90
.func f();
.func f() { ret; }
.visible .entry k()
{
	mov.u32 %r1, %r2; // keep
	{ L: bra L; { trap; } }
	ret;
}
"""


def test_walk_is_preorder() -> None:
    body = find_function(parse(TEXT), "k").body
    assert body is not None
    kinds = [type(node).__name__ for node in walk(body)]
    assert kinds == ["Instruction", "Block", "Label", "Instruction", "Block", "Instruction", "Instruction"]


def test_functions_and_entries() -> None:
    module = parse(TEXT)
    assert [function.name for function in functions(module)] == ["f", "f", "k"]
    assert [function.name for function in entries(module)] == ["k"]
    assert find_function(module, "f").body is not None
    with pytest.raises(KeyError):
        find_function(module, "g")


def test_map_bodies_changes_only_what_it_must() -> None:
    def rename(node: Statement) -> Statement:
        if isinstance(node, Instruction) and node.opcode == "trap":
            return replace(node, opcode="exit")
        return node

    assert emit(map_bodies(parse(TEXT), rename)) == TEXT.replace("trap", "exit")
    module = parse(TEXT)
    assert map_bodies(module, lambda node: node).items[-1] == module.items[-1]


def test_map_statements_drops_and_adds() -> None:
    body = parse_statements("L: { ret; } trap;")

    def twice(node: Statement) -> tuple[Statement, ...] | None:
        if isinstance(node, Label):
            return None
        return (node, node) if isinstance(node, Instruction) else (node,)

    block, *traps = map_statements(body, twice)
    assert isinstance(block, Block)
    assert [len(block.body), len(traps)] == [2, 2]


def test_operand_names() -> None:
    (node,) = parse_statements("op {a, _}, [b+c, {d, 1}], !p, q|r, e+4*f, %tid.x, 5;")
    assert isinstance(node, Instruction)
    names = [name for operand in node.operands for name in operand_names(operand)]
    assert names == ["a", "_", "b", "c", "d", "p", "q", "r", "e", "f", "%tid.x"]
    assert list(operand_names(Address(Name("x")))) == ["x"]


def parts(value: object) -> Iterator[Any]:
    """A node, its operands, and all below them."""
    if isinstance(value, tuple) and not hasattr(value, "_fields"):
        for each in value:
            yield from parts(each)
    elif is_dataclass(value):
        yield value
        for part in fields(value):
            yield from parts(getattr(value, part.name))


def test_trees_cannot_change_and_equal_ones_have_equal_hashes() -> None:
    text = (
        TEXT.replace("ret;\n}\n", "@!%p1 x.y {%r1, 2}, p|q, !p, [a+4], a*2; call (r), f, (b);\n}\n")
        + ".section .s { .b8 1 }"
    )
    first, second = list(parts(parse(text))), list(parts(parse(text)))
    assert {type(each).__name__ for each in first} >= {
        "Address", "Block", "Directive", "Expression", "Function", "Group", "Guard", "Instruction", "Label",
        "Literal", "Module", "Name", "Negated", "Pair", "Section", "Vector",
    }  # fmt: skip
    for one, other in zip(first, second, strict=True):
        assert hash(one) == hash(other)
        with pytest.raises(AttributeError):
            setattr(one, fields(one)[0].name, None)
        assert not hasattr(one, "__dict__")
