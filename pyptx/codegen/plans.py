"""Plans of calls for instructions: one plan for all instructions of a shape, in all modules of one kind.

The trace's verifier decides which calls are legal, with the same names. A plan contains the part of a call
that instructions of a shape share; the part with the names and constants of one instruction is filled in when
it is written.
"""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import count
from typing import TYPE_CHECKING, NamedTuple, TypeAlias, TypeVar

from pyptx.codegen.operands import address_call, expression, is_offset, quoted, typed_expression
from pyptx.codegen.tree import Text
from pyptx.emitter.operands import spell_operand
from pyptx.errors import VerifyError
from pyptx.ir import Address, Instruction, Literal, Name
from pyptx.isa import opcodes
from pyptx.isa.words import ptx_word, python_word
from pyptx.trace import operand_types
from pyptx.verify import constant_shape, shape_of

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable, Iterator

    from pyptx.codegen.operands import Names
    from pyptx.codegen.tree import Expr
    from pyptx.ir import Operand
    from pyptx.verify import Verifier

T = TypeVar("T")

STATEMENTS_FOR_A_TICK = 1024

MOST = 1 << 16
"""Largest number of shapes and plans kept from one module to the next."""


OperandTraits: TypeAlias = "tuple[int, Expr | None]"
"""The properties of an operand that do not depend on its instruction.

The number of its shape: operands with the same shape fit the same plan; and its expression, None where it
depends on the instruction.
"""


class Plan(NamedTuple):
    """The call that writes instructions of one shape.

    Attributes:
        function: What is called.
        typed: Position and type of each operand that depends on the instruction.
    """

    function: str
    typed: tuple[tuple[int, str], ...]


class _Memory(NamedTuple):
    """Plans and shapes of the instructions of modules of one kind.

    Attributes:
        plans: Plans by shape, and by constants if the plan depends on them; None if a trace refuses them.
        telling: Shapes whose plan depends on constants.
        shapes: Number of each shape of operands.
        numbers: Free numbers.
    """

    plans: dict[Hashable, Plan | None]
    telling: set[Hashable]
    shapes: dict[Hashable, int]
    numbers: Iterator[int]


@lru_cache(maxsize=32)
def _memory_of(terms: Hashable) -> _Memory:
    """The memory of modules whose verifier has these terms; a process sees few."""
    return _Memory({}, set(), {}, count())


