"""The launcher where there is no native module, or torch does not lend its tensors to C: Python and ctypes.

It has the interface and the guards of the one in ``csrc/launch``: a call that it does not know, or that torch
must see, is NotImplemented and takes the general path. Kernels with tensor maps always do.
"""

from __future__ import annotations

import ctypes
import functools
import math
import os
import struct
import threading
from collections.abc import Sequence
from operator import attrgetter, itemgetter
from typing import TYPE_CHECKING, Any

from pyptx.record import record
from pyptx.runtime.driver import LaunchAttribute, LaunchConfig, note_launch
from pyptx.runtime.needs import require

if TYPE_CHECKING:
    from collections.abc import Callable

    from pyptx.program import Dim3

Numbers = Sequence[tuple[str, int, Any]]
"""Format of a number, as `struct` has it, its offset in the parameter bytes, and its value."""

_ALIGNMENT = 16
_MOST_VARIANTS = 4096
_facts = attrgetter("__class__", "shape", "dtype", "device")
_requires_grad = attrgetter("requires_grad")
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
        count: How many arrays are passed.
        inputs: Facts and strides of the arrays that are passed.
        all: The same with those that may be passed as ``out=``.
        fits: Whether arrays are like those that are passed, and torch need not see them: in one call.
        fits_all: The same with those that may be passed as ``out=``.
        apart: Pairs of arrays that may not overlap, a written one first: their numbers and sizes in bytes,
            and whether an input may be all of the second one.
        kept_apart: Those of inputs.
        makes: How each output is made.
        words: Keyword arguments: value, format and offset of each by name; a format where it may vary.
        blob: Bytes of the parameters, those of this signature in place.
        offsets: Of each parameter, the arrays first.
        function: Handle of the entry.
        grid: CTAs in each direction.
        block: Threads of a CTA in each direction.
        smem: Dynamic shared bytes.
        attributes: Of the launch.
        fresh: Whether a launch writes its outputs, and no inputs.
        written: Picks the arrays that a launch writes, of all; None where it writes none.
        kept: The same of those that are inputs.
        ordinal: Of the GPU; None for arrays that are on none.
        note: Remembers a launch of it.
        local: What each thread launches with.
    """

    count: int
    inputs: tuple[Any, ...]
    all: tuple[Any, ...]
    fits: Callable[..., bool]
    fits_all: Callable[..., bool]
    apart: tuple[tuple[int, int, int, int, bool], ...]
    kept_apart: tuple[tuple[int, int, int, int, bool], ...]
    makes: tuple[Any, ...]
    words: dict[str, tuple[Any, str, int]]
    blob: bytes
    offsets: tuple[int, ...]
    function: int
    grid: Dim3
    block: Dim3
    smem: int
    attributes: bytes
    fresh: bool
    written: Callable[[tuple[Any, ...]], tuple[Any, ...]] | None
    kept: Callable[[tuple[Any, ...]], tuple[Any, ...]] | None
    ordinal: int | None
    note: Callable[[], None]
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
        self._last: Variant | None = None
        kind = ctypes.CFUNCTYPE(ctypes.c_int, *[ctypes.c_void_p] * 4)
        self._launch = kind(addresses[0])
        self._refuse = refuse
        self._name = name
        torch = require("torch", extra="torch")
        self._torch = torch
        self._strides, self._address = torch.Tensor.stride, torch.Tensor.data_ptr
        self._forward = torch.autograd.forward_ad
        self._is_neg, self._is_conj = torch.Tensor.is_neg, torch.Tensor.is_conj
        self._kinds = {torch.Tensor, torch.nn.Parameter}
        asked = torch._C  # noqa: SLF001 - where torch's own launchers ask
        self._modes = asked._len_torch_dispatch_stack  # noqa: SLF001
        self._changed = _teller(torch)
        self._guards = getattr(asked._dynamo.guards, "TensorGuards", None)  # noqa: SLF001 - those of its graphs
        self._device = getattr(asked, "_cuda_getDevice", None)
        self._stream = getattr(asked, "_cuda_getCurrentRawStream", None)

    def call(  # noqa: PLR0911 - one function: what this costs is what the launcher is for
        self, args: tuple[Any, ...], out: Any, kwargs: dict[str, Any] | None
    ) -> Any:
        """Launch, or return NotImplemented.

        Args:
            args: Inputs.
            out: An output, a tuple of them, or None to have them made.
            kwargs: Keyword arguments.
        """
        passed = args if out is None else (*args, *out) if type(out) is tuple else (*args, out)
        given = len(passed) > len(args)
        variant: Variant | None = self._last
        numbers: Numbers = ()
        try:
            if (
                variant is None
                or kwargs
                or variant.words
                or len(args) != variant.count
                or not (variant.fits_all if given else variant.fits)(*passed)
            ):
                variant, numbers = self._search(args, passed, kwargs or {})
        except TypeError:  # so many arrays as do not fit
            return NotImplemented
        if variant is None or _forked or self._modes():
            return NotImplemented
        if self._forward._current_level >= 0:  # noqa: SLF001 - no public name says whether a level is open
            return NotImplemented
        ordinal = variant.ordinal
        if ordinal is not None and (self._device is None or self._device() != ordinal):
            return NotImplemented
        try:
            addresses = list(map(self._address, passed))
        except RuntimeError:  # without memory of its own
            return NotImplemented
        if 0 in addresses or math.gcd(*addresses) % _ALIGNMENT:
            return NotImplemented
        for one, other, size, room, may_be_same in variant.apart if given else variant.kept_apart:
            distance = addresses[other] - addresses[one]
            if -room < distance < size and (distance or size != room or not may_be_same or one >= len(args)):
                return NotImplemented
        made = passed[len(args) :] if given else tuple(map(_made, variant.makes))
        if not given:
            try:
                addresses += map(self._address, made)
            except RuntimeError:  # inside a transform of torch, whatever the inputs are
                return NotImplemented
            if 0 in addresses:
                return NotImplemented
        try:
            blob, config, params, pointers, start = variant.local.slots
        except AttributeError:
            blob, config, params, pointers, start = _slots(variant)
        pointers[:] = addresses
        try:
            for form, offset, value in numbers:
                struct.pack_into(form, blob, offset, value)
        except (struct.error, OverflowError):
            return NotImplemented
        if ordinal is not None and self._stream is not None:
            config.stream = self._stream(ordinal)
        variant.note()
        status = self._launch(start, variant.function, params, None)
        if status:
            self._refuse(status)
        written = variant.written if given else variant.kept
        if written is not None:
            self._changed(made if variant.fresh else written(passed))
        if given:
            return made[0] if type(out) is tuple and len(variant.makes) == 1 else out
        return made[0] if len(made) == 1 else made or None

    def retire(self) -> None:
        """Launch nothing any more: every call takes the general path."""
        self._last = None
        self._table.clear()

    def _search(
        self, args: tuple[Any, ...], passed: tuple[Any, ...], kwargs: dict[str, Any]
    ) -> tuple[Variant | None, Numbers]:
        """The variant of these arrays and keyword arguments, if any, and the numbers among them that vary."""
        try:
            key = tuple(map(_facts, passed)), tuple(map(self._strides, passed))
            variants = self._table.get((len(args), key), ())
            watched = variants and self._watched(passed)
        except (AttributeError, RuntimeError, TypeError):
            return None, ()
        if watched:
            return None, ()
        for variant in variants:
            numbers = _numbers(variant, kwargs)
            if numbers is not None:
                self._last = variant
                return variant, numbers
        return None, ()

    def _watched(self, passed: tuple[Any, ...]) -> bool:
        """Whether a tensor is one that autograd follows, or a lazy negative or conjugate."""
        followed = any(map(_requires_grad, passed)) and self._torch.is_grad_enabled()
        return followed or any(map(self._is_neg, passed)) or any(map(self._is_conj, passed))

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
        sizes = [array.numel() * array.element_size() for array in arrays]
        apart = tuple(
            (one, other, sizes[one], sizes[other], other < len(inputs) and other not in written)
            for one in written
            for other in range(len(arrays))
            if one != other
        )
        variant = Variant(
            count=len(inputs),
            inputs=(tuple(map(_facts, inputs)), tuple(map(self._strides, inputs))),
            all=(tuple(map(_facts, arrays)), tuple(map(self._strides, arrays))),
            fits=self._checker(inputs),
            fits_all=self._checker(arrays),
            apart=apart,
            kept_apart=tuple(pair for pair in apart if max(pair[:2]) < len(inputs)),
            makes=makes,
            words={name: (value, form, offset) for name, value, form, offset in words},
            blob=blob,
            offsets=offsets,
            function=function,
            grid=grid,
            block=block,
            smem=smem,
            attributes=attributes,
            fresh=tuple(written) == tuple(range(len(inputs), len(arrays))),
            written=_picker(written),
            kept=_picker([number for number in written if number < len(inputs)]),
            ordinal=arrays[0].device.index if arrays[0].device.type == "cuda" else None,
            note=functools.partial(note_launch, self._name, grid),
            local=threading.local(),
        )
        keys = (len(inputs), variant.inputs), (len(inputs), variant.all)
        if any(_alike(variant, other) for other in self._table.get(keys[0], ())):
            return False
        for key in dict.fromkeys(keys):
            self._table[key] = [*self._table.get(key, ()), variant]
        self._last = variant
        self.variants += 1
        return True

    def _checker(self, arrays: Sequence[Any]) -> Callable[..., bool]:
        """What says of arrays whether they are like these, and no transform of torch made them."""
        if self._guards is None or not arrays or any(map(_requires_grad, arrays)):
            return _no_idea
        found: Callable[..., bool] = self._guards(
            *arrays, dynamic_dims_sizes=None, dynamic_dims_strides=None
        ).check
        return found

    def _plain(self, arrays: Sequence[Any]) -> bool:
        return all(
            type(array) in self._kinds
            and array.data_ptr()
            and array.data_ptr() % _ALIGNMENT == 0
            and not array.is_neg()
            and not array.is_conj()
            for array in arrays
        )


def _made(make: tuple[Any, ...]) -> Any:
    """Another output like the first one, on the current device."""
    function, sizes, words, near, near_sizes = make
    return function(*sizes, **words) if near is None else near(*near_sizes)


def _picker(numbers: Sequence[int]) -> Callable[[tuple[Any, ...]], tuple[Any, ...]] | None:
    """A function from a tuple to a tuple of the items with these numbers; None where there are none."""
    if len(numbers) == 1:
        return itemgetter(slice(numbers[0], numbers[0] + 1))
    return itemgetter(*numbers) if numbers else None


def _no_idea(*arrays: Any) -> bool:
    """Leave it to a search."""
    return False


def _teller(torch: Any) -> Callable[[Sequence[Any]], object]:
    """What tells autograd of tensors that were written: of all at once, where this release of torch can."""
    try:
        at_once: Callable[[Sequence[Any]], object] = torch._C._increment_version  # noqa: SLF001
        at_once(())
    except (AttributeError, TypeError):
        one = torch.autograd.graph.increment_version
        return lambda tensors: [one(tensor) for tensor in tensors]
    return at_once


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


def _slots(variant: Variant) -> tuple[Any, LaunchConfig, int, Any, int]:
    """What this thread launches a variant with.

    Parameter bytes, the configuration, the address of pointers to the parameters, the first of the bytes as
    addresses of arrays, and where the configuration is.
    """
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
    pointers = (ctypes.c_uint64 * len(variant.all[0])).from_buffer(blob)
    slots = blob, config, ctypes.addressof(params), pointers, ctypes.addressof(config)
    variant.local.slots, variant.local.kept = slots, (params, attributes)
    return slots


def _alike(one: Variant, other: Variant) -> bool:
    def fixed(variant: Variant) -> dict[str, tuple[Any, ...]]:
        return {
            name: (form,) if form else (form, type(value), value if value == value else math.nan)
            for name, (value, form, _) in variant.words.items()
        }

    return one.all == other.all and fixed(one) == fixed(other)
