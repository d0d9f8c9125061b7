"""Rings of stages in raised Python: calls of `ptx.pipeline` where it traces the same instructions."""

from __future__ import annotations

import re

import pytest

from pyptx import kernel, ptx
from pyptx.codegen import ptx_to_python
from pyptx.codegen.proof import require_same_program, retraced
from pyptx.types import u32


def traced(stages: int) -> str:
    """A ring that a loop steps twice in a round."""

    @kernel(arch="sm_90a", raw_params=[("u32", "out")])
    def k(out: str) -> None:
        state = ptx.pipeline(stages)
        for i in ptx.range_(0, 64):
            for _ in range(2):
                stage, phase = state.advance()
                ptx.inst.st.shared.u32(ptx.addr(stage), phase + i)

    return k.ptx()


@pytest.mark.parametrize("stages", [1, 4, 7])
def test_a_traced_ring_is_a_ring_again(stages: int) -> None:
    text = traced(stages)
    python = ptx_to_python(text, sugar=True)
    assert f"ring = ptx.pipeline({stages})\n" in python
    assert re.search(r" stage\w*, phase\w* = \w+\.advance\(\)", python)
    assert "selp" not in python
    require_same_program(text, retraced(python))


def line(opcode: str) -> str:
    """The first line of a traced ring with an opcode."""
    return next(line.strip() for line in traced(4).splitlines() if opcode in line)


@pytest.mark.parametrize(
    ("opcode", "old", "new"),
    [
        pytest.param("selp", " 0,", " 1,", id="another first stage"),
        pytest.param("xor", ", 1;", ", 3;", id="another flip"),
        pytest.param("setp.eq", ", 4;", ", 0;", id="no stages"),
        pytest.param("setp.eq", ", 4;", ", 5;", id="another number of stages"),
        pytest.param("setp.eq", ".eq", ".ge", id="another comparison"),
        pytest.param("selp", "selp", "@%p0 selp", id="a guard"),
    ],
)
def test_another_step_is_left(opcode: str, old: str, new: str) -> None:
    changed = line(opcode).replace(old, new)
    assert changed != line(opcode)
    text = traced(4).replace(line(opcode), changed, 1)
    python = ptx_to_python(text, sugar=True)
    assert "selp" in python or "pipeline(5" in python
    require_same_program(text, retraced(python))


def test_registers_with_other_uses_keep_their_names() -> None:
    """A ring whose cursor something else reads is made of registers that Python names."""

    @kernel(arch="sm_90a", raw_params=[("u32", "out")])
    def k(out: str) -> None:
        state = ptx.pipeline(3)
        stage, phase = state.advance()
        ptx.inst.st.shared.u32(ptx.addr(stage), phase)
        ptx.inst.st.shared.u32(ptx.addr(stage), ptx.inst.add.u32(u32, state.cursor, state.phase))

    text = k.ptx()
    python = ptx_to_python(text, sugar=True)
    assert "ptx.pipeline(3, cursor=" in python
    require_same_program(text, retraced(python))
