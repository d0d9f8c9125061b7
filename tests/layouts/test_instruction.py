"""Instruction descriptors against the manual's tables 48 and 51 to 53."""

from __future__ import annotations

from typing import Any

import pytest

from pyptx.layouts.column_mask import zero_column_mask, zero_columns
from pyptx.layouts.descriptors import (
    TCGEN05_INSTRUCTION,
    TCGEN05_MXF4_INSTRUCTION,
    TCGEN05_MXF8F6F4_INSTRUCTION,
    ZERO_COLUMN_MASK,
)
from pyptx.layouts.instruction import KINDS, instruction_descriptor

PLAIN = {"f16": "bf16", "tf32": "tf32", "f8f6f4": "e4m3", "i8": "s8", "ti16": "s1z4m11"}
SCALED = {"mxf8f6f4": "e4m3", "mxf4": "e2m1", "mxf4nvf4": "e2m1"}
TYPES = PLAIN | SCALED


@pytest.mark.parametrize(
    ("word", "kind", "given"),
    [
        (0x08400490, "f16", {"m": 128, "n": 256, "a": "bf16"}),
        (0x08200010, "f16", {"m": 128, "n": 128, "a": "f16"}),
        (0x04100910, "tf32", {"m": 64, "n": 64, "a": "tf32"}),
        (0x081004A0, "i8", {"m": 128, "n": 64, "a": "s8"}),
        (0x10400410, "f8f6f4", {"m": 256, "n": 256, "a": "e4m3", "b": "e5m2", "cta_group": 2}),
        (0x08A00000, "mxf8f6f4", {"m": 128, "n": 128, "a": "e4m3"}),
        (0x48A00020, "mxf8f6f4", {"m": 128, "n": 128, "a": "e4m3", "sfa_id": 2, "sfb_id": 2}),
        (0x10400480, "mxf4nvf4", {"m": 256, "n": 256, "a": "e2m1", "cta_group": 2}),
    ],
)
def test_known_words(word: int, kind: str, given: dict[str, Any]) -> None:
    assert instruction_descriptor(kind, **given) == word


def steps(first: int, step: int) -> set[int]:
    return set(range(first, 257, step))


I8 = {8, 24} | steps(16, 16)
BY_8, BY_16, BY_32 = steps(8, 8), steps(16, 16), steps(32, 32)
FLOATS = {(64, 1): BY_8, (128, 1): BY_8, (128, 2): BY_16, (256, 2): BY_16}
# kind -> (M, CTAs) -> N: table 48
SHAPES: dict[str, dict[tuple[int, int], set[int]]] = {
    **dict.fromkeys(("f16", "tf32", "f8f6f4"), FLOATS),
    "i8":   {(64, 1): I8,   (128, 1): I8,    (128, 2): BY_32, (256, 2): BY_32},
    "ti16": {(64, 1): BY_8, (128, 1): BY_16, (128, 2): BY_32, (256, 2): BY_32},
    **{kind: {(128, 1): BY_8, (128, 2): BY_16, (256, 2): BY_16} for kind in SCALED},
}  # fmt: skip


def accepted(kind: str, **given: Any) -> bool:
    try:
        word = instruction_descriptor(kind, a=TYPES[kind], **given)
    except ValueError:
        return False
    fields = KINDS[kind].word.decode(word)
    return (fields["m"], fields["n"]) == (given["m"], given["n"])


@pytest.mark.parametrize("kind", TYPES)
@pytest.mark.parametrize("sparse", [False, True])
def test_shapes_are_those_of_the_table(kind: str, sparse: bool) -> None:
    for m in (32, 64, 96, 128, 192, 256, 512):
        for cta_group in (1, 2):
            legal = SHAPES[kind].get((m, cta_group), set())
            if sparse and kind in SCALED and (m, cta_group) == (128, 2):
                legal = set()
            found = {
                n for n in range(0, 273, 4) if accepted(kind, m=m, n=n, cta_group=cta_group, sparse=sparse)
            }
            assert found == legal, (kind, m, cta_group)


@pytest.mark.parametrize("kind", TYPES)
@pytest.mark.parametrize("sparse", [False, True])
def test_weight_stationary_shapes(kind: str, sparse: bool) -> None:
    columns = set() if kind in SCALED else {64, 128} if sparse else {64, 128, 256}
    for m in (32, 64, 128):
        found = {n for n in range(0, 273, 8) if accepted(kind, m=m, n=n, ws=True, sparse=sparse)}
        assert found == columns
        assert not accepted(kind, m=m, n=64, ws=True, cta_group=2)


@pytest.mark.parametrize("kind", ["f8f6f4", "mxf8f6f4", "i8"])
def test_bytes_transposed_come_in_wider_steps(kind: str) -> None:
    """Table 55 (9.3) of the manual."""
    for m, cta_group, step in ((128, 1, 16), (256, 2, 32)):
        found = {n for n in range(0, 273, 8) if accepted(kind, m=m, n=n, cta_group=cta_group, b_major="MN")}
        assert found == steps(step, step)


@pytest.mark.parametrize(
    ("kind", "sparse", "k", "fields"),
    [
        ("f8f6f4", False, 32, {"k_code": 0}), ("f8f6f4", False, 64, {"k_code": 1}),
        ("f8f6f4", True, 128, {"k_code": 1}), ("mxf8f6f4", False, 64, {"k_code": 1}),
        ("mxf4", False, 64, {"k_code": 0, "k_high": 0}), ("mxf4", False, 96, {"k_code": 1, "k_high": 0}),
        ("mxf4", False, 128, {"k_code": 0, "k_high": 1}), ("mxf4nvf4", True, 192, {"k_code": 1, "k_high": 0}),
        ("f16", True, 32, {"k_code": 0}),
    ],
)  # fmt: skip
def test_depths(kind: str, sparse: bool, k: int, fields: dict[str, int]) -> None:
    word = instruction_descriptor(kind, m=128, n=64, a=TYPES[kind], sparse=sparse, k=k)
    assert KINDS[kind].word.decode(word).items() >= fields.items()


