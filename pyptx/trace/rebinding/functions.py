"""Functions that a frame can call: which names they read, and the line and the operator of a store."""

from __future__ import annotations

import sys
from types import FunctionType
from typing import TYPE_CHECKING, Any

from pyptx.trace.bytecode import bytecode_of
from pyptx.trace.rebinding.contents import read_cells
from pyptx.trace.rebinding.reached import calls_with, reached_codes
from pyptx.trace.source import is_inside, source_in

if TYPE_CHECKING:
    from collections.abc import Iterable
    from types import CodeType, FrameType

    from pyptx.ir import Source
    from pyptx.trace.bytecode import Step
    from pyptx.trace.rebinding.changes import Change
    from pyptx.trace.rebinding.snapshots import Snapshot


def reads_through(function: FunctionType, name: str, depth: int = 4) -> bool:
    """Whether a function, or one that it calls, reads a variable of the functions around it."""
    if name in function.__code__.co_freevars and reads_first(function, name):
        return True
    return bool(depth) and any(
        type(value) is FunctionType and reads_through(value, name, depth - 1)
        for value in read_cells(function).values
    )


def reads_first(function: FunctionType, name: str) -> bool:
    """Whether a function reads what a name was before it is called, or an attribute of its own."""
    if name.startswith(f"{function.__name__}."):
        return name.rpartition(".")[2] in function.__code__.co_names
    name = name.partition(".")[0].partition("[")[0]
    code = bytecode_of(function.__code__)
    return code.is_live(0, name)


def reachable_functions(frame: FrameType, snapshot: Snapshot) -> list[CodeType]:
    """The functions that a frame can reach: what wrote a value that its own code does not."""
    values = [*snapshot.names.values(), *(frame.f_globals.get(name) for name in frame.f_code.co_names)]
    codes = reached_codes(values, frame.f_code)
    return [code for code in codes if code is not frame.f_code and not is_inside(code)]


def last_store(codes: Iterable[CodeType], name: str) -> tuple[CodeType, int] | None:
    """The last instruction of some functions that stores a name of functions around them, or an attribute.

    For an element, ``state[0]``, it stores an element in a function that mentions `state`.
    """
    found = None
    container = name.partition("[")[0] if name.endswith("]") else None
    for code in codes:
        mentioned = container in (*code.co_names, *code.co_freevars, *code.co_varnames)
        for offset, step in bytecode_of(code).steps():
            cell = name in code.co_freevars or any(event.kind == "store global" for event in step.events)
            if (
                (cell and any(event.name == name and event.kind != "load" for event in step.events))
                or (mentioned and step.opname == "STORE_SUBSCR")
                or (
                    step.opname == "STORE_ATTR"
                    and attribute_name(code, step.argument) == name
                    and (code.co_name != "__init__" or found is None)
                )
            ):
                found = code, offset
    return found


def loads_through(frame: FrameType, names: dict[str, Any], step: Step, name: str) -> bool:
    """Whether an instruction of a frame loads a global name, or a function that can use it."""
    if step.opname in ("LOAD_GLOBAL", "LOAD_NAME"):
        shifted = sys.version_info >= (3, 11) and step.opname == "LOAD_GLOBAL"
        loaded = frame.f_code.co_names[step.argument >> 1 if shifted else step.argument]
        return loaded == name or calls_with(frame.f_globals.get(loaded), name)
    return any(event.kind == "load" and calls_with(names.get(event.name), name) for event in step.events)


def attribute_name(code: CodeType, argument: int) -> str:
    """Return the attribute that an instruction of a function stores."""
    return code.co_names[argument] if argument < len(code.co_names) else ""


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
