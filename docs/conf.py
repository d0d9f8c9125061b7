"""The site of these pages: ``python tools/check.py site`` builds it into ``build/site``."""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
import sys
from html import unescape
from pathlib import Path
from typing import TYPE_CHECKING

from docutils import nodes
from pygments.lexer import RegexLexer
from pygments.token import Comment, Keyword, Name, Number, Punctuation, Text
from sphinx.addnodes import only
from sphinx.util.docutils import SphinxDirective, SphinxRole

import pyptx

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import ClassVar

    from sphinx.application import Sphinx

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent / "tools"))


def digest(*folders: str) -> str:
    """Digest of the paths and contents of the files in folders of the repository, without compiled ones."""
    found = hashlib.sha256()
    for folder in folders:
        for path in sorted((HERE.parent / folder).rglob("*")):
            if path.is_file() and "__pycache__" not in path.parts and ".so" not in path.suffixes:
                contents = path.read_bytes()
                found.update(f"{path.relative_to(HERE.parent)} {len(contents)}\n".encode())
                found.update(contents)
    return found.hexdigest()[:16]


project = "pyptx"
version = release = pyptx.__version__
extensions = ["myst_nb", "sphinx_copybutton", "sphinx_llm.txt"]
exclude_patterns = ["_static", "conf.py"]
nb_custom_formats = {".py": ["jupytext.reads", {"fmt": "py:percent"}]}
nb_execution_mode = "cache"
LESSONS = HERE.parent / "build" / "lessons"
# The cache compares the code of a lesson; its output also depends on the package.
nb_execution_cache_path = str(LESSONS / digest("pyptx", "csrc"))
nb_execution_raise_on_error = True
nb_number_source_lines = True
myst_enable_extensions = ["colon_fence"]
myst_heading_anchors = 4

llms_txt_description = (
    "Write NVIDIA PTX kernels in Python, one call one instruction; run them on a GPU or a simulator."
)
llms_txt_build_parallel = False  # two builds at once would execute the lessons into one cache
llms_txt_nested_enabled = False
llms_txt_suffix_mode = "replace"

html_theme = "pydata_sphinx_theme"
html_title = f"pyptx {release}"
html_static_path = ["_static"]
html_css_files = ["style.css"]
html_copy_source = False
html_show_sourcelink = False
SITE = os.environ.get("PYPTX_SITE", "").rstrip("/")
"""Address of the published site: each version has a folder there, beside the list of all."""
html_theme_options = {
    "check_switcher": False,  # the theme reads the list before it is written
    "collapse_navigation": True,
    "header_links_before_dropdown": 6,
    "logo": {"text": "pyptx"},
    "navbar_start": ["navbar-logo", "version-switcher"],
    "navigation_depth": 3,
    "show_nav_level": 1,
    "show_prev_next": False,
    "switcher": {"json_url": f"{SITE}/switcher.json", "version_match": release},
}
# A page of an instruction or a rule needs its own contents; the list of 300 neighbours is the index.
html_sidebars: dict[str, list[str]] = {"isa/*": [], "rules/*": []}
copybutton_exclude = ".linenos, .gp, .go"
REPOSITORY = os.environ.get("PYPTX_REPOSITORY", "")
"""Owner and name of the public repository from which badges of lessons open a free CPU notebook."""


class PictureFence(SphinxDirective):
    """The fence ``{picture}``: an expression of `pyptx.inspect` and its text; the site has its drawing."""

    required_arguments = 1
    final_argument_whitespace = True
    has_content = True

    def run(self) -> list[nodes.Node]:
        """Draw the picture; pages without HTML have the text."""
        from reference.pictures import picture  # noqa: PLC0415 - the path is set above

        drawn = picture(self.arguments[0])
        figure = nodes.raw("", f'<figure class="picture">{drawn.svg}</figure>', format="html")
        text = nodes.literal_block(str(drawn), str(drawn), language="text")
        return [only("", figure, expr="html"), only("", text, expr="not html")]


