"""The native engine with single objects compiled anew from changed sources, for `engine_outcomes.py`."""

from __future__ import annotations

import re
import shutil
import subprocess
from typing import TYPE_CHECKING

from pyptx.sim import native

if TYPE_CHECKING:
    from pathlib import Path

_EXTENSION = "_native.abi3.so"
_OUTPUT = f" -o {_EXTENSION} "


class EngineBuild:
    """The objects of a checkout's extension, those with a change compiled from a copy of the sources.

    Attributes:
        sources: The copy of the checkout's folder ``csrc``, whose files may be changed.
    """

    def __init__(self, root: Path, folder: Path) -> None:
        """Copy the sources of the checkout `root` into `folder`; read how its extension was built."""
        built = sorted(root.glob("build/*/build.ninja"), key=lambda path: path.stat().st_mtime)
        if not built:
            raise FileNotFoundError(f"{root} has no built extension\n  help: pip install --editable {root}")
        self._folder, self._objects, self._root = built[-1].parent, folder / "objects", root / "csrc"
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
        """Compile the objects with a file of `sources` and link `target`; return whether they compile.

        They are not optimised, which takes a tenth of the time, and linked first: of an inline function that
        several objects have, the linker takes the first.
        """
        source = self._root / changed.relative_to(self.sources)
        link, mine = self._link, []
        for name, command in self._commands.items():
            if source in self._needs[name]:
                made = self._objects / name
                made.parent.mkdir(parents=True, exist_ok=True)
                here = command.replace(f"{self._root}/", f"{self.sources}/")
                if _failed(re.sub(r"-MD .* -o \S+", f"-O0 -w -o {made}", here), self._folder):
                    return False
                mine.append(str(made))
                link = link.replace(f" {name} ", " ")
        target.unlink(missing_ok=True)  # a process may have mapped it
        link = link.replace(_OUTPUT, f" -o {target.resolve()} {' '.join(mine)} ")
        if _failed(link, self._folder):
            raise RuntimeError(f"the linker fails: {link}")
        return True

    def _ninja(self, *words: str) -> list[str]:
        listing = ["ninja", "-t", *words]
        done = subprocess.run(listing, cwd=self._folder, capture_output=True, text=True, check=True)
        return done.stdout.splitlines()


def _failed(command: str, folder: Path) -> bool:
    return subprocess.run(command, shell=True, cwd=folder, capture_output=True, check=False).returncode != 0


def _runs_here(command: str) -> bool:
    level = re.search(r"-DPYPTX_LEVEL=(\w+)", command)
    return not level or level[1] == native.level()
