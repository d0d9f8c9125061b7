"""Rules by which an instruction is redundant, from the control flow around it.

A variant without a needed instruction is wrong; one without a redundant instruction is right, and no check
can notice it. A rule examines every path from the instruction, forwards or backwards, and so every behaviour
of the program, not only that of one launch. An instruction that no rule covers may be redundant, too.
"""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, NamedTuple

from pyptx.ir import Literal
from pyptx.sim.named_registers import registers_of
from pyptx.sim.steps import following, steps_of
from pyptx.sim.symbols import Register

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from pyptx.sim.steps import Code, Step

    Accepts = Callable[[Step], bool]

LOADS, STORES = "tcgen05.ld", "tcgen05.st"
OPERATIONS = (LOADS, STORES, "tcgen05.mma", "tcgen05.cp", "tcgen05.shift")
"""The asynchronous operations of `tcgen05` (manual section 9.7.18.6.2)."""

BEFORE, AFTER = "tcgen05.fence::before_thread_sync", "tcgen05.fence::after_thread_sync"
WAITS = ("mbarrier.try_wait", "mbarrier.test_wait")
BULK_GROUPS = ("cp.async.bulk.commit_group", "cp.async.bulk.wait_group")
ALLOCATION = ("tcgen05.alloc", "tcgen05.relinquish_alloc_permit")
CTA_BARRIERS = ("bar.sync", "bar.red", "barrier.sync", "barrier.red")
BARRIERS = (*CTA_BARRIERS, "barrier.cluster")


class Equality(NamedTuple):
    """A predicate for whether a register has a certain value; both are written once.

    Attributes:
        register: Number of the register.
        value: The value.
        writer: Number of the instruction that writes the register.
        holds: Value of the predicate if the register has the value.
    """

    register: int
    value: int
    writer: int
    holds: bool


class Comparison(NamedTuple):
    """A branch on whether a register has a certain value.

    Attributes:
        asked: The register and the value.
        equal: The instruction that comes next if the register has it.
        other: The one that comes next if not.
    """

    asked: Equality
    equal: int
    other: int


class Flow:
    """The control flow of a program, by instruction.

    Attributes:
        steps: The instructions.
        after: For each instruction, those that may come next.
        before: For each instruction, those that may come before it.
        numbers: Number of each instruction, by function and position in it.
        ctas: CTAs of a cluster.
        comparisons: For each branch on whether a register has a certain value, the branch's targets.
    """

    def __init__(self, code: Code, ctas: int) -> None:
        self.steps: list[Step] = []
        self.ctas = ctas
        starts = []
        for block in code.blocks:
            starts.append(len(self.steps))
            self.steps += steps_of(block)
        starts.append(len(self.steps))
        self.numbers = {step.place: number for number, step in enumerate(self.steps)}
        self.after: list[list[int]] = [[number + 1] for number in range(len(self.steps))]
        self.before: list[list[int]] = [[] for _ in self.steps]
        self.comparisons: dict[int, Comparison] = {}
        equalities = _equalities(self.steps)
        for place, block in enumerate(code.blocks):
            if starts[place] < starts[place + 1]:
                heads = [starts[next_] for next_ in following(block, place)]
                last = starts[place + 1] - 1
                self.after[last] = [head for head in heads if head < len(self.steps)]
                asked = equalities.get(self.steps[last].guard_register)
                if asked is not None and self.steps[last].guard >= 0 and len(set(self.after[last])) == 2:
                    through, taken = self.after[last]
                    when_set, else_ = (through, taken) if self.steps[last].negated else (taken, through)
                    equal, other = (when_set, else_) if asked.holds else (else_, when_set)
                    self.comparisons[last] = Comparison(asked, equal, other)
        for number, next_ in enumerate(self.after):
            for each in next_:
                self.before[each].append(number)

    def known_after(self, start: int) -> list[list[int]]:
        """Return `after` without the branches that threads at an instruction do not take.

        A branch on whether a register has a value decides the later ones on that register, if every path to
        the instruction goes through it: the warps of a kernel have roles, by their number.
        """
        if any("calls" in step.effects for step in self.steps):
            return self.after
        values = {
            each.asked.register: each.asked.value
            for number, each in self.comparisons.items()
            if start not in self.reach(0, _drop_edge(self.after, number, each.equal))
            and each.asked.writer not in self.reach(number, self.after)
        }
        after = self.after
        for number, each in self.comparisons.items():
            if each.asked.register in values:
                is_equal = each.asked.value == values[each.asked.register]
                after = _drop_edge(after, number, each.other if is_equal else each.equal)
        return after

    def every_path(
        self, start: int, neighbours: Sequence[Sequence[int]], *, reaches: Accepts, past: Accepts, ends: bool
    ) -> bool:
        """Whether each path from an instruction reaches a certain one, past harmless ones only.

        Args:
            start: Number of the instruction, which is taken as missing.
            neighbours: `after` or `before`.
            reaches: Accepts the instruction that ends a path. One with a guard makes instructions with the
                same guard harmless.
            past: Accepts a harmless instruction.
            ends: Whether a path may reach the end, or the start, of the program.
        """
        waiting = [(start, frozenset[tuple[int, bool]]())]
        seen = set(waiting)
        while waiting:
            number, guards = waiting.pop()
            step = self.steps[number]
            if number != start:
                guard = step.guard_register, step.negated
                if reaches(step):
                    if step.guard < 0:
                        continue
                    guards |= {guard}
                elif not past(step) and (step.guard < 0 or guard not in guards):
                    return False
                written = {register for register, writes in registers_of(step.operation) if writes}
                guards = frozenset(each for each in guards if each[0] not in written)
            if not neighbours[number] and not ends:
                return False
            for next_ in neighbours[number]:
                if (next_, guards) not in seen:
                    seen.add((next_, guards))
                    waiting.append((next_, guards))
        return True

    def reach(self, start: int, neighbours: Sequence[Sequence[int]]) -> set[int]:
        """Return the instructions on all paths from an instruction, which is among them only in a loop."""
        waiting = list(neighbours[start])
        found: set[int] = set()
        while waiting:
            number = waiting.pop()
            if number not in found:
                found.add(number)
                waiting += neighbours[number]
        return found


