"""Factors of the library's functions that are arrays, in the graphs of torch and JAX; their gradients."""

from __future__ import annotations

import functools
import math
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from pyptx.errors import LaunchError
from pyptx.kernels import attention, decode_attention, gemm, grouped_gemm, rms_norm, softmax

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

FACTORS = (0.25, 0.75)
RNG = np.random.default_rng(0)
SMALL, HEADS = (RNG.uniform(-0.5, 0.5, shape).astype(np.float16) for shape in ((16, 16), (1, 8, 1, 64)))


class Case:
    """A function of an array and a factor, compared with the same function in f64.

    Attributes:
        name: The function.
        argument: The factor.
        start: A value of the array.
        other: The other arrays.
        call: Calls the function on arrays of torch or JAX: the array, the others, the factor.
        backend: Compiles its graph; Inductor, which includes the other one, takes seconds for each.
    """

    def __init__(
        self, name: str, argument: str, start: Any, call: Callable[..., Any], backend: str = "aot_eager"
    ) -> None:
        self.name, self.argument, self.start, self.call = name, argument, start, call
        self.backend = backend
        self.other = start[:, ::-1].copy()

    def exact(self, x: Any, other: Any, factor: float) -> Any:
        """Return the result in f64, by torch."""
        if self.name == "gemm":
            before = factor * (x @ other.T) + 0.5 * other
            return before / (1 + (-before).exp())
        scores = x[0, :, 0] @ other[0, :, 0].T
        bounded = factor * (scores / factor).tanh() if self.argument == "softcap" else scores * factor
        weights = bounded.softmax(-1)
        return (weights @ other[0, :, 0])[None, :, None]

    def check(self, found: Any, gradient: Any, factor: Any) -> None:
        """Compare a result and the gradient of the sum of its squares with those of f64."""
        torch: Any = pytest.importorskip("torch")
        with torch.enable_grad():
            x, other = (torch.tensor(array.astype(float)) for array in (self.start, self.other))
            made = self.exact(x.requires_grad_(), other, factor)
            (wanted,) = torch.autograd.grad((made**2).sum(), x)
        for ours, exact in ((found, made.detach()), (gradient, wanted)):
            if ours is not None:
                error = np.abs(np.asarray(ours, float) - exact.numpy()).max()
                assert error < 8e-3 * exact.abs().max()


def silu_gemm(x: Any, other: Any, factor: Any) -> Any:
    return gemm(x, other, other, alpha=factor, beta=0.5, activation="silu")


CASES = [
    Case("gemm", "alpha", SMALL, silu_gemm, "inductor"),
    Case(
        "attention",
        "softcap",
        HEADS,
        lambda x, other, factor: attention(x, other, other, scale=1.0, softcap=factor),
    ),
    Case("attention", "scale", HEADS, lambda x, other, factor: attention(x, other, other, scale=factor)),
    Case(
        "decode_attention",
        "scale",
        HEADS,
        lambda x, other, factor: decode_attention(x, other, other, causal=False, scale=factor, splits=2),
        "inductor",
    ),
]
cases = pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.name}-{case.argument}")


@pytest.fixture
def torch() -> Iterator[Any]:
    """Torch whose Inductor calls its operations, as it calls kernels; C++ for them compiles in seconds."""
    found = pytest.importorskip("torch")
    pytest.importorskip("torch._dynamo.testing")
    inductor = pytest.importorskip("torch._inductor.config")
    found._dynamo.reset()
    with inductor.patch(fallback_by_default=True, pattern_matcher=False):
        yield found


@pytest.fixture
def jax() -> Any:
    return pytest.importorskip("jax")


@pytest.mark.filterwarnings("ignore:.*torch.jit:DeprecationWarning")
@pytest.mark.parametrize("is_compiled", [False, True])
@cases
def test_a_tensor_is_a_factor_in_torch(case: Case, is_compiled: bool, torch: Any) -> None:
    """Values come after the trace of a graph; one graph serves all."""
    backend = case.backend if is_compiled else None
    counter = torch._dynamo.testing.CompileCounterWithBackend(backend) if backend else None
    start, other = torch.tensor(case.start), torch.tensor(case.other)

    def run(x: Any, factor: Any) -> Any:
        return case.call(x, other, factor)

    graph = torch.compile(run, fullgraph=True, backend=counter) if counter else run
    for factor in FACTORS:
        x = start.clone().requires_grad_()
        made = graph(x, torch.tensor(factor))
        (gradient,) = torch.autograd.grad((made.float() ** 2).sum(), x)
        case.check(made.detach(), gradient, factor)
        with torch.no_grad():
            case.check(graph(start, torch.tensor([factor], dtype=torch.float64)), None, factor)
    assert counter is None or counter.frame_count == 2


