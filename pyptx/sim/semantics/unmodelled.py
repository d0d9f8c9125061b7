"""Instructions that the ISA defines and the simulator does not: refused by name when a program is decoded."""

from __future__ import annotations

from typing import TYPE_CHECKING, NoReturn

from pyptx.errors import SimFault
from pyptx.sim.semantics.machine import machine

if TYPE_CHECKING:
    from pyptx.isa import Form
    from pyptx.sim.operands import Operation


def is_modelled(form: Form) -> bool:
    """Whether the definition under a form's opcode is its own: not so of the packed arithmetic of PTX 9.4."""
    packed = form.section.startswith(("9.7.5.4 ", "9.7.6.")) or form.syntax == "set.<cmp>.<type>"
    return not packed and not (form.section.startswith("9.7.5.") and ".f32x2" in form.syntax)


@machine("mbarrier.check_layout")
def unmodelled(op: Operation) -> NoReturn:
    """Refuse an instruction that another one's definition would otherwise match."""
    name = ".".join((op.instruction.opcode, *op.words))
    raise SimFault(f"{name} is not simulated", rule="unmodelled", instruction=name)
