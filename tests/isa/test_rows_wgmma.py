"""The rows of `wgmma`, as section 9.7.17 of the manual lists them."""

from __future__ import annotations

import pytest

from pyptx.arch import arch
from pyptx.errors import VerifyError
from pyptx.ir import Instruction
from pyptx.isa import Candidate, availability, lookup
from pyptx.parser import parse_statements
from pyptx.verify import Symbol, Verifier


def found(text: str) -> tuple[Candidate, ...]:
    """The forms of an instruction written with dots: A by descriptor, then A in registers."""
    opcode, *modifiers = text.split(".")
    return lookup(opcode, tuple(modifiers))


def names(text: str) -> list[str]:
    return [" ".join(spec.name for spec in form.operands) for form in found(text)]


_FLOATS = "scale_d imm_scale_a imm_scale_b"


@pytest.mark.parametrize(
    ("text", "by_descriptor", "in_registers"),
    [
        ("m64n8k16.f16.f16.f16", f"{_FLOATS} imm_trans_a imm_trans_b", f"{_FLOATS} imm_trans_b"),
        ("m64n256k16.f32.f16.f16", f"{_FLOATS} imm_trans_a imm_trans_b", f"{_FLOATS} imm_trans_b"),
        ("m64n128k16.f32.bf16.bf16", f"{_FLOATS} imm_trans_a imm_trans_b", f"{_FLOATS} imm_trans_b"),
        ("m64n64k8.f32.tf32.tf32", _FLOATS, _FLOATS),
        ("m64n40k32.f16.e4m3.e5m2", _FLOATS, _FLOATS),
        ("m64n48k32.satfinite.s32.u8.s8", "scale_d", "scale_d"),
        ("m64n240k256.s32.b1.b1.and.popc", "scale_d", "scale_d"),
    ],
)
def test_operands(text: str, by_descriptor: str, in_registers: str) -> None:
    assert names(f"wgmma.mma_async.sync.aligned.{text}") == [
        f"d a_desc b_desc {by_descriptor}",
        f"d a b_desc {in_registers}",
    ]


def test_a_sparse_a_comes_with_metadata() -> None:
    text = "wgmma.mma_async.sp.sync.aligned.m64n8k32.f32.f16.f16"
    assert names(text)[1] == f"d a b_desc sp_meta sp_sel {_FLOATS} imm_trans_b"


@pytest.mark.parametrize(
    ("text", "of_d", "of_a"),
    [
        ("m64n8k16.f16.f16.f16", ("f16x2", 2), ("f16x2", 4)),
        ("m64n8k16.f32.f16.f16", ("f32", 4), ("f16x2", 4)),
        ("m64n256k16.f32.bf16.bf16", ("f32", 128), ("bf16x2", 4)),
        ("m64n72k8.f32.tf32.tf32", ("f32", 36), ("tf32", 4)),
        ("m64n96k32.f16.e5m2.e5m2", ("f16x2", 24), ("b32", 4)),
        ("m64n224k32.s32.s8.s8", ("s32", 112), ("u32", 4)),
        ("m64n16k256.s32.b1.b1.and.popc", ("s32", 8), ("u32", 4)),
    ],
)
@pytest.mark.parametrize("sparse", [False, True])
def test_fragments(text: str, of_d: tuple[str, int], of_a: tuple[str, int], sparse: bool) -> None:
    if sparse:
        if "b1" in text:
            return
        shape, _, types = text.partition(".")
        columns, depth = shape.split("k")
        text = f"{columns}k{2 * int(depth)}.{types}"
    head = f"wgmma.mma_async{'.sp' if sparse else ''}.sync.aligned"
    _, form = found(f"{head}.{text}")
    d, a = form.operands[:2]
    assert (d.role, d.type, d.count) == ("+", *of_d)
    assert (a.role, a.type, a.count) == (":", *of_a)


