"""Asynchronous matrix multiply-accumulate of a warpgroup (manual section 9.7.17).

A `wgmma.mma_async` is recorded when its warpgroup executes it, and computed when the schedule says, at the
latest when a wait covers its group. A and B are then read from shared memory by their descriptors; A in
registers is read when the instruction executes. Consecutive MMAs on the same accumulator are computed
together.

The rules on registers (section 9.7.17.7.1): before the wait no instruction accesses an accumulator or writes
a fragment of A; and between another access to them and a `wgmma.mma_async` there is a `wgmma.fence`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from pyptx.layouts.fragments import WARPGROUP_LANES
from pyptx.layouts.sparsity import metadata_fragment
from pyptx.sim.abi import ELEMENT, RELATION, SUM
from pyptx.sim.asynchrony import NEVER, Work, need_room
from pyptx.sim.faults import Trap
from pyptx.sim.gates import gather_warpgroups
from pyptx.sim.machine import Machine, Part
from pyptx.sim.scheduler import WARP
from pyptx.sim.semantics.dot_add import numbers_of
from pyptx.sim.semantics.machine import machine
from pyptx.sim.semantics.native import lowered
from pyptx.sim.semantics.sparse import metadata_places
from pyptx.sim.semantics.wgmma_form import Form, form_of
from pyptx.sim.semantics.wgmma_operands import columns_of_a, from_registers, note_reads
from pyptx.sim.semantics.wgmma_product import Product, compute
from pyptx.sim.semantics.wgmma_undefined import undefined_registers
from pyptx.types import b32, pred, u32, u64

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pyptx.sim.lowering.records import Followed
    from pyptx.sim.lowering.step import StepLowering
    from pyptx.sim.operands import Operation, Run
    from pyptx.sim.semantics.registry import Array


class Warpgroups(Part):
    """The pending MMAs of a batch, and the state of their registers.

    Attributes:
        pending: The MMAs, in order.
        busy: For each accumulator or fragment: the commit group of its last MMA, by warp; -1 for none.
        dirty: For each: the warps that accessed it since the last `wgmma.fence`.
        shapes: For each accumulator: the shape of its last MMA.
        active: Whether any is busy.
        committed: Commit groups of each warp.
    """

    def __init__(self, m: Machine) -> None:
        self.pending: list[Product] = []
        self.busy: dict[tuple[int, ...], Array] = {}
        self.dirty: dict[tuple[int, ...], Array] = {}
        self.shapes: dict[tuple[int, ...], str] = {}
        self.active = False
        self.committed = np.zeros(m.lanes // WARP, np.int64)

    def watch(self, m: Machine, key: tuple[int, ...]) -> None:
        """Track a set of registers."""
        if key not in self.busy:
            self.busy[key] = np.full(m.lanes // WARP, -1, np.int64)
            self.dirty[key] = np.ones(m.lanes // WARP, np.bool_)

    def start(self, m: Machine, product: Product) -> None:
        """Add an MMA that an instruction started."""
        for each in m.observers.work_started:
            each.work_started(product.work)
        if m.asynchrony.schedule == "early":
            compute(m, [product])
            return
        product.due = m.asynchrony.due()
        need_room(len(self.pending))
        self.pending.append(product)

    def wait(self, m: Machine, warps: Array, allowed: int) -> None:
        """Let all groups of some warps but the last `allowed` take effect."""
        before = self.committed - allowed
        by_group = np.where(warps, before, -1).reshape(-1, 4)
        groups = by_group.max(1)
        landing: list[Product] = []
        rest: list[Product] = []
        for product in self.pending:
            done = product.batch < groups[product.groups]
            if done.all():
                landing.append(product)
            elif done.any():
                landing.append(product.select(done))
                rest.append(product.select(~done))
            else:
                rest.append(product)
        self.pending = rest
        compute(m, landing)
        for group in self.busy.values():
            group[warps & (group < before)] = -1
        self.active = any(bool((group >= 0).any()) for group in self.busy.values())

    def tick(self, m: Machine, now: int) -> int:
        """Let the MMAs that are due take effect, and those before them."""
        last = max((place for place, product in enumerate(self.pending) if product.due <= now), default=-1)
        landing, self.pending = self.pending[: last + 1], self.pending[last + 1 :]
        compute(m, landing)
        return min((product.due for product in self.pending), default=NEVER)


def unit(m: Machine) -> Warpgroups:
    """The pending MMAs of the batch."""
    return m.part(Warpgroups)


# Instructions


@machine("wgmma.mma_async")
def multiply(op: Operation) -> Run:
    """``wgmma.mma_async``: D = A * B, or D + A * B, some time before a wait for its group ends."""
    _whole_warpgroups(op)
    form = form_of(op)
    op.accumulators, op.fragments = form.key, form.fragment_key
    op.keeps = frozenset(form.fragment_key)
    if form.d_type != "s32":
        op.fidelity = "approximate" if form.unit is None else "hardware"
    a_desc = op.read("a_desc", u64) if op.has("a_desc") else None
    a_values = op.read("a", b32) if a_desc is None else None
    b_desc = op.read("b_desc", u64)
    scale = op.read("scale_d", pred) if not _is_constant(op, "scale_d") else None
    always = scale is None and op.constant("scale_d") != 0
    meta = op.read("sp_meta", u32) if form.sparse else None

    def run(m: Machine) -> None:
        work = unit(m)
        lanes = m.executing()
        groups = np.flatnonzero(lanes.reshape(-1, WARPGROUP_LANES).all(1))
        adds = _same(m, scale(m), groups, "scale-d") if scale is not None else np.full(len(groups), always)
        undefined = undefined_registers(m, form, groups, adds)
        a: Array
        columns = None
        if a_desc is not None:
            a = _same(m, a_desc(m), groups, "the descriptor of A")
        else:
            assert a_values is not None
            a = from_registers(form, a_values(m), groups)
        if meta is not None:
            columns = columns_of_a(form, meta(m), groups)
        b = _same(m, b_desc(m), groups, "the descriptor of B")
        _check_registers(m, work, form, groups)
        committed = work.committed.reshape(-1, 4)[groups].min(1)
        if m.observers.wgmma_started:
            note_reads(m, form, groups, committed, a if a_desc is not None else None, b)
        _mark_busy(m, work, form, groups)
        product = Work(m.step, "product")
        work.start(m, Product(form, groups, committed, a, b, adds, columns, NEVER, product, undefined))

    return run


@machine("wgmma.fence")
def fence(op: Operation) -> Run:
    """``wgmma.fence``: order accesses to registers before the MMAs that follow.

    The lanes of a warp meet at it: DeepGEMM lets one lane release memory that all lanes read before.
    """
    _whole_warpgroups(op)

    def run(m: Machine) -> None:
        work, warps = unit(m), _warps(m)
        for key in m.code.watched:
            work.watch(m, key)
        for dirty in work.dirty.values():
            dirty[warps] = False
        for each in m.observers.warps_met:
            each.warps_met(np.flatnonzero(m.active()))

    return run


@machine("wgmma.commit_group")
def commit(op: Operation) -> Run:
    """``wgmma.commit_group``: close the group of the MMAs since the last commit."""
    _whole_warpgroups(op)

    def run(m: Machine) -> None:
        unit(m).committed[_warps(m)] += 1

    return run


@machine("wgmma.wait_group")
def wait(op: Operation) -> Run:
    """``wgmma.wait_group n``: wait for all groups but the last `n`."""
    _whole_warpgroups(op)
    count = op.constant("n")

    def run(m: Machine) -> None:
        work, warps = unit(m), _warps(m)
        work.wait(m, warps, count)
        for each in m.observers.wgmma_waited:
            each.wgmma_waited(warps, work.committed - count)

    return run


def _whole_warpgroups(op: Operation) -> None:
    """Gather the four warps of a warpgroup."""
    op.warpgroup = True
    op.passing = gather_warpgroups


def _warps(m: Machine) -> Array:
    """Return the warps that execute the current instruction."""
    lanes = m.executing()
    some: Array = np.asarray(lanes.reshape(-1, WARP).any(1))
    return some


def _is_constant(op: Operation, name: str) -> bool:
    operand, _ = op.operand(name)
    return op.constant_of(operand) is not None


def _same(m: Machine, values: Array, groups: Array, what: str) -> Array:
    """Return an operand's value for each warpgroup; it must be the same in all threads."""
    rows = values.reshape(-1, WARPGROUP_LANES)[groups]
    differing = (rows != rows[:, :1]).any(1)
    if differing.any():
        group = int(differing.argmax())
        lane = int(groups[group]) * WARPGROUP_LANES + int((rows[group] != rows[group, 0]).argmax())
        raise Trap("wgmma-operand", f"{what} must be the same in all threads of the warpgroup", lane)
    first: Array = rows[:, 0].copy()
    return first


