"""Bodies of three warps that write to a box in shared memory, and a launch of them on both engines."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from pyptx.errors import SimFault
from pyptx.program import from_ptx
from tests.sim.conftest import text

HEAD = """
    .shared .align 16 .b8 box[1024];
    ld.param.u64 %rd1, [x];
    mov.u32 %r1, %tid.x; shr.u32 %r2, %r1, 5; and.b32 %r3, %r1, 31; mov.u32 %r4, box; mov.u32 %r7, 1;
"""


def on_engines(body: str, rule: str, *, target: str = "sm_90a", **options: Any) -> None:
    """Launch on both engines, which must report the rule; empty for no fault."""
    program = from_ptx(text(HEAD + body + "\nret;", params=".param .u64 x", target=target))
    for native in (None, False):
        launch = {"grid": 1, "block": 96, "checks": ("races",), "native": native, **options}
        if not rule:
            program.launch(np.zeros(1024, np.uint8), **launch)
            continue
        with pytest.raises(SimFault) as caught:
            program.launch(np.zeros(1024, np.uint8), **launch)
        assert caught.value.rule == rule


def by(thread: int, instruction: str) -> str:
    """An instruction of one thread: 0, 32 and 64 are the first of the three warps."""
    return f"setp.eq.u32 %p1, %r1, {thread}; @%p1 {instruction}\n"
