"""The functions that a frame can call: which global names they reach, and the line that stored a value."""

from __future__ import annotations

from functools import partial
from types import FunctionType, MethodType
from typing import TYPE_CHECKING, Any, TypeAlias

from pyptx.trace.bytecode import bytecode_of, functions_inside, stored_globals
from pyptx.trace.rebinding.contents import READERS, is_users, is_users_module, read_cells, read_own
from pyptx.trace.source import is_inside, source_in

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import CodeType, FrameType

    from pyptx.ir import Source
    from pyptx.trace.rebinding.contents import Change, Container
    from pyptx.trace.rebinding.watch import Snapshot

Space: TypeAlias = dict[str, Any]
"""The global names of a module."""
Function: TypeAlias = "tuple[CodeType, Space]"
Seen: TypeAlias = dict[int, object]
"""Objects by their identity: code is slow to hash."""


def functions_in(value: Any) -> list[Function]:
    """The author's functions that a call of a value can run."""
    while isinstance(value, (partial, MethodType)):
        value = value.func if isinstance(value, partial) else value.__func__
    if type(value) is FunctionType:
        found: list[Function] = []
        waiting, seen = [value], set()
        while waiting:
            function = waiting.pop()
            if id(function) in seen:
                continue
            seen.add(id(function))
            space, code = function.__globals__, function.__code__
            if is_users_module(space.get("__name__") or "") and not is_inside(code):
                found.append((code, space))
            if function.__closure__:
                inner = [each for each in read_cells(function).values() if type(each) is FunctionType]
                waiting += reversed(inner)
        return found
    kind = value if isinstance(value, type) else type(value)
    parts = vars(kind).values() if is_users(kind) else ()
    methods = [getattr(each, "__func__", None) or getattr(each, "fget", None) or each for each in parts]
    return [(each.__code__, each.__globals__) for each in methods if type(each) is FunctionType]


def reached_from(waiting: list[Function], seen: Seen | None = None) -> Iterator[Function]:
    """Functions, those that they define, and the author's functions that they name, each not in `seen`."""
    seen = {} if seen is None else seen
    for code, space in waiting:
        if id(code) not in seen:
            seen[id(code)] = code
            yield code, space
            waiting += [(inner, space) for inner in functions_inside(code)]
            for value in map(space.get, code.co_names):
                if READERS[type(value)] is not None:
                    waiting += functions_in(value)


def functions_of(frame: FrameType, names: dict[str, Any], seen: Seen | None = None) -> Iterator[Function]:
    """The function of a frame, and those that it can call."""
    holders = [value for value in names.values() if READERS[type(value)] is not None]
    called = [function for value in holders for function in functions_in(value)]
    return reached_from([(frame.f_code, frame.f_globals), *called], seen)


def reached_globals(frame: FrameType, names: dict[str, Any], seen: Seen) -> Iterator[tuple[str, Space]]:
    """The global names that a frame may change, each with the names of its module.

    They are those whose values hold others, and those that a function of the module assigns. A module's own
    frame has none: its names are variables of the frame.

    Args:
        frame: The frame.
        names: Its names.
        seen: The functions and modules whose names are known already, to which these are added.
    """
    if not frame.f_code.co_flags & _NEW_LOCALS:
        return
    for code, space in functions_of(frame, names, seen):
        for name in code.co_names:
            value = space.get(name)
            if READERS[type(value)] is not None and _holds(value):
                yield name, space
    space = frame.f_globals
    if id(space) not in seen:
        seen[id(space)] = space
        for code in (frame.f_code, *(each.__code__ for each in space.values() if type(each) is FunctionType)):
            for name in space.keys() & stored_globals(code):
                yield name, space


def _holds(value: Any) -> bool:
    """Whether a global value, of a type with a reader, holds others that may change."""
    if type(value) is FunctionType:
        return bool(read_cells(value) or read_own(value))
    return not isinstance(value, type) or is_users(value)


def block_of(snapshot: Snapshot) -> range:
    """The instructions that a frame ran since its snapshot."""
    return bytecode_of(snapshot.frame.f_code).block(snapshot.offset, snapshot.frame.f_lasti)


def loaded_in(snapshot: Snapshot) -> Iterator[tuple[int, str, Any]]:
    """The names that the block loads in a frame, with their values."""
    code, frame = bytecode_of(snapshot.frame.f_code), snapshot.frame
    for unit in block_of(snapshot):
        for kind, name in code.events.get(unit, ()):
            if kind == "load":
                yield unit, name, snapshot.names.get(name)
    for unit, name in code.global_loads(block_of(snapshot)):
        yield unit, name, frame.f_globals.get(name)