def _equalities(steps: Sequence[Step]) -> dict[int, Equality]:
    """Return the predicates for whether a register has a certain value, by number."""
    writers: dict[int, list[int]] = defaultdict(list)
    for number, step in enumerate(steps):
        for written, writes in registers_of(step.operation):
            if writes:
                writers[written].append(number)
    found = {}
    for step in steps:
        values = step.operation.only
        if not _is(step, "setp.eq", "setp.ne") or step.guard >= 0 or values is None or len(values) != 3:
            continue
        predicate, register, constant = values
        if not (isinstance(predicate, Register) and isinstance(register, Register)):
            continue
        if isinstance(constant, Register) or len(writers[predicate.number]) != 1:
            continue
        if len(writers[register.number]) == 1:
            value, writer = int.from_bytes(constant, "little"), writers[register.number][0]
            found[predicate.number] = Equality(register.number, value, writer, _is(step, "setp.eq"))
    return found


def _drop_edge(neighbours: Sequence[Sequence[int]], number: int, neighbour: int) -> list[list[int]]:
    """Return the neighbours of all instructions without the edge from one to another."""
    kept = list(map(list, neighbours))
    kept[number] = [each for each in kept[number] if each != neighbour]
    return kept


def redundancy(flow: Flow, place: tuple[int, int]) -> str:
    """Return why the program needs no instruction at a place; empty if no rule applies.

    Args:
        flow: The control flow of the program.
        place: Function and position in it.
    """
    number = flow.numbers[place]
    step = flow.steps[number]
    return next(
        (rule.reason for rule in RULES if _is(step, rule.instruction) and rule.holds(flow, number)), ""
    )


def _is(step: Step, *heads: str) -> bool:
    """Whether an instruction has certain first words."""
    return any(step.name == head or step.name.startswith(head + ".") for head in heads)


def _never(step: Step) -> bool:
    del step
    return False


def _always(flow: Flow, number: int) -> bool:
    del flow, number
    return True


def _keeps(step: Step) -> bool:
    """Whether an instruction releases nothing to other warps, and writes no tensor memory."""
    weak = {"release", "acq_rel"}.isdisjoint(step.operation.words)
    if step.effects <= {"branches", "exchanges", "reads", "writes"}:
        return weak
    return _is(step, LOADS, "bar.warp.sync", "fence.proxy", *WAITS, *BULK_GROUPS) or "copies" in step.effects


def _covered_load(flow: Flow, number: int) -> bool:
    """Whether another ``wait::ld`` covers the loads before one, with nothing released between the two.

    A thread may use the registers of a load before any wait (manual section 9.7.18.6.4.5).
    """
    return flow.every_path(
        number, flow.after, reaches=lambda step: _is(step, "tcgen05.wait::ld"), past=_keeps, ends=False
    )


