"""Decode a PTX module for the engines: numbered blocks of steps, once per program.

A block is a run of steps that only its first can be reached from elsewhere; lanes meet again at block heads.
An instruction at which lanes wait for others (a barrier, a ``.sync`` of a warp) is a block of its own.
Callees get lower block numbers than their callers, so that running the lowest block first brings
lanes out of a function before those around the call go on.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from pyptx.collection import collection_paused
from pyptx.sim.bodies import Body
from pyptx.sim.building import Building
from pyptx.sim.declarations import Declarations
from pyptx.sim.named_registers import registers_of
from pyptx.sim.segments import Symbols
from pyptx.sim.semantics.registers import registers_at_start
from pyptx.sim.semantics.wgmma import watched
from pyptx.sim.steps import Code, steps_of
from pyptx.sim.symbols import Variable
from pyptx.verify import Verifier, module_target, module_version

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from pyptx.arch import Arch
    from pyptx.ir import Module
    from pyptx.sim.steps import Block
    from pyptx.sim.symbols import Callee

RECURSION_BYTES = 8192
"""Stack of a thread of a program that recurses or calls through pointers, beyond its kernel's own frame."""


def decode(module: Module, entry: str, arch: Arch, unit: int | None = None, first: int = 0) -> Code:
    """Decode an entry and all it calls.

    Args:
        module: The module.
        entry: Name of the kernel.
        arch: Target of a module that names none.
        unit: Number of the target whose matrix units decide how sums round; None for sums in any order.
        first: Offset in global memory after which the variables of the module are placed.

    Raises:
        VerifyError: An instruction is not of the ISA, or not of this version and target.
        SimFault: An instruction is not modelled; the fault names it.
    """
    with collection_paused():
        return _Decoder(Declarations(module, first), arch, unit).program(entry)


