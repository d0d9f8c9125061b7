r"""Text to tree, losslessly: `parse` keeps every word in a field and every gap in `gaps`.

>>> from pyptx.parser import parse
>>> module = parse(".version 8.0\n.target sm_90\n.visible .entry k() { ret; }\n")
>>> module.items[-1].body
(Instruction(opcode='ret', ...),)
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from pyptx.errors import ParseError

if TYPE_CHECKING:
    from pyptx.parser.module import parse, parse_operand, parse_statements

__all__ = ["ParseError", "parse", "parse_operand", "parse_statements"]


def __getattr__(name: str) -> Any:
    """The parser is imported when it is first asked for: a traced kernel reads no text."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(importlib.import_module("pyptx.parser.module"), name)
