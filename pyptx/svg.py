"""Drawings of boxes, lines and words in SVG.

Words and lines have the colour of the page around a drawing and fills are translucent, so that it is readable
on light and on dark pages. The fills are the colours of Okabe and Ito ("Color Universal Design", 2008), which
colour-blind readers distinguish.

>>> drawing = Drawing("two banks")
>>> drawing.box(0, 0, 40, 20, text="0", colour=COLOURS[0])
>>> drawing.box(40, 0, 40, 20, text="1", colour=COLOURS[1], hint="the second bank")
>>> str(drawing).count("<rect")
2
"""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

COLOURS = ("#56B4E9", "#E69F00", "#009E73", "#F0E442", "#0072B2", "#CC79A7", "#D55E00", "#999999")
"""Fills: sky blue, orange, green, yellow, blue, purple, vermilion, grey."""
GOOD, BAD, WAITING, QUIET = COLOURS[2], COLOURS[6], COLOURS[1], COLOURS[7]
"""Fills with a meaning: running, wrong, waiting, unused."""

FONT_SIZE = 11
LINE = 16
"""Height of a line of words."""
MARGIN = 6
_LETTER = 0.61 * FONT_SIZE
_HEAD = 5


def width_of(words: str) -> float:
    """Return the width of words in a drawing."""
    return len(words) * _LETTER


class Drawing:
    """A picture with a title; it grows with its drawing.

    Coordinates are pixels from the upper left corner.
    """

    def __init__(self, title: str) -> None:
        self.title = title
        self._parts: list[str] = []
        self._width = self._height = 0.0

    def box(
        self,
        x: float,
        y: float,
        width: float,
        height: float,
        *,
        colour: str = "",
        text: str = "",
        hint: str = "",
        shade: float = 0.45,
    ) -> None:
        """Draw a box.

        Args:
            x: Left edge.
            y: Upper edge.
            width: Width.
            height: Height.
            colour: Fill; without one, only the edges are drawn.
            text: Words in its middle.
            hint: Words that a pointer over the box shows.
            shade: Opacity of the fill, from 0 to 1.
        """
        fill = f'fill="{colour}" fill-opacity="{shade:g}"' if colour else 'fill="none"'
        tip = f"<title>{escape(hint)}</title>" if hint else ""
        self._add(
            f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" {fill} stroke="currentColor" '
            f'stroke-opacity=".35">{tip}</rect>',
            x + width,
            y + height,
        )
        if text:
            self.text(x + width / 2, y + height / 2, text, anchor="middle")

    def text(self, x: float, y: float, words: str, *, anchor: str = "start", bold: bool = False) -> None:
        """Write words; `y` is the middle of their line, `anchor` is ``start``, ``middle`` or ``end``."""
        attributes = ("" if anchor == "start" else f' text-anchor="{anchor}"') + (
            ' font-weight="bold"' if bold else ""
        )
        right = {"start": width_of(words), "middle": width_of(words) / 2, "end": 0}[anchor]
        self._add(
            f'<text x="{x:g}" y="{y + FONT_SIZE * 0.35:g}"{attributes}>{escape(words)}</text>',
            x + right,
            y + LINE / 2,
        )

    def line(
        self,
        x1: float,
        y1: float,
        x2: float,
        y2: float,
        *,
        colour: str = "currentColor",
        dashed: bool = False,
        arrow: bool = False,
    ) -> None:
        """Draw a line, with a head at its second end if it is an arrow."""
        stroke = f'stroke="{colour}" stroke-width="1.5"' + (' stroke-dasharray="4 3"' if dashed else "")
        ends = f'x1="{x1:g}" y1="{y1:g}" x2="{x2:g}" y2="{y2:g}"'
        self._add(f"<line {ends} {stroke}/>", max(x1, x2), max(y1, y2))
        if arrow:
            length = ((x2 - x1) ** 2 + (y2 - y1) ** 2) ** 0.5 or 1
            along, across = (x2 - x1) / length * _HEAD, (y2 - y1) / length * _HEAD
            corners = (
                (x2, y2),
                (x2 - 2 * along - across, y2 - 2 * across + along),
                (x2 - 2 * along + across, y2 - 2 * across - along),
            )
            points = " ".join(f"{x:.4g},{y:.4g}" for x, y in corners)
            self._add(f'<polygon points="{points}" fill="{colour}"/>', x2, y2)

    def curve(self, points: Sequence[tuple[float, float]], *, colour: str = COLOURS[4]) -> None:
        """Draw straight lines from point to point."""
        ends = " ".join(f"{x:.5g},{y:.5g}" for x, y in points)
        right, bottom = (max(each) for each in zip(*points, strict=True))
        self._add(
            f'<polyline points="{ends}" fill="none" stroke="{colour}" stroke-width="1.5"/>', right, bottom
        )

    def __str__(self) -> str:
        width, height = self._width + MARGIN, self._height + MARGIN
        size = f"{width + MARGIN:g} {height + MARGIN:g}"
        style = f'style="max-width:100%" font-family="ui-monospace,monospace" font-size="{FONT_SIZE}"'
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{-MARGIN} {-MARGIN} {size}" '
            f'width="{width + MARGIN:g}" role="img" {style} fill="currentColor">'
            f"<title>{escape(self.title)}</title>{''.join(self._parts)}</svg>"
        )

    def _add(self, part: str, right: float, bottom: float) -> None:
        self._parts.append(part)
        self._width, self._height = max(self._width, right), max(self._height, bottom)
