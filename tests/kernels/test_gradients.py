"""Gradients of the functions of the library, by torch and JAX, and the GEMMs with transposed operands."""

from __future__ import annotations

import itertools
import math
import re
from typing import Any

import ml_dtypes
import numpy as np
import pytest

from pyptx.errors import LaunchError
from pyptx.kernels import attention, build_gemm_hopper, decode_attention, gemm
from pyptx.runtime.simulation import simulating
from pyptx.types import f32
from tests.kernels.loops import report_of, smallest_loop
from tests.kernels.test_attention_decode import reference

TRANSPOSED = [(False, True), (True, False), (True, True)]


def matrices(m: int, n: int, k: int) -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(m + n + k)
    a, b_t = (rng.uniform(-1, 1, (rows, k)).astype(ml_dtypes.bfloat16) for rows in (m, n))
    return a, b_t


@pytest.mark.ptx_sim(schedule="random", seeds=1, gpu=False)
@pytest.mark.parametrize("pingpong", [False, True])
@pytest.mark.parametrize("transposed", TRANSPOSED, ids=str)
def test_transposed_operands(transposed: tuple[bool, bool], pingpong: bool) -> None:
    """K is odd where both are transposed; the ring of stages goes round, and a cluster has several tiles."""
    m, n, k = 312, 264, 263 if all(transposed) else 264
    a, b_t = matrices(m, n, k)
    inputs = [
        np.ascontiguousarray(x.T) if turned else x for x, turned in zip((a, b_t), transposed, strict=True)
    ]
    made = build_gemm_hopper(out=f32, transposed=transposed, pingpong=pingpong, sms=2)(*inputs)
    np.testing.assert_allclose(made, a.astype(float) @ b_t.astype(float).T, rtol=1e-5, atol=1e-4)


@pytest.mark.ptxas(current=True)
@pytest.mark.parametrize("pingpong", [False, True])
@pytest.mark.parametrize("transposed", TRANSPOSED, ids=str)
def test_machine_code_of_transposed_operands(transposed: tuple[bool, bool], pingpong: bool) -> None:
    """It is that of the GEMM whose operands are not transposed."""
    kernel = build_gemm_hopper(transposed=transposed, pingpong=pingpong)
    report = report_of(kernel)
    assert report.messages == ()
    assert report.spill_store_bytes == 0
    body = smallest_loop(kernel, "HGMMA", 4)
    assert len(body) - 4 <= 4 * (9 if pingpong else 8.5)
    assert not re.search("MEMBAR|ERRBAR|CCTL|LDL|STL|R2UR", "\n".join(body))


class Torch:
    """Gradients of a product by torch, and those of f64."""

    def __init__(self, m: int, n: int, k: int) -> None:
        self.torch: Any = pytest.importorskip("torch")
        torch = self.torch
        torch.manual_seed(m + n + k)
        self.inputs = [(torch.rand(shape) - 0.5).half().requires_grad_() for shape in ((m, k), (n, k), (n,))]
        self.grad = torch.rand(m, n).half()

    def check(self, function: Any, count: int = 2) -> None:
        function(*self.inputs[:count]).backward(self.grad)
        wide = [x.detach().double().requires_grad_() for x in self.inputs]
        (wide[0] @ wide[1].T + wide[2]).backward(self.grad.double())
        for x, y in zip(self.inputs[:count], wide, strict=False):
            assert (x.grad.double() - y.grad).abs().max() < 2e-3 * y.grad.abs().max()
        assert all(x.grad is None for x in self.inputs[count:])


@pytest.mark.parametrize("arch", ["sm_90a", "sm_80"])
@pytest.mark.parametrize("sizes", [(100, 96, 72), (37, 21, 40)], ids=str)
def test_torch_differentiates_a_product(sizes: tuple[int, int, int], arch: str) -> None:
    """Rows of 21 elements are padded, and so are all columns of A outside Hopper."""
    Torch(*sizes).check(lambda a, b_t: gemm(a, b_t, arch=arch))


def test_torch_differentiates_a_bias_and_a_wide_result() -> None:
    problem = Torch(70, 64, 40)
    problem.check(lambda a, b_t, bias: gemm(a, b_t, bias=bias), 3)
    for x in problem.inputs:
        x.grad = None
    problem.grad = problem.grad.float()
    problem.check(lambda a, b_t: gemm(a, b_t, out_dtype=f32))


