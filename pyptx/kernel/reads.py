"""The Python values that a kernel read while it was traced: globals, closures, attributes and their contents.

A kernel is traced once and called many times. The Python values that its body read are kept here and compared
at each call: `Reads.hold` is True while none has changed.
"""

from __future__ import annotations

import functools
import os
import sys
import weakref
from collections import deque
from types import BuiltinFunctionType, CellType, CodeType, FunctionType, MethodType, ModuleType
from typing import TYPE_CHECKING, Any, NamedTuple

from pyptx.errors import TraceError
from pyptx.kernel.bytecode import chains
from pyptx.late import late
from pyptx.ptx.functions import Func
from pyptx.runtime import arrays
from pyptx.runtime.frozen import frozen
from pyptx.trace import at
from pyptx.types import PtxType

if TYPE_CHECKING:
    import inspect
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from pyptx.ir import Source
else:
    inspect = late("inspect")

_MISSING = object()
"""The value of a name that is not bound."""

_SCALARS = (int, float, complex, str, bytes, bool, type(None), PtxType)
"""Values that do not change; another object may be the same value."""

PARTS = {
    MethodType: ("__func__", "__self__"),
    functools.partial: ("func", "args", "keywords"),
    Func: ("function",),
}
"""Attributes that hold the parts of values of these types."""

_PACKAGE = os.path.dirname(os.path.dirname(os.path.abspath(__file__))) + os.sep
_STANDARD_LIBRARY = os.path.dirname(os.path.abspath(os.__file__)) + os.sep


class Place(NamedTuple):
    """A place that holds a value: a name, a variable of a closure, an attribute, all elements of a list.

    Attributes:
        kind: ``"item"`` of a dictionary, ``"cell"``, ``"attribute"`` of a class, ``"slot"`` of an object,
            ``"list"`` (also of the keys of a dictionary), or ``"content"`` of an array.
        owner: The dictionary, cell, class, object, list or array.
        key: The key of the dictionary, or the name of the attribute.
        value: The recorded value.
        name: Its expression in the kernel.
    """

    kind: str
    owner: Any
    key: Any
    value: Any
    name: str

    def now(self) -> Any:
        """Return the current value."""
        return _NOW[self.kind](self.owner, self.key)

    def holds(self) -> bool:
        """Whether it holds the same value; numbers and strings are compared by value."""
        now, value = self.now(), self.value
        if self.kind == "content":
            return bool(now == value)
        if self.kind == "list":
            return len(now) == len(value) and all(map(_same, now, value))
        return _same(now, value)


def _same(now: Any, value: Any) -> bool:
    if now is value:
        return True
    if type(now) is not type(value) or not isinstance(value, (*_SCALARS, tuple)):
        return False
    try:
        return frozen(now) == frozen(value)
    except TypeError:
        return False


def _cell(cell: CellType, _: object) -> Any:
    try:
        return cell.cell_contents
    except ValueError:
        return _MISSING


def _attribute(owner: Any, name: str) -> Any:
    return inspect.getattr_static(owner, name, _MISSING)


_NOW: dict[str, Callable[[Any, Any], Any]] = {
    "item": lambda owner, key: owner.get(key, _MISSING),
    "cell": _cell,
    "attribute": _attribute,
    "slot": lambda owner, key: getattr(owner, key, _MISSING),
    "list": lambda owner, _: tuple(owner),
    "content": lambda owner, _: frozen(owner),
}


class Reads:
    """The places that functions read, with the values they had.

    Attributes:
        places: The places.
    """

    def __init__(self, places: Iterable[Place]) -> None:
        self.places = tuple(places)

    def hold(self) -> bool:
        """Whether every place still has its value."""
        return all(map(Place.holds, self.places))

    def guard(self) -> tuple[Any, ...] | None:
        """Return the values that a launcher compares at each call (``csrc/launch/guard.c``), or None.

        The launcher borrows it: the caller keeps it alive.
        """
        if not self.places:
            return None
        by_dict: dict[int, list[Place]] = {}
        sizes: dict[int, int] = {}
        cells, lists, rest = [], [], []
        for place in self.places:
            if place.kind == "item":
                by_dict.setdefault(id(place.owner), []).append(place)
            elif place.kind == "cell" and place.value is not _MISSING:
                cells.append((place.owner, place.value))
            elif place.kind == "list" and type(place.owner) is list:
                lists.append((place.owner, place.value))
            elif place.kind == "list" and type(place.owner) is dict:
                sizes[id(place.owner)] = len(place.value)
            else:
                rest.append(place)
        items = tuple(
            (same[0].owner, tuple(p.key for p in same), tuple(p.value for p in same), sizes.get(owner, -1))
            for owner, same in by_dict.items()
        )
        other = Reads(rest).hold if rest else None
        return items, tuple(cells), tuple(lists), other, self.hold

    def changes(self) -> list[str]:
        """Return the names of changed values."""
        return list(dict.fromkeys(place.name for place in self.places if not place.holds()))

    def unchanged(self) -> Reads:
        """Return the places, except those whose values have changed since."""
        return Reads(place for place in self.places if place.holds())


