"""Messages about wrong instructions, word for word.

A golden file holds cases: a line ``>>> instruction``, then the message. A line ``target`` or ``version`` sets
what the cases below it are for. ``pytest tests/verify/test_messages.py --update`` writes the messages anew.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from pyptx.arch import Arch, arch
from pyptx.errors import VerifyError
from pyptx.ir import Instruction
from pyptx.parser import parse_statements
from pyptx.verify import Symbol, Verifier

FILES = sorted((Path(__file__).resolve().parents[1] / "golden" / "messages").glob("*.txt"))

NAMES = {
    "%r": Symbol("reg", "u32"), "%s": Symbol("reg", "s32"), "%b": Symbol("reg", "b32"),
    "%rd": Symbol("reg", "u64"), "%bd": Symbol("reg", "b64"), "%h": Symbol("reg", "b16"),
    "%f": Symbol("reg", "f32"), "%fd": Symbol("reg", "f64"), "%p": Symbol("reg", "pred"),
    "%v": Symbol("reg", "f32", "", 4), "%w": Symbol("reg", "b32", "", 2), "%bq": Symbol("reg", "b128"),
    "image": Symbol("var", "texref", "global"), "sampler": Symbol("var", "samplerref", "global"),
    "surface": Symbol("var", "surfref", "global"),
    "$targets": Symbol("label", "branchtargets"), "$prototype": Symbol("label", "callprototype"),
    "tile": Symbol("var", "b8", "shared"), "table": Symbol("var", "b8", "global"),
    "A": Symbol("param", "u64", "param"), "helper": Symbol("function"), "$loop": Symbol("label"),
}  # fmt: skip


def symbol(name: str) -> Symbol | None:
    """Return the symbol of a name: ``%r3`` is a register of type u32."""
    return NAMES.get(name) or NAMES.get(name.rstrip("0123456789"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_messages(path: Path, *, update: bool) -> None:
    text = path.read_text(encoding="utf-8")
    said = replay(text)
    if update:
        path.write_text(said, encoding="utf-8")
    assert said == text or update


def replay(text: str) -> str:
    """A golden file with the messages of now."""
    target: Arch = arch("sm_90a")
    version: tuple[int, int] | None = None
    parts = []
    for block in text.strip().split("\n\n"):
        first = block.splitlines()[0]
        word, _, rest = first.partition(" ")
        if word == "target":
            target, version = arch(rest), None
            parts.append(first)
        elif word == "version":
            major, minor = rest.split(".")
            version = (int(major), int(minor))
            parts.append(first)
        else:
            parts.append(f"{first}\n{message(rest, Verifier(target, version))}")
    return "\n\n".join(parts) + "\n"


def message(line: str, verifier: Verifier) -> str:
    """Return the verifier's message about an instruction."""
    (instruction,) = parse_statements(f"{line};")
    assert isinstance(instruction, Instruction)
    with pytest.raises(VerifyError) as raised:
        verifier.verify(instruction, symbol)
    return str(raised.value)


def test_there_are_many_cases() -> None:
    cases = [
        line for path in FILES for line in path.read_text(encoding="utf-8").splitlines() if line[:4] == ">>> "
    ]
    assert len(cases) == len(set(cases)) >= 60
