"""The campaign over numbers: shadows refuse wrong variants that a tolerance accepts, and no right one."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

TOOL = Path(__file__).resolve().parents[2] / "tools" / "shadow_mutants.py"


def test_wrong_variants_within_the_tolerance_are_refused_and_right_ones_are_not() -> None:
    run = subprocess.run([sys.executable, TOOL, "rms_norm"], capture_output=True, text=True, check=True)
    counts = {
        (kind, outcome): int(number)
        for kind, row in re.findall(r"^  (right|wrong): (.*)$", run.stdout, re.MULTILINE)
        for number, outcome in re.findall(r"(\d+) (\w+, \w+)", row)
    }
    assert ("right", "accepted, same") in counts
    assert not any(kind == "right" and outcome.startswith("refused") for kind, outcome in counts)
    assert counts["wrong", "refused, close"] > 0
    assert counts["wrong", "refused, far"] > 0