def test_torch_differentiates_a_graph() -> None:
    """Sizes are symbols from the second one on."""
    torch: Any = pytest.importorskip("torch")
    compiled = torch.compile(lambda a, b_t: gemm(a, b_t) * 1.0, fullgraph=True, backend="aot_eager")
    for rows in (40, 33):
        Torch(rows, 24, 40).check(compiled)


def test_torch_differentiates_one_input_of_a_function() -> None:
    problem = Torch(24, 16, 40)
    a, b_t, _ = (x.detach() for x in problem.inputs)
    made = problem.torch.func.grad(lambda a: gemm(a, b_t, out_dtype=f32).sum())(a)
    expected = b_t.float().sum(0).expand(24, 40)
    problem.torch.testing.assert_close(made.float(), expected, rtol=2e-3, atol=2e-3)


@pytest.mark.parametrize("jitted", [False, True])
def test_jax_differentiates_a_product(jitted: bool) -> None:
    jax: Any = pytest.importorskip("jax")
    a, b_t = (jax.numpy.asarray(x) for x in matrices(40, 24, 16))

    def gradients(product: Any) -> Any:
        made = jax.grad(lambda a, b_t: (product(a, b_t) ** 2).sum(), argnums=(0, 1))
        return (jax.jit(made) if jitted else made)(a, b_t)

    ours = gradients(lambda a, b_t: gemm(a, b_t, out_dtype=f32))
    theirs = gradients(lambda a, b_t: a.astype(np.float32) @ b_t.astype(np.float32).T)
    for made, expected in zip(ours, theirs, strict=True):
        bound = 2**-7 * np.abs(np.asarray(expected, np.float32)).max()
        np.testing.assert_allclose(np.asarray(made, np.float32), np.asarray(expected, np.float32), atol=bound)


TERMS = [
    {"activation": "relu"},
    {"activation": "gelu", "bias": True},
    {"activation": "silu", "c": True, "alpha": 0.5, "beta": -2.0, "bias": True},
    {"c": True, "alpha": -0.25, "beta": 3.0},
]
"""C, bias, their factors, and the activation."""


APPROXIMATE = {"torch.nn.functional": "tanh", "jax.nn": True}


def exact_terms(library: Any, inputs: Any, options: dict[str, Any]) -> Any:
    """The function of `gemm` in f32 or f64, by torch or JAX."""
    a, b_t, *terms = inputs
    made = options.get("alpha", 1.0) * (a @ b_t.T)
    if options.get("c"):
        made = made + options["beta"] * terms[0]
    if options.get("bias"):
        made = made + terms[-1]
    kind = options.get("activation")
    if kind == "gelu":
        return library.gelu(made, approximate=APPROXIMATE[library.__name__])
    return made if kind is None else getattr(library, kind)(made)


def call_with_terms(inputs: Any, options: dict[str, Any], **others: Any) -> Any:
    """Call `gemm` with the terms that the options name."""
    names = [name for name in ("c", "bias") if options.get(name)]
    rest = {name: value for name, value in options.items() if name not in names}
    a, b_t, *terms = inputs
    return gemm(a, b_t, **dict(zip(names, terms, strict=True)), **rest, **others)


@pytest.mark.parametrize("out", [None, f32], ids=str)
@pytest.mark.parametrize("arch", ["sm_90a", "sm_100a"])
@pytest.mark.parametrize("options", TERMS, ids=str)
def test_torch_differentiates_terms_and_activations(options: dict[str, Any], arch: str, out: Any) -> None:
    torch: Any = pytest.importorskip("torch")
    torch.manual_seed(1)
    m, n, k = 40, 24, 48
    of_result = torch.float16 if out is None else torch.float32
    a, b_t = ((torch.rand(shape) - 0.5).half() for shape in ((m, k), (n, k)))
    shapes = [shape for name, shape in (("c", (m, n)), ("bias", (n,))) if options.get(name)]
    inputs = [a, b_t, *((torch.rand(shape) - 0.5).to(of_result) for shape in shapes)]
    narrow, wide = (
        [x.detach().to(t or x.dtype).requires_grad_() for x in inputs] for t in (None, torch.float64)
    )
    made = call_with_terms(narrow, options, arch=arch, out_dtype=out)
    grad = torch.rand(m, n).to(made.dtype) - 0.25
    made.backward(grad)
    exact_terms(torch.nn.functional, wide, options).backward(grad.double())
    for x, y in zip(narrow, wide, strict=True):
        assert (x.grad.double() - y.grad).abs().max() < 2e-3 * y.grad.abs().max()


