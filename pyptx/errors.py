"""The exceptions pyptx raises on purpose.

* PtxError
  x ParseError     the text is not PTX                        (parser)
  x VerifyError    an instruction the PTX ISA does not define (verify)
  x TraceError     the kernel body misuses pyptx              (trace, reg, smem, ptx)
  x LaunchError    the arguments do not fit the kernel        (kernel, program, runtime)
  x ToolError      ptxas, nvdisasm or cuobjdump failed        (toolchain)
  x SimFault       the simulated program faulted              (sim)

`str(error)` is the whole report: what was written, what is legal, where, and perhaps what was meant.
"""

from __future__ import annotations


class PtxError(Exception):
    """Base of every error pyptx raises on purpose."""


class ParseError(PtxError):
    """The text is not PTX.

    Attributes:
        line: Line of the text, counted from 1.
        col: Column of that line, counted from 1.
    """

    def __init__(self, message: str, line: int, col: int) -> None:
        super().__init__(message)
        self.line = line
        self.col = col


class VerifyError(PtxError):
    """An instruction that the PTX ISA does not define, or not for this target."""


class TraceError(PtxError):
    """A kernel body that cannot be traced."""


class LaunchError(PtxError):
    """Arguments that do not fit the kernel, or a launch the machine cannot do."""


class ToolError(PtxError):
    """An external tool is missing or refused its input."""


class SimFault(PtxError):  # noqa: N818 - a fault is what the hardware calls it
    """The simulated program did what a GPU would trap, hang on or leave undefined."""
