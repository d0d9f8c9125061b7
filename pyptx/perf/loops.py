"""Blocks and loops of machine code."""

from __future__ import annotations

import re
from functools import cached_property
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pyptx.perf.machine import MachineFunction, MachineInstruction

_BRANCHES = {"BRA", "BRX", "JMP", "JMX", "BRXU", "JMXU"}
_ENDS = {"EXIT", "RET", "KILL"}
_TARGET = re.compile(r"\.L\w+")
MOST_OF_A_POLL = 16
"""Instructions of a loop that only waits, at most."""
_CONDITION = re.compile(r"!?U?P\d+")


class Loop:
    """A loop: blocks that are reached from its header and lead back to it.

    Attributes:
        graph: The function.
        header: The block that every iteration begins with.
        blocks: All blocks of the loop, those of inner loops too.
        latches: The blocks that branch back to the header.
        parent: The innermost loop around it, or None.
    """

    def __init__(self, graph: FlowGraph, header: int) -> None:
        self.graph, self.header = graph, header
        self.blocks: set[int] = {header}
        self.latches: set[int] = set()
        self.parent: Loop | None = None

    @property
    def address(self) -> int:
        """Address of its first instruction."""
        return self.graph.instructions[self.graph.blocks[self.header].start].address

    @property
    def around(self) -> tuple[Loop, ...]:
        """The loops that it is in, from the innermost one."""
        return () if self.parent is None else (self.parent, *self.parent.around)

    @property
    def depth(self) -> int:
        """Number of loops that it is in, itself included."""
        return 1 + len(self.around)

    @cached_property
    def instructions(self) -> tuple[MachineInstruction, ...]:
        """Its instructions from the header to the last branch back, as they lie in memory.

        ptxas puts rarely executed blocks, such as repeated polls of an mbarrier, after the function.
        """
        start = self.graph.blocks[self.header].start
        end = max(self.graph.blocks[latch].stop for latch in self.latches)
        places = (place for block in sorted(self.blocks) for place in self.graph.blocks[block])
        return tuple(self.graph.instructions[place] for place in places if start <= place < end)

    @cached_property
    def is_poll(self) -> bool:
        """Whether it only waits for an mbarrier."""
        found = self.graph.instructions_of(self.blocks)
        return len(found) <= MOST_OF_A_POLL and any(".TRYWAIT" in each.opcode for each in found)

    @cached_property
    def certain_blocks(self) -> set[int]:
        """The blocks that each whole iteration runs through: they dominate all branches back."""
        common = set.intersection(*({latch, *self.graph.dominators(latch)} for latch in self.latches))
        return common & self.blocks

    @cached_property
    def certain_instructions(self) -> tuple[MachineInstruction, ...]:
        """The instructions that each whole iteration executes."""
        return self.graph.instructions_of(sorted(self.certain_blocks))


