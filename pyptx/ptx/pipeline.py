"""The place of a warp in a ring of stages.

>>> from pyptx.emitter import emit_statement
>>> from pyptx.ptx.pipeline import pipeline
>>> from pyptx.trace import Trace, tracing
>>> with tracing(Trace("k")) as trace:
...     turns = pipeline(4)
...     stage, parity = turns.advance()
>>> for statement in trace.body:
...     print(emit_statement(statement).strip())
mov.u32 %r0, 0;
mov.u32 %r1, 0;
setp.eq.u32 %p0, %r0, 4;
xor.b32 %r4, %r1, 1;
selp.u32 %r2, 0, %r0, %p0;
selp.u32 %r3, %r4, %r1, %p0;
add.u32 %r0, %r2, 1;
mov.u32 %r1, %r3;
"""

from __future__ import annotations

import operator

from pyptx.errors import TraceError
from pyptx.reg import Reg, move, scalar
from pyptx.trace import at, caller, checked, checked_methods, emit
from pyptx.types import pred, u32


@checked_methods("ptx.pipeline(...)")
class PipelineState:
    """Stage and phase of a ring, carried through a loop: call `advance` once at the head of each iteration.

    >>> from pyptx import ptx
    >>> from pyptx.trace import Trace, tracing
    >>> with tracing(Trace("k")):
    ...     consumer = ptx.pipeline(4)
    ...     consumer.n_stages, consumer.cursor, consumer.phase
    (4, Reg('%r0', u32), Reg('%r1', u32))

    Attributes:
        n_stages: Stages of the ring.
        cursor: The stage that `advance` returns next; at `n_stages` it wraps first.
        phase: Parity of the round, flipped at each wrap.
    """

    __slots__ = ("cursor", "n_stages", "phase")

    def __init__(self, n_stages: int, *, cursor: Reg | None = None, phase: Reg | None = None) -> None:
        if isinstance(n_stages, bool) or operator.index(n_stages) < 1:
            raise TraceError(f"ptx.pipeline: a ring has one stage or more, not {n_stages!r}{at(caller())}")
        self.n_stages = n_stages
        self.cursor = scalar(u32, init=0) if cursor is None else cursor
        self.phase = scalar(u32, init=0) if phase is None else phase

    def advance(self) -> tuple[Reg, Reg]:
        """Trace one step, and return its stage and phase in new registers.

        The first step of a fresh ring is stage 0, phase 0; after the last stage comes stage 0 of the other
        phase.
        """
        wrapped, stage, phase, flipped = scalar(pred), scalar(u32), scalar(u32), scalar(u32)
        emit("setp", ("eq", "u32"), (wrapped, self.cursor, self.n_stages))
        emit("xor", ("b32",), (flipped, self.phase, 1))
        emit("selp", ("u32",), (stage, 0, self.cursor, wrapped))
        emit("selp", ("u32",), (phase, flipped, self.phase, wrapped))
        emit("add", ("u32",), (self.cursor, stage, 1))
        move(self.phase, phase)
        return stage, phase


@checked("ptx.pipeline")
def pipeline(n_stages: int, *, cursor: Reg | None = None, phase: Reg | None = None) -> PipelineState:
    """Start a ring of stages.

    Args:
        n_stages: Stages of the ring.
        cursor: Register with the stage; a new one, set to 0, if not given.
        phase: Register with the phase; a new one, set to 0, if not given.

    >>> from pyptx.trace import Trace, tracing
    >>> with tracing(Trace("k")) as trace:
    ...     stage, phase = pipeline(3).advance()
    >>> [instruction.opcode for instruction in trace.body]
    ['mov', 'mov', 'setp', 'xor', 'selp', 'selp', 'add', 'mov']
    """
    return PipelineState(n_stages, cursor=cursor, phase=phase)
