"""Moves to registers that nothing reads.

Compilers leave few of them; most come from inline assembly with a result that its caller does not use, such
as the leader of `elect.sync`. Such a `mov` does nothing, so programs are compared without it.
"""

from __future__ import annotations

from bisect import bisect_right
from functools import lru_cache
from itertools import count
from typing import TYPE_CHECKING, TypeVar

from pyptx.inspect.propagation import flattened
from pyptx.ir import Block, Directive, Instruction, Label, Name
from pyptx.ir.visit import operand_names
from pyptx.isa import special_register
from pyptx.isa.vocabulary import BRANCHES, TERMINATORS
from pyptx.record import replace
from pyptx.trace import operand_rows

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

    from pyptx.inspect.propagation import TypeOf
    from pyptx.ir import Statement

T = TypeVar("T")


def without_unread_moves(
    body: Sequence[Statement], numbers: Sequence[T]
) -> tuple[Sequence[Statement], list[T]]:
    """Return a body without its moves to registers that nothing reads, and the numbers of its statements.

    Args:
        body: The statements of a function.
        numbers: A number of each, those of blocks too, in the order of the text.

    >>> from pyptx.emitter import emit_statement
    >>> from pyptx.parser import parse
    >>> text = '''.version 8.0 .target sm_90a .entry k() { .reg .pred %p; .reg .b32 %r<4>; .shared .b32 s;
    ...     mov.u32 %r1, 0; elect.sync %r2|%p, -1; mov.u32 %r1, %r2; @%p st.shared.u32 [s], 7; ret; }'''
    >>> body, numbers = without_unread_moves(parse(text).items[-1].body, range(8))
    >>> numbers, emit_statement(body[3]).strip()
    ([0, 1, 2, 4, 6, 7], 'elect.sync %r2|%p, -1;')
    """
    unread = unread_moves(*flattened(body))
    if not unread:
        return body, [*numbers]
    kept = [number for at, number in enumerate(numbers) if at not in unread]
    return _drop(body, unread, count()), kept


def _drop(body: Sequence[Statement], dropped: Collection[int], places: Iterator[int]) -> list[Statement]:
    """Return the statements of a body, and of its blocks, without those at some places."""
    out: list[Statement] = []
    for node in body:
        if next(places) in dropped:
            continue
        out.append(
            replace(node, body=tuple(_drop(node.body, dropped, places))) if type(node) is Block else node
        )
    return out


def unread_moves(code: Sequence[Statement], type_of: TypeOf) -> set[int]:
    """Return the positions of the moves to registers that nothing reads before their next write.

    A move from a register that changes by itself, such as `%clock`, is not one of them, nor one of the
    address of a variable: a parameter whose address is taken is in local memory.

    Args:
        code: The statements, those of blocks too, in the order of the text.
        type_of: Returns the declared type of a register; empty for a parameter.
    """
    moves: dict[str, set[int]] = {}
    sources: dict[int, set[str]] = {}
    for at, node in enumerate(code):
        if type(node) is Instruction and node.opcode == "mov" and _only_sets(node, type_of):
            target, source = node.operands
            moves.setdefault(target.name, set()).add(at)  # type: ignore[union-attr]
            names = {*operand_names(source)}
            sources[at] = {name for name in names if not (type_of(name) or special_register(name))}
    if not moves:
        return set()
    uses = _Uses(code, {*moves}.union(*sources.values()))
    addresses = {at for at, names in sources.items() if any(not uses.writes[name] for name in names)}
    for each in moves.values():
        each -= addresses
    liveness: _Liveness | None = None
    found: set[int] = set()
    pending = {*moves}
    while pending:
        unread: set[int] = set()
        several: list[str] = []
        for name in pending:
            if not uses.reads[name]:
                unread |= moves[name]
            elif moves[name] and len(uses.writes[name]) > 1:
                several.append(name)
        if several:
            liveness = liveness or _Liveness(code)
            unread |= liveness.unread_moves(several, moves, uses)
        found |= unread
        for each in moves.values():
            each -= unread
        pending = uses.drop(unread) & moves.keys()
    return found


def _only_sets(node: Instruction, type_of: TypeOf) -> bool:
    """Whether a `mov` only sets a register."""
    if len(node.operands) != 2 or len(node.modifiers) != 1:
        return False
    target, source = node.operands
    if type(target) is not Name or not type_of(target.name):
        return False
    special = [special_register(name) for name in operand_names(source)]
    return not any(each.volatile for each in special if each is not None)


