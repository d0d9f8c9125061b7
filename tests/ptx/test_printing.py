"""``ptx.printf`` and ``ptx.device_assert``: output and refusals on both engines; ptxas assembles both."""

from __future__ import annotations

from collections import defaultdict
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from pyptx import Tile, kernel, ptx, reg, smem
from pyptx.errors import SimFault, TraceError
from pyptx.toolchain import ptxas
from pyptx.types import bf16, f16, f16x2, f32, f64, s16, s32, s64, u8, u32, u64

ENGINES = pytest.mark.parametrize("native", [True, False], ids=["native", "numpy"])


def printing(form: str, *values: Any, arch: str = "sm_80") -> Any:
    """A kernel of one thread that prints; values that are functions are called in its body."""

    @kernel(out_specs=(Tile(1, u32),), grid=(1,), block=(1, 1, 1), arch=arch)
    def prints(Y: Any) -> None:
        (py,) = ptx.global_ptrs(Y)
        ptx.printf(form, *[value() if callable(value) else value for value in values])
        ptx.st(u32, ptx.addr(py), reg.scalar(u32, init=1))

    return prints


def of(dtype: Any, value: Any) -> Any:
    return lambda: reg.scalar(dtype, init=value)


@ENGINES
@pytest.mark.parametrize(
    ("form", "values", "text"),
    [
        ("no values, 100%%\n", (), "no values, 100%\n"),
        ("%d %i %u", (of(s32, -7), of(u32, 7), of(u32, 1 << 31)), "-7 7 2147483648"),
        ("%d %u", (of(s16, -300), of(u8, 200)), "-300 200"),
        ("%lld %llx", (of(s64, -(1 << 40)), of(u64, 1 << 63)), "-1099511627776 8000000000000000"),
        ("%.3f|%e|%g|%f", (of(f32, 1.5), of(f64, 100.0), of(f16, 0.25), of(bf16, -2.0)),
         "1.500|1.000000e+02|0.25|-2.000000"),
        ("%s and %5s", ("one", "two"), "one and   two"),
        ("%c%c", (of(u32, 65), 66), "AB"),
        ("%*d|%.*f", (5, 42, of(u32, 2), of(f32, 0.125)), "   42|0.12"),
        ("%d", (lambda: of(u32, 3)() < 5,), "1"),
        ("%d%d", (lambda: ~(of(u32, 3)() < 5), True), "01"),
        ("%d %f %lld", (-1, 2, 1 << 40), "-1 2.000000 1099511627776"),
    ],
)  # fmt: skip
def test_values_are_printed_as_in_c(
    capsys: pytest.CaptureFixture[str], native: bool, form: str, values: tuple[Any, ...], text: str
) -> None:
    _, report = printing(form, *values).run(native=native)
    assert report.engine == "sim"
    assert capsys.readouterr().out == text


@pytest.mark.parametrize(
    ("form", "values", "said"),
    [
        ("%d", (of(f32, 1.0),), r"'%d' takes an integer of at most 32 bits, not %f0, a register of type f32"),
        ("%d", (of(u64, 1),), r"'%d' takes an integer of at most 32 bits, not %rd1, a register of type u64"),
        ("%lld", (of(u32, 1),), r"'%lld' takes an integer of 64 bits, not %r0"),
        ("%f", (of(u32, 1),), r"'%f' takes floating point, not %r0, a register of type u32"),
        ("%f", (of(f16x2, 0),), r"'%f' takes floating point, not .* of type f16x2"),
        ("%s", (of(u32, 1),), r"'%s' takes a string of Python or its generic address"),
        ("%d", ("text",), r"'%d' takes an integer of at most 32 bits, not 'text'"),
        ("%d", (1.5,), r"'%d' takes an integer of at most 32 bits, not 1.5"),
        ("%d", (1 << 32,), r"4294967296 does not fit '%d', which takes 32 bits"),
        ("%d %d", (1,), r"has 2 conversions, and there are 1 values"),
        ("%d", (1, 2), r"has 1 conversions, and there are 2 values"),
        ("%*d", (1,), r"has 2 conversions, and there are 1 values"),
        ("50%y %d", (1,), r"'%y ' in .* is not a conversion of C; a percent sign is %%"),
        ("u=%r0", (), r"'%r0' in .*; an f-string wrote the name of register %r0: pass the register"),
        ("x=%f0", (), r"has 1 conversions, .*; an f-string wrote the name of register %f0"),
        ("%d" * 33, (1,) * 33, r"33 values; a card prints 32 of a call at most"),
        ("a\0b", (), r"has a zero, which ends strings of C"),
    ],
)
def test_values_that_do_not_fit_are_refused(form: str, values: tuple[Any, ...], said: str) -> None:
    with pytest.raises(TraceError, match=said) as caught:
        printing(form, *values).ptx()
    assert f"at {__file__}" in str(caught.value)


def counting(rounds: int, threads: int = 64) -> Any:
    @kernel(out_specs=(Tile(1, u32),), grid=(2,), block=(threads, 1, 1), arch="sm_80")
    def counts(Y: Any) -> None:
        (py,) = ptx.global_ptrs(Y)
        thread = reg.from_(ptx.special.tid.x(), u32) + reg.from_(ptx.special.ctaid.x(), u32) * threads
        done = reg.scalar(u32, init=0)
        ptx.label("again")
        ptx.printf("%u %u\n", thread, done, pred=(thread & 1) == 1)
        done += 1
        ptx.bra("again", pred=done < rounds)
        ptx.st(u32, ptx.addr(py), done)

    return counts


