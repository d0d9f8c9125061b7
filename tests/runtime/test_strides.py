"""Arrays with gaps, and views with exchanged dimensions: tensor maps have their strides."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from pyptx import Layout, Tile, kernel, ptx, reg, smem
from pyptx.errors import LaunchError, TraceError
from pyptx.runtime import arrays
from pyptx.types import f32, u32, u64

if TYPE_CHECKING:
    from collections.abc import Callable

    from pyptx.kernel import Kernel

BOX = (8, 32)


def barrier() -> tuple[Any, Any]:
    full = smem.mbarrier(1)
    first = ptx.special.tid.x() == 0
    with ptx.if_(first):
        ptx.mbarrier.init(full[0], 1)
        ptx.fence.mbarrier_init()
    ptx.bar.sync(0)
    return full, first


def copying(layout: Layout = Layout.ROW, *, addresses: bool = False) -> Kernel:
    """A kernel that copies a matrix box by box, by tensor maps; with `addresses` it loads those, too."""
    by_column = layout is Layout.COL
    tile = Tile("M", "N", f32, layout, tma_box=BOX[::-1] if by_column else BOX)
    inner, outer = ("M", "N") if by_column else ("N", "M")

    @kernel(
        in_specs=(tile,),
        out_specs=(tile,),
        grid=lambda M, N: (-(-{"M": M, "N": N}[inner] // BOX[1]), -(-{"M": M, "N": N}[outer] // BOX[0])),
        block=(32,),
        arch="sm_90a",
    )
    def copied(A: Any, B: Any) -> None:
        if addresses:
            ptx.global_ptrs(A)
        part = smem.alloc(f32, BOX, align=128)
        full, first = barrier()
        at = (
            reg.from_(ptx.special.ctaid.x(), u32) * BOX[1],
            reg.from_(ptx.special.ctaid.y(), u32) * BOX[0],
        )
        with ptx.if_(first):
            ptx.mbarrier.arrive_expect_tx(full[0], BOX[0] * BOX[1] * 4)
            ptx.cp.async_.bulk.tensor_2d(dst=part, src=A.tma_desc(), coord=at, mbar=full[0])
        ptx.mbarrier.wait(full[0], 0)
        with ptx.if_(first):
            ptx.cp.async_.bulk.tensor_2d.store(dst=B.tma_desc(), src=part, coord=at)
            ptx.cp.async_.bulk.commit_group()
            ptx.cp.async_.bulk.wait_group(0)

    return copied


def heads() -> Kernel:
    """A kernel that copies batch, head, row and column, the last two in one box."""
    tile = Tile("B", "H", "S", 16, f32, tma_box=(1, 1, 8, 16), tma_rank=4)

    @kernel(
        in_specs=(tile,),
        out_specs=(tile,),
        grid=lambda B, H, S: (-(-S // 8), H, B),
        block=(32,),
        arch="sm_90a",
    )
    def heads(A: Any, B: Any) -> None:
        part = smem.alloc(f32, (8, 16), align=128)
        full, first = barrier()
        x, y, z = (
            reg.from_(position(), u32)
            for position in (ptx.special.ctaid.x, ptx.special.ctaid.y, ptx.special.ctaid.z)
        )
        at = (0, x * 8, y, z)
        with ptx.if_(first):
            ptx.mbarrier.arrive_expect_tx(full[0], 8 * 16 * 4)
            ptx.cp.async_.bulk.tensor_4d(dst=part, src=A.tma_desc(), coord=at, mbar=full[0])
        ptx.mbarrier.wait(full[0], 0)
        with ptx.if_(first):
            ptx.cp.async_.bulk.tensor_4d.store(dst=B.tma_desc(), src=part, coord=at)
            ptx.cp.async_.bulk.commit_group()
            ptx.cp.async_.bulk.wait_group(0)

    return heads


def numbers(*shape: int) -> Any:
    return np.arange(np.prod(shape), dtype=np.float32).reshape(shape)


VIEWS: dict[str, Callable[[Any], Any]] = {
    "columns": lambda x: x[:, 32:96],
    "every second row": lambda x: x[::2],
    "a box and a part of one": lambda x: x[1:, 4:48],
    "one row": lambda x: x[3:4, 4:21],
    "all": lambda x: x,
}


@pytest.mark.parametrize("view", VIEWS.values(), ids=VIEWS.keys())
def test_views_of_numpy_and_torch_on_the_simulator(view: Callable[[Any], Any]) -> None:
    made = copying()
    np.testing.assert_array_equal(made(view(numbers(20, 128))), view(numbers(20, 128)))
    torch = pytest.importorskip("torch")
    whole = torch.from_numpy(numbers(20, 128))
    assert torch.equal(made(view(whole)), view(whole))


def test_dimensions_that_a_view_exchanges() -> None:
    x = numbers(2, 24, 3, 16)  # batch, row, head, column
    np.testing.assert_array_equal(heads()(x.transpose(0, 2, 1, 3)), x.transpose(0, 2, 1, 3))
    fused = numbers(2, 24, 3, 3, 16)  # queries, keys and values of a row together
    keys = fused[:, :, 1].transpose(0, 2, 1, 3)
    np.testing.assert_array_equal(heads()(keys), keys)
    with pytest.raises(
        LaunchError, match=r"argument A \(shape \(2, 3, 16, 16\), strides \(4608, 64, 4, 192\) bytes"
    ):
        heads()(x[:, :16].transpose(0, 2, 3, 1))


def test_rows_that_overlap_or_repeat_are_read() -> None:
    x, windows = numbers(1, 64), np.lib.stride_tricks.as_strided
    for strides in ((16, 4), (0, 4)):
        given = windows(x, (9, 32), strides)
        np.testing.assert_array_equal(copying()(given), given)


def test_column_major_tensors_have_strides_too() -> None:
    x = np.asfortranarray(numbers(96, 20))
    made = copying(Layout.COL)
    np.testing.assert_array_equal(made(x[32:92]), x[32:92])
    with pytest.raises(LaunchError, match=r"strides \(80, 4\) bytes.* pass numpy\.asfortranarray\(A\)"):
        made(numbers(96, 20))


def test_panels_have_the_stride_of_the_rows() -> None:
    @kernel(
        in_specs=(Tile("M", "N", u32, tma_box=(8, 64), tma_rank=3),),
        out_specs=(Tile("M", 64, u32),),
        block=(32,),
        arch="sm_90a",
    )
    def second(A: Any, B: Any) -> None:
        part = smem.alloc(u32, (1, 8, 64), align=128)
        full, first = barrier()
        with ptx.if_(first):
            ptx.mbarrier.arrive_expect_tx(full[0], 8 * 64 * 4)
            ptx.cp.async_.bulk.tensor_3d(dst=part, src=A.tma_desc(), coord=(0, 0, 1), mbar=full[0])
        ptx.mbarrier.wait(full[0], 0)
        with ptx.if_(first):
            ptx.cp.async_.bulk.tensor_2d.store(dst=B.tma_desc(box=(8, 64)), src=part, coord=(0, 0))
            ptx.cp.async_.bulk.commit_group()
            ptx.cp.async_.bulk.wait_group(0)

    x = numbers(8, 192).astype(np.uint32)
    np.testing.assert_array_equal(second(x[:, 4:132]), x[:, 68:132])


def test_outputs_of_the_caller_keep_what_is_between_their_elements() -> None:
    out, x = np.full((20, 128), -1, np.float32), numbers(20, 64)
    wanted = out.copy()
    wanted[:, 32:96] = x
    copying()(x, out=out[:, 32:96])
    np.testing.assert_array_equal(out, wanted)
    torch = pytest.importorskip("torch")
    whole = torch.full((20, 128), -1.0)
    copying()(torch.from_numpy(x), out=whole[:, 32:96])
    assert torch.equal(whole, torch.from_numpy(wanted))


def test_rows_that_need_gaps() -> None:
    x, out = numbers(20, 128), np.zeros((20, 32), np.float32)
    copying()(x[:, 4:21], out=out[:, :17])
    np.testing.assert_array_equal(out, np.pad(x[:, 4:21], ((0, 0), (0, 15))))
    with pytest.raises(LaunchError, match=r"argument B \(shape \(20, 17\), strides \(68, 4\) .* longer rows"):
        copying()(x[:, 4:21])


def test_an_output_is_beside_an_input_or_over_it() -> None:
    x = numbers(20, 128)
    left = x[:, :64].copy()
    copying()(x[:, :64], out=x[:, 64:])
    np.testing.assert_array_equal(x, np.concatenate([left, left], axis=1))
    with pytest.raises(LaunchError, match="out= B shares memory with argument A"):
        copying()(x[:, :64], out=x[:, 32:96])
    over = np.lib.stride_tricks.as_strided(x, (9, 32), (16, 4))
    with pytest.raises(LaunchError, match=r"argument B .* has elements that share memory"):
        copying()(numbers(9, 32), out=over)


REFUSED: dict[str, Callable[[Any], Any]] = {
    "transposed": lambda x: x.T,
    "every second column": lambda x: x[:, ::2],
    "rows of 520 bytes": lambda x: x.reshape(-1)[: 19 * 130].reshape(19, 130)[:, :64],
}


@pytest.mark.parametrize("view", REFUSED.values(), ids=REFUSED.keys())
def test_strides_that_no_map_has(view: Callable[[Any], Any]) -> None:
    given = view(numbers(20, 128))
    strides = rf"strides \({given.strides[0]}, {given.strides[1]}\) bytes"
    legal = "strides of one element in the innermost dimension, and of a multiple of 16 bytes"
    with pytest.raises(LaunchError, match=rf"argument A .*{strides}.*{legal}.*numpy\.ascontiguousarray\(A\)"):
        copying()(given)
    copying()(view(numbers(20, 128)).copy()[:, :20])
    torch = pytest.importorskip("torch")
    with pytest.raises(LaunchError, match=rf"argument A .*{strides}.*{legal}.*A\.contiguous\(\)"):
        copying()(view(torch.from_numpy(numbers(20, 128))))


def test_views_that_start_between_16_bytes() -> None:
    with pytest.raises(
        LaunchError,
        match=r"argument A \(by its tensor map A_tma_desc\): the address is 0x\w+4; .* multiple of 16",
    ):
        copying()(numbers(20, 128)[:, 1:65])
    copying()(numbers(20, 128)[:, 4:68])


def test_a_copy_of_an_output_is_not_advised() -> None:
    x = numbers(20, 64)
    with pytest.raises(LaunchError, match=r"argument B .*takes strides.*writes to it, so pass .* row-major$"):
        copying()(x, out=numbers(20, 130)[:, :64])


def test_strides_below_zero() -> None:
    with pytest.raises(LaunchError, match=r"strides \(-512, 4\) bytes"):
        copying()(numbers(20, 128)[::-1])
    with pytest.raises(LaunchError, match=r"argument B .*strides \(-512, 4\) bytes"):
        copying()(numbers(20, 128), out=numbers(20, 128)[::-1])


def test_contiguous_rows_that_no_map_has() -> None:
    with pytest.raises(LaunchError, match=r"argument A \(shape \(20, 18\), strides \(72, 4\) .* longer rows"):
        copying()(numbers(20, 18))
    with pytest.raises(TraceError, match="box 0 is 2 of f32, 8 bytes"):
        kernel(in_specs=(Tile(8, 18, f32, tma_box=(8, 2)),), arch="sm_90a")(lambda A: A.tma_desc()).ptx()


def test_an_address_takes_memory_as_it_lies() -> None:
    made, x = copying(addresses=True), numbers(20, 128)
    with pytest.raises(LaunchError, match=r"argument A .* is not contiguous .* copied reads its address"):
        made(x[:, 32:96])
    np.testing.assert_array_equal(made(x), x)

    @kernel(in_specs=(Tile("N", f32),), block=(32,))
    def plain(X: Any) -> None:
        ptx.global_ptrs(X)

    with pytest.raises(LaunchError, match=r"argument X .* is not contiguous .* takes memory as it lies"):
        plain(numbers(64)[::2])


def test_launches_and_prepared_calls() -> None:
    x = numbers(20, 128)
    out = np.zeros((20, 64), np.float32)
    copying().launch(M=20, N=64)(x[:, 32:96], out)
    np.testing.assert_array_equal(out, x[:, 32:96])
    into = np.zeros_like(x)
    run = copying().prepare(x[:, :64], out=into[:, 64:])
    run()
    np.testing.assert_array_equal(into[:, 64:], x[:, :64])
    with pytest.raises(LaunchError, match=r"argument A .* a tensor map takes strides"):
        copying().prepare(x.T)
    with pytest.raises(LaunchError, match=r"argument A .* a tensor map takes strides"):
        copying().launch(M=20, N=64)(x[:, ::2], out)


def test_in_graphs_of_torch() -> None:
    torch = pytest.importorskip("torch")
    made, x = copying(), torch.from_numpy(numbers(20, 128))

    def step(given: Any) -> Any:
        return made(given[:, 32:96]) + made(given[::2, :64]).sum()

    compiled = torch.compile(step, fullgraph=True, backend="aot_eager")
    assert torch.equal(compiled(x), x[:, 32:96] + x[::2, :64].sum())

    def into(given: Any, out: Any) -> Any:
        made(given, out=out[:, 64:])
        return out

    out = torch.zeros_like(x)
    assert torch.equal(
        torch.compile(into, fullgraph=True, backend="aot_eager")(x[:, :64], out)[:, 64:], x[:, :64]
    )


def test_beside_arrays_of_jax() -> None:
    jax = pytest.importorskip("jax")
    x = numbers(20, 128)
    made = jax.jit(copying())(jax.numpy.asarray(x)[:, 32:96])
    np.testing.assert_array_equal(made, x[:, 32:96])


# On a GPU


class OnGpu:
    """An array that the CUDA array interface describes."""

    def __init__(self, address: int, shape: tuple[int, ...], strides: tuple[int, ...] | None = None) -> None:
        self.__cuda_array_interface__ = {
            "shape": shape, "typestr": "<f4", "data": (address, False), "version": 3, "strides": strides,
        }  # fmt: skip


def maps(said: Any) -> list[str]:
    words = [row.split() for row in said() if row.startswith("map")]
    return [f"{row[row.index('at') + 1]}: {row[row.index('strides') + 1]}" for row in words]


def test_each_set_of_strides_has_a_map_of_its_own(said: Any, without_ptxas: None) -> None:
    made, out = copying(), OnGpu(0x90000, (20, 64))
    made(OnGpu(0x10000, (20, 64), (512, 4)), out=out)
    assert maps(said) == ["10000: 512", "90000: 256"]
    made(OnGpu(0x10000, (20, 64), (1024, 4)), out=out)
    assert maps(said) == ["10000: 1024"]
    made(OnGpu(0x10000, (20, 64), (512, 4)), out=out)
    assert maps(said) == []
    made(OnGpu(0x10000, (20, 64)), out=OnGpu(0x90000, (20, 64), (512, 4)))
    assert maps(said) == ["10000: 256", "90000: 512"]
    with pytest.raises(LaunchError, match=r"argument A .*strides \(260, 4\) bytes"):
        made(OnGpu(0x10000, (20, 64), (260, 4)), out=out)
    with pytest.raises(LaunchError, match=r"argument A is at 0x10008: .* a multiple of 16 bytes"):
        made(OnGpu(0x10008, (20, 64), (512, 4)), out=out)
    with pytest.raises(LaunchError, match="out= B shares memory with argument A"):
        made(OnGpu(0x90080, (20, 64), (512, 4)), out=out)
    made(OnGpu(0x90000 + 20 * 256, (20, 64), (512, 4)), out=out)
    assert maps(said) == [f"{0x90000 + 20 * 256:x}: 512"]


def test_host_arrays_go_there_and_back_with_their_gaps(said: Any, without_ptxas: None) -> None:
    x, out = numbers(20, 128), np.zeros((20, 64), np.float32)
    copying()(x[:, 32:96], out=out, engine="gpu")
    rows = said()
    assert (rows.count("alloc"), rows.count("free")) == (2, 2)
    assert sum(" strides 512 " in row for row in rows) == 1


# As keys


def test_arrays_are_equal_by_content_and_not_by_memory() -> None:
    @kernel(out_specs=(Tile(1, u64),), block=(32,))
    def first(Z: Any, *, table: Any) -> None:
        (pz,) = ptx.global_ptrs(Z)
        value = reg.scalar(u64, init=int(table[0, 1]))
        ptx.inst.st.global_.b64(ptx.addr(pz), value)

    table = np.array([[1, 2], [3, 4]])
    assert first(table=table).tolist() == [2]
    assert first(table=table.T).tolist() == [3]
    assert first(table=numbers(4, 4)[::2, ::2]).tolist() == [2]


def test_memory_of_views() -> None:
    x = numbers(4, 8)
    assert arrays.memory(x) is x
    assert arrays.memory(x.T).shape == (4, 8)
    part = arrays.memory(x[1:3, 2:4])
    np.testing.assert_array_equal(part, x.reshape(-1)[10:20])
    assert np.shares_memory(part, x)


@pytest.mark.parametrize("name", ["bfloat16", "float8_e4m3fn", "float8_e5m2"])
def test_memory_of_views_of_other_types(name: str) -> None:
    x = np.arange(24).reshape(4, 6).astype(arrays.numpy_dtype(name))
    part = arrays.memory(x[:, :4])
    assert part.dtype == x.dtype
    np.testing.assert_array_equal(part, x.reshape(-1)[:22])
