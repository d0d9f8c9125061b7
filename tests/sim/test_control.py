"""Divergence, loops, calls and the end of threads."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

from pyptx.errors import LaunchError
from pyptx.sim import SimFault

if TYPE_CHECKING:
    from collections.abc import Callable


def test_nested_divergence_joins_again(run: Callable[..., object], own: str) -> None:
    out = np.zeros(96, np.uint32)
    run(
        own
        + """
        and.b32 %r1, %r32, 1;
        setp.eq.u32 %p1, %r1, 0;
        @%p1 bra EVEN;
        setp.lt.u32 %p2, %r32, 10;
        @%p2 bra SMALL;
        mov.u32 %r2, 3;
        bra JOIN;
    SMALL:
        mov.u32 %r2, 2;
        bra JOIN;
    EVEN:
        mov.u32 %r2, 1;
    JOIN:
        add.u32 %r2, %r2, 100;
        st.global.u32 [%rd32], %r2;
        ret;
        """,
        block=96,
        out=out,
    )
    lane = np.arange(96)
    assert np.array_equal(out, np.where(lane % 2 == 0, 101, np.where(lane < 10, 102, 103)))


def test_loops_of_different_lengths_and_breaks(run: Callable[..., object], own: str) -> None:
    out = np.zeros(256, np.uint32)
    run(
        own
        + """
        mov.u32 %r1, 0;
        mov.u32 %r2, 0;
    LOOP:
        setp.gt.u32 %p1, %r2, 1000;
        @%p1 bra DONE;
        add.u32 %r1, %r1, 1;
        add.u32 %r2, %r2, %r1;
        setp.lt.u32 %p2, %r1, %r33;
        @%p2 bra LOOP;
    DONE:
        st.global.u32 [%rd32], %r2;
        """,
        grid=4,
        block=64,
        out=out,
    )

    def expected(n: int) -> int:
        i = total = 0
        while total <= 1000:
            i += 1
            total += i
            if i >= n:
                break
        return total

    assert out.tolist() == [expected(n) for n in range(256)]


def test_guards_mask_writes_and_negate(run: Callable[..., object], own: str) -> None:
    out = np.zeros(32, np.uint32)
    run(
        own
        + """
        setp.lt.u32 %p1, %r32, 5;
        mov.u32 %r1, 7;
        @%p1 mov.u32 %r1, 1;
        @!%p1 add.u32 %r1, %r1, 1;
        @%p1 st.global.u32 [%rd32], %r1;
        @!%p1 st.global.u32 [%rd32], %r1;
        @%p1 exit;
        st.global.u32 [%rd32], 9;
        """,
        out=out,
    )
    assert out.tolist() == [1] * 5 + [9] * 27


def test_indexed_branch(run: Callable[..., object], own: str) -> None:
    out = np.zeros(32, np.uint32)
    body = """
        rem.u32 %r1, %r32, {count};
        TS: .branchtargets A, B, C;
        brx.idx %r1, TS;
    A:  mov.u32 %r2, 10;
        bra END;
    B:  mov.u32 %r2, 20;
        bra END;
    C:  mov.u32 %r2, 30;
    END:
        st.global.u32 [%rd32], %r2;
        """
    run(own + body.format(count=3), out=out)
    assert out.tolist() == [10 * (1 + k % 3) for k in range(32)]
    with pytest.raises(SimFault, match="index 3 is beyond the 3 labels listed") as caught:
        run(own + body.format(count=4), out=out)
    assert caught.value.rule == "branch-index"


FUNCTIONS = """
.func (.reg .u32 %ret) square(.reg .u32 %x)
{
    mul.lo.u32 %ret, %x, %x;
    ret;
}
.func (.param .b32 result) shifted(.param .align 4 .b8 pair[8])
{
    .reg .b32 %a<4>;
    ld.param.b32 %a0, [pair];
    ld.param.b32 %a1, [pair+4];
    sub.u32 %a2, %a0, %a1;
    st.param.b32 [result], %a2;
    ret;
}
.func (.param .b32 result) factorial(.param .b32 n)
{
    .reg .b32 %a<6>;
    .reg .pred %q;
    ld.param.b32 %a0, [n];
    setp.le.u32 %q, %a0, 1;
    @%q bra BASE;
    sub.u32 %a1, %a0, 1;
    {
        .param .b32 argument;
        .param .b32 back;
        st.param.b32 [argument], %a1;
        call (back), factorial, (argument);
        ld.param.b32 %a2, [back];
    }
    mul.lo.u32 %a3, %a0, %a2;
    st.param.b32 [result], %a3;
    ret;
BASE:
    st.param.b32 [result], 1;
    ret;
}
"""


def test_calls_with_a_result_and_no_arguments(run: Callable[..., object], own: str) -> None:
    out = np.zeros(32, np.uint32)
    module = (
        ".func (.reg .u32 %ret) seven { mov.u32 %ret, 7; ret; }\n"
        ".func (.param .b32 result) eight() { st.param.b32 [result], 8; ret; }\n"
        ".global .u64 table[1] = { seven };"
    )
    run(
        own
        + """
        call (%r1), seven;
        {
            .param .b32 back;
            call (back), eight;
            ld.param.b32 %r2, [back];
        }
        take: .callprototype (.reg .u32 _) _ ();
        mov.u64 %rd1, seven;
        call (%r3), %rd1, take;
        call (%r4), %rd1, table;
        mad.lo.u32 %r1, %r1, 1000, %r2;
        mad.lo.u32 %r1, %r3, 100000, %r1;
        mad.lo.u32 %r1, %r4, 1000000, %r1;
        st.global.u32 [%rd32], %r1;
        """,
        module=module,
        out=out,
    )
    assert set(out.tolist()) == {7_707_008}


def test_calls_with_register_and_memory_parameters(run: Callable[..., object], own: str) -> None:
    out = np.zeros(64, np.uint32)
    run(
        own
        + """
        call (%r1), square, (%r33);
        {
            .param .align 4 .b8 pair[8];
            .param .b32 back;
            st.param.b32 [pair], %r1;
            st.param.b32 [pair+4], %r33;
            call.uni (back), shifted, (pair);
            ld.param.b32 %r2, [back];
        }
        st.global.u32 [%rd32], %r2;
        """,
        module=FUNCTIONS,
        block=64,
        out=out,
    )
    assert out.tolist() == [k * k - k for k in range(64)]


def test_divergent_recursion(run: Callable[..., object], own: str) -> None:
    out = np.zeros(32, np.uint32)
    run(
        own
        + """
        and.b32 %r1, %r32, 7;
        .param .b32 argument;
        .param .b32 back;
        st.param.b32 [argument], %r1;
        call (back), factorial, (argument);
        ld.param.b32 %r2, [back];
        st.global.u32 [%rd32], %r2;
        """,
        module=FUNCTIONS,
        out=out,
    )
    assert out.tolist() == [int(np.prod(np.arange(1, k % 8 + 1))) for k in range(32)]


def test_endless_recursion_overflows_the_stack(run: Callable[..., object]) -> None:
    module = ".func down()\n{\n    call down;\n    ret;\n}\n"
    with pytest.raises(SimFault) as caught:
        run("call down;", module=module)
    assert caught.value.rule == "stack-overflow"


def test_calls_through_registers(run: Callable[..., object], own: str) -> None:
    module = """
    .func (.reg .u32 %ret) twice(.reg .u32 %x) { add.u32 %ret, %x, %x; ret; }
    .func (.reg .u32 %ret) plus(.reg .u32 %x) { add.u32 %ret, %x, 1000; ret; }
    """
    out = np.zeros(32, np.uint32)
    run(
        own
        + """
        mov.u64 %rd1, twice;
        mov.u64 %rd2, plus;
        setp.lt.u32 %p1, %r32, 16;
        selp.b64 %rd3, %rd1, %rd2, %p1;
        P: .callprototype (.reg .u32 _) _ (.reg .u32 _);
        call (%r1), %rd3, (%r32), P;
        st.global.u32 [%rd32], %r1;
        """,
        module=module,
        out=out,
    )
    assert out.tolist() == [2 * k if k < 16 else 1000 + k for k in range(32)]


@pytest.mark.parametrize(
    ("name", "said"),
    [("missing", "missing has no body in this module"), ("cudaLaunchDevice", "launch from the host")],
)
def test_function_without_a_body_faults_when_called(run: Callable[..., object], name: str, said: str) -> None:
    with pytest.raises(SimFault, match=said) as caught:
        run(f"call {name};", module=f".extern .func {name}();")
    assert caught.value.rule == "unresolved-call"


def test_trap_names_the_first_thread(run: Callable[..., object]) -> None:
    with pytest.raises(SimFault) as caught:
        run(
            """
        mov.u32 %r1, %tid.x;
        setp.gt.u32 %p1, %r1, 40;
        @%p1 trap;
        """,
            block=64,
        )
    assert caught.value.rule == "trap"
    assert caught.value.thread == {"ctaid": (0, 0, 0), "tid": (41, 0, 0), "warp": 1, "lane": 9}


def test_watchdog_says_where_everybody_is(run: Callable[..., object]) -> None:
    with pytest.raises(SimFault) as caught:
        run("AGAIN:\n bra AGAIN;", max_steps=1000)
    assert caught.value.rule == "max-steps"
    assert "warp 0 of CTA (0, 0, 0) is at bra AGAIN;" in str(caught.value)


def test_many_dimensions(run: Callable[..., object]) -> None:
    out = np.zeros(2 * 3 * 2 * 4 * 3 * 2, np.uint32)
    run(
        """
        ld.param.u64 %rd1, [out];
        mov.u32 %r1, %tid.x;  mov.u32 %r2, %tid.y;  mov.u32 %r3, %tid.z;
        mov.u32 %r4, %ctaid.x; mov.u32 %r5, %ctaid.y; mov.u32 %r6, %ctaid.z;
        mov.u32 %r7, %ntid.x; mov.u32 %r8, %ntid.y; mov.u32 %r9, %ntid.z;
        mov.u32 %r10, %nctaid.x; mov.u32 %r11, %nctaid.y;
        mad.lo.u32 %r12, %r3, %r8, %r2;
        mad.lo.u32 %r12, %r12, %r7, %r1;
        mad.lo.u32 %r13, %r6, %r11, %r5;
        mad.lo.u32 %r13, %r13, %r10, %r4;
        mul.lo.u32 %r14, %r7, %r8;
        mul.lo.u32 %r14, %r14, %r9;
        mad.lo.u32 %r15, %r13, %r14, %r12;
        mul.wide.u32 %rd2, %r15, 4;
        add.u64 %rd1, %rd1, %rd2;
        st.global.u32 [%rd1], %r15;
        """,
        grid=(2, 3, 2),
        block=(4, 3, 2),
        out=out,
    )
    assert out.tolist() == list(range(len(out)))


@pytest.mark.parametrize(("functions", "callees"), [(60, 2), (1200, 1)])
def test_deep_and_wide_call_graphs_decode_at_once(
    run: Callable[..., object], functions: int, callees: int
) -> None:
    """Each function names the ones before it; a walk along every path through them would not end."""
    calls = [
        "".join(f"call f{number - 1 - k}; " for k in range(min(callees, number)))
        for number in range(functions)
    ]
    module = "\n".join(
        f".func f{number}() {{ .local .b32 own[4]; {text}ret; }}" for number, text in enumerate(calls)
    )
    run(f"setp.eq.u32 %p1, 0, 1;\n @%p1 call f{functions - 1};", module=module)


@pytest.mark.parametrize(
    ("module", "poll"),
    [
        (
            ".func (.reg .u32 seen) look(.reg .u64 where)\n{\n ld.relaxed.gpu.u32 seen, [where];\n ret;\n}",
            "call (%r5), look, (%rd1);\n setp.eq.u32 %p1, %r5, 0;\n @%p1 bra AGAIN;",
        ),
        (
            "",
            "ld.relaxed.gpu.u32 %r5, [%rd1];\n min.u32 %r5, %r5, 1;\n brx.idx %r5, LABELS;\n",
        ),
    ],
)
def test_spins_in_calls_and_through_tables_let_others_run(
    run: Callable[..., object], module: str, poll: str
) -> None:
    """Thread 0 spins on a flag that the last thread sets; the store follows the loop in the text."""
    flag, out = np.zeros(1, np.uint32), np.zeros(64, np.uint32)
    table = "" if module else "LABELS: .branchtargets AGAIN, GO;"
    run(
        f"""
        ld.param.u64 %rd1, [flag];
        ld.param.u64 %rd2, [out];
        mov.u32 %r1, %tid.x;
        setp.ne.u32 %p2, %r1, 0;
        @%p2 bra SET;
        {table}
    AGAIN:
        {poll}
    GO:
        st.global.u32 [%rd2], %r5;
        ret;
    SET:
        st.relaxed.gpu.u32 [%rd1], 1;
        """,
        module=module,
        block=64,
        flag=flag,
        out=out,
        max_steps=20_000,
    )
    assert out[0] == 1


def test_a_body_may_end_with_a_call(run: Callable[..., object], own: str) -> None:
    module = ".func note(.reg .b64 %place) { st.global.u32 [%place], 7; }"
    out = np.zeros(32, np.uint32)
    run(own + "setp.lt.u32 %p1, %r32, 5; @%p1 ret; call note, (%rd32);", module=module, out=out)
    assert out.tolist() == [0] * 5 + [7] * 27


def test_constant_predicates(run: Callable[..., object]) -> None:
    out = np.zeros(3, np.uint32)
    run(
        """
        ld.param.u64 %rd1, [out];
        mov.u32 %r1, 1;
        mov.u32 %r2, 2;
        selp.b32 %r3, %r1, %r2, 0;
        st.global.u32 [%rd1], %r3;
        selp.b32 %r3, %r1, %r2, !0;
        st.global.u32 [%rd1+4], %r3;
        setp.ne.and.u32 %p1, %r1, %r2, -1;
        selp.u32 %r3, 5, 6, %p1;
        st.global.u32 [%rd1+8], %r3;
        """,
        block=1,
        out=out,
    )
    assert out.tolist() == [2, 1, 5]


@pytest.mark.parametrize("steps", [0, -1, 2**63, 10**30, 1.5, "many"])
def test_steps_that_no_launch_can_count(run: Callable[..., object], steps: object) -> None:
    with pytest.raises(LaunchError, match="max_steps="):
        run("ret;", max_steps=steps)
    run("ret;", max_steps=2**63 - 1)
