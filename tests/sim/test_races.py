"""Races and missing proxy fences: ordered accesses give no report, each removed barrier or fence one."""

from __future__ import annotations

import json
from contextlib import nullcontext
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from pyptx.errors import LaunchError, SimFault
from pyptx.layouts.tensor_map import TensorMap
from pyptx.sim import simulate
from pyptx.sim.native import MISSING

if TYPE_CHECKING:
    from collections.abc import Callable

    from pyptx.program import Program

# Each thread writes an element of a tile and reads that of the thread whose number differs in one bit.
EXCHANGE = """
    .shared .align 16 .b32 tile[256];
    ld.param.u64 %rd1, [out];
    mov.u32 %r1, %tid.x;
    mov.u32 %r2, tile;
    shl.b32 %r3, %r1, 2;
    add.u32 %r4, %r2, %r3;
    xor.b32 %r5, %r3, {distance};
    add.u32 %r5, %r2, %r5;
    st.shared.u32 [%r4], %r1;
    {first}
    ld.shared.u32 %r6, [%r5];
    {second}
    st.shared.u32 [%r4], 7;
    cvt.u64.u32 %rd2, %r3;
    add.s64 %rd1, %rd1, %rd2;
    st.global.u32 [%rd1], %r6;
"""


def exchange(run: Callable[..., Any], distance: int, first: str, second: str) -> list[int]:
    out = np.zeros(256, np.uint32)
    body = EXCHANGE.format(distance=4 * distance, first=first, second=second)
    run(body, out=out, block=256, checks="all")
    found: list[int] = out.tolist()
    return found


@pytest.mark.parametrize(
    ("distance", "barrier"),
    [
        (32, "bar.sync 0;"),
        (1, "bar.sync 0;"),
        (1, "bar.warp.sync 0xffffffff;"),
        (128, "barrier.sync 3, 256;"),
    ],
)
def test_a_barrier_orders_who_came_to_it(run: Callable[..., Any], distance: int, barrier: str) -> None:
    assert exchange(run, distance, barrier, barrier) == [k ^ distance for k in range(256)]
    with pytest.raises(SimFault, match="which another thread wrote") as reading:
        exchange(run, distance, "", barrier)
    assert reading.value.rule == "race"
    assert reading.value.instruction == "ld.shared.u32 %r6, [%r5];"
    with pytest.raises(SimFault, match="which another thread read") as writing:
        exchange(run, distance, barrier, "")
    assert writing.value.instruction == "st.shared.u32 [%r4], 7;"


def test_a_barrier_of_a_warp_orders_no_others(run: Callable[..., Any]) -> None:
    with pytest.raises(SimFault, match="barrier of the CTA"):
        exchange(run, 32, "bar.warp.sync 0xffffffff;", "")


LANES = """
    .shared .align 16 .b32 tile[4];
    ld.param.u64 %rd1, [out];
    mov.u32 %r1, %tid.x;
    setp.eq.u32 %p1, %r1, {writer};
    setp.eq.u32 %p2, %r1, {reader};
    @%p1 st.{space}.u32 [{place}], 5;
    {between}
    @%p2 ld.{space}.u32 %r2, [{place}];
    @%p2 st.global.u32 [%rd1+8], %r2;
"""


@pytest.mark.parametrize(("space", "place"), [("shared", "tile"), ("global", "%rd1")])
@pytest.mark.parametrize(("writer", "reader"), [(0, 1), (0, 31), (1, 0), (5, 4)])
def test_lanes_of_a_warp_need_a_barrier(
    run: Callable[..., Any], writer: int, reader: int, space: str, place: str
) -> None:
    lines = {"writer": writer, "reader": reader, "space": space, "place": place}
    out = np.zeros(4, np.uint32)
    run(LANES.format(between="bar.warp.sync -1;", **lines), out=out, checks="all")
    assert out[2] == 5
    with pytest.raises(SimFault) as caught:
        run(LANES.format(between="", **lines), out=out, checks="all")
    assert caught.value.rule == "race"


def test_a_report_names_both(run: Callable[..., Any]) -> None:
    with pytest.raises(SimFault) as caught:
        exchange(run, 32, "", "")
    fault = caught.value
    assert fault.thread is not None
    assert fault.address is not None
    assert fault.other is not None
    assert (fault.address["name"], fault.address["space"]) == ("tile", "shared")
    assert fault.other["thread"]["warp"] == fault.thread["warp"] ^ 1
    assert fault.other["instruction"] == "st.shared.u32 [%r4], %r1;"
    assert fault.ptx_line == fault.other["ptx_line"] + 2
    assert json.loads(fault.to_json())["other"]["did"] == "wrote"


def test_nobody_looks_unless_asked(run: Callable[..., Any]) -> None:
    run(".shared .b32 flag; mov.u32 %r1, %tid.x; st.shared.u32 [flag], %r1;", block=64)


def test_unknown_checks_are_refused(run: Callable[..., Any]) -> None:
    with pytest.raises(LaunchError, match="races, scopes, swizzles, uninitialized"):
        run("ret;", checks=("raes",))


# A write of the value already in memory


@pytest.mark.parametrize(("value", "races"), [("5", False), ("%r1", True)])
def test_writes_of_one_value_are_no_race(run: Callable[..., Any], value: str, races: bool) -> None:
    body = f"""
    .shared .b32 flag;
    mov.u32 %r1, %tid.x;
    shr.u32 %r1, %r1, 5;
    st.shared.u32 [flag], {value};
    ld.param.u64 %rd1, [out];
    bar.sync 0;
    ld.shared.u32 %r2, [flag];
    st.global.u32 [%rd1], %r2;
    """
    out = np.zeros(1, np.uint32)
    if not races:
        run(body, out=out, block=64, checks="all")
        assert out[0] == 5
        return
    with pytest.raises(SimFault, match="race: this thread writes flag"):
        run(body, out=out, block=64, checks="all")


def test_halves_of_a_word_are_apart(run: Callable[..., Any]) -> None:
    out = np.zeros(64, np.uint16)
    run(
        """
        ld.param.u64 %rd1, [out];
        mov.u32 %r1, %tid.x;
        mul.wide.u32 %rd2, %r1, 2;
        add.s64 %rd1, %rd1, %rd2;
        cvt.u16.u32 %h1, %r1;
        st.global.u16 [%rd1], %h1;
        """,
        out=out,
        block=64,
        checks="all",
    )
    assert out.tolist() == list(range(64))


