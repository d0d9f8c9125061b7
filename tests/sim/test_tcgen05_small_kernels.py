"""Small kernels with tensor memory: right ones run clean under each schedule, mistakes are reported.

Each function traces a kernel, right if `mistake` is "".
"""

from __future__ import annotations

from pathlib import Path
from runpy import run_path
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import ml_dtypes
import numpy as np
import pytest

from pyptx import Tile, kernel, ptx, reg, smem
from pyptx.errors import SimFault
from pyptx.layouts.sparsity import tensor_metadata
from pyptx.types import b8, b128, bf16, e4m3, f32, u32

if TYPE_CHECKING:
    from collections.abc import Callable

EXAMPLES = Path(__file__).resolve().parents[2] / "examples" / "blackwell"
SUITE: Any = SimpleNamespace(**run_path(str(EXAMPLES / "tcgen05_suite.py")))
ONE: dict[str, Any] = {"grid": (1,), "block": (128, 1, 1), "arch": "sm_100a"}
PAIR: dict[str, Any] = {"grid": (2,), "block": (128, 1, 1), "cluster": (2, 1, 1), "arch": "sm_100a"}
Made = tuple[Any, tuple[Any, ...], Any]
"""A kernel, its inputs, and its output."""


def kept_operand(mistake: str) -> Made:
    """Two blocks of A are multiplied by one B, which stays in a collector buffer."""
    n = 64
    shape = ptx.tcgen05.make_instr_desc("f16", m=128, n=n, a=bf16, ws=True)
    uses = ("use", "fill") if mistake == "used before it is filled" else ("fill", "lastuse")

    @kernel(in_specs=(Tile(256, 64, bf16), Tile(n, 64, bf16)), out_specs=(Tile(128, 2 * n, f32),), **ONE)
    def kept(A: Any, B_T: Any, D: Any) -> None:
        with SUITE.tensor_memory(2 * n) as (tid, base):
            a, b = SUITE.tiles(tid, A, B_T)

            def issue() -> None:
                for step in range(4):
                    for block, use in enumerate(uses):
                        rows = ptx.tcgen05.auto_descriptor(
                            reg.from_(a, u32) + a.nbytes // 2 * block, dtype=bf16, shape=(128, 64)
                        )
                        other = mistake == "another B" and block and step == 2
                        ptx.tcgen05.mma(
                            ptx.tcgen05.address(base, column=n * block), rows + 2 * step, b, shape, ws=True,
                            collector_b=use, b_buffer=2 if mistake == "another buffer" and block else 1,
                            b_k_offset=0 if other else 32 * step, enable_input_d=step > 0,
                        )  # fmt: skip

            SUITE.finish(tid, issue)
            SUITE.store_row(D, tid, SUITE.read_lane(base, tid, 2 * n))

    a, b_t = SUITE.operands(1, 256, n)
    return kept, (a, b_t), np.concatenate(np.split(SUITE.product(a, b_t), 2), axis=1)


