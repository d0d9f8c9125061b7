"""Raised Python: the same program under other names, and the same machine code."""

from __future__ import annotations

import ast
import itertools
import os
import re
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from pyptx.codegen import ptx_to_python
from pyptx.codegen.proof import require_same_code, require_same_program, retraced
from pyptx.codegen.raising.facts import Facts
from pyptx.codegen.raising.repetition import fold_repeats
from pyptx.codegen.tree import Assign, Call, Do, For, Name
from pyptx.errors import CodegenError, ToolError
from pyptx.inspect import diff
from pyptx.toolchain import find_or_none
from tests.codegen.proved import proved_python

TESTS = Path(__file__).resolve().parents[1]
GOLDEN = sorted((TESTS / "golden" / "codegen" / "raised").glob("*.ptx"))
READ = [
    pytest.param(path, id=path.stem, marks=[pytest.mark.demangler] if "_Z" in path.read_text() else [])
    for path in GOLDEN
]
EXTRA = os.environ.get("PYPTX_CORPUS")
FILES = sorted((TESTS / "corpus" / "ptx").rglob("*.ptx"), key=lambda path: (path.stat().st_size, path.name))
CHOSEN = FILES if EXTRA else FILES[: len(FILES) * 3 // 4 : 12]
HEAD = ".version 8.7\n.target sm_90a\n.address_size 64\n"
needs_ptxas = pytest.mark.skipif(find_or_none("ptxas") is None, reason="ptxas is not installed")


@pytest.mark.parametrize("source", READ)
def test_python_of(source: Path, *, update: bool) -> None:
    text = source.read_text()
    python = ptx_to_python(text, sugar=True)
    expected = source.with_suffix(".py.txt")
    if update:
        expected.write_text(python)
    assert python == expected.read_text()
    require_same_program(text, retraced(python))


@pytest.mark.parametrize("use", ["@%p1 bra L;", "@%p1 st.global.u32 [%rd1], 1;", "selp.b32 %x, 1, 2, %p1;"])
def test_an_undeclared_register_stays_undeclared(use: str) -> None:
    text = f"""{HEAD}.visible .entry k(.param .u64 out)
    {{ .reg .pred %q<3>; .reg .b32 %x; .reg .b64 %rd1;
    ld.param.u64 %rd1, [out]; mov.u32 %x, %tid.x; setp.eq.u32 %q0, %x, 1; setp.eq.u32 %q1, %x, 2;
    @%q0 bra L; @%q1 bra L; setp.lt.u32 %p1, %x, 16; {use} st.global.u32 [%rd1], %x; L: ret; }}"""
    made = retraced(ptx_to_python(text, sugar=True))
    require_same_program(text, made)
    assert not re.search(r"\.reg \.pred %p\b", made)


@needs_ptxas
@pytest.mark.ptxas
@pytest.mark.parametrize("path", [*GOLDEN, *CHOSEN], ids=lambda path: path.name)
def test_same_machine_code(path: Path) -> None:
    text = path.read_text()
    made = retraced(ptx_to_python(text, sugar=True))
    require_same_program(text, made)
    try:
        require_same_code(text, made)
    except ToolError as error:
        pytest.skip(f"ptxas refuses the source: {str(error).splitlines()[-1]}")


@pytest.mark.skipif(not EXTRA, reason="PYPTX_CORPUS names no folder")
def test_other_files_are_the_same_programs() -> None:
    for path in sorted(Path(EXTRA or "").rglob("*.ptx")):
        text = path.read_bytes().decode("utf-8", "surrogateescape").rstrip("\0")
        try:
            ptx_to_python(text)
        except CodegenError:
            continue
        require_same_program(text, retraced(ptx_to_python(text, sugar=True)))


REGISTERS = st.sampled_from([f"%r{number}" for number in range(6)])
OPERATIONS = st.sampled_from(
    [
        "add.s32",
        "add.u32",
        "sub.s32",
        "mul.lo.u32",
        "and.b32",
        "or.b32",
        "shl.b32",
        "shr.u32",
        "shr.s32",
        "min.s32",
    ]
)


@st.composite
def bodies(draw: st.DrawFn) -> str:
    """Arithmetic on a few registers, with branches to anywhere."""
    lines: list[str] = []
    count = draw(st.integers(1, 14))
    for number in range(count):
        lines.append(f"L{number}:")
        kind = draw(st.integers(0, 6))
        target = f"L{draw(st.integers(0, count))}"
        if kind < 3:
            other = draw(st.one_of(REGISTERS, st.sampled_from(["1", "7", "0x10", "-3"])))
            lines.append(f"{draw(OPERATIONS)} {draw(REGISTERS)}, {draw(REGISTERS)}, {other};")
        elif kind == 3:
            lines.append(f"setp.lt.s32 %p{draw(st.integers(0, 2))}, {draw(REGISTERS)}, {draw(REGISTERS)};")
        elif kind == 4:
            sign = draw(st.sampled_from(["", "!"]))
            lines.append(f"@{sign}%p{draw(st.integers(0, 2))} bra {target};")
        elif kind == 5:
            lines.append(f"bra.uni {target};")
        else:
            lines.append(f"{{ .reg .b32 t; mov.u32 t, %tid.x; add.s32 {draw(REGISTERS)}, t, 1; }}")
    lines.append(f"L{count}: ret;")
    return " ".join(lines)


@settings(max_examples=100)
@given(bodies())
def test_any_flow_is_the_same_program(body: str) -> None:
    text = f"{HEAD}.entry k() {{ .reg .pred %p<3>; .reg .b32 %r<6>; {body} }}"
    require_same_program(text, retraced(ptx_to_python(text, sugar=True)))


def ring(rounds: int) -> str:
    """Rounds of a ring of barriers that a compiler unrolled: each has registers of its own."""
    lines = [
        "mov.u32 %s0, %tid.x; mov.u32 %h0, %ctaid.x; mov.u32 %at, bars;"
        "mov.f32 %f0, 0f00000000; mov.f32 %m0, 0fFF800000;"
    ]
    for n in range(rounds):
        lines.append(
            f"shl.b32 %o{n}, %s{n}, 3; add.s32 %b{n}, %o{n}, %at;"
            f"W{n}: mbarrier.try_wait.parity.shared::cta.b64 %d{n}, [%b{n}], %h{n}; @!%d{n} bra W{n};"
            f"ld.shared.f32 %v{n}, [%b{n}+64]; add.f32 %f{n + 1}, %f{n}, %v{n};"
            f"max.f32 %m{n + 1}, %m{n}, %v{n};"
            f"add.s32 %n{n}, %s{n}, 1; setp.eq.s32 %w{n}, %n{n}, 4; selp.b32 %s{n + 1}, 0, %n{n}, %w{n};"
            f"selp.b32 %t{n}, 1, 0, %w{n}; xor.b32 %h{n + 1}, %h{n}, %t{n};"
        )
    last = "".join(
        f"st.shared.{type_} [bars+{128 + 4 * at}], {register}{rounds};"
        for at, (type_, register) in enumerate((("f32", "%f"), ("f32", "%m"), ("u32", "%s"), ("u32", "%h")))
    )
    types = {"d": "pred", "w": "pred", "f": "f32", "m": "f32", "v": "f32", **dict.fromkeys("shobnt", "b32")}
    declared = " ".join(f".reg .{type_} %{letter}<20>;" for letter, type_ in types.items())
    head = ".version 8.0\n.target sm_90a\n.address_size 64\n.shared .align 8 .b8 bars[256];"
    return f"{head} .visible .entry k() {{ .reg .b32 %at; {declared} {' '.join(lines)} {last} ret; }}"


@pytest.mark.parametrize("rounds", [3, 4, 9])
def test_an_unrolled_ring_is_a_loop_that_hands_on_its_state(rounds: int) -> None:
    text = ring(rounds)
    python = proved_python(text)
    assert f"    for _ in range({rounds}):" in python
    assert "        stage = ptx.inst.selp.b32(s32, 0, next_stage, wraps)\n" in python
    assert "        phase = phase ^ ptx.inst.selp.b32(s32, 1, 0, wraps)\n" in python
    assert python.count("ptx.mbarrier.wait(") == 1


@pytest.mark.parametrize(
    ("tested", "compared", "inside", "ticks", "first"),
    [
        ("[%r1], %r2", "ne.s32 %p1, %n, 0", "mov.u32 %t, 500;", "%t", "s32"),
        ("[%r1], %r2", "ne.b32 %p1, %n, 0", "mov.u32 %t, 500;", "%t", "b32"),
        ("[%r1+8], %r2", "ne.s32 %p1, %n, 0", "mov.u32 %t, 500;", "%t", ""),
        ("[%r1], %r1", "ne.s32 %p1, %n, 0", "mov.u32 %t, 500;", "%t", ""),
        ("[%r1], %r2", "eq.s32 %p1, %n, 0", "mov.u32 %t, 500;", "%t", ""),
        ("[%r1], %r2", "ne.s32 %p1, %n, 0", "mov.u32 %t, 500; bar.sync 1;", "%t", ""),
        ("[%r1], %r2", "ne.s32 %p1, %n, 0", "mov.u32 %t, %n;", "%t", ""),
        ("[%r1], %r2", "ne.u32 %p1, %n, 0", "mov.u32 %t, 500;", "%t", ""),
        ("[%r1], %r2", "ne.s32 %p1, %n, 0", "", "500", ""),
        ("[%r1], %r2", "ne.s32 %p1, %n, 0", "", "0x1f4", ""),
        ("[%r1], %r2; mov.u32 %t, 500", "ne.s32 %p1, %n, 0", "", "%t", ""),
    ],
)
def test_a_test_before_a_wait_is_part_of_it(
    tested: str, compared: str, inside: str, ticks: str, first: str
) -> None:
    python = proved_python(
        f"""{HEAD}.shared .align 8 .b8 bars[256]; .visible .entry k()
        {{ .reg .pred %p<3>; .reg .b32 %r<3>; .reg .b32 %n; .reg .b32 %t; mov.u32 %r1, bars; mov.u32 %r2, 0;
        mbarrier.try_wait.parity.shared::cta.b64 %p0, {tested};
        selp.b32 %n, 1, 0, %p0; setp.{compared}; @%p1 bra E; {inside}
        W: mbarrier.try_wait.parity.shared::cta.b64 %p2, [%r1], %r2, {ticks}; @%p2 bra D; bra W; D: E:
        st.shared.u32 [bars+64], %r2; ret; }}"""
    )
    assert (f'ticks=500, exits=True, first="{first}")' in python) == bool(first)
    assert ("first=" in python) == bool(first)


def test_a_tested_wait_computes_its_barrier() -> None:
    python = proved_python(
        f"""{HEAD}.shared .align 8 .b8 bars[256]; .visible .entry k()
        {{ .reg .pred %p<3>; .reg .b32 %r<3>; .reg .b32 %n; .reg .b32 %t;
        ld.shared.u32 %r0, [bars+64]; add.s32 %r1, %r0, 8;
        mbarrier.try_wait.parity.shared::cta.b64 %p0, [%r1], 1;
        selp.b32 %n, 1, 0, %p0; setp.ne.s32 %p1, %n, 0; @%p1 bra E; mov.u32 %t, 500;
        W: mbarrier.try_wait.parity.shared::cta.b64 %p2, [%r1], 1, %t; @%p2 bra D; bra W; D: E:
        st.shared.u32 [bars+68], %r2; ret; }}"""
    )
    assert re.search(r"ptx\.mbarrier\.wait\(\w+ \+ 8, 1, .*first=\"s32\"\)", python), python


def test_loops_in_loops_are_blocks_down_to_the_depth_that_python_compiles() -> None:
    starts = " ".join(f"L{at}:" for at in range(9))
    ends = " ".join(f"setp.lt.u32 %p{at}, %r1, {at}; @%p{at} bra L{at};" for at in reversed(range(9)))
    python = proved_python(
        f"{HEAD}.visible .entry k() {{ .reg .pred %p<9>; .reg .b32 %r1; mov.u32 %r1, %tid.x;"
        f"{starts} add.s32 %r1, %r1, 1; {ends} ret; }}"
    )
    assert python.count("with ptx.loop(") == 6


def test_a_loop_ends_before_the_statements_that_read_what_it_sets() -> None:
    loads = " ".join(f"ld.shared.u32 %o{n}, [%a+{4 * n * n}]; bar.sync {n};" for n in range(4))
    sums = " ".join(f"add.u32 %s{n}, %a, %o{n};" for n in range(4))
    totals = " ".join(f"add.u32 %t{n}, %s{n}, %b;" for n in range(4))
    stores = " ".join(f"st.shared.u32 [%t{n}], %s{n};" for n in range(4))
    names = " ".join(f".reg .b32 %{name};" for name in ("o<4>", "s<4>", "t<4>", "a", "b"))
    registers = f"{names} mov.u32 %a, %tid.x; mov.u32 %b, %ctaid.x;"
    text = f"{HEAD}.entry k() {{ {registers} {loads} {sums} {totals} {stores} ret; }}"
    python = ptx_to_python(text, sugar=True)
    assert re.search(r"= \[tid_x \+ u for u in ", python)
    assert re.search(r"= \[u \+ ctaid_x for u in ", python)
    require_same_program(text, retraced(python))


@pytest.mark.parametrize("source", READ)
def test_a_loop_goes_over_two_lists_at_most(source: Path) -> None:
    for node in ast.walk(ast.parse(ptx_to_python(source.read_text(), sugar=True))):
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "zip":
            assert len([each for each in node.args if not ast.unparse(each).startswith("range(")]) <= 2


@pytest.mark.parametrize(("rounds", "loops"), [(3, 0), (4, 1)])
def test_a_loop_over_two_lists_has_more_than_three_short_rounds(rounds: int, loops: int) -> None:
    """Three rounds are read faster one by one than as elements of two lists."""
    pairs = [("a", "q"), ("k", "c"), ("x", "b"), ("d", "y")][:rounds]
    body = [Do(Call(name, tuple(map(Name, pair)))) for pair in pairs for name in ("f", "g")]
    heads = [Assign(Name(name), Call(f"make_{name}")) for pair in pairs for name in pair]
    assert sum(isinstance(each, For) for each in fold_repeats((*heads, *body), Facts())) == loops


@pytest.mark.parametrize(
    ("body", "name"),
    [
        (f"selp.b32 %r2, 16, 0, %p1; {2 * 'cp.async.cg.shared.global [%a], [%d], 16, %r2; '}", "size"),
        ("selp.f32 %f2, %f1, 0fFF800000, %p1; st.shared.f32 [%a], %f2; st.shared.f32 [%a+4], %f2;", "masked"),
        (
            "cvt.rn.f32.s32 %f0, %a; st.shared.f32 [%a+8], %f0; selp.f32 %f2, %f0, 0fF149F2CA, %p1;"
            "st.shared.f32 [%a], %f2; st.shared.f32 [%a+4], %f2;",
            "masked",
        ),
        ("selp.b32 %r2, 3, 4, %p1; st.shared.u32 [%a], %r2; st.shared.u32 [%a+4], %r2;", "result"),
    ],
)
def test_a_selected_value_is_named_after_its_use(body: str, name: str) -> None:
    registers = ".reg .b32 %a; .reg .b32 %r<3>; .reg .f32 %f<3>; .reg .b64 %d; .reg .pred %p<2>;"
    start = "mov.u32 %a, %tid.x; setp.lt.u32 %p1, %a, 9; ld.shared.f32 %f1, [%a]; mov.u64 %d, 0;"
    text = f"{HEAD}.entry k() {{ {registers} {start} {body} ret; }}"
    python = ptx_to_python(text, sugar=True)
    assert re.search(rf" {name} = ptx.inst.selp", python)
    require_same_program(text, retraced(python))


def test_a_loop_scales_registers_that_are_read_later() -> None:
    first = " ".join(
        f"ld.shared.f32 %f{n}, [%a+{64 + 4 * n * n}]; {'bar.sync 3;' if n == 1 else ''}" for n in range(3)
    )
    rounds = " ".join(
        f"ld.shared.f32 %e{n}, [%a+{8 * n}]; mul.f32 %f{n}, %f{n}, %e{n}; st.shared.f32 [%a+96], %e{n};"
        for n in (0, 2, 1)
    )
    last = " ".join(f"st.shared.f32 [%a+{192 + 4 * n * n}], %f{n}; bar.sync {n};" for n in range(3))
    registers = ".reg .f32 %f<3>; .reg .f32 %e<3>; .reg .b32 %a; mov.u32 %a, %tid.x;"
    text = f"{HEAD}.entry k() {{ {registers} {first} bar.sync 4; {rounds} {last} ret; }}"
    python = ptx_to_python(text, sugar=True)
    assert "ptx.inst.mul.f32(v, v, loaded_4)" in python
    require_same_program(text, retraced(python))


WITHOUT_OPERATORS = [
    "shl.b32 %a, %t, 3; shl.b32 %b, %t, 40; shr.u32 %a, %a, 32;",
    "div.u32 %a, %t, 5; div.u32 %b, %t, 0; rem.s32 %a, %a, 0;",
    "div.u32 %a, %t, 5; div.u32 %b, %t, 8; rem.u32 %a, %a, 7; rem.u32 %b, %b, 16;",
    "sub.s32 %a, %t, 32; shl.b32 %b, %t, %a; add.s32 %b, %b, 1; add.s32 %a, %a, 1;",
]


@pytest.mark.parametrize("body", WITHOUT_OPERATORS)
def test_an_instruction_that_no_operator_writes_is_a_call(body: str) -> None:
    registers = " ".join(f".reg .b32 %{letter};" for letter in "abt")
    stores = "st.shared.u32 [%t], %a; st.shared.u32 [%t+4], %b;"
    text = f"{HEAD}.entry k() {{ {registers} mov.u32 %t, %tid.x; {body} {stores} ret; }}"
    require_same_program(text, retraced(ptx_to_python(text, sugar=True)))


@pytest.mark.parametrize(
    "body",
    [
        "min.u32 %r3, 7, %r2;",
        "max.u32 %r3, 7, %r2;",
        "min.u32 %r3, %r2, 0;",
        "max.u32 %r3, %r2, 0;",
        "setp.lt.u32 %p1, %r2, 0; selp.b32 %r3, %r2, 3, %p1;",
        "setp.ge.u32 %p1, %r2, 0; @%p1 bra L; mov.u32 %r3, 3; L:",
    ],
)
def test_constants_that_no_author_would_write_there_stay(body: str) -> None:
    registers = ".reg .pred %p<2>; .reg .b32 %r<4>; .reg .b64 %rd<2>;"
    start = "ld.param.u64 %rd1, [out]; mov.u32 %r2, %tid.x;"
    end = "st.global.b32 [%rd1], %r3; ret;"
    text = f"{HEAD}.visible .entry k(.param .u64 out) {{ {registers} {start} {body} {end} }}"
    for each in (text.replace(", 0;", ", 5;"), text):  # what fits 5 does not fit 0
        require_same_program(each, retraced(ptx_to_python(each, sugar=True)))


def test_a_loop_does_not_hand_on_what_a_round_writes_under_another_name() -> None:
    rounds = " ".join(
        f"xor.b32 %t, %u, %u; min.s32 %i{n + 1}, %i{n}, {8 * n}; st.shared.u32 [%u+{8 * n}], %i{n + 1};"
        for n in range(5)
    )
    registers = ".reg .b32 %t; .reg .b32 %u; .reg .b32 %i<8>; mov.u32 %t, %tid.x; mov.u32 %u, %ctaid.x;"
    text = f"{HEAD}.entry k() {{ {registers} {rounds.replace('%i0', '%t')} st.shared.u32 [%u], %t; ret; }}"
    require_same_program(text, retraced(ptx_to_python(text, sugar=True)))


UNKNOWN = [
    (
        "mov.u32 %r1, %tid.x; frob.u32 %r2, %r1, {3, %r1}; @%p1 frob.u32 %r2, %r3, [%r1+4];"
        "add.u32 %r3, %r2, 1; setp.eq.s32 %p2, %r3, 0; @%p2 frob %r3, L; L: ret;",
        'ptx.raw(f"frob.u32 {r[0]}, {tid_x}, {{3, {tid_x}}};")',
    ),
    (
        "mov.u32 %r1, %tid.x; { .reg .b32 q; frob.u32 q, %r1; .shared .b32 x[4]; add.u32 %r3, %r1, q; } ret;",
        'ptx.raw(f"frob.u32 q, {tid_x};")',
    ),
    (
        "mov.u32 %r1, %tid.x; mov.u32 %r2, %r1; setp.eq.s32 %p2, %r2, 0; @%p2 bra L;"
        "@!%p2 frob.u32 %r2.x, %r1; L: frob; ret;",
        'ptx.raw(f"@!{is_zero} frob.u32 %r2.x, {tid_x};")',
    ),
    ("ld.global.u32 %r1, [%r2]; add.u32 %r1, %r1, 4; ret;", 'ptx.raw(f"ld.global.u32 {count}, [{r[0]}];")'),
]


@pytest.mark.parametrize(("body", "line"), UNKNOWN)
def test_unknown_instructions_take_variables(body: str, line: str) -> None:
    text = f"{HEAD}.entry k() {{ .reg .pred %p<3>; .reg .b32 %r<6>; {body} }}"
    python = ptx_to_python(text, sugar=True)
    assert line in python
    require_same_program(text, retraced(python))


ANY_NAMES = ["range", "zip", "enumerate", "ab", "a", "i", "x", "L", "src", "ptx", "b32", "_", "in"]


@pytest.mark.parametrize("name", ANY_NAMES)
def test_registers_may_have_any_name(name: str) -> None:
    """They are called like what the Python says beside them."""
    for base, values, declared in (
        (name, "%v", f".reg .b64 {name}; .reg .b32 %v<9>;"),
        (f"{name}0", "%v", f".reg .b64 {name}<9>; .reg .b32 %v<9>;"),
        ("%base", name, f".reg .b64 %base; .reg .b32 {name}<9>;"),
    ):
        loads = "".join(f"ld.global.b32 {values}{at}, [{base}+{4 * at}]; " for at in range(8))
        stores = "".join(f"st.global.b32 [%s{at * at % 5}], {values}{7 - at}; " for at in range(8))
        text = (
            f"{HEAD}.entry k(.param .b64 k_param_0) {{ {declared} .reg .b64 %s<9>; .reg .pred p; "
            f"ld.param.b64 {base}, [k_param_0]; setp.eq.s64 p, {base}, 0; @p bra other; {loads} {stores}"
            "@p bra again; other: bar.sync 0; again: bra other; }"
        )
        python = ptx_to_python(text, sugar=True)
        assert " in enumerate(" in python or " in zip(" in python or " in range(" in python
        require_same_program(text, retraced(python))


def test_registers_are_declared_once() -> None:
    """Those that become variables, where a declaration that stays is in front of theirs."""
    text = (
        f"{HEAD}.entry k() {{ .reg .b16 low, high; .reg .b32 %r<5>; mov.u32 %r2, %tid.x; "
        "mov.b32 {low, high}, %r2; mov.b32 %r3, {high, low}; st.shared.b32 [%r2], %r3; }"
    )
    made = retraced(ptx_to_python(text, sugar=True))
    require_same_program(text, made)
    assert re.findall(r"\.reg [^;]*", made) == [".reg .b32 %r<2>", ".reg .b16 low, high"]


@pytest.mark.parametrize(
    "first",
    [
        "@!%p0 setp.lt.s32 %p0, 1, 2;",
        "@%p0 mov.pred %p0, %p0;",
        "add.s32 %r0, %r0, %r0;",
        "@%p0 mov.b32 %r0, %r0;",
    ],
)
def test_the_first_instruction_of_a_register_may_read_it(first: str) -> None:
    rest = "@%p0 st.shared.b32 [%r1], %r0; ret;"
    text = f"{HEAD}.entry k() {{ .reg .pred %p<2>; .reg .b32 %r<3>; {first} {rest} }}"
    require_same_program(text, retraced(ptx_to_python(text, sugar=True)))


@st.composite
def unrolled(draw: st.DrawFn) -> str:
    """Rounds of a few statements, whose registers and offsets follow rules that sometimes break."""
    lines: list[str] = []
    for _ in range(draw(st.integers(1, 4))):
        count = draw(st.integers(2, 9))
        templates = draw(st.lists(st.sampled_from(ROUNDS), min_size=1, max_size=3))
        starts = [draw(st.integers(0, 40)) for _ in range(12)]
        steps = [draw(st.sampled_from([0, 0, 1, 1, 2, 4, -1])) for _ in range(12)]
        rows = draw(st.sampled_from([1, 2, 3, 4]))
        odd = draw(st.one_of(st.none(), st.integers(0, count - 1)))
        for number in range(count):
            values = [
                (start + step * (number % rows if slot % 3 == 2 else number) + (5 if number == odd else 0))
                % 48
                for slot, (start, step) in enumerate(zip(starts, steps, strict=True))
            ]
            for at, template in enumerate(templates):
                shifted = values[3 * at :] + values[: 3 * at]
                lines.append(template.format(*shifted, byte=4 * shifted[1], quad=4 * (shifted[0] % 12)))
    return "\n".join(lines)


ROUNDS = [
    "add.s32 %r{0}, %r{1}, %r{2};",
    "add.s32 %r{0}, %r{1}, {2};",
    "add.s32 %r{0}, %r{0}, %r{2};",
    "mov.b32 %r{0}, {1};",
    "mad.lo.s32 %r{0}, %r{1}, %r{2}, %r{0};",
    "ld.shared.b32 %r{0}, [%r{1}+{byte}];",
    "st.shared.b32 [%r{0}+{byte}], %r{2};",
    "setp.lt.s32 %p{0}, %r{1}, %r{2};",
    "@%p{0} st.shared.b32 [%r{1}], %r{2};",
    "ld.shared.v2.b32 {{%r{0}, %r{1}}}, [%r{2}+{byte}];",
    "@%p{0} bra D{0}; add.s32 %r{1}, %r{2}, 7; D{0}:",
    "{{ .reg .b32 t; mov.u32 t, %tid.x; add.s32 %r{0}, t, %r{1}; }}",
]


@settings(max_examples=120)
@given(unrolled())
@example("mov.b32 %r2, 0; mov.b32 %r0, 0; mov.b32 %r1, 0; mov.b32 %r3, 0; mov.b32 %r0, 0; mov.b32 %r1, 0;")
@example(
    "add.s32 %r0, %r0, %r0; " * 2
    + "".join(f"add.s32 %r0, %r0, %r0; add.s32 %r{n}, %r{n}, %r0; " for n in (1, 2, 3))
)
@example(
    "add.s32 %r0, %r0, 7; "
    + "".join(f"@%p0 bra D{n}; add.s32 %r{n}, %r0, 7; D{n}: add.s32 %r0, %r{n}, %r0; " for n in (1, 2, 3, 4))
)
def test_any_repetition_is_the_same_program(body: str) -> None:
    seen: dict[str, int] = {}
    lines: list[str] = []
    for given_ in body.splitlines():
        line, label = given_, re.search(r"\bD\d+", given_)
        if label is not None:
            number = seen[label[0]] = seen.get(label[0], 0) + 1
            line = line.replace(label[0], f"{label[0]}_{number}")
        lines.append(line)
    text = f"{HEAD}.entry k() {{ .reg .pred %p<48>; .reg .b32 %r<48>; {' '.join(lines)} ret; }}"
    require_same_program(text, retraced(ptx_to_python(text, sugar=True)))


@pytest.mark.parametrize(
    ("inner", "is_counted"),
    [
        ("st.shared.u32 [%r0], %r1;", True),
        ("sub.s32 %r1, %r1, 1;", False),
        ("add.s32 %r0, %r0, 2;", False),
        ("@%p1 bra $skip; add.s32 %r1, %r1, 1; $skip:", False),
    ],
)
def test_a_loop_that_writes_its_bounds_is_not_counted(inner: str, is_counted: bool) -> None:
    text = (
        f"{HEAD}.entry k(.param .u32 n) {{ .reg .pred %p<2>; .reg .b32 %r<2>; ld.param.u32 %r1, [n];"
        "setp.eq.s32 %p1, %r1, 7; mov.s32 %r0, 0; $top: setp.ge.s32 %p0, %r0, %r1; @%p0 bra $end;"
        f"{inner} add.s32 %r0, %r0, 1; bra.uni $top; $end: ret; }}"
    )
    python = proved_python(text)
    assert (" in ptx.range_(" in python) == is_counted


PARTS = st.sampled_from(["load", "sum", "store", "backwards", "one", "barrier", "accumulate", "hand on"])
GROUPS = st.sampled_from(["own", "before", "first"])


@st.composite
def nested(draw: st.DrawFn) -> str:
    """Rounds of rounds, which read what they set themselves, what the round before did, or the first."""
    parts = draw(st.lists(st.tuples(PARTS, GROUPS), min_size=2, max_size=5))
    width = draw(st.integers(3, 5))
    groups = {name: [f"%r{1 + at}" for at in range(width)] for name in ("own", "before", "first")}
    handed, last, lines = "%r7", 10, []
    for turn in range(draw(st.integers(2, 6))):
        for part, group in parts:
            read, byte = groups[group], 64 * turn
            made = [f"%r{last + at}" for at in range(width)]
            for at in range(width):
                if part == "load":
                    lines.append(f"ld.global.u32 {made[at]}, [%base+{byte + 4 * at}];")
                elif part == "sum":
                    lines.append(f"add.s32 {made[at]}, {read[at]}, {3 * at * at + turn};")
                elif part in ("store", "backwards"):
                    value = read[at if part == "store" else -1 - at]
                    lines.append(f"st.global.u32 [%base+{byte + 4 * at}], {value};")
            if part in ("load", "sum"):
                groups["own"], last = made, last + width
            elif part == "one":
                lines.append(f"red.global.add.u32 [%base+{byte}], {read[2]};")
            elif part == "barrier":
                lines.append("bar.sync 0;")
            elif part == "accumulate":
                lines.append("add.s32 %r8, %r8, %r9;")
            elif part == "hand on":
                lines.append(f"xor.b32 %r{last}, {handed}, {turn + 3};")
                handed, last = f"%r{last}", last + 1
        groups["before"] = groups["own"]
        if turn == 0:
            groups["first"] = groups["own"]
    return f".reg .b32 %r<{last}>; .reg .b64 %base; {' '.join(lines)}"


@settings(max_examples=120)
@given(nested())
def test_rounds_of_rounds_are_the_same_program(body: str) -> None:
    text = f"{HEAD}.entry k() {{ {body} ret; }}"
    require_same_program(text, retraced(ptx_to_python(text, sugar=True)))


def test_a_long_sum_is_a_loop() -> None:
    terms = "".join(f"add.s32 %r{at}, %r{at - 1}, {at};" for at in range(2, 200))
    text = f"{HEAD}.entry k() {{ .reg .b32 %r<200>; mov.b32 %r1, 1; {terms} st.shared.b32 [%r1], %r199; }}"
    python = ptx_to_python(text, sugar=True)
    assert re.search(r"for i in range\(\d+\):\n        (\w+) = \1 \+ \(i \+ 2\)\n", python)
    require_same_program(text, retraced(python))


@pytest.mark.parametrize(
    ("given", "other"),
    [
        (
            "{ .reg .b32 t; mov.b32 t, %r0; mov.b32 %r1, t; } { .param .b32 q; bra OUT; OUT: membar.gl; }",
            "mov.b32 %r2, %r0; mov.b32 %r1, %r2; { .param .b32 q; bra OUT; OUT: membar.gl; }",
        ),
        (
            "{ membar.gl; } { .param .b32 q; bra OUT; OUT: membar.gl; { bra OUT; } }",
            "membar.gl; { .param .b32 q; bra OUT; OUT: membar.gl; bra OUT; }",
        ),
    ],
)
def test_the_proof_looks_through_braces_around_registers(given: str, other: str) -> None:
    head = f"{HEAD}.entry k() {{ .reg .b32 %r<3>;"
    require_same_program(f"{head} {given} ret; }}", f"{head} {other} ret; }}")


@pytest.mark.parametrize(
    ("given", "other"),
    [
        ("add.s32 %r1, %r0, 1;", "add.s32 %r1, %r0, 2;"),
        (
            "{ .param .b32 q; A: membar.gl; } { .param .b32 q; A: bra A; }",
            "{ .param .b32 q; A: membar.gl; { .param .b32 q; bra A; } }",
        ),
        ("add.s32 %r1, %r0, 1;", "add.s32 %r0, %r0, 1;"),
        ("add.s32 %r1, %r0, 1;", "add.u32 %r1, %r0, 1;"),
        ("A: add.s32 %r1, %r0, 1; bra A;", "add.s32 %r1, %r0, 1; A: bra A;"),
        ("not.b32 %r1, %r0; membar.gl;", "membar.gl; not.b32 %r1, %r0;"),
        ("not.b32 %r1, %r0; not.b32 %r0, %r1;", "not.b32 %r1, %r0; not.b32 %r1, %r1;"),
        ("ld.u32 %r1, [x];", "ld.u32 %r1, [x+4];"),
        ("@p not.b32 %r1, %r0;", "@!p not.b32 %r1, %r0;"),
    ],
)
def test_the_proof_sees_a_difference(given: str, other: str) -> None:
    head = f"{HEAD}.global .u32 x; .entry k() {{ .reg .b32 %r<2>; .reg .pred p;"
    require_same_program(f"{head} {given} }}", f"{head} {given} }}")
    with pytest.raises(CodegenError, match="where the Python gives"):
        require_same_program(f"{head} {given} }}", f"{head} {other} }}")


@needs_ptxas
@pytest.mark.ptxas
def test_the_machine_code_is_compared() -> None:
    text = GOLDEN[0].read_text()
    require_same_code(text, text.replace("%r1", "%r0"))
    with pytest.raises(CodegenError, match=r"the machine code differs in k$"):
        require_same_code(text, text.replace("+4", "+8"))


@pytest.mark.parametrize("changes", [True, False])
def test_code_that_ptxas_makes_anew_each_time_is_no_difference(
    monkeypatch: pytest.MonkeyPatch, *, changes: bool
) -> None:
    runs = itertools.count()

    def assemble(text: str, *_: object, **__: object) -> SimpleNamespace:
        return SimpleNamespace(cubin=next(runs) if changes else text)

    monkeypatch.setattr("pyptx.toolchain.ptxas.assemble", assemble)
    monkeypatch.setattr("pyptx.toolchain.machine_code", lambda cubin: {".text.k": cubin})
    text = GOLDEN[0].read_text()
    if changes:
        require_same_code(text, f"{text} ")
    else:
        with pytest.raises(CodegenError, match=r"the machine code differs in k$"):
            require_same_code(text, f"{text} ")


def test_bits_of_floating_point_are_numbers() -> None:
    """LLVM declares such registers as bits, and moves constants to them."""
    constants = ("0f00000000", "0fF149F2CA", "0fFF800000", "0f7FFFFFFF")
    moves = " ".join(f"mov.b32 %r{at}, {text};" for at, text in enumerate(constants))
    uses = " ".join(f"fma.rn.f32 %r4, %r4, %r{at}, %r{at};" for at in range(4))
    python = proved_python(
        f"{HEAD}.shared .b32 m; .visible .entry k() {{ .reg .b32 %r<5>; ld.shared.b32 %r4, [m];"
        f"{moves} {uses} st.shared.b32 [m], %r4; ret; }}"
    )
    given = ("0.0", "-1e+30", 'float("-inf")', 'ptx.spelled("0f7FFFFFFF")')
    assert [f"ptx.inst.mov.b32(f32, {each})" in python for each in given] == [True] * 4


def test_a_pointer_that_is_copied_from_is_read() -> None:
    python = proved_python(
        f"""{HEAD}.shared .align 16 .b8 m[64]; .visible .entry k(.param .u64 k_param_0)
        {{ .reg .b64 %rd; .reg .b32 %r; mov.u32 %r, m; ld.param.u64 %rd, [k_param_0];
        cp.async.cg.shared.global [%r], [%rd], 16; ret; }}"""
    )
    assert '    """src: in."""\n' in python


def test_labels_that_nothing_names_may_change_the_machine_code(monkeypatch: pytest.MonkeyPatch) -> None:
    """ptxas ends a block at every label, and may allocate other registers then."""
    monkeypatch.setattr("pyptx.toolchain.ptxas.assemble", lambda text, *_, **__: SimpleNamespace(cubin=text))
    monkeypatch.setattr(
        "pyptx.toolchain.machine_code",
        lambda cubin: {
            ".text.k": (code := re.sub(r"\s|\.loc.*", "", cubin)),
            ".nv.constant0.k": code,
        },
    )

    def kernel(labels: str, number: int = 1) -> str:
        return (
            f"{HEAD}.visible .entry k() {{ .reg .b32 %r; {labels} mov.u32 %r, {number}; bra.uni L; L: ret; }}"
        )

    assert require_same_code(kernel(""), kernel("")) == {}
    assert require_same_code(kernel("unnamed:"), kernel("")) == {"k": "labels that nothing names"}
    both = "labels that nothing names and moves of values that nothing reads"
    assert require_same_code(kernel("unread:"), kernel("", 2).replace("mov.u32 %r, 2;", "")) == {"k": both}
    for source, made in ((kernel("unnamed:"), kernel("", 2)), (kernel(""), kernel("unnamed:"))):
        with pytest.raises(CodegenError, match=r"the machine code differs in k$"):
            require_same_code(source, made)


def test_a_raised_file_does_not_differ_from_its_source() -> None:
    blocks = "".join(f"{{ .reg .b32 t; mov.u32 t, %tid.x; add.s32 %r{n}, t, {n}; }}" for n in range(3))
    text = f"{HEAD}.entry k() {{ .reg .b32 %r<3>; {blocks} st.shared.b32 [%r0], %r1; ret; }}"
    assert diff(text, retraced(ptx_to_python(text, sugar=True))).same


def test_a_raised_kernel_runs() -> None:
    source = next(path for path in GOLDEN if path.stem == "parameters")
    names: dict[str, object] = {}
    exec(ptx_to_python(source.read_text(), sugar=True, kernel_name="axpy"), names)
    x, y = np.arange(8, dtype=np.float32), np.zeros(8, np.float32)
    names["axpy"].program().launch(x, y, np.int32(6), np.float32(3), grid=1, block=8)  # type: ignore[attr-defined]
    assert y.tolist() == [0, 3, 6, 9, 12, 15, 0, 0]


@pytest.mark.parametrize(
    ("comment", "stays"),
    [
        ("begin inline asm", False),
        ("callseq 3, 0", False),
        ("wait for regs: %r0,%r1", False),
        ("wait for the others", True),
    ],
)
def test_what_compilers_say_of_themselves_is_left_out(comment: str, *, stays: bool) -> None:
    text = f"{HEAD}.entry k() {{ .reg .b32 %r<2>;\n// {comment}\nbar.sync 0; ret; }}"
    assert (comment in ptx_to_python(text, sugar=True)) == stays
    assert comment in ptx_to_python(text)


@pytest.mark.parametrize("reader", ["bar.sync %r1;", "nanosleep.u32 %r1;", "bar.sync %r1, %r2;"])
def test_a_register_may_be_read_in_the_text_before_it_is_written(reader: str) -> None:
    text = (
        f"{HEAD}.entry k() {{ .reg .b32 %r<3>; bra B; A: {reader} bra C;"
        " B: mov.b32 %r1, 3; mov.b32 %r2, 64; bra A; C: ret; }"
    )
    require_same_program(text, retraced(ptx_to_python(text, sugar=True)))


def test_a_name_may_be_longer_than_a_line() -> None:
    name = f"tile_{'x' * 110}"
    rounds = [
        f"mov.u32 %r{at}, {name}; add.s32 %s{at}, %r{at}, {4 * at}; st.shared.b32 [%s{at}], %r{at};"
        for at in range(4)
    ]
    text = (
        f"{HEAD}.shared .b8 {name}[64]; .entry k() {{ .reg .b32 %r<4>; .reg .b32 %s<4>; {' '.join(rounds)}"
        f" bar.sync 0; {' '.join(f'st.shared.b32 [%s{at}], %s{at};' for at in range(4))} ret; }}"
    )
    require_same_program(text, retraced(ptx_to_python(text, sugar=True)))


def test_variables_that_differ_in_their_names_are_declared_in_a_loop() -> None:
    text = (
        f"{HEAD}.global .align 1 .b8 a[1]; .global .align 1 .b8 b[1]; .global .align 1 .b8 c[1];"
        ".global .align 2 .b8 d[1]; .const .u32 e = 1; .const .u32 f = 1; .const .u32 g = 2;"
        ".entry name() { ret; } .const .u32 h = 2; .global .align 1 .b8 i[1]; .global .align 1 .b8 j[1];"
    )
    python = ptx_to_python(text, sugar=True)
    assert python.count("module.var(") == 5
    assert 'for name, init in (\n    ("e", 1),\n    ("f", 1),\n    ("g", 2),\n):\n' in python
    assert 'for name in (\n    "a",\n    "b",\n    "c",\n):\n    module.var("global", b8, name, ' in python
    assert "def name_2():" in python
    require_same_program(text, retraced(python))
    again = ptx_to_python(text, sugar=True, kernel_name="name")
    assert "for name_2 in (" in again
    assert "for name_2, init in (" in again
    assert "def name():" in again
    require_same_program(text, retraced(again))


@pytest.mark.parametrize("count", [2, 63, 64, 70])
def test_a_common_start_of_names_is_written_once(count: int) -> None:
    start = "_ZN42_INTERNAL_32cc473d_6_fa3_cu"
    names = [f"{start}5begin{at}E" for at in range(count)]
    text = f"{HEAD}{' '.join(f'.global .align 1 .b8 {name}[1];' for name in names)} .entry k() {{ ret; }}"
    python = ptx_to_python(text, sugar=True)
    assert (f'f"{start}{{name}}"' in python, python.count(start)) == (
        (True, 1) if count < 64 else (False, count)
    )
    require_same_program(text, retraced(python))


def test_labels_that_nothing_names_part_no_expression() -> None:
    """LLVM writes them for debuggers; one in front of a ``.pragma`` says where that belongs."""
    text = (
        f"{HEAD}.entry k() {{ .reg .b32 %r<5>; mov.u32 %r1, %tid.x; $L__tmp0: shl.b32 %r2, %r1, 2; $L__tmp1:"
        ' add.s32 %r3, %r2, %r1; $L__tmp2: .pragma "nounroll"; st.shared.b32 [%r3], %r1; ret; }'
    )
    python = ptx_to_python(text, sugar=True)
    assert "tid_x_part = (tid_x << 2) + tid_x\n" in python
    assert python.count("ptx.label(") == 1
    require_same_program(text, retraced(python))


def test_names_are_those_that_other_producers_mean() -> None:
    """Mojo writes ``param::entry``, and the function first in the names of its shared variables."""
    shared = f"k_{'A' * 40}_$__global_alloc_0_$__gpu_shared_mem"
    text = (
        f"{HEAD}.entry k(.param .u64 k_param_0, .param .u32 k_param_1) {{ .reg .b64 %rd<3>; .reg .b32 %r<5>;"
        f" .reg .pred %p; .shared .align 4 .b8 {shared}[128]; ld.param::entry.b64 %rd1, [k_param_0];"
        " ld.param::entry.u32 %r1, [k_param_1]; setp.lt.s32 %p, %r1, 7; cvta.to.global.u64 %rd2, %rd1;"
        f" mov.u32 %r2, {shared}; ld.shared.b32 %r3, [%r2]; @%p st.global.b32 [%rd2], %r3; ret; }}"
    )
    python = ptx_to_python(text, sugar=True)
    assert "def k(dst, limit):" in python
    assert '"""dst: out b32."""' in python
    assert "gpu_shared_mem_at = ptx.inst.mov.u32(" in python
    require_same_program(text, retraced(python))


def test_registers_that_are_addresses_of_tensor_memory_are_variables() -> None:
    """They have to be declared as bits, and five kinds of products say so."""
    python = ptx_to_python(
        (TESTS / "corpus" / "ptx" / "cuda" / "tcgen05.sm_103a.ptx").read_text(), sugar=True
    )
    assert "registers keep their names" not in python
    assert python.count("ptx.inst.tcgen05.mma.") > 4


def test_what_debuggers_see_stays() -> None:
    text = (
        ".version 8.7\n.target sm_90a, debug\n.address_size 64\n.entry k() { .reg .b32 %r<3>;"
        " .reg .pred %p<2>; mov.u32 %r2, 1; setp.eq.s32 %p1, %r2, 1; @%p1 bra Lfar; bar.sync 0; Lfar: ret; }"
    )
    python = ptx_to_python(text, sugar=True)
    assert 'ptx.inst.bra("Lfar", pred=p[1])' in python
    assert 'r = reg.array(b32, 3, name="%r")' in python


def test_no_layout_is_exact() -> None:
    with pytest.raises(CodegenError, match="no layout is exact"):
        ptx_to_python(f"{HEAD}.entry k() {{ ret; }}", sugar=True, layout="exact")
