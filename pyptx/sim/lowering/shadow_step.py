"""The record before an instruction by which the native engine follows its shadows, and its parts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from pyptx.ir import Literal, Name, Negated, Pair, Vector
from pyptx.sim.abi import REAL, ROUND, SHADOW_FLAG, SHADOW_FORMAT, SHADOW_OPERAND, SHADOW_PART
from pyptx.sim.constants import raw_of
from pyptx.sim.handlers import operands_of
from pyptx.sim.lowering.records import Record, Uncovered
from pyptx.sim.named_registers import registers_read, registers_written
from pyptx.sim.semantics.conversion import RANDOM
from pyptx.sim.semantics.registry import REAL_NAMES
from pyptx.sim.shadow.cells import (
    CONSTANTS,
    E2M1,
    LINES,
    Elements,
    elements_of,
    literal_values,
)
from pyptx.sim.symbols import Register
from pyptx.types import from_name

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pyptx.ir import Operand
    from pyptx.isa.operand import OperandSpec
    from pyptx.sim.lowering.records import LoweredStep
    from pyptx.sim.lowering.rows import Rows
    from pyptx.sim.lowering.shadow_program import ShadowProgram
    from pyptx.sim.semantics.registry import Pure
    from pyptx.sim.steps import Step

SINGLE = Elements("f32", 1)
"""A number in f32."""

_RELATIONS = {"eq": 2, "ne": 5, "lt": 1, "le": 3, "gt": 4, "ge": 6, "num": 7, "nan": 8}
"""Comparisons as bits: whether they hold for less, equal, greater, unordered; a further u adds the last."""

_ROUNDINGS = {"rni": "rn", "rzi": "rz", "rmi": "rm", "rpi": "rp"}


class StepShadows:
    """The lowering of the shadows of one instruction.

    Attributes:
        step: The instruction.
        op: Its operation.
        made: Its records.
        number: Its number.
        finishes: Whether results get their shadows after it.
        beside: The records that the shadow records may precede, the last one before the last; empty for the
            first of the instruction.
    """

    def __init__(self, program: ShadowProgram, rows: Rows, step: Step, made: LoweredStep) -> None:
        self._program, self._rows = program, rows
        self.step, self.op, self.made = step, step.operation, made
        self.number = program.numbers[step]
        self.finishes = True
        self.beside: list[Record] = []

    def uncovered(self, reason: str = "with shadow=") -> Uncovered:
        """Make the exception that names this instruction."""
        return Uncovered(self.step.name, reason)

    # Operands

    def part(self, item: Operand, elements: Elements | None = None, *, size: int = 0) -> tuple[int, ...]:
        """A register or constant of an operand.

        Args:
            item: The register or constant.
            elements: The values of a constant; none if it is moved.
            size: Bytes of a constant that is moved.
        """
        if isinstance(item, Pair):
            item = item.first
        found = self.op.entity(item)
        if isinstance(found, Register) and elements == SINGLE and found.number in self._program.constant_bits:
            item, found = Literal(self._program.constant_bits[found.number]), None
        if isinstance(found, Register):
            bytes_ = max(found.bits // 8, 1)
            return SHADOW_PART.numbers(row=self._rows.rows[found.number], bytes=bytes_, literal=-1)
        literal = -1
        if isinstance(item, Literal) and elements is not None:
            literal = self._literal(item.text, elements)
        elif isinstance(item, Literal) and size == 4 and item.text[:2].lower() == "0f":
            literal = self._literal(item.text, elements_of("f32"))  # type: ignore[arg-type]
        is_sink = isinstance(item, Name) and item.name == "_"
        return SHADOW_PART.numbers(row=-1, bytes=0 if is_sink else size, literal=literal)

    def _literal(self, text: str, elements: Elements) -> int:
        """The number of the first value of a constant."""
        type_ = from_name(elements.name if elements.count == 1 else f"{elements.name}x{elements.count}")
        if elements.name == "tf32":
            type_ = from_name("b32")
        raw = np.frombuffer(raw_of(text, type_), f"u{elements.bytes_ * elements.count}")
        actual = elements.decode(raw)[:, 0]
        constants = literal_values(elements, raw, LINES)[CONSTANTS][:, 0]
        literals = self._program.literals
        literals += zip(actual.tolist(), constants.tolist(), strict=True)
        return len(literals) - len(actual)

    def parts(
        self, operand: Operand, elements: Elements | None = None, *, size: int = 0
    ) -> list[tuple[int, ...]]:
        """The registers and constants of an operand."""
        return [self.part(each, elements, size=size) for each in self.items(operand)]

    def items(self, operand: Operand) -> list[Operand]:
        """The registers and constants of an operand, as written."""
        return [
            Name(part.name) if isinstance(part, Register) else part
            for item in parts_of(operand)
            for part in self._expanded(item)
        ]

    def _expanded(self, item: Operand) -> Sequence[Operand | Register]:
        found = self.op.entity(item)
        return found if isinstance(found, tuple) else (item,)

    def sources(self) -> list[tuple[Operand, OperandSpec]]:
        """The operands that the instruction reads, without predicates."""
        return [(each, spec) for each, spec in self.op.pairs() if spec.role == ":" and spec.type != "pred"]

    def _numbers(self) -> list[tuple[Operand, OperandSpec]]:
        """The operands that the instruction computes with: one for each number if random bits follow them."""
        if RANDOM not in self.op.words:
            return self.sources()
        *numbers, _ = self.sources()
        return [(item, spec) for operand, spec in numbers for item in self.items(operand)]

    # Records

    def record(self, handler: str, **operands: Any) -> Record:
        """Make the record before the instruction; operands that are not named have no part in it."""
        absent: dict[str, Any] = {
            "number": self.number, "line": -1, "records": 0, "flags": 0, "size": 0, "wanted": 0,
            "targets": (), "sources": (), "others": (), "predicate": -1, "places": (),
        }  # fmt: skip
        known = operands_of(handler)
        assert known is not None
        given = {row.name: absent[row.name] for row in known.rows if row.name in absent}
        return Record(handler, operands=given | operands)

    def move(self, handler: str = "shadow.move", **operands: Any) -> Record:
        """Make the record of an instruction that moves its first source to its first operand."""
        (target, wanted), *_ = self.op.pairs()
        source, given = self.sources()[0]
        size, to = from_name(given.type).bytes, from_name(wanted.type).bytes
        named: dict[str, Any] = {
            "size": size, "wanted": to, "targets": self.parts(target),
            "sources": self.parts(source, size=size),
        }  # fmt: skip
        return self.record(handler, **(named | operands))

    def restart(self, *, lists: bool | None = None, decides: bool = False) -> Record:
        """Make the record of an instruction that ends the shadows of its operands.

        Args:
            lists: Whether the report lists it; with None, if it writes a number or memory.
            decides: Whether it only decides by the signs and exponents of its operands; it is not listed.
        """
        self.finishes = False
        registers = self._program.code.registers
        written = registers_written(self.op)
        if lists is None:
            lists = any(registers[number].bits > 1 for number in written) or "writes" in self.step.effects
        named = {"power": decides, "lists": lists and not decides}
        return self.record(
            "shadow.restart",
            flags=sum(SHADOW_FLAG[word] for word, holds in named.items() if holds),
            targets=self.of_registers(written),
            sources=self.of_registers(registers_read(self.op)),
        )

    def forgets(self) -> list[Record]:
        """Make the record that frees the shadows of registers which are not read again, if there are any."""
        last = self.of_registers(self._program.last.get(self.step, ()))
        return [self.record("shadow.restart", targets=last)] if last else []

    def precede(self, operands: str) -> None:
        """Put the shadow records right before those of the instruction that have operands of a name."""
        self.beside = [
            each for each in self.made.records if getattr(operands_of(each.handler), "name", "") == operands
        ]

    def ends(self, record: Record) -> Record:
        """Return a record of an instruction that gives no register a value."""
        self.finishes = False
        return record

    def row(self, register: Register) -> int:
        """The row of a register."""
        return self._rows.rows[register.number]

    def of_registers(self, numbers: Sequence[int]) -> list[tuple[int, ...]]:
        """Registers as parts; predicates have no shadows."""
        registers = self._program.code.registers
        return [
            SHADOW_PART.numbers(row=self._rows.rows[number], bytes=registers[number].bits // 8, literal=-1)
            for number in numbers
            if registers[number].bits > 1
        ]

    def is_used(self) -> bool:
        """Whether the value of a register that it writes is read."""
        return not self._program.used.isdisjoint(registers_written(self.op))

    def line(self) -> int:
        """The row that takes the rounding errors of the instruction; -1 for none."""
        copy = self._program.lines.get(self.step, -1)
        return copy - LINES + 2 if copy >= 0 else -1

    def flags(self, *more: str) -> int:
        """The flags of the instruction."""
        words = self.op.words
        named: list[str] = [word for word in ("sat", "relu", "ftz") if word in words]
        named += ["approximate"] * ("approx" in words)
        return sum(SHADOW_FLAG[word] for word in (*named, *more))

    def operand(self, operand: Operand, type_: str, elements: Elements | None) -> tuple[int, ...]:
        """The format and number of the values of an operand."""
        if elements is not None:
            format_, count = elements.name, elements.count
        else:
            found = from_name(type_)
            format_, count = f"{'s' if found.kind == 's' else 'u'}{max(found.bits, 8)}", 1
        if format_ not in SHADOW_FORMAT:
            raise self.uncovered()
        return SHADOW_OPERAND.numbers(
            format=SHADOW_FORMAT[format_], count=count, parts=len(self.items(operand))
        )

    @staticmethod
    def _has_shadows(type_: str) -> bool:
        """Whether operands of a type have shadows here, or are integers; numbers of four bits have none."""
        elements = elements_of(type_)
        return from_name(type_).kind in "usb" if elements is None else elements.kind != E2M1

    def computed(self, definition: Pure) -> Record | None:
        """The record of an instruction that computes; None if one of its formats has no shadows."""
        op, words = self.op, self.op.words
        name = REAL_NAMES.get(definition.real)  # type: ignore[arg-type]
        if name is None or "oob" in words or not {"xorsign", "abs"}.isdisjoint(words):
            raise self.uncovered()
        operands, sources, formats = [], [], []
        for operand, spec in self._numbers():
            type_ = spec.type or "s64"
            elements = elements_of(type_)
            if not self._has_shadows(type_):
                return None
            for item in self.items(operand):
                found = op.entity(item)
                if not isinstance(found, Register | None) or not isinstance(item, Name | Literal):
                    return None
                if found is None and not isinstance(item, Literal):
                    return None
            operands.append(self.operand(operand, type_, elements))
            formats.append(elements)
            sources += self.parts(operand, elements)
        given = op.pairs()[0][1].type
        into = elements_of(given)
        if into is not None and into.kind == E2M1:
            raise self.uncovered()
        if not any(formats) and (name == "compare" or into is None):
            return self.restart(lists=True)
        (target, wanted), *_ = op.pairs()
        count = sum(each.count if each else 1 for each in formats)
        if name == "convert" and into is not None and count != into.count * len(self.items(target)):
            return None
        rounded = next((word for word in ("rz", "rm", "rp") if word in words), "rn")
        relation, more = ROUND[rounded], ["nan"] if "NaN" in words else []
        rounding = next((_ROUNDINGS[word] for word in words if word in _ROUNDINGS), "")
        if name == "compare":
            relation, into = _relation(words), None
        elif rounding:
            relation, more = ROUND[rounding], [*more, "integral"]
        elif wanted.type == "ue8m0x2":
            relation, more = ROUND["rp" if "rp" in words else "rz"], [*more, "power"]
        self.finishes = into is not None
        written = self.parts(target) if into is not None else self.of_registers(registers_written(op))
        return self.record(
            "shadow.compute",
            function=REAL[name],
            relation=relation,
            line=self.line(),
            flags=self.flags(*more),
            target=SHADOW_OPERAND.numbers(
                format=SHADOW_FORMAT[into.name] if into else 0,
                count=into.count if into else 1,
                parts=len(written),
            ),
            targets=written,
            operands=operands,
            sources=sources,
        )


def _relation(words: Sequence[str]) -> int:
    """A comparison as bits."""
    for word in words:
        if word in _RELATIONS:
            return _RELATIONS[word]
        if word[:-1] in _RELATIONS and word[-1:] == "u":
            return _RELATIONS[word[:-1]] | 8
    raise ValueError(f"{'.'.join(words)} does not compare")


def parts_of(operand: Operand) -> Iterator[Operand]:
    """The items of an operand in braces, or itself; the first of a pair."""
    if isinstance(operand, Vector):
        for item in operand.items:
            yield from parts_of(item)
    elif isinstance(operand, Pair):
        yield operand.first
    else:
        yield operand.operand if isinstance(operand, Negated) else operand
