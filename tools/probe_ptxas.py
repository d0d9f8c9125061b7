"""Find the PTX version that each target needs for each row with ptxas; write ``pyptx/isa/availability.json``.

``python tools/probe_ptxas.py`` writes the file; ``python tools/probe_ptxas.py --check`` exits 1 if ptxas and
the file differ; ``--only mul mad`` probes some opcodes, and keeps the facts of the others. Every combination
of modifiers is probed on every target and for every version, so nothing is inferred; this takes some minutes.
"""

from __future__ import annotations

import json
import re
import sys
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING

from pyptx.arch import ARCHS
from pyptx.isa import Candidate, examples, section_forms
from pyptx.isa.availability import key, leaves
from pyptx.isa.declarations import FEATURES
from pyptx.isa.directives import DIRECTIVES
from pyptx.isa.forms import SECTIONS
from pyptx.isa.special_registers import SPECIAL_REGISTERS
from pyptx.toolchain import find
from pyptx.toolchain.oracle import judge

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from pyptx.isa import Form
    from pyptx.isa.availability import Decision, Table
    from pyptx.isa.special_registers import SpecialRegister

    Frame = Callable[[str, tuple[int, int]], tuple[Sequence[str], Sequence[str]]]

FILE = Path(__file__).resolve().parents[1] / "pyptx" / "isa" / "availability.json"

LAST_MINOR = {1: 5, 2: 3, 3: 2, 4: 3, 5: 1, 6: 5, 7: 8, 8: 8, 9: 5}
VERSIONS = tuple((major, minor) for major, last in LAST_MINOR.items() for minor in range(last + 1))


def main(arguments: list[str]) -> int:
    """Write the table, or compare it; return the exit code."""
    option, *opcodes = arguments or [""]
    if option not in ("", "--check", "--only") or bool(opcodes) != (option == "--only"):
        print("usage: probe_ptxas.py [--check | --only opcode...]", file=sys.stderr)
        return 2
    table = probe(opcodes)
    if opcodes:
        table = merged(json.loads(FILE.read_text(encoding="utf-8")), table, opcodes)
    text = spell(table)
    if option != "--check":
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


def merged(old: Table, new: Table, opcodes: Sequence[str]) -> Table:
    """Merge the facts of `new` about some opcodes with those of `old` about the others.

    Raises:
        ValueError: The ptxas or the targets of the two differ.
    """
    if (old["ptxas"], old["versions"]) != (new["ptxas"], new["versions"]):
        raise ValueError("the file is of another ptxas or of other targets; ask about all rows")
    kept = {name for name in old["forms"] if re.split(r"[.{ ]", name, maxsplit=1)[0] not in opcodes}
    sources = [(old, name) for name in kept] + [(new, name) for name in new["forms"]]
    used = {
        source["rows"][row]
        for source, name in sources
        for node in (source["forms"][name], *source["operands"].get(name, {}).values())
        for row in leaves(node)
    }
    parts = (new["registers"], new["directives"], new["declarations"])
    used |= {new["rows"][row] for part in parts for row in part.values()}
    rows = sorted(used)
    numbers = {
        id(source): [rows.index(row) if row in used else -1 for row in source["rows"]]
        for source in (old, new)
    }
    forms = {name: renumbered(source["forms"][name], numbers[id(source)]) for source, name in sources}
    operands = {
        name: {operand: renumbered(node, numbers[id(source)]) for operand, node in found.items()}
        for source, name in sources
        if (found := source["operands"].get(name))
    }
    return {
        **new,
        "rows": rows,
        "forms": dict(sorted(forms.items())),
        "operands": dict(sorted(operands.items())),
        "registers": {name: numbers[id(new)][row] for name, row in new["registers"].items()},
        "directives": {name: numbers[id(new)][row] for name, row in new["directives"].items()},
        "declarations": {name: numbers[id(new)][row] for name, row in new["declarations"].items()},
    }


