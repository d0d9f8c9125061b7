"""The tree of Python: its text, and the passes on it, each of which leaves what the Python traces."""

from __future__ import annotations

import ast
import re
from copy import copy
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pyptx.codegen import ptx_to_python
from pyptx.codegen.proof import require_same_program, retraced
from pyptx.codegen.raising import body
from pyptx.codegen.raising.naming import name_registers
from pyptx.codegen.raising.passes import PASSES
from pyptx.codegen.raising.uses import uses_of
from pyptx.codegen.raising.words import Mentions
from pyptx.codegen.texts import line_of, text_of
from pyptx.codegen.tree import (
    Affine,
    Assign,
    Binary,
    Call,
    Display,
    Do,
    Expr,
    Hole,
    Item,
    Method,
    Name,
    Number,
    Register,
    Unary,
)
from pyptx.codegen.writer import Writer, render_body
from pyptx.ir import Function
from pyptx.parser import parse

TESTS = Path(__file__).resolve().parents[1]
CORPUS = sorted((TESTS / "corpus" / "ptx").rglob("*.ptx"), key=lambda path: (path.stat().st_size, path.name))
RAISED = sorted((TESTS / "golden" / "codegen" / "raised").glob("*.ptx"))
SOURCES = [*RAISED, *CORPUS[::40]]
X, Y = Name("x"), Name("y")
TRIES = "mbarrier.try_wait.parity.shared::cta.b64 %p0, [bar], %r1;"


