"""Undefined values through `wgmma` and `tcgen05.mma`: padding whose results are discarded is right."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

from pyptx.errors import SimFault
from pyptx.layouts.descriptors import Major
from pyptx.layouts.fragments import wgmma_fragment
from pyptx.layouts.swizzle import find
from pyptx.program import from_ptx
from pyptx.sim.native import MISSING
from tests.sim.conftest import text
from tests.sim.tensor_cores import Case, Kernel, layout_of, stored

WGMMA = """
    .shared .align 1024 .b8 tile[4096];
    .reg .b32 %d<4>;
    .reg .b32 %a<4>;
    ld.param.u64 %rd1, [out];
    ld.param.u32 %r8, [first];
    ld.param.u32 %r9, [lanes];
    mov.u32 %r1, %tid.x;
    mov.u32 %r3, tile;
    mad.lo.u32 %r4, %r1, 16, %r3;
    {stores}
    fence.proxy.async.shared::cta;
    bar.sync 0;
    shr.u32 %r7, %r3, 4;
    cvt.u64.u32 %rd5, %r7;
    or.b64 %rd5, %rd5, 0x800400000;
    add.u64 %rd6, %rd5, 128;
    {fragment}
    wgmma.fence.sync.aligned;
    {mma}
    wgmma.commit_group.sync.aligned;
    wgmma.wait_group.sync.aligned 0;
    mad.wide.u32 %rd2, %r1, 16, %rd1;
    sub.u32 %r10, %r1, %r8;
    setp.lt.u32 %p3, %r10, %r9;
    @%p3 st.global.u32 [%rd2], %d{register};
    ret;
