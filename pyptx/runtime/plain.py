"""The launcher in Python and ctypes, for use without the native module or torch's C tensor interface.

It has the interface and the guards of the one in ``csrc/launch``: an unknown call, or one that torch must
see, is NotImplemented and takes the general path. Kernels with tensor maps always do.
"""

from __future__ import annotations

import ctypes
import functools
import itertools
import os
import struct
import threading
import weakref
from collections.abc import Callable, Sequence
from operator import attrgetter
from typing import TYPE_CHECKING, Any

from pyptx.layouts.tensor_map_words import ALIGN as MAP_ALIGN
from pyptx.program import on_recording
from pyptx.runtime.cuda import LaunchConfig
from pyptx.runtime.driver import noting
from pyptx.runtime.frozen import frozen
from pyptx.runtime.needs import require

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from pyptx.runtime.driver import Driver
    from pyptx.runtime.plan import LaunchPlan, Word

Check = Callable[[Sequence[Any]], "Callable[..., bool] | None"]
Numbers = Sequence[tuple[str, int, Any]]
"""Format of a number, as `struct` has it, its offset in the parameter bytes, and its value."""

ALIGNMENT = 16
"""Alignment of array addresses, in bytes."""

_MOST_VARIANTS = 4096
_facts = attrgetter("__class__", "shape", "dtype", "device")
_requires_grad = attrgetter("requires_grad")
_held = [0]
_launchers: weakref.WeakSet[Launcher] = weakref.WeakSet()


def _hold(more: int) -> None:
    """Send calls to the general path while the count is above 0."""
    _held[0] += more


on_recording(_hold)


def _after_fork() -> None:
    for launcher in list(_launchers):
        launcher.retire()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_after_fork)


class Slots:
    """The memory of a launch.

    Attributes:
        blob: The parameter bytes.
        start: Offset at which they begin, aligned for tensor maps.
        config: The configuration.
        arguments: Arguments of ``cuLaunchKernelEx``.
    """

    def __init__(self, plan: LaunchPlan) -> None:
        ready = plan.ready
        self.blob = ctypes.create_string_buffer(max(len(plan.blob), 8) + MAP_ALIGN)
        self.start = -ctypes.addressof(self.blob) % MAP_ALIGN
        first = ctypes.addressof(self.blob) + self.start
        ctypes.memmove(first, plan.blob, len(plan.blob))
        self._params = (ctypes.c_void_p * max(len(plan.offsets), 1))(*(first + at for at in plan.offsets))
        self.config = LaunchConfig.of(ready.grid, ready.block, ready.smem, ready.attributes, None)
        where, at = (ctypes.c_void_p(ctypes.addressof(memory)) for memory in (self.config, self._params))
        self.arguments = where, ctypes.c_void_p(ready.function), at, None


def execute(found: Driver, plan: LaunchPlan, stream: int, entry: str) -> None:
    """Launch a plan on a stream with the parameter bytes that it has, in the current context.

    Raises:
        LaunchError: The driver refuses the launch.
    """
    slots = Slots(plan)
    slots.config.stream = stream
    found.call("cuLaunchKernelEx", *slots.arguments, entry=entry)
    noting(entry, plan.ready.grid)()


