"""Rules of the matrix instructions of a warp."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING

import numpy as np

from pyptx.layouts.fragments import mma_fragment
from pyptx.layouts.sparsity import chunk_columns, metadata_fragment
from pyptx.sim.abi import MMA_SHAPE, MMA_SUM, MMA_TYPE, ROUND
from pyptx.sim.lowering.step import StepLowering, rule
from pyptx.sim.scheduler import WARP
from pyptx.sim.semantics.dot_add import Unit, unit_of
from pyptx.sim.semantics.matrix_access import access_fragment, access_plan
from pyptx.sim.semantics.warp_matrix import element_positions, mma_form, register_order, scale_count
from pyptx.sim.semantics.wmma import LINE_ALIGN, laid_out, lines_of
from pyptx.types import from_name

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from pyptx.layouts.fragments import Fragment
    from pyptx.sim.semantics.warp_matrix import MmaForm


@rule("ldmatrix", "stmatrix")
def _matrix_access(step: StepLowering) -> None:
    op = step.op
    fragment = access_fragment(op)
    place = step.place("p")
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
        **place._asdict(),
        elements=elements,
        row_bytes=fragment.columns * fragment.bits // 8,
        givers=givers - (1 << 32 if givers >> 31 else 0),
        registers=rows,
        plan=words,
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


@rule("mma")
def _mma(step: StepLowering) -> None:
    op = step.op
    if "sp" in op.words or "sp::ordered_metadata" in op.words:
        _any_product(step, _of_sparse(step))
        return
    form = mma_form(op.modifiers)
    handler = f"mma.{form.d_type}.{form.a_type}.{form.b_type}.{form.c_type}"
    known = handler in step.program.handlers and form.a.matrices == 1 and form.b.columns == 8
    if not known or op.unit is not None or set(op.words) & {"rz", "rm", "rp"} or op.has("scale_a"):
        _any_product(step, _of_mma(step, form))
        return
    bytes_: dict[str, list[int]] = {}
    for name, fragment in (("a", form.a), ("b", form.b), ("c", form.c)):
        operand, spec = op.operand(name)
        rows = np.array([step.value(item, from_name(spec.type)) for item in step.items(operand)])
        register, offset = _fragment_places(fragment)
        bytes_[name] = (rows[register] + offset).tolist()
    step.emit(
        handler,
        rows=form.a.rows,
        depth=form.a.columns,
        saturates="satfinite" in op.words,
        **bytes_,
        order=element_positions(form.d).tolist(),
        d=_targets(step),
    )


def _targets(step: StepLowering) -> list[int]:
    """The rows of the registers of D."""
    operand, spec = step.op.operand("d")
    type_ = from_name(spec.type)
    return [step.needed(step.target(item, type_), type_.bits) for item in step.items(operand)]


@cache
def _fragment_places(fragment: Fragment) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """For each element of a matrix laid flat, its register and its byte in the row of that."""
    number = element_positions(fragment)
    per_row = WARP * fragment.elements
    return number // per_row, number % per_row * (fragment.bits // 8)


# Products of any type

_MODES = ("rn", "rz", "rm", "rp")
_SCALES = ("scales", "scale_type", "scale_a", "byte_a", "thread_a", "scale_b", "byte_b", "thread_b")


@dataclass(frozen=True, slots=True)
class _Product:
    """What a product multiplies.

    Attributes:
        fragments: Those of A, B, C and D.
        types: Of their elements.
        depth: Columns of A, also where it stores fewer.
        mode: How a chain of sums is rounded.
        differing: Whether bits are compared instead of multiplied.
        metadata: Of a sparse A, fields of `MMA_SHAPE`.
        places: Of a sparse A, where the metadata of each chunk is.
        scales: Of a scaled one, fields of `MMA_SHAPE`.
        unit: Who sums, where it matters.
    """

    fragments: tuple[Fragment, Fragment, Fragment, Fragment]
    types: tuple[str, str, str, str]
    depth: int
    mode: str = "rn"
    differing: bool = False
    metadata: Mapping[str, int] = field(default_factory=lambda: {"meta": -1, "ordered": 0, "chunk": 0})
    places: tuple[int, ...] = ()
    scales: Mapping[str, int] = field(default_factory=lambda: dict.fromkeys(_SCALES, 0))
    unit: Unit | None = None


def _any_product(step: StepLowering, product: _Product) -> None:
    """Emit a product."""
    op = step.op
    a, b, _, d = product.fragments
    bits: dict[str, list[int]] = {}
    for name, fragment in zip("abc", product.fragments, strict=False):
        operand, spec = op.operand(name)
        rows = np.array([step.value(item, from_name(spec.type)) for item in step.items(operand)])
        number, per_row = element_positions(fragment), WARP * fragment.elements
        bits[name] = (8 * rows[number // per_row] + number % per_row * fragment.bits).tolist()
    types = dict(
        zip(
            ("a_type", "b_type", "c_type", "d_type"),
            map(_type_of, product.types, product.fragments),
            strict=True,
        )
    )
    by_unit, differing = product.unit is not None, product.differing
    in_order = product.types[0] == "f64"
    unit = product.unit or Unit(0, 0, 0)
    shape = MMA_SHAPE.numbers(
        matrices=a.matrices,
        rows=a.rows,
        columns=b.columns,
        depth=product.depth,
        stored=a.columns,
        **types,
        sum=MMA_SUM[
            "by_unit" if by_unit else "differing" if differing else "in_order" if in_order else "in_any_order"
        ],
        mode=ROUND[product.mode],
        saturates="satfinite" in op.words,
        **product.metadata,
        **product.scales,
        **{name: getattr(unit, name) for name in ("fraction", "terms", "floor", "result", "group")},
    )
    step.emit(
        "mma.general",
        shape=shape,
        **bits,
        places=product.places,
        order=register_order(d).tolist(),
        d=_targets(step)[: d.registers],
    )


def _type_of(type_: str, fragment: Fragment) -> int:
    return MMA_TYPE["e2m1_byte" if type_ == "e2m1" and fragment.bits == 8 else type_]


def _of_mma(step: StepLowering, form: MmaForm) -> _Product:
    """An `mma` of a dense A."""
    op = step.op
    kind = op.modifiers.get("kind", "")
    unit = None
    if op.unit is not None and form.d_type in ("f16", "f32"):
        unit = unit_of(op.unit, "mma", form.a_type, form.b_type, form.a.columns, kind)
    return _Product(
        (form.a, form.b, form.c, form.d),
        (form.a_type, form.b_type, form.c_type, form.d_type),
        form.a.columns,
        mode=next((word for word in op.words if word in _MODES), "rn"),
        differing="xor" in op.words,
        scales=_scales(step) if op.has("scale_a") else dict.fromkeys(_SCALES, 0),
        unit=unit,
    )


def _scales(step: StepLowering) -> dict[str, int]:
    """The fields of scale factors."""
    op = step.op
    found = {"scales": scale_count(op.modifiers), "scale_type": int(op.modifiers["stype"] == "ue4m3")}
    for side in "ab":
        select, _ = op.operand(f"select_{side}")
        byte, thread = (step.value(item, from_name("u16")) for item in step.items(select))
        found |= {f"scale_{side}": step.read(f"scale_{side}"), f"byte_{side}": byte, f"thread_{side}": thread}
    return found


def _of_sparse(step: StepLowering) -> _Product:
    """An `mma` that stores half of A."""
    op = step.op
    words, shape = op.modifiers, op.modifiers["shape"]
    types = words["atype"], words["btype"], words["ctype"], words["dtype"]
    dense = tuple(mma_fragment(shape, name, type_) for name, type_ in zip("bcd", types[1:], strict=True))
    fragment = metadata_fragment(shape, types[0], op.constant("f"))
    return _Product(
        (mma_fragment(shape, "a", types[0], sparse=True), *dense),  # type: ignore[arg-type]
        types,
        dense[0].rows,
        metadata={
            "meta": step.read("e", from_name("u32")),
            "ordered": int("sp::ordered_metadata" in op.words),
            "chunk": chunk_columns(types[0]),
        },
        places=metadata_places(fragment),
    )


@cache
def metadata_places(fragment: Fragment) -> tuple[int, ...]:
    """Where the metadata of each chunk of A's first 16 rows is: eight times the lane, and which 4 bits."""
    places = [0] * (16 * fragment.columns)
    for lane in fragment.lanes:
        for element in range(fragment.elements if lane < WARP else 0):
            row, chunk = fragment.at(lane, 0, element)
            places[row * fragment.columns + chunk] = 8 * lane + element
    return tuple(places)


