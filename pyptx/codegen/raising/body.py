"""Bodies with blocks, variables and expressions."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from pyptx.codegen.bodies import Body
from pyptx.codegen.declarations import register_type
from pyptx.codegen.operands import (
    PREDICATE,
    guard_expression,
    hexadecimal,
    negated,
    number,
    quoted,
    special_call,
)
from pyptx.codegen.raising.addresses import shorten_addresses
from pyptx.codegen.raising.conditionals import raise_conditionals
from pyptx.codegen.raising.counting import raise_counting
from pyptx.codegen.raising.flow import Flow
from pyptx.codegen.raising.labels import drop_labels, names_in_sight, shorten_labels
from pyptx.codegen.raising.loops import raise_loops
from pyptx.codegen.raising.naming import Naming
from pyptx.codegen.raising.operators import Spoken, constant_kind
from pyptx.codegen.raising.repetition import fold_repeats
from pyptx.codegen.raising.scopes import MARK, open_scopes, plain_name
from pyptx.codegen.raising.tree import If, Loop, Range, Skip, Wait, inside, target_of
from pyptx.codegen.raising.values import FLOATS, plan_values
from pyptx.codegen.raising.waits import raise_waits
from pyptx.errors import CodegenError
from pyptx.ir import Address, Declaration, Directive, Instruction, Label, Literal, Name, Vector
from pyptx.ir.visit import operand_names, walk, without_gaps
from pyptx.isa import special_register
from pyptx.ptx.mbarrier import FIRST_TRY_WAIT
from pyptx.record import replace
from pyptx.trace import operand_types
from pyptx.trace.body import ended
from pyptx.types import TYPES
from pyptx.verify import Symbol

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from pyptx.codegen.comments import Comments
    from pyptx.codegen.operands import Names
    from pyptx.codegen.plans import Known, Plans
    from pyptx.codegen.raising.operators import Interpreter, Kind
    from pyptx.codegen.raising.report import Report
    from pyptx.codegen.raising.tree import Jump, Mentions, Node, Question
    from pyptx.codegen.raising.uses import Use
    from pyptx.codegen.raising.values import Values
    from pyptx.codegen.writer import Writer
    from pyptx.ir import Function, Guard, Operand, Statement

_GIVEN = (
    "$L_skip_", "$L_then_", "$L_endif_", "$L_count_", "$L_range_", "$L_endrange_", "$L_wait_", "$L_done_"
)  # fmt: skip
"""How the labels of blocks start: one that has to keep such a name could be given twice."""

_SPACED = ("ptx.label(", "with ptx.loop(", "with ptx.counting(")
"""Statements with an empty line before them, as loops with ``ptx.range_`` have."""

TRIES = 4
"""How often a body is written anew because a register cannot be taken for what was thought."""

ENDLESS = 1 << 30
"""Room for lines that are broken later."""

LONGEST = 40
"""An expression that is longer gets a variable; digits do not count, so that like is treated alike."""

LONGEST_CALL = 48
"""So does a call."""


class Raising(NamedTuple):
    """What the bodies of a module share.

    Attributes:
        interpreter: Knows what expressions trace.
        report: Counts what was raised.
        held: Names that the module uses outside functions.
        is_taken: Whether a name stands for something in the module.
        debug: Whether ptxas makes code for debuggers, which goes by names: there all stays as it is.
        taken: Kinds of instructions that the module's version and target are known to have.
        spoken: Expressions of instructions of which that is known, by all that they hang on.
        uses: What each kernel does with its parameters, by its name.
        mentions: Knows the names in operands.
        untyped: Whether registers of floating point are declared as bits.
    """

    interpreter: Interpreter
    report: Report
    held: frozenset[str]
    is_taken: Callable[[str], bool]
    debug: bool
    taken: set[tuple[object, ...]]
    uses: dict[str, dict[str, Use]]
    mentions: Mentions
    spoken: dict[tuple[object, ...], Spoken | None]
    untyped: bool


class _UnsaidError(CodegenError):
    """A statement would stay PTX text, which has the names of registers in it.

    Attributes:
        node: It.
    """

    def __init__(self, node: Statement) -> None:
        super().__init__("a statement stays PTX text")
        self.node = node

    def names(self, body: Iterable[Statement]) -> set[str]:
        """The names in it, and in those of its kind in a body: what one does not take, the others do not."""
        nodes = [self.node]
        if isinstance(self.node, Instruction) and self.node.opcode not in _PLAIN:
            kind = self.node.opcode, self.node.modifiers[:1]
            found = (each for each in walk(body) if isinstance(each, Instruction))
            nodes += [each for each in found if (each.opcode, each.modifiers[:1]) == kind]
        return {
            name
            for each in walk(nodes)
            if isinstance(each, Instruction)
            for operand in each.operands
            for name in operand_names(operand)
        }


class _Pending(NamedTuple):
    """An expression that the next statement may take in.

    Attributes:
        text: It.
        atom: Whether it needs no parentheses.
        sign: Of what it is: ``+`` of a sum; empty where it is no arithmetic of two.
    """

    text: str
    atom: bool
    sign: str = ""


class RaisedBody(Body):
    """A body raised as far as the passes can."""

    def __init__(
        self,
        function: Function,
        plans: Plans,
        names: Names,
        writer: Writer,
        comments: Comments,
        raising: Raising,
    ) -> None:
        super().__init__(function, plans, names, writer, comments)
        self._raising = raising
        self._remembered: dict[str, tuple[object, Known]] = {}
        self._values: Values | None = None
        self._new_labels: set[str] = set()
        self._made: dict[str, str] = {}
        self._pending: dict[str, _Pending] = {}
        self._notes: dict[int, str] = {}
        self._shared: dict[str, str] = {}
        self._rests: dict[str, str] = {}
        self._ranges = 0
        uses = raising.uses.get(function.name, {})
        self._pointers = {name for name, use in uses.items() if use.read or use.written}
        self._flat = not any(
            operand in (Name("%tid.y"), Name("%tid.z"))
            for node in walk(function.body or ())
            if type(node) is Instruction and node.opcode == "mov"
            for operand in node.operands[1:]
        )
        self._naming = Naming((), self._pointers, flat=self._flat)

    def write(self) -> None:
        """Write the statements, with variables for registers if nothing stands against it.

        Raises:
            CodegenError: A trace would refuse one of them.
        """
        writer = self._writer
        start, room = len(writer.lines), writer.room
        writer.room = ENDLESS
        try:
            self._written()
        finally:
            writer.room = room
        self._folded(start)

    def _folded(self, start: int) -> None:
        """Fold the statements from a line on, and break those that are long."""
        writer, raising = self._writer, self._raising
        lines = _whole(writer.lines[start:])
        del writer.lines[start:]
        notes = {at - start: note for at, note in self._notes.items()}
        if not raising.debug:
            lines, notes, count = fold_repeats(lines, notes, self._names.taken_names())
            raising.report.repeats += count
        shown = ""
        for at, line in enumerate(lines):
            note = notes.get(at, "")
            text = line.lstrip(" ")
            if not text:
                writer.blank()
                continue
            if not raising.debug and (text.startswith(_SPACED) or " in ptx.range_(" in text):
                writer.blank()
            if len(line) <= writer.room and "\n" not in line:
                writer.lines.append(line)
            else:
                writer.depth = (len(line) - len(text)) // 4
                writer.statement(text)
            if note and note != shown and len(writer.lines[-1]) + len(note) + 4 <= writer.room:
                writer.lines[-1] += f"  # {note}"
                shown = note
        writer.depth = 1

    def _written(self) -> None:
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
            unsaid = self._tried(body, nodes, values)
            if unsaid is None:
                return
            unsaid &= values.declared.keys()
            failed = True
            known = unsaid <= vetoed
            vetoed |= unsaid
            if known:
                break
        self._raising.report.left_alone += failed
        self._whole(body, nodes)

    def _tried(self, body: Sequence[Statement], nodes: Sequence[Node], values: Values) -> set[str] | None:
        """Write the statements with variables; where one fails, take all back and name its registers."""
        writer, plans, names, report = self._writer, self._plans, self._names, self._raising.report
        lines, place = len(writer.lines), self._comments.place
        before = names.saved(), plans.saved(), report.saved()
        self._values, self._made, self._shared = values, {}, {}
        self._naming = Naming(values.declared, self._pointers, flat=self._flat)
        try:
            self._whole(body, nodes)
        except _UnsaidError as error:
            del writer.lines[lines:]
            writer.depth = 1
            names.restore(before[0])
            plans.restore(before[1])
            report.restore(before[2])
            self._comments.place = place
            self._notes = {}
            self._values = None
            self._pending, self._known, self._guards, self._placed = {}, {}, {}, [set()]
            return error.names(body)
        return None

    def _whole(self, body: Sequence[Statement], nodes: Sequence[Node]) -> None:
        writer = self._writer
        start = len(writer.lines)
        head = 0
        while head < len(nodes) and self._at_head(nodes[head], root=True):  # type: ignore[arg-type]
            head += 1
        self._arrays()
        if len(writer.lines) > start:
            writer.blank()
        rest = nodes[head:]
        plain = [statement for statement in body if type(statement) is not Declaration]
        if _returns(rest) and len(ended(plain[:-1])) == len(plain):
            self._statements(rest[:-1])
        else:
            self._statements(rest)
        self._flush()
        if len(writer.lines) == start:
            writer.line("pass")
        if len(ended(plain)) != len(plain):
            writer.line("ptx.unreachable()")

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
        taken = names_in_sight(body, flow)

        nodes, renamed = shorten_labels(nodes, flow, lambda name: name in taken or raising.is_taken(name))
        self._new_labels = set(renamed.values())
        report.labels += len(renamed)
        for node in inside(nodes):
            report.loops += isinstance(node, Loop)
            report.conditionals += isinstance(node, If)
        return nodes

    # -- the head

    def _at_head(self, statement: Statement, *, root: bool) -> bool:
        if root and self._is_planned(statement):
            self._comments.before(statement, self._writer)
            return True
        return super()._at_head(statement, root=root)

    def _is_planned(self, statement: Statement) -> bool:
        """Whether a statement declares registers that become variables and arrays."""
        if self._values is None or type(statement) is not Declaration:
            return False
        (first, *_) = statement.declarators
        return (first.name if first.count is None else f"{first.name}0") in self._values.declared

    def _arrays(self) -> None:
        """Declare what is no variable: registers that keep their names, and arrays of the others."""
        values, names, writer = self._values, self._names, self._writer
        if values is None:
            return
        for name in values.pinned:
            type_ = values.declared[name]
            variable = names.variable(name)
            names.add(name, variable, Symbol("reg", type_))
            self._made[name] = type_
            writer.line(f"{variable} = reg.scalar({type_}, name={quoted(name)})")
            self._uses(type_)
        self._raising.report.arrays += len(values.arrays)
        for stem, type_, members_ in values.arrays:
            view = values.views.get(members_[0], type_)
            variable = names.variable(stem)
            for position, name in enumerate(members_):
                names.add(name, f"{variable}[{position}]", self._symbol(view))
                self._made[name] = view
            writer.line(f"{variable} = reg.array({view}, {len(members_)})")
            self._uses(view)
        self._known, self._guards = {}, {}

    def _uses(self, type_: str) -> None:
        self._plans.types.add(type_)
        self._plans.uses_registers = True

    # -- statements

    def _statements(self, nodes: Iterable[Node]) -> None:
        if len(self._placed) > 1:
            super()._statements(nodes)  # type: ignore[arg-type]
            return
        run: list[Statement] = []
        for node in self._plans.counted(nodes):
            if type(node) is Instruction and self._values is not None:
                self._instruction(node)
                continue
            if isinstance(node, (If, Loop, Range, Skip, Wait)):
                super()._statements(run)
                run = []
                self._block_of(node)
            else:
                self._flush()
                if self._values is None:
                    run.append(node)
                else:
                    super()._statements((node,))
        super()._statements(run)

    def _block_of(self, node: If | Loop | Range | Skip | Wait) -> None:
        """Write a block."""
        writer = self._writer
        if isinstance(node, (If, Loop, Skip)):
            self._commented(node)
        if isinstance(node, If):
            self._conditional(node)
        elif isinstance(node, Skip):
            self._plans.calls += 1
            guard = node.branch.guard
            condition = "" if guard is None else self._condition(guard)
            self._flush()
            writer.line(f"{self._rests[target_of(node.branch) or '']}.skip({condition})")
        elif isinstance(node, Range):
            self._range(node)
        elif isinstance(node, Wait):
            self._wait(node)
        else:
            self._flush()
            writer.blank()
            self._plans.calls += 1
            self._placed[-1].add(node.label.name)
            if not self._counting(node):
                writer.line(f"with ptx.loop({quoted(node.label.name)}):")
                self._inside(node.body, node.back, node.back.guard)

    def _conditional(self, node: If) -> None:
        """Write ``with ptx.if_(…):``, and ``with ptx.else_():`` behind it."""
        jump = node.jump
        said = [self._condition(node.guard), *(["uni=True"] if node.uni else [])]
        said += [] if jump is None else ["jumps=True"]
        self._plans.calls += 1 if jump is None else 2
        self._part(f"ptx.if_({', '.join(said)})", node.then, node.skip, jump)
        if node.otherwise is not None and node.end is not None:
            self._plans.calls += 1
            self._part("ptx.else_()", node.otherwise, node.end)

    def _part(self, head: str, nodes: Sequence[Node], end: Label, jump: Jump | None = None) -> None:
        """Write one part of a conditional; what skips the rest of it needs a name for that."""
        rest = ""
        if any(isinstance(each, Skip) and target_of(each.branch) == end.name for each in inside(nodes)):
            rest = self._rests[end.name] = self._names.variable("rest")
        self._writer.line(f"with {head} as {rest}:" if rest else f"with {head}:")
        self._inside(nodes, end, begins=jump or ())
        if rest:
            self._names.release(rest)

    def _commented(self, node: Node) -> None:
        """Write the comments before a node."""
        if node.gaps is not None and "/" in node.gaps.lead:
            texts = self._comments.texts(node.gaps.lead)
            if texts:
                self._flush()
            for text in texts:
                self._writer.line(f"ptx.comment({quoted(text)})")

    def _counting(self, node: Loop) -> bool:
        """Write ``with ptx.counting(…):``; False where the loop is none."""
        count, values = node.count, self._values
        if count is None or values is None:
            return False
        add, compare = count.add, count.compare
        counter, more = add.operands[0], compare.operands[0]
        assert isinstance(counter, Name)
        assert isinstance(more, Name)
        (word,), (comparison, type_) = add.modifiers, compare.modifiers
        step, stop = self._bound(add.operands[2], word), self._bound(compare.operands[2], type_)
        if self._made.get(counter.name) != word or values.counts[more.name] != 2 or not (step and stop):
            return False
        self._names.add(more.name, "", PREDICATE)
        if self._is_refused(add) or self._is_refused(compare):
            return False
        said = [self._names.find(counter.name)[0], stop]  # type: ignore[index]
        if step != "1":
            said.append(step)
        usual = "gt" if step[0] == "-" else "lt"
        if (comparison, type_) != (usual, word):
            said.append(f'compare="{comparison if type_ == word else f"{comparison}.{type_}"}"')
        self._raising.report.counted += 1
        self._plans.calls += 2
        self._writer.line(f"with ptx.counting({', '.join(said)}):")
        self._inside(node.body[: count.at], node.back)
        return True

    def _range(self, node: Range) -> None:
        """Write ``for i in ptx.range_(…):``; the statements one by one where Python does not count so."""
        start, loop = node.start, node.loop
        compare, leave, add = loop.body[0], loop.body[1], loop.body[-1]
        assert isinstance(compare, Instruction)
        assert isinstance(leave, Instruction)
        assert isinstance(add, Instruction)
        counter, more = add.operands[0], compare.operands[0]
        assert isinstance(counter, Name)
        assert isinstance(more, Name)
        (word,) = add.modifiers
        bounds = start.operands[1], compare.operands[2], add.operands[2]
        texts = [self._bound(each, word) for each in bounds]
        self._flush()
        if not all(texts) or not self._is_counted(counter.name, more.name, (start, compare, add)):
            self._statements((start, loop, node.end))
            return
        self._commented(node)
        variable = self._names.variable("ijklmnop"[self._ranges % 8])
        self._names.add(counter.name, variable, Symbol("reg", TYPES[word].register))
        self._made[counter.name] = word
        self._raising.report.variables += 1
        if texts[2] == "1":
            del texts[2]
            if texts[0] == "0":
                del texts[0]
        self._raising.report.counted += 1
        self._plans.calls += 5
        self._writer.blank()
        self._writer.line(f"for {variable} in ptx.range_({', '.join(texts)}):")
        self._ranges += 1
        self._inside(loop.body[2:-1], loop.back)
        self._ranges -= 1

    def _is_counted(
        self, counter: str, more: str, nodes: tuple[Instruction, Instruction, Instruction]
    ) -> bool:
        """Whether `ptx.range_` traces these instructions: what starts, asks and adds."""
        start, compare, add = nodes
        values, (word,) = self._values, add.modifiers
        if values is None or counter not in values.variables or counter in self._made:
            return False
        if values.counts[more] != 2:
            return False
        bounds = tuple(
            [
                int(each.text) if isinstance(each, Literal) else self._made[each.name]  # type: ignore[union-attr]
                for each in (start.operands[1], compare.operands[2], add.operands[2])
            ]
        )
        step = bounds[2]
        comparison = "le" if isinstance(step, int) and step < 0 else "ge"
        if self._raising.interpreter.counts(bounds) != word or compare.modifiers[0] != comparison:
            return False
        self._names.add(counter, "", Symbol("reg", TYPES[word].register))
        self._names.add(more, "", PREDICATE)
        return not any(map(self._is_refused, nodes))

    def _wait(self, node: Wait) -> None:
        """Write ``ptx.mbarrier.wait(…)``; the loop where Python does not ask so."""
        self._commented(node)
        mentioned = self._raising.mentions.within(node.question.ask.operands)
        used = [name for name in mentioned if name in self._pending]
        taken = {name: self._pending[name] for name in used}
        if list(self._pending)[len(self._pending) - len(used) :] != used:
            taken = {}
        said = self._waited(node, taken)
        if said is None:
            self._flush()
            self._statements((_uncommented(node.nodes[0]), *node.nodes[1:]))
            return
        for name in taken:
            self._taken(name)
        self._flush()
        self._raising.report.waits += 1
        self._plans.calls += sum(isinstance(each, Instruction) for each in inside(node.nodes))
        self._writer.line(f"ptx.mbarrier.wait({', '.join(said)})")

    def _waited(self, node: Wait, taken: dict[str, _Pending]) -> list[str] | None:
        """What `ptx.mbarrier.wait` is told; None where it would ask otherwise."""
        values, names = self._values, self._names
        ask, uni, exits, through, _ = node.question
        done, place, *rest = ask.operands
        assert isinstance(done, Name)
        assert isinstance(place, Address)
        arch = self._plans.verifier.arch
        suspended = arch is not None and arch.number >= FIRST_TRY_WAIT
        if values is None or (ask.modifiers[0] == "try_wait" and not suspended):
            return None
        named = self._passed(node.question, place)
        if named is None:
            return None
        types = operand_types("mbarrier", ask.modifiers, len(ask.operands))[2:]
        said = [self._plans.known(place, names).text]
        offset = f", {place.offset.text}" if isinstance(place.offset, Literal) else ""
        if named:
            said = [f"ptx.addr({named}{offset})" if offset else named]
        elif isinstance(place.base, Name) and place.base.name in taken:
            said = [f"ptx.addr({taken[place.base.name].text}{offset})"]
        for operand, type_ in zip(rest, types, strict=True):
            if isinstance(operand, Literal):
                said.append(number(operand.text, type_) or hexadecimal(operand.text, type_))
            elif isinstance(operand, Name) and operand.name in taken:
                said.append(taken[operand.name].text)
            else:
                said.append(self._plans.known(operand, names).text)
        if self._is_refused(ask) or any(text is None or "spelled" in text for text in said):
            return None
        if len(rest) > 1:
            said[2] = f"ticks={said[2]}"
        words = [word for word in ask.modifiers[1:-2] if word != "parity"]
        said += [] if "parity" in ask.modifiers else ["parity=False"]
        said += [f"scope={quoted(words[1])}"] if words else []
        said += ["suspends=False"] if suspended and ask.modifiers[0] == "test_wait" else []
        said += ['space="shared"'] if ask.modifiers[-2] == "shared" else []
        said += ["uni=True"] if uni else []
        said += ["exits=True"] if exits else []
        said += [f"through={quoted(through[1].modifiers[1])}"] if through else []
        return [text for text in said if text is not None]

    def _passed(self, question: Question, place: Address) -> str | None:
        """What is said of the registers that a wait sets for itself: the barrier's name, if it moves that.

        None where one of them is used elsewhere, or where Python would move the address otherwise.
        """
        values, move = self._values, question.move
        assert values is not None
        base = place.base.name if isinstance(place.base, Name) else ""
        own = [each.operands[0] for each in (question.ask, *question.through)]
        named: str | None = ""
        if move is not None:
            source = move.operands[1]
            own.append(move.operands[0])
            named = self._plans.known(source, self._names).text
            if isinstance(source, Name) and source.name in values.declared:
                return None
        elif question.through and base not in values.declared:
            return None
        for each in own:
            assert isinstance(each, Name)
            if values.counts[each.name] != 2 or each.name not in values.variables or each.name in self._made:
                return None
        for each in own:
            assert isinstance(each, Name)
            self._names.add(each.name, "", Symbol("reg", values.declared[each.name]))
        return named

    def _bound(self, operand: Operand, type_: str) -> str:
        """A bound of a loop that counts in a type; empty where it is none."""
        if isinstance(operand, Literal):
            return number(operand.text, type_) or ""
        made = self._made.get(operand.name) if isinstance(operand, Name) else None
        if made is None or made not in _COUNTING or TYPES[made].bits != TYPES[type_].bits:
            return ""
        return self._names.find(operand.name)[0]  # type: ignore[index,union-attr]

    def _inside(
        self,
        nodes: Sequence[Node],
        end: Statement | None,
        repeated: Guard | None = None,
        *,
        begins: Sequence[Statement] = (),
    ) -> None:
        """Write what a block holds, with the comments before the statements that begin and end it.

        Args:
            nodes: What it holds.
            end: The statement that ends it.
            repeated: The guard of the branch that repeats it.
            begins: Statements that its first line stands for, but for the first.
        """
        writer = self._writer
        writer.depth += 1
        start = len(writer.lines)
        for statement in begins:
            self._commented(statement)
        self._statements(nodes)
        condition = "" if repeated is None else self._condition(repeated)
        self._flush()
        if end is not None and end.gaps is not None and "/" in end.gaps.lead:
            self._comments.before(end, writer)
        if condition:
            writer.line(f"ptx.repeat_if({condition})")
        if len(writer.lines) == start:
            writer.line("pass")
        writer.depth -= 1

    def _condition(self, guard: Guard) -> str:
        """What a block takes for the guard of its branch."""
        register, is_negated = guard.register, guard.negated
        if self._pending and next(reversed(self._pending)) == register:
            taken = self._taken(register)
            self._flush()
            return (f"~{taken.text}" if taken.atom else f"~({taken.text})") if is_negated else taken.text
        self._flush()
        return self._guard(register, is_negated=is_negated)

    def _guard(self, register: str, *, is_negated: bool) -> str:
        condition = guard_expression(register, self._names)
        if condition is None or condition[0] == '"':
            raise CodegenError(f"{register} is no predicate with a variable")
        return negated(condition, register) if is_negated else condition

    def _other(self, node: Statement) -> None:
        if type(node) is Directive and node.name == "loc" and not self._raising.debug:
            self._comments.located(node.words)
            place = self._comments.place_of(node.words)
            if place:
                self._notes[len(self._writer.lines)] = place
            self._raising.report.locations += 1
        elif len(self._placed) > 1 or not self._is_planned(node):
            super()._other(node)

    def _raw(self, node: Statement) -> None:
        if self._values is not None:
            raise _UnsaidError(node)
        super()._raw(node)

    # -- instructions

    def _instruction(self, node: Instruction) -> None:
        """Write an instruction; as an expression where there is one."""
        values = self._values
        assert values is not None
        names, made = self._names, self._made
        if node.gaps is not None and "/" in node.gaps.lead:
            self._commented(node)
        mentioned = self._raising.mentions.within(node.operands)
        if node.guard is not None:
            mentioned = (*mentioned, node.guard.register)
        inlined: dict[str, _Pending] = {}
        if self._pending:
            used = [name for name in mentioned if name in self._pending]
            if used:
                if list(self._pending)[-len(used) :] == used and self._takes_expressions(node, used):
                    inlined = {name: self._taken(name) for name in used}
                else:
                    self._flush()
        first = node.operands[0] if node.operands else None
        fresh = ""
        if type(first) is Name and first.name in values.variables and first.name not in made:
            fresh = first.name
        if fresh:
            self._bring(fresh, node)
        if fresh and node.guard is None and mentioned.count(fresh) == 1:
            declared, strict = values.declared[fresh], fresh in values.vetoed
            wanted = declared if strict else values.views.get(fresh)
            said = self._expression(node, inlined, declared, wanted, strict=strict)
            if said is not None:
                text, spoken = said
                self._taken_for(fresh, spoken.view)
                self._plans.calls += 1
                self._raising.report.expressions += 1
                if values.counts[fresh] == 2 and _weighs(text, LONGEST):
                    self._pending[fresh] = _Pending(text, spoken.atom, spoken.sign)
                else:
                    self._flush()
                    self._writer.line(f"{names.find(fresh)[0]} = {text}")  # type: ignore[index]
                return
        self._flush()
        if not fresh and first is not None and len(node.operands) == 3 and node.operands[1] == first:
            said_shortly = self._augmented(node, inlined)
            if said_shortly is not None:
                self._plans.calls += 1
                self._raising.report.expressions += 1
                self._writer.line(said_shortly)
                return
        if fresh:
            self._taken_for(fresh, values.views.get(fresh, values.declared[fresh]))
        self._call(node, inlined, fresh)

    def _bring(self, name: str, node: Instruction) -> None:
        """Let a register have a Python variable from here on."""
        assert self._values is not None
        stem = self._naming.stem(name, node)
        if MARK in name and plain_name(name)[1].isdigit():
            variable = self._shared.get(stem) or self._names.variable(stem)
            self._shared[stem] = variable
        else:
            variable = self._names.variable(stem)
        self._names.add(name, variable, _DECLARED[self._values.declared[name]])
        self._raising.report.variables += 1

    def _taken_for(self, name: str, view: str) -> None:
        """Note as what type Python takes a variable."""
        self._names.add(name, self._names.find(name)[0], self._symbol(view))  # type: ignore[index]
        self._made[name] = view

    def _symbol(self, view: str) -> Symbol:
        """What a register is that Python takes for a type."""
        symbol = _SYMBOLS[view]
        if not self._raising.untyped or view not in FLOATS:
            return symbol
        self._plans.untyped = True
        return symbol._replace(declared=FLOATS[view])

    def _taken(self, name: str) -> _Pending:
        """The expression of a register that is said where it is used: it needs no variable."""
        found = self._names.find(name)
        assert found is not None
        if found[0] not in self._shared.values():
            self._names.release(found[0])
        return self._pending.pop(name)

    def _flush(self) -> None:
        """Write the expressions that wait."""
        if not self._pending:
            return
        for name, waiting in self._pending.items():
            found = self._names.find(name)
            assert found is not None
            self._writer.line(f"{found[0]} = {waiting.text}")
        self._pending.clear()

    def _expression(
        self,
        node: Instruction,
        inlined: dict[str, _Pending],
        declared: str,
        wanted: str | None,
        *,
        strict: bool,
    ) -> tuple[str, Spoken] | None:
        """Text of an instruction whose destination is new, and what it is."""
        if node.opcode == "mov" and len(node.operands) == 2 and type(node.operands[1]) is Name:
            name = node.operands[1].name
            register = special_register(name) if name not in self._made else None
            if register is not None:
                if node.modifiers != (register.type,) or register.type not in ("u32", "u64"):
                    return None
                if wanted not in (None, register.type):
                    return None
                if self._is_refused(node):
                    raise _UnsaidError(node)
                self._uses(register.type)
                spoken = Spoken("reg.from_({0})", register.type, atom=True)
                return f"reg.from_({special_call(name)}, {register.type})", spoken
        kinds = self._kinds_of(node)
        if kinds is None:
            return None
        known = self._raising.spoken
        key = node.opcode, node.modifiers, kinds, declared, wanted, strict
        said = known[key] if key in known else self._spoken(key, node)
        if said is None:
            return None
        if said.calls and said.template[0] == "r":
            self._uses(said.view)
        return said.template.format(*self._texts(node, inlined, said.sign, plain=said.calls)), said

    def _spoken(
        self, key: tuple[str, tuple[str, ...], tuple[Kind, ...], str, str | None, bool], node: Instruction
    ) -> Spoken | None:
        """The expression of an instruction; None where none gives a register like its own."""
        if self._is_refused(node):
            raise _UnsaidError(node)
        *_, kinds, declared, wanted, strict = key
        interpreter = self._raising.interpreter
        said = interpreter.said(node, kinds, wanted)
        held = wanted is None or wanted in FLOATS or strict or node.opcode in ("mov", "cvt")
        if said is None and not held:
            said = interpreter.said(node, kinds, None)
        if said is not None and not _is_class(said.view, declared):
            untyped = self._raising.untyped and wanted is not None
            if not untyped or FLOATS.get(said.view) != declared:
                said = None
        self._raising.spoken[key] = said
        return said

    def _kinds_of(self, node: Instruction) -> tuple[Kind, ...] | None:
        """What the sources of an instruction are; None where one is neither a variable nor a number."""
        made, kinds = self._made, []
        operands = node.operands
        for index in range(1, len(operands)):
            operand = operands[index]
            kind: Kind | None = None
            if type(operand) is Name:
                kind = made.get(operand.name)
            elif type(operand) is Literal:
                types = operand_types(node.opcode, node.modifiers, len(operands))
                kind = constant_kind(operand.text, types[index])
            if kind is None:
                return None
            kinds.append(kind)
        return tuple(kinds)

    def _texts(self, node: Instruction, inlined: dict[str, _Pending], sign: str, *, plain: bool) -> list[str]:
        """The sources of an expression; in parentheses where they are expressions that need them in one."""
        texts: list[str] = []
        types = operand_types(node.opcode, node.modifiers, len(node.operands))[1:]
        for operand, type_ in zip(node.operands[1:], types, strict=True):
            if isinstance(operand, Literal):
                text = number(operand.text, type_)
                assert text is not None
                texts.append(f"({text})" if text[0] == "-" and not plain and not texts else text)
                continue
            assert isinstance(operand, Name)
            waiting = inlined.get(operand.name)
            if waiting is not None:
                bare = plain or waiting.atom or _binds(waiting.sign, sign, first=not texts)
                texts.append(waiting.text if bare else f"({waiting.text})")
            else:
                texts.append(self._names.find(operand.name)[0])  # type: ignore[index]
        return texts

    def _augmented(self, node: Instruction, inlined: dict[str, _Pending]) -> str | None:
        """``x += y``; None where that is not what the instruction says."""
        if node.guard is not None:
            return None
        kinds = self._kinds_of(node)
        if kinds is None or node.operands[2] == node.operands[0]:
            return None
        sign = self._raising.interpreter.augmented(node, kinds)
        if sign is None:
            return None
        if self._is_refused(node):
            raise _UnsaidError(node)
        target, value = self._texts(node, inlined, "", plain=True)
        return f"{target} {sign}= {value}"

    def _is_refused(self, node: Instruction) -> bool:
        """Whether the module's own version and target do not have an instruction."""
        key = node.opcode, node.modifiers, tuple(map(type, node.operands))
        if key not in self._raising.taken:
            if self._planned(node)[0] is None:
                return True
            self._raising.taken.add(key)
        return False

    def _planned(self, node: Instruction):  # type: ignore[no-untyped-def]
        """The plan of an instruction and what is known of its operands."""
        plans, names = self._plans, self._names
        known = [self._known_of(operand) for operand in node.operands]
        return plans.plan((node.opcode, node.modifiers, *[each.shape for each in known]), node, names), known

    def _known_of(self, operand: Operand) -> Known:
        """What is known of an operand; of registers it is remembered as long as they stay what they are."""
        if type(operand) is not Name:
            return self._plans.known(operand, self._names)
        found = self._names.find(operand.name)
        known = self._remembered.get(operand.name)
        if known is None or known[0] is not found:
            known = self._remembered[operand.name] = found, self._plans.known(operand, self._names)
        return known[1]

    def _call(self, node: Instruction, inlined: dict[str, _Pending], fresh: str) -> None:
        """Write an instruction as one call."""
        writer, plans, names = self._writer, self._plans, self._names
        for name, waiting in inlined.items():
            symbol = names.find(name)[1]  # type: ignore[index]
            names.add(name, waiting.text if waiting.atom else f"({waiting.text})", symbol)
        plan, known = self._planned(node)
        if plan is None or (node.opcode in ("bra", "brx") and not self._sees_targets(node)):
            raise _UnsaidError(node)
        texts = [each.text for each in known]
        for index, type_ in plan.typed:
            texts[index] = plans.typed(node.operands[index], type_, node.opcode, names)
        for index, operand in enumerate(node.operands):
            if isinstance(operand, Name) and operand.name in inlined:
                texts[index] = inlined[operand.name].text
            elif (
                isinstance(operand, Address)
                and isinstance(operand.base, Name)
                and operand.base.name in inlined
            ):
                offset = f", {operand.offset.text}" if isinstance(operand.offset, Literal) else ""
                texts[index] = f"ptx.addr({inlined[operand.base.name].text}{offset})"
        target = ""
        if fresh:
            view = self._made[fresh]
            self._uses(view)
            reads_itself = node.guard is not None and node.guard.register == fresh
            if not reads_itself and not any(_mentions(text, texts[0]) for text in texts[1:]):
                target = f"{texts[0]} = "
                texts[0] = view
            else:
                writer.line(f"{texts[0]} = reg.scalar({view})")
        if node.guard is not None:
            taken = None if node.guard.negated else inlined.get(node.guard.register)
            condition = self._guard(node.guard.register, is_negated=node.guard.negated)
            texts.append(f"pred={condition if taken is None else taken.text}")
        plans.calls += 1
        said = f"{plan.head}{', '.join(texts)})"
        if target and node.guard is None and self._is_taken_in(fresh, node, said):
            self._pending[fresh] = _Pending(said, atom=True)
        else:
            writer.line(f"{target}{said}")

    def _takes_expressions(self, node: Instruction, names: Sequence[str]) -> bool:
        """Whether registers stand where Python says any expression, and well."""
        if node.opcode == "mad" and any("ptx.special." in self._pending[name].text for name in names):
            return False
        places = [node.guard.register] if node.guard is not None else []
        for operand in node.operands:
            match operand:
                case Name(name) | Address(Name(name), _, ()):
                    places.append(name)
                case Vector(items) if all(isinstance(item, Name) for item in items):
                    places += operand_names(operand)
        return set(names) <= set(places)

    def _is_taken_in(self, fresh: str, node: Instruction, said: str) -> bool:
        """Whether the one instruction that reads a register may take in the call that sets it."""
        assert self._values is not None
        return self._values.counts[fresh] == 2 and node.opcode in _PLAIN and _weighs(said, LONGEST_CALL)


