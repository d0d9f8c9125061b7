"""Bodies with blocks, variables and expressions."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

from pyptx.codegen.comments import leading_gap
from pyptx.codegen.declarations import register_type
from pyptx.codegen.operands import quoted
from pyptx.codegen.raising.addresses import shorten_addresses
from pyptx.codegen.raising.blocks import RaisedBlocks
from pyptx.codegen.raising.conditionals import raise_conditionals
from pyptx.codegen.raising.counting import raise_counting
from pyptx.codegen.raising.flow import Flow
from pyptx.codegen.raising.instructions import UnsaidError
from pyptx.codegen.raising.labels import drop_labels, names_in_sight, shorten_labels
from pyptx.codegen.raising.loops import raise_loops
from pyptx.codegen.raising.naming import Naming
from pyptx.codegen.raising.passes import PASSES, Facts
from pyptx.codegen.raising.scopes import open_scopes
from pyptx.codegen.raising.spans import raise_spans
from pyptx.codegen.raising.tree import If, Loop, Span, walk_nodes
from pyptx.codegen.raising.values import plan_values
from pyptx.codegen.raising.waits import raise_waits
from pyptx.codegen.tree import Assign, Call, Heading, Item, Number, Text
from pyptx.codegen.tree import Name as Variable
from pyptx.ir import Declaration, Directive, Instruction, Label
from pyptx.ir.visit import walk, without_gaps
from pyptx.trace.body import ended
from pyptx.verify import Symbol

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pyptx.codegen.comments import Comments
    from pyptx.codegen.operands import Names
    from pyptx.codegen.plans import Plans
    from pyptx.codegen.raising.shared import Raising
    from pyptx.codegen.raising.tree import Node
    from pyptx.codegen.raising.values import Values
    from pyptx.codegen.tree import Body as PythonBody
    from pyptx.codegen.tree import Expr
    from pyptx.codegen.tree import Statement as PythonStatement
    from pyptx.ir import Function, Statement

_GIVEN = (
    "$L_skip_", "$L_then_", "$L_endif_", "$L_block_", "$L_count_", "$L_range_", "$L_endrange_", "$L_wait_",
    "$L_done_"
)  # fmt: skip
"""How the labels of blocks start: one that has to keep such a name could be given twice."""

TRIES = 4
"""How often a body is written anew because a register cannot be taken for what was thought."""


class RaisedBody(RaisedBlocks):
    """A body raised by all passes."""

    def __init__(
        self,
        function: Function,
        plans: Plans,
        names: Names,
        comments: Comments,
        raising: Raising,
    ) -> None:
        super().__init__(function, plans, names, comments, raising)
        self._new_labels: set[str] = set()
        self._note = ""

    def statements(self) -> PythonBody:
        """Return the statements, with variables for registers if nothing stands against it.

        Raises:
            CodegenError: A trace would refuse one of them.
        """
        self._write_body()
        body = tuple(self._out)
        if not self._raising.debug:
            facts = Facts(self._names.taken_names(), self._raising.report)
            for pass_ in PASSES:
                body = pass_(body, facts)
        return body

    # -- notes: where in a source a statement comes from

    def _add(self, statement: PythonStatement) -> None:
        if self._note and not isinstance(statement, Heading):
            statement, self._note = statement._replace(note=self._note), ""
        super()._add(statement)

    @contextmanager
    def _open_block(
        self, head: Expr, name: str = "", stands_for: tuple[Instruction, ...] = ()
    ) -> Iterator[None]:
        note, self._note = self._note, ""
        with super()._open_block(head, name, stands_for):
            yield
        if note:
            self._out[-1] = self._out[-1]._replace(note=note)

    def _write_body(self) -> None:
        """Write the statements, each on one line."""
        body: Sequence[Statement] = self._function.body or ()
        held, mentions = self._raising.held, self._raising.mentions
        if not self._raising.debug:
            body, shortened = shorten_addresses(body)
            self._raising.report.addresses += shortened
            body, opened = open_scopes(body, mentions)
            self._raising.report.scopes += opened
        flow = Flow(body, held, mentions)
        if not self._raising.debug:
            kept = drop_labels(body, flow)
            if len(kept) != len(body):
                self._raising.report.dropped += len(body) - len(kept)
                body, flow = kept, Flow(kept, held, mentions)
        nodes = self._structured(body, flow)
        self._names.labels = {node.name for node in walk(body) if type(node) is Label}
        self._names.labels |= self._new_labels
        vetoed: set[str] = set()
        failed = False
        for _ in range(TRIES if not self._raising.debug else 0):
            values = plan_values(body, vetoed, mentions, untyped=self._raising.untyped)
            if values is None:
                break
            unsaid = self._try_variables(body, nodes, values)
            if unsaid is None:
                return
            unsaid &= values.declared.keys()
            failed = True
            known = unsaid <= vetoed
            vetoed |= unsaid
            if known:
                break
        self._raising.report.left_alone += failed
        self._write_statements(body, nodes)

    def _try_variables(
        self, body: Sequence[Statement], nodes: Sequence[Node], values: Values
    ) -> set[str] | None:
        """Write the statements with variables; where one fails, take all back and name its registers."""
        plans, names, report = self._plans, self._names, self._raising.report
        place = self._comments.place
        before = names.saved(), plans.saved(), report.saved()
        self._values, self._made, self._shared = values, {}, {}
        self._naming = Naming(values.declared, self._pointers, self._roles, flat=self._flat)
        try:
            self._write_statements(body, nodes)
        except UnsaidError as error:
            self._out = []
            self._depth = 1
            names.restore(before[0])
            plans.restore(before[1])
            report.restore(before[2])
            self._comments.place = place
            self._note = ""
            self._values = None
            self._pending, self._known, self._guards, self._placed = {}, {}, {}, [set()]
            return error.names(body)
        return None

    def _write_statements(self, body: Sequence[Statement], nodes: Sequence[Node]) -> None:
        head = 0
        while head < len(nodes) and self._at_head(nodes[head], root=True):  # type: ignore[arg-type]
            head += 1
        self._arrays()
        if self._out:
            self._add(Heading())
        rest = nodes[head:]
        plain = [statement for statement in body if type(statement) is not Declaration]
        if _returns(rest) and len(ended(plain[:-1])) == len(plain):
            self._statements(rest[:-1])
        else:
            self._statements(rest)
        self._flush()
        self._end(body)

    def _structured(self, body: Sequence[Statement], flow: Flow) -> tuple[Node, ...]:
        """Run the passes that make blocks of branches, and name the labels that are left."""
        raising, report = self._raising, self._raising.report
        predicates: set[str] = set()
        for statement in body:
            if type(statement) is not Declaration:
                break
            if statement.type != "pred" or register_type(without_gaps(statement)) is None:
                continue
            (declarator,) = statement.declarators
            if declarator.count is None:
                predicates.add(declarator.name)
            else:
                predicates.update(f"{declarator.name}{n}" for n in range(min(declarator.count, 1 << 17)))
        nodes: tuple[Node, ...] = tuple(body)
        if raising.debug:
            return nodes
        if len({id(statement) for statement in body}) == len(body):
            nodes = raise_loops(body, flow, predicates)
            if not any(name.startswith(_GIVEN) for name in flow.held | flow.tangled):
                nodes = raise_conditionals(body, nodes, flow, predicates)
                nodes = raise_counting(raise_waits(nodes, flow), flow)
                nodes = raise_spans(nodes, flow, predicates)
        taken = names_in_sight(body, flow)

        nodes, renamed = shorten_labels(nodes, flow, lambda name: name in taken or raising.is_taken(name))
        self._new_labels = set(renamed.values())
        report.labels += len(renamed)
        for node in walk_nodes(nodes):
            report.loops += isinstance(node, Loop)
            report.conditionals += isinstance(node, If)
            report.spans += isinstance(node, Span)
        return nodes

    # -- the head

    def _at_head(self, statement: Statement, *, root: bool) -> bool:
        if root and self._is_planned(statement):
            self._comment(leading_gap(statement))
            return True
        return super()._at_head(statement, root=root)

    def _is_planned(self, statement: Statement) -> bool:
        """Whether a statement declares registers that become variables and arrays."""
        if self._values is None or type(statement) is not Declaration:
            return False
        (first, *_) = statement.declarators
        return (first.name if first.count is None else f"{first.name}0") in self._values.declared

    def _arrays(self) -> None:
        """Declare the registers other than variables: pinned ones by name, the others as arrays."""
        values, names = self._values, self._names
        if values is None:
            return
        for name in values.pinned:
            type_ = values.declared[name]
            variable = names.variable(name)
            names.add(name, Variable(variable), Symbol("reg", type_))
            self._made[name] = type_
            made = Call("reg.scalar", (Text(type_),), (("name", Text(quoted(name))),))
            self._add(Assign(Variable(variable), made))
            self._uses(type_)
        self._raising.report.arrays += len(values.arrays)
        for stem, type_, members_ in values.arrays:
            view = values.views.get(members_[0], type_)
            array = Variable(names.variable(stem))
            for position, name in enumerate(members_):
                names.add(name, Item(array, Number(str(position))), self._symbol(view))
                self._made[name] = view
            self._add(Assign(array, Call("reg.array", (Text(view), Number(str(len(members_)))))))
            self._uses(view)
        self._known, self._guards = {}, {}

    def _other(self, node: Statement) -> None:
        if type(node) is Directive and node.name == "loc" and not self._raising.debug:
            self._comments.located(node.words)
            self._note = self._comments.place_of(node.words) or self._note
            self._raising.report.locations += 1
        elif len(self._placed) > 1 or not self._is_planned(node):
            super()._other(node)


def _returns(nodes: Sequence[Node]) -> bool:
    """Whether the last of them returns, which needs no saying."""
    last = nodes[-1] if nodes else None
    return type(last) is Instruction and last.opcode == "ret" and not last.modifiers and last.guard is None
