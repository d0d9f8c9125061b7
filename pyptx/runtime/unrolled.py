"""The Python function that launches one signature of a kernel, written for it: nothing is left to look up.

For an input that is written, and no keyword arguments, it is ::

    def call(args, out, given):
        try:
            x0,  = args
            known = out is None and fits(x0, )
        except (TypeError, ValueError): known = False
        if not known or given: return search(args, out, given)
        if held[0] or stale() or modes() or forward._current_level >= 0: return NotImplemented
        try: a0,  = x0.data_ptr(),
        except RuntimeError: return NotImplemented
        if (a0) & 15 or not a0: return NotImplemented
        try: blob, pointers, config, launched = local.slots
        except AttributeError: blob, pointers, config, launched = settled()
        pointers[whole] = a0,
        status = launch(*launched)
        if status: refuse(status)
        note()
        changed((x0, ))
        return None
"""

from __future__ import annotations

import ctypes
import functools
import itertools
import struct
import threading
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from pyptx.record import record
from pyptx.runtime.cuda import LaunchConfig

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from types import CodeType

    from pyptx.program import Dim3

Call = Callable[[tuple[Any, ...], Any, Any], Any]

ALIGNMENT = 16
"""Alignment of array addresses, in bytes."""


@record(frozen=True, slots=True)
class Unrolled:
    """The generated launch function of a signature.

    Attributes:
        inputs: Number of input arrays.
        outputs: Number of arrays passed as ``out=``, or allocated.
        sizes: Bytes of each array.
        written: Numbers of the arrays that a launch writes.
        words: Whether there are keyword arguments.
        varying: Whether some of them are numbers that vary.
        ordinal: Ordinal of the GPU; None for arrays that are not on a GPU.
    """

    inputs: int
    outputs: int
    sizes: tuple[int, ...]
    written: tuple[int, ...]
    words: bool
    varying: bool
    ordinal: int | None

    def function(self, names: Mapping[str, Any], *, checked: bool) -> Call:
        """Return the function.

        Args:
            names: The functions it calls, by their names in the generated lines.
            checked: Whether the caller has checked that arrays and keyword arguments match the signature.
                Such a function takes the numbers that vary; any other takes the keyword arguments.
        """
        made = {**names, "error": struct.error, "pack": struct.pack_into, "whole": slice(None)}
        exec(_compiled("\n    ".join(self._lines(checked=checked))), made)
        found: Call = made["call"]
        return found

    @property
    def _before(self) -> range:
        return range(self.inputs)

    @property
    def _after(self) -> range:
        return range(self.inputs, self.inputs + self.outputs)

    def _lines(self, *, checked: bool) -> Iterator[str]:
        every = [*self._before, *self._after]
        yield "def call(args, out, given):"
        yield from self._take_arrays() if checked else self._recognised()
        elsewhere = "" if self.ordinal is None else f" or device() != {self.ordinal}"
        yield f"if held[0] or stale() or modes() or forward._current_level >= 0{elsewhere}:"
        yield "    return NotImplemented"
        yield from self._addresses(self._before)
        yield from self._refuse_overlap(self._before, self._before)
        if self.outputs:
            yield "if out is None:"
            yield from _further(self._make_outputs())
            yield "else:"
            yield from _further(self._addresses(self._after))
            yield from _further(self._refuse_overlap(every, self._after))
        yield "try: blob, pointers, config, launched = local.slots"
        yield "except AttributeError: blob, pointers, config, launched = settled()"
        yield f"pointers[whole] = {_listed('a', every)}"
        if self.varying:
            yield "try:"
            yield "    for form, offset, number in given: pack(form, blob, offset, number)"
            yield "except (error, OverflowError): return NotImplemented"  # beyond the type
        if self.ordinal is not None:
            yield f"config.stream = stream({self.ordinal})"
        yield "status = launch(*launched)"
        yield "if status: refuse(status)"
        yield "note()"
        yield from self._mark_written()
        yield f"return {self._returned()}"

    def _take_arrays(self) -> Iterator[str]:
        """Name the arrays of a call of this signature."""
        if self.inputs:
            yield f"{_listed('x', self._before)} = args"
        if self.outputs:
            yield f"if out is not None: {self._out()}"

    def _recognised(self) -> Iterator[str]:
        """Name the arrays of a call, if it is one of this signature; look for another one if not."""
        before, every = _listed("x", self._before), _listed("x", [*self._before, *self._after])
        yield "try:"
        yield f"    {before} = args"
        if self.outputs:
            yield "    if out is None:"
            yield f"        known = fits({before})"
            yield "    else:"
            yield f"        {self._out()}"
            yield f"        known = fits_all({every})"
        else:
            yield f"    known = out is None and fits({before})"
        yield "except (TypeError, ValueError): known = False"  # other arrays, or more, or fewer
        another = "search(args, out, given)"
        yield f"if not known{'' if self.words else ' or given'}: return {another}"
        if self.outputs > 1:
            yield f"if out is not None and type(out) is not tuple: return {another}"
        if self.words:
            yield "numbers = fitting(words, given)"
            yield f"if numbers is None: return {another}"
            yield "given = numbers"

    def _out(self) -> str:
        return f"x{self.inputs} = out" if self.outputs == 1 else f"{_listed('x', self._after)} = out"

    def _addresses(self, numbers: range) -> Iterator[str]:
        """Take the addresses of arrays that are passed: those of real memory, and aligned."""
        if not numbers:
            return
        yield f"try: {_listed('a', numbers)} = {_each('x{}.data_ptr()', numbers)}"
        yield "except RuntimeError: return NotImplemented"  # without memory of its own
        nowhere = " or ".join(f"not a{number}" for number in numbers)
        union = " | ".join(f"a{number}" for number in numbers)
        yield f"if ({union}) & {ALIGNMENT - 1} or {nowhere}: return NotImplemented"

    def _refuse_overlap(self, numbers: Iterable[int], others: Iterable[int]) -> Iterator[str]:
        """Refuse a written array over another one; but an input may be passed twice, to be written once."""
        for one, other in itertools.product(numbers, others):
            written = (one in self.written) + (other in self.written)
            if one >= other or not written:
                continue
            twice = other < self.inputs and written == 1 and self.sizes[one] == self.sizes[other]
            far = f"{-self.sizes[other]} < a{other} - a{one} < {self.sizes[one]}"
            same = f"a{other} != a{one} and " if twice else ""
            yield f"if {same}{far}: return NotImplemented"

    def _make_outputs(self) -> Iterator[str]:
        """Make the outputs, and take their addresses."""
        for number in self._after:
            yield f"x{number} = make{number}(*like{number})"
        yield f"try: {_listed('a', self._after)} = {_each('x{}.data_ptr()', self._after)}"
        yield "except RuntimeError: return NotImplemented"  # inside a transform, whatever the inputs are
        yield f"if {' or '.join(f'not a{number}' for number in self._after)}: return NotImplemented"

    def _mark_written(self) -> Iterator[str]:
        """Mark the caller's written arrays for autograd."""
        kept = [number for number in self.written if number < self.inputs]
        if len(kept) < len(self.written):
            yield f"if out is not None: changed(({_listed('x', self.written)}))"
            if kept:
                yield f"else: changed(({_listed('x', kept)}))"
        elif kept:
            yield f"changed(({_listed('x', kept)}))"

    def _returned(self) -> str:
        if self.outputs <= 1:
            return f"x{self.inputs}" if self.outputs else "None"
        return _listed("x", self._after)


