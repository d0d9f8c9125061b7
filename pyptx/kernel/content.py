"""Names of kernels in graphs: digests of everything that determines what it does.

A graph that torch keeps in a cache, or that a program exports, calls kernels by name in other processes. Two
kernels with one name therefore do the same. The content of a function is its bytecode and the values that it
reads: defaults, closure, and the globals of the user's code, functions among them. A value whose content no
other
process could compare, such as an open file, makes the name one that no other process has.
"""

from __future__ import annotations

import abc
import enum
import functools
import hashlib
import os
import sys
import types
import uuid
from collections import deque
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, Protocol

from pyptx.ir import Source
from pyptx.kernel.bytecode import chains
from pyptx.kernel.reads import PARTS, Reads, has_function, is_users, packages_of, reads_of, slots_of
from pyptx.runtime import arrays, frozen
from pyptx.types import PtxType

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

_SCALARS = (bool, int, float, complex, str, bytes, type(None), type(...), range, slice)
_BUILT_IN = (
    types.BuiltinFunctionType,
    types.MethodDescriptorType,
    types.WrapperDescriptorType,
    types.MethodWrapperType,
    types.ClassMethodDescriptorType,
    types.MemberDescriptorType,
    types.GetSetDescriptorType,
)
_CALLABLE = types.MethodType, functools.partial
_COLLECTIONS = tuple, list, deque, dict, set, frozenset
_UNSHARED = tuple, frozenset, types.CodeType
"""Types of which Python decides whether two equal values are one object."""
_BASES = (*_COLLECTIONS, *_SCALARS[1:6], object, types.SimpleNamespace, Generic, Protocol, abc.ABC)
_UNNAMED = (
    "__dict__", "__weakref__", "__doc__", "__module__", "__annotations__", "__firstlineno__", "_abc_impl",
    "__orig_bases__", "__parameters__", "__abstractmethods__", "__static_attributes__", "__annotate_func__",
    "__dataclass_fields__", "__dataclass_params__",
)  # fmt: skip
"""Members of a class that decide nothing, or that other members follow from."""
_FIELD = type(vars(NamedTuple("_Pair", [("first", int)]))["first"])
_PACKAGE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


class ContentName:
    """The name of a kernel in graphs; it changes with the values that its functions read."""

    def __init__(self, name: str, functions: Sequence[Any], values: Sequence[Any], *, lasts: bool) -> None:
        """Record the parts of the name.

        Args:
            name: Start of the name.
            functions: The functions, whose reads count.
            values: All values that decide it, the functions among them.
            lasts: Whether it changes only with the values that the functions read.
        """
        self._begin = name
        self._functions = functions
        self._values = values
        self._lasts = lasts
        self._alone = ""
        self._known: tuple[str, Reads] | None = None

    def now(self) -> str:
        """Return the name."""
        if self._known is not None and self._known[1].hold():
            return self._known[0]
        reads = reads_of(*self._functions)
        digest = digest_of(self._functions, self._values)
        if digest is None:
            self._alone = self._alone or unlike_any()
        name = f"{self._begin}_{digest or self._alone}"
        self._known = (name, reads) if self._lasts else None
        return name


def digest_of(functions: Iterable[Any], values: Sequence[Any]) -> str | None:
    """Return a digest of values; None if no other process could compare them.

    Args:
        functions: Functions whose packages are the user's.
        values: The values.
    """
    content = _Content(functions)
    content.add(tuple(values))
    return content.digest if content.comparable else None


def unlike_any() -> str:
    """Return a unique replacement for a digest."""
    return uuid.uuid4().hex[:16]


