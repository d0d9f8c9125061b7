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


def test_one_step_stays_and_so_do_those_with_guards_or_a_condition_that_is_read_again() -> None:
    assert "def advance" not in raised(step(10, "%r1", "%r2", ("%r5", "%r6")), last="%r5")
    again = [f"@%p{at % 9} membar.cta;" for at in (10, 20)]
    assert "def advance" not in raised(in_place(10), again[0], "membar.gl;", in_place(20), again[1])
    guarded = [in_place(at).replace("selp.b32", "@%p8 selp.b32") for at in (10, 20)]
    assert "def advance" not in raised("setp.eq.u32 %p8, %r1, 9;", guarded[0], "membar.cta;", guarded[1])


def test_a_phase_that_is_the_new_stage_of_its_step_stays() -> None:
    """A call would read the variable before it binds it."""
    chosen = "add.s32 %r{0}, %r1, 1; setp.eq.s32 %p{1}, %r{0}, 4; selp.b32 %r{2}, 0, %r{0}, %p{1};"
    turned = "selp.u32 %r{3}, 1, 0, %p{1}; xor.b32 %r{4}, %r{2}, %r{3}; bar.sync 0;"
    stored = "st.shared.u32 [%r{2}], %r{4};"
    parts = [(chosen + turned + stored).format(at, at // 10, at + 1, at + 2, at + 3) for at in (10, 20)]
    assert "def advance" not in raised(parts[0], "membar.cta;", parts[1])


def test_a_step_keeps_every_addition() -> None:
    """Two additions of which each is inside the instruction that uses it are not one."""
    added = "add.s32 %r{0}, %r1, 1; setp.eq.s32 %p{1}, %r{0}, 4; add.s32 %r{2}, %r1, 1;"
    chosen = "selp.b32 %r1, 0, %r{2}, %p{1}; selp.u32 %r{3}, 1, 0, %p{1}; xor.b32 %r2, %r2, %r{3};"
    texts = [(added + chosen).format(at, at // 10, at + 1, at + 2) for at in (10, 20)]
    python = raised(texts[0], "membar.cta;", texts[1])
    assert "def advance" not in python


def test_a_function_has_no_default_for_registers_that_no_step_makes() -> None:
    python = raised(in_place(10), "membar.cta;", in_place(20))
    assert "def advance(stage, phase, to):" in python
    assert python.count(" advance(stage, phase, to=(stage, phase))\n") == 2


def test_the_head_counts_the_functions() -> None:
    assert ", 1 function." in raised(in_place(10), "membar.cta;", in_place(20))


def step_of_the_last_stage(at: int, test: str = "eq") -> str:
    """A step as DeepGEMM counts its stages: the stage before is the last, and the next one is 0."""
    wraps, starts, following, flip = f"%p{at}", f"%p{at + 1}", f"%r{at}", f"%r{at + 1}"
    chosen = (
        f"add.s32 {following}, %r1, 1; setp.eq.s32 {wraps}, %r1, 3; selp.b32 %r1, 0, {following}, {wraps};"
    )
    turned = f"setp.{test}.s32 {starts}, %r1, 0; selp.u32 {flip}, 1, 0, {starts}; xor.b32 %r2, %r2, {flip};"
    return chosen + turned + "bar.sync 0;"


def test_rings_that_compare_the_stage_before_have_names() -> None:
    python = raised(step_of_the_last_stage(3), "membar.cta;", step_of_the_last_stage(5))
    assert "last_stage = 3\n" in python
    assert python.count("ptx.inst.selp.b32(stage, 0, stage + 1, stage == last_stage)") == 2
    assert python.count("phase ^= ptx.inst.selp.u32(b32, 1, 0, stage == 0)") == 2
    assert "phase" not in raised(step_of_the_last_stage(3, "ne"))
