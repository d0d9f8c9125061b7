"""Extended-precision integer arithmetic (manual section 9.7.2).

The carry of one instruction is a source of the next: ``CC.CF`` comes as the last source and goes as the last
result.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from pyptx.sim.semantics.integer import product, unsigned
from pyptx.sim.semantics.packed import choice, has
from pyptx.sim.semantics.registry import pure

if TYPE_CHECKING:
    from pyptx.sim.semantics.registry import Array, Modifiers


@pure("add.cc", carry=True)
def add_cc(m: Modifiers, a: Array, b: Array, cc: Array) -> tuple[Array, Array]:
    """``add.cc``: the sum; CF is its carry."""
    del m
    return _add(a, b, np.zeros_like(cc))


@pure("addc", carry=True)
def addc(m: Modifiers, a: Array, b: Array, cc: Array) -> tuple[Array, Array]:
    """``addc``: the sum and the carry; CF changes only with ``.cc``."""
    total, carry = _add(a, b, cc)
    return total, carry if has(m, "cc") else cc


@pure("sub.cc", carry=True)
def sub_cc(m: Modifiers, a: Array, b: Array, cc: Array) -> tuple[Array, Array]:
    """``sub.cc``: the difference; CF is its borrow."""
    del m
    return _subtract(a, b, np.zeros_like(cc))


@pure("subc", carry=True)
def subc(m: Modifiers, a: Array, b: Array, cc: Array) -> tuple[Array, Array]:
    """``subc``: the difference less the borrow; CF changes only with ``.cc``."""
    difference, borrow = _subtract(a, b, cc)
    return difference, borrow if has(m, "cc") else cc


@pure("mad.lo.cc", "mad.hi.cc", carry=True)
def mad_cc(m: Modifiers, a: Array, b: Array, c: Array, cc: Array) -> tuple[Array, Array]:
    """``mad.cc``: half of the product plus `c`; CF is the carry of that addition."""
    return _add(product(choice(m, ("lo", "hi")), a, b), c, np.zeros_like(cc))


@pure("madc", carry=True)
def madc(m: Modifiers, a: Array, b: Array, c: Array, cc: Array) -> tuple[Array, Array]:
    """``madc``: half of the product plus `c` plus the carry; CF changes only with ``.cc``."""
    total, carry = _add(product(choice(m, ("lo", "hi")), a, b), c, cc)
    return total, carry if has(m, "cc") else cc


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