@pytest.mark.parametrize("source", SOURCES, ids=lambda path: path.stem)
def test_each_pass_leaves_what_is_traced(source: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = source.read_text()
    traced = set()
    for count in range(len(PASSES) + 1):
        chosen = PASSES[:count]
        named = chosen if name_registers in chosen else (*chosen, name_registers)  # Python has no other names
        monkeypatch.setattr(body, "PASSES", named)
        script = ptx_to_python(text, sugar=True)
        if script not in traced:
            try:
                require_same_program(text, retraced(script))
            except Exception as error:
                raise AssertionError(f"after {named[max(count - 1, 0)].__name__}") from error
            traced.add(script)


@pytest.mark.parametrize("source", RAISED, ids=lambda path: path.stem)
def test_comments_before_instructions_stay(source: Path) -> None:
    """Instructions that become one statement lose those between them."""
    parts = re.split(r"^(?=\s+@?[a-z%])", source.read_text(), flags=re.MULTILINE)
    text = "".join(f"{part}// remark {number};\n" for number, part in enumerate(parts[:-1])) + parts[-1]
    found = [int(number) for number in re.findall(r"remark (\d+);", ptx_to_python(text, sugar=True))]
    assert found[0] == 0
    if source.stem not in ("counting", "jumps", "waits"):
        assert sorted(found) == list(range(len(parts) - 1))


def test_a_comment_at_the_start_of_a_loop_that_waits_stays() -> None:
    text = """.version 8.0\n.target sm_90a\n.address_size 64
        .entry k() {
            .reg .b32 %r<4>; .reg .pred %p<2>; .shared .b64 bar;
        L:  // first
            again: mbarrier.try_wait.parity.shared::cta.b64 %p0, [bar], %r1; @!%p0 bra again;
            // second
            add.u32 %r1, %r1, 1; setp.lt.u32 %p1, %r1, 4; @%p1 bra L;
            ret;
        }"""
    lines = [line.strip() for line in ptx_to_python(text, sugar=True).split("\n")]
    at = lines.index('ptx.mbarrier.wait(ptx.addr("bar"), r[0])')
    assert lines[at - 1] == 'ptx.comment("first")'
    assert lines[at + 1] == 'ptx.comment("second")'


@pytest.mark.parametrize(
    ("loop", "waits"),
    [
        (f"again: {TRIES} @%p0 bra done; bra again; done:", 1),
        (f"@%p2 bra done; again: {TRIES} @%p0 bra done; bra again; done:", 0),
        (f"@%p2 bra again; again: {TRIES} @%p0 bra done; bra again; done:", 0),
        (f"start: membar.cta; @%p2 bra again; bar.sync 0; again: {TRIES} @%p0 bra done; bra start; done:", 0),
        ("again: setp.eq.u32 %p0, %r1, 4; @%p0 bra done; bra again; done:", 0),
        (f"again: {TRIES} @!%p0 bra again;", 1),
        (f"again: {TRIES} @!%p2 bra again;", 0),
        (f"again: {TRIES} @%p0 bra again;", 0),
        (f"start: membar.cta; @%p2 bra again; bar.sync 0; again: {TRIES} @!%p0 bra start;", 0),
    ],
)
def test_only_loops_that_wait_for_an_mbarrier_alone_are_waits(loop: str, waits: int) -> None:
    text = f""".version 8.0\n.target sm_90a\n.address_size 64
        .entry k() {{
            .reg .b32 %r<4>; .reg .pred %p<3>; .shared .b64 bar;
            mov.u32 %r1, %tid.x; setp.eq.u32 %p2, %r1, 3;
            {loop}
            mbarrier.inval.shared.b64 [bar];
            ret;
        }}"""
    script = ptx_to_python(text, sugar=True)
    require_same_program(text, retraced(script))
    assert script.count("ptx.mbarrier.wait") == waits


def test_numbers_in_vectors_are_numbers() -> None:
    text = """.version 8.0\n.target sm_80\n.address_size 64
        .entry k(.param .u64 a) {
            .reg .b64 %rd<3>; .reg .f32 %f; .reg .b32 %r;
            ld.param.u64 %rd1, [a];
            st.global.v2.u32 [%rd1], {1, 2};
            st.global.v2.f32 [%rd1], {0f3F800000, %f};
            mov.b64 %rd2, {%r, 7};
            st.global.u64 [%rd1], %rd2;
        }"""
    script = ptx_to_python(text)
    assert all(f"{vector})" in script for vector in ("[1, 2]", "[1.0, f]", "[r, 7]"))
    require_same_program(text, retraced(script))


@pytest.mark.parametrize(
    ("uses", "calls"),
    [
        (("_, [%r2], 1;",), 1),
        (("_, [%r2];",), 1),
        (("_, [%r2], 1;", "_, [%r2], 2;"), 0),
        (("_, [%r2+8], 1;",), 0),
        (("_, [%r0], 1;",), 0),
    ],
)
def test_an_arrival_in_another_cta_has_the_only_use_of_its_address(uses: tuple[str, ...], calls: int) -> None:
    arrivals = " ".join(f"mbarrier.arrive.shared::cluster.b64 {use}" for use in uses)
    text = f""".version 8.0\n.target sm_90a\n.address_size 64
        .entry k() {{
            .reg .b32 %r<3>;
            mov.u32 %r0, %tid.x; mov.u32 %r1, %r0;
            mapa.shared::cluster.u32 %r2, %r0, %r1; {arrivals}
            ret;
        }}"""
    script = ptx_to_python(text, sugar=True)
    require_same_program(text, retraced(script))
    assert script.count("arrive_remote") == calls


@pytest.mark.parametrize(
    ("moves", "escapes"),
    [
        ("mov.b64 %rd3, %rd1;", {"a": False, "b": False}),
        ("mov.b64 %rd3, %rd1; @%p mov.b64 %rd3, %rd2;", {"a": True, "b": True}),
    ],
)
def test_a_register_that_holds_one_of_two_pointers_is_not_followed(
    moves: str, escapes: dict[str, bool]
) -> None:
    module = parse(f""".version 8.0\n.target sm_80\n.address_size 64
        .entry k(.param .u64 a, .param .u64 b) {{
            .reg .b64 %rd<8>; .reg .b32 %r; .reg .pred %p;
            ld.param.u64 %rd1, [a]; ld.param.u64 %rd2, [b];
            {moves}
            st.global.u32 [%rd3], %r;
        }}""")
    (function,) = (each for each in module.items if isinstance(each, Function))
    uses = uses_of(function, Mentions())
    assert {name: use.escapes for name, use in uses.items()} == escapes
    assert uses["a"].written


@pytest.mark.parametrize(
    ("expr", "text"),
    [
        (Binary("+", Binary("*", X, Y), Number("1")), "x * y + 1"),
        (Binary("-", X, Binary("-", Y, Number("1"))), "x - (y - 1)"),
        (Binary("&", Binary("<<", X, Y), Number("7")), "(x << y) & 7"),
        (Binary("*", Number("-1"), X), "(-1) * x"),
        (Binary("+", X, Affine(2, ((14, "i"),))), "x + (14 * i + 2)"),
        (Unary("~", Binary("<", X, Y)), "~(x < y)"),
        (Method(Binary("+", X, Y), "min", (Number("3"),)), "(x + y).min(3)"),
        (Affine(-3, ((-4, "i"), (1, "j"))), "j - 3 - 4 * i"),
        (Affine(0, ()), "0"),
        (Display((Item(X, Number("3")), Item(X, Number("4")))), "x[3:5]"),
        (Display((Item(X, Number("3")), Item(Y, Number("4")))), "[x[3], y[4]]"),
        (Display((X,), "()"), "(x,)"),
        (Call("ptx.addr", (X, Number("0"))), "ptx.addr(x)"),
        (Call("ptx.addr", (X, Affine(0, ((4, "i"),)))), "ptx.addr(x, 4 * i)"),
        (Call("f", (X,), (("pred", Unary("~", Y)),)), "f(x, pred=~y)"),
    ],
)
def test_text_of_expressions(expr: Expr, text: str) -> None:
    assert text_of(expr) == text


NAMES = st.sampled_from([Name("x"), Name("a_name_with_many_letters"), Name(f"a_name_{'of_a_value_' * 4}")])
LEAVES = st.one_of(NAMES, st.sampled_from([Number("6"), Number("-1"), Affine(2, ((14, "i"),))]))


def compound(inner: st.SearchStrategy[Expr]) -> st.SearchStrategy[Expr]:
    several = st.lists(inner, min_size=1, max_size=7).map(tuple)
    signs = st.sampled_from(["+", "-", "*", "<<", ">>", "&", "|", "<", "=="])
    functions = st.sampled_from(["ptx.addr", "ptx.inst.mad.lo.s32"])
    receivers = inner.filter(lambda each: not isinstance(each, (Number, Affine)))
    return st.one_of(
        st.tuples(signs, inner, inner).map(lambda each: Binary(*each)),
        st.tuples(st.sampled_from(["-", "~"]), inner).map(lambda each: Unary(*each)),
        st.tuples(receivers, st.sampled_from(["max", "append"]), several).map(lambda each: Method(*each)),
        st.tuples(functions, several).map(lambda each: Call(*each)),
        st.tuples(several, st.sampled_from(["[]", "()"])).map(lambda each: Display(*each)),
        st.tuples(NAMES, inner).map(lambda each: Item(*each)),
    )


@settings(max_examples=200)
@given(st.recursive(LEAVES, compound, max_leaves=20))
def test_lines_mean_what_one_line_means(expr: Expr) -> None:
    for statement in (Do(expr), Assign(X, expr)):
        (written,) = ast.parse(render_body((statement,))).body
        (meant,) = ast.parse(line_of(statement)).body
        assert ast.dump(written) == ast.dump(meant)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (Name("x"), Register("x")),
        (Name("1"), Number("1")),
        (Affine(0, ()), Hole(is_number=False)),
        (Call("f", (Name("x"),)), Call("f", (Register("x"),))),
        (Do(Name("x")), Do(Register("x"))),
    ],
)
def test_nodes_of_different_kinds_differ(one: Expr, other: Expr) -> None:
    assert one != other
    assert not one == other  # noqa: SIM201 - both operators are tested
    assert len({one, other, copy(one)}) == 2


