"""Further options of tensor core MMAs: scale factors, sparse A, masks, scaled D, shifted A, units."""

from __future__ import annotations

from contextlib import nullcontext
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from pyptx.errors import SimFault
from pyptx.layouts.column_mask import zero_column_mask, zero_columns
from pyptx.layouts.descriptors import Major
from pyptx.sim.semantics.dot_add import dot_add, unit_of
from tests.sim.tensor_cores import Case, Kernel, check_shadows, encoded, random_codes, values_of

SFA, SFB, META = 128, 192, 224
"""Columns of tensor memory where the other operands lie."""


def run(case: Case, words: str = "", after: str = "", held: Any = None, **options: Any) -> tuple[Any, Any]:
    """D of one product as words, and the encodings of A and B."""
    kernel = Kernel(case.group, columns=512 if case.tensor_a else 256)
    left, right = case.operands()
    names = case.lay_out(kernel, left, right)
    if held is not None:
        case.put_d(kernel, held)
    kernel.products.append(case.mma(names, words=words, enable=str(int(held is not None)), after=after))
    out, _ = kernel.run(**options)
    return case.d_of(out), (left, right)


# D, A and B


def test_d_is_scaled_by_a_power_of_two() -> None:
    case = Case()
    held = np.random.default_rng(1).normal(size=(128, 64)).astype(np.float32)
    found, (left, right) = run(case, after=", 5", held=held.view(np.uint32))
    expected = case.product(left, right, held / 32)
    np.testing.assert_array_equal(found, encoded("f32", expected))


def test_negated_operands() -> None:
    case = Case(options={"negate_a": True})
    found, operands = run(case)
    np.testing.assert_array_equal(found, encoded("f32", -case.product(*operands)))
    both = Case(options={"negate_a": True, "negate_b": True})
    np.testing.assert_array_equal(run(both)[0], encoded("f32", case.product(*operands)))


def test_integers_are_clamped_or_wrap() -> None:
    held = np.full((128, 64), 0x7FFF_FFF0, np.uint32)
    for saturate in (False, True):
        case = Case("i8", a="u8", b="u8", d="s32", options={"saturate": saturate})
        found, operands = run(case, held=held)
        total = case.product(*operands) + 0x7FFF_FFF0
        expected = np.minimum(total, 2**31 - 1) if saturate else total
        np.testing.assert_array_equal(found, encoded("s32", expected))


def test_lanes_that_are_not_written() -> None:
    case, held = Case(), np.full((128, 64), 0x4000_0000, np.uint32)
    left, right = case.operands()
    kernel = Kernel(columns=256)
    names = case.lay_out(kernel, left, right)
    case.put_d(kernel, held)
    kernel.products.append(
        "mov.b32 %r20, 0xF; mov.b32 %r21, 0; mov.b32 %r22, 0x80000000; mov.b32 %r23, 0xFFFFFFFF;"
    )
    mask = "{%r20, %r21, %r22, %r23}"
    kernel.products.append(case.mma(names).replace(", %p7;", f", {mask}, %p7;"))
    found = case.d_of(kernel.run()[0])
    kept = np.zeros(128, np.bool_)
    kept[[0, 1, 2, 3, 95, *range(96, 128)]] = True
    expected = np.where(kept[:, None], held, encoded("f32", case.product(left, right)))
    np.testing.assert_array_equal(found, expected)


def test_lanes_of_a_pair_that_are_not_written() -> None:
    """The first four words are for the lanes of the even CTA, the others for those of the odd one."""
    case, held = Case(m=256, n=128, group=2), np.full((256, 128), 0x4000_0000, np.uint32)
    left, right = case.operands()
    kernel = Kernel(2, columns=256)
    names = case.lay_out(kernel, left, right)
    case.put_d(kernel, held)
    words = np.random.default_rng(5).integers(0, 1 << 32, 8, dtype=np.uint32)
    kernel.products += [f"mov.b32 %r{20 + place}, {word:#x};" for place, word in enumerate(words.tolist())]
    mask = ", ".join(f"%r{20 + place}" for place in range(8))
    kernel.products.append(case.mma(names).replace(", %p7;", f", {{{mask}}}, %p7;"))
    kept = np.unpackbits(words.view(np.uint8), bitorder="little").astype(np.bool_)
    expected = np.where(kept[:, None], held, encoded("f32", case.product(left, right)))
    np.testing.assert_array_equal(case.d_of(kernel.run()[0]), expected)


