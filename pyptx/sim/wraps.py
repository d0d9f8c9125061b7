"""Addresses that 32-bit arithmetic wrapped: the check `checks=("wraps",)`.

``px + row * 70000 * 4`` computes the offset in 32 bits and widens it then: beyond 4 GiB its high bits are
lost, and the access goes to another place. The check follows 32-bit sums, products and shifts to the
addresses of accesses (`pyptx.sim.address_chains`) and reports the access.

A register has no sign, and compilers rely on that: ``i - 1`` of an unsigned register is the sum with
4294967295. So each operand is read both ways, and a result counts as exact where the exact result of some
readings fits. For each lane a register has two flags: the exact result does not fit a signed value of 32
bits, or an unsigned one. A conversion that widens keeps the flag of its own reading; with both flags the
result is lost. Nothing is reported until an access uses the address: lanes that a branch excludes may compute
anything.
"""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from pyptx.sim.address_chains import ARITHMETIC
from pyptx.sim.faults import OtherAccess, Trap
from pyptx.sim.observers import Observer
from pyptx.sim.steps import Step
from pyptx.sim.symbols import Register

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pyptx.sim.address_chains import AddressChains, Link, Source
    from pyptx.sim.machine import Machine
    from pyptx.sim.observers import Array
    from pyptx.sim.site import Site

NOT_SIGNED, NOT_UNSIGNED = 1, 2
LOST = NOT_SIGNED | NOT_UNSIGNED

_READINGS = ((NOT_SIGNED, -(2.0**31), 2.0**31), (NOT_UNSIGNED, 0.0, 2.0**32))
"""Flag, least value and end of each reading of 32 bits."""


class Exact(NamedTuple):
    """The exact results of a 32-bit instruction, lane by lane.

    Attributes:
        flags: `NOT_SIGNED`, `NOT_UNSIGNED`, both or 0.
        values: The smallest result of all readings.
    """

    flags: Array
    values: Array


def exact(kind: str, operands: Sequence[Array], flags: Sequence[Array]) -> Exact:
    """The exact results of 32-bit arithmetic.

    Args:
        kind: One of `ARITHMETIC`.
        operands: Values of u32, of one shape.
        flags: Flags of each.

    >>> rows, stride, none = np.uint32([1, 10_000, 20_000]), np.uint32([280_000] * 3), np.zeros(3, np.uint8)
    >>> found = exact("product", [rows, stride], [none, none])
    >>> found.flags.tolist(), found.values.tolist()
    ([0, 1, 3], [280000.0, 2800000000.0, 5600000000.0])
    >>> exact("sum", [np.uint32([0, 7]), np.uint32([2**32 - 1] * 2)], [none[:2], none[:2]]).values.tolist()
    [-1.0, 6.0]
    """
    fits = np.zeros((2, *operands[0].shape), np.bool_)
    values = np.full(operands[0].shape, np.inf)
    lost = np.zeros(operands[0].shape, np.bool_)
    for flag in flags:
        lost |= flag == LOST
    for chosen in product(range(2), repeat=len(operands)):
        possible = ~lost
        read = []
        for operand, flag, reading in zip(operands, flags, chosen, strict=True):
            possible &= flag & _READINGS[reading][0] == 0
            read.append(operand.astype(np.float64) if reading else operand.view(np.int32).astype(np.float64))
        result = _compute(kind, read)
        for reading, (_, least, end) in enumerate(_READINGS):
            fits[reading] |= possible & (result >= least) & (result < end)
        values = np.where(possible & (abs(result) < abs(values)), result, values)
    found = np.where(fits[0], 0, NOT_SIGNED) | np.where(fits[1], 0, NOT_UNSIGNED)
    return Exact(found.astype(np.uint8), values)


def _compute(kind: str, read: Sequence[Array]) -> Array:
    """Return a result in floating point, which is exact for all numbers of 32 bits."""
    first, second, *third = read
    result: Array
    if kind == "sum":
        result = first + second
    elif kind == "difference":
        result = first - second
    elif kind == "shift":
        result = first * np.exp2(np.clip(second, 0, 64))
    else:
        result = first * second + sum(third)
    return result


