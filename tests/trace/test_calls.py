"""Calls that do not fit: the message says which argument, what is legal, and the line of the call."""

# mypy: disable-error-code="arg-type,call-arg"
from __future__ import annotations

import inspect
from typing import TYPE_CHECKING, Any

import pytest

from pyptx import ptx, reg, smem
from pyptx.errors import TraceError
from pyptx.trace import Trace, tracing
from pyptx.types import b32, f32, u32

if TYPE_CHECKING:
    from collections.abc import Callable


def refused(call: Callable[..., Any]) -> str:
    """What is said about a call inside a kernel; it names this file and the line of the call."""
    with tracing(Trace("k")), pytest.raises(TraceError) as caught:
        call()
    line = inspect.getsourcelines(call)[1]
    message = str(caught.value)
    assert message.endswith(f"\n  at {__file__}:{line}"), message
    return message


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (lambda: reg.scalar(), "reg.scalar: missing a required argument: 'dtype'"),
        (lambda: reg.scalar(u32, bogus=1), "reg.scalar: got an unexpected keyword argument 'bogus'"),
        (lambda: reg.wgmma_frag(64, 8, f32), "reg.wgmma_frag: too many positional arguments"),
        (lambda: reg.wgmma_frag(m=64, n=8, dtype="f32"), "reg.wgmma_frag: dtype is 'f32'; it is a type of"),
        (lambda: smem.alloc(f32), "smem.alloc: missing a required argument: 'shape'"),
        (lambda: smem.alloc(f32, 4, align="16"), "smem.alloc: align is '16'; it is an integer"),
        (lambda: ptx.bar.arrive(0), "ptx.bar.arrive: missing a required argument: 'count'"),
        (lambda: ptx.fence.proxy_async(1), "ptx.fence.proxy_async: too many positional arguments"),
        (lambda: ptx.cp.async_.wait_group(), "ptx.cp.async_.wait_group: missing a required argument: 'n'"),
        (lambda: ptx.cp.async_.ca("a", "b"), "ptx.cp.async_.ca: missing a required argument: 'byte_count'"),
        (lambda: ptx.NamedBarrier(), "ptx.NamedBarrier: missing a required argument: 'barrier_id'"),
        (lambda: ptx.range_(), "ptx.range_: missing a required argument: 'start'"),
        (lambda: ptx.kloop(4, unroll="2", body=list), "ptx.kloop: unroll is '2'; it is an integer"),
        (lambda: ptx.kloop(4, unroll=2, body=None), "ptx.kloop: body is None; it is a function"),
        (lambda: ptx.ret(5), "ptx.ret: too many positional arguments"),
        (lambda: ptx.pragma(5), "ptx.pragma: value is 5; it is a string"),
        (lambda: ptx.raw(5), "ptx.raw: text is 5; it is a string"),
        (lambda: ptx.sreg(5), "ptx.sreg: name is 5; it is a string"),
        (lambda: ptx.var("shared", "f32", "v"), "ptx.var: dtype is 'f32'; it is a type of pyptx.types"),
        (lambda: ptx.mul(u32, reg.scalar(u32), 1, 2, mode=5), "ptx.mul: mode is 5; it is a string or None"),
        (lambda: ptx.membar(5), "ptx.membar: level is 5; it is a string"),
        (
            lambda: ptx.ldmatrix(dst=reg.array(b32, 4), src="t", layout=4),
            "ptx.ldmatrix: layout is 4; it is a",
        ),
        (lambda: ptx.cta.reduce_sum(reg.scalar(f32)), "ptx.cta.reduce_sum: missing a required argument"),
        (lambda: ptx.cta.reduce_sum(reg.scalar(f32), threads="64"), "threads is '64'; it is an integer"),
        (lambda: ptx.pipe(1)(), "ptx.pipe(...): missing a required argument: 'dst'"),
    ],
)
def test_arguments_are_named_with_what_they_should_be(call: Callable[..., Any], said: str) -> None:
    assert said in refused(call)


def test_the_signature_is_shown() -> None:
    assert "\n  ptx.label(name: str)\n" in refused(lambda: ptx.label())


def test_operands_have_no_keywords() -> None:
    said = refused(lambda: ptx.inst.add.u32(dst=1, a=2))
    assert said.startswith(
        "add.u32: operands are given in order, and the only keyword is pred=; not dst=, a="
    )


def test_an_error_of_the_users_own_is_left_alone() -> None:
    def body() -> None:
        raise TypeError("mine")

    with tracing(Trace("k")), pytest.raises(TypeError, match="mine"):
        ptx.kloop(2, unroll=1, body=body)