def test_who_compares_and_swaps_may_guess(run: Callable[..., Any]) -> None:
    body = """
        ld.param.u64 %rd1, [x];
        ld.global.f32 %f1, [%rd1];
        {end}
    AGAIN:
        mov.b32 %r1, %f1;
        add.f32 %f2, %f1, 0f3F800000;
        mov.b32 %r2, %f2;
        atom.global.cas.b32 %r3, [%rd1], %r1, %r2;
        mov.b32 %f1, %r3;
        setp.ne.u32 %p1, %r3, %r1;
        @%p1 bra AGAIN;
    """
    x = np.zeros(1, np.float32)
    run(body.format(end=""), x=x, block=64, checks="all")
    assert x[0] == 64
    leaving = "mov.u32 %r9, %tid.x; setp.eq.u32 %p2, %r9, 63; @%p2 ret;"
    with pytest.raises(SimFault, match="race") as caught:
        run(body.format(end=leaving), x=x, block=64, checks="all")
    assert caught.value.other is not None


@pytest.mark.parametrize(("type_", "register"), [("32", "%r"), ("64", "%rd")])
@pytest.mark.parametrize(("space", "place"), [("shared", "most"), ("global", "%rd20")])
@pytest.mark.parametrize("warps", [1, 3])
def test_who_swapped_had_guessed_before(
    run: Callable[..., Any], type_: str, register: str, space: str, place: str, warps: int
) -> None:
    """The maximum of a block as compilers make it: those who come later swap where others read."""
    body = f"""
        .shared .align 8 .b64 most;
        ld.param.u64 %rd20, [x];
        mov.u32 %r20, %tid.x;
        cvt.u{type_}.u32 {register}1, %r20;
        setp.eq.u32 %p1, %r20, 0;
        @%p1 st.{space}.u{type_} [{place}], 0;
        bar.sync 0;
        ld.{space}.u{type_} {register}2, [{place}];
    AGAIN:
        max.u{type_} {register}3, {register}1, {register}2;
        atom.{space}.cas.b{type_} {register}4, [{place}], {register}2, {register}3;
        setp.ne.u{type_} %p2, {register}4, {register}2;
        mov.u{type_} {register}2, {register}4;
        @%p2 bra AGAIN;
        bar.sync 0;
        @%p1 ld.{space}.u{type_} {register}5, [{place}];
        @%p1 st.global.u{type_} [%rd20], {register}5;
    """
    x = np.zeros(1, np.uint64)
    run(body, x=x, block=32 * warps, checks="all")
    assert x[0] == 32 * warps - 1


@pytest.mark.parametrize(("scope", "races"), [("cta", True), ("cluster", True), ("gpu", False)])
def test_atomics_need_a_scope_that_has_all(run: Callable[..., Any], scope: str, races: bool) -> None:
    body = f"ld.param.u64 %rd1, [x]; red.relaxed.{scope}.global.add.u32 [%rd1+4], 1;"
    x = np.zeros(2, np.uint32)
    if races:
        with pytest.raises(SimFault, match=r"race: this thread writes x\+4 .* has the scope of its"):
            run(body, x=x, grid=2, checks="all")
        return
    run(body, x=x, grid=2, checks="all")
    assert x.tolist() == [0, 64]


@pytest.mark.parametrize(
    "last", ["red.relaxed.gpu.global.add.u32 [%rd1], 1;", "ld.relaxed.cta.global.u32 %r2, [%rd1];"]
)
@pytest.mark.parametrize("apart", [0, 4])
def test_atomics_of_a_cta_on_its_own_word(run: Callable[..., Any], last: str, apart: int) -> None:
    """Several warps update the word of their CTA with the scope of the CTA, and access it with another."""
    body = f"""
        ld.param.u64 %rd1, [x];
        mov.u32 %r1, %ctaid.x;
        mul.wide.u32 %rd2, %r1, {apart};
        add.s64 %rd1, %rd1, %rd2;
        red.relaxed.cta.global.add.u32 [%rd1], 1;
        {last}
    """
    x = np.zeros(2, np.uint32)
    if not apart:
        with pytest.raises(SimFault, match=r"race: .* has the scope of its CTA"):
            run(body, x=x, grid=2, block=96, checks="all")
        return
    run(body, x=x, grid=2, block=96, checks="all")
    assert x.tolist() == [96 * last.count("add") + 96] * 2


@pytest.mark.parametrize("access", ["ld.global.u32 %r2, [%rd1];", "st.global.u32 [%rd1], 7;"])
@pytest.mark.parametrize("again", [0, 40])
def test_a_thread_accesses_what_it_added_after_a_barrier(
    run: Callable[..., Any], access: str, again: int
) -> None:
    """All threads add before the barrier, and one after it: only that one may access the sum weakly."""
    body = f"""
        ld.param.u64 %rd1, [x];
        mov.u32 %r1, %tid.x;
        red.relaxed.gpu.global.add.u32 [%rd1], 1;
        bar.sync 0;
        setp.eq.u32 %p1, %r1, 0;
        setp.eq.u32 %p2, %r1, {again};
        @%p2 red.relaxed.gpu.global.add.u32 [%rd1], 1;
        @%p1 {access}
    """
    x = np.zeros(1, np.uint32)
    with pytest.raises(SimFault, match="race: this thread") if again else nullcontext():
        run(body, x=x, block=64, checks="all")
    assert again or x[0] == (65 if access.startswith("ld") else 7)


@pytest.mark.parametrize("reader", [0, 1])
def test_a_weak_write_races_with_strong_reads(run: Callable[..., Any], reader: int) -> None:
    """Whichever of the two warps comes first."""
    body = f"""
        ld.param.u64 %rd1, [x];
        mov.u32 %r1, %tid.x;
        setp.eq.u32 %p1, %r1, {32 * reader};
        setp.eq.u32 %p2, %r1, {32 - 32 * reader};
        @%p1 ld.relaxed.gpu.global.u32 %r2, [%rd1];
        @%p2 st.global.u32 [%rd1], 1;
    """
    with pytest.raises(SimFault, match="race"):
        run(body, x=np.zeros(1, np.uint32), block=64, checks="all")


# A flag that says nothing of other memory; who found it set may reset it as it likes.
OBSERVED = """
    ld.param.u64 %rd1, [flag];
    mov.u32 %r1, %tid.x;
    mov.u32 %r2, %ctaid.x;
    setp.eq.s32 %p1, %r1, 0;
    setp.eq.s32 %p2, %r2, 0;
    @%p2 bra SET;
    @!%p1 bra FOUND;
POLL:
    <poll>
    setp.eq.s32 %p3, %r3, 0;
    @%p3 bra POLL;
FOUND:
    <meet>
    setp.eq.s32 %p4, %r1, <who>;
    @%p4 ld.global.u32 %r4, [%rd1];
    @%p4 st.global.u32 [%rd1], 7;
    bra DONE;
SET:
    @%p1 st.relaxed.gpu.global.u32 [%rd1], 1;
DONE:
"""


