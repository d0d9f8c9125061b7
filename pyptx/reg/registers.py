"""A register and its operators; formulas of predicates."""

# ruff: noqa: PYI034 - an augmented assignment to a special register gives another register
from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias, overload

from pyptx.ir import Name, Negated, Pair
from pyptx.late import late
from pyptx.reg.refusals import OnlyOnGpu, refuse
from pyptx.reg.signs import (
    BELOW,
    NEGATED,
    WRAPPED,
    Hazard,
)
from pyptx.reg.words import bits, signed
from pyptx.trace import (
    Stale,
    Value,
    active,
    check_augmented,
    check_owner,
    checked_methods,
    current,
)
from pyptx.types import PtxType, pred

if TYPE_CHECKING:
    from pyptx.ir import Operand, Statement
    from pyptx.reg import operations
    from pyptx.trace import Limits, Trace
else:
    operations = late("pyptx.reg.operations")


class DatedHazard(NamedTuple):
    """A hazard of a result, and when it began.

    Attributes:
        hazard: The hazard.
        since: The statement that gave the register its value.
        is_open: Whether it is still to be found out if the value is below 0 in a thread.
    """

    hazard: Hazard
    since: Statement | None
    is_open: bool = True


@checked_methods("reg.Reg")
class Reg(OnlyOnGpu):
    """A register.

    >>> from pyptx import reg
    >>> from pyptx.trace import Trace, tracing
    >>> from pyptx.types import f32
    >>> with tracing(Trace("k")) as trace:
    ...     x = reg.scalar(f32, init=2.5)
    ...     y = (x * x - 1.0).max(0.0)
    >>> x.name, y.dtype, [instruction.opcode for instruction in trace.body]
    ('%f0', f32, ['mov', 'mul', 'sub', 'max'])

    Attributes:
        name: Name as declared, such as ``"%r0"``.
        dtype: Type of its value, which the operators go by.
        plain_operand: The operand, if every instruction may take it; None for special registers.
        owner: The trace it was made in, or None; `Stale` of a handle whose element was reassigned,
            `Limits` of a register that may not be used as any other.
        dated_hazard: Why its value may differ from that of the expression in Python; None for most registers.
    """

    __slots__ = ("dated_hazard", "dtype", "name", "owner", "plain_operand")

    def __init__(self, name: str, dtype: PtxType) -> None:
        self.name = name
        self.dtype = dtype
        self.plain_operand: Operand | None = Name(name)
        self.owner: Trace | Stale | Limits | None = active()
        self.dated_hazard: DatedHazard | None = None

    @classmethod
    def special(cls, name: str, dtype: PtxType) -> Reg:
        """A special register (manual chapter 10) such as ``%tid.x``: read-only; operators move it first.

        Args:
            name: The name, with its `%`.
            dtype: Type of its value.
        """
        made = cls(name, dtype)
        made.plain_operand = None
        return made

    def current_hazard(self) -> Hazard | None:
        """Return the hazard of its value, unless it was written since.

        >>> from pyptx import ptx
        >>> from pyptx.trace import Trace, tracing
        >>> with tracing(Trace("k")):
        ...     print((ptx.special.laneid() - 5).current_hazard().why)
        is unsigned: in some threads the number would be below 0, and wraps to a large one

        :meta private:
        """
        if self.dated_hazard is None or current().rewritten(self.name, self.dated_hazard.since) is not None:
            return None
        return self.dated_hazard.hazard

    @property
    def is_special(self) -> bool:
        """Whether it is a special register.

        >>> from pyptx import ptx, reg
        >>> from pyptx.trace import Trace, tracing
        >>> with tracing(Trace("k")):
        ...     lane = ptx.special.laneid()
        ...     lane.is_special, (lane + 1).is_special
        (True, False)
        """
        return self.plain_operand is None

    def __ptx__(self) -> Name:
        check_owner(self, self.owner)
        return Name(self.name)

    def __str__(self) -> str:
        return self.name

    def __repr__(self) -> str:
        return f"Reg({self.name!r}, {self.dtype})"

    __hash__ = OnlyOnGpu.__hash__

    def __copy__(self) -> Reg:
        """A new register with the value of this moment, as ``+x``."""
        return operations.loaded(self, self.dtype)

    def __deepcopy__(self, memo: object) -> Reg:
        return operations.loaded(self, self.dtype)

    # -- arithmetic

    def __add__(self, other: Value) -> Reg:
        return operations.arithmetic("add", self, other)

    def __radd__(self, other: Value) -> Reg:
        return operations.arithmetic("add", other, self)

    def __iadd__(self, other: Value) -> Reg:
        check_augmented(self, active())
        return operations.arithmetic("add", self, other, into=self)

    def __sub__(self, other: Value) -> Reg:
        return operations.arithmetic("sub", self, other)

    def __rsub__(self, other: Value) -> Reg:
        return operations.arithmetic("sub", other, self)

    def __isub__(self, other: Value) -> Reg:
        check_augmented(self, active())
        return operations.arithmetic("sub", self, other, into=self)

    def __mul__(self, other: Value) -> Reg:
        return operations.arithmetic("mul", self, other)

    def __rmul__(self, other: Value) -> Reg:
        return operations.arithmetic("mul", other, self)

    def __imul__(self, other: Value) -> Reg:
        check_augmented(self, active())
        return operations.arithmetic("mul", self, other, into=self)

    def __floordiv__(self, other: Value) -> Reg:
        """``div``, which rounds toward zero; ``shr`` for an unsigned register and a power of two."""
        return operations.arithmetic("div", self, other)

    def __rfloordiv__(self, other: Value) -> Reg:
        return operations.arithmetic("div", other, self)

    def __ifloordiv__(self, other: Value) -> Reg:
        check_augmented(self, active())
        return operations.arithmetic("div", self, other, into=self)

    def __mod__(self, other: Value) -> Reg:
        """``rem``, with the sign of the dividend; ``and`` for an unsigned register and a power of two."""
        return operations.arithmetic("rem", self, other)

    def __rmod__(self, other: Value) -> Reg:
        return operations.arithmetic("rem", other, self)

    def __imod__(self, other: Value) -> Reg:
        check_augmented(self, active())
        return operations.arithmetic("rem", self, other, into=self)

    def __truediv__(self, other: Value) -> Reg:
        """``div.rn`` of floating-point registers."""
        return operations.arithmetic("truediv", self, other)

    def __rtruediv__(self, other: Value) -> Reg:
        return operations.arithmetic("truediv", other, self)

    def __itruediv__(self, other: Value) -> Reg:
        check_augmented(self, active())
        return operations.arithmetic("truediv", self, other, into=self)

    def max(self, other: Value) -> Reg:
        """``max`` of the type's signedness."""
        return operations.arithmetic("max", self, other)

    def min(self, other: Value) -> Reg:
        """``min`` of the type's signedness."""
        return operations.arithmetic("min", self, other)

    # -- bits

    def __and__(self, other: Value) -> Reg:
        return operations.bitwise("and", self, other)

    def __rand__(self, other: Value) -> Reg:
        return operations.bitwise("and", other, self)

    def __iand__(self, other: Value) -> Reg:
        check_augmented(self, active())
        return operations.bitwise("and", self, other, into=self)

    @overload
    def __or__(self, other: NegPred | PipeRef) -> PipeRef: ...
    @overload
    def __or__(self, other: Value) -> Reg | PipeRef: ...
    def __or__(self, other: Value) -> Reg | PipeRef:
        """``or`` of integers; with a predicate on either side the pair ``p|q``."""
        if isinstance(other, (NegPred, PipeRef)) or (
            isinstance(other, Reg) and pred in (self.dtype, other.dtype)
        ):
            return PipeRef(self, operations.register(other, pred))
        return operations.bitwise("or", self, other)

    def __ror__(self, other: Value) -> Reg:
        return operations.bitwise("or", other, self)

    def __ior__(self, other: Value) -> Reg:  # type: ignore[misc]
        check_augmented(self, active())
        return operations.bitwise("or", self, other, into=self)

    def __xor__(self, other: Value) -> Reg:
        return operations.bitwise("xor", self, other)

    def __rxor__(self, other: Value) -> Reg:
        return operations.bitwise("xor", other, self)

    def __ixor__(self, other: Value) -> Reg:
        check_augmented(self, active())
        return operations.bitwise("xor", self, other, into=self)

    def __lshift__(self, other: Value) -> Reg:
        return operations.shift("shl", self, other)

    def __rlshift__(self, other: Value) -> Reg:
        return operations.shift("shl", operations.register(other, self.dtype), self)

    def __ilshift__(self, other: Value) -> Reg:
        check_augmented(self, active())
        return operations.shift("shl", self, other, into=self)

    def __rshift__(self, other: Value) -> Reg:
        """``shr``: arithmetic for signed registers."""
        return operations.shift("shr", self, other)

    def __rrshift__(self, other: Value) -> Reg:
        return operations.shift("shr", operations.register(other, self.dtype), self)

    def __irshift__(self, other: Value) -> Reg:
        check_augmented(self, active())
        return operations.shift("shr", self, other, into=self)

    def __invert__(self) -> Any:
        """``!p`` of a predicate, as `NegPred`; ``not`` of an integer, as `Reg`."""
        if self.dtype == pred:
            return NegPred(self)
        source = operations.register(self, self.dtype)
        if source.dtype.kind == "f":
            refuse(f"`~` of {source.dtype}", "take the bits first: reg.from_(x, b32), of the same width")
        hazard = BELOW if source.dtype.kind == "s" else None
        return operations.emitted("not", (bits(source.dtype),), source.dtype, source, hazard=hazard)

    def __neg__(self) -> Reg:
        if self.dtype == pred:
            refuse(f"`-{self}` of a predicate", "write ~p")
        source = operations.register(self, self.dtype)
        hazard = {"u": WRAPPED, "s": NEGATED}.get(source.dtype.kind)
        return operations.emitted("neg", (signed(source.dtype),), source.dtype, source, hazard=hazard)

    def __pos__(self) -> Reg:
        """A new register with the value of this moment."""
        return operations.loaded(self, self.dtype)

    def __abs__(self) -> Reg:
        source = operations.register(self, self.dtype)
        if source.dtype == pred:
            refuse(f"abs({source}) of a predicate", "a number is reg.from_(p, u32)")
        if source.dtype.kind == "u":
            refuse(
                f"abs({source}): {source} is {source.dtype}, which is never below 0",
                f"for a distance compute in a signed register, reg.from_(x, s{source.dtype.bits}), or "
                "a.max(b) - a.min(b)",
            )
        return operations.emitted("abs", (signed(source.dtype),), source.dtype, source)

    # -- comparison

    def __lt__(self, other: Value) -> Reg:
        return operations.compare("lt", self, other)

    def __le__(self, other: Value) -> Reg:
        return operations.compare("le", self, other)

    def __gt__(self, other: Value) -> Reg:
        return operations.compare("gt", self, other)

    def __ge__(self, other: Value) -> Reg:
        return operations.compare("ge", self, other)

    def __eq__(self, other: object) -> Reg:  # type: ignore[override]
        return operations.compare("eq", self, other)

    def __ne__(self, other: object) -> Reg:  # type: ignore[override]
        """``setp.ne``; of floating point ``setp.neu``, which holds for NaN as in Python."""
        return operations.compare("ne", self, other)


