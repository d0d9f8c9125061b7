"""The value that a register has in the first thread, where the traced instructions determine it.

Positions, such as ``%tid.x``, are 0 there, so the constant of ``tid - 5`` proves that a thread goes below 0.
Values that depend on memory, parameters or branches are unknown.

>>> from pyptx.reg import scalar
>>> from pyptx.trace import Trace, tracing
>>> from pyptx.types import u32
>>> with tracing(Trace("k")):
...     row = scalar(u32, init=3) * 2
...     find_first_value(row - 10), find_first_value(scalar(u32))
(-4, None)
"""

from __future__ import annotations

import operator
import re
from typing import TYPE_CHECKING

from pyptx.ir import Instruction, Label, Literal, Name
from pyptx.ir.literals import literal_value
from pyptx.ir.visit import operand_names, walk
from pyptx.trace import current, written_names

if TYPE_CHECKING:
    from collections.abc import Callable

    from pyptx.ir import Operand, Statement
    from pyptx.reg.registers import Reg


def find_first_value(register: Reg) -> int | None:
    """Return the number in a register of the first thread, as Python computes it; None if it is unknown.

    In loops it is that of the first iteration. It is unknown if the first thread may have left the kernel, or
    may not run the present block.
    """
    trace = current()
    if trace.head.kind != "entry":
        return None
    body = list(walk(trace.statements))
    return _value(Name(register.name), body, len(body), _DEPTH)


def _value(operand: Operand, body: list[Statement], position: int, depth: int) -> int | None:
    """The value of an operand of the instruction at a position."""
    if isinstance(operand, Literal):
        value = literal_value(operand.text)
        return value if isinstance(value, int) else None
    if not isinstance(operand, Name) or not depth or not _runs(body, position):
        return None
    if _POSITIONS.fullmatch(operand.name):
        return 0
    for place in range(position - 1, -1, -1):
        writer = body[place]
        if type(writer) is Instruction and operand.name in written_names(writer):
            break
    else:
        return None
    compute = _RESULTS.get(writer.opcode)
    is_integer = writer.modifiers[-1][0] != "f"
    if compute is None or not is_integer or writer.guard is not None or _repeats(body, place, position):
        return None
    values = [_value(source, body, place, depth - 1) for source in writer.operands[1:]]
    known = [value for value in values if value is not None]
    return compute(*known) if len(known) == len(values) and _runs(body, place) else None


def _runs(body: list[Statement], position: int) -> bool:
    """Whether the first thread certainly runs the instruction at a position; it enters loops of `range_`."""
    before = body[:position]
    placed = {each.name for each in before if isinstance(each, Label)}
    return not any(
        statement.opcode in _LEAVING or any(_ENTERED not in name for name in _targets(statement) - placed)
        for statement in before
        if type(statement) is Instruction
    )


def _repeats(body: list[Statement], place: int, position: int) -> bool:
    """Whether the instruction at a place is in a loop that ends before a position."""
    tops = {each.name for each in body[:place] if isinstance(each, Label)}
    return any(not tops.isdisjoint(_targets(each)) for each in body[place:position])


def _targets(statement: Statement) -> set[str]:
    """The labels that a branch names."""
    if type(statement) is not Instruction or statement.opcode not in ("bra", "brx"):
        return set()
    return {name for each in statement.operands for name in operand_names(each)}


_DEPTH = 8
_ENTERED = "_endrange_"
_POSITIONS = re.compile(r"%(tid|ctaid|clusterid|cluster_ctaid)\.[xyz]|%(laneid|cluster_ctarank)")
"""Special registers that are 0 in the first thread."""
_LEAVING = frozenset({"ret", "exit", "trap"})
_RESULTS: dict[str, Callable[..., int | None]] = {
    "mov": lambda a: a,
    "cvt": lambda a: a,
    "neg": operator.neg,
    "add": operator.add,
    "sub": operator.sub,
    "mul": operator.mul,
    "min": min,
    "max": max,
    "and": operator.and_,
    "shl": lambda a, n: a << min(n, 32) if n >= 0 else None,
    "shr": lambda a, n: a >> n if n >= 0 else None,
    "div": lambda a, b: a // b if a >= 0 < b else None,
    "rem": lambda a, b: a % b if a >= 0 < b else None,
}
"""Results of integer instructions as Python has them, before they wrap; None where Python's differ."""
