"""A raised body: passes on PTX, the lift to Python, passes on Python."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pyptx.codegen.bodies import Body
from pyptx.codegen.comments import Comments
from pyptx.codegen.operands import Names, identifier
from pyptx.codegen.plans import Plans
from pyptx.codegen.raising.addresses import shorten_addresses
from pyptx.codegen.raising.immediates import replace_constants
from pyptx.codegen.raising.labels import drop_labels, labels_of, names_in_sight
from pyptx.codegen.raising.lift import Lift
from pyptx.codegen.raising.passes import PASSES, Facts
from pyptx.codegen.raising.scopes import open_scopes
from pyptx.codegen.raising.shared import raising_of
from pyptx.inspect.unread import without_unread_moves
from pyptx.ir import Function, Instruction
from pyptx.ir.visit import walk
from pyptx.parser import parse
from pyptx.record import replace
from pyptx.trace import Unit

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pyptx.codegen.raising.facts import Callee
    from pyptx.codegen.raising.shared import Raising
    from pyptx.codegen.tree import Body as PythonBody
    from pyptx.ir import Statement


def raised_body(
    function: Function, plans: Plans, names: Names, comments: Comments, raising: Raising
) -> PythonBody:
    """Return the statements of a function, raised by all passes.

    Raises:
        CodegenError: A trace would refuse one of them.
    """
    if raising.debug:
        return Body(function, plans, names, comments).statements()
    made, facts = lifted(function, plans, names, comments, raising)
    for pass_ in PASSES:
        made = pass_(made, facts)
    plans.types |= facts.types
    plans.uses_registers |= facts.uses_registers
    return made


def lifted(
    function: Function, plans: Plans, names: Names, comments: Comments, raising: Raising
) -> tuple[PythonBody, Facts]:
    """Return one statement for each of a function, with the facts that the passes read.

    Raises:
        CodegenError: A trace would refuse a statement.
    """
    report = raising.report
    body, shortened = shorten_addresses(function.body or ())
    body, opened = open_scopes(body, raising.mentions)
    labels = labels_of(body, raising.held, raising.mentions)
    kept = drop_labels(body, labels)
    report.dropped += len(body) - len(kept)
    places = range(sum(1 for _ in walk(kept)))
    read, read_places = without_unread_moves(kept, places)
    report.unread += len(places) - len(read_places)
    kept, replaced = replace_constants(read, raising.target)
    report.addresses += shortened
    report.scopes += opened
    report.constants += replaced
    sight = names_in_sight(kept, labels)
    functions = _callees(kept, names, raising)
    lift = Lift(replace(function, body=kept), plans, names, comments, raising)
    made = lift.statements()
    uses = raising.uses.get(function.name, {})
    facts = Facts(
        names.taken_names(),
        report,
        labels.fixed | lift.kept_targets,
        lambda name: name in sight or raising.is_taken(name),
        lift.values,
        lift.views,
        {},
        {},
        frozenset([identifier(name) for name, use in uses.items() if use.read or use.written]),
        names,
        raising.interpreter,
        plans.verifier.arch,
        functions=functions,
    )
    return made, facts


def _callees(body: Sequence[Statement], names: Names, raising: Raising) -> dict[str, Callee]:
    """Return the functions that a body calls, with their Python names reserved in it."""
    found: dict[str, Callee] = {}
    if not raising.functions:
        return found
    for node in walk(body):
        if type(node) is not Instruction or node.opcode != "call":
            continue
        for name in raising.mentions.names_in(node.operands):
            callee = raising.functions.get(name)
            if callee is not None and name not in found and callee.python not in names.taken_names():
                names.variable(callee.python)
                found[name] = callee
    return found


def example(statements: str) -> tuple[PythonBody, Facts]:
    """Return the lift of PTX statements, for examples and tests of passes.

    >>> from pyptx.codegen.writer import render_body
    >>> body, _ = example(".reg .b32 %r<2>; mov.u32 %r1, %tid.x; add.s32 %r1, %r1, 4; ret;")
    >>> print(render_body(body))
    %r1 = ptx.inst.mov.u32(s32, ptx.special.tid.x())
    %r1 += 4
    """
    module = parse(f".version 8.0 .target sm_90a .entry k() {{ {statements} }}")
    unit = Unit("sm_90a", (8, 0))
    (function,) = [item for item in module.items if isinstance(item, Function)]
    comments = Comments({}, repeats_places=False, quiet=True)
    raising = raising_of(module, unit.arch, frozenset())
    plans = Plans(unit.verifier, unit.lenient, values=True)
    return lifted(function, plans, Names(unit.names), comments, raising)
