"""Rules of the matrix instructions of a warp."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

import numpy as np

from pyptx.sim.lowering.step import StepLowering, rule
from pyptx.sim.scheduler import WARP
from pyptx.sim.semantics.matrix_access import access_fragment, access_plan
from pyptx.sim.semantics.warp_matrix import element_positions, mma_form
from pyptx.types import from_name

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from pyptx.layouts.fragments import Fragment


@rule("ldmatrix", "stmatrix")
def _matrix_access(step: StepLowering) -> None:
    op = step.op
    fragment = access_fragment(op)
    address, narrow, offset, space = step.place("p")
    operand, _ = op.operand("r")
    b32 = from_name("b32")
    loads = op.instruction.opcode == "ldmatrix"
    rows = [step.target(item, b32) if loads else step.value(item, b32) for item in step.items(operand)]
    if loads:
        rows = [step.needed(row, 32) for row in rows]
    if fragment.elements * fragment.bits != 32:
        raise step.uncovered()
    elements, words = _access_words(fragment)
    givers = (1 << min(fragment.matrices * fragment.rows, 32)) - 1
    step.emit(
        op.instruction.opcode,
        a=address,
        e=narrow,
        imm=offset,
        f=space,
        n=len(rows),
        d=elements,
        b=fragment.columns * fragment.bits // 8,
        c=givers - (1 << 32 if givers >> 31 else 0),
        extra=(*rows, *words),
    )


@cache
def _access_words(fragment: Fragment) -> tuple[int, tuple[int, ...]]:
    """Elements of a register that are moved apart; of each the lanes that give rows, and bytes in them."""
    plan, size = access_plan(fragment), fragment.bits // 8
    elements = fragment.elements
    if all(
        (plan[0, :, e] == plan[0, :, 0]).all() and (plan[1, :, e] == plan[1, :, 0] + e * size).all()
        for e in range(elements)
    ):
        plan, elements = plan[:, :, :1], 1
    return elements, tuple(plan.transpose(1, 2, 0, 3).reshape(-1).tolist())


@rule("movmatrix")
def _movmatrix(step: StepLowering) -> None:
    step.emit_all("movmatrix")


@rule("mma")
def _mma(step: StepLowering) -> None:
    op = step.op
    if "sync" not in op.words or any("sp" in word or "block_scale" in word for word in op.words):
        raise step.uncovered()
    form = mma_form(op.modifiers)
    handler = f"mma.{form.d_type}.{form.a_type}.{form.b_type}.{form.c_type}"
    if handler not in step.program.handlers or form.a.matrices != 1 or form.b.columns != 8:
        raise step.uncovered()
    if form.d_type == "f64" and set(op.words) & {"rz", "rm", "rp"}:
        raise step.uncovered()
    extra: list[int] = []
    for name, fragment in (("a", form.a), ("b", form.b), ("c", form.c)):
        operand, spec = op.operand(name)
        rows = np.array([step.value(item, from_name(spec.type)) for item in step.items(operand)])
        register, offset = _fragment_places(fragment)
        extra += (rows[register] + offset).tolist()
    operand, spec = op.operand("d")
    type_ = from_name(spec.type)
    targets = [step.needed(step.target(item, type_), type_.bits) for item in step.items(operand)]
    extra += element_positions(form.d).tolist()
    step.emit(
        handler,
        a=form.a.rows,
        b=8,
        c=form.a.columns,
        d=int("satfinite" in op.words),
        e=len(targets),
        extra=(*extra, *targets),
    )


@cache
def _fragment_places(fragment: Fragment) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """For each element of a matrix laid flat, its register and its byte in the row of that."""
    number = element_positions(fragment)
    per_row = WARP * fragment.elements
    return number // per_row, number % per_row * (fragment.bits // 8)
