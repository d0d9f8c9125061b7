"""Sums, products and quotients."""

import numpy as np

from pyptx import Tile, kernel, ptx, reg
from pyptx.kernel import TensorSpec
from pyptx.types import bf16x2, f32, s32, u32, u64
from reference.shown import shows


@shows("fma")
@kernel(in_specs=(Tile(4, f32), Tile(4, f32)), out_specs=(Tile(4, f32),), block=4, arch="sm_80")
def scale_and_add(X: TensorSpec, Y: TensorSpec, Z: TensorSpec) -> None:
    """`2.5 * x + y`, rounded once: a product and then a sum would round twice.

    >>> scale_and_add(np.float32([0, 1, 2, 3]), np.float32([10, 20, 30, 40]))
    array([10. , 22.5, 35. , 47.5], dtype=float32)
    """
    px, py, pz = ptx.global_ptrs(X, Y, Z)
    offset = reg.from_(ptx.special.tid.x(), u32) * 4
    x, y = reg.scalar(f32), reg.scalar(f32)
    ptx.inst.ld.global_.f32(x, ptx.addr(px, offset))
    ptx.inst.ld.global_.f32(y, ptx.addr(py, offset))
    ptx.inst.fma.rn.f32(y, x, 2.5, y)
    ptx.inst.st.global_.f32(ptx.addr(pz, offset), y)


@shows("add", "sub")
@kernel(in_specs=(Tile(3, f32),), out_specs=(Tile(3, 2, f32),), block=3, arch="sm_80")
def interval_sum(X: TensorSpec, Y: TensorSpec) -> None:
    """Bounds of a sum: rounded down and rounded up; `.sat` would limit it to 0 … 1.

    >>> bounds = interval_sum(np.float32([1, 2, 1e-10]))
    >>> bounds[:, 0] == bounds[:, 1]
    array([ True,  True, False])
    """
    px, py = ptx.global_ptrs(X, Y)
    thread = reg.from_(ptx.special.tid.x(), u32)
    x, down, up = reg.scalar(f32), reg.scalar(f32), reg.scalar(f32)
    ptx.inst.ld.global_.f32(x, ptx.addr(px, thread * 4))
    ptx.inst.add.rm.f32(down, x, 1.0)
    ptx.inst.add.rp.f32(up, x, 1.0)
    ptx.inst.sub.rn.f32(x, up, down)
    ptx.inst.st.global_.v2.f32(ptx.addr(py, thread * 8), [down, up])


@shows("add", "addc")
@kernel(in_specs=(Tile(2, u64), Tile(2, u64)), out_specs=(Tile(2, u64),), arch="sm_80")
def long_sum(A: TensorSpec, B: TensorSpec, C: TensorSpec) -> None:
    """The sum of two numbers of 128 bits: the low words leave a carry, the high words take it.

    >>> long_sum(np.uint64([2**64 - 1, 5]), np.uint64([1, 0]))
    array([0, 6], dtype=uint64)
    """
    pa, pb, pc = ptx.global_ptrs(A, B, C)
    a, b = reg.array(u64, 2), reg.array(u64, 2)
    ptx.inst.ld.global_.v2.u64(a, ptx.addr(pa))
    ptx.inst.ld.global_.v2.u64(b, ptx.addr(pb))
    ptx.inst.add.cc.u64(a[0], a[0], b[0])
    ptx.inst.addc.u64(a[1], a[1], b[1])
    ptx.inst.st.global_.v2.u64(ptx.addr(pc), a)


