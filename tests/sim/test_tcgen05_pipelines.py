"""Pipelines of tensor copies and tensor cores: right ones, and easy mistakes, under every schedule."""

from __future__ import annotations

from contextlib import nullcontext
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from pyptx.errors import SimFault
from pyptx.layouts.descriptors import TCGEN05_MATRIX, TCGEN05_SWIZZLES
from pyptx.layouts.instruction import instruction_descriptor
from pyptx.layouts.tensor_map import TensorMap
from tests.sim.tensor_cores import VERSION, Case, Kernel

if TYPE_CHECKING:
    from collections.abc import Callable

ROWS, N, DEPTH, STAGES, TILES, STEPS = 128, 64, 16, 2, 2, 4
"""Rows of A of a CTA, columns of D, columns of A of a step, stages of the ring, tiles and steps of each."""

A_BYTES = ROWS * DEPTH * 2
SCHEDULES = [("late", 0), ("early", 0), ("random", 1), ("random", 5)]

FRAME = """
    .shared .align 1024 .b8 ring[{ring}];
    .shared .align 8 .b64 full[2];
    .shared .align 8 .b64 empty[2];
    .shared .align 8 .b64 done;
    .shared .align 8 .b64 free;
    .shared .align 4 .b32 slot;
    .reg .b32 %v<64>;
    .reg .b32 %warp; .reg .b32 %rank; .reg .b32 %taddr; .reg .b32 %lead; .reg .b32 %freeof;
    .reg .b64 %a0; .reg .b64 %a1; .reg .b64 %b0; .reg .b64 %b1;
    mov.u32 %r1, %tid.x;
    shr.u32 %warp, %r1, 5;
    mov.u32 %rank, %cluster_ctarank;
    setp.eq.u32 %p1, %r1, 0;
    @!%p1 bra READY;
    mbarrier.init.shared::cta.b64 [full], 1;
    mbarrier.init.shared::cta.b64 [full+8], 1;
    mbarrier.init.shared::cta.b64 [empty], 1;
    mbarrier.init.shared::cta.b64 [empty+8], 1;
    mbarrier.init.shared::cta.b64 [done], 1;
    mbarrier.init.shared::cta.b64 [free], {arrivals};
    fence.mbarrier_init.release.cluster;
READY:
    setp.eq.u32 %p2, %warp, 0;
    @%p2 tcgen05.alloc.cta_group::{group}.sync.aligned.shared::cta.b32 [slot], 64;
    @%p2 tcgen05.relinquish_alloc_permit.cta_group::{group}.sync.aligned;
    tcgen05.fence::before_thread_sync;
    {meet}
    tcgen05.fence::after_thread_sync;
    ld.shared.b32 %taddr, [slot];
    mov.u32 %lead, full;
    and.b32 %lead, %lead, 0xFEFFFFFF;
    mov.u32 %freeof, free;
    and.b32 %freeof, %freeof, 0xFEFFFFFF;
    setp.lt.u32 %p3, %warp, 4;
    @%p3 bra EPILOGUE;
    and.b32 %r2, %r1, 31;
    setp.ne.u32 %p4, %r2, 0;
    @%p4 bra END;
    setp.eq.u32 %p5, %warp, 5;
    @%p5 bra MULTIPLY;
    mov.b64 %rd1, a; cvta.param.u64 %rd1, %rd1;
    mov.b64 %rd2, b; cvta.param.u64 %rd2, %rd2;
    {loads}
    bra END;
MULTIPLY:
    setp.ne.u32 %p4, %rank, 0;
    @%p4 bra END;
    mov.b64 %a0, {a0:#x}; mov.b64 %a1, {a1:#x}; mov.b64 %b0, {b0:#x}; mov.b64 %b1, {b1:#x};
    setp.ne.u32 %p7, %r1, %r1;
    setp.eq.u32 %p8, %r1, %r1;
    mov.u16 %h1, 3;
    {products}
    bra END;
EPILOGUE:
    shl.b32 %r3, %warp, 21;
    add.u32 %taddr, %taddr, %r3;
    ld.param.u64 %rd3, [out];
    mad.lo.u32 %r4, %rank, {rows}, %r1;
    mul.wide.u32 %rd4, %r4, {row};
    add.u64 %rd3, %rd3, %rd4;
    and.b32 %r2, %r1, 31;
    setp.eq.u32 %p1, %r2, 0;
    {epilogue}
    sub.u32 %taddr, %taddr, %r3;
END:
    <met>
    <dealloc>
"""

