"""Declaring, setting and converting registers; register arrays."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from pyptx import ptx, reg
from pyptx.emitter import emit as emit_module
from pyptx.emitter import emit_statement
from pyptx.errors import TraceError
from pyptx.reg import Reg, RegArray
from pyptx.toolchain import find_or_none, ptxas
from pyptx.trace import Trace, tracing
from pyptx.types import (
    b16,
    b32,
    b64,
    bf16,
    bf16x2,
    e4m3,
    f16,
    f32,
    f64,
    pred,
    s8,
    s32,
    s64,
    tf32,
    u8,
    u16,
    u32,
    u64,
)  # fmt: skip

if TYPE_CHECKING:
    from collections.abc import Callable

    from pyptx.types import PtxType


def lines(body: Callable[[], object], arch: str = "sm_90a") -> list[str]:
    with tracing(Trace("k", arch=arch)) as trace:
        body()
    module = emit_module(trace.module())
    if find_or_none("ptxas") is not None:
        assert not [said for said in ptxas.check(module, arch) if said.severity in ("error", "fatal")]
    return [emit_statement(statement).strip().rstrip(";") for statement in trace.body]


@pytest.mark.parametrize(
    ("dtype", "init", "expected"),
    [
        (u32, 7, "mov.u32 %r0, 7"),
        (s64, -1, "mov.s64 %rd0, -1"),
        (b32, 0xFFFFFFFF, "mov.b32 %r0, 4294967295"),
        (f32, 0, "mov.f32 %f0, 0f00000000"),
        (f32, -1e30, "mov.f32 %f0, 0fF149F2CA"),
        (f32, float("-inf"), "mov.f32 %f0, 0fFF800000"),
        (f64, 1, "mov.f64 %fd0, 0d3FF0000000000000"),
        (pred, True, "mov.pred %p0, 1"),
        (u32, True, "mov.u32 %r0, 1"),
        (f16, 1.5, "mov.b16 %h0, 0x3E00"),
        (bf16, 1.0, "mov.b16 %rs0, 0x3F80"),
        (bf16x2, -2.0, "mov.b32 %r0, 0xC000C000"),
        (tf32, 1.0, "mov.b32 %r0, 0x3F800000"),
        (e4m3, 1.0, "mov.b16 %rs0, 0x38"),
        (s8, -3, "mov.s16 %rs0, -3"),
    ],
)
def test_scalars_are_set_in_their_type(dtype: PtxType, init: float, expected: str) -> None:
    assert lines(lambda: reg.scalar(dtype, init=init)) == [expected]


@pytest.mark.parametrize(
    ("source", "target", "expected"),
    [
        (u32, u32, ["mov.u32 %r1, %r0"]),
        (u32, s32, ["mov.b32 %r1, %r0"]),
        (b32, f32, ["mov.b32 %f0, %r0"]),
        (f32, b32, ["mov.b32 %r0, %f0"]),
        (f64, b64, ["mov.b64 %rd0, %fd0"]),
        (u32, u64, ["cvt.u64.u32 %rd0, %r0"]),
        (s32, u64, ["cvt.u64.s32 %rd0, %r0"]),
        (u64, u32, ["cvt.u32.u64 %r0, %rd0"]),
        (b32, b16, ["cvt.u16.u32 %rs0, %r0"]),
        (u32, f32, ["cvt.rn.f32.u32 %f0, %r0"]),
        (s64, f64, ["cvt.rn.f64.s64 %fd0, %rd0"]),
        (f32, s32, ["cvt.rzi.s32.f32 %r0, %f0"]),
        (f64, f32, ["cvt.rn.f32.f64 %f0, %fd0"]),
        (f32, f64, ["cvt.f64.f32 %fd0, %f0"]),
        (f32, f16, ["cvt.rn.f16.f32 %h0, %f0"]),
        (f16, f32, ["cvt.f32.f16 %f0, %h0"]),
        (f32, bf16, ["cvt.rn.bf16.f32 %rs0, %f0"]),
        (bf16, f32, ["cvt.f32.bf16 %f0, %rs0"]),
        (f16, bf16, ["cvt.f32.f16 %f0, %h0", "cvt.rn.bf16.f32 %rs0, %f0"]),
        (f32, tf32, ["cvt.rna.tf32.f32 %r0, %f0"]),
        (tf32, f32, ["mov.b32 %f0, %r0"]),
        (u32, pred, ["setp.ne.u32 %p0, %r0, 0"]),
        (pred, u32, ["selp.b32 %r0, 1, 0, %p0"]),
        (pred, f32, ["selp.f32 %f0, 0f3F800000, 0f00000000, %p0"]),
        (pred, pred, ["mov.pred %p1, %p0"]),
    ],
)
def test_from_converts(source: PtxType, target: PtxType, expected: list[str]) -> None:
    assert lines(lambda: reg.from_(reg.scalar(source), target)) == expected


@pytest.mark.parametrize("arch", ["sm_80", "sm_90a"])
@pytest.mark.parametrize(
    ("source", "target", "expected"),
    [
        (tf32, f16, ["cvt.rn.f16.f32 %h0, %r0"]),
        (tf32, f64, ["cvt.f64.f32 %fd0, %r0"]),
        (tf32, s32, ["cvt.rzi.s32.f32 %r1, %r0"]),
        (s32, tf32, ["cvt.rn.f32.s32 %f0, %r0", "cvt.rna.tf32.f32 %r1, %f0"]),
        (u8, bf16, ["cvt.rn.f32.u8 %f0, %rs0", "cvt.rn.bf16.f32 %rs1, %f0"]),
    ],
)
def test_from_goes_through_f32_where_there_is_no_cvt(
    source: PtxType, target: PtxType, expected: list[str], arch: str
) -> None:
    assert lines(lambda: reg.from_(reg.scalar(source), target), arch=arch) == expected


@pytest.mark.parametrize("target", [s32, u64, f64, u8])
def test_bf16_converts_through_f32_before_sm_90(target: PtxType) -> None:
    converted = lines(lambda: reg.from_(reg.scalar(bf16), target), arch="sm_80")
    assert [line.split()[0] for line in converted[:3]] == ["cvt.u32.u16", "shl.b32", "mov.b32"]
    assert f".{target}.f32 " in converted[3]


def test_bf16_widens_before_sm_90() -> None:
    assert lines(lambda: reg.from_(reg.scalar(bf16), f32), arch="sm_80") == [
        "cvt.u32.u16 %r0, %rs0",
        "shl.b32 %r0, %r0, 16",
        "mov.b32 %f0, %r0",
    ]


def test_from_other_values() -> None:
    def body() -> None:
        reg.from_(ptx.special.tid.x(), u32)
        reg.from_(ptx.special.tid.x(), s32)
        reg.from_(ptx.special.tid.x(), u64)
        reg.from_(ptx.special.tid.x(), f32)
        reg.from_("%clock64", u64)
        reg.from_(5, u16)
        ptx.var("shared", b32, "smem", size=4)
        reg.from_("smem", u32)
        reg.from_(~(reg.scalar(u32, init=1) == 1), pred)

    assert lines(body) == [
        "mov.u32 %r0, %tid.x",
        "mov.s32 %r1, %tid.x",
        "mov.u32 %r2, %tid.x",
        "cvt.u64.u32 %rd0, %r2",
        "mov.u32 %r3, %tid.x",
        "cvt.rn.f32.u32 %f0, %r3",
        "mov.u64 %rd1, %clock64",
        "mov.u16 %rs0, 5",
        "mov.u32 %r4, smem",
        "mov.u32 %r5, 1",
        "setp.eq.u32 %p0, %r5, 1",
        "not.pred %p1, %p0",
    ]


# -- arrays


def test_arrays_are_consecutive_and_the_first_has_the_bare_prefix() -> None:
    def body() -> None:
        acc = reg.array(f32, 4)
        assert (acc.base, acc.count, acc.dtype, len(acc)) == ("%f", 4, f32, 4)
        assert [r.name for r in acc] == ["%f0", "%f1", "%f2", "%f3"]
        assert reg.scalar(f32).name == "%f4"
        more = reg.array(f32, 2)
        assert [r.name for r in more.regs()] == ["%f5", "%f6"]
        assert [r.name for r in reg.array(b32, 2, name="frag")] == ["frag0", "frag1"]

    lines(body)


def test_indexes_and_slices_are_pythons() -> None:
    with tracing(Trace("k")):
        x = reg.array(f32, 4)
        assert x[-1] is x[3]
        assert [r.name for r in x[0:2]] == ["%f0", "%f1"]
        assert [r.name for r in x[::-2]] == ["%f3", "%f1"]
        assert [r.name for r in x.hw_order(reverse=True)] == ["%f3", "%f2", "%f1", "%f0"]
        assert x.hw_order() == x.regs()
        with pytest.raises(IndexError, match="it has 0 to 3"):
            x[4]


def test_arrays_and_lists_are_vectors() -> None:
    def body() -> None:
        pointer, x = reg.scalar(u64), reg.array(f32, 4)
        ptx.inst.ld.global_.v4.f32(x, ptx.addr(pointer))
        ptx.inst.st.global_.v2.f32(ptx.addr(pointer, 8), [x[1], x[0]])
        ptx.inst.st.global_.v2.f32(ptx.addr(pointer), (x[1], 2.0))

    assert lines(body) == [
        "ld.global.v4.f32 {%f0, %f1, %f2, %f3}, [%rd0]",
        "st.global.v2.f32 [%rd0+8], {%f1, %f0}",
        "st.global.v2.f32 [%rd0], {%f1, 0f40000000}",
    ]


def test_assigning_an_element_copies_and_rewrites_nothing() -> None:
    def body() -> None:
        a, b = reg.array(u32, 2), reg.array(u32, 2)
        a[0] += 1
        b[1] = a[0]
        t = a[0] + a[1]
        b[0] = t
        t + t
        b[0] = b[0]
        b[1] = 5
        b[1] = ptx.special.tid.x()
        ptx.bar.sync(t)
        b[0] = t
        a[0:2] = b
        a[-1] = t

    assert lines(body) == [
        "add.u32 %r0, %r0, 1",
        "mov.u32 %r3, %r0",
        "add.u32 %r4, %r0, %r1",
        "mov.u32 %r2, %r4",
        "add.u32 %r5, %r4, %r4",
        "mov.u32 %r3, 5",
        "mov.u32 %r3, %tid.x",
        "bar.sync %r4",
        "mov.u32 %r2, %r4",
        "mov.u32 %r0, %r2",
        "mov.u32 %r1, %r3",
        "mov.u32 %r1, %r4",
    ]


def test_an_element_takes_bits_of_its_width_only() -> None:
    def body() -> None:
        x = reg.array(f32, 2)
        x[0] = reg.scalar(b32, init=0)
        with pytest.raises(TraceError, match="a copy would change it"):
            x[1] = reg.scalar(f64, init=0)

    assert lines(body)[1] == "mov.b32 %f0, %r0"


def test_fragments_of_wgmma() -> None:
    with tracing(Trace("k")):
        assert reg.wgmma_frag(m=64, n=256, dtype=f32).count == 128
        half = reg.wgmma_frag(m=64, n=16, dtype=f16)
        assert (half.count, half.dtype) == (4, b32)
        assert reg.alloc(f32).dtype == f32
        assert reg.alloc_array(u32, 3).count == 3
        for m, n in ((32, 8), (0, 8), (64, 4), (64, 0)):
            with pytest.raises(TraceError, match=f"{m} x {n}; m is a multiple of 64, n of 8"):
                reg.wgmma_frag(m=m, n=n, dtype=f32)


def test_registers_can_be_named_by_hand() -> None:
    def body() -> None:
        mine = reg.scalar(u32, name="mine")
        same = Reg("mine", u32)
        same += 1
        assert str(mine) == "mine"
        assert repr(mine) == "Reg('mine', u32)"
        assert [str(r) for r in RegArray("%x", 2, f32)] == ["%x0", "%x1"]

    assert lines(body) == ["add.u32 mine, mine, 1"]


@pytest.mark.parametrize("count", [0, -1, 2.5, None])
def test_an_array_of_nothing(count: int) -> None:
    with tracing(Trace("k")), pytest.raises(TraceError, match=f"an array of {count} registers"):
        reg.array(f32, count)


@pytest.mark.parametrize("dtype", ["u32", int, None])
def test_a_type_is_one_of_ptx(dtype: PtxType) -> None:
    with tracing(Trace("k")), pytest.raises(TraceError, match="is not a register type"):
        reg.scalar(dtype)
    with tracing(Trace("k")), pytest.raises(TraceError, match="is not a register type"):
        reg.array(dtype, 4)


@pytest.mark.parametrize(("written", "offered"), [("s16", "s16"), ("from_name", "u32"), ("TYPES", "u32")])
def test_a_word_for_a_type_offers_a_type(written: PtxType, offered: str) -> None:
    with tracing(Trace("k")), pytest.raises(TraceError, match=f"one of pyptx.types, such as {offered}"):
        reg.scalar(written)