@shows("sub", "subc")
@kernel(in_specs=(Tile(2, u64), Tile(2, u64)), out_specs=(Tile(2, u64),), arch="sm_80")
def long_difference(A: TensorSpec, B: TensorSpec, C: TensorSpec) -> None:
    """The difference of two numbers of 128 bits: the low words borrow from the high ones.

    >>> long_difference(np.uint64([0, 6]), np.uint64([1, 0]))
    array([18446744073709551615,                    5], dtype=uint64)
    """
    pa, pb, pc = ptx.global_ptrs(A, B, C)
    a, b = reg.array(u64, 2), reg.array(u64, 2)
    ptx.inst.ld.global_.v2.u64(a, ptx.addr(pa))
    ptx.inst.ld.global_.v2.u64(b, ptx.addr(pb))
    ptx.inst.sub.cc.u64(a[0], a[0], b[0])
    ptx.inst.subc.u64(a[1], a[1], b[1])
    ptx.inst.st.global_.v2.u64(ptx.addr(pc), a)


@shows("madc", "mul", "mad")
@kernel(in_specs=(Tile(2, u32), Tile(2, u32)), out_specs=(Tile(4, u32),), arch="sm_80")
def long_product(A: TensorSpec, B: TensorSpec, C: TensorSpec) -> None:
    """The 128 bits of a product of two 64-bit numbers, each in two words, lowest first.

    >>> words = long_product(np.uint32([0xFFFFFFFF, 2]), np.uint32([10, 7]))
    >>> sum(int(word) << 32 * n for n, word in enumerate(words)) == 0x2_FFFFFFFF * 0x7_0000000A
    True
    """
    pa, pb, pc = ptx.global_ptrs(A, B, C)
    a, b, c = reg.array(u32, 2), reg.array(u32, 2), reg.array(u32, 4)
    ptx.inst.ld.global_.v2.u32(a, ptx.addr(pa))
    ptx.inst.ld.global_.v2.u32(b, ptx.addr(pb))
    ptx.inst.mul.lo.u32(c[0], a[0], b[0])
    ptx.inst.mul.hi.u32(c[1], a[0], b[0])
    ptx.inst.mad.lo.cc.u32(c[1], a[1], b[0], c[1])
    ptx.inst.madc.hi.u32(c[2], a[1], b[0], 0)
    ptx.inst.mad.lo.cc.u32(c[1], a[0], b[1], c[1])
    ptx.inst.madc.hi.cc.u32(c[2], a[0], b[1], c[2])
    ptx.inst.addc.u32(c[3], 0, 0)
    ptx.inst.mad.lo.cc.u32(c[2], a[1], b[1], c[2])
    ptx.inst.madc.hi.u32(c[3], a[1], b[1], c[3])
    ptx.inst.st.global_.v4.u32(ptx.addr(pc), c)


@shows("mul", "mad")
@kernel(in_specs=(Tile(3, s32),), out_specs=(Tile(3, s32),), block=3, arch="sm_80")
def fixed_point_square(X: TensorSpec, Y: TensorSpec) -> None:
    """Squares of numbers with 16 fractional bits: the middle bits of the whole product.

    >>> fixed_point_square(np.int32([65536, -98304, 163840])) / 65536
    array([1.  , 2.25, 6.25])
    """
    px, py = ptx.global_ptrs(X, Y)
    ptx.inst.mad.wide.u32(px, ptx.special.tid.x(), 4, px)
    ptx.inst.mad.wide.u32(py, ptx.special.tid.x(), 4, py)
    x = reg.scalar(s32)
    low, high = reg.scalar(s32), reg.scalar(s32)
    ptx.inst.ld.global_.s32(x, ptx.addr(px))
    ptx.inst.mul.lo.s32(low, x, x)
    ptx.inst.mul.hi.s32(high, x, x)
    ptx.inst.shf.r.wrap.b32(low, low, high, 16)
    ptx.inst.st.global_.s32(ptx.addr(py), low)


