"""Proofs of PTX text: atomic sums, bits of numbers, and numbers that integers pack."""

from __future__ import annotations

import numpy as np
import pytest

from pyptx import Tile, load_ptx
from pyptx.types import f32
from tests.equivalence.test_proof import WARP, Array, prove

TEXT = """.version 8.0
.target sm_90
.address_size 64
.visible .entry sums(.param .u64 x, .param .u64 y) {{
    .reg .b32 %r<4>; .reg .b64 %q<9>; .reg .f32 %f<9>; .reg .pred %p<3>;
    ld.param.u64 %q0, [x]; ld.param.u64 %q1, [y];
    mov.u32 %r0, %tid.x;
    mul.wide.u32 %q2, %r0, 4;
    add.u64 %q3, %q0, %q2;
    ld.global.f32 %f0, [%q3];
    {body}
    ret;
}}
"""


@pytest.mark.parametrize(
    ("body", "verdict"),
    [
        ("red.global.add.f32 [%q1], %f0;", "proved over the reals"),
        ("setp.lt.u32 %p0, %r0, 31; @%p0 red.global.add.f32 [%q1], %f0;", "refuted"),
    ],
)
def test_atomic_sums(body: str, verdict: str) -> None:
    sums = load_ptx(TEXT.format(body=body)).launch(grid=1, block=WARP)

    def launched(x: Array, y: Array) -> None:
        sums(x, y)

    found = prove(
        launched, lambda x, y: {"y": x.sum(keepdims=True)}, Tile(WARP, f32), np.zeros(1, np.float32)
    )
    assert found.verdict == verdict, found


DATA_THAT_IS_ZERO_ON_ALL_INPUTS_TRIED = {
    "and": "and.b32 %r3, %r1, %r2; mov.b32 %f3, %r3; add.f32 %f1, %f0, %f3;",
    "xor": "xor.b32 %r3, %r1, %r1; mov.b32 %f3, %r3; sub.f32 %f3, %f3, %f2; add.f32 %f1, %f0, %f3;",
    "or": "or.b32 %r3, %r1, %r2; mov.b32 %f3, %r3; sub.f32 %f3, %f3, %f4; add.f32 %f1, %f0, %f3;",
    "lop3": "lop3.b32 %r3, %r1, %r2, %r2, 0x80; mov.b32 %f3, %r3; add.f32 %f1, %f0, %f3;",
    "shl": "shl.b32 %r3, %r1, %r2; mov.b32 %f3, %r3; sub.f32 %f3, %f3, %f2; add.f32 %f1, %f0, %f3;",
    "prmt": "prmt.b32 %r3, 0x100, 0, %r1; mov.b32 %f3, %r3; add.f32 %f1, %f0, %f3;",
    "shfl": "mov.b32 %r4, %f0; shfl.sync.down.b32 %r3, %r4, %r1, 31, -1; mov.b32 %f1, %r3;",
    "ld": "st.shared.f32 [held], %f0; ld.shared.f32 %f3, [%r1]; ld.shared.f32 %f4, [held];"
    "sub.f32 %f3, %f3, %f4; add.f32 %f1, %f0, %f3;",
    "st": "st.shared.f32 [held + 4], %f0; mov.f32 %f3, 0f00000000; st.shared.f32 [held], %f3;"
    "st.shared.f32 [%r1], %f3; ld.shared.f32 %f1, [held + 4]; mov.f32 %f1, %f0;",
    "ld of a value cut below": "st.shared.f32 [held], %f2; st.shared.b8 [held], %r5;"
    "ld.shared.f32 %f3, [held]; add.f32 %f1, %f0, %f3;",
    "ld of a value cut above": "st.shared.f32 [held], %f2; st.shared.b8 [held + 3], %r5;"
    "ld.shared.f32 %f3, [held]; add.f32 %f1, %f0, %f3;",
    "red of a value cut below": "st.shared.f32 [held], %f2; st.shared.b8 [held], %r5;"
    "red.shared.add.f32 [held], 0f00000000; ld.shared.f32 %f3, [held]; add.f32 %f1, %f0, %f3;",
    "cvt.u32.u8": "cvt.u32.u8 %r3, %r1; cvt.rn.f32.u32 %f3, %r3; add.f32 %f1, %f0, %f3;",
    "setp": "rcp.approx.f32 %f3, %f2; setp.eq.f32 %p0, %f3, 0f7F800000;selp.f32 %f1, %f0, 0f3F800000, %p0;",
    "add": "sub.f32 %f3, %f0, 0f40533333; mov.b32 %r3, %f3; add.s32 %r3, %r3, 0x00800000;"
    "mov.b32 %f1, %r3; sub.f32 %f3, %f3, 0f00000000; sub.f32 %f1, %f1, %f3; add.f32 %f1, %f1, 0f40533333;",
}


@pytest.mark.parametrize("instruction", DATA_THAT_IS_ZERO_ON_ALL_INPUTS_TRIED)
def test_bits_that_matter_only_for_large_inputs_leave_the_fragment(instruction: str) -> None:
    """`%f2` and `%f4` are zero, as are their bits in `%r1` and `%r2`, up to x = 1000 and from -1000."""
    text = TEXT.replace(".reg", ".shared .align 4 .b8 held[8]; .reg", 1).replace("%r<4>", "%r<9>")
    body = (
        "sub.f32 %f2, %f0, 0f447A0000; max.f32 %f2, %f2, 0f00000000; mov.b32 %r1, %f2;"
        "add.f32 %f4, %f0, 0f447A0000; min.f32 %f4, %f4, 0f00000000; mov.b32 %r2, %f4; mov.b32 %r5, 0;"
        f"{DATA_THAT_IS_ZERO_ON_ALL_INPUTS_TRIED[instruction]}"
        "add.u64 %q4, %q1, %q2; st.global.f32 [%q4], %f1;"
    )
    copied = load_ptx(text.format(body=body)).launch(grid=1, block=1)

    def launched(x: Array, y: Array) -> None:
        copied(x, y)

    found = prove(launched, lambda x, y: {"y": x}, Tile(1, f32), np.full(1, 7, np.float32))
    assert found.verdict == "outside the fragment", found
    assert f": {instruction.split()[0]}" in found.proof.outside


def test_numbers_that_integers_pack_are_proved() -> None:
    body = (
        "mov.b32 %r1, %f0; mov.b64 %q5, {%r1, %r1}; shr.u64 %q6, %q5, 32; cvt.u32.u64 %r2, %q6;"
        "mov.b32 %f1, %r2; add.u64 %q4, %q1, %q2; st.global.f32 [%q4], %f1;"
    )
    copied = load_ptx(TEXT.format(body=body)).launch(grid=1, block=WARP)

    def launched(x: Array, y: Array) -> None:
        copied(x, y)

    assert prove(launched, lambda x, y: {"y": x}, Tile(WARP, f32), np.full(WARP, 7, np.float32))
