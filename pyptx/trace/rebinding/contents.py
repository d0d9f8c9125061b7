"""Values that Python keeps inside others: in lists, dictionaries, attributes, variables of functions."""

from __future__ import annotations

import sys
from collections import deque
from functools import lru_cache, partial
from io import IOBase
from operator import is_
from types import (
    BuiltinMethodType,
    FunctionType,
    GeneratorType,
    MethodType,
    MethodWrapperType,
    SimpleNamespace,
)
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from pyptx.trace.bytecode import bytecode_of
from pyptx.trace.source import is_inside

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

Contents: TypeAlias = dict[Any, Any]
"""The values in a container, or in another object, by their keys."""
Tables: TypeAlias = "dict[int, tuple[str, Contents, list[tuple[str, Any]]]]"
"""By the identity of large containers: the label, the contents, and the elements that hold others."""


class Container(NamedTuple):
    """A container as it was.

    Attributes:
        root: The name in the frame through which it is reached; empty for a global one.
        label: How the author writes it.
        value: The container.
        contents: What was in it.
    """

    root: str
    label: str
    value: Any
    contents: Contents


class Change(NamedTuple):
    """A value that is another one after a block.

    Attributes:
        label: How the author writes it.
        old: The value before the block; `MISSING` where there was none.
        new: The value after it; `MISSING` where there is none.
        kind: What has the value: a list, a dictionary, a set or an object; empty for a name.
    """

    label: str
    old: Any
    new: Any
    kind: str = ""


def collect_containers(
    names: Iterable[tuple[str, Any]], *, are_global: bool = False, tables: Tables | None = None
) -> list[Container]:
    """The containers that names lead to, with their contents; tuples have no contents of their own.

    Args:
        names: The names and their values.
        are_global: Whether they are global names.
        tables: Large containers of earlier calls; the function adds those of this one.
    """
    found: list[Container] = []
    seen: set[int] = set()
    tables = {} if tables is None else tables
    for name, value in names:
        waiting = [(name, value)]
        while waiting:
            label, each = waiting.pop()
            read = READERS[type(each)]
            if read is None or id(each) in seen or len(found) > _MOST_CONTAINERS:
                continue
            seen.add(id(each))
            contents = read(each)
            if read is not read_tuple:
                found.append(Container("" if are_global else name, label, each, contents))
            known = tables.get(id(each))
            if known is None or known[0] != label or not is_unchanged(known[1], contents):
                known = label, contents, _find_holders(label, each, contents)
                if len(contents) > _MANY:
                    tables[id(each)] = known
            waiting += known[2]
    return found


def _find_holders(label: str, value: Any, contents: Contents) -> list[tuple[str, Any]]:
    """The elements of a container that hold others, the last first."""
    if not any(READERS[kind] is not None for kind in set(map(type, contents.values()))):
        return []
    inner = [
        (element_name(label, value, key), part)
        for key, part in contents.items()
        if READERS[type(part)] is not None and not (type(part) is tuple and is_flat(part, MISSING))
    ]
    return inner[::-1]


def is_unchanged(old: Contents, new: Contents) -> bool:
    """Whether the same keys have the very same values, in the same order."""
    return len(old) == len(new) and all(map(is_, old.values(), new.values())) and list(old) == list(new)


def is_same(old: Any, new: Any, depth: int = 4) -> bool:  # noqa: PLR0911 - one for each kind
    """Whether two values have the same meaning."""
    kind = type(old)
    if old is new:
        return True
    if kind is not type(new) or not depth:
        return False
    if getattr(kind, "is_block_handle", False):
        return True  # it says where threads go, and holds no value
    if hasattr(kind, "plain_operand"):
        mine, other = (getattr(each, "name", None) or each.plain_operand for each in (old, new))
        return bool(mine == other)
    if isinstance(old, (bool, int, float, complex, str, bytes)):
        return old == new or (old != old and new != new)
    if isinstance(old, FunctionType):
        return old.__code__ is new.__code__
    read, is_ours = READERS[kind], kind.__module__.startswith("pyptx")
    if read is read_iterator or (read is None and not is_ours):
        return False
    mine, other = (read or read_attributes)(old), (read or read_attributes)(new)
    if read is None:  # attributes that one of them lacks are computed later
        mine = {key: value for key, value in mine.items() if key in other}
    elif list(mine) != list(other):
        return False
    return all(is_same(value, other[key], depth - 1) for key, value in mine.items())


def changed_elements(label: str, value: Any, old: Contents, new: Contents) -> list[Change]:
    """The elements that changed; a key of a dictionary that is new is like a name that is new."""
    if isinstance(value, dict) and old.keys() == new.keys() and list(old) != list(new):
        return [Change(label, list(old), list(new))]
    grows = READERS[type(value)] in (read_sequence, read_tuple) or hasattr(type(value), "__missing__")
    triples = [
        (key, old.get(key, MISSING), new.get(key, MISSING)) for key in ({**old, **new} if grows else old)
    ]
    return [
        Change(element_name(label, value, key), before, after, kind_of(value))
        for key, before, after in triples
        if not is_same(before, after)
    ]


