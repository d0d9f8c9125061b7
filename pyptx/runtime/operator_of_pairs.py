"""The torch operator that is a call of any kernel with a gradient kernel.

Importing this module imports torch.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pyptx.runtime.graphs import pair_called
from pyptx.runtime.needs import require
from pyptx.runtime.spelling import read
from pyptx.runtime.torch import differentiable

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

torch = require("torch")


def define_differentiable(library: Any) -> None:
    """Define the operator that is a call of any kernel that has a gradient kernel.

    Autograd and the transforms of `torch.func` see the autograd function that it calls; torch's tracer, which
    would take that apart, sees an operator.
    """
    name = "differentiable"
    library.define(
        f"{name}(Tensor[] inputs, str pair, str words, str[] names, SymInt[] integers, Tensor[] numbers)"
        " -> Tensor[]"
    )
    forward = _of_pair(lambda pair, inputs, options: pair.forward(*inputs, **options))
    library.impl(name, forward, "CompositeExplicitAutograd")
    torch.library.register_fake(f"pyptx::{name}", forward, lib=library)
    followed = _of_pair(_followed)
    library.impl(name, followed, "Autograd")
    library.impl(name, followed, "FuncTorchDynamicLayerFrontMode")


def _of_pair(call: Callable[[Any, Sequence[Any], Mapping[str, Any]], Any]) -> Callable[..., list[Any]]:
    """The body of the operator of kernels that have gradient kernels, which calls one in this way."""

    def body(
        inputs: Sequence[Any],
        pair: str,
        words: str,
        names: Sequence[str],
        integers: Sequence[Any],
        numbers: Sequence[Any],
    ) -> list[Any]:
        options = {**read(words), **dict(zip(names, (*integers, *numbers), strict=True))}
        made = call(pair_called(pair), inputs, options)
        return list(made) if isinstance(made, (tuple, list)) else [made]

    return body


def _followed(pair: Any, inputs: Sequence[Any], options: Mapping[str, Any]) -> Any:
    """Call a kernel that has a gradient kernel; where a graph is captured, make the kernels of the gradient.

    Torch may find the compiled gradient in a cache, and not execute the Python code that makes kernels.
    """
    made = differentiable(pair, inputs, options)
    fakes = [*inputs, *(made if isinstance(made, (tuple, list)) else (made,))]
    if any(each.requires_grad for each in fakes) and all(map(_is_fake, fakes)):
        outputs = fakes[len(inputs) :]
        with torch.no_grad():
            pair.gradients(pair.keep(inputs, made), [*map(torch.empty_like, outputs)], len(inputs), **options)
    return made


def _is_fake(tensor: Any) -> bool:
    """Whether a tensor has no memory, and no tracer but that of Python code follows it."""
    return type(tensor) is torch._subclasses.FakeTensor  # noqa: SLF001 - torch's own name
