"""Logic and shift (manual section 9.7.8), of predicates too."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from pyptx.sim.semantics.comparison import BOOLEANS
from pyptx.sim.semantics.integer import shift_left, shift_right
from pyptx.sim.semantics.native import lowered
from pyptx.sim.semantics.packed import choice, has, join, split
from pyptx.sim.semantics.registry import pure
from pyptx.sim.semantics.shadows import lowered_shadow, shadowed
from pyptx.sim.shadow.cells import shifted
from pyptx.types import from_name, u32

if TYPE_CHECKING:
    from collections.abc import Callable

    from pyptx.sim.lowering.records import Record
    from pyptx.sim.lowering.shadow_step import StepShadows
    from pyptx.sim.lowering.step import StepLowering
    from pyptx.sim.operands import Operation
    from pyptx.sim.semantics.registry import Array, Modifiers
    from pyptx.sim.shadow.state import ShadowState


@pure("and")
def and_(m: Modifiers, a: Array, b: Array) -> Array:
    """``and``: bit by bit."""
    del m
    return a & b


@pure("or")
def or_(m: Modifiers, a: Array, b: Array) -> Array:
    """``or``: bit by bit."""
    del m
    return a | b


@pure("xor")
def xor(m: Modifiers, a: Array, b: Array) -> Array:
    """``xor``: bit by bit."""
    del m
    return a ^ b


@pure("not")
def not_(m: Modifiers, a: Array) -> Array:
    """``not``: bit by bit."""
    del m
    return ~a


@pure("cnot")
def cnot(m: Modifiers, a: Array) -> Array:
    """``cnot``: 1 where `a` is zero, else 0."""
    del m
    return np.equal(a, 0).astype(a.dtype)


@pure("lop3")
def lop3(m: Modifiers, a: Array, b: Array, c: Array, table: Array, *q: Array) -> Array | tuple[Array, Array]:
    """``lop3``: combine three bits at a time by an 8-bit truth table; `p` combines `q` with ``d != 0``."""
    entries = int(table.flat[0])
    negated = ~a, ~b, ~c
    result = np.zeros_like(a)
    for entry in range(8):
        if entries >> entry & 1:
            x, y, z = (
                one if entry & bit else other
                for one, other, bit in zip((a, b, c), negated, (4, 2, 1), strict=True)
            )
            result |= x & y & z
    return (result, BOOLEANS[choice(m, BOOLEANS)](result != 0, q[0])) if q else result


@lowered(lop3)
def lower_lop3(step: StepLowering) -> None:
    """Look the bits up, then compare the result with zero where a predicate is wanted."""
    row = step.needed(step.write("d"), 32)
    table = step.op.constant("immLut") & 0xFF
    step.emit("lop3", d=row, a=step.read("a"), b=step.read("b"), c=step.read("c"), imm=table)
    if step.op.has("q"):
        logic = list(BOOLEANS).index(choice(step.op.modifiers, BOOLEANS))
        zero, other = step.number(0, from_name("b32")), step.read("q")
        step.emit("setp.ne.u32", d=step.write_second("d"), a=row, b=zero, c=other, f=logic)


@pure("shf")
def shf(m: Modifiers, a: Array, b: Array, c: Array) -> Array:
    """``shf``: the high word of ``b:a`` shifted left, or the low word of it shifted right."""
    count = (np.minimum(c, np.uint32(32)) if has(m, "clamp") else c & np.uint32(31)).astype(np.uint64)
    whole = (b.astype(np.uint64) << np.uint64(32)) | a
    if has(m, "l"):
        return ((whole << count) >> np.uint64(32)).astype(np.uint32)
    return (whole >> count).astype(np.uint32)


@pure("shl")
def shl(m: Modifiers, a: Array, b: Array) -> Array:
    """``shl``: zeros come in; by the width or more nothing is left."""
    del m
    return shift_left(a, b)


@pure("shr")
def shr(m: Modifiers, a: Array, b: Array) -> Array:
    """``shr``: zeros or copies of the sign come in; a shift by the width or more leaves only these."""
    del m
    return shift_right(a, b)


@pure("prmt")
def prmt(m: Modifiers, a: Array, b: Array, c: Array) -> Array:
    """``prmt``: four bytes out of the eight of ``b:a``, or their signs, as four nibbles or a mode say."""
    source = np.concatenate([split(a, np.uint8), split(b, np.uint8)], axis=-1)
    nibbles = _selected(m, c)
    picked = (nibbles & np.uint32(7)).astype(np.intp)
    value = source[..., picked[0]] if (c == c[0]).all() else np.take_along_axis(source, picked, axis=-1)
    sign = np.where(value & np.uint8(0x80), np.uint8(0xFF), np.uint8(0))
    return join(np.where(nibbles & np.uint32(8), sign, value), np.uint32)


@shadowed(prmt)
def shadow_prmt(op: Operation, shadows: ShadowState) -> Callable[[], None] | None:
    """Take the shadows of the values all of whose bytes are taken, in order."""
    *sources, selector = (operand for operand, spec in op.pairs() if spec.role == ":")
    control = shadows.raw(op, selector, u32)
    if control is None:
        return None
    shadows.note_ended(op, selector, None)
    word = {**shadows.word(op, sources[0], 4), **shifted(shadows.word(op, sources[1], 4), 4)}
    made = shadows.permuted(word, _selected(op.modifiers, control[0]).T)
    return lambda: shadows.write(op, op.operand("d")[0], made, 4)


@lowered_shadow(shadow_prmt)
def lower_shadow_prmt(step: StepShadows) -> Record:
    """Let the instruction show which bytes it takes."""
    *sources, selector = (operand for operand, spec in step.op.pairs() if spec.role == ":")
    parts = [part for operand in sources for part in step.parts(operand, size=4)]
    return step.move("shadow.permute", sources=parts, others=step.parts(selector))


def _selected(m: Modifiers, c: Array) -> Array:
    """For each byte of the result: the number of its source byte; bit 3 is set if only the sign is copied."""
    selectors = _PERMUTE_MODES.get(choice(m, _PERMUTE_MODES))
    if selectors is None:
        nibbles: Array = c[..., None] >> np.arange(0, 16, 4, dtype=np.uint32) & np.uint32(15)
        return nibbles
    return selectors[:, c & np.uint32(3)].T


@lowered(prmt)
def lower_prmt(step: StepLowering) -> None:
    """Give the handler the number of the mode, -1 for nibbles."""
    mode = choice(step.op.modifiers, _PERMUTE_MODES)
    step.emit_all("prmt", imm=list(_PERMUTE_MODES).index(mode) if mode else -1)


_PERMUTE_MODES = {
    # mode: for each byte of the result, the source byte at selector 0, 1, 2, 3
    mode: np.array(rows, np.uint32)
    for mode, rows in {
        "f4e":  ((0, 1, 2, 3), (1, 2, 3, 4), (2, 3, 4, 5), (3, 4, 5, 6)),
        "b4e":  ((0, 1, 2, 3), (7, 0, 1, 2), (6, 7, 0, 1), (5, 6, 7, 0)),
        "rc8":  ((0, 1, 2, 3), (0, 1, 2, 3), (0, 1, 2, 3), (0, 1, 2, 3)),
        "ecl":  ((0, 1, 2, 3), (1, 1, 2, 3), (2, 2, 2, 3), (3, 3, 3, 3)),
        "ecr":  ((0, 0, 0, 0), (0, 1, 1, 1), (0, 1, 2, 2), (0, 1, 2, 3)),
        "rc16": ((0, 2, 0, 2), (1, 3, 1, 3), (0, 2, 0, 2), (1, 3, 1, 3)),
    }.items()
}  # fmt: skip
