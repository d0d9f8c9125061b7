"""Names of registers, from the instructions that use them.

A ring counter that returns to 0 is a ``stage``, the bit that it flips a ``phase``, the operand of a product a
``desc_a``; an ``index`` times the size of an element is an ``offset``, and a value from another lane is
``other``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from pyptx.codegen.raising.words import PARAMETERS
from pyptx.ir import Address, Instruction, Literal, Name, Vector
from pyptx.ir.literals import literal_value

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from pyptx.ir import Operand


def roles_of(nodes: Sequence[Instruction]) -> dict[str, str]:
    """Return a name for each register that the uses in the instructions of a body give one.

    >>> from pyptx.codegen.raising.roles import is_complete, roles_of
    >>> from pyptx.parser import parse
    >>> text = '''.version 8.0
    ... .target sm_80
    ... .address_size 64
    ... .entry k()
    ... {
    ... .reg .b32 %r<9>; .reg .pred %p<2>;
    ... add.s32 %r2, %r1, 1;
    ... setp.eq.s32 %p1, %r2, 4;
    ... selp.b32 %r1, 0, %r2, %p1;
    ... selp.u32 %r3, 1, 0, %p1;
    ... xor.b32 %r4, %r4, %r3;
    ... }
    ... '''
    >>> (kernel,) = [item for item in parse(text).items if hasattr(item, "body")]
    >>> roles_of([node for node in kernel.body if is_complete(node)])
    {'%r2': 'next_stage', '%p1': 'wraps', '%r1': 'stage', '%r3': 'flip', '%r4': 'phase'}
    """
    return _Roles(nodes).names


class _Roles:
    """The names of one body.

    Attributes:
        names: Name of each register that has one.
    """

    def __init__(self, nodes: Sequence[Instruction]) -> None:
        self.names: dict[str, str] = {}
        self._made: dict[str, Instruction] = {}
        self._rewritten: set[str] = set()
        self._counted: set[str] = set()
        self._pointers: set[str] = set()
        for node in nodes:
            if type(node.operands[0]) is Name and node.opcode not in READERS:
                name = node.operands[0].name
                if name in self._made:
                    self._rewritten.add(name)
                self._made[name] = node
                if node.opcode == "add" and node.operands[1] == node.operands[0]:
                    self._counted.add(name)
        for rules in _RULES:
            for node in nodes:
                read = rules.get(node.opcode)
                if read is not None:
                    read(self, node, node.operands)

    def name(self, operand: Operand, name: str) -> None:
        """Name a register, unless it has a name."""
        if type(operand) is Name:
            self.names.setdefault(operand.name, name)

    def source(self, operand: Operand) -> Instruction | None:
        """Return the instruction that sets a register; None if there is not exactly one."""
        if type(operand) is not Name or operand.name in self._rewritten:
            return None
        return self._made.get(operand.name)

    def choice(self, node: Instruction, operands: tuple[Operand, ...]) -> None:
        """``next = stage + 1; wraps = next == 4; stage = 0 if wraps else next``; nvcc may add 1 after it.

        Or ``wraps = stage == 3``, before the add.
        """
        if len(operands) != 4 or operands[1] != _ZERO:
            return
        stage, _, following, wraps = operands
        add, test = self.source(following), self.source(wraps)
        if test is not None and (
            test.operands[1] not in (following, *_before(add)) or type(test.operands[-1]) is not Literal
        ):
            test = None
        if add is not None and add.opcode == "add" and add.operands[2] == _ONE:
            if test is None and add.operands[1] != stage:  # an unrolled ring has a register for each stage
                return
            self.name(following, "next_stage")
            self.name(wraps, "wraps")
            self.name(stage, "stage")
            self.name(add.operands[1], "stage")
        elif test is not None and test.modifiers[0] == "eq":
            self.name(wraps, "wraps")
            self.name(stage, "stage")
            self.name(following, "stage")

    def flip(self, node: Instruction, operands: tuple[Operand, ...]) -> None:
        """``phase ^= 1 if wraps else 0``, or ``1 if stage == 0``."""
        select = self.source(operands[2])
        if select is None or select.opcode != "selp" or select.operands[1:3] != (_ONE, _ZERO):
            return
        wraps = select.operands[3]
        test = self.source(wraps)
        is_equal = test is not None and test.opcode == "setp" and test.modifiers[0] == "eq"
        compared = test.operands if test is not None and is_equal else ()
        starts_again = compared[-1:] == (_ZERO,) and self._named(compared[1], "stage")
        if starts_again or self._named(wraps, "wraps"):
            self.name(operands[2], "flip")
            self.name(operands[0], "phase")
            self.name(operands[1], "phase")

    def barrier(self, node: Instruction, operands: tuple[Operand, ...]) -> None:
        """An operation on an mbarrier."""
        kind = node.modifiers[0]
        if kind in ("try_wait", "test_wait") and len(operands) > 2:
            self.name(operands[0], "done")
            parity = self.source(operands[2])
            if "parity" in node.modifiers and (parity is None or parity.opcode != "xor"):
                self.name(operands[2], "phase")
        for operand in operands:
            if type(operand) is Address:
                self.name(operand.base, "barrier")

    def product(self, node: Instruction, operands: tuple[Operand, ...]) -> None:
        """A matrix product of tiles in shared memory."""
        if not {"mma_async", "mma"}.isdisjoint(node.modifiers) and len(operands) > 2:
            self.name(operands[1], "desc_a")
            self.name(operands[2], "desc_b")

    def copy(self, node: Instruction, operands: tuple[Operand, ...]) -> None:
        """A copy: the bytes of a short one; the tile, the coordinates and the barrier of a tensor's."""
        if "bulk" not in node.modifiers:
            if "async" in node.modifiers and len(operands) > 3:
                self.name(operands[3], "size")
            return
        places = [each for each in operands if type(each) is Address]
        for place in places:
            if not place.rest or type(place.rest[0]) is not Vector:
                continue
            coordinates = place.rest[0].items
            for axis, coordinate in enumerate(coordinates):
                if type(coordinate) is Name:
                    self.name(coordinate, self._coordinate(coordinate.name, axis, len(coordinates)))
        if places and not places[0].rest:
            self.name(places[0].base, "tile")
            if len(places) > 2:
                self.name(places[2].base, "barrier")
        if node.modifiers[-1] == "L2::cache_hint":
            made = self.source(operands[-1])
            self.name(operands[-1], _POLICIES.get(_number(made) or 0, "policy"))

    def _coordinate(self, name: str, axis: int, rank: int) -> str:
        if name in self._counted:
            return "k"
        return _AXES[axis] if 1 < rank <= len(_AXES) else f"coordinate_{axis}"

    def exchange(self, node: Instruction, operands: tuple[Operand, ...]) -> None:
        """A value of another lane."""
        self.name(operands[0], "other")

    def pointer(self, node: Instruction, operands: tuple[Operand, ...]) -> None:
        """A pointer parameter, the address of a variable, or either in another state space."""
        words, target, place = node.modifiers, operands[0], operands[1]
        if type(target) is not Name or words[-1][1:] not in ("32", "64"):
            return
        if node.opcode == "cvta" or (node.opcode == "ld" and not PARAMETERS.isdisjoint(words)):
            if words[-1][1:] == "64":
                self._pointers.add(target.name)
        elif node.opcode == "mov" and type(place) is Name:
            is_symbol = place.name[:1] != "%" and place.name not in self._made
            if is_symbol or place.name in self._pointers:
                self._pointers.add(target.name)

    def sum(self, node: Instruction, operands: tuple[Operand, ...]) -> None:
        """A pointer and an offset; a counter; a value added to that of another lane."""
        target, *terms = operands
        if type(target) is not Name:
            return
        found = [each for each in terms if type(each) is Name and each.name in self._pointers]
        if len(found) == 1 and len(terms) == 2:
            self._pointers.add(target.name)
            self._offset(terms[terms[0] is found[0]])
        elif target == terms[0] and type(terms[-1]) is Literal:
            self.name(target, "left" if terms[-1].text[0] == "-" else "count")
        elif any(type(each) is Name and self.names.get(each.name) == "other" for each in terms):
            self.name(target, _REDUCED[node.opcode])

    def _offset(self, operand: Operand) -> None:
        """Name the addend of a pointer, and the index from which it is computed."""
        self.name(operand, "offset")
        scaled = self.source(operand)
        if scaled is None or len(scaled.operands) < 2:
            return
        if scaled.opcode in ("cvt", "mov"):
            self._offset(scaled.operands[1])
        elif scaled.opcode in ("shl", "mul") and type(scaled.operands[2]) is Literal:
            sizes = _SHIFTS if scaled.opcode == "shl" else _SIZES
            if scaled.operands[2].text in sizes:
                index = scaled.operands[1]
                self.name(index, "index")
                wide = self.source(index)
                if wide is not None and wide.opcode == "cvt":
                    index = wide.operands[1]
                    self.name(index, "index")
                self._coordinates(index)

    def _coordinates(self, index: Operand) -> None:
        """Name the row and the column in ``index = row * stride + column``; the stride is a parameter."""
        total = self.source(index)
        if total is None or total.opcode not in ("add", "mad"):
            return
        for factors, column in self._products(total):
            strides = [each for each in factors if self._is_parameter(each)]
            if len(strides) == 1 and not self._is_parameter(column):
                self.name(strides[0], "stride")
                self.name(factors[factors[0] == strides[0]], "row")
                self.name(column, "column")
                return

    def _products(self, total: Instruction) -> list[tuple[tuple[Operand, ...], Operand]]:
        """Return the products in a sum of two: their factors and the addend."""
        if total.opcode == "mad":
            return [(total.operands[1:3], total.operands[3])]
        found = []
        for product, column in (total.operands[1:3], total.operands[2:0:-1]):
            made = self.source(product)
            if made is not None and made.opcode == "mul" and len(made.operands) > 2:
                found.append((made.operands[1:3], column))
        return found

    def _is_parameter(self, operand: Operand) -> bool:
        """Whether a register holds a parameter as the launch gave it."""
        made = self.source(operand)
        return made is not None and made.opcode == "ld" and not PARAMETERS.isdisjoint(made.modifiers)

    def multiply_add(self, node: Instruction, operands: tuple[Operand, ...]) -> None:
        """The address of an element; a value that sums up."""
        target, factor, size, base = operands[:4]
        if type(base) is Name and base.name in self._pointers and type(target) is Name:
            self._pointers.add(target.name)
            if type(size) is Literal and size.text in _SIZES:
                self.name(factor, "index")
        elif target == base:
            self.name(target, "total")
        elif node.opcode == "fma":
            added = self.source(base)
            for operand in operands[1:4]:
                made = self.source(operand)
                if made is not None and made.opcode == "mov" and type(made.operands[1]) is Literal:
                    self.name(operand, "coefficient")
            if type(base) is Literal or self._named(base, "coefficient"):
                self.name(target, "polynomial")
            elif added is not None and added.opcode == "fma" and not self._named(base, "polynomial"):
                self.name(base, "total")
                self.name(target, "total")

    def _named(self, operand: Operand, name: str) -> bool:
        """Whether a register has a name."""
        return type(operand) is Name and self.names.get(operand.name) == name

    def function(self, node: Instruction, operands: tuple[Operand, ...]) -> None:
        """The result of a function with a name, and its argument where that has one."""
        self.name(operands[0], _FUNCTIONS[node.opcode])
        if node.opcode in _ARGUMENTS:
            self.name(operands[1], _ARGUMENTS[node.opcode])

    def constant(self, node: Instruction, operands: tuple[Operand, ...]) -> None:
        """A pointer, or a constant that stays."""
        if len(operands) < 2:
            return
        if type(operands[1]) is Literal and self.source(operands[0]) is node:
            name = _CONSTANTS.get(operands[1].text.upper())
            if name is not None:
                self.name(operands[0], name)
            return
        self.pointer(node, operands)


