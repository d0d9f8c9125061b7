"""Structures passed by value with arrays and tensor maps in them."""

from __future__ import annotations

import struct
from typing import Any

import numpy as np
import pytest

from pyptx import LaunchError, SimFault, Structure, load_ptx
from pyptx.layouts.tensor_map import TensorMap
from pyptx.program import from_ptx
from pyptx.sim.campaign import campaign

SCALE = """.version 8.0
.target sm_80
.address_size 64
.visible .entry scale(.param .align 8 .b8 params[32], .param .u32 n)
{
    .reg .b32 %r<4>;
    .reg .b64 %rd<5>;
    ld.param.u64 %rd1, [params+8];
    ld.param.u64 %rd2, [params+16];
    ld.param.u32 %r1, [params+24];
    mov.u32 %r2, %tid.x;
    mul.wide.u32 %rd3, %r2, 4;
    add.s64 %rd1, %rd1, %rd3;
    add.s64 %rd2, %rd2, %rd3;
    ld.global.u32 %r3, [%rd1];
    mul.lo.u32 %r3, %r3, %r1;
    st.global.u32 [%rd2], %r3;
    ret;
}
"""

BOX = """.version 8.0
.target sm_90a
.address_size 64
.visible .entry box(.param .align 64 .b8 params[256])
{
    .reg .pred %p;
    .reg .b32 %r<2>;
    .reg .b64 %rd<4>;
    .shared .align 8 .b64 full;
    .shared .align 128 .b32 tile[32];
    mov.b64 %rd1, params;
    cvta.param.u64 %rd1, %rd1;
    add.u64 %rd1, %rd1, 64;
    mbarrier.init.shared::cta.b64 [full], 1;
    fence.proxy.async;
    mbarrier.arrive.expect_tx.shared::cta.b64 _, [full], 128;
    cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes
        [tile], [%rd1, {4, 1}], [full];
WAIT:
    mbarrier.try_wait.parity.shared::cta.b64 %p, [full], 0;
    @!%p bra WAIT;
    ld.param.u64 %rd2, [params+192];
    ld.shared.u32 %r1, [tile+32];
    st.global.u32 [%rd2], %r1;
    ret;
}
"""

SUMS = """.version 8.0
.target sm_80
.address_size 64
.visible .entry sums(.param .u64 rows, .param .u64 out)
{
    .reg .b32 %r<4>;
    .reg .b64 %rd<6>;
    ld.param.u64 %rd1, [rows];
    ld.param.u64 %rd2, [out];
    mov.u32 %r1, %ctaid.x;
    mul.wide.u32 %rd3, %r1, 8;
    add.s64 %rd1, %rd1, %rd3;
    ld.global.u64 %rd4, [%rd1];
    ld.global.v2.u32 {%r2, %r3}, [%rd4];
    add.u32 %r2, %r2, %r3;
    mul.wide.u32 %rd5, %r1, 4;
    add.s64 %rd2, %rd2, %rd5;
    st.global.u32 [%rd2], %r2;
    ret;
}
"""


def numbers() -> tuple[Any, Any, Structure]:
    """Four numbers, room for their products, and the parameters that say so."""
    x, out = np.arange(4, dtype=np.uint32), np.zeros(4, np.uint32)
    return x, out, Structure(struct.pack("<24xI4x", 3), {8: x, 16: out})


@pytest.mark.parametrize("native", [None, False])
def test_members_are_addresses_of_arrays(native: bool | None) -> None:
    _, out, params = numbers()
    from_ptx(SCALE).launch(params, 4, grid=1, block=4, native=native)
    assert out.tolist() == [0, 3, 6, 9]


@pytest.mark.parametrize("native", [None, False])
def test_members_are_tensor_maps(native: bool | None) -> None:
    x, out = np.arange(64, dtype=np.uint32).reshape(4, 16), np.zeros(1, np.uint32)
    tensor = TensorMap.tiled("u32", sizes=(16, 4), box=(8, 4)).of(x)
    program = from_ptx(BOX)
    program.launch(
        Structure(bytes(256), {64: tensor, 192: out}), grid=1, block=1, native=native, checks="all"
    )
    assert out[0] == x[2, 4]


def test_a_report_says_which_member_an_address_is_of() -> None:
    x, _, params = numbers()
    short = Structure(params.content, {8: x[:3], 16: params.members[16]})
    with pytest.raises(SimFault, match=r"params\+8\+12") as caught:
        load_ptx(SCALE).launch(grid=1, block=4)(short, 4)
    assert caught.value.rule == "out-of-bounds"


def test_arrays_of_torch_and_parts_of_arrays() -> None:
    torch = pytest.importorskip("torch")
    whole = torch.arange(8, dtype=torch.int32)
    _, _, params = numbers()
    go = load_ptx(SCALE).launch(grid=1, block=4)
    go(Structure(params.content, {8: whole[:4], 16: whole[4:]}), 4)
    assert whole.tolist() == [0, 1, 2, 3, 0, 3, 6, 9]


def test_a_campaign_starts_from_the_same_arrays_each_time() -> None:
    _, out, params = numbers()
    found = campaign(from_ptx(SCALE), (params, 4), grid=(1, 1, 1), block=(4, 1, 1))
    assert found.report.lane_instructions
    assert out.tolist() == [0, 3, 6, 9]