def let_through(m: Machine, step: Step) -> Array:
    """The lanes that execute an instruction: those that its guard lets through."""
    lanes = m.executing()
    if step.guard < 0:
        return lanes
    taken: Array = lanes & (m.values[step.guard] != step.negated)
    return taken


class AddressWraps(Observer):
    """Reports accesses whose address is not what exact arithmetic gives."""

    def __init__(self, m: Machine, chains: AddressChains) -> None:
        self.m = m
        self._chains = chains
        self._flags = {number: np.zeros(m.lanes, np.uint8) for number in chains.registers}
        self._cause = {number: np.zeros(m.lanes, np.int32) for number in chains.registers}
        self._links: list[tuple[Link, Array]] = []
        """Links that have wrapped, with the last exact result of every lane; `_cause` counts them from 1."""
        self._numbers: dict[Link, int] = {}

    def issued(self, step: Site, *, branches: bool) -> None:
        """Check the addresses of an instruction, and track its results."""
        del branches
        assert isinstance(step, Step)
        access, links = self._chains.accesses.get(step), self._chains.links.get(step)
        if access is not None:
            lanes = let_through(self.m, step)
            if access.size is not None:
                lanes = lanes & (self._value(access.size) != 0)
            for register in access.registers:
                wrong = lanes & (self._flags[register.number] != 0)
                if wrong.any():
                    raise self._trap(register, int(wrong.argmax()))
        if links is not None:
            lanes = let_through(self.m, step)
            found = [(link.target.number, *self._followed(link)) for link in links]
            for number, flags, cause in found:
                self._flags[number][lanes] = flags[lanes]
                self._cause[number][lanes] = np.where(flags == 0, 0, cause)[lanes]

    def _value(self, source: Source) -> Array:
        if isinstance(source, int):
            return np.full(self.m.lanes, source % (1 << 32), np.uint32)
        held: Array = self.m.files[source.bits][source.row]
        return held

    def _followed(self, link: Link) -> tuple[Array, Array]:
        """The flags and the causes of the register that a link writes."""
        none = np.zeros(self.m.lanes, np.uint8)
        followed = [
            source.number if isinstance(source, Register) and source.number in self._flags else None
            for source in link.sources
        ]
        flags = [none if number is None else self._flags[number] for number in followed]
        cause = np.zeros(self.m.lanes, np.int32)
        for number in followed:
            if number is not None:
                cause = np.where(cause == 0, self._cause[number], cause)
        if link.kind in ARITHMETIC:
            found = exact(link.kind, [self._value(source) for source in link.sources], flags)
            wrapped = (found.flags != 0) & np.isfinite(found.values)
            if wrapped.any():
                cause = np.where(wrapped, self._noted(link, found.values, wrapped), cause)
            return found.flags, cause
        kept = {"signed": NOT_SIGNED, "unsigned": NOT_UNSIGNED}.get(link.kind)
        together = np.bitwise_or.reduce(flags) if flags else none
        return (together if kept is None else np.where(together & kept, LOST, 0).astype(np.uint8)), cause

    def _noted(self, link: Link, values: Array, wrapped: Array) -> int:
        """The number of a link that has wrapped, whose exact results are kept for the report."""
        number = self._numbers.setdefault(link, len(self._links) + 1)
        if number > len(self._links):
            self._links.append((link, np.zeros(self.m.lanes)))
        self._links[number - 1][1][wrapped] = values[wrapped]
        return number

    def _trap(self, register: Register, lane: int) -> Trap:
        link, values = self._links[self._cause[register.number][lane] - 1]
        value = int(values[lane])
        holds, remedy = "32 bits do not hold it", "widen an operand first: mul.wide, cvt"
        if -(1 << 31) <= value < 0:
            holds, remedy = "it is widened as unsigned", "widen it as signed: cvt.s64.s32, mul.wide.s32"
        elif 0 <= value < 1 << 32:
            holds, remedy = "it is widened as signed", "widen it as unsigned: cvt.u64.u32, mul.wide.u32"
        said = (
            "the address comes from a 32-bit result that wrapped; "
            f"its exact value is {value:,d}, and {holds}; {remedy}"
        )
        other = OtherAccess(link.step, self.m.thread_of(lane), "this thread", "computed that result")
        return Trap("address-wrap", said, lane, other=other)
