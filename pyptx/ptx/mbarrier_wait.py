"""The loop by which threads wait for a phase of an mbarrier, in the forms that compilers write.

>>> from pyptx.emitter import emit_statement
>>> from pyptx.ptx.addressing import addr
>>> from pyptx.trace import Trace, tracing
>>> from pyptx.smem import mbarrier as allocate
>>> with tracing(Trace("k")) as trace:
...     WaitLoop(exits=True).trace(addr(allocate(1)[0]), 0)
>>> for statement in trace.body:
...     print(emit_statement(statement).strip())
$L_wait_0:
mbarrier.try_wait.parity.shared::cta.b64 %p0, [mbar_0], 0;
@%p0 bra $L_done_0;
bra $L_wait_0;
$L_done_0:
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pyptx.errors import TraceError
from pyptx.ir import Name
from pyptx.ptx.addressing import register_of
from pyptx.ptx.printing import device_assert, printf
from pyptx.record import record, replace
from pyptx.reg import Reg, from_, scalar
from pyptx.trace import at, caller, current, emit
from pyptx.types import pred as predicate
from pyptx.types import u32

if TYPE_CHECKING:
    from pyptx.ir import Address
    from pyptx.reg import Predicate
    from pyptx.trace import Value

FIRST_TRY_WAIT = 90  # sm_80 has test_wait only
_ANSWER_TYPES = {"s32": "u32", "b32": "b32"}
"""Types of the number that an answer goes through, and how nvcc moves addresses where it compares so."""


@record(frozen=True, slots=True)
class WaitLoop:
    """The form of a wait, by the parameters of `ptx.mbarrier.wait`.

    Attributes:
        parity: Whether the phase is given by its parity; otherwise by a state.
        scope: Scope of the acquire; ``"cta"`` if not given.
        ticks: Nanoseconds for which a thread may be suspended.
        suspends: Whether threads may be suspended.
        space: The space as written.
        uni: Whether the branches are ``bra.uni``.
        exits: Whether the loop ends in ``@done bra end; bra again; end:``.
        through: Type of an integer copy of the result.
        first: Type of an integer copy of a test before the loop.
    """

    parity: bool = True
    scope: str | None = None
    ticks: Value | None = None
    suspends: bool = True
    space: str = "shared::cta"
    uni: bool = False
    exits: bool = False
    through: str | None = None
    first: str | None = None

    def check(self) -> None:
        """Check that the parameters fit each other.

        Raises:
            TraceError: They do not.
        """
        if self.through is not None and (self.through not in _ANSWER_TYPES or self.uni or self.exits):
            raise TraceError(
                f"ptx.mbarrier.wait: through={self.through!r}; it must be one of {', '.join(_ANSWER_TYPES)}, "
                f"without uni and exits{at(caller())}"
            )
        if self.first is not None and self.first not in _ANSWER_TYPES:
            raise TraceError(
                f"ptx.mbarrier.wait: first={self.first!r}; it must be one of {', '.join(_ANSWER_TYPES)}"
                f"{at(caller())}"
            )

    def trace(self, mbar: Address, phase: Value) -> None:
        """Trace the test before the loop, if there is one, and the loop.

        Args:
            mbar: Address of the mbarrier.
            phase: Its parity or state.
        """
        trace = current()
        complete = trace.scopes.fresh_label("complete") if self.first is not None else ""
        ticks = self.ticks
        if self.first is not None:
            done, number, is_complete = scalar(predicate), scalar(u32), scalar(predicate)
            self._test(done, mbar, phase, None)
            emit("selp", ("b32",), (number, 1, 0, done))
            emit("setp", ("ne", self.first), (is_complete, number, 0))
            emit("bra", (), (Name(complete),), is_complete)
            ticks = scalar(u32, init=ticks) if isinstance(ticks, int) else ticks
        again = trace.scopes.fresh_label("wait")
        polls = scalar(u32, init=0) if trace.unit.wait_limit else None
        trace.label(again)
        place = mbar if self.through is None else _moved(mbar, self.through)
        done = scalar(predicate)
        self._test(done, place, phase, ticks)
        if polls is not None:
            _report_after(trace.unit.wait_limit, polls, done, mbar, phase)
        self._repeat(again, done)
        if self.first is not None:
            trace.label(complete)

    def _test(self, done: Reg, place: Address, phase: Value, ticks: Value | None) -> None:
        """Trace one test."""
        can_suspend = self.suspends and current().arch.number >= FIRST_TRY_WAIT
        opcode = "try_wait" if can_suspend else "test_wait"
        poll_phase(opcode, done, place, phase, self.scope, parity=self.parity, ticks=ticks, space=self.space)

    def _repeat(self, again: str, done: Reg) -> None:
        """Trace the branches at the end of the loop."""
        words = ("uni",) if self.uni else ()
        if self.through is not None:
            number, none = scalar(u32), scalar(predicate)
            emit("selp", ("b32",), (number, 1, 0, done))
            emit("setp", ("eq", self.through), (none, number, 0))
            emit("bra", words, (Name(again),), none)
        elif self.exits:
            end = current().scopes.fresh_label("done")
            emit("bra", words, (Name(end),), done)
            emit("bra", words, (Name(again),))
            current().label(end)
        else:
            emit("bra", words, (Name(again),), ~done)


def _moved(place: Address, through: str) -> Address:
    """Return an address in a register, if it is that of a variable."""
    named = current().symbol(place.base.name) if isinstance(place.base, Name) else None
    if named is None or named.kind == "reg":
        return place
    base = scalar(u32)
    emit("mov", (_ANSWER_TYPES[through],), (base, place.base))
    return replace(place, base=Name(base.name))


def _report_after(limit: int, polls: Reg, done: Reg, mbar: Address, phase: Value) -> None:
    """End the launch with a report when a wait has polled an mbarrier `limit` times.

    Args:
        limit: The number.
        polls: The register that counts the polls.
        done: Whether the phase is complete.
        mbar: Address of the mbarrier.
        phase: Its parity or state, as it was given.
    """
    polls += 1
    failed = (polls >= limit) & ~done
    where = register_of(mbar)
    state = from_(phase, u32) if isinstance(phase, Reg) else phase
    printf(
        "mbarrier at shared address 0x%x, phase %u: incomplete after %u polls\n",
        where,
        state,
        polls,
        pred=failed,
    )
    device_assert(~failed, f"the phase of the mbarrier completes within {limit} polls")


def poll_phase(
    opcode: str,
    done: Reg,
    place: Address,
    phase: Value,
    scope: str | None,
    *,
    parity: bool = True,
    ticks: Value | None = None,
    space: str = "shared::cta",
    pred: Predicate | None = None,
) -> None:
    """Trace one ``mbarrier.try_wait`` or ``mbarrier.test_wait``."""
    by = ("parity",) if parity else ()
    order = () if scope is None else ("acquire", scope)
    words = (opcode, *by, *order, space, "b64")
    emit("mbarrier", words, (done, place, phase, *(() if ticks is None else (ticks,))), pred)
