"""The pages of the Python interface, made from the live objects."""

from __future__ import annotations

import ast
import inspect
import json
import re
import sys
import textwrap
from functools import cache
from pathlib import Path
from types import FunctionType
from typing import TYPE_CHECKING, Any

import pyptx
from pyptx import ptx, reg, smem

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tools"))

from reference import api, notebooks, sources
from reference.usages import Docstring, Use, find_uses

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).resolve().parents[2]
ENTRIES = {entry.path: entry for page in api.pages() for entry in page.entries}
USES = api.uses_of(api.pages())
WITHOUT_EXAMPLE = {
    "MissingToolError": "needs a machine without ptxas",
    "StaleExtensionError": "needs an extension that was built from other sources",
}
"""Public names whose example cannot run, and why."""


def function_of(value: Any) -> object:
    """The function behind a method, a property or a wrapper."""
    for name in ("fget", "__func__"):
        value = getattr(value, name, None) or value
    return inspect.unwrap(value) if callable(value) else value


FUNCTIONS = {
    path: function
    for path, entry in ENTRIES.items()
    if isinstance(function := function_of(entry.value), FunctionType)
    and function.__module__.startswith("pyptx.")
}


def test_each_public_name_has_an_entry() -> None:
    package = {name for name in pyptx.__all__ if not inspect.ismodule(getattr(pyptx, name))}
    wrappers = {f"ptx.{name}" for name in ptx.__all__ if name not in ("intrinsic", "special")}
    shared = {
        f"smem.{name}"
        for name, value in vars(smem).items()
        if getattr(value, "__module__", "") == "pyptx.smem"
    }
    public = {name for name in package | wrappers | shared if not name.split(".")[-1].startswith("_")}
    assert public <= ENTRIES.keys()
    registers = {name for name in reg.__all__ if not api.is_private(getattr(reg, name))}
    assert {f"reg.{name}" for name in registers} <= ENTRIES.keys()
    assert {
        "ptx.cp.async_.bulk.tensor.tile_2d",
        "ptx.tcgen05.mma",
        "ptx.cta.reduce_sum",
        "Kernel.ptx",
    } <= ENTRIES.keys()


def test_names_for_other_packages_of_pyptx_have_no_entry() -> None:
    assert {"reg.move", "Kernel.run", "sim.Device.read", "program.recording"} <= ENTRIES.keys()
    private = {"reg.note_negative", "Kernel.graph_content", "sim.Device.settle", "program.run_in_block"}
    assert not private & ENTRIES.keys()
    assert not [path for path, entry in ENTRIES.items() if ":meta" in api.doc(entry.value)]


def test_defaults_that_are_made_for_each_instance_have_dots() -> None:
    pages = api.files()
    lines = "    shapes: Mapping[str, Sequence[int]] = ...,\n    array_bytes: int = 0,\n"
    assert lines in pages["api/program.md"]
    assert not [name for name, text in pages.items() if "= Ellipsis" in text]


def test_each_entry_says_what_it_is() -> None:
    texts = api.files()
    bare = [path for page in api.pages() for path in _without_text(texts[f"api/{page.name}.md"])]
    assert not bare


def _without_text(page: str) -> list[str]:
    """The headings of a page with nothing but a signature below them."""
    sections = page.split("\n## ")[1:]
    return [
        section.split("\n")[0]
        for section in sections
        if not section.partition("\n")[2].split("```\n")[-1].strip() and "```pycon" not in section
    ]


def test_each_entry_has_a_tested_example() -> None:
    """In its docstring, or one that calls it by name: of another docstring, a page or an instruction."""
    without = {
        path for path, entry in ENTRIES.items() if path not in USES and ">>>" not in api.doc(entry.value)
    }
    assert without == WITHOUT_EXAMPLE.keys()


def test_examples_of_docstrings_count_for_the_names_that_they_call() -> None:
    text = "Make one.\n\n>>> from pyptx import ptx\n>>> ptx.cluster.sync(), Slot().arrive()\n"
    made = Docstring("ptx.Slot", Use("here", "api/x.md#ptxslot"), text, {"Slot": "ptx.Slot"})
    names = ["ptx.Slot", "ptx.Slot.arrive", "ptx.Slot.wait", "ptx.cluster.sync", "ptx.cluster.wait"]
    found = find_uses(Path("/nonexistent"), names, [made]).keys()
    assert found == {"ptx.Slot.arrive", "ptx.cluster.sync"}  # its own example is beside it
    assert find_uses(Path("/nonexistent"), names, [made._replace(text="ptx.cluster.sync()")]) == {}


def test_each_entry_leads_to_the_lines_that_define_it() -> None:
    texts = api.files()
    shown = {
        entry.path: section.partition("Source: {source}`")[2].partition("`")[0]
        for page in api.pages()
        for entry, section in zip(page.entries, texts[f"api/{page.name}.md"].split("\n## ")[1:], strict=True)
    }
    assert shown.keys() == ENTRIES.keys()
    wrong = {}
    for path, place in shown.items():
        file, _, line = place.partition(":")
        name = path.rpartition(".")[2].strip("_")
        lines = (ROOT / file).read_text(encoding="utf-8").splitlines()[int(line) - 1 :]
        summary = api.doc(ENTRIES[path].value).split("\n")[0]
        if summary not in "\n".join(lines[:60]) and name not in lines[0]:
            wrong[path] = place
    assert wrong == {}


def test_pages_of_sources_have_an_anchor_for_each_definition() -> None:
    places = [sources.find_source(*entry) for entry in ENTRIES.values() if entry.path.startswith("types.")]
    pages = {name: contents["body"] for name, contents, _ in sources.pages(places)}
    for place in places:
        page, _, anchor = place.link.partition(".html#")
        assert f'id="{anchor}"' in pages[page], place


