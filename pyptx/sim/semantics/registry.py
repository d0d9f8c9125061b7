"""Which NumPy function defines which instruction.

An instruction that only computes (it reads registers and constants and writes registers) is defined by a
pure function over lanes, registered under the opcode and as many leading modifiers as it takes to tell it
from its siblings, and under the type where the section of the manual depends on it. The longest head wins,
and at equal heads the first type named:

>>> from pyptx.sim.semantics import PURE, resolve
>>> resolve("cvt", ("pack", "sat", "u8", "s32", "b32")) is PURE["cvt.pack"]
True
>>> resolve("add", ("rn", "f32")) is PURE["add:f32"]
True
>>> resolve("ld", ("global", "u32")) is None
True
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from numpy.typing import NDArray

Array: TypeAlias = "NDArray[Any]"
"""Values over lanes: shape (L,) for one register, (n, L) for n registers in braces."""

Modifiers: TypeAlias = "Mapping[str, str]"
"""The chosen modifiers of a form: slot name to word, in the order PTX spells them."""

Result: TypeAlias = "Array | tuple[Array, ...]"
"""The written operands, in order; a pair ``p|q`` counts as two, also where the program writes `p` only."""


@dataclass(frozen=True, slots=True)
class Pure:
    """The definition of an instruction that only computes.

    Attributes:
        key: What it is registered under, such as ``"mma.sync"`` or ``"add:f32"``.
        function: ``(modifiers, *sources) -> written operands``.
        carry: Whether it reads and writes the condition code ``CC.CF``: a bool array over lanes, the last
            source and the last result.
        level: How near it comes to hardware, whatever the modifiers say: a level of `pyptx.sim.Fidelity`.
    """

    key: str
    function: Callable[..., Result]
    carry: bool = False
    level: str = "exact"

    def __call__(self, m: Modifiers, *sources: Array) -> Result:
        """Compute the written operands over all lanes."""
        return self.function(m, *sources)

    def fidelity(self, m: Modifiers) -> str:
        """How near it comes to hardware: ``.approx`` and ``.full`` are rounded correctly there or nearly."""
        return "rounded" if "approx" in m.values() or "full" in m.values() else self.level

    def is_exact(self, m: Modifiers) -> bool:
        """Whether hardware gives these very bits."""
        return self.fidelity(m) == "exact"


Function = TypeVar("Function", bound="Callable[..., Result]")

PURE: dict[str, Pure] = {}
"""Every definition, by head or by head and type."""


def pure(
    *heads: str, types: str = "", carry: bool = False, approximate: bool = False
) -> Callable[[Function], Function]:
    """Register a function as the definition of the instructions with these heads.

    Args:
        heads: Opcodes, each with the leading modifiers that matter: ``"cvt.pack"``.
        types: Types it is limited to, separated by spaces; any if empty.
        carry: Whether ``CC.CF`` is its last source and its last result.
        approximate: Whether hardware may give other bits whatever the modifiers say.
    """
    keys = [f"{head}:{word}" for head in heads for word in types.split()] if types else heads

    def register(function: Function) -> Function:
        for key in keys:
            if key in PURE:
                raise ValueError(f"{key} is defined twice: by {PURE[key].function} and by {function}")
            PURE[key] = Pure(key, function, carry, "approximate" if approximate else "exact")
        return function

    return register


def resolve(opcode: str, modifiers: Sequence[str]) -> Pure | None:
    """The definition of ``opcode.modifier.modifier…``; None if there is none."""
    words = (opcode, *modifiers)
    for length in range(len(words), 0, -1):
        head = ".".join(words[:length])
        for key in (*(f"{head}:{word}" for word in words[length:]), head):
            if key in PURE:
                return PURE[key]
    return None
