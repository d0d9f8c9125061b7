"""Selection of entries of a module, with their dependencies."""

from __future__ import annotations

from collections import Counter
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING

from pyptx.errors import CodegenError, did_you_mean
from pyptx.ir import Declaration, Directive, Function, Instruction, Label, Section
from pyptx.ir.visit import operand_names, walk
from pyptx.mangling import readable, stem, unqualified
from pyptx.record import replace

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pyptx.ir import Item, Module


def select_entries(module: Module, patterns: Sequence[str]) -> Module:
    """Return the module with the entries whose names match, and the functions and variables they use.

    Debug sections that name labels of omitted functions are omitted, too.

    >>> from pyptx.parser import parse
    >>> text = ".version 8.0 .target sm_80 .func f() { ret; } .entry a() { ret; } .entry b() { call f; ret; }"
    >>> [item.name for item in select_entries(parse(text), ["b"]).items]
    ['version', 'target', 'f', 'b']

    Args:
        module: The module.
        patterns: Names, or patterns with ``*`` and ``?``; all entries where there are none. A mangled name
            may be given whole, as the function's own name, or demangled.

    Raises:
        CodegenError: A pattern matches no entry; the message guesses.
    """
    if not patterns:
        return module
    entries = [item.name for item in module.items if isinstance(item, Function) and item.kind == "entry"]
    chosen: set[str] = set()
    for pattern in patterns:
        found = [name for name in entries if is_meant(name, (pattern,))]
        if not found:
            stems = Counter(map(stem, entries))
            names = [stem(name) if stems[stem(name)] == 1 else unqualified(name) for name in entries]
            more = [f"{len(names) - LISTED} others"] if len(names) > LISTED else []
            listed = ", ".join([*names[:LISTED], *more])
            guess = did_you_mean(pattern, [*names, *entries])
            raise CodegenError(f"no entry {pattern!r}; there are {listed or 'none'}{guess}")
        chosen |= set(found)
    if chosen == set(entries):
        return module
    by_name: dict[str, list[Item]] = {}
    for item in module.items:
        for name in _declared(item):
            by_name.setdefault(name, []).append(item)
    needed: set[int] = set()
    waiting = [item for name in chosen for item in by_name[name]]
    while waiting:
        item = waiting.pop()
        if id(item) not in needed:
            needed.add(id(item))
            waiting += [other for name in _named(item) for other in by_name.get(name, ())]
    gone = {
        statement.name
        for item in module.items
        if isinstance(item, Function) and id(item) not in needed
        for statement in walk(item.body or ())
        if isinstance(statement, Label)
    }
    return replace(module, items=tuple(item for item in module.items if _stays(item, needed, gone)))


LISTED = 20
"""Number of names that an error lists."""


def is_meant(name: str, patterns: Sequence[str]) -> bool:
    """Whether one of some patterns matches a name, mangled or not."""
    names = name, stem(name), unqualified(name), readable(name)
    return any(fnmatchcase(each, pattern) for pattern in patterns for each in names)


def _stays(item: Item, needed: set[int], gone: set[str]) -> bool:
    if isinstance(item, Section):
        return gone.isdisjoint(item.words)
    return id(item) in needed or not any(True for _ in _declared(item))


def _declared(item: Item) -> Iterator[str]:
    """The names that an item declares."""
    if isinstance(item, Function):
        yield item.name
    elif isinstance(item, Declaration):
        yield from (declarator.name for declarator in item.declarators)
    elif isinstance(item, Directive) and item.name == "alias":
        yield from item.words[:1]


def _named(item: Item) -> Iterator[str]:
    """The names that an item uses."""
    if isinstance(item, Directive):
        yield from item.words
    elif isinstance(item, Declaration):
        for declarator in item.declarators:
            if declarator.initializer is not None:
                yield from operand_names(declarator.initializer)
    elif isinstance(item, Function):
        for statement in walk(item.body or ()):
            if isinstance(statement, Instruction):
                for operand in statement.operands:
                    yield from operand_names(operand)
            elif isinstance(statement, Directive):
                yield from statement.words
            elif isinstance(statement, Declaration):
                yield from _named(statement)
