"""Messages of ptxas about a kernel, as warnings on its lines and in its report."""

from __future__ import annotations

import functools
import inspect
import warnings
from typing import TYPE_CHECKING, Any

import pytest

from pyptx import PerformanceWarning, kernel, load_cubin, ptx, reg
from pyptx.runtime.advice import assemble
from pyptx.types import bf16, f32, u64

if TYPE_CHECKING:
    from pyptx.kernel import Kernel

pytestmark = pytest.mark.ptxas


def spilling() -> Kernel:
    @kernel(block=(32,), arch="sm_80", raw_directives=[("maxnreg", (24,))])
    def hungry(X: Any) -> None:
        (p,) = ptx.global_ptrs(X)
        many = reg.array(f32, 64)
        for i, one in enumerate(many):
            ptx.inst.ld.volatile.global_.f32(one, ptx.addr(p, 4 * i))
        for i, one in enumerate(many):
            ptx.inst.st.volatile.global_.f32(ptx.addr(p, 4 * i), one)

    return hungry


def serialised() -> Kernel:
    @kernel(block=(128,), arch="sm_90a")
    def waits(X: Any) -> None:
        (p,) = ptx.global_ptrs(X)
        acc = reg.array(f32, 4)
        for one in acc:
            ptx.inst.mov.f32(one, 0.0)
        a = reg.scalar(u64)
        ptx.inst.ld.global_.u64(a, ptx.addr(p))
        product = functools.partial(
            ptx.wgmma.mma_async, shape=(64, 8, 16), dtype_d=f32, dtype_a=bf16, dtype_b=bf16, d=acc, a=a, b=a
        )
        ptx.wgmma.fence()
        product(scale_d=True)
        ptx.inst.add.f32(acc[0], acc[0], acc[1])  # read while the product is in flight
        product(scale_d=True)
        ptx.wgmma.commit_group()
        ptx.wgmma.wait_group(0)
        ptx.inst.st.global_.v4.f32(ptx.addr(p), list(acc))

    return waits


def line_of(builder: Any, text: str) -> int:
    rows, first = inspect.getsourcelines(builder)
    return first + next(i for i, row in enumerate(rows) if text in row)


def test_spills_are_a_warning_on_the_kernel() -> None:
    with pytest.warns(PerformanceWarning, match=r"hungry spills registers: \d+ bytes written") as caught:
        spilling().compiled()
    assert (caught[0].filename, caught[0].lineno) == (__file__, line_of(spilling, "@kernel"))


def test_advice_is_a_warning_on_the_line_it_is_about() -> None:
    with pytest.warns(PerformanceWarning) as caught:
        serialised().compiled()
    waits = [each for each in caught if str(each.message).startswith("waits: advice C7517: ")]
    read = line_of(serialised, "# read while")
    assert [(each.filename, each.lineno) for each in waits] == [(__file__, read)]


def test_a_warning_is_shown_once() -> None:
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("default")
        hungry = spilling()
        for _ in range(3):
            hungry.compiled()
    assert [found.category for found in caught] in ([PerformanceWarning], [])


def test_a_report_says_it_without_a_warning() -> None:
    assert spilling().report().spill_store_bytes > 0
    said = str(serialised().report())
    assert "ptxas          advice C75" in said
    assert f"at {__file__}:{line_of(serialised, '# read while')}" in said
    assert serialised().report().messages == serialised().report().messages != ()


def test_a_kernel_and_its_machine_code_have_one_listing() -> None:
    @kernel(block=(32,), arch="sm_80")
    def plain(X: Any) -> None:
        (p,) = ptx.global_ptrs(X)
        ptx.inst.st.global_.u32(ptx.addr(p), 7)

    listing = plain.sass()
    assert "STG" in listing
    assert load_cubin(assemble(plain.program()).cubin).sass() == listing
