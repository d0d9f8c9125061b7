"""Write what is derived from the rows: the pages of ``docs/isa`` and the type stubs of `pyptx.ptx`.

``python tools/generate.py`` writes them, ``python tools/generate.py --check`` exits 1 and names the files
that are not what the rows say.
"""

from __future__ import annotations

import sys
from collections import defaultdict
from pathlib import Path
from typing import TYPE_CHECKING

from stubs.instructions import OpcodeStub, package_stub
from stubs.surface import surface_stub

from pyptx.isa import availability, opcodes, section_forms
from pyptx.isa.forms import SECTIONS
from pyptx.isa.special_registers import SPECIAL_REGISTERS
from pyptx.isa.words import python_word

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pyptx.isa import Form

ROOT = Path(__file__).resolve().parents[1]
PAGES = "docs/isa"
STUBS = "pyptx/ptx/instructions"
SURFACE = "pyptx/ptx/__init__.pyi"
NOTE = "<!-- Written by tools/generate.py from pyptx/isa; change the rows, not this page. -->\n"


def main(arguments: list[str]) -> int:
    """Write the files, or compare them; return the exit code."""
    if arguments not in ([], ["--check"]):
        print("usage: generate.py [--check]", file=sys.stderr)
        return 2
    files = {**pages(), **stubs()}
    if arguments:
        return check(files)
    for name, text in files.items():
        (ROOT / name).parent.mkdir(parents=True, exist_ok=True)
        (ROOT / name).write_text(text, encoding="utf-8")
    for name in present() - set(files):
        (ROOT / name).unlink()
    return 0


def check(files: dict[str, str]) -> int:
    """Compare the files with those in the folders."""
    found = {name: (ROOT / name).read_text(encoding="utf-8") for name in present()}
    wrong = sorted(name for name in files.keys() | found.keys() if files.get(name) != found.get(name))
    for name in wrong:
        print(f"{name} is not what the rows say; run python tools/generate.py")
    return 1 if wrong else 0


def present() -> set[str]:
    """The files there are where files are written."""
    paths = (*(ROOT / PAGES).glob("*.md"), *(ROOT / STUBS).glob("*.pyi"), ROOT / SURFACE)
    return {path.relative_to(ROOT).as_posix() for path in paths if path.is_file()}


def stubs() -> dict[str, str]:
    """The stubs: one for each opcode, and those of `ptx.inst` and `pyptx.ptx`."""
    each_opcode = {opcode: OpcodeStub(opcode) for opcode in opcodes()}
    return {
        **{f"{STUBS}/{python_word(opcode)}.pyi": each.text() for opcode, each in each_opcode.items()},
        f"{STUBS}/__init__.pyi": package_stub(each_opcode),
        SURFACE: surface_stub(each_opcode),
    }


def pages() -> dict[str, str]:
    """The pages: one for each file of rows, one of special registers, and an index."""
    return {
        **{f"{PAGES}/{name}.md": section_page(name) for name in SECTIONS},
        f"{PAGES}/special_registers.md": register_page(),
        f"{PAGES}/index.md": index_page(),
    }


def section_page(name: str) -> str:
    """The page of one file of rows: a heading for each section of the manual."""
    by_title: dict[str, list[Form]] = defaultdict(list)
    for row in section_forms(name):
        by_title[row.section].append(row)
    parts = [f"{NOTE}\n# {title_of(name)}\n"]
    for title, rows in by_title.items():
        forms = "".join(f"{form_of(row)}\n" for row in rows)
        parts.append(f"\n## {title}\n\n{forms}\n{support_of(rows)}\n")
    return "".join(parts)


def form_of(row: Form) -> str:
    """One form: modifiers, operands, and what may stand for each ``.<name>``."""
    operands = f" `{row.column}`" if row.column else ""
    choices = "".join(
        f"\n    * `<{slot.name}>`: {' '.join(f'`{word}`' for word in slot.choices)}"
        for slot in row.slots
        if f".<{slot.name}>" in row.syntax
    )
    return f"* `{row.syntax}`{operands}{choices}"


def support_of(rows: Iterable[Form]) -> str:
    """The oldest PTX version and the targets that have any of these forms."""
    table = availability.table()
    lowest: dict[str, tuple[int, int]] = {}
    for row in rows:
        for target, version in availability.earliest(row).items():
            lowest[target] = min(version, lowest.get(target, version))
    if not lowest:
        return "Only targets older than those known here have these forms."
    first = min(lowest.values())
    where = "every target" if len(lowest) == len(table["versions"]) else ", ".join(lowest)
    return f"From PTX {first[0]}.{first[1]}, on {where} (any of its forms)."


def register_page() -> str:
    """The special registers, their types and their first versions."""
    rows = "".join(f"| `{row.name}` | {row.type} |\n" for row in SPECIAL_REGISTERS.values())
    return f"{NOTE}\n# Special registers\n\n| register | type |\n|---|---|\n{rows}"


def index_page() -> str:
    """Every opcode with its page."""
    where: dict[str, list[str]] = defaultdict(list)
    for name, words in SECTIONS.items():
        for opcode in words.split():
            where[opcode].append(name)
    rows = "".join(
        f"| `{opcode}` | {', '.join(f'[{title_of(name)}]({name}.md)' for name in names)} |\n"
        for opcode, names in sorted(where.items())
    )
    return (
        f"{NOTE}\n# Instructions\n\nThe notation is explained in `pyptx.isa.form` and `pyptx.isa.operand`: "
        "what stands in `{}` may be absent, `=` marks what is written.\n\n"
        f"| opcode | page |\n|---|---|\n{rows}"
    )


def title_of(name: str) -> str:
    """The heading of a file of rows."""
    return name.replace("_", " ").capitalize()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
