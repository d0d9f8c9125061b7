"""Verification of a whole module: its names, its labels and every instruction."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from pyptx.arch import ARCHS, is_target
from pyptx.arch import arch as find_arch
from pyptx.errors import VerifyError
from pyptx.ir import Block, Declaration, Directive, Function, Instruction, Label, Module, Name
from pyptx.ir.visit import numbered
from pyptx.isa import availability
from pyptx.verify.calls import Formal, Signature, formal_of, read_prototype, signature_of, wrong_arguments
from pyptx.verify.declarations import conflicting, lacking, malformed, malformed_prototype, wide_parameter
from pyptx.verify.functions import cta_group, disagreement
from pyptx.verify.initial_values import wrong_initial_value
from pyptx.verify.messages import dotted, report
from pyptx.verify.redeclaration import find_taken, redeclared, wrong_alias
from pyptx.verify.symbols import Symbol, require_type, symbol_of
from pyptx.verify.textures import INDEPENDENT
from pyptx.verify.verifier import Verifier

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from pyptx.arch import Arch
    from pyptx.ir import Declarator, Statement
    from pyptx.isa import OperandSpec


@dataclass(frozen=True, slots=True)
class Finding:
    """An error in a module.

    Attributes:
        line: Line in the text, counted from 1; None if no lines were given.
        message: The written text, the legal alternatives, and perhaps the intended one.
    """

    line: int | None
    message: str


def verify_module(
    module: Module, arch: Arch | None = None, *, lines: Sequence[Sequence[int]] | None = None
) -> list[Finding]:
    r"""Check every instruction of a module.

    >>> from pyptx.parser import parse
    >>> text = ".version 8.0\n.target sm_90a\n.entry k() { .reg .f32 %f<2>; testp.nan.f32 %f0, %f1; ret; }"
    >>> [finding.message.partition(";")[0] for finding in verify_module(parse(text))]
    ['testp.nan.f32 %f0, %f1: .nan cannot stand here']

    Args:
        module: The tree; modifiers may be in any order that ptxas accepts.
        arch: Target to check for; None for the module's own.
        lines: Line of each statement of each function, as `pyptx.emitter.emit_with_lines` returns them.
    """
    size = "".join(_directive(module, "address_size"))
    findings = _head_findings(module)
    verifier = Verifier(
        None if findings else arch or module_target(module),
        module_version(module),
        any_order=True,
        address_size=int(size) if size.isdecimal() else None,
        samplers=INDEPENDENT in _directive(module, "target"),
    )
    names = Names()
    of_functions = map(iter, lines or ())
    for item in module.items:
        if isinstance(item, (Declaration, Directive, Function)):
            findings += _wrong(lacking(item, verifier))
        if isinstance(item, Declaration):
            said = names.declare(item) or malformed(item, "module") or _local(item, verifier)
            findings += _wrong(said or wrong_initial_value(item, names))
        elif isinstance(item, Directive) and item.name == "alias":
            findings += _wrong(names.alias(item))
        elif isinstance(item, Function):
            findings += _wrong(names.define(item) or conflicting(item))
            findings += _function_findings(item, names, verifier, next(of_functions, None))
    return findings


def module_target(module: Module) -> Arch | None:
    """Return the target of a module; None for an unknown target."""
    words = _directive(module, "target")
    return next((ARCHS[word] for word in words if word in ARCHS), None)


def _head_findings(module: Module) -> list[Finding]:
    """Return errors in the version and the target of a module."""
    version = module_version(module)
    if version is not None and not availability.is_version(version):
        newest = dotted(availability.newest_version())
        return [
            Finding(None, f".version {dotted(version)}: no such PTX version; the newest is {newest} here")
        ]
    for word in filter(is_target, _directive(module, "target")):
        try:
            since = availability.lowest_version(find_arch(word).name)
        except ValueError as error:
            return [Finding(None, f".target {word}: {error}")]
        if version is not None and version < since:
            said = f"needs PTX >= {dotted(since)}; this module says PTX {dotted(version)}"
            return [Finding(None, f".target {word} {said}")]
    return []


def module_version(module: Module) -> tuple[int, int] | None:
    """Return the PTX version that a module states; None if it states none."""
    major, _, minor = "".join(_directive(module, "version")).partition(".")
    return (int(major), int(minor)) if major.isdigit() and minor.isdigit() else None


def _directive(module: Module, name: str) -> tuple[str, ...]:
    """Return the words of a directive of the module; none if it has no such directive."""
    found = (item for item in module.items if isinstance(item, Directive) and item.name == name)
    return next((item.words for item in found), ())


@dataclass(slots=True)
class Names:
    """The names of a scope, and the scopes around it.

    Attributes:
        outer: The scope around it.
        symbols: Names declared individually, and numbered names that were resolved before.
        formals: The declarations of names, for the comparison with calls; for a numbered name, that of its
            prefix.
        signatures: Signatures of functions, and of labels before prototypes, by name.
        numbered: Count and symbol of the names that a prefix such as ``%r`` of ``%r<12>`` declares.
        own: Names that the scope itself declares individually, including labels and, in a module, functions.
        aliases: Names that ``.alias`` defines.
    """

    outer: Names | None = None
    symbols: dict[str, Symbol] = field(default_factory=dict)
    formals: dict[str, Formal] = field(default_factory=dict)
    signatures: dict[str, Signature] = field(default_factory=dict)
    numbered: dict[str, tuple[int, Symbol]] = field(default_factory=dict)
    own: dict[str, Declaration | Function | Directive | Label] = field(default_factory=dict)
    aliases: set[str] = field(default_factory=set)

    def __call__(self, name: str) -> Symbol | None:
        """Resolve a name."""
        symbol = self.symbols.get(name) or self._in_a_range(name) or self._component(name)
        if symbol is not None:
            return symbol
        return self.outer(name) if self.outer is not None else None

    def _in_a_range(self, name: str) -> Symbol | None:
        """Resolve one of the names that ``%r<12>`` declares."""
        for prefix, number in numbered(name):
            count, symbol = self.numbered.get(prefix, (0, None))
            if symbol is not None and number < count:
                self.symbols[name] = symbol
                return symbol
        return None

    def _component(self, name: str) -> Symbol | None:
        """Resolve one element of a vector register, such as ``%v.x``."""
        vector, dot, component = name.rpartition(".")
        whole = self(vector) if dot and component in _COMPONENTS else None
        return whole._replace(elements=1) if whole is not None and whole.elements > 1 else None

    def formal(self, name: str) -> Formal | None:
        """Return the declaration of a name that a call can pass; None for anything else."""
        symbol = self(name)
        if symbol is None or symbol.kind not in ("reg", "param") or not symbol.type:
            return None
        found = self.declared(name)
        return found or Formal(name, symbol.type, None if symbol.elements == 1 else symbol.elements)

    def declared(self, name: str) -> Formal | None:
        """Return the declaration of an individually declared name."""
        found = self.formals.get(name)
        return found if found is not None or self.outer is None else self.outer.declared(name)

    def signature(self, name: str) -> Signature | None:
        """Return the signature of a function by name, or of the prototype at a label."""
        found = self.signatures.get(name)
        return found if found is not None or self.outer is None else self.outer.signature(name)

    def declare(self, declaration: Declaration, role: str = "") -> str | None:
        """Add the names of a declaration, parameters with a `Symbol.role`; yield errors."""
        try:
            require_type(declaration)
        except VerifyError as error:
            return str(error)
        symbol = symbol_of(declaration, role)
        said = [self._declare(declaration, declarator, symbol) for declarator in declaration.declarators]
        return next(filter(None, said), None)

    def define(self, function: Function) -> str | None:
        """Add the name of a function; explain why the module may not declare it here."""
        earlier = self.own.get(function.name)
        self.own[function.name] = function
        self.symbols[function.name] = Symbol("function")
        self.signatures[function.name] = signature_of(function)
        return None if earlier is None else redeclared(earlier, function, function.name)

    def alias(self, directive: Directive) -> str | None:
        """Add ``.alias name, aliasee``; explain why it is illegal."""
        name, aliasee = directive.words[0], directive.words[-1]
        said = wrong_alias(name, aliasee, self.own, self.aliases)
        self.aliases.add(name)
        self.symbols[name] = Symbol("function")
        return said

    def place(self, label: Label, before: str) -> str | None:
        """Add a label, which precedes `before`; explain why the scope already has its name."""
        said = find_taken(label.name, None, self.own, self.numbered, label=True)
        self.own[label.name] = label
        self.symbols[label.name] = Symbol("label", before)
        return said

    def _declare(self, declaration: Declaration, declarator: Declarator, symbol: Symbol) -> str | None:
        """Add one name of a declaration; explain why the scope may not declare it."""
        name = declarator.name
        earlier = self.own.get(name) if self.outer is None and declarator.count is None else None
        if earlier is None:
            said = find_taken(name, declarator.count, self.own, self.numbered)
        else:
            said = redeclared(earlier, declaration, name)
        if declarator.count is None:
            self.own[name] = declaration
            self.symbols[name] = symbol
            if symbol.kind == "param":
                self.formals[name] = formal_of(declaration, declarator)
        else:
            self.numbered[name] = (declarator.count, symbol)
        return said


_COMPONENTS = frozenset("xyzwrgba")


def _wrong(said: str | None) -> list[Finding]:
    """Make an error about a declaration outside bodies, whose line is unknown."""
    return [] if said is None else [Finding(None, said)]


def _local(declaration: Declaration, verifier: Verifier) -> str | None:
    """Explain why a variable of a module cannot be in ``.local``; None if it can, or is elsewhere."""
    if declaration.space != "local" or (verifier.version or _LOCAL_IN_FUNCTIONS) < _LOCAL_IN_FUNCTIONS:
        return None
    name, since = declaration.declarators[0].name, dotted(_LOCAL_IN_FUNCTIONS)
    return f"{name} is in .local outside a function; from PTX {since} on functions declare such variables"


_LOCAL_IN_FUNCTIONS = (3, 0)


def _function_findings(
    function: Function, outer: Names, verifier: Verifier, numbers: Iterator[int] | None
) -> Iterator[Finding]:
    """Yield errors in the body of a function."""
    names, verifier, has_body = Names(outer), verifier.for_kind(function.kind), function.body is not None
    for declaration in function.params or ():
        yield from _wrong(lacking(declaration, verifier))
        said = names.declare(declaration, "entry" if function.kind == "entry" else "given")
        said = said or malformed(declaration, function.kind) or wrong_initial_value(declaration, names)
        yield from _wrong(said or (wide_parameter(declaration) if has_body else None))
    for declaration in function.returns or ():
        yield from _wrong(lacking(declaration, verifier))
        said = names.declare(declaration, "returned") or malformed(declaration, "returns")
        said = said or wrong_initial_value(declaration, names)
        yield from _wrong(said or (wide_parameter(declaration) if has_body else None))
    yield from _body_findings(function.body or (), names, verifier, numbers, [])


def _body_findings(
    body: Iterable[Statement],
    names: Names,
    verifier: Verifier,
    numbers: Iterator[int] | None,
    grouped: list[Instruction],
) -> Iterator[Finding]:
    """Yield errors in a scope: a name is visible from its declaration on, a label in all of the scope.

    Args:
        body: The statements of the scope.
        names: The names of the scope.
        verifier: The verifier of the module.
        numbers: Lines of the statements that follow.
        grouped: The instructions of the function with a `cta_group`, so far.
    """
    statements = tuple(body)
    follows = (*statements[1:], None)
    for statement, following in zip(statements, follows, strict=False):
        if isinstance(statement, Label) and _labelled(following) == "code":
            names.symbols[statement.name] = Symbol("label", "code")
    for statement, following in zip(statements, follows, strict=False):
        line = next(numbers) if numbers is not None else None
        said = None
        if isinstance(statement, Declaration):
            said = names.declare(statement) or malformed(statement, "body")
            said = said or wide_parameter(statement) or wrong_initial_value(statement, names)
            said = said or lacking(statement, verifier)
        elif isinstance(statement, Directive):
            is_prototype = statement.name == "callprototype"
            said = malformed_prototype(statement.words) if is_prototype else None
            said = said or lacking(statement, verifier)
        elif isinstance(statement, Label):
            said = names.place(statement, _labelled(following))
            if isinstance(following, Directive) and following.name == "callprototype":
                names.signatures[statement.name] = read_prototype(following.words)
        elif isinstance(statement, Block):
            yield from _body_findings(statement.body, Names(names), verifier, numbers, grouped)
        elif isinstance(statement, Instruction):
            said = _instruction_finding(statement, names, verifier) or _group_finding(statement, grouped)
        if said is not None:
            yield Finding(line, said)


def _labelled(following: Statement | None) -> str:
    """Return the kind of statement after a label: a list of targets, a prototype, or ``"code"``."""
    return following.name if isinstance(following, Directive) and following.name in _LISTS else "code"


_LISTS = frozenset({"branchtargets", "callprototype", "calltargets"})


def _group_finding(instruction: Instruction, grouped: list[Instruction]) -> str | None:
    """Explain why an instruction conflicts with the first `cta_group` of its function; None if it fits."""
    if cta_group(instruction) is None:
        return None
    grouped.append(instruction)
    return disagreement(instruction, grouped[0])


def _instruction_finding(instruction: Instruction, names: Names, verifier: Verifier) -> str | None:
    """Explain the error of an instruction; None if it is legal."""
    try:
        match = verifier.verify(instruction, names)
    except VerifyError as error:
        return str(error)
    for operand, spec in zip(instruction.operands, match.operands, strict=True):
        if spec.kind == "label" and isinstance(operand, Name) and names(operand.name) is None:
            return report(instruction, f"there is no label {operand.name}")
    if instruction.opcode == "call":
        said = _call_finding(instruction, match.operands, names)
        return said and report(instruction, said)
    return None


def _call_finding(instruction: Instruction, specs: Sequence[OperandSpec], names: Names) -> str | None:
    """Explain the error in the arguments of a call, if its callee is known; None if they are legal."""
    for operand, spec in zip(instruction.operands, specs, strict=True):
        if spec.kind in ("function", "label") and isinstance(operand, Name):
            signature = names.signature(operand.name)
            return signature and wrong_arguments(instruction.operands, signature, names.formal)
    return None
