"""The Python fences of a page of the docs run in order, in one namespace. Some pages show what they print."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner
from reference import versions
from reference.pictures import picture

import pyptx
from pyptx.cli import main

ROOT = Path(__file__).resolve().parents[1]
GENERATED = ("api", "isa", "rules")
PAGES = [
    ROOT / "README.md",
    ROOT / "ARCHITECTURE.md",
    ROOT / "CONTRIBUTING.md",
    *(page for page in sorted((ROOT / "docs").rglob("*.md")) if page.parent.name not in GENERATED),
]
PRINTED = ("docs/guides/equivalence", "docs/guides/rounding")
"""Pages whose text fences are what their Python fences print, but for folders and numbers of lines."""

FENCE = re.compile(r"^```python\n(.*?)^```", re.MULTILINE | re.DOTALL)

TEXT = re.compile(r"^```text\n(.*?)^```", re.MULTILINE | re.DOTALL)

PICTURE = re.compile(r"^```\{picture\} ([^\n]*)\n(.*?)^```", re.MULTILINE | re.DOTALL)

SCRIPTS = {
    page.relative_to(ROOT).with_suffix("").as_posix(): fences
    for page in PAGES
    if (fences := FENCE.findall(page.read_text(encoding="utf-8")))
}


@pytest.mark.parametrize("page", SCRIPTS)
def test_python_fences_run(page: str, tmp_path: Path) -> None:
    script = tmp_path / "page.py"
    for folder in ("examples", "tests"):
        (tmp_path / folder).symlink_to(ROOT / folder)
    script.write_text("\n".join(SCRIPTS[page]), encoding="utf-8")
    done = subprocess.run(
        [sys.executable, str(script)],
        cwd=tmp_path,
        env={**os.environ, "PYTHONWARNINGS": "error"},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    if page in PRINTED:
        shown = "".join(TEXT.findall((ROOT / page).with_suffix(".md").read_text(encoding="utf-8")))
        assert without_places(done.stdout) == without_places(shown)


@pytest.mark.parametrize(
    ("page", "name", "line", "instead", "options"),
    [
        ("index", "reverse.py", "    ptx.bar.sync(0)\n", "", ["--check", "races"]),
        ("getting-started", "add.py", "with ptx.if_(i < X.shape[0]):", "if True:", []),
    ],
)
def test_the_first_reports_are_those_of_the_command(
    page: str,
    name: str,
    line: str,
    instead: str,
    options: list[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    text = (ROOT / "docs" / f"{page}.md").read_text(encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    fences = FENCE.findall(text)[: 1 if page == "getting-started" else 2]
    code = "\n".join(fences)
    assert line in code
    Path(name).write_text(code, encoding="utf-8")
    assert CliRunner().invoke(main, ["run", name, *options]).exit_code == 0
    Path(name).write_text(code.replace(line, instead), encoding="utf-8")
    done = CliRunner().invoke(main, ["run", name, *options])
    assert done.exit_code == 1
    (shown,) = re.findall(r"^SimFault: .*?(?=^```)", text, re.MULTILINE | re.DOTALL)
    address = re.compile(r"global address 0x\w+")
    assert address.sub("", done.stderr) == address.sub("", shown)


def test_pictures_have_the_text_of_their_expressions() -> None:
    shown = [
        (page.name, expression, text)
        for page in sorted((ROOT / "docs").rglob("*.md"))
        for expression, text in PICTURE.findall(page.read_text(encoding="utf-8"))
    ]
    assert shown
    for page, expression, text in shown:
        assert text == f"{picture(expression)}\n", page


def test_the_menu_of_versions_lists_this_one_and_the_released_ones() -> None:
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    built = versions.entries(pyptx.__version__, changelog, "")
    assert built == [{"version": pyptx.__version__, "url": "/"}]
    site = "https://a.b/p"
    published = versions.entries("0.3.0", "## Unreleased\n## 0.2.0 - 2026-12-01\n## 0.1.0\n", site)
    assert published == [
        {"version": number, "url": f"{site}/{number}/"} for number in ("0.3.0", "0.2.0", "0.1.0")
    ]
    this, *earlier = versions.entries(pyptx.__version__, changelog, site)
    assert this == {"version": pyptx.__version__, "url": f"{site}/{pyptx.__version__}/"}
    current = re.escape(pyptx.__version__)
    assert len(earlier) == len(re.findall(rf"^## (?!Unreleased$|{current}\b)", changelog, re.MULTILINE))


def without_places(said: str) -> str:
    """Text without the folders of files and the numbers of lines."""
    return re.sub(r"/\S*/pyptx/(\S+\.py):\d+", r"\1", said)
