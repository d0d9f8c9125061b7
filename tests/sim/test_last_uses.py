"""The registers that no thread reads after an instruction."""

from pyptx.program import from_ptx
from pyptx.sim.decode import decode
from pyptx.sim.last_uses import last_uses


def last_of(body: str) -> list[str]:
    """The instructions of a kernel after which registers of 32 bits are not read, with these."""
    text = f""".version 8.3
.target sm_80
.address_size 64
.func f {{ ret; }}
.visible .entry k(.param .u64 x) {{
    .reg .b32 %r<9>; .reg .pred %p;
    {body}
    ret;
}}
"""
    program = from_ptx(text)
    code = decode(program.module, program.entry, program.arch)
    names = {each.number: each.name for each in code.registers if each.bits == 32}
    return [
        " ".join([step.name, *(names[number] for number in numbers)])
        for step, numbers in last_uses(code, set(names)).items()
    ]


def test_a_value_is_not_needed_after_its_last_reader() -> None:
    body = (
        "mov.u32 %r1, 1; add.u32 %r2, %r1, 1; sub.u32 %r3, %r1, %r2; st.local.u32 [0], %r3; mov.u32 %r4, 5;"
    )
    assert sorted(last_of(body)) == ["mov.u32 %r4", "st.local.u32 %r3", "sub.u32 %r1 %r2"]


def test_a_loop_reads_again_what_it_does_not_write() -> None:
    body = """mov.u32 %r1, 1; mov.u32 %r2, 2;
        again: add.u32 %r3, %r1, %r2; setp.lt.u32 %p, %r3, 9; not.b32 %r2, %r3; @%p bra again;
        st.local.u32 [0], %r1;"""
    assert sorted(last_of(body)) == ["add.u32 %r2", "not.b32 %r3", "st.local.u32 %r1"]


def test_a_register_is_kept_across_a_call() -> None:
    body = """mov.u32 %r1, 1; mov.u32 %r2, 2; st.local.u32 [0], %r2;
        call f; st.local.u32 [4], %r1;"""
    assert sorted(last_of(body)) == ["st.local.u32 %r1", "st.local.u32 %r2"]


def test_a_register_may_be_dead_on_one_branch_only() -> None:
    """It is kept at the conditional branch, and has no last use on the side that does not read it."""
    body = """mov.u32 %r1, 1; mov.u32 %r2, 2; setp.lt.u32 %p, %r2, 9; @%p bra other;
        add.u32 %r3, %r1, 1; st.local.u32 [0], %r3; bra.uni end;
        other: neg.s32 %r4, %r2; st.local.u32 [0], %r4;
        end:"""
    expected = ["add.u32 %r1", "neg.s32 %r2", "st.local.u32 %r3", "st.local.u32 %r4"]
    assert sorted(last_of(body)) == expected


def test_a_write_under_a_guard_keeps_the_value_of_other_threads() -> None:
    body = """mov.u32 %r2, 7; setp.lt.u32 %p, %r1, 9; neg.s32 %r3, %r2;
        @%p not.b32 %r2, %r1; st.local.u32 [0], %r2;"""
    assert sorted(last_of(body)) == ["neg.s32 %r3", "not.b32 %r1", "st.local.u32 %r2"]
