"""Calls of functions, by name and through registers (manual section 9.7.14)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from pyptx.errors import VerifyError
from pyptx.ir import Literal
from pyptx.sim.abi import CALL_MOVE, CALL_RETURN, CALL_SAVE, CALL_TARGET
from pyptx.sim.faults import Trap
from pyptx.sim.operands import is_sink
from pyptx.sim.semantics.control import lower_exit
from pyptx.sim.semantics.machine import machine
from pyptx.sim.semantics.native import lowered
from pyptx.sim.semantics.passed_values import (
    argument_reader,
    bytes_of,
    bytes_reader,
    bytes_writer,
    forget_bytes,
    home_of,
    passed_by,
    place_of,
    source_of,
    unwritten_bytes,
)
from pyptx.sim.semantics.shadows import lowered_shadow, shadowed
from pyptx.sim.semantics.system_calls import SYSTEM_CALLS, is_of_heap, missing
from pyptx.sim.symbols import Callee, Register, Variable
from pyptx.types import from_name

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from pyptx.ir import Operand
    from pyptx.sim.lowering.records import Record
    from pyptx.sim.lowering.rows import Rows
    from pyptx.sim.lowering.shadow_step import StepShadows
    from pyptx.sim.lowering.step import StepLowering
    from pyptx.sim.machine import Machine
    from pyptx.sim.operands import Array, Operation, Run
    from pyptx.sim.register_writers import Write
    from pyptx.sim.shadow.state import ShadowState
    from pyptx.sim.steps import Code
    from pyptx.sim.symbols import Formal

Enter: TypeAlias = Callable[["Machine", "NDArray[Any]"], None]


@dataclass(frozen=True, slots=True)
class CallSite:
    """A call: how to continue when its lanes return.

    Attributes:
        caller: The function that called.
        homes: Destination of each result; None for the sink.
        results: Writers of the bytes of each; None for the sink.
    """

    caller: Callee
    homes: tuple[Formal | None, ...]
    results: tuple[Write | None, ...]


@machine("call")
def call(op: Operation) -> Run:
    """``call``: pass arguments to a function and continue in it; by name, or through a register."""
    op.control = True
    arguments = passed_by(op, "arguments")
    site = len(op.sites)
    homes = tuple(home_of(op, item) for item in passed_by(op, "returns"))
    writers = tuple(None if home is None else bytes_writer(op, home) for home in homes)
    op.sites.append(CallSite(op.caller, homes, writers))
    target, _ = op.operand("callee")
    found = op.entity(target)
    if isinstance(found, Callee):
        op.calls = found
        enter = _entering(op, found, arguments, site)
        return lambda m: enter(m, m.active())
    return _call_by_address(op, arguments, site)


def _call_by_address(op: Operation, arguments: tuple[Operand, ...], site: int) -> Run:
    """Make a call through a register: each lane enters the function whose address it holds."""
    op.calls_by_address = True
    address = op.read("callee")
    entering = {
        callee.address: _entering(op, callee, arguments, site)
        for callee in op.scope.callees()
        if callee.node.kind == "func" and _takes(op, callee, arguments)
    }

    def run(m: Machine) -> None:
        targets, active = address(m).copy(), m.active().copy()
        for value in np.unique(targets[active]).tolist():
            lanes = active & (targets == value)
            if value not in entering:
                said = f"{value:#x} is not the address of a function with these parameters"
                raise Trap("call-target", said, int(lanes.argmax()))
            m.select(lanes, lanes)
            entering[value](m, lanes)

    return run


def _takes(op: Operation, callee: Callee, arguments: tuple[Operand, ...]) -> bool:
    """Whether the parameters of a function have the sizes of these arguments."""
    if len(arguments) != len(callee.params):
        return False
    for item, formal in zip(arguments, callee.params, strict=True):
        found = place_of(op, item)
        if found is not None and bytes_of(found) != bytes_of(formal):
            return False
    return True


def _entering(op: Operation, callee: Callee, arguments: tuple[Operand, ...], site: int) -> Enter:
    """Return the function that brings lanes into a callee: arguments, frame and return address."""
    name, caller = callee.node.name, op.caller
    if callee.node.body is None and name in SYSTEM_CALLS:
        return _entering_the_runtime(op, name, arguments, site)
    if callee.node.body is None:

        def unresolved(m: Machine, lanes: Array) -> None:
            raise Trap("unresolved-call", missing(name), int(lanes.argmax()))

        return unresolved
    if not _takes(op, callee, arguments):
        takes = ", ".join(f"{bytes_of(formal)} bytes" for formal in callee.params) or "nothing"
        raise VerifyError(f"call: the {len(arguments)} arguments do not fit {name}, which takes {takes}")
    reads = [argument_reader(op, item, formal) for item, formal in zip(arguments, callee.params, strict=True)]
    writes = [bytes_writer(op, formal) for formal in callee.params]
    sources = [source_of(op, item) for item in arguments]

    def enter(m: Machine, lanes: Array) -> None:
        below = m.calls.frame + np.uint64(caller.frame)
        if int(below[lanes].max()) + callee.frame > m.memory.local_bytes:
            said = f"the call of {name} does not fit the stack of {m.memory.local_bytes} bytes"
            raise Trap("stack-overflow", said, int(lanes.argmax()))
        values = [read(m).copy() for read in reads]
        unwritten = list(map(partial(unwritten_bytes, m), sources, callee.params))
        for each in m.observers.values_passing:
            each.values_passing(sources)
        for each in m.observers.registers_saved:
            each.registers_saved(callee, lanes)
        m.calls.push(site, callee, m.scheduler.place + 1, lanes)
        m.calls.enter(lanes, caller.frame)
        for write, value, formal, left_out in zip(writes, values, callee.params, unwritten, strict=True):
            write(m, value)
            forget_bytes(m, formal, left_out)
        for each in m.observers.values_passed:
            each.values_passed(callee.params, lanes)
        m.scheduler.goto(lanes, callee.block)

    return enter


def _entering_the_runtime(op: Operation, name: str, arguments: tuple[Operand, ...], site: int) -> Enter:
    """Return the function that runs a runtime call: it ends at once and needs no stack."""
    takes, run = SYSTEM_CALLS[name]
    found = [place_of(op, item) for item in arguments]
    places = [each for each in found if isinstance(each, Register | Variable)]
    if tuple(map(bytes_of, places)) != takes or len(places) != len(found):
        raise VerifyError(f"call: {name} takes {', '.join(f'{size} bytes' for size in takes)}")
    reads = [bytes_reader(op, place) for place in places]
    homes, results = op.sites[site].homes, op.sites[site].results

    def enter(m: Machine, lanes: Array) -> None:
        result = run(m, lanes, [read(m) for read in reads])
        for write in results:
            if write is not None:
                write(m, result)
        for each in m.observers.values_passing:
            each.values_passing(())
        for each in m.observers.values_passed:
            each.values_passed(homes, lanes)
        m.scheduler.goto(lanes, m.scheduler.place + 1)

    return enter


@machine("ret")
def return_(op: Operation) -> Run:
    """``ret``: return results to the call; in a kernel, end the thread."""
    op.control = True
    callee = op.caller
    if callee.node.kind == "entry":
        return lambda m: m.exit(m.active())
    reads, made = [bytes_reader(op, found) for found in callee.returns], op.sites

    def run(m: Machine) -> None:
        lanes = m.active().copy()
        values = [read(m).copy() for read in reads]
        unwritten = [unwritten_bytes(m, formal, formal) for formal in callee.returns]
        for each in m.observers.values_passing:
            each.values_passing(callee.returns)
        sites, blocks = m.calls.pop(callee, lanes)
        for each in m.observers.registers_restored:
            each.registers_restored(callee, lanes)
        for number in np.unique(sites[lanes]).tolist():
            here = lanes & (sites == number)
            site = made[number]
            m.calls.enter(here, -site.caller.frame)
            m.select(here, here)
            passed = zip(values, site.results, site.homes, unwritten, strict=False)
            for value, write, home, left_out in passed:
                if write is not None:
                    write(m, value)
                    forget_bytes(m, home, left_out)
            for each in m.observers.values_passed:
                each.values_passed(site.homes, here)
        m.scheduler.return_to(lanes, blocks)

    return run


@shadowed(call, return_)
def shadow_passed_values(op: Operation, shadows: ShadowState) -> Callable[[], None]:
    """Do nothing: the shadows move with the values, which lanes may pass to several functions and callers."""
    del op, shadows
    return lambda: None


# The native engine


@lowered_shadow(shadow_passed_values)
def lower_shadow_passed_values(step: StepShadows) -> list[Record]:
    """Make no record: the engine moves the shadows with the values."""
    recursive = any(callee.recursive for callee in step.op.scope.callees())
    if recursive or any(isinstance(item, Literal) for item in passed_by(step.op, "arguments")):
        raise step.uncovered()
    return []


@lowered(return_)
def lower_return(step: StepLowering) -> None:
    """Return to one of the calls of this function, and move the results there."""
    program, caller = step.program, step.op.caller
    if caller.node.kind == "entry":
        lower_exit(step)
        return
    returns: list[tuple[int, ...]] = []
    moves: list[tuple[int, ...]] = []
    program.callers = program.callers or _callers(program.code)
    for place, call in program.callers.get(caller.index, ()):
        homes = passed_by(call, "returns")
        results = [
            _move(step, source, _moved_home(call, item))
            for source, item in zip(
                (_of_formal(step, formal) for formal in caller.returns), homes, strict=False
            )
            if not is_sink(item)
        ]
        back = CALL_RETURN.numbers(site=place, block=place + 1, frame=call.caller.frame, moves=len(results))
        returns.append(back)
        moves += results
    if (saved := _saved_bytes(program)) is None:
        step.emit("ret", frames=program.frame(), sites=program.site(caller), returns=returns, moves=moves)
        return
    step.emit(
        "ret.any",
        frames=program.frame(),
        saved=saved,
        returns=returns,
        moves=moves,
        saves=_saves(program, caller),
    )


def _saved_bytes(program: Rows) -> int | None:
    """Return the bytes of a lane's registers that any call saves; None where no function may recurse."""
    recursive = [callee for callee in program.code.callees.values() if callee.recursive]
    if not recursive:
        return None
    return max(sum(max(register.bits // 8, 4) for register in callee.registers) for callee in recursive)


def _saves(program: Rows, callee: Callee) -> list[tuple[int, ...]]:
    """Return the registers that calls of a function save, and returns from it restore."""
    return [
        CALL_SAVE.numbers(row=program.rows[register.number], bytes=register.bits // 8)
        for register in (callee.registers if callee.recursive else ())
    ]


def _callers(code: Code) -> dict[int, list[tuple[int, Operation]]]:
    """Return the calls of each function, by its index: the block that each ends, and the call."""
    found: dict[int, list[tuple[int, Operation]]] = {}
    for place, block in enumerate(code.blocks):
        if block.end is not None:
            call = block.end.operation
            for callee in _targets(call):
                found.setdefault(callee.index, []).append((place, call))
    return found


def _targets(op: Operation) -> tuple[Callee, ...]:
    """Return the functions of the module that an instruction may call."""
    if not op.calls_by_address:
        return () if op.calls is None or op.calls.node.body is None else (op.calls,)
    arguments, results = passed_by(op, "arguments"), passed_by(op, "returns")
    return tuple(
        callee
        for callee in op.scope.callees()
        if callee.node.kind == "func"
        and callee.node.body is not None
        and _takes(op, callee, arguments)
        and _gives(op, callee, results)
    )


def _gives(op: Operation, callee: Callee, results: tuple[Operand, ...]) -> bool:
    """Whether the results of a function have the sizes of the operands that take them."""
    for item, formal in zip(results, callee.returns, strict=False):
        found = place_of(op, item)
        if found is not None and bytes_of(found) != bytes_of(formal):
            return False
    return True


@lowered(call)
def lower_call(step: StepLowering) -> None:
    """Move the arguments, then continue in the callee."""
    op, program = step.op, step.program
    if op.calls is not None and op.calls.node.body is None:
        if is_of_heap(op.calls):
            raise step.uncovered("the heap of the device")
        if op.calls.node.name == "vprintf":
            _lower_print(step)
        else:  # it ends the launch, and the reference engine reports how
            step.emit("assertfail")
        return
    program.asynchronous = True
    _define_results(step)
    place, _ = step.block()
    saved = _saved_bytes(program)
    if saved is None:
        assert op.calls is not None
        callee = op.calls
        step.emit_leaving(
            "call",
            block=callee.block,
            frames=program.frame(),
            sites=program.site(callee),
            site=place,
            own_frame=op.caller.frame,
            frame=callee.frame,
            moves=_arguments(step, callee),
        )
        return
    targets: list[tuple[int, ...]] = []
    moves: list[tuple[int, ...]] = []
    saves: list[tuple[int, ...]] = []
    address = step.read("callee", from_name("u64")) if op.calls_by_address else -1
    for callee in _targets(op):
        given, kept = _arguments(step, callee), _saves(program, callee)
        low, high = callee.address & 0xFFFF_FFFF, callee.address >> 32
        target = CALL_TARGET.numbers(
            address_low=low - (low >> 31 << 32),
            address_high=high,
            block=callee.block,
            frame=callee.frame,
            moves=len(given),
            saves=len(kept),
        )
        targets.append(target)
        moves += given
        saves += kept
    step.emit_leaving(
        "call.any",
        frames=program.frame(),
        address=address,
        site=place,
        own_frame=op.caller.frame,
        saved=saved,
        targets=targets,
        moves=moves,
        saves=saves,
    )


def _arguments(step: StepLowering, callee: Callee) -> list[tuple[int, ...]]:
    """Return the moves of the arguments of a call."""
    op, moves = step.op, []
    for item, formal in zip(passed_by(op, "arguments"), callee.params, strict=True):
        source = _moved_home(op, item)
        if source is None:
            if not isinstance(formal, Variable | Register):
                raise step.uncovered("an argument")
            type_ = formal.type if isinstance(formal, Register) else from_name(formal.type)
            if type_.bits < 8 or (isinstance(formal, Variable) and formal.size != type_.bytes):
                raise step.uncovered("an argument")
            source = type_.bytes, 1, step.value(item, type_)
        moves.append(_move(step, source, _of_formal(step, formal)))
        if isinstance(formal, Register):
            step.out.defines.append(formal.number)
    return moves


def _lower_print(step: StepLowering) -> None:
    """Store a call of `printf`, and continue."""
    program, moved = step.program, []
    format_, buffer, taken = step.spare(64), step.spare(64), step.spare(32)
    for item, row in zip(passed_by(step.op, "arguments"), (format_, buffer), strict=True):
        source = _moved_home(step.op, item)
        if source is None:
            raise step.uncovered("an argument")
        moved.append(_move(step, source, (8, 1, row)))
    results = [
        _move(step, (4, 1, taken), _moved_home(step.op, item))
        for item in passed_by(step.op, "returns")
        if not is_sink(item)
    ]
    _define_results(step)
    step.emit_leaving(
        "vprintf",
        frames=program.frame(),
        format=format_,
        buffer=buffer,
        taken=taken,
        next=step.block()[0] + 1,
        moves=moved,
        results=results,
    )


def _define_results(step: StepLowering) -> None:
    """Note the registers that take results of a call."""
    for item in passed_by(step.op, "returns"):
        found = step.op.entity(item)
        if isinstance(found, Register):
            step.out.defines.append(found.number)


def _moved_home(op: Operation, item: Operand) -> tuple[int, int, int] | None:
    """Bytes, whether a register, and place of an argument or result of a call; None for other operands."""
    found = op.entity(item)
    if isinstance(found, Variable) and found.framed:
        return found.size, 0, found.offset
    if isinstance(found, Register) and found.bits == found.type.bits and found.bits in (8, 16, 32, 64):
        return found.bits // 8, 1, -1 - found.number
    return None


def _of_formal(step: StepLowering, formal: Any) -> tuple[int, int, int]:
    """Return the same for a parameter or result of a function."""
    if isinstance(formal, Variable):
        return formal.size, 0, formal.offset
    if isinstance(formal, Register) and formal.bits == formal.type.bits and formal.bits in (8, 16, 32, 64):
        return formal.bits // 8, 1, -1 - formal.number
    raise step.uncovered("a vector of registers as a parameter")


def _move(
    step: StepLowering, source: tuple[int, int, int], target: tuple[int, int, int] | None
) -> tuple[int, ...]:
    """Return the move of an argument or a result."""
    if target is None or source[0] != target[0]:
        raise step.uncovered("an argument")
    rows = step.program.rows
    places = [rows[-1 - place[2]] if place[1] and place[2] < 0 else place[2] for place in (source, target)]
    return CALL_MOVE.numbers(
        bytes=source[0], from_row=source[1], source=places[0], to_row=target[1], target=places[1]
    )
