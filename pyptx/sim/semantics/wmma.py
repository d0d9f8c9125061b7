"""Matrices in fragments that PTX does not describe: `wmma` (manual section 9.7.16.4).

PTX does not define which lane holds which element, so any choice is valid. Here the elements are in the order
of the matrix, register by register, and lane by lane in each register. If a fragment has room for more than
the matrix, as with f16, it holds several copies.

Sums are those of `mma.sync`: exact for integers, a chain of fused multiply-adds for f64, else in any order.
"""

from __future__ import annotations

from functools import cache, partial
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from pyptx.isa.shapes import matrix_shape, wmma_fragment
from pyptx.layouts.fragments import WARP_LANES, Fragment
from pyptx.sim.faults import Trap
from pyptx.sim.semantics.exact import fma_f64
from pyptx.sim.semantics.fragments import MatrixProduct, lower_matrix_product
from pyptx.sim.semantics.machine import machine
from pyptx.sim.semantics.native import lowered
from pyptx.sim.semantics.unmodelled import unmodelled
from pyptx.sim.semantics.warp_matrix import gather, scatter
from pyptx.types import b32, f32, f64, from_name, s32, u32

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pyptx.sim.lowering.step import StepLowering
    from pyptx.sim.machine import Machine
    from pyptx.sim.operands import Operation, Read, Run
    from pyptx.sim.semantics.registry import Array

FULL_WARP = 0xFFFF_FFFF
LINE_ALIGN = 16
_BITS = {"b1": 1, "s4": 4, "u4": 4, "s8": 8, "u8": 8, "f16": 16, "bf16": 16, "f64": 64}
_READ_AS = {"f32": f32, "f64": f64, "s32": s32}


@machine("wmma.load")
def load(op: Operation) -> Run:
    """``wmma.load``: load a matrix, its rows or its columns `stride` elements apart."""
    op.members = op.constant_reader(FULL_WARP, b32)
    matrix, type_ = op.words[1], op.words[-1]
    registers, fragment = laid_out(op.modifiers, matrix, type_)
    space, places = _places(op, fragment, registers, type_)
    write = op.write("r")
    size, shift = _unit_bytes(type_), 8 * _unit_bytes(type_)
    units = _units(fragment, type_)
    wide = np.uint64 if type_ == "f64" else np.uint32

    def run(m: Machine) -> None:
        made = np.zeros((registers, m.lanes), wide)
        for number, address in enumerate(places(m)):
            index = m.memory.locate(space, address, size, m.mask)
            m.memory.need_initialised(space, address, index, size, m.mask)
            for each in m.observers.loaded:
                each.loaded(index, size, m.active())
            register, unit = divmod(number, units)
            elements: Array = m.memory.gather(index, size, 1).astype(wide)
            made[register] |= elements << wide(unit * shift)
        write(m, made.view({"f32": np.float32, "tf32": np.float32, "f64": np.float64}.get(type_, wide)))

    return run


@machine("wmma.store")
def store(op: Operation) -> Run:
    """``wmma.store``: store a matrix, its rows or its columns `stride` elements apart."""
    op.members = op.constant_reader(FULL_WARP, b32)
    type_ = op.words[-1]
    registers, fragment = laid_out(op.modifiers, "d", type_)
    space, places = _places(op, fragment, registers, type_)
    read = op.read("r", f64 if type_ == "f64" else b32)
    size = _unit_bytes(type_)
    units = _units(fragment, type_)

    def run(m: Machine) -> None:
        m.scheduler.note_progress()
        held = np.ascontiguousarray(read(m)).view(np.uint64 if type_ == "f64" else np.uint32)
        held = held.reshape(registers, m.lanes)
        active = m.active()
        for number, address in enumerate(places(m)):
            index = m.memory.locate(space, address, size, m.mask)
            m.memory.need_writable(space, address, index, size, m.mask)
            register, unit = divmod(number, units)
            value = (held[register] >> held.dtype.type(8 * size * unit)).astype(f"u{size}")
            for each in m.observers.stored:
                each.stored(index, size, active, value)
            m.memory.scatter(index[active], size, value[active])

    return run


