"""The lengths of the raised files of the corpus, in a table for each producer.

The tables show the effect of a pass, new or broken, on the output of real compilers.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from pyptx.codegen import ptx_to_python

TESTS = Path(__file__).resolve().parents[1]
CORPUS, TABLES = TESTS / "corpus" / "ptx", TESTS / "golden" / "codegen" / "lengths"


@pytest.mark.parametrize("producer", sorted(path.name for path in CORPUS.iterdir()))
def test_raised_files_have_the_lengths_of_the_table(producer: str, *, update: bool) -> None:
    files = {path.name.rsplit(".", 2)[0]: path for path in sorted((CORPUS / producer).glob("*.ptx"))}
    rows = [f"{'':34} lines characters"]
    for name, path in files.items():  # of each source, the file of one target
        raised = ptx_to_python(path.read_text(), sugar=True)
        rows.append(f"{name:34} {raised.count(chr(10)):5} {len(raised):10}")
    table = TABLES / f"{producer}.txt"
    text = "\n".join([*rows, ""])
    if update:
        table.write_text(text)
    assert text == table.read_text()
