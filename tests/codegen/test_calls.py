"""Instructions that raised files write as functions of the DSL."""

from __future__ import annotations

import re

import pytest

from pyptx.codegen import ptx_to_python
from pyptx.codegen.proof import require_same_program, retraced

HEAD = """.version 8.6
.target sm_90a
.address_size 64
.shared .align 8 .b8 m[64];
.visible .entry k(.param .align 64 .b8 tensor_map[128])
{
.reg .b16 %h<2>;
.reg .b32 %r<4>;
.reg .b64 %rd<4>;
.reg .pred %p<2>;
.reg .b32 %a<4>;
.reg .b64 %d<2>;
.reg .f32 %f<4>;
mov.u32 %r1, %tid.x;
mov.u32 %r2, %ctaid.x;
add.u32 %r3, %r1, %r2;
cvt.u64.u32 %rd1, %r3;
cvt.u64.u32 %rd2, %r1;
cvt.u16.u32 %h1, %r2;
setp.lt.u32 %p1, %r3, 4;
"""
LOAD = "cp.async.bulk.tensor"
BYTES = "mbarrier::complete_tx::bytes"
MAPA = "mapa.shared::cluster.u32"
REMOTE = "mbarrier.arrive.shared::cluster.b64"


@pytest.mark.parametrize(
    ("instruction", "call"),
    [
        ("wgmma.fence.sync.aligned;", "ptx.wgmma.fence()"),
        ("wgmma.commit_group.sync.aligned;", "ptx.wgmma.commit_group()"),
        ("wgmma.wait_group.sync.aligned 1;", "ptx.wgmma.wait_group(1)"),
        ("setmaxnreg.inc.sync.aligned.u32 240;", "ptx.setmaxnreg_inc(240)"),
        ("setmaxnreg.dec.sync.aligned.u32 24;", "ptx.setmaxnreg_dec(24)"),
        ("mbarrier.init.shared::cta.b64 [%r1], 4;", "ptx.mbarrier.init(barrier, 4)"),
        ("@%p1 mbarrier.init.shared::cta.b64 [%r1+8], %r2;", "ptx.mbarrier.init("),
        ("mbarrier.arrive.shared::cta.b64 _, [%r1];", "ptx.mbarrier.arrive(barrier, discard=True)"),
        (
            "mbarrier.arrive.shared::cta.b64 _, [%r1+8], 2;",
            "ptx.mbarrier.arrive(ptx.addr(barrier, 8), count=2, discard=True)",
        ),
        ("mbarrier.arrive_drop.shared::cta.b64 _, [%r1];", "ptx.mbarrier.arrive_drop(barrier, discard=True)"),
        (
            "mbarrier.arrive.expect_tx.shared::cta.b64 _, [%r1], 1024;",
            "ptx.mbarrier.arrive_expect_tx(barrier, 1024, discard=True)",
        ),
        (
            "@%p1 mbarrier.arrive.expect_tx.shared::cta.b64 _, [%r1], %r3;",
            "discard=True, pred=",
        ),
        (f"{MAPA} %a1, %r1, %r2; {REMOTE} _, [%a1];", "arrive_remote(tid_x, ctaid_x, count=None)"),
        (f"{MAPA} %a1, %r1, %r2; {REMOTE} _, [%a1], 1;", "arrive_remote(tid_x, ctaid_x)"),
        (f"{MAPA} %a1, %r1, %r2; {REMOTE} _, [%a1], %r3;", "arrive_remote(tid_x, ctaid_x, index_x)"),
        (
            f"{MAPA} %a1, %r1, 0; mbarrier.arrive.release.cluster.shared::cluster.b64 _, [%a1], 2;",
            'arrive_remote(tid_x, 0, 2, scope="cluster")',
        ),
        ("cp.async.commit_group;", "ptx.cp.async_.commit_group()"),
        ("cp.async.wait_group 2;", "ptx.cp.async_.wait_group(2)"),
        ("cp.async.bulk.commit_group;", "ptx.cp.async_.bulk.commit_group()"),
        ("cp.async.bulk.wait_group 0;", "ptx.cp.async_.bulk.wait_group(0)"),
        (
            f"{LOAD}.2d.shared::cluster.global.{BYTES} [%r1], [%rd1, {{%r2, 8}}], [%r3];",
            "ptx.cp.async_.bulk.tensor.tile_2d(tile, ",
        ),
        (
            f"{LOAD}.3d.shared::cluster.global.{BYTES}.multicast::cluster.L2::cache_hint"
            " [%r1+64], [%rd1, {%r2, %r3, 0}], [%r3], %h1, %rd2;",
            "ptx.cp.async_.bulk.tensor.tile_3d(",
        ),
        (
            f"{LOAD}.3d.shared::cluster.global.tile.{BYTES} [%r1], [%rd1, {{0, %r2, %r3}}], [%r3+8];",
            "ptx.tma.load_3d(",
        ),
        (
            f"{LOAD}.3d.shared::cluster.global.tile.{BYTES}.multicast::cluster"
            " [%r1], [%rd1, {0, %r2, %r3}], [%r3], %h1;",
            "ptx.tma.load_3d_multicast(",
        ),
        (
            f"{LOAD}.1d.global.shared::cta.bulk_group [%rd1, {{%r2}}], [%r1];",
            "ptx.cp.async_.bulk.tensor.store_1d(",
        ),
        (
            f"{LOAD}.2d.global.shared::cta.bulk_group.L2::cache_hint [%rd1, {{%r2, 0}}], [%r1+16], %rd2;",
            "ptx.cp.async_.bulk.tensor.store_2d(",
        ),
        (
            f"{LOAD}.3d.global.shared::cta.tile.bulk_group [%rd1, {{0, %r2, %r3}}], [%r1];",
            "ptx.tma.store_3d(",
        ),
    ],
)
def test_instruction_is_written_as_the_function_that_traces_it(instruction: str, call: str) -> None:
    text = f"{HEAD}{instruction}\nst.shared.u32 [%r1], %r3;\nret;\n}}\n"
    python = ptx_to_python(text, sugar=True)
    assert call in python
    require_same_program(text, retraced(python))