@pytest.mark.parametrize("m", [32, 64, 128])
def test_zero_column_mask(m: int) -> None:
    case = Case(m=m, n=128, ws=True)
    mask = zero_column_mask(used=5, zeroed=3, start=(2, 0, 1, 7), zeroed_first=(True, False, True, False))
    kernel = Kernel(columns=256)
    operands = case.operands()
    names = case.lay_out(kernel, *operands)
    kernel.products.append(case.mma(names, after=f", {kernel.constant('%d2', mask)}"))
    found = case.d_of(kernel.run()[0])
    zeroed = zero_columns(mask, m=m, n=128)
    exact, product = case.exact(*operands), case.product(*operands)
    exact[:, zeroed] = product[:, zeroed] = 0
    check_shadows(case, kernel, exact)
    np.testing.assert_array_equal(found, encoded("f32", product))


@pytest.mark.parametrize("major", [Major.K, Major.MN])
@pytest.mark.parametrize(
    ("m", "shift", "most"), [(32, 2, 8), (32, 16, 32), (64, 13, 16), (128, 32, 32), (128, 0, 8)]
)
def test_the_first_column_of_b_is_shifted(m: int, shift: int, most: int, major: Major) -> None:
    case = Case(m=m, n=64, ws=True, majors=(Major.K, major), options={"max_shift": most})
    mask = zero_column_mask(used=4, zeroed=3, start=(1, 0, 2, 0), shift=shift)
    kernel = Kernel(columns=256)
    left, _ = case.operands()
    _, right = replace(case, n=128).operands()
    names = case.lay_out(kernel, left, right)
    kernel.products.append(case.mma(names, after=f", {kernel.constant('%d2', mask)}"))
    found = case.d_of(kernel.run()[0])
    zeroed, right = zero_columns(mask, m=m, n=64), right[shift : shift + 64]
    exact, product = case.exact(left, right), case.product(left, right)
    exact[:, zeroed] = product[:, zeroed] = 0
    check_shadows(case, kernel, exact)
    np.testing.assert_array_equal(found, encoded("f32", product))


@pytest.mark.parametrize(("m", "shift", "most"), [(128, 1, 0), (128, 9, 8), (32, 17, 32)])
def test_b_is_shifted_by_the_maximum_at_most(m: int, shift: int, most: int) -> None:
    case = Case(m=m, n=64, ws=True, options={"max_shift": most})
    kernel = Kernel(columns=256)
    names = case.lay_out(kernel, *case.operands())
    mask = kernel.constant("%d2", zero_column_mask(used=256, zeroed=1, shift=shift))
    kernel.products.append(case.mma(names, after=f", {mask}"))
    with pytest.raises(SimFault, match=f"shifts B by {shift} columns") as caught:
        kernel.run()
    assert caught.value.rule == "tensor-descriptor"


@pytest.mark.parametrize(
    "case", [Case(tensor_a=True), Case(m=256, n=128, group=2, tensor_a=True)], ids=["one", "pair"]
)
def test_a_is_shifted_by_a_row_but_for_the_last(case: Case) -> None:
    kernel = Kernel(case.group)
    left, right = case.operands()
    kernel.products.append(case.mma(case.lay_out(kernel, left, right), words=".ashift"))
    own = np.split(left, case.group)
    moved = np.concatenate([row for rows in own for row in (rows[1:], rows[-1:])])
    np.testing.assert_array_equal(case.d_of(kernel.run()[0]), encoded("f32", case.product(moved, right)))
    check_shadows(case, kernel, case.exact(moved, right))


