"""Video instructions: arithmetic on bytes and half-words of registers (manual section 9.7.20).

A source is a whole register, a part of one, or, of the SIMD instructions, elements picked from two registers.
Values are computed in 64 bits, products and left shifts without any bound, and narrowed at the end.
"""

from __future__ import annotations

import operator
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from pyptx.ir import Expression, Name
from pyptx.sim.abi import VIDEO, VIDEO_PACKED, VIDEO_PART, VIDEO_SCALAR, VIDEO_SECOND
from pyptx.sim.semantics.machine import machine
from pyptx.sim.semantics.native import lowered
from pyptx.types import u32

if TYPE_CHECKING:
    from collections.abc import Callable

    from pyptx.ir import Operand
    from pyptx.isa import OperandSpec
    from pyptx.sim.lowering.step import StepLowering
    from pyptx.sim.machine import Machine
    from pyptx.sim.operands import Array, Operation, Read, Run

_OPERATIONS: dict[str, Callable[[Any, Any], Any]] = {
    "vadd": operator.add,
    "vsub": operator.sub,
    "vabsdiff": lambda a, b: abs(a - b),
    "vmin": np.minimum,
    "vmax": np.maximum,
    "vavrg": lambda a, b: (a + b + (a + b >= 0)) >> 1,
}
_SHIFTS: dict[str, Callable[[Any, Any], Any]] = {
    "vshl": lambda a, amount: a.astype(object) << amount,
    "vshr": operator.rshift,
}
_COMPARISONS: dict[str, Callable[[Any, Any], Any]] = {
    word: getattr(operator, word) for word in ("eq", "ne", "lt", "le", "gt", "ge")
}
_SECOND: dict[str, Callable[[Any, Any], Any]] = {"add": operator.add, "min": np.minimum, "max": np.maximum}


class Part(NamedTuple):
    """Some bits of a register.

    Attributes:
        first: Position of the lowest bit.
        bits: Number of bits.
    """

    first: int
    bits: int

    def of(self, value: Array, *, signed: bool) -> Array:
        """Extract these bits, as numbers of 64 bits."""
        moved = _word(value).astype(np.int64) << (64 - self.bits - self.first)
        shift = 64 - self.bits
        return moved >> shift if signed else (moved.view(np.uint64) >> np.uint64(shift)).view(np.int64)

    def put(self, value: Array, into: Array) -> Array:
        """Insert the low bits of a value into another number at these bits."""
        mask = ((1 << self.bits) - 1) << self.first
        return (into & ~np.int64(mask)) | (value << self.first & mask).astype(np.int64)

    def clamp(self, value: Any, *, signed: bool) -> Any:
        """Clamp a value to this width."""
        least = -(1 << (self.bits - 1)) if signed else 0
        return np.clip(value, least, least + (1 << self.bits) - 1)


_WHOLE = Part(0, 32)


@machine("vadd", "vsub", "vabsdiff", "vmin", "vmax", "vshl", "vshr", "vset")
def scalar(op: Operation) -> Run:
    """One operation on two parts, then a second one with `c`, or a merge into it."""
    m = op.modifiers
    compute = _operation(op, op.instruction.opcode)
    a, b = (_part_reader(op, name) for name in "ab")
    signed = m.get("dtype") == "s32"
    _, into = split_part(op.operand("d")[0])
    part = part_of(into)
    second = _SECOND[m["op2"]] if "op2" in m else None
    c = _part_reader(op, "c") if op.has("c") else None
    put = _writer(op)

    def run(machine: Machine) -> None:
        value = compute(a(machine), b(machine))
        if "sat" in op.words:
            value = part.clamp(value, signed=signed)
        if c is not None:
            other = c(machine)
            value = second(_WHOLE.of(value, signed=signed), other) if second else part.put(value, other)
        put(machine, value)

    return run


@machine("vmad")
def multiply_add(op: Operation) -> Run:
    """``vmad``: a product and a sum, one of them negated, shifted right."""
    m = op.modifiers
    negative = {name: isinstance(op.operand(name)[0], Expression) for name in "abc"}
    product_negated = negative["a"] != negative["b"]
    sums_signed = "s32" in (m["atype"], m["btype"]) or product_negated
    signed = sums_signed or negative["c"]
    a, b, c = (_part_reader(op, name, signed=sums_signed if name == "c" else None) for name in "abc")
    shift = {"shr7": 7, "shr15": 15}.get(m.get("scale", ""), 0)
    put = _writer(op)

    def run(machine: Machine) -> None:
        product = a(machine).astype(object) * b(machine).astype(object)
        added = c(machine).astype(object)
        value = (-product if product_negated else product) + (-added if negative["c"] else added)
        value = (value + ("po" in op.words)) >> shift
        if "sat" in op.words:
            value = _WHOLE.clamp(value, signed=signed)
        put(machine, value)

    return run