def renumbered(node: int | Decision, numbers: Sequence[int]) -> int | Decision:
    """Return a decision with other row numbers."""
    if isinstance(node, int):
        return numbers[node]
    cases = {word: renumbered(answer, numbers) for word, answer in node["cases"].items()}
    return {"slot": node["slot"], "cases": cases, "other": renumbered(node["other"], numbers)}


def probe(opcodes: Sequence[str] = ()) -> Table:
    """Probe rows (those of some opcodes, or all), registers, directives and declarations."""
    lowest = {name: lowest_version(name) for name in ARCHS}
    rows = (row for name in SECTIONS for row in section_forms(name))
    forms = sorted((row for row in rows if not opcodes or row.opcode in opcodes), key=examples.option)
    registers = list(SPECIAL_REGISTERS.values())
    lines: dict[str, list[str]] = {"": [], examples.INDEPENDENT: []}
    samples: list[tuple[Form, str, dict[str, str]]] = []
    for form in forms:
        for named in form.combinations():
            candidate = Candidate(form, named, form.operands_for(named))
            for operand, line in (("", examples.plain(candidate)), *examples.beyond_plain(candidate)):
                lines[examples.option(form)].append(line)
                samples.append((form, operand, named))
    directives = [row for row in DIRECTIVES.values() if row.example]
    items = [*map(read_register, registers), *(row.example for row in directives), *FEATURES.values()]
    with ThreadPoolExecutor() as pool:
        columns = list(
            pool.map(
                lambda target: (
                    [
                        version
                        for option, asked in lines.items()
                        for version in spans(asked, examples.frame, target[0] + option, target[1])
                    ]
                    + spans(items, module_frame, *target)
                ),
                lowest.items(),
            )
        )
    answers = [" ".join(column[index] for column in columns) for index in range(len(columns[0]))]
    known = sorted(set(answers))
    place = {answer: number for number, answer in enumerate(known)}
    numbers = [place[answer] for answer in answers]
    asked_of: dict[tuple[str, str], list[tuple[dict[str, str], int]]] = {}
    slots: dict[str, list[str]] = {}
    for (form, operand, named), number in zip(samples, numbers, strict=False):
        asked_of.setdefault((key(form), operand), []).append((named, number))
        slots[key(form)] = [slot.name for slot in form.slots]
    decided = {of: decide(asked, slots[of[0]]) for of, asked in sorted(asked_of.items())}
    others = iter(numbers[len(samples) :])

    def numbered(names: Iterable[str]) -> dict[str, int]:
        return {name: next(others) for name in names}

    operands: dict[str, dict[str, int | Decision]] = {}
    for (name, operand), node in decided.items():
        if operand and node != decided[name, ""]:
            operands.setdefault(name, {})[operand] = node
    return {
        "ptxas": find("ptxas").version,
        "ptx": [dotted(version) for version in VERSIONS],
        "versions": {name: dotted(version) for name, version in lowest.items()},
        "rows": known,
        "forms": {name: node for (name, operand), node in decided.items() if not operand},
        "operands": operands,
        "registers": numbered(row.name for row in registers),
        "directives": numbered(row.name for row in directives),
        "declarations": numbered(FEATURES),
    }


def lowest_version(target: str) -> tuple[int, int]:
    """Return the first version in which ptxas accepts modules for this target."""
    for version in VERSIONS:
        if not ask(["ret;"], examples.frame, target, version)[0]:
            return version
    raise ValueError(f"ptxas knows no version with {target}")


def read_register(row: SpecialRegister) -> str:
    """Write an entry that reads a special register."""
    name = row.name.removeprefix("%").replace(".", "_")
    extra = ".minperctamemory 1024 " if row.name.startswith("%perctamemory") else ""
    return f".entry read_{name}() {extra}{{ .reg .{row.type} %r; mov.{row.type} %r, {row.name}; ret; }}"


