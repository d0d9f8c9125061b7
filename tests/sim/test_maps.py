"""Maps of a launch: tensor memory, messages of a cluster, banks, and the pipeline of a timeline."""

from __future__ import annotations

import re
from collections import Counter
from itertools import pairwise
from typing import TYPE_CHECKING, Any
from xml.etree import ElementTree as ET

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pyptx import Tile, kernel, ptx, reg, smem
from pyptx.errors import LaunchError
from pyptx.sim import AccessMap, BankMap, ClusterMap, TensorMemoryMap, simulate
from pyptx.sim.access_map import Thread
from pyptx.sim.native import MISSING
from pyptx.types import f32, u32
from tests.sim.tensor_cores import Case, Kernel

if TYPE_CHECKING:
    from pyptx.sim.pipeline import Pipeline

LAYOUTS = {
    "A": Case(m=256, n=128, group=2),
    "B": Case(m=128, n=128, group=2),
    "D": Case(m=128, n=64),
    "E": Case(m=64, n=128, ws=True),
    "F": Case(m=64, n=64, lane=16),
    "G": Case(m=32, n=256, ws=True),
}


def tensor_memory(case: Case) -> TensorMemoryMap:
    """The map of a kernel with one MMA."""
    made, used = Kernel(group=case.group, columns=512), TensorMemoryMap()
    names = case.lay_out(made, *case.operands())
    made.products.append(case.mma(names))
    simulate(
        made.program(), (made.shared, made.tensor, np.zeros_like(made.tensor)), grid=(case.group, 1, 1),
        block=(128, 1, 1), cluster=(case.group, 1, 1), checks=(), observers=[used.attach],
    )  # fmt: skip
    return used


@pytest.mark.parametrize("layout", LAYOUTS)
def test_rectangles_of_d_are_those_of_its_layout(layout: str) -> None:
    case = LAYOUTS[layout]
    drawn = Counter(
        (cta, lane, column)
        for (cta, _, _), uses in tensor_memory(case).uses.items()
        for use in uses
        if use.what == f"D, layout {layout}"
        for lane in range(*use.lanes)
        for column in range(*use.columns)
    )
    assert drawn == Counter({case.place(i, j) for i in range(case.m) for j in range(case.n)})


def test_the_ctas_of_a_pair_share_a_map() -> None:
    used = tensor_memory(LAYOUTS["A"])
    assert str(used).splitlines()[1] == "CTAs (0, 0, 0), (1, 0, 0)"
    assert str(used).count("CTA") == 1


def test_the_map_has_the_allocation_and_the_window_of_each_warp() -> None:
    used = tensor_memory(Case(tensor_a=True))
    uses = used.uses[0, 0, 0]
    assert [use.columns for use in uses if use.kind == "alloc"] == [(0, 512)]
    assert {use.columns for use in uses if use.what == "A"} == {(256, 264)}
    windows = {use.what: use.lanes for use in uses if use.kind == "ld"}
    assert windows == {f"ld of warp {warp}": (32 * warp, 32 * warp + 32) for warp in range(4)}
    assert re.search(r"^  0-127 +256-263 +A +tcgen05\.mma", str(used), re.MULTILINE)


def test_a_launch_without_tensor_memory_has_an_empty_map() -> None:
    used = TensorMemoryMap()
    stride_store(1).run(observers=[used.attach])
    assert used.uses == {}
    assert str(used) == "tensor memory: 128 lanes x 512 columns of 32 bits"


def sharing(ctas: int, *, multicast: bool) -> ClusterMap:
    """The messages of clusters whose rank 0 sends a kilobyte, to all or to its neighbour."""

    @kernel(
        in_specs=(Tile(256, u32),), out_specs=(Tile(2 * ctas, u32),), grid=(2 * ctas,), block=(32,),
        cluster=(ctas, 1, 1), arch="sm_90a",
    )  # fmt: skip
    def share(X: Any, Y: Any, *, multicast: bool) -> None:
        px, py = ptx.global_ptrs(X, Y)
        tid, rank = reg.from_(ptx.special.tid.x(), u32), reg.from_(ptx.special.cluster_ctarank(), u32)
        tile, full = smem.alloc(u32, 256), smem.mbarrier(1)
        slots = ptx.mbarrier.array(full, 0, 1)
        with ptx.if_(tid == 0):
            slots.init_all(1)
            ptx.fence.mbarrier_init()
        ptx.cluster.sync()
        if multicast:
            with ptx.if_(tid == 0):
                ptx.mbarrier.arrive_expect_tx(full[0], 1024)
            ptx.cluster.sync()
            with ptx.if_((tid == 0) & (rank == 0)):
                ptx.cp.async_.bulk.load(tile, px, 1024, mbar=full[0], multicast_mask=(1 << ctas) - 1)
        else:
            with ptx.if_((tid == 0) & (rank == 0)):
                slots.at(rank).arrive_remote(1)
            with ptx.if_((tid == 0) & (rank != 1)):
                ptx.mbarrier.arrive(full[0])
        ptx.mbarrier.wait(full[0], 0)
        ptx.st(u32, ptx.addr(py + reg.from_(ptx.special.ctaid.x(), u32) * 4), tid)
        ptx.cluster.sync()

    found = ClusterMap()
    share.run(np.arange(256, dtype=np.uint32), multicast=multicast, observers=[found.attach])
    return found


