"""Arrays of other libraries: DLPack, the CUDA array interface, CuPy, and JAX on a GPU."""

from __future__ import annotations

import ctypes
import sys
import types
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from pyptx import LaunchError, Layout, Tile, kernel, load_ptx, ptx
from pyptx.runtime import arrays, foreign
from pyptx.types import f32
from tests.runtime.test_launching import AXPY, x

if TYPE_CHECKING:
    from pyptx.kernel import Kernel


class ArrayByDlpack:
    """A CPU array that is known by DLPack alone."""

    def __init__(self, array: Any) -> None:
        self.array = array

    def __dlpack_device__(self) -> tuple[int, int]:
        return (1, 0)

    def __dlpack__(self, **words: Any) -> Any:
        return self.array.__dlpack__(**words)


def capsule_of(view: foreign.DLTensor) -> Any:
    """A capsule of DLPack, which does not own its view."""
    make = ctypes.pythonapi.PyCapsule_New
    make.restype, make.argtypes = ctypes.py_object, [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p]
    return make(ctypes.addressof(view), b"dltensor", None)


class OnGpu:
    """An array that the CUDA array interface describes."""

    def __init__(self, shape: tuple[int, ...], address: int, typestr: str = "<f4", **more: Any) -> None:
        self.__cuda_array_interface = {
            "shape": shape, "typestr": typestr, "data": (address, False), "version": 3, **more,
        }  # fmt: skip

    @property
    def __cuda_array_interface__(self) -> dict[str, Any]:
        return self.__cuda_array_interface


def test_dlpack_arrays_on_the_cpu(axpy: Kernel) -> None:
    a, b = x(), np.ones(8, np.float32)
    np.testing.assert_array_equal(axpy(ArrayByDlpack(a), ArrayByDlpack(b), alpha=2.0), 2 * a + 1)
    out = np.empty(8, np.float32)
    axpy.launch(N=8)(ArrayByDlpack(a), ArrayByDlpack(b), ArrayByDlpack(out), 3.0)
    np.testing.assert_array_equal(out, 3 * a + 1)
    with pytest.raises(LaunchError, match="argument X is float64"):
        axpy(ArrayByDlpack(a.astype(np.float64)), ArrayByDlpack(b), alpha=2.0)
    with pytest.raises(LaunchError, match=r"argument X .* is not contiguous"):
        axpy(ArrayByDlpack(np.ones(16, np.float32)[::2]), ArrayByDlpack(b), alpha=2.0)


DLPACK_TYPES = {
    (0, 8): "int8", (1, 16): "uint16", (2, 64): "float64", (4, 16): "bfloat16", (5, 64): "complex64",
    (6, 8): "bool", (10, 8): "float8_e4m3fn", (12, 8): "float8_e5m2", (14, 8): "float8_e8m0fnu",
}  # fmt: skip


def test_element_types_of_dlpack(said: Any, without_ptxas: None, axpy: Kernel) -> None:
    class View(ArrayByDlpack):
        def __dlpack_device__(self) -> tuple[int, int]:
            return (2, 0)

        def __dlpack__(self, **words: Any) -> Any:
            return capsule_of(self.array)

    sizes = (ctypes.c_int64 * 1)(8)
    for (code, bits), name in DLPACK_TYPES.items():
        view = View(foreign.DLTensor(0x1000, 2, 0, 1, code, bits, 1, sizes, None, 0))
        with pytest.raises(LaunchError, match=f"argument X is {name}, "):
            axpy(view, OnGpu((8,), 0x2000), out=OnGpu((8,), 0x3000), alpha=2.0)


