"""Masks, ranges and releases of bulk and asynchronous stores, and mbarriers of several CTAs."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

from pyptx.sim import SimFault
from tests.sim.pipeline import SCHEDULES

if TYPE_CHECKING:
    from collections.abc import Callable

BLACKWELL = {"target": "sm_100a", "version": "9.3"}

ZEROS = """
    .shared .align 16 .b8 room[1024];
    mov.u32 %r1, %tid.x;
    mov.u32 %r2, room;
    shl.b32 %r3, %r1, 2;
    add.u32 %r4, %r2, %r3;
    st.shared.u32 [%r4], 0x01010101;
    st.shared.u32 [%r4+128], 0x01010101;
    bar.sync 0;
    setp.ne.u32 %p1, %r1, 0;
    @%p1 bra DONE;
    {fill}
DONE:
    bar.sync 0;
    ld.shared.u32 %r5, [%r4];
    ld.shared.u32 %r6, [%r4+128];
    ld.param.u64 %rd1, [out];
    mul.wide.u32 %rd2, %r1, 4;
    add.u64 %rd1, %rd1, %rd2;
    st.global.u32 [%rd1], %r5;
    st.global.u32 [%rd1+128], %r6;
"""


def zeroed(first: int, size: int) -> np.ndarray:
    room = np.ones(256, np.uint8)
    room[first : first + size] = 0
    return room


@pytest.mark.parametrize(
    ("fill", "first", "size"),
    [
        ("st.bulk.weak.shared::cta [%r2+16], 40, 0;", 16, 40),
        ("mov.u32 %r7, 200;\n st.bulk.shared::cta [%r2], %r7, 0;", 0, 200),
        (
            "mov.u64 %rd3, 8;\n cvt.u64.u32 %rd4, %r2;\n cvta.shared.u64 %rd4, %rd4;\n"
            "st.bulk [%rd4+8], %rd3, 0;",
            8,
            8,
        ),
        ("mov.u32 %r7, 0;\n st.bulk.shared::cta [%r2], %r7, 0;", 0, 0),
    ],
)  # fmt: skip
def test_st_bulk_writes_zeros(run: Callable[..., object], fill: str, first: int, size: int) -> None:
    out = np.zeros(64, np.uint32)
    body = ZEROS.format(fill=fill)
    run(body, out=out, checks="all", **BLACKWELL)
    np.testing.assert_array_equal(out.view(np.uint8), zeroed(first, size))


@pytest.mark.parametrize(
    ("fill", "rule", "said"),
    [
        ("mov.u32 %r7, 12;\n st.bulk.shared::cta [%r2], %r7, 0;", "bulk-size", "of 8 bytes, not 12"),
        ("mov.u32 %r7, 2048;\n st.bulk.shared::cta [%r2], %r7, 0;", "out-of-bounds", "2048 bytes"),
        ("ld.param.u64 %rd3, [out];\n st.bulk [%rd3], 64, 0;", "out-of-bounds", "not in shared memory"),
    ],
)  # fmt: skip
def test_st_bulk_outside_its_rules(run: Callable[..., object], fill: str, rule: str, said: str) -> None:
    body = ZEROS.format(fill=fill)
    with pytest.raises(SimFault, match=said) as caught:
        run(body, out=np.zeros(64, np.uint32), **BLACKWELL)
    assert caught.value.rule == rule


def test_st_bulk_races_with_an_access_behind_no_barrier(run: Callable[..., object]) -> None:
    fill = "st.bulk.shared::cta [%r2], 128, 0;"
    body = ZEROS.format(fill=fill)
    start, _, rest = body.partition("DONE:\n    bar.sync 0;")
    with pytest.raises(SimFault) as caught:
        run(f"{start}DONE:\n{rest}", block=64, out=np.zeros(96, np.uint32), checks="all", **BLACKWELL)
    assert caught.value.rule == "race"


FLAG = """
    ld.param.u64 %rd1, [out];
    mov.u32 %r1, %ctaid.x;
    setp.ne.u32 %p1, %r1, 0;
    @%p1 bra READ;
    st.global.u32 [%rd1], 41;
    {raise_}
    ret;
READ:
    ld.acquire.gpu.global.u32 %r2, [%rd1+4];
    setp.eq.u32 %p2, %r2, 0;
    @%p2 bra READ;
    ld.global.u32 %r3, [%rd1];
    add.u32 %r3, %r3, %r2;
    st.global.u32 [%rd1+8], %r3;
