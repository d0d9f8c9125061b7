"""Functions of rows: they pick a kernel by the width of the rows, the types and the target of a call.

Torch and JAX differentiate them with respect to all their arrays.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pyptx.kernels.arguments import check_arrays, is_contiguous, type_name
from pyptx.kernels.choice import target_for
from pyptx.kernels.gradients import contiguous, converted, differentiable, followed, prepare, prepared
from pyptx.kernels.rows_gradients import (
    SUMMED,
    build_column_sums,
    build_fused_silu_mul_backward,
    build_norm_backward,
    build_softmax_backward,
)  # fmt: skip
from pyptx.kernels.rows_layer_norm import build_layer_norm
from pyptx.kernels.rows_rms_norm import build_rms_norm
from pyptx.kernels.rows_softmax import build_softmax
from pyptx.kernels.rows_swiglu import build_fused_silu_mul
from pyptx.runtime.graphs import constant, settled_size
from pyptx.types import PtxType, bf16, f16, f32, from_name

if TYPE_CHECKING:
    from collections.abc import Callable

TYPES = {"float32": f32, "bfloat16": bf16, "float16": f16}
BUILDERS: dict[str, Callable[..., Any]] = {
    "rms_norm": build_rms_norm,
    "layer_norm": build_layer_norm,
    "softmax": build_softmax,
    "swiglu": build_fused_silu_mul,
}

NORMS = ("rms_norm", "layer_norm")


def rms_norm(
    x: Any, weight: Any, *, eps: float = 1e-6, out_dtype: PtxType | None = None, pdl: bool = False,
    arch: str | None = None,
) -> Any:  # fmt: skip
    """Return `x * weight / sqrt(mean(x ** 2) + eps)`, where the mean is that of a row.

    >>> import numpy
    >>> rms_norm(numpy.full((2, 8), 3, "float32"), numpy.ones(8, "float32"))[0, :2].round(3).tolist()
    [1.0, 1.0]

    Args:
        x: X of shape (..., N), in f32, bf16 or f16.
        weight: Weights of the columns, of shape (N,) and the same type.
        eps: Added to the mean.
        out_dtype: Element type of the result: f32, bf16 or f16; that of X if None.
        pdl: Whether its kernel may start before the kernel before it in the stream has ended; see `gemm`.
        arch: Target; if None, the target of the GPU with the arrays, or sm_90a without a GPU.

    Raises:
        ValueError: No kernel of the library computes this.
    """
    _check_norm("rms_norm", x, weight)
    return _apply("rms_norm", x, weight, out_dtype=out_dtype, pdl=pdl, arch=arch, eps=eps)


def layer_norm(
    x: Any, weight: Any, bias: Any, *, eps: float = 1e-5, out_dtype: PtxType | None = None,
    pdl: bool = False, arch: str | None = None,
) -> Any:  # fmt: skip
    """Return `(x - mean(x)) / sqrt(variance(x) + eps) * weight + bias`, by row.

    >>> import numpy
    >>> x, one = numpy.tile(numpy.float32([1, 3]), (2, 4)), numpy.ones(8, "float32")
    >>> layer_norm(x, one, one, eps=0.0)[0, :2].tolist()
    [0.0, 2.0]

    Args:
        x: X of shape (..., N), in f32, bf16 or f16.
        weight: Weights of the columns, of shape (N,) and the same type.
        bias: Numbers that are added to the columns, of the shape and type of `weight`.
        eps: Added to the variance.
        out_dtype: Element type of the result: f32, bf16 or f16; that of X if None.
        pdl: Whether its kernel may start before the kernel before it in the stream has ended; see `gemm`.
        arch: Target; if None, the target of the GPU with the arrays, or sm_90a without a GPU.

    Raises:
        ValueError: No kernel of the library computes this.
    """
    _check_norm("layer_norm", x, weight, bias)
    return _apply("layer_norm", x, weight, bias, out_dtype=out_dtype, pdl=pdl, arch=arch, eps=eps)


def softmax(x: Any, *, out_dtype: PtxType | None = None, pdl: bool = False, arch: str | None = None) -> Any:
    """Return `exp(x) / sum(exp(x))` by row, computed without overflow.

    >>> import numpy
    >>> softmax(numpy.zeros((2, 8), "float32"))[0, :2].tolist()
    [0.125, 0.125]

    Args:
        x: X of shape (..., N), in f32, bf16 or f16.
        out_dtype: Element type of the result: f32, bf16 or f16; that of X if None.
        pdl: Whether its kernel may start before the kernel before it in the stream has ended; see `gemm`.
        arch: Target; if None, the target of the GPU with the arrays, or sm_90a without a GPU.

    Raises:
        ValueError: No kernel of the library computes this.
    """
    check_arrays("softmax", ("x", x, tuple(TYPES), "... N"))
    return _apply("softmax", x, out_dtype=out_dtype, pdl=pdl, arch=arch)


def swiglu(
    gate: Any, up: Any, *, out_dtype: PtxType | None = None, pdl: bool = False, arch: str | None = None
) -> Any:
    """Return `silu(gate) * up`, element by element.

    >>> import numpy
    >>> swiglu(numpy.zeros((2, 8), "float32"), numpy.ones((2, 8), "float32"))[0, :2].tolist()
    [0.0, 0.0]

    Args:
        gate: The gates, in f32, bf16 or f16.
        up: Factors of the same shape and type.
        out_dtype: Element type of the result: f32, bf16 or f16; that of the gates if None.
        pdl: Whether its kernel may start before the kernel before it in the stream has ended; see `gemm`.
        arch: Target; if None, the target of the GPU with the arrays, or sm_90a without a GPU.

    Raises:
        ValueError: No kernel of the library computes this.
    """
    check_arrays("swiglu", ("gate", gate, tuple(TYPES), "... N"))
    check_arrays("swiglu", ("gate", gate, tuple(TYPES), "... N"), ("up", up, (type_name(gate),), "... N"))
    if tuple(up.shape) != tuple(gate.shape):
        raise ValueError(
            f"swiglu: up has the shape {tuple(up.shape)}, but gate {tuple(gate.shape)}: they are the same"
        )
    columns = up.shape[-1]
    return _apply("swiglu", gate, up.reshape(-1, columns), out_dtype=out_dtype, pdl=pdl, arch=arch)


def _check_norm(function: str, x: Any, weight: Any, bias: Any = None) -> None:
    """Refuse arrays of a normalisation that do not fit together.

    Raises:
        ValueError: The arrays do not fit together.
    """
    check_arrays(function, ("x", x, tuple(TYPES), "... N"))
    own = (type_name(x),)
    check_arrays(function, ("x", x, own, "... N"), ("weight", weight, own, "N"), ("bias", bias, own, "N"))


def _apply(
    function: str, x: Any, *others: Any, out_dtype: PtxType | None, pdl: bool, arch: str | None,
    **options: float,
) -> Any:  # fmt: skip
    """Run a kernel on the rows of an array of any number of dimensions."""
    name, columns = type_name(x), x.shape[-1]
    if columns == 0:
        raise ValueError(f"{function}: rows of the shape {tuple(x.shape)} have no columns: pass one or more")
    target = target_for(function, str(getattr(x, "device", "cpu")), arch)
    arrays = x.reshape(-1, columns), *others
    # The code of a kernel over rows is for one number of columns; swiglu has rows only where they are apart.
    by_rows = function != "swiglu" or not all(map(is_contiguous, arrays))
    made, width = str(out_dtype or TYPES[name]), settled_size(columns) if by_rows else None
    differentiated = followed(x, *others)
    place = _kernel(
        function, width, name, made, options.get("eps"), differentiated and function in NORMS, pdl, target
    )
    if differentiated:
        place = _with_gradient(function, place, width, name, made, target)
    result = getattr(prepared, place)(*arrays)
    return (result[0] if isinstance(result, tuple) else result).reshape(x.shape)


@constant
def _kernel(
    function: str, columns: int | None, name: str, out: str, eps: float | None, statistics: bool, pdl: bool,
    arch: str, /,
) -> str:  # fmt: skip
    """Prepare a kernel, and return the name of its attribute: torch's tracer takes no name with a dot."""
    options: dict[str, Any] = {} if eps is None else {"eps": eps}
    if statistics:
        options["statistics"] = True
    if function == "swiglu" and columns is not None:
        options["pitched"] = True
    sizes = () if columns is None else (columns,)

    def build(**_key: Any) -> Any:
        return BUILDERS[function](
            *sizes, dtype=TYPES[name], out=from_name(out), pdl=pdl, arch=arch, **options
        )

    build.__name__ = BUILDERS[function].__name__
    key = {"columns": columns, "dtype": name, "out": out, "eps": str(eps).replace(".", "_")}
    return prepare(build, **key, statistics=statistics, pdl=pdl, arch=arch)


