"""Uses of the documented names that must work as written, each assembled; and what cannot work."""

from __future__ import annotations

import inspect
from typing import TYPE_CHECKING, Any

import pytest

from pyptx import ptx, reg, smem
from pyptx.errors import PtxError
from pyptx.kernel import Kernel
from pyptx.toolchain import ptxas
from pyptx.types import (
    TYPES,
    b32,
    bf16,
    bf16x2,
    e4m3,
    e5m2,
    f16,
    f32,
    pred,
    s8,
    s32,
    tf32,
    u16,
    u32,
    u64,
)

if TYPE_CHECKING:
    from collections.abc import Callable

USES: dict[str, tuple[Callable[[], Any], str]] = {}
WRONG: dict[str, tuple[Callable[[], Any], str, str]] = {}


def use(arch: str = "sm_90a") -> Callable[[Callable[[], Any]], Callable[[], Any]]:
    """Note a use that must assemble for `arch`."""

    def note(body: Callable[[], Any]) -> Callable[[], Any]:
        USES[body.__name__] = body, arch
        return body

    return note


def wrong(said: str, arch: str = "sm_90a") -> Callable[[Callable[[], Any]], Callable[[], Any]]:
    """Note a use that no instruction has, and what must be said of it."""

    def note(body: Callable[[], Any]) -> Callable[[], Any]:
        WRONG[body.__name__] = body, said, arch
        return body

    return note


# ---- numbers


@use()
def infinite_immediates() -> None:
    r = reg.scalar(f32)
    ptx.inst.mov.f32(r, float("inf"))
    ptx.inst.mov.f32(r, float("-inf"))
    ptx.inst.mov.f32(r, float("nan"))


@use()
def bool_immediates() -> None:
    ptx.inst.mov.u32(reg.scalar(u32), True)  # noqa: FBT003 - a number like any other


@use()
def initial_values() -> None:
    reg.scalar(f32, init=0)
    reg.scalar(pred, init=True)
    reg.scalar(TYPES["f64"], init=1)


@use()
def negative_offsets() -> None:
    ptx.inst.ld.global_.f32(reg.scalar(f32), ptx.addr(reg.scalar(u64), -8))


# ---- registers


@use()
def registers_of_bf16() -> None:
    r, a = reg.scalar(bf16), reg.scalar(bf16)
    ptx.inst.add.bf16(r, r, a)


@use()
def registers_of_tf32() -> None:
    ptx.inst.cvt.rna.tf32.f32(reg.scalar(tf32), reg.scalar(f32))


@use()
def registers_of_e4m3_and_e5m2() -> None:
    reg.scalar(e4m3)
    reg.scalar(e5m2)


@use()
def registers_of_bf16x2() -> None:
    r = reg.scalar(bf16x2)
    ptx.inst.add.bf16x2(r, r, r)


@use()
def float_plus_float() -> None:
    r = reg.scalar(f32, init=1.0)
    assert (r + r).dtype is f32


@use()
def float_times_number() -> None:
    assert (reg.scalar(f32, init=1.0) * 2.0).dtype is f32


@use()
def u16_plus_u16() -> None:
    r = reg.scalar(u16, init=1)
    assert (r + r).dtype is u16


