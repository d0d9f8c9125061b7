"""The words with which a change or a use is refused, and the escapes of the author."""

from __future__ import annotations

import linecache
from typing import TYPE_CHECKING, Any

from pyptx.errors import TraceError
from pyptx.trace.rebinding.contents import MISSING, Change, is_array, is_operand, is_register
from pyptx.trace.source import at, caller

if TYPE_CHECKING:
    from pyptx.ir import Source
    from pyptx.trace.body import Trace


def describe(change: Change, operator: str, where: str) -> tuple[str, str]:
    """Describe a change in a block that is described by `where`, and the code to write instead."""
    label, old, new, kind = change
    if old is MISSING or new is MISSING:
        place = "is" if kind == "set" else "is in"
        what = f"{label} {place} a Python {kind}: {where}, but the {kind} grows or shrinks once"
        advice = "declare the registers before it, reg.array(dtype, n), and write them: array[i] = value"
    elif is_operand(old) and is_operand(new):
        what = (
            f"{label} is {_spell(old)} before and {_spell(new)} after: {where}, "
            f"where {label} stays {_spell(old)}"
        )
        kind = "take" if hasattr(new, "shape") else "write into the register:"
        advice = f"{kind} {_assignment(label, new, operator)}"
    elif is_operand(new):
        what = f"{label} is {_short(old)} before and {_spell(new)} after: {where}"
        kind = "an array" if is_array(new) else "a register"
        advice = (
            f"declare {kind} before it, {label} = {_declaration(old, new)}, and "
            f"write into that: {_assignment(label, new, operator)}"
        )
    else:
        number = isinstance(old, (bool, int, float))
        kind = "a Python number" if number else "a Python value"
        what = f"{label} is {kind}: {where}, where it stays {_short(old)}; it became {_short(new)}"
        advice = (
            f"make it a register: {label} = {_declaration(old, None)}"
            if number
            else "keep what changes in registers (reg.array), or unroll with Python's range(...)"
        )
    return what, advice


def describe_block(what: str, *, repeated: bool) -> str:
    """Describe a block, and why Python reads differently."""
    if repeated:
        return f"`{what}` runs many times on the GPU, its Python once"
    return f"`{what}` runs in some threads only, its Python always"


def is_meant(source: Source) -> bool:
    """Whether a line has ``# pyptx: fixed``."""
    linecache.checkcache(source.file)
    return _FIXED in linecache.getline(source.file, source.line)


class Limits:
    """The owner of a register that instructions may not use as any other.

    Attributes:
        trace: The function it is declared in.
        reading: The error of its use, or None.
        writing: The error of an instruction that writes it, or None.
        source: The line that is to blame; None for that of the instruction.
    """

    __slots__ = ("reading", "source", "trace", "writing")

    def __init__(
        self,
        trace: Trace,
        *,
        reading: str | None = None,
        writing: str | None = None,
        source: Source | None = None,
    ) -> None:
        self.trace = trace
        self.reading = reading
        self.writing = writing
        self.source = source

    def check(self, *, writes: bool) -> None:
        """Refuse a use, unless its line says that it is meant.

        Raises:
            TraceError: The register may not be used so.
        """
        said = self.reading or (self.writing if writes else None)
        if said is None:
            return
        source = self.source or caller()
        if not is_meant(source):
            raise TraceError(f"{said}\n  {HATCH}{at(source)}")


def _assignment(label: str, new: Any, operator: str) -> str:
    """The instruction to write."""
    if operator:
        return f"`{label} {operator}= ...`"
    if hasattr(new, "shape"):
        return (
            "one tile with all stages, smem.alloc(dtype, (stages, ...)), indexed by a register: tile[stage]"
        )
    return f"`ptx.mov({label}, value)`" if is_register(new) else f"`{label}[:] = values` of a reg.array"


def _declaration(old: Any, new: Any) -> str:
    """The declaration of a register that starts with a number, or of an array."""
    dtype = getattr(new, "dtype", None)
    if is_array(new):
        return f"reg.array({dtype}, {len(new)})"
    if isinstance(old, bool) and dtype is None:
        return f"reg.scalar(pred, init={old})"
    if isinstance(old, (int, float)):
        return f"reg.scalar({dtype or ('f32' if isinstance(old, float) else 'u32')}, init={old})"
    return f"reg.scalar({dtype or 'u32'})"


def _spell(value: Any) -> str:
    if is_register(value):
        return str(value)
    return f"{value.name}" if hasattr(value, "shape") and hasattr(value, "name") else _short(value)


def _short(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= _LINE else f"{text[:_LINE]}..."


_FIXED = "# pyptx: fixed"
HATCH = f"where the value of the trace is meant, end the line with `{_FIXED}`"
_LINE = 60
