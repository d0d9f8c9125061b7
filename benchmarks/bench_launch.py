"""Cost of a repeated call above the driver, on CPU tensors and a driver that returns at once.

``python benchmarks/bench_launch.py`` prints microseconds per call, best of many short interleaved batches,
for two inputs and an output of 4 x 256 numbers, and the ratio to `torch.empty_like`, a measure of the
machine's speed: launches of a kernel, its operator, operators in compiled graphs, and handlers in an XLA
executable. With a GPU it also measures launches there, beside `torch.add`, CUDA graphs and Triton. A row that
cannot be measured gives the reason. ``--dry`` makes one batch of each row, without a GPU: that tests the
script and measures nothing.
"""

from __future__ import annotations

import argparse
import contextlib
import ctypes
import ctypes.util
import functools
import importlib.util
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import torch

from pyptx import Tile, kernel, ptx, reg
from pyptx.program import recorded
from pyptx.runtime import driver as drivers
from pyptx.runtime import extension, native, native_calls, plain
from pyptx.runtime.driver import Ready
from pyptx.runtime.plan import plan_launch
from pyptx.types import f32, u32

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from pyptx.layouts.tensor_map import TensorMap
    from pyptx.runtime.plan import LaunchPlan

SHAPE = (4, 256)
ROUNDS = 1000
BATCH, MOST = 100e-6, 1.0
"""Seconds of a batch, which is to end before another process takes the core, and of all batches of a row."""
FEW, MANY = 1, 9
"""Operators of the graphs that are compared."""
REPEATS = 1000
"""Calls of a handler by itself."""

HERE = Path(__file__).parent


class Driver:
    """A driver whose functions return success: `fegetround` of the C library does."""

    def addresses(self) -> tuple[int, ...]:
        """Return the addresses of the functions."""
        library = ctypes.CDLL(ctypes.util.find_library("m"))
        return (ctypes.cast(library.fegetround, ctypes.c_void_p).value or 0,) * 5

    def refuse(self, name: str, status: int) -> None:
        """Raise the error of a status."""
        raise RuntimeError(f"{name}: {status}")

    def current_device(self) -> int:
        """Ordinal of its GPU."""
        return 0

    def current(self, ordinal: int) -> contextlib.AbstractContextManager[None]:
        """Make a GPU the current one."""
        return contextlib.nullcontext()

    def tensor_map(self, tensor: TensorMap) -> bytes:
        """Encode a tensor map."""
        return bytes(128)

    def ready(self, *launch: Any) -> Ready:
        """Load a kernel."""
        return Ready(1, 0, (1, 1, 1), (64, 1, 1), 0, b"")


class Callee:
    """An object that calls a bound launch."""

    def __init__(self, target: Any) -> None:
        self.target = target
        native_calls.set_native_target(self, target)

    def __call__(self, *args: Any) -> object:
        """Say that native code did not launch."""
        return NotImplemented


def sum_of(x: Any, y: Any, z: Any) -> None:
    """``z = x + y``, an element for each thread."""
    at = (reg.from_(ptx.special.ctaid.x(), u32) * SHAPE[1] + ptx.special.tid.x()) * f32.bytes
    px, py, pz = (pointer + at for pointer in ptx.global_ptrs(x, y, z))
    one, other = reg.scalar(f32), reg.scalar(f32)
    ptx.ld(f32, one, ptx.addr(px))
    ptx.ld(f32, other, ptx.addr(py))
    ptx.st(f32, ptx.addr(pz), one + other)


def adder(name: str) -> Any:
    """Return a kernel that adds."""
    tile = Tile(*SHAPE, f32)
    made = kernel(in_specs=(tile, tile), out_specs=(tile,), grid=SHAPE[0], block=(SHAPE[1],), name=name)
    return made(sum_of)


