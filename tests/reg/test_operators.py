"""Instructions of each Python operator on a register."""

from __future__ import annotations

import operator
from typing import TYPE_CHECKING

import pytest

from pyptx import ptx, reg
from pyptx.emitter import emit as emit_module
from pyptx.emitter import emit_statement
from pyptx.errors import TraceError
from pyptx.ir import Declaration
from pyptx.reg import NegPred, PipeRef, Reg
from pyptx.toolchain import find_or_none, ptxas
from pyptx.trace import Trace, tracing
from pyptx.types import (
    b16,
    b32,
    b64,
    bf16,
    f16,
    f16x2,
    f32,
    f64,
    pred,
    s16,
    s32,
    s64,
    u8,
    u16,
    u32,
    u64,
)  # fmt: skip

if TYPE_CHECKING:
    from collections.abc import Callable

    from pyptx.types import PtxType


def lines(body: Callable[..., object], *dtypes: PtxType, arch: str = "sm_90a") -> list[str]:
    """Return the lines that `body` traces, given a register of each type."""
    with tracing(Trace("k", arch=arch)) as trace:
        registers = [reg.scalar(dtype, name=f"r{number}") for number, dtype in enumerate(dtypes)]
        body(*registers)
    module = emit_module(trace.module())
    if find_or_none("ptxas") is not None:
        assert not [said for said in ptxas.check(module, arch) if said.severity in ("error", "fatal")]
    return [emit_statement(s).strip().rstrip(";") for s in trace.body if not isinstance(s, Declaration)]


BINARY = [
    # operator, type, instruction
    (operator.add, u32, "add.u32 %r0, r0, r1"),
    (operator.add, s32, "add.s32 %r0, r0, r1"),
    (operator.add, b32, "add.u32 %r0, r0, r1"),
    (operator.add, u16, "add.u16 %rs0, r0, r1"),
    (operator.add, s64, "add.s64 %rd0, r0, r1"),
    (operator.add, f32, "add.f32 %f0, r0, r1"),
    (operator.add, f64, "add.f64 %fd0, r0, r1"),
    (operator.add, f16, "add.f16 %h0, r0, r1"),
    (operator.add, bf16, "add.bf16 %rs0, r0, r1"),
    (operator.add, f16x2, "add.f16x2 %r0, r0, r1"),
    (operator.sub, s16, "sub.s16 %rs0, r0, r1"),
    (operator.sub, f32, "sub.f32 %f0, r0, r1"),
    (operator.mul, u32, "mul.lo.u32 %r0, r0, r1"),
    (operator.mul, s16, "mul.lo.s16 %rs0, r0, r1"),
    (operator.mul, f32, "mul.f32 %f0, r0, r1"),
    (operator.mul, bf16, "mul.bf16 %rs0, r0, r1"),
    (operator.floordiv, s32, "div.s32 %r0, r0, r1"),
    (operator.floordiv, b64, "div.u64 %rd0, r0, r1"),
    (operator.mod, u32, "rem.u32 %r0, r0, r1"),
    (operator.truediv, f32, "div.rn.f32 %f0, r0, r1"),
    (operator.and_, u32, "and.b32 %r0, r0, r1"),
    (operator.or_, s64, "or.b64 %rd0, r0, r1"),
    (operator.xor, b16, "xor.b16 %rs0, r0, r1"),
    (operator.and_, pred, "and.pred %p0, r0, r1"),
    (operator.xor, pred, "xor.pred %p0, r0, r1"),
    (operator.lshift, s32, "shl.b32 %r0, r0, r1"),
    (operator.rshift, s32, "shr.s32 %r0, r0, r1"),
    (operator.rshift, u32, "shr.u32 %r0, r0, r1"),
    (operator.rshift, b32, "shr.u32 %r0, r0, r1"),
    (Reg.__lt__, u32, "setp.lt.u32 %p0, r0, r1"),
    (Reg.__le__, s32, "setp.le.s32 %p0, r0, r1"),
    (Reg.__gt__, f32, "setp.gt.f32 %p0, r0, r1"),
    (Reg.__ge__, s64, "setp.ge.s64 %p0, r0, r1"),
    (operator.eq, b32, "setp.eq.u32 %p0, r0, r1"),
    (operator.ne, s16, "setp.ne.s16 %p0, r0, r1"),
    (operator.ne, f32, "setp.neu.f32 %p0, r0, r1"),
    (operator.eq, f16, "setp.eq.f16 %p0, r0, r1"),
    (Reg.max, s32, "max.s32 %r0, r0, r1"),
    (Reg.min, b32, "min.u32 %r0, r0, r1"),
    (Reg.max, f32, "max.f32 %f0, r0, r1"),
    (Reg.min, f16, "min.f16 %h0, r0, r1"),
]


