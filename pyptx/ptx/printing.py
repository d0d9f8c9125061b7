"""Output and assertions of kernels: ``ptx.printf`` and ``ptx.device_assert``.

Both call functions of CUDA's device runtime, as the `printf` and `assert` of CUDA C++ do: `vprintf` and
`__assertfail`. Their prototypes and strings are added to the module.
"""

from __future__ import annotations

import operator
import os
import re
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any, NoReturn, SupportsFloat

from pyptx.errors import TraceError
from pyptx.ir import Name
from pyptx.printf import FLOATS, MOST_ARGUMENTS, Conversion, parse
from pyptx.ptx.addressing import addr
from pyptx.ptx.control import as_predicate
from pyptx.ptx.directives import variable
from pyptx.ptx.functions import Func
from pyptx.reg import NegPred, PipeRef, Reg, from_, scalar
from pyptx.trace import at, caller, checked, current, emit
from pyptx.types import b8, f32, f64, s32, s64, u32, u64

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pyptx.reg import Predicate
    from pyptx.trace import Value
    from pyptx.types import PtxType


@checked("ptx.printf")
def printf(form: str, *values: Value, pred: Predicate | None = None) -> None:
    r"""Print from each thread, as `printf` of CUDA C++ does.

    A launch prints after it has ended, on the simulator to Python's standard output, and a card when the host
    waits for it. The lines of one thread keep their order. The buffer keeps the last MiB of calls.

    Args:
        form: A format string of C. Write a line end: ``"\n"``.
        values: One for each conversion, of its type: integer registers of at most 32 bits or a predicate for
            ``%d %i %u %x %X %o %c``, of 64 bits for ``%lld``, ``%llu`` and ``%llx``; registers of any
            floating point for ``%f %e %g %a``, widened to f64; a Python string, or the generic address of
            one, for ``%s``; a generic address for ``%p``. Python numbers are legal too.
        pred: Guard of the call.

    Raises:
        TraceError: A value does not fit its conversion, or there are more or fewer values than conversions.

    >>> from pyptx import ptx, reg
    >>> from pyptx.trace import Trace, tracing
    >>> with tracing(Trace("k", arch="sm_80")) as trace:
    ...     tid = reg.from_(ptx.special.tid.x(), u32)
    ...     ptx.printf("thread %u: %.2f\n", tid, reg.from_(tid, f32))
    >>> [item.name for item in trace.module().items if hasattr(item, "name")]
    ['version', 'target', 'address_size', 'vprintf', 'k']
    """
    if not isinstance(form, str):
        raise TraceError(f"ptx.printf: the format is {form!r}; it must be a string{at(caller())}")
    pieces = parse(form)
    for piece in pieces:
        if isinstance(piece, str) and "%" in piece:
            wrong = piece[piece.index("%") :][:4]
            raise TraceError(
                f"ptx.printf: {wrong!r} in {form!r} is not a conversion of C; "
                f"a percent sign is %%{_of_an_f_string(form)}{at(caller())}"
            )
    wanted = [
        (part, piece.text) for piece in pieces if isinstance(piece, Conversion) for part in _arguments(piece)
    ]
    if len(values) != len(wanted):
        raise TraceError(
            f"ptx.printf: {form!r} has {len(wanted)} conversions, "
            f"and there are {len(values)} values{_of_an_f_string(form)}{at(caller())}"
        )
    if len(values) > MOST_ARGUMENTS:
        raise TraceError(
            f"ptx.printf: {len(values)} values; "
            f"a card prints {MOST_ARGUMENTS} of a call at most{at(caller())}"
        )
    with _skipped(pred, negated=True):
        words = [_word(value, kind, text) for value, (kind, text) in zip(values, wanted, strict=True)]
        _prototype("vprintf", ("b64", "b64"), returns=("b32", "printed"))(_string(form), _stored(words))


@checked("ptx.device_assert")
def device_assert(condition: Predicate, message: str) -> None:
    """End the launch with a fault where a predicate is false, as `assert` of CUDA C++ does.

    On the simulator the fault `assert` names the line, the thread and the message. A card prints the same
    line, and the launch fails with `CUDA_ERROR_ASSERT`.

    Args:
        condition: The predicate, which must be true in every thread that executes this.
        message: Text of the report.

    Raises:
        TraceError: The condition is not a predicate, or the message is not a string without
            zero bytes.

    >>> from pyptx import ptx, reg
    >>> from pyptx.trace import Trace, tracing
    >>> with tracing(Trace("k", arch="sm_80")) as trace:
    ...     ptx.device_assert(reg.from_(ptx.special.tid.x(), u32) < 64, "too many threads")
    """
    if not isinstance(condition, Reg | NegPred | PipeRef):
        raise TraceError(
            f"ptx.device_assert: the condition is {condition!r}; "
            f"it must be a predicate, such as i < n{at(caller())}"
        )
    if not isinstance(message, str):
        raise TraceError(f"ptx.device_assert: the message is {message!r}; it must be a string{at(caller())}")
    source = caller()
    with _skipped(condition, negated=False):
        fail = _prototype("__assertfail", ("b64", "b64", "b32", "b64", "b64"))
        file, function = os.path.basename(source.file), current().name
        fail(_string(message), _string(file), source.line, _string(function), 1)


@contextmanager
def _skipped(condition: Predicate | None, *, negated: bool) -> Iterator[None]:
    """Trace instructions that threads skip where a predicate, or its negation, holds; none without one."""
    if condition is None:
        yield
        return
    label = current().scopes.fresh_label("skip")
    guard = as_predicate(condition)
    emit("bra", (), (Name(label),), ~guard if negated else guard)
    yield
    current().label(label)


