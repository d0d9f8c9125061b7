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
pyptx's own encoding, for the simulator (including `tensormap.replace`) and not for a GPU: a little-endian
number of 1024 bits with the fields of `BITS`, whose first eight bytes are `MAGIC`. 128 zeros are the blank
map from which programs start that write every field themselves.
"""

from __future__ import annotations

from math import prod
from typing import TYPE_CHECKING, NamedTuple

from pyptx.late import late
from pyptx.layouts.descriptors import BitLayout, Field
from pyptx.layouts.swizzle import Swizzle, find
from pyptx.notebook import Displayed
from pyptx.record import record, replace
from pyptx.types import PtxType

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from pyptx import drawings
    from pyptx.arch import Arch
else:
    drawings = late("pyptx.drawings")

BYTES = 128
ALIGN = 64  # of a map in memory; 128 for `tensormap.cp_fenceproxy`
MAX_RANK = 5
MAX_BOX = 256
MAX_ELEMENT_STRIDE = 8
MAX_SIZE = 1 << 32
MAX_STRIDE = 1 << 40
MAX_CHANNELS = 256
MAX_PIXELS = 1024
GROUP = 16  # elements narrower than a byte come in groups of 16
PADDED_BOX = 128  # elements of the innermost dimension of a box of a padded type

MAGIC = int.from_bytes(b"pyptxTM1", "little")


class ElementType(NamedTuple):
    """An element type of tensor maps.

    Attributes:
        name: Name in the manual's `tensormap.replace`, such as ``"f32.ftz"``.
        driver: Number in the driver's ``CUtensorMapDataType``.
        field: Number in `tensormap.replace`.
        bits: Bits in global memory.
        kind: ``"u"``, ``"s"``, ``"f"`` for floating point, ``"b"`` for several in a byte.
        group_bytes: Bytes of `GROUP` elements in shared memory, including padding.
    """

    name: str
    driver: int
    field: int
    bits: int
    kind: str
    group_bytes: int

    @property
    def padded(self) -> bool:
        """Whether it is padded in shared memory but not in global memory."""
        return self.group_bytes * 8 > self.bits * GROUP

    @property
    def packed(self) -> bool:
        """Whether an element is narrower than a byte."""
        return self.bits < 8


ELEMENTS: dict[str, ElementType] = {
    element.name: element
    for element in (
        # name,                  driver, field, bits, kind, shared bytes of 16
        ElementType("u8",        0,      0,     8,    "u",  16),
        ElementType("u16",       1,      1,     16,   "u",  32),
        ElementType("u32",       2,      2,     32,   "u",  64),
        ElementType("s32",       3,      3,     32,   "s",  64),
        ElementType("u64",       4,      4,     64,   "u",  128),
        ElementType("s64",       5,      5,     64,   "s",  128),
        ElementType("f16",       6,      6,     16,   "f",  32),
        ElementType("f32",       7,      7,     32,   "f",  64),
        ElementType("f64",       8,      9,     64,   "f",  128),
        ElementType("bf16",      9,      10,    16,   "f",  32),
        ElementType("f32.ftz",   10,     8,     32,   "f",  64),
        ElementType("tf32",      11,     11,    32,   "f",  64),
        ElementType("tf32.ftz",  12,     12,    32,   "f",  64),
        ElementType("b4x16",     13,     13,    4,    "b",  8),
        ElementType("b4x16_p64", 14,     14,    4,    "b",  16),
        ElementType("b6x16_p32", 15,     15,    6,    "b",  16),
    )
}  # fmt: skip
"""Every element type by name. A store of ``b6x16_p32`` reads sixteen bytes, 6 bits of each."""

_OF_REGISTERS = {"e2m1": "b4x16", "e3m2": "b6x16_p32", "e2m3": "b6x16_p32"}
_OF_BITS = {8: "u8", 16: "u16", 32: "u32", 64: "u64"}


class SwizzleMode(NamedTuple):
    """A swizzle of tensor maps.

    Attributes:
        driver: Number in the driver's ``CUtensorMapSwizzle``; None if it has none.
        mode: ``.swizzle_mode`` of `tensormap.replace`.
        atomicity: ``.swizzle_atomicity`` of `tensormap.replace`.
        row_bytes: The widest box of dimension 0, in bytes; 0 for any.
    """

    driver: int | None
    mode: int
    atomicity: int
    row_bytes: int


SWIZZLES: dict[str, SwizzleMode] = {
    # name                       driver, mode, atomicity, row bytes
    "NONE":          SwizzleMode(0,      0,    0,         0),
    "32B":           SwizzleMode(1,      1,    0,         32),
    "64B":           SwizzleMode(2,      2,    0,         64),
    "128B":          SwizzleMode(3,      3,    0,         128),
    "128B_32B":      SwizzleMode(4,      3,    1,         128),
    "128B_32B_FLIP": SwizzleMode(5,      3,    2,         128),
    "128B_64B":      SwizzleMode(6,      3,    3,         128),
    "96B":           SwizzleMode(None,   4,    0,         96),
}  # fmt: skip
"""The swizzles of a tensor map: those of `layouts.swizzle`, and one that flips 8 bytes, for loads only."""

INTERLEAVES = ("NONE", "16B", "32B")
PROMOTIONS = ("NONE", "64B", "128B", "256B")
FILLS = ("ZERO", "NAN")
WIDE_MODES = ("W", "W128")
"""The wide modes of im2col, in the order of their numbers in the driver and in `tensormap.replace`."""

_CORNER_BITS = {3: 16, 4: 8, 5: 5}
_WIDE_SWIZZLES = ("64B", "96B", "128B", "128B_32B")
_PADDED_SWIZZLES = {
    ("b4x16_p64", False): ("NONE", "128B", "128B_32B"),
    ("b6x16_p32", False): ("NONE", "128B", "128B_32B", "128B_64B"),
    ("b4x16_p64", True):  ("128B", "128B_32B"),
    ("b6x16_p32", True):  ("64B", "128B", "128B_32B"),
}  # fmt: skip
"""Swizzles that the driver accepts for padded types, and for them in wide modes of im2col."""


@record(frozen=True, slots=True)
class Im2col:
    """The im2col parameters of a map, in place of a box: a copy gathers the pixels that a convolution reads.

    Attributes:
        lower: Lower corner of the filter base's bounding box, innermost spatial dimension (W) first; only W
            for a wide mode.
        upper: Upper corner of that box, counted from the last pixel.
        channels: Elements of dimension 0 of each pixel.
        pixels: Pixels of a copy; ignored by ``"W128"``, which always takes 128.
        wide: ``"W"`` or ``"W128"`` for the modes that stay in one row of pixels; None for ``.im2col``.

    >>> Im2col(lower=(-1, -1), upper=(-1, -1), channels=64, pixels=128).wide is None
    True
    """

    lower: tuple[int, ...]
    upper: tuple[int, ...]
    channels: int
    pixels: int
    wide: str | None = None

    @property
    def column(self) -> int:
        """Pixels of a copy, without halo."""
        return 128 if self.wide == "W128" else self.pixels


class Problem(NamedTuple):
    """A rule that a tensor map breaks.

    Attributes:
        rule: Name of the rule, a function of this module without its underscore.
        said: The value, and the legal ones.
    """

    rule: str
    said: str

    def __str__(self) -> str:
        return self.said


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
        if self.im2col is not None or len(self.sizes) < 2:
            return ""
        reach = [extent * step for extent, step in zip(self.box, self.element_strides, strict=True)]
        return str(drawings.draw_box(str(self), (self.sizes[0], self.sizes[1]), (reach[0], reach[1])))

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
        """Describe boxes of a tensor; the arguments are those of the class, dimension 0 innermost.

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
        """Describe columns of pixels of a tensor C, W, {H, {D,}} N; the arguments are those of `tiled`.

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
        return not any(_strides(self))

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
        malformed = tuple(Problem("form", said) for said in _form(self))
        if malformed:
            return malformed
        found = [Problem(rule.__name__.strip("_"), said) for rule in _RULES for said in rule(self)]
        if arch is not None:
            found += [Problem("target", said) for said in _target(self, arch)]
        return tuple(found)

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

    # In 128 bytes

    def of(self, array: object) -> MappedArray:
        """Return the map of an array as a launch argument: its address is known only at the launch."""
        return MappedArray(self, array)

    def encode(self) -> bytes:
        """Return pyptx's own encoding in 128 bytes, for the simulator; only the driver writes a GPU's.

        Raises:
            ValueError: A value does not fit its field.
        """
        mode = SWIZZLES[self.swizzle]
        fields = {
            "magic": MAGIC,
            "address": self.address,
            "rank": self.rank - 1,
            "elemtype": self.element.field,
            "interleave_layout": INTERLEAVES.index(self.interleave),
            "swizzle_mode": mode.mode,
            "swizzle_atomicity": mode.atomicity,
            "fill_mode": FILLS.index(self.oob_fill),
            "l2_promotion": PROMOTIONS.index(self.l2_promotion),
        }
        for name, values in (
            ("global_dim", self.sizes),
            ("global_stride", self.strides),
            ("box_dim", self.box),
            ("element_stride", self.element_strides),
        ):
            fields |= {f"{name}{ordinal}": value for ordinal, value in enumerate(values)}
        if self.im2col is not None:
            fields |= _encoded_pixels(self.im2col)
        return BITS.encode(**fields).to_bytes(BYTES, "little")

    @classmethod
    def decode(cls, data: bytes) -> TensorMap:
        """Return the description from bytes that `encode` returned; 128 zeros are a blank map of rank 1.

        Raises:
            ValueError: There are not 128 bytes, or `encode` cannot have written them.
        """
        fields = _fields(data)
        rank = fields["rank"] + 1
        element = _by_number(ELEMENTS.items(), lambda item: item.field, fields["elemtype"], "element type")
        codes = fields["swizzle_mode"], fields["swizzle_atomicity"]
        swizzle = _by_number(SWIZZLES.items(), lambda item: (item.mode, item.atomicity), codes, "swizzle")
        im2col = _decoded_pixels(fields, rank) if fields["mode"] else None
        return cls(
            dtype=element,
            sizes=_ordinals(fields, "global_dim", rank),
            strides=_ordinals(fields, "global_stride", rank - 1),
            box=() if im2col else _ordinals(fields, "box_dim", rank),
            element_strides=_ordinals(fields, "element_stride", rank),
            address=fields["address"],
            interleave=_choice(INTERLEAVES, fields["interleave_layout"], "interleave layout"),
            swizzle=swizzle,
            l2_promotion=_choice(PROMOTIONS, fields["l2_promotion"], "L2 promotion"),
            oob_fill=_choice(FILLS, fields["fill_mode"], "fill mode"),
            im2col=im2col,
        )


@record(frozen=True, slots=True, eq=False)
class MappedArray:
    """A kernel argument for a tensor map: the engine inserts the array's address into the map.

    Attributes:
        tensor: The map; its address counts from the start of the array.
        array: The array, of any framework.
    """

    tensor: TensorMap
    array: object


def element_type(dtype: PtxType | str) -> ElementType:
    """Return the tensor map element type of a type.

    Integers of 8 and 16 bits, and formats without a name of their own, map to the unsigned type of their
    width.

    >>> from pyptx.types import bf16, e2m1, e4m3
    >>> [element_type(dtype).name for dtype in (bf16, e4m3, e2m1, "f32.ftz")]
    ['bf16', 'u8', 'b4x16', 'f32.ftz']

    Raises:
        ValueError: Tensor maps do not support the type.
    """
    name = dtype.name if isinstance(dtype, PtxType) else dtype
    found = ELEMENTS.get(_OF_REGISTERS.get(name, name))
    if found is not None:
        return found
    width = _OF_BITS.get(dtype.bits) if isinstance(dtype, PtxType) else None
    if width is None:
        raise ValueError(f"tensor maps have no elements of {dtype}; they have {', '.join(ELEMENTS)}")
    return ELEMENTS[width]


def packed_strides(element: ElementType, sizes: Sequence[int]) -> tuple[int, ...]:
    """Return the strides of a tensor without gaps, in bytes, of each dimension except the innermost."""
    return tuple(prod(sizes[: axis + 1]) * element.bits // 8 for axis in range(len(sizes) - 1))


def replaced(data: bytes, field: str, value: int, ordinal: int = 0) -> bytes:
    """Return encoded bytes with one field changed, like `tensormap.replace`.

    Args:
        data: 128 bytes from `TensorMap.encode`, or zeros.
        field: Field name of `tensormap.replace`, such as ``"global_dim"``.
        value: Operand of the instruction: for `rank` one less than the rank, for enumerations their number.
        ordinal: Number of the dimension; for a stride, 0 is that of dimension 1.

    Raises:
        ValueError: The field or dimension does not exist, or the value does not fit.

    >>> made = replaced(TensorMap.tiled("u8", (64,), (64,)).encode(), "global_dim", 4096)
    >>> TensorMap.decode(made).sizes
    (4096,)
    """
    fields = _fields(data)
    name = bits_of(field, ordinal)
    if field not in REPLACED:
        raise ValueError(f"tensormap.replace has no field {field!r}; it has {', '.join(REPLACED)}")
    if name not in fields:
        raise ValueError(f"tensormap.replace: {field} has {_ORDINALS[field]} ordinals, not {ordinal}")
    return BITS.encode(**{**fields, "magic": MAGIC, name: value}).to_bytes(BYTES, "little")


def bits_of(field: str, ordinal: int = 0) -> str:
    """Return the name in `BITS` of a field of `tensormap.replace`, with the number of the dimension.

    >>> bits_of("global_address"), bits_of("global_dim", 2)
    ('address', 'global_dim2')
    """
    return "address" if field == "global_address" else f"{field}{ordinal}" if field in _ORDINALS else field


_ORDINALS = {"global_dim": 5, "global_stride": 4, "box_dim": 5, "element_stride": 5}

REPLACED = (
    "global_address",
    "rank",
    *_ORDINALS,
    "elemtype",
    "interleave_layout",
    "swizzle_mode",
    "swizzle_atomicity",
    "fill_mode",
)
"""The fields of `tensormap.replace`."""


def _laid_out(*columns: tuple[str, int, int]) -> dict[str, Field]:
    """Return consecutive fields: name, count (0 for one without a number), bits of each."""
    fields: dict[str, Field] = {}
    low = 0
    for name, count, bits in columns:
        for number in range(max(count, 1)):
            fields[f"{name}{number}" if count else name] = Field(low, bits)
            low += bits
    return fields


# fmt: off
BITS = BitLayout("tensor map", _laid_out(
    ("magic",             0, 64),
    ("address",           0, 64),
    ("global_dim",        5, 40),
    ("global_stride",     4, 48),
    ("box_dim",           5, 16),
    ("element_stride",    5, 8),
    ("lower",             3, 16),
    ("upper",             3, 16),
    ("channels",          0, 16),
    ("pixels",            0, 16),
    ("rank",              0, 3),
    ("elemtype",          0, 4),
    ("interleave_layout", 0, 2),
    ("swizzle_mode",      0, 3),
    ("swizzle_atomicity", 0, 2),
    ("fill_mode",         0, 1),
    ("l2_promotion",      0, 2),
    ("mode",              0, 2),
))
# fmt: on
"""The fields of pyptx's own encoding; ``mode`` is 0 for boxes, 1 for im2col, 2 and 3 for its wide modes."""


