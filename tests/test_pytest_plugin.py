"""The pytest plugin, seen from a test run of someone who uses it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

pytest_plugins = ["pytester"]

DOCS = Path(__file__).resolve().parents[1] / "docs" / "testing.md"

# Each warp reads what the other has written, with nothing in between.
HEAD = '''
import numpy as np
import pytest
from pyptx.errors import SimFault
from pyptx.program import from_ptx

PTX = """.version 8.0
.target sm_80
.address_size 64
.visible .entry swap(.param .u64 out)
{
    .reg .b32 %r<4>;
    .reg .b64 %rd<3>;
    .shared .b32 box[64];
    ld.param.u64 %rd1, [out];
    mov.u32 %r1, %tid.x;
    mul.wide.u32 %rd2, %r1, 4;
    add.s64 %rd1, %rd1, %rd2;
    cvt.u32.u64 %r2, %rd2;
    xor.b32 %r3, %r2, 128;
    st.shared.u32 [%r2], %r1;
    BARRIER
    ld.shared.u32 %r1, [%r3];
    st.global.u32 [%rd1], %r1;
    ret;
}
"""
RIGHT, WRONG = from_ptx(PTX.replace("BARRIER", "bar.sync 0;")), from_ptx(PTX.replace("BARRIER", ""))

def swapped(program, **options):
    out = np.zeros(64, np.uint32)
    program.launch(out, grid=1, block=64, **options)
    assert (out == np.arange(64) ^ 32).all()
'''


exec(HEAD + "swapped(RIGHT)")  # test runs inside this one forget what they import first, and NumPy loads once


@pytest.fixture(autouse=True)
def environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYPTX_LIBCUDA", "/nowhere/libcuda.so")
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")


def outcome(pytester: pytest.Pytester, test: str, *words: str) -> pytest.RunResult:
    pytester.makepyfile(HEAD + test)
    return pytester.runpytest_inprocess(
        "-p", "pyptx.pytest_plugin", "-p", "no:cacheprovider", "--strict-markers", "-rs", *words
    )


def test_a_marked_test_runs_under_every_schedule(pytester: pytest.Pytester) -> None:
    test = "@pytest.mark.ptx_sim(seeds=2)\ndef test_it():\n    swapped(RIGHT)\n"
    done = outcome(pytester, test, "-v")
    done.assert_outcomes(passed=4, skipped=1)
    done.stdout.fnmatch_lines(
        [f"*test_it?{name}? PASSED*" for name in ("late", "early", "random-0", "random-1")]
    )
    done.stdout.fnmatch_lines(["SKIPPED*no GPU to run it on: *"])


def test_the_fixture_tells_what_ran(pytester: pytest.Pytester) -> None:
    test = """
@pytest.mark.ptx_sim(schedule="random", seeds=[4, 7], gpu=False)
def test_it(ptx_sim):
    swapped(RIGHT)
    (report,) = ptx_sim.reports
    assert (ptx_sim.engine, ptx_sim.schedule, report.engine) == ("sim", "random", "sim")
    assert ptx_sim.seed in (4, 7)

def test_unmarked(ptx_sim):
    swapped(RIGHT)
"""
    outcome(pytester, test).assert_outcomes(passed=2 + 5, skipped=1)


def test_what_the_simulator_does_not_have_is_skipped_with_the_reason(pytester: pytest.Pytester) -> None:
    test = """
LAYOUT = "mbarrier.check_layout.layout::v0.b64 %p1, [%r2];"
NEWER = PTX.replace("8.0\\n.target sm_80", "9.4\\n.target sm_100")
OTHER = from_ptx(NEWER.replace("BARRIER", LAYOUT).replace(".reg", ".reg .pred %p<2>; .reg", 1))

@pytest.mark.ptx_sim(schedule="late", gpu=False)
def test_it():
    swapped(OTHER)
"""
    done = outcome(pytester, test)
    done.assert_outcomes(skipped=1)
    done.stdout.fnmatch_lines(["SKIPPED*the simulator cannot run it: mbarrier.check_layout*is not simulated"])


def test_a_fault_is_the_failure(pytester: pytest.Pytester) -> None:
    test = (
        '@pytest.mark.ptx_sim(schedule="random", seeds=60, gpu=False, checks=("uninitialized",))\n'
        "def test_it():\n    swapped(WRONG)\n"
    )
    done = outcome(pytester, test, "-x")
    text = done.stdout.str()
    assert "SimFault: uninitialized-memory: 4 of 4 bytes read at box" in text
    assert "at PTX line 17" in text
    assert "launched by" in text
    assert "program.launch(out, grid=1, block=64, **options)" in text
    assert "Traceback" not in text
    assert "pyptx/sim" not in text
    again = re.search(r"^  pytest '?(\S+?)'?$", text, re.MULTILINE)
    assert again is not None
    repeated = pytester.runpytest_inprocess("-p", "pyptx.pytest_plugin", "-p", "no:cacheprovider", again[1])
    repeated.assert_outcomes(failed=1)


def test_an_error_of_any_test_shows_frames_of_its_author_alone(pytester: pytest.Pytester) -> None:
    test = """
import unittest
from pyptx import kernel, ptx, reg
from pyptx.types import f32, u32

@kernel(grid=(1, 1, 1), block=(32, 1, 1))
def adds():
    ptx.inst.add.f32(reg.scalar(f32), 1.0, reg.scalar(u32))

def test_fault():
    swapped(WRONG, checks=("races",))

