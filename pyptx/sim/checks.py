"""The rules a launch looks after, and which of them a caller may switch off.

Bounds, alignment, write protection, member masks and barrier operands are always looked at: without them an
access would have no meaning. Looking for values nobody defined can be switched off.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pyptx.errors import LaunchError

if TYPE_CHECKING:
    from collections.abc import Iterable

OPTIONAL = frozenset({"uninitialized"})
"""Rules that `checks=` of `pyptx.sim.simulate` selects; all of them are on by default."""


def selected(names: Iterable[str] | None) -> frozenset[str]:
    """The optional rules to look after; all of them for None.

    >>> sorted(selected(None)), sorted(selected(()))
    (['uninitialized'], [])

    Raises:
        LaunchError: There is no such rule.
    """
    if names is None:
        return OPTIONAL
    chosen = frozenset(names)
    if unknown := chosen - OPTIONAL:
        raise LaunchError(
            f"no check {', '.join(map(repr, sorted(unknown)))}; there are {', '.join(sorted(OPTIONAL))}"
        )
    return chosen