def replaced_metadata(mistake: str) -> Made:
    """The metadata of a second sparse MMA take the column of the first, when that has completed."""
    n, selector = 64, int(mistake == "the other column")
    shape = ptx.tcgen05.make_instr_desc("f16", m=128, n=n, a=bf16, sparse=True, sparsity_selector=selector)

    @kernel(
        in_specs=(Tile(128, 64, bf16), Tile(n, 64, bf16), Tile(128, 2, u32)),
        out_specs=(Tile(128, n, f32),), **ONE,
    )  # fmt: skip
    def replaced(A: Any, B_T: Any, E: Any, D: Any) -> None:
        with SUITE.tensor_memory(2 * n) as (tid, base):
            words = SUITE.load_row(E, tid, 2)
            SUITE.write_lane(base, tid, words[0:1], column=n)
            a, b = SUITE.tiles(tid, A, B_T)
            done = SUITE.barrier(tid)
            SUITE.synchronise()
            for step in range(2):
                with ptx.if_(tid == 0):
                    ptx.tcgen05.mma(
                        base, a, b, shape, sparse=True, sparse_metadata=ptx.tcgen05.address(base, column=n),
                        a_k_offset=32 * step, b_k_offset=64 * step, enable_input_d=step > 0,
                    )  # fmt: skip
                    ptx.tcgen05.commit(done)
                if step == 0:
                    if mistake != "no wait for the MMA":
                        ptx.mbarrier.wait(done, 0)
                    if mistake != "no fence after the wait":
                        ptx.tcgen05.fence_after_thread_sync()
                    SUITE.write_lane(base, tid, words[1:2], column=n)
                    if mistake != "no barrier after the store":
                        SUITE.synchronise()
            ptx.mbarrier.wait(done, 1)
            ptx.tcgen05.fence_after_thread_sync()
            SUITE.store_row(D, tid, SUITE.read_lane(base, tid, n))

    rng, dense = np.random.default_rng(5), np.zeros((128, 64), np.float32)
    (a, b_t), metadata = SUITE.operands(5, 128, n), np.zeros((128, 2), np.uint32)
    for row, chunk in np.ndindex(128, 16):
        places = np.sort(rng.choice(4, 2, replace=False))
        dense[row, 4 * chunk + places] = a[row, 2 * chunk : 2 * chunk + 2]
        lane, _, bit = tensor_metadata("bf16", row, chunk % 8)
        metadata[lane, chunk // 8] |= np.uint32((places[0] | places[1] << 2) << bit)
    return replaced, (a, b_t, metadata), SUITE.product(dense, b_t)


def decompressed_operand(mistake: str) -> Made:
    """`tcgen05.cp` makes bytes of A's elements of 6 bits, which the MMA after it reads."""
    n = 64
    shape = ptx.tcgen05.make_instr_desc("f8f6f4", m=128, n=n, a="e3m2", b=e4m3)
    form = {"another format": "b4x16_p64", "no decompression": None}.get(mistake, "b6x16_p32")

    @kernel(in_specs=(Tile(128, 8, u32), Tile(n, 128, e4m3)), out_specs=(Tile(128, n, f32),), **ONE)
    def decompressed(A: Any, B_T: Any, D: Any) -> None:
        with SUITE.tensor_memory(2 * n) as (tid, base):
            rows, words = smem.alloc(b8, (128 * 32,), align=128), SUITE.load_row(A, tid, 8)
            for part in range(2):
                place = reg.from_(rows, u32) + (tid >> 3) * 256 + (tid & 7) * 16 + part * 128
                ptx.st(u32, ptx.addr(place), words[4 * part : 4 * part + 4], vec=4, space="shared")
            if mistake != "no proxy fence":
                ptx.fence.proxy_async_shared_cta()
            (b,) = SUITE.tiles(tid, B_T)
            left = ptx.tcgen05.address(base, column=n)

            def copy() -> None:
                matrix = ptx.tcgen05.descriptor(rows, stride_bytes=256, leading_bytes=128, swizzle="NONE")
                ptx.tcgen05.cp(left, matrix, size="128x256b", decompress=form)

            def issue() -> None:
                if mistake != "another thread copies":
                    copy()
                ptx.tcgen05.mma(base, left, b, shape, kind="f8f6f4", a_is_tmem=True, enable_input_d=False)

            ptx.bar.sync(0)
            if mistake == "another thread copies":
                with ptx.if_(tid == 32):
                    copy()
                ptx.bar.sync(0)
            SUITE.finish(tid, issue)
            SUITE.store_row(D, tid, SUITE.read_lane(base, tid, n))

    rng = np.random.default_rng(6)
    codes, bits = rng.integers(0, 64, (128, 32)).astype(np.uint8), np.arange(6)
    packed = np.zeros((128, 2, 128), np.uint8)
    packed[:, :, :96] = (codes[..., None] >> bits & 1).reshape(128, 2, 96)
    words = np.packbits(packed, axis=2, bitorder="little").reshape(128, 32).view(np.uint32)
    b_t = SUITE.small(rng, (n, 128), ml_dtypes.float8_e4m3fn)
    left = codes.view(ml_dtypes.float6_e3m2fn).astype(np.float32)
    return decompressed, (words, b_t), left @ b_t[:, :32].astype(np.float32).T


def sent_operand(mistake: str) -> Made:
    """The leader of a pair sends the other CTA its half of B by `st.async`, and waits until it has come."""
    n = 64
    shape = ptx.tcgen05.make_instr_desc("f16", m=256, n=n, a=bf16, cta_group=2)

    @kernel(
        in_specs=(Tile(256, 64, bf16), Tile(n, 64, bf16), Tile(n, 32, u32)),
        out_specs=(Tile(256, n, f32),), **PAIR,
    )  # fmt: skip
    def sent(A: Any, B_T: Any, words: Any, D: Any) -> None:
        rank = reg.from_(ptx.special.cluster_ctarank(), u32)
        a, b = smem.alloc(bf16, (128, 64), "128B"), smem.alloc(bf16, (n // 2, 64), "128B")
        with SUITE.tensor_memory(n, cta_group=2) as (tid, base):
            full, arrived, seen, done = (SUITE.barrier(tid, cta_group=2) for _ in range(4))
            first = tid == 0
            with ptx.if_(first):
                leader = ptx.cluster.map_shared_u32(full, 0)
                ptx.mbarrier.arrive_expect_tx(full, 2 * a.nbytes + b.nbytes, pred=rank == 0)
                ptx.mbarrier.arrive_expect_tx(arrived, b.nbytes, pred=rank == 1)
                ptx.cp.async_.bulk.tensor_2d(dst=a, src=A, coord=(0, rank * 128), mbar=leader, cta_group=2)
                with ptx.if_(rank == 0):
                    ptx.cp.async_.bulk.tensor_2d(dst=b, src=B_T, coord=(0, 0), mbar=leader, cta_group=2)
            ptx.cluster.sync()
            with ptx.if_((rank == 0) & (tid < n // 2)):
                there, barrier = (ptx.cluster.map_shared_u32(x, 1) for x in (reg.from_(b, u32), arrived))
                row = SUITE.load_row(words, tid + n // 2, 32)
                for chunk in range(8):
                    place = there + tid * 128 + ((tid & 7 ^ chunk) << 4)
                    ptx.st.async_(u32, place, row[4 * chunk : 4 * chunk + 4], barrier)
            with ptx.if_((rank == 1) & first):
                if mistake != "no wait for the bytes":
                    ptx.mbarrier.wait(arrived, 0)
                if mistake != "no proxy fence":
                    ptx.fence.proxy_async()
                ptx.mbarrier.array(seen, 0, 1)[0].arrive_remote(0)
            with ptx.if_((rank == 0) & first):
                ptx.mbarrier.wait(full, 0)
                if mistake != "no wait for the other CTA":
                    ptx.mbarrier.wait(seen, 0)
                SUITE.multiply(base, a, b, [shape] * 4, cta_group=2)
                mask = 0b01 if mistake == "a commit to one CTA" else 0b11
                ptx.tcgen05.commit(done, cta_group=2, multicast=True, multicast_mask=mask)
            ptx.mbarrier.wait(done, 0)
            ptx.tcgen05.fence_after_thread_sync()
            SUITE.store_row(D, rank * 128 + tid, SUITE.read_lane(base, tid, n))

    a, b_t = SUITE.operands(9, 256, n)
    return sent, (a, b_t, b_t.view(np.uint32)), SUITE.product(a, b_t)


def remote_sums(mistake: str) -> Made:
    """A CTA adds to the words of another one by `red.async`; `tcgen05.cp` copies the sums."""

    @kernel(out_specs=(Tile(128, 4, u32),), **PAIR)
    def sums(Y: Any) -> None:
        rank = reg.from_(ptx.special.cluster_ctarank(), u32)
        tid = reg.from_(ptx.special.tid.x(), u32)
        cells = smem.alloc(u32, (128, 4), align=128)
        added = SUITE.barrier(tid, cta_group=2)
        mine = reg.from_(cells, u32) + tid * 16
        for column in range(4):
            ptx.st(u32, ptx.addr(mine, 4 * column), tid + column, space="shared")
        ptx.fence.proxy_async_shared_cta()
        with ptx.if_(tid == 0):
            missing = 512 if mistake == "too few bytes" else 0
            ptx.mbarrier.arrive_expect_tx(added, cells.nbytes - missing, pred=rank == 0)
        if mistake != "no barrier of the cluster":
            ptx.cluster.sync()
        with ptx.if_(rank == 1):
            there, barrier = (ptx.cluster.map_shared_u32(x, 0) for x in (mine, added))
            for column in range(4):
                ptx.red.async_("add", u32, there + 4 * column, tid * 256, barrier)
        with ptx.if_(rank == 0):
            if mistake != "no wait":
                ptx.mbarrier.wait(added, 0)
            if mistake != "no proxy fence":
                ptx.fence.proxy_async_shared_cta()
            with SUITE.tensor_memory(32) as (_, base):
                matrix = ptx.tcgen05.descriptor(
                    reg.from_(cells, u32), stride_bytes=128, leading_bytes=128, swizzle="NONE"
                )
                SUITE.finish(tid, lambda: ptx.tcgen05.cp(base, matrix, size="128x128b"))
                SUITE.store_row(Y, tid, SUITE.read_lane(base, tid, 4, dtype=u32), u32)
        ptx.cluster.sync()

    row, column = np.indices((128, 4), np.uint32)
    return sums, (), row * 257 + column


def stolen_rows(mistake: str) -> Made:
    """CTAs double rows, and take those of CTAs that have not started; one slot has the answers."""
    count = 12

    @kernel(
        in_specs=(Tile(count, 64, u32),), out_specs=(Tile(count, 64, u32),), grid=(count,), block=(64, 1, 1),
        arch="sm_100a",
    )  # fmt: skip
    def stolen(X: Any, Y: Any) -> None:
        px, py = ptx.global_ptrs(X, Y)
        tid, row, parity = reg.from_(ptx.special.tid.x(), u32), reg.scalar(u32), reg.scalar(u32, init=0)
        slot = smem.alloc(b128, (1,))
        full, place = SUITE.barrier(tid), ptx.addr(reg.from_(slot, u32))
        ptx.mov(row, ptx.special.ctaid.x())
        query = ptx.clusterlaunchcontrol.query_cancel

        def request() -> None:
            with ptx.if_(tid == 0):
                ptx.mbarrier.arrive_expect_tx(full, 32 if mistake == "too many bytes" else 16)
                ptx.fence.proxy_async_shared_cta()
                ptx.clusterlaunchcontrol.try_cancel(place, full)

        with ptx.loop("row"):
            request()
            value, at = reg.scalar(u32), (row * 64 + tid) * 4
            ptx.ld(u32, value, ptx.addr(px + at))
            ptx.st(u32, ptx.addr(py + at), value * 2)
            if mistake != "no wait":
                ptx.mbarrier.wait(full, parity)
            ptx.inst.xor.b32(parity, parity, 1)
            answer = reg.scalar(b128)
            ptx.ld(b128, answer, place, space="shared")
            taken = query.is_canceled(answer)
            query.first_ctaid(answer, "x", row, pred=None if mistake == "a row of no CTA" else taken)
            if mistake != "no barrier":
                ptx.bar.sync(0)
            ptx.repeat_if(taken)
        if mistake == "a row of no CTA":
            ptx.st(u32, ptx.addr(py + row * 256), 0)
        if mistake == "a request after the last":
            request()
            ptx.mbarrier.wait(full, parity)

    x = np.random.default_rng(7).integers(0, 1 << 20, (count, 64), np.uint32)
    return stolen, (x,), 2 * x


MISTAKES: dict[Callable[[str], Made], dict[str, str]] = {
    kept_operand: {
        "used before it is filled": "tensor-collector",
        "another buffer": "tensor-collector",
        "another B": "tensor-collector",
    },
    replaced_metadata: {
        "the other column": "uninitialized-tensor-memory",
        "no wait for the MMA": "tensor-commit",
        "no fence after the wait": "tensor-fence",
        "no barrier after the store": "tensor-fence race",
    },
    decompressed_operand: {
        "no proxy fence": "proxy-fence",
        "another thread copies": "tensor-fence",
        "another format": "result",
        "no decompression": "result",
    },
    sent_operand: {
        "no wait for the bytes": "race",
        "no proxy fence": "proxy-fence",
        "no wait for the other CTA": "race",
        "a commit to one CTA": "deadlock",
    },
    remote_sums: {
        "too few bytes": "race mbarrier-tx",
        "no barrier of the cluster": "race unstarted-cta",
        "no wait": "race",
        "no proxy fence": "proxy-fence",
    },
    stolen_rows: {
        "too many bytes": "deadlock",
        "no wait": "race uninitialized-memory",
        "a row of no CTA": "cancel-response",
        "no barrier": "race",
        "a request after the last": "cancel-request",
    },
}
"""The mistakes of each kernel, and the rules that may report them; "result" for a wrong output."""


def found(trace: Callable[[str], Made], mistake: str, **options: Any) -> str:
    """The rule that reports a launch; "result" if none does, but its output is wrong; or ""."""
    made, inputs, expected = trace(mistake)
    out = np.zeros_like(expected)
    try:
        made.program().launch(*inputs, out, grid=made.grid, engine="sim", checks="all", **options)
    except SimFault as fault:
        return fault.rule
    return "" if np.array_equal(out, expected) else "result"


@pytest.mark.parametrize(
    "options",
    [*({"schedule": name} for name in ("late", "early", "random")), {"order": "hardware"}],
    ids=lambda options: next(iter(options.values())),
)
@pytest.mark.parametrize("trace", MISTAKES, ids=lambda trace: trace.__name__)
def test_right_kernels(trace: Callable[[str], Made], options: dict[str, Any]) -> None:
    assert found(trace, "", **options) == ""


@pytest.mark.parametrize("schedule", ["late", "early", "random"])
@pytest.mark.parametrize(
    ("trace", "mistake"),
    [
        pytest.param(trace, mistake, id=f"{trace.__name__}: {mistake}")
        for trace, each in MISTAKES.items()
        for mistake in each
    ],
)
def test_mistakes(trace: Callable[[str], Made], mistake: str, schedule: str) -> None:
    assert found(trace, mistake, schedule=schedule) in MISTAKES[trace][mistake].split()