class SourceRole(SphinxRole):
    """The role ``{source}``: a file and a line; on the site they lead to the highlighted file."""

    def run(self) -> tuple[list[nodes.Node], list[nodes.system_message]]:
        """Link the line; pages without HTML have its text."""
        from reference.sources import Source  # noqa: PLC0415 - the path is set above

        file, _, line = self.text.rpartition(":")
        above = "../" * self.env.docname.count("/")
        link = nodes.reference("", self.text, refuri=f"{above}{Source(file, int(line)).link}", internal=True)
        return [only("", link, expr="html"), only("", nodes.Text(self.text), expr="not html")], []


class Ptx(RegexLexer):
    """PTX with guards, words such as ``.shared::cta``, and an ellipsis for lines that are left out."""

    name = "PTX"
    tokens: ClassVar[dict[str, list[object]]] = {
        "root": [
            (r"//[^\n]*", Comment),
            (r"[%$][\w$.]+", Name.Variable),
            (r"[a-z]\w*(?=[.])|ret|exit|trap", Keyword),
            (r"\.[\w:.]+", Keyword.Type),
            (r"0[xfd][0-9a-fA-F]+|-?\d+", Number),
            (r"\w+", Name),
            (r"\s+", Text),
            (r".", Punctuation),
        ],
    }


def setup(app: Sphinx) -> None:
    """Drop outdated results of lessons and write the pages of the interface; add pictures and notebooks."""
    from reference import api  # noqa: PLC0415 - the path is set above

    for old in LESSONS.glob("*"):
        if str(old) != nb_execution_cache_path:
            shutil.rmtree(old) if old.is_dir() else old.unlink()
    for name, text in api.files().items():
        path = HERE / name
        path.parent.mkdir(exist_ok=True)
        if not path.is_file() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8")
    app.add_directive("picture", PictureFence)
    app.add_role("source", SourceRole())
    app.add_lexer("ptx", Ptx)
    app.connect("source-read", link_notebook)
    app.connect("html-collect-pages", collect_sources)
    app.connect("build-finished", write_notebooks)
    app.connect("build-finished", clean_index)
    app.connect("build-finished", list_versions)


def link_notebook(app: Sphinx, document: str, source: list[str]) -> None:
    """Put links to its notebook at the head of a lesson."""
    from reference import notebooks  # noqa: PLC0415 - the path is set above

    del app
    folder, _, name = document.rpartition("/")
    if folder == "learn" and name != "index":
        source[0] = notebooks.with_links(source[0], name, REPOSITORY)


def collect_sources(app: Sphinx) -> Iterator[tuple[str, dict[str, str], str]]:
    """Return the pages with the files that define public names."""
    from reference import api, sources  # noqa: PLC0415 - the path is set above

    del app
    entries = [entry for page in api.pages() for entry in page.entries]
    return sources.pages(sources.find_source(*entry) for entry in entries)


def write_notebooks(app: Sphinx, error: Exception | None) -> None:
    """Write the notebook of each lesson beside its page."""
    from reference import notebooks  # noqa: PLC0415 - the path is set above

    if error is None:
        notebooks.write(HERE / "learn", Path(app.outdir) / "learn")


def clean_index(app: Sphinx, error: Exception | None) -> None:
    """Write llms.txt without HTML entities, and without descriptions cut from a table or a list."""
    index = Path(app.outdir) / "llms.txt"
    if error is None and index.is_file():
        text = unescape(index.read_text(encoding="utf-8"))
        text = re.sub(r"^(- \[.*\]\(\S+\)): [|*] .*$", r"\1", text, flags=re.MULTILINE)
        index.write_text(text, encoding="utf-8")


def list_versions(app: Sphinx, error: Exception | None) -> None:
    """Write the list of versions that the menu in the head of a page reads."""
    from reference import versions  # noqa: PLC0415 - the path is set above

    if error is None:
        changelog = (HERE.parent / "CHANGELOG.md").read_text(encoding="utf-8")
        listed = json.dumps(versions.entries(release, changelog, SITE), indent=2)
        Path(app.outdir, "switcher.json").write_text(f"{listed}\n", encoding="utf-8")
