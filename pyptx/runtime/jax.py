"""JAX arrays, and kernels inside `jax.jit`.

Importing this module imports JAX.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pyptx.errors import LaunchError
from pyptx.runtime.arrays import ArrayInfo, numpy_dtype
from pyptx.runtime.needs import require

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

jax = require("jax", extra="jax")
numpy = require("numpy")


class Jax:
    """JAX arrays and the tracers that stand for them."""

    name = "jax"

    def owns(self, value: object) -> bool:
        """Whether `value` is a JAX array or tracer."""
        return isinstance(value, jax.Array)

    def describe(self, array: Any) -> ArrayInfo:
        """Return what `array` is; JAX arrays have no strides."""
        return ArrayInfo(
            framework=self.name,
            shape=tuple(array.shape),
            dtype=array.dtype.name,
            device=_device(array),
            row_major=True,
            column_major=True,
        )

    def host(self, array: Any) -> Any:
        """Return the memory of a CPU array as a read-only NumPy array."""
        return numpy.asarray(array)

    def empty(self, shape: Sequence[int], dtype: str, device: str, *, column_major: bool) -> Any:
        """Return an uninitialised NumPy array: JAX makes its own of it when the kernel has run."""
        wide = dtype in ("int64", "uint64", "float64")
        if wide and not jax.config.jax_enable_x64:
            raise LaunchError(f"an output is {dtype}, and JAX has 64-bit types only with jax_enable_x64")
        return numpy.empty(tuple(shape), numpy_dtype(dtype), order="F" if column_major else "C")

    def advice(self, problem: str, name: str, dtype: str) -> str:
        """Return the JAX expression that repairs argument `name`."""
        return f"{name}.astype(jax.numpy.{dtype})" if problem == "dtype" else f"jax.numpy.array({name})"

    def stream(self, device: str) -> int:
        """Return the default stream: those of XLA are out of reach from Python."""
        return 0


FRAMEWORK = Jax()


def is_traced(value: object) -> bool:
    """Whether `value` stands for an array inside a transformation such as `jax.jit`."""
    return isinstance(value, jax.core.Tracer)


def finished(buffers: Sequence[Any]) -> list[Any]:
    """Return the JAX arrays of what a kernel wrote into NumPy arrays."""
    return [jax.numpy.asarray(buffer) for buffer in buffers]


def in_graph(
    run: Callable[..., Sequence[Any]], outputs: Sequence[tuple[tuple[int, ...], str]], arrays: Sequence[Any]
) -> Sequence[Any]:
    """Call a kernel inside a transformation: `run` gets and returns NumPy arrays when the graph runs.

    Args:
        run: Takes one NumPy array per input and number, returns one per output.
        outputs: Shape and dtype of each output.
        arrays: Inputs and numbers, some of them tracers.
    """
    results = tuple(jax.ShapeDtypeStruct(shape, numpy_dtype(dtype)) for shape, dtype in outputs)

    def on_host(*given: Any) -> tuple[Any, ...]:
        return tuple(run(*(numpy.asarray(array) for array in given)))

    made: Sequence[Any] = jax.pure_callback(on_host, results, *arrays, vmap_method="sequential")
    return made


def differentiable(pair: Any, args: Sequence[Any], kwargs: Mapping[str, Any]) -> Any:
    """Call a kernel that has a gradient kernel, so that JAX can differentiate it.

    Args:
        pair: The `DifferentiableKernel`.
        args: Arrays.
        kwargs: Further arguments of the forward kernel.
    """

    def run(*inputs: Any) -> Any:
        return pair.forward(*inputs, **kwargs)

    def forward(*inputs: Any) -> tuple[Any, Any]:
        output = run(*inputs)
        return output, pair.keep(inputs, output)

    def backward(saved: Any, grad: Any) -> Any:
        grads = grad if isinstance(grad, tuple) else (grad,)
        return pair.gradients(saved, grads, len(args))

    call = jax.custom_vjp(run)
    call.defvjp(forward, backward)
    return call(*args)


def _device(array: Any) -> str:
    """The device of a concrete array; tracers count as the CPU until the graph is compiled."""
    if is_traced(array):
        return "cpu"
    devices = array.devices()
    if len(devices) > 1:
        return f"{len(devices)} devices"
    (device,) = devices
    return "cpu" if device.platform == "cpu" else f"{device.platform}:{device.id}"
