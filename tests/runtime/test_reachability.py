"""The law of `executed`: an instruction that a thread executes on the simulator is in the list.

Tables say which instructions are left out, so that the list is of use.
"""

from __future__ import annotations

import operator
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pyptx import load_ptx
from pyptx.ir import Instruction
from pyptx.ir.visit import walk
from pyptx.runtime.reachability import executed

if TYPE_CHECKING:
    from pyptx.program import Program

GRID, BLOCK = (2, 1, 1), (8, 1, 1)
REGISTERS = ("%r1", "%r2", "%r3", "%r4")
PREDICATES = ("%q1", "%q2")
TYPES = ("u32", "s32")

register, predicate, kind = st.sampled_from(REGISTERS), st.sampled_from(PREDICATES), st.sampled_from(TYPES)
operand = register | st.sampled_from(["0", "1", "3", "-1", "7", "16", "0x7fffffff", "0xfffffff0"])
guard = st.just("") | st.builds("@{}{} ".format, st.sampled_from(["", "!"]), predicate)
# A register has other values in other threads, and so has what is computed from one: what the program skips
# by a number that all threads have is left out.
sources = st.builds("{}, {}".format, register, operand) | st.builds("{}, {}".format, operand, register)
computed = st.one_of(
    st.builds("{}{}.{} {}, {};".format, guard, st.sampled_from(["add", "sub", "mul.lo", "min", "max"]),
              kind, register, sources),
    st.builds("{}mad.lo.{} {}, {}, {};".format, guard, kind, register, sources, operand),
    st.builds("{}{}.b32 {}, {};".format, guard, st.sampled_from(["and", "or", "xor", "shl"]),
              register, sources),
    st.builds("{}shr.{} {}, {};".format, guard, kind, register, sources),
    st.builds("{}selp.{} {}, {}, {};".format, guard, kind, register, sources, predicate),
    st.builds("setp.{}.{} {}, {}, {};".format, st.sampled_from(["lt", "le", "gt", "ge", "eq", "ne"]), kind,
              predicate, register, operand),
    st.builds("{}.pred {}, {}, {};".format, st.sampled_from(["and", "or", "xor"]), predicate, predicate,
              predicate),
    st.builds("not.pred {}, {};".format, predicate, predicate),
)  # fmt: skip
jump = st.builds("{}bra L{};".format, guard, st.integers(0, 3)) | st.builds("{}ret;".format, guard)
part = st.lists(st.lists(computed, max_size=3).map("\n".join) | jump, min_size=1, max_size=3)


def entry(parts: list[list[str]], rounds: int) -> Program:
    """A program whose parts end with labels and an access each; all of it runs several times."""
    lines = []
    for number, each in enumerate(parts):
        # A branch to a later label goes on: the loop around all of it is counted.
        lines += [line for line in each if not any(f"bra L{past};" in line for past in range(number))]
        lines += [f"L{number}:", f"st.global.u32 [%rd1+{4 * number}], %r8;"]
    text = "\n".join(lines)
    return load_ptx(f"""
        .version 8.0
        .target sm_80
        .address_size 64
        .visible .entry k(.param .u64 out, .param .u32 n)
        {{
            .reg .pred %q<4>; .reg .b32 %r<10>; .reg .b64 %rd<2>;
            ld.param.u64 %rd1, [out]; ld.param.u32 %r2, [n];
            mov.u32 %r1, %tid.x; mov.u32 %r3, %ctaid.x; mov.u32 %r8, 1; mov.u32 %r9, 0;
            mad.lo.u32 %r2, %r1, 0, %r2; mad.lo.u32 %r4, %r1, 4, 3;
            setp.lt.u32 %q1, %r4, %r2; setp.eq.u32 %q2, %r1, 3;
            AGAIN:
            {text}
            add.u32 %r9, %r9, 1; setp.lt.u32 %q3, %r9, {rounds}; @%q3 bra AGAIN;
            ret;
        }}
    """).program


