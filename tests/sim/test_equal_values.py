"""Writes of equal values, and updates without a result: no verdict depends on the order of the threads."""

from __future__ import annotations

import random
from contextlib import nullcontext
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pyptx.errors import SimFault
from pyptx.program import from_ptx
from tests.sim.conftest import text
from tests.sim.equal_writes import HEAD, by, on_engines

if TYPE_CHECKING:
    from collections.abc import Callable

STORE, READ, RED = "st.shared.u32 [box], 7;", "ld.shared.u32 %r8, [box];", "red.shared.add.u32 [box], 1;"


@pytest.mark.parametrize("order", [(0, 32, 64), (64, 32, 0), (32, 0, 64)])
@pytest.mark.parametrize(
    ("rest", "rule"),
    [
        ("", ""),
        (READ, ""),
        ("st.shared.u32 [box], 8;", "race"),
        (RED, "race"),
        ("st.volatile.shared.u32 [box], 7;", "race"),
    ],
)
def test_a_writer_may_read_what_others_write_too(order: tuple[int, ...], rest: str, rule: str) -> None:
    """Three warps write 7, in any order; then the first of them goes on."""
    on_engines("".join(by(thread, STORE) for thread in order) + (by(order[0], rest) if rest else ""), rule)


@pytest.mark.parametrize("reader", [0, 32, 64])
def test_a_thread_that_did_not_write_may_not_read(reader: int) -> None:
    writers = [thread for thread in (0, 32, 64) if thread != reader]
    on_engines("".join(by(thread, STORE) for thread in writers) + by(reader, READ), "race")


@pytest.mark.parametrize("late", [0, 1])
def test_a_value_read_before_the_own_write_is_another(late: int) -> None:
    """Thread 0 reads the old value before it writes 7; the write of thread 32 changes the old value."""
    both = [by(0, READ) + by(0, STORE), by(32, STORE)]
    on_engines(
        by(64, "st.shared.u32 [box], 1;") + "bar.sync 0;\n" + "".join(both[::-1] if late else both), "race"
    )


@pytest.mark.parametrize("late", [0, 1])
@pytest.mark.parametrize("write", [STORE, "st.volatile.shared.u32 [box], 7;"])
def test_an_own_write_before_a_barrier_does_not_excuse_a_read(late: int, write: str) -> None:
    """Thread 0 wrote 7 before the barrier, and reads after it: unordered with the write of thread 32."""
    both = [by(0, READ), by(32, write)]
    on_engines(by(0, STORE) + "bar.sync 0;\n" + "".join(both[::-1] if late else both), "race")


@pytest.mark.parametrize("reader", [1, 33])
@pytest.mark.parametrize("first", ["setp.eq.u32 %p1, %r2, 0; @%p1 " + STORE, by(1, STORE)])
def test_a_lane_may_read_what_another_lane_writes_too(first: str, reader: int) -> None:
    """Lane 1 writes 7, alone or with its warp, then lane 0; a thread of another warp did not write it."""
    on_engines(first + by(0, STORE) + by(reader, READ), "" if reader == 1 else "race")


TOGETHER = "setp.lt.u32 %p1, %r2, 2; @%p1 setp.eq.u32 %p1, %r3, 0; @%p1 " + STORE + "\n"


@pytest.mark.parametrize("writer", [0, 1])
@pytest.mark.parametrize("writes", [by(0, STORE) + by(32, STORE), by(32, STORE) + by(0, STORE), TOGETHER])
def test_order_after_one_writer_is_not_order_after_both(writes: str, writer: int) -> None:
    """Warps 0 and 1 write 7; warp 2 is ordered after one of them alone when it reads."""
    body = writes + f"setp.eq.u32 %p1, %r2, {writer}; @%p1 bar.arrive 1, 64;\n"
    body += "setp.eq.u32 %p1, %r2, 2; @%p1 bar.sync 1, 64;\n"
    on_engines(body + by(64, READ), "race")
    on_engines(body + "bar.sync 0;\n" + by(64, READ), "")


