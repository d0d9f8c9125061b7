"""Accesses of the author's functions to names and to parts of values, in the order of the instructions.

A function is run once, line by line, on a stack of expressions, so that each access has its path:
``state.rows[]`` for ``state.rows[k]``. This is slower than the tables of `Bytecode`, and is done only for
functions in which a value has changed.
"""

from __future__ import annotations

import dis
import re
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from pyptx.trace.bytecode import CACHES, METHOD_BITS, PUSHING_NOTHING, SUBSCRIPT, Bytecode, bytecode_of

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import CodeType


class Access(NamedTuple):
    """An access to a name or to a part of a value.

    Attributes:
        unit: The instruction.
        kind: ``load``, ``store``, ``append``, and ``method`` for that of a value; ``test`` for None or for
            truth; ``ask`` for whether a key is there, ``default`` with what to take where it is not.
        path: The name and the parts: ``acc``, ``acc[]``, ``state.rows[]``; empty for other expressions.
        value: The stored value: an access, an operation or a call, ``acc[]``, ``s + x``, ``list()``.
    """

    unit: int
    kind: str
    path: str
    value: str = ""


def accesses_of(code: CodeType) -> list[Access]:
    """The accesses of a function."""
    return _run(bytecode_of(code))


@lru_cache(maxsize=1024)
def _run(code: Bytecode) -> list[Access]:
    return list(_Run(code).run())


def path_of(label: str) -> str:
    """The path of a place that is written as the author writes it, with keys: ``rows[]`` of ``rows['a']``."""
    return re.sub(r"\[.*?\](?=[\[.]|$)", "[]", label)


def reads(code: CodeType, name: str) -> bool:
    """Whether a function loads a name other than to append to its list."""
    accesses = accesses_of(code)
    appends = sum(each.kind == "append" and each.path == f"{name}[]" for each in accesses)
    return sum(each.kind == "load" and each.path == name for each in accesses) > appends


def root_of(label: str) -> str:
    """The first name of an expression: ``state`` of ``state.rows[0]``."""
    return label.partition(".")[0].partition("[")[0]


def tail_of(label: str) -> str:
    """The last part of an expression: ``[]`` of ``rows[0]``, ``.x`` of ``state.x``; a name itself."""
    return "[]" if label.endswith("]") else label[max(label.rfind("."), 0) :]


def is_like(path: str, tail: str) -> bool:
    """Whether an access is to the last part of an expression."""
    return path.endswith(tail) if tail[0] in ".[" else path == tail


def is_part(path: str, base: str) -> bool:
    """Whether an access is to a part of a value."""
    rest = path[len(base) :]
    return path.startswith(base) and (rest == "[]" or (rest[:1] == "." and rest[1:].isidentifier()))


def operator_of(store: Access) -> str:
    """The operator whose result a store stores, where the place itself is its operand."""
    left, symbol, right = f"{store.value}  ".split(" ")[:3]
    return symbol if left == store.path or (right == store.path and symbol in _COMMUTING) else ""


