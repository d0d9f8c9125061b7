"""The operand column of a row: names, roles, types and counts.

========================  ==========================================================================
``d=f32``                 written: a register of type f32
``c+f32``                 read and written
``a:f32``                 read: a register or a constant
``a:<type>``              of the type in slot `type`
``d=wider(<type>)``       of that type or a wider one (relaxed widths, manual section 9.4.1)
``d=wider64(<type>)``     likewise, but of at most 64 bits
``d=double(<type>)``      of twice the width; any function of `SHAPES` is legal here
``d=b32*4``               exactly four registers in braces
``d=<type>*<vec>``        in braces, the number in ``.v2`` or ``.x4``; bare if the slot is absent
``d=fragment(d)``         a function of `SHAPES` that gives type and count
``[a]``, ``[a:shared]``   an address, of the state space given here or by the modifiers
``[a:tensor]``            an address in tensor memory: an integer register of 32 bits; ``[a:tensor]^`` a .b32
``[a:<ss>@shared]``       generic if the modifiers give no space; a variable must be in this one
``[a:shared]!``           an address in a register, not a variable
``[a, c:b32*<dim>]``      further operands inside the brackets
``f:f32(0.0<..1.0)``      a register or a constant above the first and up to the last
``n:imm``                 a constant; ``n:imm(0..15)``, ``n:imm(24..256..8)`` in steps of 8, ``n:imm(4|8|16)``
``a:u32(0..15)``          a register or a constant of that range
``a:u32(..b)``            if both are constants, not above operand b
``s:u16(0|2;0..1)*2``     in braces, constants with a range each
``p=pred|q=pred``         a pair; ``p=pred{|q=pred}`` if the second may be absent
``t:label``               a label; ``f:function`` a function; ``a:sreg`` a special register; ``d=sink`` ``_``
``t:table``               a variable that holds functions: the call table of an indirect `call`
``(args)``                the parenthesised returns or arguments of a `call`
``c:pred?``               may be absent;  ``pol:b64?hint`` is there exactly when the slot `hint` is chosen
``a:u32!``                a register, not a constant
``a:b32^``                a register declared with this very type
``d=b32_``                may be the sink ``_``, alone or, with a count, in braces
``c:pred~``               may be ``!c``
``a:u64&``                may be the address of a variable or function;  ``a:u64&@<space>`` of that space
``a:u32%``                may be a special register
``a:u32#``                may be in braces, as ``{%r1}``
``a{.part}:u32``          may be a part of the register, as ``%r1.b0``; `SELECTORS` has the parts
``d.part=u32``            is a part of the register
``{-}a:s32``              may be negated, as ``-%r1``
``c:u32+f32*2``           in braces, the first of another type
``c:f32*<vec>/4``         as many in braces, or four, of which only the first count
``[a:handle, b:u64]``     a 32-bit register, not an address: the logical endpoint of a fabric handle
``[a:texref]``            an opaque variable, or a register with its address; likewise ``b:u64&@samplerref``
========================  ==========================================================================

Values without a constant form need no ``!``: predicates (unless bounds are given, as in ``a:pred(-1..1)``)
and the half, packed and alternate formats, for which PTX has no literals.

>>> [spec.name for column in read_operands("d=<type>*<vec>, [a], pol:b64?hint")
...  if (spec := column.resolve({"type": "f32", "vec": "v4"}))]
['d', 'a']
"""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, TypeAlias

from pyptx import types
from pyptx.isa.shapes import SHAPES
from pyptx.record import record, replace

if TYPE_CHECKING:
    from collections.abc import Mapping

Modifiers: TypeAlias = "Mapping[str, str]"


@record(frozen=True, slots=True)
class Interval:
    """Bounds of floating-point constants: above `low` and up to `high`.

    >>> 0.0 in Interval(0.0, 1.0), 1.0 in Interval(0.0, 1.0)
    (False, True)
    """

    low: float
    high: float

    def __contains__(self, value: float) -> bool:
        return self.low < value <= self.high


