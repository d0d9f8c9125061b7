"""Options of a kernel's entry: name, linkage, target, parameters as PTX text."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from pyptx import LaunchError, Tile, TraceError, kernel, ptx, reg
from pyptx.types import f32, u32, u64


def test_name_linkage_and_target() -> None:
    def body() -> None: ...

    assert ".visible .entry body(" in kernel(body).ptx()
    text = kernel(name="_Z4bodyPf$1", linkage=None, target_options=("debug",))(body).ptx()
    assert "\n.entry _Z4bodyPf$1(" in text
    assert ".target sm_75, debug\n" in text
    assert ".weak .entry body(" in kernel(linkage="weak")(body).ptx()


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"name": "a b"}, "name is 'a b'"),
        ({"linkage": "static"}, "linkage is 'static'"),
        ({"target_options": ("fast",)}, "target_options has 'fast'"),
        ({"raw_params": [".param .u32"]}, "a parameter is written such as"),
        ({"raw_params": [".param .u32 a, .param .u32 b"]}, "a parameter is written such as"),
        ({"raw_params": [".param .u32 a", ("u32", "a")]}, "raw_params has a twice"),
    ],
)
def test_refused(options: dict[str, Any], message: str) -> None:
    def body() -> None: ...

    with pytest.raises(TraceError, match=message) as caught:
        kernel(**options)(body)
    assert "test_entry.py:" in str(caught.value)


@kernel(
    arch="sm_80",
    block=(32,),
    raw_params=[".param .u64 .ptr .global .align 4 out", ".param .align 8 .b8 pair[16]", ("f32", "scale")],
)
def with_raw_params() -> None:
    base = ptx.param(u64, "out")
    index, x, y = reg.scalar(u32), reg.scalar(f32), reg.scalar(f32)
    ptx.inst.mov.u32(index, ptx.special.tid.x())
    ptx.inst.ld.param.f32(x, ptx.addr("pair", 8))
    ptx.inst.ld.param.f32(y, ptx.addr("scale"))
    ptx.inst.mul.f32(x, x, y)
    ptx.inst.st.global_.f32(ptx.addr(base + index * 4), x)


def test_raw_parameters() -> None:
    text = with_raw_params.ptx()
    assert ".param .u64 .ptr .global .align 4 out,\n" in text
    assert ".param .align 8 .b8 pair[16],\n" in text
    out = np.zeros(32, np.float32)
    pair = np.array([1.0, 0.0, 2.5, 0.0], np.float32).tobytes()
    with_raw_params.program().launch(out, pair, 2.0, grid=1)
    np.testing.assert_array_equal(out, np.full(32, 5.0, np.float32))


def test_a_parameter_that_a_call_cannot_name() -> None:
    with pytest.raises(LaunchError, match=r"launch scalar out \(\.u64\) is missing; launch the program"):
        with_raw_params(pair=bytes(16), scale=1.0)


@pytest.mark.ptxas
def test_performance_takes_sizes_scalars_and_the_options_of_ptx() -> None:
    @kernel(
        in_specs=(Tile("n", f32),),
        out_specs=(Tile("n", f32),),
        grid=lambda n: n // 32,
        block=32,
        raw_params=[("f32", "scale")],
    )
    def scaled(X: Any, Y: Any) -> None:
        x, y = ptx.global_ptrs(X, Y)
        value, by = reg.scalar(f32), reg.scalar(f32)
        ptx.inst.ld.global_.f32(value, ptx.addr(x))
        ptx.inst.ld.param.f32(by, ptx.addr("scale"))
        ptx.inst.st.global_.f32(ptx.addr(y), value * by)

    report = scaled.perf(n=96, scale=2.0, lineinfo=False, card="H100")
    assert "H100" in str(report)
    assert report.grid == (3, 1, 1)
    assert str(scaled.perf(n=96, scale=2.0, card="H100")) == str(report)
    with pytest.raises(LaunchError, match="scal"):
        scaled.perf(n=96, scal=2.0, card="H100")


@pytest.mark.ptxas
def test_performance_of_a_call_counts_what_the_simulator_sees() -> None:
    @kernel(in_specs=(Tile("n", f32),), out_specs=(Tile("n", f32),), grid=lambda n: n // 1024, block=32)
    def spread(X: Any, Y: Any) -> None:
        at = (ptx.special.ctaid.x() * 1024 + ptx.special.tid.x() * 32) * 4
        x, y = ptx.global_ptrs(X, Y)
        value = reg.scalar(f32)
        ptx.ld(f32, value, ptx.addr(x + at))
        ptx.st(f32, ptx.addr(y + at), value)

    for_sizes, of_call = (
        spread.perf(n=2048, card="H100"),
        spread.perf(np.zeros(2048, np.float32), card="H100"),
    )
    assert "scattered-access" not in {finding.rule for finding in for_sizes.findings}
    assert "scattered-access" in {finding.rule for finding in of_call.findings}
    assert [report.grid for report in (for_sizes, of_call)] == [(2, 1, 1)] * 2
    assert [report.floors[0].array_bytes for report in (for_sizes, of_call)] == [2 * 2048 * 4] * 2
    assert (spread.perf(card="H100").grid, of_call.measured) == (None, None)
    with pytest.raises(LaunchError, match="spread: nothing was launched: an output has no elements"):
        spread.perf(np.zeros(0, np.float32))
