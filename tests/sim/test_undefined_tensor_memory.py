"""Undefined values through tensor memory: both engines follow them word by word."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import numpy as np
import pytest

from pyptx.errors import SimFault
from pyptx.program import from_ptx
from pyptx.sim.native import MISSING
from tests.sim.conftest import text

if TYPE_CHECKING:
    from pyptx.program import Program

FRAME = """
    .shared .align 4 .b32 slot;
    .reg .b32 %v<8>;
    .reg .b32 %u;
    .reg .b32 %least;
    mov.u32 %r1, %tid.x;
    setp.lt.u32 %p1, %r1, 32;
    @%p1 tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [slot], 32;
    tcgen05.fence::before_thread_sync;
    bar.sync 0;
    tcgen05.fence::after_thread_sync;
    ld.shared.b32 %r2, [slot];
    and.b32 %r3, %r1, 96;
    shl.b32 %r3, %r3, 16;
    add.u32 %r4, %r2, %r3;
    ld.param.u64 %rd1, [out];
    mad.wide.u32 %rd1, %r1, 4, %rd1;
    mov.b32 %v0, 0; mov.b32 %v1, 1; mov.b32 %v2, 2; mov.b32 %v3, %r1;
    {body}
    tcgen05.fence::before_thread_sync;
    bar.sync 0;
    tcgen05.fence::after_thread_sync;
    @%p1 tcgen05.dealloc.cta_group::1.sync.aligned.b32 %r2, 32;
    ret;
"""
SHAPES = {
    "32x32b.x1": 1, "32x32b.x4": 4, "16x64b.x1": 1, "16x64b.x4": 4, "16x128b.x1": 2, "16x128b.x2": 4,
    "16x256b.x1": 4, "16x32bx2.x2": 2, "16x32bx2.x4": 4,
}  # fmt: skip


def compiled(body: str) -> Program:
    source = FRAME.format(body=body)
    return from_ptx(text(source, params=".param .u64 out", target="sm_103a", version="9.1"))


def launched(body: str, *, native: bool | None, schedule: str) -> tuple[object, ...]:
    """The outcome: the words of the fault, or the output."""
    out = np.zeros(128, np.uint32)
    try:
        report = compiled(body).launch(out, grid=1, block=128, native=native, schedule=schedule)
    except SimFault as fault:
        return fault.rule, fault.instruction, str(fault)
    assert report.detail.engine == ("numpy" if native is False or MISSING else "native")
    return "", out.tolist()


def moved(rng: random.Random) -> str:
    """Registers that move to tensor memory and back, some of which are undefined in some lanes."""

    def word() -> str:
        return f"%v{rng.randrange(8)}"

    lines = []
    for number in range(rng.randint(4, 12)):
        shape = rng.choice([*SHAPES])
        count, column = SHAPES[shape], rng.randrange(8)
        some = "{" + ", ".join(f"%v{k}" for k in rng.sample(range(8), count)) + "}"
        split = ", 8" if "bx2" in shape else ""
        pack, unpack = rng.choice((("", ""), (".pack::16b", ".unpack::16b")))
        lines.append(
            rng.choice(
                (
                    f"setp.ne.u32 %p2, %r1, {rng.randrange(32)}; @%p2 mov.b32 {word()}, {number};",
                    f"tcgen05.st.sync.aligned.{shape}{unpack}.b32 [%r4+{column}]{split}, {some};"
                    "tcgen05.wait::st.sync.aligned;",
                    f"tcgen05.ld.sync.aligned.{shape}{pack}.b32 {some}, [%r4+{column}]{split};"
                    "tcgen05.wait::ld.sync.aligned;",
                    "tcgen05.ld.red.sync.aligned.32x32b.x4.min.u32 {%v4, %v5, %v6, %v7}, %least, "
                    f"[%r4+{column}]; tcgen05.wait::ld.sync.aligned; mov.b32 {word()}, %least;",
                    f"add.u32 {word()}, {word()}, {word()};",
                )
            )
        )
    lines.append(f"setp.eq.u32 %p2, %r1, {rng.randrange(128)}; @%p2 st.global.u32 [%rd1], {word()};")
    return "\n".join(lines)


@pytest.mark.parametrize("schedule", ["late", "early"])
@pytest.mark.parametrize("seed", range(12))
def test_both_engines_move_words_alike(seed: int, schedule: str) -> None:
    body = moved(random.Random(seed))
    found = [launched(body, native=native, schedule=schedule) for native in (None, False)]
    assert found[0] == found[1]
