"""Certify the instruction rows with ptxas and other independent checks.

``python tools/certify.py`` runs the installed ptxas on every form (a sample of the large families) and a few
mutants; it takes a minute. ``--full`` checks every form on every target and thousands of mutants of each
opcode, with every ptxas given:

    python tools/certify.py --full --seed 7 --ptxas FOLDER/nvidia/cu13/bin/ptxas

Each run prints its seed, and exits 1 with the lines of any unexplained difference. ``docs/certification.md``
describes how to get another ptxas and the other checks.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

from certification import campaign, cccl, files, manual
from certification.judges import open_judge
from certification.verdicts import Tally, settle

from pyptx.isa import forms_of, opcodes

if TYPE_CHECKING:
    from collections.abc import Sequence

    from certification.judges import Judge

SHOWN = 200
"""Differences that are printed."""


def main(arguments: Sequence[str]) -> int:
    """Run the requested checks; return the exit code."""
    asked = parser().parse_args(arguments)
    unknown = sorted(set(asked.opcode) - opcodes())
    if unknown:
        print(f"no rows of {', '.join(unknown)}", file=sys.stderr)
        return 2
    findings = 0
    if asked.cccl is not None:
        findings += report(cccl.differences(asked.cccl, open_judge()))
    if asked.manual is not None:
        findings += report(manual.differences(asked.manual))
    if asked.files is not None:
        findings += report(files.differences(asked.files))
    if asked.cccl is None and asked.manual is None and asked.files is None:
        judges = [open_judge(), *(open_judge(path) for path in asked.ptxas)]
        findings += codegen(asked, judges[0]) if asked.codegen else certify(asked, judges)
    return 1 if findings else 0


def parser() -> argparse.ArgumentParser:
    """Make the parser of the command line."""
    words = argparse.ArgumentParser(prog="certify.py", description="Certify the instruction rows.")
    words.add_argument("--full", action="store_true", help="every form on every target, many mutants")
    words.add_argument("--codegen", action="store_true", help="generate code of a sample of the forms")
    words.add_argument("--seed", default="", help="what mutants depend on; by chance if not given")
    words.add_argument(
        "--ptxas", nargs="+", default=[], metavar="PATH", help="judges beside the installed one"
    )
    words.add_argument("--mutants", type=int, default=0, metavar="N", help="mutants of each opcode")
    words.add_argument(
        "--targets", type=int, default=6, metavar="N", help="targets that those of an opcode share"
    )
    words.add_argument("--opcode", nargs="+", default=[], metavar="OPCODE", help="these alone")
    words.add_argument("--only-mutants", action="store_true", help="no legal forms")
    words.add_argument("--cccl", type=Path, metavar="DIR", help="the wheel nvidia-cuda-cccl, unpacked")
    words.add_argument("--manual", type=Path, metavar="DIR", help="pages of the manual, as Markdown")
    words.add_argument("--files", type=Path, metavar="DIR", help="PTX files")
    return words


def certify(asked: argparse.Namespace, judges: Sequence[Judge]) -> int:
    """Check forms and mutants with each judge; return the number of unexplained differences."""
    seed = asked.seed or str(random.SystemRandom().randrange(10**9))
    total = 0
    for judge in judges:
        print(f"ptxas {judge.release}, PTX {judge.newest[0]}.{judge.newest[1]}, seed {seed}")
        print(
            f"{'opcode':22}{'forms':>9}{'refused':>9}{'mutants':>9}{'none':>9}{'both':>7}{'ptxas':>7}{'left':>6}"
        )
        started = time.monotonic()
        forms, mutants = Tally(), Tally()
        for opcode in asked.opcode or sorted(opcodes()):
            here, there = one_opcode(asked, judge, seed, opcode)
            for tally in (here, there):
                settle(tally, judges[0])
            print(line(opcode, here, there), flush=True)
            show([str(found) for found in here.differences + there.differences])
            forms.add(here)
            mutants.add(there)
        print(line("all", forms, mutants))
        total += summarise(forms, mutants)
        print(f"{time.monotonic() - started:.0f} s")
    return total


def one_opcode(asked: argparse.Namespace, judge: Judge, seed: str, opcode: str) -> tuple[Tally, Tally]:
    """Return the tables of the forms of an opcode and of its mutants."""
    rows, legal = forms_of(opcode), Tally()
    if not asked.only_mutants:
        legal.add(campaign.spelled_out(rows, judge))
        if asked.full:
            legal.add(campaign.everywhere(rows, judge))
    count = asked.mutants or (campaign.many(rows) if asked.full else campaign.FEW)
    return legal, campaign.mutated(rows, judge, seed, count, asked.targets)


def line(name: str, forms: Tally, mutants: Tally) -> str:
    """Return one line of the table."""
    left = len(forms.differences) + len(mutants.differences)
    explained = mutants.explained.total()
    judged = mutants.both_accept + mutants.both_refuse + explained + len(mutants.differences)
    return (
        f"{name:22}{forms.both_accept:9}{forms.both_refuse:9}{judged:9}{mutants.both_refuse:9}"
        f"{mutants.both_accept:7}{explained:7}{left:6}"
    )


def summarise(forms: Tally, mutants: Tally) -> int:
    """Print the explained and unexplained differences; return the number of the latter."""
    for name, count in mutants.explained.most_common():
        print(f"  {count:7}  {name}")
    releases = forms.releases + mutants.releases
    if releases:
        print(f"  {len(releases):7}  another release of ptxas, such as:")
        print(*(f"      {found}" for found in releases[:5]), sep="\n")
    return conclude(len(forms.differences) + len(mutants.differences))


def codegen(asked: argparse.Namespace, judge: Judge) -> int:
    """Generate code for a sample of the forms; return the number without code."""
    total = Tally()
    for opcode in asked.opcode or sorted(opcodes()):
        tally = campaign.generated(forms_of(opcode), judge)
        print(f"{opcode:22}{tally.both_accept:9}{len(tally.differences):6}", flush=True)
        total.add(tally)
    print(f"{'all':22}{total.both_accept:9}{len(total.differences):6}")
    return report([str(found) for found in total.differences])


def report(findings: Sequence[str]) -> int:
    """Print findings, up to a limit; return their number."""
    show(findings)
    return conclude(len(findings))


def show(findings: Sequence[str]) -> None:
    """Print findings, up to a limit."""
    for finding in findings[:SHOWN]:
        print(finding)
    if len(findings) > SHOWN:
        print(f"... and {len(findings) - SHOWN} more")


def conclude(count: int) -> int:
    """Print the number of findings, and return it."""
    print(f"{count} without a reason" if count else "nothing without a reason")
    return count


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
