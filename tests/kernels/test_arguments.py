"""Errors of the library's functions: each names the function, the argument, what it has and what it takes."""

from __future__ import annotations

import inspect
import math
import re
from typing import Any

import ml_dtypes
import numpy as np
import pytest

import pyptx.kernels
from pyptx.types import f32

FUNCTIONS = [name for name in pyptx.kernels.__all__ if not name.startswith("build_")]


def ones(*shape: int, dtype: Any = np.float16) -> np.ndarray:
    return np.ones(shape, dtype)


def indices(*values: Any) -> np.ndarray:
    return np.array(values, np.int32)


PAGES = {
    "k": ones(2, 16, 1, 64),
    "v": ones(2, 16, 1, 64),
    "seqlens_k": indices(20),
    "block_table": indices([0, 1]),
}
BYTES, WORDS = ones(32, 128, dtype=ml_dtypes.float8_e4m3fn), ones(1, 1, 128, dtype=np.uint32)
CALLS: dict[str, list[dict[str, Any]]] = {
    "attention": [
        {"q": ones(1, 8, 2, 64), "k": ones(1, 8, 1, 64), "v": ones(1, 8, 1, 64)},
        {"q": ones(1, 8, 2, 64), **PAGES},
        {
            "q": ones(8, 2, 64), "k": ones(8, 1, 64), "v": ones(8, 1, 64),
            "cu_seqlens_q": indices(0, 8), "cu_seqlens_k": indices(0, 8), "max_seqlen_q": 8,
        },
    ],
    "decode_attention": [
        {"q": ones(1, 1, 2, 64), "k": ones(1, 80, 1, 64), "v": ones(1, 80, 1, 64)},
        {"q": ones(1, 1, 2, 64), **PAGES},
    ],
    "gemm": [{"a": ones(16, 16), "b_t": ones(8, 16), "c": ones(16, 8), "bias": ones(8)}],
    "gemm_block_scaled": [{"a": BYTES[:16], "b_t": BYTES, "sfa": WORDS, "sfb": WORDS}],
    "grouped_gemm": [{"a": ones(8, 16), "b_t": ones(2, 8, 16), "ends": indices(3, 8)}],
    "layer_norm": [{"x": ones(4, 8), "weight": ones(8), "bias": ones(8)}],
    "rms_norm": [{"x": ones(4, 8), "weight": ones(8)}],
    "softmax": [{"x": ones(4, 8)}],
    "swiglu": [{"gate": ones(4, 8), "up": ones(4, 8)}],
}  # fmt: skip
"""Calls of each function that it takes."""
ARGUMENTS = [
    pytest.param(name, given, argument, id=f"{name}-{argument}-{place}")
    for name in FUNCTIONS
    for place, given in enumerate(CALLS[name])
    for argument, array in given.items()
    if isinstance(array, np.ndarray)
]


def call(name: str, given: dict[str, Any], **changed: Any) -> Any:
    return getattr(pyptx.kernels, name)(**given | changed)


@pytest.mark.parametrize("name", FUNCTIONS)
def test_the_calls_have_all_arrays_of_a_function(name: str) -> None:
    parameters = inspect.signature(getattr(pyptx.kernels, name)).parameters.values()
    arrays = {
        each.name
        for each in parameters
        if each.kind is each.POSITIONAL_OR_KEYWORD or each.name.startswith(("cu_seqlens", "seqlens", "block"))
    }
    assert arrays <= {argument for given in CALLS[name] for argument in given}
    for given in CALLS[name]:
        call(name, given)


@pytest.mark.parametrize(("name", "given", "argument"), ARGUMENTS)
def test_a_wrong_type_or_rank_is_named(name: str, given: dict[str, Any], argument: str) -> None:
    array = given[argument]
    with pytest.raises(ValueError, match=rf"^{name} takes .*, not complex64: convert {argument}\b"):
        call(name, given, **{argument: np.ones(array.shape, np.complex64)})
    said = rf"^{name}: {argument} has the shape \(\): {argument} takes \("
    with pytest.raises(ValueError, match=said):
        call(name, given, **{argument: array.reshape(-1)[0].reshape(())})


