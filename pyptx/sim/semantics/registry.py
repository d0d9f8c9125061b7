"""The NumPy functions that define instructions.

An instruction that only computes (it reads registers and constants and writes registers) is defined by a pure
function over lanes. The function is registered under the opcode and the leading modifiers that distinguish
it, and under a type if the manual's section depends on the type. The longest head wins; at equal heads the
first type named wins:

>>> from pyptx.sim.semantics import PURE, resolve
>>> resolve("cvt", ("pack", "sat", "u8", "s32", "b32")) is PURE["cvt.pack"]
True
>>> resolve("add", ("rn", "f32")) is PURE["add:f32"]
True
>>> resolve("ld", ("global", "u32")) is None
True

Beside a definition is its lowering to the native engine: by default the handler named by the words of the
instruction, else another handler (`Native`) or a function that makes records (`lowered`).
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from numpy.typing import NDArray

    from pyptx.sim.operands import Spread


Array: TypeAlias = "NDArray[Any]"
"""Values over lanes: shape (L,) for one register, (n, L) for n registers in braces."""

Modifiers: TypeAlias = "Mapping[str, str]"
"""The chosen modifiers of a form: slot name to word, in the order of the PTX syntax."""

Result: TypeAlias = "Array | tuple[Array, ...]"
"""The written operands, in order; a pair ``p|q`` counts as two, even if the program writes `p` only."""


@dataclass(frozen=True, slots=True)
class Native:
    """The handler of the native engine for instructions that become one record.

    The operands of the record are those of the row, in order. A template is a dotted name in which ``{slot}``
    is the word of a slot of the row, empty if the instruction has no word there; ``{slot:word}`` gives a
    default. ``{slot!u}`` is the unsigned type of the same width, ``{opcode}`` the opcode, and ``{type}`` the
    last word.

    >>> Native("{opcode}.{rnd:rn}.{ftz}.{type}").handler("fma", ("ftz", "f32"), {"ftz": "ftz", "f32": "f32"})
    ('fma.rn.ftz.f32', 0)
    >>> Native().handler("shl", ("b32",), {"type": "b32"})
    ('shl.u32', 0)
    >>> Native("add.{type}", flags="ftz sat").handler("add", ("sat", "f16"), {"sat": "sat", "type": "f16"})
    ('add.f16', 2)

    Attributes:
        template: Name of the handler; if empty, the words as written, with ``b32`` as ``u32``.
        flags: Modifiers that become bits of the field `imm`, in order.
        ignoring: Modifiers that do not change the result.
    """

    template: str = ""
    flags: str = ""
    ignoring: str = ""

    def handler(self, opcode: str, words: Sequence[str], m: Modifiers) -> tuple[str, int]:
        """Return the name of the handler of an instruction, and its flags.

        Args:
            opcode: The opcode.
            words: The modifiers, as written.
            m: The modifiers by slot.

        Raises:
            LookupError: The handler does not support a modifier, which the message names.
        """
        flags = self.flags.split()
        imm = sum(1 << bit for bit, word in enumerate(flags) if word in words)
        if not self.template:
            return ".".join((opcode, *map(unsigned_bits, words))), imm
        known = {"opcode": opcode, "type": words[-1], **m}
        used = {*flags, *self.ignoring.split(), *self.template.split(".")}
        parts = []
        for part in self.template.split("."):
            field = _FIELD.fullmatch(part)
            word = part if field is None else known.get(field["slot"], field["default"] or "")
            used.add(word)
            if field is not None and field["unsigned"]:
                word = f"u{word.lstrip('bsuf')}"
            parts.append(unsigned_bits(word))
        unused = [word for word in words if word not in used]
        if unused:
            raise LookupError(f".{unused[0]} is not known here")
        return ".".join(filter(None, parts)), imm


_FIELD = re.compile(r"\{(?P<slot>\w+)(:(?P<default>\w+))?(?P<unsigned>!u)?\}")


def unsigned_bits(word: str) -> str:
    """Return a handler's word for a type: bits are unsigned integers."""
    return f"u{word[1:]}" if word[:1] == "b" and word[1:].isdigit() else word


