"""The pages of the Python interface, made from the live objects."""

from __future__ import annotations

import inspect
import json
import sys
from pathlib import Path

import pyptx
from pyptx import ptx, reg, smem

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tools"))

from reference import api, notebooks
from reference.usages import find_uses

ENTRIES = {entry.path: entry for page in api.pages() for entry in page.entries}


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
    assert {f"reg.{name}" for name in reg.__all__} <= ENTRIES.keys()
    assert {
        "ptx.cp.async_.bulk.tensor.tile_2d",
        "ptx.tcgen05.mma",
        "ptx.cta.reduce_sum",
        "Kernel.ptx",
    } <= ENTRIES.keys()


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
    """Its own, one of its class or module, or a page that the tests run; constants and types share one."""
    uses = find_uses(api.DOCS, ENTRIES)
    docs = {path: inspect.getdoc(entry.value) or "" for path, entry in ENTRIES.items()}
    without = [
        entry.path
        for page in api.pages()
        for entry in page.entries
        if entry.path not in uses
        and not any(
            ">>>" in text
            for text in (docs[entry.path], docs.get(entry.path.rpartition(".")[0], ""), page.head)
        )
    ]
    assert without == []


def test_links_of_examples_lead_to_pages_that_use_the_name() -> None:
    uses = find_uses(api.DOCS, ENTRIES)
    assert uses["ptx.mbarrier.init"][0].link == "isa/mbarrier.init.md"
    for path, found in uses.items():
        for use in found:
            text = (api.DOCS / use.link).read_text(encoding="utf-8")
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
