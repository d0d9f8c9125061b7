"""Instructions as a person would write them: variables for registers, expressions, calls that hold calls."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from pyptx.codegen.bodies import Body
from pyptx.codegen.operands import guard_expression, negated, number, quoted, special_call
from pyptx.codegen.raising.naming import Naming
from pyptx.codegen.raising.operators import constant_kind
from pyptx.codegen.raising.roles import roles_of
from pyptx.codegen.raising.scopes import plain_name
from pyptx.codegen.raising.values import FLOATS
from pyptx.codegen.tree import Assign, Call, Do, Number, Text, mentions, text_of
from pyptx.codegen.tree import Name as Variable
from pyptx.errors import CodegenError
from pyptx.ir import Address, Instruction, Literal, Name, Vector
from pyptx.ir.visit import operand_names, walk
from pyptx.isa import special_register
from pyptx.trace import operand_types
from pyptx.types import TYPES
from pyptx.verify import Symbol

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from pyptx.codegen.comments import Comments
    from pyptx.codegen.operands import Names
    from pyptx.codegen.plans import OperandTraits, Plans
    from pyptx.codegen.raising.operators import Expression, Kind
    from pyptx.codegen.raising.shared import Raising
    from pyptx.codegen.raising.tree import Node
    from pyptx.codegen.raising.values import Values
    from pyptx.codegen.tree import Expr
    from pyptx.ir import Function, Operand, Statement

LONGEST = 44
"""An expression that is longer gets a variable; digits do not count, so that like is treated alike."""

LONGEST_CALL = 64
"""A call that is longer gets a variable."""


class UnsaidError(CodegenError):
    """A statement would stay PTX text, which contains the names of registers.

    Attributes:
        node: The statement.
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


class Pending(NamedTuple):
    """An expression that the next statement may take in, and the instructions in it."""

    expr: Expr
    stands_for: tuple[Instruction, ...]


