"""Facts about a program for the race detector: exchanges of values in a warp, and waits without effect.

Lanes of a warp exchanged values by volatile accesses where they ran in lockstep. A load whose value only
decides what its lane does next reads a flag or a lock and needs no barrier. The same holds for a load that
is repeated until it reads the awaited value, even if that value holds data too. Any other load whose value
is stored, or becomes part of an address or a result, is half of an exchange.

A wait for an mbarrier whose result no instruction reads orders no more than a relaxed one: the thread goes on
either way. A read of a flag whose value no instruction tests acquires nothing, for the same reason.
"""

from __future__ import annotations

from collections import defaultdict
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

from pyptx.ir import Address
from pyptx.sim.named_registers import numbers_in, registers_changed, registers_of, registers_read
from pyptx.sim.reaching import ReachingWriters
from pyptx.sim.read_tests import read_tests
from pyptx.sim.scopes import element_bytes, strength

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from pyptx.sim.read_tests import ReadTest
    from pyptx.sim.steps import Code, Step

_SPACES = ("shared", "global")

VOLTA = 70
"""The first target whose lanes of a warp do not run in lockstep."""


class RaceFacts(NamedTuple):
    """The instructions of a program to which special rules of the race detector apply.

    Attributes:
        exchanges: The volatile accesses by which lanes of a warp exchange values.
        unread_waits: The waits for an mbarrier whose results no instruction reads.
        untested_reads: The strong reads whose values decide nothing: no branch, guard or address.
        mixed_atomics: The sizes of the atomics that may share memory with atomics of another size.
        read_tests: The strong reads whose values decide a branch and nothing else, with their tests.
    """

    exchanges: frozenset[Step] = frozenset()
    unread_waits: frozenset[Step] = frozenset()
    untested_reads: frozenset[Step] = frozenset()
    mixed_atomics: Mapping[Any, int] = MappingProxyType({})
    read_tests: Mapping[Any, ReadTest] = MappingProxyType({})


def race_facts(code: Code, derived: dict[str, Any]) -> RaceFacts:
    """Return the facts about a program, found once and cached with it."""
    kept = f"sim.race_facts.{code.unit}"
    if kept not in derived:
        writers = ReachingWriters(code.blocks)
        derived[kept] = RaceFacts(
            _exchanges(code),
            _unread_waits(code, writers),
            _untested_reads(code),
            _mixed_atomics(code),
            read_tests(code, writers),
        )
    found: RaceFacts = derived[kept]
    return found


def _unread_waits(code: Code, writers: ReachingWriters) -> frozenset[Step]:
    """The waits for an mbarrier whose results reach no guard and no operand."""
    waits = {step for step in code.steps if step.operation.has("wait_complete")}
    if not waits:
        return frozenset()
    results = {number for step in waits for number in registers_changed(step.operation)}
    for step in code.steps:
        for number in results.intersection([*registers_read(step.operation), step.guard_register]):
            waits.difference_update(writers.before(step, number))
    return frozenset(waits)


def _mixed_atomics(code: Code) -> dict[Step, int]:
    """The atomics of two sizes: bytes of the elements, by instruction."""
    found: dict[Step, tuple[str, int]] = {}
    for step in code.steps:
        if "atomic" in step.effects:
            words = step.instruction.modifiers
            space = next((word.partition("::")[0] for word in words if word.startswith(_SPACES)), "")
            found[step] = space, element_bytes(words)
    kinds = set(found.values())
    return {
        step: size
        for step, (space, size) in found.items()
        if any(size != other and (space == there or not space or not there) for there, other in kinds)
    }


def _untested_reads(code: Code) -> frozenset[Step]:
    """The strong reads whose values reach no guard and no address, but at most a global store.

    A thread that has tested the value of a relaxed load may acquire it with a load whose value it does not
    test: in a program with such loads, no acquiring read counts as untested.
    """
    reads = {step for step in code.steps if "reads" in step.effects and strength(step).scope}
    if not reads:
        return frozenset()
    tested = _tested(code)
    untested = {step for step in reads if tested.isdisjoint(registers_changed(step.operation))}
    if any(not strength(step).acquires and "atomic" not in step.effects for step in reads - untested):
        untested = {step for step in untested if not strength(step).acquires}
    return frozenset(untested)


def _tested(code: Code) -> set[int]:
    """The registers, by number, whose values may decide what a thread does or where it accesses memory."""
    found = {step.guard_register for step in code.steps}
    sources: dict[int, list[int]] = defaultdict(list)
    for step in code.steps:
        op = step.operation
        if op.computes:
            named = list(registers_of(op))
            reads = [number for number, writes in named if not writes]
            for number in (number for number, writes in named if writes):
                sources[number] += reads
        elif "writes" in step.effects and "global" in step.instruction.modifiers:
            places = [operand for operand, _ in op.pairs() if isinstance(operand, Address)]
            found.update(number for place in places for number in numbers_in(op, place))
        else:
            found.update(registers_read(op))
    waiting = list(found)
    while waiting:
        fresh = set(sources[waiting.pop()]) - found
        found |= fresh
        waiting += fresh
    return found


def _exchanges(code: Code) -> frozenset[Step]:
    """The volatile loads whose values are used, and all volatile stores if there is such a load."""
    steps = code.steps
    volatile = [step for step in steps if "volatile" in step.instruction.modifiers]
    if code.target < VOLTA or not volatile:
        return frozenset()
    used, polls = _used(code, steps), _polls(code)
    loads = {
        step
        for step in volatile
        if "reads" in step.effects and not used.isdisjoint(registers_changed(step.operation))
    } - polls
    return frozenset(loads.union(step for step in volatile if "writes" in step.effects) if loads else ())


def _used(code: Code, steps: Sequence[Step]) -> set[int]:
    """The registers, by number, whose values do more than decide: predicates end a chain of computations."""
    wide = {register.number for register in code.registers if register.bits > 1}
    used: set[int] = set()
    before = -1
    while len(used) > before:
        before = len(used)
        for step in steps:
            if not step.operation.computes or not used.isdisjoint(registers_changed(step.operation)):
                used.update(wide.intersection(n for n, writes in registers_of(step.operation) if not writes))
    return used


def _polls(code: Code) -> set[Step]:
    """The volatile loads whose values decide whether a loop around them runs again."""
    found: set[Step] = set()
    for place, block in enumerate(code.blocks):
        end = block.end
        if end is None or end.guard < 0 or end.operation.target is None or end.operation.target.block > place:
            continue
        inside = [step for each in code.blocks[end.operation.target.block : place + 1] for step in each.steps]
        decides = {end.guard_register}
        before = 0
        while len(decides) > before:
            before = len(decides)
            for step in inside:
                if step.operation.computes and not decides.isdisjoint(registers_changed(step.operation)):
                    decides.update(n for n, writes in registers_of(step.operation) if not writes)
        found.update(
            step
            for step in inside
            if "volatile" in step.instruction.modifiers
            and not decides.isdisjoint(registers_changed(step.operation))
        )
    return found
