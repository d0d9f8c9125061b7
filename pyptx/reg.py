"""Registers and what Python operators on them trace.

An operator traces its instruction at once and gives a new register; an augmented assignment writes the same
one.

>>> from pyptx.trace import Trace, tracing
>>> from pyptx.types import s32
>>> with tracing(Trace("k")) as trace:
...     x = scalar(s32, init=8)
...     y = (5 - x) >> 1
>>> [instruction.opcode for instruction in trace.body], y
(['mov', 'sub', 'shr'], Reg('%r2', s32))

Comparisons give predicates. ``~p`` is a negated predicate, and ``p | q`` a pair: of destinations where an
instruction writes two, else it is the `or` of both.
"""

# ruff: noqa: PYI034 - an augmented assignment to a special register gives another register
from __future__ import annotations

import operator
from typing import TYPE_CHECKING, Any, NoReturn, TypeAlias, overload

from pyptx.errors import TraceError, TraceIndexError
from pyptx.ir import Name, Negated, Pair, Vector
from pyptx.trace import (
    Value,
    active,
    at,
    caller,
    check_owner,
    checked,
    checked_methods,
    constant,
    current,
    emit,
    operand,
)
from pyptx.types import PtxType, b32, bf16, f16, f32, from_name, pred, tf32, u16, u32

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pyptx.ir import Operand


