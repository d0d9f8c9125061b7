"""Code that names a function and does not call it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from pyptx import kernel, ptx, reg, smem
from pyptx.errors import TraceError
from pyptx.types import u32

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from pyptx.specs import TensorSpec

# ruff: noqa: B018 - statements without effect are what is tested


def barrier() -> None:
    ptx.bar.sync


def leave() -> None:
    ptx.ret


def any_instruction() -> None:
    ptx.inst.bar.sync


def method() -> None:
    r = reg.scalar(u32)
    r.max


def of_an_element() -> None:
    bars: Any = smem.mbarrier(2)
    bars[0].wait


def in_a_branch() -> None:
    if len("four") == 4:
        ptx.trap


def helper() -> None:
    leave()


def own_helper() -> None:
    helper


def position() -> None:
    ptx.special.tid


def inner() -> None:
    def part() -> None:
        ptx.bar.sync

    part()


def in_a_comprehension() -> None:
    [ptx.bar.sync for _ in range(2)]


def in_a_generator_for_a_list() -> None:
    list(ptx.bar.sync for _ in range(2))  # noqa: C400


def method_in_a_generator() -> None:
    bars: Any = smem.mbarrier(2)
    low, high = 0, 2
    list(bars[low + k].wait for k in range(high))  # noqa: C400


def in_a_generator_with_a_condition() -> None:
    sum(ptx.bar.sync for k in range(2) if k)  # type: ignore[misc]


def in_a_comprehension_in_a_comprehension() -> None:
    [[ptx.bar.sync for _ in range(2)] for _ in range(2)]


def in_a_comprehension_in_a_generator() -> None:
    list({ptx.bar.sync for _ in range(2)} for _ in range(2))  # noqa: C400


def in_a_comprehension_with_two_loops() -> None:
    {ptx.bar.sync for a in range(2) for b in range(a)}


def no_names() -> str:
    return ""


def in_a_comprehension_over_a_call() -> None:
    [ptx.bar.sync for _ in no_names()]


def as_a_value_of_a_dictionary() -> None:
    {k: ptx.bar.sync for k in range(2)}  # noqa: C420


def behind_and() -> None:
    len("four") == 4 and ptx.bar.sync


def in_a_conditional_expression() -> None:
    ptx.ret if len("four") == 4 else ptx.trap(pred=True)  # type: ignore[arg-type]


def in_a_lambda() -> None:
    wait = lambda: ptx.bar.sync  # noqa: E731
    wait()  # type: ignore[no-untyped-call]


def as_a_condition() -> None:
    if ptx.elect:  # type: ignore[truthy-bool]
        pass


@pytest.mark.parametrize(
    ("body", "said"),
    [
        (in_a_comprehension, "ptx.bar.sync"),
        (in_a_generator_for_a_list, "ptx.bar.sync"),
        (method_in_a_generator, ".wait"),
        (in_a_generator_with_a_condition, "ptx.bar.sync"),
        (in_a_comprehension_in_a_comprehension, "ptx.bar.sync"),
        (in_a_comprehension_in_a_generator, "ptx.bar.sync"),
        (in_a_comprehension_with_two_loops, "ptx.bar.sync"),
        (in_a_comprehension_over_a_call, "ptx.bar.sync"),
        (as_a_value_of_a_dictionary, "ptx.bar.sync"),
        (behind_and, "ptx.bar.sync"),
        (in_a_conditional_expression, "ptx.ret"),
        (in_a_lambda, "ptx.bar.sync"),
        (as_a_condition, "ptx.elect"),
        (barrier, "ptx.bar.sync"),
        (leave, "ptx.ret"),
        (any_instruction, "ptx.inst.bar.sync"),
        (method, "r.max"),
        (of_an_element, ".wait"),
        (in_a_branch, "ptx.trap"),
        (helper, "ptx.ret"),
        (own_helper, "helper"),
        (inner, "ptx.bar.sync"),
        (position, "ptx.special.tid.x"),
    ],
)
def test_a_missing_call_is_refused(body: Callable[[], None], said: str) -> None:
    with pytest.raises(TraceError, match="does not call it") as caught:
        kernel(body).ptx()
    assert f"{said}()" in str(caught.value)
    assert f"{__file__}:" in str(caught.value)


def test_it_is_refused_without_source() -> None:
    names: dict[str, Any] = {"ptx": ptx}
    exec("def body():\n    ptx.bar.sync\n", names)
    with pytest.raises(TraceError, match=r"write ptx.bar.sync\(\)"):
        kernel(names["body"]).ptx()


def test_other_statements_without_effect_are_left_alone() -> None:
    def body(A: TensorSpec) -> None:
        """Say nothing."""
        A.shape
        A.name
        ptx.bar.sync(0)
        _ = ptx.bar.sync
        sync = ptx.bar.sync
        sync(0)

    assert kernel(body).ptx().count("bar.sync") == 2


def test_functions_that_are_called_later_are_left_alone() -> None:
    def body() -> None:
        waits = [ptx.bar.sync for _ in range(2)]
        waits[0](0)
        for wait in [ptx.inst.bar.sync for _ in range(2)]:
            wait(0)
        [ptx.bar.sync(0) for _ in range(2)]  # type: ignore[func-returns-value]
        chosen = ptx.bar.sync if waits else ptx.bar.arrive
        chosen(0)  # type: ignore[call-arg]
        ptx.bar.sync(0) if waits else None
        (lambda barrier: ptx.bar.sync)(0)(0)
        several = list(ptx.bar.sync for _ in range(2))  # noqa: C400
        several[0](0)
        rows = [[ptx.bar.sync for a in range(2) for b in range(2)] for _ in range(2)]
        rows[0][1](0)
        named = {k: ptx.bar.sync for k in "ab"}  # noqa: C420
        named["a"](0)
        every = [*several, ptx.bar.sync]
        every[2](0)
        call_all(ptx.bar.sync for _ in range(2))
        for wait in (ptx.bar.sync for _ in range(2)):
            wait(0)

    assert kernel(body).ptx().count("bar.sync") == 16


def call_all(waits: Iterable[Callable[[int], object]]) -> None:
    for wait in waits:
        wait(0)


@pytest.mark.parametrize("value", [1, (), reg.Reg("%r0", u32), "text"])
def test_a_kernel_returns_nothing(value: object) -> None:
    def body() -> object:
        ptx.ret()
        return value

    with pytest.raises(TraceError, match="a kernel returns nothing"):
        kernel(body).ptx()


def test_an_expression_may_have_a_value() -> None:
    text = kernel(lambda: [ptx.bar.sync(number) for number in range(2)]).ptx()  # type: ignore[func-returns-value]
    assert "bar.sync" in text


def unrolled(count: int) -> None:
    if count:
        ptx.bar.sync(0)
        unrolled(count - 1)


def test_a_function_may_call_itself() -> None:
    def body() -> None:
        unrolled(3)
        ptx.ret()

    assert kernel(body).ptx().count("bar.sync") == 3


def test_the_line_without_a_call_is_named() -> None:
    def body() -> None:
        ptx.bar.sync(0)
        reg.scalar(
            u32,
        )
        ptx.bar.sync
        ptx.ret()

    with pytest.raises(TraceError, match="does not call it") as caught:
        kernel(arch="sm_80")(body).ptx()
    assert f"{__file__}:{body.__code__.co_firstlineno + 5}" in str(caught.value)
