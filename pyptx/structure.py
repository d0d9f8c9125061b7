"""Arguments that hold arrays: tensor maps, and structures with pointers in them, by value or in memory.

A kernel of CUTLASS or CuTe takes one structure, in which pointers and tensor maps stand at offsets that the
compiler of the host's code chose:

>>> import numpy as np
>>> from pyptx import Structure, load_ptx
>>> copy = load_ptx('''
... .version 8.0
... .target sm_80
... .address_size 64
... .visible .entry copy(.param .align 8 .b8 params[24]) {
...     .reg .b32 %r<3>;
...     .reg .b64 %rd<3>;
...     ld.param.u64 %rd1, [params];
...     ld.param.u64 %rd2, [params+8];
...     ld.param.u32 %r1, [params+16];
...     ld.global.u32 %r2, [%rd1];
...     mul.lo.u32 %r2, %r2, %r1;
...     st.global.u32 [%rd2], %r2;
...     ret;
... }
... ''')
>>> x, out = np.array([7], np.uint32), np.zeros(1, np.uint32)
>>> params = np.zeros((), "u8, u8, u4, u4")
>>> params["f2"] = 3
>>> copy.launch(grid=1, block=1)(Structure(params.tobytes(), {0: x, 8: out}))
>>> out.tolist()
[21]
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pyptx.errors import LaunchError
from pyptx.layouts.tensor_map import MappedArray
from pyptx.layouts.tensor_map_words import BYTES
from pyptx.record import record

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

__all__ = ["Structure", "arrays_in", "holding", "in_memory"]

_ADDRESS_BYTES = 8


@record(frozen=True, slots=True, eq=False)
class Structure:
    """Bytes with arrays in them: a parameter passed by value, or memory that a pointer leads to.

    If it is passed for a pointer, or is a member of another structure, the kernel gets the address of device
    memory with these bytes, which lives as long as the launch.

    Attributes:
        content: Its bytes, in the layout of the kernel's compiler.
        members: Values that replace the bytes at an offset: an array, whose address has 8 bytes;
            ``tensor_map.of(array)``, which has 128; a `Structure`, whose address has 8; or a 64-bit number.

    Raises:
        LaunchError: A member lies outside, overlaps the one before, or is not aligned to 8 bytes.
    """

    content: bytes
    members: Mapping[int, Any]

    def __post_init__(self) -> None:
        free = 0
        for offset, member in sorted(self.members.items()):
            size = _size(member)
            if offset % _ADDRESS_BYTES:
                raise LaunchError(f"the member at {offset} of a structure is not aligned to 8 bytes")
            if offset < free:
                raise LaunchError(
                    f"the member at {offset} of a structure overlaps the one before, which ends at {free}"
                )
            free = offset + size
            if free > len(self.content):
                raise LaunchError(
                    f"the member at {offset} of a structure has {size} bytes; the structure ends at "
                    f"{len(self.content)}"
                )

    @classmethod
    def table(cls, members: Iterable[Any]) -> Structure:
        """Return a structure that contains only members, one after the other.

        >>> Structure.table([0x1000, 0x2000]).members
        {0: 4096, 8: 8192}
        """
        found, end = {}, 0
        for member in members:
            found[end] = member
            end += _size(member)
        return cls(bytes(end), found)

    def encoded(self, encode: Callable[[int, Any], bytes]) -> bytes:
        """Return all its bytes; `encode` makes the bytes of each offset and member."""
        found = bytearray(self.content)
        for offset, member in self.members.items():
            found[offset : offset + _size(member)] = encode(offset, member)
        return bytes(found)


def arrays_in(name: str, argument: object) -> Iterator[tuple[str, Any]]:
    """Yield the possible arrays in an argument, or the argument itself, each with a name.

    >>> list(arrays_in("params", Structure(bytes(24), {8: "x", 16: "y"}))), list(arrays_in("z", "z"))
    ([('params+8', 'x'), ('params+16', 'y')], [('z', 'z')])
    """
    if isinstance(argument, Structure):
        for offset, member in argument.members.items():
            yield from arrays_in(f"{name}+{offset}", member)
    elif isinstance(argument, MappedArray):
        yield name, argument.array
    else:
        yield name, argument


def in_memory(argument: object, *, by_value: bool) -> bool:
    """Whether there is a structure that is in memory, and not in the parameter itself.

    >>> inner = Structure(bytes(8), {})
    >>> in_memory(Structure.table([inner]), by_value=True), in_memory(inner, by_value=True)
    (True, False)
    """
    if not isinstance(argument, Structure):
        return False
    return not by_value or any(in_memory(member, by_value=False) for member in argument.members.values())


def holding(argument: Any, put: Callable[[Any], object]) -> Any:
    """Return an argument with each of its members replaced.

    >>> holding(Structure(bytes(8), {0: "x"}), str.upper).members, holding("y", str.upper)
    ({0: 'X'}, 'Y')
    """
    if isinstance(argument, Structure):
        members = {offset: holding(member, put) for offset, member in argument.members.items()}
        return Structure(argument.content, members)
    if isinstance(argument, MappedArray):
        return argument.tensor.of(put(argument.array))
    return put(argument)


def _size(member: object) -> int:
    return BYTES if isinstance(member, MappedArray) else _ADDRESS_BYTES
