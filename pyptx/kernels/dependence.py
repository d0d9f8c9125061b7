"""Kernels that start before the kernel before them in the stream has ended: programmatic dependent launch."""

from __future__ import annotations

from pyptx import ptx


def follow(*, pdl: bool) -> None:
    """Trace the wait of a kernel with `pdl=True` for the one before it; nothing without that.

    All threads call it before their first access to global memory: work before it overlaps the end of the
    kernel before. The next kernel, if it has `pdl=True`, may start once all CTAs are past the call.
    """
    if pdl:
        ptx.griddepcontrol.wait()
        ptx.griddepcontrol.launch_dependents()