@shows("clmad")
@kernel(in_specs=(Tile(2, u64),), out_specs=(Tile(2, u64),), arch="sm_100f")
def polynomial_product(A: TensorSpec, C: TensorSpec) -> None:
    """The product of two polynomials over bits, as CRCs and AES-GCM need it: 128 bits, low word first.

    >>> polynomial_product(np.uint64([0b1011, 0b110]))
    array([58,  0], dtype=uint64)
    """
    pa, pc = ptx.global_ptrs(A, C)
    a, c = reg.array(u64, 2), reg.array(u64, 2)
    ptx.inst.ld.global_.v2.u64(a, ptx.addr(pa))
    ptx.inst.clmad.lo.u64(c[0], a[0], a[1], 0)
    ptx.inst.clmad.hi.u64(c[1], a[0], a[1], 0)
    ptx.inst.st.global_.v2.u64(ptx.addr(pc), c)


@shows("mad24", "mul24")
@kernel(out_specs=(Tile(2, 4, u32),), grid=2, block=4, arch="sm_80")
def number_elements(Y: TensorSpec) -> None:
    """Small numbers, such as thread numbers, fit in 24 bits.

    >>> number_elements()
    array([[0, 1, 2, 3],
           [4, 5, 6, 7]], dtype=uint32)
    """
    (py,) = ptx.global_ptrs(Y)
    index, offset = reg.scalar(u32), reg.scalar(u32)
    row, column = reg.from_(ptx.special.ctaid.x(), u32), reg.from_(ptx.special.tid.x(), u32)
    ptx.inst.mad24.lo.u32(index, row, 4, column)
    ptx.inst.mul24.lo.u32(offset, index, 4)
    ptx.inst.st.global_.u32(ptx.addr(py, offset), index)


@shows("div", "rem")
@kernel(in_specs=(Tile(3, s32),), out_specs=(Tile(3, 2, s32),), block=3, arch="sm_80")
def minutes_and_seconds(X: TensorSpec, Y: TensorSpec) -> None:
    """Integers are divided towards zero; the remainder has the sign of the dividend.

    >>> minutes_and_seconds(np.int32([59, 125, -125]))
    array([[ 0, 59],
           [ 2,  5],
           [-2, -5]], dtype=int32)
    """
    px, py = ptx.global_ptrs(X, Y)
    thread = reg.from_(ptx.special.tid.x(), u32)
    x, minutes, seconds = reg.scalar(s32), reg.scalar(s32), reg.scalar(s32)
    ptx.inst.ld.global_.s32(x, ptx.addr(px, thread * 4))
    ptx.inst.div.s32(minutes, x, 60)
    ptx.inst.rem.s32(seconds, x, 60)
    ptx.inst.st.global_.v2.s32(ptx.addr(py, thread * 8), [minutes, seconds])


@shows("div")
@kernel(in_specs=(Tile(3, f32),), out_specs=(Tile(3, 2, f32),), block=3, arch="sm_80")
def thirds(X: TensorSpec, Y: TensorSpec) -> None:
    """Quotients between two numbers: rounded down and rounded up.

    >>> bounds = thirds(np.float32([1, 3, 10]))
    >>> bounds[:, 0] < bounds[:, 1]
    array([ True, False,  True])
    """
    px, py = ptx.global_ptrs(X, Y)
    thread = reg.from_(ptx.special.tid.x(), u32)
    x, down, up = reg.scalar(f32), reg.scalar(f32), reg.scalar(f32)
    ptx.inst.ld.global_.f32(x, ptx.addr(px, thread * 4))
    ptx.inst.div.rm.f32(down, x, 3.0)
    ptx.inst.div.rp.f32(up, x, 3.0)
    ptx.inst.st.global_.v2.f32(ptx.addr(py, thread * 8), [down, up])