@pytest.mark.parametrize(
    "instruction",
    [
        f"{LOAD}.2d.shared::cluster.global.tile.{BYTES} [%r1], [%rd1, {{%r2, 8}}], [%r3];",
        f"{LOAD}.3d.shared::cluster.global.im2col.{BYTES} [%r1], [%rd1, {{%r2, 8, %r3}}], [%r3], {{%h1}};",
        "mbarrier.init.shared.b64 [%r1], 4;",
        "mbarrier.arrive.shared::cta.b64 %d1, [%r1];",
        f"mapa.shared::cluster.u32 %a1, %r1, %r2; {REMOTE} _, [%a1+8];",
        f"mapa.shared::cluster.u32 %a1, %r1, %r2; {REMOTE} _, [%a1]; {REMOTE} _, [%a1];",
        f"@%p1 mapa.shared::cluster.u32 %a1, %r1, %r2; {REMOTE} _, [%a1];",
        f"mapa.shared::cluster.u32 %a1, m, %r2; {REMOTE} _, [%a1];",
    ],
)
def test_instruction_with_another_modifier_stays(instruction: str) -> None:
    text = f"{HEAD}{instruction}\nst.shared.u32 [%r1], %r3;\nret;\n}}\n"
    python = ptx_to_python(text, sugar=True)
    assert f"ptx.inst.{instruction.removeprefix('@%p1 ').partition('.')[0]}." in python
    require_same_program(text, retraced(python))


@pytest.mark.parametrize(
    ("fields", "call"),
    [
        (4611686293305294848, "ptx.wgmma.cute_descriptor(tid_x + 1024, layout_128b)"),
        (4611686293305360384, "ptx.wgmma.cute_descriptor(tid_x + 1024)"),
    ],
)
def test_descriptor_of_cute(fields: int, call: str) -> None:
    text = f"""{HEAD}add.u32 %a0, %r1, 1024;
shr.u32 %a1, %a0, 4;
and.b32 %a2, %a1, 16383;
cvt.u64.u32 %d0, %a2;
or.b64 %d1, %d0, {fields};
wgmma.mma_async.sync.aligned.m64n8k16.f32.bf16.bf16 {{%f0, %f1, %f2, %f3}}, %d1, %d1, 1, 1, 1, 0, 0;
ret;
}}
"""
    python = ptx_to_python(text, sugar=True)
    assert call in python
    require_same_program(text, retraced(python))


@pytest.mark.parametrize(
    ("pair", "uses", "python"),
    [
        ("shfl.sync.bfly.b32 %a0|%p0, %r1, 1, 31, -1;", ("%a0",), "other = {}[0]"),
        ("shfl.sync.bfly.b32 %a0|%p0, %r1, 1, 31, -1;", ("%p0",), "is_in_range = {}[1]"),
        ("shfl.sync.bfly.b32 %a0|%p0, %r1, 1, 31, -1;", ("%a0", "%p0"), "other, is_in_range = {}"),
        ("elect.sync %a0|%p0, -1;", ("%a0", "%p0"), "elected_lane, is_elected = {}"),
        ("@%p1 elect.sync %a0|%p0, -1;", ("%a0", "%p0"), "elected_lane, is_elected = {}"),
    ],
)
def test_a_pair_of_results_is_two_variables(pair: str, uses: tuple[str, ...], python: str) -> None:
    stores = {"%a0": "st.shared.b32 [%r1], %a0;", "%p0": "@%p0 st.shared.b32 [%r1], %r2;"}
    text = f"{HEAD}{pair}\n{''.join(map(stores.__getitem__, uses))}\nret;\n}}\n"
    made = ptx_to_python(text, sugar=True)
    call = re.search(r"= (ptx\.inst\.(?:shfl|elect)\S*\(.*\))", made)
    assert call is not None
    assert python.format(call[1]) in made
    require_same_program(text, retraced(made))


