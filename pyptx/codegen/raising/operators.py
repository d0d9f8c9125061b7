"""Python expressions of instructions, found by tracing candidates.

The meaning of operators is not used: a candidate runs in a trace of its own, and is accepted if it traced
the very instruction.
"""

from __future__ import annotations

from functools import cache, lru_cache, partial
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from pyptx import reg
from pyptx.codegen.operands import number
from pyptx.codegen.tree import Binary, Call, Method, Text, Unary
from pyptx.errors import PtxError
from pyptx.ir import Instruction, Literal, Name
from pyptx.ir.literals import literal_value
from pyptx.ptx import arithmetic, range_
from pyptx.reg.signs import LIMITED
from pyptx.trace import Trace, operand_types, tracing
from pyptx.types import TYPES, PtxType
from pyptx.verify import constant_shape

if TYPE_CHECKING:
    from collections.abc import Callable

    from pyptx.arch import Arch
    from pyptx.codegen.tree import Expr
    from pyptx.ir import Operand


Kind: TypeAlias = "str | tuple[str, int, bool, bool, bool]"
"""The kind of a source: the type that Python treats a register as, or a kind of number."""


@lru_cache(maxsize=1 << 16)
def constant_kind(text: str, type_name: str) -> Kind | None:
    """Return the kind of a constant, equal for constants that fit the same expression; None for no number.

    >>> constant_kind("5", "s32") == constant_kind("7", "s32"), constant_kind("0x10", "s32")
    (True, None)
    >>> constant_kind("5", "s32") in (constant_kind("0", "s32"), constant_kind("4", "s32"))
    False
    """
    if number(text, type_name) is None:
        return None
    value = literal_value(text)
    is_power_of_2 = isinstance(value, int) and value.bit_count() == 1  # then `//` is a shift
    return (*constant_shape(text), text[0] == "-", value == 0, is_power_of_2)


_SUMS = frozenset({"add", "sub", "mul"})


class Expression(NamedTuple):
    """An expression of an instruction.

    Attributes:
        of: Makes it of its sources.
        view: Type of the result in Python.
    """

    of: Callable[..., Expr]
    view: str


@cache
def interpreter_of(arch: Arch) -> Interpreter:
    """Return the interpreter of a target: an expression traces the same instructions in all modules."""
    return Interpreter(arch)


MOST = 1 << 16
"""Instructions of which an interpreter remembers the expressions."""


