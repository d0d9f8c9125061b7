"""The instructions by which 32-bit arithmetic reaches 64-bit addresses.

From the registers that hold an address, `address_chains` goes back through copies, 64-bit arithmetic and
conversions that widen, to additions, products and shifts of 32 bits. Other instructions end the way: the low
bits of a hash, of a remainder or of a mask are meant as they are.
"""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from pyptx.ir import Address, Literal
from pyptx.sim.named_registers import registers_changed, registers_of, registers_read
from pyptx.sim.symbols import Register

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pyptx.ir import Operand
    from pyptx.sim.operands import Operation
    from pyptx.sim.steps import Code, Step
    from pyptx.sim.symbols import Callee

Source: TypeAlias = "Register | int"

ARITHMETIC = ("sum", "difference", "product", "shift")
"""Kinds of links whose result may need more than 32 bits."""

MODULAR = 1 << 24
"""Odd factors from here on represent a division, or mix the bits of a hash: the product is meant to wrap."""


def _kinds() -> dict[str, str]:
    """The kind of link that an instruction is, by its words; ``"first"`` is as exact as its first source."""
    kinds = {"shl.b32": "shift", "shl.b64": "first", "mov.b32": "same", "mov.b64": "same"}
    for sign in "us":
        narrow, wide, reading = f"{sign}32", f"{sign}64", "signed" if sign == "s" else "unsigned"
        kinds |= {f"add.{narrow}": "sum", f"sub.{narrow}": "difference"}
        kinds |= {f"{word}.lo.{narrow}": "product" for word in ("mul", "mad")}
        kinds |= {f"{word}.wide.{narrow}": reading for word in ("mul", "mad")}
        kinds |= {f"{word}.{wide}": "same" for word in ("add", "sub", "mul.lo", "mad.lo", "mov")}
        kinds |= {f"cvt.{to}.{narrow}": reading for to in ("u64", "s64")}
        kinds[f"mov.{narrow}"] = "same"
    for first, second in (("u", "s"), ("s", "u")):
        kinds |= {f"cvt.{first}{bits}.{second}{bits}": "same" for bits in (32, 64)}
    for space in ("global", "const", "local", "param"):
        kinds |= {f"cvta.{space}.u64": "same", f"cvta.to.{space}.u64": "same"}
    return kinds


_KINDS = _kinds()


class Link(NamedTuple):
    """An instruction that writes a register on the way to an address.

    Attributes:
        step: The instruction.
        kind: One of `ARITHMETIC`; ``"signed"`` or ``"unsigned"`` for a widening; ``"same"`` if its result is
            as exact as its sources, or it has no sources.
        target: The register.
        sources: Its operands: registers and integers.
    """

    step: Step
    kind: str
    target: Register
    sources: tuple[Source, ...]


class Access(NamedTuple):
    """The addresses of an instruction.

    Attributes:
        registers: The registers that hold them.
        size: The register of the bytes that a copy reads: none where it is 0; None for other instructions.
    """

    registers: tuple[Register, ...]
    size: Register | None


class AddressChains(NamedTuple):
    """The ways from 32-bit arithmetic to addresses.

    Attributes:
        links: The links of each instruction on such a way.
        accesses: The addresses of each instruction at its end.
        registers: Numbers of all registers on the way.
    """

    links: dict[Step, tuple[Link, ...]]
    accesses: dict[Step, Access]
    registers: frozenset[int]


