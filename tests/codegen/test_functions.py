"""Copies of statements in several places of a raised kernel are calls of one function."""

from __future__ import annotations

import re
from functools import partial
from itertools import chain

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pyptx.codegen.raising.facts import Facts
from pyptx.codegen.raising.functions import write_functions
from pyptx.codegen.tree import Assign, Call, Def, Display, Do, Item, Name, Number, Statement, Text
from pyptx.codegen.writer import render_body
from tests.codegen.proved import proved_python

HEAD = ".version 8.7\n.target sm_90a\n.address_size 64\n.shared .align 16 .b8 m[4096];\n"
REGISTERS = ".reg .pred %p<9>; .reg .b32 %r<99>; .reg .f32 %f<99>;"
START = "mov.u32 %r1, %tid.x; mov.u32 %r2, %ctaid.x; mov.u32 %r3, m; setp.lt.u32 %p1, %r1, 9;"


def raised(body: str) -> str:
    """Return the Python of a body, after a check that it traces the same program."""
    text = f"{HEAD}.visible .entry k() {{ {REGISTERS} {START} {body} ret; }}"
    return proved_python(text)


def copy(first: int, constant: int, address: str = "%r3") -> str:
    """A copy: values from memory, which only this copy has, and their sum."""
    a, b, c = first, first + 1, first + 2
    return (
        f"ld.shared.f32 %f{a}, [{address}+{constant}]; bar.sync 1; ld.shared.f32 %f{b}, [{address}+16];"
        f"fence.proxy.async; fma.rn.f32 %f{c}, %f{a}, %f{b}, %f{a}; bar.sync 2;"
        f"st.shared.f32 [{address}+32], %f{c}; bar.sync 3; st.shared.f32 [{address}+128], %f{b}; bar.sync 4;"
        "membar.cta; bar.arrive 5, 64;"
    )


def test_copies_call_a_function_with_what_differs() -> None:
    python = raised(f"{copy(1, 0)} @%p1 bra L; {copy(11, 4)} L: {copy(21, 8)}")
    (parameters,) = re.findall(r"    def copy\((.*)\):", python)
    assert parameters == "number"
    assert [int(each) for each in re.findall(r" copy\((\d+)\)$", python, re.MULTILINE)] == [0, 4, 8]


def test_what_is_read_behind_a_copy_is_its_result() -> None:
    last = "st.shared.f32 [%r3+64], %f3; st.shared.f32 [%r3+68], %f13;"
    python = raised(f"{copy(1, 0)} @%p1 bra L; {copy(11, 4)} L: {last}")
    assert re.search(r"        return (result\w*)\n", python)
    assert len(re.findall(r" result\w* = copy\(\d\)", python)) == 2


def test_a_register_that_a_copy_writes_again_is_written_by_a_call() -> None:
    """``x += 1`` in a function would bind a name of the function."""
    last = "add.s32 %r4, %r4, %r1;"
    body = (
        f"mov.u32 %r4, %r2; {copy(1, 0)} {last} @%p1 bra L; {copy(11, 4)} {last} L: st.shared.u32 [m], %r4;"
    )
    python = raised(body)
    assert re.search(r"    def copy\(.*\):(?:\n        .*)*ptx\.inst\.add\.\w+\(", python)


def test_copies_around_an_else_stay_whole() -> None:
    body = f"@%p1 bra L; {copy(1, 0)} bra.uni M; L: {copy(11, 4)} M: {copy(21, 8)}"
    assert raised(body).count("def copy(") == 1


@pytest.mark.parametrize("count", [7, 9])
def test_a_function_has_few_parameters(count: int) -> None:
    def row(first: int) -> str:
        return " ".join(
            f"st.shared.u32 [%r3+{at * at * (first + 1)}], {first + 7 * at}; bar.sync {at % 3};"
            for at in range(count)
        )

    python = raised(f"{row(0)} @%p1 bra L; {row(1)} L: ")
    assert all(head.count(",") < 6 for head in re.findall(r"    def \w+\((.*)\):", python))


@pytest.mark.parametrize(("other", "copies"), [("x", 3), ("y", 2)])
def test_a_copy_that_differs_in_many_values_stays(other: str, copies: int) -> None:
    def row(name: str, number: int) -> list[Statement]:
        read = [Name(f"{name}{at}") for at in range(8)]
        uses = [Do(Call(f"use{at}", (each, Name(f"z{number}")))) for at, each in enumerate(read)]
        return [*uses, *calls("abcd"), Do(Call(f"apart{number}"))]

    values = [Assign(Name(f"{name}{at}"), Call("make")) for name in "xyz" for at in range(8)]
    rows = [*row("x", 0), *row(other, 1), *row("x", 2)]
    python = render_body(write_functions((*values, *rows), Facts()))
    assert len(re.findall(r"^compute\(z\d\)$", python, re.MULTILINE)) == copies, python


