"""The bytes of loaded values that matter: no others change a result, and no others need to be written."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pyptx.errors import SimFault
from pyptx.program import from_ptx
from pyptx.sim import simulate
from pyptx.sim.decode import decode

STEPS = st.sampled_from(
    [
        "and.b64 {b}, {a}, {n};",
        "or.b64 {b}, {a}, {n};",
        "xor.b64 {b}, {a}, {n};",
        "shl.b64 {b}, {a}, {s};",
        "shr.u64 {b}, {a}, {s};",
        "shr.s64 {b}, {a}, {s};",
        "mov.b64 {{%r{k}, %q{k}}}, {a}; mov.b64 {b}, {{%q{k}, %r{k}}};",
        "mov.b64 {{%h{k}, %i{k}, %j{k}, %_{k}}}, {a}; mov.b64 {b}, {{%h{k}, %h{k}, %i{k}, %_{k}}};",
        "cvt.u16.u64 %h{k}, {a}; cvt.s64.s16 {b}, %h{k};",
        "cvt.u32.u64 %r{k}, {a}; cvt.u64.u32 {b}, %r{k};",
        "cvt.u16.u64 %h{k}, {a}; cvt.s32.s8 %r{k}, %h{k}; cvt.u64.u32 {b}, %r{k};",
        "selp.b64 {b}, {a}, {n}, %p;",
        "mov.u64 {b}, 3; @%p mov.u64 {b}, {a};",
        "cvt.u32.u64 %r{k}, {a}; st.local.u8 [home], %r{k}; ld.local.u8 {b}, [home];",
        "add.u64 {b}, {a}, 1;",
        "not.b64 {b}, {a};",
        "bfe.s64 {b}, {a}, {s}, 12;",
        "bfe.u64 {b}, {a}, 9, {s};",
        "bfi.b64 {b}, {a}, {n}, {s}, 20;",
        "bfi.b64 {b}, {n}, {a}, 20, {s};",
        "mov.b64 {{%r{k}, %q{k}}}, {a}; prmt.b32 %r{k}, %q{k}, %r{k}, {w}; cvt.u64.u32 {b}, %r{k};",
        "mov.b64 {{%r{k}, %q{k}}}, {a}; prmt.b32.b4e %r{k}, %q{k}, %r{k}, {s}; cvt.u64.u32 {b}, %r{k};",
        "mov.b64 {{%r{k}, %q{k}}}, {a}; shf.l.wrap.b32 %r{k}, %q{k}, %r{k}, {s}; cvt.u64.u32 {b}, %r{k};",
        "mov.b64 {{%r{k}, %q{k}}}, {a}; lop3.b32 %r{k}, %q{k}, 4095, %r{k}, 0xE4; cvt.u64.u32 {b}, %r{k};",
        "mov.b64 {{%r{k}, %q{k}}}, {a}; lop3.b32 %r{k}, %q{k}, %r{k}, 0xF0F0, {s}; cvt.u64.u32 {b}, %r{k};",
    ]
)
NUMBERS = st.sampled_from([0, 255, 0xFF00, 0x00FF_0000_FFFF, 0xFFFF_FFFF_FFFF_FF00, 0x1FF])
BODIES = st.lists(st.tuples(STEPS, NUMBERS, st.integers(0, 63), st.booleans()), min_size=1, max_size=5)
"""Steps with their numbers, and whether their result overwrites the register that they read."""


def source(load: str, steps: str, result: str) -> str:
    """A kernel of one thread that stores a number made of a loaded one."""
    return f""".version 8.3
