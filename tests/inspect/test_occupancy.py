"""Resources of a CTA, compared with numbers of the toolkit's own occupancy calculation."""

from __future__ import annotations

from typing import Any

import pytest

from pyptx import kernel, ptx, reg, smem
from pyptx.arch import ARCHS, arch
from pyptx.errors import LaunchError, ToolError
from pyptx.inspect import ctas_per_sm, resources
from pyptx.types import f32, u32

KIB = 1024

# fmt: off
TOOLKIT = [
    # target, threads, registers, shared bytes, barriers; CTAs per SM
    ("sm_75",  256,  32, 0,         1, 4),
    ("sm_75",  128,  64, 32 * KIB,  1, 2),
    ("sm_80",  256,  64, 48 * KIB,  1, 3),
    ("sm_80",  1024, 64, 0,         1, 1),
    ("sm_80",  1024, 65, 0,         1, 0),
    ("sm_80",  96,   40, 0,         1, 16),
    ("sm_80",  128,  168, 0,        1, 3),
    ("sm_80",  64,   255, 0,        1, 4),
    ("sm_80",  32,   16, 32 * KIB,  1, 4),
    ("sm_80",  32,   16, 163 * KIB, 1, 1),
    ("sm_80",  32,   16, 164 * KIB, 1, 0),
    ("sm_86",  192,  48, 8 * KIB,   1, 6),
    ("sm_89",  32,   16, 0,         1, 24),
    ("sm_90a", 384,  168, 0,        1, 1),
    ("sm_90a", 128,  32, 227 * KIB, 1, 1),
    ("sm_90a", 32,   16, 0,         16, 4),
    ("sm_100a", 128, 40, 100 * KIB, 1, 2),
    ("sm_103a", 64,  32, 0,         8, 4),
    ("sm_120a", 128, 80, 16 * KIB,  2, 5),
]
# fmt: on


@pytest.mark.parametrize(("name", "threads", "registers", "shared", "barriers", "ctas"), TOOLKIT)
def test_ctas_per_sm(name: str, threads: int, registers: int, shared: int, barriers: int, ctas: int) -> None:
    by = ctas_per_sm(arch(name), threads=threads, registers=registers, shared_bytes=shared, barriers=barriers)
    assert min(by.values()) == ctas


def test_a_cta_without_registers_and_memory_is_bound_by_its_threads_alone() -> None:
    by = ctas_per_sm(arch("sm_90a"), threads=32, registers=0)
    assert by == {"CTAs": 32, "threads": 64, "registers": 32, "shared memory": 228}
    assert ctas_per_sm(arch("sm_75"), threads=33, registers=0)["threads"] == 16
    for threads, ctas in ((1024, 2), (1025, 0)):
        assert ctas_per_sm(arch("sm_90a"), threads=threads, registers=16)["threads"] == ctas
    with pytest.raises(LaunchError, match="a CTA of 0 threads"):
        ctas_per_sm(arch("sm_90a"), threads=0, registers=16)
    assert ctas_per_sm(arch("sm_90a"), threads=1, registers=16)["threads"] == 64


def test_limits_of_targets_agree_with_themselves() -> None:
    for target in ARCHS.values():
        if target.sm is not None:
            reserved = 1024 if target.number >= 80 else 0
            assert target.sm.shared_bytes == target.max_shared_bytes + reserved
            assert target.sm.threads % 512 == 0


def test_no_number_where_none_is_published() -> None:
    with pytest.raises(LaunchError, match="a multiprocessor of sm_107 are not published"):
        ctas_per_sm(arch("sm_107"), threads=32, registers=32)


TEXT = """.version 8.0
.target sm_80
.address_size 64
.visible .entry k(.param .u64 x) {directive} {{
    .reg .b64 %rd<2>;
    .reg .b32 %r<2>;
    .shared .align 4 .b8 tile[4096];
    ld.param.u64 %rd1, [x];
    mov.u32 %r1, %tid.x;
    st.shared.u32 [tile+16], %r1;
    bar.sync 0;
    ld.shared.u32 %r0, [tile+20];
    st.global.u32 [%rd1], %r0;
    ret;
}}
"""


@pytest.mark.ptxas
def test_resources_of_text() -> None:
    found = resources(TEXT.format(directive=".maxntid 512, 1, 1"))
    assert (found.entry, found.arch.name, found.threads) == ("k", "sm_80", 512)
    assert (found.static_shared_bytes, found.dynamic_shared_bytes, found.barriers) == (4096, 0, 1)
    assert found.ctas_per_sm == 4
    assert found.bound_by == ("threads",)
    assert found.occupancy == 1.0
    more = resources(TEXT.format(directive=""), "sm_90", threads=64, dynamic_shared_bytes=100 * KIB)
    assert (more.arch.name, more.ctas_per_sm, more.bound_by) == ("sm_90", 2, ("shared memory",))
    assert "2, bound by shared memory; 6% of the warps" in str(more)
    with pytest.raises(LaunchError, match="pass threads="):
        resources(TEXT.format(directive=""))
    with pytest.raises(LaunchError, match="no target 'sm_81'"):
        resources(TEXT.format(directive=""), "sm_81", threads=32)
    with pytest.raises(ToolError):
        resources(TEXT.format(directive="").replace("bar.sync 0", "bar.snyc 0"), threads=32)


@pytest.mark.ptxas
def test_resources_of_a_kernel() -> None:
    @kernel(block=(256,), arch="sm_80", smem=8192)
    def k(X: Any) -> None:
        (px,) = ptx.global_ptrs(X)
        tile = smem.alloc(f32, 256, name="tile")
        tile[ptx.special.tid.x()] = reg.scalar(f32, init=1.0)
        ptx.bar.sync(0)
        value = tile[reg.scalar(u32, init=3)]
        ptx.inst.st.global_.f32(ptx.addr(px), value)

    found = k.report()
    assert found.threads == 256
    assert found.static_shared_bytes + found.dynamic_shared_bytes >= 8192
    assert found.spill_store_bytes == 0
    assert "nothing spilled" in str(found)
    assert found == resources(k.program())


def test_tensor_memory_bounds_the_ctas_of_a_multiprocessor() -> None:
    text = """.version 8.7
.target sm_100a
.address_size 64
.visible .entry k() .reqntid 32
{
    .shared .align 4 .b32 slot;
    .reg .b32 %r<2>;
    tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [slot], 256;
    ld.shared.b32 %r0, [slot];
    tcgen05.dealloc.cta_group::1.sync.aligned.b32 %r0, 256;
    ret;
}
"""
    found = resources(text)
    assert (found.tensor_columns, found.ctas_per_sm, found.bound_by) == (256, 2, ("tensor memory",))
    assert "tensor memory  256 of 512 columns" in str(found)
    assert resources(text.replace(" 256;", " 512;")).ctas_per_sm == 1
