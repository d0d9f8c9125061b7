"""The kernel body being traced: its statements, registers, variables, labels and blocks."""

from __future__ import annotations

import contextlib
from math import prod
from typing import TYPE_CHECKING, NamedTuple, NoReturn

from pyptx.arch import ASSEMBLED
from pyptx.arch import arch as find_target
from pyptx.errors import TraceError, VerifyError
from pyptx.ir import (
    Block,
    Declaration,
    Declarator,
    Directive,
    Function,
    Instruction,
    Label,
    Name,
    Source,
)
from pyptx.ir.spacing import Gaps
from pyptx.ir.visit import backwards, operand_names, walk
from pyptx.isa import availability, lookup
from pyptx.record import replace
from pyptx.trace.assigned import SharedNames
from pyptx.trace.bytecode import bytecode_of
from pyptx.trace.lineinfo import with_locations
from pyptx.trace.names import (
    Group,
    Names,
    Scope,
    check_identifier,
    is_complete_key,
    register_declarations,
)
from pyptx.trace.open_blocks import OpenBlocks, Opened
from pyptx.trace.operands import ADDRESSING, written_positions
from pyptx.trace.returns import ended
from pyptx.trace.shared import SharedArrays, moved
from pyptx.trace.source import at, author, caller
from pyptx.trace.targets import WORKING
from pyptx.trace.transactions import check_transactions
from pyptx.trace.unit import Head, Unit, version_needed
from pyptx.trace.watch import Memory, Watch
from pyptx.verify import Symbol, cta_group, disagreement, symbol_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from types import FrameType

    from pyptx.arch import Arch
    from pyptx.ir import Item, Module, Statement
    from pyptx.types import PtxType
    from pyptx.verify import Match, Verifier


class Span(NamedTuple):
    """A named group of instructions: those from `first` up to, not including, `last`, in the body's order."""

    name: str
    first: int
    last: int
    source: Source


