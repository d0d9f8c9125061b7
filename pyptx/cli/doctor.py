"""``pyptx doctor``: features of this machine, and packages to install for the others."""

from __future__ import annotations

import importlib
import os
import platform
import sys
from importlib import metadata
from typing import Any

import click

import pyptx
from pyptx.cli.outcome import Exit, as_json, show
from pyptx.errors import LaunchError, MissingDeviceError, PtxError, ToolError, counted
from pyptx.program import engine
from pyptx.progress import working
from pyptx.runtime import extension, native
from pyptx.runtime.driver import driver
from pyptx.toolchain import TOOLS, cache, find

_PACKAGES = ("numpy", "ml_dtypes", "platformdirs", "click", "torch", "jax")


@click.command()
@as_json
def doctor(*, as_json: bool) -> None:
    """Show which features work here, and how to get the others."""
    with working("examining this machine", quiet=as_json):
        result = {
            "pyptx": pyptx.__version__,
            "python": platform.python_version(),
            "platform": platform.platform(),
            "engines": {"sim": _simulator(), "gpu": _gpu(), "native": _native()},
            "tools": {name: _tool(name) for name in TOOLS},
            "packages": {name: _package(name) for name in _PACKAGES},
            "cache": _cache(),
        }
    show(result, as_json=as_json, text=_text(result))
    if not result["engines"]["sim"]["works"]:  # type: ignore[index]  # built above
        sys.exit(Exit.ENVIRONMENT)


def _simulator() -> dict[str, Any]:
    try:
        engine("sim")
    except (PtxError, ImportError) as error:
        return {"works": False, "detail": f"{error}", "help": "pip install numpy ml_dtypes"}
    engine_state = importlib.import_module("pyptx.sim.native.extension")
    if engine_state.STALE:
        said, _, advice = engine_state.STALE.partition("\n  help: ")
        return {"works": False, "detail": said, "help": advice}
    if engine_state.MISSING:
        said, _, advice = engine_state.MISSING.partition("; ")
        return {
            "works": True,
            "detail": f"runs every kernel on the CPU, but slowly, without the native engine: {said}",
            "help": advice,
        }
    return {
        "works": True,
        "detail": "runs every kernel on the CPU, with the native engine where it supports all instructions",
    }


def _gpu() -> dict[str, Any]:
    try:
        found = driver()
        devices = [f"{found.name(index)} ({found.arch(index).name})" for index in range(found.devices())]
        release = ".".join(map(str, found.version()))
    except LaunchError as error:
        said, _, advice = str(error).partition("\n  help: ")
        return {"works": False, "detail": said, "help": advice or "install NVIDIA's driver"}
    if not devices:
        return {
            "works": False,
            "detail": f"the driver (CUDA {release}) sees no GPU",
            "help": "check nvidia-smi",
        }
    return {"works": True, "detail": f"{', '.join(devices)}; driver for CUDA {release}"}


def _native() -> dict[str, Any]:
    if extension.MISSING:
        said, _, advice = extension.MISSING.partition("; ")
        return {"works": False, "detail": said, "help": advice}
    try:
        said = f"; torch tensors {native.route()}"
    except MissingDeviceError:  # the packages say so
        said = ""
    return {"works": True, "detail": f"launches repeated calls from C{said}"}


def _tool(name: str) -> dict[str, Any]:
    try:
        tool = find(name)
        detail = f"{tool.version}, {tool.path} ({tool.origin})"
    except ToolError as error:
        said, _, advice = str(error).partition("\n  help: ")
        return {"works": False, "detail": said, "help": advice}
    return {"works": True, "detail": detail}


def _package(name: str) -> dict[str, Any]:
    try:
        return {"works": True, "detail": metadata.version(name)}
    except metadata.PackageNotFoundError:
        return {"works": False, "detail": "not installed", "help": f"pip install {name}"}


def _cache() -> dict[str, Any]:
    folder = cache.directory()
    entries = list(cache.entries())
    size = sum(entry.bytes for entry in entries)
    existing = next(path for path in (folder, *folder.parents) if path.exists())
    return {
        "works": os.access(existing, os.W_OK),
        "detail": f"{folder}: {counted(len(entries), 'entry')}, {size / 1e6:.1f} MB",
        "help": "set PYPTX_CACHE_DIR to a folder that can be written",
    }


def _text(result: dict[str, Any]) -> str:
    rows = [f"pyptx {result['pyptx']} on Python {result['python']}, {result['platform']}", ""]
    groups = {**result["engines"], **result["tools"], **result["packages"], "cache": result["cache"]}
    for name, state in groups.items():
        rows.append(f"  {'ok' if state['works'] else '--':3} {name:12} {state['detail']}")
        if not state["works"] and state.get("help"):
            rows.append(f"      {'':12} help: {state['help']}")
    return "\n".join(rows)
