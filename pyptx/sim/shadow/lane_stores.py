"""Values that several lanes store to one location with one instruction, of which one remains."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from pyptx.sim.shadow.cells import Word
    from pyptx.sim.shadow.state import Access, ShadowState


def note_shared_stores(shadows: ShadowState, access: Access, word: Word) -> None:
    """Note the values of lanes that store to one location, in a launch with slices or terms.

    Args:
        shadows: The shadows of the batch.
        access: The memory that the lanes write.
        word: The shadows that they store.
    """
    if shadows.provenance is None or not word:
        return
    lanes = np.flatnonzero(np.ones(shadows.m.lanes, np.bool_) if access.mask is None else access.mask)
    lanes = lanes[np.argsort(access.index[lanes], kind="stable")]
    distances = np.diff(access.index[lanes].astype(np.int64))
    meets = distances < access.size
    if not meets.any():
        return
    first, second, same = lanes[:-1][meets], lanes[1:][meets], distances[meets] == 0
    for cell in word.values():
        alike = same & (cell.kind[first] == cell.kind[second])
        for held in shadows.values_and_nodes(cell):
            shadows.provenance.stored_together(shadows.line, held[:, first], held[:, second], alike)
