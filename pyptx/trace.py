"""The kernel body being traced: its statements, registers, variables, labels and blocks.

`tracing` makes a trace the current one, of this thread and context only. What is emitted is verified at once,
and each instruction remembers the Python line that wrote it.

>>> from pyptx.types import u32
>>> with tracing(Trace("k")) as trace:
...     r = trace.new_register(u32)
...     done = emit("mov", ("u32",), (Name(r), 7))
>>> done.operands
(Name(name='%r0'), Literal(text='7'))
"""

from __future__ import annotations

import contextlib
import functools
import operator as python_operator
import os
import re
import sys
from contextvars import ContextVar
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import chain
from typing import (
    TYPE_CHECKING,
    NamedTuple,
    ParamSpec,
    Protocol,
    SupportsFloat,
    SupportsIndex,
    TypeAlias,
    TypeVar,
)

from pyptx.arch import STATIC_SHARED_BYTES, Arch, arch
from pyptx.errors import TraceError, VerifyError
from pyptx.ir import (
    Address,
    Block,
    Declaration,
    Declarator,
    Directive,
    Expression,
    Function,
    Group,
    Guard,
    Instruction,
    Label,
    Literal,
    Module,
    Name,
    Negated,
    Pair,
    Source,
    Vector,
)
from pyptx.isa import availability, lookup, special_register
from pyptx.types import PtxType, from_name
from pyptx.verify import Symbol, Verifier

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from types import CodeType, FrameType

    from pyptx.ir import Item, Operand, Statement


class Traced(Protocol):
    """Anything that can stand as an operand."""

    def __ptx__(self) -> Operand:
        """The operand it stands for."""
        ...


Value: TypeAlias = "Traced | Operand | SupportsFloat | SupportsIndex | str | Sequence[Value]"
"""What a call may give for an operand; NumPy's scalars count as numbers."""

P = ParamSpec("P")
R = TypeVar("R")


class Span(NamedTuple):
    """A named group of instructions: those from `first` up to, not including, `last`, in the body's order."""

    name: str
    first: int
    last: int
    source: Source


@dataclass(slots=True)
class Opened:
    """A block that Python has entered and not yet left."""

    what: str
    source: Source


@dataclass(slots=True)
class _Group:
    """Registers ``%r<n>`` that share one declaration."""

    prefix: str
    type: str
    count: int = 0


@dataclass(slots=True)
class _Scope:
    """The function body, or a `{ }` block in it."""

    number: int
    body: list[Statement] = field(default_factory=list)
    groups: dict[str, _Group] = field(default_factory=dict)
    classes: dict[str, tuple[_Group, Symbol]] = field(default_factory=dict)
    retired: list[_Group] = field(default_factory=list)
    named: list[Declaration] = field(default_factory=list)
    labels: dict[str, Source] = field(default_factory=dict)
    pending: dict[str, Source] = field(default_factory=dict)
    introduced: list[str] = field(default_factory=list)


class _Names(dict[str, "Symbol | None"]):
    """The names in sight; a special register is always in sight."""

    def __missing__(self, name: str) -> Symbol | None:
        register = special_register(name)
        if register is None:
            return None
        symbol = self[name] = Symbol("sreg", register.type)
        return symbol


