"""Data movement (manual section 9.7.10): registers, memory, address spaces and cache hints.

`prmt` only computes and is with the logic instructions.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from pyptx.ir import Vector
from pyptx.sim.deferred import deferred
from pyptx.sim.named_registers import numbers_in
from pyptx.sim.segments import LAST_RANK, RANK_SHIFT, SPACE_OF_WINDOW, WINDOW_BYTES, WINDOWS
from pyptx.sim.semantics.machine import machine, nothing
from pyptx.sim.semantics.native import lowered, no_records
from pyptx.sim.semantics.shadows import lowered_shadow, shadowed
from pyptx.sim.semantics.undefined import computed
from pyptx.sim.symbols import Register
from pyptx.types import from_name, u32

if TYPE_CHECKING:
    from collections.abc import Callable

    from pyptx.ir import Operand
    from pyptx.sim.lowering.step import StepLowering
    from pyptx.sim.machine import Machine
    from pyptx.sim.operands import Operation, Run
    from pyptx.sim.shadow.state import ShadowState

DISCARDED = 128
"""Bytes of a `discard`."""


@machine("mov")
def move(op: Operation) -> Run:
    """``mov``: copy a value, or pack and unpack a vector of halves or quarters.

    A copy of an undefined register is undefined, too.
    """
    target, source = op.instruction.operands
    wanted, given = op.match.operands
    op.spread, op.computes = computed, True
    if wanted.count is None and given.count is None:
        run = deferred(op, _copy)
        if op.only is not None:
            op.keeps, op.reads = op.reads, ()
        else:
            op.keeps = numbers_in(op, source)
        return run
    if wanted.count is not None and given.count is not None:
        op.keeps = numbers_in(op, source)
        part = from_name(wanted.type)
        reads, writes = op.reader(source, part), op.writer(target, part)
        return lambda m: writes(m, reads(m).copy())
    run = deferred(op, _pack if wanted.count is None else _unpack)
    op.keeps = numbers_in(op, source) if op.only is None else op.reads
    return run


@shadowed(move)
def shadow_move(op: Operation, shadows: ShadowState) -> Callable[[], None]:
    """Copy the shadows of the parts."""
    (target, wanted), (source, given) = op.pairs()
    word = shadows.word(op, source, from_name(given.type).bytes)
    return lambda: shadows.write(op, target, word, from_name(wanted.type).bytes)


lowered_shadow(shadow_move)(lambda step: step.move())


def _copy(op: Operation) -> Run:
    """``mov`` of one value."""
    target, source = op.instruction.operands
    type_ = from_name(op.words[-1])
    found = op.entity(source)
    home = op.entity(target)
    write = op.writer(target, type_)
    if not (isinstance(found, Register) and isinstance(home, Register)):
        read = op.reader(source, type_)
        return lambda m: write(m, read(m))
    read = op.reader(source, type_, needed=False)
    from_number, to_number = found.number, home.number

    def run(m: Machine) -> None:
        undefined = None if m.defined.full[from_number] else m.active() & ~m.defined.initialised[from_number]
        write(m, read(m))
        if undefined is not None:
            m.defined.copy(from_number, to_number, undefined)

    return run


def _unpack(op: Operation) -> Run:
    """``mov.b64 {lo, hi}, x``: the lowest part goes to the first register."""
    target, source = op.instruction.operands
    whole = from_name(op.words[-1])
    spec = op.match.operands[0]
    count, part = spec.count or 1, from_name(spec.type)
    read = op.reader(source, whole)
    write = op.writer(target, part)
    step, dtype = np.uint64(part.bits), op.dtype(part)

    def run(m: Machine) -> None:
        value = read(m)
        if whole.bits == 128:
            words = [value[k * part.bits // 64] >> np.uint64(k * part.bits % 64) for k in range(count)]
        else:
            words = [value.astype(np.uint64) >> (step * np.uint64(k)) for k in range(count)]
        write(m, np.stack(words).astype(dtype))

    return run


def _pack(op: Operation) -> Run:
    """``mov.b64 x, {lo, hi}``: the first register becomes the lowest part."""
    target, source = op.instruction.operands
    whole = from_name(op.words[-1])
    spec = op.match.operands[1]
    count, part = spec.count or 1, from_name(spec.type)
    read = op.reader(source, part)
    write = op.writer(target, whole)
    dtype = op.dtype(whole)
    per_word = max(count * 64 // whole.bits, 1) if whole.bits > 64 else count

    def run(m: Machine) -> None:
        parts = read(m).astype(np.uint64)
        words = [
            np.bitwise_or.reduce(
                [parts[first + k] << np.uint64(k * part.bits) for k in range(per_word)], axis=0
            )
            for first in range(0, count, per_word)
        ]
        write(m, np.stack(words) if whole.bits == 128 else words[0].astype(dtype))

    return run


@machine("cvta")
def convert_address(op: Operation) -> Run:
    """``cvta``: an address of a space to a generic one, or back with ``.to``."""
    space = op.modifiers["space"].partition("::")[0]
    type_ = from_name(op.modifiers["size"])
    read, write = op.read("a"), op.write("p")
    window = np.dtype(op.dtype(type_)).type(WINDOWS[space] & ((1 << type_.bits) - 1))
    if "to" in op.words:
        return lambda m: write(m, read(m) - window)
    return lambda m: write(m, read(m) + window)


@machine("isspacep")
def is_space(op: Operation) -> Run:
    """``isspacep``: whether a generic address lies in the window of a space."""
    space, _, part = op.modifiers["space"].partition("::")
    read, write = op.read("a"), op.write("p")
    windows = {name: number for number, name in SPACE_OF_WINDOW.items()}
    own_only = space == "shared" and part != "cluster"

    def run(m: Machine) -> None:
        address = read(m).astype(np.uint64)
        window = address // np.uint64(WINDOW_BYTES)
        if space == "global":
            write(m, ~np.isin(window, list(SPACE_OF_WINDOW)))
            return
        inside = window == windows[space]
        if own_only:
            rank = address % np.uint64(WINDOW_BYTES) >> np.uint64(RANK_SHIFT)
            inside &= rank == m.memory.rank_base() >> np.uint64(RANK_SHIFT)
        write(m, inside)

    return run


@machine("mapa")
def map_address(op: Operation) -> Run:
    """``mapa``: the address of the same place in the shared memory of another CTA of the cluster.

    Compilers move it in front of the branch that checks the rank, so a rank that the cluster does not have is
    reported where its address is used.
    """
    read, rank, write = op.read("a"), op.read("b", u32), op.write("d")
    dtype = np.dtype(op.dtype(from_name(op.modifiers["type"])))
    keep = dtype.type(((1 << 8 * dtype.itemsize) - 1) & ~(LAST_RANK << RANK_SHIFT))

    def run(m: Machine) -> None:
        wanted = np.minimum(rank(m), LAST_RANK).astype(dtype)
        write(m, (read(m) & keep) | (wanted << dtype.type(RANK_SHIFT)))

    return run


@machine("getctarank")
def cta_rank(op: Operation) -> Run:
    """``getctarank``: the rank in the cluster of the CTA that an address belongs to."""
    read, write = op.read("a"), op.write("d")
    return lambda m: write(
        m, ((read(m).astype(np.uint64) >> np.uint64(RANK_SHIFT)) & np.uint64(LAST_RANK)).astype(np.uint32)
    )


@machine("createpolicy")
def create_policy(op: Operation) -> Run:
    """``createpolicy``: an opaque cache policy; caches are not modelled, so any number will do."""
    write = op.write("policy")
    return lambda m: write(m, np.zeros(m.lanes, np.uint64))


@machine("discard")
def discard(op: Operation) -> Run:
    """``discard``: a weak write of an indeterminate value: the bytes are undefined until they are written."""
    space, address = op.place("a")
    return lambda m: m.memory.discard(space, address(m), DISCARDED, m.mask)


@machine("prefetch", "prefetchu", "applypriority")
def hint(op: Operation) -> Run:
    """Hints to caches, which are not modelled: nothing happens."""
    del op
    return nothing


# The native engine


@lowered(move)
def lower_move(step: StepLowering) -> None:
    """Copy, pack or unpack; a copy of a register hands on whether it is defined."""
    op = step.op
    (target, wanted), (source, given) = op.pairs()
    type_ = from_name(op.words[-1])
    if type_.bits == 128:
        _lower_wide_move(step, target, source)
        return
    if wanted.count is not None and given.count is not None:
        part = from_name(wanted.type)
        values = [step.value(item, part) for item in step.items(source)]
        copies = [step.spare(part.bits) for _ in values]
        for spare, value in zip(copies, values, strict=True):
            step.emit(f"mov.u{part.bits}", d=spare, a=value)
        for item, spare in zip(step.items(target), copies, strict=True):
            row = step.target(item, part)
            if row >= 0:
                step.emit(f"mov.u{part.bits}", d=row, a=spare)
        return
    if wanted.count is not None:
        part = from_name(wanted.type)
        rows = [step.target(item, part) for item in step.items(target)]
        step.emit_bound(f"unpack.u{type_.bits}", _bind_unpack, [*rows, step.value(source, type_)], [])
        return
    if given.count is not None:
        part = from_name(given.type)
        rows = [step.value(item, part) for item in step.items(source)]
        row = step.needed(step.target(target, type_), type_.bits)
        step.emit_bound(f"pack.u{type_.bits}", _bind_pack, [row, *rows], [])
        return
    value, row = step.value(source, type_), step.target(target, type_)
    handler = "mov.pred" if type_.name == "pred" else f"mov.u{type_.bits}"
    step.emit(handler, d=step.needed(row, type_.bits), a=value)
    step.plan(handler, copies=True)
    found = op.entity(source)
    home = op.entity(target)
    if isinstance(found, Register) and isinstance(home, Register):
        step.out.defines.remove(home.number)
        step.out.copies = home.number, found.number


def _bind_pack(rows: list[int], _offsets: list[int]) -> dict[str, Any]:
    """Return the operands of a packing move, from the rows of its result and its parts."""
    target, *parts = rows
    return {"d": target, "parts": parts}


def _bind_unpack(rows: list[int], _offsets: list[int]) -> dict[str, Any]:
    """Return the operands of an unpacking move, from the rows of its parts and its source."""
    *parts, source = rows
    return {"a": source, "parts": parts}


def _lower_wide_move(step: StepLowering, target: Operand, source: Operand) -> None:
    """``mov.b128`` of a register, from or to another or the two words of it."""
    u64 = from_name("u64")
    if isinstance(source, Vector):
        values = [step.value(item, u64) for item in source.items]
    else:
        values = list(step.two_rows((source,), written=False))
    if isinstance(target, Vector):
        rows = [step.target(item, u64) for item in step.items(target)]
    else:
        rows = list(step.two_rows((target,), written=True))
    if len(values) != len(rows):
        raise step.uncovered("of 128 bits")
    for row, value in zip(rows, values, strict=True):
        if row >= 0:
            step.emit("mov.u64", d=row, a=value)


@lowered(convert_address)
def lower_convert_address(step: StepLowering) -> None:
    """Add or subtract the start of the window."""
    op = step.op
    type_ = from_name(op.modifiers["size"])
    window = step.number(WINDOWS[op.modifiers["space"].partition("::")[0]], type_)
    handler = "sub" if "to" in op.words else "add"
    step.emit(
        f"{handler}.u{type_.bits}", d=step.needed(step.write("p"), type_.bits), a=step.read("a"), b=window
    )


@lowered(is_space)
def lower_is_space(step: StepLowering) -> None:
    """Name the window, and whether only the CTA's own part counts."""
    space, _, part = step.op.modifiers["space"].partition("::")
    windows = {name: number for number, name in SPACE_OF_WINDOW.items()}
    own = space == "shared" and part != "cluster"
    address = step.value(step.op.operand("a")[0], from_name("u64"))
    step.emit("isspacep", d=step.needed(step.write("p"), 1), a=address, window=windows.get(space, 0), own=own)


@lowered(discard)
def lower_discard(step: StepLowering) -> None:
    """Refuse: written bytes become undefined again on the NumPy engine only."""
    raise step.uncovered()


@lowered(create_policy)
def lower_create_policy(step: StepLowering) -> None:
    """Write zero."""
    step.emit("mov.u64", d=step.needed(step.write("policy"), 64), a=step.number(0, from_name("u64")))


@lowered(map_address)
def lower_map_address(step: StepLowering) -> None:
    """Read the rank with 32 bits, for addresses of any width."""
    type_ = from_name(step.op.modifiers["type"])
    step.program.asynchronous = True
    step.emit(
        f"mapa.u{type_.bits}",
        d=step.needed(step.write("d"), type_.bits),
        a=step.read("a", type_),
        b=step.read("b", from_name("u32")),
    )


@lowered(cta_rank)
def lower_cta_rank(step: StepLowering) -> None:
    """Read the address with its own type."""
    operand, spec = step.op.operand("a")
    type_ = from_name(spec.type)
    step.emit(f"getctarank.u{type_.bits}", d=step.needed(step.write("d"), 32), a=step.value(operand, type_))


no_records(hint)