@settings(max_examples=150)
@given(st.lists(part, min_size=4, max_size=4), st.integers(0, 40), st.integers(1, 3))
def test_what_a_thread_executes_is_in_the_list(parts: list[list[str]], n: int, rounds: int) -> None:
    program = entry(parts, rounds)
    out = np.zeros(len(parts), np.uint32)
    program.launch(out, n, grid=GRID, block=BLOCK)
    found = executed(list(walk(program.function.body or ())), {"out": 1 << 20, "n": n}, GRID, BLOCK)
    stores = [
        each
        for each in walk(program.function.body or ())
        if type(each) is Instruction and each.opcode == "st"
    ]
    missing = [number for number, store in enumerate(stores) if out[number] and store not in found]
    assert not missing, program.ptx


THREADS, CTAS, N = BLOCK[0], GRID[0], 40


def is_listed(setup: str, *, negated: str = "", numbers: dict[str, Any] | None = None) -> bool:
    """Whether a store is in the list, which a branch skips where %q1 of the setup is set, or is not."""
    found = load_ptx(f"""
        .version 8.0
        .target sm_80
        .address_size 64
        .visible .entry k(.param .u64 out, .param .u32 n)
        {{
            .reg .pred %q<4>; .reg .b32 %r<10>; .reg .b64 %rd<3>;
            ld.param.u64 %rd1, [out]; ld.param.u32 %r9, [n];
            mov.u32 %r1, %tid.x; mov.u32 %r3, %ctaid.x; sub.s32 %r4, %r1, 3;
            {setup}
            @{negated}%q1 bra END;
            st.global.u32 [%rd1], %r1;
            END: ret;
        }}
    """).program
    statements = list(walk(found.function.body or ()))
    listed = executed(statements, {"out": 1 << 20, "n": N} if numbers is None else numbers, GRID, BLOCK)
    return "st" in [each.opcode for each in listed]


SIGNED = {
    "lt": operator.lt, "le": operator.le, "gt": operator.gt, "ge": operator.ge, "eq": operator.eq,
    "ne": operator.ne,
}  # fmt: skip
UNSIGNED = {"lo": operator.lt, "ls": operator.le, "hi": operator.gt, "hs": operator.ge}


@pytest.mark.parametrize("number", [-1, 0, 1, THREADS - 2, THREADS - 1, THREADS])
@pytest.mark.parametrize("how", [*SIGNED, *UNSIGNED])
def test_comparisons_of_threads_with_a_number_are_decided(how: str, number: int) -> None:
    kind = "u32" if how in UNSIGNED else "s32"
    if how in UNSIGNED and number < 0:
        number += 1 << 32
    for register, values in (("%r1", range(THREADS)), ("%r4", range(-3, THREADS - 3)), ("1", range(1, 2))):
        if register == "%r4" and how in UNSIGNED:
            continue
        results = [(SIGNED | UNSIGNED)[how](value, number) for value in values]
        setup = f"mov.u32 %r5, {register}; setp.{how}.{kind} %q1, {register}, {number};"
        if register == "1":
            setup = setup.replace(f"%q1, {register}", "%q1, %r5")
        assert is_listed(setup) is not all(results)
        assert is_listed(setup, negated="!") is any(results)
        assert is_listed(f"{setup} not.pred %q1, %q1;") is any(results)


