"""Example lines of PTX for a row: for the reference pages, and for probing ptxas.

>>> from pyptx.isa import lookup
>>> plain(lookup("mad", ("wide", "u32"))[0])
'mad.wide.u32 %u64_0, %u32_1, %u32_2, %u64_3;'
>>> [line for line in variants(lookup("shl", ("b32",))[0])][:3]
['shl.b32 %b32_0, %b32_1, %u32_2;', 'shl.b32 %u32_0, %b32_1, %u32_2;', 'shl.b32 %s32_0, %b32_1, %u32_2;']
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from itertools import accumulate, combinations, product
from math import prod
from random import Random
from typing import TYPE_CHECKING

from pyptx import types
from pyptx.arch import arch
from pyptx.isa.operand import OPAQUE, TENSOR, Each, Interval, register_fits
from pyptx.isa.special_registers import SPECIAL_REGISTERS

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pyptx.isa import Candidate, Form
    from pyptx.isa.operand import OperandSpec

REGISTER_TYPES = (
    "b8", "b16", "b32", "b64", "b128", "u8", "u16", "u32", "u64", "s8", "s16", "s32", "s64",
    "f16", "f32", "f64", "pred",
)  # fmt: skip
"""The types of register declarations (manual section 5.2)."""

_REGISTERS = 256
"""Registers declared of each type: enough for `spcompress`."""

_SINCE = (
    # PTX version, number of the target, line
    *(((1, 0), 10, f".{space} .align 16 .b8 in_{space}[64];") for space in ("global", "shared", "const")),
    ((1, 5), 10, ".global .texref in_texref;"),
    ((1, 5), 10, ".global .surfref in_surfref;"),
    ((1, 0), 10, ".func callee_00 () { ret; }"),
    ((1, 0), 10, ".func callee_01 (.reg .b32 given) { ret; }"),
    ((1, 0), 10, ".func (.reg .b32 result) callee_10 () { ret; }"),
    ((1, 0), 10, ".func (.reg .b32 result) callee_11 (.reg .b32 given) { ret; }"),
    *(((2, 1), 20, f".global .u64 table_{of}[1] = {{ callee_{of} }};") for of in ("00", "01", "10", "11")),
    ((1, 4), 10, ".visible .entry lines (.param .align 16 .b8 parameter[256])"),
    ((1, 0), 10, "{"),
    *(((1, 0), 10, f".reg .{name} %{name}_<{_REGISTERS}>;") for name in REGISTER_TYPES if name != "b128"),
    ((8, 3), 70, f".reg .b128 %b128_<{_REGISTERS}>;"),
    ((1, 0), 10, ".local .align 16 .b8 in_local[64];"),
    ((2, 0), 20, ".param .align 16 .b8 in_param[256];"),
    ((5, 1), 30, "targets: .branchtargets done;"),
    ((2, 1), 20, "prototype_00: .callprototype _ ();"),
    ((2, 1), 20, "prototype_01: .callprototype _ (.reg .b32 _);"),
    ((2, 1), 20, "prototype_10: .callprototype (.reg .b32 _) _ ();"),
    ((2, 1), 20, "prototype_11: .callprototype (.reg .b32 _) _ (.reg .b32 _);"),
)  # fmt: skip
"""Declarations before example lines, with the first versions and targets that support them."""

_OLDER = {"{": ".entry lines { .param .align 4 .b8 parameter[256];"}
"""Replacements of lines before version 1.4, which introduced parameters in parentheses."""

_TEXTURE = ".tex .u32 in_texref;"
"""The texture of modules before version 1.5, which introduced opaque types."""

_END = ("done:", "ret;", "}")


def frame(target: str, version: tuple[int, int]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the text before and after example lines that makes a module of them.

    Args:
        target: Arguments of ``.target``, with the `option` that the lines require.
        version: The PTX version.
    """
    major, minor = version
    name, comma, _ = target.partition(",")
    number = arch(name).number
    older = _OLDER if version < (1, 4) else {}
    head = (
        f".version {major}.{minor}",
        f".target {target}",
        *([".address_size 64"] if version >= (2, 3) else []),
        *([".global .samplerref in_samplerref;"] if comma else []),
        *([_TEXTURE] if version < (1, 5) else []),
        *(older.get(line, line) for since, oldest, line in _SINCE if version >= since and number >= oldest),
    )
    return head, _END


