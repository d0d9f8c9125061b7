"""Instructions of the matrix wrappers, and their errors for wrong arguments."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from pyptx import ptx, reg, smem
from pyptx.emitter import emit, emit_statement
from pyptx.errors import TraceError
from pyptx.isa import forms_of
from pyptx.layouts.descriptors import TCGEN05_MATRIX
from pyptx.toolchain import ptxas
from pyptx.trace import Trace, tracing
from pyptx.types import TYPES, b8, b32, bf16, e4m3, f16, f32, pred, s8, s32, tf32, u16, u32, u64

if TYPE_CHECKING:
    from collections.abc import Callable


def body(kernel: Callable[[], object], arch: str = "sm_100a") -> list[str]:
    """The statements a kernel traces."""
    with tracing(Trace("k", arch=arch)) as trace:
        kernel()
    return [emit_statement(statement).strip() for statement in trace.body]


def assembled(kernel: Callable[[], object], arch: str) -> list[str]:
    """The statements a kernel traces, which ptxas takes."""
    with tracing(Trace("k", arch=arch)) as trace:
        kernel()
    ptxas.assemble(emit(trace.module()), arch)
    return [emit_statement(statement).strip() for statement in trace.body]


def fragments(opcode: str) -> list[tuple[dict[str, str], str, int]]:
    """Matrices of an opcode's rows: modifiers, which matrix, how many registers the row has for it."""
    found = []
    for form in forms_of(opcode):
        if opcode == "wmma" and form.syntax.split(".")[1] != "load":
            continue
        for named in form.combinations():
            for spec in form.operands_for(named):
                if spec.count is not None and spec.name in ("a", "b", "c", "d", "r"):
                    matrix = (
                        next(each for each in "abc" if f"{each}type" in named)
                        if spec.name == "r"
                        else spec.name
                    )
                    found.append((named, matrix, spec.count))
    return found


@pytest.mark.parametrize("opcode", ["mma", "wmma"])
def test_fragments_have_the_registers_that_rows_take(opcode: str) -> None:
    with tracing(Trace("k")):
        for named, matrix, count in fragments(opcode):
            dtype = named[f"{matrix}type"]
            options: dict[str, Any] = {}
            if opcode == "mma":
                options = {"kind": named.get("kind"), "sparse": "sp" in named}
            wrapper = getattr(ptx, opcode).fragment
            assert len(wrapper(matrix, named["shape"], TYPES.get(dtype, dtype), **options)) == count
        with pytest.raises(TraceError, match=r"ptx.mma.fragment: mma has no matrix a with shape m16n8k7"):
            ptx.mma.fragment("a", (16, 8, 7), bf16)
        with pytest.raises(TraceError, match="wmma has no matrix b"):
            ptx.wmma.fragment("b", (16, 16, 16), tf32)


def products_of_a_warp() -> None:
    half, e, scale, byte = reg.array(b32, 2), reg.scalar(u32), reg.scalar(b32), reg.scalar(u16)
    a, b, d = reg.array(b32, 4), reg.array(b32, 4), reg.array(f32, 4)
    dense: dict[str, Any] = {"dtype_d": f32, "dtype_a": f16, "dtype_b": f16, "dtype_c": f32, "d": d, "c": d}
    ptx.mma.sync(shape=(16, 8, 32), a=a, b=b, sparse_metadata=e, sparsity_selector=1, **dense)
    ptx.mma.sync(shape=(16, 8, 16), a=half, b=half, sparse_metadata=e, ordered_metadata=True, **dense)
    types: dict[str, Any] = {
        "dtype_d": f32,
        "dtype_a": "e2m1",
        "dtype_b": "e2m1",
        "dtype_c": f32,
        "d": d,
        "c": d,
    }
    scales: dict[str, Any] = {"scale_a": scale, "scale_b": scale}
    shape: dict[str, Any] = {"shape": (16, 8, 64), "a": a, "b": half}
    ptx.mma.sync(kind="mxf4", **shape, **types, **scales)
    ptx.mma.sync(
        kind="mxf4nvf4", scale_vec="4X", scale_type="ue4m3", select_b=(0, 3), **shape, **types, **scales
    )
    wide: dict[str, Any] = {
        "shape": (16, 8, 128),
        "a": a,
        "b": b,
        "sparse_metadata": e,
        "ordered_metadata": True,
    }
    ptx.mma.sync(kind="kind::mxf4", select_a=(2, byte), **wide, **types, **scales)


