"""Matrix descriptors of ``wgmma`` and ``tcgen05.mma``, as calls of the functions that make them.

>>> from pyptx.codegen.texts import line_of
>>> from pyptx.codegen.tree import Do
>>> from pyptx.codegen.raising.facts import Facts
>>> from pyptx.codegen.raising.report import Report
>>> from pyptx.ir import Instruction
>>> traced = [("and", ("b32",)), ("shr", ("u32",)), ("cvt", ("u64", "u32")), ("or", ("b64",))]
>>> product = Do(Call("ptx.inst.wgmma", (Name("desc"),)), (Instruction("wgmma", ("mma_async",)),))
>>> masked = Binary("&", Binary("+", Name("tile"), Number("1024")), Number("261120"))
>>> wide = Call("reg.from_", (Binary(">>", masked, Number("4")), Text("u64")))
>>> made = Call("ptx.inst.or_.b64", (Text("b64"), wide, Number("4611686293305360384")))
>>> body = Assign(Name("desc"), made, tuple([Instruction(*each) for each in traced])), product
>>> line_of(write_descriptors(body, Facts(frozenset(), Report()))[0])
'desc = ptx.wgmma.masked_descriptor(tile + 1024, mask=261120)'
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from pyptx.codegen.texts import text_of
from pyptx.codegen.tree import (
    Assign,
    Binary,
    Call,
    Do,
    Name,
    Number,
    Text,
    expressions_of,
    parts_of,
    rebuilt,
    walk_statements,
    with_bodies,
    with_expressions,
)
from pyptx.layouts.descriptors import ADDRESS_MASK, WGMMA_MATRIX, WGMMA_SWIZZLES
from pyptx.ptx.matrix import UNIT_SHIFT
from pyptx.ptx.tcgen05 import Tcgen05
from pyptx.ptx.wgmma import Wgmma

if TYPE_CHECKING:
    from pyptx.codegen.raising.facts import Facts
    from pyptx.codegen.tree import Body, Expr, Statement
    from pyptx.ir import Instruction


class _Family(NamedTuple):
    """The matrix multiply-accumulates that take a kind of descriptors.

    Attributes:
        name: The functions that make descriptors.
        mask: The mask of `masked_descriptor` by default.
        fields: Its constant fields by default.
        constant: Their name.
    """

    name: str
    mask: int
    fields: int
    constant: str


_FAMILIES = {
    "wgmma": _Family("ptx.wgmma", 0x3FF80, Wgmma.MASKED_DESC_B128, "MASKED_DESC_B128"),
    "tcgen05": _Family(
        "ptx.tcgen05", 0x3FFF0, Tcgen05.BLACKWELL_MASKED_DESC_B128, "BLACKWELL_MASKED_DESC_B128"
    ),
}
_WIDE, _LOW = 1 << 32, (1 << 32) - 1
"""The layout fields of a descriptor have values from here on."""


def write_descriptors(body: Body, facts: Facts) -> Body:
    """Write the descriptors of matrices in shared memory as a person makes them.

    The four instructions that `masked_descriptor` traces become one call, if they follow each other and only
    instructions read the result. The constant of another form is a variable with its fields, at the head.
    """
    opcodes = facts.opcodes_of(body)
    for opcode, family in _FAMILIES.items():
        if opcode in opcodes:
            descriptors = _Descriptors(family, body, facts)
            made = descriptors.of(body)
            return (*[Assign(Name(name), call) for call, name in descriptors.layouts.items()], *made)
    return body


class _Descriptors:
    """The descriptors of one body.

    Attributes:
        layouts: Variables for constant fields, by the call that encodes them.
    """

    def __init__(self, family: _Family, body: Body, facts: Facts) -> None:
        self.layouts: dict[Call, str] = {}
        self._family = family
        self._taken = facts.taken
        self._mentions: dict[str, int] = {}
        self._operands: dict[str, int] = {}
        for statement in walk_statements(body):
            for expr in expressions_of(statement):
                self._count(expr, is_operand=False)

    def _count(self, expr: Expr, *, is_operand: bool) -> None:
        """Count the mentions of variables, and those as an operand of an instruction."""
        if type(expr) is Name:
            self._mentions[expr.text] = self._mentions.get(expr.text, 0) + 1
            self._operands[expr.text] = self._operands.get(expr.text, 0) + is_operand
            return
        inside = _is_instruction(expr)
        for part in parts_of(expr):
            self._count(part, is_operand=inside)

    def of(self, body: Body) -> Body:
        """Return a body with its descriptors as calls."""
        out: list[Statement] = []
        for statement in with_bodies(body, self.of):
            opcodes = {each.opcode for each in statement.stands_for}
            if opcodes.isdisjoint(("or", "add", "mov")):
                out.append(statement)
            elif not isinstance(statement, Assign) or not self._merge(out, statement):
                made = self._filled(out, statement)
                is_one = _count_traced(made.stands_for) == 1
                exprs = [self._expression(each, merges=is_one) for each in expressions_of(made)]
                out.append(with_expressions(made, exprs))
        return tuple(out)

    def _filled(self, out: list[Statement], statement: Statement) -> Statement:
        """Return an instruction with the masked address that the last statement holds for its operand."""
        before = out[-1] if out else None
        match before, statement:
            case Assign(Name(wide), value, sign=""), Do(Call(function, arguments)):
                traced = (*before.stands_for, *statement.stands_for)
                held = [
                    at
                    for at, each in enumerate(arguments)
                    if (joined := _joined(each, "|", "or_.b64")) and joined[0] == Name(wide)
                ]
                if len(held) != 1 or self._mentions[wide] != 2 or _count_traced(traced) != 1:
                    return statement
                if statement.stands_for[0].opcode != "or" or not _is_instruction(statement.value):
                    return statement
                _, fields = _joined(arguments[held[0]], "|", "or_.b64") or (None, 0)
                call = self._masked(value, fields)
                if call is not None:
                    out.pop()
                    made = (*arguments[: held[0]], call, *arguments[held[0] + 1 :])
                    return Do(Call(function, made), traced, before.note or statement.note)
        return statement

    def _merge(self, out: list[Statement], statement: Assign) -> bool:
        """Append a descriptor as a call; the last statement may have its first instructions."""
        target, value, traced, note = statement.target, statement.value, statement.stands_for, statement.note
        joined = _joined(value, "|", "or_.b64")
        if joined is None or not isinstance(target, Name) or statement.sign:
            return False
        is_bits = isinstance(value, Call) and value.arguments[0] == Text("b64")
        if not is_bits and self._operands.get(target.text, 0) + 1 != self._mentions[target.text]:
            return False
        wide, before = joined[0], out[-1] if out else None
        held = wide if isinstance(wide, Name) else _converted(wide)
        if isinstance(held, Name):
            if not isinstance(before, Assign) or before.target != held or before.sign:
                return False
            if self._mentions[held.text] != 2:
                return False
            inside = before.value
            wide = rebuilt(wide, lambda part: inside if part == held else part) if wide != held else inside
            traced, note = (*before.stands_for, *traced), before.note or note
        else:
            before = None
        call = self._masked(wide, joined[1])
        if call is None or _count_traced(traced[-4:]) != 1:
            return False
        if before is not None:
            out.pop()
        out.append(Assign(target, call, traced, note))
        return True

    def _masked(self, wide: Expr, fields: int) -> Call | None:
        """Return the call for ``wide | fields``; None if `wide` is not a masked address."""
        start = self._cute_start(wide)
        if start is not None:
            said = () if fields == self._family.fields else (self._fields(fields),)
            return Call(f"{self._family.name}.cute_descriptor", (start, *said))
        shifted = _joined(_converted(wide), ">>", "shr.u32")
        masked = _joined(shifted[0], "&", "and_.b32") if shifted and shifted[1] == UNIT_SHIFT else None
        if masked is None or isinstance(masked[0], (Number, Text)):
            return None
        family, (start, mask) = self._family, masked
        layout = self._layout(fields)
        if mask == ADDRESS_MASK and layout is not None:
            return Call(f"{family.name}.make_descriptor", (start,), layout.keywords)
        keywords: list[tuple[str, Expr]] = []
        if mask != family.mask:
            keywords.append(("mask", Number(str(mask))))
        if fields != family.fields:
            keywords.append(("const_bits", self._fields(fields)))
        return Call(f"{family.name}.masked_descriptor", (start,), tuple(keywords))

    def _cute_start(self, wide: Expr) -> Expr | None:
        """Return the address in ``(address >> 4) & 0x3fff``, which ``ptx.wgmma`` traces; None for another."""
        masked = _joined(_converted(wide), "&", "and_.b32")
        if masked is None or masked[1] != ADDRESS_MASK >> UNIT_SHIFT or self._family.name != "ptx.wgmma":
            return None
        shifted = _joined(masked[0], ">>", "shr.u32")
        if shifted is None or shifted[1] != UNIT_SHIFT or isinstance(shifted[0], (Number, Text)):
            return None
        return shifted[0]

    def _fields(self, fields: int) -> Expr:
        """Return constant fields as an expression."""
        family = self._family
        if fields == family.fields:
            return Text(f"{family.name}.{family.constant}")
        layout = self._layout(fields)
        if layout is None:
            return Number(str(fields))
        if layout not in self.layouts:
            stem = name = f"layout_{text_of(layout.keywords[-1][1])[1:-1].lower()}"
            number = 2
            while name in self._taken or name in self.layouts.values():
                name = f"{stem}_{number}"
                number += 1
            self.layouts[layout] = name
        return Name(self.layouts[layout])

    def _layout(self, fields: int) -> Call | None:
        """Return the call that encodes constant fields; None for those that ``ptx.wgmma`` does not encode."""
        if self._family.name != "ptx.wgmma":
            return None
        try:
            values = WGMMA_MATRIX.decode(fields)
        except ValueError:
            return None
        if values["address"] or values["base_offset"]:
            return None
        keywords = (
            ("leading_byte_offset", Number(str(values["leading"]))),
            ("stride_byte_offset", Number(str(values["stride"]))),
            ("swizzle", Text(f'"{WGMMA_SWIZZLES[values["swizzle"]]}"')),
        )
        return Call("ptx.wgmma.descriptor_fields", (), keywords)

    def _expression(self, expr: Expr, *, merges: bool, is_operand: bool = False) -> Expr:
        """Return an expression with constants by their fields, and with a descriptor that it contains."""
        if type(expr) is Number:
            is_fields = expr.text.isdecimal() and int(expr.text) >= _WIDE and int(expr.text) & _LOW != _LOW
            return self._fields(int(expr.text)) if is_fields else expr
        joined = _joined(expr, "|", "or_.b64") if merges and is_operand else None
        call = self._masked(*joined) if joined is not None else None
        if call is not None:
            return call
        inside = _is_instruction(expr)
        return rebuilt(expr, lambda part: self._expression(part, merges=merges, is_operand=inside))


def _is_instruction(expr: Expr) -> bool:
    """Whether an expression is the call of an instruction, which takes operands of any view."""
    return isinstance(expr, Call) and expr.function.startswith("ptx.inst.")


def _joined(expr: Expr | None, sign: str, opcode: str) -> tuple[Expr, int] | None:
    """Return the operands of ``x | 1`` or ``ptx.inst.or_.b64(b64, x, 1)``; None for another expression."""
    match expr:
        case Binary(found, first, Number(text)) if found == sign and text.isdecimal():
            return first, int(text)
        case Call(function, (Text(), first, Number(text))) if function == f"ptx.inst.{opcode}":
            return (first, int(text)) if text.isdecimal() else None
    return None


def _converted(expr: Expr) -> Expr | None:
    """Return the source of a conversion to 64 bits; None for another expression."""
    match expr:
        case Call("reg.from_", (source, Text("u64"))):
            return source
        case Call("ptx.inst.cvt.u64.u32", (Text(), source)):
            return source
    return None


def _count_traced(instructions: tuple[Instruction, ...]) -> int:
    """Count the places with the instructions that `masked_descriptor` or `cute_descriptor` traces."""
    said = [(each.opcode, each.modifiers, each.guard) for each in instructions]
    return sum(said[at : at + len(_TRACED)] in (_TRACED, _CUTE_TRACED) for at in range(len(said)))


_TRACED = [
    ("and", ("b32",), None),
    ("shr", ("u32",), None),
    ("cvt", ("u64", "u32"), None),
    ("or", ("b64",), None),
]
_CUTE_TRACED = [_TRACED[1], _TRACED[0], *_TRACED[2:]]
