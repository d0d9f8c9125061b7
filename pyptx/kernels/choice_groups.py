"""Functions that pick a grouped GEMM, or one with block scales, by the types and the target of a call."""

from __future__ import annotations

from typing import Any

from pyptx.kernels.arguments import ALIGNED_BYTES, HALVES, INDICES, check_arrays, name_of, type_name
from pyptx.kernels.choice import BLACKWELL, HOPPER, TYPES, target_of
from pyptx.kernels.gemm_grouped_blackwell import build_gemm_grouped_blackwell
from pyptx.kernels.gemm_grouped_hopper import build_gemm_grouped_hopper, choose_design
from pyptx.kernels.gemm_scaled_blackwell import (
    ATOM_FACTORS,
    FORMATS,
    MULTIPLE,
    build_gemm_scaled_blackwell,
)
from pyptx.kernels.gradients import prepare, prepared, refusing, without_gradient
from pyptx.kernels.roles_blackwell import ROWS
from pyptx.runtime.graphs import constant, likely_size
from pyptx.types import PtxType, bf16, from_name

TWO_IN_A_BYTE = ("uint8", "int8", "float4_e2m1fn_x2")
NO_BACKWARD = "{} has no backward; stop the gradient (torch.no_grad(), jax.lax.stop_gradient)"


def grouped_gemm(
    a: Any, b_t: Any, ends: Any, *, transposed: bool = False, out: Any = None, pdl: bool = False,
    arch: str | None = None,
) -> Any:  # fmt: skip
    """Return a GEMM for each group of rows: `a[ends[g - 1] : ends[g]] @ b_t[g].T`, one below the other.

    Only the GPU needs to know how many rows a group has: the experts of a mixture are groups. Rows past the
    last end are undefined, and unchanged in `out`.

    >>> import numpy
    >>> a, b_t = numpy.ones((3, 8), "float16"), numpy.ones((2, 8, 8), "float16")
    >>> b_t[1] = 2
    >>> grouped_gemm(a, b_t, numpy.array([1, 3], "int32"))[:, 0].tolist()
    [8.0, 16.0, 16.0]

    Args:
        a: A of shape (rows, K), in bf16 or f16. Rows are sorted by group.
        b_t: B transposed, for each group: its shape is (groups, N, K).
        ends: Row after the last of each group, as 32-bit integers in ascending order.
        transposed: Whether `b_t` is B of the shape (groups, K, N), as in torch's `grouped_mm`.
        out: Array for the result, with the element type of A; a new one if None.
        pdl: Whether its kernel may start before the kernel before it in the stream has ended; see `gemm`.
        arch: Target: sm_90a, sm_100a or sm_103a; if None, the target of the GPU, or sm_90a without a GPU.

    Raises:
        ValueError: No kernel of the library computes this.
    """
    check_arrays("grouped_gemm", ("a", a, HALVES, "rows K"))
    name = type_name(a)
    check_arrays(
        "grouped_gemm", ("a", a, HALVES, "rows K"), ("ends", ends, INDICES, "groups"),
        ("b_t", b_t, (name,), "groups K N" if transposed else "groups N K"), ("out", out, (name,), "rows N"),
    )  # fmt: skip
    (rows, k), groups, n = a.shape, b_t.shape[0], b_t.shape[2 if transposed else 1]
    for size, value in (("K", k), ("N", n)):
        if value * TYPES[name].bytes % ALIGNED_BYTES:
            raise ValueError(
                f"grouped_gemm: {size}={value}: rows are a multiple of {ALIGNED_BYTES} bytes; pad with zeros "
                f"to a multiple of {ALIGNED_BYTES // TYPES[name].bytes}"
            )
    target = arch or target_of(str(getattr(a, "device", "cpu")))
    if target == HOPPER:
        design = choose_design(likely_size(rows), groups, likely_size(n))
        if transposed and design == "swapped":
            design = "narrow"
        place = _grouped_hopper(name, design, transposed, pdl)
    elif target in BLACKWELL:
        place = _grouped_blackwell(name, transposed, pdl, target)
    else:
        raise ValueError(f"grouped_gemm has kernels for {HOPPER} and {' and '.join(BLACKWELL)}, not {target}")
    message = NO_BACKWARD.format("grouped_gemm")
    a, b_t = without_gradient(message, a, b_t)
    if out is not None:
        return getattr(prepared, place)(a, b_t, ends, out=out)
    return getattr(prepared, refusing("grouped_gemm", place, message))(a, b_t, ends)


