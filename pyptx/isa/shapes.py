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

    A warp shares the elements evenly and packs those narrower than 32 bits (sections 9.7.16.5.1 to .13).

    >>> named = {"shape": "m16n8k16", "atype": "bf16", "btype": "bf16", "ctype": "f32", "dtype": "f32"}
    >>> fragment(named, "a"), fragment(named, "b"), fragment(named, "d")
    (('bf16x2', 4), ('bf16x2', 2), ('f32', 4))
    """
    type_ = named[f"{matrix}type"]
    rows, columns, depth = matrix_shape(named["shape"])
    elements = {"a": rows * depth, "b": depth * columns}.get(matrix, rows * columns)
    if named["shape"] == "m8n8k4" and type_ != "f64" and named["atype"] == "f16":
        elements *= 4  # four products, one for each quarter of the warp
    register, bits = _FRAGMENT_REGISTERS[type_]
    if named.get("kind", "") in _BYTE_CONTAINERS:
        bits = max(bits, 8)
    register_bits = 64 if type_ == "f64" else 32
    return register, elements * bits // (WARP_LANES * register_bits)


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


WARP_LANES = 32

_FRAGMENT_REGISTERS = {
    # element: register, bits of an element
    "f16": ("f16x2", 16), "bf16": ("bf16x2", 16), "tf32": ("tf32", 32),
    "f32": ("f32", 32), "f64": ("f64", 64),
    "e4m3": ("b32", 8), "e5m2": ("b32", 8), "e3m2": ("b32", 6), "e2m3": ("b32", 6), "e2m1": ("b32", 4),
    "s8": ("u32", 8), "u8": ("u32", 8), "s4": ("u32", 4), "u4": ("u32", 4), "b1": ("u32", 1),
    "s32": ("s32", 32),
}  # fmt: skip

_BYTE_CONTAINERS = frozenset({"kind::f8f6f4", "kind::mxf8f6f4"})
"""Kinds whose elements each stand in a byte, whatever their width."""


SHAPES: dict[str, Callable[[Mapping[str, str], str], tuple[str, int | None]]] = {
    "double": double,
    "half": half,
    "quarter": quarter,
    "fragment": fragment,
    "both_halves": both_halves,
}
