"""Tree to text: words from the fields, gaps from `gaps`; a node without gaps gets the layout compilers write.

>>> from pyptx.ir import Instruction, Literal, Name
>>> emit_statement(Instruction("add", ("s32",), (Name("%r1"), Name("%r1"), Literal("1"))))
'add.s32 %r1, %r1, 1;'
"""

from pyptx.emitter.layout import TextLayout, lay_out, learn
from pyptx.emitter.module import emit, emit_statement, emit_with_lines

__all__ = ["TextLayout", "emit", "emit_statement", "emit_with_lines", "lay_out", "learn"]
