"""The rows of bulk and tensor copies, multimem, fabric and cluster launch control."""

from __future__ import annotations

import pytest

from pyptx.isa import availability, lookup
from pyptx.isa.forms.tensor_copy import FORMS

TX = "mbarrier::complete_tx::bytes"


def operands(text: str) -> list[tuple[str, str, int | None]]:
    """Name, type and count of each operand of the only form of an instruction, those in brackets too."""
    opcode, *modifiers = text.split(".")
    (candidate,) = lookup(opcode, tuple(modifiers))
    return [
        (spec.name, spec.type, spec.count)
        for operand in candidate.operands
        for spec in (operand, *operand.rest)
    ]


def exists(text: str) -> bool:
    """Whether some form has these modifiers."""
    opcode, *modifiers = text.split(".")
    return bool(lookup(opcode, tuple(modifiers)))


@pytest.mark.parametrize(("dim", "count"), [("1d", 1), ("2d", 2), ("3d", 3), ("4d", 4), ("5d", 5)])
def test_a_tile_has_a_coordinate_for_each_dimension(dim: str, count: int) -> None:
    loaded = operands(f"cp.async.bulk.tensor.{dim}.shared::cluster.global.{TX}")
    assert ("tensorCoords", "s32", count) in loaded
    assert [name for name, _, _ in loaded] == ["dstMem", "tensorMap", "tensorCoords", "mbar"]


def test_four_rows_are_gathered_and_scattered_by_a_column_and_four_rows() -> None:
    assert ("tensorCoords", "s32", 5) in operands(
        f"cp.async.bulk.tensor.2d.shared::cta.global.tile::gather4.{TX}"
    )
    assert ("tensorCoords", "s32", 5) in operands(
        "cp.async.bulk.tensor.2d.global.shared::cta.tile::scatter4.bulk_group"
    )
    assert not exists(f"cp.async.bulk.tensor.3d.shared::cta.global.tile::gather4.{TX}")
    assert not exists("cp.async.bulk.tensor.2d.global.shared::cta.tile::gather4.bulk_group")


@pytest.mark.parametrize(
    ("dim", "mode", "count"),
    [
        ("3d", "im2col", 1),
        ("4d", "im2col", 2),
        ("5d", "im2col", 3),
        ("4d", "im2col::w", 2),
        ("3d", "im2col::w::128", 2),
    ],
)
def test_offsets_of_im2col(dim: str, mode: str, count: int) -> None:
    assert ("im2colInfo", "u16", count) in operands(
        f"cp.async.bulk.tensor.{dim}.shared::cluster.global.{mode}.{TX}"
    )


def test_im2col_needs_three_dimensions_and_stores_without_offsets() -> None:
    assert not exists(f"cp.async.bulk.tensor.2d.shared::cluster.global.im2col.{TX}")
    assert not exists("cp.async.bulk.tensor.3d.global.shared::cta.im2col.bulk_group")
    assert exists("cp.async.bulk.tensor.3d.global.shared::cta.im2col_no_offs.bulk_group")


@pytest.mark.parametrize(
    ("multicast", "type_"),
    [("multicast::cluster", "u16"), ("multicast::cluster::16b", "u16"), ("multicast::cluster::32b", "u32")],
)
def test_masks_of_ctas(multicast: str, type_: str) -> None:
    copy = f"cp.async.bulk.tensor.2d.shared::cluster.global.{TX}.{multicast}"
    assert ("ctaMask", type_, None) in operands(copy)
    assert not exists(copy.replace("shared::cluster", "shared::cta"))


def test_what_the_tensor_map_says_may_be_overridden() -> None:
    copy = f"cp.async.bulk.tensor.2d.shared::cta.global.{TX}.override::global_address"
    assert ("gAddrToOverride", "u64", None) in operands(copy)
    (first, second) = lookup("cp", tuple(f"{copy}.override::global_dim_stride".split(".")[1:]))
    (_, tensor, _) = first.operands
    assert [(spec.name, spec.type, spec.count) for spec in tensor.rest] == [
        ("gAddrToOverride", "u64", None),
        ("tensorSizeToOverride", "u8", 2),
        ("tensorLowerStrideToOverride", "b32", 1),
        ("tensorUpperStrideToOverride", "u16", None),
        ("tensorCoords", "s32", 2),
    ]
    assert second.operands[1].rest[1].type == "u16"


