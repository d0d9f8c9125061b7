"""The alignment that programs require of addresses, checked before the driver is called."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from pyptx import Tile, kernel, load_ptx, ptx, reg
from pyptx.errors import LaunchError, TraceError
from pyptx.runtime import driver as drivers
from pyptx.runtime.alignment import alignments, check_addresses
from pyptx.types import f32

if TYPE_CHECKING:
    from collections.abc import Callable

    from pyptx.program import Program

STORE = "st.global.v4.f32 [%rd{}], {{%f1, %f1, %f1, %f1}};"


def program(body: str) -> Program:
    """An entry with two pointers in %rd1 and %rd2, a number in %r9 and the thread in %r1."""
    return load_ptx(f"""
        .version 8.0
        .target sm_80
        .address_size 64
        .visible .entry k(.param .u64 out, .param .u64 src, .param .u32 n)
        {{
            .reg .pred %q<4>; .reg .b32 %r<16>; .reg .b64 %rd<8>; .reg .f32 %f<4>;
            ld.param.u64 %rd1, [out]; ld.param.u64 %rd2, [src]; ld.param.u32 %r9, [n];
            cvta.to.global.u64 %rd1, %rd1; mov.u32 %r1, %tid.x;
            {body}
            ret;
        }}
    """).program


@pytest.mark.parametrize(
    ("body", "required"),
    [
        (STORE.format(1), {"out": (16, 0)}),
        (STORE.format("1+4"), {"out": (16, 12)}),
        ("st.global.f32 [%rd1], %f1;" + STORE.format(1), {"out": (16, 0)}),
        ("cp.async.cg.shared.global [%r1], [%rd1], 16;", {"out": (16, 0)}),
        ("atom.global.add.u64 %rd3, [%rd1], 1;", {"out": (8, 0)}),
        ("mul.wide.u32 %rd3, %r1, 16; add.u64 %rd4, %rd1, %rd3;" + STORE.format(4), {"out": (16, 0)}),
        ("mul.wide.u32 %rd3, %r1, 8; add.u64 %rd4, %rd1, %rd3;" + STORE.format(4), {}),
        ("mad.wide.u32 %rd4, %r1, 48, %rd1;" + STORE.format(4), {"out": (16, 0)}),
        ("mad.wide.u32 %rd4, %r9, 4, %rd1;" + STORE.format(4), {}),
        ("shl.b32 %r2, %r1, 4; cvt.u64.u32 %rd3, %r2; add.s64 %rd4, %rd3, %rd1;" + STORE.format(4),
         {"out": (16, 0)}),
        ("mov.b32 %r2, 8; shl.b32 %r2, %r2, %r1; cvt.u64.u32 %rd3, %r2; add.s64 %rd4, %rd3, %rd1;"
         + STORE.format(4), {}),
        ("and.b32 %r2, %r1, -16; cvt.u64.u32 %rd3, %r2; add.s64 %rd4, %rd3, %rd1;" + STORE.format(4),
         {"out": (16, 0)}),
        ("sub.u64 %rd4, %rd1, 32;" + STORE.format(4), {"out": (16, 0)}),
        # Loops: each round moves the address.
        ("L: " + STORE.format(1) + "add.u64 %rd1, %rd1, 64; add.u32 %r1, %r1, 1; setp.lt.u32 %q1, %r1, %r9;"
         "@%q1 bra L;", {"out": (16, 0)}),
        ("L: " + STORE.format(1) + "add.u64 %rd1, %rd1, 8; add.u32 %r1, %r1, 1; setp.lt.u32 %q1, %r1, %r9;"
         "@%q1 bra L;", {}),
        # Bounds of threads do not choose between accesses; scalars do.
        ("setp.ge.u32 %q1, %r1, %r9; @%q1 ret;" + STORE.format(1), {"out": (16, 0)}),
        ("setp.lt.u32 %q1, %r1, %r9; @!%q1 bra L;" + STORE.format(1) + "L:", {"out": (16, 0)}),
        ("setp.ne.u32 %q1, %r9, 0; @%q1 bra L;" + STORE.format(1) + "L:", {}),
        ("setp.ne.u32 %q1, %r9, 0; @%q1 ret;" + STORE.format(1), {}),
        ("setp.eq.u32 %q1, %r9, 0; @%q1 " + STORE.format(1), {}),
        ("setp.eq.u32 %q1, %r9, 7; @%q1 " + STORE.format(1), {"out": (16, 0)}),
        ("mov.u32 %r5, 3; setp.eq.u32 %q1, %r9, %r5; @%q1 " + STORE.format(1), {}),
        ("setp.ne.u32 %q1, %r9, 7; setp.lt.u32 %q2, %r1, 5; and.pred %q3, %q1, %q2;"
         "@%q3 " + STORE.format(1), {}),
        # One that only the kernel computes, and all threads alike, may choose; one of threads must not.
        ("xor.b32 %r2, %r9, 1; setp.eq.u32 %q1, %r2, 3; @%q1 " + STORE.format(1), {}),
        ("xor.b32 %r2, %r9, 1; setp.eq.u32 %q1, %r2, 3; @%q1 bra L;" + STORE.format(1)
         + "bra M; L: " + STORE.format(2) + "M: st.global.v2.f32 [%rd1], {%f1, %f1};", {"out": (8, 0)}),
        ("xor.b32 %r2, %r9, 1; setp.eq.u32 %q1, %r2, 3; @%q1 ret;" + STORE.format(1), {}),
        ("xor.b32 %r2, %r1, 1; setp.eq.u32 %q1, %r2, 3; @%q1 " + STORE.format(1), {"out": (16, 0)}),
        ("ld.global.u32 %r2, [%rd2]; setp.eq.u32 %q1, %r2, 3; @%q1 " + STORE.format(1), {"src": (4, 0)}),
        # Scalars in rewritten registers and sizes of the launch skip accesses; counts of loops do not.
        ("setp.ne.u32 %q1, %r9, 0; @%q1 bra L;" + STORE.format(1) + "L: setp.lt.u32 %q1, %r1, %r9;"
         "st.global.f32 [%rd1], %f1;", {"out": (4, 0)}),
        ("shr.u32 %r9, %r9, 2; setp.eq.u32 %q1, %r9, 1; @%q1 bra L;" + STORE.format(1) + "L:", {}),
        ("mov.u32 %r2, %nctaid.x; setp.eq.u32 %q1, %r2, 4; @%q1 bra L;" + STORE.format(1) + "L:", {}),
        ("mov.u32 %r2, 0; L: setp.ge.u32 %q1, %r2, %r9; @%q1 bra M; add.u32 %r2, %r2, 1;" + STORE.format(1)
         + "bra L; M:", {"out": (16, 0)}),
        ("bra L;" + STORE.format(1) + "L:", {}),
        # A register that only some threads write again differs between them.
        ("mov.u32 %r2, 0; setp.eq.u32 %q1, %r1, 0; @%q1 mov.u32 %r2, 1; setp.eq.u32 %q2, %r2, 1; @%q2 "
         + STORE.format(1), {"out": (16, 0)}),
        ("mov.u32 %r2, 0; setp.ne.u32 %q1, %r1, 0; @%q1 bra L; mov.u32 %r2, 1; L: setp.eq.u32 %q2, %r2, 1;"
         "@%q2 " + STORE.format(1), {"out": (16, 0)}),
        ("mov.u32 %r2, 0; setp.ne.u32 %q1, %r1, 0; @%q1 bra L; bra M; L: mov.u32 %r2, 1; M:"
         "setp.eq.u32 %q2, %r2, 1; @%q2 " + STORE.format(1), {"out": (16, 0)}),
        # A loop that waits for memory ends; one that the program may leave at once need not run.
        ("L: ld.global.u32 %r2, [%rd2]; setp.ne.u32 %q1, %r2, 0; @%q1 bra L;" + STORE.format(1),
         {"out": (16, 0), "src": (4, 0)}),
        ("L: ld.global.u32 %r2, [%rd2]; setp.eq.u32 %q1, %r2, 0; @%q1 bra M; bra L; M:" + STORE.format(1),
         {"out": (16, 0), "src": (4, 0)}),
        ("L: ld.global.u32 %r2, [%rd2]; setp.eq.u32 %q1, %r2, 0; @%q1 bra M;" + STORE.format(1)
         + "bra L; M:", {"src": (4, 0)}),
        ("L: ld.global.u32 %r2, [%rd2]; setp.eq.u32 %q1, %r2, 0; @%q1 bra M;" + STORE.format(1)
         + "M: add.u32 %r1, %r1, 1; setp.lt.u32 %q2, %r1, %r9; @%q2 bra L;", {"src": (4, 0)}),
        # Nor is anything known where the program examines the address.
        ("and.b64 %rd3, %rd1, 15; setp.ne.u64 %q1, %rd3, 0; @%q1 bra L;" + STORE.format(1) + "L:"
         + STORE.format(2), {"src": (16, 0)}),
        ("cvt.u32.u64 %r2, %rd1;" + STORE.format(1), {}),
        ("selp.b64 %rd4, %rd1, %rd2, %q1;" + STORE.format(4), {}),
        ("st.global.u64 [%rd1], %rd2;" + STORE.format(2), {"out": (8, 0)}),
    ],
)  # fmt: skip
def test_what_a_launch_requires(body: str, required: dict[str, tuple[int, int]]) -> None:
    assert required_by(body, 7) == required


def required_by(body: str, n: int) -> dict[str, tuple[int, int]]:
    """Return unit and remainder of the addresses that a launch of 4 CTAs of 128 threads takes."""
    found = {}
    right = {"out": 1 << 20, "src": 1 << 20}
    for name, address in right.items():
        taken = [low for low in range(16) if takes(program(body), {**right, name: address + low, "n": n})]
        right[name] += taken[0]
        if len(taken) < 16:
            found[name] = (16 // len(taken), taken[0])
    return found


def takes(entry: Program, arguments: dict[str, int]) -> bool:
    try:
        check_addresses(entry, arguments, (4, 1, 1), (128, 1, 1))
    except LaunchError:
        return False
    return True


def test_the_accesses_of_an_address_are_listed() -> None:
    found = alignments(program("st.global.f32 [%rd1], %f1;" + STORE.format("1+4")))
    assert [(each.bytes, each.remainder) for each in found["out"]] == [(16, 12), (4, 0)]


INDEX = "mov.u32 %r2, %ctaid.x; mov.u32 %r3, %ntid.x; mad.lo.u32 %r4, %r2, %r3, %r1; "


def tail(compare: str, guard: str) -> str:
    """A store of elements ``4 * i`` to ``4 * i + 3`` with a guard on the last one."""
    last = f"mad.lo.s32 %r5, %r4, 4, 3; setp.{compare} %q1, %r5, %r9; mad.wide.u32 %rd4, %r4, 16, %rd1;"
    return f"{INDEX} {last} {guard} {STORE.format(4)}"


@pytest.mark.parametrize(
    ("body", "least"),
    [
        (tail("lt.s32", "@%q1"), 4),
        (tail("ge.s32", "@%q1 bra L;") + "L:", 4),
        (tail("ge.u32", "@%q1 ret;"), 4),
        (tail("hs.u32", "@!%q1"), 4),
        (tail("le.u32", "@%q1"), 3),
        (tail("eq.u32", "@%q1"), 3),
        (tail("lt.f32", "@%q1"), 0),
        # The first round of a loop has the lowest counter.
        ("mov.u32 %r4, %r1; L: setp.ge.u32 %q1, %r4, %r9; @%q1 ret;" + STORE.format(1)
         + "add.u32 %r4, %r4, 128; bra L;", 1),
        ("mov.u32 %r4, %r1; L: add.u32 %r5, %r4, 3; setp.lt.u32 %q1, %r5, %r9; @!%q1 bra M;" + STORE.format(1)
         + "add.u32 %r4, %r4, 128; bra L; M: st.global.f32 [%rd1], %f1;", 4),
        # A value beyond its type, or of another sign, is unknown.
        ("sub.u32 %r5, %r1, 1; setp.gt.u32 %q1, %r5, 1000; @%q1 " + STORE.format(1), 0),
        ("mul.lo.u32 %r5, %r1, 0x40000000; setp.gt.u32 %q1, %r9, %r5; @%q1 " + STORE.format(1), 0),
        ("add.u32 %r5, %r1, 0xfffffff0; setp.lt.s32 %q1, %r5, %r9; @%q1 " + STORE.format(1), 0),
        ("mov.u32 %r6, 0xfffffff0; min.s32 %r5, %r6, %r1; setp.lt.s32 %q1, %r5, %r9; @%q1 "
         + STORE.format(1), 0),
        ("mul.hi.u32 %r5, %r1, 5; setp.lt.u32 %q1, %r5, %r9; @%q1 " + STORE.format(1), 0),
        ("shr.u32 %r5, %r1, 7; not.b32 %r6, %r5; setp.gt.u32 %q1, %r6, 5; @%q1 " + STORE.format(1), 0),
        ("shr.u32 %r5, %r1, 7; sub.s32 %r6, %r5, 5; min.relu.s32 %r7, %r6, %r6; setp.ge.s32 %q1, %r7, 0;"
         "@%q1 " + STORE.format(1), 0),
    ],
)  # fmt: skip
def test_a_guard_that_no_thread_passes_skips_its_access(body: str, least: int) -> None:
    for n in range(6):
        assert required_by(body, n).get("out", (4, 0)) == ((16, 0) if n >= least else (4, 0)), n


def test_an_address_with_the_remainder_is_taken() -> None:
    shifted = program(STORE.format("1+4"))
    sizes = (1, 1, 1), (32, 1, 1)
    check_addresses(shifted, {"out": 0x100C, "src": 3, "n": 5}, *sizes)
    with pytest.raises(
        LaunchError, match=r"argument out is at 0x1000, but st.global.v4.f32 .*16 bytes, plus 12"
    ):
        check_addresses(shifted, {"out": 0x1000}, *sizes)


V = Tile("N", f32)


@kernel(in_specs=(V,), out_specs=(V,), grid=1, block=4)
def by_four(X: Any, Y: Any) -> None:
    px, py = (pointer + ptx.special.tid.x() * 16 for pointer in ptx.global_ptrs(X, Y))
    values = [reg.scalar(f32) for _ in range(4)]
    ptx.inst.ld.global_.v4.f32(values, ptx.addr(px))
    ptx.inst.st.global_.v4.f32(ptx.addr(py), values)


def test_nothing_misaligned_reaches_the_driver(said: Callable[[], list[str]], without_ptxas: None) -> None:
    go = by_four.launch(grid=1, N=16)
    go(0x1000, 0x2000)
    said()
    for addresses in ((0x1008, 0x2000), (0x1000, 0x2004)):
        for _ in range(2):
            with pytest.raises(LaunchError, match=r"argument [XY] is at .* at .*test_alignment.py:\d+ needs"):
                go(*addresses)
    with pytest.raises(LaunchError, match=r"ld\.global\.v4\.f32"):
        by_four.program(N=16).launch(0x1004, 0x2000, grid=1, engine="gpu")
    assert not [line for line in said() if "launch" in line.lower()]
    go(0x1010, 0x2010)
    assert [line for line in said() if "launch" in line.lower()]


def test_copies_of_host_arrays_are_aligned(said: Callable[[], list[str]], without_ptxas: None) -> None:
    by_four(np.zeros(17, np.float32)[1:], engine="gpu")
    assert drivers.driver().devices()


ALIGNED = Tile("N", f32, align=16)


@kernel(in_specs=(ALIGNED,), out_specs=(ALIGNED,), grid=1, block=4)
def by_one(X: Any, Y: Any) -> None:
    px, py = (pointer + ptx.special.tid.x() * 4 for pointer in ptx.global_ptrs(X, Y))
    value = reg.scalar(f32)
    ptx.inst.ld.global_.f32(value, ptx.addr(px))
    ptx.inst.st.global_.f32(ptx.addr(py), value)


def test_a_declared_alignment_is_that_of_the_parameter() -> None:
    assert ".param .u64 .ptr .global .align 16 X" in by_one.ptx(N=4)
    x = np.arange(5, dtype=np.float32)
    assert by_one(x[:4]).tolist() == [0, 1, 2, 3]
    said = r"^argument {} is at 0x\w+4, but its parameter \(.ptr .align 16\) takes .*; pass a copy"
    with pytest.raises(LaunchError, match=said.format("X")):
        by_one(x[1:])
    with pytest.raises(LaunchError, match=said.format("Y")):
        by_one(x[:4], out=np.zeros(5, np.float32)[1:])
    with pytest.raises(LaunchError, match=said.format("X")):
        by_one.prepare(x[1:])()
    assert by_one(x[5:]).shape == (0,)


def test_a_declared_alignment_is_kept_from_the_driver(
    said: Callable[[], list[str]], without_ptxas: None
) -> None:
    go = by_one.launch(grid=1, N=4)
    go(0x1010, 0x2000)
    said()
    for _ in range(2):
        with pytest.raises(LaunchError, match=r"argument Y is at 0x2008, but its parameter"):
            go(0x1010, 0x2008)
    assert not [line for line in said() if "launch" in line.lower()]


@pytest.mark.parametrize("align", [0, 3, 24, -16, 16.0, True, "16"])
def test_an_alignment_is_a_power_of_two(align: Any) -> None:
    with pytest.raises(TraceError, match=r"align is .*; it must be a number of bytes that is a power of two"):
        Tile("N", f32, align=align)
    assert eval(repr(ALIGNED), {"Tile": Tile, "f32": f32}) == ALIGNED
