"""Functions of rows: they pick a kernel by the width of the rows, the types and the target of a call."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pyptx.kernels.choice import target_of
from pyptx.kernels.gradients import prepare, prepared
from pyptx.kernels.rows_layer_norm import build_layer_norm
from pyptx.kernels.rows_rms_norm import build_rms_norm
from pyptx.kernels.rows_softmax import build_softmax
from pyptx.kernels.rows_swiglu import build_fused_silu_mul
from pyptx.runtime.graphs import constant
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


def rms_norm(
    x: Any, weight: Any, *, eps: float = 1e-6, out_dtype: PtxType | None = None, arch: str | None = None
) -> Any:
    """Return `x * weight / sqrt(mean(x ** 2) + eps)`, where the mean is that of a row.

    >>> import numpy
    >>> rms_norm(numpy.full((2, 8), 3, "float32"), numpy.ones(8, "float32"))[0, :2].round(3).tolist()
    [1.0, 1.0]

    Args:
        x: X of shape (..., N), in f32, bf16 or f16.
        weight: Weights of the columns, of shape (N,) and the same type.
        eps: Added to the mean.
        out_dtype: Element type of the result: f32, bf16 or f16; that of X if None.
        arch: Target; that of the GPU with the arrays if None, or sm_90a without a GPU.

    Raises:
        ValueError: No kernel of the library computes this.
    """
    return _apply("rms_norm", x, weight, out_dtype=out_dtype, arch=arch, eps=eps)


def layer_norm(
    x: Any, weight: Any, bias: Any, *, eps: float = 1e-5, out_dtype: PtxType | None = None,
    arch: str | None = None,
) -> Any:  # fmt: skip
    """Return `(x - mean(x)) / sqrt(variance(x) + eps) * weight + bias`, by row.

    >>> import numpy
    >>> x, one = numpy.tile(numpy.float32([1, 3]), (2, 4)), numpy.ones(8, "float32")
    >>> layer_norm(x, one, one, eps=0.0)[0, :2].tolist()
    [0.0, 2.0]

    Args:
        x: X of shape (..., N), in f32, bf16 or f16.
        weight: Weights of the columns, of shape (N,) and the same type.
        bias: Numbers that are added, likewise.
        eps: Added to the variance.
        out_dtype: Element type of the result: f32, bf16 or f16; that of X if None.
        arch: Target; that of the GPU with the arrays if None, or sm_90a without a GPU.

    Raises:
        ValueError: No kernel of the library computes this.
    """
    return _apply("layer_norm", x, weight, bias, out_dtype=out_dtype, arch=arch, eps=eps)


def softmax(x: Any, *, out_dtype: PtxType | None = None, arch: str | None = None) -> Any:
    """Return `exp(x) / sum(exp(x))` by row, computed without overflow.

    >>> import numpy
    >>> softmax(numpy.zeros((2, 8), "float32"))[0, :2].tolist()
    [0.125, 0.125]

    Args:
        x: X of shape (..., N), in f32, bf16 or f16.
        out_dtype: Element type of the result: f32, bf16 or f16; that of X if None.
        arch: Target; that of the GPU with the arrays if None, or sm_90a without a GPU.

    Raises:
        ValueError: No kernel of the library computes this.
    """
    return _apply("softmax", x, out_dtype=out_dtype, arch=arch)


def swiglu(gate: Any, up: Any, *, out_dtype: PtxType | None = None, arch: str | None = None) -> Any:
    """Return `silu(gate) * up`, element by element.

    >>> import numpy
    >>> swiglu(numpy.zeros((2, 8), "float32"), numpy.ones((2, 8), "float32"))[0, :2].tolist()
    [0.0, 0.0]

    Args:
        gate: The gates, in f32, bf16 or f16.
        up: Factors of the same shape and type.
        out_dtype: Element type of the result: f32, bf16 or f16; that of the gates if None.
        arch: Target; that of the GPU with the arrays if None, or sm_90a without a GPU.

    Raises:
        ValueError: No kernel of the library computes this.
    """
    columns = up.shape[-1]
    return _apply("swiglu", gate, up.reshape(-1, columns), out_dtype=out_dtype, arch=arch)


def _apply(
    function: str, x: Any, *others: Any, out_dtype: PtxType | None, arch: str | None, **options: float
) -> Any:
    """Run a kernel on the rows of an array of any number of dimensions."""
    name, columns = str(x.dtype).rpartition(".")[2], x.shape[-1]
    if name not in TYPES:
        raise ValueError(f"{function} takes f32, bf16 or f16, not {name}: convert X")
    target = arch or target_of(str(getattr(x, "device", "cpu")))
    made = str(out_dtype or TYPES[name])
    width = None if function == "swiglu" else int(columns)
    place = _kernel(function, width, name, made, options.get("eps"), target)
    return getattr(prepared, place)(x.reshape(-1, columns), *others).reshape(x.shape)


@constant
def _kernel(function: str, columns: int | None, name: str, out: str, eps: float | None, arch: str, /) -> str:
    """Prepare a kernel, and return the name of its attribute: torch's tracer takes no name with a dot."""
    options: dict[str, Any] = {} if eps is None else {"eps": eps}
    sizes = () if columns is None else (columns,)

    def build(**_key: Any) -> Any:
        return BUILDERS[function](*sizes, dtype=TYPES[name], out=from_name(out), arch=arch, **options)

    build.__name__ = BUILDERS[function].__name__
    return prepare(build, columns=columns, dtype=name, out=out, eps=str(eps).replace(".", "_"), arch=arch)
