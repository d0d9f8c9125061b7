"""The rows of `tcgen05`, as section 9.7.18 of the manual lists them."""

from __future__ import annotations

import pytest

from pyptx.arch import arch
from pyptx.errors import VerifyError
from pyptx.ir import Instruction
from pyptx.isa import Candidate, availability, lookup
from pyptx.parser import parse_statements
from pyptx.verify import Symbol, Verifier


def found(text: str) -> tuple[Candidate, ...]:
    """The forms of an instruction written with dots, `tcgen05` left out."""
    return lookup("tcgen05", tuple(text.split(".")))


def names(text: str) -> list[str]:
    """The operands of each form; addresses in brackets, what may be absent with a question mark."""
    return [
        " ".join(
            (f"[{spec.name}]" if spec.kind == "address" else spec.name) + "?" * spec.optional
            for spec in form.operands
        )
        for form in found(text)
    ]


_MASK = "disable_output_lane? enable_input_d"
_SCALES = "[scale_a_tmem] [scale_b_tmem] enable_input_d"


@pytest.mark.parametrize(
    ("text", "operands"),
    [
        ("alloc.cta_group::1.sync.aligned.shared::cta.b32", "[dst] n_cols"),
        ("alloc.exclusive.cta_group::2.sync.aligned.b32", "[dst] n_cols"),
        ("dealloc.cta_group::2.sync.aligned.b32", "taddr n_cols"),
        ("relinquish_alloc_permit.cta_group::1.sync.aligned", ""),
        ("ld.sync.aligned.32x32b.x32.b32", "r [taddr]"),
        ("ld.sync.aligned.16x32bx2.x1.pack::16b.b32", "r [taddr] imm_half_splitoff"),
        ("ld.red.sync.aligned.32x32b.x2.max.abs.NaN.f32", "r redval [taddr]"),
        ("ld.red.sync.aligned.16x32bx2.x2.min.s32", "r redval [taddr] imm_half_splitoff"),
        ("ld.spcompress.sync.aligned.32x32b.x64.max.sp::2:4.f32.b2", "mdata cdata [taddr]"),
        ("ld.red.spcompress.sync.aligned.32x32b.x4.min.sp::2:4.abs.NaN.f32.b2", "mdata cdata redval [taddr]"),
        ("st.sync.aligned.16x256b.x1.unpack::16b.b32", "[taddr] r"),
        ("st.sync.aligned.16x32bx2.x4.b32", "[taddr] imm_half_splitoff r"),
        ("wait::ld.sync.aligned", ""),
        ("fence::before_thread_sync", ""),
        ("cp.cta_group::1.4x256b.b8x16.b6x16_p32", "[taddr] s_desc"),
        ("cp.cta_group::2.64x128b.warpx2::01_23", "[taddr] s_desc"),
        ("shift.cta_group::1.down", "[taddr]"),
        ("commit.cta_group::1.mbarrier::arrive::one.b64", "[mbar]"),
        (
            "commit.cta_group::2.mbarrier::arrive::one.shared::cluster.multicast::cluster.b64",
            "[mbar] cta_mask",
        ),
    ],
)
def test_operands(text: str, operands: str) -> None:
    assert names(text) == [operands]


@pytest.mark.parametrize(
    ("text", "rest"),
    [
        ("kind::f8f6f4.collector::a::fill.collector::b::use", f"idesc {_MASK}"),
        ("kind::i8.collector::a::lastuse", f"idesc {_MASK}"),
        ("kind::ti16.collector::b::fill", f"idesc {_MASK}"),
        ("kind::mxf8f6f4.block_scale", f"idesc {_SCALES}"),
        ("kind::mxf4.block_scale.scale_vec::2X.collector::a::fill", f"idesc {_SCALES}"),
        ("kind::mxf4nvf4.block_scale.block16", f"idesc {_SCALES}"),
    ],
)
def test_a_is_in_shared_or_tensor_memory(text: str, rest: str) -> None:
    matrices, metadata = ("[d_tmem] a_desc b_desc", "[d_tmem] [a_tmem] b_desc"), "[sp_meta_tmem]"
    assert names(f"mma.cta_group::1.{text}") == [f"{places} {rest}" for places in matrices]
    assert names(f"mma.sp.cta_group::2.{text}") == [f"{places} {metadata} {rest}" for places in matrices]


