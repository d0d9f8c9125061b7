"""`checks=("arrays",)`: accesses that leave the shared or local array of their address."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import pyptx
from pyptx import Tile, kernel, ptx, reg, smem
from pyptx.errors import SimFault
from pyptx.types import f32, u32

if TYPE_CHECKING:
    from collections.abc import Callable

    from pyptx.kernel import Kernel

ENGINES = pytest.mark.parametrize("native", [None, False])

ARRAYS = """
    .shared .align 16 .b8 before[128];
    .shared .align 16 .b8 tile[128];
    .shared .align 16 .b8 after[128];
"""

ZEROS = ".global .align 128 .b8 zeros[256];"
DYNAMIC = ".extern .shared .align 128 .b8 dynamic[];"

# What thread i accesses: `BEYOND` names bytes of another array, `INSIDE` bytes of its own.
BEYOND = {
    "index": "mov.u32 %r2, tile; mad.lo.u32 %r3, %r1, 8, %r2; st.shared.u32 [%r3], %r1;",
    "constant": "st.shared.u32 [tile+128], %r1;",
    "offset": "mov.u32 %r2, tile; st.shared.u32 [%r2+-4], %r1;",
    "offset without a sign": "mov.u32 %r2, tile; st.shared.u32 [%r2+18446744073709551612], %r1;",
    "generic": """
        cvta.shared.u64 %rd1, tile;
        mul.wide.u32 %rd2, %r1, 8;
        add.s64 %rd3, %rd1, %rd2;
        st.u32 [%rd3], %r1;
    """,
    "64 bits": """
        mov.u64 %rd1, tile;
        shl.b64 %rd2, %rd9, 3;
        add.s64 %rd3, %rd2, %rd1;
        st.shared.u32 [%rd3], %r1;
    """,
    "loop": """
        mov.u32 %r2, tile;
    AGAIN:
        st.shared.u32 [%r2], %r1;
        add.u32 %r2, %r2, 4;
        setp.le.u32 %p1, %r2, 256;
        @%p1 bra AGAIN;
    """,
    "register of a number before": """
        mov.u32 %r2, 5;
        add.u32 %r1, %r1, %r2;
        sub.u32 %r1, %r1, 5;
        mov.u32 %r2, tile;
        mad.lo.u32 %r2, %r1, 8, %r2;
        st.shared.u32 [%r2], %r1;
    """,
    "register of a number before, in a loop": """
        mov.u32 %r5, 0;
    AGAIN:
        mov.u32 %r2, %r5;
        setp.gt.u32 %p1, %r2, 1;
        @%p1 bra OVER;
        mov.u32 %r2, tile;
        mad.lo.u32 %r3, %r5, 128, %r2;
        st.shared.u32 [%r3], %r1;
        add.u32 %r5, %r5, 1;
        bra AGAIN;
    OVER:
    """,
    "register of another array before": """
        mov.u32 %r2, after;
        st.shared.u32 [%r2], %r1;
        mov.u32 %r2, tile;
        mad.lo.u32 %r2, %r1, 8, %r2;
        st.shared.u32 [%r2], %r1;
    """,
    "atomic": "mov.u32 %r2, tile; mad.lo.u32 %r3, %r1, 8, %r2; atom.shared.add.u32 %r4, [%r3], 1;",
    "rows of a matrix": """
        mov.u32 %r2, tile;
        mad.lo.u32 %r3, %r1, 32, %r2;
        ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%r4}, [%r3];
    """,
    "lines of a matrix": """
        mov.u32 %r2, tile;
        wmma.load.a.sync.aligned.row.m8n32k16.shared.u8 {%r4}, [%r2], 32;
    """,
    "lines of a matrix whose distance is not known": """
        mov.u32 %r2, tile;
        add.u32 %r3, %r1, 16;
        sub.u32 %r3, %r3, %r1;
        wmma.load.b.sync.aligned.col.m32n8k16.shared.u8 {%r4}, [%r2+128], %r3;
    """,
    "stored matrix": """
        mov.u32 %r2, tile;
        wmma.store.d.sync.aligned.row.m8n8k32.shared.s32 [%r2], {%r1, %r1};
    """,
    "24 bits": "mov.u32 %r2, tile; mad24.lo.u32 %r3, %r1, 8, %r2; st.shared.u32 [%r3], %r1;",
    "mbarrier": """
        setp.eq.u32 %p1, %r1, 0;
        mov.u32 %r2, tile;
        @%p1 mbarrier.init.shared.b64 [%r2+128], 1;
    """,
    "copy of a thread": "setp.eq.u32 %p1, %r1, 0; @%p1 cp.async.cg.shared.global [tile+128], [zeros], 16;",
    "end of a copy": """
        setp.eq.u32 %p1, %r1, 0;
        mov.u32 %r2, tile;
        @%p1 cp.async.bulk.global.shared::cta.bulk_group [zeros], [%r2+16], 128;
    """,
    "end of a copy whose size is in a register": """
        setp.eq.u32 %p1, %r1, 0;
        mov.u32 %r2, 128;
        @%p1 cp.async.bulk.global.shared::cta.bulk_group [zeros], [tile+16], %r2;
    """,
}
INSIDE = {
    "index": "mov.u32 %r2, tile; mad.lo.u32 %r3, %r1, 4, %r2; st.shared.u32 [%r3], %r1;",
    "guard": """
        mov.u32 %r2, tile;
        mad.lo.u32 %r3, %r1, 8, %r2;
        setp.lt.u32 %p1, %r1, 16;
        @%p1 st.shared.u32 [%r3], %r1;
    """,
    "one array or the other": """
        mov.u32 %r2, tile;
        setp.lt.u32 %p1, %r1, 16;
        @%p1 mov.u32 %r2, after;
        mad.lo.u32 %r3, %r1, 4, %r2;
        st.shared.u32 [%r3], %r1;
        setp.ge.u32 %p1, %r1, 16;
        @%p1 bra OTHER;
        mov.u32 %r2, before;
    OTHER:
        add.u32 %r3, %r2, 64;
        st.shared.u32 [%r3+64], %r1;
    """,
    "register of another array later": """
        mov.u32 %r2, after;
        mad.lo.u32 %r3, %r1, 4, %r2;
        st.shared.u32 [%r3], %r1;
        mov.u32 %r2, tile;
        st.shared.u32 [%r2], 0;
    """,
    "end of a loop": """
        mov.u32 %r2, tile;
        mov.u32 %r5, tile+128;
    AGAIN:
        st.shared.u32 [%r2], %r1;
        add.u32 %r2, %r2, 4;
        setp.lt.u32 %p1, %r2, %r5;
        @%p1 bra AGAIN;
    """,
    "negative intermediate": "mov.u32 %r2, tile; add.u32 %r3, %r2, -4096; st.shared.u32 [%r3+4096], %r1;",
    "distance of two arrays": """
        mov.u32 %r2, tile;
        mov.u32 %r3, after;
        sub.u32 %r4, %r3, %r2;
        add.u32 %r5, %r2, %r4;
        st.shared.u32 [%r5], %r1;
    """,
    "choice": """
        mov.u32 %r2, tile;
        mov.u32 %r3, after;
        setp.lt.u32 %p1, %r1, 16;
        selp.u32 %r4, %r2, %r3, %p1;
        st.shared.u32 [%r4], %r1;
    """,
    "toggle": "mov.u32 %r2, tile; xor.b32 %r3, %r2, 384; st.shared.u32 [%r3], %r1;",
    "swizzle": """
        mov.u32 %r2, tile;
        and.b32 %r3, %r2, 896;
        shr.u32 %r3, %r3, 3;
        xor.b32 %r3, %r2, %r3;
        st.shared.u32 [%r3], %r1;
    """,
    "lines of a matrix": """
        mov.u32 %r2, tile;
        wmma.load.a.sync.aligned.row.m8n32k16.shared.u8 {%r4}, [%r2], 16;
        wmma.load.b.sync.aligned.col.m32n8k16.shared.u8 {%r4}, [%r2];
    """,
    "24 bits": "mov.u32 %r2, tile; mad24.lo.u32 %r3, %r1, 4, %r2; st.shared.u32 [%r3], %r1;",
    "rows of a matrix": """
        mov.u32 %r2, tile;
        mad.lo.u32 %r3, %r1, 16, %r2;
        ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%r4}, [%r3];
    """,
    "end of a copy": """
        setp.eq.u32 %p1, %r1, 0;
        @!%p1 bra OVER;
        cp.async.cg.shared.global [tile+112], [zeros], 16;
        cp.async.wait_all;
        fence.proxy.async;
        cp.async.bulk.global.shared::cta.bulk_group [zeros+128], [tile+16], 112;
        cp.async.bulk.commit_group;
        cp.async.bulk.wait_group 0;
    OVER:
    """,
}


def access(run: Callable[..., Any], body: str, *, checks: Any) -> None:
    """Run a body with three arrays, which were all written."""
    start = "mov.u32 %r1, %tid.x; cvt.u64.u32 %rd9, %r1; mov.u32 %r9, before; mad.lo.u32 %r9, %r1, 4, %r9;"
    fill = "".join(f"st.shared.u32 [{name}], 0;\n" for name in ("%r9", "%r10", "%r11"))
    places = "mov.u32 %r10, tile; mad.lo.u32 %r10, %r1, 4, %r10;"
    places += "mov.u32 %r11, after; mad.lo.u32 %r11, %r1, 4, %r11;"
    run(f"{ARRAYS} {start} {places} {fill} bar.sync 0; {body} ret;", module=ZEROS, block=32, checks=checks)


@pytest.mark.parametrize("case", BEYOND)
def test_an_access_in_another_array_is_reported(run: Callable[..., Any], case: str) -> None:
    access(run, BEYOND[case], checks=())
    with pytest.raises(SimFault, match="array-bounds") as caught:
        access(run, BEYOND[case], checks="arrays")
    assert caught.value.rule == "array-bounds"
    assert "are outside tile, from which their address was computed: it has 128 bytes" in str(caught.value)


@pytest.mark.parametrize("case", INSIDE)
def test_an_access_in_its_array_is_not_reported(run: Callable[..., Any], case: str) -> None:
    access(run, INSIDE[case], checks="arrays")


def test_an_address_outside_all_shared_memory_is_out_of_bounds(run: Callable[..., Any]) -> None:
    with pytest.raises(SimFault, match="out-of-bounds"):
        access(run, "mov.u32 %r2, tile; st.shared.u32 [%r2+65536], %r1;", checks="arrays")


PADDED = """
    .shared .align 4 .b8 small[20];
    .shared .align 16 .b8 tile[64];
    .shared .align 8 .b64 bar;
    .shared .align 32 .b8 last[32];
    mov.u32 %r1, %tid.x;
    setp.eq.u32 %p1, %r1, 0;
    mov.u32 %r2, small;
    mov.u32 %r3, tile;
    selp.u32 %r4, %r2, %r3, %p1;
