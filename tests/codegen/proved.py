"""Raised Python whose trace is proved to be the program that it was made from."""

from __future__ import annotations

from pyptx.codegen import ptx_to_python
from pyptx.codegen.proof import require_same_program, retraced


def proved_python(text: str) -> str:
    """Return the raised Python of a module, after a check that it traces the same program."""
    python = ptx_to_python(text, sugar=True)
    require_same_program(text, retraced(python))
    return python
