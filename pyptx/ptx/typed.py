"""Wrappers that are opcodes too: ``ptx.add(f32, d, a, b)`` beside ``ptx.add.rn.ftz.f32(d, a, b)``.

>>> from pyptx.ptx.arithmetic import add
>>> from pyptx.ptx.opcode import inst
>>> add.rn.f32 == inst.add.rn.f32
True
"""

from __future__ import annotations

from functools import update_wrapper
from typing import TYPE_CHECKING, Any, Generic, ParamSpec, TypeVar

from pyptx.errors import PtxError
from pyptx.ptx.opcode import Opcode, python_spelling
from pyptx.trace import checked_methods, explain_call

if TYPE_CHECKING:
    from collections.abc import Callable

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
        except (PtxError, TypeError, AttributeError, ValueError) as error:
            known = isinstance(error, PtxError)
            explain_call(python_spelling(self._opcode), self._function, args, kwargs, registers_only=known)
            raise

    def __getattr__(self, name: str) -> Opcode:
        if name[:1] == "_" and not name[1:2].isdigit():
            raise AttributeError(name)
        longer: Opcode = getattr(self._opcode, name)
        return longer

    def __getitem__(self, words: str) -> Opcode:
        return self._opcode[words]

    @property
    def opcode(self) -> Opcode:
        """The opcode, and the modifiers that come first."""
        return self._opcode

    def __repr__(self) -> str:
        return f"<ptx.{'.'.join(self._opcode.words)}>"

    def __dir__(self) -> list[str]:
        return dir(self._opcode)


def typed(opcode: str, *modifiers: str) -> Callable[[Callable[P, R]], Typed[P, R]]:
    """Make a function a wrapper of `opcode` with these first modifiers."""
    return lambda function: Typed(function, Opcode(opcode, modifiers))


class Namespace:
    """A group of wrappers whose other attributes are modifiers of an opcode: ``ptx.fence.sc.gpu()``.

    A call is the opcode without modifiers, which the verifier refuses if one is needed: ``ptx.fence()``. A
    subclass may be a wrapper itself, as `Typed` is: ``ptx.st(f32, …)`` beside ``ptx.st.bulk(…)``.
    """

    _opcode: Opcode

    def __init_subclass__(cls) -> None:
        checked_methods(python_spelling(cls._opcode))(cls)

    def __getattr__(self, name: str) -> Opcode:
        if name[:1] == "_" and not name[1:2].isdigit():
            raise AttributeError(name)
        longer: Opcode = getattr(self._opcode, name)
        return longer

    def __call__(self, *args: Any, **kwargs: Any) -> Any:  # noqa: D102 - the class says what it does
        return self._opcode(*args, **kwargs)

    @property
    def opcode(self) -> Opcode:
        """The opcode, and the modifiers that come first."""
        return self._opcode

    def __repr__(self) -> str:
        return f"<ptx.{'.'.join(self._opcode.words)}>"

    def __dir__(self) -> list[str]:
        return sorted({*super().__dir__(), *dir(self._opcode)})
