"""Tensor parameters of a kernel: shape, element type and layout in memory.

A dimension is a number, or a name that the tensors of a call bind:

>>> from pyptx.types import bf16
>>> a = Tile("M", "K", bf16)
>>> a.extract_env((4096, 512))
{'M': 4096, 'K': 512}
>>> unify_envs([a.extract_env((64, 16)), Tile("K", "N", bf16).extract_env((16, 8))])
{'M': 64, 'K': 16, 'N': 8}
"""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING, Any, NoReturn, TypeAlias

from pyptx.errors import LaunchError, TraceError
from pyptx.record import record
from pyptx.types import PtxType

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

PANEL_ELEMENTS = 64
"""Columns of a panel, as tensor maps of rank 3 see a matrix: panel, row, column in the panel."""

Size: TypeAlias = "str | int"
"""A dimension of a tile: its size, or its name."""


class Dim(str):
    """The name of a dimension or of a stride, and which sizes a call may give it.

    A kernel is traced for the sizes that its body reads as numbers. A dynamic dimension is a register there,
    loaded from a ``.u32`` parameter that each launch fills: the code serves every size of it. One `Dim` is
    enough: a name is dynamic in all tiles of the kernel.

    >>> from pyptx.types import f32
    >>> Tile(Dim("M", dynamic=True), "K", f32)
    Tile(Dim('M', dynamic=True), 'K', f32)

    A call whose size is not a multiple of `multiple` is an error, so the body may rely on it, for instance
    to copy 16 bytes at a time:

    >>> Tile("M", Dim("K", multiple=4), f32).extract_env((3, 6), "A")
    Traceback (most recent call last):
    pyptx.errors.LaunchError: argument A has shape (3, 6): K=6, which is not a multiple of 4

    Attributes:
        dynamic: Whether the size is a register.
        multiple: Number of elements that divides every size.
    """

    dynamic: bool
    multiple: int

    def __new__(  # noqa: PYI034 - typing has no Self in 3.10
        cls, name: str, *, dynamic: bool = False, multiple: int = 1
    ) -> Dim:
        """Name a dimension, or a stride.

        Args:
            name: The name of the dimension in the tensors of a kernel.
            dynamic: Whether its size is a register, and no constant of the code.
            multiple: Number of elements that divides every size.

        Raises:
            TraceError: `multiple` is not a positive integer.
        """
        made = super().__new__(cls, name)
        made.dynamic, made.multiple = dynamic, _checked_multiple(name, multiple)
        return made

    def __repr__(self) -> str:
        words = ["dynamic=True"] * self.dynamic + [f"multiple={self.multiple}"] * (self.multiple > 1)
        return f"Dim({', '.join([repr(str(self)), *words])})" if words else repr(str(self))


class Layout(Enum):
    """The layout of a tensor in memory, or of its boxes in shared memory after a tensor copy (TMA).

    Attributes:
        ROW: Row-major in memory; boxes have no swizzle.
        COL: Column-major in memory; boxes have no swizzle.
        TMA_128B: Row-major in memory; boxes have the 128B swizzle.
        TMA_64B: Row-major in memory; boxes have the 64B swizzle.
        TMA_32B: Row-major in memory; boxes have the 32B swizzle.
        INTERLEAVED: Row-major in memory; boxes are interleaved in slices of 16 bytes (``interleave="16B"``).
    """

    ROW = "row"
    COL = "col"
    TMA_128B = "tma_128b"
    TMA_64B = "tma_64b"
    TMA_32B = "tma_32b"
    INTERLEAVED = "interleaved"