class Trace:
    """One kernel being traced.

    Attributes:
        name: Name of the entry.
        arch: Target.
        params: Parameters of the entry, in order.
        extern_shared: Name of the dynamic shared array that the kernel lays out itself, or None.
        spans: Groups named by `intrinsic`, in the order they were left.
        else_follows: The label that ends the last `if_`; an `else_` takes it back while nothing follows it.
        source: Line that defines the kernel.
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
    ) -> None:
        self.name = name
        self.arch = _arch(arch) if isinstance(arch, str) else arch
        self.params = tuple(params)
        self.extern_shared = extern_shared
        self.spans: list[Span] = []
        self._version = version
        self._directives = tuple(directives)
        self._dynamic_shared = dynamic_shared
        self._verifier = Verifier(self.arch, version)
        self._since = availability.lowest_version(self.arch.name)
        self._root = _Scope(0)
        self._scopes = [self._root]
        self._scope_count = 0
        self._names = _Names()
        self._declared_at: dict[str, Source] = {}
        self._closed: dict[str, Source] = {}
        self._opened: list[Opened] = []
        self._broken: str | None = None
        self._fresh: dict[str, int] = {}
        self._globals: list[Declaration] = []
        self._files: list[Directive] = []
        self._shared: list[Declaration] = []
        self._locals: list[Declaration] = []
        self._uses_dynamic = extern_shared is not None
        self._instructions = 0
        self.else_follows: Statement | None = None
        self.source: Source | None = None
        for parameter in self.params:
            for declarator in parameter.declarators:
                self._introduce(declarator.name, Symbol("param", parameter.type or "", "param"), None)
        if extern_shared is not None:
            self._introduce(extern_shared, Symbol("var", "b8", "shared"), None)

    # -- statements

    def emit(self, instruction: Instruction) -> Instruction:
        """Verify an instruction and append it; one without a source gets that of the caller.

        Raises:
            VerifyError: The ISA does not define it, or not for this target.
        """
        if instruction.source is None:
            instruction = replace(instruction, source=caller())
        if instruction.opcode in _BRANCHES:
            self._refer(instruction)
        try:
            match = self._verifier.verify(instruction, self._names.__getitem__)
        except VerifyError as error:
            raise VerifyError(f"{error}{self._closed_names(instruction)}{at(instruction.source)}") from None
        if match.since > self._since:
            self._since = match.since
        self._scopes[-1].body.append(instruction)
        self._instructions += 1
        return instruction

    def append(self, statement: Statement) -> None:
        """Append a statement as it is, unverified: the names it declares come in sight."""
        match statement:
            case Label():
                self._place(statement)
                return
            case Declaration():
                self._introduce_all(statement)
            case _:
                for instruction in _instructions_of(statement):
                    self._count_unverified(instruction)
        self._scopes[-1].body.append(statement)

    def label(self, name: str) -> None:
        """Place a label here.

        Raises:
            TraceError: The label is already in this block.
        """
        _check_identifier(name, "label")
        self._place(Label(name))

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

    # -- registers and variables

    def new_register(self, dtype: PtxType, name: str | None = None) -> str:
        """Declare a register and return its name; unnamed ones are numbered within their class."""
        if name is not None:
            self._declare_registers(dtype, name, None)
            return name
        scope = self._scopes[-1]
        known = scope.classes.get(dtype.name)
        if known is None:
            known = scope.classes[dtype.name] = self._group(dtype.register), Symbol("reg", dtype.register)
        group, symbol = known
        name = f"{group.prefix}{group.count}"
        group.count += 1
        self._names[name] = symbol
        if scope is not self._root:
            scope.introduced.append(name)
        return name

    def new_registers(self, dtype: PtxType, count: int, name: str | None = None) -> tuple[str, int]:
        """Declare `count` consecutive registers; return their base and the number of the first.

        ``("%f", 4)`` stands for ``%f4``, ``%f5`` and so on.
        """
        if count < 1:
            raise TraceError(f"an array of {count} registers{at(caller())}")
        if name is not None:
            self._declare_registers(dtype, name, count)
            return name, 0
        group = self._group(dtype.register)
        first = group.count
        for _ in range(count):
            self.new_register(dtype)
        return group.prefix, first

    def declare(self, declaration: Declaration) -> None:
        """Declare a variable where PTX wants it: module scope, the top of the body, or here.

        Shared variables are laid out when the module is made: as they stand while they fit the static limit
        of 48 KiB, else as parts of one dynamic array.

        Raises:
            TraceError: A name is taken, or is not an identifier.
        """
        if declaration.source is None:
            declaration = replace(declaration, source=caller())
        self._introduce_all(declaration)
        if declaration.linkage or declaration.space in _MODULE_SPACES:
            self._globals.append(declaration)
        elif declaration.space == "shared":
            self._shared.append(declaration)
        elif declaration.space == "local":
            self._locals.append(declaration)
        elif declaration.space == "reg":
            self._scopes[-1].named.append(declaration)
        else:
            self._scopes[-1].body.append(declaration)

    def add_file(self, index: int, path: str) -> None:
        """Declare ``.file index "path"`` at module scope."""
        if any(known.words[0] == str(index) for known in self._files):
            raise TraceError(f".file {index} is already declared{at(caller())}")
        self._files.append(Directive("file", (str(index), f'"{path}"')))

    def symbol(self, name: str) -> Symbol | None:
        """What `name` stands for here; None for a name not in sight."""
        return self._names[name]

    @property
    def dynamic_symbol(self) -> str:
        """Name of the dynamic shared array; asking for it declares it."""
        self._uses_dynamic = True
        if self.extern_shared is None:
            self.extern_shared = self.fresh_name("dynamic_smem")
            self._introduce(self.extern_shared, Symbol("var", "b8", "shared"), None)
        return self.extern_shared

    @property
    def shared_bytes(self) -> int:
        """Bytes of static shared memory the kernel needs so far."""
        return 0 if self._shared_moves() else _layout(self._shared, 0)[1]

    @property
    def dynamic_bytes(self) -> int:
        """Bytes of dynamic shared memory a launch must give."""
        if not self._shared_moves():
            return self._dynamic_shared
        return max(self._dynamic_shared, _layout(self._shared, self._reserved())[1])

    # -- blocks

    def open(self, what: str) -> Opened:
        """Note that Python has entered a block; `what` is how the user wrote it."""
        opened = Opened(what, caller())
        self._opened.append(opened)
        return opened

    def close(self, opened: Opened) -> None:
        """Note that Python has left a block by its end.

        Raises:
            TraceError: A block inside it was left by `break` or `return`.
        """
        if self._opened and self._opened[-1] is opened:
            self._opened.pop()
            return
        self._raise_if_left_open(inside=opened)
        raise TraceError(f"`{opened.what}` is closed twice{at(opened.source)}")

    def abandon(self, opened: Opened, error: BaseException) -> None:
        """Note that an exception has left a block: the trace is of no use any more."""
        if opened in self._opened:
            del self._opened[self._opened.index(opened) :]
        if self._broken is None:
            left = f"`{opened.what}` was left by {type(error).__name__}: its end is missing"
            self._broken = f"{left}{at(opened.source)}"

    def open_scope(self) -> None:
        """Start a `{ }` block: registers declared from here on live in it."""
        self._scope_count += 1
        self._scopes.append(_Scope(self._scope_count))

    def close_scope(self, source: Source | None = None) -> None:
        """End the innermost `{ }` block, opened at `source`, and append it."""
        scope = self._scopes.pop()
        for name in scope.introduced:
            del self._names[name]
            if source is not None:
                self._closed[name] = source
        outer = self._scopes[-1]
        for name, where in scope.pending.items():
            self._names.pop(name, None)
            if not any(name in around.labels for around in self._scopes):
                outer.pending.setdefault(name, where)
        for name in outer.pending:
            self._names.setdefault(name, _LABEL)
        outer.body.append(Block((*_register_declarations(scope), *scope.body)))

    def mark(self) -> int:
        """How many instructions there are: the start of a span."""
        return self._instructions

    def record(self, name: str, first: int, source: Source) -> None:
        """Name the instructions traced since `first`, a `mark`."""
        self.spans.append(Span(name, first, self._instructions, source))

    # -- the result

    def module(self, *, lineinfo: bool = False) -> Module:
        """The traced program.

        Args:
            lineinfo: Whether to write ``.file`` and ``.loc``, which name this machine's paths.

        Raises:
            TraceError: A block was left early, a branch goes nowhere, shared memory does not fit, or the
                version asked for is too old.
        """
        self._raise_if_left_open()
        if self._broken is not None:
            raise TraceError(self._broken)
        for name, where in self._root.pending.items():
            raise TraceError(f"bra {name}: no label {name} in sight{self._label_guess(name)}{at(where)}")
        shared, moves = self._place_shared()
        body: list[Statement] = [
            *_register_declarations(self._root),
            *shared,
            *self._locals,
            *_ended(self._root.body),
        ]
        if moves:
            body = [_moved(statement, moves) for statement in body]
        files = list(self._files)
        if lineinfo:
            body = _with_locations(body, files)
        entry = Function(
            kind="entry",
            name=self.name,
            params=self.params,
            directives=self._directives,
            body=tuple(body),
            linkage=("visible",),
            source=self.source,
        )
        major, minor = self.version
        items: list[Item] = [
            Directive("version", (f"{major}.{minor}",)),
            Directive("target", (self.arch.name,)),
            Directive("address_size", ("64",)),
            *files,
            *self._dynamic_declaration(),
            *self._globals,
            entry,
        ]
        return Module(tuple(items))

    @property
    def version(self) -> tuple[int, int]:
        """The PTX version asked for, else the lowest that everything used so far needs."""
        lowest = max(self._since, *(_directive_version(d) for d in self._directives), (1, 0))
        if self._version is None:
            return lowest
        if self._version < lowest:
            asked, needed = (".".join(map(str, version)) for version in (self._version, lowest))
            raise TraceError(f"version {asked} is too old: {self.name} on {self.arch.name} needs {needed}")
        return self._version

    # -- inside

    def _group(self, register: str) -> _Group:
        """The group that the next unnamed register of a declared type joins."""
        prefix, type_ = _CLASSES[register]
        scope = self._scopes[-1]
        group = scope.groups.get(prefix)
        if group is None:
            wanted = prefix if scope.number == 0 else f"%s{scope.number}{prefix[1:]}"
            while any(name.startswith(wanted) and name[len(wanted) :].isdigit() for name in self._names):
                wanted += "_"
            group = scope.groups[prefix] = _Group(wanted, type_)
        return group

    def _declare_registers(self, dtype: PtxType, name: str, count: int | None) -> None:
        """Declare registers under the user's name, away from the numbered groups."""
        _check_identifier(name, "register")
        scope = self._scopes[-1]
        for key, group in list(scope.groups.items()):
            rest = name.removeprefix(group.prefix)
            if name.startswith(group.prefix) and (rest.isdigit() or (count is not None and not rest)):
                scope.retired.append(scope.groups.pop(key))
                scope.classes.clear()
        declaration = Declaration("reg", dtype.register, (Declarator(name, count),), source=caller())
        self._introduce_all(declaration)
        scope.named.append(declaration)

    def _introduce_all(self, declaration: Declaration) -> None:
        """Bring the names of a declaration in sight."""
        kind = "reg" if declaration.space == "reg" else "var"
        symbol = Symbol(kind, declaration.type or "", declaration.space)
        for declarator in declaration.declarators:
            if declarator.count is None:
                self._introduce(declarator.name, symbol, declaration.source)
            else:
                for number in range(declarator.count):
                    self._introduce(f"{declarator.name}{number}", symbol, declaration.source)

    def _introduce(self, name: str, symbol: Symbol, source: Source | None) -> None:
        """Bring one name in sight.

        Raises:
            TraceError: The name is taken or is not an identifier.
        """
        _check_identifier(name, symbol.kind)
        if self._names[name] is not None:
            earlier = self._declared_at.get(name)
            where = f", declared at {earlier.file}:{earlier.line}" if earlier else ""
            raise TraceError(f"the name {name} is taken{where}{at(source or caller())}")
        self._names[name] = symbol
        if source is not None:
            self._declared_at[name] = source
        if len(self._scopes) > 1 and symbol.space not in _FUNCTION_SPACES:
            self._scopes[-1].introduced.append(name)

    def _refer(self, branch: Instruction) -> None:
        """Note the labels of a branch that are not placed yet."""
        for target in branch.operands:
            if not isinstance(target, Name) or self._names[target.name] is not None:
                continue
            assert branch.source is not None
            self._scopes[-1].pending[target.name] = branch.source
            self._names[target.name] = _LABEL

    def _place(self, label: Label) -> None:
        """Append a label and settle the branches to it."""
        scope, source = self._scopes[-1], caller()
        symbol = self._names[label.name]
        if label.name in scope.labels:
            earlier = scope.labels[label.name]
            raise TraceError(f"label {label.name} is already at {earlier.file}:{earlier.line}{at(source)}")
        if symbol is not None and symbol.kind != "label":
            raise TraceError(f"label {label.name}: the name is taken by a {symbol.kind}{at(source)}")
        scope.labels[label.name] = source
        scope.pending.pop(label.name, None)
        if symbol is None:
            self._names[label.name] = _LABEL
            if scope is not self._root:
                scope.introduced.append(label.name)
        scope.body.append(label)

    def _count_unverified(self, instruction: Instruction) -> None:
        """Let an unverified instruction raise the version as far as its modifiers are known."""
        self._instructions += 1
        versions = [
            version
            for candidate in lookup(instruction.opcode, instruction.modifiers)
            if (version := availability.first_version(candidate.form, candidate.modifiers, self.arch.name))
        ]
        if versions:
            self._since = max(self._since, min(versions))

    def _closed_names(self, instruction: Instruction) -> str:
        """A line for each operand that lives in a block already closed."""
        names = sorted({name for operand in instruction.operands for name in _names_in(operand)})
        return "".join(
            f"\n  {name} lives in the ptx.scope() of {where.file}:{where.line}, which is closed"
            for name in names
            if self._names[name] is None and (where := self._closed.get(name))
        )

    def _raise_if_left_open(self, inside: Opened | None = None) -> None:
        """Report the innermost block that Python left without reaching its end."""
        if self._opened and self._opened[-1] is not inside:
            left = self._opened[-1]
            raise TraceError(
                f"`{left.what}` was left by `break` or `return` while tracing: the loop has no end\n"
                "  the body is traced once; to leave a loop on the GPU use ptx.bra(label, pred=...)"
                f"{at(left.source)}"
            )

    def _label_guess(self, name: str) -> str:
        """Where the label is, if it is in a block that the branch cannot see."""
        inner = any(
            isinstance(inside, Label) and inside.name == name
            for block in self._root.body
            if isinstance(block, Block)
            for inside in _flat(block.body)
        )
        return "; it is inside a ptx.scope(), which hides its labels" if inner else ""

    def _reserved(self) -> int:
        """Bytes at the start of the dynamic array that the kernel lays out itself."""
        return self._dynamic_shared if self._uses_dynamic else 0

    def _shared_moves(self) -> bool:
        """Whether the shared variables become parts of the dynamic array."""
        if not self._shared:
            return False
        size = _layout(self._shared, 0)[1]
        return size > STATIC_SHARED_BYTES or (self._dynamic_shared > 0 and not self._uses_dynamic)

    def _place_shared(self) -> tuple[list[Declaration], dict[str, tuple[str, int]]]:
        """The static shared variables, and where in the dynamic array the others are."""
        moving = self._shared_moves()
        start = self._reserved() if moving else 0
        offsets, end = _layout(self._shared, start)
        total = max(end, self._dynamic_shared) if moving else end + self._dynamic_shared
        if total > self.arch.max_shared_bytes:
            sizes = ", ".join(
                f"{declarator.name} {_bytes(declaration, declarator)}"
                for declaration in self._shared
                for declarator in declaration.declarators
            )
            raise TraceError(
                f"{self.name} needs {total} bytes of shared memory, {self.arch.name} has "
                f"{self.arch.max_shared_bytes} per CTA: {sizes or 'dynamic'}"
            )
        if not moving:
            return self._shared, {}
        symbol = self.dynamic_symbol if self._uses_dynamic else self._dynamic_name()
        return [], {name: (symbol, offset) for name, offset in offsets.items()}

    def _dynamic_name(self) -> str:
        """The name of a dynamic array that only pyptx lays out."""
        name = "dynamic_smem"
        while self._names[name] is not None:
            name += "_"
        return name

    def _dynamic_declaration(self) -> list[Declaration]:
        """The extern array, if anything is in it."""
        if not self._uses_dynamic and not self._shared_moves():
            return []
        name = self.dynamic_symbol if self._uses_dynamic else self._dynamic_name()
        return [
            Declaration(
                space="shared",
                type="b8",
                declarators=(Declarator(name, dims=(None,)),),
                linkage=("extern",),
                align=_DYNAMIC_ALIGN,
            )
        ]