@cases
def test_a_factor_changes_between_calls_of_a_graph(case: Case, torch: Any) -> None:
    """The first value is a constant of a graph, and the second one makes the factor an input of another."""
    counter = torch._dynamo.testing.CompileCounterWithBackend("aot_eager")
    start, other = torch.tensor(case.start), torch.tensor(case.other)
    graph = torch.compile(lambda x, factor: case.call(x, other, factor), fullgraph=True, backend=counter)
    for factor in (0.25, 0.5, 0.75, 1.25, 1.5):
        x = start.clone().requires_grad_()
        made = graph(x, factor)
        (gradient,) = torch.autograd.grad((made.float() ** 2).sum(), x)
        case.check(made.detach(), gradient, factor)
    assert counter.frame_count <= 3


@cases
def test_a_graph_reads_a_factor_from_a_tensor(case: Case, torch: Any) -> None:
    start, other = torch.tensor(case.start), torch.tensor(case.other)
    x = start.clone().requires_grad_()

    @functools.partial(torch.compile, fullgraph=True, backend="aot_eager")
    def run(x: Any, numbers: Any) -> Any:
        return case.call(x, other, numbers.max().item())

    made = run(x, torch.tensor(FACTORS))
    (gradient,) = torch.autograd.grad((made.float() ** 2).sum(), x)
    case.check(made.detach(), gradient, FACTORS[1])


@cases
def test_a_gradient_keeps_the_value_that_a_factor_had(case: Case, torch: Any) -> None:
    start, other = torch.tensor(case.start), torch.tensor(case.other)
    x, factor = start.clone().requires_grad_(), torch.tensor(0.25)
    made = case.call(x, other, factor)
    factor.fill_(7)
    (gradient,) = torch.autograd.grad((made.float() ** 2).sum(), x)
    case.check(made.detach(), gradient, 0.25)

    graph = torch.compile(lambda x, factor: case.call(x, other, factor), fullgraph=True, backend="aot_eager")
    made = graph(x, factor.fill_(0.25))
    factor.fill_(7)
    if case.name == "gemm":  # the graph keeps the tensor itself
        with pytest.raises(RuntimeError, match="modified by an inplace operation"):
            torch.autograd.grad((made.float() ** 2).sum(), x)
    else:
        (gradient,) = torch.autograd.grad((made.float() ** 2).sum(), x)
        case.check(made.detach(), gradient, 0.25)


@cases
def test_torch_names_a_factor_without_gradient(case: Case, torch: Any) -> None:
    start, other = torch.tensor(case.start), torch.tensor(case.other)
    factor = torch.tensor(0.5, requires_grad=True)
    said = rf"argument {case.argument} of {case.name} requires grad .* pass {case.argument}\.detach\(\)"

    def run(factor: Any) -> Any:
        return case.call(start, other, factor).float().sum()

    calls: list[Callable[[], Any]] = [
        lambda: run(factor),
        lambda: case.call(start.clone().requires_grad_(), other, factor),
        lambda: torch.func.grad(run)(torch.tensor(0.5)),
        lambda: torch.compile(run, fullgraph=True, backend="eager")(factor),
    ]
    for call in calls:
        with pytest.raises(Exception, match=said):
            call()
    with pytest.raises(LaunchError, match=f"{case.name} is the same for all examples of a batch"):
        torch.vmap(run)(torch.tensor(FACTORS))
    with torch.no_grad():
        case.check(case.call(start, other, factor), None, 0.5)


