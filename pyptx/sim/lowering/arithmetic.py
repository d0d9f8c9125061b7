"""Rules of instructions that compute: integers, floating point, logic, comparison, conversion."""

from __future__ import annotations

import numpy as np

from pyptx.sim.lowering.records import NUMERIC, PERMUTE_MODES
from pyptx.sim.lowering.step import StepLowering, plain, rule
from pyptx.sim.semantics.rounding import ROUNDINGS
from pyptx.types import from_name

_PACKED = ("u16x2", "s16x2", "u8x4", "s8x4")
_HALVES = ("f16", "f16x2", "bf16", "bf16x2")


@rule("add", "sub", "mul", "mad", "fma", "div", "rem", "abs", "neg", "min", "max", "sad", "rcp", "sqrt",
       "rsqrt", "sin", "cos", "lg2", "ex2", "tanh", "mul24", "mad24")  # fmt: skip
def _arithmetic(step: StepLowering) -> None:
    opcode = step.op.instruction.opcode
    if step.has("cc"):
        _carrying(step)
        return
    if step.has("f32") and step.words[-1] in _HALVES:
        _mixed(step, opcode)
    elif type_ := step.take(*_HALVES):
        _half(step, opcode, type_)
    elif type_ := step.take("f32", "f32x2"):
        _single(step, opcode, type_)
    elif type_ := step.take("f64"):
        _double(step, opcode)
    else:
        type_ = step.take(*NUMERIC, *_PACKED)
        part = step.take("lo", "hi", "wide")
        words = [opcode, part, step.take("relu"), step.take("sat"), plain(type_)]
        step.done()
        step.emit_all(".".join(filter(None, words)))


def _single(step: StepLowering, opcode: str, type_: str) -> None:
    mode = step.take(*ROUNDINGS) or "rn"
    approximate = step.take("approx", "full")
    flags = [step.take("ftz"), step.take("sat")]
    head = [{"mad": "fma"}.get(opcode, opcode)]
    if opcode in ("add", "sub", "mul", "mad", "fma", "div", "rcp", "sqrt"):
        head.append("approx" if opcode == "div" and approximate == "approx" else mode)
    if opcode in ("min", "max"):
        head += [step.take("NaN"), step.take("xorsign"), step.take("abs")]
    step.done()
    handler = ".".join(filter(None, (*head, *flags, type_)))
    if opcode not in ("min", "max") or len(step.op.instruction.operands) == 3:
        step.emit_all(handler)
        return
    written, (first, second, third) = step.specs()
    row, between = step.needed(written[0], 32), step.spare(32)
    step.emit(handler, d=between, a=first, b=second)
    step.emit(handler, d=row, a=between, b=third)


def _mixed(step: StepLowering, opcode: str) -> None:
    """Operands of 16 bits are widened, which is exact, to those of the instruction of f32."""
    narrow = step.words.pop()
    mode = step.take(*ROUNDINGS) or "rn"
    handler = ".".join(filter(None, (opcode, mode, step.take("sat"), step.take("f32"))))
    step.done()
    rows: list[int] = []
    for operand, spec in step.op.pairs()[1:]:
        row = step.value(operand, from_name(spec.type))
        if spec.type == narrow:
            wide = step.spare(32)
            step.emit(f"cvt.rn.f32.{narrow}", d=wide, a=row)
            row = wide
        rows.append(row)
    target, spec = step.op.pairs()[0]
    step.emit(
        handler,
        d=step.needed(step.target(target, from_name(spec.type)), 32),
        **dict(zip("abc", rows, strict=False)),
    )


def _double(step: StepLowering, opcode: str) -> None:
    mode = step.take(*ROUNDINGS) or "rn"
    head = {"mad": "fma"}.get(opcode, opcode)
    words = [head, "" if mode == "rn" else mode, step.take("approx"), step.take("ftz"), "f64"]
    step.done()
    step.emit_all(".".join(filter(None, words)))