@pytest.mark.parametrize(("operation", "dtype", "instruction"), BINARY)
def test_two_registers(operation: Callable[[Reg, Reg], object], dtype: PtxType, instruction: str) -> None:
    assert lines(operation, dtype, dtype) == [instruction]


@pytest.mark.parametrize(
    ("body", "dtype", "expected"),
    [
        (lambda r: r + 4, u32, ["add.u32 %r0, r0, 4"]),
        (lambda r: r + -4, u32, ["add.u32 %r0, r0, -4"]),
        (lambda r: 5 - r, u32, ["sub.u32 %r0, 5, r0"]),
        (lambda r: 5 // r, s32, ["div.s32 %r0, 5, r0"]),
        (lambda r: 7 % r, u32, ["rem.u32 %r0, 7, r0"]),
        (lambda r: 3 * r, s64, ["mul.lo.s64 %rd0, 3, r0"]),
        (lambda r: r % 32, u32, ["and.b32 %r0, r0, 31"]),
        (lambda r: r // 32, u32, ["shr.u32 %r0, r0, 5"]),
        (lambda r: r % 1, u64, ["and.b64 %rd0, r0, 0"]),
        (lambda r: r // (1 << 63), u64, ["shr.u64 %rd0, r0, 63"]),
        (lambda r: r // 8, b32, ["shr.u32 %r0, r0, 3"]),
        (lambda r: r % 12, u32, ["rem.u32 %r0, r0, 12"]),
        (lambda r: r // 32, s32, ["div.s32 %r0, r0, 32"]),
        (lambda r: r % 32, s32, ["rem.s32 %r0, r0, 32"]),
        (lambda r: 32 // r, u32, ["div.u32 %r0, 32, r0"]),
        (lambda r: 1 << r, u32, ["mov.u32 %r0, 1", "shl.b32 %r1, %r0, r0"]),
        (lambda r: r >> 3, s64, ["shr.s64 %rd0, r0, 3"]),
        (lambda r: r >> 3, u64, ["shr.u64 %rd0, r0, 3"]),
        (lambda r: r << 3, u16, ["shl.b16 %rs0, r0, 3"]),
        (lambda r: r & 31, u32, ["and.b32 %r0, r0, 31"]),
        (lambda r: 0xFF | r, u32, ["or.b32 %r0, 255, r0"]),
        (lambda r: r * 2.0, f32, ["mul.f32 %f0, r0, 0f40000000"]),
        (lambda r: r + 1, f32, ["add.f32 %f0, r0, 0f3F800000"]),
        (lambda r: 1.0 / r, f32, ["div.rn.f32 %f0, 0f3F800000, r0"]),
        (lambda r: r * 2, bf16, ["mov.b16 %rs0, 0x4000", "mul.bf16 %rs1, r0, %rs0"]),
        (lambda r: r + 1.0, f16, ["mov.b16 %h0, 0x3C00", "add.f16 %h1, r0, %h0"]),
        (lambda r: r * 0.5, f16x2, ["mov.b32 %r0, 0x38003800", "mul.f16x2 %r1, r0, %r0"]),
        (lambda r: -r, s32, ["neg.s32 %r0, r0"]),
        (lambda r: -r, u32, ["neg.s32 %r0, r0"]),
        (lambda r: -r, f32, ["neg.f32 %f0, r0"]),
        (lambda r: abs(r), s32, ["abs.s32 %r0, r0"]),
        (lambda r: ~r, u64, ["not.b64 %rd0, r0"]),
        (lambda r: 0 == r, u32, ["setp.eq.u32 %p0, r0, 0"]),  # noqa: SIM300
        (lambda r: 5 < r, s32, ["setp.gt.s32 %p0, r0, 5"]),  # noqa: SIM300
        (lambda r: r == -1, s32, ["setp.eq.s32 %p0, r0, -1"]),
        (lambda r: r < float("inf"), f32, ["setp.lt.f32 %p0, r0, 0f7F800000"]),
        (lambda r: r.max(2), s32, ["max.s32 %r0, r0, 2"]),
    ],
)
def test_numbers_on_either_side(body: Callable[[Reg], object], dtype: PtxType, expected: list[str]) -> None:
    assert lines(body, dtype) == expected


@pytest.mark.parametrize(
    ("wide", "narrow", "conversion", "operation"),
    [
        (u64, u32, "cvt.u64.u32 %rd0, r1", "add.u64 %rd1, r0, %rd0"),
        (u64, s32, "cvt.s64.s32 %rd0, r1", "add.u64 %rd1, r0, %rd0"),
        (s64, u32, "cvt.u64.u32 %rd0, r1", "add.s64 %rd1, r0, %rd0"),
        (b64, b32, "cvt.u64.u32 %rd0, r1", "add.u64 %rd1, r0, %rd0"),
        (u32, s16, "cvt.s32.s16 %r0, r1", "add.u32 %r1, r0, %r0"),
    ],
)
def test_the_narrow_register_is_widened_by_its_own_sign(
    wide: PtxType, narrow: PtxType, conversion: str, operation: str
) -> None:
    assert lines(lambda a, b: a + b, wide, narrow) == [conversion, operation]
    swapped = operation.replace("r0, %", "%").replace("%rd0", "%rd0, r0").replace("%r0", "%r0, r0")
    assert lines(lambda a, b: b + a, wide, narrow) == [conversion, swapped]


def test_a_64_bit_shift_by_a_64_bit_register() -> None:
    assert lines(lambda a, n: a << n, u64, u64) == ["cvt.u32.u64 %r0, r1", "shl.b64 %rd0, r0, %r0"]


def test_augmented_assignment_writes_the_same_register() -> None:
    def body(i: Reg, x: Reg, p: Reg, q: Reg) -> None:
        before = i.name
        i += 1
        i -= 2
        i *= 3
        i //= 4
        i %= 5
        i &= 6
        i |= 7
        i ^= 8
        i <<= 1
        i >>= 2
        x += 0.5
        p &= q
        assert i.name == before

    assert lines(body, s32, f32, pred, pred) == [
        "add.s32 r0, r0, 1",
        "sub.s32 r0, r0, 2",
        "mul.lo.s32 r0, r0, 3",
        "div.s32 r0, r0, 4",
        "rem.s32 r0, r0, 5",
        "and.b32 r0, r0, 6",
        "or.b32 r0, r0, 7",
        "xor.b32 r0, r0, 8",
        "shl.b32 r0, r0, 1",
        "shr.s32 r0, r0, 2",
        "add.f32 r1, r1, 0f3F000000",
        "and.pred r2, r2, r3",
    ]


def test_a_pointer_moves_by_a_signed_index() -> None:
    def body(pointer: Reg, index: Reg) -> None:
        pointer += index

    assert lines(body, u64, s32) == ["cvt.s64.s32 %rd0, r1", "add.u64 r0, r0, %rd0"]


def test_an_augmented_assignment_cannot_widen() -> None:
    def body(narrow: Reg, wide: Reg) -> None:
        narrow += wide

    with pytest.raises(TraceError, match="r0 is u32, the result is u64"):
        lines(body, u32, u64)


# -- predicates


def test_negation_is_an_operand_and_a_guard() -> None:
    def body(i: Reg) -> None:
        p = i < 3
        assert isinstance(~p, NegPred)
        assert ~~p is p
        ptx.inst.add.u32(i, i, 1, pred=~p)
        ptx.inst.add.u32(i, i, 1, pred=p)

    assert lines(body, u32)[1:] == ["@!%p0 add.u32 r0, r0, 1", "@%p0 add.u32 r0, r0, 1"]


def test_two_predicates_are_a_pair_or_their_or() -> None:
    def body(i: Reg) -> None:
        p, q = reg.scalar(pred), reg.scalar(pred)
        assert isinstance(p | q, PipeRef)
        ptx.inst.setp.lt.u32(p | q, i, 3)
        with ptx.if_(p | q):
            pass
        (p | q) & p
        ptx.ret(pred=p | q)

    assert lines(body, u32) == [
        "setp.lt.u32 %p0|%p1, r0, 3",
        "or.pred %p2, %p0, %p1",
        "@!%p2 bra $L_skip_0",
        "$L_skip_0:",
        "or.pred %p3, %p0, %p1",
        "and.pred %p4, %p3, %p0",
        "or.pred %p5, %p0, %p1",
        "@%p5 ret",
    ]


def test_a_value_and_a_predicate_are_a_pair_of_destinations() -> None:
    def body(value: Reg, ok: Reg) -> None:
        ptx.inst.shfl.sync.down.b32(value | ok, value, 1, 31, -1)

    assert lines(body, b32, pred) == ["shfl.sync.down.b32 r0|r1, r0, 1, 31, -1"]


def test_a_negated_predicate_in_an_expression() -> None:
    assert lines(lambda p, q: p & ~q, pred, pred) == ["not.pred %p0, r1", "and.pred %p1, r0, %p0"]


# -- special registers


def test_special_registers_are_moved_first() -> None:
    def body(i: Reg) -> None:
        ptx.special.laneid() == 0  # noqa: B015
        i == ptx.special.tid.x()  # noqa: B015
        ptx.special.ctaid.x() * 128 + ptx.special.tid.x()
        5 - ptx.special.ntid.x()
        ptx.special.tid.x() >> 5
        i += ptx.special.tid.y()

    assert lines(body, u32) == [
        "mov.u32 %r0, %laneid",
        "setp.eq.u32 %p0, %r0, 0",
        "mov.u32 %r1, %tid.x",
        "setp.eq.u32 %p1, r0, %r1",
        "mov.u32 %r2, %ctaid.x",
        "mul.lo.u32 %r3, %r2, 128",
        "mov.u32 %r4, %tid.x",
        "add.u32 %r5, %r3, %r4",
        "mov.u32 %r6, %ntid.x",
        "sub.u32 %r7, 5, %r6",
        "mov.u32 %r8, %tid.x",
        "shr.u32 %r9, %r8, 5",
        "mov.u32 %r10, %tid.y",
        "add.u32 r0, r0, %r10",
    ]


def test_augmented_assignment_of_a_special_register_makes_another() -> None:
    def body() -> None:
        tid = ptx.special.tid.x()
        tid += 1
        assert tid.name == "%r1"

    assert lines(body) == ["mov.u32 %r0, %tid.x", "add.u32 %r1, %r0, 1"]


# -- what Python may not do


@pytest.mark.parametrize(
    ("body", "said"),
    [
        (lambda r: bool(r), "does not branch on the GPU"),
        (lambda r: 3 if r < 3 else 4, "does not branch on the GPU"),
        (lambda r: r in [r + 1], "does not branch on the GPU"),
        (lambda r: not (r < 3), "does not branch on the GPU"),
        (lambda r: 1 <= r < 3, "does not branch on the GPU"),
        (lambda r: list(r), "it has no elements"),
        (lambda r: 3 in r, "`in` cannot look inside"),
        (lambda r: range(r), "use ptx.range_"),
        (lambda r: int(r), "no value while the kernel is traced"),
        (lambda r: float(r), "no value while the kernel is traced"),
        (lambda r: r == None, "test for None with `is`"),  # noqa: E711
        (lambda r: r + 1.5, "a float where an integer is wanted"),
        (lambda r: r << -1, "shift the other way"),
        (lambda r: r / 2, "integers divide by //"),
        (lambda r: r + reg.scalar(f32), "there is no operation on both"),
        (lambda r: reg.scalar(u8) + r, "computes in 16 bits and more"),
        (lambda r: reg.scalar(f32) % 2, "integer operations"),
        (lambda r: reg.scalar(pred) + r, "predicates|no operation on both"),
        (lambda r: reg.scalar(pred) == reg.scalar(pred), "predicates have no order"),
        (lambda r: reg.array(u32, 4)[r], "registers have no addresses"),
        (lambda r: ~NegPred(r), "only a predicate can be negated"),
        (lambda r: reg.scalar(f32) & 0x7FFFFFFF, "take the bits first"),
        (lambda r: reg.scalar(f16x2) < reg.scalar(f16x2), "each half compares alone"),
        (lambda r: r.max(ptx.special.tid.x), r"write ptx.special.tid.x\(\)"),
    ],
)
def test_misuse_is_reported(body: Callable[[Reg], object], said: str) -> None:
    with pytest.raises(TraceError, match=said) as caught:
        lines(body, u32)
    assert __file__ in str(caught.value)


def test_numpy_numbers_on_the_left() -> None:
    import numpy as np

    assert lines(lambda r: np.int32(5) - r, u32) == ["sub.u32 %r0, 5, r0"]
    assert lines(lambda r: np.float32(2) * r, f32) == ["mul.f32 %f0, 0f40000000, r0"]


def test_an_element_of_an_array_that_a_function_reads_is_written() -> None:
    with tracing(Trace("k")) as trace:
        acc = reg.array(f32, 3)
        first = acc[1]

        def last() -> Reg:
            return acc[2]

        ptx.mov(last(), first)
        acc[1] *= acc[0]
        ptx.mov(last(), acc[1])
    assert [emit_statement(each) for each in trace.body][-2] == "mul.f32 %f1, %f1, %f0;"
