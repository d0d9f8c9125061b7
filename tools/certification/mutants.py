"""Instructions one or two edits away from legal ones: the questions on which rows and ptxas may differ.

>>> from random import Random
>>> kind, mutant = mutate(read("add.sat.s32 %s32_0, %s32_1, %s32_2;"), Random(7))
>>> kind in {edit.__name__ for edit in (*MODIFIER_EDITS, *OPERAND_EDITS)}
True
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache, lru_cache
from itertools import islice
from typing import TYPE_CHECKING

from certification.names import OTHERS, VARIABLES, read
from pyptx.ir import Address, Expression, Group, Guard, Literal, Name, Negated, Pair, Vector
from pyptx.isa import Candidate, examples, forms_of, opcodes

if TYPE_CHECKING:
    import random
    from collections.abc import Callable, Iterator, Sequence

    from pyptx.ir import Instruction, Operand
    from pyptx.isa import Form

VARIANTS = 60
"""Variants of the operands of one form from which seeds are chosen."""


def seeds(forms: Sequence[Sequence[Candidate]], chance: random.Random, count: int) -> Iterator[Instruction]:
    """Yield random legal instructions, with equal weight for each form."""
    for _ in range(count):
        candidate = chance.choice(chance.choice(forms))
        yield read(chance.choice(_lines(candidate.form, candidate.form.spell(candidate.modifiers))))


@lru_cache(maxsize=4096)
def _lines(form: Form, words: tuple[str, ...]) -> tuple[str, ...]:
    """Spellings of the operands of a form with these modifiers."""
    named = form.match(words) or {}
    return tuple(islice(examples.variants(Candidate(form, named, form.operands_for(named))), VARIANTS))


def mutate(instruction: Instruction, chance: random.Random) -> tuple[str, Instruction]:
    """Make an instruction with one edit, sometimes two; return it with the name of the last edit."""
    kind = ""
    for _ in range(chance.choice((1, 1, 1, 2))):
        edits = chance.choice((MODIFIER_EDITS, OPERAND_EDITS))
        edit = chance.choice(edits)
        kind, instruction = edit.__name__, edit(instruction, chance)
    return kind, instruction


# ---- modifiers


def drop_modifier(instruction: Instruction, chance: random.Random) -> Instruction:
    """Omit a modifier."""
    words = list(instruction.modifiers)
    if words:
        del words[chance.randrange(len(words))]
    return replace(instruction, modifiers=tuple(words))


def repeat_modifier(instruction: Instruction, chance: random.Random) -> Instruction:
    """Repeat a modifier, not always next to it."""
    words = list(instruction.modifiers)
    if words:
        words.insert(chance.randrange(len(words) + 1), chance.choice(words))
    return replace(instruction, modifiers=tuple(words))


def swap_modifiers(instruction: Instruction, chance: random.Random) -> Instruction:
    """Swap two modifiers."""
    words = list(instruction.modifiers)
    if len(words) > 1:
        at, other = chance.sample(range(len(words)), 2)
        words[at], words[other] = words[other], words[at]
    return replace(instruction, modifiers=tuple(words))


def move_modifier(instruction: Instruction, chance: random.Random) -> Instruction:
    """Move a modifier."""
    words = list(instruction.modifiers)
    if words:
        word = words.pop(chance.randrange(len(words)))
        words.insert(chance.randrange(len(words) + 1), word)
    return replace(instruction, modifiers=tuple(words))


def replace_modifier(instruction: Instruction, chance: random.Random) -> Instruction:
    """Replace a modifier."""
    words = list(instruction.modifiers)
    if words:
        words[chance.randrange(len(words))] = _any_word(instruction.opcode, chance)
    return replace(instruction, modifiers=tuple(words))


def insert_modifier(instruction: Instruction, chance: random.Random) -> Instruction:
    """Insert a modifier."""
    words = list(instruction.modifiers)
    words.insert(chance.randrange(len(words) + 1), _any_word(instruction.opcode, chance))
    return replace(instruction, modifiers=tuple(words))


def replace_opcode(instruction: Instruction, chance: random.Random) -> Instruction:
    """Replace the opcode."""
    return replace(instruction, opcode=chance.choice(_vocabulary()[0]))


def _any_word(opcode: str, chance: random.Random) -> str:
    """Return a modifier of the opcode, sometimes of another."""
    own = _words_of(opcode)
    return chance.choice(own if own and chance.random() < 0.75 else _vocabulary()[1])


@cache
def _words_of(opcode: str) -> tuple[str, ...]:
    """Return every modifier of an opcode."""
    return tuple(sorted({word for form in forms_of(opcode) for slot in form.slots for word in slot.choices}))


@cache
def _vocabulary() -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return every opcode and every modifier."""
    every = tuple(sorted(opcodes()))
    return every, tuple(sorted({word for opcode in every for word in _words_of(opcode)}))


MODIFIER_EDITS = (
    drop_modifier, repeat_modifier, swap_modifiers, move_modifier,
    replace_modifier, replace_modifier, replace_modifier, insert_modifier, insert_modifier, replace_opcode,
)  # fmt: skip


