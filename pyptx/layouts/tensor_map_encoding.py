"""The encoding of tensor maps in 128 bytes that the simulator reads, also for ``tensormap.replace``.

It is a little-endian number of 1024 bits with the fields of `BITS`, whose first eight bytes are `MAGIC`. 128
zeros are the blank map from which programs start that write every field themselves.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pyptx.layouts.descriptors import BitLayout, Field
from pyptx.layouts.tensor_map_words import (
    BYTES,
    ELEMENTS,
    FILLS,
    INTERLEAVES,
    MAX_RANK,
    PROMOTIONS,
    SWIZZLES,
    WIDE_MODES,
    Im2col,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from pyptx.layouts.tensor_map import TensorMap

MAGIC = int.from_bytes(b"pyptxTM1", "little")


def encode_map(tensor: TensorMap) -> bytes:
    """Return a map in 128 bytes with the fields of `BITS`.

    Raises:
        ValueError: A value does not fit its field.
    """
    mode = SWIZZLES[tensor.swizzle]
    fields = {
        "magic": MAGIC,
        "address": tensor.address,
        "rank": tensor.rank - 1,
        "elemtype": tensor.element.field,
        "interleave_layout": INTERLEAVES.index(tensor.interleave),
        "swizzle_mode": mode.mode,
        "swizzle_atomicity": mode.atomicity,
        "fill_mode": FILLS.index(tensor.oob_fill),
        "l2_promotion": PROMOTIONS.index(tensor.l2_promotion),
    }
    for name, values in (
        ("global_dim", tensor.sizes),
        ("global_stride", tensor.strides),
        ("box_dim", tensor.box),
        ("element_stride", tensor.element_strides),
    ):
        fields |= {f"{name}{ordinal}": value for ordinal, value in enumerate(values)}
    if tensor.im2col is not None:
        fields |= _encoded_pixels(tensor.im2col)
    return BITS.encode(**fields).to_bytes(BYTES, "little")


def decode_fields(data: bytes) -> dict[str, Any]:
    """Return the attributes of the map in 128 bytes.

    Raises:
        ValueError: There are not 128 bytes, or they are not an encoded map.
    """
    fields = _fields(data)
    rank = fields["rank"] + 1
    element = _by_number(ELEMENTS.items(), lambda item: item.field, fields["elemtype"], "element type")
    codes = fields["swizzle_mode"], fields["swizzle_atomicity"]
    swizzle = _by_number(SWIZZLES.items(), lambda item: (item.mode, item.atomicity), codes, "swizzle")
    im2col = _decoded_pixels(fields, rank) if fields["mode"] else None
    return {
        "dtype": element,
        "sizes": _ordinals(fields, "global_dim", rank),
        "strides": _ordinals(fields, "global_stride", rank - 1),
        "box": () if im2col else _ordinals(fields, "box_dim", rank),
        "element_strides": _ordinals(fields, "element_stride", rank),
        "address": fields["address"],
        "interleave": _choice(INTERLEAVES, fields["interleave_layout"], "interleave layout"),
        "swizzle": swizzle,
        "l2_promotion": _choice(PROMOTIONS, fields["l2_promotion"], "L2 promotion"),
        "oob_fill": _choice(FILLS, fields["fill_mode"], "fill mode"),
        "im2col": im2col,
    }


def replaced(data: bytes, field: str, value: int, ordinal: int = 0) -> bytes:
    """Return encoded bytes with one field changed, like `tensormap.replace`.

    Args:
        data: 128 bytes from `TensorMap.encode`, or zeros.
        field: Field name of `tensormap.replace`, such as ``"global_dim"``.
        value: Operand of the instruction: for `rank` one less than the rank, for enumerations their number.
        ordinal: Number of the dimension; for a stride, 0 is that of dimension 1.

    Raises:
        ValueError: The field or dimension does not exist, or the value does not fit.

    >>> from pyptx.layouts.tensor_map import TensorMap
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
            "these bytes are not a tensor map of pyptx (one that a driver made has a meaning on its GPU only)"
        )
    return BITS.decode(word)


def _ordinals(fields: dict[str, int], name: str, count: int) -> tuple[int, ...]:
    if count > _ORDINALS[name]:
        raise ValueError(f"tensor map: rank is {fields['rank'] + 1}; it must be 1 to {MAX_RANK}")
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
