"""Proof that generated Python equals the PTX: it is executed, and the texts are compared."""

from __future__ import annotations

import re
from enum import Enum
from itertools import count, zip_longest
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from pyptx import toolchain
from pyptx.codegen.raising import is_left_out
from pyptx.codegen.raising.labels import drop_labels, labels_of
from pyptx.codegen.raising.words import Mentions
from pyptx.emitter import emit, emit_statement
from pyptx.errors import CodegenError, ToolError
from pyptx.inspect.propagation import constants_of, with_constants
from pyptx.inspect.unread import unread_moves, without_unread_moves
from pyptx.ir import (
    Address,
    Block,
    Declaration,
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
    Section,
    Vector,
)
from pyptx.ir.literals import literal_value
from pyptx.ir.visit import is_transparent, numbered, operand_names, walk, without_gaps
from pyptx.parser import parse
from pyptx.parser.lexer import tokenize
from pyptx.record import replace
from pyptx.trace.names import CLASSES
from pyptx.types import TYPES

if TYPE_CHECKING:
    import ast
    from collections.abc import Iterator, Mapping, Sequence

    from pyptx.ir import Item, Operand, Statement
    from pyptx.parser.lexer import Token


def retraced(python: str) -> str:
    """The PTX of generated Python.

    Args:
        python: Result of `pyptx.codegen.ptx_to_python`; it is executed.
    """
    return emit(executed(python))


def executed(python: str | ast.Module) -> Module:
    """The tree that generated Python traces, given as text or parsed."""
    names: dict[str, Any] = {"__name__": "pyptx_generated"}
    exec(compile(python, "<generated>", "exec"), names)
    tree: Module = names["module"].tree() if "module" in names else names["k"].module()
    return tree


def require_same_tokens(source: str, made: str) -> None:
    """Check that two texts have the same words.

    Raises:
        CodegenError: They differ; the message gives the first difference.
    """
    given: Token
    for given, other in zip(tokenize(source), tokenize(made), strict=False):
        if given.text != other.text:
            raise CodegenError(
                f"line {given.line}: the source has {given.text or 'its end'!r} where the Python gives "
                f"{other.text or 'its end'!r} in line {other.line}"
            )


class LeftOut(NamedTuple):
    """Moves that programs are compared without.

    Attributes:
        constants: Moves of a number that all uses of the register have in its place.
        unread: Moves of a value that nothing reads.
    """

    constants: int
    unread: int


def require_same_program(source: str, made: str) -> LeftOut:
    """Check that two texts are one program under other names.

    Every function has the same instructions in the same order; a register of one stands where one register of
    the other does, there are as many labels in each place, a branch goes to the same place, and all else is
    the same word for word. Left aside is where registers are declared, and which are declared that no
    instruction names; braces around registers alone; labels that nothing names; and, unless the target says
    ``debug``, data for debuggers, moves of values that nothing reads (`pyptx.inspect.unread`), and whether an
    operand is a constant or a register that has only this value (`pyptx.inspect.propagation`). ``[a+0]`` is
    ``[a]``, and ``0x10`` is ``16``.

    Returns:
        The moves of the source that `made` leaves out.

    Raises:
        CodegenError: They differ, and the message gives the first difference; or `made` has more registers
            that hold one number, or more moves of values that nothing reads.
    """
    left_out: tuple[list[LeftOut], list[LeftOut]] = [], []
    for given, other in zip_longest(_items(parse(source), left_out[0]), _items(parse(made), left_out[1])):
        if given != other:
            raise CodegenError(
                f"the source has {given or 'its end'!r} where the Python gives {other or 'its end'!r}"
            )
    constants = [given.constants - other.constants for given, other in zip(*left_out, strict=True)]
    if any(each < 0 for each in constants):
        raise CodegenError("the Python has a register that holds one number where the source has the number")
    unread = [given.unread - other.unread for given, other in zip(*left_out, strict=True)]
    if any(each < 0 for each in unread):
        raise CodegenError(
            "the Python has a move of a value that nothing reads, which the source does not have"
        )
    return LeftOut(sum(constants), sum(unread))


