"""Builds of a program: one per version of ptxas and optimization level, with the way each ended."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pyptx.toolchain import Tool, installed, ptxas

if TYPE_CHECKING:
    from collections.abc import Sequence

LEVELS = (3, 2, 1, 0)
"""Optimization levels, the default of ptxas first."""

BUILT, REFUSED, UNSUPPORTED, CRASH, HANG = "built", "refused", "unsupported", "crash", "hang"

FAULT, SCHEDULE, DIFFERS, VALUES = "fault", "schedule", "differs", "values"
KINDS = (FAULT, SCHEDULE, CRASH, HANG, REFUSED, DIFFERS, VALUES)
"""Kinds of symptoms, in the order in which they are searched."""

_UNSUPPORTED = re.compile(
    r"Unsupported \.version|is not defined for option 'gpu-name'|Unsupported gpu architecture"
)
_INTERNAL = re.compile(r"internal (compiler )?error|unhandled exception|Assertion .* failed", re.IGNORECASE)
_LINE = re.compile(r"\bline \d+")


@dataclass(frozen=True, slots=True)
class Build:
    """A ptxas with an optimization level.

    Attributes:
        tool: The executable.
        level: 0 to 3 of ``-O``.
    """

    tool: Tool
    level: int

    def __str__(self) -> str:
        return f"ptxas {self.tool.version} -O{self.level}"


@dataclass(frozen=True, slots=True)
class Outcome:
    """The end of one run of ptxas.

    Attributes:
        build: The executable and its level.
        kind: ``"built"``, ``"refused"``, ``"unsupported"`` (the PTX version or the target is newer than this
            ptxas), ``"crash"`` or ``"hang"``.
        messages: The errors, without line numbers; for a crash its signal or its message.
        advice: Codes of the advisories about slow code, such as ``"C7510"``.
        registers: Registers per thread of the function that uses most.
        spill_bytes: Bytes spilled and read back.
        cubin: Machine code.
    """

    build: Build
    kind: str
    messages: tuple[str, ...] = ()
    advice: tuple[str, ...] = ()
    registers: int = 0
    spill_bytes: int = 0
    cubin: bytes = b""

    def __str__(self) -> str:
        if self.kind != BUILT:
            return f"{self.build}: {self.kind}{(self.messages and f': {self.messages[0]}') or ''}"
        spills = f"{self.spill_bytes} bytes of spills" if self.spill_bytes else "no spills"
        advice = f", advice {', '.join(self.advice)}" if self.advice else ""
        return f"{self.build}: built, {self.registers} registers, {spills}{advice}"


def builds_of(paths: Sequence[str] = (), levels: Sequence[int] = LEVELS) -> tuple[Build, ...]:
    """Return the builds to compare, the newest ptxas first.

    Args:
        paths: Executables of ptxas; those installed if none is given.
        levels: Optimization levels.

    Raises:
        ToolError: An executable does not run.
    """
    tools = [Tool("ptxas", path, "given") for path in paths] or installed("ptxas")
    newest = sorted(tools, key=lambda tool: [int(part) for part in tool.version.split(".")], reverse=True)
    return tuple(Build(tool, level) for tool in newest for level in levels)


def run(build: Build, text: str, target: str, timeout: float) -> Outcome:
    """Assemble a text and describe the end of the run.

    Args:
        build: The executable and its level.
        text: A whole PTX module.
        target: Target of the machine code.
        timeout: Seconds after which the run counts as a hang.

    Raises:
        ToolError: The executable does not run.
    """
    done = ptxas.attempt(build.tool.path, text, target, (f"-O{build.level}",), timeout)
    if done.status is None:
        return Outcome(build, HANG, (f"no end within {timeout:g} s",))
    errors = [said for said in done.messages if said.severity in ("fatal", "error")]
    messages = tuple(dict.fromkeys(_LINE.sub("line N", said.message) for said in errors))
    if done.status < 0:
        messages = (f"ended by signal {-done.status}",)
    internal = tuple(message for message in messages if _INTERNAL.search(message))
    if done.status < 0 or internal:
        return Outcome(build, CRASH, internal or messages)
    if done.status and messages:
        old = _UNSUPPORTED.search("\n".join(messages)) is not None
        return Outcome(build, UNSUPPORTED if old else REFUSED, messages)
    if done.status:
        return Outcome(build, CRASH, (f"status {done.status} without a message",))
    if not done.cubin:
        return Outcome(build, CRASH, ("status 0 without machine code",))
    advice = tuple(dict.fromkeys(said.code for said in done.messages if said.severity == "advice"))
    return Outcome(build, BUILT, (), advice, done.registers, done.spill_bytes, done.cubin)
