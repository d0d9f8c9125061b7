"""The native module `pyptx._native`, if it is installed and has the launch interface of this package."""

from __future__ import annotations

import importlib
from typing import Any

LAUNCHES = 14
"""The number of the interface of ``csrc/launch``: that of the source beside this file."""

native: Any = None
MISSING = ""
try:
    native = importlib.import_module("pyptx._native")
except ModuleNotFoundError:
    MISSING = "pyptx._native is not installed; install pyptx again where there is a C compiler"
except ImportError as error:
    MISSING = f"pyptx._native cannot be imported: {error}"
else:
    if getattr(native, "LAUNCHES", 1) != LAUNCHES:
        MISSING = (
            "pyptx._native was built from other sources, so nothing launches in C; build it again: "
            "python -m pip install --no-build-isolation --no-deps --editable ."
        )

launching: Any = None if MISSING else native
"""The native module if its launches can be used, else None."""
