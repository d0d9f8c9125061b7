"""The report: its text, its JSON, the notebook, the command."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner

from pyptx import LaunchError, Tile, kernel, ptx, reg, toolchain
from pyptx.cli import main
from pyptx.perf import perf
from pyptx.program import Arguments, from_cubin, from_ptx
from pyptx.types import f32, u32

pytestmark = pytest.mark.ptxas

EXAMPLES = Path(__file__).parents[2] / "examples"

LOOP = """\
.version 8.0
.target sm_80
.address_size 64
.visible .entry fill(.param .u64 out, .param .u32 count) .reqntid 64
{
	.reg .pred %p;
	.reg .b32 %r<3>;
	.reg .b64 %rd<2>;
	ld.param.u64 %rd1, [out];
	ld.param.u32 %r1, [count];
	mov.u32 %r2, 0;
again:
	st.global.u32 [%rd1], %r2;
	add.u32 %r2, %r2, 1;
	setp.lt.u32 %p, %r2, %r1;
	add.u64 %rd1, %rd1, 4;
	@%p bra again;
	ret;
}
"""


def scale() -> Any:
    """Twice an array of any length."""

    @kernel(
        in_specs=(Tile("N", f32),), out_specs=(Tile("N", f32),), grid=lambda N: (N // 256,), block=(256,),
        arch="sm_80",
    )  # fmt: skip
    def double(X: Any, Y: Any) -> None:
        px, py = ptx.global_ptrs(X, Y)
        i = (reg.from_(ptx.special.ctaid.x(), u32) * 256 + ptx.special.tid.x()) * 4
        x = reg.scalar(f32)
        ptx.ld(f32, x, ptx.addr(px + i))
        ptx.st(f32, ptx.addr(py + i), x + x)

    return double


def test_json_has_all_keys_of_the_schema() -> None:
    report = scale().perf(N=1 << 20)
    found = json.loads(json.dumps(report.to_json()))
    assert list(found) == [
        "schema", "entry", "target", "grid", "resources", "cards", "findings", "notes", "guessed",
        "bytes_in_flight", "measured_seconds",
    ]  # fmt: skip
    assert (found["schema"], found["entry"], found["grid"]) == (1, "double", [4096, 1, 1])
    (card,) = found["cards"]
    assert list(card) == [
        "card", "clock", "seconds", "clocks", "bound_by", "flops", "flops_per_second", "bytes",
        "bytes_per_second", "tensor_share", "waves", "ctas_per_sm", "units", "memory_clocks",
        "roles", "loops", "measured_ratio",
    ]  # fmt: skip
    assert card["bound_by"] == "device memory"
    assert card["bytes"] == 2 * 4 * (1 << 20)
    assert list(card["loops"][0]) == [
        "address", "source", "warps", "iterations", "instructions", "matrices", "clocks", "bound_by",
    ]  # fmt: skip
    assert found["measured_seconds"] is None
    assert found["bytes_in_flight"] == report.bytes_in_flight == 4 * 2048


def test_a_notebook_shows_text_and_html() -> None:
    report = scale().perf(N=1 << 20)
    shown = report._repr_mimebundle_()
    assert shown["text/plain"] == str(report)
    assert "<td>device memory</td>" in shown["text/html"]


def test_a_run_on_arrays_gives_the_sizes_of_the_launch() -> None:
    x = np.ones(1 << 12, np.float32)
    run, read = scale().perf(x), scale().perf(N=1 << 12)
    assert run.grid == read.grid == (16, 1, 1)
    assert run.floors[0].clocks == read.floors[0].clocks
    assert run.floors[0].bytes == 2 * x.nbytes


def test_without_a_grid_there_are_findings_but_no_bounds() -> None:
    report = perf(from_ptx(LOOP))
    assert report.floors == ()
    assert report.notes == ("the grid is unknown: give the sizes of the launch for its bounds",)


@pytest.mark.parametrize(("target", "cards"), [("sm_80", ["A100"]), ("sm_90", ["H100", "H200"])])
def test_cards_of_a_target(target: str, cards: list[str]) -> None:
    report = perf(from_ptx(LOOP.replace("sm_80", target)), grid=4)
    assert [floor.card.name for floor in report.floors] == cards


def test_ptx_of_an_older_target_is_assembled_for_the_card() -> None:
    assert perf(from_ptx(LOOP), grid=4, card="b200").target == "sm_100a"


@pytest.mark.parametrize(
    ("target", "card", "said"),
    [("sm_80", "H300", "no card 'H300' is known"), ("sm_90a", "B200", "does not run on B200")],
)
def test_cards_that_are_refused(target: str, card: str, said: str) -> None:
    with pytest.raises(LaunchError, match=said):
        perf(from_ptx(LOOP.replace("sm_80", target)), grid=1, card=card)


@pytest.mark.parametrize("count", [16, 1000])
def test_stores_of_a_loop_are_counted_in_bytes(count: int) -> None:
    report = perf(from_ptx(LOOP), arguments=Arguments({"count": count}), grid=1)
    assert [sample.bytes for sample in report.floors[0].samples] == [count * 64 * 4]


def test_a_kernel_may_end_without_ret() -> None:
    program = from_ptx(LOOP.replace("\tret;\n", ""))
    report = perf(program, arguments=Arguments({"count": 16}), grid=1)
    assert [sample.bytes for sample in report.floors[0].samples] == [16 * 64 * 4]


def test_machine_code_without_ptx_is_refused() -> None:
    cubin = toolchain.ptxas.assemble(LOOP, "sm_80").cubin
    with pytest.raises(LaunchError, match="fill is machine code"):
        perf(from_cubin(cubin), grid=1)


def test_a_target_without_a_card_has_no_bounds() -> None:
    report = perf(from_ptx(LOOP.replace("sm_80", "sm_120a").replace("8.0", "8.7")), grid=1)
    assert report.floors == ()
    assert "there are no bounds" in report.notes[0]


def test_the_command_reads_a_ptx_file(tmp_path: Path) -> None:
    path = tmp_path / "fill.ptx"
    path.write_text(LOOP)
    done = CliRunner().invoke(main, ["perf", str(path), "count=100", "--grid", "4", "--json"])
    assert done.exit_code == 0
    (launch,) = json.loads(done.stdout)["launches"]
    (loop,) = [each for each in launch["cards"][0]["loops"] if each["address"] is not None]
    assert loop["iterations"] == pytest.approx(25, abs=1)  # four times unrolled
    assert launch["notes"] == []
    unknown = CliRunner().invoke(main, ["perf", str(path), "--grid", "4"])
    assert "1 branch depends on data (PTX line 17)" in unknown.stdout


def test_the_command_runs_a_file_or_reads_a_kernel() -> None:
    path = str(EXAMPLES / "hopper/gemm_warp_specialised.py")
    run = CliRunner().invoke(main, ["perf", path, "256", "256", "128"])
    assert run.exit_code == 0
    assert "gemm_warp_specialised for sm_90a" in run.stdout
    assert "no slow spots found" in run.stdout
    words = ["M=4096", "N=4096", "K=4096", "--card", "H200"]
    read = CliRunner().invoke(main, ["perf", f"{path}:build_gemm_warp_specialised", *words])
    assert read.exit_code == 0
    assert "H200: at least" in read.stdout
    assert " other per MMA" in read.stdout
    assert re.search(r"clocks of a multiprocessor on H200: L2 to SM .*, and \d+ others\n", read.stdout)
    units_and_loops = read.stdout[read.stdout.index("clocks of a") :]
    assert max(map(len, units_and_loops.splitlines())) <= 110  # it fits a page of the site


def test_findings_are_an_exit_code(tmp_path: Path) -> None:
    path = tmp_path / "spill.ptx"
    sums = "".join(f"\tadd.f32 %f{n}, %f{n}, %f{(n + 1) % 40};\n" for n in range(40))
    stores = "".join(f"\tst.global.f32 [%rd1+{4 * n}], %f{n};\n" for n in range(40))
    text = LOOP.replace(".reqntid 64", ".reqntid 64 .maxnreg 24").replace("again:\n", f"again:\n{sums}")
    text = text.replace("\tret;", f"{stores}\tret;").replace(
        ".reg .pred %p;", ".reg .pred %p;\n\t.reg .f32 %f<40>;"
    )
    loads = "".join(f"\tld.global.f32 %f{n}, [%rd1+{4 * n}];\n" for n in range(40))
    path.write_text(text.replace("\tmov.u32 %r2, 0;\n", f"{loads}\tmov.u32 %r2, 0;\n"))
    done = CliRunner().invoke(main, ["perf", str(path)])
    assert done.exit_code == 1
    assert "local-memory" in done.stdout


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--grid", "4,x"], "--grid '4,x' is not one to three numbers"),
        (["size=4"], "fill has no integer parameter size"),
    ],
)
def test_wrong_usage(tmp_path: Path, words: list[str], said: str) -> None:
    path = tmp_path / "fill.ptx"
    path.write_text(LOOP)
    done = CliRunner().invoke(main, ["perf", str(path), *words])
    assert done.exit_code == 2
    assert said in done.stderr
