"""Extended-precision integer arithmetic (manual section 9.7.2).

The carry of one instruction is a source of the next: ``CC.CF`` comes as the last source and goes as the last
result.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from pyptx.sim.semantics.integer import product, unsigned
from pyptx.sim.semantics.native import lowered
from pyptx.sim.semantics.packed import choice, has
from pyptx.sim.semantics.registry import pure, unsigned_bits
from pyptx.types import from_name

if TYPE_CHECKING:
    from pyptx.sim.lowering.step import StepLowering
    from pyptx.sim.semantics.registry import Array, Modifiers


@pure("add.cc", carry="out")
def add_cc(m: Modifiers, a: Array, b: Array, cc: Array) -> tuple[Array, Array]:
    """``add.cc``: the sum; CF is its carry."""
    del m
    return _add(a, b, np.zeros_like(cc))


@pure("addc", carry="in")
def addc(m: Modifiers, a: Array, b: Array, cc: Array) -> tuple[Array, Array]:
    """``addc``: the sum and the carry; CF changes only with ``.cc``."""
    total, carry = _add(a, b, cc)
    return total, carry if has(m, "cc") else cc


@pure("sub.cc", carry="out")
def sub_cc(m: Modifiers, a: Array, b: Array, cc: Array) -> tuple[Array, Array]:
    """``sub.cc``: the difference; CF is its borrow."""
    del m
    return _subtract(a, b, np.zeros_like(cc))


@pure("subc", carry="in")
def subc(m: Modifiers, a: Array, b: Array, cc: Array) -> tuple[Array, Array]:
    """``subc``: the difference less the borrow; CF changes only with ``.cc``."""
    difference, borrow = _subtract(a, b, cc)
    return difference, borrow if has(m, "cc") else cc


@pure("mad.lo.cc", "mad.hi.cc", carry="out")
def mad_cc(m: Modifiers, a: Array, b: Array, c: Array, cc: Array) -> tuple[Array, Array]:
    """``mad.cc``: half of the product plus `c`; CF is the carry of that addition."""
    return _add(product(choice(m, ("lo", "hi")), a, b), c, np.zeros_like(cc))


@pure("madc", carry="in")
def madc(m: Modifiers, a: Array, b: Array, c: Array, cc: Array) -> tuple[Array, Array]:
    """``madc``: half of the product plus `c` plus the carry; CF changes only with ``.cc``."""
    total, carry = _add(product(choice(m, ("lo", "hi")), a, b), c, cc)
    return total, carry if has(m, "cc") else cc


@lowered(add_cc, addc)
def lower_sum(step: StepLowering) -> None:
    """Add two operands and the carry."""
    (target,), (a, b) = step.specs()
    _emit(step, "addc", target, a, b)


@lowered(sub_cc, subc)
def lower_difference(step: StepLowering) -> None:
    """Subtract an operand and the borrow."""
    (target,), (a, b) = step.specs()
    _emit(step, "subc", target, a, b)


@lowered(mad_cc, madc)
def lower_product(step: StepLowering) -> None:
    """Multiply two operands, then add the third and the carry."""
    (target,), (a, b, c) = step.specs()
    type_ = step.op.words[-1]
    product_row = step.spare(from_name(type_).bits)
    step.emit(
        f"mul.{choice(step.op.modifiers, ('lo', 'hi'))}.{unsigned_bits(type_)}", d=product_row, a=a, b=b
    )
    _emit(step, "addc", target, product_row, c)


def _emit(step: StepLowering, handler: str, target: int, a: int, b: int) -> None:
    """Emit the addition or subtraction: `e` is the carry it reads, `f` the one it writes."""
    assert step.definition is not None
    flag = next(register for register in step.op.caller.registers if register.name == "CC.CF")
    row, writes = step.program.rows[flag.number], "cc" in step.op.words
    if writes:
        step.out.defines.append(flag.number)
    bits = from_name(step.op.words[-1]).bits
    carry_in = row if step.definition.carry == "in" else -1
    step.emit(
        f"{handler}.u{bits}", d=step.needed(target, bits), a=a, b=b, e=carry_in, f=row if writes else -1
    )


def _add(a: Array, b: Array, carry: Array) -> tuple[Array, Array]:
    """Sum and carry out."""
    x, y = unsigned(a), unsigned(b)
    partial = x + y
    total = partial + carry.astype(x.dtype)
    return total.view(a.dtype), (partial < x) | (total < partial)


def _subtract(a: Array, b: Array, borrow: Array) -> tuple[Array, Array]:
    """Difference and borrow out."""
    x, y = unsigned(a), unsigned(b)
    return (x - y - borrow.astype(x.dtype)).view(a.dtype), (x < y) | ((x == y) & borrow)