INDEPENDENT = ", texmode_independent"
"""The option of ``.target`` that makes samplers variables of their own (manual section 9.7.12.1)."""


def option(form: Form) -> str:
    """Return the ``.target`` option that a form requires for texture sampling, or an empty string."""
    addresses = [column for column in form.operands if column.spec.kind == "address"]
    spaces = {column.type for column in addresses}
    spaces |= {rest.space for column in addresses for rest in column.rest}
    return INDEPENDENT if "samplerref" in spaces else ""


def plain(candidate: Candidate) -> str:
    """Write the simplest instruction of a row: plain register types, no optional operand."""
    specs = tuple(spec for spec in candidate.operands if not spec.optional)
    return _write_instruction(candidate, specs)


def beyond_plain(candidate: Candidate) -> Iterator[tuple[str, str]]:
    """Yield the operands of a row that may need newer targets and versions, with a line for each.

    These are operands that may be absent, discarded or in braces, and textures or surfaces by their address
    in a register.

    >>> from pyptx.isa import lookup
    >>> list(beyond_plain(lookup("bar", ("sync",))[0]))
    [('b', 'bar.sync %u32_0, %u32_1;')]
    """
    braced = {column.spec.name for column in candidate.form.operands if column.spec.braces}
    for chosen in candidate.operands:
        specs = tuple(spec for spec in candidate.operands if spec is chosen or not spec.optional)
        at = next(at for at, spec in _numbered(specs) if spec is chosen)
        spellings = _spellings(chosen, at, candidate)
        if chosen.optional:
            yield chosen.name, _write_instruction(candidate, specs)
        if chosen.sink and chosen.count is None:
            yield f"{chosen.name}_", _write_instruction(candidate, specs, {chosen.name: "_"})
        if chosen.name in braced:
            yield (
                f"{{{chosen.name}}}",
                _write_instruction(candidate, specs, {chosen.name: f"{{{spellings[0]}}}"}),
            )
        if chosen.second is not None and chosen.second.optional:
            pair = next(text for text in spellings if "|" in text)
            yield chosen.second.name, _write_instruction(candidate, specs, {chosen.name: pair})
        if chosen.kind == "address":
            for place, spec in enumerate((chosen, *chosen.rest)):
                if OPAQUE.intersection((spec.type, spec.space)):
                    text = next(each for each in spellings if each[1:].split(", ")[place].startswith("%"))
                    yield spec.name, _write_instruction(candidate, specs, {chosen.name: text})


def _write_instruction(
    candidate: Candidate, specs: Sequence[OperandSpec], chosen: Mapping[str, str] | None = None
) -> str:
    """Write an instruction with some chosen operands, and plain ones otherwise."""
    operands = [
        (chosen or {}).get(spec.name) or _spellings(spec, at, candidate)[0] for at, spec in _numbered(specs)
    ]
    return _line(candidate, specs, operands)


def variants(candidate: Candidate) -> Iterator[str]:
    """Yield every way to write one operand of a row, the others plain; then with the optional operands."""
    optional = [spec for spec in candidate.operands if spec.optional]
    for absent in (optional, *([[]] if optional else ())):
        specs = tuple(spec for spec in candidate.operands if spec not in absent)
        spellings = [_spellings(spec, at, candidate) for at, spec in _numbered(specs)]
        chosen = [options[0] for options in spellings]
        yield _line(candidate, specs, chosen)
        for index, options in enumerate(spellings):
            for other in options[1:]:
                yield _line(candidate, specs, [*chosen[:index], other, *chosen[index + 1 :]])


