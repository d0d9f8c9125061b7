"""Turn a PTX module into what the engine executes: numbered blocks of steps, once per program.

A block is a run of steps that only its first can be reached from elsewhere; lanes meet again at block heads.
An instruction at which lanes wait for others (a barrier, a ``.sync`` of a warp) is a block of its own.
Callees get lower block numbers than their callers, so that running the lowest block first brings
lanes out of a function before those around the call go on.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from pyptx.collection import collection_paused
from pyptx.emitter import emit_with_lines
from pyptx.errors import SimFault, VerifyError
from pyptx.ir import (
    Address,
    Declaration,
    Directive,
    Function,
    Group,
    Instruction,
    Name,
    Negated,
    Pair,
    Vector,
)
from pyptx.ir import Block as Braces
from pyptx.ir import Label as LabelNode
from pyptx.ir.visit import walk
from pyptx.sim.image import ModuleVariable, Pool
from pyptx.sim.operands import Operation, drop, register_writer
from pyptx.sim.segments import GLOBAL_BASE, REDZONE_BYTES, Allocation, Segment, Symbols, align_up
from pyptx.sim.semantics import defined
from pyptx.sim.semantics.registers import registers_at_start
from pyptx.sim.semantics.undefined import computed
from pyptx.sim.semantics.unmodelled import is_modelled, unmodelled
from pyptx.sim.semantics.warp_matrix import multiplied, of_unit
from pyptx.sim.semantics.wgmma import watched
from pyptx.sim.steps import Block, Code, Deferred, Step
from pyptx.sim.symbols import (
    Callee,
    Label,
    Register,
    RegisterFile,
    Scope,
    Variable,
    initial_bytes,
    variables_of,
)
from pyptx.types import from_name
from pyptx.verify import Verifier, module_target, module_version

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from pyptx.arch import Arch
    from pyptx.ir import Declarator, Module, Operand, Statement
    from pyptx.sim.engine import Machine
    from pyptx.sim.operands import Array, Read, Run, Spread, Write
    from pyptx.sim.semantics import Builder, Pure
    from pyptx.sim.symbols import Formal
    from pyptx.verify import Match


_BOOL = np.dtype(bool)


class _Form(NamedTuple):
    """What all instructions have in common whose match is the same.

    Attributes:
        match: Their row.
        name: Opcode and modifiers, dotted.
        definition: Defines one that only computes.
        builder: Makes the execution of one that does more.
        modelled: Whether the definition is of this row.
        gathers: Whether all lanes of a warp come together to compute.
        spread: Tells what becomes of values that nobody defined, where that is computed.
        fidelity: How near the definition comes to hardware; empty where the instruction says it.
    """

    match: Match
    name: str
    definition: Pure | None
    builder: Builder | None
    modelled: bool
    gathers: bool
    spread: Callable[[Operation], Spread] | None
    fidelity: str


RECURSION_BYTES = 8192
"""Stack of a thread of a program that recurses or calls through pointers, beyond its kernel's own frame."""


def decode(module: Module, entry: str, arch: Arch, unit: int | None = None) -> Code:
    """Decode an entry and all it calls.

    Args:
        module: The module.
        entry: Name of the kernel.
        arch: Target of a module that names none.
        unit: Number of the target whose matrix units decide how sums round; None for sums in any order.

    Raises:
        VerifyError: An instruction is not of the ISA, or not of this version and target.
        SimFault: An instruction is not modelled; the fault names it.
    """
    with collection_paused():
        return _Decoder(module, arch, unit).program(entry)


