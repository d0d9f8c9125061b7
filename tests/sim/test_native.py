"""The native engine: what it takes, several threads, the same faults, and nothing beyond its arena."""

from __future__ import annotations

from contextlib import nullcontext
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from pyptx.errors import LaunchError
from pyptx.layouts.tensor_map import MappedArray, TensorMap
from pyptx.program import from_ptx
from pyptx.sim import SimFault, native, simulate
from pyptx.types import u32
from tests.sim.conftest import text

if TYPE_CHECKING:
    from collections.abc import Callable

    from pyptx.program import Program

    Make = Callable[..., Program]

needs_native = pytest.mark.skipif(bool(native.MISSING), reason=native.MISSING)

SCALE = """
    ld.param.u64 %rd1, [x];
    mov.u32 %r1, %ctaid.x;
    mov.u32 %r2, %ntid.x;
    mov.u32 %r3, %tid.x;
    mad.lo.u32 %r4, %r1, %r2, %r3;
    mul.wide.u32 %rd2, %r4, 4;
    add.u64 %rd3, %rd1, %rd2;
    ld.global.f32 %f1, [%rd3];
    fma.rn.f32 %f1, %f1, 0f40000000, 0f3F800000;
    st.global.f32 [%rd3], %f1;
"""


def run(found: Program, *args: Any, grid: int = 1, block: int = 32, **options: Any) -> Any:
    return simulate(found, args, grid=(grid, 1, 1), block=(block, 1, 1), **options)


@needs_native
def test_the_report_names_the_engine(program: Make) -> None:
    found = program(SCALE)
    x = np.arange(64, dtype=np.float32)
    assert run(found, x, grid=2).engine == "native"
    assert run(found, x, grid=2, native=False).engine == "numpy"
    assert run(found, x, grid=2, native=True).engine == "native"
    np.testing.assert_array_equal(x, ((np.arange(64) * 2 + 1) * 2 + 1) * 2 + 1)


@needs_native
def test_what_the_engine_does_not_know_runs_on_the_other(program: Make) -> None:
    found = program(".reg .b128 %q;\nld.param.u64 %rd1, [x];\nld.global.b64 %q, [%rd1];\n" + SCALE)
    x = np.zeros(32, np.float32)
    assert run(found, x).engine == "numpy"
    with pytest.raises(LaunchError, match=r"cannot run on the native engine: ld\.global\.b64"):
        run(found, x, native=True)


@needs_native
def test_clocks_count_instructions(program: Make) -> None:
    lines = (
        "mov.u64 %rd9, %clock64; add.u32 %r9, 1, 1; LAST; mov.u64 %rd8, %clock64; sub.u64 %rd8, %rd8, %rd9;"
    )
    apart = "bra here; here: add.u32 %r9, 1, 1"
    x = np.zeros(1, np.uint64)
    for last, count in (("add.u32 %r9, 1, 1", 3), (apart, 4)):
        found = program(lines.replace("LAST", last) + "ld.param.u64 %rd1, [x]; st.global.u64 [%rd1], %rd8;")
        run(found, x, block=1, native=True)
        assert x[0] == count


@needs_native
@pytest.mark.parametrize(
    "options", [{"schedule": "random"}, {"checks": ("races", "scopes")}, {"checks": "all"}]
)
def test_launches_that_the_engine_knows(program: Make, options: dict[str, Any]) -> None:
    assert run(program(SCALE), np.zeros(64, np.float32), grid=2, **options).engine == "native"


