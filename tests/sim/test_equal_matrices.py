"""Matrices and zeros of several warps on the same rows: equal values are not reported as races."""

from __future__ import annotations

import pytest

from tests.sim.equal_writes import by, on_engines

ROW = "shl.b32 %r5, %r3, 4; add.u32 %r6, %r4, %r5;"
FILL = "mov.u64 %rd2, 64; st.bulk.weak.shared::cta [%r4], %rd2, 0;"
MATRIX = "stmatrix.sync.aligned.m8n8.x{count}.shared.b16 [%r6], {{{registers}}};"
MATRICES = [(count, order) for count in (1, 2, 4) for order in ("", ".trans")]


@pytest.mark.parametrize("schedule", ["late", "early", "random"])
@pytest.mark.parametrize(("count", "order"), MATRICES)
@pytest.mark.parametrize(("value", "rule"), [("7", ""), ("%r3", ""), ("%r2", "race"), ("%r1", "race")])
def test_matrices_of_two_warps(count: int, order: str, value: str, rule: str, schedule: str) -> None:
    """Three warps store matrices to the same rows: the values by lane are the same, or differ by warp."""
    registers = ", ".join(["%r7"] * count)
    store = MATRIX.format(count=count, registers=registers).replace(".shared", order + ".shared")
    on_engines(f"mov.u32 %r7, {value}; {ROW} {store}", rule, schedule=schedule)


@pytest.mark.parametrize(
    ("value", "row", "rule"), [("7", "0", ""), ("%r3", "0", "race"), ("%r3", "%r3", ""), ("7", "%r3", "")]
)
def test_rows_at_one_address(value: str, row: str, rule: str) -> None:
    """The rows of one matrix are stored at one place: those of equal values, or of values by lane."""
    store = MATRIX.format(count=1, registers="%r7")
    on_engines(
        f"mov.u32 %r7, {value}; mov.u32 %r5, {row}; shl.b32 %r5, %r5, 4; add.u32 %r6, %r4, %r5;"
        f"setp.eq.u32 %p1, %r2, 0; @!%p1 bra END; {store} END:",
        rule,
    )


@pytest.mark.parametrize("first", [0, 1])
@pytest.mark.parametrize(("value", "rule"), [("0", ""), ("9", "race")])
@pytest.mark.parametrize("other", [MATRIX.format(count=1, registers="%r7"), FILL])
def test_a_matrix_or_zeros_and_a_store(other: str, value: str, rule: str, first: int) -> None:
    """A warp stores zeros as a matrix, or a thread with `st.bulk`; a thread of another warp a number."""
    both = [
        by(64, f"st.shared.u32 [box+32], {value};"),
        f"setp.eq.u32 %p1, %r1, 0; setp.eq.u32 %p2, %r2, 0; @!%p{1 if other == FILL else 2} bra OVER;"
        f"mov.u32 %r7, 0; {other} OVER:",
    ]
    zero = f"{ROW} mov.u32 %r7, 0; st.shared.v2.u32 [%r6], {{%r7, %r7}}; bar.sync 0;"
    on_engines(zero + "\n".join(both[:: 1 - 2 * first]), rule, target="sm_100a")


@pytest.mark.parametrize(("value", "rule"), [("0", ""), ("1", "race")])
def test_zeros_of_all_threads(value: str, rule: str) -> None:
    """The ranges of neighbours overlap; then thread 64 stores zero, or something else, to one of them."""
    fill = "mov.u64 %rd2, 48; st.bulk.weak.shared::cta [%r6], %rd2, 0;"
    fill = f"shl.b32 %r5, %r3, 3; add.u32 %r6, %r4, %r5; {fill}"
    on_engines(fill + by(64, f"st.shared.u32 [box+64], {value};"), rule, target="sm_100a")


@pytest.mark.parametrize(("value", "rule"), [("0f3f800000", ""), ("%f2", "race")])
def test_fragments_of_two_warps(value: str, rule: str) -> None:
    """Two warps store one tile with `wmma.store`."""
    registers = ", ".join(["%f1"] * 8)
    on_engines(
        f"cvt.rn.f32.u32 %f2, %r2; mov.f32 %f1, {value};"
        f"wmma.store.d.sync.aligned.row.m16n16k16.shared.f32 [%r4], {{{registers}}}, 16;",
        rule,
        block=64,
    )
