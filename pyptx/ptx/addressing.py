"""Addresses, parameters and pointers.

>>> from pyptx import Tile, kernel, ptx
>>> from pyptx.types import f32, u32
>>> @kernel(in_specs=(Tile("N", f32),), grid=(1,), block=(32,), raw_params=[("u32", "count")])
... def scale(X):
...     count = ptx.param(u32, "count")
>>> [line.strip() for line in scale.ptx(N=32).splitlines() if "count" in line]
['.param .u32 count', 'ld.param.u32 %r0, [count];']
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from pyptx.emitter.operands import spell_operand
from pyptx.errors import TraceError
from pyptx.ir import Address, Expression, Literal, Name, Vector
from pyptx.ir.literals import literal_value
from pyptx.ptx.raw import spelled
from pyptx.record import replace
from pyptx.reg import Reg, from_
from pyptx.specs import TensorSpec
from pyptx.trace import active, at, caller, check_owner, checked, current, emit, operand
from pyptx.types import from_name, u32, u64

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pyptx.ir import Operand
    from pyptx.trace import Value
    from pyptx.types import PtxType


@checked("ptx.addr")
def addr(
    base: Value | TensorSpec, offset: int | Reg | str | None = None, *, coord: Sequence[Value] | None = None
) -> Address:
    """Return an address operand: ``[base]``, ``[base+offset]``, ``[base, {x, y}]``.

    Args:
        base: A register, a shared array or a part of one, a kernel parameter, a variable's name, an address.
        offset: Bytes. For a register an addition is traced first, because PTX addresses have no register
            offset. A text is the rest of the address in PTX: ``", {0, %r1}"``.
        coord: Coordinates in a tensor whose map is at `base`.

    Raises:
        TraceError: The base is a tuple, or the value of an element of a tile, or the offset is
            not an integer.

    >>> addr("table", -8)
    Address(base=Name(name='table'), offset=Literal(text='-8'), rest=(), gaps=None)
    >>> from pyptx.emitter.operands import spell_operand
    >>> spell_operand(addr("map", coord=[0, 64]))
    '[map, {0, 64}]'
    """
    if coord is not None:
        map_ = addr(base, offset)
        return replace(map_, rest=(Vector(tuple([operand(value, "s32") for value in coord])),))
    if type(base) is Reg and base.plain_operand is not None and (offset is None or type(offset) is int):
        check_owner(base, base.owner)
        if base.dtype.bits != 64:
            _refuse_element(base)
        return Address(base.plain_operand, _distance(offset) if offset else None)
    if isinstance(offset, str):
        made: Address = spelled(f"[{spell_operand(_operand(base))}{offset}]")
        return made
    if isinstance(offset, Reg):
        if offset.dtype.kind not in "bus":
            raise TraceError(
                f"ptx.addr: the offset {offset.name} is {offset.dtype}; it must be bytes: a number or an "
                f"integer register{at(caller())}"
            )
        base, offset = _register_base(base) + offset, None
    distance = 0 if offset is None else _bytes(offset)
    place = _operand(base)
    if isinstance(place, Address) and not place.rest:
        distance += _literal(place.offset)
        place = place.base
    if isinstance(place, Expression) and len(place.words) == 3 and place.words[1] == "+":
        name, _, start = place.words
        distance += int(literal_value(start))
        place = Name(name)
    whole = isinstance(place, Literal) and isinstance(literal_value(place.text), int)
    if isinstance(place, (Name, Expression)) or whole:
        return Address(place, _distance(distance) if distance else None)
    if isinstance(base, tuple):
        many = "; ptx.global_ptrs gives a tuple: unpack it, `(p,) = ptx.global_ptrs(X)`"
        raise TraceError(f"ptx.addr: {base!r} is not an address{many}{at(caller())}")
    raise TraceError(
        f"ptx.addr: {base!r} is not an address; it is a register, a shared array or a part of one, a "
        f"parameter or the name of a variable{at(caller())}"
    )


def _refuse_element(base: Reg) -> None:
    """Refuse the value of an element of a tile where its address is meant.

    Raises:
        TraceError: The register was loaded by indexing a tile.
    """
    trace = active()
    element = trace.elements.get(base.name) if trace is not None else None
    if element is not None:
        name = str(element).partition("[")[0]
        raise TraceError(
            f"ptx.addr: {element} is the value of the element, loaded into {base.name}, not its address\n"
            f"  write ptx.addr({name}, bytes from its start); for addresses that a tile holds, "
            f"ptx.addr(+value){at(caller())}"
        )


def place(value: Value | TensorSpec) -> Address:
    """Return a wrapper's address argument as an address operand."""
    return value if isinstance(value, Address) else addr(value)


def tensor_place(value: Value) -> Address:
    """Return the operand of an address in tensor memory, which may be the value of an element of a tile.

    `tcgen05.alloc` writes the address to shared memory (manual section 9.7.18.7.1).
    """
    if isinstance(value, Reg) and value.plain_operand is not None:
        check_owner(value, value.owner)
        return Address(value.plain_operand)
    return addr(value)


