"""The examples run under `pyptx perf`: nothing is found but what is listed here, with the reason."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from pyptx.cli import main
from pyptx.errors import ToolError

pytestmark = pytest.mark.ptxas

EXAMPLES = Path(__file__).parents[2] / "examples"
KNOWN = {
    # Padded rows serve ldmatrix; cp.async writes two rows at a time. gemm_highperf_ampere.py swizzles.
    "ampere/gemm_pipelined.py": {"bank-conflict"},
}
CURRENT = {
    # ptxas 13.0 computes the addresses of its loop in vector registers.
    "blackwell/gemm_experimental_blackwell.py",
}
"""The files in whose machine code an older ptxas leaves slow spots."""
FILES = [
    pytest.param(name, marks=pytest.mark.ptxas(current=name in CURRENT))
    for path in sorted(EXAMPLES.glob("*/*.py"))
    if (name := path.relative_to(EXAMPLES).as_posix())
    and re.search(r"^(def main\b|main = )", path.read_text(encoding="utf-8"), re.MULTILINE)
]
"""The files that can be run; the others have functions for these."""


@pytest.mark.parametrize("path", FILES)
def test_examples_have_no_slow_spots_but_the_known_ones(path: str) -> None:
    done = CliRunner().invoke(main, ["perf", str(EXAMPLES / path), "--json"])
    said = json.loads(done.stdout)
    if "error" in said:
        raise ToolError(said["error"]["message"])
    launches = said["launches"]
    assert launches
    found = {finding["rule"] for launch in launches for finding in launch["findings"]}
    assert found == KNOWN.get(path, set())
    assert done.exit_code == (1 if found else 0)
