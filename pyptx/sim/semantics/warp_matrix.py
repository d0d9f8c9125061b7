"""Matrix multiply-accumulate of a warp: `mma.sync` and `movmatrix` (manual section 9.7.16.5).

PTX leaves the order and precision of the sums of f16, bf16, tf32 and narrower products open. Here every
product is exact, and sums are taken in float64 in any order and rounded once to the type of D, or summed like
the matrix units of a target (`dot_add`). Integers wrap, and f64 is a chain of fused multiply-adds in order of
k, as in hardware.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache, cached_property, partial
from typing import TYPE_CHECKING, Any

import numpy as np

from pyptx.layouts.fragments import WARP_LANES, Fragment, matrix_fragment, mma_fragment, mma_shape
from pyptx.sim.named_registers import numbers_in
from pyptx.sim.scheduler import WARP
from pyptx.sim.semantics.dot_add import Unit, dot_add, unit_of
from pyptx.sim.semantics.exact import fma_f64
from pyptx.sim.semantics.floating import canonical
from pyptx.sim.semantics.fragments import (
    SCALES,
    MatrixProduct,
    element_positions,
    lower_matrix_product,
    register_order,
    target_rows,
    words_of,
)
from pyptx.sim.semantics.integer import population
from pyptx.sim.semantics.native import lowered
from pyptx.sim.semantics.packed import choice, has, join, split
from pyptx.sim.semantics.registry import Native, Pure, pure
from pyptx.sim.semantics.rounding import E4M3, F16, FORMATS, ROUNDINGS, TF32, decode, round_to
from pyptx.sim.semantics.shadows import shadowed
from pyptx.sim.semantics.undefined import followed, items_of, lacking
from pyptx.sim.shadow.cells import part, shifted
from pyptx.types import from_name

if TYPE_CHECKING:
    from array import array
    from collections.abc import Callable, Mapping

    from numpy.typing import NDArray

    from pyptx.sim.lowering.records import Followed
    from pyptx.sim.lowering.step import StepLowering
    from pyptx.sim.machine import Machine
    from pyptx.sim.operands import Operation
    from pyptx.sim.semantics.registry import Array, Modifiers
    from pyptx.sim.shadow.cells import Word
    from pyptx.sim.shadow.state import ShadowState


def multiplied(op: Operation, m: Machine, undefined: Mapping[int, NDArray[np.bool_]]) -> Callable[[], None]:
    """Propagate undefined values: a row of D depends on its row of A, a column on that of B, both on C."""
    form = mma_form(op.modifiers)
    operands = {name: items_of(op.operand(name)[0]) for name in "dabc"}

    def find_lacking(name: str, fragment: Fragment) -> Array:
        lanes = np.array([lacking(op, item, undefined, m.lanes) for item in operands[name]])
        return lay_out(fragment, np.repeat(lanes[..., None], fragment.elements, axis=2))

    rows = find_lacking("a", form.a).any(-1, keepdims=True)
    columns = find_lacking("b", form.b).any(-2, keepdims=True)
    result = rows | columns | find_lacking("c", form.c)
    registers = take_elements(form.d, result.reshape(len(result), -1)).any(-1) & m.active()
    origin = m.origin(next(iter(undefined)))

    def mark_registers() -> None:
        for item, lanes in zip(operands["d"], registers, strict=True):
            for number in numbers_in(op, item):
                m.defined.poison(number, lanes, origin)

    return mark_registers


@pure(
    "mma.sync",
    spread=multiplied,
    undefined="abc",
    types="f16 f32",
    approximate=True,
)
def mma_float(m: Modifiers, a: Array, b: Array, c: Array, *scales: Array) -> Array:
    """``mma.sync`` into f16 or f32: D = A * B + C, for every warp at once."""
    form = mma_form(m)
    left, right = gather(form.a, a, form.a_type), gather(form.b, b, form.b_type)
    if scales:
        by_row, by_column, _ = element_factors(m, left, right, *scales)
        left, right = left * by_row, right * by_column
    return scatter(form.d, np.matmul(left, right) + gather(form.c, c, form.c_type))


def of_unit(definition: Pure, m: Modifiers, number: int) -> Pure:
    """Return the definition of an instruction that sums like the matrix units of a target, if measured.

    Args:
        definition: The one for sums in any order.
        m: The modifiers of the instruction.
        number: Number of the target.
    """
    if definition.function is not mma_float:
        return definition
    form = mma_form(m)
    unit = unit_of(number, "mma", form.a_type, form.b_type, form.a.columns, m.get("kind", ""))
    if unit is None:
        return definition
    return replace(definition, function=partial(_mma_of_unit, unit), level="hardware")


def _mma_of_unit(unit: Unit, m: Modifiers, a: Array, b: Array, c: Array, *scales: Array) -> Array:
    """``mma.sync`` into f16 or f32, summed as a matrix unit does it."""
    form = mma_form(m)
    left, right = gather(form.a, a, form.a_type), gather(form.b, b, form.b_type)
    factors = element_factors(m, left, right, *scales) if scales else None
    types = form.a_type, form.b_type, form.c_type
    addend = gather(form.c, c, form.c_type)
    return scatter(form.d, dot_add(unit, left, right, addend, types, form.d_type, factors))


@pure("mma.sync", spread=multiplied, undefined="abc", types="f64")
def mma_double(m: Modifiers, a: Array, b: Array, c: Array) -> Array:
    """``mma.sync`` into f64: a chain of fused multiply-adds for each element."""
    form = mma_form(m)
    left, right = gather(form.a, a, "f64"), gather(form.b, b, "f64")
    total = gather(form.c, c, "f64")
    for k in range(left.shape[-1]):
        total = fma_f64(left[..., :, k, None], right[..., None, k, :], total, choice(m, ROUNDINGS, "rn"))
    return scatter(form.d, total)


@pure("mma.sync", spread=multiplied, undefined="abc", types="s32")
def mma_integer(m: Modifiers, a: Array, b: Array, c: Array) -> Array:
    """``mma.sync`` into s32: the sum wraps, or is clamped with ``.satfinite``; bits are counted."""
    form = mma_form(m)
    if form.a_type == "b1":
        products = _bit_products(form, choice(m, ("xor", "and")), a, b)
    else:
        products = np.matmul(gather(form.a, a, form.a_type), gather(form.b, b, form.b_type))
    total = products + gather(form.c, c, "s32")
    return scatter(form.d, np.clip(total, -(2**31), 2**31 - 1) if has(m, "satfinite") else total)


@pure("movmatrix", native=Native("movmatrix", ignoring="sync aligned m8n8 trans b16"))
def movmatrix(m: Modifiers, a: Array) -> Array:
    """``movmatrix``: the transpose of an 8 by 8 matrix of 16-bit elements."""
    del m
    values = split(a, np.uint16).reshape(-1, WARP_LANES * 2)
    target = register_order(matrix_fragment("m8n8", "x1"))
    source = np.argsort(register_order(matrix_fragment("m8n8", "x1", trans=True)))
    return join(values[:, source[target]].reshape(*a.shape, 2), np.uint32)


@shadowed(movmatrix)
def shadow_movmatrix(op: Operation, shadows: ShadowState) -> Callable[[], None]:
    """Move the shadows with the elements."""
    target = register_order(matrix_fragment("m8n8", "x1"))
    source = np.argsort(register_order(matrix_fragment("m8n8", "x1", trans=True)))
    place = source[target]
    warps = WARP * np.arange(shadows.m.lanes // WARP)[:, None]
    held = shadows.word(op, op.operand("a")[0], 4)
    word: Word = {}
    for half in range(2):
        from_ = place[half::2]
        lanes = (warps + from_ // 2).reshape(-1)
        low, high = (shadows.of_lanes(part(held, 2 * each, 2), lanes) for each in range(2))
        upper = np.tile(from_ % 2 == 1, len(warps))
        word.update(shifted(shadows.select_cells(upper, high, low), 2 * half))
    return lambda: shadows.write(op, op.operand("d")[0], word, 4)


@dataclass(frozen=True)
class MmaForm:
    """The matrices that the modifiers describe.

    Attributes:
        a: Fragment of A.
        b: Fragment of B.
        c: Fragment of C.
        d: Fragment of D.
        a_type: Type of the elements of A.
        b_type: Type of the elements of B.
        c_type: Type of the elements of C.
        d_type: Type of the elements of D.
    """

    a: Fragment
    b: Fragment
    c: Fragment
    d: Fragment
    a_type: str
    b_type: str
    c_type: str
    d_type: str

    @cached_property
    def places(self) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
        """For each element of A, B and C laid flat: its register, counted over all; its byte in the row."""
        registers, offsets, before = [], [], 0
        for fragment in (self.a, self.b, self.c):
            number = element_positions(fragment)
            per_row = WARP * fragment.elements
            registers.append(before + number // per_row)
            offsets.append(number % per_row * (fragment.bits // 8))
            before += fragment.registers
        return np.concatenate(registers), np.concatenate(offsets)

    @cached_property
    def order(self) -> array[int]:
        """For each element of D laid flat, its place, as words of a record."""
        return words_of(element_positions(self.d))


def mma_form(m: Modifiers) -> MmaForm:
    """Read the modifiers by the slots of the rows."""
    return _cached_form(
        m["shape"], m.get("alayout", "row"), m.get("blayout", "col"), m.get("kind", ""),
        m["dtype"], m["atype"], m["btype"], m["ctype"],
    )  # fmt: skip


@cache
def _cached_form(
    shape: str, a_layout: str, b_layout: str, kind: str, d_type: str, a_type: str, b_type: str, c_type: str
) -> MmaForm:
    mma_shape(shape)
    return MmaForm(
        a=mma_fragment(shape, "a", a_type, a_layout, kind),
        b=mma_fragment(shape, "b", b_type, b_layout, kind),
        c=mma_fragment(shape, "c", c_type),
        d=mma_fragment(shape, "d", d_type),
        a_type=a_type,
        b_type=b_type,
        c_type=c_type,
        d_type=d_type,
    )


def gather(fragment: Fragment, registers: Array, type_: str) -> Array:
    """Return the matrices that warps hold: shape (warps, matrices, rows, columns), float64 or int64."""
    return _values(fragment, type_, lay_out(fragment, _elements(fragment, registers, type_)))


def scatter(fragment: Fragment, matrices: Array) -> Array:
    """Return the registers that hold matrices, rounded to the type; the inverse of `gather`."""
    warps = matrices.shape[0]
    if fragment.bits == 16:
        raw = round_to(F16, matrices).astype(np.uint16)
    elif matrices.dtype.kind == "i":
        raw = matrices.astype(np.int32)
    elif fragment.bits == 64:
        raw = matrices
    else:
        raw = canonical(matrices.astype(np.float32))
    registers = take_elements(fragment, raw.reshape(warps, -1))
    return join(registers, np.uint32) if fragment.bits == 16 else registers[..., 0]


def lay_out(fragment: Fragment, elements: Array) -> Array:
    """Elements by register, lane and place as matrices: shape (warps, matrices, rows, columns)."""
    count, lanes, _ = elements.shape
    by_warp = elements.reshape(count, lanes // WARP_LANES, -1).swapaxes(0, 1)
    flat = np.take(by_warp.reshape(lanes // WARP_LANES, -1), element_positions(fragment), axis=1)
    return flat.reshape(-1, fragment.matrices, fragment.rows, fragment.columns)


def take_elements(fragment: Fragment, flat: Array) -> Array:
    """Matrices laid flat, those of each warp, as elements by register, lane and place."""
    elements = np.take(flat, register_order(fragment), axis=1).reshape(len(flat), fragment.registers, -1)
    return elements.swapaxes(0, 1).reshape(fragment.registers, -1, fragment.elements)


def _elements(fragment: Fragment, registers: Array, type_: str) -> Array:
    """The encodings in registers, one axis more."""
    if type_ in ("f64", "f32", "s32", "tf32"):
        return registers[..., None]
    bits = np.ascontiguousarray(registers).view(np.uint32)
    if fragment.bits >= 8:
        return split(bits, f"u{fragment.bits // 8}")
    return _fields(bits, fragment.bits)


def _values(fragment: Fragment, type_: str, raw: Array) -> Array:
    """Return the numbers that encodings represent."""
    if type_ in ("f64", "f32"):
        return raw.astype(np.float64)
    if type_ in ("s32", "u8", "u4"):
        return raw.astype(np.int64)
    if type_ == "s8":
        return raw.view(np.int8).astype(np.int64)
    if type_ == "s4":
        return (raw.astype(np.int64) ^ 8) - 8
    if type_ == "tf32":
        return decode(TF32, raw >> np.uint32(13))
    if type_ == "e2m1" and fragment.bits == 8:
        raw = raw >> np.uint8(2)
    return decode(FORMATS[type_], raw)


def _fields(bits: Array, width: int) -> Array:
    """The bit fields of 32-bit words, lowest first."""
    shifts = np.arange(0, 32, width, dtype=np.uint32)
    return bits[..., None] >> shifts & np.uint32((1 << width) - 1)


def _bit_products(form: MmaForm, op: str, a: Array, b: Array) -> Array:
    """Population counts of rows of A combined with columns of B."""
    left, right = _words(form.a, a), _words(form.b, b)
    x, y = left[:, :, None, :], right[:, None, :, :]
    counts = population(x ^ y if op == "xor" else x & y).sum(-1, keepdims=True)
    return np.moveaxis(counts, -1, 1)


def _words(fragment: Fragment, registers: Array) -> Array:
    """Rows of A or columns of B as words of 32 bits: shape (warps, rows or columns, words)."""
    lanes = registers.shape[1]
    by_warp = registers.view(np.uint32).reshape(fragment.registers, lanes // WARP_LANES, WARP_LANES)
    vertical = fragment.columns == 8
    length = (fragment.rows if vertical else fragment.columns) // 32
    words = np.empty(
        (lanes // WARP_LANES, fragment.columns if vertical else fragment.rows, length), np.uint32
    )
    for (lane, register, element), (_, row, column) in fragment.places():
        if element == 0:
            along, across = (row, column) if vertical else (column, row)
            words[:, across, along // 32] = by_warp[register, :, lane]
    return words


def element_factors(
    m: Modifiers, left: Array, right: Array, scale_a: Array, select_a: Array, scale_b: Array, select_b: Array
) -> tuple[Array, Array, str]:
    """Return the scale factor of each element of A and of B, in their shapes, and the factors' type.

    The thread id selects the lanes of each quad that hold the factors: for A the first or the second two,
    with the factors of rows g and g + 8; for B one, with those of column g (sections 9.7.16.3.1 and
    9.7.16.3.2).
    """
    count = scale_count(m)
    row, column = np.arange(left.shape[-2]), np.arange(right.shape[-1])
    by_row = _selected_factors(
        m["stype"], count, scale_a, select_a[0], row % 8 * 4 + row // 8, 2 * (select_a[1] & 1)
    )
    by_column = _selected_factors(m["stype"], count, scale_b, select_b[0], column * 4, select_b[1] & 3)
    block = left.shape[-1] // count
    rows = np.repeat(by_row, block, axis=-1)[:, None]
    columns = np.repeat(by_column, block, axis=-1).swapaxes(-1, -2)[:, None]
    return rows, columns, m["stype"]


def scale_count(m: Modifiers) -> int:
    """Scale factors of a row of A, and of a column of B."""
    default = "scale_vec::1X" if m["kind"] == "kind::mxf8f6f4" else "scale_vec::2X"
    return _SCALE_VECTORS[choice(m, _SCALE_VECTORS, default)]


_SCALE_VECTORS = {"scale_vec::1X": 1, "scale_vec::2X": 2, "scale_vec::4X": 4}


def _selected_factors(
    type_: str, count: int, scale: Array, byte: Array, lane: Array, selected: Array
) -> Array:
    """Return the `count` factors from byte `byte` on of each selected lane: shape (warps, lanes, count)."""
    words = scale.reshape(-1, WARP_LANES)
    first_lane = selected.reshape(words.shape)[:, :1].astype(np.int64)
    first_byte = (byte.reshape(words.shape)[:, :1] & 3).astype(np.uint32)
    chosen = np.take_along_axis(words, lane + first_lane, axis=1)
    shift = (first_byte + np.arange(count, dtype=np.uint32)) * np.uint32(8)
    codes = chosen[..., None] >> shift[:, None, :] & np.uint32(0xFF)
    if type_ == "ue4m3":
        return decode(E4M3, codes & np.uint32(0x7F))
    return np.where(codes == 255, np.nan, np.ldexp(1.0, codes.astype(np.int32) - 127))


# The native engine


@lowered(mma_float, mma_double, mma_integer)
def lower_mma(step: StepLowering) -> None:
    """Use the handler of the types, if there is one and sums may be taken in any order."""
    op = step.op
    form = mma_form(op.modifiers)
    if step.program.follows:
        step.out.kept, step.out.spread_matrices = op.keeps, _spread_of_matrices
    handler = f"mma.{form.d_type}.{form.a_type}.{form.b_type}.{form.c_type}"
    known = handler in step.program.handlers and form.a.matrices == 1 and form.b.columns == 8
    if not known or op.unit is not None or set(op.words) & {"rz", "rm", "rp"} or op.has("scale_a"):
        lower_matrix_product(step, _of_mma(step, form))
        return
    rows = target_rows(step)
    for name in "abc":
        operand, spec = op.operand(name)
        type_ = from_name(spec.type)
        rows += [step.value(item, type_) for item in step.items(operand)]
    step.emit_bound(handler, partial(_bind_mma, form, "satfinite" in op.words), rows, [])


def _bind_mma(form: MmaForm, saturates: bool, rows: list[int], offsets: list[int]) -> dict[str, Any]:
    """Return the operands of an MMA, from the rows of D, A, B and C."""
    del offsets
    registers, bytes_in_row = form.places
    places = words_of(np.array(rows[form.d.registers :])[registers] + bytes_in_row)
    a, b = form.a.rows * form.a.columns, form.b.rows * form.b.columns
    return {
        "rows": form.a.rows,
        "depth": form.a.columns,
        "saturates": saturates,
        "a": places[:a],
        "b": places[a : a + b],
        "c": places[a + b :],
        "order": form.order,
        "d": rows[: form.d.registers],
    }


def _spread_of_matrices(at: Followed) -> dict[str, Any]:
    """Return the registers and the places of their elements, which `multiplied` also reads."""
    form = mma_form(at.step.operation.modifiers)
    return {
        "targets": followed(at, "d", at.numbers),
        **{name: followed(at, name, at.maybe_undefined) for name in "abc"},
        "rows": form.d.rows,
        "columns": form.d.columns,
        "a_rows": words_of(register_order(form.a) // form.a.columns),
        "b_columns": words_of(_columns_of(form.b)),
        "c_places": words_of(register_order(form.c)),
        "d_places": words_of(register_order(form.d)),
    }


def _columns_of(b: Fragment) -> NDArray[np.intp]:
    """For each (register, lane, element) of B in order, its column, counted through all matrices."""
    places = register_order(b)
    return places // (b.rows * b.columns) * b.columns + places % b.columns


_MODES = ("rn", "rz", "rm", "rp")


def _of_mma(step: StepLowering, form: MmaForm) -> MatrixProduct:
    """An `mma` of a dense A."""
    op = step.op
    kind = op.modifiers.get("kind", "")
    unit = None
    if op.unit is not None and form.d_type in ("f16", "f32"):
        unit = unit_of(op.unit, "mma", form.a_type, form.b_type, form.a.columns, kind)
    return MatrixProduct(
        (form.a, form.b, form.c, form.d),
        (form.a_type, form.b_type, form.c_type, form.d_type),
        form.a.columns,
        mode=next((word for word in op.words if word in _MODES), "rn"),
        differing="xor" in op.words,
        scales=scale_fields(step),
        unit=unit,
    )


def scale_fields(step: StepLowering) -> dict[str, int]:
    """The fields of `MMA_SHAPE` for scale factors; zeros without any."""
    op = step.op
    if not op.has("scale_a"):
        return dict.fromkeys(SCALES, 0)
    found = {"scales": scale_count(op.modifiers), "scale_type": int(op.modifiers["stype"] == "ue4m3")}
    for side in "ab":
        select, _ = op.operand(f"select_{side}")
        byte, thread = (step.value(item, from_name("u16")) for item in step.items(select))
        found |= {f"scale_{side}": step.read(f"scale_{side}"), f"byte_{side}": byte, f"thread_{side}": thread}
    return found
