"""Registers read as Python reads: the value of a moment, the sign of a type, or a refusal."""

from __future__ import annotations

import copy
import functools
import math
import operator
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pyptx import ptx, reg, smem
from pyptx.emitter import emit_statement
from pyptx.types import f32, pred, s32, s64, u32, u64
from tests.reg.bodies import refused, run, runner, traced

if TYPE_CHECKING:
    from collections.abc import Callable

    from pyptx.reg import Reg
    from pyptx.types import PtxType


def pair(a: Reg, b: Reg) -> reg.RegArray:
    """An array of two."""
    made = reg.array(a.dtype, 2)
    made[:] = [a, b]
    return made


# -- elements


def test_the_handle_of_an_element_that_was_assigned_is_refused() -> None:
    def maximum(m: reg.RegArray) -> Reg:
        before = m[0]
        m[0] = before.max(m[1])
        return before - m[0]

    assert "copy the old one before that" in refused(lambda a, b: maximum(pair(a, b)), s32, s32)


def test_a_copy_of_an_element_keeps_its_value() -> None:
    def maximum(a: Reg, b: Reg) -> list[Reg]:
        m = pair(a, b)
        before = +m[0]
        m[0] = before.max(m[1])
        return [before, m[0]]

    assert run(maximum, 3, 8) == [3, 8]


def test_elements_are_swapped_by_a_slice_and_not_by_a_pair() -> None:
    def by_pair(a: Reg, b: Reg) -> None:
        acc = pair(a, b)
        acc[0], acc[1] = acc[1], acc[0]

    def by_slice(a: Reg, b: Reg) -> list[Reg]:
        acc = pair(a, b)
        acc[:] = [acc[1], acc[0]]
        return acc.regs()

    assert "was read from its array before" in refused(by_pair, s32, s32)
    assert run(by_slice, 1, 2) == [2, 1]


@settings(max_examples=15)
@given(st.data())
def test_slices_of_an_array_are_read_before_they_are_written(data: st.DataObject) -> None:
    count = data.draw(st.integers(2, 5))
    sources = data.draw(st.lists(st.integers(0, count - 1), min_size=count, max_size=count))

    def body(*registers: Reg) -> list[Reg]:
        acc = reg.array(s32, count)
        acc[:] = registers
        acc[:] = [acc[number] for number in sources]
        return acc.regs()

    assert run(body, *range(10, 10 + count)) == [10 + number for number in sources]


@pytest.mark.parametrize("shift", ["up", "down", "reversed"])
def test_an_array_shifts_by_slices_of_itself(shift: str) -> None:
    def body(*registers: Reg) -> list[Reg]:
        acc = reg.array(s32, 4)
        acc[:] = registers
        if shift == "up":
            acc[1:] = acc[:-1]
        elif shift == "down":
            acc[:-1] = acc[1:]
        else:
            acc[:] = acc[::-1]
        return acc.regs()

    expected = {"up": [1, 1, 2, 3], "down": [2, 3, 4, 4], "reversed": [4, 3, 2, 1]}
    assert run(body, 1, 2, 3, 4) == expected[shift]


def test_a_list_of_handles_is_no_snapshot() -> None:
    def snapshot(a: Reg, b: Reg) -> Reg:
        acc = pair(a, b)
        before = list(acc)
        acc[1] = 7
        return before[1] + acc[1]

    assert "read from its array" in refused(snapshot, s32, s32)


def test_a_copied_array_is_a_snapshot() -> None:
    def snapshot(a: Reg, b: Reg) -> list[Reg]:
        acc = pair(a, b)
        before = copy.copy(acc)
        acc[1] = 7
        return [before[1], acc[1]]

    assert run(snapshot, 1, 2) == [2, 7]


def test_handles_stay_where_instructions_write() -> None:
    def body(a: Reg, b: Reg) -> list[Reg]:
        acc = pair(a, b)
        registers = acc.regs()
        for register in registers:
            ptx.inst.add.s32(register, register, 10)
        acc[0] += 1
        return [registers[0], acc[1]]

    assert run(body, 1, 2) == [12, 12]


def test_a_stale_handle_guards_nothing() -> None:
    def guarded(a: Reg, b: Reg) -> None:
        chosen = pair(a, b)
        before = chosen[0]
        chosen[0] = b
        ptx.ret(pred=before)

    assert "read from its array" in refused(guarded, pred, pred)


def test_a_tile_has_no_sum() -> None:
    assert "ptx.addr(tile, offset)" in refused(lambda: smem.alloc(f32, (4, 4)) + 4)


