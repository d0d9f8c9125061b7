"""The shadows of a batch, and the access of rules to them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from pyptx.ir import Literal, Pair, Vector
from pyptx.layouts.tensor_memory import COLUMNS, LANES
from pyptx.sim.constants import dtype_of, raw_of
from pyptx.sim.shadow.cells import (
    BOUND,
    CONSTANTS,
    MAGNITUDE,
    NODE,
    VALUES_AND_NODES,
    WIDTHS,
    Cell,
    Elements,
    MemoryCells,
    RegisterCells,
    as_double,
    elements_of_kind,
    exact_copies,
    literal_values,
    part,
    shifted,
    zeros,
)
from pyptx.sim.shadow.line_errors import LineErrors
from pyptx.sim.shadow.magnitudes import SPREADS, at_least, scaled
from pyptx.sim.symbols import Register
from pyptx.types import f32

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator
    from collections.abc import Set as AbstractSet

    from pyptx.ir import Operand
    from pyptx.sim.machine import Machine
    from pyptx.sim.operands import Operation
    from pyptx.sim.shadow.cells import Array, Mask, Word
    from pyptx.sim.shadow.nibbles import CellNumbers
    from pyptx.sim.shadow.provenance import Provenance
    from pyptx.types import PtxType


F32, BF16 = Elements("f32", 1), Elements("bf16", 1)

FIRST_WITH_TENSOR_MEMORY = 100
"""Number of the first target that has it."""

APPROXIMATE = 4
"""Last places by which the result of an approximate instruction may be wrong."""


@dataclass(frozen=True, slots=True, eq=False)
class Access:
    """Memory that the current instruction accesses.

    Attributes:
        index: Arena index of each lane.
        size: Bytes of each lane.
        mask: The lanes; None for all.
        held: The contents before an atomic update, an unsigned number for each lane; None for others.
        word: The shadows of these contents.
    """

    index: Array
    size: int
    mask: Mask
    held: Array | None = None
    word: Word | None = None


class ShadowState:
    """The shadows of a batch.

    Attributes:
        m: The machine.
        registers: The shadows in registers.
        memory: The shadows in memory.
        tensor: The shadows in tensor memory.
        numbers: The numbers in cells.
        provenance: The operands of all values; None in a launch without slices.
        used: The registers whose values are read, by number.
        accesses: The accesses of the current instruction to memory, in order.
        line: The record of the current instruction.
        ended: Whether the current instruction ends shadows of its operands.
        fragment: The values of registers that the current instruction reads for an asynchronous operation.
        sent: The shadows of those that it writes to memory later; None for other instructions.
    """

    def __init__(
        self,
        m: Machine,
        memory: MemoryCells,
        numbers: CellNumbers,
        provenance: Provenance | None,
        used: AbstractSet[int],
        constant_bits: Collection[int],
    ) -> None:
        self._constant_bits, self.numbers = constant_bits, numbers
        self.m, self.memory, self.provenance, self.used = m, memory, provenance, used
        words = m.scheduler.ctas * LANES * COLUMNS if m.code.target >= FIRST_WITH_TENSOR_MEMORY else 0
        self.tensor = memory.other(4 * words)
        self.line = LineErrors("", "", "", -1)
        self.ended = False
        self.fragment: Array | None = None
        self.sent: Word | None = None
        self.registers = RegisterCells()
        self.accesses: list[Access] = []

    @property
    def copies(self) -> int:
        """Numbers that a shadow consists of."""
        return self.memory.copies

    # Operands

    def registers_of(self, op: Operation, operand: Operand) -> list[Register]:
        """The registers that an operand names, in order; other parts of it are left out."""
        return [part for part in self._parts(op, operand) if isinstance(part, Register)]

    def _parts(self, op: Operation, operand: Operand) -> Iterator[Register | Literal | None]:
        """The registers and literals of an operand; None for any other part."""
        if isinstance(operand, Vector):
            for item in operand.items:
                yield from self._parts(op, item)
        elif isinstance(operand, Pair):
            yield from self._parts(op, operand.first)
        elif isinstance(operand, Literal):
            yield operand
        else:
            found = op.entity(operand)
            if isinstance(found, tuple):
                yield from found
            else:
                yield found if isinstance(found, Register) else None

    def raw(self, op: Operation, operand: Operand, type_: PtxType) -> list[Array] | None:
        """The bits of each register or literal of an operand; None if it has other parts."""
        found: list[Array] = []
        for each in self._parts(op, operand):
            if isinstance(each, Register) and each.bits <= 64:
                row = self.m.files[each.bits][each.row]
                found.append(row if each.bits == 1 else row.astype(f"uint{max(type_.bits, 8)}"))
            elif isinstance(each, Literal):
                value = np.frombuffer(raw_of(each.text, type_), f"uint{max(type_.bits, 8)}")
                found.append(np.broadcast_to(value, self.m.lanes))
            else:
                return None
        return found

    def word(self, op: Operation, operand: Operand, size: int) -> Word:
        """The shadows among the bytes of an operand, `size` bytes of each part."""
        found: Word = {}
        for place, each in enumerate(self._parts(op, operand)):
            if isinstance(each, Register):
                held = self.registers.word(each.number)
                self.note_cut(held, size)
                found.update(shifted(part(held, 0, size), place * size))
            elif isinstance(each, Literal) and each.text[:2].lower() == "0f" and size == F32.bytes_:
                raw = np.broadcast_to(np.frombuffer(raw_of(each.text, f32), np.uint32), self.m.lanes)
                kind = np.full(self.m.lanes, F32.kind, np.uint8)
                found[place * size] = Cell(kind, self.numbers.store(self._literal(F32, raw)))
        return found

    def note_cut(self, word: Word, size: int) -> None:
        """Note if a value of a register has bytes below and above a size."""
        active = self.m.active()
        for offset, cell in word.items():
            if offset < size:
                self.ended |= bool((offset + WIDTHS[cell.kind[active]] > size).any())

    def write(self, op: Operation, operand: Operand, word: Word, size: int) -> None:
        """Give the registers of an operand the shadows of a word, `size` bytes of each part."""
        active = self.m.active()
        for offset, cell in word.items():
            self.ended |= bool((offset % size + WIDTHS[cell.kind[active]] > size).any())
        for place, each in enumerate(self._parts(op, operand)):
            if isinstance(each, Register):
                self.write_bits(each, part(word, place * size, size))

    def write_bits(self, register: Register, word: Word) -> None:
        """Give a register the shadows of bits that it got; a bf16 above a half of zeros is an f32, too."""
        upper = word.get(2)
        if register.bits == 32 and upper is not None and 0 not in word:
            whole = self.m.files[32][register.row] & np.uint32(0xFFFF) == 0
            whole &= upper.kind == BF16.kind
            word = {0: Cell(np.where(whole, F32.kind, 0).astype(np.uint8), upper.real), **word}
        self.registers.write(register.number, word, self.m.where)

    def is_live(self, word: Word) -> bool:
        """Whether a word has a shadow in a lane that executes the current instruction."""
        active = self.m.active()
        return any(cell.kind[active].any() for cell in word.values())

    def word_of_one(self, op: Operation, operand: Operand) -> Word:
        """The shadows in the one register of an operand; none for any other operand."""
        found = self.registers_of(op, operand)
        return self.registers.word(found[0].number) if len(found) == 1 else {}

    def note_loss(self, cell: Cell, raw: Array) -> None:
        """Note if a shadow ends that is not the value itself, without a bound or constants that are off.

        Args:
            cell: The shadow, over lanes.
            raw: The bits of the value, the lowest ones.
        """
        active = self.m.active()
        if self.provenance is not None:
            self.provenance.ended(self.line, self.values_and_nodes(cell), active)
        for kind in np.unique(cell.kind[active & (cell.kind > 0)]):
            lanes = active & (cell.kind == kind)
            elements = elements_of_kind(kind)
            actual = elements.decode(raw[lanes].astype(f"u{elements.bytes_}"))
            held = self.numbers.load(Cell(cell.kind[lanes], cell.real[:, lanes]), elements)
            real = np.delete(held, (CONSTANTS, MAGNITUDE, BOUND, NODE), axis=0)
            same = (real == actual) | (np.isnan(real) & np.isnan(actual))
            self.ended |= not same.all() or bool(held[[CONSTANTS, BOUND]].any())

    def values_and_nodes(self, cell: Cell) -> list[Array]:
        """The values and nodes of the numbers of a cell, and zeros for lanes without a shadow."""
        return [each.real[VALUES_AND_NODES] * (each.kind > 0) for each in self.numbers.singles(cell)]

    def values_in(self, number: int) -> Iterator[tuple[Cell, Array]]:
        """The shadows in a register of at most 64 bits, each with the values in all lanes."""
        register = self.m.code.registers[number]
        for offset, cell in self.registers.word(number).items():
            if register.bits > 64:
                continue
            raw = self.m.files[register.bits][register.row]
            shifted = raw >> raw.dtype.type(8 * offset)
            actual = np.zeros(self.m.lanes)
            for kind in np.unique(cell.kind[cell.kind > 0]).tolist():
                elements = elements_of_kind(kind)
                decoded = elements.decode(shifted.astype(f"u{elements.bytes_}"))[0]
                actual = np.where(cell.kind == kind, decoded, actual)
            yield cell, actual

    def note_losses(self, number: int, kind: int = 0) -> None:
        """Note the losses if all shadows in a register end, but those of a format."""
        register, word = self.m.code.registers[number], self.registers.word(number)
        kept = np.zeros(self.m.lanes, np.bool_)
        for cell in word.values():
            kept |= (cell.kind == kind) & (kind > 0)
        for offset, cell in word.items():
            lost = Cell(np.where(kept, 0, cell.kind), cell.real)
            if register.bits > 64:
                self.ended |= self.is_live({offset: lost})
            else:
                raw = self.m.files[register.bits][register.row]
                self.note_loss(lost, raw >> raw.dtype.type(8 * offset))

    @staticmethod
    def select_cells(choice: Array, first: Word, second: Word) -> Word:
        """The shadows of one word in some lanes, and of another in the others."""
        found: Word = {}
        for offset in first.keys() | second.keys():
            a, b = first.get(offset), second.get(offset)
            some = a or b
            assert some is not None
            absent = Cell(np.zeros_like(some.kind), some.real)
            a, b = a or absent, b or absent
            found[offset] = Cell(np.where(choice, a.kind, b.kind), np.where(choice, a.real, b.real))
        return found

    @staticmethod
    def of_lanes(word: Word, lanes: Array) -> Word:
        """The shadows that other lanes have in a word."""
        return {offset: Cell(cell.kind[lanes], cell.real[:, lanes]) for offset, cell in word.items()}

    def permuted(self, word: Word, selectors: Array) -> Word:
        """The shadows of bytes taken from a word: for each, by lane, the number of its source byte.

        Shadows end if only a part of the value is taken; bit 3 of a number is the sign of the byte.
        """
        found: Word = {}
        parts = np.zeros(self.m.lanes, np.int64)
        for source, cell in word.items():
            place = (selectors & 7).astype(np.int64) - source
            parts += ((place >= 0) & (place < WIDTHS[cell.kind])).sum(0)
        for target in range(len(selectors)):
            kind = np.zeros(self.m.lanes, np.uint8)
            real = zeros((self.memory.rows, self.m.lanes), precise=self.memory.precise)
            for source, cell in word.items():
                taken = cell.kind.copy()
                for width in np.unique(WIDTHS[cell.kind]).tolist():
                    inside = target + width <= len(selectors)
                    in_order = [selectors[target + k] == source + k for k in range(width if inside else 0)]
                    whole = np.logical_and.reduce(in_order) if in_order else np.False_
                    taken[(WIDTHS[cell.kind] == width) & ~whole] = 0
                kind = np.where(taken > 0, taken, kind)
                real = np.where(taken > 0, cell.real, real)
            if kind.any():
                found[target] = Cell(kind, real)
            parts -= WIDTHS[kind]
        self.ended |= bool(parts[self.m.active()].any())
        return found

    # Values

    def exact(self, actual: Array) -> Array:
        """Values without an error: their shadows, and themselves as the last copy."""
        return exact_copies(actual, self.copies + 1, precise=self.memory.precise)

    def zeros(self, *shape: int) -> Array:
        """Zeros with their shadows, and themselves as the last copy."""
        return zeros((self.copies + 1, *shape), precise=self.memory.precise)

    def _literal(self, elements: Elements, raw: Array) -> Array:
        """A constant with its shadows."""
        return literal_values(elements, raw, self.copies, precise=self.memory.precise)

    def values(
        self, op: Operation, operand: Operand, type_: PtxType, elements: Elements | None
    ) -> Array | None:
        """The numbers of an operand with their shadows.

        Args:
            op: The instruction.
            operand: The operand.
            type_: Its type.
            elements: The values in each part; None for an integer.

        Returns:
            An array of shape (copies + 1, values, L), whose last copy is the values themselves; None if the
            operand is neither registers nor literals.
        """
        raw = self.raw(op, operand, type_)
        if raw is None:
            return None
        self.note_ended(op, operand, elements)
        if elements is None:
            whole = np.stack([each.view(dtype_of(type_)) for each in raw]).astype(np.float64)
            return self.exact(whole)
        actual = np.concatenate([elements.decode(each) for each in raw])
        found = self.exact(actual)
        if elements.name == "tf32":
            found[:-1] = self.exact(np.concatenate([F32.decode(each) for each in raw]))[:-1]
        for place, each in enumerate(self._parts(op, operand)):
            is_constant = isinstance(each, Register) and each.number in self._constant_bits
            if isinstance(each, Literal) or (is_constant and elements == F32):
                first = place * elements.count
                found[:-1, first : first + elements.count] = self._literal(elements, raw[place])
            word = self.registers.word(each.number) if isinstance(each, Register) else {}
            for number in range(0, elements.count, elements.together):
                cell = word.get(number * elements.bytes_ // elements.together)
                if cell is not None:
                    first = place * elements.count + number
                    own, known = slice(first, first + elements.together), cell.kind == elements.kind
                    held = self.numbers.load(cell, elements)
                    found[:-1, own] = np.where(known, held, found[:-1, own])
        if elements.name == "tf32":  # of an f32 whose last bits the instruction does not read
            found[BOUND] += elements.place * np.abs(found[0])
        return found

    def note_ended(self, op: Operation, operand: Operand, elements: Elements | None) -> None:
        """Note an operand that is read in a format which its shadows do not have."""
        for register in self.registers_of(op, operand):
            self.note_losses(register.number, 0 if elements is None else elements.kind)

    def write_values(self, numbers: list[int], elements: Elements, real: Array, mask: Mask) -> None:
        """Give the values of registers their shadows in some lanes: shape (copies, values, L)."""
        kind = np.full(self.m.lanes, elements.kind, np.uint8)
        for place, number in enumerate(numbers):
            first = place * elements.count
            word: Word = {}
            for own in range(0, elements.count, elements.together):
                held = real[:, first + own : first + own + elements.together]
                word[own * elements.bytes_ // elements.together] = Cell(kind, self.numbers.store(held))
            self.registers.write(number, word, mask)

    def with_shadows(
        self,
        index: Array,
        actual: Array,
        elements: Elements,
        memory: MemoryCells | None = None,
        whole: Array | None = None,
    ) -> Array:
        """Values in memory with their shadows, one axis more: those of the places in order.

        Args:
            index: The places.
            actual: The values.
            elements: Their format.
            memory: The memory that holds them; that of the launch if None.
            whole: The numbers of f32 of which an instruction reads the values, in tf32.
        """
        held = memory or self.memory
        self.ended |= held.has_cut(index, elements.bytes_, None)
        cell = held.get(index)
        found = self.exact(actual.reshape(-1))
        if whole is not None:
            found[:-1] = self.exact(as_double(whole).reshape(-1))[:-1]
        real = np.moveaxis(self.numbers.load(cell, elements), 1, 2).reshape(self.copies, -1)
        known = np.repeat(cell.kind == elements.kind, elements.together)
        found[:-1] = np.where(known, real, found[:-1])
        if elements.name == "tf32":
            found[BOUND] += elements.place * np.abs(found[0])
        return found.reshape(self.copies + 1, *actual.shape)

    def scaled(self, values: Array, factors: Array | float) -> Array:
        """Values with their shadows, times factors that have no shadows."""
        found = scaled(values, factors)
        if self.provenance is not None:
            found[NODE] = self.provenance.scaled(values[VALUES_AND_NODES], factors)
        return found

    def absolute(self, values: Array) -> Array:
        """The sizes of values, with their shadows."""
        found = np.abs(values)
        if self.provenance is not None:
            found[NODE] = self.provenance.absolute(values[VALUES_AND_NODES])
        return found

    def keep(self, fragment: Array | None) -> None:
        """Keep the registers that an asynchronous operation has read."""
        self.fragment = fragment

    def add_rounding(self, expected: Array, actual: Array, elements: Elements, mask: Mask) -> Array:
        """Return the shadows of results, those of the current line with its rounding errors, and count these.

        Args:
            expected: Results over the real numbers, of the shadows and of the operands: (copies + 1, ...).
                In a launch with slices they have their nodes.
            actual: The results.
            elements: Their format.
            mask: The lanes that count, along the last axis.
        """
        computed, real = expected[-1], expected[:-1].copy()
        error = actual - computed
        error = np.where(np.isfinite(error), error, 0.0)
        if self.line.copy >= 0:
            real[self.line.copy] += error
        real[MAGNITUDE] = at_least(real[MAGNITUDE], real[0])
        least = elements.smallest * (1.0 if "ftz" in self.line.words else elements.place)
        places = APPROXIMATE if "approx" in self.line.words else 1
        size = np.where(np.isfinite(real[0]), np.abs(real[0]), 0.0) + real[BOUND]
        real[BOUND] += places * elements.place * size + least
        if self.provenance is None:
            real[NODE] = 0
        self.line.note(real[0], computed, actual, elements.smallest, mask)
        return real

    def note_choice(self, operands: list[Array], expected: Array) -> None:
        """Count the extrema whose operand is not the extremum of the shadows."""
        given = np.stack([each[-1] for each in operands])
        place = np.argmax(np.abs(given) == np.abs(expected[-1]), axis=0)
        shadow = np.take_along_axis(np.stack([each[0] for each in operands]), place[None], axis=0)[0]
        differs: Array = np.abs(shadow) != np.abs(expected[0])
        others = int((differs.any(0) & self.m.active()).sum())
        self.line.disagreements += others
        self.line.choices += others

    def update(self, access: Access, elements: Elements, values: Array, combine: Callable[..., Any]) -> None:
        """Combine values with memory that the current instruction has updated, lane after lane.

        Args:
            access: The access.
            elements: Format of the values.
            values: The values of each lane with their shadows: shape (copies + 1, values, L).
            combine: A NumPy function of two operands.
        """
        assert access.held is not None
        assert access.word is not None
        lanes = np.flatnonzero(np.ones(self.m.lanes, np.bool_) if access.mask is None else access.mask)
        places, first, which = np.unique(access.index[lanes], return_index=True, return_inverse=True)
        held = elements.decode(access.held[lanes[first]])
        actual = elements.decode(self.m.memory.gather(places, access.size, 1))
        expected = self.exact(held)
        for offset, cell in self.of_lanes(access.word, lanes[first]).items():
            if offset % elements.bytes_ == 0:
                own, real = expected[:-1, offset // elements.bytes_], self.numbers.load(cell, elements)[:, 0]
                own[...] = np.where(cell.kind == elements.kind, real, own)
        held_before = expected[VALUES_AND_NODES]
        for copy, (totals, terms) in enumerate(zip(expected, values[..., lanes], strict=True)):
            update: Any = np.add if copy in SPREADS else combine
            for total, each in zip(totals, terms, strict=True):
                update.at(total, which.reshape(-1), each)
        if self.provenance is not None:
            for number in range(elements.count):
                given = values[VALUES_AND_NODES, number][:, lanes]
                expected[NODE, number] = self.provenance.update(
                    self.line, held_before[:, number], given, which.reshape(-1), combine
                )
        expected[BOUND] += np.bincount(which.reshape(-1)) * elements.place * expected[MAGNITUDE]
        real = self.add_rounding(expected, actual, elements, None)
        kind = np.full(len(places), elements.kind, np.uint8)
        for number in range(elements.count):
            numbers = self.numbers.store(real[:, number, None])
            self.memory.put(places + number * elements.bytes_, Cell(kind, numbers))
