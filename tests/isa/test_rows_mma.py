"""The fragments of warp-level matrix instructions, as sections 9.7.16.5.1 to .17 of the manual count them."""

from __future__ import annotations

import pytest

from pyptx.isa import availability, lookup
from pyptx.isa.operand import Each

# fmt: off
FRAGMENTS = [
    # shape,      A,      B,      D,      registers of A      B                D
    ("m8n8k4",     "f16",  "f16",  "f16",  ("f16x2", 2),     ("f16x2", 2),    ("f16x2", 4)),
    ("m8n8k4",     "f16",  "f16",  "f32",  ("f16x2", 2),     ("f16x2", 2),    ("f32", 8)),
    ("m16n8k8",    "f16",  "f16",  "f16",  ("f16x2", 2),     ("f16x2", 1),    ("f16x2", 2)),
    ("m16n8k8",    "f16",  "f16",  "f32",  ("f16x2", 2),     ("f16x2", 1),    ("f32", 4)),
    ("m16n8k16",   "f16",  "f16",  "f16",  ("f16x2", 4),     ("f16x2", 2),    ("f16x2", 2)),
    ("m16n8k16",   "f16",  "f16",  "f32",  ("f16x2", 4),     ("f16x2", 2),    ("f32", 4)),
    ("m16n8k8",    "bf16", "bf16", "f32",  ("bf16x2", 2),    ("bf16x2", 1),   ("f32", 4)),
    ("m16n8k16",   "bf16", "bf16", "f32",  ("bf16x2", 4),    ("bf16x2", 2),   ("f32", 4)),
    ("m16n8k4",    "tf32", "tf32", "f32",  ("tf32", 2),      ("tf32", 1),     ("f32", 4)),
    ("m16n8k8",    "tf32", "tf32", "f32",  ("tf32", 4),      ("tf32", 2),     ("f32", 4)),
    ("m16n8k16",   "e4m3", "e5m2", "f32",  ("b32", 2),       ("b32", 1),      ("f32", 4)),
    ("m16n8k32",   "e4m3", "e5m2", "f32",  ("b32", 4),       ("b32", 2),      ("f32", 4)),
    ("m16n8k32",   "e5m2", "e5m2", "f16",  ("b32", 4),       ("b32", 2),      ("f16x2", 2)),
    ("m8n8k4",     "f64",  "f64",  "f64",  ("f64", 1),       ("f64", 1),      ("f64", 2)),
    ("m16n8k4",    "f64",  "f64",  "f64",  ("f64", 2),       ("f64", 1),      ("f64", 4)),
    ("m16n8k8",    "f64",  "f64",  "f64",  ("f64", 4),       ("f64", 2),      ("f64", 4)),
    ("m16n8k16",   "f64",  "f64",  "f64",  ("f64", 8),       ("f64", 4),      ("f64", 4)),
    ("m8n8k16",    "s8",   "u8",   "s32",  ("u32", 1),       ("u32", 1),      ("s32", 2)),
    ("m16n8k16",   "u8",   "s8",   "s32",  ("u32", 2),       ("u32", 1),      ("s32", 4)),
    ("m16n8k32",   "s8",   "s8",   "s32",  ("u32", 4),       ("u32", 2),      ("s32", 4)),
    ("m8n8k32",    "s4",   "u4",   "s32",  ("u32", 1),       ("u32", 1),      ("s32", 2)),
    ("m16n8k32",   "u4",   "u4",   "s32",  ("u32", 2),       ("u32", 1),      ("s32", 4)),
    ("m16n8k64",   "s4",   "s4",   "s32",  ("u32", 4),       ("u32", 2),      ("s32", 4)),
]
# fmt: on


@pytest.mark.parametrize(("shape", "a", "b", "d", "of_a", "of_b", "of_d"), FRAGMENTS)
def test_fragments_of_mma(
    shape: str, a: str, b: str, d: str, of_a: tuple[str, int], of_b: tuple[str, int], of_d: tuple[str, int]
) -> None:
    (found,) = lookup("mma", ("sync", "aligned", shape, "row", "col", d, a, b, d))
    sizes = {spec.name: (spec.type, spec.count) for spec in found.operands}
    assert sizes == {"a": of_a, "b": of_b, "c": of_d, "d": of_d}
    assert [spec.role for spec in found.operands] == ["=", ":", ":", ":"]


