"""Two states of the same names compared."""

from __future__ import annotations

from collections import deque
from itertools import zip_longest
from types import FunctionType
from typing import Any, NamedTuple

from pyptx.trace.rebinding.contents import (
    READERS,
    Contents,
    element_name,
    read_attributes,
    read_dict,
    read_iterator,
    read_sequence,
    read_tuple,
)


class Change(NamedTuple):
    """A value that is another one after a block.

    Attributes:
        label: How the author writes it.
        old: The value before the block; `MISSING` where there was none.
        new: The value after it; `MISSING` where there is none.
    """

    label: str
    old: Any
    new: Any


def is_same(old: Any, new: Any, depth: int = 4) -> bool:  # noqa: PLR0911 - one for each kind
    """Whether two values have the same meaning."""
    if old is new:
        return True
    if type(old) is not type(new) or not depth:
        return False
    if getattr(type(old), "is_block_handle", False):
        return True  # it says where threads go, and holds no value
    if hasattr(old, "plain_operand"):
        mine, other = (getattr(each, "name", None) or each.plain_operand for each in (old, new))
        return bool(mine == other)
    if isinstance(old, (bool, int, float, complex, str, bytes)):
        return old == new or (old != old and new != new)
    if isinstance(old, FunctionType):
        return old.__code__ is new.__code__
    read = READERS[type(old)]
    if read is read_iterator:
        return False
    if read is None:
        if not type(old).__module__.startswith("pyptx"):
            return False
        read = read_attributes
    mine, other = read(old), read(new)
    if len(mine.values) != len(other.values) or list(mine.keys) != list(other.keys):
        return False
    pairs = zip(mine.values, other.values, strict=True)
    return all(is_same(before, after, depth - 1) for before, after in pairs)


def changed_parts(label: str, old: Any, new: Any) -> list[Change]:
    """The parts of a value that changed."""
    read = READERS[type(old)]
    if type(old) is type(new) and read in (read_sequence, read_tuple, read_dict, read_attributes):
        return changed_elements(label, old, read(old), read(new))
    return [Change(label, old, new)]


def changed_elements(label: str, value: Any, old: Contents, new: Contents) -> list[Change]:
    """The elements that changed; a key of a dictionary that is new is like a name that is new."""
    if isinstance(value, (list, tuple, deque, set, frozenset)):
        pairs = zip_longest(old.values, new.values, fillvalue=MISSING)
        triples = [(key, before, after) for key, (before, after) in enumerate(pairs)]
    else:
        later = dict(zip(new.keys, new.values, strict=True))
        earlier = dict(zip(old.keys, old.values, strict=True))
        triples = [(key, before, later.get(key, MISSING)) for key, before in earlier.items()]
        if hasattr(type(value), "__missing__"):
            triples += [(key, MISSING, after) for key, after in later.items() if key not in earlier]
        if isinstance(value, dict) and list(earlier) != list(later) and earlier.keys() == later.keys():
            return [Change(label, list(earlier), list(later))]
    return [
        Change(element_name(label, value, key), before, after)
        for key, before, after in triples
        if not is_same(before, after)
    ]


def is_register(value: Any) -> bool:
    """Whether a value is a register."""
    return hasattr(type(value), "plain_operand") and hasattr(value, "name")


def is_value(value: Any) -> bool:
    """Whether a value belongs to the kernel: a number or an operand."""
    if isinstance(value, (list, tuple)):
        return any(map(is_value, value))
    return isinstance(value, (int, float)) or hasattr(value, "__ptx__")


class _Missing:
    def __repr__(self) -> str:
        return "nothing"


MISSING = _Missing()
