"""Launches of kernels on arrays: NumPy, torch and JAX, the CUDA driver, and the engine that runs a program.

Nothing here is imported before it is needed: a framework only when one of its arrays arrives.
"""

from __future__ import annotations

import importlib
import sys
from typing import TYPE_CHECKING

from pyptx.late import late_names
from pyptx.runtime.needs import require

if TYPE_CHECKING:
    from pyptx.runtime.address_launch import launch_of, prepared
    from pyptx.runtime.advice import assemble, sass
    from pyptx.runtime.ahead import export
    from pyptx.runtime.simulation import simulating
    from pyptx.runtime.timing import measure
    from pyptx.runtime.trials import trial
    from pyptx.runtime.variables import marks

__all__ = [
    "assemble",
    "detect_arch",
    "export",
    "launch_of",
    "marks",
    "measure",
    "prepared",
    "register_operators",
    "require",
    "sass",
    "simulating",
    "trial",
]

_PLACES = {
    "assemble": "advice",
    "export": "ahead",
    "launch_of": "address_launch",
    "marks": "variables",
    "measure": "timing",
    "prepared": "address_launch",
    "sass": "advice",
    "simulating": "simulation",
    "trial": "trials",
}


def detect_arch(ordinal: int = 0) -> str:
    """Return the target of the GPU that is there, such as ``"sm_90a"``.

    Args:
        ordinal: Number of the device among several.

    Raises:
        MissingDeviceError: There is no CUDA driver or no GPU.

    >>> from pyptx.errors import MissingDeviceError
    >>> try:
    ...     detect_arch().startswith("sm_")
    ... except MissingDeviceError:
    ...     True  # no GPU
    True
    """
    found: str = importlib.import_module("pyptx.runtime.driver").detect_arch(ordinal)
    return found


def register_operators() -> None:
    """Register all kernels of this process with torch and JAX, if these are imported.

    Exported programs, AOTInductor packages and serialised JAX exports refer to kernels by name. A process
    that loads one imports the modules that define the kernels, and calls this function first. The process
    that made it need not.

    >>> register_operators()

    Raises:
        LaunchError: JAX is imported, and the native module is missing.
    """
    if "torch" in sys.modules:
        importlib.import_module("pyptx.runtime.operators").register_all()
    if "jax" in sys.modules:
        importlib.import_module("pyptx.runtime.xla").handlers()


__getattr__, __dir__ = late_names(__name__, _PLACES)
