"""The arrays of a call: their tiles, and their check, whose errors name the function and the argument."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pyptx.specs import Dim, Tile
from pyptx.types import PtxType, bf16, f16, f32

if TYPE_CHECKING:
    from pyptx.specs import Size

HALVES = ("bfloat16", "float16")
INDICES = ("int32", "uint32")
ALIGNED_BYTES = 16  # of vector accesses and tensor copies
_NAMES = {bf16: "bfloat16", f16: "float16", f32: "float32"}
_SHORT = {name: str(dtype) for dtype, name in _NAMES.items()}


def check_arrays(function: str, *given: tuple[str, Any, tuple[str, ...], str]) -> None:
    """Refuse arrays whose types or shapes do not fit together.

    >>> import numpy
    >>> a, b_t = numpy.ones((16, 8), "float16"), numpy.ones((16, 16), "float16")
    >>> check_arrays("gemm", ("a", a, HALVES, "M K"), ("b_t", b_t, HALVES, "N K"))
    Traceback (most recent call last):
    ValueError: gemm: b_t has the shape (16, 16), but K is 8 in a: b_t takes (N, K)

    Args:
        function: The function.
        given: Name and array of each argument (None for none), its types, and its dimensions: a name has the
            same size in all arrays, a number is the size, and `...` stands for any others before it.

    Raises:
        ValueError: The types or shapes do not fit together.
    """
    sizes: dict[str, tuple[str, Any]] = {}
    tensors = {
        hasattr(array, "requires_grad"): argument for argument, array, *_ in given if array is not None
    }
    if len(tensors) > 1:
        raise ValueError(
            f"{function}: {tensors[True]} is a tensor of torch, but not {tensors[False]}: convert one of them"
        )
    for argument, array, types, dims in given:
        if array is None:
            continue
        name, shape, names = type_name(array), tuple(array.shape), dims.split()
        legal = f"{argument} takes ({', '.join(names)})"
        if name not in types:
            *others, last = [_SHORT.get(each, each) for each in types]
            accepted = f"{', '.join(others)} or {last}" if others else last
            raise ValueError(f"{function} takes {accepted}, not {name}: convert {argument}")
        many = names[0] == "..."
        own = names[many:]
        if len(shape) < len(own) or (len(shape) > len(own) and not many):
            raise ValueError(f"{function}: {argument} has the shape {shape}: {legal}")
        for dim, size in zip(own, shape[len(shape) - len(own) :], strict=True):
            if dim.isdigit():
                if size != int(dim):
                    raise ValueError(f"{function}: {argument} has the shape {shape}: {legal}")
                continue
            if dim not in sizes:
                sizes[dim] = (argument, size)
            first, known = sizes[dim]
            if size != known:
                raise ValueError(
                    f"{function}: {argument} has the shape {shape}, but {dim} is {known} in {first}: {legal}"
                )


def pitched(
    name: str, rows: Size, columns: Size, dtype: PtxType, *, multiple: int = 1, align: int = 1,
    dynamic: bool = False,
) -> Tile:  # fmt: skip
    """Return the tile of a matrix whose rows may be apart, as in a view of some columns of a wider array.

    Args:
        name: The parameter of the kernel; its `strides[0]` are the elements from one row to the next.
        rows: Number of rows.
        columns: Number of columns.
        dtype: Element type.
        multiple: Number of elements that divides the distance of rows.
        align: Bytes that divide the address.
        dynamic: Whether that distance is a launch argument, and no constant of the code.
    """
    pitch = Dim(f"{name}_pitch", dynamic=dynamic, multiple=multiple)
    return Tile(rows, columns, dtype, strides=(pitch, 1), align=align)


def is_contiguous(array: Any) -> bool:
    """Whether an array of NumPy, torch or JAX is contiguous."""
    if hasattr(array, "requires_grad"):
        return bool(array.is_contiguous())
    return bool(array.flags.c_contiguous) if hasattr(array, "flags") else True


def name_of(dtype: PtxType) -> str:
    """Return NumPy's name of an element type of results; its own name if no result has it."""
    return _NAMES.get(dtype, str(dtype))


def type_name(array: Any) -> str:
    """Return NumPy's name of an array's element type."""
    return str(array.dtype).rpartition(".")[2]
