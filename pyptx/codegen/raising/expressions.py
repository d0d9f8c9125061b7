"""Values that only the next statement uses are written inside it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pyptx.codegen.operands import identifier
from pyptx.codegen.raising.chains import links_of
from pyptx.codegen.raising.lift import kinds_of
from pyptx.codegen.raising.scopes import plain_name
from pyptx.codegen.raising.words import function_of
from pyptx.codegen.texts import text_of
from pyptx.codegen.tree import (
    Assign,
    Binary,
    Call,
    Display,
    For,
    Item,
    Name,
    Number,
    Register,
    Text,
    Unary,
    With,
    expressions_of,
    parts_of,
    registers_in,
    substituted,
    with_body,
    with_expressions,
)
from pyptx.ptx.blocks import opposite

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from pyptx.codegen.raising.facts import Facts
    from pyptx.codegen.tree import Body, Expr, Statement

LONGEST = 46
"""An expression that is longer gets a variable; digits do not count, so that like is treated alike."""
LONGEST_CALL = 70
"""A call that is longer gets a variable."""


def fold_expressions(body: Body, facts: Facts) -> Body:
    """Fold a value that is used once into its use, if no other instruction is between them.

    Python evaluates operands from left to right, so the last values may be folded if their uses come in the
    order of their definitions. Long values keep a variable.

    >>> from pyptx.codegen.raising.body import example
    >>> from pyptx.codegen.writer import render_body
    >>> ptx = ".reg .b32 %r<3>; mov.u32 %r1, %tid.x; mul.lo.u32 %r2, %r1, 4; st.shared.u32 [%r0], %r2; ret;"
    >>> print(render_body(fold_expressions(*example(ptx))))
    r = reg.array(b32, 1)
    ptx.inst.st.shared.u32(ptx.addr(r[0]), reg.from_(ptx.special.tid.x(), u32) * 4)
    >>> ptx = ".reg .b32 %r<4>; mov.b32 %r1, 8; mov.b32 %r2, 9; add.f16x2 %r3, %r1, %r2; ret;"
    >>> print(render_body(fold_expressions(*example(ptx))))
    %r3 = ptx.inst.add.f16x2(b32, reg.scalar(b32, init=8), reg.scalar(b32, init=9))
    """
    return body if facts.values is None else _Folding(facts).of(body)


class _Folding:
    """The values of a body being folded."""

    def __init__(self, facts: Facts) -> None:
        assert facts.values is not None
        self._counts = facts.values.counts
        self._stems = facts.stems
        self._links: frozenset[str] = frozenset()
        self._growth: dict[str, int] = {}

    def of(self, body: Body) -> Body:
        """The statements of a block."""
        out: list[Statement] = []
        pending: dict[str, Assign] = {}
        links = self._links = links_of(body, self._counts)
        for each in body:
            statement = each
            if pending:
                statement = self._entered(each, pending, out)
            name = self._waiting(statement)
            if pending and not (
                name and (not _is_instruction(statement) or _are_numbers(statement, pending))
            ):
                out += pending.values()
                pending.clear()
            if name and isinstance(statement, Assign):
                pending[name] = statement
                continue
            if isinstance(statement, (With, For)):
                statement = with_body(statement, self.of(statement.body))
                self._links = links
            out.append(statement)
        return (*out, *pending.values())

    def _entered(self, statement: Statement, pending: dict[str, Assign], out: list[Statement]) -> Statement:
        """Return a statement with values inside; ``ptx.block()`` traces nothing before its first one."""
        if type(statement) is With and statement.head == Call("ptx.block"):
            first, *rest = statement.body
            return with_body(statement, (self._entered(first, pending, out), *rest))
        return self._taking(statement, pending, out)

    def _taking(self, statement: Statement, pending: dict[str, Assign], out: list[Statement]) -> Statement:
        """Return a statement with values inside; the others are written before it."""
        exprs = expressions_of(statement)
        start = int(type(statement) is Assign and not statement.sign)
        if pending.keys().isdisjoint([name for each in exprs[start:] for name in registers_in(each)]):
            return statement
        reads = [read for each in exprs[start:] for read in _reads(each, takes=True)]
        used = [name for name, _ in reads if name in pending]
        refused = {name for name, takes in reads if not takes}
        waiting = list(pending)
        taken: dict[str, Assign] = {}
        for first in range(len(used)):
            last = used[first:]
            if (
                waiting[-len(last) :] == last
                and refused.isdisjoint(last)
                and _suits(statement, last, pending)
            ):
                taken = {name: pending.pop(name) for name in last}
                break
        if len(taken) < len(used):
            out += pending.values()
            pending.clear()
        if not taken:
            return statement
        inside = {name: each.value for name, each in taken.items()}
        made = [*exprs[:start], *[substituted(each, Register, inside) for each in exprs[start:]]]
        traced = tuple([node for each in taken.values() for node in each.stands_for])
        note = statement.note or next((each.note for each in taken.values() if each.note), "")
        changed = with_expressions(statement, made)
        return changed._replace(stands_for=(*traced, *statement.stands_for), note=note)

    def _waiting(self, statement: Statement) -> str:
        """The variable that a statement sets to a short value for its one other mention; empty for none."""
        if type(statement) is not Assign or type(statement.target) is not Register:
            return ""
        name = statement.target.name
        if statement.sign or not statement.stands_for or self._counts[name] != 2 or name in self._links:
            return ""
        most = LONGEST
        if _is_instruction(statement):
            node = statement.stands_for[-1]
            if node.guard is not None or node.opcode not in _PLAIN:
                return ""
            most = LONGEST_CALL
        return name if self._weight(statement.value) <= most else ""

    def _weight(self, expr: Expr) -> int:
        """The characters of an expression other than digits."""
        weight = _letters(text_of(expr))
        for name in registers_in(expr):
            longer = self._growth.get(name)
            if longer is None:
                named = self._stems.get(name) or identifier(plain_name(name)[0])
                longer = self._growth[name] = _letters(named) - _letters(name)
            weight += longer
        return weight


def _is_instruction(statement: Statement) -> bool:
    """Whether a variable is set by the call of an instruction, not by an expression."""
    value = statement.value if isinstance(statement, Assign) else None
    return type(value) is Call and value.function.startswith("ptx.inst")


def _are_numbers(statement: Statement, pending: Mapping[str, Assign]) -> bool:
    """Whether a statement moves a number to its variable, as those that wait do."""
    values = [each.value for each in (statement, *pending.values()) if isinstance(each, Assign)]
    return all(
        type(each) is Call and each.function.startswith(_MOVE) and type(each.arguments[-1]) is Number
        for each in values
    )


def _letters(text: str) -> int:
    return len(text.encode("latin-1", "replace").translate(None, b"0123456789"))


def _suits(statement: Statement, names: list[str], pending: Mapping[str, Assign]) -> bool:
    """Whether values read well in a statement: special registers keep their names in a `mad`."""
    if not statement.stands_for or statement.stands_for[-1].opcode != "mad":
        return True
    return not any("ptx.special." in text_of(pending[name].value) for name in names)


def _reads(expr: Expr, *, takes: bool) -> Iterator[tuple[str, bool]]:
    """Yield the variables in an expression, in order, and whether they may be replaced by expressions."""
    if isinstance(expr, Register):
        yield expr.name, takes
    elif isinstance(expr, Call):
        function = expr.function
        if function.startswith(_OPERANDS):
            for each in expr.arguments:
                yield from _reads(each, takes=takes and _is_place(each))
            takes = function != "ptx.addr"
        else:
            takes = takes and not function.startswith(_FIXED)
            for each in expr.arguments:
                yield from _reads(each, takes=takes)
        for _, each in expr.keywords:
            yield from _reads(each, takes=takes)
    else:
        for each in parts_of(expr):
            yield from _reads(each, takes=takes)


def _is_place(argument: Expr) -> bool:
    """Whether an operand of an instruction may be another expression."""
    if isinstance(argument, Display):
        return all(isinstance(item, (Register, Name, Item)) for item in argument.items)
    if isinstance(argument, Call):
        return argument.function != "ptx.args" and not argument.keywords
    return not isinstance(argument, (Binary, Unary))


def plain_conditions(body: Body, facts: Facts) -> Body:
    """Write ``ptx.if_(a < b, inverted=True)`` for ``ptx.if_(~(a >= b))``, which traces the same.

    >>> from pyptx.codegen.raising.body import example
    >>> from pyptx.codegen.writer import render_body
    >>> from pyptx.codegen.raising.conditionals import raise_conditionals
    >>> ptx = '''.reg .pred %p; .reg .b32 %r; mov.u32 %r, %tid.x;
    ...     setp.ge.u32 %p, %r, 8; @%p bra L; bar.sync 0; L: ret;'''
    >>> body, facts = example(ptx)
    >>> folded = fold_expressions(raise_conditionals(body, facts), facts)
    >>> print(render_body(plain_conditions(folded, facts)))
    with ptx.if_(reg.from_(ptx.special.tid.x(), u32) < 8, inverted=True):
        ptx.inst.bar.sync(0)
    """
    out: list[Statement] = []
    for statement in body:
        made = statement
        if isinstance(made, (With, For)):
            made = with_body(made, plain_conditions(made.body, facts))
        if isinstance(made, With):
            match made.head:
                case Call("ptx.if_", (Unary("~", compared),), keywords) if len(made.stands_for) > 1:
                    plain = _opposite(compared, made, facts)
                    if plain is not None:
                        inverted = (*keywords, ("inverted", Text("True")))
                        made = made._replace(head=Call("ptx.if_", (plain,), inverted))
        out.append(made)
    return tuple(out)


def _opposite(compared: Expr, block: With, facts: Facts) -> Expr | None:
    """Return ``a < b`` for ``a >= b``, if Python traces the opposite of the instruction."""
    source = block.stands_for[-2]
    inverse = opposite(source)
    if inverse is None or facts.interpreter is None:
        return None
    kinds = kinds_of(inverse, facts.views)
    found = None if kinds is None else facts.interpreter.expression_of(inverse, kinds, "pred")
    match compared:
        case Binary(_, left, right) | Call(_, (_, left, right)) if found is not None:
            return found.of(left, right)
        case Call(function, arguments, ()) if function == function_of(source):
            return Call(function_of(inverse), arguments)
    return None


_OPERANDS = ("ptx.inst", "ptx.addr", "ptx.mbarrier.wait")
"""Calls whose arguments are operands."""
_MOVE = "ptx.inst.mov."
_FIXED = ("ptx.args", "ptx.counting", "ptx.range_", "ptx.raw")
"""Calls whose arguments are variables."""
_PLAIN = frozenset({
    "abs", "add", "and", "bfe", "bfi", "bfind", "brev", "clz", "cnot", "copysign", "cos", "cvt", "cvta",
    "div", "ex2", "fma", "lg2", "lop3", "mad", "mad24", "max", "min", "mov", "mul",
    "mul24", "neg", "not", "or", "popc", "prmt", "rcp", "rem", "rsqrt", "sad", "selp", "set", "setp",
    "shf", "shl", "shr", "sin", "slct", "sqrt", "sub", "tanh", "testp", "vote", "xor",
})  # fmt: skip
"""Opcodes whose calls may be arguments of other calls: their only result is one register."""
