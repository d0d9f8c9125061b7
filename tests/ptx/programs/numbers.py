"""Python numbers that change in loops of the GPU."""

from __future__ import annotations

from tests.ptx.programs.pairs import Pairs

PAIRS = Pairs()
pair = PAIRS.add

pair(
    "a stage",
    r"stage is a Python number: `for .* runs many times on .*stays 0; it became 1\n  make it a register",
    """
    - s, stage = reg.scalar(s32, init=0), 0
    + s, stage = reg.scalar(s32, init=0), reg.scalar(s32, init=0)
      for i in ptx.range_(4):
          s += stage
    !     stage = (stage + 1) % 3
    +     ptx.mov(stage, (stage + 1) % 3)
      return s
    """,
    lambda t: 3,
)
pair(
    "a phase",
    "phase is a Python number",
    """
    - s, phase = reg.scalar(s32, init=0), 0
    + s, phase = reg.scalar(s32, init=0), reg.scalar(s32, init=0)
      for i in ptx.range_(4):
          s += phase
    =     phase ^= 1
      return s
    """,
    lambda t: 2,
)
pair(
    "an offset",
    "off is a Python number.*stays 0; it became 4",
    """
    - s, off = reg.scalar(s32, init=0), 0
    + s, off = reg.scalar(s32, init=0), reg.scalar(s32, init=0)
      for i in ptx.range_(4):
          s += off
    =     off += 4
      return s
    """,
    lambda t: 24,
)
pair(
    "the first time",
    "first is a Python number.*stays True; it became False",
    """
    - s, first = reg.scalar(s32, init=5), True
    + s = reg.scalar(s32, init=5)
      for i in ptx.range_(4):
    -     if first:
    +     with ptx.if_(i == 0):
              ptx.mov(s, 0)
    !     first = False
          s += tid
      return s
    """,
    lambda t: 4 * t,
)
pair(
    "a count in while's manner",
    "k is a Python number",
    """
      s, k, i = reg.scalar(s32, init=0), 0, reg.scalar(s32, init=0)
      with ptx.loop("again"):
    -     s += k
    !     k += 1
    +     s += i
          i += 1
          ptx.repeat_if(i < 4)
      return s
    """,
    lambda t: 6,
)
pair(
    "a power of two",
    "k is a Python number",
    """
    - s, k = reg.scalar(s32, init=0), 1
    - for i in ptx.range_(4):
    + s = reg.scalar(s32, init=0)
    + for k in (1, 2, 4, 8):
          s += k
    !     k <<= 1
      return s
    """,
    lambda t: 15,
)
pair(
    "a count after the loop",
    "count is a Python number",
    """
    - count = 0
    + count = reg.scalar(s32, init=0)
      for i in ptx.range_(4):
    =     count += 1
      return tid + count
    """,
    lambda t: t + 4,
)
pair(
    "a float",
    r"scale is a Python number.*reg\.scalar\(f32, init=1\.0\)",
    """
    - s, scale = reg.scalar(f32, init=0.0), 1.0
    + s, scale = reg.scalar(f32, init=0.0), reg.scalar(f32, init=1.0)
      for i in ptx.range_(4):
          s += scale
    =     scale *= 0.5
      return reg.from_(s * 8.0, s32)
    """,
    lambda t: 15,
)
pair(
    "a string",
    "op is a Python value.*stays 'add'; it became 'sub'",
    """
      s, op = reg.scalar(s32, init=0), "add"
      for i in ptx.range_(4):
          if op == "add":
              s += 1
    !     op = "sub"
      return s
    """,
    lambda t: 4,
)
pair(
    "nonlocal in a helper",
    "stage is a Python number",
    """
    - s, stage = reg.scalar(s32, init=0), 0
    + s, stage = reg.scalar(s32, init=0), reg.scalar(s32, init=0)
      def advance():
    -     nonlocal stage
    !     stage = (stage + 1) % 3
    +     ptx.mov(stage, (stage + 1) % 3)
          return stage
      for i in ptx.range_(4):
          s += advance()
      return s
    """,
    lambda t: 1 + 2 + 0 + 1,
)
pair(
    "a counter that a function made",
    "k is a Python number",
    """
      def counter():
    -     k = 0
    +     k = reg.scalar(s32, init=0)
          def step():
              nonlocal k
    =         k += 1
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
    "STAGE is a Python number",
    """
    - global STAGE
    - STAGE = 0
    - s = reg.scalar(s32, init=0)
    + stage, s = reg.scalar(s32, init=0), reg.scalar(s32, init=0)
      for i in ptx.range_(4):
    -     s += STAGE
    !     STAGE = (STAGE + 1) % 3
    +     s += stage
    +     ptx.mov(stage, (stage + 1) % 3)
      return s
    """,
    lambda t: 3,
)
pair(
    "an attribute that counts",
    r"state\.stage is a Python number",
    """
      class State:
    -     stage = 0
    +     pass
      state, s = State(), reg.scalar(s32, init=0)
    - state.stage = 0
    + state.stage = reg.scalar(s32, init=0)
      for i in ptx.range_(4):
          s += state.stage
    =     state.stage += 1
      return s
    """,
    lambda t: 6,
)
pair(
    "an attribute of a class",
    r"State\.stage is a Python number",
    """
      class State:
    -     stage = 0
    +     stage = 2
      s = reg.scalar(s32, init=0)
      for i in ptx.range_(4):
          s += State.stage
    !     State.stage += 1
      return s
    """,
    lambda t: 8,
)
pair(
    "an element that counts",
    r"k\[0\] is a Python number",
    """
    - k, s = [0], reg.scalar(s32, init=0)
    + k, s = [reg.scalar(s32, init=0)], reg.scalar(s32, init=0)
      for i in ptx.range_(4):
          s += k[0]
    =     k[0] += 1
      return s
    """,
    lambda t: 6,
)
pair(
    "a key that counts",
    r"d\['phase'\] is a Python number",
    """
    - d, s = {"phase": 0}, reg.scalar(s32, init=0)
    + d, s = {"phase": reg.scalar(s32, init=0)}, reg.scalar(s32, init=0)
      for i in ptx.range_(4):
          s += d["phase"]
    =     d["phase"] ^= 1
      return s
    """,
    lambda t: 2,
)
pair(
    "a cycle",
    "stages is a Python iterator",
    """
      import itertools
      stages, s = itertools.cycle(range(3)), reg.scalar(s32, init=0)
    - for i in ptx.range_(4):
    + for i in range(4):
    =     s += next(stages)
      return s
    """,
    lambda t: 3,
)
for name, iterator in (
    ("a cycle that was advanced before", "itertools.cycle([0, 1, 2])"),
    ("a generator of equal values", "(x for x in [0, 0, 1, 1, 2, 2, 9, 9])"),
    ("an iterator of a dictionary", "iter(dict.fromkeys([7, 8, 9, 0, 1, 2, 3, 4]))"),
    ("a chain", "itertools.chain([4, 3], [2, 1, 0, 0, 1, 2])"),
):
    pair(
        name,
        "^it is a Python iterator",
        f"""
      it, s = {iterator}, reg.scalar(s32, init=0)
      first = [next(it) for _ in range(4)]
    - for i in ptx.range_(2):
    + for i in range(2):
    =     s += next(it)
      return s + len(first)
        """,
        {
            "a cycle that was advanced before": lambda t: 1 + 2 + 4,
            "a generator of equal values": lambda t: 2 + 2 + 4,
            "an iterator of a dictionary": lambda t: 1 + 2 + 4,
            "a chain": lambda t: 0 + 0 + 4,
        }[name],
    )
pair(
    "a list of a class, through an object",
    r"State\.rows\[0\] is a Python number|state\.rows\[0\] is a Python number",
    """
      class State:
          rows = [0]
      state, s = State(), reg.scalar(s32, init=0)
    - for i in ptx.range_(4):
    + for i in range(4):
          s += state.rows[0]
    !     state.rows[0] += 1
    +     state.rows[0] += 1
      return s
    """,
    lambda t: 6,
)
pair(
    "a generator",
    "g is a Python iterator",
    """
      def stages():
          while True:
              yield from range(3)
      g, s = stages(), reg.scalar(s32, init=0)
    - for i in ptx.range_(4):
    + for i in range(4):
    =     s += next(g)
      return s
    """,
    lambda t: 3,
)
pair(
    "an iterator that a loop empties",
    "rows is a Python iterator",
    """
    - rows, s = iter([1, 2, 3]), reg.scalar(s32, init=0)
    + rows, s = [1, 2, 3], reg.scalar(s32, init=0)
      for i in ptx.range_(4):
    =     for row in rows:
              s += row
      return s
    """,
    lambda t: 24,
)
pair(
    "a queue that turns",
    r"ring\[0\] is a Python number",
    """
      import collections
      ring, s = collections.deque([0, 1, 2]), reg.scalar(s32, init=0)
    ! for i in ptx.range_(4):
    + for i in range(4):
          s += ring[0]
          ring.rotate(-1)
      return s
    """,
    lambda t: 3,
)
pair(
    "an array of NumPy",
    r"phases\[\.\.\.\] is a Python value: .* stays array\(\[0, 0\]\); it became array\(\[1, 0\]\)",
    """
      import numpy as np
    - phases, s = np.zeros(2, int), reg.scalar(s32, init=0)
    + weights, s = np.array([1, 2]), reg.scalar(s32, init=0)
      for i in ptx.range_(4):
    -     s += int(phases[0])
    !     phases[0] ^= 1
    +     s += int(weights[0])
      return s
    """,
    lambda t: 4,
)
pair(
    "an object that has every attribute",
    r"state\.stage is a Python number",
    """
      class State:
          def __init__(self, stage): self.stage = stage
          def __getattr__(self, name): return 0
      state, s = State(1), reg.scalar(s32, init=0)
      for i in ptx.range_(4):
          s += state.stage
    !     state = State(2)
    +     state = State(1)
      return s
    """,
    lambda t: 4,
)
pair(
    "an iterator that a helper advances",
    "numbers is a Python iterator",
    """
      numbers, s = iter([1, 2, 3, 4]), reg.scalar(s32, init=0)
      def take():
          return next(numbers)
    - for i in ptx.range_(4):
    !     s += take()
    + for i in range(4):
    +     s += take()
      return s
    """,
    lambda t: 10,
)
for holder, place in (
    ("{'c': count}", "h['c'][0]"),
    ("types.SimpleNamespace(c=count)", "h.c[0]"),
    ("[7, count]", "h[1][0]"),
):
    pair(
        f"a counter under two names, in {holder}",
        "count.0. is a Python number",
        f"""
      s, count = reg.scalar(s32, init=0), [0]
      h = {holder}
    - for i in ptx.range_(4):
    + for i in range(4):
          s += {place}
    !     {place} += 1
    +     {place} += 1
      return s + tid
        """,
        lambda t: 6 + t,
    )
pair(
    "a counter of an object whose method has another name",
    "ring.stage is a Python number",
    """
      class Ring:
          stage = 0
          def step(self):
    !         self.stage += 1
    +         self.stage += 1
              return self.stage
      s, ring = reg.scalar(s32, init=0), Ring()
      step = ring.step
    - for i in ptx.range_(4):
    + for i in range(4):
          s += step()
      return s + tid
    """,
    lambda t: 10 + t,
)
