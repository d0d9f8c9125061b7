"""Kernel arguments as words: ``f32[1024]:rand``, ``7``, ``2.5``, ``weights.npy``."""

from __future__ import annotations

import re
from typing import Any

import click

from pyptx.cli import sources
from pyptx.runtime import require
from pyptx.runtime.arrays import numpy_dtype
from pyptx.types import PtxType, from_name

_ARRAY = re.compile(r"(?P<dtype>\w+)\[(?P<shape>[\d,\s]*)\](?::(?P<fill>.+))?\Z")
_FILLS = ("zeros", "ones", "arange", "rand", "randn")
_SHOWN = 8
_LISTED = 64


def make(spec: Any, seed: int) -> Any:
    """Return the argument that a word, or a value of a JSON file, describes.

    >>> make("u32[2,3]:arange", seed=0).tolist(), make("0x10", seed=0), make(2.5, seed=0)
    ([[0, 1, 2], [3, 4, 5]], 16, 2.5)

    Raises:
        UsageError: The word does not describe an argument.
    """
    if isinstance(spec, list):
        try:
            return bytes(spec)
        except (TypeError, ValueError) as error:
            raise click.UsageError(f"{spec!r} is not a list of bytes: {error}") from None
    if not isinstance(spec, str):
        return spec
    found = _ARRAY.match(spec)
    if found:
        return _array(spec, found, seed)
    if spec.endswith(".npy"):
        try:
            return require("numpy").load(spec)
        except (OSError, ValueError) as error:
            raise click.UsageError(f"cannot read {spec}: {error}") from None
    made = sources.value(spec)
    if isinstance(made, str):
        raise click.UsageError(f"{spec!r} is not an argument; write f32[1024]:rand, a number or a .npy file")
    return made


def summary(array: Any) -> dict[str, Any]:
    """Return the contents of an array: a line of text, and numbers for JSON."""
    numpy = require("numpy")
    shape, dtype = list(array.shape), array.dtype.name
    said: dict[str, Any] = {"shape": shape, "dtype": dtype, "text": f"{dtype}{shape}"}
    if array.size:
        wide = array.astype(numpy.float64) if array.dtype.kind not in "iub" else array
        first = [number.item() for number in wide.ravel()[:_SHOWN]]
        said |= {"min": wide.min().item(), "max": wide.max().item(), "mean": float(wide.mean())}
        dots = ", …" * (array.size > _SHOWN)
        numbers = ", ".join(f"{number:.6g}" if isinstance(number, float) else str(number) for number in first)
        said["text"] += (
            f" min {said['min']:.6g} max {said['max']:.6g} mean {said['mean']:.6g}: {numbers}{dots}"
        )
        if array.size <= _LISTED:
            said["values"] = wide.tolist()
    return said


def _array(spec: str, found: re.Match[str], seed: int) -> Any:
    numpy = require("numpy")
    try:
        dtype: PtxType = from_name(found["dtype"])
        shape = tuple(int(size) for size in found["shape"].split(",") if size.strip())
    except ValueError as error:
        raise click.UsageError(f"{spec!r}: {error}") from None
    if dtype.numpy is None:
        raise click.UsageError(f"{spec!r}: there are no arrays of {dtype}; use b{min(dtype.bits, 64)}")
    fill = found["fill"] or "zeros"
    random = numpy.random.default_rng(seed)
    makers = {
        "zeros": lambda: numpy.zeros(shape),
        "ones": lambda: numpy.ones(shape),
        "arange": lambda: numpy.arange(numpy.prod(shape, dtype=int)).reshape(shape),
        "rand": lambda: random.random(shape),
        "randn": lambda: random.standard_normal(shape),
    }
    if dtype.kind in "bus" and fill in ("rand", "randn"):
        bits = numpy.frombuffer(
            random.bytes(int(numpy.prod(shape, dtype=int)) * dtype.bytes), numpy_dtype(dtype.numpy)
        )
        return bits.reshape(shape).copy()
    if fill in makers:
        return makers[fill]().astype(numpy_dtype(dtype.numpy))
    number = sources.value(fill)
    if not isinstance(number, (int, float)):
        raise click.UsageError(f"{spec!r}: {fill!r} is neither a number nor one of {', '.join(_FILLS)}")
    return numpy.full(shape, number).astype(numpy_dtype(dtype.numpy))
