"""Template arguments as text, which a graph keeps and another process reads."""

from __future__ import annotations

import ast
import uuid
from typing import Any

from pyptx.errors import LaunchError
from pyptx.runtime.frozen import frozen
from pyptx.types import from_name

_names: dict[object, str] = {}
_unspelled: dict[str, dict[str, Any]] = {}


def spell(words: dict[str, Any]) -> str:
    """Return template arguments as text that `read` turns back into them, in another process too.

    Types of PTX are written ``("pyptx.types", name)``. Values without a Python literal are kept in this
    process only, under a name that no other process has.

    Raises:
        TypeError: A value cannot be compared; see `frozen`.
    """
    text = repr(words)
    try:
        if repr(ast.literal_eval(text)) == text:
            return text
    except (ValueError, SyntaxError):
        pass
    name = _names.setdefault(frozen(words), uuid.uuid4().hex[:16])
    _unspelled[name] = words
    return f"#{name}"


def read(text: str) -> dict[str, Any]:
    """Return the template arguments of a text made by `spell`.

    Raises:
        LaunchError: The text is of another process, and does not contain the values.
    """
    if text.startswith("#"):
        if text[1:] not in _unspelled:
            raise LaunchError(
                f"the template arguments {text} of an exported graph were no literals (numbers, text, types "
                "and tuples of them), so this process cannot rebuild them"
            )
        words = _unspelled[text[1:]]
    else:
        words = ast.literal_eval(text or "{}")
    return {name: _unplain(value) for name, value in words.items()}


def _unplain(value: Any) -> Any:
    if isinstance(value, tuple) and value[:1] == ("pyptx.types",):
        return from_name(value[1])
    return value