@pytest.mark.parametrize(
    ("shape", "of_a", "of_b", "of_d"), [("m8n8k128", 1, 1, 2), ("m16n8k128", 2, 1, 4), ("m16n8k256", 4, 2, 4)]
)
@pytest.mark.parametrize("op", ["xor", "and"])
def test_fragments_of_single_bits(shape: str, of_a: int, of_b: int, of_d: int, op: str) -> None:
    modifiers = ("sync", "aligned", shape, "row", "col", "s32", "b1", "b1", "s32", op, "popc")
    (found,) = lookup("mma", modifiers)
    assert [spec.count for spec in found.operands] == [of_d, of_a, of_b, of_d]


def test_six_and_four_bit_floats_take_a_byte_each() -> None:
    modifiers = ("sync", "aligned", "m16n8k32", "row", "col", "kind::f8f6f4", "f32", "e2m1", "e3m2", "f32")
    (found,) = lookup("mma", modifiers)
    assert [spec.count for spec in found.operands] == [4, 4, 2, 4]


def test_four_bit_floats_with_scales_are_packed() -> None:
    modifiers = (
        "sync",
        "aligned",
        "m16n8k64",
        "row",
        "col",
        "kind::mxf4",
        "block_scale",
        "f32",
        "e2m1",
        "e2m1",
    )
    (found,) = lookup("mma", (*modifiers, "f32", "ue8m0"))
    assert [spec.count for spec in found.operands] == [4, 4, 2, 4, None, 2, None, 2]


@pytest.mark.parametrize(
    "modifiers",
    [
        ("sync", "aligned", "m16n8k16", "row", "row", "f32", "f16", "f16", "f32"),
        ("sync", "aligned", "m16n8k16", "row", "col", "f32", "f16", "bf16", "f32"),
        ("sync", "aligned", "m16n8k16", "row", "col", "f16", "f16", "f16", "f32"),
        ("sync", "aligned", "m16n8k4", "row", "col", "f32", "bf16", "bf16", "f32"),
        ("sync", "aligned", "m16n8k16", "row", "col", "f32", "tf32", "tf32", "f32"),
        ("sync", "aligned", "m8n8k4", "row", "col", "f16", "f16", "f16", "f32"),
        ("sync", "m16n8k16", "row", "col", "f32", "f16", "f16", "f32"),
        ("sync", "aligned", "m16n8k32", "row", "col", "s32", "s8", "s4", "s32"),
    ],
)
def test_mma_that_does_not_exist(modifiers: tuple[str, ...]) -> None:
    assert lookup("mma", modifiers) == ()


@pytest.mark.parametrize(
    ("modifiers", "registers"),
    [
        (("m8n8", "x1", "shared", "b16"), 1),
        (("m8n8", "x2", "trans", "shared", "b16"), 2),
        (("m8n8", "x4", "shared::cta", "b16"), 4),
        (("m16n16", "x1", "trans", "shared", "b8"), 2),
        (("m16n16", "x2", "trans", "b8"), 4),
        (("m8n16", "x2", "shared", "b8x16", "b4x16_p64"), 2),
    ],
)
def test_registers_of_ldmatrix(modifiers: tuple[str, ...], registers: int) -> None:
    (found,) = lookup("ldmatrix", ("sync", "aligned", *modifiers))
    matrix, address = found.operands
    assert (matrix.type, matrix.count, matrix.role) == ("b32", registers, "=")
    assert address.kind == "address"


@pytest.mark.parametrize(("num", "registers"), [("x1", 1), ("x2", 2), ("x4", 4)])
def test_registers_of_stmatrix(num: str, registers: int) -> None:
    (found,) = lookup("stmatrix", ("sync", "aligned", "m8n8", num, "shared", "b16"))
    address, matrix = found.operands
    assert (matrix.count, matrix.role, address.kind) == (registers, ":", "address")


def test_bytes_are_stored_transposed_only() -> None:
    assert lookup("stmatrix", ("sync", "aligned", "m16n8", "x1", "shared", "b8")) == ()
    assert lookup("stmatrix", ("sync", "aligned", "m16n8", "x1", "trans", "shared", "b8"))


