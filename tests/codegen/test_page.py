"""The page with PTX and Python side by side."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path

import pytest
from click.testing import CliRunner

from pyptx.codegen import ptx_to_python
from pyptx.codegen.command import transpile
from pyptx.codegen.page import side_by_side

CORPUS = Path(__file__).resolve().parents[1] / "corpus" / "ptx"
FILES = ("cuda/reduce.sm_89", "triton/softmax.sm_90", "numba/warps.sm_90", "clang/freestanding-O1-g.sm_86")
TEXT = """.version 8.0
.target sm_80
.address_size 64
.func _Z3addf(.param .f32 x) { ret; }
.visible .entry _Z5scaleIfEvPT_(
    .param .u64 p
)
{
    .reg .b64 %rd<3>;
    .reg .b32 %r<5>;
    ld.param.u64 %rd1, [p];
    mov.u32 %r1, %tid.x;
    and.b32 %r2, %r1, 31;
    shl.b32 %r3, %r2, 2;
    st.global.u32
        [%rd1],
        %r3; // <b>
    ret;
}
"""


class Page(HTMLParser):
    """The lines of a page: by pane, their text and the number of their group."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.lines: dict[str, tuple[str, str | None]] = {}
        self.tags: list[str] = []
        self.outside: list[str] = []
        self._line = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self.tags.append(tag)
        self.outside += [value or "" for name, value in attrs if name in ("src", "href", "action")]
        if tag == "p":
            self._line = given["id"] or ""
            self.lines[self._line] = "", given.get("data-g")

    def handle_endtag(self, tag: str) -> None:
        if tag == "p":
            self._line = ""

    def handle_data(self, data: str) -> None:
        if self._line:
            said, group = self.lines[self._line]
            self.lines[self._line] = said + data, group

    def pane(self, letter: str) -> dict[int, tuple[str, str | None]]:
        """The lines of one side, less their numbers."""
        return {
            int(name[1:]): (text.removeprefix(name[1:]), group)
            for name, (text, group) in self.lines.items()
            if name[0] == letter
        }


@pytest.mark.demangler
@pytest.mark.parametrize("sugar", [False, True], ids=["plain", "raised"])
def test_lines_that_say_the_same_are_linked(*, sugar: bool) -> None:
    python = ptx_to_python(TEXT, sugar=sugar)
    page = Page(side_by_side(TEXT, python, "a < b"))
    ptx, made = page.pane("a"), page.pane("b")
    assert [text for text, _ in ptx.values()] == TEXT.splitlines()
    assert [text for text, _ in made.values()] == python.splitlines()
    (stored,) = (number for number, (text, _) in made.items() if "st.global_" in text)
    assert {number for number, (_, group) in ptx.items() if group == made[stored][1]} >= {15, 16, 17}
    (defined,) = (number for number, (text, _) in made.items() if text.startswith("def scale("))
    assert ptx[5][1] == made[defined][1] is not None
    if sugar:
        assert ptx[13][1] == ptx[14][1]
    assert ptx[9][1] is None


@pytest.mark.parametrize("sugar", [False, True], ids=["plain", "raised"])
def test_a_register_that_holds_one_number_is_linked_with_its_use_where_python_lacks_it(
    *, sugar: bool
) -> None:
    code = "mov.u32 %r1, 7;\nmov.u32 %r2, %tid.x;\nst.shared.v2.u32 [s], {%r1, %r2};\nret;\n"
    head = (
        ".version 8.0\n.target sm_90a\n.shared .align 8 .b8 s[64];\n.visible .entry k() { .reg .b32 %r<3>;\n"
    )
    text = f"{head}{code}}}\n"
    ptx = Page(side_by_side(text, ptx_to_python(text, sugar=sugar), "k")).pane("a")
    moved, stored = (group for line, group in ptx.values() if re.match(r"mov.*7|st", line))
    assert moved is not None
    assert (moved == stored) == sugar


@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize("sugar", [False, True], ids=["plain", "raised"])
def test_every_instruction_has_its_python(name: str, *, sugar: bool) -> None:
    text = (CORPUS / f"{name}.ptx").read_text()
    python = ptx_to_python(text, sugar=sugar)
    page = Page(side_by_side(text, python, name))
    groups = {group for _, group in page.pane("b").values()}
    instruction = re.compile(r"\s*(@!?%\w+ )?[a-z][a-z0-9_]*(\.[\w:]+)* ?.*;")
    rows = [(text, group) for text, group in page.pane("a").values() if instruction.match(text)]
    assert rows
    assert all(group in groups and group is not None for _, group in rows)


def test_it_needs_nothing_else() -> None:
    text = side_by_side(TEXT, ptx_to_python(TEXT), "</title><script>")
    page = Page(text)
    assert page.outside == ["#a4", "#a5"]
    assert page.tags.count("script") == 1
    assert not {"link", "img", "iframe", "object"} & set(page.tags)
    assert "http" not in text
    assert "@import" not in text
    assert "prefers-color-scheme: dark" in text


def test_the_command_writes_one(tmp_path: Path) -> None:
    source, out = tmp_path / "k.ptx", tmp_path / "k.html"
    source.write_text(TEXT + ".visible .entry other() { ret; }\n")
    done = CliRunner().invoke(transpile, [str(source), "--sugar", "--html", "-o", str(out)])
    assert (done.exit_code, done.output) == (0, "")
    assert "<title>k.ptx</title>" in out.read_text()
    chosen = CliRunner().invoke(transpile, [str(source), "--html", "--entry", "other"]).output
    assert "_Z5scale" not in chosen
    assert "def other" in re.sub("<[^>]*>", "", chosen)
