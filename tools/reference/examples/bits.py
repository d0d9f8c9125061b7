"""Logic, shifts and fields of bits."""

import numpy as np

from pyptx import Tile, kernel, ptx, reg
from pyptx.kernel import TensorSpec
from pyptx.types import b32, s32, u32
from reference.shown import shows


@shows("and", "or", "xor", "not")
@kernel(in_specs=(Tile(1, u32), Tile(1, u32)), out_specs=(Tile(4, u32),), arch="sm_80")
def sets(A: TensorSpec, B: TensorSpec, C: TensorSpec) -> None:
    """Words as sets of 32 members: intersection, union, symmetric difference and complement.

    >>> [bin(word) for word in sets(np.uint32([0b1100]), np.uint32([0b1010]))]
    ['0b1000', '0b1110', '0b110', '0b11111111111111111111111111110011']
    """
    pa, pb, pc = ptx.global_ptrs(A, B, C)
    a, b, c = reg.scalar(b32), reg.scalar(b32), reg.array(b32, 4)
    ptx.inst.ld.global_.b32(a, ptx.addr(pa))
    ptx.inst.ld.global_.b32(b, ptx.addr(pb))
    ptx.inst.and_.b32(c[0], a, b)
    ptx.inst.or_.b32(c[1], a, b)
    ptx.inst.xor.b32(c[2], a, b)
    ptx.inst.not_.b32(c[3], a)
    ptx.inst.st.global_.v4.b32(ptx.addr(pc), c)


@shows("cnot")
@kernel(in_specs=(Tile(4, u32),), out_specs=(Tile(4, u32),), block=4, arch="sm_80")
def mark_zeros(X: TensorSpec, Y: TensorSpec) -> None:
    """1 where there is a 0, and 0 elsewhere.

    >>> mark_zeros(np.uint32([0, 1, 7, 0]))
    array([1, 0, 0, 1], dtype=uint32)
    """
    px, py = ptx.global_ptrs(X, Y)
    offset = reg.from_(ptx.special.tid.x(), u32) * 4
    x = reg.scalar(b32)
    ptx.inst.ld.global_.b32(x, ptx.addr(px, offset))
    ptx.inst.cnot.b32(x, x)
    ptx.inst.st.global_.b32(ptx.addr(py, offset), x)


@shows("lop3")
@kernel(in_specs=(Tile(3, u32),), out_specs=(Tile(2, u32),), arch="sm_80")
def full_adder(X: TensorSpec, Y: TensorSpec) -> None:
    """32 full adders: each table of results is the same expression of 0xF0, 0xCC and 0xAA.

    >>> total, carry = full_adder(np.uint32([0b0011, 0b0101, 0b1001]))
    >>> bin(total), bin(carry)
    ('0b1111', '0b1')
    """
    px, py = ptx.global_ptrs(X, Y)
    x, total, carry = reg.array(b32, 3), reg.scalar(b32), reg.scalar(b32)
    for place, bit in enumerate(x):
        ptx.inst.ld.global_.b32(bit, ptx.addr(px, 4 * place))
    ptx.inst.lop3.b32(total, x[0], x[1], x[2], 0xF0 ^ 0xCC ^ 0xAA)
    ptx.inst.lop3.b32(carry, x[0], x[1], x[2], 0xF0 & 0xCC | 0xAA & (0xF0 | 0xCC))
    ptx.inst.st.global_.v2.b32(ptx.addr(py), [total, carry])


@shows("shl", "shr")
@kernel(in_specs=(Tile(1, s32),), out_specs=(Tile(4, s32),), block=4, arch="sm_80")
def sign_of_byte(X: TensorSpec, Y: TensorSpec) -> None:
    """Each byte of a word as a number with a sign: shifted to the top, and down again with the sign.

    >>> sign_of_byte(np.int8([1, -1, 127, -128]).view(np.int32))
    array([   1,   -1,  127, -128], dtype=int32)
    """
    px, py = ptx.global_ptrs(X, Y)
    thread = reg.from_(ptx.special.tid.x(), u32)
    x, distance = reg.scalar(s32), reg.scalar(u32)
    ptx.inst.ld.global_.s32(x, ptx.addr(px))
    ptx.inst.sub.u32(distance, 24, thread * 8)
    ptx.inst.shl.b32(x, x, distance)
    ptx.inst.shr.s32(x, x, 24)
    ptx.inst.st.global_.s32(ptx.addr(py, thread * 4), x)


@shows("shf")
@kernel(in_specs=(Tile(2, u32),), out_specs=(Tile(2, u32),), arch="sm_80")
def rotate_and_shift(X: TensorSpec, Y: TensorSpec) -> None:
    """A rotation to the left by 8, and the low word of a 64-bit number shifted right by 8.

    >>> [hex(word) for word in rotate_and_shift(np.uint32([0x11223344, 0xAABBCCDD]))]
    ['0x22334411', '0xdd112233']
    """
    px, py = ptx.global_ptrs(X, Y)
    x, y = reg.array(b32, 2), reg.array(b32, 2)
    ptx.inst.ld.global_.v2.b32(x, ptx.addr(px))
    ptx.inst.shf.l.wrap.b32(y[0], x[0], x[0], 8)
    ptx.inst.shf.r.clamp.b32(y[1], x[0], x[1], 8)
    ptx.inst.st.global_.v2.b32(ptx.addr(py), y)


