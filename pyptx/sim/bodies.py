"""The blocks of one function: their starts, their last instructions, and those that poll."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pyptx.ir import Block as Braces
from pyptx.ir import Declaration, Directive, Instruction
from pyptx.ir import Label as LabelNode
from pyptx.sim.building import StepBuilder
from pyptx.sim.declarations import STATIC
from pyptx.sim.demanded import find_used_bytes
from pyptx.sim.segments import align_up
from pyptx.sim.semantics.system_calls import is_of_heap
from pyptx.sim.steps import Block
from pyptx.sim.symbols import Label, Scope, variables_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from pyptx.ir import Statement
    from pyptx.sim.building import Building
    from pyptx.sim.steps import Step
    from pyptx.sim.symbols import Callee, Variable


class Body:
    """The blocks of one function in the making."""

    def __init__(self, program: Building, callee: Callee) -> None:
        self._declared = program.declared
        self._builder = StepBuilder(program, callee)
        self.callee = callee
        self.blocks = [Block()]
        self.labels: list[Label] = []
        self.variables: list[Variable] = []
        self.waits_on_grid = False
        self.cancels = False
        self.uses_heap = False
        self.flat = 0

    def statements(self, body: Sequence[Statement], scope: Scope) -> None:
        """Decode statements in a scope; labels may be used before their definition."""
        label: Label | None = None
        for statement in body:
            if isinstance(statement, LabelNode):
                label = Label(statement.name)
                scope.names[statement.name] = label
            elif isinstance(statement, Directive) and label is not None:
                label.targets = label.targets or tuple(word for word in statement.words if word != ",")
        for statement in body:
            position = self.flat
            self.flat += 1
            if isinstance(statement, Instruction):
                self._instruction(statement, scope, position)
            elif isinstance(statement, LabelNode):
                self._label(scope.names[statement.name])
            elif isinstance(statement, Braces):
                self.statements(statement.body, Scope(scope))
            elif isinstance(statement, Declaration):
                self._declaration(statement, scope)
            elif statement.name == "pragma":
                self._builder.used_bytes = _used_bytes(statement) or self._builder.used_bytes

    def finish(self) -> None:
        """Close the last block, for running off the end of a body returns; find the bytes that matter."""
        last = self.blocks[-1].end
        if last is None or last.guard >= 0 or last.operation.callees != ():
            self._instruction(
                Instruction("ret"), self._declared.scopes[self.callee.index], max(self.flat - 1, 0)
            )
        find_used_bytes(self.blocks)

    def find_polls(self, callees: Sequence[Callee], polls: Mapping[int, bool]) -> None:
        """Find the loops that poll memory, themselves or in a function that they call.

        Args:
            callees: All functions.
            polls: The loops that poll, by index, and whether each polls memory other than shared.
        """
        for position, block in enumerate(self.blocks):
            targets = block.end.operation.targets if block.end is not None else ()
            first = min((target.block for target in targets), default=position + 1)
            if first > position:
                continue
            loop = self.blocks[first : position + 1]
            found = [_beyond_shared(step) for inner in loop for step in inner.steps if step.polls]
            for inner in loop:
                if inner.end is not None and inner.end.operation.callees != ():
                    called = inner.end.operation.callees or callees
                    found += [polls[callee.index] for callee in called if callee.index in polls]
            block.polls = bool(found)
            if block.end is not None:
                block.end.polls = block.polls
            self.waits_on_grid = self.waits_on_grid or any(found)

    def polls(self) -> bool | None:
        """Whether the body polls other memory than shared; None where it does not poll at all."""
        found = [_beyond_shared(step) for block in self.blocks for step in block.steps if step.polls]
        return any(found) if found else None

    def _label(self, label: Any) -> None:
        if self.blocks[-1].steps or self.blocks[-1].end is not None:
            self.blocks.append(Block())
        label.block = len(self.blocks) - 1
        self.labels.append(label)

    def _declaration(self, declaration: Declaration, scope: Scope) -> None:
        declared, callee = self._declared, self.callee
        if declaration.space == "reg":
            callee.registers.extend(declared.file.declare(declaration, scope))
        elif declaration.space == "shared" or declaration.space in STATIC:
            declared.declare_placed(declaration, scope)
        else:
            for variable in variables_of(declaration, "local", framed=True):
                variable.offset = align_up(callee.frame_bytes, variable.align)
                callee.frame_bytes = variable.offset + variable.size
                scope.names[variable.name] = variable
                self.variables.append(variable)

    def _instruction(self, instruction: Instruction, scope: Scope, position: int) -> None:
        """Decode one instruction and put it into its block."""
        step = self._builder.step(instruction, scope, (self.callee.index, position))
        self.cancels = self.cancels or "cancels" in step.effects
        block = self.blocks[-1]
        op = step.operation
        self.uses_heap = self.uses_heap or (op.calls is not None and is_of_heap(op.calls))
        gate = op.members is not None or op.barrier is not None or op.passing is not None
        if block.end is not None or (gate and block.steps):
            block = Block()
            self.blocks.append(block)
        if op.control:
            block.end = step
            return
        block.steps.append(step)
        if gate:
            block.gate = step
            self.blocks.append(Block())


def _beyond_shared(step: Step) -> bool:
    """Whether a step polls memory outside shared memory; mbarrier objects are always in it."""
    shared = any(word.partition("::")[0] == "shared" for word in step.operation.words)
    return not shared and "asynchronous" not in step.effects


def _used_bytes(pragma: Directive) -> int | None:
    """The mask of ``"used_bytes_mask 0x0f"`` for the load after it (manual section 12.2); None for others."""
    name, _, mask = " ".join(pragma.words).strip('"').partition(" ")
    if name != "used_bytes_mask":
        return None
    try:
        return int(mask, 0)
    except ValueError:
        return None