@pytest.mark.parametrize("flagged", [True, False])
@pytest.mark.parametrize("order", [(0, 32), (32, 0)])
def test_a_writer_that_waited_for_the_other_may_write_again(order: tuple[int, int], flagged: bool) -> None:
    """Threads 0 and 32 write 7; thread 0, which needs no order after its own write, writes 8 after a flag."""
    writes = "".join(by(thread, STORE) for thread in order)
    flag = by(32, f"st.{'release' if flagged else 'relaxed'}.cta.shared.u32 [box+64], 1;")
    waits = by(0, "bra WAIT;") + "bra OVER;\nWAIT: ld.acquire.cta.shared.u32 %r9, [box+64];\n"
    waits += "setp.eq.u32 %p2, %r9, 0; @%p2 bra WAIT; st.shared.u32 [box], 8;\nOVER: bar.sync 0;\n"
    on_engines(writes + flag + waits, "" if flagged else "race")


@pytest.mark.parametrize("scope", ["cta", "gpu"])
@pytest.mark.parametrize("threads", [(0, 32), (32, 0)])
def test_an_update_without_a_result_acquires_nothing(threads: tuple[int, int], scope: str) -> None:
    """A `red` orders nothing before it; an `atom`, which returns the count, does."""
    writer, reader = threads
    release = f"red.release.{scope}.shared.add.u32 [box+64], 1;"
    on_engines(by(writer, STORE) + by(writer, release) + by(reader, release) + by(reader, READ), "race")
    counted = f"atom.acq_rel.{scope}.shared.add.u32 %r9, [box+64], 1;"
    waits = by(reader, "bra WAIT;") + "bra OVER;\nWAIT: " + f"ld.acquire.{scope}.shared.u32 %r9, [box+64];\n"
    waits += "setp.ne.u32 %p2, %r9, 1; @%p2 bra WAIT;\n" + READ + "\nOVER: bar.sync 0;\n"
    on_engines(by(writer, STORE) + by(writer, counted) + waits, "")


@pytest.mark.parametrize("other", ["7", "8"])
def test_pending_copies_are_not_the_threads_of_their_numbers(other: str) -> None:
    """All threads copy to other places; writes of equal values need not wait for that."""
    copies = "mad.lo.u32 %r5, %r1, 4, %r4; cp.async.ca.shared.global [%r5+512], [%rd1], 4;\n"
    writes = by(0, STORE) + by(32, STORE) + by(64, f"st.shared.u32 [box], {other};")
    on_engines(copies + writes + "cp.async.wait_all;", "" if other == "7" else "race")


@pytest.mark.parametrize("reader", [1, 33])
@pytest.mark.parametrize("exchange", ["vote.sync.ballot.b32 %r9, %p1, -1;", ""])
def test_a_volatile_write_before_an_exchange_of_values(exchange: str, reader: int) -> None:
    """A lane of the same warp may read what was written before an exchange; another warp may not."""
    writes = by(0, "st.volatile.shared.u32 [box], 7;")
    on_engines(writes + exchange + by(reader, READ), "" if exchange and reader == 1 else "race")


@pytest.mark.parametrize("lanes", [(0, 1), (1, 0)])
def test_an_update_of_the_first_lane_is_kept(lanes: tuple[int, int]) -> None:
    one, other = lanes
    on_engines(by(one, RED) + by(other, RED) + by(other, READ), "race")


@pytest.mark.parametrize("reader", [0, 15, 31, 33])
@pytest.mark.parametrize("box", ["shared", "global"])
def test_a_lane_that_updates_with_its_warp_may_not_read(box: str, reader: int) -> None:
    """All lanes of warp 0 add to one place; none of them is ordered after the others."""
    place = "[box]" if box == "shared" else "[%rd1]"
    adds = f"setp.eq.u32 %p1, %r2, 0; @%p1 red.{box}.add.u32 {place}, 1;\n"
    on_engines(adds + by(reader, f"ld.{box}.u32 %r8, {place};"), "race")
    on_engines(adds + "bar.sync 0;\n" + by(reader, f"ld.{box}.u32 %r8, {place};"), "")


