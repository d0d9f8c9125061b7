"""Video instructions: parts of registers, saturation, second operations, merges and sums."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

if TYPE_CHECKING:
    from collections.abc import Callable

A, B, C = 0x80FF017F, 0x01020380, 0x11223344


@pytest.fixture
def give(run: Callable[..., object]) -> Callable[..., int]:
    """The result of one instruction on %r1, %r2, %r3."""

    def compute(line: str, a: int = A, b: int = B, c: int = C) -> int:
        out = np.zeros(1, np.uint32)
        run(
            f"""
            ld.param.u64 %rd1, [out];
            mov.u32 %r1, {a:#x};
            mov.u32 %r2, {b:#x};
            mov.u32 %r3, {c:#x};
            {line}
            st.global.u32 [%rd1], %r0;
            """,
            block=1,
            out=out,
        )
        return int(out[0])

    return compute


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("vadd.u32.u32.u32 %r0, %r1, %r2;", (A + B) & 0xFFFFFFFF),
        ("vadd.u32.u32.u32.sat %r0, %r1, 0xffffffff;", 0xFFFFFFFF),
        ("vadd.s32.s32.s32.sat %r0, %r1.b3, %r1;", 0x80FF017F - 128),
        ("vadd.s32.u32.s32 %r0, %r1.b0, %r2.b0;", (0x7F - 0x80) & 0xFFFFFFFF),
        ("vsub.u32.u32.u32.sat %r0, %r2, %r1;", 0),
        ("vsub.s32.s32.s32.sat %r0.b1, %r1.b0, %r2.b0, %r3;", 0x11227F44),
        ("vsub.u32.s32.s32 %r0.h1, %r1.b0, %r2.b0, %r3;", 0x00FF3344),
        ("vabsdiff.u32.u32.u32 %r0, %r2.h1, %r1.h1;", 0x80FF - 0x0102),
        ("vabsdiff.u32.u32.u32.add %r0, %r2.h1, %r1.h1, %r3;", 0x80FF - 0x0102 + C),
        ("vmin.s32.s32.s32 %r0, %r1.h1, %r2.h1;", 0xFFFF80FF),
        ("vmax.u32.u32.u32.min %r0, %r1.b2, %r2.b2, 100;", 100),
        ("vmax.s32.s32.s32.max %r0, -5, %r2.b3, -1;", 1),
        ("vshl.u32.u32.u32.clamp %r0, %r2, 40;", 0),
        ("vshl.u32.u32.u32.sat.clamp %r0, %r2, 40;", 0xFFFFFFFF),
        ("vshl.u32.u32.u32.wrap %r0, %r2, 40;", 0x02038000),
        ("vshr.s32.s32.u32.clamp %r0, %r1, 8;", 0xFF80FF01),
        ("vshr.u32.u32.u32.wrap.add %r0, %r1, 24, %r3;", 0x80 + C),
        ("vset.u32.u32.gt %r0, %r1, %r2;", 1),
        ("vset.s32.s32.gt %r0, %r1, %r2;", 0),
        ("vset.u32.s32.ne.add %r0, %r1.b0, %r2.b0, %r3;", C + 1),
        ("vset.u32.u32.lt %r0.b3, %r2, %r1, %r3;", 0x01223344),
        ("vmad.u32.u32.u32 %r0, %r2.h0, %r2.h1, %r3;", 0x0380 * 0x0102 + C),
        ("vmad.s32.s32.u32 %r0, -%r2.b0, %r2.b3, %r3;", 128 + C),
        ("vmad.s32.u32.u32 %r0, %r2.b3, 7, -%r3;", (7 - C) & 0xFFFFFFFF),
        ("vmad.u32.u32.u32.po.shr7 %r0, %r2.h0, 256, 127;", 0x0380 * 2 + 1),
        ("vmad.s32.s32.s32.sat %r0, %r1, %r1, %r3;", 0x7FFFFFFF),
        ("vmad.s32.s32.s32.sat.shr15 %r0, %r1, %r2, %r3;", 0x80000000),
        ("vadd4.u32.u32.u32 %r0, %r1, %r2, %r3;", 0x810104FF),
        ("vadd4.u32.u32.u32.sat %r0, %r1, %r2, %r3;", 0x81FF04FF),
        ("vadd4.s32.s32.s32.sat %r0.b20, %r1, %r2, %r3;", 0x110133FF),
        ("vabsdiff4.u32.u32.u32.add %r0, %r1, %r2, %r3;", 0x7F + 0xFD + 2 + 1 + C),
        ("vabsdiff4.s32.s32.s32.add %r0.b1, %r1, %r2, %r3;", 2 + C),
        ("vavrg4.u32.u32.u32 %r0, %r1, %r2, %r3;", 0x41810280),
        ("vavrg2.s32.s32.s32 %r0, %r1, %r2, %r3;", (0xC100 << 16) | 0x0280),
        ("vmin2.u32.u32.u32 %r0, %r1.h32, %r2.h01, %r3;", (0x0102 << 16) | 0x0380),
        ("vset4.u32.u32.ge %r0, %r1, %r2, %r3;", 0x01010000),
        ("vset2.u32.u32.lt.add %r0, %r1, %r2, %r3;", C + 1),
    ],
)
def test_results(give: Callable[..., int], line: str, expected: int) -> None:
    assert give(line) == expected, hex(give(line))


@pytest.mark.parametrize("type_", ["u32", "s32"])
@pytest.mark.parametrize("width", [2, 4])
def test_simd_arithmetic_is_that_of_small_integers(give: Callable[..., int], width: int, type_: str) -> None:
    rng = np.random.default_rng(width)
    element = np.dtype(f"{'i' if type_ == 's32' else 'u'}{4 // width}")
    for _ in range(4):
        a, b = (rng.integers(0, 1 << 32, dtype=np.uint32).reshape(1) for _ in range(2))
        x, y = a.view(element), b.view(element)
        for opcode, expected in (
            ("vadd", x + y), ("vsub", x - y), ("vmin", np.minimum(x, y)), ("vmax", np.maximum(x, y)),
        ):  # fmt: skip
            line = f"{opcode}{width}.{type_}.{type_}.{type_} %r0, %r1, %r2, %r3;"
            assert give(line, int(a[0]), int(b[0])) == int(expected.view(np.uint32)[0]), line