def _identity(place: Place) -> tuple[str, int, Any]:
    return place.kind, id(place.owner), place.key if place.kind != "list" else None


def reads_of(*functions: Any) -> Reads:
    """Return the reads of functions, including those of the user's functions that they call.

    >>> width = 4
    >>> def body():
    ...     return width
    >>> body = FunctionType(body.__code__, {"width": 4, "__name__": "example"})
    >>> reads = reads_of(body)
    >>> reads.hold()
    True
    >>> body.__globals__["width"] = 8
    >>> reads.hold(), reads.changes()
    (False, ['width'])
    """
    reader = _Reader(functions)
    return Reads(reader.places.values())


class _Reader:
    """Finds the places that functions read."""

    def __init__(self, functions: Sequence[Any]) -> None:
        self.places: dict[tuple[str, int, Any], Place] = {}
        self._seen: dict[int, object] = {}
        self._packages = packages_of(functions)
        self._waiting = [(function, "") for function in functions]
        while self._waiting:
            self._visit(*self._waiting.pop())

    def follow(self, value: Any, name: str) -> None:
        """Note a value that is to be visited."""
        if (
            not isinstance(value, (*_SCALARS, ModuleType, BuiltinFunctionType))
            and id(value) not in self._seen
        ):
            self._waiting.append((value, name))

    def _visit(self, value: Any, name: str) -> None:
        """Remember the contents of a value, or the values that a function reads."""
        if id(value) in self._seen:
            return
        self._seen[id(value)] = value
        if isinstance(value, FunctionType):
            self._function(value)
        elif isinstance(value, type):
            self._class(value)
        elif type(value) in PARTS:
            for part in PARTS[type(value)]:
                self.follow(getattr(value, part), name)
        elif isinstance(value, (tuple, frozenset)):
            for item in value:
                self.follow(item, name)
        elif type(value) in (list, set, deque, dict):
            self._add("list", value, None, name)
            for key, item in list(value.items() if type(value) is dict else enumerate(value)):
                if type(value) is dict:
                    self._add("item", value, key, f"{name}[{key!r}]")
                self.follow(item, f"{name}[{key!r}]")
        elif _has_content(value):
            self._add("content", value, None, name)
        else:
            self._object(value, name)

    def _function(self, function: FunctionType) -> None:
        """Record the places that a function of the user reads."""
        inner = inspect.unwrap(function)
        if inner is not function:
            self.follow(inner, "")
        if not self._is_users(function):
            return
        self.follow(function.__defaults__, function.__name__)
        self.follow(function.__kwdefaults__, function.__name__)
        cells = dict(zip(function.__code__.co_freevars, function.__closure__ or (), strict=True))
        for chain in chains(function.__code__):
            if chain.kind == "free" and chain.name in cells:
                value = self._add("cell", cells[chain.name], None, chain.name)
            elif chain.kind == "global" and chain.name in function.__globals__:
                value = function.__globals__[chain.name]
                if not _is_pyptx(value, chain.name):
                    self._add("item", function.__globals__, chain.name, chain.name)
            else:
                continue
            self._attributes(value, chain.name, chain.attributes)

    def _attributes(self, value: Any, name: str, attributes: Sequence[str]) -> None:
        """Record the places that a function reads by ``value.first.second``."""
        for attribute in attributes:
            if isinstance(value, ModuleType):
                held: dict[str, Any] = vars(value)
                if value.__name__.partition(".")[0] == "pyptx" or attribute not in held:
                    return
                name = f"{name}.{attribute}"
                value = self._add("item", held, attribute, name)
            elif isinstance(value, FunctionType) and attribute in vars(value):
                self.follow(value, name)
                name = f"{name}.{attribute}"
                value = self._add("item", vars(value), attribute, name)
            else:
                break
        self.follow(value, name)

    def _class(self, kind: type) -> None:
        """Record the attributes of a user's class, and the places its methods read."""
        for base in kind.__mro__:
            if not self._is_users(base):
                continue
            for key, item in list(vars(base).items()):
                if not key.startswith("__") or key == "__init__":
                    name = f"{base.__name__}.{key}"
                    self._add("attribute", base, key, name)
                    for part in ("__func__", "fget", "func"):  # static methods, properties, cached properties
                        self.follow(getattr(item, part, None), name)
                    self.follow(item, name)

    def _object(self, value: Any, name: str) -> None:
        """The attributes of an object of the user's own class."""
        if has_function(value):
            self.follow(value.__wrapped__, name)
        if not self._is_users(type(value)):
            return
        self.follow(type(value), name)
        held = getattr(value, "__dict__", None)
        if type(held) is dict:
            self._add("list", held, None, name)
            for key, item in list(held.items()):
                self._add("item", held, key, f"{name}.{key}")
                self.follow(item, f"{name}.{key}")
        for key in slots_of(type(value)):
            item = getattr(value, key, _MISSING)
            self._add("slot", value, key, f"{name}.{key}")
            self.follow(item, f"{name}.{key}")

    def _add(self, kind: str, owner: Any, key: Any, name: str) -> Any:
        """Remember a place, and return its contents."""
        place = Place(kind, owner, key, _NOW[kind](owner, key), name)
        self.places[_identity(place)] = place
        return place.value

    def _is_users(self, definition: Any) -> bool:
        return is_users(definition, self._packages)