# The second warp reads after the first has found the flag set, and nothing orders the two.
LATER = """
    @%p1 st.relaxed.gpu.global.u32 [%rd1+4], 1;
NEXT:
    ld.relaxed.gpu.global.u32 %r5, [%rd1+4];
    setp.eq.s32 %p4, %r5, 0;
    @%p4 bra NEXT;
    setp.eq.s32 %p4, %r1, 40;
    @%p4 ld.global.u32 %r4, [%rd1];
    bra DONE;
"""


@pytest.mark.parametrize(
    ("poll", "meet", "who", "races"),
    [
        ("ld.relaxed.gpu.global.u32 %r3, [%rd1];", "", 0, False),
        ("ld.volatile.global.u32 %r3, [%rd1];", "bar.sync 0;", 40, False),
        ("ld.relaxed.gpu.global.u32 %r3, [%rd1];", "", 40, True),
        ("ld.relaxed.gpu.global.u32 %r3, [%rd1];", LATER, 40, True),
        ("ld.relaxed.cluster.global.u32 %r3, [%rd1];", "bar.sync 0;", 40, True),
        ("ld.global.u32 %r3, [%rd1];", "bar.sync 0;", 40, True),
        ("mov.u32 %r3, 1;", "bar.sync 0;", 0, True),
    ],
)
def test_what_was_observed_is_before(
    run: Callable[..., Any], poll: str, meet: str, who: int, races: bool
) -> None:
    body = OBSERVED.replace("<poll>", poll).replace("<meet>", meet).replace("<who>", str(who))
    flag = np.zeros(2, np.uint32)
    if races:
        with pytest.raises(SimFault, match="race"):
            run(body, flag=flag, grid=2, block=64, checks="all")
        return
    run(body, flag=flag, grid=2, block=64, checks="all")
    assert flag[0] == 7


# Between CTAs

FLAG = """
    ld.param.u64 %rd1, [x];
    mov.u32 %r1, %ctaid.x;
    setp.eq.u32 %p1, %r1, 1;
    @%p1 bra READ;
    st.global.u32 [%rd1+4], 42;
    {release}
    ret;
READ:
    {acquire}
    setp.eq.u32 %p2, %r2, 0;
    @%p2 bra READ;
    {fence}
    ld.global.u32 %r3, [%rd1+4];
    st.global.u32 [%rd1+8], %r3;
"""

PASSES = [
    ("st.release.gpu.global.u32 [%rd1], 1;", "ld.acquire.gpu.global.u32 %r2, [%rd1];", ""),
    ("fence.acq_rel.gpu; st.relaxed.gpu.global.u32 [%rd1], 1;", "ld.acquire.sys.global.u32 %r2, [%rd1];", ""),
    ("membar.gl; st.volatile.global.u32 [%rd1], 1;", "ld.volatile.global.u32 %r2, [%rd1];", "membar.gl;"),
    (
        "red.release.gpu.global.add.u32 [%rd1], 1;",
        "ld.relaxed.gpu.global.u32 %r2, [%rd1];",
        "fence.acq_rel.gpu;",
    ),
    ("membar.gl; atom.global.exch.b32 %r4, [%rd1], 1;", "atom.global.add.u32 %r2, [%rd1], 0;", ""),
]
RACES = [
    ("st.relaxed.gpu.global.u32 [%rd1], 1;", "ld.acquire.gpu.global.u32 %r2, [%rd1];", ""),
    ("st.release.cta.global.u32 [%rd1], 1;", "ld.acquire.gpu.global.u32 %r2, [%rd1];", ""),
    ("st.release.gpu.global.u32 [%rd1], 1;", "ld.acquire.cta.global.u32 %r2, [%rd1];", ""),
    ("st.release.gpu.global.u32 [%rd1], 1;", "ld.relaxed.gpu.global.u32 %r2, [%rd1];", ""),
    ("membar.cta; st.volatile.global.u32 [%rd1], 1;", "ld.volatile.global.u32 %r2, [%rd1];", "membar.gl;"),
    ("st.volatile.global.u32 [%rd1], 1; membar.gl;", "ld.volatile.global.u32 %r2, [%rd1];", "membar.gl;"),
]


@pytest.mark.parametrize(("release", "acquire", "fence"), PASSES)
def test_a_release_that_is_acquired_is_in_order(
    run: Callable[..., Any], release: str, acquire: str, fence: str
) -> None:
    x = np.zeros(3, np.uint32)
    body = FLAG.format(release=release, acquire=acquire, fence=fence)
    run(body, x=x, grid=2, block=1, checks="all")
    assert x[2] == 42