@record(frozen=True, slots=True)
class Each:
    """Bounds of constants in braces, for each constant.

    >>> 3 in Each((range(4), range(2))), 4 in Each((range(4), range(2)))
    (True, False)
    """

    parts: tuple[range | tuple[int, ...], ...]

    def __contains__(self, value: float) -> bool:
        return any(value in part for part in self.parts)


Bounds: TypeAlias = "range | tuple[int, ...] | Interval | Each"

TENSOR = "tensor"
"""Name of tensor memory in rows: not a state space; its addresses have 32 bits (section 9.7.18.1)."""


@record(frozen=True, slots=True)
class OperandSpec:
    """An operand with every slot filled in: the requirements on one operand of an instruction.

    Attributes:
        name: The manual's name of the operand.
        role: ``"="`` written, ``"+"`` read and written, ``":"`` read.
        kind: ``"value"``, ``"address"``, ``"imm"``, ``"label"``, ``"function"``, ``"table"``, ``"sreg"``,
            ``"sink"`` or ``"group"``.
        type: Instruction type of a value, state space of an address (``""`` for any), else ``""``.
        count: Registers in braces; None for one bare operand.
        braces: Whether a single operand may be in braces, also if the slot of its count is absent.
        wider: Bits of the widest legal register (manual section 9.4.1); 0 if none may be wider.
        bounds: Legal constants: an inclusive range, an enumeration, an interval, or those of each of several
            in braces; empty for any.
        constant: Whether a value may be a constant; `takes_constant` also requires that its type has
            literals.
        sink: Whether it may be ``_``.
        negatable: Whether it may be ``!p``.
        optional: Whether it may be absent.
        second: The other half of a pair ``p|q``.
        variable: Whether it may be the address of a variable or function.
        special: Whether it may be a special register.
        rest: Further operands inside the brackets of an address.
        exact: Whether the register must be declared with this very type.
        space: State space that a variable must be in, or its opaque type; ``""`` for any.
        register: Whether an address must be in a register.
        limit: The operand that a constant may not exceed; ``""`` for none.
        selector: The one of `SELECTORS` that may follow the register; ``""`` for none.
        selected: Whether the selector is required.
        signed: Whether a register may be negated.
        leading: Type of the first register in braces; ``""`` for that of the others.
        padded: Number of registers in braces that is legal although fewer are used; 0 for none.
    """

    name: str
    role: str
    kind: str
    type: str = ""
    count: int | None = None
    wider: int = 0
    bounds: Bounds = ()
    constant: bool = False
    sink: bool = False
    negatable: bool = False
    optional: bool = False
    second: OperandSpec | None = None
    variable: bool = False
    special: bool = False
    rest: tuple[OperandSpec, ...] = ()
    braces: bool = False
    exact: bool = False
    space: str = ""
    register: bool = False
    limit: str = ""
    selector: str = ""
    selected: bool = False
    signed: bool = False
    leading: str = ""
    padded: int = 0

    @property
    def takes_constant(self) -> bool:
        """Whether a literal is legal here: half, packed and alternate formats have none."""
        if not self.constant or self.kind not in ("value", "imm"):
            return False
        if self.type == "pred":
            return bool(self.bounds)
        return self.kind == "imm" or self.type in _LITERAL_TYPES


OPAQUE = frozenset({"texref", "samplerref", "surfref"})
"""Types of texture, sampler and surface variables (manual section 5.3)."""

SELECTORS: dict[str, re.Pattern[str]] = {
    "part": re.compile("b[0-3]|h[01]"),
    "half_words": re.compile("h[0-3]{2}"),
    "bytes": re.compile("b[0-7]{4}"),
    "half_mask": re.compile("h1?0|h1"),
    "byte_mask": re.compile("b(?!$)3?2?1?0?"),
}
"""The parts of a register that video instructions select (section 9.7.20), by their names in the rows."""

