"""The entities behind the names of a running PTX module: registers, variables, labels, functions."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from pyptx.errors import VerifyError
from pyptx.ir import Declaration, Expression, Literal, Name, Vector
from pyptx.isa.special_registers import special_register
from pyptx.sim.constants import bits_of, evaluate, integer
from pyptx.types import PtxType, from_name
from pyptx.verify import Symbol, require_type

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from pyptx.ir import Function, Operand


@dataclass(slots=True, eq=False)
class Register:
    """A virtual register: a row of the register file of its width.

    Attributes:
        name: Name, as declared.
        type: Its declared type.
        bits: Width of its file: 1 for a predicate, else at least 8.
        row: Row of that file.
        number: Number among all registers of the program.
        symbol: The same for the verifier.
    """

    name: str
    type: PtxType
    bits: int
    row: int
    number: int
    symbol: Symbol


@dataclass(slots=True, eq=False)
class Variable:
    """A variable or parameter.

    Attributes:
        name: Name, as declared.
        space: ``"global"``, ``"const"``, ``"shared"``, ``"param"`` of a kernel, or ``"local"``, where device
            functions keep their parameters too.
        type: Element type.
        size: Bytes.
        align: Alignment, in bytes.
        offset: Address in its space; from the frame of its function if `framed`.
        framed: Whether every call has its own copy.
        declared: The space of its declaration.
    """

    name: str
    space: str
    type: str
    size: int
    align: int
    offset: int = 0
    framed: bool = False
    declared: str = ""


@dataclass(slots=True, eq=False)
class Label:
    """A place in a body.

    Attributes:
        name: Name, as declared.
        block: Number of the block that starts at the label, once blocks are numbered.
        targets: Names that a ``.branchtargets`` or ``.calltargets`` of this label lists.
    """

    name: str
    block: int = -1
    targets: tuple[str, ...] = ()


@dataclass(slots=True, eq=False)
class Callee:
    """A function of the module.

    Attributes:
        node: Its tree; the one with a body if there is a prototype too.
        index: Position among the functions of the module.
        block: Block it starts at.
        params: Locations of its parameters.
        returns: Locations of its results.
        formal_bytes: Memory of its parameters and results.
        frame_bytes: Local memory of one call, parameters included.
        registers: Its registers, which a recursive call saves.
        calls: The functions that it calls.
        recursive: Whether it may be called while it runs.
    """

    node: Function
    index: int
    block: int = -1
    params: tuple[Formal, ...] = ()
    returns: tuple[Formal, ...] = ()
    formal_bytes: int = 0
    frame_bytes: int = 0
    registers: list[Register] = field(default_factory=list)
    calls: list[Callee] = field(default_factory=list)
    recursive: bool = False

    @property
    def frame(self) -> int:
        """Local memory of one call, rounded so that every frame is aligned."""
        return -(-self.frame_bytes // 16) * 16

    @property
    def address(self) -> int:
        """Address of the function, as `mov` returns it: a number that only `call` interprets."""
        return CODE_BASE + 16 * self.index


VARIABLE_BYTES = 1 << 32
"""Largest size of a variable in bytes."""

REGISTERS = 1 << 18
"""Most registers of a program, and most variables of one declaration."""

CODE_BASE = 0x0005_0000_0000
"""First fake address of a function."""

Formal: TypeAlias = "Register | tuple[Register, ...] | Variable"
"""Location of a parameter or result of a function: a register, several as a vector, or memory."""

Entity: TypeAlias = "Register | tuple[Register, ...] | Variable | Label | Callee"


class Scope:
    """The names of a module, a function or a ``{ }`` block, and those around it."""

    def __init__(self, parent: Scope | None = None) -> None:
        self.parent = parent
        self.names: dict[str, Entity] = {}

    def find(self, name: str) -> Entity | None:
        """Return the entity that a name refers to in this scope."""
        scope: Scope | None = self
        while scope is not None:
            found = scope.names.get(name)
            if found is not None:
                return found
            scope = scope.parent
        return None

    def callees(self) -> Iterator[Callee]:
        """The functions of the module."""
        scope: Scope | None = self
        while scope is not None:
            yield from (found for found in scope.names.values() if isinstance(found, Callee))
            scope = scope.parent

    def symbol(self, name: str) -> Symbol | None:
        """Return the declaration of a name for the verifier."""
        found = self.names.get(name) or self.find(name)
        if type(found) is Register:
            return found.symbol
        if isinstance(found, tuple):
            return Symbol("reg", found[0].type.name, "", len(found))
        if isinstance(found, Variable):
            return Symbol("var", found.type, found.declared)
        if found is None:
            return Symbol("sreg") if special_register(name) is not None else None
        return Symbol("label" if isinstance(found, Label) else "function")


@cache
def _register_symbol(type_name: str) -> Symbol:
    """Return the declaration of a register for the verifier."""
    return Symbol("reg", type_name)


class RegisterFile:
    """Allocator of rows: consecutive declarations of one width get consecutive rows."""

    def __init__(self) -> None:
        self.registers: list[Register] = []
        self.rows: dict[int, int] = {}

    def new(self, name: str, type_: PtxType) -> Register:
        """Give a register its row."""
        return self._add_all([name], type_)[0]

    def _add_all(self, names: Sequence[str], type_: PtxType) -> list[Register]:
        """Give registers of one type their rows."""
        bits = 1 if type_.name == "pred" else max(type_.bits, 8)
        row, number = self.rows.get(bits, 0), len(self.registers)
        self.rows[bits] = row + len(names)
        symbol = _register_symbol(type_.name)
        made = [Register(name, type_, bits, row + k, number + k, symbol) for k, name in enumerate(names)]
        self.registers += made
        return made

    def declare(self, declaration: Declaration, scope: Scope) -> Iterator[Register]:
        """Declare the registers of a ``.reg``."""
        require_type(declaration)
        type_ = from_name(declaration.type or "")
        lanes = int(declaration.vector[1:]) if declaration.vector else 1
        for declarator in declaration.declarators:
            if declarator.count is None:
                names = [declarator.name]
            elif declarator.count + len(self.registers) > REGISTERS:
                said = f"{declarator.name}<{declarator.count}> is more"
                raise VerifyError(f"{said}; the simulator has {REGISTERS} registers for all of a program")
            else:
                names = [f"{declarator.name}{k}" for k in range(declarator.count)]
            if lanes == 1:
                made = self._add_all(names, type_)
                scope.names.update(zip(names, made, strict=True))
                yield from made
                continue
            for name in names:
                parts = tuple(self.new(f"{name}.{axis}", type_) for axis in "xyzw"[:lanes])
                scope.names[name] = parts
                for axis, alias, part in zip("xyzw", "rgba", parts, strict=False):
                    scope.names[f"{name}.{axis}"] = scope.names[f"{name}.{alias}"] = part
                yield from parts


def variables_of(declaration: Declaration, space: str, *, framed: bool = False) -> Iterator[Variable]:
    """The variables of a declaration, without their offsets."""
    require_type(declaration)
    element = _element_bytes(declaration)
    lanes = int(declaration.vector[1:]) if declaration.vector else 1
    for declarator in declaration.declarators:
        dims = [1 if dim is None else _dimension(dim) for dim in declarator.dims]
        size = element * lanes * math.prod(dims)
        if not 0 <= size <= VARIABLE_BYTES:
            raise VerifyError(f"{declarator.name} has {size} bytes; a variable has at most {VARIABLE_BYTES}")
        if declarator.dims and (declarator.dims[0] is None or dims[0] == 0):
            size = _open_bytes(declarator.initializer, element * lanes * math.prod(dims[1:]))
        names = [declarator.name]
        if declarator.count is not None and declarator.count > REGISTERS:
            raise VerifyError(f"{declarator.name}<{declarator.count}> is more than {REGISTERS} variables")
        if declarator.count is not None:
            names = [f"{declarator.name}{k}" for k in range(declarator.count)]
        align = declaration.align or element * lanes
        if align & (align - 1) or align > VARIABLE_BYTES:
            said = f"an alignment is a power of two, at most {VARIABLE_BYTES}"
            raise VerifyError(f"{declarator.name} is aligned to {align} bytes; {said}")
        for name in names:
            type_, declared = declaration.type or "b64", declaration.space
            yield Variable(name, space, type_, size, align, framed=framed, declared=declared)


_WIDEST = 8
"""Bytes of the widest integer that NumPy has."""


def initial_bytes(
    variable: Variable, initializer: Operand | None, address: Callable[[str], int | None]
) -> np.ndarray[tuple[int], np.dtype[np.uint8]]:
    """Return the initial bytes of a module variable; zeros without an initializer (manual section 5.4.4)."""
    content = np.zeros(variable.size, np.uint8)
    if initializer is None:
        return content
    type_ = from_name(variable.type)
    values = [_initial(item, type_, address) for item in _flatten(initializer)]
    size = len(values) * type_.bytes
    if size > variable.size:
        raise VerifyError(f"{variable.name}: the initializer is longer than its {variable.size} bytes")
    if type_.bytes <= _WIDEST:
        content[:size] = np.array(values, f"<u{type_.bytes}").view(np.uint8)
    else:
        raw = b"".join(value.to_bytes(type_.bytes, "little") for value in values)
        content[:size] = np.frombuffer(raw, np.uint8)
    return content


def _flatten(item: Operand) -> list[Operand]:
    if not isinstance(item, Vector):
        return [item]
    found: list[Operand] = []
    for inner in item.items:
        found += _flatten(inner) if type(inner) is Vector else (inner,)
    return found


def _initial(item: Operand, type_: PtxType, address: Callable[[str], int | None]) -> int:
    """The bits of one element of an initializer."""
    mask = (1 << type_.bits) - 1
    if isinstance(item, Literal):
        return bits_of(item.text, type_) & mask
    words = (item.name,) if isinstance(item, Name) else item.words if isinstance(item, Expression) else ()
    if words[:1] == ("generic",):
        words = words[1:]
    if words[1:2] == ("(",) and words[0] not in ("(",) and words[-1:] == (")",):
        selected = (
            evaluate((words[0],), lambda _: None) if words[0].isalnum() and words[0][0].isdigit() else None
        )
        if selected is not None:  # 0xFF00(name): one byte of an address (manual section 5.4.4)
            value = evaluate(words[2:-1], address)
            shift = (selected & -selected).bit_length() - 1
            return (value & selected) >> shift
    return evaluate(words, address) & mask


def _open_bytes(initializer: Operand | None, stride: int) -> int:
    """Return the size of an array whose first dimension is left open, from its initializer."""
    return stride * len(initializer.items) if isinstance(initializer, Vector) else 0


def _dimension(dim: Literal | Expression) -> int:
    return integer(dim.text) if isinstance(dim, Literal) else evaluate(dim.words, lambda _: None)


def _element_bytes(declaration: Declaration) -> int:
    try:
        return from_name(declaration.type or "b64").bytes
    except ValueError:
        return 8
