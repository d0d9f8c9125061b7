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
from pyptx.ptx.addressing import addr, global_ptrs, param
from pyptx.ptx.control import (
    bra,
    else_,
    exit,  # noqa: A004
    expr,
    if_,
    kloop,
    label,
    loop,
    range_,
    ret,
    scope,
    trap,
)
from pyptx.ptx.directives import file_, loc, pragma, var
from pyptx.ptx.opcode import inst, pipe
from pyptx.ptx.raw import raw
from pyptx.ptx.special import ctaid_x, ctaid_y, sreg
from pyptx.trace import intrinsic

__all__ = [
    "addr",
    "bra",
    "ctaid_x",
    "ctaid_y",
    "else_",
    "exit",
    "expr",
    "file_",
    "global_ptrs",
    "if_",
    "inst",
    "intrinsic",
    "kloop",
    "label",
    "loc",
    "loop",
    "param",
    "pipe",
    "pragma",
    "range_",
    "raw",
    "ret",
    "scope",
    "special",
    "sreg",
    "trap",
    "var",
]
