"""One HTML page of a kernel: its Python, PTX and machine code side by side, with counters and reports.

The page loads nothing, so it opens without a network. `pyptx view FILE` writes it.

>>> from pyptx.program import from_ptx
>>> program = from_ptx('''
... .version 8.0
... .target sm_80
... .address_size 64
... .visible .entry wait() { bar.sync 0; ret; }
... ''')
>>> page = view([View(program)])
>>> "bar.sync 0;" in page, "BAR.SYNC" in page
(True, True)
"""

from __future__ import annotations

from pyptx.view.page import View, view

__all__ = ["View", "view"]
