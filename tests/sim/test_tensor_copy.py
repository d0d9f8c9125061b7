"""Tensor copies against slices of padded arrays, and bulk copies, in every schedule."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING, Any

import ml_dtypes
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pyptx.layouts.tensor_map import TensorMap
from pyptx.layouts.tensor_map_words import Im2col
from pyptx.program import from_ptx
from pyptx.sim import SimFault, SimReport, simulate
from pyptx.sim.native import MISSING
from tests.sim.conftest import on_both, text
from tests.sim.shadow_engines import assert_same

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

SCHEDULES = pytest.mark.parametrize("schedule", ["late", "early", "random"])

LOAD = """
    .shared .align 8 .b64 full;
    .shared .align 1024 .b8 tile[{bytes}];
    ld.param.u64 %rd30, [out];
    mov.u32 %r1, %tid.x;
    setp.eq.u32 %p1, %r1, 0;
    @%p1 mbarrier.init.shared::cta.b64 [full], 1;
    bar.sync 0;
    mov.b64 %rd1, x;
    cvta.param.u64 %rd1, %rd1;
    @%p1 mbarrier.arrive.expect_tx.shared::cta.b64 _, [full], {moved};
    {loads}
WAIT:
    mbarrier.try_wait.parity.shared::cta.b64 %p2, [full], 0;
    @!%p2 bra WAIT;
    mov.u32 %r2, tile;
    shl.b32 %r3, %r1, 2;
COPY:
    setp.ge.u32 %p3, %r3, {bytes};
    @%p3 bra END;
    add.u32 %r4, %r2, %r3;
    ld.shared.u32 %r5, [%r4];
    cvt.u64.u32 %rd2, %r3;
    add.u64 %rd2, %rd30, %rd2;
    st.global.u32 [%rd2], %r5;
    add.u32 %r3, %r3, 128;
    bra COPY;
END:
"""


def load(
    tensor: TensorMap, x: np.ndarray, words: str, where: str, info: str = "", **options: Any
) -> np.ndarray:
    """Return the bytes in shared memory after a load of a box, and check that the wanted engine ran."""
    out, engine = loaded(tensor, x, words, where, info, **options)
    assert engine == ("numpy" if options.get("native") is False or MISSING else "native")
    return out


def loaded(
    tensor: TensorMap, x: np.ndarray, words: str, where: str, info: str = "", **options: Any
) -> tuple[np.ndarray, str]:
    """The bytes in shared memory after a load of a box, and the engine that ran."""
    out = np.zeros(tensor.box_bytes, np.uint8)
    copy = (
        "@%p1 "
        f"cp.async.bulk.tensor.{tensor.rank}d.shared::cluster.global{words}.mbarrier::complete_tx::bytes "
        f"[tile], [%rd1, {{{where}}}], [full]{info};"
    )
    body = LOAD.format(bytes=tensor.box_bytes, moved=tensor.transaction_bytes, loads=copy)
    params = ".param .align 64 .b8 x[128], .param .u64 out"
    program = from_ptx(text(body, params=params, target=target_of(tensor)))
    report = simulate(program, (tensor.of(x), out), grid=(1, 1, 1), block=(32, 1, 1), **options)
    return out, report.engine


def target_of(tensor: TensorMap) -> str:
    """The first target that has maps of a tensor's elements."""
    return "sm_100a" if tensor.element.packed else "sm_90a"


@pytest.mark.parametrize("native", [False, None])
def test_a_prefetch_of_a_box_changes_nothing(native: bool | None) -> None:
    x = np.arange(64, dtype=np.uint32).reshape(8, 8)
    tensor, out = TensorMap.tiled("u32", (8, 8), (8, 8)), np.zeros(256, np.uint8)
    words = "cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes"
    loads = (
        f"@%p1 cp.async.bulk.prefetch.tensor.2d.L2.global.tile [%rd1, {{0, 0}}];\n"
        f"@%p1 {words} [tile], [%rd1, {{0, 0}}], [full];"
    )
    body = LOAD.format(bytes=256, moved=256, loads=loads)
    program = from_ptx(text(body, params=".param .align 64 .b8 x[128], .param .u64 out"))
    simulate(program, (tensor.of(x), out), grid=(1, 1, 1), block=(32, 1, 1), native=native)
    assert out.view(np.uint32).tolist() == x.reshape(-1).tolist()


def coordinates(place: Sequence[int]) -> str:
    return ", ".join(map(str, place))


