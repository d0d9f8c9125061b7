"""The native engine knows every form that the definitions know, and does the same, over edge values.

The instructions are made from the rows of the ISA and the registry of their meanings: another row is tested
here as soon as it has a meaning, and fails until it has a handler.
"""

from __future__ import annotations

import os
import re
import zlib
from functools import cache
from itertools import groupby, islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import ml_dtypes
import numpy as np
import pytest

from pyptx.errors import VerifyError
from pyptx.isa import forms_of, lookup
from pyptx.isa.availability import spans
from pyptx.isa.examples import covering, variants
from pyptx.program import from_ptx
from pyptx.sim import SimFault, simulate
from pyptx.sim.decode import decode
from pyptx.sim.lowering import refusals
from pyptx.sim.native import MISSING, handlers
from pyptx.sim.semantics import MACHINE, PURE, defined
from pyptx.sim.semantics.native import LOWERINGS
from pyptx.sim.semantics.unmodelled import is_modelled, unmodelled

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pyptx.isa import Candidate, Form
    from pyptx.isa.form import Modifiers

pytestmark = pytest.mark.skipif(bool(MISSING), reason=MISSING)

THREADS = 256
LINES = 48
"""Instructions of one kernel."""

WIDTHS = {"b16": 16, "u16": 16, "s16": 16, "f16": 16, "b32": 32, "u32": 32, "s32": 32, "f32": 32, "b64": 64,
          "u64": 64, "s64": 64, "f64": 64, "pred": 1}  # fmt: skip
MOST = 0 if os.environ.get("PYPTX_FORMS") == "all" else 96
"""Instructions tried of an opcode; ``PYPTX_FORMS=all`` tries every one."""

REFUSED = re.compile(r"%(b128|[bsu]8)_")
"""Registers that the native engine does not take."""

USUAL = ("sm_100a", "sm_120a", "sm_90a")
VERSION, NEWEST = (8, 8), (9, 5)

REGISTER = re.compile(r"%(pred|[bsuf](?:8|16|32|64|128))_(\d+)")

METADATA = re.compile(REGISTER.pattern + r", \d")
"""The operand before the sparsity selector, which is a number."""


class Line(NamedTuple):
    """An instruction, the types of its operands, and a target and version that have it."""

    text: str
    types: set[str]
    target: tuple[str, str]


