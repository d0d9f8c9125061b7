"""Bodies of functions as Python: one call for each statement; refused ones stay PTX text and are counted."""

from __future__ import annotations

import re
from contextlib import contextmanager
from typing import TYPE_CHECKING

from pyptx.arch import STATIC_SHARED_BYTES
from pyptx.codegen.comments import closing_gap, leading_gap
from pyptx.codegen.declarations import declaration_text, register_call, register_type, variable_call
from pyptx.codegen.operands import (
    Names,
    guard_expression,
    negated,
    quoted,
    quoted_text,
)
from pyptx.codegen.tree import Assign, Call, Display, Do, Heading, Name, Number, Text, With
from pyptx.emitter import emit_statement
from pyptx.errors import CodegenError, VerifyError
from pyptx.ir import Block, Declaration, Directive, Function, Instruction, Label
from pyptx.ir.visit import labels, operand_names, without_gaps
from pyptx.isa.directives import DIRECTIVES
from pyptx.isa.vocabulary import BRANCHES
from pyptx.trace import is_identifier
from pyptx.trace.returns import ended
from pyptx.trace.shared import layout
from pyptx.types import TYPES
from pyptx.verify import require_type, symbol_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from pyptx.codegen.comments import Comments
    from pyptx.codegen.plans import OperandTraits, Plan, Plans
    from pyptx.codegen.tree import Body as PythonBody
    from pyptx.codegen.tree import Expr
    from pyptx.codegen.tree import Statement as PythonStatement
    from pyptx.ir import Statement

MAX_NESTED_BLOCKS = 16
"""Python nests at most 20 ``with`` blocks."""