def _before(add: Instruction | None) -> tuple[Operand, ...]:
    """Return the register to which an instruction adds 1."""
    return (add.operands[1],) if add is not None and add.opcode == "add" and add.operands[2] == _ONE else ()


def is_complete(node: object) -> bool:
    """Whether a statement is an instruction with the operands that the rules read: PTX may be wrong."""
    if type(node) is not Instruction or not node.modifiers:
        return False
    return len(node.operands) >= _OPERANDS.get(node.opcode, 1)


_OPERANDS = {
    **dict.fromkeys(("brev", "cvt", "cvta", "ex2", "ld", "ldu", "mapa", "mov", "neg", "not", "rcp"), 2),
    **dict.fromkeys(("add", "and", "bfe", "div", "max", "min", "mul", "mul24", "or", "prmt", "rem"), 3),
    **dict.fromkeys(("setp", "shf", "shl", "shr", "sub", "xor"), 3),
    **dict.fromkeys(("fma", "mad", "mad24", "selp"), 4),
}
"""The least operands of instructions that the rules take apart."""
READERS = frozenset({"st", "red", "bra", "bar", "barrier", "cp", "wgmma", "tcgen05", "prefetch", "stmatrix"})
"""Opcodes whose first operand is not a result."""
_ZERO, _ONE = Literal("0"), Literal("1")
_SIZES, _SHIFTS = frozenset({"2", "4", "8", "16"}), frozenset({"1", "2", "3", "4"})
"""Bytes of elements, and their logarithms."""
_REDUCED = {"add": "total", "max": "maximum", "min": "minimum"}
_FUNCTIONS = {
    "ex2": "exp2", "lg2": "log2", "rcp": "reciprocal", "rsqrt": "rsqrt", "sqrt": "root", "sin": "sine",
    "cos": "cosine", "tanh": "tanh", "popc": "bits_set", "clz": "leading_zeros", "abs": "magnitude",
    "rem": "remainder", "vote": "vote", "activemask": "active", "clock": "clock",
}  # fmt: skip
_ARGUMENTS = {"ex2": "exponent", "rcp": "denominator"}
_CONSTANTS = {
    "0": "zero", "0F00000000": "zero", "0D0000000000000000": "zero", "1": "one", "0F3F800000": "one",
    "0D3FF0000000000000": "one", "0FFF800000": "minus_infinity", "0F7F800000": "infinity",
    "0F3FB8AA3B": "log2_e", "0D3FF71547652B82FE": "log2_e", "0F3F317218": "ln_2",
    "0D3FE62E42FEFA39EF": "ln_2", "0F40490FDB": "pi", "0F3F000000": "half", "0D3FE0000000000000": "half",
}  # fmt: skip
_Rules: TypeAlias = "Mapping[str, Callable[[_Roles, Instruction, tuple[Operand, ...]], None]]"


