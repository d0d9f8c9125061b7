"""Special registers (manual chapter 10): ``ptx.special.tid.x()``, ``ptx.sreg("%laneid")``.

Each is an operand of `mov`; anywhere else, and in Python expressions, it is moved to a register first. One
whose value changes while a thread runs (``%clock64``, ``%globaltimer``, ``%smid`` …) is read by the call: the
result is a new register.

Positions and sizes are unsigned: ``tid - 5`` wraps below 0. For an index that may be negative, write
``reg.from_(ptx.special.tid.x(), s32)`` once, and compute in that register.

>>> laneid(), tid.y()
(Reg('%laneid', u32), Reg('%tid.y', u32))
>>> from pyptx.trace import Trace, tracing
>>> with tracing(Trace("k")):
...     clock64()
Reg('%rd0', u64)

`sreg` takes the PTX name, and the two that most kernels read have short ones:

>>> from pyptx import ptx
>>> ptx.ctaid_x(), ptx.ctaid_y(), ptx.sreg("%laneid")
(Reg('%ctaid.x', u32), Reg('%ctaid.y', u32), Reg('%laneid', u32))
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NoReturn

from pyptx.errors import TraceError, TraceTypeError, did_you_mean
from pyptx.isa import special_register
from pyptx.isa.special_registers import SPECIAL_REGISTERS
from pyptx.reg import Reg, from_
from pyptx.trace import at, caller, checked
from pyptx.types import from_name

if TYPE_CHECKING:
    from collections.abc import Callable


@checked("ptx.sreg")
def sreg(name: str) -> Reg:
    """Return the special register called `name`, with or without its percent sign.

    A volatile one, such as ``%clock``, is read here, into a new register; ``"%clock"`` as an operand of `mov`
    is read by that instruction.

    Raises:
        TraceError: There is no such register; the message suggests one.
    """
    full = name if name.startswith("%") else f"%{name}"
    found = special_register(full)
    if found is None:
        close = [known for known in SPECIAL_REGISTERS if known.startswith(f"{full}.")]
        guess = (
            f"; did you mean {' or '.join(close[:3])}?" if close else did_you_mean(full, SPECIAL_REGISTERS)
        )
        raise TraceError(f"no special register {full}{guess}{at(caller())}")
    register = Reg.special(full, from_name(found.type))
    return from_(register, register.dtype) if found.volatile else register


class UnknownRegisterError(TraceError, AttributeError):
    """A special register that there is not."""


def _refusing(operation: str) -> Callable[..., NoReturn]:
    """A method that refuses to take a function for the register that it reads."""

    def refuse(self: _Uncalled, *_: object) -> NoReturn:
        said = self.call.removesuffix("()")
        raise TraceError(f"{said} is a function, not the value it reads; write {self.call}{at(caller())}")

    refuse.__name__ = operation
    return refuse


class _Uncalled:
    """A function of `ptx.special`: where it represents a value, the call is missing.

    Attributes:
        call: Text of the call.
    """

    call: str

    __hash__ = object.__hash__


for _operation in (
    "add", "sub", "mul", "floordiv", "truediv", "mod", "pow", "divmod", "matmul", "and", "or", "xor",
    "lshift", "rshift",
):  # fmt: skip
    for _form in (f"__{_operation}__", f"__r{_operation}__"):
        setattr(_Uncalled, _form, _refusing(_form))
for _operation in (
    "eq", "ne", "lt", "le", "gt", "ge", "neg", "pos", "invert", "abs", "bool", "index", "int", "float",
    "iter", "len", "getitem", "contains", "ptx",
):  # fmt: skip
    setattr(_Uncalled, f"__{_operation}__", _refusing(f"__{_operation}__"))


class Special(_Uncalled):
    """A function that reads a special register: ``ptx.special.laneid``, ``ptx.special.tid.x``."""

    def __init__(self, name: str, said: str = "") -> None:
        """Make the function.

        Args:
            name: The register, such as ``"%tid.x"``.
            said: The function's Python name, if it is not a member of `ptx.special`.
        """
        self._name = name
        self.__name__ = self.__qualname__ = said or f"ptx.special.{name[1:]}"
        self.call = f"{self.__name__}()"

    def __repr__(self) -> str:
        return self.__name__

    def __call__(self, *args: NoReturn, **named: NoReturn) -> Reg:
        """Return the register; one that is volatile is read here, into a new register.

        Raises:
            TraceTypeError: There are arguments.
        """
        if args or named:
            given = ", ".join([*map(repr, args), *named])
            raise TraceTypeError(f"{self.call} takes no arguments, but got {given}{at(caller())}")
        return sreg(self._name)


class Dim(_Uncalled):
    """A special register of several components, such as ``%tid``.

    Attributes:
        x: Reads component x.
        y: Reads component y.
        z: Reads component z.
        w: Reads component w, which is 0 of positions and 1 of sizes.
    """

    def __init__(self, name: str) -> None:
        self._name = name
        self.call = f"ptx.special.{name}.x()"
        self.x, self.y, self.z, self.w = (Special(f"%{name}.{axis}") for axis in "xyzw")

    def __repr__(self) -> str:
        return f"<ptx.special.{self._name}: .x() .y() .z() .w()>"

    def __call__(self) -> NoReturn:
        """Refuse: it has several components."""
        raise TraceError(f"%{self._name} has components: write {self.call}{at(caller())}")

    if not TYPE_CHECKING:  # checkers know the components

        def __getattr__(self, name: str) -> NoReturn:
            if name[:1] == "_":
                raise AttributeError(name)
            raise UnknownRegisterError(
                f"%{self._name} has the components x, y, z and w, not {name}{at(caller())}"
            )


tid = Dim("tid")
"""``%tid``: the thread's position in its CTA, unsigned; see above for indices that may be negative."""
ntid = Dim("ntid")
ctaid = Dim("ctaid")
nctaid = Dim("nctaid")
clusterid = Dim("clusterid")
nclusterid = Dim("nclusterid")
cluster_ctaid = Dim("cluster_ctaid")
cluster_nctaid = Dim("cluster_nctaid")

laneid = Special("%laneid")
"""``%laneid``: the lane of the thread in its warp."""
warpid = Special("%warpid")
"""``%warpid``: the warp of the thread; it may change, so it is for profiling: use ``tid.x >> 5``."""
smid = Special("%smid")
"""``%smid``: the multiprocessor."""
clock = Special("%clock")
"""``%clock``: the lower 32 bits of the cycle counter, read by the call."""
clock64 = Special("%clock64")
"""``%clock64``: the cycle counter, read by the call."""
globaltimer = Special("%globaltimer")
"""``%globaltimer``: nanoseconds, read by the call."""
cluster_ctarank = Special("%cluster_ctarank")
"""``%cluster_ctarank``: the rank of the CTA in its cluster."""
ctaid_x = Special("%ctaid.x", "ptx.ctaid_x")
"""``%ctaid.x``."""
ctaid_y = Special("%ctaid.y", "ptx.ctaid_y")
"""``%ctaid.y``."""


def __getattr__(name: str) -> Special:
    """Every other special register by its name: ``ptx.special.lanemask_lt()``."""
    if name[:2] == "__":
        raise AttributeError(name)
    if special_register(f"%{name}") is None:
        raise UnknownRegisterError(
            f"no special register %{name}{did_you_mean(name, __dir__())}{at(caller())}"
        )
    return Special(f"%{name}")


def __dir__() -> list[str]:
    return sorted({name[1:].partition(".")[0] for name in SPECIAL_REGISTERS})
