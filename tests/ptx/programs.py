"""Pairs of programs: one reads differently in Python from what runs on the GPU, its twin does not.

Each is the body of ``def body(tid, n):``. `tid` is a register from 0 to 7, `n` one that holds 4; what it
returns is stored for each thread.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable


class Pair(NamedTuple):
    """A wrong program and its right twin.

    Attributes:
        wrong: Body that is refused.
        said: What the message says.
        line: Line of the body that it names, from 1 on.
        right: Body that runs.
        expected: The result of a thread.
    """

    wrong: str
    said: str
    line: int
    right: str
    expected: Callable[[int], int]


PAIRS: dict[str, Pair] = {}


def pair(name: str, wrong: str, said: str, line: int, right: str, expected: Callable[[int], int]) -> None:
    """Add a pair to the table."""
    assert name not in PAIRS
    PAIRS[name] = Pair(wrong.strip("\n"), said, line, right.strip("\n"), expected)


# -- registers rebound in loops

pair(
    "a sum in range_",
    """
s = reg.scalar(s32, init=0)
for i in ptx.range_(4):
    s = s + tid
return s
""",
    r"s is %r\d+ before and %r\d+ after.*runs many times on the GPU.*`s \+= \.\.\.`",
    3,
    """
s = reg.scalar(s32, init=0)
for i in ptx.range_(4):
    s += tid
return s
""",
    lambda t: 4 * t,
)
pair(
    "a sum in loop",
    """
s, i = reg.scalar(s32, init=0), reg.scalar(s32, init=0)
with ptx.loop("again"):
    s = s + tid
    i += 1
    ptx.repeat_if(i < 4)
return s
""",
    r"s is %r\d+ before.*with ptx\.loop",
    3,
    """
s, i = reg.scalar(s32, init=0), reg.scalar(s32, init=0)
with ptx.loop("again"):
    s += tid
    i += 1
    ptx.repeat_if(i < 4)
return s
""",
    lambda t: 4 * t,
)
pair(
    "a sum in counting",
    """
s, i = reg.scalar(s32, init=0), reg.scalar(s32, init=0)
with ptx.counting(i, 4):
    s = s + tid
return s
""",
    r"s is %r\d+ before.*with ptx\.counting",
    3,
    """
s, i = reg.scalar(s32, init=0), reg.scalar(s32, init=0)
with ptx.counting(i, 4):
    s += tid
return s
""",
    lambda t: 4 * t,
)
pair(
    "the counter of a loop is rebound",
    """
s, i = reg.scalar(s32, init=0), reg.scalar(s32, init=0)
with ptx.loop("again"):
    s += tid
    i = i + 1
    ptx.repeat_if(i < 4)
return s
""",
    r"`i \+= \.\.\.`",
    4,
    """
s, i = reg.scalar(s32, init=0), reg.scalar(s32, init=0)
with ptx.loop("again"):
    s += tid
    i += 1
    ptx.repeat_if(i < 4)
return s
""",
    lambda t: 4 * t,
)
pair(
    "a maximum",
    """
m = reg.scalar(s32, init=-1)
for i in ptx.range_(4):
    m = m.max(i * tid)
return m
""",
    r"`ptx\.mov\(m, value\)`",
    3,
    """
m = reg.scalar(s32, init=-1)
for i in ptx.range_(4):
    ptx.mov(m, m.max(i * tid))
return m
""",
    lambda t: 3 * t,
)
pair(
    "Fibonacci's numbers",
    """
a, b = reg.scalar(s32, init=0), reg.scalar(s32, init=1)
for _ in ptx.range_(5):
    a, b = b, a + b
return a
""",
    "runs many times",
    3,
    """
a, b = reg.scalar(s32, init=0), reg.scalar(s32, init=1)
for _ in ptx.range_(5):
    c = a + b
    ptx.mov(a, b)
    ptx.mov(b, c)
return a
""",
    lambda t: 5,
)
pair(
    "two registers are swapped",
    """
a, b = reg.from_(tid, s32), reg.scalar(s32, init=9)
for _ in ptx.range_(3):
    a += 1
    a, b = b, a
return a
""",
    "runs many times",
    4,
    """
a, b = reg.from_(tid, s32), reg.scalar(s32, init=9)
for _ in ptx.range_(3):
    a += 1
    c = reg.from_(a, s32)
    ptx.mov(a, b)
    ptx.mov(b, c)
return a
""",
    lambda t: 10,
)
pair(
    "a pointer that moves",
    """
p, s = reg.scalar(s32, init=0), reg.scalar(s32, init=0)
for _ in ptx.range_(4):
    s += p
    p = p + 4
return s
""",
    r"`p \+= \.\.\.`",
    4,
    """
p, s = reg.scalar(s32, init=0), reg.scalar(s32, init=0)
for _ in ptx.range_(4):
    s += p
    p += 4
return s
""",
    lambda t: 24,
)
pair(
    "a sum that starts with a number",
    """
s = 0
for i in ptx.range_(4):
    s = s + i
return s
""",
    r"s is 0 before and %r\d+ after.*s = reg\.scalar\(s32, init=0\)",
    3,
    """
s = reg.scalar(s32, init=0)
for i in ptx.range_(4):
    s += i
return s
""",
    lambda t: 6,
)
pair(
    "a sum that starts with a number, augmented",
    """
s = 0
for i in ptx.range_(4):
    s += i
return s
""",
    r"s is 0 before and %r\d+ after",
    3,
    """
s = reg.scalar(s32, init=0)
for i in ptx.range_(4):
    s += i
return s
""",
    lambda t: 6,
)
pair(
    "None, then a register",
    """
m = None
for i in ptx.range_(4):
    v = i * tid
    m = v if m is None else m.max(v)
return m
""",
    "m is None before",
    4,
    """
m = reg.scalar(s32, init=0)
for i in ptx.range_(4):
    v = i * tid
    ptx.mov(m, m.max(v))
return m
""",
    lambda t: 3 * t,
)
pair(
    "a list of registers",
    """
acc = [reg.scalar(s32, init=j) for j in range(2)]
for i in ptx.range_(4):
    for j in range(2):
        acc[j] = acc[j] + tid
return acc[0] + acc[1]
""",
    r"acc\[0\] is %r\d+ before",
    4,
    """
acc = [reg.scalar(s32, init=j) for j in range(2)]
for i in ptx.range_(4):
    for j in range(2):
        acc[j] += tid
return acc[0] + acc[1]
""",
    lambda t: 8 * t + 1,
)
pair(
    "a list made anew",
    """
