"""A kernel and the kernel of its gradient, as one function that torch and JAX differentiate."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pyptx.errors import LaunchError, TraceError
from pyptx.late import late
from pyptx.runtime import arrays, graphs
from pyptx.trace import at, caller

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from pyptx.kernel import content
else:
    content = late("pyptx.kernel.content")


class DifferentiableKernel:
    """A kernel with a backward, as `differentiable_kernel` returns it.

    Attributes:
        forward: Maps inputs to outputs.
        backward: Maps the saved arrays and the gradients of the outputs to a gradient for each input.
        saved: Positions of the saved arrays among inputs and then outputs; None for all inputs.
        count: Number of leading inputs that have a gradient; None for all.
        scalars: Keyword arguments that the backward kernel takes, too.
    """

    def __init__(
        self,
        forward: Callable[..., Any],
        backward: Callable[..., Any],
        saved: Sequence[int] | None,
        count: int | None = None,
        scalars: Sequence[str] = (),
        number: str | None = None,
    ) -> None:
        self.forward = forward
        self.backward = backward
        self.saved = saved
        self.count = count
        self.scalars = scalars
        self.__name__ = getattr(forward, "__name__", "kernel")
        self.graph_number = number or graphs.pairs.add(self)

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Run the forward kernel; the arguments are its own.

        Raises:
            LaunchError: An argument does not fit.
        """
        if graphs.capturing():
            return graphs.operators().call_differentiable(self.graph_number, args, kwargs)
        owner = arrays.framework_of(args[0]) if args else None
        if owner is None or owner.name == "numpy":
            return self.forward(*args, **kwargs)
        return arrays.adapter(owner.name).differentiable(self, args, kwargs)

    def graph_name(self) -> str:
        """Return the name of the pair in graphs; see `pyptx.runtime.graphs.Named`.

        A graph contains what the Python code of a backward did, not only the name: where no other process
        could compare it, each graph has a name of its own.

        :meta private:
        """
        functions = [each for each in (self.forward, self.backward) if not hasattr(each, "graph_content")]
        digest = content.digest_of(functions, self.graph_content())
        return f"{self.__name__}_{digest or content.unlike_any()}"

    def graph_content(self) -> tuple[Any, ...]:
        """Return everything that determines a call and its gradient, this package included.

        :meta private:
        """
        return self.forward, self.backward, self.saved, self.count, self.scalars, content.sources()

    def keep(self, inputs: Sequence[Any], output: Any) -> tuple[Any, ...]:
        """Return the arrays that the backward kernel will need.

        Raises:
            LaunchError: A position of `saved` is beyond inputs and outputs.
        """
        everything = (*inputs, *_as_tuple(output))
        positions = range(len(inputs)) if self.saved is None else self.saved
        for position in positions:
            if not 0 <= position < len(everything):
                raise LaunchError(
                    f"{self.__name__}: save_for_backward has {position}, but there are {len(inputs)} inputs "
                    f"and {len(everything) - len(inputs)} outputs (0 to {len(everything) - 1})"
                )
        return tuple(everything[position] for position in positions)

    def gradients(
        self, saved: Sequence[Any], grads: Sequence[Any], inputs: int, /, **options: Any
    ) -> tuple[Any, ...]:
        """Run the backward kernel, and return the gradient of each input that has one.

        Args:
            saved: What `keep` returned.
            grads: Gradients of the outputs.
            inputs: Number of inputs.
            options: Keyword arguments of the call of the forward kernel.

        Raises:
            LaunchError: It returns another number of gradients than there are such inputs.
        """
        passed = {name: options[name] for name in self.scalars if name in options}
        made = _as_tuple(self.backward(*saved, *grads, **passed))
        if self.count is not None and self.count > inputs:
            raise LaunchError(
                f"{self.__name__}: num_grad_inputs is {self.count}, but there are {inputs} inputs"
            )
        if len(made) != (inputs if self.count is None else self.count):
            wanted = f"{self.__name__} has {inputs} inputs"
            if self.count is not None:
                wanted = f"num_grad_inputs is {self.count}"
            raise LaunchError(f"the backward kernel returns {len(made)} gradients, but {wanted}")
        return made


def differentiable_kernel(
    forward_kernel: Callable[..., Any],
    backward_kernel: Callable[..., Any],
    *,
    save_for_backward: Sequence[int] | None = None,
    num_grad_inputs: int | None = None,
    scalars_for_backward: Sequence[str] = (),
) -> DifferentiableKernel:
    """Make a function that torch and JAX differentiate, from a kernel and the kernel of its gradient.

    Args:
        forward_kernel: Maps inputs to outputs.
        backward_kernel: Called with the saved arrays, then the gradients of the outputs; returns one gradient
            for each input that has one.
        save_for_backward: Positions of the saved arrays among inputs, then outputs; None for all inputs.
        num_grad_inputs: Number of leading inputs that have a gradient; None for all.
        scalars_for_backward: Names of launch scalars of the forward kernel. The backward kernel gets their
            values by keyword; they have no gradient.

    Raises:
        TraceError: An argument has the wrong type or value.
    """
    for what, given in (("forward_kernel", forward_kernel), ("backward_kernel", backward_kernel)):
        if not callable(given):
            raise TraceError(f"differentiable_kernel: {what} is {given!r}; it must be a kernel{at(caller())}")
    count = num_grad_inputs
    if count is not None and (type(count) is not int or count < 1):
        raise TraceError(
            f"differentiable_kernel: num_grad_inputs is {count!r}; it must be a number of inputs"
            f"{at(caller())}"
        )
    scalars = scalars_for_backward
    if isinstance(scalars, str) or not all(isinstance(name, str) for name in scalars):
        raise TraceError(
            f"differentiable_kernel: scalars_for_backward is {scalars!r}; it must be a sequence of "
            f"names{at(caller())}"
        )
    saved = None if save_for_backward is None else tuple(save_for_backward)
    scalars, number = tuple(scalars), None
    if graphs.capturing():
        number = _kept_number(_numbered(forward_kernel), _numbered(backward_kernel), saved, count, scalars)
    return DifferentiableKernel(forward_kernel, backward_kernel, saved, count, scalars, number)


@graphs.constant
def _kept_number(
    forward: Any, backward: Any, saved: tuple[int, ...] | None, count: int | None, scalars: tuple[str, ...]
) -> str:
    """Register a pair that is made while a graph is captured, which outlives what the tracer makes."""
    parts = forward, backward, saved, count, scalars
    pair = _kept.get(parts)
    if pair is None:
        run, gradient = map(_of_number, (forward, backward))
        pair = DifferentiableKernel(run, gradient, saved, count, scalars)
        _kept[parts] = pair
    return pair.graph_number


_kept: dict[Any, DifferentiableKernel] = {}


def _numbered(kernel: Any) -> Any:
    """Return a constant for the tracer: the registry and the number of a kernel; a function itself."""
    number = getattr(kernel, "graph_number", None)
    return kernel if number is None else (isinstance(kernel, DifferentiableKernel), number)


def _of_number(kernel: Any) -> Any:
    """Return the kernel of a number that `_numbered` returned."""
    if not isinstance(kernel, tuple):
        return kernel
    is_pair, number = kernel
    return (graphs.pairs if is_pair else graphs.kernels).numbered(number)


def _as_tuple(value: Any) -> tuple[Any, ...]:
    return tuple(value) if isinstance(value, (tuple, list)) else (value,)