def require_same_code(source: str, made: str) -> dict[str, str]:
    """Check that ptxas makes the same machine code of two texts.

    A source that ptxas refuses proves nothing, nor does a function whose code ptxas does not repeat. For a
    label that nothing names, which parts a block, and for a move of a value that nothing reads, ptxas may
    allocate other registers or order instructions otherwise: a function with another code has to have that
    of the source without such labels, or without such labels and moves.

    Args:
        source: A whole module; it is assembled for its own target.
        made: The module to compare with it.

    Returns:
        What the source has to lack for the same code, for each function whose code is not that of the source.

    Raises:
        CodegenError: The code differs.
        ToolError: ptxas refuses the source, or is not installed.
    """
    module = parse(source)
    arch = _target(module)
    options: tuple[str, ...] = ()
    try:
        compiled = toolchain.ptxas.assemble(source, arch)
    except ToolError as error:
        if "Unresolved extern" not in str(error):
            raise
        options = ("-c",)
        compiled = toolchain.ptxas.assemble(source, arch, options)
    try:
        remade = toolchain.ptxas.assemble(made, arch, options)
    except ToolError as error:
        raise CodegenError(f"ptxas accepts the source, but not the PTX of the Python:  {error}") from None
    given, other = toolchain.machine_code(compiled.cubin), toolchain.machine_code(remade.cubin)
    differing = _differing(given, other)
    if differing:  # ptxas may give another result for the same text: only a repeated one counts
        for text, code in ((source, given), (made, other)):
            again = toolchain.ptxas.assemble(text, arch, options, cached=False)
            differing -= _differing(code, toolchain.machine_code(again.cubin))
    lacking: dict[str, str] = {}
    for words, moves in ((_LABELS, False), (f"{_LABELS} and {_MOVES}", True)):
        if differing:
            bare = toolchain.ptxas.assemble(emit(_without_unused(module, moves=moves)), arch, options)
            same = differing - _differing(toolchain.machine_code(bare.cubin), other)
            lacking |= dict.fromkeys(same, words)
            differing -= same
    if differing:
        raise CodegenError(f"the machine code differs in {', '.join(sorted(differing))}")
    return lacking


_LABELS = "labels that nothing names"
_MOVES = "moves of values that nothing reads"


def _without_unused(module: Module, *, moves: bool) -> Module:
    """Return a module without labels that nothing names, and without data for debuggers.

    Args:
        module: The module.
        moves: Whether to leave out moves of values that nothing reads, too.
    """
    held = {
        word
        for item in module.items
        if isinstance(item, (Directive, Section)) and not is_left_out(item, debug=False)
        for word in item.words
    }
    items: list[Item] = []
    for item in module.items:
        if isinstance(item, Function) and item.body is not None:
            body = [each for each in item.body if not (isinstance(each, Directive) and each.name == "loc")]
            kept: Sequence[Statement] = drop_labels(body, labels_of(body, held, Mentions()))
            if moves:
                kept, _ = without_unread_moves(kept, range(sum(1 for _ in walk(kept))))
            items.append(replace(item, body=tuple(kept)))
        elif not is_left_out(item, debug=False):
            items.append(item)
    return replace(module, items=tuple(items))


def _differing(one: Mapping[str, bytes], other: Mapping[str, bytes]) -> set[str]:
    """Return the names of the functions whose machine code or constants differ."""
    return {_OWNER.sub("", name) for name in one.keys() | other.keys() if one.get(name) != other.get(name)}


_OWNER = re.compile(r"\.(?:text|nv\.constant\d+)\.")
"""The start of the name of a section, before that of its function. Constants of the module have none."""


def _target(module: Module) -> str:
    """The target that a module is for.

    Raises:
        CodegenError: The module has no ``.target``.
    """
    for item in module.items:
        if isinstance(item, Directive) and item.name == "target":
            return item.words[0]
    raise CodegenError("the module has no .target")


def _items(module: Module, left_out: list[LeftOut]) -> Iterator[str]:
    """Yield the words of a module, under names that follow from where things stand.

    Args:
        module: The module.
        left_out: Gets the moves of each function that are left aside.
    """
    debug = any(
        isinstance(item, Directive) and item.name == "target" and "debug" in item.words
        for item in module.items
    )
    for item in module.items:
        if isinstance(item, Function) and item.body is not None:
            yield from _Canonical(item, debug=debug).words(left_out)
        elif not is_left_out(item, debug=debug):
            yield emit(Module((without_gaps(item),), ""))


