"""Instructions that the ISA defines and the simulator does not: refused by name when a program is decoded."""

from __future__ import annotations

from typing import TYPE_CHECKING, NoReturn

from pyptx.errors import SimFault
from pyptx.isa.availability import targets
from pyptx.sim.semantics.machine import machine

if TYPE_CHECKING:
    from pyptx.isa import Form
    from pyptx.sim.operands import Operation


def is_modelled(form: Form) -> bool:
    """Whether the definition under a form's opcode is its own: not so of the packed arithmetic of PTX 9.4."""
    packed = form.section.startswith(("9.7.5.4 ", "9.7.6.")) or form.syntax == "set.<cmp>.<type>"
    return not packed and not (form.section.startswith("9.7.5.") and ".f32x2" in form.syntax)


def unmodelled(op: Operation, why: str = "") -> NoReturn:
    """Refuse an instruction that another one's definition would otherwise match.

    Args:
        op: The instruction.
        why: The missing part, and the replacement in a kernel, for an instruction of few targets.
    """
    name = ".".join((op.instruction.opcode, *op.words))
    said = f"{name} is not simulated"
    if why:
        said += f" (an instruction of {', '.join(targets(op.match.form, op.modifiers))}): {why}"
    raise SimFault(said, rule="unmodelled", instruction=name)


machine("mbarrier.check_layout")(unmodelled)
