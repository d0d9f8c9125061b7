"""Finding NVIDIA's tools: ptxas, nvdisasm and cuobjdump."""

from __future__ import annotations

import functools
import importlib.util
import os
import re
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from pyptx.errors import MissingToolError, ToolError

if TYPE_CHECKING:
    from collections.abc import Iterator

TOOLS = ("ptxas", "nvdisasm", "cuobjdump")
_PACKAGES = {
    "ptxas": "nvidia-cuda-nvcc",
    "nvdisasm": "nvidia-cuda-nvdisasm",
    "cuobjdump": "nvidia-cuda-cuobjdump",
}

_RELEASE = re.compile(r"\bV(\d+(?:\.\d+)+)")


@dataclass(frozen=True, slots=True)
class Tool:
    """An executable of the CUDA toolchain.

    Attributes:
        name: ``"ptxas"``, ``"nvdisasm"`` or ``"cuobjdump"``.
        path: Path of the executable.
        origin: How it was found, such as ``"PYPTX_PTXAS"`` or ``"nvidia wheel"``.
    """

    name: str
    path: str
    origin: str

    def __fspath__(self) -> str:
        return self.path

    @property
    def version(self) -> str:
        """Release of the toolchain it belongs to, such as ``"13.5.37"``.

        Raises:
            ToolError: The tool does not run.
        """
        return _version(self.name, self.path, os.stat(self.path).st_mtime_ns)


def find(name: str) -> Tool:
    """Return the tool called `name`.

    The first of these that has it: the environment variable ``PYPTX_PTXAS`` (``PYPTX_NVDISASM``,
    ``PYPTX_CUOBJDUMP``), the ``nvidia-cuda-*`` wheels of this Python, Triton's bundle, the ``PATH``.

    Raises:
        MissingToolError: The tool is not installed.
        ToolError: The environment variable names no executable.
    """
    for path, origin in _candidates(name):
        if os.access(path, os.X_OK) and path.is_file():
            return Tool(name, str(path), origin)
        if origin.startswith("PYPTX_"):
            raise ToolError(f"{origin}={path} is not an executable file")
    raise MissingToolError(
        f"{name} was not found: not in ${_variable(name)}, the nvidia-cuda wheels, Triton or the PATH"
        f"\n  help: pip install {_PACKAGES[name]}"
    )


def find_or_none(name: str) -> Tool | None:
    """Return the tool called `name`, or None where it is not installed.

    Raises:
        ToolError: The environment variable for it names no executable.
    """
    if os.environ.get(_variable(name)):
        return find(name)
    try:
        return find(name)
    except MissingToolError:
        return None


def installed(name: str) -> tuple[Tool, ...]:
    """Return every copy of a tool that `find` considers, and those of ``/usr/local/cuda*``: one per version.

    Raises:
        ToolError: The environment variable for it names no executable, or a copy does not run.
    """
    found: dict[str, Tool] = {}
    file = f"{name}.exe" if os.name == "nt" else name
    toolkits = ((path, str(path)) for path in sorted(Path("/usr/local").glob(f"cuda*/bin/{file}")))
    for path, origin in (*_candidates(name), *toolkits):
        if os.access(path, os.X_OK) and path.is_file():
            tool = Tool(name, str(path), origin)
            found.setdefault(tool.version, tool)
        elif origin.startswith("PYPTX_"):
            raise ToolError(f"{origin}={path} is not an executable file")
    return tuple(found.values())


def _variable(name: str) -> str:
    return f"PYPTX_{name.upper()}"


def _candidates(name: str) -> Iterator[tuple[Path, str]]:
    if chosen := os.environ.get(_variable(name)):
        yield Path(chosen), _variable(name)
    file = f"{name}.exe" if os.name == "nt" else name
    for root in _package_roots("nvidia"):
        # CUDA 13 wheels share nvidia/cu13/bin; those of CUDA 12 have a folder each: nvidia/cuda_nvcc/bin.
        for path in sorted(root.glob(f"*/bin/{file}"), key=_cuda_folder, reverse=True):
            yield path, "nvidia wheel"
    for root in _package_roots("triton"):
        yield root / "backends" / "nvidia" / "bin" / file, "Triton"
    if on_path := shutil.which(name):
        yield Path(on_path), "PATH"


def _package_roots(package: str) -> tuple[Path, ...]:
    spec = importlib.util.find_spec(package)
    if spec is None or spec.submodule_search_locations is None:
        return ()
    return tuple(Path(root) for root in spec.submodule_search_locations)


def _cuda_folder(path: Path) -> tuple[int, str]:
    folder = path.parent.parent.name
    number = re.fullmatch(r"cu(\d+)", folder)
    return (int(number[1]) if number else 0, folder)


@functools.cache
def _version(name: str, path: str, changed_ns: int) -> str:
    del changed_ns  # part of the cache key: a replaced executable has another time
    try:
        done = subprocess.run([path, "--version"], capture_output=True, text=True, check=True, timeout=60)
    except (OSError, subprocess.SubprocessError) as error:
        raise ToolError(f"{name} at {path} does not run: {error}") from error
    found = _RELEASE.search(done.stdout)
    if found is None:
        raise ToolError(f"{name} at {path} does not print its version: {done.stdout.strip()!r}")
    return found[1]
