"""Legality of address operands, and their width."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pyptx import types
from pyptx.ir import Address, Name
from pyptx.isa.operand import OPAQUE
from pyptx.verify.messages import spell
from pyptx.verify.symbols import describe
from pyptx.verify.values import constant_words

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pyptx.ir import Operand
    from pyptx.isa import OperandSpec
    from pyptx.verify.symbols import Scope


def wrong_address(
    operands: Iterable[Operand], specs: Iterable[OperandSpec], scope: Scope, address_size: int | None
) -> tuple[int, str] | None:
    """Return the first address that is a number or too narrow: its position and why; None if all are right.

    Args:
        operands: The operands, as written.
        specs: The specification of each operand.
        scope: Resolves names.
        address_size: Bits of an address in the module; None if unknown.
    """
    for position, (operand, spec) in enumerate(zip(operands, specs, strict=True)):
        if not isinstance(operand, Address) or spec.kind != "address":
            continue
        said = _why_wrong(operand, spec, scope, address_size)
        if said is not None:
            return position, f"{spec.name} is {spell(operand)}: {said}"
    return None


def _why_wrong(address: Address, spec: OperandSpec, scope: Scope, address_size: int | None) -> str | None:
    base = address.base
    number = constant_words(base) is not None
    if number and spec.type in _NAMED_SPACES:
        return f"only in .local may a number be an address; in .{spec.type} it is a register or a variable"
    if number and (spec.type == "" or spec.type in OPAQUE):
        return "a number is not an address; it is a register or a variable"
    symbol = scope(base.name) if isinstance(base, Name) else None
    wide = spec.type == "global" or (spec.type == "" and spec.space in ("", "global"))
    if symbol is None or symbol.kind != "reg" or address_size != 64 or not wide:
        return None
    if types.from_name(symbol.type).bits == 32:
        where = "in .global" if spec.type else "without a state space"
        return f"{spell(base)} is {describe(symbol)}; an address {where} has 64 bits"
    return None


_NAMED_SPACES = frozenset(
    {"const", "global", "param", "param::entry", "param::func", "shared", "shared::cta", "shared::cluster"}
)
