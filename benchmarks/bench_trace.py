"""Time of tracing one instruction, verification included, and of importing the package.

``python benchmarks/bench_trace.py [--count N]`` prints microseconds per traced instruction and milliseconds
of CPU for ``import pyptx``, best of five; and, to compare machines by, what an empty loop takes. The last
instructions stand in one function, each on a line of its own, as the transpiler writes them. ``--dry`` traces
each instruction once: that tests the script and measures nothing.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import time
from typing import TYPE_CHECKING, Any

from pyptx import ptx, reg
from pyptx.trace import Trace, tracing
from pyptx.types import b32, f32, pred, u32, u64

if TYPE_CHECKING:
    from collections.abc import Callable

    from pyptx.reg import Reg, RegArray


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--count", type=int, default=2_000, help="instructions per measurement, those of a large kernel"
    )
    parser.add_argument("--dry", action="store_true", help="one instruction per measurement, once")
    options = parser.parse_args()
    count, rounds = (1, 1) if options.dry else (options.count, 5)
    print(f"{'instruction':<44}{'us':>8}")
    total = 0.0
    cases = {name: repeated(body, count) for name, body in CASES.items()}
    for name, body in (cases | {"add.f32 r, r, r, each on its line": straight(count)}).items():
        best = min(measure(body) for _ in range(rounds))
        total += best
        print(f"{name:<44}{best:8.2f}")
    print(f"{'mean':<44}{total / (len(CASES) + 1):8.2f}")
    print(f"{'100 rounds of an empty loop':<44}{min(empty_loop() for _ in range(rounds)):8.2f}")
    print(f"{'import pyptx, ms':<44}{min(importing() for _ in range(rounds)):8.1f}")


def measure(body: Callable[[Registers], object]) -> float:
    """Microseconds for one of the instructions that `body` traces, once it has traced them before."""
    with tracing(Trace("bench", arch="sm_90a")):
        body(Registers())
    with tracing(Trace("bench", arch="sm_90a")) as trace:
        registers = Registers()
        start = time.process_time()
        body(registers)
        elapsed = time.process_time() - start
    return elapsed / trace.mark() * 1e6


def repeated(body: Callable[[Registers], object], count: int) -> Callable[[Registers], object]:
    """The same line, `count` times."""

    def loop(registers: Registers) -> None:
        for _ in range(count):
            body(registers)

    return loop


def straight(count: int) -> Callable[[Registers], object]:
    """A function of `count` lines, each an instruction."""
    names: dict[str, Any] = {"ptx": ptx}
    exec("def body(r):\n" + "    ptx.inst.add.f32(r.a, r.a, r.a)\n" * count, names)
    function: Callable[[Registers], object] = names["body"]
    return function


def empty_loop() -> float:
    """Microseconds of a hundred rounds of a loop that does nothing."""
    rounds = range(100_000)
    start = time.process_time()
    for _ in rounds:
        pass
    return (time.process_time() - start) / len(rounds) * 1e8


def importing() -> float:
    """Milliseconds of CPU that ``import pyptx`` takes in a process of its own, bytecode there."""
    code = "import time; start = time.process_time(); import pyptx; print(time.process_time() - start)"
    return float(subprocess.run([sys.executable, "-c", code], capture_output=True, check=True).stdout) * 1e3


class Registers:
    """Registers of the instructions."""

    def __init__(self) -> None:
        self.a: Reg = reg.scalar(f32)
        self.i: Reg = reg.scalar(u32)
        self.p: Reg = reg.scalar(pred)
        self.address: Reg = reg.scalar(u64)
        self.four: RegArray = reg.array(f32, 4)
        self.bits: RegArray = reg.array(b32, 4)
        self.two: RegArray = reg.array(b32, 2)


CASES: dict[str, Callable[[Registers], object]] = {
    "add.f32 r, r, r": lambda r: ptx.inst.add.f32(r.a, r.a, r.a),
    "fma.rn.f32 r, r, r, 2.0": lambda r: ptx.inst.fma.rn.f32(r.a, r.a, r.a, 2.0),
    "@p add.u32 r, r, 1": lambda r: ptx.inst.add.u32(r.i, r.i, 1, pred=r.p),
    "i + 4 (new register)": lambda r: r.i + 4,
    "x += 1.5": lambda r: r.a.__iadd__(1.5),
    "ld.global.f32 r, [rd+16]": lambda r: ptx.inst.ld.global_.f32(r.a, ptx.addr(r.address, 16)),
    "st.global.v4.f32 [rd], {4}": lambda r: ptx.inst.st.global_.v4.f32(ptx.addr(r.address), r.four),
    "mma.sync.m16n8k16 bf16": lambda r: ptx.inst.mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32(
        r.four, r.bits, r.two, r.four
    ),
}

if __name__ == "__main__":
    main()