def _covered_at_barriers(flow: Flow, number: int) -> bool:
    """Whether another ``wait::ld`` covers the loads before one, with only CTA barriers between the two.

    Threads that passed such a barrier meet again, with the thread of the loads, before they release anything.
    Threads of other roles, which come to the same barrier by another instruction, must do so too, or end.
    The rule is for variants that no check has detected: race checks know which threads met.
    """

    def meets_again(start: int, ends: bool) -> bool:
        return flow.every_path(
            start,
            flow.after,
            reaches=lambda step: _is(step, *CTA_BARRIERS) and _operands(step) == _operands(flow.steps[start]),
            past=lambda step: (
                _keeps(step) or _is(step, "tcgen05.wait::ld") or (ends and step.effects == {"ends"})
            ),
            ends=ends,
        )

    covers = {each for each, step in enumerate(flow.steps) if _is(step, "tcgen05.wait::ld")} - {number}
    until = [[] if each in covers else next_ for each, next_ in enumerate(flow.after)]
    passed = [each for each in flow.reach(number, until) if _is(flow.steps[each], *CTA_BARRIERS)]
    beside = flow.reach(number, flow.after) | flow.reach(number, flow.before)
    own_role = beside & {0, *flow.reach(0, flow.known_after(number))}
    others = [
        each
        for each, step in enumerate(flow.steps)
        if _is(step, *CTA_BARRIERS)
        and each not in own_role
        and any(_may_be_one(step, flow.steps[one]) for one in passed)
    ]
    return (
        all(meets_again(each, ends=False) for each in passed)
        and all(meets_again(each, ends=True) for each in others)
        and flow.every_path(
            number,
            flow.after,
            reaches=lambda step: _is(step, "tcgen05.wait::ld"),
            past=lambda step: _keeps(step) or _is(step, *CTA_BARRIERS),
            ends=False,
        )
    )


def _operands(step: Step) -> tuple[object, ...]:
    return step.operation.instruction.operands


def _may_be_one(one: Step, other: Step) -> bool:
    """Whether two instructions may use one barrier of a CTA: its number is the same, or in a register."""
    numbers = [_operands(step)[0] for step in (one, other)]
    return numbers[0] == numbers[1] or not all(isinstance(number, Literal) for number in numbers)


def _writers_have_fences(flow: Flow, number: int) -> bool:
    """Whether each write to shared memory has another proxy fence before its thread releases or copies.

    Then this fence orders only reads. They need no proxy fence before a write of the async proxy (see
    `pyptx.sim.races`).
    """
    step = flow.steps[number]
    if not _is(step, "fence.proxy.async.shared::cta") or any("calls" in each.effects for each in flow.steps):
        return False

    def writes_shared(each: Step) -> bool:
        return "writes" in each.effects and "global" not in each.operation.words and not _is(each, "mbarrier")

    return all(
        flow.every_path(
            start,
            flow.after,
            reaches=lambda each: each is not step and _is(each, "fence.proxy.async"),
            past=lambda each: (
                each is step
                or _is(each, LOADS, *WAITS)
                or (
                    each.effects <= {"branches", "exchanges", "reads", "writes"}
                    and {"release", "acq_rel"}.isdisjoint(each.operation.words)
                )
            ),
            ends=False,
        )
        for start, each in enumerate(flow.steps)
        if writes_shared(each)
    )


def _nothing_before(flow: Flow, number: int) -> bool:
    """Whether a fence has no operation before it that an earlier fence does not order."""
    return flow.every_path(
        number,
        flow.before,
        reaches=lambda step: _is(step, BEFORE, "tcgen05.commit"),
        past=lambda step: not _is(step, *OPERATIONS) and "calls" not in step.effects,
        ends=True,
    )


def _nothing_after(flow: Flow, number: int) -> bool:
    """Whether a fence has no operation after it that a later fence does not order."""
    return flow.every_path(
        number,
        flow.after,
        reaches=lambda step: _is(step, AFTER),
        past=lambda step: not _is(step, *OPERATIONS) and "calls" not in step.effects,
        ends=True,
    )


def _released_by_barrier(flow: Flow, number: int) -> bool:
    """Whether a barrier releases initialised mbarriers to every thread that may use them."""

    def releases(step: Step) -> bool:
        if flow.ctas > 1:
            return _is(step, "barrier.cluster.arrive") and "relaxed" not in step.operation.words
        return _is(step, *CTA_BARRIERS)

    return flow.every_path(
        number,
        flow.after,
        reaches=releases,
        past=lambda step: (
            step.effects <= {"branches", "exchanges"}
            or _is(step, "mbarrier.init", *ALLOCATION, BEFORE)
            or (flow.ctas > 1 and _is(step, *CTA_BARRIERS))
        ),
        ends=False,
    )