@pytest.mark.parametrize("reader", [0, 5, 9, 33])
@pytest.mark.parametrize("lanes", [(0, 5), (5, 0), (5,), (0, 5, 9)])
def test_an_update_of_a_row_replaces_no_update_of_another_lane(lanes: tuple[int, ...], reader: int) -> None:
    """Lanes of warp 0 update the first word, then each lane its own word, the first one that again."""
    single = "".join(by(lane, "red.global.add.u32 [%rd1], 1;") for lane in lanes)
    row = "mul.wide.u32 %rd2, %r3, 4; add.u64 %rd2, %rd1, %rd2; setp.eq.u32 %p1, %r2, 0;"
    row += "@%p1 red.global.add.u32 [%rd2], 1;\n"
    on_engines(single + row + by(reader, "ld.global.u32 %r8, [%rd1];"), "race")
    on_engines(single + row + "bar.sync 0;" + by(reader, "ld.global.u32 %r8, [%rd1];"), "")


def in_turn(threads: tuple[int, ...], instruction: str) -> str:
    """An instruction of some threads, one after the other, with nothing that orders them."""
    steps = [
        f"""
        setp.ne.u32 %p1, %r1, {thread};
        @%p1 bra NEXT{n};
    POLL{n}:
        ld.relaxed.gpu.global.u32 %r9, [%rd1+512];
        setp.ne.u32 %p2, %r9, {n};
        @%p2 bra POLL{n};
        {instruction}
        st.relaxed.gpu.global.u32 [%rd1+512], {n + 1};
    NEXT{n}:
        """
        for n, thread in enumerate(threads)
    ]
    return "".join(steps)


@pytest.mark.parametrize("threads", [(1, 32, 0), (0, 32, 1), (1, 2, 32, 0), (32, 1, 0), (1, 32, 64, 33, 0)])
def test_an_update_between_those_of_another_warp_is_kept(threads: tuple[int, ...]) -> None:
    """A barrier orders the lanes of warp 0; nothing orders those of the other warps before them."""
    updates = in_turn(threads, "red.relaxed.gpu.global.add.u32 [%rd1], 1;")
    reads = by(0, "ld.global.u32 %r8, [%rd1];")
    on_engines(updates + "bar.warp.sync -1;" + reads, "race")
    on_engines(updates + "bar.sync 0;" + reads, "")


ONES = "{%f1, %f1, %f1, %f1}"
WRITES = {
    "sums": [(thread, f"red.relaxed.gpu.global.add.v4.f32 [%rd1], {ONES};") for thread in (0, 32, 64)],
    "a store": [(0, f"st.relaxed.gpu.global.v4.f32 [%rd1], {ONES};")],
}


@pytest.mark.parametrize("offset", [0, 4, 8, 12])
@pytest.mark.parametrize("writes", WRITES)
@pytest.mark.parametrize(
    ("read", "elements"), [("u32 %r8", 1), ("v2.u32 {%r8, %r9}", 2), ("v4.u32 {%r8, %r9, %r10, %r11}", 4)]
)
def test_a_strong_read_orders_the_writes_that_it_reads(
    read: str, elements: int, writes: str, offset: int
) -> None:
    """A thread that has tested what it read comes after those that wrote it, or added before its own sum."""
    body = "mov.u32 %r8, 0; mov.u32 %r9, 0; mov.u32 %r10, 0; mov.u32 %r11, 0; mov.f32 %f1, 0f3F800000;"
    body += "".join(by(thread, write) for thread, write in WRITES[writes])
    body += by(64, f"ld.relaxed.gpu.global.{read}, [%rd1];")
    body += "add.u32 %r8, %r8, %r9; add.u32 %r10, %r10, %r11; add.u32 %r8, %r8, %r10;"
    body += "setp.eq.u32 %p1, %r8, 99; @%p1 bra END;"
    body += by(64, f"ld.global.u32 %r12, [%rd1+{offset}];") + "END:"
    on_engines(body, "" if offset < 4 * elements else "race")


@pytest.mark.parametrize(("size", "register"), [(1, "%h1"), (2, "%h1"), (4, "%r8")])
@pytest.mark.parametrize(("strong", "rule"), [("relaxed.gpu.", ""), ("", "race")])
def test_lanes_that_read_a_row_of_sums_strongly(size: int, register: str, strong: str, rule: str) -> None:
    """Each lane of three warps adds to its word; the last warp reads a row, tests it and reads it again."""
    body = f"""
        mul.wide.u32 %rd2, %r3, 4; add.u64 %rd2, %rd1, %rd2;
        red.relaxed.gpu.global.add.u32 [%rd2], 1;
        setp.ne.u32 %p1, %r2, 2; @%p1 ret;
        mul.wide.u32 %rd2, %r3, {size}; add.u64 %rd2, %rd1, %rd2;
        ld.{strong}global.u{8 * size} {register}, [%rd2];
        setp.eq.u{max(8 * size, 16)} %p1, {register}, 99; @%p1 ret;
        ld.global.u{8 * size} {register}, [%rd2];
    """
    on_engines(body, rule)


