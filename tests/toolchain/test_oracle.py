"""ptxas as a judge: each line as if it stood alone."""

from __future__ import annotations

import pytest

from pyptx.isa.examples import frame
from pyptx.toolchain.oracle import judge

pytestmark = pytest.mark.ptxas

LEGAL = "add.u32 %u32_0, %u32_1, %u32_2;"
UNKNOWN = "add.u33 %u32_0, %u32_1, %u32_2;"
FATAL = "add.u32 ]["
LATE = "vsub.s32.u32.s32.sat 33, %u32_1, 5U;"
"""An error that ptxas finds only where there is none before it."""


@pytest.mark.parametrize(
    "lines",
    [
        [UNKNOWN, LATE, LEGAL],
        [LATE, LEGAL, UNKNOWN],
        [LEGAL, FATAL, LATE, UNKNOWN, LEGAL],
        [LATE, LATE, "mov.u32 1, %u32_1;", LATE],
        [LEGAL] * 50 + [LATE],
    ],
)
def test_lines_do_not_hide_the_errors_of_others(lines: list[str]) -> None:
    verdicts = judge(lines, "sm_90a", *frame("sm_90a", (9, 0)))
    assert [not said for said in verdicts] == [line == LEGAL for line in lines]


def test_code_is_generated_where_that_is_asked_for() -> None:
    unpaired = "ld.param::func.b32 %b32_0, [in_param];"
    assert judge([unpaired, LEGAL], "sm_90a", *frame("sm_90a", (9, 0))) == [(), ()]
    said, nothing = judge([unpaired, LEGAL], "sm_90a", *frame("sm_90a", (9, 0)), codegen=True)
    assert len(said) == 1  # ptxas 13.5 names the missing call; 13.0 crashes
    assert nothing == ()
