"""The XOR swizzles of shared memory (manual section 5.5.7): which chunk of a line holds which data.

An address keeps its 128-byte line; bits inside the line are XORed with the line bits 7-9. Chunks of 16 bytes
stay whole, in some modes of 32 or 64. A tile that starts on a multiple of `Swizzle.period` may be swizzled by
its offsets as well as by its absolute addresses.

>>> find("128B").apply(0x490) == 0x480, find("64B").apply(0x190) == 0x1A0, find("32B").apply(0xB0) == 0xA0
(True, True, True)
>>> find("128B_32B").apply(0x90) == 0xB0
True
"""

from __future__ import annotations

from pyptx.record import record

CHUNK_BYTES = 16
LINE_BYTES = 128


@record(frozen=True, slots=True)
class Swizzle:
    """One swizzle mode.

    >>> swizzle = find("128B")
    >>> swizzle.row_bytes, hex(swizzle.line_mask), swizzle.shift
    (128, '0x380', 3)

    Attributes:
        name: Width of a row in bytes, as tensor maps and `smem.alloc` write it: ``"128B"``; then that of the
            chunks that stay whole, where it is not 16: ``"128B_32B"``.
        row_bytes: The same as a number: rows of the tile are at most this wide.
        line_mask: The address bits, all of them line bits, that choose the XOR.
        shift: Distance in bits by which they are shifted down for the XOR.
        atom_bytes: Bytes that stay together.
    """

    name: str
    row_bytes: int
    line_mask: int
    shift: int = 3
    atom_bytes: int = CHUNK_BYTES

    @property
    def period(self) -> int:
        """Bytes after which the pattern repeats: the alignment of a swizzled tile."""
        return self.line_mask + LINE_BYTES

    def apply(self, address: int) -> int:
        """Return the swizzled position of the byte at the linear `address`; its own inverse."""
        return address ^ ((address & self.line_mask) >> self.shift)


SWIZZLES: dict[str, Swizzle] = {
    swizzle.name: swizzle
    for swizzle in (
        Swizzle("32B",      row_bytes=32,  line_mask=0x080),
        Swizzle("64B",      row_bytes=64,  line_mask=0x180),
        Swizzle("96B",      row_bytes=96,  line_mask=0x080),
        Swizzle("128B",     row_bytes=128, line_mask=0x380),
        Swizzle("128B_32B", row_bytes=128, line_mask=0x180, shift=2, atom_bytes=32),
        Swizzle("128B_64B", row_bytes=128, line_mask=0x080, shift=1, atom_bytes=64),
    )
}  # fmt: skip


def find(name: str | None) -> Swizzle | None:
    """Return the swizzle called `name`; None for None and ``"NONE"``.

    Raises:
        ValueError: There is no such swizzle.
    """
    if name is None or name == "NONE":
        return None
    try:
        return SWIZZLES[name]
    except KeyError:
        raise ValueError(f"no swizzle {name!r}; there are None, {', '.join(map(repr, SWIZZLES))}") from None