class Interpreter:
    """Finds the expression that traces an instruction, for one target."""

    def __init__(self, arch: Arch) -> None:
        self._known: dict[tuple[object, ...], Expression | str | None] = {}
        self._trace = Trace("asked", arch=arch)

    def expression_of(
        self, node: Instruction, kinds: tuple[Kind, ...], wanted: str | None
    ) -> Expression | None:
        """Return the expression of an instruction with one destination.

        Args:
            node: The instruction.
            kinds: The kind of each source.
            wanted: Type that the result has to be taken for; None for any.
        """
        key = node.opcode, node.modifiers, kinds, wanted
        found = self._known[key] if key in self._known else self._keep(key, self._ask(node, kinds, wanted))
        return found if isinstance(found, Expression) else None

    def augmented(self, node: Instruction, kinds: tuple[Kind, ...]) -> str | None:
        """The sign of ``x += y`` for an instruction whose destination is its first source."""
        sign = _BINARY.get(node.opcode)
        if sign is None or len(node.operands) != 3:
            return None
        key = "augmented", node.opcode, node.modifiers, kinds
        found = self._known[key] if key in self._known else self._keep(key, self._ask_augmented(node, kinds))
        return found if isinstance(found, str) else None

    def counts(self, bounds: tuple[str | int, ...]) -> str | None:
        """The type in which `ptx.range_` counts without converting a bound; None where it converts.

        Args:
            bounds: Start, stop and step: a number, or the type of a register.
        """
        key = ("counts", bounds)
        if key not in self._known:
            with tracing(self._trace):
                values = [reg.scalar(TYPES[each]) if isinstance(each, str) else each for each in bounds]
            made = self._run(lambda: [counter.dtype.name for counter in range_(*values)])
            types, traced = made or ([], [])
            assert isinstance(types, list)
            plain = [getattr(each, "opcode", "") for each in traced] == _COUNTED
            self._keep(key, types[0] if types and plain else None)
        found = self._known[key]
        return found if isinstance(found, str) else None

    def _keep(self, key: tuple[object, ...], found: Expression | str | None) -> Expression | str | None:
        """Remember what was asked."""
        if len(self._known) >= MOST:
            self._known.clear()
        self._known[key] = found
        return found

    def _ask_augmented(self, node: Instruction, kinds: tuple[Kind, ...]) -> str | None:
        for sign in _BINARY[node.opcode]:
            values = self._values(node, kinds)
            if not isinstance(values[0], reg.Reg):
                return None
            made = self._run(partial(_AUGMENTED[sign], *values))
            if made is not None and made[0] is values[0] and self._is(made[1], node, values, values[0]):
                return sign
        return None

    def _ask(self, node: Instruction, kinds: tuple[Kind, ...], wanted: str | None) -> Expression | None:
        for candidate in _candidates(node, wanted):
            values = self._values(node, kinds)
            made = self._run(partial(candidate.evaluate, *values))
            result, traced = made or (None, [])
            if not isinstance(result, reg.Reg) or _may_be_refused(node, values, result):
                continue
            if self._is(traced, node, values, result) and wanted in (None, result.dtype.name):
                return Expression(candidate.of, result.dtype.name)
        return None

    def _values(self, node: Instruction, kinds: tuple[Kind, ...]) -> list[Any]:
        """Return the sources as Python values."""
        values: list[Any] = []
        with tracing(self._trace):
            types = operand_types(node.opcode, node.modifiers, len(node.operands))
            for operand, kind, type_ in zip(node.operands[1:], kinds, types[1:], strict=True):
                if isinstance(kind, str):
                    values.append(reg.scalar(TYPES[kind]))
                    continue
                assert isinstance(operand, Literal)
                text = number(operand.text, type_)
                assert text is not None
                values.append(int(text) if isinstance(literal_value(operand.text), int) else float(text))
        return values

    def _run(self, evaluate: Callable[[], object]) -> tuple[object, list[object]] | None:
        """Return the value of an expression and the statements it traces; None if it is refused."""
        trace = self._trace
        mark = len(trace.body)
        try:
            with tracing(trace):
                value = evaluate()
        except (PtxError, TypeError, ValueError, KeyError):
            del trace.body[mark:]
            return None
        traced: list[object] = list(trace.body[mark:])
        del trace.body[mark:]
        return value, traced

    @staticmethod
    def _is(traced: list[object], node: Instruction, values: list[Any], result: object) -> bool:
        """Whether the traced instruction is the original, with its operands in their order."""
        if len(traced) != 1 or not isinstance(result, reg.Reg):
            return False
        (made,) = traced
        sources: list[Operand] = [
            Name(value.name) if isinstance(value, reg.Reg) else operand
            for value, operand in zip(values, node.operands[1:], strict=True)
        ]
        wanted = Instruction(node.opcode, node.modifiers, (Name(result.name), *sources))
        return made == wanted


def _may_be_refused(node: Instruction, values: list[Any], result: reg.Reg) -> bool:
    """Whether a reader of an expression may refuse it for its sign, as `pyptx.reg.signs` says."""
    kinds = {value.dtype.kind if isinstance(value, reg.Reg) else value for value in values}
    if {0, "u"} <= kinds and not LIMITED.isdisjoint((node.opcode, *node.modifiers[:1])):
        return True
    hazard = result.dated_hazard and result.dated_hazard.hazard
    has_constant = any(isinstance(operand, Literal) for operand in node.operands)
    if hazard is not None and (hazard.operations or (result.dtype.kind == "u" and has_constant)):
        return True
    if result.dtype.kind == "s" and node.opcode in ("div", "rem"):
        return True
    if node.opcode in ("shl", "shr") and isinstance(values[1], reg.Reg) and values[1].dtype.kind == "s":
        return True
    narrow = result.dtype.kind == "u" and result.dtype.bits <= 32
    return narrow and "s" in kinds and node.opcode in _SUMS


class _Candidate(NamedTuple):
    """An expression that may represent an instruction, and the function that traces it."""

    of: Callable[..., Expr]
    evaluate: Callable[..., object]