# Matrices in fragments that PTX does not describe


@rule("wmma")
def _wmma(step: StepLowering) -> None:
    if step.op.words[0] == "mma":
        _any_product(step, _of_wmma(step))
    else:
        _wmma_access(step, loads=step.op.words[0] == "load")


def _of_wmma(step: StepLowering) -> _Product:
    """A ``wmma.mma``."""
    words = step.op.modifiers
    types = words.get("atype", "f16"), words.get("btype", "f16"), words["ctype"], words["dtype"]
    fragments = tuple(laid_out(words, name, type_)[1] for name, type_ in zip("abcd", types, strict=True))
    return _Product(
        fragments,  # type: ignore[arg-type]
        types,
        fragments[0].columns,
        mode=words.get("rnd") or "rn",
        differing=words.get("op") == "xor",
    )


def _wmma_access(step: StepLowering, *, loads: bool) -> None:
    """``wmma.load`` and ``wmma.store``."""
    op = step.op
    if step.program.races:
        raise step.uncovered("with races looked for")
    type_ = op.words[-1]
    registers, fragment = laid_out(op.modifiers, op.words[1], type_)
    lines = lines_of(op, fragment, registers, type_)
    place = step.place("p")
    operand, _ = op.operand("r")
    word = from_name("b64" if type_ == "f64" else "b32")
    items = step.items(operand)
    rows = [
        step.needed(step.target(item, word), word.bits) if loads else step.value(item, word) for item in items
    ]
    step.emit(
        f"{op.words[0]}.wmma.b{word.bits}",
        **place._asdict(),
        stride=step.read("stride", from_name("u32")) if op.has("stride") else -1,
        default_stride=lines.default,
        unit_bytes=lines.unit_bytes,
        element_bits=lines.bits,
        address_align=lines.align,
        line_align=min(lines.align, LINE_ALIGN),
        registers=rows,
        spots=lines.spots.reshape(-1).tolist(),
    )