PLACES = (
    "mov.u32 %r5, 0;",
    "shl.b32 %r5, %r3, 2;",
    "shl.b32 %r5, %r1, 2;",
    "xor.b32 %r5, %r3, 31; shl.b32 %r5, %r5, 2;",
)
THREADS = (
    "ne.u32 %p1, %r4, -1",
    "eq.u32 %p1, %r2, 0",
    "eq.u32 %p1, %r2, 1",
    "eq.u32 %p1, %r1, 37",
    "lt.u32 %p1, %r3, 8",
)
SHARED = (
    "ld.shared.u32 %r8, [%r6];", "st.shared.u32 [%r6], %r7;", "st.shared.u8 [%r6], %h1;",
    "st.shared.v2.u32 [box], {%r7, %r7};", "red.shared.add.u32 [%r6], %r7;",
    "st.volatile.shared.u32 [%r6], %r7;",
)  # fmt: skip
GLOBAL = (
    "ld.global.u32 %r8, [%rd2];", "st.global.u32 [%rd2], %r7;", "st.global.u16 [%rd2], %h1;",
    "st.global.v2.u32 [%rd1], {%r7, %r7};", "red.global.add.u32 [%rd2], %r7;",
    "st.volatile.global.u32 [%rd2], %r7;",
)  # fmt: skip
MEETINGS = (
    "bar.sync 0;", "bar.warp.sync -1;", "shfl.sync.bfly.b32 %r9, %r1, 1, 31, -1;",
    "setp.lt.u32 %p2, %r3, 16; @%p2 bar.warp.sync 0xffff;",
    "setp.eq.u32 %p2, %r2, 0; @%p2 bar.arrive 1, 64; setp.eq.u32 %p2, %r2, 1; @%p2 bar.sync 1, 64;",
)  # fmt: skip
accesses = st.tuples(*map(st.sampled_from, (PLACES, THREADS, SHARED + GLOBAL)))
events = st.lists(st.one_of(accesses, accesses, st.sampled_from(MEETINGS)), min_size=2, max_size=8)


@given(chosen=events, value=st.sampled_from(("7", "%r1", "0")), block=st.sampled_from((64, 96)))
@settings(max_examples=60)
def test_both_engines_agree_on_unordered_accesses(chosen: list[Any], value: str, block: int) -> None:
    """Without a read that decides an order, engines with different orders of warps find the same.

    A thread stores one value only: an epoch that a later one of its own thread replaces is not kept.
    """
    body = f"mov.u32 %r7, {value}; cvt.u16.u32 %h1, %r7;\n"
    for each in chosen:
        if isinstance(each, str):
            body += each + "\n"
            continue
        place, threads, access = each
        body += f"{place} add.u32 %r6, %r4, %r5; cvt.u64.u32 %rd2, %r5; add.s64 %rd2, %rd1, %rd2;\n"
        body += f"setp.{threads}; @%p1 {access}\n"
    program = from_ptx(text(HEAD + body + "ret;", params=".param .u64 x"))
    found = []
    for native in (None, False):
        try:
            program.launch(np.zeros(1024, np.uint8), grid=1, block=block, checks=("races",), native=native)
        except SimFault as fault:
            found.append(str(fault))
        else:
            found.append("")
    assert found[0] == found[1]


WEAK = "ld.{space}.u32 %r8, {at};"
STRONG = "ld.relaxed.cta.{space}.u32 %r8, {at};"


