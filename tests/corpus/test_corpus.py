"""Real PTX comes back byte for byte, and every instruction of it is one of the rows.

The files of `ptx/` are made by `make.py` from `sources/`; ``PYPTX_CORPUS`` names a further folder.
"""

from __future__ import annotations

import csv
import os
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from pyptx.emitter import emit, emit_with_lines
from pyptx.parser import parse
from pyptx.verify import Verifier, verify_module

if TYPE_CHECKING:
    from pyptx.ir import Instruction, Module
    from pyptx.verify import Match, Scope

HERE = Path(__file__).parent
OWN = HERE / "ptx"
FOLDERS = [OWN, *([Path(os.environ["PYPTX_CORPUS"])] if os.environ.get("PYPTX_CORPUS") else [])]
FILES = [(folder, file) for folder in FOLDERS for file in sorted(folder.rglob("*.ptx"))]


@pytest.fixture(scope="module", params=FILES, ids=[str(file.relative_to(folder)) for folder, file in FILES])
def text(request: pytest.FixtureRequest) -> str:
    file: Path = request.param[1]
    return file.read_bytes().decode("utf-8", "surrogateescape")


@pytest.fixture(scope="module")
def module(text: str) -> Module:
    return parse(text)


@pytest.fixture
def matches(monkeypatch: pytest.MonkeyPatch) -> list[tuple[Instruction, Match]]:
    """Every instruction that is verified, with its row."""
    found: list[tuple[Instruction, Match]] = []
    verify = Verifier.verify

    def noted(self: Verifier, instruction: Instruction, scope: Scope) -> Match:
        match = verify(self, instruction, scope)
        found.append((instruction, match))
        return match

    monkeypatch.setattr(Verifier, "verify", noted)
    return found


def test_text_comes_back(text: str, module: Module) -> None:
    assert emit(module) == text


def test_every_instruction_is_a_row(module: Module, matches: list[tuple[Instruction, Match]]) -> None:
    _, lines = emit_with_lines(module)
    assert verify_module(module, lines=lines) == []
    for instruction, match in matches:
        spelt = match.form.spell(match.modifiers)
        assert Counter(spelt) == Counter(instruction.modifiers)
        if match.form.match(instruction.modifiers) is not None:
            assert spelt == instruction.modifiers


def test_manifest_lists_the_files() -> None:
    with (HERE / "MANIFEST.tsv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file, delimiter="\t"))
    assert [row["file"] for row in rows] == sorted(
        file.relative_to(OWN).as_posix() for file in OWN.rglob("*.ptx")
    )
    assert all((HERE / "sources" / row["source"]).is_file() for row in rows)
