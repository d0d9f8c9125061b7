"""ptxas as a judge of single instructions: thousands of lines in one run.

Each line is judged by itself, in a function that holds them all; ptxas only reads (``-arch compute_90a``
generates no code). A line that stops or crashes ptxas is found and judged alone. Behind a line with an error
ptxas looks less closely at the others, so a line is accepted only by a run in which all are.

The results of runs are kept in the cache of `pyptx.toolchain.cache`, by release, options and text.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import tempfile
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from pyptx.errors import ToolError
from pyptx.toolchain import cache
from pyptx.toolchain.locate import Tool, find

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

LINES_PER_RUN = 20_000
CODE_LINES_PER_RUN = 50

_SOURCE = "lines.ptx"

_MESSAGE = re.compile(rf"{re.escape(_SOURCE)}, line (\d+); (error|fatal)\s*: (.*)")
"""A message about a line; a message about ``<builtin>`` code of ptxas does not match."""


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
    """Return the messages of ptxas for each line between `head` and `tail`; none if it accepts the line.

    Options may follow the target, as after ``.target``: a comma and ``texmode_independent``. If ptxas refuses
    `head` and `tail` alone, every line gets that message.

    Args:
        lines: Instructions, one a line.
        target: Target, such as ``"sm_90a"``.
        head: The lines before them.
        tail: The lines after them.
        jobs: Number of ptxas processes at a time.
        ptxas: Path of ptxas, or its name on the ``PATH``; None for that of `find`.
        codegen: Whether to generate code, unoptimised, for a few lines per run.

    Raises:
        ToolError: There is no ptxas.
    """
    tool = find("ptxas") if ptxas is None else _executable(ptxas)
    ask = partial(_ask, tool, target, codegen)
    code, said = ask("\n".join((*head, *tail, "")))
    if code:
        return [tuple(words for _, _, words in _MESSAGE.findall(said)) or (said.strip(),)] * len(lines)
    size = CODE_LINES_PER_RUN if codegen else LINES_PER_RUN
    starts = range(0, len(lines), size)
    with ThreadPoolExecutor(jobs) as pool:
        parts = pool.map(lambda start: _judge(ask, lines[start : start + size], head, tail), starts)
        return [said for part in parts for said in part]


def _executable(ptxas: str) -> Tool:
    """The ptxas with a path or a name.

    Raises:
        ToolError: There is none.
    """
    if (path := shutil.which(ptxas)) is None:
        raise ToolError(f"{ptxas} is no executable file, nor the name of one on the PATH")
    return Tool("ptxas", path, "argument")


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
        silent = [at for at in part if not verdicts[at]]
        fatal = next((part[at] for at, kind, _ in inside if kind == "fatal"), None)
        if fatal is not None:
            pending += [[at for at in silent if at < fatal], [at for at in silent if at > fatal]]
        elif inside:
            pending += [silent] if len(silent) < _MOST * len(part) else _halves(silent)
    return [tuple(messages) for messages in verdicts]


def _halves(part: list[int]) -> list[list[int]]:
    """The first half and the second."""
    middle = len(part) // 2
    return [part[:middle], part[middle:]]


_MOST = 0.9
"""The part of lines without errors above which the errors are thought to be of those that hide others."""


def _ask(tool: Tool, target: str, codegen: bool, text: str) -> tuple[int, str]:
    """The exit status and the messages of a run, or those of an earlier run if it judged lines."""
    arch = target.partition(",")[0]
    options = ["-O0", "-arch", arch] if codegen else ["-arch", arch.replace("sm_", "compute_")]
    name = cache.key("oracle", tool.version, " ".join(options), text)
    if (stored := cache.load(name)) is not None:
        code, _, said = stored.decode().partition("\n")
        return int(code), said
    status, said = _run(tool.path, options, text)
    if status == 0 or (status > 0 and _MESSAGE.search(said)):  # below 0 a signal ended it
        cache.store(name, f"{status}\n{said}".encode())
    return status, said


def _run(ptxas: str, options: Sequence[str], text: str) -> tuple[int, str]:
    """Let ptxas read a module with some options; its exit status and its messages."""
    with tempfile.TemporaryDirectory(prefix="pyptx-") as folder:
        source = Path(folder, _SOURCE)
        source.write_text(text, encoding="utf-8")
        done = subprocess.run(
            [ptxas, *options, str(source), "-o", str(Path(folder, "none"))],
            capture_output=True,
            text=True,
            check=False,
        )
        return done.returncode, done.stderr + done.stdout
