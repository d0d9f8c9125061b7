"""Rows among threads: how kernels over rows load, reduce and store them.

Memory decides how fast these kernels are. It is busy when many bytes are on their way:

* A group of threads has a row. Each thread issues all its loads before it uses one of them, and keeps up to
  32 elements in registers. Groups grow with the row, from 8 threads to 1024. The assembler gets the number of
  CTAs that must find registers in a multiprocessor: as many as have 32 KiB on their way.
* Accesses have 16 bytes, or 32 on Blackwell. If a row is not a multiple of that, every row starts at another
  place. Its threads skip to the next boundary, and load the elements on both edges one by one.
* Rows may have a pitch, as in a view of some columns. The pitch is a constant of the code, like the number of
  columns. If the rows of two tensors start at different places between boundaries, the accesses to the second
  tensor have one element each.
* On Hopper and Blackwell, rows of more than 32,768 columns of f32, or 16,384 of 16 bits, have a cluster of up
  to eight CTAs. Elements that still do not fit in registers are loaded again.
* A reduction has one barrier: warps reduce by shuffles and write to shared memory, which every warp reduces.
  In a cluster each warp sends its part to every CTA, where an mbarrier counts the bytes.
"""

from __future__ import annotations

import math
from collections import deque
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING, Any

from pyptx import ptx, reg, smem
from pyptx.arch import arch as find_arch
from pyptx.kernels.arguments import pitched
from pyptx.specs import Tile
from pyptx.types import PtxType, b16, b32, bf16, f16, f32, u32

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pyptx.specs import Size

TYPES = {f32, bf16, f16}
COLUMNS_OF_CTA = {4: 32768, 2: 16384}  # by the bytes of an element
LARGEST_CLUSTER = 8
BYTES = 64  # of an input in a thread, where a row has few threads
ELEMENTS = 32  # that a thread keeps at most
OTHER_VALUES = 8  # registers for a second input, or for edges
SMALL_GROUPS = (8, 16, 32)  # threads that have a row: some lanes of a warp, or whole warps
LARGE_GROUP, MOST_THREADS = 256, 1024
IN_FLIGHT = 32 * 1024  # bytes on their way to a multiprocessor
RESIDENT = 1280  # threads at most that must find registers there for that
SHARING = 128  # threads of a CTA of several rows
ADDRESSES = 40  # registers for addresses, statistics and results
INFINITY = {f32: -math.inf, bf16: 0xFF80, f16: 0xFC00}  # minus infinity, as a number or its bits


