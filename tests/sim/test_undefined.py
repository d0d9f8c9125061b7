"""Undefined values: legal uses, and the reports of faults."""

from __future__ import annotations

import random
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from pyptx.errors import SimFault
from pyptx.sim.native import MISSING

if TYPE_CHECKING:
    from collections.abc import Callable

    from pyptx.program import Program

needs_native = pytest.mark.skipif(bool(MISSING), reason=MISSING)

START = """
    .shared .align 16 .b32 tile[64];
    ld.param.u64 %rd1, [out];
    mov.u32 %r1, %tid.x;
    shl.b32 %r2, %r1, 2;
    cvt.u64.u32 %rd2, %r2;
    add.u64 %rd1, %rd1, %rd2;
    mov.u32 %r3, tile;
    add.u32 %r4, %r3, %r2;
    setp.lt.u32 %p1, %r1, 20;
    @%p1 mov.u32 %r5, 7;
"""
"""Twenty of 32 threads define %r5."""

HARMLESS = {
    "what is computed of it": "mad.lo.u32 %r6, %r5, %r5, 3; @%p1 st.global.u32 [%rd1], %r6;",
    "a compare": (
        "setp.gt.u32 %p2, %r5, 3; mov.u32 %r6, 0; selp.u32 %r7, 1, 0, %p1; @%p1 st.global.u32 [%rd1], %r7;"
    ),
    "the other side of selp": "selp.u32 %r6, %r5, 0, %p1; st.global.u32 [%rd1], %r6;",
    "and with false": "setp.gt.u32 %p2, %r5, 3; and.pred %p2, %p2, %p1; @%p2 st.global.u32 [%rd1], %r5;",
    "or with true": (
        "setp.gt.u32 %p2, %r5, 3; not.pred %p3, %p1; or.pred %p3, %p2, %p3; @%p3 st.global.u32 [%rd1], 1;"
    ),
    "a combined compare": "setp.gt.and.u32 %p2, %r5, 3, %p1; @%p2 st.global.u32 [%rd1], %r5;",
    "bits and zero": "selp.u32 %r6, -1, 0, %p1; and.b32 %r6, %r5, %r6; st.global.u32 [%rd1], %r6;",
    "kept in shared memory": (
        "st.shared.u32 [%r4], %r5; bar.sync 0; ld.shared.u32 %r6, [%r4]; @%p1 st.global.u32 [%rd1], %r6;"
    ),
    "read before anybody wrote": (
        "ld.shared.u32 %r6, [%r4+128]; selp.u32 %r6, %r5, 0, %p1; st.global.u32 [%rd1], %r6;"
    ),
    "a part of a vector": (
        "st.shared.v2.u32 [tile], {%r5, %r1}; ld.shared.u32 %r6, [tile+4]; st.global.u32 [%rd1], %r6;"
    ),
    "shuffled": "shfl.sync.idx.b32 %r6, %r5, 3, 31, -1; st.global.u32 [%rd1], %r6;",
    "shuffled and dropped": (
        "shfl.sync.down.b32 %r6|%p2, %r5, 12, 31, -1; "
        "setp.lt.u32 %p3, %r1, 8; @%p3 st.global.u32 [%rd1], %r6;"
    ),
    "packed beside a word": "mov.b64 %rd5, {%r5, %r1}; mov.b64 {%r6, %r7}, %rd5; st.global.u32 [%rd1], %r7;",
    "a branch round what is not used": (
        "setp.gt.u32 %p2, %r5, 3; mov.u32 %r6, 1; @%p2 bra E; add.u32 %r6, %r6, 1; E: "
        "@%p1 st.global.u32 [%rd1], %r6;"
    ),
    "either side of a branch": (
        "setp.gt.u32 %p2, %r5, 3; @%p2 bra A; mov.u32 %r6, 2; @%p1 bra B; mov.u32 %r6, 3; B: bra.uni E; "
        "A: mov.u32 %r6, 1; E: @%p1 st.global.u32 [%rd1], %r6;"
    ),
    "a guard of what is not used": (
        "setp.gt.u32 %p2, %r5, 3; mov.u32 %r6, 4; @%p2 ld.param.u32 %r6, [out]; "
        "@%p1 st.global.u32 [%rd1], %r6;"
    ),
    "one written byte of a word": (
        "mad.lo.u32 %r7, %r5, %r5, 3; st.shared.u8 [%r4+1], %r1; ld.shared.u32 %r6, [%r4];"
        "and.b32 %r8, %r6, 0xFF00; add.u32 %r9, %r7, %r8; @%p1 st.global.u32 [%rd1], %r9;"
    ),
    "packed and left": "mov.b64 %rd5, {%r5, %r1}; @%p1 st.global.u32 [%rd1], %r5;",
}


