"""The alignment that a program requires of the addresses in its parameters, checked before a launch.

A misaligned access ends the context of the process. A program requires an alignment if it accesses an
address that is a parameter plus an offset whose lowest bits are known, or if it declares the alignment of
that parameter (``.ptr .align``). An access that no thread of a launch
executes does not count, nor one that the program may choose to skip: by a predicate of unknown value that is
the same in all threads, or because it examines the address.
"""

from __future__ import annotations

from math import gcd
from typing import TYPE_CHECKING, NamedTuple

from pyptx.errors import LaunchError
from pyptx.ir import Address, Instruction, Name
from pyptx.ir.visit import operand_names, walk
from pyptx.runtime.reachability import constant, executed, is_of_param, written_names
from pyptx.types import TYPES

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from pyptx.ir import Operand
    from pyptx.program import Dim3, Program

NEVER = 1 << 31
_LARGEST = 64
_BULK_BYTES = 16
_ACCESSES = ("ld", "ldu", "st", "red", "atom", "cp")
_INTEGERS = frozenset("usb")
_VERDICTS_KEPT = 256


class Alignment(NamedTuple):
    """The alignment of an address.

    Attributes:
        bytes: A power of two.
        remainder: Remainder of the address when divided by it.
        access: The access that requires it.
    """

    bytes: int
    remainder: int
    access: Instruction


class _Value(NamedTuple):
    """The lowest bits of a register: `remainder` modulo `bytes`, relative to the address in a parameter."""

    origin: str | None
    remainder: int
    bytes: int

    def joined(self, other: _Value) -> _Value:
        """Return a description of both."""
        if self.origin != other.origin:
            return _UNKNOWN
        bytes_ = gcd(self.bytes, other.bytes, self.remainder - other.remainder)
        return _Value(self.origin, self.remainder % bytes_, bytes_)


_UNKNOWN = _Value(None, 0, 1)


def check_addresses(program: Program, arguments: Mapping[str, object], grid: Dim3, block: Dim3) -> None:
    """Check addresses before they reach the driver.

    Args:
        program: The program.
        arguments: The argument of each parameter. Only addresses that are numbers are checked.
        grid: CTAs in each direction.
        block: Threads of a CTA in each direction.

    Raises:
        LaunchError: A thread may access an address that is misaligned.
    """
    for param in program.params:
        if isinstance(address := arguments.get(param.name), int):
            param.check_address(address)
    misaligned = [
        (name, wanted)
        for name, accesses in alignments(program).items()
        for wanted in accesses
        if isinstance(address := arguments.get(name), int) and address % wanted.bytes != wanted.remainder
    ]
    if not misaligned:
        return
    reached = _executed(program, arguments, grid, block)
    for name, wanted in misaligned:
        access = wanted.access
        if id(access) not in reached:
            continue
        written = ".".join((access.opcode, *access.modifiers))
        where = f" at {access.source}" if access.source else ""
        beyond = f", plus {wanted.remainder}" if wanted.remainder else ""
        raise LaunchError(
            f"argument {name} is at {arguments[name]:#x}, but {written}{where} needs an address that is a "
            f"multiple of {wanted.bytes} bytes{beyond}; pass a copy"
        )


def _executed(program: Program, arguments: Mapping[str, object], grid: Dim3, block: Dim3) -> frozenset[int]:
    """Return the identities of the instructions that a launch may execute, computed once for its numbers."""
    pointers = {param.name for param in program.params if param.pointer}
    numbers = {
        name: value for name, value in arguments.items() if type(value) is int and name not in pointers
    }
    known = program.derived.setdefault("executed", {})
    key = tuple(numbers.items()), grid, block
    reached: frozenset[int] | None = known.get(key)
    if reached is None:
        if len(known) >= _VERDICTS_KEPT:
            known.clear()
        found = executed(list(walk(program.function.body or ())), numbers, grid, block)
        reached = known[key] = frozenset(map(id, found))
    return reached


