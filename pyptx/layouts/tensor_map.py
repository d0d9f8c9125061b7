"""Tensor maps (manual section 5.5): descriptions of tensors in global memory and of their boxes.

A `TensorMap` is the description; `TensorMap.checked` checks it against the rules of the driver's
``cuTensorMapEncodeTiled``, ``…Im2col`` and ``…Im2colWide``. Dimension 0 is the innermost, as in the
coordinates of the instructions; sizes count elements, strides bytes.

>>> from pyptx.types import bf16
>>> tensor = TensorMap.tiled(bf16, sizes=(512, 4096), box=(64, 128), swizzle="128B").checked()
>>> tensor.strides, tensor.box_bytes, tensor.pattern.name
((1024,), 16384, '128B')
>>> TensorMap.decode(tensor.encode()) == tensor
True
>>> TensorMap.tiled(bf16, sizes=(512, 4096), box=(128, 512), swizzle="128B").problems()[0].rule
'box_sizes'

A GPU's encoding of a map in 128 bytes is not published; only the driver writes it. `TensorMap.encode` is
pyptx's own (`pyptx.layouts.tensor_map_encoding`), for the simulator and not for a GPU.
"""

from __future__ import annotations

from math import prod
from typing import TYPE_CHECKING

from pyptx.late import late
from pyptx.layouts.swizzle import Swizzle, find
from pyptx.layouts.tensor_map_encoding import decode_fields, encode_map
from pyptx.layouts.tensor_map_rules import Problem, problems_of
from pyptx.layouts.tensor_map_rules import strides as stride_problems
from pyptx.layouts.tensor_map_words import (
    ELEMENTS,
    GROUP,
    SWIZZLES,
    ElementType,
    Im2col,
    element_type,
    packed_strides,
)
from pyptx.notebook import Displayed
from pyptx.record import record, replace

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pyptx import drawings
    from pyptx.arch import Arch
    from pyptx.types import PtxType
else:
    drawings = late("pyptx.drawings")

__all__ = ["Im2col", "MappedArray", "TensorMap"]


