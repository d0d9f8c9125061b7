"""Programs: a PTX module, one entry of it, and its launch parameters.

A traced kernel and a ``.ptx`` file become the same `Program`, and every engine reads it:

>>> program = from_ptx('''
... .version 8.0
... .target sm_80
... .address_size 64
... .visible .entry fill(.param .u64 out, .param .u32 value) { ret; }
... ''')
>>> program.entry, [param.name for param in program.params], program.arch.name
('fill', ['out', 'value'], 'sm_80')

The reports of launches:

>>> from pyptx.program import from_ptx
>>> with recording() as reports:
...     recorded(), program.launch(0, 7, grid=2, block=32, engine="sim").engine
(True, 'sim')
>>> reports[0].entry, reports[0].grid, recorded()
('fill', (2, 1, 1), False)
>>> sorted(ENGINES), VARIABLES in program.derived
(['gpu', 'mutants', 'sim', 'triage'], True)
"""

from __future__ import annotations

from pyptx.program.engines import ENGINES, engine
from pyptx.program.geometry import Dim3, check_geometry, dim3
from pyptx.program.parameters import MapParam, Param, SharedPart
from pyptx.program.program import VARIABLES, Program, source_lines
from pyptx.program.reading import from_cubin, from_module, from_ptx
from pyptx.program.reports import (
    Arguments,
    Report,
    directing,
    on_recording,
    recorded,
    recording,
    run_in_block,
)

__all__ = [
    "ENGINES",
    "VARIABLES",
    "Arguments",
    "Dim3",
    "MapParam",
    "Param",
    "Program",
    "Report",
    "SharedPart",
    "check_geometry",
    "dim3",
    "directing",
    "engine",
    "from_cubin",
    "from_module",
    "from_ptx",
    "on_recording",
    "recorded",
    "recording",
    "run_in_block",
    "source_lines",
]
