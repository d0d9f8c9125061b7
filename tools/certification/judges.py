"""The judges: each ptxas, the newest PTX version it reads, and the targets it knows."""

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
    """A line, and the module it stands in.

    Attributes:
        line: An instruction with the names of `pyptx.isa.examples`.
        target: Such as ``"sm_90a"``.
        version: The PTX version of the module.
        option: What follows the target: how textures are sampled, or nothing.
    """

    line: str
    target: str
    version: tuple[int, int]
    option: str = ""


@dataclass(frozen=True, slots=True)
class Judge:
    """A ptxas.

    Attributes:
        path: Where it is.
        release: Such as ``"13.5.37"``.
        newest: The newest PTX version it reads.
        targets: The targets it knows in that version.
    """

    path: str
    release: str
    newest: tuple[int, int]
    targets: tuple[str, ...]

    def answers(self, questions: Sequence[Question], *, codegen: bool = False) -> list[tuple[str, ...]]:
        """What it says of each question; nothing where it accepts the line."""
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
    """Find out what a ptxas reads; None for the one that `pyptx.toolchain` finds.

    Raises:
        ToolError: There is none, or it does not run.
    """
    tool = find("ptxas") if path is None else Tool("ptxas", path, "command line")
    newest = next(version for version in reversed(VERSIONS) if _reads(tool.path, "sm_80", version))
    known = tuple(name for name in ARCHS if _reads(tool.path, name, newest))
    return Judge(tool.path, tool.version, newest, known)


def _reads(ptxas: str, target: str, version: tuple[int, int]) -> bool:
    """Whether a ptxas reads modules of a version for a target."""
    where = assembled_for(target).name
    return not judge(["ret;"], where, *examples.frame(target, version), ptxas=ptxas)[0]