acc = [reg.scalar(s32, init=j) for j in range(2)]
for i in ptx.range_(4):
    acc = [a + tid for a in acc]
return acc[0] + acc[1]
""",
    r"acc\[0\] is %r\d+ before",
    3,
    """
acc = reg.array(s32, 2)
acc[0], acc[1] = 0, 1
for i in ptx.range_(4):
    for j in range(2):
        acc[j] += tid
return acc[0] + acc[1]
""",
    lambda t: 8 * t + 1,
)
pair(
    "a list of lists",
    """
acc = [[reg.scalar(s32, init=0)] for _ in range(2)]
for i in ptx.range_(4):
    acc[1][0] = acc[1][0] + tid
return acc[1][0]
""",
    r"acc\[1\]\[0\] is %r\d+ before",
    3,
    """
acc = [[reg.scalar(s32, init=0)] for _ in range(2)]
for i in ptx.range_(4):
    acc[1][0] += tid
return acc[1][0]
""",
    lambda t: 4 * t,
)
pair(
    "a dictionary",
    """
d = {"a": reg.scalar(s32, init=0)}
for i in ptx.range_(4):
    d["a"] = d["a"] + tid
return d["a"]
""",
    r"d\['a'\] is %r\d+ before",
    3,
    """
d = {"a": reg.scalar(s32, init=0)}
for i in ptx.range_(4):
    d["a"] += tid
return d["a"]
""",
    lambda t: 4 * t,
)
pair(
    "an attribute",
    """
class State:
    pass
state = State()
state.x = reg.scalar(s32, init=0)
for i in ptx.range_(4):
    state.x = state.x + tid
return state.x
""",
    r"state\.x is %r\d+ before",
    6,
    """
class State:
    pass
state = State()
state.x = reg.scalar(s32, init=0)
for i in ptx.range_(4):
    state.x += tid
return state.x
""",
    lambda t: 4 * t,
)
pair(
    "an attribute with slots",
    """
class State:
    __slots__ = ("x",)
state = State()
state.x = reg.scalar(s32, init=0)
for i in ptx.range_(4):
    state.x = state.x + tid
return state.x
""",
    r"state\.x is %r\d+ before",
    6,
    """
class State:
    __slots__ = ("x",)
state = State()
state.x = reg.scalar(s32, init=0)
for i in ptx.range_(4):
    state.x += tid
return state.x
""",
    lambda t: 4 * t,
)
pair(
    "a method that rebinds",
    """
class State:
    def __init__(self): self.x = reg.scalar(s32, init=0)
    def add(self, value): self.x = self.x + value
state = State()
for i in ptx.range_(4):
    state.add(tid)
return state.x
""",
    r"state\.x is %r\d+ before",
    3,
    """
class State:
    def __init__(self): self.x = reg.scalar(s32, init=0)
    def add(self, value): self.x += value
state = State()
for i in ptx.range_(4):
    state.add(tid)
return state.x
""",
    lambda t: 4 * t,
)
pair(
    "a closure that rebinds",
    """
s = reg.scalar(s32, init=0)
def add(value):
    nonlocal s
    s = s + value
for i in ptx.range_(4):
    add(tid)
return s
""",
    r"s is %r\d+ before",
    4,
    """
s = reg.scalar(s32, init=0)
def add(value):
    nonlocal s
    s += value
for i in ptx.range_(4):
    add(tid)
return s
""",
    lambda t: 4 * t,
)
pair(
    "a loop in a function of its own",
    """
s = reg.scalar(s32, init=0)
def each(f):
    for i in ptx.range_(4):
        f(i)
def add(i):
    nonlocal s
    s = s + tid
each(add)
return s
""",
    r"s is %r\d+ before",
    7,
    """
s = reg.scalar(s32, init=0)
def each(f):
    for i in ptx.range_(4):
        f(i)
def add(i):
    nonlocal s
    s += tid
each(add)
return s
""",
    lambda t: 4 * t,
)
pair(
    "a tuple of registers",
    """
state = (reg.scalar(s32, init=0), reg.scalar(s32, init=1))
for i in ptx.range_(4):
    state = (state[0] + tid, state[1] + 1)
return state[0] + state[1]
""",
    r"state\[0\] is %r\d+ before",
    3,
    """
state = (reg.scalar(s32, init=0), reg.scalar(s32, init=1))
for i in ptx.range_(4):
    ptx.inst.add.s32(state[0], state[0], tid)
    ptx.inst.add.s32(state[1], state[1], 1)
return state[0] + state[1]
""",
    lambda t: 4 * t + 5,
)
pair(
    "a named tuple that is replaced",
    """
import collections
State = collections.namedtuple("State", "s k")
state = State(reg.scalar(s32, init=0), 0)
for i in ptx.range_(4):
    state = state._replace(s=state.s + tid, k=1)
return state.s
""",
    r"state\[0\] is %r\d+ before|state",
    5,
    """
import collections
State = collections.namedtuple("State", "s k")
state = State(reg.scalar(s32, init=0), 0)
for i in ptx.range_(4):
    ptx.inst.add.s32(state.s, state.s, tid)
return state.s
""",
    lambda t: 4 * t,
)
pair(
    "a walrus",
    """
s = reg.scalar(s32, init=0)
for i in ptx.range_(4):
    ptx.inst.add.s32((s := s + tid), s, 0)
return s
""",
    r"s is %r\d+ before",
    3,
    """
s = reg.scalar(s32, init=0)
for i in ptx.range_(4):
    ptx.inst.add.s32(s, s, tid)
return s
""",
    lambda t: 4 * t,
)
pair(
    "a pattern",
    """
s = reg.scalar(s32, init=0)
for i in ptx.range_(4):
    match (s + tid,):
        case (s,):
            pass
return s
""",
    r"s is %r\d+ before",
    4,
    """
s = reg.scalar(s32, init=0)
for i in ptx.range_(4):
    match (tid,):
        case (v,):
            s += v
return s
""",
    lambda t: 4 * t,
)
pair(
    "try and finally",
    """
s = reg.scalar(s32, init=0)
for i in ptx.range_(4):
    try:
        v = tid + 0
    finally:
        s = s + tid
return s
""",
    r"s is %r\d+ before",
    6,
    """
s = reg.scalar(s32, init=0)
for i in ptx.range_(4):
    try:
        v = tid + 0
    finally:
        s += v
return s
""",
    lambda t: 4 * t,
)
pair(
    "nested loops",
    """
