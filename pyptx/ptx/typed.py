"""Wrappers that are opcodes too: ``ptx.add(f32, d, a, b)`` beside ``ptx.add.rn.ftz.f32(d, a, b)``.

>>> from pyptx.ptx.arithmetic import add
>>> from pyptx.ptx.opcode import inst
>>> add.rn.f32 == inst.add.rn.f32
True
"""

from __future__ import annotations

from functools import update_wrapper
from inspect import signature
from typing import TYPE_CHECKING, Generic, ParamSpec, TypeVar

from pyptx.errors import TraceError
from pyptx.ptx.opcode import Opcode
from pyptx.trace import at, caller
from pyptx.types import PtxType, b32

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

P = ParamSpec("P")
R = TypeVar("R")


class Typed(Generic[P, R]):
    """A function that traces an opcode, whose attributes are the opcode's modifiers."""

    def __init__(self, function: Callable[P, R], opcode: Opcode) -> None:
        self._function = function
        self._opcode = opcode
        update_wrapper(self, function)

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> R:  # noqa: D102 - the function says what it does
        try:
            return self._function(*args, **kwargs)
        except (TypeError, AttributeError):
            self._check(args, kwargs)
            raise

    def _check(self, args: tuple[object, ...], kwargs: Mapping[str, object]) -> None:
        """Report a call that does not fit the signature.

        Raises:
            TraceError: It does not.
        """
        name, takes = self._function.__name__.strip("_"), signature(self._function)
        try:
            given = takes.bind(*args, **kwargs).arguments
        except TypeError as error:
            names = ", ".join(map(str, takes.parameters.values()))
            raise TraceError(f"ptx.{name}: {error}\n  ptx.{name}({names}){at(caller())}") from None
        for parameter in ("dtype", "dst_type", "src_type"):
            if not isinstance(given.get(parameter, b32), PtxType):
                raise TraceError(
                    f"ptx.{name}: {parameter} is {given[parameter]!r}; it is a type of pyptx.types, such "
                    f"as f32{at(caller())}"
                )

    def __getattr__(self, name: str) -> Opcode:
        if name[:1] == "_" and not name[1:2].isdigit():
            raise AttributeError(name)
        longer: Opcode = getattr(self._opcode, name)
        return longer

    def __getitem__(self, words: str) -> Opcode:
        return self._opcode[words]

    def __repr__(self) -> str:
        return f"<ptx.{self._function.__name__}>"

    def __dir__(self) -> list[str]:
        return dir(self._opcode)


def typed(opcode: str, *modifiers: str) -> Callable[[Callable[P, R]], Typed[P, R]]:
    """Make a function a wrapper of `opcode` with these first modifiers."""
    return lambda function: Typed(function, Opcode(opcode, modifiers))


class Namespace:
    """A group of wrappers whose other attributes are modifiers of an opcode: ``ptx.fence.sc.gpu()``."""

    _opcode: Opcode

    def __getattr__(self, name: str) -> Opcode:
        if name[:1] == "_" and not name[1:2].isdigit():
            raise AttributeError(name)
        longer: Opcode = getattr(self._opcode, name)
        return longer

    def __repr__(self) -> str:
        return repr(self._opcode).replace("ptx.inst ", "ptx.")

    def __dir__(self) -> list[str]:
        return sorted({*super().__dir__(), *dir(self._opcode)})
