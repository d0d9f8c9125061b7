"""Commands show on stderr that they work if they take more than a second, which is less here."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner

from pyptx.cli import main

if TYPE_CHECKING:
    from pathlib import Path

HEAD = ".version 8.0\n.target sm_80\n.address_size 64\n.visible .entry k() {\n.reg .f32 %f<2>;\n"
LONG = HEAD + "mov.f32 %f1, 0f3F800000;\n" + "mul.f32 %f1, %f1, %f1;\n" * 20_000 + "ret;\n}\n"
KERNEL = """
import time
from pyptx import kernel, ptx

time.sleep(0.3)

@kernel(arch="sm_80")
def k():
    for _ in range(30):
        ptx.inst.membar.gl()

def main():
    time.sleep(0.05)
    k()
"""

SHOWN = [
    (["check", "a.ptx", "b.ptx"], r"checking PTX: \d s, 1 of 2 files"),
    (["check", "a.ptx"], r"checking a\.ptx: \d s"),
    (["check", "--no-ptxas", "a.ptx"], r"checking a\.ptx: \d s"),
    (["diff", "a.ptx", "b.ptx"], r"comparing a\.ptx and b\.ptx: \d s"),
    (["triage", "--reduce", "0", "a.ptx"], r"triage of a\.ptx: \d s"),
    (["view", "a.ptx", "-o", "page.html"], r"writing page\.html: \d s"),
    (["emit", "k.py"], r"emitting k\.py: \d s"),
    (["perf", "k.py:k"], r"analysing k\.py: \d s"),
    (["run", "k.py"], r"running k\.py: \d s"),
    (["run", "k.py", "--explore", "0"], r"exploring k\.py: \d s, 1 of 2 schedules"),
    (["run", "k.py", "--mutate", "barrier"], r"mutating k\.py: \d s"),
    (["doctor"], r"examining this machine: \d s"),
]  # fmt: skip


@pytest.fixture
def _in_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Files in the working folder, and lines of progress a hundred times a second."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.ptx").write_text(LONG)
    (tmp_path / "b.ptx").write_text(LONG)
    (tmp_path / "k.py").write_text(KERNEL)
    for name in ("SECONDS_BEFORE_LINES", "SECONDS_BETWEEN_LINES"):
        monkeypatch.setattr(f"pyptx.progress.{name}", 0.01)


@pytest.mark.ptxas
@pytest.mark.usefixtures("_in_folder")
@pytest.mark.parametrize(
    ("words", "shown"), SHOWN, ids=lambda value: "_".join(value) if isinstance(value, list) else ""
)
def test_long_work_is_shown(words: list[str], shown: str) -> None:
    done = CliRunner().invoke(main, words)
    assert re.search(f"^{shown}$", done.stderr, re.MULTILINE)
    as_json = CliRunner().invoke(main, [words[0], "--json", *words[1:]])
    assert (as_json.exit_code, as_json.stderr) == (done.exit_code, "")


@pytest.mark.usefixtures("_in_folder")
def test_a_quiet_comparison_prints_nothing() -> None:
    done = CliRunner().invoke(main, ["diff", "-q", "a.ptx", "b.ptx"])
    assert (done.exit_code, done.output) == (0, "")
