"""The operand column of a row: names, roles, types and counts.

========================  ==========================================================================
``d=f32``                 written: a register of type f32
``c+f32``                 read and written
``a:f32``                 read: a register or a constant
``a:<type>``              of the type that the slot `type` says
``d=wider(<type>)``       of that type or a wider one (relaxed widths, manual section 9.4.1)
``d=double(<type>)``      of twice the width; any function of `SHAPES` may stand here
``d=b32*4``               exactly four registers in braces
``d=<type>*<vec>``        in braces, as many as ``.v2`` or ``.x4`` says; one bare register where the slot is absent
``d=fragment(d)``         a function of `SHAPES` that gives type and count
``[a]``, ``[a:shared]``   an address, of the state space named or of the one the modifiers say
``n:imm``                 a constant; ``n:imm(0..15)``, ``n:imm(4|8|16)``
``a:u32(0..15)``          a register or a constant of that range
``p=pred|q=pred``         a pair; ``p=pred{|q=pred}`` where the second may be absent
``t:label``               a label; ``f:function`` a function; ``a:sreg`` a special register
``c:pred?``               may be absent;  ``pol:b64?hint`` is there exactly when the slot `hint` is chosen
``a:f16x2!``              no constant: a register;  ``d=b32_`` may be the sink ``_``;  ``c:pred~`` may be ``!c``
========================  ==========================================================================

>>> [spec.name for column in read_operands("d=<type>*<vec>, [a], pol:b64?hint")
...  if (spec := column.resolve({"type": "f32", "vec": "v4"}))]
['d', 'a']
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, TypeAlias

from pyptx.isa.shapes import SHAPES

if TYPE_CHECKING:
    from collections.abc import Mapping

Modifiers: TypeAlias = "Mapping[str, str]"


@dataclass(frozen=True, slots=True)
class OperandSpec:
    """An operand with every slot filled in: what one call must give at one position.

    Attributes:
        name: The manual's name of the operand.
        role: ``"="`` written, ``"+"`` read and written, ``":"`` read.
        kind: ``"value"``, ``"address"``, ``"imm"``, ``"label"``, ``"function"`` or ``"sreg"``.
        type: Instruction type of a value, state space of an address (``""`` where any), else ``""``.
        count: Registers in braces; None for one bare operand.
        wider: Whether a wider register will do (manual section 9.4.1).
        bounds: Legal constants: an inclusive range or an enumeration; empty for any.
        constant: Whether a value may be a constant.
        sink: Whether it may be ``_``.
        negatable: Whether it may be ``!p``.
        optional: Whether it may be absent.
        second: The other half of a pair ``p|q``.
    """

    name: str
    role: str
    kind: str
    type: str = ""
    count: int | None = None
    wider: bool = False
    bounds: range | tuple[int, ...] = ()
    constant: bool = False
    sink: bool = False
    negatable: bool = False
    optional: bool = False
    second: OperandSpec | None = None


@dataclass(frozen=True, slots=True)
class OperandColumn:
    """An operand as the row writes it, slots unfilled."""

    spec: OperandSpec
    type: str
    count: str
    when: str | None
    second: OperandColumn | None

    def resolve(self, named: Modifiers) -> OperandSpec | None:
        """Fill the slots in; None where the modifiers say that the operand is absent."""
        if self.when and self.when not in named:
            return None
        kind, type_, count, wider = _resolve_type(self.type, self.spec.kind, named)
        return replace(
            self.spec,
            type=type_,
            kind=kind,
            count=_resolve_count(self.count, named) if self.count else count,
            wider=wider,
            second=self.second.resolve(named) if self.second else None,
        )


def read_operands(column: str) -> tuple[OperandColumn, ...]:
    """Read an operand column.

    Raises:
        ValueError: The column is not of the notation.
    """
    return tuple(_read_operand(item.strip()) for item in _split(column, ",") if item.strip())


_OPERAND = re.compile(
    r"(?P<name>\w+)(?P<role>[=+:])"
    r"(?P<type>\w*<\w+>|\w+\(<\w+>\)|\w+\((?P<args>[^()<>]*)\)|\w+(?:\((?P<bounds>[^()]*)\))?)"
    r"(?:\*(?P<count>\d+|<\w+>|\w+\(\w*\)))?(?P<flags>[!_~]*)(?:(?P<optional>\?)(?P<when>\w*))?\Z"
)
_ADDRESS = re.compile(
    r"\[(?P<name>\w+)(?::(?P<space>[\w:<>]+))?\](?:(?P<optional>\?)(?P<when>\w*))?\Z"
)
_NAMED_KINDS = frozenset({"imm", "label", "function", "sreg"})


def _read_operand(text: str) -> OperandColumn:
    """Read one operand of a column."""
    if address := _ADDRESS.match(text):
        free = bool(address["optional"]) and not address["when"]
        spec = OperandSpec(address["name"], ":", "address", optional=free)
        return OperandColumn(spec, address["space"] or "", "", address["when"], None)
    first, bar, other = text.partition("|") if "=" in text else (text, "", "")
    optional_second = first.endswith("{")
    match = _OPERAND.match(first.removesuffix("{"))
    if match is None:
        raise ValueError(f"operand {text!r} is not of the notation of pyptx.isa.operand")
    second = _read_operand(other.removesuffix("}")) if bar else None
    if second is not None and optional_second:
        second = replace(second, spec=replace(second.spec, optional=True))
    written_type, bounds = match["type"], match["bounds"] or ""
    if match["args"] is not None and re.match(r"-?\d", match["args"]):
        written_type, bounds = written_type.partition("(")[0], match["args"]
    kind = written_type if written_type in _NAMED_KINDS else "value"
    spec = OperandSpec(
        name=match["name"],
        role=match["role"],
        kind=kind,
        bounds=_read_bounds(bounds),
        constant=kind == "imm" or (match["role"] == ":" and "!" not in match["flags"]),
        sink="_" in match["flags"],
        negatable="~" in match["flags"],
        optional=bool(match["optional"]) and not match["when"],
    )
    type_ = "" if kind != "value" else written_type
    return OperandColumn(spec, type_, match["count"] or "", match["when"], second)


def _resolve_type(text: str, kind: str, named: Modifiers) -> tuple[str, str, int | None, bool]:
    """The kind, type, count and width rule that a type expression stands for."""
    if kind == "address":
        return kind, named.get(text[1:-1], "") if text.startswith("<") else text, None, False
    if kind != "value":
        return kind, "", None, False
    call = re.match(r"(\w+)\((.*)\)\Z", text)
    if call is None:
        return kind, named[text[1:-1]] if text.startswith("<") else text, None, False
    function, argument = call[1], call[2]
    if function == "wider":
        return kind, named[argument[1:-1]] if argument.startswith("<") else argument, None, True
    value = named[argument[1:-1]] if argument.startswith("<") else argument
    type_, count = SHAPES[function](named, value)
    return kind, type_, count, False


def _resolve_count(text: str, named: Modifiers) -> int | None:
    """The number of registers that a count expression stands for."""
    if text.isdigit():
        return int(text)
    if text.startswith("<"):
        word = named.get(text[1:-1])
        return int(word.lstrip("vx")) if word is not None else None
    function, _, argument = text.rstrip(")").partition("(")
    return SHAPES[function](named, argument)[1]


def _read_bounds(text: str) -> range | tuple[int, ...]:
    """``0..15`` or ``4|8|16``."""
    low, dots, high = text.partition("..")
    if dots:
        return range(int(low), int(high) + 1)
    return tuple(int(word) for word in text.split("|")) if text else ()


def _split(text: str, separator: str) -> list[str]:
    """Split outside brackets."""
    parts, depth, start = [], 0, 0
    for index, char in enumerate(text):
        depth += (char in "([{<") - (char in ")]}>")
        if char == separator and depth == 0:
            parts.append(text[start:index])
            start = index + 1
    return [*parts, text[start:]]
