"""A launch with shadows on both engines, whose reports must agree."""

from typing import Any

import numpy as np

from pyptx.program import Program
from pyptx.sim import SimReport, simulate
from pyptx.sim.shadow.report import ShadowReport

COUNTS = ["rounded", "overflows", "subnormal_losses", "cancellations", "broken", "disagreements", "choices"]
"""Facts of a line that do not depend on how lanes are grouped for an execution."""


STORES = 4
"""The most times that a number of a test goes through memory, where the native engine keeps few bits."""


def simulate_both(program: Program, args: Any, *, apart: float = 1.0, **options: Any) -> SimReport:
    """Run on the engine that `simulate` chooses; compare the native one with the reference engine.

    `apart`: the factor by which bounds may differ. Unless it is 1, the engines may add to a place in
    other orders, and the partial sums of atomics are not compared.
    """
    held = [each.copy() if isinstance(each, np.ndarray) else each for each in args]
    report = simulate(program, args, **options)
    if report.engine == "native":
        other = simulate(program, held, **options, native=False)
        assert report.shadow is not None
        assert other.shadow is not None
        assert_same(report.shadow, other.shadow, apart)
        for one, two in zip(args, held, strict=True):
            if isinstance(one, np.ndarray):
                assert one.tobytes() == two.tobytes()
    return report


def _counts(report: ShadowReport, *, partial_sums: bool) -> dict[tuple[str, str], list[Any]]:
    """The facts of the lines by place and instruction: those of several instructions are added up."""
    found: dict[tuple[str, str], list[Any]] = {}
    for line in report.lines:
        facts = [line.copy, line.results, *(getattr(line, name) for name in COUNTS)]
        facts += [bool(line.restarts), bool(line.exceeds)]
        facts[2] *= "f64" not in line.instruction  # the engines add products of f64 in other orders
        if not partial_sums and line.instruction.startswith(("atom.", "red.")):
            facts[1:3] = 0, 0
        held = found.get((line.place, line.instruction))
        found[line.place, line.instruction] = (
            facts if held is None else [line.copy, *map(sum, zip(held[1:], facts[1:], strict=True))]
        )
    return found


def assert_same(native: ShadowReport, reference: ShadowReport, apart: float = 1.0) -> None:
    """Check that two reports say the same: errors of lines to first order."""
    assert native.written == reference.written
    assert [each.name for each in native.outputs] == [each.name for each in reference.outputs]
    with np.errstate(invalid="ignore"):
        _assert_same_outputs(native, reference, apart)
    given, wanted = (_counts(each, partial_sums=apart == 1) for each in (native, reference))
    assert set(given) <= set(wanted)
    for place, counts in given.items():
        assert counts == wanted[place], place
    assert all(place in given for place, counts in wanted.items() if any(counts[2:]))
    places = [line.place if line else None for line in (native.first_broken, reference.first_broken)]
    assert places[0] == places[1]


def _assert_same_outputs(native: ShadowReport, reference: ShadowReport, apart: float) -> None:
    for one, two in zip(native.outputs, reference.outputs, strict=True):
        assert (one.known == two.known).all(), one.name
        np.testing.assert_allclose(
            one.shadow / two.magnitude, two.shadow / two.magnitude, rtol=1e-13, atol=1e-14, err_msg="shadow"
        )
        for spread in ("magnitude", "constants", "bound"):
            given, wanted = getattr(one, spread), getattr(two, spread)
            with np.errstate(over="ignore"):
                least, most = wanted * (1 - 1e-5), wanted * (1 + 2.0**-7) ** STORES  # rounded up, in float32
            if spread == "bound":
                least, most = least / apart, most * apart
            least = np.where(wanted < 2.0**127, least, 0.0)  # float32 has no larger numbers
            few = 2.0**-126 + 1e-14 * np.nan_to_num(two.magnitude)  # float32's range, float64's precision
            same = (given == wanted) | (np.isnan(given) & np.isnan(wanted))
            assert (same | (given >= least - few) & (given <= most + few)).all(), spread
        size = np.max(two.magnitude, initial=0.0)
        scale = np.abs(two.by_line).max(initial=0.0) if np.isfinite(two.by_line).all() else np.inf
        if np.isfinite(scale) and scale:
            off = (1e-3 + 2 * scale / size) * scale  # products of errors are second-order
            bound = two.bound[np.isfinite(two.bound)]
            off += 2.0**-15 * np.max(bound, initial=0.0)  # smaller parts are zero in memory
            parts = np.abs(two.by_line)
            rest = np.where(parts >= 0.8 * parts.max(0), parts.sum(0) / 16, 0.0)  # the largest takes it
            allowed = 0.1 * parts + rest + off + 1e-14 * size + 1e-44
            # Errors of inputs, each with three bits of fraction, may cancel.
            allowed[0] += np.where(np.isfinite(two.bound), two.bound, 0.0) / 16
            np.testing.assert_array_less(np.abs(one.by_line - two.by_line) / allowed, 1.0, err_msg="lines")