@pytest.mark.parametrize(
    ("text", "selectors"),
    [
        ("m64n8k16.f32.tf32.tf32", {0, 1}),
        ("m64n8k32.f32.bf16.bf16", {0, 1}),
        ("m64n8k64.f32.e4m3.e4m3", {0}),
        ("m64n8k64.s32.s8.s8", {0}),
    ],
)
def test_sparsity_selectors(text: str, selectors: set[int]) -> None:
    form, _ = found(f"wgmma.mma_async.sp.sync.aligned.{text}")
    assert {n for n in range(-1, 5) if n in form.operands[4].bounds} == selectors


@pytest.mark.parametrize(
    "text",
    [
        "mma_async.sync.aligned.m64n264k16.f32.f16.f16",
        "mma_async.sync.aligned.m64n12k16.f32.f16.f16",
        "mma_async.sync.aligned.m128n8k16.f32.f16.f16",
        "mma_async.sync.aligned.m64n8k16.f16.bf16.bf16",
        "mma_async.sync.aligned.m64n8k16.f32.f16.bf16",
        "mma_async.sync.aligned.m64n8k16.f32.tf32.tf32",
        "mma_async.sync.aligned.m64n40k32.s32.s8.s8",
        "mma_async.sync.aligned.m64n8k256.s32.b1.b1.xor.popc",
        "mma_async.sp.sync.aligned.m64n8k512.s32.b1.b1.and.popc",
        "mma_async.sp.sync.aligned.m64n8k16.f32.f16.f16",
        "mma_async.sync.m64n8k16.f32.f16.f16",
        "fence",
        "wait_group.sync",
    ],
)
def test_what_does_not_exist(text: str) -> None:
    assert found(f"wgmma.{text}") == ()


@pytest.mark.parametrize("name", ["fence", "commit_group"])
def test_proxy_operations_have_no_operands(name: str) -> None:
    assert names(f"wgmma.{name}.sync.aligned") == [""]


def test_only_hopper_has_them() -> None:
    dense, _ = found("wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16")
    sparse, _ = found("wgmma.mma_async.sp.sync.aligned.m64n8k32.f32.f16.f16")
    mixed, _ = found("wgmma.mma_async.sync.aligned.m64n8k32.s32.u8.s8")
    assert availability.versions(dense.form, dense.modifiers) == {"sm_90a": (8, 0)}
    assert availability.versions(sparse.form, sparse.modifiers) == {"sm_90a": (8, 2)}
    assert availability.versions(mixed.form, mixed.modifiers) == {"sm_90a": (8, 4)}


_D = "{%f0, %f1, %f2, %f3}"


@pytest.mark.parametrize(
    ("operands", "said"),
    [
        (f"{_D}, %d0, %d1, %p, 1, 1, 0, 0", None),
        (f"{_D}, %d0, %d1, !%p, -1, -1, 1, 1", None),
        (f"{_D}, %d0, %d1, 1, 1, 1, 0, 0", None),
        (f"{_D}, {{%r0, %r1, %r2, %r3}}, %d1, %p, 1, 1, 0", None),
        (f"{_D}, %d0, %d1, 2, 1, 1, 0, 0", "scale_d is 2; it must be in 0..1"),
        (f"{_D}, %d0, %d1, %p, 0, 1, 0, 0", "imm_scale_a is 0; it must be -1 or 1"),
        (f"{_D}, %d0, %d1, %p, 1, 1, 0, 2", "imm_trans_b is 2; it must be in 0..1"),
        (f"{_D}, %r0, %d1, %p, 1, 1, 0, 0", "a_desc is %r0, a register of type .b32"),
        ("{%f0, %f1}, %d0, %d1, %p, 1, 1, 0, 0", "it must be 4 registers of type .f32 .b32"),
    ],
)
def test_constants_have_their_ranges(operands: str, said: str | None) -> None:
    (instruction,) = parse_statements(f"wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {operands};")
    assert isinstance(instruction, Instruction)
    types = {"f": "f32", "d": "b64", "r": "b32", "p": "pred"}
    verifier = Verifier(arch("sm_90a"))

    def scope(name: str) -> Symbol | None:
        return Symbol("reg", types[name[1]])

    if said is None:
        assert verifier.verify(instruction, scope).since == (8, 0)
        return
    with pytest.raises(VerifyError) as raised:
        verifier.verify(instruction, scope)
    assert said in str(raised.value)
