"""The launcher where there is no native module, or torch does not lend its tensors to C: Python and ctypes.

It has the interface and the guards of the one in ``csrc/launch``: a call that it does not know, or that torch
must see, is NotImplemented and takes the general path. Kernels with tensor maps always do.
"""

from __future__ import annotations

import ctypes
import math
import os
import struct
import threading
from operator import attrgetter, methodcaller
from typing import TYPE_CHECKING, Any

from pyptx.record import record
from pyptx.runtime.driver import LaunchAttribute, LaunchConfig, note_launch
from pyptx.runtime.needs import require

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from pyptx.program import Dim3

_ALIGNMENT = 16
_MOST_VARIANTS = 4096
_facts = attrgetter("__class__", "shape", "dtype", "device")
_requires_grad = attrgetter("requires_grad")
_strides = methodcaller("stride")
_address = methodcaller("data_ptr")
_is_neg = methodcaller("is_neg")
_is_conj = methodcaller("is_conj")
_forked = False


def _after_fork() -> None:
    global _forked
    _forked = True


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_after_fork)


@record(frozen=True, slots=True)
class Variant:
    """What a signature resolves to.

    Attributes:
        outputs: Facts and strides of the arrays that may be passed as ``out=``.
        sizes: Of each array, in bytes.
        makes: How each output is made.
        words: Keyword arguments: value, format and offset of each by name; a format where it may vary.
        blob: Bytes of the parameters, those of this signature in place.
        offsets: Of each parameter, the arrays first.
        function: Handle of the entry.
        grid: CTAs in each direction.
        block: Threads of a CTA in each direction.
        smem: Dynamic shared bytes.
        attributes: Of the launch.
        written: Which arrays a launch writes, if the call passes them.
        ordinal: Of the GPU; None for arrays that are on none.
        complex: Whether an array may be a lazy conjugate.
        local: What each thread launches with.
    """

    outputs: tuple[Any, ...]
    sizes: tuple[int, ...]
    makes: tuple[Any, ...]
    words: dict[str, tuple[Any, str, int]]
    blob: bytes
    offsets: tuple[int, ...]
    function: int
    grid: Dim3
    block: Dim3
    smem: int
    attributes: bytes
    written: tuple[int, ...]
    ordinal: int | None
    complex: bool
    local: threading.local


class Launcher:
    """The signatures of one kernel that launch without the general path.

    Attributes:
        variants: How many there are.
    """

    def __init__(self, addresses: Sequence[int], refuse: Callable[[int], None], name: str) -> None:
        """Start with none.

        Args:
            addresses: Of the driver's functions, as `Driver.addresses` gives them.
            refuse: Raises what a status means.
            name: Of the entry.
        """
        self.variants = 0
        self._table: dict[Any, list[Variant]] = {}
        kind = ctypes.CFUNCTYPE(ctypes.c_int, *[ctypes.c_void_p] * 4)
        self._launch = kind(addresses[0])
        self._refuse = refuse
        self._name = name
        torch = require("torch", extra="torch")
        self._torch = torch
        self._kinds = {torch.Tensor, torch.nn.Parameter}
        asked = torch._C  # noqa: SLF001 - where torch's own launchers ask
        self._modes = asked._len_torch_dispatch_stack  # noqa: SLF001
        self._changed = torch.autograd.graph.increment_version
        self._device = getattr(asked, "_cuda_getDevice", None)
        self._stream = getattr(asked, "_cuda_getCurrentRawStream", None)

    def call(self, args: tuple[Any, ...], out: Any, kwargs: dict[str, Any] | None) -> Any:
        """Launch, or return NotImplemented.

        Args:
            args: Inputs.
            out: An output, a tuple of them, or None to have them made.
            kwargs: Keyword arguments.
        """
        try:
            key = tuple(map(_facts, args)), tuple(map(_strides, args))
            variants = self._table.get(key)
        except (AttributeError, RuntimeError, TypeError):
            return NotImplemented
        if variants is None or _forked or self._modes():
            return NotImplemented
        given = () if out is None else out if type(out) is tuple else (out,)
        for variant in variants:
            if given and not self._takes(variant, given):
                continue
            numbers = _numbers(variant, kwargs or {})
            if numbers is not None:
                return self._run(variant, args, given, out, numbers)
        return NotImplemented

    def remember(
        self,
        inputs: tuple[Any, ...],
        outputs: tuple[Any, ...],
        makes: tuple[Any, ...],
        words: Sequence[tuple[str, Any, str, int]],
        addresses: tuple[int, ...],
        blob: bytes,
        offsets: tuple[int, ...],
        grid: Dim3,
        block: Dim3,
        smem: int,
        attributes: bytes,
        function: int,
        context: int,
        maps: tuple[Any, ...],
        written: tuple[int, ...],
    ) -> bool:
        """Keep what a signature resolves to; False where it cannot be kept.

        The arguments are those of the native launcher; parameters of arrays come first.
        """
        arrays = (*inputs, *outputs)
        first = tuple(8 * number for number in range(len(arrays)))
        if maps or addresses != first or self.variants >= _MOST_VARIANTS or not self._plain(arrays):
            return False
        key = tuple(map(_facts, inputs)), tuple(map(_strides, inputs))
        variant = Variant(
            outputs=(tuple(map(_facts, outputs)), tuple(map(_strides, outputs))),
            sizes=tuple(array.numel() * array.element_size() for array in arrays),
            makes=makes,
            words={name: (value, form, offset) for name, value, form, offset in words},
            blob=blob,
            offsets=offsets,
            function=function,
            grid=grid,
            block=block,
            smem=smem,
            attributes=attributes,
            written=written,
            ordinal=arrays[0].device.index if arrays[0].device.type == "cuda" else None,
            complex=any(array.is_complex() for array in arrays),
            local=threading.local(),
        )
        known = self._table.setdefault(key, [])
        if any(_alike(variant, other) for other in known):
            return False
        self._table[key] = [*known, variant]
        self.variants += 1
        return True

    def _plain(self, arrays: Sequence[Any]) -> bool:
        return all(
            type(array) in self._kinds
            and array.data_ptr()
            and array.data_ptr() % _ALIGNMENT == 0
            and not array.is_neg()
            and not array.is_conj()
            for array in arrays
        )

    def _takes(self, variant: Variant, given: tuple[Any, ...]) -> bool:
        try:
            return variant.outputs == (tuple(map(_facts, given)), tuple(map(_strides, given)))
        except (AttributeError, RuntimeError, TypeError):
            return False

    def _addresses(self, variant: Variant, arrays: tuple[Any, ...]) -> list[int] | None:
        """Where the arrays are; None where torch must see the call, or the GPU is not the current one."""
        if any(map(_requires_grad, arrays)) and self._torch.is_grad_enabled():
            return None
        if variant.ordinal is not None and (self._device is None or self._device() != variant.ordinal):
            return None
        try:
            if any(map(_is_neg, arrays)) or (variant.complex and any(map(_is_conj, arrays))):
                return None
            found = list(map(_address, arrays))
        except RuntimeError:  # without memory of its own
            return None
        return None if 0 in found or any(address % _ALIGNMENT for address in found) else found

    def _run(
        self,
        variant: Variant,
        args: tuple[Any, ...],
        given: tuple[Any, ...],
        out: Any,
        numbers: Sequence[tuple[str, int, Any]],
    ) -> Any:
        passed = args + given
        addresses = self._addresses(variant, passed)
        if addresses is None or (given and _overlap(addresses, variant.sizes, len(args))):
            return NotImplemented
        ordinal = variant.ordinal
        made = given or tuple(make[0](*make[1], **make[2]) for make in variant.makes)
        if not given:
            addresses += map(_address, made)
        blob, config, params, pack = _slots(variant)
        pack(blob, 0, *addresses)
        try:
            for form, offset, value in numbers:
                struct.pack_into(form, blob, offset, value)
        except (struct.error, OverflowError):
            return NotImplemented
        config.stream = 0 if ordinal is None or self._stream is None else self._stream(ordinal)
        note_launch(self._name, variant.grid)
        status = self._launch(ctypes.addressof(config), variant.function, params, None)
        if status:
            self._refuse(status)
        told = [passed[number] for number in variant.written if number < len(passed)]
        if told:
            self._changed(told)
        if given:
            return made[0] if type(out) is tuple and len(variant.makes) == 1 else out
        return made[0] if len(made) == 1 else made or None