class Variant:
    """A known signature: its plan, and the state of its launches."""

    def __init__(
        self, plan: LaunchPlan, inputs: Sequence[Any], outputs: Sequence[Any], check: Check, name: str
    ) -> None:
        """Resolve a signature.

        Args:
            plan: The plan of the launch.
            inputs: Arrays of a first call.
            outputs: Outputs of it.
            check: Returns a check that arrays are like these, or None.
            name: Name of the entry.
        """
        arrays = (*inputs, *outputs)
        self.words = {word.name: word for word in plan.words}
        self.plan = plan
        self.inputs = len(inputs)
        self.arrays = len(arrays)
        self.ordinal = arrays[0].device.index if arrays[0].device.type == "cuda" else None
        self.makes = tuple(
            (make.near, make.near_args)
            if make.near
            else (functools.partial(make.function, **make.options), make.args)
            for make in plan.outputs
            if make is not None
        )
        self.checks = {len(inputs): check(inputs), len(arrays): check(arrays)}
        # Those that a call with `out=` writes, and those that one without it writes.
        self.written = {
            count: tuple(number for number in plan.written if number < count)
            for count in (len(inputs), len(arrays))
        }
        self.apart = tuple(_pairs_apart(plan.written, len(inputs), [array.nbytes for array in arrays]))
        self.below = max(ALIGNMENT, plan.alignment) - 1
        self.note = noting(name, plan.ready.grid)
        self.local = threading.local()

    def slots(self) -> tuple[Any, ...]:
        """Make the launch state of this thread: parameter bytes, addresses in them, configuration, call."""
        made = self.local.kept = Slots(self.plan)
        pointers = (ctypes.c_uint64 * self.arrays).from_buffer(made.blob, made.start)
        self.local.slots = made.blob, made.start, pointers, made.config, made.arguments
        found: tuple[Any, ...] = self.local.slots
        return found