def _fields(data: bytes) -> dict[str, int]:
    """The fields of encoded bytes."""
    if len(data) != BYTES:
        raise ValueError(f"a tensor map has {BYTES} bytes, not {len(data)}")
    word = int.from_bytes(data, "little")
    if word and word % (1 << 64) != MAGIC:
        raise ValueError(
            "these bytes are no tensor map of pyptx (one that a driver made has a meaning on its GPU only)"
        )
    return BITS.decode(word)


def _ordinals(fields: dict[str, int], name: str, count: int) -> tuple[int, ...]:
    if count > _ORDINALS[name]:
        raise ValueError(f"tensor map: rank is {fields['rank'] + 1}; it is 1 to {MAX_RANK}")
    return tuple(fields[f"{name}{ordinal}"] for ordinal in range(count))


def _choice(choices: Sequence[str], number: int, what: str) -> str:
    if number >= len(choices):
        raise ValueError(f"tensor map: there is no {what} {number}; there are 0 to {len(choices) - 1}")
    return choices[number]


def _by_number(items: object, number_of: Callable[..., object], number: object, what: str) -> str:
    for name, item in items:  # type: ignore[attr-defined]  # of a table
        if number_of(item) == number:
            found: str = name
            return found
    raise ValueError(f"tensor map: there is no {what} {number}")