@pytest.mark.parametrize("ctas", [2, 4])
def test_a_multicast_is_one_message_to_every_cta(ctas: int) -> None:
    found = sharing(ctas, multicast=True)
    ((message, (count, size)),) = found.messages.items()
    assert message[:3] == ("copy", 0, tuple(range(ctas)))
    assert (count, size) == (2, 2048)  # two clusters
    assert re.search(r"CTA 0 -> 0, 1.*: 2 copies, 2,048 bytes, test_maps\.py:\d+$", str(found), re.MULTILINE)


def test_a_remote_arrival_goes_from_its_cta_to_the_owner_of_the_barrier() -> None:
    found = sharing(2, multicast=False)
    assert [(message[:3], counts) for message, counts in found.messages.items()] == [
        (("arrival", 0, (1,)), (2, 0))
    ]


def test_ctas_without_a_cluster_send_nothing() -> None:
    found = ClusterMap()
    stride_store(1).run(observers=[found.attach])
    assert found.messages == {}
    assert "no CTA reaches the memory of another one" in str(found)


def stride_store(stride: int) -> Any:
    """A warp stores words that are `stride` words apart."""

    @kernel(out_specs=(Tile(32, u32),), grid=(1,), block=(32,), arch="sm_80")
    def store(Y: Any, *, stride: int = stride) -> None:
        (py,) = ptx.global_ptrs(Y)
        tid, tile = reg.from_(ptx.special.tid.x(), u32), smem.alloc(u32, 32 * 33)
        tile[tid * stride] = tid
        ptx.st(u32, ptx.addr(py + tid * 4), tid)

    return store


@given(st.integers(0, 33))
def test_banks_are_those_of_the_addresses(stride: int) -> None:
    banks = BankMap()
    stride_store(stride).run(observers=[banks.attach])
    (use,) = banks.uses
    words = Counter(word % 32 for word in {lane * stride for lane in range(32)})
    assert use.words == tuple(words[bank] for bank in range(32))
    assert use.traffic.wavefronts == use.passes == max(words.values())


def test_banks_of_wide_accesses_are_those_of_a_quarter_of_the_warp() -> None:
    @kernel(out_specs=(Tile(128, f32),), grid=(1,), block=(32,), arch="sm_80")
    def wide(Y: Any) -> None:
        (py,) = ptx.global_ptrs(Y)
        tid, tile = reg.from_(ptx.special.tid.x(), u32), smem.alloc(f32, 128)
        values = reg.array(f32, 4)
        for value in values:
            ptx.inst.mov.f32(value, 1.0)
        ptx.inst.st.shared.v4.f32(ptx.addr(tile.address(tid * 4)), values)
        ptx.inst.st.global_.v4.f32(ptx.addr(py + tid * 16), values)

    banks = BankMap()
    wide.run(observers=[banks.attach])
    (use,) = banks.uses
    assert use.words == (1,) * 32
    assert (use.traffic.wavefronts, use.traffic.conflicts) == (4, 0)


def ring(rounds: int, *, native: bool | None) -> Pipeline:
    """The pipeline of a producer warp and a consumer warp around one stage."""

    @kernel(out_specs=(Tile(32, u32),), grid=(2,), block=(64,), arch="sm_90a")
    def produce(Y: Any, *, rounds: int) -> None:
        (py,) = ptx.global_ptrs(Y)
        tid = reg.from_(ptx.special.tid.x(), u32)
        tile, full, empty = smem.alloc(u32, 32), smem.mbarrier(1), smem.mbarrier(1)
        with ptx.if_(tid == 0):
            ptx.mbarrier.init(full[0], 32)
            ptx.mbarrier.init(empty[0], 1)
            ptx.fence.mbarrier_init()
        ptx.bar.sync(0)
        for turn in range(rounds):
            with ptx.if_(tid < 32):
                ptx.mbarrier.wait(empty[0], turn % 2 ^ 1)
                tile[tid] = tid + turn
                ptx.mbarrier.arrive(full[0])
            with ptx.else_():
                ptx.mbarrier.wait(full[0], turn % 2)
                ptx.st(u32, ptx.addr(py + (tid - 32) * 4), tile[tid - 32])
                ptx.bar.warp.sync(0xFFFFFFFF)
                with ptx.if_(tid == 32):
                    ptx.mbarrier.arrive(empty[0])

    _, report = produce.run(rounds=rounds, timeline=True, native=native)
    assert report is not None
    pipeline: Pipeline = report.detail.timeline.pipeline(1)
    return pipeline


