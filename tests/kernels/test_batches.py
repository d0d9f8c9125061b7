"""Functions of the library in `torch.vmap`, with gradients inside and outside of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

import pyptx.kernels as library
from pyptx.errors import LaunchError
from pyptx.runtime.simulation import simulating
from tests.frameworks import torch

if TYPE_CHECKING:
    from collections.abc import Callable

pytestmark = pytest.mark.needs("torch")

SHAPES = {"half": (16, 16), "heads": (1, 8, 1, 64), "rows": (3, 48)}
FUNCTIONS: dict[str, tuple[str, Callable[[Any], Any]]] = {
    "gemm": ("half", lambda a: library.gemm(a, tensor("half"))),
    "gemm with silu": ("half", lambda a: library.gemm(a, tensor("half"), activation="silu")),
    "attention": ("heads", lambda q: library.attention(q, tensor("heads"), tensor("heads"))),
    "decode_attention": (
        "heads", lambda q: library.decode_attention(q, tensor("heads"), tensor("heads"), causal=False)
    ),
    "rms_norm": ("rows", lambda x: library.rms_norm(x, weight())),
    "layer_norm": ("rows", lambda x: library.layer_norm(x, weight(), weight())),
    "softmax": ("rows", library.softmax),
    "swiglu": ("rows", lambda x: library.swiglu(x, x)),
}  # fmt: skip


def tensor(name: str) -> Any:
    """Return the tensor of a name in `SHAPES`."""
    made = torch.linspace(-1, 1, torch.Size(SHAPES[name]).numel()).reshape(SHAPES[name])
    return made if name == "rows" else made.half()


def weight() -> Any:
    return tensor("rows")[0] + 2


def squares(made: Any) -> Any:
    return (made.float() ** 2).sum()


def gradient(function: Callable[[Any], Any], x: Any) -> Any:
    """Return the gradient by autograd itself."""
    given = x.clone().requires_grad_()
    return torch.autograd.grad(squares(function(given)), given)[0]


WAYS: dict[str, Callable[[Callable[[Any], Any], Any], Any]] = {
    "grad of vmap": lambda f, x: torch.func.grad(lambda x: squares(torch.vmap(f)(x)))(x),
    "vmap of grad": lambda f, x: torch.vmap(torch.func.grad(lambda x: squares(f(x))))(x),
    "autograd of vmap": lambda f, x: gradient(torch.vmap(f), x),
    "autograd of a graph of vmap": lambda f, x: gradient(
        torch.compile(torch.vmap(f), fullgraph=True, backend="aot_eager"), x
    ),
}


@pytest.fixture(autouse=True)
def no_graphs() -> None:
    torch._dynamo.reset()


@pytest.mark.filterwarnings("ignore:.*performance drop:UserWarning")
@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("name", FUNCTIONS)
def test_gradients_of_batches(name: str, way: str) -> None:
    shape, function = FUNCTIONS[name]
    start = tensor(shape)
    batch = torch.stack([start, start * 0.75])
    wanted = torch.stack([gradient(function, x) for x in batch])
    torch.testing.assert_close(WAYS[way](function, batch), wanted, rtol=2e-3, atol=2e-3)
    torch.testing.assert_close(torch.vmap(function)(batch), torch.stack([*map(function, batch)]))


@pytest.mark.parametrize("columns", [61, 64])
@pytest.mark.parametrize("name", ["rms_norm", "layer_norm", "softmax", "swiglu"])
def test_a_batch_of_rows_is_one_launch(name: str, columns: int) -> None:
    """Rows of any length: the second example may start where no vector access does."""
    function, vectors = getattr(library, name), {"rms_norm": 1, "layer_norm": 2}.get(name, 0)
    x, *others = (torch.rand(shape) for shape in [(3, 5, columns), *[(columns,)] * vectors])

    def both(x: Any) -> Any:
        return function(x, x) if name == "swiglu" else function(x, *others)

    wanted = torch.stack([both(each.clone()) for each in x])
    with simulating() as launches:
        torch.testing.assert_close(torch.vmap(both)(x), wanted)
    assert len(launches) == 1
    followed = x.clone().requires_grad_()
    squares(torch.vmap(both)(followed)).backward()
    slopes = [gradient(both, each.clone()) for each in x]
    torch.testing.assert_close(followed.grad, torch.stack(slopes), rtol=1e-4, atol=1e-4)


def test_examples_with_weights_of_their_own_start_at_vectors_or_are_named() -> None:
    x, weights = torch.rand(2, 5, 64), torch.rand(2, 64)
    wanted = torch.stack([library.rms_norm(*each) for each in zip(x, weights, strict=True)])
    torch.testing.assert_close(torch.vmap(library.rms_norm)(x, weights), wanted)
    with pytest.raises(LaunchError, match=r"argument X is at 0x\w+, but its parameter \(.ptr .align 16\)"):
        torch.vmap(library.rms_norm)(torch.rand(2, 5, 61), torch.rand(2, 61))


def test_a_graph_of_a_batch_of_a_function_without_a_gradient() -> None:
    ends = torch.tensor([9, 16], dtype=torch.int32)
    weights = torch.stack([tensor("half"), tensor("half") * 2])

    def function(a: Any) -> Any:
        return library.grouped_gemm(a, weights, ends)

    batch = torch.stack([tensor("half"), tensor("half") * 0.75])
    graph = torch.compile(torch.vmap(function), fullgraph=True, backend="aot_eager")
    torch.testing.assert_close(graph(batch), torch.stack([*map(function, batch)]))
    refused = torch._dynamo.exc.BackendCompilerFailed
    with pytest.raises(refused, match=r"LaunchError: grouped_gemm has no backward; stop the gradient"):
        gradient(torch.compile(torch.vmap(function), fullgraph=True, backend="aot_eager"), batch)


@pytest.mark.parametrize("way", [way for way in WAYS if "graph" not in way])
def test_a_batch_of_a_function_without_a_gradient(way: str) -> None:
    """The error names the function that was called."""
    ends = torch.tensor([16], dtype=torch.int32)
    functions = {
        "grouped_gemm": lambda a: library.grouped_gemm(a, tensor("half")[None], ends),
        "gemm": lambda a: library.gemm(a, tensor("half"), out=torch.empty_like(a)),
    }
    for name, function in functions.items():
        with pytest.raises(LaunchError, match=f"{name} has no backward"):
            WAYS[way](function, tensor("half")[None])
