"""Scheduling of grids, clusters and warps, and their registers."""

import numpy as np

from pyptx import Tile, kernel, ptx, reg, smem
from pyptx.kernel import TensorSpec
from pyptx.types import b32, b128, f32, pred, u32
from reference.shown import shows


@shows("griddepcontrol")
@kernel(in_specs=(Tile(32, f32),), out_specs=(Tile(32, f32),), block=32, arch="sm_90")
def second_kernel(X: TensorSpec, Y: TensorSpec) -> None:
    """A kernel that starts while the one before it still runs.

    It first does the work that does not depend on the other kernel, then waits for that kernel's memory, and
    lets the next kernel start.

    >>> second_kernel(np.ones(32, dtype=np.float32))[:4]
    array([2., 2., 2., 2.], dtype=float32)
    """
    px, py = ptx.global_ptrs(X, Y)
    offset, x = reg.from_(ptx.special.tid.x(), u32) * 4, reg.scalar(f32)
    ptx.inst.griddepcontrol.wait()
    ptx.inst.ld.global_.f32(x, ptx.addr(px, offset))
    ptx.inst.griddepcontrol.launch_dependents()
    ptx.inst.st.global_.f32(ptx.addr(py, offset), x * 2.0)


@shows("clusterlaunchcontrol.try_cancel", "clusterlaunchcontrol.query_cancel")
@kernel(out_specs=(Tile(64, u32),), grid=64, arch="sm_100")
def work_stealing(Y: TensorSpec) -> None:
    """A CTA that has finished takes the work of one that has not started, until none is left.

    >>> np.array_equal(work_stealing(), np.arange(64))
    True
    """
    (py,) = ptx.global_ptrs(Y)
    answer, bar = smem.alloc(b32, 4), smem.mbarrier(1)
    cta, phase = reg.from_(ptx.special.ctaid.x(), u32), reg.scalar(u32, init=0)
    response, got_one = reg.scalar(b128), reg.scalar(pred)
    place = answer.address(0)
    ptx.mbarrier.init(bar[0], 1)
    with ptx.loop("steal", pred=got_one):
        ptx.mbarrier.arrive_expect_tx(bar[0], 16)
        ptx.inst["clusterlaunchcontrol.try_cancel.async.shared::cta.mbarrier::complete_tx::bytes.b128"](
            ptx.addr(place), ptx.addr(bar[0])
        )
        ptx.inst.st.global_.u32(ptx.addr(py, cta * 4), cta)
        ptx.mbarrier.wait(bar[0], phase)
        phase ^= 1
        ptx.inst.ld.shared.b128(response, ptx.addr(place))
        ptx.inst.clusterlaunchcontrol.query_cancel.is_canceled.pred.b128(got_one, response)
        ptx.inst["clusterlaunchcontrol.query_cancel.get_first_ctaid::x.b32.b128"](cta, response, pred=got_one)
        ptx.inst.fence.proxy.async_.shared__cta()


@shows("setmaxnreg")
@kernel(block=384, arch="sm_90a")
def share_registers() -> None:
    """One warpgroup only starts copies, and gives registers to the two that compute.

    >>> share_registers()
    """
    group = reg.from_(ptx.special.tid.x(), u32) >> 7
    with ptx.if_(group == 0):
        ptx.inst.setmaxnreg.dec.sync.aligned.u32(40)
    with ptx.else_():
        ptx.inst.setmaxnreg.inc.sync.aligned.u32(232)


@shows("nanosleep", "pmevent")
@kernel(out_specs=(Tile(1, u32),), grid=2, arch="sm_80")
def patient_waiting(Y: TensorSpec) -> None:
    """Wait for another CTA without polling continuously; event 3 marks the end in a profile.

    >>> patient_waiting()
    array([7], dtype=uint32)
    """
    (py,) = ptx.global_ptrs(Y)
    ptx.var("global", u32, "flag", init=0)
    flag = reg.scalar(u32)
    with ptx.if_(reg.from_(ptx.special.ctaid.x(), u32) == 1):
        ptx.inst.st.release.gpu.global_.u32(ptx.addr("flag"), 7)
        ptx.exit()
    ptx.label("waiting")
    ptx.inst.nanosleep.u32(100)
    ptx.inst.ld.acquire.gpu.global_.u32(flag, ptx.addr("flag"))
    ptx.bra("waiting", pred=flag == 0)
    ptx.inst.pmevent(3)
    ptx.inst.st.global_.u32(ptx.addr(py), flag)
