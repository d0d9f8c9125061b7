"""The verifier's results for legal instructions, and its cache."""

from __future__ import annotations

import pytest

from pyptx.arch import arch
from pyptx.errors import VerifyError
from pyptx.ir import Instruction
from pyptx.parser import parse_statements
from pyptx.verify import Match, Symbol, Verifier

NAMES = {
    "%r": Symbol("reg", "u32"), "%s": Symbol("reg", "s32"), "%b": Symbol("reg", "b32"),
    "%h": Symbol("reg", "b16"), "%d": Symbol("reg", "u64"), "%f": Symbol("reg", "f32"),
    "%p": Symbol("reg", "pred"),
    "%v": Symbol("reg", "f32", "", 4), "tile": Symbol("var", "b8", "shared"),
    "table": Symbol("var", "u64", "global"), "image": Symbol("var", "texref", "global"),
    "bound": Symbol("param", "texref", "param", role="entry"), "helper": Symbol("function"),
    "sampler": Symbol("var", "samplerref", "global"), "surface": Symbol("var", "surfref", "global"),
    "passed": Symbol("param", "b32", "param"), "$done": Symbol("label", "code"),
    "$targets": Symbol("label", "branchtargets"), "$prototype": Symbol("label", "callprototype"),
    "$callees": Symbol("label", "calltargets"),
}  # fmt: skip


def symbol(name: str) -> Symbol | None:
    return NAMES.get(name.rstrip("0123456789"))


def verify(line: str, verifier: Verifier | None = None) -> Match:
    (instruction,) = parse_statements(f"{line};")
    assert isinstance(instruction, Instruction)
    return (verifier or Verifier(arch("sm_90a"))).verify(instruction, symbol)


def test_a_match_names_modifiers_and_operands() -> None:
    match = verify("mad.wide.u32 %d0, %r1, 4, %d2")
    assert match.form.section == "9.7.1.4 mad"
    assert match.modifiers == {"wide": "wide", "type": "u32"}
    assert [(spec.role, spec.name, spec.type) for spec in match.operands] == [
        ("=", "d", "u64"),
        (":", "a", "u32"),
        (":", "b", "u32"),
        (":", "c", "u64"),
    ]


def test_absent_operands_are_left_out_of_a_match() -> None:
    assert len(verify("bar.sync 0").operands) == 1
    assert len(verify("bar.sync 0, 64").operands) == 2


def test_operands_choose_between_forms_of_the_same_modifiers() -> None:
    assert [spec.count for spec in verify("mov.b64 {%r0, %r1}, %d0").operands] == [2, None]
    assert [spec.count for spec in verify("mov.b64 %d0, %d1").operands] == [None, None]


@pytest.mark.parametrize(
    "line",
    [
        "add.s32 %r0, %b1, -5",
        "add.f32 %b0, %f1, 0f3F800000",
        "add.f32 %f0, %f1, 1.5",
        "add.bf16 %h0, %h1, %h2",
        "and.b32 %b0, %f1, 0xFFFFFFFF",
        "mov.u32 %r0, %tid.x",
        "mov.u64 %d0, %clock64",
        "mov.u32 %r0, tile",
        "cvt.u8.u32 %r0, %r1",
        "ld.global.v4.f32 %v0, [%d1]",
        "ld.shared.f32 %f0, [tile+4]",
        "add.u32 %r0, %r1, WARP_SZ",
        "setp.lt.u32 %p0|%p1, %r0, %r1",
        "setp.lt.u32 _|%p1, %r0, 4",
        "selp.b32 %b0, 1, 0, !%p1",
        "selp.u16 %h0, %h1, %h2, 0",
        "setp.ne.and.u32 %p0, %r1, %r2, 1",
        "bar.red.popc.u32 %r0, 0, -1",
        "add.cc.u32 %r0, 0xffffffffffffffffU, 1",
        "add.s32 %s0, %s1, 0xffffffff80000000",
        "st.global.u64 [%d0], tile + 1",
        "add.u32 %r0, %r1, tile + 4",
        "add.u32 %r0, %r1, 18446744071562067968",
        "add.u64 %d0, %d1, -9223372036854775808",
        "add.u16 %h0, %h1, 65535",
        "add.u16 %h0, %h1, -32768",
        "and.pred %p0, %p1, -1",
        "and.b32 %b0, %b1, 0f3F800000",
        "bfe.u32 %r0, %r1, 255, 8",
        "createpolicy.fractional.L2::evict_last.b64 %d0, 1.0",
        "createpolicy.fractional.L2::evict_last.b64 %d0, 0f3F800000",
        "mov.v4.u32 {%r0, %r1, %r2, %r3}, %tid",
        "mov.v4.u16 {%h0, %h1, %h2, %h3}, %tid",
        "mov.v4.f32 {%f0, %f1, %f2, %f3}, %v0",
        "mov.u16 %h0, %tid.x",
        "mov.u64 %d0, helper",
        "mov.u64 %d0, image",
        "mov.u64 %d0, tile+4*2",
        "cvta.global.u64 %d0, table",
        "mapa.shared::cluster.u32 %r0, tile+4, %r1",
        "ld.local.f32 %f0, [5+3]",
        "ld.global.f32 %f0, [table+WARP_SZ]",
        "ld.f32 %f0, [table]",
        "ld.global.u8 %d0, [%d1]",
        "tex.a2d.v4.f32.f32 {%f0, %f1, %f2, %f3}, [image, {%r1, %f2, %f3, %f0}]",
        "tex.1d.v4.f32.s32 {%f0, %f1, %f2, %f3}, [image, sampler, {4}]",
        "vadd.u32.u32.u32 %r0.b0, %r1.b3, %r2.h1, %r3",
        "vmad.s32.s32.s32 %s0, %s1, %s2, -%s3",
        "call %d1, $prototype",
        "call %d1, $callees",
        "call %d1, table",
        "call (_), helper, (%r1, 5, passed, 1+2)",
        "brx.idx %r0, $targets",
        "bra $later",
        "@!%p0 bra $done",
    ],
)
def test_accepted(line: str) -> None:
    assert verify(line).since == (8, 0)