@pytest.mark.parametrize("options", TERMS, ids=str)
def test_jax_differentiates_terms_and_activations(options: dict[str, Any]) -> None:
    jax: Any = pytest.importorskip("jax")
    m, n, k = 24, 16, 40
    rng = np.random.default_rng(0)
    shapes = [
        (m, k),
        (n, k),
        *[shape for name, shape in (("c", (m, n)), ("bias", (n,))) if options.get(name)],
    ]
    inputs = [jax.numpy.asarray(rng.uniform(-1, 1, shape), ml_dtypes.bfloat16) for shape in shapes]

    def gradients(function: Any, inputs: Any) -> Any:
        made = jax.grad(
            lambda *each: (function(*each).astype(np.float32) ** 2).sum(), argnums=range(len(inputs))
        )
        return jax.jit(made)(*inputs)

    ours = gradients(lambda *each: call_with_terms(each, options), inputs)
    wide = [x.astype(np.float32) for x in inputs]
    theirs = gradients(lambda *each: exact_terms(jax.nn, each, options), wide)
    for made, expected in zip(ours, theirs, strict=True):
        bound = 2e-2 * np.abs(np.asarray(expected)).max()
        np.testing.assert_allclose(np.asarray(made, np.float32), expected, atol=bound)


def test_what_has_no_gradient_says_so() -> None:
    a, b_t, _ = Torch(16, 16, 16).inputs
    with pytest.raises(LaunchError, match="no backward"):
        gemm(a, b_t, out=b_t.detach().clone())


@pytest.mark.parametrize(("width", "queries", "keys"), [(64, 140, 150), (128, 70, 60), (256, 70, 75)])
def test_torch_differentiates_attention(width: int, queries: int, keys: int) -> None:
    """Tensors have the order (batch, heads, rows, columns) in memory; some queries see no key."""
    torch: Any = pytest.importorskip("torch")
    torch.manual_seed(0)
    shapes = (1, 4, queries, width), (1, 2, keys, width), (1, 2, keys, width)
    inputs = [torch.randn(shape).half().requires_grad_() for shape in shapes]
    made = attention(*(x.transpose(1, 2) for x in inputs), causal=True)
    grad = torch.randn(made.shape).half()
    made.backward(grad)
    wide = [x.detach().double().requires_grad_() for x in inputs]
    expected, _ = reference(torch, *(x.transpose(1, 2) for x in wide))
    seen = max(queries - keys, 0)
    expected[:, seen:].backward(grad[:, seen:].double())
    for x, y in zip(inputs, wide, strict=True):
        assert (x.grad.double() - y.grad).abs().max() < 2e-3 * y.grad.abs().max()


@pytest.mark.parametrize(("compiled", "softcap"), [(False, None), (True, None), (False, 1.5), (True, 0.8)])
def test_torch_differentiates_a_window(compiled: bool, softcap: float | None) -> None:
    torch: Any = pytest.importorskip("torch")
    torch.manual_seed(0)
    inputs = [torch.randn(1, rows, 1, 64).half().requires_grad_() for rows in (70, 200, 200)]

    def function(q: Any, k: Any, v: Any) -> Any:
        return attention(q, k, v, window=(50, 20), softcap=softcap)

    made = (torch.compile(function, fullgraph=True, backend="aot_eager") if compiled else function)(*inputs)
    grad = torch.randn(made.shape).half()
    made.backward(grad)
    q, k, v = wide = [x.detach().double().requires_grad_() for x in inputs]
    behind = torch.arange(200) - torch.arange(70)[:, None] - 130
    scores = q[0, :, 0] @ k[0, :, 0].T / 8
    if softcap is not None:
        scores = softcap * (scores / softcap).tanh()
    scores = scores.masked_fill((behind > 20) | (behind < -50), -math.inf)
    (scores.softmax(1) @ v[0, :, 0]).backward(grad[0, :, 0].double())
    for x, y in zip(inputs, wide, strict=True):
        assert (x.grad.double() - y.grad).abs().max() < 2e-3 * y.grad.abs().max()


