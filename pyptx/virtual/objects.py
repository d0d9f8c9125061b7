"""Objects that a program names by handles or addresses: contexts, allocations, modules, functions."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from pyptx.virtual.effects import PAGE

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pyptx.ir import Module
    from pyptx.program import Program

DEVICE, MANAGED, PINNED, REGISTERED = "cuMemAlloc", "managed", "pinned", "registered"
"""Kinds of allocations: of the device, of both, of the host, and of the program before it was registered."""


@dataclass(slots=True)
class Context:
    """A context; that of the device is shared, and lives as long as something retains it."""

    handle: int
    flags: int = 0
    primary: bool = False
    retained: int = 0
    alive: bool = True


@dataclass(slots=True)
class Block:
    """An allocation: its address, size, kind, context, the flags of the host's memory, and its pool."""

    address: int
    size: int
    kind: str
    context: int
    flags: int = 0
    pool: int = 0

    @property
    def page(self) -> int:
        """The address of its first page."""
        return self.address // PAGE * PAGE

    @property
    def bytes_of_pages(self) -> int:
        """The bytes from there to its end."""
        return self.address - self.page + self.size


@dataclass(slots=True)
class LoadedModule:
    """A module or library on the device."""

    handle: int
    tree: Module
    context: int
    variables: Mapping[str, tuple[int, int]]
    programs: Mapping[str, Program]
    functions: dict[str, int] = field(default_factory=dict)
    workspace: int = 0
    """Address of the memory by which the blocks of a cooperative launch wait for each other; 0 for none."""


@dataclass(slots=True)
class LoadedFunction:
    """A function of a module, with the attributes that a program sets."""

    handle: int
    module: LoadedModule
    program: Program
    attributes: dict[int, int] = field(default_factory=dict)
    geometries: dict[Any, Any] = field(default_factory=dict)
    """Sizes of launches that were checked, with all of their numbers."""
