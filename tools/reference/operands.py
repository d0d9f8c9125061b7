"""Descriptions of the operands of a row: access, legal operands, and conditions.

>>> from pyptx.isa import forms_of
>>> for line in table([(1, form) for form in forms_of("popc")]):
...     print(line)
Line(name='d', access='written', what='`.u32` register', numbers=(1,))
Line(name='a', access='read', what='`.<type>` register or constant', numbers=(1,))
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from pyptx.isa.examples import covering
from pyptx.isa.operand import OPAQUE, TENSOR, Each, Interval

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from pyptx.isa import Form, OperandSpec
    from pyptx.isa.operand import Bounds, OperandColumn


class Line(NamedTuple):
    """An operand, as a line of the table.

    Attributes:
        name: Name of the operand.
        access: ``"written"``, ``"read"``, ``"read and written"``.
        what: Description of the legal operands.
        numbers: Numbers of the forms with this line.
    """

    name: str
    access: str
    what: str
    numbers: tuple[int, ...]


def table(forms: Iterable[tuple[int, Form]]) -> list[Line]:
    """Write the operands of numbered forms; equal ones of several forms share a line."""
    found: dict[tuple[str, str, str], list[int]] = {}
    for number, form in forms:
        for line in (line for column in form.operands for line in _lines(form, column, "")):
            numbers = found.setdefault(line, [])
            if number not in numbers:
                numbers.append(number)
    return [Line(*line, tuple(numbers)) for line, numbers in found.items()]


def _lines(form: Form, column: OperandColumn, inside: str) -> Iterable[tuple[str, str, str]]:
    """Yield an operand, the other half of its pair, and the operands in its brackets."""
    specs = [spec for named in _samples(form) if (spec := column.resolve(named)) is not None]
    if not specs:
        return
    yield column.spec.name, _ACCESS[column.spec.role], _what(form, column, specs) + inside
    if column.second is not None:
        other = column.second
        seconds = [spec.second for spec in specs if spec.second is not None]
        pair = f"; written `{column.spec.name} | {other.spec.name}`"
        yield other.spec.name, _ACCESS[other.spec.role], _what(form, other, seconds) + pair
    for rest in column.rest:
        yield from _lines(form, rest, f"; inside the brackets of `{column.spec.name}`")


_ACCESS = {"=": "written", "+": "read and written", ":": "read"}


def _samples(form: Form) -> Sequence[dict[str, str]]:
    """Return some legal modifiers."""
    found = covering(form)
    return found[:: max(1, len(found) // 200)]


def _what(form: Form, column: OperandColumn, specs: Sequence[OperandSpec]) -> str:
    """Describe the legal operands, and their conditions."""
    spec = column.spec
    if spec.kind == "address":
        said = _address(column, specs)
    elif spec.kind == "imm":
        said = f"constant{_bounds(spec.bounds)}"
    elif spec.kind == "value":
        said = _value(column, specs)
    else:
        said = _KINDS[spec.kind]
    if column.when:
        slot = next(slot for slot in form.slots if slot.name == column.when)
        said += f"; there with {' or '.join(f'`.{word}`' for word in slot.choices)}" if slot.optional else ""
    elif spec.optional:
        said += "; may be absent"
    return said


_KINDS = {
    "label": "label",
    "function": "name of a function",
    "table": "variable in `.global` or `.const` that holds functions",
    "sreg": "special register",
    "sink": "the sink `_`",
    "group": "list in parentheses",
}


def _address(column: OperandColumn, specs: Sequence[OperandSpec]) -> str:
    """Describe the legal addresses."""
    space = column.type
    if space == TENSOR:
        return "address in tensor memory: a register of 32 bits" + (
            " declared `.b32`" if column.spec.exact else ""
        )
    if space == "handle":
        return "32-bit register with a logical endpoint"
    if space in OPAQUE:
        return f"variable of type `.{space}`, or a 64-bit register with its address"
    spaces = list(dict.fromkeys(spec.type for spec in specs))
    words = [word for word in spaces if word]
    said = f"address in `.{words[0] if len(words) == 1 else space}`" if words else "generic address"
    if "" not in spaces:
        return said
    of = f", of `.{column.space.partition('::')[0]}` memory" if column.space else ""
    return f"{said}; generic without the word{of}" if words else f"{said}{of}"


def _value(column: OperandColumn, specs: Sequence[OperandSpec]) -> str:
    """Describe the legal values: a register, several in braces, a constant, the sink."""
    spec, type_ = column.spec, _type(column, specs)
    kinds = [f"{type_} register"]
    if any(each.takes_constant for each in specs):
        kinds.append(f"constant{_bounds(spec.bounds)}")
    if spec.variable:
        kinds.append(f"`.{specs[0].space}` variable" if specs[0].space else "address of a variable")
    if spec.special:
        kinds.append("special register")
    counts = sorted({each.count for each in specs if each.count is not None})
    bare = any(each.count is None for each in specs)
    if bare and any(each.sink for each in specs):
        kinds.append("`_`")
    said = " or ".join(kinds)
    if counts:
        number = f"{counts[0]} … {counts[-1]}" if len(counts) > _FEW else _or(map(str, counts))
        some = f"{number} {'' if bare else f'{type_} '}register{'' if counts == [1] else 's'} in braces"
        said = f"{said}, or {some}" if bare else some
        said += ", each perhaps `_`" if spec.sink else ""
    if spec.leading:
        said += f", the first of `.{spec.leading}`"
    if spec.padded:
        said += f"; {spec.padded} where fewer count"
    if spec.exact:
        said += ", declared so"
    if spec.negatable:
        said += f"; may be `!{spec.name}`"
    if spec.signed:
        said += f"; may be `-{spec.name}`"
    if spec.selector:
        said += f"; {'with' if spec.selected else 'perhaps with'} {_SELECTORS[spec.selector]} after it"
    return said


_FEW = 4
_SELECTORS = {
    "part": "`.b0` … `.b3`, `.h0` or `.h1`",
    "half_words": "`.h00` … `.h33`",
    "bytes": "`.b0000` … `.b7777`",
    "half_mask": "`.h0`, `.h1` or `.h10`",
    "byte_mask": "`.b0`, `.b1`, `.b10` … `.b3210`",
}


def _type(column: OperandColumn, specs: Sequence[OperandSpec]) -> str:
    """Return the type of a value: a slot, or its types with these modifiers."""
    text = column.type
    types = list(dict.fromkeys(spec.type for spec in specs))
    if len(types) > 1 and text.startswith("<"):
        return f"`.{text}`"
    if len(types) > 1 and text.startswith("wider"):
        return f"`.{text.partition('(')[2][:-1]}` or wider"
    if len(types) > 1 and text.startswith("double(<"):
        return f"twice as wide as `.{text[7:-1]}`:"
    said = _or(f"`.{name}`" for name in types[:_FEW]) + (" …" if len(types) > _FEW else "")
    return f"{said} or wider" if specs[0].wider else said


def _or(words: Iterable[str]) -> str:
    """Join words as ``a, b or c``."""
    *some, last = words
    return f"{', '.join(some)} or {last}" if some else last


def _bounds(bounds: Bounds) -> str:
    """Describe the legal constants: `` 0 … 15``, `` 4, 8 or 16``."""
    if not bounds:
        return ""
    if isinstance(bounds, Interval):
        return f" above {bounds.low:g} and up to {bounds.high:g}"
    if isinstance(bounds, Each):
        return f" ({' and '.join(_bounds(part).strip() for part in bounds.parts)})"
    if isinstance(bounds, range):
        if len(bounds) == 1:
            return f" {bounds[0]}"
        step = f" in steps of {bounds.step}" if bounds.step != 1 else ""
        return f" {bounds[0]} … {bounds[-1]}{step}"
    return f" {_or(map(str, bounds))}"
