"""Headings for the parts of a long body: the kinds of work, in the order of the text.

>>> lines = ["x = ptx.inst.ld.global_.f32(f32, a)"] * 30 + ["ptx.inst.st.global_.f32(a, x)"] * 30
>>> headings(lines)
{0: 'loads', 30: 'stores'}
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

LONG = 24
"""Lines of a block from which on its parts have headings."""
LEAST = 4
"""Lines of a part that has one."""
MOST = 3
"""Kinds of instructions that a heading names."""


class _Part(NamedTuple):
    """Statements of a block in a row.

    Attributes:
        start: The first line.
        stop: The line behind the last.
        kinds: What the instructions in them do, each with how many lines do.
    """

    start: int
    stop: int
    kinds: dict[str, int]

    def with_(self, other: _Part) -> _Part:
        """Both, one after the other."""
        kinds = dict(self.kinds)
        for kind, count in other.kinds.items():
            kinds[kind] = kinds.get(kind, 0) + count
        return _Part(self.start, other.stop, kinds)

    @property
    def text(self) -> str:
        """The most frequent kinds of work, in the order of the text."""
        most = sorted(self.kinds, key=lambda kind: -self.kinds[kind])[:MOST]
        return ", ".join(kind for kind in self.kinds if kind in most)


def headings(lines: Sequence[str]) -> dict[int, str]:
    """Return the headings of parts, by the line after them.

    A part is a run of statements with the same kind of work, with the computations that lead to it. Reads of
    parameters and special registers at the head of a body have no heading, nor has a block of one part.

    Args:
        lines: One statement or one head of a block in each, indented by its depth.
    """
    made: dict[int, str] = {}
    if len(lines) >= LONG:
        kinds = [_kind(line) for line in lines]
        _find_headings(lines, kinds, 0, len(lines), made)
    return made


def _find_headings(
    lines: Sequence[str], kinds: Sequence[str | None], start: int, stop: int, made: dict[int, str]
) -> None:
    """Find the headings of a block of lines."""
    start = _prelude(lines, kinds, start, stop)
    parts: list[_Part] = []
    lead = start
    for item in _items(lines, kinds, start, stop):
        if item.stop - item.start >= LONG:
            for first, last in _bodies(lines, item):
                _find_headings(lines, kinds, first, last, made)
        if not item.kinds:
            continue
        if parts and item.kinds.keys() == parts[-1].kinds.keys():
            parts[-1] = parts[-1].with_(item)
        else:
            parts.append(item._replace(start=lead))
        lead = item.stop
    parts = _merged(parts)
    if len(parts) > 1:
        made.update((part.start, part.text) for part in parts)


def _prelude(lines: Sequence[str], kinds: Sequence[str | None], start: int, stop: int) -> int:
    """The line behind those that read what the kernel is given."""
    first = start
    for at in range(start, stop):
        if kinds[at] is not None or lines[at].startswith(("with ", "for "), _depth(lines[at])):
            break
        if "ld.param" in lines[at] or "ptx.special" in lines[at] or "reg.array(" in lines[at]:
            first = at + 1
    return first


def _items(lines: Sequence[str], kinds: Sequence[str | None], start: int, stop: int) -> Iterator[_Part]:
    """The statements of a block, with what they hold; an ``else_`` belongs to its ``if_``."""
    at = start
    while at < stop:
        first, depth = at, _depth(lines[at])
        at += 1
        while at < stop and (
            not lines[at] or _depth(lines[at]) > depth or lines[at].startswith("with ptx.else_(", depth)
        ):
            at += 1
        found: dict[str, int] = {}
        for kind in kinds[first:at]:
            if kind is not None:
                found[kind] = found.get(kind, 0) + 1
        yield _Part(first, at, found)


def _bodies(lines: Sequence[str], item: _Part) -> list[tuple[int, int]]:
    """The lines that the heads of a statement hold: of a conditional, both parts."""
    depth = _depth(lines[item.start])
    heads = [at for at in range(item.start, item.stop) if lines[at] and _depth(lines[at]) == depth]
    return [(at + 1, stop) for at, stop in zip(heads, [*heads[1:], item.stop], strict=True)]


def _merged(parts: list[_Part]) -> list[_Part]:
    """The parts, those that are short with the next, and then those of one heading."""
    long: list[_Part] = []
    for part in parts:
        if long and (long[-1].stop - long[-1].start < LEAST or part.stop - part.start < LEAST):
            long[-1] = long[-1].with_(part)
        else:
            long.append(part)
    out: list[_Part] = []
    for part in long:
        if out and out[-1].text == part.text:
            out[-1] = out[-1].with_(part)
        else:
            out.append(part)
    return out


def _depth(line: str) -> int:
    return len(line) - len(line.lstrip(" "))


def _kind(line: str) -> str | None:
    """Return the kind of work of a line's instruction; None for a computation."""
    found = _KINDS.search(line)
    return None if found is None else _NAMES[found.lastgroup or ""]


_NAMES = {
    "barriers": "barriers",
    "tensor": "tensor memory",
    "copies": "copies to shared memory",
    "products": "matrix products",
    "stores": "stores",
    "reads": "loads from shared memory",
    "loads": "loads",
    "lanes": "exchange between lanes",
    "atomics": "atomics",
}
_KINDS = re.compile(
    r"""ptx\.inst(?:\.|\[")(?:"""
    r"(?P<barriers>mbarrier\.init)"
    r"|(?P<tensor>tcgen05\.(?:alloc|dealloc|ld|st|cp))"
    r"|(?P<stores>st\.(?:\w+\.)*?global|cp\.(?:reduce\.)?async_\.bulk\.(?:\w+\.)*?global_\.shared|sust\.)"
    r"|(?P<copies>cp\.async|st\.(?:\w+\.)*?shared|stmatrix)"
    r"|(?P<products>w?mma\.|wgmma\.mma_async|tcgen05\.mma|wmma\.mma)"
    r"|(?P<reads>ld\.(?:\w+\.)*?shared|ldmatrix)"
    r"|(?P<loads>ld\.(?:\w+\.)*?global|tex\.|tld4\.|suld\.)"
    r"|(?P<lanes>shfl|redux|vote|match)"
    r"|(?P<atomics>atom\.|red\.))"
)
