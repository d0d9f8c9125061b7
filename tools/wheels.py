"""Build the source distribution and the wheels, install each wheel on its own, and test it.

``python tools/wheels.py [FOLDER]`` leaves them in a folder, ``dist`` by default: the sources, the wheel with
native code for this machine, which is made from the sources, and the pure one. `cibuildwheel` makes the
native wheels of a release, and runs ``--installed --native`` in the environment of each.
"""

from __future__ import annotations

import os
import site
import subprocess
import sys
import tempfile
import venv
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
TESTED = (
    "tests/runtime/test_numpy.py",
    "tests/runtime/test_launching.py",
    "tests/runtime/test_arrays_of_libraries.py",
    "tests/runtime/test_native.py",
    "tests/sim/test_native_forms.py",
    "tests/test_public_api.py",
    "tests/virtual/test_driver.py",
)
"""The tests of an installed wheel: of launches, a sample of the engines, and the virtual GPU's libraries."""


def main(arguments: list[str]) -> int:
    """Build and test; return the exit code."""
    if arguments[:1] == ["--installed"]:
        check_installed(native="--pure" not in arguments)
        return 0
    folder = Path(arguments[0] if arguments else ROOT / "dist").resolve()
    build = [sys.executable, "-m", "build", "--outdir", str(folder), str(ROOT)]
    subprocess.run(build, check=True)  # the wheel is made from the sources, so these are complete
    subprocess.run([*build, "--wheel"], check=True, env={**os.environ, "PYPTX_PURE": "1"})
    # Earlier wheels may lie in the folder, too.
    native, pure = sorted(folder.glob("pyptx-*.whl"), key=lambda wheel: wheel.stat().st_mtime)[-2:]
    for wheel in (pure, native):
        print(f"--- {wheel.name}", flush=True)
        test_wheel(wheel, native=wheel is native)
    return 0


def check_installed(*, native: bool) -> None:
    """Run a kernel with the installed package, and check which engine and launcher it has.

    Raises:
        SystemExit: The engine or the launcher is another one, or the package is that of the source tree.
    """
    import numpy  # noqa: PLC0415, ICN001, TID251 - the packages of an environment that builds wheels are others

    import pyptx  # noqa: PLC0415
    from pyptx.runtime import extension  # noqa: PLC0415

    if ROOT in Path(pyptx.__file__).parents and "site-packages" not in pyptx.__file__:
        sys.exit(f"{pyptx.__file__} is the source tree, not an installed wheel")
    if native is not (extension.MISSING == ""):
        sys.exit(f"native code: {extension.MISSING or 'installed, in a wheel without it'}")
    tile = pyptx.Tile("N", pyptx.types.f32)

    @pyptx.kernel(in_specs=(tile,), out_specs=(tile,), grid=1, block=32)
    def double(x: Any, y: Any) -> None:
        px, py = (pointer + pyptx.ptx.special.tid.x() * 4 for pointer in pyptx.ptx.global_ptrs(x, y))
        value = pyptx.reg.scalar(pyptx.types.f32)
        pyptx.ptx.ld(pyptx.types.f32, value, pyptx.ptx.addr(px))
        pyptx.ptx.st(pyptx.types.f32, pyptx.ptx.addr(py), value + value)

    given = numpy.arange(32, dtype=numpy.float32)
    if not (double(given) == 2 * given).all():
        sys.exit("a kernel computes wrong numbers")
    print(f"{pyptx.__file__}: a kernel runs, {'with' if native else 'without'} native code")


def test_wheel(wheel: Path, *, native: bool) -> None:
    """Install a wheel into an environment of its own, beside the packages of this one, and run tests there.

    Raises:
        CalledProcessError: It cannot be installed, or a test fails.
    """
    with tempfile.TemporaryDirectory() as folder:
        venv.create(Path(folder, "env"), symlinks=True)
        python = Path(folder, "env", "bin", "python")
        install = ("-m", "pip", "--quiet", "--python", str(python), "install", "--no-deps", str(wheel))
        subprocess.run([sys.executable, *install], check=True)
        # Folders that a .pth names are searched last, without their own .pth files: no editable pyptx.
        packages = next(Path(folder, "env").glob("lib/python*/site-packages"))
        found = [
            path for path in sys.path if path in site.getsitepackages() or "site-packages" in Path(path).parts
        ]
        Path(packages, "others.pth").write_text("\n".join(found))
        tree = Path(folder, "tree")
        tree.mkdir()
        for name in ("tests", "examples", "tools", "benchmarks", "docs", "pyproject.toml"):
            Path(tree, name).symlink_to(ROOT / name)
        kind = "--native" if native else "--pure"
        subprocess.run([python, ROOT / "tools" / "wheels.py", "--installed", kind], cwd=folder, check=True)
        command = [
            str(python),
            "-m",
            "pytest",
            "--quiet",
            "-p",
            "no:cacheprovider",
            f"--rootdir={tree}",
            *TESTED,
        ]
        subprocess.run(command, cwd=tree, check=True)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
