"""The way of an accumulator in tensor memory to D, by panels in shared memory.

A thread of the storing warps loads its row, rounds it, and writes it to a panel, swizzled: eight lanes of
neighbouring rows touch every bank once. Tensor copies store the panels.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pyptx import ptx, reg, smem
from pyptx.kernels.roles_blackwell import ROWS
from pyptx.types import PtxType, b32, f32, u32

if TYPE_CHECKING:
    from collections.abc import Callable

    from pyptx.kernels.roles_blackwell import Warps

PANEL_BYTES = 128


class Panels:
    """Two panels in shared memory for each storing warp, or for all of them together.

    A panel has 32 rows, or all 128, of 128 swizzled bytes.

    Attributes:
        out: Element type.
        rows: Rows of a panel.
        columns: Columns of a panel.
        line: The thread's row of the panel.
        row: Its row of the tile.
        warp: Number of the warp among those that store.
        place: Address of the first panel of this warp.
        starts: Predicate of the thread that starts copies of the panel.
    """

    def __init__(self, warps: Warps, out: PtxType, *, rows: int = 32, first: int = 0) -> None:
        """Allocate the panels; the storing warps are those from `first` on, 0 if a panel has 128 rows."""
        self.out, self.rows, self.columns = out, rows, PANEL_BYTES // out.bytes
        self.bytes = rows * PANEL_BYTES
        panels = smem.alloc(out, (ROWS // rows, 2, rows, self.columns), "128B")
        self.warp = warps.warp - first if first else warps.warp
        self.line, self.place = warps.tid, reg.from_(panels, u32)
        if rows < ROWS:
            self.line = warps.lane
            self.place += self.warp * (2 * self.bytes)
        self.row = self.line if rows == ROWS else self.warp * rows + self.line
        self.starts = self.line == 0

    def buffer(self, first: int) -> int:
        """Bytes from the first panel of the warp to the one with the columns from `first` on."""
        return first // self.columns % 2 * self.bytes

    def meet(self) -> None:
        """Wait for the threads that write the panel."""
        if self.rows < ROWS:
            ptx.warp.sync()
        else:
            ptx.bar.sync(1, ROWS)

    def chunk(self, line: Any, chunk: Any) -> Any:
        """The address of 16 bytes of a line of the first panel; lines next to each other use all banks."""
        return self.place + line * PANEL_BYTES + ((chunk ^ line & 7) << 4)

    def load(self, accumulator: Any, first: int) -> Any:
        """Load the columns of a panel: the thread's own row of the accumulator."""
        values = reg.array(f32, self.columns)
        here = ptx.tcgen05.address(accumulator, column=first)
        ptx.tcgen05.ld(values, here, shape="32x32b", count=self.columns)
        ptx.tcgen05.wait_ld()
        return values

    def write(self, values: Any, first: int) -> None:
        """Round a row and write it to the panel."""
        words = values if self.out == f32 else rounded(values, self.out)
        for chunk in range(PANEL_BYTES // 16):
            place = ptx.addr(self.chunk(self.line, chunk), self.buffer(first))
            ptx.st(words[0].dtype, place, words[4 * chunk : 4 * chunk + 4], vec=4, space="shared")

    def copied_to(
        self, tensor_map: Any, columns: int, finish: Callable[..., Any] | None = None
    ) -> Callable[..., None]:
        """Return a function that stores an accumulator by tensor copies, each of a panel.

        Args:
            tensor_map: The tensor map of D.
            columns: Columns of the accumulator.
            finish: Returns the results: called with the numbers of this thread in a panel, their row, and the
                first of their columns. None where the numbers are the results.
        """

        def store(release: Callable[[], None], accumulator: Any, row: Any, column: Any) -> None:
            def copy(panel: Any, first: int) -> None:
                here = column + first, row + (self.warp * 32 if self.rows < ROWS else 0)
                ptx.cp.async_.bulk.tensor_2d.store(dst=tensor_map, src=panel, coord=here)

            for first in range(0, columns, self.columns):
                values = self.load(accumulator, first)
                if first + self.columns == columns:
                    release()
                if finish is not None:
                    values = finish(values, row + self.row, column + first)
                self.store(values, first, copy)

        return store

    def store(self, values: Any, first: int, copy: Callable[[Any, int], None]) -> None:
        """Write the columns of a panel, and let one thread start `copy(panel, first)`.

        Two panels take turns: one is written while the copy reads the other.
        """
        with ptx.if_(self.starts):
            ptx.cp.async_.bulk.wait_group(1, read=True)
        self.meet()
        self.write(values, first)
        ptx.fence.proxy_async_shared_cta()
        self.meet()
        with ptx.if_(self.starts):
            copy(ptx.addr(self.place, self.buffer(first)), first)
            ptx.cp.async_.bulk.commit_group()

    def finish(self) -> None:
        """Wait until the copies have read the panels: the CTA must not end before."""
        ptx.cp.async_.bulk.wait_group(0, read=True)


def rounded(values: Any, out: PtxType) -> Any:
    """Round pairs of numbers to the halves of registers."""
    words = reg.array(b32, len(values) // 2)
    for index in range(len(words)):
        ptx.inst[f"cvt.rn.{out}x2.f32"](words[index], values[2 * index + 1], values[2 * index])
    return words