def _half(step: StepLowering, opcode: str, type_: str) -> None:
    step.take("rn")
    step.take("approx")
    flags = sum(bit for word, bit in (("ftz", 1), ("sat", 2), ("relu", 4)) if step.take(word))
    words = [opcode, step.take("oob"), step.take("NaN"), step.take("xorsign"), step.take("abs"), type_]
    step.done()
    if opcode in ("min", "max") and len(step.op.instruction.operands) != 3:
        raise step.uncovered("of three")
    step.emit_all(".".join(filter(None, words)), imm=flags)


@rule("addc", "subc", "madc")
def _carrying(step: StepLowering) -> None:
    op = step.op
    opcode = op.instruction.opcode
    out = step.take("cc")
    part = step.take("lo", "hi")
    type_ = step.take(*NUMERIC)
    step.done()
    flag = next(found for found in op.caller.registers if found.name == "CC.CF")
    row = step.program.rows[flag.number]
    written, read = step.specs()
    if opcode in ("mad", "madc"):
        product = step.spare(from_name(type_).bits)
        step.emit(f"mul.{part}.{plain(type_)}", d=product, a=read[0], b=read[1])
        read = [product, read[2]]
    handler = ("subc" if opcode.startswith("sub") else "addc") + f".u{type_[1:]}"
    if out:
        step.out.defines.append(flag.number)
    step.emit(
        handler,
        d=step.needed(written[0], from_name(type_).bits),
        a=read[0],
        b=read[1],
        e=row if opcode.endswith("c") else -1,
        f=row if out else -1,
    )


@rule("and", "or", "xor", "not", "cnot", "shl", "shr", "popc", "clz", "brev", "bfe", "bfi", "bfind")
def _bitwise(step: StepLowering) -> None:
    type_ = step.take(*NUMERIC, "pred")
    words = [step.op.instruction.opcode, step.take("shiftamt"), plain(type_)]
    step.done()
    step.emit_all(".".join(filter(None, words)))


@rule("shf", "szext", "bmsk", "dp4a", "dp2a", "fns", "clmad")
def _as_written(step: StepLowering) -> None:
    words = [word for word in step.op.words if word != "b32"]
    if step.op.instruction.opcode == "bmsk":
        words = [step.op.words[0]]
    step.emit_all(".".join((step.op.instruction.opcode, *words)))


@rule("copysign", "testp")
def _of_floats(step: StepLowering) -> None:
    step.emit_all(step.step.name)


@rule("lop3")
def _lop3(step: StepLowering) -> None:
    row = step.needed(step.write("d"), 32)
    step.emit(
        "lop3",
        d=row,
        a=step.read("a"),
        b=step.read("b"),
        c=step.read("c"),
        imm=step.op.constant("immLut") & 0xFF,
    )
    logic = step.take(*_LOGIC)
    if logic:
        zero, other = step.number(0, from_name("b32")), step.read("q")
        truth = step.write_second("d")
        step.emit("setp.ne.u32", d=truth, a=row, b=zero, c=other, f=_LOGIC.index(logic))


@rule("prmt")
def _prmt(step: StepLowering) -> None:
    mode = step.take(*PERMUTE_MODES)
    step.emit_all("prmt", imm=PERMUTE_MODES.index(mode) if mode else -1)


_COMPARISONS = ("eq", "ne", "lt", "le", "gt", "ge", "lo", "ls", "hi", "hs", "equ", "neu", "ltu", "leu", "gtu",
                "geu", "num", "nan")  # fmt: skip
_LOGIC = ("and", "or", "xor")
_SIGNLESS = {"lo": "lt", "ls": "le", "hi": "gt", "hs": "ge"}


_ONE = {"u16": -1, "s16": -1, "f16": 0x3C00, "bf16": 0x3F80, "u32": -1, "s32": -1, "f32": 0x3F80_0000}
"""What stands for a comparison that holds."""