def gemm_block_scaled(
    a: Any, b_t: Any, sfa: Any, sfb: Any, *, numbers: str = "mxfp8", out_dtype: PtxType = bf16,
    out: Any = None, pdl: bool = False, arch: str | None = None,
) -> Any:  # fmt: skip
    """Return `(a * sfa) @ (b_t * sfb).T`, where each factor scales a block of elements along K.

    A block has 32 elements, in nvfp4 16. `build_gemm_scaled_blackwell` describes the arrays of factors; the
    example `gemm_block_scaled.py` packs them.

    Args:
        a: A of shape (M, K) in e4m3; in mxfp4 and nvfp4 (M, K / 2) bytes, each with two elements.
        b_t: B transposed: its shape is (N, K) or (N, K / 2).
        sfa: Factors of A, of shape (blocks of 128 rows, groups of four blocks along K, 128), in u32.
        sfb: Factors of B_T, as for `sfa`.
        numbers: `"mxfp8"`, `"mxfp4"` or `"nvfp4"`.
        out_dtype: Element type of the result: bf16, f16 or f32.
        out: Array for the result; a new one if None.
        pdl: Whether its kernel may start before the kernel before it in the stream has ended; see `gemm`.
        arch: Target: sm_100a or sm_103a; that of the GPU if None, or sm_100a without a GPU.

    Raises:
        ValueError: No kernel of the library computes this.

    >>> import numpy
    >>> from ml_dtypes import float8_e4m3fn
    >>> a, b_t = numpy.ones((16, 128), float8_e4m3fn), numpy.ones((32, 128), float8_e4m3fn)
    >>> ones = numpy.full((1, 1, 128), 0x7F7F7F7F, "uint32")  # four ue8m0 factors of 1 in each word
    >>> float(gemm_block_scaled(a, b_t, ones, ones)[0, 0])
    128.0
    """
    target = arch or target_of(str(getattr(a, "device", "cpu")), BLACKWELL[0])
    if target not in BLACKWELL:
        raise ValueError(f"gemm_block_scaled has kernels for {' and '.join(BLACKWELL)}, not {target}")
    if numbers not in FORMATS:
        raise ValueError(f"numbers={numbers!r}: gemm_block_scaled takes {', '.join(map(repr, FORMATS))}")
    elements = ("float8_e4m3fn",) if numbers == "mxfp8" else TWO_IN_A_BYTE
    check_arrays(
        "gemm_block_scaled", ("a", a, elements, "M K"), ("b_t", b_t, elements, "N K"),
        ("sfa", sfa, INDICES, "high deep 128"), ("sfb", sfb, INDICES, "wide deep 128"),
        ("out", out, (name_of(out_dtype),), "M N"),
    )  # fmt: skip
    form, rows, n = FORMATS[numbers], a.shape[0], b_t.shape[0]
    k = a.shape[1] * form.per_byte
    for what, size, multiple in (
        ("elements in a row of a and b_t", k, MULTIPLE),
        ("rows of b_t", n, ALIGNED_BYTES // out_dtype.bytes),
    ):
        if size % multiple:
            raise ValueError(f"gemm_block_scaled: {size} {what}: it takes a multiple of {multiple}")
    deep = -(-k // (form.block * ATOM_FACTORS))
    for what, factors, least in (("sfa", sfa, -(-rows // ROWS)), ("sfb", sfb, -(-n // ROWS))):
        if factors.shape[0] < least or factors.shape[1] < deep:
            raise ValueError(
                f"gemm_block_scaled: {what} has the shape {tuple(factors.shape)}; these matrices need "
                f"({least}, {deep}, 128)"
            )
    place, message = _scaled(numbers, str(out_dtype), pdl, target), NO_BACKWARD.format("gemm_block_scaled")
    a, b_t, sfa, sfb = without_gradient(message, a, b_t, sfa, sfb)
    if out is not None:
        return getattr(prepared, place)(a, b_t, sfa, sfb, out=out)
    return getattr(prepared, refusing("gemm_block_scaled", place, message))(a, b_t, sfa, sfb)


@constant
def _grouped_hopper(name: str, design: str, transposed: bool, pdl: bool, /) -> str:
    """Prepare a grouped kernel for Hopper."""
    options = {"design": design, "transposed": transposed, "pdl": pdl}
    return prepare(build_gemm_grouped_hopper, dtype=TYPES[name], **options)


@constant
def _grouped_blackwell(name: str, transposed: bool, pdl: bool, arch: str, /) -> str:
    """Prepare a grouped kernel for Blackwell."""
    options = {"transposed": transposed, "pdl": pdl, "arch": arch}
    return prepare(build_gemm_grouped_blackwell, dtype=TYPES[name], **options)


@constant
def _scaled(numbers: str, out: str, pdl: bool, arch: str, /) -> str:
    """Prepare a kernel with block scales."""
    options = {"out": from_name(out), "pdl": pdl, "arch": arch}
    return prepare(build_gemm_scaled_blackwell, numbers=numbers, **options)