s = reg.scalar(s32, init=0)
for i in ptx.range_(3):
    for j in ptx.range_(2):
        s = s + tid
return s
""",
    r"s is %r\d+ before",
    4,
    """
s = reg.scalar(s32, init=0)
for i in ptx.range_(3):
    for j in ptx.range_(2):
        s += tid
return s
""",
    lambda t: 6 * t,
)
pair(
    "carried by the outer of two loops",
    """
s, last = reg.scalar(s32, init=0), reg.scalar(s32, init=0)
for i in ptx.range_(3):
    for j in ptx.range_(2):
        s += last
    last = i * tid
return s
""",
    r"last is %r\d+ before",
    5,
    """
s, last = reg.scalar(s32, init=0), reg.scalar(s32, init=0)
for i in ptx.range_(3):
    for j in ptx.range_(2):
        s += last
    ptx.mov(last, i * tid)
return s
""",
    lambda t: 2 * t,
)
pair(
    "a Python loop inside",
    """
s = reg.scalar(s32, init=0)
for i in ptx.range_(3):
    for j in range(2):
        s = s + j * tid
return s
""",
    r"s is %r\d+ before",
    4,
    """
s = reg.scalar(s32, init=0)
for i in ptx.range_(3):
    t = tid + 0
    for j in range(2):
        t = t + j * tid
    s += t
return s
""",
    lambda t: 6 * t,
)
pair(
    "a generator over range_",
    """
s = reg.scalar(s32, init=0)
def tiles():
    for i in ptx.range_(4):
        yield i * 2
for v in tiles():
    s = s + v
return s
""",
    r"s is %r\d+ before",
    6,
    """
s = reg.scalar(s32, init=0)
def tiles():
    for i in ptx.range_(4):
        yield i * 2
for v in tiles():
    s += v
return s
""",
    lambda t: 12,
)
pair(
    "the last value, where there may be none",
    """
last = reg.from_(tid, s32)
for i in ptx.range_(n - 4):
    last = i * 2
return last
""",
    r"last is %r\d+ before and %r\d+ after",
    3,
    """
last = reg.from_(tid, s32)
for i in ptx.range_(n - 4):
    ptx.mov(last, i * 2)
return last
""",
    lambda t: t,
)
pair(
    "the predicate of a previous iteration",
    """
s, p = reg.scalar(s32, init=0), tid < 3
for i in ptx.range_(4):
    with ptx.if_(p):
        s += 1
    p = i < 1
return s
""",
    r"p is %p\d+ before",
    5,
    """
s, p = reg.scalar(s32, init=0), tid < 3
for i in ptx.range_(4):
    with ptx.if_(p):
        s += 1
    ptx.inst.setp.lt.s32(p, i, 1)
return s
""",
    lambda t: (t < 3) + 1,
)
pair(
    "register arrays are swapped",
    """
a, b = reg.array(s32, 1), reg.array(s32, 1)
a[0], b[0] = 0, 1
for i in ptx.range_(3):
    a[0] += 5
    a, b = b, a
return a[0]
""",
    "runs many times",
    5,
    """
a, b = reg.array(s32, 1), reg.array(s32, 1)
a[0], b[0] = 0, 1
for i in range(3):
    a[0] += 5
    a, b = b, a
return reg.from_(a[0], s32)
""",
    lambda t: 6,
)
pair(
    "tiles are swapped",
    """
a, b = smem.alloc(s32, (8,)), smem.alloc(s32, (8,))
a[tid] = tid
b[tid] = tid + 9
for i in ptx.range_(3):
    a, b = b, a
return a[tid]
""",
    "runs many times",
    5,
    """
a, b = smem.alloc(s32, (8,)), smem.alloc(s32, (8,))
a[tid] = tid
b[tid] = tid + 9
for i in range(3):
    a, b = b, a
return a[tid]
""",
    lambda t: t + 9,
)
pair(
    "a list that grows",
    """
seen = []
for i in ptx.range_(4):
    seen.append(i * tid)
return sum(seen[1:], seen[0])
""",
    "seen.* grows or shrinks once",
    2,
    """
total = reg.scalar(s32, init=0)
for i in ptx.range_(4):
    total += i * tid
return total
""",
    lambda t: 6 * t,
)
pair(
    "a stack",
    """
stack = [tid, tid + 1]
s = reg.scalar(s32, init=0)
for i in ptx.range_(2):
    s += stack.pop()
return s
""",
    "stack.* grows or shrinks once",
    3,
    """
stack = [tid, tid + 1]
s = reg.scalar(s32, init=0)
for i in range(2):
    s += stack.pop()
return s
""",
    lambda t: 2 * t + 1,
)
pair(
    "a defaultdict",
    """
import collections
d = collections.defaultdict(int)
for i in ptx.range_(4):
    d["s"] = d["s"] + tid
return d["s"]
""",
    "d",
    4,
    """
d = {"s": reg.scalar(s32, init=0)}
for i in ptx.range_(4):
    d["s"] += tid
return d["s"]
""",
    lambda t: 4 * t,
)
pair(
    "a namespace",
    """
import types
state = types.SimpleNamespace(s=reg.scalar(s32, init=0))
for i in ptx.range_(4):
    state.s = state.s + tid
return state.s
""",
    r"state\.s is %r\d+ before",
    4,
    """
import types
state = types.SimpleNamespace(s=reg.scalar(s32, init=0))
for i in ptx.range_(4):
    state.s += tid
return state.s
""",
    lambda t: 4 * t,
)
pair(
    "the state of a pipeline",
    """
pipe = ptx.pipeline(3)
s = reg.scalar(u32, init=0)
for i in ptx.range_(4):
    s += pipe.cursor
    pipe.cursor = pipe.cursor + 1
return reg.from_(s, s32)
""",
    r"pipe\.cursor is %r\d+ before",
    5,
    """
pipe = ptx.pipeline(3)
s = reg.scalar(u32, init=0)
for i in ptx.range_(4):
    stage, phase = pipe.advance()
    s += stage
return reg.from_(s, s32)
""",
    lambda t: 3,
)

pair(
    "an attribute that is None at first",
    """
import types
state = types.SimpleNamespace(m=None)
for i in ptx.range_(4):
    v = i * tid
    state.m = v if state.m is None else state.m.max(v)
return state.m
""",
    r"state\.m is None before",
    5,
    """
import types
state = types.SimpleNamespace(m=None)
for i in ptx.range_(4):
    state.m = i * tid
