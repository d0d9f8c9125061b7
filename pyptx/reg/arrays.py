"""Consecutive registers, and how their elements are read and assigned."""

from __future__ import annotations

import operator
from typing import TYPE_CHECKING, NoReturn, overload

from pyptx.errors import TraceIndexError
from pyptx.ir import Name, Vector
from pyptx.reg.conversion import assign, check_type, move
from pyptx.reg.operations import register
from pyptx.reg.refusals import refuse
from pyptx.reg.registers import NegPred, PipeRef, Reg
from pyptx.trace import Stale, Value, active, at, caller, check_owner, checked, checked_methods, current
from pyptx.types import PtxType, b32

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pyptx.trace import Trace


@checked_methods("reg.RegArray")
class RegArray:
    """Consecutive registers ``%f4``, ``%f5`` …: an operand in braces.

    ``acc[i] = r`` traces a `mov`; indexes and slices are Python's. ``acc[i]`` is a handle of the element,
    which instructions may write; once the element is reassigned, an older handle is refused: it is the new
    value, not the one that was there.

    >>> from pyptx.trace import Trace, tracing
    >>> from pyptx.types import u32
    >>> with tracing(Trace("k")):
    ...     best = array(u32, 2)
    ...     before = best[0]
    ...     best[0] = best[1]
    ...     changed = best[0] - before
    Traceback (most recent call last):
        ...
    pyptx.errors.TraceError: sub.u32, operand 3 of 3: %r0 was read from its array before ...
    """

    __slots__ = ("_braces", "_regs", "base", "count", "dtype", "owner", "start")

    def __init__(self, base: str, count: int, dtype: PtxType, *, start: int = 0) -> None:
        self.base = base
        self.count = count
        self.dtype = dtype
        self.start = start
        self._regs: dict[int, Reg] = {}
        self._braces: Vector | None = None
        self.owner: Trace | None = active()

    @property
    def plain_operand(self) -> Vector:
        """The registers in braces.

        :meta private:
        """
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
            refuse(
                f"{self.base}<{self.count}> has no element [{idx.name}]: registers have no addresses",
                "index with a Python number, or keep the data in shared memory",
            )
        try:
            return self._at(range(self.count)[operator.index(idx)])  # type: ignore[arg-type]
        except IndexError:
            message = f"{self.base}<{self.count}> has no register {idx}; it has 0 to {self.count - 1}"
            raise TraceIndexError(f"{message}{at(caller())}") from None
        except TypeError:
            refuse(f"{self.base}<{self.count}>[{idx!r}]", "an index is a Python number, or a slice")

    @overload
    def __setitem__(self, idx: int, value: Value) -> None: ...
    @overload
    def __setitem__(self, idx: slice, value: Sequence[Value] | RegArray) -> None: ...
    def __setitem__(self, idx: int | slice, value: Value | RegArray) -> None:
        if not isinstance(idx, slice):
            element = self[idx]
            if element is not value:  # as it is in `acc[i] += x`
                self._set(element, value)
            return
        targets = self[idx]
        values = list(value) if isinstance(value, (list, tuple, RegArray)) else [value]
        if len(values) != len(targets):
            many = "1 value" if len(values) == 1 else f"{len(values)} values"
            refuse(f"{many} for {len(targets)} registers", f"give one for each: [x] * {len(targets)}")
        written: set[str] = set()
        for number, (target, source) in enumerate(zip(targets, values, strict=True)):
            if isinstance(source, Reg) and source.name in written:
                values[number] = +source
            elif isinstance(source, (NegPred, PipeRef)):
                values[number] = register(source, self.dtype)
            written.add(target.name)
        for target, source in zip(targets, values, strict=True):
            self._set(target, source)

    def _set(self, element: Reg, value: Value) -> None:
        """Copy a value to an element; handles of the old element become stale."""
        move(element, value)
        if not (isinstance(value, Reg) and value.name == element.name):
            element.owner = Stale(element.name, caller())
            number = int(element.name[len(self.base) :]) - self.start
            del self._regs[number]
            if element.dated_hazard is not None:
                self._at(number).dated_hazard = element.dated_hazard

    def _refuse_arithmetic(self, *_: object) -> NoReturn:
        refuse(
            f"{self.base}<{self.count}> is an array of registers, which has no arithmetic",
            "write it for each: [x * 2 for x in acc], or `for i in range(len(acc)): acc[i] *= 2`",
        )

    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = __truediv__ = __rtruediv__ = (
        _refuse_arithmetic
    )
    __iadd__ = __isub__ = __imul__ = __itruediv__ = __pow__ = __matmul__ = __neg__ = _refuse_arithmetic
    __lt__ = __le__ = __gt__ = __ge__ = _refuse_arithmetic

    def __copy__(self) -> RegArray:
        """New registers with the values of this moment."""
        made = array(self.dtype, self.count)
        made[:] = self
        return made

    def __deepcopy__(self, memo: object) -> RegArray:
        return self.__copy__()

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
        """Return the registers in the order of an instruction: as declared, or last first.

        >>> from pyptx import reg
        >>> from pyptx.trace import Trace, tracing
        >>> from pyptx.types import b32
        >>> with tracing(Trace("k")):
        ...     values = reg.array(b32, 3)
        >>> [value.name for value in values.regs()], values.hw_order(reverse=True)[0].name
        (['%r0', '%r1', '%r2'], '%r2')
        >>> values.plain_operand
        Vector(items=(Name(name='%r0'), Name(name='%r1'), Name(name='%r2')), gaps=None)
        """
        return list(self)[::-1] if reverse else list(self)

    def _at(self, number: int) -> Reg:
        """The register with a number, made when it is first asked for."""
        register = self._regs.get(number)
        if register is None:
            register = self._regs[number] = Reg(f"{self.base}{self.start + number}", self.dtype)
            register.owner = self.owner
        return register


