"""Tensor copies: what the wrappers trace, and what ptxas takes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from pyptx import ptx, reg, smem
from pyptx.emitter import emit, emit_statement
from pyptx.errors import TraceError, VerifyError
from pyptx.ir import Declaration, Declarator, Literal
from pyptx.specs import TensorSpec
from pyptx.toolchain import ptxas
from pyptx.trace import Trace, tracing
from pyptx.types import b16, bf16, pred, u16, u32, u64

if TYPE_CHECKING:
    from collections.abc import Callable

LOAD = "cp.async.bulk.tensor.{}d.shared::cluster.global{}.mbarrier::complete_tx::bytes"
STORE = "cp.async.bulk.tensor.{}d.global.shared::cta{}.bulk_group"
MAP = Declaration("param", "b8", (Declarator("tensor_map", dims=(Literal("128"),)),), align=64)


def traced(kernel: Callable[[], object], arch: str) -> Trace:
    """A traced kernel with a tensor map for a parameter."""
    with tracing(Trace("k", arch=arch, params=(MAP,))) as trace:
        kernel()
    return trace


def body(kernel: Callable[[], object], arch: str = "sm_90a") -> list[str]:
    """The statements a kernel traces."""
    return [emit_statement(statement).strip() for statement in traced(kernel, arch).body]


def assembles(kernel: Callable[[], object], arch: str = "sm_90a") -> None:
    """Hand a kernel to ptxas."""
    ptxas.assemble(emit(traced(kernel, arch).module()), arch)


def numbers(rank: int) -> tuple[int, ...]:
    return tuple(range(rank))


def coordinates(rank: int) -> str:
    return ", ".join(map(str, range(rank)))


@pytest.mark.ptxas
@pytest.mark.parametrize("rank", [1, 2, 3, 4, 5])
def test_boxes_of_every_rank(rank: int) -> None:
    copies, bulk = ptx.cp.async_.bulk.tensor, ptx.cp.async_.bulk
    copy = getattr(bulk, f"tensor_{rank}d")
    assert getattr(copies, f"tensor_{rank}d") is copy

    def kernel() -> None:
        tile, bar, source = smem.alloc(bf16, (64, 64)), smem.mbarrier(1), reg.scalar(u64)
        copy(dst=tile, src=source, coord=numbers(rank), mbar=bar[0])
        copy(dst=tile, src=source, coord=numbers(rank), mbar=bar[0], multicast_mask=3)
        getattr(copies, f"tile_{rank}d")(tile, source, numbers(rank), mbar=bar[0], cache_hint=source)
        copy.store(dst=source, src=tile, coord=numbers(rank))
        getattr(copies, f"store_{rank}d")(source, tile, numbers(rank), cache_hint=source)

    box = f"[%rd0, {{{coordinates(rank)}}}]"
    load, store = LOAD.format(rank, ""), STORE.format(rank, "")
    assert body(kernel) == [
        f"{load} [smem_0], {box}, [mbar_0];",
        f"{load}.multicast::cluster [smem_0], {box}, [mbar_0], 3;",
        f"{load}.L2::cache_hint [smem_0], {box}, [mbar_0], %rd0;",
        f"{store} {box}, [smem_0];",
        f"{store}.L2::cache_hint {box}, [smem_0], %rd0;",
    ]
    assembles(kernel)
    assembles(kernel, "sm_100a")


@pytest.mark.ptxas
@pytest.mark.parametrize("rank", [3, 4, 5])
def test_im2col(rank: int) -> None:
    load = getattr(ptx.cp.async_.bulk.tensor, f"im2col_{rank}d")

    def kernel() -> None:
        tile, bar, source = smem.alloc(bf16, (64, 64)), smem.mbarrier(1), reg.scalar(u64)
        load(tile, source, numbers(rank), mbar=bar[0])
        load(tile, source, numbers(rank), mbar=bar[0], offsets=reg.array(u16, rank - 2), multicast_mask=1)

    zeros = ", ".join(["0"] * (rank - 2))
    start = LOAD.format(rank, ".im2col")
    first = f"{start} [smem_0], [%rd0, {{{coordinates(rank)}}}], [mbar_0], {{{zeros}}};"
    assert body(kernel)[0] == first
    assembles(kernel)


@pytest.mark.ptxas
def test_four_rows() -> None:
    def kernel() -> None:
        tile, bar, source = smem.alloc(bf16, (64, 64)), smem.mbarrier(1), reg.scalar(u64)
        row, mask = reg.scalar(u32), reg.scalar(b16)
        copies = ptx.cp.async_.bulk.tensor
        copies.gather4_2d(tile, source, (0, 5, 1, 7, 2), mbar=bar[0])
        copies.gather4_2d(tile, source, (8, row), mbar=bar[0], multicast_mask=mask, cta_group=2)
        copies.scatter4_2d(source, tile, (0, 3))
        copies.scatter4_2d(source, tile, (0, 3, 2, 1, 0), cache_hint=source)

    gather, scatter = LOAD.format(2, ".tile::gather4"), STORE.format(2, ".tile::scatter4")
    rows = "[%rd0, {8, %r0, %r1, %r2, %r3}]"
    assert body(kernel, "sm_100a") == [
        f"{gather} [smem_0], [%rd0, {{0, 5, 1, 7, 2}}], [mbar_0];",
        "add.u32 %r1, %r0, 1;",
        "add.u32 %r2, %r0, 2;",
        "add.u32 %r3, %r0, 3;",
        f"{gather}.multicast::cluster.cta_group::2 [smem_0], {rows}, [mbar_0], %rs0;",
        f"{scatter} [%rd0, {{0, 3, 4, 5, 6}}], [smem_0];",
        f"{scatter}.L2::cache_hint [%rd0, {{0, 3, 2, 1, 0}}], [smem_0], %rd0;",
    ]
    assembles(kernel, "sm_100a")
    with pytest.raises(VerifyError, match="sm_100a"):
        body(kernel)


@pytest.mark.ptxas
def test_the_barrier_of_a_pair() -> None:
    def kernel() -> None:
        tile, bar, source = smem.alloc(bf16, (64, 64)), smem.mbarrier(1), reg.scalar(u64)
        leaders = ptx.cluster.map_shared_u32(bar[0], 0)
        copy = ptx.cp.async_.bulk.tensor_2d
        copy.shared_cta_global_tile(dst=tile, src=source, coord=(0, 0), mbar=leaders, cta_group=2)
        copy.shared_cta_global_tile(dst=tile, src=source, coord=(0, 0), mbar=bar[0])
        copy(dst=tile, src=source, coord=(0, 0), mbar=bar[0], cta_group=2, pred=reg.scalar(pred))

    start = "cp.async.bulk.tensor.2d.shared::cta.global.tile.mbarrier::complete_tx::bytes"
    assert body(kernel, "sm_100a")[2:] == [
        f"{start}.cta_group::2 [smem_0], [%rd0, {{0, 0}}], [%r1];",
        f"{start} [smem_0], [%rd0, {{0, 0}}], [mbar_0];",
        f"@%p0 {LOAD.format(2, '')}.cta_group::2 [smem_0], [%rd0, {{0, 0}}], [mbar_0];",
    ]
    assembles(kernel, "sm_100a")


@pytest.mark.ptxas
def test_rings_and_groups() -> None:
    def kernel() -> None:
        tile, bars = smem.alloc(bf16, (3, 64, 64), swizzle="128B"), smem.mbarrier(3)
        stage, source = reg.scalar(u32), reg.scalar(u64)
        ptx.cp.async_.bulk.tensor_2d(dst=tile[stage], src=source, coord=(0, stage), mbar=bars[stage])
        full = ptx.mbarrier.array(bars, 0, 3)
        ptx.cp.async_bulk.tensor_2d(dst=tile[2], src="tensor_map", coord=(0, -1), mbar=full[1])
        ptx.cp.async_.bulk.commit_group()
        ptx.cp.async_.bulk.wait_group(1, read=True)
        ptx.cp.async_.bulk.wait_group(0, pred=reg.scalar(pred))

    lines = body(kernel)
    assert "cvta.param.u64 %rd1, tensor_map;" in lines
    assert [line for line in lines if line.startswith(("cp", "@"))] == [
        f"{LOAD.format(2, '')} [%r2], [%rd0, {{0, %r0}}], [%r4];",
        f"{LOAD.format(2, '')} [smem_0+16384], [%rd1, {{0, -1}}], [mbar_0+8];",
        "cp.async.bulk.commit_group;",
        "cp.async.bulk.wait_group.read 1;",
        "@%p0 cp.async.bulk.wait_group 0;",
    ]
    assembles(kernel)


def panels() -> None:
    dst, source, bar, row, col = (reg.scalar(dtype) for dtype in (u32, u64, u32, u32, u32))
    mask = reg.scalar(b16)
    ptx.tma.load_3d(dst=dst, src=source, row=row, col=col, mbar=bar)
    ptx.tma.load_3d(dst, source, row, 256, bar)
    ptx.tma.load_3d_multicast(dst=dst, src=source, coords=(0, row, col), mbar=bar, mask=mask)
    ptx.tma.load_3d_multicast(dst, source, row, 64, bar, mask, issuer=0, pred=~reg.scalar(pred))
    ptx.tma.load_3d_multicast(dst, source, row, 64, bar, 3, issuer=ptx.cluster.rank(1))
    ptx.tma.store_3d(dst=source, src=dst, row=row, col=0)


@pytest.mark.ptxas
def test_panels_of_64_columns() -> None:
    load, store = LOAD.format(3, ".tile"), STORE.format(3, ".tile")
    assert body(panels) == [
        "shr.u32 %r4, %r3, 6;",
        f"{load} [%r0], [%rd0, {{0, %r2, %r4}}], [%r1];",
        f"{load} [%r0], [%rd0, {{0, %r2, 4}}], [%r1];",
        f"{load}.multicast::cluster [%r0], [%rd0, {{0, %r2, %r3}}], [%r1], %rs0;",
        "mov.u32 %r5, %cluster_ctarank;",
        "setp.eq.u32 %p1, %r5, 0;",
        "not.pred %p2, %p0;",
        "and.pred %p3, %p1, %p2;",
        f"@%p3 {load}.multicast::cluster [%r0], [%rd0, {{0, %r2, 1}}], [%r1], %rs0;",
        "mov.u32 %r6, %cluster_ctarank;",
        "setp.eq.u32 %p4, %r6, 1;",
        f"@%p4 {load}.multicast::cluster [%r0], [%rd0, {{0, %r2, 1}}], [%r1], 3;",
        f"{store} [%rd0, {{0, %r2, 0}}], [%r0];",
    ]
    assembles(panels)
    assembles(panels, "sm_100a")


@pytest.mark.ptxas
def test_a_shared_array_may_stand_on_either_side() -> None:
    def kernel() -> None:
        tile, bar, source = smem.alloc(bf16, (64, 64)), smem.mbarrier(1), reg.scalar(u64)
        ptx.cp.async_.bulk.tensor.tile_2d(source, tile[0], (0, 0), mbar=bar[0])
        ptx.cp.async_.bulk.tensor.store_2d(tile, source, (0, 0))

    assert body(kernel) == [
        f"{LOAD.format(2, '')} [smem_0], [%rd0, {{0, 0}}], [mbar_0];",
        f"{STORE.format(2, '')} [%rd0, {{0, 0}}], [smem_0];",
    ]


def test_what_a_copy_needs() -> None:
    copies = ptx.cp.async_.bulk.tensor
    place: dict[str, Any] = {"dst": "tensor_map", "src": "tensor_map"}
    with pytest.raises(TraceError, match="counts its bytes: pass mbar="):
        body(lambda: copies.tile_2d("s", "tensor_map", (0, 0)))
    with pytest.raises(TraceError, match=r"a tensor copy starts somewhere: coord="):
        body(lambda: copies.tensor_2d(**place, mbar=reg.scalar(u32)))
    with pytest.raises(TraceError, match="a store signals no barrier"):
        body(lambda: copies.scatter4_2d("tensor_map", "s", (0, 0), mbar=reg.scalar(u32)))  # type: ignore[arg-type]
    with pytest.raises(TraceError, match="pass mask=, the CTAs that get a copy"):
        body(lambda: ptx.tma.load_3d_multicast("s", "tensor_map", 0, 0, reg.scalar(u32)))
    with pytest.raises(TraceError, match="a multiple of 64 columns, not 32"):
        body(lambda: ptx.tma.store_3d("tensor_map", "s", 0, 32))
    with pytest.raises(TraceError, match=r"takes row= and col=, or coords="):
        body(lambda: ptx.tma.store_3d("tensor_map", "s", 0))
    with pytest.raises(VerifyError, match="tensorCoords"):
        body(lambda: copies.tile_2d(reg.scalar(u32), reg.scalar(u64), (0,), mbar=reg.scalar(u32)))
    with pytest.raises(TraceError, match=r"A\.tma_desc\(\)"):
        body(lambda: copies.store_2d(TensorSpec("A"), reg.scalar(u32), (0, 0)))
    with pytest.raises(TraceError, match=r"tensor_Nd.*unexpected keyword argument 'box'"):
        body(lambda: copies.tensor_2d(**place, box=3))  # type: ignore[call-arg]


def test_all_other_forms_stay_within_reach() -> None:
    bulk, plain = ptx.cp.async_.bulk, ptx.inst.cp.async_.bulk
    assert bulk.prefetch.L2.global_ == plain.prefetch.L2.global_
    assert bulk.tensor._2d.shared__cta == plain.tensor._2d.shared__cta
    assert (repr(bulk.tensor_3d), repr(bulk.tensor.tile_1d)) == (
        "<ptx.cp.async_.bulk.tensor_3d>",
        "<ptx.cp.async_.bulk.tensor.tile_1d>",
    )
