"""The simulator rejects unsupported instructions by name, before anything runs, and accepts hints."""

from __future__ import annotations

import numpy as np
import pytest

from pyptx.errors import SimFault
from pyptx.isa import Candidate, Form, availability, examples, section_forms
from pyptx.program import from_ptx
from pyptx.sim import simulate

NEWEST = (9, 5)

HINTS = """\
.version 8.6
.target sm_90
.address_size 64
.const .align 64 .b8 map[128];
.visible .entry kernel(.param .u64 data)
{
    .reg .b64 %rd<3>;
    .reg .b32 %r<3>;
    ld.param.u64 %rd1, [data];
    prefetch.global.L1 [%rd1];
    prefetchu.L1 [%rd1];
    prefetch.tensormap [%rd1];
    prefetch.param.tensormap [data];
    prefetch.const.tensormap [map];
    applypriority.global.L2::evict_normal [%rd1], 128;
    cp.async.bulk.prefetch.L2.global [%rd1], 16;
    pmevent 3;
    griddepcontrol.launch_dependents;
    griddepcontrol.wait;
    ldu.global.u32 %r1, [%rd1];
    add.u32 %r1, %r1, 1;
    st.global.u32 [%rd1+4], %r1;
    discard.global.L2 [%rd1+128], 128;
    ret;
}
"""


def unmodelled() -> list[Form]:
    """Rows of matrix units that the simulator has no model of."""
    limited = [form for form in section_forms("wmma") if form.syntax.endswith("<ctype>.satfinite")]
    return [*limited, *filter(_is_refused, section_forms("tcgen05"))]


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
    if "tcgen05" in name:
        assert str(caught.value).startswith(f"{name} is not simulated (an instruction of sm_107a")


def test_commits_of_the_reads_of_a_are_refused_by_name() -> None:
    name = "tcgen05.commit.cta_group::1.mbarrier::arrive::one.sync_restrict::shared::read::mma::a.b64"
    text = HINTS.replace("8.6\n.target sm_90", "9.4\n.target sm_107a").replace("pmevent 3", f"{name} [%rd1]")
    with pytest.raises(SimFault, match="without the word, the commit arrives once the MMAs have completed"):
        simulate(from_ptx(text), (np.zeros(64, np.uint32),), grid=(1, 1, 1), block=(1, 1, 1))


NEWER = HINTS.replace("8.6\n.target sm_90", "9.4\n.target sm_107a").replace(
    "pmevent", "applypriority.async.bulk.global.bulk_group.L2::evict_normal [%rd1], 128;\n    pmevent"
)


@pytest.mark.parametrize("native", [False, None])
@pytest.mark.parametrize("text", [HINTS, NEWER], ids=["sm_90", "sm_107a"])
def test_hints_to_caches_and_profilers_change_nothing(text: str, native: bool | None) -> None:
    data = np.array([41, 0, *[7] * 62], np.uint32)
    report = simulate(from_ptx(text), (data,), grid=(1, 1, 1), block=(1, 1, 1), native=native)
    assert not report.approximate
    assert data[:3].tolist() == [41, 42, 7]


def test_a_breakpoint_stops_the_launch() -> None:
    text = HINTS.replace("pmevent 3;", "brkpt;")
    with pytest.raises(SimFault) as caught:
        simulate(from_ptx(text), (np.zeros(64, np.uint32),), grid=(1, 1, 1), block=(1, 1, 1))
    assert caught.value.rule == "breakpoint"
