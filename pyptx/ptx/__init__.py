"""One call, one instruction: the namespace that kernels are written in."""

from pyptx.ptx.opcode import inst
from pyptx.trace import intrinsic

__all__ = ["inst", "intrinsic"]
