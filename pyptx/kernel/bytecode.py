"""The names that a Python function reads from the world around it, taken from its bytecode.

No source is needed, so functions of a prompt, a notebook or `exec` are read like any other; a code object is
read once.
"""

from __future__ import annotations

import sys
from opcode import HAVE_ARGUMENT, opmap, opname
from types import CodeType
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator


class Chain(NamedTuple):
    """A name and the attributes read from it: ``ptx.bar.sync``.

    Attributes:
        kind: ``"global"``, ``"free"`` (a name of an enclosing function), ``"local"``, or ``""`` for the
            attributes of another expression.
        name: The name; empty where `kind` is.
        attributes: The attributes, in order.
        line: Line of the file.
        lost: The place where its value is lost: ``"statement"`` for a statement of its own, ``"condition"``,
            ``"lambda"`` for the whole body of a lambda without parameters; else empty.
    """

    kind: str
    name: str
    attributes: tuple[str, ...]
    line: int
    lost: str


def chains(code: CodeType) -> tuple[Chain, ...]:
    """Return the chains of a function, those of functions defined inside it among them, each once.

    >>> def body():
    ...     sys.version_info.major
    ...     return sys.path
    >>> [(".".join((each.name, *each.attributes)), each.lost) for each in chains(body.__code__)]
    [('sys.version_info.major', 'statement'), ('sys.path', '')]
    """
    known = _KNOWN.get(id(code))
    if known is None:
        if len(_KNOWN) >= _MOST:
            _KNOWN.clear()
        parts = [part for part in code.co_consts if isinstance(part, CodeType)]
        inner = [found for part in parts for found in _placed(chains(part), code, part)]
        distinct: dict[tuple[object, ...], Chain] = {}
        for each in (*_own_chains(code), *inner):
            distinct.setdefault((each.kind, each.name, each.attributes, each.lost), each)
        known = _KNOWN[id(code)] = code, tuple(distinct.values())
    return known[1]


def _own_chains(code: CodeType) -> Iterator[Chain]:
    """The chains of a function itself."""
    starts, number = [(start, line) for start, _, line in code.co_lines() if line is not None], 0
    kind, name, attributes, at = "", "", [], -1
    instructions = list(_instructions(code))
    for place, (offset, operation, argument) in enumerate(instructions):
        if operation in _ATTRIBUTES:
            attributes.append(code.co_names[argument >> _ATTRIBUTE_SHIFT])
            at = offset if at < 0 else at
            continue
        if at >= 0 and (name or attributes):
            while number + 1 < len(starts) and starts[number + 1][0] <= at:
                number += 1
            lost = _loss(code, instructions, place)
            yield Chain(kind, name, tuple(attributes), starts[number][1], lost)
        kind, name, attributes, at = "", "", [], -1
        if operation in _LOADS:
            kind = _LOADS[operation]
            name, kind = _loaded(code, kind, argument)
            at = offset


def _loss(code: CodeType, instructions: list[Instruction], place: int) -> str:
    """The place where an instruction loses the value before it."""
    offset, operation, argument = instructions[place]
    units = code.co_code
    if operation == _FORWARD:  # the end of one side of a conditional expression
        target = offset + 2 + argument * 2
        place = next(at for at, each in enumerate(instructions) if each.offset >= target)
        operation = instructions[place].operation
    if operation in _TESTS or (operation == _COPY and units[offset + 2] in _TESTS):
        return "condition"
    is_lambda = code.co_name == "<lambda>" and not code.co_argcount + code.co_kwonlyargcount
    return "lambda" if is_lambda and operation == _RETURN else _fate(code, instructions, place)


def _fate(code: CodeType, instructions: list[Instruction], place: int) -> str:
    """Return the use that an instruction makes of the value it takes.

    Returns:
        ``"statement"`` if a statement discards it, also in a comprehension that is a statement; ``"element"``
        if it is an element of a comprehension whose code is `code`; else an empty string.
    """
    while instructions[place].operation in _ADDING and instructions[place + 1].operation in _BACK:
        if code.co_name in _COMPREHENSIONS:
            return "element"
        place += 1
        while instructions[place].operation in _RESTORING:
            place += _LOOP_END if instructions[place].operation == _END_OF_LOOP else 1
    operation = instructions[place].operation
    if operation == _YIELD and code.co_name == "<genexpr>":
        return "element"
    return "statement" if operation == _POP else ""


def _placed(inner: tuple[Chain, ...], code: CodeType, part: CodeType) -> Iterator[Chain]:
    """The chains of a part of a function; its elements are lost where the function loses its list."""
    for chain in inner:
        yield chain if chain.lost != "element" else chain._replace(lost=_fate_of_part(code, part))