@checked_methods("reg.Reg")
class Reg:
    """A register.

    Attributes:
        name: As declared, such as ``"%r0"``.
        dtype: Type of its value, which the operators go by.
        plain_operand: What it is as an operand, if every instruction may take it: None of special registers.
        owner: The trace it was made in, or None.
    """

    __slots__ = ("dtype", "name", "owner", "plain_operand")
    __array_ufunc__ = None

    def __init__(self, name: str, dtype: PtxType) -> None:
        self.name = name
        self.dtype = dtype
        self.plain_operand: Operand | None = Name(name)
        self.owner = active()

    @classmethod
    def special(cls, name: str, dtype: PtxType) -> Reg:
        """A special register (manual chapter 10) such as ``%tid.x``: read-only; operators move it first."""
        register = cls(name, dtype)
        register.plain_operand = None
        return register

    @property
    def is_special(self) -> bool:
        """Whether it is a special register."""
        return self.plain_operand is None

    def __ptx__(self) -> Name:
        check_owner(self, self.owner)
        return Name(self.name)

    def __str__(self) -> str:
        return self.name

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.name!r}, {self.dtype})"

    __hash__ = object.__hash__

    # -- arithmetic

    def __add__(self, other: Value) -> Reg:
        return _arithmetic("add", self, other)

    def __radd__(self, other: Value) -> Reg:
        return _arithmetic("add", other, self)

    def __iadd__(self, other: Value) -> Reg:
        return _arithmetic("add", self, other, into=self)

    def __sub__(self, other: Value) -> Reg:
        return _arithmetic("sub", self, other)

    def __rsub__(self, other: Value) -> Reg:
        return _arithmetic("sub", other, self)

    def __isub__(self, other: Value) -> Reg:
        return _arithmetic("sub", self, other, into=self)

    def __mul__(self, other: Value) -> Reg:
        return _arithmetic("mul", self, other)

    def __rmul__(self, other: Value) -> Reg:
        return _arithmetic("mul", other, self)

    def __imul__(self, other: Value) -> Reg:
        return _arithmetic("mul", self, other, into=self)

    def __floordiv__(self, other: Value) -> Reg:
        """``div``: it truncates toward zero, as PTX does."""
        return _arithmetic("div", self, other)

    def __rfloordiv__(self, other: Value) -> Reg:
        return _arithmetic("div", other, self)

    def __ifloordiv__(self, other: Value) -> Reg:
        return _arithmetic("div", self, other, into=self)

    def __mod__(self, other: Value) -> Reg:
        """``rem``: its sign is that of the dividend, as PTX has it."""
        return _arithmetic("rem", self, other)

    def __rmod__(self, other: Value) -> Reg:
        return _arithmetic("rem", other, self)

    def __imod__(self, other: Value) -> Reg:
        return _arithmetic("rem", self, other, into=self)

    def __truediv__(self, other: Value) -> Reg:
        """``div.rn`` of floating-point registers."""
        return _arithmetic("truediv", self, other)

    def __rtruediv__(self, other: Value) -> Reg:
        return _arithmetic("truediv", other, self)

    def __itruediv__(self, other: Value) -> Reg:
        return _arithmetic("truediv", self, other, into=self)

    def max(self, other: Value) -> Reg:
        """``max`` of the type's signedness."""
        return _arithmetic("max", self, other)

    def min(self, other: Value) -> Reg:
        """``min`` of the type's signedness."""
        return _arithmetic("min", self, other)

    # -- bits

    def __and__(self, other: Value) -> Reg:
        return _bitwise("and", self, other)

    def __rand__(self, other: Value) -> Reg:
        return _bitwise("and", other, self)

    def __iand__(self, other: Value) -> Reg:
        return _bitwise("and", self, other, into=self)

    @overload
    def __or__(self, other: NegPred | PipeRef) -> PipeRef: ...
    @overload
    def __or__(self, other: Value) -> Reg | PipeRef: ...
    def __or__(self, other: Value) -> Reg | PipeRef:
        """``or`` of integers; with a predicate on either side the pair ``p|q``."""
        if isinstance(other, (NegPred, PipeRef)) or (
            isinstance(other, Reg) and pred in (self.dtype, other.dtype)
        ):
            return PipeRef(self, _register(other, pred))
        return _bitwise("or", self, other)

    def __ror__(self, other: Value) -> Reg:
        return _bitwise("or", other, self)

    def __ior__(self, other: Value) -> Reg:  # type: ignore[misc]
        return _bitwise("or", self, other, into=self)

    def __xor__(self, other: Value) -> Reg:
        return _bitwise("xor", self, other)

    def __rxor__(self, other: Value) -> Reg:
        return _bitwise("xor", other, self)

    def __ixor__(self, other: Value) -> Reg:
        return _bitwise("xor", self, other, into=self)

    def __lshift__(self, other: Value) -> Reg:
        return _shift("shl", self, other)

    def __rlshift__(self, other: Value) -> Reg:
        return _shift("shl", _register(other, self.dtype), self)

    def __ilshift__(self, other: Value) -> Reg:
        return _shift("shl", self, other, into=self)

    def __rshift__(self, other: Value) -> Reg:
        """``shr``: arithmetic for signed registers."""
        return _shift("shr", self, other)

    def __rrshift__(self, other: Value) -> Reg:
        return _shift("shr", _register(other, self.dtype), self)

    def __irshift__(self, other: Value) -> Reg:
        return _shift("shr", self, other, into=self)

    def __invert__(self) -> Any:
        """``!p`` of a predicate, as `NegPred`; ``not`` of an integer, as `Reg`."""
        if self.dtype == pred:
            return NegPred(self)
        source = _register(self, self.dtype)
        if source.dtype.kind == "f":
            _refuse(f"`~` of {source.dtype}", "take the bits first: reg.from_(x, b32), of the same width")
        return _emitted("not", (_bits(source.dtype),), source.dtype, source)

    def __neg__(self) -> Reg:
        source = _register(self, self.dtype)
        return _emitted("neg", (_signed(source.dtype),), source.dtype, source)

    def __pos__(self) -> Reg:
        return self

    def __abs__(self) -> Reg:
        source = _register(self, self.dtype)
        return _emitted("abs", (_signed(source.dtype),), source.dtype, source)

    # -- comparison

    def __lt__(self, other: Value) -> Reg:
        return _compare("lt", self, other)

    def __le__(self, other: Value) -> Reg:
        return _compare("le", self, other)

    def __gt__(self, other: Value) -> Reg:
        return _compare("gt", self, other)

    def __ge__(self, other: Value) -> Reg:
        return _compare("ge", self, other)

    def __eq__(self, other: object) -> Reg:  # type: ignore[override]
        return _compare("eq", self, other)

    def __ne__(self, other: object) -> Reg:  # type: ignore[override]
        """``setp.ne``; of floating point ``setp.neu``, which holds for NaN as in Python."""
        return _compare("ne", self, other)

    # -- what a register is not

    def __bool__(self) -> bool:
        _refuse(
            f"`if {self.name}:` does not branch on the GPU, nor do `and`, `or`, `not` and `in`",
            "use `with ptx.if_(...)`, `p & q`, `~p`",
        )

    def __iter__(self) -> Iterator[Reg]:
        _refuse(f"{self.name} is one register: it has no elements", "use reg.array(dtype, n) for several")

    def __contains__(self, item: object) -> bool:
        _refuse(f"{self.name} is one register: `in` cannot look inside", "compare with ==")

    def __index__(self) -> int:
        _refuse(
            f"{self.name} has no value while the kernel is traced: it is no index, and no bound of range()",
            "use ptx.range_(...) to loop on the GPU",
        )

    def __float__(self) -> float:
        _refuse(
            f"{self.name} has no value while the kernel is traced", "convert on the GPU: reg.from_(r, f32)"
        )

    __int__ = __index__


