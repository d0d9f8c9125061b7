"""Kernels whose target is the lowest that has what their bodies need."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from pyptx import Module, Tile, kernel, ptx, reg, smem
from pyptx.arch import arch as find_target
from pyptx.errors import TraceError, VerifyError
from pyptx.types import b128, e2m1, f32, u8, u32

if TYPE_CHECKING:
    from collections.abc import Callable


def head(body: Callable[[], object], **options: Any) -> tuple[str, str]:
    """Version and target of the kernel with a body."""

    @kernel(block=128, **options)
    def entry() -> None:
        body()

    words = [line.split()[1] for line in entry.ptx().splitlines() if line.startswith((".version", ".target"))]
    return words[0], words[1]


BODIES: dict[str, tuple[Callable[[], object], tuple[str, str]]] = {
    "nothing": (lambda: None, ("6.3", "sm_75")),
    "barrier": (lambda: ptx.bar.sync(0), ("6.3", "sm_75")),
    "cp.async": (lambda: ptx.cp.async_.wait_all(), ("7.0", "sm_80")),
    "special register": (lambda: reg.scalar(u32, init=ptx.special.cluster_ctarank()), ("7.8", "sm_90")),
    "wgmma": (lambda: ptx.wgmma.fence(), ("8.0", "sm_90a")),
    "tcgen05": (lambda: ptx.tcgen05.fence_before_thread_sync(), ("8.6", "sm_100a")),
    "65536 bytes of shared memory": (lambda: smem.alloc(f32, (16384,)), ("6.3", "sm_75")),
    "80000 bytes": (lambda: smem.alloc(f32, (20000,)), ("7.0", "sm_80")),
    "200000 bytes": (lambda: smem.alloc(f32, (50000,)), ("7.8", "sm_90")),
}


@pytest.mark.parametrize("case", BODIES)
def test_the_target_is_the_lowest_that_has_what_the_body_needs(case: str) -> None:
    body, expected = BODIES[case]
    assert head(body) == expected
    assert head(body) == expected, "also where its instructions were verified before"


def test_clusters_and_dynamic_shared_memory_need_targets() -> None:
    assert head(lambda: None, cluster=2)[1] == "sm_90"
    assert head(lambda: None, smem=230000)[1] == "sm_90"
    assert head(lambda: None, smem=100)[1] == "sm_75"


def test_a_version_leaves_the_targets_that_it_has() -> None:
    assert head(lambda: ptx.bar.sync(0), version=(7, 0)) == ("7.0", "sm_75")
    assert head(lambda: ptx.cp.async_.wait_all(), version=(7, 5)) == ("7.5", "sm_80")
    with pytest.raises(VerifyError, match=r"wgmma.fence.sync.aligned: needs PTX >= 8.0"):
        head(lambda: ptx.wgmma.fence(), version=(7, 0))


def test_instructions_that_no_target_has_together_are_refused_with_both_lines() -> None:
    def body() -> None:
        ptx.wgmma.fence()
        ptx.tcgen05.fence_before_thread_sync()

    with pytest.raises(
        VerifyError, match=r"(?s)tcgen05.fence.* needs sm_100a.*wgmma.fence.*test_targets.py:\d+.*no target"
    ):
        head(body)

    def later() -> None:
        ptx.bar.sync(0)
        ptx.tcgen05.fence_before_thread_sync()

    assert head(later)[1] == "sm_100a"


def test_what_one_kernel_needs_does_not_reach_another_target() -> None:
    head(lambda: ptx.tcgen05.fence_before_thread_sync())

    @kernel(arch="sm_90a", block=128)
    def entry() -> None:
        ptx.tcgen05.fence_before_thread_sync()

    with pytest.raises(VerifyError, match="sm_100a"):
        entry.ptx()


def test_a_wait_at_an_mbarrier_suspends_its_threads() -> None:
    def body() -> None:
        ptx.mbarrier.wait(smem.mbarrier(1)[0], 0)

    assert head(body)[1] == "sm_90"


def test_a_kernel_for_the_lowest_target_runs_and_says_its_target() -> None:
    @kernel(in_specs=(Tile("N", u32),), out_specs=(Tile("N", u32),), block=32)
    def double(X: Any, Y: Any) -> None:
        px, py = ptx.global_ptrs(X, Y)
        i = ptx.special.tid.x()
        value = reg.scalar(u32)
        ptx.inst.ld.global_.u32(value, ptx.addr(px + i * 4))
        ptx.inst.st.global_.u32(ptx.addr(py + i * 4), value * 2)

    assert double.arch == "lowest"
    assert double.program(N=32).arch.name == "sm_75"
    given = np.arange(32, dtype=np.uint32)
    assert np.array_equal(double(given), given * 2)


def test_an_unknown_target_is_refused_with_the_words_for_one() -> None:
    with pytest.raises(TraceError, match="lowes"):
        kernel(arch="lowes")(lambda: None)


@pytest.mark.parametrize(
    ("tile", "target"), [(Tile(64, 32, f32, tma_box=(8, 32)), "sm_90"), (Tile(64, 128, e2m1), "sm_100")]
)
def test_a_tensor_map_needs_a_target_that_has_its_elements(tile: Tile, target: str) -> None:
    @kernel(in_specs=(tile,), block=32)
    def load(A: Any) -> None:
        A.tma_desc()

    assert f".target {target}" in load.ptx().splitlines()


def test_a_module_is_for_the_lowest_target_that_all_its_items_need() -> None:
    module = Module()

    @module.kernel
    def plain() -> None:
        ptx.ret()

    assert (module.arch.name, plain.program().arch.name, plain.arch) == ("sm_75", "sm_75", "lowest")

    @module.func
    def waits() -> None:
        ptx.cp.async_.wait_all()

    assert (module.arch.name, plain.program().arch.name) == ("sm_80", "sm_80")
    assert "the lowest target" in repr(module)

    @module.kernel
    def products() -> None:
        ptx.wgmma.fence()

    assert module.ptx().splitlines()[:2] == [".version 8.0", ".target sm_90a"]

    @module.kernel
    def tensor_memory() -> None:
        ptx.tcgen05.fence_before_thread_sync()

    with pytest.raises(VerifyError, match="needs sm_90a: no target has both"):
        module.ptx()


def test_a_version_that_is_too_old_is_refused_without_a_target_that_is_not_given() -> None:
    with pytest.raises(VerifyError, match=r"needs PTX >= 7\.8 and sm_90 or newer; this kernel says PTX 7\.0"):
        head(ptx.cluster.sync, version=(7, 0))
    assert head(ptx.cluster.sync, version=(7, 8)) == ("7.8", "sm_90")
    with pytest.raises(VerifyError, match=r"this kernel targets sm_90a and says PTX 7\.0"):
        head(ptx.cluster.sync, version=(7, 0), arch="sm_90a")
    with pytest.raises(VerifyError, match=r"\.b128: no target known here has it in PTX 7\.0"):
        head(lambda: reg.scalar(b128), version=(7, 0))
    assert head(lambda: reg.scalar(b128), version=(8, 3))[0] == "8.3"
    with pytest.raises(VerifyError, match=r"every target known here is newer; sm_75 needs PTX 6\.3"):
        head(lambda: None, version=(6, 0))


def test_what_no_target_has_room_for_is_refused_without_a_name_of_one() -> None:
    with pytest.raises(TraceError, match="400000 bytes of shared memory, no target has more than 232448"):
        head(lambda: smem.alloc(f32, (100_000,)))
    with pytest.raises(TraceError, match="400000 bytes of shared memory, sm_80 has 166912"):
        head(lambda: smem.alloc(f32, (100_000,)), arch="sm_80")


def test_a_kernel_may_use_all_the_shared_memory_of_its_target_and_no_more() -> None:
    most = find_target("sm_80").max_shared_bytes
    head(lambda: (smem.alloc(u8, (most - 16,)), smem.alloc(u8, (16,))), arch="sm_80")
    with pytest.raises(
        TraceError, match=f"needs {most + 1} bytes of shared memory, sm_80 has {most} per CTA"
    ):
        head(lambda: (smem.alloc(u8, (most - 16,)), smem.alloc(u8, (17,))), arch="sm_80")
