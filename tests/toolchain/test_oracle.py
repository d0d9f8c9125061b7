"""ptxas as a judge: each line as if it stood alone."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

from pyptx.errors import ToolError
from pyptx.isa.examples import frame
from pyptx.toolchain import find
from pyptx.toolchain.oracle import judge

pytestmark = pytest.mark.ptxas

LEGAL = "add.u32 %u32_0, %u32_1, %u32_2;"
UNKNOWN = "add.u33 %u32_0, %u32_1, %u32_2;"
FATAL = "add.u32 ]["
LATE = "vsub.s32.u32.s32.sat 33, %u32_1, 5U;"
"""An error that ptxas finds only where there is none before it."""


@pytest.mark.parametrize(
    "lines",
    [
        [UNKNOWN, LATE, LEGAL],
        [LATE, LEGAL, UNKNOWN],
        [LEGAL, FATAL, LATE, UNKNOWN, LEGAL],
        [LATE, LATE, "mov.u32 1, %u32_1;", LATE],
        [LEGAL] * 50 + [LATE],
    ],
)
def test_lines_do_not_hide_the_errors_of_others(lines: list[str]) -> None:
    verdicts = judge(lines, "sm_90a", *frame("sm_90a", (9, 0)))
    assert [not said for said in verdicts] == [line == LEGAL for line in lines]


def test_code_is_generated_where_that_is_asked_for() -> None:
    unpaired = "ld.param::func.b32 %b32_0, [in_param];"
    assert judge([unpaired, LEGAL], "sm_90a", *frame("sm_90a", (9, 0))) == [(), ()]
    said, nothing = judge([unpaired, LEGAL], "sm_90a", *frame("sm_90a", (9, 0)), codegen=True)
    assert len(said) == 1  # ptxas 13.5 names the missing call; 13.0 crashes
    assert nothing == ()


@pytest.mark.skipif(os.name != "posix", reason="needs a shell")
@pytest.mark.parametrize(
    ("end", "runs"),
    [
        ("exit 0", 1),
        ("echo 'lines.ptx, line 5; error : odd'; exit 255", 1),
        ("echo full; exit 1", 2),
        ("echo 'lines.ptx, line 5; error : odd'; kill -9 $$", 2),
    ],
    ids=["accepted", "refused", "failed", "killed"],
)
def test_a_text_is_judged_once_by_each_release(
    end: str, runs: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A run that a signal ends, or that ends without a word about a line, is not kept."""
    monkeypatch.setenv("PYPTX_CACHE_DIR", str(tmp_path / "cache"))
    counts = []
    for number, release in enumerate(("V13.5.37", "V13.5.37", "V13.6.1"), 1):
        ptxas, log = tmp_path / f"ptxas{number}", tmp_path / "log"
        ptxas.write_text(
            f'#!/bin/sh\n[ "$1" = --version ] && echo {release} && exit 0\necho run >> {log}\n{end}\n'
        )
        ptxas.chmod(0o755)
        judge([LEGAL], "sm_90a", (), (), ptxas=str(ptxas))
        counts.append(log.read_text().count("run"))
    assert counts[1] == runs * counts[0]
    assert counts[2] == counts[1] + counts[0]


def test_ptxas_is_a_path_or_a_name_on_the_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ptxas = find("ptxas")
    monkeypatch.setenv("PATH", str(Path(ptxas).parent))
    monkeypatch.chdir(tmp_path)
    for given in ("ptxas", ptxas.path):
        assert judge([LEGAL], "sm_90a", *frame("sm_90a", (9, 0)), ptxas=given) == [()]
    for given in ("no-ptxas", str(tmp_path), str(tmp_path / "ptxas")):
        with pytest.raises(ToolError, match=f"{re.escape(given)} is no executable file"):
            judge([LEGAL], "sm_90a", (), (), ptxas=given)