@pytest.mark.ptxas
def test_sparse_and_scaled_products_of_a_warp() -> None:
    d, rest = "{%f0, %f1, %f2, %f3}", ".f32.e2m1.e2m1.f32"
    lines = [line for line in assembled(products_of_a_warp, "sm_120a") if line.startswith("mma")]
    a, b, half = "{%r4, %r5, %r6, %r7}", "{%r8, %r9, %r10, %r11}", "{%r0, %r1}"
    assert lines == [
        f"mma.sp.sync.aligned.m16n8k32.row.col.f32.f16.f16.f32 {d}, {a}, {b}, {d}, %r2, 1;",
        "mma.sp::ordered_metadata.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 "
        f"{d}, {half}, {half}, {d}, %r2, 0;",
        f"mma.sync.aligned.m16n8k64.row.col.kind::mxf4.block_scale{rest}.ue8m0 "
        f"{d}, {a}, {half}, {d}, %r3, {{0, 0}}, %r3, {{0, 0}};",
        f"mma.sync.aligned.m16n8k64.row.col.kind::mxf4nvf4.block_scale.scale_vec::4X{rest}.ue4m3 "
        f"{d}, {a}, {half}, {d}, %r3, {{0, 0}}, %r3, {{0, 3}};",
        f"mma.sp::ordered_metadata.sync.aligned.m16n8k128.row.col.kind::mxf4.block_scale{rest}.ue8m0 "
        f"{d}, {a}, {b}, {d}, %r2, 0, %r3, {{2, %rs0}}, %r3, {{0, 0}};",
    ]


def sparse_products_of_a_warpgroup() -> None:
    d, a, e = reg.array(f32, 4), reg.array(b32, 4), reg.scalar(u32)
    tile, b = smem.wgmma_tile(bf16, (64, 16)), smem.wgmma_tile(bf16, (8, 32))
    types: dict[str, Any] = {"dtype_d": f32, "dtype_a": bf16, "dtype_b": bf16, "shape": (64, 8, 32), "d": d}
    ptx.wgmma.fence()
    ptx.wgmma.mma_async(a=tile, b=b, sparse_metadata=e, scale_d=True, **types)
    ptx.wgmma.mma_async(a=a, b=b, sparse_metadata=e, sparsity_selector=1, scale_d=1, scale_a=-1, **types)
    ptx.wgmma.commit_group()
    ptx.wgmma.wait_group(0)


@pytest.mark.ptxas
def test_sparse_products_of_a_warpgroup() -> None:
    lines = [line for line in assembled(sparse_products_of_a_warpgroup, "sm_90a") if "mma_async" in line]
    start = "wgmma.mma_async.sp.sync.aligned.m64n8k32.f32.bf16.bf16 {%f0, %f1, %f2, %f3},"
    assert [line.partition(" ")[0] for line in lines] == [start.partition(" ")[0]] * 2
    assert lines[0].endswith(", %r4, 0, 1, 1, 1, 0, 0;")
    assert lines[1].startswith(f"{start} {{%r0, %r1, %r2, %r3}}, ")
    assert lines[1].endswith(", %r4, 1, 1, -1, 1, 0;")