def current() -> Trace:
    """The trace this thread is recording.

    Raises:
        TraceError: No kernel is being traced.
    """
    trace = _CURRENT.get()
    if trace is None:
        raise TraceError(f"no kernel is being traced: call this inside a @kernel function{at(caller())}")
    return trace


def is_tracing() -> bool:
    """Whether a kernel is being traced."""
    return _CURRENT.get() is not None


@contextlib.contextmanager
def tracing(trace: Trace) -> Iterator[Trace]:
    """Make `trace` the current one inside the block, for this thread and context only."""
    token = _CURRENT.set(trace)
    try:
        yield trace
    finally:
        _CURRENT.reset(token)


def intrinsic(function: Callable[P, R]) -> Callable[P, R]:
    """Name the instructions a function traces, for inspection; calls and results stay as they are.

    Groups nest. Outside a kernel the function just runs.
    """

    @functools.wraps(function)
    def named(*args: P.args, **kwargs: P.kwargs) -> R:
        trace = _CURRENT.get()
        if trace is None:
            return function(*args, **kwargs)
        first, source = trace.mark(), caller()
        result = function(*args, **kwargs)
        trace.record(function.__name__, first, source)
        return result

    return named


def emit(
    opcode: str, modifiers: tuple[str, ...], values: Sequence[Value], pred: Traced | bool | None = None
) -> Instruction:
    """Trace one instruction from Python values.

    Numbers are spelled by the type of the operand they stand for. A special register in any instruction but
    `mov` is moved to a register first.

    Args:
        opcode: The word before the first dot.
        modifiers: The words after it.
        values: The operands.
        pred: Guard: a predicate register, or its negation.

    Raises:
        VerifyError: The ISA does not define it, or not for this target.
        TraceError: A value cannot be an operand.
    """
    trace = _CURRENT.get() or current()
    operands: list[Operand] = []
    for value, type_ in zip(values, operand_types(opcode, modifiers, len(values)), strict=True):
        plain: Operand | None = getattr(value, "plain_operand", None)
        if plain is not None:
            operands.append(plain)
        elif type(value) is int and type_ not in _FLOATS:
            operands.append(_integer(value, type_))
        else:
            made = operand(value, type_)
            if opcode != "mov" and _holds_special(made, trace):
                made = _without_special(trace, made)
            operands.append(made)
    guard = None if pred is None else _guard(trace, pred)
    return trace.emit(Instruction(opcode, modifiers, tuple(operands), guard, None, caller()))


