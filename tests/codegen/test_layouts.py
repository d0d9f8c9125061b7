"""The layout of shared memory at the head of raised Python: names for offsets, and for nothing else."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pyptx.codegen import ptx_to_python
from pyptx.codegen.proof import require_same_program, retraced
from tests.codegen.proved import proved_python

HEAD = ".version 8.7\n.target sm_90a\n.address_size 64\n.extern .shared .align 1024 .b8 smem[];\n"


def consumer(ring: int, stages: int, *, tile: int = 49152, space: str = "smem") -> str:
    """A ring of barriers after a tile: initialised, filled by a copy and awaited, with an index."""
    barriers = [
        f"mbarrier.init.shared::cta.b64 [{space}+{ring + 8 * at}], {1 if at < stages else 4};"
        for at in range(2 * stages)
    ]
    return f"""{HEAD}.visible .entry k(.param .align 64 .b8 map[128], .param .u32 n) {{
        .reg .pred %p<2>; .reg .b32 %r<12>; .reg .b64 %rd<3>;
        mov.u64 %rd1, map;
        ld.param.u32 %r1, [n];
        {" ".join(barriers)}
        mov.u32 %r2, {space};
        shl.b32 %r3, %r1, 3;
        add.s32 %r4, %r2, %r3;
        add.s32 %r5, %r4, {ring};
        add.s32 %r6, %r4, {ring + 8 * stages};
    again: mbarrier.try_wait.parity.shared::cta.b64 %p1, [%r6], 0; @!%p1 bra again;
        mov.u32 %r7, {tile};
        mbarrier.arrive.expect_tx.shared::cta.b64 _, [%r5], %r7;
        add.s32 %r8, %r2, {tile};
        cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes
            [%r8], [%rd1, {{%r1, %r1}}], [%r5];
        ret; }}"""


def test_regions_have_names_and_equal_byte_counts_stay_numbers() -> None:
    text = consumer(65536, 3)
    python = ptx_to_python(text, sugar=True)
    head = ["# offsets in smem", "tiles = 49152", "full = 65536  # 3 mbarriers, up to 65560"]
    assert "\n    ".join(head) in python
    assert "empty = 65560  # 3 mbarriers, up to 65584" in python
    assert ", 49152" in python
    assert "smem_at_2 + full" in python
    require_same_program(text, retraced(python))


def test_an_edit_of_the_layout_moves_the_uses_of_one_region() -> None:
    python = ptx_to_python(consumer(65536, 3), sugar=True)
    moved = python.replace("empty = 65560", "empty = 70000")
    before, after = (retraced(text).split("\n") for text in (python, moved))
    changed = [(old.strip(), new.strip()) for old, new in zip(before, after, strict=True) if old != new]
    further = 70000 - 65560
    assert [
        (old, re.sub(r"\d{5}", lambda found: str(int(found[0]) + further), old)) for old, _ in changed
    ] == changed
    assert len(changed) == 4


def test_a_loop_over_two_rings_has_their_names() -> None:
    python = ptx_to_python(consumer(65536, 3), sugar=True)
    assert 'ptx.addr("smem", (full, empty)[i] + (8 * j))' in python


def test_a_name_of_the_source_is_not_hidden() -> None:
    text = consumer(65536, 2).replace("map", "full")
    python = ptx_to_python(text, sugar=True)
    assert "full_2 = 65536" in python
    require_same_program(text, retraced(python))


@pytest.mark.parametrize("text", [consumer(0, 2), consumer(8, 1, tile=16), consumer(1 << 20, 1, tile=0)])
def test_small_and_zero_offsets(text: str) -> None:
    require_same_program(text, retraced(ptx_to_python(text, sugar=True)))


@given(
    st.integers(0, 40).map(lambda at: 8 * at), st.integers(1, 5), st.integers(0, 60).map(lambda at: 16 * at)
)
def test_any_layout_traces_the_same_program(ring: int, stages: int, tile: int) -> None:
    text = consumer(ring, stages, tile=tile)
    require_same_program(text, retraced(ptx_to_python(text, sugar=True)))


def test_a_loop_over_more_places_than_are_followed_keeps_its_numbers() -> None:
    barriers = " ".join(
        f"mbarrier.init.shared::cta.b64 [%r1+{16 + 16 * at}], 1; st.shared.u32 [%r1+{24 + 16 * at}], %r1;"
        for at in range(100)
    )
    text = f"""{HEAD}.visible .entry k() {{ .reg .b32 %r<2>; mov.u32 %r1, smem; {barriers} ret; }}"""
    python = ptx_to_python(text, sugar=True)
    assert "in range(" in python
    assert "offsets in" not in python
    require_same_program(text, retraced(python))


def test_a_loop_that_goes_down_out_of_its_region_keeps_its_numbers() -> None:
    tiles = " ".join(f"st.shared.u32 [%r1+{96 - 8 * at}], %r2;" for at in range(8))
    text = f"""{HEAD}.visible .entry k() {{ .reg .b32 %r<3>; mov.u32 %r1, smem; mov.u32 %r2, 1;
        mbarrier.init.shared::cta.b64 [%r1+96], 1; {tiles} ret; }}"""
    python = ptx_to_python(text, sugar=True)
    assert "- 8 *" in python
    assert "offsets in smem" in python
    (loop,) = (line for line in python.split("\n") if "st.shared" in line)
    assert "barriers" not in loop
    require_same_program(text, retraced(python))


def test_the_place_behind_a_moved_base_has_no_name_of_a_region() -> None:
    text = f"""{HEAD}.visible .entry k() {{ .reg .b32 %r<3>; mov.u32 %r2, smem;
        mbarrier.init.shared.b64 [smem+16], 1; mbarrier.init.shared.b64 [%r2+16], 1; add.s32 %r2, %r2, 32;
        mbarrier.arrive.expect_tx.shared.b64 _, [%r2+16], 16; ret; }}"""
    python = ptx_to_python(text, sugar=True)
    assert "barriers = 16" in python
    assert "ptx.addr(barrier, 16), 16)" in python
    require_same_program(text, retraced(python))


def test_variables_of_one_short_name_have_their_own_headings() -> None:
    text = f"""{HEAD}.visible .entry k() {{ .shared .align 8 .b8 _ZN1a4ringE[64], _ZN1b4ringE[64];
        mbarrier.init.shared.b64 [_ZN1a4ringE+8], 1; mbarrier.init.shared.b64 [_ZN1b4ringE+8], 1; ret; }}"""
    python = ptx_to_python(text, sugar=True)
    assert "# offsets in _ZN1a4ringE" in python
    assert "# offsets in _ZN1b4ringE" in python
    require_same_program(text, retraced(python))


def test_an_offset_beyond_all_memory_stays_a_number() -> None:
    text = f"""{HEAD}.visible .entry k() {{ .reg .b64 %rd<3>;
        mov.u64 %rd1, smem; add.s64 %rd2, %rd1, 4294967304;
        mbarrier.init.shared.b64 [%rd1+16], 1; st.shared.u64 [%rd2], %rd1; ret; }}"""
    python = ptx_to_python(text, sugar=True)
    assert "4294967304" in python
    require_same_program(text, retraced(python))


@pytest.mark.demangler
def test_a_variable_with_a_mangled_name_has_a_layout() -> None:
    text = consumer(65536, 3, space="_ZN4gemm4smemE").replace(".b8 smem[]", ".b8 _ZN4gemm4smemE[]")
    python = ptx_to_python(text, sugar=True)
    head = ["# offsets in smem", "tiles = 49152", "full = 65536  # 3 mbarriers, up to 65560"]
    assert "\n    ".join(head) in python
    assert "smem_at_2 + full" in python
    require_same_program(text, retraced(python))


def test_addresses_in_a_list_are_uses_of_their_regions() -> None:
    """The addresses are written again in a loop, and so are registers of an array."""
    first, last = (
        " ".join(
            f"mbarrier.arrive.expect_tx.shared::cta.b64 _, [%b{at}], 512;"
            f"add.s32 %b{at + 1}, %r2, {4096 + 8 * at + 8}; fence.proxy.async;"
            for at in stages
        )
        for stages in (range(4), range(4, 6))
    )
    waits = " ".join(
        f"W{at}: mbarrier.try_wait.parity.shared::cta.b64 %p1, [%b{at}], 0; @!%p1 bra W{at};"
        for at in range(6)
    )
    inits = " ".join(f"mbarrier.init.shared::cta.b64 [smem+{4096 + 8 * at}], 1;" for at in range(8))
    text = f"""{HEAD}.visible .entry k() {{ .reg .pred %p<3>; .reg .b32 %b<9>; .reg .b32 %r<4>;
        mov.u32 %r2, smem; mov.u32 %r1, %tid.x; {inits}
        setp.lt.u32 %p2, %r1, 4; bra.uni B; A: {waits} B: add.s32 %b0, %r2, 4096; {first} {last}
        @%p2 bra A; ret; }}"""
    python = ptx_to_python(text, sugar=True)
    assert re.search(r"ptx\.inst\.add\.s32\(r\[i \+ \d\], smem_at, full \+ 8 \* i \+ 8\)", python)
    require_same_program(text, retraced(python))


def test_halves_of_a_row_of_barriers_are_two_rings() -> None:
    inits = " ".join(f"mbarrier.init.shared::cta.b64 [smem+{4096 + 8 * at}], 1;" for at in range(8))
    bytes_ = " ".join(
        f"mbarrier.arrive.expect_tx.shared::cta.b64 _, [smem+{4096 + 8 * at}], 512;" for at in range(4)
    )
    ends = (
        "mbarrier.inval.shared::cta.b64 [smem+4096]; membar.cta; mbarrier.inval.shared::cta.b64 [smem+4144];"
    )
    text = f"{HEAD}.visible .entry k() {{ {inits} {bytes_} {ends} ret; }}"
    python = ptx_to_python(text, sugar=True)
    assert "full = 4096  # 4 mbarriers, up to 4128" in python
    assert "empty = 4128  # 4 mbarriers, up to 4160" in python
    assert 'ptx.addr("smem", empty + 16)' in python
    require_same_program(text, retraced(python))


def test_a_remote_arrival_is_a_use_of_a_barrier() -> None:
    text = f"""{HEAD}.visible .entry k() {{ .reg .b32 %r<5>; mov.u32 %r1, smem; mov.u32 %r4, %tid.x;
        add.s32 %r2, %r1, 4096; mapa.shared::cluster.u32 %r3, %r2, %r4;
        mbarrier.arrive.shared::cluster.b64 _, [%r3], 1; ret; }}"""
    python = ptx_to_python(text, sugar=True)
    assert "barriers = 4096" in python
    assert "ptx.cluster.arrive_remote(" in python
    require_same_program(text, retraced(python))


@pytest.mark.parametrize(("last", "gap"), [(3, 0), (3, 512), (1, 0)])
def test_tiles_at_equal_distances_are_one_region(last: int, gap: int) -> None:
    """The region after the last tile may begin after a gap."""
    tiles = [4096 + 2048 * at for at in range(last + 1)]
    barrier = tiles[-1] + 2048 + gap
    load = "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes"
    loads = " ".join(
        f"add.s32 %t{at}, %r1, {tile}; {load} [%t{at}], [%rd1], %r3, [%r4]; fence.proxy.async; bar.sync {at};"
        for at, tile in enumerate(tiles)
    )
    text = f"""{HEAD}.visible .entry k(.param .u64 src) {{ .reg .b32 %r<5>, %t<4>; .reg .b64 %rd<2>;
        ld.param.u64 %rd1, [src]; mov.u32 %r1, smem; mov.u32 %r3, %tid.x; add.s32 %r4, %r1, {barrier};
        mbarrier.init.shared::cta.b64 [%r4], 1; {loads} ret; }}"""
    python = ptx_to_python(text, sugar=True)
    assert f"tiles = 4096  # a tile every 2048 bytes, up to {barrier}" in python
    assert "tiles_2" not in python
    require_same_program(text, retraced(python))


def test_tiles_at_other_distances_are_regions_of_their_own() -> None:
    load = "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes"
    loads = " ".join(
        f"add.s32 %t{at}, %r1, {tile}; {load} [%t{at}], [%rd1], %r3, [%r4]; bar.sync {at};"
        for at, tile in enumerate((2048, 4096, 10240))
    )
    text = f"""{HEAD}.visible .entry k(.param .u64 src) {{ .reg .b32 %r<5>, %t<4>; .reg .b64 %rd<2>;
        ld.param.u64 %rd1, [src]; mov.u32 %r1, smem; mov.u32 %r3, %tid.x; add.s32 %r4, %r1, 12288;
        mbarrier.init.shared::cta.b64 [%r4], 1; {loads} ret; }}"""
    python = ptx_to_python(text, sugar=True)
    assert "full = 12288" in python
    assert "a tile every" not in python
    require_same_program(text, retraced(python))


@pytest.mark.parametrize(("stages", "patience"), [(4, 24), (8, 0)])
def test_rings_that_are_initialised_in_turn_are_counted_by_name(
    stages: int, patience: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A table of offsets would not follow an edit of the layout, also where few periods are tried."""
    monkeypatch.setattr("pyptx.codegen.raising.repetition.PATIENCE", patience)
    order = [65536 + 8 * (at + stages * half) for at in range(stages) for half in range(2)][1:]
    inits = " ".join(
        f"add.s32 %b{at}, %r9, {offset}; mbarrier.init.shared::cta.b64 [%b{at}], %a{(at + 1) % 2};"
        for at, offset in enumerate(order)
    )
    text = re.sub(r"(mbarrier\.init[^;]*; ?)+", f"{inits} ", consumer(65536, stages))
    text = text.replace(".reg .b64 %rd<3>;", ".reg .b64 %rd<3>; .reg .b32 %a<2>; .reg .b32 %b<16>;")
    text = text.replace(
        "mov.u64 %rd1, map;", "mov.u32 %a0, 1; mov.u32 %a1, 4; mov.u32 %r9, smem; mov.u64 %rd1, map;"
    )
    python = ptx_to_python(text, sugar=True)
    assert re.search(r"ptx\.mbarrier\.init\(smem_at\w* \+ \(empty \+ 8 \* i\), ", python)
    assert re.search(r"ptx\.mbarrier\.init\(smem_at\w* \+ \(full \+ 8 \* i \+ 8\), ", python)
    require_same_program(text, retraced(python))