_LITERAL_TYPES = frozenset({"f32", "f64", *(f"{kind}{bits}" for kind in "bus" for bits in (8, 16, 32, 64))})


@record(frozen=True, slots=True)
class OperandColumn:
    """An operand as written in the row, slots unfilled."""

    spec: OperandSpec
    type: str
    count: str
    when: str | None
    second: OperandColumn | None = None
    rest: tuple[OperandColumn, ...] = ()
    space: str = ""

    def resolve(self, named: Modifiers) -> OperandSpec | None:
        """Fill in the slots; return None if the modifiers make the operand absent."""
        if self.when and self.when not in named:
            return None
        kind, type_, count, wider = _resolve_type(self.type, self.spec.kind, named)
        count = _resolve_count(self.count, named) if self.count else count
        return replace(
            self.spec,
            type=type_,
            kind=kind,
            count=count,
            wider=wider,
            sink=self.spec.sink and not (self.count and count is None),
            braces=self.spec.braces or (bool(self.count) and count is None),
            second=self.second.resolve(named) if self.second else None,
            space=named.get(self.space[1:-1], "") if self.space.startswith("<") else self.space,
            rest=tuple(spec for column in self.rest if (spec := column.resolve(named)) is not None),
        )


def read_operands(column: str) -> tuple[OperandColumn, ...]:
    """Read an operand column.

    Raises:
        ValueError: The column does not follow the notation.
    """
    return tuple(_read_operand(item.strip()) for item in _split(column, ",") if item.strip())


_OPERAND = re.compile(
    r"(?P<sign>\{-\})?(?P<name>\w+)(?P<selector>\.\w+|\{\.\w+\})?(?P<role>[=+:])(?:(?P<leading>\w+)\+)?"
    r"(?P<type>\w+\((?:<\w+>|[a-z]\w*|)\)|\w*<\w+>|\w*[^\W_])(?:\((?P<bounds>-?\d[^()]*)\))?"
    r"(?:\(\.\.(?P<limit>\w+)\))?"
    r"(?:\*(?P<count>\d+|<\w+>|\w+\(\w*\))(?:/(?P<padded>\d+))?)?(?P<flags>[!_~&%^#]*)"
    r"(?:@(?P<space><\w+>|[\w:]+))?(?P<optional>\??)(?P<when>\w*)\Z"
)
_ADDRESS = re.compile(
    r"\[(?P<name>\w+)(?::(?P<space>[\w:]+|<\w+>))?(?:@(?P<variable>[\w:]+))?(?:,(?P<rest>.*))?\](?P<exact>\^?)(?P<register>!?)(?P<optional>\??)(?P<when>\w*)\Z"
)
_GROUP = re.compile(r"\((?P<name>\w+)\)(?P<optional>\??)(?P<when>\w*)\Z")
_NAMED_KINDS = frozenset({"imm", "label", "function", "table", "sreg", "sink"})


def _read_operand(text: str) -> OperandColumn:
    """Read one operand of a column."""
    if address := _ADDRESS.match(text):
        spec = OperandSpec(
            address["name"],
            ":",
            "address",
            optional=_is_free(address),
            exact=bool(address["exact"]),
            register=bool(address["register"]),
        )
        rest = read_operands(address["rest"] or "")
        space, variable = address["space"] or "", address["variable"] or ""
        return OperandColumn(spec, space, "", address["when"], rest=rest, space=variable)
    if group := _GROUP.match(text):
        spec = OperandSpec(group["name"], ":", "group", optional=_is_free(group))
        return OperandColumn(spec, "", "", group["when"])
    first, bar, other = text.partition("|") if "=" in text else (text, "", "")
    match = _OPERAND.match(first.removesuffix("{"))
    if match is None:
        raise ValueError(f"operand {text!r} is not of the notation of pyptx.isa.operand")
    second = _read_operand(other.removesuffix("}")) if bar else None
    if second is not None and first.endswith("{"):
        second = replace(second, spec=replace(second.spec, optional=True))
    kind = match["type"] if match["type"] in _NAMED_KINDS else "value"
    flags = match["flags"]
    spec = OperandSpec(
        name=match["name"],
        role=match["role"],
        kind=kind,
        bounds=_read_bounds(match["bounds"] or ""),
        constant=kind == "imm" or (match["role"] == ":" and "!" not in flags),
        sink="_" in flags,
        negatable="~" in flags,
        optional=_is_free(match),
        variable="&" in flags,
        special="%" in flags,
        exact="^" in flags,
        braces="#" in flags,
        selector=(match["selector"] or "").strip("{.}"),
        selected=(match["selector"] or "").startswith("."),
        signed=bool(match["sign"]),
        leading=match["leading"] or "",
        padded=int(match["padded"] or 0),
        limit=match["limit"] or "",
    )
    type_ = "" if kind != "value" else match["type"]
    return OperandColumn(spec, type_, match["count"] or "", match["when"], second, space=match["space"] or "")