@checked("ptx.param")
def register_of(place: Address) -> Reg:
    """Trace a shared address into a u32 register; nothing where it is one already."""
    base, offset = place.base, place.offset
    symbol = current().symbol(base.name) if isinstance(base, Name) else None
    if isinstance(base, Name) and symbol is not None and symbol.kind == "reg":
        held = Reg(base.name, from_name(symbol.type))
        if held.dtype.kind not in "bus":
            raise TraceError(f"{held.name} is {held.dtype}; an address is an integer register{at(caller())}")
        start = held if held.dtype.bits == u32.bits else from_(held, u32)
        return start if offset is None else start + offset
    if isinstance(base, Name) and isinstance(offset, Literal):
        return from_(Expression((base.name, "+", offset.text)), u32)
    return from_(base, u32)


def param(dtype: PtxType, name: str, dst: Reg | None = None) -> Reg:
    """Load a kernel parameter: ``ld.param.<type> dst, [name]``; of an aggregate the address is taken.

    Args:
        dtype: Type of the parameter.
        name: Its name.
        dst: Destination; a new register if None.

    Raises:
        TraceError: The kernel has no such parameter.
    """
    trace = current()
    declared = {d.declarators[0].name: d for d in trace.params}
    if name not in declared:
        known = ", ".join(f".{d.type} {other}" for other, d in declared.items()) or "none"
        raise TraceError(f"{trace.name} has no parameter {name}; it has: {known}{at(caller())}")
    target = dst if dst is not None else Reg(trace.scopes.new_register(dtype), dtype)
    declaration = declared[name]
    if declaration.declarators[0].dims:
        emit("mov", (f"b{from_name(dtype.register).bits}",), (target, Name(name)))
        return target
    _check_parameter(dtype, name, declaration.type or "")
    emit("ld", ("param", dtype.memory), (target, Address(Name(name))))
    return target


@checked("ptx.global_ptrs")
def global_ptrs(*params: TensorSpec | str) -> tuple[Reg, ...]:
    """Load pointer parameters and convert them to the global space, one register each.

    ``ld.param.u64 p, [name]; cvta.to.global.u64 p, p;``
    """
    pointers = []
    for parameter in params:
        name = parameter if isinstance(parameter, str) else parameter.name
        pointer = param(u64, name)
        emit("cvta", ("to", "global", "u64"), (pointer, pointer))
        pointers.append(pointer)
    return tuple(pointers)


def _operand(base: Value | TensorSpec) -> Operand:
    """The operand an address starts from; a special register is moved first."""
    if isinstance(base, Reg) and base.is_special:
        base = from_(base, base.dtype)
    if isinstance(base, TensorSpec):
        return Name(base.name)
    return operand(base)


def _register_base(base: Value | TensorSpec) -> Reg:
    """The base of an address in a register."""
    if isinstance(base, Reg) and not base.is_special:
        return base
    made = _operand(base)
    symbol = current().symbol(made.name) if isinstance(made, Name) else None
    if isinstance(made, Name) and symbol is not None and symbol.kind == "reg":
        return Reg(made.name, from_name(symbol.type))
    return from_(made, from_name("u32" if symbol is not None and symbol.space == "shared" else "u64"))


def _bytes(offset: int) -> int:
    """Return an offset in bytes.

    Raises:
        TraceError: The offset is not an integer.
    """
    made = operand(offset, "s64")
    if not isinstance(made, Literal):
        raise TraceError(f"an offset is a number of bytes or a register, not {offset!r}{at(caller())}")
    return int(made.text)


@lru_cache(maxsize=4096)
def _distance(offset: int) -> Literal:
    """Return the literal after the ``+`` of an address, which has 32 bits for it (manual section 6.4.1).

    Raises:
        TraceError: The offset does not fit in 32 bits.
    """
    if -(1 << 31) <= offset < 1 << 32:
        return Literal(str(offset))
    raise TraceError(
        f"ptx.addr: an offset of {offset} bytes does not fit 32 bits; add it to the register{at(caller())}"
    )


def _literal(offset: Operand | None) -> int:
    """The value of an offset already in an address.

    Raises:
        TraceError: The offset is an expression.
    """
    if offset is None:
        return 0
    if isinstance(offset, Literal):
        return int(literal_value(offset.text))
    raise TraceError(f"the offset {offset} is not a number, so no number can be added to it{at(caller())}")


def _check_parameter(dtype: PtxType, name: str, declared: str) -> None:
    """Refuse to load a parameter as a type of another width or kind.

    Raises:
        TraceError: The types differ.
    """
    held = from_name(declared)
    kinds = {held.kind, dtype.kind}
    if held.bits != dtype.bits or ("f" in kinds and len(kinds) > 1 and "b" not in kinds):
        raise TraceError(f"parameter {name} is .{declared}; it cannot be loaded as {dtype}{at(caller())}")
