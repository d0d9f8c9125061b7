"""Arrays in shared memory, and their sub-tiles."""

from __future__ import annotations

from functools import lru_cache
from math import prod
from typing import TYPE_CHECKING, Any, NoReturn

from pyptx.errors import TraceError
from pyptx.ir import Address, Literal, Name
from pyptx.layouts.shared_names import array_name
from pyptx.layouts.swizzle import find
from pyptx.record import field, record
from pyptx.reg import Reg
from pyptx.reg.refusals import refuse
from pyptx.smem.addresses import (
    Index,
    advanced,
    in_range,
    index_number,
    load,
    moved,
    store,
    swizzled,
    symbol_at,
)
from pyptx.trace import (
    Place,
    Trace,
    active,
    at,
    caller,
    check_owner,
    checked_methods,
    current,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pyptx.ir import Operand
    from pyptx.layouts.descriptors import GmmaLayout
    from pyptx.trace import Value
    from pyptx.types import PtxType


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
        name: The `.shared` variable; its address plus `byte_offset` is the address of the array.
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
        return authors_name(self.owner, self.name, self.byte_offset)

    @property
    def nbytes(self) -> int:
        """Size in bytes."""
        return size_of(self.dtype, self.shape)

    def __getitem__(self, index: Index | tuple[Index, ...]) -> Any:
        """An element as a `Reg`; the `SharedSlice` there if indices are missing."""
        return _get(_as_slice(self), index)

    def __setitem__(self, index: Index | tuple[Index, ...], value: Value) -> None:
        _set(_as_slice(self), index, value)

    def address(self, *index: Index) -> Reg:
        """Trace the address of an element, or of the first element of a sub-tile, into a u32 register.

        The swizzle is applied, so the 16 bytes from there on are the element's chunk.

        >>> from pyptx import smem
        >>> from pyptx.emitter import emit_statement
        >>> from pyptx.trace import Trace, tracing
        >>> from pyptx.types import bf16
        >>> with tracing(Trace("k")) as trace:
        ...     tile = smem.alloc(bf16, (8, 64), "128B")
        ...     place = tile.address(1, 8)
        >>> [emit_statement(statement).strip() for statement in trace.body]
        ['mov.u32 %r0, smem_0+128;']
        """
        return _address_register(_as_slice(self), index)

    def __len__(self) -> int:
        return self.shape[0]

    def __iter__(self) -> Iterator[Any]:
        return (self[index] for index in range(len(self)))

    def __ptx__(self) -> Operand:
        check_owner(self, self.owner)
        return symbol_at(self.name, self.byte_offset)


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
        return size_of(self.dtype, self.shape)

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
        """Trace the address of an element, or of the first element of a sub-tile, into a u32 register.

        >>> from pyptx import smem
        >>> from pyptx.emitter import emit_statement
        >>> from pyptx.trace import Trace, tracing
        >>> from pyptx.types import bf16
        >>> with tracing(Trace("k")) as trace:
        ...     ring = smem.alloc(bf16, (4, 8, 64), "128B")
        ...     place = ring[2].address(1, 8)
        >>> [emit_statement(statement).strip() for statement in trace.body]
        ['mov.u32 %r0, smem_0+2176;']
        """
        return _address_register(self, index)

    def __len__(self) -> int:
        return self.shape[0]

    def __iter__(self) -> Iterator[Any]:
        return (self[index] for index in range(len(self)))

    def __ptx__(self) -> Operand:
        check_owner(self, self.alloc.owner)
        if self.base is None:
            return symbol_at(self.name, self.byte_offset)
        if self.byte_offset == 0:
            return self.base.__ptx__()
        return Name((self.base + self.byte_offset).name)


def authors_name(owner: Trace | None, variable: str, offset: int) -> str:
    """Return the author's name of the array at an offset; else the name of the variable."""
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
    strides = strides_of(tile.shape, tile.dtype.bytes)
    for axis, position in enumerate(given):
        stride = strides[axis]
        if isinstance(position, Reg):
            start = moved(Name(tile.name)) if register is None else register
            register = advanced(start, position, stride)
        else:
            number = index_number(position, tile.alloc)
            offset += in_range(number, tile.shape[axis], tile.alloc, axis + len(tile.index)) * stride
    return SharedSlice(tile.alloc, tile.index + given, tile.shape[len(given) :], offset, register)


def _check_blocks(tile: SharedSlice, given: tuple[Index, ...]) -> None:
    """Refuse to find elements in rows that are kept in several blocks.

    Raises:
        TraceError: Rows of the tile are in several blocks, and this is not its start.
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
        return moved(symbol_at(tile.name, offset))
    return base + offset if offset else base


def _located(tile: SharedSlice) -> tuple[Reg | None, int]:
    """Return the swizzled start of a tile: bytes from a register, or from the variable (None)."""
    pattern = find(tile.swizzle)
    if pattern is None:
        return tile.base, tile.byte_offset
    if tile.base is None:
        return None, pattern.apply(tile.byte_offset)
    linear = tile.base + tile.byte_offset if tile.byte_offset else tile.base
    return swizzled(linear, pattern), 0


@lru_cache(maxsize=1024)
def strides_of(shape: tuple[int, ...], element_bytes: int) -> tuple[int, ...]:
    """Bytes from one index to the next in each dimension."""
    return tuple(element_bytes * prod(shape[axis + 1 :]) for axis in range(len(shape)))


def size_of(dtype: PtxType, shape: Sequence[int]) -> int:
    """Bytes of an array."""
    return dtype.bytes * prod(shape)
