"""Candidate loops: whether a loop can replace iterations of statements, and its text."""

from __future__ import annotations

import re
from bisect import bisect_right
from itertools import accumulate, pairwise
from typing import TYPE_CHECKING, NamedTuple

from pyptx.codegen.raising.spelling import Place, SlotText, affine, filled, gone_over, loop_texts, sliced

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pyptx.codegen.raising.slots import StatementTemplate
    from pyptx.codegen.raising.spelling import IteratedSequence, Value, Values

PERIOD = 96
"""Statements of one round, at most."""
REACH = 768
"""Statements that one loop stands for, at most."""
WIDEST = 240
"""Characters of what a loop goes over, at most, where it counts nothing."""
HANDED = 1
"""Registers that a loop hands from one round to the next, at most."""
HANDING = 4
"""Statements of a loop that hands one on, at most."""
FAR = 1 << 20
"""Largest step of a sequence of numbers."""
LEAST = 2
"""Lines that a loop has to save."""
TABLES = 4
"""Largest number of lists that a loop zips."""

_AUGMENTED = re.compile(r"(\w+(?:\[\w+\])*) (?:[-+*/%&|^]|//|<<|>>)= ")


class Block:
    """The statements of a block, for one pass.

    Attributes:
        nodes: The statements of the block, in program order.
        offsets: Number of slots before each statement.
        lines: Number of lines before each statement.
        owners: The statement and the slot in it that bind a variable.
    """

    def __init__(self, nodes: list[StatementTemplate]) -> None:
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
    """Contents of a slot over the iterations of a loop.

    Attributes:
        list: The list that the values are elements of; empty for numbers.
        indexes: Their numbers.
        periods: Numbers of iterations after which they repeat.
    """

    list: str
    indexes: tuple[int, ...]
    periods: tuple[int, ...]


class Run:
    """A candidate loop: the iterations of repeated statements.

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
        block: Block,
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
        self._shown: dict[tuple[Value, ...], IteratedSequence] = {}
        self._distinct: set[tuple[Value, ...]] = set()
        self._fixed: dict[int, str] = {}
        self._dims: list[int] = []
        if not self._read():
            self.broken = self.broken or self.fitting < 2
        elif not self._assigns_an_item() and self._is_consistent(last):
            size = block.lines[start + period] - block.lines[start]
            self._dimensions()
            saved = self.count * size - self._cost(size)
            self.worth = saved / 2 if self.count == 2 else saved
            self.problem = self.worth < LEAST

    # -- reading

    def _read(self) -> bool:
        """Read the contents of each slot, statement by statement, until one cannot be expressed."""
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

    def _assigns_an_item(self) -> bool:
        """Whether a round assigns to a register that the loop goes over: the variable names it, too."""
        known = self._values
        items = {str(value) for table in self._tables.values() for value in table}
        for each in self._sequences.values():
            items |= {f"{each.list}[{index}]" for index in each.indexes if each.list}
        pending = list(self.nodes[: self.period]) if items else []
        while pending:
            node = pending.pop()
            texts = [str(known[token]) for token in node.tokens[: node.own]]
            assigned = _AUGMENTED.match(filled(node.pieces, texts))
            if assigned is not None and assigned[1] in items and self._is_fixed(assigned[1]):
                return True
            pending += node.held
        return False

    def _is_fixed(self, text: str) -> bool:
        """Whether a value stands in the same slot in every round."""
        return any(str(self._values[token]) == text for token in self._fixed.values())

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
        """Record the contents of a slot; return False if they cannot be expressed."""
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
        block = self._block_around(at, inner)
        if step == 0:
            self._local[slot] = position, element
            return line > bound and (block is None or slot in block)
        if line > bound or self.period > HANDING or block is not None:
            return False
        self.carried.setdefault(position, []).append(slot)
        return len(self.carried) <= HANDED

    def _block_around(self, at: int, position: int) -> range | None:
        """The slots of the innermost ``with`` block around one of a statement; it binds names for itself."""
        node, start = self.nodes[at], self._block.offsets[self._start + at] - self._offset
        position += start
        found = None
        while position >= start + node.own:
            if node.pieces[0].startswith("with "):
                found = range(start, start + len(node.tokens))
            start += node.own
            for inner in node.held:
                if position < start + len(inner.tokens):
                    node = inner
                    break
                start += len(inner.tokens)
        return found

    def _is_consistent(self, last: dict[str, float]) -> bool:
        """Decide which variables become lists; False where one would be lost."""
        end = self.nodes[-1].last
        for slot in self.defined:
            outside = [last.get(name, 0) > end for name in self.columns[slot]]
            if slot in self.carried:
                starts = {self.columns[reader][0] for reader in self.carried[slot]}
                if any(outside[:-1]) or len(starts) > 1 or self.count < 3:
                    return False
                if last.get(starts.pop(), 0) > self.nodes[self.period - 1].last and self._is_written(slot):
                    return False
            elif any(outside):
                self.lists.add(slot)
        return True

    def _is_written(self, slot: int) -> bool:
        """Whether a call writes the register that a slot hands on, which has two names in the first round."""
        starts = accumulate([len(node.tokens) for node in self.nodes[: self.period]], initial=0)
        return any(
            start in self.carried[slot] and node.pieces[0].startswith("ptx.")
            for node, start in zip(self.nodes[: self.period], starts, strict=False)
        )

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
        """Return the new and the old name of each carried variable after the loop."""
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
        values_of: dict[int, SlotText] = {}
        counted = False
        for slot, text in self._fixed.items():
            values_of[slot] = SlotText(str(self._values[text]))
        for slot, (position, element) in self._local.items():
            own = names[position] if position not in self.lists else f"{names[position]}[-1]"
            values_of[slot] = SlotText(own + element)
        for slots in self.carried.items():
            for reader in slots[1]:
                values_of[reader] = SlotText(names[slots[0]])
        for slot, table in self._tables.items():
            shown = self._shown[table]
            over_ = overs[shown.text]
            values_of[slot] = SlotText(f"{shown.list}[{over_}]" if shown.list else over_)
        whole = None if self._tables else self._only_sequence()
        over = ""
        if whole is not None:
            over = elements.pop(0)
        for slot, sequence in self._sequences.items():
            if over:
                values_of[slot] = SlotText(over)
                continue
            counted = True
            values_of[slot] = SlotText(
                "", sequence.list, affine(sequence.indexes, self._dims), tuple(counters)
            )
        head = self._head(counters, overs, counted=counted, over=over, whole=whole)
        return self._write_rounds(names, values_of, head, depth)

    def _only_sequence(self) -> _Sequence | None:
        """Return the one list of the loop, if the loop has no other counter."""
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

    def _write_rounds(
        self, names: dict[int, str], said: dict[int, SlotText], head: list[str], depth: int
    ) -> list[str]:
        for slot in self.defined:
            said[slot] = SlotText(names[slot])
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

    def _lines_of(
        self, node: StatementTemplate, start: int, said: dict[int, SlotText], deeper: int, out: list[str]
    ) -> int:
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
    """Return the periods of a sequence whose steps have one size between restarts; None if there are none.

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
