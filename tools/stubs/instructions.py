"""The stubs of `pyptx.ptx.instructions`: a file for each opcode, a class for each state of its automaton."""

from __future__ import annotations

import re
from itertools import chain, count
from typing import TYPE_CHECKING

from pyptx.isa.words import python_word
from stubs.automaton import State, automaton, states
from stubs.calls import Call, spell_parameters

if TYPE_CHECKING:
    from collections.abc import Iterable

    from stubs.calls import Signature

NOTE = "# Written by tools/generate.py from pyptx/isa; change the rows, not this file.\n"


def package_stub(opcodes: Iterable[str]) -> str:
    """Return the stub of the package: the type of `ptx.inst`."""
    names = [python_word(opcode) for opcode in sorted(opcodes)]
    imports = "".join(f"from pyptx.ptx.instructions import {name} as _{name}\n" for name in names)
    attributes = "".join(f"    {name}: _{name}.{name}\n" for name in names)
    return (
        f"{NOTE}{imports}from pyptx.ptx.opcode import Opcode\n\n"
        'class Instructions:\n    """``ptx.inst``: every opcode of the ISA is an attribute."""\n\n'
        f"{attributes}    def __getitem__(self, words: str) -> Opcode: ...\n"
    )


class OpcodeStub:
    """The stub of an opcode: a class for each state, and a function for each call.

    A last word is a method, so that editors show its signature.
    """

    def __init__(self, opcode: str) -> None:
        self.opcode = opcode
        self.root = automaton(opcode)
        self._states = _name_states(opcode, self.root)
        self._calls = _name_calls(self.root)

    def text(self) -> str:
        """Return the file."""
        parts = [_function(call, name) for call, name in self._calls.items()]
        parts += [self._class(state, name) for state, name in self._states.items()]
        body = "".join(parts)
        used = set(_NAMES.findall(re.sub(r'""".*?"""', "", body, flags=re.DOTALL)))
        overload = "from typing import overload\n\n" if "@overload" in body else ""
        return f"{NOTE}{overload}from pyptx.ptx.signatures import {', '.join(sorted(used))}\n\n{body}"

    def attribute(self, before: State, word: str, scope: str = "") -> str:
        """Return the attribute for a word after a state; `scope` precedes the names of this stub.

        The description of the rows is included if it differs from that of the state before.
        """
        after = before.following[word]
        name = python_word(word)
        if after.call is None:
            return f"    {name}: {scope}{self._states[after]}\n"
        if not after.following:
            return f"    {name} = {scope}{self._calls[after.call]}\n"
        said = "" if before.call and before.call.said == after.call.said else _docstring(*after.call.said)
        return f"    {name}: {scope}{self._states[after]}\n{said}"

    def _class(self, state: State, name: str) -> str:
        """The class of a state."""
        lines = [self.attribute(state, word) for word in state.following]
        if state.call is not None:
            lines.append(f"    __call__ = {self._calls[state.call]}\n")
        return f"class {name}{'(Words)' if state.following else ''}:\n{''.join(lines)}"


_NAMES = re.compile(
    r"\b(?:Bracketed|Condition|Constant|Destination|Guard|Made|Parenthesised|Part|Register|Registers|Source|Symbol"
    r"|Variable|Words)\b"
)
"""The names of `pyptx.ptx.signatures` that stubs use."""


def _name_states(opcode: str, root: State) -> dict[State, str]:
    """Name the class of each state that has successors by the text that leads to it; errors show the name.

    If several spellings lead to it, or if it is long, the name is their common start and a number.
    """
    shared: dict[State, tuple[str, ...]] = {root: ()}
    is_alone: dict[State, bool] = {root: True}
    for state in _forward(root):
        for word, after in state.following.items():
            path = (*shared[state], word) if is_alone[state] else shared[state]
            is_alone[after] = is_alone[state] and after not in shared
            shared[after] = _common(shared[after], path) if after in shared else path
    names: dict[str, State] = {}
    for state, _ in states(root):
        if state.following or state is root:
            stem, is_whole = _stem(python_word(opcode), shared[state])
            whole = [stem] if is_whole and is_alone[state] else []
            numbered = (f"{stem}_{number}" for number in count(1))
            names[next(name for name in chain(whole, numbered) if name not in names)] = state
    return {state: name for name, state in names.items()}


def _name_calls(root: State) -> dict[Call, str]:
    """Name the function of each call: a number."""
    calls = dict.fromkeys(state.call for state, _ in states(root) if state.call is not None)
    return {call: f"_{number}" for number, call in enumerate(calls, 1)}


def _stem(opcode: str, words: tuple[str, ...]) -> tuple[str, bool]:
    """Return a spelling as a name, cut if it is long, and whether it is complete."""
    stem = opcode
    for word in words:
        longer = f"{stem}_{_identifier(word)}"
        if len(longer) > LONG:
            return stem, False
        stem = longer
    return stem, True


LONG = 40
"""Characters of the name of a class, its number aside."""


def _forward(root: State) -> list[State]:
    """Return the states, each after all that lead to it."""
    order: dict[State, None] = {}

    def visit(state: State) -> None:
        if state not in order:
            for after in state.following.values():
                visit(after)
            order[state] = None

    visit(root)
    return list(reversed(order))


def _common(one: tuple[str, ...], other: tuple[str, ...]) -> tuple[str, ...]:
    """Return the words that two spellings start with."""
    differ = (index for index, (a, b) in enumerate(zip(one, other, strict=False)) if a != b)
    return one[: next(differ, min(len(one), len(other)))]


def _identifier(word: str) -> str:
    """Return a word as part of the name of a class."""
    return re.sub(r"\W+", "_", word)


def _function(call: Call, name: str) -> str:
    """Write the function of a call."""
    first, *others = (
        f"def {name}({spell_parameters(signature)}) -> {_result_type(signature)}:"
        for signature in call.signatures
    )
    documented = f"{first}\n{_docstring(*call.said)}"
    if not others:
        return documented
    return f"@overload\n{documented}" + "".join(f"@overload\n{other} ...\n" for other in others)


def _result_type(signature: Signature) -> str:
    """Return the type of a call's result."""
    makes = signature.parameters and "Destination" in signature.parameters[0].types
    return "Made" if makes else "None"


def _docstring(*said: str) -> str:
    """Write the description of the rows, indented."""
    lines = (f"    {line}".rstrip() for line in "\n\n".join(said).splitlines())
    return f'    """{chr(10).join(lines).lstrip()}\n    """\n'