def test_a_local_variable_of_one_function_does_not_prevent_another() -> None:
    def vote(number: int) -> list[Statement]:
        lane, chosen, result = Name("lane"), Name("chosen"), Name(f"x{number}")
        elected = Assign(Display((lane, chosen), "()"), Call("elect"))
        uses = [Do(Call(f"use{number}", (result,))) for number in range(3)]
        return [elected, Assign(result, Call("choose", (lane, chosen))), *uses]

    apart = [[Do(Call(f"apart{number}"))] for number in range(8)]
    long = [Do(Call(f"work{number}")) for number in range(20)]
    parts = [[*vote(number), *(long if number % 5 == 0 else ()), *apart[number]] for number in range(6)]
    python = render_body(write_functions(tuple(chain.from_iterable(parts)), Facts()))
    assert python.count("def ") == 2 == python.count("lane, chosen = elect()")


def test_the_results_of_a_function_may_be_operands_of_another() -> None:
    def step(number: int) -> list[Statement]:
        values = Name(f"x{number}"), Name(f"y{number}")
        made = [Do(Call("load")), *calls("abcdefg")]
        made += [Assign(each, Call("take", (Text(f"{at}"),))) for at, each in enumerate(values)]
        used = [Do(Call(f"use{at}", values)) for at in range(6)]
        return [*made, Do(Call(f"apart{number}")), *used]

    python = render_body(write_functions((*step(0), *step(1), *step(2)), Facts()))
    assert python.count("use0(") == 1 == python.count("load()"), python
    assert len(re.findall(r"^x\d, y\d = compute", python, re.MULTILINE)) == 3


def test_conditionals_in_copies_name_their_blocks_alike() -> None:
    """Sibling blocks reuse a name: `rest_2` twice, never `rest_3`."""
    inner = "@%p2 bra {0}; bar.sync 1; @%p3 bra {0}; bar.sync 2; bar.sync 3; bar.sync 4; {0}:"
    outer = "@%p1 bra E; bar.sync 7; @%p2 bra E; {} membar.cta; {} bar.sync 5; {} E:"
    python = raised(outer.format(*[inner.format(name) for name in "ABC"]))
    assert python.count("rest_2.skip(") == python.count("bar.sync(2)")
    assert "rest_3" not in python


def test_a_default_of_a_function_is_a_name_of_its_own() -> None:
    """The copies have no result for a function after them whose keyword is the name of a variable."""
    own = Def(Call("f", (), (("to", Text("u32")),)), (Do(Call("g", (Name("to"),))),))

    def copy(number: int) -> list[Statement]:
        made = Assign(Name("to"), Call("make"))
        return [made, *[Do(Call(f"use{at}", (Name("to"),))) for at in range(9)], Do(Call(f"apart{number}"))]

    python = render_body(write_functions((own, *copy(0), *copy(1), Do(Call("f"))), Facts()))
    assert "return" not in python
    assert python.count("use0(to)") == 1


def test_elements_of_one_list_are_one_parameter() -> None:
    def rows(name: str) -> list[Statement]:
        parts = [Item(Name(name), Number(str(index))) for index in (0, 3)]
        uses = [Do(Call(f"use{number}", (part,))) for number in range(6) for part in parts]
        return [Assign(Name(name), Call("make", (Text(name),))), *uses]

    python = render_body(write_functions((*rows("x"), *rows("y")), Facts()))
    assert "def compute(x):\n    use0(x[0])\n    use0(x[3])\n" in python


def calls(names: str) -> list[Statement]:
    return [Do(Call(name)) for name in names]


@pytest.mark.parametrize(
    ("copied", "between"),
    [("abcdefghi" * 2, ""), ("abcdefghi" * 2, "x"), ("abcdefghia", ""), ("abcdefgabcdefga", "x")],
)
def test_copies_may_touch_but_not_overlap(copied: str, between: str) -> None:
    body = calls(copied + between + copied)
    python = render_body(write_functions(tuple(body), Facts()))
    made: list[str] = []
    exec(python, {name: partial(made.append, name) for name in "abcdefghix"})
    assert "".join(made) == copied + between + copied
    assert python.count("f()") == 1


