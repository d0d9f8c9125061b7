"""Kernels with a gradient kernel, under torch and JAX."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from pyptx import Tile, differentiable_kernel, kernel, ptx, reg
from pyptx.errors import LaunchError, TraceError
from pyptx.types import f32, u32

if TYPE_CHECKING:
    from pyptx.kernel import Kernel

V = Tile("N", f32)


def elementwise(inputs: int, outputs: int, body: Any) -> Kernel:
    """A kernel that maps the elements of its inputs by `body`."""

    def map_elements(tensors: tuple[Any, ...]) -> None:
        i = reg.from_(ptx.special.ctaid.x(), u32)
        pointers = [pointer + i * 4 for pointer in ptx.global_ptrs(*tensors)]
        values = [reg.scalar(f32) for _ in range(inputs)]
        for value, pointer in zip(values, pointers, strict=False):
            ptx.inst.ld.global_.f32(value, ptx.addr(pointer))
        for pointer, result in zip(pointers[inputs:], body(*values), strict=True):
            ptx.inst.st.global_.f32(ptx.addr(pointer), result)

    functions: dict[int, Any] = {
        3: lambda A, B, C: map_elements((A, B, C)),
        5: lambda A, B, C, D, E: map_elements((A, B, C, D, E)),
    }
    return kernel(in_specs=(V,) * inputs, out_specs=(V,) * outputs, grid=lambda N: N)(
        functions[inputs + outputs]
    )


PRODUCT = elementwise(2, 1, lambda a, b: [a * b])
PRODUCT_GRADIENT = elementwise(3, 2, lambda a, b, grad: [grad * b, grad * a])


def test_torch() -> None:
    torch = pytest.importorskip("torch", reason="torch is not installed")
    product = differentiable_kernel(PRODUCT, PRODUCT_GRADIENT, save_for_backward=[0, 1])
    a = torch.arange(4, dtype=torch.float32, requires_grad=True)
    b = torch.full((4,), 3.0, requires_grad=True)
    (product(a, b) * 2).sum().backward()
    assert torch.equal(a.grad, torch.full((4,), 6.0))
    assert torch.equal(b.grad, 2 * a.detach())
    assert not product(a.detach(), b.detach()).requires_grad


# torch's own tracer instantiates autograd functions.
@pytest.mark.filterwarnings("ignore:.*should not be instantiated:DeprecationWarning")
def test_torch_compiled() -> None:
    torch = pytest.importorskip("torch", reason="torch is not installed")
    product = differentiable_kernel(PRODUCT, PRODUCT_GRADIENT)
    a = torch.arange(4, dtype=torch.float32, requires_grad=True)
    compiled = torch.compile(lambda a: product(a, a * 2).sum(), backend="aot_eager")
    compiled(a).backward()
    assert torch.equal(a.grad, 4 * a.detach())
    torch._dynamo.reset()


def test_jax() -> None:
    jax = pytest.importorskip("jax", reason="JAX is not installed")
    product = differentiable_kernel(PRODUCT, PRODUCT_GRADIENT, save_for_backward=[0, 1])
    a, b = jax.numpy.arange(4.0), jax.numpy.full(4, 3.0)
    grads = jax.jit(jax.grad(lambda a, b: (product(a, b) * 2).sum(), argnums=(0, 1)))(a, b)
    np.testing.assert_array_equal(grads[0], 2 * b)
    np.testing.assert_array_equal(grads[1], 2 * a)


def test_numpy_only_runs_forward() -> None:
    a = np.arange(4, dtype=np.float32)
    np.testing.assert_array_equal(differentiable_kernel(PRODUCT, PRODUCT_GRADIENT)(a, a), a * a)


def scale(X: Any, Y: Any) -> None:
    pointers = [pointer + reg.from_(ptx.special.ctaid.x(), u32) * 4 for pointer in ptx.global_ptrs(X, Y)]
    value = reg.scalar(f32)
    ptx.inst.ld.global_.f32(value, ptx.addr(pointers[0]))
    ptx.inst.st.global_.f32(ptx.addr(pointers[1]), value * ptx.param(f32, "alpha"))


SCALE = kernel(in_specs=(V,), out_specs=(V,), raw_params=[("f32", "alpha")], grid=lambda N: N)(scale)
SCALED = {
    "kernel": differentiable_kernel(SCALE, SCALE, save_for_backward=(), scalars_for_backward=["alpha"]),
    "function": differentiable_kernel(
        SCALE,
        lambda x, grad, alpha: SCALE(grad, alpha=alpha),
        scalars_for_backward=["alpha"],
    ),
}
scaled_pairs = pytest.mark.parametrize("pair", SCALED.values(), ids=SCALED)


@scaled_pairs
@pytest.mark.parametrize("compiled", [False, True])
def test_torch_passes_scalars_to_the_backward(pair: Any, *, compiled: bool) -> None:
    torch = pytest.importorskip("torch", reason="torch is not installed")
    x = torch.arange(4.0, requires_grad=True)

    def run(x: Any, alpha: Any) -> Any:
        return pair(x, alpha=alpha)

    def slope(x: Any, alpha: Any) -> Any:
        return torch.func.grad(lambda x: run(x, alpha).sum())(x)

    graph, slopes = run, torch.func.vmap(slope, (0, None))
    if compiled:
        graph, slopes = (torch.compile(each, fullgraph=True, backend="aot_eager") for each in (graph, slopes))
    for alpha in (3.0, -0.5, torch.tensor(2.0), torch.tensor(-4.0)):
        (gradient,) = torch.autograd.grad(graph(x, alpha).sum(), x)
        assert torch.equal(gradient, torch.full((4,), float(alpha)))
        assert torch.equal(slopes(torch.ones(3, 4), alpha), torch.full((3, 4), float(alpha)))


def test_torch_refuses_a_scalar_that_changed_before_the_backward() -> None:
    torch = pytest.importorskip("torch", reason="torch is not installed")
    x, alpha = torch.ones(4, requires_grad=True), torch.tensor(2.0)
    made = SCALED["kernel"](x, alpha=alpha).sum()
    alpha.fill_(7)
    with pytest.raises(RuntimeError, match="modified by an inplace operation"):
        made.backward()


@scaled_pairs
def test_jax_passes_scalars_to_the_backward(pair: Any) -> None:
    jax = pytest.importorskip("jax", reason="JAX is not installed")
    slope = jax.grad(lambda x, alpha: pair(x, alpha=alpha).sum())
    ones, alphas = jax.numpy.ones(4), jax.numpy.asarray([3.0, -0.5])
    for alpha in alphas:
        np.testing.assert_array_equal(slope(ones, alpha), np.full(4, alpha))
        np.testing.assert_array_equal(jax.jit(slope)(ones, alpha), np.full(4, alpha))
    np.testing.assert_array_equal(jax.vmap(slope, (None, 0))(ones, alphas), np.outer(alphas, np.ones(4)))
    with pytest.raises(LaunchError, match=r"alpha of scale has no gradient; pass jax\.lax\.stop_gradient"):
        jax.grad(lambda alpha: pair(ones, alpha=alpha).sum())(2.0)


def test_scalars_that_are_no_names_are_refused() -> None:
    for scalars in ("alpha", [1]):
        with pytest.raises(TraceError, match=f"scalars_for_backward is .*{scalars[0]}.* sequence of names"):
            differentiable_kernel(SCALE, SCALE, scalars_for_backward=scalars)  # type: ignore[arg-type]


def test_what_does_not_fit() -> None:
    torch = pytest.importorskip("torch", reason="torch is not installed")
    a = torch.ones(4, requires_grad=True)
    with pytest.raises(LaunchError, match="save_for_backward has 3, but there are 2 inputs and 1 outputs"):
        differentiable_kernel(PRODUCT, PRODUCT_GRADIENT, save_for_backward=[3])(a, a)
    with pytest.raises(LaunchError, match=r"returns 1 gradients, but .* has 2 inputs"):
        differentiable_kernel(PRODUCT, PRODUCT, save_for_backward=[0])(a, a).sum().backward()


@pytest.mark.parametrize(
    ("saved", "kept"),
    [(None, "ab"), ([], ""), ([2, 0], "ca"), ([3], None), ([-1], None)],
)
def test_arrays_are_kept_by_position(saved: list[int] | None, kept: str | None) -> None:
    pair = differentiable_kernel(print, print, save_for_backward=saved)
    if kept is None:
        with pytest.raises(LaunchError, match=r"there are 2 inputs and 1 outputs \(0 to 2\)"):
            pair.keep("ab", "c")
    else:
        assert pair.keep("ab", "c") == pair.keep("ab", ["c"]) == tuple(kept)


@pytest.mark.parametrize(
    ("count", "returned", "words"),
    [
        (None, 2, ""),
        (None, 1, "returns 1 gradients, but print has 2 inputs"),
        (1, 1, ""),
        (2, 2, ""),
        (1, 2, "returns 2 gradients, but num_grad_inputs is 1"),
        (3, 3, "print: num_grad_inputs is 3, but there are 2 inputs"),
    ],
)
def test_numbers_of_gradients(count: int | None, returned: int, words: str) -> None:
    pair = differentiable_kernel(
        print, lambda *given, by: [*given, by][:returned], num_grad_inputs=count, scalars_for_backward=["by"]
    )
    if words:
        with pytest.raises(LaunchError, match=words):
            pair.gradients("ab", "g", 2, by=7, other=8)
    else:
        assert pair.gradients("ab", "g", 2, by=7, other=8) == ("a", "b")[:returned]


@pytest.mark.parametrize("count", [0, -1, True, 1.0, "1"])
def test_numbers_that_count_no_inputs(count: Any) -> None:
    with pytest.raises(TraceError, match=f"num_grad_inputs is {count!r}; it must be a number of inputs"):
        differentiable_kernel(PRODUCT, PRODUCT, num_grad_inputs=count)


def test_a_pair_has_the_name_of_its_forward_kernel() -> None:
    def forward(*given: Any) -> Any:
        return given

    assert differentiable_kernel(forward, print).__name__ == "forward"
    partial = differentiable_kernel(functools.partial(forward, 1), print)
    assert partial.__name__ == "kernel"
    assert (partial(), partial(2), partial(np.ones(1))[1]) == ((1,), (1, 2), 1.0)
    assert differentiable_kernel(forward, print).graph_name().startswith("forward_")
    names = [
        differentiable_kernel(forward, forward, **options).graph_name()
        for options in (
            {},
            {"save_for_backward": [0]},
            {"num_grad_inputs": 1},
            {"scalars_for_backward": ["a"]},
        )
    ]
    assert len(set(names)) == 4
    assert names[0] == differentiable_kernel(forward, forward).graph_name()


def test_what_is_no_kernel_is_refused_where_it_is_given() -> None:
    nothing: Any = None
    with pytest.raises(TraceError, match="backward_kernel is None; it must be a kernel") as caught:
        differentiable_kernel(PRODUCT, nothing)
    assert __file__ in str(caught.value)
