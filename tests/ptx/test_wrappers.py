"""The typed wrappers, as the PTX they trace."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from pyptx import ptx, reg, smem
from pyptx.emitter import emit, emit_statement
from pyptx.errors import TraceError, VerifyError
from pyptx.toolchain import find_or_none, ptxas
from pyptx.trace import Trace, tracing
from pyptx.types import (
    b8,
    b16,
    b32,
    b64,
    b128,
    bf16,
    bf16x2,
    e4m3,
    f16,
    f16x2,
    f32,
    f64,
    from_name,
    pred,
    s8,
    s16,
    s32,
    s64,
    tf32,
    u8,
    u16,
    u32,
    u64,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from pyptx.types import PtxType

needs_ptxas = pytest.mark.skipif(find_or_none("ptxas") is None, reason="ptxas is not installed")


def body(kernel: Callable[[], object], arch: str = "sm_90a") -> list[str]:
    """The statements a kernel traces."""
    with tracing(Trace("k", arch=arch)) as trace:
        kernel()
    return [emit_statement(statement) for statement in trace.body]


def assembles(kernel: Callable[[], object], arch: str = "sm_90a") -> None:
    """Hand a kernel to ptxas."""
    with tracing(Trace("k", arch=arch)) as trace:
        kernel()
    ptxas.assemble(emit(trace.module()), arch)


def arithmetic() -> None:
    r, f, h, d = reg.array(s32, 4), reg.array(f32, 4), reg.array(f16, 3), reg.array(s64, 2)
    p, q = reg.scalar(pred), reg.scalar(pred)
    ptx.mov(u32, r[0], ptx.special.tid.x())
    ptx.mov(f16, h[0], h[1])
    ptx.mov(b32, r[0], [h[0], h[1]])
    ptx.add(s32, r[0], r[1], 5, pred=p)
    ptx.add(f32, f[0], f[1], 2.5)
    ptx.sub(f16, h[0], h[1], h[2], pred=~p)
    ptx.mul(s32, r[0], r[1], r[2])
    ptx.mul(s32, d[0], r[1], r[2], mode="wide")
    ptx.mul(f32, f[0], f[1], float("-inf"))
    ptx.mad(s32, r[0], r[1], r[2], r[3])
    ptx.mad(s32, d[0], r[1], 4, d[1], mode="wide")
    ptx.mad(f32, f[0], f[1], f[2], 1)
    ptx.mad(f16, h[0], h[1], h[2], h[0])
    ptx.fma(f32, f[0], f[1], f[2], f[3], rounding="rz")
    ptx.div(s32, r[0], r[1], r[2])
    ptx.div(f32, f[0], f[1], f[2])
    ptx.div(f32, f[0], f[1], f[2], rounding="approx")
    ptx.rem(s32, r[0], r[1], 7)
    ptx.min(s32, r[0], r[1], -1)
    ptx.max(f32, f[0], f[1], f[2])
    ptx.neg(s32, r[0], r[1])
    ptx.abs(f32, f[0], f[1])
    ptx.and_(b32, r[0], r[1], 0xFF)
    ptx.or_(u32, r[0], r[1], r[2])
    ptx.xor_(s64, d[0], d[1], 1)
    ptx.not_(pred, p, q)
    ptx.and_(pred, p, p, ~q)
    ptx.shl(u32, r[0], r[1], 3)
    ptx.shr(s32, r[0], r[1], r[2])
    ptx.shr(b32, r[0], r[1], 3)
    ptx.setp("lt", s32, p, r[0], 7)
    ptx.setp("ge", f32, p | q, f[0], 0.5)
    ptx.setp("eq", s32, p, r[0], 0, pred_negate=~q)
    ptx.selp(f32, f[0], 1.0, f[1], p)
    ptx.selp(f16, h[0], h[1], h[2], ~p)
    ptx.selp(s32, r[0], 1, 2, r[1] < 3)


def test_arithmetic() -> None:
    assert body(arithmetic) == [
        "mov.u32 %r0, %tid.x;",
        "mov.b16 %h0, %h1;",
        "mov.b32 %r0, {%h0, %h1};",
        "@%p0 add.s32 %r0, %r1, 5;",
        "add.f32 %f0, %f1, 0f40200000;",
        "@!%p0 sub.f16 %h0, %h1, %h2;",
        "mul.lo.s32 %r0, %r1, %r2;",
        "mul.wide.s32 %rd0, %r1, %r2;",
        "mul.f32 %f0, %f1, 0fFF800000;",
        "mad.lo.s32 %r0, %r1, %r2, %r3;",
        "mad.wide.s32 %rd0, %r1, 4, %rd1;",
        "mad.rn.f32 %f0, %f1, %f2, 0f3F800000;",
        "fma.rn.f16 %h0, %h1, %h2, %h0;",
        "fma.rz.f32 %f0, %f1, %f2, %f3;",
        "div.s32 %r0, %r1, %r2;",
        "div.rn.f32 %f0, %f1, %f2;",
        "div.approx.f32 %f0, %f1, %f2;",
        "rem.s32 %r0, %r1, 7;",
        "min.s32 %r0, %r1, -1;",
        "max.f32 %f0, %f1, %f2;",
        "neg.s32 %r0, %r1;",
        "abs.f32 %f0, %f1;",
        "and.b32 %r0, %r1, 255;",
        "or.b32 %r0, %r1, %r2;",
        "xor.b64 %rd0, %rd1, 1;",
        "not.pred %p0, %p1;",
        "and.pred %p0, %p0, !%p1;",
        "shl.b32 %r0, %r1, 3;",
        "shr.s32 %r0, %r1, %r2;",
        "shr.b32 %r0, %r1, 3;",
        "setp.lt.s32 %p0, %r0, 7;",
        "setp.ge.f32 %p0|%p1, %f0, 0f3F000000;",
        "@!%p1 setp.eq.s32 %p0, %r0, 0;",
        "selp.f32 %f0, 0f3F800000, %f1, %p0;",
        "selp.b16 %h0, %h2, %h1, %p0;",
        "setp.lt.s32 %p2, %r1, 3;",
        "selp.s32 %r0, 1, 2, %p2;",
    ]


def test_mov_takes_the_type_of_its_target() -> None:
    with tracing(Trace("k")) as trace:
        x, p = reg.scalar(f32, name="x"), reg.scalar(pred, name="p")
        ptx.mov(x, 2.5)
        ptx.mov(x, x + 1.0)
        ptx.mov(p, ~p)
        ptx.mov(x, 0.0, pred=p)
    lines = [emit_statement(statement).strip() for statement in trace.body]
    assert lines[0] == "mov.f32 x, 0f40200000;"
    assert lines[2].startswith("mov.f32 x, %f")
    assert lines[-2].startswith("mov.pred p, %p")
    assert lines[-1] == "@p mov.f32 x, 0f00000000;"


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        (lambda x: ptx.mov(x, reg.scalar(u32, init=1)), r"reg\.from_"),
        (lambda x: ptx.mov(f32, x), r"ptx\.mov\(dst, src\)"),
        (lambda x: ptx.mov(x, x, 1.0), r"ptx\.mov\(dtype, dst, src\)"),
    ],
)
def test_mov_refuses_what_a_copy_would_change(wrong: Callable[[reg.Reg], object], said: str) -> None:
    with tracing(Trace("k")), pytest.raises(TraceError, match=said):
        wrong(reg.scalar(f32))


def test_mad_as_an_expression() -> None:
    def kernel() -> None:
        a, wide, bits = reg.scalar(u32), reg.scalar(u64), reg.scalar(b32)
        assert ptx.mad(a, 3, a).dtype is u32
        assert ptx.mad(4, a, wide, mode="wide").dtype is u64
        assert ptx.mad(bits, bits, 1).dtype is u32
        x = reg.scalar(f32)
        assert ptx.mad(x, x, 2.0).dtype is f32

    assert body(kernel) == [
        "mad.lo.u32 %r2, %r0, 3, %r0;",
        "mad.wide.u32 %rd1, 4, %r0, %rd0;",
        "mad.lo.u32 %r3, %r1, %r1, 1;",
        "mad.rn.f32 %f1, %f0, %f0, 0f40000000;",
    ]


def test_wrappers_are_opcodes_too() -> None:
    def kernel() -> None:
        f, r = reg.array(f32, 3), reg.array(u32, 2)
        ptx.add.rz.ftz.f32(f[0], f[1], f[2])
        ptx.ex2.approx.f32(f[0], f[1])
        ptx.fence.acq_rel.gpu()
        ptx.bar.warp.sync(0xFFFFFFFF)
        ptx.ld.shared["v2.f32"]([f[0], f[1]], ptx.addr(r[0]))
        ptx.cp.async_.ca.shared__cta.global_(ptx.addr(r[0]), ptx.addr(reg.scalar(u64)), 4)

    assert body(kernel) == [
        "add.rz.ftz.f32 %f0, %f1, %f2;",
        "ex2.approx.f32 %f0, %f1;",
        "fence.acq_rel.gpu;",
        "bar.warp.sync 4294967295;",
        "ld.shared.v2.f32 {%f0, %f1}, [%r0];",
        "cp.async.ca.shared::cta.global [%r0], [%rd0], 4;",
    ]


CONVERSIONS: list[tuple[PtxType, PtxType, dict[str, object], str]] = [
    (f32, s32,   {},                                          "cvt.rn.f32.s32"),
    (s32, f32,   {},                                          "cvt.rzi.s32.f32"),
    (s32, f32,   {"rounding": "rni", "ftz": True},            "cvt.rni.ftz.s32.f32"),
    (u8,  s32,   {"sat": True},                               "cvt.sat.u8.s32"),
    (u64, u32,   {},                                          "cvt.u64.u32"),
    (f64, f32,   {},                                          "cvt.f64.f32"),
    (f32, f64,   {},                                          "cvt.rn.f32.f64"),
    (f32, f32,   {"rounding": "rmi"},                         "cvt.rmi.f32.f32"),
    (bf16, f32,  {},                                          "cvt.rn.bf16.f32"),
    (bf16, f32,  {"rounding": "rz", "relu": True},            "cvt.rz.relu.bf16.f32"),
    (f32, bf16,  {},                                          "cvt.f32.bf16"),
    (tf32, f32,  {},                                          "cvt.rna.tf32.f32"),
]  # fmt: skip


@pytest.mark.parametrize(("to", "of", "options", "spelling"), CONVERSIONS)
def test_conversions(to: PtxType, of: PtxType, options: dict[str, object], spelling: str) -> None:
    def kernel() -> None:
        ptx.cvt(to, of, reg.scalar(to), reg.scalar(of), **options)  # type: ignore[arg-type]

    assert body(kernel)[0].split()[0] == spelling


def packed_conversions() -> None:
    high, low, pair, eight = reg.scalar(f32), reg.scalar(f32), reg.scalar(b32), reg.scalar(b16)
    ptx.cvt(bf16x2, f32, pair, (high, low))
    ptx.cvt(f16x2, f32, pair, [high, low], rounding="rz", relu=True)
    ptx.cvt(from_name("e4m3x2"), f32, eight, (high, low), satfinite=True)
    ptx.cvt(from_name("e4m3x2"), f32, eight, (high, low), satfinite=True, relu=True)


def test_packed_conversions_take_two_values() -> None:
    assert body(packed_conversions) == [
        "cvt.rn.bf16x2.f32 %r0, %f0, %f1;",
        "cvt.rz.relu.f16x2.f32 %r0, %f0, %f1;",
        "cvt.rn.satfinite.e4m3x2.f32 %rs0, %f0, %f1;",
        "cvt.rn.satfinite.relu.e4m3x2.f32 %rs0, %f0, %f1;",
    ]


def memory() -> None:
    p, pointer, local = reg.scalar(pred), reg.scalar(u64), reg.scalar(u32)
    f, r, h, d = reg.array(f32, 4), reg.array(u32, 4), reg.array(bf16, 2), reg.array(u64, 2)
    tile = smem.alloc(f32, (4, 8))
    ptx.ld(f32, f[0], ptx.addr(pointer))
    ptx.ld(f32, f, ptx.addr(pointer, 16), vec=4)
    ptx.ld(f32, f[0:2], pointer, cache="cg", pred=p)
    ptx.ld(f32, [f[0]], ptx.addr(pointer), vec=1)
    ptx.ld(u32, r, ptx.addr(pointer, -8), cache="nc")
    ptx.ld(f32, f[0], ptx.addr(pointer), cache="L1::no_allocate")
    ptx.ld(bf16, h, pointer)
    ptx.ld(u8, r[0], pointer)
    ptx.ld(f32, f[0], tile[2], space="shared")
    ptx.ld(f32, f[0], pointer, space="")
    ptx.ldu(f32, f[0:2], pointer)
    ptx.st(f32, ptx.addr(pointer), f, vec=4)
    ptx.st(f32, ptx.addr(pointer), 1.5)
    ptx.st(f32, tile, (f[0], f[1]), space="shared", pred=~p)
    ptx.st(u32, pointer, r[0], cache="wt")
    ptx.st(bf16, local, h[0], space="local")
    ptx.atom("add", u32, r[0], pointer, 1)
    ptx.atom("add", f32, None, ptx.addr(pointer), f[0])
    ptx.atom("cas", u32, r[0], local, 0, r[1], space="shared", sem="acquire", scope="cta")
    ptx.atom("max", s32, r[0], pointer, r[1], sem="relaxed", scope="gpu")
    ptx.atom("exch", f32, f[0], pointer, f[1])
    ptx.atom("add", bf16, h[0], pointer, h[1])
    ptx.red("add", f32, tile[1], f[0], space="shared", pred=p)
    ptx.red("or", u32, pointer, 4, sem="release", scope="sys")
    ptx.prefetch(pointer)
    ptx.prefetch(pointer, space="local", level="L1")
    ptx.cvta.to_global(pointer)
    ptx.cvta.to_shared(pointer, d[0])
    ptx.cvta.from_shared(tile)
    ptx.cvta.from_global(pointer)


def test_memory() -> None:
    assert body(memory) == [
        "ld.global.f32 %f0, [%rd0];",
        "ld.global.v4.f32 {%f0, %f1, %f2, %f3}, [%rd0+16];",
        "@%p0 ld.global.cg.v2.f32 {%f0, %f1}, [%rd0];",
        "ld.global.f32 %f0, [%rd0];",
        "ld.global.nc.v4.u32 {%r1, %r2, %r3, %r4}, [%rd0+-8];",
        "ld.global.L1::no_allocate.f32 %f0, [%rd0];",
        "ld.global.v2.b16 {%rs0, %rs1}, [%rd0];",
        "ld.global.u8 %r1, [%rd0];",
        "ld.shared.f32 %f0, [smem_0+64];",
        "ld.f32 %f0, [%rd0];",
        "ldu.global.v2.f32 {%f0, %f1}, [%rd0];",
        "st.global.v4.f32 [%rd0], {%f0, %f1, %f2, %f3};",
        "st.global.f32 [%rd0], 0f3FC00000;",
        "@!%p0 st.shared.v2.f32 [smem_0], {%f0, %f1};",
        "st.global.wt.u32 [%rd0], %r1;",
        "st.local.b16 [%r0], %rs0;",
        "atom.global.add.u32 %r1, [%rd0], 1;",
        "atom.global.add.f32 _, [%rd0], %f0;",
        "atom.acquire.cta.shared.cas.b32 %r1, [%r0], 0, %r2;",
        "atom.relaxed.gpu.global.max.s32 %r1, [%rd0], %r2;",
        "atom.global.exch.b32 %f0, [%rd0], %f1;",
        "atom.global.add.noftz.bf16 %rs0, [%rd0], %rs1;",
        "@%p0 red.shared.add.f32 [smem_0+32], %f0;",
        "red.release.sys.global.or.b32 [%rd0], 4;",
        "prefetch.global.L2 [%rd0];",
        "prefetch.local.L1 [%rd0];",
        "cvta.to.global.u64 %rd3, %rd0;",
        "cvta.to.shared.u64 %rd1, %rd0;",
        "cvta.shared.u64 %rd4, smem_0;",
        "cvta.global.u64 %rd5, %rd0;",
    ]


def copies_and_barriers() -> None:
    stage, pointer, p, q = reg.scalar(u32), reg.scalar(u64), reg.scalar(pred), reg.scalar(pred)
    tile = smem.alloc(f32, (2, 64))
    ptx.cp.async_.ca(ptx.addr(stage), ptx.addr(pointer), 4)
    ptx.cp.async_.cg(tile[1], pointer, 16, pred=p)
    ptx.cp.async_.cg(tile, pointer, 16, stage)
    ptx.cp.async_.commit_group()
    ptx.cp.async_.wait_group(2)
    ptx.cp.async_.wait_all(pred=p)
    ptx.bar.sync()
    ptx.bar.sync(1, 64)
    ptx.bar.sync(stage, stage, pred=~p)
    ptx.bar.arrive(3, 128)
    ptx.bar.red("popc", stage, p)
    ptx.bar.red("and", p, ~q, 2, 64)
    named = ptx.named_barrier(5, count=96)
    named.sync()
    named.arrive(pred=p)
    ptx.NamedBarrier(6).sync()
    ptx.fence.proxy_async()
    ptx.fence.proxy_async_shared_cta()
    ptx.fence.proxy_async_generic_acquire_shared_cluster()
    ptx.fence.mbarrier_init(pred=p)
    ptx.fence.sc.gpu()
    ptx.membar("gl")
    ptx.warp.sync()


def test_copies_and_barriers() -> None:
    assert body(copies_and_barriers) == [
        "cp.async.ca.shared.global [%r0], [%rd0], 4;",
        "@%p0 cp.async.cg.shared.global [smem_0+256], [%rd0], 16;",
        "cp.async.cg.shared.global [smem_0], [%rd0], 16, %r0;",
        "cp.async.commit_group;",
        "cp.async.wait_group 2;",
        "@%p0 cp.async.wait_all;",
        "bar.sync 0;",
        "bar.sync 1, 64;",
        "@!%p0 bar.sync %r0, %r0;",
        "bar.arrive 3, 128;",
        "bar.red.popc.u32 %r0, 0, %p0;",
        "bar.red.and.pred %p0, 2, 64, !%p1;",
        "bar.sync 5, 96;",
        "@%p0 bar.arrive 5, 96;",
        "bar.sync 6;",
        "fence.proxy.async;",
        "fence.proxy.async.shared::cta;",
        "fence.proxy.async::generic.acquire.sync_restrict::shared::cluster.cluster;",
        "@%p0 fence.mbarrier_init.release.cluster;",
        "fence.sc.gpu;",
        "membar.gl;",
        "bar.warp.sync 4294967295;",
    ]


def warps() -> None:
    r, p, d = reg.array(u32, 2), reg.scalar(pred), reg.scalar(u64)
    ptx.shfl("bfly", r[0], r[1], 4)
    ptx.shfl("up", r[0], r[1], 1, pred_out=p)
    ptx.shfl("idx", r[0], r[1], 0, 0x1C1F, 0xFF)
    ptx.vote("ballot", r[0], p)
    ptx.vote("all", p, ~p, r[1])
    ptx.match("any", u32, r[0], r[1])
    ptx.match("all", u64, r[0], d, pred_out=p)
    ptx.redux("add", s32, r[0], r[1])
    ptx.redux("xor", u32, r[0], r[1], 0xFF)
    ptx.activemask()
    ptx.activemask(r[0])
    ptx.elect_sync(r[0], p, 0xFFFFFFFF)
    ptx.elect_sync(None, p)
    ptx.setmaxnreg(232)
    ptx.setmaxnreg(40, inc=False)
    ptx.setmaxnreg_inc(240)
    ptx.setmaxnreg_dec(24)


def test_warps() -> None:
    assert body(warps) == [
        "shfl.sync.bfly.b32 %r0, %r1, 4, 31, 4294967295;",
        "shfl.sync.up.b32 %r0|%p0, %r1, 1, 0, 4294967295;",
        "shfl.sync.idx.b32 %r0, %r1, 0, 7199, 255;",
        "vote.sync.ballot.b32 %r0, %p0, 4294967295;",
        "vote.sync.all.pred %p0, !%p0, %r1;",
        "match.any.sync.b32 %r0, %r1, 4294967295;",
        "match.all.sync.b64 %r0|%p0, %rd0, 4294967295;",
        "redux.sync.add.s32 %r0, %r1, 4294967295;",
        "redux.sync.xor.b32 %r0, %r1, 255;",
        "activemask.b32 %r2;",
        "activemask.b32 %r0;",
        "elect.sync %r0|%p0, 4294967295;",
        "elect.sync _|%p0, 4294967295;",
        "setmaxnreg.inc.sync.aligned.u32 232;",
        "setmaxnreg.dec.sync.aligned.u32 40;",
        "setmaxnreg.inc.sync.aligned.u32 240;",
        "setmaxnreg.dec.sync.aligned.u32 24;",
    ]


def test_a_reduction_halves_the_distance() -> None:
    def kernel() -> None:
        ptx.warp.reduce_sum(reg.scalar(f32), width=4)

    assert body(kernel) == [
        "shfl.sync.bfly.b32 %f1, %f0, 2, 31, 4294967295;",
        "add.f32 %f0, %f0, %f1;",
        "shfl.sync.bfly.b32 %f2, %f0, 1, 31, 4294967295;",
        "add.f32 %f0, %f0, %f2;",
    ]
    assert len(body(lambda: ptx.warp.reduce_sum(reg.scalar(f32)))) == 10
    assert body(lambda: ptx.warp.reduce_sum(reg.scalar(f32), width=1)) == []


@pytest.mark.parametrize(
    ("dtype", "largest", "smallest"),
    [
        (s32, "max.s32", "min.s32"),
        (u32, "max.u32", "min.u32"),
        (b32, "max.u32", "min.u32"),
        (f32, "max.f32", "min.f32"),
        (s64, "max.s64", "min.s64"),
        (b64, "max.u64", "min.u64"),
        (f64, "max.f64", "min.f64"),
        (s16, "max.s32", "min.s32"),
        (u16, "max.u32", "min.u32"),
        (s8, "max.s32", "min.s32"),
        (f16, "max.f32", "min.f32"),
        (bf16, "max.f32", "min.f32"),
        (f16x2, "max.f16x2", "min.f16x2"),
        (bf16x2, "max.bf16x2", "min.bf16x2"),
    ],
)
def test_reductions_go_by_the_sign_of_the_type(dtype: PtxType, largest: str, smallest: str) -> None:
    for reduction, spelling in ((ptx.warp.reduce_max, largest), (ptx.warp.reduce_min, smallest)):
        lines = body(lambda reduction=reduction: reduction(reg.scalar(dtype), width=2))  # type: ignore[misc]
        assert spelling in [line.split()[0] for line in lines]


def test_64_bits_are_exchanged_in_halves() -> None:
    assert body(lambda: ptx.warp.reduce_sum(reg.scalar(f64), width=2)) == [
        "mov.b64 {%r0, %r1}, %fd0;",
        "shfl.sync.bfly.b32 %r0, %r0, 1, 31, 4294967295;",
        "shfl.sync.bfly.b32 %r1, %r1, 1, 31, 4294967295;",
        "mov.b64 %fd1, {%r0, %r1};",
        "add.f64 %fd0, %fd0, %fd1;",
    ]


def test_half_precision_is_reduced_in_f32_and_rounded_once() -> None:
    lines = body(lambda: ptx.warp.reduce_sum(reg.scalar(f16)))
    assert [line.split()[0] for line in lines].count("cvt.rn.f16.f32") == 1
    assert lines[0] == "cvt.f32.f16 %f0, %h0;"
    assert lines[-1].startswith("mov.b16 %h0, ")


def test_a_cta_reduces_its_warps_then_their_sums() -> None:
    one = body(lambda: ptx.cta.reduce_sum(reg.scalar(f32), threads=32))
    assert len(one) == 10
    lines = body(lambda: ptx.cta.reduce_max(reg.scalar(s32), threads=96, groups=2))
    heads = [line.split()[0] for line in lines]
    assert heads.count("bar.sync") == 2
    assert any(line.startswith("@%p0 st.shared.s32") for line in lines)
    assert "mov.u32 %r0, -2147483648;" in lines or "mov.s32 %r0, -2147483648;" in lines
    assert any(line.startswith("@%p1 ld.shared.s32 %r0") for line in lines)
    assert heads.count("shfl.sync.bfly.b32") == 5 + 2


def tensor_cores() -> None:
    a, b, acc = reg.array(b32, 4), reg.array(b32, 4), reg.array(f32, 4)
    half, sums, p = reg.array(b32, 2), reg.array(s32, 4), reg.scalar(pred)
    tile = smem.alloc(bf16, (64, 64))
    ptx.mma.sync(
        shape=(16, 8, 16), dtype_d=f32, dtype_a=bf16, dtype_b=bf16, dtype_c=f32,
        d=acc, a=a, b=b[0:2], c=acc,
    )  # fmt: skip
    ptx.mma.sync(
        shape=(16, 8, 8), dtype_d=f32, dtype_a=tf32, dtype_b=tf32, dtype_c=f32,
        d=acc, a=a, b=[b[0], b[1]], c=acc,
    )  # fmt: skip
    ptx.mma.sync(
        shape=(16, 8, 16), dtype_d=f16, dtype_a=f16, dtype_b=f16, dtype_c=f16,
        d=half, a=a, b=b[0:2], c=half,
    )  # fmt: skip
    ptx.mma.sync(
        shape=(16, 8, 32), dtype_d=s32, dtype_a=s8, dtype_b=u8, dtype_c=s32,
        d=sums, a=a, b=b[0:2], c=sums, saturate=True,
    )  # fmt: skip
    ptx.mma.sync(
        shape=(8, 8, 32), dtype_d=s32, dtype_a="s4", dtype_b="u4", dtype_c=s32,
        d=sums[0:2], a=a[0], b=b[0], c=sums[0:2],
    )  # fmt: skip
    ptx.mma.sync(
        shape=(16, 8, 256), dtype_d=s32, dtype_a="b1", dtype_b="b1", dtype_c=s32,
        d=sums, a=a, b=b[0:2], c=sums, op="xor",
    )  # fmt: skip
    ptx.ldmatrix(dst=a, src=tile)
    ptx.ldmatrix(dst=a, src=tile[8], layout="m8n8.x4", trans=True)
    ptx.ldmatrix(dst=a[0:2], src=ptx.addr(tile, 64), layout="x2", pred=p)
    ptx.ldmatrix(a[0], tile, layout="x1.trans")
    ptx.stmatrix(smem=tile[8], regs=a)
    ptx.stmatrix(tile, [a[0], a[1]], layout="x2.trans")


def test_tensor_cores() -> None:
    assert body(tensor_cores) == [
        "mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {%f0, %f1, %f2, %f3}, {%r0, %r1, %r2, %r3}, "
        "{%r4, %r5}, {%f0, %f1, %f2, %f3};",
        "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%f0, %f1, %f2, %f3}, {%r0, %r1, %r2, %r3}, "
        "{%r4, %r5}, {%f0, %f1, %f2, %f3};",
        "mma.sync.aligned.m16n8k16.row.col.f16.f16.f16.f16 {%r8, %r9}, {%r0, %r1, %r2, %r3}, {%r4, %r5}, "
        "{%r8, %r9};",
        "mma.sync.aligned.m16n8k32.row.col.satfinite.s32.s8.u8.s32 {%r10, %r11, %r12, %r13}, "
        "{%r0, %r1, %r2, %r3}, {%r4, %r5}, {%r10, %r11, %r12, %r13};",
        "mma.sync.aligned.m8n8k32.row.col.s32.s4.u4.s32 {%r10, %r11}, {%r0}, {%r4}, {%r10, %r11};",
        "mma.sync.aligned.m16n8k256.row.col.s32.b1.b1.s32.xor.popc {%r10, %r11, %r12, %r13}, "
        "{%r0, %r1, %r2, %r3}, {%r4, %r5}, {%r10, %r11, %r12, %r13};",
        "ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%r0, %r1, %r2, %r3}, [smem_0];",
        "ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%r0, %r1, %r2, %r3}, [smem_0+1024];",
        "@%p0 ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%r0, %r1}, [smem_0+64];",
        "ldmatrix.sync.aligned.m8n8.x1.trans.shared.b16 {%r0}, [smem_0];",
        "stmatrix.sync.aligned.m8n8.x4.shared.b16 [smem_0+1024], {%r0, %r1, %r2, %r3};",
        "stmatrix.sync.aligned.m8n8.x2.trans.shared.b16 [smem_0], {%r0, %r1};",
    ]


def accumulator_store() -> None:
    tile = smem.alloc(bf16, (256, 72))
    lane = reg.from_(ptx.special.tid.x(), u32)
    ptx.stmatrix_x4_trans_f32_bf16(frag=reg.array(f32, 16), smem_base=tile, lane=lane, row_stride=72)


def test_an_accumulator_is_rounded_packed_and_stored() -> None:
    heads = [line.split()[0] for line in body(accumulator_store)]
    assert heads.count("cvt.rn.bf16.f32") == 16
    assert heads.count("stmatrix.sync.aligned.m8n8.x4.trans.shared.b16") == 2
    last = body(accumulator_store)[-1]
    assert f"+{72 * 32}]" in last


def ring() -> None:
    pipe = ptx.pipeline(3)
    stage, phase = pipe.advance()
    ptx.st(u32, reg.scalar(u64), (stage, phase))
    pipe.advance()


def test_a_ring_wraps_and_flips() -> None:
    assert body(ring)[:8] == [
        "mov.u32 %r0, 0;",
        "mov.u32 %r1, 0;",
        "setp.eq.u32 %p0, %r0, 3;",
        "xor.b32 %r4, %r1, 1;",
        "selp.u32 %r2, 0, %r0, %p0;",
        "selp.u32 %r3, %r4, %r1, %p0;",
        "add.u32 %r0, %r2, 1;",
        "mov.u32 %r1, %r3;",
    ]


def test_a_ring_is_carried_in_given_registers() -> None:
    def kernel() -> None:
        cursor, phase = reg.scalar(u32), reg.scalar(u32)
        state = ptx.pipeline(4, cursor=cursor, phase=phase)
        assert (state.n_stages, state.cursor, state.phase) == (4, cursor, phase) or state.cursor is cursor
        state.advance()

    assert len(body(kernel)) == 6


WRONG: list[tuple[Callable[[], object], str]] = [
    (lambda: ptx.add(f32, reg.scalar(f32), reg.scalar(f32), reg.scalar(s32)), r"add\.f32"),
    (lambda: ptx.add(b32, reg.scalar(b32), 1, 2), r"add\.b32"),
    (lambda: ptx.add(u8, reg.scalar(u8), 1, 2), r"add\.u8"),
    (lambda: ptx.add(u32, reg.scalar(u64), 1, 2), r"add\.u32"),
    (lambda: ptx.and_(f32, reg.scalar(f32), 1, 2), r"and\.f32"),
    (lambda: ptx.mul(f32, reg.scalar(f32), 1, 2, mode="wide"), r"mul\.wide\.f32"),
    (lambda: ptx.mul(s32, reg.scalar(s32), 1, 2, mode="wide"), r"mul\.wide\.s32"),
    (lambda: ptx.shl(u32, reg.scalar(u32), 1, reg.scalar(u64)), r"shl\.b32"),
    (lambda: ptx.setp("lo", s32, reg.scalar(pred), 1, 2), r"setp\.lo\.s32"),
    (lambda: ptx.setp("lt", s32, reg.scalar(s32), 1, 2), r"setp\.lt\.s32"),
    (lambda: ptx.cvt(s32, f32, reg.scalar(s32), reg.scalar(f32), rounding="up"), r"cvt\.up\.s32\.f32"),
    (lambda: ptx.cvt(u64, u32, reg.scalar(u32), reg.scalar(u32)), r"cvt\.u64\.u32"),
    (lambda: ptx.ld(f32, reg.array(f32, 3), reg.scalar(u64)), r"ld\.global\.v3\.f32"),
    (lambda: ptx.ld(f64, reg.array(f64, 4), reg.scalar(u64), space="shared"), r"ld\.shared\.v4\.f64"),
    (lambda: ptx.ld(f32, reg.array(f32, 2), reg.scalar(u64), vec=4), r"ld\.global\.v4\.f32"),
    (lambda: ptx.ld(f32, reg.scalar(f32), reg.scalar(u64), vec=4), r"ld\.global\.v4\.f32"),
    (lambda: ptx.ld(f32, reg.scalar(u32), reg.scalar(u64)), r"ld\.global\.f32"),
    (lambda: ptx.ld(f32, reg.scalar(f32), reg.scalar(u64), space="globl"), r"ld\.globl\.f32"),
    (lambda: ptx.st(f32, reg.scalar(u64), reg.scalar(u32)), r"st\.global\.f32"),
    (lambda: ptx.atom("add", s64, reg.scalar(s64), reg.scalar(u64), 1), r"atom\.global\.add\.s64"),
    (lambda: ptx.atom("cas", u32, reg.scalar(u32), reg.scalar(u64), 1), r"atom\.global\.cas\.b32"),
    (lambda: ptx.cp.async_.cg(reg.scalar(u32), reg.scalar(u64), 8), r"cp\.async\.cg"),
    (lambda: ptx.cp.async_.ca(reg.scalar(u32), reg.scalar(u64), 32), r"cp\.async\.ca"),
    (lambda: ptx.cp.async_.wait_group(-1), r"cp\.async\.wait_group"),
    (lambda: ptx.bar.sync(16), r"bar\.sync"),
    (lambda: ptx.bar.sync(0, 33), r"bar\.sync"),
    (lambda: ptx.bar.arrive(0, 0), r"bar\.arrive"),
    (lambda: ptx.shfl("xor", reg.scalar(u32), 1, 1), r"shfl\.sync\.xor\.b32"),
    (lambda: ptx.shfl("bfly", reg.scalar(u64), 1, 1), r"shfl\.sync\.bfly\.b32"),
    (lambda: ptx.vote("any", reg.scalar(u32), reg.scalar(pred)), r"vote\.sync\.any\.pred"),
    (lambda: ptx.redux("add", f32, reg.scalar(f32), reg.scalar(f32)), r"redux\.sync\.add\.f32"),
    (lambda: ptx.ldmatrix(dst=reg.array(b32, 3), src=reg.scalar(u32)), r"ldmatrix"),
    (lambda: ptx.ldmatrix(dst=reg.array(b32, 2), src=reg.scalar(u32), layout="x3"), r"ldmatrix"),
    (lambda: ptx.stmatrix(smem=reg.scalar(u32), regs=reg.array(b32, 2)), r"stmatrix"),
    (lambda: ptx.setmaxnreg(33), r"setmaxnreg"),
    (lambda: ptx.fence.proxy_sync(), r"fence\.proxy_sync"),  # type: ignore[attr-defined]
]


@pytest.mark.parametrize(("wrong", "said"), WRONG)
def test_what_ptx_does_not_have_is_refused_with_the_line(wrong: Callable[[], object], said: str) -> None:
    with pytest.raises(VerifyError, match=said) as raised:
        body(wrong)
    assert "test_wrappers.py:" in str(raised.value)


def mma(**changed: object) -> None:
    arguments: dict[str, object] = {
        "shape": (16, 8, 16), "dtype_d": f32, "dtype_a": bf16, "dtype_b": bf16, "dtype_c": f32,
        "d": reg.array(f32, 4), "a": reg.array(b32, 4), "b": reg.array(b32, 2), "c": reg.array(f32, 4),
    }  # fmt: skip
    ptx.mma.sync(**{**arguments, **changed})  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "changed",
    [
        {"shape": (16, 8, 15)},
        {"shape": (16, 8, 32)},
        {"dtype_b": f16},
        {"dtype_d": f16},
        {"a_layout": "col"},
        {"b_layout": "diagonal"},
        {"saturate": True},
    ],
)
def test_products_that_tensor_cores_do_not_have(changed: dict[str, object]) -> None:
    with pytest.raises(VerifyError, match=r"mma\.sync"):
        body(lambda: mma(**changed))


@pytest.mark.parametrize(
    ("operand", "dtype", "count"), [("d", f32, 3), ("a", b32, 2), ("b", b32, 4), ("c", b32, 2), ("a", f64, 4)]
)
def test_fragments_of_the_wrong_size_or_type(operand: str, dtype: PtxType, count: int) -> None:
    with pytest.raises(VerifyError, match=r"mma\.sync"):
        body(lambda: mma(**{operand: reg.array(dtype, count)}))


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        (lambda: ptx.mad(s32, reg.scalar(s32), 1, 2), r"ptx\.mad is ptx\.mad\(dtype, dst, a, b, c\)"),
        (lambda: ptx.mad(1, 2, reg.scalar(s32)), "neither factor is a register"),
        (lambda: ptx.mad(reg.scalar(s32), 2), r"ptx\.mad is"),
        (lambda: ptx.warp.reduce_sum(reg.scalar(f32), width=3), "a group of lanes is"),
        (lambda: ptx.warp.reduce_sum(reg.scalar(f32), width=64), "a group of lanes is"),
        (lambda: ptx.warp.reduce_sum(reg.scalar(pred)), "register with a number"),
        (lambda: ptx.warp.reduce_sum(reg.scalar(b128)), "register with a number"),
        (lambda: ptx.warp.reduce_sum(reg.scalar(e4m3)), "register with a number"),
        (lambda: ptx.warp.reduce_sum(ptx.special.laneid()), "register with a number"),
        (lambda: ptx.warp.reduce_sum(1.0), "register with a number"),  # type: ignore[arg-type]
        (lambda: ptx.cta.reduce_sum(reg.scalar(f32), threads=100), "groups of whole warps"),
        (lambda: ptx.cta.reduce_sum(reg.scalar(f32), threads=1024, groups=2), "groups of whole warps"),
        (lambda: ptx.cta.reduce_sum(reg.scalar(f16), threads=64), "works on 32 and 64 bits"),
        (lambda: ptx.pipeline(0), "one stage or more"),
        (lambda: ptx.selp(f32, reg.scalar(f32), 1, 2, reg.scalar(u32)), "a condition is a predicate"),
        (
            lambda: ptx.setp(
                "eq", s32, reg.scalar(pred), 1, 2, pred=reg.scalar(pred), pred_negate=reg.scalar(pred)
            ),
            "ptx.setp takes one guard",
        ),
        (lambda: ptx.add(f32, 1, 2), r"ptx\.add: missing a required argument: 'b'\n  ptx\.add\(dtype"),  # type: ignore[call-arg,arg-type]
        (lambda: ptx.add(f32, reg.scalar(f32), 1, 2, guard=True), "unexpected keyword argument 'guard'"),  # type: ignore[call-arg]
        (lambda: ptx.ld("f32", reg.scalar(f32), reg.scalar(u64)), "dtype is 'f32'; it must be a type"),  # type: ignore[arg-type]
        (lambda: ptx.cvt(f32, "s32", reg.scalar(f32), 1), "src_type is 's32'; it must be a type"),  # type: ignore[arg-type]
        (lambda: ptx.add(f32, f32, 1, 2), "f32 is a type, not an operand"),  # type: ignore[arg-type]
        (lambda: ptx.add(u32, reg.scalar(u32), 1, 2**32), "does not fit u32"),
        (lambda: ptx.add(s32, reg.scalar(s32), 1, 2.5), "a float where an integer is wanted"),
    ],
)  # fmt: skip
def test_misuse_is_refused_with_the_line(wrong: Callable[[], object], said: str) -> None:
    with pytest.raises(TraceError, match=said) as raised:
        body(wrong)
    assert "test_wrappers.py:" in str(raised.value)


def test_newer_instructions_need_their_target() -> None:
    with pytest.raises(VerifyError, match="sm_75"):
        body(lambda: ptx.cp.async_.commit_group(), arch="sm_75")
    with pytest.raises(VerifyError, match="sm_80"):
        body(lambda: ptx.stmatrix(smem=reg.scalar(u32), regs=reg.array(b32, 4)), arch="sm_80")


def reductions() -> None:
    pointer = reg.scalar(u64)
    for dtype in (u32, s32, f32, u64, s64, f64, b32, b64, u16, s16, f16, bf16, u8, b8, f16x2, bf16x2):
        for reduction in (ptx.warp.reduce_sum, ptx.warp.reduce_max, ptx.warp.reduce_min):
            value = reg.scalar(dtype)
            ptx.ld(dtype, value, pointer)
            reduction(value, width=8)
            ptx.st(dtype, pointer, value)
    for dtype in (u32, s32, f32, u64, f64):
        total = reg.scalar(dtype)
        ptx.ld(dtype, total, pointer)
        ptx.cta.reduce_sum(total, threads=96, groups=2)
        ptx.cta.reduce_min(total, threads=256)
        ptx.st(dtype, pointer, total)


@pytest.mark.ptxas
@needs_ptxas
@pytest.mark.parametrize(
    "kernel",
    [
        arithmetic,
        packed_conversions,
        memory,
        copies_and_barriers,
        warps,
        tensor_cores,
        accumulator_store,
        ring,
        reductions,
    ],
    ids=lambda kernel: kernel.__name__,
)
def test_ptxas_takes_it(kernel: Callable[[], object]) -> None:
    assembles(kernel)


@pytest.mark.ptxas
@needs_ptxas
@pytest.mark.parametrize(("to", "of", "options", "spelling"), CONVERSIONS)
def test_ptxas_takes_conversions(to: PtxType, of: PtxType, options: dict[str, object], spelling: str) -> None:
    del spelling
    assembles(lambda: ptx.cvt(to, of, reg.scalar(to), reg.scalar(of), **options))  # type: ignore[arg-type]
