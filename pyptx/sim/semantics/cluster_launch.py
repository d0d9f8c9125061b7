"""Work stealing between clusters (manual sections 9.7.15.18 and 9.7.15.19).

A request cancels the cluster that would start next: it does not start, and the requesting cluster does its
work. The encoding of a response is not public. Here its four words are the coordinates of the cluster's first
CTA and `CANCELED` or `REFUSED`; only ``query_cancel`` reads them.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from pyptx.sim.abi import NUMBERS
from pyptx.sim.arena import INITIALISED
from pyptx.sim.definedness import Origin
from pyptx.sim.faults import Trap
from pyptx.sim.machine import Machine, Part
from pyptx.sim.named_registers import numbers_in
from pyptx.sim.semantics.bulk_bytes import BULK_ALIGN
from pyptx.sim.semantics.bulk_start import CompletionBarrier, start, targets
from pyptx.sim.semantics.machine import machine
from pyptx.sim.semantics.native import lowered
from pyptx.sim.semantics.undefined import followed, items_of
from pyptx.types import from_name

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from pyptx.sim.lowering.records import Followed
    from pyptx.sim.lowering.step import StepLowering
    from pyptx.sim.operands import Operation, Run

CANCELED, REFUSED = NUMBERS["CANCELED"], NUMBERS["REFUSED"]
"""The last word of a response."""

RESPONSE_BYTES = NUMBERS["RESPONSE_BYTES"]

NO_CLUSTER = (
    "the request cancelled no cluster, so there is no first CTA: use it only where query_cancel.is_canceled "
    "gives true"
)

SPURIOUS = 0.125
"""Probability that a random schedule rejects a request although a cluster is left, as a busy GPU may."""


class Requests(Part):
    """The state of the requests of a batch.

    Attributes:
        refused: Whether a request of a cluster was rejected; its later ones are rejected too.
        seen: Whether a CTA has read the response of success.
    """

    def __init__(self, m: Machine) -> None:
        self.refused = np.zeros(m.clusters.clusters, np.bool_)
        self.seen = np.zeros(m.scheduler.ctas, np.bool_)

    def answer(self, m: Machine, lane: int) -> NDArray[np.uint32]:
        """Cancel a cluster for a lane if one is left; return the words of the response."""
        cluster = m.clusters.cluster[lane]
        if m.asynchrony.schedule == "random" and m.asynchrony.random.random() < SPURIOUS:
            self.refused[cluster] = True
        place = None if self.refused[cluster] else m.unstarted.cancel()
        if place is None:
            self.refused[cluster] = True
            return np.array([0, 0, 0, REFUSED], np.uint32)
        return np.array([*m.geometry.ctaid(place), CANCELED], np.uint32)


@machine("clusterlaunchcontrol.try_cancel")
def try_cancel(op: Operation) -> Run:
    """``clusterlaunchcontrol.try_cancel``: request the work of a cluster that has not started.

    The response is written like a bulk copy, to all CTAs of the cluster with ``.multicast::cluster::all``.
    """
    target, mbar = op.place("addr"), CompletionBarrier(op.place("mbar"))
    everywhere = "multicast::cluster::all" in op.words

    def ranks(m: Machine) -> NDArray[Any]:
        return np.full(m.lanes, (1 << m.cluster_size) - 1, np.int64)

    def run(m: Machine) -> None:
        requests = m.part(Requests)
        sizes = np.full(m.lanes, RESPONSE_BYTES, np.int64)
        found = targets(m, target, mbar, sizes, ranks if everywhere else None, BULK_ALIGN)
        for lane, places in found.items():
            if requests.seen[m.cta[lane]]:
                said = (
                    "this CTA has seen that a request failed (query_cancel.is_canceled gave false): what "
                    "another request does is undefined; leave the loop at the first failure"
                )
                raise Trap("cancel-request", said, lane)
            fetch = partial(_response, m, requests, lane)
            start(m, lane, places, fetch, RESPONSE_BYTES, m.memory.write_span, lambda: None)

    return run


@machine("clusterlaunchcontrol.query_cancel")
def query_cancel(op: Operation) -> Run:
    """``clusterlaunchcontrol.query_cancel``: whether a request cancelled a cluster, and its first CTA.

    The coordinates of a rejected request are undefined values: compiled kernels read them before they branch
    on ``is_canceled``.
    """
    response = op.read("response")
    if "is_canceled" in op.words:
        answer = op.write("p")

        def tell(m: Machine) -> None:
            lanes, words = _words(m, response(m))
            canceled = words[3] == CANCELED
            m.part(Requests).seen[m.cta[lanes[~canceled[lanes]]]] = True
            answer(m, canceled)

        return tell
    write, axis = op.write("d"), op.modifiers.get("coordinate", "").rpartition("::")[2]
    numbers = [number for item in items_of(op.operand("d")[0]) for number in numbers_in(op, item)]

    def run(m: Machine) -> None:
        lanes, words = _words(m, response(m))
        write(m, words["xyz".index(axis)] if axis else words)
        rejected = np.zeros(m.lanes, np.bool_)
        rejected[lanes] = words[3][lanes] == REFUSED
        if rejected.any():
            assert m.step is not None
            origin = Origin(m.step, rejected, said=NO_CLUSTER, rule="cancel-response")
            for number in numbers:
                m.defined.poison(number, rejected, origin)

    return run


def _response(m: Machine, requests: Requests, lane: int) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    """The bytes of a response, and their states."""
    return requests.answer(m, lane).view(np.uint8), np.full(RESPONSE_BYTES, INITIALISED, np.uint8)


def _words(m: Machine, response: NDArray[np.uint64]) -> tuple[NDArray[np.int64], NDArray[np.uint32]]:
    """The lanes that execute, and the four words of all lanes' responses.

    Raises:
        Trap: The operand of a lane is not a response.
    """
    lanes = np.flatnonzero(m.executing())
    halves = np.asarray(response, np.uint64)
    words = np.stack([part for half in halves for part in (half & 0xFFFF_FFFF, half >> np.uint64(32))])
    words = words.astype(np.uint32)
    strange = lanes[~np.isin(words[3][lanes], (CANCELED, REFUSED))]
    if strange.size:
        said = (
            "these 128 bits are not a response of try_cancel: load them from its address, "
            "after the wait for its mbarrier"
        )
        raise Trap("cancel-response", said, int(strange[0]))
    return lanes, words


# The native engine


@lowered(try_cancel)
def lower_try_cancel(step: StepLowering) -> None:
    """Name the CTAs that receive the response."""
    step.program.asynchronous = True
    step.emit(
        "clusterlaunchcontrol.try_cancel",
        everyone="multicast::cluster::all" in step.op.words,
        target=step.place("addr").words(),
        barrier=step.place("mbar").words(),
    )


@lowered(query_cancel)
def lower_query_cancel(step: StepLowering) -> None:
    """Give a row for each word of the response that is written."""
    op = step.op
    step.program.asynchronous = True
    response, _ = op.operand("response")
    lower, upper = step.two_rows((response,), written=False)
    if "is_canceled" in op.words:
        handler, rows = "is_canceled", [step.needed(step.write("p"), 1)]
    else:
        handler, axis = "get_first_ctaid", op.modifiers.get("coordinate", "").rpartition("::")[2]
        items = step.items(op.operand("d")[0])
        rows = [-1] * "xyz".index(axis) if axis else []
        rows += [step.target(item, from_name("b32")) for item in items]
        step.out.undefines, step.out.defines = tuple(step.out.defines), []
        step.out.finish = _follow_coordinates
    step.emit(f"clusterlaunchcontrol.query_cancel.{handler}", lower=lower, upper=upper, d=rows, targets=())


def _follow_coordinates(operands: dict[str, Any], at: Followed) -> None:
    """Name the registers that are undefined if no cluster was cancelled."""
    operands["targets"] = followed(at, "d", at.numbers)