class _Formula(OnlyOnGpu, ABC):
    """A predicate that is computed where it is used: the registers it reads must be as they were."""

    __slots__ = ("_since",)
    example = ""
    """The notation of such a formula."""

    def __init__(self) -> None:
        trace = active()
        self._since = None if trace is None else trace.last

    @property
    @abstractmethod
    def _parts(self) -> tuple[Reg, ...]:
        """The registers it reads."""

    def check(self) -> None:
        """Refuse the formula where a register that it reads was written since.

        Raises:
            TraceError: One was written since: the formula would have a different value here.
        """
        for part in self._parts:
            written = current().rewritten(part.name, self._since)
            if written is not None:
                refuse(
                    f"{self} was written before {part} got another value, at {written}: "
                    "the GPU would compute it from the new value",
                    f"write it where it is used, or keep its value: q = reg.from_({self.example}, pred)",
                )

    def __copy__(self) -> Reg:
        return operations.register(self, pred)

    def __deepcopy__(self, memo: object) -> Reg:
        return operations.register(self, pred)

    def __and__(self, other: Predicate) -> Reg:
        return operations.bitwise("and", self, other)

    def __rand__(self, other: Predicate) -> Reg:
        return operations.bitwise("and", other, self)

    def __or__(self, other: Predicate) -> PipeRef:
        return PipeRef(operations.register(self, pred), operations.register(other, pred))

    def __xor__(self, other: Predicate) -> Reg:
        return operations.bitwise("xor", self, other)


