"""Values inside others: the values that names lead to, and their changes.

`walk` reads lists, dictionaries, objects, functions and iterators, each as a dictionary.
"""

from __future__ import annotations

import copy
import gc
import itertools
import sys
import types
import warnings
from array import array
from collections import deque
from functools import lru_cache, partial
from operator import is_
from types import FunctionType, GeneratorType, MethodType
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from pyptx.trace.accesses import reads, root_of
from pyptx.trace.bytecode import bytecode_of
from pyptx.trace.operands import is_operand
from pyptx.trace.source import is_inside

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

Contents: TypeAlias = dict[Any, Any]
"""The values inside another, by their keys."""


class Holder(NamedTuple):
    """A value that has others inside, as it was at one moment.

    Attributes:
        root: The name that leads to it.
        label: How the author writes it.
        value: The list, dictionary, object, function, iterator …
        contents: The values that were in it.
    """

    root: str
    label: str
    value: Any
    contents: Contents


def walk(names: Iterable[tuple[str, Any]]) -> list[Holder]:
    """The values with others inside that names lead to, each once."""
    found: list[Holder] = []
    seen: set[int] = set()
    for root, value in names:
        if READERS[type(value)] is None:
            continue
        waiting = [(root, value)]
        while waiting and len(found) < _MOST:
            label, each = waiting.pop()
            read = READERS[type(each)]
            if read is None or id(each) in seen:
                continue
            seen.add(id(each))
            contents = read(each)
            found.append(Holder(root, label, each, contents))
            waiting += [
                (element_name(label, each, key), part)
                for key, part in reversed(contents.items())
                if READERS[type(part)] is not None
                and not (type(part) is tuple and _PLAIN.issuperset(map(type, part)))
            ]
    return found


def element_name(label: str, value: Any, key: Any) -> str:
    """The notation by which an author writes a value inside another."""
    if isinstance(value, tuple) and hasattr(value, "_fields"):
        return f"{label}.{value._fields[key]}"
    if isinstance(value, (list, tuple, dict, deque)):
        return f"{label}[{key!r}]"
    if isinstance(value, (set, frozenset)) or READERS[type(value)] is read_iterator:
        return label
    if key == "":
        return f"{label}[...]"
    return str(key) if isinstance(value, FunctionType) else f"{label}.{key}"


def _read_elements(value: Any) -> Contents:
    """Read the elements of a sequence or a set; one of very many is a table of numbers."""
    return dict(enumerate(value)) if len(value) <= _MANY else {}


def _read_buffer(value: Any) -> Contents:
    """Copy an array of numbers."""
    return {"": copy.copy(value)} if getattr(value, "size", 0) <= _MANY else {}


def _read_attributes(value: Any) -> Contents:
    """Read the attributes of an object: its own, in slots too, and those it has from its class until then."""
    kind: Any = type(value)
    names = _names_of(kind)
    found = {name: getattr(value, name) for name in names if hasattr(value, name)}
    found.update(getattr(value, "__dict__", ()))
    return found


@lru_cache(maxsize=1024)
def _names_of(kind: type[Any]) -> tuple[str, ...]:
    """The slots of a class, and the attributes of the author's classes that are values for its objects."""
    members = [item for base in kind.__mro__ for item in vars(base).items() if item[0][:2] != "__"]
    kinds, is_own = types.MemberDescriptorType, is_users(kind)  # type: ignore[arg-type]  # it has a hash
    return tuple(name for name, member in members if type(member) is kinds or (is_own and _is_state(member)))


def _read_class(value: type) -> Contents:
    """Read the attributes of a class of the author that may be the state of a kernel."""
    items = vars(value).items() if is_users(value) else ()
    return {name: each for name, each in items if _is_state(each) or READERS[type(each)] is _read_attributes}


def _is_state(value: Any) -> bool:
    return isinstance(value, (bool, int, float, str, list, dict, type(None))) or is_operand(value)


def _read_method(value: Any) -> Contents:
    """Read the object of a method, and its name."""
    return {"__self__": value.__self__, "__name__": value.__name__}


def _read_function(value: FunctionType) -> Contents:
    """Read the variables of the functions around a function, its default values and its attributes."""
    code = value.__code__
    if is_inside(code):
        return {}
    found = read_cells(value)
    if value.__defaults__ or value.__kwdefaults__ or value.__dict__:
        defaults = value.__defaults__ or ()
        found.update(value.__kwdefaults__ or ())
        found.update(zip(code.co_varnames[code.co_argcount - len(defaults) :], defaults, strict=False))
        found.update({f"{value.__name__}.{name}": each for name, each in value.__dict__.items()})
    return found