return state.m + 0
""",
    lambda t: 3 * t,
)

# -- registers rebound where threads pass over

pair(
    "the best, in if_",
    """
best, x = reg.scalar(s32, init=3), tid + 0
with ptx.if_(x > 3):
    best = x
return best
""",
    r"best is %r\d+ before and %r\d+ after.*in some threads only.*ptx\.mov\(best",
    3,
    """
best, x = reg.scalar(s32, init=3), tid + 0
with ptx.if_(x > 3):
    ptx.mov(best, x)
return best
""",
    lambda t: max(t, 3),
)
pair(
    "a new value, in if_",
    """
best = reg.scalar(s32, init=3)
with ptx.if_(tid > 3):
    best = tid * 2
return best
""",
    r"best is %r\d+ before and %r\d+ after",
    3,
    """
best = reg.scalar(s32, init=3)
with ptx.if_(tid > 3):
    ptx.mov(best, tid * 2)
return best
""",
    lambda t: 2 * t if t > 3 else 3,
)
pair(
    "a value in else_",
    """
v = tid + 10
with ptx.if_(tid > 3):
    ptx.mov(v, 1)
with ptx.else_():
    v = tid * 2
return v
""",
    r"v is %r\d+ before",
    5,
    """
v = tid + 10
with ptx.if_(tid > 3):
    ptx.mov(v, 1)
with ptx.else_():
    ptx.mov(v, tid * 2)
return v
""",
    lambda t: 1 if t > 3 else 2 * t,
)
pair(
    "a value in either part",
    """
with ptx.if_(tid > 3):
    v = tid + 1
with ptx.else_():
    v = tid * 2
return v
""",
    r"v is %r\d+ before",
    4,
    """
v = reg.scalar(s32)
with ptx.if_(tid > 3):
    ptx.mov(v, tid + 1)
with ptx.else_():
    ptx.mov(v, tid * 2)
return v
""",
    lambda t: t + 1 if t > 3 else 2 * t,
)
pair(
    "a number in either part",
    """
with ptx.if_(tid > 3):
    v = 5
with ptx.else_():
    v = 7
return tid + v
""",
    "v is a Python number.*stays 5; it became 7",
    4,
    """
v = reg.scalar(s32, init=7)
with ptx.if_(tid > 3):
    ptx.mov(v, 5)
return tid + v
""",
    lambda t: t + (5 if t > 3 else 7),
)
pair(
    "read by else_",
    """
v, s = tid + 0, reg.scalar(s32, init=0)
with ptx.if_(tid > 3):
    v = tid * 2
    s += v
with ptx.else_():
    s += v
return s
""",
    r"v is %r\d+ before",
    3,
    """
v, s = tid + 0, reg.scalar(s32, init=0)
with ptx.if_(tid > 3):
    w = tid * 2
    s += w
with ptx.else_():
    s += v
return s
""",
    lambda t: 2 * t if t > 3 else t,
)
pair(
    "a clamp",
    """
v = tid * 3
with ptx.if_(v > 10):
    v = 10
return v + 0
""",
    "v ",
    3,
    """
v = tid * 3
with ptx.if_(v > 10):
    ptx.mov(v, 10)
return v + 0
""",
    lambda t: min(3 * t, 10),
)
pair(
    "an absolute value",
    """
v = tid - 4
with ptx.if_(v < 0):
    v = -v
return v
""",
    r"v is %r\d+ before",
    3,
    """
v = tid - 4
with ptx.if_(v < 0):
    ptx.inst.neg.s32(v, v)
return v
""",
    lambda t: abs(t - 4),
)
pair(
    "a number in if_",
    """
scale = 1
with ptx.if_(tid > 3):
    scale = 2
return tid * scale
""",
    r"scale is a Python number.*in some threads only.*stays 1; it became 2.*reg\.scalar\(u32, init=1\)",
    3,
    """
scale = reg.scalar(s32, init=1)
with ptx.if_(tid > 3):
    ptx.mov(scale, 2)
return tid * scale
""",
    lambda t: t * (2 if t > 3 else 1),
)
pair(
    "a number from two ifs",
    """
with ptx.if_(tid > 3):
    scale = 2
with ptx.if_(tid <= 3):
    scale = 3
return tid * scale
""",
    "scale is a Python number",
    4,
    """
scale = reg.scalar(s32)
with ptx.if_(tid > 3):
    ptx.mov(scale, 2)
with ptx.if_(tid <= 3):
    ptx.mov(scale, 3)
return tid * scale
""",
    lambda t: t * (2 if t > 3 else 3),
)
pair(
    "a flag",
    """
found = False
with ptx.if_(tid > 3):
    found = True
return tid * 2 if found else tid * 3
""",
    r"found is a Python number.*reg\.scalar\(pred, init=False\)",
    3,
    """
found = reg.scalar(pred, init=False)
with ptx.if_(tid > 3):
    ptx.mov(found, True)
v = tid * 3
with ptx.if_(found):
    ptx.mov(v, tid * 2)
return v
""",
    lambda t: 2 * t if t > 3 else 3 * t,
)
pair(
    "an element in if_",
    """
acc = [reg.scalar(s32, init=1), reg.scalar(s32, init=2)]
with ptx.if_(tid > 3):
    acc[0] = tid * 2
return acc[0] + acc[1]
""",
    r"acc\[0\] is %r\d+ before",
    3,
    """
acc = [reg.scalar(s32, init=1), reg.scalar(s32, init=2)]
with ptx.if_(tid > 3):
    ptx.mov(acc[0], tid * 2)
return acc[0] + acc[1]
""",
    lambda t: (2 * t if t > 3 else 1) + 2,
)
pair(
    "an attribute in if_",
    """
import types
state = types.SimpleNamespace(s=reg.scalar(s32, init=1))
with ptx.if_(tid > 3):
    state.s = tid * 2
return state.s + 0
""",
    r"state\.s is %r\d+ before",
    4,
    """
import types
state = types.SimpleNamespace(s=reg.scalar(s32, init=1))
with ptx.if_(tid > 3):
    ptx.mov(state.s, tid * 2)
return state.s + 0
""",
    lambda t: 2 * t if t > 3 else 1,
)
pair(
    "a list in if_ that takes what was there",
    """
picked, x = [], tid * 2
with ptx.if_(tid > 3):
    picked.append(x)
total = reg.scalar(s32, init=0)
for v in picked:
    total += v
return total
""",
    "picked.* grows or shrinks once",
    2,
    """
x = tid * 2
total = reg.scalar(s32, init=0)
with ptx.if_(tid > 3):
    total += x
