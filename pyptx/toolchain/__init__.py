"""NVIDIA's tools: found, run, read and cached.

Text goes in; cubins, SASS and reports come out. `ptxas.assemble` makes machine code, `ptxas.check` only
reads, `sass` disassembles.
"""

from pyptx.toolchain import cache, ptxas
from pyptx.toolchain.find import TOOLS, Tool, find, find_or_none
from pyptx.toolchain.ptxas import Advisory, Compiled, Usage
from pyptx.toolchain.sass import sass

__all__ = [
    "TOOLS",
    "Advisory",
    "Compiled",
    "Tool",
    "Usage",
    "cache",
    "find",
    "find_or_none",
    "ptxas",
    "sass",
]
