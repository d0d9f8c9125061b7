"""Precision of shadows in memory on the native engine, which keeps few bytes for a value of an output."""

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from pyptx.kernels.rows_softmax import build_softmax
from pyptx.sim.shadow.report import ShadowReport


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
