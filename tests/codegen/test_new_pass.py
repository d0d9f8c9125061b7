"""The pass that CONTRIBUTING.md adds as an example is whole: its doctest holds, and so does the proof."""

from __future__ import annotations

import doctest
import re
import subprocess
import sys
import textwrap
from pathlib import Path
from types import ModuleType

import pytest

from pyptx.codegen import ptx_to_python
from pyptx.codegen.proof import require_same_program, retraced
from pyptx.codegen.raising import body
from pyptx.codegen.raising.passes import PASSES

ROOT = Path(__file__).resolve().parents[2]
SOURCES = sorted((ROOT / "tests/golden/codegen/raised").glob("*.ptx"))


@pytest.fixture(name="digits")
def example_pass() -> ModuleType:
    if not (ROOT / "CONTRIBUTING.md").exists():
        pytest.skip("the pages are in a checkout only")
    fences = re.findall(
        r"^```python\n(.*?)^```", (ROOT / "CONTRIBUTING.md").read_text(), re.DOTALL | re.MULTILINE
    )
    (source,) = [fence for fence in fences if "def group_digits" in fence]
    module = ModuleType("digits")
    exec(compile(textwrap.dedent(source), "digits.py", "exec"), vars(module))
    return module


def test_its_example_holds(digits: ModuleType) -> None:
    result = doctest.testmod(digits)
    assert result.attempted
    assert not result.failed


def test_it_leaves_what_is_traced(digits: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(body, "PASSES", (*PASSES, digits.group_digits))
    texts = {source.read_text() for source in SOURCES}
    made = {text: ptx_to_python(text, sugar=True) for text in texts}
    assert any(re.search(r"\d_\d{3}\b", python) for python in made.values())
    for text, python in made.items():
        require_same_program(text, retraced(python))


def test_the_patched_module_is_that_of_its_package_after_doctests() -> None:
    chosen = [
        "--doctest-modules",
        "pyptx/codegen/raising",
        __file__,
        "-k",
        test_it_leaves_what_is_traced.__name__,
    ]
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *chosen]
    result = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stdout
