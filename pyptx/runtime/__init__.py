"""Where kernels meet arrays: NumPy, torch and JAX, the CUDA driver, and the engine that runs a program.

Nothing here is imported before it is needed: a framework is looked at only when its arrays arrive.
"""

from pyptx.runtime.needs import require
from pyptx.runtime.trial import trial

__all__ = ["require", "trial"]
