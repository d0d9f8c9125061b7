"""`pyptx export`: the files that it writes, and the options that it refuses."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner

from pyptx.cli import main
from pyptx.toolchain import find_or_none

if TYPE_CHECKING:
    from pathlib import Path

    from click.testing import Result

pytestmark = [
    pytest.mark.ptxas,
    pytest.mark.skipif(find_or_none("ptxas") is None, reason="ptxas is not installed"),
]

PTX = ".version 8.0\n.target sm_80\n.address_size 64\n.visible .entry e(.param .u64 x) { ret; }"
KERNEL = """
from pyptx import Tile, kernel, ptx
from pyptx.types import f32

@kernel(in_specs=(Tile("N", f32),), grid=1, arch="sm_80")
def quiet(X):
    ptx.ret()
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder with a kernel in Python and one in PTX, where the command runs."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "kernels.py").write_text(KERNEL)
    (tmp_path / "e.ptx").write_text(PTX)
    return tmp_path


def export(*words: str) -> Result:
    return CliRunner().invoke(main, ["export", *words])


@pytest.mark.parametrize(
    ("words", "name", "target"),
    [
        (["kernels.py:quiet", "N=64"], "quiet", "sm_80"),
        (["kernels.py", "N=64", "--name", "other", "--arch", "sm_86"], "other", "sm_86"),
        (["e.ptx", "--block", "32"], "e", "sm_80"),
        (["e.ptx", "--block", "8,4", "--smem", "512", "--arch", "sm_86"], "e", "sm_86"),
    ],
)
def test_machine_code_a_header_and_a_module_are_written(
    folder: Path, words: list[str], name: str, target: str
) -> None:
    done = export(*words, "--out", "made")
    assert (done.exit_code, done.stderr) == (0, "")
    files = [folder / row for row in done.stdout.split()]
    assert [file.suffix for file in files] == [".cubin", ".h", ".py"]
    assert all(file.stem.startswith(name) and file.stat().st_size for file in files)
    assert target in files[1].read_text()
    again = export(*words, "--out", "made", "--json")
    assert json.loads(again.stdout) == {"files": done.stdout.split()}


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["e.ptx"], "no block given"),
        (["e.ptx", "--block", "32,x"], "--block 32,x: it must be one to three numbers"),
        (["e.ptx", "N=4", "--block", "32"], "'N=4': a PTX file has no dimensions"),
        (["kernels.py:quiet", "N=4", "--block", "32"], "--block and --smem are for PTX files"),
        (["kernels.py:quiet", "N=4", "--smem", "0"], "--block and --smem are for PTX files"),
        (["none.py:quiet"], "cannot read none.py: No such file"),
    ],
)
def test_wrong_usage_of_export(folder: Path, words: list[str], said: str) -> None:
    done = export(*words)
    assert done.exit_code == 2
    assert said in done.stderr
    assert sorted(file.name for file in folder.iterdir() if file.name != "__pycache__") == [
        "e.ptx",
        "kernels.py",
    ]
