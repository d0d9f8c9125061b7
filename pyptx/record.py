"""Dataclasses that are cheap to define: importing pyptx defines seventy, before anything is used.

`record` is `dataclasses.dataclass` for classes with slots, without the module of that name, which takes
longer to load than all of these classes together. A record writes its ``__init__`` when the first one is
made, and shares its other methods; `dataclasses.fields` and `replace`, patterns, pickling and type checkers
see a dataclass.

>>> from pyptx.record import field, replace
>>> @record(frozen=True, slots=True)
... class Span:
...     first: int
...     last: int = 0
...     note: str = field(default="", compare=False)
>>> Span(1, note="here"), Span(1) == Span(1, note="here"), replace(Span(1), last=3)
(Span(first=1, last=0, note='here'), True, Span(first=1, last=3, note=''))
>>> Span(1).first = 2
Traceback (most recent call last):
    ...
dataclasses.FrozenInstanceError: cannot assign to field 'first'
"""

from __future__ import annotations

import importlib
from operator import attrgetter
from typing import TYPE_CHECKING, Any

__all__ = ["field", "names_of", "record", "replace"]

if TYPE_CHECKING:
    import inspect
    from collections.abc import Callable, Mapping
    from dataclasses import dataclass as record
    from dataclasses import field, replace
else:

    def record(
        *,
        frozen: bool = False,
        slots: bool = True,
        init: bool = True,
        repr: bool = True,  # noqa: A002
        eq: bool = True,
        kw_only: bool = False,
    ) -> Callable[[type], type]:
        """Make a dataclass of a class, as `dataclasses.dataclass` does with the same words."""
        if not slots:
            raise TypeError("a record has slots; a class without them is a dataclass")
        methods = dict(_STATE)
        if repr:
            methods["__repr__"] = _represent
        if eq:
            methods |= {"__eq__": _is_equal, "__hash__": _hash if frozen else None}
        if frozen:
            methods |= {"__setattr__": _refuse_assignment, "__delattr__": _refuse_deletion}

        def decorate(cls: type) -> type:
            inherited = getattr(cls, "__record__", {})
            own = {name: field() for name, kind in _types(cls).items() if not kind.startswith("ClassVar")}
            members = {name: value for name, value in vars(cls).items() if name not in _OF_A_BODY}
            for name in own:
                if name in members:
                    value = members.pop(name)
                    if type(value).__name__ == "Field":
                        raise TypeError(f"{cls.__name__}.{name}: a record has the field of pyptx.record")
                    own[name] = value if isinstance(value, field) else field(default=value)
            every = inherited | own
            made = type(cls)(
                cls.__name__,
                cls.__bases__,
                {
                    **{name: method for name, method in methods.items() if name not in members},
                    **members,
                    "__slots__": tuple(name for name in own if name not in inherited),
                    "__match_args__": () if kw_only else tuple(every),
                    "__record__": every,
                    "__compared__": _getter([name for name, each in every.items() if each.compare]),
                    "__dataclass_fields__": _Dataclass("__dataclass_fields__"),
                    "__dataclass_params__": _Dataclass("__dataclass_params__"),
                },
            )
            made.__qualname__ = cls.__qualname__
            if init:
                made.__init__ = _first_call(made, frozen=frozen, kw_only=kw_only)
                made.__signature__ = _Signature()
            return made

        return decorate

    class field:  # noqa: N801
        """Options of a field, as `dataclasses.field` takes them."""

        __slots__ = ("compare", "default", "default_factory", "repr")

        def __init__(
            self,
            *,
            default: Any = ...,
            default_factory: Any = ...,
            repr: bool = True,  # noqa: A002
            compare: bool = True,
        ) -> None:
            self.default, self.default_factory = default, default_factory
            self.repr, self.compare = repr, compare

    def replace(of: Any, /, **changes: Any) -> Any:
        """A record like this one, with other values of some fields."""
        cls = of.__class__
        for name in cls.__record__:
            if name not in changes:
                changes[name] = getattr(of, name)
        return cls(**changes)


def names_of(of: Any) -> tuple[str, ...]:
    """Return the field names of a record or its class, in order; () for another value."""
    return tuple(getattr(of, "__record__", ()))


class _Dataclass:
    """The data that `dataclasses` keeps in a class, computed on first use."""

    def __init__(self, attribute: str) -> None:
        self.attribute = attribute

    def __get__(self, instance: object, owner: type) -> Any:
        dataclasses = importlib.import_module("dataclasses")
        types = {name: kind for base in reversed(owner.__mro__) for name, kind in _types(base).items()}
        frozen = vars(owner).get("__setattr__") is _refuse_assignment
        every: Mapping[str, Any] = owner.__record__  # type: ignore[attr-defined]
        given = {name: _as_dataclass_field(dataclasses, each) for name, each in every.items()}
        twin = type(owner.__name__, (), {"__annotations__": {n: types[n] for n in every}, **given})
        define = dataclasses.dataclass(init=False, repr=False, eq=False, frozen=frozen)
        made = getattr(define(twin), self.attribute)
        setattr(owner, self.attribute, made)
        return made


