"""Python lines with the PTX they wrote."""

from __future__ import annotations

import re
from typing import Any

import pytest

from pyptx import kernel, ptx, reg
from pyptx.inspect import listing
from pyptx.ir import Source
from pyptx.program import from_ptx
from pyptx.types import u32


@kernel(block=(64,), arch="sm_80")
def fill(X: Any) -> None:
    (px,) = ptx.global_ptrs(X)
    with ptx.scope():
        index = reg.from_(ptx.special.tid.x(), u32)
        ptx.inst.st.global_.u32(ptx.addr(px + index * 4), 7)


def test_each_line_stands_before_what_it_wrote() -> None:
    shown = listing(fill.program())
    groups = re.split(r"\n\n(?=test_listing\.py:)", shown)
    assert [group.splitlines()[0].partition("  ")[2] for group in groups[1:]] == [
        "(px,) = ptx.global_ptrs(X)",
        "index = reg.from_(ptx.special.tid.x(), u32)",
        "ptx.inst.st.global_.u32(ptx.addr(px + index * 4), 7)",
    ]
    assert "mov.u32" in groups[2]
    assert [word for word in ("mul.lo.u32", "add.u64", "st.global.u32") if word in groups[3]]


def test_all_of_the_text_is_there_under_its_numbers() -> None:
    program = fill.program()
    rows = dict(re.findall(r"^ +(\d+)(.*)$", listing(program.module), flags=re.MULTILINE))
    assert [rows[str(n)].split() for n in range(1, len(rows) + 1)] == [
        row.split() for row in program.ptx.splitlines()
    ]


def test_what_no_python_wrote_is_its_ptx_alone() -> None:
    text = ".version 8.0\n.target sm_80\n.entry k() {\n\tret;\n}\n"
    assert listing(from_ptx(text)).splitlines()[3] == "    4      ret;"


def test_a_source_that_is_gone_is_named_only() -> None:
    from dataclasses import replace

    from pyptx.ir import Function, Instruction, Module

    ret = Instruction("ret", source=Source("gone.py", 3))
    module = Module((Function("entry", "k", params=(), body=(replace(ret),)),))
    assert "gone.py:3\n" in listing(module)


def test_a_listing_of_a_kernel() -> None:
    @kernel
    def k(*, count: int = 1) -> None:
        for _ in range(count):
            ptx.bar.sync(0)

    assert listing(k) == listing(k.program())
    assert listing(k, count=3).count("bar.sync 0;") == 3
    with pytest.raises(TypeError, match="only a kernel takes count"):
        listing(k.program(), count=3)
    with pytest.raises(TypeError, match="not 5"):
        listing(5)  # type: ignore[arg-type]
