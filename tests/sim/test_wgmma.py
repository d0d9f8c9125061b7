"""Products of warpgroups against NumPy: types, majors, swizzles, registers, sparse A; and the rules."""

from __future__ import annotations

from typing import Any

import ml_dtypes
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pyptx.errors import SimFault
from pyptx.layouts.descriptors import WGMMA_MATRIX, GmmaLayout, LayoutType, Major
from pyptx.layouts.sparsity import chunk_columns, indices, metadata_fragment
from pyptx.layouts.swizzle import find
from pyptx.program import from_ptx
from pyptx.sim import simulate
from tests.sim.conftest import text

SMEM = 64 * 1024
DTYPES: dict[str, Any] = {
    "f16": np.float16,
    "bf16": ml_dtypes.bfloat16,
    "tf32": np.float32,
    "e4m3": ml_dtypes.float8_e4m3fn,
    "e5m2": ml_dtypes.float8_e5m2,
    "s8": np.int8,
    "u8": np.uint8,
}
DEPTH = {"f16": 16, "bf16": 16, "tf32": 8, "e4m3": 32, "e5m2": 32, "s8": 32, "u8": 32}

BODY = """
    .shared .align 1024 .b8 tile[{smem}];
    .reg .b32 %d<128>;
    .reg .b32 %a<4>;
    .reg .b32 %meta;
    ld.param.u64 %rd1, [data];
    ld.param.u64 %rd2, [afrag];
    ld.param.u64 %rd3, [initial];
    ld.param.u64 %rd4, [out];
    mov.u32 %r1, %tid.x;
    mov.u32 %r2, tile;
    shl.b32 %r3, %r1, 4;
COPY:
    cvt.u64.u32 %rd5, %r3;
    add.u64 %rd5, %rd1, %rd5;
    ld.global.v4.u32 {{%r10, %r11, %r12, %r13}}, [%rd5];
    add.u32 %r4, %r2, %r3;
    st.shared.v4.u32 [%r4], {{%r10, %r11, %r12, %r13}};
    add.u32 %r3, %r3, 2048;
    setp.lt.u32 %p1, %r3, {smem};
    @%p1 bra COPY;
    fence.proxy.async.shared::cta;
    bar.sync 0;
    mul.wide.u32 %rd5, %r1, 20;
    add.u64 %rd5, %rd2, %rd5;
    ld.global.u32 %a0, [%rd5];
    ld.global.u32 %a1, [%rd5+4];
    ld.global.u32 %a2, [%rd5+8];
    ld.global.u32 %a3, [%rd5+12];
    ld.global.u32 %meta, [%rd5+16];
    mul.wide.u32 %rd6, %r1, {d_bytes};
    add.u64 %rd7, %rd3, %rd6;
    add.u64 %rd8, %rd4, %rd6;
    {loads}
    mov.b64 %rd10, {a_desc:#x};
    mov.b64 %rd11, {b_desc:#x};
    wgmma.fence.sync.aligned;
    {products}
    wgmma.commit_group.sync.aligned;
    wgmma.wait_group.sync.aligned 0;
    {stores}
"""


def layout_of(swizzle: str, major: Major, extent: int, depth: int) -> GmmaLayout:
    """The descriptor's strides for a dense operand, in the terms of the canonical layouts."""
    kind = LayoutType.INTERLEAVE if swizzle == "NONE" else LayoutType[f"B{swizzle[:-1]}"]
    width = 16 if swizzle == "NONE" else int(swizzle[:-1])
    across = extent if major == Major.K else depth
    block, group = across * width, 8 * width
    if swizzle == "NONE" and major == Major.MN:
        block, group = group, block
    return GmmaLayout(kind, block, group, swizzle, None if swizzle == "NONE" else swizzle)


