"""Steps of rings in raised kernels are calls of one function."""

from __future__ import annotations

from tests.codegen.proved import proved_python

HEAD = ".version 8.7\n.target sm_90a\n.address_size 64\n"
REGISTERS = ".reg .pred %p<9>; .reg .b32 %r<99>;"


def step(at: int, stage: str, phase: str, to: tuple[str, str], *, flips_first: bool = False) -> str:
    """A step as CUTLASS counts its stages, with the temporary registers from a number on."""
    following, flip, wraps = f"%r{at}", f"%r{at + 1}", f"%p{at % 9}"
    select = f"selp.b32 {to[0]}, 0, {following}, {wraps};"
    turn = f"selp.u32 {flip}, 1, 0, {wraps}; xor.b32 {to[1]}, {phase}, {flip};"
    chosen = turn + select if flips_first else select + turn
    return f"add.s32 {following}, {stage}, 1; setp.eq.s32 {wraps}, {following}, 4; {chosen} bar.sync 0;"


def raised(*statements: str, last: str = "%r1") -> str:
    """Return the Python of steps from stage 0 on, whose last stage is stored."""
    text = " ".join(statements)
    start, end = "mov.u32 %r1, 0; mov.u32 %r2, 0;", f"st.shared.u32 [{last}], %r2; ret;"
    return proved_python(f"{HEAD}.entry k() {{ {REGISTERS} {start} {text} {end} }}")


def in_place(at: int, *, flips_first: bool = False) -> str:
    """A step that writes the registers it reads."""
    return step(at, "%r1", "%r2", ("%r1", "%r2"), flips_first=flips_first)


def test_a_step_returns_new_registers_or_writes_those_that_it_is_given() -> None:
    python = raised(
        step(10, "%r1", "%r2", ("%r5", "%r6")),
        step(20, "%r5", "%r6", ("%r7", "%r2")),
        "membar.cta;",
        step(30, "%r7", "%r2", ("%r1", "%r2")),
    )
    assert "def advance(stage, phase, to=(s32, u32)):" in python
    assert " stage_2, phase_2 = advance(stage, phase)\n" in python
    assert " stage_3, _ = advance(stage_2, phase_2, to=(s32, phase))\n" in python
    assert " advance(stage_3, phase, to=(stage, phase))\n" in python


def test_the_order_of_instructions_makes_another_function() -> None:
    one = [in_place(at) for at in (10, 20)]
    other = [in_place(at, flips_first=True) for at in (30, 40)]
    python = raised(one[0], other[0], "membar.cta;", one[1], "membar.gl;", other[1])
    assert python.count(" advance(stage, phase, to=(stage, phase))\n") == 2
    assert python.count(" advance_2(stage, phase, to=(stage, phase))\n") == 2


def test_one_step_stays_and_so_does_one_whose_condition_is_read_again() -> None:
    assert "def advance" not in raised(step(10, "%r1", "%r2", ("%r5", "%r6")), last="%r5")
    again = [f"@%p{at % 9} membar.cta;" for at in (10, 20)]
    assert "def advance" not in raised(in_place(10), again[0], "membar.gl;", in_place(20), again[1])
