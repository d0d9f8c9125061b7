"""The kernel body being traced.

`tracing` makes a trace the current one, of this thread and context only. Each instruction is verified when it
is emitted, and keeps the Python line that wrote it.

>>> from pyptx.ir import Name
>>> from pyptx.types import u32
>>> with tracing(Trace("k")) as trace:
...     r = trace.scopes.new_register(u32)
...     done = emit("mov", ("u32",), (Name(r), 7))
>>> done.operands
(Name(name='%r0'), Literal(text='7'))
"""

from pyptx.trace.aliases import check_augmented
from pyptx.trace.body import Span, Trace
from pyptx.trace.calls import checked, checked_methods, explain_call
from pyptx.trace.current import Stale, active, check_owner, current, intrinsic, is_tracing, tracing
from pyptx.trace.emission import emit
from pyptx.trace.leaving import check_iterator, check_statement
from pyptx.trace.names import is_identifier
from pyptx.trace.open_blocks import Opened
from pyptx.trace.operands import (
    ADDRESSING,
    COMPUTING,
    Place,
    Traced,
    Value,
    constant,
    operand,
    operand_rows,
    operand_types,
    since,
    written_names,
    written_positions,
)
from pyptx.trace.source import at, caller, is_written_operand
from pyptx.trace.targets import LOWEST, WORKING
from pyptx.trace.unit import Head, Unit
from pyptx.trace.watch import Watch
from pyptx.trace.wording import Limits, is_meant

__all__ = [
    "ADDRESSING",
    "COMPUTING",
    "LOWEST",
    "WORKING",
    "Head",
    "Limits",
    "Opened",
    "Place",
    "Span",
    "Stale",
    "Trace",
    "Traced",
    "Unit",
    "Value",
    "Watch",
    "active",
    "at",
    "caller",
    "check_augmented",
    "check_iterator",
    "check_owner",
    "check_statement",
    "checked",
    "checked_methods",
    "constant",
    "current",
    "emit",
    "explain_call",
    "intrinsic",
    "is_identifier",
    "is_meant",
    "is_tracing",
    "is_written_operand",
    "operand",
    "operand_rows",
    "operand_types",
    "since",
    "tracing",
    "written_names",
    "written_positions",
]
