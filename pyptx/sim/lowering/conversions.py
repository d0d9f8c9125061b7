"""Rules of conversions between types."""

from __future__ import annotations

from pyptx.sim.lowering.records import INTEGRAL, NUMERIC
from pyptx.sim.lowering.step import StepLowering, rule
from pyptx.sim.semantics.rounding import ROUNDINGS
from pyptx.types import from_name

_SATURATES, _RELU, _SATFINITE = 2, 4, 8

_FORMATS = ("f16", "bf16", "tf32", "e4m3", "e5m2", "e2m3", "e3m2", "e2m1", "ue5m3", "ue8m0", "s2f6", "f32")
"""`FormatNumber` of csrc/engine/formats.h."""

_ROUNDINGS = ("rn", "rz", "rm", "rp", "rna", "rs")
"""`Round` of csrc/engine/numbers.h."""

_SOURCES = {"f32": 0, "f16x2": 1, "bf16x2": 1}
"""`CvtSource` of csrc/engine/rare.cpp; all others are narrow."""


@rule("cvt")
def _cvt(step: StepLowering) -> None:
    if step.op.words[0] == "pack":
        _pack(step)
        return
    flags = sum(
        bit
        for word, bit in (("ftz", 1), ("sat", _SATURATES), ("relu", _RELU), ("satfinite", _SATFINITE))
        if step.take(word)
    )
    mode = step.take(*ROUNDINGS)
    integral = step.take(*INTEGRAL)
    target, origin, *rest = step.words
    if rest or mode == "rs" or not _is_plain(step, f"cvt.{mode or 'rn'}.{target}.{origin}", target, origin):
        _narrow(step)
        return
    if target in NUMERIC and origin in NUMERIC:
        step.emit_all(f"cvt.{'sat.' if flags & _SATURATES else ''}{target}.{origin}")
    elif target in NUMERIC:
        flush = "ftz." if flags & 1 and origin == "f32" else ""
        step.emit_all(f"cvt.{integral or 'rzi'}.{flush}{target}.{origin}")
    elif origin not in NUMERIC:
        step.emit_all(f"cvt.{mode or 'rn'}.{target}.{origin}", f=flags, n=INTEGRAL.get(integral, 0))
    elif flags & _SATURATES:
        bits = from_name(target).bits
        (row,), (source,) = step.specs()
        between = step.spare(bits)
        step.emit(f"cvt.{mode or 'rn'}.{target}.{origin}", d=between, a=source)
        step.emit(f"cvt.rn.{target}.{target}", d=step.needed(row, bits), a=between, f=_SATURATES)
    else:
        step.emit_all(f"cvt.{mode or 'rn'}.{target}.{origin}")


def _is_plain(step: StepLowering, handler: str, target: str, origin: str) -> bool:
    """Whether a conversion has a handler of its own."""
    return handler in step.program.handlers or target in NUMERIC or origin in NUMERIC


def _pack(step: StepLowering) -> None:
    kind = step.op.words[2]
    step.emit(
        "cvt.pack",
        d=step.needed(step.write("d"), 32),
        a=step.read("a"),
        b=step.read("b"),
        c=step.read("c") if step.op.has("c") else -1,
        e=int(kind[1:]),
        f=int(kind[0] == "s"),
    )


def _narrow(step: StepLowering) -> None:
    """A conversion to or from several elements of a word, or of one with ``.pzo``: `Packing` of rare.cpp."""
    op = step.op
    words = [word for word in op.words if word.partition("x")[0] in _FORMATS]
    target, origin = words[0], words[-1]
    element, _, many = target.partition("x")
    scaled = next((word for word in op.words if word.startswith("scaled::")), "")
    mode = next((word for word in op.words if word in _ROUNDINGS), "rn")
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
        extra=(
            _FORMATS.index(element),
            _FORMATS.index(origin.partition("x")[0]),
            _SOURCES.get(origin, 2),
            count,
            _ROUNDINGS.index(mode),
            step.has("relu") + 2 * step.has("satfinite"),
            int(step.has("pzo")),
            step.has("ftz") + 2 * (scaled == "scaled::n1::ue8m0"),
            target_bits // count,
            origin_bits // 2,
            max(target_bits, 8) // 8,
            origin_bits // 8,
            random,
            scale,
            scale_bits // 8,
            *sources,
        ),
    )
