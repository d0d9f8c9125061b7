"""Values that Python keeps inside others: in lists, dictionaries, attributes, variables of functions."""

from __future__ import annotations

import sys
from collections import deque
from types import FunctionType, GeneratorType, MethodType, SimpleNamespace
from typing import TYPE_CHECKING, Any, NamedTuple

from pyptx.trace.source import is_inside

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence


class Contents(NamedTuple):
    """What is in a container, or in what keeps values in another way.

    Attributes:
        keys: Where each value is.
        values: The values.
    """

    keys: Sequence[Any]
    values: list[Any]


class Container(NamedTuple):
    """A container as it was.

    Attributes:
        root: The name in the frame through which it is reached.
        label: How the author writes it.
        value: The container.
        contents: What was in it.
    """

    root: str
    label: str
    value: Any
    contents: Contents


def collect_containers(
    found: list[Container],
    root: str,
    label: str,
    value: Any,
    read: Callable[[Any], Contents],
    seen: set[int],
) -> None:
    """Note what is in a container, and in those inside it."""
    if id(value) in seen or len(found) > _MOST_CONTAINERS:
        return
    seen.add(id(value))
    contents = read(value)
    if read in GROWING or (contents.values and read is not read_tuple):
        found.append(Container(root, label, value, contents))
    if any(READERS[kind] is not None for kind in set(map(type, contents.values))):
        for key, inner in zip(*contents, strict=False):
            inside = READERS[type(inner)]
            if inside is not None:
                collect_containers(found, root, element_name(label, value, key), inner, inside, seen)


def element_name(label: str, value: Any, key: Any) -> str:
    """How an author writes an element."""
    if isinstance(value, (list, tuple, dict, deque)):
        return f"{label}[{key!r}]"
    if key == "":
        return f"{label}[...]"
    return key if isinstance(value, FunctionType) else f"{label}.{key}"


def read_sequence(value: Any) -> Contents:
    """Read the elements of a list, deque or set."""
    values = list(value)
    return Contents(range(len(values)), values)


def read_tuple(value: Any) -> Contents:
    """Read the elements of a tuple or frozenset, which cannot change themselves."""
    return read_sequence(value)


def read_dict(value: Any) -> Contents:
    """Read the keys and values of a dictionary."""
    return Contents(list(value), list(value.values()))


def read_attributes(value: Any) -> Contents:
    """Read the attributes of an object, those in slots too."""
    found = dict(getattr(value, "__dict__", ()))
    for kind in type(value).__mro__:
        slots = kind.__dict__.get("__slots__", ())
        for name in (slots,) if isinstance(slots, str) else slots:
            if not name.startswith("__") and hasattr(value, name):
                found[name] = getattr(value, name)
    return read_dict(found)


def read_class(value: Any) -> Contents:
    """Read the plain attributes of a class of the author."""
    if not _is_users(value):
        return Contents((), [])
    return read_dict({name: each for name, each in vars(value).items() if _is_plain(each)})


def read_cells(value: Any) -> Contents:
    """Read the variables that a function shares with the functions around it."""
    names, values = [], []
    if value.__closure__ is not None and not is_inside(value.__code__):
        for name, cell in zip(value.__code__.co_freevars, value.__closure__, strict=True):
            try:
                values.append(cell.cell_contents)
            except ValueError:
                continue
            names.append(name)
    return Contents(names, values)


def read_method(value: Any) -> Contents:
    """Read the object of a bound method."""
    return Contents(("__self__",), [value.__self__])


def read_array(value: Any) -> Contents:
    """Read the elements of a small NumPy array."""
    return Contents(("",), [value.tolist() if value.size <= _FEW else None])


def read_iterator(_: Any) -> Contents:
    """Return nothing: to read an iterator would advance it."""
    return Contents((), [])


class _Readers(dict[type, "Callable[[Any], Contents] | None"]):
    """How to see what is in a value, by its type; None for what holds nothing that changes."""

    def __missing__(self, kind: type) -> Callable[[Any], Contents] | None:
        self[kind] = made = self._made(kind)
        return made

    def _made(self, kind: type) -> Callable[[Any], Contents] | None:  # noqa: PLR0911 - one for each kind
        if issubclass(kind, (tuple, frozenset)):
            return read_tuple
        if issubclass(kind, (list, deque, set)):
            return read_sequence
        if issubclass(kind, dict):
            return read_dict
        if issubclass(kind, type):
            return read_class
        if kind.__module__ == "numpy" and kind.__name__ == "ndarray":
            return read_array
        if issubclass(kind, GeneratorType) or (
            hasattr(kind, "__next__") and not kind.__module__.startswith("pyptx")
        ):
            return read_iterator
        if kind is SimpleNamespace or kind.__name__ == "PipelineState" or _is_users(kind):
            return read_attributes
        return None


GROWING = frozenset({read_sequence, read_dict, read_iterator})
"""Of these an empty one counts, too."""
READERS = _Readers({FunctionType: read_cells, MethodType: read_method})


def _is_users(kind: type) -> bool:
    """Whether a class is the author's, whose objects are looked into."""
    home = kind.__module__.partition(".")[0]
    return home == "__main__" or (home not in _OTHERS and home not in sys.stdlib_module_names)


def _is_plain(value: Any) -> bool:
    return isinstance(value, (bool, int, float, str, list, dict, type(None))) or hasattr(value, "__ptx__")


_OTHERS = frozenset(
    {"pyptx", "numpy", "torch", "jax", "jaxlib", "ml_dtypes", "pytest", "_pytest", "hypothesis"}
)
_MOST_CONTAINERS = 4096
_FEW = 4096
