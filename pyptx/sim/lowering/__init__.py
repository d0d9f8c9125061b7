"""Turn a decoded program into the records that the native engine runs (``csrc/engine``).

A record names a handler and its operands: byte offsets of rows in the memory of a warp's registers. Constants
and special registers are rows too, filled before a CTA starts; a predicate is one word with a bit per lane. A
program is lowered whole or not at all: `lower` names the instruction that the native engine does not support.

Whether a register was written before it is read is decided here where every way to the reader leads past a
writer; only the other registers are followed lane by lane while the program runs.
"""

from pyptx.sim.lowering.program import lower, refusals
from pyptx.sim.lowering.records import Lowered, Uncovered

__all__ = [
    "Lowered",
    "Uncovered",
    "lower",
    "refusals",
]
