"""NVIDIA's tools: found, run, read and cached.

Text goes in; cubins, SASS and reports come out.
"""

from pyptx.toolchain.find import TOOLS, Tool, find, find_or_none
from pyptx.toolchain.ptxas import Advisory, Compiled, Usage, check, ptxas
from pyptx.toolchain.sass import sass

__all__ = ["TOOLS", "Advisory", "Compiled", "Tool", "Usage", "check", "find", "find_or_none", "ptxas", "sass"]