ROW_ENDS = (0, 70, 70, 75), (0, 90, 100, 130)
"""Rows where sequences of queries and of keys begin and end: the second one has no query."""
SEQUENCES: list[tuple[int, dict[str, Any]]] = [
    (64, {"causal": True}),
    (128, {"window": (30, 10), "softcap": 2.0}),
    (256, {"scale": 0.1}),
]


class PackedSequences:
    """Concatenated sequences, and the gradients of their attention in f64."""

    def __init__(self, torch: Any, width: int, options: dict[str, Any]) -> None:
        torch.manual_seed(0)
        self.shapes = (75, 4, width), (130, 2, width), (130, 2, width)
        self.inputs = [torch.randn(shape).half().requires_grad_() for shape in self.shapes]
        self.grads = [torch.randn(75, 4, width).half(), torch.randn(4, 75)]
        self.options = options
        q, k, v = wide = [x.detach().double().requires_grad_() for x in self.inputs]
        made = []
        for (a, b), (c, d) in zip(*(list(itertools.pairwise(ends)) for ends in ROW_ENDS), strict=True):
            each = (x.transpose(0, 1) for x in (q[a:b], *(y[c:d].repeat_interleave(2, 1) for y in (k, v))))
            made.append(self.attend(torch, *each))
        out, lse = torch.cat([x for x, _ in made], 1).transpose(0, 1), torch.cat([x for _, x in made], 1)
        self.expected = torch.autograd.grad((out, lse), wide, [x.double() for x in self.grads])

    def attend(self, torch: Any, q: Any, k: Any, v: Any) -> tuple[Any, Any]:
        options, width = self.options, q.shape[2]
        scores = q @ k.transpose(1, 2) * options.get("scale", width**-0.5)
        if cap := options.get("softcap"):
            scores = cap * (scores / cap).tanh()
        left, right = options.get("window", (math.inf, 0 if options.get("causal") else math.inf))
        behind = torch.arange(k.shape[1]) - torch.arange(q.shape[1])[:, None] - (k.shape[1] - q.shape[1])
        scores = scores.masked_fill((behind > right) | (behind < -left), -math.inf)
        return scores.softmax(2) @ v, scores.logsumexp(2)

    def call(self, *passed: Any) -> Any:
        *qkv, ends = passed
        return attention(
            *qkv,
            cu_seqlens_q=ends[0],
            cu_seqlens_k=ends[1],
            max_seqlen_q=70,
            return_lse=True,
            **self.options,
        )

    def check(self, found: Any) -> None:
        for made, exact in zip(found, self.expected, strict=True):
            assert np.abs(np.asarray(made, np.float64) - exact.numpy()).max() < 3e-3 * exact.abs().max()


@pytest.mark.parametrize(("width", "options"), SEQUENCES, ids=str)
@pytest.mark.parametrize("compiled", [False, True])
def test_torch_differentiates_sequences(width: int, options: dict[str, Any], compiled: bool) -> None:
    torch: Any = pytest.importorskip("torch")
    problem = PackedSequences(torch, width, options)
    ends = [torch.tensor(ends, dtype=torch.int32) for ends in ROW_ENDS]
    run = torch.compile(problem.call, fullgraph=True, backend="aot_eager") if compiled else problem.call
    made = run(*problem.inputs, ends)
    problem.check(torch.autograd.grad(made, problem.inputs, problem.grads))


@pytest.mark.parametrize(("width", "options"), SEQUENCES, ids=str)
def test_jax_differentiates_sequences(width: int, options: dict[str, Any]) -> None:
    jax: Any = pytest.importorskip("jax")
    problem = PackedSequences(pytest.importorskip("torch"), width, options)
    ends = [np.array(ends, np.int32) for ends in ROW_ENDS]
    inputs, grads = (
        tuple(jax.numpy.asarray(x.detach().numpy()) for x in each) for each in (problem.inputs, problem.grads)
    )

    def gradients(*each: Any) -> Any:
        return jax.vjp(lambda *qkv: problem.call(*qkv, ends), *each)[1](grads)

    problem.check(jax.jit(gradients)(*inputs))