"""
SHAPE = "m64n8k16"


def wgmma(
    rng: random.Random, *, a_in_registers: bool, type_: str, transposed: bool
) -> tuple[str, set[tuple[int, int]]]:
    """A product of 64 by 8 with undefined elements, and the elements of D that depend on them."""
    rows, columns = set[int](), set[int]()
    stores = []
    for first in (0, 128):
        missing = rng.choice((first + rng.randrange(128), 999))
        stores.append(f"setp.ne.u32 %p1, %r1, {missing - first};")
        stores.append(f"@%p1 st.shared.v4.u32 [%r4+{16 * first}], {{0, 0, 0, 0}};")
        if missing == 999:
            continue
        if first:  # two chunks of each of 8 columns of B are 1024 bytes apart
            if missing - first < 8 or 64 <= missing - first < 72:
                columns |= set(range(8)) if transposed else {(missing - first) % 64}
        elif not a_in_registers:  # two chunks of each row of A
            rows.add(missing % 64)
    fragment = []
    for number in range(4):
        lane = rng.choice((rng.randrange(128), 999))
        fragment.append(f"setp.ne.u32 %p1, %r1, {lane}; @%p1 mov.b32 %a{number}, 0;")
        if lane < 128 and a_in_registers:
            rows.add(lane // 32 * 16 + number % 2 * 8 + lane % 32 // 4)
    a = "{%a0, %a1, %a2, %a3}" if a_in_registers else "%rd5"
    registers = ", ".join(f"%d{k}" for k in range(4 if type_ == "f32" else 2))
    tail = f"0, 1, 1, {int(transposed)}" if a_in_registers else f"0, 1, 1, 0, {int(transposed)}"
    mma = f"wgmma.mma_async.sync.aligned.{SHAPE}.{type_}.f16.f16 {{{registers}}}, {a}, %rd6, "
    chain = [mma + tail + ";", *(mma + "1" + tail[1:] + ";" for _ in range(rng.randrange(3)))]
    source = WGMMA.format(
        stores="\n".join(stores), fragment="\n".join(fragment), mma="\n".join(chain), register="{register}"
    )
    return source, {(i, j) for i in range(64) for j in range(8) if i in rows or j in columns}


@pytest.mark.parametrize("schedule", ["late", "early", "random"])
@pytest.mark.parametrize("a_in_registers", [False, True])
@pytest.mark.parametrize("type_", ["f32", "f16"])
@pytest.mark.parametrize("transposed", [False, True], ids=["K-major", "MN-major"])
def test_wgmma_makes_rows_and_columns_undefined(
    type_: str, schedule: str, *, a_in_registers: bool, transposed: bool
) -> None:
    rng = random.Random(f"{type_} {schedule} {a_in_registers} {transposed}")
    fragment = wgmma_fragment(SHAPE, "d", type_)
    for _ in range(2):
        source, undefined = wgmma(rng, a_in_registers=a_in_registers, type_=type_, transposed=transposed)
        for register in range(fragment.registers):
            bad = {
                lane
                for lane in range(128)
                if any(fragment.at(lane, register, e) in undefined for e in range(fragment.elements))
            }
            params = ".param .u64 out, .param .u32 first, .param .u32 lanes"
            program = from_ptx(text(source.replace("{register}", str(register)), params=params))
            runs = [(lane, 1) for lane in rng.sample(range(128), 3)] + [(min(bad, default=0), 1)]
            for first, lanes in runs:
                for native in (None, False):
                    given = np.zeros(512, np.uint32), first, lanes
                    options: dict[str, Any] = {
                        "grid": 1,
                        "block": 128,
                        "native": native,
                        "schedule": schedule,
                    }
                    if first not in bad:
                        report = program.launch(*given, **options)
                        assert report.detail.engine == ("numpy" if native is False or MISSING else "native")
                        continue
                    with pytest.raises(SimFault) as caught:
                        program.launch(*given, **options)
                    assert caught.value.rule.startswith("uninitialized")


CASES = [
    Case(),
    Case(n=48, b="f16", majors=(Major.MN, Major.MN), swizzles=("128B", "32B")),
    Case(kind="tf32", a="tf32", b="tf32"),
    Case(kind="f8f6f4", a="e4m3", b="e2m1"),
    Case(kind="i8", a="s8", b="u8", d="s32"),
    Case(m=64, d="f16"),
    Case(tensor_a=True),
    Case(m=64, n=64, ws=True),
]


@pytest.mark.parametrize("case", CASES, ids=str)
def test_tcgen05_mma_makes_rows_and_columns_undefined(case: Case) -> None:
    rng = random.Random(str(case))
    for _ in range(3):
        kernel = Kernel(columns=512)
        names = case.lay_out(kernel, *case.operands())
        rows, columns = set[int](), set[int]()
        for which, start, lines in ((0, 0, rows), (1, 16384, columns)):
            if rng.random() < 0.7 and not (which == 0 and case.tensor_a):
                hole, lost = rng.choice(list(lines_by_chunk(case, which, start).items()))
                kernel.holes += (hole,)
                lines |= lost
        kernel.products += [case.mma(names, enable=str(n)) for n in range(rng.choice((1, 2)))]
        elements = [(rng.randrange(case.m), rng.randrange(case.n)) for _ in range(3)]
        elements += [(row, rng.randrange(case.n)) for row in sorted(rows)[:1]]
        elements += [(rng.randrange(case.m), column) for column in sorted(columns)[-1:]]
        for i, j in elements:
            kernel.only = case.place(i, j)[1:]
            if i not in rows and j not in columns:
                kernel.run(checks=("uninitialized",))
                continue
            with pytest.raises(SimFault, match=r"16 of 16 bytes read at tile\+") as caught:
                kernel.run(checks=("uninitialized",))
            assert (caught.value.instruction or "").startswith("tcgen05.mma")
            assert "a value computed from it is used here" in str(caught.value)


def lines_by_chunk(case: Case, which: int, start: int) -> dict[int, set[int]]:
    """The lines of A or B of which each chunk of 16 bytes of shared memory has elements."""
    raw = stored((case.a, case.b)[which], case.operands()[which], packed=case.packed)
    size = raw.dtype.itemsize
    depth = raw.shape[1] * (size if case.majors[which] == Major.K else 1)
    layout = layout_of(case.swizzles[which], case.majors[which], len(raw), depth)
    swizzle = find(layout.swizzle)
    found: dict[int, set[int]] = {}
    for line, k in np.ndindex(raw.shape):
        at = start + layout.offset(line, k, elem_bytes=size)
        if swizzle is not None:
            at ^= (at & swizzle.line_mask) >> swizzle.shift
        found.setdefault(at // 16 * 16, set()).add(line)
    return found


def test_undefined_words_of_a_and_d_in_tensor_memory() -> None:
    """A in columns 256 to 263 and D in columns 0 to 63, neither of which a thread wrote."""
    case = Case(tensor_a=True)
    for known, enable, rule in (
        ({0, 8}, "1", ""),
        ({8}, "1", "column 0 of tensor memory is added as D, but"),
        ({8}, "0", ""),
        ({0}, "0", "column 256 of tensor memory, which is read here,"),
    ):
        kernel = Kernel(columns=512, only=(7, 5))
        names = case.lay_out(kernel, *case.operands())
        kernel.known = known
        kernel.products.append(case.mma(names, enable=enable))
        if not rule:
            kernel.run(checks=("uninitialized",))
            continue
        with pytest.raises(SimFault, match=f"lane [07], {rule} was never") as caught:
            kernel.run(checks=("uninitialized",))
        assert caught.value.rule == "uninitialized-tensor-memory"


@pytest.mark.parametrize("lane", [5, 6, 7])
def test_a_copy_moves_undefined_words(lane: int) -> None:
    """The second of two chunks of row 6, which are 256 bytes apart, was never written."""
    kernel = Kernel(columns=32, only=(lane, 5), holes=(256 + 6 * 16,))
    descriptor = "or.b64 %d0, %d0, 0x400000100000;"
    kernel.products += ["cvt.u64.u32 %d0, %r2; shr.u64 %d0, %d0, 4;", descriptor]
    kernel.products.append("tcgen05.cp.cta_group::1.128x256b [%taddr], %d0;")
    if lane != 6:
        kernel.run(checks=("uninitialized",))
        return
    with pytest.raises(SimFault, match=r"16 of 16 bytes read at tile\+") as caught:
        kernel.run(checks=("uninitialized",))
    assert (caught.value.instruction or "").startswith("tcgen05.cp")


STAGED = """
    .shared .align 128 .b8 tile[512];
    ld.param.u64 %rd1, [out];
    mov.u32 %r1, %tid.x;
    mov.u32 %r3, tile;
    mad.lo.u32 %r4, %r1, 4, %r3;
    ld.shared.u32 %r5, [%r4+256];
    add.u32 %r5, %r5, 1;
    st.shared.u32 [%r4], %r5;
    fence.proxy.async.shared::cta;
    bar.sync 0;
    setp.eq.u32 %p1, %r1, 0;
    @%p1 cp.async.bulk.global.shared::cta.bulk_group [%rd1], [%r3], 128;
    cp.async.bulk.commit_group;
    cp.async.bulk.wait_group 0;
    ret;
