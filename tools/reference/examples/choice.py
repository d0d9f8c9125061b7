"""Comparison and selection."""

import numpy as np

from pyptx import Tile, kernel, ptx, reg
from pyptx.kernel import TensorSpec
from pyptx.types import f32, pred, s32, u32
from reference.shown import shows


@shows("setp")
@kernel(in_specs=(Tile(4, s32),), out_specs=(Tile(4, s32),), block=4, arch="sm_80")
def collatz(X: TensorSpec, Y: TensorSpec) -> None:
    """One comparison, two predicates: half of what is even, three times what is odd and one.

    >>> collatz(np.int32([1, 2, 3, 4]))
    array([ 4,  1, 10,  2], dtype=int32)
    """
    px, py = ptx.global_ptrs(X, Y)
    offset = reg.from_(ptx.special.tid.x(), u32) * 4
    x, is_even, is_odd = reg.scalar(s32), reg.scalar(pred), reg.scalar(pred)
    ptx.inst.ld.global_.s32(x, ptx.addr(px, offset))
    ptx.inst.setp.eq.s32(is_even | is_odd, x & 1, 0)
    ptx.inst.shr.s32(x, x, 1, pred=is_even)
    ptx.inst.mad.lo.s32(x, x, 3, 1, pred=is_odd)
    ptx.inst.st.global_.s32(ptx.addr(py, offset), x)


@shows("set")
@kernel(in_specs=(Tile(4, f32),), out_specs=(Tile(4, 2, u32),), block=4, arch="sm_80")
def step_functions(X: TensorSpec, Y: TensorSpec) -> None:
    """Whether a number is positive, as 1.0 or 0.0 and as a mask.

    >>> step_functions(np.float32([-1, 0, 1, np.nan])).view(np.float32)[:, 0]
    array([0., 0., 1., 0.], dtype=float32)
    >>> step_functions(np.float32([-1, 0, 1, np.nan]))[:, 1]
    array([         0,          0, 4294967295,          0], dtype=uint32)
    """
    px, py = ptx.global_ptrs(X, Y)
    thread = reg.from_(ptx.special.tid.x(), u32)
    x, number, mask = reg.scalar(f32), reg.scalar(f32), reg.scalar(u32)
    ptx.inst.ld.global_.f32(x, ptx.addr(px, thread * 4))
    ptx.inst.set.gt.f32.f32(number, x, 0.0)
    ptx.inst.set.gt.u32.f32(mask, x, 0.0)
    ptx.inst.st.global_.b32(ptx.addr(py, thread * 8), number)
    ptx.inst.st.global_.u32(ptx.addr(py, thread * 8 + 4), mask)


@shows("selp")
@kernel(in_specs=(Tile(4, f32),), out_specs=(Tile(4, f32),), block=4, arch="sm_80")
def leaky_relu(X: TensorSpec, Y: TensorSpec) -> None:
    """Negative numbers become a tenth of themselves; all lanes execute the same instructions.

    >>> leaky_relu(np.float32([-10, -1, 0, 5]))
    array([-1. , -0.1,  0. ,  5. ], dtype=float32)
    """
    px, py = ptx.global_ptrs(X, Y)
    offset = reg.from_(ptx.special.tid.x(), u32) * 4
    x = reg.scalar(f32)
    ptx.inst.ld.global_.f32(x, ptx.addr(px, offset))
    ptx.inst.selp.f32(x, x, x * 0.1, x >= 0.0)
    ptx.inst.st.global_.f32(ptx.addr(py, offset), x)


@shows("slct")
@kernel(in_specs=(Tile(4, s32),), out_specs=(Tile(4, u32),), block=4, arch="sm_80")
def wrap_index(X: TensorSpec, Y: TensorSpec) -> None:
    """An index as Python takes it: from the end of ten where it is negative.

    >>> wrap_index(np.int32([0, 9, -1, -10]))
    array([0, 9, 9, 0], dtype=uint32)
    """
    px, py = ptx.global_ptrs(X, Y)
    offset = reg.from_(ptx.special.tid.x(), u32) * 4
    x, index = reg.scalar(s32), reg.scalar(u32)
    ptx.inst.ld.global_.s32(x, ptx.addr(px, offset))
    ptx.inst.slct.u32.s32(index, x, x + 10, x)
    ptx.inst.st.global_.u32(ptx.addr(py, offset), index)
