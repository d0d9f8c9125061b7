"""The judges: each installed ptxas, its newest PTX version, and its targets."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING

from probe_ptxas import VERSIONS

from pyptx.arch import ARCHS, assembled_for
from pyptx.isa import examples
from pyptx.toolchain import Tool, find
from pyptx.toolchain.oracle import judge

if TYPE_CHECKING:
    from collections.abc import Sequence


@dataclass(frozen=True, slots=True)
class Question:
    """A line and its module.

    Attributes:
        line: An instruction with the names of `pyptx.isa.examples`.
        target: Target, such as ``"sm_90a"``.
        version: The PTX version of the module.
        option: Option of ``.target`` for texture sampling, or empty.
    """

    line: str
    target: str
    version: tuple[int, int]
    option: str = ""


@dataclass(frozen=True, slots=True)
class Judge:
    """A ptxas.

    Attributes:
        path: Path of the program.
        release: Release, such as ``"13.5.37"``.
        newest: The newest PTX version that it accepts.
        targets: The targets that it supports in that version.
    """

    path: str
    release: str
    newest: tuple[int, int]
    targets: tuple[str, ...]

    def answers(self, questions: Sequence[Question], *, codegen: bool = False) -> list[tuple[str, ...]]:
        """Return its message for each question; empty if it accepts the line."""
        together: dict[tuple[str, tuple[int, int]], list[int]] = defaultdict(list)
        for index, question in enumerate(questions):
            together[question.target + question.option, question.version].append(index)
        answers: list[tuple[str, ...]] = [()] * len(questions)
        for (target, version), indices in together.items():
            lines = [questions[index].line for index in indices]
            where = assembled_for(target.partition(",")[0]).name
            said = judge(lines, where, *examples.frame(target, version), ptxas=self.path, codegen=codegen)
            for index, words in zip(indices, said, strict=True):
                answers[index] = words
        return answers


def open_judge(path: str | None = None) -> Judge:
    """Find the versions and targets of a ptxas; None for the one that `pyptx.toolchain` finds.

    Raises:
        ToolError: There is no ptxas, or it does not run.
    """
    tool = find("ptxas") if path is None else Tool("ptxas", path, "command line")
    newest = next(version for version in reversed(VERSIONS) if _reads(tool.path, "sm_80", version))
    known = tuple(name for name in ARCHS if _reads(tool.path, name, newest))
    return Judge(tool.path, tool.version, newest, known)


def _reads(ptxas: str, target: str, version: tuple[int, int]) -> bool:
    """Whether a ptxas accepts modules of a version for a target."""
    where = assembled_for(target).name
    return not judge(["ret;"], where, *examples.frame(target, version), ptxas=ptxas)[0]