def _candidates(node: Instruction, wanted: str | None) -> list[_Candidate]:
    """Expressions that may represent an instruction, the shortest first."""
    opcode, count = node.opcode, len(node.operands) - 1
    out: list[_Candidate] = []
    if count == 2:
        signs = _BINARY.get(opcode, ())
        if opcode == "setp" and node.modifiers[0] in _COMPARISONS:
            signs = (_COMPARISONS[node.modifiers[0]],)
        out += [_Candidate(partial(Binary, sign), _OPERATORS[sign]) for sign in signs]
        if opcode in ("min", "max") and not isinstance(node.operands[1], Literal):
            out.append(_Candidate(lambda a, b: Method(a, opcode, (b,)), lambda a, b: getattr(a, opcode)(b)))
    elif count == 1:
        if opcode in _UNARY:
            out.append(_UNARY[opcode])
        for name in dict.fromkeys([wanted or node.modifiers[-1], *node.modifiers]):
            dtype = TYPES.get(name)
            if dtype is None or opcode not in ("cvt", "mov"):
                continue
            out.append(_scalar(dtype) if isinstance(node.operands[1], Literal) else _from(dtype))
    elif count == 3 and opcode in ("mad", "fma"):
        out.append(_Candidate(lambda *sources: Call("ptx.mad", sources), arithmetic.mad))
        out.append(
            _Candidate(
                lambda *sources: Call("ptx.mad", sources, (("mode", Text('"wide"')),)),
                lambda a, b, c: arithmetic.mad(a, b, c, mode="wide"),
            )
        )
    return out


def _scalar(dtype: PtxType) -> _Candidate:
    return _Candidate(
        lambda value: Call("reg.scalar", (Text(dtype.name),), (("init", value),)),
        lambda value: reg.scalar(dtype, init=value),
    )


def _from(dtype: PtxType) -> _Candidate:
    return _Candidate(
        lambda value: Call("reg.from_", (value, Text(dtype.name))),
        lambda value: reg.from_(value, dtype),
    )


_COUNTED = ["mov", "", "setp", "bra", "add", "bra", ""]
"""Opcodes that `ptx.range_` traces for bounds of one type; labels have no opcode."""
_OPERATORS: dict[str, Callable[[Any, Any], object]] = {
    "+": lambda a, b: a + b, "-": lambda a, b: a - b, "*": lambda a, b: a * b, "//": lambda a, b: a // b,
    "/": lambda a, b: a / b, "%": lambda a, b: a % b, "&": lambda a, b: a & b, "|": lambda a, b: a | b,
    "^": lambda a, b: a ^ b, "<<": lambda a, b: a << b, ">>": lambda a, b: a >> b, "<": lambda a, b: a < b,
    "<=": lambda a, b: a <= b, ">": lambda a, b: a > b, ">=": lambda a, b: a >= b, "==": lambda a, b: a == b,
    "!=": lambda a, b: a != b,
}  # fmt: skip
_BINARY = {
    "add": ("+",), "sub": ("-",), "mul": ("*",), "div": ("//", "/"), "rem": ("%",), "and": ("&",),
    "or": ("|",), "xor": ("^",), "shl": ("<<",), "shr": (">>",),
}  # fmt: skip
_COMPARISONS = {
    "lt": "<", "le": "<=", "gt": ">", "ge": ">=", "eq": "==", "ne": "!=", "neu": "!=",
}  # fmt: skip
_AUGMENTED: dict[str, Callable[[Any, Any], object]] = {
    "+": lambda a, b: a.__iadd__(b), "-": lambda a, b: a.__isub__(b), "*": lambda a, b: a.__imul__(b),
    "//": lambda a, b: a.__ifloordiv__(b), "/": lambda a, b: a.__itruediv__(b),
    "%": lambda a, b: a.__imod__(b), "&": lambda a, b: a.__iand__(b), "|": lambda a, b: a.__ior__(b),
    "^": lambda a, b: a.__ixor__(b), "<<": lambda a, b: a.__ilshift__(b), ">>": lambda a, b: a.__irshift__(b),
}  # fmt: skip
_UNARY = {
    "neg": _Candidate(partial(Unary, "-"), lambda a: -a),
    "not": _Candidate(partial(Unary, "~"), lambda a: ~a),
    "abs": _Candidate(lambda a: Call("abs", (a,)), abs),
}
