"""A place in the text, one word ahead, and the notes taken of its gaps."""

from __future__ import annotations

from typing import TYPE_CHECKING, NoReturn

from pyptx.ir.spacing import DEFAULTS, Gaps
from pyptx.parser.lexer import WORD, check_end, error_at

if TYPE_CHECKING:
    from collections.abc import Sequence


class Cursor:
    """The current word, which is not consumed yet.

    Attributes:
        kind: Kind of the word, as in `Token`; ``"end"`` after the last.
        word: The word.
        gap: The gap before it.
        start: Offset of its first character.
    """

    __slots__ = ("_after", "gap", "kind", "source", "start", "word")

    def __init__(self, source: str, position: int = 0) -> None:
        self.source = source
        self.start = 0
        self._after = position
        self.kind = self.word = self.gap = ""
        self.advance()

    def advance(self) -> None:
        """Go to the next word."""
        match = WORD.match(self.source, self._after)
        if match is None:
            raise AssertionError("the word pattern matches everywhere")
        self.gap = match[1]
        self.start = match.end(1)
        kind = match.lastgroup or "gap"
        if kind == "gap":
            check_end(self.source, self.start)
            self.gap, self.start = self.source[self._after :], len(self.source)
            self.kind, self.word, self._after = "end", "", self.start
            return
        self.kind = kind
        self.word = match[kind]
        self._after = match.end()

    def seek(self, position: int) -> None:
        """Go to the first word at or after `position`."""
        self._after = position
        self.advance()

    def take(self) -> str:
        """Return the word and go to the next."""
        word = self.word
        self.advance()
        return word

    def take_name(self, what: str) -> str:
        """Consume a name.

        Raises:
            ParseError: The next word is another one.
        """
        if self.kind != "name":
            self.fail(f"expected {what}")
        return self.take()

    def take_number(self, what: str) -> str:
        """Consume a number.

        Raises:
            ParseError: The next word is another one.
        """
        if self.kind != "number":
            self.fail(f"expected {what}")
        return self.take()

    def extend(self, word: str) -> None:
        """Extend the current word by `word`, which must follow it directly."""
        self.word += word
        self._after += len(word)

    def follows(self, text: str) -> bool:
        """Whether `text` directly follows the current word."""
        return self.source.startswith(text, self._after)

    @property
    def end(self) -> int:
        """End position of the current word."""
        return self._after

    def fail(self, message: str) -> NoReturn:
        """Raise an error at this place that names the word found."""
        found = "the end of the text" if self.kind == "end" else f'"{_shortened(self.word)}"'
        raise error_at(self.source, self.start, f"{message}, found {found}")


class Notes:
    """The gaps of one node, as they are met."""

    __slots__ = ("lead", "rest")

    def __init__(self, lead: str = "") -> None:
        self.lead = lead
        self.rest: list[tuple[str, int, str]] = []

    def note(self, role: str, gap: str, index: int = 0) -> None:
        """Record the gap before the word of a role, unless it is the usual one."""
        if gap != DEFAULTS[role]:
            self.rest.append((role, index, gap))

    def record(self, role: str, gap: str, index: int = 0) -> None:
        """Record a gap whose default depends on the place of the node."""
        self.rest.append((role, index, gap))

    def extend(self, rest: Sequence[tuple[str, int, str]]) -> None:
        """Record several gaps."""
        self.rest.extend(rest)

    def gaps(self) -> Gaps:
        """Return the gaps of the node."""
        return Gaps(self.lead, tuple(self.rest))


def _shortened(word: str) -> str:
    """A word of bearable length."""
    return word if len(word) <= 40 else f"{word[:40]}…"
