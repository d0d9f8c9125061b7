"""The rules of the driver's ``cuTensorMapEncodeTiled``, ``…Im2col`` and ``…Im2colWide``."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from pyptx.layouts.tensor_map_words import (
    ELEMENTS,
    FILLS,
    GROUP,
    INTERLEAVES,
    MAX_RANK,
    PADDED_BOX,
    PROMOTIONS,
    SWIZZLES,
    WIDE_MODES,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from pyptx.arch import Arch
    from pyptx.layouts.tensor_map import TensorMap

MAX_BOX = 256
MAX_ELEMENT_STRIDE = 8
MAX_SIZE = 1 << 32
MAX_STRIDE = 1 << 40
MAX_CHANNELS = 256
MAX_PIXELS = 1024

_CORNER_BITS = {3: 16, 4: 8, 5: 5}
_WIDE_SWIZZLES = ("64B", "96B", "128B", "128B_32B")
_PADDED_SWIZZLES = {
    ("b4x16_p64", False): ("NONE", "128B", "128B_32B"),
    ("b6x16_p32", False): ("NONE", "128B", "128B_32B", "128B_64B"),
    ("b4x16_p64", True):  ("128B", "128B_32B"),
    ("b6x16_p32", True):  ("64B", "128B", "128B_32B"),
}  # fmt: skip
"""Swizzles that the driver accepts for padded types, and for them in wide modes of im2col."""


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


def problems_of(tensor: TensorMap, arch: Arch | None) -> tuple[Problem, ...]:
    """Return the rules that a map breaks, in the order of the driver's manual, and of a target if given."""
    malformed = tuple(Problem("form", said) for said in _form(tensor))
    if malformed:
        return malformed
    found = [Problem(rule.__name__.strip("_"), said) for rule in _RULES for said in rule(tensor)]
    if arch is not None:
        found += [Problem("target", said) for said in _target(tensor, arch)]
    return tuple(found)


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
            yield f"{what} is {word!r}; it must be one of {', '.join(map(repr, words))}"
    rank = tensor.rank
    if not 1 <= rank <= MAX_RANK:
        yield f"the tensor has {rank} dimensions; tensor maps have 1 to {MAX_RANK}"
    lengths = {"strides": rank - 1, "element_strides": rank, "box": 0 if tensor.im2col else rank}
    if tensor.im2col is not None:
        if tensor.im2col.wide not in (None, *WIDE_MODES):
            yield f"wide is {tensor.im2col.wide!r}; it must be None, 'W' or 'W128'"
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
        yield f"interleave {tensor.interleave} needs 3 to 5 dimensions, not {tensor.rank}"
    if tensor.im2col is not None:
        yield f"{tensor.mode} needs 3 to 5 dimensions, not {tensor.rank}"


def _address(tensor: TensorMap) -> Iterator[str]:
    """Check the address: a multiple of 16, or 32."""
    unit = tensor.unit
    if tensor.address % unit or not 0 <= tensor.address < 1 << 64:
        rule = f"{_why(tensor)} it must be a multiple of {unit}"
        yield f"the address is {tensor.address:#x}; {rule}; pass a copy"


def _sizes(tensor: TensorMap) -> Iterator[str]:
    """Check the sizes: 1 to 2^32 elements; whole bytes, and whole padded groups, in dimension 0."""
    for axis, size in enumerate(tensor.sizes):
        if not 1 <= size <= MAX_SIZE:
            yield f"size {axis} is {size}; it must be 1 to 2^32"
    if tensor.element.padded and tensor.sizes[0] % PADDED_BOX:
        yield f"size 0 is {tensor.sizes[0]}; of {tensor.dtype} it must be a multiple of {PADDED_BOX}"
    elif tensor.element.packed and tensor.sizes[0] % 2:
        yield f"size 0 is {tensor.sizes[0]}; of {tensor.dtype} it must be even"


def strides(tensor: TensorMap) -> Iterator[str]:
    """Check the strides: multiples of 16, or 32, below 2^40."""
    unit = tensor.unit
    for axis, stride in enumerate(tensor.strides, 1):
        if stride % unit or not 0 <= stride < MAX_STRIDE:
            yield (
                f"the stride of dimension {axis} is {stride} bytes; {_why(tensor)} it must be a multiple of "
                f"{unit} below 2^40"
            )


def _box_sizes(tensor: TensorMap) -> Iterator[str]:
    """Check the box: 1 to 256 in each dimension; 128 in dimension 0 of a padded type."""
    for axis, size in enumerate(tensor.box):
        if not 1 <= size <= MAX_BOX:
            yield f"box {axis} is {size}; it must be 1 to {MAX_BOX}"
    if tensor.box and tensor.element.padded and tensor.box[0] != PADDED_BOX:
        yield f"box 0 is {tensor.box[0]}; of {tensor.dtype} it must be {PADDED_BOX}"


def _inner_box(tensor: TensorMap) -> Iterator[str]:
    """Check dimension 0 of the box: whole chunks of 16 bytes, unless interleaved."""
    if tensor.im2col is None and tensor.interleave == "NONE":
        size = tensor.box[0] * tensor.element.bits
        if size % 128:
            yield (
                f"box 0 is {tensor.box[0]} of {tensor.dtype}, {size / 8:g} bytes; "
                "it must be a multiple of 16 bytes"
            )


def _element_strides(tensor: TensorMap) -> Iterator[str]:
    """Check the element strides: 1 to 8 in each dimension."""
    for axis, step in enumerate(tensor.element_strides):
        if not 1 <= step <= MAX_ELEMENT_STRIDE:
            yield f"element stride {axis} is {step}; it must be 1 to {MAX_ELEMENT_STRIDE}"


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
                legal = f"{low} to {high}"
                yield f"{name} corner {axis} is {value}; with {tensor.rank} dimensions it must be {legal}"
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
        yield f"channels is {im2col.channels}; it must be 1 to {MAX_CHANNELS}"
    elif tensor.element.padded and im2col.channels != PADDED_BOX:
        yield f"channels is {im2col.channels}; of {tensor.dtype} it must be {PADDED_BOX}"
    if im2col.wide != "W128" and not 1 <= im2col.pixels <= MAX_PIXELS:
        yield f"pixels is {im2col.pixels}; it must be 1 to {MAX_PIXELS}"


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
        yield f"interleave 32B needs swizzle 32B, not {tensor.swizzle}"
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
    strides,
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
