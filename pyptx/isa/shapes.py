"""Types and register counts that depend on the modifiers: fragment sizes, doubled widths.

A function takes the modifiers and the argument written in the row, and gives a type and the number of
registers in braces (None for one bare register).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping


def double(named: Mapping[str, str], type_: str) -> tuple[str, int | None]:
    """The type of twice the width: ``double(<type>)`` of s32 is s64 (`mul.wide`)."""
    del named
    return f"{type_[0]}{2 * int(type_[1:])}", None


SHAPES: dict[str, Callable[[Mapping[str, str], str], tuple[str, int | None]]] = {
    "double": double,
}