def operand(value: Value, type_hint: PtxType | str | None = None) -> Operand:
    """The operand that a Python value stands for.

    Args:
        value: A register or anything else with `__ptx__`, a tree operand, a number, a name, or a sequence
            of these for ``{…}``.
        type_hint: The type numbers are spelled in.

    Raises:
        TraceError: The value cannot be an operand.

    >>> operand(2.5, "f32"), operand(True, "pred"), operand(-1, "u32")
    (Literal(text='0f40200000'), Literal(text='1'), Literal(text='-1'))
    >>> operand([1, "%tid.x"])
    Vector(items=(Literal(text='1'), Name(name='%tid.x')), gaps=None)
    """
    if type(value) in _OPERANDS:
        return value  # type: ignore[return-value]
    if isinstance(value, PtxType):
        raise TraceError(
            f"{value} is a type, not an operand: types are modifiers, as in ptx.inst.add.{value}(d, a, b)"
            f"{at(caller())}"
        )
    ptx = getattr(value, "__ptx__", None)
    if ptx is not None and not isinstance(value, type):
        made: Operand = ptx()
        return made
    if isinstance(value, str):
        return Name(value)
    if isinstance(value, (list, tuple)):
        return Vector(tuple([operand(item, type_hint) for item in value]))
    hint = type_hint.name if isinstance(type_hint, PtxType) else type_hint or ""
    return constant(_number(value), hint)