def _numbered(specs: Sequence[OperandSpec]) -> Iterator[tuple[int, OperandSpec]]:
    """Pair operands with the number of their first register, so that no two share one."""
    return zip(accumulate((spec.count or 1 for spec in specs), initial=0), specs, strict=False)


def _line(candidate: Candidate, specs: Sequence[OperandSpec], operands: Sequence[str]) -> str:
    """Write one instruction."""
    opcode = ".".join((candidate.form.opcode, *candidate.form.spell(candidate.modifiers)))
    groups = [index for index, spec in enumerate(specs) if spec.kind == "group"]
    callee = next((index for index, spec in enumerate(specs) if spec.name == "callee"), None)
    if callee is not None:
        signature = f"{int(any(i < callee for i in groups))}{int(any(i > callee for i in groups))}"
        operands = [text.replace("signature", signature) for text in operands]
    return f"{opcode} {', '.join(operands)}".rstrip() + ";"


def _spellings(spec: OperandSpec, index: int, candidate: Candidate) -> list[str]:
    """Return the ways to write an operand, the plainest first."""
    if spec.kind == "address":
        choices = [
            [
                option
                for option in _spellings(item, index + at, candidate)
                if option.startswith(("%", "{", "in_"))
            ]
            for at, item in enumerate(spec.rest, 1)
        ]
        rest = [options[0] for options in choices]
        bases = [base for base in _bases(spec, candidate) if not rest or "+" not in base]
        inside = [[base, *rest] for base in bases]
        inside += [
            [bases[0], *rest[:at], other, *rest[at + 1 :]]
            for at, options in enumerate(choices)
            for other in options[1:]
        ]
        return [f"[{', '.join(words)}]" for words in inside]
    if spec.kind == "imm":
        return [str(value) for value in _extremes(spec)] or ["1"]
    if spec.kind != "value":
        return [_NAMES.get(spec.name) or _NAMES[spec.kind]]
    if spec.second is None:
        return _values(spec, index)
    firsts = _values(spec, index)
    seconds = _values(spec.second, index + 8)
    pairs = [f"{firsts[0]}|{second}" for second in seconds]
    pairs += [f"{first}|{seconds[0]}" for first in firsts[1:]]
    return [*firsts, *pairs] if spec.second.optional else pairs


_NAMES = {
    # by name of the operand
    "targets": "targets", "prototype": "prototype_signature",
    # by its kind
    "table": "table_signature", "label": "done", "function": "callee_signature", "group": "(%b32_0)",
    "sreg": "%tid.x", "sink": "_",
}  # fmt: skip


def _values(spec: OperandSpec, index: int) -> list[str]:
    """Return the ways to write a value: registers, constants, the sink and others."""
    if spec.count is not None:
        return _vectors(spec, spec.count, index)
    if spec.padded:
        padding = _vectors(spec, spec.padded, index)[-1:]
        return [*_values(replace(spec, padded=0), index), *padding]
    values = [f"%{name}_{index}" for name in _fitting(spec)]
    if spec.selector:
        parts = [f"{value}.{part}" for part in _PARTS[spec.selector] for value in values[:2]]
        values = parts if spec.selected else [*values, *parts]
    if spec.signed:
        values += [f"-{value}" for value in (values[0], values[-1])]
    if spec.takes_constant:
        values += [str(value) for value in _extremes(spec)] or list(_CONSTANTS[spec.type])
    if spec.negatable:
        values.append(f"!%pred_{index}")
    if spec.sink:
        values.append("_")
    if spec.space in OPAQUE:
        values.insert(0, f"in_{spec.space}")
    elif spec.variable:
        space = spec.space.partition("::")[0] or "global"
        values.append("parameter" if space == "param" else f"in_{space}")
    if spec.special:
        values += [row.name for row in SPECIAL_REGISTERS.values() if register_fits(row.type, spec.type)][:1]
    return values


