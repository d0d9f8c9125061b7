"""A function as a flat body of Python: one statement for each of PTX.

Registers are variables from their first write on, an instruction is an operator where one traces it, and
branches and labels stand as they are. The passes go on from here.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from pyptx import mangling
from pyptx.codegen.bodies import Body
from pyptx.codegen.comments import leading_gap
from pyptx.codegen.operands import number, quoted, special_call
from pyptx.codegen.raising.operators import constant_kind
from pyptx.codegen.raising.scopes import renamed
from pyptx.codegen.raising.values import FLOATS, members_of, plan_values
from pyptx.codegen.raising.words import names_of, ptx_target
from pyptx.codegen.tree import (
    Assign,
    Call,
    Display,
    Do,
    Format,
    Heading,
    Item,
    Number,
    Register,
    Text,
)
from pyptx.codegen.tree import Name as Variable
from pyptx.emitter import emit_statement
from pyptx.ir import Declaration, Directive, Instruction, Literal, Name, Pair
from pyptx.ir.visit import labels, walk, without_gaps
from pyptx.isa import special_register
from pyptx.trace import operand_types
from pyptx.trace.returns import ended
from pyptx.types import TYPES
from pyptx.verify import Symbol

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pyptx.codegen.comments import Comments
    from pyptx.codegen.operands import Names
    from pyptx.codegen.plans import OperandTraits, Plan, Plans
    from pyptx.codegen.raising.operators import Expression, Kind
    from pyptx.codegen.raising.shared import Raising
    from pyptx.codegen.tree import Body as PythonBody
    from pyptx.codegen.tree import Expr
    from pyptx.codegen.tree import Statement as PythonStatement
    from pyptx.ir import Function, Statement


class Lift(Body):
    """A body being lifted.

    Attributes:
        values: Roles of its registers; None if they all keep their names.
        views: The type that Python takes each register for.
        kept_targets: Labels that branches kept as PTX text go to.
    """

    def __init__(
        self, function: Function, plans: Plans, names: Names, comments: Comments, raising: Raising
    ) -> None:
        super().__init__(function, plans, names, comments)
        body = function.body or ()
        parameters = (*(function.params or ()), *(function.returns or ()))
        given = frozenset([each.name for node in parameters for each in node.declarators])
        self.values = plan_values(body, raising.mentions, given, untyped=raising.untyped)
        self.views: dict[str, str] = {}
        self.kept_targets: set[str] = set()
        self._raising = raising
        self._remembered: dict[str, tuple[object, OperandTraits]] = {}
        self._note = ""

    def statements(self) -> PythonBody:
        """Return the statements.

        Raises:
            CodegenError: A trace would refuse one of them.
        """
        body = self._function.body or ()
        self._names.labels = {node.name for node in labels(body)}
        head = 0
        while head < len(body) and self._at_head(body[head], root=True):
            head += 1
        self._arrays()
        plain = [statement for statement in body if type(statement) is not Declaration]
        end = len(body)
        if _returns(body[head:]) and len(ended(plain[:-1])) == len(plain):
            end -= 1
        self._statements(body[head:end])
        for implied in body[end:]:
            self._comment(leading_gap(implied))
        self._end(body)
        return tuple(self._out)

    # -- statements

    def _add(self, statement: PythonStatement) -> None:
        if type(statement) is Heading:
            return
        if self._note:
            statement, self._note = statement._replace(note=self._note), ""
        self._out.append(statement)

    def _at_head(self, statement: Statement, *, root: bool) -> bool:
        if root and self._is_planned(statement):
            self._comment(leading_gap(statement))
            return True
        return super()._at_head(statement, root=root)

    def _other(self, node: Statement) -> None:
        if type(node) is Directive and node.name == "loc":
            self._comments.located(node.words)
            self._note = self._comments.place_of(node.words) or self._note
            self._raising.report.locations += 1
        elif len(self._placed) > 1 or not self._is_planned(node):
            super()._other(node)

    def _raw(self, node: Statement) -> None:
        """Keep a statement as PTX text with variables in place of registers."""
        if isinstance(node, Instruction) and node.opcode == "bra":
            self.kept_targets.add(ptx_target(node))
        values = self.values
        if values is None:
            super()._raw(node)
            return
        found: dict[str, Expr] = {}
        for each in walk((node,)):
            for name in names_of(each) if isinstance(each, Instruction) else ():
                if name in values.declared and name not in values.pinned:
                    if name not in self.views:
                        self._declare_variable(name)
                    found[name] = self._names.variable_of(name)
        if not found:
            super()._raw(node)
            return
        plain = without_gaps(node)
        marked = renamed((plain,), {name: f"{_MARK}{name}{_MARK}" for name in found})
        texts = "".join(map(emit_statement, marked)).split(_MARK)
        parts: list[Expr | str] = [found[text] if at % 2 else text for at, text in enumerate(texts)]
        self._plans.keep(f"instruction ({node.opcode})" if isinstance(node, Instruction) else "block")
        self._call("ptx.raw", Format(tuple(parts)))

    def _declare_variable(self, name: str) -> None:
        """Write a register that only PTX text sets as a variable."""
        assert self.values is not None
        type_ = self.values.declared[name]
        variable = Register(name)
        self._note_view(variable, type_)
        self._add(Assign(variable, Call("reg.scalar", (Text(type_),))))

    # -- the head

    def _variable_for(self, declaration: Declaration) -> str:
        """Return the demangled name of a variable in memory; empty where it is not mangled."""
        name = declaration.declarators[0].name
        plain = mangling.stem(name)
        return "" if plain == name else self._names.variable(plain)

    def _is_planned(self, statement: Statement) -> bool:
        """Whether a statement declares registers that become variables and arrays."""
        if self.values is None or type(statement) is not Declaration:
            return False
        (first, *_) = statement.declarators
        return (first.name if first.count is None else f"{first.name}0") in self.values.declared

    def _arrays(self) -> None:
        """Declare the registers other than variables: pinned ones by name, the others as arrays."""
        values, names = self.values, self._names
        if values is None:
            return
        for name in values.pinned:
            type_ = values.declared[name]
            variable = names.variable(name)
            names.add(name, Variable(variable), Symbol("reg", type_))
            self.views[name] = type_
            made = Call("reg.scalar", (Text(type_),), (("name", Text(quoted(name))),))
            self._add(Assign(Variable(variable), made))
        self._raising.report.arrays += len(values.arrays)
        for stem, type_, members_ in values.arrays:
            view = values.views.get(members_[0], type_)
            array = Variable(names.variable(stem))
            for position, name in enumerate(members_):
                names.add(name, Item(array, Number(str(position))), self._symbol(view))
                self.views[name] = view
            self._add(Assign(array, Call("reg.array", (Text(view), Number(str(len(members_)))))))
        self._known = {}

    # -- instructions

    def _instruction(self, node: Instruction) -> None:
        """Write an instruction; as an expression where there is one."""
        values, views = self.values, self.views
        if values is None or len(self._placed) > 1:
            super()._instruction(node)
            return
        first = node.operands[0] if node.operands else None
        fresh = ""
        if type(first) is Pair and self._is_new(first):
            self._setting_pair(node, members_of(first))
            return
        if type(first) is Name and first.name in values.variables and first.name not in views:
            fresh = first.name
            variable = self._bring(fresh)
            if node.guard is None and self._raising.mentions.names_in(node.operands).count(fresh) == 1:
                said = self._expression(node, fresh)
                if said is not None:
                    self._note_view(variable, said[1])
                    self._plans.calls += 1
                    self._raising.report.expressions += 1
                    self._add(Assign(variable, said[0], (node,)))
                    return
            self._note_view(variable, values.views.get(fresh, values.declared[fresh]))
        elif first is not None and len(node.operands) == 3 and node.operands[1] == first:
            said_shortly = self._augmented(node)
            if said_shortly is not None:
                self._plans.calls += 1
                self._raising.report.expressions += 1
                self._add(said_shortly)
                return
        if fresh:
            self._setting_call(node, fresh)
        else:
            super()._instruction(node)

    def _bring(self, name: str) -> Register:
        """Let a register be a variable from here on; return it."""
        assert self.values is not None
        variable = Register(name)
        self._names.add(name, variable, _DECLARED[self.values.declared[name]])
        return variable

    def _note_view(self, variable: Register, view: str) -> None:
        """Note as what type Python takes a variable."""
        self._names.add(variable.name, variable, self._symbol(view))
        self.views[variable.name] = view

    def _symbol(self, view: str) -> Symbol:
        """Return the symbol of a register that Python treats as a type."""
        symbol = _SYMBOLS[view]
        if not self._raising.untyped or view not in FLOATS:
            return symbol
        self._plans.untyped = True
        return symbol._replace(declared=FLOATS[view])

    def _expression(self, node: Instruction, fresh: str) -> tuple[Expr, str] | None:
        """Expression of an instruction whose destination is new, and the type that Python takes it for."""
        values = self.values
        assert values is not None
        declared, strict = values.declared[fresh], fresh in values.vetoed
        wanted = declared if strict else values.views.get(fresh)
        if node.opcode == "mov" and len(node.operands) == 2 and type(node.operands[1]) is Name:
            name = node.operands[1].name
            register = special_register(name) if name not in self.views else None
            if register is not None:
                if node.modifiers != (register.type,) or register.type not in ("u32", "u64"):
                    return None
                if wanted not in (None, register.type) or self._is_refused(node):
                    return None
                return Call("reg.from_", (special_call(name), Text(register.type))), register.type
        kinds = kinds_of(node, self.views)
        if kinds is None:
            return None
        known = self._raising.expressions
        key = node.opcode, node.modifiers, kinds, declared, wanted, strict
        said = known[key] if key in known else self._expression_of(key, node)
        if said is None:
            return None
        return said.of(*self._sources(node)), said.view

    def _expression_of(
        self, key: tuple[str, tuple[str, ...], tuple[Kind, ...], str, str | None, bool], node: Instruction
    ) -> Expression | None:
        """Return the expression of an instruction; None if no expression gives such a register."""
        *_, kinds, declared, wanted, strict = key
        interpreter = self._raising.interpreter
        found = None
        if not self._is_refused(node):
            found = interpreter.expression_of(node, kinds, wanted)
            held = wanted is None or wanted in FLOATS or strict or node.opcode in ("mov", "cvt")
            if found is None and not held:
                found = interpreter.expression_of(node, kinds, None)
        if found is not None and not _is_class(found.view, declared):
            untyped = self._raising.untyped and wanted is not None
            if not untyped or FLOATS.get(found.view) != declared:
                found = None
        self._raising.expressions[key] = found
        return found

    def _sources(self, node: Instruction) -> list[Expr]:
        """The sources of an expression."""
        sources: list[Expr] = []
        operands = node.operands
        for index in range(1, len(operands)):
            operand = operands[index]
            if type(operand) is Name:
                sources.append(self._names.variable_of(operand.name))
                continue
            assert isinstance(operand, Literal)
            types = operand_types(node.opcode, node.modifiers, len(operands))
            text = number(operand.text, types[index])
            assert text is not None
            sources.append(Number(text))
        return sources

    def _augmented(self, node: Instruction) -> Assign | None:
        """``x += y``; None if the instruction means something else."""
        if node.guard is not None:
            return None
        kinds = kinds_of(node, self.views)
        if kinds is None or node.operands[2] == node.operands[0]:
            return None
        sign = self._raising.interpreter.augmented(node, kinds)
        if sign is None or self._is_refused(node):
            return None
        target, value = self._sources(node)
        return Assign(target, value, (node,), sign=sign)

    def _is_refused(self, node: Instruction) -> bool:
        """Whether the module's own version and target do not have an instruction."""
        key = node.opcode, node.modifiers, tuple(map(type, node.operands))
        if key not in self._raising.taken:
            if self._planned(node)[0] is None:
                return True
            self._raising.taken.add(key)
        return False

    def _planned(self, node: Instruction) -> tuple[Plan | None, list[Expr]]:
        if self.values is None:
            return super()._planned(node)
        plans, names, remembered = self._plans, self._names, self._remembered
        shapes: list[int] = []
        arguments: list[Expr | None] = []
        for operand in node.operands:
            if type(operand) is Name:  # the traits of a register stay until its variable changes
                found = names.find(operand.name)
                known = remembered.get(operand.name)
                if known is None or known[0] is not found:
                    known = remembered[operand.name] = found, plans.traits_of(operand, names)
                traits = known[1]
            else:
                traits = plans.traits_of(operand, names)
            shapes.append(traits[0])
            arguments.append(traits[1])
        shape = node.opcode, node.modifiers, *shapes
        # arguments that are None come from the plan
        return plans.made.get(shape) or plans.plan(shape, node, names), arguments  # type: ignore[return-value]

    def _is_new(self, pair: Pair) -> bool:
        """Whether a pair is the first mention of two variables."""
        assert self.values is not None
        members = members_of(pair)
        return (
            len(members) == 2
            and self.values.variables.issuperset(members)
            and self.views.keys().isdisjoint(members)
        )

    def _setting_pair(self, node: Instruction, members: tuple[str, ...]) -> None:
        """Write the call of an instruction that sets two registers first, and bind those that are read."""
        values = self.values
        assert values is not None
        for name in members:
            self._note_view(self._bring(name), values.views.get(name, values.declared[name]))
        call = self._call_of(node)
        types = Display(tuple([Text(self.views[name]) for name in members]), "()")
        sources = {*self._raising.mentions.names_in(node.operands[1:])}
        if node.guard is not None:
            sources.add(node.guard.register)
        if call is None or not sources.isdisjoint(members):
            for name, view in zip(members, types.items, strict=True):
                self._add(Assign(Register(name), Call("reg.scalar", (view,))))
            if call is None:
                self._raw(node)
            else:
                self._add(Do(call, (node,)))
            return
        made = Call(call.function, (types, *call.arguments[1:]), call.keywords)
        read = [at for at, name in enumerate(members) if values.counts[name] > 1]
        if len(read) < 2:
            at = read[0] if read else 0
            self._add(Assign(Register(members[at]), Item(made, Number(str(at))), (node,)))
        else:
            self._add(Assign(Display(tuple(map(Register, members)), "()"), made, (node,)))

    def _setting_call(self, node: Instruction, fresh: str) -> None:
        """Write the call of an instruction that sets a register first."""
        call, variable, view = self._call_of(node), Register(fresh), Text(self.views[fresh])
        if call is not None:
            names = self._raising.mentions.names_in(node.operands)
            if names.count(fresh) == 1 and (node.guard is None or node.guard.register != fresh):
                made = Call(call.function, (view, *call.arguments[1:]), call.keywords)
                self._add(Assign(variable, made, (node,)))
                return
        self._add(Assign(variable, Call("reg.scalar", (view,))))
        if call is None:
            self._raw(node)
        else:
            self._add(Do(call, (node,)))


