"""A kernel is traced for the sizes that its body reads as numbers, and for no other value."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from pyptx import Dim, LaunchError, Layout, Tile, TraceError, kernel, ptx, reg, smem
from pyptx.reg import Reg
from pyptx.types import f32, u32

if TYPE_CHECKING:
    from pyptx.kernel import Kernel


@pytest.fixture
def log_lines(caplog: pytest.LogCaptureFixture) -> Any:
    """Return the log lines about traces since the last call."""
    caplog.set_level("INFO", "pyptx")

    def read() -> list[str]:
        said = [record.getMessage() for record in caplog.records if record.name == "pyptx.kernel"]
        caplog.clear()
        return said

    return read


def scaled(*dims: Any) -> Kernel:
    """Multiply the rows of a matrix by 2; the body reads what `dims` lets it."""

    @kernel(
        in_specs=(Tile(*dims, f32),),
        out_specs=(Tile(*map(str, dims), f32),),
        grid=lambda M, K: -(-M * K // 32),
        block=(32,),
        arch="sm_80",
    )
    def scale(X: Any, Y: Any) -> None:
        rows, columns = X.shape
        px, py = ptx.global_ptrs(X, Y)
        i = reg.from_(ptx.special.ctaid.x(), u32) * 32 + ptx.special.tid.x()
        with ptx.if_(i < rows * columns):
            x = reg.scalar(f32)
            ptx.inst.ld.global_.f32(x, ptx.addr(px + i * 4))
            ptx.inst.add.f32(x, x, x)
            ptx.inst.st.global_.f32(ptx.addr(py + i * 4), x)

    return scale


def test_a_dynamic_dimension_is_a_register(log_lines: Any) -> None:
    scale = scaled(Dim("M", dynamic=True), "K")
    for rows in (3, 40, 1):
        x = np.arange(rows * 7, dtype=np.float32).reshape(rows, 7)
        np.testing.assert_array_equal(scale(x), 2 * x)
    assert log_lines() == [
        "scale is traced for the first time: K=7, arch='sm_90a', lineinfo=False".replace("90a", "80")
    ]
    assert scale.ptx(K=7) == scale.ptx(M=5, K=7)
    assert ".param .u32 M" in scale.ptx(K=7)
    x = np.ones((2, 8), np.float32)
    np.testing.assert_array_equal(scale(x), 2 * x)
    assert log_lines() == ["scale is traced again (2 variants): K is 8, not 7"]


def test_all_dimensions_may_be_dynamic(log_lines: Any) -> None:
    scale = scaled(Dim("M", dynamic=True), Dim("K", dynamic=True))
    for shape in ((3, 5), (5, 3), (1, 100)):
        x = np.random.default_rng(0).random(shape, np.float32)
        np.testing.assert_array_equal(scale(x), 2 * x)
    assert len(log_lines()) == 1
    with pytest.raises(LaunchError, match="M=4 was passed, but argument X has M=3"):
        scale(np.ones((3, 5), np.float32), M=4)


def test_a_dimension_that_the_body_does_not_read_is_no_variant(log_lines: Any) -> None:
    @kernel(in_specs=(Tile("M", "K", f32),), grid=lambda M, K: M * K, arch="sm_80")
    def ones(X: Any) -> None:
        (px,) = ptx.global_ptrs(X)
        at = px + reg.from_(ptx.special.ctaid.x(), u32) * 4
        ptx.inst.st.global_.f32(ptx.addr(at), reg.scalar(f32, init=1.0))

    for shape in ((2, 3), (7, 1), (4, 4)):
        x = np.zeros(shape, np.float32)
        ones(x)
        assert x.all()
    assert log_lines() == ["ones is traced for the first time: arch='sm_80', lineinfo=False"]


def test_the_log_names_the_nearest_variant(log_lines: Any) -> None:
    @kernel(in_specs=(Tile("N", f32),), arch="sm_80")
    def k(X: Any, *, BM: int = 64, fast: bool = False) -> None:
        assert X.shape[0] > 0

    k.program(N=1)
    k.program(N=1, BM=128)
    k.program(N=2, BM=128)
    k.program(N=2, BM=128, fast=True)
    k.program(N=1)
    assert [row.partition(": ")[2] for row in log_lines()] == [
        "N=1, BM=64, fast=False, arch='sm_80', lineinfo=False",
        "BM is 128, not 64",
        "N is 2, not 1",
        "fast is True, not False",
    ]


READS: dict[str, Any] = {
    "index": lambda shape: shape[1],
    "slice": lambda shape: shape[1:],
    "unpacking": lambda shape: (lambda m, k: k)(*shape),
    "sum": lambda shape: (*shape, 1),
    "concatenation": lambda shape: shape + (1,),  # noqa: RUF005 - the operator under test
    "concatenation before": lambda shape: (1,) + shape,  # noqa: RUF005 - the operator under test
    "comparison": lambda shape: shape == (2, 3),
    "text": str,
    "membership": lambda shape: 3 in shape,
    "product": np.prod,
    "copy": tuple,
}


@pytest.mark.parametrize("read", READS.values(), ids=READS.keys())
def test_however_a_size_is_read_it_counts(read: Any) -> None:
    seen: list[Any] = []

    @kernel(in_specs=(Tile("M", "K", f32),), arch="sm_80")
    def k(X: Any) -> None:
        seen.append(read(X.shape))

    for dims in ((2, 3), (2, 4), (2, 3)):
        k.program(M=dims[0], K=dims[1])
    assert seen == [read((2, 3)), read((2, 4))]


def test_what_a_trace_may_not_do_with_a_dynamic_size() -> None:
    @kernel(in_specs=(Tile(Dim("M", dynamic=True), f32),), arch="sm_90a")
    def branches(X: Any) -> None:
        assert isinstance(X.shape[0], Reg)
        if X.shape[0]:
            ptx.ret()

    with pytest.raises(TraceError, match=r"if"):
        branches.ptx()

    @kernel(in_specs=(Tile(Dim("M", dynamic=True), 64, f32),), arch="sm_90a")
    def maps(X: Any) -> None:
        X.tma_desc()

    with pytest.raises(TraceError, match=r"X\.tma_desc\(\): the box .* has a dynamic size"):
        maps.ptx()


def test_tensor_maps_follow_the_array(log_lines: Any) -> None:
    @kernel(
        in_specs=(Tile(Dim("M", dynamic=True), 32, f32, tma_box=(8, 32)),),
        out_specs=(Tile("M", 32, f32),),
        grid=lambda M: M // 8,
        block=(32,),
        arch="sm_90a",
    )
    def copied(A: Any, B: Any) -> None:
        tile, bar = smem.alloc(f32, (8, 32), align=128), smem.mbarrier(1)
        row = ptx.special.ctaid.x() * 8
        with ptx.if_(ptx.special.tid.x() == 0):
            ptx.mbarrier.init(bar[0], 1)
            ptx.mbarrier.arrive_expect_tx(bar[0], 8 * 32 * 4)
            ptx.cp.async_.bulk.tensor_2d(dst=tile, src=A.tma_desc(), coord=(0, row), mbar=bar[0])
        ptx.bar.sync(0)
        ptx.mbarrier.wait(bar[0], 0)
        (pb,) = ptx.global_ptrs(B)
        for i in range(8):
            at = pb + ((row + i) * 32 + ptx.special.tid.x()) * 4
            ptx.inst.st.global_.f32(ptx.addr(at), tile[i, ptx.special.tid.x()])

    for rows in (8, 24):
        x = np.random.default_rng(rows).random((rows, 32), np.float32)
        np.testing.assert_array_equal(copied(x), x)
    assert len(log_lines()) == 1


def test_names_of_dimensions() -> None:
    m = Dim("M", dynamic=True)
    assert (m, repr(m), m.dynamic, Dim("M").dynamic) == ("M", "Dim('M', dynamic=True)", True, False)
    assert Tile(m, f32, Layout.COL) == Tile("M", f32, Layout.COL)
    with pytest.raises(TraceError, match="is not a name"):
        Tile(Dim("2M", dynamic=True), f32)
