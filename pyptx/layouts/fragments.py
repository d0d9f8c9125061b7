"""Fragments of a warp's matrices: the lane, register and element that hold each row and column.

`mma_fragment` covers the operands of `mma.sync` and `mma.sp` (manual sections 9.7.16.5.1 to 9.7.16.5.13 and
9.7.16.6.2), `wgmma_fragment` those of `wgmma` (9.7.17.5.1.1), and `matrix_fragment` those of `ldmatrix` and
`stmatrix`. Elements count from the low bits of a register. PTX leaves the fragments of `wmma` unspecified
(9.7.16.4.1), so they have no map: pass the result of `wmma.load` to `wmma.mma` unchanged.

Tests check that every map holds each element of its matrix once. The maps of `mma` and of the columns of a
sparse A are tested against the formulas in the manual. The manual only draws those of `wgmma` and ``m8n8``;
they agree with other libraries, and the simulator multiplies with them. Maps without such proof are marked
*unproven*.

>>> a = mma_fragment("m16n8k16", "a", "bf16")
>>> a.registers, a.elements, a.at(5, 1, 0)
(4, 2, (9, 2))
>>> print(draw(mma_fragment("m16n8k8", "d", "f32"), rows=2))
T0:r0 T0:r1 T1:r0 T1:r1 T2:r0 T2:r1 T3:r0 T3:r1
T4:r0 T4:r1 T5:r0 T5:r1 T6:r0 T6:r1 T7:r0 T7:r1
"""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

from pyptx.record import record, replace

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

WARP_LANES = 32
WARPGROUP_LANES = 128


@record(frozen=True, slots=True)
class Fragment:
    """The distribution of one matrix operand over the lanes of a warp, or of a warpgroup's four warps.

    Attributes:
        rows: Rows of a matrix.
        columns: Columns of a matrix.
        matrices: Matrices held side by side: 4 for `mma.m8n8k4` of f16, as many as `ldmatrix` loads, else 1.
        registers: Registers of each lane.
        elements: Elements of each register.
        bits: Bits that an element takes in its register.
        at: `(lane, register, element) -> (row, column)`.
        matrix: `(lane, register) -> index of the matrix`.
        lanes: The lanes that hold it: all of a warp, unless an operand selects some.
    """

    rows: int
    columns: int
    matrices: int
    registers: int
    elements: int
    bits: int
    at: Callable[[int, int, int], tuple[int, int]]
    matrix: Callable[[int, int], int] = lambda lane, register: 0
    lanes: Sequence[int] = range(WARP_LANES)

    def places(self) -> Iterator[tuple[tuple[int, int, int], tuple[int, int, int]]]:
        """Map every `(lane, register, element)` to its `(matrix, row, column)`."""
        for lane in self.lanes:
            for register in range(self.registers):
                for element in range(self.elements):
                    row, column = self.at(lane, register, element)
                    yield (lane, register, element), (self.matrix(lane, register), row, column)