def address_chains(code: Code) -> AddressChains:
    """Find the ways from 32-bit arithmetic to addresses."""
    steps = code.steps
    writers: dict[int, list[Step]] = defaultdict(list)
    for step in steps:
        for number in registers_changed(step.operation):
            writers[number].append(step)
    passed = passed_by_calls(code)
    accesses = {step: found for step in steps if (found := tuple(_addresses(step.operation)))}
    links: dict[int, list[Link]] = {}
    waiting = [register.number for found in accesses.values() for register in found]
    while waiting:
        number = waiting.pop()
        if number in links or number in passed:
            continue
        links[number] = [_link(step, code.registers[number]) for step in writers[number]]
        waiting += [
            source.number for link in links[number] for source in link.sources if isinstance(source, Register)
        ]
    reached = _reached(links)
    by_step: dict[Step, tuple[Link, ...]] = {}
    for number in sorted(reached):
        for link in links[number]:
            by_step[link.step] = (*by_step.get(link.step, ()), link)
    used = {
        step: Access(kept, _copied(step.operation))
        for step, found in accesses.items()
        if (kept := tuple(register for register in found if register.number in reached))
    }
    return AddressChains(by_step, used, frozenset(reached))


def _reached(links: dict[int, list[Link]]) -> set[int]:
    """The registers that a result of 32-bit arithmetic reaches."""
    users: dict[int, list[int]] = defaultdict(list)
    waiting = []
    for number, found in links.items():
        if any(link.kind in ARITHMETIC for link in found):
            waiting.append(number)
        for link in found:
            for source in link.sources:
                if isinstance(source, Register):
                    users[source.number].append(number)
    reached: set[int] = set()
    while waiting:
        number = waiting.pop()
        if number not in reached:
            reached.add(number)
            waiting += users[number]
    return reached


def _link(step: Step, target: Register) -> Link:
    """The part of an instruction that writes a register in the computation of an address."""
    op = step.operation
    kind = _KINDS.get(".".join((op.instruction.opcode, *op.words)), "")
    written, *read = op.instruction.operands if kind else (None,)
    if kind == "first":
        kind, read = "same", read[:1]
    sources = [_source(op, operand) for operand in read]
    if kind in ARITHMETIC and any(_is_modular(source) for source in sources):
        kind = ""
    if not kind or None in sources or written is None or _source(op, written) is not target:
        return Link(step, "same", target, ())
    return Link(step, kind, target, tuple(source for source in sources if source is not None))


def _source(op: Operation, operand: Operand) -> Source | None:
    if isinstance(operand, Literal):
        return op.constant_of(operand)
    found = op.entity(operand)
    return found if isinstance(found, Register) and found.bits in (32, 64) else None


def _is_modular(source: Source | None) -> bool:
    if not isinstance(source, int):
        return False
    signed = (source + (1 << 31)) % (1 << 32) - (1 << 31)
    return bool(signed & 1) and abs(signed) >= MODULAR


def _addresses(op: Operation) -> Iterator[Register]:
    """The 64-bit registers of an instruction's addresses; none where it may ignore them."""
    for operand in () if op.has("ignore_src") else op.instruction.operands:
        if isinstance(operand, Address):
            found = _source(op, operand.base)
            if isinstance(found, Register) and found.bits == 64:
                yield found


def _copied(op: Operation) -> Register | None:
    source = _source(op, op.operand("src_size")[0]) if op.has("src_size") else None
    return source if isinstance(source, Register) else None


def passed_by_calls(code: Code) -> set[int]:
    """The registers that calls write beside those that they name, by number."""
    saved = (callee.registers for callee in code.callees.values() if callee.recursive)
    return formal_registers(code).union(register.number for registers in saved for register in registers)


def formal_registers(code: Code) -> set[int]:
    """The registers of parameters and results, by number."""
    return {register.number for callee in code.callees.values() for register in _formals(callee)}


def registers_used(code: Code) -> set[int]:
    """The registers whose values an instruction reads or a call passes, by number."""
    used = formal_registers(code)
    for step in code.steps:
        used.update(registers_read(step.operation))
        used.update(number for number, writes in registers_of(step.operation) if not writes)
    return used


def _formals(callee: Callee) -> Iterator[Register]:
    """The registers that calls of a function write: parameters and results."""
    for formal in (*callee.params, *callee.returns):
        for part in formal if isinstance(formal, tuple) else (formal,):
            if isinstance(part, Register):
                yield part
