"""The passes on Python: functions from body to body, each in a file with an example of before and after.

A pass changes what the Python looks like, never what it traces: `tests/codegen/test_passes.py` executes the
result of each.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pyptx.codegen.raising.aliases import write_aliases
from pyptx.codegen.raising.calls import write_calls, write_remote_arrivals
from pyptx.codegen.raising.chains import fold_chains
from pyptx.codegen.raising.conditionals import raise_conditionals
from pyptx.codegen.raising.counting import raise_counting
from pyptx.codegen.raising.descriptors import write_descriptors
from pyptx.codegen.raising.displays import shorten_displays
from pyptx.codegen.raising.expressions import fold_expressions, plain_conditions
from pyptx.codegen.raising.facts import Facts
from pyptx.codegen.raising.first_tests import raise_first_tests
from pyptx.codegen.raising.function_calls import write_function_calls
from pyptx.codegen.raising.functions import write_functions
from pyptx.codegen.raising.labels import name_labels
from pyptx.codegen.raising.layouts import write_layout
from pyptx.codegen.raising.loops import raise_loops
from pyptx.codegen.raising.masks import write_masks
from pyptx.codegen.raising.meanings import name_values
from pyptx.codegen.raising.naming import name_registers
from pyptx.codegen.raising.pipelines import write_pipelines
from pyptx.codegen.raising.renaming import number_names, reuse_names
from pyptx.codegen.raising.repetition import fold_repeats
from pyptx.codegen.raising.sections import space_loops, write_headings
from pyptx.codegen.raising.spans import raise_spans
from pyptx.codegen.raising.stages import name_stages
from pyptx.codegen.raising.steps import write_steps
from pyptx.codegen.raising.tables import index_tables
from pyptx.codegen.raising.waits import raise_waits
from pyptx.codegen.raising.warp_roles import write_roles

if TYPE_CHECKING:
    from collections.abc import Callable

    from pyptx.codegen.tree import Body

__all__ = ["PASSES", "Facts"]

PASSES: tuple[Callable[[Body, Facts], Body], ...] = (
    raise_loops,
    raise_conditionals,
    raise_waits,
    raise_first_tests,
    raise_counting,
    raise_spans,
    name_labels,
    name_values,
    write_function_calls,
    write_remote_arrivals,
    fold_expressions,
    plain_conditions,
    name_registers,
    write_descriptors,
    fold_repeats,
    index_tables,
    fold_chains,
    write_pipelines,
    write_layout,
    name_stages,
    write_steps,
    write_calls,
    write_functions,
    reuse_names,
    write_roles,
    number_names,
    write_aliases,
    write_headings,
    space_loops,
    shorten_displays,
    write_masks,
)
"""The passes, in their order: blocks first, whose branches are statements of their own; then the meanings of
registers, and expressions of statements next to each other; then names for the variables that are left, and
what reads the names."""
