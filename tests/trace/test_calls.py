"""Calls that do not fit: the message says which argument, what is legal, and the line of the call."""

# mypy: disable-error-code="arg-type,call-arg,call-overload,index"
from __future__ import annotations

import inspect
from typing import TYPE_CHECKING, Any

import pytest

from pyptx import ptx, reg, smem
from pyptx.errors import TraceError, VerifyError
from pyptx.ir import Declaration, Declarator
from pyptx.trace import Trace, tracing
from pyptx.types import b32, bf16, f32, pred, s32, u32

if TYPE_CHECKING:
    from collections.abc import Callable

MMA = {"dtype_d": f32, "dtype_a": bf16, "dtype_b": bf16, "dtype_c": f32, **dict.fromkeys("dabc", ())}


def refused(call: Callable[..., Any]) -> str:
    """Return the error of a call inside a kernel; it names this file and the line of the call."""
    parameter = Declaration("param", "u32", (Declarator("n"),))
    with tracing(Trace("k", params=[parameter])), pytest.raises((TraceError, VerifyError)) as caught:
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
        (
            lambda: reg.wgmma_frag(m=64, n=8, dtype="f32"),
            "reg.wgmma_frag: dtype is 'f32'; it must be a type of",
        ),
        (lambda: smem.alloc(f32), "smem.alloc: missing a required argument: 'shape'"),
        (lambda: smem.alloc(f32, 4, align="16"), "smem.alloc: align is '16'; it must be an integer"),
        (lambda: ptx.bar.arrive(0), "ptx.bar.arrive: missing a required argument: 'count'"),
        (lambda: ptx.fence.proxy_async(1), "ptx.fence.proxy_async: too many positional arguments"),
        (lambda: ptx.cp.async_.wait_group(), "ptx.cp.async_.wait_group: missing a required argument: 'n'"),
        (lambda: ptx.cp.async_.ca("a", "b"), "ptx.cp.async_.ca: missing a required argument: 'byte_count'"),
        (lambda: ptx.NamedBarrier(), "ptx.NamedBarrier: missing a required argument: 'barrier_id'"),
        (lambda: ptx.range_(), "ptx.range_: missing a required argument: 'start'"),
        (lambda: ptx.kloop(4, unroll="2", body=list), "ptx.kloop: unroll is '2'; it must be an integer"),
        (lambda: ptx.kloop(4, unroll=2, body=None), "ptx.kloop: body is None; it must be a function"),
        (lambda: ptx.ret(5), "ptx.ret: too many positional arguments"),
        (lambda: ptx.pragma(5), "ptx.pragma: value is 5; it must be a string"),
        (lambda: ptx.raw(5), "ptx.raw: text is 5; it must be a string"),
        (lambda: ptx.sreg(5), "ptx.sreg: name is 5; it must be a string"),
        (lambda: ptx.var("shared", "f32", "v"), "ptx.var: dtype is 'f32'; it must be a type of pyptx.types"),
        (
            lambda: ptx.mul(u32, reg.scalar(u32), 1, 2, mode=5),
            "ptx.mul: mode is 5; it must be a string or None",
        ),
        (lambda: ptx.membar(5), "ptx.membar: level is 5; it must be a string"),
        (
            lambda: ptx.ldmatrix(dst=reg.array(b32, 4), src="t", layout=4),
            "ptx.ldmatrix: layout is 4; it must be a",
        ),
        (lambda: ptx.cta.reduce_sum(reg.scalar(f32)), "ptx.cta.reduce_sum: missing a required"),
        (lambda: ptx.cta.reduce_sum(reg.scalar(f32), threads="64"), "threads is '64'; it must be an integer"),
        (lambda: ptx.pipe(1)(), "ptx.pipe(...): missing a required argument: 'dst'"),
    ],
)
def test_arguments_are_named_with_what_they_should_be(call: Callable[..., Any], said: str) -> None:
    assert said in refused(call)


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (lambda: ptx.inst[5], "5 is not made of PTX words"),
        (lambda: ptx.inst.add.u32(reg.scalar(u32), "1", 2), "'1' is not a name: a string names a register"),
        (lambda: ptx.inst.mov.f32(reg.scalar(f32), 10**400), "is too large for f32"),
        (
            lambda: ptx.inst.st.param.u32(ptx.addr("n"), 1),
            "n is a parameter of the kernel, which is read-only",
        ),
        (lambda: ptx.ret(pred=reg.array(pred, 2)), "pred= takes a predicate register"),
        (lambda: ptx.label(5), "5 is not a PTX identifier"),
        (lambda: ptx.var("shared", f32, "v", size=1.5), "ptx.var: size is 1.5; it must be an integer"),
        (lambda: ptx.var("shared", pred, "v"), "v: predicates live in registers, not in .shared"),
        (lambda: ptx.pipeline(2.5), "ptx.pipeline: n_stages is 2.5; it must be an integer"),
        (
            lambda: ptx.mma.sync(**MMA | {"shape": (16, 8)}),
            "a shape is (M, N, K), such as (16, 8, 16), not",
        ),
        (lambda: ptx.special.tid(), "%tid has components: write ptx.special.tid.x()"),
        (lambda: ptx.sreg("tid"), "no special register %tid; did you mean %tid.x or %tid.y or %tid.z?"),
        (
            lambda: reg.array(u32, 1 << 40),
            "an array of 1099511627776 registers; the count is a number from 1 to",
        ),
        (lambda: ~reg.scalar(f32), "`~` of f32; take the bits first"),
        (lambda: reg.scalar(u32) << reg.scalar(pred), "which is pred; the amount is an integer"),
        (lambda: reg.array(u32, 2)["x"], "['x']; an index is a Python number, or a slice"),
        (lambda: reg.array(f32, 2).__setitem__(0, reg.scalar(u32)), "a copy would change it; convert it"),
        (lambda: reg.NegPred(5), "5 is not a register"),
        (lambda: smem.mbarrier(2)["x"], "['x']: an index is a number or an integer register"),
        (lambda: smem.apply_swizzle(reg.scalar(f32), "128B"), "an offset is a number or an integer register"),
        (lambda: smem.base("nowhere"), "nowhere is not a shared variable of this kernel"),
    ],
)
def test_values_that_mean_nothing_are_refused(call: Callable[..., Any], said: str) -> None:
    assert said in refused(call)


