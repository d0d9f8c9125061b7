"""Arithmetic of `wgmma.mma_async`: pending MMAs, and the sums in their accumulators.

PTX leaves the order and precision of the sums open. Products of floating-point types are exact, and added to
D in float32 in the order of K (`sum_in_order`), or like the matrix units of Hopper (`dot_add`). Integers
wrap, or are clamped with ``.satfinite`` after every instruction.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from pyptx.layouts.fragments import WARPGROUP_LANES
from pyptx.sim.faults import Trap
from pyptx.sim.semantics.dot_add import dot_add
from pyptx.sim.semantics.exact import sum_in_order
from pyptx.sim.semantics.rounding import F16, round_to
from pyptx.sim.semantics.undefined_matrices import first_of
from pyptx.sim.semantics.wgmma_form import ROWS
from pyptx.sim.semantics.wgmma_operands import d_order, read_matrix
from pyptx.sim.semantics.wgmma_undefined import UnwrittenLines, mark_accumulators

if TYPE_CHECKING:
    from pyptx.sim.asynchrony import Work
    from pyptx.sim.machine import Machine
    from pyptx.sim.semantics.registry import Array
    from pyptx.sim.semantics.wgmma_form import Form
    from pyptx.sim.semantics.wgmma_undefined import UndefinedRegisters


@dataclass(slots=True, eq=False)
class Product:
    """One pending `wgmma.mma_async` of some warpgroups.

    Attributes:
        form: The decoded form.
        groups: The warpgroups, by number in the batch.
        batch: The commit group of each.
        a: The descriptors of A, or its values from registers: shape (groups, 64, columns stored).
        b: The descriptors of B.
        adds: Whether D is added, for each.
        columns: For a sparse A, the columns of its stored elements: shape (groups, 64, stored).
        due: Step at which a random schedule completes it.
        work: The operation, for observers.
        undefined: Its undefined registers when it was executed; None if there were none.
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
    undefined: UndefinedRegisters | None = None

    def select(self, some: Array) -> Product:
        """Select the MMAs of some of the warpgroups."""
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
            self.undefined.select(some) if self.undefined is not None else None,
        )


def compute(m: Machine, products: list[Product]) -> None:
    """Let MMAs take effect, in order; consecutive ones on one accumulator together."""
    first = 0
    while first < len(products):
        last = first + 1
        while last < len(products) and _follows(products[last - 1], products[last]):
            last += 1
        chain = products[first:last]
        try:
            for each in m.observers.wgmma_computing:
                each.wgmma_computing(chain)
            _multiply(m, chain)
        except Trap as trap:
            trap.step = trap.step or chain[0].work.step
            raise
        for each in m.observers.wgmma_computed:
            each.wgmma_computed(chain)
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
        and before.form.layout_of_b == form.layout_of_b
        and np.array_equal(before.groups, after.groups)
        and bool(after.adds.all())
    )


def _multiply(m: Machine, chain: list[Product]) -> None:
    """Compute D = D + the sum of the products of a chain of MMAs."""
    form, groups = chain[0].form, chain[0].groups
    lefts, rights = [], []
    rows: list[Array | None] = []
    columns: list[Array | None] = []
    places = np.stack([product.b for product in chain], axis=1)
    cta = m.cta[groups * WARPGROUP_LANES]
    _, chosen, which = np.unique(
        np.column_stack([cta.astype(np.uint64), places]), axis=0, return_index=True, return_inverse=True
    )
    which = which.reshape(-1)
    for product in chain:
        left, lacking = _left(m, product)
        lefts.append(left)
        rows.append(lacking)
        right, lacking = read_matrix(
            m, product.b[chosen], groups[chosen], form.b_type, form.n, form.k, mn_major=form.mn_major_b
        )
        rights.append(right)
        columns.append(lacking)
    left = np.ascontiguousarray(lefts[0] if len(chain) == 1 else np.concatenate(lefts, axis=2))
    along = 1 if form.mn_major_b else 2
    right = np.ascontiguousarray(rights[0] if len(chain) == 1 else np.concatenate(rights, axis=along))
    right = right if form.mn_major_b else right.swapaxes(1, 2)
    total = np.empty((len(groups), ROWS, form.n), np.float32 if form.unit is None else np.float64)
    held = _read_accumulators(m, chain[0])
    types = form.a_type, form.b_type, form.d_type
    starts_with_d = form.unit is not None or form.d_type == "f32"
    for place, index in enumerate(which.tolist()):
        first = np.zeros_like(total[place])
        if starts_with_d and held is not None:
            first = held[place].reshape(first.shape)
        if form.unit is not None:
            total[place] = dot_add(form.unit, left[place], right[index], first, types, form.d_type)
        else:
            total[place] = sum_in_order(left[place], right[index], first)
    flat = total.reshape(len(groups), -1)
    _accumulate(m, chain[0], flat if held is None or starts_with_d else flat + held)
    column, step = first_of(columns), chain[0].work.step
    assert step is not None
    unwritten = UnwrittenLines(step, first_of(rows), column[which] if column is not None else None)
    given = [product.undefined for product in chain if product.undefined is not None]
    mark_accumulators(m, form, groups, chain[0].adds, given, unwritten)


def _left(m: Machine, product: Product) -> tuple[Array, Array | None]:
    """Return all of A, shape (groups, 64, K), and the first unwritten byte of each row, as `read_matrix`."""
    form, lacking = product.form, None
    stored = form.k // 2 if form.sparse else form.k
    if form.a:
        values = product.a
    else:
        values, lacking = read_matrix(
            m, product.a, product.groups, form.a_type, ROWS, stored, mn_major=form.mn_major_a
        )
        values = values.swapaxes(1, 2) if form.mn_major_a else values
    if product.columns is not None:
        whole = np.zeros((len(product.groups), ROWS, form.k), values.dtype)
        np.put_along_axis(whole, product.columns, values, axis=2)
        values = whole
    return -values if form.negate else values, lacking


def _read_accumulators(m: Machine, product: Product) -> Array | None:
    """Read accumulators as numbers in the order of the matrix: zeros where an MMA replaces D."""
    form, groups = product.form, product.groups
    if not product.adds.any():
        return None
    _, back = d_order(form.shape, form.d_type)
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
    """Write sums to accumulators, rounded to their type."""
    form, groups = product.form, product.groups
    order, _ = d_order(form.shape, form.d_type)
    file = m.files[32]
    rows = np.array([register.row for register in form.d])
    grouped = file.reshape(len(file), -1, WARPGROUP_LANES)
    kind = form.d_type
    if kind == "f16":
        made = round_to(F16, flat).astype(np.uint16).take(order, axis=1).view(np.uint32)
    elif kind == "f32":
        single = flat.astype(np.float32)
        made = np.where(np.isnan(single), np.uint32(0x7FFF_FFFF), single.view(np.uint32)).take(order, axis=1)
    else:
        whole = np.clip(flat, -(2.0**31), 2.0**31 - 1) if form.saturates else flat
        made = whole.astype(np.int64).astype(np.uint32).take(order, axis=1)
    block = made.reshape(len(groups), len(rows), WARPGROUP_LANES).swapaxes(0, 1)
    grouped[rows[:, None], groups[None, :]] = block