RIGHT = {
    "full": "wait", "empty": "wait", "done": "wait", "free": "wait",
    "after": "tcgen05.fence::after_thread_sync;",
    "mma after": "tcgen05.fence::after_thread_sync;", "before": "tcgen05.fence::before_thread_sync;",
    "loaded": "tcgen05.wait::ld.sync.aligned;", "release": "commit", "commit": "commit", "bytes": "all",
    "met": "tcgen05.fence::before_thread_sync; MEET tcgen05.fence::after_thread_sync;",
    "dealloc": "@%p2 tcgen05.dealloc.cta_group::GROUP.sync.aligned.b32 %taddr, 64;",
}  # fmt: skip


def wait(barrier: str, parity: int, label: str) -> str:
    return f"{label}: mbarrier.try_wait.parity.shared::cta.b64 %p6, [{barrier}], {parity}; @!%p6 bra {label};"


def kernel(group: int, change: dict[str, str]) -> str:
    """The body of a pipeline, with changes to the right one."""
    words = RIGHT | change
    b_rows = N // group
    stage = A_BYTES + b_rows * DEPTH * 2
    loads, products, epilogue = [], [], []
    idesc = instruction_descriptor("f16", m=ROWS * group, n=N, a="f16", cta_group=group)
    head = f"tcgen05.commit.cta_group::{group}.mbarrier::arrive::one.shared::cluster"
    commit = f"{head}.multicast::cluster.b64 [{{}}], %h1;" if group == 2 else f"{head}.b64 [{{}}];"
    signal = ".cta_group::2" if group == 2 else ""
    for tile in range(TILES):
        if words["free"]:
            products.append(wait("free", tile + 1 & 1, f"FREE{tile}"))
        products.append(words["mma after"])
        for step in range(STEPS):
            i = tile * STEPS + step
            s, phase = i % STAGES, i // STAGES % 2
            if words["empty"]:
                loads.append(wait(f"empty+{8 * s}", phase ^ 1, f"EMPTY{i}"))
            size = stage * group if words["bytes"] == "all" else A_BYTES * group
            expect = f"mbarrier.arrive.expect_tx.shared::cta.b64 _, [full+{8 * s}], {size};"
            loads.append("setp.eq.u32 %p4, %rank, 0;")
            loads.append(f"@%p4 {expect}" if group == 2 else expect)
            copy = f"cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes{signal}"
            loads += [
                f"mad.lo.u32 %r10, %rank, {ROWS}, {tile * ROWS * group}; mul.lo.u32 %r11, %rank, {b_rows};",
                f"{copy} [ring+{s * stage}], [%rd1, {{{step * DEPTH}, %r10}}], [%lead+{8 * s}];",
                f"{copy} [ring+{s * stage + A_BYTES}], [%rd2, {{{step * DEPTH}, %r11}}], [%lead+{8 * s}];",
            ]
            if words["full"]:
                products.append(wait(f"full+{8 * s}", phase, f"FULL{i}"))
            products.append(
                f"tcgen05.mma.cta_group::{group}.kind::f16 [%taddr], %a{s}, %b{s}, {idesc}, "
                f"{'%p8' if step else '%p7'};"
            )
            if words["release"]:
                products.append(commit.format(f"empty+{8 * s}"))
        if words["commit"]:
            products.append(commit.format("done"))
        if words["done"]:
            epilogue.append(wait("done", tile, f"DONE{tile}"))
        names = "{" + ", ".join(f"%v{i}" for i in range(N)) + "}"
        epilogue += [
            words["after"],
            f"tcgen05.ld.sync.aligned.32x32b.x64.b32 {names}, [%taddr];",
            words["loaded"],
            words["before"],
            "@%p1 mbarrier.arrive.release.cluster.shared::cluster.b64 _, [%freeof];",
        ]
        at = tile * ROWS * group * N * 4
        epilogue += [f"st.global.b32 [%rd3+{at + 4 * i}], %v{i};" for i in range(N)]
    meet = "barrier.cluster.arrive.aligned; barrier.cluster.wait.aligned;" if group == 2 else "bar.sync 0;"
    if group == 2:
        meet = "barrier.cluster.arrive; barrier.cluster.wait;"

    def matrix(start: int) -> int:
        swizzle = TCGEN05_SWIZZLES["32B"]
        return TCGEN05_MATRIX.encode(address=start, leading=16, stride=256, version=1, swizzle=swizzle)

    body = FRAME.format(
        ring=STAGES * stage, group=group, arrivals=4 * group, meet=meet, rows=ROWS, row=4 * N,
        loads="\n    ".join(loads), products="\n    ".join(products), epilogue="\n    ".join(epilogue),
        a0=matrix(0), a1=matrix(stage), b0=matrix(A_BYTES), b1=matrix(stage + A_BYTES),
    )  # fmt: skip
    for name in ("met", "dealloc"):
        body = body.replace(f"<{name}>", words[name])
    return body.replace("MEET", meet if group == 2 else "bar.sync 1;").replace("GROUP", str(group))


