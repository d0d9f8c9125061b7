"""Scale factors of blocks of A and B: in registers for `mma.sync`, in tensor memory for `tcgen05.mma`.

A row of A, or a column of B, has one factor for each 32 or 16 elements along K (manual sections 9.7.16.3 and
9.7.18.10.7); a factor is a byte.

>>> scale_fragment("a", 1, thread_id=1).at(23, 0, 0)
(13, 0)
>>> tensor_scale(70, 2), atom_offset(70, 2)
(((6, 38, 70, 102), 2, 2), 106)

The manual's text defines the lanes and bytes of the factors of `mma.sync`, except for the rows of the two
lanes of A, which have one other source. The manual only draws the places in tensor memory; they agree with
two other libraries, and tests check that they cover lanes, columns and bytes once.
"""

from __future__ import annotations

from functools import cache

from pyptx.layouts.fragments import WARP_LANES, Fragment

FACTORS_OF_COLUMN = 4  # bytes of 32 bits
ATOM_ROWS = 128
ATOM_BYTES = 512  # 128 rows of 4 factors


@cache
def scale_fragment(matrix: str, vector: int, *, thread_id: int = 0) -> Fragment:
    """Return the fragment of scale factors of A or B of `mma.sync` (section 9.7.16.3).

    Its rows are rows of A or columns of B, its columns are their factors; element `e` is byte ``byte_id +
    e``.

    Args:
        matrix: ``"a"`` or ``"b"``.
        vector: Factors of a row or column: 1, 2 or 4, from ``.scale_vec::``.
        thread_id: Pair of lanes of each quad with the factors of A, 0 or 1; or lane with those of B, 0 to 3.

    Raises:
        ValueError: An argument is out of range.
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
    """Return the place in tensor memory of a scale factor of A or B (section 9.7.18.10.7.2).

    All four warps' lanes must hold it. A column of 32 bits holds four factors along K; the next four follow
    after the columns of all rows: 4 for up to 128 rows, 8 for up to 256.

    Args:
        index: Row of A in this CTA, or column of B.
        factor: Number of the factor along K.
        extent: Number of rows of A, or of columns of B.

    Returns:
        Lanes, column from that of the address, byte of the column.

    Raises:
        ValueError: The row or column is out of range.
    """
    if not 0 <= index < extent <= 256 or factor < 0:
        raise ValueError(f"factor {factor} of {index}: rows or columns are 0 to {min(extent, 256) - 1}")
    group, byte = divmod(factor, FACTORS_OF_COLUMN)
    return _every_warp(index), group * scale_columns(extent) + index // WARP_LANES, byte


def tensor_scale_of_pair(column: int, factor: int, n: int) -> tuple[tuple[int, ...], int, int]:
    """Return the place in tensor memory of a scale factor of B for a CTA pair with M = 128, layout B.

    Both CTAs hold all columns: the first half for warps 0 and 1, the second for warps 2 and 3. Unproven: it
    has one source, and a comment in another disagrees.

    Args:
        column: Column of B.
        factor: Number of the factor along K, 0 to 3.
        n: Columns of B.

    Raises:
        ValueError: The column or factor is out of range.
    """
    if not (0 <= column < n <= 256 and 0 <= factor < FACTORS_OF_COLUMN):
        raise ValueError(f"factor {factor} of column {column}: columns are 0 to {n - 1}, factors 0 to 3")
    half, within = divmod(column, n // 2)
    first = within % WARP_LANES + 2 * WARP_LANES * half
    return (first, first + WARP_LANES), within // WARP_LANES, factor


def scale_columns(extent: int) -> int:
    """Return the tensor memory columns of four factors of each row or column: 4 for up to 128, else 8."""
    return 4 if extent <= ATOM_ROWS else 8


def atom_offset(index: int, factor: int) -> int:
    """Return the byte of a scale factor in shared memory, for a copy by ``tcgen05.cp.32x128b.warpx4``.

    An atom has four factors of each of 128 rows or columns, 512 bytes; each copy takes one, with a
    descriptor without swizzle and a stride of 128 bytes.

    Raises:
        ValueError: The factor is outside the atom.
    """
    if not (0 <= index < ATOM_ROWS and 0 <= factor < FACTORS_OF_COLUMN):
        raise ValueError(f"an atom has factors 0 to 3 of rows 0 to {ATOM_ROWS - 1}, not {factor} of {index}")
    return 16 * (index % WARP_LANES) + 4 * (index // WARP_LANES) + factor


def factor_id(step: int, factors: int, *, extent: int = 128) -> tuple[int, int]:
    """Return the start of the factors of a `tcgen05.mma` along K: columns to add to the address, and the id.

    The factors of successive MMAs are consecutive bytes. Unproven for 3 and 6 factors (K = 96): the manual
    gives the ids, and the continuation in the next column is inferred from them.

    Args:
        step: Number of the MMA along K.
        factors: Factors of a row in one MMA: 1, 2 or 4; with K = 96, 3 or 6.
        extent: Number of rows of A, or of columns of B.

    Raises:
        ValueError: No MMA has this many factors.

    >>> [factor_id(step, 2) for step in range(3)], factor_id(3, 3)
    ([(0, 0), (0, 2), (4, 0)], (8, 1))
    """
    if factors not in (1, 2, 3, 4, 6):
        raise ValueError(f"an MMA has 1, 2, 3, 4 or 6 factors for each row, not {factors}")
    group, byte = divmod(step * factors, FACTORS_OF_COLUMN)
    return group * scale_columns(extent), byte


def _every_warp(index: int) -> tuple[int, ...]:
    return tuple(index % WARP_LANES + WARP_LANES * warp for warp in range(4))