@pytest.mark.parametrize(
    ("case", "words", "target", "said"),
    [
        (Case(m=64, tensor_a=True), ".ashift", "sm_100a", "ashift shifts 128 or 256 rows of A, not 64"),
        (
            Case("mxf4", a="e2m1", b="e2m1"),
            ".block_scale",
            "sm_100a",
            "is for sm_103a or sm_107a, not for sm_100",
        ),
        (Case("mxf4", a="e2m1", b="e2m1"), ".block_scale", "sm_103a", ""),
    ],
    ids=["few rows", "K = 96", "K = 96 on sm_103a"],
)
def test_options_of_descriptors(case: Case, words: str, target: str, said: str) -> None:
    """``.ashift`` is for M = 128 and 256; K of 96 came with sm_103a."""
    kernel = Kernel(columns=512, target=target, loads=False)
    line = case.mma(case.lay_out(kernel, *case.operands()), words=words)
    if case.kind == "mxf4":
        line = line.replace(str(case.idesc), str(case.idesc | 1 << 31))
        line = line.replace(", %p7;", f", [%taddr+{SFA}], [%taddr+{SFB}], %p7;")
    kernel.products.append(line)
    with pytest.raises(SimFault, match=f"tensor-instruction.*{said}") if said else nullcontext():
        kernel.run()


@pytest.mark.parametrize(
    ("case", "buffer"),
    [
        (Case(), "a"),
        (Case(m=256, n=128, group=2), "a"),
        *((Case(ws=True), f"b{place}") for place in range(4)),
    ],
    ids=lambda value: f"{value.group}" if isinstance(value, Case) else value,
)
def test_collectors_are_permissions(case: Case, buffer: str) -> None:
    left, right = case.operands()
    kernel = Kernel(case.group, columns=256)
    names = case.lay_out(kernel, left, right)
    for use, enable in (("fill", "0"), ("use", "1"), ("lastuse", "1")):
        kernel.products.append(case.mma(names, words=f".collector::{buffer}::{use}", enable=enable))
    expected = None
    for _ in range(3):
        expected = case.product(left, right, expected)
    np.testing.assert_array_equal(case.d_of(kernel.run()[0]), encoded("f32", expected))


RUBIN: dict[str, Any] = {"target": "sm_107a", "version": "9.4"}


@pytest.mark.parametrize("group", [1, 2])
def test_collectors_of_both_operands_are_permissions(group: int) -> None:
    case = Case(m=128 * group, n=64 * group, group=group)
    left, right = case.operands()
    kernel = Kernel(group, columns=256, **RUBIN)
    names = case.lay_out(kernel, left, right)
    uses = (("discard", "fill"), ("fill", "use"), ("use", "lastuse"), ("lastuse", "discard"))
    expected = None
    for number, (a, b) in enumerate(uses):
        words = f".collector::a::{a}.collector::b::{b}"
        kernel.products.append(case.mma(names, words=words, enable=str(int(number > 0))))
        expected = case.product(left, right, expected)
    np.testing.assert_array_equal(case.d_of(kernel.run()[0]), encoded("f32", expected))


@pytest.mark.parametrize(
    ("uses", "buffer"),
    [
        ((".collector::b::use",), "b"),
        ((".collector::b::fill", "", ".collector::b::use"), "b"),
        ((".collector::a::fill", ".collector::b::fill", ".collector::a::use"), "a"),
    ],
    ids=["empty", "discarded by default", "A discarded beside B"],
)
def test_an_unnamed_collector_is_discarded(uses: tuple[str, ...], buffer: str) -> None:
    case, kernel = Case(), Kernel(columns=256, **RUBIN)
    names = case.lay_out(kernel, *case.operands())
    kernel.products += [case.mma(names, words=words) for words in uses]
    with pytest.raises(SimFault, match=f"left this operand there with .collector::{buffer}::fill") as caught:
        kernel.run()
    assert caught.value.rule == "tensor-collector"


@pytest.mark.parametrize(
    ("case", "uses"),
    [
        (Case(), ("a::use",)),
        (Case(), ("a::fill", "a::discard", "a::use")),
        (Case(ws=True), ("b1::fill", "b2::use")),
        (Case(ws=True), ("b3::fill", "b3::lastuse", "b3::use")),
    ],
    ids=["empty", "discarded", "another", "used up"],
)
def test_a_collector_that_holds_another_operand(case: Case, uses: tuple[str, ...]) -> None:
    kernel = Kernel(columns=256)
    names = case.lay_out(kernel, *case.operands())
    kernel.products += [case.mma(names, words=f".collector::{use}") for use in uses]
    with pytest.raises(SimFault) as caught:
        kernel.run()
    assert caught.value.rule == "tensor-collector"


