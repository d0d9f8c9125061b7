"""Instructions of PTX that have no row yet: what is written of them is neither unknown nor checked."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pyptx.isa.form import Form

# fmt: off
_HEADS = frozenset((
    "alloca", "stackrestore", "stacksave",
    "applypriority.async", "cp.async.bulk", "cp.reduce", "discard.async", "fabric", "multimem",
    "red.async", "st.async", "st.bulk", "clusterlaunchcontrol", "spcompress", "spdecompress", "tensormap",
    "istypep", "suld", "suq", "sured", "sust", "tex", "tld4", "txq",
    "mma.sp", "tcgen05", "wgmma", "wmma",
    "vabsdiff", "vadd", "vmad", "vmax", "vmin", "vset", "vshl", "vshr", "vsub",
    "vabsdiff2", "vadd2", "vavrg2", "vmax2", "vmin2", "vset2", "vsub2",
    "vabsdiff4", "vadd4", "vavrg4", "vmax4", "vmin4", "vset4", "vsub4",
))
# fmt: on
"""The first words of instructions that the rows came to last."""


def unlisted(opcode: str, modifiers: Sequence[str], forms: Sequence[Form]) -> str | None:
    """The first words of an instruction, if these are of PTX and none of the opcode's `forms` has them.

    >>> unlisted("wgmma", ("fence", "sync", "aligned"), ()), unlisted("frobnicate", (), ())
    ('wgmma', None)
    """
    for end in range(min(len(modifiers), 2) + 1):
        words = modifiers[:end]
        head = ".".join((opcode, *words))
        if head in _HEADS and not any(_starts_with(form, words) for form in forms):
            return head
    return None


def _starts_with(form: Form, words: Sequence[str]) -> bool:
    slots = form.slots[: len(words)]
    return len(slots) == len(words) and all(
        word in slot.choices for word, slot in zip(words, slots, strict=True)
    )


def explain_unlisted(head: str) -> str:
    """Say what can be done with an instruction that has no row."""
    return f"{head} is an instruction of PTX that has no row here yet; ptx.raw writes it unverified"