def module_frame(target: str, version: tuple[int, int]) -> tuple[list[str], list[str]]:
    """Return the text before and after the items of a module."""
    size = [".address_size 64"] if version >= (2, 3) else []
    return [f".version {dotted(version)}", f".target {target}", *size], []


def ask(lines: Sequence[str], frame: Frame, target: str, version: tuple[int, int]) -> list[tuple[str, ...]]:
    """Return ptxas's message for each line in a module of this target and version."""
    name, *options = target.split(",")
    return judge(lines, ",".join((ARCHS[name].assembled_for, *options)), *frame(target, version))


def spans(lines: Sequence[str], frame: Frame, target: str, lowest: tuple[int, int]) -> list[str]:
    """Return the versions in which ptxas accepts each line for this target.

    ``8.6`` for all versions from 8.6 on, ``6.0..6.3`` for those between, ``-`` for none.
    """
    versions = [version for version in VERSIONS if version >= lowest]
    said = ask(lines, frame, target, versions[-1])
    found = ["-"] * len(lines)
    waiting = [([index for index, words in enumerate(said) if not words], versions)]
    while waiting:
        indices, among = waiting.pop()
        if len(among) == 1 or not indices:
            for index in indices:
                found[index] = dotted(among[0])
            continue
        middle = len(among) // 2
        verdicts = ask([lines[index] for index in indices], frame, target, among[middle - 1])
        parts: tuple[list[int], list[int]] = ([], [])
        for index, words in zip(indices, verdicts, strict=True):
            parts[bool(words)].append(index)
        waiting += [(parts[0], among[:middle]), (parts[1], among[middle:])]
    dropped = [index for index, words in enumerate(said) if words and not any(map(LACKING.search, words))]
    accepted: dict[int, list[tuple[int, int]]] = {index: [] for index in dropped}
    for version in versions:
        verdicts = ask([lines[index] for index in dropped], frame, target, version)
        for index, words in zip(dropped, verdicts, strict=True):
            if not words:
                accepted[index].append(version)
    for index, having in accepted.items():
        if having:
            if having != versions[versions.index(having[0]) :][: len(having)]:
                raise ValueError(f"{lines[index]} comes and goes on {target}: {having}")
            found[index] = f"{dotted(having[0])}..{dotted(having[-1])}"
    return found


LACKING = re.compile(r"requires \.target|not supported on \.target '|does not support")
"""Messages of ptxas if no version supports a line on the target."""


def decide(asked: Sequence[tuple[dict[str, str], int]], slots: Sequence[str]) -> int | Decision:
    """Find the fewest questions, about one slot each, that distinguish the answers."""
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
    other = max(sorted(spelled, key=by_number), key=lambda answer: spelled[answer])
    cases = {word: answer for word, answer in answers.items() if json.dumps(answer) != other}
    return {"slot": slot, "cases": cases, "other": json.loads(other)}


def by_number(text: str) -> list[int | str]:
    """Return a sort key of rows: the same whether some are probed or all."""
    return [int(word) if word.isdigit() else word for word in re.split(r"(\d+)", text)]


def impurity(asked: Sequence[tuple[dict[str, str], int]], slot: str) -> int:
    """Count the answers that a question about `slot` leaves open: groups whose answers differ."""
    groups: dict[str, Counter[int]] = {}
    for named, number in asked:
        groups.setdefault(named.get(slot, ""), Counter())[number] += 1
    if len(groups) == 1:
        return len(asked) + 1
    return sum(group.total() - max(group.values()) for group in groups.values())


def spell(table: Table) -> str:
    """Write the table as JSON, one line for each row and form."""
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
    """Write JSON without spaces between words."""
    return json.dumps(value, separators=(",", ":"))


def dotted(version: tuple[int, int]) -> str:
    """Write ``(8, 6)`` as ``"8.6"``."""
    return f"{version[0]}.{version[1]}"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
