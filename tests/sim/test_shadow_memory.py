"""Precision of shadows in memory on the native engine, which keeps few bytes for a value of an output."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from pyptx import Tile, kernel, ptx, reg
from pyptx.kernels.rows_softmax import build_softmax
from pyptx.program import from_ptx
from pyptx.sim import simulate
from pyptx.sim.native.shadows import NativeCells, NativeColumns
from pyptx.sim.shadow.cells import KINDS, LINES, Cell, exact_copies
from pyptx.sim.shadow.report import ShadowReport
from pyptx.types import f32, u32

COPY = """
.version 8.3
.target sm_90
.address_size 64
.visible .entry k(.param .u64 x, .param .u64 y) {
    .reg .b64 %a<5>; .reg .b32 %r<4>;
    ld.param.u64 %a1, [x];
    ld.param.u64 %a2, [y];
    mov.u32 %r1, %tid.x;
    mov.u32 %r2, %ctaid.x;
    mad.lo.u32 %r1, %r2, 125, %r1;
    mul.wide.u32 %a3, %r1, 8;
    add.u64 %a1, %a1, %a3;
    add.u64 %a2, %a2, %a3;
    ld.global.b64 %a4, [%a1];
    st.global.b64 [%a2], %a4;
    ret;
}
"""


def softmax(rows: int, *, native: bool | None = None) -> tuple[NDArray[Any], ShadowReport]:
    x = np.random.default_rng(1).standard_normal((rows, 1024), dtype=np.float32)
    out, report = build_softmax(1024).run(x, shadow=True, native=native)
    assert report is not None
    assert (report.detail.engine == "native") == (native is None)
    return out, report.detail.shadow


def test_shares_on_the_native_engine_are_those_of_the_reference_engine() -> None:
    shares = [
        {share.line: share.share for share in softmax(2, native=native)[1].output().shares}
        for native in (None, False)
    ]
    for line in shares[0].keys() | shares[1].keys():
        assert shares[0].get(line, 0.0) == pytest.approx(shares[1].get(line, 0.0), abs=0.01)


def test_errors_of_lines_sum_to_the_error() -> None:
    output = softmax(2)[1].output()
    assert output.by_line.shape == (len(output.lines), 2, 1024)
    np.testing.assert_allclose(output.by_line.sum(0), output.error, atol=1e-3 * output.largest)


def test_arrays_are_those_at_the_end_of_the_launch() -> None:
    out, report = softmax(2)
    value, error = report.output().value, report.output().error
    assert np.array_equal(value, out.astype(float))
    out[:] = 7
    assert np.array_equal(report.output().value, value)
    assert np.array_equal(report.output().error, error)


@pytest.mark.parametrize(
    "dtype", ["float64", "float32", "float16", "bfloat16", "float8_e4m3fn", "float8_e5m2"]
)
@pytest.mark.parametrize("apart", [0.0, 1e-15, 1e-3, 1e3])
def test_contents_and_shadows_are_exact_however_far_they_are(dtype: str, apart: float) -> None:
    """Any bits and any shadow; the last page is not full."""
    rng = np.random.default_rng(2)
    x = rng.integers(0, 256, 5000, np.uint8).view(np.uint64).view(np.dtype(dtype))
    with np.errstate(all="ignore"):
        exact = x.astype(np.float64) * (1 + apart * rng.uniform(-1, 1, x.shape))
    y = np.zeros_like(x)
    report = simulate(from_ptx(COPY), (x, y), grid=(5, 1, 1), block=(125, 1, 1), shadow={"x": exact})
    assert report.engine == "native"
    assert report.shadow is not None
    output, before = report.shadow.output(), x.tobytes()
    y[:] = 0
    for _ in range(2):
        assert output.held.tobytes() == before
        np.testing.assert_array_equal(output.shadow, exact)
        assert output.known.all()
    last = len(x) - 1
    for places in ([[7, 3], [last, 0]], [[last]], [[last // 2]], [0]):
        part = output.viewed(np.array(places))
        assert part.held.tobytes() == x[places].tobytes()
        assert part.columns.values().tobytes() == x[places].tobytes()
        np.testing.assert_array_equal(part.shadow, exact[places])


@pytest.mark.parametrize("rows", [1, 40, 4000])
def test_the_rounding_of_a_number_is_that_of_the_number_whatever_the_arrays_are(rows: int) -> None:
    @kernel(
        in_specs=(Tile("M", 32, f32),), out_specs=(Tile("M", 32, f32),), grid=lambda M: (1,), block=32,
        raw_params=[("f32", "scale")], arch="sm_80",
    )  # fmt: skip
    def scaled(X: Any, Y: Any) -> None:
        px, py = (p + reg.from_(ptx.special.tid.x(), u32) * 4 for p in ptx.global_ptrs(X, Y))
        x, scale = reg.scalar(f32), reg.scalar(f32)
        ptx.inst.ld.param.f32(scale, ptx.addr("scale"))
        ptx.ld(f32, x, ptx.addr(px))
        ptx.st(f32, ptx.addr(py), x * scale)

    x = np.ones((rows, 32), np.float32)
    for native in (None, False):
        _, report = scaled.run(x, scale=0.1, shadow=True, native=native)
        assert report is not None
        (output,) = report.detail.shadow.outputs
        assert output.largest == pytest.approx(abs(float(np.float32(0.1)) - 0.1), rel=1e-2)


HALVES = """
.version 8.3
.target sm_90
.address_size 64
.visible .entry k(.param .u64 x, .param .u64 y) {
    .reg .b64 %a<4>; .reg .b32 %r<4>; .reg .f32 %f<2>; .reg .b16 %h<2>; .reg .pred %p<2>;
    ld.param.u64 %a1, [x];
    ld.param.u64 %a2, [y];
    mov.u32 %r1, %tid.x;
    mul.wide.u32 %a3, %r1, 4;
    add.u64 %a1, %a1, %a3;
    add.u64 %a2, %a2, %a3;
    ld.global.f32 %f1, [%a1];
    mul.f32 %f1, %f1, 0f3FAAAAAB;
    and.b32 %r2, %r1, 128;
    setp.eq.u32 %p1, %r2, 0;
    @%p1 st.global.f32 [%a2], %f1;
    cvt.rn.f16.f32 %h1, %f1;
    @!%p1 st.global.b16 [%a2], %h1;
    ret;
}
"""


def test_contents_of_pages_with_values_of_two_formats() -> None:
    x, y = np.linspace(0, 1, 1024, dtype=np.float32), np.zeros(1024, np.float32)
    single = np.arange(1024) & 128 == 0
    exact = x.astype(float) * float(np.float32(4 / 3))
    for native in (None, False):
        report = simulate(
            from_ptx(HALVES), (x, y), grid=(1, 1, 1), block=(1024, 1, 1), shadow=True, native=native
        )
        assert report.engine == ("numpy" if native is False else "native")
        assert report.shadow is not None
        output, before = report.shadow.output(), y.tobytes()
        y[:] = 0
        for _ in range(2):
            assert output.held.tobytes() == before
            assert np.array_equal(output.known, single)
            np.testing.assert_allclose(output.shadow[single], exact[single], rtol=1e-15)


def columns_of_two_pages() -> tuple[NativeCells, NativeColumns]:
    values = np.ones(512, np.float32)
    cells = NativeCells(8192, 8192, LINES)
    real = exact_copies(values.astype(float), LINES)
    cells.put(1024 + 4 * np.arange(512), Cell(np.full(512, KINDS.index("f32"), np.uint8), real))
    return cells, cells.columns(1024, values)


def test_shadows_that_keep_the_contents_of_an_array_take_no_further_values() -> None:
    cells, columns = columns_of_two_pages()
    assert not columns.apart
    with pytest.raises(ValueError, match="take no further values"):
        cells.put(np.array([1024]), Cell(np.ones(1, np.uint8), exact_copies(np.ones(1), LINES)))
    assert (columns.read(0) == 1).all()


@pytest.mark.parametrize("change", [{"apart": b"\0"}, {"size": 2048 + 8}, {"start": 500}])
def test_the_contents_of_another_array_are_refused(change: dict[str, Any]) -> None:
    _, columns = columns_of_two_pages()
    with pytest.raises(ValueError, match="bytes"):
        replace(columns, **change).values()