.target sm_80
.address_size 64
.visible .entry k(.param .u64 x, .param .u64 y) {{
    .reg .b64 %d<9>; .reg .b64 %a<3>; .reg .b32 %r<9>; .reg .b32 %q<9>; .reg .pred %p;
    .reg .b16 %h<9>; .reg .b16 %i<9>; .reg .b16 %j<9>; .reg .b16 %_<9>;
    .local .align 8 .b8 home[8];
    ld.param.u64 %a1, [x];
    ld.param.u64 %a2, [y];
    setp.ne.u64 %p, %a1, 6;
    {load}
    {steps}
    st.global.u64 [%a2], {result};
    ret;
}}
"""


@settings(deadline=None, max_examples=60)
@given(BODIES, st.integers(0, 2**64 - 1), st.integers(0, 2**64 - 1))
def test_other_bytes_change_no_result(body: list[tuple[str, int, int, bool]], value: int, other: int) -> None:
    steps = []
    to = "%d1"
    for k, (step, n, s, again) in enumerate(body, 1):
        read, to = to, to if again else f"%d{k + 1}"
        steps.append(step.format(n=n, w=n & 0xFFFF_FFFF, s=s, k=k, a=read, b=to))
    text = source("ld.global.u64 %d1, [%a1];", "\n".join(steps), to)
    program = from_ptx(text)
    (load,) = (
        step.operation
        for step in decode(program.module, program.entry, program.arch).steps
        if step.name == "ld.global.u64"
    )
    used = 255 if load.used_bytes is None else load.used_bytes
    mask = sum(0xFF << 8 * place for place in range(8) if used >> place & 1)
    results = []
    for number in (value, value & mask | other & ~mask):
        x, y = np.array([number], np.uint64), np.zeros(1, np.uint64)
        simulate(program, [x, y], grid=(1, 1, 1), block=(1, 1, 1))
        results.append(int(y[0]))
    assert results[0] == results[1]


@pytest.mark.parametrize(("mask", "is_right"), [(255, True), (0x1FF, False)])
def test_a_structure_with_padding_is_read_by_words(mask: int, is_right: bool) -> None:
    load = "mov.u16 %h1, 3; st.global.u8 [%a1], %h1; ld.global.nc.u64 %d1, [%a1];"
    text = source(load, f"and.b64 %d2, %d1, {mask};", "%d2")
    x, y = np.zeros(1, np.uint64), np.zeros(1, np.uint64)
    program = from_ptx(text)
    if is_right:
        program.launch(x, y, grid=(1, 1, 1), block=(1, 1, 1), uninitialized=("x",))
        assert y[0] == 3
    else:
        with pytest.raises(SimFault) as caught:
            program.launch(x, y, grid=(1, 1, 1), block=(1, 1, 1), uninitialized=("x",))
        assert caught.value.rule == "uninitialized-memory"


@pytest.mark.parametrize("native", [True, False])
@pytest.mark.parametrize(
    ("upper", "lower", "bits", "is_right"),
    [("%u1", "%f1", 8, True), ("%f1", "%u1", 8, False), ("%u1", "%f1", 16, False), ("%u1", "%u2", 8, False)],
)
def test_a_packed_number_of_which_no_byte_is_stored_may_be_undefined(
    upper: str, lower: str, bits: int, is_right: bool, native: bool
) -> None:
    program = from_ptx(
        f""".version 8.3
.target sm_89
.address_size 64
.visible .entry k(.param .u64 x) {{
    .reg .b64 %a1; .reg .b16 %h1; .reg .f32 %f1; .reg .f32 %u<3>;
    ld.param.u64 %a1, [x];
    mov.f32 %f1, 0f3FC00000;
    cvt.rn.satfinite.e4m3x2.f32 %h1, {upper}, {lower};
    st.global.b{bits} [%a1], %h1;
    ret;
}}
"""
    )
    x = np.zeros(1, np.uint16)
    if is_right:
        program.launch(x, grid=(1, 1, 1), block=(1, 1, 1), native=native)
        assert x[0] == 0x3C
    else:
        with pytest.raises(SimFault) as caught:
            program.launch(x, grid=(1, 1, 1), block=(1, 1, 1), native=native)
        assert caught.value.rule == "uninitialized-register"


TAKEN = {
    "prmt": ("prmt.b32 %r2, %r1, %u1, 0x3340; prmt.b32 %r3, %r1, %r2, {};", "0x4644", "0x4544", "b32"),
    "prmt.f4e": ("prmt.b32.f4e %r3, %r1, %u1, {};", "0", "1", "b32"),
    "prmt by a register": ("prmt.b32 %r3, %r1, %u1, {};", "0x3210", "%r1", "b32"),
    "shl": ("shl.b32 %r2, %u1, {}; or.b32 %r3, %r2, %r1;", "8", "7", "b8"),
    "and": ("shl.b32 %r2, %u1, 16; or.b32 %r2, %r2, %r1; and.b32 %r3, %r2, {};", "0xFFFF", "0x1FFFF", "b32"),
    "bfi": ("bfi.b32 %r2, %u1, %r1, 16, {}; bfe.u32 %r3, %r2, 24, 8;", "8", "9", "b32"),
    "bfe": ("bfi.b32 %r2, %r1, %u1, 0, 16; bfe.u32 %r3, %r2, {}, 8;", "8", "9", "b32"),
    "lop3": ("lop3.b32 %r3, %r1, %u1, {}, 0xE4;", "255", "254", "b8"),
    "shf": ("shf.l.wrap.b32 %r2, %u1, %r1, 8; shr.u32 %r3, %r2, {};", "8", "7", "b32"),
    "mov": ("mov.b32 %r2, {{%h1, %h2}}; and.b32 %r3, %r2, {};", "0xFF00", "0x10000", "b32"),
}
"""Instructions with a gap, a word for it that leaves undefined bytes out, one that does not, and a store."""


@pytest.mark.parametrize("native", [True, False])
@pytest.mark.parametrize("name", TAKEN)
def test_undefined_bytes_matter_where_a_result_takes_them(name: str, native: bool) -> None:
    body, without, with_them, stored = TAKEN[name]
    for word, is_right in ((without, True), (with_them, False)):
        program = from_ptx(
            f""".version 8.3
