"""Products of a warpgroup: operands from tiles, descriptors and registers; what ptxas takes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from pyptx import ptx, reg, smem
from pyptx.emitter import emit, emit_statement
from pyptx.errors import TraceError, VerifyError
from pyptx.layouts.descriptors import WGMMA_MATRIX, LayoutType
from pyptx.toolchain import ptxas
from pyptx.trace import Trace, tracing
from pyptx.types import b32, bf16, e4m3, e5m2, f16, f32, pred, s8, s32, tf32, u8, u16, u32, u64

if TYPE_CHECKING:
    from collections.abc import Callable

    from pyptx.types import PtxType


def body(kernel: Callable[[], object], arch: str = "sm_90a") -> list[str]:
    """The statements a kernel traces."""
    with tracing(Trace("k", arch=arch)) as trace:
        kernel()
    return [emit_statement(statement).strip() for statement in trace.body]


def assembles(kernel: Callable[[], object], arch: str = "sm_90a") -> None:
    """Hand a kernel to ptxas."""
    with tracing(Trace("k", arch=arch)) as trace:
        kernel()
    ptxas.assemble(emit(trace.module()), arch)


def multiply(
    a: Any, b: Any, d: Any, types: tuple[PtxType, PtxType, PtxType], n: int = 8, **more: Any
) -> None:
    """One product; K is 32 bytes of A."""
    dtype_d, dtype_a, dtype_b = types
    ptx.wgmma.mma_async(
        shape=(64, n, 256 // dtype_a.bits),
        dtype_d=dtype_d,
        dtype_a=dtype_a,
        dtype_b=dtype_b,
        d=d,
        a=a,
        b=b,
        **more,
    )


TYPES = [
    (f32, f16, f16),
    (f16, f16, f16),
    (f32, bf16, bf16),
    (f32, tf32, tf32),
    (f32, e4m3, e4m3),
    (f32, e4m3, e5m2),
    (f16, e5m2, e4m3),
    (s32, s8, s8),
    (s32, u8, s8),
]


@pytest.mark.ptxas
@pytest.mark.parametrize("types", TYPES, ids=str)
@pytest.mark.parametrize("n", [8, 64, 256])
@pytest.mark.parametrize("from_registers", [False, True])
def test_every_type_assembles(types: tuple[PtxType, PtxType, PtxType], n: int, from_registers: bool) -> None:
    def kernel() -> None:
        d, desc, p = reg.wgmma_frag(m=64, n=n, dtype=types[0]), reg.scalar(u64), reg.scalar(pred)
        a: Any = reg.array(b32, 4) if from_registers else desc
        ptx.wgmma.fence()
        multiply(a, desc, d, types, n, scale_d=False)
        multiply(list(a) if from_registers else a, desc, d, types, n, scale_d=~p)
        ptx.wgmma.commit_group()
        ptx.wgmma.wait_group(0)

    assembles(kernel)


def test_operands_follow_the_types() -> None:
    def kernel() -> None:
        f, s, a, desc = reg.array(f32, 4), reg.array(s32, 4), reg.array(b32, 4), reg.scalar(u64)
        multiply(desc, desc, f, (f32, bf16, bf16), scale_d=True, scale_b=-1, trans_a=1)
        multiply(a, desc, f, (f32, f16, f16), scale_d=1, trans_b=1)
        multiply(desc, desc, f, (f32, tf32, tf32), scale_d=1, scale_a=-1)
        multiply(desc, desc, s, (s32, s8, u8), saturate=True)
        multiply(desc, desc, f, (f32, bf16, bf16), scale_d=1, a_k_offset=64, b_k_offset=32)

    d, s, a = "{%f0, %f1, %f2, %f3}", "{%r0, %r1, %r2, %r3}", "{%r4, %r5, %r6, %r7}"
    start = "wgmma.mma_async.sync.aligned."
    assert body(kernel) == [
        f"{start}m64n8k16.f32.bf16.bf16 {d}, %rd0, %rd0, 1, 1, -1, 1, 0;",
        f"{start}m64n8k16.f32.f16.f16 {d}, {a}, %rd0, 1, 1, 1, 1;",
        f"{start}m64n8k8.f32.tf32.tf32 {d}, %rd0, %rd0, 1, -1, 1;",
        f"{start}m64n8k32.satfinite.s32.s8.u8 {s}, %rd0, %rd0, 0;",
        "add.s64 %rd1, %rd0, 4;",
        "add.s64 %rd2, %rd0, 2;",
        f"{start}m64n8k16.f32.bf16.bf16 {d}, %rd1, %rd2, 1, 1, 1, 0, 0;",
    ]


@pytest.mark.ptxas
def test_bits() -> None:
    def kernel() -> None:
        ptx.wgmma.mma_async(
            shape=(64, 8, 256),
            dtype_d=s32,
            dtype_a="b1",
            dtype_b="b1",
            d=reg.array(s32, 4),
            a=reg.scalar(u64),
            b=reg.scalar(u64),
        )

    assert "mma_async.sync.aligned.m64n8k256.s32.b1.b1.and.popc" in body(kernel)[0]
    assembles(kernel)


def test_a_tile_becomes_its_descriptor() -> None:
    def kernel() -> None:
        a = smem.wgmma_tile(bf16, (64, 64))
        b = smem.wgmma_tile(bf16, (64, 32), "MN")
        multiply(a, b, reg.array(f32, 16), (f32, bf16, bf16), 32, trans_b=1, a_k_offset=32, b_k_offset=1024)

    a = WGMMA_MATRIX.encode(leading=16, stride=1024, swizzle=LayoutType.B128)
    b = WGMMA_MATRIX.encode(leading=16, stride=512, swizzle=LayoutType.B64)
    lines = body(kernel)
    assert lines == [
        "mov.u32 %r0, smem_0;",
        "and.b32 %r1, %r0, 262143;",
        "shr.u32 %r2, %r1, 4;",
        "cvt.u64.u32 %rd0, %r2;",
        f"or.b64 %rd1, %rd0, {a};",
        "mov.u32 %r3, smem_1;",
        "and.b32 %r4, %r3, 262143;",
        "shr.u32 %r5, %r4, 4;",
        "cvt.u64.u32 %rd3, %r5;",
        f"or.b64 %rd4, %rd3, {b};",
        "add.s64 %rd2, %rd1, 2;",
        "add.s64 %rd5, %rd4, 64;",
        lines[12],
    ]
    assert lines[12].endswith("%rd2, %rd5, 0, 1, 1, 0, 1;")


def test_the_descriptor_of_a_tile_is_kept() -> None:
    def kernel() -> None:
        a, b = smem.wgmma_tile(bf16, (64, 64)), smem.wgmma_tile(bf16, (64, 64), "MN")
        acc, p = reg.array(f32, 32), reg.scalar(pred)
        with ptx.if_(p):
            multiply(a, b, acc, (f32, bf16, bf16), 64)
        with ptx.else_():
            multiply(a, b, acc, (f32, bf16, bf16), 64)
        multiply(a, b, acc, (f32, bf16, bf16), 64)

    lines = body(kernel)
    assert [line.split()[0] for line in lines[:10]] == [
        "mov.u32",
        "and.b32",
        "shr.u32",
        "cvt.u64.u32",
        "or.b64",
    ] * 2
    assert sum(line.startswith("or.b64") for line in lines) == 2
    assert sum("wgmma.mma_async" in line for line in lines) == 3


def test_the_descriptor_of_a_stage_is_kept_in_a_straight_line() -> None:
    def kernel() -> None:
        ring, acc = smem.alloc(bf16, (3, 64, 64), swizzle="128B"), reg.array(f32, 32)
        stage, p = reg.scalar(u32), reg.scalar(pred)
        tile = ring[stage]
        with ptx.if_(p):
            multiply(tile, tile, acc, (f32, bf16, bf16), 64)
            multiply(tile, tile, acc, (f32, bf16, bf16), 64, scale_d=1, a_k_offset=32, b_k_offset=32)
        multiply(tile, tile, acc, (f32, bf16, bf16), 64, scale_d=1)

    assert sum(line.startswith("or.b64") for line in body(kernel)) == 2  # one inside the block, one after it


def test_a_stage_of_a_ring_is_a_tile() -> None:
    def kernel() -> None:
        a = smem.alloc(bf16, (3, 64, 64), swizzle="128B")
        b = smem.alloc(bf16, (3, 256, 64), swizzle="128B")
        stage = reg.scalar(u32)
        multiply(a[2], b[stage], reg.array(f32, 128), (f32, bf16, bf16), 256)

    lines = body(kernel)
    assert lines[0] == "mov.u32 %r3, smem_0+16384;"
    assert "mov.u32 %r1, smem_1;" in lines


def test_both_majors_of_one_tile() -> None:
    def kernel() -> None:
        tile, d = smem.alloc(bf16, (64, 64), "128B"), reg.array(f32, 32)
        multiply(tile, tile, d, (f32, bf16, bf16), 64, trans_b=1)
        multiply(tile[0], tile, d, (f32, bf16, bf16), 64, scale_d=1, trans_a=1)

    descriptors = {line for line in body(kernel) if line.startswith("or.b64")}
    assert len(descriptors) == 1


def test_a_tile_has_its_own_major() -> None:
    def operands(tile: str, **more: Any) -> str:
        def kernel() -> None:
            a, b = smem.wgmma_tile(bf16, (64, 64)), smem.wgmma_tile(bf16, (64, 64), tile)
            multiply(a, b, reg.array(f32, 32), (f32, bf16, bf16), 64, **more)

        return body(kernel)[-1].rpartition("1, 1, ")[2]

    assert (operands("K"), operands("MN"), operands("MN", trans_b=1)) == ("0, 0;", "0, 1;", "0, 1;")
    with pytest.raises(TraceError, match="b is b, which is K-major; MN-major contradicts it"):
        operands("K", trans_b=1)
    with pytest.raises(TraceError, match="b is b, which is MN-major; K-major contradicts it"):
        operands("MN", trans_b=0)


@pytest.mark.parametrize(
    ("major", "offset", "message"),
    [
        ("K", 16, "parts of 16 along K start at byte 0, 32, 64, 96, not at 16"),
        ("MN", 32, "parts of 16 along K start at byte 0, 2048, 4096, 6144, not at 32"),
        ("K", 128, "not at 128"),
        ("K", 1024, "56 of the 64 that are multiplied"),
        ("K", -32, "a part starts at a multiple of 16 bytes"),
    ],
)
def test_parts_of_a_tile(major: str, offset: int, message: str) -> None:
    def kernel(offset: int) -> None:
        b = smem.wgmma_tile(bf16, (64, 64), major)
        multiply(reg.scalar(u64), b, reg.array(f32, 32), (f32, bf16, bf16), 64, b_k_offset=offset)

    for right in range(4):
        assert "wgmma" in body(lambda: kernel(right * (32 if major == "K" else 2048)))[-1]  # noqa: B023
    with pytest.raises(TraceError, match=message):
        body(lambda: kernel(offset))


def test_parts_of_a_tile_of_blocks() -> None:
    def kernel(offset: int) -> None:
        a = smem.wgmma_tile(bf16, (128, 128))
        multiply(a, reg.scalar(u64), reg.array(f32, 32), (f32, bf16, bf16), 64, a_k_offset=offset)

    for block in range(2):
        for row in (0, 64):
            for step in range(4):
                body(lambda: kernel(block * 128 * 128 + row * 128 + 32 * step))  # noqa: B023
    with pytest.raises(TraceError, match="parts of 16 along K start at"):
        body(lambda: kernel(2 * 128 * 128))


def test_descriptors_remember_what_they_describe() -> None:
    types = (f32, bf16, bf16)

    def product(make: Callable[[], Any], **more: Any) -> list[str]:
        return body(lambda: multiply(reg.scalar(u64), make(), reg.array(f32, 32), types, 64, **more))

    def auto(dtype: PtxType = bf16, shape: tuple[int, int] = (64, 64), major: str = "MN") -> Any:
        return ptx.wgmma.auto_descriptor(reg.scalar(u32), dtype=dtype, shape=shape, major=major)

    assert product(auto)[-1].endswith("1, 1, 0, 1;")
    assert product(lambda: auto(major="K"))[-1].endswith("1, 1, 0, 0;")
    assert product(auto, b_k_offset=2048)[-1].endswith("1, 1, 0, 1;")
    with pytest.raises(TraceError, match="K-major contradicts it"):
        product(auto, trans_b=0)
    with pytest.raises(TraceError, match="the MMA is of bf16, another format"):
        product(lambda: auto(dtype=f16))
    with pytest.raises(TraceError, match="32 of the 64 that are multiplied"):
        product(lambda: auto(shape=(32, 64), major="K"))
    with pytest.raises(TraceError, match="not at 32"):
        product(auto, b_k_offset=32)


def test_a_descriptor_agrees_with_its_tile() -> None:
    def describe(swizzle: str | None, **more: Any) -> Callable[[], object]:
        arguments: dict[str, Any] = {"dtype": bf16, "shape": (64, 64), "major": "K"} | more
        return lambda: ptx.wgmma.auto_descriptor(smem.alloc(bf16, (64, 64), swizzle), **arguments)

    body(describe("128B"))
    body(describe("128B", shape=(32, 64)))
    for swizzle, more, message in (
        ("64B", {}, "has swizzle='64B'; the descriptor is of"),
        (None, {}, "has swizzle=None; the descriptor is of"),
        ("128B", {"dtype": f16}, "has elements of bf16; the descriptor is of f16"),
        ("128B", {"shape": (64, 32)}, "whose swizzle is '64B'"),
        ("128B", {"shape": (128, 64)}, r"bf16 \(64, 64\); the descriptor is of bf16 \(128, 64\)"),
    ):
        with pytest.raises(TraceError, match=message):
            body(describe(swizzle, **more))
    with pytest.raises(TraceError, match="K-major, the descriptor MN-major"):
        body(
            lambda: ptx.wgmma.auto_descriptor(
                smem.wgmma_tile(bf16, (64, 64)), dtype=bf16, shape=(64, 64), major="MN"
            )
        )
    body(lambda: ptx.wgmma.masked_descriptor(smem.alloc(bf16, (64, 64), "128B")))
    with pytest.raises(TraceError, match="has swizzle='64B', the descriptor '128B'"):
        body(lambda: ptx.wgmma.masked_descriptor(smem.alloc(bf16, (64, 32), "64B")))
    with pytest.raises(TraceError, match="has swizzle=None, the descriptor '128B'"):
        body(lambda: ptx.wgmma.masked_descriptor(smem.alloc(bf16, (64, 64))))
    body(lambda: ptx.wgmma.masked_descriptor(smem.alloc(bf16, (64, 64), align=1024)))  # raw memory


def test_descriptors_made_by_hand_remember_their_tile() -> None:
    def product(rows: int, dtype: PtxType = bf16, offset: int = 0) -> list[str]:
        def kernel() -> None:
            tile = smem.alloc(dtype, (rows, 128 // dtype.bytes), "128B")
            a = ptx.wgmma.masked_descriptor(tile, byte_offset=offset)
            multiply(a, reg.scalar(u64), reg.array(f32, 4), (f32, bf16, bf16), a_k_offset=32)

        return body(kernel)

    assert "wgmma" in product(64)[-1]
    assert "wgmma" in product(128, offset=8192)[-1]
    assert "wgmma" in product(64, u16)[-1]
    assert "wgmma" in product(64, u8)[-1]  # raw memory
    assert "wgmma" in product(64, offset=32)[-1]
    with pytest.raises(TraceError, match="64 rows of 128 bytes are multiplied, the array has 4096 bytes"):
        product(32)
    with pytest.raises(TraceError, match="64 rows of 128 bytes are multiplied, the array has 4096 bytes"):
        product(64, offset=4096)
    with pytest.raises(TraceError, match="a descriptor of tile of e4m3; the MMA is of bf16"):
        product(64, e4m3)


def test_tiles_that_do_not_fit() -> None:
    d = (f32, bf16, bf16)

    def product(make: Callable[[], Any], **more: Any) -> Callable[[], None]:
        return lambda: multiply(make(), reg.scalar(u64), reg.array(f32, 4), d, **more)

    with pytest.raises(TraceError, match=r"smem_0 with swizzle=None.*read with swizzle='128B'"):
        body(product(lambda: smem.alloc(bf16, (64, 64))))
    with pytest.raises(TraceError, match=r"MN-major: 32 of the 64 that are multiplied"):
        body(product(lambda: smem.wgmma_tile(bf16, (64, 32), "MN"), trans_a=1))
    with pytest.raises(
        TraceError, match="a is smem_0 of e4m3; the MMA is of bf16, whose elements have 16 bits"
    ):
        body(product(lambda: smem.wgmma_tile(e4m3, (64, 64))))
    with pytest.raises(TraceError, match="a tile has rows and columns"):
        body(product(lambda: smem.alloc(bf16, (2, 64, 64), swizzle="128B")))
    with pytest.raises(TraceError, match="24 bytes, not one of the canonical"):
        body(lambda: smem.wgmma_tile(bf16, (64, 12)))
    with pytest.raises(TraceError, match='major is "K" or "MN"'):
        body(lambda: smem.wgmma_tile(bf16, (64, 16), "N"))


def test_arguments_the_types_do_not_have() -> None:
    def product(types: tuple[PtxType, PtxType, PtxType], a: int = 0, **more: Any) -> Callable[[], None]:
        def kernel() -> None:
            desc = reg.scalar(u64)
            multiply(reg.array(b32, a) if a else desc, desc, reg.array(types[0], 4), types, **more)

        return kernel

    with pytest.raises(TraceError, match="e4m3 operands are K-major"):
        body(product((f32, e4m3, e4m3), trans_b=1))
    with pytest.raises(TraceError, match="s8 operands are not negated"):
        body(product((s32, s8, s8), scale_a=-1))
    with pytest.raises(TraceError, match="A in registers has no trans_a"):
        body(product((f32, bf16, bf16), 4, trans_a=1))
    with pytest.raises(VerifyError, match=r"a "):
        body(product((f32, bf16, bf16), 3))


def test_descriptor_in_the_order_of_cute() -> None:
    assert body(lambda: ptx.wgmma.cute_descriptor(reg.scalar(u32))) == [
        "shr.u32 %r1, %r0, 4;",
        "and.b32 %r2, %r1, 16383;",
        "cvt.u64.u32 %rd0, %r2;",
        f"or.b64 %rd1, %rd0, {ptx.wgmma.MASKED_DESC_B128};",
    ]


def test_descriptors_in_registers() -> None:
    def kernel() -> None:
        base = reg.scalar(u32)
        ptx.wgmma.make_descriptor(base, leading_byte_offset=128, stride_byte_offset=256, addr_byte_offset=32)
        ptx.wgmma.masked_descriptor(base, byte_offset=-8192)
        ptx.wgmma.auto_descriptor(base, dtype=tf32, shape=(64, 8), major="K")

    assert ptx.wgmma.MASKED_DESC_B128 == 4611686293305360384
    names = ("NONE", "128B", "64B", "32B")
    assert [getattr(ptx.wgmma, f"SWIZZLE_{name}") for name in names] == [0, 1, 2, 3]
    assert body(kernel) == [
        "add.u32 %r1, %r0, 32;",
        "and.b32 %r2, %r1, 262143;",
        "shr.u32 %r3, %r2, 4;",
        "cvt.u64.u32 %rd0, %r3;",
        f"or.b64 %rd1, %rd0, {WGMMA_MATRIX.encode(leading=128, stride=256)};",
        "add.u32 %r4, %r0, -8192;",
        "and.b32 %r5, %r4, 262016;",
        "shr.u32 %r6, %r5, 4;",
        "cvt.u64.u32 %rd2, %r6;",
        "or.b64 %rd3, %rd2, 4611686293305360384;",
        "and.b32 %r7, %r0, 262143;",
        "shr.u32 %r8, %r7, 4;",
        "cvt.u64.u32 %rd4, %r8;",
        f"or.b64 %rd5, %rd4, {WGMMA_MATRIX.encode(leading=16, stride=256, swizzle=3)};",
    ]
    with pytest.raises(TraceError, match="leading is 0 to 262128 in steps of 16, not 8"):
        body(lambda: ptx.wgmma.make_descriptor("s", leading_byte_offset=8, stride_byte_offset=0))


@pytest.mark.ptxas
def test_a_kernel_of_tiles_assembles() -> None:
    def kernel() -> None:
        a, b = smem.wgmma_tile(bf16, (64, 64)), smem.wgmma_tile(bf16, (64, 64), major="MN")
        d = reg.wgmma_frag(m=64, n=64, dtype=f32)
        first = reg.scalar(u32) != 0
        ptx.wgmma.fence()
        for step in range(4):
            scale = first if step == 0 else True
            offsets = {"a_k_offset": step * 32, "b_k_offset": step * 16 * 128}
            multiply(a, b, d, (f32, bf16, bf16), 64, scale_d=scale, **offsets)
        ptx.wgmma.commit_group()
        ptx.wgmma.wait_group(0)

    assembles(kernel)


def test_wide_tiles_are_found_block_by_block() -> None:
    def kernel() -> None:
        tile = smem.wgmma_tile(bf16, (64, 128))
        ptx.wgmma.auto_descriptor(tile[0], dtype=bf16, shape=(64, 128), major="K")
        tile[1, 0] = 1.0

    with pytest.raises(TraceError, match="rows of 256 bytes are kept as blocks of 128"):
        body(kernel)


def test_all_other_forms_stay_within_reach() -> None:
    def kernel() -> None:
        acc, desc = reg.array(f32, 4), reg.scalar(u64)
        ptx.wgmma.fence.sync.aligned()
        ptx.wgmma.mma_async.sync.aligned.m64n8k16.f32.bf16.bf16(acc, desc, desc, 1, 1, 1, 0, 0)
        ptx.inst.wgmma.wait_group.sync.aligned(0)

    assert len(body(kernel)) == 3


def test_a_swizzle_has_a_name_and_a_number() -> None:
    fields = ptx.wgmma.descriptor_fields(leading_byte_offset=16, stride_byte_offset=1024, swizzle="128B")
    assert fields == ptx.wgmma.MASKED_DESC_B128

    def described(swizzle: int | str) -> object:
        tile = smem.alloc(bf16, (64, 32), "64B")
        offsets = {"leading_byte_offset": 16, "stride_byte_offset": 512}
        return ptx.wgmma.make_descriptor(tile, swizzle=swizzle, **offsets)

    named, numbered = body(lambda: described("64B")), body(lambda: described(ptx.wgmma.SWIZZLE_64B))
    assert named == numbered
    with pytest.raises(TraceError, match="swizzle='16B' is not one of 'NONE', '128B', '64B', '32B'"):
        ptx.wgmma.descriptor_fields(leading_byte_offset=16, stride_byte_offset=512, swizzle="16B")


@pytest.mark.parametrize("block", ["unrolled", "range", "loop", "counting"])
def test_a_product_that_a_later_one_replaces_is_refused(block: str) -> None:
    def kernel(scale: Callable[[int], Any], *, reads: bool = False) -> str:
        d: Any
        desc: Any

        def products() -> None:
            for step in range(2 if block == "unrolled" else 1):
                multiply(desc, desc, d, (f32, bf16, bf16), scale_d=scale(step))
                if reads:
                    ptx.inst.st.global_.f32(ptx.addr(desc), d[3])

        def repeated() -> None:
            nonlocal d, desc
            d, desc, i = reg.wgmma_frag(m=64, n=8, dtype=f32), reg.scalar(u64), reg.scalar(u32, init=0)
            if block == "unrolled":
                products()
            elif block == "range":
                for _ in ptx.range_(4):
                    products()
            elif block == "counting":
                with ptx.counting(i, 4):
                    products()
            else:
                with ptx.loop("again"):
                    products()
                    i += 1
                    ptx.repeat_if(i < 4)

        return "\n".join(body(repeated))

    with pytest.raises(
        TraceError, match=r"scale_d is 0, so D is replaced.*\n  add to D with scale_d=1"
    ) as caught:
        kernel(lambda step: False)
    assert __file__ in str(caught.value)
    assert "wgmma" in kernel(lambda step: 1)
    assert "wgmma" in kernel(lambda step: 0, reads=True)
    assert block != "unrolled" or "wgmma" in kernel(lambda step: step > 0)


def test_a_product_may_be_lost_on_purpose() -> None:
    def kernel() -> None:
        d, desc = reg.wgmma_frag(m=64, n=8, dtype=f32), reg.scalar(u64)
        types: dict[str, Any] = {"dtype_d": f32, "dtype_a": bf16, "dtype_b": bf16, "shape": (64, 8, 16)}
        for _ in ptx.range_(4):
            ptx.wgmma.mma_async(d=d, a=desc, b=desc, **types)  # pyptx: fixed

    assert sum("wgmma" in line for line in body(kernel)) == 1


def test_the_first_product_of_a_loop_may_replace() -> None:
    def kernel() -> None:
        d, desc = reg.wgmma_frag(m=64, n=8, dtype=f32), reg.scalar(u64)
        for k in ptx.range_(4):
            with ptx.if_(k == 0):
                multiply(desc, desc, d, (f32, bf16, bf16), scale_d=False)
            with ptx.else_():
                multiply(desc, desc, d, (f32, bf16, bf16), scale_d=True)
        multiply(desc, desc, reg.wgmma_frag(m=64, n=8, dtype=f32), (f32, bf16, bf16))

    assert sum("wgmma" in line for line in body(kernel)) == 3


def test_a_product_may_be_read_as_a_matrix() -> None:
    def kernel() -> None:
        first, second = (reg.wgmma_frag(m=64, n=16, dtype=f16) for _ in "ab")
        desc = reg.scalar(u64)
        multiply(desc, desc, first, (f16, f16, f16), 16)
        multiply(first, desc, second, (f16, f16, f16), 16, scale_d=True)
        multiply(desc, desc, first, (f16, f16, f16), 16)

    assert sum("wgmma" in line for line in body(kernel)) == 3
