"""The page of an instruction: its effect, forms, operands, rules, availability and examples."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING

from pyptx import ptx
from pyptx.emitter import emit_statement
from pyptx.ir import Function, Instruction
from pyptx.ir.visit import walk
from pyptx.isa.words import python_word
from pyptx.ptx.opcode import Opcode
from pyptx.ptx.typed import Namespace
from pyptx.verify.messages import spell_syntax
from reference import operands, simulation, support
from reference.instructions import FAMILIES, SENTENCES, WRAPPERS, rows_by_name
from reference.manual import link
from reference.pictures import layouts
from reference.shown import examples, examples_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from pyptx.isa import Form
    from pyptx.isa.operand import Bounds, OperandColumn
    from reference.shown import Example
    from reference.support import Support

NOTE = "\n<!-- Written by tools/generate.py; change pyptx/isa or tools/reference, not this page. -->\n"

CONTENTS = "```{toctree}\n:hidden:\n:glob:\n\n*\n```\n"
"""The end of an index: the site then has the pages of its folder."""


def page(name: str) -> str:
    """Write the page of an instruction."""
    forms = rows_by_name()[name]
    lines = _merged(forms)
    parts = [
        f"# {name}\n\n{SENTENCES[name]}\n",
        _facts(name, forms),
        _deprecated(lines),
        "\n## Syntax\n\n```text\n" + "\n".join(_syntax(lines)) + "\n```\n",
        _operands(lines),
        _rules(lines),
        layouts(name),
        _availability(lines),
        _examples(name),
        _related(name),
    ]
    return "".join(parts)


class _Line:
    """Forms with the same syntax: one line of the page.

    Attributes:
        number: Its number on the page.
        forms: The rows.
    """

    def __init__(self, number: int, forms: list[Form]) -> None:
        self.number = number
        self.forms = forms

    @property
    def syntax(self) -> str:
        """The syntax; a slot with one word is that word."""
        said = _spell(self.forms[0])
        for slot, words in self._named().items():
            if len(words) == 1:
                said = said.replace(f".<{slot}>", f".{words[0]}")
        return said

    def choices(self) -> dict[str, tuple[str, ...]]:
        """The words of each slot that has several."""
        return {slot: words for slot, words in self._named().items() if len(words) > 1}

    def _named(self) -> dict[str, tuple[str, ...]]:
        """The words of each slot that has a name."""
        found: dict[str, dict[str, None]] = {}
        for form in self.forms:
            for slot in form.slots:
                if f".<{slot.name}>" in form.syntax:
                    found.setdefault(slot.name, {}).update(dict.fromkeys(slot.choices))
        return {name: tuple(words) for name, words in found.items()}


@cache
def _merged(forms: tuple[Form, ...]) -> tuple[_Line, ...]:
    """Return the lines of the syntax: rows that differ only in the words of one slot share a line."""
    groups: list[list[Form]] = []
    for form in forms:
        for group in groups:
            if all(_differ_in_one_slot(form, other) for other in group):
                group.append(form)
                break
        else:
            groups.append([form])
    return tuple(_Line(number, group) for number, group in enumerate(groups, 1))


def _differ_in_one_slot(one: Form, other: Form) -> bool:
    """Whether two rows have the same syntax, except for the words of at most one slot."""
    if _spell(one) != _spell(other) or one.deprecated != other.deprecated:
        return False
    if [_shape(column) for column in one.operands] != [_shape(column) for column in other.operands]:
        return False
    return sum(a.choices != b.choices for a, b in zip(one.slots, other.slots, strict=True)) <= 1


def _shape(column: OperandColumn) -> tuple[str, str, str, Bounds]:
    """Return the key of operands that are described together."""
    return column.spec.name, column.spec.role, column.type, column.spec.bounds


def _spell(form: Form) -> str:
    """Write a row like the manual, including the operands in brackets."""
    said = spell_syntax(form)
    for column in form.operands:
        if column.rest:
            inside = ", ".join((column.spec.name, *(rest.spec.name for rest in column.rest)))
            said = said.replace(f"[{column.spec.name}]", f"[{inside}]")
    return said


def _facts(name: str, forms: Sequence[Form]) -> str:
    """Write the table at the top."""
    having = support.of_forms(forms)
    sections = dict.fromkeys(form.section for form in forms)
    rows = [
        ("PTX", having.version),
        ("Targets", having.targets),
        ("Simulator", _simulated(forms)),
        ("Python", ", ".join(f"`{word}`" for word in _spellings(name))),
        ("Manual", ", ".join(f"[{title}]({link(title)})" for title in sections)),
    ]
    return "\n" + "".join(f"* **{what}:** {said}\n" for what, said in rows)


def _spellings(name: str) -> list[str]:
    """Write the call of it in a kernel: as any instruction, and by its wrapper."""
    words = name.split(".")
    return [".".join(("ptx", "inst", *map(python_word, words))), *wrappers(name)]


def wrappers(name: str) -> list[str]:
    """Return the wrappers of an instruction: the one with its own name, and those that `WRAPPERS` names."""
    return [*_wrapper(name), *WRAPPERS.get(name, ())]


def _wrapper(name: str) -> list[str]:
    """Return the name in `pyptx.ptx` with an instruction's words, if it differs from the instruction."""
    first, *words = map(python_word, name.split("."))
    thing = vars(ptx).get(first)
    for word in words:
        if not isinstance(thing, Namespace):
            return []
        thing = next((vars(kind)[word] for kind in type(thing).__mro__ if word in vars(kind)), None)
    spelled = ".".join(("ptx", first, *words))
    if isinstance(thing, Namespace):
        return [f"{spelled}.…"] if any(map(callable, vars(type(thing)).values())) else []
    return [spelled] if callable(thing) and not isinstance(thing, Opcode) else []


