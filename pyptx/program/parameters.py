"""Parameters of entries."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from pyptx.errors import LaunchError
from pyptx.ir import Literal
from pyptx.ir.literals import literal_value
from pyptx.record import record
from pyptx.types import from_name

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from pyptx.ir import Declaration, Expression
    from pyptx.layouts.tensor_map import TensorMap

_OPAQUE_TYPES = ("texref", "samplerref", "surfref")
_POINTER_TYPES = ("u64", "b64", "s64")


@record(frozen=True, slots=True)
class Param:
    """A parameter of an entry.

    >>> from pyptx.program import from_ptx
    >>> program = from_ptx('''
    ... .version 8.0
    ... .target sm_80
    ... .address_size 64
    ... .visible .entry scale(.param .u64 x, .param .f32 factor) { ret; }
    ... ''')
    >>> [(param.name, param.type, param.bytes, param.pointer) for param in program.params]
    [('x', 'u64', 8, True), ('factor', 'f32', 4, False)]

    Attributes:
        name: As declared.
        type: Element type without its dot.
        bytes: Size of the whole parameter.
        align: Its alignment, in bytes.
        pointer: Whether it accepts an array: a 64-bit integer or untyped scalar.
        target_align: Bytes that the address of an array is a multiple of, as declared by ``.ptr .align``.
    """

    name: str
    type: str
    bytes: int
    align: int
    pointer: bool
    target_align: int = 1

    def check_address(self, address: int) -> None:
        """Check that an address has the declared alignment.

        Raises:
            LaunchError: The address is not a multiple of that alignment.
        """
        unit = self.target_align
        if address % unit:
            raise LaunchError(
                f"argument {self.name} is at {address:#x}, but its parameter (.ptr .align {unit}) takes an "
                f"address that is a multiple of {unit} bytes; pass a copy, or for a result a new array"
            )

    @property
    def opaque(self) -> bool:
        """Whether it is a texture, sampler or surface, which has no value of its own."""
        return self.type in _OPAQUE_TYPES

    @property
    def structure(self) -> bool:
        """Whether it is passed by value as bytes: an array or a vector."""
        return self.bytes != _type_bytes(self.type)


@record(frozen=True, slots=True)
class MapParam:
    """A parameter that is the tensor map of another one.

    >>> from pyptx import Tile, kernel
    >>> from pyptx.types import f32
    >>> @kernel(in_specs=(Tile(64, 32, f32, tma_box=(8, 32)),), grid=1, block=32, arch="sm_90a")
    ... def copy(X):
    ...     X.tma_desc()
    >>> (param,) = copy.program().tensor_maps
    >>> param.tensor, param.map.box
    ('X', (32, 8))

    Attributes:
        name: Name of the parameter, 128 bytes by value.
        tensor: Name of the pointer parameter whose array it maps.
        map: The map without its address, of a contiguous array; None if the sizes of the tensor are unknown.
        sized: Makes it for the shape of an array and its strides in bytes, None for a contiguous one; raises
            `ValueError` if the innermost dimension is not contiguous. None where the map serves all arrays.
    """

    name: str
    tensor: str
    map: TensorMap | None
    sized: Callable[[Sequence[int], Sequence[int] | None], TensorMap] | None = None


@record(frozen=True, slots=True)
class SharedPart:
    """An array that shares the dynamic shared memory of an entry with others.

    >>> from pyptx import Tile, kernel, smem
    >>> from pyptx.types import f32
    >>> @kernel(in_specs=(Tile(64, f32),), grid=1, block=32, smem=1024)
    ... def stage(X):
    ...     smem.alloc(f32, 64, name="tile")
    >>> stage.program().shared_parts
    (SharedPart(name='tile', offset=0, bytes=256),)

    Attributes:
        name: Its name.
        offset: Offset of its first byte in dynamic shared memory.
        bytes: Its size.
    """

    name: str
    offset: int
    bytes: int


def param_of(declaration: Declaration) -> Param:
    """Return the parameter that a declaration declares.

    Raises:
        LaunchError: Its type or its size is not known here.
    """
    (declarator,) = declaration.declarators
    type_name = declaration.type or "texref"
    try:
        size = _type_bytes(type_name)
    except ValueError as error:
        raise LaunchError(f"parameter {declarator.name}: {error}") from None
    lanes = int(declaration.vector[1:]) if declaration.vector else 1
    count = math.prod(_array_size(declarator.name, dim) for dim in declarator.dims)
    scalar = not declarator.dims and lanes == 1
    return Param(
        name=declarator.name,
        type=type_name,
        bytes=size * lanes * count,
        align=declaration.align or size * lanes,
        pointer=scalar and type_name in _POINTER_TYPES,
        target_align=_target_align(declaration.pointer or ()),
    )


def _target_align(words: Sequence[str]) -> int:
    return int(literal_value(words[words.index("align") + 1])) if "align" in words else 1


def _array_size(name: str, dim: Literal | Expression | None) -> int:
    if not isinstance(dim, Literal):
        raise LaunchError(f"the size of parameter {name} is not a plain number")
    return int(literal_value(dim.text))


def _type_bytes(name: str) -> int:
    return 8 if name in _OPAQUE_TYPES else from_name(name).bytes