def launch(run: Callable[..., Any], group: int, change: dict[str, str], **options: Any) -> None:
    """Run a pipeline, and compare its result."""
    rng = np.random.default_rng(0)
    a = rng.integers(-4, 5, (TILES * ROWS * group, STEPS * DEPTH)).astype(np.float16)
    b = rng.integers(-4, 5, (N, STEPS * DEPTH)).astype(np.float16)
    out = np.zeros((len(a), N), np.float32)
    map_a = TensorMap.tiled("f16", sizes=(a.shape[1], len(a)), box=(DEPTH, ROWS), swizzle="32B")
    map_b = TensorMap.tiled("f16", sizes=(b.shape[1], N), box=(DEPTH, N // group), swizzle="32B")
    options = {"checks": "all", "target": "sm_100a", "version": VERSION, **options}
    run(
        kernel(group, change),
        grid=group,
        block=192,
        cluster=(group, 1, 1),
        a=map_a.of(a),
        b=map_b.of(b),
        out=out,
        **options,
    )
    np.testing.assert_array_equal(out, a.astype(np.float32) @ b.astype(np.float32).T)


@pytest.mark.parametrize(("schedule", "seed"), SCHEDULES)
@pytest.mark.parametrize("group", [1, 2])
def test_right_pipelines(run: Callable[..., Any], group: int, schedule: str, seed: int) -> None:
    launch(run, group, {}, schedule=schedule, seed=seed)


def test_a_program_without_fences_is_not_held_to_them(run: Callable[..., Any]) -> None:
    body = kernel(1, {})
    assert "tcgen05.fence" in body
    launch(lambda text, **options: run(_without_fences(text), **options), 1, {})


def _without_fences(text: str) -> str:
    for name in ("before", "after"):
        text = text.replace(f"tcgen05.fence::{name}_thread_sync;", "")
    return text


EARLY = "race mbarrier-lapped mbarrier-tx mbarrier-arrive"
MISTAKES = {
    "the epilogue does not wait": ({"done": ""}, "tensor-commit race uninitialized-tensor-memory"),
    "no after-fence in the epilogue": ({"after": ""}, "tensor-fence"),
    "no before-fence in the epilogue": ({"before": ""}, "tensor-fence"),
    "no after-fence before the products": ({"mma after": ""}, "tensor-fence"),
    "no wait for the loads": ({"loaded": ""}, "tensor-wait-ld"),
    "the products do not wait for the epilogue": ({"free": ""}, f"tensor-wait-ld tensor-commit {EARLY}"),
    "the products do not wait for the copies": ({"full": ""}, f"uninitialized-memory {EARLY}"),
    "the copies do not wait for the products": ({"empty": ""}, EARLY),
    "no commit to the ring": ({"release": ""}, "deadlock"),
    "no commit to the epilogue": ({"commit": ""}, "deadlock"),
    "too few bytes": ({"bytes": "a"}, f"deadlock {EARLY}"),
    "no dealloc": ({"dealloc": ""}, "tensor-memory-leak"),
    "no barrier before dealloc": ({"met": ""}, "tensor-wait-ld tensor-commit race exited-cta"),
}


@pytest.mark.parametrize("mistake", MISTAKES)
@pytest.mark.parametrize("group", [1, 2])
def test_mistakes(run: Callable[..., Any], group: int, mistake: str) -> None:
    change, rules = MISTAKES[mistake]
    schedule = ("late", "early", "random")[(list(MISTAKES).index(mistake) + group) % 3]
    with pytest.raises(SimFault) as caught:
        launch(run, group, change, schedule=schedule, seed=2)
    assert caught.value.rule in rules.split()


PAIR_MISTAKES = {
    "each CTA signals its own barrier": ("[%lead+", "[full+", "mbarrier-lapped deadlock"),
    "the copies signal their own CTA": ("bytes.cta_group::2 [", "bytes [", "mbarrier-cta"),
    "the commits signal one CTA": ("mov.u16 %h1, 3;", "mov.u16 %h1, 1;", "deadlock mbarrier-lapped race"),
    "the commits signal a CTA that is not there": ("mov.u16 %h1, 3;", "mov.u16 %h1, 7;", "cluster-rank"),
    "the products are of one CTA": ("tcgen05.mma.cta_group::2", "tcgen05.mma.cta_group::1", "cta-group"),
    "the memory is freed by one CTA": (
        "tcgen05.dealloc.cta_group::2",
        "tcgen05.dealloc.cta_group::1",
        "cta-group",
    ),
    "both CTAs issue the products": (
        "MULTIPLY:\n    setp.ne.u32 %p4, %rank, 0;",
        "MULTIPLY:\n    setp.ne.u32 %p4, %r1, %r1;",
        "deadlock race tensor-commit mbarrier-arrive",
    ),
    "both CTAs expect the bytes": (
        "setp.eq.u32 %p4, %rank, 0;",
        "setp.eq.u32 %p4, %r1, %r1;",
        "mbarrier-arrive deadlock",
    ),
}  # fmt: skip


@pytest.mark.parametrize("schedule", ["late", "early", "random"])
@pytest.mark.parametrize("mistake", PAIR_MISTAKES)
def test_mistakes_of_pairs(run: Callable[..., Any], mistake: str, schedule: str) -> None:
    right, wrong, rules = PAIR_MISTAKES[mistake]
    assert right in kernel(2, {})
    with pytest.raises(SimFault) as caught:
        launch(lambda text, **options: run(text.replace(right, wrong), **options), 2, {}, schedule=schedule)
    assert caught.value.rule in rules.split()


def test_a_product_of_another_shape_on_the_same_accumulator() -> None:
    case = Case(n=64)
    kernel = Kernel(columns=64)
    names = case.lay_out(kernel, *case.operands())
    again = Case(n=32)
    kernel.products += [case.mma(names), case.mma(names, enable="1")]
    kernel.run(checks="all")
    kernel.products.append(again.mma(names))
    with pytest.raises(SimFault) as caught:
        kernel.run(checks="all")
    assert caught.value.rule == "tensor-pipeline"


def test_shared_memory_that_threads_wrote_needs_a_proxy_fence(run: Callable[..., Any]) -> None:
    del run
    case = Case(n=64)
    kernel = Kernel(columns=64)
    names = case.lay_out(kernel, *case.operands())
    kernel.products.append(case.mma(names))
    kernel.run(checks="all")
    kernel.leave_out = "fence.proxy.async.shared::cta;"
    with pytest.raises(SimFault) as caught:
        kernel.run(checks="all")
    assert caught.value.rule == "proxy-fence"


@pytest.mark.parametrize("schedule", ["late", "early", "random"])
@pytest.mark.parametrize("last", ["", "wait"])
def test_operations_that_nothing_waits_for(schedule: str, last: str) -> None:
    case = Case(n=64)
    kernel = Kernel(columns=64)
    names = case.lay_out(kernel, *case.operands())
    kernel.products.append(case.mma(names))
    kernel.leave_out = "WAIT: mbarrier.try_wait.parity.shared::cta.b64 %p6, [done], 0; @!%p6 bra WAIT;"
    if last:
        kernel.leave_out = ""
        kernel.run(schedule=schedule, seed=1)
        return
    kernel.loads = False
    with pytest.raises(SimFault) as caught:
        kernel.run(schedule=schedule, seed=1)
    assert caught.value.rule == "tensor-unfinished"


@pytest.mark.parametrize("seed", range(4))
def test_commits_that_no_thread_waits_for_may_outlive_their_cta(seed: int) -> None:
    """Pipelines commit their last products to the ring, too, which nothing fills again."""
    case = Case(n=64)
    kernel = Kernel(columns=64)
    names = case.lay_out(kernel, *case.operands())
    head = "tcgen05.commit.cta_group::1.mbarrier::arrive::one.shared::cluster.b64"
    kernel.products += ["mbarrier.init.shared::cta.b64 [other], 1;", case.mma(names)]
    kernel.after = f"{head} [other];"
    for schedule in ("late", "early", "random"):
        kernel.run(schedule=schedule, seed=seed, checks="all")


def test_multicast_copies_of_pairs_signal_the_same_parity_of_each_pair(run: Callable[..., Any]) -> None:
    """A copy to four CTAs that names the barrier of an even one signals the even CTA of each pair, twice."""
    body = """
    .shared .align 128 .b8 tile[512];
    .shared .align 8 .b64 full;
    mov.u32 %r1, %cluster_ctarank;
    mov.u32 %r2, %tid.x;
    setp.eq.u32 %p1, %r2, 0;
    @%p1 mbarrier.init.shared::cta.b64 [full], 1;
    fence.mbarrier_init.release.cluster;
    barrier.cluster.arrive.aligned; barrier.cluster.wait.aligned;
    and.b32 %r3, %r1, 1;
    setp.eq.u32 %p2, %r3, 0;
    and.pred %p3, %p1, %p2;
    @%p3 mbarrier.arrive.expect_tx.shared::cta.b64 _, [full], 1024;
    barrier.cluster.arrive.aligned; barrier.cluster.wait.aligned;
    setp.eq.u32 %p4, %r1, 2;
    and.pred %p4, %p4, %p1;
    mov.b64 %rd1, x; cvta.param.u64 %rd1, %rd1;
    mov.u16 %h1, 15;
    mov.u32 %r4, 0;
    @%p4 COPY [tile], [%rd1, {%r4, %r4}], [full], %h1;
    @!%p2 bra OTHER;
    WAIT: mbarrier.try_wait.parity.acquire.cluster.shared::cta.b64 %p6, [full], 0;
    @!%p6 bra WAIT;
    OTHER:
    barrier.cluster.arrive.aligned; barrier.cluster.wait.aligned;
    ld.param.u64 %rd2, [out];
    mad.lo.u32 %r5, %r1, 128, %r2;
    mul.wide.u32 %rd3, %r5, 4;
    add.u64 %rd2, %rd2, %rd3;
    shl.b32 %r6, %r2, 2;
    mov.u32 %r7, tile;
    add.u32 %r6, %r6, %r7;
    ld.shared.u32 %r8, [%r6];
    st.global.u32 [%rd2], %r8;
    """
    copy = "cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes"
    body = body.replace("COPY", f"{copy}.multicast::cluster.cta_group::2")
    x, out = np.arange(128, dtype=np.uint32).reshape(4, 32), np.zeros((4, 128), np.uint32)
    box = TensorMap.tiled("u32", sizes=(32, 4), box=(32, 4))
    options = {"target": "sm_100a", "version": VERSION, "checks": "all"}
    run(body, grid=4, block=128, cluster=(4, 1, 1), x=box.of(x), out=out, **options)
    np.testing.assert_array_equal(out, np.broadcast_to(x.reshape(-1), (4, 128)))


COMMIT_TO_MANY = """
    .shared .align 1024 .b8 tile[2048];
    .shared .align 8 .b64 done;
    .shared .align 4 .b32 slot;
    .reg .b32 %taddr;
    mov.u32 %r1, %cluster_ctarank;
    mov.u32 %r2, %tid.x;
    ld.param.u64 %rd1, [out];
    mad.wide.u32 %rd1, %r1, 4, %rd1;
    setp.eq.u32 %p1, %r2, 0;
    @%p1 mbarrier.init.shared::cta.b64 [done], 1;
    fence.mbarrier_init.release.cluster;
    tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [slot], 32;
    mov.u32 %r3, tile;
    @%p1 st.bulk.shared::cta [%r3], 2048, 0;
    fence.proxy.async.shared::cta;
    barrier.cluster.arrive;
    barrier.cluster.wait;
    ld.shared.b32 %taddr, [slot];
    setp.eq.and.u32 %p2, %r1, 1, %p1;
    mov.b64 %rd2, DESCRIPTOR;
    shr.u32 %r3, %r3, 4;
    cvt.u64.u32 %rd3, %r3;
    or.b64 %rd2, %rd2, %rd3;
    @%p2 tcgen05.cp.cta_group::1.128x128b [%taddr], %rd2;
    @%p2 COMMIT
    mov.u32 %r4, MASK;
    shr.u32 %r4, %r4, %r1;
    and.b32 %r4, %r4, 1;
    setp.eq.u32 %p3, %r4, 0;
    @%p3 bra REST;
WAIT:
    mbarrier.try_wait.parity.acquire.cluster.shared::cta.b64 %p4, [done], 0;
    @!%p4 bra WAIT;
REST:
    barrier.cluster.arrive;
    barrier.cluster.wait;
    mbarrier.test_wait.parity.shared::cta.b64 %p4, [done], 0;
    selp.u32 %r5, 1, 0, %p4;
    @%p1 st.global.u32 [%rd1], %r5;
    tcgen05.dealloc.cta_group::1.sync.aligned.b32 %taddr, 32;
    barrier.cluster.arrive;
    barrier.cluster.wait;
"""


@pytest.mark.parametrize("schedule", ["late", "early", "random"])
@pytest.mark.parametrize("mask", [0b1111, 0b0010, 0b1010, 0b10010])
def test_a_commit_arrives_at_each_cta_of_its_mask(run: Callable[..., Any], mask: int, schedule: str) -> None:
    head = "tcgen05.commit.cta_group::1.mbarrier::arrive::one.shared::cluster.multicast::cluster.b64"
    descriptor = TCGEN05_MATRIX.encode(leading=1024, stride=128, version=1)
    body = COMMIT_TO_MANY.replace("COMMIT", f"{head} [done], {mask};").replace("MASK", str(mask))
    out = np.zeros(4, np.uint32)
    there = nullcontext() if mask < 16 else pytest.raises(SimFault, match="cluster-rank")
    with there:
        run(
            body.replace("DESCRIPTOR", hex(descriptor)),
            grid=4, block=32, cluster=(4, 1, 1), target="sm_100a", version=VERSION, out=out,
            checks="all", schedule=schedule, seed=3,
        )  # fmt: skip
        assert out.tolist() == [mask >> rank & 1 for rank in range(4)]