class NegPred(_Formula):
    """``!p``: a negated predicate.

    >>> from pyptx import reg
    >>> from pyptx.trace import Trace, tracing
    >>> from pyptx.types import pred
    >>> with tracing(Trace("k")):
    ...     p = reg.scalar(pred)
    ...     ~p, ~~p is p
    (NegPred(Reg('%p0', pred)), True)

    Attributes:
        reg: The predicate.
    """

    __slots__ = ("reg",)
    example = "~p"

    def __init__(self, reg: Reg) -> None:
        super().__init__()
        if not isinstance(reg, Reg):
            refuse(f"{reg!r} is not a register", "~p negates the predicate p")
        if reg.dtype != pred:
            refuse(f"{reg.name} is {reg.dtype}: only a predicate can be negated", "compare it first")
        self.reg = reg

    @property
    def _parts(self) -> tuple[Reg, ...]:
        return (self.reg,)

    def __ptx__(self) -> Negated:
        self.check()
        return Negated(self.reg.__ptx__())

    def __str__(self) -> str:
        return f"~{self.reg}"

    def __repr__(self) -> str:
        return f"NegPred({self.reg!r})"

    def __invert__(self) -> Reg:
        self.check()
        return self.reg


class PipeRef(_Formula):
    """``p|q``: two destinations; where one predicate is wanted, the `or` of both.

    >>> from pyptx import reg
    >>> from pyptx.trace import Trace, tracing
    >>> from pyptx.types import pred
    >>> with tracing(Trace("k")):
    ...     p, q = reg.array(pred, 2)
    ...     (p | q).left is p, (p | q).right is q
    (True, True)

    Attributes:
        left: The register before the bar.
        right: The register after it.
    """

    __slots__ = ("left", "right")
    example = "p | q"

    def __init__(self, left: Reg, right: Reg) -> None:
        super().__init__()
        self.left = left
        self.right = right

    @property
    def _parts(self) -> tuple[Reg, ...]:
        return (self.left, self.right)

    def __ptx__(self) -> Pair:
        return Pair(self.left.__ptx__(), self.right.__ptx__())

    def __str__(self) -> str:
        return f"{self.left} | {self.right}"

    def __repr__(self) -> str:
        return f"PipeRef({self.left!r}, {self.right!r})"

    def __invert__(self) -> NegPred:
        return NegPred(operations.register(self, pred))


Predicate: TypeAlias = Reg | NegPred | PipeRef
"""Values that may guard an instruction or be a condition."""