return total
""",
    lambda t: 2 * t if t > 3 else 0,
)
pair(
    "an inner if_",
    """
v = tid + 0
with ptx.if_(tid > 1):
    with ptx.if_(tid > 3):
        v = tid * 2
    v += 1
return v
""",
    r"v is %r\d+ before",
    4,
    """
v = tid + 0
with ptx.if_(tid > 1):
    with ptx.if_(tid > 3):
        ptx.mov(v, tid * 2)
    v += 1
return v
""",
    lambda t: (2 * t if t > 3 else t) + 1 if t > 1 else t,
)
pair(
    "after a skip",
    """
v = tid + 0
with ptx.block() as rest:
    rest.skip(tid < 4)
    v = tid * 2
return v + 1
""",
    r"v is %r\d+ before",
    4,
    """
v = tid + 0
with ptx.block() as rest:
    rest.skip(tid < 4)
    ptx.mov(v, tid * 2)
return v + 1
""",
    lambda t: (2 * t if t > 3 else t) + 1,
)
pair(
    "a helper with an if_",
    """
def clamp(v):
    r = v
    with ptx.if_(v > 3):
        r = v - v + 3
    return r
return clamp(tid)
""",
    r"r is %r\d+ before",
    4,
    """
def clamp(v):
    r = reg.from_(v, s32)
    with ptx.if_(v > 3):
        ptx.mov(r, 3)
    return r
return clamp(tid)
""",
    lambda t: min(t, 3),
)
pair(
    "an if_ in a context manager",
    """
import contextlib
@contextlib.contextmanager
def where(p):
    with ptx.if_(p):
        yield
v = tid + 0
with where(tid > 3):
    v = tid * 2
return v
""",
    r"v is %r\d+ before",
    8,
    """
import contextlib
@contextlib.contextmanager
def where(p):
    with ptx.if_(p):
        yield
v = tid + 0
with where(tid > 3):
    ptx.mov(v, tid * 2)
return v
""",
    lambda t: 2 * t if t > 3 else t,
)
pair(
    "an if_ in an exit stack",
    """
import contextlib
v = tid + 0
with contextlib.ExitStack() as stack:
    stack.enter_context(ptx.if_(tid > 3))
    v = tid * 2
return v
""",
    r"v is %r\d+ before",
    5,
    """
import contextlib
v = tid + 0
with contextlib.ExitStack() as stack:
    stack.enter_context(ptx.if_(tid > 3))
    ptx.mov(v, tid * 2)
return v
""",
    lambda t: 2 * t if t > 3 else t,
)
pair(
    "inside a Python loop",
    """
best = reg.scalar(s32, init=0)
for j in range(3):
    v = tid * j
    with ptx.if_(v > best):
        best = v
return best
""",
    r"best is %r\d+ before",
    5,
    """
best = reg.scalar(s32, init=0)
for j in range(3):
    v = tid * j
    with ptx.if_(v > best):
        ptx.mov(best, v)
return best
""",
    lambda t: 2 * t,
)

# -- Python numbers in loops

pair(
    "a stage",
    """
s, stage = reg.scalar(s32, init=0), 0
for i in ptx.range_(4):
    s += stage
    stage = (stage + 1) % 3
return s
""",
    r"stage is a Python number: `for .* runs many times on .*stays 0; it became 1\n  make it a register",
    4,
    """
s, stage = reg.scalar(s32, init=0), reg.scalar(s32, init=0)
for i in ptx.range_(4):
    s += stage
    ptx.mov(stage, (stage + 1) % 3)
return s
""",
    lambda t: 3,
)
pair(
    "a phase",
    """
s, phase = reg.scalar(s32, init=0), 0
for i in ptx.range_(4):
    s += phase
    phase ^= 1
return s
""",
    "phase is a Python number",
    4,
    """
s, phase = reg.scalar(s32, init=0), reg.scalar(s32, init=0)
for i in ptx.range_(4):
    s += phase
    phase ^= 1
return s
""",
    lambda t: 2,
)
pair(
    "an offset",
    """
s, off = reg.scalar(s32, init=0), 0
for i in ptx.range_(4):
    s += off
    off += 4
return s
""",
    "off is a Python number.*stays 0; it became 4",
    4,
    """
s, off = reg.scalar(s32, init=0), reg.scalar(s32, init=0)
for i in ptx.range_(4):
    s += off
    off += 4
return s
""",
    lambda t: 24,
)
pair(
    "the first time",
    """
s, first = reg.scalar(s32, init=5), True
for i in ptx.range_(4):
    if first:
        ptx.mov(s, 0)
    first = False
    s += tid
return s
""",
    "first is a Python number.*stays True; it became False",
    5,
    """
s = reg.scalar(s32, init=5)
for i in ptx.range_(4):
    with ptx.if_(i == 0):
        ptx.mov(s, 0)
    s += tid
return s
""",
    lambda t: 4 * t,
)
pair(
    "a count in while's manner",
    """
s, k, i = reg.scalar(s32, init=0), 0, reg.scalar(s32, init=0)
with ptx.loop("again"):
    s += k
    k += 1
    i += 1
    ptx.repeat_if(i < 4)
return s
""",
    "k is a Python number",
    4,
    """
s, k, i = reg.scalar(s32, init=0), 0, reg.scalar(s32, init=0)
with ptx.loop("again"):
    s += i
    i += 1
    ptx.repeat_if(i < 4)
return s
""",
    lambda t: 6,
)
pair(
    "a power of two",
    """
s, k = reg.scalar(s32, init=0), 1
for i in ptx.range_(4):
    s += k
    k <<= 1
return s
""",
    "k is a Python number",
    4,
    """
s = reg.scalar(s32, init=0)
for k in (1, 2, 4, 8):
    s += k
return s
""",
    lambda t: 15,
)
pair(
    "a count after the loop",
    """
count = 0
for i in ptx.range_(4):
    count += 1
return tid + count
""",
    "count is a Python number",
    3,
    """
count = reg.scalar(s32, init=0)
for i in ptx.range_(4):
    count += 1
return tid + count
""",
    lambda t: t + 4,
)
pair(
    "a float",
    """
s, scale = reg.scalar(f32, init=0.0), 1.0
for i in ptx.range_(4):
    s += scale
    scale *= 0.5
return reg.from_(s * 8.0, s32)
""",
    r"scale is a Python number.*reg\.scalar\(f32, init=1\.0\)",
    4,
    """