_PARTS = {
    "part": ("b0", "h1"),
    "half_words": ("h10", "h33"),
    "bytes": ("b3210", "b7777"),
    "half_mask": ("h0", "h1", "h10"),
    "byte_mask": ("b0", "b31", "b3210"),
}  # fmt: skip


def _vectors(spec: OperandSpec, count: int, index: int) -> list[str]:
    """Return registers in braces; also with a constant or the sink in place of the first."""
    vectors = [[f"%{name}_{index + n}" for n in range(count)] for name in _fitting(spec)]
    if spec.padded:
        vectors.append([f"%{_fitting(spec)[0]}_{index + n}" for n in range(spec.padded)])
    if spec.leading:
        for vector in vectors:
            vector[0] = f"%{types.from_name(spec.leading).register}_{index}"
    if spec.takes_constant:
        constants = _extremes(spec)[:1] or _CONSTANTS[spec.leading or spec.type][:1]
        vectors.append([*(str(value) for value in constants), *vectors[0][1:]])
    if spec.sink and count > 1:
        vectors.append(["_", *vectors[0][1:]])
    return [f"{{{', '.join(items)}}}" for items in vectors]


def _fitting(spec: OperandSpec) -> list[str]:
    """Return the register types that fit an operand, the plainest first."""
    plainest = types.from_name(spec.type).register
    fitting = [
        name for name in REGISTER_TYPES if register_fits(name, spec.type, wider=spec.wider, exact=spec.exact)
    ]
    return sorted(fitting, key=lambda name: name != plainest)


def _bases(spec: OperandSpec, candidate: Candidate) -> tuple[str, ...]:
    """Return the legal bases of an address."""
    space, _, where = spec.type.partition("::")
    if space in OPAQUE:
        return (f"in_{space}", "%u64_0", "%b64_0")
    if (space, spec.exact) in _REGISTERS_ONLY or spec.register:
        return _REGISTERS_ONLY.get((space, spec.exact), ("%u64_0", "%u32_0", "%b32_0+16"))
    if space == "param":
        stored = where == "func" or (not where and candidate.form.opcode == "st")
        return ("in_param",) if stored else ("parameter", "parameter+4")
    if spec.space:
        return ("%u64_0", "%b64_0+-16", f"in_{spec.space}")
    if space in ("", "global"):
        return ("%u64_0", "%b64_0+-16", "%s64_0", "in_global", "in_global+4")
    return ("%u64_0", "%u32_0", "%b32_0+16")


_REGISTERS_ONLY = {
    (TENSOR, False): ("%u32_0", "%b32_0+16", "%s32_0"),
    (TENSOR, True): ("%b32_0", "%b32_0+16"),
    ("handle", False): ("%u32_0", "%b32_0"),
}
"""Addresses that are never variables, by state space and whether they must be of .b32."""


def _extremes(spec: OperandSpec) -> tuple[float, ...]:
    """Return the first and last constants of an operand with bounds."""
    if not spec.bounds:
        return ()
    if isinstance(spec.bounds, Each):
        return (spec.bounds.parts[0][-1],)
    if isinstance(spec.bounds, Interval):
        return ((spec.bounds.low + spec.bounds.high) / 2, spec.bounds.high)
    return tuple(dict.fromkeys((spec.bounds[0], spec.bounds[-1])))


_INTEGERS = ("1", "-1", "0x7F", "5U")
_CONSTANTS = {
    **dict.fromkeys(("b8", "b16", "u8", "u16", "u32", "u64", "s8", "s16", "s32", "s64"), _INTEGERS),
    "b32": (*_INTEGERS, "0f3F800000"),
    "b64": (*_INTEGERS, "1.5", "0d3FF0000000000000"),
    "f32": ("1.5", "-0.5", "0f3F800000", "0d3FF0000000000000", "1e3"),
    "f64": ("1.5", "-0.5", "0f3F800000", "0d3FF0000000000000", "1e3"),
}  # fmt: skip


