"""``pyptx explain``: the meaning of a rule, a kernel that breaks it, and the repair."""

from __future__ import annotations

import linecache
import sys
from typing import TYPE_CHECKING, Any

import click

from pyptx import rules
from pyptx.cli.outcome import Exit, as_json, show
from pyptx.errors import SimFault, did_you_mean
from pyptx.program import directing

if TYPE_CHECKING:
    from pyptx.perf import Finding


@click.command()
@click.argument("name", required=False)
@as_json
def explain(name: str | None, *, as_json: bool) -> None:
    """Explain a rule of the simulator or of perf, such as race.

    Without NAME, list all rules.
    """
    if name is None:
        titles = {rule.name: rule.title for rule in rules.RULES.values()}
        show(titles, as_json=as_json, text="\n".join(f"{rule:28} {title}" for rule, title in titles.items()))
        return
    rule = rules.RULES.get(name.lower())
    if rule is None:
        click.echo(
            f"there is no rule {name!r}{did_you_mean(name.lower(), rules.RULES)}; `pyptx explain` lists all",
            err=True,
        )
        sys.exit(Exit.USAGE)
    result = {
        "name": rule.name,
        "title": rule.title,
        "checks": "all" if rule.checked else None,
        "cause": rule.cause,
        "remedy": rule.remedy,
        "wrong": rule.kernel(right=False),
        "report": str(run_example(rule, right=False)),
        "right": rule.kernel(right=True),
    }
    show(result, as_json=as_json, text=_text(rule, result))


def run_example(rule: rules.Rule, *, right: bool) -> SimFault | Finding | None:
    """Run the wrong or the right kernel of a rule on the simulator, and return the fault.

    The right one runs with all checks. A rule of performance has a finding of `pyptx perf`, not a fault.
    """
    file, text = f"{rule.name}.py", rule.kernel(right=right)
    linecache.cache[file] = len(text), None, text.splitlines(keepends=True), file
    names: dict[str, Any] = {}
    for before in (rules.IMPORTS, rules.section_of(rule).helpers):
        exec(compile(before, "helpers.py", "exec"), names)
    if rules.section_of(rule).performance:
        exec(compile(text, file, "exec"), names)
        found = names["report"].findings
        return next((finding for finding in found if right or finding.rule == rule.name), None)
    try:
        with directing("sim", checks="all" if right or rule.checked else None):
            exec(compile(text, file, "exec"), names)
    except SimFault as fault:
        return fault
    return None


def _text(rule: rules.Rule, result: dict[str, Any]) -> str:
    """A rule for a terminal."""
    what = "program" if rules.section_of(rule).is_virtual else "kernel"
    checked = ' (reported with checks="all", or `pyptx run --check all`)' if rule.checked else ""
    return "\n\n".join(
        [
            f"{rule.name}: {rule.title}{checked}",
            rule.cause,
            f"This {what} breaks it:\n\n{_indented(result['wrong'])}",
            _indented(result["report"]),
            f"Repair: {rule.remedy}\n\n{_indented(rule.repair())}",
        ]
    )


def _indented(text: str) -> str:
    return "\n".join(f"    {line}".rstrip() for line in text.rstrip().split("\n"))
