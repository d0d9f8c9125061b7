"""Trace of a kernel function to an entry: one run, with tensors that represent those of a launch."""

from __future__ import annotations

import os
from math import prod
from typing import TYPE_CHECKING, Any, NamedTuple

from pyptx.errors import TraceError
from pyptx.ir import Declaration, Declarator
from pyptx.kernel.pointers import check_accesses
from pyptx.kernel.sizes import Shape, Sizes
from pyptx.kernel.tensors import KernelTensor, TensorMaps
from pyptx.kernel.uncalled import refuse_uncalled
from pyptx.program import SharedPart
from pyptx.record import replace
from pyptx.reg import Reg
from pyptx.trace import Head, Trace, Unit, at, tracing

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from pyptx.kernel.declaration import Declared
    from pyptx.layouts.shared_names import SharedName
    from pyptx.program import MapParam
    from pyptx.specs import TensorSpec, Tile

WAIT_LIMIT = "PYPTX_WAIT_LIMIT"
"""The environment variable with the polls after which a wait for an mbarrier reports itself."""
MOST_POLLS = (1 << 32) - 1


class Needs(NamedTuple):
    """Requirements of a launch beside the arguments.

    Attributes:
        smem: Dynamic shared memory of a CTA, in bytes.
        tensor_maps: Parameters that are tensor maps of its tensors.
        read: Dimensions that the body read as numbers: the entry is for their sizes only.
        shared_parts: The arrays in its dynamic shared memory.
        shared_names: Names of its arrays in shared memory.
    """

    smem: int = 0
    tensor_maps: tuple[MapParam, ...] = ()
    read: frozenset[str] = frozenset()
    shared_parts: tuple[SharedPart, ...] = ()
    shared_names: tuple[SharedName, ...] = ()


def trace_entry(
    declared: Declared, unit: Unit, dims: Mapping[str, int], template: Mapping[str, Any], *, lineinfo: bool
) -> Needs:
    """Trace an entry as part of a module.

    Args:
        declared: The kernel's declaration.
        unit: The module.
        dims: Sizes of dimensions.
        template: Template parameters.
        lineinfo: Whether to write ``.file`` and ``.loc``.

    Returns:
        The needs of a launch.

    Raises:
        TraceError: The function cannot be traced; the message names the line.
    """
    refuse_uncalled(declared.fn)
    unit.wait_limit = _wait_limit()
    pointers = [_pointer(name, tile) for name, tile in declared.tensors.items()]
    trace = Trace(
        declared.name,
        unit=unit,
        head=Head(parenthesised=declared.options.parenthesised),
        params=[*pointers, *declared.scalars.values()],
        directives=declared.directives,
        dynamic_shared=declared.smem,
        extern_shared=declared.extern_shared,
        linkage=declared.options.linkage,
    )
    trace.source = declared.source
    ctas = prod(declared.cluster)
    if ctas > 1:
        feature = f"a cluster of {ctas} CTAs"
        unit.require(feature, lambda arch: arch.largest_cluster >= ctas, declared.source)
    if declared.options.pdl:
        unit.require("pdl=True", lambda arch: arch.has_dependent_grids, declared.source)
    sizes = Sizes(dims, declared.dynamic)
    maps = TensorMaps(trace, sizes, template)
    with tracing(trace):
        specs = {name: _tensor_spec(name, tile, sizes, maps) for name, tile in declared.tensors.items()}
        result = declared.fn(*(specs.get(name, name) for name in declared.arguments), **template)
    if result is not None and not declared.is_lambda:
        raise TraceError(
            f"{declared.name} returned {_short_repr(result)}: a kernel returns nothing; write what it "
            f"computes to an output (out_specs=) with ptx.st{at(declared.source)}"
        )
    check_accesses(declared, trace)
    trace.finish(lineinfo=lineinfo)
    parts = tuple(SharedPart(name, *place) for name, place in trace.dynamic_parts.items())
    names = tuple(_distinct(trace.shared_names))
    return Needs(trace.shared.dynamic_bytes, tuple(maps.params), frozenset(sizes.read), parts, names)


def _wait_limit() -> int:
    """Return the polls after which waits for mbarriers report themselves; 0 for no limit.

    Raises:
        TraceError: The environment variable is not such a number.
    """
    text = os.environ.get(WAIT_LIMIT, "0")
    if not text.isdecimal() or int(text) > MOST_POLLS:
        raise TraceError(
            f"{WAIT_LIMIT}={text}: it must be a number of polls, 1 to {MOST_POLLS}, after which a wait for "
            "an mbarrier reports itself, or 0 for no limit"
        )
    return int(text)


def _distinct(names: Sequence[SharedName]) -> Iterator[SharedName]:
    """Add the variable to the names that the author gave to arrays in several variables."""
    homes: dict[str, set[str]] = {}
    for each in names:
        homes.setdefault(each.name, set()).add(each.variable)
    for each in names:
        several = len(homes[each.name]) > 1
        yield replace(each, name=f"{each.name} ({each.variable})") if several else each


def _pointer(name: str, tile: Tile | None) -> Declaration:
    aligned = tile is not None and tile.align > 1
    words = ("global", "align", str(tile.align)) if tile is not None and aligned else None
    return Declaration("param", "u64", (Declarator(name),), pointer=words)


def _tensor_spec(name: str, tile: Tile | None, sizes: Sizes, maps: TensorMaps) -> TensorSpec:
    if tile is None:
        return KernelTensor(name, maps=maps)
    strides = None if tile.strides is None else Shape(tile.strides, sizes)
    shape = Shape(tile.shape, sizes)
    return KernelTensor(name, shape, tile.dtype, tile.layout, strides, tile, maps)


def _short_repr(result: object) -> str:
    """A returned value in a message, cut where it is long."""
    text = str(result) if isinstance(result, Reg) else repr(result)
    return text if len(text) <= 80 else f"{text[:77]}..."
