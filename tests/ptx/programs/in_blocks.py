"""Registers rebound in blocks that some threads pass over."""

from __future__ import annotations

from tests.ptx.programs.pairs import Pairs

PAIRS = Pairs()
pair = PAIRS.add

pair(
    "the best, in if_",
    r"best is %r\d+ before and %r\d+ after.*in some threads only.*ptx\.mov\(best",
    """
      best, x = reg.scalar(s32, init=3), tid + 0
      with ptx.if_(x > 3):
    !     best = x
    +     ptx.mov(best, x)
      return best
    """,
    lambda t: max(t, 3),
)
pair(
    "a new value, in if_",
    r"best is %r\d+ before and %r\d+ after",
    """
      best = reg.scalar(s32, init=3)
      with ptx.if_(tid > 3):
    !     best = tid * 2
    +     ptx.mov(best, tid * 2)
      return best
    """,
    lambda t: 2 * t if t > 3 else 3,
)
pair(
    "a value in else_",
    r"v is %r\d+ before",
    """
      v = tid + 10
      with ptx.if_(tid > 3):
          ptx.mov(v, 1)
      with ptx.else_():
    !     v = tid * 2
    +     ptx.mov(v, tid * 2)
      return v
    """,
    lambda t: 1 if t > 3 else 2 * t,
)
pair(
    "a value in either part",
    r"v is %r\d+ before",
    """
    + v = reg.scalar(s32)
      with ptx.if_(tid > 3):
    -     v = tid + 1
    +     ptx.mov(v, tid + 1)
      with ptx.else_():
    !     v = tid * 2
    +     ptx.mov(v, tid * 2)
      return v
    """,
    lambda t: t + 1 if t > 3 else 2 * t,
)
pair(
    "another register in either part",
    r"v is %r\d+ before.*declare a register before the blocks, v = reg\.scalar\(s32\), .*ptx\.mov",
    """
      x = tid + 1
    - v = None
    + v = reg.scalar(s32)
      with ptx.if_(tid > 3):
    -     v = x
    +     ptx.mov(v, x)
      with ptx.else_():
    !     v = -x
    +     ptx.mov(v, -x)
      return v + x
    """,
    lambda t: 2 * t + 2 if t > 3 else 0,
)
pair(
    "a number in either part",
    "v is a Python number.*stays 5; it became 7",
    """
    + v = reg.scalar(s32, init=7)
      with ptx.if_(tid > 3):
    -     v = 5
    - with ptx.else_():
    !     v = 7
    +     ptx.mov(v, 5)
      return tid + v
    """,
    lambda t: t + (5 if t > 3 else 7),
)
pair(
    "read by else_",
    r"v is %r\d+ before",
    """
      v, s = tid + 0, reg.scalar(s32, init=0)
      with ptx.if_(tid > 3):
    !     v = tid * 2
    -     s += v
    +     w = tid * 2
    +     s += w
      with ptx.else_():
          s += v
      return s
    """,
    lambda t: 2 * t if t > 3 else t,
)
pair(
    "a clamp",
    "v ",
    """
      v = tid * 3
      with ptx.if_(v > 10):
    !     v = 10
    +     ptx.mov(v, 10)
      return v + 0
    """,
    lambda t: min(3 * t, 10),
)
pair(
    "an absolute value",
    r"v is %r\d+ before",
    """
      v = tid - 4
      with ptx.if_(v < 0):
    !     v = -v
    +     ptx.inst.neg.s32(v, v)
      return v
    """,
    lambda t: abs(t - 4),
)
pair(
    "a number in if_",
    r"scale is a Python number.*in some threads only.*stays 1; it became 2.*reg\.scalar\(u32, init=1\)",
    """
    - scale = 1
    + scale = reg.scalar(s32, init=1)
      with ptx.if_(tid > 3):
    !     scale = 2
    +     ptx.mov(scale, 2)
      return tid * scale
    """,
    lambda t: t * (2 if t > 3 else 1),
)
pair(
    "a number from two ifs",
    "scale is a Python number",
    """
    + scale = reg.scalar(s32)
      with ptx.if_(tid > 3):
    -     scale = 2
    +     ptx.mov(scale, 2)
      with ptx.if_(tid <= 3):
    !     scale = 3
    +     ptx.mov(scale, 3)
      return tid * scale
    """,
    lambda t: t * (2 if t > 3 else 3),
)
pair(
    "a flag",
    r"found is a Python number.*reg\.scalar\(pred, init=False\)",
    """
    - found = False
    + found = reg.scalar(pred, init=False)
      with ptx.if_(tid > 3):
    !     found = True
    - return tid * 2 if found else tid * 3
    +     ptx.mov(found, True)
    + v = tid * 3
    + with ptx.if_(found):
    +     ptx.mov(v, tid * 2)
    + return v
    """,
    lambda t: 2 * t if t > 3 else 3 * t,
)
pair(
    "an element in if_",
    r"acc\[0\] is %r\d+ before",
    """
      acc = [reg.scalar(s32, init=1), reg.scalar(s32, init=2)]
      with ptx.if_(tid > 3):
    !     acc[0] = tid * 2
    +     ptx.mov(acc[0], tid * 2)
      return acc[0] + acc[1]
    """,
    lambda t: (2 * t if t > 3 else 1) + 2,
)
pair(
    "an attribute in if_",
    r"state\.s is %r\d+ before",
    """
      import types
      state = types.SimpleNamespace(s=reg.scalar(s32, init=1))
      with ptx.if_(tid > 3):
    !     state.s = tid * 2
    +     ptx.mov(state.s, tid * 2)
      return state.s + 0
    """,
    lambda t: 2 * t if t > 3 else 1,
)
pair(
    "a list in if_ that takes what was there",
    "picked.* grows or shrinks once",
    """
    - picked, x = [], tid * 2
    + x = tid * 2
    + total = reg.scalar(s32, init=0)
      with ptx.if_(tid > 3):
    !     picked.append(x)
    - total = reg.scalar(s32, init=0)
    - for v in picked:
    -     total += v
    +     total += x
      return total
    """,
    lambda t: 2 * t if t > 3 else 0,
)
pair(
    "an inner if_",
    r"v is %r\d+ before",
    """
      v = tid + 0
      with ptx.if_(tid > 1):
          with ptx.if_(tid > 3):
    !         v = tid * 2
    +         ptx.mov(v, tid * 2)
          v += 1
      return v
    """,
    lambda t: (2 * t if t > 3 else t) + 1 if t > 1 else t,
)
pair(
    "after a skip",
    r"v is %r\d+ before",
    """
      v = tid + 0
      with ptx.block() as rest:
          rest.skip(tid < 4)
    !     v = tid * 2
    +     ptx.mov(v, tid * 2)
      return v + 1
    """,
    lambda t: (2 * t if t > 3 else t) + 1,
)
pair(
    "a helper with an if_",
    r"r is %r\d+ before",
    """
      def clamp(v):
    -     r = v
    +     r = reg.from_(v, s32)
          with ptx.if_(v > 3):
    !         r = v - v + 3
    +         ptx.mov(r, 3)
          return r
      return clamp(tid)
    """,
    lambda t: min(t, 3),
)
pair(
    "an if_ in a context manager",
    r"v is %r\d+ before",
    """
      import contextlib
      @contextlib.contextmanager
      def where(p):
          with ptx.if_(p):
              yield
      v = tid + 0
      with where(tid > 3):
    !     v = tid * 2
    +     ptx.mov(v, tid * 2)
      return v
    """,
    lambda t: 2 * t if t > 3 else t,
)
pair(
    "an if_ in an exit stack",
    r"v is %r\d+ before",
    """
      import contextlib
      v = tid + 0
      with contextlib.ExitStack() as stack:
          stack.enter_context(ptx.if_(tid > 3))
    !     v = tid * 2
    +     ptx.mov(v, tid * 2)
      return v
    """,
    lambda t: 2 * t if t > 3 else t,
)
pair(
    "inside a Python loop",
    r"best is %r\d+ before",
    """
      best = reg.scalar(s32, init=0)
      for j in range(3):
          v = tid * j
          with ptx.if_(v > best):
    !         best = v
    +         ptx.mov(best, v)
      return best
    """,
    lambda t: 2 * t,
)
pair(
    "a function of Python's library",
    "combine is a Python value",
    """
    - combine = operator.add
    + x = tid + 3
      with ptx.if_(tid > 3):
    !     combine = operator.mul
    +     ptx.mov(x, tid * 3)
    - return combine(tid, 3)
    + return x
    """,
    lambda t: 3 * t if t > 3 else t + 3,
)
pair(
    "a bound method",
    "read is a Python value",
    """
    - read = tid.__add__
    + x = tid + 3
      with ptx.if_(tid > 3):
    !     read = tid.__mul__
    +     ptx.mov(x, tid * 3)
    - return read(3)
    + return x
    """,
    lambda t: 3 * t if t > 3 else t + 3,
)
