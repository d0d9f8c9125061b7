"""Names of the variables of a body, from their uses and from the instructions that compute them.

`roles` has the names that a use gives: a ring counter is a ``stage``, an operand of an MMA a ``desc_a``. The
others come from the instructions that set a register, in program order: a special register and a parameter
give their own names, an address keeps the name of its array, a condition says what it compares, and a name
says no more than the operation where the operands have no names either.
"""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from pyptx import mangling
from pyptx.codegen.operands import identifier
from pyptx.codegen.raising.constants import constant_word, masks
from pyptx.codegen.raising.parameters import distance_from_start
from pyptx.codegen.raising.roles import READERS, is_complete, roles_of
from pyptx.codegen.raising.scopes import plain_name
from pyptx.codegen.raising.words import PARAMETERS
from pyptx.codegen.tree import walk_statements
from pyptx.ir import Address, Expression, Instruction, Literal, Name, Pair, Vector
from pyptx.isa import special_register

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from pyptx.codegen.raising.facts import Facts
    from pyptx.codegen.tree import Body
    from pyptx.ir import Operand

LONGEST = 28
"""Characters of a name that is made of those of operands, at most."""
LONGEST_PLACE = 32
"""Characters of the name of an array, at most, if it has a ``$``: then it gives the function first."""
ROUNDS = 2
"""Number of passes over the instructions: a loop uses values that are set further down."""


