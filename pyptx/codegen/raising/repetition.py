"""Statements that repeat become ``for`` loops and lists.

A compiler unrolls: eight MMAs, sixteen loads, thirty-two stores, each with the next registers and the next
offset. This pass folds the Python text of a body, so the proof is the text itself: the unrolled loop equals
the statements it replaces, with ``values[3]`` instead of ``r17``. A run of statements is not folded if a
register is read before its turn, or if the loop would be longer than the statements.
"""

from __future__ import annotations

import keyword
from itertools import count
from typing import TYPE_CHECKING

from pyptx.codegen.operands import RESERVED
from pyptx.codegen.raising.plurals import plural
from pyptx.codegen.raising.repeats import Block
from pyptx.codegen.raising.rounds import LEAST, Run
from pyptx.codegen.raising.sequences import Values
from pyptx.codegen.raising.slots import Reader
from pyptx.codegen.texts import text_of
from pyptx.codegen.tree import Display, For, Item, Name, Number, walk_statements

if TYPE_CHECKING:
    from pyptx.codegen.raising.facts import Facts
    from pyptx.codegen.raising.slots import StatementTemplate
    from pyptx.codegen.tree import Body, Expr, Statement

NEST = 17
"""Blocks in blocks; Python nests at most 20."""
ROUNDS = 3
"""Depth up to which loops are searched for inner loops."""


def fold_repeats(body: Body, facts: Facts) -> Body:
    """Fold repeated statements into loops.

    >>> from pyptx.codegen.raising.facts import Facts
    >>> from pyptx.codegen.raising.report import Report
    >>> from pyptx.codegen.texts import line_of
    >>> from pyptx.codegen.tree import Call, Do
    >>> stores = tuple([Do(Call("st", (Name("x"), Number(str(4 * n))))) for n in range(8)])
    >>> [line_of(each) for each in walk_statements(fold_repeats(stores, Facts(frozenset(), Report())))]
    ['for u in range(0, 29, 4):', 'st(x, u)']
    """
    folding = _Folding(body, facts)
    nodes = folding.of_block(folding.tree, 1)
    facts.report.repeats += folding.count
    if not folding.count:
        return body
    return tuple([node.with_values(folding.values) for node in nodes])


