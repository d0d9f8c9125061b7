r"""Text to tree, losslessly: `parse` keeps every word in a field and every gap in `gaps`.

>>> from pyptx.parser import parse
>>> module = parse(".version 8.0\n.target sm_90\n.visible .entry k() { ret; }\n")
>>> module.items[-1].body
(Instruction(opcode='ret', ...),)
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pyptx.errors import ParseError
from pyptx.late import late_names

if TYPE_CHECKING:
    from pyptx.parser.module import parse, parse_operand, parse_statements

__all__ = ["ParseError", "parse", "parse_operand", "parse_statements"]

# A traced kernel reads no text.
__getattr__, __dir__ = late_names(
    __name__, dict.fromkeys(("parse", "parse_operand", "parse_statements"), "module")
)
