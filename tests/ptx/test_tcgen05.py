"""Tensor memory and its products: what the wrappers trace, and what ptxas takes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from pyptx import ptx, reg, smem
from pyptx.emitter import emit, emit_statement
from pyptx.errors import TraceError, VerifyError
from pyptx.layouts.descriptors import TCGEN05_MATRIX
from pyptx.toolchain import ptxas
from pyptx.trace import Trace, tracing
from pyptx.types import b16, b32, pred, u32, u64

if TYPE_CHECKING:
    from collections.abc import Callable

    from pyptx.reg import Reg


def body(kernel: Callable[[], object], arch: str = "sm_100a") -> list[str]:
    """The statements a kernel traces."""
    with tracing(Trace("k", arch=arch)) as trace:
        kernel()
    return [emit_statement(statement).strip() for statement in trace.body]


def assembles(kernel: Callable[[], object], arch: str = "sm_100a") -> None:
    """Hand a kernel to ptxas."""
    with tracing(Trace("k", arch=arch)) as trace:
        kernel()
    ptxas.assemble(emit(trace.module()), arch)


def memory() -> None:
    slot, p = smem.alloc(u32, 1), reg.scalar(pred)
    ptx.tcgen05.alloc(slot, 512)
    ptx.tcgen05.relinquish_alloc_permit()
    base = smem.load(b32, ptx.addr(slot))
    ptx.tcgen05.st(base, [reg.scalar(b32) for _ in range(4)], shape="16x256b")
    ptx.tcgen05.st(base, reg.array(b32, 2), shape="16x32bx2", count=2, split=16, unpack=True)
    ptx.tcgen05.wait_st()
    ptx.tcgen05.ld(reg.array(b32, 2), base, pack=True)
    ptx.tcgen05.ld(reg.scalar(b32), ptx.addr(base, 8), shape="32x32b", pred=p)
    ptx.tcgen05.wait_ld()
    ptx.tcgen05.fence_before_thread_sync()
    ptx.bar.sync(0)
    ptx.tcgen05.fence_after_thread_sync()
    ptx.tcgen05.shift(base)
    ptx.tcgen05.cp(base, reg.scalar(u64))
    ptx.tcgen05.cp(base, reg.scalar(u64), size="64x128b.warpx2::02_13")
    ptx.tcgen05.cp(base, reg.scalar(u64), size="32x128b.warpx4.b8x16.b6x16_p32")
    ptx.tcgen05.dealloc(base, 512)


def test_tensor_memory() -> None:
    assert body(memory) == [
        "tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [smem_0], 512;",
        "tcgen05.relinquish_alloc_permit.cta_group::1.sync.aligned;",
        "ld.shared.b32 %r0, [smem_0];",
        "tcgen05.st.sync.aligned.16x256b.x1.b32 [%r0], {%r1, %r2, %r3, %r4};",
        "tcgen05.st.sync.aligned.16x32bx2.x2.unpack::16b.b32 [%r0], 16, {%r5, %r6};",
        "tcgen05.wait::st.sync.aligned;",
        "tcgen05.ld.sync.aligned.16x128b.x1.pack::16b.b32 {%r7, %r8}, [%r0];",
        "@%p0 tcgen05.ld.sync.aligned.32x32b.x1.b32 {%r9}, [%r0+8];",
        "tcgen05.wait::ld.sync.aligned;",
        "tcgen05.fence::before_thread_sync;",
        "bar.sync 0;",
        "tcgen05.fence::after_thread_sync;",
        "tcgen05.shift.cta_group::1.down [%r0];",
        "tcgen05.cp.cta_group::1.128x256b [%r0], %rd0;",
        "tcgen05.cp.cta_group::1.64x128b.warpx2::02_13 [%r0], %rd1;",
        "tcgen05.cp.cta_group::1.32x128b.warpx4.b8x16.b6x16_p32 [%r0], %rd2;",
        "tcgen05.dealloc.cta_group::1.sync.aligned.b32 %r0, 512;",
    ]


def pairs() -> None:
    bar, mask = smem.mbarrier(1), reg.scalar(b16)
    ptx.tcgen05.alloc(reg.scalar(u32), reg.scalar(u32), cta_group=2)
    ptx.tcgen05.commit(bar[0], cta_group=2, multicast=True, multicast_mask=mask)
    ptx.tcgen05.commit(reg.scalar(u32), cta_group=2, multicast_mask=3, space="cta")
    ptx.tcgen05.cp(reg.scalar(b32), reg.scalar(u64), cta_group=2)
    ptx.tcgen05.shift(reg.scalar(b32), cta_group=2)
    ptx.tcgen05.dealloc(reg.scalar(b32), 64, cta_group=2)
    ptx.tcgen05.relinquish_alloc_permit(cta_group=2)


def test_commits() -> None:
    commits = [line for line in body(pairs) if "commit" in line]
    start = "tcgen05.commit.cta_group::2.mbarrier::arrive::one.shared::cluster.multicast::cluster.b64"
    assert commits == [f"{start} [mbar_0], %rs0;", f"{start} [%r2], 3;"]
    with pytest.raises(TraceError, match="goes with multicast_mask="):
        body(lambda: ptx.tcgen05.commit(reg.scalar(u32), multicast=True))
    with pytest.raises(TraceError, match='space is "cluster" or "cta", not \'gpu\''):
        body(lambda: ptx.tcgen05.commit(reg.scalar(u32), space="gpu"))


def operands() -> tuple[Reg, Reg, Reg]:
    """D, a descriptor and an instruction descriptor."""
    return reg.scalar(b32), reg.scalar(u64), reg.scalar(b32)


def products() -> None:
    d, desc, idesc = operands()
    p, flag, factors = reg.scalar(pred), reg.scalar(u32), reg.scalar(b32)
    ptx.tcgen05.mma(d, desc, desc, idesc)
    ptx.tcgen05.mma(d, desc, desc, idesc, pred_operand=False, scale_c=3)
    ptx.tcgen05.mma(d, desc, desc, idesc, kind="tf32", scale_d=~p, pred=p)
    ptx.tcgen05.mma(d, desc, desc, idesc, kind="f8f6f4", enable_input_d=p)
    ptx.tcgen05.mma(d, desc, desc, idesc, kind="i8", scale_d=flag, collector_a="fill")
    ptx.tcgen05.mma(d, d, desc, idesc, a_is_tmem=True, ashift=True, enable_input_d=p)
    ptx.tcgen05.mma(
        d, desc, desc, idesc, sparse=True, sparse_metadata=factors, scale_d=p, enable_input_d=None
    )
    for kind, size in (("mxf8f6f4", None), ("mxf4", "2X"), ("mxf4nvf4", "block16")):
        scales: dict[str, Any] = {"sfa": factors, "sfb": factors, "scale_vec": size}
        ptx.tcgen05.mma(d, desc, desc, idesc, kind=kind, enable_input_d=p, **scales)
    lanes = reg.array(b32, 4)
    ptx.tcgen05.mma(d, desc, desc, 0x08400490, enable_input_d=p, disable_output_lane=lanes)


def test_products() -> None:
    lines = body(products)
    rest = "%rd0, %rd0, %r1"
    assert [line for line in lines if "tcgen05" in line] == [
        f"tcgen05.mma.cta_group::1.kind::f16 [%r0], {rest}, %p1;",
        f"tcgen05.mma.cta_group::1.kind::f16 [%r0], {rest}, %p2, 3;",
        f"@%p0 tcgen05.mma.cta_group::1.kind::tf32 [%r0], {rest}, !%p0;",
        f"tcgen05.mma.cta_group::1.kind::f8f6f4 [%r0], {rest}, %p0;",
        f"tcgen05.mma.cta_group::1.kind::i8.collector::a::fill [%r0], {rest}, %p3;",
        "tcgen05.mma.cta_group::1.kind::f16.ashift [%r0], [%r0], %rd0, %r1, %p0;",
        "tcgen05.mma.sp.cta_group::1.kind::f16 [%r0], %rd0, %rd0, [%r3], %r1, %p0;",
        f"tcgen05.mma.cta_group::1.kind::mxf8f6f4.block_scale [%r0], {rest}, [%r3], [%r3], %p0;",
        f"tcgen05.mma.cta_group::1.kind::mxf4.block_scale.scale_vec::2X [%r0], {rest}, [%r3], [%r3], %p0;",
        f"tcgen05.mma.cta_group::1.kind::mxf4nvf4.block_scale.block16 [%r0], {rest}, [%r3], [%r3], %p0;",
        "tcgen05.mma.cta_group::1.kind::f16 [%r0], %rd0, %rd0, 138413200, {%r4, %r5, %r6, %r7}, %p0;",
    ]
    assert "setp.ne.u32 %p3, %r2, 0;" in lines


@pytest.mark.ptxas
@pytest.mark.parametrize("traced", [memory, pairs])
def test_ptxas_takes_transfers(traced: Callable[[], None]) -> None:
    assembles(traced)


@pytest.mark.ptxas
@pytest.mark.parametrize("group", [1, 2])
def test_ptxas_takes_products(group: int) -> None:
    assembles(lambda: products_of(group))


def products_of(group: int) -> None:
    """Products of one cta_group, as a kernel has them."""
    d, desc, idesc = operands()
    p, place, flag = reg.scalar(pred), reg.scalar(u32), reg.scalar(u32)
    more: dict[str, Any] = {"cta_group": group, "enable_input_d": p}
    for kind in ("f16", "tf32", "f8f6f4", "i8"):
        ptx.tcgen05.mma(d, desc, desc, idesc, kind=kind, **more)
        ptx.tcgen05.mma(d, d, desc, idesc, kind=kind, a_is_tmem=True, collector_a="discard", **more)
    ptx.tcgen05.mma(d, desc, desc, idesc, scale_c=2, scale_d=flag, pred=p, cta_group=group)
    ptx.tcgen05.mma(d, desc, desc, idesc, pred_operand=True, cta_group=group)
    for kind, size in (("mxf8f6f4", "1X"), ("mxf4", None), ("mxf4nvf4", "4X"), ("mxf4nvf4", "block32")):
        ptx.tcgen05.mma(d, desc, desc, idesc, kind=kind, sfa=place, sfb=place, scale_vec=size, **more)
    ptx.tcgen05.mma(place, desc, desc, idesc, sparse=True, sparse_metadata=place, **more)
    lanes = reg.array(b32, 4 * group)
    ptx.tcgen05.mma(d, desc, desc, idesc, disable_output_lane=lanes, **more)


@pytest.mark.ptxas
def test_an_address_in_an_unsigned_register_is_copied() -> None:
    def kernel() -> None:
        place, desc, idesc = reg.scalar(u32), reg.scalar(u64), reg.scalar(u32)
        ptx.tcgen05.mma(ptx.addr(place, 16), desc, desc, idesc, enable_input_d=reg.scalar(pred))

    assert body(kernel) == [
        "mov.b32 %r2, %r0;",
        "tcgen05.mma.cta_group::1.kind::f16 [%r2+16], %rd0, %rd0, %r1, %p0;",
    ]
    assembles(kernel)


def test_what_a_kind_needs_and_does_not_take() -> None:
    def product(**more: Any) -> Callable[[], None]:
        def kernel() -> None:
            d, desc, idesc = operands()
            ptx.tcgen05.mma(d, desc, desc, idesc, **more)

        return kernel

    with pytest.raises(TraceError, match=r"kind 'mxf8f6f4' takes scale factors: sfa= and sfb="):
        body(product(kind="mxf8f6f4"))
    with pytest.raises(TraceError, match="kind 'f16' takes no scale factors"):
        body(product(sfa=0, sfb=0))
    with pytest.raises(TraceError, match="sparse=True goes with sparse_metadata="):
        body(product(sparse=True))
    with pytest.raises(VerifyError, match="kind::bad"):
        body(product(kind="bad"))
    with pytest.raises(TraceError, match="the source is a descriptor"):
        body(lambda: ptx.tcgen05.cp(reg.scalar(b32), reg.scalar(u32), src_is_addr=True))
    with pytest.raises(VerifyError, match="sm_100a"):
        body(memory, "sm_90a")


@pytest.mark.parametrize(
    ("given", "word"),
    [
        ({}, 0x08400490),
        ({"ab_dtype": "f16"}, 0x08400010),
        ({"ab_dtype": "f16", "scale_a": -1}, 0x08402010),
        ({"ab_dtype": "tf32"}, 0x08400910),
        ({"m": 256, "n": 64, "b_major": "MN"}, 0x10110490),
        ({"sparse": True, "max_shift": 16, "saturate": True, "scale_b": -1}, 0x8840449C),
    ],
)
def test_instruction_descriptors(given: dict[str, Any], word: int) -> None:
    assert ptx.tcgen05.make_instr_desc_f16bf16_f32(**given) == word


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"n": 12}, "n is 0 to 504 in steps of 8, not 12"),
        ({"ab_dtype": "e4m3"}, "ab_dtype is one of f16, bf16, tf32, not 'e4m3'"),
        ({"scale_a": 2}, "scale_a and scale_b are 1 or -1, not 2 and 1"),
        ({"max_shift": 4}, "max_shift is 0, 8, 16 or 32, not 4"),
        ({"a_major": "M"}, 'major is "K" or "MN", not \'M\''),
    ],
)
def test_no_instruction_descriptor(given: dict[str, Any], said: str) -> None:
    with pytest.raises(TraceError, match=said):
        ptx.tcgen05.make_instr_desc_f16bf16_f32(**given)


def test_matrix_descriptors() -> None:
    def kernel() -> None:
        base = reg.scalar(u32)
        ptx.tcgen05.descriptor(base, stride_bytes=512, swizzle="64B", byte_offset=64)
        ptx.tcgen05.masked_descriptor(base)

    lines = body(kernel)
    word = TCGEN05_MATRIX.encode(leading=16, stride=512, version=1, swizzle=4)
    assert lines[0] == "add.u32 %r1, %r0, 64;"
    assert lines[1] == "and.b32 %r2, %r1, 262143;"
    assert lines[4] == f"or.b64 %rd1, %rd0, {word};"
    assert lines[5] == "and.b32 %r3, %r0, 262128;"
    assert lines[-1] == f"or.b64 %rd3, %rd2, {0x4000404000010000};"
    assert ptx.tcgen05.BLACKWELL_MASKED_DESC_B128 == 0x4000404000010000
    with pytest.raises(TraceError, match="swizzle is 'NONE', '128B_32B', '128B', '64B', '32B', not '96B'"):
        body(lambda: ptx.tcgen05.descriptor("s", stride_bytes=16, swizzle="96B"))


def test_all_other_forms_stay_within_reach() -> None:
    def kernel() -> None:
        d, desc, idesc = operands()
        ptx.tcgen05.mma.ws.cta_group__1.kind__f16(ptx.addr(d), desc, desc, idesc, reg.scalar(pred))
        ptx.tcgen05.wait__ld.sync.aligned()

    assert len(body(kernel)) == 2