.target sm_80
.address_size 64
.visible .entry k(.param .u64 x) {{
    .reg .b64 %a1; .reg .b16 %h<3>; .reg .b32 %r<4>; .reg .b32 %u<2>;
    ld.param.u64 %a1, [x];
    mov.b32 %r1, 0x3210; mov.b16 %h1, 5;
    {body.format(word)}
    st.global.{stored} [%a1], %r3;
    ret;
}}
"""
        )
        x = np.zeros(1, np.uint32)
        if is_right:
            program.launch(x, grid=(1, 1, 1), block=(1, 1, 1), native=native)
        else:
            with pytest.raises(SimFault) as caught:
                program.launch(x, grid=(1, 1, 1), block=(1, 1, 1), native=native)
            assert caught.value.rule == "uninitialized-register"


AGAIN = {
    "the mask overwrites the value": ("and.b32 %r1, %r1, {};", "0xFF", "0x1FF"),
    "the value is used before": (
        "and.b32 %r2, %r1, {}; mov.b32 %r1, 3; add.u32 %r1, %r1, %r2;",
        "0xFF",
        "0x1FF",
    ),
    "in another block": ("bra LATER; LATER: and.b32 %r1, %r1, {}; add.u32 %r1, %r1, 1;", "0xFF", "0x1FF"),
    "in a loop": (
        "LOOP: and.b32 %r1, %r1, {}; add.u32 %r2, %r2, 1; setp.lt.u32 %p, %r2, 3; @%p bra LOOP;",
        "255",
        "511",
    ),
    "behind a call": ("call f; and.b32 %r1, %r1, {};", "0xFF", "0x1FF"),
    "a copy has two writers": ("mov.b32 %r2, %r1; and.b32 %r2, %r2, {}; mov.b32 %r1, %r2;", "0xFF", "0x1FF"),
    "a guarded write keeps the value": ("{} and.b32 %r1, %r1, 0xFF;", "", "@%p"),
    "one way keeps the value": (
        "@%p bra {}; and.b32 %r1, %r1, 0xFF; LATER: and.b32 %r1, %r1, 0xFF; OUT:",
        "LATER",
        "OUT",
    ),
}
"""Instructions on a register with one defined byte, a word that drops the others, and one that does not."""


@pytest.mark.parametrize("native", [True, False])
@pytest.mark.parametrize("name", AGAIN)
def test_each_value_of_a_register_needs_the_bytes_that_its_own_uses_take(name: str, native: bool) -> None:
    body, without, with_them = AGAIN[name]
    for word, is_right in ((without, True), (with_them, False)):
        program = from_ptx(
            f""".version 8.3
.target sm_80
.address_size 64
.func f() {{ ret; }}
.visible .entry k(.param .u64 x) {{
    .reg .b64 %a1; .reg .b16 %h1; .reg .b32 %r<3>; .reg .pred %p;
    .local .align 4 .b8 home[4];
    ld.param.u64 %a1, [x];
    mov.b16 %h1, 5; mov.b32 %r2, 0;
    setp.eq.u64 %p, %a1, 0;
    st.local.u8 [home], %h1;
    ld.local.u32 %r1, [home];
    {body.format(word)}
    st.global.b32 [%a1], %r1;
    ret;
}}
"""
        )
        x = np.zeros(1, np.uint32)
        if is_right:
            program.launch(x, grid=(1, 1, 1), block=(1, 1, 1), native=native)
        else:
            with pytest.raises(SimFault) as caught:
                program.launch(x, grid=(1, 1, 1), block=(1, 1, 1), native=native)
            assert caught.value.rule == "uninitialized-memory"
