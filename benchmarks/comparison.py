"""A comparison of kernels on one card: the rules, the table, and the options of every script that compares.

* Inputs rotate through more than twice the L2 cache, and outputs with them, so that no call finds its own in
  the cache. They are random: zeros or small integers need less power and let the clock rise.
* Candidates take turns in one process, and a row is the median of its turns.
* The first seconds are not counted. `nvidia-smi` reads the clock and the power while turns run.
* The GPU waits until a turn is queued: a row is the time of the kernels, not that of the calls.
* The first output of each candidate is compared with a reference in f32.
* A case that is bound by memory begins with a copy, the fastest that such a kernel can be.

A script gives `main` a function that yields cases; `workloads.py` has those that several scripts share.
"""

from __future__ import annotations

import argparse
import json
import platform
import statistics
import subprocess
import time
from collections import deque
from dataclasses import asdict, dataclass
from itertools import cycle, islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

import torch

import pyptx

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

WARM_UP = 3.0
"""Seconds before the first measurement: until then the clock settles."""
TURNS, CALLS = 21, 50
"""Turns of each candidate, at least, and calls of a turn."""
QUEUED = 40_000
"""Clocks in which the host queues a call, at most."""
COPY = "copy (torch)"
BLACKWELL = {(10, 0): "sm_100a", (10, 3): "sm_103a"}
HOPPER = {(9, 0): "sm_90a"}
AMPERE = {(8, 0): "sm_80", (8, 6): "sm_86", (8, 9): "sm_89"}
SENSORS = {"clock_mhz": "clocks.sm", "watts": "power.draw", "celsius": "temperature.gpu"}


@dataclass(frozen=True)
class Place:
    """The device that runs the candidates, or the simulator.

    Attributes:
        device: Name of the device for torch.
        arch: Target of the kernels.
        sms: Multiprocessors.
        cache_bytes: Size of the L2 cache.
        turns: Turns of each candidate, at least.
        calls: Calls of a turn.
        warm_up: Seconds of calls that are not counted.
    """

    device: str
    arch: str
    sms: int
    cache_bytes: int
    turns: int = TURNS
    calls: int = CALLS
    warm_up: float = WARM_UP

    @property
    def dry(self) -> bool:
        """Whether the simulator runs the kernels."""
        return self.device == "cpu"

    def seconds(self, work: Callable[[], None]) -> float:
        """Return the device time of some calls."""
        if self.dry:
            start = time.perf_counter()
            work()
            return time.perf_counter() - start
        first, last = (torch.cuda.Event(enable_timing=True) for _ in range(2))
        torch.cuda._sleep(QUEUED * self.calls)  # noqa: SLF001 -- the only kernel that waits
        first.record()
        work()
        last.record()
        last.synchronize()
        return float(first.elapsed_time(last)) * 1e-3


@dataclass(frozen=True)
class Case:
    """A problem and its candidates.

    Attributes:
        name: The problem with its sizes.
        inputs: Makes one set of inputs; called with a generator of the device.
        reference: Computes the output from a set of inputs.
        candidates: The functions compared, by name; the first is the one that the others are compared with.
        flops: Floating-point operations of a call; 0 if memory is the bound.
        bytes: Bytes that a call reads and writes, where memory is the bound.
        tolerance: Largest error, relative to the largest element of the output.
    """

    name: str
    inputs: Callable[[torch.Generator], tuple[torch.Tensor, ...]]
    reference: Callable[..., torch.Tensor]
    candidates: Mapping[str, Callable[..., torch.Tensor]]
    flops: float = 0
    bytes: float = 0
    tolerance: float = 2e-2


