"""Types and register counts that depend on the modifiers: fragment sizes, doubled widths.

A function takes the modifiers and the argument written in the row, and gives a type and the number of
registers in braces (None for one bare register).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping


def double(named: Mapping[str, str], type_: str) -> tuple[str, int | None]:
    """The type of twice the width: ``double(<type>)`` of s32 is s64 (`mul.wide`)."""
    del named
    return f"{type_[0]}{2 * int(type_[1:])}", None


def half(named: Mapping[str, str], type_: str) -> tuple[str, int | None]:
    """Two registers that make up one of `type_` (`mov`, section 9.7.10.4): b64 is two of b32."""
    del named
    return f"b{int(type_[1:]) // 2}", 2


def quarter(named: Mapping[str, str], type_: str) -> tuple[str, int | None]:
    """Four registers that make up one of `type_` (`mov`, section 9.7.10.4): b64 is four of b16."""
    del named
    return f"b{int(type_[1:]) // 4}", 4


def fragment(named: Mapping[str, str], matrix: str) -> tuple[str, int | None]:
    """The registers in which a lane holds its part of matrix ``a``, ``b``, ``c`` or ``d`` of `mma`.

    A warp shares the elements evenly and packs those narrower than 32 bits (sections 9.7.16.5.1 to .13); of
    a sparse A it holds the half that is not zero (section 9.7.16.6.2).

    >>> named = {"shape": "m16n8k16", "atype": "bf16", "btype": "bf16", "ctype": "f32", "dtype": "f32"}
    >>> fragment(named, "a"), fragment(named, "b"), fragment(named, "d")
    (('bf16x2', 4), ('bf16x2', 2), ('f32', 4))
    >>> fragment({**named, "sp": "sp"}, "a")
    ('bf16x2', 2)
    """
    elements = _elements(named, matrix)
    if named["shape"] == "m8n8k4" and named["atype"] == "f16":
        elements *= 4  # four products, one for each quarter of the warp
    return _shared_among(WARP_LANES, elements, named[f"{matrix}type"], named.get("kind", ""))


def warpgroup_fragment(named: Mapping[str, str], matrix: str) -> tuple[str, int | None]:
    """The registers in which a lane holds its part of matrix ``a`` or ``d`` of `wgmma`.

    A warpgroup, which is four warps, shares the elements evenly (sections 9.7.17.5.1.1 and 9.7.17.6.2).

    >>> named = {"shape": "m64n128k16", "atype": "f16", "btype": "f16", "dtype": "f32"}
    >>> warpgroup_fragment(named, "a"), warpgroup_fragment(named, "d")
    (('f16x2', 4), ('f32', 64))
    """
    return _shared_among(WARPGROUP_LANES, _elements(named, matrix), named[f"{matrix}type"])


def wmma_fragment(named: Mapping[str, str], matrix: str) -> tuple[str, int | None]:
    """The registers in which a lane holds its part of matrix ``a``, ``b``, ``c`` or ``d`` of `wmma`.

    The lanes of a warp hold equal numbers of elements; of f16 multiplicands a lane always holds sixteen; f16
    is also the type of multiplicands without one (section 9.7.16.4.1).

    >>> wmma_fragment({"shape": "m8n32k16", "atype": "s8", "btype": "s8"}, "b")
    ('u32', 4)
    >>> wmma_fragment({"shape": "m8n32k16", "dtype": "f32", "ctype": "f16"}, "a")
    ('f16x2', 8)
    """
    type_ = named.get(f"{matrix}type", "f16")
    if matrix in "ab" and type_ == "f16":
        return "f16x2", 8
    return _shared_among(WARP_LANES, _elements(named, matrix), type_)


def _elements(named: Mapping[str, str], matrix: str) -> int:
    """Number of elements of a matrix that its fragments hold together."""
    rows, columns, depth = matrix_shape(named["shape"])
    if matrix == "a":
        return rows * depth // (2 if "sp" in named else 1)
    return depth * columns if matrix == "b" else rows * columns


def _shared_among(lanes: int, elements: int, type_: str, kind: str = "") -> tuple[str, int]:
    """The registers of one lane where all hold as many elements."""
    register, bits = _FRAGMENT_REGISTERS[type_]
    if kind in _BYTE_CONTAINERS:
        bits = max(bits, 8)
    return register, elements * bits // (lanes * (64 if type_ == "f64" else 32))


def matrix_shape(shape: str) -> tuple[int, int, int]:
    """M, N and K of a shape; K is 1 where it has none.

    >>> matrix_shape("m16n8k32"), matrix_shape("m8n8")
    ((16, 8, 32), (8, 8, 1))
    """
    rows, _, rest = shape.removeprefix("m").partition("n")
    columns, _, depth = rest.partition("k")
    return int(rows), int(columns), int(depth or 1)


def both_halves(named: Mapping[str, str], num: str) -> tuple[str, int | None]:
    """Two registers for each matrix of 16 by 16 bytes that `ldmatrix` loads."""
    return "b32", 2 * int(named[num].removeprefix("x"))


def texel(named: Mapping[str, str], geometry: str) -> tuple[str, int | None]:
    """Number of coordinates of a texture or surface, the layer among them: vectors have 2 or 4 elements.

    One coordinate may be without braces (manual sections 9.7.12.3, 9.7.13.1).
    """
    return "", _TEXELS[named.get(geometry, geometry)]


def braced_texel(named: Mapping[str, str], geometry: str) -> tuple[str, int | None]:
    """The same in braces, even one: so it follows a sampler (section 9.7.12.3)."""
    _, count = texel(named, geometry)
    return "", count or 1


def offsets(named: Mapping[str, str], geometry: str) -> tuple[str, int | None]:
    """Number of offsets or derivatives of coordinates: none for a layer or sample (section 9.7.12.3)."""
    return "", _OFFSETS[named[geometry]]


def rank(named: Mapping[str, str], dim: str) -> tuple[str, int | None]:
    """Number of coordinates of a tensor: ``.3d`` has three (section 9.7.10.28.5.3)."""
    return "", int(named[dim].removesuffix("d"))


def lower_rank(named: Mapping[str, str], dim: str) -> tuple[str, int | None]:
    """Number of strides of a tensor: the first dimension is dense (manual section 9.7.10.28.5.2.2)."""
    return "", int(named[dim].removesuffix("d")) - 1


def spatial_rank(named: Mapping[str, str], dim: str) -> tuple[str, int | None]:
    """Number of offsets of `im2col`: one for each dimension but channels and batch."""
    return "", int(named[dim].removesuffix("d")) - 2


def compressed(named: Mapping[str, str], operand: str) -> tuple[str, int | None]:
    """The registers of `spcompress` and `spdecompress`, by operand (manual tables 37 and 39)."""
    kept, of = (int(word) for word in named.get("factor", "sp::2:4").removeprefix("sp::").split(":"))
    num, bits = int(named["num"].removeprefix("x")), int(named["elemsize"].removeprefix("b"))
    index = int(named["idxsize"].removeprefix("b"))
    if "factor" not in named:
        total = {"data": 64 * num, "cdata": 32 * num, "mdata": -(-num * index // bits) * 32}[operand]
    else:
        total = {"data": of * bits * num, "cdata": kept * bits * num, "mdata": kept * index * num}[operand]
    return "b32", -(-total // 32)


_TEXELS = {"1d": None, "2d": 2, "3d": 4, "a1d": 2, "a2d": 4, "cube": 4, "acube": 4, "2dms": 4, "a2dms": 4}
_OFFSETS = {"1d": 1, "2d": 2, "3d": 4, "a1d": 1, "a2d": 2, "cube": 4, "acube": 4, "2dms": 2, "a2dms": 2}


def transferred(named: Mapping[str, str], argument: str) -> tuple[str, int | None]:
    """The registers that `tcgen05.ld` fills and `tcgen05.st` empties (section 9.7.18.8.3, table 59).

    >>> transferred({"shape": "16x256b", "num": "x4"}, "")
    ('b32', 16)
    """
    del argument
    return "b32", REGISTERS_OF_TRANSFER[named["shape"]] * int(named["num"].removeprefix("x"))


def compressed_data(named: Mapping[str, str], num: str) -> tuple[str, int | None]:
    """The registers that `tcgen05.ld.spcompress` fills with the half it keeps (9.7.18.8.3, table 60)."""
    return "b32", int(named[num].removeprefix("x")) // 2


def compressed_indices(named: Mapping[str, str], num: str) -> tuple[str, int | None]:
    """The registers that `tcgen05.ld.spcompress` fills with where those were, in 2 bits for each."""
    return "b32", -(-int(named[num].removeprefix("x")) // 32)


def output_lanes(named: Mapping[str, str], argument: str) -> tuple[str, int | None]:
    """A bit for each lane of tensor memory that `tcgen05.mma` writes, 128 in each CTA (9.7.18.10.10.1)."""
    del argument
    return "b32", 4 * int(named["cta_group"].removeprefix("cta_group::"))


REGISTERS_OF_TRANSFER = {"32x32b": 1, "16x32bx2": 1, "16x64b": 1, "16x128b": 2, "16x256b": 4}
"""Registers of a lane for ``.x1`` of each shape that tensor memory is loaded and stored in."""

WARP_LANES = 32
WARPGROUP_LANES = 128

_FRAGMENT_REGISTERS = {
    # element: register, bits of an element
    "f16": ("f16x2", 16), "bf16": ("bf16x2", 16), "tf32": ("tf32", 32),
    "f32": ("f32", 32), "f64": ("f64", 64),
    "e4m3": ("b32", 8), "e5m2": ("b32", 8), "e3m2": ("b32", 6), "e2m3": ("b32", 6), "e2m1": ("b32", 4),
    "s8": ("u32", 8), "u8": ("u32", 8), "s4": ("u32", 4), "u4": ("u32", 4), "b1": ("u32", 1),
    "s32": ("s32", 32),
}  # fmt: skip

_BYTE_CONTAINERS = frozenset({"kind::f8f6f4", "kind::mxf8f6f4"})
"""Kinds whose elements have a byte each, whatever their width."""


SHAPES: dict[str, Callable[[Mapping[str, str], str], tuple[str, int | None]]] = {
    "double": double,
    "half": half,
    "quarter": quarter,
    "fragment": fragment,
    "both_halves": both_halves,
    "texel": texel,
    "braced_texel": braced_texel,
    "offsets": offsets,
    "rank": rank,
    "lower_rank": lower_rank,
    "spatial_rank": spatial_rank,
    "compressed": compressed,
    "warpgroup_fragment": warpgroup_fragment,
    "wmma_fragment": wmma_fragment,
    "transferred": transferred,
    "compressed_data": compressed_data,
    "compressed_indices": compressed_indices,
    "output_lanes": output_lanes,
}
