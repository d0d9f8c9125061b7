"""Registers that always hold one number become this number, unless the machine code would change."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from pyptx.inspect.propagation import constants_of, flattened, sets_constant, with_constants
from pyptx.ir import Instruction, Label
from pyptx.ir.visit import operand_names
from pyptx.trace import operand_rows

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from pyptx.inspect.propagation import Constant
    from pyptx.ir import Statement

COLLECTIVE = 90
"""From this target on, hardware gathers the threads of a diverged warp; before, ptxas calls a function."""


def replace_constants(body: Sequence[Statement], target: int) -> tuple[tuple[Statement, ...], int]:
    """Return the statements of a function with constants in place of registers, and the number of these.

    Args:
        body: The statements, without labels that nothing names.
        target: The number of the target: 90 of ``sm_90a``.
    """
    code, type_of = flattened(body)
    kept = _operands_in_registers(code, target)
    while True:
        found = constants_of(code, type_of, kept)
        emptied = {*_only_moves(code, found)}
        if not emptied:
            return tuple(with_constants(body, found) if found else body), len(found)
        kept |= emptied


def _operands_in_registers(code: Sequence[Statement], target: int) -> set[str]:
    """Return the registers for which ptxas selects other instructions than for a number.

    A number in a field of a tensor map is combined with the other bits by another operation. A mask of
    threads that several instructions share is moved for each call that replaces one of them.
    """
    kept: set[str] = set()
    masks: Counter[str] = Counter()
    for node in code:
        if type(node) is not Instruction:
            continue
        if node.opcode == "tensormap":
            kept.update(name for operand in node.operands for name in operand_names(operand))
        elif target < COLLECTIVE and "sync" in node.modifiers:
            rows = operand_rows(node.opcode, node.modifiers, len(node.operands))
            for operand, specs in zip(node.operands, rows, strict=True):
                if any(spec.name == "membermask" for spec in specs):
                    masks.update(operand_names(operand))
    return kept.union(name for name, uses in masks.items() if uses > 1)


def _only_moves(code: Sequence[Statement], constants: Mapping[str, Constant]) -> Iterator[str]:
    """Yield the constants without whose `mov` nothing would be between a label or branch and a label.

    The second label is that of a loop, which ptxas then orders differently. One `mov` is enough.
    """
    moved: list[str] | None = None
    for node in code:
        if type(node) is Label:
            yield from (moved or ())[-1:]
            moved = []
        elif type(node) is Instruction and node.opcode == "bra":
            moved = []
        elif type(node) is Instruction and moved is not None:
            if sets_constant(node, constants):
                moved += operand_names(node.operands[0])
            else:
                moved = None
