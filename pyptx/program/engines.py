"""The engines that run programs."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from pyptx.errors import LaunchError

if TYPE_CHECKING:
    from collections.abc import Callable

ENGINES: dict[str, str] = {
    "sim": "pyptx.sim:simulate",
    "mutants": "pyptx.sim.campaign:campaign",
    "triage": "pyptx.triage:triage",
    "gpu": "pyptx.runtime.gpu:launch",
}
"""Function of each engine: ``"module:function"``, imported at its first use.

An engine is called as ``function(program, args, grid=, block=, cluster=, smem=, **options)`` with an argument
for each parameter: an array in the engine's own memory or an address for a pointer, a Python number for a
scalar, `bytes` for a structure, a `MappedArray` for a tensor map. It returns its own report.
"""


def engine(name: str) -> Callable[..., Any]:
    """Return the engine called `name`, importing it if this is its first use.

    >>> engine("sim").__name__
    'simulate'
    >>> engine("fpga")
    Traceback (most recent call last):
        ...
    pyptx.errors.LaunchError: no engine 'fpga'; there are 'sim', 'mutants', 'triage', 'gpu'

    Raises:
        LaunchError: There is no engine with that name.

    :meta private:
    """
    place = ENGINES.get(name)
    if place is None:
        raise LaunchError(f"no engine {name!r}; there are {', '.join(map(repr, ENGINES))}")
    return resolve(place)


def resolve(place: str) -> Callable[..., Any]:
    """Import the function of a place, ``"module:function"``."""
    module, _, function = place.partition(":")
    found: Callable[..., Any] = getattr(importlib.import_module(module), function)
    return found
