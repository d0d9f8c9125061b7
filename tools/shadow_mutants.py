"""The mutation campaign over numbers: ``python tools/shadow_mutants.py [NAME…]``, minutes for all.

Each variant of a kernel has one instruction changed. Some changes keep the function of real numbers: another
rounding mode, operands in another order. The others change the function: a sum without its addend, a constant
off by a 256th, a bound off by one, a shuffle with other lanes. Results are held against the exact ones twice:
with the tolerances of ``torch.testing.assert_close``, and by shadows.
"""

from __future__ import annotations

import collections
import struct
import sys
from typing import TYPE_CHECKING, Any

from pyptx.errors import PtxError
from pyptx.ir import Instruction, Literal
from pyptx.ir.visit import functions, walk
from pyptx.kernels import build_attention_hopper, build_gemm_hopper, build_rms_norm, build_softmax
from pyptx.program import directing
from pyptx.program.engines import ENGINES
from pyptx.record import replace
from pyptx.runtime import require
from pyptx.sim import simulate
from pyptx.sim.campaign import Repeatable
from pyptx.sim.mutants import variant
from pyptx.types import bf16

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from pyptx.program import Program
    from pyptx.sim.shadow.report import ShadowReport

np = require("numpy")
TOLERANCES = {"f32": (1.3e-6, 1e-5), "f16": (1e-3, 1e-5), "bf16": (1.6e-2, 1e-5)}
"""Relative and absolute tolerances of ``torch.testing.assert_close`` by format."""

OFF = 1 + 2.0**-8
RIGHT, WRONG = "right", "wrong"
ROUNDINGS = {"rn": "rz", "rz": "rn"}
SWAPPED = ("add", "mul", "fma", "min", "max")
MOST_STEPS = 2_000_000
MOST_VARIANTS = 200
"""Variants of a kernel that run: of more, a sample at equal distances."""


def changes(instruction: Instruction) -> Iterator[tuple[str, Instruction | None]]:
    """Yield the changes of an instruction: their kind, and the instruction, or None if there is none."""
    opcode, words, operands = instruction.opcode, instruction.modifiers, instruction.operands
    floats = any(word.startswith(("f16", "f32", "bf16")) for word in words)
    if floats and opcode in (*SWAPPED, "sub", "cvt"):
        for word in ROUNDINGS.keys() & set(words):
            other = tuple(ROUNDINGS[word] if each == word else each for each in words)
            yield RIGHT, replace(instruction, modifiers=other)
    if floats and opcode in SWAPPED and operands[1] != operands[2]:
        yield RIGHT, replace(instruction, operands=(operands[0], operands[2], operands[1], *operands[3:]))
    if opcode == "mma" or "mma_async" in words:
        yield WRONG, None
    if floats and opcode == "fma":
        yield WRONG, replace(instruction, opcode="mul", operands=operands[:3])
    if floats and opcode == "add":
        kept = (operands[0], operands[1], Literal("0f00000000"))
        yield WRONG, replace(instruction, operands=kept)
    for place, operand in enumerate(operands):
        text = operand.text if isinstance(operand, Literal) else ""
        others: list[str] = []
        if floats and text[:2].lower() == "0f":
            (value,) = struct.unpack(">f", bytes.fromhex(text[2:]))
            others = [f"0f{struct.pack('>f', value * OFF).hex()}"] if value and np.isfinite(value) else []
        elif opcode == "setp" and text.isdigit():
            others = [str(int(text) + more) for more in (1, -1)]
        elif opcode == "shfl" and place == SHUFFLED and text.isdigit():
            others = [str(int(text) // 2 or 2)]
        for literal in others:
            made = (*operands[:place], Literal(literal), *operands[place + 1 :])
            yield WRONG, replace(instruction, operands=made)


SHUFFLED = 2
"""The operand of a shuffle that names the lanes."""


def variants(program: Program) -> Iterator[tuple[str, Instruction, Program]]:
    """Yield each variant of a program, with the changed instruction."""
    number, function = next(
        (number, each) for number, each in enumerate(functions(program.module)) if each.name == program.entry
    )
    for position, statement in enumerate(walk(function.body or ())):
        if isinstance(statement, Instruction):
            for kind, made in changes(statement):
                instead = () if made is None else (made,)
                yield kind, made or statement, variant(program, number, position, instead)


def is_close(shadow: ShadowReport, exact: dict[str, Any]) -> bool:
    """Whether the results are within the tolerances of their formats."""
    for output in shadow.outputs:
        relative, absolute = TOLERANCES[output.dtype]
        values, wanted = output.value, exact[output.name].shadow
        if not np.allclose(values, wanted, relative, absolute, equal_nan=True):
            return False
    return True


def campaign(program: Program, args: Sequence[Any], **launch: Any) -> Any:
    """Run a launch and its variants, and print the counts: an engine."""

    def run(made: Program) -> tuple[Any, list[bytes]]:
        kept, copies = repeatable.copies()
        report = simulate(made, kept, **sizes, shadow=True, max_steps=MOST_STEPS, fresh=True)
        return report, [each.tobytes() for each in copies]

    sizes = {word: launch[word] for word in ("grid", "block", "cluster", "smem")}
    repeatable = Repeatable(program, args, **sizes, uninitialized=())
    report, results = run(program)
    exact = {each.name: each for each in report.shadow.outputs}
    counts: collections.Counter[tuple[str, str]] = collections.Counter()
    every = list(variants(program))
    for kind, instruction, made in every[:: -(-len(every) // MOST_VARIANTS)]:
        try:
            found, bits = run(made)
        except PtxError:
            counts[kind, "fault"] += 1
            continue
        shadow = found.shadow
        accepted = shadow.written == report.shadow.written and all(
            shadow.compare(each.shadow, name, magnitude=each.magnitude) for name, each in exact.items()
        )
        near = "same results" if bits == results else "close" if is_close(shadow, exact) else "far"
        outcome = f"{'accepted' if accepted else 'refused'}, {near}"
        counts[kind, outcome] += 1
        if not accepted if kind == RIGHT else accepted and bits != results:
            print(f"    {kind}, {outcome}: {instruction.opcode}.{'.'.join(instruction.modifiers)}")
    for kind in (RIGHT, WRONG):
        said = ", ".join(
            f"{number} {word}" for (each, word), number in sorted(counts.items()) if each == kind
        )
        print(f"  {kind}: {said}")
    return report


def numbers(*shape: int, dtype: str = "bfloat16") -> Any:
    """Random numbers in a format."""
    format_ = getattr(require("ml_dtypes"), dtype, dtype)
    return np.random.default_rng(len(shape)).uniform(-1, 1, shape).astype(format_)


LAUNCHES: dict[str, Callable[[], Any]] = {
    "gemm": lambda: build_gemm_hopper()(numbers(64, 40), numbers(72, 40)),
    "softmax": lambda: build_softmax(136)(numbers(3, 136, dtype="float32")),
    "softmax of bf16": lambda: build_softmax(136, dtype=bf16)(numbers(3, 136)),
    "attention": lambda: build_attention_hopper(64)(
        *(numbers(1, rows, 1, 64) for rows in (70, 90, 90)), scale=0.125
    ),
    "rms_norm": lambda: build_rms_norm(136)(numbers(3, 136, dtype="float32"), numbers(136, dtype="float32")),
}


def main() -> None:
    """Run the campaign."""
    ENGINES["numbers"] = "__main__:campaign"
    for name in sys.argv[1:] or LAUNCHES:
        print(f"{name}:")
        with directing("numbers"):
            LAUNCHES[name]()


if __name__ == "__main__":
    main()
