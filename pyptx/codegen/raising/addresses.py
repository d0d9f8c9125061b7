"""Offsets of nothing are left out of addresses."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pyptx.ir import Address, Instruction, Literal
from pyptx.ir.visit import map_statements
from pyptx.record import replace

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pyptx.ir import Operand, Statement


def shorten_addresses(body: Sequence[Statement]) -> tuple[tuple[Statement, ...], int]:
    """Write ``[a+0]`` as ``[a]``, the same address; return how many there were."""
    count = 0

    def operand(each: Operand) -> Operand:
        nonlocal count
        if type(each) is Address and type(each.offset) is Literal and each.offset.text == "0":
            count += 1
            return replace(each, offset=None, gaps=None)
        return each

    def statement(node: Statement) -> Statement:
        if type(node) is not Instruction or Address not in map(type, node.operands):
            return node
        operands = tuple([operand(each) for each in node.operands])
        same = all(made is given for made, given in zip(operands, node.operands, strict=True))
        return node if same else replace(node, operands=operands)

    return map_statements(body, statement), count
