"""The numbers of the first and the last thread in a register, where the traced instructions determine them.

Positions, such as ``%tid.x``, are 0 in the first thread of the first CTA, so the constant of ``tid - 5``
proves that a thread goes below 0. Values that depend on memory, parameters or branches are unknown.

>>> from pyptx.reg import scalar
>>> from pyptx.trace import Trace, tracing
>>> from pyptx.types import u32
>>> with tracing(Trace("k")):
...     row = scalar(u32, init=3) * 2
...     is_known_below_0(row - 10), is_known_below_0(row), is_known_below_0(scalar(u32) - 5)
(True, False, False)
"""

from __future__ import annotations

import operator
from math import prod
from typing import TYPE_CHECKING

from pyptx.ir import Instruction, Label, Literal, Name
from pyptx.ir.literals import literal_value
from pyptx.ir.visit import names_one, operand_names, walk
from pyptx.isa.vocabulary import BRANCHES, ENDS
from pyptx.trace import current, written_names

if TYPE_CHECKING:
    from collections.abc import Callable

    from pyptx.ir import Operand, Statement
    from pyptx.reg.registers import Reg


def is_known_below_0(register: Reg) -> bool:
    """Whether a register is a number below 0 in the first or the last thread of the first CTA.

    In loops the first iteration counts. A thread does not count if it may have left the kernel, or may not
    run the present block.
    """
    trace = current()
    if trace.head.kind != "entry":
        return False
    body, name = list(walk(trace.statements)), Name(register.name)
    threads = [_FIRST] if trace.block is None else [_FIRST, _last_thread(trace.block)]
    return any(
        (_value(name, thread, body, len(body), _DEPTH) or 0) < 0
        and _value(name, thread, body, len(body), _DEPTH, certain=True) is not None
        for thread in threads
    )


def _last_thread(block: tuple[int, ...]) -> dict[str, int]:
    """The positions of the last thread of the first CTA."""
    sizes = zip("xyz", block, strict=False)
    return {**_FIRST, "%laneid": (prod(block) - 1) % 32, **{f"%tid.{axis}": size - 1 for axis, size in sizes}}


def _value(
    operand: Operand,
    thread: dict[str, int],
    body: list[Statement],
    position: int,
    depth: int,
    *,
    certain: bool = False,
) -> int | None:
    """The value of an operand of the instruction at a position, as Python computes it; None if unknown.

    `certain` requires that the thread runs each instruction that the value comes from, which takes time.
    """
    if isinstance(operand, Literal):
        value = literal_value(operand.text)
        return value if isinstance(value, int) else None
    if not isinstance(operand, Name) or not depth:
        return None
    if operand.name in thread:
        return thread[operand.name]
    for place in range(position - 1, -1, -1):
        writer = body[place]
        if type(writer) is not Instruction or not writer.operands:
            continue
        if names_one(writer.operands[0], operand.name) and operand.name in written_names(writer):
            break
    else:
        return None
    compute = _RESULTS.get(writer.opcode)
    is_integer = writer.modifiers[-1][0] != "f"
    if compute is None or not is_integer or writer.guard is not None or _repeats(body, place, position):
        return None
    values = [
        _value(source, thread, body, place, depth - 1, certain=certain) for source in writer.operands[1:]
    ]
    known = [value for value in values if value is not None]
    made = compute(*known) if len(known) == len(values) else None
    return made if not certain or (_runs(body, position) and _runs(body, place)) else None


def _runs(body: list[Statement], position: int) -> bool:
    """Whether the first thread certainly runs the instruction at a position; it enters loops of `range_`."""
    before = body[:position]
    placed = {each.name for each in before if isinstance(each, Label)}
    leaves = any(type(each) is Instruction and each.opcode in ENDS for each in before)
    return not leaves and all(_ENTERED in name for name in _targets(before) - placed)


def _repeats(body: list[Statement], place: int, position: int) -> bool:
    """Whether the instruction at a place is in a loop that ends before a position."""
    targets = _targets(body[place:position])
    return any(isinstance(each, Label) and each.name in targets for each in body[:place])


def _targets(statements: list[Statement]) -> set[str]:
    """The labels that the branches among statements name."""
    branches = [each for each in statements if type(each) is Instruction and each.opcode in BRANCHES]
    return {name for each in branches for operand in each.operands for name in operand_names(operand)}


_DEPTH = 8
_ENTERED = "_endrange_"
_FIRST: dict[str, int] = {
    "%laneid": 0,
    "%cluster_ctarank": 0,
    **{f"%{name}.{axis}": 0 for name in ("tid", "ctaid", "clusterid", "cluster_ctaid") for axis in "xyz"},
}
"""Special registers in the first thread of the first CTA."""
_RESULTS: dict[str, Callable[..., int | None]] = {
    "mov": lambda a: a,
    "cvt": lambda a: a,
    "neg": operator.neg,
    "not": operator.invert,
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
