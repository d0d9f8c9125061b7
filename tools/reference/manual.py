"""Links to the sections of NVIDIA's PTX manual, by the numbers and names that rows cite.

>>> link("9.7.1.15 popc")
'https://docs.nvidia.com/cuda/parallel-thread-execution/#integer-arithmetic-instructions-popc'
"""

from __future__ import annotations

import re

MANUAL = "https://docs.nvidia.com/cuda/parallel-thread-execution/"

_DATA, _SYNC = (
    "data-movement-and-conversion-instructions",
    "parallel-synchronization-and-communication-instructions",
)
_CHAPTERS = {
    "9.7.1": "integer-arithmetic-instructions",
    "9.7.2": "extended-precision-arithmetic-instructions",
    "9.7.3": "floating-point-instructions",
    "9.7.4": "half-precision-floating-point-instructions",
    "9.7.5": "mixed-precision-floating-point-instructions",
    "9.7.6": "alternate-floating-point-instructions",
    "9.7.7": "comparison-and-selection-instructions",
    "9.7.8": "half-precision-comparison-instructions",
    "9.7.9": "logic-and-shift-instructions",
    "9.7.10": _DATA,
    "9.7.11": "fabric-instructions",
    "9.7.12": "texture-instructions",
    "9.7.13": "surface-instructions",
    "9.7.14": "control-flow-instructions",
    "9.7.15": _SYNC,
    "9.7.16": "warp-level-matrix-instructions",
    "9.7.17": "asynchronous-warpgroup-level-matrix-instructions",
    "9.7.18": "tcgen05-instructions",
    "9.7.19": "stack-manipulation-instructions",
    "9.7.20.1": "scalar-video-instructions",
    "9.7.20.2": "simd-video-instructions",
    "9.7.21": "miscellaneous-instructions",
    "10": "special-registers",
    "11.1": "ptx-module-directives",
    "11.2": "kernel-and-function-directives",
    "11.3": "control-flow-directives",
    "11.4": "performance-tuning-directives",
    "11.5": "debugging-directives",
    "11.6": "linking-directives",
    "11.7": "cluster-dimension-directives",
    "11.8": "miscellaneous-directives",
}
"""Start of the anchors of a chapter; the name of the instruction follows."""

_ANCHORS = {
    "9.7.10.4": f"{_DATA}-mov-2",
    "9.7.10.15": f"{_DATA}-multimem",
    "9.7.10.28.3.3": f"{_DATA}-cp-async-wait-group",
    "9.7.15.1": f"{_SYNC}-bar",
    "9.7.15.4": f"{_SYNC}-membar",
    "9.7.15.16.19": f"{_SYNC}-mbarrier-test-wait-try-wait",
    "9.7.16.4.3": "warp-level-matrix-instructions-wmma-ld",
    "9.7.16.4.4": "warp-level-matrix-instructions-wmma-st",
    "9.7.16.6.3": "warp-level-matrix-instructions-sparse-mma",
    "9.7.17.5.2": "asynchronous-warpgroup-level-matrix-instructions-wgmma-mma",
    "9.7.17.6.3": "asynchronous-warpgroup-level-matrix-instructions-wgmma-mma-sp",
    "9.7.18.10.10.1": "tcgen05-mma-instructions-mma",
    "9.7.18.10.10.2": "tcgen05-mma-instructions-mma-sp",
    "9.7.18.10.10.3": "tcgen05-mma-instructions-mma-ws",
    "9.7.18.10.10.4": "tcgen05-mma-instructions-mma-ws-sp",
    "9.7.18.11.1": "tcgen05-special-sync-operations-fence",
    "9.7.18.12.1": "tcgen-async-sync-operations-commit",
    "9.7.18.7.1": "tcgen05-instructions-tcgen05-alloc-dealloc-relinquish-alloc-permit",
    "9.7.20.2": "simd-video-instructions",
    "10.23": "special-registers-clock",
    "10.25": "special-registers-pm0-pm7",
    "10.26": "special-registers-pm0-64-pm7-64",
    "10.27": "special-registers-envreg-32",
    "10.28": "special-registers-globaltimer",
    "10.29": "special-registers-reserved-smem",
}
"""Anchors that do not follow this pattern."""


def link(section: str) -> str:
    """Return the address of a section, given as rows cite it: its number and its name.

    Raises:
        LookupError: The chapter is not known.
    """
    number, _, title = section.partition(" ")
    if number in _ANCHORS:
        return f"{MANUAL}#{_ANCHORS[number]}"
    parts = number.split(".")
    chapters = (".".join(parts[:length]) for length in range(len(parts), 0, -1))
    start = next((_CHAPTERS[chapter] for chapter in chapters if chapter in _CHAPTERS), None)
    if start is None:
        raise LookupError(f"tools/reference/manual.py knows no chapter of section {section!r}")
    name = title.removesuffix(" (deprecated)").removeprefix("fabric.").lstrip("%.")
    return f"{MANUAL}#{start}-{re.sub(r'[^a-z0-9]+', '-', name.lower()).strip('-')}"