# ---- operands


def drop_operand(instruction: Instruction, chance: random.Random) -> Instruction:
    """Omit an operand."""
    operands = list(instruction.operands)
    if operands:
        del operands[chance.randrange(len(operands))]
    return replace(instruction, operands=tuple(operands))


def repeat_operand(instruction: Instruction, chance: random.Random) -> Instruction:
    """Repeat an operand."""
    operands = list(instruction.operands)
    if operands:
        at = chance.randrange(len(operands))
        operands.insert(at, operands[at])
    return replace(instruction, operands=tuple(operands))


def add_operand(instruction: Instruction, chance: random.Random) -> Instruction:
    """Append an operand."""
    return replace(instruction, operands=(*instruction.operands, _any_operand(chance)))


def swap_operands(instruction: Instruction, chance: random.Random) -> Instruction:
    """Swap two operands."""
    operands = list(instruction.operands)
    if len(operands) > 1:
        at, other = chance.sample(range(len(operands)), 2)
        operands[at], operands[other] = operands[other], operands[at]
    return replace(instruction, operands=tuple(operands))


def replace_operand(instruction: Instruction, chance: random.Random) -> Instruction:
    """Replace an operand by anything."""
    return _edit_one(instruction, chance, lambda operand: _any_operand(chance))


def replace_register(instruction: Instruction, chance: random.Random) -> Instruction:
    """Replace a register by one of another type, also inside braces or brackets."""
    return _edit_leaf(instruction, chance, lambda leaf: _any_register(chance))


def replace_leaf(instruction: Instruction, chance: random.Random) -> Instruction:
    """Replace a single operand by another, also inside braces or brackets."""
    return _edit_leaf(instruction, chance, lambda leaf: _any_leaf(chance))


def replace_constant(instruction: Instruction, chance: random.Random) -> Instruction:
    """Replace a single operand by a constant, also inside braces or brackets."""
    return _edit_leaf(instruction, chance, lambda leaf: _any_constant(leaf, chance))


def resize_vector(instruction: Instruction, chance: random.Random) -> Instruction:
    """Lengthen or shorten operands in braces; add or remove braces."""
    return _edit_one(instruction, chance, lambda operand: _resized(operand, chance))


def change_address(instruction: Instruction, chance: random.Random) -> Instruction:
    """Change the offset, the base or the brackets of an operand."""
    return _edit_one(instruction, chance, lambda operand: _readdressed(operand, chance))


def change_pair(instruction: Instruction, chance: random.Random) -> Instruction:
    """Turn an operand into a pair, or a pair into one operand."""
    return _edit_one(
        instruction,
        chance,
        lambda operand: (
            operand.first
            if isinstance(operand, Pair)
            else Pair(operand, chance.choice((operand, _any_leaf(chance))))
        ),
    )


def negate_operand(instruction: Instruction, chance: random.Random) -> Instruction:
    """Negate an operand, or remove its sign."""
    return _edit_leaf(instruction, chance, lambda leaf: _negated(leaf, chance))


def change_guard(instruction: Instruction, chance: random.Random) -> Instruction:
    """Guard the instruction, usually by an operand other than a predicate."""
    name = f"%{chance.choice(('pred', *examples.REGISTER_TYPES))}_1"
    return replace(instruction, guard=Guard(name, negated=chance.random() < 0.3))


OPERAND_EDITS = (
    drop_operand, repeat_operand, add_operand, swap_operands, replace_operand, replace_register,
    replace_register, replace_leaf, replace_leaf, replace_constant, replace_constant, resize_vector,
    resize_vector, change_address, change_pair, negate_operand, change_guard,
)  # fmt: skip


def _edit_one(
    instruction: Instruction, chance: random.Random, edit: Callable[[Operand], Operand]
) -> Instruction:
    """Edit one operand."""
    operands = list(instruction.operands)
    if operands:
        at = chance.randrange(len(operands))
        operands[at] = edit(operands[at])
    return replace(instruction, operands=tuple(operands))


def _edit_leaf(
    instruction: Instruction, chance: random.Random, edit: Callable[[Operand], Operand]
) -> Instruction:
    """Edit an operand or, if it has parts, one of these."""
    return _edit_one(instruction, chance, lambda operand: _with_leaf(operand, chance, edit))


def _with_leaf(operand: Operand, chance: random.Random, edit: Callable[[Operand], Operand]) -> Operand:
    """Edit one part of an operand, or the whole if it has no parts."""
    if isinstance(operand, (Vector, Group)) and operand.items:
        return replace(operand, items=_with_one(operand.items, chance, edit))
    if isinstance(operand, Pair):
        first, second = _with_one((operand.first, operand.second), chance, edit)
        return replace(operand, first=first, second=second)
    if isinstance(operand, Address):
        base, *rest = _with_one((operand.base, *operand.rest), chance, edit)
        return replace(operand, base=base, rest=tuple(rest))
    return edit(operand)


