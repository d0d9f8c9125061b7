"""Write files from tables: pages of ``docs/isa`` and ``docs/rules``, type stubs, headers of ``csrc``.

``python tools/generate.py`` writes them, ``python tools/generate.py --check`` exits 1 and names the files
that are not what the tables say. With opcodes as arguments it does so for the pages and stubs of these
alone, which takes seconds instead of a minute.
"""

from __future__ import annotations

import sys
from pathlib import Path

import engine_header
import virtual_sources
from reference.engines import engine_page
from reference.indexes import (
    directive_page,
    family_index,
    overviews,
    register_page,
    target_index,
    version_index,
)
from reference.instructions import SENTENCES
from reference.pages import NOTE, page
from reference.rules import PAGES as RULES
from reference.rules import rule_pages
from stubs.instructions import OpcodeStub, package_stub
from stubs.surface import surface_stub

from pyptx.isa import opcodes
from pyptx.isa.words import python_word
from pyptx.sim.handlers import LAYOUT
from pyptx.sim.native import extension

ROOT = Path(__file__).resolve().parents[1]
PAGES = "docs/isa"
STUBS = "pyptx/ptx/instructions"
SURFACE = "pyptx/ptx/__init__.pyi"


def main(arguments: list[str]) -> int:
    """Write the files, or compare them; return the exit code."""
    checks = arguments[:1] == ["--check"]
    named = arguments[checks:]
    unknown = [name for name in named if name not in opcodes()]
    if unknown:
        print(f"usage: generate.py [--check] [OPCODE...]; {unknown[0]} is not an opcode", file=sys.stderr)
        return 2
    engine = {} if named else {**virtual_sources.sources(), **native_engine()}
    if not checks:
        write(engine)
    if is_stale():
        now = extension.stale(extension.engine)
        print(
            now or "the names of the handlers were written", "then run this again", sep="\n", file=sys.stderr
        )
        return 1
    files = files_of(named) if named else {**pages(), **rule_pages(), **stubs(), **engine}
    there = {name for name in files if (ROOT / name).is_file()} if named else present()
    if checks:
        return check(files, there)
    write(files)
    for name in there - set(files):
        (ROOT / name).unlink()
    return 0


def write(files: dict[str, str]) -> None:
    """Write files in their folders."""
    for name, text in files.items():
        (ROOT / name).parent.mkdir(parents=True, exist_ok=True)
        (ROOT / name).write_text(text, encoding="utf-8")


def is_stale() -> bool:
    """Whether the simulator refuses the native module, because it was built from other sources."""
    return bool(extension.STALE)


def files_of(named: list[str]) -> dict[str, str]:
    """The stubs and pages of some opcodes."""
    names = [name for name in SENTENCES if name.split(".")[0] in named]
    return {
        **{f"{STUBS}/{python_word(opcode)}.pyi": OpcodeStub(opcode).text() for opcode in named},
        **{f"{PAGES}/{name}.md": f"{page(name)}{NOTE}" for name in names},
    }


def check(files: dict[str, str], there: set[str]) -> int:
    """Compare the files with those in the folders."""
    found = {name: (ROOT / name).read_text(encoding="utf-8") for name in there}
    wrong = sorted(name for name in files.keys() | found.keys() if files.get(name) != found.get(name))
    for name in wrong:
        print(f"{name} is not what its table says; run python tools/generate.py")
    return 1 if wrong else 0


def present() -> set[str]:
    """The files there are where files are written."""
    sources = (ROOT / name for name in virtual_sources.sources())
    single = (ROOT / SURFACE, ROOT / engine_header.PATH, extension.NAMES, *sources)
    pages = (*(ROOT / PAGES).glob("*.md"), *(ROOT / RULES).glob("*.md"))
    paths = (*pages, *(ROOT / STUBS).glob("*.pyi"), *single)
    return {path.relative_to(ROOT).as_posix() for path in paths if path.is_file()}


def native_engine() -> dict[str, str]:
    """The header of the native engine, and the names of its handlers if it was built from these sources."""
    names = extension.NAMES.read_text(encoding="utf-8")
    engine = extension.engine
    if not (extension.MISSING or engine.engine_layout() != LAYOUT or extension.changed_sources(engine)):
        names = engine_header.names(extension.engine.engine_handlers())
    return {
        engine_header.PATH: engine_header.header(),
        extension.NAMES.relative_to(ROOT).as_posix(): names,
    }


def stubs() -> dict[str, str]:
    """The stubs: one for each opcode, and those of `ptx.inst` and `pyptx.ptx`."""
    each_opcode = {opcode: OpcodeStub(opcode) for opcode in opcodes()}
    return {
        **{f"{STUBS}/{python_word(opcode)}.pyi": each.text() for opcode, each in each_opcode.items()},
        f"{STUBS}/__init__.pyi": package_stub(each_opcode),
        SURFACE: surface_stub(each_opcode),
    }


def pages() -> dict[str, str]:
    """The pages: one for each instruction, one for each opcode of several, and the indexes."""
    named = {
        "index": family_index(),
        "versions": version_index(),
        "targets": target_index(),
        "engines": engine_page(),
        "special_registers": register_page(),
        "directives": directive_page(),
        **overviews(),
        **{name: page(name) for name in SENTENCES},
    }
    return {f"{PAGES}/{name}.md": f"{text}{NOTE}" for name, text in named.items()}


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
