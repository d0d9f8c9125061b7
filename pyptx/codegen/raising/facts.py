"""Facts about a body that its passes read."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Set as AbstractSet

    from pyptx.codegen.raising.report import Report


class Facts(NamedTuple):
    """Facts about a body.

    Attributes:
        taken: Names that have a meaning in it.
        report: Counts what the passes raise.
    """

    taken: AbstractSet[str]
    report: Report
