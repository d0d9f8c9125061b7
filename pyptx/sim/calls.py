"""The call stacks of the lanes of a batch."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from pyptx.sim.faults import Trap

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from pyptx.sim.symbols import Callee, Register

CALL_DEPTH = 1024


class CallStack:
    """The return addresses of calls, and the registers that recursive functions saved.

    Attributes:
        frame: Address of the current call's local memory, by lane.
        depth: Calls that have not returned, by lane.
        returns: Call site and block of each, by depth: shape (2, L).
        sites: For a machine that another engine stopped, the blocks whose calls are active, lane by lane, by
            the index of the function; empty for others, and where functions are recursive.
    """

    def __init__(self, lanes: int, files: dict[int, NDArray[Any]]) -> None:
        self.frame = np.zeros(lanes, np.uint64)
        self.depth = np.zeros(lanes, np.int32)
        self.returns: list[NDArray[np.int32]] = []
        self.sites: dict[int, NDArray[np.int32]] = {}
        self._files = files
        self._saved: dict[tuple[int, int], NDArray[Any]] = {}

    def push(self, site: int, callee: Callee, place: int, lanes: NDArray[np.bool_]) -> None:
        """Record the return addresses of lanes; save the registers of a function that may already be running.

        Args:
            site: Number of the call.
            callee: The function.
            place: Block that they return to.
            lanes: The lanes.

        Raises:
            Trap: The calls are nested too deeply.
        """
        deepest = int(self.depth[lanes].max())
        if deepest >= CALL_DEPTH:
            said = f"calls are nested {CALL_DEPTH} deep"
            raise Trap("stack-overflow", said, int((lanes & (self.depth == deepest)).argmax()))
        while len(self.returns) <= deepest:
            self.returns.append(np.zeros((2, len(lanes)), np.int32))
        for depth in np.unique(self.depth[lanes]).tolist():
            here = lanes & (self.depth == depth)
            self.returns[depth][:, here] = np.array([[site], [place]], np.int32)
            for register in callee.registers if callee.recursive else ():
                row = self._row(register)
                saved = self._saved.setdefault((depth, register.number), np.zeros_like(row))
                saved[..., here] = row[..., here]
        self.depth[lanes] += 1

    def pop(self, callee: Callee, lanes: NDArray[np.bool_]) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
        """Return the call sites and blocks that lanes return to; restore registers of recursive functions."""
        sites, blocks = np.zeros(len(lanes), np.int32), np.zeros(len(lanes), np.int32)
        self.depth[lanes] -= 1
        for depth in np.unique(self.depth[lanes]).tolist():
            here = lanes & (self.depth == depth)
            sites[here], blocks[here] = self.returns[depth][:, here]
            for register in callee.registers if callee.recursive else ():
                self._row(register)[..., here] = self._saved[depth, register.number][..., here]
        return sites, blocks

    def restore(self, frames: NDArray[np.uint64], sites: dict[int, NDArray[np.int32]]) -> None:
        """Set the frames and the active calls of the lanes to those of another engine."""
        self.frame, self.sites = frames, sites

    def enter(self, lanes: NDArray[np.bool_], bytes_: int) -> None:
        """Move the frames of lanes up by those of their caller; down for a negative number."""
        self.frame = np.where(lanes, self.frame + np.uint64(bytes_ % (1 << 64)), self.frame)

    def _row(self, register: Register) -> NDArray[Any]:
        row: NDArray[Any] = self._files[register.bits][register.row]
        return row
