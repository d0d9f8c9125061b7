"""The messages that refuse a change or a use, and how the author marks it as intended."""

from __future__ import annotations

import linecache
from typing import TYPE_CHECKING, Any, NamedTuple, NoReturn

from pyptx.errors import TraceError
from pyptx.trace.contents import MISSING
from pyptx.trace.operands import is_array, is_operand, is_register
from pyptx.trace.source import at, caller

if TYPE_CHECKING:
    from pyptx.ir import Source
    from pyptx.trace.body import Trace
    from pyptx.trace.watch import Change


def describe(change: Change, operator: str, where: str) -> tuple[str, str]:  # noqa: PLR0911 - one for each case
    """Describe a change in a block that is described by `where`, and the code to write instead."""
    label, old, new, kind = change.label, change.old, change.new, change.kind
    if kind == "iterator":
        what = f"{label} is a Python iterator: {where}, where its value stays the same"
        return what, "count in a register: stage = reg.scalar(u32, init=0)"
    if old is MISSING or new is MISSING:
        what = f"{label} is in a Python {kind}: {where}, but the {kind} grows or shrinks once"
        return what, "declare the registers before it, reg.array(dtype, n), and write them: array[i] = value"
    if is_operand(old) and is_operand(new):
        name, names = _spell(old), change.scope.names.items()
        what = f"{label} is {name} before and {_spell(new)} after: {where}, where {label} stays {name}"
        if is_register(new) and any(each is old and other != change.root for other, each in names):
            declared = f"declare a register before the blocks, {label} = {_declaration(None, new)}"
            return what, f"{declared}, and write into that: `ptx.mov({label}, value)`"
        verb = "take" if hasattr(new, "shape") else "write into the register:"
        return what, f"{verb} {_assignment(label, new, operator)}"
    if is_operand(new):
        declared = (
            f"{'an array' if is_array(new) else 'a register'} before it, {label} = {_declaration(old, new)}"
        )
        what = f"{label} is {_short(old)} before and {_spell(new)} after: {where}"
        return what, f"declare {declared}, and write into that: {_assignment(label, new, operator)}"
    is_number = isinstance(old, (bool, int, float))
    kind = "a Python number" if is_number else "a Python value"
    what = f"{label} is {kind}: {where}, where it stays {_short(old)}; it became {_short(new)}"
    if is_number:
        return what, f"make it a register: {label} = {_declaration(old, None)}"
    return what, "keep what changes in registers (reg.array), or unroll with Python's range(...)"


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


def refuse(said: str, source: Source) -> NoReturn:
    """Refuse the effect of a line, unless the author marks it as intended."""
    raise TraceError(
        f"{said}\n  where the value of the trace is meant, end the line with `{_FIXED}`{at(source)}"
    )


def is_meant(source: Source) -> bool:
    """Whether a line has ``# pyptx: fixed``."""
    linecache.checkcache(source.file)
    return _FIXED in linecache.getline(source.file, source.line)


class Limits(NamedTuple):
    """The owner of a register that instructions may not use as any other.

    Attributes:
        trace: The function it is declared in.
        reading: The error of its use, or None.
        writing: The error of an instruction that writes it, or None.
        source: The line that is to blame; None for that of the instruction.
    """

    trace: Trace
    reading: str | None = None
    writing: str | None = None
    source: Source | None = None

    def check(self, *, writes: bool) -> None:
        """Refuse a use, unless its line is marked as intended.

        Raises:
            TraceError: The register may not be used so.
        """
        said = self.reading or (self.writing if writes else None)
        source = self.source or caller()
        if said is not None and not is_meant(source):
            refuse(said, source)


_FIXED = "# pyptx: fixed"
_LINE = 60
