"""The strength and the scope of accesses, as instructions write them (manual section 8.4)."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from pyptx.types import TYPES, from_name

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pyptx.sim.site import Site
    from pyptx.sim.steps import Code

NO_SCOPE, CTA, CLUSTER, GPU = 0, 1, 2, 3
_SCOPE = {"cta": CTA, "cluster": CLUSTER, "gpu": GPU, "sys": GPU, "gl": GPU}
_STRONG = frozenset({"volatile", "relaxed", "acquire", "release", "acq_rel", "mmio"})
_VECTORS = frozenset({"v2", "v4", "v8"})
_ACCESSES = frozenset({"reads", "writes"})
_ACCUMULATING = frozenset({"add", "and", "or", "xor", "max", "min"})
_INTEGERS = frozenset({"u32", "s32", "u64", "s64", "b32", "b64"})


class Strength(NamedTuple):
    """The ordering of an access, as its instruction writes it.

    Attributes:
        scope: 0 for a weak access.
        acquires: Whether its reads may acquire.
        releases: Whether its writes release.
        constant: Whether it is a load from memory that nothing writes during the launch.
        later: Whether its writes release when they take effect, after the instruction.
        reads: Whether the thread gets the value: `red` only updates it.
        element: Bytes of an element of a vector, each of which is an access of its own; 0 for other accesses.
    """

    scope: int = 0
    acquires: bool = False
    releases: bool = False
    constant: bool = False
    later: bool = False
    reads: bool = False
    element: int = 0


def scope_of(words: Sequence[str], default: int = GPU) -> int:
    """Return the scope that an instruction names, or its default scope."""
    return next((_SCOPE[word] for word in words if word in _SCOPE), default)


def element_bytes(words: Sequence[str]) -> int:
    """Return the bytes of the type that an access names last, of each element of a vector.

    >>> element_bytes(("relaxed", "gpu", "global", "v2", "f32", "add")), element_bytes(("shared", "u64"))
    (4, 8)
    """
    return from_name(next(word for word in reversed(words) if word in TYPES)).bytes


def strength(step: Site) -> Strength:
    """Return the ordering of an instruction's accesses, from its words (manual section 8.4)."""
    words = step.instruction.modifiers
    element = 0 if _VECTORS.isdisjoint(words) else element_bytes(words)
    if "atomic" not in step.effects and _STRONG.isdisjoint(words):
        return Strength(constant="nc" in words, element=element)
    return Strength(
        scope_of(words),
        "acquire" in words or "acq_rel" in words,
        "release" in words or "acq_rel" in words,
        later="async" in words,
        reads="reads" in step.effects,
        element=element,
    )


def accumulates(step: Site) -> bool:
    """Whether an instruction is an atomic whose result does not depend on the order of such atomics."""
    words = frozenset(step.instruction.modifiers)
    return "atomic" in step.effects and bool(words & _ACCUMULATING) and bool(words & _INTEGERS)


def has_narrow_scopes(code: Code) -> bool:
    """Whether strong accesses of a program have a scope below that of the GPU."""
    words = (step.instruction.modifiers for step in code.steps if not _ACCESSES.isdisjoint(step.effects))
    return any(_SCOPE.get(word, GPU) < GPU for each in words for word in each)
