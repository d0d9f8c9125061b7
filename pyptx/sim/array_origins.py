"""The array that an address comes from, for each access of a program to shared or local memory.

PTX leaves open where variables lie to each other, so an address that is computed from one of them must
stay inside it. `bounded_accesses` follows the addresses of variables through copies, sums and conversions to
accesses. A register that may hold addresses of two arrays where it is read, or one that an unknown
instruction changed, has no array: its accesses with a shared state space must only stay out of the padding
between shared arrays.
"""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias

from pyptx.ir import Address, Expression, Name, Vector
from pyptx.layouts.fragments import matrix_fragment
from pyptx.sim.address_chains import formal_registers
from pyptx.sim.named_registers import numbers_in, registers_changed
from pyptx.sim.reaching import ReachingWriters
from pyptx.sim.symbols import Register, Variable
from pyptx.types import from_name

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pyptx.ir import Operand
    from pyptx.program import SharedPart
    from pyptx.sim.operands import Operation
    from pyptx.sim.steps import Code, Step

ALL_LANES = 0xFFFF_FFFF


class PlacedArray(NamedTuple):
    """An array in the shared memory of a CTA, or in the local memory of a thread.

    Attributes:
        space: ``"shared"`` or ``"local"``.
        name: Its name.
        first: Address of its first byte; from the frame of its function if `framed`.
        end: Address of the byte after its last, likewise.
        framed: Whether every call of its function has its own.
    """

    space: str
    name: str
    first: int
    end: int
    framed: bool = False


class BoundedAccess(NamedTuple):
    """An address operand whose array is known, or one that must stay out of the padding between arrays.

    Attributes:
        array: The array; or the paddings, each with the name of the array before it, in rising order.
        base: The register that holds the address; None for an address that is a constant.
        offset: Constant added to it; the whole address where there is no register.
        size: Bytes that a lane accesses there; 1 for a tensor copy, of which only the start is checked, and 0
            for a copy whose size is not known at decode: it may start where its array ends.
        givers: The lanes of a warp whose addresses count, by bit.
    """

    array: PlacedArray | tuple[PlacedArray, ...]
    base: Register | None
    offset: int
    size: int
    givers: int


class Derived(NamedTuple):
    """A value that was computed from the address of an array, without being an address in it."""

    array: PlacedArray


Origin: TypeAlias = "PlacedArray | Derived | Literal['number', 'unknown']"
"""The origin of a value: an address in an array, a number computed from one, another number, or unknown."""

Registers: TypeAlias = "list[Sequence[Step] | None]"
"""The last writers of each register of an operand; None for a parameter of a function."""

Source: TypeAlias = "Origin | Registers"

_RESULTS = dict.fromkeys(("mov", "cvt", "cvta", "mapa", "shfl"), "same") | {
    "selp": "choice",
    "add": "sum",
    "or": "sum",
    "sub": "difference",
    "mad": "product and sum",
    "mad24": "product and sum",
    "xor": "swizzle",
}
"""The way in which an opcode computes its result from its sources; opcodes not listed compute any number."""

_ACCESSED = {"ld": "d", "atom": "d", "st": "b", "red": "b", "ldmatrix": "rows", "stmatrix": "rows"}
"""The operand whose size an instruction accesses, or the rows of a matrix."""

_COPIED, _SIZES = ("dst", "dstMem", "srcMem", "a"), ("cp_size", "size")
"""The ends of copies and the start of `st.bulk`, and the operands with their bytes."""


def bounded_accesses(code: Code, parts: Sequence[SharedPart]) -> dict[Step, tuple[BoundedAccess, ...]]:
    """Return the accesses of each instruction to check: those of known arrays, and those beside padding.

    Args:
        code: The decoded program.
        parts: The arrays in dynamic shared memory, in rising order; without them it has no bounds.
    """
    return _Origins(code, parts).accesses() if code.shared_names.names or code.local_bytes or parts else {}