@pytest.mark.parametrize(
    ("text", "counts", "selectors"),
    [
        ("m16n8k16.row.col.f16.f16.f16.f16", (2, 2, 2), {0, 1, 2, 3}),
        ("m16n8k16.row.col.f32.bf16.bf16.f32", (4, 2, 2), {0, 1, 2, 3}),
        ("m16n8k32.row.col.f32.f16.f16.f32", (4, 4, 4), {0, 1}),
        ("m16n8k8.row.col.f32.tf32.tf32.f32", (4, 2, 2), {0, 1, 2, 3}),
        ("m16n8k16.row.col.f32.tf32.tf32.f32", (4, 4, 4), {0, 1}),
        ("m16n8k64.row.col.f32.e4m3.e5m2.f32", (4, 4, 4), {0}),
        ("m16n8k32.row.col.satfinite.s32.s8.u8.s32", (4, 2, 2), {0, 1}),
        ("m16n8k64.row.col.s32.u8.u8.s32", (4, 4, 4), {0}),
        ("m16n8k64.row.col.s32.s4.u4.s32", (4, 2, 2), {0, 1}),
        ("m16n8k128.row.col.s32.u4.u4.s32", (4, 4, 4), {0}),
    ],
)
@pytest.mark.parametrize("variant", ["sp", "sp::ordered_metadata"])
def test_fragments_of_sparse_matrices(
    text: str, counts: tuple[int, int, int], selectors: set[int], variant: str
) -> None:
    (form,) = lookup("mma", (variant, "sync", "aligned", *text.split(".")))
    assert tuple(spec.count for spec in form.operands[:3]) == counts
    assert [spec.name for spec in form.operands[3:]] == ["c", "e", "f"]
    assert {n for n in range(-1, 5) if n in form.operands[5].bounds} == selectors


@pytest.mark.parametrize(
    ("text", "bytes_"),
    [
        ("m16n8k128.row.col.kind::mxf4.block_scale.f32.e2m1.e2m1.f32.ue8m0", {0, 2}),
        ("m16n8k128.row.col.kind::mxf4nvf4.block_scale.scale_vec::2X.f32.e2m1.e2m1.f32.ue8m0", {0, 2}),
        ("m16n8k128.row.col.kind::mxf4nvf4.block_scale.scale_vec::4X.f32.e2m1.e2m1.f32.ue4m3", {0}),
        ("m16n8k64.row.col.kind::mxf8f6f4.block_scale.f32.e3m2.e5m2.f32.ue8m0", {0, 1, 2, 3}),
    ],
)
def test_scale_selectors(text: str, bytes_: set[int]) -> None:
    """Table 46 of section 9.7.16.3: which byte, of which of two or four threads."""
    (form,) = lookup("mma", ("sp::ordered_metadata", "sync", "aligned", *text.split(".")))
    bounds = {spec.name: spec.bounds for spec in form.operands if spec.name.startswith("select")}
    for name, threads in (("select_a", {0, 1}), ("select_b", {0, 1, 2, 3})):
        each = bounds[name]
        assert isinstance(each, Each)
        assert [set(part) for part in each.parts] == [bytes_, threads]


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("sp.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32", {"e"}),
        (
            "sync.aligned.m16n8k64.row.col.kind::mxf4.block_scale.f32.e2m1.e2m1.f32.ue8m0",
            {"scale_a", "scale_b"},
        ),
        (
            "sp::ordered_metadata.sync.aligned.m16n8k64.row.col.kind::mxf8f6f4.block_scale.f32.e4m3.e5m2.f32.ue8m0",
            {"e", "scale_a", "scale_b"},
        ),
    ],
)
def test_registers_that_may_stand_in_braces(text: str, names: set[str]) -> None:
    """Metadata and scales, which compilers write as ``{%r1}``."""
    (form,) = lookup("mma", tuple(text.split(".")))
    assert {spec.name for spec in form.operands if spec.braces} == names


@pytest.mark.parametrize(
    "text",
    [
        "sp.sync.aligned.m16n8k64.row.col.kind::f8f6f4.f32.e3m2.e2m3.f32",
        "sp.sync.aligned.m16n8k64.row.col.f16.e4m3.e4m3.f16",
        "sp.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32",
        "sp.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64",
        "sp::ordered_metadata.sync.aligned.m16n8k128.row.col.kind::mxf4nvf4.block_scale.f32.e2m1.e2m1.f32.ue8m0",
        "sp::ordered_metadata.sync.aligned.m16n8k128.row.col.kind::mxf4nvf4.block_scale.scale_vec::2X"
        ".f32.e2m1.e2m1.f32.ue4m3",
    ],
)
def test_sparse_mma_that_does_not_exist(text: str) -> None:
    assert lookup("mma", tuple(text.split("."))) == ()