# Scale factors

SCALED = [
    # kind, words, factors, scale type, ids
    ("mxf8f6f4", "", 1, "ue8m0", (3, 1)),
    ("mxf8f6f4", ".block32", 1, "ue8m0", (0, 0)),
    ("mxf4", ".scale_vec::2X", 2, "ue8m0", (2, 0)),
    ("mxf4nvf4", ".scale_vec::2X", 2, "ue8m0", (0, 2)),
    ("mxf4nvf4", ".scale_vec::4X", 4, "ue4m3", (0, 0)),
    ("mxf4nvf4", ".block16", 4, "ue8m0", (0, 0)),
]


def factors(kernel: Kernel, codes: Any, column: int, id_: int) -> None:
    """Put factors into tensor memory: row m in lanes m % 32 of all warps, column m / 32, byte by byte."""
    for row, line in enumerate(codes):
        for place, code in enumerate(line):
            word, byte = divmod(id_ + place, 4)
            for warp in range(4):
                at = 0, row % 32 + 32 * warp, column + row // 32 + 4 * word
                kernel.tensor[at] |= np.uint32(int(code) << 8 * byte)
    kernel.known.add(column // 32)


def factor_values(type_: str, codes: Any) -> Any:
    return values_of("e4m3", codes) if type_ == "ue4m3" else 2.0 ** (codes.astype(np.float64) - 127)


@pytest.mark.parametrize(("kind", "words", "count", "type_", "ids"), SCALED)
@pytest.mark.parametrize("order", ["any", "hardware"])
def test_scale_factors(kind: str, words: str, count: int, type_: str, ids: Any, order: str) -> None:
    element = "e2m1" if kind != "mxf8f6f4" else "e4m3"
    case = Case(kind, a=element, b=element, options={"scale_type": type_, "sfa_id": ids[0], "sfb_id": ids[1]})
    kernel = Kernel(columns=256)
    left, right = case.operands()
    names = case.lay_out(kernel, left, right)
    rng = np.random.default_rng(7)
    low, high = (1, 0x7F) if type_ == "ue4m3" else (120, 134)
    by_row = rng.integers(low, high, (128, count)).astype(np.uint8)
    by_column = rng.integers(low, high, (64, count)).astype(np.uint8)
    factors(kernel, by_row, SFA, ids[0])
    factors(kernel, by_column, SFB, ids[1])
    line = case.mma(names, words=f".block_scale{words}")
    kernel.products.append(line.replace(", %p7;", f", [%taddr+{SFA}], [%taddr+{SFB}], %p7;"))
    out, report = kernel.run(order=order)
    block = case.k // count
    scale_a = np.repeat(factor_values(type_, by_row), block, axis=1)
    scale_b = np.repeat(factor_values(type_, by_column), block, axis=1)
    a, b = values_of(case.a, left), values_of(case.b, right)
    if order == "hardware":
        unit = unit_of(100, "tcgen05", case.a, case.b, case.k, f"kind::{kind}")
        assert unit is not None
        assert unit.fraction == (25 if kind == "mxf8f6f4" else 35)
        scales = (scale_a, scale_b.T, type_)
        expected = dot_add(unit, a, b.T, np.zeros((128, 64)), (case.a, case.b, "f32"), "f32", scales)
        levels = {entry.level for entry in report.fidelity if entry.instruction.startswith("tcgen05.mma")}
        assert levels == {"hardware"}
    else:
        expected = (a * scale_a) @ (b * scale_b).T
        check_shadows(case, kernel, expected)
    np.testing.assert_array_equal(case.d_of(out), encoded("f32", expected))


@pytest.mark.parametrize("m", [128, 256])
def test_scale_factors_of_a_pair(m: int) -> None:
    """Each CTA has the factors of its rows and of all columns, with M = 128 by halves of the columns."""
    case = Case("mxf8f6f4", m=m, n=128, a="e4m3", b="e5m2", group=2, options={"sfa_id": 1, "sfb_id": 2})
    kernel = Kernel(2, columns=256)
    left, right = case.operands()
    names = case.lay_out(kernel, left, right)
    rng = np.random.default_rng(7)
    by_row, by_column = (rng.integers(120, 134, count).astype(np.uint32) for count in (m, 128))
    for cta in range(2):
        for row, code in enumerate(by_row.reshape(2, -1)[cta]):
            for warp in range(4):
                kernel.tensor[cta, row % 32 + 32 * warp, SFA + row // 32] |= code << np.uint32(8)
        for column, code in enumerate(by_column):
            half, within = divmod(column, 64) if m == 128 else (0, column)
            for warp in (2 * half, 2 * half + 1) if m == 128 else range(4):
                at = cta, within % 32 + 32 * warp, SFB + within // 32
                kernel.tensor[at] |= code << np.uint32(16)
    kernel.known |= {SFA // 32, SFB // 32}
    line = case.mma(names, words=".block_scale")
    kernel.products.append(line.replace(", %p7;", f", [%taddr+{SFA}], [%taddr+{SFB}], %p7;"))
    scale_a, scale_b = (2.0 ** (codes.astype(np.float64) - 127) for codes in (by_row, by_column))
    expected = case.exact(left, right) * scale_a[:, None] * scale_b[None, :]
    np.testing.assert_array_equal(case.d_of(kernel.run()[0]), encoded("f32", expected))
    check_shadows(case, kernel, expected)


def test_scale_factors_that_a_warp_lacks() -> None:
    case = Case("mxf8f6f4", a="e4m3", b="e4m3")
    kernel = Kernel(columns=256)
    names = case.lay_out(kernel, *case.operands())
    factors(kernel, np.full((128, 1), 127, np.uint8), SFA, 0)
    factors(kernel, np.full((64, 1), 127, np.uint8), SFB, 0)
    line = case.mma(names, words=".block_scale")
    kernel.products.append(line.replace(", %p7;", f", [%taddr+{SFA}], [%taddr+{SFB}], %p7;"))
    kernel.run()
    kernel.tensor[0, 69, SFA + 1] = 0
    with pytest.raises(SimFault) as caught:
        kernel.run()
    assert caught.value.rule == "tensor-scale"
    assert "row 37 of A" in str(caught.value)


# Sparse A

HALVES = [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)]


def sparse_operands(case: Case, k: int) -> tuple[Any, Any, Any, Any]:
    """A as stored, whole A, B and the nibbles of metadata, by row and chunk."""
    rng = np.random.default_rng(3)
    wide = {"tf32": 2}.get(case.a, 8 if case.packed else 4)
    stored = random_codes(rng, case.a, (case.m, k // 2))
    right = random_codes(rng, case.b, (case.n, k))
    whole = np.zeros((case.m, k), stored.dtype)
    nibbles = np.zeros((case.m, k // wide), np.uint8)
    for row in range(case.m):
        for chunk in range(k // wide):
            if wide == 2:
                kept = [int(rng.integers(2))]
                nibbles[row, chunk] = (0b0100, 0b1110)[kept[0]]
            else:
                first, second = HALVES[int(rng.integers(6))]
                nibbles[row, chunk] = first | second << 2
                kept = [first, second]
                if wide == 8:
                    kept = [2 * first, 2 * first + 1, 2 * second, 2 * second + 1]
            for place, offset in enumerate(kept):
                whole[row, chunk * wide + offset] = stored[row, chunk * wide // 2 + place]
    return stored, whole, right, nibbles


def metadata_place(case: Case, row: int, chunk: int) -> tuple[int, int, int]:
    """Lane, column and bit of metadata of the four bits of a chunk."""
    if case.kind in ("f16", "tf32"):
        return row % 8 + 8 * (chunk // 4) + 16 * (row // 16), 0, 4 * (chunk % 4) + 16 * (row // 8 % 2)
    return row, chunk // 8, 4 * (chunk % 8)


@pytest.mark.parametrize(
    ("case", "selector"),
    [
        (Case("f16", a="f16", b="f16"), 0),
        (Case("f16", a="bf16", b="bf16"), 1),
        (Case("tf32", a="tf32", b="tf32"), 1),
        (Case("f8f6f4", a="e4m3", b="e5m2"), 0),
        (Case("i8", a="s8", b="s8", d="s32"), 0),
        (Case("f16", a="f16", b="f16", tensor_a=True), 0),
        (Case("f8f6f4", a="e2m1", b="e3m2", tensor_a=True), 0),
        (Case("f16", a="f16", b="bf16", majors=(Major.MN, Major.MN)), 0),
        (Case("f16", a="f16", b="f16", m=256, n=128, group=2), 1),
        (Case("f16", a="f16", b="f16", m=128, n=128, group=2), 0),
        (Case("f8f6f4", a="e4m3", b="e4m3", m=128, n=128, group=2, lane=16), 0),
        (Case("f16", a="f16", b="f16", m=64, lane=16), 1),
        (Case("f8f6f4", a="e4m3", b="e4m3", m=64, tensor_a=True), 0),
        *((Case("f16", a="f16", b="f16", m=m, ws=True), 0) for m in (32, 64, 128)),
    ],
    ids=lambda value: f"{value.a}-{value.m}-{value.group}" if isinstance(value, Case) else str(value),
)
def test_sparse_a(case: Case, selector: int) -> None:
    case.options = {"sparse": True, "sparsity_selector": selector}
    kernel = Kernel(case.group, columns=512 if case.tensor_a else 256)
    k = 2 * case.k
    stored, whole, right, nibbles = sparse_operands(case, k)
    case.swizzles = ("32B", "64B")
    names = case.lay_out(kernel, stored, right)
    for row in range(case.m):
        for chunk in range(nibbles.shape[1]):
            cta, own = divmod(row, case.m // case.group)
            lane, column, bit = metadata_place(case, own, chunk)
            if case.is_halved:
                lane = lane % 16 + 32 * (lane // 16) + case.lane
            at = cta, lane, META + column + selector
            kernel.tensor[at] |= np.uint32(int(nibbles[row, chunk]) << bit)
    kernel.known.add(META // 32)
    head = "tcgen05.mma.ws." if case.ws else "tcgen05.mma."
    line = case.mma(names).replace(head, f"{head}sp.")
    line = line.replace(f", {case.idesc},", f", [%taddr+{(case.lane << 16) + META}], {case.idesc},")
    kernel.products.append(line)
    out, report = kernel.run()
    np.testing.assert_array_equal(case.d_of(out), encoded(case.d, case.product(whole, right)))
    if case.m // case.group < 128:  # the manual draws these metadata
        levels = {entry.level for entry in report.fidelity if "tcgen05.mma" in entry.instruction}
        assert levels == {"unconfirmed"}
    if case.d == "f32":
        check_shadows(case, kernel, case.exact(whole, right))
    kernel.tensor[:, case.lane, META + selector] |= 15
    with pytest.raises(SimFault, match="selects no half of a chunk") as caught:
        kernel.run()
    assert caught.value.rule == "sparse-metadata"
    kernel.known.discard(META // 32)
    with pytest.raises(SimFault, match=f"the metadata of A: lane {case.lane}") as caught:
        kernel.run(checks=("uninitialized",))
    assert caught.value.rule == "uninitialized-tensor-memory"


@pytest.mark.parametrize(
    ("case", "words", "count"),
    [
        (Case("mxf8f6f4", a="e4m3", b="e4m3"), "", 1),
        (Case("mxf8f6f4", a="e2m1", b="e4m3"), "", 1),
        (Case("mxf4", a="e2m1", b="e2m1"), "", 2),
        (Case("mxf4nvf4", a="e2m1", b="e2m1", options={"scale_type": "ue8m0"}), ".scale_vec::4X", 4),
    ],
    ids=lambda value: f"{value.kind}-{value.a}" if isinstance(value, Case) else str(value),
)
def test_sparse_a_with_scale_factors(case: Case, words: str, count: int) -> None:
    k = 2 * case.k
    case.options = {**case.options, "sparse": True, "k": k}
    case.swizzles = ("32B", "64B")
    kernel = Kernel(columns=256)
    stored, whole, right, nibbles = sparse_operands(case, k)
    names = case.lay_out(kernel, stored, right)
    for row in range(case.m):
        for chunk in range(nibbles.shape[1]):
            at = 0, row, META + chunk // 8
            kernel.tensor[at] |= np.uint32(int(nibbles[row, chunk]) << 4 * (chunk % 8))
    kernel.known.add(META // 32)
    rng = np.random.default_rng(7)
    by_row, by_column = (rng.integers(120, 134, (rows, count)).astype(np.uint8) for rows in (128, 64))
    factors(kernel, by_row, SFA, 0)
    factors(kernel, by_column, SFB, 0)
    line = case.mma(names, words=f".block_scale{words}").replace("tcgen05.mma.", "tcgen05.mma.sp.")
    line = line.replace(f", {case.idesc},", f", [%taddr+{META}], {case.idesc},")
    kernel.products.append(line.replace(", %p7;", f", [%taddr+{SFA}], [%taddr+{SFB}], %p7;"))
    scale_a, scale_b = (np.repeat(2.0 ** (each - 127.0), k // count, axis=1) for each in (by_row, by_column))
    a, b = values_of(case.a, whole) * scale_a, values_of(case.b, right) * scale_b
    np.testing.assert_array_equal(case.d_of(kernel.run()[0]), encoded("f32", a @ b.T))
    check_shadows(case, kernel, a @ b.T)


@pytest.mark.parametrize("count", [3, 6])
def test_96_columns_of_packed_elements(count: int) -> None:
    kind, words = ("mxf4", "") if count == 3 else ("mxf4nvf4", ".block16")
    case = Case(kind, m=256, n=64, a="e2m1", b="e2m1", group=2, swizzles=("128B", "128B"))
    case.options = {"k": 96, "sfa_id": 0, "sfb_id": 0, "scale_type": "ue8m0"}
    kernel = Kernel(2, columns=256, target="sm_103a")
    rng = np.random.default_rng(4)
    left, right = random_codes(rng, "e2m1", (256, 256)), random_codes(rng, "e2m1", (64, 256))
    names = case.lay_out(kernel, left, right)
    by_row, by_column = (rng.integers(120, 134, (rows, count)).astype(np.uint8) for rows in (256, 64))
    for cta in range(2):
        for which, codes in ((SFA, by_row[128 * cta : 128 * cta + 128]), (SFB, by_column)):
            for row, line in enumerate(codes):
                for place, code in enumerate(line):
                    column = which + row // 32 + 4 * (place // 4)
                    for warp in range(4):
                        at = cta, row % 32 + 32 * warp, column
                        kernel.tensor[at] |= np.uint32(int(code) << 8 * (place % 4))
    kernel.known |= {SFA // 32, SFB // 32}
    line = case.mma(names, words=f".block_scale{words}")
    kernel.products.append(line.replace(", %p7;", f", [%taddr+{SFA}], [%taddr+{SFB}], %p7;"))
    out, report = kernel.run()
    scale_a, scale_b = (np.repeat(2.0 ** (each - 127.0), 96 // count, axis=1) for each in (by_row, by_column))
    a, b = values_of("e2m1", left[:, :96]) * scale_a, values_of("e2m1", right[:, :96]) * scale_b
    np.testing.assert_array_equal(case.d_of(out), encoded("f32", a @ b.T))
    assert {entry.level for entry in report.fidelity if "tcgen05.mma" in entry.instruction} == {"unconfirmed"}


# Units


@pytest.mark.parametrize(
    "case",
    [
        Case("f16", a="bf16", b="bf16"),
        Case("f16", a="f16", b="f16", d="f16"),
        Case("tf32", a="tf32", b="tf32"),
        Case("f8f6f4", a="e4m3", b="e5m2"),
    ],
    ids=lambda case: f"{case.a}-{case.d}",
)
def test_sums_of_the_unit(case: Case) -> None:
    held = encoded(case.d, np.random.default_rng(2).normal(size=(128, 64)) * 100)
    found, (left, right) = run(case, held=held, order="hardware")
    unit = unit_of(100, "tcgen05", case.a, case.b, case.k)
    assert unit is not None
    assert unit.fraction == 25
    before = held.view(np.float32) if case.d == "f32" else held.astype(np.uint16).view(np.float16)
    expected = dot_add(
        unit,
        values_of(case.a, left),
        values_of(case.b, right).T,
        before.astype(np.float64),
        (case.a, case.b, case.d),
        case.d,
    )
    np.testing.assert_array_equal(found, encoded(case.d, expected))


@pytest.mark.parametrize(("b", "level"), [("e5m2", "hardware"), ("e2m3", "approximate")])
def test_types_without_a_measured_unit_are_approximate(b: str, level: str) -> None:
    case, kernel = Case("f8f6f4", a="e4m3", b=b), Kernel(1, columns=256)
    kernel.products.append(case.mma(case.lay_out(kernel, *case.operands())))
    _, report = kernel.run(order="hardware")
    assert {entry.level for entry in report.fidelity if "tcgen05.mma" in entry.instruction} == {level}


# Rules


@pytest.mark.parametrize(
    ("change", "rule", "said"),
    [
        ({"word": "1"}, "tensor-instruction", "m is 64 or 128"),
        ({"collector": ".collector::a::use"}, "tensor-collector", "collector::a::fill"),
        ({"at": "%taddr+8388608"}, "tensor-memory-lane", "not at lane 128"),
        ({"at": "%taddr+1048576"}, "tensor-memory-lane", "not at lane 16"),
        ({"at": "%taddr+224"}, "tensor-memory-bounds", "columns 224 to 287"),
        ({"bit": 1 << 46}, "tensor-descriptor", "bits 46 to 48"),
        ({"bit": 1 << 61}, "tensor-descriptor", "the swizzle is"),
        ({"bit": 1 << 52}, "tensor-descriptor", "sm_103a"),
        ({"bit": 1 << 53}, "tensor-descriptor", "bit 53 (the half of a lookup table)"),
        ({"bit": 1 << 54}, "tensor-descriptor", "which are always 0"),
        ({"bit": 0x3000}, "out-of-bounds", "ends at shared address"),
    ],
)
def test_rules_of_products(change: dict[str, Any], rule: str, said: str) -> None:
    case = Case()
    kernel = Kernel(columns=256)
    names = case.lay_out(kernel, *case.operands())
    line = case.mma(names, words=change.get("collector", ""))
    line = line.replace("[%taddr]", f"[{change.get('at', '%taddr')}]")
    if "word" in change:
        line = line.replace(str(case.idesc), change["word"])
    if "bit" in change:
        kernel.products.append(f"mov.b64 %d5, {change['bit']:#x}; xor.b64 %d0, %d0, %d5;")
    kernel.products.append(line)
    with pytest.raises(SimFault) as caught:
        kernel.run()
    assert caught.value.rule == rule
    assert said in str(caught.value)


@pytest.mark.parametrize(("column", "is_inside"), [(248, True), (252, False), (256, False), (504, False)])
def test_a_matrix_in_tensor_memory_is_in_allocated_columns(column: int, is_inside: bool) -> None:
    case, kernel = Case(tensor_a=True), Kernel(columns=512)
    line = case.mma(case.lay_out(kernel, *case.operands()))
    assert "[%taddr+256]" in line
    kernel.columns = 256
    kernel.known.clear()
    kernel.products.append(line.replace("[%taddr+256]", f"[%taddr+{column}]"))
    with nullcontext() if is_inside else pytest.raises(SimFault, match="tensor-memory-bounds"):
        kernel.run()


def test_a_product_of_a_pair_whose_other_cta_has_exited() -> None:
    case = Case(m=256, n=64, group=2)
    kernel = Kernel(2, columns=256)
    names = case.lay_out(kernel, *case.operands())
    kernel.products.append(case.mma(names))
    kernel.run()
    kernel.early_exit = True
    with pytest.raises(SimFault) as caught:
        kernel.run()
    assert caught.value.rule in ("exited-cta", "tensor-memory-leak")