@cases
def test_jax_traces_a_factor(case: Case, jax: Any) -> None:
    start, other = jax.numpy.asarray(case.start), jax.numpy.asarray(case.other)

    def run(x: Any, factor: Any) -> Any:
        return case.call(x, other, factor)

    def loss(x: Any, factor: Any) -> Any:
        return (run(x, factor).astype(np.float32) ** 2).sum()

    jitted, of_factor = jax.jit(run), jax.jit(lambda factor: run(start, factor))
    gradients = [jax.grad(loss), jax.jit(jax.grad(loss)), jax.grad(jax.jit(loss))]
    for factor in map(np.float32, FACTORS):
        case.check(jitted(start, factor), None, factor)
        case.check(of_factor(factor), None, factor)
        for gradient in gradients:
            case.check(None, gradient(start, factor), factor)
            case.check(None, gradient(start, float(factor)), factor)
    factors = jax.numpy.asarray(FACTORS, np.float32)
    many = jax.vmap(run, (None, 0))(start, factors), jax.vmap(gradients[0], (None, 0))(start, factors)
    for value, made, gradient in zip(FACTORS, *many, strict=True):
        case.check(made, gradient, value)


@cases
def test_jax_names_a_factor_without_gradient(case: Case, jax: Any) -> None:
    start, other = jax.numpy.asarray(case.start), jax.numpy.asarray(case.other)

    def loss(x: Any, factor: Any) -> Any:
        return case.call(x, other, factor).astype(np.float32).sum()

    calls: list[Callable[[], Any]] = [
        lambda: jax.grad(loss, argnums=1)(start, 0.5),
        lambda: jax.grad(jax.jit(loss), argnums=(0, 1))(start, 0.5),
        lambda: jax.jit(jax.grad(lambda factor: loss(start, factor)))(0.5),
    ]
    for call in calls:
        with pytest.raises(
            LaunchError,
            match=rf"{case.argument} of {case.name} has no gradient; pass jax\.lax\.stop_gradient",
        ):
            call()
    stopped = jax.grad(lambda x, factor: loss(x, jax.lax.stop_gradient(factor)), argnums=(0, 1))
    assert stopped(start, 0.5)[1] == 0


@pytest.mark.parametrize("case", CASES[1:], ids=lambda case: f"{case.name}-{case.argument}")
def test_a_factor_that_is_not_above_zero(case: Case, torch: Any, jax: Any) -> None:
    """A graph cannot raise for a value that it gets later: the result is NaN."""
    start, other = torch.tensor(case.start), torch.tensor(case.other)
    instead = "pass None" if case.argument == "softcap" else "negate q"
    said = f"{case.argument}=.*: {case.name} takes a number above 0; {instead}"
    graph = torch.compile(lambda factor: case.call(start, other, factor), fullgraph=True, backend="aot_eager")
    for call in (lambda factor: case.call(start, other, factor), graph):
        with pytest.raises(Exception, match=said):
            call(-0.5)
    with pytest.raises(ValueError, match=said):
        case.call(start, other, torch.tensor(0.0))
    assert graph(torch.tensor(-0.5)).isnan().all()
    array, other = jax.numpy.asarray(case.start), jax.numpy.asarray(case.other)
    with pytest.raises(ValueError, match=said):
        case.call(array, other, array[0, 0, 0, 0] * 0)
    made = jax.jit(lambda factor: case.call(array, other, factor))(0.0)
    assert jax.numpy.isnan(made).all()


@cases
def test_a_factor_is_one_number(case: Case, torch: Any, jax: Any) -> None:
    said = rf"argument {case.argument} of {case.name} has the shape \(2,\): pass one number"
    for library in (torch, jax.numpy, np):
        array, other = library.asarray(case.start), library.asarray(case.other)
        with pytest.raises(LaunchError, match=said):
            case.call(array, other, library.asarray(np.asarray(FACTORS, np.float32)))
        case.check(case.call(array, other, library.asarray(np.asarray([0.5], np.float32))), None, 0.5)


def test_alpha_without_c_is_refused(torch: Any) -> None:
    a = torch.ones(16, 16).half()
    assert gemm(a, a, alpha=torch.tensor(1.0))[0, 0] == 16
    with pytest.raises(ValueError, match=r"alpha=0\.5: gemm scales the product only with a C"):
        gemm(a, a, alpha=torch.tensor(0.5))
    with pytest.raises(Exception, match="gemm scales the product only with a C"):
        torch.compile(lambda alpha: gemm(a, a, alpha=alpha), fullgraph=True, backend="eager")(
            torch.tensor(1.0)
        )