class RaisedInstructions(Body):
    """A body whose instructions are raised: what the blocks around them go through."""

    def __init__(
        self,
        function: Function,
        plans: Plans,
        names: Names,
        comments: Comments,
        raising: Raising,
    ) -> None:
        super().__init__(function, plans, names, comments)
        self._raising = raising
        self._remembered: dict[str, tuple[object, OperandTraits]] = {}
        self._values: Values | None = None
        self._made: dict[str, str] = {}
        self._pending: dict[str, Pending] = {}
        self._shared: dict[str, str] = {}
        uses = raising.uses.get(function.name, {})
        self._pointers = {name for name, use in uses.items() if use.read or use.written}
        self._flat = not any(
            operand in (Name("%tid.y"), Name("%tid.z"))
            for node in walk(function.body or ())
            if type(node) is Instruction and node.opcode == "mov"
            for operand in node.operands[1:]
        )
        self._roles = roles_of(function.body or ())
        self._naming = Naming((), self._pointers, self._roles, flat=self._flat)

    def _instruction(self, node: Instruction) -> None:
        """Write an instruction; as an expression where there is one."""
        values = self._values
        assert values is not None
        names, made = self._names, self._made
        if node.gaps is not None and "/" in node.gaps.lead:
            self._commented(node)
        mentioned = self._raising.mentions.names_in(node.operands)
        if node.guard is not None:
            mentioned = (*mentioned, node.guard.register)
        inlined: dict[str, Pending] = {}
        if self._pending:
            used = [name for name in mentioned if name in self._pending]
            pending = list(self._pending)
            for start in range(len(used)):  # the last ones may be taken in where the others are variables
                last = used[start:]
                if pending[-len(last) :] == last and self._takes_expressions(node, last):
                    inlined = {name: self._take_expression(name) for name in last}
                    break
            if len(inlined) < len(used):
                self._flush()
        stands_for = (*[each for waiting in inlined.values() for each in waiting.stands_for], node)
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
                expr, view = said
                self._taken_for(fresh, view)
                self._plans.calls += 1
                self._raising.report.expressions += 1
                if values.counts[fresh] == 2 and _weighs(expr, LONGEST):
                    self._pending[fresh] = Pending(expr, stands_for)
                else:
                    self._flush()
                    self._add(Assign(names.variable_of(fresh), expr, stands_for))
                return
        self._flush()
        if not fresh and first is not None and len(node.operands) == 3 and node.operands[1] == first:
            said_shortly = self._augmented(node, inlined, stands_for)
            if said_shortly is not None:
                self._plans.calls += 1
                self._raising.report.expressions += 1
                self._add(said_shortly)
                return
        if fresh:
            self._taken_for(fresh, values.views.get(fresh, values.declared[fresh]))
        self._instruction_call(node, inlined, fresh, stands_for)

    def _bring(self, name: str, node: Instruction) -> None:
        """Let a register have a Python variable from here on."""
        assert self._values is not None
        stem = self._naming.stem(name, node)
        plain, block = plain_name(name)
        if block.isdigit():
            variable = self._shared.get(plain) or self._names.variable(stem)
            self._shared[plain] = variable
        else:
            variable = self._names.variable(stem)
        self._names.add(name, Variable(variable), _DECLARED[self._values.declared[name]])
        self._raising.report.variables += 1

    def _taken_for(self, name: str, view: str) -> None:
        """Note as what type Python takes a variable."""
        self._names.add(name, self._names.variable_of(name), self._symbol(view))
        self._made[name] = view

    def _symbol(self, view: str) -> Symbol:
        """Return the symbol of a register that Python treats as a type."""
        symbol = _SYMBOLS[view]
        if not self._raising.untyped or view not in FLOATS:
            return symbol
        self._plans.untyped = True
        return symbol._replace(declared=FLOATS[view])

    def _take_expression(self, name: str) -> Pending:
        """Return the expression of a register that is written where it is used, without a variable."""
        variable = text_of(self._names.variable_of(name))
        if variable not in self._shared.values():
            self._names.release(variable)
        return self._pending.pop(name)

    def _flush(self) -> None:
        """Write the expressions that wait."""
        if not self._pending:
            return
        for name, waiting in self._pending.items():
            self._add(Assign(self._names.variable_of(name), waiting.expr, waiting.stands_for))
        self._pending.clear()

    def _expression(
        self,
        node: Instruction,
        inlined: dict[str, Pending],
        declared: str,
        wanted: str | None,
        *,
        strict: bool,
    ) -> tuple[Expr, str] | None:
        """Expression of an instruction whose destination is new, and the type that Python takes it for."""
        if node.opcode == "mov" and len(node.operands) == 2 and type(node.operands[1]) is Name:
            name = node.operands[1].name
            register = special_register(name) if name not in self._made else None
            if register is not None:
                if node.modifiers != (register.type,) or register.type not in ("u32", "u64"):
                    return None
                if wanted not in (None, register.type):
                    return None
                if self._is_refused(node):
                    raise UnsaidError(node)
                self._uses(register.type)
                return Call("reg.from_", (special_call(name), Text(register.type))), register.type
        kinds = self._kinds_of(node)
        if kinds is None:
            return None
        known = self._raising.expressions
        key = node.opcode, node.modifiers, kinds, declared, wanted, strict
        said = known[key] if key in known else self._expression_of(key, node)
        if said is None:
            return None
        if said.names_type:
            self._uses(said.view)
        return said.of(*self._sources(node, inlined)), said.view

    def _expression_of(
        self, key: tuple[str, tuple[str, ...], tuple[Kind, ...], str, str | None, bool], node: Instruction
    ) -> Expression | None:
        """Return the expression of an instruction; None if no expression gives such a register."""
        if self._is_refused(node):
            raise UnsaidError(node)
        *_, kinds, declared, wanted, strict = key
        interpreter = self._raising.interpreter
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

    def _kinds_of(self, node: Instruction) -> tuple[Kind, ...] | None:
        """Return the kinds of an instruction's sources; None if one is neither a variable nor a number."""
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

    def _sources(self, node: Instruction, inlined: dict[str, Pending]) -> list[Expr]:
        """The sources of an expression."""
        sources: list[Expr] = []
        types = operand_types(node.opcode, node.modifiers, len(node.operands))[1:]
        for operand, type_ in zip(node.operands[1:], types, strict=True):
            if isinstance(operand, Literal):
                text = number(operand.text, type_)
                assert text is not None
                sources.append(Number(text))
                continue
            assert isinstance(operand, Name)
            waiting = inlined.get(operand.name)
            sources.append(self._names.variable_of(operand.name) if waiting is None else waiting.expr)
        return sources

    def _augmented(
        self, node: Instruction, inlined: dict[str, Pending], stands_for: tuple[Instruction, ...]
    ) -> Assign | None:
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
            raise UnsaidError(node)
        target, value = self._sources(node, inlined)
        return Assign(target, value, stands_for, sign=sign)

    def _is_refused(self, node: Instruction) -> bool:
        """Whether the module's own version and target do not have an instruction."""
        key = node.opcode, node.modifiers, tuple(map(type, node.operands))
        if key not in self._raising.taken:
            if self._planned(node)[0] is None:
                return True
            self._raising.taken.add(key)
        return False

    def _planned(self, node: Instruction):  # type: ignore[no-untyped-def]
        """Return the plan of an instruction and the properties of its operands."""
        plans, names = self._plans, self._names
        known = [self._known_of(operand) for operand in node.operands]
        return plans.plan((node.opcode, node.modifiers, *[each.shape for each in known]), node, names), known

    def _known_of(self, operand: Operand) -> OperandTraits:
        """Return the properties of an operand, cached for registers until they change."""
        if type(operand) is not Name:
            return self._plans.traits_of(operand, self._names)
        found = self._names.find(operand.name)
        known = self._remembered.get(operand.name)
        if known is None or known[0] is not found:
            known = self._remembered[operand.name] = found, self._plans.traits_of(operand, self._names)
        return known[1]

    def _instruction_call(
        self, node: Instruction, inlined: dict[str, Pending], fresh: str, stands_for: tuple[Instruction, ...]
    ) -> None:
        """Write an instruction as one call."""
        plans, names = self._plans, self._names
        for name, waiting in inlined.items():
            symbol = names.find(name)[1]  # type: ignore[index]
            names.add(name, waiting.expr, symbol)
        plan, known = self._planned(node)
        if plan is None or (node.opcode in ("bra", "brx") and not self._sees_targets(node)):
            raise UnsaidError(node)
        given: list[Expr] = [each.expr for each in known]
        for index, type_ in plan.typed:
            given[index] = plans.typed(node.operands[index], type_, node.opcode, names)
        target: Expr | None = None
        if fresh:
            view = self._made[fresh]
            self._uses(view)
            reads_itself = node.guard is not None and node.guard.register == fresh
            variable = names.variable_of(fresh)
            if not reads_itself and not any(mentions(each, variable) for each in given[1:]):
                target, given[0] = variable, Text(view)
            else:
                self._add(Assign(variable, Call("reg.scalar", (Text(view),))))
        keywords: tuple[tuple[str, Expr], ...] = ()
        if node.guard is not None:
            keywords = (("pred", self._guard(node.guard.register, is_negated=node.guard.negated)),)
        plans.calls += 1
        said = Call(plan.function, tuple(given), keywords)
        if target is None:
            self._add(Do(said, stands_for))
        elif node.guard is None and self._is_taken_in(fresh, node, said):
            self._pending[fresh] = Pending(said, stands_for)
        else:
            self._add(Assign(target, said, stands_for))

    def _takes_expressions(self, node: Instruction, names: Sequence[str]) -> bool:
        """Whether registers stand where Python says any expression, and well."""
        if node.opcode == "mad" and any(
            "ptx.special." in text_of(self._pending[name].expr) for name in names
        ):
            return False
        places = [node.guard.register] if node.guard is not None else []
        for operand in node.operands:
            match operand:
                case Name(name) | Address(Name(name), _, ()):
                    places.append(name)
                case Vector(items) if all(isinstance(item, Name) for item in items):
                    places += operand_names(operand)
        return set(names) <= set(places)

    def _is_taken_in(self, fresh: str, node: Instruction, said: Expr) -> bool:
        """Whether the one instruction that reads a register may take in the call that sets it."""
        assert self._values is not None
        return self._values.counts[fresh] == 2 and node.opcode in _PLAIN and _weighs(said, LONGEST_CALL)

    def _uses(self, type_: str) -> None:
        self._plans.types.add(type_)
        self._plans.uses_registers = True

    def _commented(self, node: Node) -> None:
        """Write the comments before a node."""
        if node.gaps is not None and "/" in node.gaps.lead:
            texts = self._comments.texts(node.gaps.lead)
            if texts:
                self._flush()
            for text in texts:
                self._call("ptx.comment", Text(quoted(text)))

    def _guard(self, register: str, *, is_negated: bool) -> Expr:
        condition = guard_expression(register, self._names)
        if condition is None or type(condition) is Text:
            raise CodegenError(f"{register} is not a predicate with a variable")
        return negated(condition, register) if is_negated else condition

    def _raw(self, node: Statement) -> None:
        if self._values is not None:
            raise UnsaidError(node)
        super()._raw(node)


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


def _weighs(expr: Expr, most: int) -> bool:
    """Whether an expression has some characters at most, digits aside."""
    text = text_of(expr)
    return len(text) <= most or len(text.translate(_DIGITS)) <= most


_DIGITS = str.maketrans("", "", "0123456789")
