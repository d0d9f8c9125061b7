"""Attention of the library on Hopper: places of rows in memory, masks, element types, schedules."""

from __future__ import annotations

import math
import re
from typing import Any

import ml_dtypes
import numpy as np
import pytest

from pyptx import Tile, kernel, ptx, reg
from pyptx.kernels import build_attention_hopper
from pyptx.kernels.attention_hopper import DESIGNS
from pyptx.kernels.attention_tiles import SECTION_BYTES, TileOrder
from pyptx.types import bf16, f16, s32
from tests.kernels.kept import keeping
from tests.kernels.loops import loops_of, report_of

built_attention_hopper = keeping(build_attention_hopper)

ELEMENTS = {bf16: ml_dtypes.bfloat16, f16: np.float16}
UNBOUNDED = 2**30


def exact(
    q: np.ndarray, k: np.ndarray, v: np.ndarray, *, scale: float, left: int = UNBOUNDED,
    right: int = UNBOUNDED, softcap: float = 0.0,
) -> tuple[np.ndarray, np.ndarray]:  # fmt: skip
    """The result for one sequence (row, head, column) in f64, and the logarithms of the sums."""
    group = q.shape[1] // k.shape[1]
    q, k, v = q.astype(float), *(np.repeat(x.astype(float), group, axis=1) for x in (k, v))
    scores = np.einsum("qhd,khd->hqk", q, k) * scale
    if softcap:
        scores = softcap * np.tanh(scores / softcap)
    own = np.arange(len(q))[:, None] + len(k) - len(q)
    other = np.arange(len(k))[None]
    scores = np.where((other >= own - left) & (other <= own + right), scores, -np.inf)
    with np.errstate(divide="ignore", invalid="ignore"):
        sums = np.log(np.exp(scores).sum(axis=2))
        weights = np.where(np.isneginf(sums)[..., None], 0, np.exp(scores - sums[..., None]))
    return np.einsum("hqk,khd->qhd", weights, v), sums


def normal(*shape: int, dtype: Any = bf16) -> np.ndarray:
    rng = np.random.default_rng(sum(shape))
    return rng.standard_normal(shape).astype(ELEMENTS[dtype])


def close(made: np.ndarray, expected: np.ndarray) -> None:
    np.testing.assert_allclose(made.astype(float), expected, rtol=2**-7, atol=6e-3)


def check(made: Any, *expected: tuple[np.ndarray, np.ndarray]) -> None:
    """Compare result and logarithms of sequences, one (row, head, column) behind the other."""
    out, logarithms = made
    close(out.reshape(-1, *out.shape[-2:]), np.concatenate([each for each, _ in expected]))
    if logarithms.ndim == 3:
        logarithms = np.concatenate(list(logarithms), axis=1)
    np.testing.assert_allclose(logarithms, np.concatenate([each for _, each in expected], axis=1), atol=2e-3)


def persistent(sms: int | None) -> dict[str, Any]:
    """Options of a kernel with so many CTAs; None for one with a CTA for each tile."""
    return {} if sms is None else {"persistent": True, "sms": sms}


