"""The rules a launch looks after, and which of them a caller may switch off.

Bounds, alignment, write protection, member masks and barrier operands are always looked at: without them an
access would have no meaning. Looking for values nobody defined is on unless it is switched off; looking for
races takes time, and is off unless somebody asks.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pyptx.errors import LaunchError

if TYPE_CHECKING:
    from collections.abc import Iterable

OPTIONAL = frozenset({"uninitialized", "races", "scopes"})
"""Rules that `checks=` of `pyptx.sim.simulate` selects; scopes are those of mbarriers, for races."""

DEFAULT = frozenset({"uninitialized"})
"""Those that are on where nobody selects."""

ALL = "all"
"""The name for every rule that right programs of today keep: all but the scopes of mbarriers."""


def selected(names: Iterable[str] | None) -> frozenset[str]:
    """The optional rules to look after; `DEFAULT` for None; `ALL` is a name for most.

    >>> sorted(selected(None)), sorted(selected(())), sorted(selected("all"))
    (['uninitialized'], [], ['races', 'uninitialized'])

    Raises:
        LaunchError: There is no such rule.
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
    return chosen