def constant(value: float, type_name: str) -> Literal:
    """Spell a number in a type; integers in decimal, floating point by its bits.

    >>> constant(1, "f32").text, constant(float("-inf"), "f64").text, constant(1.0, "bf16").text
    ('0f3F800000', '0dFFF0000000000000', '0x3F80')

    Raises:
        TraceError: The type has no such value.
    """
    if isinstance(value, bool):
        value = int(value)
    try:
        if type_name in _FLOATS:
            return Literal(_float_text(float(value), type_name))
        if isinstance(value, float):
            return Literal(_float_in_bits(value, type_name))
    except (ValueError, OverflowError) as error:
        raise TraceError(f"{value!r} is no constant of type {type_name}: {error}{at(caller())}") from None
    return _integer(value, type_name)


def caller() -> Source:
    """The Python line, in the innermost frame outside this package, that is tracing."""
    frame: FrameType | None = sys._getframe(1)  # noqa: SLF001
    while frame is not None:
        code = frame.f_code
        inside = _INSIDE.get(code)
        if inside is None:
            inside = _INSIDE[code] = code.co_filename.startswith(_SKIPPED)
        if not inside:
            return Source(code.co_filename, frame.f_lineno)
        frame = frame.f_back
    return Source("<unknown>", 0)


def at(source: Source | None) -> str:
    """The last line of a report: where in the user's Python it is."""
    return f"\n  at {source.file}:{source.line}" if source is not None else ""