@dataclass(frozen=True)
class Plan:
    """Division of rows among CTAs and threads.

    Attributes:
        columns: Columns of a row.
        loaded: Element type of the inputs.
        vector: Elements that a thread loads together.
        access: Largest access, in bytes.
        threads: Threads that share a row in one CTA.
        rows: Rows of a CTA.
        ctas: CTAs of a cluster, which share a row.
        kept: Vectors of a row that a thread keeps in registers.
        inputs: Inputs that are loaded together.
    """

    columns: int
    loaded: PtxType
    vector: int
    access: int
    threads: int
    rows: int
    ctas: int
    kept: int
    inputs: int

    @property
    def group(self) -> int:
        """Threads that have a row."""
        return self.threads * self.ctas

    @property
    def aligned(self) -> bool:
        """Whether all rows start at a multiple of a vector."""
        return self.columns % self.vector == 0

    def tile(self, name: str, rows: Size, dtype: PtxType) -> Tile:
        """Return the tile of a tensor of these rows."""
        widest = self._widest(dtype)
        multiple = widest // dtype.bytes if self.aligned else 1
        return pitched(name, rows, self.columns, dtype, multiple=multiple, align=widest)

    def shared_tile(self, dtype: PtxType) -> Tile:
        """Return the tile of a vector that all rows share."""
        return Tile(self.columns, dtype, align=self._widest(dtype) if self.aligned else 1)

    def _widest(self, dtype: PtxType) -> int:
        """Return the bytes of the largest access to elements of a type."""
        return min(self.access, self.vector * dtype.bytes)

    @property
    def resident(self) -> int:
        """CTAs that must find registers in a multiprocessor."""
        flying = self.columns * self.loaded.bytes * self.inputs * self.rows // self.ctas
        return min(-(-IN_FLIGHT // flying), RESIDENT // (self.threads * self.rows))

    @property
    def registers(self) -> int:
        """Registers that a thread has."""
        return min(65536 // (self.threads * self.rows * self.resident), 255)

    @property
    def geometry(self) -> dict[str, Any]:
        """The launch of a kernel over B rows, each for itself."""
        rows, ctas = self.rows, self.ctas
        cluster = {"cluster": (ctas, 1, 1)} if ctas > 1 else {}
        return {
            "grid": lambda B: (-(-B // rows) * ctas,),
            "block": (self.threads, rows, 1),
            "raw_directives": [("minnctapersm", self.resident)],
            "parallel": ("B",),
            **cluster,
        }


def columns_in(shape: tuple[int, ...]) -> int:
    """Return the columns N of a shape (B, N) or (N,).

    Raises:
        ValueError: The shape is empty.
    """
    if not shape:
        raise ValueError("the code depends on the number of columns: give N, or B and N")
    return shape[-1]


def divide(
    columns: int, loaded: PtxType, stored: PtxType, *, arch: str, inputs: int = 1, held: int = 1,
    vectors: int = 1,
) -> Plan:  # fmt: skip
    """Divide rows of `columns` elements, by the types in which they are loaded and stored.

    Args:
        columns: Columns of a row.
        loaded: Element type of the inputs.
        stored: Element type of the outputs.
        arch: Target.
        inputs: Inputs that are loaded together.
        held: Inputs whose elements stay in registers, each for itself.
        vectors: Vectors that all rows share.

    Raises:
        ValueError: The kernels do not take such rows.
    """
    if columns < 1 or not {loaded, stored} <= TYPES:
        raise ValueError(
            f"N={columns}, from {loaded} to {stored}: "
            "this kernel takes one or more columns of f32, bf16 or f16"
        )
    small, large = sorted((loaded.bytes, stored.bytes))
    target = find_arch(arch)
    room = ELEMENTS // held - OTHER_VALUES * (inputs > held)
    access, vector = 32, 32 // small
    # The eight registers of an access of 32 bytes are neighbours; in f32 that costs some of them.
    wide = loaded == f32
    kept = (room - OTHER_VALUES * wide * vectors) // vector
    if target.number < 100 or columns % vector or kept < 1 + (inputs == 1):
        access = 16
        vector = 16 // (large if columns % (16 // small) else small)
        # Results of another type need registers beside those of the vectors.
        others = vectors if wide and stored != loaded else 1
        kept = (room - OTHER_VALUES * (columns % vector > 0) * others) // vector
    ctas, capacity = 1, min(COLUMNS_OF_CTA[loaded.bytes], MOST_THREADS * kept * vector)
    while target.max_cluster > 1 and ctas < LARGEST_CLUSTER and columns > capacity * ctas:
        ctas *= 2
    pieces = -(-(columns // vector) // ctas)
    few = min(kept, BYTES // (vector * loaded.bytes))
    small_groups = (size for size in SMALL_GROUPS if size * few >= pieces)
    depth = few if pieces <= few * LARGE_GROUP else kept
    # The elements that are loaded again need registers, too, and a quarter of the threads has them.
    most = MOST_THREADS if pieces <= MOST_THREADS * kept else MOST_THREADS // 4
    large_group = min(most, 32 * -(-pieces // (32 * depth)))
    threads = next(small_groups, large_group)
    rows = SHARING // threads if threads <= 32 else 1
    return Plan(columns, loaded, vector, access, threads, rows, ctas, kept, inputs)


@dataclass(frozen=True)
class Piece:
    """Neighbouring elements of a row that a thread has.

    Attributes:
        start: Index of the start in the row from which the piece is counted.
        offset: Columns from that start to the first element of the piece.
        count: Elements.
        inside: Whether there are such elements; None if there always are.
        kept: Whether they stay in registers.
    """

    start: int
    offset: int
    count: int
    inside: Any
    kept: bool


class Row:
    """The row of a thread: its number, the pieces that the thread has, and reductions over the whole."""

    def __init__(self, plan: Plan, tensor: Any, *, reductions: int) -> None:
        """Find the row and its pieces.

        Args:
            plan: Division of the rows.
            tensor: The tensor of rows whose boundaries decide the pieces.
            reductions: Number of calls of `sum` and `max` to come.
        """
        self.plan, self.pitch = plan, tensor.strides[0]
        thread, self.rank = reg.from_(ptx.special.tid.x(), u32), reg.scalar(u32, init=0)
        self.lane, self.warp = thread & 31, thread >> 5
        self.number = reg.from_(ptx.special.ctaid.x(), u32)
        if plan.ctas > 1:
            ptx.inst.mov.u32(self.rank, ptx.special.cluster_ctarank())
            self.number //= plan.ctas
        elif plan.rows > 1:
            self.number = self.number * plan.rows + ptx.special.tid.y()
        self.member = self.rank * plan.threads + thread
        self.inside = self.number < tensor.shape[0] if plan.rows > 1 else None
        # Elements before the first vector, and in vectors.
        self.lead, self.whole = reg.scalar(u32, init=0), reg.scalar(u32, init=plan.columns)
        if not plan.aligned:
            lead = self.number * (-self.pitch % plan.vector) & (plan.vector - 1)
            ptx.inst.min.u32(self.lead, lead, plan.columns)
            self.whole = (self.whole - self.lead) & -plan.vector
        self.starts: list[Any] = []
        self.pieces = [*self._vectors(), *self._edges()]
        self._prepare(reductions)

    def _both(self, inside: Any) -> Any:
        """Whether the row and the place in it exist."""
        return inside if self.inside is None else self.inside if inside is None else self.inside & inside

    def _vectors(self) -> Iterator[Piece]:
        """The vectors of this thread: every n-th, where n is the number of threads."""
        plan = self.plan
        column = self.member * plan.vector
        self.starts.append(column + self.lead)
        certain = plan.columns if plan.aligned else plan.columns - plan.vector + 1
        for index in range(-(-(plan.columns // plan.vector) // plan.group)):
            offset = index * plan.group * plan.vector
            inside = None
            if offset + plan.group * plan.vector > certain:
                inside = column + offset < self.whole
            yield Piece(0, offset, plan.vector, self._both(inside), index < plan.kept)

    def _edges(self) -> Iterator[Piece]:
        """Yield a piece for each element outside the vectors, those before them first."""
        plan = self.plan
        if plan.aligned:
            return
        lead, whole = self.lead, self.whole
        for first in range(0, 2 * (plan.vector - 1), plan.group):
            number, column = self.member + first, reg.scalar(u32)
            ptx.selp(u32, column, number, number + whole, number < lead)
            inside = number + whole < plan.columns
            self.starts.append(column)
            yield Piece(len(self.starts) - 1, 0, 1, self._both(inside), kept=True)

    def _prepare(self, reductions: int) -> None:
        """Allocate memory for reductions; in a cluster initialise its mbarriers."""
        plan = self.plan
        self.slots = plan.group // 32
        if self.slots < 2 or reductions == 0:
            return
        self.free = list(range(reductions))
        self.parts = smem.alloc(f32, (reductions, self.slots))
        if plan.ctas == 1:
            return
        self.arrived = smem.mbarrier(reductions)
        with ptx.if_(self.warp * 32 + self.lane == 0):
            for index in range(reductions):
                ptx.mbarrier.init(self.arrived[index], 1)
            ptx.fence.mbarrier_init()
            for index in range(reductions):
                ptx.mbarrier.arrive_expect_tx(self.arrived[index], 4 * self.slots)
        ptx.cluster.arrive(relaxed=True)

    def sum(self, value: Any) -> None:
        """Make `value` its sum over the threads of the row."""
        self._reduce(ptx.warp.reduce_sum, ptx.inst.add.f32, value, neutral=0.0)

    def max(self, value: Any) -> None:
        """Make `value` its maximum over the threads of the row."""
        self._reduce(ptx.warp.reduce_max, ptx.inst.max.f32, value, neutral=-math.inf)

    def _reduce(self, over_lanes: Any, combine: Any, value: Any, *, neutral: float) -> None:
        over_lanes(value, width=min(32, self.plan.threads))
        if self.slots < 2:
            return
        index = self.free.pop(0)
        if self.plan.ctas == 1:
            ptx.st(
                f32,
                ptx.addr(self.parts.address(index, self.warp)),
                value,
                space="shared",
                pred=self.lane == 0,
            )
            ptx.bar.sync()
        else:
            self._send(index, value)
            ptx.mbarrier.wait(self.arrived[index], 0)
        width = min(32, 1 << (self.slots - 1).bit_length())
        slot, part = self.lane & (width - 1), reg.scalar(f32)
        for first in range(0, self.slots, 32):
            ptx.inst.mov.f32(part, neutral)
            ptx.ld(
                f32, part, ptx.addr(self.parts.address(index, slot), 4 * first), space="shared",
                pred=slot < self.slots - first if self.slots - first < width else None,
            )  # fmt: skip
            if first:
                combine(value, value, part)
            else:
                ptx.inst.mov.f32(value, part)
        over_lanes(value, width=width)

    def _send(self, index: int, value: Any) -> None:
        """Send the value of this warp to each CTA of the cluster, a lane each."""
        if index == 0:
            ptx.cluster.wait()  # all CTAs run, and have initialised their mbarriers
        warps = self.plan.threads // 32
        with ptx.if_(self.lane < self.plan.ctas):
            place = ptx.mapa(self.parts.address(index, self.rank * warps + self.warp), self.lane)
            ptx.st.async_(f32, place, value, ptx.mapa(self.arrived[index], self.lane))

    def advance(self, pointer: Any, tensor: Any) -> bool:
        """Move the pointer to a tensor on to the row; return whether its pieces start at boundaries."""
        pitch = tensor.strides[0]
        ptx.inst.mad.wide.u32(pointer, self.number, pitch * tensor.dtype.bytes, pointer)
        return bool((pitch - self.pitch) % self.plan.vector == 0)

    def get_number(self, tensor: Any) -> Any:
        """Load a number of the row: `tensor` has one for each."""
        (place,) = ptx.global_ptrs(tensor)
        ptx.inst.mad.wide.u32(place, self.number, 4, place)
        value = reg.scalar(f32, init=0.0)
        ptx.ld(f32, value, ptx.addr(place), cache="nc", pred=self.inside)
        return value

    def put_number(self, tensor: Any, value: Any) -> None:
        """Store a number of the row: `tensor` has one for each."""
        (place,) = ptx.global_ptrs(tensor)
        ptx.inst.mad.wide.u32(place, self.number, 4, place)
        ptx.st(f32, ptx.addr(place), value, pred=self._both(self.member == 0))


class Columns:
    """A tensor of rows, or a vector that all rows share, as the thread of a row sees it."""

    def __init__(self, row: Row, tensor: Any, *, shared: bool = False) -> None:
        """Compute the addresses of the thread's pieces."""
        self.dtype, self.plan, self.shared = tensor.dtype, row.plan, shared
        (first,) = ptx.global_ptrs(tensor)
        self.aligned = row.plan.aligned if shared else row.advance(first, tensor)
        self.bases = []
        for start in row.starts:
            base = reg.scalar(first.dtype)
            ptx.inst.mad.wide.u32(base, start, self.dtype.bytes, first)
            self.bases.append(base)

    def _accesses(self, piece: Piece) -> Iterator[tuple[Any, int, int]]:
        """Address, first element and number of elements of each access to a piece."""
        one = piece.count == 1 or not self.aligned
        size = 1 if one else self.plan.access // self.dtype.bytes
        for first in range(0, piece.count, size):
            place = ptx.addr(self.bases[piece.start], (piece.offset + first) * self.dtype.bytes)
            yield place, first, min(size, piece.count)

    def load(self, piece: Piece, missing: float = 0.0) -> list[Any]:
        """Load a piece, in f32; `missing`, 0 or minus infinity, for elements that do not exist."""
        return widened(self.fetch(piece, missing), self.dtype)

    def fetch(self, piece: Piece, missing: float = 0.0) -> list[Any]:
        """Load a piece as it is in memory: a register has two elements of 16 bits if an access has."""
        registers: list[Any] = []
        for place, _, count in self._accesses(piece):
            held = f32 if self.dtype == f32 else b16 if count == 1 else b32
            few = list(reg.array(held, max(1, count * self.dtype.bytes // held.bytes)))
            if piece.inside is not None:
                bits = INFINITY[self.dtype] if missing else 0
                filling = bits * 0x10001 if held == b32 else float(bits) if held == f32 else bits
                for register in few:
                    ptx.mov(register, filling)
            cache = "nc" if self.shared or not piece.kept else "nc.L1::no_allocate"
            ptx.ld(held, few, place, vec=len(few), cache=cache, pred=piece.inside)
            registers += few
        return registers

    def store(self, piece: Piece, values: list[Any]) -> None:
        """Round and store the elements of a piece."""
        for place, first, count in self._accesses(piece):
            few = values[first : first + count]
            if self.dtype == f32:
                held, packed = f32, few
            elif count == 1:
                held, packed = b16, [reg.scalar(b16)]
                ptx.inst[f"cvt.rn.{self.dtype}.f32"](packed[0], few[0])
            else:
                held, packed = b32, list(reg.array(b32, count // 2))
                for i, word in enumerate(packed):
                    ptx.inst[f"cvt.rn.{self.dtype}x2.f32"](word, few[2 * i + 1], few[2 * i])
            ptx.st(held, place, packed, vec=len(packed), cache="L1::no_allocate", pred=piece.inside)


class Elements:
    """The elements of a thread in f32: of one tensor, or the sums of two."""

    def __init__(self, row: Row, *tensors: Any, missing: float = 0.0) -> None:
        """Load the values that stay in registers."""
        self.columns, self.missing = [Columns(row, tensor) for tensor in tensors], missing
        self.pieces = row.pieces
        self.kept = [self._load(piece) if piece.kept else None for piece in row.pieces]

    def _load(self, piece: Piece) -> list[Any]:
        values, *others = [columns.load(piece, self.missing) for columns in self.columns]
        for more in others:
            values = [x + y for x, y in zip(values, more, strict=True)]
        return values

    def __iter__(self) -> Iterator[tuple[Piece, list[Any]]]:
        """Each piece and its elements, which are not to be written."""
        for piece, kept in zip(self.pieces, self.kept, strict=True):
            yield piece, kept or self._load(piece)


class Vectors:
    """Vectors that all rows share, such as weights, beside the elements of a row.

    If there are registers for them, all are loaded at once, before the reductions. If not, they are loaded a
    piece ahead. Loads are `.nc`, so that none waits for a store; but ptxas would move all to the front, and
    spill. It moves none across a barrier of the warp.
    """

    def __init__(self, elements: Elements, row: Row, *tensors: Any) -> None:
        """Load what has room."""
        self.elements, self.row, self.tensors = elements, row, tensors
        plan, pieces = row.plan, elements.pieces
        count = sum(piece.count for piece in pieces)
        each = tensors[0].dtype.bytes if plan.aligned else f32.bytes
        needed = count * f32.bytes + count * each * len(tensors)
        self.fits = needed // f32.bytes + ADDRESSES <= plan.registers and all(piece.kept for piece in pieces)
        self.fetched = list(self._fetch()) if self.fits else []

    def _fetch(self) -> Iterator[list[list[Any]]]:
        """Load the vectors of each piece."""
        columns = [Columns(self.row, tensor, shared=True) for tensor in self.tensors]
        for piece in self.elements.pieces:
            yield [each.fetch(piece) for each in columns]

    def __iter__(self) -> Iterator[tuple[Piece, list[Any], list[Any]]]:
        """Each piece, its elements and those of the vectors."""
        fetched, ahead = iter(self.fetched) if self.fits else self._fetch(), deque[Any]()
        for piece, values in self.elements:
            ahead.extend(islice(fetched, 2 - len(ahead)))
            pairs = zip(ahead.popleft(), self.tensors, strict=True)
            yield piece, values, [widened(registers, tensor.dtype) for registers, tensor in pairs]
            if not self.fits:
                ptx.warp.sync()


def widened(registers: list[Any], dtype: PtxType) -> list[Any]:
    """Elements in f32."""
    if dtype == f32:
        return registers
    values = []
    for register in registers:
        halves = [register]
        if register.dtype == b32:
            halves = list(reg.array(b16, 2))
            ptx.inst.mov.b32(halves, register)
        for half in halves:
            value = reg.scalar(f32)
            ptx.inst[f"cvt.f32.{dtype}"](value, half)
            values.append(value)
    return values