@pytest.mark.parametrize(
    ("kind", "given", "said"),
    [
        ("f32", {}, "kind is one of f16, tf32"),
        ("f16", {"a": "f32"}, "a is f16 or bf16, not f32"),
        ("f16", {"d": "f16"}, "d is f32 where a or b is bf16"),
        ("i8", {"d": "f32"}, "d is s32, not f32"),
        ("i8", {"negate_a": True}, "has no negate_a"),
        ("f16", {"saturate": True}, "has no saturate"),
        ("mxf4", {"a_major": "MN"}, "has no MN-major A"),
        ("mxf4", {"scale_type": "ue4m3"}, "scale_type is ue8m0, not ue4m3"),
        ("f16", {"scale_type": "ue8m0"}, "scale_type is not given, not ue8m0"),
        ("mxf4", {"sfa_id": 1}, "sfa_id is 0 or 2, not 1"),
        ("f16", {"sfb_id": 1}, "has no sfb_id"),
        ("f16", {"sparsity_selector": 1}, "sparsity_selector goes with sparse"),
        ("f8f6f4", {"sparsity_selector": 1, "sparse": True}, "has no sparsity_selector"),
        ("f16", {"max_shift": 8}, "max_shift is 0, not 8"),
        ("f16", {"k": 32}, "k is 16, not 32"),
        ("mxf4", {"k": 192}, "k is 64 or 96 or 128, not 192"),
        ("f8f6f4", {"k": 64, "a": "e2m1"}, "with k=64 a and b are e4m3 or e5m2, not e2m1 and e2m1"),
        ("f8f6f4", {"k": 64, "m": 64}, "with k=64 m is 128, not 64"),
        ("f16", {"cta_group": 3}, "cta_group is 1 or 2, not 3"),
        ("f16", {"n": 12}, "n is a multiple of 8 up to 256 here, not 12"),
        ("i8", {"n": 40}, "n is a multiple of 16 up to 256 and 8, 24 here, not 40"),
        ("f16", {"a_major": "M"}, 'major is "K" or "MN"'),
        ("f16", {"sfa_lanes": 128}, "sfa_lanes is 32, not 128"),
    ],
)
def test_products_there_are_not(kind: str, given: dict[str, Any], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        instruction_descriptor(kind, **{"m": 128, "n": 64, "a": TYPES.get(kind, "f16"), **given})


def test_all_types_have_the_codes_of_the_tables() -> None:
    codes = {
        "f16": ({"f16": 0, "bf16": 1}, TCGEN05_INSTRUCTION),
        "tf32": ({"tf32": 2}, TCGEN05_INSTRUCTION),
        "f8f6f4": ({"e4m3": 0, "e5m2": 1, "e2m3": 3, "e3m2": 4, "e2m1": 5}, TCGEN05_INSTRUCTION),
        "mxf8f6f4": ({"e4m3": 0, "e5m2": 1, "e2m3": 3, "e3m2": 4, "e2m1": 5}, TCGEN05_MXF8F6F4_INSTRUCTION),
        "mxf4": ({"e2m1": 1}, TCGEN05_MXF4_INSTRUCTION),
        "mxf4nvf4": ({"e2m1": 1}, TCGEN05_MXF4_INSTRUCTION),
        "i8": ({"u8": 0, "s8": 1}, TCGEN05_INSTRUCTION),
        "ti16": ({"s1z4m11": 3}, TCGEN05_INSTRUCTION),
    }
    assert codes.keys() == KINDS.keys()
    for kind, (types, word) in codes.items():
        for a, code in types.items():
            for b, other in types.items():
                fields = word.decode(instruction_descriptor(kind, m=128, n=64, a=a, b=b))
                assert (fields["a_type"], fields["b_type"]) == (code, other)


def bits(columns: list[bool]) -> str:
    """A mask as the manual writes it: the last column first."""
    return "".join(str(int(zeroed)) for zeroed in reversed(columns))


def test_the_manuals_examples_of_masks() -> None:
    """Section 9.7.18.4.3, examples 1 to 4; "skip 2, use 3" is three columns of zeros and four of B."""
    assert not any(zero_columns(ZERO_COLUMN_MASK.encode(skip=4, use=3), m=128, n=64))
    second = zero_columns(zero_column_mask(used=4, zeroed=3), m=128, n=14)
    assert bits(second) == "11100001110000"
    third = zero_columns(zero_column_mask(used=4, zeroed=3, zeroed_first=(True, False)), m=64, n=34)
    assert bits(third[:17]) == "11100001110000111"
    assert bits(third[17:]) == "00011100001110000"
    word = zero_column_mask(
        used=4, zeroed=3, start=(0, 1, 2, 1), zeroed_first=(True, True, False, False), shift=2
    )
    fourth = zero_columns(word, m=32, n=48)
    parts = [bits(fourth[12 * part : 12 * part + 12]) for part in range(4)]
    drawn = ("00001110000111", "0000111000011", "111000011100", "1110000111000")
    assert parts == [each[-12:] for each in drawn]
    fields = ZERO_COLUMN_MASK.decode(word)
    assert (fields["skip"], fields["use"], fields["shift"], fields["non_zero"]) == (2, 3, 2, 1)
    with pytest.raises(ValueError, match="at most four parts"):
        zero_column_mask(used=1, zeroed=1, start=(0,) * 5)