"""
"""Arrays with 12 bytes of padding from 20 and 24 bytes from 104 on; %r4 is an address in one of two."""

# Accesses whose array is not known: those of `TOUCH` touch padding, those of `BESIDE` do not.
TOUCH = {
    "store": (
        "st.shared.u32 [%r4+20], %r1;",
        "to 4 bytes at shared address 0x14 touches the 12 bytes",
        "small",
    ),
    "vector": (
        "ld.shared.v4.u32 {%r1, %r2, %r6, %r7}, [%r4+96];",
        "to 16 bytes at shared address 0x60 touches the 24 bytes",
        "bar",
    ),
    "number": (
        "mov.u32 %r5, 31; st.shared.u8 [%r5], 0;",
        "access at shared address 0x1f touches the 12 bytes",
        "small",
    ),
    "atomic": ("atom.shared.add.u32 %r5, [%r4+124], 1;", "to 4 bytes at shared address 0x7c touches", "bar"),
    "copy of a thread": ("cp.async.ca.shared.global [%r4+16], [zeros], 8;", "to 8 bytes at shared", "small"),
    "bulk copy": (
        "cp.async.bulk.global.shared::cta.bulk_group [zeros], [%r4], 32;",
        "to 32 bytes at shared address 0x0 touches the 12 bytes",
        "small",
    ),
    "row of a matrix": (
        "ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%r5}, [%r4+16];",
        "to 16 bytes at",
        "small",
    ),
    "before dynamic memory": ("st.shared.u8 [%r4+160], %r1;", "touches the 96 bytes", "last"),
}
BESIDE = {
    "store": "st.shared.u32 [%r4+16], %r1;",
    "store behind": "st.shared.u32 [%r4+32], %r1;",
    "number": "mov.u32 %r5, 16; st.shared.u32 [%r5], 0; st.shared.u32 [%r5+16], 0;",
    "guard": "@!%p1 st.shared.u32 [%r4+20], %r1;",
    "two arrays": "@%p1 st.shared.v4.u32 [%r4+80], {0, 0, 0, 0}; st.shared.v2.u32 [%r4+96], {0, 0};",
    "copy": "cp.async.ca.shared.global [%r4+8], [zeros], 8; cp.async.ca.shared.global [%r4+32], [zeros], 8;",
    "copies of 0 bytes": """
        mov.u32 %r5, 0;
        cp.async.bulk.global.shared::cta.bulk_group [zeros], [%r4+16], %r5;
        cp.async.bulk.global.shared::cta.bulk_group [zeros], [%r4+16], 0;
        cp.async.bulk.global.shared::cta.bulk_group [zeros], [small+32], %r5;
        cp.async.bulk.global.shared::cta.bulk_group [zeros], [%r3+64], %r5;
        and.b32 %r5, %r1, 0;
        cp.async.bulk.global.shared::cta.bulk_group [zeros], [%r4+16], %r5;
        cp.async.bulk.global.shared::cta.bulk_group [zeros], [%r3+64], %r5;
        cp.async.bulk.commit_group;
        cp.async.bulk.wait_group 0;
    """,
    "dynamic memory": "mov.u32 %r5, dynamic; @%p1 mov.u32 %r5, %r2; st.shared.u8 [%r5], 0;",
    "row of a matrix": """
        st.shared.v4.u32 [%r4], {0, 0, 0, 0};
        ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%r5}, [%r2];
    """,
}


@pytest.mark.parametrize("case", TOUCH)
def test_an_access_to_the_padding_between_arrays_is_reported(run: Callable[..., Any], case: str) -> None:
    body, said, name = TOUCH[case]
    with pytest.raises(SimFault, match="array-bounds") as caught:
        run(f"{PADDED} {body} ret;", module=ZEROS + DYNAMIC, block=32, smem=64, checks="arrays")
    assert caught.value.rule == "array-bounds"
    assert said in str(caught.value)
    assert f"bytes of padding behind {name}, which are in no array" in str(caught.value)


@pytest.mark.parametrize("case", BESIDE)
def test_an_access_beside_padding_is_not_reported(run: Callable[..., Any], case: str) -> None:
    run(f"{PADDED} {BESIDE[case]} ret;", module=ZEROS + DYNAMIC, block=32, smem=64, checks="arrays")


LOCAL_ARRAYS = """
    .local .align 16 .b8 before[32];
    .local .align 16 .b8 tile[32];
    .local .align 16 .b8 after[32];
    mov.u32 %r1, %tid.x;
    cvt.u64.u32 %rd9, %r1;
