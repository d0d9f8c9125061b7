"""Errors for uses of a register as a Python number; each names the instruction to write.

>>> from pyptx.reg import scalar
>>> from pyptx.trace import Trace, tracing
>>> from pyptx.types import u32
>>> with tracing(Trace("k")):
...     scalar(u32) ** 2
Traceback (most recent call last):
    ...
pyptx.errors.TraceError: `%r0 ** …`: registers have no power; write the product: x * x
  at ...
"""

from __future__ import annotations

import operator
from typing import TYPE_CHECKING, Any, NoReturn

from pyptx.errors import TraceError
from pyptx.trace import at, caller

if TYPE_CHECKING:
    from collections.abc import Callable


def refuse(said: str, instead: str) -> NoReturn:
    """Raise a TraceError that names the code to write instead.

    Raises:
        TraceError: Always.
    """
    raise TraceError(f"{said}; {instead}{at(caller())}")


class OnlyOnGpu:
    """A value that exists only on the GPU: it cannot be a Python number, a condition, a key or a sequence."""

    __slots__ = ()

    if not TYPE_CHECKING:  # a type checker would take every attribute for one that is there

        def __getattr__(self, name: str) -> NoReturn:
            said = f"{type(self).__name__} has no attribute {name}"
            if name in _ATTRIBUTES:
                said += f"; {_ATTRIBUTES[name]}{at(caller())}"
            raise AttributeError(said, name=name, obj=self)

    def __bool__(self) -> bool:
        refuse(
            f"`if {self}:` does not branch on the GPU: Python has no value of a register while it traces",
            "write\n"
            "    if, while           with ptx.if_(p):, with ptx.loop(...):, for i in ptx.range_(...):\n"
            "    and, or, not, in    p & q, p | q, ~p, (x == 0) | (x == 1)\n"
            "    a < b < c           (a < b) & (b < c)\n"
            "    max(a, b)           a.max(b), a.min(b)\n"
            "    x if p else y       ptx.selp(dtype, d, x, y, p)",
        )

    def __hash__(self) -> int:
        refuse(
            f"{self} cannot be a key of a dictionary or an element of a set; `x in {{…}}` compares nothing",
            "compare on the GPU, `(x == 0) | (x == 1)`; as a key take a Python value, such as a name",
        )

    def __index__(self) -> int:
        refuse(
            f"{self} has no value while the kernel is traced: it is not an index of a list or a bound of "
            "range()",
            "use ptx.range_(...) to loop on the GPU, ptx.selp to choose one of two; what a register indexes "
            "is in memory: smem.alloc, or a table, ptx.var('const', ...)",
        )

    def __int__(self) -> int:
        refuse(
            f"{self} has no value while the kernel is traced: int() needs one",
            "convert on the GPU: reg.from_(x, s32)",
        )

    def __float__(self) -> float:
        refuse(
            f"{self} has no value while the kernel is traced: float() and the functions of math need one",
            f"convert on the GPU: reg.from_(x, f32); {_FUNCTIONS}",
        )

    def __round__(self, digits: int = 0) -> NoReturn:
        refuse(f"round({self})", "write ptx.inst.cvt.rni.f32.f32(y, x), or .rni.s32.f32 for an integer")

    def __floor__(self) -> NoReturn:
        refuse(f"math.floor({self})", "write ptx.inst.cvt.rmi.f32.f32(y, x), or .rmi.s32.f32 for an integer")

    def __ceil__(self) -> NoReturn:
        refuse(
            f"math.ceil({self})",
            "write ptx.inst.cvt.rpi.f32.f32(y, x), or .rpi.s32.f32 for an integer; of a quotient "
            "ptx.ceil_div(a, b)",
        )

    def __trunc__(self) -> NoReturn:
        refuse(f"math.trunc({self})", "write reg.from_(x, s32)")

    def __iter__(self) -> NoReturn:
        refuse(f"{self} is one register: it has no elements", "use reg.array(dtype, n) for several")

    def __len__(self) -> int:
        refuse(f"{self} is one register: it has no length", "use reg.array(dtype, n) for several")

    def __getitem__(self, index: object) -> NoReturn:
        refuse(
            f"{self}[…]: {self} is one register, it has no elements",
            "load from an address: ptx.inst.ld.global_.f32(x, ptx.addr(p, offset)); bits are `(x >> i) & 1`",
        )

    def __setitem__(self, index: object, value: object) -> NoReturn:
        refuse(
            f"{self}[…] = …: {self} is one register, it has no elements",
            "store to an address: ptx.inst.st.global_.f32(ptx.addr(p, offset), x)",
        )

    def __contains__(self, item: object) -> bool:
        refuse(f"{self} is one register: `in` cannot look inside", "compare with ==")

    def __pow__(self, other: object) -> NoReturn:
        refuse(f"`{self} ** …`: registers have no power", "write the product: x * x")

    def __rpow__(self, other: object) -> NoReturn:
        refuse(
            f"`… ** {self}`: registers have no power",
            "write 1 << n for 2 ** n of integers, ptx.inst.ex2.approx.f32(y, x) for 2 ** x",
        )

    def __divmod__(self, other: object) -> NoReturn:
        refuse("divmod() of registers", "write q, r = a // b, a % b")

    __rdivmod__ = __divmod__

    def __matmul__(self, other: object) -> NoReturn:
        refuse("`@` of registers", "matrices are multiplied by ptx.mma.sync, ptx.wgmma and ptx.tcgen05")

    __rmatmul__ = __matmul__

    def __enter__(self) -> NoReturn:
        refuse(f"`with {self}:`", "write `with ptx.if_(p):`")

    def __exit__(self, *_: object) -> None:
        """Never reached: `with` is refused at its entry."""

    def __format__(self, spec: str) -> str:
        if spec:
            refuse(
                f"{self} has no value while the kernel is traced: a format `{spec}` does not print it",
                "store it and print what the kernel returns",
            )
        return str(self)

    def __array_ufunc__(self, function: object, method: str, *inputs: object, **kwargs: object) -> object:
        """Compute with a NumPy number as with Python's; refuse arrays and the functions of NumPy."""
        name = getattr(function, "__name__", str(function))
        plain = _OPERATORS.get(name)
        if plain is not None and method == "__call__" and not kwargs:
            if all(isinstance(each, OnlyOnGpu) or getattr(each, "shape", ()) == () for each in inputs):
                left, right = (each if isinstance(each, OnlyOnGpu) else _number(each) for each in inputs)
                return plain(left, right)
            refuse(
                "a NumPy array meets a register: registers hold one number of each thread",
                "pass the array to the kernel, or loop over it in Python: [float(x) * r for x in array]",
            )
        refuse(f"np.{name} of a register: NumPy computes on the host", _FUNCTIONS)

    def __array__(self, *_: object, **__: object) -> NoReturn:
        refuse(
            f"{self} has no value while the kernel is traced: it cannot be an element of a NumPy array",
            "keep registers in a list, or in reg.array(dtype, n)",
        )