_SYMBOLS = {name: Symbol("reg", dtype.register) for name, dtype in TYPES.items()}
_DECLARED = {name: Symbol("reg", name) for name in TYPES}
_PLAIN = frozenset({
    "abs", "add", "and", "bfe", "bfi", "bfind", "brev", "clz", "cnot", "copysign", "cos", "cvt", "cvta",
    "div", "ex2", "fma", "lg2", "lop3", "mad", "mad24", "max", "min", "mov", "mul",
    "mul24", "neg", "not", "or", "popc", "prmt", "rcp", "rem", "rsqrt", "sad", "selp", "set", "setp",
    "shf", "shl", "shr", "sin", "slct", "sqrt", "sub", "tanh", "testp", "vote", "xor",
})  # fmt: skip
"""Opcodes whose calls may stand in other calls: they give one register, and readers expect nothing else."""


@cache
def _is_class(view: str, declared: str) -> bool:
    """Whether registers that are taken for one type are declared like those of another."""
    given, same = TYPES[declared], TYPES[TYPES[view].register]
    if given.kind == "f" or same.kind in ("f", "pred"):
        return same.name == given.name
    return same.bits == given.bits and given.kind in "bus"


_COUNTING = frozenset({"b32", "u32", "s32", "b64", "u64", "s64"})
"""Types in which loops count."""


