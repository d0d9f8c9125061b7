"""The line that changed a value, and the operator with which it did."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pyptx.trace.bytecode import bytecode_of
from pyptx.trace.rebinding.functions import attribute_name, last_store, reachable_functions
from pyptx.trace.source import source_in

if TYPE_CHECKING:
    from types import CodeType

    from pyptx.ir import Source
    from pyptx.trace.rebinding.changes import Change
    from pyptx.trace.rebinding.snapshots import Snapshot


def place(change: Change, root: str, snapshot: Snapshot, block: Source) -> tuple[Source, str]:
    """Return the line of a change, else that of the block, and the operator before a store."""
    frame = snapshot.frame
    last = change.label if change.label.endswith("]") else change.label.rpartition(".")[2]
    found: tuple[CodeType, int] | None = None
    code = bytecode_of(frame.f_code)
    exact, operator, previous = False, "", ""
    loaded: list[str] = []
    for offset, step in code.between(snapshot.offset, frame.f_lasti):
        stores = any(
            event.name in (change.label, root) and event.kind.startswith("store") for event in step.events
        )
        item = (step.opname == "STORE_SUBSCR" and change.label.endswith("]")) or (
            step.opname == "STORE_ATTR" and attribute_name(frame.f_code, step.argument) == last
        )
        if stores or (item and not exact):
            found, exact, operator = (frame.f_code, offset), stores, previous
        loaded += [event.name for event in step.events if event.kind == "load"]
        if step.opname not in ("EXTENDED_ARG", "CACHE"):
            symbol = _operator(step.opname, step.argument)
            previous = symbol if root in (loaded if symbol in _COMMUTING else loaded[:1]) else ""
        if step.opname.startswith(("STORE_", "POP_TOP")):
            loaded.clear()
    if found is None:
        found = last_store(reachable_functions(frame, snapshot), last)
    return (source_in(*found) if found is not None else block), operator


def _operator(opname: str, argument: int) -> str:
    """The operator of an instruction that computes from two values."""
    if opname == "BINARY_OP" and argument < len(_OPERATORS):
        return _OPERATORS[argument]
    return _OLD_OPERATORS.get(opname, "")


_COMMUTING = frozenset("+*&|^")
_OPERATORS = ("+", "&", "//", "<<", "@", "*", "%", "|", "**", ">>", "-", "/", "^")
_OLD_OPERATORS = {
    "BINARY_ADD": "+", "BINARY_SUBTRACT": "-", "BINARY_MULTIPLY": "*", "BINARY_TRUE_DIVIDE": "/",
    "BINARY_FLOOR_DIVIDE": "//", "BINARY_MODULO": "%", "BINARY_LSHIFT": "<<", "BINARY_RSHIFT": ">>",
    "BINARY_AND": "&", "BINARY_OR": "|", "BINARY_XOR": "^",
}  # fmt: skip