@pytest.mark.parametrize("body", HARMLESS.values(), ids=HARMLESS)
@pytest.mark.parametrize("native", [None, False])
def test_no_report_depends_on_it_and_the_launch_stays_on_its_engine(
    program: Callable[..., Program], body: str, native: bool | None
) -> None:
    out = np.zeros(32, np.uint32)
    made = program(START + body + " ret;", params=".param .u64 out")
    report = made.launch(out, grid=1, block=32, native=native)
    assert native is False or MISSING or report.detail.engine == "native"


HARMFUL = {
    "stored": ("st.global.u32 [%rd1], %r5;", "uninitialized-register", "%r5 is read"),
    "computed with and stored": (
        "add.u32 %r6, %r5, 1; mul.lo.u32 %r6, %r6, 3; st.global.u32 [%rd1], %r6;",
        "uninitialized-register",
        "%r5 is read",
    ),
    "a branch round a store": (
        "setp.gt.u32 %p2, %r5, 3; @%p2 bra E; st.global.u32 [%rd1], 1; E:",
        "uninitialized-register",
        "%r5 is read",
    ),
    "a branch round what is stored": (
        "setp.gt.u32 %p2, %r5, 3; mov.u32 %r6, 1; @%p2 bra E; mov.u32 %r6, 2; E: st.global.u32 [%rd1], %r6;",
        "uninitialized-register",
        "%r5 is read",
    ),
    "a branch to an end": (
        "setp.gt.u32 %p2, %r5, 3; @%p2 bra E; ret; E: st.global.u32 [%rd1], 1;",
        "uninitialized-register",
        "%r5 is read",
    ),
    "a loop": (
        "L: add.u32 %r5, %r5, 1; setp.lt.u32 %p2, %r5, 10; @%p2 bra L;",
        "uninitialized-register",
        "%r5 is read",
    ),
    "a branch round a barrier": (
        "setp.gt.u32 %p2, %r5, 3; @%p2 bra E; bar.warp.sync -1; E:",
        "uninitialized-register",
        "%r5 is read",
    ),
    "a guard of what is stored": (
        "setp.gt.u32 %p2, %r5, 3; mov.u32 %r6, 0; @%p2 mov.u32 %r6, 1; st.global.u32 [%rd1], %r6;",
        "uninitialized-register",
        "%r5 is read",
    ),
    "a guard of a store": (
        "setp.gt.u32 %p2, %r5, 3; @%p2 st.shared.u32 [%r4], 1;",
        "uninitialized-register",
        "%r5 is read",
    ),
    "an address": (
        "cvt.u64.u32 %rd3, %r5; ld.global.u32 %r6, [%rd3];",
        "uninitialized-register",
        "%r5 is read",
    ),
    "a choice by it": (
        "setp.gt.u32 %p2, %r5, 3; selp.u32 %r6, 1, 2, %p2; st.global.u32 [%rd1], %r6;",
        "uninitialized-register",
        "%r5 is read",
    ),
    "through shared memory": (
        "st.shared.u32 [%r4], %r5; bar.sync 0; ld.shared.u32 %r6, [%r4]; st.global.u32 [%rd1], %r6;",
        "uninitialized-register",
        "%r5 is read",
    ),
    "nobody's shared memory": (
        "ld.shared.u32 %r6, [tile+128]; add.u32 %r6, %r6, 1; st.global.u32 [%rd1], %r6;",
        "uninitialized-memory",
        "4 of 4 bytes read at tile+128",
    ),
    "shuffled": (
        "shfl.sync.idx.b32 %r6, %r5, 25, 31, -1; st.global.u32 [%rd1], %r6;",
        "uninitialized-register",
        "%r5 is read",
    ),
    "packed alone": (
        "mov.b64 %rd5, {%r5, %r5}; mov.b64 {%r6, %r7}, %rd5; st.global.u32 [%rd1], %r7;",
        "uninitialized-register",
        "%r5 is read",
    ),
    "an atomic": ("red.shared.add.u32 [tile], %r5;", "uninitialized-register", "%r5 is read"),
}