class _Uses:
    """The statements that read some registers, and those that write them.

    Attributes:
        reads: The statements that may read each.
        writes: The statements that set each.
    """

    def __init__(self, code: Sequence[Statement], names: Iterable[str]) -> None:
        self._code = code
        self.reads: dict[str, set[int]] = {name: set() for name in names}
        self.writes: dict[str, set[int]] = {name: set() for name in self.reads}
        for at, node in enumerate(code):
            if type(node) is Instruction:
                self._add(at, node)
            elif type(node) is Directive:
                for name in self.reads.keys() & {*node.words}:
                    self.reads[name].add(at)

    def _add(self, at: int, node: Instruction) -> None:
        reads = self.reads
        if node.guard is not None and node.guard.register in reads:
            reads[node.guard.register].add(at)
        for position, operand in enumerate(node.operands):
            for name in (operand.name,) if type(operand) is Name else operand_names(operand):
                if name not in reads:
                    name = name.partition(".")[0]
                    if name in reads:
                        reads[name].add(at)
                elif position in _set_positions(node.opcode, node.modifiers, len(node.operands)):
                    self.writes[name].add(at)
                else:
                    reads[name].add(at)

    def drop(self, moves: Iterable[int]) -> set[str]:
        """Drop some moves; return the registers that they read."""
        read: set[str] = set()
        for at in moves:
            node = self._code[at]
            assert type(node) is Instruction
            target, source = node.operands
            self.writes[target.name].discard(at)  # type: ignore[union-attr]
            names = [*operand_names(source), *([] if node.guard is None else [node.guard.register])]
            read.update(self.reads.keys() & names)
            for name in self.reads.keys() & names:
                self.reads[name].discard(at)
        return read


@lru_cache(maxsize=8192)
def _set_positions(opcode: str, modifiers: tuple[str, ...], count: int) -> frozenset[int]:
    """Return the positions of the operands, of `count`, that an instruction sets and does not read."""
    if opcode == "call":
        return frozenset()
    return frozenset(
        position
        for position, specs in enumerate(operand_rows(opcode, modifiers, count))
        if specs and all(spec.role == "=" and spec.kind == "value" for spec in specs)
    )


class _Liveness:
    """The registers that are live, that is read later, in blocks of code without branches."""

    def __init__(self, code: Sequence[Statement]) -> None:
        self._code = code
        self._starts = [0]
        labels: dict[str, list[int]] = {}
        for at, node in enumerate(code):
            if type(node) is Label:
                if self._starts[-1] != at:
                    self._starts.append(at)
                labels.setdefault(node.name, []).append(len(self._starts) - 1)
            elif type(node) is Instruction and node.opcode in TERMINATORS:
                self._starts.append(at + 1)
        ends = [*self._starts[1:], len(code)]
        self._following = [
            self._successors(number, code[end - 1], labels) if end > start else [number + 1]
            for number, (start, end) in enumerate(zip(self._starts, ends, strict=True))
        ]

    def _successors(self, block: int, last: Statement, labels: dict[str, list[int]]) -> list[int]:
        """Return the blocks after one that ends in a statement; -1 for any."""
        if type(last) is not Instruction or last.opcode not in TERMINATORS:
            return [block + 1]
        found = [] if last.guard is None else [block + 1]
        if last.opcode in BRANCHES:
            places = labels.get(last.operands[0].name, []) if type(last.operands[0]) is Name else []
            found += places if last.opcode == "bra" and len(places) == 1 else [-1]
        return found

    def unread_moves(self, names: Sequence[str], moves: Mapping[str, set[int]], uses: _Uses) -> set[int]:
        """Return the moves to some registers that are set several times after which nothing reads them."""
        bits = {name: 1 << number for number, name in enumerate(names)}
        reads: dict[int, int] = {}
        writes: dict[int, int] = {}
        candidates: dict[int, int] = {}
        for name, bit in bits.items():
            candidates |= dict.fromkeys(moves[name], bit)
            for at in uses.reads[name]:
                reads[at] = reads.get(at, 0) | bit
            for at in uses.writes[name]:
                kept = 0 if self._code[at].guard is not None else bit  # type: ignore[union-attr]
                writes[at] = writes.get(at, 0) | kept
        events: list[list[int]] = [[] for _ in self._starts]
        for at in sorted(reads.keys() | writes.keys(), reverse=True):
            events[bisect_right(self._starts, at) - 1].append(at)
        after = self._live_after(events, reads, writes, (1 << len(names)) - 1)
        found: set[int] = set()
        for live, block in zip(after, events, strict=True):
            for at in block:
                if at in candidates and not live & candidates[at]:
                    found.add(at)
                else:
                    live = live & ~writes.get(at, 0) | reads.get(at, 0)
        return found

    def _live_after(
        self, events: list[list[int]], reads: Mapping[int, int], writes: Mapping[int, int], every: int
    ) -> list[int]:
        """Return the registers, as bits, that some statement after each block may read."""
        used: list[int] = []
        set_: list[int] = []
        for block in events:
            live = killed = 0
            for at in block:
                live = live & ~writes.get(at, 0) | reads.get(at, 0)
                killed |= writes.get(at, 0)
            used.append(live)
            set_.append(killed)
        before = [*used, 0, every]  # the blocks; behind the last one; any
        after = [0] * len(events)
        changed = True
        while changed:
            changed = False
            for number in range(len(events) - 1, -1, -1):
                live = 0
                for each in self._following[number]:
                    live |= before[each]
                if live != after[number]:
                    after[number] = live
                    before[number] = used[number] | live & ~set_[number]
                    changed = True
        return after
