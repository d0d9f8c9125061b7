"""Atomics, spin-waits inside and between CTAs, and asynchronous copies."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

from pyptx.sim import SimFault, simulate
from pyptx.sim.native import MISSING

if TYPE_CHECKING:
    from collections.abc import Callable

    from pyptx.program import Program
    from pyptx.sim import SimReport


@pytest.mark.parametrize(
    ("operation", "start", "expected"),
    [
        ("add.u32", 5, 5 + sum(range(256))),
        ("max.u32", 5, 255),
        ("min.s32", 5, 0),
        ("or.b32", 0, 255),
        ("xor.b32", 0, 0),
        ("and.b32", 0xFFFF, 0),
        ("exch.b32", 5, 255),
        ("inc.u32", 5, None),
    ],
)
def test_contention_on_one_address(
    run: Callable[..., object], own: str, operation: str, start: int, expected: int | None
) -> None:
    out = np.zeros(256, np.uint32)
    x = np.array([start], np.uint32)
    run(
        own
        + "ld.param.u64 %rd1, [x];\n"
        + f"atom.global.{operation} %r1, [%rd1], %r33;\n st.global.u32 [%rd32], %r1;",
        grid=4,
        block=64,
        x=x,
        out=out,
    )
    value, seen = start, []
    for k in range(256):
        seen.append(value)
        value = {
            "add": value + k,
            "max": max(value, k),
            "min": min(value, k),
            "or": value | k,
            "xor": value ^ k,
            "and": value & k,
            "exch": k,
            "inc": 0 if value >= k else value + 1,
        }[operation.partition(".")[0]]
    assert out.tolist() == seen
    assert x[0] == value
    assert expected is None or value == expected


def test_floating_sums_and_histogram(run: Callable[..., object], own: str) -> None:
    bins = np.zeros(8, np.float32)
    total = np.zeros(1, np.float64)
    run(
        """
        ld.param.u64 %rd1, [bins];
        ld.param.u64 %rd2, [total];
        mov.u32 %r1, %tid.x;
        and.b32 %r2, %r1, 7;
        mul.wide.u32 %rd3, %r2, 4;
        add.u64 %rd1, %rd1, %rd3;
        red.global.add.f32 [%rd1], 0f3F800000;
        cvt.rn.f64.u32 %fd1, %r1;
        atom.global.add.f64 %fd2, [%rd2], %fd1;
        """,
        block=128,
        bins=bins,
        total=total,
    )
    assert bins.tolist() == [16.0] * 8
    assert total[0] == sum(range(128))


def test_packed_halves(run: Callable[..., object]) -> None:
    x = np.array([1.0, 2.0], np.float16)
    run(
        """
        ld.param.u64 %rd1, [x];
        mov.u32 %r1, 0x40003C00;
        red.global.add.noftz.f16x2 [%rd1], %r1;
        """,
        x=x,
    )
    assert x.tolist() == [33.0, 66.0]


def test_compare_and_swap_loop_is_a_lock_inside_a_warp(run: Callable[..., object]) -> None:
    x = np.zeros(2, np.uint32)
    run(
        """
        ld.param.u64 %rd1, [x];
    SPIN:
        atom.global.cas.b32 %r1, [%rd1], 0, 1;
        setp.ne.u32 %p1, %r1, 0;
        @%p1 bra SPIN;
        ld.global.u32 %r2, [%rd1+4];
        add.u32 %r2, %r2, 1;
        st.global.u32 [%rd1+4], %r2;
        membar.gl;
        atom.global.exch.b32 %r3, [%rd1], 0;
        """,
        grid=2,
        block=34,
        x=x,
    )
    assert x.tolist() == [0, 68]


def test_ctas_wait_for_each_other_in_any_order(run: Callable[..., object]) -> None:
    """CTA i waits for CTA i+1: no sequential order of CTAs can run this."""
    flags = np.zeros(65, np.uint32)
    flags[64] = 1
    run(
        """
        ld.param.u64 %rd1, [flags];
        mov.u32 %r1, %ctaid.x;
        mul.wide.u32 %rd2, %r1, 4;
        add.u64 %rd1, %rd1, %rd2;
        mov.u32 %r2, %tid.x;
        setp.ne.u32 %p1, %r2, 0;
        @%p1 bra JOIN;
    WAIT:
        ld.acquire.gpu.global.u32 %r3, [%rd1+4];
        setp.eq.u32 %p2, %r3, 0;
        @%p2 bra WAIT;
        add.u32 %r3, %r3, 1;
        st.release.gpu.global.u32 [%rd1], %r3;
    JOIN:
        bar.sync 0;
        """,
        grid=64,
        block=512,
        flags=flags,
    )
    assert flags.tolist() == list(range(65, 0, -1))


def test_a_wait_that_nobody_ends_is_reported(run: Callable[..., object]) -> None:
    x = np.zeros(1, np.uint32)
    with pytest.raises(SimFault) as caught:
        run(
            """
        ld.param.u64 %rd1, [x];
    WAIT:
        ld.volatile.global.u32 %r1, [%rd1];
        setp.eq.u32 %p1, %r1, 0;
        @%p1 bra WAIT;
        """,
            x=x,
        )
    assert caught.value.rule == "livelock"
    assert "ld.volatile.global.u32" in str(caught.value)


def test_any_seed_gives_the_same_result(run: Callable[..., SimReport], own: str) -> None:
    body = own + "ld.param.u64 %rd1, [x];\n atom.global.add.u32 %r1, [%rd1], 1;\n st.global.u32 [%rd32], %r1;"
    seen = []
    for seed in (0, 0, 7):
        x, out = np.zeros(1, np.uint32), np.zeros(256, np.uint32)
        report = run(body, grid=8, block=32, seed=seed, x=x, out=out)
        seen.append((out.tolist(), x[0], report.steps))
    assert seen[0] == seen[1]
    assert seen[2][0] != seen[0][0]
    assert sorted(seen[2][0]) == seen[0][0]


COPY = """
    .shared .align 16 .b8 tile[1024];
    ld.param.u64 %rd1, [x];
    ld.param.u64 %rd2, [out];
    mov.u32 %r1, %tid.x;
    shl.b32 %r2, %r1, 4;
    cvt.u64.u32 %rd3, %r2;
    add.u64 %rd4, %rd1, %rd3;
    shl.b32 %r7, %r1, 2;
    cvt.u64.u32 %rd3, %r7;
    add.u64 %rd2, %rd2, %rd3;
    mov.u32 %r3, tile;
    add.u32 %r3, %r3, %r2;
