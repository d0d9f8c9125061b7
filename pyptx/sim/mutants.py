"""Variants of a program with one thing less: a fence, a barrier, a wait, an arrival, a bound.

A missing fence or barrier changes the result only under an unlucky schedule. `campaign` is an engine: it runs
a launch unchanged, then each variant under several schedules with all checks, and reports which variants were
detected, by a fault or by a different result. A variant that was not detected removed something redundant, or
something that the checks cannot see.

>>> from pyptx.program import from_ptx
>>> program = from_ptx('''
... .version 8.0
... .target sm_90
... .address_size 64
... .visible .entry kernel() { bar.sync 0; bar.sync 1, 64; ret; }
... ''')
>>> [mutant.what for mutant in mutants(program)]
['without it', 'without it', '32 threads', '96 threads']
"""

from __future__ import annotations

import time
from collections import deque
from dataclasses import dataclass, replace
from itertools import chain
from typing import TYPE_CHECKING, Any

import numpy as np
from ml_dtypes import finfo

from pyptx.emitter import emit_with_lines
from pyptx.errors import LaunchError, PtxError, SimFault
from pyptx.ir import Address, Declaration, Declarator, Instruction, Literal, Name
from pyptx.ir.literals import literal_value
from pyptx.ir.visit import functions, map_statements, walk
from pyptx.layouts.tensor_map import SWIZZLES, MappedArray
from pyptx.program import from_module
from pyptx.record import replace as edited
from pyptx.sim.launch import simulate
from pyptx.structure import arrays_in, holding

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from numpy.typing import NDArray

    from pyptx.ir import Module, Operand
    from pyptx.program import Program
    from pyptx.sim.report import SimReport

WORD, WIDE = "%pyptx_word", "%pyptx_wide"
"""The registers that a variant adds to the program, of 32 and 64 bits."""

STEPS = 30
"""A variant hangs if it takes more than this many times the program's instructions, plus `MORE`."""

MORE = 100_000

TIMELESS = frozenset({"bound", "swizzle"})
"""Kinds of changes whose effect is the same under every schedule."""


