"""A ring of two stages between a producer and two consumers, with an optional mistake in one place."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pyptx import Tile, kernel, ptx, reg, smem
from pyptx.types import f32, u32

if TYPE_CHECKING:
    from pyptx.kernel import Kernel

STAGES, CONSUMERS, BYTES = 2, 2, 256
MISTAKES = (
    "wrong parity",
    "no release",
    "too many bytes expected",
    "a copy left out",
    "too many arrivals expected",
    "too few arrivals expected",
    "a consumer exits",
    "a consumer exits in the second round",
    "a wrong count of bar.sync",
    "a barrier that one warp reaches",
    "registers that are not free",
)


def broken_ring(mistake: str = "", steps: int = 6) -> Kernel:
    """Build a kernel whose consumer warps add the rows of X; two CTAs in a cluster do the same."""
    assert mistake in ("", *MISTAKES)
    large = mistake.startswith("registers")
    warps = 4 if large else 1

    @kernel(
        in_specs=(Tile(steps, 64, f32),),
        out_specs=(Tile(2, CONSUMERS * warps * 32, f32),),
        grid=(2,),
        block=(32 * warps * (1 + CONSUMERS),),
        cluster=(2,),
        arch="sm_90a",
    )
    def ring(X: Any, Y: Any) -> None:
        px, py = ptx.global_ptrs(X, Y)
        tid = reg.from_(ptx.special.tid.x(), u32)
        stages = smem.alloc(f32, (STAGES, 64))
        full = smem.mbarrier(STAGES)
        empty = smem.mbarrier(STAGES)
        role = tid // (32 * warps)
        with ptx.if_(tid == 0):
            for stage in range(STAGES):
                ptx.mbarrier.init(full[stage], 1)
                extra = {"too many arrivals expected": 1, "too few arrivals expected": -1}.get(mistake, 0)
                ptx.mbarrier.init(empty[stage], 32 * warps * CONSUMERS + extra)
            ptx.fence.mbarrier_init()
        ptx.cluster.sync()
        with ptx.if_(role == 0):  # noqa: SIM117 - the else_ is of this one
            with ptx.if_(tid == 0):
                for step in range(steps):
                    stage, parity = step % STAGES, step // STAGES % 2
                    ptx.mbarrier.wait(empty[stage], parity if mistake == "wrong parity" else parity ^ 1)
                    more = 64 if mistake == "too many bytes expected" and step == 1 else 0
                    bytes_ = reg.scalar(u32, init=BYTES + more)  # the trace would check a number
                    ptx.mbarrier.arrive_expect_tx(full[stage], bytes_)
                    if mistake != "a copy left out" or step != 3:
                        row = ptx.addr(px + step * BYTES)
                        ptx.cp.async_.bulk.load(stages[stage], row, BYTES, mbar=full[stage])
        with ptx.else_():
            if large:
                ptx.setmaxnreg_inc(232)
            total = reg.scalar(f32, init=0.0)
            for step in range(steps):
                stage, parity = step % STAGES, step // STAGES % 2
                if step == {"a consumer exits": 1, "a consumer exits in the second round": 3}.get(mistake):
                    with ptx.if_(role == 2):
                        ptx.ret()
                ptx.mbarrier.wait(full[stage], parity)
                ptx.inst.add.f32(total, total, stages[stage, tid & 63])
                if mistake != "no release":
                    ptx.mbarrier.arrive(empty[stage])
            if mistake == "a wrong count of bar.sync":
                ptx.bar.sync(1, 96)
            rank = reg.from_(ptx.special.cluster_ctarank(), u32)
            place = rank * (CONSUMERS * warps * 32) + tid - 32 * warps
            ptx.inst.st.global_.f32(ptx.addr(py + place * 4), total)
        if mistake == "a barrier that one warp reaches":
            with ptx.if_(role == 1):
                ptx.bar.sync(2, 64)
        ptx.cluster.sync()

    return ring
