"""The memory of a warp's registers: rows of 32 lanes for registers, constants and other operands."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

from pyptx.sim.abi import NUMBER
from pyptx.sim.lowering.records import MASK64, ROW_BYTES, LoweredStep, Planner
from pyptx.sim.race_facts import RaceFacts

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    import numpy as np

    from pyptx.sim.address_chains import AddressChains
    from pyptx.sim.array_origins import BoundedAccess
    from pyptx.sim.lowering.shadow_program import ShadowProgram
    from pyptx.sim.operands import Operation
    from pyptx.sim.steps import Code, Step
    from pyptx.sim.symbols import Callee


class Plan(Protocol):
    """The lowering of instructions of one form, if their operands allow it."""

    def fits(self, op: Operation) -> bool:
        """Whether this is the lowering of an instruction of its form, and of all others of its shape."""

    def lower(self, program: Rows, op: Operation) -> LoweredStep | None:
        """Return the record of an instruction that it fits; None if this one needs more."""


class Rows:
    """The rows of one program, and the common state of its steps."""

    def __init__(
        self,
        code: Code,
        handlers: Mapping[str, int],
        *,
        races: bool = False,
        follows: bool = False,
        observes: bool = False,
        times: bool = False,
        shadows: ShadowProgram | None = None,
    ) -> None:
        self.code = code
        self.shadows = shadows
        self.handlers = handlers
        self.races = races
        self.facts = RaceFacts()
        self.lack_windows: Collection[Step] = ()
        self.follows = follows
        self.observes = observes
        self.times = times
        self.rows = [0] * len(code.registers)
        self.block_steps = 0
        at = 0
        for register in code.registers:
            if register.bits == 1:
                self.rows[register.number] = at
                at += ROW_BYTES[1]
        at = -(-at // 64) * 64
        for register in code.registers:
            if register.bits != 1:
                self.rows[register.number] = at
                at += ROW_BYTES[register.bits]
        self.bytes = self.register_bytes = at
        self.frames = -1
        self.call_sites: dict[int, int] = {}
        self.constants: dict[bytes, int] = {}
        self.specials: dict[tuple[str, np.dtype[Any]], int] = {}
        self.everyone = self.constant(b"\xff" * 4)
        """The row of a mask that names all lanes."""
        self.varying: list[tuple[int, int, int, int]] = []
        self.shared: dict[tuple[int, int], int] = {}
        self.asynchronous = code.warpgroups
        self.overlooks = False
        self.tensor_memory = False
        self.planners: list[Planner] = []
        self.watched = {key: position for position, key in enumerate(code.watched)}
        self.closed = {id(block.end): (place, block) for place, block in enumerate(code.blocks)}
        self.shapes: dict[str, int] = {}
        self.callers: Mapping[int, Sequence[tuple[int, Operation]]] = {}
        """The calls of each function, with the block that each ends, once a return was lowered."""
        self._plans: dict[int, Plan] = {}
        """Plans by the identity of the shape."""
        self._plans_of_forms: dict[int, Plan] = {}
        """The last plan of each form, by the identity of the match."""
        self.spares: dict[tuple[int, int], int] = {}
        self.chains: AddressChains | None = None
        self.flags: dict[int, int] = {}
        """Rows of the registers on the way to an address: masks of the lanes without each reading."""

        self.bounded: Mapping[Step, Sequence[BoundedAccess]] = {}
        """The accesses that must stay inside their shared arrays."""

    def note_plan(self, op: Operation, plan: Plan) -> None:
        """Lower the instructions of the shape or form of one by a plan, if it fits them."""
        self._plans_of_forms[id(op.match)] = plan
        if op.shape is not None and plan.fits(op):
            self._plans[id(op.shape)] = plan

    def planned(self, op: Operation) -> LoweredStep | None:
        """Return the records of an instruction by the plan of its shape or form; None without one."""
        shape = op.shape
        plan = self._plans.get(id(shape))
        if plan is None:
            plan = self._plans_of_forms.get(id(op.match))
            if plan is None or shape is None or not plan.fits(op):
                return None
            self._plans[id(shape)] = plan
        return plan.lower(self, op)

    def follow_wraps(self, chains: AddressChains) -> None:
        """Give the registers on the way to an address rows for their flags."""
        self.chains = chains
        self.flags = {number: self.row(64) for number in sorted(chains.registers)}

    def _take(self, bits: int) -> int:
        at = self.bytes
        self.bytes += ROW_BYTES[bits]
        return at

    def row(self, bits: int) -> int:
        """A new row."""
        self.bytes = -(-self.bytes // 64) * 64
        return self._take(bits)

    def spare(self, bits: int, number: int) -> int:
        """A row for a value that lives only within one step."""
        found = self.spares.get((bits, number))
        if found is None:
            found = self.spares[bits, number] = self.row(bits)
        return found

    def constant(self, raw: bytes) -> int:
        """The row of a constant."""
        found = self.constants.get(raw)
        if found is None:
            found = self.constants[raw] = self.row(8 * len(raw))
        return found

    def special(self, name: str, dtype: np.dtype[Any]) -> int:
        """The row of a special register."""
        found = self.specials.get((name, dtype))
        if found is None:
            found = self.specials[name, dtype] = self.row(8 * dtype.itemsize)
            if name in NUMBER:
                self.varying.append((found, NUMBER[name], dtype.itemsize, 0))
        return found

    def frame(self) -> int:
        """The row of the start of each lane's current frame."""
        if self.frames < 0:
            self.frames = self.row(64)
            self.varying.append((self.frames, NUMBER["zero"], 8, 0))
        return self.frames

    def site(self, callee: Callee) -> int:
        """The row of the call to which a function returns; it is in one call at a time."""
        found = self.call_sites.get(callee.index)
        if found is None:
            found = self.call_sites[callee.index] = self.row(32)
        return found

    def shared_address(self, offset: int, bits: int) -> int:
        """The row of an address in the shared memory of the own CTA."""
        found = self.shared.get((offset, bits))
        if found is None:
            found = self.shared[offset, bits] = self.row(bits)
            added = (offset + (1 << 63) & MASK64) - (1 << 63)  # two's complement, as the engine adds it
            self.varying.append((found, NUMBER["shared_start"], bits // 8, added))
        return found
