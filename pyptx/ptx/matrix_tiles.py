"""Operands of the tensor cores in shared memory: tiles and descriptors that remember what they describe.

The descriptor of a tile is made once, at the head of the function, and kept for all its MMAs. An MMA that
contradicts a tile or a remembered descriptor is refused where it is written: its type, major, swizzle, size,
and the start of the multiplied part.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from pyptx.errors import TraceError
from pyptx.ir import Label
from pyptx.layouts.descriptors import (
    ADDRESS_MASK,
    CORE_ROWS,
    TCGEN05_MATRIX,
    TCGEN05_SWIZZLES,
    TENSOR_ROW_BYTES,
    WGMMA_MATRIX,
    LayoutType,
    Major,
    TensorLayout,
    pick_gmma_layout,
    pick_tensor_layout,
)
from pyptx.layouts.swizzle import CHUNK_BYTES, SWIZZLES
from pyptx.ptx.matrix import UNIT_SHIFT, descriptor
from pyptx.ptx.shared_parts import shared_part
from pyptx.record import record, replace
from pyptx.reg import Reg, scalar
from pyptx.smem import SharedAlloc, SharedSlice
from pyptx.trace import at, caller, current, emit
from pyptx.types import TYPES, b64

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from pyptx.ir import Statement
    from pyptx.trace import Value
    from pyptx.types import PtxType

_PERIODS = {name: swizzle.period for name, swizzle in SWIZZLES.items()}
_SAME_FORMAT = frozenset({"f32", "tf32"})


@record(frozen=True, slots=True)
class MatrixFamily:
    """The instructions that read matrices by one kind of descriptor.

    Attributes:
        name: Their name in messages.
        pick: The layout of a tile: `pick_tensor_layout` or one with its arguments.
        encode: The constant fields of the descriptor of a layout.
    """

    name: str
    pick: Callable[..., TensorLayout]
    encode: Callable[[TensorLayout], int]


@record(frozen=True, slots=True)
class DescribedMatrix:
    """The properties of a matrix that its tile or descriptor records.

    Attributes:
        family: The instructions that take the descriptor; None for a tile, which all take.
        label: Its name in messages.
        dtype: Element type, or None if only the caller knows.
        shape: Rows and columns, or None.
        major: Along which dimension the elements of a row are, or None.
        swizzle: The name of its swizzle.
        start: Bytes from the start of the tile to the address in the descriptor.
        array_bytes: Bytes of the array, or None if a register is part of the start.
        row_bytes: Bytes of a row of a block: the width of the swizzle.
    """

    family: MatrixFamily | None
    label: str
    dtype: PtxType | None = None
    shape: tuple[int, ...] | None = None
    major: Major | None = None
    swizzle: str | None = None
    start: int = 0
    array_bytes: int | None = None
    row_bytes: int = 0


@record(frozen=True, slots=True)
class MatrixUse:
    """The part of a matrix that an instruction multiplies.

    Attributes:
        family: The instructions.
        call: The function's public name.
        name: The argument.
        dtype: Name of the element type; "" if it is in a register.
        extent: Rows of A or columns of B; 0 if they are in a register.
        depth_bytes: Bytes along K.
        most: Most rows or columns of a matrix whose start is multiplied; 0 for any number.
    """

    family: MatrixFamily
    call: str
    name: str
    dtype: str
    extent: int
    depth_bytes: int
    most: int = 0

    def refuse(self, why: str) -> TraceError:
        """Return the error of a matrix that does not go with the MMA."""
        return TraceError(f"{self.call}: {self.name} is {why}{at(caller())}")


def _gmma_layout(*, elem_bytes: int, m_or_n: int, k: int, major: Major) -> TensorLayout:
    """The layout of a tile of `wgmma`."""
    made = pick_gmma_layout(elem_bytes=elem_bytes, m_or_n=m_or_n, k=k, major=major)
    return TensorLayout(major, made.tma_swizzle, made.leading_byte_offset, made.stride_byte_offset)


_WGMMA_SWIZZLES = {
    "NONE": LayoutType.INTERLEAVE,
    "32B": LayoutType.B32,
    "64B": LayoutType.B64,
    "128B": LayoutType.B128,
}
WGMMA = MatrixFamily(
    "wgmma",
    _gmma_layout,
    lambda layout: WGMMA_MATRIX.encode(
        leading=layout.leading, stride=layout.stride, swizzle=_WGMMA_SWIZZLES[layout.swizzle]
    ),
)
TCGEN05 = MatrixFamily(
    "tcgen05",
    pick_tensor_layout,
    lambda layout: TCGEN05_MATRIX.encode(
        leading=layout.leading, stride=layout.stride, version=1, swizzle=TCGEN05_SWIZZLES[layout.swizzle]
    ),
)


def matrix_of(value: Value) -> DescribedMatrix | None:
    """Return the recorded properties of a tile, or of a descriptor in a register."""
    if isinstance(value, (SharedAlloc, SharedSlice)):
        part = shared_part(value)
        assert part is not None
        array = part.array
        major = None if array.gmma_major is None else Major[array.gmma_major]
        swizzle = array.swizzle or "NONE"
        return DescribedMatrix(None, str(array), array.dtype, part.shape, major, swizzle)
    found = current().facts.get(value.name) if isinstance(value, Reg) else None
    return found if isinstance(found, DescribedMatrix) else None


def remember(register: Reg, matrix: DescribedMatrix) -> Reg:
    """Record the properties of a descriptor, and return its register."""
    current().facts[register.name] = matrix
    return register


def layout_of(
    family: MatrixFamily, what: str, dtype: PtxType, shape: Sequence[int], major: Major
) -> TensorLayout:
    """Return the layout of a tile of rows and columns.

    Raises:
        TraceError: The instructions read no such tile.
    """
    try:
        mn, k = shape if major == Major.K else shape[::-1]
        return family.pick(elem_bytes=dtype.bytes, m_or_n=mn, k=k, major=major)
    except ValueError as error:
        raise TraceError(
            f"{what}: {family.name} reads no tile of {dtype} {tuple(shape)}: {error}{at(caller())}"
        ) from None


def hand_made(
    family: MatrixFamily,
    what: str,
    value: Value,
    words: tuple[int | Reg, int, int],
    swizzle: str | None,
    *,
    shifts_first: bool = False,
) -> Reg:
    """Trace a descriptor of constant fields, and record its swizzle and its tile.

    Args:
        family: The instructions that take it.
        what: Public name of the function.
        value: The place in shared memory.
        words: Bytes from there, the bits of the address that count, and the other fields.
        swizzle: The name of its swizzle; None if it is unknown.
        shifts_first: Whether the address is shifted before it is masked.

    Raises:
        TraceError: The tile has another swizzle.
    """
    offset, mask, fields = words
    part = shared_part(value)
    made = DescribedMatrix(family, "the descriptor", swizzle=swizzle)
    if part is not None and swizzle is not None:
        array, width = part.array, TENSOR_ROW_BYTES[swizzle]
        is_raw = array.swizzle is None and array.align >= _PERIODS.get(swizzle, 1)
        if (array.swizzle or "NONE") != swizzle and not is_raw:
            raise TraceError(
                f"{what}: {part} has swizzle={array.swizzle!r}, the descriptor {swizzle!r}{at(caller())}"
            )
        start = None if isinstance(offset, Reg) or not part.is_constant else part.offset + offset
        made = replace(
            made,
            label=f"a descriptor of {array}",
            dtype=array.dtype if part.shape is not None and array.dtype.kind == "f" else None,
            start=start or 0,
            array_bytes=None if start is None else array.nbytes,
            row_bytes=width,
        )
    return remember(descriptor(value, offset, mask, fields, shifts_first=shifts_first), made)


def check_described(
    what: str, value: Value, dtype: PtxType, shape: tuple[int, int], layout: TensorLayout
) -> None:
    """Refuse the descriptor of a tile of another type, shape, major or swizzle.

    Args:
        what: Public name of the function.
        value: The place in shared memory.
        dtype: Element type of the matrix.
        shape: Its rows and columns.
        layout: Its layout.

    Raises:
        TraceError: The tile contradicts.
    """
    part = shared_part(value)
    if part is None:
        return
    array, said = part.array, f"the descriptor is of {dtype} {tuple(shape)}"
    swizzle = "NONE" if array.swizzle is None else array.swizzle
    is_raw = array.swizzle is None and array.align >= _PERIODS.get(layout.swizzle, 1)
    wrong = ""
    if not may_be(array.dtype, dtype.name):
        wrong = f"{part} has elements of {array.dtype}; {said}"
    elif array.gmma_major is not None and array.gmma_major != layout.major.name:
        wrong = f"{part} is {array.gmma_major}-major, the descriptor {layout.major.name}-major"
    elif swizzle != layout.swizzle and not is_raw:
        wrong = f"{part} has swizzle={array.swizzle!r}; {said}, whose swizzle is {layout.swizzle!r}"
    if not wrong and part.shape is not None and len(part.shape) == 2:
        rows, columns = part.shape
        if shape[1] * dtype.bytes != columns * array.dtype.bytes or shape[0] > rows:
            wrong = f"{part}; {said}"
    if wrong:
        raise TraceError(f"{what}: {wrong}{at(caller())}")


def may_be(tile: PtxType, name: str) -> bool:
    """Whether a tile of a type may hold elements of the named type."""
    wanted = TYPES.get(name)
    if wanted is None:
        return True
    if tile.bits != max(wanted.bits, 8):
        return False
    return {tile.kind, wanted.kind} != {"f"} or tile == wanted or {tile.name, name} <= _SAME_FORMAT


def matrix_major(use: MatrixUse, value: Value, transposed: bool | int | None) -> Major:
    """Return the major of an operand: its own; one that was given must be the same.

    Raises:
        TraceError: The two majors differ.
    """
    matrix = matrix_of(value)
    own = None if matrix is None else matrix.major
    given = None if transposed is None else Major(int(transposed))
    if own is None or matrix is None:
        return Major.K if given is None else given
    if given is not None and given != own:
        raise use.refuse(
            f"{matrix.label}, which is {own.name}-major; {given.name}-major contradicts it (a tile of "
            "smem.alloc has no major and is read both ways)"
        )
    return own


def matrix_operand(use: MatrixUse, value: Value, major: Major, k_offset: int) -> Value:
    """Return the descriptor of the multiplied part of an operand.

    The descriptor of a tile is kept; a part with an offset takes one addition.

    Args:
        use: The use of the matrix.
        value: A tile, or a descriptor.
        major: The major from `matrix_major`.
        k_offset: Bytes from the start of the tile to the part.

    Raises:
        TraceError: The operand contradicts the MMA, or no part starts there.
    """
    if k_offset % CHUNK_BYTES or k_offset < 0:
        raise TraceError(
            f"{use.call}: {use.name}_k_offset={k_offset}; a part starts at a multiple of {CHUNK_BYTES} bytes"
            f"{at(caller())}"
        )
    matrix = matrix_of(value)
    if matrix is not None:
        _check_matrix(use, matrix)
        _check_bytes(use, matrix, major, k_offset)
        if isinstance(value, (SharedAlloc, SharedSlice)):
            value = _tile_descriptor(use, value, matrix, major)
        if matrix.dtype is not None and matrix.shape is not None and use.extent:
            layout = layout_of(use.family, use.call, matrix.dtype, matrix.shape, major)
            check_part(use, matrix, layout, k_offset + matrix.start)
    if not k_offset:
        return value
    moved = scalar(b64)
    emit("add", ("s64",), (moved, value, k_offset >> UNIT_SHIFT))
    return moved


def _check_matrix(use: MatrixUse, matrix: DescribedMatrix) -> None:
    """Refuse a matrix of another family or type.

    Raises:
        TraceError: The matrix has another family or type.
    """
    if matrix.family is not None and matrix.family is not use.family:
        raise use.refuse(f"a descriptor of {matrix.family.name}, of {matrix.label}")
    if matrix.dtype is not None and not may_be(matrix.dtype, use.dtype):
        bits = TYPES[use.dtype].bits
        said = "another format" if bits == matrix.dtype.bits else f"whose elements have {bits} bits"
        raise use.refuse(f"{matrix.label} of {matrix.dtype}; the MMA is of {use.dtype}, {said}")


def _check_bytes(use: MatrixUse, matrix: DescribedMatrix, major: Major, k_offset: int) -> None:
    """Refuse a hand-made descriptor whose rows end past the array.

    Raises:
        TraceError: The rows end past the array.
    """
    if matrix.array_bytes is None or matrix.swizzle == "NONE" or major != Major.K:
        return
    first_row = (matrix.start + k_offset) // matrix.row_bytes
    left = matrix.array_bytes - first_row * matrix.row_bytes
    if use.extent * matrix.row_bytes > left:
        raise use.refuse(
            f"{matrix.label}: {use.extent} rows of {matrix.row_bytes} bytes are multiplied, the array has "
            f"{left} bytes from there on"
        )


def _tile_descriptor(use: MatrixUse, value: Value, matrix: DescribedMatrix, major: Major) -> Reg:
    """The descriptor of a tile: kept at the head of the function if its address is a constant."""
    assert matrix.dtype is not None
    assert matrix.shape is not None
    if len(matrix.shape) != 2:
        raise use.refuse(
            f"{matrix.label} of shape {matrix.shape}; a tile has rows and columns; several blocks, one after "
            f"the other, are one operand with ptx.{use.family.name}.auto_descriptor(…, shape=(rows, columns))"
        )
    layout = layout_of(use.family, use.call, matrix.dtype, matrix.shape, major)
    if layout.swizzle != matrix.swizzle:
        swizzle = None if matrix.swizzle == "NONE" else matrix.swizzle
        raise use.refuse(
            f"{matrix.label} with swizzle={swizzle!r}; rows of {matrix.shape[1] * matrix.dtype.bytes} bytes "
            f"are read with swizzle={layout.swizzle!r}"
        )
    return kept_descriptor(value, use.family.encode(layout))


def kept_descriptor(value: Value, fields: int) -> Reg:
    """Return the descriptor of a tile with some constant fields, made once.

    For a tile at a constant address it is made at the head of the function, for all blocks. For a tile at an
    address in a register it is made at the first use, for the instructions that follow in a straight line.
    """
    trace = current()
    base = value.base if isinstance(value, SharedSlice) else None
    place = value.__ptx__() if base is None else (base.name, value.byte_offset)  # type: ignore[union-attr]  # a tile
    key = ("descriptor", place, fields)
    if base is None:
        if key not in trace.facts:
            with trace.at_entry():
                trace.facts[key] = descriptor(value, 0, ADDRESS_MASK, fields)
        kept = trace.facts[key]
    else:
        before = trace.facts.get(key)
        if not isinstance(before, _Straight) or not _is_straight_from(before.last):
            before = _Straight(descriptor(value, 0, ADDRESS_MASK, fields), trace.body[-1])
            trace.facts[key] = before
        kept = before.register
    assert isinstance(kept, Reg)
    return kept


class _Straight(NamedTuple):
    """A register, and the statement that set it: it holds until a label."""

    register: Reg
    last: Statement


def _is_straight_from(last: object) -> bool:
    """Whether there is no label between a statement of the innermost block and its end."""
    for statement in reversed(current().body):
        if statement is last:
            return True
        if isinstance(statement, Label):
            return False
    return False


def check_part(use: MatrixUse, matrix: DescribedMatrix, layout: TensorLayout, k_offset: int) -> None:
    """Check where a multiplied part starts and ends.

    Raises:
        TraceError: The part starts between two steps of K, or ends outside the matrix, or the matrix has more
            rows than `use` allows.
    """
    assert matrix.dtype is not None
    assert matrix.shape is not None
    width = matrix.dtype.bytes
    mn, k = matrix.shape if layout.major == Major.K else matrix.shape[::-1]
    depth = max(use.depth_bytes // width, 1)
    wide = CORE_ROWS if layout.major == Major.K else layout.row_bytes // width
    starts = {
        layout.offset(row, column, elem_bytes=width): (row, column)
        for row in range(0, mn, wide)
        for column in range(0, k, depth)
    }
    said = f"{matrix.label} of shape {tuple(matrix.shape)}, {layout.major.name}-major"
    if k_offset not in starts:
        along = [offset for offset, (row, _) in starts.items() if row == 0]
        listed = ", ".join(map(str, along[:4])) + (", …" if len(along) > 4 else "")
        raise use.refuse(f"{said}: parts of {depth} along K start at byte {listed}, not at {k_offset}")
    row, column = starts[k_offset]
    if mn - row < use.extent:
        raise use.refuse(f"{said}: {mn - row} of the {use.extent} that are multiplied")
    if use.most and row == 0 and mn > use.most:
        part = (use.extent, k) if layout.major == Major.K else (k, use.extent)
        raise use.refuse(
            f"{said}: {use.extent} of its {mn} are multiplied; if another MMA takes the others, describe "
            f"this part: auto_descriptor(ptx.addr(tile), dtype=…, shape={part}, major={layout.major.name!r})"
        )
    if k - column < depth:
        raise use.refuse(f"{said}: {k - column} of the {depth} along K that are multiplied")