@pytest.mark.parametrize(("space", "at"), [("shared", "[box]"), ("global", "[%rd1]")])
@pytest.mark.parametrize(
    "write", ["st.relaxed.cta.{space}.u32 {at}, 7;", "red.relaxed.cta.{space}.add.u32 {at}, 1;"]
)
@pytest.mark.parametrize(
    ("reads", "rule"),
    [((STRONG,), ""), ((WEAK,), "race"), ((WEAK, STRONG), "race")],
)
@pytest.mark.parametrize("first", [True, False])
def test_a_strong_read_does_not_replace_a_weak_one(
    space: str, at: str, write: str, reads: tuple[str, ...], rule: str, first: bool
) -> None:
    """A strong write races with the weak read, whatever the reader reads next."""
    lines = [by(32, each) for each in reads]
    lines.insert(0 if first else len(lines), by(0, write))
    on_engines("".join(lines).format(space=space, at=at), rule)


@pytest.mark.parametrize("schedule", ["late", "early"])
@pytest.mark.parametrize(
    ("value", "order", "rule"), [("9", "", "race"), ("0", "", ""), ("9", "bar.sync 0;", "")]
)
@pytest.mark.parametrize("writer", [0, 64])
def test_a_copy_of_a_thread_and_a_store_before_it(
    schedule: str, value: str, order: str, rule: str, writer: int
) -> None:
    """The copy writes zeros. A copy that takes effect at once is compared with the earlier contents."""
    copy = "cp.async.ca.shared.global [%r4], [%rd1], 4;"
    wait = "cp.async.wait_all; bar.sync 0; " + by(64, READ)
    on_engines(
        by(writer, f"st.shared.u32 [box], {value};") + order + by(32, copy) + wait, rule, schedule=schedule
    )


def of_cta(cta: int, thread: int, instruction: str) -> str:
    """An instruction of one thread of a CTA."""
    return f"setp.eq.u32 %p1, %r1, {thread}; setp.eq.and.u32 %p1, %r10, {cta}, %p1; @%p1 {instruction}\n"


@pytest.mark.parametrize(
    "wide",
    ["st.relaxed.gpu.global.u32 [%rd1], 8;", "red.relaxed.sys.global.add.u32 [%rd1], 1;",
     "atom.relaxed.gpu.global.add.u32 %r9, [%rd1], 1;"],
)  # fmt: skip
@pytest.mark.parametrize("narrow_first", [True, False])
@pytest.mark.parametrize("replacing", [0, 32])
@pytest.mark.parametrize("cta", [0, 1])
@pytest.mark.parametrize("scope", ["cta", "gpu"])
def test_a_wider_write_does_not_replace_a_narrow_one(
    wide: str, narrow_first: bool, replacing: int, cta: int, scope: str
) -> None:
    """A write of `.cta` scope races with one of another CTA, whatever its own CTA writes between."""
    lines = [
        of_cta(cta, 0, f"st.relaxed.{scope}.global.u32 [%rd1], 7;"),
        of_cta(cta, replacing, wide),
        of_cta(1 - cta, 64, wide),
    ]
    body = "mov.u32 %r10, %ctaid.x;\n" + "".join(lines if narrow_first else (lines[1], lines[0], lines[2]))
    on_engines(body, "race" if scope == "cta" else "", grid=2)


@pytest.mark.parametrize("space", ["shared", "global"])
@pytest.mark.parametrize(
    "write",
    ["atom.relaxed.gpu.{space}.exch.b32 %r9, {at}, 5;", "red.relaxed.gpu.{space}.add.u32 {at}, 1;",
     "st.relaxed.gpu.{space}.u32 {at}, 5;", "st.volatile.{space}.u32 {at}, 5;"],
)  # fmt: skip
@pytest.mark.parametrize("writes_first", [True, False])
@pytest.mark.parametrize("checks", [True, False])
def test_a_compare_and_swap_checks_a_guess_whatever_else_writes(
    space: str, write: str, writes_first: bool, checks: bool
) -> None:
    at = "[box]" if space == "shared" else "[%rd1]"
    swap = f"atom.relaxed.gpu.{space}.cas.b32 %r9, {at}, %r8, 9;"
    reads = by(0, f"ld.{space}.u32 %r8, {at};") + by(0 if checks else 64, swap)
    written = by(32, write.format(space=space, at=at))
    first = by(64, f"st.{space}.u32 {at}, 1;") + "bar.sync 0;\n"
    on_engines(first + (written + reads if writes_first else reads + written), "" if checks else "race")


