"""Shorter forms of long displays: ``[zero] * 64``, and ``*range(63, 47, -1)`` for consecutive numbers."""

from __future__ import annotations

import re

LONG = 8
"""Least number of items of a display that is shortened."""
RUN = 5
"""Least number of consecutive numbers that become a range."""
TIMES = 4
"""How often items are said before it is said how often."""


def shortened(line: str) -> str:
    """A statement with its long displays shortened; what it means stays, item for item.

    >>> shortened("for u in (0, 1, 2, 3, 4, 5, 6, 9, 8):")
    'for u in (*range(7), 9, 8):'
    >>> shortened("st.v8([r1, r1, r1, r1, r1, r1, r1, r1])")
    'st.v8([r1] * 8)'
    >>> shortened("for u, v in zip(a, (x, y, x, y, x, y, x, y), strict=True):")
    'for u, v in zip(a, (x, y) * 4, strict=True):'
    """
    return _DISPLAY.sub(_render_display, line) if line.count(", ") >= LONG - 1 else line


def _render_display(found: re.Match[str]) -> str:
    opening, closing = found[1], found[3]
    if opening is None:
        return found[0]
    items = found[2].split(", ")
    for period in range(1, len(items) // TIMES + 1):
        if len(items) % period == 0 and items == items[:period] * (len(items) // period):
            comma = "," if period == 1 and opening == "(" else ""
            once = f"{opening}{', '.join(items[:period])}{comma}{closing}"
            return f"{once} * {len(items) // period}"
    parts = _runs(items)
    if opening == "(" and len(parts) == 1 and parts[0][0] == "*":
        return parts[0][1:]
    return f"{opening}{', '.join(parts)}{closing}"


def _runs(items: list[str]) -> list[str]:
    """The items with numbers in a row as ranges."""
    numbers = [int(item) if _NUMBER.fullmatch(item) else None for item in items]
    parts: list[str] = []
    index = 0
    while index < len(items):
        first, second = numbers[index], numbers[index + 1] if index + 1 < len(items) else None
        end = index + 1
        if first is not None and second is not None and second != first:
            step = second - first
            while end < len(items) and numbers[end] == first + step * (end - index):
                end += 1
            if end - index >= RUN:
                stop = first + step * (end - index)
                bounds = f"{stop}" if (first, step) == (0, 1) else f"{first}, {stop}"
                parts.append(f"*range({bounds}{'' if step == 1 else f', {step}'})")
                index = end
                continue
        parts.append(items[index])
        index += 1
    return parts


_ITEM = r"-?\w+(?:\[\d+\])?"
_DISPLAY = re.compile(
    r'"(?:[^"\\]|\\.)*"|'
    r"(?:(?<=[(\[=*])|(?<=, )|(?<=in )|(?<== ))"
    rf"([(\[])({_ITEM}(?:, {_ITEM}){{{LONG - 1},}})([)\]])(?=[,):\]]|$)"
)
"""A text, in which no display stands; or a display where it may be a product as well."""
_NUMBER = re.compile(r"-?(?:0|[1-9]\d*)")