class _Origins:
    """The origins of the values of a program's registers."""

    def __init__(self, code: Code, parts: Sequence[SharedPart]) -> None:
        self._entry, self._dynamic = code.entry, code.dynamic_offset
        self._parts = parts
        self._steps = code.steps
        self._accessing = [step for step in self._steps if Address in map(type, step.instruction.operands)]
        self._passed = formal_registers(code)
        self._padding = _padding(code, parts)
        self._writers = ReachingWriters(code.blocks)
        self._results: dict[Step, Origin] = {}
        self._follow()

    def accesses(self) -> dict[Step, tuple[BoundedAccess, ...]]:
        """The accesses of each instruction to check."""
        found = {step: tuple(self._accesses(step)) for step in self._accessing}
        return {step: accesses for step, accesses in found.items() if accesses}

    def _follow(self) -> None:
        """Find the origin of all results that addresses are computed from, until none changes."""
        users: dict[Step, list[Step]] = defaultdict(list)
        sources: dict[Step, list[Source] | None] = {}
        asked = [writer for step in self._accessing for writer in self._writers_of_addresses(step)]
        while asked:
            step = asked.pop()
            if step in sources:
                continue
            given = sources[step] = self._sources(step)
            for source in given or ():
                for writers in source if isinstance(source, list) else ():
                    for writer in writers or ():
                        users[writer].append(step)
                        asked.append(writer)
        waiting = [step for step in reversed(self._steps) if step in sources]
        while waiting:
            step = waiting.pop()
            origin = self._origin_of_results(step, sources[step])
            before = self._results.get(step)
            after = origin if before is None or origin is None else _joined(before, origin)
            if after is not None and after != before:
                self._results[step] = after
                waiting += users[step]

    def _writers_of_addresses(self, step: Step) -> Iterator[Step]:
        """The writers of the registers that hold the addresses of an instruction."""
        for operand in step.instruction.operands:
            if isinstance(operand, Address):
                for number in numbers_in(step.operation, operand.base):
                    yield from self._writers_of(step, number) or ()

    def _sources(self, step: Step) -> list[Source] | None:
        """The sources of a result; None if it comes from memory or a call."""
        if step.effects & {"calls", "reads"}:
            return None
        return [
            self._source(step, operand)
            for operand, spec in step.operation.pairs()
            if spec.role in ":+" or isinstance(operand, Address)
        ]

    def _source(self, step: Step, operand: Operand) -> Source:
        """Return the source of an operand: an origin, or the writers of its registers."""
        op = step.operation
        if isinstance(operand, Address):
            return self._source(step, operand.base)
        if isinstance(operand, Expression):
            return self._of_symbol(op, operand, operand.words)
        numbers = numbers_in(op, operand)
        if numbers:
            return [self._writers_of(step, number) for number in numbers]
        return self._of_symbol(op, operand, (operand.name,)) if isinstance(operand, Name) else "number"

    def _writers_of(self, step: Step, number: int) -> Sequence[Step] | None:
        """The writers of a register when an instruction reads it; None for a parameter of a function."""
        return None if number in self._passed else self._writers.before(step, number)

    def _origin_of_results(self, step: Step, sources: Sequence[Source] | None) -> Origin | None:
        """The origin of a result; None while the origin of a source is open."""
        if sources is None:
            return "number"
        found: list[Origin] = []
        for source in sources:
            origin = self._origin_of_source(source) if isinstance(source, list) else source
            if origin is None:
                return None
            found.append(origin)
        return _result(step.operation, found)

    def _origin_of_source(self, registers: Registers) -> Origin | None:
        """The origin of the values of registers in an operand; None as long as one is open."""
        origins = [origin for each in registers if (origin := self._origin_of_value(each)) is not None]
        if len(origins) < len(registers):
            return None
        return origins[0] if len(origins) == 1 else _computed(origins)

    def _origin_of_value(self, writers: Sequence[Step] | None) -> Origin | None:
        """The origin of a value that one of some instructions wrote; None while it is open."""
        if writers is None:
            return "number"
        results = self._results
        origins = {origin for writer in writers if (origin := results.get(writer)) is not None}
        return None if not origins else origins.pop() if len(origins) == 1 else "unknown"

    def _of_symbol(self, op: Operation, operand: Operand, words: Sequence[str]) -> Origin:
        """The origin of a name of a variable, or of a constant expression with such names."""
        found = [each for word in words if isinstance(each := op.scope.find(word), Variable)]
        placed = [each for each in found if each.space in ("shared", "local")]
        if not placed:
            return "number"
        variable = placed[0]
        own = op.caller is self._entry
        if len(found) > 1:
            return "unknown"
        if variable.size:
            first, framed = variable.offset, variable.framed and not own
            return PlacedArray(variable.space, variable.name, first, first + variable.size, framed)
        if not own:
            return "unknown"
        at = variable.offset if isinstance(operand, Name) else op.constant_of(operand) or 0
        return self._part(at)

    def _part(self, address: int) -> Origin:
        """The array in dynamic shared memory at an address."""
        for part in self._parts:
            first = self._dynamic + part.offset
            if first <= address < first + part.bytes:
                return PlacedArray("shared", part.name, first, first + part.bytes)
        return "unknown"

    def _accesses(self, step: Step) -> Iterator[BoundedAccess]:
        op = step.operation
        for operand, spec in op.pairs():
            if not isinstance(operand, Address):
                continue
            offset = op.offset_of(operand)
            base = op.entity(operand.base)
            if isinstance(base, Register):
                array, register = self._origin_of_value(self._writers_of(step, base.number)), base
            elif isinstance(base, Variable) and base.space in ("shared", "local"):
                offset, register = base.offset + offset, None
                array = self._of_symbol(op, operand.base, (base.name,)) if base.size else self._part(offset)
            else:
                continue
            size, givers = self._extent(step, spec.name)
            if size == 0:
                continue
            if isinstance(array, PlacedArray):
                if register is not None or not array.first <= offset <= array.end - (size or 0):
                    yield BoundedAccess(array, register, offset, size or 0, givers)
            elif size is not None and self._padding and spec.type.partition("::")[0] == "shared":
                yield BoundedAccess(self._padding, register, offset, size, givers)

    def _extent(self, step: Step, operand: str) -> tuple[int | None, int]:
        """Bytes that a lane accesses at an address operand, and the lanes of a warp whose addresses count.

        The bytes are None if they are not known at decode.
        """
        op = step.operation
        for size in _SIZES:
            if operand in _COPIED and op.has(size):
                return self._constant(step, op.operand(size)[0]), ALL_LANES
        if op.bytes_across is not None:
            stride = self._constant(step, op.operand("stride")[0]) or 0 if op.has("stride") else None
            return op.bytes_across(stride), ALL_LANES
        return _extent(op, operand)

    def _constant(self, step: Step, operand: Operand) -> int | None:
        """The value of a constant operand, or of a register that one instruction sets to a constant."""
        numbers = numbers_in(step.operation, operand)
        if not numbers:
            return step.operation.constant_of(operand)
        writers = self._writers.before(step, numbers[0])
        if len(writers) != 1 or _RESULTS.get(writers[0].instruction.opcode) != "same":
            return None
        op, source = writers[0].operation, writers[0].instruction.operands[1]
        return None if numbers_in(op, source) else op.constant_of(source)


