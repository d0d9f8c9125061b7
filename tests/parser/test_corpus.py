"""Real PTX comes back byte for byte; set PYPTX_CORPUS to a folder of .ptx files."""

from __future__ import annotations

import os
import pathlib
from random import Random

import pytest

from pyptx.emitter import emit
from pyptx.errors import ParseError
from pyptx.parser import parse
from pyptx.parser.module import ModuleReader
from pyptx.parser.statements import Body

FOLDER = os.environ.get("PYPTX_CORPUS")


@pytest.fixture(scope="module")
def texts() -> dict[str, str]:
    if not FOLDER:
        pytest.skip("PYPTX_CORPUS names no folder of .ptx files")
    files = sorted(pathlib.Path(FOLDER).rglob("*.ptx"))
    return {file.name: file.read_bytes().decode("utf-8", "replace") for file in files}


def test_files_come_back(texts: dict[str, str]) -> None:
    assert [name for name, text in texts.items() if emit(parse(text)) != text] == []


def test_damaged_files_are_refused_cleanly(texts: dict[str, str]) -> None:
    random = Random(7)
    marks = [*'{}[]()<>,;:.@!|"/*%$\0\n', "/*", "//", "::", ""]
    for text in texts.values():
        for _ in range(4):
            start = random.randrange(max(len(text) - 2000, 1))
            piece = text[start : start + 2000]
            cut = random.randrange(len(piece) + 1)
            damaged = piece[:cut] + random.choice(marks) + piece[cut + random.randrange(6) :]
            for source in (damaged, f".entry k() {{ {damaged} }}"):
                try:
                    assert emit(parse(source)) == source
                except ParseError as error:
                    assert error.line >= 1  # noqa: PT017 - not raising is right too


def test_both_roads_agree_on_files(texts: dict[str, str]) -> None:
    for name, text in texts.items():
        if len(text) < 40_000:
            long = ModuleReader(Body(text, short=False)).read()
            assert repr(parse(text)) == repr(long), name