class Launcher:
    """The signatures of one kernel that launch without the general path.

    Attributes:
        variants: Number of known signatures.
    """

    def __init__(self, addresses: Sequence[int], refuse: Callable[[int], None], name: str) -> None:
        """Start without signatures.

        Args:
            addresses: Addresses of the driver's functions, as `Driver.addresses` gives them.
            refuse: Raises the error of a status.
            name: Name of the entry.
        """
        self.variants = 0
        self._last: Variant | None = None
        self._table: dict[Any, Variant] = {}
        self._scalars: set[str] = set()
        self._name = name
        self._holds: Callable[[], bool] | None = None
        torch = require("torch")
        self._torch = torch
        self._strides = torch.Tensor.stride
        self._is_neg, self._is_conj = torch.Tensor.is_neg, torch.Tensor.is_conj
        self._kinds = {torch.Tensor, torch.nn.Parameter}
        asked = torch._C  # noqa: SLF001 - where torch's own launchers ask
        self._guards = getattr(asked._dynamo.guards, "TensorGuards", None)  # noqa: SLF001 - those of its graphs
        self._changed = _find_marker(torch)
        self._device: Any = getattr(asked, "_cuda_getDevice", None)
        self._stream: Any = getattr(asked, "_cuda_getCurrentRawStream", None)
        self._forward = torch.autograd.forward_ad
        self._modes = asked._len_torch_dispatch_stack  # noqa: SLF001
        self._refuse = refuse
        # Without argument types, ctypes passes prepared arguments on without a conversion.
        self._launch = ctypes.CFUNCTYPE(ctypes.c_int)(addresses[0])
        _launchers.add(self)

    def watch(self, guard: tuple[Any, ...] | None) -> None:
        """Launch only while Python values are unchanged, by the last member of a guard."""
        self._holds = None if guard is None else guard[-1]

    def retire(self) -> None:
        """Stop launching: every call takes the general path."""
        self._table.clear()
        self._last = None

    def call(self, args: tuple[Any, ...], out: Any, kwargs: dict[str, Any] | None) -> Any:
        """Launch, or return NotImplemented.

        Args:
            args: The inputs.
            out: The value of ``out=``: an output, a tuple of them, or None to allocate them.
            kwargs: The keyword arguments.
        """
        given = () if out is None else out if type(out) is tuple else (out,)
        arrays = args + given
        variant, numbers = self._last, None
        if variant is not None and len(args) == variant.inputs:
            check = variant.checks.get(len(arrays))
            if check is not None and check(*arrays):
                numbers = _fitting(variant.words, kwargs or {}) if kwargs or variant.words else ()
        if numbers is None:
            variant = self._search(args, arrays, kwargs or {})
            numbers = None if variant is None else _fitting(variant.words, kwargs or {})
            if variant is None or numbers is None:
                return NotImplemented
            self._last = variant
        assert variant is not None
        return self._run(variant, arrays, numbers)

    def _run(self, variant: Variant, arrays: tuple[Any, ...], numbers: Numbers) -> Any:
        """Execute the plan of a signature on arrays of it."""
        found = None if self._must_leave(variant) else _addresses(variant, arrays)
        if found is None:
            return NotImplemented
        passed = len(arrays)
        addresses, arrays = found
        try:
            blob, start, pointers, config, arguments = variant.local.slots
        except AttributeError:  # the first launch of this thread
            blob, start, pointers, config, arguments = variant.slots()
        pointers[:] = addresses
        try:
            for form, offset, number in numbers:
                struct.pack_into(form, blob, start + offset, number)
        except (struct.error, OverflowError):  # beyond the type
            return NotImplemented
        if variant.ordinal is not None:
            config.stream = self._stream(variant.ordinal)
        status = self._launch(*arguments)
        if status:
            self._refuse(status)
        variant.note()
        written = variant.written[passed]
        if written:
            self._changed([arrays[number] for number in written])
        outputs = arrays[variant.inputs :]
        return outputs[0] if len(outputs) == 1 else outputs or None

    def _must_leave(self, variant: Variant) -> bool:
        """Whether the general path must take a call, for any arrays."""
        return (
            _held[0] > 0
            or (self._holds is not None and not self._holds())
            or self._modes() > 0
            or self._forward._current_level >= 0  # noqa: SLF001 - no public name says whether a level is open
            or (variant.ordinal is not None and self._device() != variant.ordinal)
        )

    def _search(
        self, args: tuple[Any, ...], arrays: tuple[Any, ...], kwargs: dict[str, Any]
    ) -> Variant | None:
        """The variant of these arrays and keyword arguments."""
        try:
            key = tuple(map(_facts, arrays)), tuple(map(self._strides, arrays))
            variant = self._table.get((len(args), key, self._fixed(kwargs)))
            return None if variant is None or self._watched(arrays) else variant
        except (AttributeError, RuntimeError, TypeError):
            return None

    def _fixed(self, words: Mapping[str, Any]) -> frozenset[tuple[str, object]]:
        """The keyword arguments that are not launch scalars, as a part of a key."""
        fixed = words.keys() - self._scalars
        return frozenset((name, frozen(words[name])) for name in fixed)

    def _watched(self, passed: tuple[Any, ...]) -> bool:
        """Whether autograd follows a tensor, torch.jit a call, or one is a lazy negative or conjugate."""
        torch = self._torch
        followed = any(map(_requires_grad, passed)) and torch.is_grad_enabled()
        return (
            followed
            or torch.jit.is_tracing()
            or any(map(self._is_neg, passed))
            or any(map(self._is_conj, passed))
        )

    def remember(self, inputs: tuple[Any, ...], outputs: tuple[Any, ...], plan: LaunchPlan) -> bool:
        """Keep the plan of a signature; return False where it cannot be kept.

        Args:
            inputs: Arrays of a call with this signature.
            outputs: Its outputs.
            plan: The plan; addresses of arrays come first in its parameter bytes.
        """
        arrays = (*inputs, *outputs)
        first = tuple(8 * number for number in range(len(arrays)))
        if plan.maps or None in plan.outputs or plan.addresses != first or not self._plain(arrays):
            return False
        if self.variants >= _MOST_VARIANTS:
            return False
        if arrays[0].device.type == "cuda" and None in (self._device, self._stream):
            return False
        self._scalars.update(word.name for word in plan.words if word.format)
        fixed = self._fixed({word.name: word.value for word in plan.words})
        facts = tuple(map(_facts, arrays)), tuple(map(self._strides, arrays))
        passed = len(inputs), facts, fixed
        if passed in self._table:
            return False
        variant = Variant(plan, inputs, outputs, self._checker, self._name)
        self._table[passed] = variant
        self._table.setdefault((len(inputs), tuple(fact[: len(inputs)] for fact in facts), fixed), variant)
        self._last = variant
        self.variants += 1
        return True

    def _checker(self, arrays: Sequence[Any]) -> Callable[..., bool] | None:
        """Return the check that arrays are like these, and that no transform of torch made them."""
        if self._guards is None or not arrays or any(map(_requires_grad, arrays)):
            return None
        found: Callable[..., bool] = self._guards(
            *arrays, dynamic_dims_sizes=None, dynamic_dims_strides=None
        ).check
        return found

    def _plain(self, arrays: Sequence[Any]) -> bool:
        return all(
            type(array) in self._kinds
            and array.data_ptr()
            and array.data_ptr() % ALIGNMENT == 0
            and not array.is_neg()
            and not array.is_conj()
            for array in arrays
        )


