"""One run of a kernel against a reference, as the examples do it."""

from __future__ import annotations

import sys
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pyptx.arch import arch, runs_on
from pyptx.errors import LaunchError
from pyptx.program import recording
from pyptx.runtime.driver import driver
from pyptx.runtime.needs import require

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence


@dataclass(frozen=True, slots=True)
class Trial:
    """Result of one run: error, tolerance and time.

    Attributes:
        kernel: Name of the kernel.
        engine: ``"sim"`` or ``"gpu"``.
        error: Largest error of the outputs, relative to the expected value where that is above 1.
        tolerance: The error allowed.
        seconds: Time of the call, with the trace and the assembler.
    """

    kernel: str
    engine: str
    error: float
    tolerance: float
    seconds: float

    @property
    def passed(self) -> bool:
        """Whether the error is within the tolerance; a NaN is not."""
        return self.error <= self.tolerance


def trial(
    kernel: Callable[..., Any],
    inputs: Sequence[Any],
    *,
    expected: Any,
    tolerance: float,
    **options: Any,
) -> Trial:
    """Run `kernel` on a GPU that supports it, else on the simulator; print engine, error and time.

    Args:
        kernel: A kernel.
        inputs: NumPy arrays.
        expected: The output, or a tuple of outputs, of a reference.
        tolerance: The largest error allowed.
        options: Further arguments of the call.

    Raises:
        SystemExit: The error exceeds the tolerance; the message goes to stderr and the status is 1.
    """
    engine = "gpu" if _gpu_runs(kernel, inputs, options) else "sim"
    start = time.perf_counter()
    with recording() as reports:
        made = kernel(*inputs, engine=engine, **options)
    seconds = time.perf_counter() - start
    name = getattr(kernel, "__name__", "kernel")
    done = Trial(name, reports[-1].engine if reports else engine, _error(made, expected), tolerance, seconds)
    where = "the GPU" if done.engine == "gpu" else "the simulator"
    sys.stdout.write(
        f"{name} on {where}: largest error {done.error:.3g} (allowed {tolerance:.3g}), {seconds:.3f} s\n"
    )
    if not done.passed:
        raise SystemExit(
            f"{name}: wrong numbers: error {done.error:.3g}, allowed {tolerance:.3g}"
            + (_ADVICE if hasattr(kernel, "run") else "")
        )
    return done


_ADVICE = """
  Run `_, report = kernel.run(…, shadow="slices")` with small sizes,
  then `print(report.detail.shadow.compare(expected))`: it names the lines and inputs."""


def _gpu_runs(kernel: Callable[..., Any], inputs: Sequence[Any], options: Mapping[str, Any]) -> bool:
    """Whether there is a GPU with the target of the kernel."""
    try:
        found = driver()
        if not found.devices():
            return False
        device = found.arch(0)
    except LaunchError:
        return False
    target = getattr(kernel, "arch", "auto")
    if target == "lowest":  # the body says which
        program = kernel.prepare(*inputs, engine="sim", **options).program  # type: ignore[attr-defined]
        return program is None or runs_on(program.arch.name, device)
    return target == "auto" or runs_on(arch(target).name, device)


def _error(made: Any, expected: Any) -> float:
    numpy = require("numpy")
    pairs = zip(made, expected, strict=True) if isinstance(made, tuple) else [(made, expected)]
    worst = 0.0
    for got, wanted in pairs:
        reference = numpy.asarray(wanted, dtype=numpy.float64)
        with numpy.errstate(invalid="ignore"):  # inf - inf, of equal numbers
            difference = numpy.abs(numpy.asarray(got, dtype=numpy.float64) - reference)
            scaled = difference / numpy.maximum(numpy.abs(reference), 1.0)
        scaled = numpy.where(numpy.asarray(got, dtype=numpy.float64) == reference, 0.0, scaled)
        worst = numpy.maximum(worst, scaled.max(initial=0.0))
    return float(worst)