def _of_an_f_string(form: str) -> str:
    """Return advice if a format has the name of a register, such as ``%r3``, which an f-string writes."""
    named = re.search(r"%(?:rd|rs|fd|[rfhp])\d+", form)
    return (
        f"; an f-string wrote the name of register {named[0]}: pass the register as a value" if named else ""
    )


def _prototype(name: str, params: tuple[str, ...], returns: tuple[str, str] | None = None) -> Func:
    """Return a function of the runtime."""
    formals = [(type_, f"{name}_param_{number}") for number, type_ in enumerate(params)]
    return Func(None, params=formals, returns=returns, name=name, linkage="extern")


def _string(text: str) -> Reg:
    """Return the generic address of a string in global memory, which a function declares once."""
    trace = current()
    raw = text.encode()
    if b"\0" in raw:
        raise TraceError(f"the string {text!r} has a zero, which ends strings of C{at(caller())}")
    name = trace.facts.get(("string", raw))
    if name is None:
        name = trace.facts["string", raw] = trace.scopes.fresh_name(f"{trace.name}_string_")
        trace.declare(variable("global", b8, name, align=1, init=raw + b"\0"))
    assert isinstance(name, str)
    return _generic("global", name)


def _generic(space: str, name: str) -> Reg:
    """Return the generic address of a variable."""
    address = scalar(u64)
    emit("mov", ("u64",), (address, Name(name)))
    emit("cvta", (space, "u64"), (address, address))
    return address


def _stored(words: list[tuple[PtxType, Value]]) -> Value:
    """Store the arguments of `printf` in local memory; return the generic address of the first."""
    if not words:
        return 0
    trace, places, end = current(), [], 0
    for dtype, _ in words:
        places.append(-(-end // dtype.bytes) * dtype.bytes)
        end = places[-1] + dtype.bytes
    size = -(-end // 8) * 8
    name = trace.facts.get(("arguments", size))
    if name is None:
        name = trace.facts["arguments", size] = trace.scopes.fresh_name("printf_arguments_")
        trace.declare(variable("local", b8, name, size=size, align=8))
    assert isinstance(name, str)
    address = _generic("local", name)
    for place, (dtype, value) in zip(places, words, strict=True):
        emit("st", ("local", dtype.name), (addr(name, place), value))
    return address


def _arguments(piece: Conversion) -> list[str]:
    """Return the kinds of the values of a conversion: int, long, float, string or address."""
    counts = ["int"] * (len(piece.arguments) - 1)
    if piece.kind == "%":
        return []
    if piece.kind in FLOATS:
        return [*counts, "float"]
    if piece.kind in "sp":
        return [*counts, "string" if piece.kind == "s" else "address"]
    return [*counts, "long" if piece.arguments[-1] == "8" else "int"]


_NAMES = {
    "int": "an integer of at most 32 bits",
    "long": "an integer of 64 bits",
    "float": "floating point",
    "string": "a string of Python or its generic address, of 64 bits",
    "address": "a generic address, of 64 bits",
}


def _word(value: Value, kind: str, text: str) -> tuple[PtxType, Value]:
    """Return the type and the operand of an argument, widened as C does."""
    if isinstance(value, NegPred | PipeRef):
        value = from_(value, u32)
    if isinstance(value, Reg):
        return _register_word(value, kind, text)
    if kind == "string" and isinstance(value, str):
        return u64, _string(value)
    number: Any = value
    if kind == "float" and isinstance(number, SupportsFloat) and not isinstance(number, str):
        return f64, float(number)
    if kind in ("int", "long"):
        with suppress(TypeError):
            return _integer_word(operator.index(number), 32 if kind == "int" else 64, text)
    _refuse(text, kind, repr(value))


def _integer_word(number: int, bits: int, text: str) -> tuple[PtxType, Value]:
    """Return a Python integer as an argument."""
    if not -(1 << (bits - 1)) <= number < 1 << bits:
        raise TraceError(f"ptx.printf: {number} does not fit {text!r}, which takes {bits} bits{at(caller())}")
    if number < 0:
        return (s32 if bits == 32 else s64), number
    return (u32 if bits == 32 else u64), number


def _register_word(register: Reg, kind: str, text: str) -> tuple[PtxType, Value]:
    dtype = register.dtype
    integer = dtype.kind in ("s", "u", "b") and not _is_packed(dtype)
    if kind == "float" and dtype.kind == "f" and not _is_packed(dtype):
        wide = register if dtype in (f32, f64) else from_(register, f32)
        return f64, (wide if wide.dtype == f64 else from_(wide, f64))
    if kind == "int" and dtype.kind == "pred":
        return u32, from_(register, u32)
    if kind == "int" and integer and dtype.bits <= 32:
        word = s32 if dtype.kind == "s" else u32
        return word, (register if dtype.bits == 32 else from_(register, word))
    if integer and dtype.bits == 64 and kind in ("long", "string", "address"):
        return u64, register
    return _refuse(text, kind, f"{register.name}, a register of type {dtype}")


def _is_packed(dtype: PtxType) -> bool:
    return "x" in dtype.name


def _refuse(text: str, kind: str, given: str) -> NoReturn:
    raise TraceError(f"ptx.printf: {text!r} takes {_NAMES[kind]}, not {given}{at(caller())}")