def _compare(step: StepLowering, results: tuple[int, ...]) -> None:
    """The comparison and its combination with a predicate, into rows of predicates.

    The second is for the contrary; of packed halves it is for the upper ones.
    """
    op = step.op
    comparison = step.take(*_COMPARISONS)
    logic = step.take(*_LOGIC)
    flush = step.take("ftz")
    type_ = step.words.pop() if step.words else ""
    step.done()
    sources = [pair for pair in op.pairs() if pair[1].role == ":"]
    a, b, *c = (step.value(operand, from_name(spec.type)) for operand, spec in sources)
    element = type_.removesuffix("x2")
    parts = [(a, b)]
    if type_ != element:
        halves = [_halves(step, row) for row in (a, b)]
        parts = list(zip(*halves, strict=True))
    if element in _HALVES:
        parts = [tuple(_widened(step, element, row, flush) for row in part) for part in parts]  # type: ignore[misc]
        element, flush = "f32", ""
    handler = ".".join(filter(None, ("setp", _SIGNLESS.get(comparison, comparison), flush, plain(element))))
    combined = {"c": c[0] if c else -1, "f": _LOGIC.index(logic) if logic else 0}
    if type_ != type_.removesuffix("x2"):
        for row, (first, second) in zip(results, parts, strict=True):
            if row >= 0:
                step.emit(handler, d=row, a=first, b=second, **combined)
        return
    (first, second), (row, contrary) = parts[0], results
    step.emit(handler, d=row, e=contrary, a=first, b=second, **combined)
    if op.instruction.opcode == "setp" and type_ not in _HALVES:
        step.plan(handler, f=combined["f"])


def _halves(step: StepLowering, row: int) -> list[int]:
    """The rows of the lower and upper halves of words."""
    rows = [step.spare(16), step.spare(16)]
    step.emit("unpack.u32", a=row, n=2, extra=tuple(rows))
    return rows


def _widened(step: StepLowering, type_: str, row: int, flush: str) -> int:
    """Halves as f32, whose numbers they all are; subnormal ones as zeros where `flush` says so."""
    wide = step.spare(32)
    for _ in range(2 if flush else 0):  # each changes the sign, and flushes
        flushed = step.spare(16)
        step.emit(f"neg.{type_}", d=flushed, a=row, imm=1)
        row = flushed
    step.emit(f"cvt.rn.f32.{type_}", d=wide, a=row)
    return wide


@rule("setp")
def _setp(step: StepLowering) -> None:
    _compare(step, (step.write("p"), step.write_second("p")))


@rule("set")
def _set(step: StepLowering) -> None:
    result = step.words.pop(-2)
    packed = step.words[-1].endswith("x2")
    truths = (step.spare(1), step.spare(1) if packed else -1)
    _compare(step, truths)
    target = next(operand for operand, spec in step.op.pairs() if spec.role == "=")
    type_ = from_name(result)
    row = step.needed(step.target(target, type_), type_.bits)
    one = _ONE[result.removesuffix("x2")]
    if not packed:
        step.emit(f"from_pred.u{type_.bits}", d=row, a=truths[0], imm=one)
        return
    halves = (step.spare(16), step.spare(16))
    for half, truth in zip(halves, truths, strict=True):
        step.emit("from_pred.u16", d=half, a=truth, imm=one)
    step.emit("pack.u32", d=row, n=2, extra=halves)


@rule("selp")
def _selp(step: StepLowering) -> None:
    step.emit_all(f"selp.u{from_name(step.op.words[-1]).bits}")


@rule("slct")
def _slct(step: StepLowering) -> None:
    handler = f"slct.u{from_name(step.op.words[-2]).bits}.{step.op.words[-1]}"
    if not step.has("ftz"):
        step.emit_all(handler)
        return
    (target,), (a, b, c) = step.specs()
    flushed = step.spare(32)
    step.emit("mul.rn.ftz.f32", d=flushed, a=c, b=step.program.constant(np.float32(1).tobytes()))
    bits = from_name(step.op.words[-2]).bits
    step.emit(handler, d=step.needed(target, bits), a=a, b=b, c=flushed)
