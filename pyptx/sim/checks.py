"""The rules that a launch checks, and those that a caller may switch off.

Bounds, alignment, write protection, member masks and barrier operands are always checked: without them an
access would have no meaning. The checks for undefined values and for copies that a CTA leaves behind are on
by default. Race checking is slow and off by default.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pyptx.errors import LaunchError

if TYPE_CHECKING:
    from collections.abc import Iterable

OPTIONAL = frozenset({"uninitialized", "exits", "races", "scopes", "swizzles", "wraps", "arrays"})
"""Rules that `checks=` of `pyptx.sim.simulate` selects: exits are those of a CTA before its copies are done,
scopes those of mbarriers, swizzles those of tensor maps and descriptors, wraps those of address arithmetic,
arrays those of bounds of shared and local arrays."""

OF_RACES = frozenset({"scopes", "swizzles"})
"""Rules that the race detector checks."""

DEFAULT = frozenset({"uninitialized", "exits"})
"""The rules that are on by default."""

ALL = "all"
"""The name for all optional rules except the scopes of mbarriers, which much right code does not keep."""


def selected(names: Iterable[str] | None) -> frozenset[str]:
    """Return the optional rules to check: `DEFAULT` for None; `ALL` is a name for most.

    Races include exits: a copy that a CTA leaves behind reads memory that the next CTA may write.

    >>> sorted(selected(None)), sorted(selected(())), sorted(selected("all"))
    (['exits', 'uninitialized'], [], ['arrays', 'exits', 'races', 'swizzles', 'uninitialized', 'wraps'])

    >>> sorted(selected("races"))
    ['exits', 'races']

    Raises:
        LaunchError: A name is not that of an optional rule, or of one that needs race checking without it.
    """
    if names is None:
        return DEFAULT
    chosen = frozenset((names,) if isinstance(names, str) else names)
    if ALL in chosen:
        chosen = chosen - {ALL} | OPTIONAL - {"scopes"}
    if unknown := chosen - OPTIONAL:
        raise LaunchError(
            f"no check {', '.join(map(repr, sorted(unknown)))}; "
            f"there are {', '.join(sorted(OPTIONAL))}, and {ALL} for all but scopes"
        )
    if chosen & OF_RACES and "races" not in chosen:
        first = min(chosen & OF_RACES)
        raise LaunchError(f"the check {first!r} is one of race checking: checks=('races', {first!r})")
    return chosen | {"exits"} if "races" in chosen else chosen