@pytest.mark.parametrize("function", [attention, decode_attention])
@pytest.mark.parametrize("way", ["option", "torch", "compiled"])
def test_torch_adds_in_order(function: Any, way: str) -> None:
    """A gradient of random schedules has equal bits, and is that of torch."""
    torch: Any = pytest.importorskip("torch")
    torch.manual_seed(0)
    q, k, v = (torch.randn(1, rows, 1, 64).half().requires_grad_() for rows in (70, 500, 500))
    options = {"causal": True, "deterministic": way == "option"}

    def run(q: Any, k: Any, v: Any) -> Any:
        return function(q, k, v, **options)

    graph = torch.compile(run, fullgraph=True, backend="aot_eager") if way == "compiled" else run
    found = []
    torch.use_deterministic_algorithms(mode=way != "option")
    try:
        for seed in range(2):
            with simulating(schedule="random", seed=seed) as reports:
                found.append(torch.autograd.grad(graph(q, k, v).float().sum(), (q, k, v)))
            entries = [report.entry for report in reports]
            assert "attention_backward" in entries
    finally:
        torch.use_deterministic_algorithms(mode=False)
    wide = [x.detach().double().requires_grad_() for x in (q, k, v)]
    expected, _ = reference(torch, *wide)
    wanted = torch.autograd.grad(expected.sum(), wide)
    for first, second, exact in zip(*found, wanted, strict=True):
        assert torch.equal(first, second)
        assert (first.double() - exact).abs().max() < 4e-3 * exact.abs().max()


@pytest.mark.parametrize("function", [attention, decode_attention])
def test_deterministic_code_of_torch_calls_the_kernel_with_an_order(function: Any) -> None:
    torch: Any = pytest.importorskip("torch")
    q, k, v = (torch.ones((1, 64, 1, 64), dtype=torch.float16, requires_grad=True) for _ in range(3))

    def text(*, deterministic: bool, mode: bool) -> str:
        torch.use_deterministic_algorithms(mode=mode)
        try:
            with simulating() as reports:
                torch.autograd.grad(function(q, k, v, deterministic=deterministic).sum(), (q, k, v))
        finally:
            torch.use_deterministic_algorithms(mode=False)
        programs = (each.program for each in reports if each.entry == "attention_backward")
        return str(next(found for found in programs if found is not None).ptx)

    ordered = text(deterministic=True, mode=False)
    assert text(deterministic=False, mode=True) == ordered
    assert text(deterministic=False, mode=False) != ordered


def test_jax_adds_in_order() -> None:
    jax: Any = pytest.importorskip("jax")
    rng = np.random.default_rng(0)
    q, k, v = (
        jax.numpy.asarray(rng.standard_normal((1, rows, 1, 64)), np.float16) for rows in (70, 200, 200)
    )

    def gradients(**options: Any) -> Any:
        made = jax.grad(lambda *each: attention(*each, **options).astype(np.float32).sum(), argnums=(0, 1, 2))
        return jax.jit(made)(q, k, v)

    for each in zip(gradients(deterministic=True), gradients(), strict=True):
        ours, theirs = (np.asarray(x, np.float32) for x in each)
        np.testing.assert_allclose(ours, theirs, atol=2e-3)


def test_jax_differentiates_attention() -> None:
    jax: Any = pytest.importorskip("jax")
    rng = np.random.default_rng(0)
    q, k, v = (jax.numpy.asarray(rng.standard_normal((1, 70, 2, 64)), np.float16) for _ in range(3))

    def gradients(function: Any) -> Any:
        made = jax.grad(lambda *each: (function(*each).astype(np.float32) ** 2).sum(), argnums=(0, 1, 2))
        return jax.jit(made)(q, k, v)

    ours = gradients(lambda *each: attention(*each, causal=True))
    theirs = gradients(
        lambda *each: jax.nn.dot_product_attention(*(x.astype(np.float32) for x in each), is_causal=True)
    )
    for made, expected in zip(ours, theirs, strict=True):
        bound = 1e-2 * float(np.abs(np.asarray(expected, np.float32)).max())
        np.testing.assert_allclose(np.asarray(made, np.float32), np.asarray(expected, np.float32), atol=bound)