@pytest.mark.parametrize(
    ("members", "message"),
    [
        ({4: 0}, "the member at 4 of a structure is not aligned to 8 bytes"),
        ({32: 0}, "the member at 32 of a structure has 8 bytes; the structure ends at 32"),
        ({0: TensorMap.tiled("u32", (16, 4), (8, 4)).of(0)}, "has 128 bytes; the structure ends at 32"),
    ],
)
def test_members_stand_in_their_structure(members: dict[int, Any], message: str) -> None:
    with pytest.raises(LaunchError, match=message):
        Structure(bytes(32), members)


def test_members_do_not_overlap() -> None:
    tensor = TensorMap.tiled("u32", (16, 4), (8, 4)).of(0)
    with pytest.raises(LaunchError, match=r"the member at 120 .* overlaps the one before, which ends at 128"):
        Structure(bytes(256), {120: 0, 0: tensor})


def test_what_does_not_fit_its_parameter() -> None:
    _, _, params = numbers()
    program = from_ptx(SCALE)
    with pytest.raises(LaunchError, match="params is a structure of 24 bytes; the parameter is 32 bytes"):
        program.launch(Structure(bytes(24), {}), 4, grid=1, block=4)
    with pytest.raises(LaunchError, match=r"n is a structure of 32 bytes; the parameter is a \.u32"):
        program.launch(params, params, grid=1, block=4)
    with pytest.raises(LaunchError, match=r"params\+8 is 'x'; a member .* is an array, a tensor map of one"):
        program.launch(Structure(bytes(32), {8: "x"}), 4, grid=1, block=4)
    with pytest.raises(
        LaunchError, match=r"is 7; it must be 32 bytes by value: pass bytes, or a pyptx\.Structure"
    ):
        program.launch(7, 4, grid=1, block=4)


def test_an_address_is_taken_as_it_is() -> None:
    _, out, params = numbers()
    nowhere = Structure(params.content, {8: 0x1000, 16: out})
    with pytest.raises(SimFault, match="0x1000") as caught:
        from_ptx(SCALE).launch(nowhere, 4, grid=1, block=4)
    assert caught.value.rule == "out-of-bounds"


@pytest.mark.parametrize("native", [None, False])
def test_a_pointer_leads_to_a_table_of_arrays(native: bool | None) -> None:
    rows = [np.array([number, 10], np.uint32) for number in range(3)]
    out = np.zeros(3, np.uint32)
    from_ptx(SUMS).launch(Structure.table(rows), out, grid=3, block=1, native=native, checks="all")
    assert out.tolist() == [10, 11, 12]


@pytest.mark.parametrize("native", [None, False])
def test_tables_in_tables(native: bool | None) -> None:
    nested = SUMS.replace("ld.global.u64 %rd4, [%rd1];", "ld.global.u64 %rd4, [%rd1]; ld.u64 %rd4, [%rd4+8];")
    table = Structure.table(
        [Structure(bytes(16), {8: np.array([number, 1], np.uint32)}) for number in (4, 5)]
    )
    out = np.zeros(2, np.uint32)
    from_ptx(nested).launch(table, out, grid=2, block=1, native=native)
    assert out.tolist() == [5, 6]


@pytest.mark.parametrize("native", [None, False])
def test_tensor_maps_in_memory(native: bool | None) -> None:
    x, out = np.arange(64, dtype=np.uint32).reshape(4, 16), np.zeros(1, np.uint32)
    in_memory = BOX.replace("add.u64 %rd1, %rd1, 64;", "ld.param.u64 %rd1, [params+64];").replace(
        "cvta.param.u64 %rd1, %rd1;", ""
    )
    maps = Structure.table([TensorMap.tiled("u32", sizes=(16, 4), box=(8, 4)).of(x)])
    from_ptx(in_memory).launch(
        Structure(bytes(256), {64: maps, 192: out}), grid=1, block=1, native=native, checks="all"
    )
    assert out[0] == x[2, 4]


def test_reports_name_what_a_table_leads_to() -> None:
    rows, out = [np.array([1], np.uint32)], np.zeros(2, np.uint32)
    with pytest.raises(SimFault, match=r"8 bytes at rows\+0\+0 .*; rows\+0 is 4 bytes") as caught:
        from_ptx(SUMS).launch(Structure.table(rows), out, grid=1, block=1)
    assert caught.value.rule == "out-of-bounds"
    with pytest.raises(SimFault, match=r"rows\+8.*structure of 8 bytes"):
        from_ptx(SUMS).launch(Structure.table([out]), out, grid=2, block=1)


def test_a_structure_in_memory_is_only_read() -> None:
    out = np.zeros(2, np.uint32)
    with pytest.raises(SimFault, match="read-only"):
        from_ptx(SUMS).launch(Structure.table([out]), Structure(bytes(8), {}), grid=1, block=1)


def test_a_member_of_a_table_that_is_nothing() -> None:
    with pytest.raises(LaunchError, match=r"rows\+0\+8 is 'x'; a member"):
        from_ptx(SUMS).launch(Structure.table([Structure(bytes(16), {8: "x"})]), 0, grid=1, block=1)