@dataclass(frozen=True)
class Row:
    """A result.

    Attributes:
        case: The problem.
        name: The candidate.
        microseconds: Median time of a call.
        rate: TFLOPS, or bytes in a nanosecond where memory is the bound.
        unit: `"TFLOPS"` or `"GB/s"`.
        ratio: The rate over that of the first candidate.
        error: Largest error, relative to the largest element of the reference.
        tolerance: The largest value allowed.
        sensors: Clock, power and temperature while the case ran.
    """

    case: str
    name: str
    microseconds: float
    rate: float
    unit: str
    ratio: float
    error: float
    tolerance: float
    sensors: dict[str, str]


def card(targets: Mapping[tuple[int, int], str]) -> Place:
    """Return the first GPU.

    Raises:
        SystemExit: There is no GPU, or no target for its compute capability.
    """
    if not torch.cuda.is_available():
        raise SystemExit("torch finds no GPU; --dry runs without one")
    capability = torch.cuda.get_device_capability(0)
    if capability not in targets:
        raise SystemExit(
            f"the GPU has compute capability {capability}; these kernels need {', '.join(targets.values())}"
        )
    properties = torch.cuda.get_device_properties(0)
    torch.backends.cuda.preferred_blas_library("cublaslt")
    return Place("cuda", targets[capability], properties.multi_processor_count, properties.L2_cache_size)


class Query:
    """Fields that `nvidia-smi` reads from the first GPU of this process, while the process goes on."""

    def __init__(self, *fields: str) -> None:
        """Start to read."""
        identity = f"--id=GPU-{torch.cuda.get_device_properties(0).uuid}"
        query = ["nvidia-smi", f"--query-gpu={','.join(fields)}", "--format=csv,noheader,nounits", identity]
        self._process = subprocess.Popen(query, stdout=subprocess.PIPE, text=True)

    @property
    def pending(self) -> bool:
        """Whether the values are still missing."""
        return self._process.poll() is None

    def values(self) -> list[str]:
        """Wait for the values."""
        out, _ = self._process.communicate()
        if self._process.returncode:
            raise SystemExit(f"nvidia-smi failed: {out.strip()}")
        return out.strip().split(", ")