FEW = 4096
"""Combinations of modifiers up to which all of a row are probed."""


@cache
def covering(form: Form) -> tuple[dict[str, str], ...]:
    """Return legal modifiers of a form: all if they are few, else a sample in which every two choices meet.

    >>> from pyptx.isa import forms_of
    >>> load = forms_of("ld")[0]
    >>> len(covering(load)) < sum(1 for _ in load.combinations())
    True
    """
    total = prod(len(slot.choices) + slot.optional for slot in form.slots)
    return tuple(form.combinations() if total <= FEW else _pairwise(form))


def _pairwise(form: Form) -> Iterator[dict[str, str]]:
    """Yield legal modifiers such that each pair of choices that may occur together does."""
    options = [((None,) if slot.optional else ()) + slot.choices for slot in form.slots]
    unmet = {
        (left, a, right, b)
        for left, right in combinations(range(len(options)), 2)
        for a in options[left]
        for b in options[right]
    }
    chance = Random(form.syntax)
    for pair in sorted(unmet, key=repr):
        if pair not in unmet:
            continue
        left, a, right, b = pair
        words = _complete(form, options, {left: a, right: b}, chance)
        if words is None:
            continue
        unmet -= {(i, words[i], j, words[j]) for i, j in combinations(range(len(words)), 2)}
        yield _named(form, words)


def _complete(
    form: Form, options: Sequence[tuple[str | None, ...]], fixed: dict[int, str | None], chance: Random
) -> tuple[str | None, ...] | None:
    """Complete some given modifiers to legal ones: at random, else the first ones; None if there are none."""
    for _ in range(40):
        words = tuple(fixed.get(index, chance.choice(choices)) for index, choices in enumerate(options))
        if _is_legal(form, words):
            return words
    if not _has_completion(form, options, fixed):
        return None
    narrowed = [(fixed[index],) if index in fixed else choices for index, choices in enumerate(options)]
    return next((words for words in product(*narrowed) if _is_legal(form, words)), None)


def _has_completion(
    form: Form, options: Sequence[tuple[str | None, ...]], fixed: Mapping[int, str | None]
) -> bool:
    """Whether legal modifiers with the given ones exist: a broken rule depends on those that it reads."""
    words = [fixed.get(index, choices[0]) for index, choices in enumerate(options)]
    for rule in form.rules:
        read = _Read({slot.name: word for slot, word in zip(form.slots, words, strict=True)})
        if rule(read) is None:
            continue
        for index, slot in enumerate(form.slots):
            if slot.name in read.names and index not in fixed:
                return any(_has_completion(form, options, {**fixed, index: word}) for word in options[index])
        return False
    return True


class _Read(Mapping[str, str]):
    """Named modifiers that note which slots are read, absent ones too.

    Attributes:
        names: The slots that were read.
    """

    def __init__(self, choices: Mapping[str, str | None]) -> None:
        self.names: set[str] = set()
        self._choices = choices

    def __getitem__(self, name: str) -> str:
        self.names.add(name)
        word = self._choices.get(name)
        if word is None:
            raise KeyError(name)
        return word

    def __iter__(self) -> Iterator[str]:
        self.names.update(self._choices)
        return (name for name, word in self._choices.items() if word is not None)

    def __len__(self) -> int:
        return sum(1 for _ in self)


def _is_legal(form: Form, words: Sequence[str | None]) -> bool:
    """Whether the rules allow these choices."""
    return form.broken_rule(_named(form, words)) is None


def _named(form: Form, words: Sequence[str | None]) -> dict[str, str]:
    return {slot.name: word for slot, word in zip(form.slots, words, strict=True) if word is not None}
