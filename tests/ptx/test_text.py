"""Doors that take PTX text: declarations, operands, items of the module, places of code."""

from __future__ import annotations

import re

import pytest

from pyptx import PtxError, TraceError, VerifyError, ptx, reg
from pyptx.emitter import emit, emit_statement
from pyptx.ir import Address, Literal, Name, Negated
from pyptx.trace import Trace, tracing
from pyptx.types import b32, f32, pred, u32


def test_declarations_stand_where_they_are_said() -> None:
    with tracing(Trace()) as trace:
        r = reg.scalar(u32, init=1)
        lo, hi, rows, tile = ptx.declare(".reg .b32 lo, hi, rows<4>; .shared .align 8 .b32 tile[8];")
        assert isinstance(lo, reg.Reg)
        assert isinstance(rows, reg.RegArray)
        ptx.inst.add.u32(lo, r, hi)
        ptx.inst.mov.b32(rows[3], tile)
    assert [emit_statement(statement) for statement in trace.body][1:4] == [
        ".reg .b32 lo, hi, rows<4>;",
        ".shared .align 8 .b32 tile[8];",
        "add.u32 lo, %r0, hi;",
    ]
    assert (lo.dtype, len(rows), tile) == (b32, 4, "tile")


def test_declarations_in_a_scope_end_with_it() -> None:
    with tracing(Trace()):
        with ptx.scope():
            (p,) = ptx.declare(".reg .pred p;")
        with ptx.scope():
            ptx.membar.gl()
            (p,) = ptx.declare(".reg .pred p;")
            assert isinstance(p, reg.Reg)
            assert p.dtype == pred
        with pytest.raises(VerifyError):
            ptx.inst.setp.eq.u32(p, 1, 1)


def test_what_is_no_declaration() -> None:
    with tracing(Trace()):
        ptx.declare(".reg .b32 a;")
        for text, message in (
            ("mov.b32 a, 1;", "other than a declaration"),
            (".reg .b32", "ptx.declare: line 1"),
            (".reg .f32 a;", "the name a is taken"),
        ):
            with pytest.raises(TraceError, match=message) as caught:
                ptx.declare(text)
            assert "test_text.py:" in str(caught.value)


def test_operands_as_spelled() -> None:
    assert ptx.spelled("0x1F") == Literal("0x1F")
    assert ptx.spelled("!p") == Negated(Name("p"))
    assert ptx.spelled("[ %rd1 + 0 ]") == Address(Name("%rd1"), Literal("0"))
    for text in ("", "a, b", "a;", "[a"):
        with pytest.raises(TraceError, match=r"ptx\.spelled"):
            ptx.spelled(text)


def test_spelled_operands_are_verified() -> None:
    with tracing(Trace()) as trace:
        x = reg.scalar(f32, name="x")
        ptx.inst.add.f32(x, x, ptx.spelled("0f3f800000"))
        with pytest.raises(VerifyError):
            ptx.inst.add.f32(x, x, ptx.spelled("[x]"))
    assert emit_statement(trace.body[-1]) == "add.f32 x, x, 0f3f800000;"


def test_items_of_the_module_keep_their_order() -> None:
    with tracing(Trace("k")) as trace:
        ptx.raw_module('.section .debug_str { .b8 0 }\n.file 2 "b.cu"', after=True)
        ptx.var("global", u32, "first")
        ptx.file_(1, "a.cu")
        ptx.raw_module(".const .u32 primes[3] = {2, 3, 5};")
        r = reg.scalar(u32)
        ptx.inst.ld.const.u32(r, ptx.addr("primes", 4))
    text = emit(trace.module())
    order = [text.index(word) for word in ("first", ".file\t1" if "\t1" in text else ".file 1", "primes[3]")]
    order += [text.index(word) for word in (".entry k", ".debug_str", '"b.cu"')]
    assert order == sorted(order)


def test_items_that_do_not_fit() -> None:
    with tracing(Trace("k")):
        ptx.file_(1, "a.cu")
        for text, message in (
            (".func f() { ret; }", r"f is a \.func"),
            (".entry f() { ret; }", r"f is a \.entry"),
            ('.file 1 "b.cu"', r"\.file 1 is already declared"),
            (".global .u32 k k;", "ptx.raw_module: line 1"),
        ):
            with pytest.raises(TraceError, match=message):
                ptx.raw_module(text)


def test_places_of_inlined_code() -> None:
    with tracing(Trace()) as trace:
        ptx.loc(1, 5)
        ptx.loc(1, 0, 0)
        ptx.loc(1, 8, 3, function="$L_name", inlined_at=(1, 7, 2))
        for wrong in ({"function": "f"}, {"inlined_at": (1, 2, 3)}, {"col": -1}):
            with pytest.raises(PtxError):
                ptx.loc(1, 5, **wrong)
    spelled = [re.sub(r"\s+", " ", emit_statement(statement)) for statement in trace.body]
    assert spelled == [
        ".loc 1 5 0",
        ".loc 1 0 0",
        ".loc 1 8 3, function_name $L_name, inlined_at 1 7 2",
    ]
