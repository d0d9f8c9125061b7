"""The names that a function reads with the value they had at its call."""

from __future__ import annotations

from typing import Any

import pytest

from pyptx.trace.bytecode import EXTENDED, bytecode_of


def reads_its_argument(first: Any, other: Any) -> Any:
    return first, len([other])


def writes_it_first(first: Any, other: Any) -> Any:
    first = [other]
    return first, len(first)


def reads_it_on_one_path(first: Any, other: Any) -> Any:
    if other:
        first = 1
    return first


@pytest.mark.parametrize(
    ("function", "live"),
    [
        (reads_its_argument, {"first", "other"}),
        (writes_it_first, {"other"}),
        (reads_it_on_one_path, {"first", "other"}),
    ],
)
def test_names_that_are_live_at_the_call(function: Any, live: set[str]) -> None:
    code = bytecode_of(function.__code__)
    names = {"first", "other", "a name that the function does not have"}
    assert {name for name in names if code.is_live(name)} == live


def test_a_frame_that_names_a_prefix_is_in_the_instruction_after_it() -> None:
    names: dict[str, Any] = {}
    body = "\n".join(f"        total += values[{number} + number]" for number in range(300))
    exec(f"def long_loop(values):\n    total = 0\n    for number in values:\n{body}", names)
    code = bytecode_of(names["long_loop"].__code__)
    (loop,) = (unit for unit in range(len(code.operations)) if code.opname(unit) == "FOR_ITER")
    assert code.operations[loop - 1] == EXTENDED
    assert code.unit(2 * (loop - 1)) == code.unit(2 * loop) == loop
