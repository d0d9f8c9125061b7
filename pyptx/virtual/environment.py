"""The libraries of the virtual GPU, and the environment variables by which a program finds them."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

from pyptx.errors import MissingToolError
from pyptx.sim.native import extension
from pyptx.toolchain import cache

if TYPE_CHECKING:
    from collections.abc import Mapping

DRIVER: Final = "libcuda.so.1"
ASSEMBLER: Final = "ptxas"
LINKER: Final = "libnvJitLink.so.13"


def libraries() -> Path:
    """Return the folder of the libraries.

    Raises:
        MissingToolError: They were not built, or this system has none.
        StaleExtensionError: They were built from other sources.
    """
    if not sys.platform.startswith("linux"):
        raise MissingToolError(f"the virtual GPU needs Linux; this is {sys.platform}")
    extension.check()
    if extension.engine is None:
        raise MissingToolError(f"the libraries of the virtual GPU are missing: {extension.MISSING}")
    folder = Path(extension.engine.__file__).parent / "virtual" / "libraries"
    if not (folder / DRIVER).is_file():
        said = "was not compiled when pyptx was installed"
        raise MissingToolError(f"the libraries of the virtual GPU are missing: {folder / DRIVER} {said}")
    return folder


def variables(given: Mapping[str, str] = os.environ) -> dict[str, str]:
    """Return the environment of a program, which finds the libraries of the virtual GPU before others.

    Triton gets a ptxas that keeps PTX, and a cache of its own. The linker is loaded before all, because
    Python programs take the one of their packages otherwise; sanitizers accept that. Allocators that keep
    freed memory are switched off where a variable does so, so that accesses to freed memory are found.

    Args:
        given: The environment without it.
    """
    folder = libraries()
    found = dict(given)
    ahead = {
        "LD_LIBRARY_PATH": str(folder),
        "LD_PRELOAD": str(folder / LINKER),
        "ASAN_OPTIONS": "verify_asan_link_order=0",
    }
    found |= {
        name: os.pathsep.join(filter(None, (word, given.get(name, "")))) for name, word in ahead.items()
    }
    found |= {
        "TRITON_LIBCUDA_PATH": str(folder),
        "TRITON_PTXAS_PATH": str(folder / ASSEMBLER),
        "TRITON_PTXAS_BLACKWELL_PATH": str(folder / ASSEMBLER),
        "CUPY_COMPILE_WITH_PTX": "1",
        "PYTORCH_NO_CUDA_MEMORY_CACHING": "1",
    }
    found.setdefault("TRITON_CACHE_DIR", str(cache.directory() / "virtual-triton"))
    return found