@pytest.mark.parametrize("reader", [0, 32])
def test_a_compare_and_swap_keeps_what_other_threads_read(reader: int) -> None:
    """A thread of the first two warps reads before a swap by the second; the third writes later."""
    body = f"""
        {by(reader, "ld.shared.u32 %r8, [box];")}
        setp.eq.u32 %p1, %r2, 2;
        @%p1 bra THIRD;
        bar.sync 1, 64;
        {by(32, "atom.relaxed.gpu.shared.cas.b32 %r9, [box], 1, 2;")}
        {by(32, "st.relaxed.gpu.shared.u32 [box+16], 1;")}
        ret;
    THIRD:
        ld.relaxed.gpu.shared.u32 %r9, [box+16];
        setp.eq.u32 %p1, %r9, 0;
        @%p1 bra THIRD;
        {by(64, "st.relaxed.gpu.shared.u32 [box], 3;")}
    """
    filled = by(64, "st.shared.u32 [box], 1;") + by(64, "st.shared.u32 [box+16], 0;") + "bar.sync 0;\n"
    on_engines(filled + body, "race" if reader == 0 else "")


@pytest.mark.parametrize("seed", range(24))
def test_both_engines_judge_scopes_alike(seed: int) -> None:
    """Strong writes of several scopes by two CTAs; weak accesses too where no update reads a sum."""
    rng = random.Random(seed)
    lines = ["mov.u32 %r10, %ctaid.x;\n"]
    others = [
        "red.relaxed.{}.global.add.u32 [%rd1], 1;",
        "ld.global.u32 %r8, [%rd1];",
        "st.global.u32 [%rd1], 7;",
    ]
    if seed % 2:
        others = ["atom.relaxed.{}.global.add.u32 %r9, [%rd1], 1;"]
    strong = ["st.relaxed.{}.global.u32 [%rd1], 7;", "st.release.{}.global.u32 [%rd1], 8;"]
    for _ in range(rng.randint(3, 7)):
        thread = rng.choice((0, 1, 32, 64))
        access = rng.choice([*strong, *others, "st.volatile.global.u32 [%rd1], 7;"])
        access = access.format(rng.choice(("cta", "gpu", "sys")))
        lines.append(of_cta(rng.randrange(2), thread, access) if rng.random() < 0.7 else by(thread, access))
        if rng.random() < 0.2:
            lines.append("bar.sync 0;\n")
    program = from_ptx(text(HEAD + "".join(lines) + "ret;", params=".param .u64 x"))
    found = []
    for native in (None, False):
        try:
            program.launch(np.zeros(4, np.uint8), grid=2, block=96, checks=("races",), native=native)
        except SimFault as fault:
            found.append(fault.rule)
        else:
            found.append("")
    assert found[0] == found[1]


COPIES = """
    .shared .align 4 .b32 box[4];
    ld.param.u64 %rd1, [x];
    ld.param.u64 %rd2, [out];
    mov.u32 %r1, %tid.x;
    mov.u32 %r4, box;
    setp.eq.u32 %p1, %r1, 0;
    setp.eq.u32 %p2, %r1, {other};
    or.pred %p3, %p1, %p2;
    @%p3 cp.async.ca.shared.global [%r4], [%rd1], 4;
    @{waits} cp.async.wait_all;
    bar.sync 0;
    setp.eq.u32 %p4, %r1, {then};
    @%p4 {access}
    cp.async.wait_all;
"""


@pytest.mark.parametrize("schedule", ["late", "random"])
@pytest.mark.parametrize("other", [1, 32])
@pytest.mark.parametrize(
    ("waits", "then", "access", "rule"),
    [
        ("%p3", 40, "ld.shared.u32 %r5, [%r4];", ""),
        ("%p1", 40, "ld.shared.u32 %r5, [%r4];", "race"),
        ("%p2", 40, "st.shared.u32 [%r4], %r1;", "race"),
    ],
)
def test_copies_of_one_word_by_two_threads(
    run: Callable[..., Any], other: int, waits: str, then: int, access: str, rule: str, schedule: str
) -> None:
    """Both wait before another thread reads or writes."""
    body = COPIES.format(other=other, waits=waits, then=then, access=access)
    arrays = {"x": np.arange(4, dtype=np.uint32), "out": np.zeros(4, np.uint32)}
    with pytest.raises(SimFault, match=rule) if rule else nullcontext():
        run(body, **arrays, block=64, checks="all", schedule=schedule)