class Plans:
    """The plans of one module, and counts of its statements.

    Attributes:
        verifier: Checks instructions.
        lenient: Checks instructions whose modifiers are in another order.
        calls: Number of instructions written as calls.
        kept: Number of statements and items kept as PTX text, by kind.
        types: Types that the text names.
        uses_registers: Whether the text names `reg`.
        untyped: Whether registers of floating point have to be declared as bits.
        tick: Called with a number of statements when they are written, now and then.
        made: The plans by shape that do not depend on constants; for callers that look up many.
    """

    def __init__(self, verifier: Verifier, lenient: Verifier, *, values: bool = False) -> None:
        """Start; `values` lets numbers be spelled otherwise."""
        self._values = values
        self.verifier = verifier
        self.lenient = lenient
        self.calls = 0
        self.kept: dict[str, int] = {}
        self.types: set[str] = set()
        self.uses_registers = False
        self.untyped = False
        self.tick: Callable[[int], None] = lambda _: None
        self._count = 0
        memory = _memory_of(verifier.terms)
        if len(memory.plans) + len(memory.shapes) > MOST:
            _memory_of.cache_clear()
            memory = _memory_of(verifier.terms)
        self.made, self._telling, self._shapes, self._numbers = memory

    def keep(self, what: str) -> None:
        """Count something kept as PTX text."""
        self.kept[what] = self.kept.get(what, 0) + 1

    def counted(self, statements: Iterable[T]) -> Iterator[T]:
        """Statements that are being written."""
        for statement in statements:
            yield statement
            self._count += 1
            if self._count == STATEMENTS_FOR_A_TICK:
                self._count = 0
                self.tick(STATEMENTS_FOR_A_TICK)

    def traits_of(self, operand: Operand, names: Names) -> OperandTraits:
        """Return the properties of an operand."""
        shape: Hashable
        if type(operand) is Name:
            found = names.find(operand.name)
            if found is not None:
                return self._numbered(found[1], found[0] or Text(quoted(operand.name)))
        elif type(operand) is Literal:
            return self._numbered(constant_shape(operand.text), None)
        elif type(operand) is Address and type(operand.base) is Name and not operand.rest:
            found, offset = names.find(operand.base.name), operand.offset
            if found is not None and found[0] and (offset is None or is_offset(offset)):
                shape = Address, found[1], None if offset is None else "i"
                return self._numbered(shape, address_call(found[0], offset))
        written = expression(operand, names)
        shape = shape_of(operand, names)
        if written is None:
            shape = spell_operand(operand), shape
        return self._numbered(shape, written)

    def typed(self, operand: Operand, type_name: str, opcode: str, names: Names) -> Expr:
        """The expression of an operand that depends on the instruction."""
        return typed_expression(operand, type_name, opcode, names, values=self._values)

    def _numbered(self, shape: Hashable, expr: Expr | None) -> OperandTraits:
        number = self._shapes.get(shape)
        if number is None:
            number = self._shapes.setdefault(shape, next(self._numbers))
        return number, expr

    def plan(self, key: tuple[Hashable, ...], instruction: Instruction, names: Names) -> Plan | None:
        """Return the plan for instructions of this shape; None if they need PTX text.

        Args:
            key: Opcode, modifiers, and the number of each operand's shape.
            instruction: One of the instructions.
            names: The visible names.
        """
        place: Hashable = key
        if key in self._telling:
            place = key, _constants(instruction)
        if place in self.made:
            return self.made[place]
        made, tells = self._plan(instruction, names)
        if tells and place is key:
            self._telling.add(key)
            place = key, _constants(instruction)
        self.made[place] = made
        return made

    def _plan(self, instruction: Instruction, names: Names) -> tuple[Plan | None, bool]:
        """The plan of an instruction, and whether it hangs on the constants."""
        words = (instruction.opcode, *instruction.modifiers)
        if not _are_words(words):
            return None, False
        plain = Instruction(instruction.opcode, instruction.modifiers, instruction.operands)
        tells = self._verdict(self.verifier, plain, names)
        head = None if tells is None else _path(words)
        if head is None:
            head = f"ptx.inst[{quoted('.'.join(words))}]"
            if instruction.opcode in opcodes():
                tells = self._verdict(self.lenient, plain, names)
            if tells is None or instruction.opcode not in opcodes():
                return None, True
        types = operand_types(instruction.opcode, instruction.modifiers, len(instruction.operands))
        typed = tuple(
            (index, type_)
            for index, (operand, type_) in enumerate(zip(instruction.operands, types, strict=True))
            if expression(operand, names) is None
        )
        return Plan(head, typed), bool(tells)

    @staticmethod
    def _verdict(verifier: Verifier, instruction: Instruction, names: Names) -> bool | None:
        """Whether it hangs on its constants that a trace takes an instruction; None where it does not."""
        try:
            match = verifier.verify(instruction, names)
        except VerifyError:
            return None
        return any(spec.bounds or spec.limit for spec in match.operands)


def _constants(instruction: Instruction) -> tuple[str, ...]:
    return tuple([each.text for each in instruction.operands if type(each) is Literal])


@lru_cache(maxsize=4096)
def _are_words(words: tuple[str, ...]) -> bool:
    """Whether Python can take an opcode and its modifiers as text."""
    return all(map(_WORD.match, words))


@lru_cache(maxsize=4096)
def _path(words: tuple[str, ...]) -> str | None:
    """``ptx.inst.ld.global_.f32``; None for words that have no Python spelling."""
    made = [python_word(word) for word in words]
    if all(
        name.isidentifier() and not name.startswith("__") and ptx_word(name) == word
        for name, word in zip(made, words, strict=True)
    ):
        return f"ptx.inst.{'.'.join(made)}"
    return None


_WORD = re.compile(r"[\w:]+\Z", re.ASCII)