def paged(page: int, x: list[np.ndarray], numbers: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The rows of sequences in pages, with NaN after the last ones, and the table of the pages."""
    counts = [-(-len(each) // page) for each in x]
    pages = np.full((len(numbers), page, *x[0].shape[1:]), np.nan, x[0].dtype)
    table = np.full((len(x), max(counts)), len(numbers) + 1000, np.int32)
    free = iter(numbers)
    for line, each in zip(table, x, strict=True):
        for i in range(-(-len(each) // page)):
            line[i] = next(free)
            part = each[i * page : (i + 1) * page]
            pages[line[i], : len(part)] = part
    return pages, table


@pytest.mark.parametrize("dtype", [bf16, f16])
@pytest.mark.parametrize("width", [64, 128, 256])
def test_packed_tensors(width: int, dtype: Any) -> None:
    qkv = normal(2, 150, 3, 2, width, dtype=dtype)
    q, k, v = (qkv[:, :, i] for i in range(3))
    kernel = built_attention_hopper(width, dtype=dtype, mask="causal", statistics=True)
    check(
        kernel(q, k, v, scale=0.1), *(exact(*each, scale=0.1, right=0) for each in zip(q, k, v, strict=True))
    )


def test_heads_outside_of_rows() -> None:
    q, k, v = normal(2, 4, 70, 64), normal(2, 2, 190, 64), normal(2, 2, 190, 64)[::-1].copy()
    q, k, v = (x.transpose(0, 2, 1, 3) for x in (q, k, v))
    made = built_attention_hopper(64, statistics=True)(q, k, v, scale=0.2)
    check(made, *(exact(*each, scale=0.2) for each in zip(q, k, v, strict=True)))


WINDOWS = [(0, 0), (100, 0), (300, 20), (UNBOUNDED, 30), (10, UNBOUNDED), (40, 400), (UNBOUNDED, UNBOUNDED)]
WINDOWED = {
    False: built_attention_hopper(64, mask="window", statistics=True, consumers=3),
    True: built_attention_hopper(64, mask="window", softcap=True, statistics=True),
}


@pytest.mark.parametrize("window", WINDOWS, ids=str)
@pytest.mark.parametrize(("queries", "keys"), [(140, 900), (300, 300), (260, 90)])
def test_windows(queries: int, keys: int, window: tuple[int, int]) -> None:
    """Also of queries that see no key."""
    q, k, v = normal(1, queries, 2, 64), normal(1, keys, 1, 64), normal(1, keys, 1, 64)[:, ::-1].copy()
    edges: Any = dict(zip(("left", "right"), window, strict=True))
    check(WINDOWED[False](q, k, v, scale=0.125, **edges), exact(q[0], k[0], v[0], scale=0.125, **edges))


@pytest.mark.parametrize("softcap", [1.0, 20.0])
def test_softcap(softcap: float) -> None:
    q, k, v = normal(1, 100, 1, 64), normal(1, 400, 1, 64), normal(1, 400, 1, 64)[:, ::-1].copy()
    options: dict[str, Any] = {"scale": 0.5, "softcap": softcap, "left": 200, "right": 0}
    made, logarithms = WINDOWED[True](q, k, v, **options)
    expected, expected_logarithms = exact(q[0], k[0], v[0], **options)
    np.testing.assert_allclose(made[0].astype(float), expected, rtol=2**-6, atol=2e-2)
    np.testing.assert_allclose(logarithms[0], expected_logarithms, atol=softcap * 2**-10)


LENGTHS = [(70, 200), (0, 5), (130, 0), (1, 353), (129, 40)]
"""Queries and keys of sequences."""


@pytest.mark.ptx_sim(seeds=2, gpu=False)
@pytest.mark.parametrize(
    ("mask", "consumers", "sms"), [("full", 2, None), ("causal", 3, None), ("causal", 2, 3)]
)
def test_sequences_of_different_lengths(mask: str, consumers: int, sms: int | None) -> None:
    """A row of NaN in one does not change another."""
    ends = [np.cumsum([0, *lengths], dtype=np.int32) for lengths in zip(*LENGTHS, strict=True)]
    q, k, v = normal(ends[0][-1], 2, 64), normal(ends[1][-1], 1, 64), normal(ends[1][-1], 1, 64)[::-1].copy()
    parts = [(slice(*ends[0][i : i + 2]), slice(*ends[1][i : i + 2])) for i in range(len(LENGTHS))]
    right = 0 if mask == "causal" else UNBOUNDED
    expected = [exact(q[rows], k[keys], v[keys], scale=0.125, right=right) for rows, keys in parts]
    v[200], k[205] = np.nan, np.inf  # the second and the fourth sequence: that has one query
    kernel = built_attention_hopper(
        64, mask=mask, ragged=True, statistics=True, consumers=consumers, **persistent(sms)
    )
    out, logarithms = kernel(q, k, v, *ends, scale=0.125, max_queries=130)
    for i in (0, 2, 4):
        rows = parts[i][0]
        check((out[rows], logarithms[:, rows]), expected[i])
    assert np.isnan(out[200].astype(float)).all()


@pytest.mark.parametrize("width", [128, 256])
@pytest.mark.parametrize("page", [16, 48, 64, 256])
def test_pages(page: int, width: int) -> None:
    lengths = np.array([100, 0, 333], np.int32)
    q = normal(3, 20, 2, width)
    k = [normal(n, 1, width) for n in lengths]
    v = [each[::-1].copy() for each in k]
    numbers = np.random.default_rng(0).permutation(40)
    (k_pages, table), (v_pages, _) = (paged(page, x, numbers) for x in (k, v))
    kernel = built_attention_hopper(width, mask="causal", page=page, statistics=True)
    made = kernel(q, k_pages, v_pages, lengths, table, scale=0.1)
    check(made, *(exact(*each, scale=0.1, right=0) for each in zip(q, k, v, strict=True)))


@pytest.mark.ptx_sim(seeds=2, gpu=False)
@pytest.mark.parametrize("sms", [None, 1])
def test_pages_and_queries_of_different_lengths(sms: int | None) -> None:
    lengths, ends = np.array([40, 390], np.int32), np.array([0, 3, 133], np.int32)
    q, k = normal(133, 2, 64), [normal(n, 2, 64) for n in lengths]
    pages, table = paged(64, k, np.array([4, 1, 0, 7, 2, 5, 3, 8, 6]))
    kernel = built_attention_hopper(
        64, mask="window", page=64, ragged=True, statistics=True, **persistent(sms)
    )
    window: dict[str, Any] = {"scale": 0.1, "left": 150, "right": 0}
    made = kernel(q, pages, pages, ends, lengths, table, max_queries=130, **window)
    check(made, *(exact(q[slice(*ends[i : i + 2])], k[i], k[i], **window) for i in range(2)))


@pytest.mark.ptx_sim(seeds=2, gpu=False)
@pytest.mark.parametrize(("width", "consumers"), [(64, 3), (128, 2), (256, 2)])
def test_whenever_copies_land(width: int, consumers: int) -> None:
    q, k, v = normal(1, 129, 2, width), normal(1, 420, 1, width), normal(1, 420, 1, width)[:, ::-1].copy()
    options: dict[str, Any] = {"scale": 0.1, "left": 250, "right": 10}
    kernel = built_attention_hopper(width, mask="window", statistics=True, consumers=consumers)
    check(kernel(q, k, v, **options), exact(q[0], k[0], v[0], **options))


@pytest.mark.ptx_sim(seeds=2, gpu=False)
@pytest.mark.parametrize(
    ("width", "mask", "consumers", "keys"),
    [(64, "causal", 3, 500), (128, "full", 2, 400), (128, "full", 2, 90), (256, "causal", 2, 170)],
)
def test_a_cta_computes_several_tiles(width: int, mask: str, consumers: int, keys: int) -> None:
    """Blocks of a tile are one or more, and an odd or even number: rings go on where they were."""
    q, k, v = normal(2, 300, 2, width), normal(2, keys, 1, width), normal(2, keys, 1, width)[:, ::-1].copy()
    kernel = built_attention_hopper(width, mask=mask, statistics=True, consumers=consumers, **persistent(3))
    right = 0 if mask == "causal" else UNBOUNDED
    expected = [exact(*each, scale=0.1, right=right) for each in zip(q, k, v, strict=True)]
    check(kernel(q, k, v, scale=0.1), *expected)


@pytest.mark.parametrize(
    ("mask", "persistent", "ctas"),
    [("full", None, 3), ("full", False, 8), ("causal", None, 8), ("causal", True, 3)],
)
def test_persistent_kernels_have_a_cta_for_each_multiprocessor(
    mask: str, persistent: bool | None, ctas: int
) -> None:
    """By default those whose tiles take equally long are persistent."""
    q, k = normal(2, 130, 2, 64), normal(2, 20, 1, 64)
    kernel = built_attention_hopper(64, mask=mask, persistent=persistent, sms=3)
    report = kernel.run(q, k, k, scale=0.1).report
    assert report is not None
    assert report.grid == (ctas, 1, 1)


@pytest.mark.ptxas
def test_a_persistent_kernel_has_no_slow_spots() -> None:
    """The divisions of the order of tiles are in the loop around those over blocks."""
    report = built_attention_hopper(128).perf(batch=2, queries=512, heads=8, keys=512, shared=2)
    assert report.findings == ()
    assert report.notes == ()


@pytest.mark.parametrize(
    ("high", "heads", "shared", "sequences", "line_bytes", "sections"),
    [(3, 8, 2, 2, SECTION_BYTES // 2 - 1, 2), (5, 4, 4, 3, 2 * SECTION_BYTES, 12), (4, 6, 6, 2, 5, 1)],
)
def test_every_tile_has_a_number(
    high: int, heads: int, shared: int, sequences: int, line_bytes: int, sections: int
) -> None:
    """The tiles of a section are consecutive; the last rows of all its heads come first."""
    count = high * heads * sequences

    @kernel(out_specs=(Tile(count, 3, s32),), grid=(count,), block=(1,))
    def places(Y: Any) -> None:
        sizes = (reg.scalar(s32, init=size) for size in (high, heads, shared, sequences, line_bytes))
        order, number = TileOrder.of(*sizes), reg.from_(ptx.special.ctaid.x(), s32)
        (place,) = ptx.global_ptrs(Y)
        place += number * 12
        for i, value in enumerate(order.place(number)):
            ptx.st(s32, ptx.addr(place, 4 * i), value)

    found = places()
    assert len({tuple(each) for each in found.tolist()}) == count
    lines = found[:, 2] * heads + found[:, 1]
    parts = np.split(found, np.flatnonzero(np.diff(found[:, 0]) < 0) + 1)
    assert len(parts) == sections
    assert sorted(set(lines)) == list(range(heads * sequences))


def test_sizes_are_launch_arguments(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("INFO", "pyptx.kernel")
    kernel = built_attention_hopper(64)
    for sizes in ((1, 20, 2, 40, 1), (2, 130, 3, 177, 3), (1, 1, 4, 300, 1)):
        batch, queries, heads, keys, shared = sizes
        q, k = normal(batch, queries, heads, 64), normal(batch, keys, shared, 64)
        close(kernel(q, k, k, scale=0.1)[0], exact(q[0], k[0], k[0], scale=0.1)[0])
    assert sum("traced" in record.getMessage() for record in caplog.records) == 1


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"width": 96}, "width=96: this kernel takes one of 64, 128, 256"),
        ({"mask": "alibi"}, "mask='alibi': this kernel has 'full', 'causal', 'window'"),
        ({"consumers": 4}, "consumers=4: this kernel has 2, and for width=64 also 3"),
        ({"width": 128, "consumers": 3}, "consumers=3"),
        ({"page": 24}, "page=24: this kernel takes a multiple of 16"),
        ({"page": 0}, "page=0"),
        ({"sizes": (1, 1, 1, 1), "ragged": True}, "pass neither ragged nor page"),
        ({"scale": math.inf}, "scale=inf"),
    ],
)
def test_it_says_what_it_takes(options: dict[str, Any], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        built_attention_hopper(**{"width": 64, **options})


@pytest.mark.ptxas(current=True)
@pytest.mark.parametrize(
    ("width", "options", "bars"),
    [
        (128, {}, (6.5,)),
        (128, {"mask": "causal"}, (8.8, 6.6)),
        (128, {"mask": "window"}, (10.8, 6.5, 10.8)),
        (128, {"mask": "window", "softcap": True}, (12.8, 8.5, 12.8)),
        (64, {"mask": "causal", "ragged": True}, (8.2, 6.0)),
        (64, {"mask": "causal", "consumers": 3}, (8.6, 6.3)),
        (64, {"mask": "causal", "consumers": 3, "page": 16, "ragged": True}, (8.7, 6.4)),
        (64, {"mask": "causal", "page": 64}, (9.5, 7.2)),
        (128, {"mask": "causal", "page": 16}, (9.3, 7.0)),
        (256, {"mask": "causal"}, (13.8, 11.4)),
        (256, {"mask": "window", "softcap": True, "ragged": True, "page": 16}, (18.0, 13.5, 18.0)),
    ],
)
def test_machine_code(width: int, options: dict[str, Any], bars: tuple[float, ...]) -> None:
    """Instructions for a score beside the matrix products, of a thread, in the loops over blocks."""
    kernel = built_attention_hopper(width, statistics=True, **options)
    consumers = options.get("consumers", 2)
    keys = DESIGNS[width, consumers].block(options.get("page"))
    products = (width + keys) // 16
    loops = [loop for loop in loops_of(kernel) if sum("HGMMA" in each for each in loop) == products]
    assert len(loops) == len(bars)
    for loop, others in zip(loops, bars, strict=True):
        assert len(loop) - products <= others * keys / 2
        assert not re.search("MEMBAR|ERRBAR|CCTL|LDL|STL", "\n".join(loop))
    report = report_of(kernel)
    registers = {2: 168, 3: 128}[consumers]
    assert (report.spill_store_bytes, report.registers, report.messages) == (0, registers, ())
