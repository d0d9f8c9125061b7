"""Differences of registers: those that may be below 0, which an unsigned register does not hold."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from pyptx import Tile, kernel, ptx, reg
from pyptx.errors import TraceError
from pyptx.ir import Directive
from pyptx.trace import Trace, tracing
from pyptx.types import b32, f32, pred, s32, s64, u32, u64
from tests.reg.bodies import refused, run, traced

if TYPE_CHECKING:
    from collections.abc import Callable

    from pyptx.reg import Reg
    from pyptx.types import PtxType


def zero_where(a: Reg, p: Reg) -> Reg:
    """A copy of register `a` that a guarded instruction sets to 0 where `p` is true."""
    copied = reg.scalar(a.dtype, init=a)
    ptx.inst.mov.u32(copied, 0, pred=p)
    return copied


@pytest.mark.parametrize(
    "first",  # 4 or less in thread 0
    [
        lambda t: t % 7,
        lambda t: t // 3,
        lambda t: t * 3,
        lambda t: t << 2,
        lambda t: (4 + t) << 0,
        lambda t: t >> 1,
        lambda t: (t + 9) >> 1,
        lambda t: (t + 9) % 5,
        lambda t: (t + 9) // 2,
        lambda t: t & 31,
        lambda t: t.max(4),
        lambda t: (t + 9).min(4),
        lambda t: reg.from_(reg.from_(t, s32), u32),
    ],
)
def test_a_difference_below_0_in_the_first_thread(first: Callable[[Reg], Reg]) -> None:
    assert "wraps to a large one" in refused(lambda: first(ptx.special.tid.x()) - 5 < 3)
    traced(lambda: first(ptx.special.tid.x()) + 5 - 5 < 3)


@pytest.mark.parametrize(
    "unknown",
    [
        lambda t: 9 % t,
        lambda t: 9 // t,
        lambda t: t + reg.scalar(u32),
        lambda t: reg.from_(reg.from_(t, f32), u32),
        lambda t: zero_where(t, t == 3),
    ],
)
def test_a_difference_that_is_not_known_in_the_first_thread(unknown: Callable[[Reg], Reg]) -> None:
    traced(lambda: unknown(ptx.special.tid.x()) - 5 < 3)


def test_a_difference_in_blocks_that_some_threads_do_not_run() -> None:
    def body() -> None:
        thread = ptx.special.tid.x()
        with ptx.if_(thread >= 5):
            assert (thread - 5 < 3).dtype is pred
        with ptx.block() as rest:
            rest.skip(thread < 5)
            assert (thread - 5 < 3).dtype is pred

    traced(body)


def test_a_difference_of_a_number_that_a_loop_counts() -> None:
    def body() -> None:
        count = reg.scalar(u32, init=0)
        for _ in ptx.range_(5):
            count += 1
        assert (count - 5 < 3).dtype is pred

    traced(body)


@pytest.mark.parametrize(
    "position",
    [
        ptx.special.laneid,
        ptx.special.ctaid.x,
        ptx.special.clusterid.y,
        ptx.special.cluster_ctaid.z,
        ptx.special.cluster_ctarank,
    ],
)
def test_positions_are_0_in_the_first_thread(position: Callable[[], Reg]) -> None:
    assert "wraps to a large one" in refused(lambda: position() - 1 < 3)
    traced(lambda: position() < 3)


@pytest.mark.parametrize(
    ("position", "last"), [(ptx.special.tid.x, 7), (ptx.special.tid.y, 5), (ptx.special.laneid, 15)]
)
def test_a_difference_below_0_in_the_last_thread(position: Callable[[], Reg], last: int) -> None:
    with tracing(Trace("k", directives=[Directive("reqntid", ("8", ",", "6"))])):
        assert (last - position() < 3).dtype is pred
        with pytest.raises(TraceError, match="wraps to a large one"):
            _ = last - 1 - position() < 3


def test_a_negated_register_that_was_written_anew_may_be_divided() -> None:
    def body(n: Reg) -> list[Reg]:
        m = -n
        m += 100
        return [m // 7]

    assert run(body, 30) == [10]


@pytest.mark.parametrize(
    "use",
    [
        lambda u, s: u + (s - 5) < 3,
        lambda u, s: (u + (s - 5) * 2) // 2,
        lambda u, s: ((s - 5) + u.max(1), reg.from_(u * (s - 5), f32)),
        lambda u, s: (u + -s).max(1),
        lambda u, s: (u + ~s).max(1),
        lambda u, s: (u + (s - 5)) * 4 >> 1,
        lambda u, s: reg.from_(u + 1 + (s - 5), f32),
    ],
)
def test_an_unsigned_sum_with_a_difference_is_not_used_as_a_number(use: Callable[[Reg, Reg], object]) -> None:
    assert "a signed one that may be below 0" in refused(use, u32, s32)


@pytest.mark.parametrize(
    "use",
    [
        lambda u, s: reg.scalar(u64) + (u + (s - 5)) * 4,
        lambda u, s: u + (s - 5) == 3,
        lambda u, s: (u + (s - 5)) & 3,
        lambda u, s: reg.from_(u + s, f32),
        lambda u, s: (u + ~reg.from_(s, b32)).max(1),
        lambda u, s: (s - 5) + reg.from_(u, s32) < 3,
        lambda u, s: (s - 5) + u < 3,
        lambda u, s: reg.from_(s - 5, f32),
    ],
)
def test_sums_of_addresses_and_of_signed_numbers_are_right(use: Callable[[Reg, Reg], object]) -> None:
    traced(use, u32, s32)


def test_a_difference_that_was_written_anew_has_no_hazard() -> None:
    def body(u: Reg, s: Reg) -> Reg:
        below = s - 5
        ptx.mov(below, 7)
        return u + below < 3

    traced(body, u32, s32)


def test_a_comparison_with_a_difference_keeps_its_sides() -> None:
    trace, _ = traced(lambda a, b: a < a - b, s32, s32)
    compared = trace.body[-1]
    assert (compared.opcode, compared.modifiers) == ("setp", ("lt", "s32"))  # type: ignore[union-attr]


@pytest.mark.parametrize(
    "widened",
    [
        lambda a, b: reg.from_(a - b, s64),
        lambda a, b: reg.scalar(s64, init=5) + (a - b),
        lambda a, b: (a - b) + reg.from_(a, s64),
        lambda a, b: reg.from_(a - b, s64) * 4,
        lambda a, b: reg.from_(a - 5, s64),
        lambda a, b: reg.scalar(s64, init=5) + (a - 5),
    ],
)
@pytest.mark.parametrize("dtype", [u32, b32])
def test_a_difference_of_unsigned_registers_is_not_widened_to_signed(
    widened: Callable[..., Any], dtype: PtxType
) -> None:
    message = refused(widened, dtype, dtype)
    assert "difference of unsigned numbers, which wraps at 0" in message
    assert "reg.from_(a, s64) - reg.from_(b, s64)" in message


def test_other_unsigned_registers_are_widened() -> None:
    def widened(a: Reg, b: Reg) -> list[Reg]:
        signed = reg.from_(a, s64) - reg.from_(b, s64)
        length = reg.from_(b - a, u64) + reg.from_(b - 1, u64)
        total = a - b
        total += b
        return [signed, reg.from_(length, s64), reg.from_(total, s64), reg.from_(reg.from_(a - b, s32), s64)]

    _, made = traced(widened, u32, u32)
    assert [each.dtype for each in made] == [s64] * 4

    @kernel(out_specs=(Tile(4, s64),), grid=(1,), arch="sm_80")
    def k(out: Any) -> None:
        (place,) = ptx.global_ptrs(out)
        for number, value in enumerate(widened(reg.scalar(u32, init=3), reg.scalar(u32, init=10))):
            ptx.st(s64, ptx.addr(place, 8 * number), value)

    assert list(k()) == [-7, 7 + 9, 3, -7]
