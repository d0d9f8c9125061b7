"""Tree to text: words from the fields, gaps from `gaps`; a node without gaps gets the layout compilers write.

>>> from pyptx.ir import Instruction, Literal, Name
>>> emit_statement(Instruction("add", ("s32",), (Name("%r1"), Name("%r1"), Literal("1"))))
'add.s32 %r1, %r1, 1;'
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pyptx.emitter.module import emit, emit_statement, emit_with_lines
from pyptx.late import late_names

if TYPE_CHECKING:
    from pyptx.emitter.layout import TextLayout, lay_out, learn

__all__ = ["TextLayout", "emit", "emit_statement", "emit_with_lines", "lay_out", "learn"]

# Imported late: most programs have the default spacing.
__getattr__, __dir__ = late_names(__name__, dict.fromkeys(("TextLayout", "lay_out", "learn"), "layout"))
