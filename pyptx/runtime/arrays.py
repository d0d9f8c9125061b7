"""Arrays of NumPy, torch, JAX and others: their properties and their memory.

A framework is recognised only if the process has imported it already.
"""

from __future__ import annotations

import functools
import importlib
import math
import sys
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from pyptx.errors import LaunchError
from pyptx.record import record
from pyptx.runtime.needs import require
from pyptx.specs import Layout
from pyptx.trace import is_tracing

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

    from pyptx.specs import Tile

_ADAPTERS = {
    "numpy": "pyptx.runtime.arrays",
    "torch": "pyptx.runtime.torch",
    "jax": "pyptx.runtime.jax",
}


@record(frozen=True, slots=True)
class ArrayInfo:
    """The properties of an array that a launch checks.

    Attributes:
        framework: ``"numpy"``, ``"torch"``, ``"jax"``, or the package of an array with an export protocol.
        shape: Sizes of its dimensions.
        dtype: NumPy or ml_dtypes name of its element type.
        device: ``"cpu"`` or ``"cuda:0"``.
        row_major: Whether its elements are contiguous in row-major order.
        column_major: Whether its elements are contiguous in column-major order.
        address: Address of its first element; 0 if the framework does not give it.
        bytes: Size of all elements together.
        read_only: Whether its library forbids writes.
        refusal: The reason why no kernel can take it; "" if one can.
        strides: Bytes from one index to the next in each dimension; None if its library has no strides.
        differentiated: Whether torch would differentiate through it.
    """

    framework: str
    shape: tuple[int, ...]
    dtype: str
    device: str
    row_major: bool
    column_major: bool
    address: int = 0
    bytes: int = 0
    read_only: bool = False
    refusal: str = ""
    strides: tuple[int, ...] | None = None
    differentiated: bool = False

    @property
    def contiguous(self) -> bool:
        """Whether there are no gaps between its elements, in row-major or column-major order."""
        return self.row_major or self.column_major

    @property
    def span(self) -> tuple[int, int]:
        """Address of its first byte, and of the byte after its last one."""
        if self.contiguous or self.strides is None or 0 in self.shape:
            return self.address, self.address + self.bytes
        steps = [(size - 1) * stride for size, stride in zip(self.shape, self.strides, strict=True)]
        element = self.bytes // math.prod(self.shape)
        below, above = (sum(pick(step, 0) for step in steps) for pick in (min, max))
        return self.address + below, self.address + above + element


class Framework(Protocol):
    """The interface of an array library."""

    name: str

    def owns(self, value: object) -> bool:
        """Whether `value` is one of its arrays."""

    def describe(self, array: Any) -> ArrayInfo:
        """Return the properties of `array`."""

    def host(self, array: Any) -> Any:
        """Return a CPU `array` as a NumPy array that shares its memory."""

    def empty(self, shape: Sequence[int], dtype: str, device: str, *, column_major: bool) -> Any:
        """Return a new array that a kernel may write."""

    def advice(self, problem: str, name: str, dtype: str) -> str:
        """Return the expression that repairs argument `name`; `problem` is ``"dtype"`` or ``"layout"``."""

    def stream(self, device: str) -> int:
        """Return the handle of the stream that it works on, on a CUDA device."""


class Numpy:
    """NumPy arrays."""

    name = "numpy"

    def owns(self, value: object) -> bool:
        """Whether `value` is a NumPy array."""
        return isinstance(value, sys.modules["numpy"].ndarray)

    def describe(self, array: Any) -> ArrayInfo:
        """Return the properties of `array`."""
        refusal = ""
        masks = sys.modules.get("numpy.ma")  # NumPy imports it at first use, in 10 ms
        if not array.dtype.isnative:
            native = array.dtype.newbyteorder("=").str
            refusal = f"has foreign byte order ({array.dtype.str}); convert it by .astype({native!r})"
        elif isinstance(array, getattr(masks, "MaskedArray", ())):
            refusal = "has a mask; a kernel takes plain arrays, such as its .filled()"
        return ArrayInfo(
            framework=self.name,
            shape=array.shape,
            dtype=array.dtype.name,
            device="cpu",
            row_major=array.flags.c_contiguous,
            column_major=array.flags.f_contiguous,
            address=array.ctypes.data,
            bytes=array.nbytes,
            read_only=not array.flags.writeable,
            refusal=refusal,
            strides=array.strides,
        )

    def host(self, array: Any) -> Any:
        """Return `array` itself."""
        return array

    def empty(self, shape: Sequence[int], dtype: str, device: str, *, column_major: bool) -> Any:
        """Return an uninitialised NumPy array."""
        return require("numpy").empty(tuple(shape), numpy_dtype(dtype), order="F" if column_major else "C")

    def advice(self, problem: str, name: str, dtype: str) -> str:
        """Return the NumPy expression that repairs argument `name`."""
        if problem == "dtype":
            return f"{name}.astype({_spell_dtype(dtype)})"
        return f"numpy.{'asfortranarray' if dtype == 'column' else 'ascontiguousarray'}({name})"

    def stream(self, device: str) -> int:
        """Return the default stream, on which NumPy arrays are copied."""
        return 0