def test_a_pair_that_its_own_instruction_reads_is_declared_before() -> None:
    text = f"{HEAD}setp.lt.and.s32 %p0|%q, %r1, %r2, %p0;\n@%q st.shared.b32 [%r1], %r2;\nret;\n}}\n"
    text = text.replace(".reg .b16 %h<2>;", ".reg .b16 %h<2>;\n.reg .pred %q;")
    require_same_program(text, retraced(ptx_to_python(text, sugar=True)))


@pytest.mark.parametrize(
    ("copy", "call"),
    [
        (
            "cp.async.cg.shared.global [%r1], [%rd1], 0x10, %r3;",
            "ptx.cp.async_.cg(tid_x, index_x_2, 16, src_size=index_x)",
        ),
        (
            "cp.async.ca.shared.global [%r1+64], [%rd1], 4;",
            "ptx.cp.async_.ca(ptx.addr(tid_x, 64), index_x_2, 4)",
        ),
        ("cp.async.ca.shared.global [%r1], [%rd1], 8, %p1;", "ptx.inst.cp.async_.ca.shared.global_("),
        ("@%p1 cp.async.cg.shared.global [%r1], [%rd1], 16;", "ptx.cp.async_.cg(tid_x, index_x_2, 16, pred="),
    ],
)
def test_copies_of_threads(copy: str, call: str) -> None:
    text = f"{HEAD}{copy}\nst.shared.u32 [%r1], %r3;\nret;\n}}\n"
    python = ptx_to_python(text, sugar=True)
    assert call in python
    require_same_program(text, retraced(python))


def test_infinities_are_numbers_of_python() -> None:
    text = f"{HEAD}selp.f32 %f1, 0fFF800000, 0f7F800000, %p1;\nst.shared.f32 [%r1], %f1;\nret;\n}}\n"
    python = ptx_to_python(text, sugar=True)
    assert 'float("-inf"), float("inf")' in python
    require_same_program(text, retraced(python))


def test_a_long_call_of_a_pair_is_broken_inside_its_brackets() -> None:
    sources = "ld.shared.u32 %a1, [%r1]; ld.shared.u32 %a2, [%r1+4];"
    exchange = "shfl.sync.bfly.b32 %a0|%p0, %r3, 1, %a1, %a2;"
    text = f"{HEAD}{sources}\n{exchange}\nst.shared.b32 [%r1], %a0;\nret;\n}}\n"
    text = text.replace("%a", "%register_of_the_exchange_between_lanes")
    python = ptx_to_python(text, sugar=True)
    assert "\n    )[0]\n" in python
    assert max(map(len, python.splitlines())) <= 100
    require_same_program(text, retraced(python))


@pytest.mark.parametrize(
    ("use", "name"),
    [("st.shared.u8 [%r1+8], %a{at};", "const_31 = reg.scalar(u32, init=31)"),
     ("add.s32 %a{at}, %a{at}, %r3;", " = ptx.inst.mov.u32(s32, 31)\n")],
)  # fmt: skip
def test_constants_in_irregular_order_keep_their_names(use: str, name: str) -> None:
    moves = "".join(f"mov.u32 %a{at}, {number};" for at, number in enumerate((2, 31, 16, 7)))
    uses = "".join(use.format(at=at) for at in (1, 3, 0, 2))
    text = f"{HEAD.replace('%a<4>', '%a<9>')}{moves}\n{uses}\nret;\n}}\n"
    python = ptx_to_python(text, sugar=True)
    assert name in python
    require_same_program(text, retraced(python))


def test_a_loop_whose_counter_is_undefined_is_no_counted_loop() -> None:
    loop = "L: st.shared.u32 [%r1], %r2; add.s32 %a0, %a0, -4; setp.ne.s32 %p0, %a0, 0; @%p0 bra L;"
    text = f"{HEAD}{loop}\nret;\n}}\n"
    python = ptx_to_python(text, sugar=True)
    assert "ptx.counting" not in python
    require_same_program(text, retraced(python))


def test_a_loop_whose_bound_a_pair_sets_is_no_counted_loop() -> None:
    pair = "shfl.sync.idx.b32 %a1|%p0, %r1, 0, 31, -1; @%p0 st.shared.u32 [%r1], %r2;"
    loop = f"mov.u32 %a0, 0; L: {pair} add.s32 %a0, %a0, 1; setp.lt.s32 %q, %a0, %a1; @%q bra L;"
    text = f"{HEAD}{loop}\nret;\n}}\n".replace(".reg .b16 %h<2>;", ".reg .b16 %h<2>; .reg .pred %q;")
    python = ptx_to_python(text, sugar=True)
    assert "ptx.counting" not in python
    require_same_program(text, retraced(python))
