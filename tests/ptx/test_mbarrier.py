"""Barriers in shared memory and across a cluster: what they trace, what ptxas takes, what they do."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from pyptx import Tile, kernel, ptx, reg, smem
from pyptx.emitter import emit, emit_statement
from pyptx.errors import TraceError, VerifyError
from pyptx.toolchain import ptxas
from pyptx.trace import Trace, tracing
from pyptx.types import b16, b32, pred, u32, u64

if TYPE_CHECKING:
    from collections.abc import Callable


def body(kernel: Callable[[], object], arch: str = "sm_90a") -> list[str]:
    """The statements a kernel traces."""
    with tracing(Trace("k", arch=arch)) as trace:
        kernel()
    return [emit_statement(statement).strip() for statement in trace.body]


def assembles(kernel: Callable[[], object], arch: str = "sm_90a") -> None:
    """Hand a kernel to ptxas."""
    with tracing(Trace("k", arch=arch)) as trace:
        kernel()
    ptxas.assemble(emit(trace.module()), arch)


def plain() -> None:
    bars, p = smem.mbarrier(2), reg.scalar(pred)
    ptx.mbarrier.init(bars[1], 4)
    ptx.mbarrier.inval(bars[0], pred=p)
    state = ptx.mbarrier.arrive(bars[1])
    ptx.mbarrier.arrive(bars[1], count=3)
    ptx.mbarrier.arrive_expect_tx(ptx.addr(bars[0]), 4096)
    ptx.mbarrier.arrive(bars[1], discard=True)
    ptx.mbarrier.arrive_drop(bars[1], count=2, scope="cluster", discard=True, pred=p)
    ptx.mbarrier.arrive_expect_tx(bars[0], 8, discard=True)
    ptx.mbarrier.expect_tx(bars[1], reg.scalar(u32, init=64), pred=~p)
    ptx.mbarrier.try_wait(bars[1], 1)
    ptx.mbarrier.try_wait(bars[1], state, parity=False, scope="cluster")


def test_each_wrapper_is_one_instruction() -> None:
    assert body(plain) == [
        "mbarrier.init.shared::cta.b64 [mbar_0+8], 4;",
        "@%p0 mbarrier.inval.shared::cta.b64 [mbar_0];",
        "mbarrier.arrive.shared::cta.b64 %rd0, [mbar_0+8];",
        "mbarrier.arrive.shared::cta.b64 %rd1, [mbar_0+8], 3;",
        "mbarrier.arrive.expect_tx.shared::cta.b64 %rd2, [mbar_0], 4096;",
        "mbarrier.arrive.shared::cta.b64 _, [mbar_0+8];",
        "@%p0 mbarrier.arrive_drop.release.cluster.shared::cta.b64 _, [mbar_0+8], 2;",
        "mbarrier.arrive.expect_tx.shared::cta.b64 _, [mbar_0], 8;",
        "mov.u32 %r0, 64;",
        "@!%p0 mbarrier.expect_tx.relaxed.cta.shared::cta.b64 [mbar_0+8], %r0;",
        "mbarrier.try_wait.parity.shared::cta.b64 %p1, [mbar_0+8], 1;",
        "mbarrier.try_wait.acquire.cluster.shared::cta.b64 %p2, [mbar_0+8], %rd0;",
    ]


def test_a_guarded_wait_skips_the_whole_loop() -> None:
    def waiting() -> None:
        bar, p = smem.mbarrier(1), reg.scalar(pred)
        ptx.mbarrier.wait(bar[0], reg.scalar(b32, init=0), pred=p)
        ptx.mbarrier.wait(bar[0], 1)

    assert body(waiting) == [
        "mov.b32 %r0, 0;",
        "@!%p0 bra $L_skip_0;",
        "$L_wait_0:",
        "mbarrier.try_wait.parity.shared::cta.b64 %p1, [mbar_0], %r0;",
        "@!%p1 bra $L_wait_0;",
        "$L_skip_0:",
        "$L_wait_1:",
        "mbarrier.try_wait.parity.shared::cta.b64 %p2, [mbar_0], 1;",
        "@!%p2 bra $L_wait_1;",
    ]


def test_a_wait_branches_as_compilers_do() -> None:
    def waiting() -> None:
        bar = smem.mbarrier(1)[0]
        ptx.mbarrier.wait(bar, 0, uni=True)
        ptx.mbarrier.wait(bar, 1, scope="cluster", ticks=5000, exits=True)
        ptx.mbarrier.wait(bar, 1, uni=True, exits=True)

    assert body(waiting) == [
        "$L_wait_0:",
        "mbarrier.try_wait.parity.shared::cta.b64 %p0, [mbar_0], 0;",
        "@!%p0 bra.uni $L_wait_0;",
        "$L_wait_1:",
        "mbarrier.try_wait.parity.acquire.cluster.shared::cta.b64 %p1, [mbar_0], 1, 5000;",
        "@%p1 bra $L_done_0;",
        "bra $L_wait_1;",
        "$L_done_0:",
        "$L_wait_2:",
        "mbarrier.try_wait.parity.shared::cta.b64 %p2, [mbar_0], 1;",
        "@%p2 bra.uni $L_done_1;",
        "bra.uni $L_wait_2;",
        "$L_done_1:",
    ]


def test_a_wait_is_for_a_state_too_and_asks_in_other_words() -> None:
    def waiting() -> None:
        bar = smem.mbarrier(1)[0]
        ptx.mbarrier.wait(bar, ptx.mbarrier.arrive(bar), parity=False)
        ptx.mbarrier.wait(bar, 1, suspends=False, space="shared")

    assert body(waiting) == [
        "mbarrier.arrive.shared::cta.b64 %rd0, [mbar_0];",
        "$L_wait_0:",
        "mbarrier.try_wait.shared::cta.b64 %p0, [mbar_0], %rd0;",
        "@!%p0 bra $L_wait_0;",
        "$L_wait_1:",
        "mbarrier.test_wait.parity.shared.b64 %p1, [mbar_0], 1;",
        "@!%p1 bra $L_wait_1;",
    ]
    assembles(waiting)


def test_the_answer_of_a_wait_goes_through_a_number_as_nvcc_has_it() -> None:
    def waiting() -> None:
        bars = smem.mbarrier(2)
        ptx.mbarrier.wait(bars[1], 0, through="b32")
        ptx.mbarrier.wait(ptx.addr(reg.scalar(u32, name="%place"), 8), 0, through="s32")

    assert body(waiting) == [
        "$L_wait_0:",
        "mov.b32 %r0, mbar_0;",
        "mbarrier.try_wait.parity.shared::cta.b64 %p0, [%r0+8], 0;",
        "selp.b32 %r1, 1, 0, %p0;",
        "setp.eq.b32 %p1, %r1, 0;",
        "@%p1 bra $L_wait_0;",
        "$L_wait_1:",
        "mbarrier.try_wait.parity.shared::cta.b64 %p2, [%place+8], 0;",
        "selp.b32 %r2, 1, 0, %p2;",
        "setp.eq.s32 %p3, %r2, 0;",
        "@%p3 bra $L_wait_1;",
    ]
    assembles(waiting)
    with pytest.raises(TraceError, match=r"through='u8'; it must be one of s32, b32, without uni and exits"):
        body(lambda: ptx.mbarrier.wait(smem.mbarrier(1)[0], 0, through="u8"))
    with pytest.raises(TraceError, match=r"through='s32'; .*, without uni and exits"):
        body(lambda: ptx.mbarrier.wait(smem.mbarrier(1)[0], 0, through="s32", uni=True))


def test_a_wait_tests_once_before_its_loop_as_cutlass_does() -> None:
    def waiting() -> None:
        ptx.mbarrier.wait(smem.mbarrier(1)[0], 1, ticks=10000000, exits=True, first="s32")

    assert body(waiting) == [
        "mbarrier.try_wait.parity.shared::cta.b64 %p0, [mbar_0], 1;",
        "selp.b32 %r0, 1, 0, %p0;",
        "setp.ne.s32 %p1, %r0, 0;",
        "@%p1 bra $L_complete_0;",
        "mov.u32 %r1, 10000000;",
        "$L_wait_0:",
        "mbarrier.try_wait.parity.shared::cta.b64 %p2, [mbar_0], 1, %r1;",
        "@%p2 bra $L_done_0;",
        "bra $L_wait_0;",
        "$L_done_0:",
        "$L_complete_0:",
    ]
    assembles(waiting)
    with pytest.raises(TraceError, match=r"first='u8'; it must be one of s32, b32"):
        body(lambda: ptx.mbarrier.wait(smem.mbarrier(1)[0], 0, first="u8"))


def test_before_hopper_a_wait_asks_with_test_wait() -> None:
    def waiting() -> None:
        ptx.mbarrier.wait(smem.mbarrier(1)[0], 0)

    assert "mbarrier.test_wait.parity.shared::cta.b64 %p0, [mbar_0], 0;" in body(waiting, "sm_80")


def rings() -> None:
    base, stage, p = reg.scalar(u32), reg.scalar(u32), reg.scalar(pred)
    full = ptx.mbarrier.array(base, 64, 2)
    full.init_all(2, pred=p)
    slot = full.at(stage)
    slot.wait(reg.scalar(u32))
    slot.arrive_expect_tx(128)
    full[1].arrive()
    slot.addr_reg()
    full.arrive_remote_all(stage, 1, pred=p)


def test_an_array_of_barriers_at_an_offset() -> None:
    assert body(rings) == [
        "@%p0 mbarrier.init.shared::cta.b64 [%r0+64], 2;",
        "@%p0 mbarrier.init.shared::cta.b64 [%r0+72], 2;",
        "mad.lo.u32 %r2, %r1, 8, %r0;",
        "$L_wait_0:",
        "mbarrier.try_wait.parity.shared::cta.b64 %p1, [%r2+64], %r3;",
        "@!%p1 bra $L_wait_0;",
        "mbarrier.arrive.expect_tx.shared::cta.b64 %rd0, [%r2+64], 128;",
        "mbarrier.arrive.shared::cta.b64 %rd1, [%r0+72];",
        "add.u32 %r4, %r2, 64;",
        "add.u32 %r5, %r0, 64;",
        "@%p0 mapa.shared::cluster.u32 %r6, %r5, %r1;",
        "@%p0 mbarrier.arrive.shared::cluster.b64 _, [%r6], 1;",
        "add.u32 %r7, %r0, 72;",
        "@%p0 mapa.shared::cluster.u32 %r8, %r7, %r1;",
        "@%p0 mbarrier.arrive.shared::cluster.b64 _, [%r8], 1;",
    ]


def test_an_array_of_barriers_of_a_variable() -> None:
    def made() -> None:
        bars = smem.mbarrier(3)
        ring = ptx.mbarrier.array(bars, 8, 2)
        assert (len(ring), ring[1].byte_offset, ring[-1].byte_offset) == (2, 16, 16)
        ring[1].init(1)
        ring.at(reg.scalar(u32)).arrive()
        ptx.cluster.map_shared_u32(ring[0], 0)

    assert body(made) == [
        "mbarrier.init.shared::cta.b64 [mbar_0+16], 1;",
        "mov.u32 %r1, mbar_0;",
        "mad.lo.u32 %r2, %r0, 8, %r1;",
        "mbarrier.arrive.shared::cta.b64 %rd0, [%r2+8];",
        "mov.u32 %r3, mbar_0+8;",
        "mapa.shared::cluster.u32 %r4, %r3, 0;",
    ]


def clusters() -> None:
    bar, p, mask = reg.scalar(u32), reg.scalar(pred), reg.scalar(b16)
    ptx.cluster.arrive(relaxed=True)
    ptx.cluster.wait(aligned=True)
    ptx.cluster.sync(aligned=True)
    with ptx.if_(ptx.cluster.rank(0)):
        ptx.cluster.map_shared_u32(bar, 1, pred=p)
    ptx.cluster.arrive_remote(bar, 1, 2)
    ptx.cluster.arrive_multicast(bar, 0b101, scope="cluster")
    ptx.cluster.arrive_multicast(bar, mask, 1, pred=p)


def test_clusters() -> None:
    assert body(clusters) == [
        "barrier.cluster.arrive.relaxed;",
        "barrier.cluster.wait.aligned;",
        "barrier.cluster.arrive.aligned;",
        "barrier.cluster.wait.aligned;",
        "mov.u32 %r1, %cluster_ctarank;",
        "setp.eq.u32 %p1, %r1, 0;",
        "@!%p1 bra $L_skip_0;",
        "@%p0 mapa.shared::cluster.u32 %r2, %r0, 1;",
        "$L_skip_0:",
        "mapa.shared::cluster.u32 %r3, %r0, 1;",
        "mbarrier.arrive.shared::cluster.b64 _, [%r3], 2;",
        "mapa.shared::cluster.u32 %r4, %r0, 0;",
        "mbarrier.arrive.release.cluster.shared::cluster.b64 _, [%r4], 1;",
        "mapa.shared::cluster.u32 %r5, %r0, 2;",
        "mbarrier.arrive.release.cluster.shared::cluster.b64 _, [%r5], 1;",
        "cvt.u32.u16 %r6, %rs0;",
        "@!%p0 bra $L_multicast_end_0;",
        "$L_multicast_0:",
        "setp.eq.u32 %p2, %r6, 0;",
        "@%p2 bra $L_multicast_end_0;",
        "bfind.u32 %r7, %r6;",
        "mapa.shared::cluster.u32 %r9, %r0, %r7;",
        "mbarrier.arrive.shared::cluster.b64 _, [%r9], 1;",
        "shl.b32 %r8, 1, %r7;",
        "xor.b32 %r6, %r6, %r8;",
        "bra.uni $L_multicast_0;",
        "$L_multicast_end_0:",
    ]


def fences() -> None:
    ptx.fence.mbarrier_init()
    ptx.fence.proxy_async()
    ptx.fence.proxy_async_shared_cta()
    ptx.fence.proxy_async_generic_acquire_shared_cluster()
    ptx.fence.proxy_async_generic_release_shared_cta(pred=reg.scalar(pred))


def test_a_remote_arrival_without_a_count_has_no_operand_for_it() -> None:
    def arrives() -> None:
        ptx.cluster.arrive_remote(reg.scalar(u32, init=0), 1, None)

    assert body(arrives, "sm_90")[-1] == "mbarrier.arrive.shared::cluster.b64 _, [%r1];"


def test_fences() -> None:
    assert body(fences) == [
        "fence.mbarrier_init.release.cluster;",
        "fence.proxy.async;",
        "fence.proxy.async.shared::cta;",
        "fence.proxy.async::generic.acquire.sync_restrict::shared::cluster.cluster;",
        "@%p0 fence.proxy.async::generic.release.sync_restrict::shared::cta.cluster;",
    ]


@pytest.mark.ptxas
@pytest.mark.parametrize("traced", [plain, rings, clusters, fences])
@pytest.mark.parametrize("arch", ["sm_90a", "sm_100a"])
def test_ptxas_takes_them(traced: Callable[[], object], arch: str) -> None:
    assembles(traced, arch)


@pytest.mark.ptxas
def test_a_64_bit_address_of_shared_memory() -> None:
    def wide() -> None:
        bar = reg.scalar(u64)
        ptx.mbarrier.init(bar, 1)
        ptx.cluster.arrive_remote(bar, 1)

    assembles(wide)


def test_what_is_no_barrier_is_refused() -> None:
    with pytest.raises(TraceError, match=r"0 barriers at offset 0"), tracing(Trace("k", arch="sm_90a")):
        ptx.mbarrier.array("smem", 0, 0)
    with pytest.raises(IndexError, match="there is no barrier 2; they are 0 to 1"):
        body(lambda: ptx.mbarrier.array(reg.scalar(u32), 0, 2)[2])
    with pytest.raises(TraceError, match=r"not 131072"):
        body(lambda: ptx.cluster.arrive_multicast(reg.scalar(u32), 1 << 17))
    with pytest.raises(VerifyError, match=r"phase_parity"):
        body(lambda: ptx.mbarrier.wait(smem.mbarrier(1)[0], 2))


def test_all_other_forms_stay_within_reach() -> None:
    def direct() -> None:
        bar = smem.mbarrier(1)
        ptx.mbarrier.arrive.noComplete.release.cta.shared__cta.b64(reg.scalar(u64), ptx.addr(bar), 1)
        ptx.mbarrier.test_wait.parity.shared.b64(reg.scalar(pred), ptx.addr(bar), 0)

    assert len(body(direct)) == 2


@pytest.mark.parametrize("stages", [1, 3])
def test_a_ring_of_producers_and_consumers_runs(stages: int) -> None:
    """Warp 0 fills the stages of a ring, warp 1 adds up what it finds in them."""
    rounds = 7

    @kernel(
        in_specs=(Tile(rounds, 32, u32),),
        out_specs=(Tile(32, u32),),
        grid=(1,),
        block=(64, 1, 1),
        arch="sm_90a",
    )
    def ring(x: Any, y: Any) -> None:
        px, py = ptx.global_ptrs(x, y)
        thread = reg.from_(ptx.special.tid.x(), u32)
        lane = thread & 31
        tile, bars = smem.alloc(u32, (stages, 32)), smem.mbarrier(2 * stages)
        full = ptx.mbarrier.array(bars, 0, stages)
        empty = ptx.mbarrier.array(bars, 8 * stages, stages)
        with ptx.if_(thread == 0):
            full.init_all(32)
            empty.init_all(32)
        ptx.bar.sync(0)
        with ptx.if_(thread < 32):
            filling = ptx.pipeline(stages)
            for number in ptx.range_(0, rounds):
                stage, phase = filling.advance()
                empty.at(stage).wait(phase ^ 1)
                value = reg.scalar(u32)
                ptx.ld(u32, value, ptx.addr(px + (number * 32 + lane) * 4))
                tile[stage, lane] = value
                full.at(stage).arrive()
        with ptx.else_():
            total = reg.scalar(u32, init=0)
            draining = ptx.pipeline(stages)
            for _ in ptx.range_(0, rounds):
                stage, phase = draining.advance()
                full.at(stage).wait(phase, pred=lane < 32)
                total += tile[stage, 31 - lane]
                empty.at(stage).arrive()
            ptx.st(u32, ptx.addr(py + lane * 4), total)

    values = np.arange(rounds * 32, dtype=np.uint32).reshape(rounds, 32)
    np.testing.assert_array_equal(np.asarray(ring(values)), values.sum(0, dtype=np.uint32)[::-1])


def test_a_wait_with_a_false_guard_ends() -> None:
    """No one arrives: only threads that do not wait reach the end."""

    @kernel(in_specs=(Tile(32, u32),), out_specs=(Tile(32, u32),), grid=(1,), block=(32, 1, 1), arch="sm_90a")
    def skipping(x: Any, y: Any) -> None:
        px, py = ptx.global_ptrs(x, y)
        thread = reg.from_(ptx.special.tid.x(), u32)
        bar = smem.mbarrier(1)
        with ptx.if_(thread == 0):
            ptx.mbarrier.init(bar[0], 32)
        ptx.bar.sync(0)
        ptx.mbarrier.wait(bar[0], 0, pred=thread >= 32)
        value = reg.scalar(u32)
        ptx.ld(u32, value, ptx.addr(px + thread * 4))
        ptx.st(u32, ptx.addr(py + thread * 4), value)

    values = np.arange(32, dtype=np.uint32)
    np.testing.assert_array_equal(np.asarray(skipping(values)), values)
