"""The roles of a kernel with specialised warps are functions."""

from __future__ import annotations

import re

from tests.codegen.proved import proved_python

HEAD = ".version 8.7\n.target sm_90a\n.address_size 64\n.shared .align 16 .b8 m[4096];\n"
REGISTERS = ".reg .pred %p<9>; .reg .b32 %r<99>; .reg .f32 %f<99>;"
START = "mov.u32 %r1, %tid.x; mov.u32 %r2, %ctaid.x; setp.lt.u32 %p1, %r1, 128;"
PRODUCE, CONSUME = "setmaxnreg.dec.sync.aligned.u32 24;", "setmaxnreg.inc.sync.aligned.u32 240;"


def raised(producer: str, consumer: str, after: str = "") -> str:
    """Return the Python of a kernel with two roles, after a check that it traces the same program."""
    roles = f"@%p1 bra C; {PRODUCE} {producer} bra.uni E; C: {CONSUME} {consumer} E: {after}"
    return proved_python(f"{HEAD}.visible .entry k() {{ {REGISTERS} {START} {roles} ret; }}")


def work(first: int, opcode: str, count: int = 9) -> str:
    """Statements that no loop says: their numbers follow no rule."""
    numbers = [at**3 * 7 % 61 for at in range(count)]
    lines = [
        f"{opcode} %r{first + at}, %r2, {number}; bar.sync {number % 7}; bar.sync {number % 5};"
        f"st.shared.u32 [m+{4 * number}], %r{first + at}; st.shared.u32 [m], %r{first + at};"
        for at, number in enumerate(numbers)
    ]
    return " ".join(lines)


def test_each_role_is_a_function() -> None:
    python = raised(work(10, "add.s32"), work(30, "xor.b32"))
    assert re.findall(r"^    def (\w+)\((.*)\):", python, re.MULTILINE) == [
        ("produce", ""),
        ("produce_2", ""),
    ]
    assert re.search(
        r"with ptx\.if_\(.*\n        produce\(\)\n    with ptx\.else_\(\):\n        produce_2\(\)", python
    )


def test_a_register_that_a_role_changes_is_written_by_a_call() -> None:
    """``x += 1`` in a function would bind a name of the function."""
    changed = "add.s32 %r2, %r2, 1; st.shared.u32 [m+4], %r2;"
    python = raised(f"{work(10, 'add.s32')} {changed}", work(30, "xor.b32"), "st.shared.u32 [m], %r2;")
    assert re.search(
        r"    def produce\(\):(?:\n        .*)*\n        ptx\.inst\.add\.s32\((\w+), \1, 1\)", python
    )


def test_a_value_that_is_read_behind_a_role_is_its_result() -> None:
    values = "mul.lo.u32 %r50, %r1, 5;", "mov.u32 %r50, 1;"
    roles = f"{work(10, 'add.s32')} {values[0]}", f"{work(30, 'xor.b32')} {values[1]}"
    python = raised(*roles, "st.shared.u32 [m], %r50;")
    (result,) = re.findall(r"\n        (\w+) = produce\(\)", python)
    assert f'ptx.addr("m"), {result})' in python


def test_a_short_role_stays_where_it_is() -> None:
    python = raised(work(10, "add.s32", 2), work(30, "xor.b32"))
    assert re.findall(r"^    def (\w+)", python, re.MULTILINE) == ["produce"]


def test_the_counter_of_a_loop_in_a_role_has_the_name_that_its_statements_read() -> None:
    loop = (
        "mov.s32 %r{0}, 0; L{0}: setp.ge.s32 %p{0}, %r{0}, 8; @%p{0} bra M{0}; st.shared.u32 [m], %r{0};"
        "{1} add.s32 %r{0}, %r{0}, 1; bra.uni L{0}; M{0}:"
    )
    producer, consumer = loop.format(3, work(10, "add.s32")), loop.format(4, work(30, "xor.b32"))
    python = raised(producer, consumer)
    assert re.findall(r"for (\w+) in ptx\.range_\(8\):\n *ptx.*, (\w+)\)", python) == [("i", "i")] * 2
