"""PTX in, Python out, word for word; `--update` writes the golden files anew."""

from __future__ import annotations

from pathlib import Path

import pytest

from pyptx.codegen import ptx_to_python

FILES = [
    pytest.param(path, id=path.stem, marks=[pytest.mark.demangler] if "_Z" in path.read_text() else [])
    for path in sorted((Path(__file__).resolve().parents[1] / "golden" / "codegen").glob("*.ptx"))
]


@pytest.mark.parametrize("source", FILES)
def test_python_of(source: Path, *, update: bool) -> None:
    python = ptx_to_python(source.read_text())
    expected = source.with_suffix(".py.txt")
    if update:
        expected.write_text(python)
    assert python == expected.read_text()
