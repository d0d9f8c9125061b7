"""The global names that a function of the author can read or write, through the functions it calls, too."""

from __future__ import annotations

import opcode
from types import BuiltinFunctionType, FunctionType, ModuleType
from typing import TYPE_CHECKING, Any, NamedTuple

from pyptx.trace.bytecode import bytecode_of
from pyptx.trace.rebinding.contents import READERS, is_users, is_users_module, read_cells, read_own
from pyptx.trace.source import is_inside
from pyptx.types import PtxType

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from types import CodeType, FrameType


class Reached(NamedTuple):
    """Global names whose values a block may change.

    Attributes:
        stored: Names of the frame's module that a function of the module assigns.
        holders: Names of values that hold others, each with the names of its module.
    """

    stored: tuple[str, ...]
    holders: tuple[tuple[str, dict[str, Any]], ...]


def reached_globals(frame: FrameType) -> Reached:
    """The global names that matter to the blocks of a frame.

    A module's own frame has none: its names are variables of the frame.
    """
    space, code = frame.f_globals, frame.f_code
    if not code.co_flags & _NEW_LOCALS:
        return Reached((), ())
    functions = [each.__code__ for each in space.values() if type(each) is FunctionType]
    stored = {name for each in (code, *functions) for name in _stored_globals(each)}
    holders: dict[tuple[int, str], tuple[str, dict[str, Any]]] = {}
    waiting: list[tuple[CodeType, dict[str, Any]]] = [(code, space)]
    for value in frame.f_locals.values():
        waiting += _functions_of(value)
    seen: set[int] = set()
    while waiting:
        code, space = waiting.pop()
        if id(code) in seen:
            continue
        seen.add(id(code))
        for name in named(code) & space.keys():
            value = space[name]
            if type(value) in _SILENT or (id(space), name) in holders:
                continue
            if _holds(value):
                holders[id(space), name] = name, space
            waiting += _functions_of(value)
    return Reached(tuple(sorted(stored)), tuple(holders.values()))


def calls_with(function: object, name: str) -> bool:
    """Whether a function, or one that it can call, mentions a global name.

    >>> calls_with(calls_with, "_functions_of"), calls_with(calls_with, "reached_globals")
    (True, False)
    """
    waiting, seen = list(_functions_of(function, inside=True)), set()
    while waiting:
        code, space = waiting.pop()
        names = named(code)
        if name in names:
            return True
        if id(code) not in seen:
            seen.add(id(code))
            for each in names:
                waiting += _functions_of(space.get(each))
    return False


def reached_codes(values: Iterable[Any], code: CodeType) -> list[CodeType]:
    """The code of a function, of those inside it, and of the author's functions that values lead to."""
    codes, waiting, seen = (
        [],
        [(code, {}), *(each for value in values for each in _functions_of(value))],
        set(),
    )
    while waiting:
        code, space = waiting.pop(0)
        if id(code) not in seen:
            seen.add(id(code))
            codes.append(code)
            waiting += [(inner, space) for inner in code.co_consts if hasattr(inner, "co_code")]
            for name in code.co_names:
                waiting += _functions_of(space.get(name))
    return codes


def named(code: CodeType) -> frozenset[str]:
    """The names that a function mentions, with the functions inside it."""
    known = _NAMED.get(id(code))
    if known is None or known[0] is not code:
        inner = [named(each) for each in code.co_consts if hasattr(each, "co_code")]
        known = _NAMED[id(code)] = code, frozenset(code.co_names).union(*inner)
    return known[1]


def _functions_of(value: Any, *, inside: bool = False) -> Iterator[tuple[CodeType, dict[str, Any]]]:
    """The author's functions that a call of a value can run, each with its global names."""
    if type(value) is FunctionType:
        if inside or (
            is_users_module(value.__globals__.get("__name__") or "") and not is_inside(value.__code__)
        ):
            yield value.__code__, value.__globals__
        for each in read_cells(value).values:
            if type(each) is FunctionType and each is not value:
                yield from _functions_of(each)
        return
    kind = value if isinstance(value, type) else type(value)
    if is_users(kind):
        for each in vars(kind).values():
            method = getattr(each, "__func__", None) or getattr(each, "fget", None) or each
            if type(method) is FunctionType:
                yield method.__code__, method.__globals__


def _holds(value: Any) -> bool:
    """Whether a global value holds others that may change."""
    if type(value) is FunctionType:
        return bool(read_cells(value).values or read_own(value).values)
    return READERS[type(value)] is not None and (not isinstance(value, type) or is_users(value))


def _stored_globals(code: CodeType) -> frozenset[str]:
    """The names that a function stores as global ones, with the functions inside it."""
    known = _STORED.get(id(code))
    if known is None or known[0] is not code:
        found: set[str] = set()
        if _STORE_GLOBAL in code.co_code[::2]:
            for _, step in bytecode_of(code).steps():
                found.update(event.name for event in step.events if event.kind == "store global")
        for inner in code.co_consts:
            if hasattr(inner, "co_code"):
                found |= _stored_globals(inner)
        known = _STORED[id(code)] = code, frozenset(found)
    return known[1]


_SILENT = frozenset({ModuleType, PtxType, int, float, str, bool, type(None), BuiltinFunctionType})
"""Types of values that hold nothing and call no function of the author."""
_STORE_GLOBAL = opcode.opmap["STORE_GLOBAL"]
_NEW_LOCALS = 0x2
"""A flag of code, of which `inspect` has the name; that module takes long to load."""
_NAMED: dict[int, tuple[CodeType, frozenset[str]]] = {}
_STORED: dict[int, tuple[CodeType, frozenset[str]]] = {}
