"""What the simulator does not execute it refuses by name, before anything runs."""

from __future__ import annotations

import pytest

from pyptx.errors import SimFault
from pyptx.isa import Candidate, Form, availability, examples, section_forms
from pyptx.program import from_ptx

NEWEST = (9, 5)


def unmodelled() -> list[Form]:
    """Rows of matrix units that the simulator has no model of."""
    slots = {form: {slot.name for slot in form.slots} for form in section_forms("warp_matrix")}
    sparse = [form for form, names in slots.items() if "sp" in names and "kind" in names]
    limited = [form for form in section_forms("wmma") if form.syntax.endswith("<ctype>.satfinite")]
    return [*sparse, *limited, *filter(_is_refused, section_forms("tcgen05"))]


def _is_refused(form: Form) -> bool:
    """Lookup tables for B, integers of 16 bits, and loads that compress."""
    words = form.spell(next(form.combinations()))
    return any(word in words for word in ("decompress::lut::b", "kind::ti16", "spcompress"))


@pytest.mark.parametrize("form", unmodelled(), ids=lambda form: form.syntax)
def test_matrix_units_are_refused_by_name(form: Form) -> None:
    named = next(form.combinations())
    candidate = Candidate(form, named, form.operands_for(named))
    target, span = next(iter(availability.spans(form, named).items()))
    head, tail = examples.frame(target, span.until or NEWEST)
    program = from_ptx("\n".join((*head, examples.plain(candidate), *tail)))
    with pytest.raises(SimFault) as caught:
        program.launch(bytes(256), grid=(1, 1, 1), block=(128, 1, 1), engine="sim")
    name = ".".join((form.opcode, *form.spell(named)))
    assert str(caught.value).startswith(f"{name} is not simulated")
    assert caught.value.rule == "unmodelled"