@ENGINES
@pytest.mark.parametrize("schedule", ["late", "random"])
def test_the_lines_of_a_thread_keep_their_order(
    capsys: pytest.CaptureFixture[str], native: bool, schedule: str
) -> None:
    counting(5).run(native=native, schedule=schedule, seed=3)
    lines: defaultdict[int, list[int]] = defaultdict(list)
    for line in capsys.readouterr().out.splitlines():
        thread, number = map(int, line.split())
        lines[thread].append(number)
    assert lines == {thread: list(range(5)) for thread in range(1, 128, 2)}


def test_output_without_end_is_bounded(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SimFault) as caught:
        counting(0xFFFFFFFF, 32).run(native=True, max_steps=2_000_000)
    assert caught.value.rule == "max-steps"
    found = capsys.readouterr()
    assert 100_000 < len(found.out) < 1 << 20
    assert "calls of printf are not shown" in found.err


def test_the_newest_lines_are_kept(capsys: pytest.CaptureFixture[str]) -> None:
    rounds = 3000
    counting(rounds, 64).run(native=True)
    last = capsys.readouterr().out.splitlines()[-1]
    assert last.split()[1] == str(rounds - 1)


@ENGINES
def test_a_launch_that_runs_again_prints_once(capsys: pytest.CaptureFixture[str], native: bool) -> None:
    """A race is confirmed by another run."""

    @kernel(out_specs=(Tile(1, u32),), grid=(1,), block=(64, 1, 1), arch="sm_80")
    def races(Y: Any) -> None:
        (py,) = ptx.global_ptrs(Y)
        cell, thread = smem.alloc(u32, (1,)), reg.from_(ptx.special.tid.x(), u32)
        ptx.printf("before\n", pred=thread == 0)
        ptx.inst.st.shared.u32(ptx.addr(cell), thread)
        ptx.st(u32, ptx.addr(py), thread)

    with pytest.raises(SimFault) as caught:
        races.run(native=native, checks="all")
    assert caught.value.rule == "race"
    assert capsys.readouterr().out == "before\n"


def asserting(limit: int) -> Any:
    @kernel(out_specs=(Tile(32, u32),), grid=(1,), block=(32, 1, 1), arch="sm_80")
    def asserts(Y: Any) -> None:
        (py,) = ptx.global_ptrs(Y)
        thread = reg.from_(ptx.special.tid.x(), u32)
        ptx.printf("thread %u\n", thread, pred=thread == 0)
        ptx.device_assert(thread < limit, "thread is in range")
        ptx.st(u32, ptx.addr(py + thread * 4), thread)

    return asserts


@ENGINES
def test_a_failed_assertion_names_line_thread_and_message(
    capsys: pytest.CaptureFixture[str], native: bool
) -> None:
    with pytest.raises(SimFault) as caught:
        asserting(30).run(native=native)
    fault = caught.value
    line = asserting.__code__.co_firstlineno + 6
    assert fault.rule == "assert"
    assert f"{Path(__file__).name}:{line}: asserts: assertion `thread is in range` failed" in str(fault)
    assert fault.source == (__file__, line)
    assert fault.thread is not None
    assert fault.thread["lane"] == 30
    assert capsys.readouterr().out == "thread 0\n"


@ENGINES
def test_assertions_that_hold_change_nothing(native: bool) -> None:
    out, report = asserting(32).run(native=native)
    assert out.tolist() == list(range(32))
    assert report.detail.histogram["call"] == 1  # that of printf


@pytest.mark.parametrize("native", [True, None])
def test_an_assertion_in_a_function_of_a_program_with_copies(native: bool | None) -> None:
    """The engine reports it from its own state, frames of calls included."""

    @ptx.func(params=(u32,), returns=u32)
    def checked_square(x: Any) -> Any:
        ptx.printf("x %u\n", x, pred=x == 0)
        ptx.device_assert(x < 7, "x is small")
        return x * x

    @kernel(in_specs=(Tile(32, u32),), out_specs=(Tile(32, u32),), grid=(1,), block=(32, 1, 1), arch="sm_80")
    def squares(X: Any, Y: Any) -> None:
        px, py = ptx.global_ptrs(X, Y)
        tile, thread = smem.alloc(u32, (32,)), reg.from_(ptx.special.tid.x(), u32)
        ptx.cp.async_.ca(ptx.addr(tile), ptx.addr(px), 4)
        ptx.cp.async_.commit_group()
        x = reg.scalar(u32)
        ptx.inst.ld.global_.u32(x, ptx.addr(px + thread * 4))
        ptx.st(u32, ptx.addr(py + thread * 4), checked_square(x))
        ptx.cp.async_.wait_group(0)

    assert squares(np.arange(32, dtype=np.uint32) % 7).tolist() == [(x % 7) ** 2 for x in range(32)]
    with pytest.raises(SimFault, match="assertion `x is small` failed") as caught:
        squares.run(np.arange(32, dtype=np.uint32), native=native)
    assert caught.value.thread is not None
    assert caught.value.thread["lane"] == 7


def test_what_is_not_a_predicate_is_refused() -> None:
    @kernel(out_specs=(Tile(1, u32),), grid=(1,), block=(1, 1, 1), arch="sm_80")
    def asserts(Y: Any) -> None:
        ptx.device_assert(1, "always")  # type: ignore[arg-type]  # the error under test

    with pytest.raises(TraceError, match="the condition is 1; it must be a predicate, such as i < n"):
        asserts.ptx()


@pytest.mark.ptxas
def test_ptxas_takes_both() -> None:
    text = printing("%d %f %s %lld %%\n", of(s32, 1), of(f16, 2.0), "text", of(u64, 1)).ptx()
    ptxas.assemble(text, "sm_80")
    ptxas.assemble(asserting(3).ptx(), "sm_80")