def test_registers_with_bits_of_the_same_number_are_copied() -> None:
    with tracing(Trace("k")) as trace:
        reg.array(b32, 1)[0] = reg.scalar(f32)
        reg.array(s32, 1)[0] = reg.scalar(u32)
    assert [getattr(each, "modifiers", None) for each in trace.body] == [("b32",), ("b32",)]


def test_a_register_of_another_tracing_is_refused() -> None:
    with tracing(Trace("first")):
        kept = reg.scalar(u32)
    with tracing(Trace("second")):
        reg.scalar(u32)
        with pytest.raises(TraceError, match="another tracing, of first: nothing declared is"):
            ptx.inst.mov.u32(kept, 1)


def test_a_block_that_python_never_enters_is_reported() -> None:
    with tracing(Trace("k")) as trace:
        ptx.if_(reg.scalar(pred))
    with pytest.raises(
        TraceError, match=r"`ptx.if_\(...\)` alone traces nothing; write `with ptx.if_"
    ) as caught:
        trace.module()
    assert __file__ in str(caught.value)


def test_shared_memory_that_does_not_fit_is_reported_where_most_of_it_is() -> None:
    with tracing(Trace("k")) as trace:
        smem.alloc(f32, 16)
        smem.alloc(f32, 1 << 20)
    with pytest.raises(TraceError, match="bytes of shared memory") as caught:
        trace.module()
    line = inspect.getsourcelines(test_shared_memory_that_does_not_fit_is_reported_where_most_of_it_is)[1]
    assert str(caught.value).endswith(f"{__file__}:{line + 3}")


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