class FlowGraph:
    """Blocks and loops of a function.

    Attributes:
        instructions: Its instructions.
        blocks: Places of the instructions of each block.
        successors: Blocks that may follow each block.
        loops: The loops, the innermost first.
    """

    def __init__(self, function: MachineFunction) -> None:
        self.instructions = function.instructions
        targets = {place: self._targets(function, place) for place in range(len(self.instructions))}
        leaders = {0, *(target for found in targets.values() for target in found)}
        leaders |= {
            place + 1 for place, each in enumerate(self.instructions) if each.name in _BRANCHES | _ENDS
        }
        starts = sorted(place for place in leaders if place < len(self.instructions))
        stops = [*starts[1:], len(self.instructions)]
        self.blocks = [range(*each) for each in zip(starts, stops, strict=True)]
        self._block_at = {block.start: number for number, block in enumerate(self.blocks)}
        self.successors = [self._followers(block, targets) for block in self.blocks]
        self._parents = self._find_dominators({0, *self._called(function)})
        self.loops = self._find_loops()
        self._block_of = [number for number, block in enumerate(self.blocks) for _ in block]
        self._innermost: list[Loop | None] = [None] * len(self.instructions)
        for loop in reversed(self.loops):
            for block in loop.blocks:
                for place in self.blocks[block]:
                    self._innermost[place] = loop

    def instructions_of(self, blocks: Iterable[int]) -> tuple[MachineInstruction, ...]:
        """The instructions of some blocks."""
        return tuple(self.instructions[place] for block in blocks for place in self.blocks[block])

    def block_of(self, place: int) -> int:
        """The block of the instruction at a place."""
        return self._block_of[place]

    def innermost(self, place: int) -> Loop | None:
        """The innermost loop around the instruction at a place, or None."""
        return self._innermost[place]

    def dominators(self, block: int) -> Iterable[int]:
        """Yield the blocks before a block that every path to it runs through, the nearest first."""
        parent = self._parents.get(block)
        while parent is not None:
            yield parent
            parent = self._parents.get(parent)

    @staticmethod
    def _targets(function: MachineFunction, place: int) -> list[int]:
        """The places that a branch may go to."""
        instruction = function.instructions[place]
        if instruction.name not in _BRANCHES:
            return []
        named = _TARGET.findall(instruction.operands)
        return [function.labels[label] for label in named if label in function.labels]

    def _called(self, function: MachineFunction) -> set[int]:
        """Blocks that calls inside the function begin at."""
        named = (_TARGET.findall(each.operands) for each in function.instructions if each.name == "CALL")
        places = (function.labels[label] for labels in named for label in labels if label in function.labels)
        return {self._block_at[place] for place in places if place in self._block_at}

    def _followers(self, block: range, targets: dict[int, list[int]]) -> list[int]:
        """The blocks after a block."""
        last = self.instructions[block.stop - 1]
        found = [self._block_at[target] for target in targets[block.stop - 1]]
        conditional = bool(last.guard) or _CONDITION.match(last.operands) is not None
        if (conditional or last.name not in _BRANCHES | _ENDS) and block.stop in self._block_at:
            found.append(self._block_at[block.stop])
        return found

    def _find_dominators(self, roots: set[int]) -> dict[int, int | None]:
        """The nearest dominator of each reachable block; None of a root."""
        order: list[int] = []
        seen: set[int] = set()
        for root in sorted(roots):
            stack = [(root, iter(self.successors[root]))] if root not in seen else []
            seen.add(root)
            while stack:
                block, rest = stack[-1]
                following = next((each for each in rest if each not in seen), None)
                if following is None:
                    order.append(block)
                    stack.pop()
                else:
                    seen.add(following)
                    stack.append((following, iter(self.successors[following])))
        rank = {block: number for number, block in enumerate(order)}
        before: dict[int, list[int]] = {block: [] for block in order}
        for block in order:
            for following in self.successors[block]:
                before[following].append(block)
        parents: dict[int, int | None] = dict.fromkeys(roots)
        changed = True
        while changed:
            changed = False
            for block in reversed(order):
                if block in roots:
                    continue
                known = [each for each in before[block] if each in parents]
                nearest: int | None = known[0]
                for other in known[1:]:
                    nearest = self._meet(nearest, other, parents, rank)
                if block not in parents or parents[block] != nearest:
                    parents[block], changed = nearest, True
        return parents

    @staticmethod
    def _meet(
        first: int | None, second: int | None, parents: dict[int, int | None], rank: dict[int, int]
    ) -> int | None:
        """The nearest block that dominates two blocks; None where only the start of a call does."""
        while first != second:
            if first is None or second is None:
                return None
            if rank[first] < rank[second]:
                first = parents[first]
            else:
                second = parents[second]
        return first

    def _find_loops(self) -> tuple[Loop, ...]:
        before: dict[int, list[int]] = {}
        for block in self._parents:
            for following in self.successors[block]:
                before.setdefault(following, []).append(block)
        loops: dict[int, Loop] = {}
        for block in self._parents:
            for header in self.successors[block]:
                if header != block and header not in self.dominators(block):
                    continue
                loop = loops.setdefault(header, Loop(self, header))
                loop.latches.add(block)
                waiting = [block]
                while waiting:
                    inside = waiting.pop()
                    if inside not in loop.blocks:
                        loop.blocks.add(inside)
                        waiting += before.get(inside, [])
        ordered = sorted(loops.values(), key=lambda loop: (len(loop.blocks), loop.header))
        for number, loop in enumerate(ordered):
            loop.parent = next((each for each in ordered[number + 1 :] if loop.header in each.blocks), None)
        return tuple(ordered)
