"""Shared memory: arrays with indices, barriers, and the addresses of both.

An allocation is a `.shared` variable of the kernel. If all of them fit the static 48 KiB they are declared
as they are; a kernel that needs more, or that has `smem=`, places them in one dynamic array, under the same
names.

>>> from pyptx.trace import Trace, tracing
>>> from pyptx.types import f32
>>> from pyptx.emitter import emit_statement
>>> with tracing(Trace("k")) as trace:
...     tile = alloc(f32, (4, 8))
...     tile[1, 2] = tile[0, 3]
>>> [emit_statement(statement) for statement in trace.body]
['ld.shared.f32 %f0, [smem_0+12];', 'st.shared.f32 [smem_0+40], %f0;']
"""

from __future__ import annotations

from functools import lru_cache
from math import prod
from typing import TYPE_CHECKING, Any, NoReturn, TypeAlias

from pyptx.errors import TraceError
from pyptx.ir import Address, Declaration, Declarator, Expression, Literal, Name
from pyptx.layouts.descriptors import GmmaLayout, layout_of_tile, major_of
from pyptx.layouts.shared_names import SharedName, array_name
from pyptx.layouts.swizzle import Swizzle, find
from pyptx.record import field, record
from pyptx.reg import Reg, as_element, scalar
from pyptx.reg.refusals import refuse
from pyptx.trace import (
    Place,
    Trace,
    active,
    at,
    caller,
    check_owner,
    checked,
    checked_methods,
    current,
    emit,
    operand,
)
from pyptx.types import PtxType, b64, u32

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pyptx.ir import Operand
    from pyptx.trace import Value

Index: TypeAlias = "int | Reg"

VECTOR_BYTES = 16
TENSOR_COPY_BYTES = 128  # what a tensor copy aligns its shared side to
MBARRIER_BYTES = 8


class _Tile(Place):
    """Elements in shared memory, which cannot be used as numbers."""

    __slots__ = ()
    shape: tuple[int, ...]

    def refuse_number(self) -> NoReturn:
        """Refuse the tile where a number is wanted, such as one of its elements.

        Raises:
            TraceError: Always.
        """
        indices = ", ".join("ijklm"[: len(self.shape)])
        text = str(self)
        element = f"{text[:-1]}, {indices}]" if text.endswith("]") else f"{text}[{indices}]"
        refuse(
            f"{text} is a tile in shared memory of shape {self.shape}, not a number",
            f"an element is {element}; an address is ptx.addr(tile, offset), in a register tile.address(i)",
        )

    def __add__(self, other: object) -> NoReturn:
        self.refuse_number()

    __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = __truediv__ = __neg__ = __add__
    __lt__ = __le__ = __gt__ = __ge__ = __add__


@checked_methods("smem.alloc(...)")
@record(frozen=True, slots=True)
class SharedAlloc(_Tile):
    """A row-major array in shared memory.

    ``tile[i, j]`` loads an element, ``tile[i, j] = value`` stores one, ``tile[i]`` is the sub-tile there. As
    an operand it is the address of its first byte; a swizzle moves elements, not that address.

    Attributes:
        name: The `.shared` variable; its address plus `byte_offset` is that of the array.
        dtype: Element type.
        shape: Sizes, outermost first.
        swizzle: ``"32B"``, ``"64B"``, ``"128B"`` or None.
        gmma_layout: Layout of an operand of `wgmma`; None for other arrays.
        gmma_major: ``"K"`` or ``"MN"`` of such an operand.
        byte_offset: Bytes from the variable to the array.
        align: Bytes that the variable is aligned to.
        owner: The trace it was made in, or None.
    """

    name: str
    dtype: PtxType
    shape: tuple[int, ...]
    swizzle: str | None = None
    gmma_layout: GmmaLayout | None = None
    gmma_major: str | None = None
    byte_offset: int = 0
    align: int = 1
    owner: Trace | None = field(default_factory=active, compare=False, repr=False)

    def __str__(self) -> str:
        return _authors_name(self.owner, self.name, self.byte_offset)

    @property
    def nbytes(self) -> int:
        """Size in bytes."""
        return _size(self.dtype, self.shape)

    def __getitem__(self, index: Index | tuple[Index, ...]) -> Any:
        """An element as a `Reg`; the `SharedSlice` there if indices are missing."""
        return _get(_as_slice(self), index)

    def __setitem__(self, index: Index | tuple[Index, ...], value: Value) -> None:
        _set(_as_slice(self), index, value)

    def address(self, *index: Index) -> Reg:
        """Trace the address of an element, or of the first element of a sub-tile, into a u32 register.

        The swizzle is applied, so that the 16 bytes from there on are those of the element's chunk.
        """
        return _address_register(_as_slice(self), index)

    def __len__(self) -> int:
        return self.shape[0]

    def __iter__(self) -> Iterator[Any]:
        return (self[index] for index in range(len(self)))

    def __ptx__(self) -> Operand:
        check_owner(self, self.owner)
        return _symbol(self.name, self.byte_offset)


