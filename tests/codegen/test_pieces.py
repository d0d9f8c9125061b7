"""A long file: its bodies are compiled in pieces, so that Python needs little memory to run it."""

from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from pyptx.codegen import pieces, ptx_to_python
from pyptx.codegen.proof import retraced

if TYPE_CHECKING:
    from pathlib import Path

HEAD = ".version 8.0\n.target sm_80\n.address_size 64\n"
MOST = 100 * 1024
"""Kilobytes; in one piece the script takes 160 * 1024, and in several ones 54 * 1024."""


def kernel(count: int, first: str = "") -> str:
    adds = "".join(f"\tmad.lo.s32 \t%r{i % 97}, %r{i % 89}, %r{i % 83}, {i};\n" for i in range(count))
    return f"{HEAD}\n.visible .entry k()\n{{\n\t.reg .b32 \t%r<100>;\n{first}\n{adds}\tret;\n\n}}\n"


def test_a_long_script_needs_little_memory(tmp_path: Path) -> None:
    pytest.importorskip("resource")
    text = kernel(11_500)
    script = tmp_path / "k.py"
    script.write_text(ptx_to_python(text, layout="exact"))
    assert script.stat().st_size > pieces.WHOLE
    run = (
        "import resource, subprocess, sys; subprocess.run([sys.executable, sys.argv[1]], check=True);"
        "print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)"
    )
    out = subprocess.run([sys.executable, "-c", run, script], capture_output=True, text=True, check=True)
    printed, _, kilobytes = out.stdout.rstrip("\n").rpartition("\n")
    assert f"{printed}\n" == text
    assert int(kilobytes) < MOST


@pytest.fixture
def cut(monkeypatch: pytest.MonkeyPatch) -> None:
    """Files of several pieces are long."""
    monkeypatch.setattr(pieces, "WHOLE", 2 * pieces.PIECE)


@pytest.mark.usefixtures("cut")
@pytest.mark.parametrize("quotes", ['"""', "'''", '"""' + "'''"])
def test_any_text_can_be_in_a_piece(quotes: str) -> None:
    text = kernel(2000, f'\t.pragma "x";\n\t// {quotes}\\\n\t{{ .reg .b32 %x; mov.b32 %x, 1; }}')
    python = ptx_to_python(text, layout="exact")
    assert python.count("execute(") > 2
    assert retraced(python) == text


@pytest.mark.usefixtures("cut")
def test_an_error_names_its_line(tmp_path: Path) -> None:
    python = ptx_to_python(kernel(2000), layout="none")
    assert python.count("execute(") > 2
    wrong = python.replace("], 1701)", "], 1701, 1)")
    assert wrong != python
    script = tmp_path / "k.py"
    script.write_text(wrong)
    out = subprocess.run([sys.executable, script], capture_output=True, text=True, check=False)
    (line,) = [number for number, each in enumerate(wrong.split("\n"), 1) if "1701, 1)" in each]
    assert f'{script}", line {line}, in' in out.stderr
    assert "1701, 1)" in out.stderr


def test_a_short_file_is_plain_python() -> None:
    assert "Pieces" not in ptx_to_python(kernel(100))
