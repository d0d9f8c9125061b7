"""Python that reads differently from what runs on the GPU is refused; the corrected version runs."""

from __future__ import annotations

import functools
import itertools
import operator
import re
import textwrap
import types
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from pyptx import Tile, kernel, ptx, reg, smem
from pyptx.errors import TraceError
from pyptx.types import b64, f32, pred, s32, s64, u32
from tests.ptx.programs import (
    growing,
    in_blocks,
    in_loops,
    iteration,
    numbers,
    placeholders,
    positions,
    second_names,
)

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

THREADS = 8
PAIRS = {
    name: each
    for programs in (in_loops, in_blocks, growing, numbers, iteration, placeholders, second_names, positions)
    for name, each in programs.PAIRS.items()
}


def compiled(source: str, name: str = "<program>") -> Callable[..., Any]:
    """The function ``body(tid, n)`` of a source that is in no file."""
    text = f"def body(tid, n):\n{textwrap.indent(source, '    ')}"
    scope: dict[str, Any] = {
        "ptx": ptx,
        "reg": reg,
        "smem": smem,
        "types": types,
        "b64": b64,
        "f32": f32,
        "functools": functools,
        "itertools": itertools,
        "operator": operator,
        "pred": pred,
        "s32": s32,
        "s64": s64,
        "u32": u32,
    }
    scope["__name__"] = "program"
    exec(compile(text, name, "exec"), scope)
    body: Callable[..., Any] = scope["body"]
    return body


def run(body: Callable[..., Any]) -> list[int]:
    """Return the value that each thread stores."""
    pytest.importorskip("pyptx.sim")

    @kernel(out_specs=(Tile(THREADS, s32),), grid=(1,), block=(THREADS, 1, 1), arch="sm_80")
    def program(out: Any) -> None:
        (place,) = ptx.global_ptrs(out)
        tid = reg.from_(ptx.special.tid.x(), s32)
        result = body(tid, reg.scalar(s32, init=4))
        ptx.inst.st.global_.s32(ptx.addr(place + tid * 4), result)

    return [int(each) for each in np.asarray(program())]


def refused(source: str, name: str = "<program>") -> str:
    with pytest.raises(TraceError) as caught:
        run(compiled(source, name))
    return str(caught.value)


@pytest.mark.parametrize("name", PAIRS)
def test_a_program_that_reads_differently_is_refused(name: str) -> None:
    wrong, said, line, _, _ = PAIRS[name]
    message = refused(wrong)
    assert re.search(said, message, re.DOTALL), message
    assert message.endswith(f"at <program>:{line + 1}"), message


@pytest.mark.parametrize("name", PAIRS)
def test_its_right_twin_runs(name: str) -> None:
    assert run(compiled(PAIRS[name].right)) == [PAIRS[name].expected(thread) for thread in range(THREADS)]


# -- what is meant

STAGE = """
s, stage = reg.scalar(s32, init=0), 0
for i in ptx.range_(4):
    s += stage
    stage += 1{comment}
return s
"""


def test_a_line_says_that_the_value_of_the_trace_is_meant(tmp_path: Path) -> None:
    file = tmp_path / "kernel_file.py"
    for comment in ("", "  # pyptx: fixed"):
        source = STAGE.format(comment=comment).strip("\n")
        file.write_text(f"def body(tid, n):\n{textwrap.indent(source, '    ')}", encoding="utf-8")
        if comment:
            assert run(compiled(source, str(file))) == [0] * THREADS
        else:
            assert refused(source, str(file)).endswith("kernel_file.py:5")


def test_names_are_fixed_where_there_is_no_file() -> None:
    source = STAGE.format(comment="").strip("\n")
    assert run(compiled(f"ptx.fixed('stage')\n{source}")) == [0] * THREADS
    with pytest.raises(TraceError, match=r"ptx\.fixed names Python variables, not 'a b'"):
        run(compiled("ptx.fixed('a b')\nreturn tid"))


def test_a_use_after_a_loop_may_be_meant(tmp_path: Path) -> None:
    file = tmp_path / "kernel_file.py"
    source = "for i in ptx.range_(4):\n    pass\nreturn i + tid  # pyptx: fixed"
    file.write_text(f"def body(tid, n):\n{textwrap.indent(source, '    ')}", encoding="utf-8")
    assert run(compiled(source, str(file))) == [4 + thread for thread in range(THREADS)]


# -- right programs that rebind names