class LaunchState:
    """Launch state of a signature, one per thread, made at the thread's first launch.

    Attributes:
        local: Thread-local storage; has ``slots`` after the thread's first launch.
    """

    def __init__(
        self,
        blob: bytes,
        offsets: Sequence[int],
        arrays: int,
        grid: Dim3,
        block: Dim3,
        smem: int,
        attributes: bytes,
        function: int,
    ) -> None:
        """Record a launch.

        Args:
            blob: Bytes of the parameters.
            offsets: Offset of each parameter in `blob`, the arrays first.
            arrays: Number of arrays.
            grid: CTAs in each direction.
            block: Threads of a CTA in each direction.
            smem: Dynamic shared bytes.
            attributes: Launch attributes.
            function: Handle of the entry.
        """
        self.local = threading.local()
        self._blob, self._offsets, self._arrays = blob, offsets, arrays
        self._sizes, self._attributes, self._function = (grid, block, smem), attributes, function

    def __call__(self) -> tuple[Any, ...]:
        """Make it, and return it.

        Returns:
            The parameter bytes, the first of them as addresses of arrays, the configuration, and what the
            driver is called with.
        """
        blob = ctypes.create_string_buffer(self._blob, max(len(self._blob), 1))
        start = ctypes.addressof(blob)
        params = (ctypes.c_void_p * max(len(self._offsets), 1))(*(start + at for at in self._offsets))
        config = LaunchConfig.of(*self._sizes, self._attributes, None)
        pointers = (ctypes.c_uint64 * self._arrays).from_buffer(blob)
        where, at = (ctypes.c_void_p(ctypes.addressof(memory)) for memory in (config, params))
        slots = blob, pointers, config, (where, ctypes.c_void_p(self._function), at, None)
        self.local.slots, self.local.kept = slots, params
        return slots


def _listed(letter: str, numbers: Iterable[int]) -> str:
    """A tuple of names: ``x0, x1, ``."""
    return _each(f"{letter}{{}}", numbers)


def _each(form: str, numbers: Iterable[int]) -> str:
    return "".join(f"{form.format(number)}, " for number in numbers)


def _further(lines: Iterable[str]) -> Iterator[str]:
    """The lines, indented."""
    return (f"    {line}" for line in lines)


@functools.lru_cache(maxsize=256)
def _compiled(source: str) -> CodeType:
    return compile(source, "<launch of one signature>", "exec")