@checked_methods("smem.alloc(...)[i]")
@record(frozen=True, slots=True, eq=False)
class SharedSlice(_Tile):
    """A sub-tile of an array: the part at some leading indices.

    Attributes:
        alloc: The array.
        index: The leading indices, as written.
        shape: Sizes of the dimensions left.
        byte_offset: Bytes from the variable to the sub-tile, for the indices that are numbers.
        base: A register with the address of the variable plus the offset of the indices in registers.
    """

    alloc: SharedAlloc
    index: tuple[Index, ...]
    shape: tuple[int, ...]
    byte_offset: int
    base: Reg | None = None

    def __str__(self) -> str:
        return f"{self.alloc}[{', '.join(map(str, self.index))}]" if self.index else str(self.alloc)

    @property
    def name(self) -> str:
        """Name of its `.shared` variable."""
        return self.alloc.name

    @property
    def dtype(self) -> PtxType:
        """Element type."""
        return self.alloc.dtype

    @property
    def swizzle(self) -> str | None:
        """Swizzle of the array."""
        return self.alloc.swizzle

    @property
    def nbytes(self) -> int:
        """Size in bytes."""
        return _size(self.dtype, self.shape)

    @property
    def stage(self) -> Index:
        """The first index."""
        return self.index[0]

    def __getitem__(self, index: Index | tuple[Index, ...]) -> Any:
        """An element as a `Reg`; the `SharedSlice` there if indices are missing."""
        return _get(self, index)

    def __setitem__(self, index: Index | tuple[Index, ...], value: Value) -> None:
        _set(self, index, value)

    def address(self, *index: Index) -> Reg:
        """Trace the address of an element, or of the first element of a sub-tile, into a u32 register."""
        return _address_register(self, index)

    def __len__(self) -> int:
        return self.shape[0]

    def __iter__(self) -> Iterator[Any]:
        return (self[index] for index in range(len(self)))

    def __ptx__(self) -> Operand:
        check_owner(self, self.alloc.owner)
        if self.base is None:
            return _symbol(self.name, self.byte_offset)
        if self.byte_offset == 0:
            return self.base.__ptx__()
        return Name((self.base + self.byte_offset).name)


@record(frozen=True, slots=True)
class MbarrierArray:
    """An array of mbarrier objects, 8 bytes each.

    Attributes:
        name: The `.shared` variable.
        count: Number of objects.
        byte_offset: Bytes from the variable to the array.
        owner: The trace it was made in, or None.
    """

    name: str
    count: int
    byte_offset: int = 0
    owner: Trace | None = field(default_factory=active, compare=False, repr=False)

    def __str__(self) -> str:
        return _authors_name(self.owner, self.name, self.byte_offset)

    def __getitem__(self, idx: Index) -> MbarrierRef:
        if isinstance(idx, Reg):
            return MbarrierRef(self, idx, _advanced(_moved(self.__ptx__()), idx, MBARRIER_BYTES))
        return MbarrierRef(self, _in_range(_number(idx, self), self.count, self, 0))

    def __len__(self) -> int:
        return self.count

    def __iter__(self) -> Iterator[MbarrierRef]:
        return (self[index] for index in range(self.count))

    def __ptx__(self) -> Operand:
        check_owner(self, self.owner)
        return _symbol(self.name, self.byte_offset)


