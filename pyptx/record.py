"""Dataclasses that are cheap to define: importing pyptx defines sixty, before anything is used.

`record` is `dataclasses.dataclass` for classes with slots. It generates one method, `__init__`, and shares
the others; `dataclasses.fields` and `replace`, patterns, pickling and type checkers see a dataclass.

>>> from dataclasses import field, replace
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

import dataclasses
from dataclasses import MISSING, FrozenInstanceError
from operator import attrgetter
from typing import TYPE_CHECKING, Any

__all__ = ["record"]

if TYPE_CHECKING:
    from collections.abc import Callable
    from dataclasses import dataclass as record
else:

    def record(*, frozen: bool = False, slots: bool = True) -> Callable[[type], type]:
        """Make a dataclass of a class, as ``dataclass(frozen=…, slots=True)`` does."""
        if not slots:
            raise TypeError("a record has slots; a class without them is a dataclass")
        define = dataclasses.dataclass(init=False, repr=False, eq=False, slots=True)

        def decorate(cls: type) -> type:
            own = set(vars(cls))
            made = define(cls)
            every = dataclasses.fields(made)
            methods = _FROZEN if frozen else _METHODS
            made.__compared__ = _getter([each.name for each in every if each.compare])
            made.__init__ = _initialiser(made, every, frozen=frozen)
            for name, method in methods.items():
                if name not in own:
                    setattr(made, name, method)
            return made

        return decorate


def _getter(names: list[str]) -> Callable[[Any], Any]:
    """What gives the values of some fields."""
    return attrgetter(*names) if names else staticmethod(lambda _: ())


def _initialiser(
    made: type, every: tuple[dataclasses.Field[Any], ...], *, frozen: bool
) -> Callable[..., None]:
    """``__init__``: each field from its argument, its default or its factory."""
    known: dict[str, Any] = {"put": object.__setattr__, "MISSING": MISSING}
    arguments, lines = ["self"], []
    for each in every:
        value = each.name
        if each.default is not MISSING:
            known[f"of_{each.name}"] = each.default
            arguments.append(f"{each.name}=of_{each.name}")
        elif each.default_factory is not MISSING:
            known[f"of_{each.name}"] = each.default_factory
            arguments.append(f"{each.name}=MISSING")
            value = f"of_{each.name}() if {each.name} is MISSING else {each.name}"
        else:
            arguments.append(each.name)
        lines.append(f"put(self, {each.name!r}, {value})" if frozen else f"self.{each.name} = {value}")
    if hasattr(made, "__post_init__"):
        lines.append("self.__post_init__()")
    text = f"def __init__({', '.join(arguments)}):\n " + "\n ".join(lines or ["pass"])
    exec(text, known)
    initialiser: Callable[..., None] = known["__init__"]
    initialiser.__qualname__ = f"{made.__qualname__}.__init__"
    initialiser.__module__ = made.__module__
    initialiser.__annotations__ = {each.name: each.type for each in every}
    return initialiser


def _is_equal(self: Any, other: Any) -> Any:
    """Whether another is of this class, with equal fields."""
    if other.__class__ is not self.__class__:
        return NotImplemented
    values = self.__compared__
    return values(self) == values(other)


def _hash(self: Any) -> int:
    return hash(self.__compared__(self))


def _represent(self: Any) -> str:
    shown = (f"{each.name}={getattr(self, each.name)!r}" for each in dataclasses.fields(self) if each.repr)
    return f"{self.__class__.__qualname__}({', '.join(shown)})"


def _refuse_assignment(self: object, name: str, value: object) -> None:
    raise FrozenInstanceError(f"cannot assign to field {name!r}")


def _refuse_deletion(self: object, name: str) -> None:
    raise FrozenInstanceError(f"cannot delete field {name!r}")


def _state(self: Any) -> list[Any]:
    return [getattr(self, each.name) for each in dataclasses.fields(self)]


def _restore(self: Any, state: list[Any]) -> None:
    for each, value in zip(dataclasses.fields(self), state, strict=True):
        object.__setattr__(self, each.name, value)


_METHODS: dict[str, Any] = {
    "__eq__": _is_equal,
    "__hash__": None,
    "__repr__": _represent,
    "__getstate__": _state,
    "__setstate__": _restore,
}
_FROZEN = {
    **_METHODS,
    "__hash__": _hash,
    "__setattr__": _refuse_assignment,
    "__delattr__": _refuse_deletion,
}
