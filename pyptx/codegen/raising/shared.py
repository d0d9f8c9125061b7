"""State shared by the bodies of a module."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from pyptx.codegen.raising.operators import interpreter_of
from pyptx.codegen.raising.report import Report
from pyptx.codegen.raising.words import Mentions
from pyptx.ir import Block, Declaration, Directive, Function, Section
from pyptx.ir.visit import walk

if TYPE_CHECKING:
    from collections.abc import Callable
    from collections.abc import Set as AbstractSet

    from pyptx.arch import Arch
    from pyptx.codegen.raising.facts import Callee
    from pyptx.codegen.raising.operators import Expression, Interpreter
    from pyptx.codegen.raising.uses import Use
    from pyptx.ir import Item, Module


class Raising(NamedTuple):
    """State shared by the bodies of a module.

    Attributes:
        interpreter: Traces expressions.
        report: Counts raised constructs.
        held: Names that the module uses outside functions.
        is_taken: Whether a name has a meaning in the module.
        debug: Whether ptxas makes code for debuggers, which uses names: such a module is not changed.
        taken: Kinds of instructions that the module's version and target have.
        expressions: Cached expressions of such instructions, by kind and operands.
        uses: Uses of each kernel's parameters, by kernel name.
        mentions: Returns the names in operands.
        functions: The functions that Python has declared so far, by their names in PTX.
        untyped: Whether registers of floating point are declared as bits.
        target: The number of the module's target: 90 of ``sm_90a``.
    """

    interpreter: Interpreter
    report: Report
    held: frozenset[str]
    is_taken: Callable[[str], bool]
    debug: bool
    taken: set[tuple[object, ...]]
    uses: dict[str, dict[str, Use]]
    mentions: Mentions
    expressions: dict[tuple[object, ...], Expression | None]
    functions: dict[str, Callee]
    untyped: bool
    target: int


def raising_of(module: Module, arch: Arch, reserved: AbstractSet[str]) -> Raising:
    """Return the shared state of a module's bodies; `reserved` are names that its Python file uses."""
    held: set[str] = set()
    taken: set[str] = set(reserved)
    debug = False
    for item in module.items:
        if isinstance(item, Directive):
            held.update(item.words)
            debug = debug or (item.name == "target" and "debug" in item.words)
        elif isinstance(item, Declaration):
            taken.update(declarator.name for declarator in item.declarators)
        elif isinstance(item, Function):
            taken.add(item.name)
    for item in module.items:
        if isinstance(item, Section) and not is_left_out(item, debug=debug):
            held.update(item.words)
    is_taken = taken.union(held).__contains__
    return Raising(
        interpreter_of(arch),
        Report(),
        frozenset(held),
        is_taken,
        debug,
        set(),
        {},
        Mentions(),
        {},
        {},
        _is_untyped(module),
        arch.number,
    )


def _is_untyped(module: Module) -> bool:
    """Whether no register is declared as a number: those of floating point are bits, as LLVM writes them."""
    return all(
        node.space != "reg" or (node.type or "")[:1] in ("b", "p")
        for item in module.items
        if isinstance(item, Function)
        for statement in item.body or ()
        if type(statement) in (Block, Declaration)
        for node in walk((statement,))
        if type(node) is Declaration
    )


def is_left_out(item: Item, *, debug: bool) -> bool:
    """Whether an item is debug information, which generates no machine code."""
    if debug:
        return False
    if isinstance(item, Section):
        return item.name.startswith(".debug_")
    return isinstance(item, Directive) and item.name == "file"