@machine("wmma.mma")
def multiply(op: Operation) -> Run:
    """``wmma.mma``: D = A * B + C."""
    op.members = op.constant_reader(FULL_WARP, b32)
    words = op.modifiers
    d_type, c_type = words["dtype"], words["ctype"]
    a_type, b_type = words.get("atype", "f16"), words.get("btype", "f16")
    saturates = "satfinite" in op.words
    if saturates and d_type != "s32":
        unmodelled(op)
    if d_type not in ("s32", "f64"):
        op.fidelity = "approximate"
    matrices = {"a": a_type, "b": b_type, "c": c_type}
    readers = {name: _reader(op, name, type_) for name, type_ in matrices.items()}
    fragments = {name: laid_out(words, name, type_)[1] for name, type_ in matrices.items()}
    write, target = op.write("d"), laid_out(words, "d", d_type)[1]
    rounding = words.get("rnd", "rn")

    def run(m: Machine) -> None:
        a, b, c = (
            gather(fragments[name], readers[name](m), "u8" if type_ == "b1" else type_)
            for name, type_ in matrices.items()
        )
        if a_type == "f64":
            total = c
            for k in range(a.shape[-1]):
                total = fma_f64(a[..., :, k, None], b[..., None, k, :], total, rounding)
        else:
            total = (_popcounts(a, b, words["op"]) if a_type == "b1" else np.matmul(a, b)) + c
        if saturates:
            total = np.clip(total, -(2**31), 2**31 - 1)
        write(m, scatter(target, total))

    return run


def _reader(op: Operation, name: str, type_: str) -> Read:
    """Make a reader of the first copy of a matrix: its registers in order."""
    read = op.read(name, _READ_AS.get(type_, b32))
    _, fragment = laid_out(op.modifiers, name, type_)

    def first(m: Machine) -> Array:
        held: Array = read(m).reshape(-1, m.lanes)
        return held[: fragment.registers]

    return first


def _popcounts(a: Array, b: Array, op: str) -> Array:
    """Count the bits of rows of A and columns of B that are both set, or differ."""
    both: Array = np.matmul(a, b)
    return both if op == "and" else a.sum(-1)[..., :, None] + b.sum(-2)[..., None, :] - 2 * both


def laid_out(words: Mapping[str, str], matrix: str, type_: str) -> tuple[int, Fragment]:
    """Return the registers of a lane, and the fragment that the first of them hold."""
    _, registers = wmma_fragment(words, matrix)
    assert registers is not None
    return registers, _fragment(words["shape"], matrix, type_, registers)


