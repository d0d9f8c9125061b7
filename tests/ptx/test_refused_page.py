"""The page of refused Python: the left cell of each row of its tables is refused, the right one is not."""

from __future__ import annotations

import copy
import functools
import itertools
import linecache
import math
import re
from pathlib import Path
from typing import Any

import pytest

from pyptx import Tile, kernel, ptx, reg
from pyptx.errors import TraceError
from pyptx.types import f32, pred, s32, s64, u32

PAGE = Path(__file__).parents[2] / "docs" / "reference" / "refused.md"
TABLE = re.compile(r"^\| refused( in a block)? \|.*\n\|[-|]+\|\n((?:\|.*\n)+)", re.MULTILINE)
CODE = re.compile(r"`((?:[^`\\]|\\.)+)`(?: of `([^`]+)`)?")

BEFORE = """
tid = reg.from_(ptx.special.tid.x(), u32)
u, v, s, t, wide = (reg.scalar(type_, init=4) for type_ in (u32, u32, s32, s32, s64))
x, y, best = (reg.scalar(f32, init=1.0) for _ in range(3))
acc = reg.array(f32, 4)
for each in acc:
    ptx.mov(each, 0.0)
del each
p = reg.scalar(pred)
ptx.setp("eq", u32, p, tid, 0)
stage, done, stages, ring = 0, False, iter(range(9)), ptx.pipeline(3)
"""


def programs() -> list[tuple[str, str, str]]:
    """The refused and the right program of each row, and the first cell."""
    found = []
    for in_a_block, rows in TABLE.findall(PAGE.read_text(encoding="utf-8")):
        for row in rows.splitlines():
            cells = re.split(r"(?<!\\)\|", row)[1:-1]
            wrong, right = (program(cell, in_a_block=bool(in_a_block)) for cell in (cells[0], cells[-1]))
            found.append((wrong, right, cells[0].strip()))
    return found


def program(cell: str, *, in_a_block: bool) -> str:
    """The statements of a cell, after the registers that the page names."""
    ((code, given),) = CODE.findall(cell.replace("\\|", "|"))
    statements = [*([given] if given else []), *code.split("; ")]
    if in_a_block:
        statements = ["for i in ptx.range_(4):", *(f"    {each}" for each in statements)]
    return BEFORE + "\n".join(statements)


def read(*registers: Any) -> None:
    """Write instructions that read registers."""
    for each in registers:
        reg.from_(each, getattr(each, "dtype", pred))


def trace(source: str, name: str) -> str:
    """Trace a program whose text Python can show, as that of a file."""
    lines = ["def kernel_body(O):", *(f"    {line}" for line in source.splitlines())]
    linecache.cache[name] = (0, None, [f"{line}\n" for line in lines], name)
    scope: dict[str, Any] = {
        "copy": copy, "f32": f32, "functools": functools, "itertools": itertools, "math": math, "pred": pred,
        "ptx": ptx, "read": read, "reg": reg, "s32": s32, "s64": s64, "u32": u32,
    }  # fmt: skip
    exec(compile("\n".join(lines), name, "exec"), scope)
    return kernel(out_specs=(Tile(1, u32),), grid=(1,), block=(32, 1, 1))(scope["kernel_body"]).ptx()


@pytest.mark.parametrize(
    ("wrong", "right", "cell"), programs(), ids=lambda value: "" if "\n" in value else value
)
def test_the_left_cell_is_refused_and_the_right_one_is_not(wrong: str, right: str, cell: str) -> None:
    with pytest.raises(TraceError) as caught:
        trace(wrong, f"<refused: {cell}>")
    assert f"<refused: {cell}>" in str(caught.value)
    assert trace(right, f"<right: {cell}>")