def _encoded_pixels(im2col: Im2col) -> dict[str, int]:
    fields = {
        "mode": 1 if im2col.wide is None else 2 + WIDE_MODES.index(im2col.wide),
        "channels": im2col.channels,
        "pixels": im2col.pixels,
    }
    for name, corner in (("lower", im2col.lower), ("upper", im2col.upper)):
        for number, value in enumerate(corner):
            if not -(1 << 15) <= value < 1 << 15:
                raise ValueError(f"tensor map: {name} is -32768 to 32767, not {value}")
            fields[f"{name}{number}"] = value % (1 << 16)
    return fields


def _decoded_pixels(fields: dict[str, int], rank: int) -> Im2col:
    wide = None if fields["mode"] == 1 else WIDE_MODES[fields["mode"] - 2]
    corners = 1 if wide else max(rank - 2, 0)
    lower, upper = (
        tuple((fields[f"{name}{number}"] ^ 0x8000) - 0x8000 for number in range(corners))
        for name in ("lower", "upper")
    )
    return Im2col(lower, upper, fields["channels"], fields["pixels"], wide)


# ---- rules


def _form(tensor: TensorMap) -> Iterator[str]:
    """Check that the words are known, and that the tuples have the length of the rank and hold numbers."""
    for what, word, words in (
        ("dtype", tensor.dtype, ELEMENTS),
        ("swizzle", tensor.swizzle, SWIZZLES),
        ("interleave", tensor.interleave, INTERLEAVES),
        ("l2_promotion", tensor.l2_promotion, PROMOTIONS),
        ("oob_fill", tensor.oob_fill, FILLS),
    ):
        if word not in words:
            yield f"{what} is {word!r}; it is one of {', '.join(map(repr, words))}"
    rank = tensor.rank
    if not 1 <= rank <= MAX_RANK:
        yield f"the tensor has {rank} dimensions; tensor maps have 1 to {MAX_RANK}"
    lengths = {"strides": rank - 1, "element_strides": rank, "box": 0 if tensor.im2col else rank}
    if tensor.im2col is not None:
        if tensor.im2col.wide not in (None, *WIDE_MODES):
            yield f"wide is {tensor.im2col.wide!r}; it is None, 'W' or 'W128'"
        corners = 1 if tensor.im2col.wide else rank - 2
        for name in ("lower", "upper"):
            given = getattr(tensor.im2col, name)
            if len(given) != corners and rank >= 3:
                yield f"{name} is {given}; it has a number for each of {corners} spatial dimensions"
    for name, length in lengths.items():
        given = getattr(tensor, name)
        if len(given) != length:
            yield f"{name} is {given}; for {rank} dimensions it has {length} numbers"


