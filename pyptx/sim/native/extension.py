"""The engine in `pyptx._native`: whether it exists and was built from these sources."""

from __future__ import annotations

import functools
import hashlib
import importlib
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pyptx.errors import StaleExtensionError
from pyptx.sim.handlers import LAYOUT

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping


NAMES = Path(__file__).with_name("handlers.txt")
"""The file of the names of the handlers that these sources have; ``tools/generate.py`` writes it."""


def expected_handlers() -> tuple[str, ...]:
    """The names of the handlers that these sources have, sorted."""
    lines = NAMES.read_text(encoding="utf-8").splitlines()
    return tuple(name for line in lines if not line.startswith("#") for name in line.split())


ROOT = Path(__file__).parents[3]
"""The folder of the package; that of a checkout has the sources of the extension, too."""


def digest_of(root: Path) -> str:
    """Return the digest of the C and C++ sources of a checkout that its build puts into the extension."""
    names = sorted(Path(found.path).relative_to(root).as_posix() for found in _sources(root / "csrc"))
    lines = (f"{name} {hashlib.sha256((root / name).read_bytes()).hexdigest()}\n" for name in names)
    return hashlib.sha256("".join(lines).encode()).hexdigest()


def _sources(folder: Path | str) -> Iterator[os.DirEntry[str]]:
    with os.scandir(folder) as entries:
        for found in entries:
            if found.is_dir():
                yield from _sources(found.path)
            elif found.name.endswith((".c", ".cpp", ".h", ".inl")):
                yield found


def changed_sources(module: Any, root: Path = ROOT) -> list[str]:
    """Return the sources of a checkout that are newer than an extension of other contents.

    Contents are compared only if a file is newer than the extension.
    """
    folder = root / "csrc"
    if not getattr(module, "sources", "") or not folder.is_dir():
        return []
    built = Path(module.__file__).stat().st_mtime
    newer = [found.path for found in _sources(folder) if found.stat().st_mtime > built]
    if not newer or digest_of(root) == module.sources:
        return []
    return sorted(Path(path).relative_to(root).as_posix() for path in newer)


def stale(module: Any, root: Path = ROOT) -> str:
    """Describe the differences of an extension from these sources, and the command to run; empty if current.

    Args:
        module: The extension.
        root: The folder of the package, and in a checkout of the extension's sources.
    """
    layout = module.engine_layout() if hasattr(module, "engine_layout") else None
    if layout != LAYOUT:
        differs = f"its interface is {layout}, that of {root / 'pyptx'} is {LAYOUT}"
    else:
        has = frozenset(module.engine_handlers())
        lacks = [name for name in expected_handlers() if name not in has]
        changed = [] if lacks else changed_sources(module, root)
        if not lacks and not changed:
            return ""
        differs = f"it has no handler {_first(lacks)}" if lacks else f"{_first(changed)} changed since"
    return (
        f"{module.__file__} was built from other sources: {differs}"
        f"\n  help: python -m pip install {_source(root)}"
    )


def _first(names: list[str]) -> str:
    return f"{', '.join(names[:3])}{' and others' * (len(names) > 3)}"


def _source(root: Path = ROOT) -> str:
    """The arguments of pip that install this package again."""
    return f"--editable {root}" if (root / "csrc").is_dir() else "--force-reinstall SOURCES_OF_THIS_PYPTX"


def absence(found: str) -> str:
    """Describe a missing engine, and the command that shows why: pip hides the errors of compilers."""
    command = f"python -m pip install --verbose {_source()}"
    return f"{found}; `{command}` compiles it with a C++ compiler, and shows the compiler's errors"


engine: Any = None
MISSING = ""
"""Why there is no native engine; empty if there is one."""
STALE = ""
"""Why the native engine is stale; empty if it is current or absent."""
try:
    engine = importlib.import_module("pyptx._native")
except ModuleNotFoundError:
    MISSING = absence("pyptx._native was not compiled when pyptx was installed")
except ImportError as error:
    MISSING = f"pyptx._native cannot be imported: {error}"
else:
    if not hasattr(engine, "engine_run"):
        MISSING = absence("pyptx._native was built without the engine")
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
