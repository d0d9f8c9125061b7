"""The law of `executed`: an instruction that a thread executes on the simulator is in the list."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
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
computed = st.one_of(
    st.builds("{}{}.{} {}, {}, {};".format, guard, st.sampled_from(["add", "sub", "mul.lo", "min", "max"]),
              kind, register, operand, operand),
    st.builds("{}mad.lo.{} {}, {}, {}, {};".format, guard, kind, register, operand, operand, operand),
    st.builds("{}{}.b32 {}, {}, {};".format, guard, st.sampled_from(["and", "or", "xor", "shl"]), register,
              operand, operand),
    st.builds("{}shr.{} {}, {}, {};".format, guard, kind, register, operand, operand),
    st.builds("{}selp.{} {}, {}, {}, {};".format, guard, kind, register, operand, operand, predicate),
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