def test_functions_without_gradient_name_themselves(torch: Any, jax: Any) -> None:
    a, ends = np.ones((16, 16), np.float16), np.asarray([16], np.int32)
    ones = torch.ones(16, 16).half().requires_grad_()
    with pytest.raises(LaunchError, match=r"^grouped_gemm has no backward"):
        grouped_gemm(ones, ones[None], torch.tensor(ends))
    with pytest.raises(LaunchError, match=r"^grouped_gemm has no backward"):
        jax.grad(lambda x: grouped_gemm(x, x[None], jax.numpy.asarray(ends)).sum())(jax.numpy.asarray(a))
    with pytest.raises(LaunchError, match=r"^gemm has no backward with out"):
        gemm(ones, ones, out=torch.empty(16, 16).half())
    array = jax.numpy.asarray(HEADS)
    with pytest.raises(LaunchError, match=r"^attention has no backward with these options; .*sm_100a: "):
        jax.grad(lambda x: attention(x, x, x, arch="sm_100a").sum())(array)
    assert attention(array, array, array, arch="sm_100a").shape == HEADS.shape
    lengths = torch.tensor([8], dtype=torch.int32)
    q = torch.tensor(HEADS).requires_grad_()
    with pytest.raises(LaunchError, match=r"^decode_attention has no backward .*seqlens_k: call it for each"):
        decode_attention(q, q, q, seqlens_k=lengths)


@pytest.mark.parametrize(
    "function",
    [
        lambda x: attention(x, x, x),
        lambda x: decode_attention(x, x, x),
        softmax,
        lambda x: rms_norm(x, x[0, 0, 0]),
    ],
    ids=["attention", "decode_attention", "softmax", "rms_norm"],
)
def test_a_graph_takes_heads_of_two_widths(function: Any, torch: Any) -> None:
    graph = torch.compile(function, fullgraph=True, backend="aot_eager")
    for width in (64, 128, 64):
        x = torch.randn(1, 4, 1, width).half()
        torch.testing.assert_close(graph(x), function(x))


@cases
def test_transforms_of_torch_pass_a_factor(case: Case, torch: Any) -> None:
    start, other, factor = torch.tensor(case.start), torch.tensor(case.other), torch.tensor(0.75)

    def loss(x: Any, factor: Any) -> Any:
        return (case.call(x, other, factor).float() ** 2).sum()

    slopes = torch.vmap(torch.func.grad(loss), (0, None))(torch.stack([start] * 2), factor)
    _, pull = torch.func.vjp(lambda x: loss(x, factor), start)
    for gradient in (*slopes, pull(torch.tensor(1.0))[0]):
        case.check(None, gradient, 0.75)


@cases
def test_exported_and_dynamic_graphs_take_a_factor(case: Case, torch: Any) -> None:
    start, other, factor = torch.tensor(case.start), torch.tensor(case.other), torch.tensor(0.75)

    class Module(torch.nn.Module):  # type: ignore[misc]  # torch's, which is not followed
        def forward(self, x: Any, factor: Any) -> Any:
            return case.call(x, other, factor)

    exported = torch.export.export(Module(), (start, torch.tensor(0.25))).module()
    case.check(exported(start, factor), None, 0.75)
    graph = torch.compile(Module(), fullgraph=True, dynamic=True, backend="aot_eager")
    case.check(graph(start, factor), None, 0.75)


def test_a_dynamic_graph_divides_keys(torch: Any) -> None:
    """The number of splits follows the sizes."""
    graph = torch.compile(decode_attention, fullgraph=True, dynamic=True, backend="aot_eager")
    for keys in (40, 1100, 1500):
        q, k = torch.randn(1, 2, 2, 64).half(), torch.randn(1, keys, 1, 64).half()
        torch.testing.assert_close(graph(q, k, k), decode_attention(q, k, k))


def test_a_nan_is_a_scale(torch: Any) -> None:
    q = torch.tensor(HEADS)
    assert attention(q, q, q, scale=math.nan).isnan().all()
