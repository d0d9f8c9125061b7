"""Asynchronous matrix multiply-accumulate of a warpgroup (manual section 9.7.17).

A `wgmma.mma_async` is recorded when its warpgroup executes it, and computed when the schedule lets it take
effect: at the latest when a wait covers its group. A and B are then read from shared memory as their
descriptors say; A in registers is taken when the instruction executes. Products that follow each other on the
same accumulator are computed together.

PTX leaves the order and precision of the sums open: those of floating point are taken in float32, in any
order, or as the units of Hopper do it (`dot_add`). Products of f16, bf16, tf32, e4m3 and e5m2 are exact in
float32. Integers wrap, or are clamped with ``.satfinite`` after every instruction.

Beside the arithmetic there are the rules on registers (section 9.7.17.7.1): nobody touches an accumulator, or
writes a fragment of A, before the wait; and between another access to them and a `wgmma.mma_async` there is a
`wgmma.fence`.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from pyptx.layouts.descriptors import WGMMA_MATRIX, LayoutType
from pyptx.layouts.fragments import WARPGROUP_LANES, mma_shape, wgmma_fragment
from pyptx.layouts.sparsity import metadata_fragment
from pyptx.layouts.swizzle import find
from pyptx.sim.asynchrony import NEVER, Work, need_room
from pyptx.sim.engine import Machine, Part
from pyptx.sim.faults import Trap
from pyptx.sim.gates import gather_warpgroups
from pyptx.sim.scheduler import WARP
from pyptx.sim.semantics.dot_add import dot_add, unit_of
from pyptx.sim.semantics.machine import machine
from pyptx.sim.semantics.rounding import E4M3, E5M2, decode
from pyptx.sim.semantics.sparse import columns_of, need_metadata
from pyptx.sim.symbols import Register
from pyptx.types import b32, pred, u32, u64

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from pyptx.ir import Operand
    from pyptx.layouts.fragments import Fragment
    from pyptx.sim.operands import Operation, Run
    from pyptx.sim.semantics.dot_add import Unit

Array: TypeAlias = "NDArray[Any]"

ROWS = 64
CHUNK = 16
_BITS = {"b1": 1, "s8": 8, "u8": 8, "e4m3": 8, "e5m2": 8, "f16": 16, "bf16": 16, "tf32": 32}
_SWIZZLES = {
    LayoutType.INTERLEAVE: None,
    LayoutType.B128: "128B",
    LayoutType.B64: "64B",
    LayoutType.B32: "32B",
}


@dataclass(frozen=True, slots=True, eq=False)
class Form:
    """What is known of a `wgmma.mma_async` when it is decoded.

    Attributes:
        n: Columns of D.
        k: Columns of A, whole.
        shape: The word for the shape.
        a_type: Type of A.
        b_type: Type of B.
        d_type: Type of D.
        sparse: Whether A is sparse.
        selector: Which lanes have the metadata.
        mn_major_a: Whether A in shared memory is MN-major.
        mn_major_b: Whether B is.
        negate: Whether A times B is subtracted.
        saturates: Whether integers are clamped.
        d: Registers of the accumulator.
        a: Registers of A; empty for a descriptor.
        unit: Who sums; None for sums in any order.
    """

    n: int
    k: int
    shape: str
    a_type: str
    b_type: str
    d_type: str
    sparse: bool
    selector: int
    mn_major_a: bool
    mn_major_b: bool
    negate: bool
    saturates: bool
    d: tuple[Register, ...]
    a: tuple[Register, ...]
    unit: Unit | None

    @property
    def joins(self) -> bool:
        """Whether products that follow each other may be summed at once."""
        return self.d_type == "f32" and self.unit is None

    @property
    def key(self) -> tuple[int, ...]:
        """The registers of the accumulator, by number."""
        return tuple(register.number for register in self.d)

    @property
    def fragment_key(self) -> tuple[int, ...]:
        """The registers of A, by number."""
        return tuple(register.number for register in self.a)


@dataclass(slots=True, eq=False)
class Product:
    """One `wgmma.mma_async` of some warpgroups that has not taken effect.

    Attributes:
        form: What was decoded.
        groups: The warpgroups, by number in the batch.
        batch: The commit group of each.
        a: Its descriptors, or its values from registers: shape (groups, 64, columns stored).
        b: The descriptors of B.
        adds: Whether D is added, for each.
        columns: Where A is sparse, the columns of its stored elements: shape (groups, 64, stored).
        due: Step at which a random schedule lets it take effect.
        work: It, for observers.
    """

    form: Form
    groups: Array
    batch: Array
    a: Array
    b: Array
    adds: Array
    columns: Array | None
    due: int
    work: Work

    def only(self, some: Array) -> Product:
        """Those of some of its warpgroups."""
        columns = self.columns[some] if self.columns is not None else None
        return Product(
            self.form,
            self.groups[some],
            self.batch[some],
            self.a[some],
            self.b[some],
            self.adds[some],
            columns,
            self.due,
            self.work,
        )


class Warpgroups(Part):
    """The products of a batch that have not taken effect, and who may touch which registers.

    Attributes:
        pending: The products, in order.
        busy: For each accumulator or fragment: the commit group of its last product, by warp; -1 for none.
        dirty: For each: in which warps it was accessed since the last `wgmma.fence`.
        shapes: For each accumulator: the shape of its last product.
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
        """Take a set of registers into account."""
        if key not in self.busy:
            self.busy[key] = np.full(m.lanes // WARP, -1, np.int64)
            self.dirty[key] = np.ones(m.lanes // WARP, np.bool_)

    def start(self, m: Machine, product: Product) -> None:
        """Take a product that an instruction started."""
        for each in m.observers.work_started:
            each.work_started(product.work)
        if m.asynchrony.schedule == "early":
            _compute(m, [product])
            return
        product.due = m.asynchrony.due()
        need_room(len(self.pending))
        self.pending.append(product)

    def wait(self, m: Machine, warps: Array, allowed: int) -> None:
        """Let the groups of some warps take effect but for the last `allowed`."""
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
                landing.append(product.only(done))
                rest.append(product.only(~done))
            else:
                rest.append(product)
        self.pending = rest
        _compute(m, landing)
        for group in self.busy.values():
            group[warps & (group < before)] = -1
        self.active = any(bool((group >= 0).any()) for group in self.busy.values())

    def tick(self, m: Machine, now: int) -> int:
        """Let the products take effect that are due, and those before them."""
        last = max((place for place, product in enumerate(self.pending) if product.due <= now), default=-1)
        landing, self.pending = self.pending[: last + 1], self.pending[last + 1 :]
        _compute(m, landing)
        return min((product.due for product in self.pending), default=NEVER)


def unit(m: Machine) -> Warpgroups:
    """The products of a batch."""
    return m.part(Warpgroups)


# Instructions


@machine("wgmma.mma_async")
def multiply(op: Operation) -> Run:
    """``wgmma.mma_async``: D = A * B, or D + A * B, some time before a wait for its group ends."""
    _whole_warpgroups(op)
    form = form_of(op)
    op.accumulators, op.fragments = form.key, form.fragment_key
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
        _need_accumulator(m, form, groups, adds)
        a: Array
        columns = None
        if a_desc is not None:
            a = _same(m, a_desc(m), groups, "the descriptor of A")
        else:
            assert a_values is not None
            a = _from_registers(form, a_values(m), groups)
        if meta is not None:
            columns = _columns(form, meta(m), groups)
        b = _same(m, b_desc(m), groups, "the descriptor of B")
        _check_registers(m, work, form, groups)
        committed = work.committed.reshape(-1, 4)[groups].min(1)
        if m.observers.product_started:
            _note_reads(m, form, groups, committed, a if a_desc is not None else None, b)
        work.start(m, Product(form, groups, committed, a, b, adds, columns, NEVER, Work(m.step, "product")))
        _mark_busy(m, work, form, groups)

    return run


@machine("wgmma.fence")
def fence(op: Operation) -> Run:
    """``wgmma.fence``: order accesses to registers before the products that follow.

    The lanes of a warp have met then: DeepGEMM has one lane release what all of them read before it.
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
    """``wgmma.commit_group``: close the group of the products since the last commit."""
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
        for each in m.observers.products_waited:
            each.products_waited(warps, work.committed - count)

    return run


def _whole_warpgroups(op: Operation) -> None:
    """Bring the four warps of a warpgroup together."""
    op.warpgroup = True
    op.passing = gather_warpgroups


def _warps(m: Machine) -> Array:
    """Which warps execute the current instruction."""
    lanes = m.executing()
    some: Array = np.asarray(lanes.reshape(-1, WARP).any(1))
    return some


def _is_constant(op: Operation, name: str) -> bool:
    operand, _ = op.operand(name)
    return op.known(operand) is not None


def form_of(op: Operation) -> Form:
    """Read the modifiers, the immediates and the registers."""
    words = op.modifiers
    sparse = op.words[1] == "sp"
    _, n, k = mma_shape(words["shape"])
    unit = None
    if op.unit is not None and not sparse and words["dtype"] != "s32":
        unit = unit_of(op.unit, "wgmma", words["atype"], words["btype"], k)

    def immediate(name: str, default: int) -> int:
        return op.constant(name) if op.has(name) else default

    return Form(
        n=n,
        k=k,
        shape=words["shape"],
        a_type=words["atype"],
        b_type=words["btype"],
        d_type=words["dtype"],
        sparse=sparse,
        selector=immediate("sp_sel", 0),
        mn_major_a=immediate("imm_trans_a", 0) == 1,
        mn_major_b=immediate("imm_trans_b", 0) == 1,
        negate=immediate("imm_scale_a", 1) * immediate("imm_scale_b", 1) < 0,
        saturates="satfinite" in op.words,
        d=_registers(op, op.operand("d")[0]),
        a=_registers(op, op.operand("a")[0]) if op.has("a") else (),
        unit=unit,
    )


def _registers(op: Operation, operand: Operand) -> tuple[Register, ...]:
    """The registers in braces."""
    items = getattr(operand, "items", (operand,))
    found = [op.scope.find(getattr(item, "name", "")) for item in items]
    return tuple(
        part
        for entry in found
        for part in (entry if isinstance(entry, tuple) else (entry,))
        if isinstance(part, Register)
    )


def _same(m: Machine, values: Array, groups: Array, what: str) -> Array:
    """The value of an operand for each warpgroup, in which all threads must have the same."""
    rows = values.reshape(-1, WARPGROUP_LANES)[groups]
    differing = (rows != rows[:, :1]).any(1)
    if differing.any():
        group = int(differing.argmax())
        lane = int(groups[group]) * WARPGROUP_LANES + int((rows[group] != rows[group, 0]).argmax())
        raise Trap("wgmma-operand", f"{what} must be the same in all threads of the warpgroup", lane)
    first: Array = rows[:, 0].copy()
    return first


# Rules on registers


def _need_accumulator(m: Machine, form: Form, groups: Array, adds: Array) -> None:
    """Check that an accumulator that is added was written."""
    if not adds.any() or "uninitialized" not in m.memory.checks:
        return
    for register in form.d:
        if m.defined.full[register.number]:
            continue
        known = m.defined.initialised[register.number].reshape(-1, WARPGROUP_LANES)[groups]
        missing = ~known & adds[:, None]
        if missing.any():
            group, lane = divmod(int(missing.argmax()), WARPGROUP_LANES)
            said = f"{register.name} is added, but this thread never wrote it: scale-d of 0 starts from zero"
            raise Trap("uninitialized-register", said, int(groups[group]) * WARPGROUP_LANES + lane)


def _check_registers(m: Machine, work: Warpgroups, form: Form, groups: Array) -> None:
    """Check that accesses before a product are ordered: by a fence, or because it is of the same shape."""
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
                "ever executed: wgmma.fence comes "
                "between any access to them and wgmma.mma_async"
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
                "registers of a wgmma.mma_async that is under way are used by one of another shape: "
                "wgmma.wait_group comes first"
            )
            raise Trap("wgmma-hazard", said, int(clash.argmax()) * WARP)


def _mark_busy(m: Machine, work: Warpgroups, form: Form, groups: Array) -> None:
    """Note which registers a product uses until a wait covers it; to products that follow, D is there."""
    for key in (form.key, form.fragment_key):
        if key:
            busy = work.busy[key].reshape(-1, 4)
            busy[groups] = work.committed.reshape(-1, 4)[groups]
    for register in form.d:
        if not m.defined.full[register.number]:
            m.defined.initialised[register.number].reshape(-1, WARPGROUP_LANES)[groups] = True
    work.shapes[form.key] = form.shape
    work.active = True


def watched(run: Run, touched: tuple[tuple[int, ...], ...], written: tuple[tuple[int, ...], ...]) -> Run:
    """The execution of another instruction that accesses registers of products.

    Args:
        run: What it does.
        touched: Accumulators that it accesses, by their registers.
        written: Fragments of A that it writes.
    """
    keys = tuple(dict.fromkeys((*touched, *written)))

    def run_watched(m: Machine) -> None:
        work = unit(m)
        warps = _warps(m)
        for key in keys:
            work.watch(m, key)
            work.dirty[key][warps] = True
            if work.active:
                clash = warps & (work.busy[key] >= 0)
                if clash.any():
                    what = "accumulator" if key in touched else "fragment of A"
                    said = (
                        f"a register of the {what} of a wgmma.mma_async that is under way: "
                        "wgmma.commit_group and wgmma.wait_group come first"
                    )
                    lane = int((np.repeat(clash, WARP) & m.active()).argmax())
                    raise Trap("wgmma-hazard", said, lane)
        run(m)

    return run_watched


# Arithmetic


def _compute(m: Machine, products: list[Product]) -> None:
    """Let products take effect, in order; those that follow each other on one accumulator at once."""
    first = 0
    while first < len(products):
        last = first + 1
        while last < len(products) and _follows(products[last - 1], products[last]):
            last += 1
        chain = products[first:last]
        try:
            _multiply(m, chain)
        except Trap as trap:
            trap.step = trap.step or chain[0].work.step
            raise
        for each in m.observers.work_completed:
            for product in chain:
                each.work_completed(product.work, product.groups * WARPGROUP_LANES)
        first = last


def _follows(before: Product, after: Product) -> bool:
    form = after.form
    return (
        form.joins
        and before.form.key == form.key
        and before.form.shape == form.shape
        and np.array_equal(before.groups, after.groups)
        and bool(after.adds.all())
    )


def _multiply(m: Machine, chain: list[Product]) -> None:
    """D = D + the sum of the products of a chain."""
    form, groups = chain[0].form, chain[0].groups
    lefts, rights = [], []
    places = np.stack([product.b for product in chain], axis=1)
    cta = m.cta[groups * WARPGROUP_LANES]
    _, chosen, which = np.unique(
        np.column_stack([cta.astype(np.uint64), places]), axis=0, return_index=True, return_inverse=True
    )
    which = which.reshape(-1)
    for product in chain:
        lefts.append(_left(m, product))
        right = _matrix(
            m, product.b[chosen], groups[chosen], form.b_type, form.n, form.k, mn_major=form.mn_major_b
        )
        rights.append(right)
    left = np.ascontiguousarray(lefts[0] if len(chain) == 1 else np.concatenate(lefts, axis=2))
    # BLAS takes a matrix or its transpose, if one of the two lies row by row.
    along = 1 if form.mn_major_b else 2
    right = np.ascontiguousarray(rights[0] if len(chain) == 1 else np.concatenate(rights, axis=along))
    right = right if form.mn_major_b else right.swapaxes(1, 2)
    total = np.empty((len(groups), ROWS, form.n), left.dtype if form.unit is None else np.float64)
    held = _held(m, chain[0])
    types = form.a_type, form.b_type, form.d_type
    for place, index in enumerate(which.tolist()):
        if form.unit is not None:
            addend = np.zeros_like(total[place]) if held is None else held[place].reshape(total[place].shape)
            total[place] = dot_add(form.unit, left[place], right[index], addend, types, form.d_type)
        else:
            np.matmul(left[place], right[index], out=total[place])
    flat = total.reshape(len(groups), -1)
    _accumulate(m, chain[0], flat if held is None or form.unit is not None else flat + held)


def _held(m: Machine, product: Product) -> Array | None:
    """What accumulators hold, as numbers in the order of the matrix; zero where it is not added."""
    form, groups = product.form, product.groups
    if not product.adds.any():
        return None
    _, back = _d_order(form.shape, form.d_type)
    grouped = m.files[32].reshape(len(m.files[32]), -1, WARPGROUP_LANES)
    rows = np.array([register.row for register in form.d])
    raw = np.ascontiguousarray(grouped[rows[:, None], groups[None, :]].swapaxes(0, 1)).reshape(
        len(groups), -1
    )
    held: Array
    if form.d_type == "f32":
        held = raw.view(np.float32).take(back, axis=1)
    elif form.d_type == "f16":
        held = raw.view(np.float16).astype(np.float32).take(back, axis=1)
    else:
        held = raw.view(np.int32).astype(np.float64).take(back, axis=1)
    return held if product.adds.all() else np.where(product.adds[:, None], held, held.dtype.type(0))


def _accumulate(m: Machine, product: Product, flat: Array) -> None:
    """Put sums into accumulators, rounded to their type."""
    form, groups = product.form, product.groups
    order, _ = _d_order(form.shape, form.d_type)
    file = m.files[32]
    rows = np.array([register.row for register in form.d])
    grouped = file.reshape(len(file), -1, WARPGROUP_LANES)
    kind = form.d_type
    if kind == "f16":
        made = flat.astype(np.float16).take(order, axis=1).view(np.uint32)
    elif kind == "f32":
        single = flat.astype(np.float32)
        made = np.where(np.isnan(single), np.uint32(0x7FFF_FFFF), single.view(np.uint32)).take(order, axis=1)
    else:
        whole = np.clip(flat, -(2.0**31), 2.0**31 - 1) if form.saturates else flat
        made = whole.astype(np.int64).astype(np.uint32).take(order, axis=1)
    block = made.reshape(len(groups), len(rows), WARPGROUP_LANES).swapaxes(0, 1)
    grouped[rows[:, None], groups[None, :]] = block


@cache
def _d_order(shape: str, type_: str) -> tuple[Array, Array]:
    """For each (register, lane, element) the place in the matrix, and the inverse."""
    fragment = wgmma_fragment(shape, "d", type_)
    order = _flat(fragment)
    return order, np.argsort(order)


def _flat(fragment: Fragment) -> Array:
    """The places of (register, lane, element) in the matrix, one after the other."""
    places = np.zeros((fragment.registers, len(fragment.lanes), fragment.elements), np.int64)
    for lane in fragment.lanes:
        for register in range(fragment.registers):
            for element in range(fragment.elements):
                row, column = fragment.at(lane, register, element)
                places[register, lane, element] = row * fragment.columns + column
    return places.reshape(-1)


# Operands


def _left(m: Machine, product: Product) -> Array:
    """A, whole: shape (groups, 64, K)."""
    form = product.form
    stored = form.k // 2 if form.sparse else form.k
    if form.a:
        values = product.a
    else:
        values = _matrix(m, product.a, product.groups, form.a_type, ROWS, stored, mn_major=form.mn_major_a)
        values = values.swapaxes(1, 2) if form.mn_major_a else values
    if product.columns is not None:
        whole = np.zeros((len(product.groups), ROWS, form.k), values.dtype)
        np.put_along_axis(whole, product.columns, values, axis=2)
        values = whole
    return -values if form.negate else values


def _from_registers(form: Form, values: Array, groups: Array) -> Array:
    """A from registers: shape (groups, 64, columns stored)."""
    order = _a_order(form.shape, form.a_type, sparse=form.sparse)
    block = values.reshape(len(form.a), -1, WARPGROUP_LANES)[:, groups].swapaxes(0, 1)
    words = np.ascontiguousarray(block).view(np.uint32).reshape(len(groups), -1)
    return (
        _numbers(form.a_type, _elements(form.a_type, words))
        .take(order, axis=1)
        .reshape(len(groups), ROWS, -1)
    )


@cache
def _a_order(shape: str, type_: str, *, sparse: bool) -> Array:
    """For each place in A the (register, lane, element) that holds it."""
    return np.argsort(_flat(wgmma_fragment(shape, "a", type_, sparse=sparse)))


def _columns(form: Form, meta: Array, groups: Array) -> Array:
    """The columns of the stored elements of a sparse A: shape (groups, 64, K / 2)."""
    words = meta.reshape(-1, WARPGROUP_LANES)[groups]
    fragment = metadata_fragment(form.shape, form.a_type, form.selector)
    columns, wrong = columns_of(fragment, form.a_type, words, ordered=True)
    if wrong.any():
        need_metadata(int(groups[int(wrong.argmax())]) * WARPGROUP_LANES)
    return columns


def _matrix(
    m: Machine, descriptors: Array, groups: Array, type_: str, extent: int, depth: int, *, mn_major: bool
) -> Array:
    """An operand in shared memory as numbers: shape (groups, extent along M or N, depth along K).

    One that is MN-major is given the other way round.
    """
    memory, bits = m.memory, _BITS[type_]
    parts = []
    base = memory.cta_start[m.cta[groups * WARPGROUP_LANES]]
    for place, (descriptor, start) in enumerate(zip(descriptors.tolist(), base.tolist(), strict=True)):
        lane = int(groups[place]) * WARPGROUP_LANES
        offsets, highest = _offsets(
            _need_descriptor(descriptor, lane), extent, depth * bits // 8, mn_major=mn_major
        )
        if highest > memory.shared_bytes:
            said = (
                f"the matrix of descriptor {descriptor:#x} ends at shared address {highest:#x}; the CTA has "
                f"{memory.shared_bytes} bytes"
            )
            raise Trap("out-of-bounds", said, lane)
        parts.append(start + offsets)
    index = np.stack(parts)
    data, state = memory.gather_units(index, CHUNK)
    memory.need_known_units(index, state, None, CHUNK, int(groups[0]) * WARPGROUP_LANES)
    raw = np.ascontiguousarray(data).view(np.uint8).reshape(len(descriptors), index.shape[1], -1)
    return _numbers(type_, _elements(type_, raw))


def _note_reads(m: Machine, form: Form, groups: Array, committed: Array, a: Array | None, b: Array) -> None:
    """Let observers see which parts of shared memory products will read."""
    stored = form.k // 2 if form.sparse else form.k
    bits = _BITS[form.a_type]
    base = m.memory.cta_start[m.cta[groups * WARPGROUP_LANES]]
    for place, (group, batch) in enumerate(zip(groups.tolist(), committed.tolist(), strict=True)):
        operands = [(b[place], form.n, form.k, form.mn_major_b)]
        if a is not None:
            operands.append((a[place], ROWS, stored, form.mn_major_a))
        lane = group * WARPGROUP_LANES
        parts = []
        for descriptor, extent, depth, mn_major in operands:
            fields = _need_descriptor(int(descriptor), lane)
            offsets, highest = _offsets(fields, extent, depth * bits // 8, mn_major=mn_major)
            if highest > m.memory.shared_bytes:
                return
            parts.append(offsets.reshape(-1))
        for each in m.observers.product_started:
            each.product_started(group, batch, int(base[place]) + np.concatenate(parts), CHUNK)


def _need_descriptor(word: int, lane: int) -> tuple[int, int, int, int]:
    """Address, LBO, SBO and swizzle of a descriptor."""
    try:
        fields = WGMMA_MATRIX.decode(word)
    except ValueError as error:
        raise Trap("wgmma-descriptor", str(error), lane) from None
    if fields["base_offset"]:
        said = "a descriptor with a base offset is not simulated: start the swizzle pattern where it repeats"
        raise Trap("unmodelled", said, lane)
    return fields["address"], fields["leading"], fields["stride"], fields["swizzle"]


@cache
def _offsets(
    fields: tuple[int, int, int, int], extent: int, depth_bytes: int, *, mn_major: bool
) -> tuple[Array, int]:
    """Where the 16-byte chunks of an operand lie, from the start of shared memory, and their end.

    K-major: shape (extent, chunks along K). MN-major, whose elements have 16 bits: shape (K, chunks along
    MN).
    """
    address, leading, stride, swizzle = fields
    pattern = find(_SWIZZLES[LayoutType(swizzle)])
    if not mn_major:
        row = np.arange(extent)[:, None]
        chunk = np.arange(depth_bytes // CHUNK)[None, :]
        width, across = (CHUNK, leading) if pattern is None else (pattern.row_bytes, CHUNK)
        offset = row % 8 * width + row // 8 * stride + chunk * across
    else:
        k = np.arange(depth_bytes // 2)[:, None]
        chunk = np.arange(extent * 2 // CHUNK)[None, :]
        if pattern is None:
            offset = chunk * stride + k % 8 * CHUNK + k // 8 * leading
        else:
            block, within = divmod(chunk * CHUNK, pattern.row_bytes)
            offset = within + block * leading + k % 8 * pattern.row_bytes + k // 8 * stride
    place = address + offset
    if pattern is not None:
        place = place ^ ((place & pattern.line_mask) >> pattern.shift)
    return place, int(place.max()) + CHUNK


def _elements(type_: str, raw: Array) -> Array:
    """The encodings in words or bytes, along the last axis."""
    if type_ == "b1":
        bytes_ = np.ascontiguousarray(raw).view(np.uint8)
        return np.unpackbits(bytes_, axis=-1, bitorder="little")
    return np.ascontiguousarray(raw).view(f"u{_BITS[type_] // 8}")


def _numbers(type_: str, raw: Array) -> Array:
    """The numbers that encodings stand for: float32, and float64 for integers, whose sums are exact then."""
    if type_ == "f16":
        return raw.view(np.float16).astype(np.float32)
    if type_ == "bf16":
        return (raw.astype(np.uint32) << np.uint32(16)).view(np.float32)
    if type_ == "tf32":
        return (raw & np.uint32(0xFFFF_E000)).view(np.float32)
    if type_ in ("e4m3", "e5m2"):
        return _byte_table(type_).take(raw)
    if type_ == "s8":
        return raw.view(np.int8).astype(np.float64)
    return raw.astype(np.float64)


@cache
def _byte_table(type_: str) -> Array:
    """The values of an 8-bit format."""
    return decode({"e4m3": E4M3, "e5m2": E5M2}[type_], np.arange(256)).astype(np.float32)