@use()
def negation_division_remainder() -> None:
    r, s = reg.scalar(u32, init=1), reg.scalar(s32, init=1)
    assert [(-s).dtype, (r // 2).dtype, (r % 2).dtype] == [s32, u32, u32]


@use()
def number_minus_register() -> None:
    assert (5 - reg.scalar(u32, init=1)).dtype is u32


@use()
def comparison_of_a_special_register() -> None:
    assert (ptx.special.laneid() == 0).dtype is pred


@use()
def comparison_with_a_special_register() -> None:
    assert (reg.scalar(u32, init=1) == ptx.special.tid.x()).dtype is pred


@use()
def the_64_bit_clock() -> None:
    ptx.inst.mov.u64(reg.scalar(u64), ptx.special.clock64())


@use()
def array_kept_after_its_source_is_used_again() -> None:
    a, arr = reg.scalar(u32, init=1), reg.array(u32, 4)
    t = a + a
    arr[0] = t
    ptx.inst.add.u32(a, t, t)


@use()
def negative_index_of_an_array() -> None:
    x = reg.array(f32, 4)
    assert x[-1].name == x[3].name
    ptx.inst.mov.f32(x[-1], x[0])


@use()
def slice_of_an_array() -> None:
    x = reg.array(f32, 4)
    assert [each.name for each in x[0:2]] == [x[0].name, x[1].name]


@use()
def sum_of_f16_over_a_warp() -> None:
    ptx.warp.reduce_sum(reg.scalar(f16))


# ---- control flow


@use()
def loop_up_to_a_register() -> None:
    n = reg.scalar(u32, init=5)
    for i in ptx.range_(0, n):
        i + 1


@use()
def loop_from_a_64_bit_register() -> None:
    n = reg.scalar(u64, init=5)
    for i in ptx.range_(n, 10):
        assert i.dtype is u64


@use()
def nested_if_and_else() -> None:
    a = reg.scalar(u32, init=1)
    p, q = a == 1, a == 2
    with ptx.if_(p):  # noqa: SIM117 - the else belongs to the outer one
        with ptx.if_(q):
            ptx.inst.mov.u32(a, 7)
    with ptx.else_():
        ptx.inst.mov.u32(a, 9)


@use()
def two_kloops() -> None:
    n = reg.scalar(u32, init=5)
    for _ in range(2):
        ptx.kloop(n, unroll=2, body=lambda: ptx.inst.add.u32(n, n, 0))


@wrong("`for ... in ptx.range_(...)` was left by `break` or `return` while tracing")
def break_out_of_a_loop() -> None:
    for _ in ptx.range_(0, 10):
        break


@use()
def file_and_line() -> None:
    ptx.file_(1, "k.py")
    ptx.loc(1, 10, 0)


# ---- memory


@use()
def load_of_four() -> None:
    a, v = reg.scalar(u64), reg.array(f32, 4)
    ptx.ld(f32, [v[0], v[1], v[2], v[3]], ptx.addr(a), space="global", vec=4)


@use()
def ldmatrix_as_documented() -> None:
    ptx.ldmatrix(dst=reg.array(b32, 4), src=ptx.addr(reg.scalar(u32)))


def place() -> tuple[Any, Any, Any]:
    """Shared memory for a tile, a barrier, and the address of a tensor map."""
    return smem.alloc(bf16, (64, 64)), smem.mbarrier(1)[0], reg.scalar(u64)


@use()
def tensor_loads_of_every_rank() -> None:
    tile, bar, source = place()
    for rank in range(1, 6):
        getattr(ptx.cp.async_.bulk.tensor, f"tile_{rank}d")(tile, source, (0,) * rank, mbar=bar)


@use()
def tensor_load_with_the_tile_second() -> None:
    tile, bar, source = place()
    ptx.cp.async_.bulk.tensor.tile_2d(source, tile, (0, 0), mbar=bar)


@use()
def im2col_loads_of_every_rank() -> None:
    tile, bar, source = place()
    for rank in range(3, 6):
        getattr(ptx.cp.async_.bulk.tensor, f"im2col_{rank}d")(tile, source, (0,) * rank, mbar=bar)


@use("sm_100a")
def gather_of_four_rows() -> None:
    tile, bar, source = place()
    ptx.cp.async_.bulk.tensor.gather4_2d(tile, source, (0, 0), mbar=bar)


@use("sm_100a")
def scatter_of_four_rows() -> None:
    tile, _, source = place()
    ptx.cp.async_.bulk.tensor.scatter4_2d(source, tile, (0, 0))


@use()
def tensor_stores_of_every_rank() -> None:
    tile, _, source = place()
    for rank in range(1, 6):
        getattr(ptx.cp.async_.bulk.tensor, f"store_{rank}d")(source, tile, (0,) * rank)


@use()
def arrival_at_several_ctas() -> None:
    ptx.cluster.arrive_multicast(reg.scalar(u32), 3)


@use()
def one_sided_proxy_fence() -> None:
    ptx.fence.proxy_async_generic_acquire_shared_cluster()


# ---- tensor cores


@use()
def wgmma_of_fp8() -> None:
    acc, d = reg.array(f32, 4), reg.scalar(u64)
    ptx.wgmma.mma_async(shape=(64, 8, 32), dtype_d=f32, dtype_a=e4m3, dtype_b=e4m3, d=acc, a=d, b=d)


@use()
def wgmma_of_tf32() -> None:
    acc, d = reg.array(f32, 4), reg.scalar(u64)
    ptx.wgmma.mma_async(shape=(64, 8, 8), dtype_d=f32, dtype_a=tf32, dtype_b=tf32, d=acc, a=d, b=d)


@use()
def wgmma_of_s8() -> None:
    acc, d = reg.array(s32, 4), reg.scalar(u64)
    ptx.wgmma.mma_async(shape=(64, 8, 32), dtype_d=s32, dtype_a=s8, dtype_b=s8, d=acc, a=d, b=d)


@use()
def wgmma_with_a_in_registers() -> None:
    acc, a, d = reg.array(f32, 4), reg.array(b32, 4), reg.scalar(u64)
    listed = [a[i] for i in range(4)]
    ptx.wgmma.mma_async(shape=(64, 8, 16), dtype_d=f32, dtype_a=bf16, dtype_b=bf16, d=acc, a=listed, b=d)


@wrong("trans", "sm_90a")
def wgmma_of_fp8_transposed() -> None:
    acc, d = reg.array(f32, 4), reg.scalar(u64)
    ptx.wgmma.mma_async(
        shape=(64, 8, 32), dtype_d=f32, dtype_a=e4m3, dtype_b=e4m3, d=acc, a=d, b=d, trans_b=1
    )


@wrong("scale", "sm_100a")
def tcgen05_with_block_scales_but_no_scales() -> None:
    t, d, i = reg.scalar(u32), reg.scalar(u64), reg.scalar(u32)
    ptx.tcgen05.mma(t, d, d, i, kind="mxf8f6f4")


@use("sm_100a")
def tcgen05_with_sparse_a() -> None:
    t, d, i = reg.scalar(u32), reg.scalar(u64), reg.scalar(u32)
    ptx.tcgen05.mma(t, d, d, i, sparse=True, sparse_metadata=t)


# ---- Python that reads like a kernel


@wrong("ring[%r0] is a tile in shared memory of shape (8,), not a number; an element is ring[%r0, i]")
def a_sub_tile_as_a_number() -> None:
    ring, stage = smem.alloc(u32, (4, 8)), reg.scalar(u32)
    ptx.mov(stage, stage + ring[stage])


@wrong("ring[3] is a tile in shared memory of shape (8,), not a number")
def a_sub_tile_as_an_operand() -> None:
    ring, x = smem.alloc(u32, (4, 8)), reg.scalar(u32)
    ptx.inst.add.u32(x, x, ring[3])


@wrong("ring is a tile in shared memory of shape (4, 8), not a number; an element is ring[i, j]")
def a_tile_compared() -> None:
    ring = smem.alloc(u32, (4, 8))
    ptx.ret(pred=ring < 3)


@use()
def the_address_of_a_sub_tile() -> None:
    ring, x = smem.alloc(u32, (4, 8)), reg.scalar(u32)
    ptx.mov(x, ring[3])
    ptx.ld(u32, x, ptx.addr(ring[x]), space="shared")
    ptx.st(u32, ring[1], reg.from_(ring[x], u32), space="shared")


@use()
def floating_point_by_its_bits_and_the_rest_of_an_address() -> None:
    ptx.inst.mov.f32(reg.scalar(f32), "0fFF800000")
    _, _, source = place()
    ptx.inst.cp.async_.bulk.prefetch.tensor._2d.L2.global_(ptx.addr(source, ", {0, 8}"))


@wrong("expected an operand")
def an_address_that_is_none() -> None:
    ptx.addr(reg.scalar(u64), ", {")


@wrong("`ptx.range_(...)` alone traces nothing; write `for i in ptx.range_(...):`")
def a_loop_that_no_statement_runs() -> None:
    ptx.range_(5)


@wrong("elif: PTX has no such opcode; nest the blocks")
def an_elif() -> None:
    ptx.elif_(reg.scalar(pred))  # type: ignore[attr-defined]


@wrong("write `ptx.bar.sync(0)`")
def a_name_of_cuda() -> None:
    ptx.syncthreads()  # type: ignore[attr-defined]


@wrong("select: PTX has no such opcode; write `ptx.selp(dtype, dst, a, b, p)`")
def a_choice_by_its_common_name() -> None:
    ptx.select(reg.scalar(pred), 1, 2)  # type: ignore[attr-defined]


@wrong("syncwarp: PTX has no such opcode; write `ptx.warp.sync()`")
def another_name_of_cuda() -> None:
    ptx.syncwarp()  # type: ignore[attr-defined]


@wrong("fence: a modifier is missing; after fence comes")
def a_group_of_wrappers_as_an_opcode() -> None:
    ptx.fence()  # type: ignore[operator]


@use()
def an_opcode_that_names_a_module_of_ours() -> None:
    ptx.barrier.sync(0)


@wrong("unpack it, `(p,) = ptx.global_ptrs(X)`")
def a_tuple_of_pointers() -> None:
    ptx.addr((reg.scalar(u64),))


@wrong("one pointer is `(p,) = ptx.global_ptrs(X)`")
def a_tuple_of_pointers_that_moves() -> None:
    ptx.mov(reg.scalar(u64), (reg.scalar(u64),) + reg.scalar(u64) * 4)


@wrong("returns None")
def the_result_of_a_reduction() -> None:
    total = ptx.warp.reduce_sum(reg.scalar(f32))  # type: ignore[func-returns-value]
    ptx.st(f32, ptx.addr(reg.scalar(u64)), total)  # type: ignore[arg-type]


@wrong("q = reg.from_(p | q, pred)")
def a_pair_of_predicates_that_change() -> None:
    p, q = reg.scalar(pred, init=True), reg.scalar(pred, init=True)
    either = p | q
    ptx.mov(p, q)
    with ptx.if_(either):
        ptx.ret()


@wrong("reg.from_(p, u32)")
def a_predicate_as_a_number() -> None:
    ptx.mov(reg.scalar(u32), reg.scalar(pred) * 4)


@wrong("int() needs one; convert on the GPU: reg.from_(x, s32)")
def a_register_as_an_integer() -> None:
    int(reg.scalar(f32))


class Step:
    """A body of a loop that is not a function."""

    def __call__(self, number: int) -> None:
        pass


@wrong("has the parameter number")
def a_body_that_takes_a_number() -> None:
    ptx.kloop(8, unroll=2, body=Step())  # type: ignore[arg-type]


@pytest.mark.ptxas
@pytest.mark.parametrize("name", USES)
def test_it_works_as_written(name: str) -> None:
    body, arch = USES[name]
    ptxas.assemble(Kernel(body, arch).ptx(), arch)


@pytest.mark.parametrize("name", WRONG)
def test_what_no_instruction_does_is_refused_at_its_line(name: str) -> None:
    body, said, arch = WRONG[name]
    with pytest.raises(PtxError) as caught:
        Kernel(body, arch).ptx()
    assert said in str(caught.value)
    first = inspect.getsourcelines(body)[1]
    lines = range(first, first + len(inspect.getsourcelines(body)[0]))
    assert any(f"test_pitfalls.py:{line}" in str(caught.value) for line in lines)
