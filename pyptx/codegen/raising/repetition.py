"""Statements that repeat become ``for`` loops and lists.

A compiler unrolls: eight products, sixteen loads, thirty-two stores, each with the next registers and the
next offset. What is folded here is the Python text of a body, so the proof is the text itself: the loop,
unrolled, is the very statements that it stands for, with ``values[3]`` where they said ``r17``. A run of
statements is left alone where a register is read before its turn, or where what changes from one to the next
takes more words to say than the statements do.
"""

from __future__ import annotations

import keyword
import re
from bisect import bisect_right
from collections import Counter
from dataclasses import dataclass, field
from itertools import accumulate, pairwise
from typing import TYPE_CHECKING, NamedTuple

from pyptx.codegen.operands import RESERVED
from pyptx.codegen.raising.spelling import (
    Place,
    Said,
    Shown,
    Value,
    Values,
    affine,
    filled,
    gone_over,
    loop_texts,
    sliced,
    taken_apart,
    texts_of,
    with_formulas,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

PERIOD = 96
"""Statements of one round, at most."""
REACH = 768
"""Statements that one loop stands for, at most."""
NEST = 17
"""Blocks in blocks; Python nests at most 20."""
ROUNDS = 3
"""How often loops are looked for among loops."""
WIDEST = 240
"""Characters of what a loop goes over, at most, where it counts nothing."""


def fold_repeats(
    lines: Sequence[str], notes: dict[int, str], taken: Iterable[str]
) -> tuple[list[str], dict[int, str], int]:
    """Fold the statements of a body; return them, what is noted at each, and how many loops were made.

    Args:
        lines: One statement or one head of a block in each, indented by its depth.
        notes: What is noted at a line, by its number.
        taken: Names that mean something else.
    """
    folding = _Folding(lines, notes, taken)
    nodes = folding.of_block(folding.tree, 1)
    made: list[str] = []
    noted: dict[int, str] = {}
    for node in nodes:
        node.into(made, noted, folding.values)
    return made, noted, folding.count


@dataclass(slots=True)
class _Node:
    """A statement, with what it holds where it is a block.

    Attributes:
        key: Number of its text without what may change, with that of what it holds.
        head: The same of its first line.
        pieces: The text around the slots of its first line.
        tokens: What stands in its slots, then in those of what it holds.
        own: How many of them are of the first line.
        defines: Which of them it binds.
        lines: Number of each token's line in the statement.
        depth: Of the first line.
        last: The last line of the body that it stands for.
        note: What is noted at it.
        text: Its first line as it was, where that is what it says as long as no name in it moves; else empty.
        held: What it holds.
        height: How deep blocks nest in it.
        size: Its lines.
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
    held: list[_Node] = field(default_factory=list)
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


class _Folding:
    """One body being folded.

    Attributes:
        tree: Its statements.
        values: What tokens stand for.
        count: Loops made.
    """

    def __init__(self, lines: Sequence[str], notes: dict[int, str], taken: Iterable[str]) -> None:
        self.values = Values()
        self.sizes: dict[str, int] = {}
        self.count = 0
        self._keys: dict[object, int] = {}
        self._taken = set(taken)
        self._busy: set[str] = set()
        self._missed = 0
        self._last: dict[str, float] = {}
        bound = Counter(found[1] for line in lines if (found := _BINDING.match(line)) is not None)
        self._variables = {name for name, count in bound.items() if count == 1}
        self._taken.update(bound)
        self.tree = self._parsed([(line, number, notes.get(number)) for number, line in enumerate(lines)])

    # -- reading

    def _parsed(self, lines: Sequence[tuple[str, float, str | None]]) -> list[_Node]:
        """The statements of lines, each with its number and note."""
        stack: list[list[_Node]] = [[]]
        depths = [-1]
        for line, number, note in lines:
            text = line.lstrip(" ")
            if not text:
                continue
            depth = (len(line) - len(text)) // 4
            while len(depths) > 1 and depths[-1] >= depth:
                depths.pop()
                self._closed(stack.pop(), stack[-1][-1])
            node = self._node(text, depth, number, note)
            if type(number) is int and "[" not in text:
                node.text = line
            stack[-1].append(node)
            if text[-1] == ":":
                depths.append(depth)
                stack.append([])
        while len(stack) > 1:
            self._closed(stack.pop(), stack[-1][-1])
        return stack[0]

    def _closed(self, held: list[_Node], node: _Node) -> None:
        """Give a block what it holds."""
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

    def _node(self, text: str, depth: int, number: float, note: str | None) -> _Node:
        """The statement of one line."""
        if "reg.array(" in text or '"""' in text:
            key = self._number((number, text))
            return _Node(key, key, (text,), (), 0, (), (), depth, number, note)
        if "ptx.addr(" in text:
            text = _NO_OFFSET.sub(r"ptx.addr(\1, 0)", text)
        if ":" in text:
            text = taken_apart(text)
        variables, last = self._variables, self._last
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
        return _Node(
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

    # -- folding

    def of_block(self, nodes: list[_Node], nest: int) -> list[_Node]:
        """Fold the statements of a block, then the loops that this made."""
        for turn in range(ROUNDS):
            before = self.count
            nodes = self._folded(nodes, nest, inner=turn == 0)
            if self.count == before:
                break
        return nodes

    def _folded(self, nodes: list[_Node], nest: int, *, inner: bool) -> list[_Node]:
        block = _Block(nodes)
        out: list[_Node] = []
        index = 0
        while index < len(nodes):
            made = self._best(block, index, nest) if block.is_repeated(index) else None
            if made is None:
                node = nodes[index]
                if inner and len(node.held) > (FEW if node.pieces[0].startswith("for ") else 0):
                    self._inside(node, nest)
                out.append(node)
                index += 1
            else:
                taken, replacement = made
                self.count += 1
                out += replacement
                index += taken
        return out

    def _best(self, block: _Block, index: int, nest: int) -> tuple[int, list[_Node]] | None:
        """The loop that starts at a statement: how many it stands for, and what stands for them."""
        best: _Run | None = None
        tried: list[tuple[int, int, int]] = []
        for period in block.periods(index, TRIES if self._missed < PATIENCE else 1):
            count = block.rounds(index, period)
            saved = (count - 1) * (block.lines[index + period] - block.lines[index])
            if count > 1 and saved > LEAST:
                tried.append((saved // 2 if count == 2 else saved, -period, count))
        for saved, backward, count in sorted(tried, reverse=True):
            if best is not None and saved <= best.worth:
                break
            period = -backward
            run = self._run(block, index, period, count, nest)
            if run is not None and (best is None or run.worth > best.worth):
                best = run
        self._missed = self._missed + 1 if best is None else 0
        if best is None:
            return None
        return best.period * best.count, self._made(best, nest)

    def _run(self, block: _Block, start: int, period: int, count: int, nest: int) -> _Run | None:
        """A loop for rounds of some statements; a shorter one where not all fit; None for none."""
        height = max([node.height for node in block.nodes[start : start + period]])
        if nest + height + 2 > NEST:
            return None
        sample = SAMPLE
        while count > 2 * sample:
            if self._of(block, start, period, sample).broken:
                return None
            sample *= 4
        made = self._of(block, start, period, count)
        while made.problem and made.fitting >= 2 and (made.fitting < made.count):
            made = self._of(block, start, period, made.fitting)
        return None if made.problem else made

    def _of(self, block: _Block, start: int, period: int, count: int) -> _Run:
        """Rounds of statements, read."""
        return _Run(block, start, period, count, self.values, self._last, self.sizes)

    def _made(self, run: _Run, nest: int) -> list[_Node]:
        """The statements of a loop."""
        names = self._names_of(run)
        lines = run.lines(names, self._index_names(run))
        for list_, variables in run.exported(names):
            self._variables.add(list_)
            self.sizes[list_] = len(variables)
            self.values.move({name: Place(list_, number) for number, name in enumerate(variables)})
            self._last[list_] = max(self._last[name] for name in variables)
        for variable, name in run.carried_names(names):
            self._variables.discard(variable)
            self.values.move({name: variable})
        first, last = run.nodes[0], run.nodes[-1]
        step = 1 / (len(lines) + 1)
        numbered = [(line, last.last - 1 + step * (at + 1), None) for at, line in enumerate(lines)]
        made = self._parsed(numbered)
        made[-1].last = last.last
        made[0].note = first.note
        for node in made:
            if node.held:
                self._inside(node, nest)
        return made

    def _inside(self, node: _Node, nest: int) -> None:
        """Fold what a block holds."""
        head = node.pieces[0]
        busy = set(_WORD.findall(head.partition(" in ")[0])) if head.startswith("for ") else set()
        busy -= self._busy
        self._busy |= busy
        node.held = self.of_block(node.held, nest + 1)
        self._busy -= busy
        node.tokens = node.tokens[: node.own]
        node.lines = node.lines[: node.own]
        node.defines = tuple([each for each in node.defines if each < node.own])
        node.key = node.head
        self._closed(node.held, node)

    def _names_of(self, run: _Run) -> dict[int, str]:
        """A name for each list that a loop makes, and for what it hands from one round to the next."""
        names: dict[int, str] = {}
        for position in run.defined:
            first = run.columns[position][0]
            if position in run.lists:
                stem = first.rstrip("0123456789_") or first
                name, number = f"{stem}s", 2
                while name in self._taken or keyword.iskeyword(name) or name in RESERVED:
                    name = f"{stem}s{number}"
                    number += 1
                self._taken.add(name)
                names[position] = name
            else:
                names[position] = first
        return names

    def _index_names(self, run: _Run) -> list[str]:
        """Names for what a loop counts, and for what it goes over."""
        words = set(self._busy)
        for node in run.nodes[: run.period]:
            words |= _words(node)
        return [
            name
            for name in (*"ijklmnuvwxyz", "ii", "jj", "kk", "uu", "vv", "ww", "xx", "yy", "zz")
            if name not in words and name not in self._taken
        ]


FEW = 3
"""Statements in which no loop is looked for."""
HANDED = 1
"""Registers that a loop hands from one round to the next, at most."""
HANDING = 4
"""Statements of a loop that hands one on, at most."""
FAR = 1 << 20
"""Two numbers that are further apart are no steps of one sequence."""
ROOM, WRAPPED = 92, 3
"""Characters of a line, and the lines of a statement that has more."""
PATIENCE = 48
"""Statements in a row at which no loop starts, from which on one period is tried at each."""
SAMPLE = 3
"""Rounds that say whether four times as many are worth reading, and so on: few say it of most."""
TRIES = 6
"""Periods that are tried at a statement."""
LEAST = 2
"""Lines that a loop has to save."""
TABLES = 4
"""What a loop goes over side by side, at most."""


def _words(node: _Node) -> set[str]:
    words = {word.partition("_")[0] for word in _WORD.findall(" ".join(node.pieces))}
    for inner in node.held:
        words |= _words(inner)
    return words


class _Block:
    """The statements of a block, as one pass goes over them.

    Attributes:
        nodes: They.
        offsets: Slots before each.
        lines: Lines before each.
        owners: The statement and the slot in it that bind a variable.
    """

    def __init__(self, nodes: list[_Node]) -> None:
        self.nodes = nodes
        self.offsets = [0, *accumulate([len(node.tokens) for node in nodes])]
        self.lines = [0, *accumulate([node.size for node in nodes])]
        self.owners = {
            node.tokens[position]: (index, position)
            for index, node in enumerate(nodes)
            for position in node.defines
        }
        self._keys = [node.key for node in nodes]
        self._places: dict[int, list[int]] = {}
        for index, key in enumerate(self._keys):
            self._places.setdefault(key, []).append(index)
        self._matching: dict[int, int] = {}

    def is_repeated(self, index: int) -> bool:
        """Whether one like a statement comes after it."""
        return self._places[self._keys[index]][-1] > index

    def periods(self, index: int, most: int) -> list[int]:
        """How far the next statements like one are away, if they are near."""
        places = self._places[self._keys[index]]
        first = bisect_right(places, index)
        return [place - index for place in places[first : first + most] if place - index <= PERIOD]

    def rounds(self, index: int, period: int) -> int:
        """How often statements like the next few follow each other."""
        keys = self._keys
        end = self._matching.get(period, 0)
        if end <= index:
            end, limit = index, len(keys) - period
            while end < limit and keys[end] == keys[end + period]:
                end += 1
            self._matching[period] = end
        return min(1 + (end - index) // period, -(-REACH // period))


class _Sequence(NamedTuple):
    """What a slot holds from one round to the next.

    Attributes:
        list: The list that the values are elements of; empty for numbers.
        indexes: Their numbers.
        periods: After how many rounds they start anew.
    """

    list: str
    indexes: tuple[int, ...]
    periods: tuple[int, ...]


class _Run:
    """Rounds of statements that may become a loop.

    Attributes:
        problem: Whether they may not.
        broken: Whether more rounds may not either: what changes is too much to say, or fits in no loop.
        fitting: How many of the first rounds may.
        columns: What stands in each slot, round by round; none where reading them stopped.
        defined: Slots that bind a variable.
        lists: Those whose variables are read later: they become lists.
        carried: Those that hand a variable to the next round, with the slots that read it there.
        worth: Lines that the loop saves, less for few rounds.
    """

    def __init__(
        self,
        block: _Block,
        start: int,
        period: int,
        count: int,
        values: Values,
        last: dict[str, float],
        sizes: dict[str, int],
    ) -> None:
        self._sizes = sizes
        self._block = block
        self._start = start
        self._offset = block.offsets[start]
        self.nodes = block.nodes[start : start + period * count]
        self.period = period
        self.count = count
        self.columns: list[tuple[str, ...]] = []
        self._values = values
        self.problem = True
        self.broken = False
        self.fitting = 0
        self.worth = 0.0
        self.defined: list[int] = []
        self.lists: set[int] = set()
        self.carried: dict[int, list[int]] = {}
        self._local: dict[int, tuple[int, str]] = {}
        self._sequences: dict[int, _Sequence] = {}
        self._tables: dict[int, tuple[Value, ...]] = {}
        self._shown: dict[tuple[Value, ...], Shown] = {}
        self._distinct: set[tuple[Value, ...]] = set()
        self._fixed: dict[int, str] = {}
        self._dims: list[int] = []
        if not self._read():
            self.broken = self.broken or self.fitting < 2
        elif self._is_consistent(last):
            size = block.lines[start + period] - block.lines[start]
            self._dimensions()
            saved = self.count * size - self._cost(size)
            self.worth = saved / 2 if self.count == 2 else saved
            self.problem = self.worth < LEAST

    # -- reading

    def _read(self) -> bool:
        """Read what stands in each slot, statement by statement, as long as it can be said."""
        for at, node in enumerate(self.nodes[: self.period]):
            columns = zip(*[each.tokens for each in self.nodes[at :: self.period]], strict=True)
            for position, column in enumerate(columns):
                slot = len(self.columns)
                self.columns.append(column)
                if position in node.defines:
                    self.defined.append(slot)
                elif not self._slot(slot, column, self._line(at, position)):
                    return False
        return True

    def _line(self, at: int, position: int) -> int:
        """The line of a slot of a statement."""
        return self._block.lines[self._start + at] + self.nodes[at].lines[position]

    def _owner(self, name: str) -> tuple[int, int, int] | None:
        """The round, statement and slot in it that bind a variable; None where it is bound elsewhere."""
        place = self._block.owners.get(name)
        if place is None or not 0 <= place[0] - self._start < len(self.nodes):
            return None
        return *divmod(place[0] - self._start, self.period), place[1]

    def _slot(self, slot: int, column: tuple[str, ...], line: int) -> bool:
        """Say what stands in a slot of some line; False where nothing says it."""
        first, count = column[0], self.count
        alike = column.count(first)
        known = self._values
        values = [known[token] for token in column]
        names = [
            value.list.partition("[")[0] if type(value) is Place else token
            for token, value in zip(column, values, strict=True)
        ]
        if not self._block.owners.keys().isdisjoint(names):
            owned = [self._owner(name) for name in names]
            if any(owned):
                elements = {str(value)[len(name) :] for value, name in zip(values, names, strict=True)}
                return self._inner(slot, owned, elements, line)
        if alike == count:
            self._fixed[slot] = first
            return True
        if count > 4 and alike > 3 and first[0] not in "-0123456789":
            same = next(at for at, token in enumerate(column) if token != first)
            if same > 3:
                self.fitting = same
                return False
        kinds = {value.list if type(value) is Place else type(value) for value in values}
        if len(kinds) == 1 and kinds != {str}:
            (kind,) = kinds
            indexes: tuple[int, ...] = (
                tuple(values) if kind is int else tuple([value.number for value in values])  # type: ignore[arg-type,union-attr]
            )
            periods = _periods(indexes)
            if periods is not None and (count > 2 or abs(indexes[1] - indexes[0]) <= FAR):
                self._sequences[slot] = _Sequence("" if kind is int else kind, indexes, periods)  # type: ignore[arg-type]
                return True
        self._tables[slot] = table = tuple(values)
        self._distinct.add(table)
        self.broken = len(self._distinct) > TABLES
        return not self.broken

    def _inner(
        self, slot: int, owned: list[tuple[int, int, int] | None], elements: set[str], line: int
    ) -> bool:
        """Note a slot of some line that reads what the loop binds, or elements of lists that it binds."""
        second = owned[1]
        if second is None:
            self.fitting = 0
            return False
        turn, at, inner = second
        step = 1 - turn
        if step == 0:
            fits = [each == (number, at, inner) for number, each in enumerate(owned)]
        elif step == 1:
            fits = [
                owned[0] is None,
                *[each == (number - 1, at, inner) for number, each in enumerate(owned) if number],
            ]
        else:
            fits = [False]
        if not all(fits):
            self.fitting = fits.index(False)
            return False
        (element, *others) = elements
        if others or (step == 1 and element):
            self.fitting = 0
            return False
        position = self._block.offsets[self._start + at] - self._offset + inner
        bound = self._line(at, inner)
        if step == 0:
            self._local[slot] = position, element
            return line > bound
        if line > bound or self.period > HANDING:
            return False
        self.carried.setdefault(position, []).append(slot)
        return len(self.carried) <= HANDED

    def _is_consistent(self, last: dict[str, float]) -> bool:
        """Decide which variables become lists; False where one would be lost."""
        end = self.nodes[-1].last
        for slot in self.defined:
            outside = [last.get(name, 0) > end for name in self.columns[slot]]
            if slot in self.carried:
                starts = {self.columns[reader][0] for reader in self.carried[slot]}
                if any(outside[:-1]) or len(starts) > 1 or self.count < 3:
                    return False
            elif any(outside):
                self.lists.add(slot)
        return True

    # -- what changes

    def _dimensions(self) -> None:
        """Find how the rounds are counted: ``range(32)``, or ``range(4)`` in ``range(8)``."""
        periods = {self.count}
        for slot, sequence in list(self._sequences.items()):
            wanted = sorted(periods.union(sequence.periods))
            if len(wanted) <= 2 and all(b % a == 0 for a, b in pairwise(wanted)):
                periods = set(wanted)
            else:
                self._tabulate(slot, sequence)
        self._dims = sorted(periods)
        if len(self._dims) > 1 and self._tables:
            # what is gone over goes in one row: count in one row too
            for slot, sequence in list(self._sequences.items()):
                if sequence.periods != (self.count,):
                    self._tabulate(slot, sequence)
            self._dims = [self.count]

    def _tabulate(self, slot: int, sequence: _Sequence) -> None:
        """Go over what a slot holds, as it follows no counter."""
        listed, indexes = sequence.list, sequence.indexes
        self._tables[slot] = tuple([Place(listed, index) for index in indexes]) if listed else indexes
        del self._sequences[slot]

    def _cost(self, lines: int) -> int:
        """Lines that the loop takes."""
        distinct = set(self._tables.values())
        if len(distinct) > TABLES:
            self.broken = True
            return 1 << 30
        characters = 0
        for values in distinct:
            shown = self._shown[values] = gone_over(values, self._sizes)
            characters += len(shown.text)
            if characters > max(WIDEST, 12 * self.count):
                return 1 << 30
        comprehension = self._is_comprehension()
        heads = 0 if comprehension else len(self._dims)
        if self.carried and len(distinct) > 1:
            self.broken = True
            return 1 << 30
        extra = (
            max(len(distinct) - 1, 0)
            + characters // 60
            + (0 if comprehension else len(self.lists))
            + len(self.carried)
        )
        if comprehension:
            longest = sum(len(piece) + 8 for piece in self.nodes[0].pieces) + characters
            extra += 2 * (longest > 80)
        return lines + heads + extra

    def _is_comprehension(self) -> bool:
        return (
            self.period == 1
            and self.defined == [0]
            and not self.nodes[0].held
            and not self.carried
            and 0 in self.lists
        )

    # -- writing

    def exported(self, names: dict[int, str]) -> list[tuple[str, tuple[str, ...]]]:
        """The lists that the loop makes, with the variables that they hold."""
        return [(names[slot], self.columns[slot]) for slot in self.defined if slot in self.lists]

    def carried_names(self, names: dict[int, str]) -> list[tuple[str, str]]:
        """What is left of variables that were handed on: the name it has, and the one it had."""
        return [(names[slot], self.columns[slot][-1]) for slot in self.defined if slot in self.carried]

    def lines(self, names: dict[int, str], free: list[str]) -> list[str]:
        """The text of the loop."""
        counters = [name for name in free if name < "p"][: len(self._dims)]
        elements = [name for name in free if name >= "p"]
        depth = self.nodes[0].depth
        overs: dict[str, str] = {}
        for table in self._tables.values():
            text = self._shown[table].text
            if text not in overs:
                overs[text] = elements.pop(0)
        values_of: dict[int, Said] = {}
        counted = False
        for slot, text in self._fixed.items():
            values_of[slot] = Said(str(self._values[text]))
        for slot, (position, element) in self._local.items():
            own = names[position] if position not in self.lists else f"{names[position]}[-1]"
            values_of[slot] = Said(own + element)
        for slots in self.carried.items():
            for reader in slots[1]:
                values_of[reader] = Said(names[slots[0]])
        for slot, table in self._tables.items():
            shown = self._shown[table]
            over_ = overs[shown.text]
            values_of[slot] = Said(f"{shown.list}[{over_}]" if shown.list else over_)
        whole = None if self._tables else self._whole()
        over = ""
        if whole is not None:
            over = elements.pop(0)
        for slot, sequence in self._sequences.items():
            if over:
                values_of[slot] = Said(over)
                continue
            counted = True
            values_of[slot] = Said("", sequence.list, affine(sequence.indexes, self._dims), tuple(counters))
        head = self._head(counters, overs, counted=counted, over=over, whole=whole)
        return self._written(names, values_of, head, depth)

    def _whole(self) -> _Sequence | None:
        """The one list that the loop goes over, if it counts nothing else."""
        sequences = set(self._sequences.values())
        if len(sequences) == 1 and len(self._dims) == 1:
            (one,) = sequences
            step = one.indexes[1] - one.indexes[0]
            if step == 1 and one.list:
                return one
            if step > 1 and not one.list and one.indexes[0] >= 0:
                return one
        return None

    def _head(
        self,
        counters: list[str],
        overs: dict[str, str],
        *,
        counted: bool,
        over: str,
        whole: _Sequence | None,
    ) -> list[str]:
        """``for i in range(8)``, one for each dimension."""
        if over and whole is not None:
            start, second = whole.indexes[:2]
            if not whole.list:
                return [f"for {over} in range({start}, {whole.indexes[-1] + 1}, {second - start})"]
            return [f"for {over} in {sliced(Place(whole.list, start), self.count, 1, self._sizes)}"]
        if not overs:
            sizes = [self._dims[0], *[b // a for a, b in zip(self._dims, self._dims[1:], strict=False)]]
            if not counted:
                counters = ["_"] * len(counters)
            return [f"for {name} in range({size})" for name, size in zip(counters, sizes[::-1], strict=True)]
        texts = list(overs)
        variables = list(overs.values())
        if len(texts) == 1 and not counted:
            return [f"for {variables[0]} in {texts[0]}"]
        if len(texts) == 1:
            return [f"for {counters[0]}, {variables[0]} in enumerate({texts[0]})"]
        if counted:
            texts.insert(0, f"range({self.count})")
            variables.insert(0, counters[0])
        return [f"for {', '.join(variables)} in zip({', '.join(texts)}, strict=True)"]

    def _written(
        self, names: dict[int, str], said: dict[int, Said], head: list[str], depth: int
    ) -> list[str]:
        for slot in self.defined:
            said[slot] = Said(names[slot])
        out: list[str] = []
        if self._is_comprehension():
            node = self.nodes[0]
            values = loop_texts(node.pieces, [said[slot] for slot in range(node.own)])
            target, _, expression = filled(node.pieces, values).partition(" = ")
            return [f"{'    ' * depth}{target} = [{expression} {' '.join(head)}]"]
        indent = "    " * depth
        for slot, readers in self.carried.items():
            start = self._values[self.columns[readers[0]][0]]
            out.append(f"{indent}{names[slot]} = {start}")
        out += [f"{indent}{names[slot]} = []" for slot in self.defined if slot in self.lists]
        for number, each in enumerate(head):
            out.append(f"{'    ' * (depth + number)}{each}:")
        start = 0
        for node in self.nodes[: self.period]:
            start = self._lines_of(node, start, said, depth + len(head) - node.depth, out)
        return out

    def _lines_of(self, node: _Node, start: int, said: dict[int, Said], deeper: int, out: list[str]) -> int:
        """Write a statement in the loop; return the slot that comes after its own."""
        values = loop_texts(node.pieces, [said[slot] for slot in range(start, start + node.own)])
        text = filled(node.pieces, values)
        if node.own and start in self.lists and 0 in node.defines:
            target, _, expression = text.partition(" = ")
            text = f"{target}.append({expression})"
        out.append("    " * (node.depth + deeper) + text)
        start += node.own
        for inner in node.held:
            start = self._lines_of(inner, start, said, deeper, out)
        return start


def _periods(indexes: Sequence[int]) -> tuple[int, ...] | None:
    """After how many rounds a sequence starts anew, with steps of one size before; None for no such sequence.

    >>> _periods([0, 1, 2, 3]), _periods([0, 4, 8, 1, 5, 9]), _periods([0, 0, 1, 1, 2, 2])
    ((4,), (3, 6), (2, 6))
    """
    count = len(indexes)
    step = indexes[1] - indexes[0]
    for at in range(2, count):
        if indexes[at] - indexes[at - 1] != step:
            if count % at or any(
                indexes[start + other] != indexes[start] + other * step
                for start in range(0, count, at)
                for other in range(at)
            ):
                return None
            rest = _periods(indexes[::at])
            return None if rest is None else (at, *[at * other for other in rest])
    return (count,)


_TOKEN = re.compile(
    r'"(?:[^"\\]|\\.)*"'
    r"|'(?:[^'\\]|\\.)*'"
    r"|(?<![\w.])(?!ptx\.|reg\.)([A-Za-z_]\w*)(?:\[\d+\])?(?![\w=])"
    r"|(?<![\w.])((?:(?<=[(,\[ ])-)?\d+(?:\.\d+)?(?:e[+-]?\d+)?)(?![\w.])"
)
_BINDING = re.compile(r" *([A-Za-z_]\w*) = ")
_NO_OFFSET = re.compile(r"ptx\.addr\((\w+(?:\[\d+\])?)\)")
_WORD = re.compile(r"[A-Za-z_]\w*")