@torch.library.custom_op("bench::add", mutates_args=())  # type: ignore[untyped-decorator]  # torch's
def operator(x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
    """Allocate the output, as the operator of a kernel does at least."""
    return torch.empty_like(x)


operator.register_fake(lambda x, y: torch.empty_like(x))


def plan_of(add: Any, *arrays: Any) -> LaunchPlan:
    """Return the plan of a launch of a kernel on arrays."""
    program = add.program()
    names = [param.name for param in program.params]
    addresses = {name: array.data_ptr() for name, array in zip(names, arrays, strict=True)}
    return plan_launch(program, Driver().ready(), addresses, names)


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--dry", action="store_true", help="one batch of each row, without a GPU")
    dry = parser.parse_args().dry
    show = functools.partial(print_table, rounds=1 if dry else ROUNDS)
    vars(native)["driver"] = Driver  # the driver that returns at once
    add = adder("add")
    known = native.launcher("add")
    if known is None:
        sys.exit(extension.MISSING or "this torch does not lend its tensors to C")
    x, y, z = (torch.zeros(SHAPE) for _ in range(3))
    plan = plan_of(add, x, y, z)
    native.learn(known, add.program(), plan, [x, y], [z], {}, (), (2,))
    guard = add.callee.variants.reads.guard()
    known.watch(guard)
    native_calls.set_native_target(add, known)  # as a first call on CUDA tensors does
    add.callee.launcher = known
    if recorded() or known.call((x, y), z, {}) is not z:
        sys.exit("the launcher leaves the call alone")
    show("above the driver", eager(add, known, x, y, z))
    show("another operator of a compiled graph, above the driver", graphs(add.operator, x, y), MANY - FEW)
    chains, alone = handlers()
    show("another handler of an executable of XLA", chains, MANY - FEW)
    show("the handler of CUDA by itself, above the driver", alone, REPEATS - 1)
    if torch.cuda.is_available() and not dry:
        show("on the GPU, with its driver", on_gpu(), after=torch.cuda.synchronize)
    else:
        print(f"\ntorch.add, CUDA graphs, Triton: not measured, {'--dry' if dry else 'torch sees no GPU'}")


def eager(add: Any, known: Any, x: Any, y: Any, z: Any) -> dict[str, Callable[[], object]]:
    """Launches of all kinds, and what torch needs for less."""
    vars(drivers)["launching"] = None  # the list of the last launches, too
    python = plain.Launcher(Driver().addresses(), functools.partial(Driver().refuse, "add"), "add")
    plan = plan_of(add, x, y, z)
    native.learn(python, add.program(), plan, [x, y], [z], {}, (), (2,))
    unhurried, in_graph = adder("unhurried"), add.operator
    unhurried.callee.launcher = python
    stored = [array.data_ptr() for array in (x, y, z)]
    go, run = (
        native_calls.native_callable(Callee)(native.address_launch(add.program(), plan, (1, 0), None, *more))
        for more in (((),), (None, z))
    )
    if go(x, y, z) is not None or run() is not z:
        sys.exit("a bound launch leaves the call alone")
    return {
        "prepared()": run,
        "launch(...)(x, y, z)": lambda: go(x, y, z),
        "launch(...)(address, ...)": lambda: go(*stored),
        "kernel(x, y, out=z)": lambda: add(x, y, out=z),
        "kernel(x, y)": lambda: add(x, y),
        "its torch operator": lambda: in_graph(x, y),
        "kernel(x, y, out=z) without native code": lambda: unhurried(x, y, out=z),
        "kernel(x, y) without native code": lambda: unhurried(x, y),
        "of it, the launcher in Python, out=": lambda: python.call((x, y), z, None),
        "torch.empty_strided": lambda: torch.empty_strided(SHAPE, (SHAPE[1], 1)),
        "torch.empty_like": lambda: torch.empty_like(x),
        "torch.add(x, y, out=z)": lambda: torch.add(x, y, out=z),
        "torch.library.custom_op, empty": lambda: operator(x, y),
    }


def graphs(in_graph: Any, x: Any, y: Any) -> dict[str, tuple[Callable[[], object], Callable[[], object]]]:
    """Compiled graphs of a few and of many operators."""

    def compiled(call: Any, times: int) -> Callable[[], object]:
        def chain(x: Any, y: Any) -> Any:
            for _ in range(times):
                x = call(x, y)
            return x

        step = torch.compile(chain, fullgraph=True)
        step(x, y)
        return lambda: step(x, y)

    calls = {"operator of a kernel": in_graph, "torch.library.custom_op, empty": operator}
    return {name: (compiled(call, FEW), compiled(call, MANY)) for name, call in calls.items()}


Pairs = dict[str, tuple["Callable[[], object]", "Callable[[], object]"]]


def handlers() -> tuple[Pairs, Pairs]:
    """Executables of XLA with a few and with many calls, and one that calls its handler once and often.

    The calls are those of the simulator, of the handler of CUDA, and of one that does nothing.
    """
    compiler = shutil.which("cc")
    if importlib.util.find_spec("jax") is None or compiler is None:
        print(f"\nhandlers of XLA: not measured, {'no C compiler' if compiler is None else 'no jax'}")
        return {}, {}
    jax, xla = importlib.import_module("jax"), importlib.import_module("pyptx.runtime.xla")
    jnp = jax.numpy
    x, y = jnp.zeros(SHAPE), jnp.zeros(SHAPE)

    def chained(call: Any, times: int) -> Callable[[], object]:
        step = jax.jit(lambda x, y: functools.reduce(lambda made, _: call(made, y), range(times), x))
        step(x, y).block_until_ready()
        return lambda: step(x, y).block_until_ready()

    adding = adder("adding")
    found = {"on the CPU, which simulates": tuple(chained(adding, times) for times in (FEW, MANY))}
    vars(xla).update(driver=Driver, execute=lambda *args: None)
    with tempfile.TemporaryDirectory() as folder:
        library = Path(folder, "xla_stream.so")
        source = str(HERE / "xla_stream.c")
        include = str(HERE.parent / "csrc")
        subprocess.run(
            [compiler, "-O2", "-shared", "-fPIC", "-I", include, source, "-o", library], check=True
        )
        stream = ctypes.CDLL(str(library))
    address = ctypes.pythonapi.PyCapsule_GetPointer
    address.restype, address.argtypes = ctypes.c_void_p, (ctypes.py_object, ctypes.c_char_p)
    stream.wrap(ctypes.c_void_p(address(extension.launching.xla_handler("CUDA"), None)))
    rows = {"of CUDA, above the driver": stream.wrapped, "empty": stream.empty}
    for number, (row, function) in enumerate(rows.items()):
        target = f"bench_{number}"
        jax.ffi.register_ffi_target(target, jax.ffi.pycapsule(function), platform="cpu")
        vars(xla)["TARGET"] = target
        again = adder(f"adding_{number}")
        found[row] = tuple(chained(again, times) for times in (FEW, MANY))
    once, _ = found["of CUDA, above the driver"]
    repeats = ctypes.c_long.in_dll(stream, "repeats")

    def repeated(times: int) -> object:
        repeats.value = times
        done = once()
        repeats.value = 1
        return done

    alone = {"one call": (once, lambda: repeated(REPEATS))}
    return found, alone  # type: ignore[return-value]  # mypy does not count what a generator gives


def on_gpu() -> dict[str, Callable[[], object]]:
    """Launches on a GPU beside those of others; the queue is emptied between batches."""
    vars(native)["driver"] = importlib.import_module("pyptx.runtime.driver").driver
    add = adder("add_on_gpu")
    x, y, z = (torch.ones(SHAPE, device="cuda") for _ in range(3))
    add(x, y, out=z)
    if not z.equal(x + y):
        sys.exit("the kernel adds wrongly")
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        for _ in range(MANY):
            add(x, y, out=z)
    run, in_graph = add.prepare(x, y, out=z), add.operator
    rows: dict[str, Callable[[], object]] = {
        "prepared()": run,
        "kernel(x, y, out=z)": lambda: add(x, y, out=z),
        "kernel(x, y)": lambda: add(x, y),
        "its torch operator": lambda: in_graph(x, y),
        f"a CUDA graph of {MANY} launches": graph.replay,
        "torch.add(x, y, out=z)": lambda: torch.add(x, y, out=z),
        "torch.add(x, y)": lambda: torch.add(x, y),
        "torch.empty_like": lambda: torch.empty_like(x),
    }
    if importlib.util.find_spec("triton") is None:
        print("\nTriton: not measured, it is not installed")
        return rows
    theirs = importlib.import_module("triton_add").add[(SHAPE[0],)]
    return {**rows, "Triton, kernel[grid](x, y, z)": lambda: theirs(x, y, z, SHAPE[1])}


def print_table(
    title: str,
    rows: Mapping[str, Callable[[], object] | tuple[Callable[[], object], Callable[[], object]]],
    more: int = 1,
    *,
    rounds: int,
    after: Callable[[], object] = lambda: None,
) -> None:
    """Print a table; where a row is two calls, how much longer the second takes for each of `more`."""
    if not rows:
        return
    width = 58
    calls = {name: row if isinstance(row, tuple) else (row,) for name, row in rows.items()}
    measured = measure(calls, rounds, after)
    unit = measured.pop("torch.empty_like ")
    print(f"\n{title:<{width}}{'µs':>10}{'ratio':>8}")
    for name, (first, *last) in measured.items():
        cost = (last[0] - first) / more if last else first
        print(f"{name:<{width}}{cost:10.2f}{cost / unit[0]:8.2f}")


def measure(
    rows: Mapping[str, tuple[Callable[[], object], ...]], rounds: int, after: Callable[[], object]
) -> dict[str, list[float]]:
    """Microseconds of each call, less those of an empty function; the rows take turns."""
    x = torch.zeros(SHAPE)
    rows = {**rows, "torch.empty_like ": (lambda: torch.empty_like(x),), "": (lambda: None,)}
    timed = {name: [Timed(call) for call in calls] for name, calls in rows.items()}
    for _ in range(rounds):
        for one in (one for several in timed.values() for one in several if one.spent < MOST):
            one.batch()
            after()
    (empty,) = timed.pop("")
    return {name: [one.best - empty.best for one in several] for name, several in timed.items()}


class Timed:
    """A call and the microseconds that it took at best; the seconds of all its batches."""

    def __init__(self, call: Callable[[], object]) -> None:
        call()
        self.call, self.count, self.best, self.spent = call, 1, float("inf"), 0.0

    def batch(self) -> None:
        """Call as often as fits a batch."""
        call = self.call
        start = time.perf_counter()
        for _ in range(self.count):
            call()
        took = time.perf_counter() - start
        self.spent += took
        self.best = min(self.best, took / self.count * 1e6)
        self.count = max(1, int(BATCH * 1e6 / max(self.best, 0.02)))


if __name__ == "__main__":
    main()