@shows("min", "max")
@kernel(in_specs=(Tile(4, f32),), out_specs=(Tile(4, f32),), block=4, arch="sm_80")
def clamp(X: TensorSpec, Y: TensorSpec) -> None:
    """Limit numbers to 0 … 1; with `.NaN` a NaN stays NaN, else it would become 0.

    >>> clamp(np.float32([-1, 0.25, 7, np.nan]))
    array([0.  , 0.25, 1.  ,  nan], dtype=float32)
    """
    px, py = ptx.global_ptrs(X, Y)
    offset = reg.from_(ptx.special.tid.x(), u32) * 4
    x = reg.scalar(f32)
    ptx.inst.ld.global_.f32(x, ptx.addr(px, offset))
    ptx.inst.max.NaN.f32(x, x, 0.0)
    ptx.inst.min.NaN.f32(x, x, 1.0)
    ptx.inst.st.global_.f32(ptx.addr(py, offset), x)


@shows("neg", "abs")
@kernel(in_specs=(Tile(4, u32),), out_specs=(Tile(4, u32),), block=4, arch="sm_80")
def minus_magnitude(X: TensorSpec, Y: TensorSpec) -> None:
    """Both halves of a word at once: `-abs(x)` of two bfloat16 numbers, by their sign bits.

    >>> [hex(word) for word in minus_magnitude(np.uint32([0x3F80BF80, 0xBF803F80, 0, 0x7F80C000]))]
    ['0xbf80bf80', '0xbf80bf80', '0x80008000', '0xff80c000']
    """
    px, py = ptx.global_ptrs(X, Y)
    offset = reg.from_(ptx.special.tid.x(), u32) * 4
    pair = reg.scalar(bf16x2)
    ptx.inst.ld.global_.b32(pair, ptx.addr(px, offset))
    ptx.inst.abs.bf16x2(pair, pair)
    ptx.inst.neg.bf16x2(pair, pair)
    ptx.inst.st.global_.b32(ptx.addr(py, offset), pair)


@shows("sad")
@kernel(in_specs=(Tile(4, s32), Tile(4, s32)), out_specs=(Tile(1, u32),), arch="sm_80")
def distance(A: TensorSpec, B: TensorSpec, D: TensorSpec) -> None:
    """The distance of two vectors: the sum of the absolute differences of their elements.

    >>> distance(np.int32([1, 2, 3, 4]), np.int32([1, 0, 6, -4]))
    array([13], dtype=uint32)
    """
    pa, pb, pd = ptx.global_ptrs(A, B, D)
    a, b, total = reg.array(s32, 4), reg.array(s32, 4), reg.scalar(u32, init=0)
    ptx.inst.ld.global_.v4.s32(a, ptx.addr(pa))
    ptx.inst.ld.global_.v4.s32(b, ptx.addr(pb))
    for x, y in zip(a, b, strict=True):
        ptx.inst.sad.s32(total, x, y, total)
    ptx.inst.st.global_.u32(ptx.addr(pd), total)


@shows("dp4a", "dp2a")
@kernel(in_specs=(Tile(2, u32), Tile(1, u32)), out_specs=(Tile(2, s32),), arch="sm_80")
def quantised_dot(A: TensorSpec, W: TensorSpec, Y: TensorSpec) -> None:
    """Dot products with weights of 8 bits: of four bytes, and of two 16-bit numbers with the low two.

    >>> bytes_ = np.int8([1, 2, 3, 4]).view(np.uint32)
    >>> halves = np.int16([1000, -1]).view(np.uint32)
    >>> quantised_dot(np.concatenate([bytes_, halves]), np.int8([10, 20, -1, 1]).view(np.uint32))
    array([  51, 9980], dtype=int32)
    """
    pa, pw, py = ptx.global_ptrs(A, W, Y)
    a, w, total = reg.array(u32, 2), reg.scalar(u32), reg.array(s32, 2)
    ptx.inst.ld.global_.v2.u32(a, ptx.addr(pa))
    ptx.inst.ld.global_.u32(w, ptx.addr(pw))
    ptx.inst.dp4a.s32.s32(total[0], a[0], w, 0)
    ptx.inst.dp2a.lo.s32.s32(total[1], a[1], w, 0)
    ptx.inst.st.global_.v2.s32(ptx.addr(py), total)