class _Run:
    """One execution of a function on a stack of expressions; an expression other than an access is empty."""

    def __init__(self, code: Bytecode) -> None:
        self._code = code
        self._stack: list[str] = []

    def run(self) -> Iterator[Access]:
        """Run the instructions in their order; a jump forward keeps the stack for its target."""
        code, kept = self._code, dict[int, list[str]]()
        unit, falls = code.next_unit(-1), True
        while unit < len(code.operations):
            if not falls:
                self._stack = kept.get(unit, [])
            yield from self._step(unit, code.opname(unit), code.argument(unit))
            following, behind = code.following(unit), code.next_unit(unit)
            falls = behind in following[:1]
            if following and following[-1] > behind:
                more = self._effect(unit, jumps=True) - self._effect(unit)
                kept[following[-1]] = [*self._stack[: len(self._stack) + min(more, 0)], *[""] * more]
            unit = behind

    def _effect(self, unit: int, *, jumps: bool = False) -> int:
        """Number of values by which an instruction grows the stack."""
        operation, argument = self._code.operations[unit], self._code.argument(unit)
        given = argument if operation >= dis.HAVE_ARGUMENT else None
        return dis.stack_effect(operation, given, jump=jumps)

    def _take(self, count: int) -> list[str]:
        """Take expressions off the stack; there may be fewer in a handler of exceptions."""
        taken = self._stack[-count:] if count else []
        del self._stack[len(self._stack) - len(taken) :]
        return [""] * (count - len(taken)) + taken

    def _step(self, unit: int, opname: str, argument: int) -> Iterator[Access]:
        """Run one instruction."""
        code, stack = self._code.code, self._stack
        if unit in self._code.events or opname == "LOAD_GLOBAL":
            yield from self._name(unit, opname, argument)
        elif opname in _PARTS or (opname == "BINARY_OP" and argument == SUBSCRIPT):
            yield from self._part(unit, opname, argument)
        elif opname in _CALLS:
            yield from self._call(unit, self._take(argument + _CALLS[opname]), _CALLS[opname])
        elif opname == "BINARY_OP" or opname in _OPERATORS:
            left, right = (each.partition(" ")[0] for each in self._take(2))
            symbol = _SYMBOLS[argument % len(_SYMBOLS)] if opname == "BINARY_OP" else _OPERATORS[opname]
            stack.append(f"{left} {symbol} {right}")
        elif opname in ("CONTAINS_OP", "IS_OP", "COMPARE_OP"):
            left, right = self._take(2)
            if opname == "CONTAINS_OP":
                yield Access(unit, "ask", f"{right}[]")
            elif right == "None":
                yield Access(unit, "test", left)
            stack.append("")
        elif opname == "GET_ITER":
            yield Access(unit, "load", f"{self._take(1)[0]}[]")
            stack.append("")
        elif opname == "LOAD_CONST":
            constant = code.co_consts[argument]
            stack.append(repr(constant) if constant is None or type(constant) is str else "")
        elif opname in _MOVES:
            top = self._take(_MOVES[opname] or argument)
            stack += _moved(opname, top)
        elif opname != "PRECALL":
            if opname.startswith(_TESTS):
                yield Access(unit, "test", stack[-1] if stack else "")
            effect = self._effect(unit)
            pushed = max(effect, int(not opname.startswith(PUSHING_NOTHING)))
            self._take(pushed - effect)
            stack += [""] * pushed

    def _name(self, unit: int, opname: str, argument: int) -> Iterator[Access]:
        """Load or store a name."""
        names, is_global = self._code.code.co_names, opname == "LOAD_GLOBAL"
        for kind, name in [("load", names[argument >> CACHES])] if is_global else self._code.events[unit]:
            if kind == "load":
                yield Access(unit, kind, name)
                self._stack += [name] * (1 + (is_global and CACHES and argument & 1))
            else:
                yield Access(unit, kind, name, *self._take(not opname.startswith("DELETE_")))

    def _part(self, unit: int, opname: str, argument: int) -> Iterator[Access]:
        """Load or store an attribute, an element or a slice."""
        kind, keys = _PARTS.get(opname, ("load", 1))
        base = self._take(1 + keys)[0]
        is_new = opname == "LOAD_ATTR" and METHOD_BITS
        path = f"{base}[]" if keys else f"{base}.{self._code.code.co_names[argument >> is_new]}"
        if kind == "store":
            yield Access(unit, kind, path, *self._take(not opname.startswith("DELETE_")))
            return
        is_method = opname == "LOAD_METHOD" or (is_new and argument & 1)
        if path.endswith(".append"):
            yield Access(unit, "append", f"{base}[]")
        else:
            yield Access(unit, "method" if is_method else "load", path)
        self._stack += [path] * (2 if is_method else 1)

    def _call(self, unit: int, called: list[str], slots: int) -> Iterator[Access]:
        """Call a function, which may ask for a key."""
        function, arguments = called[0] or called[1], called[min(slots, 2) :]
        base, _, method = function.rpartition(".")
        if method in ("get", "setdefault") and base:
            is_default = method == "get" and arguments[1:] not in ([], ["None"])
            yield Access(unit, "default" if is_default else "ask", f"{base}[]")
        elif function in ("hasattr", "getattr") and len(arguments) > 1:
            is_default = arguments[2:] not in ([], ["None"])
            yield Access(unit, "default" if is_default else "ask", f"{arguments[0]}.{arguments[1][1:-1]}")
        self._stack.append(f"{function}()")


def _moved(opname: str, top: list[str]) -> list[str]:
    """The top of the stack after an instruction that copies or turns it."""
    if opname.startswith("ROT_"):
        return [*top[-1:], *top[:-1]]
    if opname == "SWAP":
        return [*top[-1:], *top[1:-1], top[0]]
    return top * 2 if opname == "DUP_TOP_TWO" else [*top, top[0]]


_PARTS = {
    "LOAD_ATTR": ("load", 0), "LOAD_METHOD": ("load", 0), "STORE_ATTR": ("store", 0),
    "DELETE_ATTR": ("store", 0), "BINARY_SUBSCR": ("load", 1), "STORE_SUBSCR": ("store", 1),
    "DELETE_SUBSCR": ("store", 1), "BINARY_SLICE": ("load", 2), "STORE_SLICE": ("store", 2),
}  # fmt: skip
"""Instructions that access a part of a value, and how many keys they take off the stack."""
_CALLS = {"CALL": 2, "CALL_KW": 3, "CALL_FUNCTION": 1, "CALL_METHOD": 2, "CALL_FUNCTION_KW": 2}
"""Calls, and the places on the stack besides those of the arguments: the function, and names of arguments."""
_MOVES = {
    "COPY": 0, "DUP_TOP": 1, "DUP_TOP_TWO": 2,
    "SWAP": 0, "ROT_TWO": 2, "ROT_THREE": 3, "ROT_FOUR": 4, "ROT_N": 0,
}  # fmt: skip
"""Instructions that copy or turn the top of the stack, and how much of it; 0 where the argument says it."""
_SYMBOLS = ("+", "&", "//", "<<", "@", "*", "%", "|", "**", ">>", "-", "/", "^")
_WORDS = (
    "ADD AND FLOOR_DIVIDE LSHIFT MATRIX_MULTIPLY MULTIPLY MODULO OR POWER RSHIFT SUBTRACT TRUE_DIVIDE XOR"
)
_OPERATORS = {
    f"{kind}_{word}": symbol
    for kind in ("BINARY", "INPLACE")
    for word, symbol in zip(_WORDS.split(), _SYMBOLS, strict=True)
}
"""The instructions of CPython 3.10 for operators; later ones have one, with the symbol as its argument."""
_TESTS = ("POP_JUMP_", "JUMP_IF_", "UNARY_NOT", "TO_BOOL")
_COMMUTING = "+*&|^"
