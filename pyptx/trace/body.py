"""The kernel body being traced: its statements, registers, variables, labels and blocks."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING, NamedTuple

from pyptx.errors import TraceError
from pyptx.ir import (
    Declaration,
    Directive,
    Function,
    Instruction,
    Label,
    Source,
)
from pyptx.ir.spacing import Gaps
from pyptx.ir.visit import backwards, walk
from pyptx.record import replace
from pyptx.trace.assigned import SharedNames
from pyptx.trace.author_names import Memory
from pyptx.trace.bytecode import bytecode_of
from pyptx.trace.lineinfo import with_locations
from pyptx.trace.names import check_identifier, register_declarations
from pyptx.trace.open_blocks import OpenBlocks, Opened
from pyptx.trace.operands import ADDRESSING, may_write
from pyptx.trace.returns import ended
from pyptx.trace.scopes import MODULE_SPACES, Scopes, comment_lead
from pyptx.trace.shared import SharedArrays, dynamic_array, moved
from pyptx.trace.source import at, author, caller
from pyptx.trace.transactions import check_transactions
from pyptx.trace.unit import Head, Unit
from pyptx.trace.verification import Verification
from pyptx.trace.watch import Watch
from pyptx.verify import Symbol

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from types import FrameType

    from pyptx.arch import Arch
    from pyptx.ir import Item, Module, Statement


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
        params: Parameters of the entry, in order.
        extern_shared: Name of the dynamic shared array that the kernel lays out itself, or None.
        else_follows: The label that ends the last `if_`; an `else_` takes it back while nothing follows it.
        elements: Elements of tiles that registers were loaded with, by the name of the register.
        noted: Instructions that access memory or signal, and those that may compute an address.
        else_end: The label after that `else_`, if threads go there already.
        blocks: The blocks that Python has made or entered, and not yet left.
        scopes: The open `{ }` blocks, and the names in them.
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
        watched: The comparisons of the author's names at branches back to a label, by its name.
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
        self.params = tuple(params)
        self.extern_shared = extern_shared
        self._spans: list[Span] = []
        self._linkage = linkage
        self.unit.names.setdefault(name, Symbol("function"))
        self.scopes = Scopes(self.unit)
        self._verification = Verification(self.unit, self.head.kind, self.scopes, tuple(directives))
        self._unreachable = False
        self.blocks = OpenBlocks()
        self._before: list[Item] = []
        self._after: list[Item] = []
        self.shared = SharedArrays(dynamic_shared, names_dynamic=extern_shared is not None)
        self._instructions = 0
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
            self.scopes.introduce(parameter, "entry" if self.head.kind == "entry" else "given")
        for result in self.head.returns or ():
            self.scopes.introduce(result, "returned")
        if extern_shared is not None:
            self.scopes.bring(extern_shared, Symbol("var", "b8", "shared"), None)

    @property
    def arch(self) -> Arch:
        """Target that instructions are verified for."""
        return self._verification.arch

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
        instruction = self._verification.check(instruction, any_order=any_order, key=key)
        if instruction.opcode in _NOTED:
            self.noted.append(instruction)
            if instruction.opcode == "tcgen05":
                self._verification.check_group(instruction, self.source)
        scope = self.scopes.inner
        scope.body.append(instruction if not scope.comments else self.scopes.commented(instruction, scope))
        self._instructions += 1
        return instruction

    def append(self, statement: Statement) -> None:
        """Append a statement as it is, unverified: the names it declares come into scope."""
        match statement:
            case Label():
                self.scopes.place(statement)
                return
            case Declaration():
                self.scopes.introduce(statement)
            case _:
                for inner in walk((statement,)):
                    if isinstance(inner, Instruction):
                        self._count_unverified(inner)
        self.scopes.append(statement)

    def label(self, name: str) -> None:
        """Place a label here.

        Raises:
            TraceError: The label is already in this block.
        """
        check_identifier(name, "label")
        self.scopes.place(Label(name))

    def watch_label(self, name: str) -> None:
        """Look at the author's names at a label that the function, by its bytecode, may branch back to."""
        frame, _ = author()
        if frame is not None and bytecode_of(frame.f_code).may_go_back(frame.f_lasti, name):
            self.watched[name] = Watch(self, Opened(f"ptx.label({name!r})", caller()))

    @property
    def body(self) -> list[Statement]:
        """Statements of the innermost `{ }` block so far."""
        return self.scopes.inner.body

    @property
    def block(self) -> tuple[int, ...] | None:
        """The threads of a CTA along each axis; None where a launch chooses them."""
        words = next((each.words for each in self._verification.directives if each.name == "reqntid"), None)
        return None if words is None else tuple(int(word) for word in words if word.isdecimal())

    @property
    def statements(self) -> list[Statement]:
        """Statements so far of all open `{ }` blocks, those of the outermost first."""
        return [statement for scope in self.scopes.outermost_first for statement in scope.body]

    @property
    def last(self) -> Statement | None:
        """The statement that was traced last: a place that `rewritten` looks back to."""
        return next((scope.body[-1] for scope in reversed(self.scopes.outermost_first) if scope.body), None)

    def rewritten(self, name: str, since: Statement | None) -> Source | None:
        """Return the line that wrote a register after the statement `since`; None if there is none."""
        writer = self.writer(name, since)
        return None if writer is None else writer.source or caller()

    def writer(self, name: str, since: Statement | None = None) -> Instruction | None:
        """Return the last instruction after the statement `since` that wrote a register, or None."""
        for scope in reversed(self.scopes.outermost_first):
            for statement in backwards(scope.body):
                if statement is since:
                    return None
                if type(statement) is Instruction and may_write(statement, name):
                    return statement
        return None

    def comment(self, text: str) -> None:
        """Add a comment before the next statement of the block, or before its end."""
        self.scopes.inner.comments.append(text)

    # -- registers and variables

    def declare(self, declaration: Declaration) -> None:
        """Declare a variable where PTX requires it: module scope, the top of the body, or here.

        Shared variables are laid out when the module is made: as they stand while they fit the static limit
        of 48 KiB, else as parts of one dynamic array.

        Raises:
            TraceError: A name is taken, or is not an identifier.
        """
        if declaration.source is None:
            declaration = replace(declaration, source=caller())
        self.scopes.introduce(declaration)
        if declaration.linkage or declaration.space in MODULE_SPACES:
            self._before.append(declaration)
        elif declaration.space == "reg":
            self.scopes.name_at_head(self.scopes.inner, declaration)
        elif declaration.space in ("shared", "local"):
            self.scopes.name_at_head(self.scopes.root, declaration)
            if declaration.space == "shared":
                self.shared.add(declaration)
        else:
            self.scopes.append(declaration)

    def add_item(self, item: Item, *, after: bool = False) -> None:
        """Put a directive, variable or section at module scope, before the entry or after it.

        Raises:
            TraceError: A name that it declares is taken, or a file's number.
        """
        if isinstance(item, Declaration):
            self.scopes.introduce(item)
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
            self.scopes.introduce(parameter, "entry")
        self.params = (*self.params, parameter)

    @contextlib.contextmanager
    def at_entry(self) -> Iterator[None]:
        """Trace at the head of the function, also inside open blocks.

        Declarations made there are visible in the whole function.
        """
        before = self._instructions
        try:
            with self.scopes.at_head():
                yield
        finally:
            self._entry_instructions += self._instructions - before

    def symbol(self, name: str) -> Symbol | None:
        """Return the symbol of `name` here; None for a name that is not visible."""
        return self.scopes.names[name]

    @property
    def dynamic_symbol(self) -> str:
        """Name of the dynamic shared array; asking for it declares it."""
        self.shared.names_dynamic = True
        if self.extern_shared is None:
            self.extern_shared = self.scopes.fresh_name("dynamic_smem")
            self.scopes.bring(self.extern_shared, Symbol("var", "b8", "shared"), None)
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

    def close_scope(self, source: Source | None = None) -> None:
        """End the innermost `{ }` block, opened at `source`; branches to its labels end with it."""
        for label in self.scopes.close(source):
            self.watched.pop(label, None)

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
        waiting = self.scopes.inner.comments
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
        for name, where in self.scopes.root.pending.items():
            hidden = self.scopes.describe_hidden(name)
            raise TraceError(f"bra {name}: no label {name} in scope{hidden}{at(where)}")
        self.unit.check_version(self._needed_version(), self.name)
        self.shared_names.resolve()
        if self.head.kind == "entry" and any(each.opcode == "mbarrier" for each in self.noted):
            check_transactions(self.scopes.root.body, self.copied, self._is_shared, self.shared_names)
        moves = self._place_shared()
        head = register_declarations(self.scopes.root)
        if moves:
            head = [declaration for declaration in head if declaration.space != "shared"]
        written = self.scopes.root.body if self._unreachable else ended(self.scopes.root.body)
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
            directives=self._verification.directives,
            body=tuple(body),
            linkage=(self._linkage,) if self._linkage else (),
            attributes=self.head.attributes,
            gaps=Gaps("\n\n", (("}", 0, comment_lead(self.scopes.root.comments, 1)),))
            if self.scopes.root.comments
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
        return self._verification.needed_version(self.source)

    def _files(self) -> list[Directive]:
        """The ``.file`` directives so far."""
        items = (*self._before, *self._after)
        return [item for item in items if isinstance(item, Directive) and item.name == "file"]

    def _count_unverified(self, instruction: Instruction) -> None:
        """Count an instruction that is appended as it is."""
        self._instructions += 1
        if instruction.opcode in _NOTED:
            self.noted.append(instruction)
        self._verification.count_unverified(instruction)

    def _is_shared(self, name: str) -> bool:
        """Whether a name is a variable in shared memory."""
        symbol = self.scopes.names[name]
        return symbol is not None and symbol.space == "shared" and symbol.kind == "var"

    def _place_shared(self) -> dict[str, tuple[str, int]]:
        """Return the place of each shared variable in the dynamic array; {} if they stay as declared.

        Raises:
            TraceError: A CTA of the target does not have as much shared memory.
        """
        self.shared.check_size(self.name, self.unit, self.arch, self.source)
        if not self.shared.are_moved:
            return {}
        symbol = self._dynamic_name()
        return {name: (symbol, offset) for name, offset in self.shared.offsets.items()}

    def _dynamic_name(self) -> str:
        """The name of the dynamic array, which the kernel or only pyptx lays out."""
        if self.shared.names_dynamic:
            return self.dynamic_symbol
        name = "dynamic_smem"
        while self.scopes.names[name] is not None:
            name += "_"
        return name

    def _dynamic_declaration(self) -> list[Declaration]:
        """The extern array, if anything is in it."""
        if not self.shared.names_dynamic and not self.shared.are_moved:
            return []
        name = self._dynamic_name()
        if name in self.unit.names:
            return []
        return [dynamic_array(name)]


_NOTED = ADDRESSING | {"mbarrier", "tcgen05"}