@pytest.mark.parametrize(("body", "rule", "said"), HARMFUL.values(), ids=HARMFUL)
@pytest.mark.parametrize("native", [None, False])
def test_something_hangs_on_it(
    program: Callable[..., Program], body: str, rule: str, said: str, native: bool | None
) -> None:
    out = np.zeros(32, np.uint32)
    with pytest.raises(SimFault) as caught:
        program(START + body + " ret;", params=".param .u64 out").launch(out, grid=1, block=32, native=native)
    assert caught.value.rule == rule
    assert said in str(caught.value)


def test_a_report_says_where_it_was_read_and_where_it_matters(program: Callable[..., Program]) -> None:
    body = START + "add.u32 %r6, %r5, 1;\n mul.lo.u32 %r7, %r6, 3;\n st.global.u32 [%rd1], %r7;\n ret;"
    with pytest.raises(SimFault) as caught:
        program(body, params=".param .u64 out").launch(np.zeros(32, np.uint32), grid=1, block=32)
    fault = caught.value
    assert fault.instruction == "add.u32 %r6, %r5, 1;"
    assert fault.thread is not None
    assert fault.thread["tid"] == (20, 0, 0)
    assert "a value computed from it is used here:\n    st.global.u32 [%rd1], %r7;" in str(fault)
    assert fault.other is not None
    assert fault.other["instruction"] == "st.global.u32 [%rd1], %r7;"


def test_results_are_those_of_the_definition(program: Callable[..., Program]) -> None:
    out = np.zeros(32, np.uint32)
    body = START + HARMLESS["the other side of selp"] + " ret;"
    program(body, params=".param .u64 out").launch(out, grid=1, block=32)
    assert out.tolist() == [7] * 20 + [0] * 12


@needs_native
@pytest.mark.parametrize("what", HARMLESS)
def test_the_native_engine_follows_it(program: Callable[..., Program], what: str) -> None:
    body = HARMLESS[what]
    made = program(START + body + " ret;", params=".param .u64 out")
    wanted = np.zeros(32, np.uint32)
    made.launch(wanted, grid=1, block=32, native=False)
    for _ in range(2):
        out = np.zeros(32, np.uint32)
        assert made.launch(out, grid=1, block=32).detail.engine == "native"
        assert out.tolist() == wanted.tolist()