def _uncommented(node: Node) -> Node:
    """The first node of a wait without the comments before it."""
    if isinstance(node, Loop):
        return Loop(replace(node.label, gaps=None), node.body, node.back, node.count)
    return replace(node, gaps=None) if isinstance(node, Label) else node


def _binds(inner: str, sign: str, *, first: bool) -> bool:
    """Whether arithmetic stands beside a sign without parentheses: ``a * b + c``, ``a + b - c``.

    >>> _binds("*", "-", first=False), _binds("+", "-", first=True), _binds("+", "-", first=False)
    (True, True, False)
    """
    if sign in ("+", "-"):
        return inner in ("*", "/", "//", "%") or (first and inner in ("+", "-"))
    return first and inner == sign == "*"


def _weighs(text: str, most: int) -> bool:
    """Whether a text has some characters at most, digits aside."""
    return len(text) <= most or len(text.translate(_DIGITS)) <= most


_DIGITS = str.maketrans("", "", "0123456789")


def _returns(nodes: Sequence[Node]) -> bool:
    """Whether the last of them returns, which needs no saying."""
    last = nodes[-1] if nodes else None
    return type(last) is Instruction and last.opcode == "ret" and not last.modifiers and last.guard is None


def _mentions(text: str, variable: str) -> bool:
    """Whether an expression names a variable."""
    return variable in text and variable in _VARIABLES.findall(text)


_VARIABLES = re.compile(r"(?<![\w.])\w+")


def _whole(lines: Sequence[str]) -> list[str]:
    """The statements of lines: texts of several lines are one."""
    out: list[str] = []
    open_ = False
    for line in lines:
        if open_:
            out[-1] += f"\n{line}"
        else:
            out.append(line)
        if line.count('"""') % 2:
            open_ = not open_
    return out