def test_without_the_extension_the_other_engine_runs(program: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(native.extension, "MISSING", "pyptx._native cannot be imported (for a test)")
    found = program(SCALE)
    x = np.zeros(32, np.float32)
    assert run(found, x).engine == "numpy"
    with pytest.raises(LaunchError, match="for a test"):
        run(found, x, native=True)


@needs_native
@pytest.mark.parametrize("threads", [1, 2, 5])
def test_several_threads_give_the_same_result(program: Make, threads: int) -> None:
    found = program(
        SCALE
        + """
        red.global.add.u32 [%rd1], 0;
        ld.param.u64 %rd4, [total];
        atom.global.add.u32 %r5, [%rd4], %r3;
        """,
        ".param .u64 x, .param .u64 total",
    )
    x, total = np.arange(64 * 40, dtype=np.float32), np.zeros(1, np.uint32)
    report = run(found, x, total, grid=40, block=64, threads=threads)
    assert report.engine == "native"
    np.testing.assert_array_equal(x, np.arange(64 * 40) * 2 + 1)
    assert int(total[0]) == 40 * sum(range(64))
    assert report.lane_instructions == 14 * 64 * 40


@needs_native
def test_the_fault_of_several_threads_is_the_first(program: Make) -> None:
    found = program(SCALE)
    x = np.zeros(32 * 100 - 5, np.float32)
    for threads in (1, 4):
        with pytest.raises(SimFault) as caught:
            run(found, x, grid=120, threads=threads, native=True)
        assert caught.value.rule == "out-of-bounds"
        assert caught.value.thread == {"ctaid": (99, 0, 0), "tid": (27, 0, 0), "warp": 0, "lane": 27}
        assert caught.value.address is not None
        assert (caught.value.address["name"], caught.value.address["offset"]) == ("x", x.nbytes)


@needs_native
def test_an_endless_loop_ends(program: Make) -> None:
    found = program("mov.u32 %r1, 0;\nAGAIN:\nadd.u32 %r1, %r1, 1;\nbra AGAIN;")
    with pytest.raises(SimFault, match=r"10000\d instructions"):
        run(found, np.zeros(1), max_steps=100_000, native=True, checks=())


RING = """
    .shared .align 1024 .b8 tile[4096];
    .shared .align 8 .b64 full;
    ld.param.u64 %rd1, [x];
    mov.u32 %r1, %tid.x;
    mov.u32 %r2, %cluster_ctarank;
    setp.eq.u32 %p1, %r1, 0;
    @%p1 mbarrier.init.shared.b64 [full], 1;
    fence.mbarrier_init.release.cluster;
    barrier.cluster.arrive.aligned;
    barrier.cluster.wait.aligned;
    @%p1 mbarrier.arrive.expect_tx.shared.b64 _, [full], {expected};
    mul.wide.u32 %rd2, %r2, 64;
    add.u64 %rd3, %rd1, %rd2;
    mov.u32 %r3, tile;
    mad.lo.u32 %r3, %r2, 64, %r3;
    mov.u16 %h1, 3;
    @%p1 cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster
        [%r3], [%rd3], 64, [full], %h1;
WAIT:
    mbarrier.try_wait.parity.shared.b64 %p2, [full], 0;
    @!%p2 bra WAIT;
    ld.shared::cta.u32 %r6, [tile+{read}];
    add.u32 %r6, %r6, %r2;
    ld.param.u64 %rd4, [out];
    mul.wide.u32 %rd5, %r2, 4;
    add.u64 %rd4, %rd4, %rd5;
    @%p1 st.global.u32 [%rd4], %r6;
    barrier.cluster.arrive.aligned;
    barrier.cluster.wait.aligned;
"""
"""Each of two CTAs multicasts half of a row to both."""


@needs_native
@pytest.mark.parametrize("schedule", ["late", "early"])
def test_clusters_share_what_they_copy(program: Make, schedule: str) -> None:
    found = program(RING.format(expected=128, read=64), ".param .u64 x, .param .u64 out")
    x, out = np.arange(32, dtype=np.uint32), np.zeros(2, np.uint32)
    report = run(found, x, out, grid=2, cluster=(2, 1, 1), native=True, schedule=schedule)
    assert report.engine == "native"
    assert out.tolist() == [16, 17]


@needs_native
def test_a_broken_rule_of_copies_is_explained_by_its_definition(program: Make) -> None:
    """The native engine cannot show the state of its copies: the launch runs again, from what was given."""
    broken = program(RING.format(expected=192, read=64), ".param .u64 x, .param .u64 out")
    faults = []
    for native_ in (False, True):
        x, out = np.arange(32, dtype=np.uint32), np.zeros(2, np.uint32)
        with pytest.raises(SimFault) as caught:
            run(broken, x, out, grid=2, cluster=(2, 1, 1), native=native_)
        faults.append(str(caught.value))
    assert faults[0] == faults[1]
    assert "lacks 64 bytes" in faults[0]


@needs_native
def test_threads_must_be_some(program: Make) -> None:
    with pytest.raises(LaunchError, match="0 threads"):
        run(program(SCALE), np.zeros(32, np.float32), threads=0)


WINDOWS = [
    0,
    0x1_0000_0000,
    0x2_0000_0000,
    0x3_0000_0000,
    0x4_0000_0000,
    0x5_0000_0000,
    0x7000_0000_0000,
    1 << 63,
]
ACCESSES = [
    "ld{s}.b{w} {d}, [%rd10+{o}];", "st{s}.b{w} [%rd10+{o}], {d};",
    "ld{s}.v2.b{w} {{{d}, {e}}}, [%rd10+{o}];",
    "st{s}.v4.b{w} [%rd10+{o}], {{{d}, {e}, {d}, {e}}};", "atom{s}.add.u{a} {f}, [%rd10+{o}], {g};",
    "red{s}.or.b{a} [%rd10+{o}], {g};", "cp.async.ca.shared.global [%rd10+{o}], [%rd11], 16;",
    "cp.async.ca.shared.global [%rd11], [%rd10+{o}], 8, %r12;",
    "ldmatrix.sync.aligned.m8n8.x4.shared.b16 {{%r4, %r5, %r6, %r7}}, [%rd10+{o}];",
    "stmatrix.sync.aligned.m8n8.x2.shared.b16 [%rd10+{o}], {{%r4, %r5}};",
    "ld{s}.b{w} {d}, [%r13+{o}];", "bar.sync %r12;", "shfl.sync.idx.b32 %r4, %r5, %r12, %r13, -1;",
    "barrier.sync %r12, %r13;", "cp.async.wait_all;", "vote.sync.ballot.b32 %r4, %p1, %r12;",
]  # fmt: skip


def hostile(rng: np.random.Generator) -> str:
    """A kernel of accesses to anywhere at all."""
    lines = ["mov.u32 %r1, %tid.x;", "cvt.u64.u32 %rd1, %r1;"]
    lines += [f"mov.b32 %r{k}, {int(rng.integers(0, 99))};" for k in range(4, 10)]
    lines += [f"mov.b64 %rd{k}, {int(rng.integers(0, 99))};" for k in range(4, 10)]
    lines += ["mov.b16 %h1, 7;", "mov.b16 %h2, 8;", "mov.u64 %rd11, 0;", "setp.lt.u32 %p1, %r1, 7;"]
    for _ in range(int(rng.integers(1, 6))):
        base = int(rng.choice(WINDOWS)) + int(rng.choice([0, 0, 64, -16, 1 << 20, 4096, 3]))
        stride = int(rng.choice([0, 4, 8, 16, 1, 1 << 16, 1 << 40, -8]))
        low = int(rng.choice([0, 16, 3, 31, 1 << 31]))
        lines += [f"mov.b64 %rd10, {base & (2**64 - 1):#x}U;", f"mov.b64 %rd12, {stride & (2**64 - 1):#x}U;",
                  "mad.lo.u64 %rd10, %rd1, %rd12, %rd10;", f"mov.b32 %r12, {low:#x};",
                  f"mov.b32 %r13, {int(rng.integers(0, 1 << 32)):#x};"]  # fmt: skip
        if rng.random() < 0.3:
            lines.append(f"shl.b32 %r12, %r1, {int(rng.integers(0, 8))};")
        template = str(rng.choice(ACCESSES))
        width, wide = int(rng.choice([16, 32, 64])), int(rng.choice([32, 64]))
        width = min(width, 32) if "v4" in template else width
        names = {16: ("%h1", "%h2"), 32: ("%r4", "%r5"), 64: ("%rd4", "%rd5")}
        spaces = ["", ".global", ".shared"] + ([".local"] if template[:2] in ("ld", "st") else [])
        access = template.format(
            s=rng.choice(spaces), w=width, a=wide, d=names[width][0],
            e=names[width][1], f=names[wide][0], g=names[wide][1],
            o=int(rng.choice([0, 8, -8, 2**31 - 16, -(2**31)])),
        )  # fmt: skip
        lines.append(("@%p1 " if rng.random() < 0.3 else "") + access)
    return "\n".join(lines)


@needs_native
@pytest.mark.parametrize("seed", range(6))
def test_nothing_beyond_the_arena_is_touched(program: Make, both: Callable[..., object], seed: int) -> None:
    """Hostile programs do the same on both engines; run this under an address sanitizer, too."""
    rng = np.random.default_rng(seed)
    for _ in range(30):
        found = program(
            ".shared .align 16 .b8 tile[512];\n.local .align 16 .b8 stack[64];\n" + hostile(rng),
            version="8.6",
        )
        x = np.arange(256, dtype=np.uint32)
        try:
            both(found, (x,), one_fault=False, grid=(2, 1, 1), block=(48, 1, 1), smem=64, max_steps=5000)
            rule = ""
        except SimFault as fault:
            rule = fault.rule
        assert rule != "internal"


MOVE = """
    .shared .align 16 .b8 tile[2048];
    ld.param.u64 %rd1, [places];
    ld.param.u64 %rd2, [x];
    ld.param.u64 %rd3, [out];
    mov.u32 %r1, %tid.x;
    mul.wide.u32 %rd4, %r1, 4;
    add.u64 %rd5, %rd1, %rd4;
    ld.global.u32 %r2, [%rd5];
    ld.global.u32 %r3, [%rd5+128];
    setp.ne.u32 %p1, %r3, 0;
    mul.wide.u32 %rd6, %r2, SIZE;
    add.u64 %rd7, %rd2, %rd6;
    add.u64 %rd8, %rd3, %rd6;
    mul.lo.u32 %r4, %r2, SIZE;
    mov.u32 %r5, tile;
    add.u32 %r6, %r5, %r4;
    mov.b32 %r10, 7;
    @%p1 ldSPACE.VECTOR.b32 {LOADED}, [%rd7];
    @%p1 st.shared.VECTOR.b32 [%r6], {STORED};
    @%p1 ld.shared.VECTOR.b32 {STORED}, [%r6];
    @%p1 st.global.VECTOR.b32 [%rd8], {STORED};
"""


@needs_native
@pytest.mark.parametrize("count", [1, 2, 4])
@pytest.mark.parametrize("lanes", ["all", "some", "one"])
@pytest.mark.parametrize("order", ["following", "same", "reversed", "shuffled"])
@pytest.mark.parametrize("start", [0, 96, 100])
def test_accesses_of_every_pattern(
    program: Make, both: Callable[..., object], count: int, lanes: str, order: str, start: int
) -> None:
    rng = np.random.default_rng(count)
    rise = np.arange(32)
    place = {"following": rise, "same": rise * 0, "reversed": rise[::-1], "shuffled": rng.permutation(32)}[
        order
    ]
    takes_part = {"all": rise >= 0, "some": rng.random(32) < 0.5, "one": rise == 5}[lanes]
    places = np.concatenate([place + start, takes_part]).astype(np.uint32)
    registers = [f"%r{10 + k}" for k in range(count)]
    words = {
        "SIZE": str(4 * count),
        "SPACE": ".global" if start else "",
        ".VECTOR": f".v{count}" if count > 1 else "",
        "{LOADED}": f"{{{', '.join(['_', *registers[1:]])}}}" if count > 1 else "%r10",
        "{STORED}": f"{{{', '.join(registers)}}}" if count > 1 else "%r10",
    }
    body = MOVE
    for word, means in words.items():
        body = body.replace(word, means)
    x = rng.integers(0, 1 << 32, 128 * count, np.uint32)
    found = program(body, ".param .u64 places, .param .u64 x, .param .u64 out")
    inside = int(places[:32][takes_part].max()) < 128
    with nullcontext() if inside else pytest.raises(SimFault, match="out of bounds"):
        both(found, (places, x, np.zeros_like(x)), grid=(1, 1, 1), block=(32, 1, 1))


COPIES = [
    "mbarrier.init.shared.b64 [%r12], %r10;", "mbarrier.inval.shared.b64 [%r12];",
    "mbarrier.arrive.shared.b64 _, [%r12];", "mbarrier.arrive.shared.b64 %rd4, [%r12], %r10;",
    "mbarrier.arrive.expect_tx.shared.b64 _, [%r12], %r11;", "mbarrier.complete_tx.shared.b64 [%r12], %r11;",
    "mbarrier.arrive_drop.shared.b64 _, [%r12];", "mbarrier.try_wait.parity.shared.b64 %p1, [%r12], {bit};",
    "mbarrier.test_wait.b64 %p1, [%rd10], %rd4;", "cp.async.mbarrier.arrive.shared.b64 [%r12];",
    "st.shared.b32 [%r12], %r4;", "ld.shared.b64 %rd4, [%r12];", "cp.async.bulk.commit_group;",
    "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%r13], [%rd10], %r11, [%r12];",
    "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster"
    " [%r13], [%rd10], %r11, [%r12], %h1;",
    "cp.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes [%r13], [%r14], %r11, [%r12];",
    "cp.async.bulk.global.shared::cta.bulk_group [%rd10], [%r12], %r11;",
    "cp.reduce.async.bulk.global.shared::cta.bulk_group.add.u32 [%rd10], [%r13], %r11;",
    "cp.async.bulk.wait_group{read} {bit};", "mapa.shared::cluster.u32 %r14, %r12, {bit};",
    "st.async.shared::cluster.mbarrier::complete_tx::bytes.b32 [%r14], %r4, [%r12];",
    "st.shared::cluster.b32 [%r13], %r4;", "ld.shared::cluster.b32 %r4, [%r14];",
    "cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes"
    " [%r13], [%rd10, {{%r4, %r5}}], [%r12];",
    "cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes"
    " [%r13], [%rd11, {{%r4, %r12}}], [%r12];",
    "cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group [%rd11, {{%r4, %r5}}], [%r13];",
    "cp.reduce.async.bulk.tensor.2d.global.shared::cta.add.tile.bulk_group [%rd11, {{%r4, %r13}}], [%r12];",
    "barrier.cluster.arrive;", "barrier.cluster.wait;", "wgmma.fence.sync.aligned;",
    "wgmma.mma_async.sync.aligned.m64n8k16.f32.bf16.bf16 {{%f0, %f1, %f2, %f3}},"
    " %rd10, %rd12, {bit}, 1, 1, 0, {bit};",
    "wgmma.mma_async.sync.aligned.m64n8k32.s32.s8.s8 {{%r20, %r21, %r22, %r23}},"
    " {{%r24, %r25, %r26, %r27}}, %rd12, 0;",
    "wgmma.commit_group.sync.aligned;", "wgmma.wait_group.sync.aligned {bit};",
]  # fmt: skip


def hostile_copies(rng: np.random.Generator) -> str:
    """A kernel of asynchronous operations on anything at all."""
    lines = ["mov.u32 %r1, %tid.x;", "setp.eq.u32 %p2, %r1, 0;", "mov.u16 %h1, 3;", "mov.u64 %rd4, 1;",
             "mov.u64 %rd11, map;", "cvta.param.u64 %rd11, %rd11;", "mov.b32 %r14, 64;"]  # fmt: skip
    lines += [f"mov.b32 %r{k}, {int(rng.integers(0, 99))};" for k in (*range(4, 10), *range(20, 28))]
    lines += [f"mov.f32 %f{k}, 0f00000000;" for k in range(4)]
    for _ in range(int(rng.integers(3, 12))):
        base = int(rng.choice(WINDOWS)) + int(rng.choice([0, 0, 256, 64, 1 << 20, 4096, 3]))
        low = int(rng.choice([0, 8, 16, 512, 512, 520, 1000, 3, 1 << 24, (1 << 24) + 512, 1 << 31]))
        high = int(rng.choice([0, 128, 256, 384, 1024, 16, 1 << 24, (1 << 24) + 128, 0xFFFFFFF0]))
        word = int(rng.choice([0, 8, 0x4000004000010008, 0x3FFF, 1 << 50, int(rng.integers(0, 1 << 62))]))
        lines += [f"mov.b64 %rd10, {base & (2**64 - 1):#x}U;", f"mov.b64 %rd12, {word:#x}U;",
                  f"mov.b32 %r12, {low:#x};", f"mov.b32 %r13, {high:#x};",
                  f"mov.b32 %r10, {int(rng.choice([1, 2, 96, 0]))};",
                  f"mov.b32 %r11, {int(rng.choice([16, 64, 128, 0, 256, 1 << 19, 8]))};"]  # fmt: skip
        line = str(rng.choice(COPIES)).format(bit=int(rng.integers(0, 2)), read=rng.choice(["", ".read"]))
        alone = "aligned" not in line and rng.random() < 0.6
        lines.append(f"@%p2 {line}" if alone else line)
        lines += ["bar.sync 0;"] if rng.random() < 0.2 else []
    return "\n".join(lines)


@needs_native
@pytest.mark.parametrize("seed", range(6))
def test_no_copy_touches_anything_beyond_the_arena(both: Callable[..., object], seed: int) -> None:
    """Hostile copies, barriers and descriptors do the same on both engines; an address sanitizer agrees."""
    rng = np.random.default_rng(seed)
    for _ in range(12):
        body = ".shared .align 1024 .b8 tile[1024];\n" + hostile_copies(rng)
        found = from_ptx(
            text(body, params=".param .u64 x, .param .align 64 .b8 map[128]", target="sm_90a", version="8.6")
        )
        x = np.arange(1024, dtype=np.uint32)
        swizzle = str(rng.choice(["NONE", "64B"]))
        tensor = TensorMap.tiled(u32, (16, 64), (16, 4), swizzle=swizzle)
        damaged = bytearray(tensor.encode())
        given: Any = MappedArray(tensor, x.reshape(64, 16))
        if rng.random() < 0.3:
            damaged[int(rng.integers(8, 128))] ^= 1 << int(rng.integers(0, 8))
            given = bytes(damaged)
        options = {"grid": (2, 1, 1), "block": (128, 1, 1), "cluster": (int(rng.integers(1, 3)), 1, 1)}
        schedule = str(rng.choice(["late", "early"]))
        try:
            both(found, (x, given), **options, schedule=schedule, max_steps=3000)
            rule = ""
        except SimFault as fault:
            rule = fault.rule
        assert rule != "internal"


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize(
    "instruction", ["fma.rn.f32 %f{}, %f{}, %f{}, %f{};", "mad.lo.u32 %r{}, %r{}, %r{}, %r{};"]
)
def test_sums_in_few_registers(run: Callable[..., Any], instruction: str, seed: int) -> None:
    rng = np.random.default_rng(seed)
    kind = instruction.partition("%")[2][0]
    first, last = 10, 12
    body = ["ld.param.u64 %rd1, [x];", "mov.u32 %r1, %tid.x;", "mad.wide.u32 %rd2, %r1, 12, %rd1;"]
    body += [f"ld.global.b32 %{kind}{first + k}, [%rd2+{4 * k}];" for k in range(3)]
    for _ in range(16):
        target = rng.integers(first, last + 1)
        added = target if rng.random() < 0.8 else rng.integers(first, last + 1)
        body.append(instruction.format(target, *rng.integers(first, last + 1, 2), added))
    body += [f"st.global.b32 [%rd2+{4 * k}], %{kind}{first + k};" for k in range(3)]
    given = rng.uniform(-1, 1, (45, 3)).astype(np.float32)
    x = given.copy()
    run("\n".join(body), x=x.view(np.uint32), block=45)
    assert np.any(x != given)


def test_an_addend_decides_how_the_middle_of_two_bf16_is_rounded(run: Callable[..., Any]) -> None:
    cases = [
        # 259 lies between the bf16 258 and 260, and 261 between 260 and 262
        (7.0, 37.0, 0.0, 260.0),
        (7.0, 37.0, 2.0**-40, 260.0),
        (7.0, 37.0, -(2.0**-40), 258.0),
        (9.0, 29.0, 0.0, 260.0),
        (9.0, 29.0, 2.0**-130, 262.0),
        (9.0, 29.0, -(2.0**-130), 260.0),
        (-9.0, 29.0, -(2.0**-130), -262.0),
        (3.0, 5.0, -(2.0**-130), 15.0),
    ]
    x = np.array(cases, np.float32).view(np.uint32) >> 16
    given = x.copy()
    names = "{%r1, %r2, %r3, %r4}"
    run(
        "ld.param.u64 %rd1, [x]; mov.u32 %r5, %tid.x; mad.wide.u32 %rd2, %r5, 16, %rd1;"
        f"ld.global.v4.b32 {names}, [%rd2]; fma.rn.bf16x2 %r4, %r1, %r2, %r3;"
        f"st.global.v4.b32 [%rd2], {names};",
        x=x,
        block=len(cases),
    )
    np.testing.assert_array_equal(x, given)


@pytest.mark.parametrize("native", [None, False])
def test_scales_beyond_the_largest_are_nan(native: bool | None) -> None:
    """The largest power of two of ``ue8m0`` is code 254; 255 is NaN, also in the low one of two bytes."""
    body = """
    ld.param.u64 %rd1, [x];
    mov.f32 %f1, 0f7F000000;
    mov.f32 %f2, 0f7F000001;
    cvt.rp{words}.ue8m0x2.f32 %h1, %f1, %f2;
    cvt.rp{words}.ue8m0x2.f32 %h2, %f2, %f1;
    st.global.b16 [%rd1], %h1;
    st.global.b16 [%rd1+2], %h2;
    """
    for words, codes in (("", [0xFEFF, 0xFFFE]), (".satfinite", [0xFEFE, 0xFEFE])):
        x = np.zeros(2, np.uint16)
        found = from_ptx(text(body.format(words=words), params=".param .u64 x", target="sm_100a"))
        run(found, x, block=1, native=native)
        assert x.tolist() == codes