@pytest.mark.parametrize("clusters", [1, 2])
def test_a_flag_of_cluster_scope_orders_the_ctas_of_a_cluster(run: Callable[..., Any], clusters: int) -> None:
    x = np.zeros(3, np.uint32)
    flag = ("st.release.cluster.global.u32 [%rd1], 1;", "ld.acquire.cluster.global.u32 %r2, [%rd1];")
    body = FLAG.format(release=flag[0], acquire=flag[1], fence="")
    with pytest.raises(SimFault, match="race: this thread") if clusters > 1 else nullcontext():
        run(body, x=x, grid=2, block=1, cluster=(2 // clusters, 1, 1), checks="all")
    assert x[2] == 42 or clusters > 1


@pytest.mark.parametrize(("release", "acquire", "fence"), RACES)
def test_what_is_too_weak_races(run: Callable[..., Any], release: str, acquire: str, fence: str) -> None:
    x = np.zeros(3, np.uint32)
    body = FLAG.format(release=release, acquire=acquire, fence=fence)
    with pytest.raises(SimFault, match=r"race: this thread (reads|writes) x"):
        run(body, x=x, grid=2, block=1, checks="all")


@pytest.mark.parametrize(
    ("release", "acquire", "named"),
    [
        ("st.release.gpu.global.u32 [%rd1], 1;", "ld.relaxed.gpu.global.u32 %r2, [%rd1];", "ld.relaxed.gpu"),
        (
            "st.release.gpu.global.u32 [%rd1], 1;",
            "ld.volatile.global.u32 %r2, [%rd1];",
            "ld.volatile",
        ),
        ("st.relaxed.gpu.global.u32 [%rd1], 1;", "ld.relaxed.gpu.global.u32 %r2, [%rd1];", ""),
        ("st.relaxed.gpu.global.u32 [%rd1], 1;", "ld.acquire.gpu.global.u32 %r2, [%rd1];", ""),
    ],
)
@pytest.mark.parametrize("threads", [1, 64])
def test_a_read_of_a_release_that_acquires_nothing_is_named(
    run: Callable[..., Any], release: str, acquire: str, named: str, threads: int
) -> None:
    """Also where a barrier of the CTA is between that read and the access."""
    first = "mov.u32 %r4, %tid.x; setp.eq.u32 %p3, %r4, 0; @%p3"
    body = FLAG.format(
        release=f"@%p3 {release}", acquire=acquire, fence=f"bar.sync 0; {first} mov.u32 %r4, 0;"
    )
    body = body.replace("st.global.u32 [%rd1+4]", f"{first} st.global.u32 [%rd1+4]")
    body = body.replace("st.global.u32 [%rd1+8]", "@%p3 st.global.u32 [%rd1+8]")
    with pytest.raises(SimFault, match="race") as caught:
        run(body, x=np.zeros(3, np.uint32), grid=2, block=threads, checks="all")
    said = "reads what another thread released, but acquires nothing: make it .acquire"
    assert (said in str(caught.value)) == bool(named)
    assert named in str(caught.value)


# Blocks leave sums; the last to count adds them up.
LAST = """
    .shared .b32 last;
    ld.param.u64 %rd1, [x];
    ld.param.u64 %rd2, [parts];
    mov.u32 %r1, %tid.x;
    mov.u32 %r2, %ctaid.x;
    mad.lo.u32 %r3, %r2, 64, %r1;
    mul.wide.u32 %rd3, %r3, 4;
    add.s64 %rd3, %rd2, %rd3;
    st.global.u32 [%rd3], %r3;
    {fence}
    {barrier}
    setp.ne.u32 %p1, %r1, 0;
    @%p1 bra WAIT;
    {lone}
    atom.global.inc.u32 %r4, [%rd1], 8;
    st.shared.u32 [last], %r4;
WAIT:
    bar.sync 0;
    ld.shared.u32 %r4, [last];
    setp.ne.u32 %p2, %r4, 8;
    @%p2 ret;
    mov.u32 %r5, 0;
    mul.wide.u32 %rd3, %r1, 4;
    add.s64 %rd3, %rd2, %rd3;
    mov.u32 %r6, 0;
SUM:
    ld.global.u32 %r7, [%rd3];
    add.u32 %r5, %r5, %r7;
    add.s64 %rd3, %rd3, 256;
    add.u32 %r6, %r6, 1;
    setp.lt.u32 %p3, %r6, 9;
    @%p3 bra SUM;
    red.global.add.u32 [%rd1+4], %r5;
"""


@pytest.mark.parametrize(
    ("fence", "barrier", "lone", "races"),
    [
        ("membar.gl;", "bar.sync 0;", "", False),
        ("", "bar.sync 0;", "membar.gl;", False),
        ("", "bar.sync 0;", "", True),
        ("", "", "membar.gl;", True),
    ],
)
def test_the_last_block_knows_of_all(
    run: Callable[..., Any], fence: str, barrier: str, lone: str, races: bool
) -> None:
    x, parts = np.zeros(2, np.uint32), np.zeros(9 * 64, np.uint32)
    body = LAST.format(fence=fence, barrier=barrier, lone=lone)
    if races:
        with pytest.raises(SimFault, match="race: this thread reads parts"):
            run(body, x=x, parts=parts, grid=9, block=64, checks="all")
        return
    run(body, x=x, parts=parts, grid=9, block=64, checks="all")
    assert x[1] == sum(range(9 * 64))


# Copies of threads

COPY = """
    .shared .align 16 .b32 tile[64];
    ld.param.u64 %rd1, [x];
    ld.param.u64 %rd2, [out];
    mov.u32 %r1, %tid.x;
    mul.wide.u32 %rd3, %r1, 4;
    add.s64 %rd1, %rd1, %rd3;
    add.s64 %rd2, %rd2, %rd3;
    shl.b32 %r2, %r1, 2;
    mov.u32 %r3, tile;
    add.u32 %r4, %r3, %r2;
    xor.b32 %r2, %r2, {distance};
    add.u32 %r5, %r3, %r2;
    cp.async.ca.shared.global [%r4], [%rd1], 4;
    cp.async.commit_group;
    {wait}
    ld.shared.u32 %r6, [%r5];
    st.global.u32 [%rd2], %r6;
"""


@pytest.mark.parametrize(
    ("distance", "wait", "races"),
    [
        (0, "cp.async.wait_group 0;", False),
        (128, "cp.async.wait_group 0; bar.sync 0;", False),
        (0, "cp.async.wait_group 1;", True),
        (128, "bar.sync 0; cp.async.wait_group 0;", True),
        (128, "cp.async.wait_group 0;", True),
    ],
)
@pytest.mark.parametrize("schedule", ["late", "early"])
def test_a_copy_is_over_after_its_wait(
    run: Callable[..., Any], distance: int, wait: str, races: bool, schedule: str
) -> None:
    x, out = np.arange(64, dtype=np.uint32), np.zeros(64, np.uint32)
    arguments = {"x": x, "out": out, "block": 64, "checks": ("races",), "schedule": schedule}
    body = COPY.format(distance=distance, wait=wait)
    if races:
        with pytest.raises(SimFault, match="race: this thread reads tile") as caught:
            run(body, **arguments)
        assert caught.value.other is not None
        assert caught.value.other["instruction"].startswith("cp.async.ca")
        return
    run(body, **arguments)
    assert out.tolist() == [k ^ distance // 4 for k in range(64)]


@pytest.mark.parametrize("threads", ["%r1", "%r3"])
@pytest.mark.parametrize("differs", [False, True])
@pytest.mark.parametrize("schedule", ["late", "early"])
def test_copies_to_one_place_bring_the_same(
    run: Callable[..., Any], threads: str, differs: bool, schedule: str
) -> None:
    """Lanes of one warp and those of several copy the same bytes twice, or others."""
    body = f"""
        .shared .align 16 .b8 tile[512];
        ld.param.u64 %rd1, [x];
        mov.u32 %r1, %tid.x;
        and.b32 %r3, %r1, 31;
        shr.u32 %r2, {threads}, 1;
        mov.u32 %r4, tile;
        mad.lo.u32 %r4, %r2, 4, %r4;
        mad.wide.u32 %rd1, {"%r1" if differs else "%r2"}, 4, %rd1;
        cp.async.ca.shared.global [%r4], [%rd1], 4;
        cp.async.wait_all;
    """
    x = np.arange(64, dtype=np.uint32) + 1
    if differs:
        with pytest.raises(SimFault, match="race"):
            run(body, x=x, block=64, checks="all", schedule=schedule)
    else:
        run(body, x=x, block=64, checks="all", schedule=schedule)


def test_an_mbarrier_is_told_when_copies_are_over(run: Callable[..., Any]) -> None:
    wait = """
        cp.async.mbarrier.arrive.noinc.shared.b64 [full];
    WAIT:
        mbarrier.try_wait.parity.shared::cta.b64 %p1, [full], 0;
        @!%p1 bra WAIT;
    """
    start = """
        .shared .align 8 .b64 full;
        mov.u32 %r9, %tid.x;
        setp.eq.u32 %p2, %r9, 0;
        @%p2 mbarrier.init.shared::cta.b64 [full], 64;
        {barrier}
    """
    x, out = np.arange(64, dtype=np.uint32), np.zeros(64, np.uint32)
    body = start + COPY.format(distance=128, wait=wait).replace("{", "{{").replace("}", "}}")
    run(body.format(barrier="bar.sync 0;"), x=x, out=out, block=64, checks="all")
    assert out.tolist() == [k ^ 32 for k in range(64)]
    with pytest.raises(SimFault, match=r"mbarrier-init: .*mbarrier full.*bar"):
        run(body.format(barrier=""), x=x, out=out, block=64, checks="all")


# Engines

BULK = """
    .shared .align 16 .b32 tile[64];
    .shared .align 8 .b64 full;
    ld.param.u64 %rd1, [x];
    ld.param.u64 %rd2, [out];
    mov.u32 %r1, %tid.x;
    mov.u32 %r3, tile;
    shl.b32 %r2, %r1, 2;
    add.u32 %r4, %r3, %r2;
    setp.eq.u32 %p1, %r1, 0;
    @%p1 mbarrier.init.shared::cta.b64 [full], 1;
    bar.sync 0;
    @!%p1 bra LOADED;
    mbarrier.arrive.expect_tx.shared::cta.b64 _, [full], {bytes};
    cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [tile], [%rd1], 256, [full];
LOADED:
    {wait}
    ld.shared.u32 %r5, [%r4];
    {between}
    add.u32 %r5, %r5, 1;
    st.shared.u32 [%r4], %r5;
    {fence}
    bar.sync 0;
    {elected}
    @!%p1 bra STORED;
    cp.async.bulk.global.shared::cta.bulk_group [%rd2], [tile], 256;
    cp.async.bulk.commit_group;
    {done}
STORED:
    {again}
"""
WAIT = "W: mbarrier.try_wait.parity.shared::cta.b64 %p2, [full], 0; @!%p2 bra W;"
RIGHT = {
    "bytes": "256",
    "wait": WAIT,
    "between": "",
    "fence": "fence.proxy.async.shared::cta;",
    "elected": "",
    "done": "cp.async.bulk.wait_group 0; ld.global.u32 %r6, [%rd2];",
    "again": "bar.sync 0; st.shared.u32 [%r4], 0;",
}


@pytest.mark.parametrize(
    ("change", "rule", "said"),
    [
        ({}, "", ""),
        # a whole warp, as CUTLASS stores
        ({"elected": "setp.lt.u32 %p1, %r1, 32;", "done": "cp.async.bulk.wait_group 0;"}, "", ""),
        # one thread fences after a barrier for all: the one that issues the copy, or another one
        ({"fence": "", "elected": "@%p1 fence.proxy.async;"}, "", ""),
        ({"fence": "bar.sync 0; setp.eq.u32 %p3, %r1, 40; @%p3 fence.proxy.async;"}, "", ""),
        ({"elected": "and.b32 %r6, %r1, 31; setp.eq.u32 %p1, %r6, 0;"}, "race", "may still write"),
        ({"done": "cp.async.bulk.wait_group.read 0;"}, "", ""),
        (
            {
                "done": "cp.async.bulk.wait_group.read 0; cp.async.bulk.wait_group 0; "
                "ld.global.u32 %r6, [%rd2];"
            },
            "",
            "",
        ),
        ({"fence": "", "between": ""}, "proxy-fence", "fence.proxy.async"),
        ({"fence": "fence.proxy.async.global;"}, "proxy-fence", "fence.proxy.async"),
        ({"fence": "", "between": "fence.proxy.async;"}, "proxy-fence", "st.shared.u32"),
        ({"wait": ""}, "race", "which an operation"),
        ({"done": ""}, "race", "wait_group"),
        ({"done": "cp.async.bulk.wait_group 1;"}, "race", "wait_group"),
        ({"again": "st.shared.u32 [%r4], 0;"}, "race", "may still|passes it on"),
        (
            {"done": "cp.async.bulk.wait_group.read 0; ld.global.u32 %r6, [%rd2];"},
            "race",
            "reads out.*may still write",
        ),
    ],
)
@pytest.mark.parametrize("schedule", ["late", "early", "random"])
def test_engines_need_their_waits_and_fences(
    run: Callable[..., Any], change: dict[str, str], rule: str, said: str, schedule: str
) -> None:
    x, out = np.arange(64, dtype=np.uint32), np.zeros(64, np.uint32)
    body = BULK.format(**(RIGHT | change))
    arguments = {"x": x, "out": out, "block": 64, "checks": ("races",), "schedule": schedule}
    if not rule:
        run(body, **arguments)
        assert out.tolist() == [k + 1 for k in range(64)]
        return
    with pytest.raises(SimFault, match=rf"(?s){said}") as caught:
        run(body, **arguments)
    assert caught.value.rule == rule


@pytest.mark.parametrize("writer", [5, 200, 256])
def test_a_wgmma_whose_operand_another_thread_writes(run: Callable[..., Any], writer: int) -> None:
    """The report names the first thread of the warpgroup; no thread has the last number."""
    body = f"""
        .shared .align 1024 .b8 tile[8192];
        mov.u32 %r1, %tid.x;
        mov.u32 %r2, tile;
        setp.eq.u32 %p1, %r1, {writer};
        @%p1 st.shared.u32 [tile+2048], 0;
        fence.proxy.async;
        shr.u32 %r3, %r2, 4;
        cvt.u64.u32 %rd1, %r3;
        or.b64 %rd1, %rd1, 0x4000004000010000;
        setp.lt.u32 %p2, %r1, 128;
        @%p2 bra END;
        wgmma.fence.sync.aligned;
        wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16
            {{%f0, %f1, %f2, %f3}}, %rd1, %rd1, 0, 1, 1, 0, 0;
        wgmma.commit_group.sync.aligned;
        wgmma.wait_group.sync.aligned 0;
    END:
    """
    if writer == 256:
        run(body, block=256, checks=("races",))
        return
    with pytest.raises(SimFault, match=r"race: the operation started here reads tile\+2048") as caught:
        run(body, block=256, checks=("races",))
    assert caught.value.thread is not None
    assert caught.value.thread["tid"] == (128, 0, 0)
    assert caught.value.other is not None
    assert caught.value.other["thread"]["tid"] == (writer, 0, 0)


ALONE = """
    .shared .align 16 .b32 tile[4];
    ld.param.u64 %rd1, [out];
    mov.u32 %r1, 7;
    st.shared.u32 [tile], %r1;
    {fence}
    cp.async.bulk.global.shared::cta.bulk_group [%rd1], [tile], 16;
    cp.async.bulk.commit_group;
    cp.async.bulk.wait_group 0;
"""


def test_reports_name_the_same_thread(run: Callable[..., Any]) -> None:
    out = np.zeros(4, np.uint32)
    options = {"out": out, "block": 1, "checks": ("races",)}
    with pytest.raises(SimFault, match=r"but the same thread wrote it(?s:.*)after the write") as caught:
        run(ALONE.format(fence=""), **options)
    assert caught.value.rule == "proxy-fence"
    assert "another thread" not in str(caught.value)
    run(ALONE.format(fence="fence.proxy.async;"), **options)
    assert out[0] == 7


@pytest.mark.parametrize(("lines", "first"), [("", 0), ("fence.proxy.async;", 8)])
def test_reports_name_the_first_place_without_a_fence(
    run: Callable[..., Any], lines: str, first: int
) -> None:
    with pytest.raises(SimFault, match=rf"reads tile\+{first} \(shared address 0x{first}\)") as caught:
        run(
            ALONE.format(fence=f"{lines} st.shared.u32 [tile+8], %r1;"), out=np.zeros(4, np.uint32), block=1,
            checks=("races",),
        )  # fmt: skip
    assert caught.value.other is not None
    assert caught.value.other["instruction"] == f"st.shared.u32 [tile{'+8' if first else ''}], %r1;"


# Clusters

REMOTE = """
    .shared .align 16 .b32 tile[64];
    .shared .align 8 .b64 full;
    ld.param.u64 %rd1, [out];
    mov.u32 %r1, %tid.x;
    mov.u32 %r2, %cluster_ctarank;
    xor.b32 %r3, %r2, 1;
    mov.u32 %r4, tile;
    shl.b32 %r5, %r1, 2;
    add.u32 %r4, %r4, %r5;
    mapa.shared::cluster.u32 %r6, %r4, %r3;
    mov.u32 %r12, full;
    mapa.shared::cluster.u32 %r7, %r12, %r3;
    setp.eq.u32 %p1, %r1, 0;
    @%p1 mbarrier.init.shared::cta.b64 [full], 1;
    {init}
    {start}
    st.shared::cluster.u32 [%r6], %r1;
    {arrive}
    {wait}
    ld.shared.u32 %r8, [%r4];
    mov.u32 %r9, %ctaid.x;
    mad.lo.u32 %r9, %r9, 64, %r1;
    mul.wide.u32 %rd2, %r9, 4;
    add.s64 %rd1, %rd1, %rd2;
    st.global.u32 [%rd1], %r8;
    barrier.cluster.arrive;
    barrier.cluster.wait;
"""
CLUSTER = "barrier.cluster.arrive; barrier.cluster.wait;"
RELAXED = "barrier.cluster.arrive.relaxed; barrier.cluster.wait;"
TELL = "bar.sync 0; @%p1 mbarrier.arrive.release.cluster.shared::cluster.b64 _, [%r7];"


@pytest.mark.parametrize(
    ("init", "start", "arrive", "wait", "rule"),
    [
        ("", CLUSTER, CLUSTER, "", ""),
        ("", CLUSTER, TELL, WAIT, ""),
        ("fence.mbarrier_init.release.cluster;", RELAXED, TELL, WAIT, ""),
        ("", RELAXED, TELL, WAIT, "mbarrier-init"),
        (RELAXED + "fence.mbarrier_init.release.cluster;", RELAXED, TELL, WAIT, ""),
        (RELAXED + "fence.mbarrier_init.release.cluster;", "", TELL, WAIT, "mbarrier-init"),
        ("", CLUSTER, RELAXED, "", "race"),
        ("", CLUSTER, "fence.acq_rel.cluster;" + RELAXED, "", ""),
        ("", CLUSTER, "", "", "race"),
        ("", CLUSTER, TELL.replace("bar.sync 0;", ""), WAIT, "race"),
    ],
)
def test_ctas_of_a_cluster(
    run: Callable[..., Any], init: str, start: str, arrive: str, wait: str, rule: str
) -> None:
    out = np.zeros(128, np.uint32)
    body = REMOTE.format(init=init, start=start, arrive=arrive, wait=wait)
    arguments = {"out": out, "grid": 2, "block": 64, "cluster": (2, 1, 1), "checks": ("races",)}
    if not rule:
        run(body, **arguments)
        assert out.tolist() == [*range(64), *range(64)]
        return
    with pytest.raises(SimFault) as caught:
        run(body, **arguments)
    assert caught.value.rule == rule


@pytest.mark.parametrize(
    ("init", "arrive", "wait", "advice"),
    [
        ("", RELAXED, "", "barrier.cluster.arrive.relaxed orders accesses only with a fence"),
        (
            "",
            TELL.replace("release", "relaxed"),
            WAIT,
            "orders accesses only with a fence: leave out .relaxed",
        ),
        (RELAXED, "", "", "barrier.cluster, or an mbarrier, must come between them"),
    ],
)
def test_a_relaxed_arrival_behind_an_access_is_named(
    run: Callable[..., Any], init: str, arrive: str, wait: str, advice: str
) -> None:
    body = REMOTE.format(init=init, start=CLUSTER, arrive=arrive, wait=wait)
    with pytest.raises(SimFault, match=advice):
        run(body, out=np.zeros(128, np.uint32), grid=2, block=64, cluster=(2, 1, 1), checks=("races",))


# A tensor map that the kernel copies to global memory itself
MAP = """
    .shared .align 128 .b32 tile[32];
    .shared .align 8 .b64 full;
    ld.param.u64 %rd1, [maps];
    ld.param.u64 %rd2, [out];
    mov.u32 %r1, %tid.x;
    mov.b64 %rd3, map;
    mul.wide.u32 %rd4, %r1, 4;
    add.s64 %rd5, %rd3, %rd4;
    add.s64 %rd6, %rd1, %rd4;
    ld.param.u32 %r2, [%rd5];
    setp.ne.u32 %p1, %r1, 0;
    st.global.u32 [%rd6], %r2;
    {release}
    {meet}
    @%p1 bra LOADED;
    mbarrier.init.shared::cta.b64 [full], 1;
    mbarrier.arrive.expect_tx.shared::cta.b64 _, [full], 128;
    {acquire}
    cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes
        [tile], [%rd1, {{4, 1}}], [full];
    {wait}
    ld.shared.u32 %r3, [tile];
    st.global.u32 [%rd2], %r3;
LOADED:
"""
RELEASE, MEET = "fence.proxy.tensormap::generic.release.gpu;", "bar.warp.sync 0xffffffff;"
ACQUIRE = "fence.proxy.tensormap::generic.acquire.gpu [%rd1], 128;"


@pytest.mark.parametrize(
    ("release", "meet", "acquire", "rule"),
    [
        (RELEASE, MEET, ACQUIRE, ""),
        ("", MEET, RELEASE + ACQUIRE, ""),
        ("", MEET, ACQUIRE, "tensormap-proxy"),
        ("@!%p1 " + RELEASE, MEET, ACQUIRE, "tensormap-proxy"),
        (RELEASE, MEET, "", "tensormap-proxy"),
        (RELEASE, "", ACQUIRE, "race"),
    ],
)
def test_a_map_that_threads_wrote_is_fenced(
    run: Callable[..., Any], release: str, meet: str, acquire: str, rule: str
) -> None:
    x = np.arange(64, dtype=np.uint32).reshape(4, 16)
    maps, out = np.zeros(32, np.uint32), np.zeros(1, np.uint32)
    map_ = TensorMap.tiled("u32", sizes=(16, 4), box=(8, 4)).of(x)
    body = MAP.format(release=release, meet=meet, acquire=acquire, wait=WAIT)
    arguments = {"map": map_, "maps": maps, "out": out, "checks": ("races",)}
    if not rule:
        run(body, **arguments)
        assert out[0] == x[1, 4]
        return
    with pytest.raises(SimFault) as caught:
        run(body, **arguments)
    assert caught.value.rule == rule


@pytest.mark.parametrize(
    ("arrive", "wait", "races"),
    [
        (".release.cluster", ".acquire.cluster", False),
        ("", ".acquire.cluster", True),
        (".release.cluster", "", True),
    ],
)
def test_scopes_of_mbarriers_are_held_to_where_asked(
    run: Callable[..., Any], arrive: str, wait: str, races: bool
) -> None:
    out = np.zeros(128, np.uint32)
    tell = TELL.replace(".release.cluster", arrive)
    body = REMOTE.format(init="", start=CLUSTER, arrive=tell, wait=WAIT.replace("parity", f"parity{wait}"))
    arguments = {"out": out, "grid": 2, "block": 64, "cluster": (2, 1, 1)}
    run(body, checks="all", **arguments)
    if not races:
        run(body, checks=("races", "scopes"), **arguments)
        return
    with pytest.raises(SimFault, match="race: this thread reads tile") as caught:
        run(body, checks=("races", "scopes"), **arguments)
    named = "mbarrier.arrive" if not arrive else "mbarrier.try_wait"
    assert named in str(caught.value).partition("nothing orders the two: ")[2].partition("\n")[0]
    assert "orders only threads of its CTA: give it the scope .cluster" in str(caught.value)


def test_a_copy_belongs_to_the_phase_that_it_was_started_in(run: Callable[..., Any]) -> None:
    """Two copies, one of them not among the expected bytes: no thread reads its data."""
    body = """
        .shared .align 16 .b32 tile[128];
        .shared .align 8 .b64 full;
        ld.param.u64 %rd1, [x];
        mov.u32 %r1, tile;
        mbarrier.init.shared::cta.b64 [full], 1;
        mbarrier.arrive.expect_tx.shared::cta.b64 _, [full], {bytes};
        cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [tile], [%rd1], 256, [full];
        cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [tile+256], [%rd1], 256, [full];
    """
    x = np.arange(64, dtype=np.uint32)
    run(body.format(bytes=512) + WAIT, x=x, block=1, checks="all")
    with pytest.raises(SimFault, match=r"mbarrier-tx: full.*started in phase 0") as caught:
        run(body.format(bytes=256) + WAIT, x=x, block=1, checks="all")
    assert caught.value.instruction is not None
    assert "tile+256" in caught.value.instruction


def test_fragments_of_halves_are_apart(run: Callable[..., Any]) -> None:
    body = """
        .shared .align 16 .b16 tile[256];
        .reg .b32 %w<8>;
        ld.param.u64 %rd1, [x];
        wmma.load.c.sync.aligned.row.m16n16k16.global.f16 {%w0, %w1, %w2, %w3}, [%rd1], 16;
        wmma.store.d.sync.aligned.col.m16n16k16.shared.f16 [tile], {%w0, %w1, %w2, %w3}, 16;
        bar.warp.sync 0xffffffff;
        wmma.load.c.sync.aligned.row.m16n16k16.shared.f16 {%w0, %w1, %w2, %w3}, [tile], 16;
        wmma.store.d.sync.aligned.row.m16n16k16.global.f16 [%rd1], {%w0, %w1, %w2, %w3}, 16;
    """
    x = np.arange(256, dtype=np.float16).reshape(16, 16)
    wanted = x.T.copy()
    run(body, x=x, checks="all")
    assert np.array_equal(x, wanted)
    with pytest.raises(SimFault, match=r"bar\.warp\.sync"):
        run(body.replace("bar.warp.sync 0xffffffff;", ""), x=x, checks="all")


def test_an_endless_loop_is_not_looped_again(
    program: Callable[..., Program], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The other engine looks for races after a fault, but not after steps that have run out."""
    found = program("LOOP: bra LOOP;", "")
    if not MISSING:
        monkeypatch.setattr("pyptx.sim.runs.run_reference", None)
    with pytest.raises(SimFault, match="max-steps"):
        simulate(found, (), grid=(1, 1, 1), block=(32, 1, 1), checks="all", max_steps=10_000)


@pytest.mark.parametrize(("mask", "rule"), [("0xffffffff", ""), ("0xffff0000", "race")])
def test_a_warp_barrier_orders_the_lanes_that_its_mask_names(
    run: Callable[..., Any], mask: str, rule: str
) -> None:
    """The lower half stores and the upper half loads, with one mask or with one of its own for each half."""
    body = f"""
        .shared .align 4 .b32 box[16];
        ld.param.u64 %rd1, [out];
        mov.u32 %r1, %tid.x;
        mov.u32 %r2, box;
        setp.lt.u32 %p1, %r1, 16;
        mad.lo.u32 %r3, %r1, 4, %r2;
        @%p1 st.shared.u32 [%r3], %r1;
        selp.b32 %r4, {"0x0000ffff" if rule else mask}, {mask}, %p1;
        bar.warp.sync %r4;
        sub.u32 %r5, 31, %r1;
        mad.lo.u32 %r5, %r5, 4, %r2;
        @!%p1 ld.shared.u32 %r6, [%r5];
        mad.wide.u32 %rd2, %r1, 4, %rd1;
        @!%p1 st.global.u32 [%rd2], %r6;
    """
    out = np.zeros(32, np.uint32)
    if rule:
        with pytest.raises(SimFault, match=r"bar\.warp\.sync must come between") as caught:
            run(body, out=out, checks=("races",))
        assert caught.value.rule == rule
    else:
        run(body, out=out, checks=("races",))
        assert out[16:].tolist() == list(range(15, -1, -1))


# Displaced readers

READERS = """
    .shared .align 16 .b8 tile[64];
    mov.u32 %r1, %tid.x;
    mov.u32 %r2, tile;
    setp.eq.u32 %p1, %r1, 0;
    @%p1 st.shared.u32 [%r2], 5;
    bar.sync 0;
    ld.shared.u32 %r3, [%r2];
    setp.lt.u32 %p2, %r1, 32;
    @%p2 bra DONE;
    bar.sync 1, {threads};
    setp.eq.u32 %p3, %r1, {writer};
    @%p3 st.shared.u32 [%r2], 9;
DONE:
    bar.sync 0;
"""


@pytest.mark.parametrize("warps", range(2, 9))
@pytest.mark.parametrize("everyone", [False, True])
def test_every_reader_comes_before_a_write(run: Callable[..., Any], warps: int, everyone: bool) -> None:
    """All warps read; all but the first meet, or all do, and one thread writes."""
    body = READERS.format(threads=32 * (warps - 1), writer=32 * warps - 1)
    if everyone:
        run(
            body.replace("@%p2 bra DONE;\n    bar.sync 1, ", "bar.sync 2;\n    //"),
            block=32 * warps,
            checks=("races",),
        )
        return
    with pytest.raises(SimFault, match="which another thread read") as caught:
        run(body, block=32 * warps, checks=("races",))
    assert caught.value.rule == "race"
    assert caught.value.other is not None
    assert caught.value.other["thread"]["warp"] == 0


RELEASED = """
    .shared .align 8 .b64 empty;
    .shared .align 4 .b32 slot;
    mov.u32 %r1, %tid.x;
    setp.ne.u32 %p1, %r1, 0;
    @%p1 bra MADE;
    mbarrier.init.shared.b64 [empty], {arrivals};
    st.shared.u32 [slot], 5;
MADE:
    bar.sync 0;
    setp.ge.u32 %p2, %r1, 128;
    @%p2 bra REFILL;
    ld.shared.u32 %r2, [slot];
    bar.warp.sync -1;
    {forgets}
    and.b32 %r3, %r1, 31;
    setp.eq.u32 %p4, %r3, 0;
    @%p4 mbarrier.arrive.shared.b64 %rd2, [empty];
    bra DONE;
REFILL:
    mbarrier.try_wait.parity.shared.b64 %p5, [empty], 0;
    @!%p5 bra REFILL;
    setp.eq.u32 %p4, %r1, 128;
    @%p4 st.shared.u32 [slot], 9;
DONE:
    ret;
"""


@pytest.mark.parametrize("forgetful", range(5))
def test_a_consumer_that_does_not_release_its_slot(run: Callable[..., Any], forgetful: int) -> None:
    """Four warps read a slot that a fifth one writes again; the last number is that of no consumer."""
    forgets = f"shr.u32 %r4, %r1, 5;\n setp.eq.u32 %p3, %r4, {forgetful};\n @%p3 bra DONE;"
    body = RELEASED.format(arrivals=3 if forgetful < 4 else 4, forgets=forgets)
    if forgetful == 4:
        run(body, block=160, checks=("races",))
        return
    with pytest.raises(SimFault) as caught:
        run(body, block=160, checks=("races",))
    assert caught.value.rule == "race"
    assert caught.value.other is not None
    assert caught.value.other["thread"]["warp"] == forgetful


@pytest.mark.parametrize(("reads", "rule"), [("", "race"), ("setp.eq.u32 %p6, %r1, 1;\n @%p6", "")])
def test_readers_in_other_ctas(run: Callable[..., Any], reads: str, rule: str) -> None:
    """CTA 1 reads and releases, CTA 2 acquires and writes; CTA 0 may read, and releases nothing."""
    body = f"""
        ld.param.u64 %rd1, [x];
        mov.u32 %r1, %ctaid.x;
        setp.eq.u32 %p1, %r1, 2;
        @%p1 bra WAIT;
        {reads} ld.global.u32 %r2, [%rd1];
        setp.eq.u32 %p2, %r1, 0;
        @%p2 bra DONE;
        fence.acq_rel.gpu;
        st.relaxed.gpu.global.u32 [%rd1+128], 1;
        bra DONE;
    WAIT:
        ld.relaxed.gpu.global.u32 %r3, [%rd1+128];
        setp.eq.u32 %p3, %r3, 0;
        @%p3 bra WAIT;
        fence.acq_rel.gpu;
        st.global.u32 [%rd1], 9;
    DONE:
        ret;
    """
    options = {"x": np.zeros(64, np.uint32), "grid": 3, "block": 1, "checks": ("races",)}
    if not rule:
        run(body, **options)
        return
    with pytest.raises(SimFault) as caught:
        run(body, **options)
    assert caught.value.rule == rule
    assert caught.value.other is not None
    assert caught.value.other["thread"]["ctaid"] == (0, 0, 0)


# Constant loads, relaxed atomics


@pytest.mark.parametrize(("load", "at", "rule"), [("ld.global.nc", 0, "read-only-load"), ("ld.global", 0, ""),
                                                  ("ld.global.nc", 128, "")])  # fmt: skip
@pytest.mark.parametrize("lanes", [1, 32])
def test_constant_loads_of_what_the_kernel_wrote(
    run: Callable[..., Any], load: str, at: int, rule: str, lanes: int
) -> None:
    body = f"""
        ld.param.u64 %rd1, [x];
        mov.u32 %r1, %tid.x;
        mad.wide.u32 %rd1, %r1, 4, %rd1;
        st.global.u32 [%rd1], 7;
        {load}.u32 %r2, [%rd1+{at}];
        st.global.u32 [%rd1+256], %r2;
    """
    options = {"x": np.zeros(96, np.uint32), "block": lanes, "checks": ("races",)}
    if not rule:
        run(body, **options)
        return
    with pytest.raises(SimFault, match="the same thread wrote it in this launch") as caught:
        run(body, **options)
    assert caught.value.rule == rule


@pytest.mark.parametrize(
    ("order", "checks", "rule"),
    [
        ("relaxed", ("races",), ""),
        ("relaxed", ("races", "scopes"), "race"),
        ("acquire", ("races", "scopes"), ""),
    ],
)
def test_relaxed_atomics_acquire_nothing_where_scopes_are_checked(
    run: Callable[..., Any], order: str, checks: tuple[str, ...], rule: str
) -> None:
    body = f"""
        ld.param.u64 %rd1, [x];
        mov.u32 %r1, %ctaid.x;
        setp.eq.u32 %p1, %r1, 1;
        @%p1 bra WAIT;
        st.global.u32 [%rd1], 3;
        atom.release.gpu.global.add.u32 %r2, [%rd1+128], 1;
        bra DONE;
    WAIT:
        atom.{order}.gpu.global.or.b32 %r3, [%rd1+128], 0;
        setp.eq.u32 %p3, %r3, 0;
        @%p3 bra WAIT;
        ld.global.u32 %r4, [%rd1];
    DONE:
        ret;
    """
    options = {"x": np.zeros(64, np.uint32), "grid": 2, "block": 1, "checks": checks}
    if not rule:
        run(body, **options)
        return
    with pytest.raises(SimFault) as caught:
        run(body, **options)
    assert caught.value.rule == rule
