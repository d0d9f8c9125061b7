"""The number of stages of a ring has a name in raised Python, and the last stage another."""

from __future__ import annotations

from pyptx.codegen.raising.facts import Facts
from pyptx.codegen.raising.stages import name_stages
from pyptx.codegen.tree import Assign, Binary, Call, Expr, Name, Number, Text
from pyptx.codegen.writer import render_body
from pyptx.ir import Instruction

STAGE, NEXT = Name("stage"), Name("next_stage")
PLUS = Binary("+", STAGE, Number("1"))
FACTS = Facts(pool={"stage": "stage", "next_stage": "next_stage", "row": "row"})


def choice(chosen: Expr, condition: Expr) -> Assign:
    call = Call("ptx.inst.selp.b32", (Text("s32"), Number("0"), chosen, condition))
    return Assign(Name("x"), call, (Instruction("selp"),))


def named(*body: Assign) -> list[str]:
    return render_body(name_stages(body, FACTS)).splitlines()


def is_(variable: Name, number: int) -> Binary:
    return Binary("==", variable, Number(str(number)))


def test_a_stage_that_is_compared_after_its_step_counts_the_stages() -> None:
    wraps = Assign(Name("wraps"), is_(NEXT, 4))
    assert named(wraps, choice(NEXT, Name("wraps")), choice(STAGE, is_(STAGE, 4)))[:2] == [
        "stages = 4", "wraps = next_stage == stages"
    ]  # fmt: skip


def test_a_stage_that_is_compared_before_its_step_is_the_last_one() -> None:
    assert named(*[choice(PLUS, is_(STAGE, 3))] * 2) == [
        "last_stage = 3", *["x = ptx.inst.selp.b32(s32, 0, stage + 1, stage == last_stage)"] * 2
    ]  # fmt: skip


def test_other_numbers_have_no_name() -> None:
    for body in (
        [choice(NEXT, is_(NEXT, 4))],
        [choice(Name("row"), is_(Name("row"), 4))] * 2,
        [choice(STAGE, is_(STAGE, 4)), choice(PLUS, is_(STAGE, 4))],
        [Assign(Name("x"), is_(STAGE, 4))] * 2,
    ):
        assert not any("stages" in line or "last" in line for line in named(*body))
