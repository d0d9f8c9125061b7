"""The launcher in Python and ctypes, for use without the native module or torch's C tensor interface.

It has the interface and the guards of the one in ``csrc/launch``: an unknown call, or one that torch must
see, is NotImplemented and takes the general path. Kernels with tensor maps always do. A signature resolves to
a Python function generated for it, with nothing left to look up.
"""

from __future__ import annotations

import ctypes
import functools
import os
import weakref
from collections.abc import Sequence
from operator import attrgetter
from typing import TYPE_CHECKING, Any

from pyptx.program import on_recording
from pyptx.record import record
from pyptx.runtime.driver import noting
from pyptx.runtime.frozen import frozen
from pyptx.runtime.needs import require
from pyptx.runtime.unrolled import ALIGNMENT, LaunchState, Unrolled

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from pyptx.program import Dim3
    from pyptx.runtime.unrolled import Call

Numbers = Sequence[tuple[str, int, Any]]
"""Format of a number, as `struct` has it, its offset in the parameter bytes, and its value."""

_MOST_VARIANTS = 4096
_facts = attrgetter("__class__", "shape", "dtype", "device")
_requires_grad = attrgetter("requires_grad")
_held = [0]
_launchers: weakref.WeakSet[Launcher] = weakref.WeakSet()


def _hold(more: int) -> None:
    """Send calls the general path while more than 0 ask for it."""
    _held[0] += more


on_recording(_hold)


def _after_fork() -> None:
    for launcher in list(_launchers):
        launcher.retire()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_after_fork)


@record(frozen=True, slots=True)
class Variant:
    """A known signature and its launch functions.

    Attributes:
        words: Keyword arguments: value, format and offset of each by name; a format where it may vary.
        run: Launches on arrays of this signature: takes the inputs, the arrays of ``out=``, and the numbers
            that vary.
        quick: Launches any call, with its keyword arguments; for another signature it falls back to a
            search. None if torch has no guards for it.
    """

    words: dict[str, tuple[Any, str, int]]
    run: Call
    quick: Call | None


class Launcher:
    """The signatures of one kernel that launch without the general path.

    Attributes:
        variants: Number of known signatures.
        call: Launches, or returns NotImplemented: takes a tuple of inputs, the value of ``out=`` (an
            output, a tuple of them, or None to allocate them), and the keyword arguments.
    """

    def __init__(self, addresses: Sequence[int], refuse: Callable[[int], None], name: str) -> None:
        """Start without signatures.

        Args:
            addresses: Addresses of the driver's functions, as `Driver.addresses` gives them.
            refuse: Raises the error of a status.
            name: Name of the entry.
        """
        self.variants = 0
        self.call: Call = self._search
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
        self._known = {
            "changed": _teller(torch),
            "device": getattr(asked, "_cuda_getDevice", None),
            "fitting": _fitting,
            "forward": torch.autograd.forward_ad,
            # Told no types, ctypes passes on what was made for it, and converts nothing.
            "launch": ctypes.CFUNCTYPE(ctypes.c_int)(addresses[0]),
            "held": _held,
            "modes": asked._len_torch_dispatch_stack,  # noqa: SLF001
            "refuse": refuse,
            "search": self._search,
            "stale": self._is_stale,
            "stream": getattr(asked, "_cuda_getCurrentRawStream", None),
        }
        _launchers.add(self)

    def watch(self, guard: tuple[Any, ...] | None) -> None:
        """Launch only while Python values are unchanged, by the last member of a guard."""
        self._holds = None if guard is None else guard[-1]

    def _is_stale(self) -> bool:
        return self._holds is not None and not self._holds()

    def retire(self) -> None:
        """Stop launching: every call takes the general path."""
        self._table.clear()
        self.call = self._search

    def _search(self, args: tuple[Any, ...], out: Any, kwargs: dict[str, Any] | None) -> Any:
        """Launch with the variant of these arrays and keyword arguments."""
        given = () if out is None else out if type(out) is tuple else (out,)
        passed = (*args, *given)
        try:
            key = tuple(map(_facts, passed)), tuple(map(self._strides, passed))
            variant = self._table.get((len(args), key, self._fixed(kwargs or {})))
            if variant is None or self._watched(passed):
                return NotImplemented
        except (AttributeError, RuntimeError, TypeError):
            return NotImplemented
        found = _fitting(variant.words, kwargs or {})
        if found is None:
            return NotImplemented
        self.call = variant.quick or self._search
        return variant.run(args, given[0] if len(given) == 1 else given or None, found)

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
        if maps or None in makes or addresses != first or not self._plain(arrays):
            return False
        if self.variants >= _MOST_VARIANTS:
            return False
        ordinal = arrays[0].device.index if arrays[0].device.type == "cuda" else None
        if ordinal is not None and None in (self._known["device"], self._known["stream"]):
            return False
        settled = LaunchState(blob, offsets, len(arrays), grid, block, smem, attributes, function)
        known = {word: (value, form, offset) for word, value, form, offset in words}
        facts = tuple(map(_facts, arrays)), tuple(map(self._strides, arrays))
        fits, fits_all = self._checker(inputs), self._checker(arrays)
        names = {
            **self._known,
            "fits": fits,
            "fits_all": fits_all,
            "local": settled.local,
            "note": noting(self._name, grid),
            "settled": settled,
            "words": known,
        }
        for number, (make, like, options, near, like_near) in enumerate(makes, len(inputs)):
            names[f"make{number}"] = near or functools.partial(make, **options)
            names[f"like{number}"] = like_near if near else like
        unrolled = Unrolled(
            inputs=len(inputs),
            outputs=len(outputs),
            sizes=tuple(array.numel() * array.element_size() for array in arrays),
            written=tuple(written),
            words=bool(known),
            varying=any(form for _, form, _ in known.values()),
            ordinal=ordinal,
        )
        variant = Variant(
            words=known,
            run=unrolled.function(names, checked=True),
            quick=None if fits is None or fits_all is None else unrolled.function(names, checked=False),
        )
        self._scalars.update(word for word, _, form, _ in words if form)
        fixed = self._fixed({word: value for word, value, _, _ in words})
        passed = len(inputs), facts, fixed
        if passed in self._table:
            return False
        self._table[passed] = variant
        self._table.setdefault((len(inputs), tuple(fact[: len(inputs)] for fact in facts), fixed), variant)
        self.call = variant.quick or self._search
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


def _teller(torch: Any) -> Callable[[Sequence[Any]], object]:
    """Return the function that marks tensors as written for autograd; all at once if torch can."""
    try:
        at_once: Callable[[Sequence[Any]], object] = torch._C._increment_version  # noqa: SLF001
        at_once(())
    except (AttributeError, TypeError):
        one = torch.autograd.graph.increment_version
        return lambda tensors: [one(tensor) for tensor in tensors]
    return at_once


def _fitting(words: dict[str, tuple[Any, str, int]], kwargs: dict[str, Any]) -> Numbers | None:
    """Format, offset and value of the numbers that vary; None where the keyword arguments are others."""
    if len(kwargs) != len(words):
        return None
    found: list[tuple[str, int, Any]] = []
    for name, value in kwargs.items():
        wanted, form, offset = words.get(name, (None, "?", 0))
        if form == "?":
            return None
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
        found.append((f"={_FLOATS[form] if form in '48' and floats else spelled}", offset, value))
    return found


_FORMATS = {"1": "B", "2": "H", "4": "I", "8": "Q"}
_FLOATS = {"4": "f", "8": "d"}
