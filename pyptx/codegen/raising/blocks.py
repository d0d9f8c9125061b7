"""Blocks of statements: conditionals, loops, and waits for barriers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pyptx.codegen.comments import leading_gap
from pyptx.codegen.operands import PREDICATE, address_call, constant_expression, number, quoted
from pyptx.codegen.raising.instructions import RaisedInstructions
from pyptx.codegen.raising.tree import If, Loop, Range, Skip, Span, Wait, target_of, walk_nodes
from pyptx.codegen.tree import Binary, Call, Do, For, Method, Number, Text, Unary, With, text_of
from pyptx.codegen.tree import Name as Variable
from pyptx.ir import Address, Instruction, Label, Literal, Name
from pyptx.ptx.control import opposite
from pyptx.ptx.mbarrier import FIRST_TRY_WAIT
from pyptx.record import replace
from pyptx.trace import operand_types
from pyptx.types import TYPES
from pyptx.verify import Symbol

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from pyptx.codegen.comments import Comments
    from pyptx.codegen.operands import Names
    from pyptx.codegen.plans import Plans
    from pyptx.codegen.raising.instructions import Pending
    from pyptx.codegen.raising.shared import Raising
    from pyptx.codegen.raising.tree import Jump, Node, Question
    from pyptx.codegen.tree import Expr
    from pyptx.ir import Function, Guard, Operand, Statement


class RaisedBlocks(RaisedInstructions):
    """A body whose blocks are raised."""

    def __init__(
        self,
        function: Function,
        plans: Plans,
        names: Names,
        comments: Comments,
        raising: Raising,
    ) -> None:
        super().__init__(function, plans, names, comments, raising)
        self._rests: dict[str, str] = {}
        self._ranges = 0

    def _statements(self, nodes: Iterable[Node]) -> None:
        if len(self._placed) > 1:
            super()._statements(nodes)  # type: ignore[arg-type]
            return
        run: list[Statement] = []
        for node in self._plans.counted(nodes):
            if type(node) is Instruction and self._values is not None:
                self._instruction(node)
                continue
            if isinstance(node, (If, Loop, Range, Skip, Span, Wait)):
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

    def _block_of(self, node: If | Loop | Range | Skip | Span | Wait) -> None:
        """Write a block."""
        if isinstance(node, (If, Loop, Skip)):
            self._commented(node)
        if isinstance(node, If):
            self._conditional(node)
        elif isinstance(node, Skip):
            self._plans.calls += 1
            guard = node.branch.guard
            conditions = () if guard is None else (self._condition(guard),)
            self._flush()
            rest, how = self._rests[target_of(node.branch) or ""], "leave" if node.past else "skip"
            self._add(Do(Method(Variable(rest), how, conditions), (node.branch,)))
        elif isinstance(node, Span):
            self._part(Call("ptx.block"), node.body, node.end)
        elif isinstance(node, Range):
            self._range(node)
        elif isinstance(node, Wait):
            self._wait(node)
        else:
            self._flush()
            self._plans.calls += 1
            self._placed[-1].add(node.label.name)
            if not self._counting(node):
                with self._open_block(Call("ptx.loop", (Text(quoted(node.label.name)),)), "", (node.back,)):
                    self._block_body(node.body, node.back, node.back.guard)

    def _conditional(self, node: If) -> None:
        """Write ``with ptx.if_(…):``, and ``with ptx.else_():`` behind it."""
        jump = node.jump
        plain = self._plain_condition(node.guard) if jump is None else None
        flags = (("uni", node.uni), ("jumps", jump is not None), ("inverted", plain is not None))
        condition = self._condition(node.guard)
        head = Call(
            "ptx.if_",
            (plain or condition,),
            tuple([(name, Text("True")) for name, is_set in flags if is_set]),
        )
        self._plans.calls += 1 if jump is None else 2
        self._part(head, node.then, node.skip, jump, past=node.end, stands_for=(node.branch,))
        if node.otherwise is not None and node.end is not None:
            self._plans.calls += 1
            self._part(Call("ptx.else_"), node.otherwise, node.end)

    def _part(
        self,
        head: Call,
        nodes: Sequence[Node],
        end: Label,
        jump: Jump | None = None,
        *,
        past: Label | None = None,
        stands_for: tuple[Instruction, ...] = (),
    ) -> None:
        """Write one part of a block; what leaves it early, to its end or `past` it, needs a name for that."""
        ends = {end.name} if past is None else {end.name, past.name}
        rest = ""
        if any(isinstance(each, Skip) and target_of(each.branch) in ends for each in walk_nodes(nodes)):
            rest = self._names.variable("rest")
            self._rests |= dict.fromkeys(ends, rest)
        with self._open_block(head, rest, stands_for):
            self._block_body(nodes, end, begins=jump or ())
        if rest:
            self._names.release(rest)

    def _counting(self, node: Loop) -> bool:
        """Write ``with ptx.counting(…):``; return False if the loop is not a counted one."""
        count, values = node.count, self._values
        if count is None or values is None:
            return False
        add, compare = count.add, count.compare
        counter, more = add.operands[0], compare.operands[0]
        assert isinstance(counter, Name)
        assert isinstance(more, Name)
        (word,), (comparison, type_) = add.modifiers, compare.modifiers
        step, stop = self._bound(add.operands[2], word), self._bound(compare.operands[2], type_)
        if self._made.get(counter.name) != word or values.counts[more.name] != 2:
            return False
        if step is None or stop is None:
            return False
        self._names.add(more.name, None, PREDICATE)
        if self._is_refused(add) or self._is_refused(compare):
            return False
        said = [self._names.variable_of(counter.name), stop]
        if step != Number("1"):
            said.append(step)
        keywords: tuple[tuple[str, Expr], ...] = ()
        usual = "gt" if text_of(step)[0] == "-" else "lt"
        if (comparison, type_) != (usual, word):
            compared = comparison if type_ == word else f"{comparison}.{type_}"
            keywords = (("compare", Text(quoted(compared))),)
        self._raising.report.counted += 1
        self._plans.calls += 2
        with self._open_block(Call("ptx.counting", tuple(said), keywords), "", (add, compare, node.back)):
            self._block_body(node.body[: count.at], node.back)
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
        said = [made for each in bounds if (made := self._bound(each, word)) is not None]
        self._flush()
        if len(said) < 3 or not self._is_counted(counter.name, more.name, (start, compare, add)):
            self._statements((start, loop, node.end))
            return
        self._commented(node)
        variable = self._names.variable("ijklmnop"[self._ranges % 8])
        self._names.add(counter.name, Variable(variable), Symbol("reg", TYPES[word].register))
        self._made[counter.name] = word
        self._raising.report.variables += 1
        if said[2] == Number("1"):
            del said[2]
            if said[0] == Number("0"):
                del said[0]
        self._raising.report.counted += 1
        self._plans.calls += 5
        self._ranges += 1
        with self._open_block(Call("ptx.range_", tuple(said)), "", (start, compare, add)):
            self._block_body(loop.body[2:-1], loop.back)
        self._ranges -= 1
        block = self._out.pop()
        assert isinstance(block, With)
        self._out.append(For(Variable(variable), block.head, block.body, block.stands_for, block.note))

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
        self._names.add(counter, None, Symbol("reg", TYPES[word].register))
        self._names.add(more, None, PREDICATE)
        return not any(map(self._is_refused, nodes))

    def _wait(self, node: Wait) -> None:
        """Write ``ptx.mbarrier.wait(…)``; the loop where Python does not ask so."""
        self._commented(node)
        mentioned = self._raising.mentions.names_in(node.question.ask.operands)
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
            self._take_expression(name)
        self._flush()
        self._raising.report.waits += 1
        self._plans.calls += sum(isinstance(each, Instruction) for each in walk_nodes(node.nodes))
        self._add(Do(said, (node.question.ask,)))

    def _waited(self, node: Wait, taken: dict[str, Pending]) -> Call | None:
        """Return the call of `ptx.mbarrier.wait`; None if it would write other instructions."""
        values, names = self._values, self._names
        ask, uni, exits, through, _ = node.question
        done, place, *rest = ask.operands
        assert isinstance(done, Name)
        assert isinstance(place, Address)
        arch = self._plans.verifier.arch
        suspended = arch is not None and arch.number >= FIRST_TRY_WAIT
        if values is None or (ask.modifiers[0] == "try_wait" and not suspended):
            return None
        if not self._passes(node.question, place):
            return None
        types = operand_types("mbarrier", ask.modifiers, len(ask.operands))[2:]
        move = node.question.move
        said = [self._plans.traits_of(place, names).expr]
        if move is not None:
            named = self._plans.traits_of(move.operands[1], names).expr
            said = [address_call(named, place.offset) if named is not None and place.offset else named]
        elif isinstance(place.base, Name) and place.base.name in taken:
            said = [address_call(taken[place.base.name].expr, place.offset)]
        for operand, type_ in zip(rest, types, strict=True):
            if isinstance(operand, Literal):
                said.append(constant_expression(operand.text, type_, values=True))
            elif isinstance(operand, Name) and operand.name in taken:
                said.append(taken[operand.name].expr)
            else:
                said.append(self._plans.traits_of(operand, names).expr)
        given = [each for each in said if each is not None and "spelled" not in text_of(each)]
        if self._is_refused(ask) or len(given) < len(said):
            return None
        words = [word for word in ask.modifiers[1:-2] if word != "parity"]
        keywords = (
            ("ticks", given[2] if len(rest) > 1 else None),
            ("parity", None if "parity" in ask.modifiers else Text("False")),
            ("scope", Text(quoted(words[1])) if words else None),
            ("suspends", Text("False") if suspended and ask.modifiers[0] == "test_wait" else None),
            ("space", Text('"shared"') if ask.modifiers[-2] == "shared" else None),
            ("uni", Text("True") if uni else None),
            ("exits", Text("True") if exits else None),
            ("through", Text(quoted(through[1].modifiers[1])) if through else None),
        )
        return Call(
            "ptx.mbarrier.wait",
            tuple(given[:2]),
            tuple([(name, value) for name, value in keywords if value is not None]),
        )

    def _passes(self, question: Question, place: Address) -> bool:
        """Whether Python names no register that a wait sets, and moves the address as the wait does."""
        values, move = self._values, question.move
        assert values is not None
        base = place.base.name if isinstance(place.base, Name) else ""
        own = [each.operands[0] for each in (question.ask, *question.through)]
        if move is not None:
            source = move.operands[1]
            own.append(move.operands[0])
            if isinstance(source, Name) and source.name in values.declared:
                return False
        elif question.through and base not in values.declared:
            return False
        for each in own:
            assert isinstance(each, Name)
            if values.counts[each.name] != 2 or each.name not in values.variables or each.name in self._made:
                return False
        for each in own:
            assert isinstance(each, Name)
            self._names.add(each.name, None, Symbol("reg", values.declared[each.name]))
        return True

    def _bound(self, operand: Operand, type_: str) -> Expr | None:
        """Return a bound of a loop that counts in a type; None if the operand cannot be one."""
        if isinstance(operand, Literal):
            text = number(operand.text, type_)
            return None if text is None else Number(text)
        made = self._made.get(operand.name) if isinstance(operand, Name) else None
        if made is None or made not in _COUNTING or TYPES[made].bits != TYPES[type_].bits:
            return None
        return self._names.variable_of(operand.name)  # type: ignore[union-attr]

    def _block_body(
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
        for statement in begins:
            self._commented(statement)
        self._statements(nodes)
        condition = None if repeated is None else self._condition(repeated)
        self._flush()
        if end is not None:
            self._comment(leading_gap(end))
        if condition is not None:
            self._call("ptx.repeat_if", condition)

    def _plain_condition(self, guard: Guard) -> Expr | None:
        """Return ``a < b`` for a guard that is not ``a >= b``; None for another condition."""
        register = guard.register
        if not guard.negated or not self._pending or next(reversed(self._pending)) != register:
            return None
        compared = self._pending[register].expr
        source = self._pending[register].stands_for[-1]
        inverse, kinds = opposite(source), self._kinds_of(source)
        if inverse is None or kinds is None or self._is_refused(inverse):
            return None
        found = self._raising.interpreter.expression_of(inverse, kinds, "pred")
        if found is None:
            return None
        match compared:
            case Binary(_, left, right):
                return found.of(left, right)
            case Call(_, (_, left, right)):
                return found.of(left, right)
        return None

    def _condition(self, guard: Guard) -> Expr:
        """Return the condition of a block for the guard of its branch."""
        register, is_negated = guard.register, guard.negated
        if self._pending and next(reversed(self._pending)) == register:
            taken = self._take_expression(register)
            self._flush()
            return Unary("~", taken.expr) if is_negated else taken.expr
        self._flush()
        return self._guard(register, is_negated=is_negated)


_COUNTING = frozenset({"b32", "u32", "s32", "b64", "u64", "s64"})
"""Types in which loops count."""


def _uncommented(node: Node) -> Node:
    """The first node of a wait without the comments before it."""
    if isinstance(node, Loop):
        return Loop(replace(node.label, gaps=None), node.body, node.back, node.count)
    return replace(node, gaps=None) if isinstance(node, Label) else node