def put(
    smem: np.ndarray,
    start: int,
    layout: GmmaLayout,
    major: Major,
    matrix: np.ndarray,
    base: int,
    claimed: int,
) -> int:
    """Lay a matrix (extent along M or N, then K) out, and return its descriptor.

    Args:
        smem: Shared memory, to write to.
        start: Where the matrix starts without a base offset.
        layout: Its layout there.
        major: Its major direction.
        matrix: The elements.
        base: How many lines of 128 bytes it starts later, together with the pattern of its swizzle.
        claimed: Base offset in the descriptor.
    """
    size = matrix.dtype.itemsize
    swizzle = find(layout.smem_swizzle)
    for mn in range(matrix.shape[0]):
        for k in range(matrix.shape[1]):
            at = start + layout.offset(mn, k, elem_bytes=size, major=major)
            at = (swizzle.apply(at) if swizzle else at) + 128 * base
            smem[at : at + size] = np.frombuffer(matrix[mn, k].tobytes(), np.uint8)
    return WGMMA_MATRIX.encode(
        address=start + 128 * base,
        leading=layout.leading_byte_offset,
        stride=layout.stride_byte_offset,
        base_offset=claimed,
        swizzle=int(layout.layout_type),
    )


def d_place(thread: int, element: int) -> tuple[int, int]:
    """Row and column of an element of D."""
    warp, g, q = thread // 32, thread // 4 % 8, thread % 4
    return 16 * warp + g + 8 * (element >> 1 & 1), 8 * (element >> 2) + 2 * q + (element & 1)


def a_place(thread: int, register: int, element: int, per: int) -> tuple[int, int]:
    """Row and column of an element of A in registers."""
    warp, g, q = thread // 32, thread // 4 % 8, thread % 4
    return 16 * warp + g + 8 * (register & 1), q * per + element + 4 * per * (register >> 1)


def values(rng: np.random.Generator, dtype: Any, shape: tuple[int, ...]) -> np.ndarray:
    if np.dtype(dtype).kind in "iu" and np.dtype(dtype).itemsize == 1:
        info = np.iinfo(dtype)
        return rng.integers(info.min, info.max + 1, shape).astype(dtype)
    return rng.integers(-8, 9, shape).astype(np.float32).astype(dtype)