def moves(rng: random.Random) -> str:
    """A few instructions that move values, some of them undefined, and the registers that stay undefined."""
    lines = [START, "mov.u32 %r6, 0; mov.u32 %r7, 5; setp.lt.u32 %p2, %r1, 9; setp.lt.u32 %p4, %r5, 3;"]
    lines.append("ld.shared.u32 %r9, [%r4+128]; mov.b64 %rd5, 7; cvt.u16.u32 %h1, %r7;")

    def word() -> str:
        return rng.choice(("%r5", "%r6", "%r7", "%r9"))

    def truth() -> str:
        return rng.choice(("%p1", "%p2", "%p4"))

    for _ in range(rng.randint(2, 12)):
        number, joined = rng.choice(("0", "-1", "7", word())), rng.choice(("and", "or", "xor"))
        line = rng.choice(
            (
                f"add.u32 {word()}, {word()}, {word()};", f"mov.u32 {word()}, {word()};",
                f"{joined}.b32 {word()}, {word()}, {number};",
                f"{joined}.pred {truth()}, {truth()}, {truth()};",
                f"selp.u32 {word()}, {word()}, {word()}, {truth()};", f"setp.lt.u32 {truth()}, {word()}, 8;",
                f"setp.lt.{joined}.u32 {truth()}, {word()}, 8, {rng.choice(('', '!'))}{truth()};",
                f"mov.b64 %rd5, {{{word()}, {word()}}};", f"mov.b64 {{{word()}, {word()}}}, %rd5;",
                f"mov.b32 {word()}, {{%h1, %h1}};", f"mov.b32 {{%h1, %h2}}, {word()};",
                f"add.cc.u32 {word()}, {word()}, {word()}; addc.u32 {word()}, {word()}, 0;",
                f"shfl.sync.down.b32 {word()}|{truth()}, {word()}, {rng.randrange(20)}, 31, -1;",
                f"st.shared.u32 [%r4+{rng.choice((0, 128))}], {word()};",
                f"st.shared.v2.u32 [tile+8], {{{word()}, {word()}}};",
                f"ld.shared.u8 %h1, [tile+{rng.randrange(8)}];",
                f"ld.shared.u32 {word()}, [%r4+{rng.choice((0, 4, 128))}];",
                f"ld.shared.v2.u32 {{{word()}, {rng.choice((word(), '_'))}}}, [tile+8];",
            )
        )  # fmt: skip
        lines.append(line if "shfl" in line or "cc" in line or rng.random() < 0.7 else f"@%p1 {line}")
    lines.append(f"{rng.choice(('', '@%p1 ', '@%p2 '))}st.global.u32 [%rd1], {word()}; ret;")
    return "\n".join(lines)


@pytest.mark.parametrize("seed", range(40))
def test_both_engines_follow_it_alike(
    program: Callable[..., Program], both: Callable[..., Any], seed: int
) -> None:
    made = program(moves(random.Random(seed)), params=".param .u64 out")
    with suppress(SimFault):
        both(made, (np.zeros(64, np.uint32),), grid=(1, 1, 1), block=(32, 1, 1))


def detours(rng: random.Random) -> str:
    """Branches around computations, some with undefined predicates, in a loop that runs twice."""
    lines = [START, "mov.u32 %r6, 0; mov.u32 %r7, 5; mov.u32 %r9, 1; mov.u32 %r10, 0;"]
    lines.append("setp.lt.u32 %p2, %r1, 9; setp.lt.u32 %p4, %r5, 3; LOOP: add.u32 %r10, %r10, 1;")

    def word() -> str:
        return rng.choice(("%r5", "%r6", "%r7", "%r9"))

    def truth() -> str:
        return rng.choice(("%p1", "%p2", "%p4"))

    def compute() -> str:
        return rng.choice(
            (f"add.u32 {word()}, {word()}, 1;", f"mov.u32 {word()}, {rng.choice((word(), '3'))};",
             f"@{truth()} mov.u32 {word()}, 4;", f"setp.lt.u32 {truth()}, {word()}, 8;")
        )  # fmt: skip

    for number in range(rng.randint(1, 4)):
        inside = " ".join(compute() for _ in range(rng.randint(1, 3)))
        if rng.random() < 0.5:
            inside += f" @{truth()} bra I{number}; {compute()} I{number}: {compute()}"
        lines.append(f"@{rng.choice(('', '!'))}{truth()} bra E{number}; {inside}")
        if rng.random() < 0.5:
            lines.append(f"bra F{number}; E{number}: {compute()} F{number}:")
        else:
            lines.append(f"E{number}:")
        lines.append(rng.choice(("", "mov.u32 %r6, 0;", "setp.lt.u32 %p4, %r1, 11;", "mov.u32 %r5, %r1;")))
    lines.append("setp.lt.u32 %p5, %r10, 2; @%p5 bra LOOP;")
    lines.append(f"{rng.choice(('', '@%p1 ', '@%p2 '))}st.global.u32 [%rd1], {word()}; ret;")
    return "\n".join(lines)


@pytest.mark.parametrize("seed", range(80))
def test_both_engines_follow_branches_alike(program: Callable[..., Program], seed: int) -> None:
    made = program(detours(random.Random(seed)), params=".param .u64 out")
    found: list[tuple[str, object]] = []
    for native in (None, False):
        out = np.zeros(32, np.uint32)
        try:
            report = made.launch(out, grid=1, block=32, native=native)
        except SimFault as fault:
            found.append((fault.rule, fault.instruction))
        else:
            found.append(("", out.tolist()))
            assert native is False or MISSING or report.detail.engine == "native"
    assert found[0] == found[1]


