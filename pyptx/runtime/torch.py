"""torch tensors, and the operator that stands for a kernel in a compiled graph.

Importing this module imports torch.
"""

from __future__ import annotations

import ast
import math
from typing import TYPE_CHECKING, Any

from pyptx.errors import LaunchError
from pyptx.runtime import native
from pyptx.runtime.arrays import ArrayInfo, numpy_dtype
from pyptx.runtime.driver import driver
from pyptx.runtime.graphs import callee
from pyptx.runtime.needs import require

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from pyptx.program import Dim3, Program

torch = require("torch", extra="torch")

_NAMES = {
    getattr(torch, name): name
    for name in (
        "float16", "bfloat16", "float32", "float64", "complex64", "complex128", "bool",
        "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64",
        "float8_e4m3fn", "float8_e5m2", "float8_e8m0fnu",
    )
    if hasattr(torch, name)
}  # fmt: skip
_DTYPES = {name: dtype for dtype, name in _NAMES.items()}
_BIT_VIEWS = {1: "uint8", 2: "int16"}


class Torch:
    """torch tensors on the CPU and on CUDA devices."""

    name = "torch"

    def owns(self, value: object) -> bool:
        """Whether `value` is a torch tensor."""
        return isinstance(value, torch.Tensor)

    def describe(self, array: Any) -> ArrayInfo:
        """Return what `array` is."""
        refusal = _refusal(array)
        strided = not refusal
        device = str(array.device)
        return ArrayInfo(
            framework=self.name,
            shape=tuple(array.shape),
            dtype=_NAMES.get(array.dtype, str(array.dtype).removeprefix("torch.")),
            device="cuda:0" if device == "cuda" else device,
            row_major=strided and array.is_contiguous(),
            column_major=strided and array.permute(tuple(range(array.ndim - 1, -1, -1))).is_contiguous(),
            address=array.data_ptr() if strided else 0,
            bytes=array.numel() * array.element_size(),
            refusal=refusal,
        )

    def host(self, array: Any) -> Any:
        """Return the memory of a CPU tensor as a row-major NumPy array."""
        memory = array.detach()
        if not memory.is_contiguous():
            memory = memory.permute(tuple(range(memory.ndim - 1, -1, -1)))
        name = _NAMES[array.dtype]
        if name == "bfloat16" or name.startswith("float8"):
            bits = memory.view(_DTYPES[_BIT_VIEWS[array.element_size()]])
            return bits.numpy().view(numpy_dtype(name))
        return memory.numpy()

    def empty(self, shape: Sequence[int], dtype: str, device: str, *, column_major: bool) -> Any:
        """Return an uninitialised tensor.

        Raises:
            LaunchError: torch has no such element type.
        """
        if dtype not in _DTYPES:
            raise LaunchError(f"torch has no tensors of {dtype}; allocate the output yourself and pass out=")
        sizes = list(shape)[::-1] if column_major else list(shape)
        made = torch.empty(sizes, dtype=_DTYPES[dtype], device=device)
        return made.permute(tuple(range(made.ndim - 1, -1, -1))) if column_major else made

    def advice(self, problem: str, name: str, dtype: str) -> str:
        """Return the torch expression that repairs argument `name`."""
        if problem == "dtype":
            return f"{name}.to(torch.{dtype})"
        return f"{name}.mT.contiguous().mT" if dtype == "column" else f"{name}.contiguous()"


FRAMEWORK = Torch()


def current_stream(device: str) -> int:
    """Return the handle of torch's current stream on a CUDA device."""
    handle: int = torch.cuda.current_stream(device).cuda_stream
    return handle


def learn(
    known: Any,
    program: Program,
    sizes: tuple[Dim3, Dim3, Dim3, int],
    inputs: Sequence[Any],
    outputs: Sequence[Any],
    scalars: Mapping[str, Any],
    words: Mapping[str, Any],
    varying: Sequence[str],
) -> Any:
    """Tell the native launcher of a kernel what a call on CUDA tensors was resolved to.

    Args:
        known: The launcher; None for a first call.
        program: What ran.
        sizes: Grid, block, cluster and dynamic shared bytes.
        inputs: The tensors that were passed.
        outputs: The tensors that were written.
        scalars: Value of each launch scalar, by name.
        words: The keyword arguments as they were passed.
        varying: Names of launch scalars that a later call may give another value.

    Returns:
        The launcher; None where native code cannot launch.
    """
    known = native.launcher() if known is None else known
    tensors = [*inputs, *outputs]
    if known is None or not tensors:
        return known
    device = tensors[0].device.index
    found = driver()
    with found.current(device):
        ready = found.ready(program, *sizes, device, current_stream(f"cuda:{device}"))
    native.learn(known, program, ready, inputs, outputs, scalars, words, varying)
    return known


