"""Agreement of a call with the signature of its function (manual section 9.7.14.5).

>>> from pyptx.ir import Group, Literal, Name
>>> square = Signature((Formal("r", "b32"),), (Formal("x", "b32"),))
>>> wrong_arguments((Group((Name("%r1"),)), Name("square"), Group(())), square, lambda name: None)
'square takes 1 argument: x; 0 are given'
"""

from __future__ import annotations

from itertools import takewhile
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from pyptx import types
from pyptx.ir import Group, Literal, Name
from pyptx.isa import register_fits
from pyptx.verify.messages import spell
from pyptx.verify.symbols import integer_value, literal_kind

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from pyptx.ir import Declaration, Declarator, Function, Operand


class Formal(NamedTuple):
    """A parameter or result of a function, or a variable that is given for one.

    Attributes:
        name: Name, as declared; ``_`` in a prototype.
        type: Type, or element type of an array.
        elements: Elements of an array; None for a scalar, -1 for an array whose size is not a number.
        align: Alignment in bytes, if declared.
    """

    name: str
    type: str
    elements: int | None = None
    align: int | None = None

    @property
    def bytes(self) -> int:
        """Size in bytes."""
        return types.from_name(self.type).bytes * (1 if self.elements is None else self.elements)

    def __str__(self) -> str:
        align = f".align {self.align} " if self.align is not None else ""
        return f"{align}.{self.type}" + ("" if self.elements is None else f" of {self.elements} elements")


class Signature(NamedTuple):
    """The parameters and results of a function."""

    returns: tuple[Formal, ...]
    params: tuple[Formal, ...]


Find: TypeAlias = "Callable[[str], Formal | None]"
"""The declaration of a register, parameter or variable, by its name."""


def signature_of(function: Function) -> Signature:
    """The signature of a device function."""
    return Signature(
        tuple(map(formal_of, function.returns or ())), tuple(map(formal_of, function.params or ()))
    )


def formal_of(declaration: Declaration, declarator: Declarator | None = None) -> Formal:
    """Return the declaration of one name of a declaration; of its first name if none is given."""
    declarator = declarator or declaration.declarators[0]
    elements = None
    if declarator.dims or declaration.vector is not None:
        elements = int((declaration.vector or "v1")[1:])
        for size in declarator.dims:
            elements = (
                elements * integer_value(size.text) if isinstance(size, Literal) and elements > 0 else -1
            )
    return Formal(declarator.name, declaration.type or "", elements, declaration.align)


def read_prototype(words: Sequence[str]) -> Signature:
    """Read the signature in the words of a ``.callprototype``.

    >>> result, arguments = read_prototype("( .param .b32 _ ) _ ( .param .align 8 .b8 _ [ 16 ] )".split())
    >>> str(result[0]), str(arguments[0])
    ('.b32', '.align 8 .b8 of 16 elements')
    """
    lists: list[list[Formal]] = []
    index, align = 0, None
    returns_first = bool(words) and words[0] == "("
    while index < len(words):
        word = words[index]
        if word == "(":
            lists.append([])
        elif word == ".align":
            index += 1
            align = _number(words[index : index + 1])
        elif word[:1] == "." and word[1:] in types.TYPES and lists:
            lists[-1].append(Formal("_", word[1:], None, align))
            align = None
        elif word == "[" and lists and lists[-1]:
            size = list(takewhile("]".__ne__, words[index + 1 :]))
            lists[-1][-1] = lists[-1][-1]._replace(elements=_number(size) or -1)
        index += 1
    returns = lists.pop(0) if returns_first and lists else []
    return Signature(tuple(returns), tuple(lists[0] if lists else ()))


def _number(words: Sequence[str]) -> int | None:
    """The value of one integer constant; None for other words."""
    return integer_value(words[0]) if len(words) == 1 and literal_kind(words[0]) == "i" else None


def wrong_arguments(operands: Sequence[Operand], signature: Signature, find: Find) -> str | None:
    """Explain why the operands of a call do not match a signature; None if they do.

    Args:
        operands: Operands of the instruction.
        signature: Signature of the callee.
        find: Returns the declaration of a name.
    """
    callee = next(index for index, operand in enumerate(operands) if not isinstance(operand, Group))
    name = spell(operands[callee])
    given = [operand for operand in operands[:callee] if isinstance(operand, Group)]
    taken = [operand for operand in operands[callee + 1 :] if isinstance(operand, Group)]
    returns, arguments = (group[0].items if group else () for group in (given, taken))
    return (
        _wrong_count(name, "gives", "result", signature.returns, len(returns))
        or _wrong_count(name, "takes", "argument", signature.params, len(arguments))
        or _first_wrong(
            zip((*returns, *arguments), (*signature.returns, *signature.params), strict=True), find
        )
    )


def _wrong_count(name: str, verb: str, what: str, formals: Sequence[Formal], number: int) -> str | None:
    """Explain why the number of operands differs from the number of formals."""
    if number == len(formals):
        return None
    names = ", ".join(formal.name for formal in formals if formal.name != "_")
    plural = "" if len(formals) == 1 else "s"
    listed = f": {names}" if names else ""
    are = "is" if number == 1 else "are"
    return f"{name} {verb} {len(formals) or 'no'} {what}{plural}{listed}; {number} {are} given"


def _first_wrong(pairs: Iterable[tuple[Operand, Formal]], find: Find) -> str | None:
    """Find the first operand that does not have the type and size of its formal, and explain why."""
    for operand, formal in pairs:
        said = _why_wrong(operand, formal, find)
        if said is not None:
            what = "it" if formal.name == "_" else formal.name
            return f"{spell(operand)} is {said}; {what} must be {formal}"
    return None


def _why_wrong(operand: Operand, formal: Formal, find: Find) -> str | None:
    """Describe an operand that does not match its formal."""
    if isinstance(operand, Literal):
        kind = literal_kind(operand.text)
        wanted = types.from_name(formal.type).kind
        wrong = formal.elements is not None or (wanted == "f" if kind == "i" else wanted in "us")
        return f"{'an integer' if kind == 'i' else 'a fraction'}" if wrong else None
    declared = find(operand.name) if isinstance(operand, Name) else None
    if declared is None or -1 in (declared.elements, formal.elements):
        return None
    if formal.elements is None and declared.elements is None:
        same = types.from_name(declared.type).bits == types.from_name(formal.type).bits
        fits = same and (
            register_fits(declared.type, formal.type) or register_fits(formal.type, declared.type)
        )
        return None if fits else f"a .{declared.type}"
    if declared.bytes != formal.bytes or (declared.align or 1) < (formal.align or 1):
        return f"{declared}"
    return None
