"""The report of shadows: errors of the outputs, shares of the lines, comparison with a reference."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from pyptx.errors import counted
from pyptx.notebook import Displayed
from pyptx.sim.shadow.cells import E2M1, INPUTS, KINDS, LINES, Elements, MemoryCells
from pyptx.sim.shadow.double_double import as_double_double
from pyptx.sim.shadow.heat_map import heat_map
from pyptx.sim.shadow.idioms import is_rough
from pyptx.sim.shadow.launch_shadows import kind_of
from pyptx.sim.shadow.nibbles import numbers_of_four_bits
from pyptx.sim.shadow.outputs import ShadowedArray

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from numpy.typing import ArrayLike, NDArray

    from pyptx.notebook import Picture
    from pyptx.sim.arguments import Arguments
    from pyptx.sim.memory import Memory
    from pyptx.sim.shadow.cells import Columns
    from pyptx.sim.shadow.launch_shadows import Shadows
    from pyptx.sim.shadow.line_errors import LineErrors
    from pyptx.sim.shadow.outputs import Share
    from pyptx.sim.shadow.provenance import Provenance, Slice

    Array = NDArray[Any]

TOLERANCE = 1e-9
"""Difference of a shadow and a reference that float64 explains, relative to the magnitudes summed."""

APPROXIMATION = 2.0**-22
"""The same if the launch evaluates a polynomial: the error of a function of a library in f32, such as erf."""

ROUGH = 2.0**-9
"""The largest difference that a polynomial may be, if the verdict says that it may be one."""

PRECISE = 1e-25
"""The same for double-double numbers."""

HIDDEN = 'shadows in float64 do not show the rounding of f64: shadow="double-double" does'
"""The sentence of reports on outputs in f64."""

CONSTANT_PLACES = 4
"""Half last places by which constants may be wrong: an output may depend on several."""

LEAST = 2.0**-149
"""The least number of float32, in which the native engine keeps magnitudes and changes by constants."""

SHOWN = 6
"""Lines of a kind in the text of a report."""


class Excess(NamedTuple):
    """An element whose error is larger than rounding can make it: overflow, saturation, a lost update.

    Attributes:
        element: Its place.
        value: Its value.
        shadow: Its shadow.
        bound: The largest error that the formats and the depth of the sums allow; infinite where values on
            the way exceed the range of bounds.
    """

    element: tuple[int, ...]
    value: float
    shadow: float
    bound: float

    def __str__(self) -> str:
        at = ", ".join(map(str, self.element))
        said = f"at [{at}] {self.value:.9g} is not a rounding of the shadow {self.shadow:.9g}: "
        if not np.isfinite(self.bound):
            return f"{said}an instruction made an infinity or NaN of a finite value"
        return f"{said}the formats and sums allow an error of {self.bound:.3g}"


@dataclass(frozen=True, slots=True)
class Verdict(Displayed):
    """The comparison of a shadow with a reference; true if it is right, and no error exceeds its bound.

    Attributes:
        name: Name of the array.
        right: Whether the kernel computes the reference, rounding aside.
        difference: The largest difference of shadow and reference.
        element: Index of the element with the largest difference relative to its magnitude.
        shadow: The shadow there.
        reference: The reference there.
        rounding: The largest rounding error of an element.
        shares: The parts of the lines in that.
        ended: The places at which shadows ended: a difference may be the rounding until there.
        decided: The places at which comparisons, or roundings to integers and powers of two, decide otherwise
            for the shadows: a difference may be that decision.
        approximated: The places of polynomials that may explain the difference.
        moved: Whether elements have no shadow, because integer instructions made them, and their difference
            may be rounding, to the format of the output or to bf16.
        excess: The element whose error exceeds its bound most; None if none does, or if a comparison of
            rounded values decided otherwise than the shadows.
        origin: The lines behind the element, and what they read, if it is wrong and the launch has slices.
        hidden: Whether the shadows have no more bits than the output, and show none of its rounding.
    """

    name: str
    right: bool
    difference: float
    element: tuple[int, ...]
    shadow: float
    reference: float
    rounding: float
    shares: tuple[Share, ...]
    ended: tuple[str, ...] = ()
    origin: Slice | None = None
    excess: Excess | None = None
    hidden: bool = False
    decided: tuple[str, ...] = ()
    approximated: tuple[str, ...] = ()
    moved: bool = False

    def __bool__(self) -> bool:
        return self.right and self.excess is None

    def __str__(self) -> str:
        if not self.right:
            at = ", ".join(map(str, self.element))
            said = f"at [{at}]: shadow {self.shadow:.9g}, reference {self.reference:.9g}"
            if self._doubts:
                found = f"{self.name} differs {said}; this may be {' or '.join(self._doubts)}"
            else:
                found = f"{self.name} is wrong {said}; rounding costs only {self.rounding:.3g}"
            return found if self.origin is None else f"{found}; {self.origin}"
        if self.excess is not None:
            return f"{self.name} {self.excess}"
        said = f"the kernel computes {self.name}: largest difference {self.difference:.1g}"
        if self.approximated:
            said += f", that of the polynomial at {_listed(self.approximated)}"
        if self.hidden:
            return f"{said}; {HIDDEN}"
        if not self.rounding:
            return f"{said}; nothing was rounded"
        most = f", {self.shares[0].share:.0%} of it in {self.shares[0].line}" if self.shares else ""
        return f"{said}; rounding costs {self.rounding:.3g}{most}"

    @property
    def _doubts(self) -> list[str]:
        """Causes of a difference other than a bug."""
        found = []
        if self.ended:
            found.append(f"rounding, because shadows ended at {_listed(self.ended)}")
        if self.decided:
            found.append(f"rounding, because the shadows decide otherwise at {_listed(self.decided)}")
        if self.moved:
            found.append("rounding by integer instructions, because the element has no shadow")
        if self.approximated:
            found.append(
                f"the error of the polynomial at {_listed(self.approximated)}, if it approximates a function "
                "(then give its relative error as tolerance)"
            )
        return found


@dataclass(frozen=True, eq=False)
class ShadowReport(Displayed):
    """Rounding errors of a launch.

    Attributes:
        outputs: The floating-point arrays that the launch wrote, and arrays of bytes with two numbers of four
            bits: the last dimension of their values is that of the numbers.
        counted: Makes the records of the instructions that computed.
        provenance: The operands of all values; None in a launch without slices.
        written: The parameters of all arrays into which the launch stored, those of integers too.
        precise: Whether the shadows are double-double numbers.
        coefficients: Those of the polynomials of the program, by the place of each.
    """

    outputs: tuple[ShadowedArray, ...]
    counted: Callable[[], tuple[LineErrors, ...]] = field(repr=False)
    provenance: Provenance | None = None
    written: tuple[str, ...] = ()
    precise: bool = False
    coefficients: Mapping[str, frozenset[int]] = field(default_factory=dict, repr=False)

    @cached_property
    def lines(self) -> tuple[LineErrors, ...]:
        """The instructions that computed, in the order of their first execution."""
        return self.counted()

    @property
    def first_broken(self) -> LineErrors | None:
        """The first instruction that made a finite shadow infinite or NaN; None if none did."""
        return next((line for line in self.lines if line.broken), None)

    @property
    def restarted(self) -> tuple[LineErrors, ...]:
        """The instructions without meaning for shadows that read one: errors until then are lost."""
        return tuple(line for line in self.lines if line.restarts)

    @property
    def decided(self) -> tuple[str, ...]:
        """The places whose decisions the shadows take otherwise, so that a result may jump."""
        places = (line.place for line in self.lines if line.disagreements > line.choices)
        return tuple(dict.fromkeys(places))

    @cached_property
    def polynomials(self) -> tuple[str, ...]:
        """The places of polynomials in f32 that were evaluated: they may approximate functions."""
        executed = {line.place for line in self.lines if line.results}
        return tuple(place for place in self.coefficients if place in executed)

    def output(self, name: str = "") -> ShadowedArray:
        """Return an output by its name; the only one if none is given.

        Raises:
            KeyError: There is no such output, or no name is given and there are several.
        """
        found = [each for each in self.outputs if name in ("", each.name)]
        if len(found) != 1:
            names = ", ".join(each.name for each in self.outputs) or "none"
            raise KeyError(f"no single output {name!r}; there are: {names}")
        return found[0]

    def heat_map(self, name: str = "") -> Picture:
        """Return the errors of an output by block, as text that a notebook shows as a drawing.

        Args:
            name: Name of the output; it may be left out if there is only one.

        Raises:
            KeyError: There is no such output.
            ValueError: The output has no elements.
        """
        output = self.output(name)
        if 0 in output.shape:
            raise ValueError(f"{output.name} has no elements")
        return heat_map(output)

    def heat_maps(self) -> list[Picture]:
        """Return the maps of all outputs with an error."""
        return [heat_map(each) for each in self.outputs if each.largest or each.lost]

    def _picture(self) -> str:
        return "".join(each.svg for each in self.heat_maps())

    def slice(self, element: tuple[int, ...], name: str = "") -> Slice:
        """Return the lines that computed an element of an output, and the elements of inputs that they read.

        Args:
            element: Its place.
            name: Name of the output; it may be left out if there is only one.

        Raises:
            KeyError: There is no such output.
            ValueError: The launch had no ``shadow="slices"``.
        """
        if self.provenance is None:
            raise ValueError('a slice needs a launch with shadow="slices"')
        return self.provenance.slice(int(self.output(name).nodes[element]))

    def compare(
        self,
        reference: ArrayLike,
        name: str = "",
        *,
        magnitude: ArrayLike | None = None,
        tolerance: float | None = None,
    ) -> Verdict:
        """Compare the shadow of an output with a reference in float64.

        Args:
            reference: The output in float64, computed from the inputs in float64. For double-double shadows
                it may have more bits: `numpy.longdouble`, or a `DoubleDouble` array.
            name: Name of the output; it may be left out if there is only one.
            magnitude: Sum of the magnitudes of the terms of each element, such as ``abs(a) @ abs(b)``; that
                which the shadows carry if not given.
            tolerance: Largest difference that is not wrong, relative to the magnitude: 1e-9 if not given, and
                2.4e-7 if the launch evaluates polynomials in f32. A difference that the rounding of constants
                explains, such as that of log2(e) in the program, is not wrong either.

        Raises:
            KeyError: There is no such output.
            ValueError: The reference has another number of elements, or a magnitude is negative.
        """
        output = self.output(name)
        exact = as_double_double(reference)
        wanted, rest = exact.high, exact.low
        if wanted.size != output.shadow.size:
            raise ValueError(
                f"{output.name} has the shape {output.shadow.shape}, and the reference {wanted.shape}"
            )
        wanted, rest = (each.reshape(output.shadow.shape) for each in (wanted, rest))
        scale = output.magnitude
        if magnitude is not None:
            scale = np.asarray(magnitude, np.float64).reshape(wanted.shape)
            if (scale < 0).any():
                raise ValueError(f"a magnitude is not negative, and the least given is {scale.min()}")
        difference, relative = differences(
            output.shadow, wanted, scale, output.constants, rest=output.rest - rest
        )
        allowed = tolerance or (APPROXIMATION if self.polynomials else TOLERANCE)
        place_of = max(Elements(output.dtype, 1).place, Elements("bf16", 1).place)
        rounded = (relative > allowed) & ~output.known & (difference <= place_of * np.abs(wanted))
        certain = np.where(rounded, 0.0, relative)
        moved = float(certain.max(initial=0.0)) <= allowed
        place = (
            ()
            if not wanted.size
            else np.unravel_index(int((relative if moved else certain).argmax()), wanted.shape)
        )
        largest = float(relative.max(initial=0.0))
        right = largest <= allowed
        approximations = self.polynomials
        if not right:
            rough = (each for each in self.polynomials if is_rough(self.coefficients[each]))
            approximations = tuple(rough) if largest <= ROUGH else ()
        elif largest <= TOLERANCE or tolerance is not None:
            approximations = ()
        follows = not right and self.provenance is not None
        return Verdict(
            output.name,
            right,
            float(difference.max(initial=0.0)),
            tuple(map(int, place)),
            float(output.shadow[place]) if wanted.size else 0.0,
            float(wanted[place]) if wanted.size else 0.0,
            output.largest,
            output.shares,
            tuple(dict.fromkeys(line.place for line in self.restarted)),
            self.slice(tuple(map(int, place)), output.name) if follows else None,
            self._excess(output),
            self._hides(output),
            () if right else self.decided,
            approximations,
            moved and not right,
        )

    def _hides(self, output: ShadowedArray) -> bool:
        """Whether an output has the precision of its shadows."""
        return output.dtype == "f64" and not self.precise

    def _excess(self, output: ShadowedArray) -> Excess | None:
        """The element whose error exceeds its bound most."""
        if self.decided:
            return None
        with np.errstate(all="ignore"):
            error, _ = differences(
                output.value, output.shadow, output.magnitude, output.constants, rest=-output.rest
            )
            allowed = output.bound + (PRECISE if self.precise else TOLERANCE) * output.magnitude
            beyond = np.isfinite(allowed) & ~(error <= allowed)
            if self.first_broken is not None:
                beyond |= np.isfinite(output.shadow) & ~np.isfinite(output.value)
            beyond &= output.known
            if not beyond.any():
                return None
            ratio = np.where(beyond, np.nan_to_num(error / allowed, nan=np.inf), 0.0)
        place = np.unravel_index(int(ratio.argmax()), ratio.shape)
        element = tuple(map(int, place))
        return Excess(element, *(float(each[place]) for each in (output.value, output.shadow, output.bound)))

    def to_json(self) -> dict[str, Any]:
        """The report as JSON values, without the arrays."""
        counted = (
            "place", "instruction", "results", "rounded", "worst", "overflows", "subnormal_losses",
            "cancellations", "broken", "disagreements", "restarts",
        )  # fmt: skip
        return {
            "outputs": [
                {
                    "name": each.name,
                    "dtype": each.dtype,
                    "shape": list(each.shadow.shape),
                    "largest": each.largest,
                    "typical": each.typical,
                    "lost": each.lost,
                    "without_shadow": int((~each.known).sum()),
                    "shares": [share._asdict() for share in each.shares],
                }
                for each in self.outputs
            ],
            "lines": [{word: getattr(line, word) for word in counted} for line in self.lines],
            "polynomials": list(self.polynomials),
            "first_broken": self.first_broken.place if self.first_broken else None,
        }

    def __str__(self) -> str:
        rows = []
        for each in self.outputs:
            rows.append(f"{each.name}: largest error {each.largest:.3g}, typical {each.typical:.3g}")
            if self._hides(each):
                rows.append(f"  {HIDDEN}")
            if each.lost:
                rows.append(
                    f"  {counted(each.lost, 'element', 'are')} infinite or NaN; their shadows are finite"
                )
            if not each.known.all():
                rows.append(f"  {counted(int((~each.known).sum()), 'element', 'have')} no shadow")
            rows += [
                f"  {share.share:6.1%}  {share.line} (largest {share.largest:.3g})"
                for share in each.shares[:SHOWN]
            ]
        rows += _rows("cancellations", self.lines, "cancellations")
        rows += _rows("overflows", self.lines, "overflows")
        rows += _rows("losses of subnormal results", self.lines, "subnormal_losses")
        rows += _rows("decisions that the shadows take otherwise", self.lines, "disagreements")
        rows += _rows("executions that ended shadows", self.lines, "restarts")
        if self.first_broken is not None:
            rows.append(f"first infinite or NaN result: {self.first_broken.place}")
        return "\n".join(rows) or "the launch wrote no floating-point array"


def differences(
    shadow: Array, wanted: Array, magnitude: Array, constants: Array, *, rest: Array | float = 0.0
) -> tuple[Array, Array]:
    """Return differences of shadows, and what the rounding of constants does not explain of each.

    Args:
        shadow: The shadows.
        wanted: Shadows that they should equal.
        magnitude: The sums of the magnitudes of the terms: the second result is relative to them.
        constants: Changes of the shadows if the constants of the program are half a last place off.
        rest: The second halves of the first, less those of the second.
    """
    with np.errstate(all="ignore"):
        same = (shadow == wanted) | (np.isnan(shadow) & np.isnan(wanted))
        found = np.abs(np.where(same, 0.0, shadow - wanted) + rest)
        found = np.where(np.isnan(found), np.inf, found)
        beyond = found - CONSTANT_PLACES * (np.nan_to_num(constants, posinf=0.0) + LEAST)
        relative = np.where(beyond <= 0, 0.0, beyond / np.where(np.isinf(magnitude), 0.0, magnitude))
    return found, np.where(np.isnan(relative), np.inf, relative)


def _listed(places: Sequence[str]) -> str:
    """Places in words."""
    return ", ".join(places[:SHOWN]) + (f" and {len(places) - SHOWN} more" if len(places) > SHOWN else "")


def _rows(title: str, lines: Sequence[LineErrors], word: str) -> list[str]:
    """The lines with a count, the largest first."""
    found = sorted((line for line in lines if getattr(line, word)), key=lambda line: -getattr(line, word))
    rows = [f"{title}:"] if found else []
    rows += [f"  {getattr(line, word):,}  {line.instruction} at {line.place}" for line in found[:SHOWN]]
    if len(found) > SHOWN:
        rows.append(f"  and {len(found) - SHOWN} more lines")
    return rows


def report_of(shadows: Shadows, arguments: Arguments, memory: Memory) -> ShadowReport:
    """Make the report of a launch that has run."""
    outputs = []
    seen, written = set(), []
    assert shadows.memory is not None
    assert shadows.numbers is not None
    names = (shadows.names[INPUTS], *shadows.names[LINES:])
    for name, array, start in arguments.placed():
        kind = kind_of(array)
        if not shadows.memory.has_written(memory.global_.start + start, array.nbytes):
            continue
        written.append(name)
        if (start, array.nbytes) in seen:
            continue
        seen.add((start, array.nbytes))
        first = memory.global_.start + start
        columns: Columns
        if kind:
            columns = shadows.memory.columns(first, array)
        elif isinstance(shadows.memory, MemoryCells) and shadows.memory.has_kind(E2M1, first, array.nbytes):
            kind, cell = E2M1, shadows.memory.get(first + np.arange(array.nbytes))
            columns = shadows.numbers.columns(numbers_of_four_bits(array), cell)
        else:
            continue
        outputs.append(ShadowedArray(name, KINDS[kind], columns, names, shadows.bounded))
    shadows.memory.release(memory.batch_start)
    return ShadowReport(
        tuple(outputs),
        shadows.counted,
        shadows.provenance,
        tuple(written),
        shadows.precise,
        shadows.approximations(),
    )
