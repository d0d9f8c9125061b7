"""Functions that pick a kernel of the library by the shapes, the types and the target of a call."""

from __future__ import annotations

from typing import Any

from pyptx.arch import arch as find_arch
from pyptx.errors import LaunchError
from pyptx.kernels import gemm_ampere
from pyptx.kernels.arguments import ALIGNED_BYTES, HALVES, check_arrays, name_of, type_name
from pyptx.kernels.gemm_ampere import build_gemm_ampere
from pyptx.kernels.gemm_blackwell import SINGLE, build_gemm_blackwell
from pyptx.kernels.gemm_hopper import COOPERATIVE, build_gemm_hopper
from pyptx.kernels.gradients import (
    converted,
    differentiable,
    factor,
    followed,
    padded,
    prepare,
    prepared,
    slope,
    widened,
    without_gradient,
)
from pyptx.kernels.roles import CTAS, SMS
from pyptx.kernels.roles_blackwell import SMS as SMS_BLACKWELL
from pyptx.runtime import detect_arch
from pyptx.runtime.graphs import constant, likely_size
from pyptx.types import PtxType, bf16, f16, from_name

TYPES = {"bfloat16": bf16, "float16": f16}
HOPPER = "sm_90a"
BLACKWELL = ("sm_100a", "sm_103a")
WITHOUT_GPU = HOPPER
OLDEST = 80
ALIGNED = ALIGNED_BYTES // 2  # elements
FEW_WAVES = 2
WIDE = gemm_ampere.SHAPES[256]