def _simulated(forms: Iterable[Form]) -> str:
    """Describe whether the simulator executes it."""
    kinds = {kind for form in forms for kind in simulation.of_form(form)}
    if kinds == {simulation.EXACT}:
        return "executes it, to the bit"
    if kinds == {simulation.NOT_MODELLED}:
        return "does not execute it yet"
    if not kinds:
        return "-"
    if simulation.NOT_MODELLED in kinds:
        return "executes some forms; see below"
    return "executes it; approximate forms within the manual's error bounds"


def _deprecated(lines: Sequence[_Line]) -> str:
    """Describe deprecated forms, and the reasons."""
    said: dict[str, list[int]] = {}
    for line in lines:
        for form in line.forms:
            if form.deprecated:
                said.setdefault(form.deprecated, []).append(line.number)
    return "".join(f"\n> **Deprecated**{_which(numbers, lines)}: {why}\n" for why, numbers in said.items())


def _which(numbers: Iterable[int], lines: Sequence[_Line]) -> str:
    """Write `` (form 3)`` if not all forms are meant."""
    some = sorted(set(numbers))
    return "" if len(some) == len(lines) else f" (form{'s' if len(some) > 1 else ''} {ranges(some)})"


def ranges(numbers: Iterable[int]) -> str:
    """Write numbers, with consecutive ones as a range.

    >>> ranges([1, 2, 3, 5, 7, 8])
    '1-3, 5, 7, 8'
    """
    runs: list[list[int]] = []
    for number in sorted(set(numbers)):
        if runs and runs[-1][-1] == number - 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return ", ".join(f"{run[0]}-{run[-1]}" if len(run) > 2 else ", ".join(map(str, run)) for run in runs)


def _syntax(lines: Sequence[_Line]) -> Iterator[str]:
    """Write the lines, each with the words of its slots; words common to all lines are at the end."""
    width = len(str(len(lines)))
    shared: dict[str, tuple[str, ...] | None] = {}
    for line in lines:
        for slot, words in line.choices().items():
            shared[slot] = words if shared.get(slot, words) == words else None
    for line in lines:
        number = f"{line.number:>{width}}  " if len(lines) > 1 else ""
        yield from _wrapped(line.syntax, number)
        own = {slot: words for slot, words in line.choices().items() if shared[slot] is None}
        yield from _choices(own, " " * (len(number) + 4))
    common = {slot: words for slot, words in shared.items() if words is not None}
    if common:
        yield ""
        yield from _choices(common, "")


_LINE = 80


def _wrapped(syntax: str, number: str) -> Iterator[str]:
    """Write a line of the syntax, broken before a word or the operands if it is long."""
    head, _, names = syntax.partition(" ")
    words = _WORDS.findall(head)
    indent = " " * (len(number) + 4)
    text = number
    for piece in (*words, *([f" {names}"] if names else [])):
        if len(text) + len(piece) > _LINE and text.strip() != number.strip():
            yield text
            text = indent
        text += piece if text != indent else piece.lstrip()
    yield text