s, scale = reg.scalar(f32, init=0.0), reg.scalar(f32, init=1.0)
for i in ptx.range_(4):
    s += scale
    scale *= 0.5
return reg.from_(s * 8.0, s32)
""",
    lambda t: 15,
)
pair(
    "a string",
    """
s, op = reg.scalar(s32, init=0), "add"
for i in ptx.range_(4):
    if op == "add":
        s += 1
    op = "sub"
return s
""",
    "op is a Python value.*stays 'add'; it became 'sub'",
    5,
    """
s, op = reg.scalar(s32, init=0), "add"
for i in ptx.range_(4):
    if op == "add":
        s += 1
return s
""",
    lambda t: 4,
)
pair(
    "nonlocal in a helper",
    """
s, stage = reg.scalar(s32, init=0), 0
def advance():
    nonlocal stage
    stage = (stage + 1) % 3
    return stage
for i in ptx.range_(4):
    s += advance()
return s
""",
    "stage is a Python number",
    4,
    """
s, stage = reg.scalar(s32, init=0), reg.scalar(s32, init=0)
def advance():
    ptx.mov(stage, (stage + 1) % 3)
    return stage
for i in ptx.range_(4):
    s += advance()
return s
""",
    lambda t: 1 + 2 + 0 + 1,
)
pair(
    "a counter that a function made",
    """
def counter():
    k = 0
    def step():
        nonlocal k
        k += 1
        return k
    return step
s, step = reg.scalar(s32, init=0), counter()
for i in ptx.range_(4):
    s += step()
return s
""",
    "k is a Python number",
    5,
    """
def counter():
    k = reg.scalar(s32, init=0)
    def step():
        nonlocal k
        k += 1
        return k
    return step
s, step = reg.scalar(s32, init=0), counter()
for i in ptx.range_(4):
    s += step()
return s
""",
    lambda t: 10,
)
pair(
    "a global",
    """
global STAGE
STAGE = 0
s = reg.scalar(s32, init=0)
for i in ptx.range_(4):
    s += STAGE
    STAGE = (STAGE + 1) % 3
return s
""",
    "STAGE is a Python number",
    6,
    """
stage, s = reg.scalar(s32, init=0), reg.scalar(s32, init=0)
for i in ptx.range_(4):
    s += stage
    ptx.mov(stage, (stage + 1) % 3)
return s
""",
    lambda t: 3,
)
pair(
    "an attribute that counts",
    """
class State:
    stage = 0
state, s = State(), reg.scalar(s32, init=0)
state.stage = 0
for i in ptx.range_(4):
    s += state.stage
    state.stage += 1
return s
""",
    r"state\.stage is a Python number",
    7,
    """
class State:
    pass
state, s = State(), reg.scalar(s32, init=0)
state.stage = reg.scalar(s32, init=0)
for i in ptx.range_(4):
    s += state.stage
    state.stage += 1
return s
""",
    lambda t: 6,
)
pair(
    "an attribute of a class",
    """
class State:
    stage = 0
s = reg.scalar(s32, init=0)
for i in ptx.range_(4):
    s += State.stage
    State.stage += 1
return s
""",
    r"State\.stage is a Python number",
    6,
    """
class State:
    stage = 2
s = reg.scalar(s32, init=0)
for i in ptx.range_(4):
    s += State.stage
return s
""",
    lambda t: 8,
)
pair(
    "an element that counts",
    """
k, s = [0], reg.scalar(s32, init=0)
for i in ptx.range_(4):
    s += k[0]
    k[0] += 1
return s
""",
    r"k\[0\] is a Python number",
    4,
    """
k, s = [reg.scalar(s32, init=0)], reg.scalar(s32, init=0)
for i in ptx.range_(4):
    s += k[0]
    k[0] += 1
return s
""",
    lambda t: 6,
)
pair(
    "a key that counts",
    """
d, s = {"phase": 0}, reg.scalar(s32, init=0)
for i in ptx.range_(4):
    s += d["phase"]
    d["phase"] ^= 1
return s
""",
    r"d\['phase'\] is a Python number",
    4,
    """
d, s = {"phase": reg.scalar(s32, init=0)}, reg.scalar(s32, init=0)
for i in ptx.range_(4):
    s += d["phase"]
    d["phase"] ^= 1
return s
""",
    lambda t: 2,
)
pair(
    "a cycle",
    """
import itertools
stages, s = itertools.cycle(range(3)), reg.scalar(s32, init=0)
for i in ptx.range_(4):
    s += next(stages)
return s
""",
    "stages is a Python iterator",
    4,
    """
import itertools
stages, s = itertools.cycle(range(3)), reg.scalar(s32, init=0)
for i in range(4):
    s += next(stages)
return s
""",
    lambda t: 3,
)
pair(
    "a generator",
    """
def stages():
    while True:
        yield from range(3)
g, s = stages(), reg.scalar(s32, init=0)
for i in ptx.range_(4):
    s += next(g)
return s
""",
    "g is a Python iterator",
    6,
    """
def stages():
    while True:
        yield from range(3)
g, s = stages(), reg.scalar(s32, init=0)
for i in range(4):
    s += next(g)
return s
""",
    lambda t: 3,
)
pair(
    "an iterator that a loop empties",
    """
rows, s = iter([1, 2, 3]), reg.scalar(s32, init=0)
for i in ptx.range_(4):
    for row in rows:
        s += row
return s
""",
    "rows is a Python iterator",
    3,
    """
rows, s = [1, 2, 3], reg.scalar(s32, init=0)
for i in ptx.range_(4):
    for row in rows:
        s += row
return s
""",
    lambda t: 24,
)
pair(
    "a queue that turns",
    """
import collections
ring, s = collections.deque([0, 1, 2]), reg.scalar(s32, init=0)
for i in ptx.range_(4):
    s += ring[0]
    ring.rotate(-1)
return s
""",
    r"ring\[0\] is a Python number",
    3,
    """
import collections
ring, s = collections.deque([0, 1, 2]), reg.scalar(s32, init=0)
for i in range(4):
    s += ring[0]
    ring.rotate(-1)
return s
""",
    lambda t: 3,
)
pair(
    "an array of NumPy",
    """
import numpy as np
phases, s = np.zeros(2, int), reg.scalar(s32, init=0)
for i in ptx.range_(4):
    s += int(phases[0])
    phases[0] ^= 1
return s
""",
    "phases",
    5,
    """
import numpy as np
weights, s = np.array([1, 2]), reg.scalar(s32, init=0)
for i in ptx.range_(4):
    s += int(weights[0])
