"""Loops in other ways than statement by statement: their variable, their ends, their predicates."""

from __future__ import annotations

from tests.ptx.programs.pairs import Pairs

PAIRS = Pairs()
pair = PAIRS.add

# -- loops over ptx.range_ in other ways

pair(
    "a sum of a generator expression",
    "is a loop of the GPU.*write a statement",
    """
    ! return sum(i for i in ptx.range_(4))
    + s = reg.scalar(s32, init=0)
    + for i in ptx.range_(4):
    +     s += i
    + return s
    """,
    lambda t: 6,
)
pair(
    "a list comprehension",
    "is a loop of the GPU",
    """
    ! squares = [i * i for i in ptx.range_(4)]
    - return squares[0] + tid
    + squares = [i * i for i in range(4)]
    + return squares[2] + tid
    """,
    lambda t: 4 + t,
)
pair(
    "the inner loop of a comprehension",
    "is a loop of the GPU",
    """
    ! squares = [i * j for j in range(2) for i in ptx.range_(4)]
    - return squares[0] + tid
    + squares = [i * j for j in range(2) for i in range(4)]
    + return squares[7] + tid
    """,
    lambda t: 3 + t,
)
pair(
    "a set comprehension",
    "is a loop of the GPU",
    """
    ! found = {i.name for i in ptx.range_(4)}
    + found = {i for i in range(4)}
      return tid + len(found)
    """,
    lambda t: t + 4,
)
pair(
    "a dictionary comprehension",
    "is a loop of the GPU",
    """
    ! found = {"x": i for i in ptx.range_(4)}
    + found = {"x": i for i in range(4)}
      return found["x"] + tid
    """,
    lambda t: t + 3,
)
pair(
    "enumerate",
    "is a loop of the GPU",
    """
      s = reg.scalar(s32, init=0)
    ! for k, i in enumerate(ptx.range_(4)):
    + for k, i in enumerate(range(4)):
          s += k
      return s
    """,
    lambda t: 6,
)
pair(
    "zip",
    "is a loop of the GPU",
    """
      s = reg.scalar(s32, init=0)
    ! for k, i in zip([5, 6, 7, 8], ptx.range_(4)):
    + for k, i in zip([5, 6, 7, 8], range(4)):
          s += i * k
      return s
    """,
    lambda t: 6 + 14 + 24,
)
pair(
    "map",
    "is a loop of the GPU",
    """
      s = reg.scalar(s32, init=0)
    ! for v in map(lambda i: i * 2, ptx.range_(4)):
    + for v in map(lambda i: i * 2, range(4)):
          s += v
      return s
    """,
    lambda t: 12,
)
pair(
    "a generator function that sum goes over",
    "is a loop of the GPU",
    """
      def values():
          for i in ptx.range_(4):
              yield i * 2
    ! return sum(values(), tid)
    + s = reg.from_(tid, s32)
    + for v in values():
    +     s += v
    + return s
    """,
    lambda t: t + 12,
)
pair(
    "a generator function in a comprehension",
    "is a loop of the GPU",
    """
      def values():
          yield from ptx.range_(4)
    ! return [v + tid for v in values()][0]
    + s = reg.from_(tid, s32)
    + for v in values():
    +     s += v
    + return s
    """,
    lambda t: t + 6,
)
pair(
    "the variable read after its loop",
    r"%r\d+ is the variable of .*read after its loop",
    """
    + last = reg.scalar(s32)
      for i in ptx.range_(4):
    -     pass
    ! return i + tid
    +     ptx.mov(last, i)
    + return last + tid
    """,
    lambda t: t + 3,
)
pair(
    "another name of the variable, after its loop",
    "read after its loop",
    """
      for i in ptx.range_(4):
    -     last = i
    +     last = i + 0
    = return last + tid
    """,
    lambda t: t + 3,
)
pair(
    "the variable in a condition after its loop",
    "read after its loop",
    """
    + last, s = reg.scalar(s32), reg.scalar(s32, init=0)
      for i in ptx.range_(4):
    -     pass
    - s = reg.scalar(s32, init=0)
    ! with ptx.if_(i == 3):
    +     ptx.mov(last, i)
    + with ptx.if_(last == 3):
          s += 1
      return s
    """,
    lambda t: 1,
)
pair(
    "the variable written in its loop",
    "changes how often the loop runs",
    """
      s = reg.scalar(s32, init=0)
      for i in ptx.range_(4):
          s += i
    !     i += 1
    +     j = i + 1
      return s
    """,
    lambda t: 6,
)
pair(
    "the variable moved in its loop",
    "changes how often the loop runs",
    """
      s = reg.scalar(s32, init=0)
    - for i in ptx.range_(8):
    -     s += 1
    -     with ptx.if_(i == 3):
    !         ptx.mov(i, 8)
    + with ptx.block() as rest:
    +     for i in ptx.range_(8):
    +         s += 1
    +         rest.skip(i == 3)
      return s
    """,
    lambda t: 4,
)
pair(
    "the stop moved in its loop",
    "is a bound of .*where Python's range reads its bounds once.*ptx.range_\\(\\+n\\)",
    """
      s, m = reg.scalar(s32, init=0), tid + 4
    - for i in ptx.range_(m):
    + for i in ptx.range_(+m):
    !     m -= 1
    +     m -= 1
          s += i
      return s - m
    """,
    lambda t: sum(range(t + 4)),
)
pair(
    "the step moved in an inner loop",
    "is a bound of ",
    """
      s, m = reg.scalar(s32, init=0), reg.scalar(s32, init=1)
    - for i in ptx.range_(0, 8, m):
    + for i in ptx.range_(0, 8, +m):
          for j in range(2):
    !         m *= 2
    +         m *= 2
          s += i
      return s + tid
    """,
    lambda t: t + 28,
)
pair(
    "a stop that an inner loop has, too",
    "is a bound of ",
    """
      s, m = reg.scalar(s32, init=0), reg.scalar(s32, init=3)
    - for i in ptx.range_(m):
    + for i in ptx.range_(+m):
          for j in ptx.range_(m):
              s += 1
    !     m += 1
    +     m += 1
      return s + tid
    """,
    lambda t: t + 3 + 4 + 5,
)
for function, wrong, right, value in (
    ("list", "list(ptx.range_(4))[0]", "list(range(4))[3]", 3),
    ("tuple", "tuple(ptx.range_(4))[0]", "tuple(range(4))[3]", 3),
    ("sum", "sum(ptx.range_(4))", "sum(range(4))", 6),
    ("star", "[*ptx.range_(4)][0]", "[*range(4)][3]", 3),
    ("in", "(3 in ptx.range_(4))", "(3 in range(4))", 1),
    ("max", "max(ptx.range_(4))", "max(range(4))", 3),
    ("reversed", "[*reversed(ptx.range_(4))][0]", "[*reversed(range(4))][0]", 3),
    ("len", "len(ptx.range_(4))", "len(range(4))", 4),
    ("index", "ptx.range_(4)[2]", "range(4)[2]", 2),
):
    pair(
        f"the function {function}",
        "is a loop of the GPU",
        f"""
    ! return tid + {wrong}
    + return tid + {right}
        """,
        lambda t, value=value: t + value,  # type: ignore[misc]
    )
