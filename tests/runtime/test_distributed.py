"""The same kernel on several processes that gloo connects, sharded by DTensor."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest


def test_sharded_tensors(tmp_path: Path) -> None:
    pytest.importorskip("torch.distributed.tensor", reason="torch is not installed, or has no DTensor")
    script = Path(__file__).with_name("dtensors.py")
    done = subprocess.run(
        [sys.executable, str(script), str(tmp_path / "store")], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    said = json.loads(done.stdout)
    assert all(right for _, right in said.values()), said
    spread, whole = ["S(0)"], ["R"]
    assert {name: placements for name, (placements, _) in said.items()} == {
        "spread": spread, "mixed": spread, "whole": whole, "rows": spread,
        "rows and a spread vector": spread, "columns": whole, "all_reduce": [],
    }  # fmt: skip
