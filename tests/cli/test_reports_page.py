"""The page that lists the keys of each ``--json`` object has those that the commands print."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from pyptx.cli import main

PAGE = (Path(__file__).parents[2] / "docs" / "reference" / "reports.md").read_text(encoding="utf-8")
ROWS = {
    row[1]: set(re.findall(r"`(\w+)`", row[2]))
    for row in re.finditer(r"^\| `([^|]*)` \| (.*) \|$", PAGE.partition("\n## ")[0], re.MULTILINE)
}
SWAP = """
from pyptx import Tile, kernel, ptx, reg, smem
from pyptx.types import u32

@kernel(out_specs=(Tile(64, u32),), grid=1, block=64, arch="sm_80")
def reverse(Y):
    (py,) = ptx.global_ptrs(Y)
    tid, tile = reg.from_(ptx.special.tid.x(), u32), smem.alloc(u32, 64)
    tile[tid] = tid
    ptx.bar.sync(0)
    ptx.st(u32, ptx.addr(py + tid * 4), tile[63 - tid])

@kernel(in_specs=(Tile(4, u32),), out_specs=(Tile(4, u32),), grid=1, block=4)
def keep(X, Y):
    px, py = (pointer + ptx.special.tid.x() * 4 for pointer in ptx.global_ptrs(X, Y))
    x = reg.scalar(u32)
    ptx.ld(u32, x, ptx.addr(px))
    ptx.st(u32, ptx.addr(py), x)
"""
PTX = ".version 8.0\n.target sm_80\n.address_size 64\n.visible .entry e(.param .u64 x) { ret; }"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A kernel, one without its barrier, and PTX, where the command runs."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PYPTX_CACHE_DIR", str(tmp_path / "cache"))
    (tmp_path / "swap.py").write_text(SWAP)
    (tmp_path / "racy.py").write_text(SWAP.replace("    ptx.bar.sync(0)\n", ""))
    (tmp_path / "e.ptx").write_text(PTX)
    return tmp_path


def printed(words: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(CliRunner().invoke(main, [*words.split(), "--json"]).stdout)
    return found


@pytest.mark.parametrize(
    ("row", "words"),
    [
        ("run", "run swap.py:reverse"),
        ("run --explore", "run swap.py:reverse --explore 0"),
        ("run --mutate", "run swap.py:reverse --mutate fence"),
        ("check", "check e.ptx --no-ptxas"),
        ("emit", "emit swap.py:reverse"),
        ("diff", "diff e.ptx e.ptx"),
        ("explain NAME", "explain race"),
        ("cache ls", "cache ls"),
        ("cache verify", "cache verify"),
        ("equal", "equal swap.py:keep swap.py:keep -k ones"),
    ],
)
@pytest.mark.usefixtures("folder")
def test_the_page_has_the_keys_of_a_command(row: str, words: str) -> None:
    assert set(printed(words)) == ROWS[row]


@pytest.mark.usefixtures("folder")
def test_the_page_has_the_keys_of_faults_launches_and_variants() -> None:
    error = printed("run racy.py:reverse --check races")["error"]
    assert set(error) == keys("A fault") | {"type"}
    assert set(error["address"]) | set(error["thread"]) | set(error["other"]) <= words_of("A fault")
    (failure,) = printed("run racy.py:reverse --explore 0")["failures"]
    assert set(failure) - set(error) == keys("A failed schedule")
    (launch,) = printed("run swap.py:reverse")["launches"]
    assert set(launch) | {"profile", "shadow"} == keys("A launch")
    ((variant,),) = (each["variants"] for each in printed("run swap.py:reverse --mutate barrier")["launches"])
    assert set(variant) == keys("A variant")
    assert variant["rule"] == "race"


def section(title: str) -> str:
    return PAGE.partition(f"\n## {title}\n")[2].partition("\n## ")[0]


def keys(title: str) -> set[str]:
    """The first column of the table of a section."""
    cells = re.findall(r"^\| (`[^|]*) \|", section(title), re.MULTILINE)
    return set(re.findall(r"`(\w+)`", "".join(cells)))


def words_of(title: str) -> set[str]:
    return set(re.findall(r"`(\w+)`", section(title)))
