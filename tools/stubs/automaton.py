"""The modifiers of an opcode as a minimal automaton: one state for each way an instruction may go on."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from pyptx.isa import Candidate, availability, forms_of
from stubs.calls import Call, call_of

if TYPE_CHECKING:
    from collections.abc import Iterator


@dataclass(eq=False, slots=True)
class State:
    """Modifiers after which the same may follow.

    Attributes:
        following: The state after each next word, by the word.
        call: How it is called; None where a word is missing yet.
    """

    following: dict[str, State]
    call: Call | None


@dataclass(slots=True)
class _Node:
    """A spelling in the tree of all spellings."""

    following: dict[str, _Node] = field(default_factory=dict)
    candidates: list[Candidate] = field(default_factory=list)


def automaton(opcode: str) -> State:
    """The state before the first modifier of an opcode, whose paths spell its legal instructions.

    Instructions that PTX or all current targets have dropped are left out.
    """
    root = _Node()
    for row in forms_of(opcode):
        for named in row.combinations():
            if not availability.is_current(row, named):
                continue
            node = root
            for word in row.spell(named):
                node = node.following.setdefault(word, _Node())
            node.candidates.append(Candidate(row, named, row.operands_for(named)))
    return _merged(root, {})


def states(root: State) -> Iterator[tuple[State, tuple[str, ...]]]:
    """Every state with its shortest spelling, shortest first."""
    spelled: dict[State, tuple[str, ...]] = {root: ()}
    waiting = [root]
    for state in waiting:
        yield state, spelled[state]
        for word, after in state.following.items():
            if after not in spelled:
                spelled[after] = (*spelled[state], word)
                waiting.append(after)


def _merged(node: _Node, known: dict[object, State]) -> State:
    """The state of a node; nodes with the same continuations share one."""
    following = {word: _merged(node.following[word], known) for word in sorted(node.following)}
    call = call_of(node.candidates) if node.candidates else None
    return known.setdefault((tuple(following.items()), call), State(following, call))
