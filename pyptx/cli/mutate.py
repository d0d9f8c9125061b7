"""``pyptx run --mutate``: which fences, barriers, waits and bounds of a kernel matter, and which do not."""

from __future__ import annotations

import contextlib
import io
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

import click

from pyptx.cli.outcome import show
from pyptx.late import late
from pyptx.program import directing
from pyptx.progress import working

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

ALL = "all"
_campaigns = late("pyptx.sim.campaign")


def mutate(path: Path, run: Callable[[], Any], kinds: Sequence[str], seeds: int, *, as_json: bool) -> None:
    """Run the variants of every launch of a file, and show the results.

    Args:
        path: The file.
        run: Runs it once.
        kinds: Kinds of changes, or `ALL`.
        seeds: Random schedules for each variant, beside late and early.
        as_json: Whether to print JSON.

    Raises:
        click.Abort: Ctrl-C ended it; the results cover the variants that ran.
    """
    chosen = () if ALL in kinds else tuple(kinds)
    interrupted = False

    def note(done: int, of: int) -> None:
        if not done and any(report.detail.left for report in reports):  # no later launch starts
            raise KeyboardInterrupt
        count(done, of)

    with (
        working(f"mutating {path.name}", quiet=as_json, units="variants") as count,
        directing("mutants", kinds=chosen, seeds=seeds, progress=note) as reports,
        contextlib.redirect_stdout(io.StringIO()),
    ):
        try:
            run()
        except KeyboardInterrupt:  # the launches so far are a result
            interrupted = True
    campaigns = [report.detail for report in reports]
    result = {
        "file": str(path),
        "launches": [
            {
                "entry": campaign.entry,
                "seconds": campaign.seconds,
                "left": campaign.left,
                "variants": [asdict(outcome) for outcome in campaign.outcomes],
            }
            for campaign in campaigns
        ],
    }
    nothing = "interrupted before a variant ran" if interrupted else "nothing was launched"
    show(result, as_json=as_json, text="\n\n".join(map(str, _campaigns.joined(campaigns))) or nothing)
    if interrupted or any(campaign.left for campaign in campaigns):
        raise click.Abort