@cache
def _fragment(shape: str, matrix: str, type_: str, registers: int) -> Fragment:
    """Elements in order: those of narrow types along K, as they lie in memory."""
    m, n, k = matrix_shape(shape)
    rows, columns = {"a": (m, k), "b": (k, n)}.get(matrix, (m, n))
    bits = _BITS.get(type_, 32)
    each = max(32 // bits, 1)
    copies = registers * WARP_LANES * each // (rows * columns)

    def at(lane: int, register: int, element: int) -> tuple[int, int]:
        number = (register * WARP_LANES + lane) * each + element
        if bits < 8 and matrix == "b":
            column, row = divmod(number, rows)
            return row, column
        return divmod(number, columns)

    return Fragment(rows, columns, 1, registers // copies, each, bits, at)


def _unit_bytes(type_: str) -> int:
    """Return the bytes accessed at once: an element, or a register of elements narrower than a byte."""
    bits = _BITS.get(type_, 32)
    return bits // 8 if bits >= 8 else 4


def _units(fragment: Fragment, type_: str) -> int:
    """Return the number of these units in a register."""
    return fragment.elements if _BITS.get(type_, 32) >= 8 else 1


class Lines(NamedTuple):
    """The layout of a matrix in memory.

    Attributes:
        default: Elements from one line to the next if the program gives no stride.
        bits: Bits of an element.
        unit_bytes: Bytes accessed at once.
        align: Required alignment of its address.
        spots: Line and element of the units, register by register: shape (units, 2, lanes).
    """

    default: int
    bits: int
    unit_bytes: int
    align: int
    spots: Array


def lines_of(op: Operation, fragment: Fragment, registers: int, type_: str) -> Lines:
    """Return the layout in memory of the matrix of a load or store."""
    by_rows = op.modifiers["layout"] == "row"
    bits, units = _BITS.get(type_, 32), _units(fragment, type_)
    spots = np.zeros((registers * units, 2, WARP_LANES), np.int64)
    step = fragment.elements // units
    for number in range(len(spots)):
        register, unit = divmod(number, units)
        for lane in range(WARP_LANES):
            row, column = fragment.at(lane, register % fragment.registers, unit * step)
            spots[number, :, lane] = (row, column) if by_rows else (column, row)
    default = fragment.columns if by_rows else fragment.rows
    return Lines(default, bits, _unit_bytes(type_), registers * (8 if bits == 64 else 4), spots)


def _places(op: Operation, fragment: Fragment, registers: int, type_: str) -> tuple[str, _Places]:
    """The space of a matrix in memory, and the addresses of its units, register by register."""
    space, address = op.place("p")
    stride = op.read("stride", u32) if op.has("stride") else None
    lines = lines_of(op, fragment, registers, type_)
    op.bytes_across = partial(_bytes_across, lines)
    return space, _Places(address, stride, lines)


def _bytes_across(lines: Lines, stride: int | None) -> int:
    """The bytes from the first element of a matrix to its last: see `Operation.bytes_across`."""
    last = int(lines.spots[:, 0].max()) * (lines.default if stride is None else stride)
    return (last + lines.default) * lines.bits // 8


class _Places:
    """The addresses of the units of a matrix.

    A matrix is aligned to the size of a fragment. By the manual its lines are, too, but CUDA allows and
    compiles lines aligned to 16 bytes.
    """

    def __init__(self, address: Read, stride: Read | None, lines: Lines) -> None:
        self._address, self._stride, self._lines = address, stride, lines

    def __call__(self, m: Machine) -> Array:
        """The address of every unit in every lane."""
        lines = self._lines
        base = _alike(m, self._address(m).astype(np.int64), "the address")
        if self._stride is None:
            stride = np.full(m.lanes, lines.default, np.int64)
        else:
            stride = _alike(m, self._stride(m).astype(np.int64), "the stride")
        line = stride * lines.bits // 8
        self._need_aligned(m, base, lines.align, "the matrix starts at")
        self._need_aligned(m, line, min(lines.align, LINE_ALIGN), "its lines are apart by")
        warps = m.lanes // WARP_LANES
        numbers, elements = (np.tile(lines.spots[:, part], warps) for part in (0, 1))
        addresses: Array = (base + numbers * line + elements * lines.bits // 8).astype(np.uint64)
        return addresses

    def _need_aligned(self, m: Machine, values: Array, align: int, what: str) -> None:
        wrong = m.active() & (values % align != 0)
        if wrong.any():
            lane = int(wrong.argmax())
            said = f"{what} {int(values[lane]):#x} bytes; it must be a multiple of {align}"
            raise Trap("misaligned", said, lane)


def _alike(m: Machine, values: Array, what: str) -> Array:
    """Check that a value is the same in all lanes of a warp, and return it."""
    rows = values.reshape(-1, WARP_LANES)
    differing = (rows != rows[:, :1]) & m.active().reshape(-1, WARP_LANES)
    if differing.any():
        said = f"{what} must be the same in all threads of the warp"
        raise Trap("wmma-operand", said, int(differing.reshape(-1).argmax()))
    return values


# The native engine


@lowered(multiply)
def lower_multiply(step: StepLowering) -> None:
    """Give the fragments in the layout of `laid_out`."""
    words = step.op.modifiers
    types = words.get("atype", "f16"), words.get("btype", "f16"), words["ctype"], words["dtype"]
    fragments = tuple(laid_out(words, name, type_)[1] for name, type_ in zip("abcd", types, strict=True))
    product = MatrixProduct(
        fragments,  # type: ignore[arg-type]
        types,
        fragments[0].columns,
        mode=words.get("rnd") or "rn",
        differing=words.get("op") == "xor",
    )
    lower_matrix_product(step, product)


@lowered(load, store)
def lower_access(step: StepLowering) -> None:
    """Give line and element of each unit of the registers."""
    op = step.op
    loads = "load" in op.words
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