# Rules on registers


def _check_registers(m: Machine, work: Warpgroups, form: Form, groups: Array) -> None:
    """Check that accesses before an MMA are ordered, by a fence or by an MMA of the same shape."""
    warps = np.zeros(m.lanes // WARP, np.bool_).reshape(-1, 4)
    warps[groups] = True
    some = warps.reshape(-1)
    for key in (form.key, form.fragment_key):
        if not key:
            continue
        work.watch(m, key)
        unordered = some & work.dirty[key]
        if unordered.any():
            what = "accumulator" if key is form.key or key == form.key else "fragment of A"
            said = (
                f"the registers of the {what} were accessed, or no wgmma.fence was "
                "ever executed: wgmma.fence must come between any access to them and wgmma.mma_async"
            )
            raise Trap("wgmma-fence", said, int(unordered.argmax()) * WARP)
    mine = set(form.key) | set(form.fragment_key)
    for key, busy in work.busy.items():
        same = key == form.key and work.shapes.get(key) in (None, form.shape)
        if same or mine.isdisjoint(key) or (key == form.fragment_key and key not in work.shapes):
            continue
        clash = some & (busy >= 0)
        if clash.any():
            said = (
                "registers of a pending wgmma.mma_async are used by one of another shape: "
                "wgmma.wait_group must come first"
            )
            raise Trap("wgmma-hazard", said, int(clash.argmax()) * WARP)


def _mark_busy(m: Machine, work: Warpgroups, form: Form, groups: Array) -> None:
    """Mark registers busy until a wait covers the MMA; D is available to later MMAs."""
    for key in (form.key, form.fragment_key):
        if key:
            busy = work.busy[key].reshape(-1, 4)
            busy[groups] = work.committed.reshape(-1, 4)[groups]
    for register in form.d:
        if not m.defined.full[register.number]:
            m.defined.initialised[register.number].reshape(-1, WARPGROUP_LANES)[groups] = True
    work.shapes[form.key] = form.shape
    work.active = True


def watched(run: Run, sets: Mapping[tuple[int, ...], bool]) -> Run:
    """Wrap another instruction that accesses registers of pending MMAs in checks.

    Args:
        run: The execution of the instruction.
        sets: Accumulators that it accesses and fragments of A that it writes, by their registers; whether
            each is an accumulator.
    """

    def run_watched(m: Machine) -> None:
        work = unit(m)
        warps = _warps(m)
        for key, accumulates in sets.items():
            work.watch(m, key)
            work.dirty[key][warps] = True
            if work.active:
                clash = warps & (work.busy[key] >= 0)
                if clash.any():
                    what = "accumulator" if accumulates else "fragment of A"
                    said = (
                        f"an access to a register of the {what} of a pending wgmma.mma_async: "
                        "wgmma.commit_group and wgmma.wait_group must come first"
                    )
                    lane = int((np.repeat(clash, WARP) & m.active()).argmax())
                    raise Trap("wgmma-hazard", said, lane)
        run(m)

    return run_watched


# The native engine


@lowered(fence)
def lower_fence(step: StepLowering) -> None:
    """Order accesses to registers."""
    step.emit("wgmma.fence")


@lowered(commit)
def lower_commit(step: StepLowering) -> None:
    """Close a group."""
    step.emit("wgmma.commit_group")


@lowered(wait)
def lower_wait(step: StepLowering) -> None:
    """Give the number of groups that may stay pending."""
    step.emit("wgmma.wait_group", allowed=step.op.constant("n"))


@lowered(multiply)
def lower_multiply(step: StepLowering) -> None:
    """Give the registers, and their relation to those of other MMAs."""
    op = step.op
    form = form_of(op)
    program = step.program
    shape = program.shapes.setdefault(form.shape, len(program.shapes))
    key_of_d, key_of_a = form.key, form.fragment_key
    own = {*key_of_d, *key_of_a}
    relations = [
        "same" if key == key_of_d
        else "fragment" if key == key_of_a
        else "apart" if own.isdisjoint(key)
        else "overlaps"
        for key in program.watched
    ]  # fmt: skip
    constant = op.constant_of(op.operand("scale_d")[0])
    step.out.added, step.out.kept, step.out.finish = key_of_d, op.keeps, _follow_registers
    if program.follows:
        step.out.undefines = key_of_d
    else:
        step.out.defines += key_of_d
    rows = [program.rows[register.number] for register in (*form.d, *form.a)]
    places: tuple[int, ...] = ()
    meta = -1
    if form.sparse:
        meta = step.read("sp_meta", u32)
        places = metadata_places(metadata_fragment(form.shape, form.a_type, form.selector))
    step.emit(
        "wgmma.mma_async",
        a_desc=step.read("a_desc") if op.has("a_desc") else -1,
        b_desc=step.read("b_desc"),
        scale_d=step.read("scale_d") if constant is None else -1,
        adds=bool(constant),
        columns=form.n,
        depth=form.k,
        shape=shape,
        a_type=ELEMENT[form.a_type],
        b_type=ELEMENT[form.b_type],
        d_type=SUM[form.d_type],
        mn_major_a=form.mn_major_a,
        mn_major_b=form.mn_major_b,
        negates=form.negate,
        saturates=form.saturates,
        key=program.watched[key_of_d],
        fragment=program.watched[key_of_a] if form.a else -1,
        meta=meta,
        relations=[RELATION[relation] for relation in relations],
        d=rows[: len(form.d)],
        a=rows[len(form.d) :],
        places=places,
        unit=numbers_of(form.unit, (form.a_type, form.b_type, form.d_type), form.k),
        targets=(),
        sources=(),
        follows=program.follows,
    )


def _follow_registers(operands: dict[str, Any], at: Followed) -> None:
    """Name the registers of D and A that may be undefined, or that become so."""
    follows = bool(at.made.undefines)
    for name, wanted, some in (
        ("targets", at.made.added, at.numbers if follows else at.maybe_undefined),
        ("sources", at.step.operation.fragments, at.maybe_undefined),
    ):
        found = [at.numbers[each] if each in some and each in at.numbers else -1 for each in wanted]
        operands[name] = found if max(found, default=-1) >= 0 else ()
