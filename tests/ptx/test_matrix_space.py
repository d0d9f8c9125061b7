"""The wrappers of the matrix families over all that their rows allow, and beyond; ptxas is the referee."""

from __future__ import annotations

import random
import re
from collections import defaultdict
from functools import cache
from typing import TYPE_CHECKING, Any, TypeAlias

import pytest

from pyptx import ptx, reg, smem
from pyptx.emitter import emit, emit_statement
from pyptx.errors import PtxError, TraceError, VerifyError
from pyptx.ir import Instruction
from pyptx.isa import Form, OperandSpec, availability, forms_of
from pyptx.toolchain.oracle import judge
from pyptx.trace import Trace, tracing
from pyptx.types import TYPES, PtxType, b32, from_name, pred, u32, u64

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

TARGETS = ("sm_90a", "sm_100a", "sm_120a", "sm_107a", "sm_103a", "sm_80", "sm_75")
OPCODES = ("mma", "wmma", "ldmatrix", "stmatrix", "movmatrix", "wgmma", "tcgen05")
SPACES = {"ldmatrix": "shared", "stmatrix": "shared", "alloc": "shared::cta", "commit": "shared::cluster"}
"""The state space that a wrapper always says, of instructions that may say none or others."""

Call = tuple["Callable[..., None]", tuple[Any, ...], dict[str, Any]]


class Operands:
    """Registers of a kernel that fit the operands of rows."""

    def __init__(self) -> None:
        self.arrays = {name: reg.array(from_name(name), 128) for name in ("b32", "f32", "f64", "s32", "u32")}
        self.wide, self.word, self.place = reg.scalar(u64), reg.scalar(u32), reg.scalar(b32)
        self.flag = reg.scalar(pred)
        self.slot = smem.alloc(u32, 4)

    def of(self, spec: OperandSpec) -> Any:
        """Return a wrapper's argument for an operand."""
        if spec.kind == "address":
            return self.slot if spec.space or "shared" in spec.type else self.place
        if spec.kind == "imm":
            return spec.bounds[0] if isinstance(spec.bounds, (range, tuple)) and spec.bounds else 16
        if spec.count is not None:
            name = from_name(spec.type).register
            return self.arrays[name if name in self.arrays else "b32"].regs()[: spec.count]
        return {"pred": self.flag, "u64": self.wide}.get(spec.type, self.place)


def calls_of(form: Form, named: Mapping[str, str], operands: Operands) -> Call:
    """The call of a wrapper that writes a form with these modifiers."""
    given = {spec.name: operands.of(spec) for spec in form.operands_for(named)}
    word = form.syntax.split(".")[1]
    if form.opcode == "tcgen05":
        return TCGEN05[word](named, given)
    if form.opcode == "wmma":
        return WMMA[word](named, given)
    if form.opcode == "wgmma" and word != "mma_async":
        return getattr(ptx.wgmma, word), tuple(given.values()), {}
    return WARP[form.opcode](named, given)


def typed(name: str) -> Any:
    """A type, or the name of one that `pyptx.types` lacks."""
    return TYPES.get(name, name)


def shape(word: str) -> tuple[int, ...]:
    return tuple(map(int, re.findall(r"\d+", word)))


def dtypes(named: Mapping[str, str], matrices: str) -> dict[str, Any]:
    return {f"dtype_{each}": typed(named[f"{each}type"]) for each in matrices if f"{each}type" in named}


def mma(named: Mapping[str, str], given: dict[str, Any]) -> Call:
    options: dict[str, Any] = {**dtypes(named, "dabc"), **{each: given[each] for each in "dabc"}}
    options |= {"shape": shape(named["shape"]), "saturate": "satfinite" in named}
    names = {"kind": "kind", "op": "op", "rounding": "rnd", "a_layout": "alayout", "b_layout": "blayout"}
    options |= {option: named[slot] for option, slot in names.items() if slot in named}
    if "sp" in named:
        options |= {"sparse_metadata": given["e"], "ordered_metadata": named["sp"] != "sp"}
    if "block_scale" in named:
        options |= {"scale_a": given["scale_a"], "scale_b": given["scale_b"], "scale_type": named["stype"]}
        options |= {"scale_vec": named["scale"]} if "scale" in named else {}
    return ptx.mma.sync, (), options


def ldmatrix(named: Mapping[str, str], given: dict[str, Any]) -> Call:
    options = {"layout": named["num"], "shape": named["shape"], "trans": "trans" in named}
    options |= {"source": named["source"]} if "source" in named else {}
    return ptx.ldmatrix, (), {"dst": given["r"], "src": given["p"], **options}


