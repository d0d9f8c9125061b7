"""Options of ``pyptx gpu`` that ``pyptx run`` has too, and warnings of undefined bytes."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner

from pyptx.cli import main
from pyptx.errors import SimFault
from pyptx.virtual.answers.copies import DEVICE_MEMORY, HOST_MEMORY, ROWS_2D
from pyptx.virtual.direct import VirtualGpu

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.virtual.conftest import Ran

    Script = Callable[..., Ran]

ADDS = """
_, kernel, x = prepare_add()
for _ in range(2):
    ok(launch(kernel, x, c_uint(1)))
print("> ", get(x, 1))
"""
RACES = "start(); x = allocate(256); print('> ', launch(function(load(), 'race'), x, block=64))"


def test_a_profile_and_a_timeline_of_the_launches(script: Script, tmp_path: Path) -> None:
    trace = tmp_path / "trace.json"
    ran = script(ADDS, "--profile", "--trace", str(trace))
    kernel = ran.summary["kernels"]["add"]
    assert kernel["launches"] == 2
    assert "ld.global" in kernel["profile"]
    assert ran.summary["traces"] == [str(trace)]
    assert json.loads(trace.read_text())["otherData"]["kernels"] == ["add", "add"]


def test_all_schedules_run_until_one_fails(script: Script) -> None:
    right = script(ADDS, "--explore", "1")
    assert (right.code, right.summary["runs"]) == (0, 3)
    assert right.summary["schedule"] == {"name": "random", "seed": 0}
    assert right.printed.split("\n") == [" [9]"] * 3
    wrong = script(RACES, "--explore", "1", "--seed", "4")
    assert (wrong.code, wrong.summary["runs"], wrong.rules) == (1, 1, ["race"])
    assert wrong.summary["schedule"] == {"name": "late", "seed": 4}


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--shadow", "--", "true"], "no option --shadow; it is an option of pyptx run"),
        (["--order=any", "--", "true"], "no option --order; it is an option of pyptx run"),
        (["--nothing", "--", "true"], "no option --nothing"),
        (["--explore", "1", "--schedule", "late", "--", "true"], "leave out --schedule"),
        (["--explore", "1", "--profile", "--", "true"], "for one run"),
    ],
)
def test_options_that_make_no_sense_are_refused(words: list[str], said: str) -> None:
    done = CliRunner().invoke(main, ["gpu", *words])
    assert (done.exit_code, said in done.output) == (2, True), done.output


def test_undefined_bytes_that_go_to_the_host_are_a_warning() -> None:
    gpu = VirtualGpu()
    x, y = gpu.cuMemAlloc(16), gpu.cuMemAllocHost(16)
    gpu.cuMemsetD8(x, 1, 8)
    for _ in range(2):
        gpu.cuMemcpyDtoH(y, x, 8)
        assert not gpu.session.reports.warnings
    for _ in range(2):
        gpu.cuMemcpyDtoH(y, x, 16)
    (said,) = gpu.session.reports.warnings
    assert said.startswith("cuMemcpyDtoH: uninitialized-memory: the host reads 16 bytes at allocation 1+0")
    strict = VirtualGpu(checks=("uninitialized",))
    with pytest.raises(SimFault, match="uninitialized-memory: "):
        strict.cuMemcpyDtoH(strict.cuMemAllocHost(16), strict.cuMemAlloc(16), 16)


def test_the_undefined_rows_of_a_copy_are_one_report() -> None:
    gpu = VirtualGpu(checks=("uninitialized",))
    x, y = gpu.cuMemAlloc(64), gpu.cuMemAllocHost(64)
    sides = (0, 0, DEVICE_MEMORY, 0, x, 0, 16), (0, 0, HOST_MEMORY, y, 0, 0, 16)
    with pytest.raises(SimFault, match="uninitialized-memory: "):
        gpu.cuMemcpy2D(ROWS_2D.pack(*sides[0], *sides[1], 16, 4))
    assert len(gpu.session.reports.faults) == 1
