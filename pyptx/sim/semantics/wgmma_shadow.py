"""The shadows of `wgmma.mma_async`: its matrices over the real numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from pyptx.layouts.fragments import WARPGROUP_LANES
from pyptx.sim.abi import SHADOW_FORMAT, SHADOW_OPERAND
from pyptx.sim.semantics.shadows import lowered_shadow, shadowed
from pyptx.sim.semantics.wgmma import multiply
from pyptx.sim.semantics.wgmma_form import ROWS, Form, form_of
from pyptx.sim.semantics.wgmma_operands import CHUNK, a_order, chunk_places, d_order, matrix
from pyptx.sim.shadow.cells import BOUND, MAGNITUDE, NODE, VALUES_AND_NODES, Elements
from pyptx.sim.shadow.magnitudes import SPREADS, sums_of_products
from pyptx.types import b32

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from pyptx.sim.lowering.records import Record
    from pyptx.sim.lowering.shadow_step import StepShadows
    from pyptx.sim.operands import Operation
    from pyptx.sim.semantics.registry import Array
    from pyptx.sim.semantics.wgmma_product import Product
    from pyptx.sim.shadow.state import ShadowState


@shadowed(multiply, rounds=True)
def shadow_multiply(op: Operation, shadows: ShadowState) -> Callable[[], None] | None:
    """Keep A, if it is in registers: the accumulator gets its shadows when the MMA takes effect."""
    if op.modifiers["dtype"] == "s32":
        return None
    fragment = None
    if not op.has("a_desc"):
        fragment = shadows.values(op, op.operand("a")[0], b32, _elements(op.modifiers["atype"]))
    shadows.keep(fragment)
    return lambda: shadows.keep(None)


@lowered_shadow(shadow_multiply)
def lower_shadow_multiply(step: StepShadows) -> Record:
    """Name the registers of A and D: the engine computes when the MMA takes effect."""
    form = form_of(step.op)
    if form.d_type == "s32" or form.unit is not None:
        raise step.uncovered()
    step.precede("Wgmma")
    elements, sources = _elements(form.a_type), step.of_registers([each.number for each in form.a])
    operand = SHADOW_OPERAND.numbers(
        format=SHADOW_FORMAT[elements.name], count=elements.count, parts=len(sources)
    )
    return step.ends(
        step.record(
            "shadow.wgmma",
            line=step.line(),
            flags=step.flags(),
            rows=ROWS,
            columns=form.n,
            depth=form.k,
            type=SHADOW_FORMAT[form.d_type],
            targets=step.of_registers([each.number for each in form.d]),
            sources=sources,
            operands=[operand],
            places=(),
        )
    )


def product_of(shadows: ShadowState, chain: Sequence[Product], fragments: Sequence[Array | None]) -> Array:
    """Compute D of a chain of MMAs over the real numbers, as values of registers.

    Args:
        shadows: The shadows of the batch.
        chain: MMAs on one accumulator, before they take effect.
        fragments: The values of A in registers that each was started with, of all lanes; None for a
            descriptor.

    Returns:
        An array of shape (copies + 1, values of a thread, lanes of the warpgroups).
    """
    form, groups = chain[0].form, chain[0].groups
    elements = _elements(form.d_type)
    total: Array | float = 0.0
    lefts: list[Array] = []
    rights: list[Array] = []
    for product, fragment in zip(chain, fragments, strict=True):
        right = _in_memory(shadows, product.b, groups, form.b_type, form.n, form.k, mn_major=form.mn_major_b)
        left = _left(shadows, product, fragment)
        right = right if form.mn_major_b else right.swapaxes(-1, -2)
        term = np.matmul(left, right)
        term[SPREADS] = sums_of_products(left, right, elements.place)
        total = total + term
        lefts.append(left[VALUES_AND_NODES])
        rights.append(right[VALUES_AND_NODES])
    order, _ = d_order(form.shape, form.d_type)
    assert not isinstance(total, float)
    if shadows.provenance is not None:
        matrices = (np.concatenate(lefts, axis=-1), np.concatenate(rights, axis=-2))
        zeros = np.zeros((len(VALUES_AND_NODES), *total.shape[1:]))
        total[NODE] = shadows.provenance.product(shadows.line, *matrices, zeros)
    made = total.reshape(shadows.copies + 1, len(groups), -1).take(order, axis=2)
    made = _by_thread(made, len(form.d), elements.count)
    held = accumulator(shadows, chain[0])
    adds = np.repeat(chain[0].adds, WARPGROUP_LANES)
    result: Array = made + np.where(adds, held, 0.0)
    result[BOUND] += len(chain) * elements.place * result[MAGNITUDE]
    if shadows.provenance is not None:
        both = (made[VALUES_AND_NODES], np.where(adds, held[VALUES_AND_NODES], 0.0))
        result[NODE] = shadows.provenance.sum(shadows.line, *both)
    return result


def accumulator(shadows: ShadowState, product: Product) -> Array:
    """The values of an accumulator with their shadows, of the lanes of its warpgroups."""
    op = product.work.step.operation  # type: ignore[union-attr]
    values = shadows.values(op, op.operand("d")[0], b32, _elements(product.form.d_type))
    assert values is not None
    return values[..., lanes_of(product)]


def lanes_of(product: Product) -> Array:
    """The lanes of the warpgroups of an MMA."""
    found: Array = (product.groups[:, None] * WARPGROUP_LANES + np.arange(WARPGROUP_LANES)).reshape(-1)
    return found


def elements_of_d(form: Form) -> Elements:
    """The values in a register of the accumulator."""
    return _elements(form.d_type)


def _elements(type_: str) -> Elements:
    return Elements(type_, {"f32": 1, "tf32": 1, "f16": 2, "bf16": 2}.get(type_, 4))


def _by_thread(made: Array, registers: int, count: int) -> Array:
    """Values by (register, lane, element) as values of threads: shape (copies, registers * count, lanes)."""
    copies, groups, _ = made.shape
    split = made.reshape(copies, groups, registers, WARPGROUP_LANES, count)
    return split.transpose(0, 2, 4, 1, 3).reshape(copies, registers * count, groups * WARPGROUP_LANES)


def _left(shadows: ShadowState, product: Product, fragment: Array | None) -> Array:
    """All of A: shape (copies + 1, groups, 64, K)."""
    form, groups = product.form, product.groups
    stored = form.k // 2 if form.sparse else form.k
    if fragment is None:
        values = _in_memory(shadows, product.a, groups, form.a_type, ROWS, stored, mn_major=form.mn_major_a)
        values = values.swapaxes(-1, -2) if form.mn_major_a else values
    else:
        count = fragment.shape[1] // len(form.a)
        split = fragment.reshape(len(fragment), len(form.a), count, -1, WARPGROUP_LANES)[:, :, :, groups]
        flat = split.transpose(0, 3, 1, 4, 2).reshape(len(fragment), len(groups), -1)
        order = a_order(form.shape, form.a_type, sparse=form.sparse)
        values = flat.take(order, axis=2).reshape(len(fragment), len(groups), ROWS, -1)
    if product.columns is not None:
        whole = shadows.zeros(len(groups), ROWS, form.k)
        np.put_along_axis(whole, np.broadcast_to(product.columns, values.shape), values, axis=3)
        values = whole
    if form.negate:
        values = shadows.scaled(values, -1.0)
    return values


def _in_memory(
    shadows: ShadowState, descriptors: Array, groups: Array, type_: str, *sizes: int, **major: Any
) -> Array:
    """A matrix in shared memory with its shadows: shape (copies + 1, groups, rows, elements of a row)."""
    m, elements = shadows.m, _elements(type_)
    actual = matrix(m, descriptors, groups, type_, *sizes, **major).astype(np.float64)
    chunks = chunk_places(m, descriptors, groups, type_, *sizes, **major)
    index = chunks[..., None] + np.arange(0, CHUNK, elements.bytes_)
    whole = None
    if type_ == "tf32":
        whole = np.ascontiguousarray(m.memory.gather_units(chunks, CHUNK)[0]).view(np.float32)
    return shadows.with_shadows(index.reshape(-1), actual, elements, whole=whole)
