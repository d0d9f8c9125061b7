"""The kernels of the library keep their bars, which `benchmarks/bars.py` lists; a missed one is an error."""

from __future__ import annotations

import re
from pathlib import Path
from runpy import run_path
from typing import Any

import numpy as np
import pytest

from pyptx import Tile, kernel, ptx, reg, smem
from pyptx.types import f32, u32

ROOT = Path(__file__).resolve().parents[2]
BARS = run_path(str(ROOT / "benchmarks" / "bars.py"))


@pytest.mark.ptxas
def test_every_kernel_keeps_its_bars(capsys: pytest.CaptureFixture[str]) -> None:
    """The page has the table."""
    BARS["main"]([])
    assert capsys.readouterr().out in (ROOT / "docs" / "performance.md").read_text(encoding="utf-8")


@pytest.mark.ptxas
def test_a_missed_bar_ends_with_an_error(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """One kernel for each bar."""

    @kernel(in_specs=(Tile(64, f32),), out_specs=(Tile(64, f32),), raw_directives=[(".maxnreg", 24)])
    def spilling(X: Any, Y: Any) -> None:
        px, py = ptx.global_ptrs(X, Y)
        values = [reg.scalar(f32) for _ in range(64)]
        for number, value in enumerate(values):
            ptx.inst.ld.volatile.global_.f32(value, ptx.addr(px, 4 * number))
        for number, value in enumerate(values):
            ptx.st(f32, ptx.addr(py, 4 * number), value)
        ptx.ret()

    @kernel(in_specs=(Tile(32, 32, f32),), out_specs=(Tile(32, f32),), grid=(1,), block=(32,))
    def banks(X: Any, Y: Any) -> None:
        (px, py), lane = ptx.global_ptrs(X, Y), reg.from_(ptx.special.tid.x(), u32)
        tile, x = smem.alloc(f32, (32, 32)), reg.scalar(f32)
        ptx.ld(f32, x, ptx.addr(px + lane * 4))
        tile[lane, 0] = x
        ptx.st(f32, ptx.addr(py + lane * 4), x)

    bar, (hopper, ampere) = BARS["Bar"], (next(BARS[name]()) for name in ("on_hopper", "on_ampere"))
    planted = [
        hopper,
        bar("long", hopper.build, None, products=4, unit=4, instructions=8),
        bar("far", hopper.build, None, hopper.sizes, cache=31),
        bar("busy", ampere.build, None, ampere.sizes, shared=0.5),
        bar("spilling", lambda: spilling, None, flying=32),
        bar("banks", lambda: banks, lambda kernel: kernel(np.ones((32, 32), np.float32))),
    ]
    monkeypatch.setitem(BARS["main"].__globals__, "bars", lambda: iter(planted))
    with pytest.raises(SystemExit, match=r"^missed: long, far, busy, spilling, banks$"):
        BARS["main"]([])
    printed = capsys.readouterr().out
    assert f"| {hopper.name} | 8.50 of 9.5 | 32.00 of 32 |  |  | none |" in printed
    assert "| long | 8.50 of 8 |  |  |  | instructions |" in printed
    assert "| far |  | 32.00 of 31 |  |  | L2 |" in printed
    assert re.search(r"\| busy \|  \|  \| 0\.7\d of 0\.5 \|  \| shared memory \|", printed)
    assert re.search(
        r"\| spilling \|  \|  \|  \| \d.\d\d of 32 \| .*spills \d+ bytes; .*in flight \|", printed
    )
    assert "31 conflicts of banks |" in printed
    with pytest.raises(SystemExit, match="no kernel has one of these words in its name: nothing"):
        BARS["main"](["nothing"])