class _Decoder:
    """The state of one decoding."""

    def __init__(self, module: Module, arch: Arch, unit: int | None) -> None:
        self.module = module
        self.unit = unit
        self.verifier = Verifier(module_target(module) or arch, module_version(module), any_order=True)
        self.pool = Pool()
        self.file = RegisterFile()
        self.scope = Scope()
        self.variables: list[ModuleVariable] = []
        self.segments = {
            "global": Segment("global", GLOBAL_BASE, REDZONE_BYTES),
            "const": Segment("const", 0, REDZONE_BYTES),
        }
        self.shared = 0
        self.open_shared: list[Variable] = []
        self.shared_names = Symbols()
        self.placed: dict[int, list[Variable]] = {}
        self.functions: list[Callee] = []
        self.scopes: dict[int, Scope] = {}
        self.bodies: dict[int, _Body] = {}
        self.order: list[Callee] = []
        self.ordered: set[int] = set()
        self.sites: list[Any] = []
        self.deferred: list[Deferred] = []
        self.forms: dict[int, _Form] = {}
        """By the identity of their match."""
        self.indirect = False
        self.asynchronous = False
        self.warpgroups = False
        self.accumulators: dict[tuple[int, ...], None] = {}
        self.fragments: dict[tuple[int, ...], None] = {}

    def program(self, name: str) -> Code:
        """Decode the module as far as the entry needs it."""
        self._declare_module()
        self.asynchronous = any(
            isinstance(statement, Instruction) and statement.opcode == "wgmma"
            for callee in self.functions
            for statement in walk(callee.node.body or ())
        )
        entry = next(f for f in self.functions if f.node.name == name and f.node.body is not None)
        self._place_shared(entry)
        self._function(entry)
        if self.indirect:
            for callee in self.functions:
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
            pool=self.pool,
            rows=self.file.rows,
            registers=self.file.registers,
            params=tuple(p for p in entry.params if isinstance(p, Variable)),
            variables=self.variables,
            shared_bytes=self.shared,
            dynamic_offset=self._dynamic_offset(),
            shared_names=self.shared_names,
            local_names=local_names,
            local_bytes=self._stack_bytes(),
            watched=self._watch(blocks),
            warpgroups=self.warpgroups,
            waits_on_grid=any(body.waits_on_grid for body in self.bodies.values()),
            calls=len(self.order) > 1,
            callees={f.address: f for f in self.order},
            sites=self.sites,
            deferred=self.deferred,
            unit=self.unit,
        )

    def form(self, instruction: Instruction, match: Match) -> _Form:
        """What the instructions of a match have in common, found at the first."""
        words = instruction.modifiers
        definition, builder = defined(instruction.opcode, words)
        if definition is not None and self.unit is not None:
            definition = of_unit(definition, match.modifiers, self.unit)
        spread = multiplied if instruction.opcode == "mma" else None if "sync" in words else computed
        made = self.forms[id(match)] = _Form(
            match=match,
            name=".".join((instruction.opcode, *words)),
            definition=definition,
            builder=builder,
            modelled=is_modelled(match.form),
            gathers="sync" in words and "aligned" in words,
            spread=spread if definition is not None and builder is None else None,
            fidelity="" if definition is None else definition.fidelity(match.modifiers),
        )
        return made

    def _watch(self, blocks: list[Block]) -> tuple[tuple[int, ...], ...]:
        """Let instructions that access registers of `wgmma` say so when they run."""
        if not self.accumulators:
            return ()
        by_register: dict[int, list[tuple[int, ...]]] = {}
        for key in (*self.accumulators, *self.fragments):
            for number in key:
                by_register.setdefault(number, []).append(key)
        for block in blocks:
            for step in (*block.steps, *((block.end,) if block.end is not None else ())):
                if step.operation.warpgroup:
                    continue
                touched: dict[tuple[int, ...], None] = {}
                written: dict[tuple[int, ...], None] = {}
                for number, writes in step.registers:
                    for key in by_register.get(number, ()):
                        if key in self.accumulators:
                            touched[key] = None
                        elif writes:
                            written[key] = None
                if touched or written:
                    step.run = watched(step.run, tuple(touched), tuple(written))
        return (*self.accumulators, *self.fragments)

    # Declarations

    def _declare_module(self) -> None:
        """Give every function, module variable and shared variable its name and place."""
        for item in self.module.items:
            if isinstance(item, Function):
                callee = Callee(item, len(self.functions))
                self.functions.append(callee)
                if item.name not in self.scope.names or item.body is not None:
                    self.scope.names[item.name] = callee
            elif isinstance(item, Declaration):
                self._declare(item)
        for found in self.variables:
            found.content = initial_bytes(found.variable, found.initializer, self._address_of)
        for callee in self.functions:
            self._declare_formals(callee)

    def _declare(self, declaration: Declaration) -> None:
        """Declare what stands outside functions."""
        if declaration.space == "reg":
            list(self.file.declare(declaration, self.scope))
        elif declaration.space == "shared":
            self._place(declaration)
            self.declare_shared(declaration, self.scope)
        elif declaration.space in ("global", "const"):
            self.declare_static(declaration, self.scope)
        else:
            raise SimFault(f".{declaration.space} variables of a module are not simulated", rule="unmodelled")

    def declare_static(self, declaration: Declaration, scope: Scope) -> None:
        """Give ``.global`` and ``.const`` variables their addresses."""
        extern = "extern" in declaration.linkage
        segment = self.segments[declaration.space]
        for variable, declarator in zip(
            variables_of(declaration, declaration.space), _each(declaration), strict=True
        ):
            known = scope.names.get(variable.name)
            if extern and isinstance(known, Variable):
                continue
            variable.align = max(variable.align, 16)
            place = segment.add(Allocation(variable.name, 0, variable.size), variable.align)
            variable.offset = segment.base + place.offset
            scope.names[variable.name] = variable
            self.variables.append(ModuleVariable(variable, declarator.initializer))

    def _place_shared(self, entry: Callee) -> None:
        """Lay out the shared variables of bodies, so that dynamic shared memory can start after them."""
        for callee in self.functions:
            if callee is entry or callee.node.kind == "func":
                for statement in walk(callee.node.body or ()):
                    if isinstance(statement, Declaration) and statement.space == "shared":
                        self._place(statement)
        for variable in self.open_shared:
            variable.offset = self._dynamic_offset()

    def _place(self, declaration: Declaration) -> None:
        """Lay shared variables out one after the other; open arrays wait for the last."""
        placed = self.placed[id(declaration)] = list(variables_of(declaration, "shared"))
        for variable in placed:
            if variable.size == 0:
                self.open_shared.append(variable)
                continue
            variable.offset = align_up(self.shared, variable.align)
            self.shared = variable.offset + variable.size
            self.shared_names.add(variable.name, variable.offset, variable.size)

    def declare_shared(self, declaration: Declaration, scope: Scope) -> None:
        """Name shared variables that have their places."""
        for variable in self.placed[id(declaration)]:
            scope.names[variable.name] = variable

    def _dynamic_offset(self) -> int:
        """Where dynamic shared memory starts."""
        return align_up(self.shared, max((found.align for found in self.open_shared), default=1))

    def _declare_formals(self, callee: Callee) -> None:
        """Give the parameters and results of a function their registers or memory."""
        self.scopes[callee.index] = Scope(self.scope)
        callee.returns = self._formals(callee, callee.node.returns or ())
        callee.params = self._formals(callee, callee.node.params or ())

    def _formals(self, callee: Callee, declarations: Sequence[Declaration]) -> tuple[Formal, ...]:
        scope = self.scopes[callee.index]
        framed = callee.node.kind == "func"
        places: list[Formal] = []
        for declaration in declarations:
            if declaration.space == "reg":
                registers = list(self.file.declare(declaration, scope))
                callee.registers.extend(registers)
                places.extend([tuple(registers)] if declaration.vector else registers)
                continue
            for variable in variables_of(declaration, "local" if framed else "param", framed=framed):
                variable.offset = align_up(callee.formal_bytes, variable.align)
                callee.formal_bytes = variable.offset + variable.size
                scope.names[variable.name] = variable
                places.append(variable)
        callee.frame_bytes = callee.formal_bytes if framed else 0
        return tuple(places)

    def _address_of(self, name: str) -> int | None:
        found = self.scope.find(name)
        if isinstance(found, Variable):
            return found.offset
        return found.address if isinstance(found, Callee) else None

    def line(self, place: tuple[int, int]) -> int:
        """The PTX line of a statement, by function and position in it."""
        numbers = emit_with_lines(self.module)[1][place[0]]
        return numbers[min(place[1], len(numbers) - 1)] if numbers else 0

    # Functions

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
            body = self.bodies[found.index] = _Body(self, found)
            body.statements(found.node.body, self.scopes[found.index])
            body.finish()
            waiting.extend(called for called in reversed(found.calls) if called.index not in self.bodies)

    def _mark_recursion(self) -> None:
        """Find the functions that may be called while they run."""
        for callee in self.order:
            seen: set[int] = set()
            waiting = list(callee.calls)
            callee.recursive = self.indirect and callee.node.kind == "func"
            while waiting and not callee.recursive:
                called = waiting.pop()
                callee.recursive = called is callee
                if called.index not in seen:
                    seen.add(called.index)
                    waiting.extend(called.calls)

    def _find_polls(self) -> None:
        """Find the loops that poll memory; a function polls if what it calls does."""
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