@constant
def _with_gradient(function: str, place: str, columns: int | None, name: str, out: str, arch: str, /) -> str:
    """Join a kernel and its gradient, and return where they are."""
    types = {"dtype": TYPES[name], "out": from_name(out), "arch": arch}

    def swiglu_backward(gate: Any, up: Any, grad: Any) -> Any:
        backward = prepare(build_fused_silu_mul_backward, columns=columns, **types)
        return getattr(prepared, backward)(gate, up, contiguous(grad))

    def softmax_backward(y: Any, grad: Any) -> Any:
        return getattr(prepared, prepare(build_softmax_backward, columns=columns, **types))(
            y, contiguous(grad)
        )

    def norm_backward(x: Any, weight: Any, *rest: Any) -> Any:
        centred = function == "layer_norm"
        numbers, grad = rest[: 1 + centred], contiguous(rest[1 + centred])
        rows = prepare(build_norm_backward, columns=columns, centred=centred, **types)
        sums = prepare(build_column_sums, centred=centred, **types)
        parts = (x.shape[0] + SUMMED - 1) // SUMMED
        summed = getattr(prepared, sums)(x, grad, *numbers, parts=parts)
        of_vectors = summed if centred else (summed,)
        made = getattr(prepared, rows)(x, weight, grad, *numbers)
        return (made, *(converted(each.sum(0), weight) for each in of_vectors))

    gradients: dict[str, tuple[Callable[..., Any], tuple[int, ...]]] = {
        "swiglu": (swiglu_backward, (0, 1)),
        "softmax": (softmax_backward, (1,)),
        "rms_norm": (norm_backward, (0, 1, 3)),
        "layer_norm": (norm_backward, (0, 1, 4, 5)),
    }
    return differentiable(function, f"{place} for {arch}", getattr(prepared, place), *gradients[function])
