"""`pyptx explain`: the text of a rule, the list of all, and names that do not exist."""

from __future__ import annotations

from click.testing import CliRunner

from pyptx.cli import main
from pyptx.rules import RULES


def test_a_rule_is_printed() -> None:
    printed = CliRunner().invoke(main, ["explain", "race"])
    assert printed.exit_code == 0
    assert printed.stdout.startswith('race: Two accesses without an order (reported with checks="all"')
    assert "    race: this thread reads" in printed.stdout
    assert "    +    ptx.bar.sync()" in printed.stdout


def test_without_a_name_the_rules_are_listed() -> None:
    printed = CliRunner().invoke(main, ["explain"])
    assert printed.exit_code == 0
    assert [line.split()[0] for line in printed.stdout.splitlines()] == list(RULES)


def test_a_name_that_does_not_exist_gets_a_guess() -> None:
    printed = CliRunner().invoke(main, ["explain", "dead-lock"])
    assert printed.exit_code == 2
    assert "did you mean deadlock?" in printed.stderr


def test_capital_letters_are_taken() -> None:
    printed = CliRunner().invoke(main, ["explain", "Race"])
    assert printed.exit_code == 0
    assert printed.stdout.startswith("race: ")
    assert "did you mean race?" in CliRunner().invoke(main, ["explain", "RACES"]).stderr
