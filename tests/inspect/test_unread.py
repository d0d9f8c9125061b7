"""Moves of values that nothing reads are left out of raised Python, and of comparisons."""

from __future__ import annotations

import pytest

from pyptx.codegen import ptx_to_python
from pyptx.codegen.proof import require_same_program, retraced
from pyptx.errors import CodegenError
from pyptx.inspect.unread import without_unread_moves
from pyptx.ir import Block, Function
from pyptx.ir.visit import walk
from pyptx.parser import parse

HEAD = """.version 8.7
.target sm_90a
.address_size 64
.func (.reg .b32 %result) f (.reg .b32 %given)
{
.reg .pred %p<4>;
.reg .b32 %r<9>;
.reg .f32 %f<9>;
.reg .b64 %d<4>;
.shared .b8 s[64];
"""
USE = "st.shared.u32 [s], %r1;"


def left_out(code: str) -> int:
    """The number of statements that are left out of some code, in its raised Python too."""
    text = f"{HEAD}{code} ret; }}"
    (function,) = [item for item in parse(text).items if isinstance(item, Function)]
    nodes = [*walk(function.body or ())]
    body, kept = without_unread_moves(function.body or (), range(len(nodes)))
    assert [each for each in walk(body) if not isinstance(each, Block)] == [
        nodes[at] for at in kept if not isinstance(nodes[at], Block)
    ]
    made = require_same_program(text, retraced(ptx_to_python(text, sugar=True)))
    assert made.unread == len(nodes) - len(kept)
    return made.unread


@pytest.mark.parametrize(
    ("code", "count"),
    [
        pytest.param("mov.u32 %r1, %tid.x;", 1, id="never"),
        pytest.param(
            "mov.u32 %r1, %tid.x; @%p1 mov.b32 %r2, %r1; mov.u32 %r3, %r2;", 3, id="only by such moves"
        ),
        pytest.param(f"mov.u32 %r1, %tid.x; mov.u32 %r1, %r2; {USE}", 1, id="not before it is set again"),
        pytest.param(
            f"mov.u32 %r1, %r2; {USE} @%p1 mov.u32 %r1, %r3; bra E; M: {USE} E:", 1, id="not on its path"
        ),
        pytest.param(
            f"L: mov.u32 %r1, %r2; {USE} mov.u32 %r1, %r3; @%p1 bra L;", 1, id="not in the next round"
        ),
        pytest.param(
            f"add.u32 %r1, %r2, 1; {USE} mov.u32 %r1, %r2; @%p1 exit; trap; L: {USE}",
            1,
            id="not after the end",
        ),
        pytest.param(
            "{ .reg .b32 %x; .reg .pred %q; elect.sync %x|%q, -1; @%q mov.u32 %r1, 1; mov.u32 %r2, %x; }"
            + USE,
            1,
            id="the leader of an election",
        ),
    ],
)
def test_a_move_goes_if_nothing_reads_its_value(code: str, count: int) -> None:
    assert left_out(code) == count


@pytest.mark.parametrize(
    "code",
    [
        pytest.param("mov.u32 %result, %r1;", id="the result of a function"),
        pytest.param(
            f"mov.u32 %r1, %r2; @%p1 mov.u32 %r1, %r3; {USE}", id="before a write under a condition"
        ),
        pytest.param(f"L: {USE} mov.u32 %r1, %r2; @%p1 bra L;", id="read in the next round"),
        pytest.param(f"mov.u32 %r1, %r2; @%p1 bra L; mov.u32 %r1, %r3; L: {USE}", id="read on one path"),
        pytest.param(
            f"T: .branchtargets L, M; mov.u32 %r1, %r2; brx.idx %r3, T; L: mov.u32 %r1, 4; M: {USE}",
            id="read behind a table of branches",
        ),
        pytest.param("mov.u32 %r1, %clock;", id="the time"),
        pytest.param("mov.b64 %d1, {%clock, %r1};", id="the time in a pair"),
        pytest.param("mov.u64 %d1, s;", id="an address"),
        pytest.param("mov.u64 %d1, s+4;", id="an address with an offset"),
        pytest.param("mov.pred %p1, %p2; @%p1 exit;", id="a condition"),
        pytest.param(
            "mov.f32 %f1, %f8; wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16"
            " {%f1, %f2, %f3, %f4}, %d1, %d2, 1, 1, 1, 0, 0; mov.f32 %f1, %f7; st.shared.f32 [s], %f1;",
            id="a sum that an instruction reads and writes",
        ),
        pytest.param(f"add.u32 %r1, %r2, 1; cvt.u32.u16 %r1, 3; {USE}", id="another instruction"),
    ],
)
def test_a_statement_stays(code: str) -> None:
    assert left_out(code) == 0


def test_python_may_not_add_a_move_that_nothing_reads() -> None:
    text = f"{HEAD}{USE} ret; }}"
    with pytest.raises(CodegenError, match="which the source does not have"):
        require_same_program(text, text.replace(USE, f"{USE} mov.u32 %r2, %r1;"))


def test_the_head_of_a_raised_file_counts_the_moves_in_blocks() -> None:
    text = (
        f"{HEAD}mov.u32 %r2, %r1; {{ .param .b32 a; mov.u32 %r3, %r1; st.param.b32 [a], %r1; }} {USE} ret; }}"
    )
    assert "2 moves of unread values left out" in ptx_to_python(text, sugar=True)
