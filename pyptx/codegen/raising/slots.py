"""Statements as templates: text around slots, which contain the parts that change."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from pyptx.codegen.raising.spelling import filled, taken_apart, texts_of, with_formulas

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pyptx.codegen.raising.spelling import Values

ROOM, WRAPPED = 92, 3
"""Characters of a line, and the lines of a statement that has more."""


@dataclass(slots=True)
class StatementTemplate:
    """A statement as a template; of a block, with its contents.

    Attributes:
        key: Number of its text without the slots, contents included.
        head: Number of its first line without the slots.
        pieces: The text around the slots of its first line.
        tokens: Contents of its slots, then of those of the statements in it.
        own: Number of tokens in the first line.
        defines: Indexes of the tokens it binds.
        lines: Number of each token's line in the statement.
        depth: Indentation of the first line.
        last: The last line of the body that it replaces.
        note: Its note.
        text: Its original first line, valid while no name in it moves; else empty.
        held: Statements in the block.
        height: Nesting depth of blocks in it.
        size: Number of its lines.
    """

    key: int
    head: int
    pieces: tuple[str, ...]
    tokens: tuple[str, ...]
    own: int
    defines: tuple[int, ...]
    lines: tuple[int, ...]
    depth: int
    last: float
    note: str | None
    text: str = ""
    held: list[StatementTemplate] = field(default_factory=list)
    height: int = 0
    size: int = 1

    def into(self, lines: list[str], notes: dict[int, str], values: Values) -> None:
        """Write its lines."""
        if self.note is not None:
            notes[len(lines)] = self.note
        tokens = self.tokens[: self.own]
        if self.text and values.homes.keys().isdisjoint(tokens):
            lines.append(self.text)
        else:
            texts = texts_of(self.pieces, [values[token] for token in tokens])
            lines.append("    " * self.depth + with_formulas(filled(self.pieces, texts)))
        for node in self.held:
            node.into(lines, notes, values)


class Reader:
    """Reads the lines of one body.

    Attributes:
        bound: Names that some line binds.
        variables: Variables that one line binds: they may be in slots.
        last: The last line that names a variable.
    """

    def __init__(self, lines: Sequence[str]) -> None:
        bound = Counter(found[1] for line in lines if (found := _BINDING.match(line)) is not None)
        self.bound = frozenset(bound)
        self.variables = {name for name, count in bound.items() if count == 1}
        self.last: dict[str, float] = {}
        self._keys: dict[object, int] = {}

    def read(self, lines: Sequence[tuple[str, float, str | None]]) -> list[StatementTemplate]:
        """The statements of lines, each with its number and note."""
        stack: list[list[StatementTemplate]] = [[]]
        depths = [-1]
        for line, number, note in lines:
            text = line.lstrip(" ")
            if not text:
                continue
            depth = (len(line) - len(text)) // 4
            while len(depths) > 1 and depths[-1] >= depth:
                depths.pop()
                self.close(stack.pop(), stack[-1][-1])
            node = self._node(text, depth, number, note)
            if type(number) is int and "[" not in text:
                node.text = line
            stack[-1].append(node)
            if text[-1] == ":":
                depths.append(depth)
                stack.append([])
        while len(stack) > 1:
            self.close(stack.pop(), stack[-1][-1])
        return stack[0]

    def close(self, held: list[StatementTemplate], node: StatementTemplate) -> None:
        """Set the contents of a block."""
        node.held = held
        tokens, defines, lines = list(node.tokens), list(node.defines), list(node.lines)
        size = node.size = 1 if 4 * node.depth + sum(map(len, node.pieces)) <= ROOM else WRAPPED
        for inner in held:
            defines += [position + len(tokens) for position in inner.defines]
            lines += [line + size for line in inner.lines]
            tokens += inner.tokens
            size += inner.size
        node.tokens, node.defines, node.lines = tuple(tokens), tuple(defines), tuple(lines)
        node.key = self._number((node.key, *[inner.key for inner in held]))
        node.last = max(node.last, held[-1].last) if held else node.last
        node.height = 1 + max((inner.height for inner in held), default=0)
        node.size = size

    def _node(self, text: str, depth: int, number: float, note: str | None) -> StatementTemplate:
        """The statement of one line."""
        if "reg.array(" in text or '"""' in text:
            key = self._number((number, text))
            return StatementTemplate(key, key, (text,), (), 0, (), (), depth, number, note)
        if "ptx.addr(" in text:
            text = _NO_OFFSET.sub(r"ptx.addr(\1, 0)", text)
        if ":" in text:
            text = taken_apart(text)
        variables, last = self.variables, self.last
        pieces: list[str] = []
        kinds: list[bool] = []
        tokens: list[str] = []
        start = 0
        for found in _TOKEN.finditer(text):
            name, digits = found.groups()
            if name is None:
                if digits is None:
                    continue
            elif name not in variables:
                continue
            elif last.get(name, -1) < number:
                last[name] = number
            at, end = found.span()
            pieces.append(text[start:at])
            kinds.append(name is None)
            tokens.append(text[at:end])
            start = end
        pieces.append(text[start:])
        plain = tuple(pieces)
        key = self._number((depth, plain, tuple(kinds)))
        count = len(tokens)
        binds = count and not pieces[0] and pieces[1][:3] == " = " and tokens[0][-1] != "]"
        return StatementTemplate(
            key,
            key,
            plain,
            tuple(tokens),
            count,
            (0,) if binds else (),
            (0,) * count,
            depth,
            number,
            note,
            size=1 if 4 * depth + len(text) <= ROOM else WRAPPED,
        )

    def _number(self, key: object) -> int:
        return self._keys.setdefault(key, len(self._keys))


_TOKEN = re.compile(
    r'"(?:[^"\\]|\\.)*"'
    r"|'(?:[^'\\]|\\.)*'"
    r"|(?<![\w.])(?!ptx\.|reg\.)([A-Za-z_]\w*)(?:\[\d+\])?(?![\w=])"
    r"|(?<![\w.])((?:(?<=[(,\[ ])-)?\d+(?:\.\d+)?(?:e[+-]?\d+)?)(?![\w.])"
)
_BINDING = re.compile(r" *([A-Za-z_]\w*) = ")
_NO_OFFSET = re.compile(r"ptx\.addr\((\w+(?:\[\d+\])?)\)")
