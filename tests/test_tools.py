"""The tools for the development: the packages that are changed at random, and doctests."""

import doctest
from importlib import import_module
from pathlib import Path

import pytest
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