pair(
    "unpacking",
    "is a loop of the GPU",
    """
    ! a, = ptx.range_(1)
    + a, = range(1)
      return a + tid
    """,
    lambda t: t,
)

# -- break, continue, return

pair(
    "return in if_",
    "`return` inside `with ptx.if_",
    """
      s = reg.scalar(s32, init=1)
    - with ptx.if_(tid > 3):
    !     return s
    - s += tid
    + with ptx.if_(tid <= 3):
    +     s += tid
      return s
    """,
    lambda t: 1 if t > 3 else 1 + t,
)
pair(
    "break in if_",
    "inside `with ptx.if_.* ends the tracing",
    """
      s = reg.scalar(s32, init=0)
    - for j in range(4):
    -     with ptx.if_(tid == j):
    !         break
    -     s += 1
    + with ptx.block() as rest:
    +     for j in range(4):
    +         rest.skip(tid == j)
    +         s += 1
      return s
    """,
    lambda t: min(t, 4),
)
pair(
    "continue in if_",
    "inside `with ptx.if_.* ends the tracing",
    """
      s = reg.scalar(s32, init=0)
      for j in range(4):
    -     with ptx.if_(tid == j):
    !         continue
    -     s += 1
    +     with ptx.if_(tid != j):
    +         s += 1
      return s
    """,
    lambda t: 3 if t < 4 else 4,
)
pair(
    "break in a loop of the GPU",
    "inside `with ptx.if_.* ends the tracing|was left by",
    """
      s = reg.scalar(s32, init=0)
    - for i in ptx.range_(8):
    -     s += 1
    -     with ptx.if_(s == 3):
    !         break
    + with ptx.block() as rest:
    +     for i in ptx.range_(8):
    +         s += 1
    +         rest.skip(s == 3)
      return s
    """,
    lambda t: 3,
)
pair(
    "return under a Python if",
    "`return` inside `with ptx.if_",
    """
    - s, early = reg.scalar(s32, init=1), True
    + s, early = reg.scalar(s32, init=1), False
      with ptx.if_(tid > 3):
          if early:
    =         return s
          s += tid
      s += 7
      return s
    """,
    lambda t: 8 + (t if t > 3 else 0),
)

# -- predicates of loops