class Body:
    """The body of one function being written."""

    def __init__(self, function: Function, plans: Plans, names: Names, comments: Comments) -> None:
        self._function = function
        self._plans = plans
        self._names = names
        self._comments = comments
        self._out: list[PythonStatement] = []
        self._depth = 1
        self._known: dict[int, OperandTraits] = {}
        self._placed: list[set[str]] = [set()]
        self._kept: set[str] = set()
        self._spaces = ("local",) if _moves(function) else ("shared", "local")

    def statements(self) -> PythonBody:
        """Return the statements.

        Raises:
            CodegenError: A trace would refuse one of them.
        """
        body = self._function.body or ()
        self._names.labels = {node.name for node in labels(body)}
        self._block(body, root=True)
        self._end(body)
        return tuple(self._out)

    def _end(self, body: Sequence[Statement]) -> None:
        """Say that the end is not reached, where a trace would return; then the comments there."""
        plain = [statement for statement in body if type(statement) is not Declaration]
        if len(ended(plain)) != len(plain):
            self._call("ptx.unreachable")
        self._comment(closing_gap(self._function))

    # -- statements of Python

    def _add(self, statement: PythonStatement) -> None:
        """Append a statement."""
        self._out.append(statement)

    def _call(self, function: str, *arguments: Expr, stands_for: tuple[Instruction, ...] = ()) -> None:
        """Append a call."""
        self._add(Do(Call(function, arguments), stands_for))

    def _comment(self, gap: str) -> None:
        """Append the comments of a gap."""
        for text in self._comments.texts(gap):
            self._call("ptx.comment", Text(quoted(text)))

    @contextmanager
    def _open_block(
        self, head: Expr, name: str = "", stands_for: tuple[Instruction, ...] = ()
    ) -> Iterator[None]:
        """Append a ``with`` block of the statements that are appended meanwhile."""
        outer, self._out = self._out, []
        self._depth += 1
        try:
            yield
            outer.append(With(head, name, tuple(self._out), stands_for))
        finally:
            self._out = outer
            self._depth -= 1

    # -- blocks

    def _block(self, body: Sequence[Statement], *, root: bool) -> None:
        head = 0
        while head < len(body) and self._at_head(body[head], root=root):
            head += 1
        if root and head:
            self._add(Heading())
        self._statements(body[head:])

    def _at_head(self, statement: Statement, *, root: bool) -> bool:
        """Write a declaration at the head of a block; return False for another statement."""
        if type(statement) is not Declaration:
            return False
        declaration = without_gaps(statement)
        if (dtype := register_type(declaration)) is not None:
            self._introduce_check(declaration)
            self._comment(leading_gap(statement))
            (declarator,) = declaration.declarators
            variable = self._names.variable(declarator.name)
            self._introduce(declaration, [variable])
            self._plans.types.add(dtype.name)
            self._plans.uses_registers = True
            self._add(Assign(Name(variable), register_call(declaration, dtype)))
            return True
        inside = root and declaration.space in self._spaces and not declaration.linkage
        if inside and (call := variable_call(declaration, "ptx.var")) is not None:
            self._introduce_check(declaration)
            self._comment(leading_gap(statement))
            variable = self._variable_for(declaration)
            self._introduce(declaration, [variable])
            self._plans.types.add(declaration.type or "")
            self._add(Assign(Name(variable), call) if variable else Do(call))
            return True
        return False

    def _variable_for(self, declaration: Declaration) -> str:
        """Return the Python variable for a variable in memory; empty where its PTX name does."""
        return ""

    def _introduce_check(self, declaration: Declaration) -> None:
        """Refuse types that PTX does not have, and names that are in scope: a trace would."""
        require_type(declaration)
        for declarator in declaration.declarators:
            name = declarator.name
            if not is_identifier(f"{name}0" if declarator.count else name):
                raise CodegenError(f"{name} is not a name")
            hides = len(self._placed) > 1 and self._hiding
            if self._names.is_taken(name, declarator.count, here=hides) or (name in self._kept and not hides):
                raise CodegenError(f"the name {name} is taken")

    def _introduce(self, declaration: Declaration, variables: Sequence[str]) -> None:
        """Bring the names of a declaration into scope; those of memory a trace keeps when a block ends."""
        symbol = symbol_of(declaration)
        if len(self._placed) > 1 and declaration.space not in ("reg", "param") and not self._hiding:
            self._kept.update(declarator.name for declarator in declaration.declarators)
        for declarator, variable in zip(declaration.declarators, variables, strict=True):
            if declarator.count is None:
                self._names.add(declarator.name, Name(variable) if variable else None, symbol)
            else:
                self._names.add_numbered(declarator.name, variable, declarator.count, symbol)
        self._known = {}

    _hiding = False

    def _nested(self, block: Block) -> None:
        """Write ``with ptx.scope():``."""
        if self._depth >= MAX_NESTED_BLOCKS:
            self._raw(block)
            return
        hides = self._hides(block)
        known, hiding = self._known, self._hiding
        calls, kept = self._plans.calls, dict(self._plans.kept)
        self._names.open()
        self._placed.append(set())
        self._hiding = hides
        try:
            with self._open_block(Call("ptx.scope", (), (("hides", Text("True")),) if hides else ())):
                self._block(block.body, root=False)
                self._comment(closing_gap(block))
            failed = False
        except (CodegenError, VerifyError):
            failed = True
        self._names.close()
        self._placed.pop()
        self._known, self._hiding = known, hiding
        if failed:
            self._plans.calls, self._plans.kept = calls, kept
            self._raw(block)

    def _hides(self, block: Block) -> bool:
        """Whether a block declares a name that is in scope around it."""
        return any(
            self._names.is_taken(declarator.name, declarator.count, here=False)
            or declarator.name in self._kept
            for statement in block.body
            if type(statement) is Declaration
            for declarator in statement.declarators
        )

    # -- statements

    def _statements(self, statements: Iterable[Statement]) -> None:
        """Write statements, with the comments before them."""
        for node in self._plans.counted(statements):
            gaps = node.gaps
            if gaps is not None and "/" in gaps.lead:
                self._comment(gaps.lead)
            if type(node) is Instruction:
                self._instruction(node)
            else:
                self._other(node)

    def _instruction(self, node: Instruction) -> None:
        """Write an instruction as one call; as PTX text where there is none."""
        call = self._call_of(node)
        if call is None:
            self._raw(node)
        else:
            self._add(Do(call, (node,)))

    def _call_of(self, node: Instruction) -> Call | None:
        """Return the call for an instruction; None if only PTX text expresses it."""
        plan, arguments = self._planned(node)
        opcode = node.opcode
        if plan is None or (opcode in BRANCHES and not self._sees_targets(node)):
            return None
        for index, type_ in plan[1]:
            arguments[index] = self._plans.typed(node.operands[index], type_, opcode, self._names)
        guard = node.guard
        keywords: tuple[tuple[str, Expr], ...] = ()
        if guard is not None:
            condition = guard_expression(guard.register, self._names)
            if condition is None:
                return None
            keywords = (("pred", negated(condition, guard.register) if guard.negated else condition),)
        self._plans.calls += 1
        return Call(plan[0], tuple(arguments), keywords)

    def _planned(self, node: Instruction) -> tuple[Plan | None, list[Expr]]:
        """Return the plan of an instruction, and its operands; those that come from the plan are None."""
        plans, names, operands = self._plans, self._names, node.operands
        traits = [*map(self._known.get, map(id, operands))]
        if None in traits:
            for at, operand in enumerate(operands):
                if traits[at] is None:
                    traits[at] = self._known[id(operand)] = plans.traits_of(operand, names)
        numbers, arguments = zip(*traits, strict=True) if traits else ((), ())
        shape = node.opcode, node.modifiers, *numbers
        return plans.made.get(shape) or plans.plan(shape, node, names), [*arguments]

    def _other(self, node: Statement) -> None:
        """Write a statement other than an instruction."""
        match node:
            case Label(name):
                if name in self._placed[-1] or not is_identifier(name) or self._is_no_label(name):
                    raise CodegenError(f"label {name} is already there, or no label")
                self._placed[-1].add(name)
                self._add(Heading())
                self._call("ptx.label", Text(quoted(name)))
            case Declaration():
                self._declare(without_gaps(node))
            case Block():
                self._nested(node)
            case Directive("loc", words, semicolon=False) if found := _LOCATION.fullmatch(" ".join(words)):
                more: tuple[tuple[str, Expr], ...] = ()
                if found["function"]:
                    place = Display(tuple(map(Number, words[-3:])), "()")
                    more = (("function", Text(quoted(found["function"]))), ("inlined_at", place))
                self._add(Do(Call("ptx.loc", tuple(map(Number, words[:3])), more)))
                self._comments.located(words)
            case Directive("pragma", (text,), semicolon=True) if re.fullmatch(r'"[^"\\]*"', text):
                self._call("ptx.pragma", Text(quoted(text[1:-1])))
            case Directive(name) if (row := DIRECTIVES.get(name)) and {"body", "label"} & set(row.places):
                self._call("ptx.directive", Text(quoted(emit_statement(without_gaps(node)))))
            case _:
                self._raw(node)

    def _is_no_label(self, name: str) -> bool:
        """Whether a name already has a meaning other than a label."""
        found = self._names.find(name)
        return found is not None

    def _declare(self, declaration: Declaration) -> None:
        """Write a declaration where it stands."""
        self._introduce_check(declaration)
        call = variable_call(declaration, "ptx.var") if declaration.space == "param" else None
        if call is not None:
            self._introduce(declaration, [""])
            self._plans.types.add(declaration.type or "")
            self._add(Do(call))
            return
        named = declaration.space == "reg" and declaration.vector is None and declaration.type in TYPES
        variables = [
            self._names.variable(each.name) if named and each.count != 0 else ""
            for each in declaration.declarators
        ]
        self._introduce(declaration, variables)
        targets = [variable or "_" for variable in variables]
        made = Call("ptx.declare", (Text(quoted_text(declaration_text(declaration))),))
        if set(targets) == {"_"}:
            self._add(Do(made))
        else:
            self._add(Assign(Text(f"{', '.join(targets)}{',' * (len(targets) == 1)}"), made))

    def _sees_targets(self, node: Instruction) -> bool:
        """Whether the labels that a branch names are in the function."""
        return all(
            name in self._names.labels or self._names(name) is not None
            for operand in node.operands
            for name in operand_names(operand)
        )

    def _raw(self, node: Statement) -> None:
        """Keep a statement as PTX text."""
        plain = without_gaps(node)
        what = {Instruction: "instruction", Block: "block"}.get(type(plain), "directive")
        self._plans.keep(f"{what} ({plain.opcode})" if isinstance(plain, Instruction) else what)
        self._call("ptx.raw", Text(quoted_text(emit_statement(plain))))


def _moves(function: Function) -> bool:
    """Whether ``ptx.var`` would make the shared variables of a function parts of a dynamic array."""
    plain = [
        without_gaps(node)
        for node in function.body or ()
        if type(node) is Declaration and node.space == "shared" and not node.linkage
    ]
    declared = [node for node in plain if variable_call(node, "ptx.var") is not None]
    return layout(declared, 0)[1] > STATIC_SHARED_BYTES


_LOCATION = re.compile(
    r"[1-9]\d* (?:0|[1-9]\d*) (?:0|[1-9]\d*)"
    r"(?: , function_name (?P<function>[\w$]+) , inlined_at (?:0|[1-9]\d*) (?:0|[1-9]\d*) (?:0|[1-9]\d*))?"
)