class _Brace(Enum):
    """A brace that makes no machine code."""

    OPENS = "{"
    CLOSES = "}"


_OPENS, _CLOSES = _Brace.OPENS, _Brace.CLOSES
_Event: TypeAlias = "Statement | _Brace"
_Named: TypeAlias = "tuple[dict[str, str], dict[str, tuple[int, str]]]"
"""The names of a block: labels and registers, then numbered registers."""


def _events(body: Sequence[Statement], *, debug: bool) -> Iterator[_Event]:
    """The statements of a block, with those of blocks that declare nothing but registers."""
    for statement in body:
        if isinstance(statement, Block) and not debug and is_transparent(statement):
            yield _OPENS
            yield from _events(statement.body, debug=debug)
            yield _CLOSES
        else:
            yield statement


class _Canonical:
    """One function with its own names replaced."""

    def __init__(self, function: Function, *, debug: bool) -> None:
        self._function = function
        self._debug = debug
        self._named = {
            name
            for node in walk(function.body or ())
            for name in (
                node.words
                if isinstance(node, Directive)
                else [name for operand in node.operands for name in operand_names(operand)]
                if isinstance(node, Instruction)
                else ()
            )
        }
        self._scopes: list[dict[str, str]] = [{}]
        self._groups: list[dict[str, tuple[int, str]]] = [{}]
        self._levels = [0]
        self._blocks = 0
        self._labels = count()

    def words(self, left_out: list[LeftOut]) -> Iterator[str]:
        """Yield the head, then each statement; note how many moves are left aside."""
        function = self._function
        plain = without_gaps(replace(function, body=None, params=None, returns=None, gaps=None))
        yield emit(Module((plain,), ""))
        for kind, listed in (("param", function.params), ("return", function.returns)):
            yield f"{kind} {None if listed is None else len(listed)}"
            for number, declaration in enumerate(listed or ()):
                (declarator,) = declaration.declarators
                self._scopes[0][declarator.name] = f"<{kind} {number}>"
                bare = without_gaps(replace(declaration, declarators=(replace(declarator, name="_"),)))
                yield emit(Module((bare,), ""))
        code = list(self._body(function.body or ()))
        if not self._debug:
            unread = unread_moves(code, _type_of)
            code = [node for at, node in enumerate(code) if at not in unread]
            constants = constants_of(code, _type_of)
            left_out.append(LeftOut(len(constants), len(unread)))
            code = with_constants(code, constants)
        yield from _numbered(code)

    def _body(self, body: Sequence[Statement]) -> Iterator[Statement]:
        """Yield the statements of a block and its blocks; each register and label has a name of its own."""
        events = list(_events(body, debug=self._debug))
        opened = self._looked_through(events)
        for event in events:
            if event is _OPENS:
                self._enter(*next(opened))
            elif event is _CLOSES:
                self._leave()
            elif isinstance(event, Block):
                self._enter({}, {})
                yield Directive("{", ())
                yield from self._body(event.body)
                yield Directive("}", ())
                self._leave()
            elif isinstance(event, Label):
                if self._debug or event.name in self._named:
                    yield Label(self._name(event.name))
            elif isinstance(event, Instruction):
                yield self._instruction(event)
            elif isinstance(event, Directive):
                if event.name == "loc" and not self._debug:
                    continue
                words = tuple([self._name(word) for word in event.words])
                yield without_gaps(replace(event, words=words))
            elif isinstance(event, Declaration) and event.space != "reg":
                declarators = [
                    replace(declarator, name=self._name(declarator.name)) for declarator in event.declarators
                ]
                yield without_gaps(replace(event, declarators=tuple(declarators)))

    def _looked_through(self, events: Sequence[_Event]) -> Iterator[_Named]:
        """Note the labels and declarations of a block; those of each that is open in it, in order."""
        opened: list[_Named] = []
        inside: list[_Named] = [(self._scopes[-1], self._groups[-1])]
        for event in events:
            if event is _OPENS:
                opened.append(({}, {}))
                inside.append(opened[-1])
            elif event is _CLOSES:
                inside.pop()
            elif isinstance(event, Label):
                inside[-1][0][event.name] = f"%<label@{next(self._labels)}>"
            elif isinstance(event, Declaration):
                self._declare(event, *inside[-1])
        return iter(opened)

    def _enter(self, scope: dict[str, str], groups: dict[str, tuple[int, str]]) -> None:
        self._blocks += 1
        self._levels.append(self._blocks)
        self._scopes.append(scope)
        self._groups.append(groups)

    def _leave(self) -> None:
        self._levels.pop()
        self._scopes.pop()
        self._groups.pop()

    def _declare(
        self, declaration: Declaration, scope: dict[str, str], groups: dict[str, tuple[int, str]]
    ) -> None:
        """Note registers and arguments of calls; other variables keep their names."""
        for declarator in declaration.declarators:
            if declaration.space != "reg":
                is_argument = declaration.space == "param" and not self._debug
                scope[declarator.name] = f"{_OWN}param" if is_argument else declarator.name
                continue
            dtype = TYPES.get(declaration.type or "")
            type_ = (
                CLASSES.get(dtype.name, ("", dtype.name))[1] if dtype is not None else str(declaration.type)
            )
            type_ += declaration.vector or ""
            if declarator.count is None:
                scope[declarator.name] = f"{_OWN}{type_}"
            else:
                groups[declarator.name] = declarator.count, type_

    def _name(self, name: str) -> str:
        """A name that no other register or label of the function has."""
        for depth in range(len(self._scopes) - 1, -1, -1):
            known = self._scopes[depth].get(name)
            if known is None:
                known = self._numbered(depth, name)
            if known is not None:
                is_unique = not known.startswith(_OWN) or known[-1] == ">"
                return known if is_unique else f"{known}@{self._levels[depth]}:{name}>"
        vector, dot, component = name.rpartition(".")
        return f"{self._name(vector)}.{component}" if dot and vector else name

    def _numbered(self, depth: int, name: str) -> str | None:
        for prefix, number in numbered(name):
            count, type_ = self._groups[depth].get(prefix, (0, ""))
            if number < count:
                return f"{_OWN}{type_}"
        return None

    def _instruction(self, node: Instruction) -> Instruction:
        operands = tuple([self._operand(operand) for operand in node.operands])
        guard = None if node.guard is None else Guard(self._name(node.guard.register), node.guard.negated)
        return Instruction(node.opcode, node.modifiers, operands, guard)

    def _operand(self, operand: Operand) -> Operand:
        made: Operand = operand
        match operand:
            case Name(name):
                made = Name(self._name(name))
            case Literal(text) if text[:2] in ("0x", "0X"):
                made = Literal(str(literal_value(text)))
            case Address(base, offset, rest):
                if offset == Literal("0"):
                    offset = None
                after = None if offset is None else self._operand(offset)
                made = Address(self._operand(base), after, tuple(map(self._operand, rest)))
            case Vector(items):
                made = Vector(tuple(map(self._operand, items)))
            case Group(items):
                made = Group(tuple(map(self._operand, items)))
            case Pair(first, second):
                made = Pair(self._operand(first), self._operand(second))
            case Negated(inner):
                made = Negated(self._operand(inner))
            case Expression(words):
                made = Expression(tuple([self._name(word) for word in words]))
        return made


def _type_of(name: str) -> str:
    """The type of a register, in the name that it has in a function with such names."""
    return name[len(_OWN) :].partition("@")[0] if name.startswith(_OWN) else ""


def _numbered(code: Sequence[Statement]) -> Iterator[str]:
    """Yield the words of statements; registers are numbered by their first use, labels by their places."""
    labels: dict[str, int] = {}
    place = 0
    for node in code:
        if type(node) is Label:
            labels[node.name] = place
        else:
            place += type(node) is not Declaration
    numbers: dict[str, int] = {}

    def number(found: re.Match[str]) -> str:
        name = found[0]
        if name in labels:
            return f"<label {labels[name]}>"
        return f"<{found[1]} {numbers.setdefault(name, len(numbers))}>"

    for node in code:
        yield ":" if type(node) is Label else _UNIQUE.sub(number, emit_statement(node))


_OWN = "%<"
"""Starts the name that a register or label of a function has in it: ``%<b32@0:%r1>``. No PTX has it."""
_UNIQUE = re.compile(r"%<([\w.]+)@[^>]*>")
