"""Calls with NumPy arrays: results, and what is refused before anything runs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import ml_dtypes
import numpy as np
import pytest

from pyptx import Layout, Tile, kernel, ptx, reg, types
from pyptx.errors import LaunchError, SimFault
from pyptx.program import recording
from pyptx.types import f32, u32

if TYPE_CHECKING:
    from pyptx.kernel import Kernel

X = np.arange(100, dtype=np.float32)
Y = np.ones(100, np.float32)


def test_inputs_scalars_and_template_parameters(axpy: Kernel) -> None:
    np.testing.assert_array_equal(axpy(X, Y, alpha=3), 3 * X + 1)
    np.testing.assert_array_equal(axpy(X, Y, alpha=3.0, twice=True), 6 * X + 2)


def traces(caplog: pytest.LogCaptureFixture) -> list[str]:
    """Return the log lines about traces since the last call."""
    said = [record.getMessage() for record in caplog.records if record.name == "pyptx.kernel"]
    caplog.clear()
    return said


def test_a_new_scalar_value_is_not_a_new_trace(axpy: Kernel, caplog: pytest.LogCaptureFixture) -> None:
    axpy(X, Y, alpha=1.0)
    with caplog.at_level("INFO", "pyptx"):
        for alpha in (2.0, 3.0, 4.0):
            axpy(X, Y, alpha=alpha)
    assert traces(caplog) == []


def test_outputs_of_the_caller(axpy: Kernel) -> None:
    out = np.empty(100, np.float32)
    assert axpy(X, Y, alpha=2.0, out=out) is out
    np.testing.assert_array_equal(out, 2 * X + 1)
    with pytest.raises(LaunchError, match="out= Z shares memory with argument X"):
        axpy(X, Y, alpha=1.0, out=X)
    with pytest.raises(LaunchError, match="1 outputs, but out= has 2"):
        axpy(X, Y, alpha=1.0, out=(out, out))
    with pytest.raises(LaunchError, match="argument Z is float64"):
        axpy(X, Y, alpha=1.0, out=np.empty(100))
    with pytest.raises(LaunchError, match="dimension N is 100 in argument X but 99 in argument Z"):
        axpy(X, Y, alpha=1.0, out=np.empty(99, np.float32))


def test_in_place_and_without_inputs(negate: Kernel, count: Kernel) -> None:
    mine = X.copy()
    assert negate(mine) is None
    np.testing.assert_array_equal(mine, -X)
    np.testing.assert_array_equal(count(N=7), np.arange(7, dtype=np.uint32))
    with pytest.raises(LaunchError, match=r"no argument gives the size of N .*pass N="):
        count()


def test_empty_arrays_launch_nothing_and_still_come_back(axpy: Kernel, negate: Kernel) -> None:
    none = np.empty(0, np.float32)
    with recording() as reports:
        made = axpy(none, none, alpha=1.0)
        negate(none)
    assert made.shape == (0,)
    assert reports == []


def test_a_read_only_array_is_not_written(axpy: Kernel, negate: Kernel) -> None:
    mine = X.copy()
    mine.flags.writeable = False
    np.testing.assert_array_equal(axpy(mine, Y, alpha=1.0), X + 1)
    with pytest.raises(SimFault):
        negate(mine)
    np.testing.assert_array_equal(mine, X)


@pytest.mark.parametrize(
    ("dtype", "numpy_dtype"),
    [
        (types.bf16, ml_dtypes.bfloat16),
        (types.e4m3, ml_dtypes.float8_e4m3fn),
        (types.e5m2, ml_dtypes.float8_e5m2),
        (types.f16, np.float16),
        (types.f64, np.float64),
        (types.tf32, np.float32),
        (types.s8, np.int8),
        (types.u16, np.uint16),
        (types.u64, np.uint64),
    ],
)
def test_element_types(dtype: types.PtxType, numpy_dtype: Any, copy: Any) -> None:
    x = np.arange(12).reshape(3, 4).astype(numpy_dtype)
    made = copy(dtype)(x)
    assert made.dtype == x.dtype
    np.testing.assert_array_equal(made.view(np.uint8), x.view(np.uint8))


def test_untyped_and_integer_tiles_take_all_of_their_width(copy: Any) -> None:
    for given in (np.float32, np.int32, np.uint32):
        assert copy(types.b32)(np.ones((2, 2), given)).dtype == np.uint32
    assert copy(types.u32)(np.ones((2, 2), np.int32)).dtype == np.uint32


@pytest.mark.parametrize(
    "dtype", [np.float64, np.int32, np.float16, ml_dtypes.bfloat16, np.bool_, np.complex64]
)
def test_other_element_types_are_refused(dtype: Any, axpy: Kernel) -> None:
    wrong = np.zeros(100, dtype)
    with pytest.raises(
        LaunchError, match=r"argument Y is .*takes float32; convert it: Y.astype\(numpy.float32\)"
    ):
        axpy(X, wrong, alpha=1.0)


def test_foreign_byte_order_is_refused(axpy: Kernel) -> None:
    with pytest.raises(LaunchError, match="argument X has foreign byte order"):
        axpy(X.astype(">f4"), Y, alpha=1.0)


@pytest.mark.parametrize(
    "strided",
    [np.zeros(200, np.float32)[::2], np.zeros(100, np.float32)[::-1], np.broadcast_to(np.float32(1), (100,))],
    ids=["step", "reversed", "expanded"],
)
def test_strides_are_refused(strided: Any, axpy: Kernel) -> None:
    with pytest.raises(LaunchError, match=r"argument X .*not contiguous.*numpy.ascontiguousarray\(X\)"):
        axpy(strided, Y, alpha=1.0)


def test_column_major_tensors(copy: Any) -> None:
    k = copy(types.f32, Layout.COL)
    x = np.asfortranarray(np.arange(12, dtype=np.float32).reshape(3, 4))
    made = k(x)
    assert made.flags.f_contiguous
    np.testing.assert_array_equal(made, x)
    with pytest.raises(LaunchError, match=r"not contiguous in column-major order.*asfortranarray\(X\)"):
        k(np.ascontiguousarray(x))
    with pytest.raises(LaunchError, match="not contiguous in row-major order"):
        copy(types.f32)(x)


@pytest.mark.parametrize(
    ("args", "kwargs", "message"),
    [
        ((X,), {"alpha": 1.0}, r"axpy takes 2 arrays \(X, Y\), but got 1"),
        ((X, Y, X), {"alpha": 1.0}, "but got 3; outputs are allocated by the call, or passed as out="),
        ((X, Y), {}, r"launch scalar alpha \(.f32\) is missing; pass alpha=…"),
        ((X, Y), {"alpha": "1"}, "argument alpha is '1'; a .f32 parameter takes a number"),
        ((X, Y), {"alpha": 1e300}, "the largest .f32"),
        ((X, Y), {"alpha": 1.0, "beta": 1.0}, "axpy has no parameter 'beta'"),
        ((X, Y[:50]), {"alpha": 1.0}, "dimension N is 100 in argument X but 50 in argument Y"),
        ((X.reshape(10, 10), Y), {"alpha": 1.0}, r"argument X has shape \(10, 10\)"),
        ((X, list(Y)), {"alpha": 1.0}, "argument Y is a list; a kernel takes arrays"),
        ((X, None), {"alpha": 1.0}, "argument Y is None"),
        ((X, Y), {"alpha": 1.0, "N": 99}, "N=99 was passed, but argument X has N=100"),
    ],
)
def test_calls_that_do_not_fit(
    args: tuple[Any, ...], kwargs: dict[str, Any], message: str, axpy: Kernel
) -> None:
    with recording() as reports, pytest.raises(LaunchError, match=message):
        axpy(*args, **kwargs)
    assert reports == []


def test_scalars_are_checked_against_their_type() -> None:
    @kernel(raw_params=[("u32", "n"), ("s8", "small")])
    def k() -> None:
        ptx.ret()

    k(n=2**32 - 1, small=-128)
    k(n=np.uint32(7), small=True)
    for kwargs in (
        {"n": -1, "small": 0},
        {"n": 2**32, "small": 0},
        {"n": 1.0, "small": 0},
        {"n": 0, "small": 128},
    ):
        with pytest.raises(LaunchError, match=r"argument (n|small) is"):
            k(**kwargs)


def test_a_launch_scalar_named_like_a_dimension_comes_from_it() -> None:
    @kernel(in_specs=(Tile("N", u32),), raw_params=[("u32", "N")])
    def k(X: Any) -> None:
        (p,) = ptx.global_ptrs(X)
        ptx.inst.st.global_.u32(ptx.addr(p), ptx.param(u32, "N"))

    x = np.zeros(9, np.uint32)
    k(x)
    assert x[0] == 9


def test_several_outputs_come_as_a_tuple() -> None:
    @kernel(out_specs=(Tile("N", f32), Tile(2, u32)), grid=1)
    def k(A: Any, B: Any) -> None:
        pa, pb = ptx.global_ptrs(A, B)
        ptx.inst.st.global_.f32(ptx.addr(pa), 1.5)
        ptx.inst.st.global_.u32(ptx.addr(pb, 4), 7)

    a, b = k(N=1)
    assert (a.tolist(), b[1]) == ([1.5], 7)


@pytest.mark.parametrize(
    ("grid", "expected"),
    [
        (3, (3, 1, 1)),
        ((2, 3), (2, 3, 1)),
        (lambda: 5, (5, 1, 1)),
        (lambda N: (N, 2), (4, 2, 1)),
        (lambda *, N, BM: (BM, N), (8, 4, 1)),
        (lambda N, extra=6: (N, extra), (4, 6, 1)),
        (lambda n: n, (11, 1, 1)),
        (lambda **known: known["N"] + known["BM"], (12, 1, 1)),
        (None, (1, 1, 1)),
        (lambda N: np.int64(N), (4, 1, 1)),
        (lambda N: np.array([N, 2]), (4, 2, 1)),
    ],
)
def test_grids(grid: Any, expected: tuple[int, int, int]) -> None:
    @kernel(in_specs=(Tile("N", f32),), grid=grid, raw_params=[("u32", "n")])
    def k(X: Any, *, BM: int = 8) -> None:
        ptx.ret()

    with recording() as reports:
        k(np.zeros(4, np.float32), n=11)
    assert reports[0].grid == expected


def test_errors_in_a_grid_function_are_raised_once() -> None:
    calls = []

    def grid(N: int) -> int:
        calls.append(N)
        raise TypeError("mine")

    @kernel(in_specs=(Tile("N", f32),), grid=grid)
    def k(X: Any) -> None:
        ptx.ret()

    with pytest.raises(TypeError, match="mine"):
        k(np.zeros(4, np.float32))
    assert calls == [4]


@pytest.mark.parametrize(
    "grid", [lambda N: N // 128, lambda N: N / 2, lambda N: (1, 1, 1, 1), lambda N: 2**31]
)
def test_grids_that_are_none(grid: Any) -> None:
    @kernel(in_specs=(Tile("N", f32),), grid=grid)
    def k(X: Any) -> None:
        ptx.ret()

    with pytest.raises(LaunchError, match="grid is"):
        k(np.zeros(4, np.float32))


def test_without_specs_any_contiguous_array_is_taken() -> None:
    @kernel
    def k(X: Any) -> None:
        (p,) = ptx.global_ptrs(X)
        value = reg.scalar(u32, init=0x3F800000)
        ptx.inst.st.global_.b32(ptx.addr(p), value)

    x = np.zeros((2, 2), np.float32)
    k(x)
    assert x[0, 0] == 1.0
    with pytest.raises(LaunchError, match="not contiguous"):
        k(np.zeros((4, 4), np.float32)[:, 1])


def test_scalars_of_numpy_are_arrays_without_dimensions(axpy: Kernel, negate: Kernel) -> None:
    @kernel(in_specs=(Tile(f32),), out_specs=(Tile(f32),))
    def copied(X: Any, Y: Any) -> None:
        px, py = ptx.global_ptrs(X, Y)
        value = reg.scalar(f32)
        ptx.ld(f32, value, ptx.addr(px))
        ptx.st(f32, ptx.addr(py), value)

    for given in (np.float32(5), X.max(), np.array(7, np.float32)):
        assert copied(given) == given
    with pytest.raises(LaunchError, match="argument X is float64"):
        copied(np.float64(1))
    np.testing.assert_array_equal(axpy(X, Y, alpha=np.array(2.0)), 2 * X + 1)
    with pytest.raises(LaunchError, match="argument X is a float32"):
        negate(np.float32(1))
