"""Machine code out of cubins, and as text through nvdisasm or cuobjdump."""

from __future__ import annotations

import struct
import subprocess
import tempfile
from pathlib import Path

from pyptx.errors import ToolError
from pyptx.toolchain.locate import Tool, find, find_or_none


def sass(cubin: bytes) -> str:
    """Return the SASS of a cubin.

    Raises:
        ToolError: Neither nvdisasm nor cuobjdump is installed, or the bytes are no cubin.
    """
    tool = find_or_none("nvdisasm") or find_or_none("cuobjdump") or find("nvdisasm")
    with tempfile.TemporaryDirectory(prefix="pyptx-") as folder:
        path = Path(folder, "in.cubin")
        path.write_bytes(cubin)
        return _run(tool, path)


def machine_code(cubin: bytes) -> dict[str, bytes]:
    """Return the code and the constants of a cubin by the names of their sections: ``.text.<function>`` ….

    Names, line numbers and what else is for debuggers are in other sections.

    Raises:
        ToolError: The bytes are no 64-bit ELF file.
    """
    try:
        if cubin[:5] != b"\x7fELF\x02":
            raise struct.error("no ELF file")  # noqa: TRY301 - as of any file that is cut short
        (offset,) = struct.unpack_from("<Q", cubin, 40)
        size, count, names = struct.unpack_from("<HHH", cubin, 58)
        rows = [struct.unpack_from("<IIQQQQIIQQ", cubin, offset + size * row) for row in range(count)]
        start = rows[names][4] if rows else 0
        found: dict[str, bytes] = {}
        for row in rows:
            at = start + row[0]
            name = cubin[at : cubin.index(b"\0", at)].decode()
            if name.startswith((".text.", ".nv.constant")):
                found[name] = cubin[row[4] : row[4] + row[5]]
    except (struct.error, ValueError, IndexError) as error:
        raise ToolError(f"the bytes are no cubin: {error}") from None
    return found


def _run(tool: Tool, path: Path) -> str:
    options = ["-sass"] if tool.name == "cuobjdump" else ["-c"]
    try:
        done = subprocess.run(
            [tool.path, *options, str(path)], capture_output=True, text=True, errors="replace", check=False
        )
    except OSError as error:
        raise ToolError(f"{tool.name} at {tool.path} does not run: {error}") from error
    if done.returncode:
        said = (done.stderr or done.stdout).strip() or f"status {done.returncode}"
        raise ToolError(f"{tool.name} refused the cubin: {said}")
    return done.stdout