_INTERFACE = "__cuda_array_interface__"


def framework(name: str) -> Framework:
    """Return the framework called `name`, importing it if needed.

    Raises:
        LaunchError: The framework is not installed.
    """
    return _framework(name)


@functools.cache
def _framework(name: str) -> Framework:
    if name == "numpy":
        require("numpy")
        return Numpy()
    if name not in _ADAPTERS:
        found: Framework = importlib.import_module("pyptx.runtime.foreign").Foreign(name)
        return found
    opened: Framework = adapter(name).FRAMEWORK
    return opened


def adapter(name: str) -> Any:
    """Return the adapter of the framework called `name`."""
    return importlib.import_module(_ADAPTERS[name])


def framework_of(value: object) -> Framework | None:
    """Return the framework whose array `value` is, or None if it is not an array."""
    for name in _ADAPTERS:
        if name in sys.modules and hasattr(sys.modules[name], "__version__") and _framework(name).owns(value):
            return _framework(name)
    # Looking at the class computes nothing; some objects have the attribute in their own __dict__.
    kind, own = type(value), getattr(value, "__dict__", ())
    if hasattr(kind, "__dlpack_device__") or hasattr(kind, _INTERFACE) or _INTERFACE in own:
        return _framework(type(value).__module__.partition(".")[0])
    return None


def is_torch(value: object) -> bool:
    """Whether a value is a tensor of torch."""
    owner = framework_of(value)
    return owner is not None and owner.name == "torch"


def describe(name: str, value: object) -> ArrayInfo:
    """Return the properties of the array argument `name`.

    Raises:
        LaunchError: The value is not an array, or one that no kernel can take.
    """
    owner = framework_of(value)
    if owner is None:
        inside = "; inside a kernel call a Python function, or a device function, @ptx.func"
        raise LaunchError(
            f"argument {name} is {_kind(value)}; a kernel takes arrays of NumPy, torch, JAX, CuPy "
            f"or another library with DLPack there{inside * is_tracing()}"
        )
    info = owner.describe(value)
    if info.refusal:
        raise LaunchError(f"argument {name} {info.refusal}")
    return info


def is_traced(value: object) -> bool:
    """Whether `value` represents an array or number inside a transformation of JAX."""
    owner = framework_of(value)
    return owner is not None and owner.name == "jax" and bool(adapter("jax").is_traced(value))


def graph_of(values: Sequence[object], words: Iterable[object]) -> str:
    """Return the framework in whose graph a call on these is a node: ``"torch"``, ``"jax"``, or ``""``.

    torch must see tensors in a transform or mode, and those of a subclass. Only XLA can run a kernel on
    arrays and numbers that it traces, and on arrays that are not wholly on one CPU device.
    """
    torch = sys.modules.get("torch")
    if torch is not None and hasattr(torch, "Tensor") and adapter("torch").watched(values):
        return "torch"
    for value in (*values, *words):
        owner = framework_of(value)
        if owner is not None and owner.name == "jax" and adapter("jax").needs_graph(value):
            return "jax"
    return ""


class Described(NamedTuple):
    """The arrays of a call by name, those of NumPy's numbers without dimensions.

    Attributes:
        arrays: The arrays.
        infos: Their properties.
        framework: The framework that they share.
        device: Their device.
    """

    arrays: dict[str, Any]
    infos: dict[str, ArrayInfo]
    framework: str
    device: str


def described(values: Mapping[str, Any], boxed: Collection[str] = ()) -> Described:
    """Return arrays with their properties, which all checks of a call read.

    Args:
        values: The arrays, by name.
        boxed: Names of those that may be numbers of NumPy.

    Raises:
        LaunchError: A value is not an array, or one that no kernel can take; or the arrays are of different
            frameworks or devices.
    """
    generic = getattr(sys.modules.get("numpy"), "generic", ())
    found = {
        name: require("numpy").asarray(value) if name in boxed and isinstance(value, generic) else value
        for name, value in values.items()
    }
    infos = {name: describe(name, value) for name, value in found.items()}
    return Described(found, infos, *shared_place(infos))


def check(name: str, tile: Tile | None, info: ArrayInfo, *, written: bool = False) -> None:
    """Check element type and address of the argument `name` against its tile.

    Args:
        name: Its name in errors.
        tile: Its tile; None for raw memory.
        info: Its properties.
        written: Whether the kernel writes to it; a converted copy would lose the result.

    Raises:
        LaunchError: The array does not fit; the message names the repair.
    """
    owner = framework(info.framework)
    if tile is not None and not tile.takes_dtype(info.dtype):
        wanted = buffer_dtype(tile)
        advice = (
            f"the kernel writes to it, so pass an array of {wanted}"
            if written
            else f"convert it: {owner.advice('dtype', name, wanted)}"
        )
        raise LaunchError(f"argument {name} is {info.dtype}, but {tile} takes {wanted}; {advice}")
    check_address(name, info)