class Trace:
    """One kernel being traced.

    Attributes:
        name: Name of the entry.
        arch: Target.
        params: Parameters of the entry, in order.
        extern_shared: Name of the dynamic shared array that the kernel lays out itself, or None.
        else_follows: The label that ends the last `if_`; an `else_` takes it back while nothing follows it.
        elements: Elements of tiles that registers were loaded with, by the name of the register.
        noted: Instructions that access memory or signal, and those that may compute an address.
        else_end: The label behind that `else_`, if threads go there already.
        blocks: The blocks that Python has made or entered, and not yet left.
        shared: The arrays in shared memory.
        facts: Recorded properties of names, for the calls that use them: the shared array of a variable, the
            tensor map or the matrix that a register describes.
        shared_names: The author's names of arrays in shared memory.
        copied: Tensor copies by identity, and the bytes that each counts at its barrier; None where only the
            launch knows.
        source: Line that defines the kernel.
        outermost: The Python frame that started the trace, while it goes on.
        memory: State that all comparisons of names at the ends of blocks share.
        fixed: Names that may keep the value of the trace.
        watched: By the name of a label: what compares the author's names at branches back to it.
    """

    def __init__(
        self,
        name: str = "kernel",
        *,
        arch: Arch | str = "sm_90a",
        version: tuple[int, int] | None = None,
        params: Iterable[Declaration] = (),
        directives: Iterable[Directive] = (),
        dynamic_shared: int = 0,
        extern_shared: str | None = None,
        linkage: str | None = "visible",
        target_options: Iterable[str] = (),
        head: Head | None = None,
        unit: Unit | None = None,
    ) -> None:
        """Start a function: alone in a module, or in one that is being traced.

        Args:
            name: Its name.
            arch: Target; that of `unit` where there is one, as are `version` and `target_options`.
            version: PTX version; None for the lowest that the instructions need.
            params: Parameters.
            directives: Between the parameters and the body.
            dynamic_shared: Dynamic shared memory of a launch, in bytes.
            extern_shared: Name of the dynamic shared array that the kernel lays out itself.
            linkage: ``"visible"``, ``"weak"``, ``"extern"`` or None.
            target_options: Further words of ``.target``.
            head: Further properties of a function; None for an ``.entry``.
            unit: The module it is part of.
        """
        self.name = name
        self.head = Head() if head is None else head
        self.unit = Unit(arch, version, target_options=target_options) if unit is None else unit
        self.arch = self.unit.arch
        self.params = tuple(params)
        self.extern_shared = extern_shared
        self._spans: list[Span] = []
        self._directives = tuple(directives)
        self._linkage = linkage
        self.unit.names.setdefault(name, Symbol("function"))
        self._verifier = self.unit.verifier.for_kind(self.head.kind)
        self._lenient = self.unit.lenient.for_kind(self.head.kind)
        self._since = self.unit.since
        self._root = Scope(0)
        self._scopes = [self._root]
        self._scope_count = 0
        self._names = Names(self.unit.names)
        self._unreachable = False
        self._declared_at: dict[str, Source] = {}
        self._closed: dict[str, Source] = {}
        self.blocks = OpenBlocks()
        self._fresh: dict[str, int] = {}
        self._before: list[Item] = []
        self._after: list[Item] = []
        self.shared = SharedArrays(dynamic_shared, names_dynamic=extern_shared is not None)
        self._grouped: Instruction | None = None
        self._instructions = 0
        self._entry_statements = 0
        self._entry_instructions = 0
        self.else_follows: Statement | None = None
        self.else_end: str | None = None
        self.facts: dict[object, object] = {}
        self.shared_names = SharedNames()
        self.copied: dict[int, tuple[Instruction, int | None]] = {}
        self.elements: dict[str, object] = {}
        self.noted: list[Instruction] = []
        self.source: Source | None = None
        self.outermost: FrameType | None = None
        self.memory = Memory()
        self.fixed: set[str] = set()
        self.watched: dict[str, Watch] = {}
        for parameter in self.params:
            self._introduce_all(parameter, "entry" if self.head.kind == "entry" else "given")
        for result in self.head.returns or ():
            self._introduce_all(result, "returned")
        if extern_shared is not None:
            self._introduce(extern_shared, Symbol("var", "b8", "shared"), None)

    # -- statements

    def emit(
        self, instruction: Instruction, *, any_order: bool = False, key: tuple[object, ...] = ()
    ) -> Instruction:
        """Verify an instruction and append it; one without a source gets that of the caller.

        Args:
            instruction: The instruction.
            any_order: Whether its modifiers may be in an order that only ptxas accepts.
            key: Verification key; if `is_complete_key` accepts it, instructions with equal keys are verified
                once.

        Raises:
            VerifyError: The ISA does not define it, or not for this target.
        """
        verifier = self._lenient if any_order else self._verifier
        match = verifier.verified.get(key)
        if match is None:
            if instruction.source is None:
                instruction = replace(instruction, source=caller())
            match = self._verify(instruction, verifier, key)
        if match.since > self._since:
            self._since = match.since
        if self.unit.targets is not None:
            self._need(match, instruction)
        if instruction.opcode in _NOTED:
            self.noted.append(instruction)
            if instruction.opcode == "tcgen05":
                self._refuse_other_groups(instruction)
        scope = self._scopes[-1]
        scope.body.append(instruction if not scope.comments else self._commented(instruction, scope))
        self._instructions += 1
        return instruction

    def _verify(self, instruction: Instruction, verifier: Verifier, key: tuple[object, ...]) -> Match:
        """The row of an instruction, which the verifier remembers by `key`.

        Raises:
            VerifyError: There is none, or not for this target.
        """
        if instruction.opcode in _BRANCHES:
            self._refer(instruction)
        try:
            match = verifier.verify(instruction, self._names.__getitem__)
        except VerifyError as error:
            elsewhere = self._verify_elsewhere(instruction, lenient=verifier is self._lenient)
            if elsewhere is not None:
                return elsewhere
            raise VerifyError(f"{error}{self._closed_names(instruction)}{at(instruction.source)}") from None
        if is_complete_key(key):
            verifier.note_verified(key, match)
        return match

    def _verify_elsewhere(self, instruction: Instruction, *, lenient: bool) -> Match | None:
        """The row of an instruction on another target, where the module is given none; else None."""
        targets = self.unit.targets
        for target in () if targets is None else map(find_target, ASSEMBLED):
            verifier = self.unit.verifier_of(target, any_order=lenient).for_kind(self.head.kind)
            try:
                return verifier.verify(instruction, self._names.__getitem__)
            except VerifyError:
                continue  # the first target's error is the one to report
        return None

    def _need(self, match: Match, instruction: Instruction) -> None:
        """Leave the targets that have an instruction, and verify for one of them."""
        unit = self.unit
        assert unit.targets is not None
        unit.targets.need_match(match, instruction, instruction.source)
        unit.follow()
        if unit.arch is not self.arch:
            self.arch = unit.arch
            self._verifier = unit.verifier.for_kind(self.head.kind)
            self._lenient = unit.lenient.for_kind(self.head.kind)

    def append(self, statement: Statement) -> None:
        """Append a statement as it is, unverified: the names it declares come into scope."""
        match statement:
            case Label():
                self._place(statement)
                return
            case Declaration():
                self._introduce_all(statement)
            case _:
                for inner in walk((statement,)):
                    if isinstance(inner, Instruction):
                        self._count_unverified(inner)
        self._append(statement)

    def label(self, name: str) -> None:
        """Place a label here.

        Raises:
            TraceError: The label is already in this block.
        """
        check_identifier(name, "label")
        self._place(Label(name))

    def watch_label(self, name: str) -> None:
        """Look at the author's names at a label that the function, by its bytecode, may branch back to."""
        frame, _ = author()
        if frame is not None and bytecode_of(frame.f_code).may_go_back(frame.f_lasti, name):
            self.watched[name] = Watch(self, Opened(f"ptx.label({name!r})", caller()))

    def fresh_label(self, stem: str) -> str:
        """A label that no one has used: ``$L_<stem>_<n>``."""
        return self.fresh_name(f"$L_{stem}_")

    def fresh_name(self, stem: str) -> str:
        """A name that no one has used: `stem` and a number."""
        while True:
            number = self._fresh.get(stem, 0)
            self._fresh[stem] = number + 1
            name = f"{stem}{number}"
            if name not in self._names and not any(name in scope.labels for scope in self._scopes):
                return name

    def has_label(self, name: str) -> bool:
        """Whether the innermost block or one around it has the label `name`, or a branch to it."""
        return any(name in scope.labels or name in scope.pending for scope in self._scopes)

    @property
    def body(self) -> list[Statement]:
        """Statements of the innermost `{ }` block so far."""
        return self._scopes[-1].body

    @property
    def block(self) -> tuple[int, ...] | None:
        """The threads of a CTA along each axis; None where a launch chooses them."""
        words = next((each.words for each in self._directives if each.name == "reqntid"), None)
        return None if words is None else tuple(int(word) for word in words if word.isdecimal())

    @property
    def statements(self) -> list[Statement]:
        """Statements so far of all open `{ }` blocks, those of the outermost first."""
        return [statement for scope in self._scopes for statement in scope.body]

    @property
    def last(self) -> Statement | None:
        """The statement that was traced last: a place that `rewritten` looks back to."""
        return next((scope.body[-1] for scope in reversed(self._scopes) if scope.body), None)

    def rewritten(self, name: str, since: Statement | None) -> Source | None:
        """Return the line that wrote a register after the statement `since`; None if there is none."""
        writer = self.writer(name, since)
        return None if writer is None else writer.source or caller()

    def writer(self, name: str, since: Statement | None = None) -> Instruction | None:
        """Return the last instruction after the statement `since` that wrote a register, or None."""
        bodies = [scope.body for scope in reversed(self._scopes)]
        for statement in (each for body in bodies for each in backwards(body)):
            if statement is since:
                return None
            if type(statement) is Instruction and _writes(statement, name):
                return statement
        return None

    def comment(self, text: str) -> None:
        """Add a comment before the next statement of the block, or before its end."""
        self._scopes[-1].comments.append(text)

    def _append(self, statement: Statement) -> None:
        """Append a statement to the innermost block, with the comments before it."""
        scope = self._scopes[-1]
        scope.body.append(self._commented(statement, scope) if scope.comments else statement)

    def _commented(self, statement: Statement, scope: Scope) -> Statement:
        """The statement with the comments that are waiting."""
        lead = _comment_lead(scope.comments, len(self._scopes) - isinstance(statement, Label))
        scope.comments.clear()
        gaps = statement.gaps
        return replace(statement, gaps=Gaps(lead, gaps.rest if gaps is not None else ()))

    # -- registers and variables

    def new_register(self, dtype: PtxType, name: str | None = None) -> str:
        """Declare a register and return its name; unnamed ones are numbered within their class."""
        if name is not None:
            self._declare_registers(dtype, name, None)
            return name
        scope = self._scopes[-1]
        known = scope.classes.get(dtype.name)
        if known is None:
            group, type_ = self._group(dtype.register), dtype.register
            declared = group.type if group.type != type_ else ""
            known = scope.classes[dtype.name] = group, Symbol("reg", type_, declared=declared)
        group, symbol = known
        name = f"{group.prefix}{group.count}"
        group.count += 1
        self._names[name] = symbol
        if scope is not self._root:
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

    def declare(self, declaration: Declaration) -> None:
        """Declare a variable where PTX requires it: module scope, the top of the body, or here.

        Shared variables are laid out when the module is made: as they stand while they fit the static limit
        of 48 KiB, else as parts of one dynamic array.

        Raises:
            TraceError: A name is taken, or is not an identifier.
        """
        if declaration.source is None:
            declaration = replace(declaration, source=caller())
        self._introduce_all(declaration)
        if declaration.linkage or declaration.space in _MODULE_SPACES:
            self._before.append(declaration)
        elif declaration.space == "reg":
            self._name(self._scopes[-1], declaration)
        elif declaration.space in ("shared", "local"):
            self._name(self._root, declaration)
            if declaration.space == "shared":
                self.shared.add(declaration)
        else:
            self._append(declaration)

    def add_item(self, item: Item, *, after: bool = False) -> None:
        """Put a directive, variable or section at module scope, before the entry or after it.

        Raises:
            TraceError: A name that it declares is taken, or a file's number.
        """
        if isinstance(item, Declaration):
            self._introduce_all(item)
        if isinstance(item, Directive) and item.name == "file":
            number = item.words[:1]
            if any(known.words[:1] == number for known in self._files()):
                raise TraceError(f".file {''.join(number)} is already declared{at(caller())}")
        (self._after if after else self._before).append(item)

    def add_parameter(self, parameter: Declaration) -> None:
        """Add a parameter after those there are.

        Raises:
            TraceError: Its name is taken.
        """
        with self.at_entry():
            self._introduce_all(parameter, "entry")
        self.params = (*self.params, parameter)

    @contextlib.contextmanager
    def at_entry(self) -> Iterator[None]:
        """Trace at the head of the function, also inside open blocks.

        Declarations made there are visible in the whole function.
        """
        root, scopes, before = self._root, self._scopes, self._instructions
        body, comments = root.body, root.comments
        self._scopes, root.body, root.comments = [root], [], []
        try:
            yield
        finally:
            made = root.body
            self._scopes, root.body, root.comments = scopes, body, comments
            body[self._entry_statements : self._entry_statements] = made
            self._entry_statements += len(made)
            self._entry_instructions += self._instructions - before

    def symbol(self, name: str) -> Symbol | None:
        """Return the symbol of `name` here; None for a name that is not visible."""
        return self._names[name]

    @property
    def dynamic_symbol(self) -> str:
        """Name of the dynamic shared array; asking for it declares it."""
        self.shared.names_dynamic = True
        if self.extern_shared is None:
            self.extern_shared = self.fresh_name("dynamic_smem")
            self._introduce(self.extern_shared, Symbol("var", "b8", "shared"), None)
        return self.extern_shared

    @property
    def dynamic_parts(self) -> dict[str, tuple[int, int]]:
        """Offset and size of each array in dynamic shared memory, in rising order."""
        shared = self.shared
        own = {self.dynamic_symbol: (0, shared.own_bytes)} if shared.own_bytes else {}
        if not shared.are_moved:
            return own
        offsets = shared.offsets
        return own | {name: (offsets[name], size) for name, size in shared.sizes.items()}

    # -- scopes

    def open_scope(self, *, hides: bool = False) -> None:
        """Start a `{ }` block: registers declared from here on live in it, and may hide names around it."""
        self._scope_count += 1
        self._scopes.append(Scope(self._scope_count, hides=hides))

    def close_scope(self, source: Source | None = None) -> None:
        """End the innermost `{ }` block, opened at `source`, and append it."""
        scope = self._scopes.pop()
        self._names.changed()
        for name in scope.introduced:
            del self._names[name]
            if source is not None:
                self._closed[name] = source
        for prefix in scope.numbered:
            self._names.forget(prefix)
        self._names.update(scope.hidden)
        for name in scope.labels:
            self.watched.pop(name, None)
        outer = self._scopes[-1]
        for name, where in scope.pending.items():
            self._names.pop(name, None)
            if not any(name in around.labels for around in self._scopes):
                outer.pending.setdefault(name, where)
        for name in outer.pending:
            self._names.setdefault(name, _LABEL)
        inside = (*register_declarations(scope), *scope.body)
        gaps = None
        if scope.comments:
            line = "\n" + "\t" * len(self._scopes)
            gaps = Gaps(line, (("}", 0, _comment_lines(scope.comments, len(self._scopes) + 1) + line),))
        self._append(Block(inside, gaps))

    @property
    def spans(self) -> list[Span]:
        """Groups named by `intrinsic`, in the order they were left."""
        head = self._entry_instructions
        return [span._replace(first=span.first + head, last=span.last + head) for span in self._spans]

    def mark(self) -> int:
        """Number of instructions, those at the head apart: the start of a span."""
        return self._instructions - self._entry_instructions

    def record(self, name: str, first: int, source: Source) -> None:
        """Name the instructions traced since `first`, a `mark`."""
        self._spans.append(Span(name, first, self.mark(), source))

    @contextlib.contextmanager
    def named(self, name: str) -> Iterator[None]:
        """Name the instructions traced inside, with ``// BEGIN name`` and ``// END name`` in the text."""
        first, source, begin = self.mark(), caller(), f"BEGIN {name}"
        self.comment(begin)
        yield
        self.record(name, first, source)
        waiting = self._scopes[-1].comments
        if begin in waiting:  # nothing was traced
            del waiting[len(waiting) - 1 - waiting[::-1].index(begin)]
        else:
            self.comment(f"END {name}")

    # -- the result

    def module(self, *, lineinfo: bool = False) -> Module:
        """The traced program.

        Args:
            lineinfo: Whether to write ``.file`` and ``.loc``, which name this machine's paths.

        Raises:
            TraceError: A block was left early or never entered, a branch goes nowhere, shared memory does not
                fit, or the requested version is too old.
        """
        files, items = self._items(lineinfo=lineinfo)
        self.unit.need(self._needed_version())
        return self.unit.module(files, items)

    def finish(self, *, lineinfo: bool = False) -> None:
        """End the function: its module has it, and the names it declared at module scope.

        Raises:
            TraceError: The same errors as for `module`.
        """
        files, items = self._items(lineinfo=lineinfo)
        self.unit.files += files
        for item in items:
            self.unit.add(item)
        self.unit.need(self._needed_version())

    def unreachable(self) -> None:
        """Declare that control does not reach this point, so that no `ret` ends the function."""
        self._unreachable = True

    def _items(self, *, lineinfo: bool) -> tuple[list[Directive], list[Item]]:
        """The files that ``.loc`` lines name, and the function with the items around it."""
        self.blocks.check_ended()
        for name, where in self._root.pending.items():
            raise TraceError(f"bra {name}: no label {name} in scope{self._label_guess(name)}{at(where)}")
        self.unit.check_version(self._needed_version(), self.name)
        self.shared_names.resolve()
        if self.head.kind == "entry" and any(each.opcode == "mbarrier" for each in self.noted):
            check_transactions(self._root.body, self.copied, self._is_shared, self.shared_names)
        moves = self._place_shared()
        head = register_declarations(self._root)
        if moves:
            head = [declaration for declaration in head if declaration.space != "shared"]
        written = self._root.body if self._unreachable else ended(self._root.body)
        body: list[Statement] = [*head, *written]
        if moves:
            body = [moved(statement, moves) for statement in body]
        known = [*self.unit.files, *self._files()]
        files = list(known)
        if lineinfo:
            body = with_locations(body, files)
        function = Function(
            kind=self.head.kind,
            name=self.name,
            params=self.params if self.head.parenthesised else None,
            returns=self.head.returns,
            directives=self._directives,
            body=tuple(body),
            linkage=(self._linkage,) if self._linkage else (),
            attributes=self.head.attributes,
            gaps=Gaps("\n\n", (("}", 0, _comment_lead(self._root.comments, 1)),))
            if self._root.comments
            else None,
            source=self.source,
        )
        return files[len(known) :], [*self._dynamic_declaration(), *self._before, function, *self._after]

    @property
    def version(self) -> tuple[int, int]:
        """The PTX version asked for, else the lowest that everything used so far needs."""
        return self.unit.check_version(self._needed_version(), self.name)

    # -- inside

    def _needed_version(self) -> tuple[int, int]:
        """The lowest PTX version that has everything used so far."""
        targets = self.unit.targets
        if targets is not None:
            for directive in self._directives:
                targets.need(
                    availability.spans_of_directive(directive.name), f".{directive.name}", self.source
                )
            self.unit.follow()
            return targets.since
        return max((self._since, *map(self._directive_since, self._directives)))

    def _directive_since(self, directive: Directive) -> tuple[int, int]:
        """The first PTX version with a directive of the function.

        Raises:
            TraceError: No version has it for this target.
        """
        since = availability.first_version_of_directive(directive.name, self.arch.name)
        if since is None:
            raise TraceError(f"no PTX version has .{directive.name} for {self.arch.name}{at(self.source)}")
        return since

    def _files(self) -> list[Directive]:
        """The ``.file`` directives so far."""
        items = (*self._before, *self._after)
        return [item for item in items if isinstance(item, Directive) and item.name == "file"]

    def _group(self, register: str) -> Group:
        """The group that the next unnamed register of a declared type joins."""
        prefix, type_ = self.unit.classes[register]
        scope = self._scopes[-1]
        group = scope.groups.get(prefix)
        if group is None:
            wanted = prefix if scope.number == 0 else f"%s{scope.number}{prefix[1:]}"
            while any(name.startswith(wanted) and name[len(wanted) :].isdigit() for name in self._names):
                wanted += "_"
            declared = Declaration("reg", type_, (Declarator(wanted),))
            self._since = max(self._since, version_needed(declared, self.unit))
            group = scope.groups[prefix] = Group(wanted, type_)
        return group

    def _declare_registers(self, dtype: PtxType, name: str, count: int | None) -> None:
        """Declare registers under the user's name, away from the numbered groups."""
        check_identifier(name, "register")
        scope = self._scopes[-1]
        for key, group in list(scope.groups.items()):
            rest = name.removeprefix(group.prefix)
            if name.startswith(group.prefix) and (rest.isdigit() or (count is not None and not rest)):
                scope.retired.append(scope.groups.pop(key))
                scope.classes.clear()
        declaration = Declaration("reg", dtype.register, (Declarator(name, count),), source=caller())
        self._introduce_all(declaration)
        self._name(scope, declaration)

    def _name(self, scope: Scope, declaration: Declaration) -> None:
        """Declare at the head of a block; comments said before it go with it while it stands alone there."""
        alone = scope.comments and not scope.body and scope is self._scopes[-1]
        made = self._commented(declaration, scope) if alone else declaration
        assert isinstance(made, Declaration)
        scope.named.append(made)

    def _introduce_all(self, declaration: Declaration, role: str = "") -> None:
        """Bring the names of a declaration into scope, parameters in a `Symbol.role`."""
        self._since = max(self._since, version_needed(declaration, self.unit))
        symbol = symbol_of(declaration, role)
        for declarator in declaration.declarators:
            if declarator.count is None:
                self._introduce(declarator.name, symbol, declaration.source)
            else:
                self._introduce_numbered(declarator.name, declarator.count, symbol, declaration.source)

    def _introduce_numbered(self, prefix: str, count: int, symbol: Symbol, source: Source | None) -> None:
        """Bring ``%r0`` to ``%r<count - 1>`` into scope.

        Raises:
            TraceError: One of the names is taken or is not an identifier.
        """
        if count <= _FEW or (len(self._scopes) > 1 and self._scopes[-1].hides):
            for number in range(count):
                self._introduce(f"{prefix}{number}", symbol, source)
            return
        check_identifier(f"{prefix}0", symbol.kind)
        taken = self._names.number(prefix, count, symbol)
        if taken is not None:
            self._refuse_taken(taken, source)
        if len(self._scopes) > 1:
            self._scopes[-1].numbered.append(prefix)

    def _refuse_taken(self, name: str, source: Source | None) -> NoReturn:
        earlier = self._declared_at.get(name)
        where = f", declared at {earlier}" if earlier else ""
        raise TraceError(f"the name {name} is taken{where}{at(source or caller())}")

    def _introduce(self, name: str, symbol: Symbol, source: Source | None) -> None:
        """Bring one name into scope.

        Raises:
            TraceError: The name is taken or is not an identifier.
        """
        check_identifier(name, symbol.kind)
        scope = self._scopes[-1]
        known = self._names[name] if name not in self.unit.names else self._names.get(name)
        if known is not None:
            if not scope.hides or name in scope.introduced:
                self._refuse_taken(name, source)
            scope.hidden[name] = known
            self._names.changed()
        self._names[name] = symbol
        if source is not None:
            self._declared_at[name] = source
        if len(self._scopes) > 1 and (scope.hides or symbol.space not in _FUNCTION_SPACES):
            scope.introduced.append(name)

    def _refer(self, branch: Instruction) -> None:
        """Note the labels of a branch that are not placed yet."""
        for target in branch.operands:
            if not isinstance(target, Name) or self._names[target.name] is not None:
                continue
            assert branch.source is not None
            self._scopes[-1].pending[target.name] = branch.source
            self._names[target.name] = _LABEL

    def _place(self, label: Label) -> None:
        """Append a label and check the branches to it."""
        scope, source = self._scopes[-1], caller()
        symbol = self._names[label.name]
        if label.name in scope.labels:
            earlier = scope.labels[label.name]
            raise TraceError(f"label {label.name} is already at {earlier}{at(source)}")
        if symbol is not None and symbol.kind != "label":
            raise TraceError(f"label {label.name}: the name is taken by a {symbol.kind}{at(source)}")
        scope.labels[label.name] = source
        scope.pending.pop(label.name, None)
        if symbol is None:
            self._names[label.name] = _LABEL
            if scope is not self._root:
                scope.introduced.append(label.name)
        self._append(label)

    def _count_unverified(self, instruction: Instruction) -> None:
        """Raise the PTX version for the known modifiers of an unverified instruction."""
        self._instructions += 1
        if instruction.opcode in _NOTED:
            self.noted.append(instruction)
        candidates = lookup(instruction.opcode, instruction.modifiers)
        if self.unit.targets is not None and len(candidates) == 1:
            spans = availability.spans(candidates[0].form, candidates[0].modifiers)
            self.unit.targets.need(spans, instruction.opcode, instruction.source)
            self.unit.follow()
        if self.unit.asked is not None:
            return
        versions = [
            version
            for candidate in candidates
            if (version := availability.first_version(candidate.form, candidate.modifiers, self.arch.name))
        ]
        if versions:
            self._since = max(self._since, min(versions))

    def _refuse_other_groups(self, instruction: Instruction) -> None:
        """Refuse ``.cta_group::1`` where others of the function say ``.cta_group::2``, and the reverse.

        Raises:
            VerifyError: It is one of these.
        """
        first = self._grouped
        if first is None:
            group = cta_group(instruction)
            self._grouped = instruction if group else None
            if group == _PAIR and self.source is not None and not self._has_pairs():
                raise VerifyError(
                    f"{instruction.opcode}.{'.'.join(instruction.modifiers)}: .cta_group::2 is for the two "
                    f"CTAs of a pair; give the kernel clusters of an even size: cluster=(2, 1, 1)"
                    f"{at(instruction.source)}"
                )
        elif (said := disagreement(instruction, first)) is not None:
            raise VerifyError(f"{said}{at(instruction.source)}")

    def _is_shared(self, name: str) -> bool:
        """Whether a name is a variable in shared memory."""
        symbol = self._names[name]
        return symbol is not None and symbol.space == "shared" and symbol.kind == "var"

    def _has_pairs(self) -> bool:
        """Whether the CTAs of a launch come in clusters, of an even size where the size is written."""
        for directive in self._directives:
            if directive.name == "reqnctapercluster":
                words = [word for word in directive.words if word.isdecimal()]
                return prod(map(int, words)) % 2 == 0
        return any(directive.name in _CLUSTERS for directive in self._directives)

    def _closed_names(self, instruction: Instruction) -> str:
        """A line for each operand that lives in a block already closed."""
        names = sorted({name for operand in instruction.operands for name in operand_names(operand)})
        return "".join(
            f"\n  {name} lives in the ptx.scope() of {where}, which is closed"
            for name in names
            if self._names[name] is None and (where := self._closed.get(name))
        )

    def _label_guess(self, name: str) -> str:
        """Describe the place of a label that is in a block invisible to the branch."""
        inner = any(
            isinstance(inside, Label) and inside.name == name
            for block in self._root.body
            if isinstance(block, Block)
            for inside in walk(block.body)
        )
        if name.startswith("$L_endif_"):
            return "; `rest.leave()` is for a block with `ptx.else_()` right behind it: write `rest.skip()`"
        return "; it is inside a ptx.scope(), which hides its labels" if inner else ""

    def _place_shared(self) -> dict[str, tuple[str, int]]:
        """Return the place of each shared variable in the dynamic array; {} if they stay as declared.

        Raises:
            TraceError: A CTA of the target does not have as much shared memory.
        """
        shared = self.shared
        total, largest = shared.static_bytes + shared.dynamic_bytes, shared.largest or self.source
        if total <= find_target(WORKING).max_shared_bytes:
            need = f"{total} bytes of shared memory in a CTA"
            self.unit.require(need, lambda arch: arch.max_shared_bytes >= total, largest)
        most = self.arch.max_shared_bytes
        if total > most:
            sizes = ", ".join(f"{name} {size}" for name, size in shared.sizes.items())
            have = (
                f"{self.arch.name} has {most}"
                if self.unit.targets is None
                else f"no target has more than {most}"
            )
            raise TraceError(
                f"{self.name} needs {total} bytes of shared memory, {have} per CTA: "
                f"{sizes or 'dynamic'}{at(largest)}"
            )
        if not shared.are_moved:
            return {}
        symbol = self._dynamic_name()
        return {name: (symbol, offset) for name, offset in shared.offsets.items()}

    def _dynamic_name(self) -> str:
        """The name of the dynamic array, which the kernel or only pyptx lays out."""
        if self.shared.names_dynamic:
            return self.dynamic_symbol
        name = "dynamic_smem"
        while self._names[name] is not None:
            name += "_"
        return name

    def _dynamic_declaration(self) -> list[Declaration]:
        """The extern array, if anything is in it."""
        if not self.shared.names_dynamic and not self.shared.are_moved:
            return []
        name = self._dynamic_name()
        if name in self.unit.names:
            return []
        return [
            Declaration(
                space="shared",
                type="b8",
                declarators=(Declarator(name, dims=(None,)),),
                linkage=("extern",),
                align=_DYNAMIC_ALIGN,
            )
        ]


_PAIR = "cta_group::2"
_CLUSTERS = frozenset({"explicitcluster", "maxclusterrank", "blocksareclusters"})
_BRANCHES = frozenset({"bra", "brx"})
_NOTED = ADDRESSING | {"mbarrier", "tcgen05"}
_MODULE_SPACES = frozenset({"global", "const", "tex"})
_FUNCTION_SPACES = frozenset({"shared", "local", *_MODULE_SPACES})
_LABEL = Symbol("label")
_DYNAMIC_ALIGN = 1024


def _writes(instruction: Instruction, name: str) -> bool:
    """Whether an instruction may write a register."""
    operands = instruction.operands
    return any(
        name in operand_names(operands[position])
        for position in written_positions(instruction.opcode, instruction.modifiers, len(operands))
    )


def _comment_lead(comments: list[str], depth: int) -> str:
    """Return the gap before a statement with comments, each on its own line."""
    return _comment_lines(comments, depth) + "\n" + "\t" * depth


def _comment_lines(comments: list[str], depth: int) -> str:
    indent = "\n" + "\t" * depth
    return "".join(f"{indent}// {text}" for text in comments)


_FEW = 16
"""Names of one declaration that come into scope one by one."""
