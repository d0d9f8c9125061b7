"""Bytes and halves of words: one operation on a part, or the same on all parts."""

import numpy as np

from pyptx import Tile, kernel, ptx, reg
from pyptx.kernel import TensorSpec
from pyptx.types import s32, u32
from reference.shown import shows


@shows("vadd", "vsub", "vabsdiff", "vmin", "vmax")
@kernel(in_specs=(Tile(2, u32),), out_specs=(Tile(5, u32),), arch="sm_80")
def lowest_bytes(X: TensorSpec, Y: TensorSpec) -> None:
    """Sum, difference, absolute difference, minimum and maximum of the lowest bytes of two words.

    The sum is of unsigned bytes and added to 1000; the difference is limited to what a 32-bit number holds.

    >>> lowest_bytes(np.uint32([0x01020310, 0x040506F0])).view(np.int32)
    array([1256, -224,  224,   16,  240], dtype=int32)
    """
    px, py = ptx.global_ptrs(X, Y)
    x, y, base = reg.array(u32, 2), reg.array(s32, 5), reg.scalar(s32, init=1000)
    ptx.inst.ld.global_.v2.u32(x, ptx.addr(px))
    a, b = (ptx.spelled(f"{word}.b0") for word in x)
    ptx.inst.vadd.s32.u32.u32.add(y[0], a, b, base)
    ptx.inst.vsub.s32.u32.u32.sat(y[1], a, b)
    ptx.inst.vabsdiff.s32.u32.u32(y[2], a, b)
    ptx.inst.vmin.s32.u32.u32(y[3], a, b)
    ptx.inst.vmax.s32.u32.u32(y[4], a, b)
    for place, value in enumerate(y):
        ptx.inst.st.global_.s32(ptx.addr(py, 4 * place), value)


@shows("vmad", "vshl", "vshr")
@kernel(in_specs=(Tile(2, u32),), out_specs=(Tile(3, u32),), arch="sm_80")
def fixed_point_step(X: TensorSpec, Y: TensorSpec) -> None:
    """A product of two halves with 15 bits after the point, and bytes shifted by 2.

    >>> fixed_point_step(np.uint32([0x4000, 0x2000]))
    array([4096,    0,    0], dtype=uint32)
    """
    px, py = ptx.global_ptrs(X, Y)
    x, y, zero = reg.array(u32, 2), reg.array(s32, 3), reg.scalar(s32, init=0)
    ptx.inst.ld.global_.v2.u32(x, ptx.addr(px))
    ptx.inst.vmad.s32.s32.s32.shr15(y[0], ptx.spelled(f"{x[0]}.h0"), ptx.spelled(f"{x[1]}.h0"), zero)
    ptx.inst.vshl.s32.u32.u32.clamp(y[1], ptx.spelled(f"{x[0]}.b0"), 2)
    ptx.inst.vshr.s32.u32.u32.clamp(y[2], ptx.spelled(f"{x[1]}.b0"), 2)
    for place, value in enumerate(y):
        ptx.inst.st.global_.s32(ptx.addr(py, 4 * place), value)


@shows("vset", "vset2", "vset4")
@kernel(in_specs=(Tile(2, u32),), out_specs=(Tile(3, u32),), arch="sm_80")
def count_larger(X: TensorSpec, Y: TensorSpec) -> None:
    """Whether a word, how many halves and how many bytes of the first are greater than those of the second.

    >>> count_larger(np.uint32([0x05000700, 0x04010600]))
    array([1, 2, 2], dtype=uint32)
    """
    px, py = ptx.global_ptrs(X, Y)
    x, y, zero = reg.array(u32, 2), reg.array(u32, 3), reg.scalar(u32, init=0)
    ptx.inst.ld.global_.v2.u32(x, ptx.addr(px))
    ptx.inst.vset.u32.u32.gt(y[0], x[0], x[1])
    ptx.inst.vset2.u32.u32.gt.add(y[1], x[0], x[1], zero)
    ptx.inst.vset4.u32.u32.gt.add(y[2], x[0], x[1], zero)
    for place, value in enumerate(y):
        ptx.inst.st.global_.u32(ptx.addr(py, 4 * place), value)


@shows("vadd2", "vsub2", "vavrg2", "vabsdiff2", "vmin2", "vmax2")
@kernel(in_specs=(Tile(2, u32),), out_specs=(Tile(6, u32),), arch="sm_80")
def two_halves(X: TensorSpec, Y: TensorSpec) -> None:
    """Sum, difference, average, absolute difference, minimum and maximum of two halves at once.

    >>> two_halves(np.uint16([10, 500, 20, 300]).view(np.uint32)).view(np.int16).reshape(6, 2)
    array([[ 30, 800],
           [-10, 200],
           [ 15, 400],
           [ 10, 200],
           [ 10, 300],
           [ 20, 500]], dtype=int16)
    """
    px, py = ptx.global_ptrs(X, Y)
    x, y, zero = reg.array(s32, 2), reg.array(s32, 6), reg.scalar(s32, init=0)
    ptx.inst.ld.global_.v2.s32(x, ptx.addr(px))
    ptx.inst.vadd2.s32.s32.s32(y[0], x[0], x[1], zero)
    ptx.inst.vsub2.s32.s32.s32(y[1], x[0], x[1], zero)
    ptx.inst.vavrg2.s32.s32.s32(y[2], x[0], x[1], zero)
    ptx.inst.vabsdiff2.s32.s32.s32(y[3], x[0], x[1], zero)
    ptx.inst.vmin2.s32.s32.s32(y[4], x[0], x[1], zero)
    ptx.inst.vmax2.s32.s32.s32(y[5], x[0], x[1], zero)
    for place, value in enumerate(y):
        ptx.inst.st.global_.s32(ptx.addr(py, 4 * place), value)


@shows("vabsdiff4", "vadd4", "vsub4", "vavrg4", "vmin4", "vmax4")
@kernel(in_specs=(Tile(2, u32),), out_specs=(Tile(6, u32),), arch="sm_80")
def four_bytes(X: TensorSpec, Y: TensorSpec) -> None:
    """Sum of the absolute differences of four pixels; then sums, differences, averages, minima, maxima.

    >>> y = four_bytes(np.uint8([1, 2, 3, 4, 4, 2, 9, 200]).view(np.uint32))
    >>> int(y[0]), y[1:].view(np.uint8).reshape(5, 4)[2:]
    (205, array([[  3,   2,   6, 102],
           [  1,   2,   3,   4],
           [  4,   2,   9, 200]], dtype=uint8))
    """
    px, py = ptx.global_ptrs(X, Y)
    x, y, zero = reg.array(u32, 2), reg.array(u32, 6), reg.scalar(u32, init=0)
    ptx.inst.ld.global_.v2.u32(x, ptx.addr(px))
    ptx.inst.vabsdiff4.u32.u32.u32.add(y[0], x[0], x[1], zero)
    ptx.inst.vadd4.u32.u32.u32(y[1], x[0], x[1], zero)
    ptx.inst.vsub4.u32.u32.u32.sat(y[2], x[0], x[1], zero)
    ptx.inst.vavrg4.u32.u32.u32(y[3], x[0], x[1], zero)
    ptx.inst.vmin4.u32.u32.u32(y[4], x[0], x[1], zero)
    ptx.inst.vmax4.u32.u32.u32(y[5], x[0], x[1], zero)
    for place, value in enumerate(y):
        ptx.inst.st.global_.u32(ptx.addr(py, 4 * place), value)
