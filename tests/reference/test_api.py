"""The pages of the Python interface, made from the live objects."""

from __future__ import annotations

import inspect
import sys
from pathlib import Path

import pyptx
from pyptx import ptx, reg, smem

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tools"))

from reference import api

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


def test_a_docstring_becomes_markdown() -> None:
    written = api.markdown(
        "Add.\n\nArgs:\n    a: One\n        term.\n    b: Another.\n\n>>> 1 + 1\n2\n\nEnd."
    )
    assert written == (
        "Add.\n\n**Args**\n\n* `a`: One\n  term.\n* `b`: Another.\n\n```pycon\n>>> 1 + 1\n2\n```\n\nEnd."
    )
