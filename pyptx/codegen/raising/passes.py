"""The passes on Python: functions from body to body, each in a file with an example of before and after.

A pass changes what the Python looks like, never what it traces: `tests/codegen/test_passes.py` executes the
result of each.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pyptx.codegen.raising.descriptors import write_descriptors
from pyptx.codegen.raising.displays import shorten_displays
from pyptx.codegen.raising.facts import Facts
from pyptx.codegen.raising.layouts import name_offsets
from pyptx.codegen.raising.masks import write_masks
from pyptx.codegen.raising.repetition import fold_repeats
from pyptx.codegen.raising.sections import space_loops, write_headings

if TYPE_CHECKING:
    from collections.abc import Callable

    from pyptx.codegen.tree import Body

__all__ = ["PASSES", "Facts"]

PASSES: tuple[Callable[[Body, Facts], Body], ...] = (
    write_descriptors,
    fold_repeats,
    name_offsets,
    write_headings,
    space_loops,
    shorten_displays,
    write_masks,
)
"""The passes, in their order."""
