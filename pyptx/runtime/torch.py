"""torch tensors, and the operator of a kernel in a compiled graph.

Importing this module imports torch.
"""

from __future__ import annotations

import math
from contextvars import ContextVar
from typing import TYPE_CHECKING, Any

from pyptx.errors import LaunchError
from pyptx.runtime.arrays import ArrayInfo, numpy_dtype
from pyptx.runtime.needs import require

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence


torch = require("torch")

_NAMES = {
    getattr(torch, name): name
    for name in (
        "float16", "bfloat16", "float32", "float64", "complex64", "complex128", "bool",
        "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64",
        "float8_e4m3fn", "float8_e5m2", "float8_e8m0fnu",
    )
    if hasattr(torch, name)
}  # fmt: skip
DTYPES = {name: dtype for dtype, name in _NAMES.items()}
_NO_TANGENTS = (
    "has a backward kernel and no kernel for tangents: differentiate it backward "
    "(torch.func.grad, vjp, jacrev)"
)
NESTED = "is a nested tensor; a kernel takes plain ones, such as its .values()"


def describe_fake(array: Any, shape: Sequence[Any], *, example: bool) -> ArrayInfo:
    """Return the properties of a tensor that may have no memory.

    Args:
        array: The tensor.
        shape: Its shape, without the dimension of a batch.
        example: Whether it is a batch, whose examples are contiguous.
    """
    dense = example or any(map(unbacked, shape))
    size = array.element_size()
    return ArrayInfo(
        framework="torch",
        shape=tuple(shape),
        dtype=_dtype_name(array),
        device=str(array.device),
        row_major=dense or array.is_contiguous(),
        column_major=dense or _turned(array).is_contiguous(),
        strides=None if dense else tuple(step * size for step in array.stride()),
    )


def unbacked(size: Any) -> bool:
    """Whether a size depends on the data of a graph: its value is unknown, and comparisons with it fail."""
    if not isinstance(size, torch.SymInt):
        return False  # torch imports the module of symbols with the first one
    return bool(torch.fx.experimental.symbolic_shapes.free_unbacked_symbols(size))


def _dtype_name(array: Any) -> str:
    return _NAMES.get(array.dtype, str(array.dtype).removeprefix("torch."))


def _turned(array: Any) -> Any:
    return array.permute(tuple(range(array.ndim - 1, -1, -1)))


class _Memory:
    """The memory of a CPU tensor, for NumPy; ``Tensor.numpy`` would forbid torch to resize it."""

    def __init__(self, array: Any) -> None:
        size = array.element_size()
        self._array = array
        self.__array_interface__ = {
            "version": 3,
            "data": (array.data_ptr(), False),
            "shape": tuple(array.shape),
            "strides": tuple(step * size for step in array.stride()),
            "typestr": f"|V{size}",
        }


class Torch:
    """torch tensors on the CPU and on CUDA devices."""

    name = "torch"

    def owns(self, value: object) -> bool:
        """Whether `value` is a torch tensor."""
        return isinstance(value, torch.Tensor)

    def describe(self, array: Any) -> ArrayInfo:
        """Return the properties of `array`."""
        if array.is_nested:
            return ArrayInfo(self.name, (), "", "cpu", row_major=False, column_major=False, refusal=NESTED)
        refusal = _refusal(array)
        strided = not refusal
        device = str(array.device)
        return ArrayInfo(
            framework=self.name,
            shape=tuple(array.shape),
            dtype=_dtype_name(array),
            device="cuda:0" if device == "cuda" else device,
            row_major=strided and array.is_contiguous(),
            column_major=strided and _turned(array).is_contiguous(),
            address=array.data_ptr() if strided else 0,
            bytes=array.numel() * array.element_size(),
            refusal=refusal,
            strides=tuple(step * array.element_size() for step in array.stride()) if strided else None,
            differentiated=differentiated(array),
        )

    def host(self, array: Any) -> Any:
        """Return a CPU tensor as a NumPy array that shares its memory."""
        return require("numpy").asarray(_Memory(array)).view(numpy_dtype(_NAMES[array.dtype]))

    def empty(self, shape: Sequence[int], dtype: str, device: str, *, column_major: bool) -> Any:
        """Return an uninitialised tensor.

        Raises:
            LaunchError: torch has no such element type.
        """
        if dtype not in DTYPES:
            raise LaunchError(f"torch has no tensors of {dtype}; allocate the output yourself and pass out=")
        sizes = list(shape)[::-1] if column_major else list(shape)
        made = torch.empty(sizes, dtype=DTYPES[dtype], device=device)
        return _turned(made) if column_major else made

    def advice(self, problem: str, name: str, dtype: str) -> str:
        """Return the torch expression that repairs argument `name`."""
        if problem == "dtype":
            return f"{name}.to(torch.{dtype})"
        return f"{name}.mT.contiguous().mT" if dtype == "column" else f"{name}.contiguous()"

    def stream(self, device: str) -> int:
        """Return the handle of torch's current stream on a CUDA device."""
        return current_stream(device)


