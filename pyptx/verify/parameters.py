"""Which instructions may name a parameter, of a kernel, of a function or of a call (manual section 5.1.6).

>>> from pyptx.ir import Address, Instruction, Name
>>> load = Instruction("ld", ("param::func", "u32"), (Name("%r1"), Address(Name("n"))))
>>> wrong_parameter(load, {"n": Symbol("param", "u32", "param", role="entry")}.get)
(1, 'n is a parameter of the kernel, which is in .param::entry, not in .param::func')
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pyptx.ir import Address, Expression, Name
from pyptx.verify.symbols import Symbol, describe

if TYPE_CHECKING:
    from pyptx.ir import Instruction, Operand
    from pyptx.verify.symbols import Scope


def wrong_parameter(instruction: Instruction, scope: Scope) -> tuple[int, str] | None:
    """The first parameter that an instruction may not name: its position and why; None where it may.

    Args:
        instruction: Its operands are those of a row.
        scope: What names stand for.
    """
    for position, operand in enumerate(instruction.operands):
        name = _named(operand)
        symbol = scope(name) if name else None
        if symbol is not None and symbol.kind == "param" and instruction.opcode != "call":
            said = _why_wrong(instruction, symbol)
            if said is not None:
                return position, f"{name} is {describe(symbol)}, {said}"
    return None


def _named(operand: Operand) -> str:
    """The name that an operand starts with."""
    base = operand.base if isinstance(operand, Address) else operand
    return base.name if isinstance(base, Name) else base.words[0] if isinstance(base, Expression) else ""


def _why_wrong(instruction: Instruction, symbol: Symbol) -> str | None:
    """Why an instruction may not name a parameter."""
    opcode, words, role = instruction.opcode, instruction.modifiers, symbol.role
    said = None
    if opcode not in ("ld", "st"):
        said = None if role else "which has no address: a call passes it by name"
    elif opcode == "st" and role in ("entry", "given"):
        said = "which is read-only; st.param is for the arguments of a call and what a function returns"
    elif opcode == "ld" and role == "returned":
        said = "which is write-only"
    elif "param::func" in words and role == "entry":
        said = "which is in .param::entry, not in .param::func"
    elif "param::entry" in words and not role:
        said = "which is in .param::func, not in .param::entry"
    return said