@pytest.mark.parametrize("first", ["", "add.s32 %r0, %r1, 1024; st.shared.u32 [%r0], %r3;"])
def test_data_right_behind_tiles_are_a_region_of_their_own(first: str) -> None:
    """Other data may come before the tiles."""
    load = "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes"
    loads = " ".join(
        f"add.s32 %t{at}, %r1, {4096 + 512 * at}; {load} [%t{at}], [%rd1], %r3, [%r4];"
        f"ld.shared.u32 %r2, [smem+{4100 + 512 * at}]; st.global.u32 [%rd1+{at}], %r2; bar.sync {at};"
        for at in range(3)
    )
    text = f"""{HEAD}.visible .entry k(.param .u64 src) {{ .reg .b32 %r<5>, %t<4>; .reg .b64 %rd<2>;
        ld.param.u64 %rd1, [src]; mov.u32 %r1, smem; mov.u32 %r3, %tid.x; add.s32 %r4, %r1, 5888;
        mbarrier.init.shared::cta.b64 [%r4], 1; {first} {loads} add.s32 %t3, %r1, 5632;
        st.shared.u32 [%t3], %r3; ret; }}"""
    python = ptx_to_python(text, sugar=True)
    assert "tiles = 4096  # a tile every 512 bytes, up to 5632" in python
    assert f"{'data_2' if first else 'data'} = 5632" in python
    require_same_program(text, retraced(python))


