"""Special registers (manual chapter 10): ``ptx.special.tid.x()``, ``ptx.sreg("%smid")``.

Each is an operand of `mov`; anywhere else, and in Python expressions, it is moved to a register first.
Positions and sizes are unsigned: ``tid - 5`` wraps below 0. For what may be negative, write
``reg.from_(ptx.special.tid.x(), s32)`` once, and compute in that register.

>>> clock64(), tid.y()
(Reg('%clock64', u64), Reg('%tid.y', u32))
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NoReturn

from pyptx.errors import TraceError, did_you_mean
from pyptx.isa import special_register
from pyptx.isa.special_registers import SPECIAL_REGISTERS
from pyptx.reg import Reg
from pyptx.trace import at, caller, checked, checked_methods
from pyptx.types import from_name

if TYPE_CHECKING:
    from collections.abc import Callable


@checked("ptx.sreg")
def sreg(name: str) -> Reg:
    """The special register called `name`, with or without its percent sign.

    Raises:
        TraceError: There is none; the message guesses.
    """
    full = name if name.startswith("%") else f"%{name}"
    found = special_register(full)
    if found is None:
        close = [known for known in SPECIAL_REGISTERS if known.startswith(f"{full}.")]
        guess = (
            f"; did you mean {' or '.join(close[:3])}?" if close else did_you_mean(full, SPECIAL_REGISTERS)
        )
        raise TraceError(f"no special register {full}{guess}{at(caller())}")
    return Reg.special(full, from_name(found.type))


class UnknownRegisterError(TraceError, AttributeError):
    """A special register that there is not."""


@checked_methods("ptx.special.<register>")
class Dim:
    """A special register of several components, such as ``%tid``."""

    __slots__ = ("_name",)

    def __init__(self, name: str) -> None:
        self._name = name

    def __repr__(self) -> str:
        return f"<ptx.special.{self._name}: .x() .y() .z() .w()>"

    def __call__(self) -> NoReturn:
        """Refuse: it has several components."""
        raise TraceError(f"%{self._name} has components: write ptx.special.{self._name}.x(){at(caller())}")

    if not TYPE_CHECKING:  # checkers know the components

        def __getattr__(self, name: str) -> NoReturn:
            if name[:2] == "__":
                raise AttributeError(name)
            raise UnknownRegisterError(
                f"%{self._name} has the components x, y, z and w, not {name}{at(caller())}"
            )

    def x(self) -> Reg:
        """Component x."""
        return sreg(f"%{self._name}.x")

    def y(self) -> Reg:
        """Component y."""
        return sreg(f"%{self._name}.y")

    def z(self) -> Reg:
        """Component z."""
        return sreg(f"%{self._name}.z")

    def w(self) -> Reg:
        """Component w, which is 0 of positions and 1 of sizes."""
        return sreg(f"%{self._name}.w")


tid = Dim("tid")
"""``%tid``: the thread's position in its CTA, unsigned; see above for indices that may be negative."""
ntid = Dim("ntid")
ctaid = Dim("ctaid")
nctaid = Dim("nctaid")
clusterid = Dim("clusterid")
nclusterid = Dim("nclusterid")
cluster_ctaid = Dim("cluster_ctaid")
cluster_nctaid = Dim("cluster_nctaid")


@checked("ptx.special.laneid")
def laneid() -> Reg:
    """``%laneid``: the lane of the thread in its warp."""
    return sreg("%laneid")


@checked("ptx.special.warpid")
def warpid() -> Reg:
    """``%warpid``: the warp of the thread; it may change, so it is for profiling: use ``tid.x >> 5``."""
    return sreg("%warpid")


@checked("ptx.special.smid")
def smid() -> Reg:
    """``%smid``: the multiprocessor."""
    return sreg("%smid")


@checked("ptx.special.clock")
def clock() -> Reg:
    """``%clock``: the lower 32 bits of the cycle counter."""
    return sreg("%clock")


@checked("ptx.special.clock64")
def clock64() -> Reg:
    """``%clock64``: the cycle counter."""
    return sreg("%clock64")


@checked("ptx.special.globaltimer")
def globaltimer() -> Reg:
    """``%globaltimer``: nanoseconds."""
    return sreg("%globaltimer")


@checked("ptx.special.cluster_ctarank")
def cluster_ctarank() -> Reg:
    """``%cluster_ctarank``: the rank of the CTA in its cluster."""
    return sreg("%cluster_ctarank")


@checked("ptx.special.ctaid_x")
def ctaid_x() -> Reg:
    """``%ctaid.x``."""
    return sreg("%ctaid.x")


@checked("ptx.special.ctaid_y")
def ctaid_y() -> Reg:
    """``%ctaid.y``."""
    return sreg("%ctaid.y")


def __getattr__(name: str) -> Callable[[], Reg]:
    """Every other special register by its name: ``ptx.special.lanemask_lt()``."""
    if name[:2] == "__":
        raise AttributeError(name)
    if special_register(f"%{name}") is None:
        raise UnknownRegisterError(
            f"no special register %{name}{did_you_mean(name, __dir__())}{at(caller())}"
        )

    @checked(f"ptx.special.{name}")
    def read() -> Reg:
        return sreg(f"%{name}")

    return read


def __dir__() -> list[str]:
    return sorted({name[1:].partition(".")[0] for name in SPECIAL_REGISTERS})
