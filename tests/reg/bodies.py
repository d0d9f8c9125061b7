"""Bodies of kernels that tests run, trace, or see refused."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from pyptx import Tile, kernel, ptx, reg
from pyptx.errors import TraceError
from pyptx.trace import Trace, tracing
from pyptx.types import s32

if TYPE_CHECKING:
    from collections.abc import Callable

    from pyptx.reg import Reg
    from pyptx.types import PtxType


def run(body: Callable[..., list[Reg]], *values: int, dtype: PtxType = s32) -> list[int]:
    """Return the final values of the registers that `body` returns, given registers with some values."""
    return runner(body, len(values), dtype)(*values)


def runner(body: Callable[..., list[Reg]], taken: int, dtype: PtxType) -> Callable[..., list[int]]:
    """Return a function of the values of the `taken` registers that `body` gets, which runs it."""
    count = len(traced(body, *[dtype] * taken)[1])

    @kernel(in_specs=(Tile(taken, dtype),), out_specs=(Tile(count, dtype),), grid=(1,), arch="sm_80")
    def k(x: Any, y: Any) -> None:
        px, py = ptx.global_ptrs(x, y)
        registers = [reg.scalar(dtype) for _ in range(taken)]
        for number, register in enumerate(registers):
            ptx.ld(dtype, register, ptx.addr(px, dtype.bytes * number))
        for number, result in enumerate(body(*registers)):
            ptx.st(dtype, ptx.addr(py, dtype.bytes * number), result)

    return lambda *values: [int(value) for value in k(np.array(values, dtype.numpy))]


def traced(body: Callable[..., Any], *dtypes: PtxType) -> tuple[Trace, Any]:
    """Return the trace and the result of `body` for new registers."""
    with tracing(Trace("k")) as trace:
        return trace, body(*[reg.scalar(dtype) for dtype in dtypes])


def refused(body: Callable[..., Any], *dtypes: PtxType) -> str:
    """Return why `body` is refused with registers of some types; the message has the place of a test."""
    with pytest.raises(TraceError) as caught:
        traced(body, *dtypes)
    assert str(Path(__file__).parent) in str(caught.value)
    return str(caught.value)
