"""Accesses to tensors that contradict what the kernel declares of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from pyptx import SimFault, Tile, kernel, ptx, reg, smem
from pyptx.errors import TraceError
from pyptx.types import b32, f16, f32, s32, u32, u64

if TYPE_CHECKING:
    from collections.abc import Callable

    from pyptx.types import PtxType

TILE = Tile(32, f32)


def stores(X: Any, Y: Any) -> None:
    (x,) = ptx.global_ptrs(X)
    x += ptx.special.tid.x() * 4
    ptx.st(f32, ptx.addr(x, 8), 1.0)


def adds(X: Any, Y: Any) -> None:
    x, _ = ptx.global_ptrs(X, Y)
    ptx.red("add", f32, ptx.addr(x + ptx.special.tid.x() * 4), 1.0)


def stores_in_a_loop(X: Any, Y: Any) -> None:
    x = ptx.param(u64, "X")
    with ptx.scope():
        for _ in ptx.range_(4):
            ptx.inst.st.f32(ptx.addr(x), 1.0)
            ptx.inst.mad.wide.u32(x, ptx.special.tid.x(), 4, x)


@pytest.mark.parametrize("body", [stores, adds, stores_in_a_loop])
def test_an_input_that_is_written_must_be_declared(body: Callable[..., None]) -> None:
    with pytest.raises(TraceError, match=r'writes to X, .*\n  declare it, mutates=\("X",\)') as caught:
        kernel(in_specs=(TILE,), out_specs=(TILE,))(body).ptx()
    assert f"{__file__}:" in str(caught.value)
    for right in (
        {"in_specs": (TILE,), "out_specs": (TILE,), "mutates": ("X",)},
        {"in_specs": (TILE, TILE)},
        {"out_specs": (TILE, TILE)},
        {},
    ):
        made: Any = kernel
        assert "ret;" in made(**right)(body).ptx()


def test_an_input_may_be_prefetched() -> None:
    def body(X: Any, Y: Any) -> None:
        (x,) = ptx.global_ptrs(X)
        ptx.cp.async_.bulk.prefetch(x, 128)

    assert "cp.async.bulk.prefetch" in kernel(in_specs=(TILE,), out_specs=(TILE,), arch="sm_90a")(body).ptx()


def test_a_write_to_either_input_names_the_first() -> None:
    def body(X: Any, Y: Any, Z: Any) -> None:
        x, y = ptx.global_ptrs(X, Y)
        at = reg.scalar(u64)
        ptx.inst.mov.u64(at, x)
        ptx.inst.mov.u64(at, y, pred=ptx.special.tid.x() == 0)
        ptx.st(f32, ptx.addr(at), 1.0)

    with pytest.raises(TraceError, match="writes to X, which is an input"):
        kernel(in_specs=(TILE, TILE), out_specs=(TILE,))(body).ptx()


def test_a_copy_through_a_tensor_map_of_an_input_does_not_write_the_input() -> None:
    def body(X: Any, Y: Any) -> None:
        (x,) = ptx.global_ptrs(X)
        tile = smem.alloc(f32, 32, align=128)
        target = ptx.addr(x, coord=[0, 0])
        ptx.inst.cp.async_.bulk.tensor._2d.global_.shared__cta.bulk_group(target, ptx.addr(tile))

    assert "[%rd" in kernel(in_specs=(TILE,), out_specs=(TILE,), arch="sm_90a")(body).ptx()


def test_a_pointer_to_one_or_another_is_left_alone() -> None:
    def body(X: Any, Y: Any) -> None:
        x, y = ptx.global_ptrs(X, Y)
        at = reg.scalar(u64)
        ptx.inst.mov.u64(at, x)
        ptx.inst.mov.u64(at, y, pred=ptx.special.tid.x() == 0)
        ptx.st(f32, ptx.addr(at), 1.0)

    assert kernel(in_specs=(TILE,), out_specs=(TILE,))(body).ptx()


def test_a_pointer_from_memory_is_left_alone() -> None:
    def body(X: Any, Y: Any) -> None:
        (x,) = ptx.global_ptrs(X)
        ptx.ld(u64, x, ptx.addr(x))
        ptx.st(f32, ptx.addr(x), 1.0)

    assert kernel(in_specs=(TILE,), out_specs=(TILE,))(body).ptx()


def loads(dtype: PtxType) -> Callable[..., None]:
    def body(X: Any, Y: Any) -> None:
        (x,) = ptx.global_ptrs(X)
        ptx.ld(dtype, reg.scalar(dtype), ptx.addr(x + ptx.special.tid.x() * 4))

    return body


@pytest.mark.parametrize("held", [u32, s32])
def test_integers_are_not_loaded_as_floating_point(held: PtxType) -> None:
    with pytest.raises(TraceError, match=rf"ld.f32 of X, whose elements are {held}"):
        kernel(in_specs=(Tile(32, held),), out_specs=(TILE,))(loads(f32)).ptx()


@pytest.mark.parametrize(
    ("held", "read"), [(u32, u32), (u32, s32), (u32, b32), (f32, f32), (f32, u32), (b32, f32), (f16, f32)]
)
def test_other_loads_are_left_alone(held: PtxType, read: PtxType) -> None:
    assert kernel(in_specs=(Tile(32, held),), out_specs=(TILE,))(loads(read)).ptx()


@pytest.mark.parametrize(
    ("held", "written", "refused"), [(u32, f32, True), (u32, b32, False), (f32, f32, False)]
)
def test_floating_point_is_not_stored_as_integers(held: PtxType, written: PtxType, *, refused: bool) -> None:
    def body(Y: Any) -> None:
        (y,) = ptx.global_ptrs(Y)
        ptx.st(written, ptx.addr(y), reg.scalar(f32, init=1.0))

    store = kernel(out_specs=(Tile(32, held),))(body)
    if refused:
        with pytest.raises(TraceError, match=r"st.f32 to Y, whose elements are u32.*\n.*reg.from_\(r, u32\)"):
            store.ptx()
    else:
        assert f"st.global.{written}" in store.ptx()


def test_sixteen_bytes_of_integers_are_copied_as_floats() -> None:
    def body(X: Any, Y: Any) -> None:
        (x,) = ptx.global_ptrs(X)
        ptx.ld(f32, reg.array(f32, 4), ptx.addr(x))

    assert kernel(in_specs=(Tile(32, u32),), out_specs=(TILE,))(body).ptx()


# -- elements of tiles


def test_the_value_of_an_element_is_not_its_address() -> None:
    def wrong() -> None:
        t = smem.alloc(u32, 32)
        ptx.ld(u32, reg.scalar(u32), ptx.addr(t[7]), space="shared")

    with pytest.raises(TraceError, match=r"\[7\] is the value of the element"):
        kernel(wrong).ptx()

    def also_wrong() -> None:
        t = smem.alloc(u32, (4, 8))
        ptx.st(u32, t[1, 2], 5, space="shared")

    with pytest.raises(TraceError, match=r"\[1, 2\] is the value of the element"):
        kernel(also_wrong).ptx()


def test_addresses_of_tiles_and_addresses_that_tiles_hold() -> None:
    def body() -> None:
        t, wide = smem.alloc(u32, 32), smem.alloc(u64, 4)
        ptx.ld(u32, reg.scalar(u32), ptx.addr(t, 28), space="shared")
        ptx.ld(u32, reg.scalar(u32), ptx.addr(+t[7]), space="shared")
        ptx.ld(u32, reg.scalar(u32), ptx.addr(wide[1]))
        value = t[7] + 1
        ptx.st(u32, ptx.addr(t, 28), value, space="shared")

    assert kernel(body).ptx().count("ld.") == 6


# -- what only a run shows


def test_the_simulator_reports_a_write_to_an_input_that_is_not_declared() -> None:
    def body(X: Any, Y: Any) -> None:
        x, y = ptx.global_ptrs(X, Y)
        table = smem.alloc(u64, 2)
        table[0] = x
        table[1] = y
        ptx.st(f32, ptx.addr(table[0]), 1.0)

    made: Any = kernel
    given = np.zeros(32, np.float32)
    with pytest.raises(SimFault, match="an input not in mutates=") as caught:
        made(in_specs=(TILE,), out_specs=(TILE,))(body)(given)
    assert caught.value.rule == "read-only"
    assert not given.any()
    made(in_specs=(TILE,), out_specs=(TILE,), mutates=("X",))(body)(given)
    assert given[0] == 1.0
    made(in_specs=(TILE, TILE))(body)(given, np.zeros(32, np.float32))