@pytest.mark.parametrize(
    ("text", "names"),
    [
        (f"cp.async.bulk.shared::cta.global.{TX}", "dstMem srcMem size mbar"),
        (f"cp.async.bulk.shared::cta.global.{TX}.L2::cache_hint.ignore_oob",
         "dstMem srcMem size ignoreBytesLeft ignoreBytesRight mbar policy"),
        (f"cp.async.bulk.shared::cluster.global.{TX}.multicast::cluster", "dstMem srcMem size mbar ctaMask"),
        (f"cp.async.bulk.shared::cluster.shared::cta.{TX}", "dstMem srcMem size mbar"),
        ("cp.async.bulk.global.shared::cta.bulk_group.L2::cache_hint.cp_mask",
         "dstMem srcMem size policy byteMask"),
        ("cp.reduce.async.bulk.global.shared::cta.bulk_group.add.noftz.bf16", "dstMem srcMem size"),
        ("cp.async.bulk.prefetch.L2.global", "srcMem size"),
        ("cp.async.bulk.commit_group", ""),
        ("cp.async.bulk.wait_group.read", "n"),
        ("multimem.cp.reduce.async.bulk.global.shared::cta.bulk_group.max.s64", "dstMem srcMem size"),
        ("st.async.release.sys.global.u32", "a b"),
        (f"st.async.shared::cluster.{TX}.v4.f32", "a b mbar"),
        (f"red.async.relaxed.cluster.shared::cluster.{TX}.add.u64", "a b mbar"),
        ("multimem.ld_reduce.relaxed.gpu.global.add.acc::f32.v4.bf16x2", "d a"),
        ("clusterlaunchcontrol.query_cancel.get_first_ctaid::x.b32.b128", "d response"),
        ("tensormap.replace.tile.global_stride.shared::cta.b1024.b64", "addr ord new_val"),
        ("fabric.submit", ""),
    ],
)  # fmt: skip
def test_operands(text: str, names: str) -> None:
    assert [name for name, _, _ in operands(text)] == names.split()


@pytest.mark.parametrize(
    "text",
    [
        "cp.async.bulk.global.shared::cta",
        f"cp.async.bulk.shared::cta.global.{TX}.multicast::cluster",
        f"cp.async.bulk.shared::cluster.global.{TX}.ignore_oob",
        f"cp.async.bulk.relaxed.gpu.shared::cta.global.{TX}",
        f"cp.async.bulk.relaxed.gpu.shared::cluster.shared::cta.{TX}.b128",
        f"cp.async.bulk.shared::cta.global.{TX}.mbarrier::report::validity::per_element::ff.ignore_oob",
        f"cp.reduce.async.bulk.shared::cluster.shared::cta.{TX}.add.f32",
        "cp.reduce.async.bulk.global.shared::cta.bulk_group.add.f16",
        "cp.reduce.async.bulk.global.shared::cta.bulk_group.inc.u64",
        "multimem.ld_reduce.global.add.f16",
        "multimem.ld_reduce.global.add.v2.f64",
        "multimem.ld_reduce.global.min.f32",
        "multimem.ld_reduce.global.min.acc::f32.f16x2",
        "multimem.ld_reduce.relaxed.global.add.u32",
        "multimem.red.relaxed.global.add.f32",
        "multimem.red.global.min.f16x2",
        f"st.async.{TX}.v4.b64",
        "st.async.mmio.release.gpu.global.u32",
        "tensormap.replace.tile.global_stride.global.b1024.b32",
        "spdecompress.b8.b2.sp::1:8.x4",
        "spdecompress.b16.b4.sp::4:8.x4",
    ],
)
def test_what_does_not_exist(text: str) -> None:
    assert not exists(text)


@pytest.mark.parametrize(
    ("elemsize", "idxsize", "num", "counts"),
    [("b8", "b2", "x1", (1, 1, 2)), ("b8", "b2", "x64", (16, 64, 128)), ("b16", "b4", "x32", (8, 32, 64))],
)
def test_registers_of_spcompress(elemsize: str, idxsize: str, num: str, counts: tuple[int, ...]) -> None:
    (candidate,) = lookup("spcompress", (elemsize, idxsize, "sp::2:4", num))
    assert tuple(spec.count for spec in candidate.operands[:3]) == counts


@pytest.mark.parametrize(
    ("types", "factor", "num", "counts"),
    [
        ("b8.b2", "sp::2:4", "x4", {"data": 4, "cdata": 2, "mdata": 1}),
        ("b8.b4", "sp::1:16", "x2", {"data": 8, "cdata": 1, "mdata": 1}),
        ("b16.b2", "sp::1:4", "x32", {"data": 64, "cdata": 16, "mdata": 2}),
    ],
)
def test_registers_of_spdecompress(types: str, factor: str, num: str, counts: dict[str, int]) -> None:
    (candidate,) = lookup("spdecompress", (*types.split("."), factor, num))
    assert {spec.name: spec.count for spec in candidate.operands if spec.name in counts} == counts


def test_targets() -> None:
    def having(text: str) -> set[str]:
        opcode, *modifiers = text.split(".")
        candidate, *_ = lookup(opcode, tuple(modifiers))
        return set(availability.targets(candidate.form, candidate.modifiers))

    tile = having(f"cp.async.bulk.tensor.2d.shared::cluster.global.{TX}")
    assert {"sm_90", "sm_90a", "sm_100", "sm_120"} <= tile
    assert not tile & {"sm_80", "sm_89"}
    gathered = having(f"cp.async.bulk.tensor.2d.shared::cluster.global.tile::gather4.{TX}")
    assert "sm_100a" in gathered
    assert "sm_90a" not in gathered
    assert "sm_90a" in having("tensormap.replace.tile.rank.shared::cta.b1024.b32")
    assert "sm_90" not in having("tensormap.replace.tile.rank.shared::cta.b1024.b32")
    assert "sm_90a" not in having("st.bulk.shared::cta")


def test_every_copy_names_its_section() -> None:
    assert {form.section.split()[1] for form in FORMS} >= {"cp.async.bulk", "cp.async.bulk.tensor"}