"""


def test_copies_land_at_the_wait_and_not_before(run: Callable[..., object]) -> None:
    x = np.arange(128, dtype=np.uint32) + 1
    out = np.zeros(32, np.uint32)
    body = (
        COPY
        + """
        st.shared.u32 [%r3], 99;
        cp.async.ca.shared.global [%r3], [%rd4], 16;
        cp.async.commit_group;
        {wait}
        ld.shared.u32 %r4, [%r3];
        st.global.u32 [%rd2], %r4;
    """
    )
    run(body.format(wait="cp.async.wait_group 1;"), x=x, out=out)
    assert out.tolist() == [99] * 32
    run(body.format(wait="cp.async.wait_group 0;"), x=x, out=out)
    assert np.array_equal(out, x[::4])
    run(body.format(wait="cp.async.wait_all;"), x=x, out=out)
    assert np.array_equal(out, x[::4])
    with pytest.raises(SimFault, match="were never written"):
        run(body.format(wait="").replace("st.shared.u32 [%r3], 99;", ""), x=x, out=out)


def test_groups_land_in_order(run: Callable[..., object]) -> None:
    x = np.arange(128, dtype=np.uint32) + 1
    out = np.zeros(32, np.uint32)
    run(
        COPY
        + """
        cp.async.ca.shared.global [%r3], [%rd4], 4;
        cp.async.commit_group;
        st.shared.u32 [%r3+4], 50;
        cp.async.ca.shared.global [%r3+4], [%rd4+4], 4;
        cp.async.commit_group;
        cp.async.wait_group 1;
        ld.shared.u32 %r4, [%r3];
        ld.shared.u32 %r5, [%r3+4];
        add.u32 %r4, %r4, %r5;
        st.global.u32 [%rd2], %r4;
        """,
        x=x,
        out=out,
    )
    assert np.array_equal(out, x[::4] + 50)


def test_short_copies_fill_with_zeros_and_may_end_at_the_edge(run: Callable[..., object]) -> None:
    x = np.arange(4 * 31 + 2, dtype=np.uint32) + 1
    out = np.zeros(32, np.uint32)
    run(
        COPY
        + """
        setp.eq.u32 %p1, %r1, 31;
        selp.b32 %r5, 8, 16, %p1;
        cp.async.cg.shared.global [%r3], [%rd4], 16, %r5;
        cp.async.wait_all;
        ld.shared.u32 %r4, [%r3+12];
        st.global.u32 [%rd2], %r4;
        """,
        x=x,
        out=out,
    )
    assert np.array_equal(out, [*x[3::4][:31], 0])
    with pytest.raises(SimFault, match="out of bounds"):
        run(COPY + "cp.async.cg.shared.global [%r3], [%rd4], 16;", x=x, out=out)


def test_a_vector_whose_type_comes_before_the_operation_is_checked_for_races(
    run: Callable[..., object],
) -> None:
    x = np.zeros(2, np.float32)
    run(
        """
        ld.param.u64 %rd1, [x];
        mov.f32 %f1, 0f3F800000;
        red.global.v2.f32.add [%rd1], {%f1, %f1};
        """,
        x=x, checks="all", target="sm_90", version="8.1",
    )  # fmt: skip
    assert x.tolist() == [32.0, 32.0]


def test_a_vector_needs_its_whole_alignment(run: Callable[..., object]) -> None:
    with pytest.raises(SimFault, match=r"8 bytes at x\+4 .* are not aligned to 8 bytes"):
        run(
            """
            ld.param.u64 %rd1, [x];
            mov.f32 %f1, 0f3F800000;
            atom.global.add.v2.f32 {%f2, %f3}, [%rd1+4], {%f1, %f1};
            """,
            x=np.zeros(4, np.float32),
        )


def test_multimem_on_one_device(run: Callable[..., object], own: str) -> None:
    """With one replica, the reduction is its contents."""
    out = np.arange(128, dtype=np.float32)
    run(
        own
        + """
        mul.wide.u32 %rd1, %r32, 16;
        add.u64 %rd1, %rd30, %rd1;
        multimem.ld_reduce.global.add.v4.f32 {%f1, %f2, %f3, %f4}, [%rd1];
        multimem.st.global.v4.f32 [%rd1], {%f4, %f3, %f2, %f1};
        multimem.red.global.add.f32 [%rd1], %f1;
        multimem.red.global.max.u32 [%rd1+4], 0;
        """,
        out=out,
    )
    expected = np.arange(128, dtype=np.float32).reshape(32, 4)[:, ::-1].copy()
    expected[:, 0] += np.arange(0, 128, 4)
    assert np.array_equal(out.reshape(32, 4), expected)


FORMS = [
    f"{operation}.noftz.{vector}{type_}"
    for operation in ("add", "min", "max")
    for vector in ("", "v2.", "v4.")
    for type_ in ("f16", "bf16", "f16x2", "bf16x2")
    if vector or operation == "add"
]
FORMS += ["add.v2.f32", "add.v4.f32"]


@pytest.mark.skipif(bool(MISSING), reason=MISSING)
@pytest.mark.parametrize("form", FORMS)
def test_packed_and_vector_atomics_of_both_engines(program: Callable[..., Program], form: str) -> None:
    """Four lanes at each place; the results go to the registers of the operands, in reverse."""
    *_, vector, type_ = form.split(".")
    count = int(vector[1]) if vector[0] == "v" else 1
    width, name = {"f32": (32, "f")}.get(type_, (32, "r") if type_.endswith("x2") else (16, "h"))
    given = [f"%{name}{k}" for k in range(count)]
    operands = [f"{{{', '.join(each)}}}" if count > 1 else each[0] for each in (given[::-1], given)]
    loads, stores = (
        "".join(
            line.format(width=width, register=register, at=k * width // 8) for k, register in enumerate(given)
        )
        for line in (
            "ld.global.b{width} {register}, [%rd2+{at}];",
            "st.global.b{width} [%rd2+{at}], {register};",
        )
    )
    body = f"""
        ld.param.u64 %rd1, [x]; ld.param.u64 %rd2, [given]; mov.u32 %r9, %tid.x;
        mad.wide.u32 %rd2, %r9, 16, %rd2; and.b32 %r9, %r9, 7; mad.wide.u32 %rd1, %r9, 16, %rd1;
        {loads}
        red.global.{form} [%rd1], {operands[1]};
        atom.global.{form} {operands[0]}, [%rd1], {operands[1]};
        {stores}
    """
    found = program(body, ".param .u64 x, .param .u64 given", version="8.6")
    rng = np.random.default_rng(5)
    start, values = rng.integers(0, 1 << 32, 32, np.uint32), rng.integers(0, 1 << 32, 128, np.uint32)
    results = []
    for native in (False, True):
        x, y = start.copy(), values.copy()
        simulate(found, (x, y), grid=(1, 1, 1), block=(32, 1, 1), native=native)
        results.append(np.concatenate([x, y]))
    np.testing.assert_array_equal(results[0], results[1])


@pytest.mark.skipif(bool(MISSING), reason=MISSING)
def test_exchanges_of_128_bits_of_both_engines(program: Callable[..., Program]) -> None:
    body = """
        .reg .b128 %q<4>;
        ld.param.u64 %rd1, [x]; ld.param.u64 %rd2, [out]; mov.u32 %r1, %tid.x;
        cvt.u64.u32 %rd4, %r1; mad.wide.u32 %rd3, %r1, 16, %rd2;
        add.u64 %rd5, %rd4, 1; mov.b64 %rd6, 7;
        mov.b128 %q0, {%rd4, %rd6}; mov.b128 %q1, {%rd5, %rd6};
        atom.global.cas.b128 %q2, [%rd1], %q0, %q1;
        atom.global.exch.b128 %q3, [%rd1+16], %q0;
        mov.b128 %q1, %q2; mov.b128 {%rd7, %rd8}, %q1; mov.b128 {%rd9, %rd10}, %q3;
        st.global.v2.b64 [%rd3], {%rd7, %rd9};
    """
    found = program(body, ".param .u64 x, .param .u64 out", version="8.6")
    for native in (False, True):
        x, out = np.array([0, 7, 90, 7], np.uint64), np.zeros((32, 2), np.uint64)
        simulate(found, (x, out), grid=(1, 1, 1), block=(32, 1, 1), native=native)
        assert x.tolist() == [32, 7, 31, 7]
        assert out.tolist() == [[k, k - 1 if k else 90] for k in range(32)]