_FUNCTIONS = (
    "on the GPU: ptx.inst.sqrt.rn.f32(y, x), .rsqrt.approx, .ex2.approx (2 ** x), .lg2.approx, .sin.approx, "
    ".cos.approx, .tanh.approx, abs(x), a.max(b), a.min(b)"
)

_ATTRIBUTES = {
    **dict.fromkeys(("astype", "to", "cast", "type"), "convert by `reg.from_(x, f32)`"),
    "float": "convert by `reg.from_(x, f32)`",
    "int": "convert by `reg.from_(x, s32)`",
    **dict.fromkeys(
        ("item", "numpy", "tolist", "value"),
        'it has no value while the kernel is traced: store it, or write `ptx.printf("%u\\n", x)`',
    ),
    **dict.fromkeys(
        ("shape", "size", "T"), "it is one number of each thread; `reg.array(dtype, n)` has several"
    ),
    "sum": "the sum over a warp is `ptx.warp.reduce_sum(x)`, over a CTA `ptx.cta.reduce_sum(x, threads=n)`",
    "load": "write `ptx.ld(dtype, dst, ptx.addr(pointer))`",
    "store": "write `ptx.st(dtype, ptx.addr(pointer), value)`",
    "copy": "write `y = reg.from_(x, x.dtype)`",
    **dict.fromkeys(("sqrt", "exp", "log"), _FUNCTIONS),
}
"""Attributes of arrays and numbers of other libraries, and their replacements."""

_OPERATORS: dict[str, Callable[[Any, Any], object]] = {
    "add": operator.add, "subtract": operator.sub, "multiply": operator.mul,
    "divide": operator.truediv, "true_divide": operator.truediv, "floor_divide": operator.floordiv,
    "remainder": operator.mod, "bitwise_and": operator.and_, "bitwise_or": operator.or_,
    "bitwise_xor": operator.xor, "left_shift": operator.lshift, "right_shift": operator.rshift,
    "less": operator.lt, "less_equal": operator.le, "greater": operator.gt, "greater_equal": operator.ge,
    "equal": operator.eq, "not_equal": operator.ne,
}  # fmt: skip


def _number(value: object) -> object:
    """A NumPy number as Python's."""
    item = getattr(value, "item", None)
    return value if item is None else item()
