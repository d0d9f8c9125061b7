"""The text, the lines and the names of a program, and blocks that direct its launches."""

from __future__ import annotations

import threading
from typing import Any

import numpy as np
import pytest

from pyptx.errors import LaunchError
from pyptx.parser import parse
from pyptx.program import (
    ENGINES,
    Arguments,
    Program,
    Report,
    directing,
    from_module,
    from_ptx,
    recorded,
    recording,
    run_in_block,
)

TEXT = """.version 8.0
.target texmode_independent, sm_90a
.address_size 64
.global .u32 launches = 5;
.entry other()
{
    ret;
}
.entry k(.param .u64 out, .param .u32 unused)
{
    .reg .u32 %r; .reg .u64 %d;
    {
        ld.param.u64 %d, [out]; ld.global.u32 %r, [launches];
    }
    add.u32 %r, %r, 1;
    st.global.u32 [launches], %r;
    st.global.u32 [%d], %r;
    ret;
}
"""


def launched(program: Program) -> int:
    out = np.zeros(1, np.uint32)
    program.launch(out, 0, grid=1, block=1)
    return int(out[0])


def test_variables_keep_their_values_until_they_are_forgotten() -> None:
    program = from_ptx(TEXT, "k")
    assert [launched(program), launched(program)] == [6, 7]
    program.forget_variables()
    program.forget_variables()
    assert launched(program) == 6


def test_the_instructions_on_each_line_of_the_entry() -> None:
    found = from_ptx(TEXT, "k").instructions_by_line
    assert {line: instruction.opcode for line, instruction in found.items()} == {
        13: "ld", 15: "add", 16: "st", 17: "st", 18: "ret",
    }  # fmt: skip
    assert found[13].modifiers == ("param", "u64")
    assert list(from_ptx(TEXT, "other").instructions_by_line) == [7]


def test_the_parameters_that_a_body_names() -> None:
    program = from_ptx(TEXT, "k")
    assert [program.reads_param(name) for name in ("out", "unused", "%r")] == [True, False, True]


def test_the_text_of_a_tree_is_its_text() -> None:
    module = parse(TEXT)
    program = from_module(module, "k", grid=(2, 1, 1), block=(32, 1, 1))
    assert program.ptx == TEXT
    assert program.ptx is program.ptx
    shown = program._repr_mimebundle_()["text/plain"]
    assert shown.startswith("k, grid 2x1x1, block 32x1x1\n\n.version 8.0")
    assert from_ptx(TEXT, "k")._repr_mimebundle_()["text/plain"].startswith("k\n\n.version")
    assert program.lines == {}


def test_the_target_stands_beside_options() -> None:
    assert from_ptx(TEXT, "k").arch.name == "sm_90a"
    with pytest.raises(LaunchError, match=r"the module names no \.target"):
        from_ptx(".version 8.0 .address_size 64 .entry k() { ret; }").geometry(grid=1, block=1)


def test_derived_data_may_be_that_of_another_program() -> None:
    one, other = from_ptx(TEXT, "k"), from_ptx(TEXT, "k")
    shared = other.sharing(one.derived)
    assert shared.derived is one.derived
    assert shared.entry == other.entry
    assert one.sharing(one.derived) is one


NOTED: list[tuple[str, int, str]] = []


def run_one(program: Program, args: object, *, seed: int = 0, schedule: str = "", **sizes: object) -> None:
    NOTED.append(("one", seed, schedule))


def run_two(program: Program, args: object, *, seed: int = 0, schedule: str = "", **sizes: object) -> None:
    NOTED.append(("two", seed, schedule))


@pytest.fixture
def noted(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, int, str]]:
    """The launches on two engines: name, seed and schedule."""
    monkeypatch.setitem(ENGINES, "one", f"{__name__}:run_one")
    monkeypatch.setitem(ENGINES, "two", f"{__name__}:run_two")
    NOTED.clear()
    return NOTED


def launch(**options: Any) -> None:
    from_ptx(TEXT, "other").launch(grid=1, block=1, **options)


def test_a_block_directs_launches_to_an_engine(noted: list[tuple[str, int, str]]) -> None:
    with directing("one", seed=3) as reports:
        launch()
        launch(engine="two", seed=4, schedule="late")
        with directing("one", schedule="early"):
            launch()
        with directing("two", schedule="early") as inner:
            launch()
        with recording():
            launch()
    launch(engine="two", seed=5)
    assert noted == [
        ("one", 3, ""), ("one", 3, "late"), ("one", 3, "early"), ("two", 0, "early"), ("one", 3, ""),
        ("two", 5, ""),
    ]  # fmt: skip
    assert [report.engine for report in reports] == ["one", "one", "one", "two", "one"]
    assert [report.engine for report in inner] == ["two"]


def test_launches_of_other_threads_belong_to_the_block(noted: list[tuple[str, int, str]]) -> None:
    def in_a_thread() -> None:
        thread = threading.Thread(target=run_in_block, args=(launch,))
        thread.start()
        thread.join()

    with directing("one", seed=3) as outer:
        in_a_thread()
        with directing("two") as inner:
            in_a_thread()
            run_in_block(launch)
        in_a_thread()
    assert not recorded()
    assert run_in_block(max, 1, 2) == 2
    assert [name for name, *_ in noted] == ["one", "two", "two", "one"]
    assert (len(outer), len(inner)) == (4, 2)


def test_reports_of_recordings_have_the_program_and_its_arguments(noted: list[Any]) -> None:
    program = from_ptx(TEXT, "k")
    with recording() as reports:
        assert recorded()
        program.launch(0x100, 7, grid=2, block=3, smem=16, engine="one")
        program.launch(np.zeros((4, 2), np.uint32), 7, grid=2, block=3)
    assert program.launch(0, 7, grid=1, block=1, engine="one").program is None
    addressed, given = reports
    assert addressed.program is given.program is program
    assert (addressed.smem, given.smem) == (16, 0)
    assert addressed.arguments == Arguments({"out": 0x100, "unused": 7}, {}, 0)
    assert given.arguments == Arguments({"unused": 7}, {"out": (4, 2)}, 32)


def test_a_report_ends_with_that_of_the_engine() -> None:
    launch = ("k", "sim", (1, 2, 3), (4, 5, 6), (1, 1, 1), 0.12345)
    plain = "k: engine sim, grid 1x2x3, block 4x5x6, cluster 1x1x1, 0.123 s"
    assert str(Report(*launch)) == plain
    assert str(Report(*launch, detail="more")) == f"{plain}\nmore"
    bundle = Report(*launch, detail=from_ptx(TEXT, "k"))._repr_mimebundle_()
    assert bundle["text/html"].count("launches") > bundle["text/plain"].count("launches") > 0