@dataclass(frozen=True, slots=True)
class Mutant:
    """A variant of a launch.

    Attributes:
        kind: Kind of the change, such as ``"fence"``.
        what: The change, in words.
        statement: Number of the statement among those that `walk` finds in its function; -1 for a map.
        function: Number of the function in the module.
        program: The variant; None where only a tensor map changes.
        map: Name of the parameter whose tensor map changes, and its swizzle.
    """

    kind: str
    what: str
    statement: int
    function: int
    program: Program | None = None
    map: tuple[str, str] | None = None


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of running a variant.

    Attributes:
        kind: Kind of the change.
        what: The change, in words.
        instruction: The instruction as PTX text; for a tensor map, its parameter.
        ptx_line: Line of the instruction in the PTX text; 0 for a tensor map.
        source: Python file and line that wrote it, or None.
        noticed: How the variant was detected: ``"report"``, ``"result"``, or empty.
        rule: The broken rule in the report, or empty.
        schedule: The schedule under which it was detected, or empty.
        seed: Seed of the random schedule.
        said: First line of the report, or the difference between the results.
        executed: Whether any thread executed the instruction; if none did, the variant was not run.
    """

    kind: str
    what: str
    instruction: str
    ptx_line: int
    source: tuple[str, int] | None
    noticed: str = ""
    rule: str = ""
    schedule: str = ""
    seed: int = 0
    said: str = ""
    executed: bool = True


@dataclass(frozen=True, slots=True)
class Campaign:
    """The results of all variants of a launch.

    Attributes:
        entry: Name of the kernel.
        outcomes: One outcome per variant, in the order of the text.
        seconds: Wall time.
        report: Report of the unchanged program.
    """

    entry: str
    outcomes: tuple[Outcome, ...]
    seconds: float
    report: SimReport

    @property
    def survivors(self) -> tuple[Outcome, ...]:
        """The variants of executed instructions that were not detected."""
        return tuple(outcome for outcome in self.outcomes if outcome.executed and not outcome.noticed)

    def __str__(self) -> str:
        ran = [outcome for outcome in self.outcomes if outcome.executed]
        idle = len(self.outcomes) - len(ran)
        rows = [f"{self.entry}: {len(ran)} variants, {len(self.survivors)} go unnoticed"]
        if idle:
            rows[0] += f"; {idle} more are of instructions that no thread came to"
        for kind in dict.fromkeys(outcome.kind for outcome in ran):
            of_kind = [outcome for outcome in ran if outcome.kind == kind]
            reports = sum(outcome.noticed == "report" for outcome in of_kind)
            results = sum(outcome.noticed == "result" for outcome in of_kind)
            rows.append(
                f"  {kind:12s} {len(of_kind):4d}: {reports} reported, {results} with another result, "
                f"{len(of_kind) - reports - results} unnoticed"
            )
        for outcome in self.survivors:
            where = f"{outcome.source[0]}:{outcome.source[1]}, " if outcome.source else ""
            place = f" ({where}PTX line {outcome.ptx_line})" if outcome.ptx_line else ""
            rows.append(f"  unnoticed: {outcome.instruction} {outcome.what}{place}")
        return "\n".join(rows)


# Making variants


@dataclass(frozen=True, slots=True)
class Change:
    """One change of an instruction."""

    kind: str
    what: str
    made: tuple[Instruction, ...]


def mutants(program: Program) -> Iterator[Mutant]:
    """Make every variant of a program, in the order of its text."""
    for number, function in enumerate(functions(program.module)):
        if function.body is None:
            continue
        if function.kind == "entry" and function.name != program.entry:
            continue
        for position, statement in enumerate(walk(function.body)):
            if isinstance(statement, Instruction):
                for change in changes(statement):
                    module = _changed(program.module, number, position, change.made)
                    yield Mutant(change.kind, change.what, position, number, _remake(program, module))


def changes(instruction: Instruction) -> Iterator[Change]:
    r"""Yield the changes of an instruction: it is removed, or one thing in it is.

    >>> from pyptx.parser import parse
    >>> module = parse(".version 7.0\n.target sm_80\n.entry k() { cp.async.wait_group 1; }")
    >>> [(change.kind, change.what) for change in changes(module.items[2].body[0])]
    [('wait', 'without it'), ('wait', 'waits for one group less')]
    """
    words = instruction.modifiers
    head = ".".join((instruction.opcode, *words))
    kind = next((kind for start, kind in _REMOVED if _starts(head, start)), None)
    if kind is not None:
        yield Change(kind, "without it", ())
    if head.startswith(("mbarrier.try_wait", "mbarrier.test_wait")):
        yield from _waits(instruction)
    if ".wait_group" in head:
        yield _replaced(
            instruction, "wait", "waits for one group less", -1, _plus(instruction.operands[-1], 1)
        )
        if "bulk" in words:
            other = tuple(word for word in words if word != "read") if "read" in words else (*words, "read")
            if "read" not in words:
                yield Change("wait", "waits for reads only", (edited(instruction, modifiers=other),))
    if (
        instruction.opcode in ("bar", "barrier")
        and words[0] in ("sync", "arrive")
        and len(instruction.operands) > 1
    ):
        for count in (-32, 32):
            yield from _numbers(instruction, "barrier", -1, count, "threads")
    if head.startswith("mbarrier.init"):
        for count in (-1, 1):
            yield from _numbers(instruction, "count", -1, count, "arrivals")
    if "expect_tx" in words and isinstance(instruction.operands[-1], Literal):
        for count in (-16, 16):
            yield from _numbers(instruction, "bytes", -1, count, "bytes")
    elif "expect_tx" in words:
        yield _with_word(instruction, "bytes", "16 bytes more", "add.u32", "16")
    for word in ("acquire", "release", "acq_rel"):
        strong = instruction.opcode in ("ld", "st", "atom", "red")
        if strong and word in words:
            weaker = tuple("relaxed" if each == word else each for each in words)
            yield Change("order", "relaxed", (edited(instruction, modifiers=weaker),))
    if instruction.opcode in ("ld", "st", "atom", "red", "fence", "membar") and "proxy" not in words:
        for scope in _WIDE.intersection(words):
            narrower = tuple("cta" if each == scope else each for each in words)
            yield Change("order", "of the CTA only", (edited(instruction, modifiers=narrower),))
    if head.startswith(("wgmma.mma_async", "tcgen05.mma")):
        for at, name in ((1, "A"), (2, "B")):
            if isinstance(instruction.operands[at], Name):
                what = f"another swizzle of {name}"
                yield _with_word(instruction, "swizzle", what, "xor.b64", str(1 << 62), at)
    if _starts(head, "cp.async.mbarrier.arrive"):
        other = tuple(word for word in words if word != "noinc")
        if other == words:
            other = (*words[:3], "noinc", *words[3:])
        what = "counted by itself" if "noinc" in words else "counted among the arrivals"
        yield Change("count", what, (edited(instruction, modifiers=other),))
    if instruction.opcode == "setp" and words[0] in _STRICT:
        other = (_STRICT[words[0]], *words[1:])
        yield Change("bound", f"setp.{other[0]}", (edited(instruction, modifiers=other),))
    if instruction.guard is not None and instruction.opcode in ("ld", "st", "atom", "red", "cp"):
        yield Change("bound", "without its guard", (edited(instruction, guard=None),))


_REMOVED = (
    ("barrier.cluster", "cluster"),
    ("bar.warp.sync", "barrier"),
    ("bar.sync", "barrier"),
    ("bar.arrive", "barrier"),
    ("barrier.sync", "barrier"),
    ("barrier.arrive", "barrier"),
    ("fence", "fence"),
    ("membar", "fence"),
    ("wgmma.fence", "fence"),
    ("wgmma.commit_group", "commit"),
    ("cp.async.commit_group", "commit"),
    ("cp.async.bulk.commit_group", "commit"),
    ("wgmma.wait_group", "wait"),
    ("cp.async.wait_group", "wait"),
    ("cp.async.wait_all", "wait"),
    ("cp.async.bulk.wait_group", "wait"),
    ("griddepcontrol.wait", "wait"),
    ("tcgen05.fence::before_thread_sync", "fence"),
    ("tcgen05.fence::after_thread_sync", "fence"),
    ("tcgen05.commit", "commit"),
    ("tcgen05.wait::ld", "wait"),
    ("tcgen05.wait::st", "wait"),
    ("tcgen05.dealloc", "allocation"),
    ("mbarrier.init", "count"),
    ("mbarrier.arrive", "arrive"),
    ("mbarrier.expect_tx", "bytes"),
    ("mbarrier.complete_tx", "bytes"),
    ("cp.async.mbarrier.arrive", "arrive"),
    ("setmaxnreg", "registers"),
)
_WIDE = frozenset({"cluster", "gpu", "gl", "sys"})

KINDS = frozenset({*(kind for _, kind in _REMOVED), "phase", "order", "bound", "swizzle"})
"""Kinds of changes that `campaign` makes."""

_STRICT = {"lt": "le", "le": "lt", "gt": "ge", "ge": "gt", "lo": "ls", "ls": "lo", "hi": "hs", "hs": "hi"}


def _starts(head: str, start: str) -> bool:
    return head == start or head.startswith(start + ".")


def _waits(instruction: Instruction) -> Iterator[Change]:
    """Change a wait: it ends at once, or waits for the other phase."""
    target = instruction.operands[0]
    over = Instruction("setp", ("eq", "u32"), (target, Name(WORD), Name(WORD)), instruction.guard)
    zero = Instruction("mov", ("u32",), (Name(WORD), Literal("0")))
    yield Change("wait", "without it", (zero, over))
    if "parity" in instruction.modifiers:
        yield _with_word(instruction, "phase", "of the other phase", "xor.b32", "1", at=2)


def _with_word(
    instruction: Instruction, kind: str, what: str, operation: str, value: str, at: int = -1
) -> Change:
    """Make an instruction with a number computed from one that it has."""
    opcode, _, type_ = operation.partition(".")
    word = Name(WIDE if type_ == "b64" else WORD)
    operands = list(instruction.operands)
    made = Instruction(opcode, (type_,), (word, operands[at], Literal(value)), instruction.guard)
    operands[at] = word
    return Change(kind, what, (made, edited(instruction, operands=tuple(operands))))


def _replaced(instruction: Instruction, kind: str, what: str, at: int, operand: Operand) -> Change:
    operands = list(instruction.operands)
    operands[at] = operand
    return Change(kind, what, (edited(instruction, operands=tuple(operands)),))


def _plus(operand: Operand, more: int) -> Literal:
    assert isinstance(operand, Literal)
    return Literal(str(int(literal_value(operand.text)) + more))


def _numbers(instruction: Instruction, kind: str, at: int, more: int, unit: str) -> Iterator[Change]:
    """Change a number of an instruction, if the result stays positive."""
    operand = instruction.operands[at]
    if isinstance(operand, Literal) and int(literal_value(operand.text)) + more > 0:
        changed = _plus(operand, more)
        yield _replaced(instruction, kind, f"{changed.text} {unit}", at, changed)
    elif not isinstance(operand, Literal) and not isinstance(operand, Address):
        word = f"{abs(more)} {unit} {'more' if more > 0 else 'fewer'}"
        operation = "add.u32" if more > 0 else "sub.u32"
        yield _with_word(instruction, kind, word, operation, str(abs(more)), at)


def _changed(module: Module, number: int, position: int, made: Sequence[Instruction]) -> Module:
    """Return the module with other instructions at one place of a function, and the registers they need."""
    function = functions(module)[number]
    assert function.body is not None
    target = next(each for place, each in enumerate(walk(function.body)) if place == position)
    body = map_statements(function.body, lambda statement: made if statement is target else statement)
    words = (Declaration("reg", "b32", (Declarator(WORD),)), Declaration("reg", "b64", (Declarator(WIDE),)))
    changed = edited(function, body=(*words, *body))
    return edited(module, items=tuple(changed if item is function else item for item in module.items))


def _remake(program: Program, module: Module) -> Program:
    """Make a program of a changed module, with the same launch attributes."""
    return from_module(
        module,
        program.entry,
        grid=program.grid,
        block=program.block,
        cluster=program.cluster,
        smem=program.smem,
        tensor_maps=program.tensor_maps,
        shared_parts=program.shared_parts,
        barrier_names=program.barrier_names,
    )


# Running them


def campaign(
    program: Program,
    args: Sequence[Any],
    *,
    grid: tuple[int, int, int],
    block: tuple[int, int, int],
    cluster: tuple[int, int, int] = (1, 1, 1),
    smem: int = 0,
    seeds: int = 2,
    seed: int = 0,
    kinds: Sequence[str] = (),
    uninitialized: Sequence[str] = (),
    progress: Callable[[int, int], None] | None = None,
) -> Campaign:
    """Run a launch unchanged, then its variants.

    The program itself must be correct: it first runs under every schedule, with all checks.

    Args:
        program: The module and its entry.
        args: Arguments as for `pyptx.sim.simulate`; the unchanged program writes arrays in place.
        grid: CTAs in each direction.
        block: Threads of a CTA in each direction.
        cluster: CTAs of a cluster in each direction.
        smem: Dynamic shared memory of a CTA, in bytes.
        seeds: Number of random schedules, in addition to late and early.
        seed: Seed of the first random schedule.
        kinds: Kinds of changes to make; all if none is given.
        uninitialized: Names of array parameters whose contents are undefined at the start.
        progress: Called with the number of variants that have run, and the number of all variants.

    Raises:
        LaunchError: The arguments do not fit the parameters, a kind is unknown, or the results of the program
            depend on the schedule.
        SimFault: The unchanged program breaks a rule.
    """
    started = time.perf_counter()
    if unknown := set(kinds) - KINDS:
        raise LaunchError(f"no kind of variant {sorted(unknown)[0]!r}; there are {', '.join(sorted(KINDS))}")
    launch = _Launch(program, args, grid, block, cluster, smem, tuple(uninitialized))
    schedules = [("late", 0), ("early", 0), *(("random", seed + k) for k in range(seeds))]
    report, reference = launch.run(program, None, "late", 0, None, profile=True)
    assert report.profile is not None
    reached = {line.ptx_line for line in report.profile.lines}
    for schedule, number in schedules[1:]:
        _, results = launch.run(program, None, schedule, number, None)
        if (said := _difference(results, reference)) is not None:
            raise LaunchError(f"{program.entry}: under the schedule {schedule}, seed {number}, {said}")
    limit = STEPS * report.steps + MORE
    every = chain(mutants(program), _maps(launch))
    chosen = deque(mutant for mutant in every if not kinds or mutant.kind in kinds)
    outcomes, of = [], len(chosen)
    lines = _Lines(program)
    while chosen:
        mutant = chosen.popleft()  # the decoded program of a variant takes megabytes
        made = lines.outcome(mutant)
        if made.ptx_line and made.ptx_line not in reached:
            outcomes.append(replace(made, executed=False))
        elif (outcome := _try(launch, mutant, made, schedules, reference, limit)) is not None:
            outcomes.append(outcome)
        if progress is not None:
            progress(of - len(chosen), of)
    launch.write(reference)
    return Campaign(program.entry, tuple(outcomes), time.perf_counter() - started, report)


def _maps(launch: _Launch) -> Iterator[Mutant]:
    """Make the variants whose tensor maps have another swizzle."""
    for param, arg in zip(launch.program.params, launch.args, strict=True):
        if isinstance(arg, MappedArray):
            inner = arg.tensor.inner_bytes
            for name, swizzle in SWIZZLES.items():
                fits = getattr(swizzle, "row_bytes", inner) >= inner
                if name != arg.tensor.swizzle and fits and name in ("NONE", "32B", "64B", "128B"):
                    yield Mutant("swizzle", f"swizzle {name}", -1, 0, None, (param.name, name))


def _try(
    launch: _Launch,
    mutant: Mutant,
    made: Outcome,
    schedules: Sequence[tuple[str, int]],
    reference: Sequence[NDArray[Any]],
    limit: int,
) -> Outcome | None:
    """Run a variant until it is detected; None if it is not a legal program."""
    for schedule, seed in schedules[:1] if mutant.kind in TIMELESS else schedules:
        try:
            program = mutant.program or launch.program
            _, results = launch.run(program, mutant.map, schedule, seed, limit)
        except SimFault as fault:
            if fault.rule == "unmodelled":
                return None
            said = str(fault).splitlines()[0]
            return replace(made, noticed="report", rule=fault.rule, schedule=schedule, seed=seed, said=said)
        except PtxError:
            return None
        if (differs := _difference(results, reference)) is not None:
            return replace(made, noticed="result", schedule=schedule, seed=seed, said=differs)
    return made


class _Launch:
    """A launch that can be repeated with the original arrays."""

    def __init__(
        self,
        program: Program,
        args: Sequence[Any],
        grid: tuple[int, int, int],
        block: tuple[int, int, int],
        cluster: tuple[int, int, int],
        smem: int,
        uninitialized: tuple[str, ...],
    ) -> None:
        self.program, self.args = program, args
        self.sizes: dict[str, Any] = {"grid": grid, "block": block, "cluster": cluster, "smem": smem}
        self.uninitialized = uninitialized
        arrays = [array for arg in args for _, array in arrays_in("", arg)]
        self.arrays = list({id(array): array for array in arrays if isinstance(array, np.ndarray)}.values())
        self.before = [array.copy() for array in self.arrays]

    def run(
        self,
        program: Program,
        map_: tuple[str, str] | None,
        schedule: str,
        seed: int,
        limit: int | None,
        *,
        profile: bool = False,
    ) -> tuple[SimReport, list[NDArray[Any]]]:
        """Run a variant on copies of the arrays; return its report and the copies."""
        copies = {id(array): kept.copy() for array, kept in zip(self.arrays, self.before, strict=True)}
        args = []
        for param, arg in zip(program.params, self.args, strict=True):
            if isinstance(arg, MappedArray) and map_ is not None and map_[0] == param.name:
                arg = edited(arg.tensor, swizzle=map_[1]).of(arg.array)
            args.append(holding(arg, lambda array: copies.get(id(array), array)))
        report = simulate(
            program,
            args,
            **self.sizes,
            max_steps=limit,
            schedule=schedule,
            seed=seed,
            uninitialized=self.uninitialized,
            checks="all",
            profile=profile,
            fresh=True,
        )
        return report, list(copies.values())

    def write(self, results: Sequence[NDArray[Any]]) -> None:
        """Write results into the arrays of the caller."""
        for array, result in zip(self.arrays, results, strict=True):
            if array.flags.writeable:
                array[...] = result


class _Lines:
    """The lines of a program's statements."""

    def __init__(self, program: Program) -> None:
        self.program = program
        text, self.numbers = emit_with_lines(program.module)
        self.text = text.splitlines()

    def outcome(self, mutant: Mutant) -> Outcome:
        """Make the outcome of a variant that was not detected."""
        if mutant.map is not None:
            return Outcome(mutant.kind, mutant.what, f"tensor map {mutant.map[0]}", 0, None)
        line = self.numbers[mutant.function][mutant.statement]
        body = functions(self.program.module)[mutant.function].body or ()
        statement = next(each for place, each in enumerate(walk(body)) if place == mutant.statement)
        assert isinstance(statement, Instruction)
        source = (statement.source.file, statement.source.line) if statement.source else None
        return Outcome(mutant.kind, mutant.what, self.text[line - 1].strip(), line, source)


def _difference(results: Sequence[NDArray[Any]], reference: Sequence[NDArray[Any]]) -> str | None:
    """Describe how arrays differ beyond rounding; None if they do not."""
    for number, (got, wanted) in enumerate(zip(results, reference, strict=True)):
        if got.dtype.kind in "iub":
            wrong = got != wanted
        else:
            mine, theirs = got.astype(np.float64), wanted.astype(np.float64)
            allowed = float(finfo(got.dtype).eps) ** 0.5  # type: ignore[no-untyped-call]
            usual = _root_mean_square(theirs[np.isfinite(theirs)])
            with np.errstate(invalid="ignore"):
                close = np.abs(mine - theirs) <= allowed * np.maximum(np.abs(theirs), usual)
            wrong = ~(close | (mine == theirs) | (np.isnan(mine) & np.isnan(theirs)))
        if wrong.any():
            return f"{int(wrong.sum())} of {wrong.size} elements of array {number} differ"
    return None


def _root_mean_square(values: NDArray[np.float64]) -> float:
    return float(np.sqrt(np.mean(values**2))) if values.size else 0.0
