"""The native engine with single objects compiled anew from changed sources, for `engine_outcomes.py`."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pyptx._native
from pyptx.sim import native

_EXTENSION = "_native.abi3.so"
_OUTPUT = f" -o {_EXTENSION} "
_BUILD_ID = re.compile(rb"\x04\0{3}\x14\0{3}\x03\0{3}GNU\0(.{20})", re.DOTALL)
"""The build ID that the linker writes into an extension. Installing keeps it, and removes symbols."""


class EngineBuild:
    """The objects of a checkout's extension, those with a change compiled from a copy of the sources.

    Attributes:
        sources: The copy of the checkout's folder ``csrc``, whose files may be changed.
    """

    def __init__(self, root: Path, folder: Path) -> None:
        """Copy the sources of the checkout `root` into `folder`; read how its extension was built."""
        installed = _build_id(Path(str(pyptx._native.__file__)))  # noqa: SLF001 -- the compiled module
        built = [path for path in root.glob(f"build/*/{_EXTENSION}") if _build_id(path) == installed]
        if not built:
            raise FileNotFoundError(
                f"{root}/build has not the installed extension\n  help: pip install --editable {root}"
            )
        self._folder, self._objects, self._root = built[0].parent, folder / "objects", root / "csrc"
        self.sources = folder / "csrc"
        shutil.copytree(self._root, self.sources)
        *compiled, link = self._ninja("commands", _EXTENSION)
        self._link = re.sub(r"^: && | && :$", " ", link)
        self._commands: dict[str, str] = {}
        for command in compiled:
            if (made := re.search(r" -o (\S+) -c \S+\.cpp$", command)) and _runs_here(command):
                self._commands[made[1]] = command
        self._needs: dict[str, set[Path]] = {}
        for listed in "\n".join(self._ninja("deps")).split("\n\n"):
            name, *needed = listed.split("\n    ")
            self._needs[name.partition(":")[0]] = {(self._folder / path).resolve() for path in needed}

    def build(self, changed: Path, target: Path) -> bool:
        """Compile the objects with a file of `sources` and link `target`; return whether this succeeds.

        They are not optimised, which takes a tenth of the time: seconds for a file of one object, minutes for
        a header that most objects include. They are linked first: of an inline function that several objects
        have, the linker takes the first.
        """
        source = self._root / changed.relative_to(self.sources)
        names = [name for name in self._commands if source in self._needs[name]]
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            if not all(pool.map(self._compile, names)):
                return False
        link = self._link
        for name in names:
            link = link.replace(f" {name} ", " ")
        mine = " ".join(str(self._objects / name) for name in names)
        target.unlink(missing_ok=True)  # a process may have mapped it
        return _succeeds(link.replace(_OUTPUT, f" -o {target.resolve()} {mine} "), self._folder)

    def _compile(self, name: str) -> bool:
        made = self._objects / name
        made.parent.mkdir(parents=True, exist_ok=True)
        here = self._commands[name].replace(f"{self._root}/", f"{self.sources}/")
        return _succeeds(re.sub(r"-MD .* -o \S+", f"-O0 -w -o {made}", here), self._folder)

    def _ninja(self, *words: str) -> list[str]:
        listing = ["ninja", "-t", *words]
        done = subprocess.run(listing, cwd=self._folder, capture_output=True, text=True, check=True)
        return done.stdout.splitlines()


def _succeeds(command: str, folder: Path) -> bool:
    return subprocess.run(command, shell=True, cwd=folder, capture_output=True, check=False).returncode == 0


def _build_id(extension: Path) -> bytes:
    found = _BUILD_ID.search(extension.read_bytes())
    if found is None:
        raise ValueError(f"{extension} has no build ID\n  help: link it with -Wl,--build-id")
    return found[1]


def _runs_here(command: str) -> bool:
    level = re.search(r"-DPYPTX_LEVEL=(\w+)", command)
    return not level or level[1] == native.level()