def _find_marker(torch: Any) -> Callable[[Sequence[Any]], object]:
    """Return the function that marks tensors as written for autograd; all at once if torch can."""
    try:
        at_once: Callable[[Sequence[Any]], object] = torch._C._increment_version  # noqa: SLF001
        at_once(())
    except (AttributeError, TypeError):
        one = torch.autograd.graph.increment_version
        return lambda tensors: [one(tensor) for tensor in tensors]
    return at_once


def _addresses(variant: Variant, arrays: tuple[Any, ...]) -> tuple[list[int], tuple[Any, ...]] | None:
    """Addresses of the arrays of a call, and these arrays; outputs that are not passed are made.

    None if an array has no memory of its own or is not aligned, or a written one overlaps another.
    """
    passed = len(arrays)
    try:
        addresses = [array.data_ptr() for array in arrays]
        below = variant.below
        for address in addresses:
            if address & below or not address:
                return None
        for one, other, behind, ahead, twice in variant.apart:
            if other < passed:
                far = addresses[other] - addresses[one]
                if behind < far < ahead and not (twice and far == 0):
                    return None
        if passed < variant.arrays:
            made = [make(*like) for make, like in variant.makes]
            addresses += [array.data_ptr() for array in made]
            arrays = (*arrays, *made)
    except RuntimeError:  # a transform owns them
        return None
    return (addresses, arrays) if 0 not in addresses else None


def _pairs_apart(
    written: Sequence[int], inputs: int, sizes: Sequence[int]
) -> Iterator[tuple[int, int, int, int, bool]]:
    """The pairs of arrays that may not overlap, because one is written.

    Yields:
        Two positions; the open interval of distances at which they overlap; and whether they may be one
        array, because an input may be passed twice, to be written once.
    """
    for one, other in itertools.combinations(range(len(sizes)), 2):
        count = (one in written) + (other in written)
        if count:
            twice = other < inputs and count == 1 and sizes[one] == sizes[other]
            yield one, other, -sizes[other], sizes[one], twice


def _fitting(words: Mapping[str, Word], kwargs: Mapping[str, Any]) -> Numbers | None:
    """Format, offset and value of the numbers that vary; None where the keyword arguments are others."""
    if len(kwargs) != len(words):
        return None
    found: list[tuple[str, int, Any]] = []
    for name, value in kwargs.items():
        word = words.get(name)
        if word is None:
            return None
        form, wanted = word.format, word.value
        if not form:
            if value is not wanted and (type(value) is not type(wanted) or frozen(value) != frozen(wanted)):
                return None
            continue
        spelled = _FORMATS.get(form, form)
        floats = spelled in "fd" or (form in "48" and type(value) is float)
        if type(value) is not int and not (floats and type(value) is float):
            return None
        if form in "1248" and not floats:
            bits = 8 * int(form)
            if not -(1 << bits - 1) <= value < 1 << bits:
                return None
            value %= 1 << bits
        found.append((f"={_FLOATS[form] if form in '48' and floats else spelled}", word.offset, value))
    return found


_FORMATS = {"1": "B", "2": "H", "4": "I", "8": "Q"}
_FLOATS = {"4": "f", "8": "d"}
