"""Candidate loops: whether a loop can replace iterations of statements, and its text."""

from __future__ import annotations

from itertools import chain, pairwise
from typing import TYPE_CHECKING

from pyptx.codegen.raising.loop_heads import loop_heads, row_of
from pyptx.codegen.raising.sequences import (
    NumberedSequence,
    affine,
    element_of,
    gone_over,
    path_of,
    root_of,
    sequence_of,
)
from pyptx.codegen.raising.words import function_of
from pyptx.codegen.texts import line_of, text_of
from pyptx.codegen.tree import (
    Affine,
    Assign,
    Call,
    Comprehension,
    Display,
    Do,
    For,
    Hole,
    Item,
    Method,
    Name,
    Number,
    Text,
    With,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pyptx.codegen.raising.repeats import Block
    from pyptx.codegen.raising.sequences import IteratedSequence, Values
    from pyptx.codegen.raising.slots import StatementTemplate
    from pyptx.codegen.tree import Body, Expr, Statement

WIDEST = 240
"""Characters of what a loop goes over, at most, where it counts nothing."""
HANDED = 8
"""Registers that a loop hands from one round to the next, at most."""
FAR = 1 << 20
"""Largest step of a sequence of numbers."""
LAST = Text("-1")
"""Index of what was appended to a list last."""
LEAST = 2
"""Lines that a loop has to save."""
WIDTH = 8
"""Characters of what a slot holds, at a guess."""
TABLES = 2
"""Largest number of lists that a loop zips."""


class Run:
    """A candidate loop: the iterations of repeated statements.

    Attributes:
        problem: Whether they may not.
        broken: Whether more iterations cannot fit either: too much changes between them, or no loop expresses
            it.
        fitting: Number of the first rounds that may read it.
        start: Position of its first statement.
        columns: The contents of each slot in each iteration; none where reading them stopped.
        defined: Slots that bind a variable.
        lists: Those whose variables are read later: they become lists.
        carried: The slots that pass a variable to the next round, with the slots that read it there.
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
        sizes: dict[Expr, int],
    ) -> None:
        self._sizes = sizes
        self._block = block
        self.start = start
        self._offset = block.offsets[start]
        self.nodes = block.nodes[start : start + period * count]
        self.period = period
        self.count = count
        self.columns: list[tuple[Expr, ...]] = []
        self._values = values
        self.problem = True
        self.broken = False
        self.fitting = 0
        self.worth = 0.0
        self.defined: list[int] = []
        self.lists: set[int] = set()
        self.carried: dict[int, list[int]] = {}
        self._local: dict[int, tuple[int, tuple[Expr, ...]]] = {}
        self._sequences: dict[int, NumberedSequence] = {}
        self._tables: dict[int, tuple[Expr, ...]] = {}
        self._shown: dict[tuple[Expr, ...], IteratedSequence] = {}
        self._distinct: set[tuple[Expr, ...]] = set()
        self._fixed: dict[int, Expr] = {}
        self._dims: list[int] = []
        self._overs: set[Expr] = set()
        if not self._read():
            self.broken = self.broken or self.fitting < 2
        elif not self._assigns_an_item() and self._is_consistent(last):
            size = block.lines[start + period] - block.lines[start]
            self._dimensions()
            saved = block.lines[start + period * count] - block.lines[start] - self._cost(size)
            is_puzzle = len(set(self._tables.values())) > 1 and self.count == 3
            self.worth = saved / 2 if self.count == 2 or is_puzzle else saved
            self.problem = self.worth < LEAST

    @property
    def lists_values(self) -> bool:
        """Whether the loop goes over values that follow no counter."""
        return bool(self._tables)

    @property
    def rank(self) -> tuple[float, bool]:
        """The larger, the better: of loops that save as much, one that only counts is better to edit."""
        return self.worth, not self.lists_values

    # -- reading

    def _read(self) -> bool:
        """Read the contents of each slot, statement by statement, until one cannot be expressed."""
        columns_of_run, count = self.columns, self.count
        for at, node in enumerate(self.nodes[: self.period]):
            columns = zip(*[each.tokens for each in self.nodes[at :: self.period]], strict=True)
            defines, bound = node.defines, 0
            for position, column in enumerate(columns):
                slot = len(columns_of_run)
                columns_of_run.append(column)
                if bound < len(defines) and defines[bound] == position:
                    bound += 1
                    self.defined.append(slot)
                    continue
                first = column[0]
                # equal tokens of a body are one object
                same = next((turn for turn, token in enumerate(column) if token is not first), count)
                if same == count and (type(first) is Number or self._owner(first) is None):
                    self._fixed[slot] = first
                elif not self._slot(slot, column, same, self._line(at, position)):
                    return False
        return True

    def _assigns_an_item(self) -> bool:
        """Whether an iteration assigns to a register of the list that the loop iterates over.

        The variable of the loop is a second name of that register.
        """
        known = self._values
        items = {value for table in self._tables.values() for value in table}
        for slot, each in self._sequences.items():
            if each.list is not None:
                items.update([known[token] for token in self.columns[slot]])
        pending = list(self.nodes[: self.period]) if items else []
        while pending:
            node = pending.pop()
            if isinstance(node.statement, Assign) and node.statement.sign and type(node.holes[0]) is Hole:
                assigned = known[node.tokens[0]]
                if assigned in items and self._is_fixed(assigned):
                    return True
            pending += node.held
        return False

    def _is_fixed(self, value: Expr) -> bool:
        """Whether a value is in the same slot in every iteration."""
        return any(self._values[token] == value for token in self._fixed.values())

    def _line(self, at: int, position: int) -> int:
        """The line of a slot of a statement."""
        return self._block.lines[self.start + at] + self.nodes[at].lines[position]

    def _owner(self, token: Expr) -> tuple[int, int, int] | None:
        """Return the round, the statement and the slot in it that bind a variable; None for another.

        A slot holds a variable, or an element of one.
        """
        value = self._values[token]
        place = self._block.owners.get(root_of(value) if type(value) is Item else token)
        if place is None:
            return None
        at = place[0] - self.start
        return (*divmod(at, self.period), place[1]) if 0 <= at < len(self.nodes) else None

    def _slot(self, slot: int, column: tuple[Expr, ...], same: int, line: int) -> bool:
        """Record the contents of a slot, `same` in its first rounds; return False if no loop has them."""
        count = self.count
        values: Sequence[Expr] = column
        if type(column[0]) is not Number:
            fits = self._inner(slot, column, line)
            if fits is not None:
                return fits
            if count > 4 and same > 3:
                self.fitting = same
                return False
            values = [self._values[token] for token in column]
        sequence = sequence_of(values)
        if sequence is not None and (count > 2 or abs(sequence.indexes[1] - sequence.indexes[0]) <= FAR):
            self._sequences[slot] = sequence
            return True
        self._tables[slot] = table = tuple(values)
        self._distinct.add(table)
        self.broken = len(self._distinct) > TABLES
        return not self.broken

    def _inner(self, slot: int, column: tuple[Expr, ...], line: int) -> bool | None:
        """Note a slot of some line that reads what the loop binds, or elements of lists that it binds.

        Returns:
            Whether the loop can express it; None for a slot that reads nothing of the loop.
        """
        owned = map(self._owner, column)
        first, second = next(owned), next(owned)
        if second is None:  # the rounds before the first that reads what the loop binds may be one
            fitting = 0 if first else next((number for number, each in enumerate(owned, 2) if each), None)
            self.fitting = fitting or 0
            return None if fitting is None else False
        turn, at, inner = second
        step = 1 - turn
        misfits = (
            number
            for number, each in enumerate(chain((first, second), owned))
            if each != (None if number < step else (number - step, at, inner))
        )
        misfit = next(misfits, None) if step in (0, 1) else 0
        if misfit is not None:
            self.fitting = misfit
            return False
        (element, *others) = {path_of(self._values[token]) for token in column}
        if others or (step == 1 and element):
            return False
        position = self._block.offsets[self.start + at] - self._offset + inner
        bound = self._line(at, inner)
        block = self._block_around(at, inner)
        if step == 0:
            self._local[slot] = position, element
            return line > bound and (block is None or slot in block)
        if line > bound or block is not None:
            return False
        self.carried.setdefault(position, []).append(slot)
        return len(self.carried) <= HANDED

    def _block_around(self, at: int, position: int) -> range | None:
        """The slots of the innermost ``with`` block around one of a statement; it binds names for itself."""
        node, start = self.nodes[at], self._block.offsets[self.start + at] - self._offset
        position += start
        found = None
        while position >= start + node.own:
            if isinstance(node.statement, With):
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
            outside = [last.get(text_of(name), 0) > end for name in self.columns[slot]]
            if slot in self.carried:
                starts = {self.columns[reader][0] for reader in self.carried[slot]}
                if any(outside[:-1]) or len(starts) > 1 or self.count < 3:
                    return False
                (first,) = starts
                is_read_later = last.get(text_of(first), 0) > self.nodes[self.period - 1].last
                if self._is_written(slot, first, is_read_later=is_read_later):
                    return False
            elif any(outside):
                self.lists.add(slot)
        return True

    def _is_written(self, slot: int, first: Expr, *, is_read_later: bool) -> bool:
        """Whether a round writes the register that a slot hands on, which has two names in the first one.

        Args:
            slot: The slot that binds the variable that is handed on.
            first: The register with which the loop starts.
            is_read_later: Whether its own name is read after the first round.
        """
        start = 0
        pending = list(self.nodes[: self.period])
        while pending:
            node = pending.pop(0)
            statement = node.statement
            writes = isinstance(statement, Do) or (isinstance(statement, Assign) and bool(statement.sign))
            if writes and node.tokens[:1] == (first,) and (is_read_later or start not in self.carried[slot]):
                return True
            start += node.own
            pending[:0] = node.held
        return False

    # -- what changes

    def _dimensions(self) -> None:
        """Find the dimensions of the iteration count: ``range(32)``, or ``range(4)`` in ``range(8)``."""
        periods = {self.count}
        for slot, sequence in list(self._sequences.items()):
            wanted = sorted(periods.union(sequence.periods))
            if len(wanted) <= 2 and all(b % a == 0 for a, b in pairwise(wanted)):
                periods = set(wanted)
            else:
                self._tabulate(slot)
        self._dims = sorted(periods)
        if len(self._dims) > 1 and self._tables:
            # the iterables are one row: count in one row too
            for slot, sequence in list(self._sequences.items()):
                if sequence.periods != (self.count,):
                    self._tabulate(slot)
            self._dims = [self.count]

    def _tabulate(self, slot: int) -> None:
        """Iterate over the contents of a slot, since it follows no counter."""
        self._tables[slot] = tuple([self._values[token] for token in self.columns[slot]])
        del self._sequences[slot]

    def _cost(self, lines: int) -> int:
        """Lines that the loop takes."""
        distinct = set(self._tables.values())
        if len(distinct) > TABLES:
            self.broken = True
            return 1 << 30
        if distinct and self._is_comprehension() and _is_constant(self.nodes[0].statement):
            return 1 << 30  # their names say more than the numbers of a list
        characters = 0
        for values in distinct:
            shown = self._shown[values] = gone_over(values, self._sizes)
            characters += len(text_of(shown.expr))
            if characters > max(WIDEST, 12 * self.count):
                return 1 << 30
        comprehension = self._is_comprehension()
        heads = 0 if comprehension else len(self._dims)
        if heads > 1 and self._dims[0] == 2:
            if len(self.nodes) == 4 and not any(each.list for each in self._sequences.values()):
                return 1 << 30  # four statements with numbers say more than three lines that count them
            heads += 1  # two statements are easier to read than a loop of two rounds in another
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
            node = self.nodes[0]
            slots = WIDTH * (node.own + 1) - sum(len(text_of(token)) for token in node.tokens)
            longest = len(line_of(node.statement)) + slots + characters
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

    def exported(self, names: dict[int, str]) -> list[tuple[str, tuple[Expr, ...]]]:
        """The lists that the loop makes, with the variables that they hold."""
        return [(names[slot], self.columns[slot]) for slot in self.defined if slot in self.lists]

    def carried_names(self, names: dict[int, str]) -> list[tuple[str, Expr]]:
        """Return the new and the old name of each carried variable after the loop."""
        return [(names[slot], self.columns[slot][-1]) for slot in self.defined if slot in self.carried]

    def statements(self, names: dict[int, str], free: list[str]) -> Body:
        """Return the loop, with the statements that start its lists and the values that it passes on."""
        counters = [name for name in free if name < "p"][: len(self._dims)]
        elements = [Name(name) for name in free if name >= "p"]
        overs: dict[Expr, Name] = {}
        for table in self._tables.values():
            expr = self._shown[table].expr
            if expr not in overs:
                overs[expr] = elements.pop(0)
        values: dict[int, Expr] = {slot: self._values[token] for slot, token in self._fixed.items()}
        for slot, (position, path) in self._local.items():
            own: Expr = Name(names[position])
            values[slot] = element_of(Item(own, LAST) if position in self.lists else own, path)
        for slot, readers in self.carried.items():
            values |= dict.fromkeys(readers, Name(names[slot]))
        for slot, table in self._tables.items():
            shown = self._shown[table]
            over_ = overs[shown.expr]
            values[slot] = over_ if shown.list is None else Item(shown.list, over_)
        whole = None if self._tables else self._only_sequence()
        if whole is not None:
            over = elements.pop(0)
            values |= dict.fromkeys(self._sequences, over)
            loops: list[tuple[Expr, Expr]] = [(over, row_of(whole, self.count, self._sizes))]
        else:
            for slot, sequence in self._sequences.items():
                values[slot] = self._counted(sequence, counters)
            loops = loop_heads(self._dims, self.count, counters if self._sequences else [], overs)
        for slot in self.defined:
            values[slot] = Name(names[slot])
        self._overs = {over for over, _ in loops} | set(overs.values())
        return self._rounds(names, values, loops)

    def _counted(self, sequence: NumberedSequence, counters: list[str]) -> Expr:
        """Return the value of a sequence by the counters of the loop.

        It names each counter, also one with step 0: no loop around may take a name that the loop has.
        """
        first, *steps = affine(sequence.indexes, self._dims)
        index = Affine(first, tuple(zip(steps, counters, strict=True)))
        base = sequence.list
        if base is None:
            return index
        return Item(self._counted(base, counters) if isinstance(base, NumberedSequence) else base, index)

    def _only_sequence(self) -> NumberedSequence | None:
        """Return the one list of the loop, if the loop has no other counter."""
        sequences = set(self._sequences.values())
        if len(sequences) == 1 and len(self._dims) == 1:
            (one,) = sequences
            step = one.indexes[1] - one.indexes[0]
            if step == 1 and one.list is not None and not isinstance(one.list, NumberedSequence):
                return one
            if step > 1 and one.list is None and one.indexes[0] >= 0:
                return one
        return None

    def _rounds(self, names: dict[int, str], values: dict[int, Expr], loops: list[tuple[Expr, Expr]]) -> Body:
        """Return the statements of one round in loops; the first statement keeps its note."""
        note = self.nodes[0].statement.note
        if self._is_comprehension():
            node = self.nodes[0]
            made = node.filled([values[slot] for slot in range(node.own)])
            assert isinstance(made, Assign)
            return (made._replace(value=Comprehension(made.value, tuple(loops)), note=note),)
        out: list[Statement] = []
        for slot, readers in self.carried.items():
            out.append(Assign(Name(names[slot]), self._values[self.columns[readers[0]][0]]))
        out += [Assign(Name(names[slot]), Display(())) for slot in self.defined if slot in self.lists]
        body: list[Statement] = []
        start = 0
        for at in range(self.period):
            statement, start = self._of_round(self.nodes[at :: self.period], start, values)
            body.append(statement)
        for target, iterable in reversed(loops):
            body = [For(target, iterable, tuple(body))]
        first, *rest = (*out, *body)
        return (first._replace(note=note), *rest)

    def _of_round(
        self, rounds: Sequence[StatementTemplate], start: int, values: dict[int, Expr]
    ) -> tuple[Statement, int]:
        """Return one statement for those of all rounds, and the slot that comes after its own."""
        node = rounds[0]
        made = node.filled([values[slot] for slot in range(start, start + node.own)])
        made = made._replace(note="") if made.note else made
        if isinstance(made, Assign) and made.sign and made.target in self._overs:
            traced = {
                (last.opcode, last.modifiers) for last in (each.statement.stands_for[-1] for each in rounds)
            }
            made = _call(made) if len(traced) == 1 else made
        if start in self.lists and 0 in node.defines and isinstance(made, Assign):
            made = Do(Method(made.target, "append", (made.value,)), made.stands_for)
        start += node.own
        body: list[Statement] = []
        for inner in zip(*[each.held for each in rounds], strict=True):
            statement, start = self._of_round(inner, start, values)
            body.append(statement)
        if isinstance(made, (With, For)):
            made = made._replace(body=tuple(body))
        return made, start


def _is_constant(statement: Statement) -> bool:
    """Whether a statement sets a register to a constant."""
    if not isinstance(statement, Assign) or not isinstance(statement.value, Call):
        return False
    value = statement.value
    if value.function.startswith("ptx.inst.mov."):
        return type(value.arguments[-1]) is Number
    return value.function == "reg.scalar" and value.keywords != ()


def _call(statement: Assign) -> Do:
    """Return the call for ``v += x``, as an assignment must not change the register of another variable."""
    call = Call(function_of(statement.stands_for[-1]), (statement.target, statement.target, statement.value))
    return Do(call, statement.stands_for, statement.note)
