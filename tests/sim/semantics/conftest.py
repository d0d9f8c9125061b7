"""Runs one instruction on arrays through its row and its definition, and rounds Fractions by the book."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from pyptx.isa import lookup
from pyptx.sim.constants import dtype_of
from pyptx.sim.semantics import resolve
from pyptx.sim.semantics.warp_matrix import of_unit
from pyptx.types import from_name

if TYPE_CHECKING:
    from collections.abc import Callable

Array = np.ndarray[Any, Any]


def execute(text: str, *sources: Any, unit: int | None = None) -> Any:
    """Compute ``add.rn.f32`` of sources, each an array or a list of values of its type, or of raw bits.

    Args:
        text: Opcode and modifiers.
        sources: The operands that are read.
        unit: Number of the target whose matrix units round the sums.
    """
    opcode, *modifiers = text.split(".")
    definition = resolve(opcode, modifiers)
    assert definition is not None, text
    for candidate in lookup(opcode, tuple(modifiers)):
        reads = [spec for spec in candidate.operands if spec.role in ":+"]
        if len(reads) - (len(reads) and reads[-1].optional) <= len(sources) <= len(reads):
            break
    else:
        raise AssertionError(f"no row for {text} of {len(sources)} sources")
    if unit is not None:
        definition = of_unit(definition, candidate.modifiers, unit)
        assert definition.level == "hardware"
    arrays = [_as(spec.type or "s64", source) for spec, source in zip(reads, sources, strict=False)]
    with np.errstate(all="ignore"):
        result = definition(candidate.modifiers, *arrays)
    results = result if isinstance(result, tuple) else (result,)
    types = []
    for spec in candidate.operands:
        if spec.role in "=+":
            types.append(spec.type)
            if spec.second is not None:
                types.append(spec.second.type)
    for value, type_ in zip(results, types, strict=False):
        assert value.dtype == dtype_of(from_name(type_)), (text, value.dtype, type_)
        assert value.shape[-1] == arrays[0].shape[-1], (text, value.shape)
    return result


def _as(type_: str, source: Any) -> Array:
    dtype = dtype_of(from_name(type_))
    array = source if isinstance(source, np.ndarray) else np.array(source, object)
    if array.dtype == dtype:
        return array
    if dtype.kind in "ui":
        mask = (1 << 8 * dtype.itemsize) - 1
        words = np.array([int(x) & mask for x in np.ravel(array)], f"u{dtype.itemsize}")
        return words.reshape(array.shape).view(dtype)
    if array.dtype == object and dtype.kind == "b":
        return array.astype(bool)
    if array.dtype.kind in "ui" and array.dtype.itemsize == dtype.itemsize:
        return array.view(dtype)
    return array.astype(dtype)


@pytest.fixture(scope="session")
def run() -> Callable[..., Any]:
    """Execute one instruction on arrays."""
    return execute


def round_fraction(exact: Fraction, precision: int, emin: int, emax: int, mode: str) -> float:
    """Round an exact non-zero number to a binary format, as IEEE 754 defines it."""
    negative, magnitude = exact < 0, abs(exact)
    exponent = magnitude.numerator.bit_length() - magnitude.denominator.bit_length()
    while Fraction(2) ** exponent > magnitude:
        exponent -= 1
    while Fraction(2) ** (exponent + 1) <= magnitude:
        exponent += 1
    unit = Fraction(2) ** (max(exponent, emin) - precision + 1)
    kept, rest = divmod(magnitude / unit, 1)
    up = {
        "rn": rest > Fraction(1, 2) or (rest == Fraction(1, 2) and kept % 2 == 1),
        "rna": rest >= Fraction(1, 2),
        "rz": False,
        "rm": rest != 0 and negative,
        "rp": rest != 0 and not negative,
    }[mode]
    rounded = (kept + up) * unit
    largest = (2 - Fraction(2) ** (1 - precision)) * Fraction(2) ** emax
    if rounded > largest:
        infinite = mode in ("rn", "rna") or mode == ("rm" if negative else "rp")
        rounded_value = math.inf if infinite else float(largest)
    else:
        rounded_value = float(rounded)
    return -rounded_value if negative else rounded_value


@pytest.fixture(scope="session")
def rounded() -> Callable[..., float]:
    """Round a Fraction to a format."""
    formats = {
        "f64": (53, -1022, 1023),
        "f32": (24, -126, 127),
        "tf32": (11, -126, 127),
        "f16": (11, -14, 15),
        "bf16": (8, -126, 127),
    }
    return lambda exact, type_, mode="rn": round_fraction(Fraction(exact), *formats[type_], mode)
