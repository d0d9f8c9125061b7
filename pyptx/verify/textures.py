"""Use of samplers in the texture mode of a module (manual section 5.3).

>>> from pyptx.ir import Address, Instruction, Name
>>> from pyptx.verify import Symbol
>>> asked = Instruction("txq", ("filter_mode", "b32"), (Name("%r1"), Address(Name("t"))))
>>> wrong_mode(asked, {"t": Symbol("var", "texref", "global")}.get)
(1, 'under .target texmode_independent a query names a sampler, but t is a texture')
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pyptx.ir import Address, Name

if TYPE_CHECKING:
    from pyptx.ir import Instruction
    from pyptx.verify.symbols import Scope

INDEPENDENT = "texmode_independent"
"""The word after ``.target`` by which a sampler stands beside each texture; without it there are none."""


def wrong_mode(instruction: Instruction, scope: Scope) -> tuple[int, str] | None:
    """The operand that a module with samplers of their own may not have: its position and why; None for none.

    Args:
        instruction: Its operands are those of a row.
        scope: What names represent.
    """
    if instruction.opcode not in ("tex", "tld4", "txq"):
        return None
    for position, operand in enumerate(instruction.operands):
        if not isinstance(operand, Address) or not isinstance(operand.base, Name):
            continue
        if instruction.opcode != "txq":
            said = f"under .target {INDEPENDENT} a sampler follows the texture: [texture, sampler, {{…}}]"
            return (position, said) if len(operand.rest) == 1 else None
        symbol = scope(operand.base.name)
        if (
            symbol is not None
            and symbol.type == "texref"
            and _OF_SAMPLERS.intersection(instruction.modifiers)
        ):
            return (
                position,
                f"under .target {INDEPENDENT} a query names a sampler, but {operand.base.name} is a texture",
            )
    return None


_OF_SAMPLERS = frozenset({"filter_mode", "addr_mode_0", "addr_mode_1", "addr_mode_2"})