def alignments(program: Program) -> Mapping[str, tuple[Alignment, ...]]:
    """Return the alignments that accesses require of the address in each parameter, the largest first.

    >>> from pyptx.program import from_ptx
    >>> program = from_ptx('''
    ... .version 8.0
    ... .target sm_80
    ... .address_size 64
    ... .visible .entry copy(.param .u64 out)
    ... {
    ...     .reg .b32 %r<2>; .reg .b64 %p<4>;
    ...     ld.param.u64 %p1, [out]; mov.u32 %r1, %tid.x;
    ...     mul.wide.u32 %p2, %r1, 16; add.u64 %p3, %p1, %p2;
    ...     st.global.v2.u64 [%p3], {%p2, %p2};
    ... }
    ... ''')
    >>> alignments(program)["out"][0].bytes
    16
    """
    if "alignments" not in program.derived:
        pointers = {param.name for param in program.params if param.pointer}
        statements = walk(program.function.body or ()) if pointers else ()
        program.derived["alignments"] = _required(
            pointers, [each for each in statements if type(each) is Instruction]
        )
    found: dict[str, tuple[Alignment, ...]] = program.derived["alignments"]
    return found


def units(program: Program) -> dict[str, int]:
    """Return the alignment in bytes that native code checks for the address in a parameter.

    No address is a multiple of `NEVER`: a requirement with a remainder is left to `check_addresses`.
    """
    found = {param.name: param.target_align for param in program.params}
    for name, accesses in alignments(program).items():
        exact = any(each.remainder for each in accesses)
        found[name] = NEVER if exact else max(accesses[0].bytes, found[name])
    return found


def _required(pointers: set[str], body: Sequence[Instruction]) -> dict[str, tuple[Alignment, ...]]:
    accesses = [(each, address, size) for each in body for address, size in _accessed(each) if size > 1]
    if not accesses or any(each.opcode == "brx" for each in body):
        return {}
    values = _values(pointers, body)
    used = _otherwise_used(body, values)
    found: dict[str, list[Alignment]] = {}
    for each, address, size in accesses:
        start = _of(address.base, values)
        if start.origin is None or start.origin in used:
            continue
        start = _sum(start, _of(address.offset, values) if address.offset else _Value(None, 0, _LARGEST))
        if start.bytes % size == 0:
            found.setdefault(start.origin or "", []).append(Alignment(size, -start.remainder % size, each))
    return {name: tuple(sorted(each, key=lambda one: -one.bytes)) for name, each in found.items()}


def _accessed(each: Instruction) -> Iterator[tuple[Address, int]]:
    """Yield the addresses that an instruction accesses, and the alignment that each needs."""
    if each.opcode not in _ACCESSES or "param" in each.modifiers:
        return
    found = [operand for operand in each.operands if type(operand) is Address and not operand.rest]
    if each.opcode == "cp":
        if "bulk" in each.modifiers:
            size = 0 if "tensor" in each.modifiers else _BULK_BYTES
        else:
            size = constant(each.operands[2]) or 0 if len(each.operands) > 2 else 0
    else:
        element = TYPES.get(each.modifiers[-1]) if each.modifiers else None
        count = next((int(word[1:]) for word in each.modifiers if word in ("v2", "v4", "v8")), 1)
        size = 0 if element is None else element.bits * count // 8
        found = found[:1]
    yield from ((address, size) for address in found)


# Values of registers, whatever order the instructions run in


def _values(pointers: set[str], body: Sequence[Instruction]) -> dict[str, _Value]:
    """Return the lowest bits of each register that an instruction writes."""
    values: dict[str, _Value] = {}
    written = {name for each in body for name in written_names(each)}
    changed = True
    while changed:
        changed = False
        for each in body:
            for name in written_names(each):
                made = _result(each, pointers, values, written)
                if made is not None and name in values:
                    made = values[name].joined(made)
                if made is not None and values.get(name) != made:
                    values[name] = made
                    changed = True
    return values


