"""Arguments as words: the values that they describe, and the contents of arrays as text."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import click
import ml_dtypes
import numpy as np
import pytest
from click.testing import CliRunner

from pyptx.cli import main
from pyptx.cli.arguments import make, summary

if TYPE_CHECKING:
    from pathlib import Path

    from click.testing import Result


def pyptx(*words: object) -> Result:
    return CliRunner().invoke(main, [str(word) for word in words])


@pytest.mark.parametrize(
    ("spec", "dtype", "values"),
    [
        ("f32[3]", np.float32, [0, 0, 0]),
        ("u8[2]:ones", np.uint8, [1, 1]),
        ("s16[2,2]:arange", np.int16, [[0, 1], [2, 3]]),
        ("f64[ 2, 1, ]:-1.5", np.float64, [[-1.5], [-1.5]]),
        ("u32[1]:7", np.uint32, [7]),
        ("bf16[2]:0.5", ml_dtypes.bfloat16, [0.5, 0.5]),
        ("f32[]:3", np.float32, 3),
        ("f32[0]", np.float32, []),
    ],
)
def test_an_array_has_the_type_shape_and_values_of_its_words(spec: str, dtype: Any, values: object) -> None:
    array = make(spec, seed=0)
    assert array.dtype == dtype
    assert array.tolist() == values


def test_random_arrays_depend_on_the_seed_alone() -> None:
    for spec in ("f32[500]:rand", "f32[500]:randn", "s32[500]:rand", "u8[500]:randn", "b16[500]:rand"):
        first, again, other = (make(spec, seed) for seed in (4, 4, 5))
        assert first.tobytes() == again.tobytes() != other.tobytes()
        assert first.shape == (500,)
        assert first.flags.writeable
    even, normal = make("f64[500]:rand", 0), make("f64[500]:randn", 0)
    assert 0 <= even.min() < 0.1 < 0.9 < even.max() < 1
    assert normal.min() < -1
    assert normal.max() > 1
    whole = make("s32[500]:rand", 0)
    assert whole.min() < -(1 << 30)
    assert whole.max() > 1 << 30


@pytest.mark.parametrize(
    ("spec", "made"),
    [("0x10", 16), ("-3", -3), ("2.5", 2.5), ("True", True), (7, 7), ([1, 255], b"\x01\xff")],
)
def test_other_arguments_are_numbers_and_bytes(spec: object, made: object) -> None:
    found = make(spec, seed=0)
    assert found == made
    assert type(found) is type(made)


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("f32[2]:[1]", "'[1]' is neither a number nor one of zeros, ones, arange, rand, randn"),
        ("f32[2]:None", "'None' is neither a number"),
        ("f32x2[4]", "there are no arrays of f32x2; use b64"),
        ("b128[4]", "there are no arrays of b128; use b64"),
        ([256], "[256] is not a list of bytes"),
    ],
)
def test_words_that_describe_no_argument_are_refused(spec: object, message: str) -> None:
    with pytest.raises(click.UsageError) as error:
        make(spec, seed=0)
    assert message in error.value.message


@pytest.mark.parametrize(
    ("array", "text"),
    [
        (np.array([3, 1, 2], np.int32), "int32[3] min 1 max 3 mean 2: 3, 1, 2"),
        (np.array([[0.25, -1.5]], np.float32), "float32[1, 2] min -1.5 max 0.25 mean -0.625: 0.25, -1.5"),
        (np.array([1.5], ml_dtypes.bfloat16), "bfloat16[1] min 1.5 max 1.5 mean 1.5: 1.5"),
        (np.array([True, False]), "bool[2] min 0 max 1 mean 0.5: True, False"),
        (np.arange(8), "int64[8] min 0 max 7 mean 3.5: 0, 1, 2, 3, 4, 5, 6, 7"),
        (np.arange(9), "int64[9] min 0 max 8 mean 4: 0, 1, 2, 3, 4, 5, 6, 7, …"),
        (np.zeros((2, 0), np.float32), "float32[2, 0]"),
    ],
)
def test_the_text_of_an_array(array: Any, text: str) -> None:
    assert summary(array)["text"] == text


def test_the_values_of_a_small_array_are_listed() -> None:
    small, large = (summary(np.arange(size, dtype=np.float16).reshape(2, -1)) for size in (64, 66))
    assert small["values"] == [[*range(32)], [*range(32, 64)]]
    assert "values" not in large
    assert (large["min"], large["max"], large["mean"]) == (0, 65, 32.5)
    assert "values" not in summary(np.zeros(0))


def test_random_arrays_have_seeds_from_the_given_one_up(tmp_path: Path) -> None:
    path = tmp_path / "nothing.ptx"
    head = ".version 8.0\n.target sm_80\n.address_size 64\n"
    path.write_text(f"{head}.visible .entry nothing(.param .u64 x, .param .u64 y) {{ ret; }}")
    words = ("--grid", 1, "--block", 1, "--arg", "y=u32[4]:rand", "--arg", "x=u32[4]:rand", "--json")
    for seeds in (("--seed", 5), ("--seed", 7, "--arg-seed", 5)):
        arrays = json.loads(pyptx("run", path, *words, *seeds).stdout)["arrays"]
        for number, name in enumerate(("x", "y")):
            assert arrays[name]["values"] == make("u32[4]:rand", 5 + number).tolist()


def test_a_main_under_triage_takes_the_arguments_that_follow_its_file(tmp_path: Path) -> None:
    path = tmp_path / "words.py"
    path.write_text("def main(first: int, *more: int) -> None:\n    print(first, *more)")
    done = pyptx("triage", path, 3, 4, 5)
    assert (done.exit_code, done.stdout, done.stderr) == (0, "nothing was launched\n", "3 4 5\n")
    path.write_text("def main() -> None:\n    pass")
    assert pyptx("triage", path).exit_code == 0