def gemm(
    a: Any, b_t: Any, c: Any = None, bias: Any = None, *, alpha: Any = 1.0, beta: Any = 1.0,
    activation: str | None = None, out_dtype: PtxType | None = None, out: Any = None, pdl: bool = False,
    arch: str | None = None,
) -> Any:  # fmt: skip
    """Return `act(alpha * a @ b_t.T + beta * c + bias)`.

    The arrays are NumPy, torch or JAX arrays of bf16 or f16. Arrays on a GPU are multiplied there, arrays in
    host memory on the simulator. Torch and JAX differentiate it for all arrays, except with `out`.

    >>> import numpy
    >>> a, b_t = (numpy.full((16, 16), x, "float16") for x in (0.5, 3))
    >>> float(gemm(a, b_t, activation="relu")[0, 0])
    24.0

    Args:
        a: A of shape (M, K).
        b_t: B transposed: its shape is (N, K).
        c: C of shape (M, N), with the element type of the result; None for none.
        bias: One number for each column, with the element type of the result; None for none.
        alpha: Factor of the product, if there is a C: a number, or an array of one. It has no gradient.
        beta: Factor of C, as for `alpha`.
        activation: `"relu"`, `"gelu"` (by tanh), `"silu"` or None.
        out_dtype: Element type of the result: the type of A, or f32.
        out: Array for the result; a new one if None.
        pdl: Whether its kernel may start before the kernel before it in the stream has ended (programmatic
            dependent launch); from sm_90 on. Gradients' kernels do not.
        arch: Target; if None, the target of the GPU with the arrays, or sm_90a without a GPU.

    Raises:
        ValueError: No kernel of the library computes this.
    """
    check_arrays("gemm", ("a", a, HALVES, "M K"))
    name = type_name(a)
    dtype = TYPES[name]
    made = out_dtype or dtype
    result = (name_of(made),)
    check_arrays(
        "gemm", ("a", a, HALVES, "M K"), ("b_t", b_t, (name,), "N K"), ("c", c, result, "M N"),
        ("bias", bias, result, "N"), ("out", out, result, "M N"),
    )  # fmt: skip
    alpha, beta = factor("gemm", "alpha", alpha), factor("gemm", "beta", beta)
    if c is None and not _is_one(alpha):
        raise ValueError(f"alpha={alpha}: gemm scales the product only with a C; pass c, or scale the result")
    (m, k), n = a.shape, b_t.shape[0]
    if k * dtype.bytes % ALIGNED_BYTES:
        raise ValueError(
            f"gemm: K={k}: rows of a and b_t are a multiple of {ALIGNED_BYTES} bytes; pad K with zeros to a "
            f"multiple of {ALIGNED_BYTES // dtype.bytes}"
        )
    target = target_for("gemm", str(getattr(a, "device", "cpu")), arch)
    terms = c is not None, bias is not None
    if target in (HOPPER, *BLACKWELL) and n * made.bytes % ALIGNED_BYTES == 0:
        design = _design(m, n, target)
        place = _with_terms(name, str(made), *terms, activation, design, pdl, target)
    elif c is not None or bias is not None or activation is not None:
        raise ValueError(
            f"gemm adds C and a bias and activates on {HOPPER} and {' and '.join(BLACKWELL)}, where rows of "
            f"the result are a multiple of {ALIGNED_BYTES} bytes; here are {target} and N={n}: compute the "
            "product, then the rest"
        )
    else:
        many = -(-likely_size(m) // gemm_ampere.ROWS) * -(-likely_size(n) // WIDE.columns) >= gemm_ampere.SMS
        place = _ampere(name, str(made), 256 if many else 128, pdl, target)
    inputs = [x for x in (a, b_t, c, bias) if x is not None]
    if out is not None:
        inputs = [*without_gradient("gemm has no backward with out; leave it out", *inputs)]
    elif followed(*inputs, alpha, beta):
        linear = place
        if activation is not None:
            linear = _with_terms(name, "f32", *terms, None, _design(m, n, target), False, target)  # noqa: FBT003
        place = _with_gradient(place, linear, target, *terms, activation)
    factors = {} if c is None else {"alpha": alpha, "beta": beta}
    kernel = getattr(prepared, place)
    return kernel(*inputs, **factors) if out is None else kernel(*inputs, out=out, **factors)


def _design(m: int, n: int, target: str) -> str:
    """Return the design; sizes may be symbols of a graph, and the design is a constant."""
    m, n = likely_size(m), likely_size(n)
    if target == HOPPER:
        return "pingpong" if COOPERATIVE.tiles(m, n) <= FEW_WAVES * (SMS // CTAS) else "cooperative"
    # Pairs read less for each product; single CTAs share fewer tiles among more multiprocessors.
    return "single" if SINGLE.clusters(m, n, SMS_BLACKWELL) < SMS_BLACKWELL else "pair"


@constant
def _with_gradient(
    place: str, linear: str, target: str, scaled: bool, bias: bool, activation: str | None, /
) -> str:
    """Join a kernel and its gradient, and return where they are.

    Args:
        place: The kernel.
        linear: The same one without activation, for results in f32 if there is one.
        target: Target of the kernels.
        scaled: Whether there is a C.
        bias: Whether there is a bias.
        activation: The activation.
    """

    def backward(a: Any, b_t: Any, *others: Any, **factors: Any) -> tuple[Any, ...]:
        *terms, grad = others
        if activation is not None:
            before = getattr(prepared, linear)(a, b_t, *(widened(term) for term in terms), **factors)
            grad = widened(grad) * slope(activation, before)
        own = converted(grad * factors["alpha"] if scaled and not _is_one(factors["alpha"]) else grad, a)
        made = [_times(own, b_t, target), _transposed_times(own, a, target)]
        if scaled:
            made.append(converted(grad * factors["beta"], terms[0]))
        if bias:
            made.append(converted(grad.sum(0), terms[-1]))
        return tuple(made)

    forward = getattr(prepared, place)
    return differentiable("gemm", f"{place} for {target}", forward, backward, factors=("alpha", "beta"))


def _times(a: Any, b: Any, target: str) -> Any:
    """Return `a @ b`; on Hopper `wgmma` reads B as it lies."""
    if target == HOPPER and _aligned(a, b):
        return getattr(prepared, _gradient(type_name(a), "B", _design(a.shape[0], b.shape[1], target)))(a, b)
    return gemm(padded(a, ALIGNED), padded(b.swapaxes(0, 1), ALIGNED), arch=target)


def _transposed_times(a: Any, b: Any, target: str) -> Any:
    """Return `a.T @ b`; on Hopper `wgmma` reads both as they lie."""
    if target == HOPPER and _aligned(a, b):
        return getattr(prepared, _gradient(type_name(a), "A and B", _design(a.shape[1], b.shape[1], target)))(
            a, b
        )
    left, right = (padded(x.swapaxes(0, 1), ALIGNED) for x in (a, b))
    return gemm(left, right, arch=target)


def _is_one(number: Any) -> bool:
    """Whether a factor is a number, and 1.0."""
    return isinstance(number, (int, float)) and bool(number == 1.0)


def _aligned(*matrices: Any) -> bool:
    """Whether rows are a multiple of 16 bytes."""
    return all(matrix.shape[1] % ALIGNED == 0 for matrix in matrices)


@constant
def _gradient(name: str, transposed: str, design: str, /) -> str:
    """Prepare a kernel for Hopper with a transposed B, or both transposed, and return where it is."""
    return prepare(
        build_gemm_hopper,
        dtype=TYPES[name],
        transposed=("A" in transposed, True),
        pingpong=design == "pingpong",
    )


@constant
def _with_terms(
    name: str, out: str, scaled: bool, bias: bool, activation: str | None, design: str, pdl: bool, arch: str,
    /,
) -> str:  # fmt: skip
    """Prepare a kernel for Hopper or Blackwell, which adds terms and activates, and return where it is."""
    options: dict[str, Any] = {
        "dtype": TYPES[name], "out": from_name(out), "scaled": scaled, "bias": bias, "activation": activation,
        "pdl": pdl,
    }  # fmt: skip
    if arch == HOPPER:
        return prepare(build_gemm_hopper, **options, pingpong=design == "pingpong")
    return prepare(build_gemm_blackwell, **options, design=design, arch=arch)


@constant
def _ampere(name: str, out: str, columns: int, pdl: bool, arch: str, /) -> str:
    """Prepare a kernel for Ampere and others, with narrow tiles if wide ones do not fit."""
    fits = find_arch(arch).max_shared_bytes >= WIDE.stages * WIDE.stage_bytes
    options = {"columns": columns if fits else 128, "pdl": pdl, "arch": arch}
    return prepare(build_gemm_ampere, dtype=TYPES[name], out=from_name(out), **options)


@constant
def target_for(function: str, device: str, arch: str | None, /) -> str:
    """Return the target of a call: the one that it names, or that of a device; sm_80 and newer."""
    target = arch or target_of(device)
    if find_arch(target).number < OLDEST:
        raise ValueError(f"{function} needs sm_{OLDEST} or newer, not {target}")
    return target


@constant
def target_of(device: str, without_gpu: str = WITHOUT_GPU) -> str:
    """Return the target of a device, such as `"cuda:0"`; of the first GPU for others."""
    kind, _, ordinal = device.partition(":")
    try:
        return detect_arch(int(ordinal or 0) if kind == "cuda" else 0)
    except LaunchError:
        return without_gpu