@pytest.mark.parametrize(("name", "given", "argument"), ARGUMENTS)
@pytest.mark.parametrize("change", ["one more", "twice", "none"])
def test_a_size_fits_or_is_named(name: str, given: dict[str, Any], argument: str, change: str) -> None:
    array = given[argument]
    for dimension in range(array.ndim):
        size = array.shape[dimension]
        taken = {"one more": [*range(size), 0], "twice": [*range(size)] * 2, "none": []}[change]
        if argument == "block_table" and change == "none":
            continue  # then the table has fewer pages than the lengths, which only the kernel reads, say
        try:
            call(name, given, **{argument: array.take(taken, dimension)})
        except ValueError as error:
            assert re.match(rf"{name}\b", str(error))  # noqa: PT017 - a size may also fit


RESULTS = [
    pytest.param(name, given, argument, id=f"{name}-{argument}-{place}")
    for name in FUNCTIONS
    if "out" in inspect.signature(getattr(pyptx.kernels, name)).parameters
    for place, given in enumerate(CALLS[name])
    for argument in (["out"] if name != "attention" else ["out", "out[0]", "out[1]"])
]


@pytest.mark.parametrize(("name", "given", "argument"), RESULTS)
def test_a_wrong_array_for_the_result_is_named(name: str, given: dict[str, Any], argument: str) -> None:
    both = argument != "out"
    options: dict[str, Any] = {"return_lse": True} if both else {}
    made = call(name, given, **options)
    found = list(made) if both else [made]
    place = int(argument == "out[1]")

    def said(array: Any) -> str:
        arrays = (*found[:place], array, *found[place + 1 :])
        with pytest.raises(ValueError, match=f"^{name}") as error:
            call(name, given, out=arrays if both else array, **options)
        return str(error.value)

    array, shown = found[place], re.escape(argument)
    assert re.search(rf"takes .*, not complex64: convert {shown}", said(np.ones(array.shape, np.complex64)))
    for axis in range(array.ndim):
        assert re.search(rf"{shown} has the shape", said(np.repeat(array, 2, axis)))
    torch: Any = pytest.importorskip("torch")
    assert f"{argument} is a tensor of torch, but not" in said(torch.empty(array.shape))
    call(name, given, out=tuple(found) if both else array, **options)


def test_a_pair_of_results_is_a_pair() -> None:
    with pytest.raises(ValueError, match=r"^attention: with return_lse out is a pair of arrays"):
        call("attention", CALLS["attention"][0], out=ones(1, 8, 2, 64), return_lse=True)


@pytest.mark.parametrize(
    ("name", "changed", "said"),
    [
        ("gemm", {"b_t": ones(8, 24)}, r"b_t has the shape \(8, 24\), but K is 16 in a: b_t takes \(N, K\)"),
        ("gemm", {"out_dtype": f32}, "takes f32, not float16: convert c"),
        (
            "swiglu",
            {"up": ones(1, 4, 8)},
            r"up has the shape \(1, 4, 8\), but gate \(4, 8\): they are the same",
        ),
        ("softmax", {"x": ones(4, 0)}, r"rows of the shape \(4, 0\) have no columns"),
        ("attention", dict.fromkeys("qkv", ones(1, 8, 2, 96)), "q has the width 96: it takes one of"),
        (
            "attention",
            {"q": ones(1, 8, 3, 64), "k": ones(1, 8, 2, 64), "v": ones(1, 8, 2, 64)},
            "3 heads of q",
        ),
        ("gemm_block_scaled", {"a": ones(136, 128, dtype=BYTES.dtype)}, r"sfa .*need \(2, 1, 128\)"),
        ("gemm_block_scaled", {"b_t": BYTES[:30]}, "30 rows of b_t: it takes a multiple of 8"),
    ],
)
def test_it_says_what_is_wrong(name: str, changed: dict[str, Any], said: str) -> None:
    with pytest.raises(ValueError, match=f"^{name}:? (.* )?{said}"):
        call(name, CALLS[name][0], **changed)