@pytest.mark.parametrize(("before", "behind"), [(1, 0), (0, 1), (2, 2)])
def test_a_function_leaves_out_statements_at_its_ends_whose_names_change(before: int, behind: int) -> None:
    changing = Do(Call("use", (Name("x"),)))
    copied = [*[changing] * before, *calls("abcdefghi"), *[changing] * behind]
    head = [Assign(Name("x"), Call("make")), Assign(Name("x"), Call("make"))]
    python = render_body(write_functions((*head, *copied, Do(Call("apart")), *copied), Facts()))
    made = "a b c d e f g h i".replace(" ", "()\n    ")
    assert f"def compute():\n    {made}()\n\n" in python


STATEMENTS = st.sampled_from([
    "ld.shared.f32 %f{a}, [%r3+{n}];",
    "fma.rn.f32 %f{b}, %f{a}, %f{a}, %f{c};",
    "add.f32 %f{c}, %f{a}, %f{b};",
    "add.s32 %r{a}, %r{a}, {n};",
    "add.s32 %r{b}, %r{x}, {n};",
    "mul.lo.s32 %r{x}, %r{x}, %r{b};",
    "xor.b32 %r{c}, %r{x}, %r1;",
    "setp.lt.s32 %p{q}, %r{b}, {n};",
    "@%p{q} st.shared.f32 [%r3+{n}], %f{b};",
    "@%p1 bra L{label}; st.shared.u32 [%r3+64], %r{c}; L{label}:",
    "{{ .reg .b32 t; mov.u32 t, %r{x}; add.s32 %r{c}, t, {n}; }}",
    "st.shared.u32 [%r3+{n}], %r{x};",
    "bar.sync {n};",
    "mov.u32 %r{b}, %r{x};",
])  # fmt: skip


@st.composite
def copies(draw: st.DrawFn) -> str:
    """A row of statements, several times, with registers of its own or shared ones and other constants."""
    row = draw(st.lists(STATEMENTS, min_size=6, max_size=14))
    parts = []
    for at in range(draw(st.integers(2, 4))):
        own = 10 + 10 * at if draw(st.booleans()) else 10
        names = {"a": own, "b": own + 1, "c": own + 2, "x": draw(st.sampled_from([4, 5, own])), "q": at + 2}
        n = draw(st.sampled_from([4, 8, 12]))
        parts.append(" ".join(each.format(**names, n=n, label=f"{at}_{i}") for i, each in enumerate(row)))
        parts.append(
            draw(
                st.sampled_from(
                    ["bar.sync 7;", f"@%p1 bra M{at}; bar.sync 9; M{at}:", "", f"N{at}: @%p1 bra N{at};"]
                )
            )
        )
    reads = " ".join(
        f"st.shared.u32 [m+{4 * at}], %r{at};" for at in draw(st.lists(st.integers(4, 52), max_size=6))
    )
    return f"mov.u32 %r4, %r1; mov.u32 %r5, %r2; {' '.join(parts)} {reads}"


@settings(max_examples=80)
@given(copies())
def test_any_copies_are_the_same_program(body: str) -> None:
    raised(body)


@pytest.mark.parametrize(
    ("starts", "parameters"), [((0, 512, 1024), "offset"), ((0, 1, 2), "number, number_2")]
)
def test_numbers_that_are_a_constant_apart_are_one_parameter(
    starts: tuple[int, ...], parameters: str
) -> None:
    """Small numbers that differ alike do so by chance."""
    bodies = [
        f"{copy(1 + 10 * at, start)} st.shared.f32 [%r3+{start + 36}], %f{1 + 10 * at}; bar.sync 6;"
        for at, start in enumerate(starts)
    ]
    python = raised(f"{bodies[0]} @%p1 bra L; {bodies[1]} L: {bodies[2]}")
    assert re.findall(r"    def copy\((.*)\):", python) == [parameters]


def test_elements_of_an_array_from_a_number_on_are_one_parameter() -> None:
    def product(first: int) -> str:
        registers = ", ".join(f"%f{at}" for at in range(first, first + 4))
        return (
            f"wgmma.fence.sync.aligned; wgmma.mma_async.sync.aligned.m64n8k16.f32.bf16.bf16 {{{registers}}}, "
            f"%d1, %d1, 1, 1, 1, 0, 0; wgmma.commit_group.sync.aligned; wgmma.wait_group.sync.aligned 0;"
            f"st.shared.f32 [%r3], %f{first + 3}; bar.sync 2; fence.proxy.async; bar.sync 3;"
        )

    start = ".reg .b64 %d<2>; cvt.u64.u32 %d1, %r1;"
    python = raised(f"{start} {product(1)} @%p1 bra L; {product(11)} L: {product(21)}")
    assert "def multiply(acc_start):" in python
    assert "acc[acc_start:acc_start + 4]" in python
    assert "ptx.addr(acc[acc_start + 3])" not in python
    assert re.findall(r"multiply\((\d+)\)", python) == ["0", "4", "8"]