@lru_cache(maxsize=8192)
def operand_types(opcode: str, modifiers: tuple[str, ...], count: int) -> tuple[str, ...]:
    """The type of each of `count` operands of an instruction; empty where the ISA gives none, or several.

    >>> operand_types("mul", ("wide", "s32"), 3)
    ('s64', 's32', 's32')
    """
    columns: list[set[str]] = [set() for _ in range(count)]
    for candidate in lookup(opcode, modifiers):
        specs = list(candidate.operands)
        spare = len(specs) - count
        for position in range(len(specs) - 1, -1, -1):
            if spare > 0 and specs[position].optional:
                del specs[position]
                spare -= 1
        if spare == 0:
            for column, spec in zip(columns, specs, strict=True):
                column.add(spec.type if spec.kind == "value" else "")
    return tuple(column.pop() if len(column) == 1 else "" for column in columns)


_CURRENT: ContextVar[Trace | None] = ContextVar("pyptx_trace", default=None)
_PACKAGE = os.path.dirname(os.path.abspath(__file__)) + os.sep
_SKIPPED = (_PACKAGE, contextlib.__file__, functools.__file__)
_INSIDE: dict[CodeType, bool] = {}

_FLOATS = frozenset(
    [
        "f16",
        "bf16",
        "tf32",
        "f32",
        "f64",
        "f16x2",
        "bf16x2",
        "f32x2",
        "e4m3",
        "e5m2",
        "e3m2",
        "e2m3",
        "e2m1",
        "ue8m0",
        "e4m3x2",
        "e5m2x2",
        "e4m3x4",
        "e5m2x4",
    ]
)
_CLASSES = {
    "pred": ("%p", "pred"),
    "u16": ("%rs", "b16"), "s16": ("%rs", "b16"), "b16": ("%rs", "b16"), "f16": ("%h", "f16"),
    "u32": ("%r", "b32"), "s32": ("%r", "b32"), "b32": ("%r", "b32"), "f32": ("%f", "f32"),
    "u64": ("%rd", "b64"), "s64": ("%rd", "b64"), "b64": ("%rd", "b64"), "f64": ("%fd", "f64"),
    "b128": ("%q", "b128"),
}  # fmt: skip
_BRANCHES = frozenset({"bra", "brx"})
_MODULE_SPACES = frozenset({"global", "const", "tex"})
_FUNCTION_SPACES = frozenset({"shared", "local", *_MODULE_SPACES})
_OPERANDS = frozenset({Name, Literal, Expression, Address, Vector, Pair, Negated, Group})
_LABEL = Symbol("label")
_DYNAMIC_ALIGN = 1024
_IDENTIFIER = re.compile(r"(?:[A-Za-z][\w$]*|[_$%][\w$]+)\Z", re.ASCII)
_arch = arch


@lru_cache(maxsize=8192)
def _integer(value: int, type_name: str) -> Literal:
    """Spell an integer, checked against the width of its type."""
    if type_name and type_name != "pred":
        bits = from_name(type_name).bits
        if not -(2 ** (bits - 1)) <= value < 2**bits:
            raise TraceError(f"{value} does not fit {type_name}, which has {bits} bits{at(caller())}")
    elif not -(2**63) <= value < 2**64:
        raise TraceError(f"{value} does not fit 64 bits{at(caller())}")
    return Literal(str(value))


def _float_text(value: float, type_name: str) -> str:
    """Spell a floating-point constant by its bits."""
    if value:  # what remembers would take -0.0 for 0.0
        return _nonzero_text(value, type_name)
    return _bits_text(value, type_name)


@lru_cache(maxsize=8192)
def _nonzero_text(value: float, type_name: str) -> str:
    return _bits_text(value, type_name)


