"""The words of instructions that compute in a type.

>>> from pyptx.types import b32, bf16, u64
>>> word(b32), signed(u64), bits(u64), move_word(bf16)
('u32', 's64', 'b64', 'b16')
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pyptx.types import from_name, pred

if TYPE_CHECKING:
    from pyptx.types import PtxType


def word(dtype: PtxType) -> str:
    """The type of an operator's instruction: untyped bits count as unsigned."""
    return f"u{dtype.bits}" if dtype.kind == "b" else dtype.name


def signed(dtype: PtxType) -> str:
    """The instruction type of `neg` and `abs`, which integers have signed only."""
    return f"s{dtype.bits}" if dtype.kind in "bu" and "x" not in dtype.name else dtype.name


def bits(dtype: PtxType) -> str:
    """The untyped instruction type of a register's width."""
    return "pred" if dtype == pred else f"b{from_name(dtype.register).bits}"


def move_word(dtype: PtxType) -> str:
    """The instruction type of a `mov` of such registers."""
    return "b16" if dtype.register == "f16" else dtype.register