class NegPred:
    """``!p``: a negated predicate.

    Attributes:
        reg: The predicate.
    """

    __slots__ = ("reg",)

    def __init__(self, reg: Reg) -> None:
        if not isinstance(reg, Reg):
            _refuse(f"{reg!r} is no register", "~p negates the predicate p")
        if reg.dtype != pred:
            _refuse(f"{reg.name} is {reg.dtype}: only a predicate can be negated", "compare it first")
        self.reg = reg

    def __ptx__(self) -> Negated:
        return Negated(self.reg.__ptx__())

    def __repr__(self) -> str:
        return f"NegPred({self.reg!r})"

    def __invert__(self) -> Reg:
        return self.reg

    def __and__(self, other: Predicate) -> Reg:
        return _bitwise("and", self, other)

    def __rand__(self, other: Predicate) -> Reg:
        return _bitwise("and", other, self)

    def __or__(self, other: Predicate) -> PipeRef:
        return PipeRef(_register(self, pred), _register(other, pred))

    def __xor__(self, other: Predicate) -> Reg:
        return _bitwise("xor", self, other)

    def __bool__(self) -> bool:
        return bool(self.reg)


class PipeRef:
    """``p|q``: two destinations; where one predicate is wanted, the `or` of both.

    Attributes:
        left: What stands before the bar.
        right: What stands after it.
    """

    __slots__ = ("left", "right")

    def __init__(self, left: Reg, right: Reg) -> None:
        self.left = left
        self.right = right

    def __ptx__(self) -> Pair:
        return Pair(self.left.__ptx__(), self.right.__ptx__())

    def __repr__(self) -> str:
        return f"PipeRef({self.left!r}, {self.right!r})"

    def __invert__(self) -> NegPred:
        return NegPred(_register(self, pred))

    def __and__(self, other: Predicate) -> Reg:
        return _bitwise("and", self, other)

    def __rand__(self, other: Predicate) -> Reg:
        return _bitwise("and", other, self)

    def __or__(self, other: Predicate) -> PipeRef:
        return PipeRef(_register(self, pred), _register(other, pred))

    def __xor__(self, other: Predicate) -> Reg:
        return _bitwise("xor", self, other)

    def __bool__(self) -> bool:
        return bool(self.left)


Predicate: TypeAlias = Reg | NegPred | PipeRef
"""What may guard an instruction or stand for a condition."""