def box_elements(tensor: TensorMap, x: np.ndarray, place: Sequence[int], fill: int = 0) -> np.ndarray:
    """The elements of a box, innermost dimension last."""
    box = np.full(tensor.extents[::-1], fill, x.dtype)
    steps = (1, *tensor.element_strides[1:])
    for index in product(*map(range, tensor.extents)):
        at = [c + i * s for c, i, s in zip(place, index, steps, strict=True)]
        if all(0 <= a < n for a, n in zip(at, tensor.sizes, strict=True)):
            box[index[::-1]] = x[tuple(at[::-1])]
    return box


def placed(tensor: TensorMap, box: np.ndarray) -> np.ndarray:
    """The bytes of shared memory that hold a box, by the layout's own account."""
    raw = np.zeros(tensor.box_bytes, np.uint8)
    size = box.dtype.itemsize
    for index in product(*map(range, tensor.extents)):
        at = tensor.place(index)
        raw[at : at + size] = np.frombuffer(box[index[::-1]].tobytes(), np.uint8)
    return raw


@st.composite
def tiles(draw: st.DrawFn) -> tuple[TensorMap, np.ndarray, tuple[int, ...]]:
    """A tensor, a box of it and where the box starts: inside, at an edge, or beyond."""
    name = draw(st.sampled_from(["u8", "u16", "f32", "u64"]))
    dtype = np.dtype({"f32": "uint32"}.get(name, f"uint{name[1:]}"))
    rank = draw(st.integers(1, 5))
    swizzle = draw(st.sampled_from(["NONE", "32B", "64B", "128B", "128B_32B", "128B_64B"]))
    width = 16 * draw(st.integers(1, 4)) if swizzle == "NONE" else int(swizzle.partition("B")[0])
    box = (width // dtype.itemsize, *(draw(st.integers(1, 5)) for _ in range(rank - 1)))
    steps = (1, *(draw(st.integers(1, 3)) for _ in range(rank - 1)))
    inner = draw(st.integers(1, 3)) * 16 // dtype.itemsize
    sizes = (inner, *(draw(st.integers(1, 6)) for _ in range(rank - 1)))
    place = tuple(draw(st.integers(-3, size)) for size in sizes)
    x = np.random.default_rng(rank).integers(1, 250, sizes[::-1]).astype(dtype)
    return TensorMap.tiled(name, sizes, box, element_strides=steps, swizzle=swizzle), x, place


@settings(max_examples=25)
@given(tiles())
def test_tiles_land_as_laid_out(case: tuple[TensorMap, np.ndarray, tuple[int, ...]]) -> None:
    tensor, x, place = case
    assert np.array_equal(
        load(tensor, x, "", coordinates(place)), placed(tensor, box_elements(tensor, x, place))
    )


@pytest.mark.parametrize("native", [False, None])
@pytest.mark.parametrize("schedule", ["late", "early"])
@pytest.mark.parametrize("place", [(0, 0), (128, 1), (-128, -1), (128, 3)])
@pytest.mark.parametrize(
    ("name", "swizzle", "width"),
    [("b4x16", "NONE", 64), ("b4x16", "128B", 256), ("b4x16_p64", "128B", 128), ("b6x16_p32", "NONE", 128)],
)
def test_narrow_elements_land_in_groups_of_16(
    name: str, swizzle: str, width: int, place: tuple[int, int], schedule: str, native: bool | None
) -> None:
    tensor = TensorMap.tiled(name, (384, 4), (width, 3), swizzle=swizzle)
    group = 2 * tensor.element.bits  # bytes of 16 elements
    x = np.random.default_rng(1).integers(1, 256, (4, 24 * group), dtype=np.uint8)
    out, engine = loaded(tensor, x, "", coordinates(place), native=native, checks=(), schedule=schedule)
    assert engine == ("numpy" if native is False or MISSING else "native")
    for row, step in product(range(3), range(width // 16)):
        at, column = place[1] + row, place[0] // 16 + step
        inside = 0 <= at < 4 and 0 <= column < 24
        expected = x[at, column * group : (column + 1) * group] if inside else np.zeros(group, np.uint8)
        first = tensor.place((16 * step, row))
        assert out[first : first + group].tolist() == expected.tolist()


@pytest.mark.parametrize("native", [False, None])
@pytest.mark.parametrize(
    ("name", "width", "start", "said"),
    [
        ("b4x16", 64, 1, "begins a byte"),
        ("b4x16", 64, -3, "begins a byte"),
        ("b4x16_p64", 128, 64, "is a multiple of 128, not 64"),
        ("b6x16_p32", 128, -16, "is a multiple of 128, not -16"),
    ],
)
def test_where_narrow_elements_must_not_start(
    name: str, width: int, start: int, said: str, native: bool | None
) -> None:
    tensor = TensorMap.tiled(name, (384, 4), (width, 3))
    x = np.zeros((4, 48 * tensor.element.bits), np.uint8)
    with pytest.raises(SimFault, match=f"coordinate 0 of {name} {said}") as caught:
        load(tensor, x, "", coordinates((start, 0)), native=native)
    assert caught.value.rule == "tensor-coordinates"


@pytest.mark.parametrize("native", [False, None])
def test_packed_elements_are_stored(native: bool | None) -> None:
    tensor = TensorMap.tiled("b4x16", (96, 5), (64, 4))
    data = np.random.default_rng(2).integers(0, 256, (4, 32), dtype=np.uint8)
    x = np.full((5, 48), 7, np.uint8)
    copy = "cp.async.bulk.tensor.2d.global.shared::cta.bulk_group [%rd1, {64, 2}], [tile]"
    store(tensor, x, data, copy, native=native)
    expected = np.full((5, 48), 7, np.uint8)
    expected[2:, 32:] = data[:3, :16]
    np.testing.assert_array_equal(x, expected)


@SCHEDULES
def test_a_tile_at_the_edge_is_filled(schedule: str) -> None:
    tensor = TensorMap.tiled("f16", (40, 12), (64, 16), swizzle="128B", oob_fill="NAN")
    x = np.arange(480, dtype=np.uint16).reshape(12, 40)
    found = load(tensor, x, ".tile", "8, 4", schedule=schedule, seed=3)
    assert np.array_equal(found, placed(tensor, box_elements(tensor, x, (8, 4), fill=0x7FF7)))


@pytest.mark.parametrize("place", [(-50, 1), (100, 1)])
def test_the_widest_rows_are_filled_on_both_sides(place: tuple[int, int]) -> None:
    tensor = TensorMap.tiled("u64", (200, 2), (256, 2))
    x = np.arange(1, 401, dtype=np.uint64).reshape(2, 200)
    found = load(tensor, x, ".tile", coordinates(place))
    assert np.array_equal(found, placed(tensor, box_elements(tensor, x, place)))


@pytest.mark.parametrize("native", [False, None])
@pytest.mark.parametrize("swizzle", ["NONE", "32B"])
def test_subnormal_elements_land_as_zeros_of_their_sign(swizzle: str, native: bool | None) -> None:
    tensor = TensorMap.tiled("f32.ftz", (8, 8), (8, 8), swizzle=swizzle)
    bits = [1, 0x8000_0001, 0x007F_FFFF, 0x807F_FFFF, 0x0080_0000, 0x8080_0000, 0x3F80_0000, 0x7F80_0001]
    x = np.array([bits[n:] + bits[:n] for n in range(8)], np.uint32)
    landed = np.where(x & 0x7F80_0000, x, x & 0x8000_0000)
    assert np.array_equal(load(tensor, x, "", "0, 0", native=native), placed(tensor, landed))


@st.composite
def columns(draw: st.DrawFn) -> tuple[TensorMap, np.ndarray, tuple[int, ...], tuple[int, ...]]:
    spatial = draw(st.integers(1, 3))
    sizes = (16, *(draw(st.integers(2, 5)) for _ in range(spatial)), draw(st.integers(1, 3)))
    lower = tuple(draw(st.integers(-2, 0)) for _ in range(spatial))
    upper = tuple(draw(st.integers(-1, 1)) for _ in range(spatial))
    steps = (1, *(draw(st.integers(1, 2)) for _ in range(spatial)), 1)
    tensor = TensorMap.pixels(
        "u8", sizes, Im2col(lower, upper, 16, draw(st.integers(1, 20))), element_strides=steps
    )
    place = (0, *(draw(st.integers(lo, 1)) for lo in lower), draw(st.integers(0, sizes[-1] - 1)))
    offsets = tuple(draw(st.integers(0, 2)) for _ in range(spatial))
    x = np.random.default_rng(1).integers(1, 250, sizes[::-1]).astype(np.uint8)
    return tensor, x, place, offsets


@settings(max_examples=20)
@given(columns())
def test_pixels_of_a_convolution(
    case: tuple[TensorMap, np.ndarray, tuple[int, ...], tuple[int, ...]],
) -> None:
    """The reference numbers the pixels of the bounding box and steps through them."""
    tensor, x, place, offsets = case
    assert tensor.im2col is not None
    lower, upper = tensor.im2col.lower, tensor.im2col.upper
    axes = [
        list(range(lo, size + up, step))
        for lo, up, size, step in zip(
            lower, upper, tensor.sizes[1:], tensor.element_strides[1:], strict=False
        )
    ]
    current = list(place[1:])
    expected = np.zeros((tensor.im2col.pixels, 16), np.uint8)
    for pixel in range(tensor.im2col.pixels):
        at = [base + offset for base, offset in zip(current, offsets, strict=False)]
        if all(0 <= a < n for a, n in zip((*at, current[-1]), tensor.sizes[1:], strict=True)):
            expected[pixel] = x[(current[-1], *at[::-1])]
        for axis, stops in enumerate(axes):
            current[axis] += tensor.element_strides[1 + axis]
            if current[axis] <= tensor.sizes[1 + axis] - 1 + upper[axis]:
                break
            current[axis] = stops[0]
        else:
            current[-1] += 1
    info = f", {{{coordinates(offsets)}}}"
    assert np.array_equal(load(tensor, x, ".im2col", coordinates(place), info), expected.reshape(-1))


STORE = """
    .shared .align 1024 .b8 tile[{bytes}];
    ld.param.u64 %rd30, [data];
    mov.u32 %r1, %tid.x;
    setp.eq.u32 %p1, %r1, 0;
    mov.b64 %rd1, x;
    cvta.param.u64 %rd1, %rd1;
    mov.u32 %r2, tile;
    shl.b32 %r3, %r1, 2;
COPY:
    setp.ge.u32 %p3, %r3, {bytes};
    @%p3 bra END;
    add.u32 %r4, %r2, %r3;
    cvt.u64.u32 %rd2, %r3;
    add.u64 %rd2, %rd30, %rd2;
    ld.global.u32 %r5, [%rd2];
    st.shared.u32 [%r4], %r5;
    add.u32 %r3, %r3, 128;
    bra COPY;
END:
    fence.proxy.async.shared::cta;
    bar.sync 0;
    @%p1 {store};
    @%p1 cp.async.bulk.commit_group;
    @%p1 cp.async.bulk.wait_group{read} 0;
"""


def store(
    tensor: TensorMap, x: np.ndarray, data: np.ndarray, copy: str, read: str = "", **options: Any
) -> SimReport:
    body = STORE.format(bytes=tensor.box_bytes, store=copy, read=read)
    params = ".param .align 64 .b8 x[128], .param .u64 data"
    program = from_ptx(text(body, params=params, target=target_of(tensor)))
    return simulate(program, (tensor.of(x), data), grid=(1, 1, 1), block=(32, 1, 1), **options)


@settings(max_examples=20)
@given(tiles(), st.sampled_from(["late", "early", "random"]), st.sampled_from(["", ".read"]))
def test_stores_leave_the_outside_alone(
    case: tuple[TensorMap, np.ndarray, tuple[int, ...]], schedule: str, read: str
) -> None:
    tensor, x, place = case
    start = tuple(max(at, 0) for at in place)
    box = np.random.default_rng(5).integers(0, 250, tensor.extents[::-1]).astype(x.dtype)
    expected = x.copy()
    for index in product(*map(range, tensor.extents)):
        steps = (1, *tensor.element_strides[1:])
        at = [c + i * s for c, i, s in zip(start, index, steps, strict=True)]
        if all(a < n for a, n in zip(at, tensor.sizes, strict=True)):
            expected[tuple(at[::-1])] = box[index[::-1]]
    copy = (
        f"cp.async.bulk.tensor.{tensor.rank}d.global.shared::cta.bulk_group [%rd1, "
        f"{{{coordinates(start)}}}], [tile]"
    )
    store(tensor, x, placed(tensor, box), copy, read, schedule=schedule)
    assert np.array_equal(x, expected)


@pytest.mark.parametrize(
    ("operation", "name", "dtype", "combine"),
    [
        ("add", "f32", np.float32, np.add),
        ("add", "f16", np.float16, np.add),
        ("add", "u64", np.uint64, np.add),
        ("min", "s32", np.int32, np.minimum),
        ("max", "f16", np.float16, np.maximum),
        ("xor", "u32", np.uint32, np.bitwise_xor),
        ("inc", "u32", np.uint32, lambda old, b: np.where(old >= b, 0, old + 1)),
    ],
)
def test_reductions(operation: str, name: str, dtype: type, combine: Callable[..., Any]) -> None:
    width = 64 // np.dtype(dtype).itemsize
    tensor = TensorMap.tiled(name, (width + 16, 9), (width, 4))
    rng = np.random.default_rng(1)
    x: Any = rng.integers(0, 100, (9, width + 16)).astype(dtype)
    box: Any = rng.integers(0, 100, (4, width)).astype(dtype)
    expected = x.copy()
    expected[7:9, 8 : 8 + width] = combine(x[7:9, 8 : 8 + width], box[:2])
    copy = (
        f"cp.reduce.async.bulk.tensor.2d.global.shared::cta.{operation}.bulk_group [%rd1, {{8, 7}}], [tile]"
    )
    store(tensor, x, np.frombuffer(box.tobytes(), np.uint8).copy(), copy)
    assert np.array_equal(x, expected)


@pytest.mark.parametrize(
    ("operation", "name", "dtype", "combine"),
    [
        ("add", "f32", np.float32, np.add),
        ("add", "f16", np.float16, np.add),
        ("add", "bf16", ml_dtypes.bfloat16, np.add),
        ("min", "bf16", ml_dtypes.bfloat16, np.minimum),
        ("max", "f16", np.float16, np.maximum),
    ],
)
def test_reductions_carry_shadows(
    operation: str, name: str, dtype: type, combine: Callable[..., Any]
) -> None:
    width = 64 // np.dtype(dtype).itemsize
    tensor = TensorMap.tiled(name, (width + 16, 9), (width, 4))
    rng = np.random.default_rng(1)
    exact = {"x": rng.uniform(1, 2, (9, width + 16)), "data": rng.uniform(1, 2, (4, width))}
    x: Any = exact["x"].astype(dtype)
    copy = (
        f"cp.reduce.async.bulk.tensor.2d.global.shared::cta.{operation}.bulk_group [%rd1, {{8, 7}}], [tile]"
    )
    data: Any = exact["data"].astype(dtype)
    native, reference = (
        store(tensor, x.copy(), data, copy, shadow=exact, native=each) for each in (None, False)
    )
    found = native.shadow
    assert found is not None
    assert reference.shadow is not None
    assert_same(found, reference.shadow)
    expected = exact["x"].copy()
    expected[7:9, 8 : 8 + width] = combine(expected[7:9, 8 : 8 + width], exact["data"][:2])
    output = found.output("x")
    np.testing.assert_allclose(output.shadow, expected, rtol=1e-15)
    assert (np.abs(output.error) <= output.bound).all()
    assert (output.error[7:9, 8 : 8 + width] != 0).mean() > 0.9
    assert not found.restarted


def test_gathered_and_scattered_rows() -> None:
    tensor = TensorMap.tiled("u32", (32, 20), (16, 1))
    x = np.arange(640, dtype=np.uint32).reshape(20, 32)
    out = np.zeros(64, np.uint32)
    options: dict[str, Any] = {"grid": (1, 1, 1), "block": (32, 1, 1), "checks": "all"}
    body = LOAD.format(
        bytes=256,
        moved=256,
        loads="@%p1 cp.async.bulk.tensor.2d.shared::cta.global.tile::gather4.mbarrier::complete_tx::bytes "
        "[tile], [%rd1, {8, 3, 19, 20, 0}], [full];\n",
    )
    params = ".param .align 64 .b8 x[128], .param .u64 {}"
    program = from_ptx(text(body, params=params.format("out"), target="sm_100a"))
    on_both(program, (tensor.of(x), out), **options)
    rows = np.stack([x[3, 8:24], x[19, 8:24], np.zeros(16, np.uint32), x[0, 8:24]])
    assert np.array_equal(out.reshape(4, 16), rows)
    scatter = (
        "cp.async.bulk.tensor.2d.global.shared::cta.tile::scatter4.bulk_group [%rd1, "
        "{16, 4, 5, 20, 0}], [tile]"
    )
    program = from_ptx(
        text(STORE.format(bytes=256, store=scatter, read=""), params=params.format("data"), target="sm_100a")
    )
    expected = x.copy()
    expected[[4, 5, 0], 16:] = rows[[0, 1, 3]]
    on_both(program, (tensor.of(x), out), **options)
    assert np.array_equal(x, expected)


SCATTERED = TensorMap.tiled("u32", (16, 8), (16, 1))
OVERLAPPING = TensorMap.tiled("u32", (16, 6), (16, 4), strides=(48,))
APART = TensorMap.tiled("u32", (12, 6), (12, 4), strides=(48,))


@pytest.mark.parametrize(
    "native", [False, pytest.param(None, marks=pytest.mark.skipif(bool(MISSING), reason=MISSING))]
)
@pytest.mark.parametrize(
    ("tensor", "words", "place", "twice"),
    [
        (SCATTERED, ".tile::scatter4", "0, 6, 1, 8, 3", ""),
        (SCATTERED, ".tile::scatter4", "0, 6, 8, 8, 3", ""),  # row 8 is outside: neither is written
        (SCATTERED, ".tile::scatter4", "0, 6, 1, 6, 3", r"x\+384"),
        (APART, "", "0, 0", ""),
        (OVERLAPPING, "", "0, 0", r"x\+48"),
    ],
)
def test_a_store_whose_rows_overlap_races_with_itself(
    tensor: TensorMap, words: str, place: str, twice: str, native: bool | None
) -> None:
    x, data = np.zeros(tensor.sizes[::-1], np.uint32), np.arange(64, dtype=np.uint32)
    store = f"cp.async.bulk.tensor.2d.global.shared::cta{words}.bulk_group [%rd1, {{{place}}}], [tile]"
    params = ".param .align 64 .b8 x[128], .param .u64 data"
    body = STORE.format(bytes=data.nbytes, store=store, read="")
    program = from_ptx(text(body, params=params, target="sm_100a"))
    options: dict[str, Any] = {"grid": (1, 1, 1), "block": (32, 1, 1), "checks": "all", "native": native}
    if not twice:
        simulate(program, (tensor.of(x), data), **options)
        assert np.count_nonzero(x)
        return
    with pytest.raises(SimFault, match=f"writes {twice} .* more than once") as caught:
        simulate(program, (tensor.of(x), data), **options)
    assert caught.value.rule == "race"


def test_multicast_reaches_every_cta_of_the_mask() -> None:
    """Each of four CTAs loads a quarter of a box into all of them; the barriers count the whole."""
    tensor = TensorMap.tiled("u16", (64, 64), (64, 8), swizzle="128B")
    x = np.arange(4096, dtype=np.uint16).reshape(64, 64)
    out = np.zeros((4, 4096), np.uint8)
    body = """
        .shared .align 8 .b64 full;
        .shared .align 1024 .b8 tile[4096];
        ld.param.u64 %rd30, [out];
        mov.u32 %r1, %tid.x;
        mov.u32 %r6, %cluster_ctarank;
        setp.eq.u32 %p1, %r1, 0;
        @%p1 mbarrier.init.shared::cta.b64 [full], 1;
        fence.mbarrier_init.release.cluster;
        barrier.cluster.arrive;
        barrier.cluster.wait;
        mov.b64 %rd1, x;
        cvta.param.u64 %rd1, %rd1;
        shl.b32 %r7, %r6, 10;
        mov.u32 %r2, tile;
        add.u32 %r7, %r2, %r7;
        shl.b32 %r8, %r6, 3;
        mov.b16 %h1, 15;
        @%p1 mbarrier.arrive.expect_tx.shared::cta.b64 _, [full], 4096;
        @%p1 cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster
        [%r7], [%rd1, {0, %r8}], [full], %h1;
    WAIT:
        mbarrier.try_wait.parity.acquire.cluster.shared::cta.b64 %p2, [full], 0;
        @!%p2 bra WAIT;
        shl.b32 %r3, %r1, 2;
        mul.wide.u32 %rd3, %r6, 4096;
        add.u64 %rd30, %rd30, %rd3;
    COPY:
        add.u32 %r4, %r2, %r3;
        ld.shared.u32 %r5, [%r4];
        cvt.u64.u32 %rd2, %r3;
        add.u64 %rd2, %rd30, %rd2;
        st.global.u32 [%rd2], %r5;
        add.u32 %r3, %r3, 128;
        setp.lt.u32 %p3, %r3, 4096;
        @%p3 bra COPY;
        barrier.cluster.arrive;
        barrier.cluster.wait;
    """
    program = from_ptx(text(body, params=".param .align 64 .b8 x[128], .param .u64 out"))
    for schedule in ("late", "early", "random"):
        out[...] = 0
        simulate(
            program,
            (tensor.of(x), out),
            grid=(4, 1, 1),
            block=(32, 1, 1),
            cluster=(4, 1, 1),
            schedule=schedule,
        )
        whole = placed(TensorMap.tiled("u16", (64, 64), (64, 32), swizzle="128B"), x[:32])
        assert all(np.array_equal(found, whole) for found in out)


BULK = """
    .shared .align 8 .b64 full;
    .shared .align 16 .b32 tile[64];
    ld.param.u64 %rd1, [x];
    ld.param.u64 %rd2, [out];
    mov.u32 %r1, %tid.x;
    setp.eq.u32 %p1, %r1, 0;
    @%p1 mbarrier.init.shared::cta.b64 [full], 1;
    bar.sync 0;
    @%p1 mbarrier.arrive.expect_tx.shared::cta.b64 _, [full], 256;
    @%p1 cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [tile], [%rd1], 256, [full];
WAIT:
    mbarrier.try_wait.parity.shared::cta.b64 %p2, [full], 0;
    @!%p2 bra WAIT;
    mov.u32 %r2, tile;
    shl.b32 %r3, %r1, 2;
    add.u32 %r2, %r2, %r3;
    ld.shared.u32 %r4, [%r2];
    add.u32 %r4, %r4, 1000;
    st.shared.u32 [%r2], %r4;
    fence.proxy.async.shared::cta;
    bar.sync 0;
"""


@SCHEDULES
def test_bulk_copies_there_and_back(run: Callable[..., object], schedule: str) -> None:
    x, out = np.arange(64, dtype=np.uint32), np.zeros(64, np.uint32)
    tail = """
    @%p1 cp.async.bulk.global.shared::cta.bulk_group [%rd2], [tile], 256;
    @%p1 cp.async.bulk.commit_group;
    @%p1 cp.async.bulk.wait_group.read 0;
    bar.sync 0;
    st.shared.u32 [%r2], 7;
    """
    run(BULK + tail, x=x, out=out, schedule=schedule, seed=2)
    assert out.tolist() == [*range(1000, 1032), *range(32, 64)]


def test_bulk_reductions(run: Callable[..., object]) -> None:
    x, out = np.arange(64, dtype=np.uint32), np.full(64, 5, np.uint32)
    tail = """
    @%p1 cp.reduce.async.bulk.global.shared::cta.bulk_group.add.u32 [%rd2], [tile], 256;
    @%p1 cp.reduce.async.bulk.global.shared::cta.bulk_group.max.u32 [%rd2], [tile], 128;
    @%p1 cp.async.bulk.commit_group;
    @%p1 cp.async.bulk.wait_group 0;
    """
    run(BULK + tail, x=x, out=out)
    assert out.tolist() == [*range(1005, 1037), *range(37, 69)]


def test_a_missing_wait_shows_late_and_a_missing_release_early(run: Callable[..., object]) -> None:
    """Overwriting the source without waiting for its read spoils the store when it reads late."""
    x, out = np.arange(64, dtype=np.uint32), np.zeros(64, np.uint32)
    tail = """
    @%p1 cp.async.bulk.global.shared::cta.bulk_group [%rd2], [tile], 256;
    @%p1 cp.async.bulk.commit_group;
    st.shared.u32 [%r2], 7;
    @%p1 cp.async.bulk.wait_group 0;
    """
    run(BULK + tail, x=x, out=out, schedule="late")
    assert (out[:32] == 7).all()
    run(BULK + tail, x=x, out=out, schedule="early")
    assert out[:32].tolist() == list(range(1000, 1032))


@pytest.mark.parametrize("schedule", ["late", "early", "random"])
@pytest.mark.parametrize(
    "native", [False, pytest.param(True, marks=pytest.mark.skipif(bool(MISSING), reason=MISSING))]
)
def test_a_copy_that_a_cta_leaves_behind_lands_without_the_check(
    run: Callable[..., object], schedule: str, native: bool
) -> None:
    x, out = np.arange(64, dtype=np.uint32), np.zeros(64, np.uint32)
    tail = "@%p1 cp.async.bulk.global.shared::cta.bulk_group [%rd2], [tile], 256;"
    run(BULK + tail, x=x, out=out, schedule=schedule, native=native, checks=("uninitialized",))
    assert out[:32].tolist() == list(range(1000, 1032))


@pytest.mark.parametrize(
    ("tail", "rule"),
    [
        ("@%p1 cp.async.bulk.global.shared::cta.bulk_group [%rd2], [tile], 256;", "unfinished-copy"),
        (
            "mov.u32 %r9, 24;\n @%p1 cp.async.bulk.global.shared::cta.bulk_group [%rd2], [tile], %r9;",
            "bulk-size",
        ),
        ("@%p1 cp.async.bulk.global.shared::cta.bulk_group [%rd2+8], [tile], 16;", "misaligned"),
        ("@%p1 cp.async.bulk.global.shared::cta.bulk_group [%rd2], [tile], 272;", "out-of-bounds"),
        ("@%p1 cp.async.bulk.global.shared::cta.bulk_group [%rd2+16], [tile], 256;", "out-of-bounds"),
        (
            "@%p1 cp.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes "
            "[tile], [tile], 16, [full];",
            "remote-cta",
        ),
    ],
)
def test_misuse(run: Callable[..., object], tail: str, rule: str) -> None:
    with pytest.raises(SimFault) as caught:
        run(BULK + tail, x=np.arange(64, dtype=np.uint32), out=np.zeros(64, np.uint32))
    assert caught.value.rule == rule


REPLACE = """
    .shared .align 128 .b8 copy[128];
    .shared .align 8 .b64 full;
    .shared .align 128 .b8 tile[64];
    ld.param.u64 %rd1, [maps];
    ld.param.u64 %rd2, [x];
    ld.param.u64 %rd3, [out];
    mov.u32 %r1, %tid.x;
    setp.eq.u32 %p1, %r1, 0;
    mov.u32 %r2, copy;
    shl.b32 %r3, %r1, 2;
    add.u32 %r2, %r2, %r3;
    st.shared.u32 [%r2], 0;
    @%p1 mbarrier.init.shared::cta.b64 [full], 1;
    bar.warp.sync -1;
    @!%p1 bra JOIN;
    tensormap.replace.tile.global_address.shared::cta.b1024.b64 [copy], %rd2;
    tensormap.replace.tile.rank.shared::cta.b1024.b32 [copy], 1;
    tensormap.replace.tile.elemtype.shared::cta.b1024.b32 [copy], 2;
    tensormap.replace.tile.interleave_layout.shared::cta.b1024.b32 [copy], 0;
    tensormap.replace.tile.swizzle_mode.shared::cta.b1024.b32 [copy], 0;
    tensormap.replace.tile.fill_mode.shared::cta.b1024.b32 [copy], 0;
    tensormap.replace.tile.global_dim.shared::cta.b1024.b32 [copy], 0, 16;
    tensormap.replace.tile.global_dim.shared::cta.b1024.b32 [copy], 1, 3;
    tensormap.replace.tile.global_stride.shared::cta.b1024.b64 [copy], 0, 64;
    tensormap.replace.tile.box_dim.shared::cta.b1024.b32 [copy], 0, 4;
    tensormap.replace.tile.box_dim.shared::cta.b1024.b32 [copy], 1, 4;
    tensormap.replace.tile.element_stride.shared::cta.b1024.b32 [copy], 0, 1;
    tensormap.replace.tile.element_stride.shared::cta.b1024.b32 [copy], 1, 1;
JOIN:
    tensormap.cp_fenceproxy.global.shared::cta.tensormap::generic.release.gpu.sync.aligned [%rd1], [copy],
    128; {fence}
    @%p1 mbarrier.arrive.expect_tx.shared::cta.b64 _, [full], 64;
    @%p1 cp.async.bulk.tensor.2d.shared::cta.global.mbarrier::complete_tx::bytes [tile], [%rd1, {{4, 1}}],
    [full];
WAIT:
    mbarrier.try_wait.parity.shared::cta.b64 %p2, [full], 0;
    @!%p2 bra WAIT;
    setp.lt.u32 %p3, %r1, 16;
    mov.u32 %r2, tile;
    add.u32 %r2, %r2, %r3;
    cvt.u64.u32 %rd4, %r3;
    add.u64 %rd4, %rd3, %rd4;
    @%p3 ld.shared.u32 %r4, [%r2];
    @%p3 st.global.u32 [%rd4], %r4;
"""


def test_a_map_written_on_the_device(run: Callable[..., object]) -> None:
    maps, x = np.zeros(128, np.uint8), np.arange(48, dtype=np.uint32)
    out = np.zeros(16, np.uint32)
    fence = "fence.proxy.tensormap::generic.acquire.gpu [%rd1], 128;"
    run(REPLACE.format(fence=fence), maps=maps, x=x, out=out)
    assert out.reshape(4, 4).tolist() == [[20, 21, 22, 23], [36, 37, 38, 39], [0] * 4, [0] * 4]
    with pytest.raises(SimFault, match=r"fence\.proxy\.tensormap") as caught:
        run(REPLACE.format(fence=""), maps=maps, x=x, out=out)
    assert caught.value.rule == "tensormap-proxy"
    none = "mov.b64 %rd5, 0; fence.proxy.tensormap::generic.acquire.gpu [%rd5], 128;"
    run(REPLACE.format(fence=fence + none), maps=maps, x=x, out=out)
