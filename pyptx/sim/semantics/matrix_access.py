"""`ldmatrix` and `stmatrix`: rows of matrices between shared memory and fragments (manual section 9.7.16.5).

A lane gives the address of one row; `matrix_fragment` maps the row's elements to registers and lanes.
"""

from __future__ import annotations

from functools import cache, partial
from typing import TYPE_CHECKING, Any

import numpy as np

from pyptx.layouts.fragments import address_lane, matrix_fragment
from pyptx.sim.deferred import deferred
from pyptx.sim.named_registers import numbers_in
from pyptx.sim.scheduler import WARP
from pyptx.sim.semantics.machine import machine
from pyptx.sim.semantics.native import lowered
from pyptx.sim.semantics.shadows import lowered_shadow, shadowed
from pyptx.sim.semantics.undefined import followed, items_of, loaded, unwritten
from pyptx.sim.semantics.unmodelled import unmodelled
from pyptx.sim.shadow.cells import part, shifted
from pyptx.types import b32

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from numpy.typing import NDArray

    from pyptx.layouts.fragments import Fragment
    from pyptx.sim.lowering.records import Followed, Record
    from pyptx.sim.lowering.shadow_step import StepShadows
    from pyptx.sim.lowering.step import StepLowering
    from pyptx.sim.machine import Machine
    from pyptx.sim.operands import Operation, Run
    from pyptx.sim.shadow.state import ShadowState

FULL_WARP = 0xFFFF_FFFF


@machine("ldmatrix")
def load_matrix(op: Operation) -> Run:
    """``ldmatrix``: load one, two or four matrices of a warp, row by row."""
    op.members = op.constant_reader(FULL_WARP, b32)
    if op.modifiers["shape"] == "m16n16":
        op.fidelity = "unconfirmed"  # the order of its elements in the registers
    op.row_holders = row_holders(access_fragment(op))
    return deferred(op, _load_matrix)