def _rank(tensor: TensorMap) -> Iterator[str]:
    """Check the rank: at least 3 dimensions with interleave and for im2col."""
    if tensor.rank >= 3:
        return
    if tensor.interleave != "NONE":
        yield f"interleave {tensor.interleave} wants 3 to 5 dimensions, not {tensor.rank}"
    if tensor.im2col is not None:
        yield f"{tensor.mode} wants 3 to 5 dimensions, not {tensor.rank}"


def _address(tensor: TensorMap) -> Iterator[str]:
    """Check the address: a multiple of 16, or 32."""
    unit = tensor.unit
    if tensor.address % unit or not 0 <= tensor.address < 1 << 64:
        yield f"the address is {tensor.address:#x}; {_why(tensor)} it is a multiple of {unit}"


def _sizes(tensor: TensorMap) -> Iterator[str]:
    """Check the sizes: 1 to 2^32 elements; whole bytes, and whole padded groups, in dimension 0."""
    for axis, size in enumerate(tensor.sizes):
        if not 1 <= size <= MAX_SIZE:
            yield f"size {axis} is {size}; it is 1 to 2^32"
    if tensor.element.padded and tensor.sizes[0] % PADDED_BOX:
        yield f"size 0 is {tensor.sizes[0]}; of {tensor.dtype} it is a multiple of {PADDED_BOX}"
    elif tensor.element.packed and tensor.sizes[0] % 2:
        yield f"size 0 is {tensor.sizes[0]}; of {tensor.dtype} it is even"


