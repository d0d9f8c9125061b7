"""Scale factors of `tcgen05.mma.block_scale` in tensor memory (manual section 9.7.18.10.7)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

import numpy as np

from pyptx.layouts.fragments import WARP_LANES
from pyptx.layouts.scaling import FACTORS_OF_COLUMN, scale_columns
from pyptx.layouts.tensor_memory import LANES
from pyptx.sim.faults import Trap
from pyptx.sim.observers import TensorBox
from pyptx.sim.semantics.rounding import E4M3, decode
from pyptx.sim.semantics.tcgen05_undefined import UndefinedLines
from pyptx.sim.tensor_memory import TensorMemory, column_of, lane_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from pyptx.sim.machine import Machine
    from pyptx.sim.semantics.tcgen05_form import Product

Array: TypeAlias = "NDArray[Any]"

_BLOCKS = {"block32": 32, "block16": 16}
_VECTORS = {"scale_vec::1X": 1, "scale_vec::2X": 2, "scale_vec::4X": 4}


class Factors(NamedTuple):
    """The factors of an operand of one CTA.

    Attributes:
        name: Operand of their address.
        first: Byte of a column where they start.
        extent: Rows of A or columns of B.
        halves: 2 where the second half of the columns of B has its factors in the upper lanes.
    """

    name: str
    first: int
    extent: int
    halves: int = 1

    @property
    def columns(self) -> int:
        """Columns of tensor memory that hold a word of each."""
        return -(-self.extent // self.halves // WARP_LANES)


def factors_of(product: Product) -> int:
    """Factors of a row of A, or a column of B, in one product.

    Raises:
        Trap: The words, the type and K do not go together.
    """
    form, idesc = product.form, product.idesc
    dense = idesc.k // (2 if idesc.sparse else 1)
    if form.scale in _VECTORS:
        found = _VECTORS[form.scale]
    elif form.scale:
        found = dense // _BLOCKS[form.scale]
    else:
        found = dense // 32
    legal = {"mxf8f6f4": (1,), "mxf4": (2, 3), "mxf4nvf4": (2, 3, 4, 6)}[form.kind]
    if found not in legal or (dense == 96) != (found in (3, 6)):
        said = f"kind::{form.kind} with K = {idesc.k} does not have {found} scale factors for each row"
        raise Trap("tensor-scale", said, product.lane)
    if idesc.scale_type == "ue4m3" and found not in (4, 6):
        said = f"scale factors of type ue4m3 are for blocks of 16 elements (scale_vec::4X), not {form.scale}"
        raise Trap("tensor-scale", said, product.lane)
    limits = {1: (0, 1, 2, 3), 2: (0, 2), 3: (0, 1, 2, 3), 4: (0,), 6: (0, 2)}[found]
    for name, value in (("A", idesc.sfa_id), ("B", idesc.sfb_id)):
        if value not in limits:
            legal_ids = " or ".join(map(str, limits))
            said = f"the id of the factors of {name} is {legal_ids} with {found} factors, not {value}"
            raise Trap("tensor-scale", said, product.lane)
    return found


def need_factors(product: Product) -> None:
    """Check that the words go with the factors, and where those start.

    Raises:
        Trap: They do not, or they do not start at lane 0.
    """
    factors_of(product)
    for factors in factor_operands(product):
        _need_first_lane(product, factors)


def factor_operands(product: Product) -> tuple[Factors, Factors]:
    """The factors of A and of B that each CTA has; both start at lane 0."""
    idesc = product.idesc
    halves = 2 if product.path.name == "B" else 1
    return (
        Factors("scale_a_tmem", idesc.sfa_id, product.rows),
        Factors("scale_b_tmem", idesc.sfb_id, idesc.n, halves),
    )


def scale_boxes(product: Product) -> list[TensorBox]:
    """The rectangles of tensor memory that the factors take."""
    if not product.form.scaled:
        return []
    found = []
    for factors in factor_operands(product):
        address = product.given[factors.name]
        words = -(-(factors.first + factors_of(product)) // FACTORS_OF_COLUMN)
        wide = scale_columns(factors.extent)
        first = column_of(address)
        for cta in product.ctas:
            for word in range(words):
                start = first + word * wide
                found.append(TensorBox(cta, (0, LANES), (start, start + factors.columns)))
    return found


def scale_factors(
    m: Machine, product: Product, undefined: UndefinedLines | None = None
) -> tuple[Array, Array]:
    """The factors of every element: of A, shape (M, K), and of B, shape (K, N).

    Args:
        m: The machine.
        product: The MMA.
        undefined: Takes the lines that have an undefined factor; None to ignore those.

    Raises:
        Trap: They differ among the warps' lanes, or in a pair of CTAs.
    """
    count = factors_of(product)
    by_row, by_column = factor_operands(product)
    lines = undefined or UndefinedLines(m, product, None)
    own = lines.rows.reshape(len(lines.rows), len(product.ctas), -1)
    parts = []
    for place, cta in enumerate(product.ctas):
        values, missing = _of_cta(m, product, by_row, count, cta)
        lines.note_factors(own[:, place], missing)
        parts.append(values)
    rows = np.concatenate(parts)
    columns, missing = _of_cta(m, product, by_column, count, product.ctas[0])
    lines.note_factors(lines.columns, missing)
    if len(product.ctas) > 1:
        others, missing = _of_cta(m, product, by_column, count, product.ctas[1])
        lines.note_factors(lines.columns, missing)
        defined = lines.columns == 0
        if not np.array_equal(columns[defined], others[defined], equal_nan=True):
            said = "the scale factors of B differ in the two CTAs of the pair: both hold those of all columns"
            raise Trap("tensor-scale", said, product.lane)
    block = product.idesc.k // count
    return np.repeat(rows, block, axis=1), np.repeat(columns, block, axis=1).T


def _of_cta(
    m: Machine, product: Product, factors: Factors, count: int, cta: int
) -> tuple[Array, dict[int, str]]:
    """The factors in the tensor memory of a CTA, shape (rows or columns, factors), and the undefined ones.

    Returns:
        The factors, and for each line that has an undefined one the sentence of a report.
    """
    address = product.given[factors.name]
    which = "A" if factors.name == "scale_a_tmem" else "B"
    _need_first_lane(product, factors)
    wide, per = scale_columns(factors.extent), factors.extent // factors.halves
    used = factors.columns
    made = np.zeros((factors.extent, count), np.uint8)
    missing: dict[int, str] = {}
    for place in range(count):
        word, byte = divmod(factors.first + place, FACTORS_OF_COLUMN)
        first = column_of(address) + word * wide
        box = TensorBox(cta, (0, LANES), (first, first + used))
        memory = m.part(TensorMemory)
        memory.need_open(box, product.lane, f"the scale factors of {which}")
        words = memory.words[box.place].reshape(4, WARP_LANES, used)
        known = memory.known[box.place].reshape(4, WARP_LANES, used)
        for half in range(factors.halves):
            groups = range(4) if factors.halves == 1 else (2 * half, 2 * half + 1)
            rows = slice(half * per, (half + 1) * per)
            found = words[list(groups)] >> np.uint32(8 * byte) & np.uint32(255)
            lists = found.swapaxes(1, 2).reshape(len(groups), -1)[:, :per]
            defined = known[list(groups)].swapaxes(1, 2).reshape(len(groups), -1)[:, :per]
            if "uninitialized" in m.memory.checks:
                missing.update(_missing(which, defined, rows.start))
                lists = np.where(defined.all(0), lists, 0)
            _need_replicated(product, which, lists)
            made[rows, place] = lists[0]
    return _values(product.idesc.scale_type, made), missing


def _need_first_lane(product: Product, factors: Factors) -> None:
    """Check that factors start at lane 0."""
    lane = lane_of(product.given[factors.name])
    if lane:
        which = "A" if factors.name == "scale_a_tmem" else "B"
        said = f"the factors of {which} start at lane 0 of tensor memory, not at lane {lane}"
        raise Trap("tensor-memory-lane", said, product.lane)


def _missing(which: str, known: Array, first: int) -> dict[int, str]:
    """For each line from `first` on whose factor a lane does not have, the sentence of a report."""
    return {
        first + row: (
            f"the scale factor of {_row(which, row)} was never written to lane {32 * group + row % 32} of "
            "tensor memory: the lanes of all four warps hold the factors"
        )
        for group, row in reversed(np.argwhere(~known).tolist())
    }


def _need_replicated(product: Product, which: str, lists: Array) -> None:
    """Check that the lanes of all warps hold the same factors."""
    differs = lists != lists[0]
    if differs.any():
        group, row = np.argwhere(differs)[0].tolist()
        said = (
            f"the scale factor of {_row(which, row)} is not the same in the lanes of all four warps: "
            f"tcgen05.cp.32x128b.warpx4 writes it to all of them (lane {32 * group + row % 32} differs)"
        )
        raise Trap("tensor-scale", said, product.lane)


def _row(which: str, row: int) -> str:
    return f"{'row' if which == 'A' else 'column'} {row} of {which}"


def _values(type_: str, raw: Array) -> Array:
    """The values of factors."""
    if type_ == "ue4m3":
        return decode(E4M3, raw & np.uint8(0x7F))
    return np.where(raw == 255, np.nan, np.ldexp(1.0, raw.astype(np.int64) - 127))
