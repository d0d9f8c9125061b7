"""PTX text in a kernel, the only door that nothing is verified at."""

from __future__ import annotations

from dataclasses import fields, is_dataclass, replace
from typing import TYPE_CHECKING, Any

from pyptx.errors import ParseError, TraceError
from pyptx.ir import Block, Declaration, Directive, Instruction
from pyptx.parser import parse_statements
from pyptx.trace import at, caller, current

if TYPE_CHECKING:
    from pyptx.ir import Source, Statement


def raw(text: str) -> None:
    """Trace the statements of a PTX text as they are: nothing is verified.

    Registers and variables the text declares, and its labels, are in sight after it; a block ``{ … }``
    keeps its own. A register of the kernel is spelled by its name: ``ptx.raw(f"mov.u32 {r}, 1;")``. The PTX
    version follows from the instructions the ISA tables know.

    Raises:
        TraceError: The text is no PTX.
    """
    source = caller()
    try:
        statements = parse_statements(text)
    except ParseError as error:
        raise TraceError(f"ptx.raw: {error}{at(source)}") from None
    trace = current()
    for statement in statements:
        trace.append(_plain(statement, source))


def _plain(statement: Statement, source: Source) -> Statement:
    """The statement without the spacing of its text, and with its Python line."""
    if isinstance(statement, Block):
        return Block(tuple(_plain(inner, source) for inner in statement.body))
    plain: Statement = _without_gaps(statement)
    if isinstance(plain, (Instruction, Directive, Declaration)):
        return replace(plain, source=source)
    return plain


def _without_gaps(node: Any) -> Any:
    """The node, and the nodes in it, without spacing."""
    if isinstance(node, tuple):
        return tuple(_without_gaps(item) for item in node)
    if not is_dataclass(node) or isinstance(node, type):
        return node
    changes = {
        field.name: None if field.name == "gaps" else _without_gaps(getattr(node, field.name))
        for field in fields(node)
    }
    return replace(node, **changes)