def name_values(body: Body, facts: Facts) -> Body:
    """Choose the name of each register. The body stays as it is; `name_registers` gives the names.

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
    if facts.values is not None:
        nodes = [node for each in walk_statements(body) for node in each.stands_for if is_complete(node)]
        _Meanings(nodes, facts).name_all()
    return body


class _Meaning(NamedTuple):
    """The meaning of a value.

    Attributes:
        stem: Name of a variable that holds it, without its number.
        root: The one thing that it derives from; empty for several, or for none with a name.
        is_plain: Whether the value is its root, so that a name may be made of it.
        is_sure: Whether the stem says more than a use of the value does.
    """

    stem: str
    root: str = ""
    is_plain: bool = False
    is_sure: bool = False


class _Meanings:
    """The meanings of one body's registers."""

    def __init__(self, nodes: Sequence[Instruction], facts: Facts) -> None:
        assert facts.values is not None
        self._types, self._counts = facts.values.declared, facts.values.counts
        self._variables = facts.values.variables
        self._pointers, self._stems = facts.pointers, facts.stems
        self._roles = roles_of(nodes)
        self._is_flat = True
        self._stored: Counter[str] = Counter()
        self._set: dict[str, list[Instruction]] = {}
        self._known: dict[str, _Meaning | None] = {
            name: None if _UNNAMED.fullmatch(array.stem) else self._plain(array.stem)
            for array in facts.values.arrays
            for name in array.names
        }
        self._known |= {name: self._plain(stem) for name, stem in self._stems.items()}
        for node in nodes:
            self._read(node)

    def _read(self, node: Instruction) -> None:
        """Note the registers and addresses that an instruction writes."""
        first, *sources = node.operands
        if node.opcode == "st":
            self._stored.update([each.name for each in sources if type(each) is Name])
        if node.opcode in READERS:
            return
        for each in _parts_of(first):
            if type(each) is Name and each.name in self._variables and each.name not in self._known:
                self._set.setdefault(each.name, []).append(node)
        if node.opcode == "mov" and type(sources[0]) is Name and sources[0].name in ("%tid.y", "%tid.z"):
            self._is_flat = False

    def name_all(self) -> None:
        """Name each register, in the order in which they are set."""
        pending = list(self._set)
        is_carried = any(len(nodes) > 1 for nodes in self._set.values())
        for _ in range(ROUNDS if is_carried else 1):
            pending = [name for name in pending if self._name(name, self._set[name])]
        self._stems.update({name: made.stem for name, made in self._known.items() if made is not None})

    def _name(self, name: str, nodes: list[Instruction]) -> bool:
        """Name a register; return whether another round may name it better."""
        plain, block = plain_name(name)
        role = "" if block else self._roles.get(name, "")
        made = self._meaning(nodes[0], name)
        if role and (role in _PLACES or made is None or not made.is_sure):
            made = self._plain(role)
        elif made is None or not made.is_sure:
            given = identifier(plain)
            if _NUMBERED.fullmatch(given.rstrip("_")):
                self._known[name] = self._computed(name, nodes, made)
                return True
            made = self._plain(given)
        self._known[name] = made
        return False

    def _computed(self, name: str, nodes: list[Instruction], first: _Meaning | None) -> _Meaning | None:
        """Return the meaning of a register that has it from its values alone, of which one is the first."""
        made = first if len(nodes) == 1 else self._carried(name, nodes)
        if made is None or made.stem not in _UNTOLD:
            return made
        if 0 < self._stored[name] == self._counts[name] - 1:
            return _Meaning("result")
        return made

    def _carried(self, name: str, nodes: list[Instruction]) -> _Meaning | None:
        """Return the meaning of a register that several statements set; its first constant says little."""
        own = [node for node in nodes if Name(name) in node.operands[1:]]
        found = [self._meaning(node, name) for node in nodes if node not in own or len(own) == len(nodes)]
        later = [each for each in found if each and (each.root or not each.stem.startswith(_STARTS))]
        if not later:
            return None if None in found else _Meaning((_general(own[0]) if own else "") or "choice")
        is_one = None not in found and len({each.stem for each in later}) == 1
        return later[0] if is_one else _Meaning("choice")

    def _meaning(self, node: Instruction, name: str) -> _Meaning | None:
        """Return the meaning of a result of an instruction; None if it is unknown."""
        target = node.operands[0]
        if type(target) is Vector and node.opcode != "ld":
            return None
        if type(target) is Pair and (target.second == Name(name) or node.opcode in _CHOOSING):
            is_second = target.second == Name(name)
            stem = _SECOND.get(node.opcode, "opposite") if is_second else _general(node)
            return self._plain(stem, is_sure=node.opcode in _CHOOSING)
        rule = _RULES.get(node.opcode)
        made = rule(self, node, node.operands[1:]) if rule is not None else None
        if made is None and (general := _general(node)):
            return _Meaning(general)
        return made

    def _of(self, operand: Operand) -> _Meaning | None:
        """Return the meaning of an operand."""
        return self._known.get(operand.name) if type(operand) is Name else None

    def _plain(self, stem: str, *, is_sure: bool = False) -> _Meaning:
        """A value with a name of its own; the value of a parameter has the name of the parameter."""
        if stem in _GENERAL:
            return _Meaning(stem)
        root = _ADDRESS.sub("", stem)
        parameter = root.removesuffix("_value")
        root = root if parameter in self._pointers else parameter
        return _Meaning(stem, root, is_plain=True, is_sure=is_sure)

    # -- copies, conditions, memory

    def copied(self, node: Instruction, sources: tuple[Operand, ...]) -> _Meaning | None:  # noqa: PLR0911
        """A special register, a symbol, a constant, or a value in another type or state space."""
        source, opcode = sources[0], node.opcode
        if type(source) is Vector:
            return _Meaning("pair" if len(source.items) == 2 else "parts")
        if type(source) is Literal and opcode == "mov":
            constant = constant_word(source)
            return _Meaning((_CONSTANTS.get(constant) or f"const_{constant}") if constant else "const")
        if type(source) is Expression and source.words[0] not in self._types and source.words[1:2] in _SIGNS:
            return _place(_named(source.words[0]), is_sure=True) if node.modifiers[-1] in _WIDE else None
        known = self._of(source)
        if opcode in ("cvta", "mapa"):
            return _place(known.root, is_sure=known.is_sure) if known is not None and known.root else None
        if opcode == "neg":
            return _Meaning(f"minus_{known.root}" if known is not None and known.is_plain else "negative")
        if type(source) is Name and source.name not in self._types:
            if special_register(source.name) is not None:
                return self._plain(identifier(source.name.replace(".", "_")), is_sure=opcode == "mov")
            return _place(_named(source.name), is_sure=True) if node.modifiers[-1] in _WIDE else None
        return known and known._replace(is_sure=False)

    def condition(self, node: Instruction, sources: tuple[Operand, ...]) -> _Meaning:
        """A predicate, named after the values that it compares."""
        relation = _RELATIONS.get(node.modifiers[0], "is")
        left, right = [self._short(each) for each in sources[:2]]
        made = f"{left}_{relation}_{right}"
        if left and right and len(made) <= LONGEST:
            return _Meaning(made)
        if left and len(left) <= LONGEST // 2:
            return _Meaning(f"{left}_{_ALONE[relation]}")
        constant = constant_word(sources[1])
        if constant == "0" and relation in _ZERO:
            return _Meaning(_ZERO[relation])
        if constant:
            return _Meaning(f"is_{relation.removeprefix('is_')}_{constant}".replace("is_is_", "is_"))
        return _Meaning(_ALONE[relation] if relation.startswith("is") else f"is_{relation}")

    def _short(self, operand: Operand) -> str:
        """The name of an operand in that of a condition; empty for one that has none."""
        known = self._of(operand)
        if known is not None and known.root:
            return known.root if known.is_plain and not _is_address(known) else known.stem
        return constant_word(operand)

    def choice(self, node: Instruction, sources: tuple[Operand, ...]) -> _Meaning:
        """The meaning of a selection: of both values, of the only one with a name, or a masked value."""
        constants = [each for each in sources[:2] if type(each) is Literal]
        if [constant_word(each) for each in sources[:2]] == ["1", "0"]:
            return _Meaning("flag")
        is_masked = len(constants) == 1 and masks(constants[0].text)
        if is_masked and constant_word(constants[0]) != "0":
            return _Meaning("masked")
        known = [each for value in sources[:2] if (each := self._of(value)) is not None]
        stems = {each.stem for each in known if each.stem not in _GENERAL}
        if len(stems) == 1:
            return next(each for each in known if each.stem in stems)._replace(is_sure=False)
        if is_masked:
            return _Meaning("masked")
        alike = {each.stem for each in known}
        return _Meaning(alike.pop() if len(alike) == 1 and len(known) == 2 else "choice")

    def loaded(self, node: Instruction, sources: tuple[Operand, ...]) -> _Meaning:
        """A value from memory: a parameter, an element of an array, or a field of a structure."""
        place = sources[0]
        if type(place) is not Address or type(place.base) is not Name:
            return _Meaning("loaded")
        is_parameter = not PARAMETERS.isdisjoint(node.modifiers)
        if place.base.name in self._types:
            known = self._of(place.base)
            if known is None or not _is_address(known):
                return _Meaning("loaded")
            root, is_sure = known.root, known.is_sure
        elif is_parameter and place.offset is None:
            symbol = identifier(place.base.name)
            if symbol in self._pointers:
                return _Meaning(f"{symbol}_ptr", _named(place.base.name), is_plain=True, is_sure=True)
            return self._plain(f"{symbol}_value", is_sure=True)
        else:
            root, is_sure = _named(place.base.name), False
        is_element = place.base.name in self._types and not is_parameter
        distance = 0 if is_element else distance_from_start(place, self._set, self._types)
        word = "value" if distance == 0 else "field" if distance is None else f"field_{distance}"
        return self._plain(f"{root}_{word}", is_sure=is_sure)

    # -- arithmetic

    def logical(self, node: Instruction, sources: tuple[Operand, ...]) -> _Meaning | None:
        """Predicates, or bits."""
        if "pred" in node.modifiers:
            return _Meaning(_OF_PREDICATES[node.opcode])
        return self.part(node, sources) if node.opcode == "not" else self.binary(node, sources)

    def part(self, node: Instruction, sources: tuple[Operand, ...]) -> _Meaning | None:
        """Bits of the number of a thread."""
        known = self._of(sources[0])
        if known is None or not known.root.startswith(_DIVIDED) or not all(map(constant_word, sources[1:])):
            return None
        return _Meaning(f"{known.root}_part", known.root)

    def binary(self, node: Instruction, sources: tuple[Operand, ...]) -> _Meaning | None:
        """An operation on two values."""
        if "hi" in node.modifiers:
            return None
        left, right = sources[:2]
        first, second, constant = self._of(left), self._of(right), constant_word(right)
        if node.opcode == "mul" and "wide" in node.modifiers and constant in _SIZES:
            return self._plain("offset", is_sure=True)
        part = first and _PARTS.get(
            ("tid" if first.stem == "tid_x" and self._is_flat else first.stem, node.opcode, constant)
        )
        if part:
            return self._plain(part, is_sure=True)
        return self._composed(_COMPOSED[node.opcode], first, second, constant)

    def multiply_add(self, node: Instruction, sources: tuple[Operand, ...]) -> _Meaning | None:
        """The index of a thread, the address of an element."""
        factor, times, added = [self._of(each) for each in sources[:3]]
        product = factor and times and self._composed("times", factor, times, "")
        made = self._composed("plus", product, added, "")
        return made if made is not None and (made.is_sure or _is_address(made)) else None

    def _composed(  # noqa: PLR0911
        self, word: str, first: _Meaning | None, second: _Meaning | None, constant: str
    ) -> _Meaning | None:
        """A sum, product, mask … of something with a name."""
        places = [each for each in (first, second) if each is not None and _is_address(each)]
        if (
            word in ("plus", "minus")
            and len(places) == 1
            and (constant or None not in (first, second) or word == "plus")
        ):
            return _place(places[0].root, is_sure=places[0].is_sure)
        if first is None or (second is None and not constant):
            return None
        if second is None:
            return self._with_constant(word, first, constant)
        for index in _INDEXES:
            if index in (first.stem, second.stem) and word in ("plus", "minus", "or", "xor"):
                return self._plain(index)
        roots = {first.root, second.root}
        axes = {each[-1:] for each in roots}
        if word == "times" and len(axes) == 1:
            counted = {each[:-2] for each in roots}
            name = {frozenset({"ctaid", "ntid"}): "start", frozenset({"nctaid", "ntid"}): "threads"}.get(
                frozenset(counted)
            )
            if name:
                return self._plain(f"{name}_{axes.pop()}", is_sure=name == "threads")
        starts = [each[-1] for each in roots if each[:-1] in ("start_", "ctaid_")]
        if len(starts) == 1 and word in ("plus", "or") and any(each.startswith(_THREADS) for each in roots):
            return self._plain(f"index_{starts[0]}", is_sure=True)
        if len(roots) == 1 and first.root.startswith(_DIVIDED):
            return _Meaning(f"{first.root}_part", first.root)
        made = f"{first.root}_{word}_{second.root}"
        if first.is_plain and second.is_plain and len(roots) == 2 and len(made) <= LONGEST:
            return _Meaning(made)
        return None

    def _with_constant(self, word: str, known: _Meaning, constant: str) -> _Meaning | None:
        """A value with a name, and a constant."""
        if not known.root:
            return None
        if known.root.startswith("ctaid_") and known.is_plain and word in ("shl", "times"):
            return self._plain(f"start_{known.root[-1]}", is_sure=True)
        part = _Meaning(f"{known.root}_part", known.root) if known.root.startswith(_DIVIDED) else None
        if not known.is_plain:
            return part
        if word in ("shl", "shr") and constant.isdecimal() and int(constant) < 16:
            word, constant = "times" if word == "shl" else "over", str(1 << int(constant))
        elif word == "and" and (
            mask := int(constant, 0) if constant[:2] == "0x" or constant.isdecimal() else 0
        ):
            word, constant = ("modulo", str(mask + 1)) if mask & (mask + 1) == 0 else ("bits", "")
        elif word in ("plus", "minus") and constant.startswith("minus_"):
            word, constant = "minus" if word == "plus" else "plus", constant.removeprefix("minus_")
        made = f"{known.root}_{word}_{constant}".rstrip("_")
        if word == "plus" and constant == "1":
            made = f"next_{known.root}"
        return _Meaning(made, known.root) if len(made) <= LONGEST else part