return s
""",
    lambda t: 4,
)

# -- loops over ptx.range_ in other ways

pair(
    "a sum of a generator expression",
    "return sum(i for i in ptx.range_(4))",
    "is a loop of the GPU.*write a statement",
    1,
    """
s = reg.scalar(s32, init=0)
for i in ptx.range_(4):
    s += i
return s
""",
    lambda t: 6,
)
pair(
    "a list comprehension",
    """
squares = [i * i for i in ptx.range_(4)]
return squares[0] + tid
""",
    "is a loop of the GPU",
    1,
    """
squares = [i * i for i in range(4)]
return squares[2] + tid
""",
    lambda t: 4 + t,
)
pair(
    "the inner loop of a comprehension",
    """
squares = [i * j for j in range(2) for i in ptx.range_(4)]
return squares[0] + tid
""",
    "is a loop of the GPU",
    1,
    """
squares = [i * j for j in range(2) for i in range(4)]
return squares[7] + tid
""",
    lambda t: 3 + t,
)
pair(
    "a set comprehension",
    """
found = {i.name for i in ptx.range_(4)}
return tid + len(found)
""",
    "is a loop of the GPU",
    1,
    """
found = {i for i in range(4)}
return tid + len(found)
""",
    lambda t: t + 4,
)
pair(
    "a dictionary comprehension",
    """
found = {"x": i for i in ptx.range_(4)}
return found["x"] + tid
""",
    "is a loop of the GPU",
    1,
    """
found = {"x": i for i in range(4)}
return found["x"] + tid
""",
    lambda t: t + 3,
)
for function, wrong, right, expected in (
    ("list", "v = list(ptx.range_(4))\nreturn v[0] + tid", "v = list(range(4))\nreturn v[3] + tid", 3),
    ("tuple", "v = tuple(ptx.range_(4))\nreturn v[0] + tid", "v = tuple(range(4))\nreturn v[3] + tid", 3),
    ("sum", "return sum(ptx.range_(4), tid)", "return sum(range(4), tid)", 6),
    ("star", "v = [*ptx.range_(4)]\nreturn v[0] + tid", "v = [*range(4)]\nreturn v[3] + tid", 3),
    ("unpacking", "a, = ptx.range_(1)\nreturn a + tid", "a, = range(1)\nreturn a + tid", 0),
    ("in", "return tid + (3 in ptx.range_(4))", "return tid + (3 in range(4))", 1),
    ("max", "return max(ptx.range_(4)) + tid", "return max(range(4)) + tid", 3),
):
    pair(f"the function {function}", wrong, "is a loop of the GPU", 1, right, lambda t, e=expected: t + e)  # type: ignore[misc]
pair(
    "enumerate",
    """
s = reg.scalar(s32, init=0)
for k, i in enumerate(ptx.range_(4)):
    s += k
return s
""",
    "is a loop of the GPU",
    2,
    """
s = reg.scalar(s32, init=0)
for k, i in enumerate(range(4)):
    s += k
return s
""",
    lambda t: 6,
)
pair(
    "zip",
    """
s = reg.scalar(s32, init=0)
for k, i in zip([5, 6, 7, 8], ptx.range_(4)):
    s += i * k
return s
""",
    "is a loop of the GPU",
    2,
    """
s = reg.scalar(s32, init=0)
for k, i in zip([5, 6, 7, 8], range(4)):
    s += i * k
return s
""",
    lambda t: 6 + 14 + 24,
)
pair(
    "map",
    """
s = reg.scalar(s32, init=0)
for v in map(lambda i: i * 2, ptx.range_(4)):
    s += v
return s
""",
    "is a loop of the GPU",
    2,
    """
s = reg.scalar(s32, init=0)
for v in map(lambda i: i * 2, range(4)):
    s += v
return s
""",
    lambda t: 12,
)
pair(
    "a generator function that sum goes over",
    """
def values():
    for i in ptx.range_(4):
        yield i * 2
return sum(values(), tid)
""",
    "is a loop of the GPU",
    4,
    """
def values():
    for i in ptx.range_(4):
        yield i * 2
s = reg.from_(tid, s32)
for v in values():
    s += v
return s
""",
    lambda t: t + 12,
)
pair(
    "a generator function in a comprehension",
    """
def values():
    yield from ptx.range_(4)
return [v + tid for v in values()][0]
""",
    "is a loop of the GPU",
    3,
    """
def values():
    yield from ptx.range_(4)
s = reg.from_(tid, s32)
for v in values():
    s += v
return s
""",
    lambda t: t + 6,
)
pair(
    "the variable read after its loop",
    """
for i in ptx.range_(4):
    pass
return i + tid
""",
    r"%r\d+ is the variable of .*read after its loop",
    3,
    """
last = reg.scalar(s32)
for i in ptx.range_(4):
    ptx.mov(last, i)
return last + tid
""",
    lambda t: t + 3,
)
pair(
    "another name of the variable, after its loop",
    """
for i in ptx.range_(4):
    last = i
return last + tid
""",
    "read after its loop",
    3,
    """
for i in ptx.range_(4):
    last = i + 0
return last + tid
""",
    lambda t: t + 3,
)
pair(
    "the variable in a condition after its loop",
    """
for i in ptx.range_(4):
    pass
s = reg.scalar(s32, init=0)
with ptx.if_(i == 3):
    s += 1
return s
""",
    "read after its loop",
    4,
    """
last, s = reg.scalar(s32), reg.scalar(s32, init=0)
for i in ptx.range_(4):
    ptx.mov(last, i)
with ptx.if_(last == 3):
    s += 1
return s
""",
    lambda t: 1,
)
pair(
    "the variable written in its loop",
    """
s = reg.scalar(s32, init=0)
for i in ptx.range_(4):
    s += i
    i += 1
return s
""",
    "changes how often the loop runs",
    4,
    """
s = reg.scalar(s32, init=0)
for i in ptx.range_(4):
    s += i
    j = i + 1
return s
""",
    lambda t: 6,
)
pair(
    "the variable moved in its loop",
    """
s = reg.scalar(s32, init=0)
for i in ptx.range_(8):
    s += 1
    with ptx.if_(i == 3):
        ptx.mov(i, 8)
return s
""",
    "changes how often the loop runs",
    5,
    """
s = reg.scalar(s32, init=0)
with ptx.block() as rest:
    for i in ptx.range_(8):
        s += 1
        rest.skip(i == 3)
return s
""",
    lambda t: 4,
)

# -- break, continue, return

pair(
    "return in if_",
    """
