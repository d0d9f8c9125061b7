"""Views of all kinds for every array of the library: each is read as it lies, or refused.

An error names the argument, and how to pass it.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path
from runpy import run_path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import pyptx.kernels
from pyptx.errors import LaunchError
from pyptx.types import f32
from tests.frameworks import torch
from tests.kernels.test_arguments import CALLS, FUNCTIONS

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

TARGETS = ("sm_80", "sm_90a", "sm_100a")
BENCHMARKS = Path(__file__).resolve().parents[2] / "benchmarks"


def columns_of(array: np.ndarray, first: int, behind: int) -> np.ndarray:
    """Columns of a wider array, with the numbers of an array."""
    *rows, width = array.shape
    view = np.zeros((*rows, first + width + behind), array.dtype)[..., first : first + width]
    view[...] = array
    return view


def one_further(array: np.ndarray) -> np.ndarray:
    """The numbers of an array after another element."""
    view = np.zeros(array.size + 1, array.dtype)[1:].reshape(array.shape)
    view[...] = array
    return view


VIEWS: dict[str, Callable[[np.ndarray], np.ndarray]] = {
    "one element further": one_further,
    "the first columns of some": lambda x: columns_of(x, 0, 1),
    "columns far apart": lambda x: columns_of(x, 0, 32),
    "later columns of some": lambda x: columns_of(x, 1, 15),
    "every other column": lambda x: np.repeat(x, 2, -1)[..., ::2],
    "every other row": lambda x: np.repeat(x, 2, 0)[::2],
    "backwards": lambda x: np.ascontiguousarray(x[..., ::-1])[..., ::-1],
    "from below": lambda x: np.ascontiguousarray(x[::-1])[::-1],
    "by columns": np.asfortranarray,
    "by columns of the last two": lambda x: np.ascontiguousarray(x.swapaxes(0, -1)).swapaxes(0, -1),
}


def numbers(given: dict[str, Any]) -> dict[str, Any]:
    """Arguments of a call, with other numbers in arrays that have no indices."""
    rng = np.random.default_rng(0)
    return {
        name: np.asarray(rng.uniform(-1, 1, x.shape), x.dtype)
        if isinstance(x, np.ndarray) and x.dtype.kind not in "iu"
        else x
        for name, x in given.items()
    }


def assert_taken_or_named(call: Callable[[], Any], wanted: Any, argument: str) -> None:
    """Call with a view: the result is that of an array of its own, or an error names the argument."""
    try:
        made = call()
    except (ValueError, LaunchError) as error:
        assert re.search(rf"argument {argument}\b", str(error), re.IGNORECASE)  # noqa: PT017 - or no error
        assert re.search(r"pass (a copy|numpy\.\w+\(|an array that is row-major)", str(error))  # noqa: PT017
        return
    for one, other in zip(results(made), results(wanted), strict=True):
        assert np.array_equal(one, other, equal_nan=True)


def results(made: Any) -> Sequence[np.ndarray]:
    return made if isinstance(made, tuple) else (made,)


@pytest.mark.parametrize("arch", TARGETS)
@pytest.mark.parametrize("name", FUNCTIONS)
def test_functions(name: str, arch: str) -> None:
    function = getattr(pyptx.kernels, name)
    for plain in CALLS[name]:
        given = numbers(plain)
        try:
            wanted = function(**given, arch=arch)
        except ValueError as error:
            assert arch in str(error)  # noqa: PT017 - not every function has kernels for every target
            continue
        for argument, array in given.items():
            for view in VIEWS.values() if isinstance(array, np.ndarray) else ():
                seen = view(array)
                assert np.array_equal(seen, array)
                changed = {**given, argument: seen}
                assert_taken_or_named(lambda: function(**changed, arch=arch), wanted, argument)  # noqa: B023


@pytest.mark.parametrize("view", VIEWS)
@pytest.mark.parametrize("arch", TARGETS)
@pytest.mark.parametrize("name", ["attention", "gemm", "gemm_block_scaled", "grouped_gemm"])
def test_results(name: str, arch: str, view: str) -> None:
    function, given = getattr(pyptx.kernels, name), numbers(CALLS[name][0])
    if name == "gemm" and arch == "sm_80":
        given = {"a": given["a"], "b_t": given["b_t"]}
    try:
        wanted = function(**given, arch=arch)
    except ValueError:
        return
    place = VIEWS[view](np.zeros_like(wanted))
    if not place.flags.writeable:
        return

    def call() -> Any:
        function(**given, arch=arch, out=place)
        return place.copy()

    assert_taken_or_named(call, wanted, "(D|out)")


def calls_of_bars() -> list[Any]:
    """The kernels of the table of bars, each with the arguments of its run."""
    sys.path.insert(0, str(BENCHMARKS))
    found: list[Any] = []
    for bar in run_path(str(BENCHMARKS / "bars.py"))["bars"]():
        if bar.run is not None:
            call: list[Any] = []
            bar.run(lambda *arrays, **options: call.extend((arrays, options)))  # noqa: B023
            found.append(pytest.param(bar.build, *call, id=bar.name))
    return found


@pytest.mark.parametrize(("build", "arrays", "options"), calls_of_bars())
def test_kernels(build: Callable[[], Any], arrays: tuple[Any, ...], options: dict[str, Any]) -> None:
    kernel = build()
    wanted = kernel(*arrays, **options)
    for place, (name, array) in enumerate(zip(kernel.tensor_names, arrays, strict=False)):
        for view in ("one element further", "columns far apart", "later columns of some"):
            changed = [*arrays[:place], VIEWS[view](array), *arrays[place + 1 :]]
            assert_taken_or_named(lambda: kernel(*changed, **options), wanted, name)  # noqa: B023


def test_scales_of_fp8_are_a_view() -> None:
    """The last column of CTAs has other rows of scales than the first."""
    from ml_dtypes import float8_e4m3fn

    rng = np.random.default_rng(0)
    a, b_t = (rng.uniform(-1, 1, (rows, 272)).astype(float8_e4m3fn) for rows in (70, 300))
    scales_a, scales_b = (rng.uniform(1, 2, shape).astype(np.float32) for shape in ((3, 72), (3, 3)))
    kernel = pyptx.kernels.build_gemm_fp8_hopper(out=f32)
    wanted = kernel(a, scales_a[:, :70], b_t, scales_b)
    assert np.array_equal(kernel(a, scales_a[:, :70], b_t, columns_of(scales_b, 1, 4)), wanted)


@pytest.mark.needs("torch")
@pytest.mark.parametrize("name", ["attention", "decode_attention"])
def test_slopes_of_results_are_a_view(name: str) -> None:
    """Torch passes the slopes as they lie, one number for all from a sum."""
    function = getattr(pyptx.kernels, name)
    rows = {"q": 40, "k": 50, "v": 50}
    given = [torch.randn(1, n, 1, 64, generator=torch.manual_seed(n)).half() for n in rows.values()]

    def slopes(slope: Any) -> list[Any]:
        q, k, v = (x.clone().requires_grad_() for x in given)
        return list(torch.autograd.grad(function(q, k, v, deterministic=True), (q, k, v), slope))

    wide = torch.randn(1, 40, 1, 67).half()
    for slope in (wide[..., :64], wide.new_ones(()).expand(1, 40, 1, 64), wide[..., :64].transpose(1, 2)):
        slope = slope if slope.shape[1] == 40 else slope.transpose(1, 2)
        for one, other in zip(slopes(slope), slopes(slope.contiguous()), strict=True):
            torch.testing.assert_close(one, other, rtol=0, atol=0)
