"""Work between grids and clusters: ``ptx.clusterlaunchcontrol``, ``ptx.griddepcontrol``.

>>> from pyptx import ptx, reg, smem
>>> from pyptx.emitter import emit_statement
>>> from pyptx.trace import Trace, tracing
>>> from pyptx.types import b128
>>> with tracing(Trace("k", arch="sm_100a")) as trace:
...     answer, bar, response = smem.alloc(b128, 1), smem.mbarrier(1), reg.scalar(b128)
...     ptx.clusterlaunchcontrol.try_cancel(answer, bar[0])
...     ptx.ld(b128, response, answer, space="shared")
...     won = ptx.clusterlaunchcontrol.query_cancel.is_canceled(response)
...     x = ptx.clusterlaunchcontrol.query_cancel.first_ctaid(response, "x", pred=won)
>>> for statement in trace.body:
...     print(emit_statement(statement).strip())
clusterlaunchcontrol.try_cancel.async.shared::cta.mbarrier::complete_tx::bytes.b128 [smem_0], [mbar_0];
ld.shared.b128 %q0, [smem_0];
clusterlaunchcontrol.query_cancel.is_canceled.pred.b128 %p0, %q0;
@%p0 clusterlaunchcontrol.query_cancel.get_first_ctaid::x.b32.b128 %r0, %q0;
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pyptx.ptx.addressing import place
from pyptx.ptx.modifiers import words
from pyptx.ptx.opcode import Opcode
from pyptx.ptx.typed import Namespace, Typed
from pyptx.reg import Reg, RegArray, array, scalar
from pyptx.trace import emit
from pyptx.types import pred as predicate
from pyptx.types import u32

if TYPE_CHECKING:
    from pyptx.reg import Predicate
    from pyptx.trace import Value

RESPONSE_BYTES = 16


def _try_cancel(
    response: Value, mbar: Value, *, multicast: bool = False, pred: Predicate | None = None
) -> None:
    """``clusterlaunchcontrol.try_cancel.async.shared::cta.mbarrier::complete_tx::bytes.b128``.

    Request a cluster of this grid that has not started, to do its work in this one. One thread requests it;
    after an answer that none was left, another request is undefined. Manual section 9.7.15.18.

    Args:
        response: 16 bytes of shared memory for the answer, a multiple of 16 bytes.
        mbar: The barrier, whose transactions 16 bytes complete.
        multicast: Whether every CTA of the cluster gets the answer, and its barrier the bytes, at the same
            places.
        pred: Guard.
    """
    modifiers = words(
        "try_cancel.async.shared::cta.mbarrier::complete_tx::bytes",
        "multicast::cluster::all" if multicast else None,
        "b128",
    )
    emit("clusterlaunchcontrol", modifiers, (place(response), place(mbar)), pred)


def _is_canceled(response: Reg, dst: Reg | None = None, *, pred: Predicate | None = None) -> Reg:
    """``clusterlaunchcontrol.query_cancel.is_canceled.pred.b128 dst, response``: whether one was left.

    Args:
        response: The answer, in a b128 register.
        dst: A predicate; a new one if not given.
        pred: Guard; if it is false, the result is not written.
    """
    result = scalar(predicate) if dst is None else dst
    emit("clusterlaunchcontrol", ("query_cancel", "is_canceled", "pred", "b128"), (result, response), pred)
    return result


def _get_first_ctaid(
    response: Reg, dst: RegArray | None = None, *, pred: Predicate | None = None
) -> RegArray:
    """``clusterlaunchcontrol.query_cancel.get_first_ctaid.v4.b32.b128 {x, y, z, _}, response``.

    Args:
        response: The response, in a b128 register; the result is undefined if no cluster was cancelled.
        dst: Three 32-bit registers; new ones if not given.
        pred: Guard; if it is false, the result is not written.

    Returns:
        ``%ctaid`` of the first CTA of the cluster whose work is to be done.
    """
    three = array(u32, 3) if dst is None else dst
    modifiers = ("query_cancel", "get_first_ctaid", "v4", "b32", "b128")
    emit("clusterlaunchcontrol", modifiers, ([*three, "_"], response), pred)
    return three


class QueryCancel(Namespace):
    """``ptx.clusterlaunchcontrol.query_cancel``: decode a response (manual section 9.7.15.19)."""

    _opcode = Opcode("clusterlaunchcontrol", ("query_cancel",))

    is_canceled = Typed(_is_canceled, Opcode("clusterlaunchcontrol", ("query_cancel", "is_canceled")))
    get_first_ctaid = Typed(
        _get_first_ctaid, Opcode("clusterlaunchcontrol", ("query_cancel", "get_first_ctaid"))
    )

    def first_ctaid(
        self, response: Reg, axis: str, dst: Reg | None = None, *, pred: Predicate | None = None
    ) -> Reg:
        """``clusterlaunchcontrol.query_cancel.get_first_ctaid::<axis>.b32.b128 dst, response``.

        Args:
            response: The response, in a b128 register; the result is undefined if no cluster was cancelled.
            axis: ``"x"``, ``"y"`` or ``"z"``.
            dst: A 32-bit register; a new one if not given.
            pred: Guard; if it is false, the result is not written.
        """
        result = scalar(u32) if dst is None else dst
        modifiers = ("query_cancel", f"get_first_ctaid::{axis}", "b32", "b128")
        emit("clusterlaunchcontrol", modifiers, (result, response), pred)
        return result


class ClusterLaunchControl(Namespace):
    """``ptx.clusterlaunchcontrol``: take over clusters that have not started."""

    _opcode = Opcode("clusterlaunchcontrol")

    try_cancel = Typed(_try_cancel, Opcode("clusterlaunchcontrol", ("try_cancel",)))
    query_cancel = QueryCancel()


clusterlaunchcontrol = ClusterLaunchControl()


class GridDepControl(Namespace):
    """``ptx.griddepcontrol``: grids that start before those they depend on end (section 9.7.15.14)."""

    _opcode = Opcode("griddepcontrol")

    def launch_dependents(self, *, pred: Predicate | None = None) -> None:
        """``griddepcontrol.launch_dependents``: grids that depend on this one may start.

        It makes no memory visible: they wait for that.
        """
        emit("griddepcontrol", ("launch_dependents",), (), pred)

    def wait(self, *, pred: Predicate | None = None) -> None:
        """``griddepcontrol.wait``: until the grids this one depends on have ended, their writes seen."""
        emit("griddepcontrol", ("wait",), (), pred)


griddepcontrol = GridDepControl()