def weights() -> None:
    d, desc, p = reg.scalar(b32), reg.scalar(u64), reg.scalar(pred)
    mask = ptx.tcgen05.zero_column_mask(used=4, zeroed=3)
    word = ptx.tcgen05.make_instr_desc("f16", m=32, n=64, a=bf16, ws=True)
    ptx.tcgen05.mma(d, desc, desc, word, ws=True, enable_input_d=p)
    ptx.tcgen05.mma(d, desc, desc, word, ws=True, enable_input_d=p, collector_b="fill", b_buffer=2)
    ptx.tcgen05.mma(d, desc, desc, word, ws=True, enable_input_d=p, zero_column_mask=mask)
    half = ptx.tcgen05.make_instr_desc("f16", m=32, n=64, a=bf16, ws=True, sparse=True)
    ptx.tcgen05.mma(
        d, d, desc, half, ws=True, a_is_tmem=True, sparse=True, sparse_metadata=d, enable_input_d=p
    )


@pytest.mark.ptxas
def test_weights_are_stationary() -> None:
    lines, rest = assembled(weights, "sm_100a"), "%rd0, %rd0, 34604176, %p0"
    start = "tcgen05.mma.ws.cta_group::1.kind::f16"
    assert lines == [
        "mov.u64 %rd1, 847173709201408;",
        f"{start} [%r0], {rest};",
        f"{start}.collector::b2::fill [%r0], {rest};",
        f"{start} [%r0], {rest}, %rd1;",
        "tcgen05.mma.ws.sp.cta_group::1.kind::f16 [%r0], [%r0], %rd0, [%r0], 34604180, %p0;",
    ]
    assert ptx.tcgen05.zero_column_mask(used=4, zeroed=3) == 847173709201408


def newest() -> None:
    d, desc, p, bar = reg.scalar(b32), reg.scalar(u64), reg.scalar(pred), smem.mbarrier(1)
    slot = smem.alloc(u32, 4)
    ptx.tcgen05.alloc(slot, 96, exclusive=True)
    ptx.tcgen05.dealloc(d, 96, exclusive=True)
    ptx.tcgen05.mma(d, desc, desc, d, kind="f8f6f4", lut_metadata=d, enable_input_d=p, collector_b="fill")
    ptx.tcgen05.ld_spcompress(reg.array(b32, 2), reg.scalar(b32), d, count=4, absolute=True)
    ptx.tcgen05.ld_spcompress(reg.array(b32, 2), reg.scalar(b32), d, count=4, keep="min", reduced=d, nan=True)
    ptx.tcgen05.commit(bar[0], multicast_mask=3, multicast_bits=32, sync_restrict=True)


def test_forms_of_the_newest_version() -> None:
    words = [line.partition(" ")[0] for line in body(newest, "sm_107a")]
    assert words == [
        "tcgen05.alloc.exclusive.cta_group::1.sync.aligned.shared::cta.b32",
        "tcgen05.dealloc.exclusive.cta_group::1.sync.aligned.b32",
        "tcgen05.mma.cta_group::1.kind::f8f6f4.decompress::lut::b.collector::b::fill",
        "tcgen05.ld.spcompress.sync.aligned.32x32b.x4.max.sp::2:4.abs.f32.b2",
        "tcgen05.ld.red.spcompress.sync.aligned.32x32b.x4.min.sp::2:4.NaN.f32.b2",
        "tcgen05.commit.cta_group::1.mbarrier::arrive::one.sync_restrict::shared::read::mma::a"
        ".shared::cluster.multicast::cluster::32b.b64",
    ]


