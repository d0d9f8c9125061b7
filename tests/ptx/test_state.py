"""Python state of modules, helpers and classes that a loop of the GPU changes is refused."""

from __future__ import annotations

from typing import Any

import pytest

from pyptx import ptx, reg
from pyptx.errors import TraceError
from pyptx.types import s32
from tests.ptx.test_rebinding import THREADS, run

LOOP = """
def body(tid, n):
    s = reg.scalar(s32, init=0)
    for i in ptx.range_(3):
        s += {step}
    return s
"""

STATES = {
    "a list of the module": (
        "count[0]",
        "count = [0]\ndef step():\n    count[0] += 1\n    return count[0]",
        3,
    ),
    "a dictionary behind two helpers": (
        "count['n']",
        "count = {'n': 0}\ndef add():\n    count['n'] += 1\n    return count['n']\ndef step(): return add()",
        3,
    ),
    "an object of the module": (
        "count.n",
        "class Count:\n    def __init__(self): self.n = 0\ncount = Count()\ndef step():\n"
        "    count.n += 1\n    return count.n",
        5,
    ),
    "a class": (
        "Count.n",
        "class Count:\n    n = 0\ndef step():\n    Count.n += 1\n    return Count.n",
        4,
    ),
    "an attribute that comes from the class": (
        "count.n",
        "class Count:\n    n = 0\n    def add(self):\n        self.n += 1\n        return self.n\n"
        "count = Count()\ndef step(): return count.add()",
        4,
    ),
    "a default value": ("c[0]", "def step(c=[0]):\n    c[0] += 1\n    return c[0]", 2),
    "an attribute of a function": (
        "step.n",
        "def step():\n    step.n += 1\n    return step.n\nstep.n = 0",
        2,
    ),
    "an attribute of a function that another one changes": (
        "held.n",
        "def held(): pass\nheld.n = 0\ndef step():\n    held.n += 1\n    return held.n",
        4,
    ),
    "a closure of the module": (
        "n",
        "def made():\n    n = 0\n    def step():\n        nonlocal n\n        n += 1\n        return n\n"
        "    return step\nstep = made()",
        5,
    ),
    "a decorator that counts": (
        "step.n",
        "import functools\ndef counted(f):\n    @functools.wraps(f)\n    def wrapped():\n"
        "        wrapped.n += 1\n        return wrapped.n\n    wrapped.n = 0\n    return wrapped\n"
        "@counted\ndef step(): pass",
        5,
    ),
    "a partial function": (
        "step.args[0][0]",
        "import functools\ndef add(c):\n    c[0] += 1\n    return c[0]\nstep = functools.partial(add, [0])",
        None,
    ),
    "an iterator of the module": (
        "numbers",
        "import itertools\nnumbers = itertools.count(1)\ndef step(): return next(numbers)",
        None,
    ),
    "a counter": (
        "count['n']",
        "from collections import Counter\ncount = Counter()\ndef step():\n"
        "    count['n'] += 1\n    return count['n']",
        4,
    ),
    "bytes": ("count[...]", "count = bytearray(1)\ndef step():\n    count[0] += 1\n    return count[0]", 3),
}


def module(head: str, step: str) -> Any:
    """The function ``body`` of a module of its own."""
    scope: dict[str, Any] = {"ptx": ptx, "reg": reg, "s32": s32, "__name__": "program"}
    exec(compile(f"{head}\n{LOOP.format(step=step)}", "<program>", "exec"), scope)
    return scope["body"]


@pytest.mark.parametrize("name", STATES)
def test_state_that_a_loop_changes_is_refused(name: str) -> None:
    label, head, line = STATES[name]
    with pytest.raises(TraceError) as caught:
        run(module(head, "step()"))
    assert str(caught.value).startswith(f"{label} is "), caught.value
    if line is not None:
        assert str(caught.value).endswith(f"at <program>:{line}"), caught.value


@pytest.mark.parametrize("name", STATES)
def test_state_that_stays_is_read(name: str) -> None:
    _, head, _ = STATES[name]
    first = "first = step()\ndef kept(): return first\n"
    assert run(module(f"{head}\n{first}", "kept()")) == [3] * THREADS


def test_state_of_python_that_no_instruction_reads_may_grow() -> None:
    head = "made = {}\ndef step(scale=2, *, kind='sum'):\n    return made.setdefault((kind, scale), scale)"
    assert run(module(head, "step()")) == [6] * THREADS
    head = "log = []\ndef step(names=('a', 'b')):\n    log.append(names[0])\n    return len(names)"
    assert run(module(head, "step()")) == [6] * THREADS


def test_the_advice_is_an_instruction_with_that_result() -> None:
    """`best = tid + 1` is not `best += 1`, and an object keeps its registers."""
    head = "class State:\n    def __init__(self, total): self.total = total\n"
    cases = {
        "s = tid + 1": r"write into the register: `ptx.mov(s, value)`",
        "s = tid - s": r"write into the register: `ptx.mov(s, value)`",
        "s = tid + s": r"write into the register: `s += ...`",
        "s = s - tid": r"write into the register: `s -= ...`",
    }
    for line, said in cases.items():
        with pytest.raises(TraceError) as caught:
            run(module(head, f"tid\n        {line}"))
        assert said in str(caught.value)
    with pytest.raises(TraceError, match=r"state\.total is %r\d+ before and %r\d+ after"):
        run(
            module(
                f"{head}\n\ndef step(state): return State(state.total + 1)\n",
                "tid\n    state = State(s)\n    for i in ptx.range_(3):\n        state = step(state)\n"
                "        s += state.total",
            )
        )
