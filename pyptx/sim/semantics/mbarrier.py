"""Barriers in shared memory (manual section 9.7.15.16), within one CTA.

An object is 64 bits whose layout PTX leaves open; here it is::

    phase parity : 1 | transactions : 23, signed | expected arrivals : 20 | pending arrivals : 20

A phase ends when an arrival or a completed transaction leaves neither arrivals nor transactions pending.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from pyptx.sim.faults import Trap
from pyptx.sim.semantics.async_copy import copies
from pyptx.sim.semantics.atomic import take_turns
from pyptx.sim.semantics.machine import machine
from pyptx.sim.semantics.unmodelled import unmodelled
from pyptx.types import b64, u32, u64

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from pyptx.sim.engine import Machine
    from pyptx.sim.operands import Operation, Run

MOST_ARRIVALS = (1 << 20) - 1
MOST_TRANSACTIONS = (1 << 20) - 1


class State(NamedTuple):
    """Barrier objects, one per lane."""

    phase: NDArray[np.int64]
    pending: NDArray[np.int64]
    expected: NDArray[np.int64]
    transactions: NDArray[np.int64]

    def word(self) -> NDArray[np.uint64]:
        """As they stand in memory."""
        fields = (
            (self.phase & 1) << 63
            | (self.transactions & 0x7F_FFFF) << 40
            | self.expected << 20
            | self.pending
        )
        return fields.view(np.uint64)

    def settled(self) -> State:
        """With the phase ended where nothing is pending."""
        done = (self.pending == 0) & (self.transactions == 0)
        return State(
            np.where(done, self.phase ^ 1, self.phase),
            np.where(done, self.expected, self.pending),
            self.expected,
            self.transactions,
        )


def state_of(word: NDArray[np.uint64]) -> State:
    """Read barrier objects."""
    raw = word.view(np.int64)
    transactions = (raw >> 40) & 0x7F_FFFF
    return State(
        (raw >> 63) & 1,
        raw & MOST_ARRIVALS,
        (raw >> 20) & MOST_ARRIVALS,
        np.where(transactions >> 22, transactions - (1 << 23), transactions),
    )


@machine("mbarrier.init")
def initialise(op: Operation) -> Run:
    """``mbarrier.init``: phase 0, with this many arrivals expected in every phase."""
    space, address = _object(op)
    count = op.read("count", u32)

    def run(m: Machine) -> None:
        arrivals = count(m).astype(np.int64)
        wrong = m.active() & ((arrivals < 1) | (arrivals > MOST_ARRIVALS))
        if wrong.any():
            lane = int(wrong.argmax())
            raise Trap(
                "mbarrier-count", f"a count of {int(arrivals[lane])} is not in 1..{MOST_ARRIVALS}", lane
            )
        zero = np.zeros(m.lanes, np.int64)
        m.memory.store(space, address(m), 8, State(zero, arrivals, arrivals, zero).word(), m.mask)
        m.scheduler.idle = 0

    return run


@machine("mbarrier.inval")
def invalidate(op: Operation) -> Run:
    """``mbarrier.inval``: the memory is free for other use; its contents are undefined."""
    space, address = _object(op)

    def run(m: Machine) -> None:
        where = address(m)
        m.memory.load(space, where, 8, 1, m.mask)
        m.memory.forget(m.memory.locate(space, where, 8, m.mask)[m.active()], 8)

    return run


@machine("mbarrier.expect_tx", "mbarrier.complete_tx")
def transactions(op: Operation) -> Run:
    """``mbarrier.expect_tx``, ``mbarrier.complete_tx``: more, or fewer, bytes are pending in this phase."""
    completes = "complete_tx" in op.words
    count = op.read("tx_count", u32)

    def change(state: State, amount: NDArray[np.int64]) -> State:
        if completes:
            return state._replace(transactions=state.transactions - amount).settled()
        return state._replace(transactions=state.transactions + amount)

    turn = _turn(op, change)

    def run(m: Machine) -> None:
        turn(m, count(m).astype(np.int64))

    return run


@machine("mbarrier.arrive", "mbarrier.arrive_drop")
def arrive(op: Operation) -> Run:
    """``mbarrier.arrive``: fewer arrivals are pending; give the state of the phase arrived in."""
    expects, drops, holds = "expect_tx" in op.words, "arrive_drop" in op.words, "noComplete" in op.words
    count = op.read("count", u32) if op.has("count") else None
    bytes_ = op.read("tx_count", u32) if expects else None
    write = op.write("state")

    def change(state: State, amount: NDArray[np.int64]) -> State:
        arrivals = np.ones_like(amount) if expects else amount
        if expects:
            state = state._replace(transactions=state.transactions + amount)
        beyond = arrivals > state.pending
        if beyond.any():
            lane = int(beyond.argmax())
            few, many = int(state.pending[lane]), int(arrivals[lane])
            raise Trap("mbarrier-arrive", f"{many} arrivals, but the phase has only {few} pending", lane)
        if drops:
            state = state._replace(expected=state.expected - arrivals)
        state = state._replace(pending=state.pending - arrivals)
        last = state.pending == 0
        if holds and last.any():
            said = "an arrival with .noComplete is the last of its phase"
            raise Trap("mbarrier-arrive", said, int(last.argmax()))
        return state.settled()

    turn = _turn(op, change)

    def run(m: Machine) -> None:
        amount = np.ones(m.lanes, np.int64)
        if count is not None:
            amount = count(m).astype(np.int64)
        if bytes_ is not None:
            amount = bytes_(m).astype(np.int64)
        write(m, turn(m, amount))

    return run


@machine("mbarrier.test_wait", "mbarrier.try_wait")
def wait(op: Operation) -> Run:
    """``mbarrier.test_wait``, ``mbarrier.try_wait``: whether a phase is over; neither waits here."""
    if (
        op.has("report_value")
        or "phase_type::conditional" in op.words
        or op.match.operands[0].second is not None
    ):
        return unmodelled(op)
    op.polls = True
    space, address = _object(op)
    write = op.write("wait_complete")
    parity = op.read("phase_parity", u32) if op.has("phase_parity") else None
    token = op.read("state", u64) if parity is None else None
    if op.has("time_hint"):
        op.read("time_hint", u32)

    def run(m: Machine) -> None:
        phase = state_of(m.memory.load(space, address(m), 8, 1, m.mask)).phase
        if parity is not None:
            asked = parity(m).astype(np.int64) & 1
        else:
            assert token is not None
            asked = state_of(token(m)).phase
        write(m, phase != asked)

    return run


@machine("mbarrier.pending_count")
def pending_count(op: Operation) -> Run:
    """``mbarrier.pending_count``: the arrivals pending in a state that an arrival gave."""
    token, write = op.read("state", u64), op.write("count")
    return lambda m: write(m, state_of(token(m)).pending.astype(np.uint32))


@machine("cp.async.mbarrier.arrive")
def arrive_after_copies(op: Operation) -> Run:
    """``cp.async.mbarrier.arrive``: arrive when the earlier copies of the thread have landed, which is now.

    Without ``.noinc`` one more arrival is expected first, so that the count stays what it is.
    """
    counts = "noinc" in op.words

    def change(state: State, amount: NDArray[np.int64]) -> State:
        beyond = amount > state.pending
        if beyond.any():
            said = "an arrival of a copy, but the phase has none pending"
            raise Trap("mbarrier-arrive", said, int(beyond.argmax()))
        return state._replace(pending=state.pending - amount).settled()

    turn = _turn(op, change)

    def run(m: Machine) -> None:
        queue = copies(m)
        queue.land(m, queue.committed + 1, m.active())
        if counts:
            turn(m, np.ones(m.lanes, np.int64))

    return run


def _turn(
    op: Operation, change: Callable[[State, NDArray[np.int64]], State]
) -> Callable[[Machine, NDArray[np.int64]], NDArray[np.uint64]]:
    """Change a barrier object lane by lane; gives what it was before."""
    space, address = _object(op)

    def update(old: NDArray[Any], amount: NDArray[Any], c: NDArray[Any] | None) -> NDArray[Any]:
        del c
        state = change(state_of(old), amount.view(np.int64))
        beyond = np.abs(state.transactions) > MOST_TRANSACTIONS
        if beyond.any():
            said = f"more than {MOST_TRANSACTIONS} bytes are pending in a phase"
            raise Trap("mbarrier-tx", said, int(beyond.argmax()))
        return state.word()

    def turn(m: Machine, amount: NDArray[np.int64]) -> NDArray[np.uint64]:
        operands = (amount.view(np.uint64), None)
        return take_turns(m, space, address(m), b64, operands, (update, None), summing=False)

    return turn


def _object(op: Operation) -> Any:
    """Where the barrier object is; a generic address of it lies in the shared window."""
    if "cta_mask" in {spec.name for spec in op.match.operands}:
        unmodelled(op)
    return op.place("addr")