@needs_native
def test_what_only_a_random_order_shows_is_told(program: Callable[..., Program]) -> None:
    """Warps that run before the writing one read unwritten memory, on both engines."""
    body = """
        .shared .align 16 .b32 tile[64];
        ld.param.u64 %rd1, [out];
        mov.u32 %r1, %tid.x;
        setp.lt.u32 %p1, %r1, 32;
        mov.u32 %r2, tile;
        and.b32 %r3, %r1, 31;
        mad.lo.u32 %r2, %r3, 4, %r2;
        @%p1 st.shared.u32 [%r2], %r1;
        ld.shared.u32 %r4, [%r2];
        mad.wide.u32 %rd2, %r1, 4, %rd1;
        st.global.u32 [%rd2], %r4;
        ret;
    """
    made = program(body, params=".param .u64 out")
    found = []
    for seed in range(12):
        try:
            made.launch(np.zeros(64, np.uint32), grid=1, block=64, schedule="random", seed=seed)
        except SimFault as fault:
            found.append((fault.rule, fault.instruction))
    assert set(found) == {("uninitialized-memory", "ld.shared.u32 %r4, [%r2];")}


def test_what_is_only_kept_needs_no_second_run(program: Callable[..., Program]) -> None:
    out = np.zeros(32, np.uint32)
    body = START + "st.shared.u32 [%r4], %r5; bar.sync 0; @%p1 ld.shared.u32 %r6, [%r4];"
    body += "@%p1 st.global.u32 [%rd1], %r6; ret;"
    report = program(body, params=".param .u64 out").launch(out, grid=1, block=32, native=True)
    assert report.detail.engine == "native"
    assert out.tolist() == [7] * 20 + [0] * 12


PRODUCT = """
    .shared .align 16 .b8 rows[512];
    .reg .b32 %a<4>;
    .reg .f32 %d<4>;
    shl.b32 %r8, %r1, 4;
    mov.u32 %r9, rows;
    add.u32 %r9, %r9, %r8;
    @%p1 st.shared.v4.u32 [%r9], {%r5, %r5, %r5, %r5};
    bar.warp.sync -1;
    and.b32 %r8, %r1, 15;
    mul.lo.u32 %r8, %r8, 32;
    and.b32 %r9, %r1, 16;
    add.u32 %r8, %r8, %r9;
    mov.u32 %r9, rows;
    add.u32 %r8, %r8, %r9;
    ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%a0, %a1, %a2, %a3}, [%r8];
    mov.b32 %r6, 0x3c003c00;
    mov.f32 %f1, 0f00000000;
"""
"""Twenty threads write ten of the sixteen rows of a matrix."""

BY_A = (
    "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%d0, %d1, %d2, %d3}, {%a0, %a1, %a2, %a3}, "
    "{%r6, %r6}, {%f1, %f1, %f1, %f1};"
)
BY_B = (
    "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%d0, %d1, %d2, %d3}, {%r6, %r6, %r6, %r6}, "
    "{%a1, %a3}, {%f1, %f1, %f1, %f1};"
)
PRODUCTS = {
    "rows of A that were written": (BY_A, "setp.lt.u32 %p2, %r1, 32;", "%d0", True),
    "rows of A below, too": (BY_A, "setp.lt.u32 %p2, %r1, 8;", "%d2", True),
    "rows of A that nobody wrote": (BY_A, "setp.lt.u32 %p2, %r1, 9;", "%d3", False),
    "columns of B that were written": (
        BY_B,
        "and.b32 %r7, %r1, 3; setp.eq.u32 %p2, %r7, 0;",
        "%d3",
        True,
    ),
    "columns of B that nobody wrote": (
        BY_B,
        "and.b32 %r7, %r1, 3; setp.eq.u32 %p2, %r7, 1;",
        "%d0",
        False,
    ),
    "an accumulator that lost a row": (
        BY_A + BY_A.replace("{%f1, %f1, %f1, %f1}", "{%f1, %f1, %d2, %d3}").replace("%a1", "%a0"),
        "setp.lt.u32 %p2, %r1, 9;",
        "%d2",
        False,
    ),
}