def stmatrix(named: Mapping[str, str], given: dict[str, Any]) -> Call:
    options = {"layout": named["num"], "shape": shape(named["shape"]), "trans": "trans" in named}
    return ptx.stmatrix, (), {"smem": given["p"], "regs": given["r"], **options}


def wgmma(named: Mapping[str, str], given: dict[str, Any]) -> Call:
    options: dict[str, Any] = {**dtypes(named, "dab"), "d": given["d"], "b": given["b_desc"]}
    options |= {"a": given.get("a", given.get("a_desc")), "shape": shape(named["shape"])}
    options |= {"scale_d": given["scale_d"], "saturate": "satfinite" in named}
    options |= {"sparse_metadata": given["sp_meta"]} if "sp" in named else {}
    return ptx.wgmma.mma_async, (), options


WARP: dict[str, Callable[[Mapping[str, str], dict[str, Any]], Call]] = {
    "mma": mma,
    "ldmatrix": ldmatrix,
    "stmatrix": stmatrix,
    "movmatrix": lambda named, given: (ptx.movmatrix, (given["d"], given["a"]), {}),
    "wgmma": wgmma,
}


def wmma_mma(named: Mapping[str, str], given: dict[str, Any]) -> Call:
    options: dict[str, Any] = {**dtypes(named, "dabc"), **given, "shape": shape(named["shape"])}
    names = {"op": "op", "rounding": "rnd", "a_layout": "alayout", "b_layout": "blayout"}
    options |= {option: named[slot] for option, slot in names.items() if slot in named}
    return ptx.wmma.mma, (), {**options, "saturate": "satfinite" in named}


def wmma_memory(named: Mapping[str, str], given: dict[str, Any]) -> Call:
    matrix = next(each for each in "abcd" if f"{each}type" in named)
    options: dict[str, Any] = {"shape": shape(named["shape"]), "dtype": typed(named[f"{matrix}type"])}
    options |= {"layout": named["layout"], "space": named.get("ss"), "stride": given["stride"]}
    if "store" in named:
        return ptx.wmma.store, (ptx.addr(reg.scalar(u64)), given["r"]), options
    return ptx.wmma.load, (matrix, given["r"], ptx.addr(reg.scalar(u64))), options


WMMA = {"mma": wmma_mma, "load": wmma_memory, "store": wmma_memory}


def group(named: Mapping[str, str]) -> dict[str, Any]:
    return {"cta_group": int(named["cta_group"][-1])}


def tcgen05_mma(named: Mapping[str, str], given: dict[str, Any]) -> Call:
    a = given.get("a_tmem", given.get("a_desc"))
    b = given.get("b_desc", given.get("b_compressed_desc"))
    options: dict[str, Any] = {**group(named), "kind": named["kind"], "a_is_tmem": "a_tmem" in given}
    options |= {"enable_input_d": given["enable_input_d"], "ashift": "ashift" in named, "ws": "ws" in named}
    names = {"sparse_metadata": "sp_meta_tmem", "lut_metadata": "b_decompress_metadata",
             "sfa": "scale_a_tmem", "sfb": "scale_b_tmem", "disable_output_lane": "disable_output_lane",
             "scale_c": "scale_input_d", "zero_column_mask": "zero_column_mask_desc"}  # fmt: skip
    options |= {option: given[name] for option, name in names.items() if name in given}
    options["sparse"] = "sp" in named
    options |= {"scale_vec": named["scale"].removeprefix("scale_vec::")} if "scale" in named else {}
    for slot in ("collector_a", "collector_b", "collector"):
        if slot in named:
            _, buffer, use = named[slot].split("::")
            options[f"collector_{buffer[0]}"] = use
            options |= {"b_buffer": int(buffer[1:])} if buffer[1:] else {}
    return ptx.tcgen05.mma, (given["d_tmem"], a, b, given["idesc"]), options


def tcgen05_ld(named: Mapping[str, str], given: dict[str, Any]) -> Call:
    options: dict[str, Any] = {"count": int(named["num"][1:])}
    options |= {"absolute": "abs" in named} if "abs" in named else {}
    options |= {"nan": True} if "NaN" in named else {}
    options |= {"reduced": given["redval"]} if "redval" in given else {}
    if "spcompress" in named:
        places = (given["cdata"], given["mdata"], given["taddr"])
        return ptx.tcgen05.ld_spcompress, places, {**options, "keep": named["row_op"]}
    options |= {"shape": named["shape"], "pack": "pack" in named, "dtype": typed(named.get("type", "b32"))}
    options |= {"reduce": named["red_op"]} if "red_op" in named else {}
    options |= {"split": given["imm_half_splitoff"]} if "imm_half_splitoff" in given else {}
    return ptx.tcgen05.ld, (given["r"], given["taddr"]), options