@pytest.mark.parametrize(
    ("line", "beyond"),
    [
        ("add.u32 %r0, %r1, %r2", ()),
        ("bar.sync 0, 64", ("b",)),
        ("shfl.sync.up.b32 %b0, %b1, 1, 0, -1", ()),
        ("shfl.sync.up.b32 %b0|%p0, %b1, 1, 0, -1", ("p",)),
        ("elect.sync %b0|%p0, -1", ()),
        ("mbarrier.arrive.shared.b64 _, [tile]", ("state_",)),
        ("sust.b.1d.b32.trap [surface, {%r1}], {%b1}", ("{c}",)),
        ("st.global.v2.f32 [%d1], {%f0, %f1}", ()),
        ("tex.1d.v4.f32.s32 {%f0, %f1, %f2, %f3}, [image, sampler, {%s1}]", ()),
        ("tex.1d.v4.f32.s32 {%f0, %f1, %f2, %f3}, [bound, {%s1}]", ()),
        ("tex.1d.v4.f32.s32 {%f0, %f1, %f2, %f3}, [%d1, {%s1}]", ("a",)),
        ("tex.1d.v4.f32.s32 {%f0, %f1, %f2, %f3}, [image, %d1, {%s1}]", ("b",)),
        ("tex.1d.v4.f32.s32 {%f0, %f1, %f2, %f3}, [%d1, %d2, {%s1}]", ("a", "b")),
        ("ld.global.f32 %f0, [%d1]", ()),
    ],
)
def test_operands_with_versions_of_their_own(line: str, beyond: tuple[str, ...]) -> None:
    assert verify(line).beyond == beyond


def test_the_versions_of_a_match_are_those_of_its_operands_and_special_registers() -> None:
    plain = verify("tex.1d.v4.f32.s32 {%f0, %f1, %f2, %f3}, [image, {%s1}]").spans
    indirect = verify("tex.1d.v4.f32.s32 {%f0, %f1, %f2, %f3}, [%d1, {%s1}]").spans
    assert ("sm_10" in plain, "sm_10" in indirect) == (True, False)
    assert (plain["sm_20"].since, indirect["sm_20"].since) == ((2, 0), (3, 1))
    moves, reads = verify("mov.u32 %r0, %r1").spans, verify("mov.u32 %r0, %aggr_smem_size").spans
    assert (moves["sm_90"].since, reads["sm_90"].since) == ((7, 8), (8, 1))


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("call %d1, $targets", "prototype is $targets, a label of .branchtargets; it must be a label"),
        ("call %d1, tile", "prototype is tile, a variable in .shared; it must be a label"),
        ("call %d1, image", "prototype is image, a variable in .global; it must be a label"),
        ("call %d1, 5", "prototype is 5, a constant; it must be a label"),
        ("call 5", "callee is 5, a constant; it must be a function"),
        ("call tile", "callee is tile, a variable in .shared; it must be a function"),
        ("call nowhere", "nowhere is not declared"),
        ("call helper, (%x1)", "%x1 is not declared"),
        ("call helper, (tile)", "tile is none of the arguments"),
        ("call helper, (_)", "_ is none of the arguments"),
        ("call helper, (helper)", "helper is none of the arguments"),
        ("call helper, ([tile])", "[tile] is none of the arguments"),
        ("call (5), helper, (%r1)", "5 is none of the returns"),
        ("call helper, %r1", "arguments is %r1, a name; it must be a list in parentheses"),
    ],
)
def test_operands_of_calls(line: str, said: str) -> None:
    with pytest.raises(VerifyError) as raised:
        verify(line)
    assert str(raised.value).startswith(f"{line}: {said}")