@record(frozen=True, slots=True, init=False, repr=False)
class Tile:
    """One tensor parameter of a kernel: ``Tile("M", "K", bf16, Layout.ROW)``.

    A kernel that reads addresses takes contiguous arrays, unless its tile has `strides`. Then `X.strides` has
    them in the body, as `X.shape` has the sizes:

    >>> import numpy as np
    >>> from pyptx import kernel, ptx, reg
    >>> from pyptx.types import f32, u32
    >>> X = Tile("M", "N", f32, strides=(Dim("X_pitch", dynamic=True), 1))
    >>> @kernel(in_specs=(X,), out_specs=(Tile("M", f32),), grid=lambda M: (M,))
    ... def first_of_rows(X, Y):
    ...     x, y = ptx.global_ptrs(X, Y)
    ...     row = reg.from_(ptx.special.ctaid.x(), u32)
    ...     value = reg.scalar(f32)
    ...     ptx.inst.ld.global_.f32(value, ptx.addr(x + row * X.strides[0] * 4))
    ...     ptx.inst.st.global_.f32(ptx.addr(y + row * 4), value)
    >>> wide = np.arange(12, dtype=np.float32).reshape(3, 4)
    >>> first_of_rows(wide[:, 1:3])
    array([1., 5., 9.], dtype=float32)
    >>> first_of_rows(wide[:, ::2])
    Traceback (most recent call last):
    pyptx.errors.LaunchError: ...

    Attributes:
        shape: Sizes and names of the dimensions, outermost first.
        dtype: Element type.
        layout: `Layout.ROW` for plain row-major tensors.
        tma_box: Shape of the box of one tensor copy; None for the whole tensor. The names are dimensions and
            template parameters.
        tma_rank: 3 for a tensor map that splits a matrix into panels of 64 columns; else the map has the rank
            of the tensor.
        tma_padding: Whether rows of a panel are padded in shared memory, to 72 elements.
        strides: Elements from one index to the next in each dimension, or names for them. Each call binds a
            name to the stride of its array, a new output's being contiguous. None for contiguous elements;
            tensor maps take the strides of any array then.
        align: A power of two. A call with an array whose address is not a multiple of so many bytes is an
            error. The parameter has it as `.ptr .align`.
    """

    shape: tuple[Size, ...]
    dtype: PtxType
    layout: Layout
    tma_box: tuple[Size, ...] | None
    tma_rank: int
    tma_padding: bool
    strides: tuple[Size, ...] | None
    align: int

    def __init__(
        self,
        *dims_and_dtype: Size | PtxType | Layout,
        dtype: PtxType | None = None,
        layout: Layout = Layout.ROW,
        tma_box: tuple[Size, ...] | None = None,
        tma_rank: int = 2,
        tma_padding: bool = False,
        strides: tuple[Size, ...] | None = None,
        align: int = 1,
    ) -> None:
        dims = list(dims_and_dtype)
        if dims and isinstance(dims[-1], Layout):
            layout = dims.pop()  # type: ignore[assignment]  # the line above says what it is
        if dims and isinstance(dims[-1], PtxType):
            if dtype is not None and dtype != dims[-1]:
                raise TraceError(f"{_spell(dims_and_dtype)}: two element types, {dims[-1]} and dtype={dtype}")
            dtype = dims.pop()  # type: ignore[assignment]  # the line above says what it is
        if not isinstance(dtype, PtxType):
            raise TraceError(
                f"{_spell(dims_and_dtype)}: no element type; write the dimensions, then a type of "
                'pyptx.types: Tile("M", "K", bf16)'
            )
        if not isinstance(layout, Layout):
            raise TraceError(f"layout is {layout!r}; it must be one of {', '.join(map(str, Layout))}")
        shape = tuple(_checked_dim(dim, dims_and_dtype) for dim in dims)
        if dtype.name == "pred":
            raise TraceError(f"{_spell(dims_and_dtype)}: predicates live in registers, not in memory")
        if tma_box is not None and not isinstance(tma_box, (tuple, list)):
            raise TraceError(f"tma_box is {tma_box!r}; it must be a tuple, one size for each dimension")
        box = None if tma_box is None else tuple(_checked_dim(dim, dims_and_dtype) for dim in tma_box)
        if box is not None and len(box) != len(shape):
            raise TraceError(f"tma_box {box} has {len(box)} dimensions, the tensor {len(shape)}")
        steps = None if strides is None else _checked_strides(strides, shape, layout)
        if tma_rank not in range(1, 6):
            raise TraceError(f"tma_rank is {tma_rank!r}; tensor maps have rank 1 to 5")
        if type(align) is not int or align < 1 or align & (align - 1):
            raise TraceError(f"align is {align!r}; it must be a number of bytes that is a power of two")
        for name, value in (
            ("shape", shape),
            ("dtype", dtype),
            ("layout", layout),
            ("tma_box", box),
            ("tma_rank", tma_rank),
            ("tma_padding", tma_padding),
            ("strides", steps),
            ("align", align),
        ):
            object.__setattr__(self, name, value)

    def __repr__(self) -> str:
        words = [repr(dim) for dim in self.shape] + [repr(self.dtype)]
        if self.layout is not Layout.ROW:
            words.append(str(self.layout))
        if self.tma_box is not None:
            words.append(f"tma_box={self.tma_box}")
        if self.tma_rank != 2:
            words.append(f"tma_rank={self.tma_rank}")
        if self.tma_padding:
            words.append("tma_padding=True")
        if self.strides is not None:
            words.append(f"strides={self.strides}")
        if self.align > 1:
            words.append(f"align={self.align}")
        return f"Tile({', '.join(words)})"

    @classmethod
    def wgmma_a(
        cls, m: Size, k: Size, dtype: PtxType, *, tile_m: Size | None = None, tile_k: Size | None = None
    ) -> Tile:
        """Describe an M by K operand A of `wgmma`, row-major, copied in boxes of `tile_m` by `tile_k`.

        >>> from pyptx.types import bf16
        >>> Tile.wgmma_a("M", "K", bf16, tile_m=64, tile_k=64)
        Tile('M', 'K', bf16, Layout.TMA_128B, tma_box=(64, 64))
        """
        box = (m if tile_m is None else tile_m, k if tile_k is None else tile_k)
        return cls(m, k, dtype, _widest_swizzle(box[1], dtype), tma_box=box)

    @classmethod
    def wgmma_b(
        cls, k: Size, n: Size, dtype: PtxType, *, tile_k: Size | None = None, tile_n: Size | None = None
    ) -> Tile:
        """Describe a K by N operand B of `wgmma`, row-major, copied in boxes of `tile_k` by `tile_n`."""
        box = (k if tile_k is None else tile_k, n if tile_n is None else tile_n)
        return cls(k, n, dtype, _widest_swizzle(box[1], dtype), tma_box=box)

    @property
    def rank(self) -> int:
        """Number of dimensions."""
        return len(self.shape)

    @property
    def symbolic_dims(self) -> tuple[str, ...]:
        """The names among the dimensions, each once, in order."""
        return tuple(dict.fromkeys(dim for dim in self.shape if isinstance(dim, str)))

    @property
    def symbolic_strides(self) -> tuple[str, ...]:
        """The names among the strides, each once, in order."""
        return tuple(dict.fromkeys(step for step in self.strides or () if isinstance(step, str)))

    def resolve_shape(self, env: Mapping[str, int]) -> tuple[int, ...]:
        """Put the sizes of `env` in place of the names.

        Raises:
            LaunchError: A name has no size.
        """
        missing = [dim for dim in self.symbolic_dims if dim not in env]
        if missing:
            known = ", ".join(f"{name}={size}" for name, size in env.items()) or "none"
            raise LaunchError(
                f"{self}: no argument gives the size of {' and '.join(missing)} (known: {known}); "
                f"pass {', '.join(f'{name}=…' for name in missing)}"
            )
        return tuple(env[dim] if isinstance(dim, str) else dim for dim in self.shape)

    def matches(self, array_shape: Sequence[int], array_dtype_name: str) -> bool:
        """Whether an array of this shape and NumPy dtype name fits, names of dimensions aside.

        An untyped ``b32`` tile accepts any array of that width.

        >>> from pyptx.types import bf16
        >>> Tile("M", 8, bf16).matches((3, 8), "bfloat16"), Tile("M", 8, bf16).matches((3, 8), "float16")
        (True, False)
        """
        sizes = tuple(array_shape)
        return (
            len(sizes) == self.rank
            and all(isinstance(dim, str) or dim == size for dim, size in zip(self.shape, sizes, strict=True))
            and self.takes_dtype(array_dtype_name)
        )

    def takes_dtype(self, dtype_name: str) -> bool:
        """Whether elements of the NumPy or ml_dtypes dtype `dtype_name` are of this tile's type.

        An untyped tile takes all of its width, and an integer tile takes both signs, as registers do:
        frameworks seldom have unsigned tensors.
        """
        if self.dtype.kind == "b" or self.dtype.numpy is None:
            return _DTYPE_BITS.get(dtype_name) == self.dtype.bits
        if self.dtype.kind in "us":
            return dtype_name.removeprefix("u") == self.dtype.numpy.removeprefix("u")
        return dtype_name == self.dtype.numpy

    def extract_env(self, array_shape: Sequence[int], name: str | None = None) -> dict[str, int]:
        """Bind the names of the dimensions to the sizes of an array.

        Args:
            array_shape: Shape of the array; its sizes may be symbols of a graph, which only are compared.
            name: Name of the array in errors.

        Raises:
            LaunchError: The shape does not fit.
        """
        sizes: tuple[Any, ...] = tuple(array_shape)
        subject = f"argument {name}" if name else "the array"
        if len(sizes) != self.rank:
            raise LaunchError(
                f"{subject} has shape {sizes}, {len(sizes)} dimensions; {self} has {self.rank}: {self.shape}"
            )
        env: dict[str, int] = {}
        for axis, (dim, size) in enumerate(zip(self.shape, sizes, strict=True)):
            wanted = env.setdefault(dim, size) if isinstance(dim, str) else dim
            if wanted != size:
                first = (
                    f"dimension {self.shape.index(dim)}, also {dim}," if isinstance(dim, str) else str(self)
                )
                raise LaunchError(
                    f"{subject} has shape {sizes}: dimension {axis} is {size}, but {first} says {wanted}"
                )
            if isinstance(size, int) and size % multiple_of(dim):
                raise LaunchError(
                    f"{subject} has shape {sizes}: {dim}={size}, which is not a multiple of "
                    f"{multiple_of(dim)}"
                )
        return env

    def contiguous_strides(self, env: Mapping[str, int]) -> dict[str, int]:
        """Return the named strides of a contiguous array, in elements; those that sizes of `env` decide.

        >>> from pyptx.types import f32
        >>> Tile("M", "N", f32, strides=("pitch", 1)).contiguous_strides({"N": 64})
        {'pitch': 64}
        """
        found: dict[str, int] = {}
        inner = 1
        for dim, step in zip(reversed(self.shape), reversed(self.strides or ()), strict=False):
            size = env.get(dim) if isinstance(dim, str) else dim
            if isinstance(step, str):
                # A dimension of one index has any stride: one that the body takes.
                found[step] = -(-inner // multiple_of(step)) * multiple_of(step) if size == 1 else inner
            if size is None:
                break
            inner *= max(size, 1)
        return found


class UnboundDim:
    """A named dimension without a size in the trace: using it is an error."""

    def __init__(self, name: str) -> None:
        self.name = name

    def __repr__(self) -> str:
        return self.name

    def _refuse(self, *_: object) -> NoReturn:
        raise TraceError(
            f"dimension {self.name} has no size in this trace; give it one: .ptx({self.name}=…), "
            f"{self.name}=… on the command line, or keep {self.name} out of the kernel body"
        )

    __index__ = __int__ = __float__ = __bool__ = __neg__ = _refuse
    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = __pow__ = _refuse
    __floordiv__ = __rfloordiv__ = __truediv__ = __rtruediv__ = __mod__ = __rmod__ = __divmod__ = _refuse
    __lshift__ = __rlshift__ = __rshift__ = __rrshift__ = __and__ = __or__ = __xor__ = _refuse
    __eq__ = __ne__ = __lt__ = __le__ = __gt__ = __ge__ = _refuse
    __hash__ = object.__hash__


@record(frozen=True, slots=True)
class TensorSpec:
    """A tensor parameter in the kernel body.

    Attributes:
        name: Name of the kernel parameter that holds its address.
        shape: Sizes of its dimensions, an `UnboundDim` where the trace has none; None without a `Tile`.
        dtype: Element type.
        layout: Layout of its `Tile`.
        strides: Elements from one index to the next in each dimension; None if its `Tile` has no strides.
    """

    name: str
    shape: tuple[Any, ...] | None = None
    dtype: PtxType | None = None
    layout: Layout | None = None
    strides: tuple[Any, ...] | None = None

    def tma_desc(self) -> Any:
        """Return the address of a tensor map of this tensor: inside a kernel a 64-bit register.

        Outside a kernel the returned handle has only a name.
        """
        return TmaDescriptorHandle(self)

    def tile_map(self, shared: Any) -> Any:
        """Return the address of the map whose boxes fill a tile in shared memory.

        Args:
            shared: The place in shared memory.
        """
        return self.tma_desc()


@record(frozen=True, slots=True)
class TmaDescriptorHandle:
    """The tensor map that `TensorSpec.tma_desc` returns outside a kernel; it cannot be used as an operand.

    Attributes:
        tensor: The tensor.
    """

    tensor: TensorSpec

    @property
    def name(self) -> str:
        """Name of the kernel parameter that would hold the map."""
        return map_name(self.tensor.name)

    def __ptx__(self) -> NoReturn:
        """Refuse: no kernel has this tensor.

        Raises:
            TraceError: Always.
        """
        name = self.tensor.name
        raise TraceError(
            f"{name}.tma_desc(): {name} is not a tensor of the kernel that is traced; take the map of a "
            "tensor parameter inside the kernel"
        )


def map_name(tensor: str) -> str:
    """Return the name of the kernel parameter that holds the tensor map of `tensor`."""
    return f"{tensor}_tma_desc"


def unify_envs(envs: Iterable[Mapping[str, int]], names: Sequence[str] | None = None) -> dict[str, int]:
    """Merge the sizes of named dimensions from several arrays.

    Args:
        envs: One mapping per array.
        names: Names of the arrays in errors.

    Raises:
        LaunchError: Two arrays disagree; the message names the dimension, both arrays and both sizes.
    """
    merged: dict[str, int] = {}
    said_by: dict[str, str] = {}
    for index, env in enumerate(envs):
        subject = f"argument {names[index] if names else index}"
        for dim, size in env.items():
            if merged.setdefault(dim, size) != size:
                raise LaunchError(
                    f"dimension {dim} is {merged[dim]} in {said_by[dim]} but {size} in {subject}"
                )
            said_by.setdefault(dim, subject)
    return merged


def multiple_of(size: Size) -> int:
    """Return the number that divides a size, or a stride, in every call."""
    return size.multiple if isinstance(size, Dim) else 1


_SWIZZLED = ((128, Layout.TMA_128B), (64, Layout.TMA_64B), (32, Layout.TMA_32B))

_DTYPE_BITS = {
    "bool": 8, "int8": 8, "uint8": 8, "float8_e4m3fn": 8, "float8_e5m2": 8, "float8_e8m0fnu": 8,
    "int16": 16, "uint16": 16, "float16": 16, "bfloat16": 16,
    "int32": 32, "uint32": 32, "float32": 32,
    "int64": 64, "uint64": 64, "float64": 64, "complex64": 64,
    "complex128": 128,
}  # fmt: skip


def _widest_swizzle(row: Size, dtype: PtxType) -> Layout:
    """The widest swizzle that divides the rows of a box; plain rows where they are named or too short."""
    if isinstance(row, str):
        return Layout.ROW
    row_bytes = row * dtype.bits // 8
    return next((layout for width, layout in _SWIZZLED if row_bytes and row_bytes % width == 0), Layout.ROW)


def _checked_dim(dim: object, written: tuple[object, ...]) -> Size:
    """The dimension, if it is one."""
    if isinstance(dim, str):
        if not dim.isidentifier():
            raise TraceError(
                f'{_spell(written)}: {dim!r} is not a name; a dimension is a number or a name such as "M" '
                "(expressions belong in the kernel builder)"
            )
        return dim
    if isinstance(dim, bool) or not hasattr(dim, "__index__"):
        raise TraceError(
            f"{_spell(written)}: {dim!r} is not a dimension; write numbers and names, then the type, then "
            "the layout"
        )
    size: int = dim.__index__()
    if size < 0:
        raise TraceError(f"{_spell(written)}: a dimension cannot be {size}")
    return size


def _checked_multiple(name: str, multiple: object) -> int:
    """The divisor of a dimension, if it is one."""
    if isinstance(multiple, bool) or not isinstance(multiple, int) or multiple < 1:
        raise TraceError(f"Dim({name!r}): multiple is {multiple!r}; it must be an integer, 1 or more")
    return multiple


def _checked_strides(strides: object, shape: tuple[Size, ...], layout: Layout) -> tuple[Size, ...]:
    """The strides of a tile, if they are strides."""
    if not isinstance(strides, (tuple, list)) or len(strides) != len(shape):
        raise TraceError(
            f"strides is {strides!r}; it must be a tuple, one number of elements or a name for each of "
            f"{len(shape)} dimensions"
        )
    if layout is Layout.COL:
        raise TraceError(f"strides is {strides!r} in a tile of {layout}; write the strides, or the layout")
    for step in strides:
        named = isinstance(step, str)
        if isinstance(step, bool) or not (step.isidentifier() if named else hasattr(step, "__index__")):
            raise TraceError(f"strides is {strides!r}: {step!r} is neither a number of elements nor a name")
        if not named and step.__index__() < 0:
            raise TraceError(f"strides is {strides!r}: a stride is 0 or more")
    return tuple(step if isinstance(step, str) else step.__index__() for step in strides)


def _spell(written: tuple[object, ...]) -> str:
    return f"Tile({', '.join(str(item) if isinstance(item, Layout) else repr(item) for item in written)})"