def _strides(tensor: TensorMap) -> Iterator[str]:
    """Check the strides: multiples of 16, or 32, below 2^40."""
    unit = tensor.unit
    for axis, stride in enumerate(tensor.strides, 1):
        if stride % unit or not 0 <= stride < MAX_STRIDE:
            yield (
                f"the stride of dimension {axis} is {stride} bytes; {_why(tensor)} it is a multiple of "
                f"{unit} below 2^40"
            )


def _box_sizes(tensor: TensorMap) -> Iterator[str]:
    """Check the box: 1 to 256 in each dimension; 128 in dimension 0 of a padded type."""
    for axis, size in enumerate(tensor.box):
        if not 1 <= size <= MAX_BOX:
            yield f"box {axis} is {size}; it is 1 to {MAX_BOX}"
    if tensor.box and tensor.element.padded and tensor.box[0] != PADDED_BOX:
        yield f"box 0 is {tensor.box[0]}; of {tensor.dtype} it is {PADDED_BOX}"


def _inner_box(tensor: TensorMap) -> Iterator[str]:
    """Check dimension 0 of the box: whole chunks of 16 bytes, unless interleaved."""
    if tensor.im2col is None and tensor.interleave == "NONE":
        size = tensor.box[0] * tensor.element.bits
        if size % 128:
            yield (
                f"box 0 is {tensor.box[0]} of {tensor.dtype}, {size / 8:g} bytes; "
                "it is a multiple of 16 bytes"
            )


