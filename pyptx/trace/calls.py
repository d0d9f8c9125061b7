"""Calls that do not fit a function: the argument, the accepted types, and the place of the call."""

from __future__ import annotations

import functools
from types import FunctionType
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar

from pyptx.errors import PtxError, TraceError, TraceTypeError
from pyptx.late import late
from pyptx.trace.source import at, caller
from pyptx.types import PtxType

if TYPE_CHECKING:
    import inspect
    from collections.abc import Callable, Mapping, Sequence
else:
    inspect = late("inspect")

C = TypeVar("C")
P = ParamSpec("P")
R = TypeVar("R")


def checked(name: str) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Report calls of a function that do not fit its signature as `TraceError`, with the caller's line.

    A correct call has no overhead: arguments are examined only after Python refused them.

    Args:
        name: The public name of the function, such as ``"ptx.label"``.

    >>> @checked("reg.scalar")
    ... def scalar(dtype: PtxType, name: str | None = None) -> str:
    ...     return dtype.name
    >>> scalar("f32")
    Traceback (most recent call last):
        ...
    pyptx.errors.TraceError: reg.scalar: dtype is 'f32'; it must be a type of pyptx.types, such as f32
      reg.scalar(dtype: PtxType, name: str | None = None)
      at ...
    """

    def wrap(function: Callable[P, R]) -> Callable[P, R]:
        @functools.wraps(function)
        def call(*args: P.args, **kwargs: P.kwargs) -> R:
            try:
                return function(*args, **kwargs)
            except (PtxError, TypeError, AttributeError, ValueError) as error:
                explain_call(name, function, args, kwargs, registers_only=isinstance(error, PtxError))
                raise

        return call

    return wrap


def checked_methods(name: str) -> Callable[[type[C]], type[C]]:
    """Do as `checked` for the methods of a class, of which users call the instance `name`."""

    def wrap(cls: type[C]) -> type[C]:
        for method, function in list(vars(cls).items()):
            if isinstance(function, FunctionType) and (method[:1] != "_" or method == "__call__"):
                what = name if method == "__call__" else f"{name}.{method}"
                setattr(cls, method, checked(what)(function))
        return cls

    return wrap


def explain_call(
    name: str,
    function: Callable[..., object],
    args: Sequence[object],
    kwargs: Mapping[str, object],
    *,
    registers_only: bool = False,
) -> None:
    """Describe the wrong arguments of a refused call.

    Args:
        name: The function's public name.
        function: The function.
        args: Positional arguments.
        kwargs: Keyword arguments.
        registers_only: Whether the only possible error is a register in place of a Python value.

    Raises:
        TraceError: They do not fit the signature; if they do, nothing is raised here.
    """
    signature = inspect.signature(function)
    parameters = [each for each in signature.parameters.values() if each.name != "self"]
    spelled = f"\n  {name}({_spell(parameters)}){at(caller())}"
    try:
        given = signature.bind(*args, **kwargs).arguments
    except TypeError as error:
        raise TraceTypeError(f"{name}: {error}{spelled}") from None
    scope = getattr(function, "__globals__", {})
    for parameter in parameters:
        if parameter.name not in given or not isinstance(parameter.annotation, str):
            continue
        value = given[parameter.name]
        for item in value if parameter.kind is parameter.VAR_POSITIONAL else (value,):
            if registers_only and (parameter.annotation == "None" or not hasattr(item, "__ptx__")):
                continue
            if not _fits(item, parameter.annotation, scope):
                raise TraceError(
                    f"{name}: {parameter.name} is {item!r}; it must be "
                    f"{_describe(parameter.annotation)}{spelled}"
                )


def _spell(parameters: Sequence[inspect.Parameter]) -> str:
    """The parameters as a signature has them."""
    return str(inspect.Signature(parameters))[1:-1].replace("'", "")


def _fits(value: object, annotation: str, scope: Mapping[str, Any]) -> bool:
    """Whether a value fits an annotation; True if that cannot be decided."""
    for option in annotation.split(" | "):
        kind = option.partition("[")[0]
        if kind == "None":
            if value is None:
                return True
            continue
        known = _KINDS.get(kind)
        if known is not None:
            if known[0](value):
                return True
            continue
        found = scope.get(kind)
        if not isinstance(found, type) or getattr(found, "_is_protocol", False) or isinstance(value, found):
            return True
    return False


def _describe(annotation: str) -> str:
    """An annotation in words."""
    options = [option.partition("[")[0] for option in annotation.split(" | ")]
    return " or ".join(_KINDS[option][1] if option in _KINDS else option for option in options)


def _is_whole(value: object) -> bool:
    """Whether it is an integer that Python knows; a register has no value yet."""
    return hasattr(type(value), "__index__") and not hasattr(value, "__ptx__")


def _is_sequence(value: object) -> bool:
    if isinstance(value, str) or not hasattr(type(value), "__getitem__"):
        return False
    try:
        len(value)  # type: ignore[arg-type]
    except (PtxError, TypeError):  # a register has no length
        return False
    return True


_KINDS: dict[str, tuple[Callable[[Any], bool], str]] = {
    "PtxType":  (lambda value: isinstance(value, PtxType), "a type of pyptx.types, such as f32"),
    "str":      (lambda value: isinstance(value, str),     "a string"),
    "bool":     (lambda value: isinstance(value, bool),    "True or False"),
    "int":      (_is_whole,                                "an integer, known while tracing"),
    "tuple":    (_is_sequence,                             "a tuple"),
    "list":     (_is_sequence,                             "a list"),
    "Sequence": (_is_sequence,                             "a list"),
    "Callable": (callable,                                 "a function"),
}  # fmt: skip
