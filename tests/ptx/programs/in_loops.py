"""Registers rebound in loops of the GPU."""

from __future__ import annotations

from tests.ptx.programs.pairs import Pairs

PAIRS = Pairs()
pair = PAIRS.add

pair(
    "a sum in range_",
    r"s is %r\d+ before and %r\d+ after.*runs many times on the GPU.*`s \+= \.\.\.`",
    """
      s = reg.scalar(s32, init=0)
      for i in ptx.range_(4):
    !     s = s + tid
    +     s += tid
      return s
    """,
    lambda t: 4 * t,
)
pair(
    "a sum in loop",
    r"s is %r\d+ before.*with ptx\.loop",
    """
      s, i = reg.scalar(s32, init=0), reg.scalar(s32, init=0)
      with ptx.loop("again"):
    !     s = s + tid
    +     s += tid
          i += 1
          ptx.repeat_if(i < 4)
      return s
    """,
    lambda t: 4 * t,
)
pair(
    "a sum in counting",
    r"s is %r\d+ before.*with ptx\.counting",
    """
      s, i = reg.scalar(s32, init=0), reg.scalar(s32, init=0)
      with ptx.counting(i, 4):
    !     s = s + tid
    +     s += tid
      return s
    """,
    lambda t: 4 * t,
)
pair(
    "the counter of a loop is rebound",
    r"`i \+= \.\.\.`",
    """
      s, i = reg.scalar(s32, init=0), reg.scalar(s32, init=0)
      with ptx.loop("again"):
          s += tid
    !     i = i + 1
    +     i += 1
          ptx.repeat_if(i < 4)
      return s
    """,
    lambda t: 4 * t,
)
pair(
    "a maximum",
    r"`ptx\.mov\(m, value\)`",
    """
      m = reg.scalar(s32, init=-1)
      for i in ptx.range_(4):
    !     m = m.max(i * tid)
    +     ptx.mov(m, m.max(i * tid))
      return m
    """,
    lambda t: 3 * t,
)
pair(
    "Fibonacci's numbers",
    "runs many times",
    """
      a, b = reg.scalar(s32, init=0), reg.scalar(s32, init=1)
      for _ in ptx.range_(5):
    !     a, b = b, a + b
    +     c = a + b
    +     ptx.mov(a, b)
    +     ptx.mov(b, c)
      return a
    """,
    lambda t: 5,
)
pair(
    "two registers are swapped",
    "runs many times",
    """
      a, b = reg.from_(tid, s32), reg.scalar(s32, init=9)
      for _ in ptx.range_(3):
          a += 1
    !     a, b = b, a
    +     c = reg.from_(a, s32)
    +     ptx.mov(a, b)
    +     ptx.mov(b, c)
      return a
    """,
    lambda t: 10,
)
pair(
    "a pointer that moves",
    r"`p \+= \.\.\.`",
    """
      p, s = reg.scalar(s32, init=0), reg.scalar(s32, init=0)
      for _ in ptx.range_(4):
          s += p
    !     p = p + 4
    +     p += 4
      return s
    """,
    lambda t: 24,
)
pair(
    "a sum that starts with a number",
    r"s is 0 before and %r\d+ after.*s = reg\.scalar\(s32, init=0\)",
    """
    - s = 0
    + s = reg.scalar(s32, init=0)
      for i in ptx.range_(4):
    !     s = s + i
    +     s += i
      return s
    """,
    lambda t: 6,
)
pair(
    "a sum that starts with a number, augmented",
    r"s is 0 before and %r\d+ after",
    """
    - s = 0
    + s = reg.scalar(s32, init=0)
      for i in ptx.range_(4):
    =     s += i
      return s
    """,
    lambda t: 6,
)
pair(
    "None, then a register",
    "m is None before",
    """
    - m = None
    + m = reg.scalar(s32, init=0)
      for i in ptx.range_(4):
          v = i * tid
    !     m = v if m is None else m.max(v)
    +     ptx.mov(m, m.max(v))
      return m
    """,
    lambda t: 3 * t,
)
pair(
    "a list of registers",
    r"acc\[0\] is %r\d+ before",
    """
      acc = [reg.scalar(s32, init=j) for j in range(2)]
      for i in ptx.range_(4):
          for j in range(2):
    !         acc[j] = acc[j] + tid
    +         acc[j] += tid
      return acc[0] + acc[1]
    """,
    lambda t: 8 * t + 1,
)
pair(
    "a list made anew",
    r"acc\[0\] is %r\d+ before",
    """
    - acc = [reg.scalar(s32, init=j) for j in range(2)]
    + acc = reg.array(s32, 2)
    + acc[0], acc[1] = 0, 1
      for i in ptx.range_(4):
    !     acc = [a + tid for a in acc]
    +     for j in range(2):
    +         acc[j] += tid
      return acc[0] + acc[1]
    """,
    lambda t: 8 * t + 1,
)
pair(
    "a list of lists",
    r"acc\[1\]\[0\] is %r\d+ before",
    """
      acc = [[reg.scalar(s32, init=0)] for _ in range(2)]
      for i in ptx.range_(4):
    !     acc[1][0] = acc[1][0] + tid
    +     acc[1][0] += tid
      return acc[1][0]
    """,
    lambda t: 4 * t,
)
pair(
    "a dictionary",
    r"d\['a'\] is %r\d+ before",
    """
      d = {"a": reg.scalar(s32, init=0)}
      for i in ptx.range_(4):
    !     d["a"] = d["a"] + tid
    +     d["a"] += tid
      return d["a"]
    """,
    lambda t: 4 * t,
)
pair(
    "an attribute",
    r"state\.x is %r\d+ before",
    """
      class State:
          pass
      state = State()
      state.x = reg.scalar(s32, init=0)
      for i in ptx.range_(4):
    !     state.x = state.x + tid
    +     state.x += tid
      return state.x
    """,
    lambda t: 4 * t,
)
pair(
    "an attribute with slots",
    r"state\.x is %r\d+ before",
    """
      class State:
          __slots__ = ("x",)
      state = State()
      state.x = reg.scalar(s32, init=0)
      for i in ptx.range_(4):
    !     state.x = state.x + tid
    +     state.x += tid
      return state.x
    """,
    lambda t: 4 * t,
)
pair(
    "a method that rebinds",
    r"state\.x is %r\d+ before",
    """
      class State:
          def __init__(self): self.x = reg.scalar(s32, init=0)
    !     def add(self, value): self.x = self.x + value
    +     def add(self, value): self.x += value
      state = State()
      for i in ptx.range_(4):
          state.add(tid)
      return state.x
    """,
    lambda t: 4 * t,
)
pair(
    "a closure that rebinds",
    r"s is %r\d+ before",
    """
      s = reg.scalar(s32, init=0)
      def add(value):
          nonlocal s
    !     s = s + value
    +     s += value
      for i in ptx.range_(4):
          add(tid)
      return s
    """,
    lambda t: 4 * t,
)
pair(
    "a loop in a function of its own",
    r"s is %r\d+ before",
    """
      s = reg.scalar(s32, init=0)
      def each(f):
          for i in ptx.range_(4):
              f(i)
      def add(i):
          nonlocal s
    !     s = s + tid
    +     s += tid
      each(add)
      return s
    """,
    lambda t: 4 * t,
)
pair(
    "a tuple of registers",
    r"state\[0\] is %r\d+ before",
    """
      state = (reg.scalar(s32, init=0), reg.scalar(s32, init=1))
      for i in ptx.range_(4):
    !     state = (state[0] + tid, state[1] + 1)
    +     ptx.inst.add.s32(state[0], state[0], tid)
    +     ptx.inst.add.s32(state[1], state[1], 1)
      return state[0] + state[1]
    """,
    lambda t: 4 * t + 5,
)
pair(
    "a named tuple that is replaced",
    r"state\[0\] is %r\d+ before|state",
    """
      import collections
      State = collections.namedtuple("State", "s k")
      state = State(reg.scalar(s32, init=0), 0)
      for i in ptx.range_(4):
    !     state = state._replace(s=state.s + tid, k=1)
    +     ptx.inst.add.s32(state.s, state.s, tid)
      return state.s
    """,
    lambda t: 4 * t,
)
pair(
    "a walrus",
    r"s is %r\d+ before",
    """
      s = reg.scalar(s32, init=0)
      for i in ptx.range_(4):
    !     ptx.inst.add.s32((s := s + tid), s, 0)
    +     ptx.inst.add.s32(s, s, tid)
      return s
    """,
    lambda t: 4 * t,
)
pair(
    "a pattern",
    r"s is %r\d+ before",
    """
      s = reg.scalar(s32, init=0)
      for i in ptx.range_(4):
    -     match (s + tid,):
    !         case (s,):
    -             pass
    +     match (tid,):
    +         case (v,):
    +             s += v
      return s
    """,
    lambda t: 4 * t,
)
pair(
    "try and finally",
    r"s is %r\d+ before",
    """
      s = reg.scalar(s32, init=0)
      for i in ptx.range_(4):
          try:
              v = tid + 0
          finally:
    !         s = s + tid
    +         s += v
      return s
    """,
    lambda t: 4 * t,
)
pair(
    "nested loops",
    r"s is %r\d+ before",
    """
      s = reg.scalar(s32, init=0)
      for i in ptx.range_(3):
          for j in ptx.range_(2):
    !         s = s + tid
    +         s += tid
      return s
    """,
    lambda t: 6 * t,
)
pair(
    "carried by the outer of two loops",
    r"last is %r\d+ before",
    """
      s, last = reg.scalar(s32, init=0), reg.scalar(s32, init=0)
      for i in ptx.range_(3):
          for j in ptx.range_(2):
              s += last
    !     last = i * tid
    +     ptx.mov(last, i * tid)
      return s
    """,
    lambda t: 2 * t,
)
pair(
    "a Python loop inside",
    r"s is %r\d+ before",
    """
      s = reg.scalar(s32, init=0)
      for i in ptx.range_(3):
    +     t = tid + 0
          for j in range(2):
    !         s = s + j * tid
    +         t = t + j * tid
    +     s += t
      return s
    """,
    lambda t: 6 * t,
)
pair(
    "a generator over range_",
    r"s is %r\d+ before",
    """
      s = reg.scalar(s32, init=0)
      def tiles():
          for i in ptx.range_(4):
              yield i * 2
      for v in tiles():
    !     s = s + v
    +     s += v
      return s
    """,
    lambda t: 12,
)
pair(
    "the last value, where there may be none",
    r"last is %r\d+ before and %r\d+ after",
    """
      last = reg.from_(tid, s32)
      for i in ptx.range_(n - 4):
    !     last = i * 2
    +     ptx.mov(last, i * 2)
      return last
    """,
    lambda t: t,
)
pair(
    "the predicate of a previous iteration",
    r"p is %p\d+ before",
    """
      s, p = reg.scalar(s32, init=0), tid < 3
      for i in ptx.range_(4):
          with ptx.if_(p):
              s += 1
    !     p = i < 1
    +     ptx.inst.setp.lt.s32(p, i, 1)
      return s
    """,
    lambda t: (t < 3) + 1,
)
pair(
    "register arrays are swapped",
    "runs many times",
    """
      a, b = reg.array(s32, 1), reg.array(s32, 1)
      a[0], b[0] = 0, 1
    - for i in ptx.range_(3):
    + for i in range(3):
          a[0] += 5
    =     a, b = b, a
    - return a[0]
    + return reg.from_(a[0], s32)
    """,
    lambda t: 6,
)
pair(
    "tiles are swapped",
    "runs many times",
    """
      a, b = smem.alloc(s32, (8,)), smem.alloc(s32, (8,))
      a[tid] = tid
      b[tid] = tid + 9
    - for i in ptx.range_(3):
    + for i in range(3):
    =     a, b = b, a
      return a[tid]
    """,
    lambda t: t + 9,
)
pair(
    "a list that grows",
    "seen.* grows or shrinks once",
    """
    - seen = []
    + total = reg.scalar(s32, init=0)
      for i in ptx.range_(4):
    !     seen.append(i * tid)
    - return sum(seen[1:], seen[0])
    +     total += i * tid
    + return total
    """,
    lambda t: 6 * t,
)
pair(
    "a stack",
    "stack.* grows or shrinks once",
    """
      stack = [tid, tid + 1]
      s = reg.scalar(s32, init=0)
    ! for i in ptx.range_(2):
    + for i in range(2):
          s += stack.pop()
      return s
    """,
    lambda t: 2 * t + 1,
)
pair(
    "a defaultdict",
    "d",
    """
    - import collections
    - d = collections.defaultdict(int)
    + d = {"s": reg.scalar(s32, init=0)}
      for i in ptx.range_(4):
    !     d["s"] = d["s"] + tid
    +     d["s"] += tid
      return d["s"]
    """,
    lambda t: 4 * t,
)
pair(
    "a namespace",
    r"state\.s is %r\d+ before",
    """
      import types
      state = types.SimpleNamespace(s=reg.scalar(s32, init=0))
      for i in ptx.range_(4):
    !     state.s = state.s + tid
    +     state.s += tid
      return state.s
    """,
    lambda t: 4 * t,
)
pair(
    "the state of a pipeline",
    r"pipe\.cursor is %r\d+ before",
    """
      pipe = ptx.pipeline(3)
      s = reg.scalar(u32, init=0)
      for i in ptx.range_(4):
    -     s += pipe.cursor
    !     pipe.cursor = pipe.cursor + 1
    +     stage, phase = pipe.advance()
    +     s += stage
      return reg.from_(s, s32)
    """,
    lambda t: 3,
)
pair(
    "an attribute that is None at first",
    r"state\.m is None before",
    """
      import types
      state = types.SimpleNamespace(m=None)
      for i in ptx.range_(4):
    -     v = i * tid
    !     state.m = v if state.m is None else state.m.max(v)
    - return state.m
    +     state.m = i * tid
    + return state.m + 0
    """,
    lambda t: 3 * t,
)
pair(
    "an accumulator that starts as a list of numbers",
    r"declare an array before it, acc = reg.array\(s32, 2\), and write into that: `acc\[:\] = values`",
    """
    - acc = [0, 0]
    + acc = reg.array(s32, 2)
    + acc[:] = [0, 0]
      for i in ptx.range_(4):
          d = reg.array(s32, 2)
          d[:] = [tid + acc[0], i + acc[1]]
    !     acc = d
    +     acc[:] = d
      return acc[0] + acc[1]
    """,
    lambda t: 4 * t + 6,
)
pair(
    "registers of a list that only trade places",
    r"rows\[0\] is %r\d+ before and %r\d+ after",
    """
      s, rows = reg.scalar(s32, init=0), [tid + 0, tid + 1]
    - for i in ptx.range_(4):
    + for i in range(4):
          s += 1
    !     rows[0], rows[1] = rows[1], rows[0]
    +     rows[0], rows[1] = rows[1], rows[0]
      return s + rows[0]
    """,
    lambda t: 4 + t,
)
pair(
    "names that only move on",
    r"a is %r\d+ before and %r\d+ after",
    """
      s, a, b, c = reg.scalar(s32, init=0), tid + 0, tid + 1, tid + 2
      for i in ptx.range_(4):
          s += 1
    !     a = b
    -     b = c
    +     a = c
      return s + a
    """,
    lambda t: t + 6,
)
pair(
    "a set that grows",
    "q is in a Python set: .* but the set grows or shrinks once",
    """
      s, q = reg.scalar(s32, init=0), {3, 1}
    ! for i in ptx.range_(2):
    + for i in range(2):
          s += len(q)
          q.add(7)
      return s
    """,
    lambda t: 5,
)
