"""Numbers below 0 in the first or the last thread, where an instruction and Python give different results."""

from __future__ import annotations

from tests.ptx.programs.pairs import Pairs

PAIRS = Pairs()
pair = PAIRS.add
WRAPS = "is unsigned: in some threads the number would be below 0, and wraps to a large one"
ROUNDED = "is below 0 in some threads: the quotient is rounded toward zero"

pair(
    "an unsigned position less a constant is compared",
    rf"{WRAPS}.*reg\.from_\(x, s32\) - c",
    """
      u = reg.from_(tid, u32)
    ! return reg.from_(u - 5 < 2, s32)
    + return reg.from_(reg.from_(u, s32) - 5 < 2, s32)
    """,
    lambda t: int(t - 5 < 2),
)
pair(
    "the wrapped number is meant",
    r"where the wrapped number is meant, reg\.from_\(x - c, u32\)",
    """
      u = reg.from_(ptx.special.laneid(), u32)
    ! return reg.from_(u - 5 < 2, s32)
    + return reg.from_(reg.from_(u - 5, u32) < 2, s32)
    """,
    lambda t: int(0 <= t - 5 < 2),
)
pair(
    "threads that are below the constant do not run the block",
    WRAPS,
    """
      s, u = reg.scalar(s32, init=0), reg.from_(tid, u32)
    - with ptx.block():
    + with ptx.if_(u >= 5):
          later = u - 5
    =     ptx.mov(s, reg.from_(later.min(1), s32))
      return s
    """,
    lambda t: min(t - 5, 1) if t >= 5 else 0,
)
pair(
    "threads that are below the constant have left the block",
    WRAPS,
    """
      s, u = reg.scalar(s32, init=0), reg.from_(tid, u32)
      with ptx.block() as rest:
    +     rest.skip(u < 5)
    =     s += reg.from_((u - 5) // 2, s32)
      return s
    """,
    lambda t: (t - 5) // 2 if t >= 5 else 0,
)
pair(
    "an augmented difference",
    WRAPS,
    """
    - u = reg.from_(tid, u32)
    + u = reg.from_(tid, s32)
      u -= 5
    = return reg.from_(u > 1, s32)
    """,
    lambda t: int(t - 5 > 1),
)
pair(
    "an unsigned difference in floating point",
    WRAPS,
    """
    - u = reg.from_(tid, u32)
    + u = reg.from_(tid, s32)
    = return reg.from_(reg.from_(u - 5, f32), s32)
    """,
    lambda t: t - 5,
)
pair(
    "a shift by a position less a constant",
    ROUNDED.partition(":")[0],
    """
    ! return reg.scalar(s32, init=1) << (tid - 1)
    + return reg.scalar(s32, init=1) << (7 - tid)
    """,
    lambda t: 1 << (7 - t),
)
pair(
    "the remainder of a signed position less a constant",
    rf"{ROUNDED}.*add a multiple of the divisor before, \(x \+ n\) % n",
    """
    ! return (tid - 4) % 3
    + return (tid - 4 + 6) % 3
    """,
    lambda t: (t - 4) % 3,
)
pair(
    "the quotient of a signed position less a constant",
    ROUNDED,
    """
    ! return (tid - 5) // 2
    + return (tid - 5) >> 1
    """,
    lambda t: (t - 5) // 2,
)
pair(
    "the previous row of a tile",
    ROUNDED,
    """
      row = (tid >> 1) * 2
    ! return (row - 2) // 3
    + return (row - 2 + 3) // 3 - 1
    """,
    lambda t: ((t >> 1) * 2 - 2) // 3,
)
pair(
    "a negative constant in a register",
    ROUNDED,
    """
      low = reg.scalar(s32, init=-7)
    ! return low // 2 + tid
    + return (low >> 1) + tid
    """,
    lambda t: t - 4,
)
pair(
    "the previous stage of a loop",
    ROUNDED,
    """
      s = reg.scalar(s32, init=0)
    - for i in ptx.range_(5):
    + for i in ptx.range_(1, 6):
    =     s += (i - 1) % 3
      return s
    """,
    lambda t: 0 + 1 + 2 + 0 + 1,
)
pair(
    "a limit of 0 that is written, and one that an unrolled loop computes",
    "never below 0",
    """
      s, u = reg.scalar(s32, init=0), reg.from_(tid, u32)
      for j in range(2):
    !     s += reg.from_(u >= 0, s32)
    +     s += reg.from_(u >= j * 4, s32)
      return s
    """,
    lambda t: 1 + (t >= 4),
)
pair(
    "a limit of 0 of a difference",
    "never below 0",
    """
    - s, u = reg.scalar(s32, init=0), reg.from_(n ^ 0, u32)
    + s, u = reg.scalar(s32, init=0), reg.from_(n ^ 0, s32)
      for j in range(2):
    =     s += reg.from_(u - 5 >= j * 4, s32)
      return s
    """,
    lambda t: 0,
)
pair(
    "a constant less a position",
    ROUNDED,
    """
    ! return (3 - tid) % 3
    + return (3 - tid + 6) % 3
    """,
    lambda t: (3 - t) % 3,
)
pair(
    "the complement of a position",
    ROUNDED,
    """
    ! return ~tid // 2
    + return ~tid >> 1
    """,
    lambda t: ~t // 2,
)
pair(
    "a copy of a difference",
    ROUNDED,
    """
      before = tid - 5
      copied = +before
    ! return copied // 2
    + return copied >> 1
    """,
    lambda t: (t - 5) // 2,
)
pair(
    "a wider difference",
    ROUNDED,
    """
      wide = reg.from_(tid - 5, s64)
    ! return reg.from_(wide // 2, s32)
    + return reg.from_(wide >> 1, s32)
    """,
    lambda t: (t - 5) // 2,
)
pair(
    "a difference that an instruction copies",
    ROUNDED,
    """
      before = reg.scalar(s32)
      ptx.mov(before, tid - 5)
    ! return before % 2
    + return before & 1
    """,
    lambda t: (t - 5) % 2,
)
pair(
    "a difference of registers with constants",
    WRAPS,
    """
    - u, stages = reg.from_(tid, u32), reg.scalar(u32, init=3)
    + u, stages = +tid, reg.scalar(s32, init=3)
    = return reg.from_(u - stages < 2, s32)
    """,
    lambda t: int(t - 3 < 2),
)
pair(
    "a loop from an unsigned difference",
    WRAPS,
    """
      s = reg.scalar(s32, init=0)
    - u = reg.from_(tid, u32)
    + u = reg.from_(tid, s32)
    = for i in ptx.range_(u - 4, 2):
          s += 1
      return s
    """,
    lambda t: max(0, 6 - t),
)
pair(
    "a difference that equals a number below 0",
    WRAPS,
    """
      u = reg.from_(tid, u32)
    ! return reg.from_(u - 5 <= -5, s32)
    + return reg.from_(u - 5 == -5, s32)
    """,
    lambda t: int(t == 0),
)
pair(
    "a number that other threads may have set",
    ROUNDED,
    """
      d = reg.scalar(s32, init=9)
    - with ptx.block():
    + with ptx.if_(tid < 0):
          ptx.mov(d, 1)
      d -= 2
    = return d // 2
    """,
    lambda t: 3,
)
pair(
    "a wrapped position becomes a signed register",
    rf"{ROUNDED}.*add a multiple of the divisor",
    """
      u = reg.from_(tid, u32)
    ! return reg.from_(u - 5, s32) // 2
    + return reg.from_(u - 5, s32) >> 1
    """,
    lambda t: (t - 5) // 2,
)
pair(
    "an element of an array is set to a difference",
    ROUNDED,
    """
      kept = reg.array(s32, 2)
      kept[1] = tid - 5
    ! return kept[1] % 3
    + return (kept[1] + 6) % 3
    """,
    lambda t: (t - 5) % 3,
)
