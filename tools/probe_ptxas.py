"""Ask ptxas which PTX version each target needs for each row, and write ``pyptx/isa/availability.json``.

``python tools/probe_ptxas.py`` writes the file; ``python tools/probe_ptxas.py --check`` exits 1 if ptxas says
something else than the file does. Every combination of modifiers is asked for, on every target, so nothing is
guessed from its neighbours; that takes a minute or two.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING

from pyptx.arch import ARCHS
from pyptx.isa import Candidate, examples, section_forms
from pyptx.isa.availability import key
from pyptx.isa.directives import DIRECTIVES
from pyptx.isa.forms import SECTIONS
from pyptx.isa.special_registers import SPECIAL_REGISTERS
from pyptx.toolchain import find
from pyptx.toolchain.oracle import judge

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from pyptx.isa.availability import Decision, Table
    from pyptx.isa.special_registers import SpecialRegister

    Frame = Callable[[str, tuple[int, int]], tuple[Sequence[str], Sequence[str]]]

FILE = Path(__file__).resolve().parents[1] / "pyptx" / "isa" / "availability.json"

VERSIONS = tuple(
    (major, minor) for major, last in ((6, 5), (7, 8), (8, 8), (9, 5)) for minor in range(last + 1)
)


def main(arguments: list[str]) -> int:
    """Write the table, or compare it; return the exit code."""
    if arguments not in ([], ["--check"]):
        print("usage: probe_ptxas.py [--check]", file=sys.stderr)
        return 2
    text = spell(probe())
    if not arguments:
        FILE.write_text(text, encoding="utf-8")
        return 0
    if FILE.read_text(encoding="utf-8") == text:
        return 0
    before, after = json.loads(FILE.read_text(encoding="utf-8")), json.loads(text)
    forms = before["forms"].keys() | after["forms"].keys()
    changed = sorted(form for form in forms if before["forms"].get(form) != after["forms"].get(form))
    print(
        f"{FILE.name} is not what ptxas {after['ptxas']} says; {len(changed)} rows differ:",
        *changed,
        sep="\n  ",
    )
    return 1


def probe() -> Table:
    """Everything ptxas says of the rows, the special registers and the directives."""
    lowest = {name: lowest_version(name) for name in ARCHS}
    forms = sorted((form for name in SECTIONS for form in section_forms(name)), key=examples.option)
    samples = [(form, named) for form in forms for named in form.combinations()]
    registers = list(SPECIAL_REGISTERS.values())
    lines: dict[str, list[str]] = {"": [], examples.INDEPENDENT: []}
    for form, named in samples:
        lines[examples.option(form)].append(examples.plain(Candidate(form, named, form.operands_for(named))))
    directives = [row for row in DIRECTIVES.values() if row.example]
    items = [read_register(row) for row in registers] + [row.example for row in directives]
    with ThreadPoolExecutor() as pool:
        columns = list(
            pool.map(
                lambda target: (
                    [
                        version
                        for option, asked in lines.items()
                        for version in first_versions(asked, examples.frame, target[0] + option, target[1])
                    ]
                    + first_versions(items, module_frame, *target)
                ),
                lowest.items(),
            )
        )
    rows = [" ".join(column[index] for column in columns) for index in range(len(columns[0]))]
    known = sorted(set(rows))
    numbers = [known.index(row) for row in rows]
    by_form: dict[str, list[tuple[dict[str, str], int]]] = {}
    slots: dict[str, list[str]] = {}
    for (form, named), number in zip(samples, numbers, strict=False):
        by_form.setdefault(key(form), []).append((named, number))
        slots[key(form)] = [slot.name for slot in form.slots]
    return {
        "ptxas": find("ptxas").version,
        "versions": {name: dotted(version) for name, version in lowest.items()},
        "rows": known,
        "forms": {name: decide(asked, slots[name]) for name, asked in sorted(by_form.items())},
        "registers": {
            row.name: number for row, number in zip(registers, numbers[len(samples) :], strict=False)
        },
        "directives": {
            row.name: number
            for row, number in zip(directives, numbers[len(samples) + len(registers) :], strict=True)
        },
    }


def lowest_version(target: str) -> tuple[int, int]:
    """The first version in which ptxas takes a module for this target."""
    for version in VERSIONS:
        if not judge(["ret;"], target, *examples.frame(target, version))[0]:
            return version
    raise ValueError(f"ptxas knows no version with {target}")


def read_register(row: SpecialRegister) -> str:
    """An entry that reads a special register."""
    name = row.name.removeprefix("%").replace(".", "_")
    extra = ".minperctamemory 1024 " if row.name.startswith("%perctamemory") else ""
    return f".entry read_{name}() {extra}{{ .reg .{row.type} %r; mov.{row.type} %r, {row.name}; ret; }}"


def module_frame(target: str, version: tuple[int, int]) -> tuple[list[str], list[str]]:
    """What stands before and after the items of a module."""
    return [f".version {dotted(version)}", f".target {target}", ".address_size 64"], []


def first_versions(lines: Sequence[str], frame: Frame, target: str, lowest: tuple[int, int]) -> list[str]:
    """The first version in which ptxas accepts each line for this target; ``-`` where none does."""
    versions = [version for version in VERSIONS if version >= lowest]
    first = ["-"] * len(lines)
    pending = [
        index for index, said in enumerate(judge(lines, target, *frame(target, versions[-1]))) if not said
    ]
    for version in versions:
        verdicts = judge([lines[index] for index in pending], target, *frame(target, version))
        for index, said in zip(pending, verdicts, strict=True):
            if not said:
                first[index] = dotted(version)
        pending = [index for index, said in zip(pending, verdicts, strict=True) if said]
    return first


def decide(asked: Sequence[tuple[dict[str, str], int]], slots: Sequence[str]) -> int | Decision:
    """The fewest questions, about one slot each, that tell the answers apart."""
    rows = Counter(number for _, number in asked)
    if len(rows) == 1:
        return asked[0][1]
    slot = min(slots, key=lambda name: (impurity(asked, name), slots.index(name)))
    groups: dict[str, list[tuple[dict[str, str], int]]] = {}
    for named, number in asked:
        groups.setdefault(named.get(slot, ""), []).append((named, number))
    rest = [name for name in slots if name != slot]
    answers = {word: decide(group, rest) for word, group in sorted(groups.items())}
    spelled = Counter(json.dumps(answer) for answer in answers.values())
    other = max(sorted(spelled), key=lambda answer: spelled[answer])
    cases = {word: answer for word, answer in answers.items() if json.dumps(answer) != other}
    return {"slot": slot, "cases": cases, "other": json.loads(other)}


def impurity(asked: Sequence[tuple[dict[str, str], int]], slot: str) -> int:
    """How many answers a question about `slot` leaves open: those of groups whose answers differ."""
    groups: dict[str, Counter[int]] = {}
    for named, number in asked:
        groups.setdefault(named.get(slot, ""), Counter())[number] += 1
    if len(groups) == 1:
        return len(asked) + 1
    return sum(group.total() - max(group.values()) for group in groups.values())


def spell(table: Table) -> str:
    """The table as JSON, a line for each row and form."""
    parts = []
    for name, value in table.items():
        if isinstance(value, dict):
            items = ",\n".join(f"  {json.dumps(word)}: {compact(answer)}" for word, answer in value.items())
            parts.append(f"{json.dumps(name)}: {{\n{items}\n }}")
        elif isinstance(value, list):
            items = ",\n".join(f"  {compact(row)}" for row in value)
            parts.append(f"{json.dumps(name)}: [\n{items}\n ]")
        else:
            parts.append(f"{json.dumps(name)}: {json.dumps(value)}")
    return "{\n " + ",\n ".join(parts) + "\n}\n"


def compact(value: object) -> str:
    """JSON without spaces between its words."""
    return json.dumps(value, separators=(",", ":"))


def dotted(version: tuple[int, int]) -> str:
    """``(8, 6)`` as ``"8.6"``."""
    return f"{version[0]}.{version[1]}"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
