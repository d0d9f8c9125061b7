"""The passes of ``--sugar``: PTX as a person would write it, for the same machine code.

Every pass keeps one rule: its Python traces the instructions of the source, in their order, under other
names. Before them, each `mov` is left out whose value nothing reads (`without_unread_moves`), or whose number
its uses have (`replace_constants`); ptxas may make other code without an unread `mov`. So each has its
proof with it, and what a pass cannot say like this it leaves as it is:

* `name_parameters` names parameters that a compiler numbered, and `uses_of` says what they are for;
* `shorten_addresses` leaves ``+0`` out of addresses;
* `open_scopes` opens blocks that only name registers and labels;
* `plan_values` decides which registers are variables and which are in arrays, and `Lift` writes a statement
  of Python for each of PTX; expressions are found by tracing candidates;
* the functions of `PASSES` change the Python: a tree (`pyptx.codegen.tree`) whose statements keep the
  instructions that they stand for. They make blocks of branches, expressions of statements, loops of
  repetitions, functions of copies, and names.

For debuggers ptxas makes code that uses names: such modules are not changed.
"""

from __future__ import annotations

from pyptx.codegen.raising.addresses import shorten_addresses
from pyptx.codegen.raising.body import raised_body
from pyptx.codegen.raising.labels import drop_labels, labels_of, names_in_sight, shorten_labels
from pyptx.codegen.raising.parameters import name_parameters as _name_parameters
from pyptx.codegen.raising.shared import Raising, is_left_out, raising_of
from pyptx.codegen.raising.uses import uses_of
from pyptx.codegen.raising.words import Words
from pyptx.ir import Declaration, Directive, Function, Instruction, Label
from pyptx.ir.visit import walk
from pyptx.record import replace

__all__ = [
    "Raising",
    "is_left_out",
    "name_parameters",
    "raised_body",
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
    labels = labels_of(body, raising.held, raising.mentions)
    kept = drop_labels(body, labels)
    taken = names_in_sight(kept, labels)
    left = labels_of(kept, raising.held, raising.mentions)
    nodes, renamed = shorten_labels(kept, left, lambda name: name in taken or raising.is_taken(name))
    raising.report.addresses += addresses
    raising.report.dropped += len(body) - len(kept)
    raising.report.labels += renamed
    return replace(function, body=nodes)


CALL_WORDS = frozenset({"engine", "lineinfo", "out"})
"""Keywords of a call of a kernel."""