_WORDS = re.compile(r"\{\.[^}]*\}|\.?[^.{]+")


def _choices(slots: dict[str, tuple[str, ...]], indent: str) -> Iterator[str]:
    """Write the words of slots, broken into lines."""
    column = max((len(slot) for slot in slots), default=0)
    for slot, words in slots.items():
        head = f"{indent}.<{slot}>{' ' * (column - len(slot))} = "
        text = head
        for word in words:
            if len(text) + len(word) > _LINE and text != head:
                yield text.rstrip()
                text = " " * len(head)
            text += f".{word} "
        yield text.rstrip()


def _numbered(lines: Sequence[_Line]) -> Iterator[tuple[int, Form]]:
    return ((line.number, form) for line in lines for form in line.forms)


def _operands(lines: Sequence[_Line]) -> str:
    """Write the table of operands."""
    found = operands.table(_numbered(lines))
    if not found:
        return "\n## Operands\n\nNone.\n"
    several = any(len(each.numbers) < len(lines) for each in found)
    head = "| operand | access | what it is |" + (" forms |" if several else "")
    rows = [
        f"| `{each.name}` | {each.access} | {cell(each.what)} |"
        + (f" {ranges(each.numbers)} |" if several else "")
        for each in found
    ]
    ruler = "|---|---|---|" + ("---|" if several else "")
    return "\n".join(("\n## Operands\n", head, ruler, *rows, ""))


def cell(text: str) -> str:
    """Write text as a cell of a table."""
    return text.replace("|", "\\|")


def _rules(lines: Sequence[_Line]) -> str:
    """Write the rules of the rows."""
    said: dict[str, list[int]] = {}
    for number, form in _numbered(lines):
        for rule in form.rules:
            first = (rule.__doc__ or "").strip().partition("\n")[0]
            sentence = first.partition(": ")[2] or first
            said.setdefault(sentence[0].upper() + sentence[1:], []).append(number)
    if not said:
        return ""
    return "\n## Rules\n\n" + "".join(f"* {rule}{_which(numbers, lines)}\n" for rule, numbers in said.items())


def _availability(lines: Sequence[_Line]) -> str:
    """Write the versions and targets of each form, the words that need more, and the simulated forms."""
    by_line = {line.number: support.united(support.of_form(form) for form in line.forms) for line in lines}
    forms: dict[tuple[str, str, str], list[int]] = {}
    for line in lines:
        having = by_line[line.number]
        forms.setdefault((having.version, having.targets, _kind(line)), []).append(line.number)
    words: dict[tuple[str, str], dict[str, list[int]]] = {}
    for line in lines:
        for word, having in words_of(line.forms).items():
            words.setdefault((having.version, having.targets), {}).setdefault(word, []).append(line.number)
    rows = [f"| {_forms(numbers, lines)} | {' | '.join(said)} |" for said, numbers in forms.items()]
    for said, needing in words.items():
        what = ", ".join(
            f"`.{word}`{_unless_all(numbers, _needing(word, by_line, lines))}"
            for word, numbers in needing.items()
        )
        rows.append(f"| {what} | {' | '.join(said)} | |")
    operands: dict[tuple[str, str, str], list[int]] = {}
    for line in lines:
        for form in line.forms:
            for what, having in support.of_operands(form).items():
                places = operands.setdefault((what, having.version, having.targets), [])
                places += [line.number] if line.number not in places else []
    for (what, version, targets), numbers in operands.items():
        rows.append(f"| {what}{_which(numbers, lines)} | {version} | {targets} | |")
    needs = ""
    if words or operands:
        what = "A word or an operand" if operands else "A word"
        needs = f"\n{what} in this table needs what its form needs, and this as well.\n"
    body = "\n".join(("| | PTX | targets | simulator |", "|---|---|---|---|", *rows))
    return f"\n## Availability\n\n{body}\n{needs}"


def _forms(numbers: Sequence[int], lines: Sequence[_Line]) -> str:
    """Name the forms."""
    if len(numbers) == len(lines):
        return "all forms" if len(lines) > 1 else "every form"
    return f"form{'s' if len(numbers) > 1 else ''} {ranges(numbers)}"