def test_a_pair_of_sinks_is_no_destination() -> None:
    assert verify("setp.lt.u32 %p0|_, %r0, 4").since == (8, 0)
    with pytest.raises(VerifyError, match=r"p is _\|_, a pair of sinks"):
        verify("setp.lt.u32 _|_, %r0, 4")


def test_a_vector_of_sinks_has_no_type() -> None:
    assert verify("ld.global.v2.f32 {_, %f0}, [%d0]").since == (8, 0)
    with pytest.raises(VerifyError, match=r"d is \{_, _\}, of sinks alone"):
        verify("ld.global.v2.f32 {_, _}, [%d0]")


def test_since_is_what_the_form_or_the_special_register_needs() -> None:
    assert verify("add.rn.bf16 %h0, %h1, %h2", Verifier(arch("sm_90"))).since == (7, 8)
    assert verify("add.u16x2 %b0, %b1, %b2", Verifier(arch("sm_90"))).since == (8, 0)
    assert verify("mov.u32 %r0, %aggr_smem_size", Verifier(arch("sm_90"))).since == (8, 1)


def test_the_version_of_the_module_limits() -> None:
    verify("add.u16x2 %b0, %b1, %b2", Verifier(arch("sm_90"), (8, 0)))
    with pytest.raises(VerifyError, match=r"needs PTX >= 8\.0 on sm_90; .* says PTX 7\.8"):
        verify("add.u16x2 %b0, %b1, %b2", Verifier(arch("sm_90"), (7, 8)))


def test_a_removed_instruction_has_versions_before_and_after() -> None:
    line = "shfl.down.b32 %b0, %b1, 4, 31"
    assert verify(line, Verifier(arch("sm_35"), (3, 1))).since == (3, 1)
    with pytest.raises(VerifyError, match=r"needs PTX >= 3\.1 on sm_35; .* says PTX 2\.3"):
        verify(line, Verifier(arch("sm_35"), (2, 3)))
    with pytest.raises(VerifyError, match=r"was removed in PTX 6\.4 for sm_70 or newer"):
        verify(line, Verifier(arch("sm_70"), (6, 5)))


def test_without_a_target_availability_is_not_asked() -> None:
    assert verify("add.u16x2 %b0, %b1, %b2", Verifier(None)).since == (0, 0)


def test_other_orders_are_for_those_who_ask() -> None:
    line = "add.f32.rn %f0, %f1, %f2"
    assert verify(line, Verifier(arch("sm_90a"), any_order=True)).modifiers["rnd"] == "rn"
    with pytest.raises(VerifyError, match=r"did you mean add\.rn\.f32\?"):
        verify(line)


def test_a_remembered_shape_still_checks_what_can_differ() -> None:
    verifier = Verifier(arch("sm_90a"))
    assert verify("bfe.u32 %r0, %r1, 4, 8", verifier) is verify("bfe.u32 %r5, %r6, 16, 8", verifier)
    with pytest.raises(VerifyError, match=r"b is 256; it must be in 0\.\.255"):
        verify("bfe.u32 %r0, %r1, 256, 8", verifier)
    with pytest.raises(VerifyError, match=r"the guard %r9 is a register of type \.u32"):
        verify("@%r9 bfe.u32 %r0, %r1, 4, 8", verifier)
    with pytest.raises(VerifyError, match=r"%x1 is not declared"):
        verify("bfe.u32 %r0, %x1, 4, 8", verifier)


def test_a_remembered_vector_has_registers_of_one_type() -> None:
    verifier = Verifier(arch("sm_90a"))
    verify("ld.global.v2.f32 {%f0, %f1}, [%d0]", verifier)
    for vector in ("{%r0, %f1}", "{%f0, %r1}"):
        with pytest.raises(VerifyError, match=r"d is %r., a register of type \.u32"):
            verify(f"ld.global.v2.f32 {vector}, [%d0]", verifier)


def test_a_failure_is_not_remembered() -> None:
    verifier = Verifier(arch("sm_90a"))
    for _ in range(2):
        with pytest.raises(VerifyError, match=r"a is %f1"):
            verify("add.u32 %r0, %f1, %r2", verifier)


def test_types_keep_their_order_where_other_words_do_not() -> None:
    text = (
        "mma.sync.aligned.m16n8k32.row.col.s32.u8.s8.s32.satfinite "
        "{%i0, %i1, %i2, %i3}, {%r0, %r1, %r2, %r3}, {%r4, %r5}, {%i0, %i1, %i2, %i3};"
    )
    (instruction,) = parse_statements(text)
    assert isinstance(instruction, Instruction)
    verifier = Verifier(arch("sm_90a"), any_order=True)
    match = verifier.verify(instruction, lambda name: Symbol("reg", "s32" if name[1] == "i" else "b32"))
    assert (match.modifiers["atype"], match.modifiers["btype"]) == ("u8", "s8")
