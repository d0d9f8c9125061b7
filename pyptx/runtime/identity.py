"""Short digests of the content of functions and values."""

from __future__ import annotations

import hashlib
import types
from typing import TYPE_CHECKING, Any

from pyptx.runtime.frozen import frozen

if TYPE_CHECKING:
    from collections.abc import Callable


def digest(*values: Any) -> str:
    """Return a digest of the content of functions and values: the same in every process.

    A value without comparable content, such as an open file, is identified by itself, in this process only.
    """
    hasher = hashlib.sha256()
    for value in values:
        hasher.update(_content(value, depth=0).encode())
        hasher.update(b"\0")
    return hasher.hexdigest()[:16]


def _content(value: Any, depth: int) -> str:
    if isinstance(value, types.FunctionType) and depth < 8:
        return _function_content(value, depth)
    if isinstance(value, types.CodeType):
        constants = ",".join(_content(constant, depth) for constant in value.co_consts)
        return f"{value.co_code.hex()}{value.co_names}{value.co_varnames}{constants}"
    if isinstance(value, types.ModuleType):
        return value.__name__
    try:
        return repr(frozen(value))
    except (TypeError, RecursionError):
        return f"{type(value).__qualname__}@{id(value)}"


def _function_content(function: Callable[..., Any], depth: int) -> str:
    cells = getattr(function, "__closure__", None) or ()
    closure = ",".join(_content(_cell(cell), depth + 1) for cell in cells)
    defaults = _content((function.__defaults__, function.__kwdefaults__), depth)
    code = _content(function.__code__, depth)
    return f"{function.__module__}.{function.__qualname__}({code}){closure}{defaults}"


def _cell(cell: types.CellType) -> Any:
    try:
        return cell.cell_contents
    except ValueError:  # a name that the enclosing function binds later
        return None
