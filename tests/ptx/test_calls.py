"""Calls as kernel authors write them: legal ones assemble, wrong ones raise their exact messages.

``tests/golden/calls/legal.txt`` has kernels, separated by blank lines, on the operands of `OPERANDS`;
``wrong.txt`` has calls, each with its message. A line ``target`` sets the target of the cases below it.
``pytest tests/ptx/test_calls.py --update`` writes the messages again. A call writes one instruction, except
the calls in a table of the guide; this file traces those.
"""

from __future__ import annotations

import ast
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from pyptx import Layout, Tile, kernel, ptx, reg, smem, types
from pyptx.errors import PtxError, TraceError
from pyptx.kernel import Module
from pyptx.toolchain import ptxas
from pyptx.trace import Trace, tracing

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from types import CodeType

GOLDEN = Path(__file__).resolve().parents[1] / "golden" / "calls"

OPERANDS = """
r, r1, r2, r3 = (reg.from_("%clock", u32) for _ in range(4))
d, d1, d2 = (reg.from_("%clock64", u64) for _ in range(3))
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
            pair = (2, 1, 1) if "cta_group=2" in block else (1, 1, 1)
            code = compile(block, "legal.txt", "exec")
            module.kernel(cluster=pair)(body(code, f"kernel_{number}"))
    assert module.kernels
    ptxas.assemble(module.ptx(), target)


def finish(code: CodeType, names: dict[str, Any], trace: Trace) -> None:
    """Run the rest of a kernel and make its module."""
    exec(code, names)
    trace.module()


def said_of(call: str, target: str) -> str:
    """Return the message of a wrong call, which ends with its line."""
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


GUIDE = Path(__file__).resolve().parents[2] / "docs" / "dsl.md"
ROW = re.compile(r"\| `(?P<call>[^`]*)` \| (?P<writes>\d+) \| ?(?P<head>\d*) \|")
PREPARED = """
A, B = smem.wgmma_tile(bf16, (64, 64)), smem.wgmma_tile(bf16, (64, 64), "MN")
tile, swizzled = smem.alloc(f32, (8, 32)), smem.alloc(f32, (8, 32), "128B")
bars, place = smem.mbarrier(4), reg.scalar(u32)
slots = ptx.mbarrier.array(bars, 0, 4)
i, n, x, p, f = reg.scalar(u32), reg.scalar(u32), reg.scalar(u64), reg.scalar(pred), reg.scalar(f32)
d, descriptor = reg.scalar(b32), reg.scalar(b64)
"""


def rows() -> list[tuple[str, int, int]]:
    """The calls of the table, what each writes where it stands, and once at the head."""
    found = [ROW.match(line) for line in GUIDE.read_text(encoding="utf-8").splitlines()]
    return [(row["call"], int(row["writes"]), int(row["head"] or 0)) for row in found if row is not None]


def counted(call: str) -> tuple[int, int]:
    """Instructions of a call where it stands, and at the head of the function."""
    target = "sm_100a" if "tcgen05" in call else "sm_90a"
    acc = "acc = reg.wgmma_frag(m=64, n=64, dtype=f32)"
    word = "word = ptx.tcgen05.make_instr_desc('f16', m=64, n=64, a=bf16, b_major='MN')"
    names: dict[str, Any] = {**vars(types), "ptx": ptx, "reg": reg, "smem": smem}
    with tracing(Trace("k", arch=target)) as trace:
        exec("\n".join((PREPARED, acc, word)), names)
        first, head = trace.mark(), len(trace.body)
        with ptx.scope():
            exec(call if ":" not in call else call.replace("…", "pass"), names)
        return trace.mark() - first, len(trace.body) - head - 1


@pytest.mark.parametrize(("call", "writes", "head"), rows())
def test_calls_of_the_table(call: str, writes: int, head: int) -> None:
    assert counted(call) == (writes, head)


def function_of(call: ast.expr) -> str:
    """Return the called function: ``ptx.mbarrier.wait``; indices left out."""
    text = ast.unparse(call.func if isinstance(call, ast.Call) else call)
    return re.sub(r"\(.*?\)|\[.*?\]", "", text)


def written_by(of: str, call: str) -> int | None:
    """Instructions of a legal call; None where it stands on what other statements of its block declare."""
    names = dict(NAMES)
    with tracing(Trace("k", arch=of)) as trace:
        exec(OPERANDS, names)
        first = trace.mark()
        try:
            exec(call, names)
        except (TraceError, NameError):
            return None
        return trace.mark() - first


def test_every_other_call_writes_one() -> None:
    listed = {function_of(ast.parse(call, mode="eval").body) for call, *_ in rows() if ":" not in call}
    declares = {"ptx.label", "ptx.var", "ptx.mma.fragment"}
    others: dict[str, int] = {}
    for target, block in blocks("legal.txt"):
        for statement in ast.parse(block).body:
            value = statement.value if isinstance(statement, ast.Expr) else None
            name = function_of(value) if isinstance(value, ast.Call) else ""
            if not name.startswith("ptx.") or name.startswith("ptx.inst") or name in listed | declares:
                continue
            call = ast.unparse(statement)
            count = written_by(target, call)
            if count is not None:
                others[call] = count
    assert len(others) > 100
    assert {call: count for call, count in others.items() if count != 1} == {}
