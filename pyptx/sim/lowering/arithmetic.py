"""Rules of instructions that compute: integers, floating point, logic, comparison, conversion."""

from __future__ import annotations

from pyptx.sim.lowering.records import INTEGRAL, PERMUTE_MODES
from pyptx.sim.lowering.step import StepLowering, plain, rule
from pyptx.sim.semantics.rounding import ROUNDINGS
from pyptx.types import from_name

_NUMERIC = ("u8", "s8", "b8", "u16", "s16", "b16", "u32", "s32", "b32", "u64", "s64", "b64")
_PACKED = ("u16x2", "s16x2")
_HALVES = ("f16", "f16x2", "bf16", "bf16x2")


@rule("add", "sub", "mul", "mad", "fma", "div", "rem", "abs", "neg", "min", "max", "sad", "rcp", "sqrt",
       "rsqrt", "sin", "cos", "lg2", "ex2", "tanh", "mul24", "mad24")  # fmt: skip
def _arithmetic(step: StepLowering) -> None:
    opcode = step.op.instruction.opcode
    if step.has("cc"):
        _carrying(step)
        return
    if type_ := step.take(*_HALVES):
        _half(step, opcode, type_)
    elif type_ := step.take("f32", "f32x2"):
        _single(step, opcode, type_)
    elif type_ := step.take("f64"):
        _double(step, opcode)
    else:
        type_ = step.take(*_NUMERIC, *_PACKED)
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
    if "abs" in head:
        raise step.uncovered("of three")
    written, (first, second, third) = step.specs()
    row, between = step.needed(written[0], 32), step.spare(32)
    step.emit(handler, d=between, a=first, b=second)
    step.emit(handler, d=row, a=between, b=third)


def _double(step: StepLowering, opcode: str) -> None:
    mode = step.take(*ROUNDINGS) or "rn"
    words = [{"mad": "fma"}.get(opcode, opcode), step.take("approx"), step.take("ftz"), "f64"]
    step.done()
    if mode != "rn":
        raise step.uncovered(f".{mode}")
    step.emit_all(".".join(filter(None, words)))


def _half(step: StepLowering, opcode: str, type_: str) -> None:
    step.take("rn")
    step.take("approx")
    flags = sum(bit for word, bit in (("ftz", 1), ("sat", 2), ("relu", 4)) if step.take(word))
    words = [opcode, step.take("NaN"), step.take("xorsign"), step.take("abs"), type_]
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
    type_ = step.take(*_NUMERIC)
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
    type_ = step.take(*_NUMERIC, "pred")
    words = [step.op.instruction.opcode, step.take("shiftamt"), plain(type_)]
    step.done()
    step.emit_all(".".join(filter(None, words)))


@rule("shf", "szext", "bmsk", "dp4a", "dp2a")
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
    if step.op.words != ("b32",):
        raise step.uncovered()
    step.emit(
        "lop3",
        d=step.needed(step.write("d"), 32),
        a=step.read("a"),
        b=step.read("b"),
        c=step.read("c"),
        imm=step.op.constant("immLut") & 0xFF,
    )


@rule("prmt")
def _prmt(step: StepLowering) -> None:
    mode = step.take(*PERMUTE_MODES)
    step.emit_all("prmt", imm=PERMUTE_MODES.index(mode) if mode else -1)


_COMPARISONS = ("eq", "ne", "lt", "le", "gt", "ge", "lo", "ls", "hi", "hs", "equ", "neu", "ltu", "leu", "gtu",
                "geu", "num", "nan")  # fmt: skip
_SIGNLESS = {"lo": "lt", "ls": "le", "hi": "gt", "hs": "ge"}


def _compare(step: StepLowering, first: int, second: int) -> None:
    """The comparison and its combination with a predicate, into rows of predicates."""
    op = step.op
    comparison = step.take(*_COMPARISONS)
    logic = step.take("and", "or", "xor")
    flush = step.take("ftz")
    type_ = step.words.pop() if step.words else ""
    step.done()
    sources = [pair for pair in op.pairs() if pair[1].role == ":"]
    a, b, *c = (step.value(operand, from_name(spec.type)) for operand, spec in sources)
    widened = type_ in ("f16", "bf16") and not flush  # which are all of f32, too
    if widened:
        wide = [step.spare(32) for _ in (a, b)]
        for row, value in zip(wide, (a, b), strict=True):
            step.emit(f"cvt.rn.f32.{type_}", d=row, a=value)
        (a, b), type_ = wide, "f32"
    handler = ".".join(filter(None, ("setp", _SIGNLESS.get(comparison, comparison), flush, plain(type_))))
    joins = ("and", "or", "xor").index(logic) if logic else 0
    step.emit(handler, d=first, e=second, a=a, b=b, c=c[0] if c else -1, f=joins)
    if op.instruction.opcode == "setp" and not widened:
        step.plan(handler, f=joins)


@rule("setp")
def _setp(step: StepLowering) -> None:
    _compare(step, step.write("p"), step.write_second("p"))


@rule("set")
def _set(step: StepLowering) -> None:
    result = step.words[-2]
    if result not in ("u32", "s32", "f32"):
        raise step.uncovered()
    del step.words[-2]
    truth = step.spare(1)
    _compare(step, truth, -1)
    target = next(operand for operand, spec in step.op.pairs() if spec.role == "=")
    step.emit(
        "from_pred.u32",
        d=step.needed(step.target(target, from_name(result)), 32),
        a=truth,
        imm=0x3F80_0000 if result == "f32" else -1,
    )


@rule("selp")
def _selp(step: StepLowering) -> None:
    step.emit_all(f"selp.u{from_name(step.op.words[-1]).bits}")


@rule("slct")
def _slct(step: StepLowering) -> None:
    if step.has("ftz"):
        raise step.uncovered(".ftz")
    step.emit_all(f"slct.u{from_name(step.op.words[0]).bits}.{step.op.words[-1]}")


_FLOATS = ("f16", "bf16", "f32", "f64")


@rule("cvt")
def _cvt(step: StepLowering) -> None:
    flags = sum(
        bit for word, bit in (("ftz", 1), ("sat", 2), ("relu", 4), ("satfinite", 8)) if step.take(word)
    )
    mode = step.take(*ROUNDINGS)
    integral = step.take(*INTEGRAL)
    if len(step.words) != 2:
        raise step.uncovered()
    target, origin = step.words
    if target in _NUMERIC and origin in _NUMERIC:
        step.emit_all(f"cvt.{'sat.' if flags & 2 else ''}{target}.{origin}")
    elif target in _NUMERIC:
        flush = "ftz." if flags & 1 and origin == "f32" else ""
        step.emit_all(f"cvt.{integral or 'rzi'}.{flush}{target}.{origin}")
    elif origin in _NUMERIC:
        if flags & 2:
            raise step.uncovered(".sat")
        step.emit_all(f"cvt.{mode or 'rn'}.{target}.{origin}")
    else:
        step.emit_all(f"cvt.{mode or 'rn'}.{target}.{origin}", f=flags, n=INTEGRAL.get(integral, 0))
