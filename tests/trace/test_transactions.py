"""Bytes that barriers expect and that copies bring: a certain contradiction is refused, all else traced."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from pyptx import Tile, ptx, reg, smem
from pyptx.errors import TraceError
from pyptx.kernel import Kernel
from pyptx.types import f32, pred, u32, u64

if TYPE_CHECKING:
    from collections.abc import Callable

BYTES = 8 * 32 * 4


def traced(body: Callable[..., None], **options: Any) -> str:
    return Kernel(body, in_specs=(Tile(64, 64, f32),), arch="sm_90a", **options).ptx()


def copy(A: Any, bar: Any, count: int = 1, **more: Any) -> None:
    """Load boxes of 1 KiB."""
    for _ in range(count):
        ptx.cp.async_.bulk.tensor_2d(
            dst=smem.alloc(f32, (8, 32)), src=A.tma_desc(box=(8, 32)), coord=(0, 0), mbar=bar, **more
        )


def straight(expected: int, count: int) -> Callable[[Any], None]:
    def body(A: Any) -> None:
        full = smem.mbarrier(2)
        ptx.mbarrier.arrive_expect_tx(full[1], expected)
        copy(A, full[1], count)

    return body


@pytest.mark.parametrize("count", [1, 2])
def test_what_is_expected_comes(count: int) -> None:
    assert "expect_tx" in traced(straight(count * BYTES, count))
    with pytest.raises(
        TraceError,
        match=rf"full\[1\] expects {count * BYTES + 16} bytes, but the copies to it \(line \d+\) bring "
        rf"{count * BYTES}, so its phase never completes\n  at .*test_transactions.py",
    ):
        traced(straight(count * BYTES + 16, count))
    with pytest.raises(TraceError, match="so its phase completes too early"):
        traced(straight(count * BYTES - 16, count))


def test_blocks_loops_and_stages() -> None:
    def body(A: Any, *, expected: int = BYTES) -> None:
        full, p = smem.mbarrier(3), reg.scalar(pred)
        for stage in range(3):
            with ptx.if_(p):
                ptx.mbarrier.expect_tx(full[stage], expected)
                copy(A, full[stage])
                ptx.mbarrier.arrive(full[stage])
        for _ in ptx.range_(0, 4):
            ptx.mbarrier.arrive_expect_tx(full[2], expected, pred=p)
            ptx.mbarrier.wait(full[1], 0)
            copy(A, full[2], pred=p)

    assert "expect_tx" in traced(body)
    with pytest.raises(TraceError, match=r"full\[0\] expects 512 bytes"):
        traced(lambda A: body(A, expected=512))


def test_bulk_copies_and_complete_tx_count_too() -> None:
    def body(A: Any, *, expected: int = 1024 + 256) -> None:
        full, (pa,) = smem.mbarrier(1), ptx.global_ptrs(A)
        ptx.mbarrier.arrive_expect_tx(full[0], expected)
        ptx.cp.async_.bulk.load(smem.alloc(f32, 256), pa, 1024, mbar=full[0])
        ptx.mbarrier.complete_tx(full[0], 256)

    assert "expect_tx" in traced(body)
    with pytest.raises(TraceError, match=r"expects 1024 bytes, but the copies to it .* bring 1280"):
        traced(lambda A: body(A, expected=1024))


def elsewhere(A: Any, full: Any) -> None:
    with ptx.if_(reg.scalar(pred)):
        copy(A, full[0])


def by_register_elsewhere(A: Any, full: Any) -> None:
    with ptx.if_(reg.scalar(pred)):
        copy(A, full[reg.scalar(u32)])


def counted_in_a_register(A: Any, full: Any) -> None:
    ptx.mbarrier.expect_tx(full[0], reg.scalar(u32))


def multicast(A: Any, full: Any) -> None:
    copy(A, full[0], multicast_mask=3)


def other_guard(A: Any, full: Any) -> None:
    copy(A, full[0], pred=reg.scalar(pred))


def remote(A: Any, full: Any) -> None:
    there = ptx.mapa(full, 1)
    ptx.inst.st.async_.weak.shared__cluster.mbarrier__complete_tx__bytes.b32(
        ptx.addr(there), 1, ptx.addr(there)
    )


def branch(A: Any, full: Any) -> None:
    ptx.bra("other", pred=reg.scalar(pred))
    copy(A, full[0])
    ptx.ret()
    ptx.label("other")
    copy(A, full[0])


def unknown_map(A: Any, full: Any) -> None:
    source = reg.scalar(u64)
    ptx.inst.mov.u64(source, A.tma_desc(box=(8, 32)))
    ptx.cp.async_.bulk.tensor_2d(dst=smem.alloc(f32, (8, 32)), src=source, coord=(0, 0), mbar=full[0])


@pytest.mark.parametrize(
    "more",
    [
        elsewhere,
        by_register_elsewhere,
        counted_in_a_register,
        multicast,
        other_guard,
        remote,
        branch,
        unknown_map,
    ],
)
def test_what_is_not_certain_is_traced(more: Callable[[Any, Any], None]) -> None:
    def body(A: Any) -> None:
        full = smem.mbarrier(2)
        ptx.mbarrier.arrive_expect_tx(full[0], 3 * BYTES)
        copy(A, full[0])
        more(A, full)

    assert "expect_tx" in traced(body, cluster=(2, 1, 1))


def test_barriers_in_registers_are_balanced_together() -> None:
    def body(A: Any, *, expected: int = BYTES) -> None:
        ring, i = ptx.mbarrier.array(smem.alloc(u64, 4), 0, 4), reg.scalar(u32)
        for _ in ptx.range_(0, 4):
            ring.at(i).arrive_expect_tx(expected)
            copy(A, ring.at(i))

    assert "expect_tx" in traced(body)
    with pytest.raises(
        TraceError, match=r"the mbarrier expects 256 bytes, but the copies to it .* bring 1024"
    ):
        traced(lambda A: body(A, expected=256))


def test_a_label_between_ends_what_is_certain() -> None:
    """A branch may reach the copy without the arrival, so the numbers are not compared."""

    def body(A: Any, *, label: bool = True) -> None:
        full, p = smem.mbarrier(1), reg.scalar(pred)
        if label:
            ptx.bra("copy", pred=p)
        ptx.mbarrier.arrive_expect_tx(full[0], BYTES + 16)
        if label:
            ptx.label("copy")
        copy(A, full[0])

    assert "expect_tx" in traced(body)
    with pytest.raises(TraceError, match="expects 1040 bytes"):
        Kernel(body, in_specs=(Tile(64, 64, f32),), arch="sm_90a").ptx(label=False)
