"""PTX words as Python names: four rules, in both directions."""

from __future__ import annotations

import keyword


def ptx_word(name: str) -> str:
    """The PTX word of a Python name.

    >>> [ptx_word(name) for name in ("global_", "_2d", "shared__cta", "sp__2___4", "f32")]
    ['global', '2d', 'shared::cta', 'sp::2:4', 'f32']
    """
    word = name[1:] if name[:1] == "_" and name[1:2].isdigit() else name
    return word.removesuffix("_").replace("___", ":").replace("__", "::")


def python_word(word: str) -> str:
    """The Python name of a PTX word: the inverse of `ptx_word`.

    >>> [python_word(word) for word in ("global", "2d", "shared::cta", "sp::2:4", "add")]
    ['global_', '_2d', 'shared__cta', 'sp__2___4', 'add']
    """
    name = word.replace("::", "__").replace(":", "___")
    if name[:1].isdigit():
        return f"_{name}"
    return f"{name}_" if keyword.iskeyword(name) else name
