"""Calls as kernel authors write them: legal ones assemble, wrong ones are told what is wrong, word for word.

``tests/golden/calls/legal.txt`` holds kernels, a blank line between two, all on the operands of `OPERANDS`;
``wrong.txt`` a call and what is said of it. A line ``target`` says for what the ones below it are.
``pytest tests/ptx/test_calls.py --update`` writes what is said anew.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from pyptx import Layout, Tile, kernel, ptx, reg, smem, types
from pyptx.errors import PtxError
from pyptx.kernel import Module
from pyptx.toolchain import ptxas
from pyptx.trace import Trace, tracing

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from types import CodeType

GOLDEN = Path(__file__).resolve().parents[1] / "golden" / "calls"

OPERANDS = """
r, r1, r2, r3 = (reg.from_(ptx.special.clock(), u32) for _ in range(4))
d, d1, d2 = (reg.from_(ptx.special.clock64(), u64) for _ in range(3))
s, s1, b, b1, sd, bd, bd1 = (reg.scalar(t, init=1) for t in (s32, s32, b32, b32, s64, b64, b64))
f, f1, f2, g, g1, h, h1, bb = (reg.scalar(t, init=1.0) for t in (f32, f32, f32, f64, f64, f16, f16, bf16))
u, u1, hb, hb1, x2 = (reg.scalar(t, init=1) for t in (u16, u16, b16, b16, f16x2))
p, q = reg.scalar(pred, init=True), reg.scalar(pred, init=False)
v4, v2, w4, w2 = reg.array(f32, 4), reg.array(f32, 2), reg.array(b32, 4), reg.array(b32, 2)
tile, bar, f32tile = smem.alloc(bf16, (64, 64)), smem.mbarrier(4), smem.alloc(f32, (8, 8))
"""
FOREIGN = """
foreign, foreign_p, foreign_v4 = reg.scalar(u64), reg.scalar(pred), reg.array(f32, 4)
foreign_tile, foreign_bar = smem.alloc(f32, 8), smem.mbarrier(1)
"""
NAMES: dict[str, Any] = {
    **vars(types), "ptx": ptx, "reg": reg, "smem": smem, "np": np, "kernel": kernel, "Tile": Tile,
    "Layout": Layout,
}  # fmt: skip


def blocks(name: str) -> Iterator[tuple[str, str]]:
    """The target of each block of a file, and the block."""
    target = ""
    for block in (GOLDEN / name).read_text(encoding="utf-8").strip().split("\n\n"):
        if block.startswith("target "):
            target = block.removeprefix("target ")
        else:
            yield target, block


def body(code: CodeType, name: str) -> Callable[[], None]:
    """A kernel of that name which runs `code` on fresh operands."""

    def run() -> None:
        names = dict(NAMES)
        exec(OPERANDS, names)
        exec(code, names)

    run.__name__ = name
    return run


@pytest.mark.ptxas
@pytest.mark.parametrize("target", dict.fromkeys(target for target, _ in blocks("legal.txt")))
def test_legal_calls_assemble(target: str) -> None:
    module = Module(arch=target)
    for number, (of, block) in enumerate(blocks("legal.txt")):
        if of == target:
            module.kernel(body(compile(block, "legal.txt", "exec"), f"kernel_{number}"))
    assert module.kernels
    ptxas.assemble(module.ptx(), target)


def finish(code: CodeType, names: dict[str, Any], trace: Trace) -> None:
    """Run the rest of a kernel and make its module."""
    exec(code, names)
    trace.module()


def said_of(call: str, target: str) -> str:
    """What is said of a wrong call, which names its line last."""
    code = compile(call, "wrong.txt", "exec")
    names = dict(NAMES)
    with tracing(Trace("first", arch=target)):
        exec(FOREIGN, names)
    with tracing(Trace("k", arch=target)) as trace:
        exec(OPERANDS, names)
        with pytest.raises(PtxError) as caught:
            finish(code, names, trace)
    message, _, line = str(caught.value).rpartition("\n  at ")
    assert line == "wrong.txt:1", caught.value
    return f"{type(caught.value).__name__}: {message}"


def test_wrong_calls_are_told_what_is_wrong(*, update: bool) -> None:
    parts, target = [], ""
    for of, block in blocks("wrong.txt"):
        if of != target:
            parts.append(f"target {of}")
            target = of
        call = block.splitlines()[0].removeprefix(">>> ")
        parts.append(f">>> {call}\n{said_of(call, target)}")
    text = "\n\n".join(parts) + "\n"
    path = GOLDEN / "wrong.txt"
    if update:
        path.write_text(text, encoding="utf-8")
    assert text == path.read_text(encoding="utf-8")