@dataclass(frozen=True, slots=True)
class Pure:
    """The definition of an instruction that only computes.

    Attributes:
        key: Key of the registration, such as ``"mma.sync"`` or ``"add:f32"``.
        function: ``(modifiers, *sources) -> written operands``.
        carry: Use of the condition code ``CC.CF``, a bool array over lanes that is the last source and the
            last result: ``"out"`` if only written, ``"in"`` if read too; else empty.
        level: Precision compared with hardware, for all modifiers: a level of `pyptx.sim.Fidelity`.
        native: Handler in the native engine, unless a function makes the records (`lowered`).
        spread: Propagates undefined values, if not to all results of a lane alike.
        undefined: Names of the operands, a letter each, that may have them then.
        chooses: Whether `c` decides which of `a` and `b` matters.
        real: The same over the real numbers, without rounding and saturation; None if shadows end here.
        decides: Kind of decision that its shadow may take otherwise: ``"comparison"`` if `real` gives truth
            values or integers, ``"choice"`` if it gives one of the operands; else empty.
    """

    key: str
    function: Callable[..., Result]
    carry: str = ""
    level: str = "exact"
    native: Native = Native()
    spread: Spread | None = None
    undefined: str = ""
    chooses: bool = False
    real: Real | None = None
    decides: str = ""

    def __call__(self, m: Modifiers, *sources: Array) -> Result:
        """Compute the written operands over all lanes."""
        return self.function(m, *sources)

    def fidelity(self, m: Modifiers) -> str:
        """Return the precision compared with hardware; ``.approx`` and ``.full`` are rounded or nearly so."""
        return "rounded" if "approx" in m.values() or "full" in m.values() else self.level

    def is_exact(self, m: Modifiers) -> bool:
        """Whether hardware gives exactly these bits."""
        return self.fidelity(m) == "exact"


Real: TypeAlias = "Callable[..., Array | None]"
"""An instruction over the real numbers, for shadows: ``(modifiers, *operands) -> result`` in float64; None
for operands that it does not cover.

Operands and results have the shape (..., elements, L): those of a register or a vector, lowest first.
"""


Function = TypeVar("Function", bound="Callable[..., Result]")

PURE: dict[str, Pure] = {}
"""Every definition, by head or by head and type."""


def pure(
    *heads: str, types: str = "", native: Native | str = "", approximate: bool = False, **facts: Any
) -> Callable[[Function], Function]:
    """Register a function as the definition of the instructions with these heads.

    Args:
        heads: Opcodes, each with its distinguishing leading modifiers: ``"cvt.pack"``.
        types: Types to which the definition is limited, separated by spaces; any if empty.
        native: Handler in the native engine; the words as written if empty.
        approximate: Whether hardware may give other bits with any modifiers.
        facts: Other attributes of `Pure`.
    """
    keys = [f"{head}:{word}" for head in heads for word in types.split()] if types else heads
    level = "approximate" if approximate else "exact"
    handler = Native(native) if isinstance(native, str) else native

    def register(function: Function) -> Function:
        for key in keys:
            if key in PURE:
                raise ValueError(f"{key} is defined twice: by {PURE[key].function} and by {function}")
            PURE[key] = Pure(key, function, level=level, native=handler, **facts)
        return function

    return register


REAL_NAMES: dict[Real, str] = {}
"""The functions that the native engine has, too, with their names in `pyptx.sim.abi.REAL`."""


def over_reals(function: Callable[..., Array], name: str = "") -> Real:
    """Return the real function of instructions whose modifiers only say how to round.

    Args:
        function: The function.
        name: Its name in the native engine; if empty, the name of the NumPy function.

    >>> import numpy as np
    >>> float(over_reals(np.add)({"rnd": "rz"}, 1.0, 2.0**-50) - 1)
    8.881784197001252e-16
    """

    def real(m: Modifiers, *operands: Array) -> Array:
        del m
        return function(*operands)

    REAL_NAMES[real] = name or function.__name__
    return real


def named_real(name: str) -> Callable[[Real], Real]:
    """Register a real function under its name in the native engine."""

    def register(function: Real) -> Real:
        REAL_NAMES[function] = name
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
