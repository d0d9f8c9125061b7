"""Pictures of layouts on pages: the expressions, and the fences that show them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pyptx import inspect
from pyptx.notebook import Picture

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

LAYOUTS: Mapping[str, Sequence[tuple[str, str]]] = {
    "ldmatrix": (
        (
            "The elements that each lane gets of `.m8n8.x4`, rows 0 to 3 of 8; matrix k is in register k:",
            'fragment("m8n8", "b16", "x4", rows=range(4))',
        ),
        ("With `.trans`, a lane gets two elements of a column:", 'fragment("m8n8", "b16", "x1", trans=True)'),
    ),
    "stmatrix": (
        ("The elements that each lane stores with `.m8n8.x1`:", 'fragment("m8n8", "b16", "x1")'),
        (
            "With `.trans`, a lane stores two elements of a column:",
            'fragment("m8n8", "b16", "x1", trans=True)',
        ),
    ),
    "shfl": (
        ("The lanes that `bfly` reads, for the five distances of a sum:", 'shuffle("bfly", 16, 8, 4, 2, 1)'),
        (
            "With `up` and segments of eight lanes; a dot keeps its own value:",
            'shuffle("up", 1, 2, 4, c=0x1800)',
        ),
    ),
    "movmatrix": (
        ("The elements of `a` in each lane:", 'fragment("m8n8", "b16", "x1")'),
        ("The same elements in the lanes of `d`:", 'fragment("m8n8", "b16", "x1", trans=True)'),
    ),
    "mma": (
        (
            "The lanes and registers of `m16n8k16` with f16 or bf16, first A:",
            'fragment("m16n8k16", "f16", "a")',
        ),
        ("B, whose lanes hold two neighbours of a column:", 'fragment("m16n8k16", "f16", "b")'),
        ("C and D in f32:", 'fragment("m16n8k16", "f32", "d")'),
    ),
    "mma.sp": (
        (
            "The half of A that is kept, of `m16n8k32` with f16 or bf16:",
            'fragment("m16n8k32", "f16", "a", sparse=True)',
        ),
        (
            "The metadata that belong to it, with the sparsity selector 0:",
            'fragment("m16n8k32", "f16", "metadata")',
        ),
    ),
    "wgmma.mma_async": (
        (
            "D in f32, the 16 rows of warp 0; columns 8 to 15 are in registers 4 to 7, and so on:",
            'fragment("m64n8k16", "f32", "d", rows=range(16))',
        ),
        (
            "A in registers, with f16 or bf16, again of warp 0:",
            'fragment("m64n8k16", "f16", "a", rows=range(16))',
        ),
    ),
    "tcgen05.ld": (
        (
            "With `.32x32b` a thread gets columns of its own lane of tensor memory; four lanes of 32:",
            'fragment("32x32b", "b32", "x4", rows=range(4))',
        ),
        ("With `.16x256b`, 16 lanes and 8 columns:", 'fragment("16x256b", "b32", "x1")'),
    ),
    "tcgen05.st": (
        (
            "With `.32x32b` a thread writes columns of its own lane of tensor memory; four lanes of 32:",
            'fragment("32x32b", "b32", "x4", rows=range(4))',
        ),
        ("With `.16x256b`, 16 lanes and 8 columns:", 'fragment("16x256b", "b32", "x1")'),
    ),
}
"""Sentences and expressions on the pages of instructions."""


def picture(expression: str) -> Picture:
    """Return the picture of an expression over the names of `pyptx.inspect`.

    >>> picture('swizzle("32B")').splitlines()[0]
    '32B swizzle, rows of 32 bytes: the banks of each 16-byte chunk'
    """
    names = {name: getattr(inspect, name) for name in inspect.__all__}
    drawn = eval(expression, names)
    if not isinstance(drawn, Picture):
        raise TypeError(f"{expression} is not a picture but {type(drawn).__name__}")
    return drawn


def layouts(name: str) -> str:
    """Write the section with the layouts of an instruction; empty without any."""
    parts = [f"\n{sentence}\n\n{fence(expression)}" for sentence, expression in LAYOUTS.get(name, ())]
    return f"\n## Layout\n{''.join(parts)}" if parts else ""


def fence(expression: str) -> str:
    """Write the fence that shows a picture."""
    return f"```{{picture}} {expression}\n{picture(expression)}\n```\n"
