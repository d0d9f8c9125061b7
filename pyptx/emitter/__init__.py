"""Tree to text: words from the fields, gaps from `gaps`; a node without gaps gets the layout compilers write.

>>> from pyptx.ir import Instruction, Literal, Name
>>> emit_statement(Instruction("add", ("s32",), (Name("%r1"), Name("%r1"), Literal("1"))))
'add.s32 %r1, %r1, 1;'
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from pyptx.emitter.module import emit, emit_statement, emit_with_lines

if TYPE_CHECKING:
    from pyptx.emitter.layout import TextLayout, lay_out, learn

__all__ = ["TextLayout", "emit", "emit_statement", "emit_with_lines", "lay_out", "learn"]


_OF_LAYOUTS = frozenset({"TextLayout", "lay_out", "learn"})


def __getattr__(name: str) -> Any:
    """How text is spaced is imported when it is first asked for: few kernels are spaced otherwise."""
    if name not in _OF_LAYOUTS:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(importlib.import_module("pyptx.emitter.layout"), name)
