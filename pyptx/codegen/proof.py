"""Whether generated Python says what the PTX says: it is executed, and its text compared."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pyptx.errors import CodegenError
from pyptx.parser.lexer import tokenize

if TYPE_CHECKING:
    from pyptx.parser.lexer import Token


def retraced(python: str) -> str:
    """The PTX of generated Python.

    Args:
        python: What `pyptx.codegen.ptx_to_python` returned; it is executed.
    """
    names: dict[str, Any] = {"__name__": "pyptx_generated"}
    exec(compile(python, "<generated>", "exec"), names)
    text: str = names["module"].ptx()
    return text


def require_same_tokens(source: str, made: str) -> None:
    """Check that two texts have the same words.

    Raises:
        CodegenError: They differ; the message says where first.
    """
    given: Token
    for given, other in zip(tokenize(source), tokenize(made), strict=False):
        if given.text != other.text:
            raise CodegenError(
                f"line {given.line}: the source has {given.text or 'its end'!r} where the Python gives "
                f"{other.text or 'its end'!r} in line {other.line}"
            )