@checked_methods("reg.RegArray")
class RegArray:
    """Consecutive registers ``%f4``, ``%f5`` …: an operand in braces.

    ``acc[i] = r`` traces a `mov`; indexes and slices are Python's.
    """

    __slots__ = ("_braces", "_regs", "base", "count", "dtype", "owner", "start")

    def __init__(self, base: str, count: int, dtype: PtxType, *, start: int = 0) -> None:
        self.base = base
        self.count = count
        self.dtype = dtype
        self.start = start
        self._regs: dict[int, Reg] = {}
        self._braces: Vector | None = None
        self.owner = active()

    @property
    def plain_operand(self) -> Vector:
        """The registers in braces."""
        if self._braces is None:
            names = [Name(f"{self.base}{self.start + number}") for number in range(self.count)]
            self._braces = Vector(tuple(names))
        return self._braces

    def __ptx__(self) -> Vector:
        check_owner(self, self.owner)
        return self.plain_operand

    def __repr__(self) -> str:
        return f"RegArray({self.base!r}, {self.count}, {self.dtype}, start={self.start})"

    @overload
    def __getitem__(self, idx: int) -> Reg: ...
    @overload
    def __getitem__(self, idx: slice) -> list[Reg]: ...
    def __getitem__(self, idx: object) -> Reg | list[Reg]:
        if isinstance(idx, slice):
            return [self._at(number) for number in range(*idx.indices(self.count))]
        if isinstance(idx, Reg):
            _refuse(
                f"{self.base}<{self.count}> has no element [{idx.name}]: registers have no addresses",
                "index with a Python number, or keep the data in shared memory",
            )
        try:
            return self._at(range(self.count)[operator.index(idx)])  # type: ignore[arg-type]
        except IndexError:
            message = f"{self.base}<{self.count}> has no register {idx}; it has 0 to {self.count - 1}"
            raise TraceIndexError(f"{message}{at(caller())}") from None
        except TypeError:
            _refuse(f"{self.base}<{self.count}>[{idx!r}]", "an index is a Python number, or a slice")

    @overload
    def __setitem__(self, idx: int, value: Value) -> None: ...
    @overload
    def __setitem__(self, idx: slice, value: Sequence[Value] | RegArray) -> None: ...
    def __setitem__(self, idx: int | slice, value: Value | RegArray) -> None:
        if not isinstance(idx, slice):
            move(self[idx], value)
            return
        targets = self[idx]
        values = list(value) if isinstance(value, (list, tuple, RegArray)) else [value]
        if len(values) != len(targets):
            _refuse(f"{len(values)} values for {len(targets)} registers", "give one for each")
        for target, source in zip(targets, values, strict=True):
            move(target, source)

    def __iter__(self) -> Iterator[Reg]:
        return map(self._at, range(self.count))

    def __len__(self) -> int:
        return self.count

    def __contains__(self, item: object) -> bool:
        return any(register is item for register in self._regs.values())

    def regs(self) -> list[Reg]:
        """The registers, in order."""
        return list(self)

    def hw_order(self, *, reverse: bool = False) -> list[Reg]:
        """The registers in the order an instruction takes them: as declared, or last first."""
        return list(self)[::-1] if reverse else list(self)

    def _at(self, number: int) -> Reg:
        """The register with a number, made when it is first asked for."""
        register = self._regs.get(number)
        if register is None:
            register = self._regs[number] = Reg(f"{self.base}{self.start + number}", self.dtype)
            register.owner = self.owner
        return register


@checked("reg.scalar")
def scalar(dtype: PtxType, init: Value | None = None, name: str | None = None) -> Reg:
    """Declare a register; with `init`, set it.

    Formats that are instruction types only, such as bf16, live in a register of their width: ``.b16``.

    Args:
        dtype: Type of its value.
        init: A number of that type, or anything `from_` takes.
        name: Its name; numbered names are given otherwise.
    """
    register = _declared(dtype, name)
    if init is not None:
        _assign(register, init)
    return register


@checked("reg.array")
def array(dtype: PtxType, count: int, name: str | None = None) -> RegArray:
    """Declare `count` registers in a row, called `name` and a number."""
    _check_type(dtype)
    try:
        number = operator.index(count)
    except TypeError:
        number = 0
    if not 1 <= number <= _MOST_REGISTERS:
        _refuse(
            f"an array of {count!r} registers",
            f"the count is a number from 1 to {_MOST_REGISTERS}, known while tracing",
        )
    base, start = current().new_registers(dtype, number, name)
    return RegArray(base, number, dtype, start=start)


@checked("reg.from_")
def from_(src: Value, dtype: PtxType) -> Reg:
    """Declare a register and set it to `src`, converted where the types differ.

    A number, special register or variable's address takes one `mov`; so does a register whose bits are
    taken as they are (same width, integers or ``.b``). Other types take a `cvt`: to an integer it
    truncates, to a narrower floating point it rounds to nearest even. A predicate becomes 0 or 1.

    >>> from pyptx.trace import Trace, tracing
    >>> from pyptx.types import f32, s32
    >>> with tracing(Trace("k")) as trace:
    ...     x = from_(from_(3, s32), f32)
    >>> trace.body[-1].modifiers
    ('rn', 'f32', 's32')
    """
    register = _declared(dtype)
    _assign(register, src)
    return register


