"""The rows of data movement and atomics: operand counts, vectors, and what may not be combined."""

from __future__ import annotations

import pytest

from pyptx.isa import Candidate, lookup


def found(text: str) -> tuple[Candidate, ...]:
    """The forms of an instruction written with dots."""
    opcode, *modifiers = text.split(".")
    return lookup(opcode, tuple(modifiers))


def names(text: str) -> list[str]:
    """The operands of the only form of an instruction."""
    (candidate,) = found(text)
    return [spec.name for spec in candidate.operands]


@pytest.mark.parametrize(
    ("text", "operands"),
    [
        ("ld.global.f32", "d a"),
        ("ld.global.v4.f32", "d a"),
        ("ld.global.L1::no_allocate.L2::cache_hint.v2.u64", "d a policy"),
        ("ld.global.nc.L2::128B.v4.f32", "d a"),
        ("ld.relaxed.gpu.global.u32", "d a"),
        ("ld.param.u64", "d a"),
        ("ldu.global.f32", "d a"),
        ("st.shared.b32", "a b"),
        ("st.global.cs.v4.f32", "a b"),
        ("st.global.L2::cache_hint.b32", "a b policy"),
        ("atom.global.add.f32", "d a b"),
        ("atom.acq_rel.gpu.global.cas.b64", "d a b c"),
        ("atom.global.exch.b128", "d a b"),
        ("atom.shared.inc.u32", "d a b"),
        ("red.relaxed.gpu.global.add.s32", "a b"),
        ("red.global.add.noftz.L2::cache_hint.v4.f16x2", "a b policy"),
        ("prmt.b32", "d a b c"),
        ("prmt.b32.f4e", "d a b c"),
        ("cvta.to.global.u64", "p a"),
        ("prefetch.global.L2", "a"),
        ("createpolicy.fractional.L2::evict_last.b64", "policy fraction"),
        ("mapa.shared::cluster.u32", "d a b"),
        ("discard.global.L2", "a size"),
    ],
)
def test_operands(text: str, operands: str) -> None:
    assert names(text) == operands.split()


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("ld.global.b32", None),
        ("ld.global.v2.b64", 2),
        ("ld.global.v4.b32", 4),
        ("ld.global.v8.f32", 8),
        ("ld.global.v4.f64", 4),
    ],
)
def test_vectors_are_as_long_as_they_say(text: str, count: int | None) -> None:
    (candidate,) = found(text)
    assert candidate.operands[0].count == count


@pytest.mark.parametrize(
    "text",
    [
        "ld.shared.v8.f32",
        "ld.shared.v4.f64",
        "ld.global.v8.u16",
        "ld.global.v2.b128",
        "ld.global.v3.f32",
        "ld.const.relaxed.gpu.f32",
        "ld.volatile.const.f32",
        "ld.relaxed.global.f32",
        "ld.shared.L2::128B.f32",
        "ld.global.L2::evict_first.f32",
        "ld.global.ca.L1::evict_last.f32",
        "ld.global.f16",
        "st.const.f32",
        "st.global.ca.f32",
        "st.param::entry.b32",
        "st.global.nc.f32",
        "atom.global.add.s64",
        "atom.global.add.f16",
        "atom.global.min.f32",
        "atom.global.cas.u32",
        "atom.shared.add.v2.f32",
        "atom.global.cas.L2::cache_hint.b32",
        "red.acquire.gpu.global.add.u32",
        "red.global.exch.b32",
        "mov.f16",
        "prmt.u32",
        "cvta.u64",
    ],
)
def test_what_does_not_exist(text: str) -> None:
    assert found(text) == ()


def test_a_wider_register_may_be_loaded_and_stored() -> None:
    for text, position in (("ld.global.u8", 0), ("st.global.u8", 1)):
        (candidate,) = found(text)
        assert candidate.operands[position].wider


def test_only_vectors_of_256_bits_are_stored_with_gaps() -> None:
    (narrow,) = found("st.global.v4.f32")
    (wide,) = found("st.global.v8.f32")
    assert (narrow.operands[1].sink, wide.operands[1].sink) == (False, True)


@pytest.mark.parametrize(
    ("type_", "parts"),
    [
        ("b16", {("b8", 2)}),
        ("b32", {("b16", 2), ("b8", 4)}),
        ("b64", {("b32", 2), ("b16", 4)}),
        ("b128", {("b64", 2), ("b32", 4)}),
    ],
)
def test_mov_packs_and_unpacks(type_: str, parts: set[tuple[str, int]]) -> None:
    forms = found(f"mov.{type_}")
    packed = {(a.type, a.count) for d, a in (form.operands for form in forms) if d.count is None and a.count}
    unpacked = {
        (d.type, d.count) for d, a in (form.operands for form in forms) if a.count is None and d.count
    }
    assert packed == unpacked == parts


@pytest.mark.parametrize(("cop", "sizes"), [("ca", {4, 8, 16}), ("cg", {16})])
def test_sizes_of_cp_async(cop: str, sizes: set[int]) -> None:
    plain, *_ = found(f"cp.async.{cop}.shared.global")
    assert {size for size in range(33) if size in plain.operands[2].bounds} == sizes