def packages_of(functions: Iterable[Any]) -> set[str]:
    """Return the packages that functions are part of, without pyptx: its kernels do not change."""
    modules = [getattr(inspect.unwrap(each), "__module__", None) for each in functions if callable(each)]
    return {(module or "").partition(".")[0] for module in modules} - {"pyptx"}


def is_users(definition: Any, packages: set[str]) -> bool:
    """Whether a function, class or module is of no library, or of one of these packages."""
    if isinstance(definition, FunctionType):
        module = definition.__globals__.get("__name__")  # `functools.wraps` copies the __module__ of another
    else:
        module = definition.__name__ if isinstance(definition, ModuleType) else definition.__module__
    if module == "builtins":
        return False
    if module is not None and module.partition(".")[0] in packages:
        return True
    try:
        file = os.path.abspath(inspect.getfile(definition))
    except (TypeError, OSError):
        return module is None or module.partition(".")[0] not in sys.builtin_module_names  # of a prompt
    installed = {"site-packages", "dist-packages"} & set(file.split(os.sep))
    return not installed and not file.startswith((_PACKAGE, _STANDARD_LIBRARY))


def has_function(value: Any) -> bool:
    """Whether it holds a function as `functools.lru_cache` does; other objects may compute any attribute."""
    return inspect.getattr_static(value, "__wrapped__", _MISSING) is not _MISSING


def slots_of(kind: type) -> Iterator[str]:
    """Yield the names of the attributes that a class keeps in slots."""
    for base in kind.__mro__:
        slots = vars(base).get("__slots__", ())
        for name in (slots,) if isinstance(slots, str) else slots:
            if name not in ("__dict__", "__weakref__"):
                yield name


def _is_pyptx(value: Any, name: str) -> bool:
    """Whether a global is pyptx's own under its own name: `ptx`, `f32`; no program rebinds it."""
    if isinstance(value, PtxType):
        return value.name == name
    if isinstance(value, ModuleType):
        return value.__name__ == f"pyptx.{name}"
    module = getattr(value, "__module__", None)
    return isinstance(module, str) and module.startswith("pyptx.") and getattr(value, "__name__", "") == name


def _has_content(value: Any) -> bool:
    """Whether it is an array in host memory."""
    owner = arrays.framework_of(value)
    return owner is not None and owner.describe(value).device == "cpu"


class Birth:
    """The values that a function read by name when it became a kernel.

    Python looks names up when a function runs. Kernels that a loop makes are traced at their first calls,
    when each of them would read what the names hold at the end of the loop.
    """

    def __init__(self, function: Any, source: Source) -> None:
        """Note the values.

        Args:
            function: The function of the kernel.
            source: File and line of the function.
        """
        inner = inspect.unwrap(function)
        self.source = source
        self.places = tuple(_named(inner))
        self._uses = []
        for place in self.places:
            use = _USES.setdefault((inner.__code__, _identity(place)), _Use(place.value))
            use.varied = use.varied or not _same(use.value, place.value)
            self._uses.append(use)

    def check(self, kernel: str) -> None:
        """Refuse to trace with a value that another kernel of the same lines was made for.

        Raises:
            TraceError: A name changed since the kernel was made, and another kernel was made in between.
        """
        for place, use in zip(self.places, self._uses, strict=True):
            if use.varied and not place.holds():
                raise TraceError(
                    f"{kernel} reads {place.name}, which was {place.value!r} when the kernel was made "
                    f"and is {place.now()!r} now: kernels that a loop makes all read its last value\n"
                    f"  keep the value: `*, {place.name}={place.name}` among the parameters, or a "
                    f"function that is given {place.name} and returns the kernel{at(self.source)}"
                )


class _Use:
    """A name that kernels of the same lines read: its first value, and whether it had another for one."""

    def __init__(self, value: Any) -> None:
        self.value = value
        self.varied = False


_USES: weakref.WeakValueDictionary[tuple[CodeType, object], _Use] = weakref.WeakValueDictionary()
"""The uses of kernels that exist."""


def _named(function: FunctionType) -> Iterator[Place]:
    """The names that a function itself reads, with their values; those that hold none yet are left out."""
    cells = dict(zip(function.__code__.co_freevars, function.__closure__ or (), strict=True))
    for kind, name in dict.fromkeys((chain.kind, chain.name) for chain in chains(function.__code__)):
        if kind == "free" and name in cells:
            value = _cell(cells[name], None)
            if value is not _MISSING:
                yield Place("cell", cells[name], None, value, name)
        elif kind == "global" and name in function.__globals__:
            yield Place("item", function.__globals__, name, function.__globals__[name], name)