def test_each_error_that_an_entry_raises_is_documented() -> None:
    missing = {
        path: sorted(names)
        for path, function in FUNCTIONS.items()
        if (names := raised(function) - set(documented(ENTRIES[path].value, "Raises")))
    }
    assert missing == {}


def test_each_documented_argument_exists_and_none_is_left_out() -> None:
    wrong = {}
    for path, function in FUNCTIONS.items():
        given = documented(ENTRIES[path].value, "Args")
        takes = {name for name in inspect.signature(function).parameters if name not in ("self", "cls")}
        if given and set(given) != takes:
            wrong[path] = sorted(takes.symmetric_difference(given))
    assert wrong == {}


def test_functions_of_several_arguments_explain_them() -> None:
    """In the docstring, or for all functions of a module in its own; a guard is `pred` everywhere."""
    heads = {entry.path: page.head for page in api.pages() for entry in page.entries}
    wrong = {}
    for path, function in FUNCTIONS.items():
        doc = inspect.getdoc(ENTRIES[path].value) or ""
        explained = set(re.findall(r"\w+", " ".join(re.findall(r"`+([^`]+)`+", doc + heads[path]))))
        takes = set(inspect.signature(function).parameters) - {"self", "cls", "pred", "kwargs", "options"}
        if not documented(ENTRIES[path].value, "Args") and len(takes) > 1 and takes - explained:
            wrong[path] = sorted(takes - explained)
    assert wrong == {}


def documented(value: object, section: str) -> list[str]:
    """The names that a section of a docstring describes: arguments, or errors."""
    text = f"\n{inspect.getdoc(value) or ''}".partition(f"\n{section}:\n")[2]
    block = re.split(r"\n(?=\S)", text)[0]
    entries = re.findall(r"^    ([*\w][\w., *]*):(?: |$)", block, re.MULTILINE)
    return [name.strip(" *") for entry in entries for name in entry.split(",")]


def raised(function: FunctionType) -> set[str]:
    """The errors that the code of a function raises, or that of a private function that it calls."""
    found = set()
    for part in (function, *_helpers(function)):
        for node in _nodes(part):
            if isinstance(node, ast.Raise) and node.exc is not None:
                error = node.exc.func if isinstance(node.exc, ast.Call) else node.exc
                name = ast.unparse(error).rpartition(".")[2]
                if isinstance(error, ast.Name | ast.Attribute) and name[0].isupper():
                    found.add(name)
    return found - {"AssertionError"}


def _helpers(function: FunctionType) -> Iterator[FunctionType]:
    for node in _nodes(function):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id.startswith("_"):
            helper = function.__globals__.get(node.func.id)
            if isinstance(helper, FunctionType):
                yield helper


@cache
def _nodes(function: FunctionType) -> list[ast.AST]:
    """The nodes of a function, without those of functions in it."""
    (tree,) = ast.parse(textwrap.dedent(inspect.getsource(function))).body
    found, rest = [], list(ast.iter_child_nodes(tree))
    while rest:
        node = rest.pop()
        found.append(node)
        if not isinstance(node, ast.FunctionDef | ast.Lambda | ast.ClassDef):
            rest += ast.iter_child_nodes(node)
    return found


def test_links_of_examples_lead_to_pages_that_use_the_name() -> None:
    assert USES["ptx.mbarrier.init"][0].link == "isa/mbarrier.init.md"
    made = api.files()
    for path, found in USES.items():
        for use in found:
            page = use.link.partition("#")[0]
            text = made.get(page) or (api.DOCS / page).read_text(encoding="utf-8")
            assert use.link.startswith("isa/") or path.rpartition(".")[2] in text, (path, use)


def test_links_to_a_notebook_stand_below_the_title_of_a_lesson() -> None:
    for lesson in sorted((api.DOCS / "learn").glob("*.py")):
        text = lesson.read_text(encoding="utf-8")
        plain, badge = (notebooks.with_links(text, lesson.stem, name) for name in ("", "owner/name"))
        assert f'# <a href="{lesson.stem}.ipynb" download>' in plain
        assert (
            badge.count(f"mybinder.org/v2/gh/owner/name/HEAD?urlpath=lab/tree/docs/learn/{lesson.name}") == 1
        )
        assert [line for line in plain.splitlines() if line not in text.splitlines()] == plain.splitlines()[
            3:4
        ]


def test_notebooks_have_the_cells_of_the_lessons(tmp_path: Path) -> None:
    notebooks.write(api.DOCS / "learn", tmp_path)
    lessons = sorted((api.DOCS / "learn").glob("*.py"))
    assert [path.stem for path in sorted(tmp_path.iterdir())] == [lesson.stem for lesson in lessons]
    for lesson in lessons:
        made = json.loads((tmp_path / f"{lesson.stem}.ipynb").read_text(encoding="utf-8"))
        code = ["".join(cell["source"]) for cell in made["cells"] if cell["cell_type"] == "code"]
        assert len(code) == lesson.read_text(encoding="utf-8").count("\n# %%\n")


def test_a_docstring_becomes_markdown() -> None:
    written = api.markdown(
        "Add.\n\nArgs:\n    a: One\n        term.\n    b: Another.\n\n>>> 1 + 1\n2\n\nEnd."
    )
    assert written == (
        "Add.\n\n**Args**\n\n* `a`: One\n  term.\n* `b`: Another.\n\n```pycon\n>>> 1 + 1\n2\n```\n\nEnd."
    )
