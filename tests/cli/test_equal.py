"""``pyptx equal``, as a user runs it."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner

from pyptx.cli import main
from tests.equivalence.multiples import multiplied

if TYPE_CHECKING:
    from pathlib import Path

    from click.testing import Result

KERNELS = """import numpy as np
from pyptx import Tile, kernel, ptx, reg
from pyptx.types import f32

def build_triple(N, block=32, factor=3.0):
    @kernel(in_specs=(Tile(N, f32),), out_specs=(Tile(N, f32),), grid=-(-N // block), block=block)
    def triple(X, Y):
        px, py = ptx.global_ptrs(X, Y)
        place = ptx.special.ctaid.x() * block + ptx.special.tid.x()
        with ptx.if_(place < N):
            value = reg.scalar(f32)
            ptx.ld(f32, value, ptx.addr(px + place * 4))
            ptx.inst.mul.f32(value, value, factor)
            ptx.st(f32, ptx.addr(py + place * 4), value)
    return triple

def reference(x):
    assert x.dtype == np.float64
    return 3 * x

def wrong(x):
    return 3 * x + (np.arange(len(x)) == 2) * 1e-8 * x
"""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.ptx").write_text(multiplied("a"))
    (tmp_path / "b.ptx").write_text(multiplied("b", params=("p_0", "p_1", "p_2")))
    (tmp_path / "c.ptx").write_text(multiplied("c", factor="0f40400020"))
    (tmp_path / "k.py").write_text(KERNELS)
    return tmp_path


def run(*words: str) -> Result:
    return CliRunner().invoke(main, ["equal", *words])


ARGS = ("N=50", "--arg", "x=f32[N]", "--arg", "y=f32[N]:zeros", "--arg", "n=N")
SHORT = ("--draws", "1", "-k", "uniform", "-k", "ragged sizes")


def test_two_texts_with_a_geometry_each() -> None:
    geometry = ("--grid", "(N+31)//32", "--grid", "(N+63)//64", "--block", "32", "--block", "64")
    done = run("a.ptx", "b.ptx", *ARGS, *geometry, *SHORT)
    assert done.exit_code == 0, done.output
    assert "of 2 kinds: uniform, ragged sizes" in done.output


def test_a_difference_ends_with_one() -> None:
    done = run("a.ptx", "c.ptx", *ARGS, "--grid", "(N+31)//32", "--block", "32", *SHORT)
    assert done.exit_code == 1, done.output
    assert "different: a.ptx and c.ptx, on input 1" in done.output
    assert "x[0] = 1\n" in done.output
    done = run("a.ptx", "c.ptx", *ARGS, "--grid", "2", "--block", "32", "--json", "-k", "ones")
    assert done.exit_code == 1
    found = json.loads(done.stdout)
    assert (found["verdict"], found["kinds"], found["inputs"]) == ("different", ["ones"], 1)
    assert found["example"]["nonzero"] == {"x": [[0, 1.0]]}


@pytest.mark.parametrize("other", ["k.py:reference", "k.py:build_triple", "a.ptx"])
def test_python_and_ptx(other: str) -> None:
    done = run("a.ptx", other, *ARGS, "--grid", "2", "--block", "32", *SHORT)
    assert done.exit_code == 0, done.output


def test_a_builder_and_a_function() -> None:
    done = run("k.py:build_triple", "k.py:reference", "N=7", "-k", "uniform")
    assert done.exit_code == 0, done.output
    done = run("k.py:build_triple", "k.py:wrong", "N=7", "--multiple", "N=1")
    assert done.exit_code == 1
    assert "N=3" in done.output
    assert "X[2] = 1; the others are 0" in done.output


def test_a_builder_with_two_names(folder: Path) -> None:
    (folder / "two.py").write_text(f"{(folder / 'k.py').read_text()}\nbuild_same = build_triple\n")
    done = run("two.py", "k.py:reference", "N=7", "block=64", "-k", "uniform")
    assert done.exit_code == 0, done.output


def test_a_launch_described_in_a_file(folder: Path) -> None:
    described = {"grid": ["(N+31)//32"], "block": 32, "args": {"x": "f32[N]", "y": "f32[N]:zeros", "n": "N"}}
    (folder / "a.json").write_text(json.dumps(described))
    done = run("a.ptx", "b.ptx", "N=40", "--launch", "a.json", *SHORT)
    assert done.exit_code == 0, done.output


WRONG = [
    (("a.ptx", "b.ptx", "N=5", "--arg", "x=f32[N]"), "parameter y has no argument"),
    (("a.ptx", "b.ptx", *ARGS, "--grid", "N/2", "--block", "32"), "'N/2' is not an expression"),
    (("a.ptx", "b.ptx", *ARGS, "--grid", "M", "--block", "32"), "and sizes (known: N)"),
    (("a.ptx", "b.ptx", *ARGS, "--block", "32"), "no grid given"),
    (("a.ptx", "k.py:reference", *ARGS, "--grid", "1", "--grid", "2"), "--grid is given 2 times"),
    (("k.py:reference", "k.py:wrong"), "neither side has tensors"),
    (("k.py:build_triple", "k.py:wrong"), "build_triple needs N="),
    (("k.py:build_triple", "k.py:wrong", "N=4", "--arg", "z=f32[4]"), "has the inputs X"),
    (("k.py:build_triple", "gone.py:wrong", "N=4"), "there is no file gone.py"),
    (("k.py:build_triple", "k.py:reference", "N=4", "M=3"), "nothing has the size 'M': tiles have none"),
    (("a.ptx", "b.ptx", *ARGS, "M=3", "--grid", "2", "--block", "32"), "has the size 'M'"),
    (("a.ptx", "b.ptx", *ARGS, "--grid", "2", "--block", "32", "-k", "one"), "no kind 'one'"),
    (("a.ptx", "b.ptx", "N=5", "--arg", "x=f33[N]", "--arg", "y=f32[N]", "--arg", "n=N"), "f33"),
]  # fmt: skip


@pytest.mark.parametrize(("words", "said"), WRONG)
def test_wrong_usage(words: tuple[str, ...], said: str) -> None:
    done = run(*words)
    assert done.exit_code == 2, done.output
    assert said in done.output


def test_a_proof() -> None:
    done = run("k.py:build_triple", "k.py:reference", "N=40", "-k", "uniform", "--prove")
    assert done.exit_code == 0, done.output
    assert done.output.startswith("proved over the reals: ")
    assert "40 elements for N=40" in done.output
    done = run("k.py:build_triple", "k.py:wrong", "N=40", "--prove", "--json")
    assert done.exit_code == 1, done.output
    assert json.loads(done.stdout)["verdict"] == "refuted"
