"""ptxas as a judge of single instructions: thousands of lines in one run.

Each line is judged by itself, in a function that holds them all; ptxas only reads (``-arch compute_90a``
generates no code). A line that stops or crashes ptxas is found and judged alone; so is one that hides the
errors of others, because ptxas makes other instructions of it and speaks of those only once.
"""

from __future__ import annotations

import re
import subprocess
import tempfile
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from pyptx.toolchain.locate import find

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

LINES_PER_RUN = 20_000
CODE_LINES_PER_RUN = 50

_MESSAGE = re.compile(r"line (\d+); (error|fatal)\s*: (.*)")


def judge(
    lines: Sequence[str],
    target: str,
    head: Sequence[str],
    tail: Sequence[str],
    *,
    jobs: int = 2,
    ptxas: str | None = None,
    codegen: bool = False,
) -> list[tuple[str, ...]]:
    """What ptxas says of each line between `head` and `tail`; nothing where it accepts it.

    The target may be followed by options, as after ``.target``: a comma and ``texmode_independent``.
    Where it refuses `head` and `tail` alone, that is what it says of every line.

    Args:
        lines: Instructions, one a line.
        target: Such as ``"sm_90a"``.
        head: The lines before them.
        tail: The lines after them.
        jobs: How many ptxas may run at a time.
        ptxas: Which ptxas; None for the one that `find` finds.
        codegen: Whether it generates code, without optimising it, of a few lines a run.

    Raises:
        ToolError: There is no ptxas.
    """
    ask = partial(_run, ptxas or find("ptxas").path, target, codegen)
    code, said = ask("\n".join((*head, *tail, "")))
    if code:
        return [tuple(words for _, _, words in _MESSAGE.findall(said)) or (said.strip(),)] * len(lines)
    size = CODE_LINES_PER_RUN if codegen else LINES_PER_RUN
    starts = range(0, len(lines), size)
    with ThreadPoolExecutor(jobs) as pool:
        parts = pool.map(lambda start: _judge(ask, lines[start : start + size], head, tail), starts)
        return [said for part in parts for said in part]


def _judge(
    ask: Callable[[str], tuple[int, str]], lines: Sequence[str], head: Sequence[str], tail: Sequence[str]
) -> list[tuple[str, ...]]:
    """Judge lines in as many runs as their errors need."""
    verdicts: list[list[str]] = [[] for _ in lines]
    pending = [list(range(len(lines)))]
    while pending:
        part = pending.pop()
        if not part:
            continue
        code, said = ask("\n".join((*head, *(lines[at] for at in part), *tail, "")))
        found = [(int(line) - len(head) - 1, kind, words) for line, kind, words in _MESSAGE.findall(said)]
        inside = [message for message in found if 0 <= message[0] < len(part)]
        if code < 0 or (code > 0 and not inside):
            if len(part) == 1:
                verdicts[part[0]] = [f"ptxas ended with {code}: {said.strip()}"]
            else:
                pending += _halves(part)
            continue
        for at, _, words in inside:
            verdicts[part[at]].append(words)
        fatal = [at for at, kind, _ in inside if kind == "fatal"]
        if fatal:
            for at in part[: fatal[0]]:
                verdicts[at].clear()
            pending += [part[: fatal[0]], part[fatal[0] + 1 :]]
        elif any(_is_said_once(words, lines[part[at]]) for at, _, words in inside):
            pending += _halves([at for at in part if not verdicts[at]])
    return [tuple(messages) for messages in verdicts]


def _halves(part: list[int]) -> list[list[int]]:
    """The first half and the second."""
    middle = len(part) // 2
    return [part[:middle], part[middle:]]


def _is_said_once(words: str, line: str) -> bool:
    """Whether a message is of an instruction that ptxas made of another: it says so for the first alone.

    >>> _is_said_once("Arguments mismatch for instruction 'mov'", "cvt.rm.ftz.f32.f64 %b64_0, %f64_1;")
    True
    """
    blamed = _BLAMED.search(words)
    opcode = _OPCODE.match(line)
    return blamed is not None and opcode is not None and blamed[1] != opcode[1]


_BLAMED = re.compile(r"for instruction '(\w+)")
_OPCODE = re.compile(r"\s*(?:@!?[\w%$]+\s+)?([a-z]\w*)")


def _run(ptxas: str, target: str, codegen: bool, text: str) -> tuple[int, str]:
    """Let ptxas read a module, or generate its code; its exit status and what it said."""
    with tempfile.TemporaryDirectory(prefix="pyptx-") as folder:
        source = Path(folder, "lines.ptx")
        source.write_text(text, encoding="utf-8")
        arch = target.partition(",")[0]
        options = ["-O0", "-arch", arch] if codegen else ["-arch", arch.replace("sm_", "compute_")]
        done = subprocess.run(
            [ptxas, *options, str(source), "-o", str(Path(folder, "none"))],
            capture_output=True,
            text=True,
            check=False,
        )
        return done.returncode, done.stderr + done.stdout
