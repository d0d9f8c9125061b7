"""Places that are empty before a loop: filled before they are read, or tested for what an iteration left."""

from __future__ import annotations

from tests.ptx.programs.pairs import Pairs

PAIRS = Pairs()
pair = PAIRS.add

pair(
    "an element is filled, and a helper tests its own option",
    r"frags\[0\] is None before and %r\d+ after",
    """
      def scaled(x, factor=None):
          return x if factor is None else x * factor
      s, frags = reg.scalar(s32, init=0), [None] * 2
      for i in ptx.range_(3):
          for j in range(2):
    !         frags[j] = scaled(tid, frags[j])
    +         frags[j] = scaled(tid + j)
          s += frags[0] + frags[1]
      return s
    """,
    lambda t: 3 * (2 * t + 1),
)
pair(
    "a helper fills an element, and tests its own option",
    r"frags\[0\] is None before",
    """
      def fill(places, j, factor=None):
    -     if places[j] is None or factor is not None:
    +     if factor is None:
              factor = 1
          places[j] = (tid + j) * factor
      s, frags = reg.scalar(s32, init=0), [None] * 2
    = for i in ptx.range_(3):
          for j in range(2):
              fill(frags, j)
          s += frags[0] + frags[1]
      return s
    """,
    lambda t: 3 * (2 * t + 1),
)
pair(
    "a slice is filled",
    r"frags\[0\] is None before",
    """
      def scaled(x, factor=None):
          return x if factor is None else x * factor
      s, frags = reg.scalar(s32, init=0), [None] * 2
      for i in ptx.range_(3):
    !     frags[:] = [scaled(tid, each) for each in frags]
    +     frags[:] = [scaled(tid + j) for j in range(2)]
          s += frags[0] + frags[1]
      return s
    """,
    lambda t: 3 * (2 * t + 1),
)
pair(
    "an attribute is filled, and a method tests its own option",
    r"state\.value is None before",
    """
      class State:
          value = limit = None
          def load(self, x, factor=None):
              if factor is None and self.limit is None:
                  factor = 2
    -         if self.value is not None:
    -             factor = 3
    =         self.value = x * factor
      s, state = reg.scalar(s32, init=0), State()
      for i in ptx.range_(3):
          state.load(tid)
          s += state.value
      return s
    """,
    lambda t: 6 * t,
)
pair(
    "an attribute that is tested for truth",
    r"state\.value is None before",
    """
    - state = types.SimpleNamespace(value=None)
    + state = types.SimpleNamespace(value=reg.scalar(s32, init=0))
      s = reg.scalar(s32, init=0)
      for i in ptx.range_(4):
    !     state.value = (state.value or 0) + i
    +     state.value += i
          s += state.value
      return s
    """,
    lambda t: 0 + 1 + 3 + 6,
)
pair(
    "an element that is tested for truth",
    r"last\[0\] is None before",
    """
    - s, last = reg.scalar(s32, init=0), [None]
    + s, last = reg.scalar(s32, init=0), [reg.scalar(s32, init=0)]
      for i in ptx.range_(4):
    -     s += last[0] or 0
    !     last[0] = i
    +     s += last[0]
    +     ptx.mov(last[0], i)
      return s
    """,
    lambda t: 0 + 0 + 1 + 2,
)
pair(
    "a partial of a helper that tests the element",
    r"frags\[0\] is None before",
    """
      def chosen(x, old):
          return x if old is None else old
      s, frags, choose = reg.scalar(s32, init=0), [None], functools.partial(chosen, tid)
      for i in ptx.range_(4):
    !     frags[0] = choose(frags[0])
    +     frags[0] = choose(None)
          s += frags[0]
      return s
    """,
    lambda t: 4 * t,
)
pair(
    "a count that starts with the default of get",
    r"counts\['steps'\] is in a Python dict",
    """
    - s, counts = reg.scalar(s32, init=0), {}
    + s, counts = reg.scalar(s32, init=0), {"steps": reg.scalar(s32, init=0)}
      for i in ptx.range_(4):
    !     counts["steps"] = counts.get("steps", 0) + 1
    +     counts["steps"] += 1
          ptx.mov(s, counts["steps"])
      return s
    """,
    lambda t: 4,
)
pair(
    "a sum that starts with the default of getattr",
    r"state\.total is in a Python State",
    """
      class State:
          pass
      s, state = reg.scalar(s32, init=0), State()
    + state.total = reg.scalar(s32, init=0)
      for i in ptx.range_(4):
    !     state.total = getattr(state, "total", 0) + i
    +     state.total += i
          ptx.mov(s, state.total)
      return s
    """,
    lambda t: 6,
)
pair(
    "a flag that a dictionary gets in the first iteration",
    r"state\['seen'\] is in a Python dict",
    """
      s, state = reg.scalar(s32, init=0), {}
      for i in ptx.range_(4):
    -     if "seen" in state:
    -         s += 1
    +     with ptx.if_(i > 0):
    +         s += 1
    !     state["seen"] = True
      return s
    """,
    lambda t: 3,
)
pair(
    "a sum that a dictionary gets in the first iteration",
    r"made\['total'\] is in a Python dict",
    """
      s, made = reg.scalar(s32, init=0), {}
    + made["total"] = reg.scalar(s32, init=0)
      for i in ptx.range_(4):
          if "total" not in made:
              made["total"] = reg.scalar(s32, init=0)
    =     made["total"] += i
          ptx.mov(s, made["total"])
      return s
    """,
    lambda t: 6,
)
pair(
    "a list of setdefault",
    r"rows\['a'\] is in a Python dict",
    """
      s, rows = reg.scalar(s32, init=0), {}
      for i in ptx.range_(4):
    !     rows.setdefault("a", []).append(1)
    -     ptx.mov(s, len(rows["a"]))
    +     s += 1
      return s
    """,
    lambda t: 4,
)
pair(
    "a product that a dictionary keeps, beside a constant",
    r"made\[5\] is in a Python dict",
    """
      s, made = reg.scalar(s32, init=0), {}
      def scaled(k, x):
          if k not in made:
    =         made[k] = x * k
          return made[k]
      for i in ptx.range_(4):
    -     s += scaled(5, i)
    +     s += scaled(5, tid)
      return s
    """,
    lambda t: 20 * t,
)
pair(
    "a list that a dictionary gets in the first iteration",
    r"made\['total'\] is in a Python dict",
    """
      s, made = reg.scalar(s32, init=0), {}
    + made["total"] = [reg.scalar(s32, init=0)]
      for i in ptx.range_(4):
    -     if "total" not in made:
    !         made["total"] = [reg.scalar(s32, init=0)]
          made["total"][0] += i
          ptx.mov(s, made["total"][0])
      return s
    """,
    lambda t: 6,
)
pair(
    "a number that a dictionary gets in some threads",
    r"flags\['hot'\] is in a Python dict: `with ptx\.if_\(\.\.\.\)` runs in some threads only",
    """
    - flags = {}
    + flags = {"hot": reg.scalar(s32, init=0)}
      with ptx.if_(tid > 3):
    !     flags["hot"] = 1
    +     ptx.mov(flags["hot"], 1)
      return tid + flags.get("hot", 0)
    """,
    lambda t: t + (t > 3),
)
pair(
    "rows that each iteration fills, and a method that asks for one",
    r"stage\.rows\[0\] is in a Python dict",
    """
      class Stage:
          def __init__(self):
              self.rows = {}
          def load(self, i):
              for j in range(2):
                  self.rows[j] = i * (j + 1)
          def has(self, j):
              return j in self.rows
      s, stage = reg.scalar(s32, init=0), Stage()
    = for i in ptx.range_(4):
    -     if stage.has(0):
    -         s += stage.rows[0]
          stage.load(i)
    +     s += stage.rows[1] - stage.rows[0]
      return s
    """,
    lambda t: 6,
)