@pytest.mark.parametrize(
    ("text", "register", "count"),
    [
        ("load.a.sync.aligned.row.m16n16k16.global.f16", "f16x2", 8),
        ("load.b.sync.aligned.col.m32n8k16.f16", "f16x2", 8),
        ("load.c.sync.aligned.row.m16n16k16.f16", "f16x2", 4),
        ("load.c.sync.aligned.row.m8n32k16.shared.f32", "f32", 8),
        ("load.a.sync.aligned.row.m8n32k16.s8", "u32", 1),
        ("load.b.sync.aligned.row.m8n32k16.u8", "u32", 4),
        ("load.a.sync.aligned.col.m32n8k16.bf16", "bf16x2", 8),
        ("load.b.sync.aligned.col.m32n8k16.shared::cta.bf16", "bf16x2", 2),
        ("load.a.sync.aligned.row.m16n16k8.tf32", "tf32", 4),
        ("load.a.sync.aligned.col.m8n8k4.f64", "f64", 1),
        ("load.c.sync.aligned.col.m8n8k4.f64", "f64", 2),
        ("load.a.sync.aligned.row.m8n8k32.s4", "u32", 1),
        ("load.b.sync.aligned.col.m8n8k128.b1", "u32", 1),
        ("load.c.sync.aligned.row.m8n8k128.s32", "s32", 2),
    ],
)
def test_fragments_of_wmma_load(text: str, register: str, count: int) -> None:
    (form,) = lookup("wmma", tuple(text.split(".")))
    fragment, address, stride = form.operands
    assert (fragment.role, fragment.type, fragment.count) == ("=", register, count)
    assert (address.kind, stride.type, stride.optional) == ("address", "u32", True)


@pytest.mark.parametrize(
    ("text", "counts"),
    [
        ("mma.sync.aligned.row.col.m16n16k16.f32.f32", [8, 8, 8, 8]),
        ("mma.sync.aligned.col.row.m8n32k16.f16.f32", [4, 8, 8, 8]),
        ("mma.sync.aligned.row.row.m32n8k16.s32.u8.u8.s32.satfinite", [8, 4, 1, 8]),
        ("mma.sync.aligned.row.col.m16n16k16.f32.bf16.bf16.f32", [8, 4, 4, 8]),
        ("mma.sync.aligned.row.col.m8n8k4.rz.f64.f64.f64.f64", [2, 1, 1, 2]),
        ("mma.sync.aligned.row.col.m8n8k32.s32.u4.u4.s32", [2, 1, 1, 2]),
        ("mma.xor.popc.sync.aligned.row.col.m8n8k128.s32.b1.b1.s32", [2, 1, 1, 2]),
    ],
)
def test_fragments_of_wmma(text: str, counts: list[int]) -> None:
    (form,) = lookup("wmma", tuple(text.split(".")))
    assert [spec.count for spec in form.operands] == counts


@pytest.mark.parametrize(
    "text",
    [
        "load.a.sync.aligned.col.m8n8k32.s4",
        "load.d.sync.aligned.row.m16n16k16.f16",
        "load.a.sync.aligned.row.m16n16k16.local.f16",
        "store.d.sync.aligned.row.m16n16k16.bf16",
        "mma.sync.aligned.row.col.m16n16k16.s32.s8.u8.s32",
    ],
)
def test_wmma_that_does_not_exist(text: str) -> None:
    assert lookup("wmma", tuple(text.split("."))) == ()


def test_metadata_in_braces_is_for_targets_that_do_not_emulate_the_product() -> None:
    def having(text: str) -> set[str]:
        (found,) = lookup("mma", tuple(text.split(".")))
        spans = availability.spans_of_operand(found.form, found.modifiers, "{e}")
        return {"sm_80", "sm_90a", "sm_120a"} & spans.keys()

    everywhere = {"sm_80", "sm_90a", "sm_120a"}
    assert having("sp::ordered_metadata.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32") == everywhere
    assert having("sp.sync.aligned.m16n8k64.row.col.s32.u4.s4.s32") == {"sm_80"}
    assert having("sp::ordered_metadata.sync.aligned.m16n8k64.row.col.f32.e4m3.e5m2.f32") == {"sm_120a"}
