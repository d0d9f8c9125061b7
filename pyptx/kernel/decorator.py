"""`pyptx.kernel`, which declares kernels."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Concatenate, Generic, ParamSpec, cast, overload

from pyptx.kernel.kernel import Kernel
from pyptx.kernel.options import OptionsSignature, check_options
from pyptx.runtime import native_calls

if TYPE_CHECKING:
    from collections.abc import Callable

P = ParamSpec("P")


class KernelDecorator(Generic[P]):
    """`pyptx.kernel`: makes a kernel from a function, as a decorator with or without `KernelOptions`."""

    __signature__ = OptionsSignature(of_class=False)

    def __init__(self, make: Callable[Concatenate[Callable[..., Any], P], Kernel]) -> None:
        self._make = cast(
            "Callable[Concatenate[Callable[..., Any], P], Kernel]",
            native_calls.native_callable(cast("Any", make)),
        )
        self.__name__ = self.__qualname__ = "kernel"

    @overload
    def __call__(self, fn: Callable[..., Any], /, *args: P.args, **kwargs: P.kwargs) -> Kernel: ...
    @overload
    def __call__(
        self, fn: None = None, /, *args: P.args, **kwargs: P.kwargs
    ) -> Callable[[Callable[..., Any]], Kernel]: ...
    def __call__(
        self, fn: Callable[..., Any] | None = None, /, *args: P.args, **kwargs: P.kwargs
    ) -> Kernel | Callable[[Callable[..., Any]], Kernel]:
        """Make a kernel from a function, or return a decorator that does.

        Raises:
            TraceError: The declaration contradicts itself, the function's parameters or the target.
        """
        if fn is not None:
            return self._make(fn, *args, **kwargs)
        check_options(args, kwargs)
        return lambda function: self._make(function, *args, **kwargs)


kernel = KernelDecorator(Kernel)