def tcgen05_st(named: Mapping[str, str], given: dict[str, Any]) -> Call:
    options: dict[str, Any] = {"count": int(named["num"][1:]), "shape": named["shape"]}
    options |= {"split": given["imm_half_splitoff"]} if "imm_half_splitoff" in given else {}
    return ptx.tcgen05.st, (given["taddr"], given["r"]), {**options, "unpack": "unpack" in named}


def tcgen05_cp(named: Mapping[str, str], given: dict[str, Any]) -> Call:
    options = {**group(named), "size": named["shape"], "multicast": named.get("multicast")}
    return ptx.tcgen05.cp, (given["taddr"], given["s_desc"]), {**options, "decompress": named.get("src_fmt")}


def tcgen05_commit(named: Mapping[str, str], given: dict[str, Any]) -> Call:
    options: dict[str, Any] = {**group(named), "sync_restrict": "restriction" in named}
    if "multicast" in named:
        options |= {"multicast_mask": 3, "multicast": True}
        options |= {"multicast_bits": 32} if named["multicast"].endswith("32b") else {}
    return ptx.tcgen05.commit, (given["mbar"],), options


def columns(named: Mapping[str, str], given: dict[str, Any]) -> Call:
    wrapper = ptx.tcgen05.alloc if "alloc" in named else ptx.tcgen05.dealloc
    return wrapper, (next(iter(given.values())), 64), {**group(named), "exclusive": "exclusive" in named}


TCGEN05: dict[str, Callable[[Mapping[str, str], dict[str, Any]], Call]] = {
    "alloc": columns,
    "dealloc": columns,
    "relinquish_alloc_permit": lambda named, _: (ptx.tcgen05.relinquish_alloc_permit, (), group(named)),
    "ld": tcgen05_ld,
    "st": tcgen05_st,
    "<wait_operation>": lambda named, _: (
        getattr(ptx.tcgen05, named["wait_operation"].replace("::", "_")), (), {}),
    "<fence>": lambda named, _: (getattr(ptx.tcgen05, named["fence"].replace("::", "_")), (), {}),
    "cp": tcgen05_cp,
    "shift": lambda named, given: (ptx.tcgen05.shift, (given["taddr"],), group(named)),
    "mma": tcgen05_mma,
    "commit": tcgen05_commit,
}  # fmt: skip


@cache
def space(opcode: str) -> tuple[tuple[str, Form, dict[str, str]], ...]:
    """Every form of an opcode with modifiers that a wrapper says, and a target that has it."""
    every = []
    for form in forms_of(opcode):
        said = SPACES.get(opcode, SPACES.get(form.syntax.split(".")[1]))
        for named in form.combinations():
            having = availability.spans(form, named)
            target = next((each for each in TARGETS if each in having and having[each].until is None), None)
            other = said is not None and named.get("ss") != said
            if target is not None and not other and named.get("multicast") != "multicast::cluster::16b":
                every.append((target, form, named))
    return tuple(every)


class Kernel:
    """A kernel that takes one call after another."""

    def __init__(self, target: str) -> None:
        self.target = target
        self.trace = Trace("k", arch=target)
        with tracing(self.trace):
            self.operands = Operands()
        self.lines: list[str] = []

    def write(self, call: Call) -> Instruction:
        """The instruction that a call writes last."""
        wrapper, places, options = call
        with tracing(self.trace):
            wrapper(*places, **options)
        written = self.trace.body[-1]
        assert isinstance(written, Instruction)
        self.lines.append(emit_statement(written).strip())
        return written

    def judge(self, lines: list[str]) -> list[tuple[str, ...]]:
        """Return the messages of ptxas for lines in this kernel."""
        statements = [emit_statement(statement).strip() for statement in self.trace.body]
        text = [
            line for line in emit(self.trace.module()).splitlines() if line.strip() not in set(statements)
        ]
        version = next(at for at, line in enumerate(text) if line.startswith(".version"))
        text[version] = ".version 9.5"
        end = max(at for at, line in enumerate(text) if line.startswith("}"))
        return judge(lines, self.target, text[:end], text[end:])


Key: TypeAlias = "tuple[str, str | None]"
"""A target, and the CTAs that use tensor memory together, which all instructions of a kernel agree on."""


def kernels_for(cases: Iterable[tuple[str, Form, dict[str, str]]]) -> dict[Key, Kernel]:
    """A kernel for each target and `cta_group`."""
    return {key: Kernel(key[0]) for key in {(target, named.get("cta_group")) for target, _, named in cases}}


