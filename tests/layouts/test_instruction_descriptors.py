"""Instruction descriptors of `tcgen05.mma`: what is encoded is decoded."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pyptx.layouts.instruction import KINDS, decode_instruction, instruction_descriptor


@st.composite
def mmas(draw: st.DrawFn) -> dict[str, object]:
    """The arguments of `instruction_descriptor` for a legal MMA."""
    kind = draw(st.sampled_from([name for name in KINDS if name != "ti16"]))
    of = KINDS[kind]
    group = draw(st.sampled_from([1, 2]))
    packed = kind.startswith("mxf4")
    a, b = draw(st.sampled_from(of.types)), draw(st.sampled_from(of.types))
    d = "f32" if "bf16" in (a, b) else draw(st.sampled_from(of.d))
    made = {
        "kind": kind,
        "m": 128 * group,
        "n": 32 * draw(st.integers(1, 8)),
        "a": a,
        "b": b,
        "d": d,
        "cta_group": group,
        "a_major": "K" if packed else draw(st.sampled_from(["K", "MN"])),
        "b_major": "K" if packed else draw(st.sampled_from(["K", "MN"])),
        "negate_a": kind != "i8" and draw(st.booleans()),
        "saturate": kind == "i8" and draw(st.booleans()),
        "sparse": draw(st.booleans()),
    }
    if len(of.depths) > 1:
        depths = of.depths if packed or {a, b} <= {"e4m3", "e5m2"} else of.depths[:1]
        if made["sparse"]:
            depths = depths[:2]
        made["k"] = draw(st.sampled_from(depths)) * (2 if made["sparse"] else 1)
    if of.scales:
        made |= {"scale_type": draw(st.sampled_from(of.scales))[0], "sfa_id": draw(st.sampled_from([0, 2]))}
    return made


@given(mmas())
def test_what_is_encoded_is_decoded(made: dict[str, object]) -> None:
    word = instruction_descriptor(**made)  # type: ignore[arg-type]
    found = decode_instruction(
        word, str(made["kind"]), cta_group=int(str(made["cta_group"])), sparse=bool(made["sparse"])
    )
    assert (found.m, found.n, found.a, found.b, found.d) == tuple(
        made[name] for name in ("m", "n", "a", "b", "d")
    )
    assert (found.transpose_a, found.transpose_b) == (made["a_major"] == "MN", made["b_major"] == "MN")
    assert (found.negate, found.saturate, found.sparse) == (
        made["negate_a"],
        made["saturate"],
        made["sparse"],
    )
    depth = int(str(made.get("k", found.k)))
    bits = {"f16": 16, "tf32": 32, "mxf4": 4, "mxf4nvf4": 4}.get(str(made["kind"]), 8)
    assert found.k == depth
    assert found.depth_bytes == depth * bits // 8 // (2 if made["sparse"] else 1)
    assert found.scale_type == made.get("scale_type", "")
    assert found.sfa_id == made.get("sfa_id", 0)


@pytest.mark.parametrize(
    ("word", "kind", "said"),
    [
        (0x8400490 | 1 << 6, "f16", "always 0"),
        (0x8400490 | 1 << 2, "f16", "not .sp"),
        (0x8400490 & ~(31 << 24), "f16", "m is 64 or 128"),
        (0x8400490 | 7 << 7, "f16", "a_type of the descriptor is 0 .f16., 1 .bf16., not 7"),
        (0x8400490 | 7 << 10, "f16", "b_type of the descriptor is 0 .f16., 1 .bf16., not 7"),
        (0x8400490 | 3 << 4, "f16", "no d has the code 3"),
        (0x8400490 | 1 << 29, "f16", "no K of code 1"),
        (0x10400480 | 3 << 23, "mxf4nvf4", "no scale_type has the code 3"),
        (0x8400490, "f4", "kind is one of f16, tf32"),
    ],
)
def test_what_describes_no_mma(word: int, kind: str, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        decode_instruction(word, kind)
