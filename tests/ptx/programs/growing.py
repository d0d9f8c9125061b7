"""Lists that grow in a loop: appended to for the trace alone, or read by the next iteration."""

from __future__ import annotations

from tests.ptx.programs.pairs import Pairs

PAIRS = Pairs()
pair = PAIRS.add
GROWS = r"emitted\[\d\] is in a Python list.*the list grows or shrinks once"

pair(
    "a list that only the trace reads",
    GROWS,
    """
      s, emitted = reg.scalar(s32, init=0), []
      for i in ptx.range_(3):
    =     emitted.append(i * 2)
    -     s += emitted[0]
    +     s += i * 2
      return s
    """,
    lambda t: 6,
)
pair(
    "a list that a helper appends to",
    GROWS,
    """
      s, emitted = reg.scalar(s32, init=0), []
      def noted(x):
    =     emitted.append(x)
    -     return emitted[0]
    +     return x
      for i in ptx.range_(3):
          s += noted(i * 2)
      return s
    """,
    lambda t: 6,
)
pair(
    "a global list that a helper appends to",
    GROWS,
    """
      global emitted
      s, emitted = reg.scalar(s32, init=0), []
      def noted(x):
          global emitted
    =     emitted.append(x)
    -     return emitted[0]
    +     return x
      for i in ptx.range_(3):
          s += noted(i * 2)
      return s
    """,
    lambda t: 6,
)
pair(
    "a list that is read after the loop",
    GROWS,
    """
      s, emitted = reg.scalar(s32, init=0), []
      for i in ptx.range_(3):
    !     emitted.append(i * 2)
    +     s += i * 2
    - for each in emitted:
    -     s += each
      return s
    """,
    lambda t: 6,
)
pair(
    "a list that starts empty in each iteration",
    GROWS,
    """
      s, emitted = reg.scalar(s32, init=0), []
      for i in ptx.range_(3):
    =     emitted.append(i * 2)
          for each in emitted:
              s += each
    +     emitted = []
      return s
    """,
    lambda t: 6,
)
