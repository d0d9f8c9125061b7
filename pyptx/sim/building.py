"""Build the execution of one instruction from its definition and its operands."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from pyptx.errors import SimFault, VerifyError
from pyptx.ir import Address, Group, Name, Negated, Pair, Vector
from pyptx.sim.image import Pool
from pyptx.sim.operands import Operation, drop, register_writer
from pyptx.sim.semantics import defined
from pyptx.sim.semantics.undefined import computed
from pyptx.sim.semantics.unmodelled import is_modelled, unmodelled
from pyptx.sim.semantics.warp_matrix import of_unit
from pyptx.sim.steps import Deferred, Step
from pyptx.sim.symbols import Register
from pyptx.types import from_name

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from pyptx.ir import Instruction, Operand
    from pyptx.sim.declarations import Declarations
    from pyptx.sim.engine import Machine
    from pyptx.sim.operands import Array, Read, Run, Spread, Write
    from pyptx.sim.semantics import Builder, Pure
    from pyptx.sim.symbols import Callee, Scope
    from pyptx.verify import Match, Verifier

FULL_WARP = 0xFFFF_FFFF

_BOOL = np.dtype(bool)


def _spread(definition: Pure, words: Sequence[str]) -> Callable[[Operation], Spread] | None:
    """Choose how undefined values propagate: lane by lane, unless the definition or ``.sync`` differs."""
    return definition.spread or (None if "sync" in words else computed)


class Form(NamedTuple):
    """The common parts of all instructions with the same match.

    Attributes:
        match: The row of the instruction.
        name: Opcode and modifiers, dotted.
        definition: The definition, for an instruction that only computes.
        builder: Builds the execution of any other instruction.
        modelled: Whether the definition covers this row.
        gathers: Whether all lanes of a warp execute it together.
        spread: Propagates undefined values, where the instruction computes.
        fidelity: Precision compared with hardware; empty if each instruction sets it.
    """

    match: Match
    name: str
    definition: Pure | None
    builder: Builder | None
    modelled: bool
    gathers: bool
    spread: Callable[[Operation], Spread] | None
    fidelity: str


class Building:
    """The common parts of the instructions of a program, gathered as they are built.

    Attributes:
        declared: The declarations of the module.
        verifier: Finds the rows of instructions.
        unit: Number of the target whose matrix units decide how sums round; None for sums in any order.
        pool: The arrays of the instructions.
        sites: The calls.
        deferred: Executions that are built at their first use.
        forms: The forms of the instructions so far, by the identity of their match.
        indirect: Whether an instruction calls through a register.
        asynchronous: Whether the program has a `wgmma`, so that other instructions must check their
            registers.
        warpgroups: Whether an instruction requires a whole warpgroup.
        accumulators: Registers of the accumulators of `wgmma`, by number.
        fragments: Registers of A of `wgmma`.
    """

    def __init__(self, declared: Declarations, verifier: Verifier, unit: int | None) -> None:
        self.declared, self.verifier, self.unit = declared, verifier, unit
        self.pool = Pool()
        self.sites: list[Any] = []
        self.deferred: list[Deferred] = []
        self.forms: dict[int, Form] = {}
        self.indirect = False
        self.asynchronous = False
        self.warpgroups = False
        self.accumulators: dict[tuple[int, ...], None] = {}
        self.fragments: dict[tuple[int, ...], None] = {}

    def form(self, instruction: Instruction, match: Match) -> Form:
        """The form of an instruction, made at the first of its match."""
        words = instruction.modifiers
        definition, builder = defined(instruction.opcode, words)
        if definition is not None and self.unit is not None:
            definition = of_unit(definition, match.modifiers, self.unit)
        made = self.forms[id(match)] = Form(
            match=match,
            name=".".join((instruction.opcode, *words)),
            definition=definition,
            builder=builder,
            modelled=is_modelled(match.form),
            gathers="sync" in words and "aligned" in words,
            spread=_spread(definition, words) if definition is not None and builder is None else None,
            fidelity="" if definition is None else definition.fidelity(match.modifiers),
        )
        return made

    def note(self, op: Operation, run: Run) -> None:
        """Record the facts of an instruction that matter to the whole program."""
        if type(run) is Deferred:
            self.deferred.append(run)
        self.indirect = self.indirect or op.calls_by_address
        self.warpgroups = self.warpgroups or op.warpgroup
        if op.accumulators:
            self.accumulators[op.accumulators] = None
        if op.fragments:
            self.fragments[op.fragments] = None


class StepBuilder:
    """Builds the instructions of one function.

    Attributes:
        used_bytes: The bytes that a pragma says the next load uses, by bit; None for all.
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
        at = f"\n  at {source.file}:{source.line}"
        return "" if at in said else f"{at} (PTX line {self._program.declared.line(place)})"

    def _build(self, instruction: Instruction, scope: Scope, place: tuple[int, int]) -> Step:
        program = self._program
        match = program.verifier.verify(instruction, scope.symbol)
        form = program.forms.get(id(match)) or program.form(instruction, match)
        op = Operation(
            instruction,
            match,
            scope,
            program.pool,
            self._callee,
            program.sites,
            used_bytes=self.used_bytes,
            unit=program.unit,
        )
        self.used_bytes = None
        if not form.modelled:
            unmodelled(op)
        if form.builder is not None:
            run = form.builder(op)
            program.note(op, run)
            if op.calls is not None:
                self._callee.calls.append(op.calls)
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
            registers=self._named(op) if program.asynchronous else (),
            guard=program.pool.number("register", 1, guard.row, _BOOL) if isinstance(guard, Register) else -1,
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
            effects=match.form.effects,
            operation=op,
        )

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
        self._program.deferred.append(made)
        return made

    def _computed(self, op: Operation, definition: Pure) -> Run:
        """Build the execution of an instruction that only computes from readers and writers of operands."""
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
        """The condition code of this function: a register without a name."""
        if self._carry is None:
            self._carry = self._program.declared.file.new("CC.CF", from_name("pred"))
            self._callee.registers.append(self._carry)
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


def _computation(
    definition: Pure, modifiers: Mapping[str, str], reads: list[Read], writes: list[Write]
) -> Run:
    """Compose reading, computing and writing; common operand counts need no loop."""
    function = definition.function
    if len(writes) == 1:
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
