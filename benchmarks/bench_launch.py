"""What a repeated call costs above the driver, on CPU tensors and a driver that returns at once.

``python benchmarks/bench_launch.py`` prints microseconds per call, best of many short batches, for two inputs
and an output of 4 x 256 numbers: launches that are prepared, by address and of a kernel, and an operator of
torch.
"""

from __future__ import annotations

import ctypes
import ctypes.util
import functools
import sys
import time
from typing import TYPE_CHECKING, Any

import torch

from pyptx import Tile, kernel, ptx
from pyptx.program import recorded
from pyptx.runtime import extension, hasty, native, plain
from pyptx.runtime.driver import Ready
from pyptx.types import f32

if TYPE_CHECKING:
    from collections.abc import Callable

SHAPE = (4, 256)
CALLS = 200
BATCHES = 400


class Driver:
    """A driver whose functions return success: `fegetround` of the C library does."""

    def addresses(self) -> tuple[int, ...]:
        """Where the functions are."""
        library = ctypes.CDLL(ctypes.util.find_library("m"))
        return (ctypes.cast(library.fegetround, ctypes.c_void_p).value or 0,) * 5

    def refuse(self, name: str, status: int) -> None:
        """Raise what a status means."""
        raise RuntimeError(f"{name}: {status}")


class Callee:
    """What goes to a bound launch."""

    def __init__(self, target: Any) -> None:
        self.target = target
        hasty.hasten(self, target)

    def __call__(self, *args: Any) -> object:
        """Say that native code did not launch."""
        return NotImplemented


@kernel(in_specs=(Tile(*SHAPE, f32),) * 2, out_specs=(Tile(*SHAPE, f32),), arch="sm_80", block=(64,))
def add(x: Any, y: Any, z: Any) -> None:
    """Stand for a kernel; the driver of this benchmark runs nothing."""
    ptx.ret()


@torch.library.custom_op("bench::add", mutates_args=())  # type: ignore[untyped-decorator]  # torch's
def operator(x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
    """Allocate the output, as the operator of a kernel does at least."""
    return torch.empty_like(x)


def main() -> None:
    """Print the table."""
    vars(native)["driver"] = Driver  # the driver that returns at once
    known = native.launcher("add")
    if known is None:
        sys.exit(extension.MISSING or "this torch does not lend its tensors to C")
    x, y, z = (torch.zeros(SHAPE) for _ in range(3))
    ready = Ready(1, 0, (1, 1, 1), (64, 1, 1), 0, b"")
    native.learn(known, add.program(), ready, [x, y], [z], {}, {}, (), (2,))
    hasty.hasten(add, known)  # as a first call on CUDA tensors does
    vars(add)["_launcher"] = known
    in_graph = add.operator
    if recorded() or known.call((x, y), z, {}) is not z:
        sys.exit("the launcher leaves the call alone")
    python = plain.Launcher(Driver().addresses(), functools.partial(Driver().refuse, "add"), "add")
    native.learn(python, add.program(), ready, [x, y], [z], {}, {}, (), (2,))
    args = (x, y)
    stored = [array.data_ptr() for array in (x, y, z)]
    go, run = (
        hasty.hasty(Callee)(native.bound(add.program(), ready, (1, 0), None, *more))
        for more in ((), (stored, z))
    )
    if go(x, y, z) is not None or run() is not z:
        sys.exit("a bound launch leaves the call alone")
    rows: dict[str, Callable[[], object]] = {
        "prepared()": run,
        "launch(...)(x, y, z)": lambda: go(x, y, z),
        "launch(...)(address, ...)": lambda: go(*stored),
        "launcher, out=": lambda: known.call(args, z, None),
        "launcher, output allocated": lambda: known.call(args, None, None),
        "kernel(x, y, out=z)": lambda: add(x, y, out=z),
        "kernel(x, y)": lambda: add(x, y),
        "its torch operator, as in graphs": lambda: in_graph(x, y),
        "without native code, out=": lambda: python.call(args, z, None),
        "without native code": lambda: python.call(args, None, None),
        "torch.empty_strided": lambda: torch.empty_strided(SHAPE, (256, 1)),
        "torch.library.custom_op, empty": lambda: operator(x, y),
    }
    empty = measure(lambda: None)
    for name, call in rows.items():
        print(f"{name:<34}{measure(call) - empty:8.2f}")


def measure(call: Callable[[], object]) -> float:
    """Microseconds of one call."""
    best = float("inf")
    for _ in range(BATCHES):
        start = time.perf_counter()
        for _ in range(CALLS):
            call()
        best = min(best, time.perf_counter() - start)
    return best / CALLS * 1e6


if __name__ == "__main__":
    main()
