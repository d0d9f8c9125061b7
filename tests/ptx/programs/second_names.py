"""Registers with two names that an instruction writes, loops of labels, and sums of unsigned with signed."""

from __future__ import annotations

from tests.ptx.programs.pairs import Pairs

PAIRS = Pairs()
pair = PAIRS.add
TWO_NAMES = "are one register, and .* is read later: the instruction writes both"

pair(
    "an assignment to the first name",
    f"`a` and `b` {TWO_NAMES}.*b = \\+b",
    """
      a = tid + 1
    - b = a
    + b = +a
    ! ptx.mov(a, tid * 5)
    + ptx.mov(a, tid * 5)
      return b
    """,
    lambda t: t + 1,
)
pair(
    "an instruction and a second name",
    f"`y` and `x` {TWO_NAMES}",
    """
      x = tid + 1
    - y = x
    + y = +x
    ! ptx.inst.add.s32(y, y, 10)
    + ptx.inst.add.s32(y, y, 10)
      return y - x
    """,
    lambda t: 10,
)
pair(
    "names of one tuple",
    TWO_NAMES,
    """
      x = tid + 1
    - low, high = x, x
    + low, high = +x, +x
    ! ptx.add(s32, high, high, 10)
    + ptx.add(s32, high, high, 10)
      return high - low
    """,
    lambda t: 10,
)
pair(
    "an element of an array and a name of it",
    "`an element of m` and `old`",
    """
      m = reg.array(s32, 2)
      m[0] = tid
    - old = m[0]
    + old = +m[0]
    ! ptx.inst.max.s32(m[0], m[0], 3)
    + ptx.inst.max.s32(m[0], m[0], 3)
      return m[0] - old
    """,
    lambda t: max(t, 3) - t,
)
pair(
    "a value of a dictionary and a name of it",
    "`an element of d` and `old`",
    """
      d = {"x": tid + 1}
    - old = d["x"]
    + old = +d["x"]
    ! ptx.inst.add.s32(d["x"], d["x"], 3)
    + ptx.inst.add.s32(d["x"], d["x"], 3)
      return d["x"] - old
    """,
    lambda t: 3,
)
pair(
    "the value before, in a loop",
    f"`x` and `before` {TWO_NAMES}",
    """
      x, s = tid + 1, reg.scalar(s32, init=0)
      for i in ptx.range_(3):
    -     before = x
    +     before = +x
    !     ptx.inst.add.s32(x, x, 2)
    +     ptx.inst.add.s32(x, x, 2)
          s += x - before
      return s
    """,
    lambda t: 6,
)
pair(
    "a sum between a label and its branch",
    r"s is %r\d+ before and %r\d+ after: `ptx.label\('again'\)` runs many times",
    """
      s, i = reg.scalar(s32, init=0), reg.scalar(s32, init=0)
      ptx.label("again")
    ! s = s + i
    + s += i
      i += 1
      ptx.bra("again", pred=i < 4)
      return s
    """,
    lambda t: 6,
)
pair(
    "a number between a label in a variable and an instruction that branches",
    "k is a Python number",
    """
      label, s, i = "again", reg.scalar(s32, init=0), reg.scalar(s32, init=0)
    - k = 0
    + k = reg.scalar(s32, init=0)
      ptx.label(label)
    ! k += 2
    + k += 2
      s += k
      i += 1
      ptx.inst.bra(label, pred=i < 3)
      return s
    """,
    lambda t: 12,
)
pair(
    "a list between a label and its branch, in a block",
    r"acc\[0\] is %r\d+ before",
    """
      acc, i = [tid + 0], reg.scalar(s32, init=0)
      with ptx.if_(tid >= 0):
          ptx.label("again")
    !     acc[0] = acc[0] + 2
    +     acc[0] += 2
          i += 1
          ptx.bra("again", pred=i < 4)
      return acc[0]
    """,
    lambda t: t + 8,
)
pair(
    "a signed difference added to an unsigned register",
    "is computed of an unsigned register and a signed one that may be below 0",
    """
    - u = reg.from_(tid, u32)
    + u = reg.from_(tid, s32)
      u += tid - 9
    ! return reg.from_(u < 3, s32)
    + return reg.from_(u < 3, s32)
    """,
    lambda t: int(2 * t - 9 < 3),
)
pair(
    "a negative start of a loop beside an unsigned register",
    "may be below 0",
    """
      count = reg.scalar(s32, init=0)
    - u = reg.from_(tid, u32)
    + u = reg.from_(tid, s32)
      for i in ptx.range_(-2, 1):
    !     with ptx.if_(u + i < 4):
    +     with ptx.if_(u + i < 4):
              count += 1
      return count
    """,
    lambda t: sum(t + i < 4 for i in range(-2, 1)),
)
pair(
    "a negative register beside an unsigned one",
    "may be below 0",
    """
      step = reg.scalar(s32, init=-4)
    - u = reg.from_(tid, u32)
    + u = reg.from_(tid, s32)
      u += step
    ! return reg.from_(reg.from_(u, f32), s32)
    + return reg.from_(reg.from_(u, f32), s32)
    """,
    lambda t: t - 4,
)
pair(
    "an unsigned register times a negative number",
    "is the negative of an unsigned register",
    """
    - u = reg.from_(tid, u32)
    + u = reg.from_(tid, s32)
      v = u * -1
    ! return reg.from_(v < 3, s32)
    + return reg.from_(v < 3, s32)
    """,
    lambda t: 1,
)
pair(
    "a register in a list of destinations",
    f"`b` and `old` {TWO_NAMES}",
    """
      a, b = tid + 1, tid + 2
    - old = b
    + old = +b
      both = reg.scalar(b64, init=7)
    ! ptx.inst.mov.b64([a, b], both)
    + ptx.inst.mov.b64([a, b], both)
      return old + a
    """,
    lambda t: t + 9,
)
pair(
    "an element of a list of destinations",
    "`an element of pair` and `old`",
    """
      pair = [tid + 1, tid + 2]
    - old = pair[1]
    + old = +pair[1]
      both = reg.scalar(b64, init=7)
    ! ptx.inst.mov.b64(pair, both)
    + ptx.inst.mov.b64(pair, both)
      return old + pair[0]
    """,
    lambda t: t + 9,
)
pair(
    "the second of two destinations",
    f"`q` and `old` {TWO_NAMES}",
    """
      p, q = tid < 3, tid < 5
    - old = q
    + old = reg.from_(q, pred)
    ! ptx.inst.setp.eq["and"].s32(p | q, tid, 100, True)
    + ptx.inst.setp.eq["and"].s32(p | q, tid, 100, True)
      return reg.from_(old, s32)
    """,
    lambda t: int(t < 5),
)
pair(
    "one register in a list of destinations twice",
    "is among the destinations 2 times",
    """
    - both = [reg.scalar(s32)] * 2
    + both = [reg.scalar(s32) for _ in range(2)]
    ! ptx.inst.mov.b64(both, reg.scalar(b64, init=7))
    + ptx.inst.mov.b64(both, reg.scalar(b64, init=7))
      return both[0] + both[1]
    """,
    lambda t: 7,
)
pair(
    "one register in a list of destinations that is written out",
    "is among the destinations 2 times",
    """
      a = tid + 0
    - both = [a, a]
    ! ptx.inst.mov.b64(both, reg.scalar(b64, init=7 << 32))
    + ptx.inst.mov.b64([a, a], reg.scalar(b64, init=7 << 32))
      return a
    """,
    lambda t: 7,
)
pair(
    "a name that a function reads later",
    "`y` and the variable `x` of `before` are one register, and `before` is read later",
    """
      x = tid + 0
      before = lambda: x * 10
    - y = x
    + y = +x
    = y += 1
      return before() + y
    """,
    lambda t: 10 * t + t + 1,
)
pair(
    "the default value of a function that is called later",
    r"`x` and the variable `v` of `f` are one register, and `f` is read later.*second name: `\+x`\n",
    """
      x = tid + 0
    - f = lambda v=x: v * 10
    + f = lambda v=+x: v * 10
    = x += 1
      return f() + x
    """,
    lambda t: 10 * t + t + 1,
)
pair(
    "a call that wrote a register with one name and more references before",
    TWO_NAMES,
    """
      kept = []
      total = tid * 0
      for step in range(2):
          x = tid + step
          y = tid * 2
          if step == 0:
              kept = [x, x, x, x]
          else:
              kept = []
    -         y = x
    +         y = +x
    !     ptx.inst.add.s32(x, x, 10)
    +     ptx.inst.add.s32(x, x, 10)
          total = total + y
      return total
    """,
    lambda t: 2 * t + t + 1,
)
