"""Instructions from Python values: their operands, their guard and their line."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pyptx.errors import TraceError
from pyptx.ir import Address, Guard, Instruction, Literal, Name, Negated, Pair, Vector
from pyptx.ir.visit import operand_names
from pyptx.record import replace
from pyptx.trace.aliases import check_distinct, check_written
from pyptx.trace.current import active, check_owner, current
from pyptx.trace.operands import Place, address_positions, constant, operand, operand_types, written_positions
from pyptx.trace.source import UNKNOWN, at, author, caller
from pyptx.types import from_name
from pyptx.verify import Symbol

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pyptx.ir import Operand
    from pyptx.trace.body import Trace
    from pyptx.trace.operands import Traced, Value

_LISTS = frozenset({list, tuple})
_PREDICATE = Symbol("reg", "pred")


def emit(
    opcode: str,
    modifiers: tuple[str, ...],
    values: Sequence[Value],
    pred: Traced | bool | None = None,
    *,
    any_order: bool = False,
) -> Instruction:
    """Trace one instruction from Python values.

    Numbers are written as their operand's type requires. A special register in any instruction but
    `mov` is moved to a register first.

    Args:
        opcode: The word before the first dot.
        modifiers: The words after it.
        values: The operands.
        pred: Guard: a predicate register, or its negation.
        any_order: Whether the modifiers may be in an order that only ptxas accepts.

    Raises:
        VerifyError: The ISA does not define it, or not for this target.
        TraceError: A value cannot be an operand.
    """
    trace = active() or current()
    names = trace.scopes.names
    operands: list[Operand] = []
    key: list[object] = [opcode, modifiers]
    try:
        for value in values:
            if type(value) is int or type(value) is float:
                type_ = operand_types(opcode, modifiers, len(values))[len(operands)]
                number = constant(value, type_)
                operands.append(number)
                key.append(number.text)
                continue
            plain: Operand | None = getattr(value, "plain_operand", None)
            if plain is not None:
                if value.owner is not trace:  # type: ignore[union-attr]  # a register
                    writes = len(operands) in written_positions(opcode, modifiers, len(values))
                    check_owner(value, value.owner, writes=writes)  # type: ignore[union-attr]
                operands.append(plain)
                key.append(names[plain.name] if type(plain) is Name else names.alike(plain))  # type: ignore[arg-type]
                continue
            if isinstance(value, Place) and len(operands) not in address_positions(
                opcode, modifiers, len(values)
            ):
                value.refuse_number()
            made = operand(value, operand_types(opcode, modifiers, len(values))[len(operands)])
            if opcode != "mov" and made is not value and _holds_special(made, trace):
                position = len(operands)
                if position not in written_positions(opcode, modifiers, len(values)):
                    made = _without_special(trace, made)
            operands.append(made)
            key.append(names.key_of(made))
    except TraceError as error:
        spelled = ".".join((opcode, *modifiers))
        raise TraceError(f"{spelled}, operand {len(operands) + 1} of {len(values)}: {error}") from None
    guard = None if pred is None else _guard(trace, pred)
    key.append(guard is None)
    if opcode == "bra" and trace.watched:
        label = getattr(operands[0], "name", "")
        if label in trace.watched:
            trace.watched[label].check(again=label)
    frame, lines = author()
    is_list = bool(values) and type(values[0]) in _LISTS
    looks = lines.renames or is_list
    if looks and frame is not None and 0 in written_positions(opcode, modifiers, len(values)):
        if is_list:
            check_distinct(values[0], frame)  # type: ignore[arg-type]
        if lines.renames:
            check_written(values[0], frame)
    source = UNKNOWN if frame is None else lines[frame.f_lasti]
    instruction = Instruction(opcode, modifiers, tuple(operands), guard, None, source)
    return trace.emit(instruction, any_order=any_order, key=tuple(key))


def _guard(trace: Trace, pred: Traced | bool) -> Guard | None:
    """The guard that `pred=` represents."""
    if pred is True:
        return None
    plain = getattr(pred, "plain_operand", None)
    if type(plain) is Name and trace.symbol(plain.name) == _PREDICATE:
        check_owner(pred, pred.owner)  # type: ignore[union-attr]  # a register
        return Guard(plain.name)
    made = operand(pred)
    if isinstance(made, Pair):
        either = trace.scopes.new_register(from_name("pred"))
        emit("or", ("pred",), (Name(either), made.first, made.second))
        made = Name(either)
    register, negated = (made.operand, True) if isinstance(made, Negated) else (made, False)
    symbol = trace.symbol(register.name) if isinstance(register, Name) else None
    if not isinstance(register, Name) or symbol is None or symbol != _PREDICATE:
        what = (
            f"{register.name} is {symbol.type}" if isinstance(register, Name) and symbol else f"not {pred!r}"
        )
        raise TraceError(f"pred= takes a predicate register, p or ~p: {what}{at(caller())}")
    return Guard(register.name, negated)


def _holds_special(made: Operand, trace: Trace) -> bool:
    """Whether an operand is, or is built of, a special register."""
    if type(made) is Address and not made.rest:
        made = made.base
    if type(made) is Literal:
        return False
    if type(made) is Vector:
        return any(_holds_special(item, trace) for item in made.items)
    for name in (made.name,) if type(made) is Name else operand_names(made):
        symbol = trace.symbol(name)
        if symbol is not None and symbol.kind == "sreg":
            return True
    return False


def _without_special(trace: Trace, made: Operand) -> Operand:
    """Move each special register of an operand to a register of its type."""
    if isinstance(made, Name):
        symbol = trace.symbol(made.name)
        if symbol is None or symbol.kind != "sreg":
            return made
        register = Name(trace.scopes.new_register(from_name(symbol.type)))
        emit("mov", (symbol.type,), (register, made))
        return register
    if isinstance(made, Vector):
        return replace(made, items=tuple(_without_special(trace, item) for item in made.items))
    if isinstance(made, Address):
        rest = tuple(_without_special(trace, item) for item in made.rest)
        return replace(made, base=_without_special(trace, made.base), rest=rest)
    return made