def test_a_stale_handle_is_not_assigned_back() -> None:
    def restored(a: Reg, b: Reg) -> None:
        acc = pair(a, b)
        before = acc[0]
        acc[0] = 5
        acc[0] = before

    assert "read from its array" in refused(restored, s32, s32)


# -- copies


@pytest.mark.parametrize("copied", [operator.pos, copy.copy, copy.deepcopy, lambda x: reg.from_(x, s32)])
def test_copies_are_registers_of_their_own(copied: Callable[[Reg], Reg]) -> None:
    def body(x: Reg) -> list[Reg]:
        before = copied(x)
        x += 1
        return [before, x]

    assert run(body, 4) == [4, 5]


def test_a_list_of_copies() -> None:
    def body(x: Reg) -> list[Reg]:
        several = [+x for _ in range(3)]
        several[0] += 1
        return copy.deepcopy(several)

    assert run(body, 4) == [5, 4, 4]


# -- signs and constants

UNSIGNED = "never below 0"
ROUNDED = "rounded toward zero"


@pytest.mark.parametrize(
    ("body", "dtype", "said"),
    [
        (lambda u: u - 5 >= 0, u32, UNSIGNED),
        (lambda u: 0 <= u - 5, u32, UNSIGNED),  # noqa: SIM300
        (lambda u: u < 0, u64, UNSIGNED),
        (lambda u: u < -1, u32, UNSIGNED),
        (lambda u: u == -(2**31) - 1, u32, UNSIGNED),
        (lambda u: (u - 5).max(0), u32, UNSIGNED),
        (lambda u: u.min(-1), u32, UNSIGNED),
        (lambda u: u // -2, u32, UNSIGNED),
        (lambda u: u % -2, u32, UNSIGNED),
        (lambda u: ptx.special.tid.x() - 5 >= 0, u32, "wraps to a large one"),
        (lambda u: np.int64(-1) < u, u32, UNSIGNED),
        (lambda u: abs(u - 5), u32, UNSIGNED),
        (lambda u: -u < 3, u32, "wraps at 0"),
        (lambda u: reg.from_(-u, f32), u32, "wraps at 0"),
        (lambda u: reg.from_(0 - u, s64), u32, "wraps at 0"),
        (lambda u: u + 2**32, u32, "does not fit u32"),
        (lambda s: s < 2**31, s32, "has no number 2147483648"),
        (lambda s: s.max(0xFFFFFFFF), s32, "has no number"),
        (lambda s: s // -2, s32, ROUNDED),
        (lambda s: s % -4, s32, ROUNDED),
        (lambda s: -7 // s, s32, ROUNDED),
        (lambda s: -(-s // 32), s32, "ptx.ceil_div"),
        (lambda s: (0 - s) % 4, s32, ROUNDED),
        (lambda s: s // 0, s32, "divides by zero"),
        (lambda s: s << 32, s32, "leaves nothing"),
        (lambda s: s >> 40, s32, "leaves nothing"),
        (lambda s: s >> -1, s32, "shift the other way"),
        (lambda s: s.__ilshift__(np.int32(-2)), s32, "shift the other way"),
    ],
)
def test_a_constant_that_python_reads_otherwise(
    body: Callable[[Reg], object], dtype: PtxType, said: str
) -> None:
    assert said in refused(body, dtype)


@pytest.mark.parametrize(
    ("body", "dtype"),
    [
        (lambda u: u >= 5, u32),
        (lambda u: u > 0, u32),
        (lambda u: u == 0xFFFFFFFF, u32),
        (lambda u: u == -1, u32),
        (lambda u: u - 5 != -5, u32),
        (lambda u: u + -4, u32),
        (lambda u: u & ~31, u32),
        (lambda u: u - 5, u32),
        (lambda u: u * -1, u32),
        (lambda u: u // 2, u32),
        (lambda u: (u - 5).max(1), u32),
        (lambda u: -u & 31, u32),
        (lambda u: reg.from_(u, s32) - 5 >= 0, u32),
        (lambda s: s < -1, s32),
        (lambda s: s.max(0), s32),
        (lambda s: (-s).max(0), s32),
        (lambda s: -(s // 32), s32),
        (lambda s: 7 // -s, s32),
        (lambda s: s & 0xFFFFFFFF, s32),
        (lambda s: s >> 31, s32),
        (lambda x: x / -2.0, f32),
        (lambda x: (-x).max(0.0), f32),
    ],
)
def test_constants_that_mean_the_same(body: Callable[[Reg], object], dtype: PtxType) -> None:
    traced(body, dtype)


SIGN_READERS: list[Callable[[Any, Any], object]] = [
    operator.lt, operator.le, operator.gt, operator.ge, operator.eq, operator.ne, operator.floordiv,
    operator.mod, reg.Reg.max, reg.Reg.min,
]  # fmt: skip
SAME_BITS: list[Callable[[Any, Any], object]] = [
    operator.add,
    operator.sub,
    operator.mul,
    operator.and_,
    operator.or_,
    operator.xor,
]


@pytest.mark.parametrize("operation", SIGN_READERS)
@pytest.mark.parametrize(("a", "b"), [(s32, u32), (s32, u64), (s64, u64)])
def test_signed_and_unsigned_registers_are_not_compared(
    operation: Callable[[Any, Any], object], a: PtxType, b: PtxType
) -> None:
    for types in ((a, b), (b, a)):
        assert "holds the numbers of both" in refused(operation, *types)


@pytest.mark.parametrize("operation", SIGN_READERS)
@pytest.mark.parametrize(("a", "b"), [(s64, u32), (s32, s64), (u32, u64), (s32, s32)])
def test_types_that_hold_both_are(operation: Callable[[Any, Any], object], a: PtxType, b: PtxType) -> None:
    for types in ((a, b), (b, a)):
        traced(operation, *types)


@pytest.mark.parametrize("operation", SAME_BITS)
def test_sums_and_bits_have_no_sign(operation: Callable[[Any, Any], object]) -> None:
    traced(operation, s32, u32)
    traced(operation, u64, s32)


@functools.cache
def ceil_divs(dtype: PtxType) -> Callable[..., list[int]]:
    """Return a function that runs three quotients of two registers, rounded up."""
    return runner(lambda x, y: [ptx.ceil_div(x, y), ptx.ceil_div(x, 32), ptx.ceil_div(7, y)], 2, dtype)


@settings(max_examples=25)
@given(st.integers(0, 2**32 - 1), st.integers(1, 2**32 - 1))
def test_ceil_div_of_unsigned(a: int, b: int) -> None:
    exact = -(-a // b)
    assert ceil_divs(u32)(a, b) == [exact, -(-a // 32), -(-7 // b)]
    assert ptx.ceil_div(a, b) == exact


@settings(max_examples=25)
@given(st.integers(-(2**31) + 1, 2**31 - 1), st.integers(-(2**31) + 1, 2**31 - 1).filter(bool))
def test_ceil_div_of_signed(a: int, b: int) -> None:
    assert ceil_divs(s32)(a, b) == [-(-a // b), -(-a // 32), -(-7 // b)]


def test_ceil_div_by_nothing() -> None:
    assert "it must be above zero" in refused(lambda x: ptx.ceil_div(x, 0), u32)


# -- predicates are values


@pytest.mark.parametrize("formula", [lambda p, q: ~p, lambda p, q: p | q, lambda p, q: q | p])
def test_a_formula_whose_predicate_changed_is_refused(formula: Callable[[Reg, Reg], Any]) -> None:
    def body(a: Reg, p: Reg, q: Reg) -> None:
        kept = formula(p, q)
        ptx.setp("lt", u32, p, a, 3)
        with ptx.if_(kept):
            ptx.ret()

    assert "got another value" in refused(body, u32, pred, pred)


def test_a_formula_behind_the_block_that_sets_its_predicate() -> None:
    def body(a: Reg, p: Reg) -> None:
        with ptx.scope():
            ptx.setp("lt", u32, p, a, 3)
        ptx.inst.ret(pred=~p)

    trace, _ = traced(body, u32, pred)
    assert emit_statement(trace.body[-1]) == "@!%p0 ret;"


def test_a_formula_whose_predicate_changed_behind_it_in_a_block_is_refused() -> None:
    def body(a: Reg, p: Reg) -> None:
        with ptx.scope():
            kept = ~p
            ptx.setp("lt", u32, p, a, 3)
        ptx.inst.ret(pred=kept)

    assert "got another value" in refused(body, u32, pred)


def test_a_guard_whose_predicate_changed_is_refused() -> None:
    def body(a: Reg, p: Reg) -> None:
        kept = ~p
        p &= a < 3
        ptx.inst.mov.u32(a, 1, pred=kept)

    assert "got another value" in refused(body, u32, pred)


def test_a_kept_predicate_has_its_old_value() -> None:
    def body(a: Reg) -> list[Reg]:
        p = a < 3
        kept, either = reg.from_(~p, pred), reg.from_(p | ~p, pred)
        ptx.setp("ge", s32, p, a, 3)
        return [reg.from_(p, s32), reg.from_(kept, s32), reg.from_(either, s32), reg.from_(~p, s32)]

    assert run(body, 1) == [0, 0, 1, 1]


def test_pairs_of_destinations_are_written_again() -> None:
    def body(a: Reg, p: Reg, q: Reg) -> None:
        both = p | q
        ptx.inst.setp.lt.u32(both, a, 3)
        ptx.inst.setp.lt.u32(both, a, 4)

    traced(body, u32, pred, pred)


# -- what a register is not


def indexed(r: Reg) -> object:
    return [1, 2, 3][r]


def entered(r: Reg) -> None:
    with r < 3:
        pass


NOT_NUMBERS: list[tuple[Callable[[Any], object], str]] = [
    (lambda r: r**2, "x * x"),
    (lambda r: 2**r, "1 << n"),
    (lambda r: divmod(r, 3), "q, r = a // b, a % b"),
    (np.exp, "NumPy computes on the host"),
    (lambda r: np.maximum(r, 3), "a.max(b)"),
    (lambda r: np.array([1, 2]) + r, "NumPy array meets a register"),
    (lambda r: r + np.array([1, 2]), "an array of shape (2,)"),
    (lambda r: np.asarray(r), "cannot be an element of a NumPy array"),
    (lambda r: math.sqrt(r), "ptx.inst.sqrt.rn.f32"),
    (lambda r: math.floor(r), "cvt.rmi"),
    (lambda r: math.ceil(r), "ptx.ceil_div"),
    (lambda r: math.trunc(r), "reg.from_"),
    (lambda r: max(r, 3), "a.max(b)"),
    (lambda r: sorted([r, r + 1]), "does not branch"),
    (lambda r: round(r), "cvt.rni"),
    (lambda r: int(r), "no value while the kernel is traced"),
    (lambda r: float(r), "no value while the kernel is traced"),
    (lambda r: bool(r), "does not branch"),
    (lambda r: {r: 1}, "cannot be a key of a dictionary"),
    (lambda r: r in {0, 1}, "(x == 0) | (x == 1)"),
    (lambda r: r in [0, 1], "does not branch"),
    (entered, "with ptx.if_(p):"),
    (lambda r: -(r < 3), "write ~p"),
    (lambda r: list(r), "it has no elements"),
    (lambda r: r > 3 and r < 5, "p & q"),
    (lambda r: not r > 3, "~p"),
    (lambda r: 1 < r < 3, "(a < b) & (b < c)"),
    (lambda r: 1 if r < 3 else 2, "ptx.selp"),
    (lambda r: f"{r:.2f}", "does not print it"),
    (lambda r: len(r), "it has no length"),
    (lambda r: r[0], "load from an address"),
    (lambda r: operator.setitem(r, 0, 1), "store to an address"),
    (lambda r: r @ r, "ptx.mma.sync"),
    (indexed, "not an index of a list"),
    (lambda r: reg.array(u32, 2) + r, "has no arithmetic"),
]


@pytest.mark.parametrize(("body", "said"), NOT_NUMBERS)
def test_what_a_register_is_not_says_what_to_write(body: Callable[[Any], object], said: str) -> None:
    assert said in refused(body, u32)


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("astype", "; convert by `reg.from_(x, f32)`\n  at "),
        ("item", "; it has no value while the kernel is traced"),
        ("sum", "; the sum over a warp is `ptx.warp.reduce_sum(x)`"),
        ("exp", "; on the GPU: ptx.inst.sqrt.rn.f32"),
    ],
)
def test_attributes_of_arrays_and_numbers_say_what_to_write(name: str, said: str) -> None:
    def body(r: Reg) -> Any:
        assert not hasattr(r, name)
        return getattr(r, name)

    with pytest.raises(AttributeError) as caught:
        traced(body, u32)
    assert said in str(caught.value)


def test_any_other_attribute_is_missing() -> None:
    with pytest.raises(AttributeError, match=r"Reg has no attribute colour$"):
        traced(lambda r: r.colour, u32)


def test_numbers_of_numpy_are_numbers() -> None:
    def body(r: Reg) -> list[Reg]:
        return [np.int32(5) - r, r - np.int64(5), reg.from_(np.int32(3) < r, s32), np.int32(2) * r]

    assert run(body, 4) == [1, -1, 1, 8]
    trace, _ = traced(lambda x: np.float32(2) * x, f32)
    assert [getattr(each, "opcode", "") for each in trace.body] == ["mul"]


def test_a_register_prints_its_name() -> None:
    assert traced(lambda r: f"{r} {r!s}", u32)[1] == "%r0 %r0"


@pytest.mark.parametrize("product", [lambda a: [a] * a, lambda a: a * [a], lambda a: (a,) * a])
def test_a_list_meets_a_register(product: Callable[..., Any]) -> None:
    assert "several registers are reg.array(dtype, n)" in refused(product, u32)