def test_refused():
    adds.ptx()

class TestOfUnittest(unittest.TestCase):
    def test_refused(self):
        adds.ptx()

@pytest.fixture
def text():
    return adds.ptx()

def test_of_a_fixture(text):
    pass
"""
    done = outcome(pytester, test)
    done.assert_outcomes(failed=3, errors=1)
    text = done.stdout.str()
    assert "SimFault: race" in text
    assert "program.launch(out, grid=1, block=64, **options)" in text
    assert "VerifyError: add.f32" in text
    assert text.count(">       ptx.inst.add.f32(reg.scalar(f32), 1.0, reg.scalar(u32))") == 3
    assert "/pyptx/" not in text
    assert "/pyptx/" in outcome(pytester, test, "--full-trace").stdout.str()


def test_a_test_may_expect_a_fault(pytester: pytest.Pytester) -> None:
    test = """
@pytest.mark.ptx_sim(gpu=False)
def test_it():
    with pytest.raises(SimFault, match="out-of-bounds"):
        RIGHT.launch(np.zeros(63, np.uint32), grid=1, block=64)
"""
    outcome(pytester, test).assert_outcomes(passed=5)


def test_the_number_of_seeds_on_the_command_line(pytester: pytest.Pytester) -> None:
    test = "@pytest.mark.ptx_sim(seeds=2, gpu=False)\ndef test_it():\n    swapped(RIGHT)\n"
    outcome(pytester, test, "--ptx-sim-seeds", "9").assert_outcomes(passed=11)


def test_other_parameters_and_other_tests(pytester: pytest.Pytester) -> None:
    test = """
@pytest.mark.ptx_sim(schedule="late", gpu=False)
@pytest.mark.parametrize("times", [1, 2])
def test_it(times):
    for _ in range(times):
        swapped(RIGHT)

class TestMore:
    pytestmark = pytest.mark.ptx_sim(schedule=("late", "early"), gpu=False, checks=())

    def test_method(self, tmp_path):
        swapped(RIGHT)

def test_plain():
    with pytest.raises(SimFault):
        RIGHT.launch(np.zeros(63, np.uint32), grid=1, block=64)

def test_plain_fault():
    RIGHT.launch(np.zeros(63, np.uint32), grid=1, block=64)
"""
    done = outcome(pytester, test)
    done.assert_outcomes(passed=2 + 2 + 1, failed=1)
    assert "def test_plain_fault" in done.stdout.str()


def test_shadows_need_no_tolerance(pytester: pytest.Pytester) -> None:
    test = """
from pyptx import Tile, kernel, ptx, reg
from pyptx.types import bf16, f32, u32

@kernel(in_specs=(Tile(32, f32),), out_specs=(Tile(32, bf16),), grid=1, block=32, arch="sm_80")
def third(X, Y):
    px, py = ptx.global_ptrs(X, Y)
    lane = reg.from_(ptx.special.tid.x(), u32)
    x, y = reg.scalar(f32), reg.scalar(bf16)
    ptx.inst.ld.global_.f32(x, ptx.addr(px + lane * 4))
    ptx.inst.div.rn.f32(x, x, 3.0)
    ptx.inst.cvt.rn.bf16.f32(y, x)
    ptx.inst.st.global_.b16(ptx.addr(py + lane * 2), y)

X = np.linspace(1, 2, 32, dtype=np.float32)

@pytest.mark.ptx_sim(schedule="late", shadow=True)
def test_right(ptx_sim):
    third(X)
    assert ptx_sim.compare(X.astype(np.float64) / 3)

@pytest.mark.ptx_sim(schedule="late", shadow=True, gpu=False)
def test_wrong(ptx_sim):
    third(X)
    ptx_sim.compare(X.astype(np.float64) / 3.00001)

@pytest.mark.ptx_sim(schedule="late", shadow="double-double", gpu=False)
def test_precise(ptx_sim):
    third(X)
    ptx_sim.compare(X.astype(np.float64) / 3)
    assert "double-double" in ptx_sim.reports[-1].detail.reason

@pytest.mark.ptx_sim(schedule="late", gpu=False)
def test_without(ptx_sim):
    third(X)
    ptx_sim.compare(X)
"""
    done = outcome(pytester, test)
    done.assert_outcomes(passed=2, failed=2, skipped=1)
    done.stdout.fnmatch_lines(["*Y is wrong at *", "*of a test marked ptx_sim(shadow=True)*"])


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ('schedule="worst"', "no schedule 'worst'"),
        ("seed=3", "ptx_sim has no 'seed'"),
        ('"late"', "ptx_sim takes keywords only"),
        ("seeds=[-1]", "seeds are numbers from 0 up"),
    ],
)
def test_a_marker_that_makes_no_sense(pytester: pytest.Pytester, words: str, message: str) -> None:
    done = outcome(pytester, f"@pytest.mark.ptx_sim({words})\ndef test_it():\n    swapped(RIGHT)\n")
    done.assert_outcomes(errors=1)
    assert message in done.stdout.str() + done.stderr.str()


def test_the_example_of_the_docs(pytester: pytest.Pytester) -> None:
    (example,) = re.findall(r"^```python\n(.*?)^```", DOCS.read_text(), re.MULTILINE | re.DOTALL)
    pytester.makepyfile(example)
    done = pytester.runpytest_inprocess("-p", "pyptx.pytest_plugin", "-p", "no:cacheprovider")
    done.assert_outcomes(passed=6, skipped=1)
