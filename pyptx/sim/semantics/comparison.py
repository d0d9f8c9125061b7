"""Comparison and selection (manual sections 9.7.6 and 9.7.7)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import ml_dtypes
import numpy as np

from pyptx.sim.semantics.floating import flush
from pyptx.sim.semantics.half import values
from pyptx.sim.semantics.native import lowered
from pyptx.sim.semantics.packed import choice, has, join
from pyptx.sim.semantics.registry import named_real, pure, unsigned_bits
from pyptx.sim.semantics.shadows import lowered_shadow, shadowed
from pyptx.sim.symbols import Register
from pyptx.types import from_name

if TYPE_CHECKING:
    from collections.abc import Callable

    from pyptx.sim.lowering.records import Record
    from pyptx.sim.lowering.shadow_step import StepShadows
    from pyptx.sim.lowering.step import StepLowering
    from pyptx.sim.operands import Operation
    from pyptx.sim.semantics.registry import Array, Modifiers
    from pyptx.sim.shadow.state import ShadowState

BOOLEANS: dict[str, Callable[[Array, Array], Array]] = {
    "and": np.logical_and,
    "or": np.logical_or,
    "xor": np.logical_xor,
}
"""Ways to combine a comparison with predicate `c`; in the order of `Logic` of csrc/engine/forms.h."""

_ORDERED: dict[str, Callable[[Array, Array], Array]] = {
    "eq": np.equal,
    "ne": np.not_equal,
    "lt": np.less,
    "le": np.less_equal,
    "gt": np.greater,
    "ge": np.greater_equal,
    "lo": np.less,
    "ls": np.less_equal,
    "hi": np.greater,
    "hs": np.greater_equal,
}
_UNORDERED = {f"{name}u": name for name in ("eq", "ne", "lt", "le", "gt", "ge")}
_COMPARISONS = (*_ORDERED, *_UNORDERED, "num", "nan")

_HALVES = ("f16x2", "bf16x2")

_RESULT_TYPES: dict[str, np.dtype[Any]] = {
    "u16": np.dtype(np.uint16),
    "s16": np.dtype(np.int16),
    "u32": np.dtype(np.uint32),
    "s32": np.dtype(np.int32),
    "f32": np.dtype(np.float32),
    "f16": np.dtype(np.float16),
    "bf16": np.dtype(ml_dtypes.bfloat16),
}


@named_real("compare")
def real_comparison(m: Modifiers, a: Array, b: Array, *c: Array) -> Array:
    """Compare real numbers; the predicate that may follow is combined afterwards."""
    del c
    return _compare_values(m, a, b)


@pure("setp", real=real_comparison, decides="comparison")
def setp(m: Modifiers, a: Array, b: Array, *c: Array) -> tuple[Array, Array]:
    """``setp``: `p` is the comparison and `q` its contrary; of packed halves, `p` is the low one."""
    truth = _compare(m, a, b)
    if choice(m, _HALVES):
        return _combine(m, truth[..., 0], *c), _combine(m, truth[..., 1], *c)
    return _combine(m, truth, *c), _combine(m, ~truth, *c)


@pure("set", real=real_comparison, decides="comparison")
def set_(m: Modifiers, a: Array, b: Array, *c: Array) -> Array:
    """``set``: all ones or 1.0 where the comparison holds, else 0."""
    truth = _compare(m, a, b)
    result = next(iter(_types(m)))
    if truth.ndim > a.ndim:
        combined = np.stack([_combine(m, truth[..., half], *c) for half in range(2)], axis=-1)
        one = {"f16x2": 0x3C00, "bf16x2": 0x3F80}.get(result, 0xFFFF)
        packed = join(np.where(combined, one, 0).astype(np.uint16), np.uint32)
        return packed if result in _HALVES else packed.view(_RESULT_TYPES[result])
    dtype = _RESULT_TYPES[result]
    combined = _combine(m, truth, *c)
    if dtype.kind in "ui":
        return np.where(combined, -1, 0).astype(dtype)
    return combined.astype(np.float32).astype(dtype)


@pure("selp", native="selp.{type!u}", chooses=True)
def selp(m: Modifiers, a: Array, b: Array, c: Array) -> Array:
    """``selp``: `a` where `c` is true, else `b`."""
    del m
    return np.where(c, a, b)


@shadowed(selp)
def shadow_selp(op: Operation, shadows: ShadowState) -> Callable[[], None] | None:
    """Choose between the shadows as between the values."""
    (target, wanted), *sources = op.pairs()
    size = from_name(wanted.type).bytes
    chosen = shadows.raw(op, sources[2][0], from_name("pred"))
    if chosen is None:
        return None
    word = shadows.select_cells(
        chosen[0], shadows.word(op, sources[0][0], size), shadows.word(op, sources[1][0], size)
    )
    return lambda: shadows.write(op, target, word, size)


@lowered_shadow(shadow_selp)
def lower_shadow_selp(step: StepShadows) -> Record | None:
    """Choose between the sources."""
    second, given = step.op.pairs()[2]
    chosen = step.op.pairs()[3][0]
    found = step.op.entity(chosen)
    if not isinstance(found, Register):
        return None
    size = from_name(given.type).bytes
    return step.move("shadow.select", predicate=step.row(found), others=step.parts(second, size=size))


@pure("slct", native="slct.{dtype!u}.{type}")
def slct(m: Modifiers, a: Array, b: Array, c: Array) -> Array:
    """``slct``: `a` where `c` is zero or more, else `b`, also where `c` is NaN."""
    return np.where((flush(c) if has(m, "ftz") else c) >= 0, a, b)


def _types(m: Modifiers) -> list[str]:
    """The type modifiers, in order: of the result and of the sources."""
    return [word for name, word in m.items() if word in _RESULT_TYPES or word in _HALVES]


def _compare(m: Modifiers, a: Array, b: Array) -> Array:
    """The comparison; of packed halves in a new last axis."""
    source = list(m.values())[-1]
    if source in ("f16", "bf16", *_HALVES):
        a, b = values(source, a), values(source, b)
        if has(m, "ftz"):
            a, b = (np.where(np.abs(x) < 2.0**-14, 0.0, x) for x in (a, b))
    elif a.dtype == np.float32 and has(m, "ftz"):
        a, b = flush(a), flush(b)
    return _compare_values(m, a, b)


def _compare_values(m: Modifiers, a: Array, b: Array) -> Array:
    """The comparison of numbers."""
    name = choice(m, _COMPARISONS)
    unordered = np.isnan(a) | np.isnan(b) if a.dtype.kind == "f" else np.zeros(np.broadcast(a, b).shape, bool)
    if name == "num":
        return ~unordered
    if name == "nan":
        return unordered
    if name in _UNORDERED:
        return _ORDERED[_UNORDERED[name]](a, b) | unordered
    return _ORDERED[name](a, b) & ~unordered


def _combine(m: Modifiers, truth: Array, *c: Array) -> Array:
    """Apply the Boolean operation with predicate `c`, if there is one."""
    return BOOLEANS[choice(m, BOOLEANS)](truth, c[0]) if c else truth


# The native engine


@lowered(setp)
def lower_setp(step: StepLowering) -> None:
    """Compare; the second result is the contrary, or the comparison of the upper halves."""
    _emit_comparison(step, step.write("p"), step.write_second("p"))


@lowered(set_)
def lower_set(step: StepLowering) -> None:
    """Compare into predicates, then write numbers for them."""
    result, source = step.op.words[-2:]
    packed = source.endswith("x2")
    truths = step.spare(1), step.spare(1) if packed else -1
    _emit_comparison(step, *truths)
    target = next(operand for operand, spec in step.op.pairs() if spec.role == "=")
    type_ = from_name(result)
    row = step.needed(step.target(target, type_), type_.bits)
    one = _ONE[result.removesuffix("x2")]
    if not packed:
        step.emit(f"from_pred.u{type_.bits}", d=row, a=truths[0], imm=one)
        return
    halves = step.spare(16), step.spare(16)
    for half, truth in zip(halves, truths, strict=True):
        step.emit("from_pred.u16", d=half, a=truth, imm=one)
    step.emit("pack.u32", d=row, parts=halves)


@lowered(slct)
def lower_slct(step: StepLowering) -> None:
    """Flush `c`, by a product with one, before it is compared with zero."""
    if not step.has("ftz"):
        step.as_written()
        return
    (target,), (a, b, c) = step.specs()
    flushed = step.spare(32)
    step.emit("mul.rn.ftz.f32", d=flushed, a=c, b=step.program.constant(np.float32(1).tobytes()))
    handler, _ = step.handler(without="ftz")
    bits = from_name(step.op.words[-2]).bits
    step.emit(handler, d=step.needed(target, bits), a=a, b=b, c=flushed)


_SIGNLESS = {"lo": "lt", "ls": "le", "hi": "gt", "hs": "ge"}

_ONE = {"u16": -1, "s16": -1, "f16": 0x3C00, "bf16": 0x3F80, "u32": -1, "s32": -1, "f32": 0x3F80_0000}
"""The number for a comparison that holds."""


def _emit_comparison(step: StepLowering, first: int, second: int) -> None:
    """Compare, and combine with a predicate, into two rows of predicates; -1 for none."""
    op = step.op
    comparison, logic = choice(op.modifiers, _COMPARISONS), choice(op.modifiers, BOOLEANS)
    flush_word = "ftz" if step.has("ftz") else ""
    type_ = op.words[-1]
    sources = [pair for pair in op.pairs() if pair[1].role == ":"]
    a, b, *c = (step.value(operand, from_name(spec.type)) for operand, spec in sources)
    element = type_.removesuffix("x2")
    packed = type_ != element
    parts = list(zip(_halves(step, a), _halves(step, b), strict=True)) if packed else [(a, b)]
    if element in ("f16", "bf16"):
        flushes = bool(flush_word)
        parts = [
            (_widened(step, element, x, flushes=flushes), _widened(step, element, y, flushes=flushes))
            for x, y in parts
        ]
        element, flush_word = "f32", ""
    words = ("setp", _SIGNLESS.get(comparison, comparison), flush_word, unsigned_bits(element))
    handler = ".".join(filter(None, words))
    combined = {"c": c[0] if c else -1, "f": list(BOOLEANS).index(logic) if logic else 0}
    if packed:
        for row, (x, y) in zip((first, second), parts, strict=True):
            if row >= 0:
                step.emit(handler, d=row, a=x, b=y, **combined)
        return
    ((x, y),) = parts
    step.emit(handler, d=first, e=second, a=x, b=y, **combined)
    if type_ not in ("f16", "bf16"):
        step.plan(handler, f=combined["f"])


def _halves(step: StepLowering, row: int) -> list[int]:
    """The rows of the lower and upper halves of words."""
    rows = [step.spare(16), step.spare(16)]
    step.emit("unpack.u32", a=row, parts=rows)
    return rows


def _widened(step: StepLowering, type_: str, row: int, *, flushes: bool) -> int:
    """Halves as f32, whose numbers they all are; subnormal ones as zeros if `flushes`."""
    wide = step.spare(32)
    for _ in range(2 if flushes else 0):  # each changes the sign, and flushes
        flushed = step.spare(16)
        step.emit(f"neg.{type_}", d=flushed, a=row, imm=1)
        row = flushed
    step.emit(f"cvt.rn.f32.{type_}", d=wide, a=row)
    return wide
