"""Scale factors of blocks of A and B: in registers for `mma.sync`, in tensor memory for `tcgen05.mma`.

A row of A, or a column of B, has one factor for each 32 or 16 elements along K (manual sections 9.7.16.3 and
9.7.18.10.7); a factor is a byte.

>>> scale_fragment("a", 1, thread_id=1).at(23, 0, 0)
(13, 0)
>>> tensor_scale(70, 2), atom_offset(70, 2)
(((6, 38, 70, 102), 2, 2), 106)

Which lanes and bytes have the factors of `mma.sync` is proven by the manual's text, but for the rows that
the two lanes of A have, which have one other source. The places in tensor memory, which the manual draws,
agree with two other libraries; they are tested to cover lanes, columns and bytes once.
"""

from __future__ import annotations

from functools import cache

from pyptx.layouts.fragments import WARP_LANES, Fragment

FACTORS_OF_COLUMN = 4  # bytes of 32 bits
ATOM_ROWS = 128
ATOM_BYTES = 512  # 128 rows of 4 factors


@cache
def scale_fragment(matrix: str, vector: int, *, thread_id: int = 0) -> Fragment:
    """Which lane has the scale factors of which row of A, or column of B, of `mma.sync` (section 9.7.16.3).

    Rows are those of A or columns of B, columns the factors of each; element `e` is byte ``byte_id + e``.

    Args:
        matrix: ``"a"`` or ``"b"``.
        vector: Factors of a row or column: 1, 2 or 4, as ``.scale_vec::`` says.
        thread_id: Of A which pair of lanes of each quad has them, 0 or 1; of B which lane, 0 to 3.

    Raises:
        ValueError: There are no such factors.
    """
    if vector not in (1, 2, 4):
        raise ValueError(f"a scale vector has 1, 2 or 4 factors, not {vector}")
    if matrix == "a" and thread_id in (0, 1):
        lanes = tuple(lane for lane in range(WARP_LANES) if lane % 4 // 2 == thread_id)
        return Fragment(16, vector, 1, 1, vector, 8, lambda t, r, e: (t // 4 + 8 * (t % 2), e), lanes=lanes)
    if matrix == "b" and thread_id in (0, 1, 2, 3):
        lanes = tuple(lane for lane in range(WARP_LANES) if lane % 4 == thread_id)
        return Fragment(8, vector, 1, 1, vector, 8, lambda t, r, e: (t // 4, e), lanes=lanes)
    raise ValueError(
        f"factors are of 'a', by thread 0 or 1, or of 'b', by thread 0 to 3; not {matrix!r} by {thread_id}"
    )


def tensor_scale(index: int, factor: int, *, extent: int = 128) -> tuple[tuple[int, ...], int, int]:
    """Where tensor memory has a scale factor of a row of A or a column of B (section 9.7.18.10.7.2).

    All four warps' lanes must have it. Four factors along K stand in a column of 32 bits; the next four
    follow after the columns that all rows take: 4 for up to 128 rows, 8 for up to 256.

    Args:
        index: Row of A in this CTA, or column of B.
        factor: Number of the factor along K.
        extent: Rows of A, or columns of B, that there are.

    Returns:
        Lanes, column from that of the address, byte of the column.

    Raises:
        ValueError: There is no such row or column.
    """
    if not 0 <= index < extent <= 256 or factor < 0:
        raise ValueError(f"factor {factor} of {index}: rows or columns are 0 to {min(extent, 256) - 1}")
    group, byte = divmod(factor, FACTORS_OF_COLUMN)
    return _every_warp(index), group * scale_columns(extent) + index // WARP_LANES, byte


def tensor_scale_of_pair(column: int, factor: int, n: int) -> tuple[tuple[int, ...], int, int]:
    """Where tensor memory has a scale factor of B for a pair of CTAs with M = 128, layout B.

    Both CTAs have all columns: the first half for warps 0 and 1, the second for warps 2 and 3. Unproven: one
    source, and another's comment disagrees.

    Args:
        column: Column of B.
        factor: Number of the factor along K, 0 to 3.
        n: Columns of B.

    Raises:
        ValueError: There is no such column or factor.
    """
    if not (0 <= column < n <= 256 and 0 <= factor < FACTORS_OF_COLUMN):
        raise ValueError(f"factor {factor} of column {column}: columns are 0 to {n - 1}, factors 0 to 3")
    half, within = divmod(column, n // 2)
    first = within % WARP_LANES + 2 * WARP_LANES * half
    return (first, first + WARP_LANES), within // WARP_LANES, factor


def scale_columns(extent: int) -> int:
    """Columns of tensor memory that four factors of each row or column take: 4 for up to 128, else 8."""
    return 4 if extent <= ATOM_ROWS else 8


def atom_offset(index: int, factor: int) -> int:
    """The byte of a scale factor in shared memory, as ``tcgen05.cp.32x128b.warpx4`` copies it to its place.

    An atom has four factors of each of 128 rows or columns, 512 bytes; each copy takes one, with a
    descriptor without swizzle and a stride of 128 bytes.

    Raises:
        ValueError: An atom has no such factor.
    """
    if not (0 <= index < ATOM_ROWS and 0 <= factor < FACTORS_OF_COLUMN):
        raise ValueError(f"an atom has factors 0 to 3 of rows 0 to {ATOM_ROWS - 1}, not {factor} of {index}")
    return 16 * (index % WARP_LANES) + 4 * (index // WARP_LANES) + factor


def factor_id(step: int, factors: int, *, extent: int = 128) -> tuple[int, int]:
    """Where the factors of one `tcgen05.mma` along K start: columns to add to the address, and their id.

    The factors of successive products follow each other byte by byte. Unproven for 3 and 6 factors (K = 96):
    the ids are the manual's, that the bytes go on in the next column is read from them.

    Args:
        step: Number of the product along K.
        factors: Factors of a row in one product: 1, 2 or 4, of K = 96 3 or 6.
        extent: Rows of A, or columns of B, that there are.

    Raises:
        ValueError: No product has so many factors.

    >>> [factor_id(step, 2) for step in range(3)], factor_id(3, 3)
    ([(0, 0), (0, 2), (4, 0)], (8, 1))
    """
    if factors not in (1, 2, 3, 4, 6):
        raise ValueError(f"a product has 1, 2, 3, 4 or 6 factors for each row, not {factors}")
    group, byte = divmod(step * factors, FACTORS_OF_COLUMN)
    return group * scale_columns(extent), byte


def _every_warp(index: int) -> tuple[int, ...]:
    return tuple(index % WARP_LANES + WARP_LANES * warp for warp in range(4))