@pytest.mark.parametrize("native", [None, False])
@pytest.mark.parametrize("rounds", [1, 4])
def test_each_round_is_a_phase_of_both_barriers(rounds: int, native: bool | None) -> None:
    found = ring(rounds, native=native)
    assert {name: len(spans) for name, spans in found.phases.items()} == {
        "mbarrier full[0]": rounds, "mbarrier empty[0]": rounds,
    }  # fmt: skip
    assert list(found.runs) == ["warp 0", "warp 1"]
    for spans in (*found.runs.values(), *found.waits.values(), *found.phases.values()):
        assert all(one.start < one.end <= two.start for one, two in pairwise(spans))


@pytest.mark.skipif(bool(MISSING), reason=MISSING)
def test_a_phase_of_full_ends_before_the_consumer_continues() -> None:
    found = ring(3, native=True)
    assert {(source, target) for source, _, target, _ in found.arrows} == {
        ("warp 0", "warp 1"), ("warp 1", "warp 0"),
    }  # fmt: skip
    ends = [span.end for span in found.phases["mbarrier full[0]"]]
    waits = [span.end for span in found.waits["warp 1"] if span.name.startswith("mbarrier full")]
    assert waits
    assert all(any(0 <= wait - end <= 3 for end in ends) for wait in waits)


def test_a_window_cuts_a_pipeline() -> None:
    report = stride_store(1).run(timeline=True).report
    timeline = report.detail.timeline
    middle = timeline.end // 2
    part = timeline.pipeline(start=0, end=middle)
    assert max(span.end for span in part.runs["warp 0"]) == middle
    for wrong in ({"cta": 1}, {"start": 5, "end": 5}):
        with pytest.raises(ValueError, match=r"CTAs 0 to 0, not 1|the end is after the start"):
            timeline.pipeline(**wrong)


def maps() -> dict[str, Any]:
    banks = BankMap()
    stride_store(2).run(observers=[banks.attach])
    return {
        "tensor memory": tensor_memory(LAYOUTS["B"]),
        "cluster": sharing(2, multicast=True),
        "banks": banks,
        "pipeline": ring(2, native=None),
    }


def test_maps_are_static_svg_with_titles_and_the_same_each_time() -> None:
    for name, shown in maps().items():
        html = shown._repr_mimebundle_()["text/html"]
        (drawing,) = re.findall(r"<svg.*?</svg>", html, re.DOTALL)
        root = ET.fromstring(drawing)
        assert root.find("{http://www.w3.org/2000/svg}title") is not None, name
        assert "<script" not in html
        assert maps()[name]._repr_mimebundle_()["text/html"] == html, name


def copying(columns: int) -> Any:
    """Each thread of 64 copies an element of X to Y; the rows of Y have so many elements."""

    @kernel(in_specs=(Tile(128, u32),), out_specs=(Tile(128, u32),), grid=(2,), block=(64,), arch="sm_80")
    def copy(X: Any, Y: Any, *, columns: int = columns) -> None:
        px, py = ptx.global_ptrs(X, Y)
        tid = reg.from_(ptx.special.tid.x(), u32)
        i = reg.from_(ptx.special.ctaid.x(), u32) * 64 + tid
        x = reg.scalar(u32)
        ptx.ld(u32, x, ptx.addr(px + i * 4))
        row, column = i // columns, i % columns
        ptx.st(u32, ptx.addr(py + (column * (128 // columns) + row) * 4), x)

    return copy


@given(st.sampled_from([1, 2, 4, 32]))
def test_an_access_map_has_the_thread_that_writes_each_element(columns: int) -> None:
    read, written = AccessMap("X", reads=True), AccessMap("Y")
    copying(columns).run(np.arange(128, dtype=np.uint32), observers=[read.attach, written.attach])
    threads = [Thread((i // 64, 0, 0), i % 64) for i in range(128)]
    assert read.threads == {i: (thread,) for i, thread in enumerate(threads)}
    order = np.arange(128).reshape(-1, columns).T.reshape(-1)
    assert written.threads == {place: (threads[i],) for place, i in enumerate(order)}
    expected = [element for run in written.runs for element in range(run.first, run.first + run.elements)]
    assert expected == list(range(128))
    for run in written.runs:
        for place in range(run.elements):
            thread = Thread(run.thread.ctaid, run.thread.number + place * run.step)
            assert written.threads[run.first + place] == (thread,)


def test_an_access_map_joins_consecutive_threads_and_elements_of_one_thread() -> None:
    found, rest = AccessMap("Y"), AccessMap("Y", element_bytes=1)
    copying(1).run(np.arange(128, dtype=np.uint32), observers=[found.attach, rest.attach])
    assert str(found).splitlines()[1:] == [
        "  Y[0:64]: threads 0 to 63 of CTA (0, 0, 0)",
        "  Y[64:128]: threads 0 to 63 of CTA (1, 0, 0)",
    ]
    assert str(rest).splitlines()[2] == "  Y[4:8]: thread 1 of CTA (0, 0, 0)"
    assert found._repr_mimebundle_()["text/html"].count("<rect") == 128 + 4


def test_an_access_map_of_no_array_lists_the_arrays() -> None:
    with pytest.raises(LaunchError, match=r"AccessMap\('Z'\): the launch has no such array, but X, Y"):
        copying(1).run(np.arange(128, dtype=np.uint32), observers=[AccessMap("Z").attach])