def _as_dataclass_field(dataclasses: Any, each: Any) -> Any:
    values = {"default": each.default, "default_factory": each.default_factory}
    given = {word: value for word, value in values.items() if value is not ...}
    return dataclasses.field(**given, repr=each.repr, compare=each.compare)


class _Signature:
    """The signature of a record's class, for `inspect` and editors."""

    def __get__(self, instance: object, owner: type) -> inspect.Signature:
        of = importlib.import_module("inspect")
        whole = of.signature(_initialiser_of(owner))
        signature: inspect.Signature = whole.replace(parameters=[*whole.parameters.values()][1:])
        return signature


def _types(cls: type) -> dict[str, str]:
    """The fields a class declares itself, with their types as written."""
    types: dict[str, str] = getattr(cls, "__annotations__", {})
    return types


def _getter(names: list[str]) -> Callable[[Any], Any]:
    """Return a function that returns the values of some fields."""
    return attrgetter(*names) if names else staticmethod(lambda _: ())


def _first_call(made: Any, *, frozen: bool, kw_only: bool) -> Callable[..., None]:
    """An ``__init__`` that writes the true one, puts it in its own place and calls it."""

    def __init__(self: Any, *args: Any, **keywords: Any) -> None:  # noqa: N807
        _initialiser_of(made)(self, *args, **keywords)

    __init__.__dict__.update(frozen=frozen, kw_only=kw_only)
    return __init__


def _initialiser_of(made: Any) -> Callable[..., None]:
    """The ``__init__`` of a record's class, written if it is not yet."""
    known = made.__init__
    if "frozen" in known.__dict__:
        owner = next(cls for cls in made.__mro__ if "__init__" in cls.__dict__)
        known = owner.__init__ = _write_initialiser(owner, **known.__dict__)
    initialiser: Callable[..., None] = known
    return initialiser


def _write_initialiser(made: Any, *, frozen: bool, kw_only: bool) -> Callable[..., None]:
    """``__init__``: each field from its argument, its default or its factory."""
    known: dict[str, Any] = {"MISSING": ...}
    arguments, lines = ["self", *(["*"] if kw_only else [])], []
    for name, each in made.__record__.items():
        value = name
        if each.default is not ...:
            known[f"of_{name}"] = each.default
            arguments.append(f"{name}=of_{name}")
        elif each.default_factory is not ...:
            known[f"of_{name}"] = each.default_factory
            arguments.append(f"{name}=MISSING")
            value = f"of_{name}() if {name} is MISSING else {name}"
        else:
            arguments.append(name)
        if frozen:
            known[f"put_{name}"] = getattr(
                made, name
            ).__set__  # past the refusal, and faster than looking it up
        lines.append(f"put_{name}(self, {value})" if frozen else f"self.{name} = {value}")
    if hasattr(made, "__post_init__"):
        lines.append("self.__post_init__()")
    text = f"def __init__({', '.join(arguments)}):\n " + "\n ".join(lines or ["pass"])
    exec(text, known)
    initialiser: Callable[..., None] = known["__init__"]
    initialiser.__qualname__ = f"{made.__qualname__}.__init__"
    initialiser.__module__ = made.__module__
    initialiser.__annotations__ = {
        name: kind for cls in reversed(made.__mro__) for name, kind in _types(cls).items()
    }
    return initialiser


def _is_equal(self: Any, other: Any) -> Any:
    """Whether another is of this class, with equal fields."""
    if other is self:
        return True
    if other.__class__ is not self.__class__:
        return NotImplemented
    values = self.__compared__
    return values(self) == values(other)


def _hash(self: Any) -> int:
    return hash(self.__compared__(self))


def _represent(self: Any) -> str:
    shown = (f"{name}={getattr(self, name)!r}" for name, each in self.__record__.items() if each.repr)
    return f"{self.__class__.__qualname__}({', '.join(shown)})"


def _refuse_assignment(self: object, name: str, value: object) -> None:
    raise importlib.import_module("dataclasses").FrozenInstanceError(f"cannot assign to field {name!r}")


def _refuse_deletion(self: object, name: str) -> None:
    raise importlib.import_module("dataclasses").FrozenInstanceError(f"cannot delete field {name!r}")


def _state(self: Any) -> list[Any]:
    return [getattr(self, name) for name in self.__record__]


def _restore(self: Any, state: list[Any]) -> None:
    for name, value in zip(self.__record__, state, strict=True):
        object.__setattr__(self, name, value)


_STATE: dict[str, Any] = {"__getstate__": _state, "__setstate__": _restore}
_OF_A_BODY = frozenset({"__dict__", "__weakref__"})
