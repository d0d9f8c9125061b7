"""JAX arrays, and kernels inside `jax.jit`.

Importing this module imports JAX.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from pyptx.errors import LaunchError
from pyptx.runtime.arrays import ArrayInfo, numpy_dtype
from pyptx.runtime.needs import require
from pyptx.runtime.spelling import spell

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

jax = require("jax")
numpy = require("numpy")


class Jax:
    """JAX arrays and their tracers."""

    name = "jax"

    def owns(self, value: object) -> bool:
        """Whether `value` is a JAX array or tracer."""
        return isinstance(value, jax.Array)

    def describe(self, array: Any) -> ArrayInfo:
        """Return the properties of `array`; JAX arrays have no strides."""
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
        """Return the default stream: Python cannot reach the streams of XLA."""
        return 0


FRAMEWORK = Jax()


def is_traced(value: object) -> bool:
    """Whether `value` represents an array inside a transformation such as `jax.jit`."""
    return isinstance(value, jax.core.Tracer)


def placement(values: Mapping[str, Any]) -> Any:
    """Return the CPU device that arguments are committed to; None if JAX may choose.

    Raises:
        LaunchError: They are committed to several.
    """
    devices = {
        name: device
        for name, value in values.items()
        if isinstance(value, jax.Array) and value.committed
        for device in value.devices()
    }
    if not devices:
        return None
    first, place = next(iter(devices.items()))
    for name, device in devices.items():
        if device != place:
            raise LaunchError(f"argument {name} is on {device}, but argument {first} is on {place}")
    return place


def finished(buffers: Sequence[Any], place: Any) -> list[Any]:
    """Return the NumPy arrays that a kernel wrote as JAX arrays, on a device or where JAX chooses."""
    if place is None:
        return [jax.numpy.asarray(buffer) for buffer in buffers]
    return [jax.device_put(buffer, place) for buffer in buffers]


def needs_graph(value: object) -> bool:
    """Whether only XLA can run a kernel on this: it is traced, or not wholly on one CPU device."""
    if not isinstance(value, jax.Array):
        return False
    return is_traced(value) or _device(value) != "cpu"


def in_graph(
    kernel: str,
    inputs: Sequence[Any],
    words: dict[str, Any],
    numbers: Mapping[str, Any],
    dtypes: Mapping[str, str],
) -> list[Any]:
    """Call a kernel through XLA.

    Args:
        kernel: Its registered key.
        inputs: Its inputs.
        words: Template arguments, and ``engine``.
        numbers: Launch scalars and sizes, some of them traced.
        dtypes: Element type of each launch scalar.

    Returns:
        The outputs, then the new values of the inputs it writes to.

    Raises:
        LaunchError: A number does not fit.
    """
    xla = _xla()
    fixed, traced = {}, {}
    for name, value in numbers.items():
        if is_traced(value):
            traced[name] = _number(name, value, dtypes[name])
        else:
            fixed[name] = value.item() if hasattr(value, "item") else value
    call = xla.Call(kernel, spell(words), tuple(sorted(fixed.items())), tuple(traced))
    made: list[Any] = xla.call(call, [*inputs, *traced.values()])
    return made


def _number(name: str, value: Any, dtype: str) -> Any:
    """A traced launch scalar in the type of its parameter."""
    if value.shape:
        raise LaunchError(f"argument {name} has shape {value.shape}; a launch scalar is one number")
    if "int" in dtype and not jax.numpy.issubdtype(value.dtype, jax.numpy.integer):
        raise LaunchError(f"argument {name} is {value.dtype}; the parameter takes an integer")
    if jax.numpy.issubdtype(value.dtype, jax.numpy.complexfloating):
        raise LaunchError(f"argument {name} is {value.dtype}; the parameter takes a real number")
    # A Python number has the default type until something needs another one.
    if not value.weak_type and _is_wider(value.dtype, numpy_dtype(dtype)):
        raise LaunchError(
            f"argument {name} is {value.dtype}, and the parameter, {dtype}, does not hold all of its values; "
            f"convert it: {name}.astype(jax.numpy.{dtype})"
        )
    return value.astype(jax.dtypes.canonicalize_dtype(dtype))


def _is_wider(given: Any, wanted: Any) -> bool:
    """Whether a conversion between types of numbers loses values; a signed integer as bits loses none."""
    if given.kind in "iu" and wanted.kind not in "iu":
        return False
    bits = given.itemsize - wanted.itemsize
    return bool(bits > 0 or (bits == 0 and given.kind == "u" and wanted.kind == "i"))


def differentiable(pair: Any, args: Sequence[Any], kwargs: Mapping[str, Any]) -> Any:
    """Call a kernel that has a gradient kernel, so that JAX can differentiate it.

    Args:
        pair: The `DifferentiableKernel`.
        args: Arrays.
        kwargs: Further arguments of the forward kernel.

    Raises:
        LaunchError: JAX differentiates with respect to one of these, or in forward mode.
    """
    count = len(args)
    scalars = {
        name: undifferentiated(
            value, f"argument {name} of {pair.__name__} has no gradient; pass jax.lax.stop_gradient({name})"
        )
        for name, value in kwargs.items()
        if is_traced(value)
    }

    def options(values: Sequence[Any]) -> dict[str, Any]:
        return {**kwargs, **dict(zip(scalars, values, strict=True))}

    def run(*values: Any) -> Any:
        return pair.forward(*values[:count], **options(values[count:]))

    def forward(*values: Any) -> tuple[Any, Any]:
        output = run(*values)
        return output, (pair.keep(values[:count], output), values[count:])

    def backward(kept: Any, grad: Any) -> Any:
        saved, values = kept
        grads = grad if isinstance(grad, tuple) else (grad,)
        gradients = pair.gradients(saved, grads, count, **options(values))
        made = [_summed(*each) for each in zip(gradients, args, strict=False)]
        return *made, *[None] * (count + len(scalars) - len(made))

    call = jax.custom_vjp(run)
    call.defvjp(forward, backward)
    try:
        return call(*args, *scalars.values())
    except TypeError as error:
        if "forward-mode" not in str(error):
            raise
        raise LaunchError(
            f"{pair.__name__} has a gradient in reverse mode only, not for jax.jvp and jax.jacfwd: use "
            "jax.grad, jax.vjp or jax.jacrev"
        ) from error


def undifferentiated(value: Any, message: str) -> Any:
    """Return a value whose gradient JAX must not compute: it raises a `LaunchError` with a message."""

    def refuse(primals: Any, tangents: Any) -> Any:
        raise LaunchError(message)

    same = jax.custom_jvp(lambda x: x)
    same.defjvp(refuse)
    return same(value)


def _summed(gradient: Any, value: Any) -> Any:
    """Return the gradient of a value; sum it over the devices of a `jax.shard_map` that share the value."""
    xla = _xla()
    axes = tuple(xla.varying_axes(gradient) - xla.varying_axes(value))
    return jax.lax.psum(gradient, axes) if axes else gradient


def _xla() -> Any:
    return importlib.import_module("pyptx.runtime.xla")


def _device(array: Any) -> str:
    """The device of a concrete array; tracers count as the CPU until the graph is compiled."""
    if is_traced(array):
        return "cpu"
    devices = array.devices()
    if len(devices) > 1:
        return f"{len(devices)} devices"
    (device,) = devices
    if device.platform == "cpu":
        return "cpu"
    # A "gpu" of JAX is a CUDA device here, by its number on this machine.
    return f"{'cuda' if device.platform == 'gpu' else device.platform}:{device.local_hardware_id}"
