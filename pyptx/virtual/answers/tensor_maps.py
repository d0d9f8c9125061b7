"""Tensor maps: descriptors in the simulator's encoding, which kernels take as parameters or from memory."""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING, TypeVar

from pyptx.layouts.tensor_map import TensorMap
from pyptx.layouts.tensor_map_words import ELEMENTS, FILLS, INTERLEAVES, PROMOTIONS, SWIZZLES, Im2col
from pyptx.virtual.answers.registry import answer
from pyptx.virtual.results import CudaError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pyptx.virtual.session import Session

_T = TypeVar("_T")
_ELEMENTS = {element.driver: name for name, element in ELEMENTS.items()}
_SWIZZLES = {mode.driver: name for name, mode in SWIZZLES.items() if mode.driver is not None}


@answer("tensor_map")
def encode(
    session: Session,
    type_: int,
    rank: int,
    address: int,
    sizes: bytes,
    strides: bytes,
    box: bytes,
    steps: bytes,
    lower: bytes,
    upper: bytes,
    channels: int,
    pixels: int,
    interleave: int,
    swizzle: int,
    promotion: int,
    fill: int,
) -> bytes:
    """Return a tensor map of boxes, or of pixels if there are any.

    Raises:
        CudaError: It breaks a rule, which the report names.
    """
    low, high = (struct.unpack("<3i", each)[: rank - 2] for each in (lower, upper))
    tensor = TensorMap(
        dtype=_named(_ELEMENTS, type_, "the data type"),
        sizes=struct.unpack("<5Q", sizes)[:rank],
        strides=struct.unpack("<4Q", strides)[: rank - 1],
        box=() if pixels else struct.unpack("<5I", box)[:rank],
        element_strides=struct.unpack("<5I", steps)[:rank],
        address=address,
        interleave=_named(dict(enumerate(INTERLEAVES)), interleave, "the interleave"),
        swizzle=_named(_SWIZZLES, swizzle, "the swizzle"),
        l2_promotion=_named(dict(enumerate(PROMOTIONS)), promotion, "the L2 promotion"),
        oob_fill=_named(dict(enumerate(FILLS)), fill, "the fill of elements out of bounds"),
        im2col=Im2col(low, high, channels, pixels) if pixels else None,
    )
    try:
        return tensor.checked(session.options.arch).encode()
    except ValueError as error:
        said = f"a tensor map that breaks a rule: {error}"
        raise CudaError("INVALID_VALUE", said, rule="invalid-tensor-map") from None


def _named(choices: Mapping[int, _T], number: int, what: str) -> _T:
    if number not in choices:
        legal = ", ".join(map(str, choices))
        said = f"a tensor map that breaks a rule: {what} is {number}, and must be one of {legal}"
        raise CudaError("INVALID_VALUE", said, rule="invalid-tensor-map")
    return choices[number]
