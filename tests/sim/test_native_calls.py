"""Recursion and calls by address on the native engine, against the reference engine and Python."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

from pyptx.errors import SimFault
from pyptx.program import Program, from_ptx
from pyptx.sim.native import MISSING

if TYPE_CHECKING:
    from collections.abc import Callable

pytestmark = pytest.mark.skipif(bool(MISSING), reason=MISSING)

FUNCTIONS = """
.func (.reg .u32 r) fib(.reg .u32 n)
{
    .reg .pred %p;
    .reg .u32 %a, %b, %c;
    setp.lt.u32 %p, n, 2;
    @%p bra BASE;
    sub.u32 %a, n, 1;
    call (%b), fib, (%a);
    sub.u32 %a, n, 2;
    call (%c), fib, (%a);
    add.u32 r, %b, %c;
    ret;
BASE:
    mov.u32 r, n;
    ret;
}
.func (.param .b32 r) is_odd(.param .b32 n);
.func (.param .b32 r) is_even(.param .b32 n)
{
    .reg .pred %p, %q;
    .reg .u32 %n, %r;
    .local .align 4 .b32 kept;
    ld.param.b32 %n, [n];
    st.local.b32 [kept], %n;
    setp.eq.u32 %p, %n, 0;
    setp.gt.u32 %q, %n, 3;
    mov.u32 %r, 1;
    @%p bra DONE;
    sub.u32 %n, %n, 1;
    {
        .param .b32 less; .param .b32 back;
        st.param.b32 [less], %n;
        call (back), is_odd, (less);
        ld.param.b32 %r, [back];
    }
    ld.local.b32 %n, [kept];
    @%q or.b32 %r, %r, 256;
    mad.lo.u32 %r, %n, 65536, %r;
DONE:
    st.param.b32 [r], %r;
    ret;
}
.func (.param .b32 r) is_odd(.param .b32 n)
{
    .reg .pred %p;
    .reg .u32 %n, %r;
    ld.param.b32 %n, [n];
    setp.eq.u32 %p, %n, 0;
    mov.u32 %r, 0;
    @%p bra DONE;
    sub.u32 %n, %n, 1;
    {
        .param .b32 less; .param .b32 back;
        st.param.b32 [less], %n;
        call (back), is_even, (less);
        ld.param.b32 %r, [back];
    }
    and.b32 %r, %r, 1;
DONE:
    st.param.b32 [r], %r;
    ret;
}
.func (.param .align 4 .b8 r[12]) steps(.param .align 4 .b8 x[12])
{
    .reg .pred %p;
    .reg .u32 %a, %b, %n;
    ld.param.b32 %a, [x];
    ld.param.b32 %b, [x+4];
    ld.param.b32 %n, [x+8];
    setp.eq.u32 %p, %n, 0;
    @%p bra DONE;
    sub.u32 %n, %n, 1;
    {
        .param .align 4 .b8 next[12]; .param .align 4 .b8 back[12];
        st.param.b32 [next], %b;
        mad.lo.u32 %b, %a, 3, %b;
        st.param.b32 [next+4], %b;
        st.param.b32 [next+8], %n;
        call (back), steps, (next);
        ld.param.b32 %a, [back];
        ld.param.b32 %b, [back+4];
        ld.param.b32 %n, [back+8];
    }
    add.u32 %n, %n, 1;
DONE:
    st.param.b32 [r], %a;
    st.param.b32 [r+4], %b;
    st.param.b32 [r+8], %n;
    ret;
}
.func (.param .align 4 .b8 r[12]) turned(.param .align 4 .b8 x[12])
{
    .reg .u32 %a, %b, %c;
    ld.param.b32 %a, [x];
    ld.param.b32 %b, [x+4];
    ld.param.b32 %c, [x+8];
    st.param.b32 [r], %b;
    st.param.b32 [r+4], %c;
    st.param.b32 [r+8], %a;
    ret;
}
.func (.reg .u32 r) twice(.reg .u32 n) { add.u32 r, n, n; ret; }
.func (.reg .u32 r) endless(.reg .u32 n) { call (r), endless, (n); add.u32 r, r, 1; ret; }
"""


def program(body: str) -> Program:
    return from_ptx(f"""
        .version 8.0
        .target sm_80
        .address_size 64
        {FUNCTIONS}
        .visible .entry k(.param .u64 out) {{
            .reg .b64 %rd<9>;
            .reg .b32 %r<9>;
            .reg .pred %p;
            ld.param.u64 %rd1, [out];
            mov.u32 %r1, %tid.x;
            and.b32 %r2, %r1, 15;
            setp.gt.u32 %p, %r1, 20;
            {body}
            mul.wide.u32 %rd5, %r1, 4;
            add.u64 %rd5, %rd5, %rd1;
            st.global.u32 [%rd5], %r3;
            ret;
        }}
    """)


def on_both(made: Program, threads: int = 50) -> np.ndarray:
    found = []
    for native in (True, False):
        out = np.zeros(64, np.uint32)
        report = made.launch(out, grid=2, block=threads, native=native)
        assert report.detail.engine == ("native" if native else "numpy")
        found.append(out)
    np.testing.assert_array_equal(found[0], found[1])
    return found[0]


def fib(n: int) -> int:
    return n if n < 2 else fib(n - 1) + fib(n - 2)


def even(n: int) -> int:
    return 1 if n == 0 else (odd(n - 1) | (256 if n > 3 else 0)) + n * 65536


def odd(n: int) -> int:
    return 0 if n == 0 else even(n - 1) & 1


def test_recursion() -> None:
    out = on_both(program("call (%r3), fib, (%r2);"))
    assert out[:50].tolist() == [fib(thread & 15) for thread in range(50)]


def test_functions_that_call_each_other_keep_their_frames() -> None:
    out = on_both(program("call (%r3), is_even, (%r2);"))
    assert out[:50].tolist() == [even(thread & 15) for thread in range(50)]


def stepped(a: int, b: int, count: int) -> tuple[int, int, int]:
    for _ in range(count):
        a, b = b, 3 * a + b
    return a, b, count


@pytest.mark.parametrize("place", [0, 1, 2])
@pytest.mark.parametrize(("function", "meant"), [("turned", lambda a, b, c: (b, c, a)), ("steps", stepped)])
def test_arrays_are_arguments_and_results(
    function: str, meant: Callable[[int, int, int], tuple[int, int, int]], place: int
) -> None:
    body = f"""
        {{
            .param .align 4 .b8 x[12]; .param .align 4 .b8 y[12];
            add.u32 %r4, %r1, 7;
            st.param.b32 [x], %r1;
            st.param.b32 [x+4], %r4;
            st.param.b32 [x+8], %r2;
            call (y), {function}, (x);
            ld.param.b32 %r3, [y+{4 * place}];
        }}
    """
    wanted = [meant(thread, thread + 7, thread & 15)[place] for thread in range(50)]
    assert on_both(program(body))[:50].tolist() == [value % 2**32 for value in wanted]


BY_ADDRESS = """
    mov.u64 %rd2, fib;
    mov.u64 %rd3, {other};
    selp.b64 %rd4, %rd2, %rd3, %p;
proto: .callprototype (.reg .u32 _) _ (.reg .u32 _);
    call (%r3), %rd4, (%r2), proto;
"""


def test_lanes_that_call_several_functions_by_address() -> None:
    out = on_both(program(BY_ADDRESS.format(other="twice")))
    wanted = [fib(thread & 15) if thread > 20 else 2 * (thread & 15) for thread in range(50)]
    assert out[:50].tolist() == wanted


@pytest.mark.parametrize(
    ("body", "rule"),
    [
        ("call (%r3), endless, (%r2);", "stack-overflow"),
        (
            BY_ADDRESS.format(other="twice").replace("mov.u64 %rd3, twice;", "mov.u64 %rd3, 64;"),
            "call-target",
        ),
    ],
)
def test_faults_are_those_of_the_reference_engine(body: str, rule: str) -> None:
    said = []
    for native in (None, False):
        with pytest.raises(SimFault) as caught:
            program(body).launch(np.zeros(64, np.uint32), grid=1, block=32, native=native)
        assert caught.value.rule == rule
        said.append(str(caught.value))
    assert said[0] == said[1]