@pytest.mark.parametrize(
    ("instruction", "written"),
    [
        ("mov.b64 a, 4294967296;", "0x100000000"),  # only upper bits, those of an odd multiple
        ("mov.b64 a, 12884901888;", "0x300000000"),
        ("mov.b64 a, 4294967297;", "4294967297"),
        ("mov.b64 a, 6442450944;", "6442450944"),  # the upper bit of the lower half is set
        ("and.b64 a, b, 128;", "0x80"),
        ("and.b64 a, b, 127;", "127"),
    ],
)
def test_numbers_that_are_bits_are_in_hexadecimal(instruction: str, written: str) -> None:
    text = (
        ".version 8.7\n.target sm_90a\n.address_size 64\n.entry k(.param .u64 p) { .reg .b64 a, b;"
        f" ld.param.u64 b, [p]; {instruction} st.global.b64 [b], a; ret; }}"
    )
    assert re.search(rf"\b{written}\b", ptx_to_python(text, sugar=True))


@pytest.mark.parametrize(
    ("room", "rows"),
    [
        (13, ["aaa, bbb,", "ccc, ddd,"]),  # both fill their lines
        (12, ["aaa,", "bbb,", "ccc,", "ddd,"]),
        (23, ["aaa, bbb, ccc, ddd,"]),
        (22, ["aaa, bbb, ccc,", "ddd,"]),
    ],
)
def test_items_share_a_line_up_to_its_last_column(room: int, rows: list[str]) -> None:
    writer = Writer()
    writer.room = room
    writer.bracket("f(", ["aaa", "bbb", "ccc", "ddd"], ")")
    assert writer.lines == ["f(", *(f"    {row}" for row in rows), ")"]