def measure(case: Case, place: Place) -> list[Row]:
    """Check and time the candidates of a case."""
    generator = torch.Generator(place.device).manual_seed(0)
    rotated = [case.inputs(generator)]
    filled = sum(tensor.nbytes for tensor in rotated[0])
    rotated += [case.inputs(generator) for _ in range(max(1, 2 * place.cache_bytes // filled))]
    candidates = dict(case.candidates)
    errors, works = errors_of(case, rotated[0]), dict.fromkeys(candidates, case.flops or case.bytes)
    if not case.flops:
        candidates = {COPY: lambda first, *_: first.clone(), **candidates}
        errors[COPY], works[COPY] = 0.0, 2 * rotated[0][0].nbytes
    times, sensors = take_turns(candidates, rotated, place)
    unit, per_second = ("TFLOPS", 1e-12) if case.flops else ("GB/s", 1e-9)
    rates = {name: works[name] / seconds * per_second for name, seconds in times.items()}
    first = next(iter(rates.values()))
    return [
        Row(
            case.name, name, times[name] * 1e6, rate, unit, rate / first, errors[name], case.tolerance,
            sensors,
        )
        for name, rate in rates.items()
    ]  # fmt: skip


def errors_of(case: Case, inputs: tuple[torch.Tensor, ...]) -> dict[str, float]:
    """Return the largest error of each candidate, relative to the largest element of the reference."""
    expected = case.reference(*inputs).float()
    largest = expected.abs().max()
    return {
        name: float((call(*inputs).float() - expected).abs().max() / largest)
        for name, call in case.candidates.items()
    }


def take_turns(
    candidates: Mapping[str, Callable[..., torch.Tensor]],
    rotated: list[tuple[torch.Tensor, ...]],
    place: Place,
) -> tuple[dict[str, float], dict[str, str]]:
    """Return the median seconds of a call of each candidate, and the readings of the sensors meanwhile."""
    outputs: deque[torch.Tensor] = deque(maxlen=len(rotated))
    sets = cycle(rotated)

    def turn(call: Callable[..., torch.Tensor]) -> float:
        chosen = list(islice(sets, place.calls))

        def work() -> None:
            for inputs in chosen:
                outputs.append(call(*inputs))

        return place.seconds(work) / place.calls

    warm = time.perf_counter() + place.warm_up
    while time.perf_counter() < warm:
        for call in candidates.values():
            turn(call)
    times: dict[str, list[float]] = {name: [] for name in candidates}
    query, turns = None if place.dry else Query(*SENSORS.values()), 0
    while turns < place.turns or (query and query.pending):
        for name, call in candidates.items():
            times[name].append(turn(call))
        turns += 1
    sensors = dict(zip(SENSORS, query.values(), strict=True)) if query else {}
    return {name: statistics.median(taken) for name, taken in times.items()}, sensors


def conditions(place: Place) -> dict[str, Any]:
    """Return the card, its driver, and the versions."""
    versions = {"pyptx": pyptx.__version__, "torch": torch.__version__, "python": platform.python_version()}
    if place.dry:
        return {"card": "none: the simulator", **versions}
    name, driver, limit = Query("name", "driver_version", "power.limit").values()
    found = {"card": name, "driver": driver, "power_limit_watts": limit, "sms": place.sms}
    return found | {"cuda": str(torch.version.cuda), **versions}


def main(
    description: str,
    targets: Mapping[tuple[int, int], str],
    cases: Callable[[Place], Iterator[Case]],
    arguments: list[str] | None = None,
) -> None:
    """Measure the cases of a script and print a table.

    Args:
        description: Docstring of the script.
        targets: The targets of its kernels, by compute capability; a dry run is for the first.
        cases: Yields the cases for a place, in order of value; small ones for a dry run.
        arguments: The arguments; by default those of the command line.

    Raises:
        SystemExit: There is no GPU for the kernels, a candidate failed, or an output is wrong.
    """
    parser = argparse.ArgumentParser(description=description.partition("\n")[0])
    parser.add_argument("--only", metavar="TEXT", default="", help="cases with this text in their names")
    parser.add_argument("--dry", action="store_true", help="on the simulator, to run every line once")
    parser.add_argument("--json", type=Path, metavar="FILE", help="where to write the results")
    given = parser.parse_args(arguments)
    if given.dry:
        place = Place("cpu", next(iter(targets.values())), 2, 1 << 10, turns=1, calls=1, warm_up=0.0)
    else:
        place = card(targets)
    context, rows, failed = conditions(place), list[Row](), list[str]()
    print(", ".join(f"{name} {value}" for name, value in context.items()))
    for case in cases(place):
        if given.only not in case.name:
            continue
        try:
            measured = measure(case, place)
        except Exception as error:  # of a candidate, in a run that has to go on to the other cases
            failed.append(f"{case.name}: {type(error).__name__}: {error}")
            print(failed[-1], flush=True)
            continue
        rows += measured
        clock = "".join(f", {name} {value}" for name, value in measured[0].sensors.items())
        print(f"{case.name}{clock}")
        for row in measured:
            print(
                f"  {row.microseconds:10.1f} us {row.rate:9.1f} {row.unit:6} {row.ratio:6.3f}"
                f"  error {row.error:.1e}  {row.name}",
                flush=True,
            )
        if given.json:  # after each case: a run that ends early leaves what it measured
            given.json.write_text(
                json.dumps({"conditions": context, "rows": list(map(asdict, rows))}, indent=1)
            )
    if failed:
        raise SystemExit("\n".join(["failed:", *failed]))
    if not rows:
        raise SystemExit(f"no case has {given.only!r} in its name")
    if wrong := [f"{row.case}: {row.name}" for row in rows if not row.error <= row.tolerance]:
        raise SystemExit(f"wrong numbers: {'; '.join(wrong)}")
