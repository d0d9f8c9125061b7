"""Constants replace the registers that hold them where the program stays the same."""

from __future__ import annotations

import pytest

from pyptx.codegen import ptx_to_python
from pyptx.codegen.proof import require_same_program, retraced
from pyptx.errors import CodegenError
from pyptx.inspect.propagation import constants_of, flattened
from pyptx.ir import Function
from pyptx.parser import parse

HEAD = """.version 8.7
.target sm_90a
.address_size 64
.visible .entry k()
{
.reg .pred %p<4>;
.reg .b16 %h<4>;
.reg .b32 %r<9>;
.reg .f32 %f<4>;
.reg .b64 %d<4>;
.shared .b8 s[64];
"""
USE = "st.shared.u32 [s], %r1;"


def constants(code: str) -> dict[str, str]:
    """The constants of the registers of some code."""
    (function,) = [item for item in parse(f"{HEAD}{code} ret; }}").items if isinstance(item, Function)]
    return {name: each.text for name, each in constants_of(*flattened(function.body or ())).items()}


@pytest.mark.parametrize(
    "code",
    [
        f"mov.u32 %r1, 7; {USE}",
        f"mov.u32 %r1, 7; L: {USE} @%p0 bra L;",
        f"@%p0 bra E; mov.u32 %r1, 7; {USE} E:",
        f"L: @%p0 bra M; mov.u32 %r1, 7; {USE} M: @%p1 bra L;",
        f"@%p0 bra E; mov.u32 %r1, 7; bra M; L: {USE} M: @%p1 bra L; E:",
        f"{{ L: @%p0 bra L; }} mov.u32 %r1, 7; bar.sync 1; {{ L: @%p0 bra L; }} {USE}",
    ],
)
def test_a_constant_takes_the_place_of_its_register(code: str) -> None:
    assert constants(code) == {"%r1": "7"}
    text = f"{HEAD}{code} ret; }}"
    made = retraced(ptx_to_python(text, sugar=True))
    assert "st.shared.u32 [s], 7;" in made
    assert "mov.u32" not in made
    assert require_same_program(text, made) == (1, 0)


@pytest.mark.parametrize(
    "code",
    [
        pytest.param(f"@%p0 bra L; mov.u32 %r1, 7; L: {USE}", id="a path around it"),
        pytest.param(f"@%p0 bra M; mov.u32 %r1, 7; L: {USE} M: @%p1 bra L;", id="a path from behind"),
        pytest.param(f"L: {USE} mov.u32 %r1, 7; @%p0 bra L;", id="a use before it"),
        pytest.param(f"mov.u32 %r1, 7; {USE} mov.u32 %r1, 8; {USE}", id="another write"),
        pytest.param(f"mov.u32 %r1, 7; @%p0 ld.shared.u32 %r1, [s]; {USE}", id="a write under a condition"),
        pytest.param(f"@%p0 mov.u32 %r1, 7; {USE}", id="a condition"),
        pytest.param("mov.u32 %r1, 7; st.shared.u8 [s], %r1;", id="a narrower use"),
        pytest.param("mov.u32 %r1, 8; st.shared.u32 [%r1], %r2;", id="an address"),
        pytest.param("mov.u32 %r1, 7; add.f16x2 %r3, %r1, %r2;", id="an operand without constants"),
        pytest.param("mov.u32 %r1, 99; bar.sync %r1;", id="out of bounds"),
        pytest.param("mov.f32 %f1, 0f00000000; add.f32 %f2, %f1, %f0;", id="the start of a sum"),
        pytest.param("mov.u64 %d1, 7; @%p0 bra L; L: st.shared.u64 [s], %d1;", id="wide, over blocks"),
        pytest.param(f"{{ .reg .u32 %r1; mov.u32 %r1, 7; }} {USE}", id="a register that a block hides"),
        pytest.param(f"{{ .reg .u32 %r<2>; mov.u32 %r1, 7; }} {USE}", id="registers that a block hides"),
        pytest.param(
            f"bra.uni E; mov.u32 %r1, 7; L: {USE} E: T: .branchtargets L; brx.idx %r2, T;",
            id="a table of branches",
        ),
        pytest.param(
            f"{{ T: .branchtargets A, B; brx.idx %r2, T; A: mov.u32 %r1, 7; B: {USE} }}",
            id="a table of branches in braces",
        ),
    ],
)
def test_a_register_stays(code: str) -> None:
    assert constants(code) == {}