def multiply(
    a_type: str, b_type: str, d_type: str, n: int, *, swizzle: str = "128B",
    majors: tuple[Major, Major] = (Major.K, Major.K), registers: bool = False, sparse: bool = False,
    selector: int = 0, scales: tuple[int, int] = (1, 1), adds: bool = True,
    satfinite: bool = False, bases: tuple[int, int] = (0, 0), claimed: tuple[int, int] | None = None,
    schedule: str = "late", seed: int = 0, native: bool | None = None, run: Any = simulate,
) -> tuple[np.ndarray, np.ndarray]:  # fmt: skip
    """Run one product; D as computed and as NumPy has it."""
    rng = np.random.default_rng(seed)
    stored = DEPTH[a_type]
    k = 2 * stored if sparse else stored
    a = values(rng, DTYPES[a_type], (64, k))
    b = values(rng, DTYPES[b_type], (n, k))
    meta = np.zeros(128, np.uint32)
    packed = a
    if sparse:
        wide = chunk_columns(a_type)
        packed = np.zeros((64, stored), a.dtype)
        chosen = np.zeros((64, k), bool)
        kept: dict[tuple[int, int], int] = {}
        for row in range(64):
            for chunk in range(k // wide):
                positions = tuple(sorted(rng.choice(wide, wide // 2, replace=False).tolist()))
                kept[row, chunk] = indices(positions, a_type)
                for number, position in enumerate(positions):
                    packed[row, chunk * wide // 2 + number] = a[row, chunk * wide + position]
                    chosen[row, chunk * wide + position] = True
        a = np.where(chosen, a, np.zeros_like(a))
        fragment = metadata_fragment(f"m64n{n}k{k}", a_type, selector)
        for lane in fragment.lanes:
            for element in range(8):
                meta[lane] |= np.uint32(kept[fragment.at(lane, 0, element)] << 4 * element)
    smem = rng.integers(0, 255, SMEM).astype(np.uint8)
    claimed = claimed or bases
    a_desc = put(
        smem, 0, layout_of(swizzle, majors[0], 64, packed.shape[1]), majors[0], packed, bases[0], claimed[0]
    )
    b_desc = put(smem, 32768, layout_of(swizzle, majors[1], n, k), majors[1], b, bases[1], claimed[1])
    afrag = np.zeros((128, 5), np.uint32)
    per = 4 // packed.itemsize
    raw = packed.view(f"u{packed.itemsize}").astype(np.uint64)
    for thread in range(128):
        for register in range(4):
            for element in range(per):
                row, column = a_place(thread, register, element, per)
                afrag[thread, register] |= np.uint32(int(raw[row, column]) << 8 * packed.itemsize * element)
    afrag[:, 4] = meta
    half = d_type == "f16"
    count = n // 4 if half else n // 2
    host: Any = {"f32": np.float32, "f16": np.float16, "s32": np.int32}[d_type]
    most = 4000 if half else 50  # f16 rounds sums above 2048
    d0 = rng.integers(-most, most, (64, n)).astype(host)
    initial = np.zeros((128, n // 2), host)
    for thread in range(128):
        for element in range(n // 2):
            initial[thread, element] = d0[d_place(thread, element)]
    out = np.zeros_like(initial)
    floating = d_type in ("f32", "f16") and a_type != "b1"
    trans = [str(int(major)) for major, there in zip(majors, (not registers, True), strict=True) if there]
    operands = [
        "{" + ", ".join(f"%d{i}" for i in range(count)) + "}",
        "{%a0, %a1, %a2, %a3}" if registers else "%rd10",
        "%rd11",
        *(["%meta", str(selector)] if sparse else []),
        "%p9",
        *(map(str, scales) if floating else ()),
        *(trans if a_type in ("f16", "bf16") else ()),
    ]
    kind = ".sp" if sparse else ""
    word = f"wgmma.mma_async{kind}.sync.aligned.m64n{n}k{k}{'.satfinite' if satfinite else ''}"
    product = f"{word}.{d_type}.{a_type}.{b_type} {', '.join(operands)};"
    dreg = "%df" if d_type == "f32" else "%d"
    product = product.replace("%d", dreg) if d_type == "f32" else product
    body = BODY.format(
        smem=SMEM,
        d_bytes=4 * count,
        loads=f".reg .f32 %df<128>;\n setp.ne.u32 %p9, {int(adds)}, 0;\n"
        + "\n".join(f"ld.global.b32 {dreg}{i}, [%rd7+{4 * i}];" for i in range(count)),
        stores="\n".join(f"st.global.b32 [%rd8+{4 * i}], {dreg}{i};" for i in range(count)),
        a_desc=a_desc,
        b_desc=b_desc,
        products=product,
    )
    program = from_ptx(
        text(body, params=".param .u64 data, .param .u64 afrag, .param .u64 initial, .param .u64 out")
    )
    run(
        program, (smem, afrag, initial, out), grid=(1, 1, 1), block=(128, 1, 1), schedule=schedule, seed=seed,
        native=native,
    )  # fmt: skip
    found = np.zeros((64, n), host)
    for thread in range(128):
        for element in range(n // 2):
            found[d_place(thread, element)] = out[thread, element]
    exact = a.astype(np.float64) @ b.astype(np.float64).T * scales[0] * scales[1]
    exact = exact + d0.astype(np.float64) if adds else exact
    if d_type == "s32":
        exact = np.clip(exact, -(2**31), 2**31 - 1) if satfinite else exact
    return found, exact.astype(host)


@st.composite
def products(draw: st.DrawFn) -> dict[str, Any]:
    a_type = draw(st.sampled_from(list(DTYPES)))
    b_type = {"e4m3": "e5m2", "e5m2": "e4m3", "s8": "u8", "u8": "s8"}.get(a_type, a_type)
    b_type = draw(st.sampled_from([a_type, b_type]))
    d_type = draw(st.sampled_from({"f16": ["f16", "f32"], "e4m3": ["f16", "f32"]}.get(a_type, ["f32"])))
    if a_type in ("s8", "u8"):
        d_type = "s32"
    half = a_type in ("f16", "bf16")
    registers = draw(st.booleans())
    sparse = draw(st.booleans())
    swizzle = draw(st.sampled_from(["NONE", "32B", "64B", "128B"]))
    if sparse and swizzle == "32B":
        swizzle = "64B"
    return {
        "a_type": a_type, "b_type": b_type, "d_type": d_type,
        "n": draw(st.sampled_from([8, 16, 24, 64])) if not half else draw(st.sampled_from([64, 128])),
        "swizzle": swizzle, "registers": registers, "sparse": sparse,
        "selector": draw(st.integers(0, 1)) if sparse and a_type in ("f16", "bf16", "tf32") else 0,
        "majors": (
            draw(st.sampled_from([Major.K, Major.MN])) if half and not registers else Major.K,
            draw(st.sampled_from([Major.K, Major.MN])) if half else Major.K,
        ),
        "scales": (draw(st.sampled_from([1, -1])), 1) if d_type != "s32" else (1, 1),
        "bases": (draw(st.integers(0, 7)), draw(st.integers(0, 7))),
        "adds": draw(st.booleans()), "schedule": draw(st.sampled_from(["late", "early", "random"])),
        "seed": draw(st.integers(0, 9)),
    }  # fmt: skip


@settings(max_examples=30)
@given(products())
def test_products_of_every_type_and_layout(case: dict[str, Any]) -> None:
    found, expected = multiply(**case)
    assert np.array_equal(found, expected)


@pytest.mark.parametrize("native", [True, False])
@pytest.mark.parametrize("swizzle", ["32B", "64B", "128B"])
@pytest.mark.parametrize("major", list(Major))
@pytest.mark.parametrize("base", range(8))
def test_patterns_that_start_between_multiples_of_their_period(
    base: int, major: Major, swizzle: str, native: bool
) -> None:
    bases, majors = (base, (3 * base + 5) % 8), (major, major)
    found, expected = multiply(
        "bf16", "bf16", "f32", 64, swizzle=swizzle, majors=majors, bases=bases, native=native
    )
    assert np.array_equal(found, expected)


@pytest.mark.parametrize("native", [True, False])
@pytest.mark.parametrize("claimed", [(0, 0), (3, 0), (0, 6), (4, 6)])
def test_a_wrong_base_offset_gives_wrong_values(claimed: tuple[int, int], native: bool) -> None:
    found, expected = multiply("bf16", "bf16", "f32", 64, bases=(3, 6), claimed=claimed, native=native)
    assert not np.array_equal(found, expected)


@settings(max_examples=20)
@given(st.lists(st.tuples(st.sampled_from([1, -1]), st.sampled_from([0, 1])), min_size=2, max_size=4))
def test_chains_of_products_are_alike_on_both_engines(chain: list[tuple[int, int]]) -> None:
    """MMAs of one group whose descriptors continue the rows, by the sign of A and the major of B."""
    n, count = 64, 32
    smem = np.random.default_rng(0).normal(size=SMEM // 2).astype(ml_dtypes.bfloat16)
    layout = layout_of("128B", Major.K, 64, 64)
    fields = {"leading": layout.leading_byte_offset, "stride": layout.stride_byte_offset}
    a_desc, b_desc = (
        WGMMA_MATRIX.encode(address=address, swizzle=int(layout.layout_type), **fields)
        for address in (0, 32768)
    )
    registers = "{" + ", ".join(f"%df{i}" for i in range(count)) + "}"
    move = "add.u64 %rd12, %rd10, {by}; add.u64 %rd13, %rd11, {by};"
    mma = f"wgmma.mma_async.sync.aligned.m64n{n}k16.f32.bf16.bf16 {registers}, %rd12, %rd13"
    mmas = (
        f"{move.format(by=2 * part)} {mma}, 1, {sign}, 1, 0, {major};"
        for part, (sign, major) in enumerate(chain)
    )
    body = BODY.format(
        smem=SMEM,
        d_bytes=4 * count,
        loads=".reg .f32 %df<32>;\n"
        + "\n".join(f"ld.global.b32 %df{i}, [%rd7+{4 * i}];" for i in range(count)),
        stores="\n".join(f"st.global.b32 [%rd8+{4 * i}], %df{i};" for i in range(count)),
        a_desc=a_desc,
        b_desc=b_desc,
        products="\n".join(mmas),
    )
    program = from_ptx(
        text(body, params=".param .u64 data, .param .u64 afrag, .param .u64 initial, .param .u64 out")
    )
    outs = []
    for native in (True, False):
        out = np.zeros((128, count), np.float32)
        afrag, initial = np.zeros((128, 5), np.uint32), np.ones_like(out)
        simulate(program, (smem, afrag, initial, out), grid=(1, 1, 1), block=(128, 1, 1), native=native)
        outs.append(out.view(np.uint32))
    assert np.array_equal(outs[0], outs[1])


def test_clamped_integers() -> None:
    found, expected = multiply("s8", "s8", "s32", 16, satfinite=True)
    assert np.array_equal(found, expected)


RULES = """
    .shared .align 1024 .b8 tile[8192];
    .reg .f32 %d<4>;
    .reg .f32 %e<4>;
    .reg .f16x2 %a<4>;
    mov.u32 %r1, %tid.x;
    mov.u32 %r2, tile;
    mad.lo.u32 %r2, %r1, 64, %r2;
    st.shared.v4.u32 [%r2], {{0, 0, 0, 0}};
    st.shared.v4.u32 [%r2+16], {{0, 0, 0, 0}};
    st.shared.v4.u32 [%r2+32], {{0, 0, 0, 0}};
    st.shared.v4.u32 [%r2+48], {{0, 0, 0, 0}};
    fence.proxy.async.shared::cta;
    bar.sync 0;
    mov.u32 %r2, tile;
    shr.u32 %r3, %r2, 4;
    cvt.u64.u32 %rd1, %r3;
    or.b64 %rd1, %rd1, 0x4000004000000000;
    mov.f32 %d0, 0f00000000;
    mov.f32 %d1, 0f00000000;
    mov.f32 %d2, 0f00000000;
    mov.f32 %d3, 0f00000000;
    mov.b32 %a0, 0; mov.b32 %a1, 0; mov.b32 %a2, 0; mov.b32 %a3, 0;
    {body}
    wgmma.commit_group.sync.aligned;
    wgmma.wait_group.sync.aligned 0;
"""
MMA = "wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%d0, %d1, %d2, %d3}, %rd1, %rd1, 1, 1, 1, 0, 0;"
MMA_A = MMA.replace("%rd1, %rd1, 1, 1, 1, 0, 0;", "{%a0, %a1, %a2, %a3}, %rd1, 1, 1, 1, 0;")
FENCE = "wgmma.fence.sync.aligned;"
WAIT = "wgmma.commit_group.sync.aligned;\n wgmma.wait_group.sync.aligned 0;"
NO_LANES = "setp.gt.u32 %p1, %r1, 4096;"


@pytest.mark.parametrize(
    "body",
    [
        f"{FENCE}\n{MMA}\n{MMA}",
        f"{FENCE}\n{MMA}\n{WAIT}\n mov.f32 %f1, %d0;\n {FENCE}\n {MMA_A}",
        f"{FENCE}\n{MMA}\n{WAIT}\n {MMA}",
        f"{FENCE}\n{MMA_A}\n mov.b32 %r9, %a0;",
        f"{NO_LANES}\n {FENCE}\n{MMA}\n @%p1 mov.f32 %f1, %d0;\n {WAIT}\n mov.f32 %f1, %d0;",
        f"{FENCE}\n{MMA.replace('%rd1, 1,', '%rd1, 0,').replace('%d', '%e')}",
    ],
)
@pytest.mark.parametrize("schedule", ["late", "early", "random"])
def test_legal_uses_of_registers(run: Any, body: str, schedule: str) -> None:
    run(RULES.format(body=body), block=128, schedule=schedule, seed=4)


@pytest.mark.parametrize(
    ("body", "rule"),
    [
        (MMA, "wgmma-fence"),
        (f"{FENCE}\n mov.f32 %d1, 0f00000000;\n {MMA}", "wgmma-fence"),
        (f"{FENCE}\n{MMA}\n{WAIT}\n add.f32 %f1, %d0, %d1;\n {MMA}", "wgmma-fence"),
        (f"{FENCE}\n mov.b32 %a1, 0;\n {MMA_A}", "wgmma-fence"),
        (f"{FENCE}\n{MMA}\n add.f32 %f1, %d0, %d1;", "wgmma-hazard"),
        (f"{FENCE}\n{MMA}\n mov.f32 %f1, %d3;", "wgmma-hazard"),
        (f"{FENCE}\n{MMA}\n mov.f32 %d3, 0f00000000;", "wgmma-hazard"),
        (f"{FENCE}\n{MMA_A}\n mov.b32 %a3, 0;", "wgmma-hazard"),
        (f"mov.f32 %d1, %d0;\n {FENCE}\n{MMA}\n mov.f32 %d1, %d0;", "wgmma-hazard"),
        (f"{FENCE}\n{MMA}\n{WAIT}\n mov.f32 %f1, %d0;\n {FENCE}\n{MMA}\n mov.f32 %f1, %d0;", "wgmma-hazard"),
        (f"{NO_LANES}\n {FENCE}\n{MMA}\n @%p1 mov.f32 %f1, %d0;\n mov.f32 %f1, %d0;", "wgmma-hazard"),
        (f"{NO_LANES}\n {FENCE}\n @%p1 mov.f32 %d1, %d0;\n mov.f32 %d1, %d0;\n {MMA}", "wgmma-fence"),
        (
            f"{FENCE}\n{MMA.replace('%d', '%e')}\n{WAIT}\n mov.b32 %r9, %e0;\n bar.sync %r9;",
            "uninitialized-register",
        ),
        (f"{FENCE}\n or.b64 %rd2, %rd1, 0x3fff;\n {MMA.replace('%rd1, 1', '%rd2, 1')}", "out-of-bounds"),
        (f"{FENCE}\n or.b64 %rd2, %rd1, 0x4000;\n {MMA.replace('%rd1, 1', '%rd2, 1')}", "wgmma-descriptor"),
        (
            f"{FENCE}\n setp.lt.u32 %p1, %r1, 32;\n selp.b64 %rd2, %rd1, 0, %p1;\n "
            + MMA.replace("%rd1, 1", "%rd2, 1"),
            "wgmma-operand",
        ),
        (f"setp.lt.u32 %p1, %r1, 32;\n @%p1 ret;\n {FENCE}\n{MMA}", "aligned"),
    ],
)
@pytest.mark.parametrize("schedule", ["late", "early"])
def test_rules_on_registers(run: Any, body: str, rule: str, schedule: str) -> None:
    with pytest.raises(SimFault) as caught:
        run(RULES.format(body=body), block=128, schedule=schedule)
    assert caught.value.rule == rule


@pytest.mark.parametrize("bits", ["0x3fff", "0x4000"])
def test_a_descriptor_fault_names_the_mma_with_shadows_too(bits: str) -> None:
    body = f"{FENCE}\n or.b64 %rd2, %rd1, {bits};\n {MMA.replace('%rd1, 1', '%rd2, 1')}"
    program, faults = from_ptx(text(RULES.format(body=body))), []
    for shadow in (False, True):
        with pytest.raises(SimFault) as caught:
            simulate(program, (), grid=(1, 1, 1), block=(128, 1, 1), native=False, checks=(), shadow=shadow)
        faults.append((str(caught.value), caught.value.instruction, caught.value.ptx_line))
    assert faults[0] == faults[1]
    assert str(faults[1][1]).startswith("wgmma.mma_async")


@pytest.mark.parametrize("order", ["any", "hardware"])
def test_halves_that_are_no_number_have_one_encoding(run: Any, order: str) -> None:
    body = f"""
        .reg .b32 %h2<2>;
        mov.b32 %a0, 0xFE01FE01;
        mov.b32 %h20, 0;
        mov.b32 %h21, 0;
        {FENCE}
        {MMA_A.replace("k16.f32", "k16.f16").replace("{%d0, %d1, %d2, %d3}", "{%h20, %h21}")}
        {WAIT}
        ld.param.u64 %rd3, [out];
        mad.wide.u32 %rd3, %r1, 8, %rd3;
        st.global.v2.u32 [%rd3], {{%h20, %h21}};
    """
    out = np.zeros((128, 2), np.uint32)
    run(RULES.format(body=body), block=128, order=order, out=out)
    assert (out[:, 0] == 0x7FFF7FFF).all()


def test_bits_are_counted(run: Any) -> None:
    """A and B of ones in every other bit: the population of their conjunction."""
    body = RULES.partition("mov.u32 %r2, tile;\n    shr")[0].replace("{{0, 0, 0, 0}}", "{{0x55, 3, 0, 1}}")
    body = body.replace(".reg .f32 %d<4>;", ".reg .s32 %d<4>;")
    out = np.zeros((128, 4), np.int32)
    run(
        body.format()
        + """
        ld.param.u64 %rd3, [out];
        mul.wide.u32 %rd4, %r1, 16;
        add.u64 %rd3, %rd3, %rd4;
        mov.u32 %r2, tile;
        shr.u32 %r3, %r2, 4;
        cvt.u64.u32 %rd1, %r3;
        or.b64 %rd1, %rd1, 0x4000004000000000;
        wgmma.fence.sync.aligned;
        wgmma.mma_async.sync.aligned.m64n8k256.s32.b1.b1.and.popc {%d0, %d1, %d2, %d3}, %rd1, %rd1, 0;
        wgmma.commit_group.sync.aligned;
        wgmma.wait_group.sync.aligned 0;
        st.global.v4.u32 [%rd3], {%d0, %d1, %d2, %d3};
        """,
        block=128,
        out=out,
    )
    assert (out == 2 * (4 + 2 + 1)).all()


def test_warps_of_a_warpgroup_that_do_not_come(run: Any) -> None:
    body = f"setp.lt.u32 %p1, %r1, 32;\n @%p1 bar.sync 1, 64;\n {FENCE}\n{MMA}"
    with pytest.raises(SimFault, match="warp 0 of the warpgroup has not arrived") as caught:
        run(RULES.format(body=body), block=128)
    assert caught.value.rule == "deadlock"


WAITING = """
    mov.u32 %r1, %tid.x;
    setp.lt.u32 %p1, %r1, 32;
    mov.u32 %r2, 1;
    wgmma.fence.sync.aligned;
    @!%p1 bra WAIT;
AGAIN:
    add.u32 %r2, %r2, 2;
    setp.ne.u32 %p2, %r2, 0;
    @%p2 bra AGAIN;
WAIT:
    wgmma.wait_group.sync.aligned 0;
    st.global.u32 [%rd1], %r2;
"""


@pytest.mark.parametrize("native", [True, False])
def test_who_waits_for_products_when_the_watchdog_speaks(native: bool) -> None:
    body = "ld.param.u64 %rd1, [out];" + WAITING + "ret;"
    made = from_ptx(text(body, params=".param .u64 out"))
    out = np.zeros(1, np.uint32)
    with pytest.raises(SimFault, match="warp 0 of the warpgroup has not arrived") as caught:
        made.launch(out, grid=1, block=128, native=native, max_steps=20_000, schedule="random")
    assert caught.value.rule == "max-steps"
