"""Names of arrays in shared memory, from the author's assignments."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from pyptx import ptx, smem
from pyptx.layouts.shared_names import SharedName
from pyptx.trace import Trace, tracing
from pyptx.types import bf16, f32


def make(count: int) -> Any:
    return smem.mbarrier(count)


def make_two() -> Any:
    return smem.alloc(f32, 4), smem.mbarrier(2)


def body() -> None:
    held = SimpleNamespace()
    first, number, third = smem.alloc(f32, 4), 3 if held.__dict__ else 4, smem.alloc(f32, 4)
    ring = [smem.alloc(bf16, (8, 64), "128B") for _ in range(2)]
    held.full, held.empty = (ptx.mbarrier.array(smem.mbarrier(4), 0, 4) for _ in range(2))
    pairs = [(smem.alloc(f32, 1), make(1)) for _ in range(2)]
    tile, ready = make_two()
    even, odd = smem.mbarrier(2)
    (alone,) = make(1)
    element = smem.alloc(f32, 4)[0]
    nested = [[make(1) for _ in range(2)] for _ in range(2)]
    count, chosen = len(make(3)), smem.alloc(f32, 4, name="chosen")
    del first, number, third, ring, held, pairs, tile, ready, even, odd, alone, element, nested, count, chosen


def test_every_form_of_assignment_gives_its_name() -> None:
    with tracing(Trace("k")) as trace:
        body()
    names = {(each.variable, each.offset): each.name for each in trace.shared_names}
    found = list(names.values())
    assert found[:14] == [
        *("first", "third", "ring[0]", "ring[1]", "full", "empty"),
        *("pairs[0][0]", "pairs[0][1]", "pairs[1][0]", "pairs[1][1]"),
        *("tile", "ready", "even", "odd"),
    ]
    assert found[14] == "alone"
    assert all(name.startswith(("smem_", "mbar_")) for name in found[15:-1])  # not assigned as they are
    assert found[-1] == "chosen"


def test_arrays_of_one_function_get_the_names_of_its_callers() -> None:
    def part() -> Any:
        tile = smem.alloc(f32, 4)
        return tile  # noqa: RET504 - the name is what is tested

    with tracing(Trace("k")) as trace:
        first, second = part(), part()
        only = smem.alloc(f32, 4)
        trace.module()
        assert [str(each) for each in (first, second, only)] == ["first", "second", "only"]


def test_elements() -> None:
    plain = SharedName("tile", "smem_0", 0, (4, 8), 4)
    assert plain.element(0) == "tile[0, 0]"
    assert plain.element(4 * 8 + 12) == "tile[1, 3]"
    assert plain.element(4 * 8 + 13) == "tile[1, 3]+1"
    assert SharedName("bar", "smem_0", 8, (), 8).element(0) == "bar"


def test_elements_of_a_swizzled_tile() -> None:
    tile = SharedName("tile", "smem_0", 0, (8, 64), 2, "128B")
    assert tile.element(128) == "tile[1, 8]"
    assert tile.element(128 + 16) == "tile[1, 0]"


def test_elements_of_rows_in_blocks() -> None:
    tile = SharedName("tile", "smem_0", 0, (8, 128), 2, None, 128)
    assert tile.element(8 * 128) == "tile[0, 64]"
    assert tile.element(8 * 128 + 128 + 2) == "tile[1, 65]"
