"""Loads and stores of a traced kernel, tracked back to the tensors whose addresses they use.

A register holds an address of a tensor after the load of the parameter, and after moves, conversions between
state spaces and additions to one that does. A register that something else writes, too, is not followed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pyptx.errors import TraceError
from pyptx.ir import Address, Instruction, Name
from pyptx.ir.visit import instructions
from pyptx.trace import ADDRESSING, COMPUTING, at
from pyptx.types import TYPES

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from pyptx.ir import Operand
    from pyptx.kernel.declaration import Declared
    from pyptx.trace import Trace

_PARAMETERS = ("param", "param::entry")
_ADDITIONS = frozenset({"add", "sub", "mad"})
_WRITES = frozenset({"st", "red", "atom"})
_WIDE = frozenset({"b64", "u64", "s64"})
_GLOBAL_COPIES = (("async", "bulk", "global"), ("reduce", "async", "bulk", "global"))

Origins = frozenset[str]
"""Names of the tensors that a register may point to."""

_UNKNOWN: Origins = frozenset({""})
"""Origin of a register that another instruction writes."""


def check_accesses(declared: Declared, trace: Trace) -> None:
    """Refuse stores to inputs that are not declared as written, and integers accessed as floating point.

    Args:
        declared: The kernel.
        trace: What was traced.

    Raises:
        TraceError: There is such an access; the message has its line.
    """
    if not declared.tensors:
        return
    wide = [  # an operation on fewer bits gives no address
        each
        for each in trace.noted
        if each.opcode not in COMPUTING or each.modifiers[-1] in _WIDE or "wide" in each.modifiers
    ]
    try:
        _check(declared, wide)
    except TraceError:  # any other write to the register may move the address elsewhere
        _check(declared, instructions(trace.body))


def _check(declared: Declared, followed: Iterable[Instruction]) -> None:
    """Follow addresses through instructions, and refuse the accesses to them that are wrong."""
    writable = {*declared.outputs, *declared.mutates}
    known: dict[str, Origins] = {}
    for instruction in followed:
        opcode = instruction.opcode
        if not instruction.operands:
            continue
        if opcode not in ADDRESSING:
            _forget(instruction.operands[0], known)
            continue
        if opcode in _WRITES or opcode == "cp":
            for address in _written_addresses(instruction):
                origins = _origins(address, known)
                if origins and "" not in origins and not origins & writable:
                    _refuse_write(declared, sorted(origins)[0], instruction)
        _check_type(declared, instruction, known)
        _follow(instruction, declared, known)


def _forget(target: Operand, known: dict[str, Origins]) -> None:
    """Record that an instruction writes a register with a value other than a tensor's address."""
    if type(target) is Name and target.name in known:
        known[target.name] |= _UNKNOWN


def _follow(instruction: Instruction, declared: Declared, known: dict[str, Origins]) -> None:
    """Record the tensors to which the result register of an instruction may point."""
    target = instruction.operands[0]
    if not isinstance(target, Name):
        return
    made = _origins_of_result(instruction, declared, known)
    if made or target.name in known:
        known[target.name] = known.get(target.name, frozenset()) | (made or _UNKNOWN)


def _origins_of_result(instruction: Instruction, declared: Declared, known: dict[str, Origins]) -> Origins:
    """Return the tensors to which a result may point; empty if it is not the address of a tensor."""
    opcode, modifiers, operands = instruction.opcode, instruction.modifiers, instruction.operands
    if opcode == "ld" and modifiers[:1] and modifiers[0] in _PARAMETERS:
        address = operands[-1]
        base = address.base if isinstance(address, Address) and address.offset is None else None
        return frozenset({base.name} & declared.tensors.keys() if isinstance(base, Name) else ())
    if opcode in ("mov", "cvta") and len(operands) == 2:
        return _of(operands[1], known)
    if opcode in _ADDITIONS:
        found = [origins for each in operands[1:] if (origins := _of(each, known))]
        return found[0] if len(found) == 1 else _UNKNOWN if found else frozenset()
    return frozenset()


def _of(operand: Operand, known: dict[str, Origins]) -> Origins:
    return known.get(operand.name, frozenset()) if isinstance(operand, Name) else frozenset()


def _origins(address: Operand, known: dict[str, Origins]) -> Origins:
    """The tensors that an address may be in; empty where that is not known."""
    if isinstance(address, Address):
        return _of(address.base, known)
    return frozenset()


def _written_addresses(instruction: Instruction) -> Sequence[Operand]:
    """The addresses of global memory that an instruction writes."""
    opcode, modifiers = instruction.opcode, instruction.modifiers
    if opcode in _WRITES and "shared" not in "".join(modifiers) and "param" not in modifiers:
        return [each for each in instruction.operands if isinstance(each, Address)][:1]
    if opcode == "cp" and any(modifiers[: len(words)] == words for words in _GLOBAL_COPIES):
        return instruction.operands[:1]
    return ()


def _check_type(declared: Declared, instruction: Instruction, known: dict[str, Origins]) -> None:
    """Refuse one number as floating point where the tensor has integers of the same width."""
    opcode = instruction.opcode
    if opcode not in ("ld", "st") or instruction.modifiers[-1] not in ("f32", "f64"):
        return
    if any(word.startswith("v") and word[1:].isdigit() for word in instruction.modifiers):
        return  # four floats at once are also how 16 bytes of anything are copied
    dtype = TYPES[instruction.modifiers[-1]]
    address = instruction.operands[opcode == "ld"]
    origins = sorted(_origins(address, known))
    tiles = [declared.tensors.get(name) for name in origins]
    held = [tile.dtype for tile in tiles if tile is not None and tile.dtype.kind in "us"]
    if origins and len(held) == len(origins) and all(each.bits == dtype.bits for each in held):
        whole = held[0]
        reason, convert = (
            ("ld.{} of {}", f"load {whole} and convert, reg.from_(r, {dtype})")
            if opcode == "ld"
            else ("st.{} to {}", f"convert, reg.from_(r, {whole}), and store that")
        )
        raise TraceError(
            f"{reason.format(dtype, origins[0])}, whose elements are {whole}: the bits are not {dtype}\n"
            f"  {convert}, or take b{dtype.bits} for the bits alone{at(instruction.source)}"
        )


def _refuse_write(declared: Declared, name: str, instruction: Instruction) -> None:
    written = ".".join((instruction.opcode, *instruction.modifiers))
    declared_now = ", ".join(f'"{each}"' for each in (*declared.mutates, name))
    raise TraceError(
        f"{written} writes to {name}, which is an input of {declared.name}: graphs and JAX would not see it\n"
        f"  declare it, mutates=({declared_now},), or write to an output{at(instruction.source)}"
    )