def read_cells(value: FunctionType) -> Contents:
    """Read the variables that a function shares with those around it, but lists that it only appends to."""
    found: Contents = {}
    code = value.__code__
    for name, cell in zip(code.co_freevars, value.__closure__ or (), strict=True):
        try:
            each = cell.cell_contents
        except ValueError:
            continue  # not assigned yet
        if type(each) is not list or "append" not in code.co_names or reads(code, name):
            found[name] = each
    return found


def read_iterator(value: Any) -> Contents:
    """Read the position of an iterator, and the iterators inside it, without advancing any."""
    if type(value) is GeneratorType:
        frame = value.gi_frame
        inside = [] if frame is None or value.gi_running else [frame.f_lasti, *gc.get_referents(value, frame)]
    elif type(value) is itertools.cycle and sys.version_info < (3, 14):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", DeprecationWarning)
            inside = list(value.__reduce__())
    elif type(value).__module__ == "itertools":
        inside = [*gc.get_referents(value), repr(value) if type(value) is itertools.count else ""]
    else:
        inside = list(value.__reduce__())
    flat = [each for part in inside for each in (part if isinstance(part, tuple) else (part,))]
    return dict(enumerate(flat))


class _Readers(dict[type, "Callable[[Any], Contents] | None"]):
    """Return the reader of the contents of a value, by its type; None if its contents do not change."""

    def __missing__(self, kind: type) -> Callable[[Any], Contents] | None:
        self[kind] = made = self._find_reader(kind)
        return made

    @staticmethod
    def _find_reader(kind: type) -> Callable[[Any], Contents] | None:
        for kinds, read in _BUILT_IN:
            if issubclass(kind, kinds):
                return read
        if kind.__module__ == "numpy" and kind.__name__ == "ndarray":
            return _read_buffer
        if kind.__module__ in ("builtins", "itertools") and hasattr(kind, "__next__"):
            return read_iterator
        if kind.__module__ == "collections" or kind.__name__ == "PipelineState" or is_users(kind):
            return _read_attributes
        return None


_BUILT_IN: tuple[tuple[Any, Callable[[Any], Contents]], ...] = (
    ((list, tuple, set, frozenset, deque), _read_elements),
    (dict, dict),
    (type, _read_class),
    (FunctionType, _read_function),
    ((MethodType, types.BuiltinMethodType, types.MethodWrapperType), _read_method),
    (partial, lambda value: {"func": value.func, "args": value.args, "keywords": value.keywords}),
    (types.SimpleNamespace, _read_attributes),
    ((array, bytearray), _read_buffer),
)
READERS = _Readers()
PARTED = (_read_elements, dict, _read_attributes)
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


def reads_first(function: FunctionType, name: str) -> bool:
    """Whether a function reads what a name was before its call; its attributes may be read by any code."""
    return name.startswith(f"{function.__name__}.") or bytecode_of(function.__code__).is_live(root_of(name))


def leads_to(value: Any, wanted: Any) -> bool:
    """Whether a value has another inside, or is it."""
    return any(each.value is wanted for each in walk([("", value)]))


def is_value(value: Any) -> bool:
    """Whether a value belongs to the kernel: a number or an operand."""
    if isinstance(value, (list, tuple)):
        return any(map(is_value, value))
    return isinstance(value, (int, float)) or is_operand(value)


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
    if kind is FunctionType:
        return old.__code__ is new.__code__
    read, is_ours = READERS[kind], kind.__module__.startswith("pyptx")
    if read is _read_buffer:
        mine, other = (bytes(each) if kind is bytearray else each.tobytes() for each in (old, new))
        return bool(mine == other)
    if read is None and not is_ours:
        return False
    mine, other = ((read or _read_attributes)(each) for each in (old, new))
    if read is None:  # attributes that one of them lacks are computed later
        mine = {key: value for key, value in mine.items() if key in other}
    elif list(mine) != list(other):
        return False
    return all(is_same(value, other[key], depth - 1) for key, value in mine.items())


def changed_parts(
    label: str, value: Any, old: Contents, new: Contents
) -> Iterator[tuple[str, Any, Any, str]]:
    """The labels of values inside another that changed, the old and the new ones, and the kind of the other.

    A new key of a dictionary and a new attribute are like a new name.
    """
    grows = READERS[type(value)] in (_read_elements, read_iterator) or hasattr(type(value), "__missing__")
    for key in {**old, **new} if grows else old:
        before, after = old.get(key, MISSING), new.get(key, MISSING)
        if not is_same(before, after):
            yield element_name(label, value, key), before, after, type(value).__name__


class _Missing:
    def __repr__(self) -> str:
        return "nothing"


MISSING = _Missing()
"""The value of a place that has none."""
_MANY = 4096
_MOST = 4096
_PLAIN = frozenset({bool, int, float, str, bytes, type(None)})
_OTHERS = frozenset(
    {"pyptx", "numpy", "torch", "jax", "jaxlib", "ml_dtypes", "pytest", "_pytest", "hypothesis"}
)
