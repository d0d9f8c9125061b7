"""Undefined values through `mma`: which elements of D depend on them, on both engines."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pyptx.errors import SimFault
from pyptx.layouts.fragments import WARP_LANES, Fragment, mma_fragment
from pyptx.program import from_ptx
from pyptx.sim.native import MISSING
from tests.sim.conftest import text

if TYPE_CHECKING:
    from collections.abc import Callable

    from pyptx.program import Program

FORMS = (
    "m16n8k16.row.col.f32.f16.f16.f32",
    "m16n8k8.row.col.f16.f16.f16.f16",
    "m16n8k16.row.col.f32.bf16.bf16.f32",
    "m16n8k8.row.col.f32.tf32.tf32.f32",
    "m16n8k32.row.col.s32.s8.u8.s32",
    "m16n8k64.row.col.s32.s4.s4.s32",
    "m8n8k4.row.col.f64.f64.f64.f64",
    "m16n8k8.row.col.f64.f64.f64.f64",
    "m8n8k4.row.row.f32.f16.f16.f16",
    "m8n8k4.col.row.f16.f16.f16.f16",
)
Undefined = dict[tuple[str, int], int]
"""For a matrix and the number of a register of its fragment, the lanes where that is undefined, by bit."""


def fragments(form: str) -> dict[str, Fragment]:
    shape, a_layout, b_layout, d_type, a_type, b_type, c_type = form.split(".")
    return {
        "a": mma_fragment(shape, "a", a_type, a_layout),
        "b": mma_fragment(shape, "b", b_type, b_layout),
        "c": mma_fragment(shape, "c", c_type),
        "d": mma_fragment(shape, "d", d_type),
    }


def undefined_lanes(form: str, undefined: Undefined) -> list[int]:
    """The lanes in which each register of D is undefined, by bit."""
    made = fragments(form)
    bad = {
        name: {
            place
            for (lane, register, _), place in made[name].places()
            if undefined.get((name, register), 0) >> lane & 1
        }
        for name in "abc"
    }
    rows = {(matrix, row) for matrix, row, _ in bad["a"]}
    columns = {(matrix, column) for matrix, _, column in bad["b"]}
    found = [0] * made["d"].registers
    for (lane, register, _), (matrix, row, column) in made["d"].places():
        if (matrix, row) in rows or (matrix, column) in columns or (matrix, row, column) in bad["c"]:
            found[register] |= 1 << lane
    return found


def multiplying(form: str, undefined: Undefined) -> Program:
    """One `mma` with undefined registers, and a store of a register of D by the lanes of a mask."""
    made = fragments(form)
    bits = {name: 64 if made[name].bits == 64 else 32 for name in "abcd"}
    body = "".join(f".reg .b{bits[name]} %{name}<{made[name].registers}>;\n" for name in "abcd")
    body += """
        ld.param.u64 %rd1, [out];
        ld.param.u32 %r1, [mask];
        ld.param.u32 %r2, [which];
        mov.u32 %r3, %tid.x;
        shr.u32 %r4, %r1, %r3;
        and.b32 %r4, %r4, 1;
        setp.ne.u32 %p1, %r4, 0;
    """
    for name in "abc":
        for register in range(made[name].registers):
            lanes = ~undefined.get((name, register), 0) & 0xFFFF_FFFF
            body += f"shr.u32 %r4, {lanes:#x}, %r3; and.b32 %r4, %r4, 1; setp.ne.u32 %p2, %r4, 0;\n"
            body += f"@%p2 mov.b{bits[name]} %{name}{register}, 0;\n"
    operands = ", ".join(
        "{" + ", ".join(f"%{name}{register}" for register in range(made[name].registers)) + "}"
        for name in "dabc"
    )
    body += f"mma.sync.aligned.{form} {operands};\n"
    body += f"mad.wide.u32 %rd1, %r3, {bits['d'] // 8}, %rd1;\n"
    for register in range(made["d"].registers):
        body += f"setp.eq.u32 %p2, %r2, {register}; and.pred %p3, %p1, %p2;\n"
        body += f"@%p3 st.global.b{bits['d']} [%rd1], %d{register};\n"
    params = ".param .u64 out, .param .u32 mask, .param .u32 which"
    return from_ptx(text(body + "ret;", params=params))


lanes = st.one_of(
    st.integers(0, WARP_LANES - 1).map(lambda lane: 1 << lane),
    st.sampled_from((0xF, 0xFFFF_FFFF, 0x1111_1111)),
)


@pytest.mark.parametrize("native", [None, False])
@pytest.mark.parametrize("form", FORMS)
@given(data=st.data())
@settings(max_examples=4)
def test_an_element_depends_on_its_row_and_its_column(
    form: str, native: bool | None, data: st.DataObject
) -> None:
    registers = [(name, register) for name in "abc" for register in range(fragments(form)[name].registers)]
    undefined = data.draw(st.dictionaries(st.sampled_from(registers), lanes, min_size=1, max_size=2))
    program = multiplying(form, undefined)
    out = np.zeros(64, np.uint64)
    for which, bad in enumerate(undefined_lanes(form, undefined)):
        report = program.launch(out, ~bad & 0xFFFF_FFFF, which, grid=1, block=32, native=native)
        assert report.detail.engine == ("numpy" if native is False or MISSING else "native")
        for lane in {bad.bit_length() - 1, (bad & -bad).bit_length() - 1} - {-1}:
            with pytest.raises(SimFault) as caught:
                program.launch(out, 1 << lane, which, grid=1, block=32, native=native)
            assert caught.value.rule == "uninitialized-register"


PADDED_ROW = """
    .shared .align 16 .b8 rows[512];
    .shared .b32 value;
    .shared .b32 flag;
    .reg .b32 %a<4>;
    .reg .f32 %d<4>;
    ld.param.u64 %rd1, [out];
    mov.u32 %r1, %tid.x;
    setp.eq.u32 %p3, %r1, 32;
    @%p3 st.shared.u32 [flag], 0;
    bar.sync 0;
    setp.ge.u32 %p1, %r1, 32;
    @%p1 bra LAST;
    ld.volatile.shared.u32 %r2, [flag];
    setp.eq.u32 %p2, %r2, 0;
    @%p2 bra END;
    ld.shared.u32 %r3, [value];
    st.global.u32 [%rd1], %r3;
    bra END;
