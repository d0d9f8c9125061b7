"""The parts of a program from which a machine is made: registers, arrays, memory; no instructions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

    import numpy as np
    from numpy.typing import NDArray

    from pyptx.ir import Operand
    from pyptx.sim.segments import Symbols
    from pyptx.sim.symbols import Callee, Register, Variable


class Pool:
    """The arrays that instructions use, numbered: views of registers, constants, special registers."""

    def __init__(self) -> None:
        self.recipes: list[tuple[Any, ...]] = []
        self._known: dict[tuple[Any, ...], tuple[int, Callable[[Any], NDArray[Any]]]] = {}

    def number(self, *recipe: Any) -> int:
        """The number of an array, the same for the same recipe, whose last part is a NumPy type."""
        return self._find(recipe)[0]

    def reader(self, *recipe: Any) -> Callable[[Any], NDArray[Any]]:
        """The function that returns an array of a machine, the same for the same recipe."""
        return self._find(recipe)[1]

    def _find(self, recipe: tuple[Any, ...]) -> tuple[int, Callable[[Any], NDArray[Any]]]:
        key = (*recipe[:-1], recipe[-1].num)  # a type takes long to hash
        found = self._known.get(key)
        if found is None:
            number = len(self.recipes)
            self.recipes.append(recipe)
            found = self._known[key] = number, lambda m: m.values[number]
        return found


@dataclass(slots=True)
class ModuleVariable:
    """A ``.global`` or ``.const`` variable and its initial value."""

    variable: Variable
    initializer: Operand | None
    content: NDArray[Any] | None = None


@dataclass(slots=True)
class Image:
    """The registers, arrays and memory that a program needs.

    Attributes:
        entry: The kernel.
        entry_block: Block where it starts.
        pool: The arrays its instructions use.
        rows: Registers of each width.
        registers: All registers, by number.
        registers_at_start: Registers that `setmaxnreg` counts for a thread at the start of the kernel; None
            where its directives do not fix them.
        params: Parameters of the kernel, with their offsets.
        variables: ``.global`` and ``.const`` variables.
        shared_bytes: Static shared memory of a CTA.
        dynamic_offset: Start of dynamic shared memory.
        shared_names: The shared variables.
        local_names: The local variables of the kernel.
        local_bytes: Stack of a thread.
        watched: Sets of registers that `wgmma` accesses asynchronously, by number.
        warpgroups: Whether it has instructions for whole warpgroups.
        meetings: For each block, the first block whose waiting warps may meet those that wait at this one.
        target: Number of the target: 100 of ``sm_100a``.
    """

    entry: Callee
    entry_block: int
    pool: Pool
    rows: dict[int, int]
    registers: list[Register]
    registers_at_start: int | None
    params: tuple[Variable, ...]
    variables: list[ModuleVariable]
    shared_bytes: int
    dynamic_offset: int
    shared_names: Symbols
    local_names: Symbols
    local_bytes: int
    watched: tuple[tuple[int, ...], ...]
    warpgroups: bool
    meetings: NDArray[np.int64]
    target: int

    def complete(self) -> None:
        """Put into the pool all that a machine needs: a machine calls it before it takes the arrays."""
