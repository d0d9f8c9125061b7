"""Calls with torch CPU tensors, eager and compiled."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from pyptx import Layout, Tile, kernel, load_ptx, ptx, reg, types
from pyptx.errors import LaunchError
from pyptx.runtime import arrays
from tests.frameworks import torch

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pyptx.kernel import Kernel

pytestmark = pytest.mark.needs("torch")


@pytest.fixture(autouse=True)
def _fresh_dynamo() -> Iterator[None]:
    yield
    torch._dynamo.reset()


def x() -> Any:
    return torch.arange(100, dtype=torch.float32)


def test_tensors_in_tensors_out(axpy: Kernel, count: Kernel) -> None:
    made = axpy(x(), torch.ones(100), alpha=2.0)
    assert isinstance(made, torch.Tensor)
    assert torch.equal(made, 2 * x() + 1)
    out = torch.empty(100)
    assert axpy(x(), torch.ones(100), alpha=3, out=out) is out
    assert torch.equal(out, 3 * x() + 1)


def test_memory_is_shared_not_copied(negate: Kernel) -> None:
    mine = x()
    negate(mine)
    assert torch.equal(mine, -x())


def test_storages_stay_resizable(axpy: Kernel, negate: Kernel) -> None:
    mine = x()
    made = axpy(mine, torch.ones(100), alpha=2.0)
    negate(mine)
    for tensor in (mine, made):
        tensor.untyped_storage().resize_(0)
        tensor.untyped_storage().resize_(400)


@pytest.mark.parametrize(
    ("dtype", "name"),
    [
        (types.bf16, "bfloat16"),
        (types.e4m3, "float8_e4m3fn"),
        (types.e5m2, "float8_e5m2"),
        (types.f16, "float16"),
        (types.s64, "int64"),
        (types.u32, "uint32"),
        (types.u8, "uint8"),
    ],
)
def test_element_types(dtype: types.PtxType, name: str, copy: Any) -> None:
    given = torch.arange(12, dtype=torch.float32).reshape(3, 4).to(getattr(torch, name))
    made = copy(dtype)(given)
    assert made.dtype == given.dtype
    assert torch.equal(made.view(torch.uint8), given.view(torch.uint8))


def test_signed_tensors_for_unsigned_tiles(copy: Any) -> None:
    assert copy(types.u32)(torch.ones(2, 2, dtype=torch.int32)).dtype == torch.uint32


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        (lambda: x().double(), r"argument Y is float64.*Y.to\(torch.float32\)"),
        (lambda: torch.arange(100), "argument Y is int64"),
        (lambda: torch.zeros(200)[::2], r"argument Y .*not contiguous.*Y.contiguous\(\)"),
        (lambda: torch.zeros(1).expand(100), "not contiguous"),
        (lambda: np.zeros(100, np.float32), "argument Y is a numpy array, but argument X is a torch array"),
        (lambda: torch.zeros(100, device="meta"), "argument Y is on meta"),
        (lambda: torch.zeros(100).to_sparse(), "layout torch.sparse_coo"),
        (lambda: torch.ones(100, requires_grad=True), r"argument Y requires grad .*Y.detach\(\)"),
        (lambda: torch._neg_view(torch.ones(100)), "lazy conjugate or negative"),
        (lambda: torch.ones(99), "dimension N is 100 in argument X but 99 in argument Y"),
    ],
)
def test_tensors_that_do_not_fit(wrong: Any, message: str, axpy: Kernel) -> None:
    with pytest.raises(LaunchError, match=message):
        axpy(x(), wrong(), alpha=1.0)


@pytest.mark.parametrize(
    ("view", "row", "column", "differentiated"),
    [
        (lambda x: x, True, False, False),
        (lambda x: x.t(), False, True, False),
        (lambda x: x[:, 1:3], False, False, False),
        (lambda x: x[0], True, True, False),
        (lambda x: x[:0], True, True, False),
        (lambda x: x.requires_grad_(), True, False, True),
    ],
)
def test_facts_of_tensors(view: Any, row: bool, column: bool, differentiated: bool) -> None:
    tensor = view(torch.zeros(4, 6, dtype=torch.bfloat16))
    found = arrays.describe("X", tensor)
    assert (found.row_major, found.column_major, found.differentiated) == (row, column, differentiated)
    assert (found.shape, found.dtype, found.device) == (tuple(tensor.shape), "bfloat16", "cpu")
    assert (found.address, found.bytes) == (tensor.data_ptr(), 2 * tensor.numel())
    assert found.strides == tuple(2 * step for step in tensor.stride())
    with torch.no_grad():
        assert not arrays.describe("X", tensor).differentiated


def test_new_tensors_and_advice() -> None:
    made = arrays.framework("torch")
    for turned, strides in ((False, (3, 1)), (True, (1, 2))):
        fresh = made.empty((2, 3), "int16", "cpu", column_major=turned)
        assert (fresh.shape, fresh.stride(), fresh.dtype) == ((2, 3), strides, torch.int16)
    with pytest.raises(LaunchError, match="torch has no tensors of uint128; allocate the output yourself"):
        made.empty((2,), "uint128", "cpu", column_major=False)
    assert made.advice("dtype", "X", "float16") == "X.to(torch.float16)"
    assert made.advice("layout", "X", "row") == "X.contiguous()"
    assert made.advice("layout", "X", "column") == "X.mT.contiguous().mT"


def test_parameters_pass_where_no_gradient_is_recorded(axpy: Kernel) -> None:
    weight = torch.nn.Parameter(torch.ones(100))
    with torch.no_grad():
        assert not axpy(x(), weight, alpha=1.0).requires_grad
    assert torch.equal(axpy(x(), weight.detach(), alpha=1.0), x() + 1)


def test_launches_by_address_mark_what_they_write(axpy: Kernel, negate: Kernel) -> None:
    a, b, z = (torch.ones(8) for _ in range(3))
    go = axpy.launch(N=8)
    before = a._version, b._version, z._version
    go(a, b, z, 2.0)
    assert (a._version, b._version, z._version) == (*before[:2], before[2] + 1)
    run = axpy.prepare(a, b, out=z, alpha=2.0)
    run()
    assert (a._version, b._version, z._version) == (*before[:2], before[2] + 2)
    weight = torch.ones(8, requires_grad=True)
    kept = a * weight
    negate.launch(N=8)(a)
    with pytest.raises(RuntimeError, match="modified by an inplace operation"):
        kept.sum().backward()


def test_launches_by_address_write_what_raw_addresses_lead_to() -> None:
    tile = Tile("N", types.f32)

    @kernel(in_specs=(tile,), out_specs=(tile,), raw_params=[("u64", "to")])
    def fill(X: Any, Y: Any) -> None:
        ptx.inst.st.global_.u32(ptx.addr(ptx.cvta.to_global(ptx.param(types.u64, "to"))), 5)

    read, made, written = torch.ones(4), torch.ones(4), torch.zeros(4, dtype=torch.int32)
    fill.launch(grid=1, N=4)(read, made, written)
    assert written.tolist() == [5, 0, 0, 0]
    assert (read._version, made._version, written._version) == (0, 1, 1)


def test_launches_of_text_mark_every_tensor_unless_told_which() -> None:
    entry = ".visible .entry nothing(.param .u64 x, .param .u64 y) { ret; }"
    nothing = load_ptx(f".version 8.0\n.target sm_80\n.address_size 64\n{entry}")
    x, y = torch.ones(8), torch.ones(8)
    nothing.launch(grid=1, block=1)(x, y)
    assert (x._version, y._version) == (1, 1)
    nothing.launch(grid=1, block=1, mutates=("y",))(x, y)
    assert (x._version, y._version) == (1, 2)
    nothing.prepare(x, y, grid=1, block=1)()
    assert (x._version, y._version) == (2, 3)
    with torch.inference_mode():
        nothing.launch(grid=1, block=1)(torch.ones(8), y)
    assert y._version == 4
    nothing.program.launch(x, y, grid=1, block=1)
    nothing.program.launch(x, y, grid=1, block=1, read_only=("x",))
    assert (x._version, y._version) == (3, 6)


def test_column_major_tensors(copy: Any) -> None:
    k = copy(types.f32, Layout.COL)
    given = torch.arange(12, dtype=torch.float32).reshape(4, 3).mT
    made = k(given)
    assert made.stride() == given.stride()
    assert torch.equal(made, given)
    with pytest.raises(LaunchError, match="column-major"):
        k(given.contiguous())


def test_empty_tensors(axpy: Kernel) -> None:
    assert axpy(torch.empty(0), torch.empty(0), alpha=1.0).shape == (0,)


def test_compiled_without_a_call_before() -> None:
    @kernel(in_specs=(Tile("N", types.u32),), out_specs=(Tile("N", types.u32),))
    def first(X: Any, Y: Any) -> None:
        (py,) = ptx.global_ptrs(Y)
        ptx.inst.st.global_.u32(ptx.addr(py), 5)

    compiled = torch.compile(first, fullgraph=True, backend="aot_eager")
    assert compiled(torch.zeros(1, dtype=torch.uint32)).tolist() == [5]


def test_compiled_with_scalars_and_template_parameters(axpy: Kernel) -> None:
    def step(a: Any, b: Any) -> Any:
        return axpy(a * 1.0, b, alpha=2.0, twice=True) + 1

    compiled = torch.compile(step, fullgraph=True, backend="aot_eager")
    assert torch.equal(compiled(x(), torch.ones(100)), 2 * (2 * x() + 1) + 1)


def test_compiled_for_any_size(axpy: Kernel) -> None:
    compiled = torch.compile(
        lambda a, b: axpy(a, b, alpha=1.0), fullgraph=True, dynamic=True, backend="aot_eager"
    )
    for size in (3, 5, 70):
        assert torch.equal(compiled(torch.ones(size), torch.ones(size)), torch.full((size,), 2.0))


def test_compiled_in_place_and_into_outputs_of_the_caller(axpy: Kernel, negate: Kernel) -> None:
    def step(a: Any, out: Any) -> Any:
        negate(a)
        axpy(a, a * 0, alpha=2.0, out=out)
        return out + 1

    compiled = torch.compile(step, fullgraph=True, backend="aot_eager")
    mine, out = x(), torch.empty(100)
    assert torch.equal(compiled(mine, out), -2 * x() + 1)
    assert torch.equal(mine, -x())
    assert torch.equal(out, -2 * x())


def test_wrong_shapes_in_a_compiled_graph_still_raise(axpy: Kernel) -> None:
    compiled = torch.compile(lambda a, b: axpy(a, b, alpha=1.0), backend="aot_eager")
    with pytest.raises(Exception, match="dimension N is 4 in argument X but 5 in argument Y"):
        compiled(torch.ones(4), torch.ones(5))


def test_tensors_without_dimensions(axpy: Kernel) -> None:
    assert axpy(x(), x(), alpha=torch.tensor(2.0)).equal(3 * x())
    step = torch.compile(lambda a, alpha: axpy(a, a, alpha=alpha), backend="aot_eager")
    assert step(x(), torch.tensor(2.0)).equal(3 * x())

    @kernel(in_specs=(Tile(types.f32),), out_specs=(Tile(types.f32),))
    def copied(X: Any, Y: Any) -> None:
        px, py = ptx.global_ptrs(X, Y)
        value = reg.scalar(types.f32)
        ptx.ld(types.f32, value, ptx.addr(px))
        ptx.st(types.f32, ptx.addr(py), value)

    made = copied(torch.tensor(5.0))
    assert made.shape == ()
    assert made == 5


@pytest.mark.parametrize("fullgraph", [False, True])
def test_graphs_refuse_gradients_that_nobody_computes(fullgraph: bool, axpy: Kernel) -> None:
    wanted = x().requires_grad_()
    with pytest.raises(Exception, match="requires grad"):
        torch.compile(lambda a: axpy(a, a, alpha=1.0), fullgraph=fullgraph, backend="aot_eager")(wanted)
    doubled = torch.compile(lambda a: axpy(a, a, alpha=1.0), fullgraph=fullgraph, backend="aot_eager")
    with torch.no_grad():
        assert doubled(wanted).equal(2 * x())