class _Decoder:
    """The functions of a program in the making."""

    def __init__(self, declared: Declarations, arch: Arch, unit: int | None) -> None:
        self.declared, module = declared, declared.module
        self.target = module_target(module) or arch
        verifier = Verifier(self.target, module_version(module), any_order=True)
        self.building = Building(self.declared, verifier, unit)
        self.bodies: dict[int, Body] = {}
        self.order: list[Callee] = []
        self.ordered: set[int] = set()

    def program(self, name: str) -> Code:
        """Decode the parts of the module that the entry needs."""
        self.declared.declare_module()
        entry = next(f for f in self.declared.functions if f.node.name == name and f.node.body is not None)
        self.declared.place_variables_of_bodies(entry)
        self._function(entry)
        if self.building.indirect:
            for callee in self.declared.functions:
                if callee.node.kind == "func":
                    self._function(callee)
        self.order.sort(key=lambda callee: callee is entry)
        self._mark_recursion()
        self._find_polls()
        blocks: list[Block] = []
        for callee in self.order:
            callee.block = len(blocks)
            for label in self.bodies[callee.index].labels:
                label.block += callee.block
            blocks.extend(self.bodies[callee.index].blocks)
        local_names = Symbols()
        for found in self.bodies[entry.index].variables:
            local_names.add(found.name, found.offset, found.size)
        return Code(
            blocks=blocks,
            registers_at_start=registers_at_start(entry, blocks),
            entry=entry,
            entry_block=entry.block,
            pool=self.building.pool,
            rows=self.declared.file.rows,
            registers=self.declared.file.registers,
            params=tuple(p for p in entry.params if isinstance(p, Variable)),
            variables=self.declared.variables,
            shared_bytes=self.declared.shared,
            dynamic_offset=self.declared.dynamic_offset(),
            shared_names=self.declared.shared_names,
            local_names=local_names,
            local_bytes=self._stack_bytes(),
            watched=self._watch(blocks),
            warpgroups=self.building.warpgroups,
            meetings=_meetings(blocks),
            target=self.target.number,
            waits_on_grid=any(body.waits_on_grid for body in self.bodies.values()),
            cancels=any(body.cancels for body in self.bodies.values()),
            calls=len(self.order) > 1,
            uses_heap=any(body.uses_heap for body in self.bodies.values()),
            callees={f.address: f for f in self.order},
            sites=self.building.sites,
            deferred=self.building.deferred,
            unit=self.building.unit,
        )

    def _watch(self, blocks: list[Block]) -> tuple[tuple[int, ...], ...]:
        """Let instructions that access registers of `wgmma` say so when they run.

        In a block, later accesses by the same lanes add nothing until the next instruction of a warpgroup.
        """
        accumulators = self.building.accumulators
        sets = tuple(dict.fromkeys((*accumulators, *self.building.fragments)))
        by_register: dict[int, list[tuple[int, bool]]] = {}
        for position, key in enumerate(sets):
            for number in key:
                by_register.setdefault(number, []).append((position, key in accumulators))
        shared = {self.declared.file.registers[number] for number in by_register}
        wrapped: dict[tuple[tuple[int, bool], ...], dict[tuple[int, ...], bool]] = {}
        for block in blocks if sets else ():
            noted: set[int] = set()
            for step in steps_of(block):
                op = step.operation
                if op.warpgroup:
                    noted.clear()
                    continue
                if op.only is not None and shared.isdisjoint(op.only):
                    continue
                found: dict[int, bool] = {}
                for number, writes in registers_of(op):
                    if number in by_register:
                        for position, accumulates in by_register[number]:
                            if (accumulates or writes) and position not in noted:
                                found[position] = accumulates
                if found:
                    if step.guard < 0:
                        noted.update(found)
                    step.watched, shape = tuple(found), tuple(found.items())
                    if shape not in wrapped:
                        wrapped[shape] = {sets[each]: found[each] for each in found}
                    step.run = watched(step.run, wrapped[shape])
        return sets

    def _function(self, callee: Callee) -> None:
        """Decode a body and then the bodies it calls, which come first in the order."""
        waiting = [callee]
        while waiting:
            found = waiting[-1]
            if found.index in self.bodies or found.node.body is None:
                waiting.pop()
                if found.index in self.bodies and found.index not in self.ordered:
                    self.ordered.add(found.index)
                    self.order.append(found)
                continue
            body = self.bodies[found.index] = Body(self.building, found)
            body.statements(found.node.body, self.declared.scopes[found.index])
            body.finish()
            waiting.extend(called for called in reversed(found.calls) if called.index not in self.bodies)

    def _mark_recursion(self) -> None:
        """Find the functions that may be called while they run.

        No function is recursive if each calls only functions before it in the order.
        """
        place = {callee.index: number for number, callee in enumerate(self.order)}
        if not self.building.indirect and all(
            place.get(called.index, -1) < place[callee.index]
            for callee in self.order
            for called in callee.calls
        ):
            return
        for callee in self.order:
            seen: set[int] = set()
            waiting = list(callee.calls)
            callee.recursive = self.building.indirect and callee.node.kind == "func"
            while waiting and not callee.recursive:
                called = waiting.pop()
                callee.recursive = called is callee
                if called.index not in seen:
                    seen.add(called.index)
                    waiting.extend(called.calls)

    def _find_polls(self) -> None:
        """Find the loops that poll memory; a function polls if it calls one that does."""
        polls = {index: found for index, body in self.bodies.items() if (found := body.polls()) is not None}
        for callee in self.order:
            for called in callee.calls:
                if called.index in polls:
                    polls[callee.index] = polls.get(callee.index, False) or polls[called.index]
        for body in self.bodies.values():
            body.find_polls(self.order, polls)

    def _stack_bytes(self) -> int:
        """Local memory that the entry needs, with all it calls."""
        if any(found.recursive for found in self.order):
            return sum(found.frame for found in self.order) + RECURSION_BYTES
        needed: dict[int, int] = {}
        for found in self.order:
            below = (needed.get(called.index, called.frame) for called in found.calls)
            needed[found.index] = found.frame + max(below, default=0)
        return needed[self.order[-1].index]


def _meetings(blocks: list[Block]) -> NDArray[np.int64]:
    """For each block, the first whose instruction warps of a warpgroup execute together with its own."""
    first: dict[object, int] = {}
    found = []
    for place, block in enumerate(blocks):
        alike = block.gate.operation.meets if block.gate is not None else None
        found.append(place if alike is None else first.setdefault(alike, place))
    return np.array(found, np.int64)