@pytest.mark.parametrize(
    ("setup", "lowest", "highest"),
    [
        ("mov.u32 %r5, %r1;", 0, 7),
        ("mov.u32 %r5, %laneid;", 0, 31),
        ("mov.u32 %r5, %tid.y;", 0, 0),
        ("mov.u32 %r5, %ctaid.x;", 0, 1),
        ("mov.u32 %r5, %ntid.x;", 8, 8),
        ("mov.u32 %r5, %nctaid.x;", 2, 2),
        ("mov.u32 %r5, %r9;", N, N),
        ("add.s32 %r5, %r1, -3;", -3, 4),
        ("add.s32 %r5, %r1, 2147483640;", 2**31 - 8, 2**31 - 1),
        ("add.s32 %r5, %r1, 2147483641;", None, None),  # may overflow
        ("sub.s32 %r5, -2147483641, %r1;", -(2**31), 7 - 2**31),
        ("sub.s32 %r5, -2147483642, %r1;", None, None),
        ("sub.s32 %r5, 10, %r1;", 3, 10),
        ("sub.s32 %r5, %r1, %r3;", -1, 7),
        ("sub.u32 %r5, %r1, 1;", None, None),
        ("mul.lo.s32 %r5, %r1, -2;", -14, 0),
        ("mul.lo.s32 %r5, %r4, %r1;", -21, 28),
        ("mul.hi.s32 %r5, %r1, 4;", None, None),
        ("mad.lo.s32 %r5, %r1, 4, 3;", 3, 31),
        ("add.sat.s32 %r5, %r1, 3;", None, None),
        ("min.s32 %r5, %r1, 3;", 0, 3),
        ("min.s32 %r5, %r4, %r1;", -3, 4),
        ("max.s32 %r5, %r1, 3;", 3, 7),
        ("max.s32 %r5, %r4, %r1;", 0, 7),
        ("and.b32 %r5, %r1, 3;", 0, 3),
        ("and.b32 %r5, %r1, -4;", 0, 7),
        ("and.b32 %r5, %r4, -4;", None, None),
        ("or.b32 %r5, %r1, 8;", 8, 15),
        ("or.b32 %r5, %r4, 8;", None, None),
        ("or.b32 %r5, 8, %r4;", None, None),
        ("xor.b32 %r5, %r1, 1;", None, None),
        ("shl.b32 %r5, %r1, 2;", 0, 28),
        ("shl.b32 %r5, 1, %r1;", None, None),
        ("shr.u32 %r5, %r1, 1;", 0, 3),
        ("shr.s32 %r5, %r4, 1;", None, None),
        ("shr.u32 %r5, %r1, %r3;", None, None),
        ("setp.eq.s32 %q2, %r1, 3; selp.b32 %r5, 9, %r1, %q2;", 0, 9),
        ("setp.eq.s32 %q2, %r1, 3; selp.b32 %r5, %r1, 9, %q2;", 0, 9),
        ("cvt.u64.u32 %rd2, %r1; cvt.u32.u64 %r5, %rd2;", 0, 7),
        ("setp.eq.s32 %q2, %r1, 3; mov.u32 %r5, 3; @%q2 mov.u32 %r5, 9;", 3, 9),
        ("setp.eq.s32 %q2, %r1, 3; mov.u32 %r5, 9; @!%q2 mov.u32 %r5, 3;", 3, 9),
        ("atom.global.add.u32 %r5, [%rd1], 1;", None, None),
        ("mov.u32 %r5, 0; AGAIN: add.u32 %r5, %r5, 2; setp.lt.u32 %q2, %r5, %r9; @%q2 bra AGAIN;", 2, None),
    ],
)
def test_the_values_of_registers_are_bounded(setup: str, lowest: int | None, highest: int | None) -> None:
    def always(how: str, number: int) -> bool:
        return not is_listed(f"{setup} setp.{how}.s32 %q1, %r5, {number};")

    assert always("ge", -10_000 if lowest is None else lowest) is (lowest is not None)
    assert always("le", 10_000 if highest is None else highest) is (highest is not None)
    assert lowest is None or not always("gt", lowest)
    assert highest is None or not always("lt", highest)


@pytest.mark.parametrize(
    ("setup", "listed"),
    [
        ("mov.u32 %r5, %r9;", False),
        ("ld.global.u32 %r5, [%rd1];", False),
        ("setp.eq.s32 %q2, %r9, 1; mov.u32 %r5, 2; @%q2 mov.u32 %r5, 9;", False),
        ("add.u32 %r5, %r9, %r1;", True),
        ("atom.global.add.u32 %r5, [%rd1], 1;", True),
        ("setp.eq.s32 %q2, %r1, 1; mov.u32 %r5, %r9; @%q2 mov.u32 %r5, 3;", True),
        ("setp.eq.s32 %q2, %r1, 1; mov.u32 %r5, %r9; @%q2 bra SKIP; mov.u32 %r5, 3; SKIP:", True),
        ("setp.eq.s32 %q2, %r1, 1; @%q2 bra SKIP; mov.u32 %r5, %r9; SKIP:", False),
    ],
)
def test_what_the_program_may_skip_for_all_threads_is_left_out(setup: str, listed: bool) -> None:
    for negated in ("", "!"):
        text = f"{setup} setp.lt.s32 %q1, %r5, 5;"
        assert is_listed(text, negated=negated, numbers={"out": 1 << 20}) is listed