def _number(made: Instruction | None) -> int | None:
    """Return the whole number that an instruction moves to a register."""
    if made is None or made.opcode != "mov" or type(made.operands[1]) is not Literal:
        return None
    number = literal_value(made.operands[1].text)
    return number if isinstance(number, int) else None


_RULES: tuple[_Rules, ...] = (
    {"selp": _Roles.choice},
    {"xor": _Roles.flip, "mbarrier": _Roles.barrier, "wgmma": _Roles.product, "tcgen05": _Roles.product},
    {"cp": _Roles.copy},
    {
        "shfl": _Roles.exchange,
        "mov": _Roles.constant,
        "cvta": _Roles.pointer,
        "ld": _Roles.pointer,
        "add": _Roles.sum,
        "max": _Roles.sum,
        "min": _Roles.sum,
        "mad": _Roles.multiply_add,
        "fma": _Roles.multiply_add,
        **dict.fromkeys(_FUNCTIONS, _Roles.function),
    },
)
"""Rules by opcode: the first that names a register counts."""
_POLICIES = {
    0x1000000000000000: "evict_normal", 0x12F0000000000000: "evict_first", 0x14F0000000000000: "evict_last",
}  # fmt: skip
"""Cache policies that CUTLASS, Triton and DeepGEMM write as numbers."""
_AXES = ("column", "row", "plane")
"""Names of the coordinates in a tensor of two or three axes."""