FRAMEWORK = Torch()
_gradient_of: ContextVar[str] = ContextVar("gradient_of", default="")
"""The kernel whose gradient the Python code that is running computes."""
_PLAIN = (torch.Tensor, torch.nn.Parameter)


def watched(values: Sequence[object]) -> bool:
    """Whether torch must see a call on these: in a transform or mode, of a subclass, without memory."""
    tensors = [value for value in values if isinstance(value, torch.Tensor)]
    if not tensors:
        return False
    # Inside a transform what is allocated belongs to it, whatever the tensors are; where torch itself asks.
    if torch._C._len_torch_dispatch_stack() or torch._C._functorch.peek_interpreter_stack():  # noqa: SLF001
        return True
    if follows_gradient(tensors):
        return True
    return any(type(tensor) not in _PLAIN or tensor.is_meta or _wrapped(tensor) for tensor in tensors)


def has_value(tensor: Any) -> bool:
    """Whether code outside of `torch.compile` may read the value of a tensor: no other tracer follows it."""
    followed = torch._C._len_torch_dispatch_stack() or torch._is_functional_tensor(tensor)  # noqa: SLF001
    return not followed and type(tensor) in _PLAIN and not tensor.is_meta


def _wrapped(tensor: Any) -> bool:
    """Whether a transform of `torch.func` made the tensor."""
    level: int = torch._C._functorch.maybe_get_level(tensor)  # noqa: SLF001 - what torch.func itself asks
    return level != -1 or bool(torch._is_functional_tensor(tensor))  # noqa: SLF001


def current_stream(device: str) -> int:
    """Return the handle of torch's current stream on a CUDA device."""
    handle: int = torch.cuda.current_stream(device).cuda_stream
    return handle


def changed(tensors: Iterable[Any]) -> None:
    """Mark tensors as written for autograd, which may have saved them."""
    for tensor in tensors:  # several at once are not taken by every release
        if not tensor.is_inference():
            torch.autograd.graph.increment_version(tensor)


def differentiated(value: object) -> bool:
    """Whether autograd would differentiate through this: it requires grad, or has a tangent."""
    if not isinstance(value, torch.Tensor):
        return False
    return has_tangent(value) or (requires_gradient(value) and torch.is_grad_enabled())


def requires_gradient(value: Any) -> bool:
    """Whether autograd follows a tensor, also where it is a batch of `torch.vmap`."""
    batch = value if torch.compiler.is_dynamo_compiling() else _of_examples(value)
    return bool(batch.requires_grad)


def has_tangent(value: Any) -> bool:
    """Whether forward-mode differentiation follows a tensor."""
    forward = torch.autograd.forward_ad
    # No public function of torch queries whether a level is open; the query is free outside a level.
    if forward._current_level < 0:  # noqa: SLF001
        return False
    return forward.unpack_dual(_of_examples(value)).tangent is not None


def _of_examples(value: Any) -> Any:
    """Return the tensor of all examples, where a value is a batch of `torch.vmap`; else the value."""
    transforms = torch._C._functorch  # noqa: SLF001 - as torch.func itself
    while transforms.is_batchedtensor(value):  # the batch itself does not show which tensors autograd follows
        value = transforms.get_unwrapped(value)
    return value


def refuse_tangents(name: str, values: Iterable[Any]) -> None:
    """Refuse forward-mode differentiation through a kernel that has a gradient kernel.

    Raises:
        LaunchError: It follows one of the tensors.
    """
    if any(isinstance(value, torch.Tensor) and has_tangent(value) for value in values):
        raise LaunchError(f"{name} {_NO_TANGENTS}")


def refuse_gradients_of_numbers(name: str, numbers: Mapping[str, Any]) -> None:
    """Refuse launch scalars that are tensors through which autograd would differentiate.

    Raises:
        LaunchError: There is one.
    """
    for number, value in numbers.items():
        if differentiated(value):
            raise LaunchError(
                f"argument {number} of {name} requires grad or has a tangent, and a launch scalar has no "
                f"gradient; pass {number}.detach()"
            )


def differentiable(pair: Any, args: Sequence[Any], kwargs: Mapping[str, Any]) -> Any:
    """Call a kernel that has a gradient kernel, so that autograd can differentiate it.

    Args:
        pair: The `DifferentiableKernel`.
        args: Tensors.
        kwargs: Further arguments of the forward kernel.
    """
    # Here, because some transforms of torch fail before they ask the function for its tangents.
    refuse_tangents(pair.__name__, args)
    refuse_gradients_of_numbers(pair.__name__, kwargs)
    scalars = {name: value for name, value in kwargs.items() if isinstance(value, torch.Tensor)}
    options = {name: value for name, value in kwargs.items() if name not in scalars}
    return _Differentiable.apply(pair, len(args), options, tuple(scalars), *args, *scalars.values())


