"""Arrays of other libraries, such as CuPy, through ``__cuda_array_interface__`` and DLPack.

Nothing of theirs is imported. A library is called by the name of the package that its arrays come from.
"""

from __future__ import annotations

import ctypes
import math
import sys
from typing import TYPE_CHECKING, Any

from pyptx.errors import LaunchError
from pyptx.runtime.arrays import ArrayInfo, framework_of, numpy_dtype
from pyptx.runtime.driver import driver
from pyptx.runtime.needs import require

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

_CPU, _CUDA, _CUDA_HOST, _MANAGED = 1, 2, 3, 13
_CAPSULE = b"dltensor"
_NOWHERE = "has elements, and no memory: its address is 0"
_LEGACY_STREAM = 1
"""DLPack's number of the default stream."""
_KINDS = {0: "int", 1: "uint", 2: "float", 5: "complex"}
_SPECIAL = {
    (4, 16): "bfloat16", (6, 8): "bool", (10, 8): "float8_e4m3fn", (12, 8): "float8_e5m2",
    (14, 8): "float8_e8m0fnu",
}  # fmt: skip


class DLTensor(ctypes.Structure):
    """The view of an array that a DLPack capsule begins with."""

    _fields_ = (
        ("data", ctypes.c_void_p),
        ("device_type", ctypes.c_int32),
        ("device_id", ctypes.c_int32),
        ("rank", ctypes.c_int32),
        ("code", ctypes.c_uint8),
        ("bits", ctypes.c_uint8),
        ("lanes", ctypes.c_uint16),
        ("shape", ctypes.POINTER(ctypes.c_int64)),
        ("strides", ctypes.POINTER(ctypes.c_int64)),
        ("byte_offset", ctypes.c_uint64),
    )