@shows("prmt")
@kernel(in_specs=(Tile(2, u32),), out_specs=(Tile(2, u32),), arch="sm_80")
def swap_bytes(X: TensorSpec, Y: TensorSpec) -> None:
    """The bytes of a word in reverse order, and the low halves of two words in one.

    Each hexadecimal digit of the last operand is the number of a byte; the second word has bytes 4 to 7.

    >>> [hex(word) for word in swap_bytes(np.uint32([0x11223344, 0xAABBCCDD]))]
    ['0x44332211', '0xccdd3344']
    """
    px, py = ptx.global_ptrs(X, Y)
    x, y = reg.array(b32, 2), reg.array(b32, 2)
    ptx.inst.ld.global_.v2.b32(x, ptx.addr(px))
    ptx.inst.prmt.b32(y[0], x[0], 0, 0x0123)
    ptx.inst.prmt.b32(y[1], x[0], x[1], 0x5410)
    ptx.inst.st.global_.v2.b32(ptx.addr(py), y)


@shows("popc", "clz", "bfind", "brev")
@kernel(in_specs=(Tile(3, u32),), out_specs=(Tile(3, 4, u32),), block=3, arch="sm_80")
def bit_facts(X: TensorSpec, Y: TensorSpec) -> None:
    """The number of ones and of leading zeros, the position of the highest one, the number of trailing zeros.

    >>> bit_facts(np.uint32([1, 40, 0]))
    array([[         1,         31,          0,          0],
           [         2,         26,          5,          3],
           [         0,         32, 4294967295,         32]], dtype=uint32)
    """
    px, py = ptx.global_ptrs(X, Y)
    thread = reg.from_(ptx.special.tid.x(), u32)
    x, facts = reg.scalar(u32), reg.array(u32, 4)
    ptx.inst.ld.global_.u32(x, ptx.addr(px, thread * 4))
    ptx.inst.popc.b32(facts[0], x)
    ptx.inst.clz.b32(facts[1], x)
    ptx.inst.bfind.u32(facts[2], x)
    ptx.inst.brev.b32(facts[3], x)
    ptx.inst.clz.b32(facts[3], facts[3])
    ptx.inst.st.global_.v4.u32(ptx.addr(py, thread * 16), facts)


@shows("fns")
@kernel(in_specs=(Tile(1, u32),), out_specs=(Tile(4, u32),), block=4, arch="sm_80")
def nth_member(X: TensorSpec, Y: TensorSpec) -> None:
    """The positions of the first, second, third and fourth one of a word; all ones if there is none.

    >>> nth_member(np.uint32([0b1010_0100]))
    array([         2,          5,          7, 4294967295], dtype=uint32)
    """
    px, py = ptx.global_ptrs(X, Y)
    thread = reg.from_(ptx.special.tid.x(), u32)
    x, place = reg.scalar(b32), reg.scalar(b32)
    ptx.inst.ld.global_.b32(x, ptx.addr(px))
    ptx.inst.fns.b32(place, x, 0, reg.from_(thread + 1, s32))
    ptx.inst.st.global_.b32(ptx.addr(py, thread * 4), place)


@shows("bfe", "bfi")
@kernel(in_specs=(Tile(1, u32),), out_specs=(Tile(1, u32),), arch="sm_80")
def swap_fields(X: TensorSpec, Y: TensorSpec) -> None:
    """Swap the red and the blue of a colour of 5, 6 and 5 bits.

    >>> bin(swap_fields(np.uint32([0b10101_000001_00111]))[0])
    '0b11100000110101'
    """
    px, py = ptx.global_ptrs(X, Y)
    colour, low, high = reg.scalar(u32), reg.scalar(u32), reg.scalar(u32)
    ptx.inst.ld.global_.u32(colour, ptx.addr(px))
    ptx.inst.bfe.u32(low, colour, 0, 5)
    ptx.inst.bfe.u32(high, colour, 11, 5)
    ptx.inst.bfi.b32(colour, low, colour, 11, 5)
    ptx.inst.bfi.b32(colour, high, colour, 0, 5)
    ptx.inst.st.global_.u32(ptx.addr(py), colour)


@shows("bmsk", "szext")
@kernel(in_specs=(Tile(4, s32),), out_specs=(Tile(4, 2, s32),), block=4, arch="sm_80")
def narrow_numbers(X: TensorSpec, Y: TensorSpec) -> None:
    """Numbers of 4 bits with their sign, and the mask of as many bits as the thread's number from bit 4 on.

    >>> narrow_numbers(np.int32([7, 8, 15, 16]))
    array([[  7,   0],
           [ -8,  16],
           [ -1,  48],
           [  0, 112]], dtype=int32)
    """
    px, py = ptx.global_ptrs(X, Y)
    thread = reg.from_(ptx.special.tid.x(), u32)
    x, mask = reg.scalar(s32), reg.scalar(b32)
    ptx.inst.ld.global_.s32(x, ptx.addr(px, thread * 4))
    ptx.inst.szext.wrap.s32(x, x, 4)
    ptx.inst.bmsk.clamp.b32(mask, 4, thread)
    ptx.inst.st.global_.v2.b32(ptx.addr(py, thread * 8), [x, mask])
