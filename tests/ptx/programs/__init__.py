"""Wrong programs and their right twins, by what is rebound."""

from __future__ import annotations

from tests.ptx.programs import in_blocks, in_loops, iteration, numbers
from tests.ptx.programs.pairs import PAIRS

__all__ = ["PAIRS", "in_blocks", "in_loops", "iteration", "numbers"]