def test_arrays_of_the_cuda_array_interface(
    said: Any, without_ptxas: None, axpy: Kernel, monkeypatch: pytest.MonkeyPatch
) -> None:
    a, b, c = (OnGpu((8,), 0x1000 * k) for k in (1, 2, 3))
    axpy(a, b, out=c, alpha=2.0)
    assert said()[-1].endswith("first 1000 second 2000")
    lent = [types.SimpleNamespace(__cuda_array_interface__=one.__cuda_array_interface__) for one in (a, b, c)]
    assert axpy(*lent[:2], out=lent[2], alpha=2.0) is lent[2]
    assert said()[-1].endswith("first 1000 second 2000")
    for wrong, message in (
        (OnGpu((8,), 0x1000, "<f8"), "argument X is float64"),
        (OnGpu((8,), 0x1000, strides=(8,)), "argument X .* not contiguous"),
        (OnGpu((8,), 0x1000, mask=a), "argument X has a mask"),
        (OnGpu((8,), 0x1000, "<zz"), "argument X has elements of '<zz'"),
        (OnGpu((9,), 0x1000), "dimension N is 9 in argument X but 8 in argument Y"),
        (OnGpu((8,), 0x3010), "out= Z shares memory with argument X"),
    ):
        with pytest.raises(LaunchError, match=message):
            axpy(wrong, b, out=c, alpha=2.0)
    with pytest.raises(
        LaunchError, match=r"arrays of .* cannot be made here; allocate the output, and pass out="
    ):
        axpy(a, b, alpha=2.0)
    monkeypatch.setenv("FAKECUDA_POINTER_DEVICE", "1")
    with pytest.raises(LaunchError, match="is on cuda:1, but the launch is for device 0"):
        axpy.launch(N=8, device=0)(a, b, c, 2.0)
    assert not [row for row in said() if row.startswith("launch")]


def test_dlpack_arrays_on_the_gpu(said: Any, without_ptxas: None, axpy: Kernel) -> None:
    class View(ArrayByDlpack):
        device = (2, 0)

        def __dlpack_device__(self) -> tuple[int, int]:
            return self.device

        def __dlpack__(self, **words: Any) -> Any:
            assert words == {"stream": -1}
            return self.array.__dlpack__()

    arrays = [np.zeros(8, np.float32) for _ in range(3)]
    a, b, c = map(View, arrays)
    axpy(a, b, out=c, alpha=2.0)
    assert said()[-1].endswith(
        f"first {arrays[0].ctypes.data:x} second {arrays[1].ctypes.data & 0xFFFFFFFF:x}"
    )
    View.device = (10, 0)
    with pytest.raises(LaunchError, match="argument X is on a device of DLPack's kind 10"):
        axpy(a, b, out=c, alpha=2.0)


