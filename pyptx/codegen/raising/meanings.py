"""Names of variables from the values that they hold."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from pyptx.codegen.tree import (
    Assign,
    Binary,
    Call,
    Display,
    Do,
    Item,
    Method,
    Name,
    Number,
    Register,
    Text,
    Unary,
    registers_in,
    walk_statements,
)
from pyptx.errors import PtxError
from pyptx.ir.literals import literal_value
from pyptx.types import TYPES

if TYPE_CHECKING:
    from pyptx.codegen.raising.facts import Facts
    from pyptx.codegen.tree import Body, Expr

LONGEST = 28
"""Characters of a name that is made of those of operands, at most."""
ROUNDS = 2
"""How often the text is read: a loop hands on what is set further down."""


def name_values(body: Body, facts: Facts) -> Body:
    """Name the variables that nothing has named after the values that they are set to.

    A condition is named after what it compares, a sum with an address after the array, a product after its
    factors. A name says no more than the operation where the operands have no names either. The body stays
    as it is; the names are those that `name_registers` gives.

    >>> from pyptx.codegen.raising.body import example
    >>> from pyptx.codegen.raising.naming import name_registers
    >>> from pyptx.codegen.writer import render_body
    >>> body, facts = example('''.reg .b32 %r<6>; .reg .pred %p<2>; mov.u32 %r1, %tid.x; shl.b32 %r2, %r1, 2;
    ...     setp.lt.u32 %p1, %r2, 96; selp.b32 %r3, %r2, 96, %p1; mul.lo.u32 %r4, %r3, %r1; ret;''')
    >>> print(render_body(name_registers(name_values(body, facts), facts)))
    tid_x = reg.from_(ptx.special.tid.x(), u32)
    tid_x_times_4 = tid_x << 2
    tid_x_times_4_below_96 = tid_x_times_4 < 96
    tid_x_times_4_2 = ptx.inst.selp.b32(u32, tid_x_times_4, 96, tid_x_times_4_below_96)
    tid_x_part = tid_x_times_4_2 * tid_x
    """
    values = _Values(facts)
    for statement in walk_statements(body):
        match statement:
            case Assign(Register(name), value, sign=sign):
                values.note(name, Binary(sign, Register(name), value) if sign else value)
            case Do(Call(function, (Register(name), *sources))) if _has_result(function):
                values.note(name, Call(function, (Text(""), *sources)))
            case Do(Call(function, (_, *sources))) if function.startswith("ptx.inst.st."):
                values.stored.update(each.name for each in sources if type(each) is Register)
            case Do(Call(function, (first, *sources))) if _has_result(function):
                loads = function.startswith("ptx.inst.ld.")
                for name in registers_in(first):
                    values.note(name, Call(function, (Text(""), *sources)) if loads else UNKNOWN)
    for _ in range(ROUNDS):
        values.name_all()
    return body


@cache
def _has_result(function: str) -> bool:
    """Whether the first operand of a call is what it sets."""
    return function.startswith("ptx.inst.") and function.split(".")[2] not in _READERS


def plural(name: str) -> str:
    """Return the name of a list of values like one with a name.

    >>> plural("index_3"), plural("bits_2"), plural("row_plus_32"), plural("row_plus_32_below_n")
    ('indexes', 'bits_list', 'row_values', 'row_conditions')
    >>> plural("src_at"), plural("tid_x"), plural("fused_4"), plural("acc"), plural("array"), plural("y")
    ('src_addresses', 'tid_x_values', 'fused_values', 'accs', 'arrays', 'y_list')
    """
    made = _MADE.match(name)
    if made is not None:
        return f"{made[1]}_{'conditions' if _COMPARED.search(name) else 'values'}"
    stem = name.rstrip("0123456789_") or name
    if len(stem) == 1:
        return f"{stem}_list"
    ending = next(word for word in _PLURALS if stem.endswith(word))
    return f"{stem.removesuffix(ending)}{_PLURALS[ending]}"


def singular(name: str) -> str:
    """Return the name of one of the values in a list.

    >>> singular("src_addresses"), singular("indexes2"), singular("bits_list"), singular("accs")
    ('src_at', 'index', 'bits', 'acc')
    """
    stem = name.rstrip("0123456789_") or name
    if len(stem) == 1 or stem.endswith("_list"):
        return stem.removesuffix("_list")
    return next(
        (stem.removesuffix(many) + one for one, many in _PLURALS.items() if stem.endswith(many)), stem
    )


class _Meaning(NamedTuple):
    """The meaning of a value.

    Attributes:
        stem: Name of a variable that holds it, without its number.
        root: The one thing that it derives from; empty for several, or for none with a name.
        is_plain: Whether the value is its root, so that a name may be made of it.
    """

    stem: str
    root: str = ""
    is_plain: bool = False


class _Values:
    """The values of one body.

    Attributes:
        stored: How often a register is stored to memory.
    """

    def __init__(self, facts: Facts) -> None:
        self._stems, self._views = facts.stems, facts.views
        self._counts = facts.values.counts if facts.values is not None else Counter()
        self._pointers = {stem[:-4] for stem in self._stems.values() if stem.endswith("_ptr")}
        self.stored: Counter[str] = Counter()
        self._written: dict[str, list[Expr]] = {}
        self._known: dict[str, _Meaning] = {}

    def note(self, name: str, value: Expr) -> None:
        """Note a value that a register is set to."""
        self._written.setdefault(name, []).append(value)

    def name_all(self) -> None:
        """Name each register without a name, in the order in which they are set."""
        for name, values in self._written.items():
            if self._stems.get(name) and name not in self._known:
                continue
            made = self._meaning(values[0]) if len(values) == 1 else self._carried(name, values)
            if made is not None:
                if made.stem in _UNTOLD and 0 < self.stored[name] == self._counts.get(name, 0) - 1:
                    made = _Meaning("result")
                self._known[name], self._stems[name] = made, made.stem

    def _carried(self, name: str, values: list[Expr]) -> _Meaning | None:
        """Return what a register is that several statements set; the constant that starts it says little."""
        own = [value for value in values if name in registers_in(value)]
        found = [self._meaning(value) for value in values if value not in own or len(own) == len(values)]
        later = [each for each in found if each and (each.root or not each.stem.startswith(_STARTS))]
        if not later and None in found:
            return None
        if not later and own:
            operation = _operation(own[0])
            general = _GENERAL_STEMS.get(operation[0], "") if operation is not None else ""
            return _Meaning(general or "choice")
        is_one = later and None not in found and len({each.stem for each in later}) == 1
        return later[0] if is_one else _Meaning("choice")

    def _meaning(self, value: Expr) -> _Meaning | None:  # noqa: PLR0911
        """Return what a value is; None where nothing says it."""
        if type(value) is Register:
            stem = self._stems.get(value.name, "")
            return (self._known.get(value.name) or self._plain(stem)) if stem else None
        if type(value) is Item and type(value.base) is Name:
            return None if _UNNAMED.fullmatch(value.base.text) else self._plain(value.base.text)
        if _is_special(value):
            return self._plain("_".join(_text(value).removesuffix("()").split(".")[2:]))
        operation = _operation(value)
        if operation is None:
            return None
        sign, operands = operation
        if sign in _OF_PREDICATES and self._is_predicate(operands[0]):
            return _Meaning(_GENERAL_STEMS[_OF_PREDICATES[sign]])
        if sign in _SAME:
            return self._converted(sign, operands)
        if sign in _RELATIONS:
            return self._condition(sign, operands)
        if sign == "selp":
            return self._choice(operands)
        if sign in ("ld", "atom"):
            return self._loaded(sign, operands)
        if sign in _COMPOSED and len(operands) == 2:
            made = self._composed(sign, *operands)
            if made is not None:
                return made
        known = self._meaning(operands[0]) if sign in _PARTS else None
        if known is not None and known.root.startswith(_DIVIDED) and all(map(_constant, operands[1:])):
            return _Meaning(f"{known.root}_part", known.root)
        general = _GENERAL_STEMS.get(sign, "")
        return _Meaning(general) if general else None

    def _plain(self, stem: str) -> _Meaning:
        """A value that is what its name says; that of a parameter has the name of the parameter."""
        if stem in _GENERAL:
            return _Meaning(stem)
        root = re.sub(r"_(?:ptr|at)$", "", stem)
        parameter = root.removesuffix("_value")
        return _Meaning(stem, root if parameter in self._pointers else parameter, is_plain=True)

    def _is_predicate(self, operand: Expr) -> bool:
        """Whether an operand of a logical operation is a predicate."""
        if type(operand) is Register:
            return self._views.get(operand.name) == "pred"
        operation = _operation(operand)
        return operation is not None and (
            operation[0] in _RELATIONS
            or (operation[0] in _OF_PREDICATES and self._is_predicate(operation[1][0]))
        )

    def _converted(self, sign: str, operands: tuple[Expr, ...]) -> _Meaning | None:  # noqa: PLR0911
        """A value in another type or state space, or a constant."""
        if not operands:
            return None
        (source, *_) = operands
        if len(operands) == 1 and type(source) is Display:
            return _Meaning("pair" if len(source.items) == 2 else "parts")
        constant = _constant(source)
        if constant:
            return _Meaning(_CONSTANTS.get(constant) or f"const_{constant}")
        if isinstance(source, (Number, Text)) and sign != "cvta" and not _is_special(source):
            return _Meaning("const") if source.text not in TYPES else None
        known = self._meaning(source)
        if sign in ("cvta", "mapa") and known is not None and known.root:
            return _Meaning(f"{known.root}_at", known.root)
        if sign == "neg":
            return _Meaning(f"minus_{known.root}" if known is not None and known.is_plain else "negative")
        return known

    def _condition(self, sign: str, operands: tuple[Expr, ...]) -> _Meaning:
        """A predicate, named after what it compares."""
        relation = _RELATIONS[sign]
        left, right = [self._short(each) for each in operands[:2]]
        made = f"{left}_{relation}_{right}"
        if left and right and len(made) <= LONGEST:
            return _Meaning(made)
        if left and len(left) <= LONGEST // 2:
            return _Meaning(f"{left}_{_ALONE[relation]}")
        constant = _constant(operands[1])
        if constant == "0" and relation in _ZERO:
            return _Meaning(_ZERO[relation])
        if constant:
            return _Meaning(f"is_{relation.removeprefix('is_')}_{constant}".replace("is_is_", "is_"))
        return _Meaning(f"is_{relation}" if relation[:2] != "is" else _ALONE[relation])

    def _short(self, operand: Expr) -> str:
        """The name of an operand in that of a condition; empty for one that has none."""
        known = self._meaning(operand)
        if known is not None and known.root:
            return known.root if known.is_plain and not _is_address(known) else known.stem
        return _constant(operand)

    def _choice(self, operands: tuple[Expr, ...]) -> _Meaning:
        """One of two values: what both are, or what the only one with a name is."""
        if [_constant(each) for each in operands[:2]] == ["1", "0"]:
            return _Meaning("flag")
        known = [each for value in operands[:2] if (each := self._meaning(value)) is not None]
        stems = {each.stem for each in known if each.stem not in _GENERAL}
        if len(stems) == 1:
            return next(each for each in known if each.stem in stems)
        return _Meaning("choice")

    def _loaded(self, sign: str, operands: tuple[Expr, ...]) -> _Meaning:
        """A value from memory: an element of an array, or a field of a structure."""
        place = operands[0]
        base, offset = place, ""
        if type(place) is Call and place.function == "ptx.addr":
            base = place.arguments[0]
            offset = _constant(place.arguments[1]) if len(place.arguments) > 1 else ""
        if sign == "atom":
            return _Meaning("previous")
        if type(base) is Name:
            root = base.text
            return (
                self._plain(f"{root}_field_{offset}")
                if offset not in ("", "0")
                else self._plain(f"{root}_value")
            )
        known = self._meaning(base)
        if known is not None and _is_address(known):
            return self._plain(f"{known.root}_value")
        return _Meaning("loaded")

    def _composed(self, sign: str, left: Expr, right: Expr) -> _Meaning | None:  # noqa: PLR0911
        """A sum, product, mask … of something with a name."""
        first, second = self._meaning(left), self._meaning(right)
        constant = _constant(right)
        if first is None or (second is None and not constant):
            known = first or second
            if sign == "+" and known is not None and _is_address(known):
                return _Meaning(f"{known.root}_at", known.root)
            return None
        if constant or second is None:
            return _with_constant(sign, first, constant)
        places = [each for each in (first, second) if _is_address(each)]
        if sign in ("+", "-") and len(places) == 1:
            return _Meaning(f"{places[0].root}_at", places[0].root)
        for index in _INDEXES:
            if index in (first.stem, second.stem) and sign in ("+", "-", "|", "^"):
                return self._plain(index)
        roots = {first.root, second.root}
        if sign == "*" and {each[:-1] for each in roots} == {"ctaid_", "ntid_"}:
            return self._plain(f"start_{first.root[-1]}")
        starts = [each[-1] for each in roots if each[:-1] in ("start_", "ctaid_")]
        if len(starts) == 1 and sign in ("+", "|") and any(each.startswith(_THREADS) for each in roots):
            return self._plain(f"index_{starts[0]}")
        if len(roots) == 1 and first.root.startswith(_DIVIDED):
            return _Meaning(f"{first.root}_part", first.root)
        made = f"{first.root}_{_COMPOSED[sign]}_{second.root}"
        if first.is_plain and second.is_plain and len(roots) == 2 and len(made) <= LONGEST:
            return _Meaning(made)
        return None


def _is_address(known: _Meaning) -> bool:
    return known.stem.endswith(("_at", "_ptr")) or known.stem in ("barrier", "tile")


def _with_constant(sign: str, known: _Meaning, constant: str) -> _Meaning | None:
    """A value with a name, and a constant."""
    if sign in ("+", "-") and _is_address(known):
        return _Meaning(f"{known.root}_at", known.root)
    if not known.root:
        return None
    part = _Meaning(f"{known.root}_part", known.root) if known.root.startswith(_DIVIDED) else None
    if not known.is_plain:
        return part
    word = _COMPOSED[sign]
    if sign in ("<<", ">>") and constant.isdecimal() and int(constant) < 16:
        word, constant = "times" if sign == "<<" else "over", str(1 << int(constant))
    elif sign == "&" and (mask := int(constant, 0) if constant[:2] == "0x" or constant.isdecimal() else 0):
        word, constant = ("modulo", str(mask + 1)) if mask & (mask + 1) == 0 else ("bits", "")
    elif sign in ("+", "-") and constant.startswith("minus_"):
        word, constant = "minus" if sign == "+" else "plus", constant.removeprefix("minus_")
    made = f"{known.root}_{word}_{constant}".rstrip("_")
    if word == "plus" and constant == "1":
        made = f"next_{known.root}"
    return _Meaning(made, known.root) if len(made) <= LONGEST else part


def _operation(value: Expr) -> tuple[str, tuple[Expr, ...]] | None:  # noqa: PLR0911
    """Return the operation that makes a value, as a sign or a word, and its operands; None for none."""
    match value:
        case Binary(sign, left, right):
            return sign, (left, right)
        case Unary(sign, operand):
            return "neg" if sign == "-" else sign, (operand,)
        case Method(receiver, name, arguments):
            return name, (receiver, *arguments)
        case Call("ptx.mad", arguments):
            return "mad", arguments
        case Call("reg.from_", (source, _)):
            return "cvt", (source,)
        case Call("reg.scalar", _, (("init", source),)):
            return "mov", (source,)
        case Call(function, arguments) if arguments and function.startswith("ptx.inst."):
            return _sign(function), arguments[1:]
    return None


@cache
def _sign(function: str) -> str:
    """Return the operation of an instruction, as a sign or a word."""
    opcode, *modifiers = function.split(".")[2:]
    opcode = opcode.rstrip("_")
    if "pred" in modifiers and opcode in _LOGIC:
        return f"{opcode}.pred"
    if opcode == "setp":
        return f"setp.{modifiers[0].rstrip('_')}"
    if opcode == "mul" and "hi" in modifiers:
        return "mul.hi"
    return _SIGNS.get(opcode, opcode)


def _is_special(expr: Expr) -> bool:
    return type(expr) is Text and expr.text.startswith("ptx.special.")


def _text(expr: Expr) -> str:
    return expr.text if isinstance(expr, (Number, Text)) else ""


def _constant(expr: Expr) -> str:
    """Return a constant as a part of a name; empty for another than a small whole number.

    >>> [_constant(each) for each in (Number("-3"), Number("2.0"), Number("0.7"), Text("0x3fc"))]
    ['minus_3', '2', '', '0x3fc']
    """
    text = _text(expr)
    spelled = re.fullmatch(r'ptx\.spelled\("(.*)"\)', text)
    try:
        number = literal_value(spelled[1]) if spelled else float(text) if "." in text else int(text, 0)
    except (PtxError, ValueError, OverflowError):
        return ""
    if number != number or abs(number) > MOST or number != int(number):
        return ""
    made = text if text[:2] == "0x" else str(abs(int(number)))
    return f"minus_{made}" if number < 0 else made


UNKNOWN = Text("")
"""A value of which nothing is known."""
MOST = 1 << 20
"""Constants that are larger say nothing in a name."""
_READERS = frozenset({"st", "red", "bar", "barrier", "cp", "wgmma", "tcgen05", "prefetch", "stmatrix"})
"""Opcodes whose first operand is not a result."""
_SAME = frozenset({"mov", "cvt", "cvta", "mapa", "neg"})
_LOGIC = frozenset({"and", "or", "xor", "not"})
_SIGNS = {
    "add": "+", "sub": "-", "mul": "*", "div": "/", "rem": "%", "shl": "<<", "shr": ">>", "and": "&",
    "or": "|", "xor": "^", "neg": "neg", "mul24": "*", "mad24": "mad",
}  # fmt: skip
"""Signs of opcodes."""
_COMPOSED = {
    "+": "plus", "-": "minus", "*": "times", "/": "over", "//": "over", "%": "modulo", "<<": "shl",
    ">>": "shr",
    "&": "and", "|": "or", "^": "xor",
}  # fmt: skip
"""Words for signs in names that are made of those of operands."""
_RELATIONS = {
    "==": "is", "!=": "is_not", "<": "below", "<=": "at_most", ">": "above", ">=": "at_least",
    **{
        f"setp.{word}": relation
        for words, relation in (
            (("eq", "equ"), "is"), (("ne", "neu"), "is_not"), (("lt", "ltu", "lo"), "below"),
            (("le", "leu", "ls"), "at_most"), (("gt", "gtu", "hi"), "above"),
            (("ge", "geu", "hs"), "at_least"), (("nan",), "is_nan"), (("num",), "is_number"),
        )
        for word in words
    },
}  # fmt: skip
"""Words for comparisons."""
_COMPARED = re.compile("_(?:is|is_not|below|at_most|above|at_least)_")
_MADE = re.compile(rf"(\w+?)_(?:{'|'.join(_COMPOSED.values())}|is|is_not|below|at_most|above|at_least)_")
"""Names that are made of those of operands."""
_PLURALS = {
    "index": "indexes", "_at": "_addresses", "_x": "_x_values", "_y": "_y_values", "_z": "_z_values",
    "ed": "ed_values", "ay": "ays", "ey": "eys", "oy": "oys", "y": "ies", "x": "xes", "ch": "ches",
    "s": "s_list", "": "s",
}  # fmt: skip
"""Endings of names, and those of their plurals; the first that fits counts."""
_ALONE = {
    "is": "equal", "is_not": "differs", "below": "below", "at_most": "at_most", "above": "above",
    "at_least": "at_least", "is_nan": "is_nan", "is_number": "is_number",
}  # fmt: skip
"""Words for comparisons with something without a name."""
_ZERO = {
    "is": "is_zero", "is_not": "is_nonzero", "below": "is_negative", "above": "is_positive",
    "at_least": "is_at_least_0", "at_most": "is_at_most_0",
}  # fmt: skip
"""Words for comparisons of something without a name with 0."""
_OF_PREDICATES = {"&": "and.pred", "|": "or.pred", "^": "xor.pred", "~": "not.pred"}
_UNNAMED = re.compile(r"[a-z]{1,2}(_\d+)?")
"""Arrays without a name."""
_PARTS = frozenset({"bfe", "shf", "prmt", "brev", "~"})
_GENERAL_STEMS = {
    "+": "total", "-": "difference", "*": "product", "/": "quotient", "//": "quotient", "%": "remainder",
    "neg": "negative", "min": "minimum", "max": "maximum", "mad": "fused", "fma": "fused", "mul.hi": "high",
    **dict.fromkeys(("<<", ">>", "&", "|", "^", "~", "bfe", "bfi", "lop3", "shf", "prmt", "brev"), "bits"),
    "and.pred": "both", "or.pred": "either", "xor.pred": "differs", "not.pred": "otherwise",
    "set": "mask", "copysign": "signed", "redux": "reduced", "match": "matching", "sad": "distance",
    "createpolicy": "policy", "elect": "elected", "bfind": "highest_bit", "addc": "total",
    "subc": "difference", "fns": "lane_found", "testp": "is_class", "isspacep": "is_in_space",
    "getctarank": "rank", "madc": "fused", "dp2a": "dot", "dp4a": "dot", "slct": "choice",
    "movmatrix": "transposed",
}  # fmt: skip
"""Names that say the operation only."""
_STARTS = ("const", "zero", "one", "minus_")
"""Names of constants."""
_OTHERS = ("loaded", "previous", "pair", "const", "parts", "flag")
_UNTOLD = frozenset({*_GENERAL_STEMS.values(), "choice"}) - {"maximum", "minimum", "remainder"}
"""Names of operations that say less than what is done with their result."""
_GENERAL = frozenset({*_UNTOLD, *_GENERAL_STEMS.values(), "result", *_OTHERS})
_CONSTANTS = {"0": "zero", "1": "one", "minus_1": "minus_one"}
_INDEXES = ("offset", "index", "row", "column")
"""Sums with these are these."""
_THREADS = ("tid_", "lane", "warp", "thread")
_DIVIDED = (*_THREADS, "ctaid_")
"""Numbers of threads and CTAs, whose bits are parts with a meaning of their own."""
