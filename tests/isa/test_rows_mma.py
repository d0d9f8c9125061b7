"""The fragments of warp-level matrix instructions, as sections 9.7.16.5.1 to .17 of the manual count them."""

from __future__ import annotations

import pytest

from pyptx.isa import lookup

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