def _padding(code: Code, parts: Sequence[SharedPart]) -> tuple[PlacedArray, ...]:
    """The padding between shared arrays, in rising order; dynamic shared memory without parts has none."""
    start, named = code.dynamic_offset, code.shared_names
    dynamic = [(start + part.offset, part.bytes, part.name) for part in parts] or [(start, 0, "")]
    found = []
    end, name = 0, ""
    for first, size, next_ in (*sorted(zip(named.offsets, named.sizes, named.names, strict=True)), *dynamic):
        if first > end:
            found.append(PlacedArray("shared", name, end, first))
        end, name = first + size, next_
    return tuple(found)


def _result(op: Operation, sources: Sequence[Origin]) -> Origin:
    """The origin of a result, from its sources."""
    how = _RESULTS.get(op.instruction.opcode)
    alone = len(registers_changed(op)) == 1
    result = _computed(sources)
    if how == "same" and (alone or op.exchanges):
        result = sources[0]
    elif how == "choice":
        result = _joined(*sources[:2])
    elif how == "product and sum" and alone and "hi" not in op.words:
        result = _sum([_computed(sources[:2]), sources[2]])
    elif how == "sum" or (how == "difference" and not isinstance(sources[1], PlacedArray)):
        result = _sum(sources)
    elif how == "swizzle" and set(map(type, sources)) == {PlacedArray, Derived}:
        arrays = {_array_of(origin) for origin in sources}
        result = sources[isinstance(sources[0], Derived)] if len(arrays) == 1 else "unknown"
    return result


def _joined(one: Origin, other: Origin) -> Origin:
    """The origin of a value that is one of two."""
    return one if one == other else "unknown"


def _array_of(origin: Origin) -> PlacedArray | None:
    return (
        origin.array if isinstance(origin, Derived) else origin if isinstance(origin, PlacedArray) else None
    )


def _computed(sources: Sequence[Origin]) -> Origin:
    """The origin of a number that some instruction computes."""
    if "unknown" in sources:
        return "unknown"
    arrays = {array for origin in sources if (array := _array_of(origin)) is not None}
    if len(arrays) > 1:
        return "unknown"
    return Derived(arrays.pop()) if arrays else "number"


def _sum(sources: Sequence[Origin]) -> Origin:
    """The origin of a sum: an address with numbers added stays one of its array."""
    special = [origin for origin in sources if origin != "number"]
    return "number" if not special else special[0] if len(special) == 1 else "unknown"


def _extent(op: Operation, operand: str) -> tuple[int, int]:
    """Bytes that a lane accesses at an address operand, and the lanes of a warp whose addresses count."""
    accessed = _ACCESSED.get(op.instruction.opcode, "")
    if accessed == "rows":
        fragment = matrix_fragment(op.modifiers["shape"], op.modifiers["num"], trans="trans" in op.words)
        return fragment.columns * fragment.bits // 8, (1 << min(fragment.matrices * fragment.rows, 32)) - 1
    if operand == "mbar":
        return 8, ALL_LANES
    if op.has(accessed):
        value, spec = op.operand(accessed)
        items = len(value.items) if isinstance(value, Vector) else 1
        return from_name(spec.type).bytes * items, ALL_LANES
    return 1, ALL_LANES