def _element_strides(tensor: TensorMap) -> Iterator[str]:
    """Check the element strides: 1 to 8 in each dimension."""
    for axis, step in enumerate(tensor.element_strides):
        if not 1 <= step <= MAX_ELEMENT_STRIDE:
            yield f"element stride {axis} is {step}; it is 1 to {MAX_ELEMENT_STRIDE}"


def _corners(tensor: TensorMap) -> Iterator[str]:
    """Check the corners: within the range for the rank, and around at least one pixel."""
    im2col = tensor.im2col
    if im2col is None or tensor.rank < 3:
        return
    bits = 16 if im2col.wide else _CORNER_BITS[tensor.rank]
    low, high = -(1 << bits - 1), (1 << bits - 1) - 1
    for name, corner in (("lower", im2col.lower), ("upper", im2col.upper)):
        for axis, value in enumerate(corner):
            if not low <= value <= high:
                yield f"{name} corner {axis} is {value}; with {tensor.rank} dimensions it is {low} to {high}"
    for axis, (lower, upper) in enumerate(zip(im2col.lower, im2col.upper, strict=True)):
        size = tensor.sizes[1 + axis]
        if size - 1 + upper < lower:
            yield (
                f"corners {lower} and {upper} of dimension {1 + axis}, of size {size}, have no pixel between "
                f"them: lower is at most size - 1 + upper, {size - 1 + upper}"
            )


def _pixels(tensor: TensorMap) -> Iterator[str]:
    """Check the pixels: at most 256 channels and 1024 pixels; 128 channels of a padded type."""
    im2col = tensor.im2col
    if im2col is None:
        return
    if not 1 <= im2col.channels <= MAX_CHANNELS:
        yield f"channels is {im2col.channels}; it is 1 to {MAX_CHANNELS}"
    elif tensor.element.padded and im2col.channels != PADDED_BOX:
        yield f"channels is {im2col.channels}; of {tensor.dtype} it is {PADDED_BOX}"
    if im2col.wide != "W128" and not 1 <= im2col.pixels <= MAX_PIXELS:
        yield f"pixels is {im2col.pixels}; it is 1 to {MAX_PIXELS}"