def kind_of(value: Any) -> str:
    """The word for a container in messages."""
    kinds = ((dict, "dictionary"), ((set, frozenset), "set"), ((list, tuple, deque), "list"))
    return next((kind for types, kind in kinds if isinstance(value, types)), "object")


def element_name(label: str, value: Any, key: Any) -> str:
    """How an author writes an element."""
    if isinstance(value, (list, tuple, dict, deque)):
        return f"{label}[{key!r}]"
    if isinstance(value, (set, frozenset)):
        return label
    if key == "":
        return f"{label}[...]"
    return str(key) if isinstance(value, FunctionType) else f"{label}.{key}"


def is_operand(value: Any) -> bool:
    """Whether a value is an operand of instructions."""
    return hasattr(type(value), "__ptx__")


def is_register(value: Any) -> bool:
    """Whether a value is a register."""
    return hasattr(type(value), "plain_operand") and hasattr(value, "name")


def is_value(value: Any) -> bool:
    """Whether a value belongs to the kernel: a number or an operand."""
    if isinstance(value, (list, tuple)):
        return any(map(is_value, value))
    return isinstance(value, (int, float)) or is_operand(value)


def is_array(value: Any) -> bool:
    """Whether a value is an array of registers."""
    return _HOLDS[type(value)] and READERS[type(value)] is None


def may_hold(value: Any) -> bool:
    """Whether a value may hold others."""
    return _HOLDS[type(value)]


def is_flat(value: tuple[Any, ...], wanted: Any) -> bool:
    """Whether no element of a tuple holds others, or is the wanted one: most tuples of a table are flat."""
    return not any(_HOLDS[type(each)] or each is wanted for each in value)


def find_value(label: str, value: Any, wanted: Any) -> str | None:
    """Return the place inside a value that has another one, as the author writes it; None without one.

    A variable that a function shares is the same variable, so a register in it is not another place.
    """
    seen: set[int] = set()
    waiting = [(label, value)]
    while waiting:
        place, each = waiting.pop()
        if each is wanted:
            return place
        if id(each) in seen:
            continue
        seen.add(id(each))
        if is_array(each):
            contents = read_sequence(each) if wanted in each else {}
        else:
            read = READERS[type(each)]
            contents = {} if read is None else read(each)
        shared = each.__code__.co_freevars if isinstance(each, FunctionType) else ()
        inner = [
            (element_name(place, each, key), part)
            for key, part in contents.items()
            if (may_hold(part) and not (type(part) is tuple and is_flat(part, wanted)))
            or (part is wanted and key not in shared)
        ]
        waiting += reversed(inner)
    return None


# -- readers


def read_sequence(value: Any) -> Contents:
    """Read the elements of a list, deque or set; a list of very many is a table of numbers."""
    return dict(enumerate(value)) if len(value) <= _FEW else {}


class Elements(bytes):
    """The elements of an array, compared by their bytes and shown as lists."""

    like: tuple[type, Any, Any]

    def __repr__(self) -> str:
        kind, shape, dtype = self.like
        return repr(kind(shape, dtype, self).tolist())


def read_ndarray(value: Any) -> Contents:
    """Read the elements of a NumPy array; those of an array of objects are a list."""
    if value.size > _FEW:
        return {}
    if value.dtype.hasobject:
        return {"": value.tolist()}
    elements = Elements(value.tobytes())
    elements.like = type(value), value.shape, value.dtype
    return {"": elements}


def read_tuple(value: Any) -> Contents:
    """Read the elements of a tuple or frozenset, which cannot change themselves."""
    return dict(enumerate(value))


def read_attributes(value: Any) -> Contents:
    """Read the attributes of an object: its own, in slots too, and those it has from its class until then."""
    kind = type(value)
    found = {name: getattr(kind, name) for name in _class_values(kind)}  # type: ignore[arg-type]
    found.update(getattr(value, "__dict__", ()))
    for base in kind.__mro__:
        slots = base.__dict__.get("__slots__", ())
        for name in (slots,) if isinstance(slots, str) else slots:
            if not name.startswith("__") and hasattr(value, name):
                found[name] = getattr(value, name)
    return found


@lru_cache(maxsize=1024)
def _class_values(kind: type) -> tuple[str, ...]:
    """The attributes of the author's classes that are values for the objects of one."""
    return tuple(
        name
        for base in kind.__mro__
        if is_users(kind) and is_users(base)
        for name, value in vars(base).items()
        if not name.startswith("__") and _is_plain(value)
    )