@record(frozen=True, slots=True, eq=False)
class MbarrierRef:
    """One mbarrier object of an array; as an operand, its address.

    Attributes:
        array: The array.
        idx: Which one.
        base: A register with its address, where `idx` is a register.
    """

    array: MbarrierArray
    idx: Index
    base: Reg | None = None

    @property
    def name(self) -> str:
        """Name of its `.shared` variable."""
        return self.array.name

    @property
    def byte_offset(self) -> int:
        """Bytes from the variable to the object, or to the array where `idx` is a register."""
        return self.array.byte_offset + (0 if isinstance(self.idx, Reg) else self.idx * MBARRIER_BYTES)

    def __ptx__(self) -> Operand:
        check_owner(self, self.array.owner)
        return _symbol(self.name, self.byte_offset) if self.base is None else self.base.__ptx__()


@checked("smem.alloc")
def alloc(
    dtype: PtxType,
    shape: tuple[int, ...] | list[int] | int,
    swizzle: str | None = None,
    align: int | None = None,
    name: str | None = None,
) -> SharedAlloc:
    """Declare ``.shared .align <align> .b8 name[bytes];``.

    Args:
        dtype: Element type.
        shape: Sizes, outermost first.
        swizzle: ``"32B"``, ``"64B"`` or ``"128B"`` to XOR the 16-byte chunks of a row (`layouts.swizzle`).
        align: Bytes; at least what an element needs and the period of the swizzle. If not given 128, as
            tensor copies need, and 16 for arrays smaller than that.
        name: Name of the variable.

    Raises:
        TraceError: An argument is not one of these.
    """
    return alloc_with_layout(dtype, shape, swizzle, align, name)


@checked("smem.wgmma_tile")
def wgmma_tile(
    dtype: PtxType,
    shape: tuple[int, int],
    major: str = "K",
    *,
    align: int | None = None,
    name: str | None = None,
) -> SharedAlloc:
    """Declare an operand of `wgmma`, with the widest swizzle that fits its rows.

    `ptx.wgmma.mma_async` takes the tile itself. Rows wider than the swizzle are split into blocks of its
    width, each with all rows, one after the other; each block needs one tensor copy.

    Args:
        dtype: Element type.
        shape: Rows and columns of the tile: (M, K) or (N, K) with ``major="K"``, (K, M) or (K, N) with
            ``"MN"``.
        major: The dimension along which the elements of a row are contiguous.
        align: Bytes; at least the period of the swizzle, and 128.
        name: Name of the variable.

    Raises:
        TraceError: `wgmma` cannot read such a tile.
    """
    try:
        along = major_of(major)
        layout = layout_of_tile(dtype, shape, along)
        _check_align(align)
    except (ValueError, TypeError) as error:
        raise TraceError(f"smem.wgmma_tile({dtype}, {shape}): {error}{at(caller())}") from None
    return alloc_with_layout(
        dtype,
        shape,
        layout.smem_swizzle,
        max(align or TENSOR_COPY_BYTES, TENSOR_COPY_BYTES),
        name,
        gmma_layout=layout,
        gmma_major=along.name,
    )


def alloc_with_layout(
    dtype: PtxType,
    shape: tuple[int, ...] | list[int] | int,
    swizzle: str | None = None,
    align: int | None = None,
    name: str | None = None,
    *,
    gmma_layout: GmmaLayout | None = None,
    gmma_major: str | None = None,
) -> SharedAlloc:
    """Declare an array as `alloc` does, with a layout for `wgmma`.

    Args:
        dtype: Element type.
        shape: Sizes, outermost first.
        swizzle: Swizzle, as for `alloc`; it should be the layout's.
        align: Alignment, as for `alloc`.
        name: Name of the variable.
        gmma_layout: A layout of `pyptx.wgmma_layout`.
        gmma_major: ``"K"`` or ``"MN"``.

    Raises:
        TraceError: An argument is not one of these.
    """
    sizes = tuple(map(_count, shape if isinstance(shape, (list, tuple)) else (shape,)))
    if getattr(dtype, "bits", 1) % 8:
        raise TraceError(
            f"smem.alloc: elements are whole bytes, of a type of pyptx.types, not {dtype!r}{at(caller())}"
        )
    if not sizes or not all(sizes):
        raise TraceError(f"smem.alloc: a shape is positive numbers, not {shape!r}{at(caller())}")
    pattern = _swizzle(swizzle)
    _check_align(align)
    least = pattern.period if pattern else dtype.bytes
    nbytes = _size(dtype, sizes)
    if align is None:
        align = VECTOR_BYTES if nbytes < TENSOR_COPY_BYTES else TENSOR_COPY_BYTES
    variable = name or current().scopes.fresh_name("smem_")
    align = max(align, least)
    _declare(variable, "b8", nbytes, align)
    made = SharedAlloc(
        variable, dtype, sizes, pattern.name if pattern else None, gmma_layout, gmma_major, align=align
    )
    current().facts[variable] = made
    kept = gmma_layout.row_bytes if gmma_layout is not None else 0
    row_bytes = kept if kept < sizes[-1] * dtype.bytes else 0
    current().shared_names.add(
        SharedName(variable, variable, 0, sizes, dtype.bytes, made.swizzle, row_bytes),
        made,
        is_named=name is not None,
    )
    return made


