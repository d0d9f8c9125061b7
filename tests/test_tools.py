"""The tools for the development: the packages that are changed at random, and doctests."""

import doctest
import sys
from importlib import import_module
from pathlib import Path

import forked_tests
import pytest
from forked_tests import first_failure, noticing_test
from mutation_rooms import ROOMS

ROOT = Path(__file__).parents[1]
WITH_EXAMPLES = [path for path in sorted((ROOT / "tools").glob("*.py")) if ">>>" in path.read_text("utf-8")]


def test_every_file_of_the_package_is_changed_in_some_room() -> None:
    changed = {path for sources, _ in ROOMS.values() for pattern in sources for path in ROOT.glob(pattern)}
    assert not set((ROOT / "pyptx").rglob("*.py")) - changed


@pytest.mark.parametrize("room", ROOMS)
def test_the_tests_of_a_room_exist(room: str) -> None:
    for entry in ROOMS[room][1]:
        option, _, name = entry.rpartition("=")
        pattern, _, test = name.partition("::")
        found = list(ROOT.glob(pattern))
        assert found, entry
        if option == "--deselect":
            assert f"\ndef {test.partition('[')[0]}" in found[0].read_text(encoding="utf-8"), entry


@pytest.mark.parametrize("path", WITH_EXAMPLES, ids=lambda path: path.stem)
def test_the_examples_of_a_tool(path: Path) -> None:
    if path.stem == "mutation":
        pytest.importorskip("cosmic_ray")
    tests = doctest.testmod(import_module(path.stem), optionflags=doctest.ELLIPSIS)
    assert tests.attempted
    assert not tests.failed


@pytest.fixture
def folder_of_tests(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The current folder, with a module and tests of it."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(forked_tests, "_SECONDS", 1)
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    (tmp_path / "changed.py").write_text("value = 1", encoding="utf-8")
    (tmp_path / "test_changed.py").write_text(
        "import os, changed\n"
        "def test_broken(): assert False\n"
        "def test_right(): assert changed.value == 1\n"
        "def test_end(): os.abort()\n"
        "def test_endless():\n while True: pass\n",
        encoding="utf-8",
    )
    return tmp_path


@pytest.mark.filterwarnings("ignore:os.fork")  # of JAX, if another test imported it
@pytest.mark.parametrize("failing", ["broken", "end", "endless"])
def test_a_forked_process_runs_tests_to_the_first_that_fails_or_does_not_end(
    folder_of_tests: Path, failing: str
) -> None:
    right, wrong = "test_changed.py::test_right", f"test_changed.py::test_{failing}"
    assert first_failure({right: 0.0}) == ""
    assert first_failure({right: 0.0, wrong: 0.0, "test_changed.py::test_broken": 0.0}) == wrong


@pytest.mark.filterwarnings("ignore:os.fork")  # of JAX, if another test imported it
@pytest.mark.parametrize(
    ("change", "noticing"),
    [("value = 2", "test_changed.py::test_right"), ("value = 1.0", ""), ("value = 1 +", "imports")],
)
def test_a_test_notices_a_change_if_it_fails_with_it_alone(
    folder_of_tests: Path, change: str, noticing: str
) -> None:
    tests = {"test_changed.py::test_broken": 0.0, "test_changed.py::test_right": 0.0}
    assert noticing_test(folder_of_tests / "changed.py", change, tests) == noticing
    assert (folder_of_tests / "changed.py").read_text(encoding="utf-8") == "value = 1"