def _numbers(variant: Variant, kwargs: dict[str, Any]) -> list[tuple[str, int, Any]] | None:
    """Format, offset and value of the numbers that vary; None where the keyword arguments are others."""
    if len(kwargs) != len(variant.words):
        return None
    found: list[tuple[str, int, Any]] = []
    for name, value in kwargs.items():
        wanted, form, offset = variant.words.get(name, (None, "?", 0))
        if form == "?":
            return None
        if not form:
            if type(value) is not type(wanted) or value != wanted:
                return None
            continue
        spelled = _FORMATS.get(form, form)
        floats = spelled in "fd" or (form in "48" and type(value) is float)
        if type(value) is not int and not (floats and type(value) is float):
            return None
        if form in "1248" and not floats:
            value %= 1 << 8 * int(form)
        found.append((f"={_FLOATS[form] if form in '48' and floats else spelled}", offset, value))
    return found


_FORMATS = {"1": "B", "2": "H", "4": "I", "8": "Q"}
_FLOATS = {"4": "f", "8": "d"}


def _slots(variant: Variant) -> tuple[Any, LaunchConfig, int, Any]:
    """What this thread launches a variant with: bytes, configuration, pointers, how to pack addresses."""
    held = getattr(variant.local, "slots", None)
    if held is None:
        blob = ctypes.create_string_buffer(variant.blob, max(len(variant.blob), 1))
        start = ctypes.addressof(blob)
        params = (ctypes.c_void_p * max(len(variant.offsets), 1))(*(start + at for at in variant.offsets))
        attributes = ctypes.create_string_buffer(variant.attributes, len(variant.attributes))
        config = LaunchConfig(
            grid=variant.grid,
            block=variant.block,
            shared_bytes=variant.smem,
            stream=None,
            attributes=ctypes.cast(attributes, ctypes.POINTER(LaunchAttribute)),
            attribute_count=len(variant.attributes) // ctypes.sizeof(LaunchAttribute),
        )
        pack = struct.Struct(f"={len(variant.sizes)}Q").pack_into
        held = variant.local.slots = blob, config, ctypes.addressof(params), pack
        variant.local.kept = params, attributes
    slots: tuple[Any, LaunchConfig, int, Any] = held
    return slots


def _overlap(addresses: Sequence[int], sizes: Sequence[int], first: int) -> bool:
    spans = [(start, start + size) for start, size in zip(addresses, sizes, strict=False)]
    for number in range(first, len(spans)):
        low, high = spans[number]
        for other, (start, end) in enumerate(spans):
            if number != other and low < end and start < high:
                return True
    return False


def _alike(one: Variant, other: Variant) -> bool:
    def fixed(variant: Variant) -> dict[str, tuple[Any, ...]]:
        return {
            name: (form,) if form else (form, type(value), value if value == value else math.nan)
            for name, (value, form, _) in variant.words.items()
        }

    return one.outputs == other.outputs and fixed(one) == fixed(other)
