"""Properties that all instructions of one function must share."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pyptx.verify.messages import report

if TYPE_CHECKING:
    from pyptx.ir import Instruction


def cta_group(instruction: Instruction) -> str | None:
    """Return the word that says whether one CTA or a pair uses tensor memory; None if there is none.

    >>> from pyptx.ir import Instruction
    >>> cta_group(Instruction("tcgen05", ("shift", "cta_group::2", "down"), ()))
    'cta_group::2'
    """
    if instruction.opcode != "tcgen05":
        return None
    return next((word for word in instruction.modifiers if word.startswith("cta_group::")), None)


def disagreement(instruction: Instruction, first: Instruction) -> str | None:
    """Explain why an instruction conflicts with the first `cta_group` of its function; None if it does not.

    All ``tcgen05`` instructions of a kernel must name the same one (manual section 9.7.18.4.1).
    """
    here, there = cta_group(instruction), cta_group(first)
    if here is None or here == there:
        return None
    where = f" at {first.source.file}:{first.source.line}" if first.source is not None else ""
    return report(
        instruction,
        f".{here} beside .{there} of tcgen05.{first.modifiers[0]}{where}; in a kernel all say the same",
    )
