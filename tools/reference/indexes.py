"""The pages over all instructions: by family, by PTX version, by target; special registers and directives."""

from __future__ import annotations

import re
from itertools import groupby
from typing import TYPE_CHECKING

from pyptx.arch import ARCHS
from pyptx.isa import availability, opcodes
from pyptx.isa.directives import DIRECTIVES
from pyptx.isa.special_registers import SPECIAL_REGISTERS
from reference import simulation, support
from reference.instructions import FAMILIES, SENTENCES, rows_by_name
from reference.manual import link
from reference.pages import CONTENTS, cell, words_of
from reference.support import Support, spell_version

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from pyptx.isa.directives import Directive
    from pyptx.isa.special_registers import SpecialRegister

    Version = tuple[int, int]


def family_index() -> str:
    """Write the index of every instruction by family, and of every opcode by its first letter."""
    parts = [
        f"# Instructions\n\nPTX has {len(opcodes())} opcodes, and {len(SENTENCES)} instructions if those ",
        "with a name of their own are counted. Each has a page: its forms, operands and rules, the PTX ",
        "versions and targets that have it, and kernels that show it at work.\n\n",
        "Also [by PTX version](versions.md), [by target](targets.md), and those that run ",
        "[only on the NumPy engine](engines.md) of the simulator; then there are ",
        "[special registers](special_registers.md) and [directives](directives.md).\n\n",
        "In the syntax, the contents of `{}` may be left out, and `.<type>` is one of the words listed for ",
        "it. The PTX manual is authoritative; each page links its sections.\n",
        "\n## By name\n\n",
        *_alphabet(),
    ]
    for title, family in FAMILIES.items():
        parts.append(f"\n## {title}\n\n{_HEAD}")
        for name, said in family.items():
            having = support.of_forms(rows_by_name()[name])
            columns = (refer(name), cell(said), having.version, having.targets, _simulated(name))
            parts.append(f"| {' | '.join(columns)} |\n")
    parts.append(f"\n{CONTENTS}")
    return "".join(parts)


_HEAD = "| instruction | what it does | PTX | targets | simulator |\n|---|---|---|---|---|\n"


def refer(name: str) -> str:
    """Write a link to the page of an instruction."""
    return f"[`{name}`]({name}.md)"


def _alphabet() -> Iterator[str]:
    """The opcodes, a line for each letter."""
    for letter, names in groupby(sorted(opcodes()), key=lambda opcode: opcode[0]):
        yield f"* **{letter}** {' '.join(map(refer, names))}\n"


def _simulated(name: str) -> str:
    """Describe whether the simulator executes an instruction."""
    kinds = {kind for form in rows_by_name()[name] for kind in simulation.of_form(form)}
    if simulation.NOT_MODELLED in kinds:
        return "in part" if len(kinds) > 1 else "no"
    return "approximate" if kinds == {simulation.APPROXIMATE} else "yes"


def overviews() -> dict[str, str]:
    """Return a page for each opcode whose instructions all have names of their own."""
    return {opcode: _overview(opcode) for opcode in sorted(opcodes()) if opcode not in SENTENCES}


def _overview(opcode: str) -> str:
    """The instructions of an opcode."""
    rows = "".join(
        f"| {refer(name)} | {cell(said)} |\n"
        for name, said in SENTENCES.items()
        if name.split(".")[0] == opcode
    )
    head = "| instruction | what it does |\n|---|---|\n"
    return f"# {opcode}\n\nAn opcode of several instructions.\n\n{head}{rows}"


def version_index() -> str:
    """Write the additions of each PTX version: instructions, and words of older ones."""
    new: dict[Version, list[str]] = {}
    more: dict[Version, dict[str, list[str]]] = {}
    for name, forms in rows_by_name().items():
        first = support.of_forms(forms).first
        if first is None:
            continue
        new.setdefault(first, []).append(name)
        for word, having in words_of(forms).items():
            if having.first is not None and having.first > first:
                more.setdefault(having.first, {}).setdefault(name, []).append(word)
    for registers in _alike_registers():
        first = support.of_register(registers[0].name).first
        if first is not None:
            new.setdefault(first, []).append(_spell_registers(registers))
    parts = [
        "# By PTX version\n\nAdditions of each version, the newest first: instructions and "
        "special registers, then words of older instructions. `ptxas` was run for each.\n"
    ]
    for version in sorted({*new, *more}, reverse=True):
        parts.append(f"\n## PTX {spell_version(version)}\n\n")
        names = [refer(name) if name in SENTENCES else name for name in new.get(version, ())]
        parts.append(f"{', '.join(names)}\n" if names else "No new instruction.\n")
        parts.append("\n" if more.get(version) else "")
        parts += [f"* {refer(name)}: {_words(words)}\n" for name, words in more.get(version, {}).items()]
    return "".join(parts)


def _words(words: Iterable[str]) -> str:
    return " ".join(f"`.{word}`" for word in words)


