"""Races of a side: results that depend on the schedule are outside the fragment of proofs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pyptx.errors import SimFault
from pyptx.sim.shadow.term_arrays import OutsideFragmentError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pyptx.equivalence.sides import Side


def first_shared_store(side: Side, arguments: Mapping[str, Any], sizes: Mapping[str, Any]) -> str:
    """Return the first store with which lanes of a warp give one location different bits; the run ends there.

    Args:
        side: The side; it runs with race checking.
        arguments: Arrays, which may change, and numbers by name.
        sizes: Sizes of dimensions by name.

    Returns:
        The place of the store, as terms have it; empty if the run came to its end.

    Raises:
        LaunchError: A launch did not end.
        OutsideFragmentError: The run broke another rule.
    """
    try:
        side.run_checked(arguments, sizes, ("uninitialized", "races"))
    except SimFault as fault:
        if _is_store_of_lanes(fault):
            line = f"PTX line {fault.ptx_line}"
            return f"{':'.join(map(str, fault.source))} ({line})" if fault.source else line
        raise OutsideFragmentError(
            f"its results are not defined: {fault.rule}: {fault}", side.name
        ) from fault
    return ""


def _is_store_of_lanes(fault: SimFault) -> bool:
    """Whether a fault is a race of lanes of one warp that execute one store."""
    other = fault.other
    if fault.rule != "race" or other is None or fault.thread is None or other["thread"] is None:
        return False
    same = all(fault.thread[word] == other["thread"][word] for word in ("ctaid", "warp"))
    return same and (fault.ptx_line, fault.instruction) == (other["ptx_line"], other["instruction"])
