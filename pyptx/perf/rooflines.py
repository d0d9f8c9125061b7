"""The roofline of a launch: its arithmetic intensity against the peaks of a card."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from pyptx.notebook import Picture
from pyptx.perf.costs import TENSOR
from pyptx.svg import BAD, GOOD, LINE, QUIET, Drawing

if TYPE_CHECKING:
    from pyptx.perf.floors import LaunchFloor
    from pyptx.perf.report import PerfReport

_WIDTH, _HEIGHT = 460, 240
_DECADES = 3
"""Powers of ten of operations per second that the picture shows."""
_ABOVE = 0.3
"""Powers of ten above the peak, for its label."""


def roofline(report: PerfReport, *, card: str | None = None) -> Picture:
    """Draw the bound of a launch, and its measured time if it ran on a GPU, under the roofs of a card.

    One roof is the bandwidth of memory, the other the peak of the tensor cores for the operands of this
    launch. The result is a string; notebooks show its drawing, which `save` writes to a file.

    Args:
        report: Result of ``kernel.perf(…)`` with the sizes of a launch.
        card: Name of the card; None for the first one of the report.

    Raises:
        ValueError: The report has no bounds on this card, or the launch has no matrix instructions or no
            arrays, so that its intensity is unknown.
    """
    floors = {floor.card.name: floor for floor in report.floors}
    floor = floors.get(card or next(iter(floors), ""))
    if floor is None:
        raise ValueError(f"no bounds on {card or 'any card'}: the report has {', '.join(floors) or 'none'}")
    if not floor.flops or not floor.array_bytes:
        lacks = "no matrix instructions" if not floor.flops else "no arrays of known sizes"
        raise ValueError(f"the launch of {report.program.entry} has {lacks}; a roofline needs both")
    intensity, peak = floor.flops / floor.array_bytes, _peak(floor)
    roof = min(peak, intensity * floor.card.memory_bytes)
    points = [("bound", floor.flops_per_second, GOOD)]
    if report.measured is not None:
        points.append(("measured", floor.flops / report.measured, BAD))
    title = f"{report.program.entry} on {floor.card.name}: {intensity:,.1f} FLOP per byte"
    rows = [title, f"  {'roof':10} {_tera(roof)}, {'memory' if roof < peak else 'tensor cores'}"]
    rows += [f"  {name:10} {_tera(speed)}, {speed / roof:.0%} of the roof" for name, speed, _ in points]
    return Picture("\n".join(rows), _draw(title, floor, (intensity, peak), points))


def _peak(floor: LaunchFloor) -> float:
    """Operations per second of the card's tensor cores, for the operands of the launch."""
    busiest, card = max(floor.samples, key=lambda sample: sample.flops), floor.card
    return busiest.flops * floor.ctas_per_sm / busiest.units[TENSOR] * card.sms * card.clock


def _draw(
    title: str, floor: LaunchFloor, at: tuple[float, float], points: list[tuple[str, float, str]]
) -> Drawing:
    """Draw the roofs and the points, both axes logarithmic.

    Args:
        title: Words above them.
        floor: The launch on a card.
        at: Intensity of the launch, and peak of the tensor cores.
        points: Name, operations per second and colour of each.
    """
    intensity, peak = at
    ridge = peak / floor.card.memory_bytes
    top = math.log10(peak) + _ABOVE
    bottom = min(top - _DECADES, *(math.log10(speed) - 0.3 for _, speed, _ in points))
    first, last = math.log10(min(intensity, ridge)) - 1, math.log10(max(intensity, ridge)) + 1
    left, upper = 80.0, 1.5 * LINE

    def place(x: float, y: float) -> tuple[float, float]:
        return (
            left + (math.log10(x) - first) / (last - first) * _WIDTH,
            upper + (top - math.log10(y)) / (top - bottom) * _HEIGHT,
        )

    drawing = Drawing(title)
    drawing.text(0, LINE / 2, title, bold=True)
    drawing.box(left, upper, _WIDTH, _HEIGHT)
    for power in range(math.ceil(bottom), math.floor(top) + 1):
        _, y = place(1, 10.0**power)
        drawing.line(left, y, left + _WIDTH, y, colour=QUIET, dashed=True)
        drawing.text(left - 4, y, _tera(10.0**power), anchor="end")
    for power in range(math.ceil(first), math.floor(last) + 1):
        x, _ = place(10.0**power, 10.0**top)
        drawing.line(x, upper, x, upper + _HEIGHT, colour=QUIET, dashed=True)
        drawing.text(x, upper + _HEIGHT + LINE / 2, f"{10.0**power:g}", anchor="middle")
    drawing.text(left + _WIDTH / 2, upper + _HEIGHT + 1.5 * LINE, "FLOP per byte of memory", anchor="middle")
    start = max(10.0**first, 10.0**bottom / floor.card.memory_bytes)
    roofs = [place(start, start * floor.card.memory_bytes), place(ridge, peak), place(10.0**last, peak)]
    drawing.curve(roofs)
    drawing.text(left + _WIDTH - 4, roofs[1][1] - LINE / 2, f"tensor cores {_tera(peak)}", anchor="end")
    middle = (roofs[0][0] + roofs[1][0]) / 2, (roofs[0][1] + roofs[1][1]) / 2
    drawing.text(middle[0] + 10, middle[1] + 4, f"memory {floor.card.memory_bytes / 1e12:g} TB/s")
    free = 0.0
    for name, speed, colour in sorted(points, key=lambda point: -point[1]):
        x, y = place(intensity, speed)
        hint = f"{name}: {_tera(speed)} at {intensity:,.1f} FLOP per byte"
        drawing.box(x - 4, y - 4, 8, 8, colour=colour, hint=hint)
        label = max(y + LINE / 2, free)
        drawing.text(x + 8, label, f"{name} {_tera(speed)}")
        free = label + LINE
    return drawing


def _tera(speed: float) -> str:
    return f"{speed / 1e12:,.4g} TFLOPS"
