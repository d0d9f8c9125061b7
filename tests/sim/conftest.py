"""A kernel out of a few lines: the header, the registers and the addresses of arrays are always the same."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from pyptx.layouts.tensor_map import MappedArray
from pyptx.program import from_ptx
from pyptx.sim import simulate

if TYPE_CHECKING:
    from collections.abc import Callable

    from pyptx.sim import SimReport

REGISTERS = """
    .reg .pred %p<10>;
    .reg .b16 %h<10>;
    .reg .b32 %r<40>;
    .reg .b64 %rd<40>;
    .reg .f32 %f<20>;
    .reg .f64 %fd<10>;
"""


def text(
    body: str, *, params: str = "", module: str = "", target: str = "sm_90a", version: str = "8.6"
) -> str:
    return (
        f".version {version}\n.target {target}\n.address_size 64\n{module}\n"
        f".visible .entry kernel({params})\n{{{REGISTERS}\n{body}\n}}\n"
    )


@pytest.fixture
def run() -> Callable[..., SimReport]:
    """Run a body: an array `x` is parameter `x`, a number `n` is a ``.u32``."""

    def call(
        body: str,
        *,
        grid: int | tuple[int, int, int] = 1,
        block: int | tuple[int, int, int] = 32,
        module: str = "",
        smem: int = 0,
        **args: Any,
    ) -> SimReport:
        options = {
            name: args.pop(name)
            for name in (
                "max_steps",
                "uninitialized",
                "checks",
                "seed",
                "schedule",
                "profile",
                "cluster",
                "target",
                "version",
            )
            if name in args
        }
        header = {name: options.pop(name) for name in ("target", "version") if name in options}
        params = ", ".join(
            f".param {_declared(value)} {name}{'[128]' if isinstance(value, MappedArray) else ''}"
            for name, value in args.items()
        )
        program = from_ptx(text(body, params=params, module=module, **header))
        return simulate(
            program,
            tuple(args.values()),
            grid=grid if isinstance(grid, tuple) else (grid, 1, 1),
            block=block if isinstance(block, tuple) else (block, 1, 1),
            smem=smem,
            **options,
        )

    return call


def _declared(value: object) -> str:
    if isinstance(value, MappedArray):
        return ".align 64 .b8"
    return ".u64" if isinstance(value, np.ndarray) else ".u32"


OUT_INDEX = """
    ld.param.u64 %rd30, [out];
    mov.u32 %r30, %ctaid.x;
    mov.u32 %r31, %ntid.x;
    mov.u32 %r32, %tid.x;
    mad.lo.u32 %r33, %r30, %r31, %r32;
    mul.wide.u32 %rd31, %r33, 4;
    add.u64 %rd32, %rd30, %rd31;
"""


@pytest.fixture
def own() -> str:
    """Lines that leave this thread's index in ``%r33``, the address of its element of `out` in ``%rd32``."""
    return OUT_INDEX
