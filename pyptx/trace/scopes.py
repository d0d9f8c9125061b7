"""The `{ }` blocks of a function that are open: their statements, registers, variables and labels."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING, NoReturn

from pyptx.errors import TraceError
from pyptx.ir import Block, Declaration, Declarator, Instruction, Label, Name
from pyptx.ir.spacing import Gaps
from pyptx.ir.visit import operand_names, walk
from pyptx.record import replace
from pyptx.trace.names import Group, Names, Scope, check_identifier, register_declarations
from pyptx.trace.source import at, caller
from pyptx.trace.unit import version_needed
from pyptx.verify import Symbol, symbol_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from pyptx.ir import Source, Statement
    from pyptx.trace.unit import Unit
    from pyptx.types import PtxType

MODULE_SPACES = frozenset({"global", "const", "tex"})
_FUNCTION_SPACES = frozenset({"shared", "local", *MODULE_SPACES})
_LABEL = Symbol("label")
_FEW = 16
"""Names of one declaration that come into scope one by one."""


class Scopes:
    """The body of a function and the `{ }` blocks in it that are open.

    Attributes:
        names: The names in scope.
        root: The body of the function.
        inner: The innermost open block.
        since: The lowest PTX version that has every declaration.
    """

    def __init__(self, unit: Unit) -> None:
        self.names = Names(unit.names)
        self.root = self.inner = Scope(0)
        self.since = unit.since
        self._unit = unit
        self._open = [self.root]
        self._count = 0
        self._at_head = 0
        self._fresh: dict[str, int] = {}
        self._declared_at: dict[str, Source] = {}
        self._closed: dict[str, Source] = {}

    # -- blocks

    @property
    def outermost_first(self) -> tuple[Scope, ...]:
        """The open blocks."""
        return tuple(self._open)

    def open(self, *, hides: bool = False) -> None:
        """Start a `{ }` block: registers declared from here on live in it, and may hide names around it."""
        self._count += 1
        self.inner = Scope(self._count, hides=hides)
        self._open.append(self.inner)

    def close(self, source: Source | None = None) -> Iterable[str]:
        """End the innermost `{ }` block, opened at `source`, and append it; return its labels."""
        scope = self._open.pop()
        self.names.changed()
        for name in scope.introduced:
            del self.names[name]
            if source is not None:
                self._closed[name] = source
        for prefix in scope.numbered:
            self.names.forget(prefix)
        self.names.update(scope.hidden)
        outer = self.inner = self._open[-1]
        for name, where in scope.pending.items():
            self.names.pop(name, None)
            if not any(name in around.labels for around in self._open):
                outer.pending.setdefault(name, where)
        for name in outer.pending:
            self.names.setdefault(name, _LABEL)
        inside = (*register_declarations(scope), *scope.body)
        gaps = None
        if scope.comments:
            line = "\n" + "\t" * len(self._open)
            gaps = Gaps(line, (("}", 0, _comment_lines(scope.comments, len(self._open) + 1) + line),))
        self.append(Block(inside, gaps))
        return scope.labels

    @contextlib.contextmanager
    def at_head(self) -> Iterator[None]:
        """Trace at the head of the function, also inside open blocks."""
        root, around, inner = self.root, self._open, self.inner
        body, comments = root.body, root.comments
        self._open, self.inner, root.body, root.comments = [root], root, [], []
        try:
            yield
        finally:
            made = root.body
            self._open, self.inner, root.body, root.comments = around, inner, body, comments
            body[self._at_head : self._at_head] = made
            self._at_head += len(made)

    def append(self, statement: Statement) -> None:
        """Append a statement to the innermost block, with the comments before it."""
        scope = self.inner
        scope.body.append(self.commented(statement, scope) if scope.comments else statement)

    def commented(self, statement: Statement, scope: Scope) -> Statement:
        """The statement with the comments that are waiting."""
        lead = comment_lead(scope.comments, len(self._open) - isinstance(statement, Label))
        scope.comments.clear()
        gaps = statement.gaps
        return replace(statement, gaps=Gaps(lead, gaps.rest if gaps is not None else ()))

    # -- registers

    def new_register(self, dtype: PtxType, name: str | None = None) -> str:
        """Declare a register and return its name; unnamed ones are numbered within their class."""
        if name is not None:
            self._declare_registers(dtype, name, None)
            return name
        scope = self.inner
        known = scope.classes.get(dtype.name)
        if known is None:
            group, type_ = self._group(dtype.register), dtype.register
            declared = group.type if group.type != type_ else ""
            known = scope.classes[dtype.name] = group, Symbol("reg", type_, declared=declared)
        group, symbol = known
        name = f"{group.prefix}{group.count}"
        group.count += 1
        self.names[name] = symbol
        if scope is not self.root:
            scope.introduced.append(name)
        return name

    def new_registers(self, dtype: PtxType, count: int, name: str | None = None) -> tuple[str, int]:
        """Declare `count` consecutive registers; return their base and the number of the first.

        ``("%f", 4)`` represents ``%f4``, ``%f5`` and so on.
        """
        if name is not None:
            self._declare_registers(dtype, name, count)
            return name, 0
        group = self._group(dtype.register)
        first = group.count
        for _ in range(count):
            self.new_register(dtype)
        return group.prefix, first

    def _group(self, register: str) -> Group:
        """The group that the next unnamed register of a declared type joins."""
        prefix, type_ = self._unit.classes[register]
        scope = self.inner
        group = scope.groups.get(prefix)
        if group is None:
            wanted = prefix if scope.number == 0 else f"%s{scope.number}{prefix[1:]}"
            while any(name.startswith(wanted) and name[len(wanted) :].isdigit() for name in self.names):
                wanted += "_"
            declared = Declaration("reg", type_, (Declarator(wanted),))
            self.since = max(self.since, version_needed(declared, self._unit))
            group = scope.groups[prefix] = Group(wanted, type_)
        return group

    def _declare_registers(self, dtype: PtxType, name: str, count: int | None) -> None:
        """Declare registers under the user's name, away from the numbered groups."""
        check_identifier(name, "register")
        scope = self.inner
        for key, group in list(scope.groups.items()):
            rest = name.removeprefix(group.prefix)
            if name.startswith(group.prefix) and (rest.isdigit() or (count is not None and not rest)):
                scope.retired.append(scope.groups.pop(key))
                scope.classes.clear()
        declaration = Declaration("reg", dtype.register, (Declarator(name, count),), source=caller())
        self.introduce(declaration)
        self.name_at_head(scope, declaration)

    # -- names

    def fresh_label(self, stem: str) -> str:
        """A label that no one has used: ``$L_<stem>_<n>``."""
        return self.fresh_name(f"$L_{stem}_")

    def fresh_name(self, stem: str) -> str:
        """A name that no one has used: `stem` and a number."""
        while True:
            number = self._fresh.get(stem, 0)
            self._fresh[stem] = number + 1
            name = f"{stem}{number}"
            if name not in self.names and not any(name in scope.labels for scope in self._open):
                return name

    def has_label(self, name: str) -> bool:
        """Whether the innermost block or one around it has the label `name`, or a branch to it."""
        return any(name in scope.labels or name in scope.pending for scope in self._open)

    def name_at_head(self, scope: Scope, declaration: Declaration) -> None:
        """Declare at the head of a block; comments said before it go with it while it stands alone there."""
        alone = scope.comments and not scope.body and scope is self.inner
        made = self.commented(declaration, scope) if alone else declaration
        assert isinstance(made, Declaration)
        scope.named.append(made)

    def introduce(self, declaration: Declaration, role: str = "") -> None:
        """Bring the names of a declaration into scope, parameters in a `Symbol.role`."""
        self.since = max(self.since, version_needed(declaration, self._unit))
        symbol = symbol_of(declaration, role)
        for declarator in declaration.declarators:
            if declarator.count is None:
                self.bring(declarator.name, symbol, declaration.source)
            else:
                self._introduce_numbered(declarator.name, declarator.count, symbol, declaration.source)

    def _introduce_numbered(self, prefix: str, count: int, symbol: Symbol, source: Source | None) -> None:
        """Bring ``%r0`` to ``%r<count - 1>`` into scope.

        Raises:
            TraceError: One of the names is taken or is not an identifier.
        """
        if count <= _FEW or (len(self._open) > 1 and self.inner.hides):
            for number in range(count):
                self.bring(f"{prefix}{number}", symbol, source)
            return
        check_identifier(f"{prefix}0", symbol.kind)
        taken = self.names.number(prefix, count, symbol)
        if taken is not None:
            self._refuse_taken(taken, source)
        if len(self._open) > 1:
            self.inner.numbered.append(prefix)

    def _refuse_taken(self, name: str, source: Source | None) -> NoReturn:
        earlier = self._declared_at.get(name)
        where = f", declared at {earlier}" if earlier else ""
        raise TraceError(f"the name {name} is taken{where}{at(source or caller())}")

    def bring(self, name: str, symbol: Symbol, source: Source | None) -> None:
        """Bring one name into scope.

        Raises:
            TraceError: The name is taken or is not an identifier.
        """
        check_identifier(name, symbol.kind)
        scope = self.inner
        known = self.names[name] if name not in self._unit.names else self.names.get(name)
        if known is not None:
            if not scope.hides or name in scope.introduced:
                self._refuse_taken(name, source)
            scope.hidden[name] = known
            self.names.changed()
        self.names[name] = symbol
        if source is not None:
            self._declared_at[name] = source
        if len(self._open) > 1 and (scope.hides or symbol.space not in _FUNCTION_SPACES):
            scope.introduced.append(name)

    def refer(self, branch: Instruction) -> None:
        """Note the labels of a branch that are not placed yet."""
        for target in branch.operands:
            if not isinstance(target, Name) or self.names[target.name] is not None:
                continue
            assert branch.source is not None
            self.inner.pending[target.name] = branch.source
            self.names[target.name] = _LABEL

    def place(self, label: Label) -> None:
        """Append a label and check the branches to it."""
        scope, source = self.inner, caller()
        symbol = self.names[label.name]
        if label.name in scope.labels:
            earlier = scope.labels[label.name]
            raise TraceError(f"label {label.name} is already at {earlier}{at(source)}")
        if symbol is not None and symbol.kind != "label":
            raise TraceError(f"label {label.name}: the name is taken by a {symbol.kind}{at(source)}")
        scope.labels[label.name] = source
        scope.pending.pop(label.name, None)
        if symbol is None:
            self.names[label.name] = _LABEL
            if scope is not self.root:
                scope.introduced.append(label.name)
        self.append(label)

    def describe_closed(self, instruction: Instruction) -> str:
        """A line for each operand that lives in a block already closed."""
        names = sorted({name for operand in instruction.operands for name in operand_names(operand)})
        return "".join(
            f"\n  {name} lives in the ptx.scope() of {where}, which is closed"
            for name in names
            if self.names[name] is None and (where := self._closed.get(name))
        )

    def describe_hidden(self, name: str) -> str:
        """Describe the place of a label that is in a block invisible to the branch."""
        inner = any(
            isinstance(inside, Label) and inside.name == name
            for block in self.root.body
            if isinstance(block, Block)
            for inside in walk(block.body)
        )
        if name.startswith("$L_endif_"):
            return "; `rest.leave()` is for a block with `ptx.else_()` right after it: write `rest.skip()`"
        return "; it is inside a ptx.scope(), which hides its labels" if inner else ""


def comment_lead(comments: list[str], depth: int) -> str:
    """Return the gap before a statement with comments, each on its own line."""
    return _comment_lines(comments, depth) + "\n" + "\t" * depth


def _comment_lines(comments: list[str], depth: int) -> str:
    indent = "\n" + "\t" * depth
    return "".join(f"{indent}// {text}" for text in comments)
