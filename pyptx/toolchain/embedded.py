"""PTX inside cubins, fat binaries, libraries and executables, taken out by cuobjdump."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

from pyptx.errors import ToolError
from pyptx.toolchain.locate import find
from pyptx.toolchain.scratch import scratch

_MAGICS = (b"\x7fELF", b"MZ", b"\x50\xed\x55\xba", b"!<arch>")
"""First bytes of ELF files, Windows executables, fat binaries and archives."""
_TARGET = re.compile(r"\.(sm_\w+)\.ptx\Z")


def is_binary(content: bytes) -> bool:
    r"""Whether a file is one that PTX may be embedded in.

    >>> is_binary(b"\x7fELF..."), is_binary(b".version 8.0")
    (True, False)
    """
    return content.startswith(_MAGICS)


def embedded_ptx(path: Path | str) -> dict[str, str]:
    """Return the PTX texts in a file, by the name cuobjdump gives each, such as ``"app.1.sm_80.ptx"``.

    Raises:
        MissingToolError: cuobjdump is not installed.
        ToolError: cuobjdump refuses the file.
    """
    tool = find("cuobjdump")
    source = Path(path).resolve()
    with scratch() as folder:
        try:
            done = subprocess.run(
                [tool.path, "-xptx", "all", str(source)],
                cwd=folder,
                capture_output=True,
                text=True,
                errors="replace",
                check=False,
            )
        except OSError as error:
            raise ToolError(f"cuobjdump at {tool.path} does not run: {error}") from error
        found = {file.name: file.read_text(errors="replace") for file in sorted(folder.glob("*.ptx"))}
    if done.returncode and not found:
        said = (done.stderr or done.stdout).strip() or f"status {done.returncode}"
        raise ToolError(f"cuobjdump refused {source.name}: {said}")
    return found


def target_of(name: str) -> str:
    """The target in a name that cuobjdump gives; empty where it has none.

    >>> target_of("app.2.sm_90a.ptx")
    'sm_90a'
    """
    found = _TARGET.search(name)
    return found[1] if found else ""
