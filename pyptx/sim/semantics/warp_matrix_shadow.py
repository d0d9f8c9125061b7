"""The shadows of the MMAs of a warp: `mma`, `mma.sp` and `wmma` over the real numbers.

Scale factors, metadata, and elements of four bits in a byte each have no shadows: they are read as they are.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

import numpy as np

from pyptx.layouts.fragments import mma_fragment
from pyptx.sim.abi import SHADOW_FORMAT, SHADOW_OPERAND
from pyptx.sim.semantics import sparse, wmma
from pyptx.sim.semantics.shadows import lowered_shadow, shadowed
from pyptx.sim.semantics.warp_matrix import (
    element_factors,
    gather,
    lay_out,
    mma_double,
    mma_float,
    mma_form,
    take_elements,
)
from pyptx.sim.shadow.cells import (
    BOUND,
    E2M1,
    MAGNITUDE,
    NODE,
    VALUES_AND_NODES,
    elements_of,
    part,
    shifted,
)
from pyptx.sim.shadow.magnitudes import SPREADS, sums_of_products
from pyptx.types import from_name, u32

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from pyptx.layouts.fragments import Fragment
    from pyptx.sim.lowering.records import Record
    from pyptx.sim.lowering.shadow_step import StepShadows
    from pyptx.sim.operands import Operation
    from pyptx.sim.semantics.registry import Array
    from pyptx.sim.shadow.cells import Elements, Word
    from pyptx.sim.shadow.state import ShadowState


@shadowed(mma_float, mma_double, rounds=True)
def shadow_mma(op: Operation, shadows: ShadowState) -> Callable[[], None] | None:
    """Multiply and add the shadows of A, B and C."""
    form = mma_form(op.modifiers)
    left = _matrices(op, shadows, "a", form.a, form.a_type)
    right = _matrices(op, shadows, "b", form.b, form.b_type)
    addend = _matrices(op, shadows, "c", form.c, form.c_type)
    if left is None or right is None or addend is None:
        return None
    return _product(op, shadows, *_scaled(op, shadows, left, right), addend, form.d)


@lowered_shadow(shadow_mma)
def lower_shadow_mma(step: StepShadows) -> Record:
    """Name the places of all elements."""
    form = mma_form(step.op.modifiers)
    if step.op.has("scale_a"):
        raise step.uncovered()
    return _lowered(
        step, (form.a, form.b, form.c, form.d), (form.a_type, form.b_type, form.c_type, form.d_type)
    )


def _lowered(step: StepShadows, fragments: Sequence[Fragment], types: Sequence[str]) -> Record:
    """Make the record of an MMA without metadata and scale factors.

    Args:
        step: The instruction.
        fragments: Fragments of A, B, C and D.
        types: Their elements.
    """
    found = [_elements(type_, each) for type_, each in zip(types, fragments, strict=True)]
    elements = [each for each in found if each is not None]
    if (
        len(elements) < len("abcd")
        or any(each.matrices > 1 for each in fragments)
        or step.op.unit is not None
        or any(each.kind == E2M1 for each in elements)
    ):
        raise step.uncovered()
    left, right, _, into = fragments
    parts = [
        step.parts(step.op.operand(name)[0])[: each.registers]
        for name, each in zip("abcd", fragments, strict=True)
    ]
    return step.record(
        "shadow.mma",
        line=step.line(),
        flags=step.flags(),
        rows=left.rows,
        columns=right.columns,
        depth=left.columns,
        type=SHADOW_FORMAT[elements[3].name],
        targets=parts[3],
        sources=[part for own in parts[:3] for part in own],
        operands=[
            SHADOW_OPERAND.numbers(format=SHADOW_FORMAT[each.name], count=each.count, parts=len(own))
            for each, own in zip(elements[:3], parts[:3], strict=True)
        ],
        places=[place for fragment in (left, right, into, into) for place in _places(fragment)],
    )


@cache
def _places(fragment: Fragment) -> tuple[int, ...]:
    """The register, lane and value of each element, row by row."""
    found = {
        (row, column): register << 8 | lane << 3 | value
        for (lane, register, value), (_, row, column) in fragment.places()
    }
    return tuple(found[place] for place in sorted(found))


@shadowed(sparse.multiply, rounds=True)
def shadow_sparse(op: Operation, shadows: ShadowState) -> Callable[[], None] | None:
    """Multiply and add; the stored elements of A are put in their columns."""
    words, shape, kind = op.modifiers, op.modifiers["shape"], op.modifiers.get("kind", "")
    if words["dtype"] == "s32":
        return None
    a_at = mma_fragment(shape, "a", words["atype"], kind=kind, sparse=True)
    stored = _matrices(op, shadows, "a", a_at, words["atype"])
    right = _matrices(op, shadows, "b", mma_fragment(shape, "b", words["btype"], kind=kind), words["btype"])
    addend = _matrices(op, shadows, "c", mma_fragment(shape, "c", words["ctype"]), words["ctype"])
    if stored is None or right is None or addend is None:
        return None
    columns = np.maximum(sparse.columns_read(op, op.read("e", u32)(shadows.m))[0], 0)[:, None]
    left = shadows.zeros(*stored.shape[1:-1], right.shape[-2])
    np.put_along_axis(left, np.broadcast_to(columns, stored.shape), stored, axis=-1)
    factors = _scaled(op, shadows, left, right)
    return _product(op, shadows, *factors, addend, mma_fragment(shape, "d", words["dtype"]))


@shadowed(wmma.multiply, rounds=True)
def shadow_wmma(op: Operation, shadows: ShadowState) -> Callable[[], None] | None:
    """Multiply and add the first copy of each matrix."""
    words = op.modifiers
    if words["dtype"] == "s32":
        return None
    types = {"a": words.get("atype", "f16"), "b": words.get("btype", "f16"), "c": words["ctype"]}
    left, right, addend = (
        _matrices(op, shadows, name, wmma.laid_out(words, name, type_)[1], type_)
        for name, type_ in types.items()
    )
    if left is None or right is None or addend is None:
        return None
    return _product(op, shadows, left, right, addend, wmma.laid_out(words, "d", words["dtype"])[1])


@lowered_shadow(shadow_wmma)
def lower_shadow_wmma(step: StepShadows) -> Record:
    """Name the places of the first copy of all elements."""
    words = step.op.modifiers
    types = words.get("atype", "f16"), words.get("btype", "f16"), words["ctype"], words["dtype"]
    fragments = [wmma.laid_out(words, name, type_)[1] for name, type_ in zip("abcd", types, strict=True)]
    return _lowered(step, fragments, types)


@shadowed(wmma.load)
def shadow_wmma_load(op: Operation, shadows: ShadowState) -> Callable[[], None]:
    """Take the shadows of the elements in memory."""
    registers = shadows.registers_of(op, op.operand("r")[0])

    def give_shadows() -> None:
        units = len(shadows.accesses) // len(registers)
        for number, register in enumerate(registers):
            word: Word = {}
            for unit, access in enumerate(shadows.accesses[number * units : (number + 1) * units]):
                held = shadows.memory.word(access.index, access.size)
                word.update(shifted(held, unit * access.size))
            shadows.registers.write(register.number, word, shadows.m.where)

    return give_shadows


@lowered_shadow(shadow_wmma_load)
def lower_shadow_wmma_load(step: StepShadows) -> Record:
    """Name the registers, and their size."""
    step.precede("LoadWmma")
    operand, spec = step.op.operand("r")
    return step.record("shadow.load_rows", size=from_name(spec.type).bytes, targets=step.parts(operand))


@shadowed(wmma.store)
def shadow_wmma_store(op: Operation, shadows: ShadowState) -> Callable[[], None]:
    """Give the elements in memory the shadows of registers."""
    words = [shadows.registers.word(each.number) for each in shadows.registers_of(op, op.operand("r")[0])]

    def give_shadows() -> None:
        units = len(shadows.accesses) // len(words)
        for number, access in enumerate(shadows.accesses):
            register, unit = divmod(number, units)
            held = part(words[register], unit * access.size, access.size)
            shadows.memory.write(access.index, held, access.mask)

    return give_shadows


@lowered_shadow(shadow_wmma_store)
def lower_shadow_wmma_store(step: StepShadows) -> Record:
    """Name the registers, and their size."""
    step.precede("StoreWmma")
    operand, spec = step.op.operand("r")
    return step.ends(
        step.record("shadow.store_rows", size=from_name(spec.type).bytes, sources=step.parts(operand))
    )


def _elements(type_: str, fragment: Fragment) -> Elements | None:
    """The values of a register; None for integers, and for numbers of four bits in a byte each."""
    return None if type_ == "e2m1" and fragment.bits > 4 else elements_of(f"{type_}x{fragment.elements}")


def _matrices(op: Operation, shadows: ShadowState, name: str, fragment: Fragment, type_: str) -> Array | None:
    """An operand with its shadows: shape (copies + 1, warps, matrices, rows, columns); None for integers."""
    operand, spec = op.operand(name)
    elements = _elements(type_, fragment)
    if elements is not None:
        values = shadows.values(op, operand, from_name(spec.type), elements)
        if values is None:
            return None
        by_register = values.reshape(len(values), -1, fragment.elements, shadows.m.lanes)
        first = np.moveaxis(by_register[:, : fragment.registers], 2, 3)
        return np.stack([lay_out(fragment, each) for each in first])
    raw = shadows.raw(op, operand, from_name(spec.type))
    if raw is None or from_name(type_).kind in "bus":
        return None
    shadows.note_ended(op, operand, None)
    return shadows.exact(gather(fragment, np.stack(raw), type_))


def _scaled(op: Operation, shadows: ShadowState, left: Array, right: Array) -> tuple[Array, Array]:
    """A and B times their scale factors, if there are any."""
    if not op.has("scale_a"):
        return left, right
    for name in sparse.SCALES:
        shadows.note_ended(op, op.operand(name)[0], None)
    factors = (op.read(name)(shadows.m) for name in sparse.SCALES)
    by_row, by_column, _ = element_factors(op.modifiers, left[-1], right[-1], *factors)
    return shadows.scaled(left, by_row), shadows.scaled(right, by_column)


def _product(
    op: Operation, shadows: ShadowState, left: Array, right: Array, addend: Array, fragment: Fragment
) -> Callable[[], None]:
    """Compute D, and give its registers the shadows."""
    operand, spec = op.operand("d")
    name = op.modifiers["dtype"]
    elements = elements_of(f"{name}x{fragment.elements}")
    assert elements is not None
    total = np.matmul(left, right) + addend
    total[SPREADS] = sums_of_products(left, right, elements.place) + addend[SPREADS]
    total[BOUND] += elements.place * total[MAGNITUDE]
    if shadows.provenance is not None:
        matrices = (each[VALUES_AND_NODES] for each in (left, right, addend))
        total[NODE] = shadows.provenance.product(shadows.line, *matrices)
    expected = np.stack([_by_register(fragment, each, shadows.m.lanes) for each in total])

    def give_shadows() -> None:
        raw = shadows.raw(op, operand, from_name(spec.type))
        assert raw is not None
        actual = np.concatenate([elements.decode(each) for each in raw])
        real = shadows.add_rounding(expected, actual, elements, shadows.m.mask)
        numbers = [each.number for each in shadows.registers_of(op, operand)]
        shadows.write_values(numbers, elements, real, shadows.m.where)

    return give_shadows


def _by_register(fragment: Fragment, matrices: Array, lanes: int) -> Array:
    """The elements of D, by register and place: shape (values of a lane, lanes)."""
    found = take_elements(fragment, matrices.reshape(len(matrices), -1))
    return np.moveaxis(found, 2, 1).reshape(-1, lanes)