def _needing(word: str, by_line: Mapping[int, Support], lines: Sequence[_Line]) -> list[int]:
    """Return the forms with a word, except those that need as much themselves."""
    found = []
    for line in lines:
        if any(word in slot.choices for form in line.forms for slot in form.slots):
            needs = words_of(line.forms).get(word)
            others = [words_of(other.forms).get(word) for other in lines]
            if needs is not None or not any(
                other and by_line[line.number].implies(other) for other in others
            ):
                found.append(line.number)
    return found


def _unless_all(numbers: Sequence[int], having: Sequence[int]) -> str:
    """Write `` (1, 3)`` if other forms do not need this."""
    return "" if list(numbers) == list(having) else f" ({ranges(numbers)})"


def words_of(forms: Iterable[Form]) -> dict[str, Support]:
    """Return the words that need more than their forms, with their support."""
    every: dict[str, list[Support]] = {}
    for form in forms:
        narrow = support.of_words(form)
        for slot in form.slots:
            for word in slot.choices:
                every.setdefault(word, []).append(narrow.get((slot.name, word), support.of_form(form)))
    whole = support.of_forms(forms).key
    found = {word: support.united(each) for word, each in every.items()}
    return {word: having for word, having in found.items() if having.key != whole}


def _kind(line: _Line) -> str:
    """Describe the execution of the forms of a line in the simulator."""
    kinds = {kind for form in line.forms for kind in simulation.of_form(form)}
    if not kinds:
        return "-"
    return "in part" if simulation.NOT_MODELLED in kinds and len(kinds) > 1 else ", ".join(sorted(kinds))


def _examples(name: str) -> str:
    """Write the examples, each with the PTX of the instruction in it and, if it can be run, its result."""
    return "".join(_example(name, each) for each in examples_of(name))


def _example(name: str, example: Example) -> str:
    shown = example.text()
    module = example.module()
    lines = list(dict.fromkeys(_instructions_of(name, example)))
    some = [*lines[:_SHOWN], *(["…"] if len(lines) > _SHOWN else [])]
    parts = [
        f"\n## Example: {example.name.replace('_', ' ')}\n\n{shown.said}\n\n```python\n{shown.code}\n```\n",
        "\nIn PTX:\n\n```ptx\n" + "\n".join(some) + "\n```\n",
    ]
    runs = simulation.runs(module, example.name, example.kernel.arch)
    if runs and shown.calls:
        parts.append(f"\nOn the simulator:\n\n```pycon\n{shown.calls}\n```\n")
    else:
        why = "" if runs else "; the simulator does not execute all of it yet"
        parts.append(f"\nIt assembles for {example.kernel.arch}{why}.\n")
    return "".join(parts)


_SHOWN = 6


def _instructions_of(name: str, example: Example) -> list[str]:
    """Return the statements of an example that are of an instruction: those in its text, or else all."""
    found = [
        node
        for function in example.module().items
        if isinstance(function, Function)
        for node in walk(function.body or ())
        if isinstance(node, Instruction) and name_of(node) == name
    ]
    written = example.text().spelled
    shown = [node for node in found if ".".join((node.opcode, *node.modifiers)) in written]
    return [emit_statement(replace(node, gaps=None)).strip() for node in shown or found]


@cache
def _names_of_opcode(opcode: str) -> list[str]:
    return sorted((name for name in SENTENCES if name.split(".")[0] == opcode), key=len, reverse=True)


def name_of(instruction: Instruction) -> str:
    """Return the instruction of a statement, by its longest name."""
    words = [instruction.opcode, *(word.partition("::")[0] for word in instruction.modifiers)]
    return next(
        (
            name
            for name in _names_of_opcode(instruction.opcode)
            if words[: name.count(".") + 1] == name.split(".")
        ),
        "",
    )


def _related(name: str) -> str:
    """Write links to the other instructions of the opcode, and to those in its examples and family."""
    opcode = name.split(".")[0]
    same = [other for other in SENTENCES if other.split(".")[0] == opcode]
    together = [other for example in examples() if name in example.names for other in example.names]
    family = next(group for group in FAMILIES.values() if name in group)
    near = list(family)
    place = near.index(name)
    beside = near[max(0, place - 2) : place + 3] if len(same) == 1 else []
    found = [other for other in dict.fromkeys((*together, *same, *beside)) if other != name]
    return f"\n## See also\n\n{', '.join(f'[`{other}`]({other}.md)' for other in found)}\n" if found else ""