def test_four_statements_with_numbers_are_no_loop_in_a_loop() -> None:
    name = "barriers_of_the_stages_of_a_pipeline_with_a_long_name"
    places = [(0, 1), (16, 256), (8, 1), (24, 256)]
    text = f"{HEAD}.shared .align 8 .b8 {name}[64];\n.visible .entry k() {{\n" + "".join(
        f"mbarrier.init.shared::cta.b64 [{name}+{offset}], {count};\n" for offset, count in places
    )
    python = proved_python(f"{text}ret; }}")
    assert "255" not in python
    assert python.count(" in range(") == 1


def test_barriers_of_two_pipelines_are_initialised_by_the_names_of_both() -> None:
    init = "mbarrier.init.shared::cta.b64"
    inits = "".join(
        f"bar.sync 0; fence.mbarrier_init.release.cluster; bar.sync 1;"
        f"{init} [%r1+{at}], 1; {init} [%r1+{at + 16}], 128;"
        f"{init} [%r1+{at + 8}], 1; {init} [%r1+{at + 24}], 128;"
        for at in (1024, 1056)
    )
    uses = "".join(
        f"mbarrier.arrive.expect_tx.shared::cta.b64 _, [%r3+{at}], {number};"
        f"mbarrier.arrive.shared::cta.b64 _, [%r3+{at + 16}]; bar.sync {number};"
        for at, number in ((1024, 5), (1056, 3))
    )
    start = "mov.u32 %r1, smem; mov.u32 %r2, %tid.x; shl.b32 %r2, %r2, 3; add.s32 %r3, %r1, %r2;"
    python = proved_python(f"{HEAD}.visible .entry k() {{ .reg .b32 %r<4>; {start} {inits} {uses} ret; }}")
    assert "(full, full_2)[i]" in python
    assert "(empty, empty_2)[i]" in python
