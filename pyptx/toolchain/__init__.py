"""NVIDIA's tools: found, run, read and cached.

`ptxas.assemble` makes machine code, `ptxas.check` only parses, `sass` disassembles. Each name is imported on
first use: most programs run no tool.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pyptx.late import late_names

if TYPE_CHECKING:
    from pyptx.toolchain import cache, ptxas
    from pyptx.toolchain.cubin import Cubin, CubinEntry, read_cubin
    from pyptx.toolchain.disassemble import life_ranges, machine_code, sass
    from pyptx.toolchain.embedded import embedded_ptx, is_binary, target_of
    from pyptx.toolchain.locate import TOOLS, Tool, find, find_or_none, installed
    from pyptx.toolchain.ptxas import Advisory, Compiled, Usage

__all__ = [
    "TOOLS",
    "Advisory",
    "Compiled",
    "Cubin",
    "CubinEntry",
    "Tool",
    "Usage",
    "cache",
    "embedded_ptx",
    "find",
    "find_or_none",
    "installed",
    "is_binary",
    "life_ranges",
    "machine_code",
    "ptxas",
    "read_cubin",
    "sass",
    "target_of",
]

_PLACES = {
    "cache": "cache",
    "ptxas": "ptxas",
    "TOOLS": "locate",
    "Tool": "locate",
    "find": "locate",
    "find_or_none": "locate",
    "installed": "locate",
    "Advisory": "ptxas",
    "Compiled": "ptxas",
    "Cubin": "cubin",
    "CubinEntry": "cubin",
    "read_cubin": "cubin",
    "Usage": "ptxas",
    "embedded_ptx": "embedded",
    "is_binary": "embedded",
    "life_ranges": "disassemble",
    "machine_code": "disassemble",
    "sass": "disassemble",
    "target_of": "embedded",
}

__getattr__, __dir__ = late_names(__name__, _PLACES)