class _Body:
    """The blocks of one function in the making."""

    def __init__(self, decoder: _Decoder, callee: Callee) -> None:
        self.decoder = decoder
        self.callee = callee
        self.blocks = [Block()]
        self.labels: list[Label] = []
        self.variables: list[Variable] = []
        self.waits_on_grid = False
        self.flat = 0
        self._carry: Register | None = None
        self._used_bytes: int | None = None

    def statements(self, body: Sequence[Statement], scope: Scope) -> None:
        """Decode statements in a scope; labels may be used before they stand."""
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
                self._used_bytes = _used_bytes(statement) or self._used_bytes

    def finish(self) -> None:
        """Close the last block, for running off the end of a body returns."""
        last = self.blocks[-1].end
        if last is None or last.guard >= 0 or last.instruction.opcode == "call":
            self._instruction(
                Instruction("ret"), self.decoder.scopes[self.callee.index], max(self.flat - 1, 0)
            )

    def find_polls(self, callees: Sequence[Callee], polls: Mapping[int, bool]) -> None:
        """Find the loops that poll memory, themselves or in what they call.

        Args:
            callees: All functions.
            polls: Which of them poll, by index, and whether other memory than shared.
        """
        for position, block in enumerate(self.blocks):
            targets = block.end.targets if block.end is not None else ()
            first = min((target.block for target in targets), default=position + 1)
            if first > position:
                continue
            loop = self.blocks[first : position + 1]
            found = [not step.name.count(".shared") for inner in loop for step in inner.steps if step.polls]
            for inner in loop:
                if inner.end is not None and inner.end.calls != ():
                    called = callees if inner.end.calls is None else inner.end.calls
                    found += [polls[callee.index] for callee in called if callee.index in polls]
            block.polls = bool(found)
            if block.end is not None:
                block.end.polls = block.polls
            self.waits_on_grid = self.waits_on_grid or any(found)

    def polls(self) -> bool | None:
        """Whether the body polls other memory than shared; None where it does not poll at all."""
        found = [
            not step.name.count(".shared") for block in self.blocks for step in block.steps if step.polls
        ]
        return any(found) if found else None

    def _label(self, label: Any) -> None:
        if self.blocks[-1].steps or self.blocks[-1].end is not None:
            self.blocks.append(Block())
        label.block = len(self.blocks) - 1
        self.labels.append(label)

    def _declaration(self, declaration: Declaration, scope: Scope) -> None:
        decoder, callee = self.decoder, self.callee
        if declaration.space == "reg":
            callee.registers.extend(decoder.file.declare(declaration, scope))
        elif declaration.space == "shared":
            decoder.declare_shared(declaration, scope)
        elif declaration.space in ("global", "const"):
            decoder.declare_static(declaration, scope)
            for found in decoder.variables:
                if found.content is None:
                    found.content = initial_bytes(found.variable, found.initializer, lambda _: None)
        else:
            for variable in variables_of(declaration, "local", framed=True):
                variable.offset = align_up(callee.frame_bytes, variable.align)
                callee.frame_bytes = variable.offset + variable.size
                scope.names[variable.name] = variable
                self.variables.append(variable)

    # Instructions

    def _instruction(self, instruction: Instruction, scope: Scope, position: int) -> None:
        """Decode one instruction and put it into its block."""
        step = self._step(instruction, scope, (self.callee.index, position))
        block = self.blocks[-1]
        gate = step.members is not None or step.barrier is not None or step.passing is not None
        if block.end is not None or (gate and block.steps):
            block = Block()
            self.blocks.append(block)
        if step.control:
            block.end = step
            return
        block.steps.append(step)
        if gate:
            block.gate = step
            self.blocks.append(Block())

    def _step(self, instruction: Instruction, scope: Scope, place: tuple[int, int]) -> Step:
        try:
            return self._build(instruction, scope, place)
        except VerifyError as error:
            raise VerifyError(f"{error}{self._at(instruction, place, str(error))}") from None
        except SimFault as fault:
            raise SimFault(
                f"{fault}{self._at(instruction, place, str(fault))}",
                rule=fault.rule,
                source=instruction.source,
                ptx_line=self.decoder.line(place),
                instruction=fault.instruction,
            ) from None

    def _at(self, instruction: Instruction, place: tuple[int, int], said: str) -> str:
        """Where an instruction stands, unless that was said."""
        source = instruction.source
        if source is None:
            return f"\n  at PTX line {self.decoder.line(place)}"
        at = f"\n  at {source.file}:{source.line}"
        return "" if at in said else f"{at} (PTX line {self.decoder.line(place)})"

    def _build(self, instruction: Instruction, scope: Scope, place: tuple[int, int]) -> Step:
        decoder = self.decoder
        match = decoder.verifier.verify(instruction, scope.symbol)
        form = decoder.forms.get(id(match)) or decoder.form(instruction, match)
        op = Operation(
            instruction,
            match,
            scope,
            decoder.pool,
            self.callee,
            decoder.sites,
            used_bytes=self._used_bytes,
            unit=decoder.unit,
        )
        self._used_bytes = None
        if not form.modelled:
            unmodelled(op)
        if form.builder is not None:
            run = form.builder(op)
            self._note(op, run)
        elif form.definition is not None:
            run = self._pure(op, form.definition, gathers=form.gathers)
        else:
            raise SimFault(f"{form.name} is not simulated", rule="unmodelled", instruction=form.name)
        reads = tuple(dict.fromkeys([register.number for register in op.reads]))
        if form.spread is computed:
            op.keeps = reads
            carries = form.definition is not None and form.definition.carry and "cc" in op.words
            op.spread = computed(op, [self._carry_register().number] if carries else ())
        elif form.spread is not None:
            op.spread = form.spread(op)
        guard = None if instruction.guard is None else scope.find(instruction.guard.register)
        return Step(
            instruction=instruction,
            name=form.name,
            run=run,
            reads=reads,
            registers=self._named(op) if decoder.asynchronous else (),
            guard=decoder.pool.number("register", 1, guard.row, _BOOL) if isinstance(guard, Register) else -1,
            guard_register=guard.number if isinstance(guard, Register) else -1,
            negated=instruction.guard is not None and instruction.guard.negated,
            place=place,
            fidelity=form.fidelity or op.fidelity,
            members=op.members,
            barrier=op.barrier,
            passing=op.passing,
            target=op.target,
            targets=op.targets,
            calls=None if op.calls_by_address else (op.calls,) if op.calls is not None else (),
            control=op.control,
            polls=op.polls,
            operation=op,
        )

    def _note(self, op: Operation, run: Run) -> None:
        """Note what an instruction is to the whole program."""
        decoder = self.decoder
        if type(run) is Deferred:
            decoder.deferred.append(run)
        if op.calls is not None:
            self.callee.calls.append(op.calls)
        decoder.indirect = decoder.indirect or op.calls_by_address
        decoder.warpgroups = decoder.warpgroups or op.warpgroup
        if op.accumulators:
            decoder.accumulators[op.accumulators] = None
        if op.fragments:
            decoder.fragments[op.fragments] = None

    def _named(self, op: Operation) -> tuple[tuple[int, bool], ...]:
        """The registers that an instruction names, and whether it writes them."""
        if op.only is None:
            return tuple(_registers_of(op.instruction, op.match, op.scope))
        return (
            *[(each.number, False) for each in op.only.read()],
            *[(each.number, True) for each in op.only.written()],
        )

    def _pure(self, op: Operation, definition: Pure, *, gathers: bool) -> Run:
        """The execution of an instruction that only computes."""
        if gathers:
            op.members = op.constant_reader(FULL_WARP, from_name("b32"))
        op.only = None if definition.carry else op.plain()
        if op.only is None:
            return self._computed(op, definition)
        op.reads = op.only.read()
        made = Deferred(self._computed, op, definition)
        self.decoder.deferred.append(made)
        return made

    def _computed(self, op: Operation, definition: Pure) -> Run:
        """The same, made of readers and writers of its operands."""
        reads: list[Read] = []
        writes: list[Write] = []
        for operand, spec in zip(op.instruction.operands, op.match.operands, strict=True):
            type_ = from_name(spec.type or "s64")
            if spec.role in ":+":
                reads.append(op.reader(operand, type_))
            if spec.role in "=+":
                first, second = (
                    (operand.first, operand.second) if isinstance(operand, Pair) else (operand, None)
                )
                writes.append(op.writer(first, type_))
                if spec.second is not None:
                    other = from_name(spec.second.type)
                    writes.append(op.writer(second or Name("_"), other))
        if definition.carry:
            carry = self._carry_register()
            predicate = from_name("pred")
            reads.append(op.register_reader(carry, predicate, needed=definition.carry == "in"))
            out = "cc" in op.words
            writes.append(register_writer(op.pool, carry, predicate) if out else drop)
        return _computation(definition, op.match.modifiers, reads, writes)

    def _carry_register(self) -> Register:
        """The condition code of this function: a register no program can name."""
        if self._carry is None:
            self._carry = self.decoder.file.new("CC.CF", from_name("pred"))
            self.callee.registers.append(self._carry)
        return self._carry


