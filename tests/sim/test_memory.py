"""State spaces, addressing, and the faults of memory accesses with their whole text."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import numpy as np
import pytest

from pyptx.errors import LaunchError, VerifyError
from pyptx.program import from_ptx
from pyptx.sim import SimFault
from tests.sim.conftest import text

if TYPE_CHECKING:
    from collections.abc import Callable

    from pyptx.program import Program


def test_vectors_and_narrow_types(run: Callable[..., object]) -> None:
    x = np.arange(32 * 4, dtype=np.float32)
    out = np.zeros(32 * 4, np.float32)
    run(
        """
        ld.param.u64 %rd1, [x];
        ld.param.u64 %rd2, [out];
        mov.u32 %r1, %tid.x;
        mul.wide.u32 %rd3, %r1, 16;
        add.u64 %rd1, %rd1, %rd3;
        add.u64 %rd2, %rd2, %rd3;
        ld.global.v4.f32 {%f1, %f2, %f3, %f4}, [%rd1];
        st.global.v2.f32 [%rd2], {%f4, %f3};
        st.global.v2.f32 [%rd2+8], {%f2, %f1};
        """,
        x=x,
        out=out,
    )
    assert np.array_equal(out.reshape(-1, 4), x.reshape(-1, 4)[:, ::-1])


@pytest.mark.parametrize(
    ("whole", "part", "count"), [(16, 8, 2), (32, 8, 4), (32, 16, 2), (64, 16, 4), (64, 32, 2)]
)
def test_registers_of_parts(run: Callable[..., object], whole: int, part: int, count: int) -> None:
    x = np.random.default_rng(whole).integers(0, 1 << 8, 32 * whole // 8, np.uint8)
    out = np.zeros_like(x)
    parts = [f"%part{number}" for number in range(count)]
    run(
        f"""
        .reg .b{part} %part<{count}>;
        .reg .b{whole} %whole<2>;
        ld.param.u64 %rd1, [x];
        ld.param.u64 %rd2, [out];
        mov.u32 %r1, %tid.x;
        mul.wide.u32 %rd3, %r1, {whole // 8};
        add.u64 %rd1, %rd1, %rd3;
        add.u64 %rd2, %rd2, %rd3;
        ld.global.b{whole} %whole0, [%rd1];
        mov.b{whole} {{{", ".join(parts)}}}, %whole0;
        mov.b{whole} %whole1, {{{", ".join((*parts[1:], parts[0]))}}};
        st.global.b{whole} [%rd2], %whole1;
        """,
        x=x,
        out=out,
    )
    words, moved = (array.view(f"u{part // 8}").reshape(32, count) for array in (x, out))
    assert np.array_equal(moved, np.roll(words, -1, axis=1))


def test_relaxed_widths_extend_by_sign(run: Callable[..., object]) -> None:
    x = np.array([0x80, 0x7F], np.uint8)
    out = np.zeros(4, np.uint32)
    run(
        """
        ld.param.u64 %rd1, [x];
        ld.param.u64 %rd2, [out];
        ld.global.s8 %r1, [%rd1];
        ld.global.u8 %r2, [%rd1];
        ld.global.s8 %h1, [%rd1];
        cvt.u32.u16 %r3, %h1;
        st.global.u32 [%rd2], %r1;
        st.global.u32 [%rd2+4], %r2;
        st.global.u32 [%rd2+8], %r3;
        mov.u32 %r4, 0x12345678;
        st.global.u8 [%rd2+12], %r4;
        """,
        block=1,
        x=x,
        out=out,
    )
    assert [hex(v) for v in out] == ["0xffffff80", "0x80", "0xff80", "0x78"]


def test_shared_local_and_generic_addresses(run: Callable[..., object], own: str) -> None:
    out = np.zeros(128, np.uint32)
    run(
        own
        + """
        .shared .align 4 .b32 tile[64];
        .local .align 4 .b32 mine[4];
        mov.u32 %r1, tile;
        shl.b32 %r2, %r32, 2;
        add.u32 %r3, %r1, %r2;
        st.shared.u32 [%r3], %r33;
        bar.sync 0;
        xor.b32 %r4, %r2, 4;
        add.u32 %r4, %r4, %r1;
        cvt.u64.u32 %rd1, %r4;
        cvta.shared.u64 %rd2, %rd1;
        ld.u32 %r5, [%rd2];
        st.local.u32 [mine+8], %r5;
        mov.u64 %rd3, mine;
        cvta.local.u64 %rd4, %rd3;
        ld.u32 %r6, [%rd4+8];
        isspacep.shared %p1, %rd2;
        isspacep.local %p2, %rd4;
        isspacep.global %p3, %rd32;
        isspacep.global %p4, %rd4;
        @!%p1 trap;
        @!%p2 trap;
        @!%p3 trap;
        @%p4 trap;
        st.u32 [%rd32], %r6;
        """,
        grid=2,
        block=64,
        out=out,
    )
    assert np.array_equal(out, np.arange(128) ^ 1)


def test_module_variables_and_dynamic_shared(run: Callable[..., object], own: str) -> None:
    out = np.zeros(32, np.uint32)
    module = """
    .const .align 4 .u32 table[4] = {10, 20, 0x1E, 40};
    .global .align 8 .u64 place = table2;
    .global .align 4 .u32 table2[2] = {7, 8};
    .extern .shared .align 16 .b8 pool[];
    """
    run(
        own
        + """
        .shared .b32 first;
        and.b32 %r1, %r32, 3;
        shl.b32 %r1, %r1, 2;
        mov.u32 %r2, table;
        add.u32 %r2, %r2, %r1;
        ld.const.u32 %r3, [%r2];
        ld.global.u64 %rd1, [place];
        ld.global.u32 %r4, [%rd1+4];
        st.shared.u32 [pool+12], %r4;
        ld.shared.u32 %r5, [pool+12];
        add.u32 %r6, %r3, %r5;
        mov.u32 %r7, pool;
        add.u32 %r6, %r6, %r7;
        st.global.u32 [%rd32], %r6;
        """,
        module=module,
        smem=16,
        out=out,
    )
    assert out.tolist() == [10 * (1 + k % 4) + 8 + 16 for k in range(32)]


def test_the_same_array_twice_is_one_allocation(run: Callable[..., object]) -> None:
    x = np.arange(8, dtype=np.uint32)
    run(
        """
        ld.param.u64 %rd1, [a];
        ld.param.u64 %rd2, [b];
        ld.global.u32 %r1, [%rd1];
        add.u32 %r1, %r1, 5;
        st.global.u32 [%rd1], %r1;
        ld.global.u32 %r2, [%rd2];
        st.global.u32 [%rd2+4], %r2;
        """,
        block=1,
        a=x,
        b=x[0:4],
    )
    assert x.tolist() == [5, 5, 2, 3, 4, 5, 6, 7]


@pytest.mark.parametrize("rows", [1, 3])
def test_a_row_behind_an_array_is_in_no_other_array(rows: int, run: Callable[..., object]) -> None:
    a, b = np.zeros((64, 4096), np.float32), np.zeros((64, 4096), np.float32)
    text = f"""
    ld.param.u64 %rd1, [a];
    ld.param.u64 %rd2, [b];
    ld.global.u32 %r1, [%rd1+{a.nbytes + (rows - 1) * 16384}];
    st.global.u32 [%rd2], %r1;
    """
    with pytest.raises(SimFault, match=r"out-of-bounds: 4 bytes at a\+"):
        run(text, block=1, a=a, b=b)


def test_out_of_bounds_says_everything(run: Callable[..., object], own: str) -> None:
    out = np.zeros(40, np.uint32)
    with pytest.raises(SimFault) as caught:
        run(own + "st.global.u32 [%rd32], %r33;", block=64, out=out)
    fault = caught.value
    assert str(fault) == (
        "out-of-bounds: 4 bytes at out+160 (global address 0x7000000001a0; out is 160 bytes, uint32 (40,)) "
        "are out of bounds\n"
        "  st.global.u32 [%rd32], %r33;\n"
        "  at PTX line 22\n"
        "  in CTA (0, 0, 0), thread (40, 0, 0) (warp 1, lane 8)\n"
        "for more: pyptx explain out-of-bounds"
    )
    assert fault.rule == "out-of-bounds"
    assert fault.ptx_line == 22
    assert fault.thread == {"ctaid": (0, 0, 0), "tid": (40, 0, 0), "warp": 1, "lane": 8}
    assert fault.address is not None
    assert (fault.address["name"], fault.address["offset"], fault.address["bytes"]) == ("out", 160, 160)
    assert json.loads(fault.to_json())["thread"]["tid"] == [40, 0, 0]


@pytest.mark.parametrize(
    ("body", "rule", "said"),
    [
        ("ld.global.u32 %r1, [%rd30+2];", "misaligned", "4 bytes at out+2"),
        ("ld.global.u32 %r1, [%rd30+-4];", "out-of-bounds", "4 bytes at out-4"),
        ("ld.global.v2.u64 {%rd1, %rd2}, [%rd30+8];", "misaligned", "16 bytes at out+8"),
        ("mov.u64 %rd1, 0;\n ld.global.u32 %r1, [%rd1];", "out-of-bounds", "no allocation is near"),
        ("mov.u64 %rd1, 0;\n ld.u32 %r1, [%rd1];", "out-of-bounds", "global address 0x0"),
        ("mov.u64 %rd1, -4;\n st.global.u32 [%rd1], 1;", "out-of-bounds", "no allocation is near"),
        ("mov.u32 %r1, 0;\n ld.shared.u32 %r1, [%r1];", "out-of-bounds", "there is no shared memory"),
        (".shared .b32 s[8];\n st.shared.u32 [s+32], 1;", "out-of-bounds", "s+32"),
        (".shared .b32 s[8];\n st.shared.u32 [s+-8], 1;", "out-of-bounds", "address 0xfffffff8"),
        (
            ".shared .b32 s[8];\n ld.shared.u32 %r1, [s+4];\n st.global.u32 [%rd32], %r1;",
            "uninitialized-memory",
            "4 of 4 bytes read at s+4",
        ),
        (
            ".local .b32 s[8];\n ld.local.u32 %r1, [s+4];\n st.global.u32 [%rd32], %r1;",
            "uninitialized-memory",
            "s+4",
        ),
        (".local .b32 s[8];\n st.local.u32 [s+32], 1;", "out-of-bounds", "s+32"),
        ("ld.param.u32 %r1, [out+8];", "out-of-bounds", "out+8 (param address 0x8"),
        ("mov.u64 %rd1, out;\n cvta.param.u64 %rd1, %rd1;\n st.u64 [%rd1], %rd1;", "read-only", "out+0"),
        ("add.u32 %r2, %r1, 1;\n st.global.u32 [%rd32], %r2;", "uninitialized-register", "%r1 is read"),
        ("@%p1 st.global.u32 [%rd1], 1;", "uninitialized-register", "%p1 is read"),
    ],
)
def test_faults(run: Callable[..., object], own: str, body: str, rule: str, said: str) -> None:
    with pytest.raises(SimFault) as caught:
        run(own + body, out=np.zeros(32, np.uint32))
    assert caught.value.rule == rule
    assert said in str(caught.value)


def test_uninitialised_outputs_are_tracked_by_byte(run: Callable[..., object], own: str) -> None:
    out = np.zeros(32, np.uint32)
    body = own + "st.global.u16 [%rd32], 1;\n ld.global.{width} %r1, [%rd32];\n st.global.u32 [%rd32], %r1;"
    run(body.format(width="u16"), out=out, uninitialized=("out",))
    with pytest.raises(SimFault, match="2 of 4 bytes read at out"):
        run(body.format(width="u32"), out=out, uninitialized=("out",))
    run(body.format(width="u32"), out=out, uninitialized=("out",), checks=())


@pytest.mark.parametrize("guard", ["", "@%p1"])
@pytest.mark.parametrize("width", ["u32", "u64"])
@pytest.mark.parametrize(
    ("shift", "pitch", "together"),
    [(5, 0, 32), (0, 0, 1), (2, 8, 4), (0, 2, 1)],
    ids=["a row", "one element", "fours", "apart"],
)
def test_a_store_initialises_the_bytes_that_it_writes(
    run: Callable[..., object], own: str, shift: int, pitch: int, together: int, width: str, guard: str
) -> None:
    out = np.zeros(128, np.uint32)
    body = f"""{own}
        setp.lt.u32 %p1, %r32, 21;
        shr.u32 %r1, %r32, {shift};
        and.b32 %r2, %r32, {together - 1};
        mad.lo.u32 %r3, %r1, {pitch}, %r2;
        mul.wide.u32 %rd1, %r3, {int(width[1:]) // 8};
        ld.param.u64 %rd2, [out];
        add.u64 %rd1, %rd1, %rd2;
        mov.{width} {{value}}, 7;
        {guard} st.global.{width} [%rd1], {{value}};
        {guard} ld.global.{width} {{value}}, [%rd1];
        {{more}}
    """.replace("{value}", "%r4" if width == "u32" else "%rd3")
    run(body.replace("{more}", ""), out=out, uninitialized=("out",))
    behind = ((31 >> shift) * pitch + together) * int(width[1:]) // 8
    more = f"ld.global.u32 %r4, [%rd2+{behind}]; st.global.u32 [%rd2], %r4;"
    with pytest.raises(SimFault, match="4 of 4 bytes read at out"):
        run(body.replace("{more}", more), out=out, uninitialized=("out",))


def test_copies_of_undefined_values_are_allowed_until_used(run: Callable[..., object], own: str) -> None:
    out = np.zeros(32, np.uint32)
    run(own + "mov.u32 %r2, %r1;\n st.global.u32 [%rd32], 1;", out=out)
    with pytest.raises(SimFault, match="%r2 is read"):
        run(own + "mov.u32 %r2, %r1;\n st.global.u32 [%rd32], %r2;", out=out)


def test_only_lanes_that_wrote_may_read(run: Callable[..., object], own: str) -> None:
    out = np.zeros(32, np.uint32)
    body = own + "setp.lt.u32 %p1, %r32, 7;\n @%p1 mov.u32 %r1, 3;\n {guard} st.global.u32 [%rd32], %r1;"
    run(body.format(guard="@%p1"), out=out)
    assert out.sum() == 21
    with pytest.raises(SimFault) as caught:
        run(body.format(guard=""), out=out)
    assert caught.value.thread is not None
    assert caught.value.thread["lane"] == 7


def test_read_only_arrays_stay_as_they_are(run: Callable[..., object], own: str) -> None:
    out = np.zeros(32, np.uint32)
    out.flags.writeable = False
    with pytest.raises(SimFault, match="read-only"):
        run(own + "st.global.u32 [%rd32], 1;", out=out)
    assert out.sum() == 0


def test_arguments_must_fit(run: Callable[..., object]) -> None:
    with pytest.raises(LaunchError, match=r"n: 4294967296 does not fit \.u32"):
        run("ret;", n=1 << 32)
    with pytest.raises(LaunchError, match="not C-contiguous"):
        run("ret;", x=np.zeros((4, 4), np.float32).T)


def test_lanes_of_a_branch_have_local_memory_that_the_others_never_wrote(
    run: Callable[..., object], own: str
) -> None:
    body = """
        .local .align 4 .b32 mine[2];
        mov.u64 %rd1, mine;
        cvta.local.u64 %rd2, %rd1;
        and.b32 %r2, %r32, 1;
        setp.eq.u32 %p1, %r2, 0;
        @%p1 bra DONE;
        st.local.u32 [mine+4], %r32;
        ld.local.u32 %r3, [mine+4];
        ld.u32 %r4, [%rd2+4];
        setp.eq.u32 %p2, %r32, 5;
        selp.b64 %rd3, %rd32, %rd2, %p2;
        st.global.u32 [%rd32], 7;
        @%p2 bra APART;
        st.local.u32 [mine], 7;
    APART:
        ld.u32 %r5, [%rd3];
        add.u32 %r6, %r3, %r4;
        add.u32 %r6, %r6, %r5;
        st.global.u32 [%rd32], %r6;
    DONE:
    """
    out = np.zeros(32, np.uint32)
    run(own + body, out=out)
    assert out.tolist() == [(2 * k + 7) * (k & 1) for k in range(32)]


def test_local_memory_of_a_cta_that_outlives_another(run: Callable[..., object], own: str) -> None:
    """No CTA has shared memory that could be gone."""
    body = """
        .local .align 4 .b32 mine;
        mov.u64 %rd1, mine;
        cvta.local.u64 %rd1, %rd1;
        setp.eq.u32 %p1, %r30, 0;
        @%p1 ret;
        st.u32 [%rd1], %r32;
        ld.u32 %r2, [%rd1];
        st.global.u32 [%rd32], %r2;
    """
    out = np.zeros(64, np.uint32)
    run(own + body, out=out, grid=2)
    assert out.tolist() == [0] * 32 + list(range(32))


def test_empty_arrays_and_partial_warps(run: Callable[..., object], own: str) -> None:
    run("ret;", x=np.zeros(0, np.float32))
    out = np.zeros(33, np.uint32)
    run(own + "st.global.u32 [%rd32], 1;", block=33, out=out)
    assert out.sum() == 33


def test_wide_values(run: Callable[..., object]) -> None:
    x = np.arange(4, dtype=np.uint64)
    run(
        """
        .reg .b128 %q<2>;
        ld.param.u64 %rd1, [x];
        ld.global.b128 %q0, [%rd1];
        mov.b128 {%rd2, %rd3}, %q0;
        mov.b128 %q1, {%rd3, %rd2};
        st.global.b128 [%rd1+16], %q1;
        mov.b64 {%r1, %r2}, %rd1;
        mov.b64 %rd4, {%r1, %r2};
        setp.ne.u64 %p1, %rd4, %rd1;
        @%p1 trap;
        """,
        block=1,
        x=x,
    )
    assert x.tolist() == [0, 1, 1, 0]


@pytest.mark.parametrize(
    ("sizes", "said"),
    [
        ({"block": (1 << 30, 1, 1)}, "x is 1073741824, and must be from 1 to 1024"),
        ({"block": (1024, 2, 1)}, "2048 threads"),
        ({"grid": (1, 0, 1)}, "y is 0"),
        ({"grid": (1, 1, 1 << 40)}, "z is 1099511627776"),
        ({"grid": (4, 1, 1), "cluster": (3, 1, 1)}, "not a whole number of clusters"),
        ({"cluster": (0, 1, 1)}, "at least 1"),
        ({"smem": 1 << 40}, "at most 232448 bytes"),
        ({"smem": -1}, "smem is -1"),
    ],
)
def test_launches_beyond_what_the_target_can_do(
    run: Callable[..., object], sizes: dict[str, object], said: str
) -> None:
    with pytest.raises(LaunchError, match=said):
        run("ret;", **sizes)


def test_local_memory_has_a_limit(run: Callable[..., object]) -> None:
    body = ".local .align 4 .b8 big[{}]; mov.u64 %rd1, big; st.local.u32 [%rd1 + {}], 7; ret;"
    run(body.format(512 * 1024, 512 * 1024 - 4), block=1)
    with pytest.raises(LaunchError, match=r"needs 524304 bytes of local memory .* has 524288"):
        run(body.format(512 * 1024 + 16, 512 * 1024), block=1)


def test_shared_memory_has_a_limit(run: Callable[..., object]) -> None:
    with pytest.raises(LaunchError, match="needs 240000 bytes of shared memory, 40000 of them static"):
        run(".shared .b8 big[40000];\n ret;", smem=200000)


def test_an_instruction_the_isa_does_not_have(run: Callable[..., object]) -> None:
    with pytest.raises(VerifyError, match=r"add\.u33[\s\S]*at PTX line 14"):
        run("add.u33 %r1, %r2, %r3;")


def test_carries_chain(run: Callable[..., object], own: str) -> None:
    out = np.zeros(32, np.uint32)
    run(
        own + "add.cc.u32 %r1, %r33, 0xFFFFFFF0;\n addc.u32 %r2, 0, 0;\n st.global.u32 [%rd32], %r2;",
        out=out,
    )
    assert out.tolist() == [0] * 16 + [1] * 16
    with pytest.raises(SimFault, match=r"CC\.CF is read"):
        run(own + "addc.u32 %r2, 0, 0;\n st.global.u32 [%rd32], %r2;", out=out)


@pytest.mark.parametrize(
    ("module", "said"),
    [
        (".global .b8 x[1099511627776];", "x has 1099511627776 bytes"),
        (".global .align 24 .b8 x[24];", "x is aligned to 24 bytes"),
        (".global .align 18446744073709551616 .b8 x[8];", "an alignment is a power of two"),
        (".global .u32 x = 1/0;", "divides by zero"),
        (".global .u32 x[1] = {1, 2};", "longer than its 4 bytes"),
    ],
)
def test_declarations_that_cannot_be(run: Callable[..., object], module: str, said: str) -> None:
    with pytest.raises(VerifyError, match=said):
        run("ret;", module=module)


def test_what_a_kernel_leaves_alone_in_a_new_output_is_the_same_every_time() -> None:
    program = from_ptx(
        """
        .version 7.0
        .target sm_80
        .address_size 64
        .visible .entry half(.param .u64 out)
        {
            .reg .b64 %rd<2>;
            ld.param.u64 %rd1, [out];
            st.global.f32 [%rd1], 0f3F800000;
            ret;
        }
        """
    )
    out = np.zeros(2, dtype=np.float32)
    program.launch(out, grid=(1, 1, 1), block=(1, 1, 1), uninitialized=("out",))
    assert out[0] == 1
    assert np.isnan(out[1])


USED_BYTES = """
    .local .align 4 .b8 home[8];
    ld.param.u64 %rd1, [out];
    mov.u64 %rd2, home;
    mov.u16 %h1, 7;
    st.local.u8 [%rd2], %h1;
    {pragma}
    ld.local.b32 %r1, [%rd2];
    and.b32 %r2, %r1, {mask};
    st.global.u32 [%rd1], %r2;
"""


@pytest.mark.parametrize("pragma", ["", '.pragma "used_bytes_mask 0x1";'])
def test_bytes_that_are_not_used_may_be_uninitialised(run: Callable[..., object], pragma: str) -> None:
    out = np.zeros(1, np.uint32)
    run(USED_BYTES.format(pragma=pragma, mask=255), version="8.3", block=1, out=out)
    assert out[0] == 7


VECTOR = """
    .shared .align 16 .b32 home[4];
    ld.param.u64 %rd1, [out];
    mov.b32 %r1, 7;
    st.shared.u32 [home], %r1;
    st.shared.v2.u32 [home+8], {%r1, %r1};
    .pragma "used_bytes_mask MASK";
    ld.shared.v4.b32 {%r2, %r3, %r4, %r5}, [home];
    st.global.v2.u32 [%rd1], {%r2, %r4};
"""


def test_bytes_of_vectors_that_are_used(run: Callable[..., object]) -> None:
    out = np.zeros(2, np.uint32)
    run(VECTOR.replace("MASK", "0xff0f"), block=1, out=out, version="8.3")
    assert out.tolist() == [7, 7]
    with pytest.raises(SimFault) as caught:
        run(VECTOR.replace("MASK", "0xff1f").replace("%r4}", "%r3}"), block=1, out=out, version="8.3")
    assert caught.value.rule == "uninitialized-memory"


@pytest.mark.parametrize(
    ("pragma", "mask"),
    [("", 0x1FF), ('.pragma "used_bytes_mask 0x3";', 255), ('.pragma "nounroll";', 0xFFFF_FFFF)],
)
def test_bytes_that_are_used_must_be_initialised(run: Callable[..., object], pragma: str, mask: int) -> None:
    with pytest.raises(SimFault) as caught:
        run(USED_BYTES.format(pragma=pragma, mask=mask), version="8.3", block=1, out=np.zeros(1, np.uint32))
    assert caught.value.rule == "uninitialized-memory"


def test_variables_of_a_large_module_keep_their_places(run: Callable[..., object]) -> None:
    module = "\n".join(f".global .u32 v{k} = {k};" for k in range(3000))
    out = np.zeros(2, np.uint32)
    run(
        """
        ld.param.u64 %rd1, [out];
        ld.global.u32 %r1, [v7];
        ld.global.u32 %r2, [v2999];
        st.global.v2.u32 [%rd1], {%r1, %r2};
        """,
        module=module,
        block=1,
        out=out,
    )
    assert out.tolist() == [7, 2999]


@pytest.mark.parametrize(
    "spelled", ["(" * 400 + "1" + ")" * 400, "0 ? 1 : " * 400 + "2", "1+" + "-(" * 400 + "1" + ")" * 400]
)
def test_a_constant_that_nests_too_deeply_is_refused(run: Callable[..., object], spelled: str) -> None:
    with pytest.raises(VerifyError, match="nest no deeper than 32"):
        run(f"mov.u32 %r1, {spelled};")


@pytest.mark.parametrize(
    ("module", "body", "said"),
    [
        (".global .b3295 x[4];", "ret;", "x is declared as .b3295; there are b8"),
        ("", ".reg .texref %t;", "%t is declared as .texref"),
        (".global .u32 x = 1e400;", "ret;", "1e400 is not a value of type .u32"),
    ],
)
def test_types_and_values_that_ptx_does_not_have(
    run: Callable[..., object], module: str, body: str, said: str
) -> None:
    with pytest.raises(VerifyError, match=said):
        run(body, module=module)


def test_a_version_that_is_no_number_leaves_availability_open(run: Callable[..., object]) -> None:
    run("ret;", version="0f3B")


GENERIC_IN_SHARED = """
    .shared .align 4 .b32 words[32];
    mov.u32 %r1, %tid.x;
    mov.u64 %rd1, words;
    cvta.shared.u64 %rd1, %rd1;
    mul.wide.u32 %rd2, %r1, 4;
    add.u64 %rd1, %rd1, %rd2;
    st.SPACE.u32 [%rd1], %r1;
    bar.sync 0;
    ld.SPACE.u32 %r2, [%rd1];
    ld.param.u64 %rd3, [out];
    add.u64 %rd3, %rd3, %rd2;
    st.global.u32 [%rd3], %r2;
    ret;
"""


@pytest.mark.parametrize("space", ["shared", "shared::cta", "shared::cluster"])
@pytest.mark.parametrize("native", [None, False])
def test_wide_addresses_of_shared_memory_are_truncated(
    program: Callable[..., Program], space: str, native: bool | None
) -> None:
    out = np.zeros(32, np.uint32)
    body = GENERIC_IN_SHARED.replace("SPACE", space)
    program(body, params=".param .u64 out").launch(out, grid=1, block=32, native=native)
    assert out.tolist() == list(range(32))
    wild = body.replace("add.u64 %rd1, %rd1, %rd2;", "add.u64 %rd1, %rd1, 0x10000;")
    with pytest.raises(SimFault) as caught:
        program(wild, params=".param .u64 out").launch(out, grid=1, block=32, native=native)
    assert caught.value.rule == "out-of-bounds"


def test_the_address_of_a_variable_with_a_constant_is_an_operand(run: Callable[..., object]) -> None:
    out = np.zeros(3, np.uint64)
    run(
        """
        .shared .align 16 .b8 pad[16];
        .shared .align 16 .b8 box[16];
        ld.param.u64 %rd1, [out];
        st.global.u64 [%rd1], box + 1;
        mov.u64 %rd2, box;
        st.global.u64 [%rd1+8], %rd2;
        add.u64 %rd3, %rd2, box + 4;
        st.global.u64 [%rd1+16], %rd3;
        """,
        block=1,
        out=out,
    )
    assert out[0] == out[1] + 1
    assert out[2] == 2 * out[1] + 4


def test_the_address_of_a_local_variable_of_a_function_with_a_constant(run: Callable[..., object]) -> None:
    module = """
        .func (.param .b64 given) inner() {
            .reg .b64 %rd<3>;
            .local .align 8 .b8 box[16];
            mov.u64 %rd1, box;
            mov.u64 %rd2, box + 8;
            sub.u64 %rd2, %rd2, %rd1;
            st.param.b64 [given], %rd2;
            ret;
        }
        .func (.param .b64 given) outer() {
            .reg .b64 %rd<3>;
            .local .align 8 .b8 box[64];
            { .param .b64 got; call (got), inner; ld.param.b64 %rd1, [got]; }
            st.param.b64 [given], %rd1;
            ret;
        }
    """
    out = np.zeros(1, np.uint64)
    body = """
        ld.param.u64 %rd1, [out];
        { .param .b64 got; call (got), outer; ld.param.b64 %rd2, [got]; }
        st.global.u64 [%rd1], %rd2;
    """
    run(body, module=module, block=1, out=out)
    assert out.tolist() == [8]


def test_an_offset_that_wraps_is_an_address_like_others(run: Callable[..., object]) -> None:
    """A store before a function's result: ``+0xffffffffffffffff`` is -1."""
    module = (
        ".func (.param .b32 given) f() { .reg .b32 %x; mov.u32 %x, 1; st.param.b32 [given+OFFSET], %x; ret; }"
    )
    body = "{ .param .b32 got; call (got), f; }"
    run(body, module=module.replace("OFFSET", "0x0"), block=1)
    with pytest.raises(SimFault) as caught:
        run(body, module=module.replace("OFFSET", "0xffffffffffffffff"), block=1)
    assert caught.value.rule == "misaligned"


@pytest.mark.parametrize("offset", [0x1_0000_0000, -0x1_0000_0000])
@pytest.mark.parametrize("base", ["word", "%r1"])
def test_a_shared_address_has_32_bits(run: Callable[..., object], base: str, offset: int) -> None:
    out = np.zeros(1, np.uint32)
    body = """
        .shared .align 4 .b32 word;
        ld.param.u64 %rd1, [out];
        mov.u32 %r1, word;
        st.shared.u32 [word], 7;
        ld.shared.u32 %r2, [PLACE];
        st.global.u32 [%rd1], %r2;
    """
    run(body.replace("PLACE", f"{base}+{offset}"), block=1, out=out)
    assert out.tolist() == [7]
    with pytest.raises(SimFault) as caught:
        run(body.replace("PLACE", f"{base}+{offset + 4}"), block=1, out=out)
    assert caught.value.rule == "out-of-bounds"


COUNTER = """
.version 8.0
.target sm_80
.address_size 64
.visible .const .align 4 .u32 step = 1;
.visible .global .align 4 .u32 counter = 5;
.visible .entry count(.param .u64 o)
{
    .reg .b32 %r<4>;
    .reg .b64 %rd<3>;
    ld.param.u64 %rd1, [o];
    ld.global.u32 %r1, [counter];
    ld.const.u32 %r2, [step];
    add.u32 %r1, %r1, %r2;
    st.global.u32 [counter], %r1;
    st.global.u32 [%rd1], %r1;
    ret;
}
"""


@pytest.mark.parametrize("native", [None, False])
def test_module_variables_live_as_long_as_the_program(native: bool | None) -> None:
    program = from_ptx(COUNTER)

    def counted(*, fresh: bool = False) -> int:
        out = np.zeros(1, np.uint32)
        program.launch(out, grid=1, block=1, native=native, fresh=fresh)
        return int(out[0])

    assert [counted(), counted(), counted()] == [6, 7, 8]
    assert [counted(fresh=True), counted()] == [6, 7]
    with pytest.raises(SimFault):
        program.launch(0, grid=1, block=1, native=native)  # the store of its result faults
    assert counted() == 9  # what it wrote before stays, as in arrays


@pytest.mark.parametrize("native", [None, False])
@pytest.mark.parametrize(("first", "misaligned"), [(0, False), (4, False), (1, True)])
def test_views_keep_their_alignment(native: bool | None, first: int, misaligned: bool) -> None:
    body = """
        ld.param.u64 %rd1, [x];
        ld.global.v4.f32 {%f1, %f2, %f3, %f4}, [%rd1];
        add.f32 %f1, %f1, %f4;
        st.global.f32 [%rd1], %f1;
    """
    program = from_ptx(text(body, params=".param .u64 x"))
    x = np.arange(12, dtype=np.float32)
    if misaligned:
        with pytest.raises(SimFault) as caught:
            program.launch(x[first:], grid=1, block=1, native=native)
        assert caught.value.rule == "misaligned"
        return
    program.launch(x[first:], grid=1, block=1, native=native)
    assert x[first] == 2 * first + 3
