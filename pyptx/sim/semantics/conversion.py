"""Conversions between types: `cvt` and `cvt.pack` (manual sections 9.7.10.24 and 9.7.10.25)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import ml_dtypes
import numpy as np

from pyptx.sim.abi import CVT_PACKING, CVT_SOURCE, FORMAT, ROUND
from pyptx.sim.semantics.exact import to_f32
from pyptx.sim.semantics.floating import canonical, flush, saturate
from pyptx.sim.semantics.native import lowered
from pyptx.sim.semantics.packed import choice, has, split
from pyptx.sim.semantics.registry import named_real, pure
from pyptx.sim.semantics.rounding import (
    BF16,
    FORMATS,
    ROUNDINGS,
    TF32,
    Format,
    decode,
    round_integer,
    round_to,
)
from pyptx.sim.shadow.double_double import high
from pyptx.types import from_name

if TYPE_CHECKING:
    from collections.abc import Callable

    from pyptx.sim.lowering.step import StepLowering
    from pyptx.sim.semantics.registry import Array, Modifiers

_INTEGERS = {
    name: np.dtype(f"{'i' if name[0] == 's' else 'u'}{int(name[1:]) // 8}")
    for name in ("u8", "u16", "u32", "u64", "s8", "s16", "s32", "s64")
}
_FLOATS: dict[str, np.dtype[Any]] = {
    "f16": np.dtype(np.float16),
    "bf16": np.dtype(ml_dtypes.bfloat16),
    "f32": np.dtype(np.float32),
    "f64": np.dtype(np.float64),
}
_SPECIAL_FLOATS = (
    "tf32", "f16x2", "bf16x2", "e4m3x2", "e5m2x2", "e2m3x2", "e3m2x2", "e2m1x2", "ue8m0x2", "ue5m3x2",
    "s2f6x2", "e4m3x4", "e5m2x4", "e2m3x4", "e3m2x4", "e2m1x4",
)  # fmt: skip
_TYPES = frozenset((*_INTEGERS, *_FLOATS, *_SPECIAL_FLOATS))

_INTEGER_ROUNDINGS: dict[str, Callable[[Array], Array]] = {
    "rni": np.rint,
    "rzi": np.trunc,
    "rmi": np.floor,
    "rpi": np.ceil,
}

_UE5M3 = Format("ue5m3", 9, 3, 15, 0xFE, None, 0xFF)
"""Unsigned: its 8 bits are those of the magnitude."""


RANDOM = "rs"
"""The modifier of conversions whose last operand has random bits by which they round."""


@named_real("convert")
def real_cvt(m: Modifiers, *operands: Array) -> Array:
    """The values of a conversion, lowest first: integers by ``.rni``, powers of two by ``ue8m0``."""
    if RANDOM in m.values():  # vectors have the highest number first
        values = np.concatenate(operands[:-1], axis=-2)[..., ::-1, :]
    else:
        values = np.concatenate([each[..., ::-1, :] for each in operands], axis=-2)[..., ::-1, :]
    if next(word for word in m.values() if word in _TYPES) == "ue8m0x2":
        return _decode_element("ue8m0", _encode_exponent(m, choice(m, ROUNDINGS, "rn"), high(values)))
    integral = choice(m, _INTEGER_ROUNDINGS)
    return _INTEGER_ROUNDINGS[integral](values) if integral else values


@pure("cvt", real=real_cvt)
def cvt(m: Modifiers, *sources: Array) -> Array:
    """``cvt``: the value in another type."""
    words = [word for word in m.values() if word in _TYPES]
    target, origin = words[0], words[-1]
    if target in _INTEGERS:
        return _to_integer(m, target, origin, sources[0])
    if target in _FLOATS and len(sources) == 1 and origin not in _SPECIAL_FLOATS:
        return _to_float(m, target, origin, sources[0])
    if target == "tf32":
        bits = _encode(m, TF32, _value(m, origin, sources[0]))
        return np.where(np.isnan(sources[0]), np.uint64(0x7FFFFFFF), bits << np.uint64(13)).astype(np.uint32)
    return _packed(m, target, origin, *sources)


@pure("cvt.pack")
def cvt_pack(m: Modifiers, a: Array, b: Array, *c: Array) -> Array:
    """``cvt.pack``: `a` and `b` clamped to a narrower type, `a` above `b`, and the bits of `c` above both."""
    kind = next(word for word in m.values() if word in _PACK_RANGES)
    low, high = _PACK_RANGES[kind]
    width = int(kind[1:])
    mask = np.uint32((1 << width) - 1)
    x, y = (np.clip(source, low, high).astype(np.int32).view(np.uint32) & mask for source in (a, b))
    both = x << np.uint32(width) | y
    rest: Array = c[0].view(np.uint32) << np.uint32(2 * width) if c else np.zeros_like(both)
    return both | rest


_PACK_RANGES = {
    name: (-(1 << width - 1), (1 << width - 1) - 1) if name[0] == "s" else (0, (1 << width) - 1)
    for name, width in {"u16": 16, "s16": 16, "u8": 8, "s8": 8, "u4": 4, "s4": 4, "u2": 2, "s2": 2}.items()
}


def _value(m: Modifiers, type_: str, a: Array) -> Array:
    """The float64 values of a floating-point source, f32 flushed with ``.ftz``."""
    if type_ == "bf16":
        return decode(BF16, np.ascontiguousarray(a).view(np.uint16))
    if type_ == "f32" and has(m, "ftz"):
        a = flush(a)
    return a.astype(np.float64)


def _to_integer(m: Modifiers, target: str, origin: str, a: Array) -> Array:
    """Truncate or, with ``.sat``, clamp an integer; round and clamp a float."""
    dtype = _INTEGERS[target]
    limits = np.iinfo(dtype)
    if origin in _INTEGERS:
        a = a.astype(_INTEGERS[origin])
        if not has(m, "sat"):
            return a.astype(dtype)
        inner = np.iinfo(a.dtype)
        return np.clip(a, max(limits.min, inner.min), min(limits.max, inner.max)).astype(dtype)
    rounded = _INTEGER_ROUNDINGS[choice(m, _INTEGER_ROUNDINGS, "rzi")](_value(m, origin, a))
    below, above = rounded <= float(limits.min), rounded >= float(limits.max)
    inside = np.where(below | above | np.isnan(rounded), 0.0, rounded).astype(dtype)
    result = np.where(above, dtype.type(limits.max), np.where(below, dtype.type(limits.min), inside))
    zero = origin != "f64" and target not in ("s64", "u64")
    highest_bit = limits.min if dtype.kind == "i" else limits.max // 2 + 1
    return np.where(np.isnan(rounded), dtype.type(0 if zero else highest_bit), result)


def _to_float(m: Modifiers, target: str, origin: str, a: Array) -> Array:
    """Round an integer or a float to f16, bf16, f32 or f64."""
    dtype, fmt = _FLOATS[target], FORMATS[target]
    if origin in _INTEGERS:
        bits = round_integer(fmt, a.astype(_INTEGERS[origin]), choice(m, ROUNDINGS, "rn"))
        result = bits.astype(f"u{dtype.itemsize}").view(dtype)
        return saturate(result) if has(m, "sat") else result
    x = _value(m, origin, a)
    if integral := choice(m, _INTEGER_ROUNDINGS):
        x = np.copysign(_INTEGER_ROUNDINGS[integral](x), x)
    if has(m, "sat"):
        x = saturate(x)
    if target == "f64":
        return x
    if target == "f32":
        single = to_f32(x, choice(m, ROUNDINGS, "rn"))
        return canonical(flush(single) if has(m, "ftz") else single)
    return _encode(m, fmt, x).astype(f"u{dtype.itemsize}").view(dtype)


def _packed(m: Modifiers, target: str, origin: str, *sources: Array) -> Array:
    """Two or four values side by side, the first highest."""
    inputs = list(sources)
    scale = inputs.pop() if any(word.startswith("scaled::") for word in m.values()) else None
    random = inputs.pop() if has(m, "rs") else None
    values, narrowing = _elements(m, origin, *inputs)
    scales = _scales(scale, len(values))
    if narrowing:
        if has(m, "scaled::n1::ue8m0"):
            values = [np.where(np.abs(x) < 2.0**-126, np.copysign(0.0, x), x) for x in values]
        values = [x / s for x, s in zip(values, scales, strict=True)]
        randoms = _random_bits(target, random, len(values))
        codes = [
            _encode_element(m, target.rpartition("x")[0], x, *r) for x, r in zip(values, randoms, strict=True)
        ]
    else:
        values = [x * s for x, s in zip(values, scales, strict=True)]
        codes = [_encode(m, FORMATS[target.removesuffix("x2")], x) for x in values]
    width = _ELEMENT_BITS.get(target, 8) if narrowing else 16
    word = np.zeros_like(codes[0])
    for code in codes:
        word = word << np.uint64(width) | code
    return word.astype(_word_dtype(width * len(codes)))


_ELEMENT_BITS = {"f16x2": 16, "bf16x2": 16, "e2m1x2": 4, "e2m1x4": 4}
"""Bits that an element of a packed type takes, where they are not 8."""


def _elements(m: Modifiers, origin: str, *inputs: Array) -> tuple[list[Array], bool]:
    """The float64 values to convert, the highest first, and whether the target is the narrower type."""
    if origin == "f32":
        rows = inputs[0] if inputs[0].ndim > 1 else inputs
        return [_value(m, origin, row) for row in rows], True
    source = inputs[0]
    if origin in ("f16x2", "bf16x2"):
        fmt = FORMATS[origin.removesuffix("x2")]
        halves = decode(fmt, split(source.astype(np.uint32), np.uint16))
        return [halves[..., 1], halves[..., 0]], True
    width = _ELEMENT_BITS.get(origin, 8)
    wide = source.astype(np.uint32)
    mask = np.uint32((1 << width) - 1)
    codes = [wide >> np.uint32(width) & mask, wide & mask]
    return [_decode_element(origin.removesuffix("x2"), code) for code in codes], False


def _decode_element(element: str, code: Array) -> Array:
    """The float64 value of one packed element."""
    if element == "ue8m0":
        return np.where(code == 255, np.nan, np.ldexp(1.0, code.astype(np.int32) - 127))
    if element == "s2f6":
        return code.astype(np.uint8).view(np.int8) / 64.0
    if element == "ue5m3":
        return decode(_UE5M3, code)
    return decode(FORMATS[element], code)


def _encode_element(m: Modifiers, element: str, x: Array, random: Array | None, random_bits: int) -> Array:
    """Round to one packed element."""
    mode = choice(m, ROUNDINGS, "rn")
    if element == "ue8m0":
        return _encode_exponent(m, mode, x)
    if element == "s2f6":
        return _encode_fixed(m, mode, x)
    if element == "ue5m3":
        magnitude = np.where(x < 0, 0.0, x)
        return round_to(_UE5M3, magnitude, mode, satfinite=True) & np.uint64(0xFF)
    return _encode(m, FORMATS[element], x, random, random_bits)


def _encode(m: Modifiers, fmt: Format, x: Array, random: Array | None = None, random_bits: int = 0) -> Array:
    """Round to a format as ``.satfinite``, ``.relu`` and ``.pzo`` say."""
    bits = round_to(
        fmt,
        x,
        choice(m, ROUNDINGS, "rn"),
        satfinite=has(m, "satfinite"),
        relu=has(m, "relu"),
        random=random,
        random_bits=random_bits,
    )
    return np.where(bits == np.uint64(fmt.sign), np.uint64(0), bits) if has(m, "pzo") else bits


def _encode_exponent(m: Modifiers, mode: str, x: Array) -> Array:
    """Round to a power of two, ``ue8m0``: 2**-127 at least, the largest where ``.satfinite`` would overflow.

    The format has no sign; the sign of the input is ignored.
    """
    mantissa, exponent = np.frexp(np.abs(x))
    code = exponent.astype(np.int64) - 1 + 127
    if mode == "rp":
        code = code + (mantissa > 0.5)
    code = np.where(x == 0, 0, code)
    over = (code > 254) | np.isinf(x)
    code = np.where(over, 254 if has(m, "satfinite") or mode == "rz" else 255, np.clip(code, 0, 254))
    return np.where(np.isnan(x), 255, code).astype(np.uint64)


def _encode_fixed(m: Modifiers, mode: str, x: Array) -> Array:
    """Round to 64ths in a signed byte, ``s2f6``."""
    scaled = np.rint(x * 64) if mode == "rn" else np.trunc(x * 64)
    least = 0 if has(m, "relu") else -128
    fixed = np.clip(np.where(np.isnan(x), 127, scaled), least, 127)
    return (fixed.astype(np.int64) & 0xFF).astype(np.uint64)


def _scales(scale: Array | None, count: int) -> list[Array | float]:
    """The scale factor of each element, the highest first; a single one serves all."""
    if scale is None:
        return [1.0] * count
    wide = scale.astype(np.uint32)
    low = _decode_element("ue8m0", wide & np.uint32(0xFF))
    if scale.dtype.itemsize == 1:
        return [low] * count
    return [_decode_element("ue8m0", wide >> np.uint32(8) & np.uint32(0xFF)), low]


def _random_bits(target: str, random: Array | None, count: int) -> list[tuple[Array | None, int]]:
    """The random bits of each element, the highest first, and how many they are."""
    if random is None:
        return [(None, 0)] * count
    upper, lower = random >> np.uint32(16), random & np.uint32(0xFFFF)
    if target == "f16x2":
        return [(upper & np.uint32(0x1FFF), 13), (lower & np.uint32(0x1FFF), 13)]
    if target == "bf16x2":
        return [(upper, 16), (lower, 16)]
    if target == "e2m1x4":
        byte = np.uint32(0xFF)
        return [(upper >> np.uint32(8), 8), (lower >> np.uint32(8), 8), (upper & byte, 8), (lower & byte, 8)]
    return [(upper, 16), (upper, 16), (lower, 16), (lower, 16)]


def _word_dtype(bits: int) -> np.dtype[Any]:
    """The unsigned type of this many bits."""
    return np.dtype(f"u{bits // 8}")


# The native engine

_SATURATES, _RELU, _SATFINITE = 2, 4, 8

_INTEGRAL = {"rni": 1, "rzi": 2, "rmi": 3, "rpi": 4}

_SOURCES = {"f32": "singles", "f16x2": "halves", "bf16x2": "halves"}


@lowered(cvt)
def lower_cvt(step: StepLowering) -> None:
    """Choose a handler by the two types; those of several elements share one."""
    m = step.op.modifiers
    bits = (("ftz", 1), ("sat", _SATURATES), ("relu", _RELU), ("satfinite", _SATFINITE))
    flags = sum(bit for word, bit in bits if has(m, word))
    mode, integral = choice(m, ROUNDINGS), choice(m, _INTEGRAL)
    known = {word for word, _ in bits} | {mode, integral}
    target, origin, *rest = [word for word in step.op.words if word not in known]
    nearest = f"cvt.{mode or 'rn'}.{target}.{origin}"
    whole = target in _INTEGERS or origin in _INTEGERS
    if rest or mode == "rs" or not (whole or nearest in step.program.handlers):
        _emit_packed(step)
    elif target in _INTEGERS and origin in _INTEGERS:
        step.emit_all(f"cvt.{'sat.' if flags & _SATURATES else ''}{target}.{origin}")
    elif target in _INTEGERS:
        flushes = "ftz." if flags & 1 and origin == "f32" else ""
        step.emit_all(f"cvt.{integral or 'rzi'}.{flushes}{target}.{origin}")
    elif origin not in _INTEGERS:
        step.emit_all(nearest, f=flags, n=_INTEGRAL.get(integral, 0))
    elif flags & _SATURATES:
        width = from_name(target).bits
        (row,), (source,) = step.specs()
        between = step.spare(width)
        step.emit(nearest, d=between, a=source)
        step.emit(f"cvt.rn.{target}.{target}", d=step.needed(row, width), a=between, f=_SATURATES)
    else:
        step.emit_all(nearest)


@lowered(cvt_pack)
def lower_cvt_pack(step: StepLowering) -> None:
    """Give the handler the width of the narrow type, and whether it is signed."""
    kind = choice(step.op.modifiers, _PACK_RANGES)
    step.emit(
        "cvt.pack",
        d=step.needed(step.write("d"), 32),
        a=step.read("a"),
        b=step.read("b"),
        c=step.read("c") if step.op.has("c") else -1,
        bits=int(kind[1:]),
        is_signed=kind[0] == "s",
    )


def _emit_packed(step: StepLowering) -> None:
    """Emit a conversion of several elements of a word, or of one with ``.pzo``."""
    op = step.op
    words = [word for word in op.words if word.partition("x")[0] in FORMAT]
    target, origin = words[0], words[-1]
    element, _, many = target.partition("x")
    scaled = next((word for word in op.words if word.startswith("scaled::")), "")
    mode = choice(op.modifiers, tuple(ROUND), "rn")
    count = int(many or "1")
    (_, wanted), (_, given), *_ = op.pairs()
    sources: list[int] = []
    for name in "vab":
        if op.has(name):
            operand, spec = op.operand(name)
            sources += [step.value(item, from_name(spec.type)) for item in step.items(operand)]
    scale = random = -1
    scale_bits = 0
    if scaled:
        scale_bits = from_name(op.operand("scale")[1].type).bits
        scale = step.read("scale")
    if mode == "rs":
        random = step.read("rbits", from_name("b32"))
    target_bits, origin_bits = from_name(wanted.type).bits, from_name(given.type).bits
    step.emit(
        "cvt.packed",
        d=step.needed(step.target(op.pairs()[0][0], from_name(wanted.type)), target_bits),
        packing=CVT_PACKING.numbers(
            target=FORMAT[element],
            origin=FORMAT[origin.partition("x")[0]],
            source=CVT_SOURCE[_SOURCES.get(origin, "narrow")],
            count=count,
            mode=ROUND[mode],
            fit=step.has("relu") + 2 * step.has("satfinite"),
            positive_zero=step.has("pzo"),
            flushes=step.has("ftz") + 2 * (scaled == "scaled::n1::ue8m0"),
            target_bits=target_bits // count,
            origin_bits=origin_bits // 2,
            target_bytes=max(target_bits, 8) // 8,
            origin_bytes=origin_bits // 8,
            random=random,
            scale=scale,
            scale_bytes=scale_bits // 8,
        ),
        sources=sources,
    )