def _is_free(match: re.Match[str]) -> bool:
    """Whether a ``?`` names no slot: the operand is optional for all modifiers."""
    return bool(match["optional"]) and not match["when"]


def _resolve_type(text: str, kind: str, named: Modifiers) -> tuple[str, str, int | None, int]:
    """Return the kind, type, count and width rule of a type expression."""
    if kind == "address":
        return kind, named.get(text[1:-1], "") if text.startswith("<") else text, None, 0
    if kind != "value":
        return kind, "", None, 0
    call = re.match(r"(\w+)\((.*)\)\Z", text)
    if call is None:
        return kind, named[text[1:-1]] if text.startswith("<") else text, None, 0
    function, argument = call[1], call[2]
    value = named[argument[1:-1]] if argument.startswith("<") else argument
    if function in _WIDEST:
        return kind, value, None, _WIDEST[function]
    type_, count = SHAPES[function](named, value)
    return kind, type_, count, 0


_WIDEST = {"wider": 128, "wider64": 64}
"""Bits of the widest register, by its word in the notation."""


def _resolve_count(text: str, named: Modifiers) -> int | None:
    """Return the number of registers of a count expression."""
    if text.isdigit():
        return int(text)
    if text.startswith("<"):
        word = named.get(text[1:-1])
        return int(word.lstrip("vx")) if word is not None else None
    function, _, argument = text.rstrip(")").partition("(")
    return SHAPES[function](named, argument)[1]


def _read_bounds(text: str) -> Bounds:
    """``0..15``, ``32..1024..32`` with its step, ``4|8|16``, ``0.0<..1.0``; or one for each, ``0|2;0..1``."""
    if ";" in text:
        return Each(tuple(_read_integers(part) for part in text.split(";")))
    if "<.." in text:
        return Interval(*(float(word) for word in text.split("<..")))
    return _read_integers(text)


def _read_integers(text: str) -> range | tuple[int, ...]:
    """A range or an enumeration of integers."""
    if ".." in text:
        low, high, *step = (int(word) for word in text.split(".."))
        return range(low, high + 1, *step)
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


@cache
def register_fits(declared: str, wanted: str, *, wider: int = 0, exact: bool = False) -> bool:
    """Whether a declared register type fits an instruction type (manual section 9.4).

    >>> register_fits("s32", "u32"), register_fits("b32", "f32"), register_fits("u32", "f32")
    (True, True, False)
    >>> register_fits("b16", "bf16"), register_fits("f32", "f16x2"), register_fits("u32", "u8", wider=64)
    (True, False, True)
    """
    if declared == wanted:
        return True
    have, want = types.from_name(declared), types.from_name(wanted)
    if exact or "pred" in (declared, wanted):
        return False
    if have.bits != want.bits and not want.bits < have.bits <= wider:
        return False
    if want.kind == "f" or "x" in wanted:
        return have.kind == "b"
    if want.kind == "b":
        return True
    return have.kind in "bus"
