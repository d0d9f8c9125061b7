"""Write NVIDIA PTX kernels in Python, one call one instruction, and run them on a GPU or on the CPU.

>>> from pyptx import Tile, kernel, ptx, reg
"""

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
from pyptx.runtime import detect_arch, register_operators
from pyptx.runtime.simulation import simulating
from pyptx.specs import Dim, Layout, Tile
from pyptx.structure import Structure
from pyptx.trace import intrinsic

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