MOST_REGISTERS = 1 << 24
"""Those of a whole multiprocessor."""


@checked("reg.array")
def array(dtype: PtxType, count: int, name: str | None = None, *, init: Value | None = None) -> RegArray:
    """Declare `count` registers in a row, called `name` and a number; with `init`, set each.

    >>> from pyptx.trace import Trace, tracing
    >>> from pyptx.types import f32
    >>> with tracing(Trace("k")) as trace:
    ...     acc = array(f32, 4, init=0.0)
    >>> [instruction.opcode for instruction in trace.body]
    ['mov', 'mov', 'mov', 'mov']

    Args:
        dtype: Type of each register.
        count: Number of registers, known while tracing.
        name: Prefix of their names; chosen if not given.
        init: Value of each register, as for `scalar`.
    """
    check_type(dtype)
    try:
        number = operator.index(count)
    except TypeError:
        number = 0
    if not 1 <= number <= MOST_REGISTERS:
        refuse(
            f"an array of {count!r} registers",
            f"the count is a number from 1 to {MOST_REGISTERS}, known while tracing",
        )
    base, start = current().scopes.new_registers(dtype, number, name)
    made = RegArray(base, number, dtype, start=start)
    if init is not None:
        for each in made.regs():
            assign(each, init)
    return made


@checked("reg.alloc_array")
def alloc_array(dtype: PtxType, count: int) -> RegArray:
    """Declare `count` registers in a row.

    Args:
        dtype: Type of each register.
        count: Number of registers.
    """
    return array(dtype, count)


@checked("reg.wgmma_frag")
def wgmma_frag(*, m: int, n: int, dtype: PtxType, name: str | None = None) -> RegArray:
    """Declare one thread's part of an m x n accumulator of a warpgroup of 128 threads.

    A 16-bit accumulator is packed, two values to a ``.b32`` register.

    Args:
        m: Rows, a multiple of 64.
        n: Columns, a multiple of 8.
        dtype: Type of an element; two of 16 bits share a register.
        name: Prefix of the names of the registers; chosen if not given.
    """
    per_register = 128 if dtype.bits >= 32 else 256
    if m % 64 or n % 8 or m < 64 or n < 8:
        refuse(f"no wgmma accumulator is {m} x {n}", "m is a multiple of 64, n of 8")
    return array(dtype if dtype.bits >= 32 else b32, m * n // per_register, name)