class Foreign:
    """Arrays of one library.

    Attributes:
        name: Name of its package.
    """

    def __init__(self, name: str) -> None:
        self.name = name

    def owns(self, value: object) -> bool:
        """Whether `value` is an array of it."""
        owner = framework_of(value)
        return owner is not None and owner.name == self.name

    def describe(self, array: Any) -> ArrayInfo:
        """Return the properties of `array`."""
        interface = getattr(array, "__cuda_array_interface__", None)
        if interface is not None:
            return self._of_interface(array, interface)
        kind, ordinal = map(int, array.__dlpack_device__())
        if kind in (_CPU, _CUDA_HOST):
            return self._on_host(array)
        if kind not in (_CUDA, _MANAGED):
            return self._refused(
                f"is on a device of DLPack's kind {kind}; a kernel takes CPU and CUDA arrays"
            )
        try:
            capsule = array.__dlpack__(stream=-1)  # the order of the streams is the caller's
        except (BufferError, RuntimeError, TypeError, ValueError) as error:
            return self._refused(f"cannot be exported by DLPack: {error}")
        return self._of_view(_view(capsule), f"cuda:{ordinal}")

    def host(self, array: Any) -> Any:
        """Return a CPU `array` as a NumPy array that shares its memory."""
        return require("numpy").from_dlpack(array)

    def empty(self, shape: Sequence[int], dtype: str, device: str, *, column_major: bool) -> Any:
        """Return an uninitialised array: of CuPy, or of NumPy on the CPU.

        Raises:
            LaunchError: pyptx cannot allocate arrays of this library.
        """
        order = "F" if column_major else "C"
        if device == "cpu":
            return require("numpy").empty(tuple(shape), numpy_dtype(dtype), order=order)
        library = sys.modules.get(self.name)
        if self.name != "cupy" or library is None:
            raise LaunchError(
                f"arrays of {self.name} cannot be made here; allocate the output, and pass out="
            )
        with library.cuda.Device(int(device.partition(":")[2])):
            return library.empty(tuple(shape), numpy_dtype(dtype), order=order)

    def advice(self, problem: str, name: str, dtype: str) -> str:
        """Return the expression that repairs argument `name`."""
        if problem == "dtype":
            return f"{name}.astype({dtype!r})"
        return f"a copy of {name} in {dtype}-major order"

    def stream(self, device: str) -> int:
        """Return the handle of the library's current stream; 0 if it is unknown."""
        library = sys.modules.get(self.name)
        if self.name != "cupy" or library is None or device == "cpu":
            return 0
        handle: int = library.cuda.get_current_stream().ptr
        return handle

    def _of_interface(self, array: Any, interface: Mapping[str, Any]) -> ArrayInfo:
        """Read the CUDA array interface (versions 2 and 3)."""
        try:
            shape = tuple(map(int, interface["shape"]))
            dtype = require("numpy").dtype(str(interface["typestr"]))
            address, read_only = int(interface["data"][0] or 0), bool(interface["data"][1])
        except TypeError:
            return self._refused(f"has elements of {interface['typestr']!r}, which NumPy does not know")
        except (KeyError, IndexError) as error:
            return self._refused(f"has a __cuda_array_interface__ without {error}")
        if not dtype.isnative:
            return self._refused(f"has foreign byte order ({dtype.str})")
        strides = interface.get("strides")
        if any(step % dtype.itemsize for step in strides or ()):
            return self._refused(f"has strides of {strides} bytes, of elements of {dtype.itemsize}")
        steps = None if strides is None else [step // dtype.itemsize for step in strides]
        if interface.get("mask") is not None:
            return self._refused("has a mask; a kernel takes plain arrays")
        ordinal = getattr(getattr(array, "device", None), "id", None)
        if not isinstance(ordinal, int):
            ordinal = driver().device_of(address) if address else 0
        return ArrayInfo(
            framework=self.name,
            shape=shape,
            dtype=dtype.name,
            device=f"cuda:{ordinal}",
            row_major=_packed(shape, steps),
            column_major=_packed(shape[::-1], None if steps is None else steps[::-1], column=steps is None),
            address=address,
            bytes=math.prod(shape) * dtype.itemsize,
            read_only=read_only,
            refusal=_NOWHERE if 0 not in shape and not address else "",
            strides=None if strides is None else tuple(strides),
        )

    def _of_view(self, view: DLTensor, device: str) -> ArrayInfo:
        shape = tuple(view.shape[: view.rank])
        steps = list(view.strides[: view.rank]) if view.strides else None
        plain = f"{_KINDS[view.code]}{view.bits}" if view.code in _KINDS else ""
        dtype = _SPECIAL.get((view.code, view.bits), plain)
        if not dtype or view.lanes != 1:
            return self._refused(
                f"has elements of DLPack's type {view.code}, {view.bits} bits x {view.lanes}"
            )
        return ArrayInfo(
            framework=self.name,
            shape=shape,
            dtype=dtype,
            device=device,
            row_major=_packed(shape, steps),
            column_major=_packed(shape[::-1], None if steps is None else steps[::-1], column=steps is None),
            address=(view.data or 0) + view.byte_offset,
            bytes=math.prod(shape) * view.bits // 8,
            refusal=_NOWHERE if 0 not in shape and not view.data else "",
            strides=None if steps is None else tuple(step * view.bits // 8 for step in steps),
        )

    def _on_host(self, array: Any) -> ArrayInfo:
        try:
            memory = require("numpy").from_dlpack(array)
        except (BufferError, RuntimeError, TypeError) as error:
            return self._refused(f"cannot be exported to NumPy: {error}")
        return ArrayInfo(
            framework=self.name,
            shape=memory.shape,
            dtype=memory.dtype.name,
            device="cpu",
            row_major=memory.flags.c_contiguous,
            column_major=memory.flags.f_contiguous,
            address=memory.ctypes.data,
            bytes=memory.nbytes,
            read_only=not memory.flags.writeable,
            strides=memory.strides,
        )

    def _refused(self, why: str) -> ArrayInfo:
        return ArrayInfo(self.name, (), "", "cpu", row_major=False, column_major=False, refusal=why)


def import_array(array: Any, stream: int) -> tuple[object, int]:
    """Import an array that does not change for a launch on a stream.

    Returns:
        An owner that keeps the array alive, and the address of the first element; the stream waits until the
        array is computed.
    """
    capsule = array.__dlpack__(stream=stream or _LEGACY_STREAM)
    view = _view(capsule)
    return capsule, (view.data or 0) + view.byte_offset


def _packed(shape: Sequence[int], steps: Sequence[int] | None, *, column: bool = False) -> bool:
    """Whether elements lie without gaps, the last of these dimensions fastest.

    Args:
        shape: Sizes.
        steps: Strides, in elements; None for row-major ones.
        column: Whether the dimensions are in reverse order, so that None means the first is fastest.
    """
    if steps is None:
        return not column or sum(size != 1 for size in shape) <= 1
    expected = 1
    for size, step in zip(reversed(shape), reversed(steps), strict=True):
        if size != 1 and step != expected:
            return 0 in shape
        expected *= size
    return True


def _view(capsule: object) -> DLTensor:
    pointer_of = ctypes.pythonapi.PyCapsule_GetPointer
    pointer_of.restype, pointer_of.argtypes = ctypes.c_void_p, [ctypes.py_object, ctypes.c_char_p]
    return DLTensor.from_address(pointer_of(capsule, _CAPSULE))