"""
ASYNC_RELEASES = [
    "st.async.release.gpu.global.u32 [%rd1+4], 1;",
    "red.async.release.gpu.global.add.u32 [%rd1+4], 1;",
    "multimem.st.async.release.gpu.global.u32 [%rd1+4], 1;",
    "mov.b32 %r2, 1;\n    multimem.st.async.release.gpu.global.f32 [%rd1+4], %r2;",
    "multimem.red.async.release.gpu.global.add.u32 [%rd1+4], 1;",
]


@pytest.mark.parametrize(("schedule", "seed"), SCHEDULES)
@pytest.mark.parametrize("raise_", ASYNC_RELEASES)
def test_asynchronous_releases_order_what_came_before(
    run: Callable[..., object], raise_: str, schedule: str, seed: int
) -> None:
    out = np.zeros(3, np.uint32)
    options = {"schedule": schedule, "seed": seed, "checks": "all", **BLACKWELL}
    run(FLAG.format(raise_=raise_), grid=2, block=1, out=out, **options)
    assert out.tolist() == [41, 1, 42]


WIDTHS = [
    *((f"st.async.release.gpu.global.b{bits}", bits) for bits in (8, 16, 32, 64)),
    *((f"red.async.release.sys.global.add.u{bits}", bits) for bits in (32, 64)),
]


@pytest.mark.parametrize(("schedule", "seen"), [("late", 5), ("early", 6)])
@pytest.mark.parametrize(("instruction", "bits"), WIDTHS)
def test_asynchronous_releases_take_effect_when_the_schedule_says(
    run: Callable[..., object], instruction: str, bits: int, schedule: str, seen: int
) -> None:
    """A thread of a warp writes its element, reads it, and ends."""
    added = 1 if instruction.startswith("red") else 6
    body = f"""
    ld.param.u64 %rd1, [x];
    mov.u32 %r1, %tid.x;
    mul.wide.u32 %rd2, %r1, {bits // 8};
    add.u64 %rd1, %rd1, %rd2;
    {instruction} [%rd1], {added};
    ld.relaxed.gpu.global.u{bits} {"%rd3" if bits == 64 else "%r3"}, [%rd1];
    ld.param.u64 %rd2, [out];
    mul.wide.u32 %rd4, %r1, 4;
    add.u64 %rd2, %rd2, %rd4;
    {"cvt.u32.u64 %r3, %rd3;" if bits == 64 else ""}
    st.global.u32 [%rd2], %r3;
    """
    x, out = np.full(64, 5, f"u{bits // 8}"), np.zeros(64, np.uint32)
    run(body, grid=1, block=64, x=x, out=out, checks="all", schedule=schedule, **BLACKWELL)
    np.testing.assert_array_equal(out, seen)
    np.testing.assert_array_equal(x, 6)


def test_releases_of_a_thread_keep_their_order(run: Callable[..., object]) -> None:
    body = """
    ld.param.u64 %rd1, [x];
    st.async.release.gpu.global.u32 [%rd1], 3;
    red.async.release.gpu.global.add.u32 [%rd1], 4;
    red.async.release.gpu.global.add.u32 [%rd1], 5;
    """
    for schedule, seed in SCHEDULES:
        x = np.zeros(1, np.uint32)
        run(body, grid=1, block=1, x=x, checks="all", schedule=schedule, seed=seed, **BLACKWELL)
        assert x[0] == 12


def test_an_asynchronous_release_orders_only_what_has_seen_it(run: Callable[..., object]) -> None:
    """A reader that does not poll may find the flag down: then nothing orders its read of the data."""
    body = FLAG.format(raise_=ASYNC_RELEASES[0]).replace("@%p2 bra READ;", "")
    body = body.replace("%ctaid.x;", "%tid.x;\n    shr.u32 %r1, %r1, 5;")
    with pytest.raises(SimFault) as caught:
        run(body, block=64, out=np.zeros(3, np.uint32), checks="all", schedule="late", **BLACKWELL)
    assert caught.value.rule == "race"


def test_an_asynchronous_release_is_for_global_memory(run: Callable[..., object]) -> None:
    body = """
    .shared .b32 x;
    mov.u64 %rd1, x;
    cvta.shared.u64 %rd1, %rd1;
    st.async.release.gpu.u32 [%rd1], 3;
    """
    with pytest.raises(SimFault, match="the address is not in global memory"):
        run(body, **BLACKWELL)


@pytest.mark.parametrize(
    "raise_", ["st.relaxed.gpu.global.u32 [%rd1+4], 1;", "red.relaxed.gpu.global.add.u32 [%rd1+4], 1;"]
)
def test_a_relaxed_store_does_not(run: Callable[..., object], raise_: str) -> None:
    with pytest.raises(SimFault) as caught:
        run(
            FLAG.format(raise_=raise_), grid=2, block=1, out=np.zeros(3, np.uint32), checks="all", **BLACKWELL
        )
    assert caught.value.rule == "race"


MASKED = """
    .shared .align 16 .b8 room[64];
    mov.u32 %r1, %tid.x;
    mov.u32 %r2, room;
    add.u32 %r3, %r2, %r1;
    cvt.u16.u32 %h1, %r1;
    add.u16 %h1, %h1, 100;
    {store}
    fence.proxy.async.shared::cta;
    bar.sync 0;
    setp.ne.u32 %p1, %r1, 0;
    @%p1 bra DONE;
    ld.param.u64 %rd1, [out];
    mov.u16 %h2, {mask};
    {copy} [%rd1], [%r2], 32, %h2;
    cp.async.bulk.commit_group;
    cp.async.bulk.wait_group 0;
DONE:
    ret;
"""
COPIES = [
    "cp.async.bulk.global.shared::cta.bulk_group.cp_mask",
    "multimem.cp.async.bulk.global.shared::cta.bulk_group.cp_mask",
]


@pytest.mark.parametrize("copy", COPIES)
@pytest.mark.parametrize("mask", [0xFFFF, 0x8001, 0x0F10, 0])
def test_a_mask_selects_bytes_of_each_sixteen(run: Callable[..., object], copy: str, mask: int) -> None:
    out = np.full(32, 7, np.uint8)
    run(
        MASKED.format(store="st.shared.u8 [%r3], %h1;", mask=mask, copy=copy),
        out=out,
        checks="all",
        **BLACKWELL,
    )
    copied = np.tile(mask >> np.arange(16) & 1, 2).astype(bool)
    np.testing.assert_array_equal(out, np.where(copied, np.arange(100, 132), 7))


def test_bytes_that_a_mask_leaves_out_may_be_unwritten(run: Callable[..., object]) -> None:
    store = "and.b32 %r5, %r1, 1;\n setp.eq.u32 %p2, %r5, 0;\n @%p2 st.shared.u8 [%r3], %h1;"
    out = np.full(32, 7, np.uint8)
    run(MASKED.format(store=store, mask=0x5555, copy=COPIES[0]), out=out, **BLACKWELL)
    np.testing.assert_array_equal(out[::2], np.arange(100, 132, 2))
    with pytest.raises(SimFault) as caught:
        run(MASKED.format(store=store, mask=0x5557, copy=COPIES[0]), out=out, **BLACKWELL)
    assert caught.value.rule == "uninitialized-memory"


REDUCED = MASKED.replace(", 32, %h2", ", 32")


@pytest.mark.parametrize("name", ["cp.reduce.async.bulk", "multimem.cp.reduce.async.bulk"])
def test_a_reduction_of_replicas_is_one_of_the_only_device(run: Callable[..., object], name: str) -> None:
    out = np.arange(8, dtype=np.uint32)
    body = REDUCED.format(
        store="setp.lt.u32 %p2, %r1, 8;\n shl.b32 %r5, %r1, 2;\n add.u32 %r5, %r5, %r2;\n"
        "@%p2 st.shared.u32 [%r5], %r1;",
        mask=0, copy=f"{name}.global.shared::cta.bulk_group.add.u32",
    )  # fmt: skip
    run(body, out=out, **BLACKWELL)
    assert out.tolist() == list(range(0, 16, 2))


AROUND = """
    .shared .align 16 .b8 room[48];
    .shared .align 8 .b64 bar;
    mov.u32 %r2, room;
    ld.param.u64 %rd1, [x];
    ld.param.u64 %rd2, [out];
    mbarrier.init.shared.b64 [bar], 1;
    fence.proxy.async.shared::cta;
    mbarrier.arrive.expect_tx.shared.b64 _, [bar], 32;
    mov.u32 %r4, {left};
    mov.u32 %r5, {right};
    cp.async.bulk.shared::cta.global.mbarrier::complete_tx::bytes.ignore_oob
        [%r2], [%rd1], 32, %r4, %r5, [bar];
WAIT:
    mbarrier.try_wait.parity.shared.b64 %p2, [bar], 0;
    @!%p2 bra WAIT;
    mov.u32 %r1, {first};
READ:
    add.u32 %r3, %r2, %r1;
    ld.shared.u8 %h1, [%r3];
    cvt.u64.u32 %rd3, %r1;
    add.u64 %rd3, %rd3, %rd2;
    setp.gt.u16 %p4, %h1, 200;
    @%p4 trap;
    st.global.u8 [%rd3], %h1;
    add.u32 %r1, %r1, 1;
    setp.lt.u32 %p3, %r1, {last};
    @%p3 bra READ;
"""


def test_bytes_behind_an_array_are_ignored(run: Callable[..., object]) -> None:
    x, out = np.arange(1, 28, dtype=np.uint8), np.zeros(32, np.uint8)
    run(AROUND.format(left=0, right=5, first=0, last=27), x=x, out=out, block=1, **BLACKWELL)
    assert out.tolist() == [*range(1, 28), 0, 0, 0, 0, 0]


@pytest.mark.parametrize(
    ("options", "rule"),
    [
        ({"left": 0, "right": 4, "first": 0, "last": 27}, "out-of-bounds"),
        ({"left": 0, "right": 16, "first": 0, "last": 16}, "bulk-size"),
        ({"left": 0, "right": 5, "first": 0, "last": 28}, "uninitialized-memory"),
        ({"left": 3, "right": 5, "first": 2, "last": 27}, "uninitialized-memory"),
    ],
)
def test_ignored_bytes_are_few_and_undefined(
    run: Callable[..., object], options: dict[str, int], rule: str
) -> None:
    with pytest.raises(SimFault) as caught:
        run(
            AROUND.format(**options),
            x=np.ones(27, np.uint8),
            out=np.zeros(32, np.uint8),
            block=1,
            **BLACKWELL,
        )
    assert caught.value.rule == rule


CLUSTER = {"grid": 4, "block": 1, "cluster": (4, 1, 1), "target": "sm_107a", "version": "9.4"}
MANY = """
    .shared .align 8 .b64 bar;
    ld.param.u64 %rd1, [out];
    mov.u32 %r1, %cluster_ctarank;
    mul.wide.u32 %rd2, %r1, 4;
    add.u64 %rd1, %rd1, %rd2;
    mov.u32 %r2, bar;
    cvt.u64.u32 %rd3, %r2;
    mbarrier.init.shared::cta.b64 [bar], {count};
    fence.mbarrier_init.release.cluster;
    barrier.cluster.arrive;
    barrier.cluster.wait;
    setp.eq.u32 %p1, %r1, 1;
    {arrive}
    mov.u32 %r3, 0;
POLL:
    mbarrier.test_wait.parity.shared::cta.b64 %p2, [bar], 0;
    selp.u32 %r4, 1, 0, %p2;
    add.u32 %r3, %r3, 1;
    setp.lt.u32 %p3, %r3, 40;
    @!%p2 bra NEXT;
    bra DONE;
NEXT:
    @%p3 bra POLL;
DONE:
    st.global.u32 [%rd1], %r4;
    barrier.cluster.arrive;
    barrier.cluster.wait;
"""
ARRIVE = "@%p1 mbarrier.arrive.shared::cluster.multicast::cluster::32b.b64 _, [%r2], "


@pytest.mark.parametrize("mask", [0b1111, 0b0101, 0b1000])
def test_an_arrival_reaches_every_cta_of_a_mask(run: Callable[..., object], mask: int) -> None:
    out = np.zeros(4, np.uint32)
    run(MANY.format(count=3, arrive=ARRIVE + f"3, {mask};"), out=out, checks="all", **CLUSTER)
    assert out.tolist() == [mask >> rank & 1 for rank in range(4)]


def test_arrivals_of_several_ctas_add_up(run: Callable[..., object]) -> None:
    out = np.zeros(4, np.uint32)
    arrive = ARRIVE.replace("@%p1 ", "") + f"{0b1011};"
    run(MANY.format(count=4, arrive=arrive), out=out, checks="all", **CLUSTER)
    assert out.tolist() == [1, 1, 0, 1]


def test_expected_bytes_reach_every_cta_of_a_mask(run: Callable[..., object]) -> None:
    out = np.zeros(4, np.uint32)
    words = "shared::cluster.multicast::cluster::32b.b64"
    arrive = f"""
    @%p1 mbarrier.expect_tx.relaxed.cluster.{words} [%r2], 64, 15;
    @%p1 mbarrier.arrive.expect_tx.{words} _, [%r2], 32, 15;
    @%p1 mbarrier.complete_tx.relaxed.cluster.{words} [%r2], 96, 9;
    @%p1 mbarrier.complete_tx.relaxed.cluster.{words} [%r2], 80, 6;
    """
    run(MANY.format(count=1, arrive=arrive), out=out, **CLUSTER)
    assert out.tolist() == [1, 0, 0, 1]


HANDED_OVER = """
    .shared .align 8 .b64 bar;
    ld.param.u64 %rd1, [out];
    mov.u32 %r1, %cluster_ctarank;
    mov.u32 %r2, bar;
    mbarrier.init.shared::cta.b64 [bar], 1;
    fence.mbarrier_init.release.cluster;
    barrier.cluster.arrive;
    barrier.cluster.wait;
    setp.eq.u32 %p1, %r1, 1;
    @%p1 st.global.u32 [%rd1], 41;
    @%p1 mbarrier.arrive.{sem}.cluster.shared::cluster.multicast::cluster::32b.b64 _, [%r2], {mask};
    @%p1 bra DONE;
WAIT:
    mbarrier.try_wait.parity.acquire.cluster.shared::cta.b64 %p2, [bar], 0;
    @!%p2 bra WAIT;
    ld.global.u32 %r3, [%rd1];
    mul.wide.u32 %rd2, %r1, 4;
    add.u64 %rd2, %rd1, %rd2;
    st.global.u32 [%rd2+4], %r3;
DONE:
    barrier.cluster.arrive;
    barrier.cluster.wait;
"""


def test_an_arrival_at_several_ctas_releases_to_each(run: Callable[..., object]) -> None:
    out = np.zeros(5, np.uint32)
    run(HANDED_OVER.format(sem="release", mask=0b1101), out=out, checks="all", **CLUSTER)
    assert out.tolist() == [41, 41, 0, 41, 41]


def test_a_relaxed_arrival_at_several_ctas_releases_nothing(run: Callable[..., object]) -> None:
    with pytest.raises(SimFault) as caught:
        run(
            HANDED_OVER.format(sem="relaxed", mask=0b1101),
            out=np.zeros(5, np.uint32),
            checks="all",
            **CLUSTER,
        )
    assert caught.value.rule == "race"


TWICE = """
    .shared .align 16 .b8 room[32];
    mov.u32 %r2, room;
    ld.param.u64 %rd1, [out];
    mov.u64 %rd2, 0x0706050403020100;
    st.shared.u64 [room], %rd2;
    st.shared.u64 [room+8], %rd2;
    fence.proxy.async.shared::cta;
    mov.u16 %h1, {first};
    mov.u16 %h2, {second};
    cp.async.bulk.global.shared::cta.bulk_group.cp_mask [%rd1], [%r2], 16, %h1;
    cp.async.bulk.global.shared::cta.bulk_group.cp_mask [%rd1], [%r2], 16, %h2;
    cp.async.bulk.commit_group;
    cp.async.bulk.wait_group 0;
"""


@pytest.mark.parametrize(("first", "second"), [(0x0F0F, 0xF0F0), (0x5555, 0xAAAA), (0x00FF, 0x0300)])
def test_copies_of_different_bytes_do_not_race(run: Callable[..., object], first: int, second: int) -> None:
    out = np.full(16, 9, np.uint8)
    run(TWICE.format(first=first, second=second), out=out, block=1, checks="all", **BLACKWELL)
    both = (first | second) >> np.arange(16) & 1
    np.testing.assert_array_equal(out, np.where(both, np.arange(16) % 8, 9))


@pytest.mark.parametrize(("first", "second"), [(0x0F0F, 0x1F0F), (0x5555, 0x5555), (0x00FF, 0x0380)])
def test_copies_of_a_common_byte_race(run: Callable[..., object], first: int, second: int) -> None:
    with pytest.raises(SimFault) as caught:
        run(
            TWICE.format(first=first, second=second),
            out=np.zeros(16, np.uint8),
            block=1,
            checks="all",
            **BLACKWELL,
        )
    assert caught.value.rule == "race"


@pytest.mark.parametrize("mask", [0, 16])
def test_a_mask_names_ctas_of_the_cluster(run: Callable[..., object], mask: int) -> None:
    with pytest.raises(SimFault, match="names no CTA, or one outside a cluster of 4") as caught:
        run(
            MANY.format(count=1, arrive=ARRIVE + f"1, {mask};"),
            out=np.zeros(4, np.uint32),
            **CLUSTER,
        )
    assert caught.value.rule == "cluster-rank"
