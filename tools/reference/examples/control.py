"""Branches, calls and the end of threads."""

import numpy as np

from pyptx import Tile, kernel, ptx, reg
from pyptx.ir import Group, Name
from pyptx.kernel import TensorSpec
from pyptx.types import pred, u32, u64
from reference.shown import shows


@shows("bra")
@kernel(in_specs=(Tile(4, u32), Tile(4, u32)), out_specs=(Tile(4, u32),), block=4, arch="sm_80")
def greatest_common_divisor(A: TensorSpec, B: TensorSpec, D: TensorSpec) -> None:
    """Euclid's algorithm: each lane repeats the loop until its remainder is zero.

    >>> greatest_common_divisor(np.uint32([12, 7, 100, 36]), np.uint32([18, 5, 75, 36]))
    array([ 6,  1, 25, 36], dtype=uint32)
    """
    pa, pb, pd = ptx.global_ptrs(A, B, D)
    offset = reg.from_(ptx.special.tid.x(), u32) * 4
    a, b, rest, more = reg.scalar(u32), reg.scalar(u32), reg.scalar(u32), reg.scalar(pred)
    ptx.inst.ld.global_.u32(a, ptx.addr(pa, offset))
    ptx.inst.ld.global_.u32(b, ptx.addr(pb, offset))
    ptx.label("again")
    ptx.inst.rem.u32(rest, a, b)
    ptx.inst.mov.u32(a, b)
    ptx.inst.mov.u32(b, rest)
    ptx.inst.setp.ne.u32(more, rest, 0)
    ptx.inst.bra("again", pred=more)
    ptx.inst.st.global_.u32(ptx.addr(pd, offset), a)


@shows("brx")
@kernel(in_specs=(Tile(3, u32),), out_specs=(Tile(3, u32),), block=3, arch="sm_80")
def switch(X: TensorSpec, Y: TensorSpec) -> None:
    """A switch with three cases; the table is a label with a list of labels.

    >>> switch(np.uint32([2, 0, 1]))
    array([30, 10, 20], dtype=uint32)
    """
    px, py = ptx.global_ptrs(X, Y)
    offset = reg.from_(ptx.special.tid.x(), u32) * 4
    case, result = reg.scalar(u32), reg.scalar(u32)
    ptx.inst.ld.global_.u32(case, ptx.addr(px, offset))
    ptx.raw("cases: .branchtargets zero, one, two;")
    ptx.inst.brx.idx(case, "cases")
    for label, value in (("zero", 10), ("one", 20), ("two", 30)):
        ptx.label(label)
        ptx.inst.mov.u32(result, value)
        ptx.inst.bra("done")
    ptx.label("done")
    ptx.inst.st.global_.u32(ptx.addr(py, offset), result)


@shows("call")
@kernel(in_specs=(Tile(1, u64), Tile(32, u32)), block=32, arch="sm_80")
def call_through_pointer(F: TensorSpec, X: TensorSpec) -> None:
    """Each element is replaced by what a function makes of it; the host gives the address of the function.

    Arguments and results pass through variables in `.param`; the prototype says what the function takes.
    """
    pf, px = ptx.global_ptrs(F, X)
    function, value = reg.scalar(u64), reg.scalar(u32)
    place = ptx.addr(px, reg.from_(ptx.special.tid.x(), u32) * 4)
    ptx.inst.ld.global_.u64(function, ptx.addr(pf))
    ptx.inst.ld.global_.u32(value, place)
    ptx.raw("unary: .callprototype (.param .u32 _) _ (.param .u32 _);")
    with ptx.scope():
        given, result = ptx.var("param", u32, "given"), ptx.var("param", u32, "result")
        ptx.inst.st.param.u32(ptx.addr(given), value)
        ptx.inst.call(Group((Name(result),)), function, Group((Name(given),)), "unary")
        ptx.inst.ld.param.u32(value, ptx.addr(result))
    ptx.inst.st.global_.u32(place, value)


@shows("ret", "exit")
@kernel(out_specs=(Tile(6, u32),), block=8, arch="sm_80")
def early_out(Y: TensorSpec) -> None:
    """Threads beyond the array end at once; of an entry `ret` and `exit` do the same.

    >>> early_out()
    array([0, 1, 2, 3, 4, 5], dtype=uint32)
    """
    (py,) = ptx.global_ptrs(Y)
    thread = reg.from_(ptx.special.tid.x(), u32)
    ptx.inst.exit(pred=thread >= 6)
    ptx.inst.st.global_.u32(ptx.addr(py, thread * 4), thread)
    ptx.inst.ret()


@shows("trap")
@kernel(in_specs=(Tile(4, u32),), out_specs=(Tile(4, u32),), block=4, arch="sm_80")
def assert_small(X: TensorSpec, Y: TensorSpec) -> None:
    """An assertion: a number of 100 or more aborts the grid.

    >>> assert_small(np.uint32([1, 2, 3, 99]))
    array([ 1,  2,  3, 99], dtype=uint32)
    >>> assert_small(np.uint32([1, 2, 3, 100]))
    Traceback (most recent call last):
    pyptx.errors.SimFault: trap: the program executed trap
    ...
    """
    px, py = ptx.global_ptrs(X, Y)
    offset = reg.from_(ptx.special.tid.x(), u32) * 4
    x = reg.scalar(u32)
    ptx.inst.ld.global_.u32(x, ptx.addr(px, offset))
    ptx.inst.trap(pred=x >= 100)
    ptx.inst.st.global_.u32(ptx.addr(py, offset), x)


@shows("brkpt")
@kernel(in_specs=(Tile(4, u32),), out_specs=(Tile(4, u32),), block=4, arch="sm_80")
def stop_at_zero(X: TensorSpec, Y: TensorSpec) -> None:
    """A debugger stops at the thread that is about to divide by zero; the simulator reports it.

    >>> stop_at_zero(np.uint32([1, 2, 4, 100]))
    array([100,  50,  25,   1], dtype=uint32)
    """
    px, py = ptx.global_ptrs(X, Y)
    offset = reg.from_(ptx.special.tid.x(), u32) * 4
    x = reg.scalar(u32)
    ptx.inst.ld.global_.u32(x, ptx.addr(px, offset))
    ptx.inst.brkpt(pred=x == 0)
    ptx.inst.div.u32(x, 100, x)
    ptx.inst.st.global_.u32(ptx.addr(py, offset), x)
