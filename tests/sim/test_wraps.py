"""`checks=("wraps",)`: addresses that wrapped at 32 bits, and arithmetic modulo 2**32 that is right."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pyptx.errors import SimFault
from pyptx.sim.address_chains import ARITHMETIC
from pyptx.sim.wraps import NOT_SIGNED, NOT_UNSIGNED, exact

if TYPE_CHECKING:
    from collections.abc import Callable

# A store to x, at the offset that some instructions leave in %rd2; n is %r1, the thread %r2.
STORE = """
    ld.param.u64 %rd1, [x];
    ld.param.u32 %r1, [n];
    mov.u32 %r2, %tid.x;
    COMPUTE
    add.s64 %rd3, %rd1, %rd2;
    GUARD st.global.u32 [%rd3], %r2;
    ret;
"""
PAGE = 65_536


def store(run: Callable[..., Any], compute: str, n: int, *, guard: str = "", checks: Any = "all") -> Any:
    """Run `STORE` on both engines; without the check what wraps here goes to the start of x, unnoticed."""
    x = np.zeros(1024, np.uint32)
    return run(STORE.replace("COMPUTE", compute).replace("GUARD", guard), x=x, n=n, block=1, checks=checks)


WRONG = {
    "product": ("mul.lo.u32 %r3, %r1, 65536; cvt.u64.u32 %rd2, %r3;", PAGE, "4,294,967,296, and 32 bits"),
    "product of products": (
        "mul.lo.s32 %r3, %r1, 256; mul.lo.s32 %r3, %r3, 256; cvt.s64.s32 %rd2, %r3;",
        PAGE,
        "4,294,967,296, and 32 bits",
    ),
    "shift": ("shl.b32 %r3, %r1, 16; cvt.u64.u32 %rd2, %r3;", PAGE, "4,294,967,296, and 32 bits"),
    "product and sum": ("mad.lo.u32 %r3, %r1, 65536, %r2; cvt.u64.u32 %rd2, %r3;", PAGE, "4,294,967,296"),
    "sum": (
        "shl.b32 %r3, %r1, 15; add.u32 %r3, %r3, %r3; cvt.u64.u32 %rd2, %r3;",
        PAGE,
        "4,294,967,296, and 32 bits",
    ),
    "wide product": (
        "mul.lo.u32 %r3, %r1, 65536; mul.wide.u32 %rd2, %r3, 4;",
        PAGE,
        "4,294,967,296, and 32 bits",
    ),
    "kept in a loop": (
        """
        mov.u32 %r3, 0;
        mov.u32 %r4, 0;
        shl.b32 %r5, %r1, 28;
    AGAIN:
        add.u32 %r3, %r3, %r5;
        add.u32 %r4, %r4, 1;
        setp.lt.u32 %p1, %r4, 4;
        @%p1 bra AGAIN;
        cvt.u64.u32 %rd2, %r3;
        """,
        4,
        "4,294,967,296, and 32 bits",
    ),
}


@pytest.mark.parametrize("case", WRONG)
def test_an_address_that_wrapped_is_reported(run: Callable[..., Any], case: str) -> None:
    compute, n, said = WRONG[case]
    store(run, compute, n, checks=("uninitialized", "races"))
    with pytest.raises(SimFault, match="address-wrap") as caught:
        store(run, compute, n, checks="wraps")
    fault = caught.value
    assert fault.rule == "address-wrap"
    assert f"its exact value is {said}" in str(fault)
    assert fault.instruction == "st.global.u32 [%rd3], %r2;"
    assert fault.other is not None
    store(run, compute, 0)


@pytest.mark.parametrize(
    ("compute", "n", "said"),
    [
        ("sub.u32 %r3, %r2, %r1; mul.wide.u32 %rd2, %r3, 4;", 2, "-2, and it is widened as unsigned"),
        ("shl.b32 %r3, %r1, 31; cvt.s64.s32 %rd2, %r3;", 1, "2,147,483,648, and it is widened as signed"),
    ],
)
def test_the_other_reading_is_reported(run: Callable[..., Any], compute: str, n: int, said: str) -> None:
    with pytest.raises(SimFault, match="address-wrap") as caught:
        store(run, compute, n)
    assert said in str(caught.value)


@pytest.mark.parametrize(
    ("compute", "n"),
    [
        # wide from the start
        ("mul.wide.u32 %rd2, %r1, 65536; and.b64 %rd2, %rd2, 4095;", PAGE),
        # a sum with a negative number, and back
        ("sub.u32 %r3, %r2, 5; add.u32 %r3, %r3, %r1; mul.wide.u32 %rd2, %r3, 4;", 5),
        ("add.s32 %r3, %r1, 4294967295; mul.wide.s32 %rd2, %r3, 4;", 1),
        ("sub.u32 %r3, %r2, 1; shl.b32 %r3, %r3, 2; add.u32 %r3, %r3, %r1; cvt.u64.u32 %rd2, %r3;", 4),
        # beyond 2 GiB, read as unsigned
        ("shl.b32 %r3, %r1, 31; sub.u32 %r3, %r3, 2147483644; cvt.u64.u32 %rd2, %r3;", 1),
        # the division of 12 by 3, the low bits of a hash
        ("mul.lo.s32 %r3, %r1, -1431655765; mul.wide.u32 %rd2, %r3, 4;", 12),
        ("mul.lo.u32 %r3, %r1, 65599; and.b32 %r3, %r3, 255; mul.wide.u32 %rd2, %r3, 4;", PAGE),
    ],
)  # fmt: skip
def test_right_arithmetic_is_not_reported(run: Callable[..., Any], compute: str, n: int) -> None:
    store(run, compute, n)


def test_an_address_that_is_not_used_is_not_reported(run: Callable[..., Any]) -> None:
    compute = "mul.lo.u32 %r3, %r1, 65536; cvt.u64.u32 %rd2, %r3; setp.ne.u32 %p1, %r1, 65536;"
    store(run, compute, PAGE, guard="@%p1")
    with pytest.raises(SimFault, match="address-wrap"):
        store(run, compute, PAGE, guard="@!%p1")


def test_a_copy_that_reads_nothing_ignores_its_source(program: Callable[..., Any]) -> None:
    body = """
    .shared .align 16 .b8 tile[16];
    ld.param.u64 %rd1, [x];
    ld.param.u32 %r1, [n];
    ld.param.u32 %r5, [size];
    mul.lo.u32 %r3, %r1, 65536;
    cvt.u64.u32 %rd2, %r3;
    add.s64 %rd3, %rd1, %rd2;
    mov.u32 %r4, tile;
    cp.async.cg.shared.global [%r4], [%rd3], 16, %r5;
    cp.async.wait_all;
    ret;
    """
    copy = program(body, ".param .u64 x, .param .u32 n, .param .u32 size")
    x = np.zeros(64, np.uint32)
    for native in (None, False):  # at this copy the native engine leaves the decision to the other one
        options: Any = {"grid": 1, "block": 1, "checks": "all", "native": native}
        copy.launch(x, PAGE, 0, **options)
        with pytest.raises(SimFault, match="address-wrap"):
            copy.launch(x, PAGE, 16, **options)


WORDS = st.one_of(
    st.integers(0, 2**32 - 1), st.sampled_from([0, 1, 2**16, 2**31 - 1, 2**31, 2**32 - 1, 2**32 - 4])
)


def results(kind: str, values: tuple[int, ...]) -> set[int]:
    """The exact results for all readings of words."""
    found = set()
    signed = [value - (value >> 31 << 32) for value in values]
    for number in range(1 << len(values)):
        a, b, *c = (signed[k] if number >> k & 1 else value for k, value in enumerate(values))
        found.add(
            a + b
            if kind == "sum"
            else a - b
            if kind == "difference"
            else a << min(max(b, 0), 64)
            if kind == "shift"
            else a * b + sum(c)
        )
    return found


@given(st.sampled_from(ARITHMETIC), st.tuples(WORDS, WORDS, WORDS), st.booleans())
def test_flags_follow_exact_arithmetic(kind: str, words: tuple[int, ...], three: bool) -> None:
    used = words if three and kind == "product" else words[:2]
    none = np.zeros(1, np.uint8)
    flags = int(exact(kind, [np.array([word], np.uint32) for word in used], [none] * len(used)).flags[0])
    wanted = results(kind, used)
    assert bool(flags & NOT_SIGNED) == (not any(-(2**31) <= each < 2**31 for each in wanted))
    assert bool(flags & NOT_UNSIGNED) == (not any(0 <= each < 2**32 for each in wanted))