@pytest.mark.ptxas
def test_reduced_loads_and_copies() -> None:
    def kernel() -> None:
        base, desc = reg.scalar(u32), reg.scalar(u64)
        ptx.tcgen05.ld(reg.array(f32, 4), base, shape="32x32b", count=4, dtype=f32,
                       reduce="max", reduced=reg.scalar(f32), absolute=True, nan=True)  # fmt: skip
        ptx.tcgen05.ld(reg.array(s32, 2), base, shape="16x32bx2", count=2, split=8, dtype=s32,
                       reduce="min", reduced=reg.scalar(s32))  # fmt: skip
        ptx.tcgen05.cp(base, desc, size="32x128b")
        ptx.tcgen05.cp(base, desc, size="64x128b", multicast="warpx2::01_23", decompress="b4x16_p64")

    assert [line.replace("%f4", "m").replace("%r3", "n") for line in assembled(kernel, "sm_103a")] == [
        "tcgen05.ld.red.sync.aligned.32x32b.x4.max.abs.NaN.f32 {%f0, %f1, %f2, %f3}, m, [%r0];",
        "tcgen05.ld.red.sync.aligned.16x32bx2.x2.min.s32 {%r1, %r2}, n, [%r0], 8;",
        "tcgen05.cp.cta_group::1.32x128b.warpx4 [%r0], %rd0;",
        "tcgen05.cp.cta_group::1.64x128b.warpx2::01_23.b8x16.b4x16_p64 [%r0], %rd0;",
    ]


def test_addresses_in_tensor_memory() -> None:
    def kernel() -> None:
        base, warp, column = reg.scalar(u32), reg.scalar(u32), reg.scalar(u32)
        one = [reg.scalar(b32)]
        ptx.tcgen05.ld(one, ptx.tcgen05.address(base, lane=32, column=4), shape="32x32b")
        ptx.tcgen05.ld(one, ptx.tcgen05.address(ptx.addr(base, 8), column=4), shape="32x32b")
        ptx.tcgen05.ld(one, ptx.tcgen05.address(base, lane=warp, column=column), shape="32x32b")

    assert body(kernel) == [
        f"tcgen05.ld.sync.aligned.32x32b.x1.b32 {{%r3}}, [%r0+{32 << 16 | 4}];",
        "tcgen05.ld.sync.aligned.32x32b.x1.b32 {%r3}, [%r0+12];",
        "shl.b32 %r5, %r1, 16;",
        "add.u32 %r4, %r0, %r5;",
        "add.u32 %r6, %r4, %r2;",
        "tcgen05.ld.sync.aligned.32x32b.x1.b32 {%r3}, [%r6];",
    ]
    with pytest.raises(TraceError, match="128 lanes and 512 columns, not lane 128 and column 0"):
        body(lambda: ptx.tcgen05.address(reg.scalar(u32), lane=128))


@pytest.mark.parametrize(
    ("dtype", "shape", "major", "fields"),
    [
        (bf16, (128, 64), "K", {"swizzle": 2, "stride": 1024, "leading": 16}),
        (e4m3, (128, 64), "K", {"swizzle": 4, "stride": 512, "leading": 16}),
        (e4m3, (32, 128), "MN", {"swizzle": 2, "stride": 1024, "leading": 16}),
        (tf32, (16, 64), "MN", {"swizzle": 1, "stride": 512, "leading": 2048}),
        (b8, (128, 32), "K", {"swizzle": 6, "stride": 256, "leading": 16}),
    ],
)
def test_descriptors_of_tiles(dtype: Any, shape: tuple[int, int], major: str, fields: dict[str, int]) -> None:
    lines = body(lambda: ptx.tcgen05.auto_descriptor(reg.scalar(u32), dtype=dtype, shape=shape, major=major))
    assert lines[-1].endswith(f"{TCGEN05_MATRIX.encode(version=1, **fields)};")
    with pytest.raises(TraceError, match=r"no tile of bf16 \(64, 12\).*not one of the canonical"):
        body(lambda: ptx.tcgen05.auto_descriptor(reg.scalar(u32), dtype=bf16, shape=(64, 12)))


def test_instruction_descriptors_take_types() -> None:
    make = ptx.tcgen05.make_instr_desc
    assert make("f16", m=128, n=256, a=bf16) == make("kind::f16", m=128, n=256, a="bf16", b="bf16", d="f32")
    assert make("f16", m=128, n=256, a=bf16) == ptx.tcgen05.make_instr_desc_f16bf16_f32()
    assert make("i8", m=64, n=24, a=s8, d=s32) == 0x040604A0
    with pytest.raises(TraceError, match=r"ptx.tcgen05.make_instr_desc: kind::i8: n is a multiple of 16"):
        make("i8", m=128, n=40, a=s8)
    with pytest.raises(TraceError, match=r"ptx.tcgen05.zero_column_mask: .*use is 0 to 255"):
        ptx.tcgen05.zero_column_mask(used=300, zeroed=1)


