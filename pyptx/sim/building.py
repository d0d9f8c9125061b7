"""Build the execution of one instruction from its definition and its operands."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from pyptx.errors import SimFault, VerifyError
from pyptx.ir import Name, Pair
from pyptx.sim.deferred import Deferred, deferred
from pyptx.sim.image import Pool
from pyptx.sim.named_registers import numbers_in
from pyptx.sim.operands import Operation
from pyptx.sim.register_writers import drop, register_writer
from pyptx.sim.semantics import defined
from pyptx.sim.semantics.undefined import computed
from pyptx.sim.semantics.unmodelled import is_modelled, unmodelled
from pyptx.sim.semantics.warp_matrix import of_unit
from pyptx.sim.shapes import Form, Shape, shape_cache, shape_key
from pyptx.sim.steps import Step
from pyptx.sim.symbols import Register
from pyptx.types import from_name

if TYPE_CHECKING:
    from pyptx.ir import Instruction
    from pyptx.sim.declarations import Declarations
    from pyptx.sim.machine import Machine
    from pyptx.sim.operands import Array, Read, Run
    from pyptx.sim.register_writers import Write
    from pyptx.sim.semantics import Pure
    from pyptx.sim.symbols import Callee, Scope
    from pyptx.verify import Match, Verifier

FULL_WARP = 0xFFFF_FFFF

_BOOL = np.dtype(bool)


class Building:
    """The common parts of the instructions of a program, gathered as they are built.

    Attributes:
        declared: The declarations of the module.
        verifier: Finds the rows of instructions.
        unit: Number of the target whose matrix units decide how sums round; None for sums in any order.
        pool: The arrays of the instructions.
        sites: The calls.
        deferred: Executions that are built at their first use.
        cache: The shapes of instructions, of earlier programs too.
        indirect: Whether an instruction calls through a register.
        warpgroups: Whether an instruction requires a whole warpgroup.
        accumulators: Registers of the accumulators of `wgmma`, by number.
        fragments: Registers of A of `wgmma`.
    """

    def __init__(self, declared: Declarations, verifier: Verifier, unit: int | None) -> None:
        self.declared, self.verifier, self.unit = declared, verifier, unit
        self.pool = Pool()
        self.sites: list[Any] = []
        self.deferred: list[Deferred] = []
        self.cache = shape_cache(verifier.terms, unit)
        self.indirect = False
        self.warpgroups = False
        self.accumulators: dict[tuple[int, ...], None] = {}
        self.fragments: dict[tuple[int, ...], None] = {}

    def form(self, instruction: Instruction, match: Match) -> Form:
        """The form of an instruction, made at the first of its match."""
        words = instruction.modifiers
        definition, builder = defined(instruction.opcode, words)
        if definition is not None and self.unit is not None:
            definition = of_unit(definition, match.modifiers, self.unit)
        self.cache.make_room()
        spread, undefined = None, ""
        pure = definition if builder is None else None
        if pure is not None:
            spread = pure.spread or (None if "sync" in words else computed)
            read = {spec.name for spec in match.operands if spec.role in ":+"}
            undefined = pure.undefined if read - set(pure.undefined) else ""
        made = self.cache.forms[id(match)] = Form(
            match=match,
            name=".".join((instruction.opcode, *words)),
            definition=definition,
            builder=builder,
            modelled=is_modelled(match.form),
            gathers=pure is not None and "sync" in words and "aligned" in words,
            spread=spread,
            undefined=undefined,
            make=None if pure is None or pure.carry else partial(_computation, pure),
            fidelity="" if definition is None else definition.fidelity(match.modifiers),
        )
        return made

    def note_shape(self, key: tuple[object, ...], form: Form, op: Operation) -> None:
        """Record the shape of an instruction whose operands are registers, special ones too, and literals."""
        self.cache.make_room()
        literals = tuple([(at, each) for at, each in enumerate(op.only or ()) if isinstance(each, bytes)])
        op.shape = self.cache.shapes[key] = Shape(form, None if op.only is None else op.writes, literals)

    def note(self, op: Operation) -> None:
        """Record the facts of an instruction that matter to the whole program."""
        self.indirect = self.indirect or op.calls_by_address
        self.warpgroups = self.warpgroups or op.warpgroup
        if op.accumulators:
            self.accumulators[op.accumulators] = None
        if op.fragments:
            self.fragments[op.fragments] = None


class StepBuilder:
    """Builds the instructions of one function.

    Attributes:
        used_bytes: The bytes that the next load uses according to a pragma, by bit; None for all.
    """

    def __init__(self, program: Building, callee: Callee) -> None:
        self._program = program
        self._callee = callee
        self._carry: Register | None = None
        self.used_bytes: int | None = None

    def step(self, instruction: Instruction, scope: Scope, place: tuple[int, int]) -> Step:
        """Build one instruction.

        Args:
            instruction: The tree of the instruction.
            scope: The names where it is.
            place: Function and position in it.

        Raises:
            VerifyError: The instruction is not legal PTX.
            SimFault: The instruction is not simulated.
        """
        try:
            return self._build(instruction, scope, place)
        except VerifyError as error:
            raise VerifyError(f"{error}{self._at(instruction, place, str(error))}") from None
        except SimFault as fault:
            raise SimFault(
                f"{fault}{self._at(instruction, place, str(fault))}",
                rule=fault.rule,
                source=instruction.source,
                ptx_line=self._program.declared.line(place),
                instruction=fault.instruction,
            ) from None

    def _at(self, instruction: Instruction, place: tuple[int, int], said: str) -> str:
        """The place of an instruction, unless a message has it already."""
        source = instruction.source
        if source is None:
            return f"\n  at PTX line {self._program.declared.line(place)}"
        at = f"\n  at {source}"
        return "" if at in said else f"{at} (PTX line {self._program.declared.line(place)})"

    def _build(self, instruction: Instruction, scope: Scope, place: tuple[int, int]) -> Step:
        program = self._program
        found = shape_key(instruction, scope)
        shape = None if found is None else program.cache.shapes.get(found[0])
        if shape is None:
            match = program.verifier.verify(instruction, scope.symbol)
            form = program.cache.forms.get(id(match)) or program.form(instruction, match)
        else:
            form = shape.form
        op = Operation(
            instruction,
            form.match,
            scope,
            program.pool,
            self._callee,
            program.sites,
            used_bytes=self.used_bytes,
            unit=program.unit,
        )
        self.used_bytes = None
        if shape is not None and found is not None:
            shape.give_operands(op, found[1])
        if not form.modelled:
            unmodelled(op)
        run: Run
        if form.gathers:
            op.members = op.constant_reader(FULL_WARP, from_name("b32"))
        if form.make is not None:
            run = deferred(op, form.make)
        elif form.builder is not None:
            run = form.builder(op)
            program.note(op)
            if op.calls is not None:
                self._callee.calls.append(op.calls)
        elif form.definition is not None:
            run = _computation(form.definition, op, self._carry_register() if form.definition.carry else None)
        else:
            raise SimFault(f"{form.name} is not simulated", rule="unmodelled", instruction=form.name)
        if type(run) is Deferred:
            program.deferred.append(run)
        if shape is None and found is not None:
            program.note_shape(found[0], form, op)
        if form.fidelity:
            op.fidelity = form.fidelity
        reads = op.reads if len(op.reads) == len(set(op.reads)) else tuple(dict.fromkeys(op.reads))
        if form.spread is not None:
            op.spread, op.computes, op.keeps = form.spread, form.spread is computed, reads
            if form.undefined:
                named = [operand for operand, spec in op.pairs() if spec.name in form.undefined]
                op.keeps = {number for operand in named for number in numbers_in(op, operand)}
        guard, guard_register, negated = -1, -1, False
        if instruction.guard is not None:
            register = scope.find(instruction.guard.register)
            assert isinstance(register, Register)
            guard = program.pool.number("register", 1, register.row, _BOOL)
            guard_register, negated = register.number, instruction.guard.negated
        effects = form.match.form.effects
        return Step(
            instruction, form.name, place, op.polls, effects, run, reads, guard, guard_register, negated, op
        )

    def _carry_register(self) -> Register:
        """The condition code of this function: a register without a name."""
        if self._carry is None:
            self._carry = self._program.declared.file.new("CC.CF", from_name("pred"))
            self._callee.registers.append(self._carry)
        return self._carry


def _computation(definition: Pure, op: Operation, carry: Register | None = None) -> Run:
    """Build the execution of an instruction that only computes: read, compute, write.

    Args:
        definition: The definition of the instruction.
        op: The instruction.
        carry: The condition code, if the instruction reads or writes it.
    """
    reads: list[Read] = []
    writes: list[Write] = []
    for operand, spec in op.pairs():
        type_ = from_name(spec.type or "s64")
        if spec.role in ":+":
            reads.append(op.reader(operand, type_))
        if spec.role in "=+":
            first, second = (operand.first, operand.second) if isinstance(operand, Pair) else (operand, None)
            writes.append(op.writer(first, type_))
            if spec.second is not None:
                writes.append(op.writer(second or Name("_"), from_name(spec.second.type)))
    if carry is not None:
        predicate = from_name("pred")
        reads.append(op.register_reader(carry, predicate, needed=definition.carry == "in"))
        op.carry = carry.number if "cc" in op.words else -1
        writes.append(register_writer(op.pool, carry, predicate) if op.carry >= 0 else drop)
    function, modifiers = definition.function, op.modifiers
    if len(writes) == 1:  # the common shapes without a loop
        (write,) = writes
        if len(reads) == 1:
            (a,) = reads
            return lambda m: write(m, _single(function(modifiers, a(m))))
        if len(reads) == 2:
            a, b = reads
            return lambda m: write(m, _single(function(modifiers, a(m), b(m))))
        return lambda m: write(m, _single(function(modifiers, *[read(m) for read in reads])))

    def run(m: Machine) -> None:
        results = function(modifiers, *[read(m) for read in reads])
        for write, value in zip(writes, results, strict=True):
            write(m, value)

    return run


def _single(result: Any) -> Array:
    """Return the single result of a definition, also if it is a tuple of one."""
    return np.asarray(result[0] if isinstance(result, tuple) else result)