def _bits_text(value: float, type_name: str) -> str:
    bits = from_name(type_name).encode(value)
    if type_name == "f32":
        return f"0f{bits:08X}"
    if type_name == "f64":
        return f"0d{bits:016X}"
    return f"0x{bits:0{from_name(type_name).bits // 4}X}"


def _float_in_bits(value: float, type_name: str) -> str:
    """Spell a Python float where the operand is not of a floating-point type."""
    if type_name in ("", "b64"):
        return _float_text(value, "f64")
    if type_name == "b32":
        return _float_text(value, "f32")
    raise ValueError("a float where an integer is wanted; use int(…), or reg.from_(…) to convert")


def _number(value: object) -> int | float:
    """A Python number, also from a NumPy scalar or any other object that is one."""
    if isinstance(value, (int, float)):
        return value
    item = getattr(value, "item", None)
    if item is not None and getattr(value, "shape", None) == ():
        return _number(item())
    for convert in (python_operator.index, float):
        with contextlib.suppress(TypeError, ValueError):
            number: int | float = convert(value)  # type: ignore[arg-type]
            return number
    raise TraceError(f"{value!r} ({type(value).__name__}) cannot be an operand{at(caller())}")


def _guard(trace: Trace, pred: Traced | bool) -> Guard | None:
    """The guard that `pred=` stands for."""
    if pred is True:
        return None
    made = operand(pred)
    if isinstance(made, Pair):
        either = trace.new_register(from_name("pred"))
        emit("or", ("pred",), (Name(either), made.first, made.second))
        made = Name(either)
    register, negated = (made.operand, True) if isinstance(made, Negated) else (made, False)
    symbol = trace.symbol(register.name) if isinstance(register, Name) else None
    if not isinstance(register, Name) or symbol is None or (symbol.kind, symbol.type) != ("reg", "pred"):
        what = (
            f"{register.name} is {symbol.type}" if isinstance(register, Name) and symbol else f"not {pred!r}"
        )
        raise TraceError(f"pred= wants a predicate register, p or ~p: {what}{at(caller())}")
    return Guard(register.name, negated)


def _holds_special(made: Operand, trace: Trace) -> bool:
    """Whether an operand is, or is built of, a special register."""
    if type(made) is Address and not made.rest:
        made = made.base
    if type(made) is Literal:
        return False
    if type(made) is Vector:
        return any(_holds_special(item, trace) for item in made.items)
    for name in (made.name,) if type(made) is Name else _names_in(made):
        symbol = trace.symbol(name)
        if symbol is not None and symbol.kind == "sreg":
            return True
    return False


def _without_special(trace: Trace, made: Operand) -> Operand:
    """Move each special register of an operand to a register of its type."""
    if isinstance(made, Name):
        symbol = trace.symbol(made.name)
        if symbol is None or symbol.kind != "sreg":
            return made
        register = Name(trace.new_register(from_name(symbol.type)))
        emit("mov", (symbol.type,), (register, made))
        return register
    if isinstance(made, Vector):
        return replace(made, items=tuple(_without_special(trace, item) for item in made.items))
    if isinstance(made, Address):
        rest = tuple(_without_special(trace, item) for item in made.rest)
        return replace(made, base=_without_special(trace, made.base), rest=rest)
    return made


def _names_in(made: Operand) -> Iterator[str]:
    """The names an operand is built of."""
    match made:
        case Name(name):
            yield name
        case Address(base, offset, rest):
            yield from chain.from_iterable(
                _names_in(part) for part in (base, *rest, *((offset,) if offset else ()))
            )
        case Pair(first, second):
            yield from chain(_names_in(first), _names_in(second))
        case Negated(inner):
            yield from _names_in(inner)
        case Expression(words):
            yield from (word for word in words if _IDENTIFIER.match(word))
        case Literal():
            return
        case _:
            yield from chain.from_iterable(_names_in(item) for item in made.items)


def _check_identifier(name: str, what: str) -> None:
    """Refuse a name PTX cannot spell, and those of special registers.

    Raises:
        TraceError: It is one of these.
    """
    if _IDENTIFIER.match(name) is None:
        raise TraceError(f"{name!r} is no PTX identifier, so no name for a {what}{at(caller())}")
    if name.startswith("%") and special_register(name) is not None:
        raise TraceError(f"{name} is a special register{at(caller())}")


def _instructions_of(statement: Statement) -> Iterator[Instruction]:
    return (inner for inner in _flat((statement,)) if isinstance(inner, Instruction))


def _flat(body: Iterable[Statement]) -> Iterator[Statement]:
    """Statements in order, those of a block after the block."""
    for statement in body:
        yield statement
        if isinstance(statement, Block):
            yield from _flat(statement.body)


