"""Tensor memory and its products: what the wrappers trace, and what ptxas takes."""

from __future__ import annotations

from contextlib import nullcontext
from typing import TYPE_CHECKING, Any

import pytest

from pyptx import ptx, reg, smem
from pyptx.emitter import emit, emit_statement
from pyptx.errors import TraceError, VerifyError
from pyptx.kernel import Kernel
from pyptx.layouts.descriptors import TCGEN05_MATRIX, TCGEN05_SWIZZLES
from pyptx.toolchain import ptxas
from pyptx.trace import Trace, tracing
from pyptx.types import b16, b32, bf16, e4m3, f16, pred, u32, u64

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
    commits = [line for line in body(pairs) if "commit" in line or "mov.b16" in line]
    start = "tcgen05.commit.cta_group::2.mbarrier::arrive::one.shared::cluster.multicast::cluster.b64"
    assert commits == [f"{start} [mbar_0], %rs0;", "mov.b16 %rs1, 3;", f"{start} [%r2], %rs1;"]
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
        f"tcgen05.mma.cta_group::1.kind::f16 [%r0], {rest}, 1;",
        f"tcgen05.mma.cta_group::1.kind::f16 [%r0], {rest}, 0, 3;",
        f"@%p0 tcgen05.mma.cta_group::1.kind::tf32 [%r0], {rest}, !%p0;",
        f"tcgen05.mma.cta_group::1.kind::f8f6f4 [%r0], {rest}, %p0;",
        f"tcgen05.mma.cta_group::1.kind::i8.collector::a::fill [%r0], {rest}, %p1;",
        "tcgen05.mma.cta_group::1.kind::f16.ashift [%r0], [%r0], %rd0, %r1, %p0;",
        "tcgen05.mma.sp.cta_group::1.kind::f16 [%r0], %rd0, %rd0, [%r3], %r1, %p0;",
        f"tcgen05.mma.cta_group::1.kind::mxf8f6f4.block_scale [%r0], {rest}, [%r3], [%r3], %p0;",
        f"tcgen05.mma.cta_group::1.kind::mxf4.block_scale.scale_vec::2X [%r0], {rest}, [%r3], [%r3], %p0;",
        f"tcgen05.mma.cta_group::1.kind::mxf4nvf4.block_scale.block16 [%r0], {rest}, [%r3], [%r3], %p0;",
        "tcgen05.mma.cta_group::1.kind::f16 [%r0], %rd0, %rd0, 138413200, {%r4, %r5, %r6, %r7}, %p0;",
    ]
    assert "setp.ne.u32 %p1, %r2, 0;" in lines


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
def test_an_address_in_a_register_declared_unsigned_is_copied() -> None:
    def kernel() -> None:
        desc, idesc = reg.scalar(u64), reg.scalar(u32)
        for place in (reg.scalar(u32), reg.scalar(u32, name="place")):
            ptx.tcgen05.mma(ptx.addr(place, 16), desc, desc, idesc, enable_input_d=reg.scalar(pred))

    assert body(kernel) == [
        "tcgen05.mma.cta_group::1.kind::f16 [%r1+16], %rd0, %rd0, %r0, %p0;",
        "mov.b32 %r2, place;",
        "tcgen05.mma.cta_group::1.kind::f16 [%r2+16], %rd0, %rd0, %r0, %p1;",
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
        ({"n": 12}, "n is a multiple of 8 up to 256, not 12"),
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
    assert lines[5] == "and.b32 %r4, %r0, 262128;"
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


def product(
    a: Callable[[], Any],
    b: Callable[[], Any] | None = None,
    idesc: Callable[[], Any] | None = None,
    **more: Any,
) -> list[str]:
    """The lines of one product of 128 by 64 by 16."""

    def kernel() -> None:
        made = ptx.tcgen05.make_instr_desc("f16", m=128, n=64, a=bf16) if idesc is None else idesc()
        matrix = reg.scalar(u64) if b is None else b()
        ptx.tcgen05.mma(reg.scalar(b32), a(), matrix, made, **more)

    return body(kernel)


def instruction(kind: str = "f16", **more: Any) -> Callable[[], int]:
    shape: dict[str, Any] = {"m": 128, "n": 64, "a": bf16}
    return lambda: ptx.tcgen05.make_instr_desc(kind, **(shape | more))


def tile(rows: int = 128, columns: int = 64, major: str = "K", dtype: Any = bf16) -> Callable[[], Any]:
    return lambda: smem.wgmma_tile(dtype, (rows, columns), major)


def auto(
    major: str = "K", dtype: Any = bf16, shape: tuple[int, int] = (128, 64), **more: Any
) -> Callable[[], Any]:
    return lambda: ptx.tcgen05.auto_descriptor(reg.scalar(u32), dtype=dtype, shape=shape, major=major, **more)


def test_tiles_become_their_descriptors_once() -> None:
    def kernel() -> None:
        a, b, d = tile()(), tile(64)(), reg.scalar(b32)
        word = instruction()()
        with ptx.if_(reg.scalar(pred)):
            for step in range(4):
                ptx.tcgen05.mma(
                    d, a, b, word, enable_input_d=step > 0, a_k_offset=32 * step, b_k_offset=32 * step
                )
        ptx.tcgen05.mma(d, a, b, word)

    lines = body(kernel)
    start = "tcgen05.mma.cta_group::1.kind::f16 [%r0],"
    fields = TCGEN05_MATRIX.encode(leading=16, stride=1024, version=1, swizzle=TCGEN05_SWIZZLES["128B"])
    assert [line for line in lines if line.startswith("or.b64")] == [
        f"or.b64 %rd1, %rd0, {fields};",
        f"or.b64 %rd3, %rd2, {fields};",
    ]
    assert [line for line in lines if line.startswith("tcgen05") and "%rd1, %rd3" in line] == [
        f"{start} %rd1, %rd3, 135267472, 0;",
        f"{start} %rd1, %rd3, 135267472, 1;",
    ]
    assert sum(line.startswith("add.s64") for line in lines) == 6


def test_an_operand_has_its_own_major() -> None:
    both = instruction(a_major="MN", b_major="MN")
    for a, b in (
        (tile(64, 128, "MN"), tile(64, 64, "MN")),
        (auto("MN", shape=(64, 128)), auto("MN", shape=(64, 64))),
    ):
        assert "tcgen05.mma" in product(a, b, both)[-1]
        assert "tcgen05.mma" in product(a, b, both, a_k_offset=4096, b_k_offset=2048)[-1]
        with pytest.raises(TraceError, match="is MN-major; K-major contradicts it"):
            product(a, b)
    plain = lambda: smem.alloc(bf16, (64, 64), "128B")  # noqa: E731 - read both ways
    assert "tcgen05.mma" in product(tile(), plain)[-1]
    assert "tcgen05.mma" in product(tile(), plain, instruction(b_major="MN"))[-1]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"a": tile(64)}, "a is smem_0 of shape .*: 64 of the 128 that are multiplied"),
        ({"a": tile(), "b": tile(32)}, "b is matrix of shape .*: 32 of the 64 that are multiplied"),
        ({"a": tile(dtype=f16)}, "a is smem_0 of f16; the MMA is of bf16, another format"),
        ({"a": tile(dtype=e4m3)}, "of e4m3; the MMA is of bf16, whose elements have 16 bits"),
        (
            {"a": lambda: smem.alloc(bf16, (128, 64), "64B")},
            "with swizzle='64B'; rows of 128 bytes are read with",
        ),
        ({"a": lambda: smem.alloc(bf16, (128, 64))}, "with swizzle=None"),
        ({"a": lambda: smem.alloc(bf16, (2, 128, 64), "128B")}, "a tile has rows and columns"),
        ({"a": tile(), "a_k_offset": 16}, "parts of 16 along K start at byte 0, 32, 64, 96, not at 16"),
        ({"a": tile(), "a_k_offset": 8}, "a part starts at a multiple of 16 bytes"),
        ({"a": auto(dtype=f16)}, "of f16; the MMA is of bf16, another format"),
        ({"a": auto(shape=(64, 64))}, "64 of the 128 that are multiplied"),
        ({"a": auto(), "a_k_offset": 128}, "not at 128"),
        ({"a": lambda: ptx.wgmma.masked_descriptor(reg.scalar(u32))}, "a descriptor of wgmma"),
        ({"a": auto(), "idesc": instruction("tf32", a="tf32")}, "of kind::tf32, the MMA of kind::f16"),
        (
            {"a": auto(), "idesc": instruction(m=256, cta_group=2)},
            "of cta_group::2, the MMA of cta_group::1",
        ),
        ({"a": auto(), "idesc": instruction(m=64, n=64, ws=True)}, "with ws=True, the MMA has ws=False"),
        (
            {"a": auto(), "idesc": instruction(sparse=True)},
            "says that A is sparse, but the instruction is not .sp",
        ),
        ({"a": auto(), "idesc": lambda: 0}, "m is 64 or 128, not 0"),
        ({"a": auto(), "idesc": lambda: 0x8400910}, "a_type of the descriptor is 0 .f16., 1 .bf16., not 2"),
        ({"a": auto(), "idesc": lambda: 1 << 33}, "always 0"),
        (
            {"a": auto(), "idesc": lambda: ptx.tcgen05.make_instr_desc_f16bf16_f32(ab_dtype="tf32")},
            "kind::tf32",
        ),
        (
            {"a": auto(), "idesc": lambda: ptx.tcgen05.make_instr_desc_f16bf16_f32(m=256)},
            "m is 64 or 128, not 256",
        ),
        ({"a": lambda: reg.scalar(b32), "a_is_tmem": True, "a_k_offset": 32}, "goes with A in shared memory"),
        (
            {"a": lambda: reg.scalar(b32), "a_is_tmem": True, "ashift": True, "idesc": instruction(m=64)},
            "ashift shifts 128 or 256 rows of A, not 64",
        ),
    ],
)
def test_products_that_contradict(arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(TraceError, match=f"{message}.*\n  at .*test_tcgen05.py"):
        product(**arguments)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"a": tile(), "b": tile(128)}, "64 of its 128 are multiplied; .*shape=.64, 64., major='K'"),
        ({"a": tile(256), "b": tile(64)}, "128 of its 256 are multiplied"),
        ({"a": tile(), "b": auto(shape=(128, 64))}, "64 of its 128 are multiplied"),
        (
            {"a": tile(), "b": tile(64, 128, "MN"), "idesc": instruction(b_major="MN")},
            "64 of its 128 are multiplied; .*shape=.64, 64., major='MN'",
        ),
        (
            {"a": tile(256), "b": tile(32), "idesc": instruction(m=256, cta_group=2), "cta_group": 2},
            "128 of its 256 are multiplied",
        ),
        (
            {"a": tile(64), "b": tile(128), "idesc": instruction(m=64, ws=True, max_shift=32), "ws": True},
            "64 of its 128 are multiplied",
        ),
    ],
)
def test_a_tile_has_no_more_rows_than_are_multiplied(arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(TraceError, match=message):
        product(**arguments)


@pytest.mark.parametrize(
    "arguments",
    [
        {"b": tile(128), "b_k_offset": 64 * 128},
        {"b": lambda: ptx.tcgen05.auto_descriptor(ptx.addr(tile(128)()), dtype=bf16, shape=(64, 64))},
        {"b": tile(96), "idesc": instruction(ws=True, max_shift=32), "ws": True},
    ],
    ids=["the second half", "a described part", "the maximum shift"],
)
def test_a_part_of_a_larger_tile(arguments: dict[str, Any]) -> None:
    assert "tcgen05.mma" in product(tile(), **arguments)[-1]


def test_products_of_a_pair() -> None:
    pair = instruction(m=256, cta_group=2)
    assert "tcgen05.mma" in product(tile(128), tile(32), pair, cta_group=2)[-1]
    with pytest.raises(TraceError, match="64 of the 128 that are multiplied"):
        product(tile(64), tile(32), pair, cta_group=2)

    def kernel() -> None:
        ptx.tcgen05.alloc(smem.alloc(u32, 1), 64, cta_group=2)

    assert "cta_group::2" in Kernel(kernel, arch="sm_100a", cluster=(2, 1, 1)).ptx()
    assert "cta_group::2" in Kernel(kernel, arch="sm_100a", raw_directives=[(".explicitcluster", ())]).ptx()
    for cluster in ((1, 1, 1), (3, 1, 1)):
        with pytest.raises(
            VerifyError, match=r"give the kernel clusters of an even size: cluster=\(2, 1, 1\)"
        ):
            Kernel(kernel, arch="sm_100a", cluster=cluster).ptx()


def test_a_descriptor_of_a_part_along_k() -> None:
    assert body(auto(k_offset=64))[0] == "add.u32 %r1, %r0, 64;"
    assert "tcgen05.mma" in product(auto(k_offset=64), a_k_offset=32)[-1]
    with pytest.raises(TraceError, match="parts of 16 along K start at byte 0, 32, 64, 96, not at 128"):
        product(auto(k_offset=64), a_k_offset=64)
    with pytest.raises(TraceError, match=r"parts of 16 along K start at .*, not at 16"):
        body(auto(k_offset=16))


@pytest.mark.parametrize(
    ("swizzle", "more", "message"),
    [
        ("128B", {}, ""),
        ("128B", {"shape": (64, 64)}, ""),
        ("64B", {}, "has swizzle='64B'; the descriptor is of bf16"),
        (None, {}, "has swizzle=None"),
        ("128B", {"dtype": f16}, "has elements of bf16; the descriptor is of f16"),
        ("128B", {"shape": (128, 32)}, "whose swizzle is '64B'"),
        ("128B", {"shape": (256, 64)}, "the descriptor is of bf16 .256, 64."),
    ],
)
def test_a_descriptor_agrees_with_its_tile(swizzle: str | None, more: dict[str, Any], message: str) -> None:
    def kernel() -> None:
        made = smem.alloc(bf16, (128, 64), swizzle)
        described: dict[str, Any] = {"dtype": bf16, "shape": (128, 64)} | more
        ptx.tcgen05.auto_descriptor(made, **described)

    if not message:
        assert body(kernel)[-1].startswith("or.b64")
        return
    with pytest.raises(TraceError, match=message):
        body(kernel)


def test_swizzles_of_descriptors_made_by_hand() -> None:
    def describe(swizzle: str) -> None:
        ptx.tcgen05.descriptor(smem.alloc(bf16, (128, 64), "128B"), stride_bytes=1024, swizzle=swizzle)

    body(lambda: describe("128B"))
    body(lambda: ptx.tcgen05.masked_descriptor(smem.alloc(bf16, (128, 64), "128B")))
    with pytest.raises(TraceError, match="has swizzle='128B', the descriptor 'NONE'"):
        body(lambda: describe("NONE"))
    with pytest.raises(TraceError, match="has swizzle='64B', the descriptor '128B'"):
        body(lambda: ptx.tcgen05.masked_descriptor(smem.alloc(bf16, (128, 32), "64B")))


@pytest.mark.ptxas
def test_a_kernel_of_tiles_assembles() -> None:
    def kernel() -> None:
        a, b = tile()(), tile(64, 64, "MN")()
        word, d = instruction(b_major="MN")(), reg.scalar(b32)
        for step in range(4):
            ptx.tcgen05.mma(
                d, a, b, word, enable_input_d=step > 0, a_k_offset=32 * step, b_k_offset=2048 * step
            )

    assembles(kernel)


def test_an_address_in_tensor_memory_may_be_the_value_of_a_tile() -> None:
    with tracing(Trace("k", arch="sm_100a")) as trace:
        slot = smem.alloc(b32, (1,))
        ptx.tcgen05.ld(reg.scalar(b32), slot[0], shape="32x32b")
        ptx.tcgen05.ld(reg.scalar(b32), ptx.tcgen05.address(slot[0], column=8), shape="32x32b")
    loads = [emit_statement(each).strip() for each in trace.body if getattr(each, "opcode", "") == "tcgen05"]
    assert [line.rpartition("[")[2] for line in loads] == ["%r1];", "%r3+8];"]


@pytest.mark.parametrize(
    ("arch", "options", "targets"),
    [
        ("sm_100a", {"k": 96}, "sm_103a or sm_107a"),
        ("sm_110a", {"k": 96}, "sm_103a or sm_107a"),
        ("sm_103a", {"k": 96}, None),
        ("sm_103a", {"k": 128}, "sm_107a"),
        ("sm_107a", {"k": 128, "sparsity_version": 1}, None),
        ("sm_100a", {"k": 64, "scale_type": "ue5m3"}, "sm_107a"),
        ("sm_107a", {"k": 64, "scale_type": "ue5m3", "sparsity_version": 1}, None),
        ("sm_100a", {"k": 64}, None),
    ],
    ids=str,
)
def test_the_target_has_the_options_of_the_descriptor(
    arch: str, options: dict[str, Any], targets: str | None
) -> None:
    def multiply() -> None:
        place = reg.scalar(b32, init=0)
        matrix = reg.scalar(u64, init=0)
        shape = ptx.tcgen05.make_instr_desc("mxf4nvf4", m=128, n=64, a="e2m1", **options)
        ptx.tcgen05.mma(
            place, matrix, matrix, shape, kind="mxf4nvf4", scale_vec="block16", sfa=place, sfb=place
        )

    refused = pytest.raises(TraceError, match=f"is for {targets}, not for {arch[:-1]}\n")
    with refused if targets else nullcontext():
        body(multiply, arch)


@pytest.mark.parametrize(
    ("arch", "version", "legal"), [("sm_100a", 1, 0), ("sm_103a", 1, 0), ("sm_107a", 0, 1)]
)
@pytest.mark.parametrize("kind", ["mxf4", "mxf4nvf4"])
def test_the_sparsity_version_is_that_of_the_target(kind: str, arch: str, version: int, legal: int) -> None:
    """Manual section 9.7.18.4.2.1: another version is undefined."""

    def multiply(version: int) -> None:
        place, matrix = reg.scalar(b32, init=0), reg.scalar(u64, init=0)
        shape = ptx.tcgen05.make_instr_desc(kind, m=128, n=64, a="e2m1", k=64, sparsity_version=version)
        ptx.tcgen05.mma(place, matrix, matrix, shape, kind=kind, scale_vec="block32", sfa=place, sfb=place)

    with pytest.raises(TraceError, match=f"sparsity_version is {legal} for {arch}"):
        body(lambda: multiply(version), arch)
    body(lambda: multiply(legal), arch)


def test_a_sparse_k_of_192_came_with_sm_107a() -> None:
    def multiply() -> None:
        place, matrix = reg.scalar(b32, init=0), reg.scalar(u64, init=0)
        shape = ptx.tcgen05.make_instr_desc("mxf4", m=128, n=64, a="e2m1", k=192, sparse=True)
        ptx.tcgen05.mma(
            place, matrix, matrix, shape, kind="mxf4", sparse=True, sparse_metadata=place,
            scale_vec="block32", sfa=place, sfb=place,
        )  # fmt: skip

    with pytest.raises(TraceError, match="is for sm_107a, not for sm_103"):
        body(multiply, "sm_103a")