RIGHT: dict[str, tuple[str, Callable[[int], int]]] = {
    "a name that one instruction stores and reads": (
        """
s, v = reg.scalar(s32, init=0), 7
for i in ptx.range_(n):
    v = i * tid; w = v + 1
    s += w
return s
""",
        lambda t: 6 * t + 4,
    ),
    "the same names in two loops": (
        """
s = reg.scalar(s32, init=0)
for i in ptx.range_(n):
    v = i * tid
    s += v
for i in ptx.range_(n):
    v = i + tid
    s += v
return s
""",
        lambda t: 6 * t + 6 + 4 * t,
    ),
    "a first element that starts a sum": (
        """
s = reg.scalar(s32, init=0)
for i in ptx.range_(n):
    for j in range(3):
        t = tid if j == 0 else t + j
    s += t
for i in ptx.range_(n):
    for j in range(3):
        t = tid if j == 0 else t + j
    s += t
for i in ptx.range_(n):
    for j in range(3):
        t = tid if j == 0 else t + j
    s += t
return s
""",
        lambda t: 12 * (t + 3),
    ),
    "names of a comprehension": (
        """
j, s = 7, reg.scalar(s32, init=0)
for i in ptx.range_(4):
    for v in [j * 2 for j in range(3)]:
        s += v
return s + j
""",
        lambda t: 4 * 6 + 7,
    ),
    "a value that a loop computes for sure": (
        """
v = tid + 0
for i in ptx.range_(4):
    v = i * 2
return v
""",
        lambda t: 6,
    ),
    "a value that a spinning loop reads last": (
        """
s, i = reg.scalar(s32, init=0), reg.scalar(s32, init=0)
for _ in range(2):
    with ptx.loop("again"):
        v = i + 1
        i += 1
        ptx.repeat_if(v < 4)
    s += v
return s
""",
        lambda t: 4 + 5,
    ),
    "a value found before a block is left": (
        """
v, i = tid + 0, reg.scalar(s32, init=0)
with ptx.block() as search:
    with ptx.loop("next"):
        v = i * i
        i += 1
        search.skip(v > 5)
return v
""",
        lambda t: 9,
    ),
    "a list that is filled in each iteration": (
        """
row, s = [None] * 2, reg.scalar(s32, init=0)
for _ in range(2):
    for i in ptx.range_(n):
        for j in range(2):
            row[j] = i * j
        s += row[0] + row[1]
return s
""",
        lambda t: 12,
    ),
    "a list that is filled where threads enter": (
        """
row, s = [tid, tid], reg.scalar(s32, init=0)
for limit in (3, 5):
    with ptx.if_(tid > limit):
        for j in range(2):
            row[j] = tid * j
        s += row[0] + row[1]
return s
""",
        lambda t: t * ((t > 3) + (t > 5)),
    ),
    "places that a function fills": (
        """
class Stage:
    def __init__(self): self.rows = [None] * 2
    def load(self, i):
        for j in range(2):
            self.rows[j] = i + j
    def total(self): return self.rows[0] + self.rows[1]
def fill(places, i):
    for j in range(2):
        places[j] = i * j
s, stage, row = reg.scalar(s32, init=0), Stage(), [None] * 2
for i in ptx.range_(n):
    stage.load(i)
    fill(row, i)
    s += stage.total() + row[1]
return s
""",
        lambda t: 12 + 4 + 6,
    ),
    "an iterator that only an unrolled loop advances": (
        """
s, stages = reg.scalar(s32, init=0), itertools.cycle([1, 2, 3])
def steps():
    step = 0
    while True:
        yield step
        step = (step + 1) % 3
numbers = steps()
for _ in range(5):
    stage = next(stages) + next(numbers)
    with ptx.if_(tid > 3):
        s += stage
return s
""",
        lambda t: 9 + 4 if t > 3 else 0,
    ),
    "tables of NumPy": (
        """
import ml_dtypes
import numpy as np
scales, one, s = np.ones(4, ml_dtypes.bfloat16), np.array(3), reg.scalar(s32, init=0)
for i in ptx.range_(4):
    s += int(scales[1]) + int(one)
return s
""",
        lambda t: 16,
    ),
    "stages of an unrolled loop": (
        """
s, stage, phase = reg.scalar(s32, init=0), 0, 0
for i in range(8):
    with ptx.if_(tid > 3):
        s += stage + phase
    stage += 1
    if stage == 3:
        stage, phase = 0, phase ^ 1
return s
""",
        lambda t: 7 + 3 if t > 3 else 0,
    ),
    "a swap that comes back": (
        """
a, b = tid + 1, tid + 2
s = reg.scalar(s32, init=0)
for i in ptx.range_(4):
    for _ in range(2):
        s += a
        a, b = b, a
return s
""",
        lambda t: 4 * (2 * t + 3),
    ),
    "a generator that one statement goes over": (
        """
def tiles():
    for i in ptx.range_(2):
        for j in ptx.range_(2):
            yield i * 2 + j
s = reg.scalar(s32, init=0)
for tile in tiles():
    s += tile
for tile in (2 * each for each in tiles()):
    s += tile
return s
""",
        lambda t: 6 + 12,
    ),
    "registers kept by name": (
        """
made, s = {}, reg.scalar(s32, init=0)
def constant(value):
    if value not in made:
        made[value] = reg.scalar(s32, init=value)
    return made[value]
for i in ptx.range_(4):
    s += constant(5) + constant(5)
return s
""",
        lambda t: 40,
    ),
    "a return after the last block": (
        """
def store(p, target, value):
    with ptx.if_(p):
        ptx.inst.mov.s32(target, value)
        return
s = reg.scalar(s32, init=0)
store(tid > 3, s, tid)
return s
""",
        lambda t: t if t > 3 else 0,
    ),
    "a return from a scope": (
        """
def pick(values):
    with ptx.scope():
        for value in values:
            if value > 2:
                return value
    return 0
return tid + pick([1, 2, 3])
""",
        lambda t: t + 3,
    ),
    "a Python if that continues": (
        """
s = reg.scalar(s32, init=0)
for i in ptx.range_(4):
    for j in range(3):
        if j == 1:
            continue
        with ptx.if_(tid > j):
            s += 1
return s
""",
        lambda t: 4 * ((t > 0) + (t > 2)),
    ),
    "a helper that writes what it is given": (
        """
def grow(target, step):
    ptx.inst.add.s32(target, target, step)
x = tid + 1
grow(x, 2)
for each in (x,):
    ptx.inst.add.s32(each, each, 1)
return x
""",
        lambda t: t + 4,
    ),
    "a temporary between a label and its branch": (
        """
s, i = reg.scalar(s32, init=0), reg.scalar(s32, init=0)
v = tid + 0
ptx.bra("middle", uni=True)
ptx.label("again")
v = i * 2
s += v
i += 1
ptx.label("middle")
v = i + 0
ptx.bra("again", pred=v < 4)
return s
""",
        lambda t: 12,
    ),
    "an unsigned register that is written after a sum that may wrap": (
        """
u = reg.from_(tid, u32)
u += tid - 9
ptx.mov(u, tid)
u += 1
return reg.from_(u < 3, s32)
""",
        lambda t: int(t + 1 < 3),
    ),
    "the bits of a negated unsigned register": (
        """
u = reg.from_(tid, u32)
return reg.from_(u * -1, s32) + 1
""",
        lambda t: 1 - t,
    ),
    "an instruction that is chosen anew": (
        """
s, operation, chain = reg.scalar(s32, init=0), ptx.inst.add.s32, ptx.pipe(tid).add
for i in ptx.range_(n):
    operation(s, s, i)
    operation, chain = ptx.inst.add.s32, ptx.pipe(tid).add
return s
""",
        lambda t: 6,
    ),
    "a variable of a comprehension": (
        """
s, j = reg.scalar(s32, init=0), 7
for i in ptx.range_(n):
    s += sum([j for j in range(3)]) + i
    both = [[j * k for j in range(2)] for k in range(3)]
    s += both[2][1]
return s + j
""",
        lambda t: 4 * (3 + 2) + 6 + 7,
    ),
    "an exception that Python handles": (
        """
s, found = reg.scalar(s32, init=0), {}
for i in ptx.range_(4):
    try:
        step = found["step"]
    except KeyError:
        step = 3
    s += step
return s
""",
        lambda t: 12,
    ),
    "functions that call each other": (
        """
def even(k):
    return 1 if k == 0 else odd(k - 1)
def odd(k):
    return 0 if k == 0 else even(k - 1)
s = reg.scalar(s32, init=0)
for i in ptx.range_(4):
    s += i + even(2)
return s
""",
        lambda t: 6 + 4,
    ),
    "a long chain of objects": (
        """
class Node:
    def __init__(self, behind):
        self.behind = behind
last = None
for _ in range(2000):
    last = Node(last)
s = reg.scalar(s32, init=0)
for i in ptx.range_(4):
    step = +i
    again = step
    again += 1
    s += again
assert last.behind is not None
return s
""",
        lambda t: 10,
    ),
    "an object of the author with an attribute regs": (
        """
class Fragment:
    __slots__ = ("regs",)
    def __init__(self, *regs):
        self.regs = regs
held = Fragment(reg.scalar(s32, init=0))
for i in ptx.range_(4):
    step = +i
    again = step
    again += 1
    ptx.inst.add.s32(held.regs[0], held.regs[0], again)
return held.regs[0]
""",
        lambda t: 10,
    ),
    "a file that the trace writes": (
        """
import io
log, s = io.StringIO(), reg.scalar(s32, init=0)
for i in ptx.range_(4):
    print("one addition", file=log)
    s += i
return s
""",
        lambda t: 6,
    ),
}


@pytest.mark.parametrize("name", RIGHT)
def test_a_right_program_runs(name: str) -> None:
    source, expected = RIGHT[name]
    assert run(compiled(source.strip("\n"))) == [expected(thread) for thread in range(THREADS)]


def test_names_after_hundreds_of_others_are_read_right() -> None:
    """Instructions that name the 300th attribute have a prefix in the bytecode."""
    others = "".join(f"held.a{number} = {number}\n" for number in range(300))
    source = f"""
class Held: pass
held = Held()
{others}
held.sum = tid
with ptx.loop("again"):
    held.sum = held.sum + 1
return tid
"""
    assert re.search(r"held\.sum is %r\d+ before and %r\d+ after", refused(source))


def test_a_function_with_a_name_as_argument_asks_for_nothing() -> None:
    source = """
class State: pass
state, note = State(), lambda holder, name: None
for i in ptx.range_(4):
    note(state, "seen")
    state.seen = True
return tid
"""
    assert run(compiled(source)) == [*range(THREADS)]