@machine(
    *(f"{name}{width}" for name in (*_OPERATIONS, "vset") for width in (2, 4)),
)
def simd(op: Operation) -> Run:
    """One operation on two or four pairs of elements, then a merge into `c`, or a sum with it."""
    m = op.modifiers
    count = int(op.instruction.opcode[-1])
    parts = [Part(number * 32 // count, 32 // count) for number in range(count)]
    compute = _operation(op, op.instruction.opcode[:-1])
    a, b = (_element_reader(op, name, parts) for name in "ab")
    signed = m.get("dtype") == "s32"
    _, mask = split_part(op.operand("d")[0])
    chosen = [int(digit) for digit in mask[1:]] if mask else range(count)
    c = _part_reader(op, "c")
    put = _writer(op)

    def run(machine: Machine) -> None:
        values = compute(a(machine), b(machine))
        result = c(machine)
        for number in chosen:
            value = values[number]
            if "sat" in op.words:
                value = parts[number].clamp(value, signed=signed)
            result = result + value if "add" in op.words else parts[number].put(value, result)
        put(machine, result)

    return run


def _operation(op: Operation, name: str) -> Callable[[Array, Array], Array]:
    """Return the operation on two numbers; comparisons give 0 or 1, shifts are clamped to 32 or modulo 32."""
    if "cmp" in op.modifiers:
        compare = _COMPARISONS[op.modifiers["cmp"]]
        return lambda a, b: compare(a, b).astype(np.int64)
    shift = _SHIFTS.get(name)
    if shift is None:
        return _OPERATIONS[name]
    if "wrap" in op.words:
        return lambda a, b: shift(a, b & 31)
    return lambda a, b: shift(a, np.minimum(b, 32))


def split_part(operand: Operand) -> tuple[Operand, str]:
    """Return a register and the selected part of it; a sign before it is read separately."""
    if isinstance(operand, Expression):
        operand = Name(operand.words[-1])
    if not isinstance(operand, Name):
        return operand, ""
    name, _, selector = operand.name.partition(".")
    return Name(name), selector


def part_of(selector: str) -> Part:
    """The bits of ``b2`` or ``h1``; all bits for an empty selector."""
    if not selector:
        return _WHOLE
    bits = 8 if selector[0] == "b" else 16
    return Part(int(selector[1]) * bits, bits)


def _part_reader(op: Operation, name: str, *, signed: bool | None = None) -> Read:
    """A source, or a part of it, as numbers of 64 bits."""
    operand, spec = op.operand(name)
    register, selector = split_part(operand)
    read, part = op.reader(register, u32), part_of(selector)
    of_sign = spec.type == "s32" if signed is None else signed
    return lambda m: part.of(read(m), signed=of_sign)


def _element_reader(op: Operation, name: str, parts: list[Part]) -> Read:
    """The elements that a selector picks from `a` and `b`, lowest first: shape (count, L)."""
    operand, spec = op.operand(name)
    _, selector = split_part(operand)
    numbers = [int(digit) for digit in reversed(selector[1:])]
    start = 0 if name == "a" else len(parts)
    picked = numbers or range(start, start + len(parts))
    reads = [op.reader(split_part(op.operand(each)[0])[0], u32) for each in "ab"]
    signed = spec.type == "s32"

    def read(m: Machine) -> Array:
        words = [source(m) for source in reads]
        return np.stack([parts[n % len(parts)].of(words[n // len(parts)], signed=signed) for n in picked])

    return read


def _writer(op: Operation) -> Callable[[Machine, Array], None]:
    """Return the function that takes the low 32 bits of a result."""
    register, _ = split_part(op.operand("d")[0])
    write = op.writer(register, u32)
    return lambda m, value: write(m, _word(value))


def _word(value: Array) -> Array:
    """The low 32 bits of numbers."""
    return (value & 0xFFFFFFFF).astype(np.uint32)


# The native engine


def _whole_row(step: StepLowering, operand: Operand) -> int:
    return step.value(split_part(operand)[0], u32)


def _result(step: StepLowering) -> tuple[int, str]:
    """Return the row of the result, and the selected part of it."""
    register, selector = split_part(step.op.operand("d")[0])
    return step.needed(step.target(register, u32), 32), selector


def _source_part(operand: Operand, spec: OperandSpec, *, signed: bool | None = None) -> tuple[int, ...]:
    """Select the part of a source operand."""
    part = part_of(split_part(operand)[1])
    is_signed = spec.type == "s32" if signed is None else signed
    return VIDEO_PART.numbers(first=part.first, bits=part.bits, is_signed=is_signed)


def _number(step: StepLowering, name: str) -> int:
    return VIDEO[step.op.modifiers.get("cmp", name)]


@lowered(scalar)
def lower_scalar(step: StepLowering) -> None:
    """Describe the parts of registers and the second operation."""
    op = step.op
    row, selector = _result(step)
    part = part_of(selector)
    sources = [op.operand(name) for name in "abc" if op.has(name)]
    a, b, *c = (_whole_row(step, operand) for operand, _ in sources)
    parts = [_source_part(*source) for source in sources]
    step.emit(
        "video",
        d=row,
        a=a,
        b=b,
        c=c[0] if c else -1,
        scalar=VIDEO_SCALAR.numbers(
            operation=_number(step, op.instruction.opcode),
            wraps="wrap" in op.words,
            saturates="sat" in op.words,
            second=VIDEO_SECOND[op.modifiers.get("op2", "")],
        ),
        a_part=parts[0],
        b_part=parts[1],
        c_part=parts[2] if c else VIDEO_PART.numbers(first=0, bits=32, is_signed=False),
        d_part=VIDEO_PART.numbers(
            first=part.first, bits=part.bits, is_signed=op.modifiers.get("dtype") == "s32"
        ),
    )


@lowered(multiply_add)
def lower_multiply_add(step: StepLowering) -> None:
    """Describe the parts of registers, and the negated operands."""
    op = step.op
    sources = [op.operand(name) for name in "abc"]
    minus = [isinstance(operand, Expression) for operand, _ in sources]
    product_negated = minus[0] != minus[1]
    sums_signed = "s32" in (op.modifiers["atype"], op.modifiers["btype"]) or product_negated
    a, b, c = (_whole_row(step, operand) for operand, _ in sources)
    row, _ = _result(step)
    step.emit(
        "video.mad",
        d=row,
        a=a,
        b=b,
        c=c,
        negated=product_negated,
        c_negated=minus[2],
        plus_one="po" in op.words,
        saturates="sat" in op.words,
        shift={"shr7": 7, "shr15": 15}.get(op.modifiers.get("scale", ""), 0),
        a_part=_source_part(*sources[0]),
        b_part=_source_part(*sources[1]),
        c_part=_source_part(*sources[2], signed=sums_signed),
        d_part=VIDEO_PART.numbers(first=0, bits=32, is_signed=sums_signed or minus[2]),
    )


@lowered(simd)
def lower_simd(step: StepLowering) -> None:
    """Describe the elements that are picked and written."""
    op = step.op
    count = int(op.instruction.opcode[-1])
    sources = [op.operand(name) for name in "abc"]
    a, b, c = (_whole_row(step, operand) for operand, _ in sources)
    picks: list[list[int]] = []
    for start, (operand, _) in zip((0, count), sources, strict=False):
        digits = [int(digit) for digit in reversed(split_part(operand)[1][1:])]
        chosen = digits or list(range(start, start + count))
        picks.append([*chosen, *(0,) * (4 - count)])
    row, mask = _result(step)
    elements = [int(digit) for digit in mask[1:]] if mask else range(count)
    step.emit(
        "video.packed",
        d=row,
        a=a,
        b=b,
        c=c,
        packed=VIDEO_PACKED.numbers(
            operation=_number(step, op.instruction.opcode[:-1]),
            count=count,
            saturates="sat" in op.words,
            adds="add" in op.words,
            chosen=sum(1 << element for element in elements),
            **{f"{name}_signed": spec.type == "s32" for name, (_, spec) in zip("abc", sources, strict=True)},
            d_signed=op.modifiers.get("dtype") == "s32",
            picks_a=picks[0],
            picks_b=picks[1],
        ),
    )