@pytest.mark.parametrize("declared", [".reg .u32 %r1;", ".reg .u32 %r<2>;", ".shared .b32 m; .reg .u32 %r1;"])
def test_a_register_of_a_block_is_another(declared: str) -> None:
    text = f"{HEAD}{{ {declared} mov.u32 %r1, 7; {USE} }} {USE} ret; }}"
    made = retraced(ptx_to_python(text, sugar=True))
    assert [line for line in made.splitlines() if "mov.u32" in line] == []
    assert "st.shared.u32 [s], 7;" in made
    assert require_same_program(text, made) == (1, 0)


def test_a_copy_of_a_constant_is_one_too() -> None:
    code = "mov.u32 %r1, 7; mov.b32 %r2, %r1; add.s32 %r3, %r2, %r1; st.shared.u32 [s], %r3;"
    assert constants(code) == {"%r1": "7", "%r2": "7"}


def test_registers_are_declared_one_by_one_or_as_a_group() -> None:
    code = ".reg .b32 x, y; mov.u32 x, 7; mov.u32 %r1, x; add.s32 y, x, %r1; st.shared.u32 [s], y;"
    assert constants(code) == {"x": "7", "%r1": "7"}


def test_a_table_of_branches_in_braces_is_proved() -> None:
    table = "{ .shared .b32 z; T: .branchtargets A, B; brx.idx %r2, T;"
    before = f"mov.u32 %r1, 7; {table} A: st.shared.u32 [z], %r1; B: {USE} }}"
    inside = f"{{ T: .branchtargets A, B; brx.idx %r2, T; A: mov.u32 %r1, 7; {USE} B: @%p0 {USE} }}"
    for code in (before, inside):
        text = f"{HEAD}{code} ret; }}"
        made = retraced(ptx_to_python(text, sugar=True))
        assert "mov.u32" in made
        assert require_same_program(text, made) == (0, 0)


def test_another_constant_is_another_program() -> None:
    text = f"{HEAD}mov.u32 %r1, 7; {USE} ret; }}"
    assert require_same_program(text, text) == (0, 0)
    with pytest.raises(CodegenError, match="the source has"):
        require_same_program(text, text.replace("7;", "8;"))


SHUFFLE = "shfl.sync.down.b32 %r3, %r2, 1, 31, %r1;"
FIELD = "tensormap.replace.tile.box_dim.shared::cta.b1024.b32 [s], 0, %r1;"
WAIT = "L: mbarrier.try_wait.parity.shared::cta.b64 %p1, [s], %r1; @!%p1 bra L;"


@pytest.mark.parametrize(
    ("target", "code", "is_kept"),
    [
        pytest.param("sm_80", f"{SHUFFLE} {SHUFFLE}", True, id="a mask that shuffles share"),
        pytest.param("sm_80", SHUFFLE, False, id="a mask of one shuffle"),
        pytest.param("sm_90a", f"{SHUFFLE} {SHUFFLE}", False, id="a mask on a target without calls"),
        pytest.param("sm_90a", FIELD, True, id="a field of a tensor map"),
        pytest.param("sm_90a", WAIT, True, id="all between two labels"),
        pytest.param("sm_90a", f"add.s32 %r2, %r2, 1; {WAIT}", False, id="something else between two labels"),
    ],
)
def test_a_register_stays_where_ptxas_makes_other_code_of_a_number(
    target: str, code: str, is_kept: bool
) -> None:
    head = HEAD.replace("sm_90a", target)
    text = f"{head} @%p0 bra.uni M; st.shared.u32 [s], %r2; M: mov.u32 %r1, 1; {code} ret; }}"
    made = retraced(ptx_to_python(text, sugar=True))
    assert (made.count("mov.u32") == 1) == is_kept
    assert require_same_program(text, made) == (not is_kept, 0)
