"""The passes of ``--sugar``: PTX as a person would write it, for the same machine code.

Every pass keeps one rule: its Python traces exactly the instructions of the source, in their order, under
other names. So each has its proof with it, and what a pass cannot say like this it leaves as it is:

* `name_parameters` names parameters that a compiler numbered, `uses_of` says what they are for, and `Naming`
  calls variables after what they are set to;
* `shorten_addresses` leaves ``+0`` out of addresses;
* `open_scopes` opens blocks that only name registers and labels;
* `raise_loops` and `raise_conditionals` make blocks of branches that the blocks trace word for word,
  `raise_counting` and `raise_waits` loops with a name of these;
* `shorten_labels` names the labels that are left;
* `plan_values` makes variables and arrays of registers, and `Interpreter` expressions of instructions, by
  asking what the expression traces;
* `fold_repeats` and the functions of `PASSES` change the Python itself: a tree (`pyptx.codegen.tree`) whose
  statements keep the instructions that they stand for.

For debuggers ptxas makes code that uses names: such modules are not changed.
"""

from __future__ import annotations

from pyptx.codegen.raising.addresses import shorten_addresses
from pyptx.codegen.raising.body import RaisedBody
from pyptx.codegen.raising.flow import Flow
from pyptx.codegen.raising.labels import drop_labels, names_in_sight, shorten_labels
from pyptx.codegen.raising.parameters import name_parameters as _name_parameters
from pyptx.codegen.raising.shared import Raising, is_left_out, raising_of
from pyptx.codegen.raising.tree import Words
from pyptx.codegen.raising.uses import uses_of
from pyptx.ir import Declaration, Directive, Function, Instruction, Label
from pyptx.ir.visit import walk
from pyptx.record import replace

__all__ = [
    "RaisedBody",
    "Raising",
    "is_left_out",
    "name_parameters",
    "raising_of",
    "shorten",
    "uses_of",
]


def name_parameters(function: Function, raising: Raising) -> tuple[Function, int]:
    """Name the parameters of a function after their use, unless a debugger knows them."""
    if raising.debug:
        return function, 0
    words = Words(CALL_WORDS)
    for node in walk(function.body or ()):
        if type(node) is Instruction:
            continue
        if isinstance(node, Declaration):
            words.declare(node)
        elif isinstance(node, (Directive, Label)):
            words.add(node.name)
    return _name_parameters(function, lambda name: name in words or raising.is_taken(name), raising.mentions)


def shorten(function: Function, raising: Raising) -> Function:
    """A function with the passes that need no Python: short addresses, and labels left out or shortened."""
    if raising.debug or function.body is None:
        return function
    body, addresses = shorten_addresses(function.body)
    kept = drop_labels(body, Flow(body, raising.held, raising.mentions))
    flow = Flow(kept, raising.held, raising.mentions)
    taken = names_in_sight(kept, flow)
    nodes, renamed = shorten_labels(kept, flow, lambda name: name in taken or raising.is_taken(name))
    raising.report.addresses += addresses
    raising.report.dropped += len(body) - len(kept)
    raising.report.labels += len(renamed)
    return replace(function, body=nodes)  # type: ignore[arg-type]  # no pass made a block


CALL_WORDS = frozenset({"engine", "lineinfo", "out"})
"""Keywords of a call of a kernel."""