@record(frozen=True, slots=True, kw_only=True)
class TensorMap(Displayed):
    """A tensor in global memory, and the boxes of it that tensor copies move.

    Attributes:
        dtype: Element type, one of `ELEMENTS`.
        sizes: Elements of each dimension, innermost first.
        strides: Bytes from one index to the next of each dimension except the innermost.
        box: Extent of a box in each dimension, in elements of the tensor; empty for im2col.
        element_strides: Step between the elements of a box in each dimension; ignored in dimension 0 unless
            interleaved.
        address: Address of the tensor in global memory.
        interleave: ``"NONE"``, ``"16B"`` or ``"32B"``.
        swizzle: One of `SWIZZLES`.
        l2_promotion: Least bytes that L2 fetches: ``"NONE"``, ``"64B"``, ``"128B"`` or ``"256B"``.
        oob_fill: Value that a load writes for elements outside the tensor: ``"ZERO"`` or ``"NAN"``.
        im2col: The pixels of a copy; None for boxes.
    """

    dtype: str
    sizes: tuple[int, ...]
    strides: tuple[int, ...]
    box: tuple[int, ...]
    element_strides: tuple[int, ...]
    address: int = 0
    interleave: str = "NONE"
    swizzle: str = "NONE"
    l2_promotion: str = "NONE"
    oob_fill: str = "ZERO"
    im2col: Im2col | None = None

    def __str__(self) -> str:
        sizes, box = (" x ".join(map(str, extents[::-1])) for extents in (self.sizes, self.box))
        columns = self.im2col
        moved = f"box {box}" if columns is None else f"{columns.pixels} pixels of {columns.channels} channels"
        return f"tensor map of {self.dtype}: {sizes}, {moved}, swizzle {self.swizzle}"

    def _picture(self) -> str:
        """The two inner dimensions, and the first box in them."""
        if self.im2col is not None:
            return ""
        reach = [extent * step for extent, step in zip(self.box, self.element_strides, strict=True)]
        (columns, rows, *_), (width, height, *_) = (*self.sizes, 1), (*reach, 1)
        return str(drawings.draw_box(str(self), (columns, rows), (width, height)))

    @classmethod
    def tiled(
        cls,
        dtype: PtxType | str,
        sizes: Sequence[int],
        box: Sequence[int],
        *,
        strides: Sequence[int] | None = None,
        element_strides: Sequence[int] | None = None,
        address: int = 0,
        interleave: str = "NONE",
        swizzle: str | None = None,
        l2_promotion: str = "NONE",
        oob_fill: str = "ZERO",
    ) -> TensorMap:
        """Describe boxes of a tensor; the arguments are the same as for the class, dimension 0 innermost.

        Args:
            dtype: A type of `pyptx.types`, or the name of one of `ELEMENTS`.
            sizes: Elements of each dimension.
            box: Extent of a box.
            strides: Bytes; None for a tensor without gaps.
            element_strides: Steps; None for 1.
            address: Address of the tensor.
            interleave: ``"NONE"``, ``"16B"`` or ``"32B"``.
            swizzle: One of `SWIZZLES`, or None.
            l2_promotion: ``"NONE"``, ``"64B"``, ``"128B"`` or ``"256B"``.
            oob_fill: ``"ZERO"`` or ``"NAN"``.

        Raises:
            ValueError: The element type does not exist.
        """
        element = element_type(dtype)
        shape = tuple(sizes)
        return cls(
            dtype=element.name,
            sizes=shape,
            strides=packed_strides(element, shape) if strides is None else tuple(strides),
            box=tuple(box),
            element_strides=(1,) * len(shape) if element_strides is None else tuple(element_strides),
            address=address,
            interleave=interleave,
            swizzle=swizzle or "NONE",
            l2_promotion=l2_promotion,
            oob_fill=oob_fill,
        )

    @classmethod
    def pixels(
        cls,
        dtype: PtxType | str,
        sizes: Sequence[int],
        im2col: Im2col,
        *,
        strides: Sequence[int] | None = None,
        element_strides: Sequence[int] | None = None,
        address: int = 0,
        interleave: str = "NONE",
        swizzle: str | None = None,
        l2_promotion: str = "NONE",
        oob_fill: str = "ZERO",
    ) -> TensorMap:
        """Describe columns of pixels of a tensor C, W, {H, {D,}} N; the arguments are as for `tiled`.

        >>> from pyptx.types import f16
        >>> columns = Im2col(lower=(-1, -1), upper=(-1, -1), channels=64, pixels=128)
        >>> TensorMap.pixels(f16, (64, 56, 56, 8), columns, swizzle="128B").checked().box_bytes
        16384
        """
        made = cls.tiled(
            dtype,
            sizes,
            (),
            strides=strides,
            element_strides=element_strides,
            address=address,
            interleave=interleave,
            swizzle=swizzle,
            l2_promotion=l2_promotion,
            oob_fill=oob_fill,
        )
        return replace(made, im2col=im2col)

    # Derived properties

    @property
    def rank(self) -> int:
        """Number of dimensions."""
        return len(self.sizes)

    @property
    def element(self) -> ElementType:
        """The element type."""
        return ELEMENTS[self.dtype]

    @property
    def mode(self) -> str:
        """The load mode: ``"tile"``, ``"im2col"``, ``"im2col::w"`` or ``"im2col::w::128"``."""
        if self.im2col is None:
            return "tile"
        return {None: "im2col", "W": "im2col::w", "W128": "im2col::w::128"}[self.im2col.wide]

    @property
    def extents(self) -> tuple[int, ...]:
        """Elements that a box takes in each dimension; channels and pixels for im2col, without halo."""
        if self.im2col is not None:
            return self.im2col.channels, self.im2col.column
        steps = list(self.element_strides)
        if self.interleave == "NONE":
            steps[0] = 1
        return tuple(-(-size // step) for size, step in zip(self.box, steps, strict=True))

    @property
    def inner_bytes(self) -> int:
        """Bytes of one row of a box in shared memory, padding included."""
        return self.extents[0] * self.element.group_bytes // GROUP

    @property
    def box_bytes(self) -> int:
        """Bytes of a box in shared memory, padding included."""
        return self.inner_bytes * prod(self.extents[1:])

    @property
    def transaction_bytes(self) -> int:
        """Bytes that a load of a whole box completes at its mbarrier.

        Elements outside the tensor count; padding does not.
        """
        return prod(self.extents) * self.element.bits // 8

    @property
    def unit(self) -> int:
        """Bytes of which its address and strides are multiples."""
        return 32 if self.interleave == "32B" or self.element.padded else 16

    @property
    def has_legal_strides(self) -> bool:
        """Whether its strides keep the driver's rule; those of an array may, where packed ones do not."""
        return not any(stride_problems(self))

    @property
    def pattern(self) -> Swizzle | None:
        """The swizzle of shared memory.

        Raises:
            ValueError: The swizzle flips 8 bytes; the manual does not number its alternate lines.
        """
        if self.swizzle == "128B_32B_FLIP":
            raise ValueError(
                "the manual does not say in which lines 128B_32B_FLIP exchanges 8 bytes: no address is known"
            )
        return find(self.swizzle)

    @property
    def alignment(self) -> int:
        """Alignment of a box in shared memory, in bytes, so that its swizzle starts with its first row."""
        pattern = None if self.swizzle == "128B_32B_FLIP" else find(self.swizzle)
        return max(128, pattern.period if pattern else 128)

    def place(self, index: Sequence[int], start: int = 0) -> int:
        """Return the shared address of an element of a box, swizzled.

        Args:
            index: Index of the element in the box, innermost dimension first. Elements narrower than a byte
                have an address at the start of a group of 16.
            start: Address of the box, a multiple of 128.

        Raises:
            ValueError: The element is outside the box, or its place is not documented.

        >>> f16_tile = TensorMap.tiled("f16", (64, 4096), (64, 64), swizzle="128B")
        >>> hex(f16_tile.place((20, 11), 0x2000))
        '0x2598'
        """
        extents = self.extents
        if len(index) != len(extents) or not all(0 <= i < n for i, n in zip(index, extents, strict=True)):
            raise ValueError(f"index {tuple(index)} is outside a box of {extents}")
        if self.interleave != "NONE":
            raise ValueError(f"the manual does not say how boxes of interleave {self.interleave} lie")
        pattern = self.pattern
        if pattern is not None and (self.inner_bytes != pattern.row_bytes or pattern.name == "96B"):
            raise ValueError(
                f"where rows of {self.inner_bytes} bytes lie with swizzle {self.swizzle} is not documented; "
                f"make the innermost box {SWIZZLES[self.swizzle].row_bytes} bytes"
                if pattern.name != "96B"
                else "the distance of rows with swizzle 96B is not documented"
            )
        if start % 128:
            raise ValueError(f"a box starts at a multiple of 128 bytes, not {start:#x}")
        inner, *outer = index
        if self.element.packed and inner % GROUP:
            raise ValueError(f"elements of {self.dtype} have addresses in groups of {GROUP}, not {inner}")
        row = 0
        for position, extent in zip(reversed(outer), reversed(extents[1:]), strict=True):
            row = row * extent + position
        linear = start + row * self.inner_bytes + inner * self.element.group_bytes // GROUP
        return pattern.apply(linear) if pattern else linear

    # Rules

    def problems(self, arch: Arch | None = None) -> tuple[Problem, ...]:
        """Return the rules that the map breaks, in the order of the driver's manual.

        Args:
            arch: Also check it against this target.
        """
        return problems_of(self, arch)

    def checked(self, arch: Arch | None = None) -> TensorMap:
        """Return the map if it breaks no rule.

        Args:
            arch: Also check it against this target.

        Raises:
            ValueError: It breaks rules; the message has a line for each.
        """
        found = self.problems(arch)
        if found:
            raise ValueError("; ".join(problem.said for problem in found))
        return self

    # In a launch, and in memory

    def of(self, array: object) -> MappedArray:
        """Return the map of an array as a launch argument: its address is known only at the launch."""
        return MappedArray(self, array)

    def encode(self) -> bytes:
        """Return pyptx's own encoding in 128 bytes, for the simulator; only the driver writes a GPU's.

        Raises:
            ValueError: A value does not fit its field.
        """
        return encode_map(self)

    @classmethod
    def decode(cls, data: bytes) -> TensorMap:
        """Return the description from bytes that `encode` returned; 128 zeros are a blank map of rank 1.

        Raises:
            ValueError: There are not 128 bytes, or `encode` cannot have written them.
        """
        return cls(**decode_fields(data))


@record(frozen=True, slots=True, eq=False)
class MappedArray:
    """A kernel argument for a tensor map: the engine inserts the array's address into the map.

    Attributes:
        tensor: The map; its address counts from the start of the array.
        array: The array, of any framework.
    """

    tensor: TensorMap
    array: object