def _fate_of_part(code: CodeType, part: CodeType) -> str:
    """The fate of the value of a comprehension, or of a generator that a function of Python goes through.

    Both are functions, which are called with an iterator; before CPython 3.12 all comprehensions are.
    """
    instructions = list(_instructions(code))
    place = next(
        at
        for at, each in enumerate(instructions)
        if each.operation == _CONSTANT and code.co_consts[each.argument] is part
    )
    before = place - 1
    while instructions[before].operation in _SHARING:
        before -= 1
    while instructions[place].operation != _ITERATE or instructions[place + 1][1:] != _START:
        place += 1
        if place + 2 >= len(instructions):
            return ""
    place += 2
    if part.co_name == "<genexpr>":
        called = instructions[before]
        if (
            _LOADS.get(called.operation) != "global"
            or _loaded(code, "global", called.argument)[0] not in _CONSUMERS
            or instructions[place][1:] != (_CALL, 1)
        ):
            return ""
        place += 1
    return _fate(code, instructions, place)


def _loaded(code: CodeType, kind: str, argument: int) -> tuple[str, str]:
    """The name that an instruction loads, and its kind."""
    if kind == "global":
        return code.co_names[argument >> _GLOBAL_SHIFT], kind
    if kind == "local":
        return code.co_varnames[argument] if argument < len(code.co_varnames) else "", kind
    name = _cells(code)[argument]
    return name, "free" if name in code.co_freevars else "local"


def _cells(code: CodeType) -> tuple[str, ...]:
    """Return the variables that ``LOAD_DEREF`` numbers: all, or before CPython 3.11 the shared ones."""
    if sys.version_info < (3, 11):
        return (*code.co_cellvars, *code.co_freevars)
    alone = [name for name in code.co_cellvars if name not in code.co_varnames]
    return (*code.co_varnames, *alone, *code.co_freevars)


class Instruction(NamedTuple):
    """An instruction of a function: its offset, the number of its operation, and its argument."""

    offset: int
    operation: int
    argument: int


def _instructions(code: CodeType) -> Iterator[Instruction]:
    """The instructions of a function; what only the interpreter uses is left out."""
    units, argument = code.co_code, 0
    for offset in range(0, len(units), 2):
        operation = units[offset]
        argument = argument << 8 | units[offset + 1] if operation >= HAVE_ARGUMENT else 0
        if operation == _EXTENDED:
            continue
        if operation not in _SILENT:
            yield Instruction(offset, operation, argument)
        argument = 0


_KNOWN: dict[int, tuple[CodeType, tuple[Chain, ...]]] = {}
"""By the identity of a code object, which is kept alive: code is slow to hash."""
_MOST = 1024

_EXTENDED = opmap["EXTENDED_ARG"]
_POP, _FORWARD, _RETURN = opmap["POP_TOP"], opmap["JUMP_FORWARD"], opmap["RETURN_VALUE"]
_COPY, _CONSTANT, _ITERATE = opmap.get("COPY", -1), opmap["LOAD_CONST"], opmap["GET_ITER"]
_CALL, _YIELD = opmap.get("CALL", opmap.get("CALL_FUNCTION")), opmap["YIELD_VALUE"]
_START = _CALL, int(sys.version_info < (3, 11))
"""The call of a comprehension or a generator, and its argument."""
_SHARING = {opmap["BUILD_TUPLE"], opmap.get("LOAD_CLOSURE", -1)} | {
    operation for name, operation in opmap.items() if name.startswith("LOAD_FAST")
}
"""Operations that hand variables on to a comprehension or a generator, before it is made."""
_ADDING = {opmap[name] for name in ("LIST_APPEND", "SET_ADD", "MAP_ADD")}
_COMPREHENSIONS = ("<listcomp>", "<setcomp>", "<dictcomp>") if sys.version_info < (3, 12) else ()
_END_OF_LOOP, _LOOP_END = opmap.get("END_FOR", -1), 1 if sys.version_info < (3, 13) else 2
"""The operation at the end of a loop, and how many operations take its iterator away."""
_BACK = {opmap[name] for name in ("JUMP_BACKWARD", "JUMP_ABSOLUTE") if name in opmap}
_RESTORING = {_END_OF_LOOP, opmap.get("SWAP", -1), opmap["STORE_FAST"], *_BACK}
"""Operations that follow an inlined comprehension: they end its loops and restore its variables."""
_CONSUMERS = {"list", "tuple", "set", "frozenset", "sorted", "any", "all", "sum", "min", "max", "deque"}
_TESTS = {
    operation
    for name, operation in opmap.items()
    if name in ("TO_BOOL", "UNARY_NOT") or ("JUMP" in name and ("TRUE" in name or "FALSE" in name))
}
_SILENT = {opmap[name] for name in ("CACHE", "NOP", "NOT_TAKEN", "PRECALL") if name in opmap}
_ATTRIBUTES = {opmap[name] for name in ("LOAD_ATTR", "LOAD_METHOD") if name in opmap}
_LOADS = {
    operation: kind
    for operation, word in enumerate(opname)
    for kind, words in (
        ("global", ("LOAD_GLOBAL",)),
        ("free", ("LOAD_DEREF", "LOAD_CLASSDEREF", "LOAD_FROM_DICT_OR_DEREF")),
        ("local", ("LOAD_FAST", "LOAD_FAST_CHECK", "LOAD_FAST_BORROW")),
    )
    if word in words
}
_GLOBAL_SHIFT = int(sys.version_info >= (3, 11))
_ATTRIBUTE_SHIFT = int(sys.version_info >= (3, 12))
