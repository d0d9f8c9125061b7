"""Kernels of every kind under every transform of torch, against the same sum in torch."""

from __future__ import annotations

import copy
import gc
import os
import pickle
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from pyptx import Layout, Tile, differentiable_kernel, kernel, ptx, reg, register_operators, smem
from pyptx.errors import LaunchError
from pyptx.program import recording
from pyptx.runtime.graphs import callee
from pyptx.types import bf16, f32, s64, u32, u64
from tests.frameworks import torch

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from pyptx.kernel import Kernel

# Modules that torch imports at the first transform warn, in whichever test that is.
pytestmark = [
    pytest.mark.filterwarnings("ignore:.*torch.jit:DeprecationWarning"),
    pytest.mark.needs("torch"),
]

V, M = Tile("N", f32), Tile("M", "N", f32)
THREADS = 32


def element() -> Any:
    return reg.from_(ptx.special.ctaid.x(), u32) * THREADS + ptx.special.tid.x()


def load(pointer: Any) -> Any:
    value = reg.scalar(f32)
    ptx.inst.ld.global_.f32(value, ptx.addr(pointer))
    return value


def vectors(N: int) -> int:
    return -(-N // THREADS)


@kernel(in_specs=(V, V), out_specs=(V,), grid=vectors, block=(THREADS,), raw_params=[("f32", "alpha")])
def axpy(X: Any, Y: Any, Z: Any, *, twice: bool = False, dtype: Any = f32) -> None:
    """Two inputs, one output, a launch scalar, template parameters of two kinds."""
    i = element()
    alpha = ptx.param(f32, "alpha")
    with ptx.if_(i < X.shape[0]):
        px, py, pz = (pointer + i * dtype.bytes for pointer in ptx.global_ptrs(X, Y, Z))
        value = load(px) * alpha + load(py)
        ptx.inst.st.global_.f32(ptx.addr(pz), value + value if twice else value)


@kernel(in_specs=(V, V), out_specs=(V, V), grid=vectors, block=(THREADS,))
def butterfly(A: Any, B: Any, C: Any, D: Any) -> None:
    """Two outputs."""
    i = element()
    with ptx.if_(i < A.shape[0]):
        pa, pb, pc, pd = (pointer + i * 4 for pointer in ptx.global_ptrs(A, B, C, D))
        a, b = load(pa), load(pb)
        ptx.inst.st.global_.f32(ptx.addr(pc), a + b)
        ptx.inst.st.global_.f32(ptx.addr(pd), a - b)


@kernel(in_specs=(V, V), mutates=("X",), grid=vectors, block=(THREADS,))
def accumulate(X: Any, Y: Any) -> None:
    """``X += Y``: writes to one of its inputs, returns nothing."""
    i = element()
    with ptx.if_(i < X.shape[0]):
        px, py = (pointer + i * 4 for pointer in ptx.global_ptrs(X, Y))
        ptx.inst.st.global_.f32(ptx.addr(px), load(px) + load(py))


@kernel(in_specs=(V,), out_specs=(V,), mutates=("X",), grid=vectors, block=(THREADS,))
def swap_sign(X: Any, Y: Any) -> None:
    """Returns the old values, and replaces them by their negatives."""
    i = element()
    with ptx.if_(i < X.shape[0]):
        px, py = (pointer + i * 4 for pointer in ptx.global_ptrs(X, Y))
        x = load(px)
        ptx.inst.st.global_.f32(ptx.addr(py), x)
        ptx.inst.st.global_.f32(ptx.addr(px), -x)


@kernel(in_specs=(M,), out_specs=(Tile("M", f32),), grid=lambda M: M, block=(THREADS,))
def row_sums(X: Any, Y: Any) -> None:
    """A reduction through shared memory, of which each thread waits for the others."""
    row, lane = reg.from_(ptx.special.ctaid.x(), u32), reg.from_(ptx.special.tid.x(), u32)
    px, py = ptx.global_ptrs(X, Y)
    total = reg.scalar(f32, init=0.0)
    partial = smem.alloc(f32, (THREADS,))
    for column in ptx.range_(lane, X.shape[1], THREADS):
        total += load(px + (row * X.shape[1] + column) * 4)
    partial[lane] = total
    ptx.bar.sync(0)
    with ptx.if_(lane == 0):
        for k in range(1, THREADS):
            total += partial[k]
        ptx.inst.st.global_.f32(ptx.addr(py + row * 4), total)


@kernel(
    in_specs=(Tile("M", "N", bf16, Layout.COL),),
    out_specs=(Tile("M", "N", bf16, Layout.COL),),
    grid=lambda M, N: (M, N, 1),
)
def copied(X: Any, Y: Any) -> None:
    """Column-major tensors of 16-bit elements."""
    i = reg.from_(ptx.special.ctaid.y(), u32) * X.shape[0] + ptx.special.ctaid.x()
    px, py = ptx.global_ptrs(X, Y)
    value = reg.scalar(bf16)
    ptx.inst.ld.global_.b16(value, ptx.addr(px + i * 2))
    ptx.inst.st.global_.b16(ptx.addr(py + i * 2), value)


@kernel(in_specs=(V,), out_specs=(V,), grid=lambda N: (1, 1, N))
def deep(X: Any, Y: Any) -> None:
    """Looks at every direction of its grid, so that no batch can have one of them."""
    z = reg.from_(ptx.special.ctaid.z(), u32)
    at = (z + ptx.special.ctaid.x() + ptx.special.ctaid.y()) * 4
    px, py = ptx.global_ptrs(X, Y)
    ptx.inst.st.global_.f32(ptx.addr(py + at), load(px + at) * 3.0)


@kernel(
    in_specs=(Tile("V", "D", f32), Tile("N", s64)), out_specs=(Tile("N", "D", f32),), grid=lambda N, D: (N, D)
)
def rows(E: Any, I: Any, O: Any) -> None:  # noqa: E741 - as in the formula
    """Rows that 64-bit numbers choose."""
    row, column = reg.from_(ptx.special.ctaid.x(), u32), reg.from_(ptx.special.ctaid.y(), u32)
    pe, pi, po = ptx.global_ptrs(E, I, O)
    chosen, source = reg.scalar(s64), reg.scalar(u64)
    ptx.inst.ld.global_.s64(chosen, ptx.addr(pi + row * 8))
    ptx.inst.add.s64(source, pe, chosen * (E.shape[1] * 4))
    ptx.inst.st.global_.f32(ptx.addr(po + (row * E.shape[1] + column) * 4), load(source + column * 4))


@kernel(in_specs=(Tile(f32), V), out_specs=(V, Tile(f32)), grid=vectors, block=(THREADS,))
def scaled(A: Any, X: Any, Y: Any, S: Any) -> None:
    """Tensors without dimensions, given and made."""
    i = element()
    pa, px, py, ps = ptx.global_ptrs(A, X, Y, S)
    with ptx.if_(i < X.shape[0]):
        ptx.inst.st.global_.f32(ptx.addr(py + i * 4), load(px + i * 4) * load(pa))
    with ptx.if_(i == 0):
        ptx.inst.st.global_.f32(ptx.addr(ps), load(pa) * 2.0)


@dataclass
class Case:
    kernel: Kernel
    inputs: Callable[[int], tuple[Any, ...]]
    expected: Callable[..., Any]  # what is returned; inputs are changed as the kernel does
    options: dict[str, Any] = field(default_factory=dict)
    launches: int = 1  # of a batch

    def run(self, *inputs: Any) -> Any:
        return self.kernel(*inputs, **self.options)


def vector(size: int) -> Any:
    return torch.randn(size)


def column_major(size: int) -> Any:
    return torch.randn(3, size).to(torch.bfloat16).mT


CASES = {
    "scalar": Case(axpy, lambda n: (vector(n), vector(n)), lambda x, y: 2 * x + y, {"alpha": 2.0}),
    "template": Case(
        axpy,
        lambda n: (vector(n), vector(n)),
        lambda x, y: 2 * (x + y),
        {"alpha": 1, "twice": True, "dtype": f32},
    ),
    "outputs": Case(butterfly, lambda n: (vector(n), vector(n)), lambda a, b: (a + b, a - b)),
    "in place": Case(accumulate, lambda n: (vector(n), vector(n)), lambda x, y: (x.add_(y), None)[1]),
    "both": Case(swap_sign, lambda n: (vector(n),), lambda x: (x.clone(), x.neg_())[0]),
    "reduction": Case(row_sums, lambda n: (torch.randn(n, 40),), lambda x: x.sum(1)),
    "columns": Case(copied, lambda n: (column_major(n),), lambda x: x.clone()),
    "indices": Case(
        rows, lambda n: (torch.randn(7, 3), torch.arange(n).mul(5).remainder(7)), lambda e, i: e[i]
    ),
    "no dimensions": Case(scaled, lambda n: (torch.tensor(3.0), vector(n)), lambda a, x: (a * x, 2 * a)),
    "deep": Case(deep, lambda n: (vector(n),), lambda x: 3 * x, launches=3),
}


@pytest.fixture(params=CASES)
def case(request: pytest.FixtureRequest) -> Case:
    return CASES[request.param]


@pytest.fixture(autouse=True)
def _fresh() -> Iterator[None]:
    torch.manual_seed(0)
    yield
    torch._dynamo.reset()


def check(case: Case, run: Callable[..., Any], size: int = 5, inputs: tuple[Any, ...] | None = None) -> None:
    """Compare what `run` returns, and what it leaves in its inputs."""
    given = case.inputs(size) if inputs is None else inputs
    wanted_inputs = tuple(x.clone() for x in given)
    made, wanted = run(*given), case.expected(*wanted_inputs)
    torch.testing.assert_close((made, given), (wanted, wanted_inputs))


def test_eager(case: Case) -> None:
    check(case, case.run)


def test_into_outputs_of_the_caller(case: Case) -> None:
    if not case.kernel.out_specs:
        pytest.skip("it has no outputs")
    check(case, lambda *x: case.kernel(*x, out=out_like(case, x), **case.options))


def out_like(case: Case, inputs: tuple[Any, ...]) -> Any:
    made = case.expected(*(x.clone() for x in inputs))
    return tuple(map(torch.empty_like, made)) if isinstance(made, tuple) else torch.empty_like(made)


def test_compiled_for_any_size_from_cold(case: Case) -> None:
    from torch._dynamo import testing

    counter = testing.CompileCounterWithBackend("aot_eager")
    compiled = torch.compile(case.run, fullgraph=True, dynamic=True, backend=counter)
    for size in (4, 9, 70):
        check(case, compiled, size)
    assert len([graph for graph in counter.graphs if case.kernel.graph_name() in graph.code]) == 1


def test_exported_for_any_size(case: Case) -> None:
    class Holder(torch.nn.Module):  # type: ignore[misc]  # torch's, which is not followed
        def forward(self, *inputs: Any) -> Any:
            return case.run(*inputs)

    inputs = case.inputs(5)
    size = torch.export.Dim("size", min=2, max=500)
    sizes = tuple({0: size} if 5 in x.shape[:1] else None for x in inputs)
    program = torch.export.export(Holder(), inputs, dynamic_shapes=(sizes,))
    check(case, program.module(), 9)


def test_vmap(case: Case) -> None:
    """A batch is one launch where the kernel leaves a direction of its grid alone, else many."""
    examples = [case.inputs(5) for _ in range(3)]
    batch = tuple(torch.stack(parts) for parts in zip(*examples, strict=True))
    wanted_batch = batch[0].clone(), *(part.clone() for part in batch[1:])
    with recording() as reports:
        made = torch.vmap(case.run, out_dims=0 if case.kernel.out_specs else None)(*batch)
    assert len(reports) == case.launches
    wanted = torch.vmap(case.expected)(*wanted_batch) if case.kernel.out_specs else None
    if wanted is None:
        for k in range(3):
            case.expected(*(part[k] for part in wanted_batch))
    torch.testing.assert_close((made, batch), (wanted, wanted_batch))


def test_opcheck(case: Case) -> None:
    words = {k: ("pyptx.types", v.name) if v is f32 else v for k, v in case.options.items() if k != "alpha"}
    numbers = (case.options["alpha"],) if "alpha" in case.options else ()
    given = dict.fromkeys(case.kernel._declared.dims)
    torch.library.opcheck(case.kernel.operator, (*case.inputs(5), *numbers, *given.values(), repr(words)))


@kernel(in_specs=(V,), mutates=("X",), grid=vectors, block=(THREADS,))
def clear(X: Any) -> None:
    i = element()
    (px,) = ptx.global_ptrs(X)
    with ptx.if_(i < X.shape[0]):
        ptx.inst.st.global_.f32(ptx.addr(px + i * 4), 0.0)


@kernel(out_specs=(V,), grid=vectors, block=(THREADS,), raw_params=[("f32", "value")])
def fill(Y: Any) -> None:
    """No inputs."""
    i = element()
    (py,) = ptx.global_ptrs(Y)
    with ptx.if_(i < Y.shape[0]):
        ptx.inst.st.global_.f32(ptx.addr(py + i * 4), ptx.param(f32, "value"))


@kernel(
    in_specs=(Tile("M", 8, f32, tma_box=(8, 8)),),
    out_specs=(Tile("M", 8, f32),),
    mutates=("X",),
    grid=lambda M: M // 8,
)
def mapped(X: Any, Y: Any) -> None:
    """Takes a tensor by a tensor map, which is of no tensor without elements."""
    X.tma_desc()
    ptx.ret()


def test_nothing_to_write_is_nothing_to_do() -> None:
    nothing, three = torch.empty(0, 8), torch.zeros(3)
    with recording() as reports:
        assert mapped(nothing).shape == (0, 8)
        assert mapped.prepare(nothing)().shape == (0, 8)
        clear(three[:0])
        accumulate(three[:0], three[:0])
    assert reports == []

    @kernel(in_specs=(V,), out_specs=(Tile("K", f32),), mutates=("X",), grid=vectors)
    def both(X: Any, Y: Any) -> None:
        (px,) = ptx.global_ptrs(X)
        ptx.inst.st.global_.f32(ptx.addr(px), 1.0)

    both(three[:1], K=0)
    assert three.tolist() == [1, 0, 0]


def test_opcheck_without_elements() -> None:
    given = dict.fromkeys(axpy._declared.dims)
    torch.library.opcheck(axpy.operator, (vector(0), vector(0), 2.0, *given.values(), "{}"))
    torch.library.opcheck(accumulate.operator, (vector(0), vector(0)))


def test_on_tensors_without_memory(case: Case) -> None:
    given = case.inputs(5)
    wanted = case.expected(*(x.clone() for x in given))
    made = case.run(*(x.to("meta") for x in given))
    results = [value if isinstance(value, tuple) else (value,) for value in (made, wanted)]
    described = [[x is None or (x.shape, x.dtype, x.stride()) for x in result] for result in results]
    assert described[0] == described[1]
    if len(given) > 1:
        with pytest.raises(LaunchError, match="argument Y is on meta, but argument X is on cpu"):
            axpy(vector(3), vector(3).to("meta"), alpha=1.0)
    with pytest.raises(LaunchError, match="argument Z is on meta, but argument X is on cpu"):
        axpy(vector(3), vector(3), alpha=1.0, out=vector(3).to("meta"))


def test_no_inputs() -> None:
    step = torch.compile(lambda x: fill(value=2.0, N=x.shape[0]) + x, fullgraph=True, backend="aot_eager")
    torch.testing.assert_close(step(torch.ones(3)), torch.full((3,), 3.0))


def test_template_arguments_are_settled_in_dynamic_graphs() -> None:
    @kernel(in_specs=(V,), out_specs=(V,), grid=vectors, block=(THREADS,))
    def shifted(X: Any, Y: Any, *, by: Any = (1.0, 2), more: int = 0) -> None:
        i = element()
        with ptx.if_(i < X.shape[0]):
            px, py = (pointer + i * 4 for pointer in ptx.global_ptrs(X, Y))
            ptx.inst.st.global_.f32(ptx.addr(py), load(px) * by[0] + float(by[1] + more))

    step = torch.compile(
        lambda x, by, more: shifted(x, by=by, more=more), fullgraph=True, dynamic=True, backend="aot_eager"
    )
    for by, more in (((2.0, 3), 1), ((2.5, 3), 1), ((2.5, 4), 2)):
        torch.testing.assert_close(step(torch.ones(3), by, more), torch.full((3,), by[0] + by[1] + more))


def test_launch_scalars_do_not_compile_again() -> None:
    from torch._dynamo import testing

    counter = testing.CompileCounterWithBackend("aot_eager")
    run = lambda x, alpha, out: axpy(x, x, alpha=alpha * 2, out=out) + 1  # noqa: E731 - what is compiled
    step = torch.compile(run, fullgraph=True, backend=counter)
    x, out = vector(3), torch.empty(3)
    for k in range(12):
        torch.testing.assert_close(step(x, 0.25 + k, out), x * (1.5 + 2 * k) + 1)
        torch.testing.assert_close(out, x * (1.5 + 2 * k))
    assert counter.frame_count <= 2
    as_tensor = torch.compile(lambda x, a: axpy(x, x, alpha=a), fullgraph=True, backend="aot_eager")
    torch.testing.assert_close(as_tensor(x, torch.tensor(3.0)), 4 * x)
    with pytest.raises(LaunchError, match=r"one number, not a tensor of shape \(2,\)"):
        axpy(x.to("meta"), x.to("meta"), alpha=torch.ones(2))


def test_a_kernel_is_copied_and_pickled_as_a_function_is() -> None:
    holder = torch.nn.Module()
    holder.kernel, holder.smooth = product, smooth
    assert copy.deepcopy(holder).kernel is product
    assert copy.copy(product) is product
    assert pickle.loads(pickle.dumps(product)) is product

    @kernel
    def local() -> None:
        ptx.ret()

    with pytest.raises((pickle.PicklingError, AttributeError), match="local"):
        pickle.dumps(local)


def test_an_exported_program_in_another_process(tmp_path: Path) -> None:
    class Holder(torch.nn.Module):  # type: ignore[misc]  # torch's, which is not followed
        def forward(self, x: Any) -> Any:
            return axpy(x, x, alpha=2.0, twice=True)

    torch.export.save(torch.export.export(Holder(), (torch.ones(3),)), tmp_path / "program.pt2")
    script = tmp_path / "script.py"
    script.write_text(
        f"import {__name__}, torch, pyptx\n"
        "pyptx.register_operators()\n"
        f"print(torch.export.load({str(tmp_path / 'program.pt2')!r}).module()(torch.ones(3)).tolist())\n"
    )
    path = os.pathsep.join((str(Path(__file__).parents[2]), *sys.path))
    done = subprocess.run(
        [sys.executable, str(script)], capture_output=True, text=True, check=False,
        env={**os.environ, "PYTHONPATH": path},
    )  # fmt: skip
    assert done.stdout == "[6.0, 6.0, 6.0]\n", done.stderr


def test_operators_are_registered_while_kernels_are_let_go(monkeypatch: pytest.MonkeyPatch) -> None:
    def define(key: str) -> None:
        if not defined:
            gc.collect()
        callee(key)
        defined.add(key.partition("_")[0])

    defined: set[str] = set()
    monkeypatch.setattr("pyptx.runtime.operators.operator", define)

    def nothing() -> None:
        ptx.ret()

    def let_go(name: str) -> None:
        garbage: list[Any] = [kernel(name=name)(nothing)]
        garbage.append(garbage)

    for name in ("one", "two", "three"):
        let_go(name)
    register_operators()
    assert {"one", "two", "three"} <= defined


def test_the_schema_says_what_is_written() -> None:
    def schema(found: Kernel, overload: str = "default") -> str:
        assert found.operator
        text = str(getattr(getattr(torch.ops.pyptx, found.graph_name()), overload)._schema)
        return text.partition("(")[2]

    assert schema(butterfly).startswith("Tensor A, Tensor B, ")
    assert schema(butterfly).endswith(") -> (Tensor, Tensor)")
    assert schema(accumulate).startswith("Tensor(a0!) X, Tensor Y, ")
    assert schema(accumulate).endswith(") -> ()")
    assert schema(swap_sign).startswith("Tensor(a0!) X, ")
    assert schema(swap_sign).endswith(") -> Tensor")
    assert schema(axpy, "into").endswith("Tensor(a0!) out) -> ()")
    assert "SymInt? N=None, str template=" in schema(axpy)


def test_inductor_for_any_size() -> None:
    def step(x: Any, y: Any) -> Any:
        return butterfly(axpy(axpy(x, y, alpha=3.0), y, alpha=1.0), y)

    compiled = torch.compile(step, fullgraph=True, dynamic=True)
    for size in (50, 77):
        x, y = vector(size), vector(size)
        torch.testing.assert_close(compiled(x, y), (3 * x + 3 * y, 3 * x + y))


@pytest.mark.filterwarnings("ignore:.*performance drop:UserWarning")
def test_batches_where_torch_takes_no_rule(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(torch.library, "register_vmap")
    times, add = (found._declared.fn for found in (product, accumulate))
    times = kernel(in_specs=(V, V), out_specs=(V,), grid=vectors, block=(THREADS,), name="older")(times)
    add = kernel(in_specs=(V, V), mutates=("X",), grid=vectors, block=(THREADS,), name="older_add")(add)
    x, y = torch.randn(3, 4), torch.randn(4)
    torch.testing.assert_close(torch.vmap(times, (0, None))(x, y), x * y)
    with pytest.raises(RuntimeError, match="Batching rule not implemented for pyptx::older_add"):
        torch.vmap(add, (0, None), out_dims=None)(x, y)


@pytest.mark.parametrize("dim", [0, 1, 2])
def test_batches_anywhere_of_batches_and_of_some(dim: int) -> None:
    x, y = torch.randn(2, 3, 4), torch.randn(4)
    run = lambda x, y: axpy(x, y, alpha=2.0)  # noqa: E731 - what the transforms wrap
    moved = x.movedim(0, dim)
    torch.testing.assert_close(
        torch.vmap(torch.vmap(run, (0, None)), (dim, None))(moved, y),
        (2 * moved.movedim(dim, 0) + y),
    )
    torch.testing.assert_close(torch.vmap(run, (None, 0))(y, x[0]), 2 * y + x[0])
    assert torch.vmap(run, (0, None))(x[0, :0], y).shape == (0, 4)
    assert torch.vmap(run, (0, None))(x[0, :, :0], y[:0]).shape == (3, 0)


def test_batches_of_what_is_written() -> None:
    x, y = torch.randn(4, 3), torch.randn(4)
    wanted = x + y[:, None]
    torch.vmap(accumulate, (1, None), out_dims=None)(x, y)
    torch.testing.assert_close(x, wanted)
    with pytest.raises(LaunchError, match="other inputs are batched, but X, which it writes to, is not"):
        torch.vmap(accumulate, (None, 0), out_dims=None)(y, torch.randn(3, 4))


def test_batches_of_what_is_written_inside_compile() -> None:
    def step(x: Any, y: Any) -> Any:
        torch.vmap(accumulate, (1, 1), out_dims=None)(x, y)
        return x * 2

    x, y = torch.randn(4, 3), torch.randn(4, 3)
    wanted = x + y
    torch.testing.assert_close(torch.compile(step, fullgraph=True, backend="aot_eager")(x, y), 2 * wanted)
    torch.testing.assert_close(x, wanted)


def test_vmap_inside_compile() -> None:
    x, y = torch.randn(3, 4), torch.randn(4)
    step = torch.compile(
        lambda x, y: torch.vmap(lambda x: axpy(x, y, alpha=2.0))(x), fullgraph=True, backend="aot_eager"
    )
    torch.testing.assert_close(step(x, y), 2 * x + y)


@kernel(in_specs=(V, V), out_specs=(V,), grid=vectors, block=(THREADS,))
def product(A: Any, B: Any, C: Any) -> None:
    i = element()
    with ptx.if_(i < A.shape[0]):
        pa, pb, pc = (pointer + i * 4 for pointer in ptx.global_ptrs(A, B, C))
        ptx.inst.st.global_.f32(ptx.addr(pc), load(pa) * load(pb))


@kernel(in_specs=(V, V, V), out_specs=(V, V), grid=vectors, block=(THREADS,))
def product_gradient(A: Any, B: Any, G: Any, GA: Any, GB: Any) -> None:
    i = element()
    with ptx.if_(i < A.shape[0]):
        pa, pb, pg, pga, pgb = (pointer + i * 4 for pointer in ptx.global_ptrs(A, B, G, GA, GB))
        ptx.inst.st.global_.f32(ptx.addr(pga), load(pg) * load(pb))
        ptx.inst.st.global_.f32(ptx.addr(pgb), load(pg) * load(pa))


smooth = differentiable_kernel(product, product_gradient)


@kernel(in_specs=(V, V), out_specs=(V,), grid=vectors, block=(THREADS,))
def plus(A: Any, B: Any, C: Any) -> None:
    i = element()
    with ptx.if_(i < A.shape[0]):
        pa, pb, pc = (pointer + i * 4 for pointer in ptx.global_ptrs(A, B, C))
        ptx.inst.st.global_.f32(ptx.addr(pc), load(pa) + load(pb))


# torch's own tracer instantiates autograd functions.
@pytest.mark.filterwarnings("ignore:.*should not be instantiated:DeprecationWarning")
def test_grad_eager_and_compiled() -> None:
    a, b = vector(6).requires_grad_(), vector(6).requires_grad_()
    for run in (smooth, torch.compile(smooth, fullgraph=True, backend="aot_eager")):
        ga, gb = torch.autograd.grad((run(a, b) * 2).sum(), (a, b))
        torch.testing.assert_close((ga, gb), (2 * b, 2 * a))


def test_functional_gradients() -> None:
    a, b = torch.randn(3, 4), torch.randn(4)
    loss = lambda a, b: smooth(a, b).sum()  # noqa: E731 - what the transforms wrap
    torch.testing.assert_close(torch.func.grad(loss, (0, 1))(b, 2 * b), (2 * b, b))
    torch.testing.assert_close(torch.vmap(torch.func.grad(loss), (0, None))(a, b), b.expand(3, 4))
    torch.testing.assert_close(
        torch.func.grad(lambda a: torch.vmap(smooth, (0, None))(a, b).sum())(a), b.expand(3, 4)
    )
    torch.testing.assert_close(torch.func.vjp(smooth, b, b)[1](b), (b * b, b * b))
    torch.testing.assert_close(torch.func.jacrev(smooth)(b, 2 * b), torch.diag(2 * b))


def test_second_derivatives_are_refused_when_they_are_wanted() -> None:
    a = vector(4).requires_grad_()
    (slope,) = torch.autograd.grad(smooth(a, a).sum(), a, create_graph=True)
    torch.testing.assert_close(slope, 2 * a)
    with pytest.raises(LaunchError, match="no second derivative; make it one with"):
        slope.sum().backward()


def test_a_kernel_without_gradient_refuses_to_be_differentiated() -> None:
    a, b = torch.randn(3, 4), torch.randn(4)
    with pytest.raises(LaunchError, match="and the kernel has no backward"):
        torch.func.grad(lambda a: product(a, b).sum())(b)
    with pytest.raises(LaunchError, match="and the kernel has no backward"):
        torch.func.grad(lambda a: torch.vmap(product, (0, None))(a, b).sum())(a)
    with pytest.raises(LaunchError, match="argument C requires grad"):
        product(b, b, out=torch.empty(4, requires_grad=True))


def test_tangents_are_refused() -> None:
    forward = torch.autograd.forward_ad
    b = torch.randn(4)
    with pytest.raises(LaunchError, match="has a tangent, and the kernel has no backward"):
        torch.func.jvp(lambda b: product(b, b), (b,), (b,))
    with forward.dual_level():
        with pytest.raises(LaunchError, match="argument A requires grad or has a tangent"):
            product(forward.make_dual(b, b), b)
        torch.testing.assert_close(product(b, b), b * b)


def dual(b: Any) -> Any:
    with torch.autograd.forward_ad.dual_level():
        return smooth(torch.autograd.forward_ad.make_dual(b, b), b)


FORWARD: dict[str, Callable[[Any], Any]] = {
    "jvp": lambda b: torch.func.jvp(lambda b: smooth(b, b), (b,), (b,)),
    "jvp, compiled": lambda b: torch.compile(FORWARD["jvp"], backend="aot_eager")(b),
    "linearize": lambda b: torch.func.linearize(lambda b: smooth(b.sin(), b), b),
    "jacfwd": lambda b: torch.func.jacfwd(lambda b: smooth(b, b))(b),
    "hessian": lambda b: torch.func.hessian(lambda b: smooth(b, b).sum())(b),
    "jvp of a batch": lambda b: torch.func.jvp(lambda b: torch.vmap(smooth)(b[None], b[None]), (b,), (b,)),
    "batch of jvps": lambda b: torch.vmap(FORWARD["jvp"])(b[None]),
    "dual numbers": dual,
}


@pytest.mark.parametrize("transform", FORWARD)
def test_kernels_without_tangents_are_named(transform: str) -> None:
    with pytest.raises(LaunchError, match=r"^product has a backward kernel and no kernel for tangents: diff"):
        FORWARD[transform](torch.randn(4))


@kernel(in_specs=(V, Tile("K", s64), Tile("K", f32)), out_specs=(Tile("K", f32),), grid=lambda K: K)
def gather(W: Any, I: Any, S: Any, Y: Any) -> None:  # noqa: E741 - an index
    """``W[I] * S``: an input of integers, which has no gradient."""
    i = reg.from_(ptx.special.ctaid.x(), u32)
    pw, pi, ps, py = ptx.global_ptrs(W, I, S, Y)
    ptx.inst.st.global_.f32(ptx.addr(py + i * 4), load(pw + row(pi, i)) * load(ps + i * 4))


@kernel(in_specs=(V, Tile("K", s64), Tile("K", f32), Tile("K", f32)), out_specs=(V, Tile("K", f32)), grid=1)
def gather_gradient(W: Any, I: Any, S: Any, G: Any, GW: Any, GS: Any) -> None:  # noqa: E741
    pw, pi, ps, pg, pgw, pgs = ptx.global_ptrs(W, I, S, G, GW, GS)
    for k in range(W.shape[0]):
        ptx.inst.st.global_.f32(ptx.addr(pgw + 4 * k), 0.0)
    for k in range(I.shape[0]):
        at, g = row(pi, k), load(pg + 4 * k)
        ptx.inst.st.global_.f32(ptx.addr(pgs + 4 * k), g * load(pw + at))
        ptx.inst.st.global_.f32(ptx.addr(pgw + at), load(pgw + at) + g * load(ps + 4 * k))


def row(indices: Any, k: Any) -> Any:
    """The offset in bytes of the element that the k-th index names."""
    found = reg.scalar(s64)
    ptx.inst.ld.global_.s64(found, ptx.addr(indices + k * 8))
    return reg.from_(found, u64) * 4


def gather_backward(weights: Any, indices: Any, scales: Any, grad: Any) -> tuple[Any, None, Any]:
    grads = gather_gradient(weights, indices, scales, grad)
    return grads[0], None, grads[1]


lookup = differentiable_kernel(gather, gather_backward)


def looked_up(w: Any, i: Any, s: Any) -> Any:
    return w[i] * s


FUNCTIONAL: dict[str, Callable[[Any], Any]] = {
    "grad": lambda run: torch.func.grad(lambda w, i, s: (run(w, i, s) ** 2).sum(), (0, 2)),
    "vjp": lambda run: lambda w, i, s: torch.func.vjp(lambda w: run(w, i, s), w)[1](s),
    "jacrev": lambda run: torch.func.jacrev(run, (0, 2)),
    "batch of grads": lambda run: torch.vmap(
        torch.func.grad(lambda s, w, i: (run(w, i, s) ** 2).sum(), (0, 1)), (None, None, 0)
    ),
    "grad of a batch": lambda run: torch.func.grad(
        lambda s, w, i: (torch.vmap(run, (None, 0, None))(w, i, s) ** 2).sum(), (0, 1)
    ),
}


# torch's own tracer instantiates autograd functions.
@pytest.mark.filterwarnings("ignore:.*should not be instantiated:DeprecationWarning")
@pytest.mark.parametrize("compiled", [False, True])
@pytest.mark.parametrize("transform", FUNCTIONAL)
def test_functional_gradients_with_python_between(transform: str, compiled: bool) -> None:
    w, i, s = vector(7), torch.tensor([1, 2, 2, 5]), vector(4)
    run, wanted = (FUNCTIONAL[transform](function) for function in (lookup, looked_up))
    args = (s, w, torch.stack([i, i + 1, i])) if "batch" in transform else (w, i, s)
    if compiled:
        run = torch.compile(run, fullgraph=True, backend="aot_eager")
    torch.testing.assert_close(run(*args), wanted(*args))


@pytest.mark.filterwarnings("ignore:.*should not be instantiated:DeprecationWarning")
@pytest.mark.parametrize("compiled", [False, True])
def test_gradients_of_some_inputs(compiled: bool) -> None:
    run = torch.compile(lookup, fullgraph=True, dynamic=True, backend="aot_eager") if compiled else lookup
    for size, chosen in ((4, (0,)), (6, (2,)), (9, (0, 2))):
        given = [vector(7), torch.randint(0, 7, (size,)), vector(size)]
        for position in chosen:
            given[position].requires_grad_()
        wanted_from = [x.detach().clone().requires_grad_(x.requires_grad) for x in given]
        run(*given).square().sum().backward()
        looked_up(*wanted_from).square().sum().backward()
        torch.testing.assert_close([x.grad for x in given], [x.grad for x in wanted_from])


def test_second_derivatives_through_python_are_refused_when_they_are_wanted() -> None:
    w, i, s = vector(7).requires_grad_(), torch.tensor([1, 2]), vector(2)
    (slope,) = torch.autograd.grad(lookup(w, i, s).square().sum(), w, create_graph=True)
    torch.testing.assert_close(slope[1], 2 * w[1] * s[0] ** 2)
    with pytest.raises(LaunchError, match=r"backward kernel of gather has .* no second derivative"):
        slope.sum().backward()
    second = torch.func.hessian(lambda w: lookup(w, i, s).square().sum())
    for run in (second, torch.compile(second, fullgraph=True, backend="aot_eager")):
        with pytest.raises(Exception, match="has a backward kernel and no kernel for tangents"):
            run(w.detach())


@pytest.mark.filterwarnings("ignore:.*should not be instantiated:DeprecationWarning")
def test_a_gradient_of_a_gradient_that_has_one() -> None:
    """``x * y`` by a gradient that is differentiable itself."""
    add = differentiable_kernel(plus, lambda x, y, g: (g, g))
    times = differentiable_kernel(product, lambda a, b, g: (smooth(g, b), smooth(g, a)))
    a, b = vector(3), vector(3)
    loss = lambda a: times(add(a, a), times(a, b)).sum()  # noqa: E731 - what the transforms wrap
    twice = torch.func.grad(lambda a: torch.func.grad(loss)(a).sum())
    for run in (twice, torch.compile(twice, fullgraph=True, backend="aot_eager")):
        torch.testing.assert_close(run(a), 4 * b)


def test_pairs_that_a_compiled_function_makes() -> None:
    def run(a: Any, b: Any) -> Any:
        return differentiable_kernel(product, product_gradient)(a, b)

    a, b = vector(4).requires_grad_(), vector(4)
    torch.compile(run, fullgraph=True, backend="aot_eager")(a, b).sum().backward()
    torch.testing.assert_close(a.grad, b)


def test_launch_scalars_of_a_pair_do_not_compile_again() -> None:
    from torch._dynamo import testing

    def backward(x: Any, y: Any, grad: Any) -> Any:
        return grad, grad

    scaled = differentiable_kernel(axpy, backward)
    counter = testing.CompileCounterWithBackend("aot_eager")
    step = torch.compile(
        lambda x, alpha, twice: scaled(x, x, alpha=alpha, twice=twice, dtype=f32),
        fullgraph=True, backend=counter,
    )  # fmt: skip
    x = vector(5)
    for k in range(6):
        torch.testing.assert_close(step(x, 0.5 + k, twice=False), x * (1.5 + k))
        torch.testing.assert_close(step(x, torch.tensor(2.0), twice=True), x * 6)
    assert counter.frame_count <= 4
    with pytest.raises(Exception, match="argument 1 is 2; in a graph it takes tensors by position"):
        torch.compile(lambda x: scaled(x, 2, alpha=1.0), fullgraph=True, backend="eager")(x)


def test_a_pair_that_is_gone() -> None:
    key = differentiable_kernel(product, product_gradient, num_grad_inputs=2).graph_name()
    gc.collect()
    with pytest.raises(LaunchError, match=f"calls the kernel {key}, which this process has not defined"):
        torch.ops.pyptx.differentiable([vector(3), vector(3)], key, "{}", [], [], [])


@pytest.mark.parametrize("compiled", [False, True])
def test_kernels_on_constants_inside_transforms(compiled: bool) -> None:
    a, b = vector(4), vector(4)
    constant = lambda a: (a * product(b, b)).sum()  # noqa: E731 - what the transforms wrap
    run = torch.func.grad(constant)
    many = torch.vmap(lambda a: a * product(b, b))
    if compiled:
        run, many = (torch.compile(each, fullgraph=True, backend="aot_eager") for each in (run, many))
    torch.testing.assert_close(run(a), b * b)
    torch.testing.assert_close(many(torch.stack([a, b])), torch.stack([a, b]) * b * b)


def test_graphs_do_not_lose_the_gradient_of_a_kernel_that_has_none() -> None:
    b, vmap, empty = vector(4), torch.vmap, torch.empty  # dynamo cannot trace the import behind `torch`
    for run in (
        lambda a: product(a, b).sum(),
        lambda a: vmap(product, (None, 0))(a, b[None]).sum(),
        lambda a: product(a, b, out=empty(4)).sum(),
    ):
        with pytest.raises(Exception, match="and the kernel has no backward"):
            torch.compile(torch.func.grad(run), fullgraph=True, backend="aot_eager")(b)


def test_what_is_written_lies_apart() -> None:
    buffer = torch.zeros(8)
    with pytest.raises(LaunchError, match="argument X, which it writes to, shares a part of its memory"):
        accumulate(buffer[:5], buffer[3:])
    accumulate(buffer, buffer)


def test_modes_and_subclasses_see_the_operator() -> None:
    from torch.fx.experimental.proxy_tensor import make_fx
    from torch.utils._python_dispatch import TorchDispatchMode

    class Listener(TorchDispatchMode):  # type: ignore[misc]  # torch's, which is not followed
        def __torch_dispatch__(self, op: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
            seen.append(op)
            return op(*args, **(kwargs or {}))

    seen: list[Any] = []
    x = vector(4)
    with Listener():
        product(x, x)
    assert product.operator in seen
    for mode in ("real", "fake", "symbolic"):
        graph = make_fx(lambda x: product(x, x) + 1, tracing_mode=mode)(x)
        assert product.operator in [node.target for node in graph.graph.nodes]
    with torch._subclasses.FakeTensorMode() as mode:
        assert product(mode.from_tensor(x), mode.from_tensor(x)).shape == (4,)
    torch.testing.assert_close(torch.func.functionalize(lambda x: product(x, x))(x), x * x)