s = reg.scalar(s32, init=1)
with ptx.if_(tid > 3):
    return s
s += tid
return s
""",
    "`return` inside `with ptx.if_",
    3,
    """
s = reg.scalar(s32, init=1)
with ptx.if_(tid <= 3):
    s += tid
return s
""",
    lambda t: 1 if t > 3 else 1 + t,
)
pair(
    "break in if_",
    """
s = reg.scalar(s32, init=0)
for j in range(4):
    with ptx.if_(tid == j):
        break
    s += 1
return s
""",
    "inside `with ptx.if_.* ends the tracing",
    4,
    """
s = reg.scalar(s32, init=0)
with ptx.block() as rest:
    for j in range(4):
        rest.skip(tid == j)
        s += 1
return s
""",
    lambda t: min(t, 4),
)
pair(
    "continue in if_",
    """
s = reg.scalar(s32, init=0)
for j in range(4):
    with ptx.if_(tid == j):
        continue
    s += 1
return s
""",
    "inside `with ptx.if_.* ends the tracing",
    4,
    """
s = reg.scalar(s32, init=0)
for j in range(4):
    with ptx.if_(tid != j):
        s += 1
return s
""",
    lambda t: 3 if t < 4 else 4,
)
pair(
    "break in a loop of the GPU",
    """
s = reg.scalar(s32, init=0)
for i in ptx.range_(8):
    s += 1
    with ptx.if_(s == 3):
        break
return s
""",
    "inside `with ptx.if_.* ends the tracing|was left by",
    5,
    """
s = reg.scalar(s32, init=0)
with ptx.block() as rest:
    for i in ptx.range_(8):
        s += 1
        rest.skip(s == 3)
return s
""",
    lambda t: 3,
)
pair(
    "return under a Python if",
    """
s, early = reg.scalar(s32, init=1), True
with ptx.if_(tid > 3):
    if early:
        return s
    s += tid
s += 7
return s
""",
    "`return` inside `with ptx.if_",
    4,
    """
s, early = reg.scalar(s32, init=1), False
with ptx.if_(tid > 3):
    if early:
        return s
    s += tid
s += 7
return s
""",
    lambda t: 8 + (t if t > 3 else 0),
)

# -- predicates of loops

pair(
    "a predicate from before the loop",
    """
i = reg.scalar(s32, init=0)
with ptx.loop("again", pred=i < 5):
    i += 1
return i
""",
    "nothing in the loop writes its predicate %p0.*repeat_if",
    2,
    """
i = reg.scalar(s32, init=0)
with ptx.loop("again"):
    i += 1
    ptx.repeat_if(i < 5)
return i
""",
    lambda t: 5,
)
pair(
    "a condition from before the loop",
    """
i = reg.scalar(s32, init=0)
more = i < 5
with ptx.loop("again"):
    i += 1
    ptx.repeat_if(more)
return i
""",
    "nothing in the loop writes its predicate %p0",
    3,
    """
i = reg.scalar(s32, init=0)
more = reg.scalar(pred)
with ptx.loop("again", pred=more):
    i += 1
    ptx.inst.setp.lt.s32(more, i, 5)
return i
""",
    lambda t: 5,
)
pair(
    "a negated predicate from before the loop",
    """
i = reg.scalar(s32, init=0)
with ptx.loop("again", pred=~(i == 5)):
    i += 1
return i
""",
    "nothing in the loop writes its predicate %p0",
    2,
    """
i = reg.scalar(s32, init=0)
with ptx.loop("again"):
    i += 1
    ptx.repeat_if(~(i == 5))
return i
""",
    lambda t: 5,
)

# -- unrolled loops

pair(
    "a counter in kloop",
    """
s, k = reg.scalar(s32, init=0), 0
def body():
    nonlocal s, k
    s += k
    k += 1
ptx.kloop(8, unroll=2, body=body)
return s
""",
    "k is a Python number",
    5,
    """
s, k = reg.scalar(s32, init=0), 0
def body():
    nonlocal s, k
    s += k
    k += 1
ptx.kloop(4, unroll=4, body=body)
return s
""",
    lambda t: 6,
)
pair(
    "a phase in kloop",
    """
s, phase = reg.scalar(s32, init=0), 0
def body():
    nonlocal s, phase
    s += phase
    phase ^= 1
ptx.kloop(9, unroll=3, body=body)
return s
""",
    "phase is a Python number",
    5,
    """
s, phase = reg.scalar(s32, init=0), 0
def body():
    nonlocal s, phase
    s += phase
    phase ^= 1
ptx.kloop(9, unroll=2, body=body)
return s
""",
    lambda t: 4,
)
pair(
    "a stage in kloop, of a register",
    """
s, stage = reg.scalar(s32, init=0), [0]
def body():
    ptx.inst.add.s32(s, s, stage[0])
    stage[0] = (stage[0] + 1) % 3
ptx.kloop(n, unroll=2, body=body)
return s
""",
    r"stage\[0\] is a Python number",
    4,
    """
s, stage = reg.scalar(s32, init=0), [0]
def body():
    ptx.inst.add.s32(s, s, stage[0])
    stage[0] = (stage[0] + 1) % 3
ptx.kloop(n, unroll=3, body=body)
return s
""",
    lambda t: 3,
)
pair(
    "a register rebound in kloop",
    """
s = reg.scalar(s32, init=0)
def body():
    nonlocal s
    s = s + tid
ptx.kloop(n, unroll=2, body=body)
return s
""",
    r"s is %r\d+ before",
    4,
    """
s = reg.scalar(s32, init=0)
def body():
    nonlocal s
    s += tid
ptx.kloop(n, unroll=2, body=body)
return s
""",
    lambda t: 4 * t,
)
pair(
    "a method in kloop",
    """
class Ring:
    stage = 0
    def __init__(self): self.s, self.stage = reg.scalar(s32, init=0), 0
    def step(self):
        self.s += self.stage
        self.stage = (self.stage + 1) % 3
ring = Ring()
ptx.kloop(8, unroll=2, body=ring.step)
return ring.s
""",
    "stage is a Python number",
    6,
    """
class Ring:
    stage = 0
    def __init__(self): self.s, self.stage = reg.scalar(s32, init=0), 0
    def step(self):
        self.s += self.stage
        self.stage = (self.stage + 1) % 3
ring = Ring()
ptx.kloop(8, unroll=3, body=ring.step)
return ring.s
""",
    lambda t: 0 + 1 + 2 + 0 + 1 + 2 + 0 + 1,
)