"""

BEYOND_LOCAL = {
    "index": "mov.u32 %r2, tile; mad.lo.u32 %r3, %r1, 4, %r2; st.local.u32 [%r3], %r1;",
    "constant": "st.local.u32 [tile+32], %r1;",
    "before": "mov.u32 %r2, tile; st.local.u32 [%r2+-4], %r1;",
    "generic": """
        cvta.local.u64 %rd1, tile;
        mul.wide.u32 %rd2, %r1, 4;
        add.s64 %rd3, %rd1, %rd2;
        st.u32 [%rd3], %r1;
    """,
    "vector": "mov.u64 %rd1, tile; st.local.v4.u32 [%rd1+32], {%r1, %r1, %r1, %r1};",
}
INSIDE_LOCAL = {
    "index": "mov.u32 %r2, tile; and.b32 %r3, %r1, 7; mad.lo.u32 %r3, %r3, 4, %r2; st.local.u32 [%r3], %r1;",
    "guard": """
        mov.u32 %r2, tile;
        mad.lo.u32 %r3, %r1, 4, %r2;
        setp.lt.u32 %p1, %r1, 8;
        @%p1 st.local.u32 [%r3], %r1;
    """,
    "constant": "st.local.u32 [tile+28], %r1;",
    "generic": "cvta.local.u64 %rd1, tile; st.u32 [%rd1+28], %r1;",
    "choice": """
        mov.u32 %r2, tile;
        mov.u32 %r3, after;
        setp.lt.u32 %p1, %r1, 16;
        selp.u32 %r4, %r2, %r3, %p1;
        st.local.u32 [%r4+28], %r1;
    """,
}


@pytest.mark.parametrize("case", BEYOND_LOCAL)
def test_an_access_in_another_local_array_is_reported(run: Callable[..., Any], case: str) -> None:
    body = f"{LOCAL_ARRAYS} {BEYOND_LOCAL[case]} ret;"
    run(body, block=16, checks=())
    with pytest.raises(SimFault, match="array-bounds") as caught:
        run(body, block=16, checks="all")
    assert "(local address " in str(caught.value)
    assert "are outside tile, from which their address was computed: it has 32 bytes" in str(caught.value)


@pytest.mark.parametrize("case", INSIDE_LOCAL)
def test_an_access_in_its_local_array_is_not_reported(run: Callable[..., Any], case: str) -> None:
    run(f"{LOCAL_ARRAYS} {INSIDE_LOCAL[case]} ret;", block=16, checks="all")


def test_an_address_outside_all_local_memory_is_out_of_bounds(run: Callable[..., Any]) -> None:
    with pytest.raises(SimFault, match="out-of-bounds"):
        run(f"{LOCAL_ARRAYS} mov.u32 %r2, tile; st.local.u32 [%r2+65536], %r1; ret;", block=16, checks="all")


FUNCTION = """
.func (.reg .u32 result) kept(.reg .u32 i, .reg .u32 deeper)
{
    .local .align 4 .b8 here[32];
    .local .align 4 .b8 other[32];
    .reg .pred %p; .reg .b32 %r<4>; .reg .b64 %d<4>;
    mov.u64 %d1, here;
    cvta.local.u64 %d2, %d1;
    mul.wide.u32 %d3, i, 4;
    add.u64 %d2, %d2, %d3;
    setp.eq.u32 %p, deeper, 0;
    @%p bra STORE;
    sub.u32 %r1, deeper, 1;
    call (%r2), kept, (0, %r1);
STORE:
    <access>
    mov.u32 result, 1;
    ret;
}
"""
IN_FUNCTION = {
    "index": ("st.u32 [%d2], i;", 8, "here+32"),
    "negative index": ("st.u32 [%d2+-4], i;", 0, "here-4"),
    "constant": ("st.local.u32 [here+32], i;", 0, "here+32"),
    "last element": ("st.u32 [%d2], i;", 7, ""),
    "last constant": ("st.local.u32 [here+28], i;", 0, ""),
}


@pytest.mark.parametrize("deeper", [0, 2], ids=["flat", "recursive"])
@pytest.mark.parametrize("case", IN_FUNCTION)
def test_local_arrays_of_a_function(run: Callable[..., Any], case: str, deeper: int) -> None:
    access, index, place = IN_FUNCTION[case]
    body = f".local .align 4 .b8 own[16]; mov.u32 %r1, {index}; call (%r2), kept, (%r1, {deeper}); ret;"
    module = FUNCTION.replace("<access>", access)
    if not place:
        run(body, module=module, checks="all")
        return
    with pytest.raises(SimFault, match="array-bounds") as caught:
        run(body, module=module, checks="all")
    assert f"4 bytes at {place} (local address " in str(caught.value)
    assert "are outside here, from which their address was computed: it has 32 bytes" in str(caught.value)


def histogram(bins: int) -> Kernel:
    """Each thread counts in a local array of `bins` counters, which another local array follows."""

    @kernel(in_specs=(Tile(1, u32),), out_specs=(Tile(32, u32),), grid=(1,), block=(32, 1, 1), arch="sm_90a")
    def counts(bin_: Any, out: Any) -> None:
        here, other = ptx.var("local", u32, "here", size=bins), ptx.var("local", u32, "other", size=4)
        start, next_ = reg.scalar(u32), reg.scalar(u32)
        ptx.inst.mov.u32(start, here)
        ptx.inst.mov.u32(next_, other)
        for k in range(4):
            ptx.inst.st.local.u32(ptx.addr(start + 4 * k), 0)
            ptx.inst.st.local.u32(ptx.addr(next_ + 4 * k), 7)
        pb, po = ptx.global_ptrs(bin_, out)
        chosen, value = reg.scalar(u32), reg.scalar(u32)
        ptx.ld(u32, chosen, ptx.addr(pb))
        ptx.inst.st.local.u32(ptx.addr(start + chosen * 4), 1)
        ptx.inst.ld.local.u32(value, ptx.addr(next_))
        ptx.st(u32, ptx.addr(po + reg.from_(ptx.special.tid.x(), u32) * 4), value)

    return counts


@ENGINES
def test_local_arrays_of_a_kernel(native: bool | None) -> None:
    with pyptx.program.directing("sim", checks="all", native=native):
        assert (np.asarray(histogram(4)(np.array([3], np.uint32))) == 7).all()
        with pytest.raises(SimFault, match=r"here\+16 \(local address 0x10, in other\) are outside here"):
            histogram(4)(np.array([4], np.uint32))


def neighbours(pad: int) -> Kernel:
    """Eight threads write to an array of `size` elements, which is followed by one that they read."""

    @kernel(in_specs=(Tile(1, u32),), out_specs=(Tile(8, f32),), grid=(1,), block=(8, 1, 1), arch="sm_90a")
    def writes(size: Any, out: Any) -> None:
        if pad:
            smem.alloc(f32, (pad,), name="pad")
        first, second = smem.alloc(f32, (4,), name="first"), smem.alloc(f32, (8,), name="second")
        ps, po = ptx.global_ptrs(size, out)
        i = reg.from_(ptx.special.tid.x(), u32)
        second[i] = 7.0
        ptx.bar.sync(0)
        most = reg.scalar(u32)
        ptx.ld(u32, most, ptx.addr(ps))
        with ptx.if_(i < most):
            first[i] = 1.0
        ptx.bar.sync(0)
        ptx.st(f32, ptx.addr(po + i * 4), second[i])

    return writes


@ENGINES
@pytest.mark.parametrize("pad", [0, 20_000], ids=["static", "dynamic"])
def test_arrays_of_a_kernel(pad: int, native: bool | None) -> None:
    """More than 48 KiB become parts of the dynamic array, whose PTX does not have their names."""
    traced = neighbours(pad)
    with pyptx.program.directing("sim", checks="all", native=native):
        assert (np.asarray(traced(np.array([4], np.uint32))) == 7).all()
        with pytest.raises(SimFault, match="array-bounds") as caught:
            traced(np.array([8], np.uint32))
    start = pad * 4
    said = (
        f"4 bytes at first+16 (shared address {start + 16:#x}, in second) are outside first, "
        "from which their address was computed: it has 16 bytes"
    )
    assert said in str(caught.value)
    assert "thread (4, 0, 0)" in str(caught.value)


@ENGINES
def test_reports_name_the_parts_of_dynamic_shared_memory(native: bool | None) -> None:
    @kernel(out_specs=(Tile(32, f32),), grid=(1,), block=(32, 1, 1), arch="sm_90a")
    def reads(out: Any) -> None:
        smem.alloc(f32, (20_000,), name="pad")
        tile = smem.alloc(f32, (64,), name="tile")
        (po,) = ptx.global_ptrs(out)
        i = reg.from_(ptx.special.tid.x(), u32)
        tile[i] = 1.0
        ptx.st(f32, ptx.addr(po + i * 4), tile[31 - i])

    with (
        pyptx.program.directing("sim", checks="all", native=native),
        pytest.raises(SimFault, match=r"race: this thread reads tile\[31\]"),
    ):
        reads()
