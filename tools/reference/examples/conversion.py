"""Conversions of numbers and addresses."""

import numpy as np

from pyptx import Tile, kernel, ptx, reg, smem
from pyptx.kernel import TensorSpec
from pyptx.types import b16, b32, f32, pred, s32, u32, u64
from reference.shown import shows


@shows("cvt")
@kernel(in_specs=(Tile(4, f32),), out_specs=(Tile(4, s32),), block=4, arch="sm_80")
def round_to_byte(X: TensorSpec, Y: TensorSpec) -> None:
    """The nearest whole number, ties to even, and within the range of a byte with a sign.

    >>> round_to_byte(np.float32([2.5, -3.7, 1000, -1000]))
    array([   2,   -4,  127, -128], dtype=int32)
    """
    px, py = ptx.global_ptrs(X, Y)
    offset = reg.from_(ptx.special.tid.x(), u32) * 4
    x, y = reg.scalar(f32), reg.scalar(s32)
    ptx.inst.ld.global_.f32(x, ptx.addr(px, offset))
    ptx.inst.cvt.rni.sat.s8.f32(y, x)
    ptx.inst.st.global_.s32(ptx.addr(py, offset), y)


@shows("cvt")
@kernel(in_specs=(Tile(4, f32),), out_specs=(Tile(2, u32),), block=2, arch="sm_80")
def pack_bf16(X: TensorSpec, Y: TensorSpec) -> None:
    """Two f32 numbers as the two bf16 halves of a word, the first source in the upper half.

    >>> [hex(word) for word in pack_bf16(np.float32([1, 2, -1, 0.5]))]
    ['0x40003f80', '0x3f00bf80']
    """
    px, py = ptx.global_ptrs(X, Y)
    thread = reg.from_(ptx.special.tid.x(), u32)
    x, pair = reg.array(f32, 2), reg.scalar(b32)
    ptx.inst.ld.global_.v2.f32(x, ptx.addr(px, thread * 8))
    ptx.inst.cvt.rn.bf16x2.f32(pair, x[1], x[0])
    ptx.inst.st.global_.b32(ptx.addr(py, thread * 4), pair)


@shows("cvt")
@kernel(in_specs=(Tile(4, f32),), out_specs=(Tile(2, u32),), block=2, arch="sm_89")
def pack_fp8(X: TensorSpec, Y: TensorSpec) -> None:
    """Two f32 numbers as the two e4m3 bytes of a half-word; what is too large becomes 448.

    >>> [hex(word) for word in pack_fp8(np.float32([1, -2, 1000, 0]))]
    ['0xc038', '0x7e']
    """
    px, py = ptx.global_ptrs(X, Y)
    thread = reg.from_(ptx.special.tid.x(), u32)
    x, pair = reg.array(f32, 2), reg.scalar(b16)
    ptx.inst.ld.global_.v2.f32(x, ptx.addr(px, thread * 8))
    ptx.inst.cvt.rn.satfinite.e4m3x2.f32(pair, x[1], x[0])
    ptx.inst.st.global_.u32(ptx.addr(py, thread * 4), reg.from_(pair, u32))


@shows("cvt.pack")
@kernel(in_specs=(Tile(4, s32),), out_specs=(Tile(1, u32),), arch="sm_80")
def pack_pixel(X: TensorSpec, Y: TensorSpec) -> None:
    """Four numbers as the bytes of a word, each limited to 0 … 255; the second pair goes below the first.

    >>> pack_pixel(np.int32([1, 300, -5, 200])).view(np.uint8)
    array([  1, 255,   0, 200], dtype=uint8)
    """
    px, py = ptx.global_ptrs(X, Y)
    x, pixel = reg.array(s32, 4), reg.scalar(b32)
    ptx.inst.ld.global_.v4.s32(x, ptx.addr(px))
    ptx.inst.cvt.pack.sat.u8.s32.b32(pixel, x[3], x[2], 0)
    ptx.inst.cvt.pack.sat.u8.s32.b32(pixel, x[1], x[0], pixel)
    ptx.inst.st.global_.b32(ptx.addr(py), pixel)


@shows("cvta", "isspacep")
@kernel(out_specs=(Tile(2, u32),), arch="sm_80")
def where_it_is(Y: TensorSpec) -> None:
    """The address of a shared array as a generic one, and the state space that it belongs to.

    >>> where_it_is()
    array([1, 0], dtype=uint32)
    """
    (py,) = ptx.global_ptrs(Y)
    array = smem.alloc(u32, 4)
    generic, answers, found = reg.scalar(u64), reg.array(u32, 2), reg.scalar(pred)
    ptx.inst.mov.u64(generic, array)
    ptx.inst.cvta.shared.u64(generic, generic)
    ptx.inst.isspacep.shared(found, generic)
    ptx.inst.selp.u32(answers[0], 1, 0, found)
    ptx.inst.isspacep.global_(found, generic)
    ptx.inst.selp.u32(answers[1], 1, 0, found)
    ptx.inst.st.global_.v2.u32(ptx.addr(py), answers)


@shows("mapa", "getctarank")
@kernel(out_specs=(Tile(2, u32),), grid=2, cluster=2, arch="sm_90")
def rank_of_neighbour(Y: TensorSpec) -> None:
    """Each CTA of a cluster of two computes the address of the other's part of a shared array.

    >>> rank_of_neighbour()
    array([1, 0], dtype=uint32)
    """
    (py,) = ptx.global_ptrs(Y)
    array = smem.alloc(u32, 4)
    rank, there, owner = reg.from_(ptx.special.cluster_ctarank(), u32), reg.scalar(u32), reg.scalar(u32)
    ptx.inst.mapa.shared__cluster.u32(there, array, rank ^ 1)
    ptx.inst.getctarank.shared__cluster.u32(owner, there)
    ptx.inst.st.global_.u32(ptx.addr(py, rank * 4), owner)
