"""Options of the simulator for calls that do not mention it, and calls with a report."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import pyptx
from pyptx import LaunchError, SimFault, Tile, kernel, ptx, reg
from pyptx.program import from_ptx, recording
from pyptx.types import f32, u32

if TYPE_CHECKING:
    from pathlib import Path

    from pyptx.kernel import Kernel

V = Tile(32, f32)


def reverse(*, fenced: bool) -> Kernel:
    """A kernel that reverses 32 numbers by shared memory: a race without its barrier."""

    @kernel(in_specs=(V,), out_specs=(V,), block=32)
    def reversed_(X: Any, Y: Any) -> None:
        buffer = pyptx.smem.alloc(f32, 32)
        tid = reg.from_(ptx.special.tid.x(), u32)
        px, py = ptx.global_ptrs(X, Y)
        x = reg.scalar(f32)
        ptx.ld(f32, x, ptx.addr(px + tid * 4))
        buffer[tid] = x
        if fenced:
            ptx.bar.sync(0)
        ptx.st(f32, ptx.addr(py + tid * 4), buffer[31 - tid])

    return reversed_


@pytest.fixture(scope="module")
def racy() -> Kernel:
    return reverse(fenced=False)


@pytest.fixture(scope="module")
def right() -> Kernel:
    return reverse(fenced=True)


x = np.arange(32, dtype=np.float32)


def check_race(call: Any) -> None:
    with pytest.raises(SimFault) as caught:
        call()
    assert caught.value.rule == "race"


def test_a_block_has_the_options_of_eager_calls(racy: Kernel, right: Kernel) -> None:
    racy(x)
    with pyptx.simulating(checks="all", schedule="random", seed=3) as reports:
        assert (right(x) == x[::-1]).all()
        check_race(lambda: racy(x))
    assert [report.entry for report in reports] == ["reversed_"]
    racy(x)  # the block has ended


def test_blocks_are_nested(racy: Kernel) -> None:
    with pyptx.simulating(checks="races"), pyptx.simulating(profile=True) as reports:
        check_race(lambda: racy(x))
        with pyptx.simulating(checks=()):
            racy(x)
    assert reports[0].detail.profile is not None


def test_a_block_has_the_options_of_torch_operators(racy: Kernel, right: Kernel) -> None:
    torch = pytest.importorskip("torch")
    t = torch.arange(32, dtype=torch.float32)
    with pyptx.simulating(checks="all"):
        assert right.operator(t).equal(t.flip(0))
        check_race(lambda: racy.operator(t))
        check_race(lambda: racy(t))
        check_race(lambda: torch.vmap(racy)(t[None]))


def test_a_block_has_the_options_of_jax(racy: Kernel, right: Kernel) -> None:
    jax = pytest.importorskip("jax")
    j = jax.numpy.arange(32, dtype=jax.numpy.float32)
    f, g = jax.jit(racy), jax.jit(right)
    f(j).block_until_ready()
    with pyptx.simulating(checks="all") as reports:
        assert (g(j).block_until_ready() == j[::-1]).all()
        check_race(lambda: racy(j))
        with pytest.raises(Exception, match="race"):
            f(j).block_until_ready()
    assert [report.entry for report in reports] == ["reversed_"]
    f(j).block_until_ready()


def test_a_recording_has_the_launches_of_jitted_functions(right: Kernel) -> None:
    jax = pytest.importorskip("jax")
    j = jax.numpy.arange(32, dtype=jax.numpy.float32)
    with recording() as reports:
        jax.jit(right)(j).block_until_ready()
    assert [report.entry for report in reports] == ["reversed_"]


def test_a_block_is_that_of_its_thread(racy: Kernel) -> None:
    done: list[Any] = []
    with pyptx.simulating(checks="all"):
        thread = threading.Thread(target=lambda: done.append(racy(x)))
        thread.start()
        thread.join()
    assert len(done) == 1


def test_programs_and_loaded_text_are_simulated_too() -> None:
    program = from_ptx(".version 7.0 .target sm_80 .address_size 64 .visible .entry nothing() { ret; }")
    with pyptx.simulating(profile=True) as reports:
        program.launch(grid=1, block=32)
    assert reports[0].detail.profile is not None


def test_a_call_gives_its_result_and_its_report(racy: Kernel, right: Kernel) -> None:
    result, report = right.run(x, checks="all", profile=True, timeline=True)
    assert (result == x[::-1]).all()
    assert report is not None
    assert report.engine == "sim"
    assert report.detail.profile is not None
    assert report.detail.timeline is not None
    assert report.detail.fidelity is not None
    out = np.zeros_like(x)
    assert right.run(x, out=out).result is out
    check_race(lambda: racy.run(x, checks="all"))


def test_a_call_without_elements_has_no_report() -> None:
    tile = Tile("N", f32)

    @kernel(in_specs=(tile,), out_specs=(tile,), grid=lambda N: N)
    def nothing(X: Any, Y: Any) -> None:
        ptx.ret()

    assert nothing.run(np.zeros(0, np.float32)).report is None


def test_a_parameter_with_the_name_of_an_option_is_the_kernels() -> None:
    @kernel(in_specs=(V,), out_specs=(V,), block=32)
    def seeded(X: Any, Y: Any, *, seed: float = 0.0) -> None:
        tid = reg.from_(ptx.special.tid.x(), u32)
        (py,) = ptx.global_ptrs(Y)
        value = reg.scalar(f32)
        ptx.inst.mov.f32(value, seed)
        ptx.st(f32, ptx.addr(py + tid * 4), value)

    assert (seeded.run(x, seed=2.0).result == 2).all()


@pytest.mark.parametrize(
    "call",
    [
        lambda k: k.run(x, chekcs="all"),
        lambda k: pyptx.simulating(chekcs="all").__enter__(),
        lambda k: k(x, chekcs="all"),
        lambda k: k.program().launch(x, x.copy(), grid=1, chekcs="all"),
        lambda k: k.launch(grid=1, chekcs="all"),
        lambda k: k.run(x, uninitialized=("X",)),
    ],
)
def test_unknown_keywords_are_type_errors(call: Any, right: Kernel) -> None:
    with pytest.raises(TypeError, match=r"has no (option|parameter) '") as caught:
        call(right)
    assert isinstance(caught.value, LaunchError)


def test_an_option_passed_to_a_call_names_the_ways_to_pass_it(right: Kernel) -> None:
    with pytest.raises(TypeError, match=r"option of the simulator: \.run\(…, checks=…\).*pyptx\.simulating"):
        right(x, checks="all")


def test_the_environment_has_options_of_every_simulated_launch(
    racy: Kernel, right: Kernel, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYPTX_SIM", "checks=all")
    right(x)
    check_race(lambda: racy(x))
    with pyptx.simulating(checks=()):
        racy(x)
    monkeypatch.setenv("PYPTX_SIM", "checks=races,swizzles schedule=random seed=7 profile=True")
    with recording() as reports:
        right(x)
    assert reports[0].detail.profile is not None
    monkeypatch.setenv("PYPTX_SIM", "checks=uninitialized")
    racy(x)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("chekcs=all", "PYPTX_SIM: the simulator has no option 'chekcs'; did you mean checks"),
        ("checks", "PYPTX_SIM has 'checks'; it must be options of the simulator"),
        ("checks=al", "no check 'al'"),
    ],
)
def test_a_wrong_environment_is_an_error(
    text: str, said: str, right: Kernel, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYPTX_SIM", text)
    with pytest.raises(LaunchError, match=said):
        right(x)


def test_the_environment_reaches_a_program_that_does_not_mention_it(tmp_path: Path) -> None:
    file = tmp_path / "racy.py"
    file.write_text("""
import numpy as np
from pyptx import Tile, kernel, ptx, reg, smem
from pyptx.types import f32, u32

@kernel(out_specs=(Tile(32, f32),), block=32)
def racy(Y):
    buffer = smem.alloc(f32, 32)
    tid = reg.from_(ptx.special.tid.x(), u32)
    (py,) = ptx.global_ptrs(Y)
    x = reg.scalar(f32)
    ptx.inst.mov.f32(x, 1.0)
    buffer[tid] = x
    ptx.st(f32, ptx.addr(py + tid * 4), buffer[31 - tid])

racy()
""")
    run = [sys.executable, str(file)]
    for checks, code in (("uninitialized", 0), ("all", 1)):
        environment = {**os.environ, "PYPTX_SIM": f"checks={checks}"}
        done = subprocess.run(run, env=environment, capture_output=True, text=True, check=False)
        assert done.returncode == code, done.stderr
        assert ("race" in done.stderr) == (checks == "all")
