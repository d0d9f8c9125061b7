"""Write NVIDIA PTX kernels in Python, one call one instruction, and run them on a GPU or on the CPU.

>>> from pyptx import Tile, kernel, ptx, reg
"""

from typing import TYPE_CHECKING

from pyptx import ptx, reg, smem
from pyptx.errors import (
    LaunchError,
    ParseError,
    PerformanceWarning,
    PtxError,
    SimFault,
    ToolError,
    TraceError,
    VerifyError,
)
from pyptx.kernel import Module, differentiable_kernel, kernel, load_cubin, load_ptx
from pyptx.late import late_names
from pyptx.runtime import detect_arch, register_operators
from pyptx.runtime.simulation import simulating
from pyptx.specs import Dim, Layout, Tile
from pyptx.structure import Structure
from pyptx.trace import intrinsic

if TYPE_CHECKING:
    from pyptx.equivalence import equal

__version__ = "0.1.0"

__all__ = [
    "Dim",
    "LaunchError",
    "Layout",
    "Module",
    "ParseError",
    "PerformanceWarning",
    "PtxError",
    "SimFault",
    "Structure",
    "Tile",
    "ToolError",
    "TraceError",
    "VerifyError",
    "__version__",
    "detect_arch",
    "differentiable_kernel",
    "equal",
    "intrinsic",
    "kernel",
    "load_cubin",
    "load_ptx",
    "ptx",
    "reg",
    "register_operators",
    "simulating",
    "smem",
]

__getattr__, __dir__ = late_names(__name__, {"equal": "equivalence"})