@pytest.mark.parametrize(("product", "guard", "result", "harmless"), PRODUCTS.values(), ids=PRODUCTS)
@pytest.mark.parametrize("native", [None, False])
def test_rows_and_columns_of_a_product(
    program: Callable[..., Program],
    product: str,
    guard: str,
    result: str,
    harmless: bool,
    native: bool | None,
) -> None:
    body = START + PRODUCT + product + guard + f"@%p2 st.global.f32 [%rd1], {result}; ret;"
    out = np.zeros(32, np.float32)
    made = program(body, params=".param .u64 out")
    if harmless:
        made.launch(out, grid=1, block=32, native=native)
        return
    with pytest.raises(SimFault, match=r"16 of 16 bytes read at rows\+320") as caught:
        made.launch(out, grid=1, block=32, native=native)
    assert caught.value.rule == "uninitialized-memory"
    assert (caught.value.instruction or "").startswith("ldmatrix")


@pytest.mark.parametrize("native", [None, False])
def test_metadata_that_nobody_defined(program: Callable[..., Program], native: bool | None) -> None:
    body = (
        START
        + """
    mov.u32 %r6, 0;
    mov.f32 %f1, 0f00000000;
    mma.sp::ordered_metadata.sync.aligned.m16n8k32.row.col.f32.f16.f16.f32 {%f2, %f3, %f4, %f5},
        {%r6, %r6, %r6, %r6}, {%r6, %r6, %r6, %r6}, {%f1, %f1, %f1, %f1}, %r5, 0;
    ret;
    """
    )
    with pytest.raises(SimFault, match="%r5 is read, but this thread never wrote it") as caught:
        program(body, params=".param .u64 out").launch(
            np.zeros(32, np.float32), grid=1, block=32, native=native
        )
    assert caught.value.rule == "uninitialized-register"


@pytest.mark.parametrize("native", [False, None])
def test_zero_as_an_operand_of_lop3_does_not_settle_its_result(
    program: Callable[..., Program], native: bool | None
) -> None:
    body = START + (
        "mov.u32 %r6, 0;\n setp.eq.u32 %p2, %r6, 0;\n"
        "lop3.and.b32 %r7|%p3, {}, %r6, %r6, 0xf0, %p2;\n st.global.u32 [%rd1], %r7;\n ret;"
    )
    out = np.zeros(32, np.uint32)
    program(body.format("%r6"), params=".param .u64 out").launch(out, grid=1, block=32, native=native)
    with pytest.raises(SimFault) as caught:
        program(body.format("%r5"), params=".param .u64 out").launch(out, grid=1, block=32, native=native)
    assert caught.value.rule == "uninitialized-register"


@pytest.mark.parametrize("native", [None, False])
@pytest.mark.parametrize(
    "use", ["st.global.u32 [%rd1], %r6;", "add.u32 %r7, %r6, 1; st.global.u32 [%rd1], %r7;"]
)
def test_a_report_names_the_lane_that_gave_no_value(
    program: Callable[..., Program], use: str, native: bool | None
) -> None:
    """Half a warp shuffles: lane 12 gets the value of lane 16, which is elsewhere."""
    body = f"""{START}
        mov.u32 %r6, 0;
        setp.ge.u32 %p2, %r1, 16; @%p2 bra ON;
        shfl.sync.down.b32 %r6, %r1, 4, 31, 0xffff;
        {use}
    ON: ret;
    """
    with pytest.raises(SimFault, match="%r6 gets the value of lane 16, which does not take part") as caught:
        program(body, params=".param .u64 out").launch(
            np.zeros(32, np.uint32), grid=1, block=32, native=native
        )
    assert caught.value.rule == "uninitialized-register"
    assert (caught.value.instruction or "").startswith("shfl")
    assert caught.value.thread is not None
    assert caught.value.thread["lane"] == 12
