"""Registers and their Python operators.

An operator traces its instruction at once and gives a new register; an augmented assignment writes the same
one.

>>> from pyptx.trace import Trace, tracing
>>> from pyptx.types import s32
>>> with tracing(Trace("k")) as trace:
...     x = scalar(s32, init=8)
...     y = (5 - x) >> 1
>>> [instruction.opcode for instruction in trace.body], y
(['mov', 'sub', 'shr'], Reg('%r2', s32))

Comparisons give predicates. ``~p`` is a negated predicate, and ``p | q`` a pair: of destinations where an
instruction writes two, else it is the `or` of both.

A register holds a number that exists only on the GPU. Where Python's meaning of an operator and that of its
instruction differ for these operands, the operator is refused (`signs`).

Arrays, copies, and numbers in registers:

>>> from pyptx.emitter import emit_statement
>>> from pyptx.trace import Trace, tracing
>>> from pyptx.types import u32
>>> with tracing(Trace("k")) as trace:
...     total, values = alloc(u32), alloc_array(u32, 2)
...     move(values[0], 7)
...     move(values[1], register(9, u32))
...     guard: Predicate = values[0] < 9
...     move(total, values[0].min(values[1]))
>>> for statement in trace.body:
...     print(emit_statement(statement).strip())
mov.u32 %r1, 7;
mov.u32 %r3, 9;
mov.u32 %r2, %r3;
setp.lt.u32 %p0, %r1, 9;
min.u32 %r4, %r1, %r2;
mov.u32 %r0, %r4;
"""

from pyptx.reg.arrays import RegArray, alloc_array, array, wgmma_frag
from pyptx.reg.conversion import alloc, as_element, from_, move, scalar
from pyptx.reg.operations import check_hazard, note_negative, register
from pyptx.reg.registers import NegPred, PipeRef, Predicate, Reg

__all__ = [
    "NegPred",
    "PipeRef",
    "Predicate",
    "Reg",
    "RegArray",
    "alloc",
    "alloc_array",
    "array",
    "as_element",
    "check_hazard",
    "from_",
    "move",
    "note_negative",
    "register",
    "scalar",
    "wgmma_frag",
]