@checked("reg.alloc")
def alloc(dtype: PtxType) -> Reg:
    """Declare a register."""
    return scalar(dtype)


@checked("reg.alloc_array")
def alloc_array(dtype: PtxType, count: int) -> RegArray:
    """Declare `count` registers in a row."""
    return array(dtype, count)


@checked("reg.wgmma_frag")
def wgmma_frag(*, m: int, n: int, dtype: PtxType, name: str | None = None) -> RegArray:
    """Declare one thread's part of an m x n accumulator of a warpgroup of 128 threads.

    A 16-bit accumulator is packed, two values to a ``.b32`` register.
    """
    per_register = 128 if dtype.bits >= 32 else 256
    if m % 64 or n % 8 or m < 64 or n < 8:
        _refuse(f"no wgmma accumulator is {m} x {n}", "m is a multiple of 64, n of 8")
    return array(dtype if dtype.bits >= 32 else b32, m * n // per_register, name)


def move(target: Reg, source: Value) -> None:
    """Copy a value of the same width to a register with one `mov`; a register to itself with none."""
    if isinstance(source, Reg):
        if source.name == target.name:
            return
        of, to = from_name(source.dtype.register), from_name(target.dtype.register)
        if of != to and (of.bits != to.bits or pred in (of, to) or {of.kind, to.kind} in _NUMBERS_APART):
            _refuse(
                f"{source.name} is {source.dtype}, {target.name} is {target.dtype}: a copy would change it",
                f"convert it: reg.from_({source.name}, {target.dtype})",
            )
        same = source.dtype.register == target.dtype.register
        emit("mov", (_move_word(target.dtype) if same else _bits(target.dtype),), (target, source))
        return
    if isinstance(source, (NegPred, PipeRef)):
        move(target, _register(source, pred))
        return
    word = _move_word(target.dtype)
    made = operand(source, target.dtype)
    emit("mov", (word,), (target, made))


def register(value: Value, dtype: PtxType) -> Reg:
    """The register that a value already is, or a new one of `dtype` set to it."""
    return _register(value, dtype)


def as_element(value: Value, dtype: PtxType, what: str) -> Value:
    """A value as an element of `dtype` in memory: a number becomes its bits.

    Registers of other numbers are refused: a move does not convert. Untyped bits are whatever they are said
    to be, and an integer may be wider than it is in memory.

    Args:
        value: The value.
        dtype: The type of the element.
        what: The instruction that moves it.

    Raises:
        TraceError: Its lower bits are no value of the type.
    """
    held = getattr(value, "dtype", None)
    if not isinstance(held, PtxType):
        is_number = isinstance(value, (int, float)) or hasattr(value, "item")
        return operand(value, dtype) if is_number and dtype.kind == "f" else value
    if held == dtype or "b" in (held.kind, dtype.kind) or {held, dtype} == {f32, tf32}:
        return value
    if (held.kind == dtype.kind == "f") or (held.bits != dtype.bits and "f" in (held.kind, dtype.kind)):
        name = getattr(value, "name", value)
        _refuse(
            f"{what}: {name} is {held}, in memory it is {dtype}: a move is no conversion",
            f"convert it: reg.from_(…, {dtype})",
        )
    return value


_MOST_REGISTERS = 1 << 24
"""Those of a whole multiprocessor."""

_COMPARISONS = {"eq": "==", "ne": "!=", "lt": "<", "le": "<=", "gt": ">", "ge": ">="}


def _arithmetic(operation: str, left: Value, right: Value, into: Reg | None = None) -> Reg:
    """Trace a two-operand instruction of the registers' type."""
    if type(left) is Reg and (into is None or into is left):
        quick = _QUICK.get((operation, left.dtype.name))
        if (
            quick
            and left.plain_operand is not None
            and (
                type(right) in _NUMBERS
                or (type(right) is Reg and right.dtype == left.dtype and right.plain_operand is not None)
            )
        ):
            target = Reg(current().new_register(left.dtype), left.dtype) if into is None else left
            emit(operation, quick, (target, left, right))
            return target
    left, right, dtype = _matched(left, right)
    if dtype == pred:
        _refuse(f"{operation} of predicates", "predicates take &, |, ^ and ~")
    floating = dtype.kind == "f"
    if operation == "mul":
        words: tuple[str, ...] = (_word(dtype),) if floating or "x" in dtype.name else ("lo", _word(dtype))
    elif operation == "truediv":
        if dtype.name not in ("f32", "f64"):
            _refuse(f"`/` of {dtype}", "integers divide by //, floating point is f32 or f64")
        operation, words = "div", ("rn", dtype.name)
    elif operation in ("div", "rem") and floating:
        _refuse(f"`//` and `%` of {dtype}", "they are integer operations; floating point divides by /")
    else:
        words = (_word(dtype),)
    return _emitted(operation, words, dtype, left, right, into=into)


_NUMBERS_APART = ({"f", "u"}, {"f", "s"})
"""Kinds of registers whose bits mean different numbers."""

_NUMBERS = frozenset({int, float})
_QUICK = {
    (operation, name): ("lo", name) if operation == "mul" and name[0] != "f" else (name,)
    for operation in ("add", "sub", "mul", "max", "min")
    for name in ("u32", "s32", "u64", "s64", "f32", "f64")
}
"""The words of operations that need no look at their operands."""


def _bitwise(operation: str, left: Value, right: Value, into: Reg | None = None) -> Reg:
    """Trace `and`, `or` or `xor` of the registers' width."""
    left, right, dtype = _matched(left, right)
    if dtype.kind == "f":
        _refuse(f"`{operation}` of {dtype}", "take the bits first: reg.from_(x, b32), of the same width")
    return _emitted(operation, (_bits(dtype),), dtype, left, right, into=into)


def _shift(operation: str, left: Reg, amount: Value, into: Reg | None = None) -> Reg:
    """Trace a shift; the amount is a u32 whatever is shifted."""
    source = _register(left, left.dtype)
    if source.dtype.kind not in "bus" or source.dtype.bits < 16:
        _refuse(
            f"`{source.name}` is {source.dtype}: it has no shift", "shifts take 16, 32 and 64-bit integers"
        )
    if isinstance(amount, (Reg, NegPred, PipeRef)):
        count: Value = _register(amount, u32)
        assert isinstance(count, Reg)
        if count.dtype.kind not in "bus":
            _refuse(f"a shift by {count.name}, which is {count.dtype}", "the amount is an integer")
        if from_name(count.dtype.register).bits != 32:
            count = from_(count, u32)
    else:
        count = operand(amount, u32)
        if isinstance(amount, int) and amount < 0:
            _refuse(f"a shift by {amount}", "shift the other way")
    word = _bits(source.dtype) if operation == "shl" else _word(source.dtype)
    return _emitted(operation, (word,), source.dtype, source, count, into=into)


def _compare(comparison: str, left: Reg, right: object) -> Reg:
    """Trace `setp`."""
    if right is None or isinstance(right, str):
        _refuse(
            f"{left.name} {_COMPARISONS[comparison]} {right!r}",
            "compare with a register or a number; test for None with `is`",
        )
    first, second, dtype = _matched(left, right)  # type: ignore[arg-type]
    if dtype == pred:
        _refuse(
            f"{left.name} {_COMPARISONS[comparison]} {right!r}: predicates have no order",
            "use `p ^ q` for different, `~(p ^ q)` for equal",
        )
    if "x" in dtype.name:
        _refuse(
            f"{left.name} {_COMPARISONS[comparison]} {right!r}: {dtype} is packed, each half compares alone",
            f"use ptx.inst.setp.{comparison}.{dtype}(p | q, a, b)",
        )
    if comparison == "ne" and dtype.kind == "f":
        comparison = "neu"
    return _emitted("setp", (comparison, _word(dtype)), pred, first, second)


def _emitted(
    opcode: str, words: tuple[str, ...], dtype: PtxType, *sources: Value, into: Reg | None = None
) -> Reg:
    """Trace an instruction whose destination is a new register, or `into`."""
    if into is None or into.is_special:
        target = Reg(current().new_register(dtype), dtype)
    elif from_name(into.dtype.register).bits != from_name(dtype.register).bits:
        _refuse(
            f"{into.name} is {into.dtype}, the result is {dtype}: an augmented assignment keeps the register",
            f"write x = x {_SYMBOLS.get(opcode, opcode)} … for a new one, or convert with reg.from_",
        )
    else:
        target = into
    emit(opcode, words, (target, *sources))
    return target


_SYMBOLS = {
    "add": "+", "sub": "-", "mul": "*", "div": "//", "rem": "%", "and": "&", "or": "|", "xor": "^",
    "shl": "<<", "shr": ">>",
}  # fmt: skip


def _matched(left: Value, right: Value) -> tuple[Value, Value, PtxType]:
    """Two operands of one type: numbers become constants, the narrower of two integers is widened."""
    first = _plain(left)
    second = _plain(right)
    if isinstance(first, Reg) and isinstance(second, Reg):
        return _unified(first, second)
    known = first if isinstance(first, Reg) else second
    assert isinstance(known, Reg)
    dtype = known.dtype
    _check_computable(known)
    return _constant_or(first, dtype), _constant_or(second, dtype), dtype


def _unified(first: Reg, second: Reg) -> tuple[Reg, Reg, PtxType]:
    """Two registers of one type: the left one's, unless the other is wider or the left is untyped bits."""
    _check_computable(first)
    _check_computable(second)
    a, b = first.dtype, second.dtype
    if a == b:
        return first, second, a
    if a.bits == b.bits and "x" not in a.name + b.name and pred not in (a, b):
        if {a.kind, b.kind} <= {"b", "u", "s"}:
            return first, second, b if a.kind == "b" else a
        if "b" in (a.kind, b.kind):
            return first, second, b if a.kind == "b" else a
    if {a.kind, b.kind} <= {"b", "u", "s"} and a.bits != b.bits and "x" not in a.name + b.name:
        if a.bits < b.bits:
            return _widened(first, b), second, b
        return first, _widened(second, a), a
    _refuse(
        f"{first.name} is {a}, {second.name} is {b}: there is no operation on both",
        f"convert one: reg.from_({second.name}, {a})",
    )


def _widened(source: Reg, to: PtxType) -> Reg:
    """The register converted to the width of `to` by its own signedness."""
    kind = "s" if source.dtype.kind == "s" else "u"
    wide = from_name(f"{kind}{to.bits}")
    target = Reg(current().new_register(wide), wide)
    emit("cvt", (wide.name, f"{kind}{source.dtype.bits}"), (target, source))
    return target


def _check_computable(source: Reg) -> None:
    """Refuse types that no operator computes in."""
    if source.dtype.bits < 16 and source.dtype != pred:
        _refuse(
            f"{source.name} is {source.dtype}: PTX computes in 16 bits and more",
            f"convert it: reg.from_({source.name}, u32)",
        )


def _constant_or(value: Value, dtype: PtxType) -> Value:
    """A register as it is, a number as a constant, or in a register where the type has no constants."""
    if isinstance(value, Reg):
        return value
    if dtype.kind == "f" and dtype.name not in ("f32", "f64"):
        return scalar(dtype, init=value)
    if "x" in dtype.name:
        return scalar(from_name(dtype.register), init=value)
    return operand(value, dtype)


def _plain(value: Value) -> Value:
    """The value, with special registers moved and predicate expressions computed."""
    if isinstance(value, (NegPred, PipeRef)) or (isinstance(value, Reg) and value.is_special):
        return _register(value, pred)
    return value


def _register(value: Value, dtype: PtxType) -> Reg:
    """The register that a value is, or a new one of `dtype` set to it."""
    if isinstance(value, Reg):
        return from_(value, value.dtype) if value.is_special else value
    if isinstance(value, (NegPred, PipeRef)):
        target = Reg(current().new_register(pred), pred)
        _compute(target, value)
        return target
    return scalar(dtype, init=value)


def _compute(target: Reg, value: NegPred | PipeRef) -> None:
    """Set a predicate to what an expression of predicates stands for."""
    if isinstance(value, NegPred):
        emit("not", ("pred",), (target, value.reg))
    else:
        emit("or", ("pred",), (target, value.left, value.right))


def _assign(target: Reg, source: Value) -> None:
    """Set a fresh register, converting."""
    if isinstance(source, (NegPred, PipeRef)):
        if target.dtype == pred:
            _compute(target, source)
            return
        source = _register(source, pred)
    if isinstance(source, Reg) and source.is_special:
        if from_name(target.dtype.register).bits == source.dtype.bits and target.dtype.kind in "bus":
            emit("mov", (_move_word(target.dtype),), (target, source))
            return
        source = from_(source, source.dtype)
    if not isinstance(source, Reg) or not _convert(target, source):
        move(target, source)


def _convert(target: Reg, source: Reg) -> bool:
    """Convert between types; False where the bits may be taken as they are."""
    to, of = target.dtype, source.dtype
    if to == of:
        return False
    if to == pred:
        comparison = "neu" if of.kind == "f" else "ne"
        emit("setp", (comparison, _word(of)), (target, source, constant(0, of.name)))
    elif of == pred:
        word = to.name if to.name in ("f32", "f64") else _bits(to)
        emit("selp", (word,), (target, constant(1, to.name), constant(0, to.name), source))
    elif to.kind != "f" and of.kind != "f":
        if to.bits == of.bits:
            return False
        emit("cvt", (_word(to), _word(of)), (target, source))
    elif to.kind == "b" or of.kind == "b":
        if to.bits != of.bits:
            _refuse(
                f"{source.name} is {of}, {target.name} is {to}: bits of another width",
                "give the register a number's type",
            )
        return False
    else:
        _convert_floating(target, source)
    return True


def _convert_floating(target: Reg, source: Reg) -> None:
    """Convert where one type at least is floating point."""
    to, of = target.dtype, source.dtype
    if of == tf32 and to == f32:
        emit("mov", ("b32",), (target, source))
    elif of == tf32:  # its bits are those of an f32
        _convert_floating(target, Reg(source.name, f32))
    elif f32 not in (to, of) and _has_no_cvt(to, of):
        _convert_floating(target, from_(source, f32))
    elif of.kind != "f":
        emit("cvt", ("rn", to.name, of.name), (target, source))
    elif to.kind != "f":
        emit("cvt", ("rzi", to.name, of.name), (target, source))
    elif to == tf32:
        emit("cvt", ("rna", "tf32", "f32"), (target, source))
    elif of == bf16 and current().arch.number < 90:
        # cvt.f32.bf16 is of sm_90; a bf16 is the upper half of an f32.
        wide = Reg(current().new_register(u32), u32)
        emit("cvt", ("u32", "u16"), (wide, Reg(source.name, u16)))
        emit("shl", ("b32",), (wide, wide, 16))
        emit("mov", ("b32",), (target, wide))
    elif to.bits < of.bits:
        emit("cvt", ("rn", to.name, of.name), (target, source))
    else:
        emit("cvt", (to.name, of.name), (target, source))


def _has_no_cvt(to: PtxType, of: PtxType) -> bool:
    """Whether the way between two types is through f32, which holds every bf16, f16 and 8-bit integer."""
    if to == tf32 or {to, of} == {f16, bf16}:
        return True
    if bf16 in (to, of) and 8 in (to.bits, of.bits):
        return True
    return of == bf16 and current().arch.number < 90


def _word(dtype: PtxType) -> str:
    """The instruction type an operator computes in: untyped bits count as unsigned."""
    return f"u{dtype.bits}" if dtype.kind == "b" else dtype.name


def _signed(dtype: PtxType) -> str:
    """The instruction type of `neg` and `abs`, which integers have signed only."""
    return f"s{dtype.bits}" if dtype.kind in "bu" and "x" not in dtype.name else dtype.name


def _bits(dtype: PtxType) -> str:
    """The untyped instruction type of a register's width."""
    return "pred" if dtype == pred else f"b{from_name(dtype.register).bits}"


def _move_word(dtype: PtxType) -> str:
    """The instruction type of a `mov` of such registers."""
    return "b16" if dtype.register == "f16" else dtype.register


def _declared(dtype: PtxType, name: str | None = None) -> Reg:
    """A new register."""
    _check_type(dtype)
    return Reg(current().new_register(dtype, name), dtype)


def _check_type(dtype: object) -> None:
    """Refuse what is no type."""
    if not isinstance(dtype, PtxType):
        _refuse(f"{dtype!r} is no register type", "use those of pyptx.types, such as u32 and f32")


def _refuse(said: str, instead: str) -> NoReturn:
    """Raise a TraceError that says what to write instead.

    Raises:
        TraceError: Always.
    """
    raise TraceError(f"{said}; {instead}{at(caller())}")