def changed(tensors: Iterable[Any]) -> None:
    """Tell autograd that a kernel wrote to tensors that it may have saved."""
    torch.autograd.graph.increment_version(tuple(tensors))


def gradients_wanted(arrays: Mapping[str, object]) -> str | None:
    """Return the name of the first tensor that autograd would differentiate through, or None."""
    if not torch.is_grad_enabled():
        return None
    return next((name for name, value in arrays.items() if getattr(value, "requires_grad", False)), None)


def differentiable(pair: Any, args: Sequence[Any], kwargs: Mapping[str, Any]) -> Any:
    """Call a kernel that has a gradient kernel, so that autograd can differentiate it.

    Args:
        pair: The `DifferentiableKernel`.
        args: Tensors.
        kwargs: Further arguments of the forward kernel.
    """
    return _Differentiable.apply(pair, kwargs, *args)


def _forward(pair: Any, kwargs: Mapping[str, Any], *inputs: Any) -> Any:
    return pair.forward(*inputs, **kwargs)


def _setup_context(ctx: Any, inputs: Sequence[Any], output: Any) -> None:
    ctx.pair, _, *tensors = inputs
    ctx.inputs = len(tensors)
    ctx.save_for_backward(*ctx.pair.keep(tensors, output))


def _backward(ctx: Any, *grads: Any) -> tuple[Any, ...]:
    dense = [grad.contiguous() for grad in grads]
    return (None, None, *ctx.pair.gradients(ctx.saved_tensors, dense, ctx.inputs))


_Differentiable: Any = type(
    "Differentiable",
    (torch.autograd.Function,),
    {
        "forward": staticmethod(_forward),
        "setup_context": staticmethod(_setup_context),
        "backward": staticmethod(_backward),
    },
)


def in_graph(
    key: str,
    tensors: Sequence[Any],
    written: int,
    outputs: int,
    words: str,
    names: str,
    numbers: Sequence[Any],
) -> Any:
    """Call a kernel inside a graph that torch is capturing.

    Args:
        key: What the kernel is registered under.
        tensors: Inputs, then outputs that the caller allocated.
        written: How many of `tensors` are such outputs.
        outputs: How many outputs the kernel declares.
        words: Template arguments as the text of a Python dictionary.
        names: Names of the scalar arguments, a comma after each.
        numbers: Their values, which may be symbols.
    """
    for position, tensor in enumerate(tensors):
        if tensor.requires_grad and torch.is_grad_enabled():
            raise LaunchError(
                f"input {position} of {key} requires grad, and the kernel has no backward; call it under "
                "torch.no_grad(), pass a detached tensor, or give it one with pyptx.differentiable_kernel"
            )
    numbers = [number.item() if isinstance(number, torch.Tensor) else number for number in numbers]
    if written or not outputs:
        torch.ops.pyptx.update(tensors, key, written, words, names, numbers)
        return tensors[len(tensors) - written :] if written else None
    made = torch.ops.pyptx.call(tensors, key, words, names, numbers)
    return made[0] if outputs == 1 else tuple(made)


def _call(tensors: Sequence[Any], key: str, words: str, names: str, numbers: Sequence[Any]) -> list[Any]:
    return callee(key).run_tensors(tensors, 0, _options(words, names, numbers))


def _call_fake(tensors: Sequence[Any], key: str, words: str, names: str, numbers: Sequence[Any]) -> list[Any]:
    options = _options(words, names, numbers)
    made = callee(key).output_shapes([tensor.shape for tensor in tensors], options)
    device = tensors[0].device if tensors else "cpu"
    return [torch.empty(shape, dtype=_DTYPES[dtype], device=device) for shape, dtype in made]


def _update(
    tensors: Sequence[Any], key: str, written: int, words: str, names: str, numbers: Sequence[Any]
) -> None:
    callee(key).run_tensors(tensors, written, _options(words, names, numbers))


def _update_fake(
    tensors: Sequence[Any], key: str, written: int, words: str, names: str, numbers: Sequence[Any]
) -> None:
    return None


def _options(words: str, names: str, numbers: Sequence[Any]) -> dict[str, Any]:
    options: dict[str, Any] = dict(ast.literal_eval(words))
    options.update(zip(names.split(",")[:-1], numbers, strict=True))
    return options


def _refusal(array: Any) -> str:
    """Why no kernel can take this tensor; empty where one can."""
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


_library = torch.library.Library("pyptx", "DEF")
_library.define("call(Tensor[] tensors, str key, str words, str names, Scalar[] numbers) -> Tensor[]")
_library.define(
    "update(Tensor(a!)[] tensors, str key, int written, str words, str names, Scalar[] numbers) -> ()"
)
for _device in ("CPU", "CUDA"):
    _library.impl("call", _call, _device)
    _library.impl("update", _update, _device)
torch.library.register_fake("pyptx::call", _call_fake, lib=_library)
torch.library.register_fake("pyptx::update", _update_fake, lib=_library)
