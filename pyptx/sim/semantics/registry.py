"""Which NumPy function defines which instruction, found by the dotted head of the instruction.

The semantics of an instruction that only computes (it reads registers and constants and writes registers) is a
pure function over lanes, registered under the opcode and as many leading modifiers as it takes to tell it from
its siblings. The longest registered head wins:

>>> from pyptx.sim.semantics import PURE, resolve
>>> resolve("cvt", ("pack", "sat", "u8", "s32", "b32")) is PURE["cvt.pack"]
True
>>> resolve("cvt", ("rn", "f32", "s32")) is PURE["cvt"]
True
>>> resolve("ld", ("global", "u32")) is None
True
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

from numpy.typing import NDArray

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

Array: TypeAlias = "NDArray[Any]"
"""Values over lanes: shape (L,) for one register, (n, L) for n registers in braces."""

Modifiers: TypeAlias = "Mapping[str, str]"
"""The chosen modifiers of a form: slot name to word, in the order PTX spells them."""

Result: TypeAlias = "Array | tuple[Array, ...]"
"""The written operands, in order; a pair ``p|q`` counts as two."""


@dataclass(frozen=True, slots=True)
class Pure:
    """The definition of an instruction that only computes.

    Attributes:
        key: Dotted head it is registered under, such as ``"mma.sync"``.
        function: ``(modifiers, *sources) -> written operands``.
        carry: Whether it reads and writes the condition code ``CC.CF``: a bool array over lanes, the last
            source and the last result.
        approximate: Whether hardware may give other bits whatever the modifiers say.
    """

    key: str
    function: Callable[..., Result]
    carry: bool = False
    approximate: bool = False

    def __call__(self, m: Modifiers, *sources: Array) -> Result:
        """Compute the written operands over all lanes."""
        return self.function(m, *sources)

    def is_exact(self, m: Modifiers) -> bool:
        """Whether hardware gives these very bits; False for ``.approx`` and matrix sums of floats."""
        return not (self.approximate or "approx" in m.values())


PURE: dict[str, Pure] = {}
"""Every definition, by dotted head."""


def pure(
    *keys: str, carry: bool = False, approximate: bool = False
) -> Callable[[Callable[..., Result]], Callable[..., Result]]:
    """Register a function as the definition of the instructions with these heads."""

    def register(function: Callable[..., Result]) -> Callable[..., Result]:
        for key in keys:
            if key in PURE:
                raise ValueError(f"{key} is defined twice: {PURE[key].function} and {function}")
            PURE[key] = Pure(key, function, carry, approximate)
        return function

    return register


def resolve(opcode: str, modifiers: Sequence[str]) -> Pure | None:
    """The definition with the longest head of ``opcode.modifier.modifier…``; None if there is none."""
    words = (opcode, *modifiers)
    for length in range(len(words), 0, -1):
        found = PURE.get(".".join(words[:length]))
        if found is not None:
            return found
    return None
