"""Tensors of a kernel during its trace, and their tensor maps."""

from __future__ import annotations

from math import prod
from typing import TYPE_CHECKING, Any, NoReturn

from pyptx.errors import TraceError
from pyptx.ir import Declaration, Declarator, Literal
from pyptx.layouts.swizzle import find
from pyptx.layouts.tensor_map import TensorMap
from pyptx.layouts.tensor_map_words import ALIGN, BYTES, element_type
from pyptx.program import MapParam
from pyptx.ptx.address_spaces import cvta
from pyptx.ptx.boxes import MappedTensor
from pyptx.ptx.shared_parts import shared_part
from pyptx.record import field, record, replace
from pyptx.reg import Reg
from pyptx.specs import PANEL_ELEMENTS, Layout, TensorSpec, Tile, UnboundDim, map_name
from pyptx.trace import at, caller, checked, current

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from pyptx.kernel.sizes import Sizes
    from pyptx.layouts.tensor_map_words import ElementType, Im2col
    from pyptx.trace import Trace

_PANEL_RANK = 3
_STRIDE_BYTES = 16
_SWIZZLES = {Layout.TMA_128B: "128B", Layout.TMA_64B: "64B", Layout.TMA_32B: "32B"}
PADDED_PANEL_ELEMENTS = 72
"""Elements of a row of a padded panel in shared memory, so that rows start in different banks."""


class TensorMaps:
    """The tensor maps requested during the trace of a kernel.

    Attributes:
        params: Parameters that hold them, in order.
    """

    def __init__(self, trace: Trace, sizes: Sizes, template: Mapping[str, Any]) -> None:
        """Start with none.

        Args:
            trace: The kernel.
            sizes: Sizes of dimensions.
            template: Template parameters, by name.
        """
        self.params: list[MapParam] = []
        self._trace = trace
        self._sizes = sizes
        self._template = template
        self._made: dict[object, Reg] = {}

    def address(
        self,
        tensor: str,
        made: TensorMap | None,
        sized: Callable[[Sequence[int], Sequence[int] | None], TensorMap],
        asked: str,
    ) -> Reg:
        """The generic address of a map of a tensor, taken at the head of the kernel.

        Args:
            tensor: Name of the tensor.
            made: The map; None where a size is not known.
            sized: Makes the map for the shape and the strides of an array.
            asked: Key of the map among those of the tensor.
        """
        key = tensor, asked
        if key not in self._made:
            trace = self._trace
            if current() is not trace:
                raise TraceError(f"{tensor}.tma_desc(): {tensor} is a tensor of {trace.name}{at(caller())}")
            name = map_name(tensor)
            if trace.symbol(name) is not None:
                name = trace.scopes.fresh_name(f"{name}_")
            parameter = Declarator(name, dims=(Literal(str(BYTES)),))
            trace.add_parameter(Declaration("param", "b8", (parameter,), align=ALIGN))
            self.params.append(MapParam(name, tensor, made, sized))
            with trace.at_entry():
                self._made[key] = cvta.param(name)
        return self._made[key]

    def box(self, dims: Sequence[Any]) -> tuple[Any, ...]:
        """Sizes of a box for the names among `dims`, an `UnboundDim` where there is none."""
        return tuple(self._template[dim] if dim in self._template else self._sizes.of(dim) for dim in dims)

    def extent(self, dims: Sequence[Any]) -> tuple[Any, ...]:
        """Sizes of a tensor: those of this trace, which a launch may replace."""
        return tuple(map(self._sizes.known_size, dims))

    def checked(self, tensor: str, made: TensorMap) -> TensorMap:
        """Return the map after a check of the driver's rules, those for strides aside: arrays have their own.

        Raises:
            TraceError: The map breaks a rule.
        """
        unit, strideless = self._trace.unit, replace(made, strides=(0,) * (made.rank - 1))
        try:
            strideless.checked()
            unit.require(f"{tensor}.tma_desc()", lambda arch: not strideless.problems(arch))
            strideless.checked(unit.arch)
        except ValueError as error:
            raise TraceError(f"{tensor}.tma_desc(): {error}{at(caller())}") from None
        return made


class _InGlobalMemory:
    """Operators of a Python array, which a tensor of a kernel refuses: its elements are in global memory."""

    __slots__ = ()
    name: str

    def __getitem__(self, index: object) -> NoReturn:
        self._refuse(f"{self.name}[{_index_text(index)}]")

    def __setitem__(self, index: object, value: object) -> NoReturn:
        self._refuse(f"{self.name}[{_index_text(index)}] = …")

    def __add__(self, other: object) -> NoReturn:
        self._refuse(f"arithmetic with {self.name}")

    __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = __truediv__ = __neg__ = __add__

    def __len__(self) -> NoReturn:
        raise TraceError(f"len({self.name}): sizes of a tensor are {self.name}.shape{at(caller())}")

    def _refuse(self, written: str) -> NoReturn:
        raise TraceError(
            f"{written}: {self.name} is a tensor in global memory; take its address with "
            f"ptx.global_ptrs({self.name}), then ptx.ld and ptx.st{at(caller())}"
        )


