"""Bytes that an mbarrier expects, and those that the copies of the same kernel bring to it.

Only certain cases are compared: every number of bytes is a constant, and no function could signal a barrier.
Statements that always run together, under the same guard, form a group. If no group brings more than
it expects and one brings less, a phase never completes; in the reverse case one completes too early. That
holds for each barrier if all addresses of barriers are constants, else for all barriers together.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NoReturn

from pyptx.errors import TraceError
from pyptx.ir import Address, Block, Declaration, Directive, Instruction, Label, Literal, Name
from pyptx.ir.literals import literal_value
from pyptx.isa.vocabulary import TERMINATORS
from pyptx.layouts.shared_names import element_name
from pyptx.record import record
from pyptx.trace.source import at

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from pyptx.ir import Guard, Operand, Statement
    from pyptx.layouts.shared_names import SharedName

_WAITS = frozenset({"try_wait", "test_wait"})
_PARTS_OF_A_WAIT = frozenset({"selp", "setp", "mov"})
_COMPUTING = (
    frozenset(
        {
            "add",
            "sub",
            "mul",
            "mad",
            "fma",
            "max",
            "min",
            "neg",
            "ex2",
            "cvt",
            "and",
            "or",
            "xor",
            "shl",
            "shr",
        }
    )
    | _PARTS_OF_A_WAIT
)
"""Operations that a kernel has most of, none of which counts bytes or leaves a line."""
_COUNTS = frozenset({"expect_tx", "complete_tx"})
_ELSEWHERE = ("multicast", "cta_group::2")


@record(frozen=True, slots=True)
class Transaction:
    """One change of the bytes that a barrier waits for.

    Attributes:
        slot: Variable and offset of the barrier, or None if its address is in a register.
        expected: Bytes that it waits for from then on; negative for those that a copy brings.
        group: Number of the straight line, and the guard.
        instruction: The function that makes the change.
    """

    slot: tuple[str, int] | None
    expected: int
    group: tuple[int, Guard | None]
    instruction: Instruction


class Uncertain(Exception):  # noqa: N818 - not an error
    """Something may change the bytes of any barrier."""


def check_transactions(
    body: Sequence[Statement],
    copied: Mapping[int, tuple[Instruction, int | None]],
    is_shared: Callable[[str], bool],
    names: Sequence[SharedName],
) -> None:
    """Refuse a kernel whose barriers certainly expect other bytes than its copies bring.

    Args:
        body: The statements of an entry.
        copied: Bytes of tensor copies, by the identity of the instruction.
        is_shared: Whether a name is a variable in shared memory.
        names: The author's names of arrays in shared memory.

    Raises:
        TraceError: It is one; the message names the barrier, both numbers and both lines.
    """
    try:
        found = list(_transactions(body, copied, is_shared))
    except Uncertain:
        return
    slots = dict.fromkeys(each.slot for each in found)
    if None in slots:
        _check_balance(found, names)
    else:
        for slot in slots:
            _check_balance([each for each in found if each.slot == slot], names)


def _check_balance(changes: list[Transaction], names: Sequence[SharedName]) -> None:
    """Refuse barriers whose groups all expect more bytes than are copied, or all fewer."""
    sums: dict[tuple[int, Guard | None], int] = {}
    for each in changes:
        sums[each.group] = sums.get(each.group, 0) + each.expected
    if not any(sums.values()) or min(sums.values()) < 0 < max(sums.values()):
        return
    for group in (group for group, total in sums.items() if total):
        inside = [each for each in changes if each.group == group]
        expects = [each for each in inside if each.expected > 0]
        copies = [each for each in inside if each.expected < 0]
        if expects and copies:
            _refuse(expects, copies, names)


def _refuse(expects: list[Transaction], copies: list[Transaction], names: Sequence[SharedName]) -> NoReturn:
    """Name a barrier, the bytes that it expects and the bytes of the copies.

    Raises:
        TraceError: Always.
    """
    wanted, brought = sum(each.expected for each in expects), -sum(each.expected for each in copies)
    slots = {each.slot for each in (*expects, *copies)}
    slot = slots.pop() if len(slots) == 1 else None
    name = "" if slot is None else f" {element_name(names, *slot)}"
    follows = "so its phase never completes" if wanted > brought else "so its phase completes too early"
    lines = ", ".join(
        dict.fromkeys(f"line {each.instruction.source.line}" for each in copies if each.instruction.source)
    )
    raise TraceError(
        f"the mbarrier{name} expects {wanted} bytes, but the copies to it "
        f"({lines}) bring {brought}, {follows}{at(expects[0].instruction.source)}"
    )


def _transactions(
    body: Sequence[Statement],
    copied: Mapping[int, tuple[Instruction, int | None]],
    is_shared: Callable[[str], bool],
) -> Iterator[Transaction]:
    """Yield the changes to the byte counts of mbarriers, in the order of the statements."""
    statements = list(_flat(body))
    line, behind = 0, 0
    for position, statement in enumerate(statements):
        if position < behind:
            continue
        if type(statement) is Label:
            end = _end_of_wait(statements, position + 1, statement.name)
            line, behind = (line + 1, behind) if end is None else (line, end)
        elif type(statement) is Instruction and statement.opcode not in _COMPUTING:
            if _counts_bytes(statement.modifiers):
                place, expected = _change(statement, copied.get(id(statement)))
                yield Transaction(_slot(place, is_shared), expected, (line, statement.guard), statement)
            if statement.opcode == "call":
                raise Uncertain
            line += statement.opcode in TERMINATORS


def _flat(body: Sequence[Statement]) -> Iterator[Statement]:
    """The statements of a body and of the blocks in it."""
    for statement in body:
        kind = type(statement)
        if kind is Instruction or kind is Label:
            yield statement
        elif kind is Block:
            yield from _flat(statement.body)  # type: ignore[union-attr]
        elif kind is not Declaration and kind is not Directive:
            raise Uncertain


def _end_of_wait(statements: list[Statement], position: int, label: str) -> int | None:
    """The position after a loop that only waits, whose label stands before `position`; else None."""
    waits = False
    for number in range(position, len(statements)):
        statement = statements[number]
        if not isinstance(statement, Instruction):
            return None
        if statement.opcode == "mbarrier" and statement.modifiers[0] in _WAITS:
            waits = True
        elif statement.opcode == "bra":
            target = statement.operands[0]
            back = waits and statement.guard is not None and isinstance(target, Name) and target.name == label
            return number + 1 if back else None
        elif statement.opcode not in _PARTS_OF_A_WAIT:
            return None
    return None


@lru_cache(maxsize=4096)
def _counts_bytes(words: tuple[str, ...]) -> bool:
    """Whether an instruction with these modifiers changes the bytes that a barrier waits for."""
    return any(word in _COUNTS or word.startswith("mbarrier::complete_tx") for word in words)


def _change(instruction: Instruction, copied: tuple[Instruction, int | None] | None) -> tuple[Operand, int]:
    """The barrier of an instruction that counts bytes, and by how many bytes it waits for more.

    Raises:
        Uncertain: It signals a barrier in a way that is not known here.
    """
    words, operands = instruction.modifiers, instruction.operands
    if instruction.opcode == "mbarrier":
        if any(word.startswith(_ELSEWHERE) for word in words):
            raise Uncertain
        place, number = operands[-2:]
        sign = -1 if "complete_tx" in words else 1
        return place, sign * _number(number)
    if instruction.opcode != "cp" or any(word.startswith(_ELSEWHERE) for word in words):
        raise Uncertain
    if "tensor" in words:
        if copied is None or copied[1] is None:
            raise Uncertain
        return operands[2], -copied[1]
    if "ignore_oob" in words or len(operands) < 4:
        raise Uncertain
    return operands[3], -_number(operands[2])


def _number(made: Operand) -> int:
    """A constant number of bytes.

    Raises:
        Uncertain: It is in a register.
    """
    value = literal_value(made.text) if isinstance(made, Literal) else None
    if not isinstance(value, int):
        raise Uncertain
    return value


def _slot(place: Operand, is_shared: Callable[[str], bool]) -> tuple[str, int] | None:
    """The variable and the offset of a barrier; None if its address is in a register."""
    if not isinstance(place, Address) or not isinstance(place.base, Name) or not is_shared(place.base.name):
        return None
    return place.base.name, 0 if place.offset is None else _number(place.offset)