class _Content:
    """The content of values, as it is written to a hash.

    Attributes:
        comparable: Whether another process could compare all of it.
    """

    def __init__(self, functions: Iterable[Any]) -> None:
        self.comparable = True
        self._hash = hashlib.sha256(repr(sys.version_info[:2]).encode())
        self._packages = packages_of(functions)
        self._seen: dict[int, tuple[int, object]] = {}

    @property
    def digest(self) -> str:
        """The digest of everything added."""
        return self._hash.hexdigest()[:16]

    def _write(self, kind: str, text: object = "") -> None:
        text = str(text)
        self._hash.update(f"{kind} {len(text)} {text}\n".encode())

    def add(self, value: Any) -> None:
        """Add a value."""
        if isinstance(value, enum.Enum):
            self._write("member", f"{type(value).__qualname__}.{value.name}")
        elif type(value) in _SCALARS:
            self._write(type(value).__name__, value.hex() if isinstance(value, float) else repr(value))
        elif isinstance(value, PtxType):
            self._write("type", value.name)
        elif isinstance(value, Source):
            pass  # a place in a file decides nothing
        elif type(value) in _UNSHARED:
            self._add_new(value)
        elif id(value) in self._seen:
            self._write("again", self._seen[id(value)][0])
        else:
            self._seen[id(value)] = len(self._seen), value
            self._add_new(value)

    def _add_new(self, value: Any) -> None:
        """Add a value that is not a part of itself."""
        if hasattr(type(value), "graph_content"):  # a kernel, or one with its gradient
            self._parts("kernel", value.graph_content())
        elif isinstance(value, types.FunctionType):
            self._function(value)
        elif isinstance(value, types.CodeType):
            self._code(value)
        elif isinstance(value, (types.ModuleType, *_BUILT_IN)):
            self._named(value)
        elif isinstance(value, type):
            self._class(value)
        elif isinstance(value, (staticmethod, classmethod)):
            self._parts(type(value).__name__, [value.__func__])
        elif isinstance(value, property):
            self._parts("property", [value.fget])
        elif isinstance(value, functools.cached_property):
            self._parts("cached", [value.func])
        elif type(value) is _FIELD:
            self._parts("field", value.__reduce__()[1])
        elif type(value) in _CALLABLE:
            self._parts("call", [getattr(value, part) for part in PARTS[type(value)]])
        elif type(value).__name__.lower().endswith("dtype") and not is_users(type(value), self._packages):
            self._write("dtype", value)  # of NumPy or torch
        elif arrays.framework_of(value) is not None or type(value).__module__ == "numpy":
            self._array(value)
        else:
            self._items(value)
            if type(value) not in _COLLECTIONS:
                self._object(value)

    def _items(self, value: Any) -> None:
        """Add the contents of a collection, also of a class derived from one of Python's."""
        kind = next((each.__name__ for each in _COLLECTIONS if isinstance(value, each)), "")
        if isinstance(value, dict):
            self._parts(kind, [each for item in value.items() for each in item])
        elif isinstance(value, (set, frozenset)):
            self.comparable &= all(type(item) in _SCALARS for item in value)
            self._parts(kind, sorted(value, key=repr))
        elif kind:
            self._parts(kind, value)
        elif isinstance(value, _SCALARS):
            self._write("value", value.__repr__())

    def _named(self, value: Any) -> None:
        """Add a module, or a function of an extension, by its name."""
        self._write("named", f"{getattr(value, '__module__', '')} {value.__name__} {_version(value)}")
        owner = getattr(value, "__self__", None)
        if not isinstance(owner, (type, types.ModuleType, type(None))):
            self.add(owner)

    def _parts(self, kind: str, parts: Iterable[Any]) -> None:
        every = list(parts)
        self._write(kind, len(every))
        for part in every:
            self.add(part)

    def _array(self, value: Any) -> None:
        """Add an array in host memory, or a number of NumPy."""
        try:
            self._write("array", repr(frozen.frozen(value)))
        except Exception:  # one on a device, or of a tracer: each framework raises its own
            self.comparable = False

    def _function(self, function: types.FunctionType) -> None:
        """Add a function: its code, its closure, and the globals that a user's function reads."""
        self._code(function.__code__)
        self._parts("defaults", [function.__defaults__, function.__kwdefaults__])
        self._parts("closure", [_contents_of(cell) for cell in function.__closure__ or ()])
        attributes = {name: value for name, value in vars(function).items() if name != "__signature__"}
        self._parts("attributes", [each for item in attributes.items() for each in item])
        if not is_users(function, self._packages):
            self._write("of", _version(function))
            return
        for chain in chains(function.__code__):
            if chain.kind == "global":
                self._write("global", f"{chain.name} {chain.attributes}")
                self._attributes(function.__globals__.get(chain.name), chain.attributes)

    def _attributes(self, value: Any, attributes: Sequence[str]) -> None:
        """Add the attributes that a function reads as ``value.first.second``, where `value` is a global."""
        for attribute in attributes:
            if not isinstance(value, types.ModuleType) or not is_users(value, self._packages):
                break
            value = vars(value).get(attribute)
        if isinstance(value, types.ModuleType) and is_users(value, self._packages):
            self.comparable = False  # the function may read anything of it
        self.add(value)

    def _code(self, code: types.CodeType) -> None:
        self._write("code", code.co_code.hex())
        self._write("handlers", getattr(code, "co_exceptiontable", b"").hex())
        counts = code.co_argcount, code.co_posonlyargcount, code.co_kwonlyargcount, code.co_flags
        self._write("arguments", counts)
        for names in (code.co_names, code.co_varnames, code.co_freevars, code.co_cellvars):
            self._write("names", names)
        self._parts("constants", code.co_consts)

    def _class(self, kind: type) -> None:
        """Add a class: its name, and the members that the user wrote."""
        self._write("class", f"{kind.__module__}.{kind.__qualname__} {_version(kind)}")
        for base in kind.__mro__:
            if is_users(base, self._packages):
                members = {name: member for name, member in vars(base).items() if name not in _UNNAMED}
                self._parts("members", [each for item in sorted(members.items()) for each in item])

    def _object(self, value: Any) -> None:
        """Add an object of a class of the user, or of pyptx, by its attributes."""
        if has_function(value):
            self.add(value.__wrapped__)
            return
        kind = type(value)
        if kind.__mro__ == (kind, object) and getattr(value, "__dict__", None) == {}:
            self._parts("mark", [kind])  # such as the one of `dataclasses` for a default
            return
        known = (base in _BASES or _is_pyptx(base) or is_users(base, self._packages) for base in kind.__mro__)
        if not all(known):
            self.comparable = False
            return
        self.add(kind)
        held = dict(getattr(value, "__dict__", {}))
        held |= {name: getattr(value, name, None) for name in slots_of(kind)}
        self._parts("object", [each for item in held.items() for each in item])


def _is_pyptx(kind: type) -> bool:
    return kind.__module__.partition(".")[0] == "pyptx"


def _contents_of(cell: types.CellType) -> Any:
    try:
        return cell.cell_contents
    except ValueError:  # a name that the enclosing function binds later
        return None


def _version(definition: Any) -> str:
    """Return the version of the library that a definition is from; of pyptx the digest of its sources."""
    module = getattr(definition, "__module__", None) or getattr(definition, "__name__", "")
    package = str(module).partition(".")[0]
    if package == "pyptx":
        return sources()
    return str(getattr(sys.modules.get(package), "__version__", ""))


@functools.cache
def sources() -> str:
    """Return a digest of the Python sources of this package, by which graphs of other releases differ."""
    hasher = hashlib.sha256()
    for folder, folders, files in os.walk(_PACKAGE):
        folders.sort()
        for file in sorted(files):
            if file.endswith(".py"):
                path = os.path.join(folder, file)
                hasher.update(os.path.relpath(path, _PACKAGE).encode())
                with open(path, "rb") as source:
                    hasher.update(source.read())
    return hasher.hexdigest()[:16]