def _register_declarations(scope: _Scope) -> list[Declaration]:
    """``.reg`` declarations of a block: the numbered groups, then what the user named."""
    groups = sorted([*scope.retired, *scope.groups.values()], key=lambda group: _ORDER.index(group.type))
    numbered = [
        Declaration("reg", group.type, (Declarator(group.prefix, group.count),))
        for group in groups
        if group.count
    ]
    return [*numbered, *(replace(named, source=None) for named in scope.named)]


_ORDER = ("pred", "b16", "f16", "b32", "f32", "b64", "f64", "b128")


def _ended(body: list[Statement]) -> list[Statement]:
    """The body with a `ret` where control would run off its end."""
    last = body[-1] if body else None
    if isinstance(last, Instruction) and last.opcode in _TERMINATORS and last.guard is None:
        return body
    return [*body, Instruction("ret", source=last.source if isinstance(last, Instruction) else None)]


_TERMINATORS = frozenset({"ret", "exit", "bra", "trap", "brx"})


def _bytes(declaration: Declaration, declarator: Declarator) -> int:
    """Size of one declared variable, in bytes."""
    size = from_name(declaration.type or "b8").bytes * int((declaration.vector or "v1")[1:])
    for dim in declarator.dims:
        size *= int(dim.text, 0) if isinstance(dim, Literal) else 0
    return size


def _layout(declarations: list[Declaration], start: int) -> tuple[dict[str, int], int]:
    """Offsets of shared variables in the order declared, each aligned, and the end."""
    offsets, end = {}, start
    for declaration in declarations:
        align = declaration.align or from_name(declaration.type or "b8").bytes
        for declarator in declaration.declarators:
            end = -(-end // align) * align
            offsets[declarator.name] = end
            end += _bytes(declaration, declarator)
    return offsets, end


def _moved(statement: Statement, moves: dict[str, tuple[str, int]]) -> Statement:
    """The statement with each moved variable spelled as the dynamic array and an offset."""
    if isinstance(statement, Block):
        return replace(statement, body=tuple(_moved(inner, moves) for inner in statement.body))
    if not isinstance(statement, Instruction):
        return statement
    operands = tuple(_moved_operand(made, moves) for made in statement.operands)
    return statement if operands == statement.operands else replace(statement, operands=operands)


def _moved_operand(made: Operand, moves: dict[str, tuple[str, int]]) -> Operand:  # noqa: PLR0911
    match made:
        case Name(name) if name in moves:
            symbol, offset = moves[name]
            return Expression((symbol, "+", str(offset))) if offset else Name(symbol)
        case Address(Name(name), offset, rest) if name in moves:
            symbol, start = moves[name]
            rest = tuple(_moved_operand(item, moves) for item in rest)
            if offset is None:
                return Address(Name(symbol), Literal(str(start)) if start else None, rest)
            if isinstance(offset, Literal):
                return Address(Name(symbol), Literal(str(int(offset.text, 0) + start)), rest)
            words = offset.words if isinstance(offset, Expression) else ()
            return Address(Name(symbol), Expression((str(start), "+", *words)), rest)
        case Address(base, offset, rest):
            rest = tuple(_moved_operand(item, moves) for item in rest)
            return replace(made, base=_moved_operand(base, moves), rest=rest)
        case Vector(items):
            return replace(made, items=tuple(_moved_operand(item, moves) for item in items))
        case Expression((name, "+", number)) if name in moves and number.isdecimal():
            symbol, offset = moves[name]
            return Expression((symbol, "+", str(offset + int(number))))
        case Expression(words) if any(word in moves for word in words):
            spelled = [
                ("(", moves[word][0], "+", str(moves[word][1]), ")") if word in moves else (word,)
                for word in words
            ]
            return Expression(tuple(chain.from_iterable(spelled)))
        case _:
            return made


def _with_locations(body: list[Statement], files: list[Directive]) -> list[Statement]:
    """The body with a ``.loc`` before each instruction that another Python line wrote; adds to `files`."""
    taken = max((int(known.words[0]) for known in files), default=0)
    indexes: dict[str, int] = {}
    last: Source | None = None

    def located(statements: Iterable[Statement]) -> list[Statement]:
        nonlocal last
        result: list[Statement] = []
        for statement in statements:
            if isinstance(statement, Block):
                result.append(replace(statement, body=tuple(located(statement.body))))
                continue
            source = statement.source if isinstance(statement, Instruction) else None
            if source is not None and source != last:
                index = indexes.get(source.file)
                if index is None:
                    index = indexes[source.file] = taken + len(indexes) + 1
                    files.append(Directive("file", (str(index), f'"{source.file}"')))
                result.append(Directive("loc", (str(index), str(source.line), "0")))
                last = source
            result.append(statement)
        return result

    return located(body)


def _directive_version(directive: Directive) -> tuple[int, int]:
    """The PTX version that a directive of the entry needs."""
    return _DIRECTIVE_VERSIONS.get(directive.name, (1, 0))


_DIRECTIVE_VERSIONS: dict[str, tuple[int, int]] = {}
