"""Undefined arguments and results of functions: passed without a report, and reported where they matter."""

from __future__ import annotations

from contextlib import nullcontext
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from pyptx.errors import SimFault

if TYPE_CHECKING:
    from collections.abc import Callable

# `half` has a result for numbers below 16; `same` returns its argument; `deep` calls itself before.
FUNCTIONS = """
.func (.param .b32 r) half(.param .b32 n)
{
    .reg .b32 %n, %u;
    .reg .pred %p;
    ld.param.b32 %n, [n];
    setp.lt.u32 %p, %n, 16;
    @%p shr.u32 %u, %n, 1;
    st.param.b32 [r], %u;
    ret;
}
.func (.param .b32 r) same(.param .b32 n)
{
    .reg .b32 %n;
    ld.param.b32 %n, [n];
    st.param.b32 [r], %n;
    ret;
}
.func (.param .b64 r) pair(.param .align 8 .b8 n[8])
{
    .reg .b32 %n;
    .reg .b64 %r;
    ld.param.b32 %n, [n+4];
    cvt.u64.u32 %r, %n;
    st.param.b64 [r], %r;
    ret;
}
"""
DEEP = """
.func (.param .b32 r) deep(.param .b32 n, .param .b32 depth)
{
    .reg .b32 %n, %d;
    .reg .pred %p;
    ld.param.b32 %n, [n];
    ld.param.b32 %d, [depth];
    setp.eq.u32 %p, %d, 0;
    @%p bra DONE;
    sub.u32 %d, %d, 1;
    {
        .param .b32 a; .param .b32 b; .param .b32 c;
        st.param.b32 [a], %n;
        st.param.b32 [b], %d;
        call (c), deep, (a, b);
        ld.param.b32 %n, [c];
    }
DONE:
    st.param.b32 [r], %n;
    ret;
}
"""
HALF = """
    .param .b32 a; .param .b32 b;
    st.param.b32 [a], %r1;
    call (b), half, (a);
    ld.param.b32 %r2, [b];
"""
CALLS = {
    "result": HALF,
    "argument": """
        .param .b32 a; .param .b32 b;
        setp.lt.u32 %p2, %r1, 16;
        @%p2 mov.u32 %r3, %r1;
        st.param.b32 [a], %r3;
        call (b), same, (a);
        ld.param.b32 %r2, [b];
    """,
    "by address": HALF.replace("call (b), half, (a);", "mov.u64 %rd2, half; call (b), %rd2, (a), TYPE;"),
    "recursive": """
        .param .b32 a; .param .b32 b; .param .b32 c;
        setp.lt.u32 %p2, %r1, 16;
        @%p2 mov.u32 %r3, %r1;
        st.param.b32 [a], %r3;
        st.param.b32 [b], 2;
        call (c), deep, (a, b);
        ld.param.b32 %r2, [c];
    """,
}
USES = {
    "branch": "setp.eq.u32 %p1, %r2, 5; @%p1 bra END; st.global.u32 [%rd1], 1;",
    "guard": "setp.eq.u32 %p1, %r2, 5; @%p1 st.global.u32 [%rd1], 1;",
    "address": "and.b32 %r2, %r2, 15; mad.wide.u32 %rd2, %r2, 4, %rd1; st.global.u32 [%rd2], 1;",
    "store": "mad.wide.u32 %rd2, %r1, 4, %rd1; st.global.u32 [%rd2], %r2;",
    "computing": "add.u32 %r2, %r2, 1;",
    "defined lanes": "setp.lt.u32 %p1, %r1, 16; @!%p1 mov.u32 %r2, 0; st.global.u32 [%rd1], %r2;",
}


@pytest.mark.parametrize("how", CALLS)
@pytest.mark.parametrize("use", USES)
def test_an_undefined_value_goes_through_a_call(run: Callable[..., Any], how: str, use: str) -> None:
    body = f"""
        ld.param.u64 %rd1, [out];
        mov.u32 %r1, %tid.x;
        TYPE: .callprototype (.param .b32 _) _ (.param .b32 _);
        {{ {CALLS[how]} }}
        {USES[use]}
    END:
        ret;
    """
    module = FUNCTIONS + (DEEP if how == "recursive" else "")
    right = use in ("computing", "defined lanes")
    run(body, module=module, out=np.zeros(32, np.uint32), block=16)
    with nullcontext() if right else pytest.raises(SimFault) as caught:
        run(body, module=module, out=np.zeros(32, np.uint32))
    if caught is not None:
        assert caught.value.rule == "uninitialized-register"
        assert caught.value.thread is not None
        assert caught.value.thread["tid"][0] >= 16


@pytest.mark.parametrize(("written", "reported"), [(4, False), (0, True)])
def test_a_part_of_an_argument(run: Callable[..., Any], written: int, reported: bool) -> None:
    """The padding of a structure may stay unwritten."""
    body = f"""
        .param .align 8 .b8 a[8]; .param .b64 b;
        ld.param.u64 %rd1, [out];
        st.param.b32 [a+{written}], 7;
        call (b), pair, (a);
        ld.param.b64 %rd2, [b];
        st.global.b64 [%rd1], %rd2;
    """
    out = np.zeros(1, np.uint64)
    with pytest.raises(SimFault) if reported else nullcontext() as caught:
        run(body, module=FUNCTIONS, out=out, block=1)
    if caught is None:
        assert out[0] == 7
    else:
        assert caught.value.rule == "uninitialized-memory"
        assert "ld.param.b32 %n, [n+4]" in str(caught.value)