def _with_one(
    operands: tuple[Operand, ...], chance: random.Random, edit: Callable[[Operand], Operand]
) -> tuple[Operand, ...]:
    """Edit one operand, in one of its parts."""
    at = chance.randrange(len(operands))
    return (*operands[:at], _with_leaf(operands[at], chance, edit), *operands[at + 1 :])


def _any_register(chance: random.Random) -> Name:
    return Name(f"%{chance.choice(examples.REGISTER_TYPES)}_{chance.randrange(8)}")


_INTEGERS = (
    "0", "1", "-1", "2", "3", "4", "5", "7", "8", "15", "16", "17", "31", "32", "33", "64", "100", "128",
    "255", "256", "300", "-8", "-128", "-129", "65535", "65536", "-32769", "4294967295", "4294967296",
    "-2147483649",
    "9223372036854775808", "18446744073709551615", "0x7F", "5U", "017", "0b101",
)  # fmt: skip
_FRACTIONS = ("1.5", "-0.5", "1.0", "1e3", "0f3F800000", "0d3FF0000000000000")


def _any_constant(leaf: Operand, chance: random.Random) -> Operand:
    """Return a number; beside an integer constant often a near one."""
    if isinstance(leaf, Literal) and leaf.text.lstrip("-").isdecimal() and chance.random() < 0.5:
        return Literal(str(int(leaf.text) + chance.choice((-2, -1, 1, 2, 8))))
    choice = chance.random()
    if choice < 0.7:
        return Literal(chance.choice(_INTEGERS))
    return Literal(chance.choice(_FRACTIONS)) if choice < 0.95 else Name("WARP_SZ")


def _any_leaf(chance: random.Random) -> Operand:
    """Return any single operand."""
    register = _any_register(chance)
    kinds: tuple[Operand, ...] = (
        register,
        register,
        register,
        _any_constant(register, chance),
        Name(chance.choice(VARIABLES)),
        Name(chance.choice(_NAMES)),
        Negated(chance.choice((Name("%pred_1"), register))),
        Name(f"{register.name}.{chance.choice(_PARTS)}"),
    )
    return chance.choice(kinds)


_NAMES = ("_", "%tid.x", "%clock64", "%laneid", "%envreg3", "WARP_SZ", "%tid", *OTHERS)
_PARTS = ("b0", "b3", "b31", "h0", "h1", "h10", "h33", "b3210", "x")


def _any_operand(chance: random.Random) -> Operand:
    """Return any operand."""
    register, leaf = _any_register(chance), _any_leaf(chance)
    several = tuple(_any_register(chance) for _ in range(chance.choice((1, 2, 3, 4, 8))))
    base = chance.choice((Name("%u64_0"), Name("%u32_0"), leaf))
    kinds: tuple[Operand, ...] = (
        leaf,
        leaf,
        leaf,
        leaf,
        Vector(several),
        Vector((register,) * chance.choice((1, 2, 4, 8))),
        Address(base, chance.choice((None, None, Literal("4")))),
        Pair(register, _any_register(chance)),
    )
    return chance.choice(kinds)


def _resized(operand: Operand, chance: random.Random) -> Operand:
    if not isinstance(operand, Vector):
        many = chance.choice((1, 1, 2, 4))
        return Vector((operand,) * many) if not isinstance(operand, (Address, Group)) else operand
    items = operand.items
    choice = chance.randrange(5)
    if choice == 0 and items:
        return items[0]
    if choice == 1:
        return replace(operand, items=items[:-1])
    if choice == 2:
        return replace(operand, items=items[: len(items) // 2])
    if choice == 3:
        return replace(operand, items=(*items, *items))
    return replace(operand, items=(*items, items[0] if items else Name("%b32_0")))


def _readdressed(operand: Operand, chance: random.Random) -> Operand:
    """Return an address with another base, offset or rest, or without brackets; put others in brackets."""
    if not isinstance(operand, Address):
        return operand if isinstance(operand, (Vector, Group, Pair)) else Address(operand)
    rebased = (Name(chance.choice((*VARIABLES, "parameter"))), chance.choice(_BASES), _any_register(chance))
    edits: tuple[Operand, ...] = (
        operand.base,
        *(replace(operand, base=base) for base in rebased),
        replace(operand, rest=(*operand.rest, _any_operand(chance))),
        replace(operand, rest=operand.rest[:-1]),
        replace(operand, offset=chance.choice(_OFFSETS)),
    )
    return chance.choice(edits)


_BASES = (Literal("64"), Literal("0"), Name("WARP_SZ"), Name("done"), Name("callee_00"))
_OFFSETS = (
    None, Literal("4"), Literal("-4"), Literal("3"), Literal("1.5"), Name("%u32_1"), Name("in_global"),
    Literal("99999999999"), Literal("0x10"),
)  # fmt: skip


def _negated(leaf: Operand, chance: random.Random) -> Operand:
    if isinstance(leaf, Negated):
        return leaf.operand
    if isinstance(leaf, Name) and chance.random() < 0.5:
        if chance.random() < 0.4:
            return Name(f"{leaf.name.partition('.')[0]}.{chance.choice(_PARTS)}")
        return Expression(("-", leaf.name))
    return Negated(leaf)