def _result(
    each: Instruction, pointers: set[str], values: Mapping[str, _Value], written: set[str]
) -> _Value | None:
    """Return the value that an instruction computes; None until its operands have one."""
    opcode, operands = each.opcode, each.operands[1:]
    if type(each.operands[0]) is Name and is_of_param(each):
        place = operands[0]
        whole = type(place) is Address and place.offset is None and type(place.base) is Name
        name = place.base.name if whole else ""  # type: ignore[union-attr]  # an address, as was seen
        return _Value(name, 0, _LARGEST) if name in pointers else _UNKNOWN
    if type(each.operands[0]) is not Name or not _models(each):
        return _UNKNOWN
    if any(type(operand) is Name and operand.name in written - values.keys() for operand in operands):
        return None
    return _COMPUTED[opcode](*[_of(operand, values) for operand in operands])


def _models(each: Instruction) -> bool:
    """Whether `_result` computes the lowest bits of a result."""
    if each.opcode == "selp":
        return True
    if each.opcode not in _COMPUTED or "hi" in each.modifiers or "sat" in each.modifiers:
        return False
    kinds = {TYPES[word].kind for word in each.modifiers if word in TYPES}
    return kinds <= _INTEGERS and "pred" not in each.modifiers


def _of(operand: Operand, values: Mapping[str, _Value]) -> _Value:
    number = constant(operand)
    if number is not None:
        return _Value(None, number % _LARGEST, _LARGEST)
    return values.get(operand.name, _UNKNOWN) if type(operand) is Name else _UNKNOWN


def _sum(one: _Value, other: _Value, sign: int = 1) -> _Value:
    if other.origin is not None and (one.origin is not None or sign < 0):
        return _UNKNOWN
    bytes_ = gcd(one.bytes, other.bytes)
    return _Value(one.origin or other.origin, (one.remainder + sign * other.remainder) % bytes_, bytes_)


def _product(one: _Value, other: _Value) -> _Value:
    if one.origin is not None or other.origin is not None:
        return _UNKNOWN
    (_, a, m), (_, b, n) = one, other
    bytes_ = gcd(a * n, b * m, m * n, _LARGEST)
    return _Value(None, a * b % bytes_, bytes_)


def _otherwise_used(body: Sequence[Instruction], values: Mapping[str, _Value]) -> set[str]:
    """Return the parameters whose addresses a program uses other than to add to them and access memory."""
    used: set[str] = set()
    for each in body:
        named = bool(each.operands) and type(each.operands[0]) is Name
        adds = each.opcode in ("mov", "cvta", "add", "sub", "mad", "selp") and _models(each)
        kept = _of(each.operands[0], values).origin if named and adds else None
        for operand in each.operands[named:]:
            if type(operand) is not Address:
                origins = {values.get(name, _UNKNOWN).origin for name in operand_names(operand)}
                used |= {origin for origin in origins if origin is not None and origin != kept}
    return used


def _masked(one: _Value, mask: _Value) -> _Value:
    zeros = gcd(mask.remainder, mask.bytes)
    return _UNKNOWN if one.origin or mask.origin else _Value(None, 0, zeros)


def _shifted(one: _Value, by: _Value) -> _Value:
    factor = _Value(None, (1 << by.remainder) % _LARGEST, _LARGEST)
    return _product(one, factor) if by.bytes == _LARGEST and by.origin is None else _UNKNOWN


_COMPUTED: dict[str, Callable[..., _Value]] = {
    "mov": lambda one: one,
    "cvta": lambda one: one,
    "cvt": lambda one: one,
    "selp": lambda one, other, _: one.joined(other),
    "add": _sum,
    "sub": lambda one, other: _sum(one, other, -1),
    "mul": _product,
    "mad": lambda one, other, added: _sum(_product(one, other), added),
    "and": _masked,
    "shl": _shifted,
}
"""The lowest bits of a result, from those of the operands."""
