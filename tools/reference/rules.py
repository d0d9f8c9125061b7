"""The pages of ``docs/rules``: one for each rule, and their index."""

from __future__ import annotations

from pyptx.cli.explain import run_example
from pyptx.rules import IMPORTS, RULES, SECTIONS, Rule, section_of
from reference.pages import CONTENTS

PAGES = "docs/rules"
NOTE = "\n<!-- Written by tools/generate.py; change pyptx/rules, not this page. -->\n"


def rule_pages() -> dict[str, str]:
    """The pages and the index, by path."""
    return {
        f"{PAGES}/index.md": _index() + NOTE,
        **{f"{PAGES}/{rule.name}.md": _page(rule) + NOTE for rule in RULES.values()},
    }


def _page(rule: Rule) -> str:
    """The page of a rule; its report is that of the kernel, run now."""
    fault = run_example(rule, right=False)
    if fault is None or fault.rule != rule.name:
        raise ValueError(f"the wrong kernel of {rule.name} gives {fault}")
    checked = (
        '\n\nThe kernel is reported with `checks="all"`, or `pyptx run --check all`.' if rule.checked else ""
    )
    section = section_of(rule)
    functions, what = "", "program" if section.is_virtual else "kernel"
    if section.helpers:
        functions = f" and [functions](index.md#functions-of-the-kernels-{_anchor(section.title)})"
    return f"""# {rule.name}

{rule.title}.

{rule.cause}{checked}

## A {what} that breaks it

With these [imports](index.md#imports){functions}:

```python
{rule.kernel(right=False)}```

## Its report

```console
{fault}
```

## The repair

{rule.remedy}

```diff
{rule.repair()}```
"""


def _index() -> str:
    """The list of the rules, and the code that their kernels share."""
    parts = [
        """# Rules of the simulator and of performance

A program that breaks one of these rules on the simulator ends with a `SimFault`; its `rule` is the name here.
[`pyptx gpu`](../guides/gpu-ci.md) reports those of the section [Streams and the host](#streams-and-the-host).
Those of the section [Performance](#performance) are slow spots that [`pyptx perf`](../performance.md) finds.
`pyptx explain NAME` prints the page in a terminal.
Where the last column has *all*, the kernel of the page is reported with `checks="all"`, or
`pyptx run --check all`.
"""
    ]
    for section in SECTIONS:
        rows = "\n".join(
            f"| [`{rule.name}`]({rule.name}.md) | {rule.title} | {'all' if rule.checked else ''} |"
            for rule in section.rules
        )
        parts.append(f"## {section.title}\n\n| rule | the fault | checks |\n|---|---|---|\n{rows}\n")
    parts.append(
        f"## Imports\n\nThe kernels of all pages begin with these lines:\n\n```python\n{IMPORTS}```\n"
    )
    parts += [
        f"## Functions of the kernels: {section.title.lower()}\n\n```python\n{section.helpers.strip()}\n```\n"
        for section in SECTIONS
        if section.helpers
    ]
    parts.append(CONTENTS)
    return "\n".join(parts)


def _anchor(title: str) -> str:
    return title.lower().replace(" ", "-")
