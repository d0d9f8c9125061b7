"""Short calls of the wrappers for copies, clusters and tensor cores that must assemble as they stand."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import pytest

from pyptx import ptx, reg, smem
from pyptx.emitter import emit
from pyptx.toolchain import ptxas
from pyptx.trace import Trace, tracing
from pyptx.types import b32, bf16, e4m3, f32, s8, s32, tf32, u32, u64

if TYPE_CHECKING:
    from collections.abc import Callable

    from pyptx.types import PtxType


def product(depth: int, dtype_d: PtxType, dtype: PtxType, *, registers: bool = False) -> None:
    acc, a, d = reg.array(dtype_d, 4), reg.array(b32, 4), reg.scalar(u64)
    ptx.wgmma.mma_async(
        shape=(64, 8, depth),
        dtype_d=dtype_d,
        dtype_a=dtype,
        dtype_b=dtype,
        d=acc,
        a=[a[i] for i in range(4)] if registers else d,
        b=d,
    )


def sparse_product() -> None:
    t, d, i = reg.scalar(u32), reg.scalar(u64), reg.scalar(u32)
    ptx.tcgen05.mma(t, d, d, i, sparse=True, sparse_metadata=t)


def scaled_product() -> None:
    t, d, i = reg.scalar(u32), reg.scalar(u64), reg.scalar(u32)
    ptx.tcgen05.mma(t, d, d, i, kind="mxf8f6f4", sfa=t, sfb=t)


def copy(name: str, rank: int, *, load: bool) -> None:
    tile, bar, d = smem.alloc(bf16, (64, 64)), smem.mbarrier(1), reg.scalar(u64)
    wrapper = getattr(ptx.cp.async_.bulk.tensor, name)
    if load:
        wrapper(tile, d, (0,) * rank, mbar=bar[0])
    else:
        wrapper(d, tile, (0,) * rank)


CALLS: list[tuple[str, Callable[[], None]]] = [
    ("sm_90a", lambda: ptx.ldmatrix(dst=reg.array(b32, 4), src=ptx.addr(reg.scalar(u32)))),
    ("sm_90a", lambda: ptx.stmatrix(smem=smem.alloc(bf16, (32, 16)), regs=reg.array(b32, 4))),
    ("sm_100a", lambda: ptx.tcgen05.ld(reg.array(b32, 2), reg.scalar(u32))),
    ("sm_100a", lambda: ptx.tcgen05.st(reg.scalar(u32), reg.array(b32, 2))),
    ("sm_100a", lambda: ptx.tcgen05.mma(reg.scalar(u32), reg.scalar(u64), reg.scalar(u64), reg.scalar(u32))),
    ("sm_100a", lambda: ptx.tcgen05.cp(reg.scalar(u32), reg.scalar(u64))),
    ("sm_90a", lambda: product(32, f32, e4m3)),
    ("sm_90a", lambda: product(8, f32, tf32)),
    ("sm_90a", lambda: product(32, s32, s8)),
    ("sm_90a", lambda: product(16, f32, bf16, registers=True)),
    ("sm_100a", sparse_product),
    ("sm_100a", scaled_product),
    ("sm_90a", lambda: ptx.cluster.arrive_multicast(reg.scalar(u32), 3)),
    ("sm_90a", ptx.fence.proxy_async_generic_acquire_shared_cluster),
    *(("sm_90a", partial(copy, f"tile_{rank}d", rank, load=True)) for rank in range(1, 6)),
    *(("sm_90a", partial(copy, f"im2col_{rank}d", rank, load=True)) for rank in range(3, 6)),
    *(("sm_90a", partial(copy, f"store_{rank}d", rank, load=False)) for rank in range(1, 6)),
    ("sm_100a", partial(copy, "gather4_2d", 2, load=True)),
    ("sm_100a", partial(copy, "scatter4_2d", 2, load=False)),
]


@pytest.mark.ptxas
@pytest.mark.parametrize(("arch", "kernel"), CALLS)
def test_it_assembles(arch: str, kernel: Callable[[], None]) -> None:
    with tracing(Trace("k", arch=arch)) as trace:
        kernel()
    ptxas.assemble(emit(trace.module()), arch)