"""


@pytest.mark.parametrize("native", [None, False])
def test_a_bulk_copy_names_the_first_read_of_an_undefined_value(native: bool | None) -> None:
    program = from_ptx(text(STAGED, params=".param .u64 out"))
    with pytest.raises(SimFault, match="128 of 128 bytes are undefined, the first at tile") as caught:
        program.launch(np.zeros(32, np.uint32), grid=1, block=32, native=native)
    assert "cp.async.bulk.global" in (caught.value.instruction or "")
    assert "the undefined value stored there was first read here:\n    ld.shared.u32" in str(caught.value)


RAGGED = """
    .shared .align 128 .b8 tile[2048];
    .reg .f32 %d<4>;
    ld.param.u64 %rd1, [out];
    mov.u32 %r1, %tid.x;
    mov.u32 %r2, tile;
    mad.wide.u32 %rd3, %r1, 4, %rd1;
    mad.lo.u32 %r4, %r1, 16, %r2;
    {written}
    @%p2 st.shared.v4.u32 [%r4], {{0, 0, 0, 0}};
    fence.proxy.async.shared::cta;
    bar.sync 0;
    shr.u32 %r7, %r2, 4;
    cvt.u64.u32 %rd5, %r7;
    or.b64 %rd5, %rd5, 0x800400000;
    wgmma.fence.sync.aligned;
    wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {{%d0, %d1, %d2, %d3}}, %rd5, %rd5, 0, 1, 1, 0, 0;
    wgmma.commit_group.sync.aligned;
    wgmma.wait_group.sync.aligned 0;
    setp.lt.u32 %p3, %r1, 96;
    {used}
    ret;
"""
"""D has 64 rows; %d0 of 96 threads holds rows that are less than 50 only."""
FIRST_50_ROWS = "and.b32 %r8, %r1, 63; setp.lt.u32 %p2, %r8, 50;"
FIRST_8_OF_K = "setp.lt.u32 %p2, %r1, 64;"
EVERYTHING = "setp.lt.u32 %p2, %r1, 128;"
STORED = "st.global.f32 [%rd3], %d0;"
REDUCED = "shfl.sync.bfly.b32 %f6, %f5, 16, 31, -1; max.f32 %f6, %f6, %f5; st.global.f32 [%rd3], %f6;"
BUGS = {
    "the end of K is not filled": (FIRST_8_OF_K, STORED, EVERYTHING, STORED),
    "padding is stored": (FIRST_50_ROWS, STORED, FIRST_50_ROWS, f"@%p3 {STORED}"),
    "padding is reduced": (
        FIRST_50_ROWS,
        f"mov.f32 %f5, %d0; {REDUCED}",
        FIRST_50_ROWS,
        f"selp.f32 %f5, %d0, 0f00000000, %p3; {REDUCED}",
    ),
    "padding is multiplied by zero": (
        FIRST_50_ROWS,
        f"@!%p3 mul.f32 %d0, %d0, 0f00000000; {STORED}",
        FIRST_50_ROWS,
        f"@!%p3 mov.f32 %d0, 0f00000000; {STORED}",
    ),
    "padding decides a store": (
        FIRST_50_ROWS,
        "setp.gt.f32 %p4, %d0, 0f00000000; @%p4 st.global.u32 [%rd3], 1;",
        FIRST_50_ROWS,
        "setp.gt.and.f32 %p4, %d0, 0f00000000, %p3; @%p4 st.global.u32 [%rd3], 1;",
    ),
}


@pytest.mark.parametrize("native", [None, False])
@pytest.mark.parametrize("name", BUGS)
def test_uses_of_padding(name: str, native: bool | None) -> None:
    written, used, right_written, right_used = BUGS[name]
    right = from_ptx(text(RAGGED.format(written=right_written, used=right_used), params=".param .u64 out"))
    right.launch(np.zeros(128, np.uint32), grid=1, block=128, checks="all", native=native)
    wrong = from_ptx(text(RAGGED.format(written=written, used=used), params=".param .u64 out"))
    with pytest.raises(SimFault, match="16 of 16 bytes read at tile") as caught:
        wrong.launch(np.zeros(128, np.uint32), grid=1, block=128, checks="all", native=native)
    assert (caught.value.instruction or "").startswith("wgmma.mma_async")
    assert "a value computed from it is used here" in str(caught.value)
