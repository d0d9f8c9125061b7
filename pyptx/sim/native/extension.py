"""The engine in `pyptx._native`: whether it exists and was built from these sources."""

from __future__ import annotations

import functools
import importlib
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pyptx.errors import StaleExtensionError
from pyptx.sim.handlers import LAYOUT

if TYPE_CHECKING:
    from collections.abc import Mapping


NAMES = Path(__file__).with_name("handlers.txt")
"""The file of the names of the handlers that these sources have; ``tools/generate.py`` writes it."""


def expected_handlers() -> tuple[str, ...]:
    """The names of the handlers that these sources have, sorted."""
    lines = NAMES.read_text(encoding="utf-8").splitlines()
    return tuple(name for line in lines if not line.startswith("#") for name in line.split())


def stale(module: Any) -> str:
    """Describe how an extension differs from these sources, and the command to run; empty if current."""
    root = Path(__file__).parents[3]
    layout = module.engine_layout() if hasattr(module, "engine_layout") else None
    if layout != LAYOUT:
        differs = f"its interface is {layout}, that of {root / 'pyptx'} is {LAYOUT}"
    else:
        has = frozenset(module.engine_handlers())
        lacks = [name for name in expected_handlers() if name not in has]
        if not lacks:
            return ""
        differs = f"it has no handler {', '.join(lacks[:3])}{' and others' * (len(lacks) > 3)}"
    source = f"--editable {root}" if (root / "csrc").is_dir() else "--force-reinstall SOURCES_OF_THIS_PYPTX"
    return (
        f"{module.__file__} was built from other sources: {differs}\n  help: python -m pip install {source}"
    )


engine: Any = None
MISSING = ""
"""Why there is no native engine; empty if there is one."""
STALE = ""
"""Why the native engine is stale; empty if it is current or absent."""
try:
    engine = importlib.import_module("pyptx._native")
except ModuleNotFoundError:
    MISSING = "pyptx._native is not installed; install pyptx again where there is a C++ compiler"
except ImportError as error:
    MISSING = f"pyptx._native cannot be imported: {error}"
else:
    if not hasattr(engine, "engine_run"):
        MISSING = "pyptx._native was built without the engine; install pyptx where there is a C++ compiler"
    else:
        STALE = stale(engine)


def check() -> None:
    """Check that the engine was built from these sources.

    Raises:
        StaleExtensionError: The engine was built from other sources.
    """
    if STALE:
        raise StaleExtensionError(STALE)


@functools.cache
def handlers() -> Mapping[str, int]:
    """Return the number of every handler of the engine, by name; empty without an engine.

    Raises:
        StaleExtensionError: The engine was built from other sources.
    """
    check()
    names = () if MISSING else engine.engine_handlers()
    return {name: number for number, name in enumerate(names)}


def level() -> str:
    """The instruction set level that the engine uses on this machine."""
    return "" if MISSING else str(engine.engine_level())
