"""Headings for the parts of a long body: the kinds of work, in the order of the text.

>>> from pyptx.codegen.tree import Call, Do
>>> from pyptx.ir import Instruction
>>> loads = (Do(Call("load"), (Instruction("ld", ("global", "f32")),)),) * 30
>>> stores = (Do(Call("store"), (Instruction("st", ("global", "f32")),)),) * 30
>>> [each.text for each in write_headings(loads + stores) if isinstance(each, Heading)]
['loads', 'stores']
"""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import accumulate, chain
from typing import TYPE_CHECKING, NamedTuple

from pyptx.codegen.raising.words import PARAMETERS
from pyptx.codegen.tree import (
    Assign,
    Call,
    Def,
    Do,
    For,
    Heading,
    With,
    is_else,
    walk_statements,
    with_bodies,
)
from pyptx.ir import Name
from pyptx.isa import special_register

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pyptx.codegen.raising.facts import Facts
    from pyptx.codegen.tree import Body, Expr, Statement

LONG = 24
"""Lines of a block from which on its parts have headings."""
LEAST, SHARE = 4, 12
"""Lines of a part that has one, at least, and the most parts of a block that have one."""
MOST = 2
"""Kinds of work that a heading names; a part with more has none."""


class _Part(NamedTuple):
    """Statements of a block in a row.

    Attributes:
        start: Index of the first.
        stop: Index after the last.
        kinds: The kinds of their instructions, each with its number of statements.
    """

    start: int
    stop: int
    kinds: dict[str, int]

    def with_(self, other: _Part) -> _Part:
        """Both, one after the other."""
        kinds = dict(self.kinds)
        for kind, count in other.kinds.items():
            kinds[kind] = kinds.get(kind, 0) + count
        return _Part(self.start, other.stop, kinds)

    @property
    def text(self) -> str:
        """The kinds of work, in the order of the text; empty for many."""
        return ", ".join(self.kinds) if len(self.kinds) <= MOST else ""


def write_headings(body: Body, _: Facts | None = None) -> Body:
    """Write a heading before each part of a long body.

    A part is a run of statements with the same kind of work, with the computations that lead to it. Reads of
    parameters and special registers at the head of a body have no heading, nor has a block of one part.
    """
    return _headed(body) if len(walk_statements(body)) >= LONG else body


def space_loops(body: Body, _: Facts | None = None) -> Body:
    """Leave an empty line before loops, and before labels that a branch names.

    >>> from pyptx.codegen.tree import Name as Variable
    >>> loop = For(Variable("i"), Call("ptx.range_"), (Do(Call("f")),))
    >>> [type(each).__name__ for each in space_loops((Do(Call("g")), loop))]
    ['Do', 'Heading', 'For']
    """
    branches = (each.value for each in walk_statements(body) if isinstance(each, Do))
    targets = {
        call.arguments[0]
        for call in branches
        if isinstance(call, Call) and call.function in ("ptx.inst.bra", "ptx.inst.bra.uni")
    }

    return _spaced(body, targets)


def _spaced(body: Body, targets: set[Expr]) -> Body:
    out: list[Statement] = []
    for each in with_bodies(body, lambda inner: _spaced(inner, targets)):
        if not (out and isinstance(out[-1], Heading)) and _is_apart(each, targets):
            out.append(Heading())
        out.append(each)
    return tuple(out)


def _is_apart(statement: Statement, targets: set[Expr]) -> bool:
    match statement:
        case With(Call("ptx.loop" | "ptx.counting")) | For(_, Call("ptx.range_")):
            return True
        case Do(Call("ptx.label", (name,))):
            return name in targets
    return False


def _headed(body: Body) -> Body:
    """The statements of a block with headings, in its parts and in the blocks in it."""
    out = list(body)
    parts: list[_Part] = []
    first = lead = _prelude(body)
    contents = [walk_statements((each,)) for each in body]
    lines = [*accumulate(map(len, contents), initial=0)]
    for item in _items(body, contents, first):
        if lines[item.stop] - lines[item.start] >= LONG:
            out[item.start : item.stop] = with_bodies(body[item.start : item.stop], _headed)
        if isinstance(body[item.start], Def):  # its name is its heading
            lead = item.stop
            continue
        if not item.kinds:
            continue
        if parts and item.kinds.keys() == parts[-1].kinds.keys():
            parts[-1] = parts[-1].with_(item)
        else:
            parts.append(item._replace(start=lead))
        lead = item.stop
    parts = _merged(parts, lines)
    for part in reversed(parts if len(parts) > 1 else []):
        out.insert(part.start, Heading(part.text))
    return tuple(out)