def read_class(value: Any) -> Contents:
    """Read the plain attributes of a class of the author and its metaclass, and objects of the author."""
    kinds: tuple[Any, Any] = type(value), value
    return {
        name: each
        for kind in kinds
        for name, each in (vars(kind).items() if is_users(kind) else ())
        if _is_plain(each) or READERS[type(each)] is read_attributes
    }


def _is_plain(value: Any) -> bool:
    return isinstance(value, (bool, int, float, str, list, dict, type(None))) or is_operand(value)


def read_cells(value: FunctionType) -> Contents:
    """Read the variables that a function shares with those around it, but lists that it only appends to."""
    found = {}
    if value.__closure__ is not None and not is_inside(value.__code__):
        for name, cell in zip(value.__code__.co_freevars, value.__closure__, strict=True):
            try:
                each = cell.cell_contents
            except ValueError:
                continue
            if type(each) is not list or not bytecode_of(value.__code__).only_appends(name):
                found[name] = each
    return found


def read_own(value: FunctionType) -> Contents:
    """Read the default values of a function's parameters, and the attributes it was given."""
    if not (value.__defaults__ or value.__kwdefaults__ or value.__dict__) or is_inside(value.__code__):
        return {}
    code, found, defaults = value.__code__, dict(value.__kwdefaults__ or ()), value.__defaults__ or ()
    found.update(zip(code.co_varnames[code.co_argcount - len(defaults) :], defaults, strict=False))
    found.update({f"{value.__name__}.{name}": each for name, each in value.__dict__.items()})
    return found


def read_iterator(_: Any) -> Contents:
    """Return nothing: to read an iterator would advance it."""
    return {}


class _Readers(dict[type, "Callable[[Any], Contents] | None"]):
    """How to see what is in a value, by its type; None for what holds nothing that changes."""

    def __missing__(self, kind: type) -> Callable[[Any], Contents] | None:
        self[kind] = made = self._find_reader(kind)
        return made

    def _find_reader(self, kind: type) -> Callable[[Any], Contents] | None:
        for kinds, read in _BUILT_IN:
            if issubclass(kind, kinds):
                return read
        if kind.__module__ == "numpy" and kind.__name__ == "ndarray":
            return read_ndarray
        if kind.__module__ == "array" or kind is bytearray:
            return lambda value: {"": list(value) if len(value) <= _FEW else None}
        is_ours_or_file = kind.__module__.startswith("pyptx") or issubclass(kind, IOBase)
        if hasattr(kind, "__next__") and not is_ours_or_file:
            return read_iterator
        if kind.__module__ == "collections" or kind.__name__ == "PipelineState" or is_users(kind):
            return read_attributes
        return None


class _Holds(dict[type, bool]):
    """Whether values of a type may hold others: they have a reader, or are arrays of registers."""

    def __missing__(self, kind: type) -> bool:
        is_array = hasattr(kind, "plain_operand") and hasattr(kind, "regs")
        self[kind] = holds = is_array or READERS[kind] is not None
        return holds


_BUILT_IN: tuple[tuple[Any, Callable[[Any], Contents]], ...] = (
    ((tuple, frozenset), read_tuple),
    ((list, deque, set), read_sequence),
    (dict, dict),
    (type, read_class),
    (partial, lambda value: {"func": value.func, "args": value.args, "keywords": value.keywords}),
    (GeneratorType, read_iterator),
    (SimpleNamespace, read_attributes),
    (
        (MethodType, BuiltinMethodType, MethodWrapperType),
        lambda value: {"__self__": value.__self__, "__name__": value.__name__},
    ),
    (FunctionType, lambda value: read_cells(value) | read_own(value)),
)
READERS = _Readers()
_HOLDS = _Holds()
PARTED = (read_sequence, read_tuple, dict, read_attributes)
"""Readers of values of which parts may change, where a name is bound to another one."""


@lru_cache(maxsize=1024)
def is_users(kind: type) -> bool:
    """Whether a class is the author's; the contents of its objects are compared."""
    return is_users_module(kind.__module__)


@lru_cache(maxsize=1024)
def is_users_module(name: str) -> bool:
    """Whether a module is the author's.

    >>> is_users_module("__main__"), is_users_module("kernels.gemm"), is_users_module("numpy.linalg")
    (True, True, False)
    """
    home = name.partition(".")[0]
    return home == "__main__" or (home not in _OTHERS and home not in sys.stdlib_module_names)


class _Missing:
    def __repr__(self) -> str:
        return "nothing"


MISSING = _Missing()
_FEW = 4096
_MANY = 64
_MOST_CONTAINERS = 4096
_OTHERS = frozenset(
    {"pyptx", "numpy", "torch", "jax", "jaxlib", "ml_dtypes", "pytest", "_pytest", "hypothesis"}
)