@checked("smem.mbarrier")
def mbarrier(count: int, name: str | None = None) -> MbarrierArray:
    """Declare ``.shared .align 8 .b64 name[count];``: an array of mbarrier objects.

    Raises:
        TraceError: The count is not positive.
    """
    elements = _count(count)
    if not elements:
        raise TraceError(f"smem.mbarrier: a count is a positive number, not {count!r}{at(caller())}")
    variable = name or current().scopes.fresh_name("mbar_")
    _declare(variable, b64.name, elements, MBARRIER_BYTES)
    made = MbarrierArray(variable, elements)
    current().shared_names.add(
        SharedName(variable, variable, 0, (elements,), MBARRIER_BYTES), made, is_named=name is not None
    )
    return made


@checked("smem.base")
def base(name: str | None = None) -> Reg:
    """Trace the address of the dynamic shared array, or of the shared variable `name`, into a u32 register.

    The array's first `smem=` bytes are the kernel's own to lay out; `smem.alloc` keeps out of them.

    Raises:
        TraceError: `name` is not a shared variable of this kernel.
    """
    symbol = current().symbol(name) if name else None
    if name and (symbol is None or symbol.space != "shared"):
        raise TraceError(f"smem.base: {name} is not a shared variable of this kernel{at(caller())}")
    return _moved(Name(name or current().dynamic_symbol))


@checked("smem.load")
def load(dtype: PtxType, address: Value) -> Reg:
    """Trace ``ld.shared.<dtype>`` and return the register loaded.

    Args:
        dtype: Type of the element.
        address: Address in shared memory: a register, a number or a part of an array.
    """
    loaded = scalar(dtype)
    emit("ld", ("shared", dtype.memory), (loaded, _address(address)))
    return loaded


@checked("smem.store")
def store(dtype: PtxType, address: Value, value: Value) -> None:
    """Trace ``st.shared.<dtype>``.

    Args:
        dtype: Type of the element.
        address: Address in shared memory: a register, a number or a part of an array.
        value: The value, converted to the type if it is a number.
    """
    emit(
        "st",
        ("shared", dtype.memory),
        (_address(address), as_element(value, dtype, f"st.shared.{dtype.memory}")),
    )


@checked("smem.apply_swizzle")
def apply_swizzle(logical_offset: Index, swizzle: str | None) -> Index:
    """Trace the address of a byte in a swizzled tile: three instructions for a register, none for a number.

    Args:
        logical_offset: Byte offset, row-major, from a multiple of the swizzle's period; or an address.
        swizzle: ``"32B"``, ``"64B"``, ``"128B"``; None or ``"NONE"`` changes nothing.

    Raises:
        TraceError: The offset is neither a number nor an integer register, or there is no such
            swizzle.
    """
    pattern = _swizzle(swizzle)
    if pattern is None:
        return logical_offset
    if isinstance(logical_offset, int):
        return pattern.apply(logical_offset)
    if getattr(getattr(logical_offset, "dtype", None), "kind", "f") not in "bus":
        raise TraceError(
            f"smem.apply_swizzle: an offset is a number or an integer register, not {logical_offset!r}"
            f"{at(caller())}"
        )
    return _swizzled(logical_offset, pattern)