WRONG: list[tuple[Callable[[], object], str]] = [
    (lambda: product(kind="mxf4"), r"ptx.mma.sync: kind 'mxf4' takes scale factors: scale_a= and scale_b="),
    (lambda: product(scale_a=reg.scalar(b32), scale_b=reg.scalar(b32)), "kind None takes no scale factors"),
    (lambda: product(scale_vec="1X"), "scale_vec, select_a and select_b go with scale_a"),
    (lambda: product(ordered_metadata=True), "ordered_metadata and sparsity_selector go with sparse_"),
    (lambda: product(sparsity_selector=0), "ordered_metadata and sparsity_selector go with sparse_"),
    (lambda: product(shape=(16, 8)), r"a shape is \(M, N, K\), such as \(16, 8, 16\), not \(16, 8\)"),
    (lambda: ptx.ldmatrix(dst=reg.scalar(b32), src="s", shape=(8, 8.0)), r"ldmatrix: a shape is \(M, N\)"),  # type: ignore[arg-type]
    (lambda: warpgroup(sparsity_selector=1), "wgmma.mma_async: sparsity_selector goes with sparse_metadata"),
    (lambda: warpgroup(shape=(64, 8)), r"ptx.wgmma.mma_async: a shape is \(M, N, K\)"),
    (lambda: tensor(zero_column_mask=0), "ptx.tcgen05.mma: zero_column_mask and b_buffer go with ws=True"),
    (lambda: tensor(ws=True, ashift=True), "ws=True goes without ashift, collector_a, scale_c"),
    (lambda: load(split=4), 'split= is for shape "16x32bx2" and needed there; not 4 for \'16x128b\''),
    (lambda: load(shape="16x32bx2"), "needed there; not None"),
    (lambda: load(reduce="max"), "reduce= and reduced= are given together"),
    (lambda: load(nan=True), "reduce= and reduced= are given together"),
    (lambda: ptx.tcgen05.ld_spcompress([], [], reg.scalar(b32), count=4, nan=True), "nan= goes with red"),
    (lambda: ptx.tcgen05.commit("b", multicast_bits=8), "multicast_bits is 16 or 32, not 8"),
]  # fmt: skip


def product(**changed: Any) -> None:
    options: dict[str, Any] = {"shape": (16, 8, 16), "dtype_d": f32, "dtype_a": bf16, "dtype_b": bf16}
    d = reg.array(f32, 4)
    options |= {"dtype_c": f32, "d": d, "c": d, "a": reg.array(b32, 4), "b": reg.array(b32, 2)}
    ptx.mma.sync(**{**options, **changed})


def warpgroup(**changed: Any) -> None:
    options: dict[str, Any] = {"shape": (64, 8, 16), "dtype_d": f32, "dtype_a": bf16, "dtype_b": bf16}
    options |= {"d": reg.array(f32, 4), "a": reg.scalar(u64), "b": reg.scalar(u64)}
    ptx.wgmma.mma_async(**{**options, **changed})


def tensor(**options: Any) -> None:
    ptx.tcgen05.mma(reg.scalar(b32), reg.scalar(u64), reg.scalar(u64), 0, **options)


def load(**options: Any) -> None:
    ptx.tcgen05.ld(reg.array(b32, 2), reg.scalar(b32), **options)


@pytest.mark.parametrize(("wrong", "said"), WRONG)
def test_arguments_that_do_not_go_together(wrong: Callable[[], object], said: str) -> None:
    with pytest.raises(TraceError, match=said) as raised:
        body(wrong)
    assert "test_matrix_wrappers.py:" in str(raised.value)
