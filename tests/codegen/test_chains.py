"""Chains of one operation in raised files, and the names of their links."""

from __future__ import annotations

from tests.codegen.proved import proved_python

HEAD = """.version 8.0
.target sm_90a
.address_size 64
.visible .entry k(.param .u64 src, .param .u64 dst)
{
.reg .b32 %r<8>;
.reg .f32 %f<80>;
.reg .b64 %rd<4>;
.reg .pred %p<2>;
ld.param.u64 %rd1, [src];
ld.param.u64 %rd2, [dst];
"""
LOADS = [f"ld.global.f32 %f{n}, [%rd1+{4 * n}];" for n in range(16)]


def raised(*statements: str) -> str:
    text = "\n".join([HEAD, *statements, "st.global.f32 [%rd2], %f60;", "ret;", "}", ""])
    return proved_python(text)


def test_maximum_of_many_values_is_a_loop_that_rebinds() -> None:
    links = ["max.f32 %f32, %f0, %f1;", *[f"max.f32 %f{31 + n}, %f{30 + n}, %f{n};" for n in range(2, 16)]]
    python = raised(*LOADS, *links, "mov.f32 %f60, %f46;")
    assert "maximum = maximum.max(" in python
    assert "maximum_2" not in python


def test_sum_with_two_operations_a_step_is_a_loop() -> None:
    links = []
    for n in range(1, 16):
        links += [f"mul.f32 %f{40 + n}, %f{n}, %f{n};", f"add.f32 %f{16 + n}, %f{15 + n}, %f{40 + n};"]
    python = raised(*LOADS, "mov.f32 %f16, %f0;", *links[2:], "mov.f32 %f60, %f31;")
    assert python.count("total = total + ") == 1


def test_links_without_an_order_share_lines() -> None:
    order = [3, 9, 2, 14, 1, 7, 11, 5]
    links = [f"add.f32 %f{33 + at}, %f{32 + at}, %f{n};" for at, n in enumerate(order)]
    python = raised(*LOADS, "add.f32 %f32, %f0, %f4;", *links, "mov.f32 %f60, %f40;")
    lines = [line for line in python.splitlines() if "total" in line]
    assert len(lines) <= 4


def test_name_does_not_go_on_behind_a_label() -> None:
    python = raised(
        "ld.global.f32 %f1, [%rd1];",
        "ld.global.f32 %f2, [%rd1+4];",
        "add.f32 %f3, %f1, %f2;",
        "mul.f32 %f9, %f1, %f2;",
        "st.global.f32 [%rd2+8], %f3;",
        "mov.u32 %r1, 0;",
        "bra.uni L2;",
        "L1: add.s32 %r1, %r1, 1;",
        "L2: add.f32 %f5, %f3, %f9;",
        "mul.f32 %f6, %f5, %f5;",
        "st.global.f32 [%rd2+4], %f6;",
        "setp.lt.s32 %p1, %r1, 9;",
        "@%p1 bra L1;",
        "mov.f32 %f60, %f1;",
    )
    assert "total_2 = total" in python