def target_index() -> str:
    """Write the additions of each target to the one before it, and its omissions."""
    parts = [
        "# By target\n\nAdditions of each target over the targets it is compared with: "
        "instructions, and words of those that both have. A target with an `f` is for its family, one with "
        "an `a` for this architecture alone; code for them runs nowhere else.\n\n"
        "| target | from PTX | instructions |\n|---|---|---|\n"
    ]
    have = {target: _having(target) for target in sorted(ARCHS, key=_place)}
    for target, having in have.items():
        names = {name for name, word in having if not word}
        lowest = spell_version(availability.lowest_version(target))
        parts.append(f"| [{target}](#{target}) | {lowest} | {len(names)} of {len(SENTENCES)} |\n")
    for target, having in have.items():
        others = _compared(target)
        if not others:
            parts.append(
                f"\n## {target}\n\nThe oldest target known here: it has all that the others do not add.\n"
            )
            continue
        before = set().union(*(have[other] for other in others))
        new = [name for name in SENTENCES if (name, "") in having - before]
        gone = [name for name in SENTENCES if (name, "") in before - having]
        parts.append(f"\n## {target}\n\nCompared with {', '.join(others)}.\n\n")
        parts.append(f"New: {', '.join(map(refer, new))}\n\n" if new else "")
        parts.append(f"Not here: {', '.join(map(refer, gone))}\n\n" if gone else "")
        more = _more(having - before, {*new}), _more(before - having, {*gone})
        for title, words in zip(("More words", "Fewer words"), more, strict=True):
            lines = "".join(f"* {refer(name)}: {_words(some)}\n" for name, some in words.items())
            parts.append(f"{title}:\n\n{lines}\n" if lines else "")
        if not (new or gone or any(more)):
            parts.append("No difference.\n")
    return "".join(parts)


def _place(target: str) -> tuple[int, int]:
    """Return the sort key of a target: its number, then its suffix."""
    return ARCHS[target].number, ("", "f", "a").index(ARCHS[target].suffix)


def _having(target: str) -> set[tuple[str, str]]:
    """Return the instructions that a target supports, and the words of each."""
    found: set[tuple[str, str]] = set()
    for name, forms in rows_by_name().items():
        for form in forms:
            if target not in availability.earliest(form):
                continue
            found.add((name, ""))
            narrow = support.of_words(form)
            for slot in form.slots:
                for word in slot.choices:
                    having = narrow.get((slot.name, word))
                    if having is None or target in having.by_target:
                        found.add((name, word))
    return found


def _compared(target: str) -> list[str]:
    """Return the targets to compare with: the number before; with a suffix also those that it extends."""
    arch = ARCHS[target]
    numbers = sorted(
        {each.number for each in ARCHS.values() if each.suffix == arch.suffix and each.number < arch.number}
    )
    like = [f"sm_{numbers[-1]}{arch.suffix}"] if numbers else []
    plain = [
        f"sm_{arch.number}{suffix}" for suffix in ("", "f") if suffix < arch.suffix or arch.suffix == "a"
    ]
    return [name for name in (*(plain if arch.suffix else []), *like) if name in ARCHS and name != target]


def _more(words: set[tuple[str, str]], but: set[str]) -> dict[str, list[str]]:
    """Words by instruction, in the order of the index."""
    found: dict[str, list[str]] = {}
    for name in SENTENCES:
        some = sorted(word for other, word in words if other == name and word)
        if some and name not in but:
            found[name] = some
    return found


def register_page() -> str:
    """Write the page of special registers: types and support."""
    rows = []
    for registers in _alike_registers():
        first = registers[0]
        having = support.of_register(first.name)
        types = ", ".join(f"`.{name}`" for name in (first.type, *first.also))
        url = link(f"{first.section} {first.name.partition('.')[0]}")
        columns = (
            _spell_registers(registers),
            types,
            having.version,
            having.targets,
            f"[{first.section}]({url})",
        )
        rows.append(f"| {' | '.join(columns)} |\n")
    return (
        "# Special registers\n\nRead with [`mov`](mov.md) or `ptx.special`: `ptx.special.tid.x()`, "
        "`ptx.special.clock64()`.\n\n| register | type | PTX | targets | manual |\n|---|---|---|---|---|\n"
        + "".join(rows)
    )


def _alike_registers() -> list[list[SpecialRegister]]:
    """Group the special registers that differ only in a number or a component."""
    found: dict[tuple[str, ...], list[SpecialRegister]] = {}
    for row in SPECIAL_REGISTERS.values():
        stem = re.sub(r"\d+(?=$|_64$)|\.[xyzw]$", "", row.name) if row.name != "%clock64" else row.name
        support_ = support.of_register(row.name)
        found.setdefault((stem, row.type, row.section, support_.version, support_.targets), []).append(row)
    return list(found.values())


def _spell_registers(registers: list[SpecialRegister]) -> str:
    """``%tid.x … %tid.w``."""
    first, last = registers[0].name, registers[-1].name
    return f"`{first}`" if first == last else f"`{first}` … `{last}`"


def directive_page() -> str:
    """Write the page of directives: places, arguments and support."""
    rows = []
    for row in DIRECTIVES.values():
        having = _support_of_directive(row)
        places = ", ".join(_PLACES[place] for place in row.places)
        follows = f"`{row.arguments}`" if row.arguments else ""
        url = link(f"{row.section} {row.name}")
        rows.append(
            f"| `.{row.name}` | {places} | {cell(follows)} | {having.version if having else 'all'} | "
            f"{having.targets if having else 'all targets'} | [{row.section}]({url}) |\n"
        )
    return (
        "# Directives\n\nStatements about a module, a function or a place in it.\n\n"
        "| directive | where | what follows | PTX | targets | manual |\n|---|---|---|---|---|---|\n"
        + "".join(rows)
    )


_PLACES = {
    "module": "beside functions",
    "entry": "of an entry, before its body",
    "func": "of a function, before its body",
    "body": "among statements",
    "linkage": "before a declaration",
    "label": "after a label",
}


def _support_of_directive(row: Directive) -> Support | None:
    """Return the support of a directive; None for those that open every module."""
    if not row.example:
        return None
    each = ((target, availability.first_version_of_directive(row.name, target)) for target in ARCHS)
    return Support({target: version for target, version in each if version is not None})
