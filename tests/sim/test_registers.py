"""`setmaxnreg`: warpgroups that give and take registers, and the ones that ask for too many."""

from __future__ import annotations

import numpy as np
import pytest

from pyptx.program import from_ptx
from pyptx.sim import SimFault, simulate

KERNEL = """
.version 8.6
.target sm_90a
.address_size 64
.visible .entry kernel(.param .u64 out) {directives}
{{
    .reg .pred %p<3>;
    .reg .b32 %r<4>;
    .reg .b64 %rd<4>;
    ld.param.u64 %rd1, [out];
    mov.u32 %r1, %tid.x;
    setp.ge.u32 %p1, %r1, 128;
    @%p1 bra CONSUMER;
    {producer}
    bra END;
CONSUMER:
    {consumer}
END:
    mul.wide.u32 %rd2, %r1, 4;
    add.u64 %rd1, %rd1, %rd2;
    st.global.u32 [%rd1], 1;
    ret;
}}
"""


def run(producer: str, consumer: str, directives: str = ".reqntid 384", threads: int = 384) -> np.ndarray:
    out = np.zeros(768, np.uint32)
    program = from_ptx(KERNEL.format(producer=producer, consumer=consumer, directives=directives))
    simulate(program, (out,), grid=(1, 1, 1), block=(threads, 1, 1))
    return out[:threads]


@pytest.mark.parametrize(("less", "more"), [(24, 240), (40, 232), (168, 168)])
def test_what_one_gives_the_others_take(less: int, more: int) -> None:
    dec, inc = f"setmaxnreg.dec.sync.aligned.u32 {less};", f"setmaxnreg.inc.sync.aligned.u32 {more};"
    assert run(dec, inc).all()


def test_who_asks_for_more_than_there_is_waits_for_ever() -> None:
    with pytest.raises(SimFault, match="240 registers for each thread: 9216 more") as caught:
        run("setmaxnreg.dec.sync.aligned.u32 40;", "setmaxnreg.inc.sync.aligned.u32 240;")
    assert caught.value.rule == "deadlock"


def test_a_decrease_that_is_none() -> None:
    with pytest.raises(SimFault, match="has 168 registers") as caught:
        run("setmaxnreg.dec.sync.aligned.u32 176;", "")
    assert caught.value.rule == "setmaxnreg"


@pytest.mark.parametrize(
    ("directives", "threads", "less", "more", "rule"),
    [
        (".maxntid 256 .minnctapersm 1", 256, 40, 232, ""),  # it starts with 232, as ptxas -v says
        (".maxntid 256 .minnctapersm 1", 256, 240, 232, "setmaxnreg"),
        (".maxntid 256 .maxnreg 200", 256, 168, 232, ""),
        (".maxntid 256 .maxnreg 160", 256, 24, 240, ""),
        (".maxntid 256 .maxnreg 160", 256, 104, 240, "deadlock"),
        (".maxntid 192, 2, 1 .minnctapersm 2", 384, 24, 104, ""),  # 80 at the start
        (".maxntid 384 .minnctapersm 2", 384, 24, 112, "deadlock"),
        ("", 384, 240, 24, ""),  # nothing fixes their number, so nothing changes it
    ],
)
def test_what_warpgroups_start_with(directives: str, threads: int, less: int, more: int, rule: str) -> None:
    dec, inc = f"setmaxnreg.dec.sync.aligned.u32 {less};", f"setmaxnreg.inc.sync.aligned.u32 {more};"
    if not rule:
        assert run(dec, inc, directives, threads).all()
        return
    with pytest.raises(SimFault) as caught:
        run(dec, inc, directives, threads)
    assert caught.value.rule == rule
