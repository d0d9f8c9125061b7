"""Masks of `tcgen05.mma`: the columns of B that an MMA replaces by zero (manual section 9.7.18.4.3)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pyptx.layouts.descriptors import ZERO_COLUMN_MASK

if TYPE_CHECKING:
    from collections.abc import Sequence


def zero_column_mask(
    *,
    used: int,
    zeroed: int,
    start: Sequence[int] = (0,),
    zeroed_first: Sequence[bool] = (False,),
    shift: int = 0,
) -> int:
    """Make the mask of the columns of B that a ``.ws`` MMA replaces by zero: runs of both kinds, in turn.

    The mask has one part with M = 128, two halves with M = 64, four quarters with M = 32; each has a start of
    its own. The manual's table exchanges the two kinds of runs compared with its examples; this function
    follows the examples.

    Args:
        used: Columns of a run that are used, 1 to 256.
        zeroed: Columns of a run that are replaced by zero, 1 to 256.
        start: Columns of the runs skipped at the start of each part, 0 to 255.
        zeroed_first: Whether the runs of each part start with a zeroed one.
        shift: First column of B, up to 16 with M = 32, else up to 32.

    Raises:
        ValueError: A number does not fit.

    >>> masked = zero_columns(zero_column_mask(used=4, zeroed=3), m=128, n=16)
    >>> "".join(str(int(each)) for each in masked)
    '0000111000011100'
    """
    if len(start) > 4 or len(zeroed_first) > 4:
        raise ValueError("a mask has at most four parts")
    return ZERO_COLUMN_MASK.encode(
        **{f"start{part}": columns for part, columns in enumerate(start)},
        **{f"first{part}": value for part, value in enumerate(zeroed_first)},
        non_zero=True,
        skip=zeroed - 1,
        use=used - 1,
        shift=shift,
    )


def decode_mask(word: int) -> dict[str, int]:
    """Return the fields of a zero-column mask.

    Raises:
        ValueError: A bit outside the fields is set.
    """
    return ZERO_COLUMN_MASK.decode(word)


def zero_columns(word: int, *, m: int, n: int) -> list[bool]:
    """Return which of the `n` columns of B a mask replaces by zero.

    Args:
        word: The mask.
        m: Rows of D: 32, 64 or 128.
        n: Columns of D.
    """
    fields = ZERO_COLUMN_MASK.decode(word)
    if not fields["non_zero"]:
        return [False] * n
    parts = 128 // m
    zeroed, used = fields["skip"] + 1, fields["use"] + 1
    columns = []
    for part in range(parts):
        first = fields[f"start{part}"] + (used if fields[f"first{part}"] else 0)
        columns += [(first + column) % (used + zeroed) >= used for column in range(n // parts)]
    return columns
