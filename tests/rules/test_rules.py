"""The registry of rules: the wrong kernel of each breaks it, the right one none, and all rules are in it."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

import pyptx.perf
import pyptx.sim
import pyptx.virtual
from pyptx.cli.explain import run_example
from pyptx.rules import RULES, SECTIONS, Rule
from pyptx.sim.abi import RULE
from pyptx.sim.explain import UNMODELLED

SIM = Path(pyptx.sim.__file__).parent
PERF = Path(pyptx.perf.__file__).parent
NO_RULES = {UNMODELLED, "internal"}
"""Reports that blame the simulator."""
MOST_LINES = 30


PERFORMANCE = {rule.name: rule for section in SECTIONS if section.performance for rule in section.rules}
VIRTUAL = {rule.name: rule for section in SECTIONS if section.is_virtual for rule in section.rules}
KINDS = [
    pytest.param(rule, id=name, marks=[pytest.mark.ptxas] if name in PERFORMANCE else [])
    for name, rule in RULES.items()
]


@pytest.mark.parametrize("rule", KINDS)
def test_the_wrong_kernel_breaks_the_rule_and_the_right_one_none(rule: Rule) -> None:
    fault = run_example(rule, right=False)
    assert fault is not None
    assert fault.rule == rule.name
    assert str(fault).endswith(f"\nfor more: pyptx explain {rule.name}")
    assert run_example(rule, right=True) is None


@pytest.mark.parametrize("rule", RULES.values(), ids=RULES)
def test_an_example_is_short_and_a_small_change_repairs_it(rule: Rule) -> None:
    lines = rule.example.strip("\n").split("\n")
    assert {line[:1] for line in lines} <= {" ", "-", "+", ""}
    assert len(lines) <= MOST_LINES
    assert 1 <= sum(line[:1] in ("-", "+") for line in lines) <= 4
    assert rule.cause.endswith(".")
    assert rule.remedy.endswith(".")
    assert not rule.title.endswith(".")


def test_names_are_given_once() -> None:
    names = [rule.name for section in SECTIONS for rule in section.rules]
    assert len(names) == len(set(names))


def reported() -> set[str]:
    """The rules that the simulator names where it makes faults, and in the tables that both engines share."""
    found = {*RULE, "deadlock", "livelock", "max-steps"} - {"", "unsure", "crowded"}
    for path in SIM.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if not isinstance(node, ast.Call):
                continue
            called = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
            if called in ("Trap", "_trap") and node.args:
                found |= constants(node.args[0])
            found |= {text for each in node.keywords if each.arg == "rule" for text in constants(each.value)}
    return found


def constants(node: ast.expr) -> set[str]:
    """The texts in an expression that may be its value."""
    if isinstance(node, ast.IfExp):
        return constants(node.body) | constants(node.orelse)
    return {node.value} if isinstance(node, ast.Constant) and isinstance(node.value, str) else set()


def test_every_rule_that_the_simulator_reports_is_in_the_registry_and_the_other_way_round() -> None:
    assert reported() - NO_RULES == set(RULES) - set(PERFORMANCE) - set(VIRTUAL)


def test_the_virtual_gpu_reports_its_rules() -> None:
    source = "".join(path.read_text() for path in Path(pyptx.virtual.__file__).parent.rglob("*.py"))
    named = constants_of(source) | {f"destroyed-{what}" for what in ("stream", "event")}
    assert set(VIRTUAL) <= named


def test_every_rule_of_performance_is_in_the_registry_and_the_other_way_round() -> None:
    source = "".join((PERF / name).read_text() for name in ("lints.py", "counters.py"))
    named = {text for text in constants_of(source) if re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)+", text)}
    assert named == set(PERFORMANCE)


def constants_of(source: str) -> set[str]:
    """All texts of a source file."""
    nodes = ast.walk(ast.parse(source))
    return {node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)}
