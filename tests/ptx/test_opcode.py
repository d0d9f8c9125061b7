"""`ptx.inst` and `ptx.pipe`: any instruction by its own words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from pyptx import ptx, reg
from pyptx.emitter import emit_statement
from pyptx.errors import TraceError, VerifyError
from pyptx.isa import opcodes
from pyptx.isa.words import ptx_word, python_word
from pyptx.trace import Trace, tracing
from pyptx.types import b32, f32, pred, u32, u64

if TYPE_CHECKING:
    from collections.abc import Callable


def lines(body: Callable[[], object], arch: str = "sm_90a") -> list[str]:
    with tracing(Trace("k", arch=arch)) as trace:
        body()
    return [emit_statement(statement).strip().rstrip(";") for statement in trace.body]


def test_words_that_python_cannot_spell() -> None:
    def body() -> None:
        a, i = reg.scalar(u64, name="a"), reg.scalar(u32, name="i")
        ptx.inst.ld.global_.u32(i, ptx.addr(a))
        ptx.inst.and_.b32(i, i, 3)
        ptx.inst.or_.b32(i, i, 3)
        ptx.inst.not_.b32(i, i)
        ptx.inst.st.shared__cta.u32(ptx.addr(i), i)
        ptx.inst.cp.async_.ca.shared.global_(ptx.addr(i), ptx.addr(a), 16)
        ptx.inst.cp.async_.commit_group()
        ptx.inst.cp.async_.wait_group(0)
        ptx.inst.bar.sync(0)

    assert lines(body) == [
        "ld.global.u32 i, [a]",
        "and.b32 i, i, 3",
        "or.b32 i, i, 3",
        "not.b32 i, i",
        "st.shared::cta.u32 [i], i",
        "cp.async.ca.shared.global [i], [a], 16",
        "cp.async.commit_group",
        "cp.async.wait_group 0",
        "bar.sync 0",
    ]


def test_a_whole_spelling_at_once() -> None:
    def body() -> None:
        a = reg.scalar(f32, name="a")
        ptx.inst["add.rn.f32"](a, a, 1)
        ptx.inst.add["rn.f32"](a, a, 1)

    assert lines(body) == ["add.rn.f32 a, a, 0f3F800000"] * 2
    assert ptx.inst["cp.async.ca.shared.global"] == ptx.inst.cp.async_.ca.shared.global_
    with pytest.raises(TraceError, match="not made of PTX words"):
        ptx.inst["add f32"]


@pytest.mark.parametrize(
    "word", ["global", "2d", "shared::cta", "sp::2:4", "async", "L2::128B", "m16n8k16", "b32"]
)
def test_spelling_goes_both_ways(word: str) -> None:
    assert ptx_word(python_word(word)) == word


def test_chains_are_remembered() -> None:
    assert ptx.inst.mad.lo.u32 is ptx.inst.mad.lo.u32
    assert repr(ptx.inst.mad.lo.u32) == "<ptx.inst mad.lo.u32>"
    assert hash(ptx.inst.mad.lo) == hash(ptx.inst["mad.lo"])


def test_completion_knows_what_may_follow() -> None:
    assert {"add", "and_", "mov"} <= set(dir(ptx.inst))
    assert len(dir(ptx.inst)) == len(opcodes())
    assert {"lo", "hi", "wide"} <= set(dir(ptx.inst.mul))
    assert dir(ptx.inst.mul.wide) == ["s16", "s32", "u16", "u32"]
    assert "f32" not in dir(ptx.inst.mul.lo)
    assert dir(ptx.inst.bar.sync) == []


def test_an_unknown_opcode() -> None:
    with pytest.raises(VerifyError, match="did you mean add") as caught:
        ptx.inst.addd  # type: ignore[attr-defined]  # noqa: B018
    assert isinstance(caught.value, AttributeError)
    assert not hasattr(ptx.inst, "frobnicate")
    assert not hasattr(ptx.inst, "_repr_html_")
    assert not hasattr(ptx.inst.add, "__wrapped__")
    assert __file__ in str(caught.value)


@pytest.mark.parametrize(
    ("body", "said"),
    [
        (lambda a, i, p: ptx.inst.add.f33(a, a, a), r"\.f33 cannot stand here; after add comes"),  # type: ignore[attr-defined]
        (lambda a, i, p: ptx.inst.add.f32(a, a), "2 operands; it takes 3"),  # type: ignore[call-arg]
        (lambda a, i, p: ptx.inst.add.f32(a, a, i), "b is %r0"),
        (lambda a, i, p: ptx.inst.add.f32(1.0, a, a), "d is 0f3F800000"),  # type: ignore[arg-type]
        (lambda a, i, p: ptx.inst.ld.global_.f32(a, i), "a is %r0"),
        (lambda a, i, p: ptx.inst.bar.sync(16), "0..15"),
        (lambda a, i, p: ptx.inst.add.u32(i, i, "smem"), "smem is not declared"),
        (lambda a, i, p: ptx.inst.selp.u32(i, 1, 0, i), "pred"),
        (lambda a, i, p: ptx.inst.add.u32(i, i, 2**32), "does not fit u32"),
        (lambda a, i, p: ptx.inst["tcgen05.alloc"](i, i), "PTX has no such opcode|tcgen05"),
    ],
)
def test_wrong_calls_are_refused(body: Callable[..., object], said: str) -> None:
    with tracing(Trace("k", arch="sm_90a")):
        registers = reg.scalar(f32), reg.scalar(u32), reg.scalar(pred)
        with pytest.raises((VerifyError, TraceError), match=said) as caught:
            body(*registers)
    assert f"at {__file__}:" in str(caught.value)


def test_an_instruction_of_another_target() -> None:
    with tracing(Trace("k", arch="sm_75")):
        i = reg.scalar(b32)
        with pytest.raises(VerifyError, match=r"sm_80.*this kernel targets sm_75"):
            ptx.inst.redux.sync.add.s32(i, i, -1)


def test_a_version_that_is_too_old() -> None:
    with tracing(Trace("k", arch="sm_90", version=(7, 8))):
        p, i = reg.scalar(pred), reg.scalar(u32)
        with pytest.raises(
            VerifyError, match=r"needs PTX >= 8\.0.*this kernel targets sm_90 and says PTX 7\.8"
        ):
            ptx.inst.elect.sync(i | p, -1)


def test_pipe_feeds_each_result_to_the_next() -> None:
    def body() -> None:
        a, b, c, d = (reg.scalar(u32, name=name) for name in "abcd")
        ptx.pipe(a).add.s32(b, -8192).and_.b32(c, 262016).shr.u32(d, 4)

    assert lines(body) == ["add.s32 b, a, -8192", "and.b32 c, b, 262016", "shr.u32 d, c, 4"]
    with tracing(Trace("k")), pytest.raises(TraceError, match="is called with an instruction"):
        ptx.pipe(reg.scalar(u32))(reg.scalar(u32))


def test_special_registers_stay_in_mov_only() -> None:
    def body() -> None:
        i, x = reg.scalar(u32, name="i"), reg.scalar(f32, name="x")
        ptx.inst.mov.u32(i, ptx.special.tid.x())
        ptx.inst.mov.u32(i, "%tid.y")
        ptx.inst.mad.lo.u32(i, ptx.special.ctaid.x(), 128, ptx.special.tid.x())
        ptx.inst.cvt.rn.f32.u32(x, ptx.special.laneid())
        ptx.inst.add.u32(i, i, "%laneid")

    assert lines(body) == [
        "mov.u32 i, %tid.x",
        "mov.u32 i, %tid.y",
        "mov.u32 %r0, %ctaid.x",
        "mov.u32 %r1, %tid.x",
        "mad.lo.u32 i, %r0, 128, %r1",
        "mov.u32 %r2, %laneid",
        "cvt.rn.f32.u32 x, %r2",
        "mov.u32 %r3, %laneid",
        "add.u32 i, i, %r3",
    ]


def test_two_types_make_the_pair_of_a_destination() -> None:
    def body() -> None:
        lane, elected = ptx.inst.elect.sync((b32, pred), -1)
        other, _ = ptx.inst.shfl.sync.bfly.b32((f32, pred), lane, 1, 31, -1)
        ptx.inst.st.shared.f32(ptx.addr(lane), other, pred=elected)

    assert lines(body) == [
        "elect.sync %r0|%p0, -1",
        "shfl.sync.bfly.b32 %f0|%p1, %r0, 1, 31, -1",
        "@%p0 st.shared.f32 [%r0], %f0",
    ]


@pytest.mark.parametrize("types", [(b32, b32), (b32,), (b32, pred, pred), [b32, pred]])
def test_other_rows_of_types_are_no_pair(types: Any) -> None:
    with tracing(Trace("k", arch="sm_90a")), pytest.raises(TraceError, match="is a type, not an operand"):
        ptx.inst.elect.sync(types, -1)


def test_a_pair_where_one_register_is_written_is_an_error() -> None:
    with tracing(Trace("k")), pytest.raises(VerifyError, match="a pair; it must be a register"):
        ptx.inst.add.u32((u32, pred), 1, 2)
