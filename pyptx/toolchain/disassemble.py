"""Machine code out of cubins, and as text through nvdisasm or cuobjdump."""

from __future__ import annotations

import json
import subprocess
import zlib
from typing import TYPE_CHECKING

from pyptx.errors import ToolError
from pyptx.toolchain import cache
from pyptx.toolchain.cubin import sections
from pyptx.toolchain.locate import Tool, find, find_or_none
from pyptx.toolchain.scratch import scratch

if TYPE_CHECKING:
    from collections.abc import Sequence

_FORMAT = b"pyptx-listing-2"
_CODE = ".text."


def sass(cubin: bytes, *, annotated: bool = False) -> str:
    """Return the SASS of a cubin; earlier results come from the cache.

    Args:
        cubin: Machine code.
        annotated: Whether to add the bits of each instruction and the PTX lines that the cubin records; only
            nvdisasm does.

    Raises:
        ToolError: Neither nvdisasm nor cuobjdump is installed, or the bytes are not a cubin.
    """
    other = None if annotated else find_or_none("cuobjdump")
    tool = find_or_none("nvdisasm") or other or find("nvdisasm")
    return _listing(tool, cubin, ["-hex", "-gp"] if annotated else [])


def life_ranges(cubin: bytes) -> str:
    """Return the SASS of a cubin with the number of live registers beside each instruction, as `sass` does.

    Raises:
        ToolError: nvdisasm is not installed, or the bytes are not a cubin.
    """
    return _listing(find("nvdisasm"), cubin, ["-plr", "-lrm", "count"])


def machine_code(cubin: bytes) -> dict[str, bytes]:
    """Return the code and the constants of a cubin by the names of their sections: ``.text.<function>`` ….

    Names, line numbers and debug information are in other sections.

    Raises:
        ToolError: The bytes are not a 64-bit ELF file.
    """
    found = sections(cubin)
    return {name: code for name, code in found.items() if name.startswith((_CODE, ".nv.constant"))}


def _listing(tool: Tool, cubin: bytes, more: Sequence[str]) -> str:
    """The listing of a cubin, from the cache if it is there: disassemblers take most of a second to start."""
    options = (*(("-sass",) if tool.name == "cuobjdump" else ("-c",)), *more)
    name = cache.key(_FORMAT, cubin, tool.name, tool.version, *options)
    stored = cache.load(name)
    if stored is not None:
        return zlib.decompress(stored.partition(b"\n")[2]).decode()
    listing = _run(tool, cubin, options)
    functions = [each.removeprefix(_CODE) for each in machine_code(cubin) if each.startswith(_CODE)]
    cache.store(name, json.dumps(functions).encode() + b"\n" + zlib.compress(listing.encode(), level=1))
    return listing


def listed_functions(stored: bytes) -> tuple[str, ...] | None:
    """Return the names of the functions in a listing of the cache; None for another entry."""
    try:
        functions = json.loads(stored.partition(b"\n")[0])
    except (RecursionError, ValueError):
        return None
    return tuple(map(str, functions)) if isinstance(functions, list) else None


def _run(tool: Tool, cubin: bytes, options: Sequence[str]) -> str:
    with scratch() as folder:
        path = folder / "in.cubin"
        path.write_bytes(cubin)
        try:
            done = subprocess.run(
                [tool.path, *options, str(path)],
                capture_output=True, text=True, errors="replace", check=False,
            )  # fmt: skip
        except OSError as error:
            raise ToolError(f"{tool.name} at {tool.path} does not run: {error}") from error
    if done.returncode:
        said = (done.stderr or done.stdout).strip() or f"status {done.returncode}"
        raise ToolError(f"{tool.name} refused the cubin: {said}")
    return done.stdout
