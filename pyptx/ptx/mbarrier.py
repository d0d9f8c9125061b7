"""Barriers in shared memory: ``ptx.mbarrier``, which also counts the bytes of asynchronous copies.

An mbarrier is given by any address of shared memory: ``bars[i]`` of `smem.mbarrier`, a slot of
`ptx.mbarrier.array`, a register, `ptx.addr(…)`.

>>> from pyptx.emitter import emit_statement
>>> from pyptx.smem import mbarrier as allocate
>>> from pyptx.trace import Trace, tracing
>>> with tracing(Trace("k")) as trace:
...     bars = allocate(2)
...     mbarrier.init(bars[1], 32)
...     _ = mbarrier.arrive(bars[1])
...     mbarrier.wait(bars[1], 0)
>>> for statement in trace.body:
...     print(emit_statement(statement).strip())
mbarrier.init.shared::cta.b64 [mbar_0+8], 32;
mbarrier.arrive.shared::cta.b64 %rd0, [mbar_0+8];
$L_wait_0:
mbarrier.try_wait.parity.shared::cta.b64 %p0, [mbar_0+8], 0;
@!%p0 bra $L_wait_0;
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pyptx.errors import TraceError, TraceIndexError
from pyptx.ir import Address, Literal, Name
from pyptx.layouts.shared_names import SharedName
from pyptx.ptx.addressing import addr, register_of
from pyptx.ptx.control import as_predicate
from pyptx.ptx.mbarrier_wait import WaitLoop, poll_phase
from pyptx.ptx.opcode import Opcode
from pyptx.ptx.typed import Namespace, Typed
from pyptx.reg import Reg, scalar
from pyptx.smem import MbarrierArray, MbarrierRef, SharedAlloc, SharedSlice
from pyptx.smem.barriers import MBARRIER_BYTES
from pyptx.trace import active, at, caller, checked_methods, current, emit, operand
from pyptx.types import b64, u32
from pyptx.types import pred as predicate

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pyptx.ir import Operand
    from pyptx.reg import Predicate
    from pyptx.trace import Value

MOST_BYTES = (1 << 20) - 1


def _init(mbar: Value, count: int | Reg, *, pred: Predicate | None = None) -> None:
    """``mbarrier.init.shared::cta.b64 [mbar], count``: phase 0, in which `count` arrivals are due.

    Args:
        mbar: The barrier.
        count: Arrivals that complete a phase.
        pred: Guard.
    """
    emit("mbarrier", ("init", "shared::cta", "b64"), (addr(mbar), count), pred)


def _inval(mbar: Value, *, pred: Predicate | None = None) -> None:
    """``mbarrier.inval.shared::cta.b64 [mbar]``: end the barrier, before its memory is used again."""
    emit("mbarrier", ("inval", "shared::cta", "b64"), (addr(mbar),), pred)


def _arrive(
    mbar: Value,
    *,
    count: Value | None = None,
    scope: str | None = None,
    discard: bool = False,
    pred: Predicate | None = None,
) -> Reg:
    """``mbarrier.arrive.shared::cta.b64 state, [mbar], count``, with release semantics in the CTA.

    Args:
        mbar: The barrier, of this CTA.
        count: Arrivals; one if not given.
        scope: ``"cluster"`` makes writes visible to waiting threads of other CTAs; ``"cta"`` if not given.
        discard: Whether the state is discarded: the operand is ``_``.
        pred: Guard; where it is false, the state is not written.

    Returns:
        The phase before the arrival, which ``try_wait(…, parity=False)`` takes; ``_`` if discarded.
    """
    counts = () if count is None else (count,)
    return _arrived(("arrive",), mbar, counts, scope, discard=discard, pred=pred)


def _arrive_drop(
    mbar: Value,
    *,
    count: Value | None = None,
    scope: str | None = None,
    discard: bool = False,
    pred: Predicate | None = None,
) -> Reg:
    """``mbarrier.arrive_drop.shared::cta.b64 state, [mbar], count``: arrive, and leave all later phases.

    Later phases expect this many arrivals fewer. Manual section 9.7.15.16.17.

    Args:
        mbar: The barrier, of this CTA.
        count: Arrivals; one if not given.
        scope: ``"cluster"`` makes writes visible to waiting threads of other CTAs; ``"cta"`` if not given.
        discard: Whether the state is discarded: the operand is ``_``.
        pred: Guard; where it is false, the state is not written.

    Returns:
        The phase before the arrival; ``_`` if discarded.
    """
    counts = () if count is None else (count,)
    return _arrived(("arrive_drop",), mbar, counts, scope, discard=discard, pred=pred)


def _arrived(
    words: tuple[str, ...],
    mbar: Value,
    counts: tuple[Value, ...],
    scope: str | None,
    *,
    discard: bool,
    pred: Predicate | None,
) -> Reg:
    """Trace an arrival in this CTA, and return its state."""
    state = Reg("_", b64) if discard else scalar(b64)
    order = () if scope is None else ("release", scope)
    emit("mbarrier", (*words, *order, "shared::cta", "b64"), (state, addr(mbar), *counts), pred)
    return state


def _arrive_expect_tx(
    mbar: Value,
    tx_count: Value,
    *,
    scope: str | None = None,
    discard: bool = False,
    pred: Predicate | None = None,
) -> Reg:
    """``mbarrier.arrive.expect_tx.shared::cta.b64 state, [mbar], tx_count``: announce bytes, then arrive.

    Args:
        mbar: The barrier, of this CTA.
        tx_count: Bytes that asynchronous copies will bring before the phase completes.
        scope: ``"cluster"`` makes writes visible to waiting threads of other CTAs; ``"cta"`` if not given.
        discard: Whether the state is discarded: the operand is ``_``.
        pred: Guard; where it is false, the state is not written.

    Returns:
        The phase before the arrival; ``_`` if discarded.

    Raises:
        TraceError: The number of bytes does not fit in 20 bits.
    """
    count = _bytes(tx_count)
    return _arrived(("arrive", "expect_tx"), mbar, (count,), scope, discard=discard, pred=pred)


def _expect_tx(mbar: Value, tx_count: Value, *, pred: Predicate | None = None) -> None:
    """``mbarrier.expect_tx.relaxed.cta.shared::cta.b64 [mbar], tx_count``: announce bytes, do not arrive.

    Raises:
        TraceError: The number of bytes does not fit in 20 bits.
    """
    words = ("expect_tx", "relaxed", "cta", "shared::cta", "b64")
    emit("mbarrier", words, (addr(mbar), _bytes(tx_count)), pred)


def _complete_tx(mbar: Value, tx_count: Value, *, pred: Predicate | None = None) -> None:
    """``mbarrier.complete_tx.relaxed.cta.shared::cta.b64 [mbar], tx_count``: count bytes as a copy would.

    Raises:
        TraceError: The number of bytes does not fit in 20 bits.
    """
    words = ("complete_tx", "relaxed", "cta", "shared::cta", "b64")
    emit("mbarrier", words, (addr(mbar), _bytes(tx_count)), pred)


def _bytes(count: Value) -> Value:
    """Return the operand of a byte count, which has 20 bits (manual section 9.7.14.15.2).

    Raises:
        TraceError: The number does not fit in 20 bits.
    """
    made = operand(count, u32)
    if isinstance(made, Literal) and not 0 <= int(made.text) <= MOST_BYTES:
        raise TraceError(
            f"ptx.mbarrier: a barrier counts 0 to {MOST_BYTES} bytes of copies, not {made.text}{at(caller())}"
        )
    return count


def _pending_count(state: Reg, dst: Reg | None = None, *, pred: Predicate | None = None) -> Reg:
    """``mbarrier.pending_count.b64 dst, state``: arrivals that were due before the one that gave `state`.

    Args:
        state: What `arrive` gave.
        dst: A u32 register; a new one if not given.
        pred: Guard; where it is false, the result is not written.
    """
    result = scalar(u32) if dst is None else dst
    emit("mbarrier", ("pending_count", "b64"), (result, state), pred)
    return result


def _test_wait(
    mbar: Value,
    phase: Value,
    *,
    parity: bool = True,
    scope: str | None = None,
    pred: Predicate | None = None,
) -> Reg:
    """``mbarrier.test_wait.parity.shared::cta.b64 done, [mbar], phase``: test without suspending the thread.

    Args:
        mbar: The barrier, of this CTA.
        phase: Parity of the phase, 0 or 1; with ``parity=False`` the state an arrival gave.
        parity: Whether `phase` is a parity or a token.
        scope: ``"cluster"`` to see what other CTAs wrote before they arrived; ``"cta"`` if not given.
        pred: Guard; where it is false, the result is not written.

    Returns:
        Whether the phase is complete, a predicate.
    """
    done = scalar(predicate)
    poll_phase("test_wait", done, addr(mbar), phase, scope, parity=parity, pred=pred)
    return done


def _try_wait(
    mbar: Value,
    phase: Value,
    *,
    parity: bool = True,
    scope: str | None = None,
    pred: Predicate | None = None,
) -> Reg:
    """``mbarrier.try_wait.parity.shared::cta.b64 done, [mbar], phase``: test whether a phase is complete.

    It may suspend the thread for a time and then return false: test again, or use `wait`.

    Args:
        mbar: The barrier, of this CTA.
        phase: Parity of the phase, 0 or 1; with ``parity=False`` the state an arrival gave.
        parity: Whether `phase` is a parity or a token.
        scope: ``"cluster"`` to see what other CTAs wrote before they arrived; ``"cta"`` if not given.
        pred: Guard; where it is false, the result is not written.

    Returns:
        The answer, a predicate.
    """
    done = scalar(predicate)
    poll_phase("try_wait", done, addr(mbar), phase, scope, parity=parity, pred=pred)
    return done


class Mbarrier(Namespace):
    """``ptx.mbarrier``: barriers in shared memory that count arrivals and bytes (section 9.7.15.16)."""

    _opcode = Opcode("mbarrier")

    init = Typed(_init, Opcode("mbarrier", ("init",)))
    inval = Typed(_inval, Opcode("mbarrier", ("inval",)))
    arrive = Typed(_arrive, Opcode("mbarrier", ("arrive",)))
    arrive_expect_tx = Typed(_arrive_expect_tx, Opcode("mbarrier", ("arrive", "expect_tx")))
    arrive_drop = Typed(_arrive_drop, Opcode("mbarrier", ("arrive_drop",)))
    expect_tx = Typed(_expect_tx, Opcode("mbarrier", ("expect_tx",)))
    complete_tx = Typed(_complete_tx, Opcode("mbarrier", ("complete_tx",)))
    pending_count = Typed(_pending_count, Opcode("mbarrier", ("pending_count",)))
    test_wait = Typed(_test_wait, Opcode("mbarrier", ("test_wait",)))
    try_wait = Typed(_try_wait, Opcode("mbarrier", ("try_wait",)))

    def wait(
        self,
        mbar: Value,
        phase: Value,
        *,
        parity: bool = True,
        scope: str | None = None,
        ticks: Value | None = None,
        suspends: bool = True,
        space: str = "shared::cta",
        uni: bool = False,
        exits: bool = False,
        through: str | None = None,
        first: str | None = None,
        pred: Predicate | None = None,
    ) -> None:
        """``again: mbarrier.try_wait.parity done, [mbar], phase; @!done bra again;``.

        Args:
            mbar: The mbarrier, of this CTA.
            phase: Parity of the phase, 0 or 1: round k of a ring waits for ``k & 1``. Parity 1 of a fresh
                mbarrier counts as complete. With ``parity=False`` the state that an arrival returned.
            parity: Whether `phase` is a parity; otherwise it is a state.
            scope: ``"cluster"`` to acquire the writes of other CTAs before their arrivals; ``"cta"`` if not
                given.
            ticks: Nanoseconds for which a thread may be suspended before it tests again; the hardware's
                limit if not given.
            suspends: Whether threads may be suspended; if not, and before sm_90, the loop uses
                ``mbarrier.test_wait``.
            space: The space as written; ``"shared"`` is the older word.
            uni: Whether the branches are ``bra.uni``: all active threads of a warp wait for this barrier.
            exits: Whether the loop ends in ``@done bra end; bra again; end:``, as CUTLASS writes it.
            through: Type of an integer copy of the result, ``"s32"`` or ``"b32"``, as nvcc compiles libcu++:
                ``selp.b32 n, 1, 0, done; setp.eq.<through> none, n, 0; @none bra again;``. The address of
                an mbarrier given by name is then set in each round.
            first: Type of an integer copy of a test before the loop, ``"s32"`` or ``"b32"``, as CUTLASS tests
                before it waits: ``mbarrier.try_wait done, [mbar], phase; selp.b32 n, 1, 0, done;
                setp.ne.<first> complete, n, 0; @complete bra end;``. A number as `ticks` is then set in a
                register after this test.
            pred: Predicate of the threads that wait; the others skip the loop.

        Raises:
            TraceError: `through` is another type, or one beside `uni` or `exits`; `first` is another type.
        """
        form = WaitLoop(parity, scope, ticks, suspends, space, uni, exits, through, first)
        form.check()
        place = addr(mbar)
        skip = current().scopes.fresh_label("skip")
        if pred is not None:
            emit("bra", (), (Name(skip),), ~as_predicate(pred))
        form.trace(place, phase)
        if pred is not None:
            current().label(skip)

    def array(self, base: Value, byte_offset: int, count: int) -> BarrierArray:
        """Name `count` barriers of 8 bytes in a row, the first at ``base + byte_offset``.

        Args:
            base: A register or variable.
            byte_offset: Bytes from there to the first barrier.
            count: Number of barriers.
        """
        return BarrierArray(base, byte_offset, count)


mbarrier = Mbarrier()


@checked_methods("ptx.mbarrier.array(...)[i]")
class BarrierSlot:
    """One barrier of a `BarrierArray`; as an operand, its address.

    Attributes:
        byte_offset: The constant part of the bytes from the array's base to the barrier.
    """

    __slots__ = ("_place", "byte_offset")

    def __init__(self, place: Address, byte_offset: int) -> None:
        self._place = place
        self.byte_offset = byte_offset

    def __ptx__(self) -> Operand:
        return self._place

    def __repr__(self) -> str:
        return f"<barrier {self._place}>"

    def address_operand(self) -> Address:
        """Return the address as an operand: ``[base+offset]``."""
        return self._place

    def addr_reg(self) -> Reg:
        """Trace the address into a u32 register."""
        return register_of(self._place)

    def init(self, count: int | Reg, *, pred: Predicate | None = None) -> None:
        """``mbarrier.init``: phase 0, in which `count` arrivals are due."""
        mbarrier.init(self, count, pred=pred)

    def arrive(self, *, pred: Predicate | None = None) -> Reg:
        """``mbarrier.arrive``; returns the state."""
        return mbarrier.arrive(self, pred=pred)

    def arrive_expect_tx(self, tx_count: Value, *, pred: Predicate | None = None) -> Reg:
        """``mbarrier.arrive.expect_tx``; returns the state."""
        return mbarrier.arrive_expect_tx(self, tx_count, pred=pred)

    def arrive_remote(
        self, cta_id: Value, count: Value = 1, *, scope: str | None = None, pred: Predicate | None = None
    ) -> None:
        """Arrive at the barrier in the same place of another CTA, as ``ptx.cluster.arrive_remote``.

        Args:
            cta_id: Rank of the CTA in the cluster.
            count: Number of arrivals.
            scope: Scope of the release, as of ``ptx.cluster.arrive_remote``.
            pred: Guard.
        """
        arrive_remote(self._place, cta_id, count, scope, pred)

    def wait(self, phase: Value, *, scope: str | None = None, pred: Predicate | None = None) -> None:
        """Wait for the phase of this parity, as ``ptx.mbarrier.wait``.

        Args:
            phase: Parity of the phase, 0 or 1: the first phase has parity 0.
            scope: ``"cluster"`` to see what other CTAs wrote before they arrived; ``"cta"`` if not given.
            pred: Guard.
        """
        mbarrier.wait(self, phase, scope=scope, pred=pred)


@checked_methods("ptx.mbarrier.array(...)")
class BarrierArray:
    """Barriers of 8 bytes in a row, at an offset from a base: ``ptx.mbarrier.array``.

    Attributes:
        base: A register or variable.
        byte_offset: Bytes from there to the first barrier.
        count: Number of barriers.
    """

    __slots__ = ("base", "byte_offset", "count")

    def __init__(self, base: Value, byte_offset: int, count: int) -> None:
        if isinstance(count, bool) or count < 1 or byte_offset % MBARRIER_BYTES:
            raise TraceError(
                f"ptx.mbarrier.array: {count!r} barriers at offset {byte_offset!r}; there is one or more, at "
                f"a multiple of {MBARRIER_BYTES} bytes{at(caller())}"
            )
        self.base = base
        self.byte_offset = byte_offset
        self.count = count
        if isinstance(base, (SharedAlloc, SharedSlice, MbarrierArray, MbarrierRef)):
            trace, offset = active(), base.byte_offset + byte_offset
            if trace is not None and getattr(base, "base", None) is None:
                trace.shared_names.add(SharedName("", base.name, offset, (count,), MBARRIER_BYTES), self)

    def __len__(self) -> int:
        return self.count

    def __iter__(self) -> Iterator[BarrierSlot]:
        return (self[index] for index in range(self.count))

    def __getitem__(self, idx: int | Reg) -> BarrierSlot:
        if isinstance(idx, Reg):
            return self.at(idx)
        if not -self.count <= idx < self.count:
            message = f"ptx.mbarrier.array: there is no barrier {idx}; they are 0 to {self.count - 1}"
            raise TraceIndexError(f"{message}{at(caller())}")
        offset = self.byte_offset + idx % self.count * MBARRIER_BYTES
        return BarrierSlot(addr(self.base, offset), offset)

    def at(self, stage: Reg) -> BarrierSlot:
        """Trace ``base + 8 * stage`` into a register, and name the barrier there."""
        start = register_of(addr(self.base))
        place = scalar(u32)
        emit("mad", ("lo", "u32"), (place, stage, MBARRIER_BYTES, start))
        return BarrierSlot(addr(place, self.byte_offset), self.byte_offset)

    def init_all(self, count: int | Reg, *, pred: Predicate | None = None) -> None:
        """``mbarrier.init`` each of them to `count` arrivals."""
        for slot in self:
            slot.init(count, pred=pred)

    def arrive_remote_all(
        self, cta_id: Value, count: Value = 1, *, scope: str | None = None, pred: Predicate | None = None
    ) -> None:
        """Arrive at every barrier, in another CTA of the cluster.

        Args:
            cta_id: Rank of the CTA in the cluster.
            count: Number of arrivals at each.
            scope: Scope of the release, as of ``ptx.cluster.arrive_remote``.
            pred: Guard.
        """
        for slot in self:
            slot.arrive_remote(cta_id, count, scope=scope, pred=pred)


def map_shared(place: Address, cta_id: Value, pred: Predicate | None = None) -> Reg:
    """Trace ``mapa.shared::cluster.u32 there, place, cta_id``."""
    here, there = register_of(place), scalar(u32)
    emit("mapa", ("shared::cluster", "u32"), (there, here, cta_id), pred)
    return there


def arrive_remote(
    place: Address, cta_id: Value, count: Value | None, scope: str | None, pred: Predicate | None
) -> None:
    """Trace a `mapa` and the arrival there; without a count the operand is left out."""
    there = map_shared(place, cta_id, pred)
    counts = () if count is None else (count,)
    order = () if scope is None else ("release", scope)
    emit("mbarrier", ("arrive", *order, "shared::cluster", "b64"), (Name("_"), addr(there), *counts), pred)
