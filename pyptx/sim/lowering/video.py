"""Rules of video instructions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pyptx.ir import Expression
from pyptx.sim.lowering.step import StepLowering, rule
from pyptx.sim.semantics.video import Part, part_of, split_part
from pyptx.types import from_name

if TYPE_CHECKING:
    from pyptx.ir import Operand
    from pyptx.isa import OperandSpec

_OPERATIONS = ("vadd", "vsub", "vabsdiff", "vmin", "vmax", "vavrg", "vshl", "vshr",
               "eq", "ne", "lt", "le", "gt", "ge")  # fmt: skip
"""`Operation` of csrc/engine/rare.cpp."""

_SECOND = ("", "add", "min", "max")
_SCALAR = ("vadd", "vsub", "vabsdiff", "vmin", "vmax", "vshl", "vshr", "vset")
_PACKED = ("vadd", "vsub", "vabsdiff", "vmin", "vmax", "vavrg", "vset")


def _row(step: StepLowering, operand: Operand) -> int:
    return step.value(split_part(operand)[0], from_name("u32"))


def _result(step: StepLowering) -> tuple[int, str]:
    """The row that takes the result, and which part of it is meant."""
    register, selector = split_part(step.op.operand("d")[0])
    return step.needed(step.target(register, from_name("u32")), 32), selector


def _words(operand: Operand, spec: OperandSpec, *, signed: bool | None = None) -> tuple[int, int, int]:
    """First bit, bits and whether signed of the part of a source."""
    part: Part = part_of(split_part(operand)[1])
    return part.first, part.bits, int(spec.type == "s32" if signed is None else signed)


def _operation(step: StepLowering, name: str) -> int:
    return _OPERATIONS.index(step.op.modifiers["cmp"] if name == "vset" else name)


@rule(*_SCALAR)
def _video(step: StepLowering) -> None:
    op = step.op
    row, selector = _result(step)
    part = part_of(selector)
    sources = [op.operand(name) for name in "abc" if op.has(name)]
    a, b, *c = (_row(step, operand) for operand, _ in sources)
    parts = [_words(*source) for source in sources]
    step.emit(
        "video",
        d=row,
        a=a,
        b=b,
        c=c[0] if c else -1,
        extra=(
            _operation(step, op.instruction.opcode),
            int("wrap" in op.words),
            int("sat" in op.words),
            _SECOND.index(op.modifiers.get("op2", "")),
            *parts[0],
            *parts[1],
            *(parts[2] if c else (0, 32, 0)),
            part.first,
            part.bits,
            int(op.modifiers.get("dtype") == "s32"),
        ),
    )


@rule("vmad")
def _video_mad(step: StepLowering) -> None:
    op = step.op
    sources = [op.operand(name) for name in "abc"]
    minus = [isinstance(operand, Expression) for operand, _ in sources]
    product_negated = minus[0] != minus[1]
    sums_signed = "s32" in (op.modifiers["atype"], op.modifiers["btype"]) or product_negated
    a, b, c = (_row(step, operand) for operand, _ in sources)
    row, _ = _result(step)
    step.emit(
        "video.mad",
        d=row,
        a=a,
        b=b,
        c=c,
        f=product_negated + 2 * minus[2] + 4 * ("po" in op.words) + 8 * ("sat" in op.words),
        n={"shr7": 7, "shr15": 15}.get(op.modifiers.get("scale", ""), 0),
        extra=(
            *_words(*sources[0]),
            *_words(*sources[1]),
            *_words(*sources[2], signed=sums_signed),
            *(0, 32, int(sums_signed or minus[2])),
        ),
    )


@rule(*(f"{name}{width}" for name in _PACKED for width in (2, 4)))
def _video_packed(step: StepLowering) -> None:
    op = step.op
    count = int(op.instruction.opcode[-1])
    sources = [op.operand(name) for name in "abc"]
    a, b, c = (_row(step, operand) for operand, _ in sources)
    picks: list[int] = []
    for start, (operand, _) in zip((0, count), sources, strict=False):
        digits = [int(digit) for digit in reversed(split_part(operand)[1][1:])]
        chosen = digits or list(range(start, start + count))
        picks += [*chosen, *(0,) * (4 - count)]
    row, mask = _result(step)
    elements = [int(digit) for digit in mask[1:]] if mask else range(count)
    step.emit(
        "video.packed",
        d=row,
        a=a,
        b=b,
        c=c,
        extra=(
            _operation(step, op.instruction.opcode[:-1]),
            count,
            int("sat" in op.words),
            int("add" in op.words),
            sum(1 << element for element in elements),
            *(int(spec.type == "s32") for _, spec in sources),
            int(op.modifiers.get("dtype") == "s32"),
            *picks,
        ),
    )