def _is_address(known: _Meaning) -> bool:
    return known.stem.endswith(("_at", "_ptr")) or known.stem in _PLACES


def _place(root: str, *, is_sure: bool) -> _Meaning:
    """An address in a named object."""
    return _Meaning(f"{root}_at", root, is_plain=True, is_sure=is_sure)


@cache
def _named(symbol: str) -> str:
    """Return the Python name of a parameter or an array."""
    stem = mangling.stem(symbol)
    if len(stem) > LONGEST_PLACE and "$" in stem:
        stem = stem.rpartition("$")[2] or stem
    return identifier(stem.lstrip("_") or stem)


def _parts_of(target: Operand) -> tuple[Operand, ...]:
    """Return the registers of a destination: those of a vector or a pair, or the one register."""
    if type(target) is Vector:
        return target.items
    return (target.first, target.second) if type(target) is Pair else (target,)


def _general(node: Instruction) -> str:
    """Return a name that says only the operation; empty for one that has none."""
    if node.opcode == "mul" and "hi" in node.modifiers:
        return "high"
    return _GENERAL_STEMS.get(node.opcode, "")


_COMPOSED = {
    "add": "plus", "sub": "minus", "mul": "times", "mul24": "times", "div": "over", "rem": "modulo",
    "shl": "shl", "shr": "shr", "and": "and", "or": "or", "xor": "xor",
}  # fmt: skip
"""Words for operations in names that are made of those of operands."""
_RELATIONS = {
    word: relation
    for words, relation in (
        (("eq", "equ"), "is"), (("ne", "neu"), "is_not"), (("lt", "ltu", "lo"), "below"),
        (("le", "leu", "ls"), "at_most"), (("gt", "gtu", "hi"), "above"), (("ge", "geu", "hs"), "at_least"),
        (("nan",), "is_nan"), (("num",), "is_number"),
    )
    for word in words
}  # fmt: skip
"""Words for comparisons."""
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
_OF_PREDICATES = {"and": "both", "or": "either", "xor": "differs", "not": "otherwise"}
_GENERAL_STEMS = {
    "add": "total", "sub": "difference", "mul": "product", "mul24": "product", "div": "quotient",
    "rem": "remainder", "neg": "negative", "min": "minimum", "max": "maximum",
    **dict.fromkeys(("mad", "mad24", "madc", "fma"), "fused"),
    **dict.fromkeys(("and", "or", "xor", "not", "shl", "shr", "shf", "lop3"), "bits"),
    **dict.fromkeys(("bfe", "bfi", "prmt", "brev"), "bits"),
    "set": "mask", "copysign": "signed", "redux": "reduced", "match": "matching", "sad": "distance",
    "createpolicy": "policy", "elect": "elected_lane", "shfl": "other", "bfind": "highest_bit",
    "addc": "total", "subc": "difference", "fns": "lane_found", "testp": "is_class",
    "isspacep": "is_in_space", "getctarank": "rank", "dp2a": "dot", "dp4a": "dot", "slct": "choice",
    "movmatrix": "transposed", "atom": "previous",
}  # fmt: skip
"""Names that say the operation only."""
_SECOND = {
    "shfl": "is_in_range", "elect": "is_elected", "match": "is_uniform", "lop3": "is_condition",
}  # fmt: skip
"""Names of the second results of pairs; that of a comparison is the opposite of the first."""
_CHOOSING = frozenset({"elect", "match"})
"""Opcodes whose pairs say more than the names that inline assembly gives them."""
_UNTOLD = frozenset({*_GENERAL_STEMS.values(), *_OF_PREDICATES.values(), "high", "choice"}) - {
    "maximum", "minimum", "remainder", "previous", "other", "elected_lane",
}  # fmt: skip
"""Names of operations that say less than what is done with their result."""
_GENERAL = frozenset({
    *_UNTOLD, *_GENERAL_STEMS.values(), "result", "loaded", "masked", "pair", "const", "parts", "flag",
})  # fmt: skip
_CONSTANTS = {"0": "zero", "1": "one", "minus_1": "minus_one"}
_SIGNS = (("+",), ("-",))
_STARTS = ("const", "zero", "one", "minus_")
"""Names of constants."""
_PLACES = frozenset({"barrier", "tile"})
"""Uses that name an address."""
_INDEXES = ("offset", "index", "row", "column")
"""Sums with these are these."""
_THREADS = ("tid_", "lane", "warp", "thread")
_DIVIDED = (*_THREADS, "ctaid_")
"""Numbers of threads and CTAs, whose bits are parts with a meaning of their own."""
_PARTS = {
    ("tid", "and", "31"): "lane",
    ("tid", "shr", "5"): "warp",
    ("tid", "and", "127"): "thread",
    ("tid", "shr", "7"): "warpgroup",
    ("lane", "shr", "2"): "group",
    ("lane", "and", "3"): "lane_in_group",
}
"""Parts of a thread's number; groups of four lanes are those of a fragment of an MMA."""
_SIZES = frozenset({"2", "4", "8", "16"})
"""Bytes of elements."""
_WIDE = frozenset({"b32", "u32", "s32", "b64", "u64", "s64"})
"""Types of addresses."""
_ADDRESS = re.compile("_(?:ptr|at)$")
_NUMBERED = re.compile(r"[a-z]{1,2}\d+")
"""Names that compilers give."""
_UNNAMED = re.compile(r"[a-z]{1,2}")
"""Arrays without a name."""
_RULES: dict[str, Callable[[_Meanings, Instruction, tuple[Operand, ...]], _Meaning | None]] = {
    **dict.fromkeys(("mov", "cvt", "cvta", "mapa", "neg"), _Meanings.copied),
    **dict.fromkeys(("and", "or", "xor", "not"), _Meanings.logical),
    **dict.fromkeys(_COMPOSED.keys() - {"and", "or", "xor"}, _Meanings.binary),
    **dict.fromkeys(("bfe", "shf", "prmt", "brev"), _Meanings.part),
    **dict.fromkeys(("mad", "mad24", "fma"), _Meanings.multiply_add),
    "setp": _Meanings.condition,
    "selp": _Meanings.choice,
    "ld": _Meanings.loaded,
    "ldu": _Meanings.loaded,
}
"""Rules by opcode."""
