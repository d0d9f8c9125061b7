"""The line of Python that is tracing, in functions of any length."""

from __future__ import annotations

from pyptx import ptx
from pyptx.ir import Instruction
from pyptx.trace import Trace, tracing

LINES = [
    "    ptx.inst.membar.gl()",
    "    (ptx.inst.bar.sync(",
    "        0",
    "    ))",
    "",
]


def test_each_instruction_has_its_line() -> None:
    """Also in long functions, and in those that stand where others stood that are gone."""
    first = [2 + 5 * at + start for at in range(500) for start in (0, 1)]
    for number in range(20):
        names: dict[str, object] = {"ptx": ptx}
        text = "def body():\n" + "\n".join(LINES * (500 if number < 2 else 40))
        exec(compile(text, f"<body {number}>", "exec"), names)
        body = names["body"]
        assert callable(body)
        trace = Trace("k", arch="sm_80")
        with tracing(trace):
            body()
        sources = [node.source for node in trace.body if isinstance(node, Instruction)]
        assert all(source is not None for source in sources)
        assert [source.line for source in sources if source] == first[: len(sources)]