def integer_edges(bits: int) -> list[int]:
    top = 1 << bits
    near = [0, 1, 2, 3, 7, 8, bits - 1, bits, bits + 1, 31, 32, 33, 63, 64, 65, 127, 128, 255, 256]
    corners = [top - 1, top - 2, top >> 1, (top >> 1) - 1, (top >> 1) + 1, top // 3, top // 5]
    return [value % top for value in (*near, *corners)]


def float_edges(type_: str) -> list[int]:
    dtype: Any = {"f16": np.float16, "bf16": ml_dtypes.bfloat16, "f32": np.float32, "f64": np.float64}[type_]
    info: Any = ml_dtypes.finfo(dtype)  # type: ignore[no-untyped-call]
    numbers = [0.0, 1.0, 0.5, 1.5, 2.5, 3.5, 0.49999997, 0.1, 100.0, 127.5, 255.5, 32767.5, 65504.0, 65520.0,
               2147483647.0, 2147483648.0, 4294967295.0, 9.3e18, 1.9e19, 3.0e-39, 1e30, 1e-30]  # fmt: skip
    unsigned = np.dtype(f"u{np.dtype(dtype).itemsize}")
    with np.errstate(all="ignore"):
        values = np.array(numbers, np.float64).astype(dtype)
    limits = np.array([info.max, info.tiny, info.smallest_subnormal, np.inf, np.nan]).astype(dtype)
    raw: list[int] = np.concatenate([values, limits]).view(unsigned).astype(np.uint64).tolist()
    raw += [raw[-2] + 1, raw[-4] + 1, raw[23] - 1]  # a signalling NaN, beyond the least, below the normal
    sign = 1 << (8 * unsigned.itemsize - 1)
    return raw + [value | sign for value in raw]


def pool(types: set[str], rng: np.random.Generator) -> np.ndarray[Any, Any]:
    """Raw 64-bit words that hold edge values of some types, and random bits."""
    words: list[int] = []
    for type_ in types:
        if type_ in ("f32", "f64", "f16", "bf16"):
            words += float_edges(type_)
        elif type_ in ("f16x2", "bf16x2"):
            halves = rng.choice(np.array(float_edges(type_[:-2]), np.uint64), (64, 2))
            words += (halves[:, 0] << np.uint64(16) | halves[:, 1]).tolist()
        elif type_ == "f32x2":
            singles = rng.choice(np.array(float_edges("f32"), np.uint64), (64, 2))
            words += (singles[:, 0] << np.uint64(32) | singles[:, 1]).tolist()
        elif type_[1:].isdigit() and type_[0] in "bsu":
            words += integer_edges(min(int(type_[1:]), 64))
    random = rng.integers(0, 1 << 64, max(len(words) // 4, 16), np.uint64, endpoint=False)
    return np.concatenate([np.array(words, np.uint64), random])


def has_meaning(form: Form, named: Modifiers) -> bool:
    """Whether the simulator defines instructions of a row."""
    return is_modelled(form) and any(defined(form.opcode, form.spell(named)))


def first(form: Form) -> dict[str, str]:
    """Some modifiers of a row."""
    return next(form.combinations())


def computes(form: Form) -> bool:
    """Whether instructions of a row only give registers values, of registers of their warp."""
    written = any(spec.role in "=+" for spec in form.operands_for(first(form)))
    return written and form.effects <= {"exchanges"} and not re.search(r"\[|b128!", form.column)


def lines_of(opcode: str) -> Iterator[Line]:
    """Instructions of an opcode that only compute."""
    for form in filter(computes, forms_of(opcode)):
        for named in covering(form):
            for candidate in lookup(opcode, form.spell(named)):
                if candidate.form is form and (target := target_of(candidate)):
                    for line in islice(variants(candidate), 4):
                        if "[" not in line:
                            types = {spec.type for spec in candidate.operands}
                            yield Line(settle_operands(line, candidate), types, target)


def target_of(candidate: Candidate) -> tuple[str, str]:
    """A target and version that have the instruction: the usual ones if they do."""
    found = spans(candidate.form, candidate.modifiers)
    for name in (*USUAL, *found):
        if name in found:
            least, most = found[name].since, found[name].until or NEWEST
            major, minor = VERSION if least <= VERSION <= most else most
            return name, f"{major}.{minor}"
    return ()  # type: ignore[return-value]


def settle_operands(line: str, candidate: Candidate) -> str:
    """The instruction with a full member mask, and with a CTA that is there."""
    last = candidate.operands[-1]
    number = "0xffffffff" if last.name == "membermask" else "0" if candidate.form.opcode == "mapa" else ""
    if not number:
        return line
    head, _, rest = line.rstrip(";").partition(" ")
    operands = re.findall(r"\{[^}]*\}|[^,{}]+", rest)
    operands = [operand.strip() for operand in operands if operand.strip(" ,")]
    operands[-1] = number
    return f"{head} {', '.join(operands)};"


def kernel(lines: list[Line], rng: np.random.Generator) -> tuple[str, list[np.ndarray[Any, Any]], int]:
    """A kernel that runs each instruction on registers of its own inputs, and stores them all."""
    declared = "\n".join(f".reg .{type_} %{type_}_<24>;" for type_ in WIDTHS)
    body: list[str] = []
    inputs: list[np.ndarray[Any, Any]] = []
    outputs = 0
    for line, types, _ in lines:
        registers = list(dict.fromkeys(REGISTER.findall(line)))
        words = pool(types - {""}, rng)
        metadata = METADATA.findall(line)[0] if line.startswith("mma.sp") else None
        for type_, number in registers:
            inputs.append(rng.choice(words, THREADS))
            if (type_, number) == metadata:  # each chunk keeps 0 and 1, or 2 and 3
                nibbles = rng.choice(np.array([4, 14], np.uint64), (8, THREADS))
                inputs[-1] = (nibbles << np.arange(0, 32, 4).astype(np.uint64)[:, None]).sum(
                    0, dtype=np.uint64
                )
            where = f"[%in+{8 * THREADS * (len(inputs) - 1)}]"
            if type_ == "pred":
                body += [f"ld.global.b32 %word, {where};", "and.b32 %word, %word, 1;",
                         f"setp.ne.b32 %pred_{number}, %word, 0;"]  # fmt: skip
            else:
                body.append(f"ld.global.b{WIDTHS[type_]} %{type_}_{number}, {where};")
        if line.startswith(("addc", "subc", "madc")):
            body += [f"ld.global.b32 %word, [%in+{8 * THREADS * (len(inputs) - 1)}];",
                     "add.cc.u32 %word, %word, 0x55555555;"]  # fmt: skip
        body.append(line)
        for type_, number in registers:
            where = f"[%out+{8 * THREADS * outputs}]"
            outputs += 1
            if type_ == "pred":
                body += [f"selp.b32 %word, 1, 0, %pred_{number};", f"st.global.b32 {where}, %word;"]
            else:
                body.append(f"st.global.b{WIDTHS[type_]} {where}, %{type_}_{number};")
    text = (
        f".version {lines[0].target[1]}\n.target {lines[0].target[0]}\n.address_size 64\n"
        ".global .align 16 .b8 in_global[64];\n.shared .align 16 .b8 in_shared[64];\n"
        ".const .align 16 .b8 in_const[64];\n"
        ".visible .entry kernel(.param .u64 in, .param .u64 out, .param .align 16 .b8 parameter[256])\n{\n"
        f"{declared}\n.local .align 16 .b8 in_local[64];\n"
        ".reg .b64 %in, %out, %own;\n.reg .b32 %word;\nld.param.u64 %in, [in];\nld.param.u64 %out, [out];\n"
        "mov.u32 %word, %tid.x;\nmul.wide.u32 %own, %word, 8;\n"
        "add.u64 %in, %in, %own;\nadd.u64 %out, %out, %own;\n" + "\n".join(body) + "\nret;\n}\n"
    )
    return text, inputs, outputs


def select_known(lines: list[Line], rng: np.random.Generator) -> list[Line]:
    """The instructions that the definitions know, and so both engines."""
    text, _, _ = kernel(lines, rng)
    program = from_ptx(text)
    try:
        code = decode(program.module, program.entry, program.arch)
    except (SimFault, VerifyError):
        half = len(lines) // 2
        return [*select_known(lines[:half], rng), *select_known(lines[half:], rng)] if half else []
    refused = [str(reason) for _, reason in refusals(code, handlers())]
    assert not refused, refused
    return lines


def batches(lines: list[Line]) -> Iterator[list[Line]]:
    """Some instructions of one target and version at a time."""
    for _, alike in groupby(sorted(lines, key=lambda line: line.target), key=lambda line: line.target):
        each = list(alike)
        yield from (each[first : first + LINES] for first in range(0, len(each), LINES))


MEANT = frozenset(re.split("[.:]", head)[0] for head in (*PURE, *MACHINE))
"""Opcodes of which some row has a meaning."""


@cache
def draw_opcodes() -> list[str]:
    """The opcodes that have a row with a meaning that only computes."""
    found = {
        opcode: [form for form in forms_of(opcode) if computes(form) and has_meaning(form, first(form))]
        for opcode in sorted(MEANT)
    }
    return [opcode for opcode, forms in found.items() if forms]


@pytest.mark.parametrize("opcode", sorted(MEANT))
def test_meanings_have_handlers(opcode: str) -> None:
    for form in forms_of(opcode):
        for named in covering(form):
            words = form.spell(named)
            definition, builder = defined(opcode, words)
            if not has_meaning(form, named):
                continue
            function = builder or definition.function  # type: ignore[union-attr]
            if function in LOWERINGS or builder is unmodelled:
                continue
            assert builder is None, f"{opcode}.{'.'.join(words)} has no records for the native engine"
            assert definition is not None
            handler, _ = definition.native.handler(opcode, words, named)
            assert handler in handlers(), f"the native engine has no handler {handler}"


def test_what_does_more_than_compute_has_tests() -> None:
    texts = [path.read_text(encoding="utf-8") for path in Path(__file__).parent.glob("**/*.py")]
    compared = set(draw_opcodes())
    for head, builder in MACHINE.items():
        opcode = head.partition(".")[0]
        if builder is unmodelled or opcode in compared:
            continue
        called = re.compile(rf"\b({re.escape(head)}|{head.replace('.', '[._]')})\b")
        assert any(called.search(text) for text in texts), f"no test of the simulator runs {head}"


@pytest.mark.parametrize("opcode", draw_opcodes())
def test_native_forms_do_what_their_definitions_do(opcode: str) -> None:
    rng = np.random.default_rng(zlib.crc32(opcode.encode()))
    found = {line.text: line for line in lines_of(opcode) if not REFUSED.search(line.text)}
    chosen = rng.permutation(len(found))[: MOST or None]
    some = [list(found.values())[k] for k in sorted(chosen.tolist())]
    lines = [line for batch in batches(some) for line in select_known(batch, rng)]
    assert lines, f"no form of {opcode} is defined"
    for batch in batches(lines):
        compare(batch, rng)


@pytest.mark.parametrize("order", ["sm_70", "sm_75", "sm_80", "sm_89", "sm_90", "sm_120"])
def test_products_as_units_sum_them(order: str) -> None:
    rng = np.random.default_rng(int(order[3:]))
    found = {line.text: line for line in lines_of("mma") if not line.text.startswith("mma.sp")}
    chosen = rng.permutation(len(found))[: MOST or None]
    some = [list(found.values())[k] for k in sorted(chosen.tolist())]
    lines = [line for batch in batches(some) for line in select_known(batch, rng)]
    for batch in batches(lines):
        compare(batch, rng, order=order)


def compare(lines: list[Line], rng: np.random.Generator, *, order: str = "any") -> None:
    text, inputs, outputs = kernel(lines, rng)
    program = from_ptx(text)
    given = np.concatenate(inputs or [np.zeros(THREADS, np.uint64)])
    mine, theirs = (np.zeros((max(outputs, 1), THREADS), np.uint64) for _ in range(2))
    launch: dict[str, Any] = {"grid": (1, 1, 1), "block": (THREADS, 1, 1), "order": order}
    report = simulate(program, (given, mine, bytes(256)), native=False, **launch)
    simulate(program, (given, theirs, bytes(256)), native=True, **launch)
    row = 0
    for line, types, _ in lines:
        names = list(dict.fromkeys(REGISTER.findall(line)))
        rows = slice(row, row + len(names))
        row += len(names)
        if (mine[rows] == theirs[rows]).all():
            continue
        assert line.split()[0] in report.approximate, mismatch(line, names, mine[rows], theirs[rows])
        assert are_near(mine[rows], theirs[rows], types), mismatch(line, names, mine[rows], theirs[rows])


def are_near(mine: np.ndarray[Any, Any], theirs: np.ndarray[Any, Any], types: set[str]) -> bool:
    """Whether results of an approximate instruction are neighbours."""
    halves = any("16" in type_ for type_ in types)
    dtype = np.int16 if halves else np.int32
    difference = mine.view(dtype).astype(np.int64) - theirs.view(dtype).astype(np.int64)
    return bool((np.abs(difference) <= 1).all())


def mismatch(line: str, names: list[Any], mine: Any, theirs: Any) -> str:
    row, lane = np.argwhere(mine != theirs)[0]
    defined, found = int(mine[row, lane]), int(theirs[row, lane])
    return f"{line} lane {lane} {names[row]}: {defined:#x} defined, {found:#x} native"