def called_in(snapshot: Snapshot) -> Iterator[Function]:
    """The author's functions that the block can call in a frame."""
    loaded = [function for _, _, value in loaded_in(snapshot) for function in functions_in(value)]
    made = bytecode_of(snapshot.frame.f_code).loaded_functions(block_of(snapshot))
    return reached_from([*loaded, *((code, snapshot.frame.f_globals) for code in made)])


def asks_for(snapshots: list[Snapshot], key: Any, word: str, *, repeated: bool) -> set[str]:
    """How code asks for a key: what a repeated block runs, else what follows a block in its frames.

    Methods of an object count only if the code names them.
    """
    asks = set[str]()
    for each in snapshots:
        code = bytecode_of(each.frame.f_code)
        behind = range(code.unit(each.frame.f_lasti), len(code.operations))
        asks |= code.asks_for(key, word, block_of(each) if repeated else behind)
    called = {id(code): code for each in snapshots for code, _ in called_in(each)} if repeated else {}
    frames = [each.frame.f_code for each in snapshots]
    words = {name for code in (*frames, *called.values()) for name in code.co_names}
    for function in called.values():
        if function.co_name in words or function.co_varnames[:1] not in (("self",), ("cls",)):
            asks |= bytecode_of(function).asks_for(key, word)
    return asks


def uses_iterator(value: Any, kept: Container) -> bool:
    """Whether a function can use an iterator: one of the functions around it, or a global one."""
    if kept.root:
        return type(value) is FunctionType and reads_through(value, kept.root)
    return any(kept.label in code.co_names for code, _ in reached_from(functions_in(value)))


def reads_first(function: FunctionType, name: str) -> bool:
    """Whether a function reads the value that a name had before its call, or an attribute of its own."""
    if name.startswith(f"{function.__name__}."):
        return name.rpartition(".")[2] in function.__code__.co_names
    return bytecode_of(function.__code__).is_live(root_of(name))


def reads_through(function: FunctionType, name: str, depth: int = 4) -> bool:
    """Whether a function, or one that it calls, reads a variable of the functions around it."""
    if name in function.__code__.co_freevars and reads_first(function, name):
        return True
    return bool(depth) and any(
        type(value) is FunctionType and reads_through(value, name, depth - 1)
        for value in read_cells(function).values()
    )


def is_read_after(frame: FrameType, offset: int, name: str) -> bool:
    """Whether a frame reads a name after an instruction, or a function that it names afterwards does."""
    code = bytecode_of(frame.f_code)
    if code.is_live_after(offset, name):
        return True
    return name in frame.f_code.co_cellvars and any(
        type(value) is FunctionType and reads_through(value, name) and code.is_live_after(offset, function)
        for function, value in frame.f_locals.items()
    )


def root_of(label: str) -> str:
    """The name that an expression starts with: ``state`` of ``state.rows[0]``."""
    return label.partition(".")[0].partition("[")[0]


def find_store(
    frame: FrameType, entered: int, names: dict[str, Any], change: Change, root: str
) -> tuple[Source | None, str]:
    """Find the last store of a changed value in a block, else in the functions that its frame can call.

    Args:
        frame: The frame.
        entered: Offset of the start of the block; its end is where the frame is.
        names: The names of the frame.
        change: The change.
        root: The name that leads to the value.

    Returns:
        The line, None if nothing is found, and the operator before the store.
    """
    label, code = change.label, bytecode_of(frame.f_code)
    last = "[]" if label.endswith("]") else label[label.rfind(".") :] if "." in label else label
    stores = list(code.stores(code.block(entered, frame.f_lasti)))
    exact = [unit for unit, target in stores if target in (label, root)]
    for unit in (exact or [unit for unit, target in stores if target == last])[-1:]:
        operator = code.operator(unit, root) if exact else ""
        return source_in(frame.f_code, unit * 2), operator
    found = None
    for other, _ in functions_of(frame, names):
        known = (*other.co_names, *other.co_freevars, *other.co_varnames)
        if other is frame.f_code or is_inside(other) or (last == "[]" and root_of(label) not in known):
            continue
        for unit, target in bytecode_of(other).stores():
            is_own = target in other.co_varnames or target in other.co_cellvars
            makes = last[0] == "." and other.co_name == "__init__"
            if target == last and not is_own and not (makes and found is not None):
                found = source_in(other, unit * 2)
    return found, ""


_NEW_LOCALS = 0x2
"""A flag of code, of which `inspect` has the name; that module takes long to load."""
