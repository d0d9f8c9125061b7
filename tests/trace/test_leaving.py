"""Python jumps out of traced blocks."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING

import pytest

from pyptx import ptx, reg
from pyptx.errors import TraceError
from pyptx.trace import Trace, tracing
from pyptx.types import u32

if TYPE_CHECKING:
    from pathlib import Path

HEAD = """
from pyptx import ptx, reg
from pyptx.types import u32

def body():
    a = reg.scalar(u32, init=0)
"""


def trace(source: str, tmp_path: Path) -> Trace:
    file = tmp_path / "kernel_file.py"
    text = HEAD + textwrap.indent(textwrap.dedent(source).strip("\n"), "    ")
    file.write_text(text, encoding="utf-8")
    scope: dict[str, object] = {}
    exec(compile(text, str(file), "exec"), scope)
    with tracing(Trace("k")) as traced:
        scope["body"]()  # type: ignore[operator]
    traced.module()
    return traced


@pytest.mark.parametrize(
    ("source", "word", "line"),
    [
        ("with ptx.if_(a < 3):\n    return\na += 1", "return", 8),
        ("with ptx.if_(a < 3):\n    a += 2\n    return\na += 1", "return", 9),
        ("with ptx.if_(a < 3):\n    with ptx.if_(a < 2):\n        return\n    a += 1", "return", 9),
        ("for i in ptx.range_(4):\n    with ptx.if_(i < 3):\n        continue\n    a += 1", "continue", 9),
        ("for i in ptx.range_(4):\n    with ptx.if_(i < 3):\n        break", "break", 9),
        ("for i in range(4):\n    with ptx.if_(a < 3):\n        return", "return", 9),
        ("with (\n    ptx.if_(a < 3),\n    ptx.scope(),\n):\n    return\na += 1", "return", 11),
    ],
)
def test_a_jump_that_skips_code_is_refused(source: str, word: str, line: int, tmp_path: Path) -> None:
    with pytest.raises(
        TraceError, match=rf"(?s)`{word}` inside `with ptx.if_.*rest\.skip\(p\) for break"
    ) as caught:
        trace(source, tmp_path)
    assert str(caught.value).endswith(f"kernel_file.py:{line}")


@pytest.mark.parametrize(
    "source",
    [
        "with ptx.if_(a < 3):\n    return a + 1",
        "if a is None:\n    return\nwith ptx.if_(a < 3):\n    a += 1",
        "def helper():\n    with ptx.if_(a < 3):\n        return a + 1\nhelper()\na += 1",
        "with ptx.if_(a < 3):\n    if a is None:\n        return\n    a += 1\na += 1",
        "for i in range(4):\n    with ptx.if_(a < 3):\n        continue",
        "for i in ptx.range_(4):\n    if a is None:\n        break\n    a += 1",
        "with ptx.if_(a < 3):\n    for i in range(4):\n        break\n    a += 1\na += 1",
    ],
)
def test_a_jump_that_skips_nothing_is_fine(source: str, tmp_path: Path) -> None:
    trace(source, tmp_path)


def test_a_jump_is_refused_without_a_file() -> None:
    scope: dict[str, object] = {"ptx": ptx, "reg": reg, "u32": u32}
    exec("def body():\n    with ptx.if_(reg.scalar(u32, init=0) < 3):\n        return\n    ptx.ret()", scope)
    with (
        tracing(Trace("k")),
        pytest.raises(TraceError, match=r"(?s)`return` inside `with ptx.if_.*<string>:3"),
    ):
        scope["body"]()  # type: ignore[operator]