def test_cupy_arrays_are_made_and_have_a_stream(
    said: Any, without_ptxas: None, axpy: Kernel, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Device:
        def __init__(self, ordinal: int) -> None:
            self.id = ordinal

        def __enter__(self) -> None:
            pass

        def __exit__(self, *error: object) -> None:
            pass

    class Array(OnGpu):
        device = Device(0)

    Array.__module__ = "cupy.core"
    made: list[Any] = []

    def empty(shape: Any, dtype: Any, order: str) -> Any:
        made.append((shape, dtype, order))
        return Array(shape, 0x9000)

    cuda = types.SimpleNamespace(Device=Device, get_current_stream=lambda: types.SimpleNamespace(ptr=77))
    monkeypatch.setitem(sys.modules, "cupy", types.SimpleNamespace(empty=empty, cuda=cuda))
    result = axpy(Array((8,), 0x1000), Array((8,), 0x2000), alpha=2.0)
    assert isinstance(result, Array)
    assert made == [((8,), np.float32, "C")]
    assert "stream 77 " in said()[-1]


def test_the_target_is_that_of_the_gpu_of_the_arrays(
    said: Any, without_ptxas: None, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    @kernel(in_specs=(Tile("N", f32),), arch="auto", raw_params=[("u32", "n")])
    def k(X: Any) -> None:
        ptx.ret()

    monkeypatch.setenv("FAKECUDA_DEVICES", "2")
    monkeypatch.setenv("FAKECUDA_CAPABILITY_1", "100")
    with caplog.at_level("INFO", "pyptx.kernel"):
        for ordinal in (0, 1, 0):
            monkeypatch.setenv("FAKECUDA_POINTER_DEVICE", str(ordinal))
            k(OnGpu((8,), 0x1000), n=1)
    traced = [record.getMessage() for record in caplog.records if record.name == "pyptx.kernel"]
    assert traced == [
        "k is traced for the first time: arch='sm_90a', lineinfo=False",
        "k is traced again (2 variants): arch is 'sm_100a', not 'sm_90a'",
    ]
    assert [row for row in said() if row.startswith("push")] == ["push 101"]


class OfJax:
    """An array as JAX has it on a GPU: without strides, lent by DLPack, never changed."""

    def __init__(self, address: int, shape: tuple[int, ...] = (64,)) -> None:
        self.shape = shape
        self.dtype = np.dtype(np.float32)
        self.waited: list[int] = []
        self._sizes = (ctypes.c_int64 * len(shape))(*shape)
        self._view = foreign.DLTensor(address - 64, 2, 0, len(shape), 2, 32, 1, self._sizes, None, 64)

    def devices(self) -> set[Any]:
        return {type("Device", (), {"platform": "gpu", "local_hardware_id": 0, "id": 7})()}

    def __dlpack__(self, stream: int) -> Any:
        self.waited.append(stream)
        return capsule_of(self._view)


@pytest.fixture
def array_of_jax(monkeypatch: pytest.MonkeyPatch) -> type[OfJax]:
    pytest.importorskip("jax", reason="JAX is not installed")
    door = type(arrays.framework("jax"))
    monkeypatch.setattr(door, "owns", lambda self, value: isinstance(value, OfJax))
    return OfJax


def test_jax_arrays_on_a_gpu_are_read(
    said: Any, array_of_jax: type[OfJax], axpy: Kernel, without_ptxas: None
) -> None:
    """The stream waits for them, and they stay lent until the launch has ended."""
    x, y = array_of_jax(0x1000), array_of_jax(0x2000)
    for stream, waited in ((None, 1), (5, 5)):
        axpy.launch(N=64, stream=stream)(x, y, 0x3000, 2.0)
        launched, ended = said()[-2:]
        assert f"stream {stream or 0} attributes 0 first 1000" in launched
        assert ended == "synchronize"
        assert x.waited.pop() == y.waited.pop() == waited
    go = load_ptx(AXPY, "axpy").launch(grid=1, block=32, mutates=())
    go(x, y, 1.0, 8)
    assert "first 1000 second 2000" in said()[-2]


def test_jax_arrays_on_a_gpu_are_written_where_that_is_said(
    said: Any, array_of_jax: type[OfJax], axpy: Kernel, negate: Kernel, without_ptxas: None
) -> None:
    x, z = array_of_jax(0x1000), array_of_jax(0x3000)
    entry = load_ptx(AXPY, "axpy")
    for call, message in (
        (lambda: axpy.launch(N=64)(x, x, z, 2.0), r"argument Z .* mutates=\('Z',\) if no other code holds"),
        (lambda: negate.launch(N=64)(x), "argument X is a JAX array on a GPU, and negate writes to it"),
        (
            lambda: entry.launch(grid=1, block=32)(x, z, 1.0, 8),
            r"argument x is .*: say which parameters axpy writes",
        ),
        (lambda: axpy.program(N=64).launch(x, x, z, 2.0, grid=1), "and those do not change: call the kernel"),
        (lambda: axpy.launch(N=64, mutates=("W",)), "mutates= has 'W'; the parameters of axpy are X, Y, Z"),
        (lambda: axpy.prepare(x, x, alpha=1.0), "pass out= of a library whose arrays change"),
        (lambda: axpy.prepare(x, x, out=z, alpha=1.0), "pass out= of a library whose arrays change"),
    ):
        with pytest.raises(LaunchError, match=message):
            call()
    assert [row for row in said() if row.startswith("launch")] == []
    axpy.launch(N=64, mutates=("Z",))(x, x, z, 2.0)
    assert said()[-2].startswith("launch")


def test_a_prepared_call_on_jax_arrays_of_a_gpu(
    said: Any, array_of_jax: type[OfJax], axpy: Kernel, copy: Any, without_ptxas: None
) -> None:
    x, out = array_of_jax(0x1000), OnGpu((64,), 0x3000)
    run = axpy.prepare(x, x, out=out, alpha=1.0)
    for _ in range(2):
        assert run() is out
        assert said()[-1] == "synchronize"
    assert x.waited == [1] * 4
    with pytest.raises(LaunchError, match=r"argument X is a JAX array, row-major in memory"):
        copy(f32, Layout.COL).prepare(
            array_of_jax(0x1000, (4, 8)), out=OnGpu((4, 8), 0x3000, strides=(4, 16))
        )


def test_what_is_no_array(axpy: Kernel) -> None:
    with pytest.raises(
        LaunchError, match=r"argument X is a list; a kernel takes arrays of NumPy, torch, JAX, CuPy"
    ):
        axpy([1.0], x(), alpha=1.0)
