"""One call, one instruction: the namespace that kernels are written in.

>>> from pyptx import ptx, reg
>>> from pyptx.trace import Trace, tracing
>>> from pyptx.types import u32
>>> with tracing(Trace("k")) as trace:
...     i = reg.from_(ptx.special.tid.x(), u32)
...     with ptx.if_(i < 5):
...         ptx.inst.add.u32(i, i, 1)
"""

from pyptx.ptx import special
from pyptx.ptx.address_spaces import cvta, getctarank, isspacep, mapa
from pyptx.ptx.addressing import addr, global_ptrs, param
from pyptx.ptx.arithmetic import (
    abs,  # noqa: A004
    add,
    and_,
    ceil_div,
    cvt,
    div,
    fma,
    mad,
    max,  # noqa: A004
    min,  # noqa: A004
    mov,
    mul,
    neg,
    not_,
    or_,
    rem,
    selp,
    setp,
    shl,
    shr,
    sub,
    xor_,
)
from pyptx.ptx.async_copy import cp
from pyptx.ptx.atomics import atom, red
from pyptx.ptx.barriers import NamedBarrier, bar, fence, membar, named_barrier
from pyptx.ptx.blocks import block, else_, expr, if_, scope
from pyptx.ptx.cache import applypriority, createpolicy, discard, prefetch, prefetchu
from pyptx.ptx.cluster import cluster
from pyptx.ptx.cluster_launch import clusterlaunchcontrol, griddepcontrol
from pyptx.ptx.control import bra, exit, fixed, label, ret, trap  # noqa: A004
from pyptx.ptx.cta import cta
from pyptx.ptx.directives import comment, file_, loc, pragma, var
from pyptx.ptx.functions import Func, args, directive, func, unreachable
from pyptx.ptx.loops import counting, kloop, loop, range_, repeat_if
from pyptx.ptx.marks import mark, timed
from pyptx.ptx.mbarrier import mbarrier
from pyptx.ptx.memory import ld, ldu, st
from pyptx.ptx.mma import ldmatrix, mma, movmatrix, stmatrix, stmatrix_x4_trans_f32_bf16
from pyptx.ptx.multimem import multimem
from pyptx.ptx.opcode import Opcode, inst, pipe
from pyptx.ptx.pipeline import PipelineState, pipeline
from pyptx.ptx.printing import device_assert, printf
from pyptx.ptx.raw import declare, raw, raw_module, spelled
from pyptx.ptx.special import ctaid_x, ctaid_y, sreg
from pyptx.ptx.stack import alloca, stackrestore, stacksave
from pyptx.ptx.tcgen05 import tcgen05
from pyptx.ptx.tensor_maps import tensormap
from pyptx.ptx.tma import tma
from pyptx.ptx.warp import (
    activemask,
    elect,
    elect_sync,
    match,
    nanosleep,
    redux,
    setmaxnreg,
    setmaxnreg_dec,
    setmaxnreg_inc,
    shfl,
    vote,
    warp,
)
from pyptx.ptx.wgmma import wgmma
from pyptx.ptx.wmma import wmma
from pyptx.trace import intrinsic

__all__ = [
    "Func",
    "NamedBarrier",
    "PipelineState",
    "abs",
    "activemask",
    "add",
    "addr",
    "alloca",
    "and_",
    "applypriority",
    "args",
    "atom",
    "bar",
    "block",
    "bra",
    "ceil_div",
    "cluster",
    "clusterlaunchcontrol",
    "comment",
    "counting",
    "cp",
    "createpolicy",
    "cta",
    "ctaid_x",
    "ctaid_y",
    "cvt",
    "cvta",
    "declare",
    "device_assert",
    "directive",
    "discard",
    "div",
    "elect",
    "elect_sync",
    "else_",
    "exit",
    "expr",
    "fence",
    "file_",
    "fixed",
    "fma",
    "func",
    "getctarank",
    "global_ptrs",
    "griddepcontrol",
    "if_",
    "inst",
    "intrinsic",
    "isspacep",
    "kloop",
    "label",
    "ld",
    "ldmatrix",
    "ldu",
    "loc",
    "loop",
    "mad",
    "mapa",
    "mark",
    "match",
    "max",
    "mbarrier",
    "membar",
    "min",
    "mma",
    "mov",
    "movmatrix",
    "mul",
    "multimem",
    "named_barrier",
    "nanosleep",
    "neg",
    "not_",
    "or_",
    "param",
    "pipe",
    "pipeline",
    "pragma",
    "prefetch",
    "prefetchu",
    "printf",
    "range_",
    "raw",
    "raw_module",
    "red",
    "redux",
    "rem",
    "repeat_if",
    "ret",
    "scope",
    "selp",
    "setmaxnreg",
    "setmaxnreg_dec",
    "setmaxnreg_inc",
    "setp",
    "shfl",
    "shl",
    "shr",
    "special",
    "spelled",
    "sreg",
    "st",
    "stackrestore",
    "stacksave",
    "stmatrix",
    "stmatrix_x4_trans_f32_bf16",
    "sub",
    "tcgen05",
    "tensormap",
    "timed",
    "tma",
    "trap",
    "unreachable",
    "var",
    "vote",
    "warp",
    "wgmma",
    "wmma",
    "xor_",
]


def __getattr__(name: str) -> Opcode:
    """Any other opcode: ``ptx.ex2.approx.f32(d, a)`` is ``ptx.inst.ex2.approx.f32(d, a)``."""
    if name[:1] == "_":
        raise AttributeError(name)
    found: Opcode = getattr(inst, name)
    return found
