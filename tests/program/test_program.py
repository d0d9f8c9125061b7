"""Programs made of PTX text: entries, parameters, geometry, launches."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import pytest

from pyptx.errors import LaunchError, ParseError
from pyptx.program import ENGINES, Arguments, Program, Report, engine, from_ptx, on_recording, recording

HEADER = ".version 8.0\n.target sm_90a\n.address_size 64\n"
FILL = (
    HEADER
    + """
.visible .entry fill(.param .u64 out, .param .u32 value)
{
    .reg .b32 %r<4>;
    .reg .b64 %rd<4>;
    ld.param.u64 %rd1, [out];
    cvta.to.global.u64 %rd1, %rd1;
    ld.param.u32 %r1, [value];
    mov.u32 %r2, %tid.x;
    mul.wide.u32 %rd2, %r2, 4;
    add.s64 %rd3, %rd1, %rd2;
    st.global.u32 [%rd3], %r1;
    ret;
}
"""
)


def entry(declaration: str, body: str = "ret;") -> str:
    return f"{HEADER}.visible .entry {declaration} {{ {body} }}\n"


def test_a_text_launches_and_writes_in_place() -> None:
    out = np.zeros(32, np.uint32)
    report = from_ptx(FILL).launch(out, 7, grid=1, block=32)
    assert out.tolist() == [7] * 32
    assert (report.entry, report.engine, report.grid, report.block) == ("fill", "sim", (1, 1, 1), (32, 1, 1))
    assert report.detail.threads == 32


def test_the_text_is_kept_byte_for_byte() -> None:
    odd = FILL.replace("ret;", "  ret ;  // done")
    assert from_ptx(odd).ptx == odd


def test_parameters_are_read_from_the_tree() -> None:
    program = from_ptx(
        entry(
            "k(.param .u64 a, .param .u64 .ptr .global .align 16 b, "
            ".param .f32 c, .param .align 64 .b8 d[128])"
        )
    )
    read = [(param.name, param.type, param.bytes, param.align, param.pointer) for param in program.params]
    assert read == [
        ("a", "u64", 8, 8, True),
        ("b", "u64", 8, 8, True),
        ("c", "f32", 4, 4, False),
        ("d", "b8", 128, 64, False),
    ]


def test_several_entries_ask_for_one() -> None:
    text = FILL + entry("other()").removeprefix(HEADER)
    assert from_ptx(text, "other").params == ()
    with pytest.raises(LaunchError, match="2 entries; choose one of fill, other"):
        from_ptx(text)
    with pytest.raises(LaunchError, match=r"no entry 'fil'; .*did you mean fill\?"):
        from_ptx(text, "fil")


def test_a_text_without_an_entry_or_that_is_no_ptx() -> None:
    with pytest.raises(LaunchError, match=r"no \.entry with a body"):
        from_ptx(HEADER)
    with pytest.raises(ParseError):
        from_ptx("int main() {}")


@pytest.mark.parametrize(
    ("directive", "block", "message"),
    [
        (".reqntid 64, 1, 1", 32, r"block is \(32, 1, 1\), but the entry requires \(64, 1, 1\)"),
        (".reqntid 64, 1, 1", 128, r"block is \(128, 1, 1\), but the entry requires \(64, 1, 1\)"),
        (".maxntid 64, 1, 1", 128, r"128 threads, but the entry allows 64"),
    ],
)
def test_the_block_respects_the_directives_of_the_entry(directive: str, block: int, message: str) -> None:
    program = from_ptx(entry(f"k() {directive}"))
    with pytest.raises(LaunchError, match=message):
        program.launch(grid=1, block=block)
    program.launch(grid=1, block=64)


def test_the_cluster_is_that_of_the_entry() -> None:
    program = from_ptx(entry("k() .explicitcluster .reqnctapercluster 2"))
    for size in (1, 4):
        said = rf"k: cluster is \({size}, 1, 1\), but the entry requires \(2, 1, 1\)"
        with pytest.raises(LaunchError, match=said):
            program.launch(grid=4, block=32, cluster=size)
    assert program.launch(grid=2, block=32).cluster == (2, 1, 1)


def test_reqntid_is_the_default_block() -> None:
    assert from_ptx(entry("k() .reqntid 64, 2")).launch(grid=1).block == (64, 2, 1)


@pytest.mark.parametrize(
    ("sizes", "message"),
    [
        ({"grid": 1}, "no block given"),
        ({"block": 1}, "no grid given"),
        ({"grid": 0, "block": 1}, r"grid is \(0, 1, 1\): x is 0, and must be from 1"),
        ({"grid": (1, 65536), "block": 1}, "y is 65536"),
        ({"grid": 1, "block": (2048,)}, "x is 2048, and must be from 1 to 1024"),
        ({"grid": 1, "block": (512, 4)}, "2048 threads; a CTA has at most 1024"),
        ({"grid": 1, "block": (1, 1, 65)}, "z is 65"),
        ({"grid": 1.5, "block": 1}, "one to three integers"),
        ({"grid": (1.5,), "block": 1}, "1.5 is not an integer"),
        ({"grid": (1, 1, 1, 1), "block": 1}, "4 numbers"),
        ({"grid": 1, "block": 1, "smem": 300_000}, "at most 232448 bytes"),
        ({"grid": 3, "block": 1, "cluster": 2}, "not a whole number of clusters"),
        ({"grid": 32, "block": 1, "cluster": 32}, "at most 16"),
    ],
)
def test_sizes_beyond_the_target_are_refused(sizes: dict[str, Any], message: str) -> None:
    with pytest.raises(LaunchError, match=message):
        from_ptx(entry("k()")).launch(**sizes)


def test_clusters_need_a_target_that_has_them() -> None:
    old = from_ptx(entry("k()").replace("sm_90a", "sm_80"))
    with pytest.raises(LaunchError, match="sm_80 has no clusters"):
        old.launch(grid=2, block=1, cluster=2)


@pytest.mark.parametrize(
    ("args", "message"),
    [
        ((), r"takes 2 arguments \(out: .u64, value: .u32\), but got 0"),
        ((0, 1, 2), "but got 3"),
        ((0, -1), r"argument value is -1; a .u32 parameter holds 0 to 4294967295"),
        ((0, 2**32), "4294967296"),
        ((0, 1.0), r"argument value is 1.0; a .u32 parameter takes an integer"),
        ((0, "1"), "takes an integer"),
        ((0, np.zeros(1)), "argument value is an array, but the parameter is a .u32"),
        ((None, 1), "argument out is None"),
        ((np.zeros((4, 4))[:, ::2], 1), "argument out .* is not contiguous"),
    ],
)
def test_arguments_that_do_not_fit_name_the_parameter(args: tuple[object, ...], message: str) -> None:
    with pytest.raises(LaunchError, match=message):
        from_ptx(FILL).launch(*args, grid=1, block=1)


def test_structures_are_bytes_of_the_right_length() -> None:
    program = from_ptx(entry("k(.param .align 4 .b8 s[12])"))
    program.launch(bytes(12), grid=1, block=1)
    with pytest.raises(LaunchError, match="argument s has 4 bytes; the parameter has 12"):
        program.launch(bytes(4), grid=1, block=1)
    with pytest.raises(LaunchError, match="pass bytes"):
        program.launch(5, grid=1, block=1)


def test_engines_are_found_by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(LaunchError, match="no engine 'cpu'; there are 'sim', 'mutants', 'triage', 'gpu'"):
        from_ptx(entry("k()")).launch(grid=1, block=1, engine="cpu")
    monkeypatch.setitem(ENGINES, "nothing", f"{__name__}:do_nothing")
    assert from_ptx(FILL).launch(0, 1, grid=(2, 3), block=1, engine="nothing").detail == ((0, 1), (2, 3, 1))
    assert engine("nothing") is not None


def do_nothing(program: Program, args: list[object], **sizes: object) -> object:
    return tuple(args), sizes["grid"]


def test_recordings_keep_facts_about_arguments() -> None:
    with recording() as reports:
        from_ptx(FILL).launch(np.zeros(32, np.uint32), 7, grid=1, block=32)
    (report,) = reports
    assert report.arguments == Arguments({"value": 7}, {"out": (32,)}, 128)


def test_launch_paths_are_notified_of_recordings(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pyptx.program.reports._COUNTERS", [])  # a callback stays for all of a process
    changes: list[int] = []
    with recording():
        on_recording(changes.append)
        with recording():
            assert changes == [1, 1]
    assert changes == [1, 1, -1, -1]


def test_reports_of_nested_recordings() -> None:
    program = from_ptx(entry("k()"))
    with recording() as outer:
        program.launch(grid=1, block=1)
        with recording() as inner:
            program.launch(grid=2, block=1)
    program.launch(grid=3, block=1)
    assert all(isinstance(report, Report) for report in outer)
    assert [report.grid[0] for report in outer] == [1, 2]
    assert [report.grid[0] for report in inner] == [2]


def test_textures_cannot_be_launched() -> None:
    program = from_ptx(entry("k(.param .texref image, .param .u32 n)"))
    with pytest.raises(LaunchError, match="parameter image is a texture, sampler or surface"):
        program.launch(0, 1, grid=1, block=1)


@pytest.mark.parametrize(("version", "target"), [("2.0", "sm_20, map_f64_to_f32"), ("6.0", "sm_52")])
def test_code_for_older_targets_runs_on_the_oldest_known_here(version: str, target: str) -> None:
    text = FILL.replace("8.0", version).replace("sm_90a", target)
    program = from_ptx(text)
    assert program.arch.name == "sm_75"
    out = np.zeros(32, np.uint32)
    program.launch(out, 7, grid=1, block=32)
    assert (out == 7).all()


def test_a_target_that_never_was_is_named() -> None:
    with pytest.raises(LaunchError, match="no target 'sm_9000'"):
        from_ptx(FILL.replace("sm_90a", "sm_9000")).launch(np.zeros(1, np.uint32), 7, grid=1, block=1)


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"smem": "many"}, "smem is 'many'; it must be a number of bytes"),
        ({"sed": 3}, "the engine 'sim' has no option 'sed'; did you mean seed?; it has max_steps"),
    ],
)
def test_a_launch_says_which_options_there_are(options: dict[str, Any], said: str) -> None:
    program = from_ptx(
        ".version 7.0 .target sm_80 .address_size 64 .visible .entry nothing() { ret; }",
    )
    with pytest.raises(LaunchError, match=re.escape(said)):
        program.launch(grid=(1, 1, 1), block=(32, 1, 1), **options)


def test_a_parameter_of_no_type_is_refused() -> None:
    with pytest.raises(LaunchError, match="parameter n: PTX has no type 'u6'"):
        from_ptx(entry("k(.param .u6 n)"))
