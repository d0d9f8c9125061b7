"""Kernels of this package on the virtual GPU, through its own launcher."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.virtual.conftest import Ran

KERNEL = """
from pyptx import Tile, kernel, ptx, reg, smem
from pyptx.types import u32

vector = Tile(64, u32)


@kernel(in_specs=(vector, vector), mutates=("Y",), grid=(1,), block=64, arch="sm_80")
def reverse(X, Y, *, waits=True):
    px, py = ptx.global_ptrs(X, Y)
    tid = reg.from_(ptx.special.tid.x(), u32)
    tile, x = smem.alloc(u32, 64), reg.scalar(u32)
    ptx.ld(u32, x, ptx.addr(px + tid * 4))
    tile[tid] = x
    if waits:
        with ptx.timed("wait"):
            ptx.bar.sync(0)
    ptx.st(u32, ptx.addr(py + tid * 4), tile[63 - tid])
"""
CALL = """
from reversing import reverse

class OnDevice:
    def __init__(self, *values):
        self.address = allocate(256)
        put(self.address, *values)
        self.__cuda_array_interface__ = {
            "shape": (64,), "typestr": "<u4", "data": (self.address.value, False), "version": 3,
        }

start()
x, y = OnDevice(*range(64)), OnDevice(*([0] * 64))
"""


def run(script: Callable[..., Ran], folder: Path, text: str, *options: str) -> Ran:
    (folder / "reversing.py").write_text(KERNEL)
    return script(CALL + textwrap.dedent(text), *options, PYTHONPATH=str(folder))


def test_a_call_and_a_launch_by_address(script: Callable[..., Ran], tmp_path: Path) -> None:
    text = """
    reverse(x, y)
    print("> ", get(y.address, 64) == list(range(63, -1, -1)))
    reverse.program().launch(y.address.value, x.address.value, grid=1, block=64, engine="gpu")
    print("> ", get(x.address, 64) == list(range(64)))
    print("> ", len(reverse.marks()), len(reverse.marks()))
    """
    ran = run(script, tmp_path, text)
    assert (ran.code, ran.printed.split()) == (0, ["True", "True", "8", "0"]), ran.reported
    assert ran.summary["kernels"]["reverse"]["launches"] == 2


def test_a_race_is_reported(script: Callable[..., Ran], tmp_path: Path) -> None:
    ran = run(script, tmp_path, "reverse(x, y, waits=False)", "--check", "all")
    assert (ran.code, ran.rules) == (1, ["race"])
