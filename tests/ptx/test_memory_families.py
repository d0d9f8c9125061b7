# ruff: noqa: E501 - a row of the tables is a call and the line it traces
"""Wrappers of memory, copies and synchronisation: what each call traces, and that ptxas takes all of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from pyptx import ptx, reg, smem
from pyptx.emitter import emit, emit_statement
from pyptx.errors import PtxError, TraceError, VerifyError
from pyptx.ir import Declaration, Declarator, Literal
from pyptx.isa.special_registers import SPECIAL_REGISTERS
from pyptx.toolchain import ptxas
from pyptx.trace import Trace, tracing
from pyptx.types import (
    TYPES,
    b16,
    b32,
    b128,
    bf16,
    e4m3,
    f16,
    f16x2,
    f32,
    f64,
    pred,
    s32,
    u8,
    u16,
    u32,
    u64,
)

if TYPE_CHECKING:
    from collections.abc import Callable

MAP = Declaration("param", "b8", (Declarator("tensor_map", dims=(Literal("128"),)),), align=64)


class Names:
    """The operands of the calls below."""

    def __init__(self) -> None:
        self.s, self.bar = smem.alloc(u8, 2048, align=128), smem.mbarrier(2)[1]
        self.r, self.n = reg.array(u32, 9), reg.array(s32, 2)
        self.x, self.h, self.hh = reg.array(f32, 4), reg.array(f16, 8), reg.array(f16x2, 4)
        self.d, self.f, self.e = reg.array(u64, 4), reg.array(f64, 2), reg.array(e4m3, 1)
        self.words = reg.array(b32, 4)
        self.q, self.w, self.p = reg.array(b128, 3), reg.array(b16, 1), reg.array(pred, 2)


BULK = "cp.async.bulk"
TX = "mbarrier::complete_tx::bytes"
TENSOR = "cp.async.bulk.tensor"
CTA, CLUSTER = "shared::cta", "shared::cluster"

# fmt: off
HOPPER: tuple[tuple[Any, str], ...] = (
    # bulk copies
    (lambda v: ptx.cp.async_.bulk.load(v.s, v.d[0], 1024, mbar=v.bar),
     f"{BULK}.{CLUSTER}.global.{TX} [smem_0], [%rd0], 1024, [mbar_0+8];"),
    (lambda v: ptx.cp.async_.bulk.load(v.s, v.d[0], v.r[0], mbar=v.bar, multicast_mask=3, cache_hint=v.d[1], pred=~v.p[0]),
     f"@!%p0 {BULK}.{CLUSTER}.global.{TX}.multicast::cluster.L2::cache_hint [smem_0], [%rd0], %r0, [mbar_0+8], 3, %rd1;"),
    (lambda v: ptx.cp.async_.bulk.load(v.s, v.d[0], 16, mbar=v.bar, into=CTA),
     f"{BULK}.{CTA}.global.{TX} [smem_0], [%rd0], 16, [mbar_0+8];"),
    (lambda v: ptx.cp.async_.bulk.load(v.s, v.d[0], 32, mbar=v.bar, ignore_oob=(v.r[0], 15)),
     f"{BULK}.{CTA}.global.{TX}.ignore_oob [smem_0], [%rd0], 32, %r0, 15, [mbar_0+8];"),
    (lambda v: ptx.cp.async_.bulk.load(v.s, v.d[0], 32, mbar=v.bar, scope="gpu"),
     f"{BULK}.relaxed.gpu.{CLUSTER}.global.{TX}.b128 [smem_0], [%rd0], 32, [mbar_0+8];"),
    (lambda v: ptx.cp.async_.bulk.store(v.d[0], v.s, 1024),
     f"{BULK}.global.{CTA}.bulk_group [%rd0], [smem_0], 1024;"),
    (lambda v: ptx.cp.async_.bulk.send(ptx.addr(v.r[0], 64), v.s, 1024, mbar=v.r[1]),
     f"{BULK}.{CLUSTER}.{CTA}.{TX} [%r0+64], [smem_0], 1024, [%r1];"),
    (lambda v: ptx.cp.async_.bulk.prefetch(v.d[0], 512),
     f"{BULK}.prefetch.L2.global [%rd0], 512;"),
    (lambda v: ptx.cp.reduce.async_.bulk.store("add", f32, v.d[0], v.s, 64, cache_hint=v.d[1]),
     f"cp.reduce.async.bulk.global.{CTA}.bulk_group.L2::cache_hint.add.f32 [%rd0], [smem_0], 64, %rd1;"),
    (lambda v: ptx.cp.reduce.async_.bulk.store("add", bf16, v.d[0], v.s, 64),
     f"cp.reduce.async.bulk.global.{CTA}.bulk_group.add.noftz.bf16 [%rd0], [smem_0], 64;"),
    (lambda v: ptx.cp.reduce.async_.bulk.store("max", f16, v.d[0], v.s, 64),
     f"cp.reduce.async.bulk.global.{CTA}.bulk_group.max.f16 [%rd0], [smem_0], 64;"),
    (lambda v: ptx.cp.reduce.async_.bulk.store("xor", u64, v.d[0], v.s, 64, sem="relaxed", scope="gpu"),
     f"cp.reduce.async.bulk.relaxed.gpu.global.{CTA}.bulk_group.xor.b64 [%rd0], [smem_0], 64;"),
    (lambda v: ptx.cp.reduce.async_.bulk.send("inc", u32, v.r[0], v.s, 64, mbar=v.r[1]),
     f"cp.reduce.async.bulk.{CLUSTER}.{CTA}.{TX}.inc.u32 [%r0], [smem_0], 64, [%r1];"),
    # tensor copies beside those of test_bulk_copy
    (lambda v: ptx.cp.async_.bulk.tensor.tile_3d(v.s, v.d[0], (0, 1, 2), mbar=v.bar, into=CTA),
     f"{TENSOR}.3d.{CTA}.global.{TX} [smem_0], [%rd0, {{0, 1, 2}}], [mbar_0+8];"),
    (lambda v: ptx.cp.async_.bulk.tensor.store_im2col_4d(v.d[0], v.s, (0, 1, 2, 3), cache_hint=v.d[1]),
     f"{TENSOR}.4d.global.{CTA}.im2col_no_offs.bulk_group.L2::cache_hint [%rd0, {{0, 1, 2, 3}}], [smem_0], %rd1;"),
    (lambda v: ptx.cp.async_.bulk.tensor.prefetch_2d(v.d[0], (0, 64)),
     f"{BULK}.prefetch.tensor.2d.L2.global [%rd0, {{0, 64}}];"),
    (lambda v: ptx.cp.async_.bulk.tensor.prefetch_5d(v.d[0], (0, 1, 2, 3, 4), cache_hint=v.d[1]),
     f"{BULK}.prefetch.tensor.5d.L2.global.L2::cache_hint [%rd0, {{0, 1, 2, 3, 4}}], %rd1;"),
    (lambda v: ptx.cp.async_.bulk.tensor.prefetch_im2col_4d(v.d[0], (0, 1, 2, 3)),
     f"{BULK}.prefetch.tensor.4d.L2.global.im2col [%rd0, {{0, 1, 2, 3}}], {{0, 0}};"),
    (lambda v: ptx.cp.async_.bulk.tensor.prefetch_im2col_3d(v.d[0], (0, 1, 2), info=v.w),
     f"{BULK}.prefetch.tensor.3d.L2.global.im2col [%rd0, {{0, 1, 2}}], {{%rs1}};"),
    (lambda v: ptx.cp.reduce.async_.bulk.tensor.tile_2d("add", v.d[0], v.s, (0, 64)),
     f"cp.reduce.async.bulk.tensor.2d.global.{CTA}.add.tile.bulk_group [%rd0, {{0, 64}}], [smem_0];"),
    (lambda v: ptx.cp.reduce.async_.bulk.tensor.im2col_3d("min", v.s, v.d[0], (0, 1, 2), cache_hint=v.d[1]),
     f"cp.reduce.async.bulk.tensor.3d.global.{CTA}.min.im2col_no_offs.bulk_group.L2::cache_hint [%rd0, {{0, 1, 2}}], [smem_0], %rd1;"),
    # asynchronous stores and reductions
    (lambda v: ptx.st.async_(f32, v.r[0], v.x[0], v.r[1]), f"st.async.{CLUSTER}.{TX}.f32 [%r0], %f0, [%r1];"),
    (lambda v: ptx.st.async_(u64, v.r[0], [v.d[0], 7], v.r[1]),
     f"st.async.{CLUSTER}.{TX}.v2.u64 [%r0], {{%rd0, 7}}, [%r1];"),
    (lambda v: ptx.st.async_(s32, v.r[0], [0, 1, 2, 3], v.r[1]),
     f"st.async.{CLUSTER}.{TX}.v4.s32 [%r0], {{0, 1, 2, 3}}, [%r1];"),
    (lambda v: ptx.red.async_("add", u64, v.r[0], v.d[0], v.r[1]),
     f"red.async.relaxed.cluster.{CLUSTER}.{TX}.add.u64 [%r0], %rd0, [%r1];"),
    (lambda v: ptx.red.async_("and", u32, v.r[0], 1, v.r[1]),
     f"red.async.relaxed.cluster.{CLUSTER}.{TX}.and.b32 [%r0], 1, [%r1];"),
    # atomics
    (lambda v: ptx.atom("add", f32, None, v.d[0], v.x, sem="relaxed", scope="sys"),
     "atom.relaxed.sys.global.add.v4.f32 {%f4, %f5, %f6, %f7}, [%rd0], {%f0, %f1, %f2, %f3};"),
    (lambda v: ptx.atom("max", f16, v.h, v.d[0], v.h),
     "atom.global.max.noftz.v8.f16 {%h0, %h1, %h2, %h3, %h4, %h5, %h6, %h7}, [%rd0], {%h0, %h1, %h2, %h3, %h4, %h5, %h6, %h7};"),
    (lambda v: ptx.atom("exch", b128, v.q[0], v.d[0], v.q[1]), "atom.global.exch.b128 %q0, [%rd0], %q1;"),
    (lambda v: ptx.atom("cas", b128, v.q[0], v.s, v.q[1], v.q[2], space="shared"),
     "atom.shared.cas.b128 %q0, [smem_0], %q1, %q2;"),
    (lambda v: ptx.atom("cas", f32, v.x[0], v.d[0], v.x[1], v.x[2], sem="acq_rel", scope="cluster"),
     "atom.acq_rel.cluster.global.cas.b32 %f0, [%rd0], %f1, %f2;"),
    (lambda v: ptx.atom("cas", u16, v.w[0], v.d[0], v.w[0], 1), "atom.global.cas.b16 %rs1, [%rd0], %rs1, 1;"),
    (lambda v: ptx.atom("add", f16x2, v.hh[0], v.d[0], v.hh[1], cache_hint=v.d[1]),
     "atom.global.add.noftz.L2::cache_hint.f16x2 %r11, [%rd0], %r12, %rd1;"),
    (lambda v: ptx.atom("inc", u32, v.r[0], v.s, 7, space="shared::cluster", sem="release", scope="cluster"),
     "atom.release.cluster.shared::cluster.inc.u32 %r0, [smem_0], 7;"),
    (lambda v: ptx.red("add", f32, v.d[0], [v.x[0], v.x[1]]), "red.global.add.v2.f32 [%rd0], {%f0, %f1};"),
    (lambda v: ptx.red("min", f16x2, v.d[0], [v.hh[0], v.hh[1]]),
     "red.global.min.noftz.v2.f16x2 [%rd0], {%r11, %r12};"),
    (lambda v: ptx.red("or", s32, v.s, v.n[0], space="shared", sem="release", scope="cta"),
     "red.release.cta.shared.or.b32 [smem_0], %r9;"),
    # multimem
    (lambda v: ptx.multimem.ld_reduce("add", f32, v.x, v.d[0]),
     "multimem.ld_reduce.weak.global.add.v4.f32 {%f0, %f1, %f2, %f3}, [%rd0];"),
    (lambda v: ptx.multimem.ld_reduce("and", s32, v.n[0], v.d[0], sem="acquire", scope="sys"),
     "multimem.ld_reduce.acquire.sys.global.and.b32 %r9, [%rd0];"),
    (lambda v: ptx.multimem.ld_reduce("add", f16x2, v.hh, v.d[0], acc="f32", sem="relaxed", scope="gpu"),
     "multimem.ld_reduce.relaxed.gpu.global.add.acc::f32.v4.f16x2 {%r11, %r12, %r13, %r14}, [%rd0];"),
    (lambda v: ptx.multimem.st(f32, v.d[0], [v.x[0], v.x[1]], sem="release", scope="sys"),
     "multimem.st.release.sys.global.v2.f32 [%rd0], {%f0, %f1};"),
    (lambda v: ptx.multimem.red("min", s32, v.d[0], v.n[0]), "multimem.red.global.min.s32 [%rd0], %r9;"),
    (lambda v: ptx.multimem.red("add", f16x2, v.d[0], v.hh, sem="relaxed", scope="gpu"),
     "multimem.red.relaxed.gpu.global.add.v4.f16x2 [%rd0], {%r11, %r12, %r13, %r14};"),
    # multimem bulk copies
    (lambda v: ptx.multimem.cp.async_.bulk(v.d[0], v.s, 64),
     f"multimem.{BULK}.weak.global.{CTA}.bulk_group [%rd0], [smem_0], 64;"),
    (lambda v: ptx.multimem.cp.reduce.async_.bulk("add", bf16, v.d[0], v.s, 64),
     f"multimem.cp.reduce.async.bulk.global.{CTA}.bulk_group.add.noftz.bf16 [%rd0], [smem_0], 64;"),
    # tensor maps
    *(
        (lambda v, args=args: ptx.tensormap.replace(*args(v)), f"tensormap.replace.tile.{said}")
        for args, said in (
            (lambda v: ("global_address", v.s, v.d[0]),          f"global_address.{CTA}.b1024.b64 [smem_0], %rd0;"),
            (lambda v: ("rank", v.s, 1),                         f"rank.{CTA}.b1024.b32 [smem_0], 1;"),
            (lambda v: ("box_dim", v.s, 64, 0),                  f"box_dim.{CTA}.b1024.b32 [smem_0], 0, 64;"),
            (lambda v: ("global_dim", v.s, v.r[0], 4),           f"global_dim.{CTA}.b1024.b32 [smem_0], 4, %r0;"),
            (lambda v: ("global_stride", v.s, v.d[0], 3),        f"global_stride.{CTA}.b1024.b64 [smem_0], 3, %rd0;"),
            (lambda v: ("element_stride", v.s, 1, 1),            f"element_stride.{CTA}.b1024.b32 [smem_0], 1, 1;"),
            (lambda v: ("elemtype", v.s, "bf16"),                f"elemtype.{CTA}.b1024.b32 [smem_0], 10;"),
            (lambda v: ("interleave_layout", v.s, "NONE"),       f"interleave_layout.{CTA}.b1024.b32 [smem_0], 0;"),
            (lambda v: ("swizzle_mode", v.s, "128B"),            f"swizzle_mode.{CTA}.b1024.b32 [smem_0], 3;"),
            (lambda v: ("fill_mode", v.s, "NAN"),                f"fill_mode.{CTA}.b1024.b32 [smem_0], 1;"),
        )
    ),
    (lambda v: ptx.tensormap.replace("global_dim", v.d[0], 64, 0, space="global"),
     "tensormap.replace.tile.global_dim.global.b1024.b32 [%rd0], 0, 64;"),
    (lambda v: ptx.tensormap.cp_fenceproxy(v.d[0], v.s, scope="sys"),
     f"tensormap.cp_fenceproxy.global.{CTA}.tensormap::generic.release.sys.sync.aligned [%rd0], [smem_0], 128;"),
    (lambda v: ptx.fence.proxy_tensormap_release("cta"), "fence.proxy.tensormap::generic.release.cta;"),
    (lambda v: ptx.fence.proxy_tensormap_acquire(v.d[0]),
     "fence.proxy.tensormap::generic.acquire.gpu [%rd0], 128;"),
    (lambda v: ptx.prefetch.tensormap(v.d[0]), "prefetch.tensormap [%rd0];"),
    (lambda _: ptx.prefetch.tensormap("tensor_map"), "prefetch.tensormap [%rd4];"),
    # caches
    (lambda _: ptx.createpolicy.fractional(), "createpolicy.fractional.L2::evict_last.b64 %rd4;"),
    (lambda v: ptx.createpolicy.fractional("evict_first", "evict_unchanged", fraction=0.25, dst=v.d[2]),
     "createpolicy.fractional.L2::evict_first.L2::evict_unchanged.b64 %rd2, 0f3E800000;"),
    (lambda v: ptx.createpolicy.range(v.d[0], 4096, v.r[0], "L2::evict_normal", dst=v.d[2]),
     "createpolicy.range.global.L2::evict_normal.b64 %rd2, [%rd0], 4096, %r0;"),
    (lambda v: ptx.createpolicy.cvt(v.d[0], v.d[2]), "createpolicy.cvt.L2.b64 %rd2, %rd0;"),
    (lambda v: ptx.prefetch(v.d[0], level="L1", space="local"), "prefetch.local.L1 [%rd0];"),
    (lambda v: ptx.prefetch(v.d[0], level="L2::evict_last"), "prefetch.global.L2::evict_last [%rd0];"),
    (lambda v: ptx.prefetchu(v.d[0]), "prefetchu.L1 [%rd0];"),
    (lambda v: ptx.applypriority(v.d[0]), "applypriority.global.L2::evict_normal [%rd0], 128;"),
    (lambda v: ptx.discard(v.d[0], space=""), "discard.L2 [%rd0], 128;"),
    (lambda v: ptx.ld(f32, v.x, v.d[0], cache="L1::no_allocate", cache_hint=v.d[1]),
     "ld.global.L1::no_allocate.L2::cache_hint.v4.f32 {%f0, %f1, %f2, %f3}, [%rd0], %rd1;"),
    (lambda v: ptx.ld(u32, v.r[0], v.s, space=CLUSTER, sem="acquire", scope="cluster"),
     "ld.acquire.cluster.shared::cluster.u32 %r0, [smem_0];"),
    (lambda v: ptx.ld(u32, v.r[0], v.d[0], sem="volatile"), "ld.volatile.global.u32 %r0, [%rd0];"),
    (lambda v: ptx.st(u32, v.d[0], 1, sem="release", scope="gpu", cache_hint=v.d[1]),
     "st.release.gpu.global.L2::cache_hint.u32 [%rd0], 1, %rd1;"),
    # addresses
    (lambda v: ptx.mapa(v.r[0], v.r[1], v.r[2]), f"mapa.{CLUSTER}.u32 %r2, %r0, %r1;"),
    (lambda v: ptx.mapa(v.d[0], 3, v.d[1], space=""), "mapa.u64 %rd1, %rd0, 3;"),
    (lambda v: ptx.getctarank(v.r[0], v.r[1]), f"getctarank.{CLUSTER}.u32 %r1, %r0;"),
    (lambda v: ptx.getctarank(v.d[0], v.r[1], space=""), "getctarank.u64 %r1, %rd0;"),
    (lambda v: ptx.isspacep(CLUSTER, v.d[0], v.p[0]), f"isspacep.{CLUSTER} %p0, %rd0;"),
    (lambda v: ptx.cvta.to_const(v.d[0], v.d[1]), "cvta.to.const.u64 %rd1, %rd0;"),
    (lambda v: ptx.cvta.to_param(v.d[0], v.d[1]), "cvta.to.param.u64 %rd1, %rd0;"),
    (lambda v: ptx.cvta.from_local(v.d[0], v.d[1]), "cvta.local.u64 %rd1, %rd0;"),
    (lambda v: ptx.cvta.from_const(v.d[0], v.d[1]), "cvta.const.u64 %rd1, %rd0;"),
    # barriers and copies of a thread
    (lambda v: ptx.mbarrier.arrive_drop(v.bar, count=2, scope="cluster"),
     f"mbarrier.arrive_drop.release.cluster.{CTA}.b64 %rd4, [mbar_0+8], 2;"),
    (lambda v: ptx.mbarrier.arrive(v.bar, scope="cluster"), f"mbarrier.arrive.release.cluster.{CTA}.b64 %rd4, [mbar_0+8];"),
    (lambda v: ptx.mbarrier.arrive_expect_tx(v.bar, 64, scope="cluster"),
     f"mbarrier.arrive.expect_tx.release.cluster.{CTA}.b64 %rd4, [mbar_0+8], 64;"),
    (lambda v: ptx.mbarrier.complete_tx(v.bar, 64), f"mbarrier.complete_tx.relaxed.cta.{CTA}.b64 [mbar_0+8], 64;"),
    (lambda v: ptx.mbarrier.pending_count(v.d[0], v.r[0]), "mbarrier.pending_count.b64 %r0, %rd0;"),
    (lambda v: ptx.mbarrier.test_wait(v.bar, v.d[0], parity=False, scope="cluster"),
     f"mbarrier.test_wait.acquire.cluster.{CTA}.b64 %p2, [mbar_0+8], %rd0;"),
    (lambda v: ptx.cp.async_.mbarrier_arrive(v.bar, noinc=True), f"cp.async.mbarrier.arrive.noinc.{CTA}.b64 [mbar_0+8];"),
    (lambda v: ptx.cp.async_.cg(v.s, v.d[0], 16, ignore_src=~v.p[0], cache_hint=v.d[1], prefetch="256B"),
     "cp.async.cg.shared.global.L2::cache_hint.L2::256B [smem_0], [%rd0], 16, !%p0, %rd1;"),
    (lambda v: ptx.cp.async_.ca(v.s, v.d[0], 8, v.r[0], prefetch="L2::64B"),
     "cp.async.ca.shared.global.L2::64B [smem_0], [%rd0], 8, %r0;"),
    # the warp and the grid
    (lambda _: ptx.griddepcontrol.launch_dependents(), "griddepcontrol.launch_dependents;"),
    (lambda v: ptx.griddepcontrol.wait(pred=v.p[0]), "@%p0 griddepcontrol.wait;"),
    (lambda _: ptx.nanosleep(100), "nanosleep.u32 100;"),
    (lambda v: ptx.redux("add", s32, v.n[0], v.n[1]), "redux.sync.add.s32 %r9, %r10, 4294967295;"),
    (lambda v: ptx.redux("xor", s32, v.n[0], v.n[1], 15), "redux.sync.xor.b32 %r9, %r10, 15;"),
    (lambda v: ptx.shfl("up", v.x[0], v.x[1], 1, pred_out=v.p[0]),
     "shfl.sync.up.b32 %f0|%p0, %f1, 1, 0, 4294967295;"),
    (lambda v: ptx.vote("uni", v.p[0], ~v.p[1]), "vote.sync.uni.pred %p0, !%p1, 4294967295;"),
    (lambda v: ptx.match("all", u64, v.r[0], v.d[0], pred_out=v.p[0]),
     "match.all.sync.b64 %r0|%p0, %rd0, 4294967295;"),
    (lambda v: ptx.elect_sync(None, v.p[0]), "elect.sync _|%p0, 4294967295;"),
)

BLACKWELL: tuple[tuple[Any, str], ...] = (
    (lambda v: ptx.st.async_(u32, v.d[0], 1), "st.async.release.gpu.global.u32 [%rd0], 1;"),
    (lambda v: ptx.st.async_(f32, v.d[0], v.x[0], mmio=True),
     "st.async.mmio.release.sys.global.f32 [%rd0], %f0;"),
    (lambda v: ptx.st.async_(b128, v.r[0], v.q[0], v.r[1]),
     f"st.async.{CLUSTER}.{TX}.b128 [%r0], %q0, [%r1];"),
    (lambda v: ptx.red.async_("add", u32, v.d[0], 1, scope="sys"),
     "red.async.release.sys.global.add.u32 [%rd0], 1;"),
    (lambda v: ptx.red.async_("add", u64, v.d[0], 1, mmio=True),
     "red.async.mmio.release.sys.global.add.u64 [%rd0], 1;"),
    (lambda v: ptx.st.bulk(v.s, 2048), f"st.bulk.weak.{CTA} [%r19], 2048, 0;"),
    (lambda v: ptx.st.bulk(v.s, v.d[0]), f"st.bulk.weak.{CTA} [%r19], %rd0, 0;"),
    (lambda v: ptx.cp.async_.bulk.store(v.d[0], v.s, 64, byte_mask=v.w[0], cache_hint=v.d[1]),
     f"{BULK}.global.{CTA}.bulk_group.L2::cache_hint.cp_mask [%rd0], [smem_0], 64, %rd1, %rs1;"),
    (lambda v: ptx.cp.reduce.async_.bulk.store("add", f32, v.d[0], v.s, 64, noftz=True),
     f"cp.reduce.async.bulk.global.{CTA}.bulk_group.add.noftz.f32 [%rd0], [smem_0], 64;"),
    (lambda v: ptx.cp.async_.bulk.tensor.im2col_w_4d(v.s, v.d[0], (0, 1, 2, 3), mbar=v.bar, halo=2),
     f"{TENSOR}.4d.{CLUSTER}.global.im2col::w.{TX} [smem_0], [%rd0, {{0, 1, 2, 3}}], [mbar_0+8], {{2, 0}};"),
    (lambda v: ptx.cp.async_.bulk.tensor.im2col_w128_3d(v.s, v.d[0], (0, 1, 2), mbar=v.bar, offset=v.w[0], into=CTA),
     f"{TENSOR}.3d.{CTA}.global.im2col::w::128.{TX} [smem_0], [%rd0, {{0, 1, 2}}], [mbar_0+8], {{0, %rs1}};"),
    (lambda v: ptx.cp.async_.bulk.tensor.gather4_2d(v.s, v.d[0], (0, 4), mbar=v.bar, into=CTA),
     f"{TENSOR}.2d.{CTA}.global.tile::gather4.{TX} [smem_0], [%rd0, {{0, 4, 5, 6, 7}}], [mbar_0+8];"),
    (lambda v: ptx.cp.async_.bulk.tensor.prefetch_gather4_2d(v.d[0], (0, 4)),
     f"{BULK}.prefetch.tensor.2d.L2.global.tile::gather4 [%rd0, {{0, 4, 5, 6, 7}}];"),
    (lambda v: ptx.cp.async_.bulk.tensor.prefetch_im2col_w_5d(v.d[0], (0, 1, 2, 3, 4)),
     f"{BULK}.prefetch.tensor.5d.L2.global.im2col::w [%rd0, {{0, 1, 2, 3, 4}}], {{0, 0}};"),
    (lambda v: ptx.cp.async_.bulk.tensor.prefetch_im2col_w128_3d(v.d[0], (0, 1, 2), info=(1, 2)),
     f"{BULK}.prefetch.tensor.3d.L2.global.im2col::w::128 [%rd0, {{0, 1, 2}}], {{1, 2}};"),
    (lambda v: ptx.clusterlaunchcontrol.try_cancel(v.s, v.bar),
     f"clusterlaunchcontrol.try_cancel.async.{CTA}.{TX}.b128 [smem_0], [mbar_0+8];"),
    (lambda v: ptx.clusterlaunchcontrol.try_cancel(v.s, v.bar, multicast=True),
     f"clusterlaunchcontrol.try_cancel.async.{CTA}.{TX}.multicast::cluster::all.b128 [smem_0], [mbar_0+8];"),
    (lambda v: ptx.clusterlaunchcontrol.query_cancel.is_canceled(v.q[0], v.p[0]),
     "clusterlaunchcontrol.query_cancel.is_canceled.pred.b128 %p0, %q0;"),
    (lambda v: ptx.clusterlaunchcontrol.query_cancel.get_first_ctaid(v.q[0]),
     "clusterlaunchcontrol.query_cancel.get_first_ctaid.v4.b32.b128 {%r19, %r20, %r21, _}, %q0;"),
    (lambda v: ptx.clusterlaunchcontrol.query_cancel.first_ctaid(v.q[0], "z", v.r[0]),
     "clusterlaunchcontrol.query_cancel.get_first_ctaid::z.b32.b128 %r0, %q0;"),
    (lambda v: ptx.redux("min", f32, v.x[0], v.x[1], abs=True, nan=True),
     "redux.sync.min.abs.NaN.f32 %f0, %f1, 4294967295;"),
    (lambda v: ptx.multimem.ld_reduce("max", TYPES["e4m3x4"], v.words, v.d[0]),
     "multimem.ld_reduce.weak.global.max.v4.e4m3x4 {%r15, %r16, %r17, %r18}, [%rd0];"),
    (lambda v: ptx.tensormap.replace("swizzle_atomicity", v.s, "32B_FLIP"),
     f"tensormap.replace.tile.swizzle_atomicity.{CTA}.b1024.b32 [smem_0], 2;"),
    (lambda v: ptx.tensormap.replace("elemtype", v.s, "b4x16_p64"),
     f"tensormap.replace.tile.elemtype.{CTA}.b1024.b32 [smem_0], 14;"),
    (lambda v: ptx.atom("add", f32, v.x[0], v.d[0], v.x[1], noftz=True),
     "atom.global.add.noftz.f32 %f0, [%rd0], %f1;"),
)
# fmt: on


ROWS = [(call, said, "sm_90a") for call, said in HOPPER] + [
    (call, said, "sm_100a") for call, said in BLACKWELL
]


def traced(calls: list[Callable[[Names], object]], arch: str) -> Trace:
    """A trace of some calls."""
    with tracing(Trace("k", arch=arch, params=(MAP,))) as trace:
        names = Names()
        for call in calls:
            call(names)
    return trace


def refused(call: Callable[[Names], object], arch: str = "sm_90a") -> str:
    """Return the error message of a call, which names its line."""
    with pytest.raises(PtxError) as caught:
        traced([call], arch)
    assert "test_memory_families.py:" in str(caught.value)
    return str(caught.value)


@pytest.mark.parametrize(("call", "said", "arch"), ROWS, ids=[said for _, said, _ in ROWS])
def test_each_call_is_one_instruction(call: Callable[[Names], object], said: str, arch: str) -> None:
    assert emit_statement(traced([call], arch).body[-1]).strip() == said


@pytest.mark.ptxas
@pytest.mark.parametrize(("rows", "arch"), [(HOPPER, "sm_90a"), (HOPPER, "sm_100a"), (BLACKWELL, "sm_100a")])
def test_ptxas_takes_them_all(rows: tuple[tuple[Any, str], ...], arch: str) -> None:
    ptxas.assemble(emit(traced([call for call, _ in rows], arch).module()), arch)


@pytest.mark.parametrize("name", sorted({name.partition(".")[0][1:] for name in SPECIAL_REGISTERS}))
def test_every_special_register_has_a_name(name: str) -> None:
    register = getattr(ptx.special, name)
    components = [known for known in SPECIAL_REGISTERS if known.partition(".")[0] == f"%{name}"]
    assert name in dir(ptx.special)
    for known in components:
        with tracing(Trace("k")) as trace:
            made = getattr(register, known[-1])() if "." in known else register()
        row = SPECIAL_REGISTERS[known]
        assert made.dtype.name == row.type
        if row.volatile:
            assert emit_statement(trace.body[-1]) == f"mov.{row.type} {made.name}, {known};"
        else:
            assert (made.name, trace.body) == (known, [])


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (lambda v: ptx.st.async_(f32, v.r[0], [v.x[0]] * 3, v.r[1]), "st.async"),
        (lambda v: ptx.st.bulk(v.s, 4), "sm_100"),
        (lambda v: ptx.red.async_("add", f32, v.r[0], v.x[0], v.r[1]), "red.async.relaxed.cluster"),
        (lambda v: ptx.atom("nand", u32, None, v.d[0], 1), "atom.global.nand.u32"),
        (lambda v: ptx.atom("add", f64, None, v.d[0], [v.f[0], v.f[1]]), "atom.global.add.v2.f64"),
        (lambda v: ptx.cp.async_.bulk.load(v.s, v.d[0], 24, mbar=v.bar), "size is 24"),
        (lambda v: ptx.cp.async_.bulk.load(v.s, v.d[0], 16), "mbar"),  # type: ignore[call-arg]
        (
            lambda v: ptx.cp.async_.bulk.load(
                v.s, v.d[0], 16, mbar=v.bar, ignore_oob=(0, 0), multicast_mask=1
            ),
            "no multicast_mask=",
        ),
        (lambda v: ptx.tensormap.replace("rank", v.s, 1, 0), "tensormap.replace.tile.rank"),
        (lambda v: ptx.tensormap.replace("global_dim", v.s, 64), "tensormap.replace.tile.global_dim"),
        (lambda v: ptx.tensormap.replace("box_dim", v.s, 64, 5), "ord is 5"),
        (
            lambda v: ptx.tensormap.replace("elemtype", v.s, "e4m3"),
            "elemtype is 'e4m3'; it must be one of 'u8', 'u16'",
        ),
        (lambda v: ptx.tensormap.replace("colour", v.s, 1), "colour"),
        (lambda v: ptx.createpolicy.fractional(fraction=0.0), "fraction is"),
        (lambda v: ptx.createpolicy.fractional("evict_soon"), "L2::evict_soon"),
        (lambda v: ptx.multimem.st(f32, v.d[0], [v.x[0]] * 4 + [v.x[1]]), "multimem.st.weak.global.v5.f32"),
        (lambda v: ptx.clusterlaunchcontrol.try_cancel(v.s, v.bar), "needs PTX >= 8.6"),
        (lambda v: ptx.isspacep("register", v.d[0]), "isspacep.register"),
        (
            lambda v: ptx.cp.async_.ca(v.s, v.d[0], 16, 8, ignore_src=v.p[0]),
            "src_size= or ignore_src=, not both",
        ),
        (lambda v: ptx.mbarrier.arrive(v.bar, scope="gpu"), "mbarrier.arrive.release.gpu"),
        (lambda v: ptx.mapa(v.d[0], 1), "mapa.shared::cluster.u32"),
        (lambda v: ptx.griddepcontrol.wait(1), "too many positional arguments"),  # type: ignore[call-arg, arg-type]
        (lambda v: ptx.cp.async_.bulk.tensor.im2col_w_3d(v.s, v.d[0], (0, 1, 2)), "mbar="),
        (lambda v: ptx.cp.reduce.async_.bulk.tensor.tile_2d("mul", v.d[0], v.s, (0, 0)), "mul"),
    ],
)
def test_wrong_calls_are_refused_at_their_line(call: Callable[[Names], object], said: str) -> None:
    assert said in refused(call)


def test_what_follows_a_wrapper_is_the_instruction() -> None:
    assert ptx.st.async_.weak.shared__cluster == ptx.inst.st.async_.weak.shared__cluster
    assert ptx.red.async_.relaxed == ptx.inst.red.async_.relaxed
    assert ptx.multimem.st.async_.release == ptx.inst.multimem.st.async_.release
    assert ptx.createpolicy.range.global_ == ptx.inst.createpolicy.range.global_
    assert ptx.cp.async_.bulk.prefetch.tensor._2d == ptx.inst.cp.async_.bulk.prefetch.tensor._2d
    assert ptx.cp.reduce.async_.bulk.shared__cluster == ptx.inst.cp.reduce.async_.bulk.shared__cluster
    assert ptx.tensormap.replace.tile.rank == ptx.inst.tensormap.replace.tile.rank
    assert (
        ptx.clusterlaunchcontrol.query_cancel.get_first_ctaid__x
        == ptx.inst["clusterlaunchcontrol.query_cancel.get_first_ctaid::x"]
    )
    assert ptx.prefetch.global_.L1 == ptx.inst.prefetch.global_.L1
    assert repr(ptx.st) == "<ptx.st>"


def test_signatures_can_be_looked_at() -> None:
    with pytest.raises(
        TraceError, match=r"ptx\.red: missing a required argument: 'b'.*\n  ptx\.red\(op: str"
    ):
        traced([lambda v: ptx.red("add", u32, v.d[0])], "sm_90a")  # type: ignore[call-arg]
    with pytest.raises(VerifyError, match="fabric"):
        traced([lambda v: ptx.fabric.submit()], "sm_90a")
