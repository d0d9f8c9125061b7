"""Values that Python keeps inside others: in lists, dictionaries, attributes, variables of functions."""

from __future__ import annotations

import sys
from collections import deque
from functools import lru_cache, partial
from types import FunctionType, GeneratorType, MethodType, SimpleNamespace
from typing import TYPE_CHECKING, Any, NamedTuple

from pyptx.trace.source import is_inside

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence


class Contents(NamedTuple):
    """The contents of a container, or of another object that keeps values.

    Attributes:
        keys: The key of each value.
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
    """Record the contents of a container, and of those inside it."""
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
    """Read the attributes of an object: its own, in slots too, and those it has from its class until then."""
    kind = type(value)
    names = _class_values(kind) if is_users(kind) else ()  # type: ignore[arg-type]
    found = {name: getattr(kind, name) for name in names}
    found.update(getattr(value, "__dict__", ()))
    for base in kind.__mro__:
        slots = base.__dict__.get("__slots__", ())
        for name in (slots,) if isinstance(slots, str) else slots:
            if not name.startswith("__") and hasattr(value, name):
                found[name] = getattr(value, name)
    return read_dict(found)


@lru_cache(maxsize=1024)
def _class_values(kind: type) -> tuple[str, ...]:
    """The attributes of a class that are values for its objects."""
    return tuple(
        name
        for base in kind.__mro__
        if is_users(base)
        for name, value in vars(base).items()
        if not name.startswith("__") and _is_plain(value)
    )


def read_class(value: Any) -> Contents:
    """Read the plain attributes of a class of the author, and objects of the author."""
    if not is_users(value):
        return Contents((), [])
    return read_dict({name: each for name, each in vars(value).items() if _is_held(each)})


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


def read_own(value: FunctionType) -> Contents:
    """Read the default values of a function's parameters, and the attributes it was given."""
    kept = value.__defaults__ or value.__kwdefaults__ or value.__dict__
    if not kept or is_inside(value.__code__):
        return Contents((), [])
    code, found = value.__code__, dict(value.__kwdefaults__ or ())
    defaults = value.__defaults__ or ()
    found.update(zip(code.co_varnames[code.co_argcount - len(defaults) :], defaults, strict=False))
    found.update({f"{value.__name__}.{name}": each for name, each in value.__dict__.items()})
    return read_dict(found)


def read_function(value: FunctionType) -> Contents:
    """Read the values of a function: variables of the functions around it, default values, attributes."""
    names, values = read_cells(value)
    more, others = read_own(value)
    return Contents([*names, *more], [*values, *others])


def read_partial(value: Any) -> Contents:
    """Read the function and the arguments of a `functools.partial`."""
    return Contents(("func", "args", "keywords"), [value.func, value.args, value.keywords])


def read_method(value: Any) -> Contents:
    """Read the object of a bound method."""
    return Contents(("__self__",), [value.__self__])


def read_array(value: Any) -> Contents:
    """Read the elements of a small NumPy array."""
    return Contents(("",), [value.tolist() if value.size <= _FEW else None])


def read_buffer(value: Any) -> Contents:
    """Read the elements of a small `bytearray` or `array.array`."""
    return Contents(("",), [list(value) if len(value) <= _FEW else None])


def read_iterator(_: Any) -> Contents:
    """Return nothing: to read an iterator would advance it."""
    return Contents((), [])


class _Readers(dict[type, "Callable[[Any], Contents] | None"]):
    """How to see what is in a value, by its type; None for what holds nothing that changes."""

    def __missing__(self, kind: type) -> Callable[[Any], Contents] | None:
        self[kind] = made = self._made(kind)
        return made

    def _made(self, kind: type) -> Callable[[Any], Contents] | None:
        for kinds, read in _BUILT_IN:
            if issubclass(kind, kinds):
                return read
        if kind.__module__ == "numpy" and kind.__name__ == "ndarray":
            return read_array
        if kind.__module__ == "array":
            return read_buffer
        if hasattr(kind, "__next__") and not kind.__module__.startswith("pyptx"):
            return read_iterator
        if kind.__module__ == "collections" or kind.__name__ == "PipelineState" or is_users(kind):
            return read_attributes
        return None


_BUILT_IN: tuple[tuple[Any, Callable[[Any], Contents]], ...] = (
    ((tuple, frozenset), read_tuple),
    ((list, deque, set), read_sequence),
    (dict, read_dict),
    (type, read_class),
    (partial, read_partial),
    (bytearray, read_buffer),
    (GeneratorType, read_iterator),
    (SimpleNamespace, read_attributes),
)
GROWING = frozenset({read_sequence, read_dict, read_iterator})
"""Readers whose containers are recorded even if empty."""
READERS = _Readers({FunctionType: read_function, MethodType: read_method})


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


def _is_plain(value: Any) -> bool:
    return isinstance(value, (bool, int, float, str, list, dict, type(None))) or hasattr(value, "__ptx__")


def _is_held(value: Any) -> bool:
    return _is_plain(value) or READERS[type(value)] is read_attributes


_OTHERS = frozenset(
    {"pyptx", "numpy", "torch", "jax", "jaxlib", "ml_dtypes", "pytest", "_pytest", "hypothesis"}
)
_MOST_CONTAINERS = 4096
_FEW = 4096