pair(
    "a predicate from before the loop",
    "nothing in the loop writes its predicate %p0.*repeat_if",
    """
      i = reg.scalar(s32, init=0)
    ! with ptx.loop("again", pred=i < 5):
    + with ptx.loop("again"):
          i += 1
    +     ptx.repeat_if(i < 5)
      return i
    """,
    lambda t: 5,
)
pair(
    "a condition from before the loop",
    "nothing in the loop writes its predicate %p0",
    """
      i = reg.scalar(s32, init=0)
    - more = i < 5
    ! with ptx.loop("again"):
    + more = reg.scalar(pred)
    + with ptx.loop("again", pred=more):
          i += 1
    -     ptx.repeat_if(more)
    +     ptx.inst.setp.lt.s32(more, i, 5)
      return i
    """,
    lambda t: 5,
)
pair(
    "a negated predicate from before the loop",
    "nothing in the loop writes its predicate %p0",
    """
      i = reg.scalar(s32, init=0)
    ! with ptx.loop("again", pred=~(i == 5)):
    + with ptx.loop("again"):
          i += 1
    +     ptx.repeat_if(~(i == 5))
      return i
    """,
    lambda t: 5,
)

# -- unrolled loops

pair(
    "a counter in kloop",
    "k is a Python number",
    """
      s, k = reg.scalar(s32, init=0), 0
      def body():
          nonlocal s, k
          s += k
    =     k += 1
    - ptx.kloop(8, unroll=2, body=body)
    + ptx.kloop(4, unroll=4, body=body)
      return s
    """,
    lambda t: 6,
)
pair(
    "a phase in kloop",
    "phase is a Python number",
    """
      s, phase = reg.scalar(s32, init=0), 0
      def body():
          nonlocal s, phase
          s += phase
    =     phase ^= 1
    - ptx.kloop(9, unroll=3, body=body)
    + ptx.kloop(9, unroll=2, body=body)
      return s
    """,
    lambda t: 4,
)
pair(
    "a stage in kloop, of a register",
    r"stage\[0\] is a Python number",
    """
      s, stage = reg.scalar(s32, init=0), [0]
      def body():
          ptx.inst.add.s32(s, s, stage[0])
    =     stage[0] = (stage[0] + 1) % 3
    - ptx.kloop(n, unroll=2, body=body)
    + ptx.kloop(n, unroll=3, body=body)
      return s
    """,
    lambda t: 3,
)
pair(
    "a register rebound in kloop",
    r"s is %r\d+ before",
    """
      s = reg.scalar(s32, init=0)
      def body():
          nonlocal s
    !     s = s + tid
    +     s += tid
      ptx.kloop(n, unroll=2, body=body)
      return s
    """,
    lambda t: 4 * t,
)
pair(
    "a method in kloop",
    "stage is a Python number",
    """
      class Ring:
          stage = 0
          def __init__(self): self.s, self.stage = reg.scalar(s32, init=0), 0
          def step(self):
              self.s += self.stage
    =         self.stage = (self.stage + 1) % 3
      ring = Ring()
    - ptx.kloop(8, unroll=2, body=ring.step)
    + ptx.kloop(8, unroll=3, body=ring.step)
      return ring.s
    """,
    lambda t: 0 + 1 + 2 + 0 + 1 + 2 + 0 + 1,
)
for call, advance in (
    ("functools.partial(next, it)", "f()"),
    ("it.__next__", "f()"),
    ("{'it': it}", "next(f['it'])"),
):
    pair(
        f"an iterator under two names, {call}",
        "it is a Python iterator",
        f"""
      s, it = reg.scalar(s32, init=0), iter([5, 6, 7, 8])
      f = {call}
    - for i in ptx.range_(4):
    + for i in range(4):
    !     s += {advance}
    +     s += {advance}
      return s + tid
        """,
        lambda t: 26 + t,
    )
pair(
    "an iterator in kloop",
    "it is a Python iterator: `ptx.kloop",
    """
      s, it = reg.scalar(s32, init=0), itertools.cycle([1, 2, 3])
      def body():
    -     s.__iadd__(next(it))
    +     s.__iadd__(2)
    ! ptx.kloop(9, unroll=2, body=body)
    + ptx.kloop(9, unroll=2, body=body)
      return s + tid
    """,
    lambda t: 18 + t,
)
pair(
    "an iterator that a body of kloop is given",
    "is a Python iterator: `ptx.kloop",
    """
      s, it = reg.scalar(s32, init=0), iter(range(100))
      def body(numbers):
    -     s.__iadd__(next(numbers))
    +     s.__iadd__(2)
    ! ptx.kloop(n + 5, unroll=3, body=functools.partial(body, it))
    + ptx.kloop(n + 5, unroll=3, body=functools.partial(body, None))
      return s + tid
    """,
    lambda t: 18 + t,
)
pair(
    "a body of kloop with a parameter",
    "calls its body without arguments, and body has the parameter i",
    """
      s, i = reg.scalar(s32, init=0), reg.scalar(s32, init=0)
    - def body(i):
    -     ptx.add(s32, s, s, i)
    + def body():
    +     ptx.add(s32, s, s, i)
    +     ptx.add(s32, i, i, 1)
    ! ptx.kloop(4, unroll=2, body=body)
    + ptx.kloop(4, unroll=2, body=body)
      return s + tid
    """,
    lambda t: 6 + t,
)
