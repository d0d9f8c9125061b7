"""Facts about arrays: their bytes, their order, the library and the device that they share."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from pyptx import Layout, Tile, types
from pyptx.errors import LaunchError
from pyptx.runtime import arrays, trial
from pyptx.runtime.arrays import ArrayInfo
from pyptx.runtime.gpu import stream_handle
from pyptx.runtime.strides import overlapping
from pyptx.types import f32


def info(framework: str = "numpy", device: str = "cpu", **facts: Any) -> ArrayInfo:
    words: dict[str, Any] = {
        "shape": (4,),
        "dtype": "float32",
        "row_major": True,
        "column_major": True,
        **facts,
    }
    return ArrayInfo(framework=framework, device=device, **{**words, **facts})


WHOLE = np.arange(24.0).reshape(4, 6)


@pytest.mark.parametrize(
    ("array", "row", "column", "first", "last"),
    [
        (WHOLE, True, False, 0, 192),
        (WHOLE.T, False, True, 0, 192),
        (WHOLE[0], True, True, 0, 48),
        (WHOLE[:, 1:3], False, False, 8, 168),
        (WHOLE[::2, ::2], False, False, 0, 136),
        (WHOLE[::-1], False, False, 0, 192),
        (WHOLE[1:3, ::-1], False, False, 48, 144),
        (WHOLE[:0, ::2], True, True, 0, 0),
    ],
)
def test_an_array_spans_its_bytes(array: Any, row: bool, column: bool, first: int, last: int) -> None:
    found = arrays.describe("X", array)
    assert (found.row_major, found.column_major, found.contiguous) == (row, column, row or column)
    assert (found.strides, found.bytes, found.read_only) == (array.strides, array.nbytes, False)
    assert tuple(at - WHOLE.ctypes.data for at in found.span) == (first, last)
    assert (arrays.in_order(None, found), arrays.in_order(Tile(4, f32, Layout.COL), found)) == (row, column)


def test_an_array_without_known_strides_spans_its_bytes() -> None:
    assert info(address=64, bytes=16, row_major=False, column_major=False).span == (64, 80)


@pytest.mark.parametrize(
    ("array", "words"),
    [
        (np.zeros(2, ">f4"), r"has foreign byte order \(>f4\); convert it by .astype\('=?<?f4'\)"),
        (np.ma.array([1.0]), r"has a mask; .* such as its \.filled\(\)"),
        (None, "argument X is None"),
        (object(), "argument X is an object"),
        ([1], "argument X is a list"),
        (7, "argument X is an int"),
        ("7", "argument X is a str"),
    ],
)
def test_values_that_are_no_arrays(array: Any, words: str) -> None:
    with pytest.raises(LaunchError, match=words):
        arrays.describe("X", array)


@pytest.mark.parametrize(
    ("facts", "fits"),
    [
        ({"address": 8, "bytes": 16}, True),
        ({"address": 6, "bytes": 16}, False),
        ({"address": 6, "bytes": 8}, True),
        ({"address": 3, "bytes": 4}, True),
        ({"address": 0, "bytes": 16}, True),
        ({"address": 6, "bytes": 0, "shape": (0,)}, True),
        ({"address": 6, "bytes": 4, "shape": ()}, False),
    ],
)
def test_elements_are_aligned(facts: dict[str, Any], fits: bool) -> None:
    if fits:
        arrays.check_address("X", info(**facts))
    else:
        with pytest.raises(LaunchError, match="argument X is at 0x6, which is not a multiple of the 4 bytes"):
            arrays.check_address("X", info(**facts))


GPU = "cuda:0"


@pytest.mark.parametrize(
    ("infos", "place"),
    [
        ([], ("numpy", "cpu")),
        ([("torch", GPU)], ("torch", GPU)),
        ([("numpy", "cpu"), ("jax", "cpu")], ("jax", "cpu")),
        ([("jax", "cpu"), ("numpy", "cpu")], ("jax", "cpu")),
        ([("dlpack", "cpu"), ("numpy", "cpu"), ("dlpack", "cpu")], ("dlpack", "cpu")),
        ([("jax", GPU), ("torch", GPU)], ("torch", GPU)),
        ([("torch", GPU), ("jax", GPU)], ("torch", GPU)),
        ([("cupy", GPU), ("jax", GPU), ("cupy", GPU)], ("cupy", GPU)),
        ([("numpy", "cpu"), ("torch", "cpu")], "argument B is a torch array, but argument A is a num"),
        ([("torch", "cpu"), ("numpy", "cpu")], "argument B is a numpy array, but argument A is a to"),
        ([("jax", "cpu"), ("torch", "cpu")], "argument B is a torch array, but argument A is a jax array"),
        ([("jax", "cpu"), ("dlpack", "cpu")], "argument B is a dlpack array, but argument A is a jax array"),
        ([("cupy", GPU), ("torch", GPU)], "argument B is a torch array, but argument A is a cupy array"),
        ([("torch", GPU), ("torch", "cuda:1")], "argument B is on cuda:1, but argument A is on cuda:0"),
        ([("torch", "cpu"), ("torch", GPU)], "argument B is on cuda:0, but argument A is on cpu"),
    ],
)  # fmt: skip
def test_arrays_share_a_library_and_a_device(infos: list[tuple[str, str]], place: Any) -> None:
    named = {name: info(*facts) for name, facts in zip("ABC", infos, strict=False)}
    if isinstance(place, tuple):
        assert arrays.shared_place(named) == place
    else:
        with pytest.raises(LaunchError, match=place):
            arrays.shared_place(named)


def test_an_element_type_that_does_not_fit_has_a_repair() -> None:
    for tile, written, words in (
        (
            Tile(4, types.f16),
            False,
            r"argument X is float32, but .* takes float16; .* X.astype\(numpy.f",
        ),
        (Tile(4, types.bf16), False, r"convert it: X.astype\(ml_dtypes.bfloat16\)"),
        (Tile(4, types.f16), True, "the kernel writes to it, so pass an array of float16"),
    ):
        with pytest.raises(LaunchError, match=words):
            arrays.check("X", tile, info(), written=written)
    arrays.check("X", Tile(4, f32), info())
    arrays.check("X", None, info())
    numpy = arrays.framework("numpy")
    assert numpy.advice("layout", "X", "column") == "numpy.asfortranarray(X)"
    assert numpy.advice("layout", "X", "row") == "numpy.ascontiguousarray(X)"


@pytest.mark.parametrize(
    "array",
    [WHOLE, WHOLE.T, WHOLE[:, 1:3], WHOLE[::2, ::2], WHOLE[:0], WHOLE[0], WHOLE.astype("float16")[:, 1:]],
)
def test_the_memory_of_an_array_has_its_gaps(array: Any) -> None:
    found = arrays.memory(array)
    assert (found.ctypes.data, found.dtype) == (array.ctypes.data, array.dtype)
    assert found.flags.c_contiguous
    first, last = arrays.describe("X", array).span
    assert found.nbytes == last - first


def test_views_of_a_batch() -> None:
    batch = np.zeros((2, 3, 4, 5))
    turned = arrays.examples_turned(batch)
    assert turned.shape == (2, 5, 4, 3)
    assert np.shares_memory(turned, batch)
    torch = pytest.importorskip("torch")
    assert arrays.examples_turned(torch.zeros(2, 3, 4)).shape == (2, 4, 3)
    assert arrays.is_torch(torch.zeros(1))
    assert not arrays.is_torch(batch)
    assert not arrays.is_torch(1)


class Stream:
    """A stream of a library: its attributes are those of the constructor."""

    def __init__(self, **names: Any) -> None:
        vars(self).update(names)


@pytest.mark.parametrize(
    ("stream", "handle"),
    [
        (0, 0),
        (2**64 - 1, 2**64 - 1),
        (2**64, None),
        (-1, None),
        (np.int64(5), 5),
        (Stream(cuda_stream=7), 7),
        (Stream(ptr=8), 8),
        (Stream(__cuda_stream__=lambda: (0, 9)), 9),
        (Stream(__cuda_stream__=lambda: (0, 9), ptr=None), 9),
        (Stream(cuda_stream="7"), None),
        (Stream(), None),
        (True, None),
        (1.0, None),
        (None, None),
    ],
)
def test_handles_of_streams(stream: Any, handle: int | None) -> None:
    if handle is None:
        with pytest.raises(LaunchError, match=r"stream is .*; (a handle is a number of|it must be a handle)"):
            stream_handle(stream)
    else:
        assert stream_handle(stream) == handle


class Interface:
    """An array with the CUDA array interface, on the second GPU."""

    device = SimpleNamespace(id=1)

    def __init__(self, **entries: Any) -> None:
        plain = {"shape": (2, 3), "typestr": "<f4", "data": (0x1000, False), "version": 3}
        self.__cuda_array_interface__ = {
            name: entry for name, entry in {**plain, **entries}.items() if entry is not MISSING
        }


MISSING = object()


@pytest.mark.parametrize(
    ("shape", "strides", "row", "column"),
    [
        ((2, 3), None, True, False),
        ((2, 3), (12, 4), True, False),
        ((2, 3), (4, 8), False, True),
        ((2, 3), (16, 4), False, False),
        ((1, 3), None, True, True),
        ((3, 1), None, True, True),
        ((1, 3), (396, 4), True, True),
        ((3, 2), (4, 4), False, False),
        ((0, 3), (8, 8), True, True),
        ((), None, True, True),
        ((3,), (8,), False, False),
    ],
)
def test_orders_of_arrays_of_other_libraries(
    shape: tuple[int, ...], strides: tuple[int, ...] | None, row: bool, column: bool
) -> None:
    found = arrays.describe("X", Interface(shape=shape, strides=strides))
    assert (found.row_major, found.column_major, found.strides) == (row, column, strides)
    assert (found.device, found.dtype, found.address, found.read_only) == ("cuda:1", "float32", 0x1000, False)
    assert found.bytes == 4 * int(np.prod(shape))


@pytest.mark.parametrize(
    ("entries", "words"),
    [
        ({"typestr": ">f4"}, r"has foreign byte order \(>f4\)"),
        ({"typestr": "<q4x"}, "has elements of '<q4x', which NumPy does not know"),
        ({"data": MISSING}, "has a __cuda_array_interface__ without 'data'"),
        ({"data": (1,)}, "has a __cuda_array_interface__ without tuple index"),
        ({"mask": 1}, "has a mask"),
        ({"strides": (12, 6)}, r"has strides of \(12, 6\) bytes, of elements of 4"),
        ({"data": (0, False)}, "argument X "),
        ({"data": (None, False)}, "argument X "),
    ],
)
def test_arrays_of_other_libraries_that_no_kernel_takes(entries: dict[str, Any], words: str) -> None:
    with pytest.raises(LaunchError, match=words):
        arrays.describe("X", Interface(**entries))
    assert arrays.describe("X", Interface(shape=(0,), data=(0, True))).read_only


def at(address: int, size: int, **facts: Any) -> ArrayInfo:
    return info(address=address, bytes=4 * size, shape=(size,), **facts)


GAPS: dict[str, Any] = {"row_major": False, "column_major": False, "strides": (8,)}


@pytest.mark.parametrize(
    ("one", "other", "shared", "whole"),
    [
        (at(64, 4), at(80, 4), False, False),
        (at(80, 4), at(64, 4), False, False),
        (at(64, 4), at(76, 4), True, True),
        (at(76, 4), at(64, 4), True, True),
        (at(64, 4), at(64, 4), True, False),
        (at(64, 4), at(64, 2), True, True),
        (at(64, 4), at(64, 4, device="cuda:0"), False, False),
        (at(0, 4), at(0, 4), False, False),
        (at(64, 4), at(64, 0), False, False),
        (at(64, 4, **GAPS), at(68, 4, **GAPS), False, False),
        (at(64, 4, **GAPS), at(72, 4, **GAPS), True, True),
        (at(64, 4, **GAPS), at(92, 4), False, False),
        (at(64, 4, **GAPS), at(88, 4), True, True),
    ],
)
def test_arrays_that_share_memory(one: ArrayInfo, other: ArrayInfo, shared: bool, whole: bool) -> None:
    both = {"X": one, "Y": other}
    assert overlapping({"X": one}, both) == (("X", "Y") if shared else None)
    assert overlapping({"X": one}, both, whole=True) == (("X", "Y") if whole else None)
    assert overlapping(both, both, whole=True) == (("X", "Y") if shared else None)
    assert overlapping({}, both) is None


@pytest.mark.parametrize(
    ("made", "expected", "error"),
    [
        ([3.0], [2.0], 0.5),
        ([0.5], [0.0], 0.5),
        ([-4.0], [-8.0], 0.5),
        ([np.inf], [np.inf], 0.0),
        ([], [], 0.0),
        (([1.0], [3.0]), ([1.0], [2.0]), 0.5),
    ],
)
def test_the_error_of_a_trial(
    made: Any, expected: Any, error: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYPTX_LIBCUDA", "/nowhere/libcuda.so")
    done = trial(lambda engine: made, (), expected=expected, tolerance=error)
    assert (done.engine, done.error, done.passed) == ("sim", error, True)
    if error:
        with pytest.raises(SystemExit, match=r"wrong numbers: error 0\.5, allowed 0\.499"):
            trial(lambda engine: made, (), expected=expected, tolerance=0.499)