def test_forward_mode_names_the_function_and_reverse_mode() -> None:
    jax: Any = pytest.importorskip("jax")
    x = jax.numpy.ones((1, 8, 1, 64), np.float16)
    with pytest.raises(LaunchError, match=r"^attention has a gradient in reverse mode only.* use jax\.grad"):
        jax.jvp(lambda x: attention(x, x, x), (x,), (x,))
    with pytest.raises(LaunchError, match=r"^gemm has a gradient in reverse mode only"):
        jax.jacfwd(lambda x: gemm(x, x, arch="sm_90a"))(x[0, :, 0])


def test_jax_differentiates_a_softcap() -> None:
    """The result and the logarithms."""
    jax: Any = pytest.importorskip("jax")
    rng = np.random.default_rng(0)
    inputs = [jax.numpy.asarray(rng.standard_normal((1, n, 1, 128)), np.float16) for n in (40, 70, 70)]

    def ours(q: Any, k: Any, v: Any) -> Any:
        made, logarithms = attention(q, k, v, softcap=1.2, return_lse=True)
        return (made.astype(np.float32) ** 2).sum() + logarithms.sum()

    def theirs(q: Any, k: Any, v: Any) -> Any:
        q, k, v = (x[0, :, 0].astype(np.float32) for x in (q, k, v))
        scores = 1.2 * jax.numpy.tanh(q @ k.T / (math.sqrt(128) * 1.2))
        logarithms = jax.nn.logsumexp(scores, axis=1)
        return ((jax.numpy.exp(scores - logarithms[:, None]) @ v) ** 2).sum() + logarithms.sum()

    gradients = (jax.jit(jax.grad(each, argnums=(0, 1, 2)))(*inputs) for each in (ours, theirs))
    for made, expected in zip(*gradients, strict=True):
        numbers = np.asarray(expected, np.float32)
        np.testing.assert_allclose(np.asarray(made, np.float32), numbers, atol=5e-3 * np.abs(numbers).max())


def test_another_target_without_gradient_says_so() -> None:
    torch: Any = pytest.importorskip("torch")
    q = torch.rand(1, 16, 1, 64).half().requires_grad_()
    said = "sm_100a: the kernels of the gradient are for sm_90a"
    with pytest.raises(LaunchError, match=f"no backward .*{said}"):
        attention(q, q, q, arch="sm_100a")


def test_pages_without_gradient_name_an_alternative() -> None:
    torch: Any = pytest.importorskip("torch")
    q, lengths = torch.rand(1, 16, 1, 64).half().requires_grad_(), torch.tensor([16], dtype=torch.int32)
    pages: dict[str, Any] = {"seqlens_k": lengths, "block_table": torch.zeros(1, 1, dtype=torch.int32)}
    with pytest.raises(LaunchError, match="block_table: copy the pages"):
        attention(q, q, q, **pages)
    with torch.no_grad():
        assert not attention(q, q, q, **pages).requires_grad


def test_attention_without_keys_says_so() -> None:
    q = np.ones((1, 4, 2, 64), np.float16)
    with pytest.raises(ValueError, match="without keys: attention takes one or more, and decode_attention"):
        attention(q, q[:, :0], q[:, :0])


def test_a_transform_may_be_inside_a_graph() -> None:
    """Beside the same function without a gradient; an `out` has none inside, too."""
    torch: Any = pytest.importorskip("torch")
    a, b_t = (torch.randn(16, 16).half() for _ in range(2))

    def loss(a: Any) -> Any:
        return (gemm(a, b_t).float() ** 2).sum()

    def both(a: Any) -> tuple[Any, Any, Any]:
        return loss(a), torch.func.grad(loss)(a), loss(2 * a)

    found = torch.compile(both, fullgraph=True, backend="aot_eager")(a)
    for made, expected in zip(found, both(a), strict=True):
        torch.testing.assert_close(made, expected)
    q = torch.randn(1, 20, 1, 64).half()
    gradient = torch.func.grad(lambda q: attention(q, q, q).float().sum())
    made = torch.compile(gradient, fullgraph=True, backend="aot_eager")(q)
    torch.testing.assert_close(made, gradient(q))

    def into(a: Any) -> Any:
        return gemm(a, b_t, out=torch.empty(16, 16).half()).float().sum()

    with pytest.raises(Exception, match="has no backward"):
        torch.compile(torch.func.grad(into), backend="aot_eager")(a)
