"""`ptx.if_` with the opposite comparison, as compilers write it."""

from __future__ import annotations

import operator
from typing import TYPE_CHECKING, Any

import pytest

from pyptx import ptx, reg
from pyptx.emitter import emit_statement
from pyptx.errors import TraceError
from pyptx.trace import Trace, tracing
from pyptx.types import f32, s32, u32

if TYPE_CHECKING:
    from collections.abc import Callable

    from pyptx.types import PtxType


def traced(dtype: PtxType, compare: Callable[[Any, Any], Any]) -> list[str]:
    """The comparison and the branch of a conditional."""
    with tracing(Trace("k")) as trace:
        a, b = reg.scalar(dtype), reg.scalar(dtype)
        with ptx.if_(compare(a, b), inverted=True):
            ptx.ret()
    return [emit_statement(each).strip().partition(" ")[0] for each in trace.body[:2]]


@pytest.mark.parametrize(
    ("dtype", "compare", "opcode"),
    [
        (s32, operator.lt, "setp.ge.s32"),
        (u32, operator.le, "setp.gt.u32"),
        (u32, operator.eq, "setp.ne.u32"),
        (f32, operator.lt, "setp.geu.f32"),
        (f32, operator.eq, "setp.neu.f32"),
        (f32, operator.ne, "setp.eq.f32"),
    ],
)
def test_the_opposite_comparison_branches(
    dtype: PtxType, compare: Callable[[Any, Any], Any], opcode: str
) -> None:
    assert traced(dtype, compare) == [opcode, "@%p0"]


def test_the_condition_is_a_comparison_in_its_place() -> None:
    with tracing(Trace("k")):
        a = reg.scalar(s32)
        condition = a < 5
        a += 1
        with pytest.raises(TraceError, match="inverted=True takes a comparison in its place"):
            ptx.if_(condition, inverted=True).__enter__()
