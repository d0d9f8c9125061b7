"""Results of `wgmma` that another MMA overwrites before an instruction reads them.

An MMA with ``scale_d=0``, the default, replaces D instead of adding to it. If D is the result of another MMA
that no instruction has read, that result is lost.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pyptx.errors import TraceError
from pyptx.ir import Instruction, Label, Name
from pyptx.ir.visit import operand_names, walk
from pyptx.isa.vocabulary import TERMINATORS
from pyptx.trace import at, current, is_meant, since

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pyptx.ir import Statement

_REPLACING = "MMAs that replace D"
"""Key of their instructions among the facts of a trace, by identity."""
_LEAVES = TERMINATORS | {"call"}


def note_replacing(mma: Instruction) -> None:
    """Note an MMA that replaces D, unless its line has ``# pyptx: fixed``: it may measure a throughput.

    Raises:
        TraceError: It overwrites the result of another MMA that no instruction has read.
    """
    if mma.source is not None and is_meant(mma.source):
        return
    trace, accumulator = current(), _accumulator(mma)
    for statement in reversed(trace.body):
        if statement is mma:
            continue
        if type(statement) is not Instruction or statement.opcode in _LEAVES:
            break
        if _mentions(statement, accumulator):
            if _only_accumulates(statement, accumulator):
                raise _lost_mma(
                    mma, f"it holds the result of the MMA at {statement.source}, which nothing reads"
                )
            break
    noted = trace.facts.setdefault(_REPLACING, {})
    assert isinstance(noted, dict)
    noted[id(mma)] = mma


def check_repeated(label: str) -> None:
    """Refuse a loop in which each iteration overwrites the unread result of the previous one.

    Args:
        label: The label at the top of the loop, whose body has just been traced.

    Raises:
        TraceError: The loop is one of these.
    """
    trace = current()
    noted = trace.facts.get(_REPLACING)
    if not isinstance(noted, dict):
        return
    body = [
        statement
        for statement in walk(since(trace.body, label))
        if isinstance(statement, (Instruction, Label))
    ]
    for mma in _unconditional(body):
        accumulator = _accumulator(mma)
        users = (each for each in body if isinstance(each, Instruction) and _mentions(each, accumulator))
        if id(mma) in noted and all(_only_accumulates(each, accumulator) for each in users):
            raise _lost_mma(
                mma,
                "each iteration overwrites the result of the previous one, which nothing in the loop reads",
            )


def _unconditional(body: Sequence[Instruction | Label]) -> Iterator[Instruction]:
    """The MMAs that every iteration of a loop computes."""
    places = {statement.name: place for place, statement in enumerate(body) if isinstance(statement, Label)}
    behind = 0
    for place, statement in enumerate(body):
        if isinstance(statement, Label):
            continue
        if statement.opcode == "bra" and isinstance(statement.operands[0], Name):
            behind = max(behind, places.get(statement.operands[0].name, 0))
        elif place >= behind and statement.guard is None and _is_mma(statement):
            yield statement


def _is_mma(statement: Statement) -> bool:
    return isinstance(statement, Instruction) and statement.modifiers[:1] == ("mma_async",)


def _only_accumulates(statement: Instruction, accumulator: set[str]) -> bool:
    """Whether an instruction is an MMA into the accumulator that does not read it as A, too."""
    others = (name for operand in statement.operands[1:] for name in operand_names(operand))
    return _is_mma(statement) and accumulator.isdisjoint(others)


def _accumulator(mma: Instruction) -> set[str]:
    """The registers of D."""
    return set(operand_names(mma.operands[0]))


def _mentions(statement: Instruction, names: set[str]) -> bool:
    return any(not names.isdisjoint(operand_names(operand)) for operand in statement.operands)


def _lost_mma(mma: Instruction, replaced: str) -> TraceError:
    return TraceError(
        f"ptx.wgmma.mma_async: scale_d is 0, so D is replaced: {replaced}\n"
        "  add to D with scale_d=1, or scale_d=k > 0 in a Python loop over K; a predicate is taken, too\n"
        "  if a result may be lost, end the line with # pyptx: fixed"
        f"{at(mma.source)}"
    )
