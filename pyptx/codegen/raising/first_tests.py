"""A test of an mbarrier before a wait that it may skip becomes part of the wait."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from pyptx.codegen.raising.flow import is_code
from pyptx.codegen.tree import (
    Assign,
    Binary,
    Call,
    Do,
    Number,
    Register,
    Text,
    Unary,
    With,
    registers_in,
    with_bodies,
)

if TYPE_CHECKING:
    from collections import Counter

    from pyptx.codegen.raising.facts import Facts
    from pyptx.codegen.tree import Body, Expr, Statement

TESTS = 4
"""Statements of a test: the question, its number, the comparison and the branch over the wait."""


def raise_first_tests(body: Body, facts: Facts) -> Body:
    """Raise the test before a wait, as CUTLASS writes it: ``try_wait``, and a branch over the wait.

    A test is left if its registers have another use, if it tests another barrier or phase than the wait, if
    more than the wait is skipped, or if the loop has its time as a number: beside ``first=`` a number is set
    in a register.

    >>> from pyptx.codegen.raising.body import example
    >>> from pyptx.codegen.raising.conditionals import raise_conditionals
    >>> from pyptx.codegen.raising.loops import raise_loops
    >>> from pyptx.codegen.raising.waits import raise_waits
    >>> from pyptx.codegen.writer import render_body
    >>> body, facts = example('''
    ...     .reg .pred %p<3>; .reg .b32 %r<2>; .reg .b32 %n;
    ...     mbarrier.try_wait.parity.shared::cta.b64 %p0, [%r0], %r1;
    ...     selp.b32 %n, 1, 0, %p0; setp.ne.s32 %p1, %n, 0; @%p1 bra skip;
    ...     again: mbarrier.try_wait.parity.shared::cta.b64 %p2, [%r0], %r1; @!%p2 bra again; skip: ret;''')
    >>> for each in (raise_loops, raise_conditionals, raise_waits, raise_first_tests):
    ...     body = each(body, facts)
    >>> print(render_body(body))
    r = reg.array(b32, 2)
    ptx.mbarrier.wait(ptx.addr(r[0]), r[1], first="s32")
    """
    if facts.values is None or "mbarrier" not in facts.opcodes_of(body):
        return body
    return _joined(body, facts, facts.values.counts)


def _joined(body: Body, facts: Facts, counts: Counter[str]) -> Body:
    """Return a block with its tests in its waits."""
    out: list[Statement] = []
    for each in with_bodies(body, lambda inner: _joined(inner, facts, counts)):
        out.append(each)
        if isinstance(each, With):
            code = list(islice((at for at in reversed(range(len(out))) if is_code(out[at])), TESTS))
            wait = _wait([out[at] for at in reversed(code)], counts)
            if wait is not None:
                between = [out[at] for at in range(code[-1], len(out)) if not is_code(out[at])]
                out[code[-1] :] = [*between, wait]
                facts.report.conditionals -= 1
    return tuple(out)


def _wait(statements: list[Statement], counts: Counter[str]) -> Do | None:
    """Return the wait that four statements are; None for others."""
    match statements:
        case [
            Assign(Register(done), Call(_, (Text("pred"), mbar, phase), ()), (ask,)),
            Assign(
                Register(number), Call("ptx.inst.selp.b32", (_, Number("1"), Number("0"), Register(chosen)))
            ),
            Assign(Register(complete), comparison, (compare,)),
            With(Call("ptx.if_", (Unary("~", Register(skips)),), ()), "", inner, (branch,)),
        ] if (
            ask.opcode == "mbarrier"
            and (chosen, skips) == (done, complete)
            and compare.opcode == "setp"
            and (type_ := _type_of_test(comparison, compare.modifiers, Register(number)))
            and not branch.modifiers
            and all(counts[name] == 2 for name in (done, number, complete))
        ):
            first = ("first", Text(f'"{type_}"'))
        case _:
            return None
    match [each for each in inner if is_code(each)]:
        case [Do(Call("ptx.mbarrier.wait", (barrier, parity), words), (again,), note)] if not isinstance(
            dict(words).get("ticks"), (Number, Text)
        ):
            given = words
        case [
            Assign(
                Register(ticks), Call("reg.scalar", (Text("u32"),), (("init", Number() as time),)), (move,)
            ),
            Do(
                Call("ptx.mbarrier.wait", (barrier, parity), (("ticks", Register(limit)), *others)),
                (again,),
                note,
            ),
        ] if limit == ticks and counts[ticks] == 2 and (move.opcode, move.modifiers) == ("mov", ("u32",)):
            given = (("ticks", time), *others)
        case _:
            return None
    if (mbar, phase, ask.modifiers) != (barrier, parity, again.modifiers) or "through" in dict(given):
        return None
    for each in (mbar, phase):
        counts.subtract(registers_in(each))  # the wait mentions it once, not twice
    call = Call("ptx.mbarrier.wait", (barrier, parity), (*given, first))
    return Do(call, (ask, again), statements[0].note or note)


def _type_of_test(comparison: Expr, modifiers: tuple[str, ...], number: Register) -> str:
    """Return the type in which `first` compares a number with 0 as here; empty for other comparisons."""
    match modifiers:
        case ("ne", "s32") if comparison == Binary("!=", number, Number("0")):
            return "s32"
        case ("ne", "b32") if comparison == Call("ptx.inst.setp.ne.b32", (Text("pred"), number, Number("0"))):
            return "b32"
    return ""