@pytest.mark.parametrize("text", ["kind::f16", "kind::tf32.collector::a::use"])
def test_the_scale_of_an_accumulator_has_targets_of_its_own(text: str) -> None:
    for opcode, metadata in (("mma", ""), ("mma.sp", "[sp_meta_tmem] ")):
        assert names(f"{opcode}.cta_group::1.{text}") == [
            f"[d_tmem] {a} b_desc {metadata}idesc {_MASK}{scale}"
            for a in ("a_desc", "[a_tmem]")
            for scale in ("", " scale_input_d")
        ]
        plain, scaled, *_ = (
            availability.versions(form.form, form.modifiers)
            for form in found(f"{opcode}.cta_group::1.{text}")
        )
        assert {"sm_101a", "sm_110a"} & plain.keys() == {"sm_101a", "sm_110a"}
        assert {"sm_100a", "sm_103a", "sm_101a", "sm_110a"} & scaled.keys() == {"sm_100a", "sm_103a"}


def test_b_is_looked_up() -> None:
    table = "b_compressed_desc [b_decompress_metadata] idesc"
    assert names("mma.cta_group::1.kind::f8f6f4.decompress::lut::b") == [
        f"[d_tmem] a_desc {table} {_MASK}",
        f"[d_tmem] [a_tmem] {table} {_MASK}",
    ]
    assert names("mma.cta_group::1.kind::mxf8f6f4.block_scale.decompress::lut::b.block32") == [
        f"[d_tmem] a_desc {table} {_SCALES}",
        f"[d_tmem] [a_tmem] {table} {_SCALES}",
    ]


@pytest.mark.parametrize("kind", ["f16", "tf32", "f8f6f4", "i8", "ti16"])
def test_weights_are_stationary(kind: str) -> None:
    rest = "idesc enable_input_d zero_column_mask_desc?"
    text = f"cta_group::1.kind::{kind}.collector::b3::lastuse"
    assert names(f"mma.ws.{text}")[0] == f"[d_tmem] a_desc b_desc {rest}"
    assert names(f"mma.ws.sp.{text}")[1] == f"[d_tmem] [a_tmem] b_desc [sp_meta_tmem] {rest}"


@pytest.mark.parametrize(
    ("shape", "num", "registers"),
    [
        ("32x32b", "x1", 1), ("32x32b", "x128", 128), ("16x64b", "x16", 16), ("16x128b", "x1", 2),
        ("16x128b", "x64", 128), ("16x256b", "x1", 4), ("16x256b", "x32", 128),
    ],
)  # fmt: skip
def test_registers_of_transfers(shape: str, num: str, registers: int) -> None:
    (load,) = found(f"ld.sync.aligned.{shape}.{num}.b32")
    (store,) = found(f"st.sync.aligned.{shape}.{num}.b32")
    assert (load.operands[0].role, load.operands[0].count) == ("=", registers)
    assert (store.operands[1].role, store.operands[1].count) == (":", registers)


@pytest.mark.parametrize(("num", "indices", "data"), [("x4", 1, 2), ("x32", 1, 16), ("x128", 4, 64)])
def test_registers_of_compression(num: str, indices: int, data: int) -> None:
    (form,) = found(f"ld.spcompress.sync.aligned.32x32b.{num}.max.sp::2:4.f32.b2")
    assert [spec.count for spec in form.operands[:2]] == [indices, data]


@pytest.mark.parametrize(("group", "registers"), [("cta_group::1", 4), ("cta_group::2", 8)])
def test_a_bit_for_every_lane(group: str, registers: int) -> None:
    form, *_ = found(f"mma.{group}.kind::f8f6f4")
    (mask,) = (spec for spec in form.operands if spec.name == "disable_output_lane")
    assert mask.count == registers


@pytest.mark.parametrize(
    "text",
    [
        "ld.sync.aligned.16x128b.x128.b32",
        "ld.sync.aligned.16x256b.x64.b32",
        "ld.sync.aligned.32x32b.x3.b32",
        "ld.sync.aligned.32x32b.x1.unpack::16b.b32",
        "ld.red.sync.aligned.32x32b.x1.max.f32",
        "ld.red.sync.aligned.32x32b.x2.max.abs.u32",
        "ld.red.sync.aligned.16x64b.x2.max.f32",
        "ld.spcompress.sync.aligned.32x32b.x4.max.sp::2:4.NaN.f32.b2",
        "alloc.cta_group::1.sync.aligned.shared.b32",
        "wait.sync.aligned",
        "fence",
        "cp.cta_group::1.64x128b",
        "cp.cta_group::1.128x256b.warpx4",
        "cp.cta_group::1.32x128b.warpx4.b8x16",
        "mma.cta_group::1.kind::mxf4",
        "mma.cta_group::1.kind::mxf4nvf4.block_scale",
        "mma.cta_group::1.kind::mxf4.block_scale.scale_vec::4X",
        "mma.cta_group::1.kind::mxf8f6f4.block_scale.block16",
        "mma.cta_group::1.kind::f16.ashift.collector::a::use",
        "mma.cta_group::1.kind::i8.collector::b::use",
        "mma.cta_group::1.kind::f16.decompress::lut::b",
        "mma.sp.cta_group::1.kind::f8f6f4.decompress::lut::b",
        "mma.ws.cta_group::2.kind::f16",
        "mma.ws.cta_group::1.kind::mxf4",
        "commit.cta_group::1.mbarrier::arrive::one.shared::cta.b64",
    ],
)
def test_what_does_not_exist(text: str) -> None:
    assert found(text) == ()


