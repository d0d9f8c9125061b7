"""Declarations of shared memory."""

from __future__ import annotations

from typing import Any

from pyptx.errors import TraceError
from pyptx.ir import Declaration, Declarator, Literal
from pyptx.layouts.descriptors import GmmaLayout, layout_of_tile, major_of
from pyptx.layouts.shared_names import SharedName
from pyptx.reg import Reg
from pyptx.smem.addresses import pattern_of
from pyptx.smem.barriers import MBARRIER_BYTES, MbarrierArray
from pyptx.smem.tiles import SharedAlloc, size_of
from pyptx.trace import (
    at,
    caller,
    checked,
    current,
)
from pyptx.types import PtxType, b64

VECTOR_BYTES = 16
TENSOR_COPY_BYTES = 128  # alignment of shared memory for a tensor copy


@checked("smem.alloc")
def alloc(
    dtype: PtxType,
    shape: tuple[int, ...] | list[int] | int,
    swizzle: str | None = None,
    align: int | None = None,
    name: str | None = None,
) -> SharedAlloc:
    """Declare ``.shared .align <align> .b8 name[bytes];``.

    Args:
        dtype: Element type.
        shape: Sizes, outermost first.
        swizzle: ``"32B"``, ``"64B"`` or ``"128B"`` to XOR the 16-byte chunks of a row (`layouts.swizzle`).
        align: Bytes; at least what an element needs and the period of the swizzle. If not given 128, as
            tensor copies need, and 16 for arrays smaller than that.
        name: Name of the variable.

    Raises:
        TraceError: An argument is not one of these.
    """
    return alloc_with_layout(dtype, shape, swizzle, align, name)


@checked("smem.wgmma_tile")
def wgmma_tile(
    dtype: PtxType,
    shape: tuple[int, int],
    major: str = "K",
    *,
    align: int | None = None,
    name: str | None = None,
) -> SharedAlloc:
    """Declare an operand of `wgmma`, with the widest swizzle that fits its rows.

    `ptx.wgmma.mma_async` takes the tile itself. Rows wider than the swizzle are split into blocks of its
    width, each with all rows, one after the other; each block needs one tensor copy.

    Args:
        dtype: Element type.
        shape: Rows and columns of the tile: (M, K) or (N, K) with ``major="K"``, (K, M) or (K, N) with
            ``"MN"``.
        major: The dimension along which the elements of a row are contiguous.
        align: Bytes; at least the period of the swizzle, and 128.
        name: Name of the variable.

    Raises:
        TraceError: `wgmma` cannot read such a tile.
    """
    try:
        along = major_of(major)
        layout = layout_of_tile(dtype, shape, along)
        _check_align(align)
    except (ValueError, TypeError) as error:
        raise TraceError(f"smem.wgmma_tile({dtype}, {shape}): {error}{at(caller())}") from None
    return alloc_with_layout(
        dtype,
        shape,
        layout.smem_swizzle,
        max(align or TENSOR_COPY_BYTES, TENSOR_COPY_BYTES),
        name,
        gmma_layout=layout,
        gmma_major=along.name,
    )


def alloc_with_layout(
    dtype: PtxType,
    shape: tuple[int, ...] | list[int] | int,
    swizzle: str | None = None,
    align: int | None = None,
    name: str | None = None,
    *,
    gmma_layout: GmmaLayout | None = None,
    gmma_major: str | None = None,
) -> SharedAlloc:
    """Declare an array as `alloc` does, with a layout for `wgmma`.

    Args:
        dtype: Element type.
        shape: Sizes, outermost first.
        swizzle: Swizzle, as for `alloc`; it should be the layout's.
        align: Alignment, as for `alloc`.
        name: Name of the variable.
        gmma_layout: A layout of `pyptx.wgmma_layout`.
        gmma_major: ``"K"`` or ``"MN"``.

    Raises:
        TraceError: An argument is not one of these.
    """
    sizes = tuple(map(_count, shape if isinstance(shape, (list, tuple)) else (shape,)))
    if getattr(dtype, "bits", 1) % 8:
        raise TraceError(
            f"smem.alloc: elements are whole bytes, of a type of pyptx.types, not {dtype!r}{at(caller())}"
        )
    if not sizes or not all(sizes):
        raise TraceError(f"smem.alloc: a shape is positive numbers, not {shape!r}{at(caller())}")
    pattern = pattern_of(swizzle)
    _check_align(align)
    least = pattern.period if pattern else dtype.bytes
    nbytes = size_of(dtype, sizes)
    if align is None:
        align = VECTOR_BYTES if nbytes < TENSOR_COPY_BYTES else TENSOR_COPY_BYTES
    variable = name or current().scopes.fresh_name("smem_")
    align = max(align, least)
    _declare(variable, "b8", nbytes, align)
    made = SharedAlloc(
        variable, dtype, sizes, pattern.name if pattern else None, gmma_layout, gmma_major, align=align
    )
    current().facts[variable] = made
    kept = gmma_layout.row_bytes if gmma_layout is not None else 0
    row_bytes = kept if kept < sizes[-1] * dtype.bytes else 0
    current().shared_names.add(
        SharedName(variable, variable, 0, sizes, dtype.bytes, made.swizzle, row_bytes),
        made,
        is_named=name is not None,
    )
    return made


@checked("smem.mbarrier")
def mbarrier(count: int, name: str | None = None) -> MbarrierArray:
    """Declare ``.shared .align 8 .b64 name[count];``: an array of mbarrier objects.

    Raises:
        TraceError: The count is not positive.
    """
    elements = _count(count)
    if not elements:
        raise TraceError(f"smem.mbarrier: a count is a positive number, not {count!r}{at(caller())}")
    variable = name or current().scopes.fresh_name("mbar_")
    _declare(variable, b64.name, elements, MBARRIER_BYTES)
    made = MbarrierArray(variable, elements)
    current().shared_names.add(
        SharedName(variable, variable, 0, (elements,), MBARRIER_BYTES), made, is_named=name is not None
    )
    return made


def _check_align(align: int | None) -> None:
    """Check that an alignment is a power of two.

    Raises:
        TraceError: The alignment is not a power of two.
    """
    if align is not None and (align < 1 or align & (align - 1)):
        raise TraceError(f"align={align} is not a power of two{at(caller())}")


def _declare(name: str, type_: str, count: int, align: int) -> None:
    """Declare a shared array at the top of the kernel."""
    declarator = Declarator(name, dims=(Literal(str(count)),))
    current().declare(Declaration("shared", type_, (declarator,), align=align))


def _count(value: Any) -> int:
    """The number of elements that a value gives, NumPy's integers included; 0 where it gives none."""
    if isinstance(value, (bool, Reg)) or not hasattr(value, "__index__"):
        return 0
    return max(int(value.__index__()), 0)
