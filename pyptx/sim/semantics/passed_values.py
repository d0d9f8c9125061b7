"""The values that calls pass: arguments, results, and the bytes of their registers and variables.

Bytes of a variable that no thread wrote are unwritten in the variable that they are passed to, too.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from pyptx.errors import VerifyError
from pyptx.ir import Group, Literal
from pyptx.sim.operands import is_sink
from pyptx.sim.register_writers import register_writer
from pyptx.sim.symbols import Register, Variable
from pyptx.types import from_name

if TYPE_CHECKING:
    from pyptx.ir import Operand
    from pyptx.sim.definedness import Origin
    from pyptx.sim.machine import Machine
    from pyptx.sim.operands import Array, Operation, Read
    from pyptx.sim.register_writers import Write
    from pyptx.sim.symbols import Formal

    Unwritten: TypeAlias = dict[tuple[int, int], Origin | None]
    """Unwritten bytes of a variable, each of a lane, with the origins that are known."""


def passed_by(op: Operation, name: str) -> tuple[Operand, ...]:
    """Return the arguments or results inside the parentheses of a call."""
    if not op.has(name):
        return ()
    operand, _ = op.operand(name)
    return operand.items if isinstance(operand, Group) else ()


def place_of(op: Operation, item: Operand) -> Formal | None:
    """Return the registers or the variable that an argument or result names; None for anything else."""
    found = op.entity(item)
    return found if isinstance(found, Register | Variable | tuple) else None


def source_of(op: Operation, item: Operand) -> Formal | Literal | None:
    """Return the register that holds an argument; None for an address and for a special register."""
    found = place_of(op, item)
    if isinstance(found, Variable) and not found.framed:
        return None
    return item if isinstance(item, Literal) else found


def home_of(op: Operation, item: Operand) -> Formal | None:
    """Return the destination of a result of a call; None for the sink."""
    found = place_of(op, item)
    if found is not None or is_sink(item):
        return found
    raise VerifyError(f"call: {item} cannot take a result")


def argument_reader(op: Operation, item: Operand, formal: Formal) -> Read:
    """Return the reader of an argument: shape (bytes, L)."""
    found = place_of(op, item)
    if isinstance(found, tuple) or (isinstance(found, Variable) and found.framed):
        return bytes_reader(op, found)
    if isinstance(formal, tuple):
        raise VerifyError(f"call: {item} is not a vector of {len(formal)} registers")
    type_ = formal.type if isinstance(formal, Register) else from_name(formal.type)
    read = op.reader(item, type_)
    return lambda m: _bytewise(read(m))


def bytes_of(place: Formal) -> int:
    """Return the bytes of registers or of a variable."""
    if isinstance(place, tuple):
        return sum(part.type.bytes for part in place)
    return place.size if isinstance(place, Variable) else place.type.bytes


def _bytewise(value: Array) -> Array:
    """Values over lanes as bytes over lanes."""
    return np.ascontiguousarray(value)[:, None].view(np.uint8).T


def bytes_reader(op: Operation, place: Formal) -> Read:
    """Return the reader of the bytes of registers, or of a variable of the current frame."""
    if isinstance(place, Variable):
        offset, size = np.uint64(place.offset), place.size
        return lambda m: m.memory.peek(m.calls.frame + offset, size, m.mask)
    parts = place if isinstance(place, tuple) else (place,)
    reads = [op.register_reader(part, part.type, needed=False) for part in parts]
    return lambda m: np.concatenate([_bytewise(read(m)) for read in reads])


def unwritten_bytes(m: Machine, source: object, target: object) -> Unwritten:
    """Return the unwritten bytes of a variable of the current frame that is passed to another variable."""
    if not isinstance(source, Variable) or not isinstance(target, Variable):
        return {}
    found: Unwritten = {}
    index = _index(m, source)
    for byte in range(source.size):
        missing = m.active() & (m.memory.unwritten(index + byte, 1) > 0)
        for lane in np.flatnonzero(missing).tolist():
            found[byte, lane] = m.defined.stored.get(int(index[lane]) + byte)
    return found


def forget_bytes(m: Machine, target: object, unwritten: Unwritten) -> None:
    """Return bytes of a variable that was passed to their unwritten state, in the active lanes."""
    if not unwritten or not isinstance(target, Variable):
        return
    index, active, stored = _index(m, target), m.active(), m.defined.stored
    for (byte, lane), origin in unwritten.items():
        if active[lane]:
            at = int(index[lane]) + byte
            m.memory.forget(np.array([at]), 1)
            stored.pop(at, None)
            if origin is not None:
                stored[at] = origin


def _index(m: Machine, variable: Variable) -> Array:
    """The arena index of a variable of the current frame, of each lane."""
    address = m.calls.frame + np.uint64(variable.offset)
    return m.memory.locate("local", address, variable.size, m.mask, align=1)


def bytes_writer(op: Operation, place: Formal) -> Write:
    """Return the function that writes bytes to registers, or to a variable of the current frame."""
    if isinstance(place, Variable):
        offset = np.uint64(place.offset)
        return lambda m, value: m.memory.poke(m.calls.frame + offset, value, m.mask)
    parts = place if isinstance(place, tuple) else (place,)
    writes = [(register_writer(op.pool, part, part.type), op.dtype(part.type)) for part in parts]

    def put(m: Machine, value: Array) -> None:
        first = 0
        for write, dtype in writes:
            raw = np.ascontiguousarray(value[first : first + dtype.itemsize].T)
            write(m, raw.view(dtype).reshape(-1))
            first += dtype.itemsize

    return put