def test_rows_of_a_are_shifted_in_tensor_memory_only() -> None:
    forms = found("mma.cta_group::1.kind::f16.ashift.collector::a::lastuse")
    assert {form.operands[1].name for form in forms} == {"a_tmem"}


def test_columns_are_a_power_of_two_unless_they_are_all() -> None:
    (some,) = found("alloc.cta_group::1.sync.aligned.shared::cta.b32")
    (every,) = found("alloc.exclusive.cta_group::1.sync.aligned.shared::cta.b32")
    assert {n for n in range(1025) if n in some.operands[1].bounds} == {32, 64, 128, 256, 512}
    assert (96 in every.operands[1].bounds, 576 in every.operands[1].bounds) == (True, True)


def test_targets() -> None:
    def since(text: str) -> dict[str, tuple[int, int]]:
        form = found(text)[0]
        return availability.versions(form.form, form.modifiers)

    assert since("mma.cta_group::1.kind::f16")["sm_100a"] == (8, 6)
    assert since("mma.cta_group::1.kind::f16")["sm_100f"] == (8, 8)
    assert "sm_90a" not in since("mma.cta_group::1.kind::f16")
    assert set(since("mma.cta_group::1.kind::i8")) == {"sm_100a", "sm_101a", "sm_110a"}
    assert "sm_100a" not in since("ld.red.sync.aligned.32x32b.x2.max.f32")
    assert since("ld.red.sync.aligned.32x32b.x2.max.f32")["sm_103a"] == (8, 8)
    assert since("mma.cta_group::1.kind::ti16")["sm_107a"] == (9, 4)
    assert "sm_100a" not in since("mma.cta_group::1.kind::ti16")
    assert since("mma.cta_group::1.kind::mxf4.block_scale.block32")["sm_100a"] == (8, 8)


_OFF = "with an address in tensor memory, in brackets"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("ld.sync.aligned.32x32b.x1.b32 {%r0}, [%u0]", None),
        ("ld.sync.aligned.32x32b.x1.b32 {%r0}, [%r1+16]", None),
        ("ld.sync.aligned.32x32b.x1.b32 {%r0}, [%d0]", f"must be a register of type .b32 .u32 .s32 {_OFF}"),
        ("ld.sync.aligned.32x32b.x1.b32 {%r0}, [tile]", "taddr is tile, a variable in .shared"),
        ("ld.sync.aligned.32x32b.x1.b32 {%r0}, [16]", "taddr is 16, a number"),
        ("ld.sync.aligned.32x32b.x1.b32 %r0, [%r1]", "r is %r0, not in braces"),
        ("mma.cta_group::1.kind::f16 [%r0], %d0, %d1, %r1, %p0", None),
        ("mma.cta_group::1.kind::f16 [%r0], [%r2], %d1, %r1, {%r0, %r1, %r2, %r3}, !%p0, 15", None),
        ("mma.cta_group::1.kind::f16 [%u0], %d0, %d1, %r1, %p0", f"must be a register of type .b32 {_OFF}"),
        ("mma.cta_group::1.kind::f16 [%r0], %d0, %d1, %r1, %p0, 16", "scale_input_d is 16; it must be in 0"),
        ("mma.cta_group::2.kind::f16 [%r0], %d0, %d1, %r1, {%r0, %r1, %r2, %r3}, %p0", "must be 8 registers"),
        ("dealloc.cta_group::1.sync.aligned.b32 %r0, 48", "n_cols is 48; it must be 32, 64, 128, 256 or 512"),
        (
            "commit.cta_group::1.mbarrier::arrive::one.multicast::cluster.b64 [%d0], 65536",
            "mask is 65536; it",
        ),
    ],
)
def test_operands_are_checked(text: str, said: str | None) -> None:
    (instruction,) = parse_statements(f"tcgen05.{text};")
    assert isinstance(instruction, Instruction)
    types = {"r": "b32", "u": "u32", "d": "b64", "p": "pred"}

    def scope(name: str) -> Symbol:
        return Symbol("reg", types[name[1]]) if name.startswith("%") else Symbol("var", "b8", "shared")

    verifier = Verifier(arch("sm_100a"))
    if said is None:
        assert verifier.verify(instruction, scope).since == (8, 6)
        return
    with pytest.raises(VerifyError) as raised:
        verifier.verify(instruction, scope)
    assert said in str(raised.value)