def _prelude(body: Body) -> int:
    """Index of the first statement after those that read parameters."""
    first = 0
    for at, statement in enumerate(body):
        if isinstance(statement, (With, For)) or _kind(statement) is not None:
            break
        if _reads_given(statement):
            first = at + 1
    return first


def _reads_given(statement: Statement) -> bool:
    """Whether a statement reads parameters or special registers, or declares an array."""
    match statement:
        case Assign(_, Call("reg.array")):
            return True
    return any(
        (each.opcode == "ld" and not PARAMETERS.isdisjoint(each.modifiers))
        or (
            each.opcode == "mov"
            and any(type(operand) is Name and special_register(operand.name) for operand in each.operands[1:])
        )
        for each in statement.stands_for
    )


def _items(body: Body, contents: Sequence[Sequence[Statement]], first: int) -> Iterator[_Part]:
    """The statements of a block from one on, with their contents; an ``else_`` belongs to its ``if_``."""
    at = first
    while at < len(body):
        start = at
        at += 1
        while at < len(body) and is_else(body[at]):
            at += 1
        found: dict[str, int] = {}
        for statement in chain.from_iterable(contents[start:at]):
            kind = _kind(statement)
            if kind is not None:
                found[kind] = found.get(kind, 0) + 1
        yield _Part(start, at, found)


def _merged(parts: list[_Part], lines: Sequence[int]) -> list[_Part]:
    """The parts, with short ones joined to the next, and then those of equal headings joined."""
    least = max(LEAST, lines[-1] // SHARE)
    long: list[_Part] = []
    for part in parts:
        if long and any(lines[each.stop] - lines[each.start] < least for each in (long[-1], part)):
            long[-1] = long[-1].with_(part)
        else:
            long.append(part)
    out: list[_Part] = []
    for part in long:
        if out and out[-1].text == part.text:
            out[-1] = out[-1].with_(part)
        else:
            out.append(part)
    return out


def kinds_of_work(body: Body) -> set[str]:
    """Return the operations of the instructions of a body.

    A commit or wait is not a copy: ``cp.async.bulk.commit_group`` follows stores too.

    >>> from pyptx.ir import Instruction
    >>> for words in (("async", "ca"), ("async", "bulk", "commit_group")):
    ...     kinds_of_work((Do(Call("f"), (Instruction("cp", words),)),))
    {'copies to shared memory'}
    set()
    """
    return {kind for each in walk_statements(body) if (kind := _kind(each)) is not None}


def _kind(statement: Statement) -> str | None:
    """Return the kind of work of a statement; None for a computation."""
    for each in statement.stands_for:
        kind = _kind_of(each.opcode, each.modifiers)
        if kind is not None:
            return kind
    return None


@lru_cache(maxsize=4096)
def _kind_of(opcode: str, modifiers: tuple[str, ...]) -> str | None:
    found = _KINDS.match(".".join((opcode, *modifiers, "")))
    return None if found is None else _NAMES[found.lastgroup or ""]


_NAMES = {
    "barriers": "barriers",
    "tensor": "tensor memory",
    "copies": "copies to shared memory",
    "products": "matrix products",
    "stores": "stores",
    "reads": "loads from shared memory",
    "loads": "loads",
    "lanes": "exchange between lanes",
    "atomics": "atomics",
}
_KINDS = re.compile(
    r"(?P<barriers>mbarrier\.init)"
    r"|(?P<tensor>tcgen05\.(?:alloc|dealloc|ld|st|cp))"
    r"|(?P<stores>st\.(?:[\w:]+\.)*?global|cp\.(?:reduce\.)?async\.bulk\.(?:[\w:]+\.)*?global\.shared|sust\.)"
    r"|(?P<copies>cp\.async\.(?!(?:bulk\.)?(?:commit|wait)_)|st\.(?:[\w:]+\.)*?shared|stmatrix)"
    r"|(?P<products>w?mma\.|wgmma\.mma_async|tcgen05\.mma)"
    r"|(?P<reads>ld\.(?:[\w:]+\.)*?shared|ldmatrix)"
    r"|(?P<loads>ld\.(?:[\w:]+\.)*?global|tex\.|tld4\.|suld\.)"
    r"|(?P<lanes>shfl|redux|vote|match)"
    r"|(?P<atomics>atom\.|red\.)"
)