def _check_align(align: int | None) -> None:
    """Check that an alignment is a power of two.

    Raises:
        TraceError: The alignment is not a power of two.
    """
    if align is not None and (align < 1 or align & (align - 1)):
        raise TraceError(f"align={align} is not a power of two{at(caller())}")


def _authors_name(owner: Trace | None, variable: str, offset: int) -> str:
    """Return the name to which the author assigned the array at an offset; else that of the variable."""
    return array_name([] if owner is None else owner.shared_names, variable, offset)


def _indexed(tile: SharedSlice, given: tuple[Index, ...]) -> str:
    """Return a tile with all of its indices, as the author writes them."""
    return f"{tile.alloc}[{', '.join(map(str, tile.index + given))}]"


def _as_slice(array: SharedAlloc) -> SharedSlice:
    """Return the whole array as a sub-tile."""
    return SharedSlice(array, (), array.shape, array.byte_offset)


def _get(tile: SharedSlice, index: Index | tuple[Index, ...]) -> Reg | SharedSlice:
    """Load an element, or narrow to a sub-tile."""
    inner = _narrow(tile, index)
    if inner.shape:
        return inner
    loaded = load(inner.dtype, _element(inner))
    current().elements[loaded.name] = inner
    return loaded


def _set(tile: SharedSlice, index: Index | tuple[Index, ...], value: Value) -> None:
    """Store an element."""
    inner = _narrow(tile, index)
    if inner.shape:
        raise TraceError(
            f"{inner} is a sub-tile of shape {inner.shape}: store its elements one by one, or with ptx.st "
            f"to ptx.addr(…){at(caller())}"
        )
    store(inner.dtype, _element(inner), value)


def _narrow(tile: SharedSlice, index: Index | tuple[Index, ...]) -> SharedSlice:
    """The sub-tile at further indices: numbers add to the offset, registers to the base."""
    check_owner(tile.alloc, tile.alloc.owner)
    given = index if isinstance(index, tuple) else (index,)
    if len(given) > len(tile.shape):
        raise TraceError(
            f"{_indexed(tile, given)}: {len(tile.index + given)} indices, but its shape is "
            f"{tile.alloc.shape}{at(caller())}"
        )
    _check_blocks(tile, given)
    offset, register = tile.byte_offset, tile.base
    strides = _strides(tile.shape, tile.dtype.bytes)
    for axis, position in enumerate(given):
        stride = strides[axis]
        if isinstance(position, Reg):
            start = _moved(Name(tile.name)) if register is None else register
            register = _advanced(start, position, stride)
        else:
            number = _number(position, tile.alloc)
            offset += _in_range(number, tile.shape[axis], tile.alloc, axis + len(tile.index)) * stride
    return SharedSlice(tile.alloc, tile.index + given, tile.shape[len(given) :], offset, register)


def _check_blocks(tile: SharedSlice, given: tuple[Index, ...]) -> None:
    """Refuse to find elements in rows that are kept in several blocks.

    Raises:
        TraceError: The tile has such rows, and this is not its start.
    """
    layout = tile.alloc.gmma_layout
    if layout is None or not given or all(type(position) is int and position == 0 for position in given):
        return
    row_bytes = tile.alloc.shape[-1] * tile.dtype.bytes
    if row_bytes > layout.row_bytes:
        raise TraceError(
            f"{_indexed(tile, given)}: its rows of {row_bytes} bytes are kept as blocks of "
            f"{layout.row_bytes}; allocate a tile for each block, or address them from ptx.addr({tile.alloc})"
            f"{at(caller())}"
        )


def _advanced(register: Reg, index: Reg, stride: int) -> Reg:
    """Trace ``register + index * stride`` in 32 bits, the width of shared addresses."""
    if index.dtype.kind not in "bus":
        raise TraceError(f"an index is an integer register; {index.name} is {index.dtype}{at(caller())}")
    if index.dtype.bits != u32.bits:
        narrow = scalar(u32)
        emit(
            "cvt",
            ("u32", f"{'u' if index.dtype.kind == 'b' else index.dtype.kind}{index.dtype.bits}"),
            (narrow, index),
        )
        index = narrow
    result = scalar(u32)
    if stride == 1:
        emit("add", ("u32",), (result, register, index))
    else:
        emit("mad", ("lo", "u32"), (result, index, stride, register))
    return result


