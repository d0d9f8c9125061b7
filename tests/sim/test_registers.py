"""`setmaxnreg`: warpgroups that give and take registers, and the ones that ask for too many."""

from __future__ import annotations

import numpy as np
import pytest

from pyptx.program import from_ptx
from pyptx.sim import SimFault, simulate
from pyptx.sim.native import MISSING

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


ENGINES = [False, pytest.param(True, marks=pytest.mark.skipif(bool(MISSING), reason=MISSING))]


def run(
    producer: str,
    consumer: str,
    directives: str = ".reqntid 384",
    threads: int = 384,
    native: bool | None = None,
) -> np.ndarray:
    out = np.zeros(768, np.uint32)
    program = from_ptx(KERNEL.format(producer=producer, consumer=consumer, directives=directives))
    simulate(program, (out,), grid=(1, 1, 1), block=(threads, 1, 1), native=native)
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


EACH_WARP = """
    setp.ge.u32 %p2, %r1, {middle};
    @%p2 bra.uni OTHER_{name};
    setmaxnreg.{kind}.sync.aligned.u32 {first};
    bra.uni MET_{name};
OTHER_{name}:
    setmaxnreg.{kind}.sync.aligned.u32 {second};
MET_{name}:
"""


@pytest.mark.parametrize("native", ENGINES)
@pytest.mark.parametrize(
    ("given", "taken", "missing"),
    [((40, 40), (232, 232), ""), ((40, 48), (232, 232), "dec"), ((40, 40), (232, 224), "inc")],
)
@pytest.mark.parametrize("directives", [".reqntid 384", ""])
def test_warps_of_a_warpgroup_have_instructions_of_their_own(
    given: tuple[int, int], taken: tuple[int, int], missing: str, directives: str, native: bool
) -> None:
    dec, inc = (
        EACH_WARP.format(name=name, kind=name, middle=middle, first=counts[0], second=counts[1])
        for name, counts, middle in (("dec", given, 64), ("inc", taken, 192))
    )
    if not missing:
        assert run(dec, inc, directives, native=native).all()
        return
    with pytest.raises(
        SimFault, match=rf"setmaxnreg.{missing}.*warps 2-3 of the warpgroup have not"
    ) as caught:
        run(dec, inc, directives, native=native)
    assert caught.value.rule == "deadlock"


@pytest.mark.parametrize("native", ENGINES)
def test_warps_wait_for_registers_at_instructions_of_their_own(native: bool) -> None:
    inc = EACH_WARP.format(name="inc", kind="inc", middle=64, first=232, second=232)
    assert run(inc, "bar.sync 1, 256; setmaxnreg.dec.sync.aligned.u32 40;", native=native).all()


@pytest.mark.parametrize("native", ENGINES)
def test_threads_of_a_warp_execute_the_same_instruction(native: bool) -> None:
    dec = EACH_WARP.format(name="dec", kind="dec", middle=16, first=40, second=40)
    with pytest.raises(SimFault, match=r"setmaxnreg.dec.*warp 0 of the warpgroup has not arrived") as caught:
        run(dec, "", native=native)
    assert caught.value.rule == "deadlock"
