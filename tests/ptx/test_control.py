"""Control flow: what it traces, and that the loops count right."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

from pyptx import ptx, reg
from pyptx.emitter import emit as emit_module
from pyptx.emitter import emit_statement
from pyptx.errors import TraceError, TraceTypeError
from pyptx.ir import Declaration, Declarator, Instruction
from pyptx.toolchain import find_or_none, ptxas
from pyptx.trace import Trace, tracing
from pyptx.types import b32, f32, pred, s32, s64, u16, u32, u64

if TYPE_CHECKING:
    from collections.abc import Callable

    from pyptx.reg import Reg
    from pyptx.types import PtxType


def traced(body: Callable[[], object], arch: str = "sm_80") -> Trace:
    with tracing(Trace("k", arch=arch)) as trace:
        body()
    module = emit_module(trace.module())
    if find_or_none("ptxas") is not None:
        assert not [said for said in ptxas.check(module, arch) if said.severity in ("error", "fatal")]
    return trace


def lines(body: Callable[[], object]) -> list[str]:
    return [emit_statement(statement).strip().rstrip(";") for statement in traced(body).body]


# -- if and else


def test_if() -> None:
    def body() -> None:
        a = reg.scalar(u32, name="a")
        with ptx.if_(a < 5):
            ptx.inst.add.u32(a, a, 1)

    assert lines(body) == [
        "setp.lt.u32 %p0, a, 5",
        "@!%p0 bra $L_skip_0",
        "add.u32 a, a, 1",
        "$L_skip_0:",
    ]


def test_the_rest_of_a_block_is_skipped() -> None:
    def body() -> None:
        a = reg.scalar(u32, name="a")
        with ptx.if_(a < 5) as rest:
            with ptx.loop("again"):
                ptx.inst.add.u32(a, a, 1)
                rest.skip(a == 3)
            with ptx.if_(a < 7) as inner:
                inner.skip(~(a == 6))
                rest.skip()
        with ptx.else_() as other:
            other.skip(a == 9)
            ptx.ret()

    assert lines(body) == [
        "setp.lt.u32 %p0, a, 5",
        "@!%p0 bra $L_skip_0",
        "again:",
        "add.u32 a, a, 1",
        "setp.eq.u32 %p1, a, 3",
        "@%p1 bra $L_skip_0",
        "bra.uni again",
        "setp.lt.u32 %p2, a, 7",
        "@!%p2 bra $L_skip_1",
        "setp.eq.u32 %p3, a, 6",
        "@!%p3 bra $L_skip_1",
        "bra.uni $L_skip_0",
        "$L_skip_1:",
        "bra.uni $L_endif_0",
        "$L_skip_0:",
        "setp.eq.u32 %p4, a, 9",
        "@%p4 bra $L_endif_0",
        "ret",
        "$L_endif_0:",
    ]


@pytest.mark.parametrize("negated", [True, False])
def test_the_condition_of_a_loop_is_read_at_its_end(*, negated: bool) -> None:
    def body() -> None:
        a, p, q = reg.scalar(u32, name="a"), reg.scalar(pred, name="p"), reg.scalar(pred, name="q")
        with ptx.loop("again", pred=~p if negated else p | q):
            ptx.inst.add.u32(a, a, 1)
            ptx.inst.setp.lt.u32(p, a, 5)

    end = ["@!p bra again"] if negated else ["or.pred %p0, p, q", "@%p0 bra again"]
    assert lines(body) == ["again:", "add.u32 a, a, 1", "setp.lt.u32 p, a, 5", *end]


def test_only_an_open_block_has_a_rest() -> None:
    def late_skip() -> None:
        with ptx.if_(reg.scalar(pred)) as rest:
            pass
        rest.skip()

    def in_the_second_part() -> None:
        with ptx.if_(reg.scalar(pred)) as rest:
            pass
        with ptx.else_():
            rest.skip()

    def with_a_number() -> None:
        with ptx.if_(reg.scalar(pred)) as rest:
            rest.skip(1)  # type: ignore[arg-type]

    for body in (late_skip, in_the_second_part):
        with pytest.raises(TraceError, match=r"`with ptx\.if_\(\.\.\.\)` has ended.*nothing to skip"):
            traced(body)
    with pytest.raises(TraceError, match="a condition is a predicate"):
        traced(with_a_number)


def test_a_block_and_its_else_are_left() -> None:
    def body() -> None:
        a = reg.scalar(u32, name="a")
        with ptx.if_(a < 5) as rest:
            rest.leave(a == 3)
            with ptx.loop("again"):
                ptx.inst.add.u32(a, a, 1)
                rest.leave()
        with ptx.else_():
            ptx.ret()

    assert lines(body) == [
        "setp.lt.u32 %p0, a, 5",
        "@!%p0 bra $L_skip_0",
        "setp.eq.u32 %p1, a, 3",
        "@%p1 bra $L_endif_0",
        "again:",
        "add.u32 a, a, 1",
        "bra.uni $L_endif_0",
        "bra.uni again",
        "bra.uni $L_endif_0",
        "$L_skip_0:",
        "ret",
        "$L_endif_0:",
    ]


def test_a_block_that_all_threads_enter_is_left() -> None:
    def body() -> None:
        a = reg.scalar(u32, name="a")
        with ptx.block() as outer:
            with ptx.block() as inner:
                outer.skip(a == 3)
                inner.skip(a == 4)
                ptx.inst.add.u32(a, a, 1)
            ptx.inst.add.u32(a, a, 2)

    assert lines(body) == [
        "setp.eq.u32 %p0, a, 3",
        "@%p0 bra $L_block_0",
        "setp.eq.u32 %p1, a, 4",
        "@%p1 bra $L_block_1",
        "add.u32 a, a, 1",
        "$L_block_1:",
        "add.u32 a, a, 2",
        "$L_block_0:",
    ]


def test_only_a_block_with_an_else_is_left_past_it() -> None:
    def late_leave() -> None:
        with ptx.if_(reg.scalar(pred)) as rest:
            rest.leave()

    def too_late() -> None:
        with ptx.if_(reg.scalar(pred)) as rest:
            rest.leave()
        ptx.inst.bar.sync(0)
        with ptx.if_(reg.scalar(pred)):
            pass
        with ptx.else_():
            pass

    def in_the_second_part() -> None:
        with ptx.if_(reg.scalar(pred)):
            pass
        with ptx.else_() as rest:
            rest.leave()

    def around_all() -> None:
        with ptx.block() as rest:
            rest.leave()

    for body in (late_leave, too_late):
        with pytest.raises(TraceError, match=r"\$L_endif_0.*`ptx\.else_\(\)` right after it"):
            traced(body)
    for body, what in ((in_the_second_part, "else_"), (around_all, "block")):
        with pytest.raises(TraceError, match=rf"nothing follows `with ptx\.{what}\(\)` .*write `skip`"):
            traced(body)


def test_an_if_with_two_jumps() -> None:
    def body() -> None:
        a = reg.scalar(u32, name="a")
        with ptx.if_(a < 5, jumps=True):
            ptx.inst.add.u32(a, a, 1)
        with ptx.else_():
            ptx.inst.add.u32(a, a, 2)
        with ptx.if_(a < 6, uni=True):
            ptx.ret()

    assert lines(body) == [
        "setp.lt.u32 %p0, a, 5",
        "@%p0 bra $L_then_0",
        "bra.uni $L_skip_0",
        "$L_then_0:",
        "add.u32 a, a, 1",
        "bra.uni $L_endif_0",
        "$L_skip_0:",
        "add.u32 a, a, 2",
        "$L_endif_0:",
        "setp.lt.u32 %p1, a, 6",
        "@!%p1 bra.uni $L_skip_1",
        "ret",
        "$L_skip_1:",
    ]


def test_if_not() -> None:
    def body() -> None:
        p = reg.scalar(pred, name="p")
        with ptx.if_(~p):
            pass

    assert lines(body) == ["@p bra $L_skip_0", "$L_skip_0:"]


def test_else_belongs_to_the_if_of_its_level() -> None:
    def body() -> None:
        a = reg.scalar(u32, name="a")
        p, q = a == 1, a == 2
        with ptx.if_(p), ptx.if_(q):
            ptx.inst.mov.u32(a, 7)
        with ptx.else_():
            ptx.inst.mov.u32(a, 9)

    assert lines(body) == [
        "setp.eq.u32 %p0, a, 1",
        "setp.eq.u32 %p1, a, 2",
        "@!%p0 bra $L_skip_0",
        "@!%p1 bra $L_skip_1",
        "mov.u32 a, 7",
        "$L_skip_1:",
        "bra.uni $L_endif_0",
        "$L_skip_0:",
        "mov.u32 a, 9",
        "$L_endif_0:",
    ]


def test_chains_nest() -> None:
    def body() -> None:
        a = reg.scalar(u32, name="a")
        with ptx.if_(a == 0):
            a += 1
        with ptx.else_():
            with ptx.if_(a == 1):
                a += 2
            with ptx.else_():
                a += 3

    assert [line for line in lines(body) if "add" in line or line.endswith(":")] == [
        "add.u32 a, a, 1",
        "$L_skip_0:",
        "add.u32 a, a, 2",
        "$L_skip_1:",
        "add.u32 a, a, 3",
        "$L_endif_1:",
        "$L_endif_0:",
    ]


def test_else_follows_directly() -> None:
    def between() -> None:
        a = reg.scalar(u32, name="a")
        with ptx.if_(a == 0):
            pass
        a += 1
        with ptx.else_():
            pass

    def twice() -> None:
        with ptx.if_(reg.scalar(pred)):
            pass
        for _ in range(2):
            with ptx.else_():
                pass

    def lone_else() -> None:
        with ptx.else_():
            pass

    for body in (between, twice, lone_else):
        with pytest.raises(TraceError, match=r"follows no `with ptx\.if_"):
            traced(body)


@pytest.mark.parametrize(
    ("condition", "said"),
    [
        (lambda: reg.scalar(u32), "%r0 is u32"),
        (lambda: True, "use a Python `if`"),
        (lambda: 1, "use a Python `if`"),
    ],
)
def test_a_condition_is_a_predicate(condition: Callable[[], Reg], said: str) -> None:
    def body() -> None:
        with ptx.if_(condition()):
            pass

    with pytest.raises(TraceError, match=said):
        traced(body)


# -- loops


def test_loop() -> None:
    def body() -> None:
        i, go_on = reg.scalar(u32, name="i"), reg.scalar(pred, name="p")
        for _ in range(2):
            with ptx.loop("again", pred=go_on):
                i += 1
                ptx.inst.setp.lt.u32(go_on, i, 4)
        with ptx.loop("forever"):
            ptx.bra("out", pred=~go_on)
        ptx.label("out")

    assert lines(body) == [
        "again:",
        "add.u32 i, i, 1",
        "setp.lt.u32 p, i, 4",
        "@p bra again",
        "again_0:",
        "add.u32 i, i, 1",
        "setp.lt.u32 p, i, 4",
        "@p bra again_0",
        "forever:",
        "@!p bra out",
        "bra.uni forever",
        "out:",
    ]


def test_a_loop_that_is_repeated_if() -> None:
    def body() -> None:
        i = reg.scalar(u32, name="i")
        with ptx.loop("outer"):
            with ptx.loop("inner"):
                i += 1
                ptx.repeat_if(i < 4)
            ptx.repeat_if(~(i == 7))

    assert lines(body) == [
        "outer:",
        "inner:",
        "add.u32 i, i, 1",
        "setp.lt.u32 %p0, i, 4",
        "@%p0 bra inner",
        "setp.eq.u32 %p1, i, 7",
        "@!%p1 bra outer",
    ]


def test_what_repeats_a_loop_ends_it() -> None:
    def early() -> None:
        i = reg.scalar(u32)
        with ptx.loop("again"):
            ptx.repeat_if(i < 4)
            i += 1

    def twice() -> None:
        p = reg.scalar(pred)
        with ptx.loop("again", pred=p):
            ptx.repeat_if(p)

    def nested() -> None:
        p = reg.scalar(pred)
        with ptx.loop("again"), ptx.if_(p):
            ptx.repeat_if(p)

    def lone_repeat() -> None:
        ptx.repeat_if(reg.scalar(pred))

    for body, said in (
        (early, "is the last statement of its loop"),
        (twice, "has a condition already"),
        (nested, r"is not in a `with ptx\.loop"),
        (lone_repeat, r"is not in a `with ptx\.loop"),
    ):
        with pytest.raises(TraceError, match=said):
            traced(body)


@pytest.mark.parametrize(
    ("dtype", "bounds", "compare", "expected"),
    [
        (s32, (8,), None, ["add.s32 i, i, 1", "setp.lt.s32 %p0, i, 8"]),
        (u64, (0, -2), None, ["add.u64 i, i, -2", "setp.gt.u64 %p0, i, 0"]),
        (s32, (0, -4), "ne", ["add.s32 i, i, -4", "setp.ne.s32 %p0, i, 0"]),
        (s32, (64, 4), "lt.u32", ["add.s32 i, i, 4", "setp.lt.u32 %p0, i, 64"]),
    ],
)
def test_counting(dtype: PtxType, bounds: tuple[int, ...], compare: str | None, expected: list[str]) -> None:
    def body() -> None:
        with ptx.counting(reg.scalar(dtype, name="i"), *bounds, compare=compare):
            pass

    assert lines(body) == ["$L_count_0:", *expected, "@%p0 bra $L_count_0"]


def test_a_block_that_counts_is_not_iterated_over() -> None:
    def body() -> None:
        i = reg.scalar(u32, init=0)
        for _ in ptx.counting(i, 8):  # type: ignore[attr-defined]
            pass

    with pytest.raises(TraceError, match=r"write `with ptx\.counting\(i, stop\):` .*ptx\.range_") as refused:
        traced(body)
    assert isinstance(refused.value, TypeError)
    assert "test_control.py" in str(refused.value)


@pytest.mark.parametrize(
    ("statement", "said"),
    [
        *[
            (f"with ptx.{name}:", f"`ptx.{name}` is not called: write `with ptx.{name}(")
            for name in ("if_", "else_", "block", "loop", "counting", "scope", "expr")
        ],
        ("for i in ptx.counting:", "`ptx.counting` is not called: write `with ptx.counting(i, stop):`"),
        ("for i in ptx.range_:", "`ptx.range_` is not called: write `for i in ptx.range_(0, stop):`"),
        ("for i in ptx.block():", "write `with ptx.block():`, or a loop on the GPU, `for i in ptx.range_("),
        ("with ptx.range_(4):", "which a `for` statement traces: `for i in ptx.range_(0, stop):`"),
    ],
)
def test_a_statement_of_another_kind_or_without_a_call(statement: str, said: str) -> None:
    with tracing(Trace("k")), pytest.raises(TraceTypeError) as refused:
        exec(compile(f"{statement} pass", "<program>", "exec"), {"ptx": ptx})
    assert said in str(refused.value)
    assert str(refused.value).endswith("at <program>:1")


def test_counting_widens_its_bounds_before_the_loop() -> None:
    def body() -> None:
        i, stop = reg.scalar(s64, name="i"), reg.scalar(s32, name="stop")
        with ptx.counting(i, stop):
            pass

    assert lines(body)[:2] == ["cvt.s64.s32 %rd0, stop", "$L_count_0:"]


def test_what_counts_is_an_integer_register() -> None:
    with pytest.raises(TraceError, match="counts in a register, not in 3"):
        traced(lambda: ptx.counting(3, 8))  # type: ignore[arg-type]
    with pytest.raises(TraceError, match="a loop counts in integers of 32 or 64 bits"):
        traced(lambda: ptx.counting(reg.scalar(f32), 8))


def test_range_of_numbers() -> None:
    def body() -> None:
        for _ in ptx.range_(2, 10, 3):
            pass

    assert lines(body) == [
        "mov.s32 %r0, 2",
        "$L_range_0:",
        "setp.ge.s32 %p0, %r0, 10",
        "@%p0 bra $L_endrange_0",
        "add.s32 %r0, %r0, 3",
        "bra.uni $L_range_0",
        "$L_endrange_0:",
    ]


def loop_type(*bounds: object) -> PtxType:
    found: list[PtxType] = []

    def body() -> None:
        made = [reg.scalar(bound, init=3) if hasattr(bound, "bits") else bound for bound in bounds]  # type: ignore[arg-type]
        for i in ptx.range_(*made):  # type: ignore[arg-type]
            found.append(i.dtype)

    traced(body)
    return found[0]


@pytest.mark.parametrize(
    ("bounds", "dtype"),
    [
        ((10,), s32),
        ((0, 2**31), s64),
        ((2**31 - 1,), s32),
        ((u32,), u32),
        ((0, s32), s32),
        ((u64, 10), u64),
        ((0, b32, 2), u32),
        ((0, 100, s64), s64),
        ((u32, u64), u64),
        ((u32, -1, -1), s32),
        ((u64, 0, -1), s64),
    ],
)
def test_the_type_of_the_loop_variable(bounds: tuple[object, ...], dtype: PtxType) -> None:
    assert loop_type(*bounds) == dtype


@pytest.mark.parametrize(
    ("bounds", "said"),
    [
        ((0, 10, 0), "never ends"),
        ((0, f32), "a loop counts in integers of 32 or 64 bits"),
        ((u16,), "a loop counts in integers of 32 or 64 bits"),
        ((0, 2.5), "a bound of a loop is an int or a register"),
        ((0, "n"), "a bound of a loop is an int or a register"),
    ],
)
def test_bounds_that_no_loop_has(bounds: tuple[object, ...], said: str) -> None:
    with pytest.raises(TraceError, match=said):
        loop_type(*bounds)


def test_a_loop_variable_is_a_register_of_its_own() -> None:
    def body() -> None:
        n = reg.scalar(u32, name="n")
        for i in ptx.range_(n, 10):
            assert i.name != "n"
            n += i

    assert lines(body)[0] == "mov.u32 %r0, n"


def test_a_special_register_starts_a_loop() -> None:
    def body() -> None:
        for _ in ptx.range_(ptx.special.ctaid.x(), 100, ptx.special.nctaid.x()):
            pass

    assert lines(body) == [
        "mov.u32 %r0, %nctaid.x",
        "mov.u32 %r1, %ctaid.x",
        "$L_range_0:",
        "setp.ge.u32 %p0, %r1, 100",
        "@%p0 bra $L_endrange_0",
        "add.u32 %r1, %r1, %r0",
        "bra.uni $L_range_0",
        "$L_endrange_0:",
    ]


# -- running


def run(body: Callable[..., object], *inputs: int) -> list[int]:
    """Run ``body(*inputs, record)`` as a kernel of one thread, and return what it recorded."""
    simulate = pytest.importorskip("pyptx.sim").simulate
    from pyptx.program import from_module

    params = tuple(Declaration("param", "u64", (Declarator(name),)) for name in ("given", "out"))
    with tracing(Trace("k", arch="sm_80", params=params)) as trace:
        given, out = ptx.global_ptrs("given", "out")
        registers = [reg.scalar(s32) for _ in inputs]
        for index, register in enumerate(registers):
            ptx.inst.ld.global_.s32(register, ptx.addr(given, 4 * index))

        def record(value: object) -> None:
            ptx.inst.st.global_.u32(ptx.addr(out), value)  # type: ignore[arg-type]
            ptx.inst.add.u64(out, out, 4)

        body(*registers, record)
        ptx.inst.st.global_.u32(ptx.addr(out), 0x7FFFFFFF)
    program = from_module(trace.module(), "k", block=(1, 1, 1), cluster=None, smem=0)
    result = np.zeros(64, np.int32)
    arrays = [np.array([*inputs, 0], np.int32), result]
    simulate(program, arrays, grid=(1, 1, 1), block=(1, 1, 1))
    numbers: list[int] = result.tolist()
    return numbers[: numbers.index(0x7FFFFFFF)]


RANGES = [
    (0, 5, 1),
    (0, 0, 1),
    (5, 0, 1),
    (0, 7, 3),
    (10, 0, -3),
    (3, 3, -1),
    (0, 5, -1),
    (-4, 4, 2),
    (2, -3, -1),
]


@pytest.mark.parametrize("bounds", RANGES)
def test_range_counts_as_pythons_does(bounds: tuple[int, int, int]) -> None:
    expected = list(range(*bounds))

    def numbers(record: Callable[[object], None]) -> None:
        for i in ptx.range_(*bounds):
            record(i)

    def registers(start: Reg, stop: Reg, step: Reg, record: Callable[[object], None]) -> None:
        for i in ptx.range_(start, stop, step):
            record(i)

    def mixed(stop: Reg, record: Callable[[object], None]) -> None:
        for i in ptx.range_(bounds[0], stop, bounds[2]):
            record(i)

    assert run(numbers) == expected
    assert run(registers, *bounds) == expected
    assert run(mixed, bounds[1]) == expected


@pytest.mark.parametrize("unroll", [1, 2, 3, 4])
@pytest.mark.parametrize("total", [-2, 0, 1, 2, 3, 4, 5, 7, 8, 9])
def test_kloop_runs_the_body_total_times(total: int, unroll: int) -> None:
    def number(record: Callable[[object], None]) -> None:
        i = reg.scalar(u32, init=0)

        def body() -> None:
            nonlocal i
            record(i)
            i += 1

        ptx.kloop(total, unroll=unroll, body=body)

    def register(count: Reg, record: Callable[[object], None]) -> None:
        i = reg.scalar(u32, init=0)

        def body() -> None:
            nonlocal i
            record(i)
            i += 1

        ptx.kloop(count, unroll=unroll, body=body)
        record(count)

    expected = list(range(max(total, 0)))
    assert run(number) == expected
    assert run(register, total) == [*expected, total]


def test_two_kloops() -> None:
    def body() -> None:
        n = reg.scalar(u32, init=5)
        for _ in range(2):
            ptx.kloop(n, unroll=2, body=lambda: ptx.inst.add.u32(n, n, 0))

    labels = [line for line in lines(body) if line.endswith(":")]
    assert len(labels) == len(set(labels)) == 6
    assert labels[0] == "kloop:"


def test_kloop_takes_a_label() -> None:
    def body() -> None:
        total = reg.scalar(u32, init=5)
        ptx.kloop(total, unroll=4, loop_label="chunks", body=lambda: ptx.inst.add.u32(total, total, 1))

    text = lines(body)
    assert "chunks:" in text
    assert text.count("add.u32 %r0, %r0, 1") == 7


@pytest.mark.parametrize(("total", "unroll", "said"), [(4, 0, "1 or more"), (2.5, 1, "an int or a register")])
def test_a_kloop_that_cannot_be(total: int, unroll: int, said: str) -> None:
    with pytest.raises(TraceError, match=said):
        traced(lambda: ptx.kloop(total, unroll=unroll, body=lambda: None))


def test_nested_control_flow_runs() -> None:
    def body(n: Reg, record: Callable[[object], None]) -> None:
        for i in ptx.range_(n):
            with ptx.if_(i % 2 == 0), ptx.if_(i % 4 == 0):
                record(i)
            with ptx.else_():
                for j in ptx.range_(i, 0, -2):
                    record(j * 100)

    assert run(body, 6) == [0, 100, 300, 100, 4, 500, 300, 100]


# -- grouping


def test_expr_changes_nothing() -> None:
    def named() -> None:
        a = reg.scalar(u32, name="a")
        out = reg.array(u32, 1)
        with ptx.expr():
            with ptx.expr():
                out[0] = ((a - 8192) & 0x3FF80) >> 4 | 1
            with ptx.if_(a < 3):
                a += 1

    def named_outside() -> None:
        a = reg.scalar(u32, name="a")
        out = reg.array(u32, 1)
        out[0] = ((a - 8192) & 0x3FF80) >> 4 | 1
        with ptx.if_(a < 3):
            a += 1

    assert lines(named) == lines(named_outside)
    assert [span.name for span in traced(named).spans] == ["expr", "expr"]


def test_ends_of_threads() -> None:
    def body() -> None:
        p = reg.scalar(pred, name="p")
        ptx.ret(pred=p)
        ptx.exit(pred=~p)
        ptx.trap(pred=p)
        ptx.bra("end", pred=p)
        ptx.bra("end", uni=True)
        ptx.label("end")

    assert lines(body) == ["@p ret", "@!p exit", "@p trap", "@p bra end", "bra.uni end", "end:"]


def test_a_guard_is_a_predicate() -> None:
    with tracing(Trace("k")):
        a = reg.scalar(u32)
        for guard in (a, "p", 3):
            with pytest.raises(TraceError, match="pred= takes a predicate register"):
                ptx.inst.add.u32(a, a, a, pred=guard)  # type: ignore[arg-type]


def test_blocks_work_with_exit_stacks() -> None:
    import contextlib

    def body() -> None:
        with contextlib.ExitStack() as stack:
            stack.enter_context(ptx.if_(reg.scalar(pred, name="p")))
            ptx.ret()

    trace = traced(body)
    sources = [s.source for s in trace.body if isinstance(s, Instruction)]
    assert all(source is not None and source.file == __file__ for source in sources)