def test_jax_exports_functions_for_all_sizes() -> None:
    """Arguments are checked, and kernels picked, without the values of sizes."""
    jax: Any = pytest.importorskip("jax")
    export = pytest.importorskip("jax.export")
    checks = [export.DisabledSafetyCheck.custom_call("pyptx_launch")]

    def exported(function: Any, *shapes: str) -> Any:
        scope = export.SymbolicScope()
        sizes = [export.symbolic_shape(shape, scope=scope) for shape in shapes]
        specs = [jax.ShapeDtypeStruct(each, np.float16) for each in sizes]
        return export.export(jax.jit(function), disabled_checks=checks)(*specs)

    rng = np.random.default_rng(0)
    product = exported(lambda a, b_t: pyptx.kernels.gemm(a, b_t, arch="sm_90a"), "M, 64", "8*n, 64")
    for m, n in ((20, 8), (300, 264)):
        a, b_t = (rng.uniform(-1, 1, (rows, 64)).astype(np.float16) for rows in (m, n))
        made = np.asarray(product.call(a, b_t), np.float32)
        np.testing.assert_allclose(made, a.astype(np.float32) @ b_t.astype(np.float32).T, atol=2e-2)
    attended = exported(lambda q, k: pyptx.kernels.attention(q, k, k), "b, s, 2, 64", "b, t, 2, 64")
    ones = [np.ones((2, rows, 2, 64), np.float16) for rows in (5, 40)]
    assert (np.asarray(attended.call(*ones)) == 1).all()
    with pytest.raises(ValueError, match=r"^gemm: b_t has the shape \(48, 8\*j\), but K is 8\*k in a"):
        exported(lambda a, b_t: pyptx.kernels.gemm(a, b_t, arch="sm_90a"), "M, 8*k", "48, 8*j")


@pytest.mark.parametrize("strict", [False, True])
def test_torch_exports_functions_for_all_sizes(strict: bool) -> None:
    """A size that a function picks its kernel by has no bound."""
    torch: Any = pytest.importorskip("torch")

    class Holder(torch.nn.Module):  # type: ignore[misc]  # torch's, which is not followed
        def __init__(self, function: Any) -> None:
            super().__init__()
            self.function = function

        def forward(self, *arrays: Any) -> Any:
            return self.function(*arrays)

    def heads(batch: int, rows: int, heads: int) -> Any:
        return torch.linspace(-1, 1, batch * rows * heads * 64).reshape(batch, rows, heads, 64).half()

    def matrix(*shape: int) -> Any:
        return torch.linspace(-1, 1, math.prod(shape)).reshape(shape).half()

    batch, keys, rows = (torch.export.Dim(name, min=2, max=10_000) for name in ("batch", "keys", "rows"))
    many = {0: batch, 1: keys}
    ends = [torch.tensor(each, dtype=torch.int32) for each in ([24, 40], [3, 3])]
    weights = matrix(2, 32, 64)
    cases: list[tuple[Any, Any, Any, Any]] = [
        (
            lambda q, k, v: pyptx.kernels.decode_attention(q, k, v, causal=False),
            ({0: batch}, many, many),
            (heads(2, 1, 8), heads(2, 40, 2), heads(2, 40, 2)),
            (heads(3, 1, 8), heads(3, 300, 2), heads(3, 300, 2)),
        ),
        (
            lambda a, b, ends: pyptx.kernels.grouped_gemm(a, b, ends),
            ({0: rows}, None, None),
            (matrix(40, 64), weights, ends[0]),
            (matrix(3, 64), weights, ends[1]),
        ),
        (pyptx.kernels.gemm, ({0: rows}, None), (matrix(40, 64), weights[0]), (matrix(300, 64), weights[0])),
    ]
    for function, sizes, first, second in cases:
        program = torch.export.export(
            Holder(function), first, dynamic_shapes=(sizes,), strict=strict
        ).module()
        for inputs in (first, second):
            torch.testing.assert_close(program(*inputs), function(*inputs), rtol=2e-3, atol=2e-3)