@pytest.mark.ptxas(current=True)
@pytest.mark.parametrize("opcode", OPCODES)
def test_what_the_rows_allow_can_be_written_and_assembles(opcode: str) -> None:
    kernels = kernels_for(space(opcode))
    for target, form, named in space(opcode):
        kernel = kernels[target, named.get("cta_group")]
        with tracing(kernel.trace):
            call = calls_of(form, named, kernel.operands)
        written = kernel.write(call)
        assert (written.opcode, written.modifiers) == (opcode, form.spell(named))
    assert len(space(opcode)) == sum(len(kernel.lines) for kernel in kernels.values()) > 0
    for kernel in kernels.values():
        said = kernel.judge(kernel.lines)
        assert {line: words for line, words in zip(kernel.lines, said, strict=True) if words} == {}


LENIENT = (
    re.compile(r"wmma\.(load\.c|store\.d)\."),  # the types of C and D go with shapes that have none of them
    re.compile(r"kind::(i8|ti16)\S* .*, %p\d+, 0;"),  # `scale_input_d` of integers (section 9.7.18.10.10.1)
)
"""Lines that ptxas accepts and the manual does not define."""


@pytest.mark.ptxas(current=True)
@pytest.mark.parametrize(
    ("opcode", "mutants"),
    [("mma", 150), ("wmma", 200), ("ldmatrix", 200), ("stmatrix", 200), ("wgmma", 24), ("tcgen05", 200)],
)
def test_what_is_written_otherwise_raises_as_ptxas_does(opcode: str, mutants: int) -> None:
    """Calls with one or two arguments of other calls: verified or refused, and ptxas says the same."""
    chance = random.Random(opcode)
    kernels = kernels_for(space(opcode))
    refused: dict[Key, set[str]] = defaultdict(set)
    wordless: set[str] = set()
    values: dict[tuple[int, str], list[Any]] = defaultdict(list)
    legal: list[tuple[Key, Call]] = []
    for target, form, named in chance.sample(space(opcode), min(len(space(opcode)), 500)):
        key = target, named.get("cta_group")
        with tracing(kernels[key].trace):
            call = calls_of(form, named, kernels[key].operands)
        legal.append((key, call))
        for name, value in call[2].items():
            if isinstance(value, (str, int, tuple, PtxType)) or value is None:
                values[id(call[0]), name].append(value)
    for _ in range(mutants):
        key, (wrapper, places, options) = chance.choice(legal)
        names = [name for name in options if (id(wrapper), name) in values and name != "cta_group"]
        if not names:
            continue
        changed = dict(options)
        for name in chance.sample(names, min(len(names), chance.choice((1, 1, 2)))):
            changed[name] = chance.choice(values[id(wrapper), name])
        try:
            kernels[key].write((wrapper, places, changed))
        except VerifyError as error:
            refused[key].add(str(error).partition(": ")[0] + ";")
        except TraceError as error:
            wordless.add(str(error).partition(":")[0])
    assert sum(map(len, refused.values())) > mutants // 20
    assert wordless <= {f"ptx.{opcode}", *(f"ptx.{opcode}.{name}" for name in dir(getattr(ptx, opcode)))}
    for key, kernel in kernels.items():
        said = kernel.judge(kernel.lines)
        assert {line: words for line, words in zip(kernel.lines, said, strict=True) if words} == {}
        lines = sorted(refused[key])
        taken = [line for line, words in zip(lines, kernel.judge(lines), strict=True) if not words]
        assert [line for line in taken if not any(each.search(line) for each in LENIENT)] == []


def test_registers_are_counted_by_name() -> None:
    def wrong(arch: str, call: Callable[[], object], said: str) -> None:
        with tracing(Trace("k", arch=arch)), pytest.raises(PtxError, match=said):
            call()

    f32, bf16 = from_name("f32"), from_name("bf16")
    types: dict[str, Any] = {"dtype_d": f32, "dtype_a": bf16, "dtype_b": bf16}
    wrong(
        "sm_80",
        lambda: ptx.mma.sync(
            shape=(16, 8, 16),
            **types,
            dtype_c=f32,
            d=reg.array(f32, 4),
            a=reg.array(b32, 2),
            b=reg.array(b32, 2),
            c=reg.array(f32, 4),
        ),
        "a is .*; it must be 4 registers of type",
    )
    wrong(
        "sm_90a",
        lambda: ptx.wgmma.mma_async(
            shape=(64, 64, 16), **types, d=reg.array(f32, 16), a=reg.scalar(u64), b=reg.scalar(u64)
        ),
        "d is .*; it must be 32 registers of type",
    )
    wrong(
        "sm_100a",
        lambda: ptx.tcgen05.ld(reg.array(b32, 4), reg.scalar(u32), shape="32x32b", count=8),
        "r is .*; it must be 8 registers of type",
    )
    wrong(
        "sm_80",
        lambda: ptx.ldmatrix(dst=reg.array(b32, 2), src=smem.alloc(bf16, (16, 16))),
        "r is .*; it must be 4 registers of type",
    )
