"""Special registers: the time of their read, and the registers of their values."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from pyptx import ptx, reg
from pyptx.emitter import emit_statement
from pyptx.errors import TraceError
from pyptx.trace import Trace, tracing
from pyptx.types import u32, u64

if TYPE_CHECKING:
    from collections.abc import Callable


untyped: Any = ptx
"""Checkers of types refuse these uses, too."""


def lines(body: Callable[[], Any]) -> list[str]:
    with tracing(Trace("k")) as trace:
        body()
    return [emit_statement(statement).strip().rstrip(";") for statement in trace.body]


def test_a_clock_is_read_where_it_is_called() -> None:
    def body() -> None:
        start = ptx.special.clock64()
        ptx.bar.sync(0)
        end = ptx.special.clock64()
        end - start

    assert lines(body) == [
        "mov.u64 %rd0, %clock64",
        "bar.sync 0",
        "mov.u64 %rd1, %clock64",
        "sub.u64 %rd2, %rd1, %rd0",
    ]


@pytest.mark.parametrize(
    ("read", "said"),
    [
        (ptx.special.clock, "mov.u32 %r0, %clock"),
        (ptx.special.globaltimer, "mov.u64 %rd0, %globaltimer"),
        (lambda: ptx.special.globaltimer_lo(), "mov.u32 %r0, %globaltimer_lo"),
        (ptx.special.smid, "mov.u32 %r0, %smid"),
        (ptx.special.warpid, "mov.u32 %r0, %warpid"),
        (lambda: ptx.sreg("%clock_hi"), "mov.u32 %r0, %clock_hi"),
        (lambda: ptx.inst.mov.u32(u32, "%clock"), "mov.u32 %r0, %clock"),
    ],
)
def test_what_changes_while_a_thread_runs_is_read_at_once(read: Callable[[], Any], said: str) -> None:
    assert lines(read) == [said]


def test_what_stays_is_an_operand() -> None:
    assert lines(lambda: (ptx.special.laneid(), ptx.special.tid.x(), ptx.sreg("%total_smem_size"))) == []
    assert lines(lambda: reg.from_(ptx.special.tid.x(), u32)) == ["mov.u32 %r0, %tid.x"]


@pytest.mark.parametrize(
    ("use", "call"),
    [
        (lambda: untyped.special.tid.x * 4, "ptx.special.tid.x()"),
        (lambda: 4 * untyped.special.tid.y, "ptx.special.tid.y()"),
        (lambda: untyped.special.tid.x == 0, "ptx.special.tid.x()"),
        (lambda: bool(untyped.special.tid.x), "ptx.special.tid.x()"),
        (lambda: untyped.special.laneid < 16, "ptx.special.laneid()"),
        (lambda: reg.scalar(u32) + untyped.special.laneid, "ptx.special.laneid()"),
        (lambda: reg.scalar(u64) - untyped.special.clock64, "ptx.special.clock64()"),
        (lambda: untyped.special.lanemask_lt & 1, "ptx.special.lanemask_lt()"),
        (lambda: untyped.special.tid + 1, "ptx.special.tid.x()"),
        (lambda: untyped.special.ctaid == 0, "ptx.special.ctaid.x()"),
        (lambda: untyped.ctaid_x * 128, "ptx.ctaid_x()"),
        (lambda: untyped.inst.mov.u32(u32, untyped.special.tid.x), "ptx.special.tid.x()"),
        (lambda: untyped.inst.mov.u32(u32, untyped.special.tid), "ptx.special.tid.x()"),
        (lambda: untyped.mov(u32, reg.scalar(u32), untyped.special.smid), "ptx.special.smid()"),
        (lambda: range(untyped.special.tid.x), "ptx.special.tid.x()"),
    ],
)
def test_a_function_is_not_the_value_that_it_reads(use: Callable[[], Any], call: str) -> None:
    with pytest.raises(TraceError) as caught:
        lines(use)
    assert f"write {call}" in str(caught.value)
    assert __file__ in str(caught.value)


def test_arguments_are_refused() -> None:
    with pytest.raises(TraceError, match="takes no arguments, but got 1"):
        untyped.special.laneid(1)
