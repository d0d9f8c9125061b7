"""Exchanges and votes among lanes, with whole and partial member masks."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

from pyptx.sim import SimFault

if TYPE_CHECKING:
    from collections.abc import Callable

LANE = np.arange(32)


@pytest.mark.parametrize(
    ("mode", "b", "c", "expected"),
    [
        ("bfly", 1, 31, LANE ^ 1),
        ("down", 4, 31, np.where(LANE + 4 < 32, LANE + 4, LANE)),
        ("up", 3, 0, np.where(LANE >= 3, LANE - 3, LANE)),
        ("idx", 5, 31, np.full(32, 5)),
        ("idx", 1, (24 << 8) | 31, LANE // 8 * 8 + 1),
        ("down", 2, (28 << 8) | 31, np.where(LANE % 4 < 2, LANE + 2, LANE)),
        ("up", 1, 16 << 8, np.where(LANE % 16 == 0, LANE, LANE - 1)),
    ],
)
def test_shuffles(
    run: Callable[..., object], own: str, mode: str, b: int, c: int, expected: np.ndarray
) -> None:
    out = np.zeros(64, np.uint32)
    run(
        own
        + f"""
        shfl.sync.{mode}.b32 %r1|%p1, %r33, {b}, {c}, -1;
        selp.b32 %r2, 1000, 0, %p1;
        add.u32 %r1, %r1, %r2;
        st.global.u32 [%rd32], %r1;
        """,
        block=64,
        out=out,
    )
    got = out.reshape(2, 32)
    assert np.array_equal(got[0] % 1000, expected)
    assert np.array_equal(got[1] % 1000, expected + 32)
    moved = (expected != LANE) | (mode == "idx")
    assert np.array_equal(got[0] >= 1000, moved | (got[0] >= 1000) & (expected == LANE) & (mode == "idx"))


def test_partial_masks_in_divergent_code(run: Callable[..., object], own: str) -> None:
    out = np.zeros(32, np.uint32)
    run(
        own
        + """
        setp.lt.u32 %p1, %r32, 16;
        @%p1 bra LOW;
        shfl.sync.bfly.b32 %r1, %r32, 1, 31, 0xFFFF0000;
        bra JOIN;
    LOW:
        shfl.sync.bfly.b32 %r1, %r32, 2, 31, 0x0000FFFF;
    JOIN:
        st.global.u32 [%rd32], %r1;
        """,
        out=out,
    )
    assert np.array_equal(out, np.where(LANE < 16, LANE ^ 2, LANE ^ 1))


def test_two_masks_at_one_instruction(run: Callable[..., object], own: str) -> None:
    out = np.zeros(32, np.uint32)
    run(
        own
        + """
        setp.lt.u32 %p1, %r32, 8;
        selp.b32 %r2, 0x000000FF, 0xFFFFFF00, %p1;
        setp.ne.u32 %p2, %r32, 3;
        vote.sync.ballot.b32 %r1, %p2, %r2;
        st.global.u32 [%rd32], %r1;
        """,
        out=out,
    )
    assert np.array_equal(out, np.where(LANE < 8, 0xF7, 0xFFFFFF00))


def test_lanes_wait_for_those_their_mask_names(run: Callable[..., object], own: str) -> None:
    out = np.zeros(32, np.uint32)
    run(
        own
        + """
        mov.u32 %r1, 0;
    LOOP:
        add.u32 %r1, %r1, 1;
        setp.lt.u32 %p1, %r1, %r32;
        @%p1 bra LOOP;
        setp.gt.u32 %p2, %r1, 10;
        vote.sync.ballot.b32 %r2, %p2, -1;
        activemask.b32 %r3;
        xor.b32 %r3, %r3, %r2;
        st.global.u32 [%rd32], %r3;
        """,
        out=out,
    )
    assert np.array_equal(out, np.full(32, 0x7FF))


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("vote.sync.ballot.b32 %r1, 1, -1;", 0xFFFFFFFF),
        ("vote.sync.ballot.b32 %r1, 0, -1;", 0),
        ("vote.sync.any.pred %p1, 1, -1; selp.b32 %r1, 5, 6, %p1;", 5),
        ("vote.sync.all.pred %p1, 0, -1; selp.b32 %r1, 5, 6, %p1;", 6),
    ],
)
def test_votes_on_constants(run: Callable[..., object], own: str, line: str, expected: int) -> None:
    out = np.zeros(32, np.uint32)
    run(f"{own}\n{line}\nst.global.u32 [%rd32], %r1;", out=out)
    assert set(out.tolist()) == {expected}


def test_votes(run: Callable[..., object], own: str) -> None:
    out = np.zeros(96, np.uint32)
    run(
        own
        + """
        setp.ge.u32 %p1, %r33, 40;
        vote.sync.all.pred %p2, %p1, -1;
        vote.sync.any.pred %p3, %p1, -1;
        vote.sync.uni.pred %p4, %p1, -1;
        selp.b32 %r1, 1, 0, %p2;
        selp.b32 %r2, 2, 0, %p3;
        selp.b32 %r3, 4, 0, %p4;
        or.b32 %r1, %r1, %r2;
        or.b32 %r1, %r1, %r3;
        st.global.u32 [%rd32], %r1;
        """,
        block=96,
        out=out,
    )
    assert out.reshape(3, 32)[:, 0].tolist() == [4, 2, 7]


def test_match_redux_elect(run: Callable[..., object], own: str) -> None:
    out = np.zeros(32, np.uint32)
    run(
        own
        + """
        shr.u32 %r1, %r32, 3;
        match.any.sync.b32 %r2, %r1, -1;
        redux.sync.add.u32 %r3, %r32, %r2;
        elect.sync %r4|%p1, %r2;
        @!%p1 mov.u32 %r3, 0;
        @%p1 add.u32 %r3, %r3, %r4;
        match.all.sync.b32 %r5|%p2, %r1, %r2;
        @!%p2 trap;
        setp.ne.u32 %p3, %r5, %r2;
        @%p3 trap;
        st.global.u32 [%rd32], %r3;
        """,
        out=out,
    )
    expected = np.zeros(32, np.uint32)
    for first in range(0, 32, 8):
        expected[first] = sum(range(first, first + 8)) + first
    assert np.array_equal(out, expected)


def test_a_lane_outside_its_mask(run: Callable[..., object]) -> None:
    with pytest.raises(SimFault) as caught:
        run("mov.u32 %r1, %laneid;\n shfl.sync.bfly.b32 %r2, %r1, 1, 31, 0xFFFF;")
    assert caught.value.rule == "member-mask"
    assert "lane 16, which its member mask 0x0000ffff does not name" in str(caught.value)


EXITED = {
    "vote": ("vote.sync.ballot.b32 %r1, 1, -1;", [0xFFFFF] * 20),
    "shuffle": ("shfl.sync.idx.b32 %r1, %r33, 7, 31, -1;", [7] * 20),
    "redux": ("redux.sync.add.u32 %r1, %r33, -1;", [190] * 20),
    "match": ("match.any.sync.b32 %r1, %r33, -1;", [1 << lane for lane in range(20)]),
    "elect": ("elect.sync %r1|%p2, -1;", [0] * 20),
    "barrier": ("bar.warp.sync -1;\n mov.u32 %r1, 7;", [7] * 20),
}


@pytest.mark.parametrize("name", EXITED)
@pytest.mark.parametrize("first", ["@%p1 exit;", "@%p1 bra OUT;"])
def test_named_lanes_that_exit_are_not_awaited(
    run: Callable[..., object], own: str, name: str, first: str
) -> None:
    """Before the others come, or while they wait."""
    instruction, expected = EXITED[name]
    out = np.zeros(32, np.uint32)
    store = "st.global.u32 [%rd32], %r1;\n exit;\n OUT:\n mov.u32 %r2, 1;\n exit;"
    run(f"{own}\n setp.ge.u32 %p1, %r33, 20;\n {first}\n {instruction}\n {store}", out=out)
    assert out.tolist() == [*expected, *[0] * 12]


def test_a_shuffle_from_a_lane_that_exited(run: Callable[..., object], own: str) -> None:
    body = """
        setp.ge.u32 %p1, %r33, 20;
        @%p1 exit;
        shfl.sync.idx.b32 %r1, %r33, 25, 31, -1;
        st.global.u32 [%rd32], %r1;
    """
    with pytest.raises(SimFault, match="%r1 gets the value of lane 25, which does not take part") as caught:
        run(own + body, out=np.zeros(32, np.uint32))
    assert caught.value.rule == "uninitialized-register"


def test_a_warp_that_is_not_whole_shuffles(run: Callable[..., object], own: str) -> None:
    out = np.zeros(40, np.uint32)
    run(own + "shfl.sync.bfly.b32 %r1, %r33, 1, 31, -1;\n st.global.u32 [%rd32], %r1;", block=40, out=out)
    assert np.array_equal(out, np.arange(40) ^ 1)


def test_a_value_from_a_lane_that_is_not_there_must_not_be_used(run: Callable[..., object], own: str) -> None:
    out = np.zeros(40, np.uint32)
    body = own + "shfl.sync.down.b32 %r1, %r33, 4, 31, -1;\n {guard}\n st.global.u32 [%rd32], %r1;"
    with pytest.raises(SimFault, match="%r1 gets the value of lane 8, which does not take part"):
        run(body.format(guard=""), block=40, out=out)
    run(body.format(guard="setp.ge.u32 %p1, %r33, 36;\n @%p1 exit;"), block=40, out=out)


def test_matrix_loads_and_stores_are_inverse(run: Callable[..., object]) -> None:
    x = np.arange(4 * 64, dtype=np.uint16)
    out = np.zeros(4 * 64, np.uint16)
    body = """
        .shared .align 16 .b8 tile[512];
        .shared .align 16 .b8 back[512];
        ld.param.u64 %rd1, [x];
        ld.param.u64 %rd2, [out];
        mov.u32 %r1, %tid.x;
        shl.b32 %r2, %r1, 4;
        cvt.u64.u32 %rd3, %r2;
        add.u64 %rd1, %rd1, %rd3;
        add.u64 %rd2, %rd2, %rd3;
        mov.u32 %r3, tile;
        add.u32 %r3, %r3, %r2;
        mov.u32 %r4, back;
        add.u32 %r4, %r4, %r2;
        ld.global.b64 %rd4, [%rd1];
        ld.global.b64 %rd5, [%rd1+8];
        st.shared.b64 [%r3], %rd4;
        st.shared.b64 [%r3+8], %rd5;
        bar.sync 0;
        ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%r10, %r11, %r12, %r13}, [%r3];
        stmatrix.sync.aligned.m8n8.x4TRANS.shared.b16 [%r4], {%r10, %r11, %r12, %r13};
        bar.sync 0;
        ld.shared.b64 %rd4, [%r4];
        ld.shared.b64 %rd5, [%r4+8];
        st.global.b64 [%rd2], %rd4;
        st.global.b64 [%rd2+8], %rd5;
    """
    run(body.replace("TRANS", ""), x=x, out=out)
    assert np.array_equal(out, x)
    run(body.replace("TRANS", ".trans"), x=x, out=out)
    assert np.array_equal(out.reshape(4, 8, 8), x.reshape(4, 8, 8).transpose(0, 2, 1))


def test_aligned_instructions_need_the_whole_warp(run: Callable[..., object]) -> None:
    body = """
        .shared .align 16 .b8 tile[512];
        mov.u32 %r1, %tid.x;
        setp.lt.u32 %p1, %r1, 31;
        mov.u32 %r3, tile;
        @!%p1 exit;
        ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%r10}, [%r3];
    """
    with pytest.raises(SimFault) as caught:
        run(body)
    assert caught.value.rule == "member-mask"


def test_a_lane_that_the_readers_mask_does_not_name_gives_nothing(
    run: Callable[..., object], own: str
) -> None:
    """Both halves of a warp exchange at once, but lane 0 reads from the other half."""
    body = """
        setp.lt.u32 %p1, %r32, 16;
        selp.b32 %r1, 0x0000ffff, 0xffff0000, %p1;
        xor.b32 %r2, %r32, {flip};
        shfl.sync.idx.b32 %r3, %r32, %r2, 31, %r1;
        st.global.u32 [%rd32], %r3;
    """
    out = np.zeros(32, np.uint32)
    run(own + body.format(flip=1), out=out)
    assert out.tolist() == [lane ^ 1 for lane in range(32)]
    with pytest.raises(SimFault) as caught:
        run(own + body.format(flip=16), out=out)
    assert caught.value.rule == "uninitialized-register"


def test_an_accumulator_of_bytes_is_stored_by_columns(run: Callable[..., object], own: str) -> None:
    """A 16 by 8 tile of bytes: memory row n holds column n."""
    out = np.zeros(32, np.uint32)
    run(
        own
        + """
        .shared .align 16 .b8 tile[128];
        shr.u32 %r1, %r32, 2;
        and.b32 %r2, %r32, 3;
        shl.b32 %r2, %r2, 1;
        mad.lo.u32 %r3, %r1, 8, %r2;
        add.u32 %r4, %r3, 1;
        add.u32 %r5, %r3, 64;
        add.u32 %r6, %r3, 65;
        shl.b32 %r4, %r4, 8;
        shl.b32 %r5, %r5, 16;
        shl.b32 %r6, %r6, 24;
        or.b32 %r3, %r3, %r4;
        or.b32 %r3, %r3, %r5;
        or.b32 %r3, %r3, %r6;
        mov.u32 %r7, tile;
        and.b32 %r8, %r32, 7;
        mad.lo.u32 %r8, %r8, 16, %r7;
        stmatrix.sync.aligned.m16n8.x1.trans.shared.b8 [%r8], {%r3};
        bar.warp.sync -1;
        mad.lo.u32 %r7, %r32, 4, %r7;
        ld.shared.u32 %r9, [%r7];
        st.global.u32 [%rd32], %r9;
        """,
        out=out,
        target="sm_100a",
    )
    assert np.array_equal(out.view(np.uint8).reshape(8, 16), np.arange(128, dtype=np.uint8).reshape(16, 8).T)


def test_an_aligned_barrier_wants_whole_warps(run: Callable[..., object], own: str) -> None:
    """Halves of a warp reach one barrier at two instructions: legal for barrier.sync, not for bar.sync."""
    body = """
        .reg .pred %q;
        and.b32 %r1, %r32, 16;
        setp.eq.u32 %q, %r1, 0;
        @%q bra OTHER;
        {0} 0;
        bra END;
    OTHER:
        {0} 0;
    END:
        st.global.u32 [%rd32], 1;
    """
    out = np.zeros(64, np.uint32)
    run(own + body.format("barrier.sync"), block=64, out=out)
    assert out.all()
    with pytest.raises(SimFault, match="some reached the barrier at another instruction") as caught:
        run(own + body.format("bar.sync"), block=64, out=out)
    assert caught.value.rule == "aligned"
