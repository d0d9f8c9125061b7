"""Arrays in shared memory: static as declared, or as parts of one dynamic array."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING

from pyptx.arch import STATIC_SHARED_BYTES
from pyptx.arch import arch as find_target
from pyptx.errors import TraceError
from pyptx.ir import Address, Block, Declaration, Declarator, Expression, Instruction, Literal, Name, Vector
from pyptx.ir.literals import literal_value
from pyptx.record import replace
from pyptx.trace.source import at
from pyptx.trace.targets import WORKING
from pyptx.types import from_name

if TYPE_CHECKING:
    from pyptx.arch import Arch
    from pyptx.ir import Operand, Source, Statement
    from pyptx.trace.unit import Unit


_DYNAMIC_ALIGN = 1024


class SharedArrays:
    """The arrays in shared memory that a kernel declares.

    They stay static while they fit the limit of 48 KiB. Beyond it, and beside dynamic memory that the kernel
    does not name, they are parts of one dynamic array.

    Attributes:
        dynamic: Bytes of dynamic shared memory that a launch provides for the kernel's own use.
        names_dynamic: Whether the kernel names the dynamic array, so that its start is the kernel's own.
    """

    def __init__(self, dynamic: int, *, names_dynamic: bool) -> None:
        self.dynamic = dynamic
        self.names_dynamic = names_dynamic
        self._declarations: list[Declaration] = []

    def add(self, declaration: Declaration) -> None:
        """Add the arrays of a declaration after the ones there are."""
        self._declarations.append(declaration)

    @property
    def are_moved(self) -> bool:
        """Whether the arrays are parts of the dynamic array."""
        if not self._declarations:
            return False
        size = layout(self._declarations, 0)[1]
        return size > STATIC_SHARED_BYTES or (self.dynamic > 0 and not self.names_dynamic)

    @property
    def offsets(self) -> dict[str, int]:
        """Offset of each array from the start of static or dynamic memory."""
        return self._laid_out()[0]

    @property
    def sizes(self) -> dict[str, int]:
        """Bytes of each array, in the order declared."""
        return {
            declarator.name: size(declaration, declarator)
            for declaration in self._declarations
            for declarator in declaration.declarators
        }

    @property
    def own_bytes(self) -> int:
        """Bytes at the start of the dynamic array that the kernel lays out itself."""
        return self.dynamic if self.names_dynamic else 0

    @property
    def static_bytes(self) -> int:
        """Bytes of static shared memory."""
        return 0 if self.are_moved else self._laid_out()[1]

    @property
    def dynamic_bytes(self) -> int:
        """Bytes of dynamic shared memory that a launch must provide."""
        return max(self.dynamic, self._laid_out()[1]) if self.are_moved else self.dynamic

    @property
    def largest(self) -> Source | None:
        """The line that declares the most bytes."""
        if not self._declarations:
            return None
        totals = [sum(size(each, one) for one in each.declarators) for each in self._declarations]
        return self._declarations[totals.index(max(totals))].source

    def check_size(self, name: str, unit: Unit, arch: Arch, source: Source | None) -> None:
        """Refuse more shared memory than a CTA has; of several targets, keep those that have as much.

        Args:
            name: Name of the kernel.
            unit: Its module.
            arch: Target that its instructions are verified for.
            source: Line that defines the kernel.

        Raises:
            TraceError: A CTA of the target does not have as much shared memory.
        """
        total, largest = self.static_bytes + self.dynamic_bytes, self.largest or source
        if total <= find_target(WORKING).max_shared_bytes:
            need = f"{total} bytes of shared memory in a CTA"
            unit.require(need, lambda each: each.max_shared_bytes >= total, largest)
        most = arch.max_shared_bytes
        if total > most:
            sizes = ", ".join(f"{array} {size}" for array, size in self.sizes.items())
            have = f"{arch.name} has {most}" if unit.targets is None else f"no target has more than {most}"
            raise TraceError(
                f"{name} needs {total} bytes of shared memory, {have} per CTA: "
                f"{sizes or 'dynamic'}{at(largest)}"
            )

    def _laid_out(self) -> tuple[dict[str, int], int]:
        """The offsets, and the end of the last array."""
        return layout(self._declarations, self.own_bytes if self.are_moved else 0)


def layout(declarations: list[Declaration], start: int) -> tuple[dict[str, int], int]:
    """Offsets of shared variables in the order declared, each aligned, and the end."""
    offsets, end = {}, start
    for declaration in declarations:
        align = declaration.align or from_name(declaration.type or "b8").bytes
        for declarator in declaration.declarators:
            end = -(-end // align) * align
            offsets[declarator.name] = end
            end += size(declaration, declarator)
    return offsets, end


def dynamic_array(name: str) -> Declaration:
    """Return the declaration of the dynamic array."""
    array = Declarator(name, dims=(None,))
    return Declaration("shared", type="b8", declarators=(array,), linkage=("extern",), align=_DYNAMIC_ALIGN)


def moved(statement: Statement, moves: dict[str, tuple[str, int]]) -> Statement:
    """The statement with each moved variable spelled as the dynamic array and an offset."""
    if isinstance(statement, Block):
        return replace(statement, body=tuple(moved(inner, moves) for inner in statement.body))
    if not isinstance(statement, Instruction):
        return statement
    operands = tuple([_moved_operand(made, moves) for made in statement.operands])
    return statement if operands == statement.operands else replace(statement, operands=operands)


def _moved_operand(made: Operand, moves: dict[str, tuple[str, int]]) -> Operand:  # noqa: PLR0911
    match made:
        case Name(name):
            if name not in moves:
                return made
            symbol, offset = moves[name]
            return Expression((symbol, "+", str(offset))) if offset else Name(symbol)
        case Literal():
            return made
        case Address(Name(name), offset, rest) if name in moves:
            symbol, start = moves[name]
            rest = tuple(_moved_operand(item, moves) for item in rest)
            if offset is None:
                return Address(Name(symbol), Literal(str(start)) if start else None, rest)
            if isinstance(offset, Literal):
                return Address(Name(symbol), Literal(str(int(literal_value(offset.text)) + start)), rest)
            words = offset.words if isinstance(offset, Expression) else ()
            return Address(Name(symbol), Expression((str(start), "+", *words)), rest)
        case Address(base, offset, rest):
            base_moved = _moved_operand(base, moves)
            rest_moved = tuple([_moved_operand(item, moves) for item in rest])
            if base_moved is base and rest_moved == rest:
                return made
            return replace(made, base=base_moved, rest=rest_moved)
        case Vector(items):
            items_moved = tuple([_moved_operand(item, moves) for item in items])
            return made if items_moved == items else replace(made, items=items_moved)
        case Expression((name, "+", number)) if name in moves and number.isdecimal():
            symbol, offset = moves[name]
            return Expression((symbol, "+", str(offset + int(number))))
        case Expression(words) if any(word in moves for word in words):
            spelled = [
                ("(", moves[word][0], "+", str(moves[word][1]), ")") if word in moves else (word,)
                for word in words
            ]
            return Expression(tuple(chain.from_iterable(spelled)))
        case _:
            return made


def size(declaration: Declaration, declarator: Declarator) -> int:
    """Size of one declared variable, in bytes."""
    total = from_name(declaration.type or "b8").bytes * int((declaration.vector or "v1")[1:])
    for dim in declarator.dims:
        total *= int(literal_value(dim.text)) if isinstance(dim, Literal) else 0
    return total