LAST:
    and.b32 %r1, %r1, 31;
    shl.b32 %r4, %r1, 4;
    mov.u32 %r5, rows;
    add.u32 %r4, %r4, %r5;
    setp.ne.u32 %p4, %r1, {unwritten};
    @%p4 st.shared.v4.u32 [%r4], {{%r1, %r1, %r1, %r1}};
    bar.warp.sync -1;
    ldmatrix.sync.aligned.m8n8.x4.shared.b16 {{%a0, %a1, %a2, %a3}}, [%r4];
    mov.b32 %r6, 0x3c003c00;
    mov.f32 %f1, 0f00000000;
    mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {{%d0, %d1, %d2, %d3}}, {{%a0, %a1, %a2, %a3}},
        {{%r6, %r6}}, {{%f1, %f1, %f1, %f1}};
    mad.wide.u32 %rd2, %r1, 4, %rd1;
    @%p3 st.global.f32 [%rd2+4], %d0;
    @%p3 st.shared.u32 [value], 5;
    @%p3 st.volatile.shared.u32 [flag], 1;
END:
    ret;
"""
"""Warp 1 multiplies, then announces a value through a flag that orders nothing; warp 0 may see it."""


@pytest.mark.skipif(bool(MISSING), reason=MISSING)
@pytest.mark.parametrize("unwritten", [32, 15])
def test_an_undefined_row_hides_no_race(program: Callable[..., Program], unwritten: int) -> None:
    """The order of the NumPy engine, which runs the reader first, never meets this race."""
    made = program(PADDED_ROW.format(unwritten=unwritten), params=".param .u64 out")
    made.launch(np.zeros(64, np.uint32), grid=1, block=64, checks="all", native=False)
    with pytest.raises(SimFault) as caught:
        made.launch(np.zeros(64, np.uint32), grid=1, block=64, checks="all")
    assert caught.value.rule == "race"
    assert "value" in str(caught.value)


def moved(rng: random.Random) -> str:
    """Matrices that move between registers and shared memory, some of whose rows are undefined."""
    lines = [
        ".shared .align 16 .b8 rows[1024]; .reg .b32 %a<8>; .reg .f32 %d<4>;",
        "ld.param.u64 %rd1, [out]; mov.u32 %r1, %tid.x; mad.wide.u32 %rd1, %r1, 4, %rd1;",
        "mov.u32 %r2, rows; mad.lo.u32 %r3, %r1, 16, %r2; mad.lo.u32 %r4, %r1, 4, %r2;",
        "xor.b32 %r5, %r3, 512; mov.b32 %a0, 0; mov.b32 %a1, 1; mov.b32 %a2, 2; mov.b32 %a3, 3;",
    ]

    def word() -> str:
        return f"%a{rng.randrange(8)}"

    def some(count: int) -> str:
        return "{" + ", ".join(f"%a{number}" for number in rng.sample(range(8), count)) + "}"

    for number in range(rng.randint(3, 9)):
        trans, count = rng.choice(("", ".trans")), rng.choice((1, 2, 4))
        lines.append(
            rng.choice(
                (
                    f"setp.ne.u32 %p1, %r1, {rng.randrange(32)}; @%p1 mov.b32 {word()}, {number};",
                    f"st.shared.v4.u32 [%r3], {{{word()}, {word()}, {word()}, {word()}}};",
                    f"ldmatrix.sync.aligned.m8n8.x{count}{trans}.shared.b16 {some(count)}, [%r3];",
                    f"stmatrix.sync.aligned.m8n8.x{count}{trans}.shared.b16 [{rng.choice(('%r3', '%r5'))}], "
                    f"{some(count)};",
                    f"ld.shared.u32 {word()}, [%r4+{rng.choice((0, 512))}];",
                    f"shfl.sync.bfly.b32 {word()}, {word()}, {rng.randrange(32)}, 31, -1;",
                    "mma.sync.aligned.m16n8k16.row.col.f16.f16.f16.f16 "
                    f"{some(2)}, {some(4)}, {some(2)}, {some(2)};",
                    f"movmatrix.sync.aligned.m8n8.trans.b16 {word()}, %a0;",
                    f"add.u32 {word()}, {word()}, {word()};",
                )
            )
            + "\nbar.warp.sync -1;"
        )
    lines.append(f"setp.eq.u32 %p1, %r1, {rng.randrange(32)}; @%p1 st.global.u32 [%rd1], {word()}; ret;")
    return "\n".join(lines)


@pytest.mark.parametrize("seed", range(16))
def test_both_engines_move_matrices_alike(program: Callable[..., Program], seed: int) -> None:
    made = program(moved(random.Random(seed)), params=".param .u64 out")
    found: list[tuple[object, ...]] = []
    for native in (None, False):
        out = np.zeros(32, np.uint32)
        try:
            report = made.launch(out, grid=1, block=32, native=native)
        except SimFault as fault:
            found.append((fault.rule, fault.instruction, str(fault)))
        else:
            found.append(("", out.tolist()))
            assert native is False or MISSING or report.detail.engine == "native"
    assert found[0] == found[1]
