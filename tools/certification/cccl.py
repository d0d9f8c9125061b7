"""An independent check: CCCL's generated headers of ``cuda::ptx``, from the wheel ``nvidia-cuda-cccl``.

Each function there is one form: a comment states its PTX version and targets, and its inline assembly has the
instruction with the kind of register of every operand. Each must match a row.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING

from certification.judges import Question
from certification.names import read as read_line
from certification.names import symbol
from pyptx.arch import ARCHS
from pyptx.errors import VerifyError
from pyptx.ir import Declaration, Instruction
from pyptx.isa import availability
from pyptx.parser import parse_statements
from pyptx.verify import Verifier
from pyptx.verify.messages import dotted, spell_instruction

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from certification.judges import Judge
    from pyptx.verify import Match


@dataclass(frozen=True, slots=True)
class InlineAssembly:
    """One piece of inline assembly, and the comment above it.

    Attributes:
        lines: Its instructions, with the names of `pyptx.isa.examples`; ``$constant`` represents a constant.
        version: The PTX version of the comment.
        targets: The targets of the comment, such as ``SM_90``; none where it names none.
    """

    lines: tuple[str, ...]
    version: tuple[int, int]
    targets: tuple[str, ...]


def differences(folder: Path, judge: Judge) -> list[str]:
    """Return the instructions of the headers that ptxas accepts and the rows do not define.

    Also prints errors of the headers, and versions and targets that differ from those of the rows, which come
    from ptxas.

    Args:
        folder: The wheel, unpacked.
        judge: The ptxas that decides if the rows lack an instruction of the headers.
    """
    headers = sorted(folder.rglob("cuda/__ptx/instructions/generated/*.h"))
    if not headers:
        return [f"no cuda/__ptx/instructions/generated/*.h below {folder}"]
    counts: Counter[str] = Counter()
    claims: dict[str, set[str]] = defaultdict(set)
    missing: list[Question] = []
    for spelled in (each for header in headers for each in read(header.read_text(encoding="utf-8"))):
        counts["pieces"] += 1
        for line in spelled.lines:
            counts["lines"] += 1
            match = match_of(line)
            if match is None:
                missing += [
                    Question(filled, _newest(spelled, judge), judge.newest) for filled in _filled(line)[:1]
                ]
                continue
            counts["reordered"] += ".".join(match.form.spell(match.modifiers)) not in line
            if line == spelled.lines[-1] or len(spelled.lines) == 1 or _HELPERS.match(line) is None:
                for said in _claims(match, spelled):
                    claims[said].add(line)
    refused = [question for question, said in zip(missing, judge.answers(missing), strict=True) if said]
    print(
        f"{len(headers)} headers, {counts['pieces']} pieces of assembly, {counts['lines']} instructions\n"
        f"  {counts['lines'] - len(missing)} are of rows, {counts['reordered']} of them in another order\n"
        f"  {len(refused)} are of none, and ptxas refuses them, too"
    )
    for head, number in Counter(_head(question.line) for question in refused).most_common():
        print(f"  {number:5} refused: {head}")
    for said, lines in sorted(claims.items(), key=lambda item: (-len(item[1]), item[0])):
        print(f"  {len(lines):5} {said}, such as {min(lines)}")
    return [f"{question.line} is in no row" for question in missing if question not in refused]


def _head(line: str) -> str:
    """The opcode of a line and its first modifiers."""
    return ".".join(line.split()[0].split(".")[:4])


def _newest(spelled: InlineAssembly, judge: Judge) -> str:
    """Return a target named for an instruction, else the plainest."""
    meant = [name for target in spelled.targets for name in _meant(target) if name in judge.targets]
    return max(meant, key=list(ARCHS).index, default="sm_80")


_HELPERS = re.compile(r"setp|selp|mov\.b128")
"""Helper instructions of the assembly, for predicates and pairs in C++."""


_BLOCK = re.compile(r"/\*\n// (?P<comment>.*?)\*/(?P<code>.*?)(?=/\*\n// |\Z)", re.DOTALL)
_CLAIM = re.compile(r"PTX ISA\s+(?P<version>\d+)(?P<targets>(?:\s*,\s*SM_\w+)*)")
_ASM = re.compile(r"\basm(?:\s+volatile)?\s*\(")
_WORD = re.compile(r'"(?P<text>(?:[^"\\]|\\.)*)"|(?P<mark>[:()])|/\*.*?\*/|[^":()/]+|/', re.DOTALL)


def read(text: str) -> Iterator[InlineAssembly]:
    """Yield the inline assembly of a header."""
    for block in _BLOCK.finditer(text):
        claim = _CLAIM.search(" ".join(block["comment"].replace("//", " ").split()))
        if claim is None:
            continue
        major, minor = divmod(int(claim["version"]), 10)
        targets = tuple(claim["targets"].replace(",", " ").split())
        for start in _ASM.finditer(block["code"]):
            yield InlineAssembly(
                tuple(_lines(_assembly_text(block["code"], start.end()))), (major, minor), targets
            )


def _lines(text: str) -> Iterator[str]:
    """The instructions of a piece of assembly, its own registers renamed."""
    statements = parse_statements(text)
    names: dict[str, str] = {}
    for statement in statements:
        if isinstance(statement, Declaration):
            for declarator in statement.declarators:
                names[declarator.name] = f"%{statement.type}_{100 + len(names)}"
    for statement in statements:
        if isinstance(statement, Instruction):
            line = f"{spell_instruction(statement)};"
            for name, register in names.items():
                line = re.sub(rf"\b{name}\b", register, line)
            yield line


def _assembly_text(code: str, at: int) -> str:
    """Return the assembly of an ``asm`` statement, its operands replaced by registers of their kinds."""
    parts: list[list[str]] = [[]]
    depth = 1
    for word in _WORD.finditer(code, at):
        if word["mark"] == "(":
            depth += 1
        elif word["mark"] == ")":
            depth -= 1
            if depth == 0:
                break
        elif word["mark"] == ":" and depth == 1:
            parts.append([])
        elif word["text"] is not None and depth == 1:
            parts[-1].append(word["text"])
    template = "".join(parts[0]).replace("\\n", "\n").replace("\\t", " ")
    kinds = [kind.lstrip("=+") for part in parts[1:3] for kind in part]
    operands = [_OPERANDS[kind].format(index) for index, kind in enumerate(kinds)]
    filled = re.sub(r"%(\d+)", lambda number: operands[int(number[1])], template.replace("%%", "\0"))
    return filled.replace("\0", "%").strip().removeprefix("{").removesuffix("}")


_OPERANDS = {
    "h": "%b16_{}", "r": "%b32_{}", "l": "%b64_{}", "q": "%b128_{}", "f": "%f32_{}", "d": "%f64_{}",
    "n": "$constant",
}  # fmt: skip
"""Operands by the letters of inline assembly; ``n`` is a constant."""

_CONSTANTS = ("0", "1", "128", "8", "13")
"""Constants to try in an instruction."""


def match_of(line: str) -> Match | None:
    """Return the row of an instruction with its constants filled in; None if there is none."""
    for filled in _filled(line):
        try:
            return Verifier(None, any_order=True).verify(read_line(filled), symbol)
        except VerifyError:
            continue
    return None


def _filled(line: str) -> list[str]:
    """Return an instruction with each constant to try."""
    return [line.replace("$constant", constant) for constant in _CONSTANTS] if "$constant" in line else [line]


def _claims(match: Match, spelled: InlineAssembly) -> Iterator[str]:
    """Describe the versions and targets in which the comment and the rows differ."""
    versions = availability.versions(match.form, match.modifiers)
    theirs = (
        {name for target in spelled.targets for name in _meant(target)} if spelled.targets else set(ARCHS)
    )
    less = _in_order(theirs - versions.keys())
    if less:
        yield f"said to be of {less}, which have it in no version"
    more = _in_order(versions.keys() - theirs) if spelled.targets else ""
    if more:
        yield f"of {more}, too"
    late: dict[tuple[int, int], set[str]] = defaultdict(set)
    for name in theirs & versions.keys():
        if versions[name] != max(spelled.version, availability.lowest_version(name)):
            late[versions[name]].add(name)
    for since, names in late.items():
        yield f"said to be of PTX {dotted(spelled.version)}; {_in_order(names)} from {dotted(since)}"


def _in_order(names: Iterable[str]) -> str:
    """Sort targets, the oldest first."""
    return " ".join(name for name in ARCHS if name in names)


def _meant(target: str) -> set[str]:
    """Return the targets that a name such as ``SM_90`` or ``SM_100f`` may refer to."""
    number = int(re.sub(r"\D", "", target))
    if target.endswith("a"):
        return {name for name in (f"sm_{number}a",) if name in ARCHS}
    if target.endswith("f"):
        return {
            name
            for name, known in ARCHS.items()
            if known.suffix and known.number // 10 == number // 10 and known.number >= number
        }
    return {name for name, known in ARCHS.items() if known.number >= number}