def _element(tile: SharedSlice) -> Address:
    """The address of the first element of a tile."""
    base, offset = _located(tile)
    return Address(
        Name(tile.name) if base is None else base.__ptx__(), Literal(str(offset)) if offset else None
    )


def _address_register(tile: SharedSlice, index: tuple[Index, ...]) -> Reg:
    """Trace the address of the first element at `index` into a register."""
    base, offset = _located(_narrow(tile, index))
    if base is None:
        return _moved(_symbol(tile.name, offset))
    return base + offset if offset else base


def _located(tile: SharedSlice) -> tuple[Reg | None, int]:
    """Return the swizzled start of a tile: bytes from a register, or from the variable (None)."""
    pattern = find(tile.swizzle)
    if pattern is None:
        return tile.base, tile.byte_offset
    if tile.base is None:
        return None, pattern.apply(tile.byte_offset)
    linear = tile.base + tile.byte_offset if tile.byte_offset else tile.base
    return _swizzled(linear, pattern), 0


def _swizzled(address: Reg, pattern: Swizzle) -> Reg:
    """Trace the swizzle of an address."""
    lines, chunks, result = scalar(u32), scalar(u32), scalar(u32)
    emit("and", ("b32",), (lines, address, pattern.line_mask))
    emit("shr", ("u32",), (chunks, lines, pattern.shift))
    emit("xor", ("b32",), (result, address, chunks))
    return result


def _swizzle(name: str | None) -> Swizzle | None:
    """The swizzle of a name, an unknown one blamed on the caller."""
    try:
        return find(name)
    except ValueError as error:
        raise TraceError(f"{error}{at(caller())}") from None


def _moved(symbol: Operand) -> Reg:
    """Trace an address into a register."""
    register = scalar(u32)
    emit("mov", ("u32",), (register, symbol))
    return register


def _declare(name: str, type_: str, count: int, align: int) -> None:
    """Declare a shared array at the top of the kernel."""
    declarator = Declarator(name, dims=(Literal(str(count)),))
    current().declare(Declaration("shared", type_, (declarator,), align=align))


def _address(value: Value) -> Address:
    """An address operand of whatever names a place in shared memory."""
    found = operand(value)
    if isinstance(found, Address):
        return found
    if isinstance(found, Expression):
        symbol, _, offset = found.words
        return Address(Name(symbol), Literal(offset))
    return Address(found)


def _symbol(name: str, offset: int) -> Operand:
    """``name`` or ``name+offset``."""
    return Expression((name, "+", str(offset))) if offset else Name(name)


def _count(value: Any) -> int:
    """The number of elements that a value gives, NumPy's integers included; 0 where it gives none."""
    if isinstance(value, (bool, Reg)) or not hasattr(value, "__index__"):
        return 0
    return max(int(value.__index__()), 0)


@lru_cache(maxsize=1024)
def _strides(shape: tuple[int, ...], element_bytes: int) -> tuple[int, ...]:
    """Bytes from one index to the next in each dimension."""
    return tuple(element_bytes * prod(shape[axis + 1 :]) for axis in range(len(shape)))


def _size(dtype: PtxType, shape: Sequence[int]) -> int:
    """Bytes of an array."""
    return dtype.bytes * prod(shape)


def _number(index: object, array: object) -> int:
    """Return an index as an integer.

    Raises:
        TraceError: The index is not an integer.
    """
    if isinstance(index, slice):
        refuse(
            f"{array} is indexed by a slice: a tile has elements and sub-tiles",
            f"give the leading indices for a sub-tile, {array}[i]; an address is ptx.addr({array}, bytes)",
        )
    if not hasattr(index, "__index__") or isinstance(index, bool):
        raise TraceError(f"{array}[{index!r}]: an index is a number or an integer register{at(caller())}")
    number: int = index.__index__()
    return number


def _in_range(index: int, size: int, array: object, axis: int) -> int:
    """The index, counted from the end if negative.

    Raises:
        TraceError: It is outside the dimension.
    """
    if not -size <= index < size:
        raise TraceError(f"{array}: index {index} is outside dimension {axis}, of size {size}{at(caller())}")
    return index % size