def _registers_of(instruction: Instruction, match: Match, scope: Scope) -> Iterator[tuple[int, bool]]:
    """The registers that an instruction names, and whether it writes them."""
    for operand, spec in zip(instruction.operands, match.operands, strict=True):
        writes = spec.role in "=+"
        for name in (operand.name,) if isinstance(operand, Name) else _names_in(operand):
            found = scope.find(name)
            if isinstance(found, Register):
                yield found.number, writes
            elif isinstance(found, tuple):
                yield from ((part.number, writes) for part in found)


def _names_in(operand: Operand) -> Iterator[str]:
    """The names in an operand."""
    if isinstance(operand, Name):
        yield operand.name
    elif isinstance(operand, Vector | Group):
        for item in operand.items:
            yield from _names_in(item)
    elif isinstance(operand, Pair):
        yield from _names_in(operand.first)
        yield from _names_in(operand.second)
    elif isinstance(operand, Negated):
        yield from _names_in(operand.operand)
    elif isinstance(operand, Address):
        yield from _names_in(operand.base)
        for item in operand.rest:
            yield from _names_in(item)


FULL_WARP = 0xFFFF_FFFF


def _computation(
    definition: Pure, modifiers: Mapping[str, str], reads: list[Read], writes: list[Write]
) -> Run:
    """Read, compute, write; the common shapes without a loop."""
    function = definition.function
    if len(writes) == 1:
        (write,) = writes
        if len(reads) == 1:
            (a,) = reads
            return lambda m: write(m, _only(function(modifiers, a(m))))
        if len(reads) == 2:
            a, b = reads
            return lambda m: write(m, _only(function(modifiers, a(m), b(m))))
        return lambda m: write(m, _only(function(modifiers, *[read(m) for read in reads])))

    def run(m: Machine) -> None:
        results = function(modifiers, *[read(m) for read in reads])
        for write, value in zip(writes, results, strict=True):
            write(m, value)

    return run


def _only(result: Any) -> Array:
    """The single result of a definition, also where it is a tuple of one."""
    return np.asarray(result[0] if isinstance(result, tuple) else result)


def _used_bytes(pragma: Directive) -> int | None:
    """The mask of ``"used_bytes_mask 0x0f"`` for the load after it (manual section 12.2); None for others."""
    name, _, mask = " ".join(pragma.words).strip('"').partition(" ")
    if name != "used_bytes_mask":
        return None
    try:
        return int(mask, 0)
    except ValueError:
        return None


def _each(declaration: Declaration) -> Iterator[Declarator]:
    """The declarator of every variable of a declaration."""
    for declarator in declaration.declarators:
        yield from (declarator,) * (1 if declarator.count is None else declarator.count)