def kinds_of(node: Instruction, views: dict[str, str]) -> tuple[Kind, ...] | None:
    """Return the kinds of an instruction's sources; None if one is neither a variable nor a number."""
    kinds = []
    operands = node.operands
    for index in range(1, len(operands)):
        operand = operands[index]
        kind: Kind | None = None
        if type(operand) is Name:
            kind = views.get(operand.name)
        elif type(operand) is Literal:
            types = operand_types(node.opcode, node.modifiers, len(operands))
            if _is_refused_by_operators(node, operand.text):
                return None
            kind = constant_kind(operand.text, types[index])
        if kind is None:
            return None
        kinds.append(kind)
    return tuple(kinds)


def _is_refused_by_operators(node: Instruction, constant: str) -> bool:
    """Whether Python's operators refuse a constant: a divisor of 0, or a shift by the width or more."""
    if node.opcode in ("div", "rem"):
        return constant == "0"
    if node.opcode not in ("shl", "shr") or not constant.isdecimal():
        return False
    return int(constant) >= TYPES[node.modifiers[-1]].bits


def _returns(body: Sequence[Statement]) -> bool:
    """Whether the last statement returns, which needs no saying."""
    last = body[-1] if body else None
    return type(last) is Instruction and last.opcode == "ret" and not last.modifiers and last.guard is None


_MARK = "\x1f"
"""Stands around the names of registers in PTX text: no PTX has it."""
_SYMBOLS = {name: Symbol("reg", dtype.register) for name, dtype in TYPES.items()}
_DECLARED = {name: Symbol("reg", name) for name in TYPES}


@cache
def _is_class(view: str, declared: str) -> bool:
    """Whether registers that are taken for one type are declared like those of another."""
    given, same = TYPES[declared], TYPES[TYPES[view].register]
    if given.kind == "f" or same.kind in ("f", "pred"):
        return same.name == given.name
    return same.bits == given.bits and given.kind in "bus"