def _index_text(index: object) -> str:
    """Return indices as the author of the kernel may have written them."""
    return ", ".join(map(str, index if isinstance(index, tuple) else (index,)))


@record(frozen=True, slots=True)
class KernelTensor(_InGlobalMemory, TensorSpec):
    """A tensor parameter of the kernel that is traced.

    Attributes:
        tile: Its declared `Tile`.
        maps: The tensor maps of the kernel.
    """

    tile: Tile | None = field(default=None, repr=False)
    maps: TensorMaps | None = field(default=None, repr=False, compare=False)

    def tma_desc(
        self,
        *,
        box: Sequence[int] | None = None,
        swizzle: str | None = None,
        element_strides: Sequence[int] | None = None,
        interleave: str | None = None,
        l2_promotion: str = "NONE",
        oob_fill: str = "ZERO",
        im2col: Im2col | None = None,
    ) -> Reg:
        """Take a tensor map of the tensor as a parameter, and return its generic address.

        The parameter is 128 bytes by value (``.param .align 64 .b8 A_tma_desc[128]``); the launch makes the
        map of the array that is passed, with its strides. The same map requested again is the same register.
        Defaults come from the `Tile`: the box is ``tma_box``, else the whole tensor; the swizzle that of the
        layout. A copy that takes the tensor itself in place of a map has the box and the swizzle of its
        shared tile.

        Args:
            box: Shape of a box, in the order of the tensor's dimensions.
            swizzle: ``"128B"``, ``"64B"``, ``"32B"``, ``"NONE"`` or another of `tensor_map_words.SWIZZLES`.
            element_strides: Steps, in the order of the tensor's dimensions.
            interleave: ``"NONE"``, ``"16B"`` or ``"32B"``.
            l2_promotion: ``"NONE"``, ``"64B"``, ``"128B"`` or ``"256B"``.
            oob_fill: ``"ZERO"`` or ``"NAN"``.
            im2col: The pixels of a copy in place of a box; corners W first.

        Raises:
            TraceError: The tensor has no `Tile`, or the map breaks a rule.
        """
        return _map(
            self,
            box=box,
            swizzle=swizzle,
            element_strides=element_strides,
            interleave=interleave,
            l2_promotion=l2_promotion,
            oob_fill=oob_fill,
            im2col=im2col,
        )

    def tile_map(self, shared: Any) -> Reg:
        """Take the map whose boxes fill a tile in shared memory, unless the `Tile` gives a box.

        The tile gives its swizzle, unless the layout of the `Tile` has one.

        Args:
            shared: The place in shared memory.

        Raises:
            TraceError: The tile is more than one box.
        """
        part = shared_part(shared)
        if part is None or part.shape is None or self.tile is None or self.tile.tma_box is not None:
            return self.tma_desc()
        shape = list(part.shape)
        while len(shape) > self.tile.rank and shape[0] == 1:
            del shape[0]
        swizzle, row_bytes = find(part.array.swizzle), shape[-1] * part.array.dtype.bytes
        wrong = ""
        if len(shape) > self.tile.rank:
            wrong = f"it has {len(shape)} dimensions, {self.name} {self.tile.rank}"
        elif swizzle is not None and row_bytes > swizzle.row_bytes and self.tile.tma_rank != _PANEL_RANK:
            wrong = f"swizzle {swizzle.name!r} takes rows of {swizzle.row_bytes} bytes, not {row_bytes}"
        if wrong:
            raise TraceError(
                f"{part} is more than one box of {self.name}: {wrong}; index it down to one box, "
                f"or say which part a copy moves: {self.name}.tma_desc(box=(…)){at(caller())}"
            )
        box = (*(1,) * (self.tile.rank - len(shape)), *shape)
        column_major = self.tile.layout is Layout.COL
        given = self.tile.layout in _SWIZZLES
        return self.tma_desc(
            box=box[::-1] if column_major else box,
            swizzle=None if given else part.array.swizzle or "NONE",
        )


