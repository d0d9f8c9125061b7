"""Uses of a kernel's parameters, derived from its instructions.

PTX has no shapes: the number of elements behind a pointer is known only at the launch. The text does show the
types in which a kernel reads and writes through a pointer, and the rank of a tensor map.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from pyptx.codegen.raising.words import PARAMETERS
from pyptx.ir import Address, Declaration, Instruction, Literal, Name, Vector
from pyptx.ir.literals import literal_value
from pyptx.ir.visit import operand_names, walk
from pyptx.types import TYPES

if TYPE_CHECKING:
    from pyptx.codegen.raising.words import Mentions
    from pyptx.ir import Function, Operand


@dataclass(slots=True)
class Use:
    """Accesses through one parameter.

    Attributes:
        types: Types of the elements read and written.
        read: Whether they are read.
        written: Whether they are written.
        rank: Dimensions of a tensor map; 0 for other parameters.
        escapes: Whether the pointer leaves the tracked instructions.
        is_address: Whether an instruction takes it for an address.
        maps: Offsets of the tensor maps in it.
        targets: Addresses in shared memory that copies of its tensors write.
    """

    types: set[str] = field(default_factory=set)
    read: bool = False
    written: bool = False
    rank: int = 0
    escapes: bool = False
    is_address: bool = False
    maps: set[int] = field(default_factory=set)
    targets: list[Operand] = field(default_factory=list)

    def text(self) -> str:
        """``in f32``, ``inout s32``, ``in tensor map of rank 2``; "" if not all uses are known.

        Copies of bytes have no type.

        >>> Use({"f32"}, read=True).text(), Use({"f32"}, read=True, escapes=True).text()
        ('in f32', '')
        >>> Use(read=True).text()
        'in'
        """
        if self.escapes or not (self.read or self.written):
            return ""
        way = "inout" if self.read and self.written else "in" if self.read else "out"
        if self.rank:
            return f"{way} tensor map of rank {self.rank}" if not self.types else ""
        return f"{way} {', '.join(sorted(self.types))}".rstrip()


def uses_of(function: Function, mentions: Mentions) -> dict[str, Use]:
    """Return the use of each parameter of a kernel that may be a pointer.

    Tracks a pointer through moves, address-space conversions, and additions whose other operand does not
    derive from a parameter. A pointer that goes anywhere else (memory, a call, `selp`) `escapes`: its other
    uses are unknown.
    """
    return {} if function.kind != "entry" else _Following(function, mentions).uses


class _Following:
    """The parameters of one kernel being followed."""

    def __init__(self, function: Function, mentions: Mentions) -> None:
        self.uses: dict[str, Use] = {}
        self._origin: dict[str, str] = {}
        self._structures: set[str] = set()
        self._offsets: dict[str, int] = {}
        for declaration in function.params or ():
            (declarator,) = declaration.declarators
            if declaration.type in _POINTERS or declarator.dims:
                self._origin[declarator.name] = declarator.name
                self.uses[declarator.name] = Use()
                if declarator.dims and not is_pointer(declaration):
                    self._structures.add(declarator.name)
        code: list[tuple[Instruction, tuple[str, ...]]] = []
        passing: dict[str, list[Instruction]] = {}
        for node in walk(function.body or ()):
            if type(node) is Instruction:
                names = mentions.names_in(node.operands)
                code.append((node, names))
                if self._passes(node):
                    for name in names[1:]:
                        passing.setdefault(name, []).append(node)
            elif type(node) is Declaration:
                for declarator in node.declarators:
                    self._origin.pop(declarator.name, None)
        waiting = deque(self._origin)
        while waiting:
            for node in passing.pop(waiting.popleft(), ()):
                target = self._passed(node)
                if target:
                    waiting.append(target)
        for node, names in code:
            if not self._origin.keys().isdisjoint(names):
                self._read(node)

    def _sources(self, node: Instruction) -> list[str]:
        """The parameters that the sources of an instruction come from."""
        found = [self._origin.get(_name(operand)) for operand in node.operands[1:]]
        return [name for name in found if name is not None]

    def _passed(self, node: Instruction) -> str:
        """The register found to come from where the source of an instruction does; empty where none is."""
        sources, target = self._sources(node), _name(node.operands[0])
        if not target or target in self._origin or len(sources) != 1:
            return ""
        self._origin[target] = sources[0]
        if node.opcode != "mad":
            self._offsets[target] = sum(map(self._offset, node.operands[1:]))
        self.uses[sources[0]].is_address |= node.opcode == "cvta"
        return target

    def _offset(self, operand: Operand) -> int:
        """The bytes that an operand adds to the offset in a parameter."""
        if isinstance(operand, Literal):
            return int(literal_value(operand.text))
        return self._offsets.get(_name(operand), 0)

    def _passes(self, node: Instruction) -> bool:
        """Whether the result of an instruction is the pointer that its source is."""
        if node.opcode == "ld":
            return (
                len(node.operands) == 2
                and not PARAMETERS.isdisjoint(node.modifiers)
                and node.modifiers[-1] in _POINTERS
                and _name(node.operands[1]) not in self._structures
            )
        return node.opcode in _PASSING and len(node.operands) > 1

    def _read(self, node: Instruction) -> None:
        """Note the use that an instruction makes of pointers."""
        target = _name(node.operands[0]) if node.operands else ""
        sources = self._sources(node)
        if self._passes(node) and len(sources) == 1 and self._origin.get(target) == sources[0]:
            return
        if "tensor" in node.modifiers and node.opcode in ("cp", "prefetch"):
            self._tensor(node)
            return
        known = _access(node)
        copied = [True, False]
        for operand in node.operands:
            if type(operand) is not Address:
                continue
            written = bool(copied) and copied.pop(0)
            name = self._origin.get(_name(operand))
            if name is None:
                continue
            use = self.uses[name]
            use.is_address = use.is_address or _name(operand) != name
            if known is not None and not operand.rest and _name(operand) != name:
                use.types.add(known[0])
                use.read, use.written = use.read or known[1], use.written or known[2]
                continue
            is_copy = node.opcode == "cp" and "async" in node.modifiers and "reduce" not in node.modifiers
            use.escapes = use.escapes or not is_copy
            if node.opcode == "cp":
                use.read, use.written = use.read or not written, use.written or written
        for operand in node.operands:
            if type(operand) is not Address:
                for name in operand_names(operand):
                    if name in self._origin and not (node.opcode == "setp" and name != target):
                        self.uses[self._origin[name]].escapes = True

    def _tensor(self, node: Instruction) -> None:
        """Note the use that a copy of tensors makes of its map."""
        for operand in node.operands:
            if type(operand) is Address and operand.rest:
                name = self._origin.get(_name(operand.base))
                coordinates = operand.rest[0]
                if name is None:
                    continue
                use = self.uses[name]
                rank = len(coordinates.items) if isinstance(coordinates, Vector) else 1
                use.escapes = (
                    use.escapes
                    or use.rank not in (0, rank)
                    or any("gather4" in word for word in node.modifiers)
                )
                use.rank = rank
                use.maps.add(self._offset(operand))
                stores = operand is node.operands[0] and "prefetch" not in node.modifiers
                if operand is not node.operands[0]:
                    use.targets.append(node.operands[0])
                use.read, use.written = use.read or not stores, use.written or stores
            elif type(operand) is Address and _name(operand.base) in self._origin:
                self.uses[self._origin[_name(operand.base)]].escapes = True


def is_pointer(declaration: Declaration) -> bool:
    """Whether a structure has the size of one pointer, as CuTe DSL passes pointers."""
    (declarator,) = declaration.declarators
    return (declaration.type, declarator.dims) == ("b8", (Literal("8"),))


def _access(node: Instruction) -> tuple[str, bool, bool] | None:
    """The type of the elements that an instruction reads and writes, and whether it does; None for others."""
    ways = _WAYS.get(node.opcode)
    if ways is None or "async" in node.modifiers or not PARAMETERS.isdisjoint(node.modifiers):
        return None
    words = [word for word in node.modifiers if word in TYPES]
    return (words[-1], *ways) if len(words) == 1 else None


def _name(operand: Operand) -> str:
    """The name of a register or parameter, or of one in an address."""
    if isinstance(operand, Address):
        operand = operand.base
    return operand.name if isinstance(operand, Name) else ""


_POINTERS = frozenset({"u64", "b64", "s64"})
_WAYS = {
    "ld": (True, False), "ldu": (True, False), "st": (False, True), "atom": (True, True), "red": (True, True),
}  # fmt: skip
"""Whether opcodes read and write."""
_PASSING = frozenset({"cvta", "mov", "add", "mad"})
"""Opcodes whose result is the pointer of their source."""