def _swizzle_width(tensor: TensorMap) -> Iterator[str]:
    """Check that rows of a box are not wider than the swizzle, unless interleaved."""
    widest = SWIZZLES[tensor.swizzle].row_bytes
    if tensor.interleave == "NONE" and widest and tensor.inner_bytes > widest:
        yield (
            f"a row of the box has {tensor.inner_bytes} bytes; with swizzle {tensor.swizzle} it has at most "
            f"{widest}: {widest * GROUP // tensor.element.group_bytes} of {tensor.dtype}"
        )


def _interleave(tensor: TensorMap) -> Iterator[str]:
    """Check the interleave: 32B requires swizzle 32B; 6-bit types and wide im2col have none."""
    if tensor.interleave == "32B" and tensor.swizzle != "32B":
        yield f"interleave 32B wants swizzle 32B, not {tensor.swizzle}"
    if tensor.interleave != "NONE" and tensor.element.name == "b6x16_p32":
        yield f"{tensor.dtype} has no interleave, not {tensor.interleave}"
    if tensor.interleave != "NONE" and tensor.im2col is not None and tensor.im2col.wide:
        yield f"{tensor.mode} has no interleave, not {tensor.interleave}"


def _swizzle(tensor: TensorMap) -> Iterator[str]:
    """Check the swizzle: padded types and wide im2col have only some."""
    wide = tensor.im2col is not None and tensor.im2col.wide is not None
    legal = _PADDED_SWIZZLES.get((tensor.dtype, wide), _WIDE_SWIZZLES if wide else tuple(SWIZZLES))
    if tensor.swizzle not in legal:
        what = tensor.dtype if tensor.element.padded else tensor.mode
        yield f"{what} takes swizzle {_listed(legal)}, not {tensor.swizzle}"
    elif tensor.swizzle == "96B" and tensor.mode == "im2col::w::128":
        yield f"swizzle 96B is not for {tensor.mode}"


def _fill(tensor: TensorMap) -> Iterator[str]:
    """Check the fill: NaN only for floating-point types of whole bytes."""
    if tensor.oob_fill == "NAN" and tensor.element.kind != "f":
        yield f"oob_fill NAN is for floating-point elements; {tensor.dtype} is filled with ZERO"


def _target(tensor: TensorMap, arch: Arch) -> Iterator[str]:
    """Check that the target supports the map."""
    if arch.number < 90:
        yield f"{arch.name} has no tensor maps; they need sm_90 or newer"
        return
    if arch.number < 100:
        if tensor.element.packed:
            yield f"elements of {tensor.dtype} need sm_100 or newer, not {arch.name}"
        if tensor.im2col is not None and tensor.im2col.wide:
            yield f"{tensor.mode} needs sm_100 or newer, not {arch.name}"
    if tensor.swizzle == "96B" and arch.name not in ("sm_103a", "sm_107a"):
        yield f"swizzle 96B needs sm_103a or sm_107a, not {arch.name}"


_RULES: tuple[Callable[[TensorMap], Iterator[str]], ...] = (
    _rank,
    _address,
    _sizes,
    _strides,
    _box_sizes,
    _inner_box,
    _element_strides,
    _corners,
    _pixels,
    _swizzle_width,
    _interleave,
    _swizzle,
    _fill,
)

RULES = ("form", *(rule.__name__.strip("_") for rule in _RULES), "target")
"""Names of the rules, as `Problem.rule` has them."""


def _why(tensor: TensorMap) -> str:
    """Describe the reason for that alignment."""
    if tensor.interleave == "32B":
        return "with interleave 32B"
    return f"of {tensor.dtype}" if tensor.element.padded else "in a tensor map"


def _listed(words: Sequence[str]) -> str:
    return f"{', '.join(words[:-1])} or {words[-1]}"
