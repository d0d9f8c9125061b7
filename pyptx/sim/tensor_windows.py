"""Loads and stores of tensor memory whose address lacks the window of its warp.

The manual requires an address in the 32 lanes of the warp, those of its number modulo 4. A GPU takes the
lanes from the number if the address names the first 32, and compiled kernels with constants as addresses rely
on that. The window is missing by mistake if a thread read the address from shared memory, where
`tcgen05.alloc` wrote it, and added nothing that depends on the number of a thread or warp. The check follows
registers, not paths.
"""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from pyptx.ir import Address, Name
from pyptx.sim.address_chains import passed_by_calls
from pyptx.sim.named_registers import numbers_in, registers_changed, registers_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from pyptx.sim.steps import Code, Step

_NUMBERS = ("%tid", "%laneid", "%warpid")
_OTHER_SPACES = frozenset({"param", "const", "global"})


def lacking_windows(code: Code) -> frozenset[Step]:
    """Return the transfers of tensor memory whose address is an allocated one without a window."""
    steps = code.steps
    transfers = [step for step in steps if step.name.startswith(("tcgen05.ld.", "tcgen05.st."))]
    if not transfers:
        return frozenset()
    writers: dict[int, list[Step]] = defaultdict(list)
    for step in steps:
        for number in registers_changed(step.operation):
            writers[number].append(step)
    passed = passed_by_calls(code)
    return frozenset(step for step in transfers if _lacks_window(step, writers, passed))


def _lacks_window(transfer: Step, writers: Mapping[int, Sequence[Step]], passed: set[int]) -> bool:
    """Whether an address comes from shared memory and from no number of a thread or warp."""
    address, _ = transfer.operation.operand("taddr")
    assert isinstance(address, Address)
    waiting = numbers_in(transfer.operation, address.base)
    seen: set[int] = set()
    is_read = False
    while waiting:
        number = waiting.pop()
        if number in passed:
            return False
        for step in () if number in seen else writers[number]:
            if "calls" in step.effects or _names_a_thread(step) or _uses_the_stack(step):
                return False
            is_read |= "reads" in step.effects and _OTHER_SPACES.isdisjoint(step.instruction.modifiers)
            waiting += [source for source, writes in registers_of(step.operation) if not writes]
            waiting += [step.guard_register] if step.guard >= 0 else []
        seen.add(number)
    return is_read


def _uses_the_stack(step: Step) -> bool:
    """Whether an instruction reads the stack or takes its address: any value may have been stored there."""
    modifiers = step.instruction.modifiers
    return "local" in modifiers and ("reads" in step.effects or modifiers[:1] == ("local",))


def _names_a_thread(step: Step) -> bool:
    """Whether an instruction reads the number of a thread, a lane or a warp."""
    return any(
        isinstance(operand, Name) and operand.name.startswith(_NUMBERS)
        for operand in step.instruction.operands
    )