def _warp_has_waited(flow: Flow, number: int) -> bool:
    """Whether a warp has executed ``tcgen05.wait`` together, and no lane has accessed memory since."""
    return flow.every_path(
        number,
        flow.before,
        reaches=lambda step: _is(step, "tcgen05.wait::ld", "tcgen05.wait::st"),
        past=lambda step: step.effects <= {"branches", "exchanges"} or _is(step, BEFORE),
        ends=False,
    )


def _few_groups(flow: Flow, number: int) -> bool:
    """Whether a wait for bulk groups allows all groups that the thread may have committed before it."""
    commits = [each for each in flow.reach(number, flow.before) if _is(flow.steps[each], BULK_GROUPS[0])]
    again = any(each in flow.reach(each, flow.before) for each in commits)
    calls = any("calls" in step.effects for step in flow.steps)
    return not again and not calls and len(commits) <= flow.steps[number].operation.constant("n")


def _only_starts_before(flow: Flow, number: int) -> bool:
    """Whether only allocation and barriers come before a fence."""
    return flow.every_path(
        number,
        flow.before,
        reaches=_never,
        past=lambda step: (
            step.effects <= {"branches", "exchanges", "reads"}
            or _is(step, BEFORE, AFTER, *ALLOCATION, *BARRIERS, "mbarrier.init", "fence.mbarrier_init")
        ),
        ends=True,
    )


def _only_ends_after(flow: Flow, number: int) -> bool:
    """Whether only barriers, ``dealloc`` and the end come after a fence."""
    return flow.every_path(number, flow.after, reaches=_never, past=_is_closing, ends=True)


def _accesses_nothing_after(flow: Flow, number: int) -> bool:
    """Whether a thread only waits for others, and ends, after a wait.

    The rule is for variants that no check has detected: a CTA that ends too early is reported.
    """
    return flow.every_path(
        number,
        flow.known_after(number),
        reaches=_never,
        past=lambda step: _is_closing(step) or _is(step, *WAITS, BEFORE),
        ends=True,
    )


def _is_closing(step: Step) -> bool:
    return step.effects <= {"branches", "exchanges", "ends"} or _is(
        step, AFTER, "tcgen05.dealloc", *BARRIERS, *BULK_GROUPS
    )


class Rule(NamedTuple):
    """A rule by which an instruction is redundant.

    Attributes:
        instruction: First words of the instruction.
        holds: Whether the rule holds for an instruction of a program.
        reason: The reason, in words.
    """

    instruction: str
    holds: Callable[[Flow, int], bool]
    reason: str


RULES = (
    Rule(
        "tcgen05.wait::ld",
        _covered_load,
        "a later wait::ld covers its loads before the thread releases anything",
    ),
    Rule(
        "tcgen05.wait::ld",
        _covered_at_barriers,
        "a later wait::ld covers its loads; threads that pass barriers between meet again after that wait",
    ),
    Rule(
        "fence.proxy.async",
        _writers_have_fences,
        "it orders reads only: every write has another proxy fence before its thread releases it",
    ),
    Rule(
        BEFORE,
        _nothing_before,
        "no tcgen05 operation lies between it and an earlier fence, a commit or the start",
    ),
    Rule(BEFORE, _only_ends_after, "only barriers and dealloc, which is synchronous, come after it"),
    Rule(AFTER, _nothing_after, "no tcgen05 operation lies between it and a later fence or the end"),
    Rule(AFTER, _only_starts_before, "only barriers and alloc, which is synchronous, come before it"),
    Rule("fence.mbarrier_init", _released_by_barrier, "the barrier after it releases the initialisation"),
    Rule("bar.warp.sync", _warp_has_waited, "the warp executed tcgen05.wait together just before"),
    Rule(
        "cp.async.bulk.wait_group",
        _few_groups,
        "the thread has committed no more groups than may be pending",
    ),
    Rule(
        "mbarrier.try_wait",
        _accesses_nothing_after,
        "the thread accesses no memory after it, and may end earlier",
    ),
    Rule(
        "tcgen05.relinquish_alloc_permit",
        _always,
        "the columns are free without it; other CTAs of the multiprocessor may get them later",
    ),
    Rule("setmaxnreg.inc", _always, "it changes hardware registers only; those of PTX are virtual"),
)
"""All rules."""
