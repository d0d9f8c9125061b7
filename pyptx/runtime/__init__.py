"""Where kernels meet arrays: NumPy, torch and JAX, the CUDA driver, and the engine that runs a program.

Nothing here is imported before it is needed: a framework is looked at only when its arrays arrive.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from pyptx.runtime.needs import require

if TYPE_CHECKING:
    from pyptx.runtime.trials import trial

__all__ = ["detect_arch", "require", "trial"]


def detect_arch() -> str:
    """Return the target of the GPU that is there, such as ``"sm_90a"``.

    Raises:
        MissingDeviceError: There is no CUDA driver or no GPU.
    """
    found: str = importlib.import_module("pyptx.runtime.driver").detect_arch()
    return found


def __getattr__(name: str) -> Any:
    if name != "trial":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return importlib.import_module("pyptx.runtime.trials").trial
