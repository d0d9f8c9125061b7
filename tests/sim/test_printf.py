"""Output of kernels by `vprintf`, and assertions that fail."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

from pyptx.sim import SimFault

if TYPE_CHECKING:
    from collections.abc import Callable

PRINTF = """
    .extern .func (.param .b32 result) vprintf(.param .b64 format, .param .b64 arguments);
    .global .align 1 .b8 text[] = {TEXT, 0};
    .global .align 1 .b8 name[] = {110, 97, 109, 101, 0};
"""
CALL = """
    .local .align 8 .b8 buffer[64];
    mov.u64 %rd3, buffer;
    cvta.local.u64 %rd3, %rd3;
    STORES
    mov.u64 %rd1, text;
    cvta.global.u64 %rd1, %rd1;
    {
        .param .b64 format;
        .param .b64 arguments;
        .param .b32 taken;
        st.param.b64 [format], %rd1;
        st.param.b64 [arguments], %rd3;
        call (taken), vprintf, (format, arguments);
        ld.param.b32 %r5, [taken];
    }
    st.global.u32 [%rd32], %r5;
    ret;
"""


@pytest.mark.parametrize(
    ("form", "stores", "said", "taken"),
    [
        ("plain 100%%\n", "", "plain 100%\n", 0),
        ("[%d|%5u|%-4x|%#o]", "st.v4.u32 [%rd3], {-7, 42, 255, 8};",
         "[-7|   42|ff  |010]", 4),
        ("%d %lld %c", "st.u32 [%rd3], 1; st.u64 [%rd3+8], -1099511627776; st.u32 [%rd3+16], 65;",
         "1 -1099511627776 A", 3),
        ("%.3f|%e|%g", "st.f64 [%rd3], 0d3FF8000000000000; st.f64 [%rd3+8], 0d4059000000000000; "
         "st.f64 [%rd3+16], 0d3FB999999999999A;", "1.500|1.000000e+02|0.1", 3),
        ("%*.*f!", "st.v2.u32 [%rd3], {8, 2}; st.f64 [%rd3+8], 0dC000000000000000;", "   -2.00!", 3),
        ("<%6s>%y", "mov.u64 %rd2, name; cvta.global.u64 %rd2, %rd2; st.u64 [%rd3], %rd2;", "<  name>%y", 1),
        ("%hhu %hd", "st.u32 [%rd3], 511; st.u32 [%rd3+4], 65535;", "255 -1", 2),
    ],
)  # fmt: skip
def test_printf(
    run: Callable[..., object],
    own: str,
    capsys: pytest.CaptureFixture[str],
    form: str,
    stores: str,
    said: str,
    taken: int,
) -> None:
    out = np.full(2, -1, np.int32)
    module = PRINTF.replace("TEXT", ", ".join(str(ord(letter)) for letter in form))
    run(own + CALL.replace("STORES", stores), module=module, block=2, out=out)
    assert capsys.readouterr().out == 4 * said  # two threads, on both engines
    assert out.tolist() == [taken, taken]


@pytest.mark.parametrize(
    ("form", "stores"),
    [
        ("%d", "mov.u64 %rd3, 64;"),
        ("%d", "add.u64 %rd3, %rd3, 65536;"),
        ("%lld", "mov.u64 %rd3, %rd32; add.u64 %rd3, %rd3, 8;"),
        ("%s", "st.u64 [%rd3], 64;"),
        ("%s", "add.u64 %rd2, %rd32, 4; st.u64 [%rd3], %rd2;"),
    ],
)
def test_printf_reads_allocated_memory(
    run: Callable[..., object], own: str, capsys: pytest.CaptureFixture[str], form: str, stores: str
) -> None:
    module = PRINTF.replace("TEXT", ", ".join(str(ord(letter)) for letter in form))
    with pytest.raises(SimFault) as caught:
        run(own + CALL.replace("STORES", stores), module=module, block=1, out=np.zeros(1, np.uint32))
    assert caught.value.rule == "out-of-bounds"
    assert not capsys.readouterr().out


def test_a_failed_assertion_ends_the_grid(run: Callable[..., object], own: str) -> None:
    module = """
        .extern .func __assertfail(.param .b64 m, .param .b64 f, .param .b32 l, .param .b64 n, .param .b64 s);
        .global .align 1 .b8 message[] = {105, 32, 60, 32, 51, 0};
        .global .align 1 .b8 file[0] = {97, 46, 99, 117, 0};
    """
    body = """
        setp.lt.u32 %p1, %r32, 3;
        @%p1 bra DONE;
        mov.u64 %rd1, message;
        cvta.global.u64 %rd1, %rd1;
        mov.u64 %rd2, file;
        cvta.global.u64 %rd2, %rd2;
        {
            .param .b64 m; .param .b64 f; .param .b32 l; .param .b64 n; .param .b64 s;
            st.param.b64 [m], %rd1; st.param.b64 [f], %rd2; st.param.b32 [l], 17; st.param.b64 [n], %rd2;
            st.param.b64 [s], 1;
            call __assertfail, (m, f, l, n, s);
        }
    DONE:
        ret;
    """
    with pytest.raises(SimFault, match=r"a\.cu:17: a\.cu: assertion `i < 3` failed") as caught:
        run(own + body, module=module, out=np.zeros(32, np.uint32))
    assert caught.value.rule == "assert"
    assert caught.value.thread is not None
    assert caught.value.thread["lane"] == 3