def _forward(pair: Any, count: int, options: dict[str, Any], scalars: Sequence[str], *tensors: Any) -> Any:
    """Run the forward kernel.

    Args:
        pair: The `DifferentiableKernel`.
        count: Number of its inputs.
        options: Keyword arguments that are not tensors.
        scalars: Names of those that are.
        tensors: The inputs, then these values: torch follows only tensors that are arguments.
    """
    return pair.forward(*tensors[:count], **options, **dict(zip(scalars, tensors[count:], strict=True)))


def _setup_context(ctx: Any, inputs: Sequence[Any], output: Any) -> None:
    ctx.pair, ctx.inputs, ctx.options, ctx.scalars, *tensors = inputs
    ctx.kernel = ctx.pair.__name__
    kept = ctx.pair.keep(tensors[: ctx.inputs], output)
    ctx.save_for_backward(*tensors[ctx.inputs :], *kept)


def _backward(ctx: Any, *grads: Any) -> tuple[Any, ...]:
    dense = [grad.contiguous() for grad in grads]
    tensors = (*ctx.saved_tensors, *dense)
    if hasattr(ctx.pair.backward, "callee"):  # a kernel
        made = _Gradient.apply(ctx.pair, ctx.inputs, len(dense), ctx.options, ctx.scalars, *tensors)
    else:
        token = _gradient_of.set(ctx.pair.__name__)
        try:
            made = _gradient(ctx.pair, ctx.inputs, len(dense), ctx.options, ctx.scalars, *tensors)
        finally:
            _gradient_of.reset(token)
    return *[None] * 4, *made, *[None] * (ctx.inputs + len(ctx.scalars) - len(made))


def follows_gradient(tensors: Iterable[Any]) -> bool:
    """Whether the running code computes a gradient, and of these tensors autograd follows some even there."""
    return bool(_gradient_of.get()) and any(map(differentiated, tensors))


def without_second(run: Callable[..., Any], inputs: Sequence[Any]) -> Any:
    """Call a kernel as a part of a gradient that cannot be differentiated again."""
    return _Last.apply(_gradient_of.get(), run, *inputs)


def _gradient(
    pair: Any, inputs: int, outputs: int, options: dict[str, Any], scalars: Sequence[str], *tensors: Any
) -> tuple[Any, ...]:
    """Run the backward kernel on the values of `scalars`, the saved tensors, and the gradients of outputs."""
    first, last = len(scalars), len(tensors) - outputs
    values = dict(zip(scalars, tensors, strict=False))
    made: tuple[Any, ...] = pair.gradients(tensors[first:last], tensors[last:], inputs, **options, **values)
    return made


def _remember_pair(ctx: Any, inputs: Sequence[Any], output: Any) -> None:
    ctx.kernel = inputs[0].__name__


def _last(name: str, run: Callable[..., Any], *inputs: Any) -> Any:
    return run(*inputs)


def _remember_name(ctx: Any, inputs: Sequence[Any], output: Any) -> None:
    ctx.kernel = inputs[0]


def _no_second(ctx: Any, *grads: Any) -> Any:
    raise LaunchError(
        f"the backward kernel of {ctx.kernel} has no backward of its own, so there is no second "
        "derivative; make it one with pyptx.differentiable_kernel"
    )


def _no_forward(ctx: Any, *tangents: Any) -> Any:
    raise LaunchError(f"{ctx.kernel} {_NO_TANGENTS}")


def _autograd_function(name: str, forward: Any, setup_context: Any, backward: Any) -> Any:
    members = {
        "forward": forward,
        "setup_context": setup_context,
        "backward": backward,
        "jvp": _no_forward,
    }
    static: dict[str, Any] = {word: staticmethod(function) for word, function in members.items()}
    return type(name, (torch.autograd.Function,), {**static, "generate_vmap_rule": True})


_Differentiable = _autograd_function("Differentiable", _forward, _setup_context, _backward)
_Gradient = _autograd_function("Gradient", _gradient, _remember_pair, _no_second)
_Last = _autograd_function("Last", _last, _remember_name, _no_second)


def _refusal(array: Any) -> str:
    """Return why no kernel can take this tensor; empty if one can."""
    if torch.jit.is_tracing():
        return "is followed by torch.jit.trace, which cannot see a kernel; use torch.export or torch.compile"
    if array.layout is not torch.strided:
        return f"has layout {array.layout}; a kernel takes dense tensors"
    if array.device.type not in ("cpu", "cuda"):
        return f"is on {array.device}; a kernel takes CPU and CUDA tensors"
    if array.is_quantized:
        return "is quantized; a kernel takes plain tensors"
    if array.is_conj() or array.is_neg():
        return "is a lazy conjugate or negative; call .resolve_conj() or .resolve_neg() first"
    return _lacks_memory(array)


def _lacks_memory(array: Any) -> str:
    """Why there is no memory behind this tensor; empty where there is."""
    try:
        address = array.data_ptr()
    except RuntimeError:
        return (
            "has no memory of its own (inside torch.vmap or another transform); loop over the batch instead"
        )
    if math.prod(array.shape) and not address:
        return "has no memory (a fake or functional tensor); call the kernel through torch.compile"
    return ""