@checked("tma_desc")
def _map(
    tensor: KernelTensor,
    *,
    box: Sequence[int] | None,
    swizzle: str | None,
    element_strides: Sequence[int] | None,
    interleave: str | None,
    l2_promotion: str,
    oob_fill: str,
    im2col: Im2col | None,
) -> Reg:
    """The address of a map of a tensor; the arguments are the same as for `KernelTensor.tma_desc`."""
    tile, maps = tensor.tile, tensor.maps
    if tile is None or maps is None:
        raise TraceError(
            f"{tensor.name}.tma_desc(): {tensor.name} has no Tile, so its type and sizes are not known; "
            f"declare in_specs= and out_specs={at(caller())}"
        )
    asked = tile.tma_box if box is None else box
    extent = maps.box(tile.shape if asked is None else asked)
    if any(isinstance(size, Reg) for size in extent):
        raise TraceError(
            f"{tensor.name}.tma_desc(): the box {tuple(asked or tile.shape)} has a dynamic size, and the "
            f"code needs its numbers: give box= or tma_box={at(caller())}"
        )
    try:
        element = element_type(tile.dtype)
    except ValueError as error:
        raise TraceError(f"{tensor.name}.tma_desc(): {error}{at(caller())}") from None
    options: dict[str, Any] = {
        "interleave": interleave or ("16B" if tile.layout is Layout.INTERLEAVED else "NONE"),
        "swizzle": swizzle or _SWIZZLES.get(tile.layout, "NONE"),
        "l2_promotion": l2_promotion,
        "oob_fill": oob_fill,
    }
    order = 1 if tile.layout is Layout.COL else -1
    steps = None if element_strides is None else tuple(element_strides)[::order]
    panels = tile.tma_rank == _PANEL_RANK and tile.rank == 2 and im2col is None
    if not panels and tile.tma_rank not in (2, tile.rank):
        raise TraceError(
            f"{tensor.name}.tma_desc(): tma_rank={tile.tma_rank} of a tensor of {tile.rank} dimensions; it "
            f"is that number, or 3 for panels of a matrix{at(caller())}"
        )

    def described_as(given: Sequence[int], strides: Sequence[int] | None = None) -> TensorMap:
        sizes = tuple(map(int, given))[::order]
        outer = _outer_strides(element, sizes, None if strides is None else strides[::order])
        if panels:
            return _panels(tensor.name, element, sizes, outer[0], extent[::order], tile, options)
        if im2col is not None:
            return TensorMap.pixels(
                element.name, sizes, im2col, strides=outer, element_strides=steps, **options
            )
        return TensorMap.tiled(
            element.name, sizes, extent[::order], strides=outer, element_strides=steps, **options
        )

    def of_array(given: Sequence[int], strides: Sequence[int] | None = None) -> TensorMap:
        return maps.checked(tensor.name, described_as(given, strides))

    shape = maps.extent(tile.shape)
    known = not any(isinstance(size, UnboundDim) for size in (*shape, *extent))
    options_key = repr((extent, options, steps, im2col))
    address = maps.address(tensor.name, of_array(shape) if known else None, of_array, options_key)
    if not any(isinstance(size, UnboundDim) for size in extent):
        described = described_as(tuple(map(int, extent)))
        current().facts[address.name] = MappedTensor(tensor.name, tile.dtype, described, asked is not None)
    return address


def _outer_strides(
    element: ElementType, sizes: Sequence[int], strides: Sequence[int] | None
) -> tuple[int, ...]:
    """Return the strides of the map of an array, innermost dimension first.

    A dimension of one index has any stride; here it steps over all that is inside.

    Args:
        element: The element type.
        sizes: Sizes of the array.
        strides: Its strides in bytes; None for a contiguous array.

    Raises:
        ValueError: Elements of the innermost dimension are not neighbours.
    """
    if strides is not None and (
        len(strides) != len(sizes) or (sizes[0] != 1 and strides[0] * 8 != element.bits)
    ):
        raise ValueError(f"strides {tuple(strides)} of a tensor of sizes {tuple(sizes)}")
    made, inside = [], prod(sizes[:1]) * element.bits // 8
    for axis in range(1, len(sizes)):
        if sizes[axis] == 1:
            made.append(-(-inside // _STRIDE_BYTES) * _STRIDE_BYTES)
            continue
        made.append(inside if strides is None else strides[axis])
        inside = made[-1] * sizes[axis]
    return tuple(made)


def _panels(
    name: str,
    element: ElementType,
    sizes: tuple[int, ...],
    row_bytes: int,
    box: tuple[int, ...],
    tile: Tile,
    options: dict[str, Any],
) -> TensorMap:
    """A map of rank 3 that sees a matrix as panels: column in the panel, row, panel."""
    for what, columns in (("the tensor", sizes[0]), ("its box", box[0])):
        if columns % PANEL_ELEMENTS:
            raise TraceError(
                f"{name}.tma_desc(): tma_rank=3 sees panels of {PANEL_ELEMENTS} columns, but {what} has "
                f"{columns}{at(caller())}"
            )
    return TensorMap.tiled(
        element.name,
        (PANEL_ELEMENTS, sizes[1], sizes[0] // PANEL_ELEMENTS),
        (PADDED_PANEL_ELEMENTS if tile.tma_padding else PANEL_ELEMENTS, box[1], box[0] // PANEL_ELEMENTS),
        strides=(row_bytes, PANEL_ELEMENTS * element.bits // 8),
        **options,
    )
