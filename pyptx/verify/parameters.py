"""Instructions that may access a parameter of a kernel, a function or a call (manual section 5.1.6).

>>> from pyptx.ir import Address, Instruction, Name
>>> from pyptx.record import replace
>>> registers = {"%r1": Symbol("reg", "b32"), "%rd1": Symbol("reg", "b64")}
>>> load = Instruction("ld", ("param::func", "u32"), (Name("%r1"), Address(Name("n"))))
>>> wrong_parameter(load, {"n": Symbol("param", "u32", "param", role="entry")}.get)
(1, 'n is a parameter of the kernel, which is in .param::entry, not in .param::func')
>>> wrong_parameter(replace(load, operands=(Name("%r1"), Address(Name("%rd1")))), registers.get, "entry")
(1, 'a kernel accesses arguments and results of a call by name, not at an address in %rd1')
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pyptx.ir import Address, Expression, Name
from pyptx.verify.symbols import Symbol, describe

if TYPE_CHECKING:
    from pyptx.ir import Instruction, Operand
    from pyptx.verify.symbols import Scope


def wrong_parameter(instruction: Instruction, scope: Scope, kind: str = "") -> tuple[int, str] | None:
    """Return the first illegal parameter of an instruction: its position and why; None if there is none.

    Args:
        instruction: An instruction whose operands match a row.
        scope: Resolves names.
        kind: Kind of the function that contains it: ``"entry"``, ``"func"``, or ``""`` if unknown.
    """
    for position, operand in enumerate(instruction.operands):
        name = _named(operand)
        symbol = scope(name) if name else None
        if symbol is None or instruction.opcode == "call":
            continue
        if symbol.kind == "param":
            said = _why_wrong(instruction, symbol)
            if said is not None:
                return position, f"{name} is {describe(symbol)}, {said}"
        elif (
            kind == "entry" and symbol.kind == "reg" and isinstance(operand, Address) and _passes(instruction)
        ):
            said = "a kernel accesses arguments and results of a call by name, not at an address in"
            return position, f"{said} {name}"
    return None


def is_passed(instruction: Instruction, scope: Scope) -> bool:
    """Whether an instruction loads or stores a variable that a call passes."""
    symbols = [scope(_named(each)) for each in instruction.operands if isinstance(each, Address)]
    return instruction.opcode in ("ld", "st") and any(
        symbol is not None and symbol.kind == "param" and not symbol.role for symbol in symbols
    )


def _passes(instruction: Instruction) -> bool:
    """Whether an instruction names the state space of a call's parameters."""
    words = instruction.modifiers
    return "param::func" in words or (instruction.opcode == "st" and "param" in words)


def _named(operand: Operand) -> str:
    """The first name of an operand."""
    base = operand.base if isinstance(operand, Address) else operand
    return base.name if isinstance(base, Name) else base.words[0] if isinstance(base, Expression) else ""


def _why_wrong(instruction: Instruction, symbol: Symbol) -> str | None:
    """Explain why an instruction may not name a parameter."""
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