def in_order(tile: Tile | None, info: ArrayInfo) -> bool:
    """Whether an array is contiguous, in the order of `tile`."""
    return info.column_major if column_major(tile) else info.row_major


def check_address(name: str, info: ArrayInfo) -> None:
    """Check that the elements of the argument `name` are aligned.

    Raises:
        LaunchError: The address is not a multiple of the element size.
    """
    if not info.address:
        return
    size = info.bytes // max(math.prod(info.shape), 1)
    if size and info.address % size:
        raise LaunchError(
            f"argument {name} is at {info.address:#x}, which is not a multiple of the {size} bytes of its "
            "elements; pass a copy"
        )


def shared_place(infos: Mapping[str, ArrayInfo]) -> tuple[str, str]:
    """Return the framework and the device all arguments share.

    NumPy arrays may go along with others, but not with torch's; JAX's on a GPU with those of any library.

    Raises:
        LaunchError: Two arguments are of different frameworks or on different devices.
    """
    shared, device = "numpy", "cpu"
    first = ""
    for name, info in infos.items():
        if not first:
            first, shared, device = name, info.framework, info.device
        elif info.device != device:
            raise LaunchError(f"argument {name} is on {info.device}, but argument {first} is on {device}")
        elif info.framework != shared:
            along = {"numpy"} if device == "cpu" else {"jax"}
            if not along & {info.framework, shared} or (
                device == "cpu" and "torch" in (info.framework, shared)
            ):
                raise LaunchError(
                    f"argument {name} is a {info.framework} array, but argument {first} is a {shared} array"
                )
            shared = info.framework if shared in along else shared
    return shared, device


def needs_import(value: object) -> bool:
    """Whether this is an array of JAX on a GPU, which a launch by address only borrows."""
    owner = framework_of(value)
    return owner is not None and owner.name == "jax" and owner.describe(value).device != "cpu"


def import_array(array: object, stream: int) -> tuple[object, int]:
    """Import an array for a launch on a stream; return an owner that keeps it alive, and its address."""
    found: tuple[object, int] = importlib.import_module("pyptx.runtime.foreign").import_array(array, stream)
    return found


def buffer_dtype(tile: Tile) -> str:
    """Return the dtype name of arrays allocated for `tile`: unsigned integers for untyped bits."""
    return tile.dtype.numpy or f"uint{tile.dtype.bits}"


def numpy_dtype(name: str) -> Any:
    """Return the NumPy dtype called `name`, from ml_dtypes where NumPy has none."""
    numpy = require("numpy")
    try:
        return numpy.dtype(name)
    except TypeError:
        found = getattr(require("ml_dtypes"), name, None)
        if found is None:
            raise LaunchError(
                f"no array library has elements of {name}; split them: twice as many of half the bits"
            ) from None
        return numpy.dtype(found)


def host(value: object) -> Any:
    """Return a CPU array as a NumPy array that shares its memory."""
    owner = framework_of(value)
    return value if owner is None else owner.host(value)


def memory(value: object) -> Any:
    """Return the memory of a CPU array, gaps included, as a row-major NumPy array."""
    array = host(value)
    if framework_of(value) is None or array.flags.c_contiguous:
        return array
    if array.flags.f_contiguous:
        return array.T
    last = sum((size - 1) * stride for size, stride in zip(array.shape, array.strides, strict=True))
    size = array.itemsize
    plain = array.view(f"V{size}")  # the types of ml_dtypes have names that as_strided does not read
    whole = require("numpy").lib.stride_tricks.as_strided(plain, (last // size + 1,), (size,))
    return whole.view(array.dtype)


def laid_out(array: Any, tile: Tile | None) -> Any:
    """Return the NumPy array `array` in the memory order of `tile`, copied if necessary."""
    return require("numpy").asfortranarray(array) if column_major(tile) else array


def column_major(tile: Tile | None) -> bool:
    """Whether the first dimension of a tensor of `tile` is the fastest in memory."""
    return tile is not None and tile.layout is Layout.COL


def examples_turned(array: Any) -> Any:
    """Return a view of a batch with the dimensions of its examples the other way round."""
    axes = (0, *range(array.ndim - 1, 0, -1))
    return array.permute(axes) if hasattr(array, "permute") else array.transpose(axes)


def arrays_in(
    values: Mapping[str, object], known: Mapping[str, ArrayInfo]
) -> Iterator[tuple[str, ArrayInfo]]:
    """Yield name and properties of every array among `values`; those in `known` are not described again."""
    for name, value in values.items():
        if name in known or framework_of(value) is not None:
            yield name, known.get(name) or describe(name, value)


def _kind(value: object) -> str:
    if value is None:
        return "None"
    name = type(value).__name__
    return f"{'an' if name[0] in 'aeiou' else 'a'} {name}"


def _spell_dtype(name: str) -> str:
    return f"numpy.{name}" if hasattr(require("numpy"), name) else f"ml_dtypes.{name}"