@cache
def mma_fragment(
    shape: str, matrix: str, type_: str, layout: str = "", kind: str = "", *, sparse: bool = False
) -> Fragment:
    """Return the fragment of matrix ``a``, ``b``, ``c`` or ``d`` of `mma.sync`.

    Args:
        shape: Shape, such as ``"m16n8k16"``.
        matrix: ``"a"``, ``"b"``, ``"c"`` or ``"d"``.
        type_: Type of its elements.
        layout: ``"row"`` or ``"col"``, for `a` and `b` of ``m8n8k4`` of f16 only.
        kind: ``"kind::f8f6f4"`` and ``"kind::mxf8f6f4"`` give every element a byte.
        sparse: Whether the instruction is `mma.sp`: A then has only its stored columns, M by K / 2, and
            `sparsity.metadata_fragment` maps them to columns of the whole matrix.

    Raises:
        ValueError: `mma` has no such operand.

    >>> mma_fragment("m16n8k32", "a", "f16", sparse=True).at(5, 2, 1)
    (1, 11)
    """
    m, n, k = mma_shape(shape)
    rows, columns = _extents(m, n, k, matrix, sparse)
    if shape == "m8n8k4" and type_ != "f64":
        return _quad_pair_fragment(matrix, type_, layout)
    if type_ not in _ELEMENT_BITS:
        raise ValueError(f"mma has no matrix of {type_!r}; it has {', '.join(_ELEMENT_BITS)}")
    bits = 8 if kind in _BYTE_CONTAINERS and matrix in "ab" else _ELEMENT_BITS[type_]
    held = rows * columns // WARP_LANES
    elements = 32 // bits if bits < 32 else 1
    if matrix == "a":
        at = _multiplicand_a(elements, rows)
    else:
        at = _multiplicand_b(elements) if matrix == "b" else _accumulator(elements)
    if held == 0 or held % elements:
        raise ValueError(f"mma.{shape} has no matrix {matrix} of {type_}: {held} elements for each lane")
    return Fragment(rows, columns, 1, held // elements, elements, bits, at)


@cache
def wgmma_fragment(shape: str, matrix: str, type_: str, *, sparse: bool = False) -> Fragment:
    """Return the fragment of matrix ``a`` or ``d`` of `wgmma`; lanes are the warpgroup's threads, 0 to 127.

    Each warp holds sixteen rows, as for `mma.sync`.

    Args:
        shape: Shape, such as ``"m64n256k16"``.
        matrix: ``"a"`` in registers, or ``"d"``; B is in shared memory.
        type_: Type of its elements.
        sparse: Whether A is sparse: it then has only its stored columns.

    Raises:
        ValueError: `wgmma` has no such operand.

    >>> d, a = wgmma_fragment("m64n128k16", "d", "f32"), wgmma_fragment("m64n128k16", "a", "f16")
    >>> d.at(77, 5, 0), a.at(77, 3, 0)
    ((35, 11), (43, 10))
    """
    m, n, k = mma_shape(shape)
    if m != 64 or matrix not in ("a", "d"):
        raise ValueError(
            f"wgmma.{shape} has no fragment {matrix!r}: m64 has 'a' and 'd', B is in shared memory"
        )
    warp = mma_fragment(f"m16n{n}k{k}", matrix, type_, sparse=sparse)

    def at(lane: int, register: int, element: int) -> tuple[int, int]:
        row, column = warp.at(lane % WARP_LANES, register, element)
        return row + 16 * (lane // WARP_LANES), column

    return replace(warp, rows=m, at=at, lanes=range(WARPGROUP_LANES))


@cache
def matrix_fragment(shape: str, num: str, *, trans: bool = False) -> Fragment:
    """Return the fragment that `ldmatrix` loads or `stmatrix` stores.

    ``m8n8`` holds elements of 16 bits, ``m16n16`` (always transposed) and ``m8n16`` elements of 8 bits, after
    the unpacking of 4 and 6 bits if there is any, and so does ``m16n8`` of `stmatrix` (always transposed).
    Rows and columns are those of the matrix in shared memory, whose row `r` of matrix `i` lies where lane
    ``i * rows + r`` points (`address_lane`): of ``m16n8`` the 8 rows of 16 bytes that the columns become.

    Unproven: the order of the bytes of ``m16n16``, which the manual only draws.

    >>> matrix_fragment("m8n8", "x4").at(5, 2, 1), matrix_fragment("m8n8", "x4", trans=True).at(5, 2, 1)
    ((1, 3), (3, 1))
    >>> matrix_fragment("m16n8", "x1", trans=True).at(5, 0, 3)
    (3, 9)

    Raises:
        ValueError: There is no such shape.
    """
    count = int(num.removeprefix("x"))
    if shape == "m8n8":
        if trans:
            return Fragment(8, 8, count, count, 2, 16, _transposed(2), _by_register)
        return Fragment(8, 8, count, count, 2, 16, _straight(2), _by_register)
    if shape == "m8n16" and not trans:
        return Fragment(8, 16, count, count, 4, 8, _straight(4), _by_register)
    if shape == "m16n16" and trans:
        return Fragment(16, 16, count, 2 * count, 4, 8, _transposed_pair, _by_register_pair)
    if shape == "m16n8" and trans:
        return Fragment(8, 16, count, count, 4, 8, _transposed_accumulator, _by_register)
    raise ValueError(
        f"no fragment of shape {shape}{' transposed' if trans else ''}: m8n8, m8n16, transposed m16n16, "
        "transposed m16n8"
    )


def address_lane(fragment: Fragment, matrix: int, row: int) -> int:
    """Return the lane that gives the address of a row, for `ldmatrix` and `stmatrix`."""
    return matrix * fragment.rows + row


def mma_shape(shape: str) -> tuple[int, int, int]:
    """Return M, N and K of a shape.

    >>> mma_shape("m16n8k32")
    (16, 8, 32)

    Raises:
        ValueError: The word is not a shape.
    """
    match = re.fullmatch(r"m(\d+)n(\d+)k(\d+)", shape)
    if match is None:
        raise ValueError(f"{shape!r} is not a shape; one is 'm16n8k16'")
    return int(match[1]), int(match[2]), int(match[3])


def draw(fragment: Fragment, rows: int | None = None) -> str:
    """Show which lane and register holds each element of the first matrix, as the manual's figures do."""
    cells = {(row, column): f"T{lane}:r{register}"
             for (lane, register, _), (matrix, row, column) in fragment.places() if matrix == 0}  # fmt: skip
    width = max(len(cell) for cell in cells.values())
    shown = range(fragment.rows if rows is None else rows)
    return "\n".join(
        " ".join(cells[row, column].ljust(width) for column in range(fragment.columns)).rstrip()
        for row in shown
    )


_ELEMENT_BITS = {
    "f64": 64, "f32": 32, "s32": 32, "tf32": 32, "f16": 16, "bf16": 16,
    "e4m3": 8, "e5m2": 8, "e3m2": 8, "e2m3": 8, "s8": 8, "u8": 8, "e2m1": 4, "s4": 4, "u4": 4, "b1": 1,
}  # fmt: skip

_BYTE_CONTAINERS = frozenset({"kind::f8f6f4", "kind::mxf8f6f4"})


def _extents(m: int, n: int, k: int, matrix: str, sparse: bool) -> tuple[int, int]:
    """Return the rows and columns of a matrix; for a sparse A, of its stored half."""
    return {"a": (m, k // 2 if sparse else k), "b": (k, n), "c": (m, n), "d": (m, n)}[matrix]


def _multiplicand_a(elements: int, rows: int) -> Callable[[int, int, int], tuple[int, int]]:
    """Rows by groups of four lanes, registers first down (two halves of 16 rows) and then right."""
    halves = rows // 8

    def at(lane: int, register: int, element: int) -> tuple[int, int]:
        return lane // 4 + 8 * (register % halves), (register // halves * 4 + lane % 4) * elements + element

    return at


def _multiplicand_b(elements: int) -> Callable[[int, int, int], tuple[int, int]]:
    """Columns by groups of four lanes, registers down."""
    return lambda lane, register, element: ((register * 4 + lane % 4) * elements + element, lane // 4)


def _accumulator(elements: int) -> Callable[[int, int, int], tuple[int, int]]:
    """Two neighbouring columns for each lane, then the other half of 16 rows, then eight columns further."""

    def at(lane: int, register: int, element: int) -> tuple[int, int]:
        index = register * elements + element
        return lane // 4 + 8 * (index // 2 % 2), index // 4 * 8 + lane % 4 * 2 + index % 2

    return at


def _quad_pair_fragment(matrix: str, type_: str, layout: str) -> Fragment:
    """`mma.m8n8k4` of f16: lanes 4q to 4q+3 and 16+4q to 16+4q+3 compute product q of four."""
    if matrix in "cd":
        if type_ == "f32":
            return Fragment(8, 8, 4, 8, 1, 32, _quad_pair_f32, _by_quad_pair)
        return Fragment(8, 8, 4, 4, 2, 16, _quad_pair_row, _by_quad_pair)
    if layout not in ("row", "col"):
        raise ValueError(f"matrix {matrix} of mma.m8n8k4 is 'row' or 'col', not {layout!r}")
    along = _quad_pair_row if (matrix == "a") == (layout == "row") else _quad_pair_spread
    rows, columns = (8, 4) if matrix == "a" else (4, 8)
    at = along if matrix == "a" else _mirror(along)
    return Fragment(rows, columns, 4, 2, 2, 16, at, _by_quad_pair)


def _by_quad_pair(lane: int, register: int) -> int:
    del register
    return lane % 16 // 4


def _quad_pair_row(lane: int, register: int, element: int) -> tuple[int, int]:
    """Map a lane to a row."""
    return lane % 4 + 4 * (lane // 16), register * 2 + element


def _quad_pair_spread(lane: int, register: int, element: int) -> tuple[int, int]:
    """Map a lane to half of a column of four."""
    return register * 2 + element + 4 * (lane // 16), lane % 4


def _quad_pair_f32(lane: int, register: int, element: int) -> tuple[int, int]:
    del element
    return (lane & 1) + (register & 2) + 4 * (lane // 16), (register & 4) + (lane & 2) + (register & 1)


def _mirror(at: Callable[[int, int, int], tuple[int, int]]) -> Callable[[int, int, int], tuple[int, int]]:
    """Exchange rows and columns."""

    def mirrored(lane: int, register: int, element: int) -> tuple[int, int]:
        row, column = at(lane, register, element)
        return column, row

    return mirrored


def _by_register(lane: int, register: int) -> int:
    del lane
    return register


def _by_register_pair(lane: int, register: int) -> int:
    del lane
    return register // 2


def _straight(elements: int) -> Callable[[int, int, int], tuple[int, int]]:
    """Map four lanes to a row."""
    return lambda lane, register, element: (lane // 4, lane % 4 * elements + element)


def _transposed(elements: int) -> Callable[[int, int, int], tuple[int, int]]:
    """Map four lanes to a column."""
    return lambda lane, register, element: (lane % 4 * elements + element, lane // 4)


def _transposed_pair(lane: int, register: int, element: int) -> tuple[int, int]:
    """Map four lanes to a column, and the second register to the column eight further."""
    return lane % 4 * 4 + element, lane // 4 + 8 * (register % 2)


def _transposed_accumulator(lane: int, register: int, element: int) -> tuple[int, int]:
    """Map an accumulator of 16 by 8 with rows and columns exchanged."""
    del register
    return lane % 4 * 2 + element % 2, lane // 4 + 8 * (element // 2)