class _Folding:
    """One body being folded.

    Attributes:
        tree: Its statements.
        values: The meaning of tokens.
        count: Loops made.
    """

    def __init__(self, body: Body, facts: Facts) -> None:
        self.values = Values()
        self.sizes: dict[Expr, int] = {}
        self.count = 0
        self._reader = reader = Reader(body, facts.readings)
        self._taken = {*facts.taken, *reader.bound}
        self._busy: set[str] = set()
        self._missed = 0
        self.tree = reader.read(body, map(float, count()))

    def of_block(self, nodes: list[StatementTemplate], nest: int) -> list[StatementTemplate]:
        """Fold the statements of a block, then the loops that this made."""
        for turn in range(ROUNDS):
            before = self.count
            nodes = self._folded(nodes, nest, inner=turn == 0)
            if self.count == before:
                break
        return nodes

    def _folded(self, nodes: list[StatementTemplate], nest: int, *, inner: bool) -> list[StatementTemplate]:
        block = Block(nodes)
        out: list[StatementTemplate] = []
        index = 0
        while index < len(nodes):
            made = self._best(block, index, nest) if block.is_repeated(index) else None
            if made is None:
                node = nodes[index]
                if inner and len(node.held) > (FEW if isinstance(node.statement, For) else 0):
                    self._fold_contents(node, nest)
                out.append(node)
                index += 1
            else:
                taken, replacement = made
                self.count += 1
                out += replacement
                index += taken
        return out

    def _best(self, block: Block, index: int, nest: int) -> tuple[int, list[StatementTemplate]] | None:
        """Return the loop that starts at a statement: the number of statements it replaces, and its own."""
        is_patient = self._missed < PATIENCE
        best = self._best_of(block, index, TRIES if is_patient else 1, nest)
        if best is not None and best.lists_values and not is_patient:
            best = self._best_of(block, index, TRIES, nest)
        self._missed = self._missed + 1 if best is None else 0
        if best is None:
            return None
        best = self._turned(block, index, best, nest)
        before = block.nodes[index : best.start]
        return len(before) + len(best.nodes), [*before, *self._loop_statements(best, nest)]

    def _best_of(self, block: Block, index: int, periods: int, nest: int) -> Run | None:
        """Return the best loop that starts at a statement, with one of the first few periods."""
        best: Run | None = None
        tried: list[tuple[int, int, int]] = []
        for period in block.periods(index, periods):
            count = block.rounds(index, period)
            saved = block.lines[index + count * period] - block.lines[index + period]
            if count > 1 and saved > LEAST:
                tried.append((saved // 2 if count == 2 else saved, -period, count))
        for saved, backward, count in sorted(tried, reverse=True):
            if best is not None and saved <= best.worth:
                break
            period = -backward
            run = self._run(block, index, period, count, nest)
            if run is not None and (best is None or run.rank > best.rank):
                best = run
        return best

    def _turned(self, block: Block, index: int, run: Run, nest: int) -> Run:
        """Return a loop that starts a few statements later, if it hands on fewer variables."""
        best = run
        for start in range(index + 1, index + run.period):
            if not best.carried:
                break
            count = block.rounds(start, run.period)
            later = self._run(block, start, run.period, count, nest) if count > 1 else None
            if later is None or len(later.carried) >= len(best.carried):
                continue
            if later.worth >= best.worth - run.period:
                best = later
        return best

    def _run(self, block: Block, start: int, period: int, count: int, nest: int) -> Run | None:
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

    def _of(self, block: Block, start: int, period: int, count: int) -> Run:
        """Rounds of statements, read."""
        return Run(block, start, period, count, self.values, self._reader.last, self.sizes)

    def _loop_statements(self, run: Run, nest: int) -> list[StatementTemplate]:
        """Return the statements of a loop."""
        names = self._names_of(run)
        made = run.statements(names, self._index_names(run))
        for list_, variables in run.exported(names):
            self._reader.variables.add(list_)
            self.sizes[Name(list_)] = len(variables)
            places = {
                text_of(name): Item(Name(list_), Number(str(number))) for number, name in enumerate(variables)
            }
            self.values.move(places)
            self._reader.last[list_] = max(self._reader.last[name] for name in places)
        for variable, name in run.carried_names(names):
            self._reader.variables.discard(variable)
            self.values.move({text_of(name): Name(variable)})
        first, last = run.nodes[0], run.nodes[-1]
        step = 1 / (sum(1 for _ in walk_statements(made)) + 1)
        nodes = self._reader.read(made, count(last.last - 1 + step, step), first.depth)
        nodes[-1].last = last.last
        for node in nodes:
            if node.held:
                self._fold_contents(node, nest)
        return nodes

    def _fold_contents(self, node: StatementTemplate, nest: int) -> None:
        """Fold the contents of a block."""
        busy = _targets(node.statement)
        busy -= self._busy
        self._busy |= busy
        node.held = self.of_block(node.held, nest + 1)
        self._busy -= busy
        node.tokens = node.tokens[: node.own]
        node.lines = node.lines[: node.own]
        node.defines = tuple([each for each in node.defines if each < node.own])
        node.key = node.head
        self._reader.close(node.held, node)

    def _names_of(self, run: Run) -> dict[int, str]:
        """A name for each list that a loop makes, and for each value that an iteration passes to the next."""
        names: dict[int, str] = {}
        for position in run.defined:
            first = text_of(run.columns[position][0])
            if position in run.lists:
                stem = plural(first)
                name, number = stem, 2
                while name in self._taken or keyword.iskeyword(name) or name in RESERVED:
                    name = f"{stem}{number}"
                    number += 1
                self._taken.add(name)
                names[position] = name
            else:
                names[position] = first
        return names

    def _index_names(self, run: Run) -> list[str]:
        """Names for the counter of a loop and for its iterable."""
        words = set(self._busy)
        for node in run.nodes[: run.period]:
            words |= _words(node)
        return [
            name
            for name in (*"ijklmnuvwxyz", "ii", "jj", "kk", "uu", "vv", "ww", "xx", "yy", "zz")
            if name not in words and name not in self._taken
        ]


FEW = 3
"""Number of statements too few for a loop."""
PATIENCE = 24
"""Statements in a row at which no loop starts, from which on one period is tried at each."""
SAMPLE = 3
"""Rounds that say whether four times as many are worth reading, and so on: few say it of most."""
TRIES = 6
"""Periods that are tried at a statement."""


def _words(node: StatementTemplate) -> set[str]:
    """Return the variables of loops around it that a statement names, and those of the loops in it."""
    words = _targets(node.statement).union(node.others)
    for inner in node.held:
        words |= _words(inner)
    return words


def _targets(statement: Statement) -> set[str]:
    """Return the variables of a loop."""
    if not isinstance(statement, For):
        return set()
    target = statement.target
    return {text_of(each) for each in (target.items if isinstance(target, Display) else (target,))}