def _load_matrix(op: Operation) -> Run:
    fragment, bits = access_fragment(op), source_bits(op)
    place, write = op.place("p"), op.write("r")
    space, address = place
    items = items_of(op.operand("r")[0])
    plan = access_plan(fragment, bits)
    row_bytes, size = fragment.columns * fragment.bits // 8, max(bits // 8, 1)
    used = (1 << fragment.columns * bits // 8) - 1
    givers = np.array([lane < fragment.matrices * fragment.rows for lane in range(WARP)])

    def run(m: Machine) -> None:
        taking = _givers(m, givers)
        index, some = m.memory.readable(space, address(m), row_bytes, taking, used)
        found = _load(m, index, plan, fragment, bits)
        origin = unwritten(m, place, index, row_bytes, taking) if some else None
        write(m, found)
        if origin is not None:
            for element in range(fragment.elements):
                at = [_elements(m, index, plan, register, element) for register in range(len(items))]
                loaded(op, m, origin, zip(items, at, strict=True), size)
                if bits == 6:  # the last bits may lie in the next byte
                    last = [
                        each + np.tile(plan[2, r, element] > 2, m.lanes // WARP) for r, each in enumerate(at)
                    ]
                    loaded(op, m, origin, zip(items, last, strict=True), size)

    return run


@shadowed(load_matrix)
def shadow_load_matrix(op: Operation, shadows: ShadowState) -> Callable[[], None] | None:
    """Take the shadows of the elements; those of 4 and 6 bits have none."""
    fragment, bits = access_fragment(op), source_bits(op)
    if bits < 8:
        return None
    plan, memory = access_plan(fragment, bits), shadows.memory

    def give_shadows() -> None:
        (access,) = shadows.accesses
        word = {}
        for first, at, size in _units(shadows.m, access.index, plan, fragment):
            shadows.ended |= bool(memory.are_parts(at, size)[shadows.m.active()].any())
            word.update(shifted(memory.word(at, size), first))
        shadows.write(op, op.operand("r")[0], word, 4)

    return give_shadows


@lowered_shadow(shadow_load_matrix)
def lower_shadow_load_matrix(step: StepShadows) -> Record | None:
    """Read the rows that the instruction loads."""
    if source_bits(step.op) < 8:
        raise step.uncovered()
    step.precede("LoadMatrix")
    return step.record("shadow.load_rows", wanted=4, targets=step.parts(step.op.operand("r")[0]))


@machine("stmatrix")
def store_matrix(op: Operation) -> Run:
    """``stmatrix``: store one, two or four matrices of a warp, row by row."""
    op.members = op.constant_reader(FULL_WARP, b32)
    fragment = access_fragment(op)
    space, address = op.place("p")
    read = op.read("r", b32)
    items = items_of(op.operand("r")[0])
    op.row_holders = row_holders(fragment)
    plan = access_plan(fragment, fragment.bits)
    row_bytes, size = fragment.columns * fragment.bits // 8, fragment.bits // 8
    givers = np.array([lane < fragment.matrices * fragment.rows for lane in range(WARP)])

    def spread(op: Operation, m: Machine, undefined: Mapping[int, NDArray[np.bool_]]) -> Callable[[], None]:
        """Propagate undefined values to the bytes that get them."""
        index = m.memory.locate(space, address(m), row_bytes, _givers(m, givers))
        parts = [
            (_elements(m, index, plan, register, element)[undefined[number]], m.origin(number))
            for register, item in enumerate(items)
            for number in numbers_in(op, item)
            if number in undefined
            for element in range(fragment.elements)
        ]

        def mark_bytes() -> None:
            for at, origin in parts:
                m.memory.forget(at, size)
                m.defined.stored.update(dict.fromkeys(at.tolist(), origin))

        return mark_bytes

    op.keeps = {number for item in items for number in numbers_in(op, item)}
    op.spread = spread

    def run(m: Machine) -> None:
        m.scheduler.note_progress()
        rows = address(m)
        index = m.memory.locate(space, rows, row_bytes, _givers(m, givers))
        m.memory.need_writable(space, rows, index, row_bytes, _givers(m, givers))
        giving, stored = _givers(m, givers), _rows(plan, fragment, read(m))
        for each in m.observers.stored:
            each.stored(index, row_bytes, giving, stored)
        m.memory.scatter(index[giving], size, stored[:, giving])

    return run


@shadowed(store_matrix)
def shadow_store_matrix(op: Operation, shadows: ShadowState) -> Callable[[], None]:
    """Give the elements the shadows of the registers."""
    fragment = access_fragment(op)
    plan = access_plan(fragment, fragment.bits)
    word = shadows.word(op, op.operand("r")[0], 4)

    def give_shadows() -> None:
        (access,) = shadows.accesses
        for first, at, size in _units(shadows.m, access.index, plan, fragment):
            shadows.note_cut(shifted(word, -first), size)
            shadows.memory.write(at, part(word, first, size), shadows.m.active())

    return give_shadows


def _units(
    m: Machine, index: NDArray[Any], plan: NDArray[Any], fragment: Fragment
) -> Iterator[tuple[int, NDArray[Any], int]]:
    """The registers whose elements follow each other in memory, and the elements of the others.

    Yields:
        The first byte among those of all registers, the places by lane, and the bytes.
    """
    size = fragment.bits // 8
    for register in range(fragment.registers):
        places = [_elements(m, index, plan, register, element) for element in range(fragment.elements)]
        if all((at == places[0] + k * size).all() for k, at in enumerate(places)):
            yield 4 * register, places[0], 4
        else:
            yield from ((4 * register + k * size, at, size) for k, at in enumerate(places))


@lowered_shadow(shadow_store_matrix)
def lower_shadow_store_matrix(step: StepShadows) -> Record:
    """Write the rows that the instruction stores."""
    step.precede("StoreMatrix")
    return step.ends(step.record("shadow.store_rows", sources=step.parts(step.op.operand("r")[0], size=4)))


def access_fragment(op: Operation) -> Fragment:
    """Return the fragment of an access; the layout of ``s4`` that becomes ``s8`` is not documented."""
    if op.modifiers.get("source") == "s4":
        unmodelled(op)
    return matrix_fragment(op.modifiers["shape"], op.modifiers["num"], trans="trans" in op.words)


def source_bits(op: Operation) -> int:
    """Return the bits of an element in memory; 16 elements of 6 or 4 bits are padded to 16 bytes."""
    source = op.modifiers.get("source", "")
    return {"b6x16_p32": 6, "b4x16_p64": 4}.get(source, 16 if op.words[-1] == "b16" else 8)


@cache
def access_plan(fragment: Fragment, bits: int) -> NDArray[np.int64]:
    """Return the lane that gives the row, the byte in it and the first bit; by register, element, lane."""
    plan = np.zeros((3, fragment.registers, fragment.elements, WARP), np.int64)
    for (lane, register, element), (matrix, row, column) in fragment.places():
        plan[:, register, element, lane] = (
            address_lane(fragment, matrix, row),
            column * bits // 8,
            column * bits % 8,
        )
    return plan


@cache
def row_holders(fragment: Fragment) -> tuple[int, ...]:
    """Return the lane that accesses a row in race checking, by the lane that gives its address.

    The lanes that hold the elements of a row access it. One of them, which is not the giver, represents them
    all. No
    lane represents two rows.

    >>> row_holders(matrix_fragment("m8n8", "x1"))[:8]
    (1, 4, 8, 12, 16, 20, 24, 28)
    """
    holding: dict[int, list[int]] = {}
    for (lane, _, _), (matrix, row, _) in fragment.places():
        holding.setdefault(address_lane(fragment, matrix, row), []).append(lane)
    row_of: dict[int, int] = {}

    def assign(giver: int, seen: set[int]) -> bool:
        """Assign a lane to the row of a giver; the row that has the lane may move to another one."""
        for lane in holding[giver]:
            if lane == giver or lane in seen:
                continue
            seen.add(lane)
            if lane not in row_of or assign(row_of[lane], seen):
                row_of[lane] = giver
                return True
        return False

    for giver in holding:
        assert assign(giver, set())
    lanes = {giver: lane for lane, giver in row_of.items()}
    return tuple(lanes.get(lane, lane) for lane in range(WARP))


def _givers(m: Machine, givers: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Return the active lanes whose addresses are used."""
    return np.tile(givers, m.lanes // WARP) & (m.executing())


def _elements(
    m: Machine, index: NDArray[np.int64], plan: NDArray[np.int64], register: int, element: int
) -> NDArray[np.int64]:
    """Arena indices of one element of one register, for all lanes."""
    givers, offsets, _ = plan[:, register, element]
    return np.asarray(index.reshape(-1, WARP)[:, givers] + offsets).reshape(-1)


def _load(
    m: Machine, index: NDArray[np.int64], plan: NDArray[np.int64], fragment: Fragment, bits: int
) -> NDArray[np.uint32]:
    """Read the registers of all lanes; elements narrower than a byte occupy its low bits."""
    registers = np.zeros((fragment.registers, m.lanes), np.uint32)
    for register in range(fragment.registers):
        for element in range(fragment.elements):
            at = _elements(m, index, plan, register, element)
            value = m.memory.gather(at, fragment.bits // 8, 1).astype(np.uint32)
            if bits < 8:  # 16 of them never reach the last byte of their row
                value |= m.memory.gather(at + 1, 1, 1).astype(np.uint32) << np.uint32(8)
                shift = np.tile(plan[2, register, element], m.lanes // WARP).astype(np.uint32)
                value = value >> shift & np.uint32((1 << bits) - 1)
            registers[register] |= value << np.uint32(element * fragment.bits)
    return registers


def _rows(plan: NDArray[np.int64], fragment: Fragment, registers: NDArray[np.uint32]) -> NDArray[Any]:
    """The elements of each row, by the lane that gives its address: shape (columns, lanes)."""
    words = registers.reshape(fragment.registers, -1, WARP)
    rows = np.zeros((fragment.columns, *words.shape[1:]), f"uint{fragment.bits}")
    for register, element in np.ndindex(plan.shape[1:3]):
        givers, offsets, _ = plan[:, register, element]
        value = words[register] >> np.uint32(element * fragment.bits)
        rows[offsets * 8 // fragment.bits, :, givers] = value.T.astype(rows.dtype)
    return rows.reshape(fragment.columns, -1)


# The native engine


@lowered(load_matrix)
def lower_load_matrix(step: StepLowering) -> None:
    """Give an unused register a row of its own."""
    operand, _ = step.op.operand("r")
    rows = [step.needed(step.target(item, b32), 32) for item in step.items(operand)]
    if step.program.follows:
        step.program.overlooks = True
        step.out.undefines, step.out.defines = tuple(step.out.defines), []
        step.out.finish = _follow_targets
    bits, place = source_bits(step.op), step.place("p")
    same = _fields(step, checked=not step.program.follows, targets=())
    same |= {"narrow": place.narrow, "space": place.space}
    if bits < 8:
        same["bits"] = bits
    handler = "ldmatrix.packed" if bits < 8 else "ldmatrix"
    step.emit_bound(handler, partial(_bind_load, same), [*rows, place.address], [place.offset])


def _bind_load(same: dict[str, Any], rows: list[int], offsets: list[int]) -> dict[str, Any]:
    """Return the operands of a load of matrices, from the rows of its results and its address."""
    *registers, address = rows
    (offset,) = offsets
    return {**same, "address": address, "offset": offset, "registers": registers}


@lowered(store_matrix)
def lower_store_matrix(step: StepLowering) -> None:
    """Read the registers."""
    operand, _ = step.op.operand("r")
    if step.program.follows:
        step.out.kept, step.out.finish = step.op.keeps, _follow_sources
    rows = [step.value(item, b32) for item in step.items(operand)]
    step.emit("stmatrix", **step.place("p")._asdict(), registers=rows, **_fields(step, sources=()))


def _follow_targets(operands: dict[str, Any], at: Followed) -> None:
    """Name the registers that may get unwritten bytes."""
    operands["targets"] = followed(at, "r", at.numbers)


def _follow_sources(operands: dict[str, Any], at: Followed) -> None:
    """Name the registers that may be undefined."""
    operands["sources"] = followed(at, "r", at.maybe_undefined)


def _fields(step: StepLowering, **followed: Any) -> dict[str, Any]:
    """Return the operands of an access except registers and address."""
    fragment = access_fragment(step.op)
    elements, words = _access_words(fragment, source_bits(step.op))
    givers = (1 << min(fragment.matrices * fragment.rows, 32)) - 1
    return {
        "elements": elements,
        "row_bytes": fragment.columns * fragment.bits // 8,
        "givers": givers - (1 << 32 if givers >> 31 else 0),
        "plan": words,
        "holders": row_holders(fragment),
        **followed,
    }


@cache
def _access_words(fragment: Fragment, bits: int) -> tuple[int, tuple[int, ...]]:
    """Return the number of elements moved separately, the lanes that give their rows, and bytes in them.

    Elements of fewer than 8 bits have bits of the rows instead.
    """
    whole, size = access_plan(fragment, bits), fragment.bits // 8
    plan, elements = whole[:2], fragment.elements
    if bits < 8:
        plan = np.stack([whole[0], 8 * whole[1] + whole[2]])
    elif all(
        (plan[0, :, e] == plan[0, :, 0]).all() and (plan[1, :, e] == plan[1, :, 0] + e * size).all()
        for e in range(elements)
    ):
        plan, elements = plan[:, :, :1], 1
    return elements, tuple(plan.transpose(1, 2, 0, 3).reshape(-1).tolist())
