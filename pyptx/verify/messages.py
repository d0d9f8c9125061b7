"""The words of a verification error: the text as written, the legal text, and perhaps a suggestion."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pyptx import types
from pyptx.errors import shorten_vectors
from pyptx.ir import Address, Expression, Group, Literal, Name, Pair, Vector
from pyptx.isa import register_fits
from pyptx.isa.operand import OPAQUE, TENSOR, Each, Interval
from pyptx.record import replace

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from pyptx.ir import Instruction, Operand
    from pyptx.isa import Form, OperandSpec
    from pyptx.isa.operand import Bounds

_FORMS_SHOWN = 8
_WORDS_SHOWN = 16


def report(instruction: Instruction, said: str, forms: Iterable[Form] = (), guess: str = "") -> str:
    """Write the message about an instruction: the sentence, the legal forms, the nearest legal text.

    The legal modifiers are listed if the modifiers are at fault, that is, if there is a guess.
    """
    lines = [shorten_vectors(f"{spell_instruction(instruction)}: {said}")]
    rows = list(dict.fromkeys((spell_syntax(form), _spell_choices(form) if guess else "") for form in forms))
    shown = rows[:_FORMS_SHOWN]
    column = max((len(syntax) for syntax, _ in shown), default=0)
    lines += [f"  {syntax:{column}}    {choices}".rstrip() for syntax, choices in shown]
    if len(rows) > len(shown):
        lines.append(f"  … and {len(rows) - len(shown)} more forms")
    if guess:
        lines.append(f"  did you mean {guess}?")
    return "\n".join(lines)


def spell_syntax(form: Form) -> str:
    """A row as the manual would write it: modifiers and names of operands."""
    names = ""
    for column in form.operands:
        spec = column.spec
        name = f"[{spec.name}]" if spec.kind == "address" else _spell_name(spec)
        name = f"({name})" if spec.kind == "group" else name
        if column.second is not None:
            other = f"|{column.second.spec.name}"
            name += f"{{{other}}}" if column.second.spec.optional else other
        name = f", {name}" if names else name
        names += f"{{{name}}}" if spec.optional or column.when else name
    return f"{form.syntax} {names}".rstrip()


def _spell_name(spec: OperandSpec) -> str:
    """The name of an operand, with the sign and the selector that it may have."""
    sign = "{-}" if spec.signed else ""
    if not spec.selector:
        return f"{sign}{spec.name}"
    return f"{sign}{spec.name}.{spec.selector}" if spec.selected else f"{sign}{spec.name}{{.{spec.selector}}}"


def _spell_choices(form: Form) -> str:
    """List the choices of each slot that has several."""
    several = [slot for slot in form.slots if len(slot.choices) > 1]
    return "; ".join(f"{slot.name}: {_some(slot.choices)}" for slot in several)


def _some(words: Sequence[str]) -> str:
    """Join words; of a long list, the first ones."""
    return " ".join(words[:_WORDS_SHOWN]) + (" …" if len(words) > _WORDS_SHOWN else "")


def must(operand: Operand, what: str, spec: OperandSpec) -> str:
    """Describe an operand, and the kind that is required.

    >>> from pyptx.isa import OperandSpec
    >>> must(Name("%f2"), "a register of type .f32", OperandSpec("a", ":", "value", "u32", constant=True))
    'a is %f2, a register of type .f32; it must be a register of type .u32 .b32 .s32 or a constant'
    """
    return f"{spec.name} is {spell(operand)}, {what}; it must be {describe_operand(spec)}"


def describe_operand(spec: OperandSpec) -> str:
    """Describe the operand that a specification requires."""
    if spec.kind == "address":
        said = f"an address in .{spec.type}, in brackets" if spec.type else "an address, in brackets"
        if spec.register:
            said = f"a register with {said}"
        if spec.type == TENSOR:
            registers = ".b32" if spec.exact else ".b32 .u32 .s32"
            said = f"a register of type {registers} with an address in tensor memory, in brackets"
        elif spec.type == "handle":
            said = "a 32-bit register with a logical endpoint, in brackets with its offset"
        elif spec.type in OPAQUE:
            said = f"a .{spec.type} or a 64-bit register with its address, in brackets"
    elif spec.kind == "imm":
        said = f"a constant {spell_bounds(spec.bounds)}" if spec.bounds else "an integer constant"
    elif spec.kind == "value":
        said = _describe_value(spec)
    elif spec.kind == "label":
        lists = " or ".join(f".{name}" for name in LISTS.get(spec.name, ()))
        said = f"a label of {lists or 'code'}"
    else:
        said = _KINDS[spec.kind]
    return said


LISTS = {"targets": ("branchtargets",), "prototype": ("callprototype", "calltargets")}
"""Statements after the labels of lists, tables and prototypes, by operand: they are not branch targets."""

_KINDS = {
    "function": "a function",
    "table": "a variable in .global or .const that holds functions",
    "sreg": "a special register",
    "sink": "the sink _",
    "group": "a list in parentheses",
}


SELECTOR_NAMES = {
    "part": ".b0 .b1 .b2 .b3 .h0 .h1",
    "half_words": ".h00 … .h33",
    "bytes": ".b0000 … .b7777",
    "half_mask": ".h0 .h1 .h10",
    "byte_mask": ".b0 .b1 .b10 … .b3210",
}
"""The parts of a register that each of `SELECTORS` matches, in words."""


def _describe_value(spec: OperandSpec) -> str:
    """Describe the register, or the alternatives to it, that a specification requires."""
    kind = "of type .pred" if spec.type == "pred" else f"of type {_fitting_registers(spec)}"
    if spec.selector:
        may = "with" if spec.selected else "possibly with"
        kind += f", {may} one of {SELECTOR_NAMES[spec.selector]} after it"
    if spec.exact and spec.type == "b8":
        kind += ", that of e2m1x2"
    if spec.leading and spec.leading != spec.type:
        kind += f", the first {_fitting_registers(replace(spec, type=spec.leading))},"
    if spec.count is not None:
        plural = "s" if spec.count > 1 else ""
        return f"{spec.count} register{plural} {kind} in braces"
    if spec.second is not None:
        number = "one or two registers" if spec.second.optional else "two registers"
        return f"{number} {kind} as in {spec.name}|{spec.second.name}"
    constant = f"a constant {spell_bounds(spec.bounds)}" if spec.bounds else "a constant"
    others = (
        (spec.takes_constant, constant),
        (spec.variable, f"a variable in .{spec.space}" if spec.space else "a variable"),
        (spec.special, "a special register"),
        (spec.sink, "_"),
    )
    return " or ".join((f"a register {kind}", *(words for may, words in others if may)))


def _fitting_registers(spec: OperandSpec) -> str:
    """The register types that fit an instruction type, the plainest first."""
    plain = types.from_name(spec.type).register
    fitting = [name for name in _REGISTER_TYPES if register_fits(name, spec.type, exact=spec.exact)]
    fitting.sort(key=lambda name: (name != spec.type, name != plain))
    return " ".join(f".{name}" for name in fitting) + (" or wider" if spec.wider else "")


_REGISTER_TYPES = (
    "b8", "b16", "b32", "b64", "b128", "u8", "u16", "u32", "u64", "s8", "s16", "s32", "s64",
    "f16", "f32", "f64",
)  # fmt: skip


def spell_bounds(bounds: Bounds) -> str:
    """Describe the constants that an operand may be.

    >>> spell_bounds(range(0, 16)), spell_bounds(range(32, 4097, 32)), spell_bounds((4, 8, 16))
    ('in 0..15', 'in 32..4096 and a multiple of 32', '4, 8 or 16')
    """
    if isinstance(bounds, Each):
        return "; ".join(spell_bounds(part) for part in bounds.parts)
    if isinstance(bounds, Interval):
        return f"above {bounds.low} and at most {bounds.high}"
    if isinstance(bounds, range):
        step = f" and a multiple of {bounds.step}" if bounds.step > 1 else ""
        return f"in {bounds[0]}..{bounds[-1]}{step}"
    *first, last = (str(value) for value in bounds)
    return f"{', '.join(first)} or {last}" if first else last


def dotted(version: tuple[int, int]) -> str:
    """Write a version in PTX syntax.

    >>> dotted((8, 6))
    '8.6'
    """
    return f"{version[0]}.{version[1]}"


def spell_instruction(instruction: Instruction) -> str:
    """An instruction in one line, without its semicolon."""
    guard = instruction.guard
    before = "" if guard is None else f"@{'!' if guard.negated else ''}{guard.register} "
    operands = ", ".join(spell(operand) for operand in instruction.operands)
    return f"{before}{'.'.join((instruction.opcode, *instruction.modifiers))} {operands}".rstrip()


def spell(operand: Operand) -> str:
    """An operand in one line.

    >>> spell(Address(Name("%rd1"), Literal("-8"))), spell(Pair(Name("%p1"), Name("_")))
    ('[%rd1+-8]', '%p1|_')
    """
    match operand:
        case Name(text) | Literal(text):
            said = text
        case Expression(words):
            said = " ".join(words)
        case Address(base, offset, rest):
            inside = spell(base) + (f"+{spell(offset)}" if offset is not None else "")
            said = f"[{', '.join((inside, *map(spell, rest)))}]"
        case Vector(items):
            said = f"{{{', '.join(map(spell, items))}}}"
        case Group(items):
            said = f"({', '.join(map(spell, items))})"
        case Pair(first, second):
            said = f"{spell(first)}|{spell(second)}"
        case _:
            said = f"!{spell(operand.operand)}"
    return said
