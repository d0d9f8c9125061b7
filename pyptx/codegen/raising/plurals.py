"""Names of lists and of their items."""

from __future__ import annotations

import re


def plural(name: str) -> str:
    """Return the name of a list of values like one with a name.

    >>> plural("index_3"), plural("bits_2"), plural("row_plus_32"), plural("row_plus_32_below_n")
    ('indexes', 'bits_list', 'row_values', 'row_conditions')
    >>> plural("src_at"), plural("tid_x"), plural("fused_4"), plural("acc"), plural("array"), plural("y")
    ('src_addresses', 'tid_x_values', 'fused_values', 'accs', 'arrays', 'y_list')
    """
    made = _MADE.match(name)
    if made is not None:
        return f"{made[1]}_{'conditions' if _COMPARED.search(name) else 'values'}"
    stem = name.rstrip("0123456789_") or name
    if len(stem) == 1:
        return f"{stem}_list"
    ending = next(word for word in _PLURALS if stem.endswith(word))
    return f"{stem.removesuffix(ending)}{_PLURALS[ending]}"


def singular(name: str) -> str:
    """Return the name of one of the values in a list.

    >>> singular("src_addresses"), singular("indexes2"), singular("bits_list"), singular("accs")
    ('src_at', 'index', 'bits', 'acc')
    """
    stem = name.rstrip("0123456789_") or name
    if len(stem) == 1 or stem.endswith("_list"):
        return stem.removesuffix("_list")
    return next(
        (stem.removesuffix(many) + one for one, many in _PLURALS.items() if stem.endswith(many)), stem
    )


_JOINED = "plus|minus|times|over|modulo|shl|shr|and|or|xor"
_COMPARISONS = "is|is_not|below|at_most|above|at_least"
_MADE = re.compile(rf"(\w+?)_(?:{_JOINED}|{_COMPARISONS})_")
"""Names that are made of those of operands."""
_COMPARED = re.compile(f"_(?:{_COMPARISONS})_")
_PLURALS = {
    "index": "indexes", "_at": "_addresses", "_x": "_x_values", "_y": "_y_values", "_z": "_z_values",
    "ed": "ed_values", "ay": "ays", "ey": "eys", "oy": "oys", "y": "ies", "x": "xes", "ch": "ches",
    "s": "s_list", "": "s",
}  # fmt: skip
"""Endings of names, and those of their plurals; the first that fits counts."""
