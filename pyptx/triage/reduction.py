"""Reduction of a program that shows a symptom: delta debugging over the tree.

Parts of the tree (items of the module, statements, guards, directives) are left out as long as the symptom
stays, first in large groups, then one by one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from pyptx.ir import Block, Declaration, Directive, Function, Instruction
from pyptx.ir.visit import instructions, map_statements, walk, without_gaps
from pyptx.record import replace

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from pyptx.ir import Module, Statement

T = TypeVar("T")

_KEPT_DIRECTIVES = ("version", "target", "address_size")


def minimal(parts: Sequence[T], shows: Callable[[list[T]], bool]) -> list[T]:
    """Return a part of a list that still shows the symptom, from which no single element can be removed.

    >>> minimal(range(100), lambda kept: 7 in kept and 60 in kept)
    [7, 60]

    Args:
        parts: A list that shows the symptom.
        shows: Whether a shorter list does.
    """
    kept = list(parts)
    size = len(kept)
    while size:
        removed = False
        end = len(kept)
        while end > 0:  # from the end, because users of a name follow its declaration
            candidate = kept[: max(end - size, 0)] + kept[end:]
            if shows(candidate):
                kept, removed = candidate, True
            end -= size
        if size > 1:
            size //= 2
        elif not removed:
            break
    return kept


def reduce(module: Module, entry: str, shows: Callable[[Module], bool]) -> Module:
    """Return the smallest module found that shows the symptom.

    Args:
        module: A module that shows the symptom.
        entry: The kernel; it and its parameters are kept.
        shows: Whether a module shows the symptom.
    """
    size = -1
    while size != (size := _size(module)):
        module = _without_items(module, entry, shows)
        for place, item in enumerate(module.items):
            if isinstance(item, Function):
                module = _without_statements(module, place, shows)
                module = _without_directives(module, place, shows)
        for smaller in _without_guards(module):
            if shows(smaller):
                module = smaller
                break
        module = _without_blocks(module, shows)
    plain = without_gaps(module)
    return plain if shows(plain) else module


def count(module: Module) -> int:
    """Return the number of instructions in a module."""
    return sum(len(instructions(item.body or ())) for item in module.items if isinstance(item, Function))


def _size(module: Module) -> int:
    """The number of items, statements, directives and guards, which no step of the reduction increases."""
    bodies = [item for item in module.items if isinstance(item, Function)]
    statements = [node for item in bodies for node in walk(item.body or ())]
    guards = sum(isinstance(node, Instruction) and node.guard is not None for node in statements)
    names = sum(len(node.declarators) for node in statements if isinstance(node, Declaration))
    return len(module.items) + len(statements) + guards + names + sum(len(item.directives) for item in bodies)


def _without_items(module: Module, entry: str, shows: Callable[[Module], bool]) -> Module:
    """Leave out functions, variables and directives of the module."""
    needed = {
        place
        for place, item in enumerate(module.items)
        if (isinstance(item, Directive) and item.name in _KEPT_DIRECTIVES)
        or (isinstance(item, Function) and item.name == entry)
    }

    def rebuild(kept: list[int]) -> Module:
        chosen = needed.union(kept)
        return replace(module, items=tuple(item for k, item in enumerate(module.items) if k in chosen))

    others = [place for place in range(len(module.items)) if place not in needed]
    return rebuild(minimal(others, lambda kept: shows(rebuild(kept))))


def _without_statements(module: Module, place: int, shows: Callable[[Module], bool]) -> Module:
    """Leave out statements of a function; a block goes with its contents."""
    body = _function(module, place).body
    if body is None:
        return module

    def rebuild(kept: list[int]) -> Module:
        return _with_body(module, place, _select(body, iter(range(total)), set(kept)))

    total = sum(1 for _ in walk(body))
    return rebuild(minimal(range(total), lambda kept: shows(rebuild(kept))))


def _select(body: Sequence[Statement], numbers: Iterator[int], chosen: set[int]) -> tuple[Statement, ...]:
    """The statements with chosen numbers; `numbers` counts them in the order of `walk`."""
    found: list[Statement] = []
    for node in body:
        number = next(numbers)
        if isinstance(node, Block):
            inner = _select(node.body, numbers, chosen)
            if number in chosen:
                found.append(replace(node, body=inner))
        elif number in chosen:
            found.append(node)
    return tuple(found)


def _without_directives(module: Module, place: int, shows: Callable[[Module], bool]) -> Module:
    """Leave out performance directives of a function."""
    function = _function(module, place)

    def rebuild(kept: list[Directive]) -> Module:
        return _with(module, place, replace(function, directives=tuple(kept)))

    return rebuild(minimal(function.directives, lambda kept: shows(rebuild(kept))))


def _without_guards(module: Module) -> Iterator[Module]:
    """Yield the module without all guards, and without each one."""
    for place, item in enumerate(module.items):
        if not isinstance(item, Function) or item.body is None:
            continue
        guarded = [
            node for node in walk(item.body) if isinstance(node, Instruction) and node.guard is not None
        ]
        for some in (guarded, *([node] for node in guarded)) if guarded else ():
            wanted = set(map(id, some))

            def unguarded(node: Statement, wanted: set[int] = wanted) -> Statement:
                if isinstance(node, Instruction) and id(node) in wanted:
                    return replace(node, guard=None)
                return node

            yield _with_body(module, place, map_statements(item.body, unguarded))


def _without_blocks(module: Module, shows: Callable[[Module], bool]) -> Module:
    """Replace blocks by their contents."""

    def contents(node: Statement) -> Statement | tuple[Statement, ...]:
        return node.body if isinstance(node, Block) else node

    for place, item in enumerate(module.items):
        if isinstance(item, Function) and any(isinstance(node, Block) for node in walk(item.body or ())):
            made = _with_body(module, place, map_statements(item.body or (), contents))
            module = made if shows(made) else module
    return module


def _function(module: Module, place: int) -> Function:
    item = module.items[place]
    assert isinstance(item, Function)
    return item


def _with_body(module: Module, place: int, body: tuple[Statement, ...]) -> Module:
    return _with(module, place, replace(_function(module, place), body=body))


def _with(module: Module, place: int, function: Function) -> Module:
    return replace(module, items=(*module.items[:place], function, *module.items[place + 1 :]))
