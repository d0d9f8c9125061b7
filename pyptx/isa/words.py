"""The Python spelling of PTX words: three rules, both ways."""

from __future__ import annotations

import keyword


def ptx_word(name: str) -> str:
    """The PTX spelling of a Python name.

    >>> [ptx_word(name) for name in ("global_", "_2d", "shared__cta", "L2__128B", "f32")]
    ['global', '2d', 'shared::cta', 'L2::128B', 'f32']
    """
    word = name[1:] if name[:1] == "_" and name[1:2].isdigit() else name
    return word.removesuffix("_").replace("__", "::")


def python_word(word: str) -> str:
    """The Python spelling of a PTX word: the inverse of `ptx_word`.

    >>> [python_word(word) for word in ("global", "2d", "shared::cta", "async", "add")]
    ['global_', '_2d', 'shared__cta', 'async_', 'add']
    """
    name = word.replace("::", "__")
    if name[:1].isdigit():
        return f"_{name}"
    return f"{name}_" if keyword.iskeyword(name) else name
